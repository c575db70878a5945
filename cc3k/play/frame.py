"""Frames: a game as text, the board and the five status rows (§3, R1), and its glyphs in words."""

from collections.abc import Mapping

from cc3k.engine.game import GameState
from cc3k.engine.rules import Rules
from cc3k.engine.text import escape_text
from cc3k.engine.view import seen_glyphs

RACE_AND_GOLD = "Race: {} Gold: {}"
HP_LABEL, ATTACK_LABEL, DEFENCE_LABEL = "HP: ", "Atk: ", "Def: "
ACTION_LABEL = "Action: "
"""What stands before the messages of a frame."""

STATUS_WIDTH = 79
"""The column in which `Floor n` ends, whatever the board's width."""


def frame_text(game: GameState, action_text: str) -> str:
    """Return the text of a frame, written at once: a script shows one for each command."""
    return f"{seen_glyphs(game).decode('ascii')}{status_text(game)}{ACTION_LABEL}{action_text}\n"


def status_text(game: GameState) -> str:
    """Return the status rows between the board and the Action row, each with its line end."""
    hero, added = game.hero, ""
    who, where = RACE_AND_GOLD.format(game.race.name, hero.gold), f"Floor {game.depth}"
    if game.rules.expansions:
        added = "".join([f"{row}\n" for row in expansion_status_rows(game)])
    stats = hero.stats
    return (
        f"{who}{where:>{STATUS_WIDTH - len(who)}}\n{HP_LABEL}{hero.hp}\n"
        f"{ATTACK_LABEL}{stats.attack}\n{DEFENCE_LABEL}{stats.defence}\n{added}"
    )


def expansion_status_rows(game: GameState) -> list[str]:
    """Return the rows that expansions add between `Def:` and `Action:` (X6)."""
    rows = game.rules.hooks.status_rows
    return [escape_text(row) for make_rows in rows for row in make_rows(game)]


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
