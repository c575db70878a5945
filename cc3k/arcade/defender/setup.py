"""The setup: selections, the Starfighter that they make, and the course's random numbers."""

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from cc3k.arcade.defender.board import Battle, Figures, Part, Power, Starfighter, Weapon
from cc3k.arcade.defender.tables import ARMOURS, ENGINES, POWERS, WEAPONS

MULTIPLIER = 16807
MODULUS = 2147483647
SEED = 900

ZERO_DRAWS = 2
"""How many draws are 0. The row goes on behind them: x(1) and x(2) are passed over."""

Draw: TypeAlias = Callable[[int, int], int]
"""Return a number from the first to the second, both included."""


class RandomNumbers:
    """Draws of one process: the k-th is 16807^k * 900 mod 2147483647, but the first two are 0.

    Nothing starts the row again: no abort, no new game. The third draw is 96185740. As the first
    two are 0, the first enemy of a process appears in row A, and is that of the value 1.

    A process that goes on has `drawn` so many numbers already.
    """

    __slots__ = ("_value", "drawn")

    def __init__(self, drawn: int = 0) -> None:
        self._value = SEED * pow(MULTIPLIER, drawn, MODULUS) % MODULUS
        self.drawn = drawn

    def draw(self, low: int, high: int) -> int:
        """Draw a number from `low` to `high`, both included."""
        return self.draw_raw() % (high - low + 1) + low

    def draw_raw(self) -> int:
        """Draw the next number of the row, from 0 to 2147483646."""
        self._value = self._value * MULTIPLIER % MODULUS
        self.drawn += 1
        return 0 if self.drawn <= ZERO_DRAWS else self._value


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
