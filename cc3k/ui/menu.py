"""Menu: choose a race or resume a game, and play again when it is over."""

from attrs import define, evolve

from cc3k.engine.board import NORTH, SOUTH
from cc3k.engine.hero import Race
from cc3k.play.commands import MetaCommand
from cc3k.play.session import Session, SessionStage
from cc3k.record.replay import CannotResume, ResumeOffer
from cc3k.ui.console_commands import ConsoleCommand, KeyPress, Notify, Open, Resume, Say
from cc3k.ui.modes import message_log_pager, summary_pager
from cc3k.ui.pager import PagerMode

LEAVE_ACTIONS = ("leave", "quit")
"""Key actions that end a session while no game is running."""

CONTINUE_KEY, PREVIEW_KEY = "c", "l"
"""Keys of the menu for the game that can be resumed; no race has these."""

QUIT = Say(MetaCommand.QUIT.value)


def is_choice_key(session: Session, key: str) -> bool:
    """Return True if a key is a letter that the menu, or the end of a game, asks for now."""
    is_command = key.lower() in [
        command.value
        for command in MetaCommand
        if command is not MetaCommand.UNDO or session.is_practice
    ]
    if session.game is None:
        return is_command or session.rules.race_by_key(key.lower()) is not None
    return is_command and session.stage is SessionStage.GAME_OVER


def is_help_key(press: KeyPress, typed: str) -> bool:
    """Return True if a key asks for help: always, except as a letter of a typed command."""
    continues_word = bool(typed) and press.key.isalpha()
    return press.action == "help" and not (
        continues_word or is_choice_key(press.session, press.key)
    )


def is_safe_to_leave(session: Session) -> bool:
    """Return True if nothing is lost by leaving: no game is running, or it is recorded."""
    observer = session.observer
    return session.stage is not SessionStage.PLAYING or (
        observer is not None and observer.is_resumable
    )


@define(eq=False)
class RaceMenu:
    """The menu before a game: races, and saved games, with a cursor.

    `_selected_index` is the number of the race, or of the saved game, under the cursor, once that
    was moved. Before that, Enter takes the first race only if `enter_takes_default`: not where
    games are kept that the menu does not offer.
    """

    races: tuple[Race, ...]
    resume_offers: tuple[ResumeOffer, ...] = ()
    enter_takes_default: bool = True
    _selected_index: int | None = None

    @property
    def selected_item(self) -> Race | ResumeOffer | None:
        """The race or saved game under the cursor; None while there is no cursor."""
        items, index = self._items, self._selected_index
        if index is None and not (self.resume_offers or self.enter_takes_default):
            return None
        return items[index if index is not None and index < len(items) else self._default_index]

    def handle_key(self, press: KeyPress) -> ConsoleCommand | None:
        """Choose a race by its key, or a race or saved game under the cursor with Enter."""
        key, way = press.key, press.direction
        if self.resume_offers and key in (CONTINUE_KEY, PREVIEW_KEY):
            return self._handle_offer_key(self._offer_to_resume, key)
        if is_choice_key(press.session, key):
            return Say(key)
        if key == "enter":
            return self._press_enter(press.previous_key)
        if way in (NORTH, SOUTH):
            self._move_cursor(1 if way == SOUTH else -1)
            return None
        return QUIT if press.action in LEAVE_ACTIONS else None

    def _move_cursor(self, step: int) -> None:
        """Move the cursor by one row; where there was none, to the first or the last."""
        items, item = self._items, self.selected_item
        before = min(0, -step) if item is None else items.index(item)
        self._selected_index = (before + step) % len(items)

    def _press_enter(self, previous_key: str) -> ConsoleCommand | None:
        """Choose the selected item; but after a letter, Enter only ends the line (§4).

        `r` Enter must lead to this menu and no further, and other values are ignored.
        """
        item = self.selected_item
        if item is None or (len(previous_key) == 1 and previous_key.isalpha()):
            return None
        if isinstance(item, ResumeOffer):
            return self._handle_offer_key(item, CONTINUE_KEY)
        return Say(item.key)

    @property
    def _items(self) -> list[Race | ResumeOffer]:
        return [*self.races, *self.resume_offers]

    @property
    def _default_index(self) -> int:
        """Index selected at first: a saved game if there is one, else the first race."""
        return self._items.index(self._default_offer) if self.resume_offers else 0

    @property
    def _default_offer(self) -> ResumeOffer:
        """The first saved game that can be played, or else the first one."""
        playable = [offer for offer in self.resume_offers if offer.is_playable]
        return (playable or self.resume_offers)[0]

    @property
    def _offer_to_resume(self) -> ResumeOffer:
        """The saved game under the cursor, or else the default one."""
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


class GameOverKeys:
    """The mode after a game: play again or quit; any other key shows the summary."""

    def handle_key(self, press: KeyPress) -> ConsoleCommand | None:
        """Return the command of a key."""
        if is_choice_key(press.session, press.key):
            return Say(press.key)
        if press.action in LEAVE_ACTIONS:
            return QUIT
        if press.action == "messages":
            return Open(message_log_pager(press))
        game = press.session.game
        return None if game is None else Open(summary_pager(press, game))
