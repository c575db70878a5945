"""A real browser at the page: Chromium as the system has it, without a window."""

import os
import shutil
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path

from attrs import define, field
from playwright.sync_api import BrowserContext, Page, Playwright, sync_playwright
from playwright.sync_api import TimeoutError as Overdue

from cc3k.web.pyodide_files import PyodideSource, prepare_start, read_pyodide
from cc3k.web.site import ADDRESS, Prepare, SiteHandler, build_site, write_site

ARGUMENTS = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update"),
)
DESK_WINDOW, PHONE_WINDOW = (1280, 800), (390, 844)
"""Pixels of a window on a desk, and of a phone."""

PATIENCE_MS = 180_000
"""Milliseconds that anything may take on a machine that is busy with others."""

BROWSER_NAMES = ("chromium", "chromium-browser", "google-chrome")

READY = "html[data-ready]"
SETTLED = "html[data-ready] #screen:not([data-busy])"

SHOWS = """([text, isThere]) => {
  const rows = [...document.querySelectorAll(".row")].map((row) => row.textContent.trimEnd());
  return rows.join("\\n").includes(text) === isThere;
}"""

FORGET = """async () => {
  localStorage.clear();
  if (!(await indexedDB.databases()).some(({ name }) => name === "cc3k")) return;
  await new Promise((resolve, reject) => {
    const opening = indexedDB.open("cc3k");
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const transaction = opening.result.transaction("pieces", "readwrite");
      transaction.objectStore("pieces").clear();
      transaction.onabort = () => reject(transaction.error);
      transaction.oncomplete = () => resolve(opening.result.close());
    };
  });
}"""

DROP = """([name, text]) => {
  const data = new DataTransfer();
  data.items.add(new File([text], name));
  const options = { dataTransfer: data, bubbles: true, cancelable: true };
  document.body.dispatchEvent(new DragEvent("drop", options));
}"""

PRESS = """async (groups) => {
  const screen = document.getElementById("screen"), shown = [];
  for (const keys of groups) {
    for (const key of keys) {
      screen.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    }
    while (screen.dataset.busy === "keeping") await new Promise((done) => setTimeout(done));
    shown.push([...screen.children].map((row) => row.textContent));
  }
  return shown;
}"""
"""Presses groups of keys at once, and returns the rows that are shown after each group."""


def missing() -> str:
    """Return what the browser's tests lack here; empty if they have everything."""
    folder = os.environ.get("CC3K_PYODIDE", "")
    if not os.path.isfile(os.path.join(folder, "pyodide.asm.wasm")):
        return "CC3K_PYODIDE names no folder with the files of Pyodide"
    return "" if browser_path() else "CC3K_BROWSER names no browser, and there is no chromium"


def browser_path() -> str:
    """Return the path of the browser to use; empty if there is none."""
    named = os.environ.get("CC3K_BROWSER", "")
    found = [shutil.which(name) for name in ([named] if named else BROWSER_NAMES)]
    return next(filter(None, found), "")


def pyodide() -> PyodideSource:
    return read_pyodide(os.environ["CC3K_PYODIDE"])


def prepare_if_here(source: PyodideSource, game: bytes) -> Mapping[str, bytes]:
    """Prepare the start of the page, unless its Python comes from elsewhere."""
    return {} if source.address else prepare_start(source, game)


def built_site(
    folder: Path, source: PyodideSource | None = None, prepare: Prepare = prepare_if_here
) -> Path:
    write_site(str(folder), build_site(source or pyodide(), prepare=prepare))
    return folder


@define(eq=False)
class Served:
    folder: Path
    port: int = 0
    _is_stopped: bool = field(default=False, init=False)
    _server: ThreadingHTTPServer = field(init=False)

    @_server.default
    def _default_server(self) -> ThreadingHTTPServer:
        handler = partial(SiteHandler, directory=str(self.folder))
        server = ThreadingHTTPServer((ADDRESS, self.port), handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        return server

    @property
    def address(self) -> str:
        return f"http://{ADDRESS}:{self._server.server_port}/"

    def stop(self) -> None:
        """Serve no longer, if it still does; the port is free then."""
        if not self._is_stopped:
            self._server.shutdown()
            self._server.server_close()
        self._is_stopped = True


@define(eq=False)
class Tab:
    """A page in a browser's tab, with what a person does there.

    `errors` are what the browser complained of, and `requests` the addresses it has loaded.
    """

    page: Page
    address: str
    errors: list[str] = field(factory=list, init=False)
    requests: list[str] = field(factory=list, init=False)

    def __attrs_post_init__(self) -> None:
        self.page.set_default_timeout(PATIENCE_MS)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on(
            "console", lambda told: self.errors.append(told.text) if told.type == "error" else None
        )
        self.page.on("request", lambda request: self.requests.append(request.url))

    def open(self, link: str = "") -> "Tab":
        self.page.goto("about:blank")
        self.page.goto(self.address + (f"#{link}" if link else ""))
        return self.ready()

    def follow(self, link: str) -> "Tab":
        """Follow a link within the page, which is open and goes on running."""
        frame = self.frame
        self.page.evaluate("link => { location.hash = link; }", link)
        self.wait_for_frame(frame + 1)
        return self.settle()

    def reload(self) -> "Tab":
        self.page.reload()
        return self.ready()

    def ready(self) -> "Tab":
        self.page.wait_for_selector(READY, state="attached")
        return self

    @property
    def rows(self) -> list[str]:
        rows: list[str] = self.page.eval_on_selector_all(
            ".row", "rows => rows.map(row => row.textContent)"
        )
        return rows

    @property
    def text(self) -> str:
        return "\n".join(row.rstrip() for row in self.rows)

    @property
    def frame(self) -> int:
        return int(self.page.get_attribute("#screen", "data-frame") or 0)

    @property
    def told(self) -> str:
        """The message that stands over the page; empty if there is none."""
        return self.page.inner_text("#told-text") if self.page.is_visible("#told") else ""

    @property
    def said(self) -> list[str]:
        said: list[str] = self.page.eval_on_selector_all(
            "#say p", "all => all.map(one => one.textContent)"
        )
        return said

    def press(self, *keys: str) -> "Tab":
        """Press keys as a person does, one after another, and wait for each to be shown."""
        for key in keys:
            frame = self.frame
            self.page.keyboard.press(key)
            self.wait_for_frame(frame + 1)
        return self

    def press_groups(self, groups: Sequence[Sequence[str]]) -> list[list[str]]:
        """Press groups of keys as fast as the page takes them; return the rows after each."""
        shown: list[list[str]] = self.page.evaluate(PRESS, [list(group) for group in groups])
        return shown

    def wait_for_frame(self, frame: int) -> None:
        self.page.wait_for_function(
            "frame => Number(document.getElementById('screen').dataset.frame) >= frame", arg=frame
        )

    def drop(self, name: str, text: str) -> None:
        self.page.evaluate(DROP, [name, text])

    def dropped(self, name: str, text: str) -> "Tab":
        """Drop a file on the page, and wait for what comes of it."""
        frame = self.frame
        self.drop(name, text)
        self.wait_for_frame(frame + 1)
        return self

    def settle(self) -> "Tab":
        """Wait until nothing more will be painted without a key: journeys and flashes are over.

        What the browser tells the page later, such as a new size of the window, does not count:
        `wait_for` waits for that.
        """
        self.page.wait_for_selector(SETTLED, state="attached")
        return self

    def wait_for(self, text: str, *, is_there: bool = True) -> "Tab":
        """Wait until a text is on the screen of cells, or is not there any more."""
        try:
            self.page.wait_for_function(SHOWS, arg=[text, is_there])
        except Overdue as error:
            expected = "on" if is_there else "gone from"
            message = f"found {self.text!r}; expected {text!r} {expected} the screen"
            raise AssertionError(message) from error
        return self.settle()

    def cell_point(self, column: int, row: int) -> tuple[float, float]:
        """Return the middle of a cell, in pixels of the window."""
        box = self.page.locator(".row").nth(row).bounding_box()
        columns = int(self.page.get_attribute("#screen", "data-columns") or 1)
        width = self.page.evaluate(
            """() => {
              const all = document.createRange();
              all.selectNodeContents(document.querySelector(".row"));
              return all.getBoundingClientRect().width;
            }"""
        )
        assert box is not None
        return box["x"] + (column + 0.5) * width / columns, box["y"] + box["height"] / 2


@contextmanager
def launched(
    playwright: Playwright,
    profile: Path,
    window: tuple[int, int] = DESK_WINDOW,
    *,
    is_phone: bool = False,
) -> Iterator[BrowserContext]:
    """Start a browser with a profile of its own, and close it at the end."""
    context = playwright.chromium.launch_persistent_context(
        str(profile),
        executable_path=browser_path(),
        headless=True,
        args=list(ARGUMENTS),
        viewport={"width": window[0], "height": window[1]},
        has_touch=is_phone,
        is_mobile=is_phone,
        device_scale_factor=2 if is_phone else 1,
        color_scheme="dark",
        accept_downloads=True,
    )
    try:
        yield context
    finally:
        context.close()


def forget_games(context: BrowserContext, address: str) -> BrowserContext:
    """Close all tabs of a browser, and clear all that the page at that address has kept there.

    Only what Python has compiled stays, as it does between two visits.
    """
    first, *others = context.pages
    for page in others:
        page.close()
    first.goto(f"{address}icon.svg")  # of the page's origin, but without its script
    first.evaluate(FORGET)
    return context


@contextmanager
def playing_driver() -> Iterator[Playwright]:
    with sync_playwright() as playwright:
        yield playwright


class Processes:
    """The processes of a browser with a profile of its own: `browser` itself, and its `pages`."""

    def __init__(self, profile: Path) -> None:
        parents, commands = dict[int, int](), dict[int, str]()
        for entry in Path("/proc").iterdir():
            if entry.name.isdecimal():
                with suppress(OSError):
                    fields = (entry / "stat").read_text().rpartition(")")[2].split()
                    parents[int(entry.name)] = int(fields[1])
                    commands[int(entry.name)] = (entry / "cmdline").read_text().replace("\0", " ")
        own = f"--user-data-dir={profile} "
        self.browser = next(
            each for each, said in commands.items() if own in said and "--type=" not in said
        )
        self.pages = [
            each
            for each, said in commands.items()
            if "--type=renderer" in said and self.browser in _ancestors(each, parents)
        ]


def _ancestors(process: int, parents: Mapping[int, int]) -> list[int]:
    found = list[int]()
    while (process := parents.get(process, 0)) and process not in found:
        found.append(process)
    return found
