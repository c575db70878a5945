"""Pack: an expansion in which the PC carries potions, drinks them later, and throws them (X10-X13).

Footnote 6 of the document says that a player may not hold any potions. First come the slots and
what the player knows of them, then the throw of a potion, then the actions and the expansion.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import TypeAlias

from attrs import define, evolve, frozen

from cc3k.engine.actions import drink_potion, pick_up
from cc3k.engine.board import DIRECTIONS, WALL_GLYPHS, Cell, Direction
from cc3k.engine.combat import provoke, slay_enemy
from cc3k.engine.dice import Dice
from cc3k.engine.enemies import Enemy
from cc3k.engine.events import PC, Effect, Event, ExpansionEvent, Looted, Provoked, Stole, Struck
from cc3k.engine.expansion import (
    MOST_KINDS,
    ChoiceMenu,
    Commands,
    Expansion,
    ExpansionHint,
    Figure,
    FloorHooks,
    Forecast,
    ItemHooks,
    KeyBinding,
    MenuCommand,
    MenuLine,
    TextHooks,
    TurnHooks,
)
from cc3k.engine.flight import Trajectory, fly
from cc3k.engine.game import GameState
from cc3k.engine.items import Potion, unknown_kinds
from cc3k.engine.refusals import ExpansionRefusal, Impossible, NoPotionThere
from cc3k.engine.running_game import ExpansionAction, part_of
from cc3k.engine.stats import StatLine
from cc3k.engine.text import article, potion_name
from cc3k.engine.view import GameView

LETTERS = "abcdfghijk"
"""The letters of the slots: no `e`, with which a direction begins (X10)."""

MAX_POTIONS = len(LETTERS)
"""Potions that the PC can carry in all; each of those that share a slot counts (X10)."""


@frozen
class Slot:
    """The contents of a slot: `count` potions of a known kind, or one of an unknown kind."""

    potion: Potion
    count: int = 1

    @property
    def times(self) -> str:
        """How many there are, if there are several: ` x2`."""
        return f" x{self.count}" if self.count > 1 else ""


Slots: TypeAlias = tuple[Slot | None, ...]
"""The slots in the order of their letters, None for an empty one."""

NO_SLOTS: Slots = (None,) * len(LETTERS)


@define(eq=False)
class Pack:
    """The pack of a game, a part of its state."""

    slots: Slots = NO_SLOTS

    def copy(self) -> "Pack":
        return Pack(self.slots)

    def digest_parts(self) -> object:
        return [slot and (slot.potion.name, slot.count) for slot in self.slots]


def slots_of(game: GameState) -> Slots:
    """Return the slots, with all potions of a known kind in the first slot of that kind (X11)."""
    return _merged(part_of(game, Pack).slots, game.known_names)


def slot_at(game: GameState, letter: str) -> Slot | None:
    return slots_of(game)[LETTERS.index(letter)]


def filled_slots(game: GameState) -> list[tuple[str, Slot]]:
    return [(letter, slot) for letter, slot in zip(LETTERS, slots_of(game), strict=True) if slot]


def has_room(game: GameState) -> bool:
    return sum([slot.count for slot in part_of(game, Pack).slots if slot]) < MAX_POTIONS


def add_potion(game: GameState, potion: Potion) -> tuple[str, Slot]:
    """Put a potion into the pack, which must have room; return the letter and its slot then."""
    letter, slot = LETTERS[slots_of(game).index(None)], Slot(potion)
    for at, held in filled_slots(game) if is_known(game, potion) else ():
        if held.potion.name == potion.name:
            letter, slot = at, evolve(held, count=held.count + 1)
    _set_slot(game, letter, slot)
    return letter, slot


def take_potion(game: GameState, letter: str, slot: Slot) -> Potion:
    """Take one potion out of the slot of that letter."""
    _set_slot(game, letter, evolve(slot, count=slot.count - 1) if slot.count > 1 else None)
    return slot.potion


def _merge_slots(game: GameState, _events: Sequence[Event]) -> Iterable[Event]:
    """Merge the slots of each kind that has become known, for good (X11)."""
    part_of(game, Pack).slots = slots_of(game)
    return ()


def deal_unknown_slots(game: GameState, dice: Dice) -> None:
    """Replace each unknown potion by one of a random unknown kind that looks alike."""
    for letter, slot in filled_slots(game):
        if not is_known(game, slot.potion):
            kind = dice.pick(unknown_kinds(game, slot.potion.glyph))
            _set_slot(game, letter, Slot(kind))


def pack_row(game: GameState) -> str:
    """Return the status row: `Pack: a RH x2  b unknown` (X13)."""
    things = [_in_slot(game, letter, slot) for letter, slot in filled_slots(game)]
    return f"Pack: {'  '.join(things) or 'empty'}"


def _in_slot(game: GameState, letter: str, slot: Slot) -> str:
    name = slot.potion.name if is_known(game, slot.potion) else "unknown"
    return f"{letter} {name}{slot.times}"


def short_pack_row(game: GameState) -> str:
    """Return the short row, with unknown potions together at the end: `Pack aRHx2 bd?`."""
    known, unknown = list[str](), ""
    for letter, slot in filled_slots(game):
        if is_known(game, slot.potion):
            known.append(f"{letter}{slot.potion.name}{slot.times.strip()}")
        else:
            unknown += letter
    return f"Pack {' '.join([*known, *[f'{unknown}?'] * bool(unknown)]) or 'empty'}"


def is_known(game: GameState, potion: Potion) -> bool:
    """Tell whether the player knows the kind of a potion (R18)."""
    return potion.name in game.known_names


def short_name(game: GameState, potion: Potion) -> str:
    """Return a potion by its short name with its article: `a WA`, `an unknown potion`."""
    name = potion.name
    return f"{article(name)} {name}" if is_known(game, potion) else potion_name(None)


def spoken_name(game: GameState, potion: Potion, count: int = 1) -> str:
    return potion_name(potion.full_name if is_known(game, potion) else None, count)


def _set_slot(game: GameState, letter: str, slot: Slot | None) -> None:
    slots = [*slots_of(game)]
    slots[LETTERS.index(letter)] = slot
    part_of(game, Pack).slots = tuple(slots)


def _merged(slots: Slots, known: set[str]) -> Slots:
    names = [slot.potion.name for slot in slots if slot]
    if len({*names}) == len(names):
        return slots
    counts, merged = Counter[str](), [*slots]
    for held in filter(None, slots):
        counts[held.potion.name] += held.count
    for index, slot in enumerate(slots):
        if slot and slot.potion.name in known:
            count = counts.pop(slot.potion.name, 0)
            merged[index] = Slot(slot.potion, count) if count else None
    return tuple(merged)


MOST_CELLS = 5
"""Range of a throw, in cells."""

SHUT = WALL_GLYPHS + b"\n"
"""The glyphs of cells that nothing flies into: who or what is drawn into a wall shows instead."""

UNSEEN_BEGINS = ExpansionEvent("pack.unseen begins", "")
UNSEEN_ENDS = ExpansionEvent("pack.unseen ends", "")
"""These enclose what happens to an enemy out of sight: the player gets no message of it."""


def trajectory(game: GameState, way: Direction, *, as_seen: bool = False) -> Trajectory:
    """Return the flight of a potion that the PC throws in a direction.

    With `as_seen`, it flies past enemies that the player does not see.
    """
    meets = game.sees if as_seen else None
    return fly(game.floor, game.floor.hero_cell, way, MOST_CELLS, meets)


def ways_to_throw(game: GameState) -> bytes:
    """Return a 1 for each of `DIRECTIONS` in which a potion flies at all, else a 0."""
    glyphs, here = game.floor.glyphs, game.floor.hero_cell
    return bytes([glyphs[here + offset] not in SHUT for offset in game.floor.board.offsets])


def throw_potion(game: GameState, potion: Potion, way: Direction) -> Iterator[Event]:
    """Throw a potion: it breaks on the first enemy, or at the end of its flight.

    A hit on an enemy that the player does not see gives no message, and teaches no kind.
    """
    target = trajectory(game, way).target
    if target is None or not game.sees(target):
        yield ExpansionEvent(
            "pack.missed",
            f"PC throws {short_name(game, potion)} to the {way.name}, where it breaks.",
            f"You throw {spoken_name(game, potion)} to the {way.name}, where it breaks.",
        )
        if target is not None:
            yield from (UNSEEN_BEGINS, *_hit(game, potion, target), UNSEEN_ENDS)
        return
    game.known_names.add(potion.name)
    kind = game.floor.enemies[target].kind
    yield ExpansionEvent(
        "pack.threw",
        f"PC throws {short_name(game, potion)} at {kind.glyph}.",
        f"You throw {spoken_name(game, potion)} at the {kind.name}.",
    )
    yield from _hit(game, potion, target)


def _hit(game: GameState, potion: Potion, cell: Cell) -> Iterator[Event]:
    """Break a potion on the enemy on a cell, which counts as an attack by the PC (R21)."""
    enemy = game.floor.enemies[cell]
    provoked, before = provoke(game.hero, enemy), enemy.copy()
    game.potion_here(potion).hit(enemy)
    yield from _effects(before, enemy)
    if enemy.hp == 0:
        yield from slay_enemy(game, cell)
    yield from provoked
    yield from pick_up(game)


def _effects(before: Enemy, enemy: Enemy) -> Iterator[Event]:
    """Yield the effects of a potion on an enemy: lost HP first, then all others."""
    kind, lost = enemy.kind, before.hp - enemy.hp
    if lost > 0:
        yield Struck(PC, kind.name, lost, enemy.hp)
    was, now = before.stats, enemy.stats
    then = StatLine(min(before.hp, enemy.hp), was.attack, was.defence)
    changes, effect = then.changes_to(StatLine(enemy.hp, now.attack, now.defence))
    told = [*filter(None, changes)]
    if lost > 0 and not told:
        return
    until = " until the floor ends" * any(changes[1:])
    text = f"{' and '.join(told) or 'nothing changes'}{until}"
    document, spoken = f"{kind.glyph}: {text}.", f"The {kind.name}: {text}."
    yield ExpansionEvent("pack.changed", document, spoken, kind.name, effect)


def without_unseen_hits(game: GameState, events: Sequence[Event]) -> Sequence[Event]:
    """Return the events that the player learns of, if a potion hit somebody out of sight.

    These are gold gained by the kill, and merchants in sight that turn hostile.
    """
    # A turn of one event, as most are, tells of no hit; comparing values is slower.
    while len(events) > 1 and id(UNSEEN_BEGINS) in map(id, events):
        first, last = events.index(UNSEEN_BEGINS), events.index(UNSEEN_ENDS)
        told = _noticed(game, events[first + 1 : last])
        events = [*events[:first], *told, *events[last + 1 :]]
    return events


def _noticed(game: GameState, events: Sequence[Event]) -> Iterator[Event]:
    gold = sum([event.gold for event in events if isinstance(event, Looted | Stole)])
    if gold:
        yield ExpansionEvent(
            "pack.died unseen",
            f"Something dies out of sight: PC gains {gold} gold.",
            f"Something dies out of sight: you gain {gold} gold.",
            PC,
            Effect.GAIN,
        )
    enemies = game.floor.enemies.items()
    seen = {enemy.kind.name for cell, enemy in enemies if game.sees(cell)}
    yield from [
        event for event in events if isinstance(event, Provoked) and event.enemy_kind in seen
    ]


PACK_IS_FULL = ExpansionRefusal(
    f"The pack is full: it holds {MAX_POTIONS} things.",
    f"Your pack is full: it holds {MAX_POTIONS} things. Use or throw one to make room.",
)


@frozen
class TakePotion(ExpansionAction):
    """Pick up the potion next to the PC (X10)."""

    direction: Direction

    def require(self, game: GameState) -> Potion:
        potion = game.floor.items.get(game.floor.cell_towards(self.direction))
        if not isinstance(potion, Potion):
            raise Impossible(NoPotionThere(self.direction.name))
        if not has_room(game):
            raise Impossible(PACK_IS_FULL)
        return potion

    def perform(self, game: GameState) -> Iterable[Event]:
        potion = self.require(game)
        game.floor.remove_item(game.floor.cell_towards(self.direction))
        return _stow(game, potion)


@frozen
class DrinkSlot(ExpansionAction):
    """Drink a potion out of a slot of the pack (X10)."""

    letter: str

    def require(self, game: GameState) -> Slot:
        if (slot := slot_at(game, self.letter)) is None:
            nothing = f"There is nothing in slot {self.letter} of"
            raise Impossible(ExpansionRefusal(f"{nothing} the pack.", f"{nothing} your pack."))
        return slot

    def perform(self, game: GameState) -> Iterable[Event]:
        slot = self.require(game)
        return drink_potion(game, take_potion(game, self.letter, slot))

    def question(self, game: GameState) -> str:
        potion = self.require(game).potion
        if not (is_known(game, potion) and GameView(game).harms(potion)):
            return ""
        return f"{potion.full_name} does harm. Use it?"


@frozen
class ThrowSlot(ExpansionAction):
    """Throw a potion out of a slot of the pack in a direction (X12)."""

    letter: str
    direction: Direction

    def require(self, game: GameState) -> Slot:
        """Return the slot; there is a way to throw what lies in it."""
        slot = DrinkSlot(self.letter).require(game)
        if not trajectory(game, self.direction).cells:
            name = self.direction.name
            told = f"PC cannot throw {name}.", f"There is no way to throw to the {name}."
            raise Impossible(ExpansionRefusal(*told))
        return slot

    def perform(self, game: GameState) -> Iterable[Event]:
        slot = self.require(game)
        return throw_potion(game, take_potion(game, self.letter, slot), self.direction)

    def question(self, game: GameState) -> str:
        slot = self.require(game)
        target, way = trajectory(game, self.direction, as_seen=True).target, self.direction.name
        if target is None:
            name = spoken_name(game, slot.potion)
            return f"You see nobody within {MOST_CELLS} cells to the {way}. Throw {name}?"
        enemy = game.floor.enemies[target]
        if enemy.is_hostile_to(game.hero):
            return ""
        return f"{enemy.kind.name_at_start} to the {way} {enemy.attitude}. Throw at it?"


@frozen
class ListPack(ExpansionAction):
    """List the pack and what each potion does; takes no turn (X10)."""

    takes_turn = False

    def perform(self, game: GameState) -> Iterable[Event]:
        document, spoken = [], []
        for letter, slot in filled_slots(game):
            does = f" ({told})" if (told := _known_effect(game, slot.potion)) else ""
            document.append(f"{_in_slot(game, letter, slot)}{does}")
            spoken.append(f"{letter}: {spoken_name(game, slot.potion, slot.count)}{does}")
        return [
            ExpansionEvent(
                "pack.listed",
                f"Pack: {', '.join(document) or 'empty'}.",
                f"In your pack: {'; '.join(spoken) or 'nothing'}.",
            )
        ]


def _known_effect(game: GameState, potion: Potion) -> str:
    return game.effect_text(potion) if is_known(game, potion) else ""


def _stow(game: GameState, potion: Potion) -> list[Event]:
    letter, slot = add_potion(game, potion)
    at = f"({letter}{slot.times})"
    return [
        ExpansionEvent(
            "pack.took",
            f"PC puts {short_name(game, potion)} into the pack {at}.",
            f"You put {spoken_name(game, potion)} into your pack {at}.",
        )
    ]


def _forecasts(game: GameState, cell: Cell) -> Iterator[Forecast]:
    if cell not in [trajectory(game, way, as_seen=True).target for way in DIRECTIONS]:
        return
    for letter, slot in filled_slots(game):
        if is_known(game, slot.potion):
            game.potion_here(slot.potion).hit(enemy := game.floor.enemies[cell].copy())
            yield Forecast(f"{slot.potion.full_name} ({letter}) thrown", enemy)


def _way_out(game: GameState) -> str:
    """Return which known potion of the pack heals most, if one does."""
    healed = list[tuple[int, str]]()
    for letter, slot in filled_slots(game):
        hero = game.hero.copy()
        game.potion_for_hero(slot.potion).effect(hero)
        if is_known(game, slot.potion) and hero.hp > game.hero.hp:
            healed.append((hero.hp - game.hero.hp, letter))
    most, letter = max(healed, default=(0, ""))
    return f"potion {letter} heals {most}" if most else ""


def _menu_lines(game: GameState) -> list[MenuLine]:
    return [
        MenuLine(
            letter,
            spoken_name(game, slot.potion, slot.count),
            (MenuCommand("u", "use", f"u {letter}"), MenuCommand("t", "throw", f"t {letter}")),
            _known_effect(game, slot.potion),
        )
        for letter, slot in filled_slots(game)
    ]


TAKES = tuple(map(TakePotion, DIRECTIONS))

ACTIONS: tuple[tuple[str, ExpansionAction], ...] = (
    *[(f"g {take.direction.command_word}", take) for take in TAKES],
    *[(f"u {letter}", DrinkSlot(letter)) for letter in LETTERS],
    *[
        (f"t {letter} {way.command_word}", ThrowSlot(letter, way))
        for letter in LETTERS
        for way in DIRECTIONS
    ],
)


NOTHING_TO_TAKE = bytes(len(TAKES))
NOTHING_TO_USE = bytes(len(ACTIONS) - len(TAKES))
NO_THROWS = bytes(len(DIRECTIONS))


def _legal_flags(game: GameState) -> bytes:
    """Return which actions are legal; conditions that several share are checked once."""
    floor, slots = game.floor, slots_of(game)
    items, here = floor.items, floor.hero_cell
    if items.keys().isdisjoint(floor.board.neighbours[here]) or not has_room(game):
        takes = NOTHING_TO_TAKE
    else:
        around = [items.get(here + offset) for offset in floor.board.offsets]
        takes = bytes([isinstance(item, Potion) for item in around])
    if not any(slots):
        return takes + NOTHING_TO_USE
    ways, filled = ways_to_throw(game), bytes(map(bool, slots))
    return b"".join([takes, filled, *[ways if slot else NO_THROWS for slot in slots]])


EMPTY, UNKNOWN, FIRST_KIND = 0, 1, 2
"""Values of the figure of a slot: an empty slot, an unknown potion, the first kind in the rules."""


def _kind_in(game: GameState, letter: str) -> int:
    slot = slot_at(game, letter)
    if slot is None:
        return EMPTY
    names = [potion.name for potion in game.rules.potions]
    return FIRST_KIND + names.index(slot.potion.name) if is_known(game, slot.potion) else UNKNOWN


def _count_in(game: GameState, letter: str) -> int:
    slot = slot_at(game, letter)
    return slot.count if slot else 0


PACK = Expansion(
    name="pack",
    version=2,
    sentence="Carry up to ten potions, use them later, or throw them.",
    new_part=Pack,
    floors=FloorHooks(deal_anew=deal_unknown_slots),
    turns=TurnHooks(after_action=_merge_slots, filter_events=without_unseen_hits),
    items=ItemHooks(
        stow_potion=lambda game, potion: _stow(game, potion) if has_room(game) else None,
        has_room=lambda game, _potion: has_room(game),
        pick_up_verb="g",
    ),
    commands=Commands(
        actions=ACTIONS,
        legal_flags=_legal_flags,
        answers=(("i", ListPack()),),
        key_bindings=(
            KeyBinding("vi laptop", "g", "g", "pick up that way"),
            KeyBinding("vi", "i", "i", "your pack"),
            KeyBinding("laptop", "v", "i", "your pack"),
            KeyBinding("vi laptop", "t", "t", "throw from the pack"),
        ),
        menus=(ChoiceMenu("i", "Your pack", _menu_lines),),
        needs=(("g", "a potion beside you, and room for it"), ("t", "something in your pack")),
        help_rows=(
            ("g and a direction", "pick up the potion there"),
            ("u and a slot", "use what lies in it, a to d, f to k"),
            ("t, a slot, a direction", "throw what lies in it"),
            ("i", "list your pack"),
        ),
    ),
    texts=TextHooks(
        status_rows=lambda game: [pack_row(game)],
        short_rows=lambda game: [short_pack_row(game)],
        widest_rows=(
            "Pack: " + "  ".join([f"{letter} unknown" for letter in LETTERS]),
            "Pack aRH cBA fBD bdghijk?",
        ),
        figures=tuple(
            [
                Figure(f"pack {letter} {what}", 0, most, partial(read, letter=letter))
                for letter in LETTERS
                for what, most, read in (
                    ("kind", MOST_KINDS, _kind_in),
                    ("count", MAX_POTIONS, _count_in),
                )
            ]
        ),
        forecasts=_forecasts,
        way_out=_way_out,
        hints=(
            ExpansionHint(
                "pack",
                "You have a pack: g and a direction picks up a potion, u and the letter of its "
                "slot uses it, t, the letter and a direction throws it at an enemy. i lists what "
                "you carry.",
                lambda game: bool(game.floor.adjacent_potions(game.floor.hero_cell)),
            ),
        ),
    ),
)
