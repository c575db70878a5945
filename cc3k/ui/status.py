"""Status rows: HP with a bar, attack and defence, gold and score, floor, turn and seed (§3)."""

import re
from collections.abc import Container, Mapping, Sequence
from typing import TypeAlias

from cc3k.engine.game import GameState
from cc3k.engine.hero import Hero
from cc3k.engine.stats import BaseStats, without_modifiers
from cc3k.engine.values import frozen
from cc3k.play.frame import status_text
from cc3k.play.quoting import escape_text
from cc3k.terminal.canvas import PLAIN_ROLE, Line
from cc3k.ui.palette import ROLE_LETTERS, styled_line
from cc3k.ui.screen_layout import ScreenLayout, shorten_text

FROZEN_MARK = "FROZEN"
"""Shown while enemies are held still (R5)."""

BAR_CELLS = 20
"""Cells of the HP bar where there is room."""

FULL_CELL, EMPTY_CELL = "=", "."
RAISED, LOWERED = "^", "v"
"""Cells of the HP bar, and arrows after a figure that potions have raised or lowered."""

UNICODE_MARKS = {FULL_CELL: "━", EMPTY_CELL: "─", RAISED: "↑", LOWERED: "↓"}
"""How these are drawn with `--glyphs unicode`."""

SHORT_NAME = 3
"""Letters of a race where the screen has fewer columns than that."""

Piece = tuple[str, str]
"""A text and its role."""


WIDE_GAP, NARROW_GAP = "  ", " "
"""What stands between two texts of one row: the narrow one only where the wide one is too much."""

Wordings: TypeAlias = tuple[Sequence[str], Sequence[str]]
"""The rows of one expansion: in the long wording, and in the short one."""


@frozen
class StatusRows:
    """The figures of a game, to be set in one, two or four rows.

    `seed` is empty where it stands elsewhere. `marks` says how bar and arrows are drawn, if not as
    they are; `flashes` marks the HP after a heavy blow. With `keeps_seed` the seed is never left
    out for want of room: it is the name of a daily game.
    """

    game: GameState
    seed: str
    marks: Mapping[str, str]
    flashes: bool = False
    keeps_seed: bool = False

    def lines(
        self, layout: ScreenLayout, wordings: Sequence[Wordings], *, document: bool = False
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
        roles = ("", health_role(self.game.hero), "", "")
        rows = status_text(self.game).splitlines()[: len(roles)]
        return [styled_line(row, role) for row, role in zip(rows, roles, strict=True)]

    def _picture_lines(self, width: int) -> list[Line]:
        attack, defence = self._strengths("Atk: ", "Def: ")
        who = f"Race: {self.game.race.name} Gold: {self.game.hero.gold}"
        return [
            _spread([(who, ""), (f"  Score: {self.game.score}", "")], self._floor("Floor "), width),
            _spread(self._hit_points("HP: ", BAR_CELLS), f"Turn {self.game.turns}", width),
            _spread([attack, ("   ", ""), *self._frozen()], "", width),
            _spread([defence], self.seed, width),
        ]

    def _two_lines(self, width: int) -> list[Line]:
        return [
            _spread(
                [(f"{self.game.race.name}  ", ""), *self._fight("  ", BAR_CELLS)],
                self._floor("Floor "),
                width,
            ),
            _spread(
                [(f"Gold {self.game.hero.gold}  Score {self.game.score}", "")],
                "  ".join(filter(None, [f"Turn {self.game.turns}", self.seed])),
                width,
            ),
        ]

    def _one_line(self, width: int) -> Line:
        race, gold, score = self.game.race.name, self.game.hero.gold, self.game.score
        long_gold, short_gold = f"Gold {gold} Score {score}", f"${gold} Score {score}"
        floor, turns = self._floor(""), self.game.turns
        seed = f" {self.seed}" if self.seed else ""
        kept = seed if self.keeps_seed else ""
        wordings = (
            (race, 10, long_gold, f"Floor {floor} Turn {turns}{seed}"),
            (race, 10, long_gold, f"Floor {floor} Turn {turns}{kept}"),
            (race, 6, long_gold, f"Floor {floor} T {turns}{kept}"),
            (race, 6, short_gold, f"Floor {floor} T {turns}{kept}"),
            (race, 6, short_gold, f"F {floor} T {turns}{kept}"),
            (race[:SHORT_NAME], 4, short_gold, f"F {floor} T {turns}{kept}"),
            (race[:SHORT_NAME], 0, short_gold, f"F {floor} T{turns}{kept}"),
            ("", 0, short_gold, f"{floor} T{turns}{kept}"),
            ("", 0, short_gold, f"{floor}{self._short_label(kept)}"),
        )
        for name, bar, money, right in wordings:
            left = [(f"{name} " * bool(name), ""), *self._fight(" ", bar), (f" {money}", "")]
            if _length(left) + 1 + len(right) <= width:
                break
        return _spread(left, right, width)

    def _narrow_lines(self, width: int) -> list[Line]:
        attack, defence = self._strengths("Atk ", "Def ")
        hit_points, fight = self._hit_points("HP ", 0), [(" ", ""), attack, (" ", ""), defence]
        bar = min(BAR_CELLS // 2, width - _length([*hit_points, *fight]) - 1)
        return [
            _spread([*self._hit_points("HP ", max(0, bar)), *fight], "", width),
            self._narrow_journey(width),
        ]

    def _narrow_journey(self, width: int) -> Line:
        """Return one short row, in the first wording that it has room for, frozen or not.

        The score is in all of them; what matters less gives way to it.
        """
        race, gold, score = self.game.race.name, self.game.hero.gold, self.game.score
        floor, turns = self._floor("F "), self.game.turns
        named = self.seed if self.keeps_seed else race
        short = self._short_label(self.seed) if self.keeps_seed else race[:SHORT_NAME]
        wordings = (
            (f"{named} Gold {gold} Score {score} ", f"{floor} T {turns}"),
            (f"{named} ${gold} Score {score} ", f"{floor} T {turns}"),
            (f"{short} ${gold} Score {score} ", f"{floor} T {turns}"),
            (f"{short} ${gold} Score {score} ", self._floor("")),
            (f"{short} Score {score} ", self._floor("")),
            (f"Score {score} ", self._floor("")),
        )
        # FROZEN has room before it comes, so that nothing moves then; a day's name needs that room.
        needs_room = self.game.enemies_frozen or not self.keeps_seed
        frozen = len(FROZEN_MARK) + 1 if needs_room else 0
        for left, right in wordings:
            if len(left) + frozen + len(right) <= width:
                break
        return _spread([(left, ""), *self._frozen()], right, width)

    @staticmethod
    def _short_label(label: str) -> str:
        return re.sub(r"[0-9]{4}-(?=[0-9]{2}-)", "", label)

    def _fight(self, gap: str, bar: int) -> list[Piece]:
        """Return what a fight is about: HP, attack, defence, and whether enemies stand still."""
        attack, defence = self._strengths("Atk ", "Def ")
        frozen = [(gap, ""), *self._frozen()] if self.game.enemies_frozen else []
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
        bar, rest = self._mark(FULL_CELL) * full, self._mark(EMPTY_CELL) * (bar_cells - full)
        return [(figures, role), (f"{padding} ", ""), (bar, role), (rest, "wall")]

    def _strengths(self, attack: str, defence: str) -> tuple[Piece, Piece]:
        """Return attack and defence after their labels, and what potions have made of them."""
        stats = self.game.hero.stats
        if isinstance(stats, BaseStats):  # as most often
            return (f"{attack}{stats.attack}", ""), (f"{defence}{stats.defence}", "")
        base = without_modifiers(stats)
        changed = self._changed_strength
        attacks = changed(attack, stats.attack, base.attack)
        return attacks, changed(defence, stats.defence, base.defence)

    def _changed_strength(self, label: str, now: int, base: int) -> Piece:
        """Return attack or defence, with what it was without potions, and an arrow."""
        if now == base:
            return f"{label}{now}", ""
        arrow = RAISED if now > base else LOWERED
        text = f"{label}{now} ({base}){self._mark(arrow)}"
        return text, "raised" if now > base else "lowered"

    def _mark(self, mark: str) -> str:
        return self.marks.get(mark, mark)

    def _frozen(self) -> list[Piece]:
        return [(FROZEN_MARK, "frozen")] if self.game.enemies_frozen else []

    def _floor(self, label: str) -> str:
        return f"{label}{self.game.depth}/{self.game.rules.floor_count}"


def _spread(left: Sequence[Piece], right: str, width: int) -> Line:
    text = roles = ""
    for words, role in left:
        text += words
        roles += ROLE_LETTERS.get(role, PLAIN_ROLE) * len(words)
    gap = max(1, width - len(text) - len(right)) if right else 0
    return Line(f"{text}{' ' * gap}{right}", roles + PLAIN_ROLE * (gap + len(right)))


def _length(pieces: Sequence[Piece]) -> int:
    return sum([len(words) for words, _ in pieces])


def expansion_wordings(game: GameState) -> list[Wordings]:
    """Return the rows of each expansion that has any: as they are in a frame, and in short."""
    wordings = list[Wordings]()
    for each in game.rules.expansions:
        rows, short_rows = each.texts.status_rows, each.texts.short_rows
        long = [escape_text(row) for row in rows(game)] if rows else []
        short = [escape_text(row) for row in short_rows(game)] if short_rows else long
        wordings += [(long, short)] * bool(long)
    return wordings


def health_role(hero: Hero) -> str:
    """Return the colour role of the HP figure, by the share of HP that is left."""
    if hero.hp * 4 <= hero.race.hp:
        return "dying"
    return "wounded" if hero.hp * 2 <= hero.race.hp else "hp"


def fit_rows(expansions: Sequence[Wordings], most: int, width: int) -> list[str]:
    """Return at most that many rows, in the longest wordings that fit.

    The rows are below one another as far as that many are allowed. If even the short wordings are
    too long, the end of the last row is cut.
    """
    short = set[int]()
    for at in (None, *reversed(range(len(expansions)))):
        short |= set() if at is None else {at}
        rows = join_rows(_worded(expansions, short), most, width)
        if _is_fitting(rows, width):
            break
    else:
        shortest = join_rows(_worded(expansions, short), most, width, NARROW_GAP)
        return [shorten_text(row, width) for row in shortest]
    for at in sorted(short):  # what has room after all, as another one became short
        longer = join_rows(_worded(expansions, short - {at}), most, width)
        if _is_fitting(longer, width):
            short, rows = short - {at}, longer
    return rows


def fit_each_row(expansions: Sequence[Wordings], width: int) -> list[str]:
    """Return a row for each long one: short where the long one is too long, and else as it is."""
    rows = list[str]()
    for long, short in expansions:
        keeps_long = _is_fitting(long, width) or len(short) != len(long)
        rows += [shorten_text(row, width) for row in (long if keeps_long else short)]
    return rows


def join_rows(rows: Sequence[str], most: int, width: int, gap: str = WIDE_GAP) -> list[str]:
    """Return the rows below one another as far as that many are allowed, else packed beside them.

    The last row gets all that is left, however long.
    """
    joined = list[str]()
    for at, row in enumerate(rows):
        beside = f"{joined[-1]}{gap}{row}" if joined else row
        has_no_room = len(rows) - at > most - len(joined)
        if joined and has_no_room and (len(beside) <= width or len(joined) == most):
            joined[-1] = beside
        else:
            joined.append(row)
    return joined


def _worded(expansions: Sequence[Wordings], shortened: Container[int]) -> list[str]:
    return [
        row
        for at, (long, short) in enumerate(expansions)
        for row in (short if at in shortened else long)
    ]


def _is_fitting(rows: Sequence[str], width: int) -> bool:
    return all(len(row) <= width for row in rows)
