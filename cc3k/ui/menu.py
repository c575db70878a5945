"""Menu: choose a race or resume a game, and play again when it is over."""

from collections.abc import Mapping
from typing import Protocol

from attrs import define, evolve

from cc3k.engine.game import GameState
from cc3k.engine.grid import NORTH, SOUTH, Direction
from cc3k.engine.hero import Race
from cc3k.play.commands import MetaCommand
from cc3k.play.help import end_of_game_page
from cc3k.play.message_log import MessageLog
from cc3k.play.session import Session, SessionStage
from cc3k.record.replay import CannotResume, ResumeOffer
from cc3k.ui.settings import ScreenSettings

LEAVE_ACTIONS = ("leave", "quit")
"""Key actions that end a session while no game is running."""

CONTINUE_KEY, PREVIEW_KEY = "c", "l"
"""Keys of the menu for the game that can be resumed; no race has these."""


class MenuConsole(Protocol):
    """The part of the console that the menu uses."""

    session: Session
    settings: ScreenSettings
    notice: str
    last_key: str

    @property
    def keymap(self) -> Mapping[str, str]:
        """The key action of each key."""
        ...

    @property
    def message_log(self) -> MessageLog:
        """The message log of the game."""
        ...

    def direction_of_key(self, key: str) -> Direction | None:
        """Return the direction of a key, if it has one."""
        ...

    def send_words(self, words: str) -> None:
        """Send words to the session."""
        ...

    def open_pager(self, lines: list[str]) -> None:
        """Show lines in a pager."""
        ...

    def open_message_log(self) -> None:
        """Show the message log in a pager."""
        ...


@define(eq=False)
class GameMenu:
    """The race menu before a game and the choice after it.

    `_selected_index` is the number of the race, or of the game that is kept, under the cursor, once
    that was moved.
    """

    console: MenuConsole
    resume_offers: tuple[ResumeOffer, ...] = ()
    _selected_index: int | None = None

    def is_choice_key(self, key: str) -> bool:
        """Return True if a key is a letter that the menu asks for now."""
        session = self.console.session
        verdict = key.lower() in [verdict.value for verdict in self._allowed_commands()]
        if session.game is None:
            return verdict or session.rules.race_by_key(key.lower()) is not None
        return verdict and session.stage is SessionStage.GAME_OVER

    @property
    def selected_item(self) -> Race | ResumeOffer:
        """The race or saved game under the cursor."""
        choices = self._menu_items
        mark = self._selected_index
        return choices[mark if mark is not None and mark < len(choices) else self._default_index]

    def handle_race_menu_key(self, key: str) -> None:
        """Choose a race by its key, or a race or saved game under the cursor with Enter."""
        host = self.console
        way = host.direction_of_key(key)
        if self.resume_offers and key in (CONTINUE_KEY, PREVIEW_KEY):
            self._handle_offer_key(self._offer_to_resume, key)
        elif self.is_choice_key(key):
            host.send_words(key)
        elif key == "enter":
            self._press_enter()
        elif way in (NORTH, SOUTH):
            choices = self._menu_items
            step = 1 if way == SOUTH else -1
            self._selected_index = (choices.index(self.selected_item) + step) % len(choices)
        elif host.keymap.get(key) in LEAVE_ACTIONS:
            host.send_words(MetaCommand.QUIT.value)

    def _press_enter(self) -> None:
        """Choose the selected item; but after a letter, Enter only ends the line (§4).

        `r` Enter must lead to this menu and no further, and other values are ignored.
        """
        last = self.console.last_key
        if len(last) == 1 and last.isalpha():
            return
        if isinstance(self.selected_item, ResumeOffer):
            self._handle_offer_key(self.selected_item, CONTINUE_KEY)
        else:
            self.console.send_words(self.selected_item.key)

    @property
    def _menu_items(self) -> list[Race | ResumeOffer]:
        return [*self.console.session.rules.races, *self.resume_offers]

    @property
    def _default_index(self) -> int:
        """Index selected at first: a saved game if there is one, else the first race."""
        if not self.resume_offers:
            return 0
        playable = [offer for offer in self.resume_offers if offer.is_playable]
        return self._menu_items.index((playable or self.resume_offers)[0])

    @property
    def _offer_to_resume(self) -> ResumeOffer:
        """The saved game under the cursor, or else the default one."""
        found = (
            self.selected_item
            if isinstance(self.selected_item, ResumeOffer)
            else self._menu_items[self._default_index]
        )
        return found if isinstance(found, ResumeOffer) else self.resume_offers[0]

    def handle_game_over_key(self, game: GameState, key: str) -> None:
        """Play again or quit when the game is over; any other key shows the summary."""
        host = self.console
        act = host.keymap.get(key)
        if self.is_choice_key(key):
            host.send_words(key)
        elif act in LEAVE_ACTIONS:
            host.send_words(MetaCommand.QUIT.value)
        elif act == "messages":
            host.open_message_log()
        else:
            session = host.session
            command = host.settings.command
            host.open_pager(
                end_of_game_page(
                    game, host.message_log, session.seed, session.games_started, command
                )
            )

    def _allowed_commands(self) -> list[MetaCommand]:
        """Return the meta commands that are possible after a game."""
        practice = self.console.session.is_practice
        return [one for one in MetaCommand if one is not MetaCommand.UNDO or practice]

    def _handle_offer_key(self, offer: ResumeOffer, key: str) -> None:
        """Resume or preview a saved game; select another one if that fails."""
        if key == PREVIEW_KEY:
            self.console.open_pager(offer.preview())
            return
        try:
            self.console.session = offer.resume()
        except CannotResume as error:
            self.console.notice = str(error)
            worse = evolve(offer, is_playable=False)
            self.resume_offers = tuple(
                [worse if each is offer else each for each in self.resume_offers]
            )
        else:
            self.resume_offers = tuple([each for each in self.resume_offers if each is not offer])
        self._selected_index = None
