"""Race screen: the goal, the game of the day, the races by ease, kept games, the last result."""

from collections.abc import Iterable, Sequence

from attrs import field

from cc3k.engine.values import frozen
from cc3k.play.help import (
    STRENGTH_HEADING,
    RaceRow,
    race_heading,
    race_rows,
    race_sentence,
    race_sentences,
)
from cc3k.play.messages import (
    ENTER_NEEDS_CURSOR,
    ENTER_RESUMES_GAME,
    HELP_HINT,
    RESUME_KEYS_HINT,
    enter_starts_race,
    opening_goal,
    race_menu_hint,
    saved_games_heading,
    short_goal_sentence,
)
from cc3k.play.session import Session
from cc3k.saves.replay import ResumeOffer
from cc3k.saves.setup import StartOffer
from cc3k.terminal.canvas import Line
from cc3k.ui.console_commands import ConsoleCommand, KeyPress
from cc3k.ui.menu import MenuItem, RaceMenu, expansion_summary
from cc3k.ui.palette import ROLE_LETTERS
from cc3k.ui.screen_layout import styled_line, wrap_text
from cc3k.ui.settings import Rewording

DIM = "wall"
STRENGTH_INDENT = 5
"""Columns before what a race is good at, where that has a row of its own."""

MORE_ABOVE, MORE_BELOW = "-- more above: PgUp --", "-- more below: PgDn --"

MARK = "mark "


def mark_key(index: int) -> str:
    return f"{MARK}{index}"


@frozen
class RaceScreen:
    """The race screen of a session on a screen of that many columns and rows."""

    session: Session
    menu: RaceMenu
    notice: str
    columns: int
    rows: int
    rewording: Rewording = field(factory=Rewording)

    def lines(self) -> list[Line]:
        """Return the lines: all of them if they fit, else those around the cursor, with marks."""
        every, pinned = self._scrolled_and_pinned
        room, top = self.room, self.top
        shown = every[top : top + room]
        if top > 0:
            shown[0] = styled_line(self.rewording.of(MORE_ABOVE), "asking")
        if top + room < len(every):
            shown[-1] = styled_line(self.rewording.of(MORE_BELOW), "asking")
        return [*shown, *pinned]

    def sentences(self) -> list[str]:
        """Return all that is to be told, in six sentences at most, with a name for each figure."""
        session, menu = self.session, self.menu
        also = [f"{offer.key}, {offer.text}" for offer in menu.start_offers]
        also += [menu.daily_text] * bool(session.daily_date)
        if menu.resume_offers:
            kept = menu.resume_offers[0].text
            also += [f"{saved_games_heading(len(menu.resume_offers))} {kept}", RESUME_KEYS_HINT]
        also += [menu.last_game_text] * bool(menu.last_game_text)
        summary = [expansion_summary(menu.switches, session)]
        told = (
            [session.greeting],
            [opening_goal(session.rules)],
            [race_menu_hint(self.enter_effect)],
            also,
            race_sentences(session.rules),
            [*filter(None, summary), *session.news_of_game, HELP_HINT],
        )
        return [_one_sentence(each) for each in told if each]

    @property
    def room(self) -> int:
        """Rows that scroll; what there is to tell stays below them."""
        return max(1, self.rows - len(self._scrolled_and_pinned[1]))

    @property
    def last_top(self) -> int:
        """The first line that is seen when scrolled to the end; 0 if all of them fit."""
        return max(0, len(self._scrolled_and_pinned[0]) - self.room)

    @property
    def top(self) -> int:
        """The first line that is seen: where it was scrolled to, or so that the cursor is seen."""
        every, last = self._scrolled_and_pinned[0], self.last_top
        if self.menu.top is not None:
            return min(self.menu.top, last)
        if self._selected is self.menu.items[-1]:
            return last
        cursor = ROLE_LETTERS["cursor"]
        marked = [n for n, line in enumerate(every) if line.roles.startswith(cursor)]
        at, end = (marked[0], marked[-1]) if marked else (0, 0)
        return 0 if end + 1 < self.room else min(max(0, at - self.room // 2), last)

    @property
    def _selected(self) -> MenuItem | None:
        return self.menu.selected_item

    @property
    def _scrolled_and_pinned(self) -> tuple[list[Line], list[Line]]:
        """The lines that scroll, and those below them; all scroll where all of them fit.

        If they do not, the goal has its short form, and blank lines are left out.
        """
        notice = self._wrapped(self.notice, "asking") if self.notice else []
        notice = [*self._marked_lines(), *notice]
        above, below = self._above(), self._below(notice)
        whole = [*above, *self._saved_games(self.rows - len(above) - len(below)), *below]
        if len(whole) <= self.rows:
            return whole, []
        every = [*self._above(is_short=True), *self._saved_games(0), *self._below([])]
        return [line for line in every if line.text], notice

    def _above(self, *, is_short: bool = False) -> list[Line]:
        """Return what stands above the kept games; on a phone its short form has no seed."""
        menu, session = self.menu, self.session
        goal = short_goal_sentence if is_short else opening_goal
        is_short = is_short and self.rewording.is_by_touch
        is_named = bool(session.daily_date) or not is_short
        return [
            *[styled_line(session.greeting, "heading")] * is_named,
            *self._wrapped(goal(session.rules), "asking"),
            *self._daily_lines(),
            styled_line(""),
            *self._wrapped(race_menu_hint(self.enter_effect)),
            *self._start_lines(menu.start_offers),
            *[styled_line("")] * bool(menu.start_offers),
            *self._race_lines(race_rows(session.rules), is_short=is_short),
            *self._wrapped(expansion_summary(menu.switches, session)),
            *[row for line in session.news_of_game for row in self._wrapped(line)],
        ]

    def _daily_lines(self) -> list[Line]:
        if not self.session.daily_date:
            return []
        text = self.menu.daily_text
        return self._wrapped(f"{text[:1].upper()}{text[1:]}.")

    def _below(self, notice: Sequence[Line]) -> list[Line]:
        hint = self._wrapped(RESUME_KEYS_HINT) if self.menu.resume_offers else []
        last = self._wrapped(self.menu.last_game_text) if self.menu.last_game_text else []
        return [*hint, styled_line(""), *last, *notice, *self._wrapped(HELP_HINT, DIM)]

    def _marked_lines(self) -> list[Line]:
        """Return the figures of the marked race by touch: as many rows for each, and for none.

        So no row moves away from under a finger that taps it again.
        """
        if not self.rewording.is_by_touch:
            return []
        told = {race: self._wrapped(race_sentence(race), "asking") for race in self.menu.races}
        lines = next((told[race] for race in told if race is self._selected), [])
        height = max(map(len, told.values()), default=0)
        return [*lines, *[styled_line("")] * (height - len(lines))]

    @property
    def enter_effect(self) -> str:
        selected = self._selected
        if selected is None:
            return ENTER_NEEDS_CURSOR
        if isinstance(selected, ResumeOffer):
            return ENTER_RESUMES_GAME
        if isinstance(selected, StartOffer):
            return "begins the marked game"
        return enter_starts_race(selected.name)

    def _race_lines(self, rows: Sequence[RaceRow], *, is_short: bool) -> list[Line]:
        """Return the races; what they are good at stands beside them if that fits on the screen.

        If not it stands below; in the short form the marked race alone tells it.
        """
        beside = max(len(f"{row.figures}  {row.strength}") for row in rows) <= self.columns
        columns = race_heading(self.session.rules)
        heading = f"{columns}  {STRENGTH_HEADING}" if beside else columns
        lines = [styled_line(heading, DIM)]
        for row in rows:
            role = "cursor" if row.race is self._selected else ""
            text = f"{row.figures}  {row.strength}" if beside else row.figures
            lines.append(styled_line(text, role))
            if not (beside or is_short):
                below = role if self.rewording.is_by_touch and role else DIM
                lines.append(styled_line(f"{'':{STRENGTH_INDENT}}{row.strength}", below))
        return lines

    def _start_lines(self, offers: Iterable[StartOffer]) -> list[Line]:
        lines = list[Line]()
        for offer in offers:
            role = "cursor" if offer is self._selected else ""
            first, *rest = wrap_text(offer.text, max(1, self.columns - STRENGTH_INDENT))
            lines += [styled_line(f"  {offer.key}  {first}", role)]
            lines += [styled_line(f"{'':{STRENGTH_INDENT}}{text}", role) for text in rest]
        return lines

    def _saved_games(self, max_rows: int) -> list[Line]:
        offers = self.menu.resume_offers
        if not offers:
            return []
        heading = [styled_line(""), *self._wrapped(saved_games_heading(len(offers)))]
        rows, at = list[Line](), 0
        for offer in offers:
            is_selected = offer is self._selected
            at = len(rows) if is_selected else at
            rows += [
                styled_line(f"  {text}", "cursor" if is_selected else "")
                for text in wrap_text(offer.text, max(1, self.columns - 2))
            ]
        max_rows -= len(heading)
        if max_rows < 1:
            return [*heading, *rows]
        top = min(max(0, at - max_rows // 2), max(0, len(rows) - max_rows))
        return [*heading, *rows[top : top + max_rows]]

    def _wrapped(self, text: str, role: str = "") -> list[Line]:
        return [styled_line(row, role) for row in wrap_text(self.rewording.of(text), self.columns)]


def _one_sentence(texts: Sequence[str]) -> str:
    """Return texts as one sentence: only the last keeps its full stop."""
    joined = " ".join([text if text.endswith(":") else f"{text.rstrip('.')};" for text in texts])
    return f"{joined.replace('. Good', ', good').replace('. ', ', ').rstrip(';')}."


@frozen
class RaceScreenKeys:
    """The mode of the race screen: scroll it if it is too long; all other keys are the menu's."""

    menu: RaceMenu

    def handle_key(self, press: KeyPress) -> ConsoleCommand | None:
        rewording = press.settings.rewording
        screen = RaceScreen(press.session, self.menu, "", press.columns, press.rows, rewording)
        page = max(1, screen.room - 4)  # a message may have covered some rows
        tops = {
            "page down": screen.top + page,
            "page up": screen.top - page,
            "home": 0,
            "end": screen.last_top,
        }
        if press.key.startswith(MARK):
            self.menu.top = screen.top  # so that a second tap is on the same row
            self.menu.mark(int(press.key.removeprefix(MARK)))
            return None
        if press.key not in tops:
            return self.menu.handle_key(press)
        self.menu.top = min(max(0, tops[press.key]), screen.last_top)
        return None
