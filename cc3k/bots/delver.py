"""Delver bot: plays any set of expansions by what a player sees.

It is an honest bot: it knows what a player sees, and asks no game to be played ahead. Where enemies
can be frozen for good on a floor in full sight, nothing can overtake a plan, and it follows those
of the careful bot. Everywhere else it decides anew each turn: it explores, carries, throws, buys,
rests and flees. It picks its fights: one enemy at a time, the cheapest first, the others frozen.
While even the weakest enemy is a risk, it sweeps the floor for what makes it stronger, frozen if
freezes last. Where they are counted, it spends them on crowds, and the last one on an escape.
"""

from collections import Counter
from collections.abc import Mapping
from typing import ClassVar

from attrs import define, field

from cc3k.bots import tools
from cc3k.bots.careful import CarefulBot
from cc3k.bots.game import Choice, PlayableGame
from cc3k.bots.scene import (
    CHEAP_SHARE,
    COMPASS_SHARE,
    FLEEING_RISK,
    PREY_RISK,
    WEAK_RISK,
    Scene,
    can_slay_guard,
    cost_of_fight,
    drink_word,
    guardians_worth_slaying,
    healing_per_turn,
    is_better_left,
    is_crowd,
    is_prey,
    risk_of_easiest,
    risk_of_fight,
    spare_gold,
    strike_word,
    throw_word,
    turns_to_slay,
)
from cc3k.bots.situation import contains_cell
from cc3k.engine.actions import Move
from cc3k.engine.board import TILE, Cell, CellSet, blocks_between, cell_set, cells_of_kinds, grow
from cc3k.engine.dice import Dice
from cc3k.engine.enemies import Enemy
from cc3k.engine.items import Potion
from cc3k.expansions.clock import TURNS_PER_HP, WAKING
from cc3k.expansions.gear import FINDING_BLOCKS
from cc3k.expansions.pack import LETTERS

# Health is the share of the HP that the hero's race has.
SAFE_TO_TRY = 0.5  # at which the worst of the unknown potions may be tried
HURT_HEALTH = 0.75  # below which healing is drunk and bought in peace
REST_HEALTH = 0.9  # below which it waits for time to heal it
HP_TO_TRY = 25
RICH_GOLD = 30  # that it can spare, from which on it goes to merchants for more than healing

CLOSE_STEPS = 3  # within which others join a fight soon
RETREAT_STEPS = 1  # to one that are worth it when several attack already
NARROW_STEPS = 8  # to a doorway or passage that are worth it when several come
DETOUR_STEPS = 8  # that things may be off the way while hunted, or frozen for a while
STEP_PRICE = 2  # HP that a step to an enemy counts when the cheapest is picked
SEVERAL = 2  # hunters from which on it is better to stand where they come one at a time
KEPT_FREEZES = 1  # for an escape; the others are for fights against too many

EARLY, LATE = 140, 240  # on the clock of a floor: a hero leaves between them, the hurt one first

MEMORY_TURNS = 6  # for which it keeps away from where it saw somebody that steps

MOST_VISITS = 40  # of a cell after which the hero gets away from it at random
DESPERATE_TURNS = 1500  # on a floor after which nothing is put off any more
RECKLESS_TURNS = 1800  # after which it heads for the stairs through whatever is there
PATIENCE_TURNS = 20  # without a safe way, for each tenth of the HP that a way may cost then


@define(eq=False)
class DelverBot:
    """Follows the careful bot where nothing can overtake a plan, and picks its fights elsewhere.

    Which of the two is settled by its first look at a game, as no set of expansions changes within
    one; how it fares is told by `cc3k help balance`.
    """

    withheld: ClassVar[str] = ""
    """The first words of the commands that it never gives."""

    dice: Dice
    _planner: CarefulBot | None = field(default=None, init=False)
    _depth: int = field(default=0, init=False)
    _turns: int = field(default=0, init=False)  # on this floor
    _idle_turns: int = field(default=0, init=False)  # of those without a safe way
    _visits: Counter[Cell] = field(factory=Counter, init=False)
    _trodden: CellSet = field(default=0, init=False)
    _goal: CellSet = field(default=0, init=False)  # what it explores next
    _unseen_turns: Mapping[Cell, int] = field(factory=dict, init=False)
    _least_risks: dict[object, float] = field(factory=dict, init=False)

    def choose(self, game: PlayableGame) -> Choice:
        """Return the next action or its words."""
        self._forget(game)
        forgotten = [at for at, turns in self._unseen_turns.items() if turns > MEMORY_TURNS]
        scene = Scene(game, self.withheld, frozenset(forgotten), self._least_risks)
        due = pay_toll(scene, goes_there=not self._is_desperate) or tools.point_word(scene)
        if due is not None:
            return due
        if self._planner is not None:
            return self._planner.choose(game)
        is_in_full_sight = scene.view.known_stairs and not scene.view.is_limited
        may_plan = is_in_full_sight and not self.withheld
        if not self._depth and scene.can_freeze_for_good and may_plan:
            self._planner = CarefulBot(self.dice)
            return self._planner.choose(game)
        self._look_around(scene)
        is_lost = not scene.attackers and self._visits[scene.view.hero_cell] >= MOST_VISITS
        choice = self._step_at_random(scene) if is_lost else None
        if self._turns > RECKLESS_TURNS:
            choice = (
                self._head_for_stairs(scene)
                or use_what_is_at_hand(scene, drinks=True)  # what lies in a doorway bars it
                or scene.shortest_step(scene.outlooks | useful_cells(scene))
                or strike_word(scene, scene.attackers)
            )
        if choice is None:
            choice = self._fight(scene) if scene.attackers else self._act_in_peace(scene)
        return choice or self._go_on(scene)

    def _forget(self, game: PlayableGame) -> None:
        """Count the turns for which enemies are out of sight where they were last seen.

        While they are frozen for good they stay there, and no turn counts.
        """
        view, before = game.view, self._unseen_turns
        passed = 0 if view.enemies_frozen and view.figure("freezes") is None else 1
        self._unseen_turns = {at: before.get(at, 0) + passed for at in view.remembered_enemies}

    @property
    def _is_desperate(self) -> bool:
        return self._turns > DESPERATE_TURNS

    def _look_around(self, scene: Scene) -> None:
        """Count a turn on the floor, and note where stairs cannot be (R26)."""
        view, here = scene.view, 1 << scene.view.hero_cell
        if self._depth != view.depth:
            self._depth, self._turns, self._idle_turns = view.depth, 0, 0
            self._visits.clear()
            self._trodden, wider = 0, here
            while wider != self._trodden:  # the chamber in which the hero arrived
                self._trodden = wider
                wider = grow(wider, view.board.stride) & (scene.tiles | here)
        self._turns += 1
        self._trodden |= here
        if view.figure("compass") is not None:  # it would have found hidden stairs near it (X89)
            near, ground = here, scene.open_cells
            for _ in range(FINDING_BLOCKS):
                near = grow(near, view.board.stride) & ground
            self._trodden |= near
        self._visits[view.hero_cell] += 1
        if not view.enemies_frozen:
            self._trodden |= cell_set(view.enemies) | cell_set(view.items)

    def _step_at_random(self, scene: Scene) -> Choice | None:
        self._idle_turns += 1
        self._visits.clear()
        cells = scene.safe_neighbours()
        return scene.move_to(self.dice.pick(cells)) if cells else None

    def _fight(self, scene: Scene) -> Choice | None:
        foes, hero, view = scene.attackers, scene.hero, scene.view
        near = view.board.neighbours[view.hero_cell]
        beside = [scene.hostile[cell] for cell in near if cell in scene.hostile]
        is_nearly_won = any(turns_to_slay(hero, enemy, scene.view.blows) <= 1 for enemy in beside)
        barring = self._barring_enemies(scene)
        is_settled = is_nearly_won or bool(barring and foes.keys() <= barring.keys())
        if not is_settled and (scene.can_grow or not self._is_desperate):
            choice = self._avoid_fight(scene) or self._take_position(scene)
            if choice is not None:
                return choice
        return tools.cast_word(scene, foes) or strike_word(scene, foes)

    def _barring_enemies(self, scene: Scene) -> Mapping[Cell, Enemy]:
        """Return those who bar the stairs; in despair those who alone may have the compass."""
        barring = guardians_worth_slaying(scene, at_any_price=True)
        return barring or (scene.guards if self._is_desperate else {})

    def _avoid_fight(self, scene: Scene) -> Choice | None:
        foes, view = scene.attackers, scene.view
        coming = scene.enemies_within(CLOSE_STEPS)
        may_freeze = coming and scene.may_freeze(KEPT_FREEZES)
        if may_freeze and is_crowd(scene, [*foes.values(), *coming]):
            return "f"
        is_risky = risk_of_fight(scene.hero, foes.values(), scene.view.blows) > PREY_RISK
        step = scene.safe_step(scene.open_cells)
        if step is not None and is_risky and foes.keys() <= view.stationary:
            return step  # they do not follow
        return self._break_off(scene) if is_better_left(scene, foes.values()) else None

    def _break_off(self, scene: Scene) -> Choice | None:
        """Get away from a fight: frozen enemies do not follow, and nobody takes the stairs."""
        is_frozen = scene.view.enemies_frozen
        if is_frozen or scene.may_freeze():
            step = self._step_aside(scene) or self._run(scene, ~scene.threatened_cells)
            if step is not None:
                return step if is_frozen else "f"
        drink = drink_word(scene, scene.attackers)
        if drink is not None and len(scene.attackers) == 1:
            return drink
        return tools.blink_word(scene) or self._run(scene, scene.stairs) or drink

    def _run(self, scene: Scene, goals: CellSet) -> Choice | None:
        path = scene.risky_path(goals)
        return path.moves[0] if path is not None and path.damage < scene.hero.hp / 2 else None

    def _act_in_peace(self, scene: Scene) -> Choice | None:
        risk, is_frozen = risk_of_easiest(scene, scene.hero), scene.view.enemies_frozen
        coming = {**scene.view.hunters, **scene.view.threats}.keys() & scene.hostile.keys()
        choice = (
            tools.dodge(scene)
            or tools.cast_word(scene, {cell: scene.hostile[cell] for cell in coming})
            or self._take_position(scene)
            or self._await(scene)
            or tools.pay_pedestal(scene)
            or (self._sweep(scene) if risk > WEAK_RISK else None)
        )
        if choice is not None:
            return choice
        near = scene.enemies_within(CLOSE_STEPS)
        hunting = [enemy for enemy in near if enemy.is_hunting]
        risk = risk_of_fight(scene.hero, hunting, scene.view.blows)
        if hunting and risk > FLEEING_RISK:
            run = self._run(scene, scene.stairs)
            if scene.may_freeze():
                return "f"
            if run is not None:
                return run
        if scene.can_freeze_for_good:
            is_due = not is_frozen and not self._idle_turns
        else:
            is_due = is_crowd(scene, near) and scene.may_freeze(KEPT_FREEZES)
        choice = "f" if is_due else use_what_is_at_hand(scene, drinks=not near)
        if choice is None and not near and not is_frozen and not scene.view.hunters:
            heals = scene.view.rests_heal and healing_per_turn(scene.hero) > 0
            can_heal = scene.health < REST_HEALTH and heals and not self._is_late(scene)
            choice = self._step_aside(scene) if can_heal else None
        if choice is None and self._is_desperate:  # nothing is too dear any more
            choice = self._head_for_stairs(scene)
        return choice

    def _head_for_stairs(self, scene: Scene) -> Choice | None:
        """Step the shortest way to the stairs, or to who bars them, if they are known."""
        beside = scene.around([*self._barring_enemies(scene), *scene.view.known_stairs])
        return scene.shortest_step(scene.stairs or beside)

    def _await(self, scene: Scene) -> Choice | None:
        """Let a hunter that is two steps off come, to strike first: drink, or step aside."""
        view, board = scene.view, scene.view.board
        if view.enemies_frozen:
            return None
        near = {
            cell: enemy
            for cell, enemy in view.hunters.items()
            if cell in scene.hostile and cell not in view.stationary
            if blocks_between(board, view.hero_cell, cell) == SEVERAL
        }
        if not near:
            return None
        is_narrow = not contains_cell(scene.tiles, view.hero_cell)
        cells = [
            cell
            for cell in scene.safe_neighbours()
            if not (is_narrow and contains_cell(scene.tiles, cell))
            if all(blocks_between(board, cell, at) == SEVERAL for at in near)
        ]
        drink = drink_word(scene, near, 0)
        return drink or (scene.move_to(cells[0]) if cells else None)

    def _sweep(self, scene: Scene) -> Choice | None:
        word = use_what_is_at_hand(scene, drinks=True)
        for letter, potion in scene.slots.items():
            if word is None and potion is not None and not scene.heals(potion):
                word = f"u {letter}" if scene.is_wanted(potion) else None
        step = scene.safe_step(useful_cells(scene)) or scene.safe_step(scene.outlooks)
        if step is not None and scene.can_freeze_for_good and not scene.view.enemies_frozen:
            step = "f"  # it lasts, so the way stays safe
        return word or step

    def _go_on(self, scene: Scene) -> Choice:
        view = scene.view
        is_held = view.enemies_frozen and not scene.can_freeze_for_good
        is_pressed = view.hunters or is_held or self._is_late(scene)
        free_trinkets = [cell for cell in view.trinkets if not view.is_guarded(cell)]
        things = worth_a_walk = useful_cells(scene) | tools.cells_at_pedestal(scene)
        if view.figure("key") is not None and scene.health > SAFE_TO_TRY:
            worth_a_walk |= scene.outlooks  # for a wand and a vault (X100, X103)
        return (
            (self._look_for_stairs(scene, quiet=False) if self._is_desperate else None)
            or scene.safe_step(cell_set(free_trinkets))
            or (scene.safe_step(scene.stairs) if self._is_late(scene) else None)
            or scene.safe_step(things, DETOUR_STEPS if is_pressed else 1, quiet=True)
            or self._besiege(scene, at_any_price=False)
            or self._stalk(scene)
            or (None if is_pressed else self._explore(scene, worth_a_walk, quiet=True))
            or self._look_for_stairs(scene, quiet=True)
            or self._look_for_stairs(scene, quiet=False)
            or self._go_on_at_a_price(scene)
        )

    def _explore(self, scene: Scene, cells: CellSet, *, quiet: bool) -> Choice | None:
        step = scene.safe_step(cells & self._goal, quiet=quiet)
        if step is None:
            self._goal = scene.nearest(cells, quiet=quiet)
            step = scene.safe_step(self._goal, quiet=quiet)
        return step

    def _look_for_stairs(self, scene: Scene, *, quiet: bool) -> Choice | None:
        unknown = scene.outlooks
        if scene.view.figure("compass") is not None:
            unknown |= self._possible_stairs(scene)
        return (
            scene.safe_step(scene.stairs, quiet=quiet)
            or self._explore(scene, unknown, quiet=quiet)
            or self._explore(scene, self._possible_stairs(scene), quiet=quiet)
        )

    def _is_late(self, scene: Scene) -> bool:
        """Tell whether it is time to leave: turns left on the clock heal who is hurt (X114)."""
        clock, hero = scene.view.figure("clock"), scene.hero
        if clock is None:
            return False
        turns_to_heal = TURNS_PER_HP * max(0, hero.full_hp - hero.hp)
        return clock >= max(EARLY, min(LATE, WAKING - turns_to_heal))

    def _possible_stairs(self, scene: Scene) -> CellSet:
        """Return the tiles on which stairs may be that cannot be seen: nobody stood on them."""
        tiles = cells_of_kinds(scene.view.glyphs, bytes((TILE,)))
        return 0 if scene.view.known_stairs else tiles & ~self._trodden

    def _take_position(self, scene: Scene) -> Choice | None:
        view = scene.view
        hunters = view.hunters.keys() - view.stationary | scene.attackers.keys()
        narrow = (scene.open_cells | 1 << view.hero_cell) & ~scene.tiles
        if len(hunters) < SEVERAL or view.enemies_frozen or contains_cell(narrow, view.hero_cell):
            return None
        if scene.attackers:
            path = scene.risky_path(narrow)
            return path.moves[0] if path is not None and len(path.moves) <= RETREAT_STEPS else None
        return scene.safe_step(narrow, NARROW_STEPS) or tools.dig_word(scene)

    def _besiege(self, scene: Scene, *, at_any_price: bool) -> Choice | None:
        foes = guardians_worth_slaying(scene, at_any_price=at_any_price)
        path = scene.risky_path(scene.around(foes))
        drink = None
        if path is not None and len(path.moves) == 1:
            drink = drink_word(scene, foes, 0)
        return throw_word(scene, foes) or drink or (path.moves[0] if path else None)

    def _stalk(self, scene: Scene) -> Choice | None:
        """Throw at prey, or go to it where no other enemy strikes: the cheapest first."""
        view, hero, prey = scene.view, scene.hero, self._prey(scene)

        def price(cell: Cell) -> float:
            steps = blocks_between(view.board, view.hero_cell, cell)
            return cost_of_fight(hero, [prey[cell]], scene.view.blows) + STEP_PRICE * steps

        for cell in sorted(prey, key=price):
            throw = throw_word(scene, {cell: prey[cell]})
            others = [other for other in scene.hostile if other != cell]
            path = scene.risky_path(scene.around([cell]) & ~scene.around(others))
            if throw is not None:
                return throw
            if path is not None and path.damage <= CHEAP_SHARE * hero.hp:
                return path.moves[0]
        return None

    def _prey(self, scene: Scene) -> dict[Cell, Enemy]:
        hero, known = scene.hero, {**scene.guards, **scene.hostile}
        if self._is_desperate:
            return known
        if scene.can_grow:
            return {cell: enemy for cell, enemy in known.items() if is_prey(scene, cell, enemy)}
        # Nothing is gained but the compass, and that only where nothing else shows the stairs.
        is_shown = scene.view.known_stairs or scene.outlooks & scene.safe_paths.reachable
        share = 0.0 if is_shown or scene.health < SAFE_TO_TRY else COMPASS_SHARE
        return {
            cell: enemy
            for cell, enemy in known.items()
            if share and not enemy.guarded_cells
            if cost_of_fight(hero, [enemy], scene.view.blows) <= share * hero.hp
        }

    def _go_on_at_a_price(self, scene: Scene) -> Choice:
        """Thaw enemies, besiege who bars the stairs, or take some damage: the longer, the more."""
        self._idle_turns += 1
        is_crowded = is_crowd(scene, scene.enemies_within(CLOSE_STEPS))
        may_thaw = scene.view.enemies_frozen and scene.can_freeze_for_good
        if may_thaw and not scene.attackers and not is_crowded:
            return "f"
        return (
            self._besiege(scene, at_any_price=True)
            or self._step_past_enemies(scene)
            or self._step_aside(scene)
            or self._strike_or_run(scene)
        )

    def _step_past_enemies(self, scene: Scene) -> Choice | None:
        path = scene.risky_path(scene.stairs or scene.outlooks or self._possible_stairs(scene))
        most = scene.hero.race.hp * (self._idle_turns // PATIENCE_TURNS) / 10
        dared = path.moves[0] if path is not None and path.damage <= most else None
        prey = self._prey(scene)
        for step in (dared, self._run(scene, scene.around(prey)) if prey else None):
            if isinstance(step, Move):
                to = scene.view.cell_towards(step.direction)
                foes = scene.attackers_at(to).values()
                if not foes or self._is_desperate or not is_better_left(scene, foes):
                    return step
        return None

    def _step_aside(self, scene: Scene) -> Choice | None:
        """Return a safe step away from those who are near: the way to wait, and to dodge."""
        cells, crowd = cell_set(scene.safe_neighbours()), scene.around(scene.hostile)
        while cells & ~crowd and crowd:
            cells &= ~crowd
            wider = grow(crowd, scene.view.board.stride)
            crowd = 0 if wider == crowd else wider
        return scene.safe_step(cells)

    def _strike_or_run(self, scene: Scene) -> Choice:
        """Do what costs less where there is no safe step; if there is neither, do anything."""
        foes = {**scene.attackers, **scene.view.hunters}
        path, strike = scene.risky_path(~scene.threatened_cells), strike_word(scene, foes)
        cost = cost_of_fight(scene.hero, foes.values(), scene.view.blows)
        if strike is not None and (path is None or cost <= path.damage):
            return strike
        if path is not None:
            return path.moves[0]
        words = sorted(scene.legal_words - {"f"}) or ["f"]
        blows = [word for word in words if word.startswith("a ")]
        return self.dice.pick(blows or words)


@define(eq=False)
class BareBot(DelverBot):
    """The delver without potions, wands, pedestals and toll: what is left is walking and fighting.

    Beside the delver it tells what all these are worth.
    """

    withheld: ClassVar[str] = "u t g b c x p"


def pay_toll(scene: Scene, *, goes_there: bool) -> Choice | None:
    """Pay the toll of who bars the stairs, or go there; None if there is none, or too little gold.

    Whoever is strong enough slays it instead, and pays if that fight turns out badly. The last gold
    buys the way out: nothing else is for sale after it.
    """
    toll = scene.view.figure("toll")
    if not toll or scene.hero.gold < toll or not scene.may_use("p") or can_slay_guard(scene):
        return None
    words = sorted([word for word in scene.legal_words if word.startswith("p ")])
    if words or not goes_there:
        return words[0] if words else None
    guardians = guardians_worth_slaying(scene, at_any_price=True)
    path = scene.risky_path(scene.around([*guardians, *scene.view.known_stairs]))
    return path.moves[0] if path is not None and path.damage < scene.hero.hp else None


def use_what_is_at_hand(scene: Scene, *, drinks: bool) -> str | None:
    view = scene.view
    for cell in view.board.neighbours[view.hero_cell]:
        wares = view.enemies[cell].wares if cell in view.enemies else ()
        for number, ware in enumerate(wares, start=1):
            if not isinstance(ware, Potion):
                continue
            is_useful = scene.is_wanted(ware) if view.can_carry_potions else scene.heals(ware)
            word = f"b {scene.way_to(cell)} {number}"
            if is_useful and word in scene.legal_words:
                return word
    beside = view.board.neighbourhood[view.hero_cell].intersection(view.items)
    potions = view.potions if beside and scene.may_use("u") else {}
    for cell in sorted(beside.intersection(potions)):
        kind = potions[cell]
        if view.pick_up_verb(cell) and scene.may_use("g"):
            return f"g {scene.way_to(cell)}"
        if may_try(scene) if kind is None else scene.is_wanted(kind):
            return f"u {scene.way_to(cell)}"
    is_hurt = scene.health < HURT_HEALTH
    for letter, potion in scene.slots.items() if drinks else ():
        if may_try(scene) if potion is None else is_hurt and scene.heals(potion):
            return f"u {letter}"
    return None


def may_try(scene: Scene) -> bool:
    """Tell whether an unknown potion may be tried: the hero is not weak whatever it does."""
    if scene.health < SAFE_TO_TRY or scene.hero.hp < HP_TO_TRY:
        return False
    for potion in scene.view.rules.potions if scene.can_grow else ():
        after = scene.hero.copy()
        potion.effect(after)
        if risk_of_easiest(scene, after) > WEAK_RISK:
            return False
    return True


def useful_cells(scene: Scene) -> CellSet:
    """Return the cells of gold and trinkets that nobody guards, and those beside what helps.

    That are potions to carry or to be healed by, and merchants who sell what heals to a hurt hero,
    and anything that helps to a rich one.
    """
    view, gold = scene.view, scene.hero.gold
    free = [cell for cell in (*view.gold, *view.trinkets) if not view.is_guarded(cell)]
    helpful = [
        cell
        for cell, kind in (view.potions.items() if scene.may_use("u") else ())
        if view.pick_up_verb(cell) or (kind is not None and scene.heals(kind))
    ]
    has_room = view.can_carry_potions and len(scene.slots) < len(LETTERS)
    is_hurt, is_rich = scene.health <= HURT_HEALTH, has_room and spare_gold(scene) >= RICH_GOLD
    for cell, enemy in view.enemies.items() if scene.may_use("b") else ():
        potions = [ware for ware in enemy.wares if isinstance(ware, Potion)]
        cheap = [ware for ware in potions if view.price_here(ware.price) <= gold]
        wanted = [
            ware
            for ware in cheap
            if (is_hurt and scene.heals(ware)) or (is_rich and scene.is_wanted(ware))
        ]
        if wanted and cell not in scene.hostile:
            helpful.append(cell)
    return cell_set(free) | scene.around(helpful)
