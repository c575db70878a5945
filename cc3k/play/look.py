"""Look: descriptions of a cell, of what is near, and of the whole floor."""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache, partial
from itertools import islice

from cc3k.engine.board import (
    DIRECTIONS,
    DOORWAY,
    PASSAGE,
    TILE,
    WALKABLE,
    Board,
    Cell,
    Direction,
)
from cc3k.engine.enemies import Enemy, always_hostile
from cc3k.engine.expansion import Forecast
from cc3k.engine.game import GameState
from cc3k.engine.items import GoldPile, Potion, Trinket
from cc3k.engine.view import GameView
from cc3k.play.messages import article, join_list, with_article
from cc3k.play.odds import FightOdds, OddsError, compute_fight_odds
from cc3k.play.paths import count_steps
from cc3k.play.stop_messages import barred_by, hunted_by

NOT_SEEN_YET = "You have not seen what is there."
OUT_OF_SIGHT = "It is out of sight now."
"""Descriptions of cells out of sight: never seen, or seen before (X40)."""

ONE_PERCENT = 0.01
ROUNDING_ERROR = 1e-9
"""The chances of all outcomes may add up to this much more or less than 1."""

TERRAIN_NAMES = {
    TILE: "the floor of a chamber",
    DOORWAY: "a doorway",
    PASSAGE: "a passage",
    ord("\\"): "the stairs down",
    ord(" "): "solid rock",
}


def describe_cell(game: GameState, cell: Cell) -> list[str]:
    view = GameView(game)
    if not view.has_seen(cell):
        return [NOT_SEEN_YET]
    told = _describe_contents(game, view, cell)
    return told if view.is_in_sight(cell) else [*told, *_recall(view, cell), OUT_OF_SIGHT]


def _recall(view: GameView, cell: Cell) -> Iterator[str]:
    enemy = view.remembered_enemies.get(cell)
    if enemy is not None:
        stays = view.enemies_frozen or cell in view.known_stationary
        since = "has not moved since" if stays else "may have gone since"
        yield f"You last saw {with_article(enemy.kind.name)} here, which {since}."


def _describe_contents(game: GameState, view: GameView, cell: Cell) -> list[str]:
    if cell == view.hero_cell:
        race = view.race.name.lower()
        return [f"You, {article(race)} {race}: {view.race.trait}."]
    if cell in view.enemies:
        return [*_describe_enemy(view, view.enemies[cell]), *_add_expansions(game, view, cell)]
    if cell in (potions := view.potions):
        return [_describe_potion(potions[cell])]
    if cell in (gold := view.gold):
        return [_describe_pile(view, cell, gold[cell])]
    if cell in (trinkets := view.trinkets):
        return [_describe_trinket(view, cell, trinkets[cell])]
    name = TERRAIN_NAMES.get(view.terrain_at(cell), "a wall").capitalize()
    return [f"{name}, guarded." if view.is_guarded(cell) else f"{name}."]


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


def describe_hostility(view: GameView, enemy: Enemy) -> str:
    kind = enemy.kind
    if not view.is_hostile(enemy):
        return "peaceful until one of them is attacked"
    if view.is_hunting(enemy):
        return "it hunts you"
    if kind.is_hostile is not always_hostile:
        return "hostile, since you attacked one of them"
    if not (guarded := view.cells_guarded_by(enemy)):
        return "hostile"
    things = sorted({_name_of_post(view, cell) for cell in guarded})
    return f"strikes whoever is next to it or to {join_list(things)}"


def _name_of_post(view: GameView, cell: Cell) -> str:
    names = {at: pile.name for at, pile in view.gold.items()}
    names |= {at: trinket.name for at, trinket in view.trinkets.items()}
    if cell in names:
        return f"the {names[cell]}"
    return TERRAIN_NAMES.get(view.terrain_at(cell), "what it guards")


def describe_odds(odds: FightOdds) -> str:
    """Return the odds of a fight to the end as a sentence, short enough for a message row.

    The worst loss is that of the worst fight in twenty.
    """
    if odds.hits_to_slay is None:
        return "You cannot hurt it."
    hits = "1 hit slays it" if odds.hits_to_slay == 1 else f"{odds.hits_to_slay} hits slay it"
    return (
        f"You win {format_percent(odds.win_chance)}: {hits}; "
        f"HP {-round(odds.mean_hp_lost):+d} on average, {-odds.worst_hp_lost:+d} at worst."
    )


def _describe_enemy(view: GameView, enemy: Enemy) -> list[str]:
    kind = enemy.kind
    traits = dict.fromkeys(
        (kind.trait, describe_hostility(view, enemy))
    )  # one may say what the other does
    figures = (
        f"{kind.name.capitalize()}: {enemy.hp} of {kind.hp} HP, Atk {enemy.stats.attack}, "
        f"Def {enemy.stats.defence}; {'; '.join(traits)}."
    )
    return [figures, _describe_fight(view, enemy)]


def _add_expansions(game: GameState, view: GameView, cell: Cell) -> Iterator[str]:
    for each in view.rules.expansions:
        if each.enemy_notes:
            yield from each.enemy_notes(game, cell)
        if each.forecasts:
            forecasts = each.forecasts(game, cell)
            yield from _describe_forecasts(view, cell, forecasts)


def _describe_forecasts(view: GameView, cell: Cell, forecasts: Iterable[Forecast]) -> Iterator[str]:
    """Yield the odds of each forecast that improves the fight.

    They include the turn that it takes, in which an enemy within reach attacks.
    """
    enemy, around = view.enemies[cell], view.board.neighbourhood[view.hero_cell]
    is_close = not around.isdisjoint((cell, *enemy.guarded_cells))
    try:
        now = compute_fight_odds(view.rules, view.hero, enemy)
        for each in forecasts:
            if not each.enemy.hp:
                yield f"{each.text} slays it."
                continue
            then = compute_fight_odds(view.rules, view.hero, each.enemy, strikes_first=is_close)
            better = then.win_chance - now.win_chance > ROUNDING_ERROR
            if better or now.mean_hp_lost - then.mean_hp_lost > ROUNDING_ERROR:
                mean = f"HP {-round(then.mean_hp_lost):+d} on average"
                yield f"{each.text} first: {format_percent(then.win_chance)}, {mean}."
    except OddsError:
        return  # the fight itself says that nobody can compute them


def _describe_fight(view: GameView, enemy: Enemy) -> str:
    try:
        return describe_odds(compute_fight_odds(view.rules, view.hero, enemy))
    except OddsError:
        return "The odds of this fight cannot be computed."


def _describe_potion(potion: Potion | None) -> str:
    if potion is None:
        return "A potion of a kind you have not used yet."
    return f"{potion.full_name} ({potion.name}): {potion.effect_text}."


def _describe_pile(view: GameView, cell: Cell, pile: GoldPile) -> str:
    guarded = ", guarded" if view.is_guarded(cell) else ""
    return f"Gold: a {pile.name}, worth {pile.value}{guarded}."


def _describe_trinket(view: GameView, cell: Cell, trinket: Trinket) -> str:
    guarded = ", guarded" if view.is_guarded(cell) else ""
    return f"{trinket.name.capitalize()}: {trinket.trait}{guarded}."


def format_percent(chance: float) -> str:
    """Return a chance in percent; 0 % and 100 % only if certain."""
    if 0.0 < chance < ONE_PERCENT:
        return "under 1 %"
    if 1.0 - ONE_PERCENT < chance < 1.0 - ROUNDING_ERROR:
        return "over 99 %"
    return f"{chance:.0%}".replace("%", " %")


MAX_OUTLOOKS = 3
"""Places named from which more can be seen: the nearest ones."""

NOTHING_THERE = "Nothing else is known that way."

NEAR_STEPS = 4
"""Steps to the farthest cell that counts as near, past anybody in the way."""

PLACE_NAMES = {TILE: "chamber", DOORWAY: "doorway", PASSAGE: "passage"}

CellsByKind = Mapping[str, Iterable[Cell]]
"""The cells of each kind of thing."""


def describe_nearby(game: GameState) -> str:
    """Return a sentence about what is a few steps away, by kind, the nearest first."""
    view = GameView(game)
    at_hand = _cells_within(view, NEAR_STEPS) | view.board.neighbourhood[view.hero_cell]
    found = [
        description
        for cells in _cells_by_kind(view).values()
        for description in _describe_things(view, [cell for cell in cells if cell in at_hand])
    ]
    return f"Near: {'; '.join(found) or 'nothing'}.{_exits_sentence(view)}{_hunted_sentence(view)}"


def near_enemies(game: GameState) -> list[Cell]:
    view = GameView(game)
    at_hand = _cells_within(view, NEAR_STEPS) | view.board.neighbourhood[view.hero_cell]
    distance = partial(count_steps, view.board, view.hero_cell)
    cells = sorted(sorted(view.enemies), key=distance)
    return [cell for cell in cells if cell in at_hand] or cells[:1]


def describe_floor(game: GameState) -> list[str]:
    view = GameView(game)
    place = PLACE_NAMES.get(view.board.terrain[view.hero_cell], "wall")
    nothing = "none known" if view.is_limited else "none"
    kinds = [
        f"{kind}: {'; '.join(_describe_things(view, cells)) or nothing}."
        for kind, cells in _cells_by_kind(view).items()
    ]
    places = islice(_describe_places(view, view.outlooks), MAX_OUTLOOKS)
    unseen = [f"More can be seen from: {'; '.join(places)}."] * bool(view.outlooks)
    stand = f"You stand in a {place}.{_exits_sentence(view)}{_hunted_sentence(view)}"
    return [stand, *kinds, *unseen]


def describe_way(view: GameView, way: Direction) -> list[str]:
    """Return everything on the PC's side of the floor in a direction, a line per kind.

    What lies askew counts for the direction that it is nearer to; a diagonal has its quarter.
    """
    cells_by_kind = {
        kind: [cell for cell in cells if _is_towards(view, cell, way)]
        for kind, cells in _cells_by_kind(view).items()
    }
    found = [
        f"{kind}: {'; '.join(_describe_things(view, cells))}."
        for kind, cells in cells_by_kind.items()
        if cells
    ]
    return found or [NOTHING_THERE]


def _is_towards(view: GameView, cell: Cell, way: Direction) -> bool:
    (row, column), (to_row, to_column) = map(view.board.row_and_column, (view.hero_cell, cell))
    down, right = (to_row - row) * way.row_delta, (to_column - column) * way.column_delta
    if way.row_delta and way.column_delta:
        return down > 0 and right > 0
    along, aside = (down, to_column - column) if way.row_delta else (right, to_row - row)
    return along > 0 and along >= abs(aside)


def describe_offset(board: Board, start: Cell, end: Cell) -> str:
    """Return the offset from one cell to another in words, such as `2 north 1 east`."""
    (row, column), (to_row, to_column) = board.row_and_column(start), board.row_and_column(end)
    down, right = to_row - row, to_column - column
    parts = [
        f"{abs(cells)} {way}"
        for cells, way in (
            (down, "south" if down > 0 else "north"),
            (right, "east" if right > 0 else "west"),
        )
        if cells
    ]
    return " ".join(parts) or "here"


def find_stairs_guard(view: GameView) -> tuple[Cell, Enemy] | None:
    """Return who is known to bar the known stairs, and where; None where nobody is (X80).

    A guard that was never seen is not known, nor are hidden stairs (X41).
    """
    if not any(each.bars_stairs for each in view.rules.expansions):
        return None
    known = view.known_enemies.items()
    guards = [(at, enemy) for at, enemy in known if view.stairs_cell in enemy.guarded_cells]
    return guards[0] if guards else None


def barred_stairs_message(view: GameView) -> str:
    """Return who bars the stairs and where, and what to do about it; empty where nobody does."""
    guard = find_stairs_guard(view)
    if guard is None:
        return ""
    cell, enemy = guard
    return barred_by(enemy.kind.name, describe_offset(view.board, view.hero_cell, cell))


def _cells_by_kind(view: GameView) -> CellsByKind:
    return {
        "Enemies": view.enemies,
        "Potions": view.potions,
        "Gold": view.gold,
        **({"Things": view.trinkets} if view.rules.trinkets else {}),
        "Stairs": view.known_stairs,
        "Exits": [cell for cell in _find_exits(view.board) if cell != view.hero_cell],
    }


@lru_cache(maxsize=8)
def _find_exits(board: Board) -> tuple[Cell, ...]:
    """Return the doorways, and where a passage opens into a chamber without one."""
    terrain, chamber_of = board.terrain, board.chamber_index
    return tuple(
        [
            cell
            for cell, kind in enumerate(terrain)
            if kind == DOORWAY
            or (kind == PASSAGE and any(near in chamber_of for near in board.neighbours[cell]))
        ]
    )


def _describe_things(view: GameView, cells: Iterable[Cell]) -> Iterator[str]:
    for cell in _by_distance(view, cells):
        place = describe_offset(view.board, view.hero_cell, cell)
        yield f"{_describe_thing(view, cell)}, {place}"


def _describe_places(view: GameView, cells: Iterable[Cell]) -> Iterator[str]:
    for cell in _by_distance(view, cells):
        place = describe_offset(view.board, view.hero_cell, cell)
        yield f"{PLACE_NAMES[view.board.terrain[cell]]}, {place}"


def _by_distance(view: GameView, cells: Iterable[Cell]) -> list[Cell]:
    board, hero_cell = view.board, view.hero_cell
    row, column = board.row_and_column(hero_cell)

    def distance(cell: Cell) -> tuple[int, Cell]:
        to_row, to_column = board.row_and_column(cell)
        return max(abs(to_row - row), abs(to_column - column)), cell

    return sorted(cells, key=distance)


def _describe_thing(view: GameView, cell: Cell) -> str:
    enemy, potions, gold = view.enemies.get(cell), view.potions, view.gold
    if enemy is not None:
        hurt = f" with {enemy.hp} HP" if enemy.hp < enemy.kind.hp else ""
        mood = "hunting " if view.is_hunting(enemy) else ""
        mood = mood if view.is_hostile(enemy) else "peaceful "
        return f"{mood}{enemy.kind.name}{hurt}"
    if cell in potions:
        potion = potions[cell]
        return f"{'unknown' if potion is None else potion.full_name} potion"
    if cell in gold:
        return _with_guard(view, cell, gold[cell].name)
    if cell in view.trinkets:
        return _with_guard(view, cell, view.trinkets[cell].name)
    if cell == view.stairs_cell:
        return _with_guard(view, cell, "stairs")
    return PLACE_NAMES[view.board.terrain[cell]]


def _with_guard(view: GameView, cell: Cell, name: str) -> str:
    return f"guarded {name}" if view.is_guarded(cell) else name


def _exits_sentence(view: GameView) -> str:
    """Return the ways on from a doorway or a passage; empty inside a chamber."""
    if view.board.terrain[view.hero_cell] == TILE:
        return ""
    ways = [
        way.name.lower()
        for way in DIRECTIONS
        if view.glyphs[view.hero_cell + way.offset(view.board.stride)] in view.rules.passable_glyphs
    ]
    return f" Ways on: {', '.join(ways) or 'none'}."


def _hunted_sentence(view: GameView) -> str:
    """Return who comes after the hero; empty if nobody in sight does (X51)."""
    hunters = hunted_by([enemy.kind.name for enemy in view.hunters.values()])
    return f" {hunters}" if hunters else ""


def _cells_within(view: GameView, steps: int) -> set[Cell]:
    terrain, around = view.board.terrain, view.board.neighbours
    found = edge = {view.hero_cell}
    for _ in range(steps):
        edge = {to for cell in edge for to in around[cell] if terrain[to] in WALKABLE} - found
        found = found | edge
    return found
