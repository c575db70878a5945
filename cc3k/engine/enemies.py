"""Enemies: their kinds, one enemy on a floor, and what all of them do in a turn (R3).

A kind of enemy is a row of figures and strategies. The functions here are the defaults; a row
states only what is special about it.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from enum import IntEnum
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, TypeAlias

from attrs import Factory, evolve, field

from cc3k.engine.board import TILE, Cell
from cc3k.engine.combat import attack_hero
from cc3k.engine.dice import Dice
from cc3k.engine.events import Event
from cc3k.engine.hero import Hero, Race
from cc3k.engine.items import Item, Loot, Ware, things_in_view
from cc3k.engine.states import (
    AT_PEACE,
    CHARMED,
    FLEEING,
    NO_NUMBERS,
    SLOWED,
    TRUCE,
    counted_down,
    public,
    with_number,
)
from cc3k.engine.stats import BaseStats, Stats, modifier_layers
from cc3k.engine.values import define, frozen

if TYPE_CHECKING:
    from cc3k.engine.game import GameState


ValueByRace: TypeAlias = Callable[[Race], int]
"""Return a number for the opponent's race: attacks a turn, or percent of damage."""

EvasionRule: TypeAlias = Callable[[Dice], bool]
"""Tell whether an attack on this enemy misses."""

HostilityRule: TypeAlias = Callable[["Enemy", Hero], bool]
"""Tell whether the enemy is hostile to the hero."""

LootRule: TypeAlias = Callable[[Dice], Loot]
"""Return the loot of a slain enemy."""

Strategy: TypeAlias = Callable[["GameState", Cell, "Enemy"], Iterable[Event] | None]
"""Act for the enemy on a cell and return what happened; None leaves it to the next strategy.

The events may be a generator: then nothing happens before they are taken.
"""


HP_PER_EXPERIENCE = 10
"""An enemy is worth one point of experience for this many HP of its row (X70)."""


def strike(game: "GameState", cell: Cell, enemy: "Enemy") -> Iterable[Event] | None:
    """Attack the hero if hostile to it and within reach (R8, R20, R22)."""
    floor = game.floor
    near, posts = floor.board.neighbourhood[floor.hero_cell], enemy.guarded_cells
    is_near = cell in near or (posts and not near.isdisjoint(posts))
    if is_near and enemy.is_hostile_to(game.hero):
        return attack_hero(enemy, game.hero, game.turn_dice, game.blows)
    return None


def one_attack(_race: Race) -> int:
    return 1


def full_damage_percent(_race: Race) -> int:
    return 100


def never_evades(_dice: Dice) -> bool:
    """Return False: every attack hits."""
    return False


def always_hostile(_enemy: "Enemy", _hero: Hero) -> bool:
    """Return True: hostile to everyone (§2.5)."""
    return True


def no_loot(_dice: Dice) -> Loot:
    return Loot()


@frozen
class EnemyKind:
    """A kind of enemy (§2.2). `spawn_weight` is its share of the enemies spawned; 0 for a guardian.

    It does what its `act` does; if that is nothing, it takes a random step if it `roams`, else it
    stays. `role` names its colour in a palette; without one it gets a spare colour. `sells` is the
    number of potions that it has for sale if an expansion lets merchants trade. One that
    `brings_nothing` gives the hero no HP when hit, and nothing to a race that steals. Somebody of
    name is `of_kind`, the name of another kind, and behaves as one of those.
    """

    name: str
    glyph: str
    hp: int
    stats: BaseStats
    spawn_weight: int
    trait: str = ""
    attacks_per_turn: ValueByRace = one_attack
    damage_percent: ValueByRace = full_damage_percent
    evades: EvasionRule = never_evades
    is_hostile: HostilityRule = always_hostile
    roams: bool = True
    loot: LootRule = no_loot
    act: Strategy = strike
    role: str = ""
    sells: int = 0
    experience: int = Factory(lambda self: self.hp // HP_PER_EXPERIENCE, takes_self=True)
    actions_per_turn: int = 1
    brings_nothing: bool = False
    of_kind: str = ""

    @property
    def is_named(self) -> bool:
        return bool(self.of_kind)

    @property
    def the_name(self) -> str:
        """The name as a sentence has it: `the orc`, `Rann`."""
        return self.name if self.is_named else f"the {self.name}"

    @property
    def name_at_start(self) -> str:
        """The name as a sentence begins with it: `The orc`, `Rann`."""
        return self.name if self.is_named else f"The {self.name}"

    @property
    def breed(self) -> str:
        """The name of the kind that it is to races and behaviours."""
        return self.of_kind or self.name

    @property
    def may_carry(self) -> bool:
        """Whether expansions may give it what the PC has to find: no dragon, merchant or unique."""
        return self.roams and self.is_hostile is always_hostile and not self.is_named

    def stronger_by(self, percent: int, *, defence: bool = True) -> "EnemyKind":
        """Return the kind with that much more HP, Atk and, unless told, Def, rounded down (Y15)."""
        if not percent:
            return self
        figures = self.hp, self.stats.attack, self.stats.defence
        hp, atk, held = (figure + figure * percent // 100 for figure in figures)
        return evolve(self, hp=hp, stats=BaseStats(atk, held if defence else figures[-1]))


@define(eq=False)
class Enemy:
    """One enemy on a floor. It attacks a hero beside itself or beside one of its `guarded_cells`.

    Its `stats` are those of its kind, under the layers that thrown potions add. It drops what it
    `carries` when it is slain; its `wares` are for sale, and lost with it. It hunts the hero for
    `hunting_turns` more turns. It has one `identity` in all copies of its game.

    `statuses` are the turns left of what will pass, by name, such as `charmed`; `facts` are other
    numbers by name, such as the gold that it stole. None of them is 0. A name that begins with `_`
    is known to the game alone. The mappings are never changed, only replaced, so copies share them.
    """

    kind: EnemyKind
    hp: int = Factory(lambda self: self.kind.hp, takes_self=True)
    guarded_cells: tuple[Cell, ...] = ()
    stats: Stats = Factory(lambda self: self.kind.stats, takes_self=True)
    carries: tuple[Item, ...] = ()
    wares: tuple[Ware, ...] = ()
    hunting_turns: int = 0
    identity: object = field(factory=object, repr=False)
    statuses: Mapping[str, int] = NO_NUMBERS
    facts: Mapping[str, int] = NO_NUMBERS

    def is_hostile_to(self, hero: Hero) -> bool:
        """Tell whether it is hostile: as its kind is, unless charmed, or there is peace (§2.5)."""
        if AT_PEACE in self.facts or CHARMED in self.statuses:
            return False
        if hero.statuses is not NO_NUMBERS and TRUCE in hero.statuses and self.kind.spawn_weight:
            return False
        return self.kind.is_hostile(self, hero)

    @property
    def attitude(self) -> str:
        """How one that is not hostile stands to the PC, as the end of a sentence."""
        return "fights for you" if CHARMED in self.statuses else "is peaceful"

    @property
    def is_fleeing(self) -> bool:
        """Whether it runs from the hero instead of attacking (X98)."""
        return FLEEING in self.statuses or FLEEING in self.facts

    @property
    def is_hunting(self) -> bool:
        """Whether it follows the hero instead of roaming (X50)."""
        return self.hunting_turns > 0 and not self.is_fleeing

    @property
    def is_slowed(self) -> bool:
        """Whether it skips every second enemies' phase."""
        return SLOWED in self.statuses

    def is_held_in(self, phase: int) -> bool:
        """Tell whether it skips an enemies' phase, 0 the next: the slowed do every second (Y26)."""
        left = self.statuses.get(SLOWED, 0) - phase
        return left > 0 and left % 2 == 0

    def set_status(self, name: str, turns: int) -> None:
        """Give it a status for that many enemies' phases; end the status if that is 0."""
        self.statuses = with_number(self.statuses, name, turns)

    def set_fact(self, name: str, number: int) -> None:
        """Note a number; 0 removes the fact."""
        self.facts = with_number(self.facts, name, number)

    def end_peace(self) -> None:
        """Be as hostile as its kind is: it was attacked. Only a blow ends a charm (X106)."""
        self.set_fact(AT_PEACE, 0)

    def count_down_statuses(self) -> None:
        """Take a turn off every status (Y3)."""
        self.statuses = counted_down(self.statuses)

    def hide_secrets(self) -> None:
        """Drop what only the game knows of it."""
        self.statuses, self.facts = public(self.statuses), public(self.facts)

    def heal(self, hp: int) -> None:
        """Gain up to that many HP, never above the HP of its kind."""
        self.hp = max(self.hp, min(self.hp + hp, self.kind.hp))

    def take_damage(self, hp: int) -> None:
        """Lose up to that many HP, never below 0."""
        self.hp = max(0, self.hp - hp)

    def copy(self) -> "Enemy":
        return Enemy(
            self.kind,
            self.hp,
            self.guarded_cells,
            self.stats,
            self.carries,
            self.wares,
            self.hunting_turns,
            self.identity,
            self.statuses,
            self.facts,
        )

    def as_shown(self) -> "ShownEnemy":
        """Return this enemy as a value, without what only the game knows of it."""
        return ShownEnemy(
            self.kind,
            self.hp,
            self.guarded_cells,
            self.stats,
            things_in_view(self.carries),
            self.wares,
            self.hunting_turns,
            statuses=public(self.statuses),
            facts=public(self.facts),
        )

    @property
    def is_as_spawned(self) -> bool:
        """Whether only HP and guarded cells can distinguish it from others of its kind."""
        is_bare = not (self.carries or self.wares or self.hunting_turns)
        is_plain = not (self.statuses or self.facts)
        return is_bare and is_plain and self.stats is self.kind.stats

    def extra_digest_parts(self) -> tuple[object, ...]:
        """Return everything else that distinguishes it, for the digest."""
        things = [item.name for item in (*self.carries, *self.wares)]
        parts = (modifier_layers(self.stats), len(self.wares), things, self.hunting_turns)
        if not (self.statuses or self.facts):
            return parts
        return (*parts, sorted(self.statuses.items()), sorted(self.facts.items()))


@frozen(eq=False)
class ShownEnemy(Enemy):
    """An enemy as a player sees it, or saw it last: a value, which is no part of any game.

    It is an `Enemy`, so that all that weighs enemies takes it. A `copy` of it can be changed.
    """


class Stage(IntEnum):
    """The place of a behaviour among those of an enemy: the first that answers is what it does."""

    HELD = 1
    """It cannot act now."""
    CHARMED = 2
    ANNOUNCED = 3
    """It does what it announced before."""
    ATTACK = 4
    """It attacks from where it stands; last comes the `act` of its kind."""
    FLEE = 5
    PREPARE = 6
    """It digs, or announces what it will do next."""
    HUNT = 7
    """It follows the hero, out of its chamber too."""
    ALERT = 8
    """It follows the hero within its chamber."""
    ROAM = 9
    """In place of a random step."""


CellsRule: TypeAlias = Callable[["GameState"], Collection[Cell]]
"""Return the cells of all enemies that a behaviour may answer for in this turn."""


@frozen
class Behaviour:
    """A strategy that an expansion adds to enemies of some kinds, by name; of all if it has none.

    Behaviours of one stage are asked in the order in which the expansions are on. The frozen only
    attack (R5): for them those of the stages `HELD` and `ATTACK` are asked, and then they strike.
    """

    stage: Stage
    act: Strategy
    kinds: tuple[str, ...] = ()
    among: CellsRule | None = None
    """Where they are few; None stands for all."""
    needs_state: bool = False
    """Whether enemies without any status or fact need not be asked."""


@frozen(eq=False)
class Strategies:
    """The strategies of a kind in the order in which they are asked; and those of the frozen.

    The `plain` ones are those of an enemy without any status or fact.
    """

    awake: tuple[Strategy, ...]
    frozen: tuple[Strategy, ...]
    plain: tuple[Strategy, ...]


StrategiesByKind: TypeAlias = Mapping[str, Strategies]
"""The strategies of each kind of enemy by name."""


def strategies_of(
    kind: EnemyKind, behaviours: Sequence[Behaviour], idle: Collection[CellsRule | None] = ()
) -> Strategies:
    """Return the strategies that expansions add to a kind, with its own among them.

    Those whose rule for cells is `idle` answer for nobody now, and are left out.
    """
    names = {kind.name, kind.breed}
    behaviours = [each for each in behaviours if each.among not in idle]
    added = [each for each in behaviours if not each.kinds or not names.isdisjoint(each.kinds)]
    kept = [each for each in added if each.stage in (Stage.HELD, Stage.ATTACK)]
    awake = [*added, Behaviour(Stage.ATTACK, kind.act)]
    held = [*kept, Behaviour(Stage.ATTACK, strike)]
    plain = [each for each in awake if not each.needs_state]
    return Strategies(_in_order(awake), _in_order(held), _in_order(plain))


def _in_order(behaviours: Iterable[Behaviour]) -> tuple[Strategy, ...]:
    return tuple([each.act for each in sorted(behaviours, key=attrgetter("stage"))])


def strategies_by_kind(
    kinds: Sequence[EnemyKind],
    behaviours: Sequence[Behaviour],
    idle: Collection[CellsRule | None] = (),
) -> StrategiesByKind:
    """Return the strategies of each kind by name; nothing if none does more than strike."""
    if not behaviours and not any(map(_is_special, kinds)):
        return {}
    return {kind.name: strategies_of(kind, behaviours, idle) for kind in kinds}


def _is_special(kind: EnemyKind) -> bool:
    """Tell whether enemies of a kind do more of themselves than strike once or take a step."""
    return kind.act is not strike or kind.actions_per_turn > 1


def cells_rules(
    kinds: Sequence[EnemyKind], behaviours: Sequence[Behaviour]
) -> tuple[CellsRule, ...] | None:
    """Return the rules for the cells of those who are asked; None if everybody is."""
    limits = dict.fromkeys([each.among for each in behaviours])
    if None in limits or any(kind.act is not strike for kind in kinds):
        return None
    glyphs = {ord(kind.glyph) for kind in kinds if _is_special(kind)}
    special = [partial(_special_cells, glyphs)] * bool(glyphs)
    return (*[among for among in limits if among], *special)


def _special_cells(glyphs: AbstractSet[int], game: "GameState") -> Collection[Cell]:
    if not any(map(game.floor.glyphs.__contains__, glyphs)):
        return ()
    enemies = game.floor.enemies.items()
    return [cell for cell, enemy in enemies if enemy.kind.actions_per_turn > 1]


def _asked(
    game: "GameState", watchful: frozenset[Cell]
) -> tuple[Mapping[Cell, Enemy], AbstractSet[Cell], Strategy]:
    """Return all enemies, the cells of those that may do something of their own, and what.

    All are asked if it is not known who may.
    """
    rules, enemies = game.rules, dict(game.floor.enemies)
    if rules.cells_asked is None:
        return enemies, enemies.keys(), partial(_act, rules.strategies)
    found = [cells(game) for cells in rules.cells_asked]
    has_cells = tuple(map(bool, found))
    strategies = rules.strategies_by_cells.get(has_cells)
    if strategies is None:
        idle = [cells for cells, asked in zip(rules.cells_asked, found, strict=True) if not asked]
        strategies = strategies_by_kind(rules.enemy_kinds, rules.behaviours, idle)
        rules.strategies_by_cells[has_cells] = strategies
    return enemies, watchful.union(*found), partial(_act, strategies)


def _act_often(game: "GameState", found: StrategiesByKind, enemy: Enemy) -> Iterator[Event]:
    """Let an enemy act as often as its kind does in a turn, each time as if it were the first."""
    floor = game.floor
    for _ in range(enemy.kind.actions_per_turn):
        cells = [at for at, other in floor.enemies.items() if other is enemy]
        if not cells or game.hero.hp == 0:
            return
        events = _act(found, game, cells[0], enemy, once=True)
        if events is not None:
            yield from events
        elif not game.enemies_frozen and cells[0] not in floor.stationary:
            exits = floor.free_neighbours(cells[0])
            if exits:
                floor.move_enemy(cells[0], game.turn_dice.pick(exits))


def _act(
    found: StrategiesByKind, game: "GameState", cell: Cell, enemy: Enemy, *, once: bool = False
) -> Iterable[Event] | None:
    """Return what an enemy does by the first of its strategies that answers; None if none does."""
    kind = enemy.kind
    if kind.actions_per_turn > 1 and not once:
        return _act_often(game, found, enemy)
    if game.floor.enemies.get(cell) is not enemy:
        return ()  # it was slain or moved in this phase
    strategies = found.get(kind.name) or strategies_of(kind, game.rules.behaviours)
    is_plain = enemy.statuses is NO_NUMBERS and enemy.facts is NO_NUMBERS
    awake = strategies.plain if is_plain else strategies.awake
    for act in strategies.frozen if game.enemies_frozen else awake:
        events = act(game, cell, enemy)
        if events is not None:
            floor = game.floor
            near = floor.board.neighbourhood[floor.hero_cell]
            may_part = game.rules.hooks.on_parting and cell in near
            return _act_and_part(game, cell, enemy, events) if may_part else events
    return None


def _act_and_part(
    game: "GameState", cell: Cell, enemy: Enemy, events: Iterable[Event]
) -> Iterator[Event]:
    """Yield what an enemy does beside the PC, and what follows if it leaves the PC's side."""
    yield from events
    floor = game.floor
    near = floor.board.neighbourhood[floor.hero_cell]
    if floor.enemies.get(cell) is not enemy:
        for at in [at for at, other in floor.enemies.items() if other is enemy and at not in near]:
            for hook in game.rules.hooks.on_parting:
                yield from hook(game, at, enemy)


def enemies_act(game: "GameState") -> Iterator[Event]:
    """Let every enemy act once, in reading order, or wander (R3, R7).

    Each enemy that roams tries two random steps; only if neither is free does it pick one of its
    exits. So each of `f` exits is equally likely: by either step, and by the pick. One random byte
    decides both steps.

    Most of a turn's time goes here, so a step is written out: it moves one byte of the glyphs and
    one key of the enemies, from a bare tile to a bare tile, and calls nothing. Only those are
    asked for more whose strategies may answer: in the base rules, who can strike.
    """
    floor, dice, is_frozen = game.floor, game.turn_dice, game.enemies_frozen
    enemies, glyphs, board, stationary = floor.enemies, floor.glyphs, floor.board, floor.stationary
    first_steps, second_steps = board.steps_by_byte
    watchful = board.neighbourhood[floor.hero_cell] | stationary
    order = sorted(watchful.intersection(enemies) if is_frozen else enemies)
    steps = bytes(len(order)) if is_frozen else dice.randbytes(len(order))
    has_others, is_disturbed = bool(game.rules.strategies), False
    at_first, asked, act = _asked(game, watchful) if has_others else (enemies, watchful, strike)
    for cell, step in zip(order, steps, strict=True):
        if cell in asked:
            is_disturbed = has_others
            events = act(game, cell, at_first[cell])
            if events is not None:
                yield from events
                if game.hero.hp == 0:
                    return
                continue
            if is_frozen or cell in stationary:
                continue
        elif is_disturbed and enemies.get(cell) is not at_first[cell]:
            continue  # it was slain or moved in this phase
        to = cell + first_steps[step]
        if glyphs[to] != TILE:
            to = cell + second_steps[step]
            if glyphs[to] != TILE:
                exits = floor.free_neighbours(cell)
                if not exits:
                    continue
                to = dice.pick(exits)
        enemies[to] = enemies.pop(cell)
        glyphs[to] = glyphs[cell]
        glyphs[cell] = TILE


def can_attack_hero(game: "GameState", cell: Cell) -> bool:
    """Tell whether the enemy on a cell is hostile and the PC within its reach (R8, R22)."""
    return strike(game, cell, game.floor.enemies[cell]) is not None
