"""Foes: whom a fight is against, who joins it, and its odds, as they are told (§2.5, X7)."""

from collections.abc import Sequence

from attrs import evolve

from cc3k.engine.board import WALKABLE, Cell, Direction, blocks_between
from cc3k.engine.combat import max_damage_per_turn, max_damage_to, take_hit_effect
from cc3k.engine.enemies import Enemy, never_evades
from cc3k.engine.values import frozen
from cc3k.engine.view import GameView
from cc3k.play.commands import HpLimit
from cc3k.play.messages import count_names, name_or_count
from cc3k.play.odds import (
    MAX_STEPS,
    MAX_TURNS,
    ROUGH_HP,
    FightOdds,
    Joiner,
    OddsCalculator,
    OddsError,
    best_to_begin_with,
    compute_group_odds,
    hits_to_slay,
    takes_gold,
)
from cc3k.play.paths import cells_along, cells_beside, find_steps, steps_to_cells

LEAST_STEPS = MAX_STEPS // 4
"""Steps below which no odds of a further enemy are worth having: they would be too coarse."""

CROWD = 3
"""Enemies whose odds together take a while; one fewer do for a PC with many HP."""

LEAST_WIN_CHANCE = 0.9
"""The chance to win below which the odds of a fight are bad."""

MOST_SHOWN_PERCENT = 99
"""Percent of the best odds that are shown."""

SURE_PERCENT = 95
"""Percent of the odds from which on no question is asked."""

ONE_PERCENT = 0.01
ROUNDING_ERROR = 1e-9
"""The chances of all outcomes may add up to this much more or less than 1."""


@frozen
class Foe:
    """An enemy that can be fought, those beside it, and the odds against all of them.

    `worst_hp` are the HP left after a first turn in which every attack hits. `odds` are None if
    they cannot be computed. They leave out enemies that are `near`: these may yet notice the PC,
    and join. One of them `takes_gold` if gold of the PC is at stake, too.
    """

    enemy: Enemy
    others: tuple[Enemy, ...]
    worst_hp: int
    odds: FightOdds | None
    near: tuple[Enemy, ...] = ()
    takes_gold: bool = False

    def pays(self, hp: int, least_hp: int) -> bool:
        """Tell whether the PC wins nine times of ten, and keeps the limit of HP on average."""
        odds = self.odds
        if odds is None or odds.hits_to_slay is None or odds.win_chance < LEAST_WIN_CHANCE:
            return False
        return min(self.worst_hp, hp - odds.mean_hp_lost) >= least_hp


def choose_foe(view: GameView, limit: HpLimit) -> Foe | None:
    """Return the nearest hostile enemy worth fighting; else the nearest one; else None.

    Enemies that attack the PC already come first; of several, the one that is best to begin with.
    Those farther off are left out once the steps for the odds are used up.
    """
    hp, least_hp = view.hero.hp, limit.hp(view.race)
    calculator = OddsCalculator(view.rules, is_rough=True)
    enemies = hostiles_in_walking_distance(view)
    if beside := {id(view.enemies[cell]): cell for steps, cell in enemies if not steps}:
        joiners = [Joiner(view.enemies[at]) for at in beside.values()]
        first = best_to_begin_with(view.hero, joiners, view.blows)
        return _foe_on(view, beside[id(first.enemy)], calculator)
    nearest = None
    for _, cell in enemies:
        foe = _foe_on(view, cell, calculator)
        if foe.pays(hp, least_hp):
            return foe
        nearest = nearest or foe
        if calculator.steps_left < LEAST_STEPS:
            break
    return nearest


def takes_weighing(view: GameView) -> bool:
    """Tell whether so many enemies may fight together that their odds take a while to compute."""
    together = {id(each) for each in (*view.hunters.values(), *enemies_close(view, view.hero_cell))}
    return len(together) + (view.hero.hp > ROUGH_HP) >= CROWD


def steps_beside(view: GameView, cell: Cell) -> tuple[Direction, ...] | None:
    """Return the steps to a cell beside one, over as few cells in reach of others as can be."""
    return find_steps(view, cells_beside(view, cell), costly=view.cells_to_avoid({cell}))


def hostiles_in_walking_distance(view: GameView) -> list[tuple[int, Cell]]:
    steps = steps_to_cells(view)
    return sorted(
        (min(steps[near] for near in view.board.neighbours[cell] if near in steps), cell)
        for cell, enemy in view.enemies.items()
        if view.is_hostile(enemy) and any(near in steps for near in view.board.neighbours[cell])
    )


def _foe_on(view: GameView, cell: Cell, calculator: OddsCalculator) -> Foe:
    path = steps_beside(view, cell) or ()
    way = [view.hero_cell, *cells_along(view, path)]
    stand, enemy = way[-1], view.enemies[cell]
    calculator.terrain = view.terrain_at(stand)
    # Whoever awaits the PC a step away strikes when it arrives, and then the fight begins (X50).
    is_struck_first = len(path) == 1 and not (view.enemies_keep_to_chambers or view.enemies_frozen)
    calculator.is_struck_first = is_struck_first
    close = [Joiner(each) for each in enemies_close(view, stand) if each is not enemy]
    beside = {id(enemy), *[id(each.enemy) for each in close]}
    coming = [each for each in _who_may_join(view, way, enemy) if id(each.enemy) not in beside]
    awake = {id(each) for at in way for each in (*view.hunters.values(), *enemies_close(view, at))}
    joining = [
        evolve(each, first_turn=each.first_turn + is_struck_first)
        for each in coming
        if id(each.enemy) in awake
    ]
    joiners = [*close, *_as_there_is_room(view, stand, joining, len(close) + 1)]
    fought = (enemy, *[each.enemy for each in joiners])
    return Foe(
        enemy,
        fought[1:],
        worst_hp_after(view, stand, enemy),
        _odds_against(view, enemy, joiners, calculator),
        tuple([each.enemy for each in coming if id(each.enemy) not in awake]),
        any(takes_gold(view.blows, view.hero, each) for each in fought),
    )


def _who_may_join(view: GameView, way: Sequence[Cell], foe: Enemy) -> list[Joiner]:
    """Return who would reach the end of a way before a fight there has ended, hunting (X7).

    There are none while enemies are frozen, or if the foe cannot be hurt.
    """
    hits, steps = hits_to_slay(view.hero, foe, view.blows_on(way[-1])), len(way) - 1
    if view.enemies_keep_to_chambers or view.enemies_frozen or hits is None:
        return []
    distances = {cell: blocks_between(view.board, cell, way[-1]) for cell in sorted(view.enemies)}
    return [
        Joiner(view.enemies[cell], max(0, distance - steps - 1))
        for cell, distance in distances.items()
        if distance <= steps + hits
        and cell not in view.stationary
        and view.is_hostile(view.enemies[cell])
    ]


def _as_there_is_room(
    view: GameView, stand: Cell, joiners: Sequence[Joiner], others: int
) -> list[Joiner]:
    """Return who joins a fight on a cell: those for whom no cell beside it is left only wait."""
    beside = [at for at in view.board.neighbours[stand] if view.board.terrain[at] in WALKABLE]
    room = max(0, len(beside) - others)
    first = sorted(joiners, key=lambda each: each.first_turn)
    return [*first[:room], *[evolve(each, first_turn=MAX_TURNS) for each in first[room:]]]


def _odds_against(
    view: GameView, enemy: Enemy, others: Sequence[Joiner], calculator: OddsCalculator
) -> FightOdds | None:
    """Return the odds against an enemy and all who join it; None if they cannot be computed."""
    try:
        return compute_group_odds(calculator, view.hero, enemy, others, view.forecast_kill)
    except OddsError:
        return None


def shown_percent(odds: FightOdds) -> int:
    return min(round(odds.win_chance * 100), MOST_SHOWN_PERCENT)


def is_sure(foe: Foe) -> bool:
    """Tell whether the odds are so good that nothing is asked."""
    return foe.odds is not None and shown_percent(foe.odds) >= SURE_PERCENT


def describe_fight_odds(foe: Foe) -> str:
    """Return the odds against an enemy and those beside it, as a sentence.

    It says who is near, and may notice the PC and join.
    """
    named = count_names([enemy.kind.name for enemy in (foe.enemy, *foe.others)])
    odds = foe.odds
    if odds is None:
        return f"Nobody can compute the odds against {named}."
    if odds.hits_to_slay is None:
        return f"You cannot hurt {named}."
    about, alone = "about " if foe.others else "", ""
    near = name_or_count([enemy.kind.name for enemy in foe.near])
    if near:
        alone = "" if foe.others else " alone"
        near = f"; {near} {'is' if len(foe.near) == 1 else 'are'} near"
    percent = shown_percent(odds)
    cost = f"{describe_cost(odds)}{'; your gold is at stake' if foe.takes_gold else ''}"
    return f"You win {about}{percent} % against {named}{alone}; {cost}{near}."


def describe_odds(odds: FightOdds) -> str:
    """Return the odds of a fight to the end as a sentence, short enough for a message row."""
    if odds.hits_to_slay is None:
        return "You cannot hurt it."
    hits = "1 hit slays it" if odds.hits_to_slay == 1 else f"{odds.hits_to_slay} hits slay it"
    return f"You win {format_percent(odds.win_chance)}: {hits}; {describe_cost(odds)}."


def describe_cost(odds: FightOdds) -> str:
    """Return what a fight costs on average, and in the worst fight of twenty.

    Where that one is deadly, an average with the HP of the slain tells little.
    """
    mean, worst = -round(odds.mean_hp_lost), -odds.worst_hp_lost
    least = "death" if odds.is_deadly_at_worst else f"{worst:+d}" if worst else "none"
    if mean != worst and odds.is_deadly_at_worst and odds.win_chance:
        return (
            f"{hp_change(-round(odds.mean_hp_lost_if_won))} on average if you win, death at worst"
        )
    if mean != worst:
        return f"{hp_change(mean)} on average, {least} at worst"
    return least if odds.is_deadly_at_worst else hp_change(mean)


def hp_change(hp: int) -> str:
    return f"HP {hp:+d}" if hp else "no HP lost"


def format_percent(chance: float) -> str:
    """Return a chance in percent; 0 % and 100 % only if certain."""
    if 0.0 < chance < ONE_PERCENT:
        return "under 1 %"
    if 1.0 - ONE_PERCENT < chance < 1.0 - ROUNDING_ERROR:
        return "over 99 %"
    return f"{chance:.0%}".replace("%", " %")


def enemies_close(view: GameView, cell: Cell) -> list[Enemy]:
    """Return the enemies that can strike the PC on a cell, in reading order."""
    return [view.enemies[at] for at in sorted(view.enemies) if cell in view.cells_attacked_from(at)]


def worst_hp_after(view: GameView, cell: Cell, target: Enemy | None = None) -> int:
    """Return the HP left after a turn that ends on a cell and in which every attack hits.

    With a target, the turn is an attack on it; a target that is certain to die does not attack.
    """
    hero, race, close = view.hero.copy(), view.race, enemies_close(view, cell)
    blows = view.blows_on(cell)
    if target is not None:
        list(take_hit_effect(hero, target.kind))
        hero.hp = min(view.hero.hp, hero.hp)  # the attack may miss, and what it gains with it
        hurt = max_damage_to(hero, target, blows)
        if target.kind.evades is never_evades and hurt >= target.hp:
            close = [enemy for enemy in close if enemy is not target]
    if hero.hp and view.rules.race_takes_effect(hero, is_in_fight=bool(close)):
        list(race.each_turn(hero))
    return max(0, hero.hp - max_damage_per_turn(close, hero, blows))
