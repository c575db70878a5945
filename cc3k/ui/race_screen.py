"""Race screen: the menu before a game: races by ease, the game of the day, kept games, expansions.

`RaceMenu` has the cursor and takes the keys, `RaceScreen` draws it with the goal and the last
result.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from attrs import evolve, field

from cc3k.engine.board import EAST, WEST
from cc3k.engine.hero import Race
from cc3k.engine.text import wrap_text
from cc3k.engine.values import define, frozen
from cc3k.play.help import (
    STRENGTH_HEADING,
    RaceRow,
    race_heading,
    race_rows,
    race_sentence,
    race_sentences,
)
from cc3k.play.messages import (
    HELP_HINT,
    RESUME_KEYS_HINT,
    capitalized,
    opening_goal,
    race_menu_hint,
    races_by_ease,
    saved_games_heading,
    short_goal_sentence,
    with_article,
)
from cc3k.play.session import Session
from cc3k.play.start_offers import (
    CannotResume,
    CannotSwitch,
    ExpansionSwitches,
    RaceScreenNews,
    ResumeOffer,
    StartOffer,
)
from cc3k.terminal.app import Line
from cc3k.ui.menus import MENU_HINT, choices_page
from cc3k.ui.modes import (
    QUIT,
    QUIT_ACTIONS,
    Close,
    ConsoleRequest,
    Give,
    KeyPress,
    Mode,
    Notify,
    Open,
    Resume,
)
from cc3k.ui.pager import PagerMode
from cc3k.ui.palette import ROLE_LETTERS
from cc3k.ui.screen_layout import ELLIPSIS, styled_line
from cc3k.ui.settings import Rewording

if TYPE_CHECKING:
    from cc3k.engine.expansion import Expansion, NumberSetting


CONTINUE_KEY, PREVIEW_KEY = "c", "l"
"""Keys of the menu for the game that can be resumed; no race has these."""

MenuItem: TypeAlias = Race | StartOffer | ResumeOffer
"""Anything that the cursor of the menu can be on."""


@define(eq=False)
class RaceMenu(Mode):
    """The menu before a game: races, other games to start, and saved games, with a cursor.

    It lasts as long as its console, and changes in place: the cursor, the row `top` that it is
    scrolled to, and the `resume_offers` that are left. The `news` are read again before each game;
    what they said then is in `start_offers`, `daily_text` and `last_game_text`.

    `_selected_index` is the number of the race, or of the saved game, under the cursor, once that
    was moved. Before that, Enter takes the first race only if `enter_takes_default`: not where
    games are kept that the menu does not offer.
    """

    races: tuple[Race, ...]
    resume_offers: tuple[ResumeOffer, ...] = ()
    enter_takes_default: bool = True
    news: RaceScreenNews = field(factory=RaceScreenNews)
    switches: ExpansionSwitches = field(factory=ExpansionSwitches)
    start_offers: Sequence[StartOffer] = field(default=(), init=False)
    daily_text: str = field(default="", init=False)
    last_game_text: str = field(default="", init=False)
    top: int | None = field(default=0, init=False)
    _selected_index: int | None = None
    _kept_top: int | None = field(default=0, init=False)
    _refused_key: str = field(default="", init=False)
    _news_of: tuple[Session, int] | None = field(default=None, init=False)

    def read_news(self, session: Session) -> None:
        if self._news_of == (session, session.games_started):
            return
        self._news_of = session, session.games_started
        self.races = races_by_ease(session.rules)
        self.top, self._kept_top = self._kept_top, 0
        self.start_offers = self.news.start_offers(session)
        self.daily_text = self.news.describe_daily(session) if session.daily_date else ""
        self.last_game_text = self.news.describe_last_game()

    @property
    def selected_item(self) -> MenuItem | None:
        items, index = self.items, self._selected_index
        if index is None and not (self.resume_offers or self.enter_takes_default):
            return None
        if index is None or index >= len(items):
            return self._default_offer if self.resume_offers else self.races[0]
        return items[index]

    @property
    def marked_item(self) -> MenuItem | None:
        """The race or game that the cursor was moved to; None before it was moved at all."""
        return None if self._selected_index is None else self.selected_item

    def mark(self, index: int) -> None:
        self._selected_index = index if index < len(self.items) else self._selected_index

    def handle_key(self, press: KeyPress) -> ConsoleRequest | None:
        """Scroll the race screen, where it is too long; any other key is for the menu."""
        size, rewording = (press.columns, press.rows), press.settings.rewording
        screen = RaceScreen(press.session, self, "", *size, rewording)
        page = max(1, screen.room - 4)  # a message may have covered some rows
        tops = {
            "page down": screen.top + page,
            "page up": screen.top - page,
            "home": 0,
            "end": screen.last_top,
        }
        if press.key.startswith(MARK):
            self.top = screen.top  # so that a second tap is on the same row
            self.mark(int(press.key.removeprefix(MARK)))
            return None
        if press.key not in tops:
            return self._handle_menu_key(press)
        self.top = min(max(0, tops[press.key]), screen.last_top)
        return None

    def _handle_menu_key(self, press: KeyPress) -> ConsoleRequest | None:
        key, refused = press.key, self._refused_key
        self._refused_key = ""
        self.read_news(press.session)
        if self.resume_offers and key in (CONTINUE_KEY, PREVIEW_KEY):
            return self._handle_offer_key(self._offer_to_resume, key)
        if press.session.is_choice(key.lower()):
            return Give(key.lower())
        if (command := self._handle_expansion_key(press.session, key)) is not None:
            return command
        for offer in self.start_offers:
            if key.lower() == offer.key:
                return self._start(offer)
        if key == "enter":
            ends_word = press.previous_key.isalpha() and len(press.previous_key) == 1
            return None if ends_word and not refused else self._press_enter()
        return self._handle_other_key(press)

    def _handle_expansion_key(self, session: Session, key: str) -> ConsoleRequest | None:
        if key == PAGE_KEY and self.switches.find_expansions():
            return Open(ExpansionPage(self.switches))
        name = expansion_of_key(self.switches, key, DIGITS)
        if name is None:
            return None
        self._kept_top = self.top
        return go_on_or_refuse(partial(self.switches.switch, session, name))

    def _handle_other_key(self, press: KeyPress) -> ConsoleRequest | None:
        """Move the cursor or leave; a letter that stands for nothing here is named."""
        if press.rows_down:
            self._move_cursor(press.rows_down)
            return None
        if press.action.name in QUIT_ACTIONS:
            return QUIT
        if len(press.key) == 1 and press.key.isalpha():
            self._refused_key = press.key
            return Notify(f"No race has the letter {press.key}.")
        return None

    def _move_cursor(self, step: int) -> None:
        items, item = self.items, self.selected_item
        self.top = None
        before = min(0, -step) if item is None else items.index(item)
        self._selected_index = (before + step) % len(items)

    def _press_enter(self) -> ConsoleRequest | None:
        """Choose the selected item.

        After a letter that was heard, such as that of `r` Enter, it only ends the line (§4): it
        must lead to this menu and no further. After one that was refused it does what it says.
        """
        item = self.selected_item
        if item is None:
            return None
        if isinstance(item, ResumeOffer):
            return self._handle_offer_key(item, CONTINUE_KEY)
        return self._start(item) if isinstance(item, StartOffer) else Give(item.key)

    def _start(self, offer: StartOffer) -> ConsoleRequest:
        self._selected_index = None
        return go_on_or_refuse(offer.start)

    @property
    def items(self) -> Sequence[MenuItem]:
        return [*self.start_offers, *self.races, *self.resume_offers]

    @property
    def _default_offer(self) -> ResumeOffer:
        """The first saved game that can be played, or else the first one."""
        playable = [offer for offer in self.resume_offers if offer.is_playable]
        return (playable or self.resume_offers)[0]

    @property
    def _offer_to_resume(self) -> ResumeOffer:
        item = self.selected_item
        return item if isinstance(item, ResumeOffer) else self._default_offer

    def _handle_offer_key(self, offer: ResumeOffer, key: str) -> ConsoleRequest:
        """Resume or preview a saved game; select another one if that fails."""
        if key == PREVIEW_KEY:
            return Open(PagerMode(tuple(offer.preview())))
        self._selected_index = None
        try:
            session = offer.resume()
        except CannotResume as error:
            self._replace_offer(offer, offer._replace(is_playable=False))
            return Notify(str(error))
        self._replace_offer(offer)
        return Resume(session)

    def _replace_offer(self, offer: ResumeOffer, *others: ResumeOffer) -> None:
        at = self.resume_offers.index(offer)
        self.resume_offers = (*self.resume_offers[:at], *others, *self.resume_offers[at + 1 :])


DIGITS = "1234567890"
"""Keys that switch the first ten expansions; further ones are switched on their page."""

PAGE_KEYS = f"{DIGITS}abcdefghi"
"""Keys that switch expansions on their page."""

PAGE_KEY = "x"
"""The key that opens the page of the expansions; no race has it."""

PAGE_HEADING = "Expansions: a digit or letter switches one"
ON_MARK, OFF_MARK = "[x]", "[ ]"


def expansion_of_key(switches: ExpansionSwitches, key: str, keys: str = PAGE_KEYS) -> str | None:
    if len(key) != 1 or key not in keys:
        return None
    expansions, at = switches.find_expansions(), keys.index(key)
    return expansions[at].name if at < len(expansions) else None


def go_on_or_refuse(
    change: Callable[[], Session], mode: "ExpansionPage | None" = None
) -> ConsoleRequest:
    """Go on with the session that a change returns, in a mode; or say why not."""
    try:
        return Resume(change(), mode)
    except (CannotResume, CannotSwitch) as error:
        return Notify(str(error))


def expansion_summary(switches: ExpansionSwitches, session: Session) -> str:
    """Return the line that tells in short which expansions are on; empty without any."""
    expansions = switches.find_expansions()
    if not expansions:
        return ""
    on = [each.name for each in session.rules.expansions]
    names = "all" if len(on) == len(expansions) else ", ".join(on)
    many = len(expansions) > len(DIGITS)
    keys = "1 to 9 and 0" if many else f"1 to {DIGITS[len(expansions) - 1]}"
    switch = f"{keys} switch {'the first ten' if many else 'them'}"
    return f"Expansions on: {names or 'none'}; {PAGE_KEY} lists all of them, {switch}"


def expansion_page_rows(
    expansions: "Sequence[Expansion]", session: Session, columns: int
) -> Iterator[str]:
    """Yield a row for each expansion: its key, whether it is on, its name and its sentence."""
    on = {each.name for each in session.rules.expansions}
    width = max([len(each.name) for each in expansions])
    for at, each in enumerate(expansions):
        key = PAGE_KEYS[at] if at < len(PAGE_KEYS) else " "
        mark = ON_MARK if each.name in on else OFF_MARK
        yield _clip(f"  {key} {mark} {each.name:{width}}  {each.sentence}", columns)


def _clip(text: str, columns: int) -> str:
    """Return a row cut at the end of a word where it is too long."""
    if len(text) <= columns:
        return text
    shortened = text[: max(0, columns - len(ELLIPSIS) + 1)].rpartition(" ")[0].rstrip()
    return f"{shortened or text[: columns - len(ELLIPSIS)]}{ELLIPSIS}"


@frozen
class ExpansionPage(Mode):
    """The page of the expansions, with a cursor, and all that the chosen one says of itself."""

    switches: ExpansionSwitches
    index: int = 0

    def handle_key(self, press: KeyPress) -> ConsoleRequest | None:
        expansions, mode = self.switches.find_expansions(), self
        name = expansion_of_key(self.switches, press.key)
        if name is not None:
            mode = evolve(self, index=PAGE_KEYS.index(press.key))
        elif press.key == "enter":
            name = expansions[self.index].name
        if name is not None:
            return go_on_or_refuse(partial(self.switches.switch, press.session, name), mode)
        chosen = self.chosen_with_number(press.session)
        if chosen is not None and press.direction in (EAST, WEST):
            return self._change_number(press, *chosen)
        if not press.rows_down:
            return Close()
        return Open(evolve(self, index=(self.index + press.rows_down) % len(expansions)))

    def chosen_with_number(self, session: Session) -> "tuple[Expansion, NumberSetting] | None":
        """Return the chosen expansion and the number of it that Left and Right change.

        None while it is off, or has no number.
        """
        name = self.switches.find_expansions()[self.index].name
        on = (each for each in session.rules.expansions if each.name == name)
        return next(((each, each.setting) for each in on if each.setting), None)

    def _change_number(
        self, press: KeyPress, chosen: "Expansion", setting: "NumberSetting"
    ) -> ConsoleRequest | None:
        number = (chosen.setting_value or 0) + (1 if press.direction == EAST else -1)
        if not setting.lowest <= number <= self.switches.highest_number(setting):
            return None
        change = partial(self.switches.set_number, press.session, chosen.name, number)
        return go_on_or_refuse(change, self)

    def _number_line(self, session: Session) -> str:
        found = self.chosen_with_number(session)
        if found is None:
            return ""
        chosen, setting = found
        most = self.switches.highest_number(setting)
        more = "; a win offers one more" if most < setting.highest else ""
        bounds = f"{setting.lowest} to {most}{more}"
        return f"Left and Right change {setting.meaning}: {chosen.setting_value} ({bounds})."

    def page(self, session: Session, columns: int, rows: int, rewording: Rewording) -> list[Line]:
        expansions = self.switches.find_expansions()
        number_line = self._number_line(session)
        below = [
            *wrap_text(expansions[self.index].sentence, columns),
            *(wrap_text(rewording.of(number_line), columns) if number_line else []),
            *wrap_text(rewording.of(MENU_HINT), columns),
        ]
        heading = wrap_text(rewording.of(PAGE_HEADING), columns)
        choices = [*expansion_page_rows(expansions, session, columns)]
        return choices_page(heading, choices, self.index, below, rows)


DIM = "wall"
STRENGTH_INDENT = 5
"""Columns before what a race is good at, where that has a row of its own."""

MORE_ABOVE, MORE_BELOW = "-- more above: PgUp --", "-- more below: PgDn --"

ENTER_NEEDS_CURSOR = "begins nothing until a row is marked with Up or Down"

MARK = "mark "


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
        also += [menu.daily_text] if session.daily_date else []
        if menu.resume_offers:
            kept = menu.resume_offers[0].text
            also += [f"{saved_games_heading(len(menu.resume_offers))} {kept}", RESUME_KEYS_HINT]
        also += [menu.last_game_text] if menu.last_game_text else []
        summary = [expansion_summary(menu.switches, session)]
        groups = (
            [session.greeting],
            [opening_goal(session.rules)],
            [race_menu_hint(self.enter_effect)],
            also,
            race_sentences(session.rules),
            [*filter(None, summary), *session.news_of_game, HELP_HINT],
        )
        return [_one_sentence(each) for each in groups if each]

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
        if self.menu.selected_item is self.menu.items[-1]:
            return last
        cursor = ROLE_LETTERS["cursor"]
        marked = [n for n, line in enumerate(every) if line.roles.startswith(cursor)]
        at, end = (marked[0], marked[-1]) if marked else (0, 0)
        return 0 if end + 1 < self.room else min(max(0, at - self.room // 2), last)

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
            *([styled_line(session.greeting, "heading")] if is_named else []),
            *self._wrapped(goal(session.rules), "asking"),
            *(self._wrapped(f"{capitalized(menu.daily_text)}.") if session.daily_date else []),
            styled_line(""),
            *self._wrapped(race_menu_hint(self.enter_effect)),
            *self._start_lines(menu.start_offers),
            *([styled_line("")] if menu.start_offers else []),
            *self._race_lines(race_rows(session.rules), is_short=is_short),
            *self._wrapped(expansion_summary(menu.switches, session)),
            *[row for line in session.news_of_game for row in self._wrapped(line)],
        ]

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
        figures = {race: self._wrapped(race_sentence(race), "asking") for race in self.menu.races}
        lines = next((figures[race] for race in figures if race is self.menu.selected_item), [])
        height = max(map(len, figures.values()), default=0)
        return [*lines, *[styled_line("")] * (height - len(lines))]

    @property
    def enter_effect(self) -> str:
        selected = self.menu.selected_item
        if selected is None:
            return ENTER_NEEDS_CURSOR
        if isinstance(selected, ResumeOffer):
            return "goes on with the marked game"
        if isinstance(selected, StartOffer):
            return "begins the marked game"
        return f"begins as {with_article(selected.name.lower())}"

    def _race_lines(self, rows: Sequence[RaceRow], *, is_short: bool) -> list[Line]:
        """Return the races; what they are good at stands beside them if that fits on the screen.

        If not it stands below; in the short form the marked race alone tells it.
        """
        beside = max(len(f"{row.figures}  {row.strength}") for row in rows) <= self.columns
        columns = race_heading(self.session.rules)
        heading = f"{columns}  {STRENGTH_HEADING}" if beside else columns
        lines = [styled_line(heading, DIM)]
        for row in rows:
            role = "cursor" if row.race is self.menu.selected_item else ""
            text = f"{row.figures}  {row.strength}" if beside else row.figures
            lines.append(styled_line(text, role))
            if not (beside or is_short):
                below = role if self.rewording.is_by_touch and role else DIM
                lines.append(styled_line(f"{'':{STRENGTH_INDENT}}{row.strength}", below))
        return lines

    def _start_lines(self, offers: Iterable[StartOffer]) -> list[Line]:
        lines = list[Line]()
        for offer in offers:
            role = "cursor" if offer is self.menu.selected_item else ""
            first, *rest = wrap_text(offer.text, max(1, self.columns - STRENGTH_INDENT))
            lines += [styled_line(f"  {offer.key}  {first}", role)]
            lines += [styled_line(f"{'':{STRENGTH_INDENT}}{text}", role) for text in rest]
        return lines

    def _saved_games(self, max_rows: int) -> list[Line]:
        offers = self.menu.resume_offers
        if not offers:
            return []
        heading = [styled_line(""), *self._wrapped(saved_games_heading(len(offers)))]
        rows, at, width = list[Line](), 0, max(1, self.columns - 2)
        folded = [wrap_text(offer.text, width) for offer in offers]
        max_rows -= len(heading)
        if 0 < max_rows < sum(map(len, folded)):  # no sentence ends in its midst without a mark
            folded = [[_clip(offer.text, width)] for offer in offers]
        for offer, texts in zip(offers, folded, strict=True):
            is_selected = offer is self.menu.selected_item
            at = len(rows) if is_selected else at
            rows += [styled_line(f"  {text}", "cursor" * is_selected) for text in texts]
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
