"""Foes: whom a fight is against, who joins it, and its odds, as they are told (§2.5, X7)."""

from collections.abc import Collection, Sequence

from attrs import evolve

from cc3k.engine.board import Cell, Direction, cell_set, grow
from cc3k.engine.combat import (
    BlowRules,
    hits_to_slay,
    max_damage_per_turn,
    max_damage_to,
    take_hit_effect,
)
from cc3k.engine.enemies import Enemy, never_evades
from cc3k.engine.expansion import Deed
from cc3k.engine.game import GameState
from cc3k.engine.hero import Hero
from cc3k.engine.values import frozen
from cc3k.engine.view import GameView, WaryView
from cc3k.play.choices import HpLimit
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
    takes_gold,
    with_lowest_hp,
)
from cc3k.play.paths import cells_along, cells_beside, find_steps, steps_to_cells

LEAST_STEPS = MAX_STEPS // 4
"""Steps below which no odds of a further enemy are worth having: they would be too coarse."""

CROWD = 3
"""Enemies whose odds together take a while; one fewer do for a PC with many HP."""

LEAST_WIN_CHANCE = 0.9
"""The chance to win below which the odds of a fight are bad."""

LEAST_PERCENT = 50
"""Percent of the odds below which no fight is begun or gone on with: an arrow attacks."""

MOST_STEPS_TO_COME = 30
"""Steps from beyond which nobody is reckoned to come to a fight."""

RISKY_PART = 4
"""A fight is risky in which the HP may sink under the maximum divided by this."""

TRIFLE_PART = 20
"""Who can hardly hurt takes less than the HP divided by this in a turn."""

PAUSE = 5
"""Turns without a blow after which those who come begin a fight of their own."""

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
    and join. So may those that hunt it `unseen`. One of them `takes_gold` if gold of the PC is at
    stake, too, and one `shoots` if it may hurt the PC before they meet. A fight `is_risky` that may
    sink the HP under a quarter of the maximum on its way, though it ends with more.
    """

    enemy: Enemy
    others: tuple[Enemy, ...]
    worst_hp: int
    odds: FightOdds | None
    near: tuple[Enemy, ...] = ()
    takes_gold: bool = False
    unseen: tuple[Enemy, ...] = ()
    is_risky: bool = False
    shoots: bool = False

    def pays(self, hp: int, least_hp: int) -> bool:
        """Tell whether the PC wins nine times of ten, and keeps the limit of HP on average."""
        odds = self.odds
        if odds is None or odds.hits_to_slay is None or odds.win_chance < LEAST_WIN_CHANCE:
            return False
        if self.is_risky and least_hp:
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
        return weigh(view, beside[id(first.enemy)], calculator)
    nearest = None
    for _, cell in enemies:
        foe = weigh(view, cell, calculator)
        if foe.pays(hp, least_hp):
            return foe
        nearest = nearest or foe
        if calculator.steps_left < LEAST_STEPS:
            break
    return nearest


def is_trifle(view: GameView, enemy: Enemy) -> bool:
    """Tell whether a hostile enemy dies of the PC's next blow for sure, and can hardly hurt it."""
    hero, blows = view.hero, view.blows
    if not view.is_hostile(enemy) or view.warnings(Deed.SLAY_TRIFLE):
        return False
    return _surely_slays(hero, enemy, blows) and can_hardly_hurt(view, enemy)


def _surely_hits(hero: Hero, enemy: Enemy, blows: BlowRules) -> bool:
    return enemy.kind.evades is never_evades or blows.is_sure(hero, defender=enemy)


def _surely_slays(hero: Hero, enemy: Enemy, blows: BlowRules) -> bool:
    return _surely_hits(hero, enemy, blows) and max_damage_to(hero, enemy, blows) >= enemy.hp


def can_hardly_hurt(view: GameView, enemy: Enemy) -> bool:
    """Tell whether nobody need stop for an enemy: a turn of it costs few of the HP, and no gold."""
    worst = view.worst_damage([enemy])
    is_weak = worst * TRIFLE_PART < view.hero.hp and not enemy.kind.is_named
    return is_weak and not takes_gold(view.blows, view.hero, enemy)


class BoldView(GameView):
    """The view of who does not mind the reach of trifles."""

    __slots__ = ("_trifles",)

    def __init__(self, game: GameState) -> None:
        super().__init__(game)
        self._trifles: dict[int, bool] = {}

    def _cells_attacked(self, enemy_cell: Cell, enemy: Enemy) -> set[Cell]:
        if id(enemy) not in self._trifles:
            self._trifles[id(enemy)] = is_trifle(self, enemy)
        if self._trifles[id(enemy)]:
            return set()
        return super()._cells_attacked(enemy_cell, enemy)


class BoldWaryView(BoldView, WaryView):
    """The same, and wary of all others from afar."""

    __slots__ = ()


def travel_view(game: GameState) -> GameView:
    """Return the view of a journey, which slays trifles on its way in games with expansions."""
    return BoldView(game) if game.rules.expansions else GameView(game)


def wary_travel_view(game: GameState) -> GameView:
    """Return such a view that also minds where enemies could hurt the PC from afar (X92)."""
    return BoldWaryView(game) if game.rules.announcements else travel_view(game)


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


def comes_by_itself(view: GameView, cell: Cell) -> bool:
    """Tell whether the enemy on a cell hunts the PC, and does not stop to hurt it from afar."""
    enemy = view.enemies[cell]
    if view.enemies_frozen or cell in view.stationary or cell not in view.hunters:
        return False
    return not view.may_hurt_from_afar(enemy)


def weigh(view: GameView, cell: Cell, calculator: OddsCalculator, *, alone: bool = False) -> Foe:
    """Return the fight against the enemy on a cell as Tab would fight it, or against it `alone`.

    One that comes by itself is met half-way, and waited for at the last step. Any other is gone to,
    and strikes first if it surely still stands there when the PC comes (X50): at every step of the
    way in its reach, as a guardian strikes beside its hoard, too.
    """
    path, enemy = steps_beside(view, cell) or (), view.enemies[cell]
    way = [view.hero_cell, *cells_along(view, path)]
    turns, walked, first_blows = len(path), len(path), 0
    if comes_by_itself(view, cell):
        turns, walked = (turns + 1) // 2, turns // 2
    elif not view.enemies_keep_to_chambers:
        first_blows = int(turns == 1)
        if turns and (view.enemies_frozen or cell in view.stationary):
            reach = [enemy in enemies_close(view, at) for at in way[1:]]
            first_blows = max(1, sum(reach))
    stand = way[walked]
    calculator.terrain, calculator.first_blows = view.terrain_at(stand), first_blows
    others, near = list[Joiner](), list[Enemy]()
    if not alone:
        others, near = _who_joins(view, way[: walked + 1], cell, turns)
        others = [evolve(each, first_turn=each.first_turn + first_blows) for each in others]
        close = [each for each in enemies_close(view, stand) if each is not enemy]
        others = [*map(Joiner, close), *others]
    fought = (enemy, *[each.enemy for each in others])
    odds = _odds_against(view, enemy, others, calculator)
    lowest = None if odds is None else odds.lowest_hp
    return Foe(
        enemy,
        fought[1:],
        worst_hp_after(view, way[-1], enemy),
        odds,
        tuple(near),
        any(takes_gold(view.blows, view.hero, each) for each in fought),
        () if alone or view.enemies_frozen else tuple(view.unseen_hunters),
        lowest is not None and lowest * RISKY_PART < view.hero.full_hp,
        bool(way[1:]) and not view.enemies_frozen and any(map(view.may_hurt_from_afar, fought)),
    )


def _who_joins(
    view: GameView, way: Sequence[Cell], cell: Cell, turns: int
) -> tuple[list[Joiner], list[Enemy]]:
    """Return who hunts and comes by its way before a fight at the end of the PC's is over (X7).

    Those who have not noticed the PC come second. The fight is against the enemy on a cell, and
    begins after some turns. As many strike at once as find room beside the PC, the nearest first.
    Nobody comes while enemies are frozen without an end, or if the foe cannot be hurt.
    """
    stand, enemies = way[-1], view.enemies
    lasts = hits_to_slay(view.hero, enemies[cell], view.blows_on(stand))
    held = (view.figure("turns_frozen") or MAX_TURNS) if view.enemies_frozen else 0
    if view.enemies_keep_to_chambers or lasts is None or held == MAX_TURNS:
        return [], []
    close = {at for at in enemies if stand in view.cells_attacked_from(at)}
    staying = close | view.stationary
    moving = [at for at in enemies if at not in staying and view.is_hostile(enemies[at])]
    awake = {id(each) for at in way for each in (*view.hunters.values(), *enemies_close(view, at))}
    ways = _ways_beside(view, stand, view.stationary, moving)
    joiners, places = dict[Cell, Joiner](), {*close}  # which a kill frees for those behind
    for steps, at, place in ways:
        if id(enemies[at]) in awake and at not in joiners and place not in places:
            joiners[at] = Joiner(enemies[at], max(0, steps + held - turns))
            places.add(place)
    kills = 0
    for steps, at, _ in ways:
        if id(enemies[at]) in awake and at not in joiners:
            kills += 1
            joiners[at] = Joiner(enemies[at], max(0, steps + held - turns), kills)
    joiners.pop(cell, None)
    others, near = list[Joiner](), list[Enemy]()
    for each in sorted(joiners.values(), key=lambda each: (each.kills, each.first_turn)):
        if each.first_turn <= lasts + PAUSE:
            others.append(each)
            lasts += hits_to_slay(view.hero, each.enemy, view.blows_on(stand)) or 0
    fewest = {at: steps for steps, at, _ in reversed(ways)}
    near = [
        enemies[at]
        for at in sorted(fewest)
        if id(enemies[at]) not in awake and fewest[at] <= turns + lasts
    ]
    return others, near


def _ways_beside(
    view: GameView, stand: Cell, bodies: Collection[Cell], starts: Collection[Cell]
) -> list[tuple[int, Cell, Cell]]:
    board, found = view.board, list[tuple[int, Cell, Cell]]()
    free = board.walkable & ~cell_set({stand, *bodies, *view.items, *view.known_stairs})
    for place in board.neighbours[stand]:
        left, edge, wanted = free, free & 1 << place, cell_set(starts)
        for steps in range(MOST_STEPS_TO_COME):
            if edge & wanted:
                found += [(steps, at, place) for at in starts if edge >> at & 1]
            left, wanted = left & ~edge, wanted & ~edge
            edge = grow(edge, board.stride) & left if wanted else 0
    return sorted(found)


def _odds_against(
    view: GameView, enemy: Enemy, others: Sequence[Joiner], calculator: OddsCalculator
) -> FightOdds | None:
    """Return the odds against an enemy and all who join it; None if they cannot be computed.

    With expansions, what heals the PC in the fight may hide how low its HP sink: that is told, too.
    """
    hero, grow = view.hero, view.forecast_kill
    try:
        odds = compute_group_odds(calculator, hero, enemy, others, grow)
        if not view.rules.expansions:
            return odds
        return with_lowest_hp(odds, calculator, hero, (enemy, others), grow)
    except OddsError:
        return None


def weigh_unseen(view: GameView, enemy: Enemy) -> Foe:
    """Return the fight against an enemy out of sight, as it was seen last, alone."""
    odds = _odds_against(view, enemy, (), OddsCalculator(view.rules))
    return Foe(enemy, (), view.hero.hp, odds)


def shown_percent(odds: FightOdds) -> int:
    return min(round(odds.win_chance * 100), MOST_SHOWN_PERCENT)


def is_sure(foe: Foe) -> bool:
    """Tell whether the odds are so good that nothing is asked."""
    return foe.odds is not None and shown_percent(foe.odds) >= SURE_PERCENT and not foe.is_risky


def has_bad_odds(foe: Foe, limit: HpLimit) -> bool:
    """Tell whether the odds are worse than even: an arrow attacks; with a limit of 0 none are."""
    odds = foe.odds
    return bool(limit.amount) and odds is not None and shown_percent(odds) < LEAST_PERCENT


def is_declined(foe: Foe, limit: HpLimit) -> bool:
    """Tell whether Tab does not begin a fight: for its odds, or since its first turn may kill."""
    return has_bad_odds(foe, limit) or bool(limit.amount and not foe.worst_hp)


def is_fought(view: GameView, limit: HpLimit) -> bool:
    """Tell whether Tab would fight somebody in sight, or offer it: else it is not named."""
    foe = choose_foe(view, limit)
    return foe is not None and not is_declined(foe, limit)


def describe_fight_odds(foe: Foe) -> str:
    """Return the odds against an enemy and those beside it, as a sentence.

    It says who else may join: who is near, and who hunts the PC out of sight.
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
    if foe.unseen:
        hunters = name_or_count([enemy.kind.name for enemy in foe.unseen])
        near += f"; {hunters} {'hunts' if len(foe.unseen) == 1 else 'hunt'} you out of sight"
    percent = shown_percent(odds)
    if not percent:
        return f"You lose against {named}{alone}{near}."
    shown = f"{percent} %" if foe.others else format_percent(odds.win_chance)
    cost = f"{describe_cost(odds)}{'; your gold is at stake' if foe.takes_gold else ''}"
    cost += "; cornered, it strikes" if foe.enemy.is_fleeing else ""
    cost += "; arrows on the way come on top" * foe.shoots
    return f"You win {about}{shown} against {named}{alone}; {cost}{near}."


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
    if odds.lowest_hp is not None:
        cost = f"HP {mean:+d} on average, {least} at worst, with what heals you"
        return f"{cost}; HP may fall to {odds.lowest_hp} on the way"
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
        if not _surely_hits(hero, target, blows):
            hero.hp = min(view.hero.hp, hero.hp)  # a miss gains nothing
        if _surely_slays(hero, target, blows):
            close = [enemy for enemy in close if enemy is not target]
    if hero.hp and view.rules.race_takes_effect(hero, is_in_fight=bool(close)):
        list(race.each_turn(hero))
    return max(0, hero.hp - max_damage_per_turn(close, hero, blows))
