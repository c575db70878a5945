"""Evader: the delver's way to play a hero that does not grow: past enemies, hardly ever at them.

Mostly it steps where nobody would strike it, so that those who hunt it come after it in vain.
"""

from attrs import define, field

from cc3k.bots.delver import errands
from cc3k.bots.delver.fights import (
    THROWING_CELLS,
    cost_of_fight,
    drink_word,
    harmful_slots,
    healing_per_turn,
    helpful_word,
    target_word,
    throw_word,
)
from cc3k.bots.delver.memory import FEARED_TURNS, FloorMemory
from cc3k.bots.delver.surroundings import CALM_STEPS, UNLIMITED_TURNS, Surroundings
from cc3k.bots.game import Choice, PlayableGame
from cc3k.engine.board import DIRECTIONS, Cell
from cc3k.engine.cell_areas import CellArea, CellSet, cell_set
from cc3k.engine.dice import Dice
from cc3k.engine.enemies import Enemy

CHEAP_PART = 0.15
"""The share of the HP that a fight may cost which could be avoided."""

REST_HEALTH = 0.9
WEAK_HEALTH = 0.35
"""Health below which the stairs come before all else."""

HUNTED_STEPS = 2
"""Steps at which somebody who hunts is close enough to be frozen."""

DETOUR_STEPS = 8
"""Steps that gold may be off the way while somebody hunts."""

NARROW_STEPS = 6
"""Steps to a doorway or passage that are worth it when several come."""

PATIENCE_TURNS = 20
"""Turns without a safe way for each tenth of the HP that a way may cost then."""

WAITING_TURNS = 4
"""Turns for which enemies may move again after they have barred every way."""

MOST_VISITS = 10
"""Visits of a cell after which the hero gets away from it at random: it goes to and fro."""

LAST_FLOOR_TURN = 2400
"""Turns on a floor after which no harm is avoided at the price of time."""

MOST_FLOOR_TURNS = 1200
"""Turns on a floor after which only the stairs count."""


@define(eq=False)
class Evader:
    """Explores, carries, throws, buys, fights in doorways, flees and rests."""

    dice: Dice
    _idle_turns: int = field(default=0, init=False)
    _waiting_turns: int = field(default=0, init=False)
    _pressed_turn: int = field(default=-FEARED_TURNS, init=False)
    _memory: FloorMemory = field(factory=FloorMemory, init=False)

    def choose(self, game: PlayableGame) -> Choice:
        scene = Surroundings(game, self._memory.feared_cells(game))
        self._remember(scene)
        return (
            self._freeze(scene)
            or self._fight(scene)
            or self._at_hand(scene)
            or self._rest(scene)
            or (self._dare(scene) if self._memory.turns > LAST_FLOOR_TURN else None)
            or self._stray(scene)
            or self._walk(scene)
            or self._siege(scene, at_any_price=True)
            or self._dare(scene)
            or self._wait(scene)
            or self._corner(scene)
        )

    def _remember(self, scene: Surroundings) -> None:
        if self._memory.remember(scene):
            self._idle_turns, self._waiting_turns = 0, 0
        self._waiting_turns = max(0, self._waiting_turns - 1)

    def _freeze(self, scene: Surroundings) -> str | None:
        """Freeze enemies while that helps: always if it has no end, else when hunted closely."""
        left, is_on = scene.freeze_turns, scene.view.enemies_frozen
        if left == UNLIMITED_TURNS:
            is_wanted = not self._waiting_turns
        else:
            if self._is_pressed(scene):
                self._pressed_turn = scene.game.turns
            lately = scene.game.turns - self._pressed_turn < FEARED_TURNS
            is_wanted = left > 0 and lately
        return "f" if is_wanted != is_on else None

    def _is_pressed(self, scene: Surroundings) -> bool:
        """Tell whether somebody is close whom it does not pay to fight."""
        if not scene.has_near(HUNTED_STEPS):
            return False
        return not self._pays(scene, {**scene.attackers, **scene.hunters})

    def _pays(self, scene: Surroundings, foes: dict[Cell, Enemy]) -> bool:
        part = errands.FIGHT_PART if scene.can_grow else CHEAP_PART
        return cost_of_fight(scene.hero, foes.values()) <= part * scene.hero.hp

    def _fight(self, scene: Surroundings) -> Choice | None:
        """Strike who attacks if that pays, or if there is no way out; None to walk on."""
        if not scene.attackers:
            return None
        foes = {**scene.attackers, **scene.hunters}
        siege = errands.guardians_worth_slaying(scene, at_any_price=False)
        sought = not siege.keys().isdisjoint(scene.attackers)
        if not sought and not self._pays(scene, foes):
            return None if scene.steps_around else self._corner(scene)
        if len(foes) > 1 and scene.hunters and not scene.narrow_cells >> scene.view.hero_cell & 1:
            step = scene.safe_step(scene.narrow_cells, NARROW_STEPS)
            if step is not None:
                return step
        strike = target_word(scene)
        return None if strike is None else helpful_word(scene, foes) or strike

    def _at_hand(self, scene: Surroundings) -> str | None:
        """Do what can be done where the hero stands, while nobody can strike it."""
        if not scene.is_calm:
            return None
        may_try = errands.may_try
        return (
            errands.shopping_word(scene)
            or errands.potion_word(scene, may_try)
            or errands.slot_word(scene, may_try)
        )

    def _rest(self, scene: Surroundings) -> Choice | None:
        if scene.health >= REST_HEALTH or not scene.is_calm:
            return None
        if scene.hunters and not scene.view.enemies_frozen:
            return None
        if scene.freeze_turns != UNLIMITED_TURNS and scene.view.enemies_frozen:
            return None
        return self._step_aside(scene) if healing_per_turn(scene.hero) > 0 else None

    def _stray(self, scene: Surroundings) -> Choice | None:
        """Dare more, or step at random, where the hero has come again and again."""
        if self._memory.visits[scene.view.hero_cell] < MOST_VISITS or self._waiting_turns:
            return None
        self._idle_turns += 1
        if self._memory.turns > MOST_FLOOR_TURNS:
            step = self._dare(scene)
            if step is not None:
                return step
        cells = [*CellArea(scene.steps_around, len(scene.view.glyphs))]
        return scene.way_to(self.dice.pick(cells)) if cells else None

    def _walk(self, scene: Surroundings) -> Choice | None:
        view = scene.view
        stairs = scene.stairs
        if scene.health < WEAK_HEALTH or self._memory.turns > MOST_FLOOR_TURNS:
            step = scene.safe_step(stairs)
            if step is not None:
                return step
        most = DETOUR_STEPS if scene.hunters and not view.enemies_frozen else None
        things = errands.free_things(scene) | errands.wanted_potions(scene)
        return (
            scene.safe_step(errands.free_trinkets(scene))
            or scene.safe_step(things | errands.merchant_cells(scene), most)
            or self._hunt(scene)
            or self._siege(scene, at_any_price=False)
            or scene.safe_step(stairs)
            or scene.safe_step(0 if view.known_stairs else cell_set(view.outlooks))
            or scene.safe_step(errands.hidden_stairs_cells(scene, self._memory.trodden))
        )

    def _hunt(self, scene: Surroundings) -> Choice | None:
        prey = errands.prey(scene)
        if not prey or self._memory.turns > MOST_FLOOR_TURNS:
            return None
        word = throw_word(scene, prey)
        if word is not None:
            return word
        return self._approach(scene, prey)

    def _approach(self, scene: Surroundings, foes: dict[Cell, Enemy]) -> Choice | None:
        beside = scene.around(cell_set(foes))
        others = [cell for cell in scene.hostile if cell not in foes]
        goals = beside & scene.open_cells & ~scene.around(cell_set(others))
        path = scene.risky_path(goals)
        if path is None or not path.moves:
            return None
        return path.moves[0] if path.damage <= CHEAP_PART * scene.hero.hp else None

    def _siege(self, scene: Surroundings, *, at_any_price: bool) -> Choice | None:
        """Throw what harms at a guardian from afar, drink what helps, and then go for it."""
        foes = errands.guardians_worth_slaying(scene, at_any_price=at_any_price)
        if not foes:
            return None
        if harmful_slots(scene):
            word = throw_word(scene, foes)
            if word is not None:
                return word
            lines = [scene.rays_from(cell, THROWING_CELLS) for cell in foes]
            step = scene.safe_step(lines[0])
            if step is not None:
                return step
        path = scene.risky_path(scene.around(cell_set(foes)) & scene.open_cells)
        if path is None or not path.moves:
            return None
        if len(path.moves) <= 1:
            return drink_word(scene) or path.moves[0]
        return path.moves[0]

    def _wait(self, scene: Surroundings) -> Choice | None:
        """Let enemies move that bar every way, from where they do not come; dodge them."""
        self._idle_turns += 1
        haven = scene.narrow_cells & ~scene.around(scene.open_cells & ~scene.narrow_cells)
        is_there = haven >> scene.view.hero_cell & 1
        if scene.view.enemies_frozen and scene.freeze_turns == UNLIMITED_TURNS:
            step = None if is_there else scene.safe_step(haven)
            if step is not None:
                return step
            if not scene.attackers and not scene.has_near(CALM_STEPS):
                self._waiting_turns = WAITING_TURNS
                return "f"
        return self._step_aside(scene, haven) or self._step_aside(scene)

    def _step_aside(self, scene: Surroundings, within: CellSet = -1) -> Choice | None:
        """Return a safe step away from those who are near: the way to wait, and to dodge."""
        cells = scene.steps_around & within
        if not cells:
            return None
        crowd = scene.around(cell_set(scene.hostile))
        while cells & ~crowd and crowd:
            cells &= ~crowd
            wider = scene.around(crowd)
            crowd = 0 if wider == crowd else wider
        return scene.safe_step(cells)

    def _dare(self, scene: Surroundings) -> Choice | None:
        """Take the way of least damage that patience allows: the longer it lasts, the more."""
        view = scene.view
        stairs = scene.stairs
        goals = stairs or cell_set(view.outlooks)
        goals = goals or errands.hidden_stairs_cells(scene, self._memory.trodden)
        path = scene.risky_path(goals)
        if path is None:
            return None
        tenths = self._idle_turns // PATIENCE_TURNS
        is_last = self._memory.turns > LAST_FLOOR_TURN
        may = is_last or path.damage <= scene.hero.race.hp * tenths / 10
        return path.moves[0] if may else None

    def _corner(self, scene: Surroundings) -> Choice:
        """Strike or run through where there is no safe step: whatever costs less."""
        strike = target_word(scene)
        path = scene.risky_path(scene.open_cells & ~scene.threatened)
        foes = {**scene.attackers, **scene.hunters}
        cost = cost_of_fight(scene.hero, foes.values())
        if strike is not None and (path is None or cost <= path.damage):
            return helpful_word(scene, foes) or strike
        return path.moves[0] if path is not None else self._anything(scene)

    def _anything(self, scene: Surroundings) -> Choice:
        """Return anything that can be done: drinks and blows first, as these clear a way."""
        ways = {way.command_word for way in DIRECTIONS}
        words = sorted(scene.legal_words - {"f"}) or ["f"]
        drinks = [word for word in words if word[:2] in ("u ", "g ") and word[2:] in ways]
        blows = [word for word in words if word.startswith("a ")]
        return self.dice.pick(blows or drinks or words)
