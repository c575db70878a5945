"""Pack: an expansion in which the PC carries potions, uses them later, and throws them (X10-X13).

The document's footnote 6 has it that a player may not hold any potions. The slots and the flight of
a thrown potion are in modules of their own; here are the commands, the menu, and the expansion.
"""

from collections.abc import Iterable, Iterator, Sequence

from attrs import frozen

from cc3k.engine.actions import drink_potion
from cc3k.engine.board import DIRECTIONS, Cell, Direction
from cc3k.engine.events import (
    Event,
    ExpansionEvent,
    ExpansionRefusal,
    Impossible,
    NoPotionToDrink,
    Refusal,
)
from cc3k.engine.expansion import ChoiceMenu, Expansion, Forecast, KeyBinding, MenuCommand, MenuLine
from cc3k.engine.items import Potion
from cc3k.engine.running_game import ExpansionAction, RunningGame
from cc3k.expansions.pack_slots import (
    LETTERS,
    MOST_THINGS,
    Pack,
    add_potion,
    count_things,
    deal_unknown_slots,
    filled_slots,
    is_known,
    merge_slots,
    pack_row,
    short_name,
    slot_at,
    spoken_name,
    take_potion,
)
from cc3k.expansions.throwing import after_hit, break_potion, fly, hide_unseen

NAME = "pack"

PACK_IS_FULL = ExpansionRefusal(
    f"The pack is full: it holds {MOST_THINGS} things.",
    f"Your pack is full: it holds {MOST_THINGS} things.",
)


@frozen
class TakePotion(ExpansionAction):
    """Pick up the potion next to the PC (X10)."""

    direction: Direction

    def perform(self, game: RunningGame) -> Iterable[Event]:
        """Put the potion into the pack; its kind is not learned by that."""
        reason = self._refusal(game)
        cell = _cell_beside(game, self.direction)
        potion = game.floor.items.get(cell)
        if reason is not None or not isinstance(potion, Potion):
            raise Impossible(reason or NoPotionToDrink(self.direction.name))
        game.floor.remove_item(cell)
        return _stow(game, potion)

    def is_legal(self, game: RunningGame) -> bool:
        """Tell whether a potion is there, and room for it."""
        return self._refusal(game) is None

    def _refusal(self, game: RunningGame) -> Refusal | None:
        if not isinstance(game.floor.items.get(_cell_beside(game, self.direction)), Potion):
            return NoPotionToDrink(self.direction.name)
        return None if _has_room(game) else PACK_IS_FULL


@frozen
class UseSlot(ExpansionAction):
    """Drink a potion out of a slot of the pack (X10)."""

    letter: str

    def perform(self, game: RunningGame) -> Iterable[Event]:
        """Drink it; its kind is known from now on (R18)."""
        if not self.is_legal(game):
            raise Impossible(_empty_slot(self.letter))
        return drink_potion(game, take_potion(game, self.letter))

    def is_legal(self, game: RunningGame) -> bool:
        """Tell whether something lies in the slot."""
        return slot_at(game, self.letter) is not None


@frozen
class ThrowSlot(ExpansionAction):
    """Throw a potion out of a slot of the pack, straight that way (X12)."""

    letter: str
    direction: Direction

    def perform(self, game: RunningGame) -> Iterable[Event]:
        """Throw it: it breaks on the first enemy within five cells, or at the end of its way."""
        if slot_at(game, self.letter) is None:
            raise Impossible(_empty_slot(self.letter))
        if not fly(game, self.direction).cells:
            raise Impossible(_no_way_to_throw(self.direction))
        return break_potion(game, take_potion(game, self.letter), self.direction)

    def is_legal(self, game: RunningGame) -> bool:
        """Tell whether something lies in the slot, and can fly that way."""
        return slot_at(game, self.letter) is not None and fly(game, self.direction).cells > 0

    def question(self, game: RunningGame) -> str:
        """Return a question before a throw at a peaceful enemy, which it would make hostile."""
        target = fly(game, self.direction, as_seen=True).target
        if target is None or not self.is_legal(game):
            return ""
        enemy = game.floor.enemies[target]
        if enemy.kind.is_hostile(enemy, game.hero):
            return ""
        return f"The {enemy.kind.name} to the {self.direction.name} is peaceful. Throw at it? (y/n)"


@frozen
class ListPack(ExpansionAction):
    """Tell what the pack holds, and what each thing does; takes no turn (X10)."""

    takes_turn = False

    def perform(self, game: RunningGame) -> Iterable[Event]:
        """Return one event that tells all of it."""
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

    def is_legal(self, game: RunningGame) -> bool:
        """Return True: it can always be asked."""
        del game
        return True


def _cell_beside(game: RunningGame, way: Direction) -> Cell:
    return game.floor.hero_cell + way.offset(game.floor.board.stride)


def _has_room(game: RunningGame) -> bool:
    return count_things(game) < MOST_THINGS


def _stow(game: RunningGame, potion: Potion) -> list[Event]:
    """Put a potion into the pack, where there is room, and return that it was."""
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


def _stow_if_room(game: RunningGame, potion: Potion) -> list[Event] | None:
    return _stow(game, potion) if _has_room(game) else None


def _has_room_for(game: RunningGame, _potion: Potion) -> bool:
    return _has_room(game)


def _empty_slot(letter: str) -> Refusal:
    return ExpansionRefusal(
        f"There is nothing in slot {letter} of the pack.",
        f"There is nothing in slot {letter} of your pack.",
    )


def _no_way_to_throw(way: Direction) -> Refusal:
    return ExpansionRefusal(
        f"PC cannot throw {way.name}.", f"There is no way to throw to the {way.name}."
    )


def _after_action(game: RunningGame, _events: Sequence[Event]) -> Iterable[Event]:
    merge_slots(game)
    return ()


def _forecasts(game: RunningGame, cell: Cell) -> Iterator[Forecast]:
    """Yield the enemy of a cell as each known potion would leave it that can be thrown at it."""
    if cell not in [fly(game, way, as_seen=True).target for way in DIRECTIONS]:
        return
    for letter, slot in filled_slots(game):
        if is_known(game, slot.potion):
            text = f"{slot.potion.full_name} ({letter}) thrown"
            yield Forecast(text, after_hit(game.floor.enemies[cell], slot.potion))


def _menu_lines(game: RunningGame) -> list[MenuLine]:
    """Return a line for each slot, with what can be done with it."""
    lines = []
    for letter, slot in filled_slots(game):
        name = spoken_name(game, slot.potion, slot.count)
        does = f": {slot.potion.effect_text}" if is_known(game, slot.potion) else ""
        commands = (
            MenuCommand("u", "use", f"u {letter}"),
            MenuCommand("t", "throw", f"t {letter}"),
        )
        lines.append(MenuLine(letter, f"{name}{does}", commands))
    return lines


def _is_beside_potion(game: RunningGame) -> bool:
    return bool(game.floor.adjacent_potions(game.floor.hero_cell))


ACTIONS: tuple[tuple[str, ExpansionAction], ...] = (
    *[(f"g {way.command_word}", TakePotion(way)) for way in DIRECTIONS],
    *[(f"u {letter}", UseSlot(letter)) for letter in LETTERS],
    *[
        (f"t {letter} {way.command_word}", ThrowSlot(letter, way))
        for letter in LETTERS
        for way in DIRECTIONS
    ],
)


def _legal_flags(game: RunningGame) -> bytes:
    """Return which of the actions are legal, asking only once what several depend on."""
    takes = [TakePotion(way).is_legal(game) for way in DIRECTIONS]
    letters = {letter for letter, _ in filled_slots(game)}
    if not letters:
        return bytes(takes) + bytes(len(ACTIONS) - len(takes))
    uses = [letter in letters for letter in LETTERS]
    ways = bytes([fly(game, way).cells > 0 for way in DIRECTIONS])
    throws = b"".join([ways if used else bytes(len(ways)) for used in uses])
    return bytes([*takes, *uses]) + throws


PACK = Expansion(
    name=NAME,
    sentence="Carry up to ten potions, use them when you need them, and throw them at enemies.",
    new_part=Pack,
    after_action=_after_action,
    stow_potion=_stow_if_room,
    has_room=_has_room_for,
    pick_up_verb="g",
    forecasts=_forecasts,
    deal_anew=deal_unknown_slots,
    filter_events=hide_unseen,
    actions=ACTIONS,
    legal_flags=_legal_flags,
    questions=(("i", ListPack()),),
    status_rows=lambda game: [pack_row(game)],
    key_bindings=(
        KeyBinding("vi", "g", "g", "pick up that way"),
        KeyBinding("vi", "i", "i", "your pack"),
        KeyBinding("vi", "t", "t", "throw from the pack"),
        KeyBinding("laptop", "g", "g", "pick up that way"),
        KeyBinding("laptop", "v", "i", "your pack"),
        KeyBinding("laptop", "t", "t", "throw from the pack"),
    ),
    menus=(ChoiceMenu("i", "Your pack", _menu_lines),),
    help_rows=(
        ("g and a direction", "pick up the potion there"),
        ("u and a slot, a to j", "use what lies in it"),
        ("t, a slot, a direction", "throw what lies in it"),
        ("i", "list your pack"),
    ),
    hint=(
        "You have a pack: g and a direction picks up a potion, u and the letter of its slot uses "
        "it, t, the letter and a direction throws it at an enemy. i lists what you carry."
    ),
    is_hint_due=_is_beside_potion,
)
