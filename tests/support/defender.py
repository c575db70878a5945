"""Space Defender in tests: whole inputs, and scenes that are set up piece by piece."""

import re
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
    Starfighter,
)
from cc3k.arcade.defender.program import DefenderProgram, new_battle
from cc3k.arcade.defender.tables import ENEMIES
from cc3k.arcade.defender.turn import Turn, play_turn, refusal

SHORT = (
    (r"Starfighter\(id:0\)", "Starfighter"),
    (r"friendly projectile\(id:-(\d+)\)", r"*\1"),
    (r"enemy projectile\(id:-(\d+)\)", r"<\1"),
    (r"projectile\(id:-(\d+)\)", r"shot \1"),
    (r"(\w+)\(id:(\d+)\)", r"\1 \2"),
    (r"(?:(at )location )?\[([A-J]),(\d+)\]", r"\1\2\3"),
    (r"at location ", "at "),
)
"""What projectiles, ships and cells are called in the logs of scenes: transcripts have it whole."""

NOBODY = (1, 1, 1, 1, 1)
"""Thresholds by which no enemy spawns."""

NO_SPAWN = "play(5,10,1,1,1,1,1) "


def transcript(text: str) -> str:
    program = DefenderProgram()
    return program.begin() + program.take(text)


def last_state(text: str) -> list[str]:
    return transcript(text).rpartition("\n->")[2].splitlines()[1:]


def cell(name: str) -> Cell:
    return LETTERS.index(name[0]) + 1, int(name[1:])


def short(line: str) -> str:
    """Return a line of a log in few words, an act after an angle bracket."""
    text = line.strip() if line.startswith("      ") else f"> {line.strip()}"
    for pattern, name in SHORT:
        text = re.sub(pattern, name, text)
    return text


@define(eq=False)
class Scene:
    """A board to put ships and projectiles on, and to play turns on.

    `things` are put there first, in this order: `S C3 energy=0; G A18 health=60; * A5; < A9 move=0`
    are the Starfighter, an enemy by its symbol, and a projectile of each side.
    """

    things: str = ""
    rows: int = 5
    columns: int = 20
    selected: Sequence[int] = (1, 1, 1, 1)
    drawn: list[tuple[int, int]] = field(factory=list)
    battle: Battle = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.battle = new_battle(self.rows, self.columns, self.selected)
        for thing in filter(None, self.things.split("; ")):
            self.add(*thing.split())

    def add(self, symbol: str, *words: str) -> None:
        where = "".join(word for word in words if "=" not in word)
        pairs = [word.split("=") for word in words if "=" in word]
        figures = {name: int(number) for name, number in pairs}
        if symbol == "S":
            self.ship(where, **figures)
        elif symbol in "*<":
            self.shot(where, friendly=symbol == "*", **figures)
        else:
            kind = next(kind for kind in ENEMIES if kind.symbol == symbol)
            self.enemy(kind, where, **figures)

    def enemy(self, kind: ShipKind, where: str, /, **figures: int) -> EnemyShip:
        ship = self.battle.new_enemy(kind, cell(where))
        self.battle.enemies[ship.number] = ship
        self._put(ship, figures)
        return ship

    def shot(self, where: str, /, *, friendly: bool, move: int = 5, damage: int = 70) -> Projectile:
        flight = Flight((0, 1 if friendly else -1), move)
        shot = self.battle.new_projectile(cell(where), damage, flight, is_friendly=friendly)
        self.battle.projectiles[shot.number] = shot
        self._put(shot, {})
        return shot

    def ship(self, where: str = "", /, **figures: int) -> None:
        ship = self.battle.starfighter
        self.battle.leave(ship)
        if where:
            ship.cell = cell(where)
        self._put(ship, figures)

    def _put(self, entity: Entity, figures: dict[str, int]) -> None:
        assert entity.cell not in self.battle.standing
        self.battle.standing[entity.cell] = entity
        for name, value in figures.items():
            assert hasattr(entity, name)
            setattr(entity, name, value)

    def play(
        self, order: str, goal: str = "", thresholds: Sequence[int] = NOBODY, value: int = 1
    ) -> dict[str, list[str]]:
        target = cell(goal) if goal else self.battle.starfighter.cell
        assert refusal(self.battle, Order(order), target) is None

        def draw(low: int, high: int) -> int:
            self.drawn.append((low, high))
            return low if len(self.drawn) % 2 else value

        play_turn(self.battle, Turn(Order(order), target, thresholds, draw))
        logs = zip(SECTIONS, self.battle.log, strict=True)
        return {section: [*map(short, lines)] for section, lines in logs}

    def state(self) -> str:
        told = []
        for (row, column), entity in sorted(self.battle.standing.items()):
            name = f"{LETTERS[row - 1]}{column} {entity.symbol}"
            if isinstance(entity, Starfighter):
                told.append(f"{name} {entity.health}/{entity.energy}")
            else:
                figure = entity.damage if isinstance(entity, Projectile) else entity.health
                told.append(f"{name}{abs(entity.number)} {figure}")
        score = self.battle.keeper.score
        return "; ".join([*told, *[f"score {score}"] * bool(score)])
