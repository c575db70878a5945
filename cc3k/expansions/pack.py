"""Pack: an expansion in which the PC carries potions, uses them later, and throws them (X10-X13).

Footnote 6 of the document says that a player may not hold any potions. The slots and the flight of
a thrown potion have modules of their own; this one has the actions, their words, the menu, the
keys, the figures for programs, and the expansion itself.
"""

from collections.abc import Iterable, Iterator, Sequence

from attrs import frozen

from cc3k.engine.actions import drink_potion
from cc3k.engine.board import DIRECTIONS, Cell, Direction
from cc3k.engine.events import Event, ExpansionEvent
from cc3k.engine.expansion import (
    ChoiceMenu,
    Commands,
    Expansion,
    ExpansionHint,
    Figure,
    FloorHooks,
    Forecast,
    KeyBinding,
    MenuCommand,
    MenuLine,
    PackHooks,
    TextHooks,
    TurnHooks,
)
from cc3k.engine.game import GameState
from cc3k.engine.items import Potion
from cc3k.engine.refusals import ExpansionRefusal, Impossible, NoPotionToDrink, Refusal
from cc3k.engine.running_game import ExpansionAction
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
    short_pack_row,
    slot_at,
    slots_of,
    spoken_name,
    take_potion,
)
from cc3k.expansions.throwing import (
    MOST_CELLS,
    after_hit,
    break_potion,
    hide_unseen,
    throw,
    ways_to_throw,
)

PACK_IS_FULL = ExpansionRefusal(
    f"The pack is full: it holds {MOST_THINGS} things.",
    f"Your pack is full: it holds {MOST_THINGS} things.",
)


@frozen
class TakePotion(ExpansionAction):
    """Pick up the potion next to the PC (X10)."""

    direction: Direction

    def perform(self, game: GameState) -> Iterable[Event]:
        reason = self._refusal(game)
        cell = game.floor.cell_towards(self.direction)
        potion = game.floor.items.get(cell)
        if reason is not None or not isinstance(potion, Potion):
            raise Impossible(reason or NoPotionToDrink(self.direction.name))
        game.floor.remove_item(cell)
        return _stow(game, potion)

    def is_legal(self, game: GameState) -> bool:
        return self._refusal(game) is None

    def _refusal(self, game: GameState) -> Refusal | None:
        if not isinstance(game.floor.items.get(game.floor.cell_towards(self.direction)), Potion):
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
        if not throw(game, self.direction).cells:
            name = self.direction.name
            told = f"PC cannot throw {name}.", f"There is no way to throw to the {name}."
            raise Impossible(ExpansionRefusal(*told))
        return break_potion(game, take_potion(game, self.letter), self.direction)

    def is_legal(self, game: GameState) -> bool:
        return slot_at(game, self.letter) is not None and bool(throw(game, self.direction).cells)

    def question(self, game: GameState) -> str:
        slot = slot_at(game, self.letter)
        if slot is None or not self.is_legal(game):
            return ""
        target, way = throw(game, self.direction, as_seen=True).target, self.direction.name
        if target is None:
            name = spoken_name(game, slot.potion)
            return f"You see nobody within {MOST_CELLS} cells to the {way}. Throw {name}? (y/n)"
        enemy = game.floor.enemies[target]
        if enemy.is_hostile_to(game.hero):
            return ""
        return f"The {enemy.kind.name} to the {way} {enemy.attitude}. Throw at it? (y/n)"


@frozen
class ListPack(ExpansionAction):
    """List the pack and what each potion does; takes no turn (X10)."""

    takes_turn = False

    def perform(self, game: GameState) -> Iterable[Event]:
        document, spoken = [], []
        for letter, slot in filled_slots(game):
            potion, times = slot.potion, f" x{slot.count}" if slot.count > 1 else ""
            does = f" ({game.as_drunk(potion).effect_text})" if is_known(game, potion) else ""
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


def has_room(game: GameState) -> bool:
    return count_things(game) < MOST_THINGS


def _stow(game: GameState, potion: Potion) -> list[Event]:
    letter = add_potion(game, potion)
    slot = slot_at(game, letter)
    times = f" x{slot.count}" if slot and slot.count > 1 else ""
    return [
        ExpansionEvent(
            "pack.took",
            f"PC puts {short_name(game, potion)} into the pack ({letter}{times}).",
            f"You put {spoken_name(game, potion)} into your pack ({letter}{times}).",
        )
    ]


def _empty_slot(letter: str) -> Refusal:
    return ExpansionRefusal(
        f"There is nothing in slot {letter} of the pack.",
        f"There is nothing in slot {letter} of your pack.",
    )


NAME = "pack"


def _after_action(game: GameState, _events: Sequence[Event]) -> Iterable[Event]:
    merge_slots(game)
    return ()


def _forecasts(game: GameState, cell: Cell) -> Iterator[Forecast]:
    if cell not in [throw(game, way, as_seen=True).target for way in DIRECTIONS]:
        return
    enemy = game.floor.enemies[cell]
    for letter, slot in filled_slots(game):
        if is_known(game, slot.potion):
            text = f"{slot.potion.full_name} ({letter}) thrown"
            yield Forecast(text, after_hit(enemy, game.potion_here(slot.potion)))


def _way_out(game: GameState) -> str:
    """Return which known potion of the pack heals most, if one does."""
    healed = list[tuple[int, str]]()
    for letter, slot in filled_slots(game):
        hero = game.hero.copy()
        game.as_drunk(slot.potion).effect(hero)
        if is_known(game, slot.potion) and hero.hp > game.hero.hp:
            healed.append((hero.hp - game.hero.hp, letter))
    most, letter = max(healed, default=(0, ""))
    return f"potion {letter} heals {most}" if most else ""


def _menu_lines(game: GameState) -> list[MenuLine]:
    lines = []
    for letter, slot in filled_slots(game):
        name = spoken_name(game, slot.potion, slot.count)
        does = game.as_drunk(slot.potion).effect_text if is_known(game, slot.potion) else ""
        commands = (
            MenuCommand("u", "use", f"u {letter}"),
            MenuCommand("t", "throw", f"t {letter}"),
        )
        lines.append(MenuLine(letter, name, commands, does))
    return lines


TAKES = tuple(map(TakePotion, DIRECTIONS))

ACTIONS: tuple[tuple[str, ExpansionAction], ...] = (
    *[(f"g {take.direction.command_word}", take) for take in TAKES],
    *[(f"u {letter}", UseSlot(letter)) for letter in LETTERS],
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


MOST_KINDS = 99
"""Upper bound of the figure that says what lies in a slot."""

EMPTY, UNKNOWN, FIRST_KIND = 0, 1, 2
"""Values of that figure: an empty slot, an unknown potion, the first kind in the rules."""


def _kind_in(letter: str) -> Figure:
    def read(game: GameState) -> int:
        slot = slot_at(game, letter)
        if slot is None:
            return EMPTY
        if not is_known(game, slot.potion):
            return UNKNOWN
        names = [potion.name for potion in game.rules.potions]
        return FIRST_KIND + names.index(slot.potion.name)

    return Figure(f"pack {letter} kind", EMPTY, MOST_KINDS, read)


def _count_in(letter: str) -> Figure:
    def read(game: GameState) -> int:
        slot = slot_at(game, letter)
        return slot.count if slot else 0

    return Figure(f"pack {letter} count", 0, MOST_THINGS, read)


PACK = Expansion(
    name=NAME,
    version=2,
    sentence="Carry up to ten potions, use them later, or throw them.",
    new_part=Pack,
    floors=FloorHooks(deal_anew=deal_unknown_slots),
    turns=TurnHooks(after_action=_after_action, filter_events=hide_unseen),
    pack=PackHooks(
        stow_potion=lambda game, potion: _stow(game, potion) if has_room(game) else None,
        has_room=lambda game, _potion: has_room(game),
        pick_up_verb="g",
    ),
    commands=Commands(
        actions=ACTIONS,
        legal_flags=_legal_flags,
        questions=(("i", ListPack()),),
        key_bindings=(
            KeyBinding("vi", "g", "g", "pick up that way"),
            KeyBinding("vi", "i", "i", "your pack"),
            KeyBinding("vi", "t", "t", "throw from the pack"),
            KeyBinding("laptop", "g", "g", "pick up that way"),
            KeyBinding("laptop", "v", "i", "your pack"),
            KeyBinding("laptop", "t", "t", "throw from the pack"),
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
        figures=tuple([figure(letter) for letter in LETTERS for figure in (_kind_in, _count_in)]),
        forecasts=_forecasts,
        way_out=_way_out,
        hints=(
            ExpansionHint(
                NAME,
                "You have a pack: g and a direction picks up a potion, u and the letter of its "
                "slot uses it, t, the letter and a direction throws it at an enemy. i lists what "
                "you carry.",
                lambda game: bool(game.floor.adjacent_potions(game.floor.hero_cell)),
            ),
        ),
    ),
)
