"""Space Defender on a screen: menus of the setup, then the board, what can be paid, and the log.

Every command that a key gives is one that the program carries out: what cannot be paid or reached
is told here, and not sent.
"""

from collections.abc import Sequence
from itertools import accumulate

from cc3k.arcade.defender.board import Battle, Cell, Order, distance
from cc3k.arcade.defender.board_view import BoardView, battle_rows
from cc3k.arcade.defender.command_parser import COLUMNS, ROWS, THRESHOLDS, Command
from cc3k.arcade.defender.program import (
    IN_GAME,
    MENUS,
    NOT_STARTED,
    SUMMARY,
    DefenderProgram,
    sums,
)
from cc3k.arcade.defender.tables import ARMOURS, ENEMIES, ENGINES, POWERS, WEAPONS
from cc3k.arcade.defender.transcript import BOTH_COLUMNS
from cc3k.arcade.defender.turn import refusal
from cc3k.arcade.protocols import BoardScreen, Row, beside, fitted, plain, wrapped

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
        if key == "ENTER":  # thresholds are the chances, added up, and 1
            rows, columns, *chances = self._values
            thresholds = [1 + total for total in accumulate(chances)]
            return Command("play", (rows, columns, *thresholds))
        if key in {"UP", "DOWN"}:
            step = 1 if key == "DOWN" else -1
            self.selected = (self.selected + step) % len(self.fields)
        elif key in {"LEFT", "RIGHT"}:
            self._change(1 if key == "RIGHT" else -1)
        return None

    def click(self, row: int) -> None:
        if 0 <= row < len(self.fields):
            self.selected = row

    def rows(self) -> list[Row]:
        rows = list[Row]()
        fields = zip(self.fields, self._values, self._bounds, strict=True)
        for number, (name, value, (low, high)) in enumerate(fields):
            sign, role = (">", "cursor") if number == self.selected else (" ", "")
            shown = f"{value:>3}  ({low} to {high})"
            if high == MOST_CHANCE:
                shown = f"{value:>3}% {'#' * (value // BAR_PERCENT)}"
            rows.append(((f"{sign} {name:{FORM_LABEL_COLUMNS}}", role), (shown, "")))
        return rows

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
    told = f"{sums(selected).text()}, {weapon.projectile_text()}, Power Cost:{power.cost}"
    return [
        plain("Together", "heading"),
        *[plain(each.replace(":", ": ").replace("Projectile ", "")) for each in told.split(", ")],
    ]


TITLE = "Space Defender 2"
OVER_STATE = "game over"
TITLE_ROWS = 2
FOOT_ROWS = 1

DEBUG = "toggle_debug_mode"

STEPS = {"UP": (-1, 0), "DOWN": (1, 0), "LEFT": (0, -1), "RIGHT": (0, 1)}
ORDER_KEYS = {"p": Order.PASS, " ": Order.PASS, "f": Order.FIRE, "s": Order.SPECIAL}

GAME_KEYS = "Arrows aim, Enter moves, p pass, f fire, s special, a choose, Tab enemy, ? help"
OVER_KEYS = "Enter begins another game, d debug mode, ? help"
ABORT_QUESTION = "This ends the game. Press x again to do it."

HELP: tuple[tuple[str, str], ...] = (
    ("arrows", "move the cursor, or choose in a menu"),
    ("Enter", "fly to the cursor, or do what is chosen; in a menu, go on"),
    ("a", "choose what Enter does: move or pass, fire, the power"),
    ("p, Space", "pass, and regenerate twice"),
    ("f", "fire"),
    ("s", "use the special power"),
    ("Tab", "put the cursor on the next enemy in sight"),
    ("Home", "put the cursor on the Starfighter"),
    ("Page Up, Page Down", "read the log of the turn"),
    ("l", f"the log as in a transcript; {BOTH_COLUMNS} columns show both at once"),
    ("d", "debug mode: no fog, and the whole log"),
    ("x", "end this game or setup; in a game, twice"),
    ("click", "put the cursor there; there already, fly there"),
)

GOAL = """\
Score as much as you can before the health of your ship, the Starfighter, is 0. Enemies come from
the right. You score for each one that you destroy: 1 for an Interceptor, 2 for a Grunt, 3 for a
Fighter. A Carrier or a Pylon leaves a focus, which takes what later enemies are worth: once it is
full, a Carrier's counts threefold, a Pylon's twofold. An enemy that leaves the board scores
nothing. A turn is one of four things: move, pass, fire, or use the power; then enemies act.
"""
SYMBOLS = (
    ("S", "your ship", "X", "your ship, destroyed"),
    ("*", "a shot of yours", "<", "a shot of an enemy"),
    (">", "where yours fly next", "-", "where theirs fly next"),
    ("_", "a place you can fly to now", ".", "a place you cannot fly to now"),
    ("?", "fog: beyond your vision", "[ ]", "the cursor"),
)


class DefenderScreen(BoardScreen):
    program: DefenderProgram

    def __init__(self, program: DefenderProgram) -> None:
        self.program = program
        self.form = NewGameForm()
        self.view = BoardView()
        self._message = ""
        self._is_aborting = False
        self._has_left_board = False

    def rows(self, columns: int, rows: int) -> list[Row]:
        state = OVER_STATE if self.is_over() and self._is_at_board else self.program.state_name
        title = f"{TITLE}  {state}{', debug' * self.program.is_debug}"
        room = max(0, rows - TITLE_ROWS - FOOT_ROWS)
        body = fitted(self._body(columns, room), columns, room)
        blank: list[Row] = [()] * (room - len(body))
        message = plain(self._message, "hurt")
        foot = plain(self._key_line())
        return fitted([plain(title, "heading"), message, *body, *blank, foot], columns, rows)

    def press(self, key: str) -> str | None:
        is_aborting, self._is_aborting, self._message = self._is_aborting, False, ""
        if key == "d":
            return DEBUG
        battle = self.shown_battle
        if self.program.stage == IN_GAME and battle is not None:
            if key == "x" and not is_aborting:
                self._is_aborting, self._message = True, ABORT_QUESTION
                return None
            return "abort" if key == "x" else self._press_in_game(key, battle)
        if self._is_at_board:
            self._has_left_board = key == "ENTER"
            self._scroll(key)
            return None
        if self.program.stage == NOT_STARTED:
            command = self.form.press(key)
        elif key == "x":
            command = Command("abort")
        else:
            command = menu_command(key, self.program.stage, self.program.selected)
        return None if command is None else str(command)

    def click(self, row: int, column: int) -> str | None:
        self._is_aborting, self._message = False, ""
        battle, row = self.shown_battle, row - TITLE_ROWS
        if battle is not None:
            cell = self.view.cell_at(row, column, battle)
            if cell is None or self.program.stage != IN_GAME:
                return None
            if cell == self.view.cursor:
                return self._order(self.view.order_under_cursor(battle), battle)
            self.view.cursor, self.view.chosen = cell, None
            return None
        if self.program.stage == NOT_STARTED:
            self.form.click(row)
            return None
        command = click_command(row - 1, column, self.program.stage)
        return None if command is None else str(command)

    def answered(self, answer: str) -> None:
        battle = self.program.battle
        is_turn = not answer.startswith(f"->{DEBUG}")
        self._has_left_board, self._message = False, ""
        self.view.scrolled, self.view.chosen = 0, None
        if battle is None:
            self.view.cursor = None
            if self.program.stage == NOT_STARTED:
                self._message = answer.splitlines()[-1].strip()
        elif is_turn or self.view.cursor is None:
            self.view.cursor = battle.starfighter.cell

    def is_over(self) -> bool:
        battle = self.program.battle
        return self.program.was_aborted or (battle is not None and battle.is_over)

    def next_game(self) -> tuple[Sequence[str], BoardScreen]:
        """Return the next game of this process, with the numbers of the form as they are (S32)."""
        process = self.program.process
        screen = DefenderScreen(DefenderProgram(process))
        screen.program.begin()
        screen.form = self.form
        return process.lines(), screen

    def place(self) -> tuple[int, ...]:
        return (*self.form.place(), int(self.view.shows_transcript), *(self.view.cursor or ()))

    def go_to(self, place: Sequence[int]) -> None:
        battle, size = self.shown_battle, len(self.form.place())
        self.form.go_to(place[:size])
        self.view.shows_transcript = place[size : size + 1] in ((1,), [1])
        match tuple(place[size + 1 :]):
            case (row, column) if battle is not None and battle.has((row, column)):
                self.view.cursor = row, column
            case _:
                pass

    def about(self, columns: int) -> list[str]:
        goal = [row[0][0] for row in wrapped(GOAL, columns)]
        marks = [f"{one:3} {is_one:29} {two:3} {is_two}" for one, is_one, two, is_two in SYMBOLS]
        enemies = [
            f"{kind.symbol:3} {kind.name:14} health {kind.health:3}, armour {kind.armour:2}, "
            f"sees {kind.vision:2} cells"
            for kind in ENEMIES
        ]
        return [*goal, "", *marks, "", *enemies]

    def keys(self) -> list[tuple[str, str]]:
        return list(HELP)

    @property
    def shown_battle(self) -> Battle | None:
        """The game that is shown: also one that is over, until Enter leaves it."""
        if self._has_left_board or NOT_STARTED < self.program.stage < IN_GAME:
            return None
        return self.program.battle

    @property
    def _is_at_board(self) -> bool:
        """True from the start of a game until Enter leaves its end; an aborted one has no board."""
        is_aborted = self.program.was_aborted and not self._has_left_board
        return is_aborted or self.shown_battle is not None

    def _body(self, columns: int, room: int) -> list[Row]:
        battle = self.shown_battle
        if battle is not None:
            self.view.cursor = self.view.cursor or battle.starfighter.cell
            self.view.is_debug = self.program.is_debug
            return battle_rows(self.view, battle, columns, room)
        if self._is_at_board:
            return []
        if self.program.stage == NOT_STARTED:
            return self.form.rows()
        return menu_rows(columns, self.program.stage, self.program.selected)

    def _key_line(self) -> str:
        if self._is_at_board:
            return GAME_KEYS if self.program.stage == IN_GAME else OVER_KEYS
        return FORM_KEYS if self.program.stage == NOT_STARTED else MENU_KEYS

    def _press_in_game(self, key: str, battle: Battle) -> str | None:
        ship, cursor = battle.starfighter, self.view.cursor or battle.starfighter.cell
        if key in ORDER_KEYS:
            return self._order(ORDER_KEYS[key], battle)
        if key == "ENTER":
            return self._order(self.view.order_under_cursor(battle), battle)
        if key == "a":
            self.view.choose_next_order()
        elif key == "l":
            self.view.shows_transcript = not self.view.shows_transcript
        elif key in STEPS:
            row, column = cursor[0] + STEPS[key][0], cursor[1] + STEPS[key][1]
            self.view.cursor = (row, column) if battle.has((row, column)) else cursor
        elif key == "HOME":
            self.view.cursor = ship.cell
        elif key == "TAB":
            self.view.cursor = self._next_enemy(battle, cursor)
        self._scroll(key)
        return None

    def _scroll(self, key: str) -> None:
        self.view.scroll({"PGUP": -1, "PGDN": 1}.get(key, 0))

    def _next_enemy(self, battle: Battle, cursor: Cell) -> Cell:
        cells = sorted(
            (distance(ship.cell, battle.starfighter.cell), ship.cell)
            for ship in battle.enemies.values()
            if battle.sees(ship.cell) or self.program.is_debug
        )
        found = [cell for _, cell in cells]
        if not found:
            self._message = "No enemy is in sight."
            return cursor
        return found[(found.index(cursor) + 1) % len(found) if cursor in found else 0]

    def _order(self, order: Order, battle: Battle) -> str | None:
        goal = self.view.cursor or battle.starfighter.cell
        message = refusal(battle, order, goal)
        if message is not None:
            self._message = message
            return None
        return str(Command(order.value, goal if order is Order.MOVE else ()))
