"""Hostile layouts: floors drawn at random, as crowded and as odd as the reader lets through."""

import random
from collections.abc import Iterator

from cc3k.content.layout.diagnostics import LayoutError
from cc3k.content.layout.reader import read_layout
from cc3k.content.roster import BASE_RULES, STANDARD_BOARD_TEXT
from tests.support.scenarios import room

ENEMIES, ITEMS = "HWEOMDL", "0123456789PG"
GREATEST = (200, 500)
"""The rows and columns of the largest floor there may be."""


def hostile_layouts(count: int, seed: int) -> Iterator[str]:
    """Yield that many texts of layouts that can be read, the same for the same seed."""
    luck = random.Random(seed)
    yield _huge_floor(luck)
    made = 1
    while made < count:
        text = _crowded_board(luck) if luck.random() < 0.2 else _odd_floors(luck)
        try:
            read_layout(text.encode("ascii"), "drawn", BASE_RULES)
        except LayoutError:
            continue
        made += 1
        yield text


def _odd_floors(luck: random.Random) -> str:
    """Return one to five floors of one width: rooms, caves and corridors full of everything."""
    width, floors = luck.randint(4, 40), luck.randint(1, 5)
    return "\n".join(_odd_floor(luck, width, luck.randint(3, 20)) for _ in range(floors))


def _odd_floor(luck: random.Random, width: int, height: int) -> str:
    odds = {
        ".": 10,
        "+#": luck.choice((0, 1, 5)),
        " |-": luck.choice((0, 0, 3, 10)),
        luck.choice((ENEMIES, "MW", "LL", "D9")): luck.choice((0, 1, 4, 20)),
        luck.choice((ITEMS, "012345", "99", "678")): luck.choice((0, 1, 4, 10)),
    }
    kinds, weights = list(odds), list(odds.values())
    rows = [
        [luck.choice(luck.choices(kinds, weights)[0]) for _ in range(width - 2)]
        for _ in range(height - 2)
    ]
    for mark in "@\\":
        if luck.random() < 0.9 and rows:
            luck.choice(rows)[luck.randrange(width - 2)] = mark
    for row in rows:
        row[:1] = "." if row[0] == "-" else row[0]  # else it would end the floor
    return room(*map("".join, rows))


def _crowded_board(luck: random.Random) -> str:
    """Return the standard board with marks anywhere in it, in walls and in rock as well."""
    rows = [list(row) for row in STANDARD_BOARD_TEXT.splitlines()]
    for _ in range(luck.choice((5, 50, 400))):
        row = luck.choice(rows[1:-1])
        row[luck.randrange(1, len(row) - 1)] = luck.choice(ENEMIES + ITEMS)
    for mark in "@\\":
        row = luck.choice(rows[1:-1])
        row[luck.randrange(1, len(row) - 1)] = mark
    return "\n".join(["".join(row) for row in rows])


def _huge_floor(luck: random.Random) -> str:
    height, width = GREATEST
    rows = [["."] * (width - 2) for _ in range(height - 2)]
    for _ in range(1000):
        luck.choice(rows)[luck.randrange(width - 2)] = luck.choice(ENEMIES + ITEMS)
    rows[100][200], rows[100][203] = "@", "\\"
    return room(*map("".join, rows))
