"""Floors: boards to spawn on as compiled functions take them, and floors written into arrays."""

import numpy as np
from numpy.typing import NDArray

from cc3k.engine.board import Board
from cc3k.engine.floor import Floor
from cc3k.engine.items import GoldPile
from cc3k.engine.rules import Rules
from cc3k.fast import state
from cc3k.fast.state import Plan, Plans, Sizes, State
from cc3k.fast.support import read_neutrality
from cc3k.fast.tables import list_items

_BLANK = ord(" ")


class PlanTable:
    """The plans of all boards that were asked for, each within a larger one of the same size."""

    def __init__(self, rows: int, columns: int) -> None:
        self._rows, self._columns = rows, columns
        self._numbers: dict[Board, int] = {}
        self.plans = Plans(np.zeros((0, rows * columns), np.uint8), np.zeros((0, 0), np.int64))

    def __contains__(self, board: Board) -> bool:
        return board in self._numbers

    def number_of(self, board: Board) -> int:
        return self._numbers[board]

    def add(self, board: Board) -> None:
        plan, (grounds, chambers) = self._read(board), self.plans
        self._numbers[board] = len(grounds)
        width = max(chambers.shape[1], plan.chambers.size)
        rows = [_padded(row, width) for row in (*chambers, plan.chambers)]
        self.plans = Plans(np.concatenate([grounds, [plan.ground]]), np.array(rows, np.int64))

    def _read(self, board: Board) -> Plan:
        rows, columns = self._rows, self._columns
        ground = np.full((rows, columns), _BLANK, np.uint8)
        terrain = np.frombuffer(board.terrain, np.uint8).reshape(board.height, board.stride)
        ground[: board.height, : board.width] = terrain[:, : board.width]
        own = np.array([cell for tiles in board.chambers for cell in tiles], np.int64)
        tiles = own + own // board.stride * (columns - board.stride)
        count = len(board.chambers)
        starts = np.cumsum([count + 2, *map(len, board.chambers)])
        return Plan(ground.ravel(), np.concatenate([[count], starts, tiles]))


def _padded(row: NDArray[np.int64], width: int) -> NDArray[np.int64]:
    return np.pad(row, (0, width - row.size))


class FloorWriter:
    """Writes floors of some rules on boards of some size."""

    def __init__(self, rules: Rules, rows: int, columns: int) -> None:
        self._rows, self._columns = rows, columns
        self._items = list_items(rules)
        self._item_rows = {id(item): row for row, item in enumerate(self._items)}
        self._kind_rows = {kind.name: row for row, kind in enumerate(rules.enemy_kinds)}
        self._always_hostile = np.array(
            [not read_neutrality(kind) for kind in rules.enemy_kinds], np.bool_
        )

    def room_of(self, floor: Floor) -> tuple[int, int, int]:
        """Return how many enemies, guarded cells and items there are on a floor."""
        posts = sum([len(enemy.guarded_cells) for enemy in floor.enemies.values()])
        return len(floor.enemies), posts, len(floor.items)

    def write(self, games: State, sizes: Sizes, number: int, floor: Floor) -> None:
        board, cells = floor.board, sizes.cells
        seen, ground = games.seen[number], games.ground[number]
        for plane, glyphs in ((seen[:cells], floor.glyphs), (ground, floor.terrain)):
            shown = plane.reshape(self._rows, self._columns)
            if (board.height, board.width) != shown.shape:
                shown.fill(_BLANK)
            rows = np.frombuffer(glyphs, np.uint8).reshape(board.height, board.stride)
            shown[: board.height, : board.width] = rows[:, : board.width]
        seen[cells : 3 * cells] = 0
        games.numbers[number, state.HERO] = self._moved(floor, floor.hero_cell)
        self._write_items(games, number, floor)
        self._write_enemies(games, sizes, number, floor)

    def _moved(self, floor: Floor, cell: int) -> int:
        stride = floor.board.stride
        return cell + cell // stride * (self._columns - stride)

    def _write_items(self, games: State, number: int, floor: Floor) -> None:
        rows, lying = self._item_rows, games.items[number]
        lying.fill(0)
        for cell, item in floor.items.items():
            row = rows[id(item)] if id(item) in rows else self._items.index(item)
            value = item.value if isinstance(item, GoldPile) else 0
            lying[self._moved(floor, cell)] = 1 + row + (value << state.VALUE_SHIFT)

    def _write_enemies(self, games: State, sizes: Sizes, number: int, floor: Floor) -> None:
        rows, posts, numbers = list[tuple[int, ...]](), list[int](), games.numbers[number]
        for cell in sorted(floor.enemies):
            enemy = floor.enemies[cell]
            kind, stays = self._kind_rows[enemy.kind.name], cell in floor.stationary
            guarded = [self._moved(floor, post) for post in enemy.guarded_cells]
            at = self._moved(floor, cell)
            rows.append((at, kind, enemy.hp, stays, len(posts), len(guarded), 0))
            posts += guarded
        numbers[state.ENEMIES] = len(rows)
        numbers[sizes.posts_at : sizes.posts_at + len(posts)] = posts
        if rows:
            table = np.array(rows, np.int64)
            games.enemies[number, : len(rows) * state.ENEMY_FIGURES] = table.ravel()
            kinds, places = table[:, state.KIND], sizes.cells + table[:, state.CELL]
            games.seen[number, places] = table[:, state.ENEMY_HP]
            hostile = self._always_hostile[kinds] | (numbers[state.FIGURES + kinds] > 0)
            games.seen[number, sizes.cells + places] = hostile
