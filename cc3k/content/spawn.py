"""Floor generation: contents spawned at random, or placed as drawn in a layout.

To place a thing, pick a chamber, each equally likely, then a free tile of it (R26). The first pick
is among all tiles; if that tile is taken, the second pick is among the free ones. Each of `f` free
tiles among `n` then has the chance 1/n + (n-f)/n * 1/f, which is 1/f. So two picks are enough,
however full the floor is. A thing that finds no free tile on the floor is left out.
"""

from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeAlias

from cc3k.engine.board import HERO_GLYPH, POTION_GLYPH, STAIRS_GLYPH, TILE, Cell, FloorLayout
from cc3k.engine.dice import Dice
from cc3k.engine.enemies import Enemy, EnemyKind
from cc3k.engine.floor import NO_CELL, Floor
from cc3k.engine.items import GoldPile, Item, guardian_of
from cc3k.engine.rules import Rules, Spawnable


def assign_guardians(floor: Floor) -> None:
    """Assign the hoards on a floor to guardians beside them (R31)."""
    beside = _adjacent_guardians(floor)
    owner = _match_guardians(beside)
    posts: dict[Cell, list[Cell]] = {}
    for hoard, guardians in beside.items():
        posts.setdefault(owner.get(hoard, guardians[0]), []).append(hoard)
    for guardian, hoards in posts.items():
        floor.assign_guard(guardian, tuple(hoards))


def _adjacent_guardians(floor: Floor) -> dict[Cell, list[Cell]]:
    beside = {}
    hoards = {
        cell: guardian
        for cell, item in floor.items.items()
        if (guardian := guardian_of(item)) is not None
    }
    for cell in sorted(hoards):
        guardians = [
            near
            for near in floor.board.neighbours[cell]
            if near in floor.enemies and floor.enemies[near].kind.name == hoards[cell]
        ]
        if guardians:
            beside[cell] = guardians
    return beside


def _match_guardians(candidates: dict[Cell, list[Cell]]) -> dict[Cell, Cell]:
    """Return the guardian of each hoard in a maximum bipartite matching, by augmenting paths.

    A guardian reached by a failed search cannot be part of a later path, so it is never visited
    again: all failed searches together take time linear in the board.
    """
    guardian_of: dict[Cell, Cell] = {}
    hoard_of: dict[Cell, Cell] = {}
    spent: set[Cell] = set()
    for hoard in candidates:
        claimant: dict[Cell, Cell] = {}
        free = _find_free_guardian(hoard, candidates, hoard_of, claimant, spent)
        if free is None:
            spent.update(claimant)
        while free is not None:
            owner = claimant[free]
            hoard_of[free] = owner
            guardian_of[owner], free = free, guardian_of.get(owner)
    return guardian_of


def _find_free_guardian(
    hoard: Cell,
    candidates: dict[Cell, list[Cell]],
    hoard_of: dict[Cell, Cell],
    hoard_trying: dict[Cell, Cell],
    exhausted: set[Cell],
) -> Cell | None:
    """Return a free guardian that `hoard` can get if others are reassigned, or None.

    Fill `hoard_trying` with the hoard that would take each visited guardian.
    """
    waiting = deque([hoard])
    while waiting:
        wanting = waiting.popleft()
        for guardian in candidates[wanting]:
            if guardian in hoard_trying or guardian in exhausted:
                continue
            hoard_trying[guardian] = wanting
            if guardian not in hoard_of:
                return guardian
            waiting.append(hoard_of[guardian])
    return None


Chamber: TypeAlias = Sequence[Cell]
"""The floor tiles of a chamber."""

PC_MARK, STAIRS_MARK, ANY_POTION = map(chr, (HERO_GLYPH, STAIRS_GLYPH, POTION_GLYPH))


def generate_floor(floor_layout: FloorLayout, rules: Rules, dice: Dice) -> Floor:
    """Return the floor of a layout: as drawn, or with random contents if it has no marks (R30).

    A missing PC or missing stairs are spawned either way. Raises ValueError if there is no free
    floor tile for them.
    """
    floor = Floor(floor_layout.board)
    for cell, mark in floor_layout.marks:
        _place_mark(floor, cell, mark, rules, dice)
    if floor.hero_cell == NO_CELL:
        floor.place_hero(_pick_end_cell(floor, floor.stairs_cell, dice))
    if floor.stairs_cell == NO_CELL:
        floor.place_stairs(_pick_end_cell(floor, floor.hero_cell, dice))
    if not floor_layout.marks:
        _spawn_contents(floor, rules, dice)
    assign_guardians(floor)
    return floor


def _place_mark(floor: Floor, cell: Cell, mark: str, rules: Rules, dice: Dice) -> None:
    if mark == PC_MARK:
        floor.place_hero(cell)
    elif mark == STAIRS_MARK:
        floor.place_stairs(cell)
    elif mark == ANY_POTION:
        floor.place_item(cell, dice.pick(rules.potion_spawn_table))
    else:
        thing = rules.kinds_by_mark[mark]
        if isinstance(thing, EnemyKind):
            floor.place_enemy(cell, Enemy(thing))
        else:
            floor.place_item(cell, thing)


def _spawn_contents(floor: Floor, rules: Rules, dice: Dice) -> None:
    """Spawn potions, gold (hoards with guardians) and enemies, in that order (§2.4, R26).

    There is one draw each for the kinds of all potions, of all piles and of all enemies, and one
    for the chambers of all of these.
    """
    chambers, glyphs = floor.board.chambers, floor.glyphs
    things: list[Spawnable] = [
        *dice.pick_many(rules.potion_spawn_table, rules.potions_per_floor),
        *dice.pick_many(rules.pile_spawn_table, rules.piles_per_floor),
        *dice.pick_many(rules.enemy_spawn_table, rules.enemies_per_floor),
    ]
    for thing, tiles in zip(things, dice.pick_many(chambers, len(things)), strict=True):
        place = tiles[dice.below(len(tiles))]
        if glyphs[place] != TILE:
            other = _pick_other_tile(chambers, tiles, floor.is_free, dice)
            if other is None:
                return
            place = other
        if isinstance(thing, EnemyKind):
            floor.place_enemy(place, Enemy(thing))
        elif isinstance(thing, GoldPile) and thing.guardian is not None:
            _spawn_hoard(floor, place, thing, rules.enemy_kind_named(thing.guardian), dice)
        else:
            floor.place_item(place, thing)


def _pick_other_tile(
    chambers: Sequence[Chamber], tiles: Chamber, is_fitting: Callable[[Cell], bool], dice: Dice
) -> Cell | None:
    cell = tiles[dice.below(len(tiles))]
    if is_fitting(cell):
        return cell
    fitting = list(filter(is_fitting, tiles))
    if not fitting:
        others = [found for other in chambers if (found := list(filter(is_fitting, other)))]
        if not others:
            return None
        fitting = dice.pick(others)
    return dice.pick(fitting)


def _spawn_hoard(floor: Floor, cell: Cell, pile: GoldPile, guardian: EnemyKind, dice: Dice) -> None:
    """Spawn a hoard with its guardian on a free tile beside it, or both elsewhere (R27)."""
    beside = floor.free_neighbours(cell)
    if not beside:
        board, has_room = floor.board, partial(_has_room, floor)
        here = board.chambers[board.chamber_index[cell]]
        elsewhere = _pick_other_tile(board.chambers, here, has_room, dice)
        if elsewhere is None:
            return
        cell, beside = elsewhere, floor.free_neighbours(elsewhere)
    floor.place_item(cell, pile)
    floor.place_enemy(dice.pick(beside), Enemy(guardian))


def spawn_guarded(floor: Floor, thing: Item, guardian: EnemyKind, dice: Dice) -> None:
    """Spawn a thing on a furnished floor, with its own guardian beside it (R26, R27).

    They are not in the PC's chamber. If there is no room for both, spawn neither.
    """
    arrival = floor.board.chamber_index.get(floor.hero_cell)
    others = [
        tiles
        for number, tiles in enumerate(floor.board.chambers)
        if number != arrival and any(_has_room(floor, tile) for tile in tiles)
    ]
    if not others:
        return
    cell = dice.pick([tile for tile in dice.pick(others) if _has_room(floor, tile)])
    floor.place_item(cell, thing)
    post = dice.pick(floor.free_neighbours(cell))
    floor.place_enemy(post, Enemy(guardian))
    floor.assign_guard(post, (cell,))


def _has_room(floor: Floor, cell: Cell) -> bool:
    return floor.is_free(cell) and bool(floor.free_neighbours(cell))


def _pick_end_cell(floor: Floor, other_end: Cell, dice: Dice) -> Cell:
    """Pick a cell for the PC or the stairs, in different chambers if possible.

    On a floor with one chamber both share it: without stairs the game could not go on.
    """
    chambers = floor.board.chambers
    taken = floor.board.chamber_index.get(other_end)
    elsewhere = [tiles for number, tiles in enumerate(chambers) if number != taken]
    for allowed in filter(None, (elsewhere, chambers)):
        tiles = dice.pick(allowed)
        cell = dice.pick(tiles)
        found = (
            cell if floor.is_free(cell) else _pick_other_tile(allowed, tiles, floor.is_free, dice)
        )
        if found is not None:
            return found
    message = "no free floor tile for the player character and the stairs"
    raise ValueError(message)
