"""Delver bot: explores, carries, throws, buys, fights in doorways, flees and rests.

It is an honest bot: it knows what a player sees, and asks no game to be played ahead.
"""

from attrs import define, field

from cc3k.bots.careful.routes import LeastDamagePath
from cc3k.bots.delver import errands
from cc3k.bots.delver.fights import cost_of_fight, healing_per_turn, helpful_word, target_word
from cc3k.bots.delver.surroundings import Surroundings
from cc3k.bots.game import Choice, PlayableGame
from cc3k.engine.actions import Move
from cc3k.engine.board import DIRECTIONS, Cell
from cc3k.engine.dice import Dice
from cc3k.engine.floor import NO_CELL

BRAVE_PART = 0.7
"""The share of the HP that a fight may cost before the delver runs."""

CHEAP_PART = 0.15
"""The share of the HP that a fight may cost which can be avoided."""

REST_HEALTH = 0.9
WEAK_HEALTH = 0.4

PATIENCE_TURNS = 60
"""Turns on a floor without an errand after which a dangerous way is taken."""

MOST_FLOOR_TURNS = 1500
"""Turns on a floor after which only the stairs count."""


@define(eq=False)
class DelverBot:
    """Plays any set of expansions by what a player sees.

    Of the floor it remembers the cells where it was, and how long it has been there.
    """

    dice: Dice
    _floor: int = field(default=0, init=False)
    _stepped_on: set[Cell] = field(factory=set, init=False)
    _turns_on_floor: int = field(default=0, init=False)
    _idle_turns: int = field(default=0, init=False)

    def choose(self, game: PlayableGame) -> Choice:
        """Return the words of the next action."""
        scene = Surroundings(game)
        if game.depth != self._floor:
            self._floor, self._turns_on_floor, self._idle_turns = game.depth, 0, 0
            self._stepped_on = set()
        self._turns_on_floor += 1
        view = scene.view
        self._stepped_on |= {view.hero_cell, *view.enemies, *view.potions, *view.gold}
        if scene.attackers:
            return self._fight_or_run(scene)
        if view.enemies_frozen and self._is_at_ease(scene):
            return "f"
        return self._next_errand(scene)

    def _is_at_ease(self, scene: Surroundings) -> bool:
        """Tell whether nobody can come next to the hero within a turn or two."""
        view = scene.view
        around = {
            cell
            for near in view.board.neighbours[view.hero_cell]
            for cell in view.board.neighbours[near]
        }
        return around.isdisjoint(scene.hostile)

    def _fight_or_run(self, scene: Surroundings) -> Choice:
        """Strike if that costs little, or if who hunts can be beaten; else get away."""
        foes = list({**scene.attackers, **scene.hunters}.values())
        cost, hp = cost_of_fight(scene.hero, foes), scene.hero.hp
        is_hunted = not scene.hunters.keys().isdisjoint(scene.attackers)
        most = BRAVE_PART if is_hunted else CHEAP_PART
        if cost > most * hp and self._can_run(scene):
            return self._run(scene)
        strike = target_word(scene)
        if strike is None:
            return self._run(scene)
        return helpful_word(scene, foes) or strike

    def _can_run(self, scene: Surroundings) -> bool:
        """Tell whether there is a cell to step on where fewer can strike."""
        here = scene.damage_by_cell.get(scene.view.hero_cell, 0)
        return any(scene.damage_by_cell.get(cell, 0) < here for cell in self._open_cells(scene))

    def _open_cells(self, scene: Surroundings) -> list[Cell]:
        view = scene.view
        passable = view.rules.passable_glyphs
        return [
            cell for cell in view.board.neighbours[view.hero_cell] if view.glyphs[cell] in passable
        ]

    def _run(self, scene: Surroundings) -> Choice:
        """Step where least harm is done: on the way to the stairs, if that is as safe."""
        view, damage = scene.view, scene.damage_by_cell
        if scene.health < WEAK_HEALTH and not view.enemies_frozen and "f" in scene.legal_words:
            return "f"
        cells = self._open_cells(scene)
        if not cells:
            return target_word(scene) or self._anything(scene)
        least = min([damage.get(cell, 0) for cell in cells])
        path = self._way_to_stairs(scene)
        if path is not None and path.moves:
            move = path.moves[0]
            offset = move.direction.offset(view.board.stride) if isinstance(move, Move) else 0
            if damage.get(view.hero_cell + offset, 0) <= least:
                return move
        best = [cell for cell in cells if damage.get(cell, 0) == least]
        narrow = [cell for cell in best if scene.is_narrow(cell)]
        return scene.way_to(self.dice.pick(narrow or best))

    def _way_to_stairs(self, scene: Surroundings) -> LeastDamagePath | None:
        cell = scene.view.stairs_cell
        return None if cell == NO_CELL else scene.path_to({cell})

    def _next_errand(self, scene: Surroundings) -> Choice:
        """Do what is at hand, or walk to what is worth it, or leave the floor."""
        if self._should_rest(scene) and (step := self._step_aside(scene)):
            return step
        at_hand = (
            errands.shopping_word(scene)
            or errands.potion_word(scene)
            or (errands.slot_word(scene) if scene.is_calm else None)
        )
        if at_hand is not None:
            return at_hand
        if self._turns_on_floor <= MOST_FLOOR_TURNS:
            walk = self._walk(scene)
            if walk is not None:
                return walk
        return self._leave(scene)

    def _walk(self, scene: Surroundings) -> Choice | None:
        """Return a step to the nearest thing that no enemy is near, or to somebody to fight."""
        things = errands.free_things(scene) | errands.wanted_potions(scene)
        things |= errands.merchant_cells(scene)
        path = scene.path_to(things - {scene.view.hero_cell})
        if path is not None and path.moves and path.damage == 0:
            return _first(path)
        path = scene.path_to(errands.prey(scene))
        if path is not None and path.moves and path.damage < BRAVE_PART * scene.hero.hp / 2:
            return _first(path)
        if scene.view.stairs_cell == NO_CELL or scene.health > WEAK_HEALTH:
            path = scene.path_to(errands.frontier(scene) - {scene.view.hero_cell})
            if path is not None and path.moves and self._accepts(scene, path):
                return _first(path)
        return None

    def _accepts(self, scene: Surroundings, path: LeastDamagePath) -> bool:
        """Tell whether a way may be taken: the longer nothing else was found, the sooner."""
        if path.damage == 0 or self._idle_turns > PATIENCE_TURNS:
            return True
        return path.damage <= scene.hero.hp * min(1.0, 0.15 + self._idle_turns / PATIENCE_TURNS)

    def _leave(self, scene: Surroundings) -> Choice:
        """Go down, look for stairs that cannot be seen, clear the way, or wait."""
        self._idle_turns += 1
        path = self._way_to_stairs(scene)
        if path is None:
            hidden = errands.hidden_stairs_cells(scene, self._stepped_on)
            path = scene.path_to(hidden)
        if path is not None and path.moves and self._accepts(scene, path):
            return _first(path)
        return self._clear_the_way(scene) or self._step_aside(scene) or self._anything(scene)

    def _clear_the_way(self, scene: Surroundings) -> Choice | None:
        """Return what to do with somebody or something that bars every way."""
        if self._idle_turns < PATIENCE_TURNS // 3:
            return None
        words = sorted(scene.legal_words)
        ways = {way.command_word for way in DIRECTIONS}
        drinks = [word for word in words if word[:2] in ("u ", "g ") and word[2:] in ways]
        blows = [word for word in words if word.startswith("a ")]
        options = drinks or blows
        return self.dice.pick(options) if options else None

    def _should_rest(self, scene: Surroundings) -> bool:
        return (
            scene.health < REST_HEALTH
            and not scene.hunters
            and healing_per_turn(scene.hero) > 0
            and scene.hero.race.max_hp is not None
        )

    def _step_aside(self, scene: Surroundings) -> Choice | None:
        """Return a step to a safe cell next to the hero: the way to wait."""
        safe = [
            cell
            for cell in self._open_cells(scene)
            if cell not in scene.damage_by_cell and cell != scene.view.stairs_cell
        ]
        return scene.way_to(self.dice.pick(safe)) if safe else None

    def _anything(self, scene: Surroundings) -> Choice:
        return self.dice.pick(sorted(scene.legal_words))


def _first(path: LeastDamagePath) -> Choice:
    return path.moves[0]
