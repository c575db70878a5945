"""The same bytes whichever Python plays, and however it hashes (R34)."""

import os
import random
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import attr
import attrs
import pytest
from attrs import frozen

import cc3k
from cc3k.content.roster import BASE_RULES
from cc3k.play.commands import COMMANDS_BY_WORDS, DIRECTIONS_BY_WORD
from cc3k.play.session import Session
from tests.support import tour
from tests.support.pythons import NAMES, other_pythons

pytestmark = pytest.mark.slow

LONG_WALK_SEED = 7
LONG_WALK = 2_000
"""Commands of a walk at random: more luck of every kind than the tour has."""


@frozen
class Player:
    """Runs the program with nothing to import but itself, attrs and the standard library."""

    folder: Path

    @classmethod
    def in_folder(cls, folder: Path) -> "Player":
        """Make one that keeps what it needs in that folder."""
        for package in (attr, attrs):
            (source,) = package.__path__
            shutil.copytree(source, folder / package.__name__)
        return cls(folder)

    def output(self, python: str, arguments: list[str], words: str, hash_seed: int = 0) -> bytes:
        """Return what the program prints when that interpreter runs it."""
        (package,) = cc3k.__path__
        environment = {
            **{name: text for name, text in os.environ.items() if not name.startswith("PYTHON")},
            "PYTHONPATH": os.pathsep.join([str(Path(package).parent), str(self.folder)]),
            "PYTHONPYCACHEPREFIX": str(self.folder / "cache"),
            "PYTHONHASHSEED": str(hash_seed),
        }
        program = [python, "-S", "-s", "-m", "cc3k", *arguments]
        return subprocess.run(
            program,
            input=words.encode("ascii"),
            env=environment,
            stdout=subprocess.PIPE,
            check=True,
        ).stdout

    def differing(self, python: str, hash_seed: int = 0) -> list[str]:
        names = [name for name in tour.NAMES if not self._plays_tour(name, python, hash_seed)]
        return names if self._walks_long(python, hash_seed) else [*names, "long walk"]

    def _plays_tour(self, name: str, python: str, hash_seed: int) -> bool:
        arguments = ["--floor", str(tour.FLOORS / f"{name}.txt"), "--seed", str(tour.SEED)]
        return self.output(python, arguments, tour.script(name), hash_seed) == _tour(name)

    def _walks_long(self, python: str, hash_seed: int) -> bool:
        words = _long_walk()
        said = self.output(python, ["--seed", str(LONG_WALK_SEED)], words, hash_seed)
        return said == _walk(words)


@cache
def _tour(name: str) -> bytes:
    session = Session(BASE_RULES, tour.SEED, tour.layout(name).floor_layouts)
    return tour.transcript(session, tour.script(name)).encode("ascii")


@cache
def _walk(words: str) -> bytes:
    return tour.transcript(Session(BASE_RULES, LONG_WALK_SEED), words).encode("ascii")


@pytest.fixture(scope="module")
def player(tmp_path_factory: pytest.TempPathFactory) -> Player:
    return Player.in_folder(tmp_path_factory.mktemp("player"))


def test_same_bytes_however_strings_hash(player: Player) -> None:
    """§2, R34: no set or dict decides what happens."""
    assert player.differing(sys.executable, 1) == []


@pytest.mark.slow
def test_same_bytes_on_every_python_found(
    player: Player, record_testsuite_property: Callable[[str, object], None]
) -> None:
    """R34: a seed is the same games on CPython 3.11 to 3.14."""
    pythons = other_pythons()
    if not pythons:
        pytest.skip(f"none of {', '.join(NAMES)} is found besides the one that runs")
    differing = {python.version: player.differing(python.path) for python in pythons}
    assert differing == {python.version: [] for python in pythons}
    record_testsuite_property("pythons that played alike", len(pythons) + 1)


def _long_walk() -> str:
    dice = random.Random(LONG_WALK_SEED)
    games = [f"r {race.key}" for race in BASE_RULES.races]
    phrases = [*DIRECTIONS_BY_WORD, *DIRECTIONS_BY_WORD, *COMMANDS_BY_WORDS, *games]
    phrases.remove("q")
    return " ".join(["s", *dice.choices(phrases, k=LONG_WALK)])
