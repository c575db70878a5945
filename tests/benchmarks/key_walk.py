"""The walk of a key: the modules and functions of the game between a key and the canvas it changes.

Counted by `sys.setprofile`, so that no neighbour on the machine matters.
`python -m tests.benchmarks.key_walk` draws it: each call below the one that it is made by.
"""

import sys
from collections.abc import Iterator
from itertools import pairwise
from types import FrameType

from attrs import define, field

import cc3k
from cc3k.content.layout.reader import read_layout
from cc3k.content.roster import BASE_RULES
from cc3k.play.session import Session
from cc3k.ui.console import Console
from cc3k.ui.game_screen import GameScreen
from tests.benchmarks.figures import Figure, as_table
from tests.support.scenarios import room

PACKAGE = f"{cc3k.__file__.removesuffix('__init__.py')}"
SIZE, CALM_SEED = (80, 24), 15

CALM = ""
"""The floor of the document, where the first step of seed 15 meets nobody."""

KEYS = {
    "step": (CALM, ("right", "left", "right")),
    "attack": (room(".@E...\\"), ("right", "right")),
    "potion": (room(".@P...\\"), ("right", "y")),
}
"""The keys that are followed, each on a floor: only the last one is, after those before it."""


@define(eq=False)
class Walk:
    """The functions that ran, in their order, each by its module, its name and its depth."""

    calls: list[tuple[str, str, int]] = field(factory=list, init=False)
    _depth: int = field(default=0, init=False)

    def follow(self, frame: FrameType, event: str, _argument: object) -> None:
        """Note a call or a return of the package: this is a profiler."""
        if not frame.f_code.co_filename.startswith(PACKAGE):
            return
        if event == "call":
            module = frame.f_code.co_filename.removeprefix(PACKAGE).removesuffix(".py")
            self.calls.append((module, frame.f_code.co_qualname, self._depth))
            self._depth += 1
        elif event == "return":
            self._depth -= 1

    @property
    def modules(self) -> list[str]:
        """The modules, in the order in which they are met."""
        return list(dict.fromkeys(module for module, _, _ in self.calls))

    @property
    def functions(self) -> set[tuple[str, str]]:
        """The functions, each once."""
        return {(module, name) for module, name, _ in self.calls}

    @property
    def changes(self) -> int:
        """How often the next call is one of another module."""
        return sum(one[0] != other[0] for one, other in pairwise(self.calls))


def walk_of(floor: str, keys: tuple[str, ...]) -> Walk:
    """Return the walk of the last of some keys, from the screen that gets it to its canvas."""
    layouts = read_layout(floor.encode("ascii"), "room", BASE_RULES).floor_layouts if floor else ()
    session = Session(BASE_RULES, CALM_SEED, layouts)
    session.start_game(BASE_RULES.races[0])
    screen, walk = GameScreen(Console(session, *SIZE)), Walk()
    *before, key = keys
    screen.draw()
    for each in before:
        screen.press_keys([each])
        screen.draw()
    sys.setprofile(walk.follow)
    screen.press_keys([key])
    screen.draw()
    sys.setprofile(None)
    return walk


def drawing(walk: Walk) -> str:
    """Return a line a call, below the one that it is made by."""
    return "".join([f"{'  ' * depth}{module}: {name}\n" for module, name, depth in walk.calls])


def figures() -> Iterator[Figure]:
    """Follow each key."""
    for name, (floor, keys) in KEYS.items():
        walk = walk_of(floor, keys)
        yield Figure(f"modules that a key walks: {name}", len(walk.modules), "modules")
        yield Figure(f"functions that a key walks: {name}", len(walk.functions), "functions")
        yield Figure(f"changes of module: {name}", walk.changes, "changes")


if __name__ == "__main__":
    sys.stdout.write(as_table(figures()))
    for floor, keys in KEYS.values():
        sys.stdout.write(f"\n{drawing(walk_of(floor, keys))}")
