"""Careful bot with expansions: it ends its games, and never chooses what cannot be done (X9)."""

from itertools import cycle

import pytest

from cc3k.bots.bot import BotPlayer
from cc3k.bots.careful import CarefulBot, plan_last_stand
from cc3k.bots.game import PlayableGame
from cc3k.bots.situation import Situation, permanently_safe_cells
from cc3k.bots.statistics import CUT_SHORT, MAX_COMMANDS, BotResult, new_game, play_to_end
from cc3k.engine.actions import TOGGLE_FREEZE, Attack, Move
from cc3k.engine.board import EAST
from cc3k.engine.dice import Dice
from cc3k.engine.enemies import Enemy
from cc3k.engine.running_game import part_of
from cc3k.engine.view import GameView
from cc3k.expansions.hunters import Hunt
from cc3k.expansions.registry import OWN_EXPANSIONS
from tests.support.expansions import expanded, rules_of
from tests.support.scenarios import MISS, room
from tests.support.tables import for_each

NAMES = [each.name for each in OWN_EXPANSIONS]
SETS = [*NAMES, " ".join(NAMES)]


def played(names: str, race: str, most: int) -> BotResult:
    rules = rules_of(names)
    hero = next(each for each in rules.races if each.name == race)
    return play_to_end(new_game(rules, hero, 1, 1), CarefulBot, 1, most)


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
    assert played(names, race, MAX_COMMANDS).cause_of_death != CUT_SHORT


def test_freeze_that_is_used_up_is_not_asked_for() -> None:
    """X83: it walks without one, and where nobody is near."""
    for far in ("......H..", "........H"):
        game = expanded("hunters", room("@......6\\", far, ".........", "........."), steps=())
        assert BotPlayer(CarefulBot(Dice("bot"))).choose(game) != TOGGLE_FREEZE
    game = expanded("hunters", room("@......6\\", "...H.....", ".........", "........."), steps=())
    bot = BotPlayer(CarefulBot(Dice("bot")))
    assert bot.choose(game) == TOGGLE_FREEZE
    part_of(game, Hunt).freezes = 0
    bot = BotPlayer(CarefulBot(Dice("bot")))
    assert bot.choose(game) != TOGGLE_FREEZE


def test_barred_stairs_are_fought_for() -> None:
    """X80: nobody else bars them."""
    game = expanded("depths", room("@A\\", "..."), luck=[MISS] * 12, steps=())
    bot = BotPlayer(CarefulBot(Dice("bot")))
    said = []
    for _ in range(6):
        said.append(bot.choose(game))
        game.play(said[-1])
    assert any(isinstance(each, Attack) for each in said)


def test_nowhere_is_safe_for_good_once_an_enemy_left_its_chamber() -> None:
    """X50: doorways and passages are no bounds for a hunter."""
    game = expanded("hunters", room("@..+..\\", "...|..."), steps=())
    floor, kind = game.floor, next(each for each in game.rules.enemy_kinds if each.glyph == "H")
    floor.place_enemy(floor.hero_cell + 2, Enemy(kind))
    floor.move_enemy(floor.hero_cell + 2, floor.hero_cell + 3)
    assert permanently_safe_cells(GameView(game)) == 0


def test_a_last_stand_fetches_what_shows_the_stairs() -> None:
    """X61: a compass that lies in view, before it walks about."""
    game = expanded("gear", room("....@...C\\", ".........."), luck=[0], steps=())
    situation = Situation(PlayableGame(game))
    assert not situation.view.known_stairs
    assert plan_last_stand(situation, situation.game.legal_actions()) == [Move(EAST)]
