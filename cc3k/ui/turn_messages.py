"""Turn messages: what the last command did, shortened to the message rows of a screen."""

from attrs import define, field

from cc3k.engine.events import Event
from cc3k.engine.view import GameView
from cc3k.play.message_shortening import MessageRoom
from cc3k.play.messages import END_STOP_HINT, GAME_SUMMARY_HINT, Message
from cc3k.play.session import Session
from cc3k.play.voices import SpokenVoice
from cc3k.ui.screen_layout import compute_screen_layout, is_large_enough


@define(eq=False)
class TurnMessages:
    """The messages of the last command of a session, as many as a screen has room for.

    The last ones are kept: they are needed to handle a key, and to draw what it did.
    """

    _events: tuple[Event, ...] = field(default=(), init=False)
    _room: MessageRoom = field(default=MessageRoom(0, 0), init=False)
    _messages: tuple[Message, ...] = field(default=(), init=False)

    def with_ending(
        self, session: Session, size: tuple[int, int], *, stops: bool
    ) -> tuple[Message, ...]:
        """Return the messages that fit; after the end of a game also how it ended, and what now.

        Where it `stops`, that is the key that goes on.
        """
        game = session.game
        if game is None or game.outcome is None:
            return self.fit(session, size)
        ending, *others = session.voice.ending_lines(game)
        result = [ending, END_STOP_HINT] if stops else [ending, *others, GAME_SUMMARY_HINT]
        return (*self.fit(session, size, after=" ".join(result)), *map(Message, result))

    def fit(
        self, session: Session, size: tuple[int, int], before: str = "", after: str = ""
    ) -> tuple[Message, ...]:
        """Return the messages that fit a screen of that size, between two other texts.

        Those of a refusal are short enough, and the document's voice has only one length.
        """
        voice = session.voice
        if not isinstance(voice, SpokenVoice) or session.last_refusal is not None:
            return session.messages
        if session.game is None or not session.last_events or not is_large_enough(*size):
            return session.messages
        room = _message_room(GameView(session.game), size, before, after)
        if self._events is not session.last_events or self._room != room:
            self._events, self._room = session.last_events, room
            self._messages = voice.fit_turn(session.last_events, session.game.race, room)
        return self._messages


def _message_room(view: GameView, size: tuple[int, int], before: str, after: str) -> MessageRoom:
    layout = compute_screen_layout(*size, view.board, view.hero_cell)
    before = f"Action: {before}" if layout.shows_all_rows else before
    return MessageRoom(layout.message_rows, layout.text_columns, before, after)
