"""Packages with expansions, installed where Python looks for packages."""

import shutil
import tomllib
from collections.abc import Mapping
from pathlib import Path

MOON = Path(__file__).parent.parent / "expansions" / "moon"
"""The complete example of a package with an expansion."""

GROUP = "cc3k.expansions"

ROOT_SOURCE = """\
from cc3k.content.abilities import Heal
from cc3k.engine.enemies import EnemyKind
from cc3k.engine.expansion import Commands, Expansion, FloorHooks, Rows, TextHooks, TurnHooks
from cc3k.engine.hero import Race
from cc3k.engine.items import Potion
from cc3k.engine.stats import BaseStats
from cc3k.expansions.pack import ListPack
"""
"""What small expansions of tests import."""


def install_moon(site: Path) -> Path:
    """Install the example as its `pyproject.toml` says; return the folder to import from."""
    about = tomllib.loads((MOON / "pyproject.toml").read_text("utf-8"))
    project = about["project"]
    for name in about["tool"]["hatch"]["build"]["targets"]["wheel"]["include"]:
        site.mkdir(exist_ok=True)
        shutil.copy(MOON / name, site / name)
    describe_package(site, project["name"], project["version"], project["entry-points"][GROUP])
    return site


def install_module(
    site: Path, module: str, source: str, entries: Mapping[str, str], group: str = GROUP
) -> Path:
    """Install a package of one module with these entry points; return the folder to import from."""
    site.mkdir(exist_ok=True)
    (site / f"{module}.py").write_text(source, encoding="utf-8")
    describe_package(site, module, "1.0", entries, group)
    return site


def describe_package(
    site: Path, name: str, version: str, entries: Mapping[str, str], group: str = GROUP
) -> None:
    about = site / f"{name.replace('-', '_')}-{version}.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n", encoding="ascii"
    )
    lines = [f"{entry} = {place}" for entry, place in entries.items()]
    (about / "entry_points.txt").write_text("\n".join([f"[{group}]", *lines, ""]), "ascii")
