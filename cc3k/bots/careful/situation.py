"""How a floor looks to somebody careful: where it is safe, and what can be had safely."""

from collections.abc import Collection, Iterator, Mapping
from functools import cached_property

from attrs import define, frozen

from cc3k.bots.careful.routes import (
    Area,
    Routes,
    area,
    danger,
    harms,
    has,
    havens,
    open_cells,
    safe_routes,
    steps,
    ways,
    worst_turns,
)
from cc3k.bots.careful.value import Book, book_on
from cc3k.engine.actions import Attack, Drink, Move, Option
from cc3k.engine.floor import PASSABLE
from cc3k.engine.game import Game
from cc3k.engine.grid import Cell, Direction
from cc3k.engine.potions import Potion
from cc3k.play.paths import struck_from


@frozen
class Approach:
    """How to come to a spot: the last safe cell on the way there, and how many steps it takes."""

    spot: Cell
    last: Cell
    length: int


@define(eq=False)
class Outlook:
    """A game at one moment: what each cell may cost, and the ways on which nobody strikes.

    The ways are those of a floor where nobody moves. Each part is worked out when first asked for.
    """

    game: Game

    @cached_property
    def danger(self) -> Area:
        """The cells on which an enemy strikes."""
        return danger(self.game.floor, self.game.hero)

    @cached_property
    def harms(self) -> Mapping[Cell, int]:
        """The HP that a turn on a cell may cost, for each cell in danger."""
        return harms(self.game.floor, self.game.hero, self.worst) if self.danger else {}

    @cached_property
    def worst(self) -> Mapping[str, int]:
        """The most HP that an enemy takes in a turn, by the name of its kind."""
        return worst_turns(self.game.floor, self.game.hero)

    @cached_property
    def safe(self) -> Area:
        """The cells that the PC can step on, and where nobody strikes."""
        return open_cells(self.game.floor) & ~self.danger

    @cached_property
    def routes(self) -> Routes:
        """The ways over safe cells."""
        return safe_routes(self.game.floor, self.safe)

    @cached_property
    def havens(self) -> Area:
        """The cells where nobody strikes, nor will ever come."""
        return havens(self.game.floor, self.game.hero) & ~self.danger

    @cached_property
    def book(self) -> Book:
        """What is known of fights by these rules."""
        return book_on(self.game.rules)

    @property
    def free(self) -> bool:
        """Whether there is a safe way out, or to where nobody will ever come."""
        return self.game.floor.stairs in self.routes or self.sheltered

    @property
    def sheltered(self) -> bool:
        """Whether there is a safe way to where nobody will ever come."""
        return self.havens & self.routes.reached != 0

    @property
    def harm(self) -> int:
        """The HP that a turn here may cost."""
        here = self.game.floor.hero
        return self.harms[here] if has(self.danger, here) else 0

    def way_to(self, goals: Area) -> list[Option]:
        """Return the safe way to the nearest of some cells; nothing if there is none."""
        return self._steps(self.routes.way_to(goals)) if goals else []

    def way_to_drink(self, names: Collection[str | None]) -> list[Option]:
        """Return the safe way to the nearest potion of some names, and at its end to drink it.

        The name of an unknown one is None (R18).
        """
        floor, potions = self.game.floor, self._potions(names)
        if not potions:
            return []
        beside = {near: cell for cell in potions for near in floor.plan.around[cell]}
        shunned = area([floor.stairs, *([floor.hero] if self.harm else [])])
        way = self.routes.way_to(area(beside) & ~shunned)
        if not way:
            return []
        return [*self._steps(way), Drink(self.aim(way[-1], beside[way[-1]]))]

    def way_to_fight(self, place: Cell) -> list[Option]:
        """Return the way to where the enemy of a cell can be fought alone, and the first blow.

        All of the way but its last step is safe, so that the PC can always step back.
        """
        approaches = list(filter(None, map(self._approach, self._spots(place))))
        if not approaches:
            return []
        nearest = min(approaches, key=lambda approach: approach.length)
        way = self.routes.way_to(area([nearest.last]))
        if nearest.spot != nearest.last:
            way.append(nearest.spot)
        return [*self._steps(way), Attack(self.aim(nearest.spot, place))]

    def blow(self, place: Cell) -> int:
        """Return the most HP that the enemy of a cell takes in a turn."""
        return self.worst[self.game.floor.enemies[place].kind.name]

    def gain(self, place: Cell) -> float:
        """Return the gold that the end of the enemy of a cell brings."""
        game = self.game
        return self.book.gain(game.floor, game.hero, game.floor.enemies[place])

    def cost(self, place: Cell) -> float:
        """Return the HP that a fight against the enemy of a cell costs on the average.

        From one step away: one that is hostile strikes once before it is struck, as the PC comes
        near.
        """
        odds = self.book.odds_of(self.game.hero, self.game.floor.enemies[place])
        return odds.cost + self._toll(place)

    def costs_nothing(self, place: Cell) -> bool:
        """Tell whether a fight against the enemy of a cell costs no HP on the average.

        That takes odds only if HP lost on the approach can be had back in the fight.
        """
        kind, race = self.game.floor.enemies[place].kind, self.game.race
        lost = self._toll(place) > 0 and not self.book.heals(kind, race)
        return not lost and self.cost(place) <= 0

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
        return [cell for cell in near if has(self.safe, cell) and cell != floor.stairs]

    def step(self, cell: Cell) -> Move:
        """Return the step to a cell beside the PC."""
        return Move(self.aim(self.game.floor.hero, cell))

    def aim(self, cell: Cell, other: Cell) -> Direction:
        """Return the direction from one cell to another beside it."""
        return ways(self.game.floor.plan.stride)[other - cell]

    def _potions(self, names: Collection[str | None]) -> list[Cell]:
        """Return where potions of some names lie."""
        known, items = self.game.known, self.game.floor.items.items() if names else ()
        return [
            cell
            for cell, item in items
            if isinstance(item, Potion) and (item.name if item.name in known else None) in names
        ]

    def _toll(self, place: Cell) -> float:
        """Return the HP that it costs on the average to come beside the enemy of a cell."""
        enemy = self.game.floor.enemies[place]
        return self.blow(place) / 2 if enemy.kind.temper(enemy, self.game.hero) else 0.0

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

    def _approach(self, spot: Cell) -> Approach | None:
        """Return how to come to a spot over cells that are safe but for the spot itself."""
        floor, routes = self.game.floor, self.routes
        if spot in routes:
            return Approach(spot, spot, routes.distance(spot))
        for near in floor.plan.around[spot]:
            if near in routes and near != floor.stairs:
                return Approach(spot, near, routes.distance(near) + 1)
        return None

    def _steps(self, cells: list[Cell]) -> list[Option]:
        return steps(cells, self.game.floor.plan.stride)
