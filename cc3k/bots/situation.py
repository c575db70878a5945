"""Situation: one moment of a game, with its dangers, safe paths and the worth of fights."""

from collections import deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache, reduce
from operator import itemgetter, or_
from typing import TypeAlias

from attrs import Factory, define, field, frozen

from cc3k.bots.game import PlayableGame
from cc3k.engine.actions import MOVES, Attack, Drink, Move, PlayerAction
from cc3k.engine.board import (
    WALKABLE,
    Board,
    Cell,
    CellSet,
    Direction,
    cell_set,
    cells_of_kinds,
    grow,
)
from cc3k.engine.dice import Dice
from cc3k.engine.enemies import Enemy, EnemyKind
from cc3k.engine.hero import Hero, Race
from cc3k.engine.items import Potion
from cc3k.engine.rules import Rules
from cc3k.engine.view import GameView
from cc3k.play.odds import Facts, FightOdds, compute_fight_odds


def contains_cell(cells: CellSet, cell: Cell) -> bool:
    return cell >= 0 and cells >> cell & 1 == 1


def passable_cells(view: GameView) -> CellSet:
    return cells_of_kinds(view.step_glyphs, view.rules.passable_glyphs)


def threatened_cell_set(view: GameView) -> CellSet:
    posts = 0
    for place, enemy in view.enemies.items():
        if view.is_hostile(enemy):
            posts |= 1 << place
            for post in view.cells_guarded_by(enemy):
                posts |= 1 << post
    return grow(posts, view.board.stride)


def permanently_safe_cells(view: GameView) -> CellSet:
    """Return the cells that no enemy can ever reach: none leaves its chamber.

    Once one did, as hunters do, there are no such cells.
    """
    chamber_of, board = view.board.chamber_index, view.board
    roaming = [
        place
        for place, enemy in view.enemies.items()
        if place not in view.stationary and view.is_hostile(enemy)
    ]
    haunted = {chamber_of[place] for place in roaming if place in chamber_of}
    if any(place not in chamber_of for place in roaming):
        return 0
    return _cells_away_from_chambers(board, frozenset(haunted))


@lru_cache(maxsize=1024)
def _cells_away_from_chambers(board: Board, chambers: frozenset[int]) -> CellSet:
    tiles = cell_set(cell for number in chambers for cell in board.chambers[number])
    walkable = cells_of_kinds(board.terrain, WALKABLE)
    return walkable & ~grow(tiles, board.stride)


@frozen(eq=False)
class SafePaths:
    """The shortest paths over safe cells, to every cell that has one; none over the stairs."""

    view: GameView
    safe_cells: CellSet

    @cached_property
    def cells_by_distance(self) -> list[CellSet]:
        """The cells that are reached in rings, each a step further from the PC than the last."""
        rings, ring, unseen = list[CellSet](), cell_set([self.view.hero_cell]), self.safe_cells
        onward = self._onward | ring & ~cell_set(self.view.known_stairs)
        while ring:
            rings.append(ring)
            ring = grow(ring & onward, self.view.board.stride) & unseen
            unseen ^= ring
        return rings

    @cached_property
    def reachable(self) -> CellSet:
        return reduce(or_, self.cells_by_distance)

    @property
    def _onward(self) -> CellSet:
        return self.safe_cells & ~cell_set(self.view.known_stairs)

    def __contains__(self, cell: Cell) -> bool:
        return cell >= 0 and contains_cell(self.reachable, cell)

    def distance(self, cell: Cell) -> int:
        return next(
            number
            for number, ring in enumerate(self.cells_by_distance)
            if contains_cell(ring, cell)
        )

    def path_to(self, goals: CellSet) -> list[Cell]:
        """Return the cells of the shortest path to the nearest goal; nothing if there is none.

        The first is the PC's own. Of equally short ways it is the one whose first step comes
        first in the order of `DIRECTIONS`, then its second step, and so on.
        """
        here, stride = self.view.hero_cell, self.view.board.stride
        rings, ring, unseen = list[CellSet](), goals & self.safe_cells, self._onward & ~goals
        if contains_cell(goals, here):
            return [here]
        while ring:  # each a step further from the goals than the last
            rings.append(ring)
            ring = grow(ring, stride)
            if ring >> here & 1:
                return self._cells_along(rings[::-1])
            ring &= unseen
            unseen ^= ring
        return []

    def _cells_along(self, rings: Sequence[CellSet]) -> list[Cell]:
        cell, shifts = self.view.hero_cell, self.view.board.offsets
        cells = [cell]
        for ring in rings:
            cell = next(to for shift in shifts if ring >> (to := cell + shift) & 1)
            cells.append(cell)
        return cells


def moves_along(path_cells: list[Cell], stride: int) -> list[PlayerAction]:
    way = moves_by_offset(stride)
    return [way[to - cell] for to, cell in zip(path_cells[1:], path_cells, strict=False)]


@frozen
class LeastDamagePath:
    """A path of least damage: its moves, and the most HP that it may cost."""

    moves: list[PlayerAction]
    damage: int


def find_least_damage_path(
    view: GameView, goals: CellSet, damage_by_cell: Mapping[Cell, int]
) -> LeastDamagePath | None:
    """Return the path of least damage to any of the goals, the shortest of these; or None.

    Cells wait in rows by the harm done on the way to them, so that the first goal come to is the
    one that costs least. What a cell costs is the same from every side, so that the first way to
    it is the best one.
    """
    came, rows = {view.hero_cell: view.hero_cell}, {0: [view.hero_cell]}
    passable, shifts, stairs = view.rules.passable_glyphs, view.board.offsets, view.stairs_cell
    unseen = view.step_glyphs.translate(_passable_flags(passable))
    while rows:
        harm = min(rows)
        for cell in (row := rows[harm]):
            if contains_cell(goals, cell):
                back = [cell]
                while (before := came[back[-1]]) != back[-1]:
                    back.append(before)
                return LeastDamagePath(moves_along(back[::-1], view.board.stride), harm)
            if cell == stairs:
                continue
            for shift in shifts:
                to = cell + shift
                if unseen[to]:
                    unseen[to] = False
                    came[to] = cell
                    after = harm + damage_by_cell.get(to, 0)
                    (row if after == harm else rows.setdefault(after, [])).append(to)
        del rows[harm]
    return None


@lru_cache
def _passable_flags(passable_glyphs: bytes) -> bytes:
    return bytes([glyph in passable_glyphs for glyph in range(256)])


@lru_cache(maxsize=32)
def moves_by_offset(stride: int) -> dict[int, Move]:
    return {move.direction.offset(stride): move for move in MOVES}


@frozen
class StatChange:
    """The change that a potion makes to HP, attack and defence."""

    hp: int
    attack: int
    defence: int

    @property
    def is_harmless(self) -> bool:
        """Whether no figure goes down."""
        return min(self.hp, self.attack, self.defence) >= 0


HP_ROUNDING = 5
"""HP are rounded down to a multiple of this, so that fewer fights are computed."""

LOOT_SAMPLES = 12
"""Samples per kind of loot: a multiple of every small number of equal chances."""

MAX_CACHED_FIGHTS = 20_000
"""Fights that are kept; a new one pushes out the oldest."""

NamePair: TypeAlias = tuple[str, str]
"""The names of a kind of enemy, or of a potion, and of a race."""

FightKey: TypeAlias = tuple[str, str, tuple[int, ...], Facts, frozenset[str]]
"""Names of race and kind; the PC's HP and the most of them, attack and defence; the enemy's HP,
attack and defence; the PC's facts; provoked kinds."""


@define(eq=False)
class ValueCache:
    """Values of fights and potions by some rules: odds, gold, healing, potion effects.

    All is looked up by names and figures, as a fight has to be weighed in microseconds. The rules
    bound all but the odds.
    """

    rules: Rules
    fight_odds_cache: dict[FightKey, FightOdds] = field(factory=dict, init=False)
    loot_cache: dict[NamePair, float] = field(factory=dict, init=False)
    healing_cache: dict[NamePair, bool] = field(factory=dict, init=False)
    potion_effect_cache: dict[tuple[str, str, str], StatChange] = field(factory=dict, init=False)

    def expected_gold(self, view: GameView, enemy: Enemy) -> float:
        posts, gold = view.cells_guarded_by(enemy), view.gold if enemy.guarded_cells else {}
        hoards = sum(gold[cell].value for cell in posts if cell in gold)
        return self.mean_loot(enemy.kind, view.race) + hoards

    def fight_odds(self, hero: Hero, enemy: Enemy) -> FightOdds:
        """Return the exact odds of a fight, with the PC's HP rounded down."""
        hp, stats, its = max(1, hero.hp - hero.hp % HP_ROUNDING), hero.stats, enemy.stats
        most, facts = hero.race.max_hp or 0, tuple(sorted(hero.facts.items()))
        figures = (hp, most, stats.attack, stats.defence, enemy.hp, its.attack, its.defence)
        question = (hero.race.name, enemy.kind.name, figures, facts, frozenset(hero.provoked_kinds))
        found = self.fight_odds_cache.get(question)
        if found is None:
            double = hero.copy()
            double.hp = hp
            found = self.fight_odds_cache[question] = compute_fight_odds(self.rules, double, enemy)
            if len(self.fight_odds_cache) > MAX_CACHED_FIGHTS:
                del self.fight_odds_cache[next(iter(self.fight_odds_cache))]
        return found

    def mean_loot(self, kind: EnemyKind, race: Race) -> float:
        match = kind.name, race.name
        if match not in self.loot_cache:
            dice, thief = _CyclingDice(), Hero(race)
            for _ in range(LOOT_SAMPLES):
                loot = kind.loot(dice)
                thief.gold += loot.gold + sum(pile.value for pile in loot.piles)
                list(race.on_slaying(thief, kind.breed))
            self.loot_cache[match] = thief.gold / LOOT_SAMPLES
        return self.loot_cache[match]

    def can_gain_hp(self, kind: EnemyKind, race: Race) -> bool:
        """Let hurt heroes of the race hit, slay, and end a turn; tell whether any gains HP."""
        match = kind.name, race.name
        if match not in self.healing_cache:
            hp = race.hp // 2
            hitting, slaying, waiting = Hero(race, hp), Hero(race, hp), Hero(race, hp)
            list(race.on_hit(hitting, kind.breed))
            list(race.on_slaying(slaying, kind.breed))
            list(race.each_turn(waiting))
            self.healing_cache[match] = max(hitting.hp, slaying.hp, waiting.hp) > hp
        return self.healing_cache[match]

    def potion_effect(self, potion: Potion, race: Race) -> StatChange:
        """Return the effect of a potion on that race at half of its HP."""
        match = potion.name, potion.effect_text, race.name
        if match not in self.potion_effect_cache:
            hp, innate = race.hp // 2, race.stats
            potion.effect(taster := Hero(race, hp))
            attack, defence = taster.stats.attack, taster.stats.defence
            change = StatChange(taster.hp - hp, attack - innate.attack, defence - innate.defence)
            self.potion_effect_cache[match] = change
        return self.potion_effect_cache[match]


class _CyclingDice(Dice):
    def __init__(self) -> None:
        super().__init__("evenly")
        self._rolled = 0

    def below(self, count: int) -> int:
        self._rolled += 1
        return self._rolled % count


_CACHES: deque[ValueCache] = deque(maxlen=8)


@define(eq=False)
class Situation:
    """A game at one moment: the damage each cell may cost, and safe paths.

    Paths hold as long as no enemy moves. Each part is computed when it is first asked for.
    """

    game: PlayableGame
    view: GameView = field(
        init=False, default=Factory(lambda self: self.game.view, takes_self=True)
    )

    @cached_property
    def threatened_cells(self) -> CellSet:
        return threatened_cell_set(self.view)

    @cached_property
    def max_damage_by_cell(self) -> Mapping[Cell, int]:
        """The most HP that a turn ending on each threatened cell may cost."""
        view, found = self.view, dict[Cell, int]()
        for place, enemy in view.enemies.items() if self.threatened_cells else ():
            worst = self.max_damage_by_kind[enemy.kind.name]
            for cell in view.cells_attacked_from(place):
                found[cell] = found.get(cell, 0) + worst
        return found

    @cached_property
    def max_damage_by_kind(self) -> Mapping[str, int]:
        view, found = self.view, dict[str, int]()
        for enemy in view.enemies.values():
            name = enemy.kind.name
            if name not in found or not enemy.is_as_spawned:
                damage = view.worst_damage([enemy])
                found[name] = max(damage, found.get(name, 0))
        return found

    @cached_property
    def safe_cells(self) -> CellSet:
        return passable_cells(self.view) & ~self.threatened_cells

    @cached_property
    def safe_paths(self) -> SafePaths:
        return SafePaths(self.view, self.safe_cells)

    @cached_property
    def permanently_safe_cells(self) -> CellSet:
        """The cells that no enemy threatens or will ever reach."""
        return permanently_safe_cells(self.view) & ~self.threatened_cells

    @cached_property
    def value_cache(self) -> ValueCache:
        """The value cache of the rules, which all bots share."""
        rules = self.view.rules
        known = next((each for each in _CACHES if each.rules is rules), None)
        if known is None:
            _CACHES.append(known := ValueCache(rules))
        return known

    @property
    def has_safe_refuge(self) -> bool:
        return self.permanently_safe_cells & self.safe_paths.reachable != 0

    @property
    def max_damage_here(self) -> int:
        """The most HP that a turn on the PC's cell may cost."""
        here = self.view.hero_cell
        return self.max_damage_by_cell[here] if contains_cell(self.threatened_cells, here) else 0

    def plan_path_to(self, goals: CellSet) -> list[PlayerAction]:
        return self._moves_along(self.safe_paths.path_to(goals)) if goals else []

    def plan_drink(self, potion_names: Collection[str | None]) -> list[PlayerAction]:
        """Return the safe path to the nearest potion of some names, and the drink at its end.

        The name of an unknown one is None (R18).
        """
        view = self.view
        known = view.potions.items() if potion_names else ()
        potions = [cell for cell, kind in known if (kind and kind.name) in potion_names]
        if not potions:
            return []
        beside = {near: cell for cell in potions for near in view.board.neighbours[cell]}
        here = [view.hero_cell] if self.max_damage_here else []
        shunned = cell_set([*view.known_stairs, *here])
        way = self.safe_paths.path_to(cell_set(beside) & ~shunned)
        if not way:
            return []
        return [*self._moves_along(way), Drink(self.direction_between(way[-1], beside[way[-1]]))]

    def plan_attack(self, enemy_cell: Cell) -> list[PlayerAction]:
        """Return the path to a cell from which to fight that enemy alone, and an attack.

        All of the way but its last step is safe, so that the PC can always step back.
        """
        routes, board = self.safe_paths, self.view.board
        approaches = list[tuple[Cell, Cell, int]]()  # a cell, the last safe one, and the steps
        for target in self._attack_cells(enemy_cell):
            if target in routes:
                approaches.append((target, target, routes.distance(target)))
                continue
            for near in board.neighbours[target]:
                if near in routes and near != self.view.stairs_cell:
                    approaches.append((target, near, routes.distance(near) + 1))
                    break
        if not approaches:
            return []
        target, last, _ = min(approaches, key=itemgetter(2))
        way = routes.path_to(cell_set([last]))
        if target != last:
            way.append(target)
        return [*self._moves_along(way), Attack(self.direction_between(target, enemy_cell))]

    def max_damage_of(self, enemy_cell: Cell) -> int:
        return self.max_damage_by_kind[self.view.enemies[enemy_cell].kind.name]

    def expected_gold(self, enemy_cell: Cell) -> float:
        return self.value_cache.expected_gold(self.view, self.view.enemies[enemy_cell])

    def expected_hp_loss(self, enemy_cell: Cell) -> float:
        """Return the HP that a fight against the enemy of a cell costs on average.

        From one step away: one that is hostile strikes once before it is struck, as the PC comes
        near.
        """
        odds = self.value_cache.fight_odds(self.view.hero, self.view.enemies[enemy_cell])
        return odds.mean_hp_lost + self._approach_cost(enemy_cell)

    def costs_no_hp_on_average(self, enemy_cell: Cell) -> bool:
        """Tell whether a fight against the enemy of a cell costs no HP on average.

        That takes odds only if HP lost on the approach can be had back in the fight.
        """
        kind, race = self.view.enemies[enemy_cell].kind, self.view.race
        lost = self._approach_cost(enemy_cell) > 0 and not self.value_cache.can_gain_hp(kind, race)
        return not lost and self.expected_hp_loss(enemy_cell) <= 0

    def adjacent_hostiles(self) -> list[Cell]:
        view = self.view
        near = [cell for cell in view.board.neighbours[view.hero_cell] if cell in view.enemies]
        return [c for c in near if view.is_hostile(view.enemies[c])]

    def attack_on(self, enemy_cell: Cell) -> Attack:
        return Attack(self.direction_between(self.view.hero_cell, enemy_cell))

    def safe_neighbours(self) -> list[Cell]:
        view = self.view
        near = view.board.neighbours[view.hero_cell]
        return [
            cell
            for cell in near
            if contains_cell(self.safe_cells, cell) and cell != view.stairs_cell
        ]

    def move_to(self, cell: Cell) -> Move:
        return Move(self.direction_between(self.view.hero_cell, cell))

    def direction_between(self, start: Cell, end: Cell) -> Direction:
        return moves_by_offset(self.view.board.stride)[end - start].direction

    def _approach_cost(self, enemy_cell: Cell) -> float:
        enemy = self.view.enemies[enemy_cell]
        return self.max_damage_of(enemy_cell) / 2 if self.view.is_hostile(enemy) else 0.0

    def _attack_cells(self, enemy_cell: Cell) -> Iterator[Cell]:
        view = self.view
        own = view.cells_attacked_from(enemy_cell)
        alone = self.max_damage_of(enemy_cell)
        for spot in view.board.neighbours[enemy_cell]:
            enterable = view.may_enter(spot) or spot == view.hero_cell
            others = self.max_damage_by_cell.get(spot, 0) - (alone if spot in own else 0)
            if (
                enterable
                and spot != view.stairs_cell
                and not others
                and self._count_same_kind(enemy_cell, spot) == 1
            ):
                yield spot

    def _count_same_kind(self, enemy_cell: Cell, attack_cell: Cell) -> int:
        view = self.view
        kind = view.enemies[enemy_cell].kind
        near = [view.enemies.get(cell) for cell in view.board.neighbours[attack_cell]]
        return sum(enemy is not None and enemy.kind is kind for enemy in near)

    def _moves_along(self, cells: list[Cell]) -> list[PlayerAction]:
        return moves_along(cells, self.view.board.stride)
