"""Safety: a strict content policy, no foreign host, and no text that becomes markup."""

import os
import threading
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext

from cc3k.web.pyodide_files import pyodide_at
from cc3k.web.site import ADDRESS, SiteHandler
from tests.support.browser import Served, Tab, built_site, pyodide

pytestmark = pytest.mark.browser

IMAGE = "<img src=x onerror=alert(1)>"
MARKUP = '<img src=x onerror="globalThis.hacked = 1"><script>globalThis.hacked = 1</script>'
GAME = "seed=42&race=troll"


def is_whole(tab: Tab) -> bool:
    foreign = tab.page.locator("img, iframe, object, embed, script:not([src]), [onerror]").count()
    return not foreign and tab.page.evaluate("globalThis.hacked") is None


def test_nothing_is_loaded_from_elsewhere_and_nothing_after_loading(tab: Tab) -> None:
    tab.open(GAME)
    tab.page.evaluate("navigator.serviceWorker.ready")
    assert all(request.startswith((tab.address, "about:")) for request in tab.requests)
    tab.requests.clear()
    tab.press("ArrowLeft", "m", "Escape", "?", "Escape", "G", "D", "Escape", "ArrowUp").settle()
    tab.page.click("#share-button")
    tab.page.keyboard.press("Escape")
    tab.page.click("#games-button")
    assert tab.requests == []
    assert not tab.errors


def test_the_policy_forbids_scripts_in_the_page_and_other_hosts(tab: Tab) -> None:
    tab.open(GAME)
    tab.page.evaluate(
        """() => {
          document.body.insertAdjacentHTML("beforeend", "<p onclick='hacked = 1' id=p>x</p>");
          document.getElementById("p").click();
          const script = document.createElement("script");
          script.textContent = "globalThis.hacked = 1";
          document.body.append(script);
        }"""
    )
    blocked = """(address) => new Promise((done) => {
      const tell = (event) => done(event.effectiveDirective);
      addEventListener("securitypolicyviolation", tell, { once: true });
      fetch(address).catch(() => {});
    })"""
    assert tab.page.evaluate(blocked, "http://127.0.0.2:9/") == "connect-src"
    assert tab.page.evaluate("globalThis.hacked") is None
    policy = tab.page.get_attribute("meta[http-equiv=Content-Security-Policy]", "content") or ""
    assert "default-src 'none'" in policy
    assert "unsafe-inline" not in policy
    assert "'unsafe-eval'" not in policy
    assert "http" not in policy


def test_hostile_links_are_text(tab: Tab) -> None:
    tab.open(f"{MARKUP}={MARKUP}")
    for name in (MARKUP, "seed", "race", "floor", "dlc", "replay"):
        if name != MARKUP:
            tab.follow(f"{name}={MARKUP}")
        assert "img" in tab.told, name
        assert is_whole(tab), name


def test_hostile_layouts_and_names_of_files_are_text(tab: Tab) -> None:
    tab.open()
    tab.dropped(f"{IMAGE}.txt", MARKUP * 20)
    sentence, error = tab.told.splitlines()[:2]
    assert sentence == "This file is neither a layout nor a recorded game."
    assert error.startswith(f"{IMAGE}.txt:1:1: error: ")
    assert is_whole(tab)
    playable = Path("floors/tiny.txt").read_text(encoding="ascii")
    tab.dropped(f"{IMAGE}.txt", playable)
    assert not tab.told, "a file that can be played ends what was told of another"
    tab.press("t", "ArrowLeft", "m", "Escape")
    tab.page.click("#games-button")
    tab.page.keyboard.press("Escape")
    tab.page.click("#share-button")
    assert is_whole(tab)
    tab.reload()
    assert is_whole(tab)


class OpenHandler(SiteHandler):
    def end_headers(self) -> None:
        self.send_header("Access-Control-Allow-Origin", "*")
        super().end_headers()

    def has_file(self, name: str) -> bool:
        return (Path(self.directory) / name).is_file()


def test_pyodide_of_another_host_is_checked_by_its_hashes(
    tmp_path: Path, new_browser: BrowserContext
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    host = ThreadingHTTPServer((ADDRESS, 0), partial(OpenHandler, directory=str(elsewhere)))
    threading.Thread(target=host.serve_forever, daemon=True).start()
    address = f"http://{ADDRESS}:{host.server_port}/"
    served = Served(built_site(tmp_path / "page", pyodide_at(address)))
    for hour, tampered in enumerate(
        ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", ""]
    ):
        for name, data in pyodide().files.items():
            (elsewhere / name).write_bytes(data + b"\n" * (name == tampered))
            os.utime(elsewhere / name, (hour * 3600, hour * 3600))
        tab = Tab(new_browser.new_page(), served.address)
        tab.page.goto(f"{served.address}#{GAME}")
        if tampered:
            tab.page.wait_for_selector("#status >> text=cannot be started")
            assert "@" not in tab.text, tampered
        else:
            assert "@" in tab.ready().text
            hosts = {request.split("/")[2] for request in tab.requests if "://" in request}
            assert hosts == {address.split("/")[2], served.address.split("/")[2]}
        tab.page.close()
    served.stop()
    host.shutdown()
    host.server_close()
