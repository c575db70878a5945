"""Which layouts come with the game, and where they are."""

import os

_SUFFIX = ".txt"
_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_PLACES = (os.path.join(_PACKAGE, "floors"), os.path.join(os.path.dirname(_PACKAGE), "floors"))
"""Where the shipped layouts are: in an installed package, and in a checkout of the project."""


def shipped_layouts() -> dict[str, str]:
    """Return the paths of the layouts that come with the game, by name."""
    floors = next(filter(os.path.isdir, _PLACES), None)
    if floors is None:
        return {}
    files = sorted([file for file in os.listdir(floors) if file.endswith(_SUFFIX)])
    return {file.removesuffix(_SUFFIX): os.path.join(floors, file) for file in files}
