"""A game as text: the transcript byte for byte (S6 to S19), and the log of a turn in words."""

import re
from functools import cache

from cc3k.arcade.defender.board import LETTERS, SECTIONS, Battle, EnemyShip, Projectile, location
from cc3k.arcade.protocols import Row, beside, wrapped

WELCOME = "  Welcome to Space Defender Version 2."
GAME_OVER = "  The game is over. Better luck next time!"

EMPTY, FOG = "_", "?"
CELL_COLUMNS = 3
"""Columns that a cell takes in a row of the board: its symbol and two blanks."""


def battle_text(battle: Battle, *, is_debug: bool) -> str:
    """Return the state of a game below its first line (S15)."""
    lines = _starfighter_lines(battle)
    if is_debug:  # seven sections more (S16)
        lines += ["  Enemy:", *map(_enemy_line, battle.enemies.values())]
        lines += ["  Projectile:", *map(_projectile_line, battle.projectiles.values())]
        for section, told in zip(SECTIONS, battle.log, strict=True):
            lines += [f"  {section}:", *told]
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
        f"      Projectile Pattern:{weapon.name}, {weapon.projectile_text()}",
        f"      Power:{ship.power.text}",
        f"      score:{battle.keeper.score}",
    ]


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
            drawn = list(cells)
            for place, mark in marks:
                drawn[(place - 1) * CELL_COLUMNS] = mark
            cells = "".join(drawn)
        lines.append(f"    {LETTERS[number - 1]} {cells}")
    return lines


@cache
def _head(columns: int) -> str:
    return "    " + "".join(f"{column:{CELL_COLUMNS}}" for column in range(1, columns + 1))


@cache
def _empty_row(columns: int, first: int, last: int) -> str:
    return "  ".join(EMPTY if first <= each <= last else FOG for each in range(1, columns + 1))


BOTH_COLUMNS = 110
"""Columns of a screen on which there is room for the plain words and the transcript's lines."""

GAP = 2
OUTDENT = 4
"""Blanks of the transcript's indents that a screen does without."""

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


_NAMES = tuple(
    (re.compile(pattern), name)
    for pattern, name in (
        (r"^(?:A|The) ", ""),
        (r"friendly projectile\(id:-(\d+)\)", r"your shot \1"),
        (r"enemy projectile\(id:-(\d+)\)", r"enemy shot \1"),
        (r"projectile\(id:-(\d+)\)", r"shot \1"),
        (r"Starfighter(?:\(id:0\))?", "you"),
        (r"(\w+)\(id:(\d+)\)", r"\1 \2"),
        (r"(?:location )?\[([A-J]),(\d+)\]", r"\1\2"),
    )
)
"""What ships, projectiles and places are called, in place of their names in the transcript."""

_SENTENCES = tuple(
    (re.compile(pattern), sentence)
    for pattern, sentence in (
        (r"(.+) moves: (.+) -> out of board", r"\1 leaves the board from \2."),
        (r"you moves: (.+) -> (.+)", r"you fly from \1 to \2."),
        (r"(.+) moves: (.+) -> (.+)", r"\1 flies from \2 to \3."),
        (r"(.+) stays at: (.+)", r"\1 stays at \2."),
        (r"(.+) spawns at location out of board\.", r"\1 appears off the board and is lost."),
        (r"(.+) spawns at (.+)", r"\1 appears at \2"),
        (r"you passes at (.+), doubling regen rate\.", r"you pass at \1 and regenerate twice."),
        (r"you fires at (.+)", r"you fire from \1"),
        (r"you uses special, teleporting to: (.+)", r"you teleport back to \1."),
        (r"you uses special, gaining (\d+) health\.", r"you repair \1 health."),
        (
            r"you uses special, gaining (\d+) energy at the expense of (\d+) health\.",
            r"you turn \2 health into \1 energy.",
        ),
        (r"you uses special, clearing .+", "your drones remove all shots."),
        (r"you uses special, unleashing .+", "you strike all enemies with a wave of energy."),
        (r"(shot .+) has been neutralized\.", r"\1 is removed."),
        (r"you at (.+) has been destroyed\.", r"you are destroyed at \1."),
        (r"(.+) has been destroyed\.", r"the \1 is destroyed."),
        (r"(.+) takes (\d+) damage\.", r"\1 takes \2 damage."),
        (
            r"(.+) gains (\d+) total health\.",
            r"\1 gains \2 health, and its total grows by as much.",
        ),
        (r"(.+) gains (\d+) regen\.", r"\1 regenerates \2 more a turn from now on."),
        (
            r"projectile collides with (.+), combining damage\.",
            r"it joins \1: their damage adds up.",
        ),
        (
            r"projectile collides with (.+), negating damage\.",
            r"it meets \1: the smaller damage is taken off the greater.",
        ),
        (r"projectile collides with (.+), dealing (\d+) damage\.", r"it hits \1 for \2 damage."),
        (r"projectile collides with (.+), healing (\d+) damage\.", r"it heals \1 by up to \2."),
        (r"you collides with (.+), taking (\d+) damage\.", r"you fly into \1 and lose \2 health."),
        (r"you collides with (.+), trading (\d+) damage\.", r"you ram \1 and lose \2 health."),
        (r"(\w+) collides with you (.+), trading (\d+) .+", r"it rams you \2: you lose \3 health."),
        (
            r"(\w+) collides with (.+), taking (\d+) damage\.",
            r"the \1 flies into \2 and takes \3 damage.",
        ),
        (
            r"(\w+) collides with (.+), healing (\d+) damage\.",
            r"the \1 takes in \2 and heals by up to \3.",
        ),
        (r"(\w+) heals (.+) for (\d+) damage\.", r"the \1 heals \2 by up to \3."),
    )
)
"""What happens, in place of the transcript's line with those names; the first that fits."""


def in_words(line: str) -> str:
    text = line.strip()
    for pattern, name in _NAMES:
        text = pattern.sub(name, text)
    for pattern, sentence in _SENTENCES:
        found = pattern.fullmatch(text)
        if found is not None:
            text = found.expand(sentence)
            break
    return text[:1].upper() + text[1:]
