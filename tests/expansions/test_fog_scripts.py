"""Programs in the fog: what is never seen changes no byte of a script or of plain mode (X41)."""

from pathlib import Path
from textwrap import dedent

import pytest

from cc3k.play.session import Session
from tests.conftest import Golden
from tests.support import tour
from tests.support.fixed_roster import fixed_rules_of
from tests.support.processes import run

HERE = r"""
    |-------------------------|
    |                         |
    ||------|   |------------||
    ||.@..7.|   |{one}||
    ||......+###+............||
    ||..0...|   |{two}||
    ||------|   |------------||
    |                         |
    |-------------------------|
"""

HIDDEN = (
    ("..6....E..\\.", "............"),
    (".\\..........", "..M..H..9D.."),
    ("............", "...1........"),
)
"""Rows of the chamber that nobody looks into; the last has no stairs, so they are spawned."""

WORDS = "f so ea ea ea we l a no u so no ea ea xyzzy se ne we f f so"
PLAIN_WORDS = "freeze\nlook\nstatus\nodds\ntravel gold\nlook\ntravel stairs\nlog\nleave\n"


def layouts(folder: Path) -> list[str]:
    """Return the files of floors that differ in the unseen."""
    paths = []
    for number, (one, two) in enumerate(HIDDEN):
        path = folder / f"{number}.txt"
        path.write_text(dedent(HERE.format(one=one, two=two)).lstrip("\n"), "ascii")
        paths.append(str(path))
    return paths


@pytest.mark.slow
@pytest.mark.parametrize("mode", [("--script",), ("--plain",)])
def test_programs_say_the_same_whatever_is_unseen(mode: tuple[str, ...], tmp_path: Path) -> None:
    """X41: outputs and exit codes, of a walk through all that is seen."""
    typed = f"{WORDS}\nq\n" if mode == ("--script",) else PLAIN_WORDS
    ended = []
    for number, path in enumerate(layouts(tmp_path)):
        named = tmp_path / "floor.txt"
        named.write_bytes(Path(path).read_bytes())
        home = tmp_path / f"home {number}"
        home.mkdir()
        one = run(
            *("--seed", "3", "--race", "shade", "--dlc", "fog", *mode, str(named)),
            typed=typed,
            folder=home,
        )
        ended.append((one.code, one.out, one.err))
    assert ended[0][0] == 0
    assert "@" in ended[0][1] or "Near:" in ended[0][1]
    assert ended[1:] == ended[:1] * 2


EXPLORING = """t
nw nw no no sw we we we we we we we we we no no no no ea ea ea ea ea we we we
a ea u no q"""
"""A troll explores, leaves a chamber behind it, and sees the next one by its doorway."""


def test_a_walk_into_the_fog_never_changes(golden: Golden) -> None:
    """X3, R34: a seed and a script are the same walk every time."""
    text = tour.transcript(Session(fixed_rules_of("fog"), tour.SEED), EXPLORING)
    golden("expansions/fog_seeded", text)
    frames = [page for page in tour.pages(text) if "Race: Troll" in page]
    boards = [page.split("Race:")[0].splitlines()[-25:] for page in frames]
    assert {len(row) for board in boards for row in board} == {79}
    shown = [sum(len(row.replace(" ", "")) for row in board) for board in boards]
    assert shown[-1] > shown[0] > 0
