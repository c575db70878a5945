"""Print how fast the page is in a browser: `python -m tests.benchmarks.pages`.

It needs a browser and Pyodide, as the tests of `tests/browser` do, and is a command of its own: the
others need neither.
"""

import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from attrs import frozen
from playwright.sync_api import Playwright

from tests.benchmarks.figures import TIMES, Figure, as_table, ratios_first
from tests.support.browser import (
    PATIENCE_MS,
    READY,
    Processes,
    Served,
    Tab,
    built_site,
    launched,
    missing,
    playing_driver,
)

STARTS, MOVES, TURNS = 3, 300, 20_000
COLD_SECONDS, WARM_SECONDS, PAINT_MS, MEMORY_MB = 5.0, 2.5, 16.0, 250.0

BARE = "pyodide-alone.html"
BARE_PAGE = (
    """<!doctype html><title>Pyodide</title><script type="module" src="alone.js"></script>"""
)
BARE_SCRIPT = """import { loadPyodide } from "./pyodide/pyodide.mjs";
await loadPyodide({ indexURL: new URL("./pyodide/", location.href).href });
document.documentElement.dataset.ready = "yes";
"""
"""A page that only starts Python, to hold ours against."""

KEY_TIMES = """async (moves) => {
  const screen = document.getElementById("screen"), keys = ["ArrowLeft", "ArrowRight"], times = [];
  const next = () => new Promise((done) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = done;
    channel.port2.postMessage(0);
  });
  for (let move = 0; move < moves; move++) {
    const frame = Number(screen.dataset.frame), begun = performance.now();
    const options = { key: keys[move % 2], bubbles: true, cancelable: true };
    screen.dispatchEvent(new KeyboardEvent("keydown", options));
    while (Number(screen.dataset.frame) <= frame) await next();
    screen.getBoundingClientRect(); // what is painted is laid out, too
    times.push(performance.now() - begun);
    await new Promise((done) => setTimeout(done, 10));
  }
  return times;
}"""

WALK = """async (turns) => {
  const screen = document.getElementById("screen"), keys = ["ArrowLeft", "ArrowRight"];
  for (let turn = 0; turn < turns; turn += 50) {
    const frame = Number(screen.dataset.frame);
    for (let each = 0; each < 50; each++) {
      const options = { key: keys[each % 2], bubbles: true, cancelable: true };
      screen.dispatchEvent(new KeyboardEvent("keydown", options));
    }
    while (Number(screen.dataset.frame) < frame + 50) await new Promise((done) => setTimeout(done));
  }
}"""


@frozen
class Starts:
    """Seconds until a page is there: the first time in a browser, and again."""

    cold: float
    warm: float


def figures() -> Iterator[Figure]:
    """Measure the page, each figure beside what is promised of it."""
    folder = Path(tempfile.mkdtemp(prefix="cc3k-page-"))
    try:
        site = built_site(folder / "page")
        (site / "alone.js").write_text(BARE_SCRIPT, encoding="ascii")
        (site / BARE).write_text(BARE_PAGE, encoding="ascii")
        _list_too(site, BARE, "alone.js")
        served = Served(site)
        with playing_driver() as driver:
            yield from _start_figures(driver, served.address, folder)
            yield from _play_figures(driver, served.address, folder)
        served.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _list_too(site: Path, *names: str) -> None:
    text = (site / "site.json").read_text(encoding="ascii")
    more = "".join([f'{{"url": "{name}"}}, ' for name in names])
    (site / "site.json").write_text(text.replace('"files": [', f'"files": [{more}'), "ascii")


def _start_figures(driver: Playwright, address: str, folder: Path) -> Iterator[Figure]:
    ours, bare = list[Starts](), list[Starts]()
    for number in range(STARTS):
        ours.append(_starts(driver, address, folder / f"ours-{number}"))
        bare.append(_starts(driver, address + BARE, folder / f"bare-{number}"))
    cold, warm = (statistics.median([each.cold for each in ours]), _warm(ours))
    ratio = cold / statistics.median([each.cold for each in bare])
    yield Figure("a cold start against Pyodide's own", ratio, TIMES, at_most=2)
    yield Figure("race screen, cold", cold, "seconds", at_most=COLD_SECONDS)
    yield Figure("race screen, warm", warm, "seconds", at_most=WARM_SECONDS)
    yield Figure("Pyodide alone, warm", _warm(bare), "seconds")


def _warm(starts: list[Starts]) -> float:
    return statistics.median([each.warm for each in starts])


def _starts(driver: Playwright, address: str, profile: Path) -> Starts:
    """Start a page in a browser that was never used before, then again."""
    with launched(driver, profile) as context:
        page = context.new_page()
        seconds = list[float]()
        for _ in range(2):
            began = time.perf_counter()
            page.goto("about:blank")
            page.goto(address)
            page.wait_for_selector(READY, state="attached", timeout=PATIENCE_MS)
            seconds.append(time.perf_counter() - began)
            page.wait_for_timeout(
                2_000
            )  # what is compiled is kept, and the service worker is there
    return Starts(*seconds)


def _play_figures(driver: Playwright, address: str, folder: Path) -> Iterator[Figure]:
    with launched(driver, folder / "play") as context:
        tab = Tab(context.new_page(), address).open("seed=42&race=troll&floor=dragon")
        times = sorted(tab.page.evaluate(KEY_TIMES, MOVES))
        slow = times[int(len(times) * 0.95)]
        yield Figure("key to paint, 95th percentile", slow, "milliseconds", at_most=PAINT_MS)
        yield Figure("key to paint, median", statistics.median(times), "milliseconds")
        tab.page.evaluate(WALK, TURNS)
        context.new_cdp_session(tab.page).send("HeapProfiler.collectGarbage")
        memory = _memory_of_pages(folder / "play")
        yield Figure("memory after 20,000 turns", memory, "MB", at_most=MEMORY_MB)


def _memory_of_pages(profile: Path) -> float:
    """Return the memory that the largest page of a browser has for itself, in MB."""
    return max(_private_megabytes(page) for page in Processes(profile).pages)


def _private_megabytes(process: int) -> float:
    with suppress(OSError):
        lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
        sizes = [int(line.split()[1]) for line in lines if line.startswith("Private")]
        return sum(sizes) * 1024 / 1e6
    return 0.0


def main() -> int:
    """Measure and print; return 2 where there is no browser or no Pyodide."""
    if missing():
        sys.stderr.write(f"{missing()}\n")
        return 2
    sys.stdout.write(as_table(ratios_first(list(figures()))))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
