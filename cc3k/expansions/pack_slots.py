"""Slots of a pack: potions that the PC carries, and what the player knows of them (X10, X11)."""

from collections.abc import Iterator
from typing import TypeAlias

from attrs import define, evolve, frozen

from cc3k.engine.dice import Dice
from cc3k.engine.game import GameState
from cc3k.engine.items import ABBREVIATION_WITH_AN, Potion
from cc3k.engine.running_game import part_of

LETTERS = "abcdfghijk"
"""The letters of the slots: no `e`, with which a direction begins (X10)."""

MOST_THINGS = len(LETTERS)
"""Potions that the PC can carry in all; each of those that share a slot counts (X10)."""


@frozen
class Slot:
    """The contents of a slot: `count` potions of a known kind, or one of an unknown kind."""

    potion: Potion
    count: int = 1


Slots: TypeAlias = tuple[Slot | None, ...]
"""The slots by their letters, None for an empty one."""

NO_SLOTS: Slots = (None,) * len(LETTERS)
"""The slots of an empty pack."""


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
    return _merged(part_of(game, Pack).slots, game.known_potions)


def merge_slots(game: GameState) -> None:
    """Merge the slots of each kind that has become known, for good (X11)."""
    pack = part_of(game, Pack)
    pack.slots = _merged(pack.slots, game.known_potions)


def slot_at(game: GameState, letter: str) -> Slot | None:
    return slots_of(game)[LETTERS.index(letter)]


def count_things(game: GameState) -> int:
    return sum([slot.count for slot in part_of(game, Pack).slots if slot])


def add_potion(game: GameState, potion: Potion) -> str:
    """Put a potion into the pack, which must have room; return the letter of its slot."""
    slots = slots_of(game)
    for index, slot in enumerate(slots):
        if slot and slot.potion.name == potion.name and potion.name in game.known_potions:
            _set_slot(game, slots, index, evolve(slot, count=slot.count + 1))
            return LETTERS[index]
    index = slots.index(None)
    _set_slot(game, slots, index, Slot(potion))
    return LETTERS[index]


def take_potion(game: GameState, letter: str) -> Potion:
    """Take one potion out of the slot of that letter, which must not be empty."""
    slots, index = slots_of(game), LETTERS.index(letter)
    slot = slots[index]
    if slot is None:
        raise LookupError(letter)
    left = evolve(slot, count=slot.count - 1) if slot.count > 1 else None
    _set_slot(game, slots, index, left)
    return slot.potion


def deal_unknown_slots(game: GameState, dice: Dice) -> None:
    """Replace each unknown potion by one of a random unknown kind that looks alike."""
    potions, known = game.rules.potions, game.known_potions
    slots = list(slots_of(game))
    for index, slot in enumerate(slots):
        if slot is None or slot.potion.name in known:
            continue
        look = slot.potion.glyph
        kinds = [each for each in potions if each.glyph == look and each.name not in known]
        odds = [kind for kind in kinds for _ in range(kind.spawn_weight)]
        slots[index] = Slot(dice.pick(odds or kinds))
    part_of(game, Pack).slots = tuple(slots)


def pack_row(game: GameState) -> str:
    """Return the status row: `Pack: a RH x2  b unknown` (X13)."""
    things = [
        f"{letter} {slot.potion.name if is_known(game, slot.potion) else 'unknown'}{_times(slot)}"
        for letter, slot in filled_slots(game)
    ]
    return f"Pack: {'  '.join(things) or 'empty'}"


def short_pack_row(game: GameState) -> str:
    """Return the short row, with unknown potions together at the end: `Pack aRHx2 bd?`."""
    filled = list(filled_slots(game))
    known = [
        f"{letter}{slot.potion.name}{_times(slot).strip()}"
        for letter, slot in filled
        if is_known(game, slot.potion)
    ]
    unknown = "".join([letter for letter, slot in filled if not is_known(game, slot.potion)])
    return f"Pack {' '.join([*known, *[f'{unknown}?'] * bool(unknown)]) or 'empty'}"


def filled_slots(game: GameState) -> Iterator[tuple[str, Slot]]:
    for letter, slot in zip(LETTERS, slots_of(game), strict=True):
        if slot:
            yield letter, slot


def is_known(game: GameState, potion: Potion) -> bool:
    """Tell whether the player knows the kind of a potion (R18)."""
    return potion.name in game.known_potions


def short_name(game: GameState, potion: Potion) -> str:
    """Return a potion by its short name with its article: `a WA`, `an unknown potion`."""
    if not is_known(game, potion):
        return "an unknown potion"
    article = "an" if potion.name[0] in ABBREVIATION_WITH_AN else "a"
    return f"{article} {potion.name}"


def spoken_name(game: GameState, potion: Potion, count: int = 1) -> str:
    if not is_known(game, potion):
        return "an unknown potion"
    name = potion.full_name
    if count > 1:
        return f"{count} {name} potions"
    return f"{'an' if name[0].lower() in 'aeiou' else 'a'} {name} potion"


def _times(slot: Slot) -> str:
    return f" x{slot.count}" if slot.count > 1 else ""


def _set_slot(game: GameState, slots: Slots, index: int, slot: Slot | None) -> None:
    part_of(game, Pack).slots = (*slots[:index], slot, *slots[index + 1 :])


def _merged(slots: Slots, known: set[str]) -> Slots:
    if not any(slots):
        return slots
    names = [slot.potion.name for slot in slots if slot]
    if len({*names}) == len(names):
        return slots
    merged: list[Slot | None] = []
    first: dict[str, int] = {}
    for slot in slots:
        at = first.get(slot.potion.name) if slot else None
        if slot and at is not None and (kept := merged[at]):
            merged[at] = Slot(slot.potion, slot.count + kept.count)
            merged.append(None)
            continue
        if slot and slot.potion.name in known:
            first[slot.potion.name] = len(merged)
        merged.append(slot)
    return tuple(merged)
