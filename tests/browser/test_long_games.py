"""Long games in a browser: opened with how far they are, shared with a warning, on both windows."""

import re
from typing import TYPE_CHECKING

import pytest

from cc3k.content.roster import BASE_RULES
from cc3k.play.endings import GIVEN_UP
from cc3k.web.visit import LONG_GAME
from tests.support.records import header, journal_of, recorded
from tests.support.scenarios import room

if TYPE_CHECKING:
    from tests.support.browser import Tab

pytestmark = pytest.mark.browser

COMMANDS, MAX_CHAT_LINK = LONG_GAME + 200, 8_000

WATCH_PICTURES = """() => {
  const screen = document.getElementById("screen");
  globalThis.pictures = [];
  new MutationObserver(() => {
    const found = screen.textContent.match(/(\\d+)% is done/);
    if (found) pictures.push(Number(found[1]));
  }).observe(screen, { childList: true, subtree: true });
}"""
UNSEEN = """(names) => names.filter((name) => {
  const box = document.getElementById(name).getBoundingClientRect();
  const fits = box.right <= innerWidth && box.bottom <= innerHeight;
  return !box.width || !box.height || box.left < 0 || box.top < 0 || !fits;
})"""
"""Tells which elements of these names are not wholly in the window."""


@pytest.fixture(scope="module")
def journal() -> str:
    of, words = header(room("@..", "...") + "\n", BASE_RULES.races[4].name), ["ea", "we"]
    record = recorded(of, *words * (COMMANDS // 2), ending=GIVEN_UP)
    return journal_of(record).decode("ascii")


@pytest.mark.parametrize("window", ["phone", "tab"])
def test_a_long_game_is_opened_watched_and_shared(
    request: pytest.FixtureRequest, window: str, journal: str
) -> None:
    tab: Tab = request.getfixturevalue(window)
    tab.open()
    tab.page.evaluate(WATCH_PICTURES)
    tab.drop("long.cc3k", journal)
    tab.page.wait_for_function("() => document.title.includes('seed')")
    tab.page.wait_for_function(
        "() => globalThis.pictures.length && !document.body.textContent.includes('is done')"
    )
    pictures = tab.page.evaluate("globalThis.pictures")
    assert pictures == sorted(pictures), "no picture comes after a later one"
    assert len(set(pictures)) > 1
    tab.press("End").settle()
    last = tab.text.rstrip().splitlines()[-1]
    assert re.search(rf"[Tt]urn {COMMANDS}( of |/){COMMANDS}\b", last)
    assert last.endswith("."), "nothing of it is cut"
    tab.page.click("#share-button")
    link, note = tab.page.input_value("#watch-link"), tab.page.inner_text("#watch-note")
    assert len(link) > MAX_CHAT_LINK
    assert note.startswith(f"This link has {len(link):,} characters: a chat or a mail may cut it.")
    assert tab.page.get_attribute("#watch-link", "aria-describedby") == "watch-note"
    shown = ["play-link", "copy-play", "watch-link", "watch-note", "copy-watch", "save-shared"]
    assert tab.page.evaluate(UNSEEN, shown) == []
    assert tab.page.evaluate(
        "() => { const { scrollWidth, clientWidth } = document.getElementById('share-dialog');"
        " return scrollWidth <= clientWidth; }"
    )
    with tab.page.expect_download() as download:
        tab.page.click("#save-shared")
    assert download.value.path().read_text(encoding="ascii") == journal
    tab.page.keyboard.press("Escape")
    tab.follow("seed=42&race=shade").press("ArrowLeft")
    tab.page.click("#share-button")
    assert tab.page.input_value("#watch-link")
    assert tab.page.inner_text("#watch-note") == "", "a short link needs no warning"
    assert not tab.errors
