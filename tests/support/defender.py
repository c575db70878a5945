"""Space Defender in tests: whole inputs, and scenes that are set up piece by piece."""

from collections.abc import Sequence

from attrs import define, field

from cc3k.arcade.defender.board import (
    LETTERS,
    SECTIONS,
    Battle,
    Cell,
    EnemyShip,
    Entity,
    Flight,
    Order,
    Projectile,
    ShipKind,
)
from cc3k.arcade.defender.program import DefenderProgram, new_battle
from cc3k.arcade.defender.turn import Turn, play_turn, refusal

NOBODY = (1, 1, 1, 1, 1)
"""Thresholds by which no enemy spawns."""

NO_SPAWN = "play(5,10,1,1,1,1,1) "


def transcript(text: str) -> str:
    """Return all that an input of commands puts out."""
    program = DefenderProgram()
    return program.begin() + program.take(text)


def last_state(text: str) -> list[str]:
    """Return the lines of the last state of an input."""
    return transcript(text).rpartition("\n->")[2].splitlines()[1:]


def cell(name: str) -> Cell:
    """Return the cell of a name such as `B7`."""
    return LETTERS.index(name[0]) + 1, int(name[1:])


@define(eq=False)
class Scene:
    """A board to put ships and projectiles on, and to play turns on."""

    rows: int = 5
    columns: int = 20
    selected: Sequence[int] = (1, 1, 1, 1)
    drawn: list[tuple[int, int]] = field(factory=list)
    battle: Battle = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.battle = new_battle(self.rows, self.columns, self.selected)

    def enemy(self, kind: ShipKind, where: str, **figures: int) -> EnemyShip:
        """Put an enemy there, with other figures than its row's if any are given."""
        ship = self.battle.new_enemy(kind, cell(where))
        self.battle.enemies[ship.number] = ship
        self._put(ship, figures)
        return ship

    def shot(self, where: str, *, friendly: bool, move: int = 5, damage: int = 70) -> Projectile:
        """Put a projectile there, flying straight."""
        flight = Flight((0, 1 if friendly else -1), move)
        shot = self.battle.new_projectile(cell(where), damage, flight, is_friendly=friendly)
        self.battle.projectiles[shot.number] = shot
        self._put(shot, {})
        return shot

    def ship(self, where: str | None = None, **figures: int) -> None:
        """Move the Starfighter there, and give it other figures."""
        ship = self.battle.starfighter
        self.battle.leave(ship)
        if where is not None:
            ship.cell = cell(where)
        self._put(ship, figures)

    def _put(self, entity: Entity, figures: dict[str, int]) -> None:
        assert entity.cell not in self.battle.standing
        self.battle.standing[entity.cell] = entity
        for name, value in figures.items():
            assert hasattr(entity, name)
            setattr(entity, name, value)

    def play(
        self,
        order: str,
        goal: str | None = None,
        thresholds: Sequence[int] = NOBODY,
        value: int = 1,
    ) -> dict[str, list[str]]:
        """Play a turn in which the first row and that value are drawn; return its log."""
        target = self.battle.starfighter.cell if goal is None else cell(goal)
        assert refusal(self.battle, Order(order), target) is None

        def draw(low: int, high: int) -> int:
            self.drawn.append((low, high))
            return low if len(self.drawn) % 2 else value

        play_turn(self.battle, Turn(Order(order), target, thresholds, draw))
        return {
            section: [
                line.strip() if line.startswith("      ") else f"> {line.strip()}" for line in lines
            ]
            for section, lines in zip(SECTIONS, self.battle.log, strict=True)
            if lines
        }

    def standing(self) -> dict[str, int]:
        """Return the id of whoever stands in a cell, for each that is not empty."""
        return {
            f"{LETTERS[row - 1]}{column}": entity.number
            for (row, column), entity in sorted(self.battle.standing.items())
        }
