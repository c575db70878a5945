"""Status and panel: the figures of a game in a few rows (§3), and a panel where there is room.

The panel has the enemies near, how many others there are, known potions, legend and messages. Most
of its rows stay as they are from turn to turn, as on a slow line every change is waited for: so
only enemies near have a row, and messages move up by several rows at a time.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from itertools import zip_longest
from operator import attrgetter

from cc3k.engine.board import Cell, blocks_between, nearest_direction
from cc3k.engine.game import GameState
from cc3k.engine.hero import Hero
from cc3k.engine.states import CHARMED
from cc3k.engine.stats import BaseStats, without_modifiers
from cc3k.engine.text import escape_text, wrap_text
from cc3k.engine.values import frozen
from cc3k.engine.view import GameView
from cc3k.play.frame import ATTACK_LABEL, DEFENCE_LABEL, HP_LABEL, RACE_AND_GOLD, status_text
from cc3k.play.history import LogEntry
from cc3k.terminal.app import PLAIN_ROLE, Line
from cc3k.ui.palette import ROLE_LETTERS, hunting_role
from cc3k.ui.screen_layout import (
    PANEL_COLUMNS,
    PANEL_GAP,
    RowWordings,
    ScreenLayout,
    first_that_fits,
    fit_each_row,
    fit_rows,
    shorten_text,
    side_by_side,
    styled_line,
)

FROZEN = ("FROZEN", "frozen")
"""Shown while enemies are held still (R5)."""

BAR_CELLS = 20
"""Cells of the HP bar where there is room."""

FULL_CELL, EMPTY_CELL = "=", "."
RAISED, LOWERED = "^", "v"
"""Cells of the HP bar, and arrows after a figure that potions have raised or lowered."""

ASCII_MARKS = {mark: mark for mark in (FULL_CELL, EMPTY_CELL, RAISED, LOWERED)}
UNICODE_MARKS = {FULL_CELL: "━", EMPTY_CELL: "─", RAISED: "↑", LOWERED: "↓"}
"""How these are drawn, the latter with `--glyphs unicode`."""

USUAL_DIGITS = (3, 4, 4)
"""Digits of gold, score and turns late in a game with expansions."""

USUAL_STRENGTHS = len("72 (59)^" + "19")
"""Columns of attack and defence, one of them changed by a potion."""

YEAR = "[0-9]{4}-(?=[0-9]{2}-)"
"""The year in the name of a day's game, left out where even that is too long."""

SHORT_NAME = 3
"""Letters of a race where the screen has fewer columns than that."""

Piece = tuple[str, str]
"""A text and its role."""


@frozen
class StatusRows:
    """The figures of a game, to be set in one, two or four rows.

    `seed` is empty where it stands elsewhere. `marks` says how bar and arrows are drawn; `flashes`
    marks the HP after a heavy blow. With `keeps_seed` the seed is never left
    out for want of room: it is the name of a daily game.
    """

    game: GameState
    seed: str
    marks: Mapping[str, str]
    flashes: bool = False
    keeps_seed: bool = False

    def lines(
        self, layout: ScreenLayout, wordings: Sequence[RowWordings], *, document: bool = False
    ) -> list[Line]:
        width = layout.status_columns
        if layout.shows_all_rows:
            figures = self._document_lines() if document else self._picture_lines(width)
        elif layout.is_narrow:
            figures = self._narrow_lines(width)
        elif layout.status_rows - layout.expansion_rows == 1:
            figures = [self._one_line(width)]
        else:
            figures = self._two_lines(width)
        if not layout.expansion_rows:
            return figures
        if layout.shows_all_rows:
            rows = fit_each_row(wordings, width)
        else:
            rows = fit_rows(wordings, layout.expansion_rows, width)
        return [*figures, *map(styled_line, rows)]

    def _document_lines(self) -> list[Line]:
        """Return the four rows of the document as they are (§3)."""
        roles, rows = ("", health_role(self.game.hero), "", ""), status_text(self.game).splitlines()
        return [styled_line(row, role) for row, role in zip(rows, roles, strict=False)]

    def _picture_lines(self, width: int) -> list[Line]:
        attack, defence = self._strengths(ATTACK_LABEL, DEFENCE_LABEL)
        who = RACE_AND_GOLD.format(self.game.race.name, self.game.hero.gold)
        floor = f"Floor {self.game.depth}/{self.game.rules.floor_count}"
        return [
            _spread([(f"{who}  Score: {self.game.score}", "")], floor, width),
            _spread(self._hit_points(HP_LABEL, BAR_CELLS), f"Turn {self.game.turns}", width),
            _spread([attack, ("   ", ""), *[FROZEN] * self.game.enemies_frozen], "", width),
            _spread([defence], self.seed, width),
        ]

    def _two_lines(self, width: int) -> list[Line]:
        fight = [(f"{self.game.race.name}  ", ""), *self._fight("  ", BAR_CELLS)]
        journey = [(f"Gold {self.game.hero.gold}  Score {self.game.score}", "")]
        floor = f"Floor {self.game.depth}/{self.game.rules.floor_count}"
        turn = "  ".join(filter(None, [f"Turn {self.game.turns}", self.seed]))
        return [_spread(fight, floor, width), _spread(journey, turn, width)]

    def _one_line(self, width: int) -> Line:
        race, gold, score = self.game.race.name, self.game.hero.gold, self.game.score
        long_gold, short_gold = f"Gold {gold} Score {score}", f"${gold} Score {score}"
        floor, turns = f"{self.game.depth}/{self.game.rules.floor_count}", self.game.turns
        seed = f" {self.seed}" if self.seed else ""
        kept = seed if self.keeps_seed else ""
        brief = bool(self.game.rules.expansions)  # whose figures grow longer
        wordings = (
            (race, 10, False, long_gold, f"Floor {floor} Turn {turns}{seed}"),
            (race, 10, False, long_gold, f"Floor {floor} Turn {turns}{kept}"),
            (race, 6, False, long_gold, f"Floor {floor} T {turns}{kept}"),
            (race, 6, False, short_gold, f"Floor {floor} T {turns}{kept}"),
            (race, 6, False, short_gold, f"F {floor} T {turns}{kept}"),
            (race, 4, brief, short_gold, f"F {floor} T {turns}{kept}"),
            (race[:SHORT_NAME], 4, brief, short_gold, f"F {floor} T {turns}{kept}"),
            (race[:SHORT_NAME], 0, brief, short_gold, f"F {floor} T{turns}{kept}"),
            ("", 0, brief, short_gold, f"{floor} T{turns}{kept}"),
            ("", 0, brief, short_gold, f"{floor}{re.sub(YEAR, '', kept)}"),
        )
        rows = (
            (
                [
                    (f"{name} " * bool(name), ""),
                    *self._fight(" ", bar, is_brief=is_brief),
                    (f" {money}", ""),
                ],
                right,
            )
            for name, bar, is_brief, money, right in wordings
        )
        return _spread_first(rows, width, 1 + (self._room_to_grow() if brief else 0))

    def _room_to_grow(self) -> int:
        """Return the columns that the figures of a game with expansions may come to take more.

        So a row has one form from the first turn on; the figures of the base game stay small.
        """
        figures = (self.game.hero.gold, self.game.score, self.game.turns)
        grown = [most - len(str(now)) for now, most in zip(figures, USUAL_DIGITS, strict=True)]
        strengths = sum([len(text) for text, _ in self._strengths("", "")])
        return sum([max(0, each) for each in (*grown, USUAL_STRENGTHS - strengths)])

    def _narrow_lines(self, width: int) -> list[Line]:
        attack, defence = self._strengths("Atk ", "Def ")
        bars = [self._hit_points("HP ", cells) for cells in range(BAR_CELLS // 2, -1, -1)]
        fights = [([*bar, (" ", ""), attack, (" ", ""), defence], "") for bar in bars]
        return [_spread_first(fights, width, 0), self._narrow_journey(width)]

    def _narrow_journey(self, width: int) -> Line:
        """Return one short row; the score is in all wordings: what matters less gives way to it."""
        race, gold, score = self.game.race.name, self.game.hero.gold, self.game.score
        floor, turns = f"{self.game.depth}/{self.game.rules.floor_count}", self.game.turns
        named = self.seed if self.keeps_seed else race
        short = re.sub(YEAR, "", self.seed) if self.keeps_seed else race[:SHORT_NAME]
        wordings = (
            (f"{named} Gold {gold} Score {score} ", f"F {floor} T {turns}"),
            (f"{named} ${gold} Score {score} ", f"F {floor} T {turns}"),
            (f"{short} ${gold} Score {score} ", f"F {floor} T {turns}"),
            (f"{short} ${gold} Score {score} ", floor),
            (f"{short} Score {score} ", floor),
            (f"Score {score} ", floor),
        )
        frozen = [FROZEN] * self.game.enemies_frozen
        rows = (([(left, ""), *frozen], right) for left, right in wordings)
        # FROZEN has room before it comes, so that nothing moves then; a day's name needs that room.
        needed = 1 if frozen else (len(FROZEN[0]) + 1) * (not self.keeps_seed)
        needed += self._room_to_grow() if self.game.rules.expansions else 0
        return _spread_first(rows, width, needed)

    def _fight(self, gap: str, bar: int, *, is_brief: bool = False) -> list[Piece]:
        """Return what a fight is about: HP, attack, defence, and whether enemies stand still."""
        attack, defence = self._strengths("Atk ", "Def ", is_brief=is_brief)
        frozen = [(gap, ""), FROZEN] * self.game.enemies_frozen
        return [*self._hit_points("HP ", bar), (gap, ""), attack, (gap, ""), defence, *frozen]

    def _hit_points(self, label: str, bar_cells: int) -> list[Piece]:
        """Return HP of the most there are, and a bar; a race without a cap has a `+` (R10)."""
        hero = self.game.hero
        role = "flash" if self.flashes else health_role(hero)
        most = f"{hero.race.hp}{'+' if hero.race.max_hp is None else ''}"
        figures = f"{label}{hero.hp}/{most}"
        # As wide whatever the HP are, so that nothing to the right of them moves.
        padding = " " * (len(str(hero.race.hp)) - len(str(hero.hp)))
        if not bar_cells:
            return [(figures, role), (padding, "")]
        full = min(bar_cells, -(-hero.hp * bar_cells // hero.race.hp))
        bar, rest = self.marks[FULL_CELL] * full, self.marks[EMPTY_CELL] * (bar_cells - full)
        return [(figures, role), (f"{padding} ", ""), (bar, role), (rest, "wall")]

    def _strengths(
        self, attack: str, defence: str, *, is_brief: bool = False
    ) -> tuple[Piece, Piece]:
        """Return attack and defence after their labels, and what potions have made of them.

        If it `is_brief`, only the arrow says that.
        """
        stats = self.game.hero.stats
        if isinstance(stats, BaseStats):  # as most often
            return (f"{attack}{stats.attack}", ""), (f"{defence}{stats.defence}", "")
        base = without_modifiers(stats)
        changed = partial(self._changed_strength, is_brief=is_brief)
        attacks = changed(attack, stats.attack, base.attack)
        return attacks, changed(defence, stats.defence, base.defence)

    def _changed_strength(self, label: str, now: int, base: int, *, is_brief: bool) -> Piece:
        """Return attack or defence, with what it was without potions, and an arrow."""
        if now == base:
            return f"{label}{now}", ""
        arrow = RAISED if now > base else LOWERED
        text = f"{label}{now}{'' if is_brief else f' ({base})'}{self.marks[arrow]}"
        return text, "raised" if now > base else "lowered"


def _spread_first(wordings: Iterable[tuple[Sequence[Piece], str]], width: int, needed: int) -> Line:
    """Return a row in the first wording that leaves the needed columns free; else in the last."""
    for left, right in wordings:
        if sum([len(words) for words, _ in left]) + len(right) + needed <= width:
            break
    return _spread(left, right, width)


def _spread(left: Sequence[Piece], right: str, width: int) -> Line:
    text = roles = ""
    for words, role in left:
        text += words
        roles += ROLE_LETTERS.get(role, PLAIN_ROLE) * len(words)
    gap = max(1, width - len(text) - len(right)) if right else 0
    return Line(f"{text}{' ' * gap}{right}", roles + PLAIN_ROLE * (gap + len(right)))


def expansion_wordings(game: GameState) -> list[RowWordings]:
    """Return the rows of each expansion that has any: as they are in a frame, and in short."""
    wordings = list[RowWordings]()
    for each in game.rules.expansions:
        rows, short_rows = each.texts.status_rows, each.texts.short_rows
        long = [escape_text(row) for row in rows(game)] if rows else []
        short = [escape_text(row) for row in short_rows(game)] if short_rows else long
        for pair in zip_longest(long, short, fillvalue="") if long else ():
            widest = each.texts.widest_rows if any(each.texts.widest_rows) else pair
            wordings.append(RowWordings(*pair, widest))
    return wordings


def health_role(hero: Hero) -> str:
    """Return the colour role of the HP figure, by the share of HP that is left."""
    if hero.hp * 4 <= hero.race.hp:
        return "dying"
    return "wounded" if hero.hp * 2 <= hero.race.hp else "hp"


NEAR_STEPS = 9
"""Steps within which an enemy has a row of its own."""

NEAR_ROWS, NEAR_ROWS_IF_LOW = 6, 4
"""Rows for enemies near, used or not, so that what is below them stays in its place."""

LOW_ROWS = 24
"""A panel of fewer rows is low."""

NAME_COLUMNS = 9
"""Columns of the name of an enemy near, with a blank; a longer name takes more."""

HP_BAR_CELLS = 5
"""Cells of the HP bar of an enemy near."""

MIN_LOG_ROWS = 3
"""Rows of messages, with their heading, that are worth it."""


@frozen
class Panel:
    """The panel of one game.

    `messages` are those before the one that is shown. `title` is the seed, `legend` says of each
    glyph what it is, `roles` are those of the enemies, and `marks` say how bars are drawn.
    """

    game: GameState
    layout: ScreenLayout
    messages: Sequence[LogEntry]
    title: str
    legend: Sequence[str]
    roles: Mapping[str, str]
    marks: Mapping[str, str]

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
        charmed = enemy.statuses.get(CHARMED)
        mood, role = f"helps {charmed}" if charmed else "peaceful", "peaceful"
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
        bar = self.marks[FULL_CELL] * full + self.marks[EMPTY_CELL] * (HP_BAR_CELLS - full)
        wordings = (
            f" {kind.glyph} {name}{bar} {enemy.hp:>3} {steps:>2} {mood}",
            f" {kind.glyph} {kind.name} {bar} {enemy.hp} {steps} {mood}",
            f" {kind.glyph} {kind.name} {enemy.hp} {steps} {mood}",
        )
        return styled_line(first_that_fits(wordings, PANEL_COLUMNS), role)

    def _fixed_lines(self) -> list[Line]:
        effect_of, known = self.game.effect_text, GameView(self.game).known_kinds
        potions = [f" {kind.full_name} {effect_of(kind)}" for kind in known] or [" none yet"]
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
