"""Starts: with the memory that Python had, and without; what is transferred, and what is kept."""

from pathlib import Path

import pytest

from tests.support.browser import Tab

pytestmark = pytest.mark.browser

GAME = "seed=42&race=troll"
PREPARED_BYTES, PLAIN_BYTES = 14_000_000, 8_000_000

CACHED = """async () => {
  await navigator.serviceWorker.ready;
  const [name] = await caches.keys();
  return (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname);
}"""


def asked_for(tab: Tab) -> list[str]:
    return [url.removeprefix(tab.address).partition("#")[0] for url in tab.requests]


def transferred(tab: Tab, site: Path) -> int:
    """Return the bytes of all files that a page has asked for."""
    names = [name or "index.html" for name in asked_for(tab) if "://" not in name]
    return sum(
        [(site / name.partition("?")[0]).stat().st_size for name in names if name[:5] != "about"]
    )


def test_a_first_visit_loads_little_and_no_file_twice(new_tab: Tab, site: Path) -> None:
    """Python's memory comes packed, and in place of the library and of the game."""
    new_tab.open(GAME)
    new_tab.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    asked = asked_for(new_tab)
    assert "memory.gz" in asked
    assert not [name for name in asked if name.endswith((".whl", ".zip", ".wasm"))]
    assert transferred(new_tab, site) < PREPARED_BYTES
    assert len(asked) == len({*asked})
    kept = new_tab.page.evaluate(CACHED)
    assert "/pyodide/pyodide.asm.wasm" in kept
    assert "/memory.gz" in kept


@pytest.mark.parametrize(
    "answer", [{"body": b"\0" * 1_000}, {"status": 404}], ids=["damaged", "none"]
)
def test_without_the_memory_python_starts_from_nothing(
    new_tab: Tab, answer: dict[str, bytes | int]
) -> None:
    """It is damaged, or not there: the game starts all the same."""
    new_tab.page.route("**/memory.gz", lambda route: route.fulfill(**answer))
    assert "Troll" in new_tab.open(GAME).text
    assert [name for name in asked_for(new_tab) if name.endswith(".whl")]


def test_a_page_without_node_loads_little_too(plain_tab: Tab, plain_site: Path) -> None:
    """Nothing is prepared: what Python is made of is loaded packed."""
    assert "Troll" in plain_tab.open(GAME).text
    assert transferred(plain_tab, plain_site) < PLAIN_BYTES


def test_games_of_two_visits_differ(new_tab: Tab) -> None:
    """The memory that every visit begins with has no chance in it."""
    seen = set[str]()
    for _ in range(2):
        new_tab.open("race=troll")
        seen.add(new_tab.text)
        new_tab.page.evaluate("indexedDB.deleteDatabase('cc3k')")
    assert len(seen) == 2
