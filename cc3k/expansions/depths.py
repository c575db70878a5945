"""Depths: any number of floors, stronger enemies on each, an elder dragon last (X80)."""

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from functools import lru_cache

from attrs import evolve

from cc3k.content.roster import ENEMIES
from cc3k.engine.actions import MOVES, Move
from cc3k.engine.arrivals import FloorStage
from cc3k.engine.board import Cell
from cc3k.engine.dice import Dice
from cc3k.engine.enemies import Enemy, EnemyKind
from cc3k.engine.events import Event, ExpansionEvent
from cc3k.engine.expansion import (
    Expansion,
    ExpansionHint,
    FloorHooks,
    NumberSetting,
    Rows,
    TextHooks,
    TurnHooks,
)
from cc3k.engine.floor import NO_CELL, Floor
from cc3k.engine.game import GameState
from cc3k.engine.items import GoldPile
from cc3k.engine.refusals import ExpansionRefusal
from cc3k.engine.stats import BaseStats

PERCENT_PER_FLOOR = 25
"""Percent of its row that an enemy gains with every floor after the first. Tuned (X9)."""

RICHER_PILE = 5
"""One pile out of this many on a floor is worth one gold more with every floor."""

POINTS_PER_FLOOR = 5
"""Points of the score for every floor reached, including the first."""

_DRAGON = next(kind for kind in ENEMIES if kind.name == "dragon")

ELDER_HP_PERCENT = 240
"""HP of an elder dragon, in percent of a dragon on the same floor. Tuned (X9)."""

ELDER_ATTACK_PERCENT = 400
"""Its attack, in percent of a dragon: short fights leave more to luck. Tuned (X9)."""

ELDER_DEFENCE_PERCENT = 300
"""Its defence, in percent of a dragon. Tuned (X9)."""

ELDER_DRAGON = evolve(
    _DRAGON,
    name="elder dragon",
    glyph="A",
    hp=ELDER_HP_PERCENT * _DRAGON.hp // 100,
    stats=BaseStats(
        ELDER_ATTACK_PERCENT * _DRAGON.stats.attack // 100,
        ELDER_DEFENCE_PERCENT * _DRAGON.stats.defence // 100,
    ),
    spawn_weight=0,
    trait="never moves, bars the last stairs",
)
"""The guard of the last stairs; it grows with the floors as all enemies do."""

FLOORS = NumberSetting("floors", "the number of floors", lowest=1, highest=99, default=15)

BARRED = "The elder dragon bars the stairs."


@lru_cache(maxsize=4096)
def kind_at_depth(kind: EnemyKind, depth: int) -> EnemyKind:
    """Return a kind of enemy as strong as it is on a floor (X80): on the first, itself."""
    if depth == 1:
        return kind
    percent = PERCENT_PER_FLOOR * (depth - 1)

    def grown(figure: int) -> int:
        return figure + figure * percent // 100

    stats = BaseStats(grown(kind.stats.attack), grown(kind.stats.defence))
    return evolve(kind, hp=grown(kind.hp), stats=stats)


def deepen_floor(game: GameState, dice: Dice) -> None:
    """Enrich the gold of a floor as its depth requires, and guard the last stairs.

    A drawn floor keeps what is drawn: its gold is worth what the marks say, and it has an elder
    dragon only if one is drawn (R30).
    """
    floor, depth = game.floor, game.depth
    if game.is_furnished:
        _enrich_piles(floor, depth - 1)
        if depth == game.rules.floor_count:
            _spawn_elder_dragon(floor, game.kind_here(ELDER_DRAGON), dice)
    _guard_stairs(floor)


def _enrich_piles(floor: Floor, gold: int) -> None:
    """Make every fifth pile of a floor, in reading order, worth that much more gold."""
    piles = {cell: item for cell, item in floor.items.items() if isinstance(item, GoldPile)}
    for cell in sorted(piles)[RICHER_PILE - 1 :: RICHER_PILE]:
        pile = piles[cell]
        floor.place_item(cell, evolve(pile, value=pile.value + gold))


def _spawn_elder_dragon(floor: Floor, kind: EnemyKind, dice: Dice) -> None:
    """Put an elder dragon on a free tile beside the stairs, and make room for it if need be (X86).

    Stairs that leave no room at all are placed again, in a chamber where they may be (R26). Only a
    board without two tiles side by side has no elder dragon.
    """
    tried = set[Cell]()
    while not (free := floor.free_neighbours(floor.stairs_cell)):
        if _clear_tile(floor, dice):
            continue
        tried.add(floor.stairs_cell)
        places = _places_for_stairs(floor, tried)
        if not places:
            return
        floor.place_stairs(dice.pick(dice.pick(places)))
    floor.place_enemy(dice.pick(free), Enemy(kind))


def _clear_tile(floor: Floor, dice: Dice) -> bool:
    """Move the first unguarded item beside the stairs, else the first enemy that ever steps.

    It moves to a free tile of its chamber. Tell whether there was one to move.
    """
    beside = floor.board.tile_neighbours[floor.stairs_cell]
    items = [at for at in beside if at in floor.items and at not in floor.guardian_by_cell]
    enemies = [at for at in beside if at in floor.enemies and floor.enemies[at].kind.roams]
    for at in (*items, *enemies):
        tiles = floor.board.chambers[floor.board.chamber_index[at]]
        free = list(filter(floor.is_free, tiles))
        if not free:
            continue
        if at in floor.enemies:
            floor.move_enemy(at, dice.pick(free))
        else:
            item = floor.items[at]
            floor.remove_item(at)
            floor.place_item(dice.pick(free), item)
        return True
    return False


def _places_for_stairs(floor: Floor, tried: AbstractSet[Cell]) -> list[list[Cell]]:
    """Return the free tiles not tried yet, by chamber: others than the PC's, if there are any."""
    arrival = floor.board.chamber_index.get(floor.hero_cell)
    chambers = [list(tiles) for tiles in floor.board.chambers]
    elsewhere = [tiles for number, tiles in enumerate(chambers) if number != arrival]
    for allowed in (elsewhere, chambers):
        free = [[at for at in tiles if floor.is_free(at) and at not in tried] for tiles in allowed]
        if places := list(filter(None, free)):
            return places
    return []


def _guard_stairs(floor: Floor) -> None:
    """Make the first elder dragon beside the stairs, in reading order, their guard."""
    for cell in floor.board.neighbours[floor.stairs_cell]:
        enemy = floor.enemies.get(cell)
        if enemy is not None and enemy.kind.name == ELDER_DRAGON.name:
            floor.assign_guard(cell, (floor.stairs_cell,))
            return


def refuse_guarded_stairs(game: GameState, action: object) -> ExpansionRefusal | None:
    floor = game.floor
    if not isinstance(action, Move) or floor.stairs_cell not in floor.guardian_by_cell:
        return None
    to = floor.hero_cell + action.direction.offset(floor.board.stride)
    if to != floor.stairs_cell or game.sight.stairs_cell == NO_CELL:
        return None
    return ExpansionRefusal(
        f"PC cannot take the stairs. {BARRED}", f"{BARRED} Slay it before you take them."
    )


def moves_refused(game: GameState) -> list[Move]:
    floor = game.floor
    if floor.stairs_cell not in floor.guardian_by_cell:
        return []
    return [move for move in MOVES if refuse_guarded_stairs(game, move)]


def bar_unseen_stairs(game: GameState) -> Iterator[Event]:
    if game.floor.stairs_cell in game.floor.guardian_by_cell:
        yield ExpansionEvent("depths.barred", f"PC finds the stairs. {BARRED}", BARRED)


def with_floor_count(expansion: Expansion, count: int) -> Expansion:
    return evolve(expansion, rows=evolve(expansion.rows, floor_count=count))


DEPTHS = Expansion(
    name="depths",
    version=4,
    sentence="Many floors, ever stronger enemies, and an elder dragon last.",
    setting=FLOORS,
    configure=with_floor_count,
    rows=Rows(enemy_kinds=(ELDER_DRAGON,), floor_count=FLOORS.default),
    floors=FloorHooks(
        kind_here=lambda game, kind: kind_at_depth(kind, game.depth),
        on_floor=deepen_floor,
        stage=FloorStage.CONTENTS,
        fair_arrival=True,
        changes_piles=True,
        bars_stairs=bar_unseen_stairs,
    ),
    turns=TurnHooks(
        refuses=refuse_guarded_stairs,
        all_refused=moves_refused,
        score_bonus=lambda game: POINTS_PER_FLOOR * game.depth,
        score_reason="for the floors reached",
    ),
    texts=TextHooks(
        hints=(
            ExpansionHint(
                "depths",
                f"Enemies grow {PERCENT_PER_FLOOR} percent stronger with every floor, and some "
                "gold is worth more. An elder dragon (A) bars the stairs of the last floor. Each "
                f"floor you reach adds {POINTS_PER_FLOOR} to your score.",
                lambda game: game.depth > 1,
            ),
        ),
        help_notes=(
            f"Every floor adds {PERCENT_PER_FLOOR} percent to the HP, Atk and Def of enemies.",
            "The elder dragon strikes whoever is next to it or to the stairs.",
            f"Each floor you reach adds {POINTS_PER_FLOOR} to your score.",
        ),
    ),
)
"""More floors, and more of everything on them."""
