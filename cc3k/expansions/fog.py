"""Fog: the player sees what the PC sees, and remembers what it has seen of a floor (X40-X42)."""

from collections.abc import Sequence

from attrs import evolve

from cc3k.engine.board import STAIRS_GLYPH, Cell
from cc3k.engine.dice import Dice
from cc3k.engine.enemy_phase import can_attack_hero
from cc3k.engine.events import PC, SOMETHING, Event, Missed, Slain, Struck
from cc3k.engine.expansion import (
    Expansion,
    ExpansionHint,
    FloorHooks,
    SightHooks,
    TextHooks,
    TurnHooks,
)
from cc3k.engine.floor import NO_CELL
from cc3k.engine.game import GameState
from cc3k.engine.known_potions import deal_unknown_potions
from cc3k.engine.running_game import part_of
from cc3k.engine.sight import Sight
from cc3k.expansions.fog_memory import FogMemory
from cc3k.expansions.unseen_floor import KnownFloor


def limit_sight(game: GameState, sight: Sight) -> Sight:
    memory, floor = _look_around(game), game.floor
    area, glyphs = memory.fields.area_from(floor.hero_cell), bytearray(memory.terrain)
    stairs = sight.stairs_cell if sight.stairs_cell in memory.seen else NO_CELL
    if stairs != NO_CELL:
        glyphs[stairs] = STAIRS_GLYPH
    for cell, item in memory.items.items():
        glyphs[cell] = ord(item.glyph)
    for first, end in area.spans:
        glyphs[first:end] = sight.glyphs[first:end]
    visible, enemies = area.digits, floor.enemies
    remembered, stationary = memory.enemies.out_of_sight(memory.fields, visible)
    for post, at in memory.posts.items():
        if at in remembered:
            guarded = (*remembered[at].guarded_cells, post)
            remembered[at] = evolve(remembered[at], guarded_cells=guarded)
    return Sight(
        board=memory.board,
        glyphs=glyphs,
        items=memory.items,
        stairs_cell=stairs,
        visible=area,
        seen=memory.seen,
        enemies={at: enemies[at] for at in sorted([at for at in enemies if visible[at] == "1"])},
        guarded=memory.posts.keys(),
        remembered=remembered,
        remembered_stationary=stationary,
    )


def _look_around(game: GameState) -> FogMemory:
    memory, floor = part_of(game, FogMemory), game.floor
    memory.look_around(floor)
    memory.enemies.look_around(floor, game.turns, memory.fields, are_held=game.enemies_frozen)
    return memory


def sees_cell(game: GameState, cell: Cell) -> bool:
    memory, floor = part_of(game, FogMemory), game.floor
    memory.look_around(floor)
    return cell in memory.fields.area_from(floor.hero_cell)


def hide_unseen_attackers(game: GameState, events: Sequence[Event]) -> Sequence[Event]:
    """Return the events of a turn, with "something" in place of every attacker out of sight.

    Only guardians can attack from out of sight; all others attack from beside the PC. An attacker
    has not moved since, and enemies of one kind attacked in reading order.
    """
    memory, floor = _look_around(game), game.floor
    posts, near = floor.guardian_by_cell, floor.board.neighbourhood[floor.hero_cell]
    if not posts or near.isdisjoint(posts):
        return events
    guardians = [posts[cell] for cell in near.intersection(posts)]
    visible = memory.fields.area_from(floor.hero_cell).digits
    hidden = [
        cell
        for cell, enemy in floor.enemies.items()
        if visible[cell] == "0" and any(enemy is each for each in guardians)
    ]
    return _with_unnamed(game, events, visible) if hidden else events


def _with_unnamed(game: GameState, events: Sequence[Event], visible: str) -> list[Event]:
    """Return the events, with "something" for the kind of each attacker out of sight."""
    attackers = [cell for cell in sorted(game.floor.enemies) if can_attack_hero(game, cell)]
    blows: dict[str, list[bool]] = {}
    for cell in attackers:
        kind = game.floor.enemies[cell].kind
        times = kind.attacks_per_turn(game.race)
        blows.setdefault(kind.name, []).extend([visible[cell] == "1"] * times)
    told = list[Event]()
    is_last_unnamed = False
    for event in events:
        if isinstance(event, Struck | Missed) and event.defender == PC:
            seen = blows.get(event.attacker, [])
            is_last_unnamed = not (seen.pop(0) if seen else True)
            told.append(evolve(event, attacker=SOMETHING) if is_last_unnamed else event)
        elif isinstance(event, Slain) and event.victim == PC and is_last_unnamed:
            told.append(evolve(event, by=SOMETHING))
        else:
            told.append(event)
    return told


def enter_floor(game: GameState, _dice: Dice) -> None:
    part_of(game, FogMemory).enter_floor(game.floor)


def _known_floor(game: GameState) -> KnownFloor:
    memory, floor = part_of(game, FogMemory), game.floor
    area = memory.fields.area_from(floor.hero_cell)
    return KnownFloor(
        board=memory.board,
        seen=memory.seen,
        visible=area,
        hero_cell=floor.hero_cell,
        stairs_cell=game.sight.stairs_cell,
        enemies={at: floor.enemies[at] for at in sorted(floor.enemies) if at in area},
        carried=floor.carried,
        items=memory.items,
        posts=memory.posts,
        stationary={at for at in floor.stationary if at in area},
    )


def hide_unseen(game: GameState, dice: Dice) -> None:
    """Remove everything unseen from a copy that is only looked at, never played."""
    memory, known = part_of(game, FogMemory), _known_floor(game)
    game.floor = known.bare_floor()
    deal_unknown_potions(game, dice)
    memory.remember_bare(game.floor, known.visible)


def deal_anew(game: GameState, dice: Dice) -> None:
    memory, known = part_of(game, FogMemory), _known_floor(game)
    area = known.visible
    known.deal_floor(game, dice)
    memory.remember_dealt(game.floor, area)


def is_anything_unseen(game: GameState) -> bool:
    return not part_of(game, FogMemory).seen.is_whole


FOG = Expansion(
    name="fog",
    sentence="You see what the PC sees, remember what it saw, and explore.",
    new_part=FogMemory,
    floors=FloorHooks(on_floor=enter_floor, deal_anew=deal_anew, hide_unseen=hide_unseen),
    turns=TurnHooks(filter_events=hide_unseen_attackers),
    sight=SightHooks(limit_sight=limit_sight, sees_cell=sees_cell),
    texts=TextHooks(
        hints=(
            ExpansionHint(
                "fog",
                "Only what you see is shown, and what you have seen before. Walk on to see more: "
                "collecting explores, too.",
                is_anything_unseen,
            ),
        )
    ),
)
