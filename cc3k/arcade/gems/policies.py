"""Removal policies and players: which gems go with one, what they score, who chooses (G10, G11)."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from cc3k.arcade.gems.board import EMPTY, GemBoard

NO_GEM = -1
"""Score of a cell without a gem: less than any other."""


class InvalidPosition(ValueError):
    def __init__(self, row: int, column: int, board: GemBoard) -> None:
        super().__init__(f"Position ({row},{column}) invalid on board:\n{board.picture()}")


class RemovalPolicy(NamedTuple):
    name: str
    title: str
    """What a screen calls it."""

    description: str
    group: Callable[[GemBoard, int], Iterable[int]]
    """The cells of the gems that go with the gem of a cell, that one included."""

    score: Callable[[int], int]
    """What so many gems score, 0 or more."""

    sizes: Callable[[GemBoard], Sequence[int]]
    """The size of every cell's group at once: quicker than asking for each."""

    def flag(self, board: GemBoard, row: int, column: int) -> GemBoard:
        """Return the board with flags on just the gems that go; raise `InvalidPosition`."""
        cell = board.cell_at(row, column)
        if cell is None:
            raise InvalidPosition(row, column, board)
        return board._replace(flags=frozenset(self.group(board, cell)))

    def score_move(self, board: GemBoard, row: int, column: int) -> int:
        """Return what selecting the gem at that position scores; raise `InvalidPosition`."""
        return self.score(len(self.flag(board, row, column).flags))

    def scores(self, board: GemBoard) -> list[int]:
        """Return what selecting the gem of each cell scores, `NO_GEM` where there is none."""
        sizes = self.sizes(board)
        by_size = {size: self.score(size) for size in {*sizes}}
        return [
            NO_GEM if kind < 0 else by_size[size]
            for kind, size in zip(board.kinds, sizes, strict=True)
        ]


def square(count: int) -> int:
    return count * count


def adjacent_group(board: GemBoard, cell: int) -> list[int]:
    """Return the cell and those of the four beside it that are of its kind."""
    kind = board.kinds[cell]
    return [cell, *(each for each in board.neighbours(cell) if board.kinds[each] == kind)]


def row_and_column_group(board: GemBoard, cell: int) -> list[int]:
    """Return the cells of its kind up, down, left and right of one, each way without a gap."""
    width, row = board.columns, cell // board.columns
    ways = (
        range(cell - width, -1, -width),
        range(cell + width, len(board.kinds), width),
        range(cell - 1, row * width - 1, -1),
        range(cell + 1, (row + 1) * width),
    )
    found = [cell]
    for way in ways:
        for each in way:
            if board.kinds[each] != board.kinds[cell]:
                break
            found.append(each)
    return found


def chained_group(board: GemBoard, cell: int) -> list[int]:
    """Return all cells that are connected with one by steps over gems of its kind."""
    kind, found, seen = board.kinds[cell], [cell], {cell}
    for at in found:  # it grows while it is gone through
        for each in board.neighbours(at):
            if each not in seen and board.kinds[each] == kind:
                seen.add(each)
                found.append(each)
    return found


def adjacent_sizes(board: GemBoard) -> list[int]:
    kinds, width = board.kinds, board.columns
    right = [*map(int.__eq__, kinds, kinds[1:]), False]
    right[width - 1 :: width] = [False] * board.rows  # a row's last cell has none to its right
    below = [*map(int.__eq__, kinds, kinds[width:])] + [False] * width
    left, above = [False, *right], [False] * width + below
    beside = zip(right, below, left, above, strict=False)
    return [1 + one + two + three + four for one, two, three, four in beside]


def row_and_column_sizes(board: GemBoard) -> list[int]:
    kinds, width = board.kinds, board.columns
    along, down = [0] * len(kinds), [0] * len(kinds)
    for first in range(0, len(kinds), width):
        along[first : first + width] = _runs(kinds[first : first + width])
    for column in range(width):
        down[column::width] = _runs(kinds[column::width])
    return [row + column - 1 for row, column in zip(along, down, strict=True)]


def _runs(kinds: Sequence[int]) -> list[int]:
    """Return, for each of a line of gems, how many of its kind stand together there."""
    lengths, first, before = list[int](), 0, kinds[0]
    for at, kind in enumerate(kinds):
        if kind != before:
            lengths += [at - first] * (at - first)
            first, before = at, kind
    return lengths + [len(kinds) - first] * (len(kinds) - first)


def chained_sizes(board: GemBoard) -> list[int]:
    """Return how many gems go with each cell's gem, by all chains.

    A column of no gems between the rows' ends keeps them apart: no step needs to ask for an edge.
    """
    width = board.columns + 1
    kinds = [EMPTY] * (width * (board.rows + 1))
    for row in range(board.rows):
        first = row * board.columns
        kinds[row * width : row * width + width - 1] = board.kinds[first : first + width - 1]
    sizes = [0] * len(kinds)
    for cell, kind in enumerate(kinds):
        if kind >= 0 and not sizes[cell]:
            sizes[cell] = 1
            group = [cell]
            for at in group:  # it grows while it is gone through
                for each in (at + 1, at + width, at - 1, at - width):
                    if kinds[each] == kind and not sizes[each]:
                        sizes[each] = 1
                        group.append(each)
            for each in group:
                sizes[each] = len(group)
    del sizes[width - 1 :: width]
    return sizes[: len(board.kinds)]


POLICIES: Mapping[str, RemovalPolicy] = {
    row.name: row
    for row in (
        RemovalPolicy(
            "SingleRemovalPolicy",
            "Single",
            "Single gems are removed",
            group=lambda _board, cell: [cell],
            score=lambda _count: 1,
            sizes=lambda board: [1] * len(board.kinds),
        ),
        RemovalPolicy(
            "AdjacentRemovalPolicy",
            "Adjacent",
            "Adjacent gems of the same kind will be removed",
            adjacent_group,
            square,
            adjacent_sizes,
        ),
        RemovalPolicy(
            "WholeRowColRemovalPolicy",
            "Whole row and column",
            "Adjacent gems in whole row/column will be removed",
            row_and_column_group,
            square,
            row_and_column_sizes,
        ),
        RemovalPolicy(
            "ChainedRemovalPolicy",
            "Chained",
            "All gems connected by any adjacency chain will be removed",
            chained_group,
            square,
            chained_sizes,
        ),
    )
}
"""The policies by name, in the order of the menu (G4)."""


Choose: TypeAlias = Callable[[GemBoard, RemovalPolicy], int]
"""Choose the cell of a gem on a board that has one."""


class GemPlayer(NamedTuple):
    name: str
    title: str
    """What a screen calls it."""

    description: str
    choose: Choose | None = None
    """None: a person is asked."""


def choose_greedily(board: GemBoard, policy: RemovalPolicy) -> int:
    """Return the cell that scores most; of equal ones the first by row, then by column."""
    scores = policy.scores(board)
    return scores.index(max(scores))


def outlooks(board: GemBoard, policy: RemovalPolicy) -> Iterator[tuple[int, int]]:
    """Yield each gem's cell, and its score with the best score of a move after it."""
    ahead: dict[frozenset[int], int] = {}  # what removes the same gems leads to the same board
    for cell, score in enumerate(policy.scores(board)):
        if score != NO_GEM:
            group = frozenset(policy.group(board, cell))
            if group not in ahead:
                ahead[group] = max(0, *policy.scores(board.remove(group)))
            yield cell, score + ahead[group]


def choose_looking_ahead(board: GemBoard, policy: RemovalPolicy) -> int:
    """Return the first cell whose score with the best score after it is highest."""
    return max(outlooks(board, policy), key=lambda outlook: outlook[1])[0]


PLAYERS: Mapping[str, GemPlayer] = {
    row.name: row
    for row in (
        GemPlayer("InteractivePlayer", "A person", "You choose the gems."),
        GemPlayer("GreedyPlayer", "Greedy", "It takes what scores most at once.", choose_greedily),
        GemPlayer(
            "LookAhead1Player",
            "LookAhead1",
            "It counts the best move after each, too.",
            choose_looking_ahead,
        ),
    )
}
"""The players by name, in the order of the menu (G4)."""
