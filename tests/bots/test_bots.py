"""Bots: what each does where, that they play by the rules, and that they see no more than we do."""

import io
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from attrs import evolve

from cc3k.bots.arena import GameSpec, play_games_in_order
from cc3k.bots.bot import BadChoice, BotFactory, BotPlayer, create_bot, is_omniscient
from cc3k.bots.careful import CarefulBot
from cc3k.bots.game import PlayableGame, action_from_choice
from cc3k.bots.plugins import BOTS, load_bot
from cc3k.bots.simple import GreedyBot
from cc3k.bots.situation import ValueCache, find_least_damage_path
from cc3k.bots.statistics import GIVEN_UP, GameResult, new_game, play_to_end
from cc3k.cli.bot_plugins import Autoplay, print_bot_game, start_bot_game
from cc3k.content.roster import BASE_RULES, RACES
from cc3k.engine.actions import ALL_ACTIONS, legal_actions
from cc3k.engine.cell_areas import cell_set
from cc3k.engine.dice import Dice
from cc3k.engine.game import GameState
from cc3k.engine.items import Potion
from cc3k.engine.refusals import Impossible
from cc3k.engine.view import GameView
from cc3k.play.commands import ACTIONS_BY_WORDS, command_table
from cc3k.play.messages import greeting_line
from cc3k.play.session import Session
from cc3k.saves.files import load_layout
from cc3k.saves.paths import shipped_layouts
from tests.support.document import DOCUMENT_RULES
from tests.support.processes import run
from tests.support.scenarios import MISS, race_named, room, scenario, weakened
from tests.support.tables import for_each

LAST = evolve(BASE_RULES, floor_count=1)
"""Rules by which the floor drawn is the last one."""

COMMANDS, FEW_COMMANDS = 300, 16

WORDS_BY_ACTION = command_table(BASE_RULES).words_by_action


def made(make: BotFactory) -> BotPlayer:
    return BotPlayer(make(Dice("bot")), is_omniscient(make))


def choices(game: GameState, bot: BotPlayer, most: int = COMMANDS) -> Iterator[str]:
    for _ in range(most):
        words = WORDS_BY_ACTION[bot.choose(game)]
        yield words
        game.play(ACTIONS_BY_WORDS[words])
        if game.outcome is not None:
            return


def first(game: GameState, make: BotFactory = CarefulBot) -> list[str]:
    """Return the first command of a bot; before it a careful one may hold enemies."""
    bot, said = made(make), list[str]()
    while not said or said[-1] == "f":
        said.append(WORDS_BY_ACTION[bot.choose(game)])
        if said[-1] == "f":
            game.play(ACTIONS_BY_WORDS["f"])
    return said


def whole(game: GameState, make: BotFactory, most: int = COMMANDS) -> list[str]:
    return list(choices(game, made(make), most))


def hurt(game: GameState, hp: int) -> GameState:
    game.hero.hp = hp
    return game


def test_choices_are_legal_and_those_of_the_bots_own_dice() -> None:
    """R4, R32: on spawned floors and drawn ones, and the same with the same dice."""
    layouts = [(), *[load_layout(each, BASE_RULES).floor_layouts for each in shipped_layouts()]]
    for at, layout in enumerate(layouts):
        for name in BOTS:
            ends = []
            for _ in range(1 if at else 2):
                game = new_game(BASE_RULES, RACES[at % len(RACES)], 7, 1, layout)
                bot = create_bot(game, BOTS[name])
                for _ in range(FEW_COMMANDS):
                    choice = bot.choose(game)
                    assert choice in legal_actions(game), (name, at)
                    game.play(choice)
                    if game.outcome is not None:
                        break
                ends.append(game.digest())
            assert ends[0] == ends[-1], name


def test_bots_see_no_more_than_players() -> None:
    """R18: neither what an unknown potion is nor what will be rolled changes what they choose."""
    for name in BOTS:
        game = new_game(BASE_RULES, race_named("Shade"), 3, 1)
        bot = create_bot(game, BOTS[name])
        for turn in range(FEW_COMMANDS):
            if turn % 4 == 0 and game.outcome is None:
                twin, again = create_bot(game, BOTS[name]), create_bot(game, BOTS[name])
                assert twin.choose(game) == again.choose(with_other_secrets(game)), (name, turn)
            if game.outcome is None:
                game.play(bot.choose(game))


def with_other_secrets(game: GameState) -> GameState:
    """Return a copy with other dice and other kinds of unknown potions."""
    other = game.copy()
    other.turn_dice = Dice("other")
    hidden = [p for p in BASE_RULES.potions if p.name not in game.known_potions]
    for cell, item in other.floor.items.items():
        if isinstance(item, Potion) and item in hidden:
            other.floor.items[cell] = hidden[hidden.index(item) - 1]
    return other


def test_a_bot_that_only_asks_what_is_legal_costs_no_picture(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The game is copied for a bot when it looks, or keeps the game that it was shown."""
    monkeypatch.delattr(GameState, "copy_in_sight")
    game = new_game(BASE_RULES, RACES[0], 3, 1)
    play_to_end(game, BOTS["random"], 1, FEW_COMMANDS)
    assert game.turns > 0


def test_words_and_actions_are_both_choices() -> None:
    """§4: a bot may speak as a player does."""
    table = command_table(BASE_RULES)
    assert [action_from_choice(WORDS_BY_ACTION[one], table) for one in ALL_ACTIONS] == list(
        ALL_ACTIONS
    )
    assert action_from_choice(" A  No ", table) == ACTIONS_BY_WORDS["a no"]
    for words in ("", "r", "xyzzy"):
        with pytest.raises(Impossible):
            action_from_choice(words, table)


def test_random_bot_does_everything() -> None:
    """All that can be done is done sooner or later."""
    game = scenario(room("@.3\\", "M..."), "Drow")
    bot = made(BOTS["random"])
    assert {bot.choose(game) for _ in range(COMMANDS)} == set(legal_actions(game))


def test_greedy_bot_takes_the_nearest_gold_and_leaves() -> None:
    """Nearer first, then the stairs."""
    game = scenario(room("7..@.6", "\\....."), rules=LAST)
    assert whole(game, GreedyBot)[:3] == ["ea", "ea", "we"]
    assert game.score == 4
    assert game.outcome is not None


def test_greedy_bot_flees_when_half_dead() -> None:
    """Whatever gold there is."""
    game = hurt(scenario(room("@6...\\")), 62)
    game.floor.remove_item(game.floor.hero_cell + 1)
    assert first(game, GreedyBot) == ["ea"]
    assert first(hurt(scenario(room("\\.@6")), 62), GreedyBot) == ["we"]
    assert first(hurt(scenario(room("\\.@6")), 63), GreedyBot) == ["ea"]


def test_greedy_bot_strikes_who_bars_the_way() -> None:
    """And where nobody does, it does anything."""
    assert first(scenario(room("@H\\")), GreedyBot) == ["a ea"]
    assert first(scenario(room("@.3H\\")), GreedyBot) == ["ea"]
    assert first(scenario(room("@3\\")), GreedyBot)[-1] in ("u ea", "f")


def test_careful_bot_holds_enemies_and_goes_round() -> None:
    """R5: where nobody moves, a way on which nobody strikes stays one."""
    game = scenario(room("@......6\\", "....H....", ".........", "........."), steps=())
    said = whole(game, CarefulBot, 9)
    assert said[0] == "f"
    assert game.hero.hp == 125
    assert game.hero.gold == 2


def test_careful_bot_leaves_a_fight_that_it_did_not_seek() -> None:
    """It steps back to where nobody strikes."""
    game = scenario(room("....O", "...@.", ".....", "....\\"))
    assert first(game) == ["so"]
    game.play(ACTIONS_BY_WORDS["so"])
    assert game.hero.hp == 125


def test_careful_bot_strikes_the_last_blow_and_flees_before_any_other() -> None:
    """R23: who is slain by it does not strike back; it costs nothing, not even beside an exit."""
    for hp, said in ((1, "a ne"), (20, "a ne"), (21, "so"), (180, "so")):
        game = weakened(scenario(room("....O", "...@.", ".....", "....\\")), hp)
        assert first(game) == [said], hp


def test_who_gains_hp_in_a_fight_is_known_of_each_race() -> None:
    """R10-R12: a troll does, though it is capped at the HP it has at first; a vampire by blood."""
    cache = ValueCache(BASE_RULES)
    for race in DOCUMENT_RULES.races:
        for kind in DOCUMENT_RULES.enemy_kinds:
            heals = {"Troll": True, "Vampire": kind.name != "dwarf"}.get(race.name, False)
            assert cache.can_gain_hp(kind, race) is heals, (race.name, kind.name)


def test_careful_bot_drinks_what_helps_and_leaves_what_harms() -> None:
    """R18: of known potions."""
    game = hurt(scenario(room("@.0", "\\.3"), rules=LAST), 100)
    game.known_potions.update(("RH", "PH"))
    assert whole(game, CarefulBot) == ["ea", "u ea", "sw"]
    assert game.hero.hp == 110
    full = scenario(room("@.0", "\\.3"), rules=LAST)
    full.known_potions.update(("RH", "PH"))
    assert whole(full, CarefulBot) == ["so"]


def test_careful_bot_tries_the_unknown_while_it_can_profit() -> None:
    """§2.3.1: not on the last floor, nor when poison could hurt."""
    assert first(scenario(room("@.3", "\\.."))) == ["ea"]
    assert first(hurt(scenario(room("@.3", "\\..")), 39)) == ["so"]
    assert first(scenario(room("@.3", "\\.."), rules=LAST)) == ["so"]


def test_careful_bot_rests_if_that_heals() -> None:
    """R12: a troll waits, any other race goes on."""
    game = hurt(scenario(room("@..", "\\.."), "Troll", rules=LAST), 81)
    said = whole(game, CarefulBot)
    assert len(said) == 9
    assert game.hero.hp == 120
    assert whole(hurt(scenario(room("@..", "\\.."), rules=LAST), 81), CarefulBot) == ["so"]


def test_careful_bot_spends_hp_on_the_last_floor_only() -> None:
    """§5: gold is for the score, HP are for coming through."""
    drawing = room("@....D9", "\\......")
    spent = scenario(drawing, rules=LAST, luck=[MISS] * 20)
    whole(spent, CarefulBot)
    assert spent.hero.gold == 6
    saved = scenario(drawing)
    assert first(saved) == ["so"]


def test_careful_bot_fights_on_every_floor_if_that_heals() -> None:
    """R12: a troll's HP come back."""
    game = scenario(room("@....W", "\\....."), "Troll", luck=[MISS] * 5 + [1])
    assert "a ea" in whole(game, CarefulBot, 9)


def test_careful_bot_breaks_a_fight_off_in_time() -> None:
    """It keeps enough HP to survive two more of the worst turns when it sets out."""
    game = hurt(scenario(room("@....D9", "\\......"), rules=LAST), 32)
    assert whole(game, CarefulBot) == ["so"]


def test_careful_bot_lets_enemies_move_to_clear_the_way() -> None:
    """R5: held enemies would bar it for ever; it waits where they cannot come."""
    drawing = """
        |---------|
        |@##+..H.\\|
        |---------|"""
    game = scenario(drawing)
    said = first(game)
    assert said[0] == "f"
    assert not game.enemies_frozen


def test_careful_bot_drinks_what_is_in_the_way() -> None:
    """R9: nobody steps over a potion."""
    game = scenario(room("@.3.\\"), rules=LAST)
    assert whole(game, CarefulBot) == ["ea", "u ea", "ea", "ea", "ea"]


def test_careful_bot_dashes_where_it_must() -> None:
    """A dragon never gives way; a few HP are no reason to stay for ever."""
    game = scenario(room("@......\\", "...D..."), rules=LAST, luck=[MISS] * 9)
    game.enemies_frozen = True
    said = whole(game, CarefulBot)
    assert game.outcome is not None
    assert game.outcome.won
    assert "ea" in said


def test_careful_bot_draws_back_to_where_nobody_strikes() -> None:
    """Even where that leads no further."""
    assert first(scenario(room("..@H.\\"))) == ["we"]


def test_careful_bot_strikes_when_shut_in() -> None:
    """With no way out there is only one way."""
    for hp in (1, 140):
        assert first(weakened(scenario(room("@H\\")), hp)) == ["a ea"]


def test_careful_bot_does_something_where_nothing_helps() -> None:
    """R22: a dragon that strikes from afar, behind a hoard that bars the only way."""
    assert first(scenario(room("@9D\\"))) == ["f", "ea"]


def test_least_harmful_way_is_not_the_shortest() -> None:
    """And none leads over the stairs, which would end it."""
    floor = GameView(scenario(room("@..6", "...\\"), rules=LAST))
    goal = floor.hero_cell + 3
    harms = {
        floor.hero_cell + 1: 5,
        floor.hero_cell + 2: 5,
        floor.hero_cell + floor.board.stride + 1: 7,
    }
    found = find_least_damage_path(floor, cell_set([goal]), harms)
    assert found is not None
    assert (len(found.moves), found.damage) == (3, 5)
    barred = GameView(scenario(room("@\\6")))
    assert find_least_damage_path(barred, cell_set([barred.hero_cell + 2]), {}) is None


def test_bot_at_the_keys_plays_to_the_end() -> None:
    """A journey that ends with the game."""
    game = scenario(room("@6\\"), rules=LAST)
    journey = Autoplay(made(CarefulBot))
    assert journey.next_command(game) == "ea"
    game.play(ACTIONS_BY_WORDS["ea"])
    game.play(ACTIONS_BY_WORDS["ea"])
    assert journey.next_command(game) is None
    assert journey.stop_reason == ""


def test_watched_game_needs_no_input() -> None:
    """All of its pages, and how it ended."""
    out, session = io.StringIO(), Session(BASE_RULES, 42)
    print_bot_game(session, start_bot_game(session, BOTS["greedy"]), out)
    text = out.getvalue()
    assert text.startswith(greeting_line(42))
    assert session.game is not None
    assert session.game.outcome is not None
    assert text.count("Race: Shade") == session.game.turns + 1
    assert text.endswith(session.page_text())


class Stubborn:
    """A bot that says the same whatever happens."""

    def __init__(self, words: str) -> None:
        self.words = words

    def choose(self, game: PlayableGame) -> str:
        del game
        return self.words


def test_contest_ends_for_everybody() -> None:
    """Who has not come to an end is given up, without a score."""
    game = scenario(room("@..6", "...\\"))
    game.hero.gold = 3
    result = play_to_end(game, lambda _dice: Stubborn("f"), 4, max_commands=10)
    assert result == GameResult("Shade", 4, GIVEN_UP, score=0, gold=3, floors=1, turns=0)
    assert not result.won


def test_what_ends_a_game_has_a_name() -> None:
    """§5: victory has no cause; the dead were slain by somebody or something."""
    won = play_to_end(scenario(room("@\\"), rules=LAST), lambda _dice: Stubborn("ea"), 1)
    assert (won.cause_of_death, won.won) == ("", True)
    bitten = hurt(scenario(room("@H", ".\\"), luck=[True]), 1)
    assert play_to_end(bitten, lambda _dice: Stubborn("a ea"), 1).cause_of_death == "human"
    poisoned = hurt(scenario(room("@3", ".\\")), 1)
    assert play_to_end(poisoned, lambda _dice: Stubborn("u ea"), 1).cause_of_death == "PH potion"


@for_each("words", ["no", "a ea", "dance"])
def test_bad_choice_is_an_error(words: str) -> None:
    """R4: which one, when, and why not."""
    with pytest.raises(BadChoice, match=f"turn 0: '{words}': [TP]"):
        play_to_end(scenario(room("@.\\")), lambda _dice: Stubborn(words), 9)


class Odd:
    """A bot that chooses what it was made to."""

    choice: object = None

    def __init__(self, dice: Dice) -> None:
        del dice

    def choose(self, game: PlayableGame) -> object:
        del game
        return self.choice


class Vague:
    """Something whose comparisons are neither true nor false, as those of an array."""

    __hash__ = object.__hash__

    def __eq__(self, other: object) -> bool:
        del other
        raise ValueError


@pytest.mark.parametrize("choice", [None, 5, "xyzzy", "q", "a no", Vague()])
def test_bot_that_cannot_choose_is_told_of(choice: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is named with what it chose, in a contest and where it is watched."""
    monkeypatch.setattr(Odd, "choice", choice)
    monkeypatch.setattr("cc3k.bots.plugins.BOTS", {"odd": Odd})
    with pytest.raises(BadChoice, match=re.escape(repr(choice))):
        list(play_games_in_order([GameSpec("odd", "shade", 42, 1)], ThreadPoolExecutor(1)))
    session = Session(BASE_RULES, 42)
    with pytest.raises(BadChoice, match=re.escape(repr(choice))):
        print_bot_game(session, start_bot_game(session, load_bot("odd")), io.StringIO())


@pytest.mark.slow
def test_what_is_for_players_is_not_for_bots() -> None:
    """Nothing that was asked for is left out without a word."""
    for option in ("--plain", "--journal=x", "--continue", "--new", "--practice", "--svg=x.svg"):
        done = run("--bot", "greedy", option)
        assert done.code == 2
        assert f"argument --bot: not allowed with argument {option.partition('=')[0]}" in done.err
