"""A browser in which release 2's page was played: the new page finds everything that it kept.

`homes/page2.json` is what the database of that page held, as the page itself saves it.
`homes/page2-two-tabs.json` is the same after a tab of that page and one of this took turns: both
went on with the troll's game, each won a game, and the old one ended a game that the new one had.
"""

import json
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext

from tests.support.browser import Served, Tab

pytestmark = pytest.mark.browser

HOMES = Path(__file__).parents[1] / "homes"
WAYS = "|---|\n|@7\\|\n|---|\n" * 5
"""The floors on which all of the kept victories were won."""

KEEP = """(pieces) => new Promise((kept) => {
  indexedDB.deleteDatabase("cc3k"); // one that another test has mended has a later version
  const opening = indexedDB.open("cc3k", 1);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore("pieces", { keyPath: ["path", "offset"] });
    opening.result.createObjectStore("compiled");
  };
  opening.onsuccess = () => {
    const transaction = opening.result.transaction("pieces", "readwrite");
    for (const piece of pieces) {
      const data = Uint8Array.from(atob(piece.data.base64), (one) => one.charCodeAt(0));
      transaction.objectStore("pieces").put({ ...piece, data });
    }
    transaction.oncomplete = () => kept(opening.result.close());
  };
})"""
"""Makes the database anew as release 2's page did, and keeps pieces in it."""

BEGUN = "Drow, floor 1, turn 2, 0 gold, 23 Nov (unfinished)"
"""A game that the new page began."""
UNFINISHED = (
    "Drow, floor 1, turn 1, 0 gold, daily, 23 Nov (unfinished)",
    "Modern Gems, 4 turns, 23 Nov (unfinished)",
)
LEFT, SLAIN, WON = (
    "Shade, floor 1, given up, 0 gold, 23 Nov",
    "Vampire, floor 1, PH potion, 0, 23 Nov",
    "Drow, floor 5, won, 5, 23 Nov",
)


@pytest.mark.parametrize(
    ("kept", "turn", "games", "rank"),
    [
        ("page2", 2, [*UNFINISHED, LEFT, SLAIN, WON], "2nd of your 2"),
        (
            "page2-two-tabs",
            5,
            [BEGUN, *UNFINISHED, WON, SLAIN, WON, LEFT, SLAIN, WON],
            "4th of your 4",
        ),
    ],
)
def test_all_that_release_2_kept_is_there(  # noqa: PLR0913, PLR0917 - a row, and the browser
    context: BrowserContext,
    shared_server: Served,
    kept: str,
    turn: int,
    games: list[str],
    rank: str,
) -> None:
    page = context.pages[0]
    page.evaluate(KEEP, json.loads((HOMES / f"{kept}.json").read_text("ascii")))
    tab = Tab(page, shared_server.address).open("seed=9&race=troll" if kept == "page2" else "")
    assert "Race: Troll" in tab.text
    assert f"Turn {turn}\n" in tab.text
    assert f"Turn {turn + 1}\n" in tab.press("ArrowRight").settle().text
    tab.page.click("#games-button")
    tab.page.wait_for_selector(f"#games-list li >> text={games[-1]}")
    listed = tab.page.inner_text("#games-list").splitlines()
    told = [line for line in listed if " Nov" in line]
    assert told == [f"Troll, floor 1, turn {turn + 1}, 0 gold, 23 Nov (open)", *games]
    tab.page.keyboard.press("Escape")
    tab.open("nothing")  # of which a link must not speak: the race screen is there
    assert "turn 1, played 2026-11-23 08:20 UTC, Daily 2026-11-23." in tab.text
    tab.drop("ways.txt", WAYS)
    tab.wait_for("by a hasty bot", is_there=False).press("d")
    for _ in range(10):
        tab.press("ArrowRight").settle()
    tab.wait_for("Victory!").page.wait_for_timeout(1_000)  # keys meant for the game are dropped
    assert f"{rank} games as a drow" in tab.press("Enter").text
