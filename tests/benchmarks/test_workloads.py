"""The benchmarks do what they say; how long it takes is not tested."""

import pytest

from cc3k.content.roster import BASE_RULES
from cc3k.engine.events import Moved, Regenerated
from cc3k.play.session import Session
from tests.benchmarks import (
    defender,
    escape,
    gems,
    instructions,
    paintings,
    waits,
    workloads,
    yardstick,
)
from tests.support.tables import for_each


def test_random_turns_are_the_same_every_time() -> None:
    """A workload that differed from run to run could not be compared."""
    assert workloads.script(200) == workloads.script(200)
    workloads.random_turns(500)


def test_a_scripted_run_reports_time_and_memory() -> None:
    """CPU-seconds and kB of the process that played the script."""
    seconds, kilobytes = workloads.scripted_run(workloads.script(20))
    assert seconds > 0
    assert kilobytes > 1000


def test_the_yardstick_plays() -> None:
    """It restarts after deaths and walks into every kind of cell."""
    yardstick.play(500)


def test_nothing_happens_while_keys_are_timed() -> None:
    """A fight would be painted anew as its flashes go out, and the end of the hero as a page."""
    session = Session(BASE_RULES, waits.CALM_SEED)
    session.start_game(next(race for race in BASE_RULES.races if race.name.lower() == waits.RACE))
    for number in range(waits.KEYS):
        session.handle_word(("ea", "we")[number % 2])
        assert session.last_refusal is None
        assert all(isinstance(event, Moved | Regenerated) for event in session.last_events)


@pytest.mark.slow
def test_defender_commands_give_the_same_transcript_one_by_one_and_as_a_text() -> None:
    """What is measured: turns, errors and setups, the same every time."""
    commands = defender.script(600)
    assert len(commands) == 600
    names = {command.name for command in commands}
    assert names > {"play", "move", "pass", "fire", "special", "toggle_debug_mode"}
    assert defender.play(commands) == defender.read_and_play("\n".join(map(str, commands)))


@pytest.mark.slow
@for_each("size, mean", [(paintings.WHOLE, 215), (paintings.TIGHT, 200)])
def test_a_turn_costs_no_more_than_a_slow_line_can_bear(size: tuple[int, int], mean: int) -> None:
    """In the default palette, with effects: random arrows, into walls and enemies as well."""
    painted = paintings.random_paintings(4_000, size)
    assert len(painted.sizes) == 4_000
    assert 100 < painted.mean <= mean
    assert painted.faded > 0
    assert painted.percentile_99 <= 420
    assert painted.percentile_99 < painted.redraw <= 2_500
    assert painted.seconds > 0


@pytest.mark.slow
def test_a_turn_of_a_careful_game_at_80x24_costs_at_most_200_bytes() -> None:
    """With effects: a real game, as it is played by somebody who holds enemies still."""
    painted = paintings.game_paintings("careful", paintings.TIGHT, games=1)
    assert len(painted.sizes) > 100
    assert 20 < painted.mean <= 200


@pytest.mark.slow
@for_each("size", [paintings.BESIDE, paintings.BELOW])
def test_a_turn_with_the_panel_costs_at_most_400_bytes(size: tuple[int, int]) -> None:
    """In whole games of a bot whose enemies all walk: the panel keeps its rows where they are."""
    painted = paintings.game_paintings("greedy", size, games=2)
    assert len(painted.sizes) > 100
    assert 200 < painted.mean <= 400


def test_both_versions_of_gems_make_the_same_moves() -> None:
    """By every policy: the single one takes 70 moves, and the others follow."""
    assert gems.play(150) == gems.play_plainly(150) > 300


def test_both_versions_of_escape_give_the_same_answers() -> None:
    """Else there would be nothing to compare; and games end within the workload."""
    games = escape.random_games(300)
    assert sum(map(len, games)) == 300
    assert len(games) > 1
    assert escape.play(games) == escape.play_straightforwardly(games)


@pytest.mark.slow
def test_a_scripted_frame_and_a_start_take_few_instructions() -> None:
    """What is counted depends on no neighbour: a lost tenth of the speed fails here."""
    frame, start = instructions.of_a_frame(), instructions.of_script(0)
    if frame is None or start is None:
        pytest.skip("neither perf nor valgrind counts instructions here")
    assert frame <= 91_000
    assert start <= 365 * instructions.MILLION
    on_screen = instructions.to_first_map()
    assert on_screen is not None
    assert on_screen <= 545 * instructions.MILLION
