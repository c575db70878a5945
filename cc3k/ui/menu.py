"""Menu: choose a race or resume a game, and play again when it is over."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, TypeAlias

from attrs import evolve, field

from cc3k.engine.board import EAST, WEST
from cc3k.engine.hero import Race
from cc3k.engine.values import define, frozen
from cc3k.play.commands import MetaCommand
from cc3k.play.messages import no_race_has_letter, races_by_ease
from cc3k.play.session import Session, SessionStage
from cc3k.saves.replay import CannotResume, ResumeOffer
from cc3k.saves.setup import CannotSwitch, ExpansionSwitches, RaceScreenNews, StartOffer
from cc3k.terminal.canvas import Line
from cc3k.ui.console_commands import (
    Close,
    ConsoleCommand,
    Give,
    KeyPress,
    Notify,
    Open,
    Resume,
    StartGame,
)
from cc3k.ui.modes import MENU_HINT, PagerMode, choices_page, message_log_pager, summary_pager
from cc3k.ui.screen_layout import ELLIPSIS, wrap_text
from cc3k.ui.settings import Rewording

if TYPE_CHECKING:
    from cc3k.engine.expansion import Expansion, NumberSetting

META_COMMANDS = {command.value: command for command in MetaCommand}

LEAVE_ACTIONS = ("leave", "quit")
"""Key actions that end a session while no game is running."""

CONTINUE_KEY, PREVIEW_KEY = "c", "l"
"""Keys of the menu for the game that can be resumed; no race has these."""

QUIT = Give(MetaCommand.QUIT)


def choice_of_key(session: Session, key: str) -> ConsoleCommand | None:
    """Return what a letter stands for that the menu, or the end of a game, asks for now."""
    if session.stage is SessionStage.PLAYING:
        return None
    race = session.rules.race_by_key(key.lower()) if session.game is None else None
    if race is not None:
        return StartGame(race)
    command = META_COMMANDS.get(key.lower())
    if command is None or (command is MetaCommand.UNDO and not session.is_practice):
        return None
    return Give(command)


def is_help_key(press: KeyPress, typed: str) -> bool:
    """Return True if a key asks for help: always, except as a letter of a typed command."""
    continues_word = bool(typed) and press.key.isalpha()
    return not continues_word and choice_of_key(press.session, press.key) is None


def is_safe_to_leave(session: Session) -> bool:
    """Return True if nothing is lost by leaving: no game is running, or it is recorded."""
    observer = session.observer
    return session.stage is not SessionStage.PLAYING or (
        observer is not None and observer.is_resumable
    )


MenuItem: TypeAlias = Race | StartOffer | ResumeOffer
"""Anything that the cursor of the menu can be on."""


@define(eq=False)
class RaceMenu:
    """The menu before a game: races, other games to start, and saved games, with a cursor.

    The `news` are read again before each game; what they said then is in `start_offers`,
    `daily_text` and `last_game_text`.

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
        return items[index if index is not None and index < len(items) else self._default_index]

    @property
    def marked_item(self) -> MenuItem | None:
        """The race or game that the cursor was moved to; None before it was moved at all."""
        return None if self._selected_index is None else self.selected_item

    def mark(self, index: int) -> None:
        self._selected_index = index if index < len(self.items) else self._selected_index

    def handle_key(self, press: KeyPress) -> ConsoleCommand | None:
        key, refused = press.key, self._refused_key
        self._refused_key = ""
        self.read_news(press.session)
        if self.resume_offers and key in (CONTINUE_KEY, PREVIEW_KEY):
            return self._handle_offer_key(self._offer_to_resume, key)
        if (choice := choice_of_key(press.session, key)) is not None:
            return choice
        if (command := self._handle_expansion_key(press.session, key)) is not None:
            return command
        for offer in self.start_offers:
            if key.lower() == offer.key:
                return self._start(offer)
        if key == "enter":
            ends_word = press.previous_key.isalpha() and len(press.previous_key) == 1
            return None if ends_word and not refused else self._press_enter()
        return self._handle_other_key(press)

    def _handle_expansion_key(self, session: Session, key: str) -> ConsoleCommand | None:
        if key == PAGE_KEY and self.switches.find_expansions():
            return Open(ExpansionPage(self.switches))
        name = expansion_of_key(self.switches, key, DIGITS)
        if name is None:
            return None
        self._kept_top = self.top
        return switch_expansion(self.switches, session, name)

    def _handle_other_key(self, press: KeyPress) -> ConsoleCommand | None:
        """Move the cursor or leave; a letter that stands for nothing here is named."""
        if press.rows_down:
            self._move_cursor(press.rows_down)
            return None
        if press.action in LEAVE_ACTIONS:
            return QUIT
        if len(press.key) == 1 and press.key.isalpha():
            self._refused_key = press.key
            return Notify(no_race_has_letter(press.key))
        return None

    def _move_cursor(self, step: int) -> None:
        items, item = self.items, self.selected_item
        self.top = None
        before = min(0, -step) if item is None else items.index(item)
        self._selected_index = (before + step) % len(items)

    def _press_enter(self) -> ConsoleCommand | None:
        """Choose the selected item.

        After a letter that was heard, such as that of `r` Enter, it only ends the line (§4): it
        must lead to this menu and no further. After one that was refused it does what it says.
        """
        item = self.selected_item
        if item is None:
            return None
        if isinstance(item, ResumeOffer):
            return self._handle_offer_key(item, CONTINUE_KEY)
        return self._start(item) if isinstance(item, StartOffer) else StartGame(item)

    def _start(self, offer: StartOffer) -> ConsoleCommand:
        self._selected_index = None
        try:
            return Resume(offer.start())
        except CannotResume as error:
            return Notify(str(error))

    @property
    def items(self) -> Sequence[MenuItem]:
        return [*self.start_offers, *self.races, *self.resume_offers]

    @property
    def _default_index(self) -> int:
        """Index selected at first: a saved game if there is one, else the first race."""
        return self.items.index(self._default_offer if self.resume_offers else self.races[0])

    @property
    def _default_offer(self) -> ResumeOffer:
        """The first saved game that can be played, or else the first one."""
        playable = [offer for offer in self.resume_offers if offer.is_playable]
        return (playable or self.resume_offers)[0]

    @property
    def _offer_to_resume(self) -> ResumeOffer:
        item = self.selected_item
        return item if isinstance(item, ResumeOffer) else self._default_offer

    def _handle_offer_key(self, offer: ResumeOffer, key: str) -> ConsoleCommand:
        """Resume or preview a saved game; select another one if that fails."""
        if key == PREVIEW_KEY:
            return Open(PagerMode(tuple(offer.preview())))
        self._selected_index = None
        try:
            session = offer.resume()
        except CannotResume as error:
            self._replace_offer(offer, evolve(offer, is_playable=False))
            return Notify(str(error))
        self._replace_offer(offer)
        return Resume(session)

    def _replace_offer(self, offer: ResumeOffer, *others: ResumeOffer) -> None:
        at = self.resume_offers.index(offer)
        self.resume_offers = (*self.resume_offers[:at], *others, *self.resume_offers[at + 1 :])


def handle_end_key(press: KeyPress) -> ConsoleCommand | None:
    if (choice := choice_of_key(press.session, press.key)) is not None:
        return choice
    if press.action in LEAVE_ACTIONS:
        return QUIT
    return Open(message_log_pager(press)) if press.action == "messages" else None


class GameOverKeys:
    """The mode after a game: play again or quit; any other key shows the summary."""

    def handle_key(self, press: KeyPress) -> ConsoleCommand | None:
        command, game = handle_end_key(press), press.session.game
        return command if command is not None or game is None else Open(summary_pager(press, game))


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


def switch_expansion(
    switches: ExpansionSwitches, session: Session, name: str, mode: "ExpansionPage | None" = None
) -> ConsoleCommand:
    """Switch an expansion and stay on the race screen, or on its page; or say why not."""
    try:
        return Resume(switches.switch(session, name), mode)
    except CannotSwitch as error:
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
class ExpansionPage:
    """The page of the expansions, with a cursor, and all that the chosen one says of itself."""

    switches: ExpansionSwitches
    index: int = 0

    def handle_key(self, press: KeyPress) -> ConsoleCommand | None:
        expansions, mode = self.switches.find_expansions(), self
        name = expansion_of_key(self.switches, press.key)
        if name is not None:
            mode = evolve(self, index=PAGE_KEYS.index(press.key))
        elif press.key == "enter":
            name = expansions[self.index].name
        if name is not None:
            return switch_expansion(self.switches, press.session, name, mode)
        setting = self.setting_of(press.session)
        if setting is not None and press.direction in (EAST, WEST):
            return self._change_number(press, setting)
        if not press.rows_down:
            return Close()
        return Open(evolve(self, index=(self.index + press.rows_down) % len(expansions)))

    def _chosen(self, session: Session) -> "Expansion | None":
        """Return the chosen expansion as it is on; None while it is off."""
        name = self.switches.find_expansions()[self.index].name
        return next((each for each in session.rules.expansions if each.name == name), None)

    def setting_of(self, session: Session) -> "NumberSetting | None":
        """Return the number that Left and Right change; None while the chosen one has none."""
        chosen = self._chosen(session)
        return None if chosen is None else chosen.setting

    def _change_number(self, press: KeyPress, setting: "NumberSetting") -> ConsoleCommand | None:
        chosen, most = self._chosen(press.session), self.switches.highest_number(setting)
        if chosen is None or chosen.setting_value is None:
            return None
        number = chosen.setting_value + (1 if press.direction == EAST else -1)
        if not setting.lowest <= number <= most:
            return None
        try:
            session = self.switches.set_number(press.session, chosen.name, number)
        except CannotSwitch as error:
            return Notify(str(error))
        return Resume(session, self)

    def _number_line(self, session: Session) -> str:
        chosen = self._chosen(session)
        if chosen is None or chosen.setting is None:
            return ""
        setting, most = chosen.setting, self.switches.highest_number(chosen.setting)
        more = "; a win offers one more" if most < setting.highest else ""
        bounds = f"{setting.lowest} to {most}{more}"
        return f"Left and Right change {setting.meaning}: {chosen.setting_value} ({bounds})."

    def lines(self, session: Session, columns: int, rows: int, rewording: Rewording) -> list[Line]:
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
