"""A straightforward crawler to measure against: objects by position, fresh lists, random.choice.

It plays the same board with as many enemies, potions and piles, moves and fights alike, and leaves
out what the workload hardly meets. It is written as a first version would be.
"""

import math
import random
from collections.abc import Iterator

from attrs import define

from cc3k.content.roster import STANDARD_BOARD_TEXT
from tests.benchmarks.clock import in_turn, median_ratio, medians
from tests.benchmarks.figures import TIMES, Figure
from tests.benchmarks.workloads import A_GAME, random_turns

TURNS, YARDSTICK_TURNS = 60_000, 10_000

Position = tuple[int, int]

WAYS = [(-1, 0), (1, 0), (0, 1), (0, -1), (-1, 1), (-1, -1), (1, 1), (1, -1)]


@define
class Thing:
    glyph: str
    position: Position


@define
class Fighter:
    glyph: str
    position: Position
    hp: int
    attack: int
    defence: int

    def strike(self, other: "Fighter") -> None:
        other.hp -= math.ceil(100 / (100 + other.defence) * self.attack)


class Crawler:
    def __init__(self, luck: random.Random) -> None:
        self.luck = luck
        self.cells = {
            (row, column): glyph
            for row, line in enumerate(STANDARD_BOARD_TEXT.splitlines())
            for column, glyph in enumerate(line)
        }
        self.things: dict[Position, Thing] = {}
        self.enemies: dict[Position, Fighter] = {}
        self.hero = Fighter("@", self.free_tile(), 125, 25, 25)
        for glyph in "P" * 10 + "G" * 10:
            place = self.free_tile()
            self.things[place] = Thing(glyph, place)
        for glyph in "HHHHWWWLLLLLEEOOMMMM":
            place = self.free_tile()
            self.enemies[place] = Fighter(glyph, place, 100, 20, 20)

    def free(self, place: Position) -> bool:
        """Tell whether a cell is a floor tile with nothing on it."""
        return (
            self.cells[place] == "."
            and place not in self.things
            and place not in self.enemies
            and place != self.hero.position
        )

    def free_tile(self) -> Position:
        tiles = [place for place, glyph in self.cells.items() if glyph == "."]
        taken = {*self.things, *self.enemies}
        return self.luck.choice([place for place in tiles if place not in taken])

    def turn(self, way: Position) -> None:
        """Attack, drink or move that way; then every enemy acts."""
        place = (self.hero.position[0] + way[0], self.hero.position[1] + way[1])
        if place in self.enemies:
            self.hero.strike(self.enemies[place])
            if self.enemies[place].hp <= 0:
                del self.enemies[place]
        elif place in self.things:
            del self.things[place]
        elif self.cells[place] in ".+#":
            self.hero.position = place
        else:
            return
        for enemy in sorted(self.enemies.values(), key=lambda fighter: fighter.position):
            self.act(enemy)

    def act(self, enemy: Fighter) -> None:
        """Attack the hero if it is near, else step somewhere."""
        row, column = enemy.position
        around = [(row + rows, column + columns) for rows, columns in WAYS]
        if self.hero.position in around:
            if self.luck.random() < 0.5:
                enemy.strike(self.hero)
            return
        exits = [place for place in around if self.free(place)]
        if exits:
            del self.enemies[enemy.position]
            enemy.position = self.luck.choice(exits)
            self.enemies[enemy.position] = enemy


def play(turns: int) -> None:
    """Play that many turns of random directions, anew after each death and after `A_GAME`."""
    luck = random.Random(1)
    crawler = Crawler(luck)
    for turn in range(1, turns + 1):
        crawler.turn(luck.choice(WAYS))
        if crawler.hero.hp <= 0 or turn % A_GAME == 0:
            crawler = Crawler(luck)


def figures() -> Iterator[Figure]:
    rounds = in_turn(lambda: play(YARDSTICK_TURNS), lambda: random_turns(TURNS))
    theirs, ours = medians(rounds)
    faster = median_ratio(rounds) * TURNS / YARDSTICK_TURNS
    yield Figure("random turns, against the yardstick", faster, TIMES, at_least=7.5)
    yield Figure("random turns", TURNS / ours, "a CPU-second", at_least=100_000)
    yield Figure("the yardstick's", YARDSTICK_TURNS / theirs, "a CPU-second")
