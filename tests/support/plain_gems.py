"""Modern Gems as one would first write it: lists of lists, every cell asked by itself (G10, G11).

Tests compare the game with it, and a benchmark runs beside it.
"""

from typing import TypeAlias

Grid: TypeAlias = list[list[int]]
"""Rows of kinds; below 0 there is no gem."""

Place: TypeAlias = tuple[int, int]

SIDES = ((-1, 0), (1, 0), (0, -1), (0, 1))


def kind_at(grid: Grid, row: int, column: int) -> int:
    inside = 0 <= row < len(grid) and 0 <= column < len(grid[0])
    return grid[row][column] if inside else -1


def group(grid: Grid, policy: str, row: int, column: int) -> set[Place]:
    found = {(row, column)}
    if policy == "SingleRemovalPolicy":
        return found
    if policy == "ChainedRemovalPolicy":
        spread(grid, row, column, found)
        return found
    for down, right in SIDES:
        at = row + down, column + right
        while kind_at(grid, *at) == grid[row][column]:
            found.add(at)
            if policy == "AdjacentRemovalPolicy":
                break
            at = at[0] + down, at[1] + right
    return found


def spread(grid: Grid, row: int, column: int, found: set[Place]) -> None:
    for down, right in SIDES:
        at = row + down, column + right
        if at not in found and kind_at(grid, *at) == grid[row][column]:
            found.add(at)
            spread(grid, *at, found)


def score(grid: Grid, policy: str, row: int, column: int) -> int:
    return 1 if policy == "SingleRemovalPolicy" else len(group(grid, policy, row, column)) ** 2


def removed(grid: Grid, places: set[Place]) -> Grid:
    height, width = len(grid), len(grid[0])
    columns = []
    for column in range(width):
        left = [
            grid[row][column]
            for row in range(height)
            if grid[row][column] >= 0 and (row, column) not in places
        ]
        if left:
            columns.append([-1] * (height - len(left)) + left)
    columns += [[-1] * height for _ in range(width - len(columns))]
    return [[columns[column][row] for column in range(width)] for row in range(height)]


def gems(grid: Grid) -> list[Place]:
    return [(r, c) for r, row in enumerate(grid) for c, kind in enumerate(row) if kind >= 0]


def greedy(grid: Grid, policy: str) -> Place:
    return max(gems(grid), key=lambda place: score(grid, policy, *place))


def look_ahead(grid: Grid, policy: str) -> Place:
    """Return the first place of those whose score and best score after it are most."""

    def both(place: Place) -> int:
        after = removed(grid, group(grid, policy, *place))
        best = max((score(after, policy, *each) for each in gems(after)), default=0)
        return score(grid, policy, *place) + best

    return max(gems(grid), key=both)
