"""Palettes: the style of each role, in colour and without, and the glyph sets."""

from collections.abc import Mapping
from functools import lru_cache
from itertools import cycle

from cc3k.engine.board import DOORWAY, EAST, NORTH, SOUTH, WEST, Board, Cell
from cc3k.engine.enemies import EnemyKind
from cc3k.engine.rules import Rules

ARCADE_STYLES: Mapping[str, str] = {
    "friend": "bright_cyan",
    "foe": "bright_red",
    "fog": "bright_black",
    "path": "yellow",
    "range": "cyan",
    "exit": "bright_green",
    "block": "bright_black",
    "legal": "bold_bright_yellow",
    "gem1": "bright_red",
    "gem2": "bright_green",
    "gem3": "bright_blue",
    "gem4": "bright_yellow",
    "gem5": "bright_magenta",
    "gem6": "bright_cyan",
}

DEUTERAN_ARCADE_STYLES: Mapping[str, str] = {
    **ARCADE_STYLES,
    "foe": "bright_yellow",
    "exit": "bold_bright_white",
    "legal": "bold_white_on_blue",
    "gem1": "yellow",
    "gem2": "bright_cyan",
    "gem5": "bright_white",
    "gem6": "blue",
}
"""No two roles differ by red and green alone."""

MONOCHROME_ARCADE_STYLES: Mapping[str, str] = {
    "friend": "bold",
    "foe": "bold",
    "exit": "underline",
    "legal": "underline",
    "path": "underline",
}


TERRAIN_ROLES = {
    "|": "wall",
    "-": "wall",
    "+": "doorway",
    "#": "passage",
    "\\": "stairs",
    "@": "hero",
}

SPARE_ENEMY_ROLES = tuple([f"enemy {number}" for number in range(1, 7)])
"""Roles of kinds of enemy whose row names none; with more of them, these are used again."""

ENEMY_ROLES = (
    *("human", "dwarf", "elf", "orc", "halfling", "merchant", "dragon"),
    *SPARE_ENEMY_ROLES,
)
"""The roles of the kinds of enemy: those of the roster, and spare ones for further rows."""


def enemy_roles(rules: Rules) -> dict[str, str]:
    """Return the colour role of each kind of enemy by its name: its row's, or a spare one."""
    spare = cycle(SPARE_ENEMY_ROLES)
    return {kind.name: kind.role or next(spare) for kind in rules.enemy_kinds}


def glyph_roles(rules: Rules) -> dict[str, str]:
    """Return the colour role of each glyph on the board, taken from the roster."""
    others = [thing for thing in rules.kinds_by_mark.values() if not isinstance(thing, EnemyKind)]
    roles = enemy_roles(rules)
    return {
        **TERRAIN_ROLES,
        **{thing.glyph: thing.role for thing in others},
        **{kind.glyph: roles[kind.name] for kind in rules.enemy_kinds},
    }


def hunting_role(role: str) -> str:
    """Return the role of an enemy that hunts, by that of its kind; the same without one."""
    return f"hunting {role}" if role in ENEMY_ROLES else role


def _with_hunters(styles: Mapping[str, str]) -> dict[str, str]:
    """Return styles with those of enemies that hunt: bold, underlined, in the kind's colour (X51).

    An enemy that has announced something is reversed (X92).
    Some kinds are underlined always; one that is bold as well is reversed.
    """
    hunting = {hunting_role(role): _hunting_style(styles[role]) for role in ENEMY_ROLES}
    return {**styles, **hunting, "threat": "bold_reverse"}


def _hunting_style(style: str) -> str:
    words = [word for word in style.split("_") if word not in {"bold", "underline", "normal"}]
    both = {"bold", "underline"}.issubset(style.split("_"))
    return "_".join([*(["reverse"] if both else []), "bold", "underline", *words])


_OWN_DEFAULT_STYLES = {
    "wall": "bright_black",
    "doorway": "yellow",
    "passage": "bright_black",
    "stairs": "bold_bright_white",
    "hero": "bright_cyan",
    "human": "cyan",
    "dwarf": "yellow",
    "elf": "green",
    "orc": "bright_red",
    "halfling": "normal",
    "merchant": "underline_bright_blue",
    "dragon": "bold_bright_magenta",
    "enemy 1": "bright_magenta",
    "enemy 2": "underline_bright_red",
    "enemy 3": "underline_bright_white",
    "enemy 4": "underline_yellow",
    "enemy 5": "underline_green",
    "enemy 6": "underline_cyan",
    "peaceful": "bright_blue",
    "potion": "bright_green",
    "gold": "bright_yellow",
    "hp": "normal",
    "wounded": "bright_yellow",
    "dying": "bold_bright_red",
    "asking": "bold_bright_white",
    "hurt": "bright_red",
    "hit": "bright_green",
    "cursor": "reverse",
    "flash": "reverse",
    "heading": "bold",
    "raised": "bright_green",
    "lowered": "bright_red",
    "frozen": "bold_bright_cyan",
    "older": "bright_black",
    "remembered": "bright_black",
    **ARCADE_STYLES,
}
DEFAULT_STYLES = _with_hunters(_OWN_DEFAULT_STYLES)
"""Each kind of enemy has a style of its own (`enemy_roles`), and all that are peaceful have one."""

_OWN_DEUTERAN_STYLES = {
    **_OWN_DEFAULT_STYLES,
    "stairs": "underline_bright_white",
    "hero": "bold_bright_white",
    "human": "bright_white",
    "elf": "cyan",
    "orc": "bright_yellow",
    "halfling": "underline_bright_cyan",
    "merchant": "bold_bright_blue",
    "dragon": "bold_bright_yellow",
    "enemy 1": "underline_bright_yellow",
    "enemy 2": "bold_cyan",
    "enemy 3": "underline_yellow",
    "enemy 4": "underline_cyan",
    "enemy 5": "bold_underline_bright_yellow",
    "enemy 6": "bold_underline_bright_white",
    "potion": "bright_cyan",
    "gold": "bold_yellow",
    "hp": "bright_cyan",
    "dying": "bold_white_on_blue",
    "hurt": "bright_yellow",
    "hit": "bright_cyan",
    "flash": "bold_white_on_blue",
    "raised": "bright_cyan",
    "lowered": "bright_yellow",
    "frozen": "bold_white_on_blue",
    **DEUTERAN_ARCADE_STYLES,
}
DEUTERAN_STYLES = _with_hunters(_OWN_DEUTERAN_STYLES)
"""No two roles differ by red and green alone."""

_OWN_MONOCHROME_STYLES = {
    "stairs": "bold",
    "hero": "reverse",
    **dict.fromkeys(ENEMY_ROLES, "bold"),
    "potion": "underline",
    "gold": "underline",
    "dying": "reverse",
    "hurt": "bold",
    "cursor": "reverse",
    "flash": "bold",
    "asking": "bold",
    "heading": "bold",
    "lowered": "bold",
    "frozen": "reverse",
    **MONOCHROME_ARCADE_STYLES,
}
MONOCHROME_STYLES = _with_hunters(_OWN_MONOCHROME_STYLES)
"""Styles without colours: glyphs tell things apart, and bold only draws attention: to enemies, but
not to the peaceful ones, which are plain. A hero with few HP is not reversed, as a flash is."""

STYLES_256 = {
    "deuteran": _with_hunters(
        {
            **_OWN_DEUTERAN_STYLES,
            "orc": "orange",
            "dragon": "bold_orange",
            "merchant": "bold_dodgerblue",
            "peaceful": "dodgerblue",
            "enemy 1": "underline_orange",
            "potion": "skyblue",
            "hp": "skyblue",
            "hit": "skyblue",
            "wounded": "orange",
            "hurt": "orange",
            "raised": "skyblue",
            "lowered": "orange",
        }
    )
}
"""Palettes for terminals of 256 colours, which no theme changes. The default palette keeps to the
sixteen colours: their codes are the shortest on a slow line."""

MIN_COLOURS, BRIGHT_COLOURS, MANY_COLOURS = 8, 16, 256

_MARKS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!#$%&*+,-./:;<=>?@^_~"

ROLE_LETTERS = dict(zip(DEFAULT_STYLES, _MARKS, strict=False))
"""A letter, digit or mark for each role, so that a line's roles are as long as its text."""


PALETTES = {"default": DEFAULT_STYLES, "deuteran": DEUTERAN_STYLES, "mono": MONOCHROME_STYLES}


def role_styles(colour_count: int, palette: str = "default") -> dict[str, str]:
    if colour_count < MIN_COLOURS:
        return MONOCHROME_STYLES
    styles = PALETTES[palette]
    if colour_count < BRIGHT_COLOURS:
        return {role: _reduce_to_8_colours(style) for role, style in styles.items()}
    return STYLES_256.get(palette, styles) if colour_count >= MANY_COLOURS else styles


def styles_by_letter(palette: str, colour_count: int) -> dict[str, str]:
    return {ROLE_LETTERS[role]: style for role, style in role_styles(colour_count, palette).items()}


def _reduce_to_8_colours(style: str) -> str:
    """Return a style in eight colours: bold replaces bright; bright black would be invisible."""
    if "black" in style:
        return "normal"
    return style.replace("bold_bright_", "bold_").replace("bright_", "bold_")


GLYPH_SETS: Mapping[str, Mapping[str, str]] = {
    "ascii": {},
    "unicode": {"|": "│", "-": "─", ".": "·", "#": "░", "+": "╪"},
}
"""The character drawn for each glyph, by glyph set; a glyph without an entry is drawn as itself.

Each takes one column, so that the board keeps its shape.
"""


UPRIGHT, LEVEL = b"|-"

JOINED_WALLS = {
    "": "",
    "n": "│",
    "s": "│",
    "ns": "│",
    "e": "─",
    "w": "─",
    "ew": "─",
    "se": "┌",
    "sw": "┐",
    "ne": "└",
    "nw": "┘",
    "nse": "├",
    "nsw": "┤",
    "sew": "┬",
    "new": "┴",
    "nsew": "┼",
}
"""The character of a wall by the sides on which it is joined, from `n`, `s`, `e` and `w`."""

DOORWAY_IN_UPRIGHT, DOORWAY_IN_LEVEL, DOORWAY_ALONE = "╪", "╫", "╬"
"""A doorway is a gap of two lines across its wall, which runs up to it on both sides."""

LONE_WALLS: Mapping[int, str] = {UPRIGHT: "│", LEVEL: "─"}

SIDES = (("n", NORTH, UPRIGHT), ("s", SOUTH, UPRIGHT), ("e", EAST, LEVEL), ("w", WEST, LEVEL))
"""Each side of a cell, the way there, and the wall that runs that way."""


@lru_cache(maxsize=16)
def joined_walls(board: Board) -> dict[Cell, str]:
    drawn = {}
    for cell, kind in enumerate(board.terrain):
        if kind == DOORWAY:
            drawn[cell] = _doorway(board, cell)
        elif kind in LONE_WALLS:
            drawn[cell] = JOINED_WALLS[_joined_sides(board, cell)] or LONE_WALLS[kind]
    return drawn


def _joined_sides(board: Board, cell: Cell) -> str:
    kind, sides = board.terrain[cell], ""
    for side, way, running in SIDES:
        there = _terrain(board, cell + way.offset(board.stride))
        if there == DOORWAY:
            joined = kind == running or _runs(board, cell + way.offset(board.stride), running)
        else:
            joined = there in LONE_WALLS and running in (kind, there)
        sides += side * joined
    return sides


def _runs(board: Board, doorway: Cell, running: int) -> bool:
    steps = [way.offset(board.stride) for _, way, kind in SIDES if kind == running]
    return all(_terrain(board, doorway + step) in LONE_WALLS for step in steps)


def _doorway(board: Board, cell: Cell) -> str:
    if _runs(board, cell, LEVEL):
        return DOORWAY_IN_LEVEL
    return DOORWAY_IN_UPRIGHT if _runs(board, cell, UPRIGHT) else DOORWAY_ALONE


def _terrain(board: Board, cell: Cell) -> int:
    """Return the terrain of a cell, a line feed beyond the board."""
    return board.terrain[cell] if 0 <= cell < len(board.terrain) else ord("\n")
