"""Nothing is lost: reloads, closed and killed browsers, files out and in, and no network."""

import io
import os
import signal
import zipfile
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Error, Playwright

from tests.support.browser import Processes, Served, Tab, launched
from tests.support.processes import run

pytestmark = pytest.mark.browser

GAME = "seed=42&race=troll"


HOLD_STORAGE = """() => new Promise((held) => {
  globalThis.isHeld = true;
  const opening = indexedDB.open("cc3k");
  opening.onsuccess = () => {
    const pieces = opening.result.transaction("pieces", "readwrite").objectStore("pieces");
    const ask = () => {
      held();
      if (globalThis.isHeld) pieces.count().onsuccess = ask;
    };
    ask();
  };
})"""
"""Keeps a transaction open, behind which all others wait, until `isHeld` is false."""


def test_a_reload_that_does_not_wait_loses_no_key(tab: Tab) -> None:
    tab.open(GAME)
    for turn, key in enumerate(["ArrowLeft", "ArrowRight"], start=1):
        tab.page.evaluate(
            """(key) => {
              delete document.documentElement.dataset.ready;
              document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
              location.reload();
            }""",
            key,
        )
        tab.page.wait_for_load_state()
        assert f"Turn {turn}" in tab.ready().text


def test_what_was_shown_is_there_after_each_end_of_a_browser(
    driver: Playwright, served: Served, tmp_path: Path
) -> None:
    profile, before = tmp_path / "profile", ""
    for turns, way in ((0, "tab"), (2, "browser"), (4, "closed"), (6, "")):
        shown = ""
        with suppress(Error), launched(driver, profile) as context:
            tab = Tab(context.new_page(), served.address).open(GAME)
            shown, processes = tab.text, Processes(profile)
            assert processes.pages
            if way:
                tab.press("ArrowLeft", "ArrowRight")
            after = tab.text
            for process in {"tab": processes.pages, "browser": [processes.browser]}.get(way, []):
                os.kill(process, signal.SIGKILL)
        assert before in ("", shown), way
        assert f"Turn {turns}" in shown
        before = after
        for lock in profile.glob("Singleton*"):
            lock.unlink()


def test_exported_games_are_verified_by_the_command_line(tab: Tab, tmp_path: Path) -> None:
    tab.open(GAME).press("ArrowLeft", "ArrowUp")
    tab.page.click("#games-button")
    with tab.page.expect_download() as one:
        tab.page.get_by_role("button", name="Save: ").first.click()
    one.value.save_as(tmp_path / "one.cc3k")
    with tab.page.expect_download() as all_of_them:
        tab.page.click("#export-button")
    packed = Path(all_of_them.value.path()).read_bytes()
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        (name,) = [name for name in archive.namelist() if name.endswith(".cc3k")]
        (tmp_path / "two.cc3k").write_bytes(archive.read(name))
    for journal in ("one.cc3k", "two.cc3k"):
        verified = run("replay", "--verify", journal, folder=tmp_path)
        assert (verified.code, verified.err) == (0, "")
        assert "the same in all of 2 commands" in verified.out


def test_games_of_the_command_line_are_imported(tab: Tab, tmp_path: Path) -> None:
    unfinished = tmp_path / "20261122-050732-drow-9.cc3k"
    run("--seed", "9", "--race", "drow", "--script", "--journal", str(unfinished), typed="no so ea")
    finished = Path("tests/journals/troll.cc3k")
    damaged = tmp_path / "damaged.cc3k"
    damaged.write_bytes(finished.read_bytes().replace(b"Troll", b"Trull"))
    tab.open()
    tab.page.click("#games-button")
    tab.page.set_input_files("#import-input", [str(unfinished), str(finished), str(damaged)])
    tab.page.wait_for_selector("#games-list li >> text=Drow, floor 1, turn 2")
    told = tab.page.inner_text("#games-told")
    assert f"{unfinished.name} is kept." in told
    assert "damaged.cc3k is not kept: damaged.cc3k:" in told
    assert "Trull" not in tab.page.inner_text("#games-list")
    tab.page.get_by_role("button", name="Go on: Drow, floor 1, turn 2").click()
    assert "Race: Drow" in tab.wait_for("Turn 2").text
    assert "Turn 2" in tab.reload().text


def test_a_slow_storage_holds_no_key_up(tab: Tab) -> None:
    tab.open("seed=42&race=shade&floor=combat").press(*"fnwnw")
    before, frame = tab.settle().text, tab.frame
    tab.page.evaluate(HOLD_STORAGE)
    tab.press(*"anw")
    tab.wait_for_frame(frame + 4)  # that of the blow, and the end of its flash
    shown = tab.text
    assert shown != before
    assert tab.page.get_attribute("#screen", "data-busy") == "keeping"
    tab.page.evaluate("isHeld = false")
    assert tab.settle().text == shown
    assert tab.frame == frame + 4
    assert tab.reload().text == shown


def test_many_turns_stay_quick_to_keep(tab: Tab) -> None:
    """What a key writes does not grow with the game, and pieces are joined at the next start."""
    tab.open("seed=42&race=troll&floor=dragon")
    tab.press_groups([["ArrowLeft"], ["ArrowRight"]] * 100)
    count = """() => new Promise((done) => {
      const opening = indexedDB.open("cc3k");
      opening.onsuccess = () => {
        const asked = opening.result.transaction("pieces").objectStore("pieces").getAll();
        asked.onsuccess = () => done(asked.result.map(({ path, data }) => [path, data.length]));
      };
    })"""
    pieces = tab.page.evaluate(count)
    assert max(size for path, size in pieces if path.endswith(".cc3k") and size < 1_000) < 200
    assert len(pieces) > 200
    before = tab.text
    assert tab.reload().text == before
    assert len(tab.page.evaluate(count)) < 20
