"""Vaults: three pedestals of which one opens, a key that somebody carries, and wands (X100-X109).

A wand, a ring and a relic stand on the pedestals of every second floor; a wand lies on each floor.
This module has the things, where they are, how they are paid for, and the words and rows. What
wands do is in `wands`, what rings and relics do in `relics`.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from attrs import define, evolve, frozen

from cc3k.engine.actions import Move
from cc3k.engine.board import (
    DIRECTIONS,
    DOORWAY,
    Cell,
    CellArea,
    CellSet,
    Direction,
    cell_set,
    cells_of_kinds,
    flood,
    grow,
)
from cc3k.engine.dice import Dice
from cc3k.engine.distance_maps import free_tiles
from cc3k.engine.events import Effect, Event, ExpansionEvent
from cc3k.engine.expansion import (
    ChoiceMenu,
    Commands,
    Deed,
    Expansion,
    ExpansionHint,
    FightHooks,
    Figure,
    FloorHooks,
    Forecast,
    ItemHooks,
    KeyBinding,
    MenuCommand,
    MenuLine,
    Rows,
    TextHooks,
    TurnHooks,
)
from cc3k.engine.flight import fly
from cc3k.engine.floor import Floor
from cc3k.engine.game import GameState
from cc3k.engine.items import Item, Potion, Trinket
from cc3k.engine.refusals import ExpansionRefusal, Impossible, Refusal
from cc3k.engine.running_game import ExpansionAction, part_of
from cc3k.expansions import relics, wands
from cc3k.expansions.gear import tell_unseen_drop
from cc3k.expansions.pack import EMPTY, FIRST_KIND, UNKNOWN, ways_to_throw, without_unseen_hits
from cc3k.expansions.relics import Layers
from cc3k.expansions.words import figures_after, hero_does

SLOTS = ("1", "2", "3")
"""The words for the slots of wands."""

UNKNOWN_CHARGES = 5
"""What an unknown wand counts as when one has to make room (Y28)."""

GOLD_PRICE = 20
BLOOD_SHARE = 4
"""Blood is this part of the maximum HP, rounded up."""


@frozen
class Wand:
    """A wand that the PC carries: its kind by name, and how often it was cast."""

    kind_name: str
    used: int = 0

    @property
    def kind(self) -> wands.WandKind:
        return wands.WAND_KINDS[self.kind_name]

    @property
    def left(self) -> int:
        return max(0, self.kind.charges - self.used)


@define(eq=False)
class Treasures:
    """What the PC has of vaults, and what it was offered.

    `offered` are the relics of the vaults so far. `found_wand` tells that the wand of this floor
    was taken, `is_open` that its vault was. `unseen` are cells of pedestals that were never seen,
    `known_offers` the relics that were seen on one. `steps` and `turns` are counted from the relic
    on that needs them; `brews` are boosts drunk on this floor, `kept_brews` those of the last one.
    """

    wands: tuple[Wand | None, ...] = (None,) * len(SLOTS)
    ring: str = ""
    relics: tuple[str, ...] = ()
    has_key: bool = False
    offered: tuple[str, ...] = ()
    found_wand: bool = False
    is_open: bool = False
    unseen: tuple[Cell, ...] = ()
    known_offers: tuple[str, ...] = ()
    steps: int = 0
    turns: int = 0
    brews: Layers = ()
    kept_brews: Layers = ()

    def copy(self) -> "Treasures":
        return evolve(self)

    def digest_parts(self) -> object:
        held = [(wand.kind_name, wand.used) if wand else () for wand in self.wands]
        floor = (self.has_key, self.found_wand, self.is_open)
        counts = (self.steps, self.turns, self.brews, self.kept_brews)
        offers = (self.offered, self.known_offers, self.unseen)
        return held, self.ring, self.relics, offers, floor, counts


def _take_wand(game: GameState, thing: Trinket) -> Iterable[Event]:
    part_of(game, Treasures).found_wand = True
    return _take_thing(game, thing)


def question_of_loss(game: GameState, thing: Trinket) -> str:
    """Return the question before a thing is taken for which another one is lost (Y28)."""
    lost, name = _lost_by_taking(game, thing), thing.as_known(game.known_names).name
    return f"You lose {lost} for the {name}. Take it?" if lost else ""


def _lost_by_taking(game: GameState, thing: Trinket) -> str:
    """Return what the PC loses as it takes a thing: a ring, or a wand not known to be spent."""
    treasures = part_of(game, Treasures)
    if thing.glyph == RING.glyph and treasures.ring and treasures.ring not in thing.name:
        return f"the ring of {treasures.ring}"
    slot = slot_for_wand(game)
    lost = treasures.wands[slot]
    if thing.glyph != WAND.glyph or lost is None or (is_known(game, lost) and not lost.left):
        return ""
    return f"wand {slot + 1} ({describe_wand(game, lost)})"


def _take_thing(game: GameState, thing: Trinket) -> Iterable[Event]:
    name = thing.as_known(game.known_names).name
    return [hero_does("vaults.took", "pick", f"up the {name}"), *gain(game, thing)]


def _take_key(game: GameState, _thing: Trinket) -> Iterable[Event]:
    part_of(game, Treasures).has_key = True
    return [hero_does("vaults.key", "pick", "up the key")]


WAND = Trinket(
    "wand",
    "/",
    f"cast it to learn its kind; it reaches {wands.RANGE} cells",
    on_taken=_take_wand,
    asks_first=question_of_loss,
    unknown_name="wand",
    price=12,
)
RING = Trinket("ring", "=", "one can be worn", on_taken=_take_thing, asks_first=question_of_loss)
RELIC = Trinket("relic", "&", "it stays with you", on_taken=_take_thing)
KEY = Trinket("key", "k", "opens one pedestal of this floor", on_taken=_take_key, is_in_view=True)

WANDS = {
    kind.name: evolve(
        WAND,
        name=wands.thing_name(kind),
        trait=f"{kind.trait}{f', within {wands.RANGE} cells' if kind.strike else ''}",
    )
    for kind in wands.WAND_KINDS.values()
}
RING_THINGS = {
    name: evolve(RING, name=f"ring of {name}", trait=trait) for name, trait in relics.RINGS.items()
}
RELIC_THINGS = {
    each.name: evolve(RELIC, name=each.name, trait=each.trait) for each in relics.RELICS
}
KIND_OF_THING = {thing.name: kind for kind, thing in (*WANDS.items(), *RING_THINGS.items())}
"""The kinds of wands and rings by the names of their things."""


def gain(game: GameState, thing: Trinket) -> Iterator[Event]:
    """Let the PC have a wand, ring or relic; one that it replaces is lost (X103)."""
    treasures = part_of(game, Treasures)
    if thing.glyph == WAND.glyph:
        slot = slot_for_wand(game)
        lost = treasures.wands[slot]
        _put_wand(game, slot, Wand(KIND_OF_THING[thing.name]))
        if lost is not None:
            yield hero_does("vaults.lost", "leave", f"wand {slot + 1} behind", Effect.HARM)
    elif thing.glyph == RING.glyph:
        worn, treasures.ring = treasures.ring, KIND_OF_THING[thing.name]
        if worn:
            relics.lose_effect(game, worn)
            yield hero_does("vaults.lost", "leave", f"the ring of {worn} behind", Effect.HARM)
        relics.start_effect(game, treasures.ring)
    elif thing.name not in treasures.relics:
        treasures.relics = (*treasures.relics, thing.name)
        relics.start_effect(game, thing.name)


def _put_wand(game: GameState, slot: int, wand: Wand) -> None:
    treasures = part_of(game, Treasures)
    treasures.wands = (*treasures.wands[:slot], wand, *treasures.wands[slot + 1 :])


def slot_for_wand(game: GameState) -> int:
    """Return the slot of the next wand: an empty one, else that with the fewest charges (Y28)."""
    counts = [_charges_as_known(game, wand) for wand in part_of(game, Treasures).wands]
    return counts.index(min(counts))


def _charges_as_known(game: GameState, wand: Wand | None) -> int:
    if wand is None:
        return -1
    return wand.left if is_known(game, wand) else UNKNOWN_CHARGES


def is_known(game: GameState, wand: Wand) -> bool:
    return wands.thing_name(wand.kind) in game.known_names


def _held_wands(game: GameState) -> list[tuple[str, Wand]]:
    slots = zip(SLOTS, part_of(game, Treasures).wands, strict=True)
    return [(slot, wand) for slot, wand in slots if wand is not None]


def _charged_wands(game: GameState) -> list[tuple[str, Wand]]:
    """Return the wands that are not spent, each with its slot."""
    return [(slot, wand) for slot, wand in _held_wands(game) if wand.left]


def describe_wand(game: GameState, wand: Wand) -> str:
    return f"{wand.kind_name} {wand.left}" if is_known(game, wand) else "unknown"


@frozen
class CastWand(ExpansionAction):
    """Cast the wand of a slot in a direction (X104)."""

    slot: str
    direction: Direction

    def require(self, game: GameState) -> Wand:
        """Return the wand, which is not spent; a wall beside the PC may be in the way."""
        wand = part_of(game, Treasures).wands[SLOTS.index(self.slot)]
        if wand is None:
            named = f"no wand {self.slot}."
            raise Impossible(ExpansionRefusal(f"PC has {named}", f"You have {named}"))
        if not wand.left:
            raise Impossible(ExpansionRefusal(f"Wand {self.slot} is spent."))
        has_way = bool(fly(game.floor, game.floor.hero_cell, self.direction, 1).cells)
        if not (has_way or _goes_anywhere(game, wand)):
            raise Impossible(ExpansionRefusal("A wall is in the way."))
        return wand

    def perform(self, game: GameState) -> Iterable[Event]:
        wand = self.require(game)
        _put_wand(game, SLOTS.index(self.slot), evolve(wand, used=wand.used + 1))
        return wands.cast(game, wand.kind, self.direction, f"wand {self.slot}")

    def forecast(self, game: GameState) -> str:
        wand, target = self.require(game), wands.target_in_sight(game, self.direction)
        if is_known(game, wand):
            return wands.foretell(game, wand.kind, self.direction, target)
        if target is None:
            return ""
        unknown = [name for name, thing in WANDS.items() if thing.name not in game.known_names]
        return f"unknown: {' or '.join(unknown)}"

    def question(self, game: GameState) -> str:
        """Return a question before a cast that would waste a charge, or wrong somebody peaceful."""
        wand = self.require(game)
        kind, way = wand.kind if is_known(game, wand) else None, self.direction
        target = wands.target_in_sight(game, way)
        name = f"wand {self.slot}" if kind is None else kind.name
        if kind is not None and kind.work:
            has_use = bool(wands.foretell(game, kind, way, target))
            return "" if has_use else f"It would do nothing to the {way.name}. Cast {name}?"
        if target is None:
            there = f"You see nobody within {wands.RANGE} cells to the {way.name}"
            return f"{there}. Cast {name}?"
        enemy = game.floor.enemies[target]
        who = f"{enemy.kind.name_at_start} to the {way.name}"
        if not enemy.is_hostile_to(game.hero):
            return f"{who} {enemy.attitude}. Cast {name} at it?"
        if kind is not None and wands.foresee(game, kind, target, way) is None:
            return f"{who} would be unmoved. Cast {name}?"
        return ""


def _goes_anywhere(game: GameState, wand: Wand) -> bool:
    """Tell whether a wall beside the PC is no reason against a cast: it passes, or may do so."""
    return wand.kind.passes_walls or not is_known(game, wand)


NO_LORE = "of no use: you know all potions"

PRICES = ("k", "g", "b")
"""The words of the three payments: key, gold and blood."""


@frozen
class OpenPedestal(ExpansionAction):
    """Pay for the thing on the pedestal next to the PC (X102)."""

    direction: Direction
    price: str

    def require(self, game: GameState) -> Trinket:
        """Return the thing on the pedestal, whose price the PC can pay."""
        thing, price = AskPedestal(self.direction).require(game), prices(game)[self.price]
        if price.refusal:
            raise Impossible(price.refusal)
        return thing

    def perform(self, game: GameState) -> Iterable[Event]:
        thing = self.require(game)
        return _open(game, game.floor.cell_towards(self.direction), thing, self.price)

    def question(self, game: GameState) -> str:
        return question_of_loss(game, self.require(game))

    def forecast(self, game: GameState) -> str:
        thing, paid = self.require(game), prices(game)[self.price].asked
        told = _outcome(game, game.floor.cell_towards(self.direction), self.price)
        return f"{paid} for the {thing.name} ({_use_of(game, thing)}); {told}"


def _open(game: GameState, cell: Cell, thing: Trinket, price: str) -> Iterator[Event]:
    """Pay a price for what is on the pedestal on a cell."""
    treasures, hero, paid = part_of(game, Treasures), game.hero, prices(game)[price].asked
    if price == "k":
        treasures.has_key = False
    elif price == "g":
        hero.gold -= gold_price(game)
    else:
        hero.hp -= blood_price(game)
    close = _close_vault(game, cell)
    end = " The other pedestals close." if close else ""
    yield ExpansionEvent(
        "vaults.paid",
        f"PC pays {paid} and takes the {thing.name}.{end}",
        f"You pay {paid} and take the {thing.name}.{end}",
        effect=Effect.GAIN,
        deed=f"took the {thing.name} for {paid}",
    )
    yield from gain(game, evolve(thing, is_pedestal=False))


def _outcome(game: GameState, cell: Cell, price: str) -> str:
    """Return what paying for the pedestal on a cell would leave the PC, or what it lacks."""
    thing, lack = pedestal_at(game, cell), prices(game)[price].lack
    if lack or thing is None:
        return lack
    left = figures_after(game, lambda then: _open(then, cell, thing, price))
    lost = _lost_by_taking(game, thing)
    told = [f"then {left}"] * bool(left) + [f"you lose {lost}"] * bool(lost)
    return "; ".join(told) or "nothing else changes"


def note_prices(game: GameState, cell: Cell) -> Iterator[str]:
    """Yield what a pedestal asks, and what each payment would leave, for a look at it."""
    thing = pedestal_at(game, cell)
    yield from [f"{NO_LORE.capitalize()}."] * (thing is not None and _is_void(game, thing))
    for word, (asked, _) in prices(game).items() if thing else ():
        yield f"{asked[0].upper()}{asked[1:]}: {_outcome(game, cell, word)}."


@frozen
class AskPedestal(ExpansionAction):
    """Ask what a pedestal holds and what it asks; takes no turn (X102)."""

    direction: Direction
    takes_turn = False

    def require(self, game: GameState) -> Trinket:
        """Return the thing on the pedestal."""
        thing = pedestal_at(game, game.floor.cell_towards(self.direction))
        if thing is None:
            told = f"There is no pedestal to the {self.direction.name}."
            raise Impossible(ExpansionRefusal(told))
        return thing

    def perform(self, game: GameState) -> Iterable[Event]:
        thing = self.require(game)
        *asked, last = [f"{price.asked} ({word})" for word, price in prices(game).items()]
        text = f"The {thing.name} ({_use_of(game, thing)}) for {', '.join(asked)} or {last}."
        return [ExpansionEvent("vaults.told", text)]


def pedestal_at(game: GameState, cell: Cell) -> Trinket | None:
    thing = game.floor.items.get(cell)
    return thing if isinstance(thing, Trinket) and thing.is_pedestal else None


def _use_of(game: GameState, thing: Trinket) -> str:
    return NO_LORE if _is_void(game, thing) else thing.trait


def _is_void(game: GameState, thing: Trinket) -> bool:
    """Tell whether a thing would tell nothing new, as in the trial Glowing (X116)."""
    names = [potion.name for potion in game.rules.potions]
    return KIND_OF_THING.get(thing.name) == relics.LORE and game.known_names.issuperset(names)


def gold_price(game: GameState) -> int:
    return game.price_here(GOLD_PRICE)


def blood_price(game: GameState) -> int:
    return -(-game.hero.full_hp // BLOOD_SHARE)


class Price(NamedTuple):
    """One of the things that a pedestal asks: `20 gold`; and why the PC cannot pay it, if so."""

    asked: str
    refusal: ExpansionRefusal | None

    @property
    def lack(self) -> str:
        """What the PC lacks, after what is asked was told: `you have 0`; empty if it can pay."""
        told = self.refusal.spoken_text.rpartition("; ")[2].rstrip(".") if self.refusal else ""
        return f"{told[:1].lower()}{told[1:]}"


def prices(game: GameState) -> Mapping[str, Price]:
    """Return what a pedestal asks, by the words of the payments."""
    hero, gold, blood = game.hero, gold_price(game), blood_price(game)
    asks = f"The pedestal asks {gold} gold"
    no_key = ExpansionRefusal("PC has no key.", "You have no key.")
    no_gold = ExpansionRefusal(f"{asks}; PC has {hero.gold}.", f"{asks}; you have {hero.gold}.")
    no_blood = ExpansionRefusal("That would slay PC.", "That would kill you.")
    paid = (
        Price("the key", None if part_of(game, Treasures).has_key else no_key),
        Price(f"{gold} gold", None if hero.gold >= gold else no_gold),
        Price(f"{blood} HP", None if hero.hp > blood else no_blood),
    )
    return dict(zip(PRICES, paid, strict=True))


def _close_vault(game: GameState, cell: Cell) -> bool:
    """Remove a pedestal and those in a row with it; tell whether there were others."""
    floor = game.floor
    row = {cell}
    for step in (-1, 1):
        at = cell + step
        while floor.is_pedestal(at):
            row.add(at)
            at += step
    for each in row:
        floor.remove_item(each)
    part_of(game, Treasures).is_open = True
    return len(row) > 1


def furnish_floor(game: GameState, dice: Dice) -> None:
    """Set up the vault of an odd floor with its key, and lay out a wand (X100, X101, X103)."""
    treasures, floor = part_of(game, Treasures), game.floor
    treasures.has_key = treasures.found_wand = treasures.is_open = False
    relics.keep_brews(game.hero, treasures.brews)
    treasures.brews, treasures.kept_brews = (), treasures.brews
    if not game.is_furnished:
        _name_drawn_things(game, dice)
    else:
        if has_vault(game.depth) and (place := pick_vault_place(floor, dice)):
            _set_up(game, place, dice)
            _hand_out_key(game, dice)
        _lay(floor, WANDS[dice.pick(tuple(WANDS))], dice)
    # All pedestals may be unseen until those in sight are looked at (Y30).
    pedestals = filter(game.floor.is_pedestal, sorted(game.floor.items))
    part_of(game, Treasures).unseen = tuple(pedestals)
    _look_at_pedestals(game)


def has_vault(depth: int) -> bool:
    return depth % 2 == 1


def _set_up(game: GameState, place: Sequence[Cell], dice: Dice) -> None:
    """Put a wand, a ring and a relic on pedestals; after both relics, a second wand (Y31)."""
    treasures = part_of(game, Treasures)
    wand = dice.pick(tuple(WANDS))
    rings = [thing for name, thing in RING_THINGS.items() if name != treasures.ring]
    ring = dice.pick([thing for thing in rings if not _is_void(game, thing)])
    third = _next_relic(game, dice)
    if third is None:
        third = WANDS[dice.pick([name for name in WANDS if name != wand])]
    for cell, thing in zip(place, (WANDS[wand], ring, third), strict=True):
        game.floor.place_item(cell, evolve(thing, is_pedestal=True))


def _next_relic(game: GameState, dice: Dice) -> Trinket | None:
    treasures = part_of(game, Treasures)
    new = [name for name in relics.relics_of(game.race) if name not in treasures.offered]
    if not new:
        return None
    relic = dice.pick(new)
    treasures.offered = (*treasures.offered, relic)
    return RELIC_THINGS[relic]


def pick_vault_place(
    floor: Floor, dice: Dice, fits: Callable[[Cell], bool] | None = None
) -> tuple[Cell, Cell, Cell] | None:
    """Return three free tiles in a row, evenly drawn among all places that fit (X100)."""
    able, index = _cells_for_pedestals(floor, fits), floor.board.chamber_index
    ends = index.get(floor.hero_cell), index.get(floor.stairs_cell)
    places = [
        (cell, cell + 1, cell + 2)
        for number, tiles in enumerate(floor.board.chambers)
        if number not in ends
        for cell in tiles
        if cell in able and cell + 1 in able and cell + 2 in able
    ]
    while places:
        place = dice.pick(places)
        if not _cuts_off(floor, place):
            return place
        places.remove(place)
    return None


def _cells_for_pedestals(floor: Floor, fits: Callable[[Cell], bool] | None) -> set[Cell]:
    """Return the free tiles that fit, without those beside doorways."""
    terrain, stride = floor.board.terrain, floor.board.stride
    beside_doorways = grow(cells_of_kinds(terrain, bytes((DOORWAY,))), stride)
    return set(filter(fits, CellArea(free_tiles(floor) & ~beside_doorways, len(terrain))))


def _cuts_off(floor: Floor, place: Sequence[Cell]) -> bool:
    """Tell whether pedestals there would cut off a free tile that the PC can reach now."""
    before = _reachable(floor, ())
    return bool(before & ~cell_set(place) & ~_reachable(floor, place))


def _reachable(floor: Floor, closed: Collection[Cell]) -> CellSet:
    shut = [cell for cell, item in floor.items.items() if isinstance(item, Potion)]
    shut += [cell for cell in floor.items if floor.is_pedestal(cell)]
    start = 1 << floor.hero_cell
    ground = floor.board.walkable & ~cell_set([*shut, *closed]) | start
    return flood(start, ground, floor.board.stride)


def _hand_out_key(game: GameState, dice: Dice) -> None:
    """Give the key to a hostile enemy, no guardian or unique, else to a free tile (X101)."""
    enemies, hero = game.floor.enemies, game.hero
    able = [
        cell
        for cell in sorted(enemies)
        if enemies[cell].is_hostile_to(hero) and enemies[cell].kind.spawn_weight
    ]
    if able:
        enemy = enemies[dice.pick(able)]
        enemy.carries = (*enemy.carries, KEY)
    else:
        _lay(game.floor, KEY, dice)


def _lay(
    floor: Floor, thing: Trinket, dice: Dice, fits: Callable[[Cell], bool] | None = None
) -> None:
    """Put a thing on a free tile, of each chamber with equal chances (R26)."""
    free = [list(filter(fits, tiles)) if fits else tiles for tiles in floor.free_tiles_by_chamber()]
    if chambers := list(filter(None, free)):
        floor.place_item(dice.pick(dice.pick(chambers)), thing)


def _name_drawn_things(game: GameState, dice: Dice) -> None:
    """Draw what the marks of a layout stand for; the three in a row are a vault (X108).

    If no key is drawn, there is one for a vault as on any other floor (X101).
    """
    floor = game.floor
    drawn = [cell for cell in sorted(floor.items) if floor.items[cell] in (WAND, RING, RELIC)]
    for cell in drawn:
        if [floor.items.get(cell + step) for step in range(3)] == [WAND, RING, RELIC]:
            _set_up(game, range(cell, cell + 3), dice)
    kinds: dict[object, Sequence[Trinket]] = {
        WAND: tuple(WANDS.values()),
        RING: tuple(RING_THINGS.values()),
        RELIC: [RELIC_THINGS[name] for name in relics.relics_of(game.race)]
        or [*RELIC_THINGS.values()],
    }
    for cell in drawn:
        if (mark := floor.items[cell]) in kinds:
            floor.place_item(cell, dice.pick(kinds[mark]))
    if KEY not in floor.items.values() and any(map(floor.is_pedestal, drawn)):
        _hand_out_key(game, dice)


def sell_wand(dice: Dice) -> Trinket:
    """Return a wand for sale, whose kind is known when it is bought (X107)."""
    return evolve(WANDS[dice.pick(tuple(WANDS))], on_taken=_take_thing, unknown_name="")


def _look_at_pedestals(game: GameState) -> None:
    """Learn what is on the pedestals that are in sight for the first time."""
    treasures = part_of(game, Treasures)
    for cell in list(filter(game.sees, treasures.unseen)):
        treasures.unseen = tuple([at for at in treasures.unseen if at != cell])
        thing = pedestal_at(game, cell)
        if thing is not None and thing.glyph == WAND.glyph:
            wands.learn(game, wands.WAND_KINDS[KIND_OF_THING[thing.name]])
        elif thing is not None and thing.glyph == RELIC.glyph:
            treasures.known_offers = (*treasures.known_offers, thing.name)


def after_action(game: GameState, _events: Sequence[Event]) -> Iterator[Event]:
    treasures = part_of(game, Treasures)
    if treasures.unseen:
        _look_at_pedestals(game)
    if treasures.ring or treasures.relics:
        yield from relics.read_lore(game)
        relics.keep_ledger(game)
        treasures.brews = relics.brewed_layers(game.hero, treasures.kept_brews)


def after_turn(game: GameState) -> Iterator[Event]:
    wands.end_charms(game)
    if relics.CHALICE in game.hero.facts:
        treasures = part_of(game, Treasures)
        treasures.turns += 1
        yield from relics.sip_chalice(game, treasures.turns)


def is_free_step(game: GameState) -> bool:
    """Count a step, and tell whether bat wings make it a free one (Y33)."""
    if relics.WINGS not in game.hero.facts:
        return False
    treasures = part_of(game, Treasures)
    treasures.steps += 1
    return treasures.steps % relics.WING_STEPS == 0


def refuse_step(game: GameState, action: object) -> Refusal | None:
    """Refuse to walk into a pedestal, and say what opens it (X102)."""
    floor = game.floor
    if not isinstance(action, Move) or floor.cell_towards(action.direction) not in floor.pedestals:
        return None
    word = action.direction.command_word
    return ExpansionRefusal(f"x {word} k, x {word} g or x {word} b opens it.")


def deal_kinds(game: GameState, dice: Dice) -> None:
    """Draw again the kinds of wands that the player does not know (X109)."""
    treasures, floor = part_of(game, Treasures), game.floor
    unknown = [name for name, thing in WANDS.items() if thing.name not in game.known_names]
    for cell in sorted(floor.items):
        thing = floor.items[cell]
        if _is_lying_wand(thing) and thing.name not in game.known_names:
            floor.place_item(cell, WANDS[dice.pick(unknown)])
    treasures.wands = tuple(
        [
            wand if wand is None or is_known(game, wand) else _dealt(wand, unknown, dice)
            for wand in treasures.wands
        ]
    )
    known, offered = treasures.known_offers, treasures.offered
    others = [name for name in relics.relics_of(game.race) if name not in known]
    is_offered_unseen = treasures.unseen and offered and offered[-1] not in known
    count = min(len(offered) - len(known) - bool(is_offered_unseen), len(others))
    treasures.offered, treasures.unseen = known, ()
    for _ in range(count):
        treasures.offered += (others.pop(dice.below(len(others))),)


def _dealt(wand: Wand, unknown: Sequence[str], dice: Dice) -> Wand:
    """Return a wand of an unknown kind that may be as spent as that one is."""
    has_charges = wand.left > 0
    able = [name for name in unknown if (wands.WAND_KINDS[name].charges > wand.used) == has_charges]
    return evolve(wand, kind_name=dice.pick(able))


def deal_anew(game: GameState, dice: Dice) -> None:
    """Draw again all that the player cannot know, on a floor that was drawn again (X41)."""
    deal_kinds(game, dice)
    seen, treasures, floor = game.sight.seen, part_of(game, Treasures), game.floor
    if seen is None or not game.is_furnished:
        return
    things = floor.items.values()
    has_seen_vault = treasures.is_open or any(map(_is_pedestal, things))

    def is_unseen(cell: Cell) -> bool:
        return cell not in seen

    is_missing = has_vault(game.depth) and not has_seen_vault
    if is_missing and (place := pick_vault_place(floor, dice, is_unseen)):
        _set_up(game, place, dice)
    if not treasures.found_wand and not any(map(_is_lying_wand, things)):
        _lay(floor, WANDS[dice.pick(tuple(WANDS))], dice, is_unseen)
    pedestals = filter(floor.is_pedestal, sorted(floor.items))
    treasures.unseen = tuple(filter(is_unseen, pedestals))


def _is_lying_wand(thing: Item) -> bool:
    return thing.glyph == WAND.glyph and not _is_pedestal(thing)


def _is_pedestal(thing: Item) -> bool:
    return isinstance(thing, Trinket) and thing.is_pedestal


def _told_wands(game: GameState) -> list[tuple[str, str]]:
    """Return the slots of the wands held, each with what is in it, but those known to be spent."""
    return [
        (slot, describe_wand(game, wand))
        for slot, wand in _held_wands(game)
        if wand.left or not is_known(game, wand)
    ]


def vault_row(game: GameState) -> list[str]:
    treasures = part_of(game, Treasures)
    told = [f"{slot} {wand}" for slot, wand in _told_wands(game)]
    ring = [f"ring {treasures.ring}"] * bool(treasures.ring)
    key = ["key"] * treasures.has_key
    parts = [*wands.allies(game), ", ".join(told), *ring, *treasures.relics, *key]
    return [f"Vault: {'; '.join(filter(None, parts)) or 'empty'}"]


def short_vault_row(game: GameState) -> list[str]:
    """Return the short row: `Vault 1slow3 2? lore ledger key`, or no row."""
    treasures = part_of(game, Treasures)
    told = [f"{slot}{wand}" for slot, wand in _told_wands(game)]
    held = [each.replace(" ", "").replace("unknown", "?") for each in told]
    lasting = [name.split()[-1] for name in treasures.relics]
    parts = [*wands.allies(game), *held, treasures.ring, *lasting, "key" * treasures.has_key]
    return [" ".join(["Vault", *filter(None, parts)])] * any(parts)


def forecasts(game: GameState, cell: Cell) -> Iterator[Forecast]:
    """Yield an enemy after each known wand that would do something to it (X108)."""
    for slot, wand in [held for held in _charged_wands(game) if is_known(game, held[1])]:
        for way in [way for way in DIRECTIONS if wands.target_in_sight(game, way) == cell]:
            found = wands.foresee(game, wand.kind, cell, way)
            yield from [evolve(found, text=f"Wand {slot} ({found.text})")] if found else []


def _menu(way: Direction) -> ChoiceMenu:
    def lines(game: GameState) -> Iterator[MenuLine]:
        cell = game.floor.cell_towards(way)
        for word, (asked, _) in prices(game).items() if pedestal_at(game, cell) else ():
            pay = MenuCommand(word, "pay", f"x {way.command_word} {word}")
            yield MenuLine(word, asked, (pay,), _outcome(game, cell, word))

    def about(game: GameState) -> str:
        thing = pedestal_at(game, game.floor.cell_towards(way))
        return f"The {thing.name}: {_use_of(game, thing)}." if thing else ""

    words = f"x {way.command_word}"
    return ChoiceMenu(words, "The pedestal opens for", lambda game: [*lines(game)], about)


def _vault_lines(game: GameState) -> list[MenuLine]:
    """Return the pedestals beside the PC, from the west."""
    ways = sorted(DIRECTIONS, key=lambda way: way.column_delta)
    found = [(way, pedestal_at(game, game.floor.cell_towards(way))) for way in ways]
    beside = [(way, thing) for way, thing in found if thing]
    return [
        MenuLine(
            str(number),
            f"{way.name}, the {thing.name}",
            (MenuCommand("enter", "choose", f"x {way.command_word}"),),
            _use_of(game, thing),
        )
        for number, (way, thing) in enumerate(beside, start=1)
    ]


def _tell_prices(game: GameState) -> str:
    told = [f"{p.asked} ({p.lack})" if p.refusal else p.asked for p in prices(game).values()]
    return f"You can open one pedestal, for {', '.join(told[:-1])} or {told[-1]}."


def _wand_lines(game: GameState) -> list[MenuLine]:
    """Return the wands to choose from after the word `c`."""
    return [
        MenuLine(slot, describe_wand(game, wand), (MenuCommand("c", "cast", f"c {slot}"),))
        for slot, wand in _charged_wands(game)
    ]


def _way_out(game: GameState) -> str:
    """Return which wand takes the PC away, if one is known to."""
    known = [(slot, wand) for slot, wand in _charged_wands(game) if is_known(game, wand)]
    slots = [slot for slot, wand in known if wand.kind_name == "blink"]
    return f"wand {slots[0]} blinks away" if slots else ""


def _warn(game: GameState, deed: Deed) -> str:
    """Return that a vault is left which the PC could pay for: unseen ones only by the key.

    Blood counts if half of the HP would be left.
    """
    has_key = part_of(game, Treasures).has_key
    is_known = game.floor.pedestals if has_key else _has_seen_pedestals(game)
    if deed is not Deed.LEAVE or not is_known:
        return ""
    gold, blood, hero = gold_price(game), blood_price(game), game.hero
    pays = "the key" * has_key or f"the {gold} gold for it" * (hero.gold >= gold)
    pays = pays or f"{blood} HP for it" * ((hero.hp - blood) * 2 >= hero.full_hp)
    return f"a vault here is unopened, and you have {pays}" if pays else ""


ACTIONS: tuple[tuple[str, ExpansionAction], ...] = (
    *[
        (f"c {slot} {way.command_word}", CastWand(slot, way))
        for slot in SLOTS
        for way in DIRECTIONS
    ],
    *[
        (f"x {way.command_word} {price}", OpenPedestal(way, price))
        for way in DIRECTIONS
        for price in PRICES
    ],
)


NO_CASTS = bytes(len(DIRECTIONS))
ALL_CASTS = bytes([True] * len(DIRECTIONS))
NO_PAYMENTS = bytes(len(DIRECTIONS) * len(PRICES))


def legal_flags(game: GameState) -> bytes:
    """Return which actions are legal; conditions that several share are checked once."""
    floor, held, payments = game.floor, part_of(game, Treasures).wands, NO_PAYMENTS
    if not floor.pedestals.isdisjoint(floor.board.neighbourhood[floor.hero_cell]):
        payments = bytes([action.is_legal(game) for _, action in ACTIONS[-len(NO_PAYMENTS) :]])
    if not any(held):
        return NO_CASTS * len(held) + payments
    ways = ways_to_throw(game)
    return b"".join([*[_flags_of_casts(game, wand, ways) for wand in held], payments])


def _flags_of_casts(game: GameState, wand: Wand | None, ways: bytes) -> bytes:
    """Return in which directions the wand of a slot can be cast; `ways` are free."""
    if wand is None or not wand.left:
        return NO_CASTS
    return ALL_CASTS if _goes_anywhere(game, wand) else ways


def _has_seen_pedestals(game: GameState) -> bool:
    return any(map(_is_pedestal, game.sight.items.values()))


def _wand_kind(game: GameState, at: int) -> int:
    wand = part_of(game, Treasures).wands[at]
    if wand is None:
        return EMPTY
    return FIRST_KIND + [*WANDS].index(wand.kind_name) if is_known(game, wand) else UNKNOWN


def _charges(game: GameState, at: int) -> int:
    wand = part_of(game, Treasures).wands[at]
    return wand.left if wand is not None and is_known(game, wand) else 0


def _ring_worn(game: GameState) -> int:
    ring = part_of(game, Treasures).ring
    return 1 + [*relics.RINGS].index(ring) if ring else 0


def _has_relic(game: GameState, name: str) -> bool:
    return name in part_of(game, Treasures).relics


def _kind_on_pedestal(game: GameState, number: int, names: Sequence[str]) -> int:
    """Return which thing is on a pedestal that was seen, counted from the west; 0 for none."""
    things = [thing for _, thing in sorted(game.sight.items.items()) if _is_pedestal(thing)]
    kinds = [KIND_OF_THING.get(thing.name, thing.name) for thing in things[number - 1 : number]]
    return 1 + names.index(kinds[0]) if kinds and kinds[0] in names else 0


FIGURES = (
    *[
        figure
        for at, slot in enumerate(SLOTS)
        for figure in (
            Figure(f"wand {slot} kind", 0, FIRST_KIND + len(WANDS), partial(_wand_kind, at=at)),
            Figure(f"wand {slot} charges", 0, UNKNOWN_CHARGES, partial(_charges, at=at)),
        )
    ],
    Figure("ring", 0, len(relics.RINGS), _ring_worn),
    *[Figure(relic.name, 0, 1, partial(_has_relic, name=relic.name)) for relic in relics.RELICS],
    Figure("key", 0, 1, lambda game: part_of(game, Treasures).has_key),
    *[
        Figure(
            f"pedestal {number}",
            0,
            len(things),
            partial(_kind_on_pedestal, number=number, names=[*things]),
        )
        for number, things in ((1, WANDS), (2, RING_THINGS), (3, {**WANDS, **RELIC_THINGS}))
    ],
)

VAULTS = Expansion(
    name="vaults",
    version=6,
    sentence="Vaults: three pedestals, you take one thing; wands to cast.",
    new_part=Treasures,
    rows=Rows(trinkets=(WAND, RING, RELIC, KEY), behaviours=wands.BEHAVIOURS),
    floors=FloorHooks(
        on_floor=furnish_floor, further_ware=sell_wand, deal_anew=deal_anew, hide_unseen=deal_kinds
    ),
    turns=TurnHooks(
        refuses=refuse_step,
        all_refused=lambda _game: (),  # a step into a pedestal is not legal in any case
        after_action=after_action,
        is_free_step=is_free_step,
        after_hit=relics.keep_ledger,
        after_turn=after_turn,
        on_kill=relics.drink_blood,
        on_death=partial(tell_unseen_drop, KEY),
        filter_events=lambda game, events: relics.join_drains(
            game, without_unseen_hits(game, events)
        ),
    ),
    fights=FightHooks(blows=relics.BLOWS, after_blow=relics.answer_blow),
    items=ItemHooks(changes_drink=relics.distil, changes_price=relics.halve_price),
    commands=Commands(
        actions=ACTIONS,
        legal_flags=legal_flags,
        answers=tuple([(f"x {way.command_word}", AskPedestal(way)) for way in DIRECTIONS]),
        key_bindings=(
            KeyBinding("vi laptop", "c", "c", "cast a wand"),
            KeyBinding("vi laptop", "x", "x", "open a pedestal"),
        ),
        menus=(
            ChoiceMenu("c", "Wands", _wand_lines),
            ChoiceMenu("x", "Which one?", _vault_lines, _tell_prices),
            *[_menu(way) for way in DIRECTIONS],
        ),
        needs=(("c", "a wand that is not spent"), ("x", "a pedestal beside you")),
        help_rows=(
            ("c, a slot, a direction", f"cast the wand in it, 1 to 3, up to {wands.RANGE} cells"),
            ("x and a direction", "ask what a pedestal there costs"),
            ("x, a direction, k, g or b", "pay it with key, gold or blood"),
        ),
    ),
    texts=TextHooks(
        status_rows=vault_row,
        short_rows=short_vault_row,
        widest_rows=(
            "Vault: 1 slow 4, 2 unknown; ring lore; key",
            "Vault 1slow4 2? lore ledger key",
        ),
        figures=FIGURES,
        enemy_notes=wands.state_notes,
        thing_notes=note_prices,
        way_out=_way_out,
        warns=_warn,
        forecasts=forecasts,
        hints=(
            ExpansionHint(
                "vaults",
                "Three pedestals, one thing: pay with key, gold or blood.",
                _has_seen_pedestals,
            ),
        ),
        help_notes=(
            "A wand (/) lies on every floor. Cast it to learn its kind: c, its slot, a direction.",
            "Floors 1, 3, 5, ... have three pedestals (/ = &): you can open one of them.",
            "An enemy carries the key (k) and drops it when slain; its look says so.",
        ),
    ),
)
