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
    for extra in extras:
        declared += project["optional-dependencies"][extra]
    for requirement in declared:
        found = REQUIREMENT.fullmatch(requirement)
        if found is None:
            message = f"found {requirement!r}; expected NAME>=VERSION"
            raise ValueError(message)
        yield f"{found['name']}=={found['oldest']}"


if __name__ == "__main__":
    for constraint in oldest(Path(sys.argv[1]).read_text("utf-8"), sys.argv[2:]):
        sys.stdout.write(f"{constraint}\n")
