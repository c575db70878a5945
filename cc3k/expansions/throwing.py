"""Throwing: the flight of a potion over the floor, and its effect where it breaks (X12)."""

from collections.abc import Iterator, Sequence

from cc3k.engine.actions import pick_up
from cc3k.engine.board import WALKABLE, Cell, Direction
from cc3k.engine.combat import slay_enemy
from cc3k.engine.enemies import Enemy
from cc3k.engine.events import PC, Effect, Event, ExpansionEvent, Looted, Provoked, Stole, Struck
from cc3k.engine.flight import Trajectory, fly
from cc3k.engine.game import GameState
from cc3k.engine.items import Potion
from cc3k.engine.states import AT_PEACE
from cc3k.expansions.pack_slots import short_name, spoken_name

MOST_CELLS = 5
"""Range of a throw, in cells."""

UNSEEN_BEGINS = ExpansionEvent("pack.unseen begins", "", "")
UNSEEN_ENDS = ExpansionEvent("pack.unseen ends", "", "")
"""These enclose what happens to an enemy out of sight: the player gets no message of it."""


def throw(game: GameState, way: Direction, *, as_seen: bool = False) -> Trajectory:
    """Return the flight of a potion that the PC throws in a direction.

    With `as_seen`, it flies past enemies that the player does not see.
    """
    meets = game.sees if as_seen else None
    return fly(game.floor, game.floor.hero_cell, way, MOST_CELLS, meets)


def ways_to_throw(game: GameState) -> bytes:
    """Return a 1 for each of `DIRECTIONS` in which a potion flies at all, else a 0."""
    floor = game.floor
    enemies, items, terrain, here = floor.enemies, floor.items, floor.board.terrain, floor.hero_cell
    return bytes(
        [
            terrain[here + offset] in WALKABLE or here + offset in enemies or here + offset in items
            for offset in floor.board.offsets
        ]
    )


def break_potion(game: GameState, potion: Potion, way: Direction) -> Iterator[Event]:
    """Throw a potion: it breaks on the first enemy, or at the end of its flight.

    A hit on an enemy that the player does not see gives no message, and teaches no kind.
    """
    target = throw(game, way).target
    if target is None or not game.sees(target):
        yield ExpansionEvent(
            "pack.missed",
            f"PC throws {short_name(game, potion)} to the {way.name}, where it breaks.",
            f"You throw {spoken_name(game, potion)} to the {way.name}, where it breaks.",
        )
        if target is not None:
            yield from (UNSEEN_BEGINS, *_hit(game, potion, target), UNSEEN_ENDS)
        return
    game.known_potions.add(potion.name)
    kind = game.floor.enemies[target].kind
    yield ExpansionEvent(
        "pack.threw",
        f"PC throws {short_name(game, potion)} at {kind.glyph}.",
        f"You throw {spoken_name(game, potion)} at the {kind.name}.",
    )
    yield from _hit(game, potion, target)


def after_hit(enemy: Enemy, potion: Potion) -> Enemy:
    hit = enemy.copy()
    potion.thrown(hit)
    return hit


def _hit(game: GameState, potion: Potion, cell: Cell) -> Iterator[Event]:
    """Break a potion on the enemy on a cell, which counts as an attack by the PC (R21)."""
    enemy = game.floor.enemies[cell]
    wronged, before = wrong(game, enemy), enemy.copy()
    game.potion_here(potion).thrown(enemy)
    yield from _effects(before, enemy)
    if enemy.hp == 0:
        yield from slay_enemy(game, cell)
    yield from wronged
    yield from pick_up(game)


def wrong(game: GameState, enemy: Enemy) -> list[Event]:
    """Make an enemy as hostile as its kind is; return the event if it was at peace (R21)."""
    hero, was_peaceful = game.hero, not enemy.is_hostile_to(game.hero)
    is_alone = AT_PEACE in enemy.facts
    hero.provoked_kinds.add(enemy.kind.name)
    enemy.end_peace()
    return [Provoked(enemy.kind.name, is_alone)] * (was_peaceful and enemy.is_hostile_to(hero))


def _effects(before: Enemy, enemy: Enemy) -> Iterator[Event]:
    """Yield the effects of a potion on an enemy: lost HP first, then all others."""
    kind, lost = enemy.kind, before.hp - enemy.hp
    if lost > 0:
        yield Struck(PC, kind.name, lost, enemy.hp)
    was, now = before.stats, enemy.stats
    figures = (
        ("HP", min(before.hp, enemy.hp), enemy.hp),
        ("Atk", was.attack, now.attack),
        ("Def", was.defence, now.defence),
    )
    changes = [f"{name} {one} -> {two}" for name, one, two in figures if one != two]
    if lost > 0 and not changes:
        return
    until = " until the floor ends" if changes and "HP" not in changes[-1] else ""
    text = f"{' and '.join(changes) or 'nothing changes'}{until}"
    gained = sum([two - one for _, one, two in figures])
    effect = Effect.GAIN if gained > 0 else Effect.HARM if gained < 0 else Effect.NONE
    document, spoken = f"{kind.glyph}: {text}.", f"The {kind.name}: {text}."
    yield ExpansionEvent("pack.changed", document, spoken, kind.name, effect)


def hide_unseen(game: GameState, events: Sequence[Event]) -> Sequence[Event]:
    """Return the events that the player learns of, if a potion hit somebody out of sight.

    These are gold gained by the kill, and merchants in sight that turn hostile.
    """
    while id(UNSEEN_BEGINS) in map(id, events):  # faster than comparing values
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
    visible, enemies = game.sight.visible, game.floor.enemies
    seen = {enemy.kind.name for cell, enemy in enemies.items() if not visible or cell in visible}
    yield from [
        event for event in events if isinstance(event, Provoked) and event.enemy_kind in seen
    ]
