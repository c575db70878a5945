"""Actions of a pack: picking up, using, throwing, and listing what is carried (X10)."""

from collections.abc import Iterable

from attrs import frozen

from cc3k.engine.actions import drink_potion
from cc3k.engine.board import Cell, Direction
from cc3k.engine.events import Event, ExpansionEvent
from cc3k.engine.game import GameState
from cc3k.engine.items import Potion
from cc3k.engine.refusals import ExpansionRefusal, Impossible, NoPotionToDrink, Refusal
from cc3k.engine.running_game import ExpansionAction
from cc3k.expansions.pack_slots import (
    MOST_THINGS,
    add_potion,
    count_things,
    filled_slots,
    is_known,
    short_name,
    slot_at,
    spoken_name,
    take_potion,
)
from cc3k.expansions.throwing import MOST_CELLS, break_potion, fly

PACK_IS_FULL = ExpansionRefusal(
    f"The pack is full: it holds {MOST_THINGS} things.",
    f"Your pack is full: it holds {MOST_THINGS} things.",
)


@frozen
class TakePotion(ExpansionAction):
    """Pick up the potion next to the PC (X10)."""

    direction: Direction

    def perform(self, game: GameState) -> Iterable[Event]:
        """Put the potion into the pack, without learning its kind."""
        reason = self._refusal(game)
        cell = _cell_beside(game, self.direction)
        potion = game.floor.items.get(cell)
        if reason is not None or not isinstance(potion, Potion):
            raise Impossible(reason or NoPotionToDrink(self.direction.name))
        game.floor.remove_item(cell)
        return _stow(game, potion)

    def is_legal(self, game: GameState) -> bool:
        return self._refusal(game) is None

    def _refusal(self, game: GameState) -> Refusal | None:
        if not isinstance(game.floor.items.get(_cell_beside(game, self.direction)), Potion):
            return NoPotionToDrink(self.direction.name)
        return None if has_room(game) else PACK_IS_FULL


@frozen
class UseSlot(ExpansionAction):
    """Drink a potion out of a slot of the pack (X10)."""

    letter: str

    def perform(self, game: GameState) -> Iterable[Event]:
        """Drink it, which makes its kind known (R18)."""
        if not self.is_legal(game):
            raise Impossible(_empty_slot(self.letter))
        return drink_potion(game, take_potion(game, self.letter))

    def is_legal(self, game: GameState) -> bool:
        return slot_at(game, self.letter) is not None


@frozen
class ThrowSlot(ExpansionAction):
    """Throw a potion out of a slot of the pack in a direction (X12)."""

    letter: str
    direction: Direction

    def perform(self, game: GameState) -> Iterable[Event]:
        if slot_at(game, self.letter) is None:
            raise Impossible(_empty_slot(self.letter))
        if not fly(game, self.direction).cells:
            raise Impossible(_no_way_to_throw(self.direction))
        return break_potion(game, take_potion(game, self.letter), self.direction)

    def is_legal(self, game: GameState) -> bool:
        """Tell whether there is a potion in the slot, and a free way to throw it."""
        return slot_at(game, self.letter) is not None and fly(game, self.direction).cells > 0

    def question(self, game: GameState) -> str:
        """Return a question before a throw at a peaceful enemy, or at no enemy in sight."""
        slot = slot_at(game, self.letter)
        if slot is None or not self.is_legal(game):
            return ""
        target, way = fly(game, self.direction, as_seen=True).target, self.direction.name
        if target is None:
            name = spoken_name(game, slot.potion)
            return f"You see nobody within {MOST_CELLS} cells to the {way}. Throw {name}? (y/n)"
        enemy = game.floor.enemies[target]
        if enemy.kind.is_hostile(enemy, game.hero):
            return ""
        return f"The {enemy.kind.name} to the {way} is peaceful. Throw at it? (y/n)"


@frozen
class ListPack(ExpansionAction):
    """List the pack and what each potion does; takes no turn (X10)."""

    takes_turn = False

    def perform(self, game: GameState) -> Iterable[Event]:
        document, spoken = [], []
        for letter, slot in filled_slots(game):
            potion, times = slot.potion, f" x{slot.count}" if slot.count > 1 else ""
            does = f" ({potion.effect_text})" if is_known(game, potion) else ""
            name = potion.name if does else "unknown"
            document.append(f"{letter} {name}{times}{does}")
            spoken.append(f"{letter}: {spoken_name(game, potion, slot.count)}{does}")
        return [
            ExpansionEvent(
                "pack.listed",
                f"Pack: {', '.join(document) or 'empty'}.",
                f"In your pack: {'; '.join(spoken) or 'nothing'}.",
            )
        ]

    def is_legal(self, game: GameState) -> bool:
        del game
        return True


def _cell_beside(game: GameState, way: Direction) -> Cell:
    return game.floor.hero_cell + way.offset(game.floor.board.stride)


def has_room(game: GameState) -> bool:
    return count_things(game) < MOST_THINGS


def _stow(game: GameState, potion: Potion) -> list[Event]:
    letter = add_potion(game, potion)
    slot = slot_at(game, letter)
    count = slot.count if slot else 0
    times = f" x{count}" if count > 1 else ""
    return [
        ExpansionEvent(
            "pack.took",
            f"PC puts {short_name(game, potion)} into the pack ({letter}{times}).",
            f"You put {spoken_name(game, potion)} into your pack ({letter}{times}).",
        )
    ]


def stow_if_room(game: GameState, potion: Potion) -> list[Event] | None:
    return _stow(game, potion) if has_room(game) else None


def has_room_for(game: GameState, _potion: Potion) -> bool:
    return has_room(game)


def _empty_slot(letter: str) -> Refusal:
    return ExpansionRefusal(
        f"There is nothing in slot {letter} of the pack.",
        f"There is nothing in slot {letter} of your pack.",
    )


def _no_way_to_throw(way: Direction) -> Refusal:
    return ExpansionRefusal(
        f"PC cannot throw {way.name}.", f"There is no way to throw to the {way.name}."
    )
