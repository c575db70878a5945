"""What the keys do while no game goes on: choose a race, take up an offer, play again."""

from collections.abc import Mapping
from typing import Protocol

from attrs import define, evolve

from cc3k.engine.actors import Race
from cc3k.engine.game import Game
from cc3k.engine.grid import NORTH, SOUTH, Direction
from cc3k.play.commands import Verdict
from cc3k.play.help import story
from cc3k.play.message_log import Chronicle
from cc3k.play.session import Session, Stage
from cc3k.record.replay import Offer, Unresumable
from cc3k.ui.settings import Settings

LEAVING = ("leave", "quit")
"""The acts that end a session in which no game goes on."""

CONTINUE_KEY, LOOK_KEY = "c", "l"
"""What takes up a game at the menu; no race has these keys."""


class Host(Protocol):
    """What the reception needs of the console it is at."""

    session: Session
    settings: Settings
    notice: str
    last_key: str

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
    """The menu before a game and the choice after it.

    `_mark` is the number of the race, or of the game that is kept, under the cursor, once that was
    moved.
    """

    host: Host
    offers: tuple[Offer, ...] = ()
    _mark: int | None = None

    def is_choice(self, key: str) -> bool:
        """Tell whether a key is a letter that is asked for now, whatever else it does."""
        session = self.host.session
        verdict = key.lower() in [verdict.value for verdict in self._verdicts()]
        if session.game is None:
            return verdict or session.rules.race(key.lower()) is not None
        return verdict and session.stage is Stage.OVER

    @property
    def marked(self) -> Race | Offer:
        """What is under the cursor."""
        choices = self._choices
        mark = self._mark
        return choices[mark if mark is not None and mark < len(choices) else self._first]

    def choose(self, key: str) -> None:
        """Choose a race, by its key or under the cursor with Enter; or take a game that is kept."""
        host = self.host
        way = host.way_of(key)
        if self.offers and key in (CONTINUE_KEY, LOOK_KEY):
            self._take(self._wanted, key)
        elif self.is_choice(key):
            host.say(key)
        elif key == "enter":
            self._enter()
        elif way in (NORTH, SOUTH):
            choices = self._choices
            step = 1 if way == SOUTH else -1
            self._mark = (choices.index(self.marked) + step) % len(choices)
        elif host.keymap.get(key) in LEAVING:
            host.say(Verdict.QUIT.value)

    def _enter(self) -> None:
        """Take what is marked; but after a letter Enter only ends its line (§4).

        `r` Enter must lead to this menu and no further, and other values are ignored.
        """
        last = self.host.last_key
        if len(last) == 1 and last.isalpha():
            return
        if isinstance(self.marked, Offer):
            self._take(self.marked, CONTINUE_KEY)
        else:
            self.host.say(self.marked.key)

    @property
    def _choices(self) -> list[Race | Offer]:
        return [*self.host.session.rules.races, *self.offers]

    @property
    def _first(self) -> int:
        """The number of what is marked at first: a game where one is kept, else the first race."""
        if not self.offers:
            return 0
        playable = [offer for offer in self.offers if offer.playable]
        return self._choices.index((playable or self.offers)[0])

    @property
    def _wanted(self) -> Offer:
        """The game under the cursor, or else the one that would be there at first."""
        found = self.marked if isinstance(self.marked, Offer) else self._choices[self._first]
        return found if isinstance(found, Offer) else self.offers[0]

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
        """Go on with a game that is kept, or look at it; mark another one if that cannot be."""
        if key == LOOK_KEY:
            self.host.read(offer.look())
            return
        try:
            self.host.session = offer.resume()
        except Unresumable as error:
            self.host.notice = str(error)
            worse = evolve(offer, playable=False)
            self.offers = tuple([worse if each is offer else each for each in self.offers])
        else:
            self.offers = tuple([each for each in self.offers if each is not offer])
        self._mark = None
