"""The benchmarks do what they say; how long it takes is not tested."""

from cc3k.content.roster import BASE_RULES
from cc3k.engine.events import Moved, Regenerated
from cc3k.play.session import Session
from tests.benchmarks import escape, paintings, waits, workloads, yardstick


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


def test_a_turn_costs_no_more_than_a_slow_line_can_bear() -> None:
    """In the default palette at 79x30: 260 bytes a turn on average, 352 in 99 of 100 turns."""
    painted = paintings.random_paintings(4_000)
    assert len(painted.sizes) == 4_000
    assert 100 < painted.mean <= 260
    assert painted.faded > 0
    assert painted.percentile_99 <= 352
    assert painted.percentile_99 < painted.redraw <= 2_400
    assert painted.seconds > 0


def test_both_versions_of_escape_give_the_same_answers() -> None:
    """Else there would be nothing to compare; and games end within the workload."""
    games = escape.random_games(300)
    assert sum(map(len, games)) == 300
    assert len(games) > 1
    assert escape.play(games) == escape.play_straightforwardly(games)
