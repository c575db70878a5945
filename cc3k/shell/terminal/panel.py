"""What stands beside the board on a wide screen: enemies, what is known, and what was said."""

from collections.abc import Iterator

from cc3k.engine.characters import Enemy
from cc3k.engine.game import Game
from cc3k.play.chronicle import Chronicle
from cc3k.shell.terminal.arrangement import PANEL_COLUMNS
from cc3k.shell.terminal.canvas import Line
from cc3k.shell.terminal.fold import fold
from cc3k.shell.terminal.modes import nearest, steps_between
from cc3k.shell.terminal.palette import line

MOST_ENEMIES = 10
BAR = 8
"""Cells of a bar of HP."""

LEGEND = (" @ you  P potion  G gold", " \\ stairs  + doorway  # passage")


def panel(game: Game, chronicle: Chronicle, rows: int) -> list[Line]:
    """Return the panel's lines, no more than that many rows."""
    lines = [line("Enemies, the nearest first", "heading"), *_enemies(game)]
    known = [potion for potion in game.rules.potions if potion.name in game.known]
    lines += [line("Potions known", "heading")]
    lines += [line(f" {potion.name} {potion.title}") for potion in known] or [line(" none yet")]
    lines += [line("On the board", "heading"), *map(line, LEGEND), line("Messages", "heading")]
    return [*lines, *_messages(chronicle, rows - len(lines))][:rows]


def _enemies(game: Game) -> Iterator[Line]:
    floor = game.floor
    for cell in nearest(game)[:MOST_ENEMIES]:
        enemy = floor.enemies[cell]
        away = steps_between(floor.plan, floor.hero, cell)
        mood = "" if enemy.kind.temper(enemy, game.hero) else " peaceful"
        kind = enemy.kind
        text = f" {kind.glyph} {kind.name:<9}{_bar(enemy)} {enemy.hp:>3}"
        yield line(f"{text}{mood or f' {away:>2} away'}", kind.role)


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
