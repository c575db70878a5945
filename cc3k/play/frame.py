"""Frames: a game as text, the board and the five status rows (§3, R1)."""

from collections.abc import Iterable
from itertools import cycle

from attrs import frozen

from cc3k.engine.board import Cell
from cc3k.engine.enemies import EnemyKind
from cc3k.engine.events import PC, Effect, Event
from cc3k.engine.game import GameState
from cc3k.engine.hero import Hero
from cc3k.engine.rules import Rules
from cc3k.engine.view import GameView, seen_glyphs
from cc3k.play.commands import ACTIONS_BY_WORDS, DIRECTED_VERBS, DIRECTIONS_BY_WORD
from cc3k.play.quoting import escape_text

STATUS_WIDTH = 79
"""The column in which `Floor n` ends, whatever the board's width."""


@frozen
class Frame:
    """One picture of a game: the board's rows, the four status rows, and the Action row."""

    board: str
    status: str
    action_row: str

    @property
    def text(self) -> str:
        return f"{self.board}{self.status}{self.action_row}\n"


def render_frame(game: GameState, action_text: str) -> Frame:
    board = GameView(game).glyphs.decode("ascii")
    return Frame(board, _status_text(game), f"Action: {action_text}")


def frame_text(game: GameState, action_text: str) -> str:
    """Return the text of a frame, written at once: a script shows one for each command."""
    glyphs = seen_glyphs(game)
    return f"{glyphs.decode('ascii')}{_status_text(game)}Action: {action_text}\n"


def _status_text(game: GameState) -> str:
    hero = game.hero
    stats = hero.stats
    who = f"Race: {game.race.name} Gold: {hero.gold}"
    where = f"Floor {game.depth}"
    rows = expansion_rows(game) if game.rules.expansions else ()
    added = "".join([f"{row}\n" for row in rows])
    return (
        f"{who}{where:>{STATUS_WIDTH - len(who)}}\n"
        f"HP: {hero.hp}\nAtk: {stats.attack}\nDef: {stats.defence}\n{added}"
    )


def expansion_rows(game: GameState) -> list[str]:
    """Return the rows that expansions add between `Def:` and `Action:` (X6)."""
    rows = [each.texts.status_rows for each in game.rules.expansions if each.texts.status_rows]
    return [escape_text(row) for make_rows in rows for row in make_rows(game)]


def expansion_wordings(game: GameState) -> list[tuple[list[str], list[str]]]:
    """Return the rows of each expansion that has any: as they are in a frame, and in short."""
    wordings = list[tuple[list[str], list[str]]]()
    for each in game.rules.expansions:
        rows, short_rows = each.texts.status_rows, each.texts.short_rows
        long = [escape_text(row) for row in rows(game)] if rows else []
        short = [escape_text(row) for row in short_rows(game)] if short_rows else long
        wordings += [(long, short)] * bool(long)
    return wordings


TERRAIN_ROLES = {
    "|": "wall",
    "-": "wall",
    "+": "doorway",
    "#": "passage",
    "\\": "stairs",
    "@": "hero",
}


SPARE_ENEMY_ROLES = tuple([f"enemy {number}" for number in range(1, 7)])
"""Roles of kinds of enemy whose row names none; with more of them, these are used again."""


def enemy_roles(rules: Rules) -> dict[str, str]:
    """Return the colour role of each kind of enemy by its name: its row's, or a spare one."""
    spare = cycle(SPARE_ENEMY_ROLES)
    return {kind.name: kind.role or next(spare) for kind in rules.enemy_kinds}


def glyph_roles(rules: Rules) -> dict[str, str]:
    others = [thing for thing in rules.kinds_by_mark.values() if not isinstance(thing, EnemyKind)]
    roles = enemy_roles(rules)
    return {
        **TERRAIN_ROLES,
        **{thing.glyph: thing.role for thing in others},
        **{kind.glyph: roles[kind.name] for kind in rules.enemy_kinds},
    }


def health_role(hero: Hero) -> str:
    """Return the colour role of the HP figure, by the share of HP that is left."""
    if hero.hp * 4 <= hero.race.hp:
        return "dying"
    return "wounded" if hero.hp * 2 <= hero.race.hp else "hp"


HEAVY_BLOW_SHARE = 4
"""A turn is a heavy blow if it costs that part of the most HP, a quarter, or more."""


def is_heavy_blow(lost_hp: int, hero: Hero) -> bool:
    """Tell whether a turn that cost so many HP was a heavy blow, by the HP that a race has."""
    return lost_hp * HEAVY_BLOW_SHARE >= hero.race.hp


FLASH_SECONDS = 0.15
"""Seconds that a flash lasts."""


def target_cell_of_command(game: GameState, command: str) -> Cell | None:
    verb, _, way = command.partition(" ")
    if command not in ACTIONS_BY_WORDS or verb not in DIRECTED_VERBS:
        return None
    view = GameView(game)
    return view.hero_cell + DIRECTIONS_BY_WORD[way].offset(view.board.stride)


def hurt_cells(game: GameState, target: Cell | None, events: Iterable[Event]) -> frozenset[Cell]:
    hurt = [event.concerns == PC for event in events if event.effect is Effect.HARM]
    cells = {GameView(game).hero_cell if is_player else target for is_player in hurt}
    return frozenset([cell for cell in cells if cell is not None])
