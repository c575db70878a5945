"""Panel: enemies near, how many others there are, known potions, legend and messages.

Most of its rows stay as they are from turn to turn, as on a slow line every change is waited for:
so only enemies near have a row, and messages move up by several rows at a time.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from operator import attrgetter

from cc3k.engine.board import Cell, blocks_between, nearest_direction
from cc3k.engine.game import GameState
from cc3k.engine.states import CHARMED
from cc3k.engine.values import frozen
from cc3k.engine.view import GameView
from cc3k.play.history import LogEntry
from cc3k.terminal.canvas import Line
from cc3k.ui.palette import hunting_role
from cc3k.ui.screen_layout import (
    PANEL_COLUMNS,
    PANEL_GAP,
    ScreenLayout,
    first_that_fits,
    shorten_text,
    side_by_side,
    styled_line,
    wrap_text,
)

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


@frozen
class Panel:
    """The panel of one game.

    `messages` are those before the one that is shown. `title` is the seed, `legend` says of each
    glyph what it is, and `roles` are those of the enemies.
    """

    game: GameState
    layout: ScreenLayout
    messages: Sequence[LogEntry]
    title: str
    legend: Sequence[str]
    roles: Mapping[str, str]

    def lines(self) -> tuple[list[Line], bool]:
        """Return the rows of the panel, and whether the last messages are among them.

        They are in one column only where the panel is beside the board, and too narrow for two.
        """
        layout, fixed, title, left = self.layout, self._fixed_lines(), list[Line](), list[Line]()
        rows, width = layout.panel_rows, layout.columns - layout.panel_column
        if layout.has_panel_beside:
            title = [styled_line(row, "heading") for row in wrap_text(self.title, PANEL_COLUMNS)]
        if layout.has_panel_beside and width < 2 * PANEL_COLUMNS + PANEL_GAP:
            near_rows = NEAR_ROWS_IF_LOW if rows < LOW_ROWS else NEAR_ROWS
            fixed = [*title, *self._enemy_lines(rows, near_rows), *fixed]
        else:
            left, width = [*title, *self._enemy_lines(rows - len(title))], PANEL_COLUMNS
        room = rows - len(fixed) if layout.leaves_log_to_panel else 0
        log = self._log_lines(room, width) if room >= MIN_LOG_ROWS else []
        shown = [*fixed, *log][:rows]
        if left:
            beside = 0 if layout.has_panel_beside else layout.columns // 2 - PANEL_GAP
            shown = side_by_side(left[:rows], shown, max(PANEL_COLUMNS, beside) + PANEL_GAP)
        return shown, bool(log)

    def _enemy_lines(self, rows: int, near_rows: int | None = None) -> list[Line]:
        """Return the enemies near, and the number of each kind of the others.

        Those near have `near_rows`, or all of the `rows` that are left. Those that hunt are near
        wherever they are.
        """
        view, kinds = GameView(self.game), self.game.rules.enemy_kinds
        enemies, hunters = view.enemies, view.hunters
        steps = {cell: blocks_between(view.board, view.hero_cell, cell) for cell in enemies}
        close = [cell for cell in steps if steps[cell] <= NEAR_STEPS or cell in hunters]
        near = sorted(close, key=steps.__getitem__)
        far = Counter([enemy.kind.glyph for cell, enemy in enemies.items() if cell not in near])
        glyphs = dict.fromkeys([kind.glyph for kind in kinds])  # several kinds may share one
        counts = "  ".join([f"{glyph} {far[glyph]}" for glyph in glyphs if far[glyph]])
        others = [styled_line(f" {row}") for row in wrap_text(counts or "none", PANEL_COLUMNS - 1)]
        if near_rows is None:
            near_rows = max(0, rows - len(("near", "far", *others)))
        nearest = near if len(near) <= near_rows else near[: max(0, near_rows - 1)]
        names = [kind.name for kind in kinds]
        # First those beside, then by what seldom changes: two of one kind that are hurt alike look
        # alike, so nothing is repainted if they change rows.
        ranked = [
            (steps[at] > 1, names.index(enemies[at].kind.name), enemies[at].hp, steps[at], at)
            for at in nearest
        ]
        near_lines = [
            self._enemy_line(view, at, away, is_hunting=at in hunters)
            for *_, away, at in sorted(ranked)
        ]
        if len(near_lines) < len(near):
            near_lines.append(styled_line(f" and {len(near) - len(near_lines)} more"))
        near_lines = (near_lines or [styled_line(" none")])[:near_rows]
        return [
            styled_line("Enemies near, steps and way", "heading"),
            *near_lines,
            *[styled_line("")] * (near_rows - len(near_lines)),
            styled_line("Further away", "heading"),
            *others,
        ]

    def _enemy_line(self, view: GameView, cell: Cell, steps: int, *, is_hunting: bool) -> Line:
        enemy = view.enemies[cell]
        kind, is_hostile = enemy.kind, view.is_hostile(enemy)
        mood, role = "helps you" if CHARMED in enemy.statuses else "peaceful", "peaceful"
        if is_hostile:
            mood, role = "", self.roles[kind.glyph]
        if is_hostile and is_hunting:
            mood, role = "hunts", hunting_role(role)
        if is_hostile and view.is_running(enemy):
            mood = "flees"
        if threat := view.threats.get(cell):
            mood, role = threat.name, "threat"
        if is_hostile:
            way = nearest_direction(view.board, view.hero_cell, cell)
            mood = f"{way.command_word} {mood}".rstrip()
        name = f"{kind.name} " if len(kind.name) >= NAME_COLUMNS else f"{kind.name:<{NAME_COLUMNS}}"
        full = -(-enemy.hp * HP_BAR_CELLS // kind.hp)
        bar = "=" * full + "." * (HP_BAR_CELLS - full)
        wordings = (
            f" {kind.glyph} {name}{bar} {enemy.hp:>3} {steps:>2} {mood}",
            f" {kind.glyph} {kind.name} {bar} {enemy.hp} {steps} {mood}",
            f" {kind.glyph} {kind.name} {bar} {steps} {mood}",
        )
        return styled_line(first_that_fits(wordings, PANEL_COLUMNS), role)

    def _fixed_lines(self) -> list[Line]:
        known = map(self.game.as_drunk, GameView(self.game).known_kinds)
        potions = [f" {potion.full_name} {potion.effect_text}" for potion in known] or [" none yet"]
        lines = [styled_line("Potions known", "heading"), *map(styled_line, potions)]
        for each in self.game.rules.expansions:
            texts = list(each.texts.panel_lines(self.game)) if each.texts.panel_lines else []
            if texts:
                lines += [styled_line(each.name.capitalize(), "heading")]
                lines += [styled_line(shorten_text(f" {text}", PANEL_COLUMNS)) for text in texts]
        return [*lines, *_legend_lines(tuple(self.legend))]

    def _log_lines(self, rows: int, width: int) -> list[Line]:
        """Return the last messages before the one that is shown elsewhere.

        Steps that tell nothing else are left out, so that blows, thefts and notices stay; with
        expansions, which have more to tell, the others are left out of their turn, too.
        """
        entries = [entry for entry in self.messages if not (entry.events and entry.is_step)]
        is_brief = bool(self.game.rules.expansions)
        texts = attrgetter("news_with_count" if is_brief else "text_with_count")
        lines = _message_lines(entries, texts, rows - 1, width)
        return [styled_line("Messages", "heading"), *lines]


@lru_cache(maxsize=4)
def _legend_lines(texts: tuple[str, ...]) -> list[Line]:
    rows = list[str]()
    for text in texts:
        beside = f"{rows[-1]}  {text}" if rows else text
        if rows and len(beside) < PANEL_COLUMNS:
            rows[-1] = beside
        else:
            rows.append(text)
    drawn = [styled_line(f" {row}") for row in rows]
    return [styled_line("On the board", "heading"), *drawn]


@lru_cache(maxsize=256)
def _log_rows(text: str, width: int) -> list[Line]:
    return [styled_line(f" {row}") for row in wrap_text(text, width)]


def _message_lines(
    entries: Sequence[LogEntry], text_of: Callable[[LogEntry], str], max_rows: int, width: int
) -> list[Line]:
    """Return the last messages that fit, whole; of one that is longer, its end.

    Where there are more, they move up by a third of the rows at once, so that the rows stay as they
    are for some turns.
    """
    folded = list[list[Line]]()
    for entry in reversed(entries):
        rows = _log_rows(text_of(entry), width - 1)
        if len(rows) + sum(map(len, folded)) > max_rows:
            if not folded:
                return rows[-max_rows:]
            break
        folded.append(rows)
    step = max(1, max_rows // 3)
    surplus = -(len(entries) - len(folded)) % step if len(folded) < len(entries) else 0
    kept = folded[: max(1, len(folded) - surplus)]
    return [line for rows in reversed(kept) for line in rows]
