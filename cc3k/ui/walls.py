"""Joined walls: the line-drawing character of each wall and doorway, by its neighbours.

A layout draws its walls with two characters, whichever way they turn. Here a wall is joined to a
neighbour if a line runs from one to the other: side by side if either is `-`, one above the other
if either is `|`. So walls that run beside one another stay apart.
"""

from collections.abc import Mapping
from functools import lru_cache

from cc3k.engine.board import DOORWAY, EAST, NORTH, SOUTH, WEST, Board, Cell

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
