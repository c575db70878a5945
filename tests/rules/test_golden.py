"""Golden transcripts: no demonstration of the tour ever changes, nor what lies on a floor."""

from cc3k.content.floor_contents import floors_of_seed, list_floor_contents
from cc3k.engine.floor import Floor
from tests.conftest import GOLDEN, Golden, first_difference
from tests.support import tour
from tests.support.fixed_roster import FIXED_RULES
from tests.support.tables import for_each

MOST_BYTES = 150_000


@for_each("name", tour.NAMES)
def test_demonstration_never_changes(name: str, golden: Golden) -> None:
    """§6, R34: a layout, a seed and a script are the same demonstration every time."""
    golden(name, tour.transcript(tour.session(name), tour.script(name)))


def test_every_demonstration_has_its_transcript() -> None:
    sizes = {path.stem: path.stat().st_size for path in GOLDEN.glob("*.*")}
    assert sizes.keys() >= {*tour.NAMES}
    assert all(sizes[name] < MOST_BYTES for name in tour.NAMES), "small enough to read"


CATALOGUE = """\
What lies where on the floors of the first game of each seed: row,column, both from 1.
Behind a dragon stands which hoard is its own."""


def test_catalogue_of_floors_never_changes(golden: Golden) -> None:
    """R34: the floors of a seed are always the same."""
    floors = [
        f"seed {seed} floor {depth}\n{listing(floor)}"
        for seed in range(1, 21)
        for depth, floor in enumerate(floors_of_seed(FIXED_RULES, seed), start=1)
    ]
    golden("catalogue", "\n\n".join([CATALOGUE, *floors]) + "\n")


def listing(floor: Floor) -> str:
    """Return what lies where, a line a kind: its mark in a layout file, its name, its places."""
    return "\n".join(
        f"{stock.mark} {stock.name}: {'  '.join(map(str, stock.spots))}"
        for stock in list_floor_contents(floor)
    )


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
