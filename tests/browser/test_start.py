"""Starts: with the memory that Python had, and without; what is transferred, and what is kept."""

import json
import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from cc3k.web.site import TYPES, SiteHandler
from tests.support.browser import Tab

pytestmark = pytest.mark.browser

GAME = "seed=42&race=troll"
PREPARED_BYTES, PLAIN_BYTES = 14_100_000, 8_000_000

CACHED = """async () => {
  await navigator.serviceWorker.ready;
  const [name] = await caches.keys();
  return (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname);
}"""


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    names, send = list[str](), SiteHandler.do_GET

    def note_and_send(self: SiteHandler) -> None:
        names.append(urlsplit(self.path).path.removeprefix("/") or "index.html")
        send(self)

    monkeypatch.setattr(SiteHandler, "do_GET", note_and_send)
    return names


def size_of(names: list[str], site: Path) -> int:
    return sum([(site / name).stat().st_size for name in {*names}])


def test_a_first_visit_loads_little_and_no_file_twice(
    new_tab: Tab, site: Path, sent: list[str]
) -> None:
    new_tab.open(GAME)
    new_tab.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    assert not [name for name in sent if name.endswith((".zip", ".wasm"))]
    assert size_of(sent, site) < PREPARED_BYTES
    large = [name for name in sent if name.endswith((".gz", ".js", ".mjs", ".css"))]
    assert len(large) == len({*large})
    kept = new_tab.page.evaluate(CACHED)
    names = {re.sub(r"-\w{16}", "", name) for name in kept}
    assert {"/pyodide/pyodide.asm.wasm", "/memory.gz", "/modules.gz"} <= names
    sent.clear()
    assert "Troll" in new_tab.reload().text
    assert not [name for name in sent if name != "sw.js"]


def test_without_the_memory_python_starts_from_nothing(new_tab: Tab, sent: list[str]) -> None:
    new_tab.page.add_init_script("delete Navigator.prototype.serviceWorker")
    answers = iter(({"body": "damaged"}, {"status": 404}))
    new_tab.page.route("**/memory-*.gz", lambda route: route.fulfill(**next(answers)))
    for _ in range(2):
        sent.clear()
        assert "Troll" in new_tab.open(GAME).text
        assert "game.zip" in sent
    assert not [*answers]


OLDER, LOADED = "0" * 16, 12
"""A version that no page has, and how many files a start loads at least."""


def older(name: str, site: Path) -> bytes:
    data = (site / name).read_bytes()
    if name.endswith(".zip"):
        return data + b"another"
    version = json.loads((site / "site.json").read_text("ascii"))["version"]
    assert version.encode() in data, name
    return data.replace(version.encode(), OLDER.encode())


def answer_with(tab: Tab, where: re.Pattern[str], data: bytes, sort: str) -> None:
    tab.page.route(where, lambda route: route.fulfill(body=data, content_type=sort))


def test_files_of_two_versions_never_run_together(
    new_tab: Tab, site: Path, sent: list[str]
) -> None:
    tab = new_tab
    tab.page.add_init_script("delete Navigator.prototype.serviceWorker")  # it would answer
    for name in ("index.html", "dialogs.js", "site.json"):
        where = re.compile("/$" if name == "index.html" else f"/{name}$")
        answer_with(tab, where, older(name, site), TYPES[Path(name).suffix])
        tab.page.goto("about:blank")
        tab.page.goto(tab.address)
        tab.page.wait_for_selector("#try-again:visible")
        assert "some of its files are of another version" in tab.page.inner_text("#status-text")
        assert not tab.page.query_selector(".row")
        tab.page.unroute(where)
        sent.clear()
        tab.page.click("#try-again")
        assert "ChamberCrawler3000" in tab.ready().text
        assert len(sent) > LOADED


HAS_COMPILED = """() => new Promise((done) => {
  indexedDB.open("cc3k").onsuccess = ({ target: { result: database } }) => {
    database.transaction("compiled").objectStore("compiled").count().onsuccess =
      ({ target }) => { database.close(); done(target.result > 0); };
  };
})"""
DAMAGE_COMPILED = """() => new Promise((done) => {
  indexedDB.open("cc3k").onsuccess = ({ target: { result: database } }) => {
    const transaction = database.transaction("compiled", "readwrite");
    transaction.objectStore("compiled").openCursor().onsuccess =
      ({ target }) => target.result.update(new Uint8Array(100));
    transaction.oncomplete = () => { database.close(); done(); };
  };
})"""


def test_a_page_without_node_loads_little_too_and_keeps_what_it_compiles(
    plain_tab: Tab, plain_site: Path, sent: list[str]
) -> None:
    """Python is loaded packed; a game that is another is told from one that is not there.

    100 zero bytes in place of what was compiled: it is compiled anew, and the game is whole.
    """
    name = "game.zip"
    plain_tab.page.route(f"**/{name}", lambda route: route.fulfill(body=older(name, plain_site)))
    plain_tab.page.goto(plain_tab.address)
    plain_tab.page.wait_for_selector("#try-again:visible")
    assert "of another version" in plain_tab.page.inner_text("#status-text")
    plain_tab.page.unroute(f"**/{name}")
    sent.clear()
    assert "Troll" in plain_tab.open(GAME).text
    assert size_of(sent, plain_site) < PLAIN_BYTES
    before = plain_tab.press("ArrowLeft").text
    plain_tab.page.wait_for_function(HAS_COMPILED)
    plain_tab.page.evaluate(DAMAGE_COMPILED)
    assert plain_tab.reload().text == before
    assert not plain_tab.told
