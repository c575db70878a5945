"""What a floor starts with: furnished at random in the demanded order, or as it was drawn.

Every choice of a place takes four draws at the most, however full the floor is; what finds no
free tile at all is left out.
"""

from collections.abc import Callable, Sequence

from cc3k.content.guards import post_guards
from cc3k.engine.characters import Enemy, EnemyKind
from cc3k.engine.dice import Dice
from cc3k.engine.floor import HERO, NOWHERE, POTION, STAIRS, Floor, Item
from cc3k.engine.gold import Pile
from cc3k.engine.grid import Cell
from cc3k.engine.plan import Drawing
from cc3k.engine.rules import Rules

PC_MARK, STAIRS_MARK, ANY_POTION = map(chr, (HERO, STAIRS, POTION))


def lay_out(drawing: Drawing, rules: Rules, dice: Dice) -> Floor:
    """Return the floor of a drawing: furnished if it is bare, else what is drawn (R30).

    A missing PC or missing stairs are spawned either way. Raises ValueError when there is no free
    floor tile for them.
    """
    floor = Floor(drawing.plan)
    for cell, mark in drawing.marks:
        _place_mark(floor, cell, mark, rules, dice)
    if floor.hero == NOWHERE:
        floor.place_hero(_place_of_an_end(floor, floor.stairs, dice))
    if floor.stairs == NOWHERE:
        floor.place_stairs(_place_of_an_end(floor, floor.hero, dice))
    if not drawing.marks:
        _furnish(floor, rules, dice)
    post_guards(floor)
    return floor


def _place_mark(floor: Floor, cell: Cell, mark: str, rules: Rules, dice: Dice) -> None:
    if mark == PC_MARK:
        floor.place_hero(cell)
    elif mark == STAIRS_MARK:
        floor.place_stairs(cell)
    elif mark == ANY_POTION:
        floor.place_item(cell, dice.pick(rules.potion_bag))
    else:
        thing = rules.marks[mark]
        if isinstance(thing, EnemyKind):
            floor.place_enemy(cell, Enemy(thing))
        else:
            floor.place_item(cell, thing)


def _furnish(floor: Floor, rules: Rules, dice: Dice) -> None:
    """Spawn potions, gold (each hoard with its guardian) and enemies, in that order (§2.4, R26)."""
    for _ in range(rules.potions_a_floor):
        _spawn_item(floor, dice.pick(rules.potion_bag), dice)
    for _ in range(rules.piles_a_floor):
        pile = dice.pick(rules.pile_bag)
        if pile.guardian is None:
            _spawn_item(floor, pile, dice)
        else:
            _spawn_hoard(floor, pile, rules.enemy(pile.guardian), dice)
    for _ in range(rules.enemies_a_floor):
        kind = dice.pick(rules.enemy_bag)
        cell = _spot(floor.plan.chambers, floor.is_free, dice)
        if cell is not None:
            floor.place_enemy(cell, Enemy(kind))


def _spawn_item(floor: Floor, item: Item, dice: Dice) -> None:
    cell = _spot(floor.plan.chambers, floor.is_free, dice)
    if cell is not None:
        floor.place_item(cell, item)


def _spawn_hoard(floor: Floor, pile: Pile, guardian: EnemyKind, dice: Dice) -> None:
    """Spawn a hoard where a tile beside it is free, and its guardian on one of those (R27)."""

    def has_room(cell: Cell) -> bool:
        return floor.is_free(cell) and bool(floor.free_around(cell))

    cell = _spot(floor.plan.chambers, has_room, dice)
    if cell is not None:
        floor.place_item(cell, pile)
        floor.place_enemy(dice.pick(floor.free_around(cell)), Enemy(guardian))


def _place_of_an_end(floor: Floor, other: Cell, dice: Dice) -> Cell:
    """Pick where the PC or the stairs go: never in the chamber of the other, if it can be helped.

    It cannot on a floor with one chamber: a floor without a way out would end the game there.
    """
    chambers = floor.plan.chambers
    taken = floor.plan.chamber_of.get(other)
    elsewhere = [tiles for number, tiles in enumerate(chambers) if number != taken]
    cell = _spot(elsewhere, floor.is_free, dice)
    if cell is None:
        cell = _spot(chambers, floor.is_free, dice)
    if cell is None:
        message = "no free floor tile for the player character and the stairs"
        raise ValueError(message)
    return cell


def _spot(
    chambers: Sequence[Sequence[Cell]], fits: Callable[[Cell], bool], dice: Dice
) -> Cell | None:
    """Pick a chamber, evenly, among those with a tile that fits, then one of these (R26)."""
    if not chambers:
        return None
    chamber = dice.pick_where(chambers, lambda tiles: any(map(fits, tiles)))
    return None if chamber is None else dice.pick_where(chamber, fits)
