"""The catalogue: what lies where on the floors of the first twenty seeds, and by which way."""

from cc3k.content.floor_contents import floors_of_seed, list_floor_contents
from cc3k.engine.floor import Floor
from tests.conftest import Golden
from tests.support.fixed_roster import FIXED_RULES

SEEDS = range(1, 21)
HEADING = """\
What lies where on the floors of the first game of each seed: row,column, both from 1.
Behind a dragon stands which hoard is its own."""


def test_catalogue_of_floors_never_changes(golden: Golden) -> None:
    """R34: the floors of a seed are always the same."""
    floors = [
        f"seed {seed} floor {depth}\n{listing(floor)}"
        for seed in SEEDS
        for depth, floor in enumerate(floors_of_seed(FIXED_RULES, seed), start=1)
    ]
    golden("catalogue", "\n\n".join([HEADING, *floors]) + "\n")


def listing(floor: Floor) -> str:
    """Return what lies where, a line a kind: its mark in a layout file, its name, its places."""
    return "\n".join(
        f"{stock.mark} {stock.name}: {'  '.join(map(str, stock.spots))}"
        for stock in list_floor_contents(floor)
    )
