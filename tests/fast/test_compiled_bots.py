"""A compiled bot plays as its twin in Python does: the same results and digests of whole games."""

import os
from collections.abc import Sequence

import pytest

from cc3k.bots.bot import MAX_COMMANDS, GreedyBot, RandomBot
from cc3k.bots.plugins import BOTS
from cc3k.bots.statistics import CUT_SHORT, BotResult, new_game, play_to_end
from cc3k.content.layout.reader import read_layout
from cc3k.content.roster import BASE_RULES
from cc3k.engine.board import FloorLayout
from cc3k.engine.hero import Race
from cc3k.fast.compiled_bots import COMPILED_BOTS, CompiledPlayer, find_compiled_bot, play_randomly
from cc3k.saves.layout_files import load_layout
from cc3k.saves.paths import shipped_layouts
from tests.fast.hostile_layouts import hostile_layouts
from tests.support.scenarios import room
from tests.support.tables import for_each

pytestmark = pytest.mark.core

GAMES = int(os.environ.get("CC3K_TWIN_GAMES", "100"))
"""Games of each race in the slow test; `CC3K_TWIN_GAMES=20000` plays as many."""


def compare(
    player: CompiledPlayer,
    race: Race,
    numbers: Sequence[int],
    layouts: tuple[FloorLayout, ...] = (),
    most: int = MAX_COMMANDS,
) -> list[BotResult]:
    results = []
    for number in numbers:
        game = new_game(BASE_RULES, race, 7, number, layouts)
        expected = play_to_end(game, RandomBot, number, most)
        assert player.play(race, 7, number, most) == expected
        assert player.games.digest(0) == game.digest()
        results.append(expected)
    return results


@pytest.fixture(scope="module")
def player() -> CompiledPlayer:
    return CompiledPlayer(play_randomly, BASE_RULES)


@pytest.mark.parametrize("race", BASE_RULES.races, ids=lambda race: race.name)
def test_random_plays_as_it_does_in_python(player: CompiledPlayer, race: Race) -> None:
    results = compare(player, race, range(1, 41))
    assert len({result.turns for result in results}) > 20
    assert {result.game_number for result in results} == {*range(1, 41)}


@pytest.mark.slow
@pytest.mark.parametrize("race", BASE_RULES.races, ids=lambda race: race.name)
def test_random_plays_hundreds_of_games_as_in_python(player: CompiledPlayer, race: Race) -> None:
    compare(player, race, range(300, 300 + GAMES))


@pytest.mark.parametrize("most", [0, 1, 17, 90])
def test_a_game_is_given_up_where_it_is(player: CompiledPlayer, most: int) -> None:
    results = compare(player, BASE_RULES.races[0], range(1, 6), most=most)
    assert CUT_SHORT in [result.cause_of_death for result in results]


@for_each("name", shipped_layouts())
def test_layouts_that_come_with_the_game_are_played(name: str) -> None:
    layouts = load_layout(name, BASE_RULES).floor_layouts
    own = CompiledPlayer(play_randomly, BASE_RULES, layouts)
    for race in BASE_RULES.races:
        compare(own, race, [1, 2], layouts, most=2_000)


def test_hostile_layouts_are_played() -> None:
    for text in hostile_layouts(12, seed=3):
        layouts = read_layout(text.encode("ascii"), "drawn", BASE_RULES).floor_layouts
        compare(CompiledPlayer(play_randomly, BASE_RULES, layouts), BASE_RULES.races[1], [1],
                layouts, most=300)  # fmt: skip


def test_a_victory_is_one() -> None:
    """§1: down the stairs of five rooms."""
    text = "\n".join([room("@\\", "6.")] * 5)
    layouts = read_layout(text.encode("ascii"), "drawn", BASE_RULES).floor_layouts
    own = CompiledPlayer(play_randomly, BASE_RULES, layouts)
    results = compare(own, BASE_RULES.races[4], range(1, 9), layouts)
    assert all(result.won and result.floors == 5 for result in results)
    assert any(result.score for result in results)


def test_a_compiled_bot_is_found_by_what_makes_the_bot() -> None:
    assert find_compiled_bot(BOTS["random"]) is play_randomly
    assert find_compiled_bot(GreedyBot) is None
    assert {bot for bot, _ in COMPILED_BOTS} <= {*BOTS.values()}
