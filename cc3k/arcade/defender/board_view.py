"""The picture of a game: board, fog, reach, paths, bars less what the cursor costs, and the log."""

from cc3k.arcade.defender.board import (
    LETTERS,
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
from cc3k.arcade.defender.tables import HEALTH
from cc3k.arcade.defender.transcript import GAME_OVER, log_rows
from cc3k.arcade.defender.turn import refusal
from cc3k.arcade.protocols import Row, Span, beside, plain

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

    def choose_next_order(self) -> None:
        ways = (None, Order.FIRE, Order.SPECIAL)
        self.chosen = ways[(ways.index(self.chosen) + 1) % len(ways)]

    def scroll(self, pages: int) -> None:
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
    rows += [_cursor_row(view, battle), *_bar_rows(view, battle), _action_row(view, battle)]
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
    """Return where projectiles in sight fly next, up to the first ship in sight on the way."""
    paths: dict[Cell, str] = {}
    for projectile in battle.projectiles.values():
        if not view.sees(battle, projectile.cell):
            continue
        mark = FRIENDLY_PATH if projectile.is_friendly else ENEMY_PATH
        for cell in projectile.path():
            is_barred = not isinstance(battle.standing.get(cell), Projectile | None)
            if is_barred and view.sees(battle, cell):
                break
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
    figures, weapon = ship.figures, ship.weapon
    if order is Order.PASS:
        health = regenerated(health, figures.health, figures.health_regen)
        energy = regenerated(energy, figures.energy, figures.energy_regen)
    elif order is Order.MOVE:
        energy -= distance(ship.cell, goal) * figures.move_cost
    elif order is Order.SPECIAL:
        energy -= ship.power.cost
        health -= ship.power.health_spent(health)
    elif weapon.unit == HEALTH:
        health -= weapon.cost
    else:
        energy -= weapon.cost
    return health, energy


def _bar_rows(view: BoardView, battle: Battle) -> list[Row]:
    ship = battle.starfighter
    goal = view.cursor or ship.cell
    health, energy = forecast(battle, view.order_under_cursor(battle), goal)
    return [
        _bar("Health", ship.health, ship.figures.health, health),
        _bar("Energy", ship.energy, ship.figures.energy, energy),
    ]


def _bar(label: str, now: int, total: int, then: int) -> Row:
    cells = [min(BAR_CELLS, -(-figure * BAR_CELLS // total)) for figure in (now, then)]
    stays, most = min(cells), max(cells)
    change = ("-" * (most - stays), "hurt") if then < now else ("+" * (most - stays), "hit")
    told = f"] {now}/{total}" + (f", then {then}" if then != now else "")
    return (
        (f"{label} [", ""),
        ("#" * stays, "hero"),
        change,
        (" " * (BAR_CELLS - most), ""),
        (told, ""),
    )


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
