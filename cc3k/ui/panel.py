"""Side panel: the enemies near, how many others there are, known potions, legend and messages.

Most of its rows stay as they are from turn to turn: on a slow line every change is waited for. So
only enemies near have a row, and messages move up by several rows at a time.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from cc3k.engine.board import Cell, nearest_direction
from cc3k.engine.enemies import Enemy
from cc3k.engine.game import GameState
from cc3k.engine.values import frozen
from cc3k.engine.view import GameView
from cc3k.play.message_log import LogEntry
from cc3k.terminal.canvas import Line
from cc3k.ui.palette import hunting_role, side_by_side, styled_line
from cc3k.ui.screen_layout import PANEL_COLUMNS, PANEL_GAP, ScreenLayout, shorten_text, wrap_text

NEAR_STEPS = 9
"""Steps within which an enemy has a row of its own."""

NEAR_ROWS, NEAR_ROWS_IF_LOW = 6, 4
"""Rows for enemies near, used or not, so that what is below them stays in its place."""

LOW_ROWS = 24
"""A panel of fewer rows is low."""

NAME_COLUMNS = 9
"""Columns of the name of an enemy near, with a blank; a longer name takes more."""

HP_BAR_CELLS = 5
"""Cells of an HP bar."""

MIN_LOG_ROWS = 3
"""Rows of messages, with their heading, that are worth it."""

MANY_MESSAGE_ROWS = 4
"""Message rows of a screen whose panel need not repeat them."""


@frozen
class Panel:
    """The panel of one game.

    `messages` are those before the one that is shown. `title` is the seed, `legend` tells what the
    glyphs are, and `roles` are those of the enemies.
    """

    game: GameState
    messages: Sequence[LogEntry]
    title: str
    legend: Sequence[str]
    roles: Mapping[str, str]

    def lines_beside(self, layout: ScreenLayout) -> list[Line]:
        rows, width = layout.panel_rows, layout.columns - layout.panel_column
        if _has_two_columns(layout):
            return self._two_columns(layout, self._title, PANEL_COLUMNS)
        lines = [*self._title, *self._enemy_lines(_near_rows(layout)), *self._fixed_lines()]
        return [*lines, *self._log_lines(self.log_rows(layout), width)][:rows]

    def lines_below(self, layout: ScreenLayout) -> list[Line]:
        return self._two_columns(layout, [], max(PANEL_COLUMNS, layout.columns // 2 - PANEL_GAP))

    def log_rows(self, layout: ScreenLayout) -> int:
        """Return the rows for messages, with a heading: none without room, or where others do."""
        if not (layout.panel_spans_screen or layout.message_rows < MANY_MESSAGE_ROWS):
            return 0
        used = len(self._fixed_lines())
        if layout.has_panel_beside and not _has_two_columns(layout):
            used += len([*self._title, *self._enemy_lines(_near_rows(layout))])
        room = layout.panel_rows - used
        return room if room >= MIN_LOG_ROWS else 0

    @property
    def _title(self) -> list[Line]:
        return [styled_line(text, "heading") for text in wrap_text(self.title, PANEL_COLUMNS)]

    def _two_columns(self, layout: ScreenLayout, title: list[Line], width: int) -> list[Line]:
        rows = layout.panel_rows
        near = rows - len(title) - len(self._enemy_lines(0))
        left = [*title, *self._enemy_lines(near)]
        right = [*self._fixed_lines(), *self._log_lines(self.log_rows(layout), PANEL_COLUMNS)]
        return side_by_side(left[:rows], right[:rows], width + PANEL_GAP)

    def _enemy_lines(self, near_rows: int) -> list[Line]:
        """Return the enemies near, in that many rows, and the number of each kind of the others.

        Those that hunt are near wherever they are.
        """
        view = GameView(self.game)
        # Imported here for a fast start: most screens have no room for it.
        from cc3k.play.paths import count_steps

        steps = {cell: count_steps(view.board, view.hero_cell, cell) for cell in view.enemies}
        close = [cell for cell in steps if steps[cell] <= NEAR_STEPS or cell in view.hunters]
        near = sorted(close, key=steps.__getitem__)
        nearest = near if len(near) <= near_rows else near[: max(0, near_rows - 1)]
        shown = sorted(nearest, key=lambda cell: self._rank(view.enemies[cell], steps[cell]))
        rows = [self._enemy_line(view, cell, steps[cell]) for cell in shown]
        rows += [styled_line(f" and {len(near) - len(shown)} more")] * (len(shown) < len(near))
        rows = (rows or [styled_line(" none")])[:near_rows]
        far = Counter(
            [enemy.kind.glyph for cell, enemy in view.enemies.items() if cell not in near]
        )
        kinds = self.game.rules.enemy_kinds
        counts = "  ".join([f"{kind.glyph} {far[kind.glyph]}" for kind in kinds if far[kind.glyph]])
        return [
            styled_line("Enemies near, steps and way", "heading"),
            *rows,
            *[styled_line("")] * (near_rows - len(rows)),
            styled_line("Further away", "heading"),
            *[styled_line(f" {row}") for row in wrap_text(counts or "none", PANEL_COLUMNS - 1)],
        ]

    def _rank(self, enemy: Enemy, steps: int) -> tuple[object, ...]:
        """Return the rank of an enemy near: first those beside, then by what seldom changes.

        Two of one kind that are hurt alike look alike, so nothing is repainted if they change rows.
        """
        names = [kind.name for kind in self.game.rules.enemy_kinds]
        return steps > 1, names.index(enemy.kind.name), enemy.hp, steps

    def _enemy_line(self, view: GameView, cell: Cell, steps: int) -> Line:
        enemy = view.enemies[cell]
        kind, is_hostile = enemy.kind, view.is_hostile(enemy)
        mood, role = ("", self.roles[kind.glyph]) if is_hostile else ("peaceful", "peaceful")
        if is_hostile and view.is_hunting(enemy):
            mood, role = "hunts", hunting_role(role)
        if threat := view.threats.get(cell):
            mood, role = threat.name, "threat"
        if is_hostile:
            way = nearest_direction(view.board, view.hero_cell, cell)
            mood = f"{way.command_word} {mood}".rstrip()
        name = f"{kind.name} " if len(kind.name) >= NAME_COLUMNS else f"{kind.name:<{NAME_COLUMNS}}"
        text = f" {kind.glyph} {name}{_hp_bar(enemy)} {enemy.hp:>3} {steps:>2} {mood}"
        return styled_line(shorten_text(text, PANEL_COLUMNS), role)

    def _fixed_lines(self) -> list[Line]:
        known = GameView(self.game).known_kinds
        potions = [f" {potion.full_name} {potion.effect_text}" for potion in known] or [" none yet"]
        return [
            styled_line("Potions known", "heading"),
            *map(styled_line, potions),
            *self._expansion_lines(),
            styled_line("On the board", "heading"),
            *[styled_line(f" {row}") for row in _side_by_side_texts(self.legend)],
        ]

    def _expansion_lines(self) -> list[Line]:
        lines = list[Line]()
        for each in self.game.rules.expansions:
            texts = list(each.texts.panel_lines(self.game)) if each.texts.panel_lines else []
            if texts:
                lines += [styled_line(each.name.capitalize(), "heading")]
                lines += [styled_line(shorten_text(f" {text}", PANEL_COLUMNS)) for text in texts]
        return lines

    def _log_lines(self, rows: int, width: int) -> list[Line]:
        """Return the last messages before the one that is shown elsewhere, if there is room."""
        if not rows:
            return []
        lines = _message_lines(self.messages, rows - 1, width)
        return [styled_line("Messages", "heading"), *lines]


def _has_two_columns(layout: ScreenLayout) -> bool:
    return layout.columns - layout.panel_column >= 2 * PANEL_COLUMNS + PANEL_GAP


def _near_rows(layout: ScreenLayout) -> int:
    return NEAR_ROWS_IF_LOW if layout.panel_rows < LOW_ROWS else NEAR_ROWS


def _side_by_side_texts(texts: Iterable[str]) -> list[str]:
    rows = list[str]()
    for text in texts:
        beside = f"{rows[-1]}  {text}" if rows else text
        if rows and len(beside) < PANEL_COLUMNS:
            rows[-1] = beside
        else:
            rows.append(text)
    return rows


def _hp_bar(enemy: Enemy) -> str:
    full = -(-enemy.hp * HP_BAR_CELLS // enemy.kind.hp)
    return "=" * full + "." * (HP_BAR_CELLS - full)


@lru_cache(maxsize=256)
def _log_rows(text: str, width: int) -> list[Line]:
    return [styled_line(f" {row}") for row in wrap_text(text, width)]


def _message_lines(entries: Sequence[LogEntry], max_rows: int, width: int) -> list[Line]:
    """Return the last messages that fit, whole; of one that is longer, its end.

    Where there are more, they move up by a third of the rows at once, so that the rows stay as they
    are for some turns.
    """
    folded = list[list[Line]]()
    for entry in reversed(entries):
        rows = _log_rows(entry.text_with_count, width - 1)
        if len(rows) + sum(map(len, folded)) > max_rows:
            if not folded:
                return rows[-max_rows:]
            break
        folded.append(rows)
    step = max(1, max_rows // 3)
    surplus = -(len(entries) - len(folded)) % step if len(folded) < len(entries) else 0
    kept = folded[: max(1, len(folded) - surplus)]
    return [line for rows in reversed(kept) for line in rows]
