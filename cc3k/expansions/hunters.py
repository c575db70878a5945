"""Hunters: enemies that notice the PC and follow it, and a freeze that runs out (X50-X52).

Before the enemies act, all hostile ones look for the PC. Then those that hunt it step nearer unless
they attack, and those outside of a chamber walk back into one.
"""

from collections.abc import Collection, Iterable, Iterator

from attrs import define, field

from cc3k.engine.actions import TOGGLE_FREEZE, ToggleFreeze
from cc3k.engine.board import TILE, Cell
from cc3k.engine.cell_areas import cell_set
from cc3k.engine.dice import Dice
from cc3k.engine.distance_maps import DistanceMap, free_tiles, map_distances
from cc3k.engine.enemies import Enemy
from cc3k.engine.enemy_phase import Behaviour, Stage, can_attack_hero
from cc3k.engine.events import ALL_ENEMIES, Event, ExpansionEvent
from cc3k.engine.expansion import (
    Expansion,
    ExpansionHint,
    Figure,
    FloorHooks,
    Rows,
    TextHooks,
    TurnHooks,
)
from cc3k.engine.floor import Floor
from cc3k.engine.game import GameState
from cc3k.engine.refusals import ExpansionRefusal
from cc3k.engine.running_game import part_of
from cc3k.expansions.field_of_view import cells_in_line_of_sight, is_in_line_of_sight

NOTICING_STEPS = 4
"""An enemy may notice the PC in its line of sight within this many steps. Tuned (X9)."""

HUNTING_TURNS = 5
"""Turns for which an enemy keeps hunting without sight of the PC. Tuned (X9)."""

FREEZE_TURNS = 200
"""Turns for which the enemies of a floor can be frozen. Tuned (X9)."""

USED_UP = ExpansionEvent(
    "hunters.thawed",
    "The freeze of this floor is used up. Enemies move again.",
    "The freeze of this floor is used up. Enemies move again.",
    ALL_ENEMIES,
)
NO_FREEZE_LEFT = ExpansionRefusal(
    "PC cannot freeze enemies: the freeze of this floor is used up.",
    "You cannot freeze enemies: the freeze of this floor is used up.",
)


@define(eq=False)
class Hunt:
    """For how many turns the enemies of this floor were frozen, and who walks in this turn."""

    turns_used: int = 0
    walkers: "_Walkers" = field(init=False)
    """Made anew in each turn: it is no part of the state."""

    def copy(self) -> "Hunt":
        return Hunt(self.turns_used)

    def digest_parts(self) -> int:
        return self.turns_used

    @property
    def turns_left(self) -> int:
        return FREEZE_TURNS - self.turns_used


def look_out(game: GameState) -> Iterator[Event]:
    """Let every enemy notice what it sees, and find out who hunts in this turn (X50)."""
    attackers = _attackers(game)
    watchers = attackers.union(_watching_cells(game.floor))
    if watchers:
        yield from _notice(game, watchers, attackers)
    hunters = _hunting_cells(game.floor, watchers) - attackers
    part_of(game, Hunt).walkers = _Walkers(game.floor, game.turn_dice, hunters, attackers)


def walking_cells(game: GameState) -> Collection[Cell]:
    """Return the cells of the enemies that walk: those that hunt, and those out of a chamber."""
    terrain, hunters = game.floor.board.terrain, part_of(game, Hunt).walkers.hunters
    return hunters.union([cell for cell in game.floor.enemies if terrain[cell] != TILE])


def hunt(game: GameState, cell: Cell, _enemy: Enemy) -> Iterable[Event] | None:
    """Step nearer to the PC, or back into a chamber (X50)."""
    walkers = part_of(game, Hunt).walkers
    if cell not in walkers.hunters and game.floor.board.terrain[cell] == TILE:
        return None
    return () if walkers.move(cell) else None


def _attackers(game: GameState) -> set[Cell]:
    floor = game.floor
    near = floor.board.neighbourhood[floor.hero_cell]
    if near.isdisjoint(floor.guardian_by_cell) and floor.enemies.keys().isdisjoint(near):
        return set()
    close = near | floor.stationary
    return {cell for cell in close.intersection(floor.enemies) if can_attack_hero(game, cell)}


def _notice(game: GameState, watchers: set[Cell], attackers: set[Cell]) -> Iterator[Event]:
    """Let enemies notice the PC: attackers always do, others half of the time (X50).

    The player is told if the enemy is in sight.
    """
    floor, hero, dice, enemies = game.floor, game.hero, game.turn_dice, game.floor.enemies
    unaware = [cell for cell in watchers - floor.stationary if not enemies[cell].hunting_turns]
    for cell in sorted(unaware):
        enemy = enemies[cell]
        if not enemy.is_hostile_to(hero):
            continue
        if cell in attackers:
            enemy.hunting_turns = HUNTING_TURNS
        elif is_in_line_of_sight(floor.board, floor.hero_cell, cell) and dice.flip_coin():
            enemy.hunting_turns = HUNTING_TURNS
            if game.sees(cell):
                yield _noticed(enemy)


def _watching_cells(floor: Floor) -> list[Cell]:
    """Return the cells of enemies that hunt, or are near enough to notice the PC."""
    stride, most = floor.board.stride, NOTICING_STEPS
    row, column = divmod(floor.hero_cell, stride)
    first, last = floor.hero_cell - most * (stride + 1), floor.hero_cell + most * (stride + 1)
    return [
        cell
        for cell, enemy in floor.enemies.items()
        if (
            first <= cell <= last
            and -most <= cell % stride - column <= most
            and -most <= cell // stride - row <= most
        )
        or enemy.hunting_turns
    ]


def _noticed(enemy: Enemy) -> Event:
    kind = enemy.kind
    return ExpansionEvent(
        "hunters.noticed",
        f"{kind.glyph} notices PC.",
        f"The {kind.name} notices you.",
        kind.name,
        spoken_plural=" notice you.",
    )


def _hunting_cells(floor: Floor, watchers: set[Cell]) -> set[Cell]:
    """Return the cells of the enemies that hunt in this turn, and count turns without sight."""
    enemies = floor.enemies
    hunters = {cell for cell in watchers if enemies[cell].hunting_turns}
    if not hunters:
        return hunters
    for cell in hunters:
        enemies[cell].hunting_turns -= 1
    for cell in cells_in_line_of_sight(floor.board, floor.hero_cell, hunters):
        enemies[cell].hunting_turns = HUNTING_TURNS
    return hunters


@define(eq=False)
class _Walkers:
    """The enemies that walk to a goal in this turn, by two maps, each made when needed (X52)."""

    floor: Floor
    dice: Dice
    hunters: set[Cell]
    attackers: set[Cell]
    _to_hero: DistanceMap | None = None
    _to_chambers: DistanceMap | None = None

    def move(self, cell: Cell) -> bool:
        """Move the enemy on a cell nearer to the PC, or back into a chamber, if it can.

        Return False if it roams instead: a hunter in a chamber without any way to the PC.
        """
        floor, options = self.floor, None
        if cell in floor.stationary:
            return False
        if cell in self.hunters:
            options = self._way_to_hero().steps_nearer(floor, cell)
        if options is None and floor.board.terrain[cell] != TILE:
            options = self._way_to_chambers().steps_nearer(floor, cell) or []
        if options:
            to = options[0] if len(options) == 1 else self.dice.pick(options)
            floor.move_enemy(cell, to)
        return options is not None

    def _way_to_hero(self) -> DistanceMap:
        """Return the map to the PC, round the enemies that attack it."""
        if self._to_hero is None:
            goal = cell_set([self.floor.hero_cell])
            self._to_hero = map_distances(self.floor, goal, self.hunters, self.attackers)
        return self._to_hero

    def _way_to_chambers(self) -> DistanceMap:
        if self._to_chambers is None:
            floor = self.floor
            terrain, staying = floor.board.terrain, floor.stationary
            outside = [at for at in floor.enemies if terrain[at] != TILE and at not in staying]
            self._to_chambers = map_distances(floor, free_tiles(floor), outside)
        return self._to_chambers


def _end_turn(game: GameState) -> Iterable[Event]:
    """Count a frozen turn; the freeze ends when this floor has none left (X51)."""
    if not game.enemies_frozen:
        return ()
    budget = part_of(game, Hunt)
    budget.turns_used += 1
    game.enemies_frozen = budget.turns_left > 0
    return () if game.enemies_frozen else (USED_UP,)


def _renew_freeze(game: GameState, _dice: Dice) -> None:
    part_of(game, Hunt).turns_used = 0


def _refuse_freeze(game: GameState, action: object) -> ExpansionRefusal | None:
    refused = isinstance(action, ToggleFreeze) and _all_refused(game)
    return NO_FREEZE_LEFT if refused else None


def _all_refused(game: GameState) -> tuple[ToggleFreeze, ...]:
    if game.enemies_frozen or part_of(game, Hunt).turns_used < FREEZE_TURNS:
        return ()
    return (TOGGLE_FREEZE,)


def _freeze_turns_left(game: GameState) -> int:
    return part_of(game, Hunt).turns_left


def _freeze_row(game: GameState) -> Iterable[str]:
    state = "on, " if game.enemies_frozen else ""
    return (f"Freeze: {state}{_freeze_turns_left(game)} of {FREEZE_TURNS} turns left",)


def _short_freeze_row(game: GameState) -> Iterable[str]:
    """Return the short row: the turns left; the HP row shows whether enemies are frozen."""
    return (f"Freeze {_freeze_turns_left(game)}",)


def _is_hunted(game: GameState) -> bool:
    visible = game.sight.visible
    return any(
        enemy.hunting_turns and (visible is None or cell in visible)
        for cell, enemy in game.floor.enemies.items()
    )


HUNTERS = Expansion(
    name="hunters",
    version=3,
    sentence=f"Enemies hunt you on sight; freeze them for {FREEZE_TURNS} turns a floor.",
    new_part=Hunt,
    rows=Rows(behaviours=(Behaviour(Stage.HUNT, hunt, among=walking_cells),)),
    floors=FloorHooks(on_floor=_renew_freeze, fair_arrival=True),
    turns=TurnHooks(
        refuses=_refuse_freeze,
        all_refused=_all_refused,
        before_enemies=look_out,
        after_turn=_end_turn,
        freeze_left=_freeze_turns_left,
    ),
    texts=TextHooks(
        status_rows=_freeze_row,
        short_rows=_short_freeze_row,
        figures=(Figure("freeze_left", 0, FREEZE_TURNS, _freeze_turns_left),),
        freeze_note=f"That lasts for {FREEZE_TURNS} turns of each floor at most.",
        help_notes=(
            (
                f"An enemy within {NOTICING_STEPS} steps that sees you may notice you, and then "
                "hunts you."
            ),
            (
                f"Out of its sight for {HUNTING_TURNS} turns, it gives up. Nobody follows you "
                "downstairs."
            ),
        ),
        hints=(
            ExpansionHint(
                "hunters",
                "An enemy has noticed you, and hunts you: its letter is underlined. It follows "
                "through doorways and passages. Fight it there, where they come one at a time; or "
                "take the stairs, nobody follows down there.",
                _is_hunted,
            ),
        ),
    ),
)
