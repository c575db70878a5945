"""What stands beside the board on a wide screen: enemies, what is known, and what was said."""

from collections.abc import Mapping

from cc3k.engine.actors import Enemy
from cc3k.engine.game import Game
from cc3k.engine.grid import Cell
from cc3k.play.help import signs
from cc3k.play.message_log import Chronicle
from cc3k.tty.canvas import Line
from cc3k.ui.modes import nearest, steps_between
from cc3k.ui.palette import line
from cc3k.ui.screen_layout import PANEL_COLUMNS, fold

BAR = 5
"""Cells of a bar of HP."""

FEWEST_MESSAGES = 5
"""Rows that enemies leave to messages, however many they are."""

SIGNS_A_ROW = 4


def panel(
    game: Game, chronicle: Chronicle, rows: int, title: str, drawn: Mapping[str, str]
) -> list[Line]:
    """Return the panel's lines, no more than that many rows, with each glyph as it is drawn."""
    known = [potion for potion in game.rules.potions if potion.name in game.known]
    rest = [
        line("Potions known", "heading"),
        *([line(f" {potion.name} {potion.title}") for potion in known] or [line(" none yet")]),
        line("On the board", "heading"),
        *_legend(drawn),
        line("Messages", "heading"),
    ]
    titles = [*fold(title, PANEL_COLUMNS), "Enemies, and how many steps away"]
    headings = [line(text, "heading") for text in titles]
    room = rows - len(headings) - len(rest)
    lines = [*headings, *_enemies(game, room - FEWEST_MESSAGES), *rest]
    return [*lines, *_messages(chronicle, rows - len(lines))][:rows]


def _legend(drawn: Mapping[str, str]) -> list[Line]:
    found = signs(drawn)
    starts = range(0, len(found), SIGNS_A_ROW)
    return [line(f" {'  '.join(found[start : start + SIGNS_A_ROW])}") for start in starts]


def _enemies(game: Game, room: int) -> list[Line]:
    """Return the enemies, the nearest first, and how many they are beyond those that have room."""
    cells = nearest(game)
    shown = cells if len(cells) <= room else cells[: room - 1]
    left = len(cells) - len(shown)
    return [*[_enemy(game, cell) for cell in shown], *[line(f" and {left} more")] * (left > 0)]


def _enemy(game: Game, cell: Cell) -> Line:
    floor = game.floor
    enemy = floor.enemies[cell]
    kind, away = enemy.kind, steps_between(floor.plan, floor.hero, cell)
    mood = "" if kind.temper(enemy, game.hero) else " peaceful"
    text = f" {kind.glyph} {kind.name:<9}{_bar(enemy)} {enemy.hp:>3} {away:>3}{mood}"
    return line(text, kind.role)


def _bar(enemy: Enemy) -> str:
    full = -(-enemy.hp * BAR // enemy.kind.hp)
    return "=" * full + "." * (BAR - full)


def _messages(chronicle: Chronicle, room: int) -> list[Line]:
    """Return the last messages that have room, whole; of one longer than that, its end."""
    found: list[Line] = []
    for entry in reversed(chronicle.entries):
        folded = [line(f" {text}") for text in fold(entry.told, PANEL_COLUMNS - 1)]
        if len(found) + len(folded) > room:
            return found or folded[-room:]
        found = folded + found
    return found
