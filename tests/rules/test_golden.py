"""Golden transcripts: no demonstration of the tour ever changes, and each shows what it claims."""

import re

from tests.conftest import GOLDEN, Golden, first_difference
from tests.support import tour
from tests.support.tables import for_each

MOST_BYTES = 150_000

CLAIMS: dict[str, tuple[str | tuple[str, ...], ...]] = {
    "combat": (
        *[rf"PC deals \d+ damage to {glyph} " for glyph in "HWEOLMD"],
        *[rf"{glyph} deals \d+ damage to PC" for glyph in "HWEOLD"],
        "M misses PC",
        "PC misses L",
        r"PC slays H\.$",
        r"E deals 24 damage to PC\. E deals 24 damage to PC\.",
        (r"E slays PC\.$", r"^Defeat. PC died on floor 1\.\nScore: 0 \(0 gold\)$"),
    ),
    "dragon": (
        # It minds whoever is beside its hoard, no farther; the hoard is walked over and stays.
        r"DG\.@(?s:.*)Action: PC moves West\.$",
        r"DG@(?s:.*)Action: PC moves West\. D deals 18 damage to PC\.$",
        (r"D@\.(?s:.*)Action: PC moves West\. PC regains", r"DG@(?s:.*)Action: PC moves East\."),
        r"PC slays D\. PC picks up 6 gold\.",
        # One that no dragon is beside is free to take; two are guarded by the one between them.
        r"@\.\.\.GDG(?s:.*)Action: PC moves East\. PC picks up 6 gold\.",
        (r"@DG(?s:.*)D \(3 HP\)", r"@\.G(?s:.*)PC slays D\. PC picks up 6 gold\."),
        r"Gold: 24 (?s:.*)PC picks up 6 gold\.",
    ),
    "drops": (
        # With no free tile beside him a human's two piles are one.
        (r"\|GP\.(?s:.*)PC slays H\.$", r"\|@P\.(?s:.*)PC picks up 4 gold\.$"),
        (r"\|G\.(?s:.*)\|\.G(?s:.*)PC slays H\.$", "PC picks up 2 gold", "PC picks up 2 gold"),
        *[rf"PC slays {glyph}\. PC takes [12] gold from {glyph}\.$" for glyph in "LWEO"],
        (r"PC slays M\. PC steals 5 gold\.$", r"PC picks up 4 gold\.$"),
    ),
    "merchants": (
        # At peace beside one, until the first blow; then at war with all, until the next game.
        r"\.M\.(?s:.*)\|\.\.\.\.@(?s:.*)Drow(?s:.*)Action: PC moves East\.$",
        r"Every merchant is hostile from now on\.",
        (r"PC slays M\.$", r"PC picks up 4 gold\.$"),
        r"Floor 1$(?s:.*)Action: PC moves East\. M deals 61 damage to PC\.$",
        r"Floor 2$(?s:.*)Action: PC moves East\. M deals 61 damage to PC\. M slays PC\.$",
        r"\.M\.(?s:.*)\|\.\.\.\.@(?s:.*)Shade(?s:.*)Action: PC moves East\.$",
    ),
    "potions": (
        *[rf"PC uses {name}\." for name in ("RH", "BA", "BD", "PH", "WA", "WD")],
        r"sees an unknown potion \(x3\)\.",
        r"has spawned\. PC sees an unknown potion \(x2\)\.$",
        r"sees an unknown potion and an RH potion\.",
        r"sees a BA potion and an unknown potion \(x2\)\.",
        # RH stops at the race's HP, unless it is a vampire's.
        (r"HP: 125$", r"HP: 125$(?s:.*)PC uses RH\."),
        r"Vampire(?s:.*)HP: 60$(?s:.*)PC uses RH\.",
        # A drow's potions do half as much again.
        r"Drow(?s:.*)HP: 135$(?s:.*)PC uses PH\.",
        r"Drow(?s:.*)Atk: 39\nDef: 22$",
        r"Drow(?s:.*)Atk: 18\nDef: 8$",
        # Brews end with the floor. Below 0 is nothing, and a boost then counts in full.
        (r"Atk: 35\nDef: 30$", r"Atk: 25\nDef: 25$(?s:.*)goes down to floor 2\."),
        (r"Atk: 0$", r"Atk: 0$(?s:.*)PC uses WA\.", r"Atk: 5$(?s:.*)PC uses BA\."),
        r"Troll(?s:.*)HP: 115$(?s:.*)PC uses PH\. PC regains 5 HP\.",
        (r"HP: 0$(?s:.*)PC uses PH\. PH slays PC\.", r"^Defeat\."),
    ),
    "races": (
        r"Vampire(?s:.*)HP: 60$(?s:.*)PC drains 5 HP\.",
        (r"HP: 50$", r"Vampire(?s:.*)HP: 38$(?s:.*)PC misses L\. L deals 12 damage to PC\.$"),
        (r"HP: 5$", r"W sickens PC, who loses 5 HP\. W slays PC\.$"),
        r"Shade(?s:.*)E deals 24 damage to PC\. E deals 24 damage to PC\.$",
        r"Drow(?s:.*)damage to E \(\d+ HP\)\. E deals 27 damage to PC\.$",
        r"PC regains 5 HP\. O deals 27 damage to PC\.$",
        r"Goblin(?s:.*)O deals 38 damage to PC\.$",
    ),
    "stairs": (
        *[rf"goes down to floor {floor}\." for floor in (2, 3, 4, 5)],
        (
            r"leaves the dungeon\.$",
            r"^Victory! .*\nScore: 16 \(11 gold \+ 5 for a shade\)\nPlay (?s:.*)Goblin Gold: 0 ",
        ),
        (r"O slays PC\.$", r"^Defeat\. (?s:.*)\nScore: 0 \(0 gold\)\nPlay again .*\n\Z"),
    ),
    "standard": (
        r"E deals 24 damage to PC\. E misses PC\.$",
        r"PC uses BD\.",
        r"PC picks up 1 gold\.$",
        (r"damage to L \(79 HP\)\. L deals 12 damage to PC\.$", r"PC misses L\. L misses PC\.$"),
        r"goes down to floor 2\.",
    ),
    "tiny": (
        # There is no third drawing: a floor on the standard plan follows.
        r"^\|-{23}\|\n(.{25}\n){9}\|-{23}\|\nRace: .{66}Floor 1$",
        r"^\|-{23}\|\n(.{25}\n){7}\|-{23}\|\nRace: .{66}Floor 2$",
        r"^\|-{77}\|\n(.{79}\n){23}\|-{77}\|\nRace: .{66}Floor 3$",
        r"goes down to floor 3\. PC sees an unknown potion\.$",
    ),
    "tutorial": (
        r"\|\.\.@\.+\+#+\+",
        *[rf"PC picks up {gold} gold\.$" for gold in (1, 2)],
        r"PC deals 21 damage to L \(\d+ HP\)\.",
    ),
    "walking": (
        (r"\.@#{8}\+", r"\.\+@#{7}\+", r"\.\+#@#{6}\+"),
        *[rf"PC moves {way}\b" for way in ("North", "South", "East", "West")],
        *[rf"PC moves {way}\b" for way in ("Northeast", "Northwest", "Southeast", "Southwest")],
        r"PC cannot move North\.$",
        r"PC cannot move South: L is in the way\.",
        r"PC cannot move East: P is in the way\.",
        r"There is no enemy to the East\.",
        r"There is no potion to the West\.",
        r"There is no command 'jump'\.",
        # Held enemies stand still on the next floor as well.
        r"Floor 1$(?s:.*)Enemies stand still\.",
        r"Floor 2$(?s:.*)Enemies move again\.",
    ),
}
"""What each demonstration shows: patterns found in one page, or in pages that follow each other."""


@for_each("name", tour.NAMES)
def test_demonstration_never_changes(name: str, golden: Golden) -> None:
    """§6, R34: a layout, a seed and a script are the same demonstration every time."""
    golden(name, tour.transcript(tour.session(name), tour.script(name)))


@for_each("name", tour.NAMES)
def test_demonstration_shows_what_it_claims(name: str) -> None:
    """§6: set up specific test cases to demonstrate the program; a change of luck may spoil one."""
    shown = tour.pages(tour.transcript(tour.session(name), tour.script(name)))
    assert [claim for claim in CLAIMS[name] if not _is_shown(claim, shown)] == []


def _is_shown(claim: str | tuple[str, ...], pages: list[str]) -> bool:
    patterns = (claim,) if isinstance(claim, str) else claim
    return any(
        all(re.search(*pair, re.MULTILINE) for pair in zip(patterns, pages[first:], strict=False))
        for first in range(len(pages) - len(patterns) + 1)
    )


@for_each("name", tour.NAMES)
def test_transcript_is_small_enough_to_read(name: str) -> None:
    assert len(tour.transcript(tour.session(name), tour.script(name))) < MOST_BYTES


def test_every_demonstration_has_its_claims_and_its_transcript() -> None:
    assert set(CLAIMS) == set(tour.NAMES)
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
