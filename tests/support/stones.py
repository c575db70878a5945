"""A small expansion for tests, as a third party's might be: stones to gather, throw and trade.

`g DIR` takes a stone, `u SLOT` eats one, `t SLOT DIR` throws one; `i` lists them and `b DIR` tells
prices, neither of which takes a turn; `b DIR N` buys.
"""

from collections.abc import Iterable, Sequence

from attrs import define, frozen

from cc3k.engine.board import DIRECTIONS
from cc3k.engine.events import Event, ExpansionEvent
from cc3k.engine.expansion import (
    ChoiceMenu,
    Commands,
    Expansion,
    ExpansionHint,
    KeyBinding,
    MenuCommand,
    MenuLine,
    TextHooks,
)
from cc3k.engine.game import GameState
from cc3k.engine.refusals import ExpansionRefusal, Impossible
from cc3k.engine.rules import Rules
from cc3k.engine.running_game import ExpansionAction, part_of
from cc3k.expansions.registry import rules_with

SLOTS = "abcdefgh"


@define
class Stones:
    count: int = 2

    def copy(self) -> "Stones":
        return Stones(self.count)

    def digest_parts(self) -> object:
        return self.count


@frozen
class Change(ExpansionAction):
    """Change the number of stones by so many; there are never fewer than none."""

    what: str
    by: int = 0

    def perform(self, game: GameState) -> Iterable[Event]:
        if not self.is_legal(game):
            raise Impossible(ExpansionRefusal("PC has no stone.", "You have no stone."))
        stones = part_of(game, Stones)
        stones.count += self.by
        left = stones.count
        yield ExpansionEvent("stones", f"PC {self.what}: {left}.", f"You {self.what}: {left}.")

    def question(self, _game: GameState) -> str:
        return "Eat a stone?" * (self.what == "eat b")

    def is_legal(self, game: GameState) -> bool:
        return part_of(game, Stones).count + self.by >= 0


class Question(Change):
    takes_turn = False


def stone_lines(game: GameState) -> Sequence[MenuLine]:
    return [
        MenuLine(
            slot,
            f"stone {number}",
            (MenuCommand("u", "eat", f"u {slot}"), MenuCommand("t", "throw", f"t {slot}")),
        )
        for number, slot in enumerate(SLOTS[: part_of(game, Stones).count])
    ]


def price_lines(_game: GameState) -> Sequence[MenuLine]:
    return [
        MenuLine(str(number), f"{number} stones", (MenuCommand("b", "buy", f"b no {number}"),))
        for number in (1, 2)
    ]


WAYS = [way.command_word for way in DIRECTIONS]

STONES = Expansion(
    "stones",
    "Stones can be gathered, thrown and traded.",
    new_part=Stones,
    commands=Commands(
        actions=(
            *[(f"g {way}", Change(f"gather {way}", 1)) for way in WAYS],
            *[(f"u {slot}", Change(f"eat {slot}", -1)) for slot in SLOTS],
            *[
                (f"t {slot} {way}", Change(f"throw {slot} {way}", -1))
                for slot in SLOTS
                for way in WAYS
            ],
            *[(f"b {way} {n}", Change(f"buy {n} {way}", n)) for way in WAYS for n in (1, 2)],
        ),
        answers=(
            ("i", Question("count")),
            *[(f"b {way}", Question(f"ask {way}")) for way in WAYS],
        ),
        key_bindings=(
            KeyBinding("vi", "g", "g", "gather a stone"),
            KeyBinding("vi", "i", "i", "count stones"),
        ),
        menus=(
            ChoiceMenu("i", "Stones that you carry", stone_lines),
            ChoiceMenu("b no", "Stones for sale", price_lines),
        ),
        help_rows=(("g and a direction", "gather a stone there"), ("i", "count your stones")),
    ),
    texts=TextHooks(
        status_rows=lambda game: [f"Stones: {part_of(game, Stones).count}"],
        panel_lines=lambda game: [f"{part_of(game, Stones).count} stones"],
        hints=(
            ExpansionHint(
                "stones", "Stones lie everywhere: g gathers {one}.", lambda game: game.turns > 0
            ),
        ),
    ),
)

STONE_RULES: Rules = rules_with((STONES,))
