"""Bots: what each does where, that they play by the rules, and see no more than we do."""

import io
import re
from collections.abc import Iterator, Sequence
from itertools import cycle

import pytest
from attrs import evolve

from cc3k.bots import bot as interface
from cc3k.bots.bot import BadChoice, Bot, BotFactory, BotPlayer, create_bot, is_omniscient
from cc3k.bots.careful import CarefulBot, plan_last_stand
from cc3k.bots.game import Choice, PlayableGame, action_from_choice
from cc3k.bots.plugins import BOTS
from cc3k.bots.situation import (
    Situation,
    ValueCache,
    find_least_damage_path,
    permanently_safe_cells,
)
from cc3k.bots.statistics import CUT_SHORT, BotResult, new_game, play_to_end
from cc3k.content.roster import BASE_RULES, RACES
from cc3k.engine.actions import (
    ALL_ACTIONS,
    TOGGLE_FREEZE,
    Attack,
    Move,
    PlayerAction,
    legal_actions,
)
from cc3k.engine.board import EAST, cell_set
from cc3k.engine.dice import Dice
from cc3k.engine.enemies import Enemy
from cc3k.engine.game import GameState
from cc3k.engine.items import Potion
from cc3k.engine.refusals import Impossible
from cc3k.engine.running_game import part_of
from cc3k.engine.view import GameView
from cc3k.expansions.hunters import Hunt
from cc3k.expansions.registry import OWN_EXPANSIONS, ExpansionRegistry
from cc3k.play.commands import ACTIONS_BY_WORDS, command_table
from cc3k.play.messages import greeting_line
from cc3k.play.session import Session
from cc3k.saves.layout_files import load_layout
from cc3k.saves.paths import shipped_layouts
from tests.support.document import DOCUMENT_RULES
from tests.support.expansions import expanded, rules_of
from tests.support.scenarios import MISS, race_named, room, scenario, seeded, weakened, with_hp
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


def test_the_games_own_bots_are_honest() -> None:
    assert [*BOTS] == ["random", "greedy", "careful", "delver", "runner", "bare"]
    assert not any(map(is_omniscient, BOTS.values()))


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
    other = game.copy()
    other.turn_dice = Dice("other")
    hidden = [p for p in BASE_RULES.potions if p.name not in game.known_names]
    for cell, item in other.floor.items.items():
        if isinstance(item, Potion) and item in hidden:
            other.floor.items[cell] = hidden[hidden.index(item) - 1]
    return other


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
    game = scenario(room("@.3\\", "M..."), "Drow")
    bot = made(BOTS["random"])
    assert {bot.choose(game) for _ in range(COMMANDS)} == set(legal_actions(game))


def test_greedy_bot_takes_the_nearest_gold_and_leaves() -> None:
    game = scenario(room("7..@.6", "\\....."), rules=LAST)
    assert whole(game, interface.GreedyBot)[:3] == ["ea", "ea", "we"]
    assert game.score == 4
    assert game.outcome is not None


def test_greedy_bot_flees_when_half_dead_and_strikes_who_bars_the_way() -> None:
    for row, hp, words in (
        *(("\\.@6", 62, "we"), ("\\.@6", 63, "ea")),
        *(("@H\\", 125, "a ea"), ("@.3H\\", 125, "ea")),
    ):
        assert first(with_hp(scenario(room(row)), hp), interface.GreedyBot) == [words], (row, hp)
    assert first(scenario(room("@3\\")), interface.GreedyBot)[-1] in ("u ea", "f")


def test_careful_bot_holds_enemies_and_goes_round() -> None:
    """R5: where nobody moves, a way on which nobody strikes stays one."""
    game = scenario(room("@......6\\", "....H....", ".........", "........."), steps=())
    assert whole(game, CarefulBot, 9)[0] == "f"
    assert (game.hero.hp, game.hero.gold) == (125, 2)


def test_what_the_careful_bot_does_first_in_a_drawn_position() -> None:
    """R5, R18, R22, R23: on a floor that is not the last unless it says so."""
    beside, dragon = room("....O", "...@.", ".....", "....\\"), room("@....D9", "\\......")
    potion = room("@.3", "\\..")
    for claim, drawing, hp, rules, expected in (
        ("it leaves a fight that it did not seek", beside, 125, BASE_RULES, ["so"]),
        ("it draws back to where nobody strikes", room("..@H.\\"), 125, BASE_RULES, ["we"]),
        ("a dragon behind a hoard bars the only way", room("@9D\\"), 125, BASE_RULES, ["f", "ea"]),
        ("unknown potions are tried while that can pay", potion, 125, BASE_RULES, ["ea"]),
        ("not when poison could hurt", potion, 39, BASE_RULES, ["so"]),
        ("nor on the last floor", potion, 125, LAST, ["so"]),
        ("HP are spent on the last floor only", dragon, 125, BASE_RULES, ["so"]),
        ("and kept for two of the worst turns", dragon, 32, LAST, ["so"]),
    ):
        assert first(with_hp(scenario(drawing, rules=rules), hp)) == expected, claim
    for hp, said in ((1, "a ne"), (20, "a ne"), (21, "so"), (180, "so")):
        assert first(weakened(scenario(beside), hp)) == [said], "who is slain strikes no more"
    for hp in (1, 140):
        assert first(weakened(scenario(room("@H\\")), hp)) == ["a ea"], "shut in, it strikes"


def test_who_gains_hp_in_a_fight_is_known_of_each_race() -> None:
    """R10-R12: a troll does, though it is capped at the HP it has at first; a vampire by blood."""
    cache = ValueCache(BASE_RULES)
    for race in DOCUMENT_RULES.races:
        for kind in DOCUMENT_RULES.enemy_kinds:
            heals = {"Troll": True, "Vampire": kind.name != "dwarf"}.get(race.name, False)
            assert cache.can_gain_hp(kind, race) is heals, (race.name, kind.name)


def test_careful_bot_drinks_what_helps_and_leaves_what_harms() -> None:
    """R18: of known potions."""
    game = with_hp(scenario(room("@.0", "\\.3"), rules=LAST), 100)
    game.known_names.update(("RH", "PH"))
    assert whole(game, CarefulBot) == ["ea", "u ea", "sw"]
    assert game.hero.hp == 110
    full = scenario(room("@.0", "\\.3"), rules=LAST)
    full.known_names.update(("RH", "PH"))
    assert whole(full, CarefulBot) == ["so"]


def test_careful_bot_rests_if_that_heals() -> None:
    """R12: a troll waits, any other race goes on."""
    game = with_hp(scenario(room("@..", "\\.."), "Troll", rules=LAST), 81)
    said = whole(game, CarefulBot)
    assert len(said) == 9
    assert game.hero.hp == 120
    assert whole(with_hp(scenario(room("@..", "\\.."), rules=LAST), 81), CarefulBot) == ["so"]


def test_careful_bot_fights_on_every_floor_if_that_heals() -> None:
    """R12: a troll's HP come back."""
    game = scenario(room("@....W", "\\....."), "Troll", luck=[MISS] * 5 + [1])
    assert "a ea" in whole(game, CarefulBot, 9)


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


def test_least_harmful_way_is_not_the_shortest() -> None:
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
    game = scenario(room("@6\\"), rules=LAST)
    journey = interface.Autoplay(made(CarefulBot))
    while (words := journey.next_command(game)) is not None:
        game.play(ACTIONS_BY_WORDS[words])
    assert (game.turns, journey.stop_reason) == (2, "")


def test_watched_game_needs_no_input() -> None:
    out, session = io.StringIO(), Session(BASE_RULES, 42)
    interface.print_bot_game(session, interface.start_bot_game(session, BOTS["greedy"]), out)
    text = out.getvalue()
    assert text.startswith(greeting_line(42))
    assert session.game is not None
    assert session.game.outcome is not None
    assert text.count("Race: Shade") == session.game.turns + 1
    assert text.endswith(session.frame_or_prompt())


class Stubborn:
    def __init__(self, choice: object) -> None:
        self.choice = choice

    def choose(self, game: PlayableGame) -> Choice:
        del game
        return self.choice  # type: ignore[return-value] # it is a bad choice on purpose


def test_contest_ends_for_everybody() -> None:
    game = scenario(room("@..6", "...\\"))
    game.hero.gold = 3
    result = play_to_end(game, lambda _dice: Stubborn("f"), 4, max_commands=10)
    assert result == BotResult("Shade", 4, CUT_SHORT, score=0, gold=3, floors=1, turns=0)
    assert not result.won


def test_what_ends_a_game_has_a_name() -> None:
    """§5: victory has no cause; the dead were slain by somebody or something."""
    won = play_to_end(scenario(room("@\\"), rules=LAST), lambda _dice: Stubborn("ea"), 1)
    assert (won.cause_of_death, won.won) == ("", True)
    bitten = with_hp(scenario(room("@H", ".\\"), luck=[True]), 1)
    assert play_to_end(bitten, lambda _dice: Stubborn("a ea"), 1).cause_of_death == "human"
    poisoned = with_hp(scenario(room("@3", ".\\")), 1)
    assert play_to_end(poisoned, lambda _dice: Stubborn("u ea"), 1).cause_of_death == "PH potion"


class Vague:
    """Something whose comparisons are neither true nor false, as those of an array."""

    __hash__ = object.__hash__

    def __eq__(self, other: object) -> bool:
        del other
        raise ValueError


@for_each("choice", [None, 5, "xyzzy", "q", "a no", "a ea", "no", "dance", Vague()])
def test_bad_choice_is_an_error(choice: object) -> None:
    """R4: which one, when, and why not; in a match and where it is watched."""
    expected = rf"turn \d: {re.escape(repr(choice))}: [TPe]"

    def stubborn(_dice: Dice) -> Bot:
        return Stubborn(choice)

    with pytest.raises(BadChoice, match=expected):
        play_to_end(scenario(room("@.\\")), stubborn, 9)
    session, out = Session(BASE_RULES, 42), io.StringIO()
    with pytest.raises(BadChoice, match=expected):
        interface.print_bot_game(session, interface.start_bot_game(session, stubborn), out)


def choice(drawing: str, names: Sequence[str] = (), *, frozen: bool = True, gold: int = 0) -> str:
    rules = ExpansionRegistry().select(names)
    game = scenario(drawing, rules=rules, steps=None if frozen else [])
    game.dice, game.hero.gold = Dice("runner"), gold
    chosen = interface.RunnerBot(Dice("bot")).choose(PlayableGame(game))
    assert not isinstance(chosen, str)
    return command_table(rules).words_by_action[chosen]


def test_it_freezes_at_once_where_that_lasts_and_else_when_somebody_is_near() -> None:
    """X83: freezes that are counted are for those who are close."""
    assert choice(room("@....O\\"), frozen=False) == "f"
    assert choice(room("@....O\\", "......."), ["hunters"], frozen=False) == "ea"
    assert choice(room("@..O..\\"), ["hunters"], frozen=False) == "f"
    assert choice(room("@.D9..\\", "......."), ["hunters"], frozen=False) != "f"


def test_it_runs_for_the_stairs_past_gold_and_strikes_only_who_is_in_the_way() -> None:
    assert choice(room("6@..\\")) == "ea"
    assert choice(room("@O.\\")) == "a ea"


def test_it_pays_or_strikes_the_guard_of_the_stairs() -> None:
    """X87: with the gold for it; else it goes for the guard."""
    barred = room("@A\\", "---")
    assert choice(barred, ["depths"], gold=200) == "p ea"
    assert choice(barred, ["depths"]) == "a ea"
    assert choice(room("@..A\\", "-----"), ["depths"]) == "ea"


def test_where_the_stairs_are_unknown_it_looks_for_them() -> None:
    """X40, X61: at what it has not seen, then on tiles on which it has not been."""
    assert choice(room("@......|..", "........ .", ".......|.\\"), ["fog"]) in {"ea", "se"}
    game = seeded(rules_of("gear"), 7)
    game.enemies_frozen = True
    assert isinstance(interface.RunnerBot(Dice("bot")).choose(PlayableGame(game)), Move)


@pytest.mark.slow
@pytest.mark.parametrize("names", [(), ("hunters",), ("all",)])
def test_its_choices_can_be_done(names: Sequence[str]) -> None:
    """R4: through several floors; with all, it looks for hidden stairs for long."""
    for seed in range(3):
        game = seeded(rules_of(" ".join(names)), seed, race=seed)
        player = create_bot(game, interface.RunnerBot)
        while game.outcome is None and game.turns < 1_000:
            game.play(player.choose(game))
        assert game.depth > 1 or game.outcome is not None


def test_with_nothing_to_run_to_it_does_anything() -> None:
    assert choice(room("00000", "0@0\\.", "00000")).startswith("u ")


NAMES = [each.name for each in OWN_EXPANSIONS]
SETS = [*NAMES, " ".join(NAMES)]


def played(names: str, race: str, most: int) -> BotResult:
    rules = rules_of(names)
    return play_to_end(new_game(rules, race_named(race, rules), 1, 1), CarefulBot, 1, most)


@pytest.mark.slow_from(3)
@pytest.mark.parametrize("names", SETS)
def test_choices_can_be_done(names: str) -> None:
    """R4: where freezes run out and somebody comes into view amid a plan."""
    for race in ("Shade", "Vampire"):
        assert played(names, race, 150).turns


@pytest.mark.slow
@for_each(*zip(SETS[::2], cycle(["Shade", "Vampire", "Troll"]), strict=False))
def test_every_game_ends(names: str, race: str) -> None:
    """X51, X61, X80: freezes run out, stairs are hidden or barred, and it fights in the end."""
    assert played(names, race, interface.MAX_COMMANDS).cause_of_death != CUT_SHORT


def test_freeze_that_is_used_up_is_not_asked_for() -> None:
    """X83: it walks without one, and where nobody is near."""
    for far in ("......H..", "........H"):
        game = expanded("hunters", room("@......6\\", far, ".........", "........."), steps=())
        assert made(CarefulBot).choose(game) != TOGGLE_FREEZE
    game = expanded("hunters", room("@......6\\", "...H.....", ".........", "........."), steps=())
    assert made(CarefulBot).choose(game) == TOGGLE_FREEZE
    part_of(game, Hunt).freezes = 0
    assert made(CarefulBot).choose(game) != TOGGLE_FREEZE


def test_barred_stairs_are_fought_for() -> None:
    """X80: nobody else bars them."""
    game = expanded("depths", room("@A\\", "..."), luck=[MISS] * 12, steps=())
    bot, said = made(CarefulBot), list[PlayerAction]()
    for _ in range(6):
        said.append(bot.choose(game))
        game.play(said[-1])
    assert any(isinstance(each, Attack) for each in said)


def test_nowhere_is_safe_for_good_once_an_enemy_left_its_chamber() -> None:
    """X50: doorways and passages are no bounds for a hunter."""
    game = expanded("hunters", room("@..+..\\", "...|..."), steps=())
    floor = game.floor
    floor.place_enemy(floor.hero_cell + 2, Enemy(game.rules.enemy_kind_named("human")))
    floor.move_enemy(floor.hero_cell + 2, floor.hero_cell + 3)
    assert permanently_safe_cells(GameView(game)) == 0


def test_a_last_stand_fetches_what_shows_the_stairs() -> None:
    """X61: a compass that lies in view, before it walks about."""
    game = expanded("gear", room("....@...C\\", ".........."), luck=[0], steps=())
    situation = Situation(PlayableGame(game))
    assert not situation.view.known_stairs
    assert plan_last_stand(situation, situation.game.legal_actions()) == [Move(EAST)]
