"""What the keys do while no game goes on: choose a race, take up an offer, play again."""

from collections.abc import Mapping
from typing import Protocol

from attrs import define

from cc3k.engine.game import Game
from cc3k.engine.grid import NORTH, SOUTH, Direction
from cc3k.play.chronicle import Chronicle
from cc3k.play.commands import Verdict
from cc3k.play.guide import story
from cc3k.play.session import Session, Stage
from cc3k.shell.offers import Offer, Unresumable
from cc3k.shell.settings import Settings

LEAVING = ("leave", "quit")
"""The acts that end a session in which no game goes on."""

CONTINUE_KEY, LOOK_KEY = "c", "l"
"""What takes up an offer at the menu; no race has these keys."""


class Host(Protocol):
    """What the reception needs of the console it is at."""

    session: Session
    settings: Settings
    notice: str

    @property
    def keymap(self) -> Mapping[str, str]:
        """What each key does."""
        ...

    @property
    def chronicle(self) -> Chronicle:
        """The log of the game."""
        ...

    def way_of(self, key: str) -> Direction | None:
        """Return the direction of a key, if it has one."""
        ...

    def say(self, words: str) -> None:
        """Say words to the session."""
        ...

    def read(self, lines: list[str]) -> None:
        """Show lines on a screen of their own."""
        ...

    def read_log(self) -> None:
        """Read all messages."""
        ...


@define(eq=False)
class Reception:
    """The menu before a game and the choice after it; `chosen` is the race under the cursor."""

    host: Host
    chosen: int = 0
    offer: Offer | None = None

    def is_choice(self, key: str) -> bool:
        """Tell whether a key is a letter that is asked for now, whatever else it does."""
        session = self.host.session
        verdict = key.lower() in [verdict.value for verdict in self._verdicts()]
        if session.game is None:
            return verdict or session.rules.race(key.lower()) is not None
        return verdict and session.stage is Stage.OVER

    def choose(self, key: str) -> None:
        """Choose a race: by its key, or with the arrows and Enter; or take an offer."""
        host = self.host
        races, way = host.session.rules.races, host.way_of(key)
        if self.offer is not None and key in (CONTINUE_KEY, LOOK_KEY):
            self._take(self.offer, key)
        elif self.is_choice(key):
            host.say(key)
        elif key == "enter":
            host.say(races[self.chosen].key)
        elif way in (NORTH, SOUTH):
            self.chosen = (self.chosen + (1 if way == SOUTH else -1)) % len(races)
        elif host.keymap.get(key) in LEAVING:
            host.say(Verdict.QUIT.value)

    def decide(self, game: Game, key: str) -> None:
        """Play again or quit when the game is over; anything else tells the whole story."""
        host = self.host
        act = host.keymap.get(key)
        if self.is_choice(key):
            host.say(key)
        elif act in LEAVING:
            host.say(Verdict.QUIT.value)
        elif act == "messages":
            host.read_log()
        else:
            session = host.session
            command = host.settings.command
            host.read(story(game, host.chronicle, session.seed, session.games, command))

    def _verdicts(self) -> list[Verdict]:
        """Return what may be said of a game that is over."""
        practice = self.host.session.practice
        return [one for one in Verdict if one is not Verdict.UNDO or practice]

    def _take(self, offer: Offer, key: str) -> None:
        """Go on with the game that is offered, or look at it."""
        if key == LOOK_KEY:
            self.host.read(offer.look())
            return
        try:
            self.host.session = offer.resume()
        except Unresumable as error:
            self.host.notice = str(error)
        else:
            self.offer = None
