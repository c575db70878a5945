"""Print how fast the page is in a browser: `python -m tests.benchmarks.pages [--busy COUNT]`.

It needs a browser and Pyodide, as the tests of `tests/browser` do, and is a command of its own: the
others need neither. With `--busy` so many processes keep the machine busy all the while.
"""

import argparse
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
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

STARTS, MOVES, TURNS = 7, 300, 20_000
COLD_RATIO, WARM_RATIO, COLD_SECONDS, WARM_SECONDS = 1.15, 0.8, 5.0, 2.5
MEMORY_MB = 250.0
KEYS_MS = {"seed=42&race=troll&floor=dragon": 10.0, "seed=12&race=troll&dlc=all": 16.0}
"""Games in which the hero walks to and fro unharmed, and milliseconds from a key to its frame."""

BARE = "pyodide-alone.html"
BARE_PAGE = (
    """<!doctype html><title>Pyodide</title><script type="module" src="alone.js"></script>"""
)
BARE_SCRIPT = """import { loadPyodide } from "./pyodide/pyodide.mjs";
const python = await loadPyodide({ indexURL: new URL("./pyodide/", location.href).href });
python.runPython("1");
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
    for name, at_most in (("cold", COLD_RATIO), ("warm", WARM_RATIO)):
        ratio = _median(ours, name) / _median(bare, name)
        yield Figure(f"a {name} start against Pyodide's own", ratio, TIMES, at_most=at_most)
    for name, at_most in (("cold", COLD_SECONDS), ("warm", WARM_SECONDS)):
        yield Figure(f"race screen, {name}", _median(ours, name), "seconds", at_most=at_most)
        yield Figure(f"Pyodide alone, {name}", _median(bare, name), "seconds")


def _median(starts: list[Starts], name: str) -> float:
    return statistics.median([each.cold if name == "cold" else each.warm for each in starts])


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
        tab = Tab(context.new_page(), address)
        for game, at_most in reversed(KEYS_MS.items()):
            times = sorted(tab.open(game).page.evaluate(KEY_TIMES, MOVES))
            if _turns_shown(tab) < MOVES * 0.9:
                message = f"{game}: the walk of {MOVES} moves ended after {_turns_shown(tab)} turns"
                raise AssertionError(message)
            slow, said = (
                times[int(len(times) * 0.95)],
                "all expansions" if "dlc" in game else "base",
            )
            yield Figure(f"key to paint, {said}, 95 %", slow, "milliseconds", at_most=at_most)
            median = statistics.median(times)
            yield Figure(f"key to paint, {said}, median", median, "milliseconds")
        tab.page.evaluate(WALK, TURNS)
        context.new_cdp_session(tab.page).send("HeapProfiler.collectGarbage")
        memory = _memory_of_pages(folder / "play")
        yield Figure("memory after 20,000 turns", memory, "MB", at_most=MEMORY_MB)


def _turns_shown(tab: Tab) -> int:
    return max(map(int, re.findall(r"Turn (\d+)", tab.text)), default=0)


def _memory_of_pages(profile: Path) -> float:
    return max(_private_megabytes(page) for page in Processes(profile).pages)


def _private_megabytes(process: int) -> float:
    with suppress(OSError):
        lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
        sizes = [int(line.split()[1]) for line in lines if line.startswith("Private")]
        return sum(sizes) * 1024 / 1e6
    return 0.0


@contextmanager
def busy(count: int) -> Iterator[None]:
    """Context manager: let so many processes keep the machine busy."""
    command = [sys.executable, "-c", "while True: pass"]
    processes = [subprocess.Popen(command) for _ in range(count)]
    try:
        yield
    finally:
        for process in processes:
            process.kill()
            process.wait()


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and print; return 2 where there is no browser or no Pyodide."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.pages", description=__doc__)
    parser.add_argument("--busy", type=int, default=0, metavar="COUNT")
    wanted = parser.parse_args(argv)
    if missing():
        sys.stderr.write(f"{missing()}\n")
        return 2
    with busy(wanted.busy):
        sys.stdout.write(as_table(ratios_first(list(figures()))))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
