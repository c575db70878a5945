"""Publishing: the page is installed by a browser, and its ZIP plays wherever it is unpacked."""

import io
import os
import subprocess
import zipfile
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import BrowserContext

from cc3k.web.site import ADDRESS, LIST, zip_site
from tests.support.browser import Tab
from tests.support.processes import COMMAND, environment

pytestmark = pytest.mark.browser

GAME = "seed=42&race=troll"


class StaticHost(SimpleHTTPRequestHandler):
    """Any static host, which knows nothing of the page; some let browsers unpack packed files."""

    def end_headers(self) -> None:
        if self.path.endswith(".gz"):
            self.send_header("Content-Encoding", "gzip")
        super().end_headers()

    def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002 - its own name
        """Say nothing of each request."""


@pytest.fixture
def host(tmp_path: Path, site: Path) -> Iterator[ThreadingHTTPServer]:
    files = {path.relative_to(site).as_posix(): path for path in site.rglob("*") if path.is_file()}
    zipped = zip_site({name: path.read_bytes() for name, path in files.items()})
    with zipfile.ZipFile(io.BytesIO(zipped)) as archive:
        archive.extractall(tmp_path / "a" / "b")
    with ThreadingHTTPServer((ADDRESS, 0), partial(StaticHost, directory=tmp_path)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


def test_the_unpacked_zip_plays_in_any_folder(
    new_browser: BrowserContext, host: ThreadingHTTPServer
) -> None:
    folder = f"http://{ADDRESS}:{host.server_port}/a/b/"
    tab = Tab(new_browser.new_page(), f"{folder}index.html").open(GAME)
    tab.page.evaluate("navigator.serviceWorker.ready")
    shown = tab.press("ArrowLeft").text
    assert "Race: Troll" in shown
    assert all(request.startswith((folder, "about:")) for request in tab.requests)
    host.shutdown()
    host.server_close()
    tab.address = folder
    assert tab.open(GAME).text == shown
    assert "Turn 2" in tab.press("ArrowRight").text
    assert tab.open("gems").rows
    assert not tab.errors


@pytest.mark.slow
def test_two_builds_of_the_same_files_are_the_same(site: Path, tmp_path: Path) -> None:
    """Byte for byte, with Python's memory: nothing in it is of this hour, this folder or chance.

    Another worker has written it as well, with hashes of its own; where there is none, a program.
    """
    lists = site.parents[1].glob(f"popen-gw*/{site.name}/{LIST}")
    again = next((each.parent for each in lists if each.parent != site), tmp_path / "again")
    if again.parent == tmp_path:
        command = [*COMMAND, "web", "again", "--pyodide", os.environ["CC3K_PYODIDE"]]
        env = {**environment(), "PYTHONHASHSEED": "7"}
        subprocess.run(command, cwd=tmp_path, env=env, check=True)
    names = {path.relative_to(site) for path in site.rglob("*") if path.is_file()}
    assert any(name.name.startswith("memory-") for name in names)
    for name in names:
        assert (again / name).read_bytes() == (site / name).read_bytes(), name


def test_the_page_can_be_installed(tab: Tab) -> None:
    """Chromium's own criteria hold: it names what is wrong with a manifest that lacks an icon."""
    tab.open()
    session = tab.page.context.new_cdp_session(tab.page)
    assert session.send("Page.getInstallabilityErrors") == {"installabilityErrors": []}
    manifest = session.send("Page.getAppManifest")
    assert (manifest["errors"], manifest["url"]) == ([], f"{tab.address}manifest.webmanifest")
    assert manifest["manifest"]["startUrl"] == tab.address
    assert not tab.errors
    lacking = '{"name": "x", "start_url": ".", "display": "standalone"}'
    tab.page.evaluate(  # the worker would answer with the whole one
        "navigator.serviceWorker.getRegistrations()"
        ".then((all) => Promise.all(all.map((one) => one.unregister())))"
    )
    tab.page.add_init_script("delete Navigator.prototype.serviceWorker")
    tab.page.route("**/manifest.webmanifest", lambda route: route.fulfill(body=lacking))
    tab.reload()
    told = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert "manifest-missing-suitable-icon" in [error["errorId"] for error in told]
