"""Turn messages: what the last command did, shortened to the message rows of a screen."""

from attrs import define, field

from cc3k.engine.events import Event
from cc3k.play.messages import END_STOP_HINT, GAME_SUMMARY_HINT, Message
from cc3k.play.session import Session
from cc3k.play.turn_reports import MessageRoom
from cc3k.play.voices import SpokenVoice
from cc3k.ui.screen_layout import ScreenLayout


@define(eq=False)
class TurnMessages:
    """The messages of the last command of a session, as many as a screen has room for.

    The last ones are kept: they are needed to handle a key, and to draw what it did.
    """

    _events: tuple[Event, ...] = field(default=(), init=False)
    _room: MessageRoom = field(default=MessageRoom(0, 0), init=False)
    _messages: tuple[Message, ...] = field(default=(), init=False)

    def fit(
        self, session: Session, layout: ScreenLayout, before: str, after: str
    ) -> tuple[Message, ...]:
        """Return the messages that fit the message rows, between two other texts.

        Those of a refusal are short enough, and the document's voice has only one length. Where the
        end of the game leaves no room for the last blow, it says enough by itself.
        """
        voice, events, game = session.voice, session.last_events, session.game
        if not isinstance(voice, SpokenVoice) or not events or game is None:
            return session.messages
        before = f"Action: {before}" if layout.shows_all_rows else before
        room = MessageRoom(layout.message_rows, layout.text_columns, before, after)
        if self._events is not events or self._room != room:
            self._events, self._room = events, room
            self._messages = voice.fit_turn(events, game.race, room, session.messages)
            if game.outcome is not None and not room.holds(self._messages):
                self._messages = ()
        return self._messages


def ending_messages(session: Session, *, stops: bool) -> tuple[Message, ...]:
    """Return how a game that is over ended, and what now; none while it goes on.

    Where it `stops`, that is the key that goes on.
    """
    game = session.game
    if game is None or game.outcome is None:
        return ()
    ending, *others = session.voice.ending_lines(game)
    told = [ending, END_STOP_HINT] if stops else [ending, *others, GAME_SUMMARY_HINT]
    return tuple(map(Message, told))
