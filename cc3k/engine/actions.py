"""Actions of the player, as small values, and which of them are legal now."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import compress
from typing import TypeAlias, TypeGuard

from cc3k.engine import combat
from cc3k.engine.arrivals import arrival_events
from cc3k.engine.board import DIRECTIONS, STAIRS_GLYPH, WALKABLE, WALL_GLYPHS, Cell, Direction
from cc3k.engine.events import (
    PC,
    Descended,
    Drank,
    Escaped,
    Event,
    FreezeToggled,
    Means,
    Moved,
    PickedUp,
    Slain,
    TookTrinket,
)
from cc3k.engine.floor import Floor
from cc3k.engine.game import GameState
from cc3k.engine.items import GoldPile, Potion, Trinket, names_if_known
from cc3k.engine.refusals import (
    BlockedByThing,
    BlockedByWall,
    Impossible,
    NoEnemyThere,
    NoPotionThere,
)
from cc3k.engine.rules import Rules
from cc3k.engine.running_game import ExpansionAction
from cc3k.engine.values import frozen

MOVED_EVENTS = {direction.name: Moved(direction.name) for direction in DIRECTIONS}
"""The event of a step beside no potion, by direction: made once, as most steps are such."""


@frozen
class Move:
    """Step onto a floor tile, doorway, passage or gold, or leave by the stairs (§2.4, R9)."""

    direction: Direction
    takes_turn = True

    def perform(self, game: GameState) -> list[Event]:
        floor, way = game.floor, self.direction.name
        to = floor.hero_cell + self.direction.offset(floor.board.stride)  # most turns are steps
        glyph = floor.glyphs[to]
        if glyph not in game.rules.passable_glyphs or (
            glyph not in WALKABLE and floor.is_pedestal(to)
        ):
            raise Impossible(_blocked_move(floor, to, way))
        if glyph == STAIRS_GLYPH:
            if barred := game.bar_stairs():
                return barred
            left = game.leave_floor()
            if game.hero.hp == 0:
                return left
            if not game.take_stairs():
                return [*left, Escaped(way)]
            return [*left, Descended(way, game.depth), *arrival_events(game)]
        floor.place_hero(to)
        moved = MOVED_EVENTS[way]
        if seen := floor.adjacent_potions(to):
            moved = Moved(way, names_if_known(game, seen))
        return [moved] if glyph in WALKABLE else [moved, *pick_up(game)]


@frozen
class Attack:
    """Attack the enemy next to the PC (§2.5)."""

    direction: Direction
    takes_turn = True

    def perform(self, game: GameState) -> list[Event]:
        """Attack, then pick up the gold under the PC if its guardian was slain (R25)."""
        floor = game.floor
        cell = floor.hero_cell + self.direction.offset(floor.board.stride)  # no call, as above
        if cell not in floor.enemies:
            raise Impossible(NoEnemyThere(self.direction.name))
        events = combat.attack_enemy(game, cell)
        return [*events, *pick_up(game)]


@frozen
class Drink:
    """Drink the potion next to the PC (§2.3.1)."""

    direction: Direction
    takes_turn = True

    def perform(self, game: GameState) -> list[Event]:
        """Drink the potion, which makes its kind known (R18)."""
        floor = game.floor
        cell = floor.hero_cell + self.direction.offset(floor.board.stride)  # no call, as above
        potion = floor.items.get(cell)
        if not isinstance(potion, Potion):
            raise Impossible(NoPotionThere(self.direction.name))
        floor.remove_item(cell)
        return drink_potion(game, potion)


@frozen
class ToggleFreeze:
    """Freeze all enemies, or let them move again (§4, R5)."""

    takes_turn = False

    def perform(self, game: GameState) -> list[Event]:
        game.enemies_frozen = not game.enemies_frozen
        return [FreezeToggled(game.enemies_frozen)]


def _blocked_move(floor: Floor, cell: Cell, direction: str) -> BlockedByWall | BlockedByThing:
    """Return why the PC cannot enter a cell, without naming the kind of a potion (R18)."""
    if floor.glyphs[cell] in WALL_GLYPHS:
        return BlockedByWall(direction)
    if floor.is_pedestal(cell):
        return BlockedByThing(direction, "pedestal")
    enemy = floor.enemies.get(cell)
    return BlockedByThing(direction, floor.items[cell].role if enemy is None else enemy.kind.name)


def drink_potion(game: GameState, potion: Potion) -> list[Event]:
    """Let the hero drink a potion, wherever it was, which makes its kind known (R18).

    `fast.combat.drink` does the same for the base game.
    """
    hero = game.hero
    before = hero.stat_line
    game.potion_for_hero(potion).effect(hero)
    game.known_names.add(potion.name)
    after = hero.stat_line
    drank = Drank(potion.name, before, after, hero.floors_of_change(before, after))
    if hero.hp:
        return [drank, *hero.tell_spent_life()]
    return [drank, Slain(PC, potion.name, means=Means.POTION)]


def pick_up(game: GameState) -> list[Event]:
    """Pick up the gold or trinket under the PC unless it is guarded (R25)."""
    floor = game.floor
    thing = floor.items.get(floor.hero_cell)
    if not isinstance(thing, GoldPile | Trinket) or floor.hero_cell in floor.guardian_by_cell:
        return []
    floor.remove_item(floor.hero_cell)
    if isinstance(thing, Trinket):
        return take_trinket(game, thing)
    game.hero.gold += thing.value
    return [PickedUp(thing.value)]


def take_trinket(game: GameState, thing: Trinket) -> list[Event]:
    """Do what a trinket does when it is taken, off the floor or from whoever sells it."""
    rule = thing.on_taken
    return [TookTrinket(thing.name)] if rule is None else [*rule(game, thing)]


PlayerAction: TypeAlias = Move | Attack | Drink | ToggleFreeze | ExpansionAction

MOVES = tuple(map(Move, DIRECTIONS))
ATTACKS = tuple(map(Attack, DIRECTIONS))
DRINKS = tuple(map(Drink, DIRECTIONS))
TOGGLE_FREEZE = ToggleFreeze()
ALL_ACTIONS: tuple[PlayerAction, ...] = (*MOVES, *ATTACKS, *DRINKS, TOGGLE_FREEZE)
"""Every action of the base game, in a fixed order: moves, attacks, drinks, `f`."""


@lru_cache(maxsize=1)
def _number_by_action() -> Mapping[object, int]:
    """Return the places of all actions, hashed where one is asked for: no start need wait."""
    return {action: number for number, action in enumerate(ALL_ACTIONS)}


def is_player_action(value: object) -> TypeGuard[PlayerAction]:
    """Return True if a value is an action: one of `ALL_ACTIONS`, or an expansion's."""
    if isinstance(value, ExpansionAction):
        return True
    try:
        return value in _number_by_action()
    except TypeError:  # it has no hash, as a list
        return False


def legal_flags(game: GameState) -> bytes:
    """Return a 1 for each of `all_actions` that is legal now, and a 0 for any other (R4).

    It is the fast answer to what each `perform` refuses with `Impossible`. It depends only on the
    glyphs around the hero, so it is computed once for each block of three by three glyphs.
    """
    rules = game.rules
    if game.outcome is not None:
        return _NO_FLAGS if not rules.expansions else bytes(len(all_actions(rules)))
    floor = game.floor
    glyphs, stride, first = floor.glyphs, floor.board.stride, floor.hero_cell - 1
    above, below = first - stride, first + stride
    block = glyphs[above : above + 3] + glyphs[first : first + 3] + glyphs[below : below + 3]
    key = bytes(block)
    flags = rules.flags_by_block.get(key) or _flags_of_block(rules, key)
    return flags if not rules.expansions else _add_expansions(game, flags)


def _add_expansions(game: GameState, flags: bytes) -> bytes:
    """Return the flags with those of the actions of expansions, less what expansions refuse."""
    rules = game.rules
    if rules.trinkets and (shut := _moves_onto_pedestals(game.floor)):
        flags = _without(flags, shut, rules)
    flags = b"".join([flags, *[flags_of(game) for flags_of in rules.hooks.legal_flags]])
    for turns in rules.hooks.refusing:
        named = turns.all_refused
        if refused := named(game) if named else _refused_one_by_one(game, flags):
            flags = _without(flags, refused, rules)
    return flags


def _moves_onto_pedestals(floor: Floor) -> list[Move]:
    pedestals = floor.pedestals
    if pedestals.isdisjoint(floor.board.neighbourhood[floor.hero_cell]):
        return []
    ways = zip(MOVES, floor.board.offsets, strict=True)
    return [move for move, shift in ways if floor.hero_cell + shift in pedestals]


def _without(flags: bytes, refused: Iterable[object], rules: Rules) -> bytes:
    left, extra = bytearray(flags), rules.extra_actions
    for each in filter(is_player_action, refused):  # a package may name what is none
        if not isinstance(each, ExpansionAction):
            left[_number_by_action()[each]] = False
        elif each in extra:
            left[len(ALL_ACTIONS) + extra.index(each)] = False
    return bytes(left)


def _refused_one_by_one(game: GameState, flags: bytes) -> Sequence[object]:
    """Return the actions that expansions refuse now, of those that are legal otherwise."""
    legal = compress(all_actions(game.rules), flags)
    return [action for action in legal if game.refusal(action) is not None]


def all_actions(rules: Rules) -> tuple[PlayerAction, ...]:
    """Return every action of these rules: `ALL_ACTIONS`, then those of expansions."""
    return (*ALL_ACTIONS, *rules.extra_actions) if rules.extra_actions else ALL_ACTIONS


def legal_actions(game: GameState) -> list[PlayerAction]:
    """Return every action that is legal now, in the order of `all_actions` (R4).

    The list is empty once the game is over.
    """
    extra = game.rules.extra_actions
    return list(compress((*ALL_ACTIONS, *extra) if extra else ALL_ACTIONS, legal_flags(game)))


_NO_FLAGS = bytes(len(ALL_ACTIONS))

_NEIGHBOURS_IN_BLOCK = tuple([4 + direction.offset(3) for direction in DIRECTIONS])
"""Indices of the eight neighbours in a block of three by three."""


MOST_BLOCKS = 1 << 16
"""Size of the cache of flags by block: more blocks than any game has."""


def _flags_of_block(rules: Rules, block: bytes) -> bytes:
    """Compute the flags for a hero in the middle of a block of glyphs, and cache them."""
    around = [block[place] for place in _NEIGHBOURS_IN_BLOCK]
    kinds = (rules.passable_glyphs, rules.enemy_glyphs, rules.potion_glyphs)
    flags = bytes([*[glyph in kind for kind in kinds for glyph in around], True])
    if len(rules.flags_by_block) >= MOST_BLOCKS:
        rules.flags_by_block.clear()
    rules.flags_by_block[block] = flags
    return flags
