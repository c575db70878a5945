"""Menus before a game: the board and its enemies, then the four parts with their sums beside them.

What they say to the program is right by construction: each key gives one command that conforms and
is no error.
"""

from collections.abc import Sequence

from cc3k.arcade.defender.command_parser import COLUMNS, ROWS, THRESHOLDS, Command
from cc3k.arcade.defender.setup import MENUS, SUMMARY, figures_text, projectile_text, sums
from cc3k.arcade.defender.tables import ARMOURS, ENEMIES, ENGINES, POWERS, WEAPONS
from cc3k.arcade.protocols import Row, beside, plain, wrapped

CHANCE_STEP = 5
MOST_CHANCE = 100
"""Chances of all enemies together, in percent."""

FIRST_CHANCE = 15
"""The chance of each enemy that is offered at first, in percent."""

FORM_LABEL_COLUMNS = 14
BAR_PERCENT = 5
"""Percent that a mark of a chance's bar stands for."""

NAMES = (
    [weapon.name for weapon in WEAPONS],
    [armour.name for armour in ARMOURS],
    [engine.name for engine in ENGINES],
    [power.name for power in POWERS],
)
"""What the options of each menu are called there: short enough for a column."""

MENU_GAP = 4
MENU_COLUMNS = [max(map(len, names)) + MENU_GAP for names in NAMES]
"""Columns of each menu: its longest name, a mark before it, and a gap."""

FORM_KEYS = "Arrows change, Enter goes on to the setup, ? help, q leaves"
MENU_KEYS = "Arrows choose, Enter begins the game, x back to the start, ? help"


class NewGameForm:
    """The numbers of `play`: a board, and the chance of each enemy a turn."""

    def __init__(self) -> None:
        kinds = ENEMIES[: len(THRESHOLDS)]
        self.fields = ["Rows", "Columns", *[f"{kind.name}s" for kind in kinds]]
        self._bounds = [ROWS, COLUMNS, *[(0, MOST_CHANCE)] * len(kinds)]
        self._values = [ROWS[1], COLUMNS[1], *[FIRST_CHANCE] * len(kinds)]
        self.selected = 0

    def place(self) -> tuple[int, ...]:
        return (self.selected, *self._values)

    def go_to(self, place: Sequence[int]) -> None:
        if len(place) != len(self.place()):
            return
        selected, *values = place
        bounded = zip(values, self._bounds, strict=True)
        if 0 <= selected < len(values) and all(low <= one <= high for one, (low, high) in bounded):
            self.selected, self._values = selected, values

    def press(self, key: str) -> Command | None:
        if key == "ENTER":
            return self.command()
        if key in {"UP", "DOWN"}:
            step = 1 if key == "DOWN" else -1
            self.selected = (self.selected + step) % len(self.fields)
        elif key in {"LEFT", "RIGHT"}:
            self._change(1 if key == "RIGHT" else -1)
        return None

    def command(self) -> Command:
        """Return `play` with these numbers: thresholds are the chances, added up, and 1."""
        rows, columns, *chances = self._values
        thresholds = [1 + sum(chances[: place + 1]) for place in range(len(chances))]
        return Command("play", (rows, columns, *thresholds))

    def click(self, row: int) -> None:
        if 0 <= row < len(self.fields):
            self.selected = row

    def rows(self) -> list[Row]:
        return [self._field_row(number) for number in range(len(self.fields))]

    def _field_row(self, number: int) -> Row:
        is_selected = number == self.selected
        label = f"{'>' if is_selected else ' '} {self.fields[number]:{FORM_LABEL_COLUMNS}}"
        value, (low, high) = self._values[number], self._bounds[number]
        shown = f"{value:>3}"
        if high == MOST_CHANCE:
            shown = f"{value:>3}% {'#' * (value // BAR_PERCENT)}"
        else:
            shown += f"  ({low} to {high})"
        return (label, "cursor" if is_selected else ""), (shown, "")

    def _change(self, step: int) -> None:
        """Raise or lower the selected number within its bounds, all chances within 100 percent."""
        low, high = self._bounds[self.selected]
        if high == MOST_CHANCE:
            others = sum(self._values[2:]) - self._values[self.selected]
            step, high = step * CHANCE_STEP, MOST_CHANCE - others
        self._values[self.selected] = max(low, min(high, self._values[self.selected] + step))


def menu_command(key: str, stage: int, selected: Sequence[int]) -> Command | None:
    if key == "ENTER":
        return Command("setup_next", (SUMMARY + 1 - stage,))
    if key == "RIGHT" and stage < SUMMARY:
        return Command("setup_next", (1,))
    if key == "LEFT" and stage > 1:
        return Command("setup_back", (1,))
    if key in {"UP", "DOWN"} and stage < SUMMARY:
        count = len(MENUS[stage - 1].options)
        step = 1 if key == "DOWN" else -1
        return Command("setup_select", ((selected[stage - 1] - 1 + step) % count + 1,))
    return None


def click_command(row: int, column: int, stage: int) -> Command | None:
    for menu, names in enumerate(NAMES, start=1):
        if column >= sum(MENU_COLUMNS[:menu]):
            continue
        if not 0 <= row < len(names):
            return None
        if menu == stage:
            return Command("setup_select", (row + 1,))
        return Command("setup_next" if menu > stage else "setup_back", (abs(menu - stage),))
    return None


def menu_rows(columns: int, stage: int, selected: Sequence[int]) -> list[Row]:
    joined: list[Row] = []
    for number, menu in enumerate(MENUS):
        listed = _menu_column(number, menu.label, stage, selected)
        joined = beside(joined, listed, sum(MENU_COLUMNS[:number]))
    joined = beside(joined, _sum_rows(selected), sum(MENU_COLUMNS))
    for place, (menu, number) in enumerate(zip(MENUS, selected, strict=True), start=1):
        if stage in {place, SUMMARY}:
            joined.append(())
            for text in menu.options[number - 1].lines:
                joined += wrapped(text, columns)
    return joined


def _menu_column(number: int, label: str, stage: int, selected: Sequence[int]) -> list[Row]:
    is_open = stage == number + 1
    rows = [plain(f"[{label}]" if is_open else f" {label}", "heading")]
    for place, name in enumerate(NAMES[number], start=1):
        if place != selected[number]:
            rows.append(plain(f"  {name}"))
        else:
            rows.append(plain(f"> {name}", "cursor") if is_open else plain(f"* {name}", "hero"))
    return rows


def _sum_rows(selected: Sequence[int]) -> list[Row]:
    weapon, power = WEAPONS[selected[0] - 1], POWERS[selected[3] - 1]
    told = f"{figures_text(sums(selected))}, {projectile_text(weapon)}, Power Cost:{power.cost}"
    return [
        plain("Together", "heading"),
        *[plain(each.replace(":", ": ").replace("Projectile ", "")) for each in told.split(", ")],
    ]
