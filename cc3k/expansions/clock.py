"""Clock: leave a floor early and be healed, stay and be hunted (X113-X115).

Each floor has a clock of its own. Once it has run down, the dungeon wakes: newcomers enter far from
the PC, one after another, and bring nothing.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from attrs import define, evolve, field

from cc3k.engine.arrivals import place_newcomer
from cc3k.engine.board import Cell, CellArea, CellSet, blocks_between, grow, nearest_direction
from cc3k.engine.combat import max_damage_per_turn
from cc3k.engine.dice import Dice
from cc3k.engine.distance_maps import free_tiles
from cc3k.engine.enemies import Enemy, EnemyKind, no_loot
from cc3k.engine.events import Effect, Event, ExpansionEvent
from cc3k.engine.expansion import Expansion, ExpansionHint, Figure, FloorHooks, TextHooks, TurnHooks
from cc3k.engine.floor import Floor
from cc3k.engine.game import GameState
from cc3k.engine.running_game import part_of
from cc3k.engine.states import NEWCOMER, NO_NUMBERS
from cc3k.engine.text import count_text
from cc3k.engine.view import GameView
from cc3k.expansions.field_of_view import cells_in_line_of_sight, visible_from
from cc3k.expansions.gear import COMPASS, are_stairs_hidden
from cc3k.expansions.hunters import begin_hunt

STIRRING, WAKING = 225, 300
"""What the clock shows when the dungeon stirs, and when it wakes. Tuned (X9)."""

FROZEN_PACE = 3
"""What a turn with enemies frozen adds to it. Tuned (X9)."""

NEWCOMER_PACE = 30
"""From `WAKING` on, a newcomer comes each time that it has gone on by this. Tuned (X9)."""

NEWCOMER_GROWTH = 40
"""Percent by which each further newcomer of a floor is stronger than the first. Tuned (X9)."""

MOST_NEWCOMERS = 6
"""Newcomers alive at a time."""

TURNS_PER_HP, TURNS_PER_POINT = 3, 2
"""Turns left that heal 1 HP on the stairs, and that score a point on the last ones. Tuned (X9)."""

HP_PER_POINT = 5
"""HP that those turns could heal beyond the maximum, for each point that they score."""


NO_GAIN = "no gold, experience or HP"
"""What newcomers bring: not even blood to a vampire (Y8)."""


def _interruption(name: str, text: str, what_it_means: str) -> ExpansionEvent:
    spoken = f"{text}: {what_it_means}."
    return ExpansionEvent(name, f"{text}.", spoken, effect=Effect.HARM, interrupts=True)


STIRS = _interruption("clock.stirs", "The dungeon stirs", f"leave before it wakes at {WAKING}")
WAKES = _interruption(
    "clock.wakes", "The dungeon wakes", f"newcomers hunt you, and bring {NO_GAIN}"
)
MARKS = ((STIRRING, STIRS), (WAKING, WAKES))


@define(eq=False)
class Clock:
    """What the clock of this floor shows, and the points for turns left on it and those before.

    Of the turn that was played, and no part of the state: whether enemies were frozen in it, and
    the newcomers that came into sight.
    """

    count: int = 0
    points: int = 0
    was_frozen: bool = field(default=False, init=False)
    shown_newcomers: Sequence[Enemy] = field(default=(), init=False)

    def copy(self) -> "Clock":
        return evolve(self)

    def digest_parts(self) -> object:
        return self.count, self.points

    @property
    def turns_left(self) -> int:
        """The turns that are left until the dungeon wakes."""
        return max(0, WAKING - self.count)


def _newcomers_due(count: int) -> int:
    return 0 if count < WAKING else 1 + (count - WAKING) // NEWCOMER_PACE


def _begin_turn(game: GameState, _events: Sequence[Event]) -> Iterable[Event]:
    """Forget what the last turn showed: a step may take no turn (Y33)."""
    part_of(game, Clock).shown_newcomers = ()
    return ()


def _note_freeze(game: GameState) -> Iterable[Event]:
    """Note before the enemies' phase whether it is a frozen one: that may end with it."""
    part_of(game, Clock).was_frozen = game.enemies_frozen
    return ()


def _tick(game: GameState) -> Sequence[Event]:
    """Let the clock go on, and let newcomers in; each mark counts once (X113, Y40)."""
    clock = part_of(game, Clock)
    before = clock.count
    clock.count += FROZEN_PACE if clock.was_frozen else 1
    if clock.count < STIRRING:
        return ()  # nobody has come yet
    due = _newcomers_due(clock.count)
    if due > _newcomers_due(before):
        _let_newcomer_in(game, due, game.dice.fork(f"clock {game.depth} newcomer {due}"))
    clock.shown_newcomers = _note_newcomers_in_sight(game)
    marks = [event for mark, event in MARKS if before < mark <= clock.count]
    return [*marks, *_tell_of_compass(game)] if STIRS in marks else marks


def _tell_of_compass(game: GameState) -> Iterator[Event]:
    """Tell where who has the compass is, if seen (X109), while the stairs are still hidden."""
    floor, board, here = game.floor, game.floor.board, game.floor.hero_cell
    for cell, enemy in floor.enemies.items():
        is_known = COMPASS in enemy.carries and game.sees(cell)
        if is_known and are_stairs_hidden(game):
            blocks, way = blocks_between(board, here, cell), nearest_direction(board, here, cell)
            text = f"The {enemy.kind.name} with the compass is {blocks} blocks to the {way.name}."
            yield ExpansionEvent("clock.compass", text)


def _let_newcomer_in(game: GameState, number: int, dice: Dice) -> None:
    """Put a newcomer on the free tile out of the PC's sight that is farthest from it (X113).

    The first of a floor is as strong as others there, and each further one stronger.
    """
    floor = game.floor
    alive = [enemy for enemy in floor.enemies.values() if NEWCOMER in enemy.facts]
    kinds = [kind for kind in game.rules.enemy_spawn_table if not kind.sells]
    if len(alive) < MOST_NEWCOMERS and kinds and (cells := farthest_hidden_tiles(floor)):
        kind = game.kind_here(dice.pick(kinds)).stronger_by(NEWCOMER_GROWTH * (number - 1))
        enemy = Enemy(as_newcomer(kind))
        enemy.set_fact(NEWCOMER, 1)
        begin_hunt(game, enemy)
        place_newcomer(floor, dice.pick(cells), enemy)


@lru_cache(maxsize=1024)
def as_newcomer(kind: EnemyKind) -> EnemyKind:
    """Return a kind that brings nothing: no gold, experience or HP (X113, Y8)."""
    return evolve(kind, loot=no_loot, experience=0, brings_nothing=True)


def farthest_hidden_tiles(floor: Floor) -> list[Cell]:
    """Return the free tiles out of the PC's line of sight with the longest way to it."""
    board, edge = floor.board, 1 << floor.hero_cell
    left = board.walkable & ~edge
    hidden = free_tiles(floor) & ~visible_from(board, floor.hero_cell)
    farthest = CellSet(0)
    while edge:
        farthest = edge & hidden or farthest
        edge = grow(edge, board.stride) & left
        left ^= edge
    return list(CellArea(farthest, len(board.terrain)))


_WAS_SEEN = "seen"
"""The fact of a newcomer that has come into sight."""


def _note_newcomers_in_sight(game: GameState) -> Sequence[Enemy]:
    """Return the newcomers that have come into sight for the first time."""
    floor = game.floor
    unseen = [
        cell
        for cell, enemy in floor.enemies.items()
        if (facts := enemy.facts) is not NO_NUMBERS and NEWCOMER in facts and _WAS_SEEN not in facts
    ]
    if not unseen:
        return ()
    in_sight = list(filter(game.sees, unseen))  # most lie in a fog: no lines to them are drawn
    in_line = cells_in_line_of_sight(floor.board, floor.hero_cell, in_sight)
    seen = [floor.enemies[cell] for cell in in_line]
    for enemy in seen:
        enemy.set_fact(_WAS_SEEN, 1)
    return seen


def _stop_for_newcomer(game: GameState) -> str:
    newcomers = part_of(game, Clock).shown_newcomers
    if not newcomers:
        return ""
    told = [
        f"{enemy.kind.name}, {enemy.hp} HP, "
        f"{max_damage_per_turn([enemy], game.hero, game.blows)} HP a turn at worst"
        for enemy in newcomers
    ]
    return f"Stopped: a newcomer is in sight: {'; '.join(told)}."


def _rest_on_stairs(game: GameState) -> Iterator[Event]:
    """Heal the PC for the turns left; on the last stairs, and beyond the maximum, score (X114)."""
    clock = part_of(game, Clock)
    left, gained = clock.turns_left, 0
    if game.depth == game.rules.floor_count:
        points = left // TURNS_PER_POINT
    else:
        gained = game.hero.heal_within(left // TURNS_PER_HP)
        points = (left // TURNS_PER_HP - gained) // HP_PER_POINT
    clock.points += points
    if points:
        scored = f"early, for {count_text(points, 'point')}"
        yield ExpansionEvent("clock.scored", f"PC leaves {scored}.", f"You leave {scored}.")
    if gained:
        yield ExpansionEvent(
            "clock.rested",
            f"PC rests on the stairs and regains {gained} HP.",
            f"You rest on the stairs and regain {gained} HP.",
            effect=Effect.GAIN,
        )


def _wind_up(game: GameState, _dice: Dice) -> None:
    clock = part_of(game, Clock)
    clock.count, clock.shown_newcomers = 0, ()


def deadlines(game: GameState) -> Iterable[tuple[int, str]]:
    left = part_of(game, Clock).turns_left
    return [(left, "the dungeon wakes")] if left else []


def _way_out(game: GameState) -> str:
    """Return what known stairs would heal now, unless they are the last (X114)."""
    rested = game.hero.copy()
    gained = rested.heal_within(part_of(game, Clock).turns_left // TURNS_PER_HP)
    is_open = GameView(game).known_stairs and game.depth < game.rules.floor_count
    return f"the stairs heal {gained}" if is_open and gained else ""


def clock_row(game: GameState) -> Iterable[str]:
    count = part_of(game, Clock).count
    return (f"Clock: {count} of {WAKING}" if count < WAKING else "Clock: awake",)


def short_clock_row(game: GameState) -> Iterable[str]:
    count = part_of(game, Clock).count
    return (f"Clock {count}" if count < WAKING else "Clock awake",)


def _note_newcomer(game: GameState, cell: Cell) -> Iterable[str]:
    is_newcomer = NEWCOMER in game.floor.enemies[cell].facts
    return (f"It came when the dungeon woke, and brings you {NO_GAIN}.",) if is_newcomer else ()


CLOCK = Expansion(
    name="clock",
    version=8,
    sentence="Leave a floor early and be healed; stay, and be hunted.",
    new_part=Clock,
    floors=FloorHooks(on_floor=_wind_up, fair_arrival=True, on_leaving=_rest_on_stairs),
    turns=TurnHooks(
        after_action=_begin_turn,
        before_enemies=_note_freeze,
        after_turn=_tick,
        stops=_stop_for_newcomer,
        score_bonus=lambda game: part_of(game, Clock).points,
        score_reason="for turns left on the clocks",
    ),
    texts=TextHooks(
        status_rows=clock_row,
        short_rows=short_clock_row,
        widest_rows=(f"Clock: {WAKING} of {WAKING}", "Clock awake"),
        enemy_notes=_note_newcomer,
        deadlines=deadlines,
        way_out=_way_out,
        figures=(Figure("clock", 0, WAKING, lambda game: part_of(game, Clock).count),),
        hints=(
            ExpansionHint(
                "clock",
                "Turns left on the clock heal you on the stairs, or score.",
                lambda game: game.hero.hp < game.hero.full_hp,
            ),
        ),
        help_notes=(
            f"The clock of a floor counts turns, one with enemies frozen as {FROZEN_PACE}.",
            f"Leave before {WAKING}: every {TURNS_PER_HP} turns left heal 1 HP on the stairs.",
            f"Every {HP_PER_POINT} HP that you do not need score a point.",
            (
                f"At {WAKING} the dungeon wakes: then, and every {NEWCOMER_PACE} turns, somebody "
                f"comes for you, each {NEWCOMER_GROWTH} percent stronger than the first."
            ),
        ),
    ),
)
