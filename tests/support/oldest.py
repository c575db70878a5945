"""Oldest versions that are declared of what is needed, as constraints for pip.

`python -m tests.support.oldest PYPROJECT [EXTRA ...]` prints `name==version` for each requirement
of the project and of those extras, from its lower bound.
"""

import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

REQUIREMENT = re.compile(r"(?P<name>[A-Za-z0-9._-]+)>=(?P<oldest>[0-9][0-9.]*)")
"""A requirement has a lower bound, and no other: nobody knows which version will be too new."""


def oldest(pyproject: str, extras: Iterable[str]) -> Iterator[str]:
    """Yield the constraints, of the project and of some extras, given its `pyproject.toml`."""
    project = tomllib.loads(pyproject)["project"]
    declared = list(project["dependencies"])
    asked = list(extras)
    for extra in asked:
        declared += project["optional-dependencies"][extra]
        asked += [own for each in declared for own in extras_of_ours(each) if own not in asked]
    for requirement in declared:
        if extras_of_ours(requirement):
            continue
        found = REQUIREMENT.fullmatch(requirement)
        if found is None:
            message = f"found {requirement!r}; expected NAME>=VERSION"
            raise ValueError(message)
        yield f"{found['name']}=={found['oldest']}"


def extras_of_ours(requirement: str) -> list[str]:
    """Return the extras that a requirement such as `cc3k[gym]` names, none for any other."""
    found = re.fullmatch(r"cc3k\[([a-z,]+)\]", requirement)
    return found[1].split(",") if found else []


if __name__ == "__main__":
    for constraint in oldest(Path(sys.argv[1]).read_text("utf-8"), sys.argv[2:]):
        sys.stdout.write(f"{constraint}\n")
