"""The rules of a game: the roster, and every strategy that an expansion may replace."""

from collections.abc import Callable
from typing import TypeAlias

from attrs import field, frozen

from cc3k.engine.characters import EnemyKind, Race
from cc3k.engine.dice import Dice
from cc3k.engine.floor import Floor
from cc3k.engine.gold import Pile
from cc3k.engine.plan import Drawing, Plan
from cc3k.engine.potions import Potion

LayOut: TypeAlias = Callable[[Drawing, "Rules", Dice], Floor]
"""How a drawing becomes a floor."""

Thing: TypeAlias = EnemyKind | Potion | Pile


@frozen
class Rules:
    """Who and what there is, how many a floor is spawned with, and how a floor is laid out.

    The bags hold each row as often as its weight says: a pick from a bag has the odds of §2.
    `marks` says what each mark in a layout file stands for (§6).
    """

    version: int
    races: tuple[Race, ...]
    enemies: tuple[EnemyKind, ...]
    potions: tuple[Potion, ...]
    piles: tuple[Pile, ...]
    plan: Plan
    lay_out: LayOut
    floors: int = 5
    potions_a_floor: int = 10
    piles_a_floor: int = 10
    enemies_a_floor: int = 20
    enemy_bag: tuple[EnemyKind, ...] = field(init=False, repr=False)
    potion_bag: tuple[Potion, ...] = field(init=False, repr=False)
    pile_bag: tuple[Pile, ...] = field(init=False, repr=False)
    marks: dict[str, Thing] = field(init=False, repr=False, eq=False)

    @enemy_bag.default
    def _enemy_bag(self) -> tuple[EnemyKind, ...]:
        return tuple([row for row in self.enemies for _ in range(row.weight)])

    @potion_bag.default
    def _potion_bag(self) -> tuple[Potion, ...]:
        return tuple([row for row in self.potions for _ in range(row.weight)])

    @pile_bag.default
    def _pile_bag(self) -> tuple[Pile, ...]:
        return tuple([row for row in self.piles for _ in range(row.weight)])

    @marks.default
    def _marks(self) -> dict[str, Thing]:
        marks: dict[str, Thing] = {kind.glyph: kind for kind in self.enemies}
        marks.update({potion.mark: potion for potion in self.potions})
        marks.update({pile.mark: pile for pile in self.piles})
        return marks

    def enemy(self, name: str) -> EnemyKind:
        """Return the kind of enemy of that name."""
        return next(kind for kind in self.enemies if kind.name == name)

    def race(self, key: str) -> Race | None:
        """Return the race chosen by that key, or None."""
        return next((race for race in self.races if race.key == key), None)
