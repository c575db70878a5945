"""Which games were given up: they have no score, but a page in the morgue (§5)."""

import json
import os
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress

from cc3k.record.record import LEFT
from cc3k.record.scores import TABLED
from cc3k.storage.files import read_bounded
from cc3k.storage.paths import MORGUE
from cc3k.storage.scores import readable

MAX_MORGUE_BYTES = 1 << 20
"""No page of a game is as long."""


def given_up(home: str) -> Counter[str]:
    """Return how many games of each race were given up, practice apart.

    A page that cannot be read tells of none.
    """
    return Counter(_races(os.path.join(home, MORGUE)))


def _races(folder: str) -> Iterator[str]:
    names = os.listdir(folder) if os.path.isdir(folder) else []
    for name in sorted(names):
        if name.endswith(".json"):
            found = _facts(os.path.join(folder, name))
            race = readable(found.get("race"))
            if found.get("ending") == LEFT and found.get("kind") in TABLED and race is not None:
                yield race


def _facts(path: str) -> dict[str, object]:
    """Return what a page says, or nothing."""
    found: object = None
    with suppress(OSError, ValueError, RecursionError):
        found = json.loads(read_bounded(path, MAX_MORGUE_BYTES))
    return found if isinstance(found, dict) else {}
