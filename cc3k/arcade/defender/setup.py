"""The setup: selections, the states that show them, and the resulting Starfighter."""

from collections.abc import Sequence
from typing import NamedTuple

from cc3k.arcade.defender.board import Battle, Power, Starfighter
from cc3k.arcade.defender.parts import Figures, Part, Weapon
from cc3k.arcade.defender.tables import ARMOURS, ENGINES, POWERS, WEAPONS

NOT_STARTED, SUMMARY, IN_GAME = 0, 5, 6
"""Stages of the dialogue; those from 1 to 4 are the rows of `MENUS` (S7, S10)."""


class Option(NamedTuple):
    """An option of a menu: what a list shows of it, what it is called once it is selected."""

    lines: tuple[str, ...]
    title: str


class Menu(NamedTuple):
    """A state of the setup in which something is selected (S9)."""

    state: str
    label: str
    options: tuple[Option, ...]

    def selected(self, number: int) -> str:
        return f"  {self.label} Selected:{self.options[number - 1].title}"

    def text(self, number: int) -> str:
        listed = [
            f"  {place}:{first}" + "".join(f"\n    {line}" for line in more)
            for place, ((first, *more), _) in enumerate(self.options, start=1)
        ]
        return "\n".join([*listed, self.selected(number)])


def figures_text(figures: Figures) -> str:
    """Return the figures of a part as the setup lists them (S9)."""
    return (
        f"Health:{figures.health}, Energy:{figures.energy}, "
        f"Regen:{figures.health_regen}/{figures.energy_regen}, Armour:{figures.armour}, "
        f"Vision:{figures.vision}, Move:{figures.move}, Move Cost:{figures.move_cost}"
    )


def projectile_text(weapon: Weapon) -> str:
    """Return damage and cost of a weapon's projectiles (S9, S15)."""
    return f"Projectile Damage:{weapon.damage}, Projectile Cost:{weapon.cost} ({weapon.unit})"


def _weapon_option(weapon: Weapon) -> Option:
    figures = f"{figures_text(weapon.figures)},"
    return Option((f"{weapon.name} ({weapon.text})", figures, projectile_text(weapon)), weapon.name)


def _part_option(part: Part) -> Option:
    return Option((part.name, figures_text(part.figures)), part.name)


def _power_option(power: Power) -> Option:
    return Option((power.text,), power.text)


MENUS = (
    Menu("weapon setup", "Weapon", tuple(map(_weapon_option, WEAPONS))),
    Menu("armour setup", "Armour", tuple(map(_part_option, ARMOURS))),
    Menu("engine setup", "Engine", tuple(map(_part_option, ENGINES))),
    Menu("power setup", "Power", tuple(map(_power_option, POWERS))),
)


def summary_text(selected: Sequence[int]) -> str:
    return "\n".join(menu.selected(each) for menu, each in zip(MENUS, selected, strict=True))


def sums(selected: Sequence[int]) -> Figures:
    """Return the sums over the selected weapon, armour and engine (S13)."""
    weapon, armour, engine, _ = selected
    parts = (WEAPONS[weapon - 1], ARMOURS[armour - 1], ENGINES[engine - 1])
    return Figures(*map(sum, zip(*[part.figures for part in parts], strict=True)))


def new_battle(rows: int, columns: int, selected: Sequence[int]) -> Battle:
    """Return a game that begins: the Starfighter at home, in the middle of column 1 (S13)."""
    weapon, power = WEAPONS[selected[0] - 1], POWERS[selected[3] - 1]
    home = (rows + 1) // 2, 1
    return Battle(rows, columns, Starfighter(home, sums(selected), weapon, power))
