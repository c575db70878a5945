"""Pack: an expansion in which the PC carries potions, uses them later, and throws them (X10-X13).

Footnote 6 of the document says that a player may not hold any potions. The slots, the actions and
the flight of a thrown potion have modules of their own; this one has the words, the menu, the keys,
the figures for programs, and the expansion itself.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from cc3k.engine.board import DIRECTIONS, Cell
from cc3k.engine.events import Event
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
from cc3k.engine.running_game import ExpansionAction
from cc3k.expansions.pack_actions import (
    ListPack,
    TakePotion,
    ThrowSlot,
    UseSlot,
    has_room,
    has_room_for,
    stow_if_room,
)
from cc3k.expansions.pack_slots import (
    LETTERS,
    MOST_THINGS,
    NO_SLOTS,
    Pack,
    deal_unknown_slots,
    filled_slots,
    is_known,
    merge_slots,
    pack_row,
    short_pack_row,
    slot_at,
    slots_of,
    spoken_name,
)
from cc3k.expansions.throwing import after_hit, fly, hide_unseen, ways_to_throw

NAME = "pack"


def _after_action(game: GameState, _events: Sequence[Event]) -> Iterable[Event]:
    merge_slots(game)
    return ()


def _forecasts(game: GameState, cell: Cell) -> Iterator[Forecast]:
    if cell not in [fly(game, way, as_seen=True).target for way in DIRECTIONS]:
        return
    for letter, slot in filled_slots(game):
        if is_known(game, slot.potion):
            text = f"{slot.potion.full_name} ({letter}) thrown"
            yield Forecast(text, after_hit(game.floor.enemies[cell], slot.potion))


def _menu_lines(game: GameState) -> list[MenuLine]:
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


def _is_beside_potion(game: GameState) -> bool:
    return bool(game.floor.adjacent_potions(game.floor.hero_cell))


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


def _legal_flags(game: GameState) -> bytes:
    """Return which actions are legal; conditions that several share are checked once."""
    floor, slots = game.floor, slots_of(game)
    items, here = floor.items, floor.hero_cell
    if items.keys().isdisjoint(floor.board.neighbours[here]) or not has_room(game):
        takes = NOTHING_TO_TAKE
    else:
        around = [items.get(here + offset) for offset in floor.board.offsets]
        takes = bytes([isinstance(item, Potion) for item in around])
    if slots == NO_SLOTS:
        return takes + NOTHING_TO_USE
    return takes + _flags_of_slots(tuple(map(bool, slots)), ways_to_throw(game))


@lru_cache(maxsize=4096)
def _flags_of_slots(filled: tuple[bool, ...], ways: tuple[bool, ...]) -> bytes:
    throws = [is_filled and is_free for is_filled in filled for is_free in ways]
    return bytes([*filled, *throws])


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
    pack=PackHooks(stow_potion=stow_if_room, has_room=has_room_for, pick_up_verb="g"),
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
        help_rows=(
            ("g and a direction", "pick up the potion there"),
            ("u and a slot, a to d, f to k", "use what lies in it"),
            ("t, a slot, a direction", "throw what lies in it"),
            ("i", "list your pack"),
        ),
    ),
    texts=TextHooks(
        status_rows=lambda game: [pack_row(game)],
        short_rows=lambda game: [short_pack_row(game)],
        figures=tuple([figure(letter) for letter in LETTERS for figure in (_kind_in, _count_in)]),
        forecasts=_forecasts,
        hints=(
            ExpansionHint(
                NAME,
                "You have a pack: g and a direction picks up a potion, u and the letter of its "
                "slot uses it, t, the letter and a direction throws it at an enemy. i lists what "
                "you carry.",
                _is_beside_potion,
            ),
        ),
    ),
)
