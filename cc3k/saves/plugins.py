"""Plug-ins: what other packages bring along, found by name and loaded when asked for.

Nothing is imported to list names, and a package whose metadata cannot be read is passed over: the
game never fails for a package that nobody has asked for.
"""

import re
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import Protocol

from attrs import define, field, frozen

ENTRY_POINTS_FILE = "entry_points.txt"


class LoadingInterrupted(KeyboardInterrupt):
    """Ctrl-C while a plug-in was loaded; the message is a sentence that names it."""


class _EntryPoint(Protocol):
    @property
    def value(self) -> str: ...

    def load(self) -> object:
        """Import the module and return the object; raises whatever that import raises."""
        ...


@frozen
class Plugin:
    """An entry point of another package; `package` is its name and version."""

    package: str
    entry_point: _EntryPoint

    @property
    def place(self) -> str:
        return self.entry_point.value

    def load(self, label: str) -> object:
        """Import it; raise whatever that raises, and `LoadingInterrupted` on Ctrl-C."""
        try:
            with _interruptible():
                return self.entry_point.load()
        except KeyboardInterrupt as error:
            message = f"interrupted while {label} of {self.package} was loaded"
            raise LoadingInterrupted(message) from error


@define
class Plugins:
    """The plug-ins of a group by their names, and the packages whose entry points are damaged."""

    by_name: dict[str, list[Plugin]] = field(factory=dict)
    unreadable: list[str] = field(factory=list)

    def damage_note(self) -> str:
        """Return which packages may have what was not found; empty if none."""
        names = ", ".join(self.unreadable)
        return f"; the entry points of {names} cannot be read" if names else ""


def find_plugins(group: str) -> Plugins:
    # Imported only when a name is not one of the game's own: it takes longer than a game.
    from importlib.metadata import distributions

    found, known = Plugins(), set[str]()
    for each in distributions():
        package = ""
        try:
            if group not in (each.read_text(ENTRY_POINTS_FILE) or ""):
                continue
            package = f"{each.name or 'a package'} {each.version}"
            name = re.sub(r"[-_.]+", "-", f"{each.name}").lower()
            points = [point for point in each.entry_points if point.group == group]
        except Exception:  # noqa: BLE001 - whatever the metadata of any package raises
            found.unreadable += [package] * bool(package)
            continue
        if name not in known:  # an older one further down the path is never imported
            known.add(name)
            for point in points:
                found.by_name.setdefault(point.name, []).append(Plugin(package, point))
    return found


@contextmanager
def _interruptible() -> Iterator[None]:
    """Let Ctrl-C interrupt an import, also while a screen queues signals; not if it is ignored."""
    try:
        before = signal.getsignal(signal.SIGINT)
        if before is not signal.SIG_IGN:
            signal.signal(signal.SIGINT, _raise_interrupt)
    except ValueError:  # not the main thread, where no signal is handled
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.SIG_DFL if before is None else before)


def _raise_interrupt(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def describe_packages(plugins: Sequence[Plugin]) -> str:
    return " and ".join([each.package for each in plugins])
