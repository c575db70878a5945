"""Look: descriptions of a cell, of what is near, and of the whole floor."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from cc3k.engine.board import (
    DIRECTIONS,
    DOORWAY,
    PASSAGE,
    TILE,
    Board,
    Cell,
    CellArea,
    Direction,
    blocks_between,
    grow,
)
from cc3k.engine.enemies import Enemy, always_hostile
from cc3k.engine.game import GameState
from cc3k.engine.items import things_in_view
from cc3k.engine.states import AT_PEACE, CHARMED, TRUCE
from cc3k.engine.text import article, count_text
from cc3k.engine.view import GameView
from cc3k.play.foes import ROUNDING_ERROR, describe_odds, format_percent, hp_change, weigh
from cc3k.play.messages import capitalized, count_names, join_list, with_article
from cc3k.play.odds import OddsCalculator, OddsError
from cc3k.play.paths import find_steps

if TYPE_CHECKING:
    from cc3k.engine.expansion import Forecast

TERRAIN_NAMES = {
    TILE: "the floor of a chamber",
    DOORWAY: "a doorway",
    PASSAGE: "a passage",
    ord("\\"): "the stairs down",
    ord(" "): "solid rock",
}

STAIRS_NOT_SEEN = "The stairs down, which you have not seen yet."
"""Said where something else showed them, such as the compass."""

MAX_OUTLOOKS = 3
"""Places named from which more can be seen: the nearest ones."""


NEAR_STEPS = 4
"""Steps to the farthest cell that counts as near, past anybody in the way."""

EXITS = "Exits"

PLACE_NAMES = {TILE: "chamber", DOORWAY: "doorway", PASSAGE: "passage"}


def describe_cell(game: GameState, cell: Cell) -> list[str]:
    view = GameView(game)
    if not view.has_seen(cell):
        is_stairs = cell in view.known_stairs
        return [STAIRS_NOT_SEEN if is_stairs else "You have not seen what is there."]
    told = _describe_contents(game, view, cell)
    if view.is_in_sight(cell):
        return told
    enemy = view.remembered_enemies.get(cell)
    if enemy is not None:
        stays = view.enemies_frozen or cell in view.known_stationary
        since = "has not moved since" if stays else "may have gone since"
        told.append(f"You last saw {with_article(enemy.kind.name)} here, which {since}.")
    return [*told, "It is out of sight now."]


def _describe_contents(game: GameState, view: GameView, cell: Cell) -> list[str]:
    if cell == view.hero_cell:
        race = view.race.name.lower()
        has_plus = view.rules.expansions and view.race.max_hp is None
        more = [f"HP may rise above {view.race.hp}, as its + says."] if has_plus else []
        more += filter(None, [tell(game) for tell in view.rules.hooks.ahead])
        return [f"You, {article(race)} {race}: {view.race.trait}.", *more]
    if cell in view.enemies:
        return [*_describe_enemy(view, cell), *_add_expansions(game, view, cell)]
    if cell in (potions := view.potions):
        potion = potions[cell]
        if potion is None:
            return ["A potion of a kind you have not used yet."]
        return [f"{potion.full_name} ({potion.name}): {game.effect_text(potion)}."]
    told = TERRAIN_NAMES.get(view.terrain_at(cell), "a wall").capitalize()
    if pile := view.gold.get(cell):
        told = f"Gold: a {pile.name}, worth {pile.value}"
    elif trinket := view.trinkets.get(cell):
        told = f"{trinket.name.capitalize()}: {trinket.trait}"
    elif pedestal := view.pedestals.get(cell):
        in_sight = view.is_in_sight(cell)
        hooks = view.rules.hooks.thing_notes if in_sight else ()
        notes = [note for hook in hooks for note in hook(game, cell)]
        return [f"A pedestal with the {pedestal.name}: {pedestal.trait}.", *notes]
    return [f"{told}{', guarded' if view.is_guarded(cell) else ''}."]


def name_of_barrier(game: GameState, cell: Cell) -> str:
    """Return the name of a place that cannot be walked on, such as a wall; empty for any other.

    It is empty for unseen cells, too.
    """
    view = GameView(game)
    terrain = view.terrain_at(cell)
    if not view.has_seen(cell):
        return ""
    if terrain in view.rules.passable_glyphs or cell in view.enemies or cell == view.hero_cell:
        return ""
    return TERRAIN_NAMES.get(terrain, "a wall")


def ways_out(view: GameView) -> list[str]:
    """Return what could save a PC with few HP: what expansions say, and stairs it can reach.

    Potions, wands and freezes are those of expansions; without any, stairs are no news either.
    """
    ways = view.ways_out
    if view.rules.expansions and not barred_stairs_message(view):
        steps = len(find_steps(view, view.known_stairs) or ())
        ways += [f"{{stairs}} leaves in {count_text(steps, 'step')}"] * bool(steps)
    return ways


def way_past_potion(view: GameView, cell: Cell) -> str:
    """Return how a PC with a pack gets past the potion on a cell; empty where it has none."""
    if not view.can_carry_potions:
        return ""
    verb = view.pick_up_verb(cell)
    return f"; {verb} takes it" if verb else "; use or throw one of your full pack to take it"


def describe_hostility(view: GameView, enemy: Enemy) -> str:
    if CHARMED in enemy.statuses:
        return "it fights for you"
    if not view.is_hostile(enemy):
        if TRUCE in view.hero.statuses and enemy.kind.spawn_weight:
            return "at peace while the truce holds"
        whom = "it" if AT_PEACE in enemy.facts else "one of them"
        return f"peaceful until {whom} is attacked"
    if view.is_hunting(enemy):
        return "it hunts you"
    if enemy.kind.is_hostile is not always_hostile:
        return "hostile, since you attacked one of them"
    guarded = view.cells_guarded_by(enemy)
    things = {at: f"the {pile.name}" for at, pile in view.gold.items()}
    things |= {at: f"the {trinket.name}" for at, trinket in view.trinkets.items()}
    posts = {
        things.get(at) or TERRAIN_NAMES.get(view.terrain_at(at), "what it guards") for at in guarded
    }
    return f"strikes whoever is next to it or to {join_list(sorted(posts))}" if posts else "hostile"


def _describe_enemy(view: GameView, cell: Cell) -> Iterator[str]:
    enemy, kind = view.enemies[cell], view.enemies[cell].kind
    traits = dict.fromkeys((kind.trait, describe_hostility(view, enemy)))  # they may be the same
    yield (
        f"{kind.name.capitalize()}: {enemy.hp} of {kind.hp} HP, Atk {enemy.stats.attack}, "
        f"Def {enemy.stats.defence}; {'; '.join(traits)}."
    )
    for thing in things_in_view(enemy.carries):
        yield f"It carries the {thing.name}."
    odds = weigh(view, cell, OddsCalculator(view.rules), alone=True).odds
    yield "The odds of this fight cannot be computed." if odds is None else describe_odds(odds)


def _add_expansions(game: GameState, view: GameView, cell: Cell) -> Iterator[str]:
    """Yield what expansions know of an enemy, and the odds after what could be done to it first."""
    for each in view.rules.expansions:
        if each.texts.enemy_notes:
            yield from each.texts.enemy_notes(game, cell)
        if each.texts.forecasts:
            yield from _describe_forecasts(view, cell, each.texts.forecasts(game, cell))


def _describe_forecasts(
    view: GameView, cell: Cell, forecasts: "Iterable[Forecast]"
) -> Iterator[str]:
    """Yield the odds of each forecast that improves the fight.

    They include the turn that it takes, in which an enemy within reach attacks.
    """
    enemy, around = view.enemies[cell], view.board.neighbourhood[view.hero_cell]
    is_close = not around.isdisjoint((cell, *enemy.guarded_cells))
    odds = OddsCalculator(view.rules, terrain=view.terrain_at(view.hero_cell))
    try:
        now = odds.compute(view.hero, enemy)
        for each in forecasts:
            if not each.enemy.hp:
                yield f"{each.text} slays it."
                continue
            is_struck, told = is_close and each.strikes, ""
            then = odds.compute(view.hero, each.enemy, strikes_first=is_struck)
            better = then.win_chance - now.win_chance > ROUNDING_ERROR
            if better or now.mean_hp_lost - then.mean_hp_lost > ROUNDING_ERROR:
                mean = f"{hp_change(-round(then.mean_hp_lost))} on average"
                told = f" first: {format_percent(then.win_chance)}, {mean}"
            note = f"{';' if told else ':'} it {each.note}" if each.note else ""
            yield from [f"{each.text}{told}{note}."] if told or note else []
    except OddsError:
        return  # the fight itself says that nobody can compute them


def describe_nearby(game: GameState) -> str:
    view = GameView(game)
    return f"Near: {'; '.join(things_near(view)) or 'nothing'}.{_ways_on(view)}"


def things_near(view: GameView, *, has_exits: bool = True) -> list[str]:
    """Return what is a few steps away, and where, by kind, the nearest first."""
    at_hand, kinds = _cells_at_hand(view), _cells_by_kind(view)
    told = [cells for kind, cells in kinds.items() if has_exits or kind != EXITS]
    near = [[cell for cell in cells if cell in at_hand] for cells in told]
    return [thing for cells in near for thing in _describe_things(view, cells)]


def near_enemies(game: GameState) -> list[Cell]:
    """Return the cells of the enemies near, the nearest first; with none near, the nearest one."""
    view = GameView(game)
    at_hand, cells = _cells_at_hand(view), _by_distance(view, view.enemies)
    return [cell for cell in cells if cell in at_hand] or cells[:1]


def cells_of_interest(game: GameState) -> list[Cell]:
    """Return the cells to look at, a kind after the other, the nearest of each first.

    Enemies come first, then what lies on the ground, and the stairs. With expansions there is more
    of everything: the hostile come first, then pedestals, the stairs and things, then the others,
    and the PC last.
    """
    view = GameView(game)
    things = [*view.trinkets, *view.potions, *view.gold]
    kinds: tuple[Iterable[Cell], ...] = (view.enemies, things, view.known_stairs)
    if view.rules.expansions:
        hostile = [cell for cell, enemy in view.enemies.items() if view.is_hostile(enemy)]
        kinds = (
            hostile,
            view.pedestals,
            view.known_stairs,
            things,
            view.enemies,
            view.known_enemies,
            [view.hero_cell],
        )
    return [*dict.fromkeys([cell for kind in kinds for cell in _by_distance(view, kind)])]


def describe_floor(game: GameState) -> list[str]:
    """Return everything on the floor, a line per kind, the nearest of each first."""
    view = GameView(game)
    place = PLACE_NAMES.get(view.board.terrain[view.hero_cell], "wall")
    nothing = "none known" if view.is_limited else "none"
    kinds = [
        f"{kind}: {'; '.join(_describe_things(view, cells)) or nothing}."
        for kind, cells in _cells_by_kind(view).items()
    ]
    outlooks = _by_distance(view, view.outlooks)[:MAX_OUTLOOKS]
    places = [
        f"{PLACE_NAMES[view.board.terrain[at]]}, {view.describe_way_to(at)}" for at in outlooks
    ]
    unseen = [f"More can be seen from: {'; '.join(places)}."] * bool(places)
    return [f"You stand in a {place}.{_ways_on(view)}", *kinds, *unseen]


def describe_way(view: GameView, way: Direction) -> list[str]:
    """Return everything on the PC's side of the floor in a direction, a line per kind.

    What lies askew counts for the direction that it is nearer to; a diagonal has its quarter.
    """
    found = [
        f"{kind}: {'; '.join(_describe_things(view, there))}."
        for kind, cells in _cells_by_kind(view).items()
        if (there := [cell for cell in cells if _is_towards(view, cell, way)])
    ]
    return found or ["Nothing else is known that way."]


def _is_towards(view: GameView, cell: Cell, way: Direction) -> bool:
    (row, column), (to_row, to_column) = map(view.board.row_and_column, (view.hero_cell, cell))
    down, right = (to_row - row) * way.row_delta, (to_column - column) * way.column_delta
    if way.row_delta and way.column_delta:
        return down > 0 and right > 0
    along, aside = (down, to_column - column) if way.row_delta else (right, to_row - row)
    return along > 0 and along >= abs(aside)


def find_stairs_guard(view: GameView) -> tuple[Cell, Enemy] | None:
    """Return who is known to bar the known stairs, and where; None where nobody is (X80).

    A guard that was never seen is not known, nor are hidden stairs (X41).
    """
    if not view.rules.hooks.bars_stairs:
        return None
    known = view.known_enemies.items()
    return next(((at, each) for at, each in known if view.stairs_cell in each.guarded_cells), None)


def are_stairs_open(view: GameView) -> bool:
    return bool(view.known_stairs) and find_stairs_guard(view) is None


def barred_stairs_message(view: GameView) -> str:
    """Return who bars the stairs and where, and what to do about it; empty where nobody does."""
    guard = find_stairs_guard(view)
    if guard is None:
        return ""
    cell, enemy = guard
    place = view.describe_way_to(cell)
    name, way_out = enemy.kind.name, view.barred_stairs_note or "slay it before you take them"
    return f"The {name} bars the stairs: {way_out}. It is {place} of you."


def _cells_by_kind(view: GameView) -> Mapping[str, Iterable[Cell]]:
    """Return the cells of everything on the floor but the PC.

    With expansions, an exit where somebody or something is, is that alone.
    """
    kinds: dict[str, Iterable[Cell]] = {
        "Enemies": view.enemies,
        "Potions": view.potions,
        "Gold": view.gold,
        **({"Things": [*view.trinkets, *view.pedestals]} if view.rules.trinkets else {}),
        "Stairs": view.known_stairs,
    }
    has_more = bool(view.rules.expansions)
    taken = {cell for cells in kinds.values() for cell in cells} if has_more else set[Cell]()
    exits = [at for at in _find_exits(view.board) if at != view.hero_cell and at not in taken]
    return {**kinds, EXITS: exits}


@lru_cache(maxsize=8)
def _find_exits(board: Board) -> list[Cell]:
    """Return the doorways, and where a passage opens into a chamber without one."""
    chamber_of, around = board.chamber_index, board.neighbours
    return [
        cell
        for cell, kind in enumerate(board.terrain)
        if kind == DOORWAY or (kind == PASSAGE and any(near in chamber_of for near in around[cell]))
    ]


def _describe_things(view: GameView, cells: Iterable[Cell]) -> list[str]:
    return [
        f"{_describe_thing(view, cell)}, {view.describe_way_to(cell)}"
        for cell in _by_distance(view, cells)
    ]


def _by_distance(view: GameView, cells: Iterable[Cell]) -> list[Cell]:
    return sorted(sorted(cells), key=partial(blocks_between, view.board, view.hero_cell))


def _describe_thing(view: GameView, cell: Cell) -> str:
    enemy, potions = view.enemies.get(cell), view.potions
    if enemy is not None:
        hurt = f" with {enemy.hp} HP" if enemy.hp < enemy.kind.hp else ""
        mood = "hunting " if view.is_hunting(enemy) else ""
        if not view.is_hostile(enemy):
            mood = "charmed " if CHARMED in enemy.statuses else "peaceful "
        return f"{mood}{enemy.kind.name}{hurt}"
    if cell in potions:
        potion = potions[cell]
        return f"{'unknown' if potion is None else potion.full_name} potion"
    if pedestal := view.pedestals.get(cell):
        return f"pedestal with the {pedestal.name}"
    thing = view.gold.get(cell) or view.trinkets.get(cell)
    if thing is None and cell != view.stairs_cell:
        return PLACE_NAMES[view.board.terrain[cell]]
    return f"{'guarded ' if view.is_guarded(cell) else ''}{thing.name if thing else 'stairs'}"


def _ways_on(view: GameView) -> str:
    """Return the ways on from a doorway or a passage, and who hunts the hero (X51); or nothing."""
    told, hunters = "", [enemy.kind.name for enemy in view.hunters.values()]
    if view.board.terrain[view.hero_cell] != TILE:
        ways = [way for way in DIRECTIONS if view.may_enter(view.cell_towards(way))]
        told = f" Ways on: {', '.join([way.name.lower() for way in ways]) or 'none'}."
    return f"{told} {hunted_by(hunters)}" if hunters else told


def _cells_at_hand(view: GameView) -> CellArea:
    board = view.board
    found = 1 << view.hero_cell
    beside = grow(found, board.stride)
    for _ in range(NEAR_STEPS):
        found = grow(found, board.stride) & (board.walkable | found)
    return CellArea(found | beside, len(board.terrain))


def hunted_by(enemies: Sequence[str]) -> str:
    """Return a sentence about the enemies that hunt the PC; empty if there are none."""
    verb = "hunts" if len(enemies) == 1 else "hunt"
    return f"{capitalized(count_names(enemies))} {verb} you." if enemies else ""
