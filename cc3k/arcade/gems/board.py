"""Board of gems, the policies that remove them, and the players who choose (G10 to G12)."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, takewhile
from typing import NamedTuple, TypeAlias

EMPTY = -1
"""Kind of a cell that holds no gem; any negative number in a text means it."""

EMPTY_MARK = "."
FLAG_MARK = "*"

MIN_NUMBER, MAX_NUMBER = -(2**31), 2**31 - 1
MAX_NUMBER_DIGITS = 10


class InvalidBoard(ValueError):
    """Raised for a text that is no board, with what was found and what was expected."""


class GemBoard(NamedTuple):
    """Gems in rows: a value that never changes.

    A cell is counted row by row from the top left, from 0. `kinds` has the kind of each cell,
    `EMPTY` where there is no gem; `flags` are the cells that are marked for removal.
    """

    kinds: tuple[int, ...]
    columns: int
    flags: frozenset[int] = frozenset()

    @property
    def rows(self) -> int:
        return len(self.kinds) // self.columns

    def __repr__(self) -> str:
        return f"GemBoard({self.kinds}, {self.columns}, {sorted(self.flags)})"

    def cell_at(self, row: int, column: int) -> int | None:
        if not (0 <= row < self.rows and 0 <= column < self.columns):
            return None
        cell = row * self.columns + column
        return None if self.kinds[cell] < 0 else cell

    def gems(self) -> list[int]:
        return [cell for cell, kind in enumerate(self.kinds) if kind >= 0]

    def neighbours(self, cell: int) -> list[int]:
        width, column = self.columns, cell % self.columns
        found = [each for each in (cell - width, cell + width) if 0 <= each < len(self.kinds)]
        return found + [cell - 1] * (column > 0) + [cell + 1] * (column + 1 < width)

    def without(self, cells: Iterable[int]) -> "GemBoard":
        kinds = list(self.kinds)
        for cell in cells:
            kinds[cell] = EMPTY
        return GemBoard(tuple(kinds), self.columns)

    def fallen(self) -> "GemBoard":
        return self._from_stacks(self.stacks())

    def remove(self, cells: Iterable[int]) -> "GemBoard":
        """Return the board after a removal: gems go, others fall, columns close up (G11)."""
        stacks = self.without(cells).stacks()
        return self._from_stacks([stack for stack in stacks if stack])

    def stacks(self) -> list[list[int]]:
        kinds, width = self.kinds, self.columns
        return [[kind for kind in kinds[column::width] if kind >= 0] for column in range(width)]

    def _from_stacks(self, stacks: Sequence[Sequence[int]]) -> "GemBoard":
        kinds = [EMPTY] * len(self.kinds)
        for column, stack in enumerate(stacks):
            if stack:
                first = (self.rows - len(stack)) * self.columns + column
                kinds[first :: self.columns] = stack
        return GemBoard(tuple(kinds), self.columns)

    def picture(self) -> str:
        """Return the board as it is shown, with the numbers of rows and columns (G12)."""
        numbers = "".join([f"{column:>3}" for column in range(self.columns)])
        head = f"   {numbers}\n   {'---' * self.columns}\n"
        return head + "".join([f"{row:>2}|{self._row(row)}\n" for row in range(self.rows)])

    def _row(self, row: int) -> str:
        first = row * self.columns
        cells = [
            f"{'' if kind < 0 else kind:>{2 if at else 3}}"
            f"{FLAG_MARK if first + at in self.flags else ' '}"
            for at, kind in enumerate(self.kinds[first : first + self.columns])
        ]
        return "".join(cells)

    def text(self) -> str:
        """Return the text form, as it is saved (G12)."""
        marks = [f"{EMPTY_MARK if kind < 0 else kind} " for kind in self.kinds]
        firsts = range(0, len(marks), self.columns)
        return "".join([f"{''.join(marks[at : at + self.columns])}\n" for at in firsts])


def parse_number(word: str) -> int | None:
    """Return the number that a word is, or None: a sign or none, digits, 32 bits (G2)."""
    digits = word[1:] if word[:1] in {"+", "-"} else word
    if not (digits.isascii() and digits.isdigit()):
        return None
    significant = digits.lstrip("0")
    if len(significant) > MAX_NUMBER_DIGITS:
        return None
    number = int(significant or "0") * (-1 if word[0] == "-" else 1)
    return number if MIN_NUMBER <= number <= MAX_NUMBER else None


def parse_board(lines: Iterable[Sequence[str]]) -> GemBoard:
    """Return the board of these lines of words, blank ones passed over; raise `InvalidBoard`."""
    rows = [[_parse_cell(word) for word in line] for line in lines if line]
    if not rows:
        message = "found no row; expected a board"
        raise InvalidBoard(message)
    columns = len(rows[0])
    for number, row in enumerate(rows):
        if len(row) != columns:
            message = f"found {len(row)} cells in row {number}; expected {columns}"
            raise InvalidBoard(message)
    return GemBoard(tuple(kind for row in rows for kind in row), columns)


def _parse_cell(word: str) -> int:
    if word == EMPTY_MARK:
        return EMPTY
    number = parse_number(word)
    if number is None:
        message = f"found {word!a}; expected a number or {EMPTY_MARK!r}"
        raise InvalidBoard(message)
    return max(number, EMPTY)


def _board(text: str) -> GemBoard:
    return parse_board([row.split() for row in text.split("/")])


BOARDS: Mapping[str, GemBoard] = {
    "tiny": _board("1 3 2 / 1 1 1 / 1 2 2"),
    "cross": _board("1 1 2 1 1 / 1 1 2 1 1 / 2 2 2 2 2 / 1 1 2 1 1 / 1 1 2 1 1"),
    "almostCross": _board("1 1 2 1 1 / 1 1 2 1 1 / 2 2 1 2 2 / 1 1 2 1 1 / 1 1 2 1 1"),
    "curve": _board("1 1 2 / 2 1 1 / 2 2 1"),
    "normal": _board("4 1 4 8 2 / 9 10 6 5 9 / 6 5 1 8 4 / 2 5 5 10 10 / 5 9 4 9 5"),
    "skinny": _board("3 3 2 / 3 2 3 / 1 2 1 / 2 2 2 / 2 1 3 / 1 1 2 / 2 1 1"),
    "large": _board(
        "4 3 5 3 5 1 3 3 1 1 / 2 4 1 4 1 4 4 5 4 2 / 5 3 5 2 3 3 3 1 3 4 / 1 2 2 2 2 4 2 4 5 1 /"
        "1 3 1 2 3 3 3 4 1 1 / 2 2 2 1 5 1 5 5 3 5 / 2 4 1 5 2 2 5 4 5 2"
    ),
}
"""The boards of a new game, in the order of the menu (G4, G12)."""

NO_GEM = -1
"""Score of a cell without a gem: less than any other."""


class InvalidPosition(ValueError):
    def __init__(self, row: int, column: int, board: GemBoard) -> None:
        super().__init__(f"Position ({row},{column}) invalid on board:\n{board.picture()}")


def adjacent_group(board: GemBoard, cell: int) -> list[int]:
    """Return the cell and those of the four beside it that are of its kind."""
    kind = board.kinds[cell]
    return [cell, *(each for each in board.neighbours(cell) if board.kinds[each] == kind)]


def row_and_column_group(board: GemBoard, cell: int) -> list[int]:
    """Return the cells of its kind up, down, left and right of one, each way without a gap."""
    kinds, width, row = board.kinds, board.columns, cell // board.columns
    ways = (
        range(cell - width, -1, -width),
        range(cell + width, len(kinds), width),
        range(cell - 1, row * width - 1, -1),
        range(cell + 1, (row + 1) * width),
    )
    alike = [takewhile(lambda each: kinds[each] == kinds[cell], way) for way in ways]
    return [cell, *chain.from_iterable(alike)]


def chained_group(board: GemBoard, cell: int) -> list[int]:
    """Return all cells that are connected with one by steps over gems of its kind."""
    kind, found, seen = board.kinds[cell], [cell], {cell}
    for at in found:  # it grows while it is gone through
        for each in board.neighbours(at):
            if each not in seen and board.kinds[each] == kind:
                seen.add(each)
                found.append(each)
    return found


class RemovalPolicy(NamedTuple):
    title: str
    """What a screen calls it."""

    description: str
    group: Callable[[GemBoard, int], Iterable[int]]
    """The cells of the gems that go with the gem of a cell, that one included."""

    score: Callable[[int], int] = lambda count: count * count
    """What so many gems score, 0 or more."""

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
        return [
            NO_GEM if kind < 0 else self.score(len([*self.group(board, cell)]))
            for cell, kind in enumerate(board.kinds)
        ]


POLICIES: Mapping[str, RemovalPolicy] = {
    "SingleRemovalPolicy": RemovalPolicy(
        "Single", "Single gems are removed", lambda _board, cell: [cell], lambda _count: 1
    ),
    "AdjacentRemovalPolicy": RemovalPolicy(
        "Adjacent", "Adjacent gems of the same kind will be removed", adjacent_group
    ),
    "WholeRowColRemovalPolicy": RemovalPolicy(
        "Whole row and column",
        "Adjacent gems in whole row/column will be removed",
        row_and_column_group,
    ),
    "ChainedRemovalPolicy": RemovalPolicy(
        "Chained", "All gems connected by any adjacency chain will be removed", chained_group
    ),
}
"""The policies by name, in the order of the menu (G4)."""

Choose: TypeAlias = Callable[[GemBoard, RemovalPolicy], int]
"""Choose the cell of a gem on a board that has one."""


class GemPlayer(NamedTuple):
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
    "InteractivePlayer": GemPlayer("A person", "You choose the gems."),
    "GreedyPlayer": GemPlayer("Greedy", "It takes what scores most at once.", choose_greedily),
    "LookAhead1Player": GemPlayer(
        "LookAhead1", "It counts the best move after each, too.", choose_looking_ahead
    ),
}
"""The players by name, in the order of the menu (G4)."""
