"""Plug-ins: what other packages bring along, found by name, loaded, and blamed for their errors.

Nothing is imported to list names, and a package whose metadata cannot be read is passed over: the
game never fails for a package that nobody has asked for. An error of the game itself is raised
again unchanged.
"""

import os
import re
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol

from attrs import field

from cc3k.engine.values import define, frozen
from cc3k.saves.replay import RulesMismatch

ENTRY_POINTS_FILE = "entry_points.txt"


class LoadingInterrupted(KeyboardInterrupt):
    """Ctrl-C while a plug-in was loaded; the message is a sentence that names it."""


class _EntryPoint(Protocol):
    @property
    def value(self) -> str: ...

    def load(self) -> object: ...


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
            signal.signal(signal.SIGINT, signal.default_int_handler)
    except ValueError:  # not the main thread, where no signal is handled
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.SIG_DFL if before is None else before)


def describe_packages(plugins: Sequence[Plugin]) -> str:
    return " and ".join([each.package for each in plugins])


LOADED, PLAYED = dict[str, str](), dict[str, None]()
"""The plug-ins that were loaded, by the packages of their modules, and those called with a game."""


@contextmanager
def blaming_expansions() -> Iterator[None]:
    """Raise `RulesMismatch` for whatever an expansion of another package raises in this block.

    A recorded game that cannot be replayed for that must not keep anybody from playing another.
    """
    try:
        yield
    except Exception as error:
        text = describe_failure(error)
        if not text:
            raise
        raise RulesMismatch(text) from error


def describe_expansion_error(error: Exception, traceback_variable: str) -> list[str]:
    """Return the lines that report an error of an expansion; empty if it is not to blame.

    The expansion cannot be loaded, or is the last one in the traceback. The traceback is included
    if that variable is set in the environment.
    """
    text = describe_failure(error)
    if not text:
        return []
    from cc3k.engine.expansion import BrokenExpansion

    if isinstance(error, BrokenExpansion) and error.__cause__ is None:
        return [text]
    if os.environ.get(traceback_variable):
        from traceback import format_exception

        return [text, *"".join(format_exception(error)).rstrip().split("\n")]
    return [f"{text} ({traceback_variable}=1 shows where)"]


def describe_failure(error: Exception) -> str:
    """Return the sentence, without a full stop, that a plug-in has failed; empty if none has.

    The last one in the traceback is to blame. An error of the game itself is nobody else's, but
    one after a plug-in was called with a game is told with its name: nobody knows what it did.
    """
    from traceback import walk_tb

    from cc3k.engine.expansion import BrokenExpansion

    if isinstance(error, BrokenExpansion):
        return str(error)
    modules = [frame.f_globals.get("__name__") for frame, _ in walk_tb(error.__traceback__)]
    packages = [str(module).partition(".")[0] for module in modules]
    blamed = [LOADED[package] for package in packages if package in LOADED]
    if blamed:
        return f"{blamed[-1]} failed: {type_and_text(error)}"
    called = " and ".join(PLAYED)
    is_mishap = type(error).__module__ == "builtins" and not isinstance(error, OSError)
    return f"the game failed with {called}: {type_and_text(error)}" if called and is_mishap else ""


def type_and_text(error: BaseException) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split()).removesuffix(":")
