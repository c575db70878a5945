"""Whatever a browser refuses, damages or never answers: the game starts, and says what is lost."""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Playwright

from tests.support.browser import Served, Tab, launched

pytestmark = pytest.mark.browser

GAME = "seed=42&race=troll"
KEEPS_NOTHING = "This browser keeps nothing here"
NO_LONGER = "This browser keeps the game no longer"


def denied(name: str, owner: str = "window") -> str:
    return f"""Object.defineProperty({owner}, "{name}", {{
      get() {{ throw new DOMException("denied", "SecurityError"); }}, configurable: true }})"""


FULL = "() => { throw new DOMException('x', 'QuotaExceededError'); }"
LOCK = "LockManager.prototype.request = () =>"

REFUSALS: Mapping[str, tuple[Sequence[str], str]] = {
    "no local storage, locks or service worker": (
        [
            denied("localStorage"),
            "Object.defineProperty(navigator, 'locks', { value: undefined })",
            denied("serviceWorker", "navigator"),
        ],
        "",
    ),
    "no session storage, locks that are denied": (
        [denied("sessionStorage"), f"{LOCK} Promise.reject(new DOMException('x'))"],
        "",
    ),
    "local storage that is full, locks that never answer": (
        [f"Storage.prototype.setItem = {FULL}", f"{LOCK} new Promise(() => {{}})"],
        "",
    ),
    "no database": (
        ["Object.defineProperty(window, 'indexedDB', { value: undefined })"],
        KEEPS_NOTHING,
    ),
    "a database that is denied": ([denied("indexedDB")], KEEPS_NOTHING),
    "a database that never answers": (["IDBFactory.prototype.open = () => ({})"], KEEPS_NOTHING),
    "a database that is full": ([f"IDBObjectStore.prototype.put = {FULL}"], NO_LONGER),
}
"""What a browser may do, as scripts that do it, and how what is told begins."""


@pytest.mark.parametrize("name", REFUSALS)
def test_a_browser_may_refuse_anything(tab: Tab, name: str) -> None:
    scripts, told = REFUSALS[name]
    tab.page.add_init_script(";\n".join(scripts))
    tab.open(GAME)
    assert not [error for error in tab.errors if "SyntaxError" in error or "token" in error]
    assert tab.told.startswith(told), tab.told
    assert bool(tab.told) == bool(told)
    assert "Turn" in tab.press("ArrowLeft", "ArrowRight").text
    assert tab.told == ""


DAMAGE = """([keys, value]) => new Promise((done, failed) => {
  const opening = indexedDB.open("cc3k");
  opening.onerror = () => failed(opening.error);
  opening.onsuccess = () => {
    const transaction = opening.result.transaction("pieces", "readwrite");
    const records = transaction.objectStore("pieces");
    const whole = JSON.parse(sessionStorage.getItem("whole") ?? "[]");
    for (const piece of whole) records.put({ ...piece, data: new Uint8Array(piece.data) });
    records.openCursor().onsuccess = ({ target: { result: cursor } }) => {
      if (!cursor) return;
      const path = String(cursor.value.path ?? "");
      if (path.includes(keys)) {
        cursor.update({ ...cursor.value, data: value === "null" ? null : new Uint8Array(100) });
      }
      cursor.continue();
    };
    transaction.oncomplete = () => { opening.result.close(); done(); };
    transaction.onabort = () => failed(transaction.error);
  };
})"""
"""Replaces what is kept by 100 zero bytes, or by nothing, where a path has these letters.

What `NOTE_PIECES` has noted is put back before.
"""

NOTE_PIECES = """() => new Promise((done) => {
  indexedDB.open("cc3k").onsuccess = ({ target: { result: database } }) => {
    database.transaction("pieces").objectStore("pieces").getAll().onsuccess = ({ target }) => {
      const pieces = target.result.map((piece) => ({ ...piece, data: [...piece.data] }));
      sessionStorage.setItem("whole", JSON.stringify(pieces));
      database.close();
      done();
    };
  };
})"""


def test_damaged_files_are_named_and_the_rest_is_opened(tab: Tab) -> None:
    tab.open(GAME).press("ArrowLeft")
    tab.page.evaluate(NOTE_PIECES)
    for which, value in ((".cc3k", "null"), ("page.json", "zeros"), ("", "null"), ("", "zeros")):
        tab.page.evaluate(DAMAGE, [which, value])
        tab.reload()
        assert tab.rows
        if value == "null":
            assert "Damaged in this browser's storage" in tab.told, which
            with tab.page.expect_download() as saved:
                tab.page.click("#told-save")
            pieces = json.loads(Path(saved.value.path()).read_text(encoding="ascii"))
            assert any(piece["data"] is None for piece in pieces), which
        tab.page.click("#games-button")
        tab.page.keyboard.press("Escape")


def test_a_database_without_its_stores_is_given_them(tab: Tab) -> None:
    tab.page.goto(tab.address + "icon.svg")
    tab.page.evaluate(
        """() => new Promise((done) => {
          indexedDB.deleteDatabase("cc3k").onsuccess = () => {
            const opening = indexedDB.open("cc3k", 1);
            opening.onsuccess = () => { opening.result.close(); done(); };
          };
        })"""
    )
    before = tab.open(GAME).press("ArrowLeft").text
    assert not tab.told
    assert tab.reload().text == before


class _Embedding(BaseHTTPRequestHandler):
    address = ""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        frame = f'<iframe src="{self.address}#{GAME}" width=1000 height=700></iframe>'
        self.wfile.write(f"<!doctype html><title>x</title>{frame}".encode())

    def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002 - its own name
        """Say nothing."""


@contextmanager
def embedding(address: str) -> Iterator[str]:
    """Context manager: serve a page on another site that embeds the game; yield its address."""
    handler = type("Embedding", (_Embedding,), {"address": address})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://localhost:{server.server_port}/"
        server.shutdown()


def test_it_is_played_inside_a_page_of_another_site(
    driver: Playwright, served: Served, tmp_path: Path
) -> None:
    """The browser blocks all storage of third parties, as many do."""
    profile = tmp_path / "profile"
    (profile / "Default").mkdir(parents=True)
    blocked = {"profile": {"block_third_party_cookies": True, "cookie_controls_mode": 1}}
    (profile / "Default" / "Preferences").write_text(json.dumps(blocked), encoding="ascii")
    with launched(driver, profile) as browser, embedding(served.address) as address:
        page = browser.new_page()
        page.set_default_timeout(180_000)
        page.goto(address)
        frame = page.frames[1]
        frame.wait_for_selector("html[data-ready]", state="attached")
        assert KEEPS_NOTHING in frame.inner_text("#told-text")
        frame.locator("#screen").press("ArrowLeft")
        frame.wait_for_function(
            "() => document.getElementById('screen').textContent.includes('Turn 1')"
        )


def test_a_file_says_that_it_needs_a_server(tab: Tab, site: Path) -> None:
    tab.page.goto(f"file://{site}/index.html")
    tab.page.wait_for_selector("#status-text >> text=python3 -m http.server")


def test_what_cannot_be_loaded_is_told_with_a_button(new_tab: Tab) -> None:
    for name in ("cc3k.js", "storage.js", "site.json", "pyodide.asm.wasm"):
        new_tab.page.route(f"**/{name}*", lambda route: route.abort())
        new_tab.page.goto("about:blank")
        new_tab.page.goto(f"{new_tab.address}#{GAME}")
        new_tab.page.wait_for_selector("#try-again", state="visible")
        assert "The game cannot be started" in new_tab.page.inner_text("#status-text"), name
        new_tab.page.unroute(f"**/{name}*")
    new_tab.page.click("#try-again")
    new_tab.ready()
