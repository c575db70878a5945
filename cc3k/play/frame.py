"""Frames: a game as text, the board and the five status rows (§3, R1)."""

from collections.abc import Mapping
from itertools import cycle

from cc3k.engine.enemies import EnemyKind
from cc3k.engine.game import GameState
from cc3k.engine.rules import Rules
from cc3k.engine.view import seen_glyphs
from cc3k.play.quoting import escape_text

STATUS_WIDTH = 79
"""The column in which `Floor n` ends, whatever the board's width."""


def frame_text(game: GameState, action_text: str) -> str:
    """Return the text of a frame, written at once: a script shows one for each command."""
    return f"{seen_glyphs(game).decode('ascii')}{status_text(game)}Action: {action_text}\n"


def status_text(game: GameState) -> str:
    """Return the status rows between the board and the Action row, each with its line end."""
    hero = game.hero
    stats = hero.stats
    who = f"Race: {game.race.name} Gold: {hero.gold}"
    where = f"Floor {game.depth}"
    rows = expansion_status_rows(game) if game.rules.expansions else ()
    added = "".join([f"{row}\n" for row in rows])
    return (
        f"{who}{where:>{STATUS_WIDTH - len(who)}}\n"
        f"HP: {hero.hp}\nAtk: {stats.attack}\nDef: {stats.defence}\n{added}"
    )


def expansion_status_rows(game: GameState) -> list[str]:
    """Return the rows that expansions add between `Def:` and `Action:` (X6)."""
    rows = [each.texts.status_rows for each in game.rules.expansions if each.texts.status_rows]
    return [escape_text(row) for make_rows in rows for row in make_rows(game)]


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
    """Return the colour role of each glyph on the board, taken from the roster."""
    others = [thing for thing in rules.kinds_by_mark.values() if not isinstance(thing, EnemyKind)]
    roles = enemy_roles(rules)
    return {
        **TERRAIN_ROLES,
        **{thing.glyph: thing.role for thing in others},
        **{kind.glyph: roles[kind.name] for kind in rules.enemy_kinds},
    }


GLYPH_NAMES: tuple[tuple[str, str], ...] = (
    ("@", "you"),
    ("P", "potion"),
    ("G", "gold"),
    ("\\", "stairs"),
    ("+", "doorway"),
    ("#", "passage"),
    (".", "floor"),
)
"""The glyphs of the board that are not enemies."""


def glyph_legend(rules: Rules, glyph_set: Mapping[str, str]) -> list[str]:
    trinkets = [(trinket.glyph, trinket.name) for trinket in rules.trinkets]
    return [f"{glyph_set.get(glyph, glyph)} {name}" for glyph, name in (*GLYPH_NAMES, *trinkets)]
