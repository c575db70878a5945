"""Space Defender on a screen: menus of the setup, then the board, what can be paid, and the log.

Every command that a key gives is one that the program carries out: what cannot be paid or reached
is told here, and not sent.
"""

import re
from collections.abc import Mapping, Sequence
from itertools import accumulate

from cc3k.arcade.defender.board import (
    LETTERS,
    SECTIONS,
    Battle,
    Cell,
    EnemyShip,
    Entity,
    Order,
    Projectile,
    distance,
    location,
    regenerated,
)
from cc3k.arcade.defender.command_parser import COLUMNS, ROWS, THRESHOLDS, Command
from cc3k.arcade.defender.program import (
    GAME_OVER,
    IN_GAME,
    MENUS,
    NOT_STARTED,
    SUMMARY,
    DefenderProgram,
    sums,
)
from cc3k.arcade.defender.tables import ARMOURS, ENEMIES, ENGINES, POWERS, WEAPONS
from cc3k.arcade.defender.turn import price, refusal
from cc3k.arcade.protocols import ARROWS, BoardScreen, Row, Span, beside, fitted, plain, wrapped

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

BOTH_COLUMNS = 110
"""Columns of a screen on which there is room for the plain words and the transcript's lines."""

GAP = 2
OUTDENT = 4
"""Blanks of the transcript's indents that a screen does without."""


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
            self.selected = (self.selected + ARROWS[key][0]) % len(self.fields)
        elif key in {"LEFT", "RIGHT"}:
            step, (low, high) = ARROWS[key][1], self._bounds[self.selected]
            if high == MOST_CHANCE:  # all chances together are 100 percent at most
                others = sum(self._values[2:]) - self._values[self.selected]
                step, high = step * CHANCE_STEP, MOST_CHANCE - others
            self._values[self.selected] = max(low, min(high, self._values[self.selected] + step))
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


def menu_command(key: str, stage: int, selected: Sequence[int]) -> Command | None:
    if key == "ENTER":
        return Command("setup_next", (SUMMARY + 1 - stage,))
    if key == "RIGHT" and stage < SUMMARY:
        return Command("setup_next", (1,))
    if key == "LEFT" and stage > 1:
        return Command("setup_back", (1,))
    if key in {"UP", "DOWN"} and stage < SUMMARY:
        count = len(MENUS[stage - 1].options)
        at = selected[stage - 1] - 1 + ARROWS[key][0]
        return Command("setup_select", (at % count + 1,))
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
    weapon, power = WEAPONS[selected[0] - 1], POWERS[selected[3] - 1]
    told = f"{sums(selected).text()}, {weapon.projectile_text()}, Power Cost:{power.cost}"
    together = [
        plain("Together", "heading"),
        *[plain(each.replace(":", ": ").replace("Projectile ", "")) for each in told.split(", ")],
    ]
    joined = beside(joined, together, sum(MENU_COLUMNS))
    for place, (menu, number) in enumerate(zip(MENUS, selected, strict=True), start=1):
        if stage in {place, SUMMARY}:
            joined.append(())
            for text in menu.options[number - 1].lines:
                joined += wrapped(text, columns)
    return joined


def _menu_column(number: int, label: str, stage: int, selected: Sequence[int]) -> list[Row]:
    is_open = stage == number + 1
    rows = [plain(f"[{label}]" if is_open else f" {label}", "heading")]
    rows += [plain(f"  {name}") for name in NAMES[number]]
    name, chosen = NAMES[number][selected[number] - 1], selected[number]
    rows[chosen] = plain(f"> {name}", "cursor") if is_open else plain(f"* {name}", "hero")
    return rows


TITLE = "Space Defender 2"
TITLE_ROWS, FOOT_ROWS = 2, 1

DEBUG = "toggle_debug_mode"

ORDER_KEYS = {"p": Order.PASS, " ": Order.PASS, "f": Order.FIRE, "s": Order.SPECIAL}

GAME_KEYS = "Arrows aim, Enter moves, p pass, f fire, s special, a choose, Tab enemy, ? help"
OVER_KEYS = "Enter begins another game, d debug mode, ? help"
ABORT_QUESTION = "This ends the game. Press x again to do it."

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
    keys = (
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

    def __init__(self, program: DefenderProgram) -> None:
        self.program = program
        self.form = NewGameForm()
        self.view = BoardView()
        self._message = ""
        self._is_aborting = False
        self._has_left_board = False

    def rows(self, columns: int, rows: int) -> list[Row]:
        state = "game over" if self.is_over() and self._is_at_board else self.program.state_name
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
            self.view.scroll(key)
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
            ways = (None, Order.FIRE, Order.SPECIAL)
            self.view.chosen = ways[(ways.index(self.view.chosen) + 1) % len(ways)]
        elif key == "l":
            self.view.shows_transcript = not self.view.shows_transcript
        elif key in ARROWS:
            row, column = cursor[0] + ARROWS[key][0], cursor[1] + ARROWS[key][1]
            self.view.cursor = (row, column) if battle.has((row, column)) else cursor
        elif key == "HOME":
            self.view.cursor = ship.cell
        elif key == "TAB":
            self.view.cursor = self._next_enemy(battle, cursor)
        self.view.scroll(key)
        return None

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


EMPTY, REACHED, FOG = ".", "_", "?"
"""Cells in which nobody stands: seen, within reach and means, and not seen."""

FRIENDLY_PATH, ENEMY_PATH = ">", "-"
"""Cells that a projectile in sight flies through in the next turn."""

WIDE_CELL, NARROW_CELL = 3, 2
"""Columns of a cell where there is room, and elsewhere."""

LETTER_COLUMNS = 2
HEAD_STEP = 5
"""A narrow board numbers the first column, and each fifth."""

BAR_CELLS = 30
PANEL_COLUMNS, PANEL_GAP = 24, 2
MORE = "-- more: Page Down --"


class BoardView:
    """Where the cursor stands, what is chosen, how far the log is scrolled, how wide cells are.

    `shows_transcript` is whether a narrow screen has the log in the words of the transcript, and
    `is_debug` whether all is in sight.
    """

    def __init__(self) -> None:
        self.cursor: Cell | None = None
        self.chosen: Order | None = None
        self.scrolled = 0
        self.shows_transcript = self.is_debug = False
        self.cell_columns = WIDE_CELL
        self._log_excess = 0
        self._log_page = 1

    def sees(self, battle: Battle, cell: Cell) -> bool:
        return self.is_debug or battle.sees(cell)

    def measure(self, battle: Battle, columns: int) -> int:
        """Choose the columns of a cell for a screen of that width; return those of the board."""
        wide = LETTER_COLUMNS + battle.columns * WIDE_CELL + 1
        self.cell_columns = WIDE_CELL if wide <= columns else NARROW_CELL
        return LETTER_COLUMNS + battle.columns * self.cell_columns + 1

    def cell_at(self, row: int, column: int, battle: Battle) -> Cell | None:
        gap = self.cell_columns - 1
        cell = row, (column - LETTER_COLUMNS - gap + 1) // self.cell_columns + 1
        return cell if battle.has(cell) else None

    def order_under_cursor(self, battle: Battle) -> Order:
        """Return what Enter does: what is chosen, or else to move, or to pass where the ship is."""
        if self.chosen is not None:
            return self.chosen
        is_here = self.cursor in {None, battle.starfighter.cell}
        return Order.PASS if is_here else Order.MOVE

    def scroll(self, key: str) -> None:
        pages = {"PGUP": -1, "PGDN": 1}.get(key, 0)
        self.scrolled = max(0, min(self._log_excess, self.scrolled + pages * self._log_page))

    def log_window(self, lines: list[Row], room: int) -> list[Row]:
        room = max(0, room)
        self._log_excess, self._log_page = max(0, len(lines) - room), max(1, room - 1)
        self.scrolled = min(self.scrolled, self._log_excess)
        shown = lines[self.scrolled : self.scrolled + room]
        if shown and self.scrolled < self._log_excess:
            shown[-1] = plain(MORE, "heading")
        return shown


def battle_rows(view: BoardView, battle: Battle, columns: int, room: int) -> list[Row]:
    width, paths = view.measure(battle, columns), _paths(view, battle)
    rows = [plain(_head(battle.columns, view.cell_columns), "heading")]
    rows += [_board_row(view, battle, row, paths) for row in range(1, battle.rows + 1)]
    if columns >= width + PANEL_GAP + PANEL_COLUMNS:
        rows = beside(rows, _panel_rows(view, battle)[: len(rows)], width + PANEL_GAP)
    ship = battle.starfighter
    then = forecast(battle, view.order_under_cursor(battle), view.cursor or ship.cell)
    rows += [
        _cursor_row(view, battle),
        _bar("Health", ship.health, ship.figures.health, then[0]),
        _bar("Energy", ship.energy, ship.figures.energy, then[1]),
        _action_row(view, battle),
    ]
    if battle.is_over:
        rows.append(plain(GAME_OVER.strip(), "hurt"))
    log = log_rows(battle, columns, is_debug=view.is_debug, shows_transcript=view.shows_transcript)
    return rows + view.log_window(log, room - len(rows))


def _head(columns: int, cell_columns: int) -> str:
    numbers = [
        str(column) if cell_columns == WIDE_CELL or column == 1 or not column % HEAD_STEP else ""
        for column in range(1, columns + 1)
    ]
    return " " * LETTER_COLUMNS + "".join(f"{number:>{cell_columns}}" for number in numbers)


def _board_row(view: BoardView, battle: Battle, row: int, paths: dict[Cell, str]) -> Row:
    spans: list[Span] = [(f"{LETTERS[row - 1]} ", "heading")]
    cursor = None if battle.is_over else view.cursor
    blank = " " * (view.cell_columns - 2)
    for column in range(1, battle.columns + 1):
        cell = row, column
        before = "]" if cursor == (row, column - 1) else " "
        gap = before + blank if blank else before
        if cursor == cell:
            gap = gap[:-1] + "["
        mark, role = _mark(view, battle, cell, paths)
        spans += [(gap, ""), (mark, "cursor" if cursor == cell else role)]
    spans.append(("]" if cursor == (row, battle.columns) else " ", ""))
    return tuple(spans)


def _mark(view: BoardView, battle: Battle, cell: Cell, paths: dict[Cell, str]) -> Span:
    if not view.sees(battle, cell):
        return FOG, "fog"
    entity = battle.standing.get(cell)
    if entity is not None:
        return entity.symbol, _role(entity)
    if cell in paths:
        return paths[cell], "path"
    if not battle.is_over and refusal(battle, Order.MOVE, cell) is None:
        return REACHED, "range"
    return EMPTY, ""


def _role(entity: Entity) -> str:
    if isinstance(entity, EnemyShip):
        return "foe"
    if isinstance(entity, Projectile):
        return "friend" if entity.is_friendly else "foe"
    return "hurt" if entity.is_gone else "hero"


def _paths(view: BoardView, battle: Battle) -> dict[Cell, str]:
    paths: dict[Cell, str] = {}
    for projectile in battle.projectiles.values():
        if not view.sees(battle, projectile.cell):
            continue
        mark = FRIENDLY_PATH if projectile.is_friendly else ENEMY_PATH
        for cell in projectile.path():
            if not isinstance(battle.standing.get(cell), Projectile | None):
                break  # also where it is in the fog: so is all that lies behind it
            paths[cell] = mark
    return paths


def _cursor_row(view: BoardView, battle: Battle) -> Row:
    cell = view.cursor or battle.starfighter.cell
    what = "not in sight"
    if view.sees(battle, cell):
        entity = battle.standing.get(cell)
        what = "empty" if entity is None else _described(entity)
    ship = battle.starfighter
    steps = distance(ship.cell, cell)
    way = ""
    if steps:
        energy = steps * ship.figures.move_cost
        way = refusal(battle, Order.MOVE, cell) or f"{steps} steps, {energy} energy"
    return ((f"{location(cell)} {what}", "heading"), (f"  {way}", "range"))


def _described(entity: Entity) -> str:
    if isinstance(entity, Projectile):
        return f"{entity.label}, damage {entity.damage}, move {entity.move}"
    if not isinstance(entity, EnemyShip):
        return entity.name
    figures = f"health {entity.health}/{entity.total_health}, armour {entity.armour}"
    return f"{entity.label}, {figures}, {'sees you' if entity.sees else 'does not see you'}"


def forecast(battle: Battle, order: Order, goal: Cell) -> tuple[int, int]:
    """Return health and energy once an order is paid for; as they are if it cannot be."""
    ship = battle.starfighter
    if battle.is_over or refusal(battle, order, goal) is not None:
        return ship.health, ship.energy
    health, energy = ship.regenerated()
    if order is Order.PASS:
        health = regenerated(health, ship.figures.health, ship.figures.health_regen)
        energy = regenerated(energy, ship.figures.energy, ship.figures.energy_regen)
    health_cost, energy_cost = price(ship, order, goal)
    return health - health_cost, energy - energy_cost


def _bar(label: str, now: int, total: int, then: int) -> Row:
    cells = [min(BAR_CELLS, -(-figure * BAR_CELLS // total)) for figure in (now, then)]
    stays, most = min(cells), max(cells)
    change = ("-" * (most - stays), "hurt") if then < now else ("+" * (most - stays), "hit")
    told = f"{'':{BAR_CELLS - most}}] {now}/{total}" + (f", then {then}" if then != now else "")
    return ((f"{label} [", ""), ("#" * stays, "hero"), change, (told, ""))


def _action_row(view: BoardView, battle: Battle) -> Row:
    ship = battle.starfighter
    weapon, power = ship.weapon, ship.power
    under = view.order_under_cursor(battle)
    spans: list[Span] = [(f"Score {battle.keeper.score} ", "heading")]
    if battle.is_over:
        return tuple(spans)
    for order, told in (
        (Order.PASS, "pass"),
        (Order.MOVE, f"move: {ship.figures.move_cost} a step"),
        (Order.FIRE, f"{weapon.name}: {weapon.cost} {weapon.unit}"),
        (Order.SPECIAL, f"{power.name}: {power.cost}"),
    ):
        goal = (view.cursor or ship.cell) if order is Order.MOVE else ship.cell
        is_possible = refusal(battle, order, goal) is None
        shown = f"[{told}]" if order is under else f" {told} " if is_possible else f"({told})"
        role = "cursor" if order is under else "" if is_possible else "fog"
        spans.append((f" {shown}", role))
    return tuple(spans)


def _panel_rows(view: BoardView, battle: Battle) -> list[Row]:
    here = battle.starfighter.cell
    ships = [ship for ship in battle.enemies.values() if view.sees(battle, ship.cell)]
    ships.sort(key=lambda ship: (distance(ship.cell, here), ship.number))
    told = [
        plain(f"{ship.kind.symbol} {location(ship.cell)} {ship.health}/{ship.total_health}", "foe")
        for ship in ships
    ]
    return [plain("Enemies in sight", "heading"), *(told or [plain("none", "fog")])]


_LOCATION = re.compile(r"\[([A-J]),([0-9]+)\]")


def log_rows(battle: Battle, columns: int, *, is_debug: bool, shows_transcript: bool) -> list[Row]:
    """Return what happened in the last turn, as far as the Starfighter saw it.

    In plain words, or as `shows_transcript` asks; where there is room in both, side by side.
    """
    both = columns >= BOTH_COLUMNS
    left = columns // 2 if both else 0
    rows = list[Row]()
    for section, lines in zip(SECTIONS, battle.log, strict=True):
        seen = [line for line in lines if is_debug or _is_seen(battle, line)]
        if seen and (both or shows_transcript):
            rows.append(((" " * left, ""), (f"{section}:", "heading")))
        for line in seen:
            words = _log_line(line, in_words(line), (left or columns) - GAP)
            written = _log_line(line, line.strip(), columns - left)
            if both:
                words = beside(words, written, left)
            rows += written if shows_transcript and not both else words
    return rows


def _log_line(line: str, told: str, columns: int) -> list[Row]:
    blank = " " * (len(line) - len(line.lstrip()) - OUTDENT)
    return [((blank, ""), *row) for row in wrapped(told, columns - len(blank), _log_role(line))]


def _is_seen(battle: Battle, line: str) -> bool:
    if "Starfighter" in line or "A friendly" in line:
        return True
    places = [(LETTERS.index(row) + 1, int(column)) for row, column in _LOCATION.findall(line)]
    return any(battle.sees(place) for place in places)


def _log_role(line: str) -> str:
    if "has been destroyed" in line:
        return "hurt" if "Starfighter" in line else "hit"
    return "hurt" if "collides with Starfighter" in line or "The Starfighter coll" in line else ""


_NAMES: Mapping[str, str] = {
    r"^(?:A|The) ": "",
    r"friendly projectile\(id:-(\d+)\)": r"your shot \1",
    r"enemy projectile\(id:-(\d+)\)": r"enemy shot \1",
    r"projectile\(id:-(\d+)\)": r"shot \1",
    r"Starfighter(?:\(id:0\))?": "you",
    r"(\w+)\(id:(\d+)\)": r"\1 \2",
    r"(?:location )?\[([A-J]),(\d+)\]": r"\1\2",
}
"""What ships, projectiles and places are called, in place of their names in the transcript."""

_SENTENCES: Mapping[str, str] = {
    r"(.+) moves: (.+) -> out of board": r"\1 leaves the board from \2.",
    r"you moves: (.+) -> (.+)": r"you fly from \1 to \2.",
    r"(.+) moves: (.+) -> (.+)": r"\1 flies from \2 to \3.",
    r"(.+) stays at: (.+)": r"\1 stays at \2.",
    r"(.+) spawns at location out of board\.": r"\1 appears off the board and is lost.",
    r"(.+) spawns at (.+)": r"\1 appears at \2",
    r"you passes at (.+), doubling regen rate\.": r"you pass at \1 and regenerate twice.",
    r"you fires at (.+)": r"you fire from \1",
    r"you uses special, teleporting to: (.+)": r"you teleport back to \1.",
    r"you uses special, gaining (\d+) health\.": r"you repair \1 health.",
    r"you uses special, gaining (\d+) energy .+ (\d+) .+": r"you turn \2 health into \1 energy.",
    r"you uses special, clearing .+": "your drones remove all shots.",
    r"you uses special, unleashing .+": "you strike all enemies with a wave of energy.",
    r"(shot .+) has been neutralized\.": r"\1 is removed.",
    r"you at (.+) has been destroyed\.": r"you are destroyed at \1.",
    r"(.+) has been destroyed\.": r"the \1 is destroyed.",
    r"(.+) takes (\d+) damage\.": r"\1 takes \2 damage.",
    r"(.+) gains (\d+) total health\.": r"\1 gains \2 health, and its total grows by as much.",
    r"(.+) gains (\d+) regen\.": r"\1 regenerates \2 more a turn from now on.",
    r"projectile collides with (.+), combining .+": r"it joins \1: their damage adds up.",
    r"projectile collides with (.+), negating .+": (
        r"it meets \1: the smaller damage is taken off the greater."
    ),
    r"projectile collides with (.+), dealing (\d+) .+": r"it hits \1 for \2 damage.",
    r"projectile collides with (.+), healing (\d+) .+": r"it heals \1 by up to \2.",
    r"you collides with (.+), taking (\d+) .+": r"you fly into \1 and lose \2 health.",
    r"you collides with (.+), trading (\d+) .+": r"you ram \1 and lose \2 health.",
    r"(\w+) collides with you (.+), trading (\d+) .+": r"it rams you \2: you lose \3 health.",
    r"(\w+) collides with (.+), taking (\d+) .+": r"the \1 flies into \2 and takes \3 damage.",
    r"(\w+) collides with (.+), healing (\d+) .+": r"the \1 takes in \2 and heals by up to \3.",
    r"(\w+) heals (.+) for (\d+) damage\.": r"the \1 heals \2 by up to \3.",
}
"""What happens, in place of the transcript's line with those names; the first that fits."""


def in_words(line: str) -> str:
    text = line.strip()
    for pattern, name in _NAMES.items():
        text = re.sub(pattern, name, text)
    for pattern, sentence in _SENTENCES.items():
        found = re.fullmatch(pattern, text)
        if found is not None:
            text = found.expand(sentence)
            break
    return text[:1].upper() + text[1:]
