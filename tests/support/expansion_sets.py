"""Sets of expansions to try: each alone, each pair, others, all; and a walker in them.

`CC3K_SETS=200` tries as many drawn ones, and every set of the first eight besides.
"""

import os
import random
from functools import lru_cache
from itertools import combinations

from attrs import define

from cc3k.engine.actions import all_actions, legal_flags
from cc3k.engine.board import DIRECTIONS, WALKABLE, Board, Cell
from cc3k.engine.floor import Floor
from cc3k.engine.game import GameState
from cc3k.engine.rules import Rules
from cc3k.expansions.registry import OWN_EXPANSIONS, ExpansionRegistry
from cc3k.play.commands import MetaCommand, command_table

NAMES = tuple(each.name for each in OWN_EXPANSIONS)

FIRST = NAMES[:8]
"""The expansions of release 2, which had tests of all their 256 sets (X81)."""

FEW_SETS = 17

DRAWN_SETS = int(os.environ.get("CC3K_SETS", FEW_SETS))


def sets_to_try() -> list[tuple[str, ...]]:
    """Return the sets: every single one, every pair, all, all less one, and drawn ones (X81)."""
    dice = random.Random("sets")
    drawn = dict[tuple[str, ...], None]()
    while len(drawn) < DRAWN_SETS:
        chosen = dice.sample(NAMES, dice.randint(3, len(NAMES) - 2))
        drawn[tuple(name for name in NAMES if name in chosen)] = None
    sizes = range(3, len(FIRST) + 1) if DRAWN_SETS > FEW_SETS else ()
    first = [names for size in sizes for names in combinations(FIRST, size)]
    common = [names for size in (1, 2, len(NAMES) - 1) for names in combinations(NAMES, size)]
    return list(dict.fromkeys([*common, *drawn, *first, NAMES]))


def rules_of(names: tuple[str, ...]) -> Rules:
    return ExpansionRegistry().select(names)


@define(eq=False)
class SetWalker:
    """Someone who plays a game with expansions: often something legal, often towards the stairs.

    Sometimes it says words that cannot be, or the beginning of some, as people do.
    """

    rules: Rules
    dice: random.Random

    def words(self, game: GameState) -> str:
        chance = self.dice.random()
        if chance < 0.45:
            return self.way_out(game)
        if chance < 0.9:
            return self.legal_words(game)
        words = [*command_table(self.rules).commands, "xyzzy", "", "t", "u z", "b z"]
        said = self.dice.choice(words)
        return "" if said in {MetaCommand.QUIT.word, MetaCommand.RESTART.word} else said

    def legal_words(self, game: GameState) -> str:
        actions = all_actions(self.rules)
        legal = [one for one, flag in zip(actions, legal_flags(game), strict=True) if flag]
        return command_table(self.rules).words_by_action[self.dice.choice(legal)]

    def way_out(self, game: GameState) -> str:
        """Return a step, or a blow, on a shortest way to the stairs, whatever is seen of it."""
        return self.way_to(game, game.floor.stairs_cell)

    def way_to(self, game: GameState, goal: Cell) -> str:
        """Return a step, a blow or a drink on a shortest way to a cell, whatever is seen of it."""
        floor, stride = game.floor, game.floor.board.stride
        to = steps_towards(floor.board, goal).get(floor.hero_cell, floor.hero_cell)
        if to == floor.hero_cell:
            return self.legal_words(game)
        way = next(w for w in DIRECTIONS if floor.hero_cell + w.offset(stride) == to)
        if to in floor.enemies:
            return f"a {way.command_word}"
        is_potion = floor.glyphs[to : to + 1] == b"P"
        return f"u {way.command_word}" if is_potion else way.command_word


@lru_cache(maxsize=8)
def steps_towards(board: Board, goal: Cell) -> dict[Cell, Cell]:
    """Return for each cell from which a way leads to a goal the next cell of a shortest one."""
    onward, waiting = {goal: goal}, [goal]
    for cell in waiting:
        for way in DIRECTIONS:
            near = cell + way.offset(board.stride)
            if near not in onward and board.terrain[near] in WALKABLE:
                onward[near] = cell
                waiting.append(near)
    return onward


def look_at_hero(game: GameState) -> None:
    """Check the bounds of the PC's figures, and of its way (§2.1, §2.3.1, R10, R16, R17)."""
    hero, cap = game.hero, game.hero.race.max_hp
    assert hero.hp >= 0
    assert cap is None or hero.hp <= cap
    assert (hero.hp == 0) is (game.outcome is not None and not game.outcome.won)
    assert hero.stats.attack >= 0
    assert hero.stats.defence >= 0
    assert 1 <= game.depth <= game.rules.floor_count


def look_at_floor(floor: Floor) -> None:
    """Check that everybody and everything stands where the picture has it."""
    ground = bytearray(floor.terrain)
    assert floor.enemies.keys().isdisjoint({*floor.items, floor.hero_cell, floor.stairs_cell})
    for cell, item in floor.items.items():
        ground[cell] = ord(item.glyph)
    for cell, enemy in floor.enemies.items():
        assert floor.board.terrain[cell] in WALKABLE
        assert 0 < enemy.hp <= enemy.kind.hp
        ground[cell] = ord(enemy.kind.glyph)
    ground[floor.hero_cell] = ord("@")
    assert floor.glyphs == ground
