"""Gear: a barrier suit that halves damage, and a compass on every floor (X60, X61)."""

from collections.abc import Collection, Iterable, Iterator, Sequence

from attrs import define, evolve, field

from cc3k.content.spawn import spawn_guarded
from cc3k.engine.blows import Blow, BlowRule, BlowStage
from cc3k.engine.board import STAIRS_GLYPH, WALKABLE, Cell
from cc3k.engine.dice import Dice
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
from cc3k.engine.floor import NO_CELL, Floor
from cc3k.engine.game import GameState
from cc3k.engine.items import Trinket
from cc3k.engine.running_game import part_of
from cc3k.engine.sight import Sight

GUARDIAN = "dragon"

SUIT = Trinket("barrier suit", "B", "worn, it takes half of each blow", guardian=GUARDIAN)
COMPASS = Trinket("compass", "C", "shows where the stairs of this floor are")

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


LOOK_ANEW = -1
"""A value of `item_changes` that no floor has."""


@define(eq=False)
class Outfit:
    """The gear of a game: where the suit is, and what the PC has.

    `suit_depth` is the floor on which the suit is spawned, 0 if it is drawn or there is none. All
    that is said of the compass is about the one on this floor. `arrival_cell` is where the PC
    arrived: the stairs of a furnished floor are never in that chamber. `item_changes` is the
    floor's count when the compass was last looked for, to avoid looking again.
    """

    suit_depth: int = 0
    has_suit: bool = False
    has_compass: bool = False
    is_dropped: bool = False
    arrival_cell: Cell = NO_CELL
    item_changes: int = field(default=LOOK_ANEW, init=False)

    def copy(self) -> "Outfit":
        return evolve(self)

    def digest_parts(self) -> object:
        compass = (self.has_compass, self.is_dropped)
        return self.suit_depth, self.has_suit, compass, self.arrival_cell

    def learns_of_drop(self, floor: Floor) -> bool:
        """Tell whether the compass has just appeared on the floor; look only if items changed."""
        if self.is_dropped or floor.item_changes == self.item_changes:
            return False
        self.item_changes = floor.item_changes
        self.is_dropped = COMPASS in floor.items.values()
        return self.is_dropped


def furnish_floor(game: GameState, dice: Dice) -> None:
    """Spawn the suit if this is its floor, and give the compass to a random enemy.

    The floor of the suit is picked on the first floor. If a layout draws a compass on a floor, it
    is the only one there.
    """
    outfit, floor = part_of(game, Outfit), game.floor
    outfit.has_compass, outfit.item_changes = False, LOOK_ANEW
    outfit.arrival_cell = floor.hero_cell
    if game.depth == 1:
        outfit.suit_depth = _draw_suit_depth(game, dice)
    if game.depth == outfit.suit_depth:
        guardian = game.kind_here(game.rules.enemy_kind_named(GUARDIAN))
        spawn_guarded(floor, SUIT, guardian, dice)
    outfit.is_dropped = COMPASS in floor.items.values()
    if floor.enemies and not outfit.is_dropped:  # each enemy is equally likely to have it
        enemy = floor.enemies[dice.pick(sorted(floor.enemies))]
        enemy.carries = (*enemy.carries, COMPASS)


def _draw_suit_depth(game: GameState, dice: Dice) -> int:
    """Pick one of the floors furnished at random; return 0 if a layout has a suit."""
    layouts = game.floor_layouts[: game.rules.floor_count]
    if any(mark == SUIT.mark for layout in layouts for _, mark in layout.marks):
        return 0
    drawn = [depth for depth, layout in enumerate(layouts, start=1) if layout.marks]
    furnished = [depth for depth in range(1, game.rules.floor_count + 1) if depth not in drawn]
    return dice.pick(furnished) if furnished else 0


DROPPED = (ExpansionEvent("gear.dropped", "The compass drops (C).", "It drops the compass (C)."),)


def put_on_gear(game: GameState, events: Sequence[Event]) -> Iterable[Event]:
    taken = [event.trinket for event in events if isinstance(event, TookTrinket)]
    outfit = part_of(game, Outfit)
    drops = DROPPED if outfit.learns_of_drop(game.floor) else ()
    return (*drops, *_put_on(game, outfit, taken)) if taken else drops


def _put_on(game: GameState, outfit: Outfit, taken: Sequence[str]) -> Iterator[Event]:
    for name in taken:
        if name == SUIT.name:
            outfit.has_suit = True
            game.hero.set_fact(SUIT_LEFT, game.hero.facts.get(SUIT_LEFT, 0) + SUIT_HP)
            yield ExpansionEvent(
                "gear.worn",
                f"PC wears the barrier suit: it takes half of each blow, {SUIT_HP} HP in all.",
                f"You put it on: it takes half of each blow, {SUIT_HP} HP in all.",
                effect=Effect.GAIN,
            )
    if COMPASS.name in taken:
        outfit.has_compass = True
        yield ExpansionEvent(
            "gear.read", "The compass shows the stairs.", "It shows where the stairs are."
        )


def is_compass_missing(floor: Floor) -> bool:
    return floor.is_carried(COMPASS) or COMPASS in floor.items.values()


def show_by_compass(game: GameState, sight: Sight) -> Sight:
    """Show the stairs to a PC with the compass, and hide them from any other.

    They are not hidden if the compass is lost or there is none, nor if a layout draws them in a
    wall, where a floor tile would give them away.
    """
    floor, cell = game.floor, game.floor.stairs_cell
    if part_of(game, Outfit).has_compass:
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
    """Draw again what the player cannot know: the places of suit and stairs."""
    floor, outfit = game.floor, part_of(game, Outfit)
    _deal_suit(game, dice)
    if game.sight.stairs_cell != NO_CELL or not is_compass_missing(floor):
        return
    _deal_stairs(floor, outfit, dice)


def hide_unseen_gear(game: GameState, dice: Dice) -> None:
    """Remove hidden stairs from a copy to look at, and draw the place of the suit again."""
    floor = game.floor
    _deal_suit(game, dice)
    if game.sight.stairs_cell != NO_CELL:
        return
    hidden = floor.stairs_cell
    for cell, enemy in floor.enemies.items():
        if hidden in enemy.guarded_cells:
            others = tuple([post for post in enemy.guarded_cells if post != hidden])
            floor.assign_guard(cell, others)
    floor.place_stairs(NO_CELL)


def _deal_suit(game: GameState, dice: Dice) -> None:
    outfit = part_of(game, Outfit)
    below = range(game.depth + 1, game.rules.floor_count + 1)
    is_here = outfit.suit_depth == game.depth and not outfit.has_suit
    is_seen = SUIT in game.sight.items.values()
    if outfit.suit_depth in below or (is_here and below and not is_seen):
        outfit.suit_depth = dice.pick(below)


def _deal_stairs(floor: Floor, outfit: Outfit, dice: Dice) -> None:
    """Move the stairs to a free tile outside the chamber in which the PC arrived (R26).

    Guarded stairs stay beside their guard, whom the player sees.
    """
    guard = floor.guardian_by_cell.get(floor.stairs_cell)
    posts = [cell for cell, enemy in floor.enemies.items() if enemy is guard]
    if posts:
        choices = [floor.free_neighbours(post) for post in posts]
    else:
        arrival = floor.board.chamber_index.get(outfit.arrival_cell)
        numbered = enumerate(floor.board.chambers)
        others = [tiles for number, tiles in numbered if number != arrival]
        choices = [list(filter(floor.is_free, tiles)) for tiles in others]
    free = list(filter(None, choices))
    if free:
        floor.place_stairs(dice.pick(dice.pick(free)))
        for post in posts:
            floor.assign_guard(post, (floor.stairs_cell,))


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
    return game.sight.stairs_cell == NO_CELL


COMPASS_IS_CARRIED = (
    "The stairs are hidden. Any living enemy, also a merchant, may carry the compass."
)
COMPASS_LIES_HERE = "The stairs are hidden. The compass (C) that lies on this floor shows them."


def tell_of_hidden_stairs(game: GameState) -> str:
    if game.sight.stairs_cell != NO_CELL or not is_compass_missing(game.floor):
        return ""
    return COMPASS_LIES_HERE if COMPASS in game.sight.items.values() else COMPASS_IS_CARRIED


def chamber_of_arrival(game: GameState) -> Collection[Cell]:
    """Return the tiles seen of the chamber where the PC arrived, which never has the stairs.

    There are none on a drawn floor, whose stairs may be anywhere, nor on one with one chamber. Only
    tiles seen count, if seen ones join them to where the PC arrived.
    """
    if not game.is_furnished or len(game.floor.board.chambers) == 1:
        return ()
    board, cell = game.sight.board, part_of(game, Outfit).arrival_cell
    number = board.chamber_index.get(cell)
    return () if number is None else board.chambers[number]


def may_peaceful_enemy_carry(game: GameState) -> bool:
    visible = game.sight.visible
    return are_stairs_hidden(game) and any(
        not enemy.is_hostile_to(game.hero) and (visible is None or cell in visible)
        for cell, enemy in game.floor.enemies.items()
    )


MOST_SHOWN = 9_999
"""Upper bound of the figure for programs, far above what suits take in any game."""

GEAR = Expansion(
    name="gear",
    version=2,
    sentence="Win a suit that halves damage, and a compass on every floor.",
    new_part=Outfit,
    rows=Rows(trinkets=(SUIT, COMPASS)),
    floors=FloorHooks(
        on_floor=furnish_floor, deal_anew=deal_gear_anew, hide_unseen=hide_unseen_gear
    ),
    turns=TurnHooks(after_action=put_on_gear),
    fights=FightHooks(blows=(BlowRule(BlowStage.ARMOUR, wear_down),)),
    sight=SightHooks(
        limit_sight=show_by_compass,
        sees_cell=lambda _game, _cell: True,  # it hides only the stairs
        hidden_stairs_note=tell_of_hidden_stairs,
        cells_without_stairs=chamber_of_arrival,
    ),
    texts=TextHooks(
        status_rows=gear_row,
        short_rows=short_gear_row,
        figures=(
            Figure("suit", 0, MOST_SHOWN, suit_left),
            Figure("compass", 0, 1, lambda game: part_of(game, Outfit).has_compass),
        ),
        hints=(
            ExpansionHint(
                "gear",
                "The stairs are hidden: one enemy of each floor, of any kind, carries a compass "
                "(C) that shows them, and drops it when slain. On one floor a dragon guards a "
                "barrier suit (B).",
                are_stairs_hidden,
            ),
            ExpansionHint(
                "gear without compass",
                "The merchant may have the compass: slay all others first. Or do without: the "
                "stairs look like floor, never in the chamber where you arrived. Walk onto them.",
                may_peaceful_enemy_carry,
            ),
        ),
        help_notes=(
            "Any enemy may carry the compass (C), a merchant, too. It drops it when you slay it.",
            "Stairs that are not known look like floor: walk onto them, and you go down.",
            "They are never in the chamber where you arrive.",
        ),
    ),
)
"""A barrier suit a game, and a compass a floor."""
