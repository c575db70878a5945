"""Digest and refusals: what is asked of one game, worked out of the arrays as the engine does."""

from itertools import compress
from operator import itemgetter
from zlib import crc32

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from cc3k.engine import refusals
from cc3k.engine.actions import ALL_ACTIONS, Attack, Drink, Move
from cc3k.engine.board import WALL_GLYPHS, Board
from cc3k.engine.items import GoldPile, Item
from cc3k.engine.rules import Rules
from cc3k.fast import state
from cc3k.fast.state import Sizes, State
from cc3k.fast.support import CHANGES_STATS, read_brew

_LINE_FEED = ord("\n")
_KIND_BITS = (1 << state.VALUE_SHIFT) - 1


@frozen
class GameReader:
    """Answers for single games of some rules, in arrays whose boards have so many columns."""

    rules: Rules
    items: tuple[Item, ...]
    columns: int

    def digest(self, games: State, sizes: Sizes, number: int, board: Board, path: str) -> int:
        """Return the digest of a game on a floor of that board, with the path of its dice."""
        numbers, seen = games.numbers[number].tolist(), games.seen[number]
        turns, is_held = numbers[state.TURNS], numbers[state.HELD] == 1
        flags = seen[sizes.known_at : sizes.message_at].tolist()
        known = sorted([potion.name for potion in compress(self.rules.potions, flags)])
        enemies = games.enemies[number, : numbers[state.ENEMIES] * state.ENEMY_FIGURES]
        posts = [self._own_cell(post, board) for post in numbers[sizes.posts_at : sizes.layers_at]]
        hps, guards = _enemies(enemies.reshape(-1, state.ENEMY_FIGURES).tolist(), posts)
        facts = (
            f"(({numbers[state.DEPTH]}, {turns}, {is_held}, {path!a}, {known!a}), "
            f"{self._outcome(numbers)!a}, {self._hero(numbers, sizes)!a}, "
            f"({hps}, {guards}, {self._lying(games.items[number], numbers[state.HERO])}))"
        )
        terrain = crc32(self._text_of(games.ground[number], board))
        glyphs = self._text_of(seen[: sizes.cells], board)
        return crc32(facts.encode("ascii"), crc32(glyphs, terrain))

    def slayer(self, cause: int) -> str:
        rules = self.rules
        return rules.potions[-1 - cause].name if cause < 0 else rules.enemy_kinds[cause].name

    def refusal(self, games: State, number: int, action: int) -> str:
        """Return why an action is illegal in a running game, as a sentence; it has to be."""
        return refusals.refusal_message(self._reason(games, number, action))

    def _reason(self, games: State, number: int, action: int) -> refusals.Refusal:
        chosen = ALL_ACTIONS[action]
        if isinstance(chosen, Attack):
            return refusals.NoEnemyToAttack(chosen.direction.name)
        if isinstance(chosen, Drink):
            return refusals.NoPotionToDrink(chosen.direction.name)
        assert isinstance(chosen, Move), "all others are legal"  # noqa: S101 - for the type
        way = chosen.direction
        cell = int(games.numbers[number, state.HERO]) + way.offset(self.columns)
        if games.seen[number, cell] in WALL_GLYPHS:
            return refusals.BlockedByWall(way.name)
        return refusals.BlockedByThing(way.name, self._name_of(games, number, cell))

    def _own_cell(self, cell: int, board: Board) -> int:
        row, column = divmod(cell, self.columns)
        return row * board.stride + column

    def _text_of(self, cells: NDArray[np.uint8], board: Board) -> bytes:
        """Return the glyphs of a floor, its rows ended by line feeds."""
        text = np.full((board.height, board.stride), _LINE_FEED, np.uint8)
        text[:, :-1] = cells.reshape(-1, self.columns)[: board.height, : board.width]
        return text.tobytes()

    def _outcome(self, numbers: list[int]) -> tuple[bool, str] | None:
        if not numbers[state.OUTCOME]:
            return None
        if numbers[state.OUTCOME] == state.WON:
            return True, ""
        cause = numbers[state.CAUSE]
        return False, self.slayer(cause) if cause < 0 else self.rules.enemy_kinds[cause].glyph

    def _hero(self, numbers: list[int], sizes: Sizes) -> tuple[object, ...]:
        race = self.rules.races[numbers[state.RACE]]
        drunk = numbers[sizes.layers_at : sizes.layers_at + numbers[state.LAYERS]]
        brews = [read_brew(self.rules.potions[potion], race) for potion in reversed(drunk)]
        shifts = [brew[1:] for brew in brews if brew is not None and brew[0] == CHANGES_STATS]
        flags = numbers[state.FIGURES : state.FIGURES + sizes.kinds]
        provoked = sorted([kind.name for kind in compress(self.rules.enemy_kinds, flags)])
        layers = [*shifts, (race.stats.attack, race.stats.defence)]
        return race.name, numbers[state.HP], numbers[state.GOLD], layers, provoked

    def _lying(self, cells: NDArray[np.int32], hero: int) -> str:
        """Return the marks of the items, the gold of the piles, and whether the PC is on one."""
        lying = cells[np.flatnonzero(cells)].tolist()
        items = [(self.items[(item & _KIND_BITS) - 1], item >> state.VALUE_SHIFT) for item in lying]
        marks = "".join([item.mark for item, _ in items])
        gold = [value for item, value in items if isinstance(item, GoldPile)]
        return f"{marks!a}, {gold}, {bool(cells[hero])}"

    def _name_of(self, games: State, number: int, cell: int) -> str:
        size = int(games.numbers[number, state.ENEMIES]) * state.ENEMY_FIGURES
        enemies = games.enemies[number, :size].reshape(-1, state.ENEMY_FIGURES)
        for kind in enemies[enemies[:, state.CELL] == cell, state.KIND]:
            return self.rules.enemy_kinds[int(kind)].name
        return self.items[(int(games.items[number, cell]) & _KIND_BITS) - 1].role


def _enemies(
    rows: list[list[int]], posts: list[int]
) -> tuple[list[int], list[tuple[int, tuple[int, ...]]]]:
    rows.sort(key=itemgetter(state.CELL))
    guards = [
        (number, tuple(posts[row[state.FIRST_POST] :][: row[state.POSTS]]))
        for number, row in enumerate(rows)
        if row[state.POSTS]
    ]
    return [row[state.ENEMY_HP] for row in rows], guards
