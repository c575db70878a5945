"""The transcript: each state as text, byte for byte (S6 to S9, S15 to S19)."""

from functools import cache

from cc3k.arcade.defender.board import SECTIONS, Battle, EnemyShip
from cc3k.arcade.defender.parts import LETTERS, Projectile, location
from cc3k.arcade.defender.setup import projectile_text

WELCOME = "  Welcome to Space Defender Version 2."
GAME_OVER = "  The game is over. Better luck next time!"

EMPTY, FOG = "_", "?"
CELL_COLUMNS = 3
"""Columns that a cell takes in a row of the board: its symbol and two blanks."""


def state_line(name: str, *, is_debug: bool, is_ok: bool) -> str:
    """Return the first line of a state (S7)."""
    return f"  state:{name}, {'debug' if is_debug else 'normal'}, {'ok' if is_ok else 'error'}"


def battle_text(battle: Battle, *, is_debug: bool) -> str:
    """Return the state of a game below its first line (S15)."""
    lines = _starfighter_lines(battle)
    if is_debug:
        lines += _section_lines(battle)
    lines += board_lines(battle, is_debug=is_debug)
    if battle.is_over:
        lines.append(GAME_OVER)
    return "\n".join(lines)


def _starfighter_lines(battle: Battle) -> list[str]:
    ship = battle.starfighter
    figures, weapon = ship.figures, ship.weapon
    health, energy = f"{ship.health}/{figures.health}", f"{ship.energy}/{figures.energy}"
    first = (
        f"    [0,S]->health:{health}, energy:{energy}, "
        f"Regen:{figures.health_regen}/{figures.energy_regen}, Armour:{figures.armour}, "
        f"Vision:{figures.vision}, Move:{figures.move}, Move Cost:{figures.move_cost}, "
        f"location:{location(ship.cell)}"
    )
    return [
        "  Starfighter:",
        first,
        f"      Projectile Pattern:{weapon.name}, {projectile_text(weapon)}",
        f"      Power:{ship.power.text}",
        f"      score:{battle.keeper.score}",
    ]


def _section_lines(battle: Battle) -> list[str]:
    """Return the seven sections of debug mode (S16)."""
    lines = ["  Enemy:", *map(_enemy_line, battle.enemies.values())]
    lines += ["  Projectile:", *map(_projectile_line, battle.projectiles.values())]
    for section, told in zip(SECTIONS, battle.log, strict=True):
        lines.append(f"  {section}:")
        lines += told
    return lines


_FLAGS = {True: "T", False: "F"}


def _enemy_line(ship: EnemyShip) -> str:
    return (
        f"    [{ship.number},{ship.symbol}]->health:{ship.health}/{ship.total_health}, "
        f"Regen:{ship.regen}, Armour:{ship.armour}, Vision:{ship.vision}, "
        f"seen_by_Starfighter:{_FLAGS[ship.is_seen]}, can_see_Starfighter:{_FLAGS[ship.sees]}, "
        f"location:{location(ship.cell)}"
    )


def _projectile_line(projectile: Projectile) -> str:
    return (
        f"    [{projectile.number},{projectile.symbol}]->damage:{projectile.damage}, "
        f"move:{projectile.move}, location:{location(projectile.cell)}"
    )


def board_lines(battle: Battle, *, is_debug: bool) -> list[str]:
    """Return the board: fog beyond the Starfighter's vision, unless in debug mode (S19)."""
    row, column = battle.starfighter.cell
    vision, columns = battle.starfighter.vision, battle.columns
    sight = battle.rows + columns if is_debug else vision
    standing: dict[int, list[tuple[int, str]]] = {}
    for (other_row, other_column), entity in battle.standing.items():
        if abs(other_row - row) + abs(other_column - column) <= sight:
            standing.setdefault(other_row, []).append((other_column, entity.symbol))
    lines = [_head(columns)]
    for number in range(1, battle.rows + 1):
        reach = sight - abs(number - row)
        cells = _empty_row(columns, max(column - reach, 1), min(column + reach, columns))
        if marks := standing.get(number):
            cells = _marked(cells, marks)
        lines.append(f"    {LETTERS[number - 1]} {cells}")
    return lines


def _marked(cells: str, marks: list[tuple[int, str]]) -> str:
    drawn = list(cells)
    for column, mark in marks:
        drawn[(column - 1) * CELL_COLUMNS] = mark
    return "".join(drawn)


@cache
def _head(columns: int) -> str:
    return "    " + "".join(f"{column:{CELL_COLUMNS}}" for column in range(1, columns + 1))


@cache
def _empty_row(columns: int, first: int, last: int) -> str:
    return "  ".join(EMPTY if first <= each <= last else FOG for each in range(1, columns + 1))
