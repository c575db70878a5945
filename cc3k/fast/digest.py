"""Digest and refusals: what is asked of one game, worked out of the arrays as the engine does."""

from itertools import compress
from operator import itemgetter
from zlib import crc32

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from cc3k.engine.actions import ALL_ACTIONS, Attack, Drink, Move
from cc3k.engine.board import WALL_GLYPHS
from cc3k.engine.items import GoldPile, Item
from cc3k.engine.refusals import (
    BlockedByThing,
    BlockedByWall,
    NoEnemyToAttack,
    NoPotionToDrink,
    refusal_message,
)
from cc3k.engine.rules import Rules
from cc3k.fast.abilities import CHANGES_STATS, read_brew
from cc3k.fast.state import (
    CAUSE,
    CELL,
    DEPTH,
    ENEMIES,
    ENEMY_FIGURES,
    ENEMY_HP,
    FIGURES,
    FIRST_POST,
    GOLD,
    HELD,
    HERO,
    HP,
    KIND,
    LAYERS,
    OUTCOME,
    POSTS,
    RACE,
    TURNS,
    VALUE_SHIFT,
    WON,
    Sizes,
    State,
)
from cc3k.fast.tables import list_items

_LINE_FEED = ord("\n")
_KIND_BITS = (1 << VALUE_SHIFT) - 1


@frozen
class BoardSize:
    """The size of one floor, and the columns of the arrays that it lies in."""

    rows: int
    columns: int
    array_columns: int

    def own_cell(self, cell: int) -> int:
        """Return the number of a cell on the floor's own board, whose rows end by a line feed."""
        row, column = divmod(cell, self.array_columns)
        return row * (self.columns + 1) + column

    def text_of(self, cells: NDArray[np.uint8]) -> bytes:
        """Return the glyphs of the floor, its rows ended by line feeds."""
        text = np.full((self.rows, self.columns + 1), _LINE_FEED, np.uint8)
        text[:, :-1] = cells.reshape(-1, self.array_columns)[: self.rows, : self.columns]
        return text.tobytes()


@frozen
class GamePlace:
    """Where a game stands: the path of its dice, and the board of its floor."""

    path: str
    board: BoardSize


@frozen
class DigestMaker:
    """Works out digests of the games of some rules."""

    rules: Rules
    items: tuple[Item, ...]

    def digest(self, state: State, sizes: Sizes, number: int, at: GamePlace) -> int:
        numbers, seen, board = state.numbers[number].tolist(), state.seen[number], at.board
        standing = f"{numbers[DEPTH]}, {numbers[TURNS]}, {numbers[HELD] == 1}, {at.path!a}"
        flags = seen[sizes.known_at : sizes.message_at].tolist()
        known = [potion.name for potion in compress(self.rules.potions, flags)]
        enemies = state.enemies[number, : numbers[ENEMIES] * ENEMY_FIGURES]
        posts = numbers[sizes.posts_at : sizes.layers_at]
        hps, guards = _enemies(enemies.reshape(-1, ENEMY_FIGURES).tolist(), posts, board)
        facts = (
            f"(({standing}, {sorted(known)!a}), {self._outcome(numbers)!a}, "
            f"{self._hero(numbers, sizes)!a}, "
            f"({hps}, {guards}, {self._lying(state.items[number], numbers[HERO])}))"
        )
        terrain = crc32(board.text_of(state.ground[number]))
        glyphs = board.text_of(seen[: sizes.cells])
        return crc32(facts.encode("ascii"), crc32(glyphs, terrain))

    def slayer(self, cause: int) -> str:
        rules = self.rules
        return rules.potions[-1 - cause].name if cause < 0 else rules.enemy_kinds[cause].name

    def _outcome(self, numbers: list[int]) -> tuple[bool, str] | None:
        if not numbers[OUTCOME]:
            return None
        if numbers[OUTCOME] == WON:
            return True, ""
        cause = numbers[CAUSE]
        return False, self.slayer(cause) if cause < 0 else self.rules.enemy_kinds[cause].glyph

    def _hero(self, numbers: list[int], sizes: Sizes) -> tuple[object, ...]:
        race = self.rules.races[numbers[RACE]]
        drunk = numbers[sizes.layers_at : sizes.layers_at + numbers[LAYERS]]
        brews = [read_brew(self.rules.potions[potion], race) for potion in reversed(drunk)]
        shifts = [brew[1:] for brew in brews if brew is not None and brew[0] == CHANGES_STATS]
        flags = numbers[FIGURES : FIGURES + sizes.kinds]
        provoked = [kind.name for kind in compress(self.rules.enemy_kinds, flags)]
        base = (race.stats.attack, race.stats.defence)
        return race.name, numbers[HP], numbers[GOLD], [*shifts, base], sorted(provoked)

    def _lying(self, cells: NDArray[np.int32], hero: int) -> str:
        """Return the marks of the items, the gold of the piles, and whether the PC is on one."""
        lying = cells[np.flatnonzero(cells)].tolist()
        items = [(self.items[(item & _KIND_BITS) - 1], item >> VALUE_SHIFT) for item in lying]
        marks = "".join([item.mark for item, _ in items])
        gold = [value for item, value in items if isinstance(item, GoldPile)]
        return f"{marks!a}, {gold}, {bool(cells[hero])}"


def _enemies(
    rows: list[list[int]], posts: list[int], board: BoardSize
) -> tuple[list[int], list[tuple[int, tuple[int, ...]]]]:
    rows.sort(key=itemgetter(CELL))
    guards = [
        (number, tuple([board.own_cell(post) for post in posts[row[FIRST_POST] :][: row[POSTS]]]))
        for number, row in enumerate(rows)
        if row[POSTS]
    ]
    return [row[ENEMY_HP] for row in rows], guards


@frozen
class RefusalFinder:
    """Finds the refusals of games of some rules, on boards of so many columns."""

    rules: Rules
    columns: int

    def refusal(self, state: State, number: int, action: int) -> str:
        """Return why an action is illegal in a running game, as a sentence; it has to be."""
        chosen = ALL_ACTIONS[action]
        match chosen:
            case Attack(direction):
                return refusal_message(NoEnemyToAttack(direction.name))
            case Drink(direction):
                return refusal_message(NoPotionToDrink(direction.name))
            case Move(direction):
                cell = int(state.numbers[number, HERO]) + direction.offset(self.columns)
                if state.seen[number, cell] in WALL_GLYPHS:
                    return refusal_message(BlockedByWall(direction.name))
                thing = self._name_of(state, number, cell)
                return refusal_message(BlockedByThing(direction.name, thing))
            case _:
                return ""

    def _name_of(self, state: State, number: int, cell: int) -> str:
        count = int(state.numbers[number, ENEMIES])
        rows = state.enemies[number, : count * ENEMY_FIGURES].reshape(-1, ENEMY_FIGURES)
        for kind in rows[rows[:, CELL] == cell, KIND]:
            return self.rules.enemy_kinds[int(kind)].name
        item = int(state.items[number, cell]) & ((1 << VALUE_SHIFT) - 1)
        return list_items(self.rules)[item - 1].role
