"""What is seen: a game as a frame, the board and the five status rows (§3, R1)."""

from collections.abc import Iterable

from attrs import frozen

from cc3k.engine.actors import Hero
from cc3k.engine.events import Event, Sickened, Struck
from cc3k.engine.game import Game
from cc3k.engine.grid import Cell
from cc3k.engine.rules import Rules
from cc3k.play.commands import ACTIONS, AIMED, DIRECTION_WORDS

STATUS_WIDTH = 79
"""`Floor n` ends in this column, whatever the board's width."""


@frozen
class Frame:
    """One picture of a game: the board's rows, the four rows of figures, and the Action row."""

    board: str
    figures: str
    action: str

    @property
    def text(self) -> str:
        """All rows, each with its line end."""
        return f"{self.board}{self.figures}{self.action}\n"


def frame(game: Game, said: str) -> Frame:
    """Return the frame of a game as it stands, with what is said on its Action row."""
    hero = game.hero
    stats = hero.stats
    who = f"Race: {game.race.name} Gold: {hero.gold}"
    where = f"Floor {game.depth}"
    return Frame(
        game.floor.picture.decode("ascii"),
        f"{who}{where:>{STATUS_WIDTH - len(who)}}\n"
        f"HP: {hero.hp}\nAtk: {stats.attack}\nDef: {stats.defence}\n",
        f"Action: {said}",
    )


STRUCTURE_ROLES = {
    "|": "wall",
    "-": "wall",
    "+": "doorway",
    "#": "passage",
    "\\": "stairs",
    "@": "hero",
}


def glyph_roles(rules: Rules) -> dict[str, str]:
    """Return what each glyph on the board is, for its colour; the rows of the roster say it."""
    return {**STRUCTURE_ROLES, **{thing.glyph: thing.role for thing in rules.marks.values()}}


def health_role(hero: Hero) -> str:
    """Return how much of its first HP the hero has left, for the colour of the figure."""
    if hero.hp * 4 <= hero.race.hp:
        return "dying"
    return "wounded" if hero.hp * 2 <= hero.race.hp else "hp"


FLASH = 0.15
"""Seconds that a flash lasts."""


def aimed_at(game: Game, words: str) -> Cell | None:
    """Return the cell that a command with a direction is aimed at."""
    verb, _, way = words.partition(" ")
    if words not in ACTIONS or verb not in AIMED:
        return None
    return game.floor.hero + DIRECTION_WORDS[way].shift(game.floor.plan.stride)


def struck(game: Game, target: Cell | None, events: Iterable[Event]) -> frozenset[Cell]:
    """Return the cells of those that were hurt: the PC, and whoever it aimed at."""
    cells = set()
    for event in events:
        match event:
            case Sickened() | Struck(_, "PC"):
                cells.add(game.floor.hero)
            case Struck("PC") if target is not None:
                cells.add(target)
    return frozenset(cells)
