"""Golden transcripts: no demonstration of the tour ever changes."""

from tests.conftest import GOLDEN, Golden, first_difference
from tests.support import tour
from tests.support.tables import for_each

MOST_BYTES = 150_000


@for_each("name", tour.NAMES)
def test_demonstration_never_changes(name: str, golden: Golden) -> None:
    """§6, R34: a layout, a seed and a script are the same demonstration every time."""
    golden(name, tour.transcript(tour.session(name), tour.script(name)))


@for_each("name", tour.NAMES)
def test_transcript_is_small_enough_to_read(name: str) -> None:
    assert len(tour.transcript(tour.session(name), tour.script(name))) < MOST_BYTES


def test_every_demonstration_has_its_transcript() -> None:
    assert {path.name for path in GOLDEN.iterdir() if path.is_file()} == {
        f"{name}.txt" for name in (*tour.NAMES, "catalogue", "ruleset")
    }


def test_first_difference_shows_the_first_page_that_differs_and_no_other() -> None:
    one, two, six = [f"|{word}|\nRace: Shade\nAction: \n" for word in ("one", "two", "six")]
    assert first_difference(one + two + one, one + six + one).splitlines() == [
        "page 2 differs",
        "--- kept",
        "+++ now",
        "@@ -1,3 +1,3 @@",
        "-|two|",
        "+|six|",
        " Race: Shade",
        " Action: ",
    ]
    assert first_difference(one + two, one).splitlines()[0] == "page 2 differs"
    assert first_difference(one, one + two).splitlines()[0] == "page 2 differs"
