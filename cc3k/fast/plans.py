"""Plans: boards that floors without marks are spawned on, as compiled functions take them."""

import numpy as np
from numpy.typing import NDArray

from cc3k.engine.board import Board
from cc3k.fast.state import Plan, Plans

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
