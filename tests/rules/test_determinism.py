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


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_packages(tmp_path_factory.mktemp("packages"))


def copy_packages(folder: Path) -> Path:
    """Copy all that the program imports besides itself and the standard library to that folder."""
    for package in (attr, attrs):
        (source,) = package.__path__
        shutil.copytree(source, folder / package.__name__)
    return folder


def output(
    packages: Path, python: str, arguments: list[str], words: str, hash_seed: int = 0
) -> bytes:
    """Return what the program prints when that interpreter runs it with those packages alone."""
    (package,) = cc3k.__path__
    environment = {
        **{name: text for name, text in os.environ.items() if not name.startswith("PYTHON")},
        "PYTHONPATH": os.pathsep.join([str(Path(package).parent), str(packages)]),
        "PYTHONPYCACHEPREFIX": str(packages / "cache"),
        "PYTHONHASHSEED": str(hash_seed),
    }
    command = [python, "-S", "-s", "-m", "cc3k", *arguments]
    return subprocess.check_output(command, input=words.encode("ascii"), env=environment)


def differing(packages: Path, python: str, hash_seed: int = 0) -> list[str]:
    """Return the demonstrations, and walks, that this interpreter plays in another way."""
    runs = {"long walk": (["--seed", f"{LONG_WALK_SEED}"], _long_walk())}
    for name in tour.NAMES:
        arguments = ["--floor", f"{tour.FLOORS / name}.txt", "--seed", f"{tour.SEED}"]
        runs[name] = arguments, tour.script(name)
    return [
        name
        for name, (arguments, words) in runs.items()
        if output(packages, python, arguments, words, hash_seed) != _expected(name, words)
    ]


@cache
def _expected(name: str, words: str) -> bytes:
    session = Session(BASE_RULES, LONG_WALK_SEED)
    if name in tour.NAMES:
        session = Session(BASE_RULES, tour.SEED, tour.layout(name).floor_layouts)
    return tour.transcript(session, words).encode("ascii")


def test_same_bytes_however_strings_hash(packages: Path) -> None:
    """§2, R34: no set or dict decides what happens."""
    assert differing(packages, sys.executable, 1) == []


@pytest.mark.slow
def test_same_bytes_on_every_python_found(
    packages: Path, record_testsuite_property: Callable[[str, object], None]
) -> None:
    """R34: a seed is the same games on CPython 3.11 to 3.14."""
    pythons = other_pythons()
    if not pythons:
        pytest.skip(f"none of {', '.join(NAMES)} is found besides the one that runs")
    found = {python.version: differing(packages, python.path) for python in pythons}
    assert found == {python.version: [] for python in pythons}
    record_testsuite_property("pythons that played alike", len(pythons) + 1)


def _long_walk() -> str:
    dice = random.Random(LONG_WALK_SEED)
    games = [f"r {race.key}" for race in BASE_RULES.races]
    phrases = [*DIRECTIONS_BY_WORD, *DIRECTIONS_BY_WORD, *COMMANDS_BY_WORDS, *games]
    phrases.remove("q")
    return " ".join(["s", *dice.choices(phrases, k=LONG_WALK)])
