"""The walk of a key: the modules and functions of the game between a key and the canvas it changes.

The last key of a kept game goes on to its report: it may meet what a turn and the report meet.
Counted by `sys.setprofile`, so that no neighbour on the machine matters. A comprehension is part of
the function that it stands in, as Python 3.12 runs it.
`python -m tests.benchmarks.key_walk` draws it: each call below the one that it is made by.
"""

import sys
from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from tempfile import TemporaryDirectory
from types import FrameType
from typing import NamedTuple

import pytest
from attrs import define, evolve, field

import cc3k
import cc3k.ui.end_screen  # now, so that the import is no part of the walk that needs it first
import cc3k.ui.race_screen
from cc3k.cli.options import parse_play_options
from cc3k.cli.recorded_games import load_past_games, set_up_recorded_game
from cc3k.content.layout.reader import read_layout
from cc3k.content.roster import BASE_RULES
from cc3k.play.session import Session
from cc3k.saves.record import ORDINARY
from cc3k.ui.console import Console
from cc3k.ui.game_app import GameApp
from cc3k.ui.settings import ScreenSettings
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

COMPREHENSIONS = ("<listcomp>", "<dictcomp>", "<setcomp>")

ENDINGS = {"victory": room(".@...\\"), "death": room(".@E...\\")}
"""The floors on which `right` ends the game of a hero of 1 HP sooner or later."""


@define(eq=False)
class Walk:
    """The functions that ran, in their order, each by its module, its name and its depth."""

    calls: list[tuple[str, str, int]] = field(factory=list, init=False)
    _depth: int = field(default=0, init=False)

    def follow(self, frame: FrameType, event: str, _argument: object) -> None:
        code = frame.f_code
        if not code.co_filename.startswith(PACKAGE) or code.co_name in COMPREHENSIONS:
            return
        if event == "call":
            module = code.co_filename.removeprefix(PACKAGE).removesuffix(".py")
            self.calls.append((module, code.co_qualname, self._depth))
            self._depth += 1
        elif event == "return":
            self._depth -= 1

    @property
    def modules(self) -> list[str]:
        """The modules, in the order in which they are met."""
        return list(dict.fromkeys(module for module, _, _ in self.calls))

    @property
    def functions(self) -> set[tuple[str, str]]:
        return {(module, name) for module, name, _ in self.calls}

    @property
    def changes(self) -> int:
        """How often the next call is one of another module."""
        return sum(one[0] != other[0] for one, other in pairwise(self.calls))


class Ending(NamedTuple):
    """The walks of a turn of a kept game, of its last key, and of the key that shows its report."""

    turn: Walk
    last_key: Walk
    report: Walk

    @property
    def modules(self) -> set[str]:
        return {*self.last_key.modules, *self.report.modules}


def walk_of(floor: str, keys: tuple[str, ...]) -> Walk:
    """Return the walk of the last of some keys, from the screen that gets it to its canvas."""
    session = new_session(floor)
    session.start_game(BASE_RULES.races[0])
    screen = GameApp(Console(session, *SIZE))
    screen.draw()
    return [walk_of_key(screen, key) for key in keys][-1]


def walks_to_end(floor: str) -> Ending:
    with TemporaryDirectory() as home, pytest.MonkeyPatch.context() as patch:
        patch.setenv("CC3K_HOME", home)
        options, session = parse_play_options([]), new_session(floor)
        setup = set_up_recorded_game(options, ORDINARY, lambda: session)
        load = partial(load_past_games, setup.recorder, ScreenSettings())
        console = Console(session, *SIZE, load_past_games=load)
        screen = GameApp(console)
        game = session.start_game(BASE_RULES.races[0])
        walks = [walk_of_key(screen, "right")]
        game.hero.hp = 1
        while game.outcome is None:
            walks.append(walk_of_key(screen, "right"))
        ending = Ending(walks[0], walks[-1], walk_of_key(screen, "enter"))
        setup.recorder.close()
    return ending


def new_session(floor: str) -> Session:
    rules = evolve(BASE_RULES, floor_count=1)
    layouts = read_layout(floor.encode("ascii"), "room", rules).floor_layouts if floor else ()
    return Session(rules, CALM_SEED, layouts)


def walk_of_key(screen: GameApp, key: str) -> Walk:
    walk = Walk()
    sys.setprofile(walk.follow)
    screen.press_keys([key])
    screen.draw()
    sys.setprofile(None)
    return walk


def drawing(walk: Walk) -> str:
    return "".join([f"{'  ' * depth}{module}: {name}\n" for module, name, depth in walk.calls])


def figures() -> Iterator[Figure]:
    for name, (floor, keys) in KEYS.items():
        walk = walk_of(floor, keys)
        yield Figure(f"modules that a key walks: {name}", len(walk.modules), "modules")
        yield Figure(f"functions that a key walks: {name}", len(walk.functions), "functions")
        yield Figure(f"changes of module: {name}", walk.changes, "changes")
    for name, floor in ENDINGS.items():
        ending = walks_to_end(floor)
        to_end, of_turn = len(ending.modules), len(ending.turn.modules)
        yield Figure(f"modules to the end screen: {name}", to_end, "modules")
        yield Figure(f"modules of a kept turn before it: {name}", of_turn, "modules")


if __name__ == "__main__":
    sys.stdout.write(as_table(figures()))
    for floor, keys in KEYS.values():
        sys.stdout.write(f"\n{drawing(walk_of(floor, keys))}")
