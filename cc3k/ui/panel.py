"""Side panel of a wide screen: enemies, known potions, legend and messages."""

from collections.abc import Mapping

from cc3k.engine.board import Cell
from cc3k.engine.enemies import Enemy
from cc3k.engine.game import GameState
from cc3k.engine.view import GameView
from cc3k.play.help import glyph_legend
from cc3k.play.message_log import MessageLog
from cc3k.play.paths import count_steps
from cc3k.tty.canvas import Line
from cc3k.ui.modes import enemies_by_distance
from cc3k.ui.palette import styled_line
from cc3k.ui.screen_layout import PANEL_COLUMNS, wrap_text

HP_BAR_CELLS = 5
"""Cells of an HP bar."""

MIN_MESSAGE_ROWS = 5
"""Rows reserved for messages, however many enemies there are."""

LEGEND_COLUMNS = 4


def panel_lines(
    game: GameState, message_log: MessageLog, rows: int, title: str, glyph_set: Mapping[str, str]
) -> list[Line]:
    """Return the lines of the side panel, at most that many rows."""
    known = GameView(game).known_kinds
    rest = [
        styled_line("Potions known", "heading"),
        *(
            [styled_line(f" {potion.name} {potion.effect_text}") for potion in known]
            or [styled_line(" none yet")]
        ),
        styled_line("On the board", "heading"),
        *_legend_lines(glyph_set),
        styled_line("Messages", "heading"),
    ]
    titles = [*wrap_text(title, PANEL_COLUMNS), "Enemies, and how many steps away"]
    headings = [styled_line(text, "heading") for text in titles]
    room = rows - len(headings) - len(rest)
    lines = [*headings, *_enemy_lines(game, room - MIN_MESSAGE_ROWS), *rest]
    return [*lines, *_message_lines(message_log, rows - len(lines))][:rows]


def _legend_lines(glyph_set: Mapping[str, str]) -> list[Line]:
    entries = glyph_legend(glyph_set)
    starts = range(0, len(entries), LEGEND_COLUMNS)
    rows = [entries[start : start + LEGEND_COLUMNS] for start in starts]
    return [styled_line(f" {'  '.join(row)}") for row in rows]


def _enemy_lines(game: GameState, max_rows: int) -> list[Line]:
    """Return the enemies, the nearest first, and the number of those that do not fit."""
    cells = enemies_by_distance(game)
    shown = cells if len(cells) <= max_rows else cells[: max_rows - 1]
    left = len(cells) - len(shown)
    return [
        *[_enemy_line(game, cell) for cell in shown],
        *[styled_line(f" and {left} more")] * (left > 0),
    ]


def _enemy_line(game: GameState, cell: Cell) -> Line:
    view = GameView(game)
    enemy = view.enemies[cell]
    kind, away = enemy.kind, count_steps(view.board, view.hero_cell, cell)
    mood = "" if view.is_hostile(enemy) else " peaceful"
    text = f" {kind.glyph} {kind.name:<9}{_hp_bar(enemy)} {enemy.hp:>3} {away:>3}{mood}"
    return styled_line(text, kind.role)


def _hp_bar(enemy: Enemy) -> str:
    full = -(-enemy.hp * HP_BAR_CELLS // enemy.kind.hp)
    return "=" * full + "." * (HP_BAR_CELLS - full)


def _message_lines(message_log: MessageLog, max_rows: int) -> list[Line]:
    """Return the last messages that fit, whole; of one that is longer, its end."""
    lines: list[Line] = []
    for entry in reversed(message_log.entries):
        folded = [
            styled_line(f" {text}") for text in wrap_text(entry.text_with_count, PANEL_COLUMNS - 1)
        ]
        if len(lines) + len(folded) > max_rows:
            return lines or folded[-max_rows:]
        lines = folded + lines
    return lines
