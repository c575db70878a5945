"""Gear: suits that take half of each blow, and a compass on every floor (X88, X89)."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, partial

from attrs import define, evolve, field

from cc3k.content.spawn import spawn_guarded
from cc3k.engine.board import STAIRS_GLYPH, WALKABLE, Board, Cell, CellArea, blocks_between
from cc3k.engine.combat import Blow, BlowRule, BlowStage
from cc3k.engine.dice import Dice
from cc3k.engine.enemies import Enemy
from cc3k.engine.events import Effect, Event, ExpansionEvent, TookTrinket
from cc3k.engine.expansion import (
    Expansion,
    ExpansionHint,
    FightHooks,
    Figure,
    FloorHooks,
    Rows,
    SightHooks,
    TextHooks,
    TurnHooks,
)
from cc3k.engine.floor import NO_CELL, Floor, Sight
from cc3k.engine.game import GameState
from cc3k.engine.items import Trinket
from cc3k.engine.running_game import part_of
from cc3k.engine.view import GameView
from cc3k.expansions.field_of_view import cells_in_line_of_sight, is_in_line_of_sight

GUARDIAN = "dragon"

SUIT = Trinket("barrier suit", "B", "worn, it takes half of each blow", guardian=GUARDIAN)
COMPASS = Trinket("compass", "C", "shows where the stairs of this floor are", is_in_view=True)

SUIT_HP = 120
"""HP of blows that a suit takes before it breaks."""

SUIT_LEFT = "suit"
"""The fact of a hero in a suit: the HP that it can still take."""


def wear_down(blow: Blow) -> int:
    """Let the suit take half of a blow at the PC, rounded down, as long as it lasts (X88)."""
    hero, left = blow.hero, blow.hero.facts.get(SUIT_LEFT, 0)
    if blow.defender is not None or not left:
        return blow.damage
    taken = min(blow.damage // 2, left)
    hero.set_fact(SUIT_LEFT, left - taken)
    if taken == left:
        blow.told.append(BROKEN)
    return blow.damage - taken


BROKEN = ExpansionEvent("gear.broke", "PC's suit breaks.", "Your suit breaks.", effect=Effect.HARM)


SUIT_FLOORS = 3
"""There is a suit on every floor whose number this divides."""

ONLY_SUIT_DEPTH = 2
"""The floor of the suit in a game of fewer floors."""

FINDING_BLOCKS = 2
"""The PC finds hidden stairs that it sees within this many blocks."""

LOOK_ANEW = -1
"""A value of `item_changes` that no floor has."""


@define(eq=False)
class Outfit:
    """What the PC knows of the stairs of this floor, and of the compass that shows them.

    `arrival_cell` is where the PC arrived: the stairs of a furnished floor are never in that
    chamber. `trail` has a bit for each cell where the PC has been. `item_changes` is the floor's
    count when the compass was last looked for, to avoid looking again.
    """

    has_compass: bool = False
    has_found_stairs: bool = False
    is_dropped: bool = False
    arrival_cell: Cell = NO_CELL
    trail: int = 0
    item_changes: int = field(default=LOOK_ANEW, init=False)

    def copy(self) -> "Outfit":
        return evolve(self)

    def digest_parts(self) -> object:
        compass = (self.has_compass, self.has_found_stairs, self.is_dropped)
        return compass, self.arrival_cell, f"{self.trail:x}"

    def sees_drop(self, game: GameState) -> bool:
        """Tell whether the compass has just dropped in sight; look only if items changed."""
        floor = game.floor
        if self.is_dropped or floor.item_changes == self.item_changes:
            return False
        self.item_changes = floor.item_changes
        cells = [cell for cell, item in floor.items.items() if item == COMPASS]
        self.is_dropped = bool(cells)
        return any(map(game.sees, cells))


def furnish_floor(game: GameState, dice: Dice) -> None:
    """Spawn the suit if this is its floor, and give the compass to somebody who may carry it.

    If a layout draws a compass on a floor, it is the only one there.
    """
    outfit, floor = part_of(game, Outfit), game.floor
    outfit.has_compass = outfit.has_found_stairs = False
    outfit.item_changes, outfit.arrival_cell, outfit.trail = LOOK_ANEW, floor.hero_cell, 0
    if game.is_furnished and is_suit_depth(game.depth, game.rules.floor_count):
        guardian = game.kind_here(game.rules.enemy_kind_named(GUARDIAN))
        spawn_guarded(floor, SUIT, guardian, dice)
    outfit.is_dropped = COMPASS in floor.items.values()
    able = [cell for cell in sorted(floor.enemies) if floor.enemies[cell].kind.may_carry]
    if able and not outfit.is_dropped:
        enemy = floor.enemies[dice.pick(able)]
        enemy.carries = (*enemy.carries, COMPASS)
    find_stairs(game, outfit)


def is_suit_depth(depth: int, floor_count: int) -> bool:
    """Tell whether a floor has a suit: every third one, the second if there are fewer (X88)."""
    few = floor_count < SUIT_FLOORS
    return depth == ONLY_SUIT_DEPTH if few else depth % SUIT_FLOORS == 0


def find_stairs(game: GameState, outfit: Outfit) -> None:
    """Note where the PC is, and whether it sees the stairs from there (X89)."""
    floor, outfit.trail = game.floor, outfit.trail | 1 << game.floor.hero_cell
    cell, board = floor.stairs_cell, floor.board
    if outfit.has_found_stairs or cell == NO_CELL:
        return
    if blocks_between(board, floor.hero_cell, cell) <= FINDING_BLOCKS:
        is_in_line = is_in_line_of_sight(board, floor.hero_cell, cell)
        outfit.has_found_stairs = is_in_line and game.sees(cell)


DROPPED = (ExpansionEvent("gear.dropped", "The compass drops (C).", "It drops the compass (C)."),)


def put_on_gear(game: GameState, events: Sequence[Event]) -> Iterable[Event]:
    taken = [event.trinket for event in events if isinstance(event, TookTrinket)]
    outfit = part_of(game, Outfit)
    find_stairs(game, outfit)
    drops = DROPPED if outfit.sees_drop(game) else ()
    return (*drops, *_put_on(game, outfit, taken)) if taken else drops


def _put_on(game: GameState, outfit: Outfit, taken: Sequence[str]) -> Iterator[Event]:
    for name in taken:
        if name == SUIT.name:
            game.hero.set_fact(SUIT_LEFT, game.hero.facts.get(SUIT_LEFT, 0) + SUIT_HP)
            yield ExpansionEvent(
                "gear.worn",
                f"PC wears the barrier suit: it takes half of each blow, {SUIT_HP} HP in all.",
                f"You put it on: it takes half of each blow, {SUIT_HP} HP in all.",
                effect=Effect.GAIN,
                deed="put on a barrier suit",
            )
    if COMPASS.name in taken:
        outfit.has_compass = True
        yield ExpansionEvent(
            "gear.read", "The compass shows the stairs.", "It shows where the stairs are."
        )


def is_compass_missing(floor: Floor) -> bool:
    return floor.is_carried(COMPASS) or COMPASS in floor.items.values()


def show_by_compass(game: GameState, sight: Sight) -> Sight:
    """Show the stairs to a PC that has found them or the compass, and hide them from any other.

    They are not hidden if the compass is lost or there is none, nor if a layout draws them in a
    wall, where a floor tile would give them away. Found stairs show in a fog as well.
    """
    floor, cell, outfit = game.floor, game.floor.stairs_cell, part_of(game, Outfit)
    if outfit.has_compass or outfit.has_found_stairs:
        return _with_glyph(sight, cell, STAIRS_GLYPH, known=cell)
    terrain = floor.board.terrain[cell]
    if terrain not in WALKABLE or not is_compass_missing(floor):
        return sight
    return _with_glyph(sight, cell, terrain, known=NO_CELL)


def _with_glyph(sight: Sight, cell: Cell, glyph: int, known: Cell) -> Sight:
    """Return a sight with that glyph on the cell of the stairs, and whether they are known.

    A cell that was never seen stays blank. Nobody ever stands on stairs.
    """
    shown, glyphs = sight.glyphs[cell], sight.glyphs
    if shown != glyph and (shown == STAIRS_GLYPH or known == cell):
        glyphs = bytearray(glyphs)
        glyphs[cell] = glyph
    return evolve(sight, glyphs=glyphs, stairs_cell=known)


def deal_gear_anew(game: GameState, dice: Dice) -> None:
    """Draw again the place of stairs that the player does not know.

    In a fog, a compass that was never seen is with somebody, wherever it may be.
    """
    floor, outfit, sight = game.floor, part_of(game, Outfit), game.sight
    are_hidden = sight.stairs_cell == NO_CELL
    if sight.seen is not None:
        outfit.is_dropped = outfit.has_compass or COMPASS in floor.items.values()
        if are_hidden and not (outfit.is_dropped or floor.is_carried(COMPASS)):
            floor.carried = (*floor.carried, COMPASS)
    if are_hidden and is_compass_missing(floor):
        _deal_stairs(floor, outfit, dice)


def hide_unseen_gear(game: GameState, _dice: Dice) -> None:
    """Remove hidden stairs from a copy to look at."""
    floor = game.floor
    if floor.stairs_cell == NO_CELL or game.sight.stairs_cell != NO_CELL:
        return
    hidden = floor.stairs_cell
    for cell, enemy in floor.enemies.items():
        if hidden in enemy.guarded_cells:
            others = tuple([post for post in enemy.guarded_cells if post != hidden])
            floor.assign_guard(cell, others)
    floor.place_stairs(NO_CELL)


def _deal_stairs(floor: Floor, outfit: Outfit, dice: Dice) -> None:
    """Move the stairs to a free tile outside the chamber in which the PC arrived (R26).

    The PC would have found them where it has been near. Guarded stairs stay beside their guard,
    whom the player sees.
    """
    guard = floor.guardian_by_cell.get(floor.stairs_cell)
    posts = [cell for cell, enemy in floor.enemies.items() if enemy is guard]
    if posts:
        choices = [floor.free_neighbours(post) for post in posts]
    else:
        arrival = floor.board.chamber_index.get(outfit.arrival_cell)
        numbered = enumerate(floor.board.chambers)
        others = [tiles for number, tiles in numbered if number != arrival]
        choices = floor.free_tiles_by_chamber(others)
    searched = _searched_cells(floor.board, outfit.trail)
    free = list(filter(None, [[at for at in tiles if at not in searched] for tiles in choices]))
    if free:
        floor.place_stairs(dice.pick(dice.pick(free)))
        for post in posts:
            floor.assign_guard(post, (floor.stairs_cell,))


def _searched_cells(board: Board, trail: int) -> set[Cell]:
    """Return the cells within two blocks and in sight of where the PC has been."""
    been = CellArea(trail, len(board.terrain))
    return set().union(*[_cells_searched_from(board, cell) for cell in been])


@lru_cache(maxsize=4096)
def _cells_searched_from(board: Board, cell: Cell) -> frozenset[Cell]:
    blocks = range(-FINDING_BLOCKS, FINDING_BLOCKS + 1)
    near = [cell + down * board.stride + right for down in blocks for right in blocks]
    inside = [at for at in near if 0 <= at < len(board.terrain)]
    return frozenset(cells_in_line_of_sight(board, cell, inside))


def unsearched_cells(game: GameState) -> list[Cell]:
    """Return the seen tiles where hidden stairs may be, which is never where the PC arrived (R26).

    On a drawn floor they may be there, too.
    """
    if not tell_of_hidden_stairs(game):
        return []
    view, outfit = GameView(game), part_of(game, Outfit)
    board, searched = view.board, _searched_cells(game.floor.board, outfit.trail)
    arrival = board.chamber_index.get(outfit.arrival_cell) if game.is_furnished else None
    chambers = [tiles for at, tiles in enumerate(board.chambers) if at != arrival]
    return [
        cell
        for tiles in chambers
        for cell in tiles
        if cell not in searched and cell not in view.items
    ]


def gear_row(game: GameState) -> list[str]:
    return [f"Gear: {', '.join(_items_had(game)) or 'none'}"]


def short_gear_row(game: GameState) -> list[str]:
    had = " ".join([item.capitalize() for item in _items_had(game)])
    return [had] if had else []


def suit_left(game: GameState) -> int:
    """Return the HP that the PC's suit can still take."""
    return game.hero.facts.get(SUIT_LEFT, 0)


def _items_had(game: GameState) -> list[str]:
    left = suit_left(game)
    had = [(f"suit {left}", bool(left)), (COMPASS.name, part_of(game, Outfit).has_compass)]
    return [item for item, has_it in had if has_it]


def are_stairs_hidden(game: GameState) -> bool:
    """Tell whether the player does not know the stairs: without the whole sight, if possible."""
    floor, outfit = game.floor, part_of(game, Outfit)
    if outfit.has_compass or outfit.has_found_stairs:
        return False
    is_on_ground = floor.board.terrain[floor.stairs_cell] in WALKABLE
    return (is_on_ground and is_compass_missing(floor)) or game.sight.stairs_cell == NO_CELL


COMPASS_IS_CARRIED = (
    "The stairs are hidden: one enemy, no dragon or merchant, has the compass, or let it fall."
)
COMPASS_LIES_HERE = "The stairs are hidden: the compass (C) that lies here shows them."


def tell_of_hidden_stairs(game: GameState) -> str:
    if game.sight.stairs_cell != NO_CELL or not is_compass_missing(game.floor):
        return ""
    return COMPASS_LIES_HERE if COMPASS in game.sight.items.values() else COMPASS_IS_CARRIED


def tell_unseen_drop(
    thing: Trinket, game: GameState, cell: Cell, enemy: Enemy
) -> Iterator[ExpansionEvent]:
    """Tell where a thing fell that an enemy carried, if it stood in sight and the thing does not.

    Nothing can lie in a passage, such as a dwarf digs.
    """
    items = game.floor.items
    if thing in enemy.carries and game.sees(cell):
        for at in [at for at, item in items.items() if item == thing and not game.sees(at)]:
            place = f"out of sight, {GameView(game).describe_way_to(at)}."
            told = f"The {thing.name} falls {place}"
            yield ExpansionEvent("gear.falls", told, concerns=enemy.kind.name)


MOST_SHOWN = 9_999
"""Upper bound of the figure for programs, far above what suits take in any game."""

GEAR = Expansion(
    name="gear",
    version=2,
    sentence="Suits that take half of each blow; a compass on every floor.",
    new_part=Outfit,
    rows=Rows(trinkets=(SUIT, COMPASS)),
    floors=FloorHooks(
        on_floor=furnish_floor, deal_anew=deal_gear_anew, hide_unseen=hide_unseen_gear
    ),
    turns=TurnHooks(after_action=put_on_gear, on_death=partial(tell_unseen_drop, COMPASS)),
    fights=FightHooks(blows=(BlowRule(BlowStage.ARMOUR, wear_down),)),
    sight=SightHooks(
        limit_sight=show_by_compass,
        hides_only_stairs=True,
        hidden_stairs_note=tell_of_hidden_stairs,
        unsearched_cells=unsearched_cells,
    ),
    texts=TextHooks(
        status_rows=gear_row,
        short_rows=short_gear_row,
        widest_rows=("Gear: suit 120, compass", "Suit 120 Compass"),
        figures=(
            Figure("suit", 0, MOST_SHOWN, suit_left),
            Figure("compass", 0, 1, lambda game: part_of(game, Outfit).has_compass),
        ),
        hints=(
            ExpansionHint(
                "gear",
                "The stairs are hidden: one enemy of the floor carries a compass (C) that shows "
                "them, and drops it when slain; a look at it says so. From two blocks away you "
                "see them without it.",
                are_stairs_hidden,
            ),
        ),
        help_notes=(
            "A barrier suit (B) takes half of each blow, until it has taken 120 HP.",
            "One enemy of a floor, no dragon or merchant, carries the compass (C); a look says so.",
            "Hidden stairs look like floor. You find them when you see them within two blocks.",
        ),
    ),
)
