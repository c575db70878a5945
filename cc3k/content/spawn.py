"""What a floor starts with: furnished at random in the demanded order, or as it was drawn.

A place is a chamber, each equally likely, then a free tile of it (R26). What is picked first is
mostly free and kept; any other pick is made again among those that are. Each of `f` free ones among
`n` then has the chance 1/n + (n-f)/n * 1/f, which is 1/f. Nothing is drawn until it is lucky,
however full the floor is, and what finds no free tile at all is left out.
"""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from cc3k.content.guards import post_guards
from cc3k.engine.actors import Enemy, EnemyKind
from cc3k.engine.board import TILE, Drawing
from cc3k.engine.dice import Dice
from cc3k.engine.floor import HERO, NOWHERE, POTION, STAIRS, Floor
from cc3k.engine.gold import Pile
from cc3k.engine.grid import Cell
from cc3k.engine.rules import Rules, Thing

Chamber: TypeAlias = Sequence[Cell]
"""Its floor tiles."""

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
    """Spawn potions, gold (each hoard with its guardian) and enemies, in that order (§2.4, R26).

    A draw decides on the kinds of all potions, of all piles, or of all enemies, and one more on
    the chambers of all of them.
    """
    chambers, picture = floor.plan.chambers, floor.picture
    things: list[Thing] = [
        *dice.picks(rules.potion_bag, rules.potions_a_floor),
        *dice.picks(rules.pile_bag, rules.piles_a_floor),
        *dice.picks(rules.enemy_bag, rules.enemies_a_floor),
    ]
    for thing, tiles in zip(things, dice.picks(chambers, len(things)), strict=True):
        place = tiles[dice.below(len(tiles))]
        if picture[place] != TILE:
            other = _another(chambers, tiles, floor.is_free, dice)
            if other is None:
                return
            place = other
        if isinstance(thing, EnemyKind):
            floor.place_enemy(place, Enemy(thing))
        elif isinstance(thing, Pile) and thing.guardian is not None:
            _spawn_hoard(floor, place, thing, rules.enemy(thing.guardian), dice)
        else:
            floor.place_item(place, thing)


def _another(
    chambers: Sequence[Chamber], tiles: Chamber, fits: Callable[[Cell], bool], dice: Dice
) -> Cell | None:
    """Pick a tile that fits: of this chamber, whose first pick did not, or else of another."""
    cell = tiles[dice.below(len(tiles))]
    if fits(cell):
        return cell
    fitting = list(filter(fits, tiles))
    if not fitting:
        others = [found for other in chambers if (found := list(filter(fits, other)))]
        if not others:
            return None
        fitting = dice.pick(others)
    return dice.pick(fitting)


def _spawn_hoard(floor: Floor, cell: Cell, pile: Pile, guardian: EnemyKind, dice: Dice) -> None:
    """Spawn a hoard, and its guardian on a free tile beside it; with none, elsewhere (R27)."""
    beside = floor.free_around(cell)
    if not beside:
        elsewhere = _place_with_room(floor, cell, dice)
        if elsewhere is None:
            return
        cell, beside = elsewhere, floor.free_around(elsewhere)
    floor.place_item(cell, pile)
    floor.place_enemy(dice.pick(beside), Enemy(guardian))


def _place_with_room(floor: Floor, cell: Cell, dice: Dice) -> Cell | None:
    """Pick another place than this one, which has no free tile beside it, for one that has."""

    def has_room(cell: Cell) -> bool:
        return floor.is_free(cell) and bool(floor.free_around(cell))

    plan = floor.plan
    return _another(plan.chambers, plan.chambers[plan.chamber_of[cell]], has_room, dice)


def _place_of_an_end(floor: Floor, other: Cell, dice: Dice) -> Cell:
    """Pick where the PC or the stairs go: never in the chamber of the other, if it can be helped.

    It cannot on a floor with one chamber: a floor without a way out would end the game there.
    """
    chambers = floor.plan.chambers
    taken = floor.plan.chamber_of.get(other)
    elsewhere = [tiles for number, tiles in enumerate(chambers) if number != taken]
    for allowed in filter(None, (elsewhere, chambers)):
        tiles = dice.pick(allowed)
        cell = dice.pick(tiles)
        found = cell if floor.is_free(cell) else _another(allowed, tiles, floor.is_free, dice)
        if found is not None:
            return found
    message = "no free floor tile for the player character and the stairs"
    raise ValueError(message)
