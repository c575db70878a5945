"""Scene: what the delver sees at one moment, what fights cost, and how likely they slay it."""

from collections.abc import Container, Iterable, Mapping, Sequence
from functools import cached_property
from math import erfc, sqrt
from operator import mul

from attrs import define, evolve, field

from cc3k.bots import situation
from cc3k.bots.careful import HITS_IF_INVULNERABLE
from cc3k.bots.game import Choice
from cc3k.engine.board import (
    DIRECTIONS,
    TILE,
    WALKABLE,
    Cell,
    CellArea,
    CellSet,
    Direction,
    blocks_between,
    cell_set,
    cells_of_kinds,
    grow,
)
from cc3k.engine.combat import (
    NO_BLOW_RULES,
    BlowRules,
    hits_to_slay,
    max_damage_per_turn,
    take_hit_effect,
)
from cc3k.engine.enemies import Enemy, always_hostile, never_evades
from cc3k.engine.hero import Hero
from cc3k.engine.items import Potion
from cc3k.engine.states import SLOWED
from cc3k.expansions.depths import TOLL_PER_FLOOR
from cc3k.expansions.hunters import NOTICING_STEPS
from cc3k.expansions.levels import EXPERIENCE_STEP, HEALED_PART, HP_GAIN
from cc3k.expansions.pack import LETTERS, UNKNOWN
from cc3k.expansions.tactics import ALERT_STEPS
from cc3k.expansions.vaults import SLOTS
from cc3k.expansions.wands import RANGE, WAND_KINDS
from cc3k.play.commands import command_table
from cc3k.play.odds import takes_gold

FEARED_DAMAGE = 12  # HP that a turn is thought to cost beside somebody who was seen there before
THROWING_CELLS = 5
QUIET_DETOUR = 12  # steps that it walks further past those who have not noticed it
WEAK_HEALTH = 0.4  # below which it goes any way round them
STEPS_PER_HP = 1000  # that one HP is worth on a risky path


@define(eq=False)
class Scene(situation.Situation):
    """A situation in which enemies move, some of them out of sight, and something is carried.

    Words that begin with one of the letters that are `withheld` are as good as illegal.
    """

    withheld: str = ""
    forgotten: Container[Cell] = ()
    """Where enemies were seen so long ago that they may be anywhere."""
    least_risks: dict[object, float] = field(factory=dict)
    """The risks of the easiest fights in this game so far, by the state of the hero."""

    @property
    def hero(self) -> Hero:
        return self.view.hero

    @property
    def health(self) -> float:
        """The share of the HP that the hero's race has; a vampire's may be above 1."""
        return self.hero.hp / self.hero.race.hp

    @cached_property
    def hostile(self) -> Mapping[Cell, Enemy]:
        view = self.view
        return {cell: enemy for cell, enemy in view.enemies.items() if view.is_hostile(enemy)}

    @cached_property
    def known(self) -> Mapping[Cell, Enemy]:
        """The hostile enemies in sight, and those out of sight where they were last seen."""
        unseen = self.remembered.items()
        return {at: one for at, one in unseen if self.view.is_hostile(one)} | {**self.hostile}

    @cached_property
    def remembered(self) -> Mapping[Cell, Enemy]:
        """The enemies out of sight that are probably still where they were seen."""
        unseen = self.view.remembered_enemies.items()
        staying = self.view.known_stationary
        return {at: one for at, one in unseen if at in staying or at not in self.forgotten}

    @property
    def guards(self) -> Mapping[Cell, Enemy]:
        standing = self.view.known_stationary
        return {cell: enemy for cell, enemy in self.known.items() if cell in standing}

    def enemies_within(self, steps: int) -> list[Enemy]:
        board, here, staying = self.view.board, self.view.hero_cell, self.view.known_stationary
        return [
            enemy
            for cell, enemy in self.known.items()
            if cell not in staying and cell not in self.attackers
            if blocks_between(board, here, cell) <= steps
        ]

    @cached_property
    def attackers(self) -> Mapping[Cell, Enemy]:
        here = self.view.hero_cell
        return (
            self.attackers_at(here) if situation.contains_cell(self.threatened_cells, here) else {}
        )

    def attackers_at(self, cell: Cell) -> dict[Cell, Enemy]:
        attacked = self.view.cells_attacked_from
        return {at: enemy for at, enemy in self.hostile.items() if cell in attacked(at)}

    @cached_property
    def feared(self) -> CellSet:
        """The cells on which somebody out of sight may attack."""
        unseen = {at: enemy for at, enemy in self.known.items() if at not in self.hostile}
        posts = [post for enemy in unseen.values() for post in enemy.guarded_cells]
        standing = [at for at, enemy in unseen.items() if not enemy.kind.roams]
        return self.around([*unseen, *posts, *CellArea(self.around(standing), self.size)])

    @property
    def size(self) -> int:
        return len(self.view.glyphs)

    @cached_property
    def threatened_cells(self) -> CellSet:
        return situation.threatened_cell_set(self.view) | self.feared

    @cached_property
    def safe_cells(self) -> CellSet:
        return self.open_cells & ~self.threatened_cells

    @cached_property
    def stairs(self) -> CellSet:
        view = self.view
        return cell_set([cell for cell in view.known_stairs if not view.is_guarded(cell)])

    @cached_property
    def open_cells(self) -> CellSet:
        """The cells that the hero can step on, without guarded stairs and who stood there last."""
        barred = cell_set(self.view.known_stairs) & ~self.stairs
        return situation.passable_cells(self.view) & ~barred & ~cell_set(self.remembered)

    @cached_property
    def tiles(self) -> CellSet:
        return cells_of_kinds(self.view.board.terrain, bytes((TILE,)))

    @cached_property
    def outlooks(self) -> CellSet:
        return cell_set(self.view.outlooks)

    @cached_property
    def quiet_paths(self) -> situation.SafePaths:
        """The safe paths out of the sight of those who have not noticed the hero (X50, X91)."""
        return situation.SafePaths(self.view, self.safe_cells & ~self.cells_noticed_on)

    @cached_property
    def cells_noticed_on(self) -> CellSet:
        """The cells near enemies that may notice the hero there."""
        watchers = [
            cell
            for cell, enemy in self.hostile.items()
            if not (enemy.is_hunting or cell in self.view.stationary)
        ]
        found = cell_set(watchers)
        for _ in range(self.noticing_blocks if found else 0):
            found = grow(found, self.view.board.stride)
        return found

    @cached_property
    def noticing_blocks(self) -> int:
        """How far off enemies notice the hero; 0 if they never do."""
        if self.view.figure("freezes") is not None:
            return self.hero.noticed_within(NOTICING_STEPS)
        has_tactics = self.view.figure("threats") is not None
        return self.hero.noticed_within(ALERT_STEPS) if has_tactics else 0

    def company_of(self, cell: Cell) -> list[Enemy]:
        """Return the other enemies that are near enough to join a fight with the one on a cell."""
        board, staying = self.view.board, self.view.known_stationary
        return [
            enemy
            for at, enemy in self.known.items()
            if at != cell and at not in staying and not self.view.enemies_frozen
            if blocks_between(board, at, cell) <= self.noticing_blocks
        ]

    def safe_step(
        self, goals: CellSet, most: int | None = None, *, quiet: bool = False
    ) -> Choice | None:
        """Return the first step of a safe way to the nearest goal, within so many steps."""
        cells = self._way_to(goals, quiet=quiet)
        if not cells or (most is not None and len(cells) - 1 > most):
            return None
        return situation.moves_along(cells[:2], self.view.board.stride)[0]

    def _way_to(self, goals: CellSet, *, quiet: bool) -> list[Cell]:
        """Return the cells of a safe way; nothing where the quiet one is much longer."""
        goals &= ~(1 << self.view.hero_cell)
        cells = self.safe_paths.path_to(goals)
        if not quiet or not cells:
            return cells
        unheard = self.quiet_paths.path_to(goals)
        most = QUIET_DETOUR if self.health > WEAK_HEALTH else self.size
        return unheard if len(unheard) <= len(cells) + most else []

    def nearest(self, goals: CellSet, *, quiet: bool) -> CellSet:
        """Return the nearest of some cells that has a safe way; nothing if none has."""
        cells = self._way_to(goals, quiet=quiet)
        return 1 << cells[-1] if cells else 0

    def risky_path(self, goals: CellSet) -> situation.LeastDamagePath | None:
        """Return the way of least damage to the nearest of some cells; None if there is none."""
        goals &= self.open_cells & ~(1 << self.view.hero_cell)
        path = (
            situation.find_least_damage_path(self.view, goals, self.price_by_cell)
            if goals
            else None
        )
        return path and evolve(path, damage=path.damage // STEPS_PER_HP)

    def shortest_step(self, goals: CellSet) -> Choice | None:
        paths = situation.SafePaths(self.view, self.open_cells)
        cells = paths.path_to(goals & ~(1 << self.view.hero_cell))
        return situation.moves_along(cells[:2], self.view.board.stride)[0] if cells else None

    @cached_property
    def price_by_cell(self) -> Mapping[Cell, int]:
        """The mean damage in steps, and one for the step: of equal ways, the shortest is best."""
        prices = dict.fromkeys(CellArea(self.open_cells, self.size), 1)
        damage = self.mean_damage_by_cell.items()
        return prices | {cell: 1 + STEPS_PER_HP * hp for cell, hp in damage}

    @cached_property
    def mean_damage_by_cell(self) -> Mapping[Cell, int]:
        """The HP that a turn on each threatened cell costs on average, rounded up."""
        found = dict.fromkeys(CellArea(self.feared, self.size), FEARED_DAMAGE)
        for place, enemy in self.hostile.items():
            mean = -(-max_damage_per_turn([enemy], self.hero, self.view.blows) // 2)
            for cell in self.view.cells_attacked_from(place):
                found[cell] = found.get(cell, 0) + mean
        return found

    def around(self, cells: Iterable[Cell]) -> CellSet:
        return grow(cell_set(cells), self.view.board.stride)

    def way_to(self, cell: Cell) -> str:
        return self.direction_between(self.view.hero_cell, cell).command_word

    def line_to(self, cell: Cell, most: int = THROWING_CELLS) -> str:
        """Return the word of the direction in which to throw at a cell; nothing out of line."""
        for way in DIRECTIONS:
            if cell in self._flight(self.view.hero_cell, way)[:most]:
                return way.command_word
        return ""

    def _flight(self, start: Cell, way: Direction) -> list[Cell]:
        view, cells = self.view, list[Cell]()
        terrain, offset, cell = view.board.terrain, way.offset(view.board.stride), start
        while len(cells) < RANGE and terrain[cell + offset] in WALKABLE:
            cell += offset
            cells.append(cell)
            if cell in view.enemies or cell == view.hero_cell:
                break
        return cells

    @cached_property
    def aimed_cells(self) -> CellSet:
        """The cells in line of those who have announced a shot (X93)."""
        aiming = [cell for cell, threat in self.view.threats.items() if threat.name == "aims"]
        lines = [self._flight(cell, way)[1:] for cell in aiming for way in DIRECTIONS]
        return cell_set([cell for line in lines for cell in line])

    @cached_property
    def can_grow(self) -> bool:
        return self.view.figure("level") is not None

    @cached_property
    def can_freeze_for_good(self) -> bool:
        return self.view.figure("freezes") is None and "f" in self.legal_words

    def may_freeze(self, kept: int = 0) -> bool:
        """Tell whether a freeze can be begun that leaves so many for worse moments."""
        freezes, is_frozen = self.view.figure("freezes"), self.view.enemies_frozen
        is_enough = freezes is None or freezes > kept
        return is_enough and not is_frozen and "f" in self.legal_words

    @cached_property
    def usual_foes(self) -> Sequence[Enemy]:
        """The enemies that roam here and are hostile, one of each kind, unhurt."""
        kinds = [kind for kind in self.view.rules.enemy_kinds if kind.spawn_weight and kind.roams]
        hostile = [kind for kind in kinds if kind.is_hostile is always_hostile]
        return [Enemy(self.view.kind_here(kind)) for kind in hostile]

    @cached_property
    def wands(self) -> Mapping[str, str]:
        kinds = {slot: self.view.figure(f"wand {slot} kind") for slot in SLOTS}
        names = ["", *WAND_KINDS]
        return {slot: names[kind - UNKNOWN] for slot, kind in kinds.items() if kind}

    @cached_property
    def slots(self) -> Mapping[str, Potion | None]:
        kinds = {letter: self.view.figure(f"pack {letter} kind") for letter in LETTERS}
        potions = (None, *self.view.rules.potions)
        return {letter: potions[kind - UNKNOWN] for letter, kind in kinds.items() if kind}

    @cached_property
    def legal_words(self) -> frozenset[str]:
        words = command_table(self.view.rules).words_by_action
        legal = [words[action] for action in self.game.legal_actions()]
        return frozenset([word for word in legal if self.may_use(word)])

    def may_use(self, word: str) -> bool:
        """Tell whether it may ever choose such words."""
        return not self.withheld or word.partition(" ")[0] not in self.withheld.split()

    def effect(self, potion: Potion) -> situation.StatChange:
        return self.value_cache.potion_effect(self.view.potion_for_hero(potion), self.view.race)

    def is_wanted(self, potion: Potion) -> bool:
        """Tell whether a known potion helps now, and none of its healing is lost."""
        effect, most = self.effect(potion), self.hero.race.max_hp
        return effect.is_harmless and (most is None or self.hero.hp + effect.hp <= most)

    def heals(self, potion: Potion) -> bool:
        return self.effect(potion).hp > 0 and self.is_wanted(potion)


# Risks: how likely a fight slays the hero, from 0 to 1.
FLEEING_RISK = 0.3  # a hero whom time heals breaks off a riskier fight
LOSING_RISK = 0.8  # any other hero breaks it off, even if the next fight is a greater risk
CROWD_RISK = 0.05  # those who come are frozen, so that they do not join a fight
PREY_RISK = 0.04  # a fight that is looked for may have this risk
WEAK_RISK = 0.1  # with the easiest enemy: the hero is weak

# Shares of the HP that a fight may cost on average.
CHEAP_SHARE = 0.15  # of a hero who gains nothing by it, and could walk away
COMPASS_SHARE = 0.08  # for the chance of a compass alone
DRAGON_SHARE = 0.5  # with the guardian of something to wear

STATS_WORTH = 50  # HP that the Atk and Def of a level are worth
THING_WORTH = 20  # HP that a key in sight is worth
GOLD_A_FLOOR = 18  # that it may hope to find on each floor still to come

FIGHTS_A_FLOOR = 2  # for which a potion that lasts as long counts

LONG_FIGHT_TURNS = 4  # of a fight that are worth a potion first


def turns_to_slay(hero: Hero, enemy: Enemy, blows: BlowRules) -> int:
    hits = hits_to_slay(hero, enemy, blows) or HITS_IF_INVULNERABLE
    is_sure = enemy.kind.evades is never_evades or blows.is_sure(hero, defender=enemy)
    return hits if is_sure else 2 * hits


def cost_of_fight(hero: Hero, enemies: Iterable[Enemy], blows: BlowRules = NO_BLOW_RULES) -> float:
    return max(0.0, _cost_and_variance(hero, enemies, blows)[0])


def risk_of_fight(hero: Hero, enemies: Iterable[Enemy], blows: BlowRules = NO_BLOW_RULES) -> float:
    """Return about how likely it is, from 0 to 1, that a fight to the end slays the hero.

    The damage of a fight is taken as normally distributed: each attack hits half of the time.
    """
    cost, variance = _cost_and_variance(hero, enemies, blows)
    left = hero.hp - max(0.0, cost)
    return erfc(left / sqrt(2 * variance)) / 2 if variance else float(left <= 0)


def _cost_and_variance(
    hero: Hero, enemies: Iterable[Enemy], blows: BlowRules
) -> tuple[float, float]:
    numbered = enumerate(enemies)
    order = sorted([(turns_to_slay(hero, enemy, blows), at, enemy) for at, enemy in numbered])
    elapsed, cost, variance = 0, 0.0, 0.0
    for turns, _, enemy in order:
        elapsed += turns
        most = max_damage_per_turn([enemy], hero, blows)
        mean = _mean_of(most, hero, enemy, blows)
        is_easy = enemy.kind.evades is never_evades or blows.is_sure(hero, defender=enemy)
        attacks = max(1, enemy.kind.attacks_per_turn(hero.race))
        spread = mean * (most - mean) / attacks
        cost += (elapsed - 1) * mean - turns * healing_per_turn(hero, enemy)
        variance += (elapsed - 1) * spread + (0 if is_easy else turns * mean**2 / 2)
    return cost, variance


def mean_damage(hero: Hero, enemy: Enemy, blows: BlowRules) -> float:
    """Return the HP that an enemy beside the hero takes in a turn on average (R20)."""
    return _mean_of(max_damage_per_turn([enemy], hero, blows), hero, enemy, blows)


def _mean_of(most: int, hero: Hero, enemy: Enemy, blows: BlowRules) -> float:
    hit = most if blows.is_sure(hero, attacker=enemy) else most / 2
    return hit / 2 if SLOWED in enemy.statuses else hit


def healing_per_turn(hero: Hero, enemy: Enemy | None = None) -> float:
    trial = hero.copy()
    trial.hp = before = trial.race.hp // 2
    list(hero.race.each_turn(trial))
    regrown = trial.hp - before
    if enemy is None:
        return regrown
    list(take_hit_effect(trial, enemy.kind))
    drained = trial.hp - before - regrown
    return regrown + (drained if enemy.kind.evades is never_evades else drained / 2)


def is_better_left(scene: Scene, foes: Iterable[Enemy]) -> bool:
    """Tell whether a fight is better broken off: it brings nothing, or is likely lost.

    A hero whom time does not heal comes to the next fight as hurt as it is, against somebody
    unhurt: it breaks off a fight only for an easier one.
    """
    hero, blows, most = scene.hero, scene.view.blows, FLEEING_RISK
    if not scene.can_grow:
        return cost_of_fight(hero, foes, blows) > CHEAP_SHARE * hero.hp
    if not (scene.view.rests_heal and healing_per_turn(hero)):
        weights = [enemy.kind.spawn_weight for enemy in scene.usual_foes]
        risks = [risk_of_fight(hero, [enemy], blows) for enemy in scene.usual_foes]
        risk_of_next = sum(map(mul, risks, weights)) / sum(weights)
        most = max(most, min(LOSING_RISK, risk_of_next))
    return risk_of_fight(hero, foes, blows) > most


def is_crowd(scene: Scene, foes: list[Enemy]) -> bool:
    is_useless = not scene.can_grow and is_better_left(scene, foes)
    return is_useless or risk_of_fight(scene.hero, foes, scene.view.blows) > CROWD_RISK


def risk_of_easiest(scene: Scene, hero: Hero) -> float:
    """Return the risk of a fight with the easiest of all enemies that roam and are hostile.

    It is kept for a hero that comes to be the same again, on the same floor.
    """
    blows, known = scene.view.blows, scene.least_risks
    figures = hero.race, hero.hp, hero.stats, hero.gold
    states = tuple(hero.facts.items()), tuple(hero.statuses.items())
    question = (scene.view.depth, blows.terrain, *figures, *states)
    if (least := known.get(question)) is None:
        risks = [risk_of_fight(hero, [enemy], blows) for enemy in scene.usual_foes]
        least = known[question] = min(risks)
    return least


def is_prey(scene: Scene, cell: Cell, enemy: Enemy) -> bool:
    """Tell whether it pays to fight an enemy, with all who are near enough to join in (X85)."""
    foes, hero, blows = [enemy, *scene.company_of(cell)], scene.hero, scene.view.blows
    strikers = [each for each in foes if not takes_gold(blows, hero, each)]
    if risk_of_fight(hero, strikers, blows) > PREY_RISK:
        return False
    return cost_of_fight(hero, strikers, blows) <= worth_of_victory(scene, foes)


def worth_of_victory(scene: Scene, foes: Iterable[Enemy]) -> float:
    hero, level = scene.hero, scene.view.figure("level") or 0
    of_level = HP_GAIN + hero.full_hp / HEALED_PART + STATS_WORTH if level else 0
    each = of_level / (EXPERIENCE_STEP * max(1, level))
    return sum([each * enemy.kind.experience + THING_WORTH * bool(enemy.carries) for enemy in foes])


def spare_gold(scene: Scene) -> int:
    """Return the gold that it need not keep for the toll of the last floor (X87)."""
    view, gold = scene.view, scene.hero.gold
    if view.figure("toll") is None:
        return gold
    floors = view.rules.floor_count
    to_come = GOLD_A_FLOOR * (floors - view.depth)
    return gold - max(0, view.price_here(TOLL_PER_FLOOR * floors) - to_come)


def guardians_worth_slaying(scene: Scene, *, at_any_price: bool) -> dict[Cell, Enemy]:
    """Return the guardians that it pays to slay, after all that the pack has to help.

    At any price, they are those that bar the stairs.
    """
    view = scene.view
    things = view.known_stairs if at_any_price else (*view.trinkets, *view.known_stairs)
    wanted = {cell for cell in things if view.is_guarded(cell)}
    armed = scene.hero.copy()
    for potion in scene.slots.values() if wanted else ():
        if potion is not None and scene.effect(potion).is_harmless:
            potion.effect(armed)
    return {
        cell: enemy
        for cell, enemy in scene.hostile.items()
        if not wanted.isdisjoint(enemy.guarded_cells)
        and (at_any_price or cost_of_fight(armed, [enemy], view.blows) <= DRAGON_SHARE * armed.hp)
    }


def can_slay_guard(scene: Scene) -> bool:
    """Tell whether it may fight who bars the stairs, or go on with that: the toll is saved.

    Where freezes last for ever it pays: the careful bot, whom it follows there, knows no guards.
    """
    if scene.can_freeze_for_good:
        return False
    barring = guardians_worth_slaying(scene, at_any_price=True)
    return (
        bool(barring)
        and barring.keys() <= guardians_worth_slaying(scene, at_any_price=False).keys()
    )


def strike_word(scene: Scene, foes: Mapping[Cell, Enemy]) -> str | None:
    hero, near = scene.hero, scene.view.board.neighbours[scene.view.hero_cell]
    beside = [cell for cell in near if cell in scene.hostile]
    if not beside:
        return None
    blows = scene.view.blows
    weakest = min(beside, key=lambda at: (turns_to_slay(hero, scene.hostile[at], blows), at))
    turns = sum([turns_to_slay(hero, enemy, blows) for enemy in foes.values()])
    throw = throw_word(scene, foes) if turns >= LONG_FIGHT_TURNS else None
    return throw or drink_word(scene, foes) or f"a {scene.way_to(weakest)}"


def drink_word(scene: Scene, foes: Mapping[Cell, Enemy], turn: float = 1.0) -> str | None:
    """Return what to drink before or in a fight, if it saves more HP than its turn costs.

    That costs what the foes do in this part of a `turn`: nothing while they are still coming.
    """
    blows, best, most = scene.view.blows, None, 0.0
    before = cost_of_fight(scene.hero, foes.values(), blows)
    lost = turn * sum([mean_damage(scene.hero, enemy, blows) for enemy in foes.values()])
    for letter, potion in scene.slots.items() if foes else ():
        if potion is None or not scene.is_wanted(potion):
            continue
        armed = scene.hero.copy()
        potion.effect(armed)
        saved = FIGHTS_A_FLOOR * (before - cost_of_fight(armed, foes.values(), blows)) - lost
        saved += armed.hp - scene.hero.hp
        if saved > most:
            best, most = f"u {letter}", saved
    return best


def throw_word(scene: Scene, targets: Mapping[Cell, Enemy]) -> str | None:
    """Return the throw of a harmful potion at the strongest target in line; None without one."""
    for letter, potion in scene.slots.items():
        if potion is not None and not scene.effect(potion).is_harmless:
            hero, blows = scene.hero, scene.view.blows
            order = sorted(targets, key=lambda at: -max_damage_per_turn([targets[at]], hero, blows))
            long = [
                at for at in order if turns_to_slay(hero, targets[at], blows) >= LONG_FIGHT_TURNS
            ]
            words = [f"t {letter} {scene.line_to(cell)}" for cell in long]
            return next((word for word in words if word in scene.legal_words), None)
    return None
