"""Given data: files of other people that lie beside the checkout, and are no part of this project.

Each folder is the one that a variable names (`CC3K_LAYOUTS`, `CC3K_ARCADE`), or one of the name in
`shared`, beside the checkout or further up. Where there is none, its tests are skipped.
"""

import os
from pathlib import Path


def given_folder(name: str) -> Path | None:
    """Return the folder of given data of a name, such as `layouts`; None if there is none here."""
    if named := os.environ.get(f"CC3K_{name.upper()}"):
        return Path(named)
    places = [parent / "shared" / name for parent in Path(__file__).absolute().parents]
    return next((place for place in places if place.is_dir()), None)
