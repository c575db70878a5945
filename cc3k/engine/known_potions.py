"""Known potions: which kinds of potion the player can tell apart so far (R18)."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from cc3k.engine.board import Cell
from cc3k.engine.dice import Dice
from cc3k.engine.events import ArrivedBesidePotions, Event
from cc3k.engine.items import Potion

if TYPE_CHECKING:
    from cc3k.engine.game import GameState


def names_if_known(game: "GameState", potions: Iterable[Potion]) -> tuple[str | None, ...]:
    known = game.known_potions
    return tuple([each.name if each.name in known else None for each in potions])


def arrival_events(game: "GameState") -> tuple[Event, ...]:
    """Return what the player is told on entering a floor: the potions beside the PC, then others'.

    Expansions add theirs in their order.
    """
    potions = game.floor.adjacent_potions(game.floor.hero_cell)
    events: list[Event] = [ArrivedBesidePotions(names_if_known(game, potions))] * bool(potions)
    for each in game.rules.expansions:
        if each.floors.arrival_events:
            events += each.floors.arrival_events(game)
    return tuple(events)


def deal_unknown_potions(game: "GameState", dice: Dice) -> None:
    """Replace each unknown potion on the floor by one of a random unknown kind that looks alike.

    In a copy for looking ahead, this hides the true kinds.
    """
    known = game.known_potions
    for glyph, cells in _unknown_potion_cells(game).items():
        kinds = [p for p in game.rules.potions if p.glyph == glyph and p.name not in known]
        odds = [kind for kind in kinds for _ in range(kind.spawn_weight)]
        dealt = dice.pick_many(odds or kinds, len(cells))
        for cell, kind in zip(sorted(cells), dealt, strict=True):
            game.floor.place_item(cell, kind)


def _unknown_potion_cells(game: "GameState") -> dict[str, list[Cell]]:
    cells_by_glyph: dict[str, list[Cell]] = {}
    for cell, item in game.floor.items.items():
        if isinstance(item, Potion) and item.name not in game.known_potions:
            cells_by_glyph.setdefault(item.glyph, []).append(cell)
    return cells_by_glyph
