"""Delver: it plays any set of expansions by what a player sees; a drawn position for each habit."""

import os

import pytest

from cc3k.bots.bot import create_bot, is_omniscient
from cc3k.bots.delver.bot import DelverBot
from cc3k.bots.delver.errands import PACK_SIZE
from cc3k.bots.delver.evader import MOST_VISITS
from cc3k.bots.delver.surroundings import Surroundings
from cc3k.bots.game import PlayableGame
from cc3k.bots.plugins import BOTS
from cc3k.bots.statistics import new_game
from cc3k.engine.actions import Move
from cc3k.engine.dice import Dice
from cc3k.engine.game import GameState
from cc3k.engine.running_game import part_of
from cc3k.expansions.hunters import FREEZE_TURNS, FreezeBudget
from cc3k.expansions.pack_slots import add_potion
from cc3k.expansions.registry import OWN_EXPANSIONS
from cc3k.play.commands import command_table
from tests.support.expansions import expanded, rules_of
from tests.support.scenarios import room

NAMES = [each.name for each in OWN_EXPANSIONS]
POTIONS = {potion.name: potion for potion in rules_of("").potions}
MOST_TURNS = 12_000

GAMES = int(os.environ.get("CC3K_DELVER_GAMES", "1"))
"""Games of the slow test with each set; `CC3K_DELVER_GAMES=20` plays as many."""


def choice(game: GameState, bot: DelverBot | None = None) -> str:
    """Return the words of what a delver does first in a game, a direction alone for a step."""
    chosen = (bot or DelverBot(Dice("bot"))).choose(PlayableGame(game))
    if isinstance(chosen, Move):
        return chosen.direction.command_word
    return chosen if isinstance(chosen, str) else command_table(game.rules).words_by_action[chosen]


def moving(game: GameState) -> GameState:
    """Return a drawn game with its enemies not frozen."""
    game.enemies_frozen = False
    return game


def carrying(game: GameState, names: str) -> GameState:
    """Return a game in which the PC carries known potions."""
    for name in names.split():
        game.known_potions.add(name)
        add_potion(game, POTIONS[name])
    return game


def test_it_is_one_of_the_bots_and_honest() -> None:
    """It has a name in the arena, and does not ask for the exact game."""
    assert BOTS["delver"] is DelverBot
    assert not is_omniscient(DelverBot)


def test_it_freezes_where_that_has_no_end() -> None:
    """And does not thaw anybody while there is a safe way."""
    game = moving(expanded("", room("@....E", "......", "......", ".....\\")))
    assert choice(game) == "f"
    game.enemies_frozen = True
    assert choice(game) != "f"


def test_it_freezes_a_hunter_that_is_close_as_long_as_the_budget_lasts() -> None:
    """With hunters, a freeze is kept for whoever is near."""
    far = moving(expanded("hunters", room("@.......E", ".........", "........\\")))
    assert choice(far) != "f"
    near = moving(expanded("hunters", room("@.E......", ".........", "........\\")))
    next(iter(near.floor.enemies.values())).hunting_turns = 10
    assert choice(near) == "f"
    part_of(near, FreezeBudget).turns_used = FREEZE_TURNS
    assert choice(near) != "f"


def test_it_keeps_out_of_the_reach_of_enemies() -> None:
    """The straight way to the stairs leads past an elf; the way round does not."""
    game = expanded("", room("@...\\", "..E..", ".....", ".....", "....."), race="Shade")
    game.enemies_frozen = True
    bot, floor = DelverBot(Dice("bot")), game.floor
    assert choice(game, bot) != "ea"
    around = floor.board.neighbourhood[next(iter(floor.enemies))]
    for _ in range(3):
        game.play(create_bot(game, DelverBot).choose(game))
        assert floor.hero_cell not in around or game.outcome is not None


def test_it_flees_from_who_is_too_strong() -> None:
    """An orc costs nearly all of a shade's HP."""
    game = expanded("hunters", room("....@O....", "..........", ".........\\"))
    game.enemies_frozen = True
    assert not choice(game).startswith("a ")


def test_it_strikes_who_is_nearly_dead() -> None:
    """That costs nothing."""
    game = moving(expanded("hunters", room("....@O....", "..........", ".........\\")))
    next(iter(game.floor.enemies.values())).hp = 1
    assert choice(game) == "a ea"


def test_it_strikes_where_there_is_no_way_out() -> None:
    """With its back to the wall."""
    game = expanded("", "|----|\n|@H.\\|\n|----|")
    game.enemies_frozen = True
    assert choice(game) == "a ea"


def test_it_throws_a_harmful_potion_in_a_long_fight() -> None:
    """With its back to the wall, before it strikes."""
    game = carrying(expanded("pack", "|----|\n|@H.\\|\n|----|"), "PH")
    game.enemies_frozen = True
    assert choice(game) == "t a ea"


def test_it_drinks_what_helps_in_a_long_fight() -> None:
    """A boost comes before the first blow."""
    game = carrying(expanded("pack", "|----|\n|@H.\\|\n|----|"), "BA")
    game.enemies_frozen = True
    assert choice(game) == "u a"


def test_it_drinks_known_healing_in_peace() -> None:
    """Once it is hurt, and none of the healing is lost."""
    game = carrying(expanded("pack", room("@.........", ".........\\")), "RH")
    game.enemies_frozen = True
    assert choice(game) != "u a"
    game.hero.hp = 50
    assert choice(game) == "u a"


def test_it_carries_a_potion() -> None:
    """It goes to one, and picks it up from beside it."""
    game = expanded("pack", room("@.0.......", ".........\\"))
    game.enemies_frozen = True
    bot = DelverBot(Dice("bot"))
    assert choice(game, bot) in {"ea", "se"}
    beside = expanded("pack", room("@0........", ".........\\"))
    beside.enemies_frozen = True
    assert choice(beside) == "g ea"


def test_it_leaves_a_potion_for_which_it_has_no_room() -> None:
    """Ten of one kind fill a pack as ten kinds do: it goes for the stairs."""
    game = carrying(
        expanded("pack", room("@.0.......", ".........\\")), "WD WA WD WA WD WA WD WA WD WA"
    )
    game.enemies_frozen = True
    assert Surroundings(PlayableGame(game)).carried == PACK_SIZE
    bot = DelverBot(Dice("bot"))
    for _ in range(7):
        game.play(create_bot(game, lambda _: bot).choose(game))
    assert game.floor.hero_cell % game.floor.board.stride > 6


def test_it_buys_what_heals() -> None:
    """From a merchant beside it, if it is hurt and has the gold."""
    game = expanded("shop", room("@M........", ".........\\"), luck=[0, 0, 0])
    game.enemies_frozen = True
    next(iter(game.floor.enemies.values())).wares = (POTIONS["WA"], POTIONS["RH"])
    game.hero.gold = 9
    assert not choice(game).startswith("b")
    game.hero.hp = 50
    assert choice(game) == "b ea 2"


def test_a_troll_rests() -> None:
    """It steps about until it is well, and a shade does not."""
    drawing = room(".......@\\")
    for race, word in [("Troll", "we"), ("Shade", "ea")]:
        game = expanded("", drawing, race=race)
        assert choice(game) == "ea"
        game.hero.hp = 40
        words = {choice(game) for _ in range(9)}
        assert words <= {"we", "ea"}
        assert word in words


def test_it_takes_gold_and_then_the_stairs() -> None:
    """What nobody guards is taken along."""
    game = expanded("", room("6...@..\\"))
    game.enemies_frozen = True
    assert choice(game) == "we"
    bare = expanded("", room("....@..\\"))
    bare.enemies_frozen = True
    assert choice(bare) == "ea"


def test_it_fights_several_hunters_in_a_doorway() -> None:
    """It steps back into one where they come one at a time."""
    rows = ["|----------|", "|  |......||", "|##+@.L.L\\||", "|  |......||", "|----------|"]
    game = moving(expanded("hunters", "\n".join(rows)))
    game.hero.hp, floor = 300, game.floor
    for enemy in floor.enemies.values():
        enemy.hp, enemy.hunting_turns = 5, 10
    floor.move_enemy(min(floor.enemies), floor.hero_cell + 1)
    assert choice(game) == "we"


def test_it_gets_away_from_where_it_goes_to_and_fro() -> None:
    """Whatever the reason."""
    game = expanded("", room("6...@..\\"))
    game.enemies_frozen = True
    bot = DelverBot(Dice("bot"))
    words = {choice(game, bot) for _ in range(MOST_VISITS + 30)}
    assert words == {"ea", "we"}


def play(names: str, race: int, seed: int) -> GameState:
    """Return a game of a delver when it is over, or after very many commands."""
    rules = rules_of(names)
    game = new_game(rules, rules.races[race], seed, 1)
    bot = create_bot(game, DelverBot)
    for _ in range(MOST_TURNS):
        if game.outcome is not None:
            break
        game.play(bot.choose(game))
    return game


@pytest.mark.slow
def test_the_same_game_is_played_the_same_way() -> None:
    """All its chance comes from its dice."""
    games = [play("pack hunters", 3, 2) for _ in range(2)]
    assert games[0].digest() == games[1].digest()
    assert games[0].turns == games[1].turns


@pytest.mark.slow
@pytest.mark.parametrize("names", ["", *NAMES, "all"])
def test_its_games_end_with_every_set(names: str) -> None:
    """Every choice is legal, and none goes on for ever."""
    for seed in range(GAMES):
        game = play(names, seed, seed)
        assert game.outcome is not None, (names, seed)
