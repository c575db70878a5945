"""Look: descriptions of a cell, of what is near, and of the whole floor."""

from collections.abc import Iterable, Iterator

from cc3k.engine.board import (
    DOORWAY,
    PASSAGE,
    TILE,
    Cell,
)
from cc3k.engine.enemies import Enemy, always_hostile
from cc3k.engine.expansion import Forecast
from cc3k.engine.game import GameState
from cc3k.engine.items import GoldPile, Potion, Trinket
from cc3k.engine.view import GameView
from cc3k.play.enumerating_dice import OddsError
from cc3k.play.messages import article, join_list, with_article
from cc3k.play.odds import FightOdds, compute_fight_odds

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
    """Yield the enemy last seen on a cell, if it is still remembered."""
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
    """Yield what expansions know of an enemy, and the odds after what could be done to it first."""
    for each in view.rules.expansions:
        if each.texts.enemy_notes:
            yield from each.texts.enemy_notes(game, cell)
        if each.texts.forecasts:
            forecasts = each.texts.forecasts(game, cell)
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
