"""Fighter: the delver's way to play a hero that grows by fights and is hunted.

It picks its fights: one enemy at a time, the cheapest first, the others frozen. While even the
weakest enemy is a risk, it sweeps the frozen floor for what makes it stronger.
"""

from attrs import define, field

from cc3k.bots.delver import errands
from cc3k.bots.delver.evader import NARROW_STEPS, REST_HEALTH, Evader
from cc3k.bots.delver.fights import (
    boost_word,
    cost_of_fight,
    drink_word,
    healing_per_turn,
    helpful_word,
    target_word,
    throw_word,
    turns_to_slay,
)
from cc3k.bots.delver.memory import Sightings
from cc3k.bots.delver.risks import (
    GUARDIAN_RISK,
    NEEDLESS_RISK,
    PREY_RISK,
    is_being_lost,
    is_crowd,
    is_every_fight_risky,
    is_weak,
    may_try,
    peaceful_prey,
    risk_of_fight,
)
from cc3k.bots.delver.surroundings import UNLIMITED_TURNS, Surroundings
from cc3k.bots.game import Choice, PlayableGame
from cc3k.engine.actions import Move
from cc3k.engine.board import Cell
from cc3k.engine.cell_areas import CellArea, CellSet, cell_set
from cc3k.engine.enemies import Enemy
from cc3k.play.paths import count_steps

CLOSE_STEPS = 3
"""Steps within which others join a fight soon."""

THAWING_STEPS = 5
"""Steps within which nobody may be when enemies are thawed."""

SEVERAL = 2
"""Hunters from which on it is better to stand where they come one at a time."""

LAST_THAW_TURNS = 3
"""Turns of the freeze that are kept for an escape."""

DETOUR_STEPS = 8
"""Steps that things may be off the way while somebody hunts, or the freeze runs out."""

PRICE_OF_STEP = 2
"""HP that a step to an enemy counts when the cheapest is picked."""

DESPERATE_TURNS = 1500
"""Turns on a floor after which nothing is put off any more."""

MOST_VISITS = 40
"""Visits of a cell after which the hero gets away from it at random."""


@define(eq=False)
class Fighter(Evader):
    """Fights what it can, one at a time, and flees from what it cannot."""

    _sightings: Sightings = field(factory=Sightings, init=False)
    _is_desperate: bool = field(default=False, init=False)

    def choose(self, game: PlayableGame) -> Choice:
        seen = self._sightings
        seen.forget(game)
        scene = Surroundings(game, seen.feared_cells(game))
        self._remember(scene)
        seen.note_guards(scene)
        self._is_desperate = self._memory.turns > DESPERATE_TURNS
        choice = self._stray(scene) or (
            self._fight(scene)
            if scene.attackers
            else self._in_peace(scene) or (self._storm(scene) if self._is_desperate else None)
        )
        choice = choice or self._go_on(scene)
        seen.note_others(scene)
        return choice

    def _stray(self, scene: Surroundings) -> Choice | None:
        if scene.attackers or self._memory.visits[scene.view.hero_cell] < MOST_VISITS:
            return None
        self._idle_turns += 1
        self._memory.visits.clear()
        cells = [*CellArea(scene.steps_around, len(scene.view.glyphs))]
        return scene.way_to(self.dice.pick(cells)) if cells else None

    def _fight(self, scene: Surroundings) -> Choice | None:
        """Strike who attacks, freeze those who come, or break off a fight that is being lost."""
        foes = scene.attackers
        if not (self._is_nearly_won(scene) or self._is_last_stand(scene)):
            choice = self._avoid_crowd(scene) or self._leave_guard(scene)
            if choice is None and is_being_lost(scene, foes.values()):
                choice = self._break_off(scene)
            if choice is not None:
                return choice
        strike = target_word(scene)
        return None if strike is None else helpful_word(scene, foes) or strike

    def _is_nearly_won(self, scene: Surroundings) -> bool:
        """Tell whether the next blow is likely to slay somebody."""
        near = scene.view.board.neighbours[scene.view.hero_cell]
        beside = [scene.hostile[cell] for cell in near if cell in scene.hostile]
        return any(turns_to_slay(scene.hero, enemy) <= 1 for enemy in beside)

    def _is_last_stand(self, scene: Surroundings) -> bool:
        """Tell whether all attackers bar the stairs, or may have the compass that nobody else had.

        There is no other way than past them.
        """
        barring = (
            self._sightings.guards
            if self._is_desperate
            else errands.guardians_worth_slaying(scene, at_any_price=True)
        )
        return bool(barring) and scene.attackers.keys() <= barring.keys()

    def _avoid_crowd(self, scene: Surroundings) -> Choice | None:
        """Freeze those who come to join the fight, if they make it too dangerous."""
        coming = self._sightings.within(scene, CLOSE_STEPS)
        if not coming or scene.view.enemies_frozen or scene.freeze_turns <= 1:
            return None
        everybody = [*scene.attackers.values(), *coming]
        return "f" if is_crowd(scene.hero, everybody) else None

    def _leave_guard(self, scene: Surroundings) -> Choice | None:
        """Step away from a guardian that it does not pay to fight: it does not follow."""
        foes = scene.attackers
        if not foes.keys() <= scene.view.stationary:
            return None
        is_dear = risk_of_fight(scene.hero, foes.values()) > PREY_RISK
        return scene.safe_step(scene.open_cells) if is_dear else None

    def _break_off(self, scene: Surroundings) -> Choice | None:
        """Get away from a fight: frozen enemies do not follow, and nobody takes the stairs."""
        is_on = scene.view.enemies_frozen
        drink = drink_word(scene)
        if drink is not None and (is_on or len(scene.attackers) == 1):
            return drink
        if is_on or scene.freeze_turns > 1:
            step = self._step_aside(scene) or self._run(scene, scene.open_cells & ~scene.threatened)
            if step is not None:
                return step if is_on else "f"
        return self._run(scene, scene.stairs) or drink

    def _run(self, scene: Surroundings, goals: CellSet) -> Choice | None:
        """Return a step on the way of least damage, if the hero is likely to survive it."""
        path = scene.risky_path(goals)
        return path.moves[0] if path is not None and path.damage < scene.hero.hp / 2 else None

    def _is_retreat_due_after(self, scene: Surroundings, step: Choice) -> bool:
        """Tell whether a step leads to where the hero would break off the fight at once."""
        view = scene.view
        way = step.direction.offset(view.board.stride) if isinstance(step, Move) else 0
        to = view.hero_cell + way
        foes = [foe for cell, foe in scene.hostile.items() if to in view.cells_attacked_from(cell)]
        return bool(foes) and not self._is_desperate and is_being_lost(scene, foes)

    def _in_peace(self, scene: Surroundings) -> Choice | None:
        choice = self._rob(scene) if is_every_fight_risky(scene) else None
        if choice is None and scene.freeze_turns > LAST_THAW_TURNS and is_weak(scene):
            choice = self._sweep(scene)
        if choice is not None:
            return choice
        near = self._sightings.within(scene, CLOSE_STEPS)
        if scene.view.enemies_frozen:
            if self._is_limited(scene) and not self._sightings.within(scene, THAWING_STEPS):
                return "f"
        elif scene.freeze_turns > LAST_THAW_TURNS and is_crowd(scene.hero, near):
            return "f"
        return self._word_at_hand(scene, drinks=not near) or self._rest(scene)

    def _is_limited(self, scene: Surroundings) -> bool:
        return scene.freeze_turns != UNLIMITED_TURNS

    def _rob(self, scene: Surroundings) -> Choice | None:
        """Strike a peaceful enemy that cannot slay the hero, or go to it; None without any.

        A level heals all wounds, and makes the next fight easier.
        """
        view, victims = scene.view, cell_set(peaceful_prey(scene))
        here = 1 << view.hero_cell
        beside = scene.around(victims) & (scene.open_cells | here) & ~scene.threatened
        if beside & here:
            near = view.board.neighbours[view.hero_cell]
            return f"a {scene.way_to(next(cell for cell in near if victims >> cell & 1))}"
        step = scene.safe_step(beside)
        may_freeze = scene.freeze_turns > LAST_THAW_TURNS and not view.enemies_frozen
        return "f" if step is not None and may_freeze else step

    def _sweep(self, scene: Surroundings) -> Choice | None:
        """Gather on a frozen floor what makes the hero stronger, and look around."""
        word = self._word_at_hand(scene, drinks=True) or boost_word(scene)
        if word is not None:
            return word
        things = errands.free_things(scene) | errands.wanted_potions(scene)
        step = scene.safe_step(things | errands.merchant_cells(scene)) or scene.safe_step(
            cell_set(scene.view.outlooks)
        )
        return "f" if step is not None and not scene.view.enemies_frozen else step

    def _word_at_hand(self, scene: Surroundings, *, drinks: bool) -> str | None:
        word = errands.shopping_word(scene) or errands.potion_word(scene, may_try)
        return word or (errands.slot_word(scene, may_try) if drinks else None)

    def _rest(self, scene: Surroundings) -> Choice | None:
        if scene.view.enemies_frozen or scene.hunters or self._sightings.within(scene, CLOSE_STEPS):
            return None
        can_heal = scene.health < REST_HEALTH and healing_per_turn(scene.hero) > 0
        return self._step_aside(scene) if can_heal else None

    def _storm(self, scene: Surroundings) -> Choice | None:
        """Go for the stairs, or for those who guard something, whatever that costs."""
        around = scene.around(cell_set(self._sightings.guards)) & scene.open_cells
        for goals in (scene.stairs, around if self._sightings.guards else 0):
            path = scene.risky_path(goals)
            if path is not None and path.moves:
                return path.moves[0]
        return None

    def _go_on(self, scene: Surroundings) -> Choice:
        is_on = scene.view.enemies_frozen
        most = DETOUR_STEPS if is_on or scene.hunters else None
        things = errands.free_things(scene) | errands.wanted_potions(scene)
        return (
            self._take_position(scene)
            or scene.safe_step(errands.free_trinkets(scene))
            or scene.safe_step(things | errands.merchant_cells(scene), most)
            or self._siege(scene, at_any_price=False)
            or self._stalk(scene)
            or scene.safe_step(scene.stairs)
            or scene.safe_step(cell_set(scene.view.outlooks))
            or scene.safe_step(errands.hidden_stairs_cells(scene, self._memory.trodden))
            or self._go_on_at_a_price(scene)
        )

    def _take_position(self, scene: Surroundings) -> Choice | None:
        """Go to where enemies come one at a time, if several hunt the hero."""
        view = scene.view
        hunters = scene.hunters.keys() - view.stationary | scene.attackers.keys()
        is_narrow = scene.narrow_cells >> view.hero_cell & 1
        if len(hunters) < SEVERAL or view.enemies_frozen or is_narrow:
            return None
        return scene.safe_step(scene.narrow_cells, NARROW_STEPS)

    def _stalk(self, scene: Surroundings) -> Choice | None:
        """Throw at prey, or go to it: the cheapest first."""
        prey = self._prey(scene)
        view, hero = scene.view, scene.hero

        def price(cell: Cell) -> float:
            steps = count_steps(view.board, view.hero_cell, cell)
            return cost_of_fight(hero, [prey[cell]]) + PRICE_OF_STEP * steps

        for cell in sorted(prey, key=price):
            foe = {cell: prey[cell]}
            choice = throw_word(scene, foe) or self._approach(scene, foe)
            if choice is not None:
                return choice
        return None

    def _prey(self, scene: Surroundings) -> dict[Cell, Enemy]:
        """Return the enemies that it pays to fight now, seen guardians among them."""
        most = NEEDLESS_RISK if scene.stairs else PREY_RISK
        prey = dict[Cell, Enemy]()
        for cell, enemy in {**self._sightings.guards, **scene.hostile}.items():
            bound = min(most, GUARDIAN_RISK) if enemy.guarded_cells else most
            bound = 1 if self._is_desperate else bound
            if risk_of_fight(scene.hero, [enemy]) <= bound:
                prey[cell] = enemy
        return prey

    def _go_on_at_a_price(self, scene: Surroundings) -> Choice:
        """Thaw enemies, besiege who bars the stairs, or take some damage: the longer, the more."""
        near = self._sightings.within(scene, CLOSE_STEPS)
        is_crowded = is_crowd(scene.hero, near)
        if scene.view.enemies_frozen and not scene.attackers and not is_crowded:
            return "f"
        self._idle_turns += 1
        return (
            self._siege(scene, at_any_price=True)
            or self._step_past_enemies(scene)
            or self._step_aside(scene)
            or self._corner(scene)
        )

    def _step_past_enemies(self, scene: Surroundings) -> Choice | None:
        """Return a step of a way that costs some damage, and is not given up at once."""
        prey = cell_set(self._prey(scene))
        around = scene.around(prey) & scene.open_cells if prey else 0
        steps = (self._dare(scene), self._run(scene, around))
        kept = [
            step
            for step in steps
            if step is not None and not self._is_retreat_due_after(scene, step)
        ]
        return kept[0] if kept else None
