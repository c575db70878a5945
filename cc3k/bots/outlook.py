"""How a floor looks to somebody careful: where it is safe, and what can be had safely."""

from collections.abc import Iterable, Iterator, Mapping

from attrs import define, field

from cc3k.bots.danger import harms, havens, worst_turn
from cc3k.bots.routes import Routes, safe_routes, ways
from cc3k.bots.stakes import cost, gain
from cc3k.engine.actions import Attack, Drink, Move
from cc3k.engine.floor import PASSABLE
from cc3k.engine.game import Game
from cc3k.engine.grid import Cell, Direction
from cc3k.engine.options import Option
from cc3k.engine.potions import Potion
from cc3k.play.paths import struck_from


@define(eq=False)
class Outlook:
    """A game at one moment: what each cell may cost, and the ways on which nobody strikes.

    The ways are those of a floor where nobody moves.
    """

    game: Game
    harms: Mapping[Cell, int] = field(init=False)
    routes: Routes = field(init=False)
    havens: frozenset[Cell] = field(init=False)

    @harms.default
    def _harms(self) -> Mapping[Cell, int]:
        return harms(self.game.floor, self.game.hero)

    @routes.default
    def _routes(self) -> Routes:
        return safe_routes(self.game.floor, self.harms)

    @havens.default
    def _havens(self) -> frozenset[Cell]:
        return havens(self.game.floor, self.game.hero).difference(self.harms)

    @property
    def free(self) -> bool:
        """Whether there is a safe way out, or to where nobody will ever come."""
        return self.game.floor.stairs in self.routes or self.sheltered

    @property
    def sheltered(self) -> bool:
        """Whether there is a safe way to where nobody will ever come."""
        return not self.havens.isdisjoint(self.routes)

    @property
    def harm(self) -> int:
        """The HP that a turn here may cost."""
        return self.harms.get(self.game.floor.hero, 0)

    def potions(self, names: Iterable[str | None]) -> list[Cell]:
        """Return where potions of some names lie; the name of an unknown one is None (R18)."""
        known = self.game.known
        return [
            cell
            for cell, item in self.game.floor.items.items()
            if isinstance(item, Potion) and (item.name if item.name in known else None) in names
        ]

    def way_to(self, cells: Iterable[Cell]) -> list[Option]:
        """Return the safe way to the nearest of some cells; nothing if there is none."""
        goals = set(cells)
        found = next((cell for cell in self.routes if cell in goals), None)
        return [] if found is None else self.routes.to(found)

    def way_to_drink(self, potions: Iterable[Cell]) -> list[Option]:
        """Return the safe way to the nearest of some potions, and at its end to drink it."""
        floor = self.game.floor
        beside = {near: cell for cell in potions for near in floor.plan.around[cell]}
        shunned = {floor.stairs, *([floor.hero] if self.harm else [])}
        found = next((c for c in self.routes if c in beside and c not in shunned), None)
        if found is None:
            return []
        return [*self.routes.to(found), Drink(self.aim(found, beside[found]))]

    def way_to_fight(self, place: Cell) -> list[Option]:
        """Return the way to where the enemy of a cell can be fought alone, and the first blow.

        All of the way but its last step is safe, so that the PC can always step back.
        """
        nearest: tuple[list[Option], Cell] | None = None
        for spot in self._spots(place):
            steps = self._steps_beside(spot)
            if steps is not None and (nearest is None or len(steps) < len(nearest[0])):
                nearest = steps, spot
        if nearest is None:
            return []
        steps, spot = nearest
        return [*steps, Attack(self.aim(spot, place))]

    def blow(self, place: Cell) -> int:
        """Return the most HP that the enemy of a cell takes in a turn."""
        return worst_turn(self.game.floor.enemies[place].kind, self.game.hero)

    def gain(self, place: Cell) -> float:
        """Return the gold that the end of the enemy of a cell brings."""
        game = self.game
        return gain(game.rules, game.floor, game.hero, game.floor.enemies[place])

    def cost(self, place: Cell) -> float:
        """Return the HP that a fight against the enemy of a cell costs on the average."""
        return cost(self.game.rules, self.game.hero, self.game.floor.enemies[place])

    def foes(self) -> list[Cell]:
        """Return where hostile enemies stand beside the PC."""
        floor, hero = self.game.floor, self.game.hero
        near = [cell for cell in floor.plan.around[floor.hero] if cell in floor.enemies]
        return [c for c in near if floor.enemies[c].kind.temper(floor.enemies[c], hero)]

    def strike(self, place: Cell) -> Attack:
        """Return the attack on a cell beside the PC."""
        return Attack(self.aim(self.game.floor.hero, place))

    def exits(self) -> list[Cell]:
        """Return the cells beside the PC that it can step on, and where nobody strikes."""
        floor = self.game.floor
        near = floor.plan.around[floor.hero]
        return [cell for cell in near if cell in self.routes and cell != floor.stairs]

    def step(self, cell: Cell) -> Move:
        """Return the step to a cell beside the PC."""
        return Move(self.aim(self.game.floor.hero, cell))

    def aim(self, cell: Cell, other: Cell) -> Direction:
        """Return the direction from one cell to another beside it."""
        return ways(self.game.floor.plan.stride)[other - cell]

    def _spots(self, place: Cell) -> Iterator[Cell]:
        """Yield the cells from which the enemy of one can be struck, and only it strikes back."""
        floor, hero = self.game.floor, self.game.hero
        own = struck_from(floor, hero, place)
        alone = self.blow(place)
        for spot in floor.plan.around[place]:
            enterable = floor.picture[spot] in PASSABLE or spot == floor.hero
            others = self.harms.get(spot, 0) - (alone if spot in own else 0)
            if enterable and spot != floor.stairs and not others and self._kin(place, spot) == 1:
                yield spot

    def _kin(self, place: Cell, spot: Cell) -> int:
        """Return how many of the kind of the enemy of a cell can strike a spot once provoked."""
        floor = self.game.floor
        kind = floor.enemies[place].kind
        near = [floor.enemies.get(cell) for cell in floor.plan.around[spot]]
        return sum(enemy is not None and enemy.kind is kind for enemy in near)

    def _steps_beside(self, spot: Cell) -> list[Option] | None:
        """Return the steps to a spot, safe but for the last one."""
        floor, routes = self.game.floor, self.routes
        if spot in routes:
            return routes.to(spot)
        before = next(
            (c for c in floor.plan.around[spot] if c in routes and c != floor.stairs), None
        )
        if before is None:
            return None
        return [*routes.to(before), Move(self.aim(before, spot))]
