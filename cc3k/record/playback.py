"""A record that is watched: how the game stood at any place in it, forward and back."""

from collections import Counter
from collections.abc import Iterator, Sequence

from attrs import define, field, frozen

from cc3k.engine.events import Event, Missed, Refusal, Slain, Struck
from cc3k.engine.game import Game
from cc3k.engine.rules import Rules
from cc3k.play.message_log import Chronicle, Entry
from cc3k.play.messages import ending
from cc3k.play.session import Session
from cc3k.record.record import Record
from cc3k.record.replay import Diverged, begun, replayed

SLOWEST, USUAL, FASTEST = 1, 4, 64
"""How many commands, or pages of what they say, are shown in a second."""

SPACING = 64
"""Commands between two keyframes, so that a step back takes no longer than can be noticed."""

MOST_KEYFRAMES = 1_024
"""Keyframes of one record; those of a longer one lie further apart."""


@frozen
class _Keyframe:
    """A place to play on from: the game, what was said, and the chronicle up to its last entry."""

    game: Game | None
    said: str
    told: tuple[Event, ...]
    refusal: Refusal | None
    entries: int
    last: Entry
    slain: Counter[str]


@define(eq=False)
class Playback:
    """A record to be watched from any place in it: 0 is the beginning, n how n commands left it.

    `session` stands at the `position`, and its chronicle has what was said up to there. Where the
    game does not go on as the record says, `diverged` tells why, and that is the last place. Games
    are kept every `spacing` commands, to go back to.
    """

    session: Session
    words: Sequence[str]
    position: int = field(default=0, init=False)
    diverged: Diverged | None = field(default=None, init=False)
    spacing: int = field(init=False)
    _keyframes: list[_Keyframe] = field(factory=list, init=False)
    _turns: list[int] = field(factory=list, init=False)
    _floors: list[int] = field(factory=list, init=False)
    _fights: list[bool] = field(factory=list, init=False)
    _entries: list[Entry] = field(factory=list, init=False)

    @spacing.default
    def _widened(self) -> int:
        return max(SPACING, -(-len(self.words) // MOST_KEYFRAMES))

    @classmethod
    def of(cls, record: Record, rules: Rules) -> "Playback":
        """Play a record once, and return it at its beginning.

        Raises `OtherRules`, `LayoutError`, or `Diverged` where not even its beginning is the same.
        """
        playback = cls(begun(record.header, rules), [step.words for step in record.steps])
        playback.explore(replayed(record, playback.session))
        return playback

    def explore(self, performance: Iterator[int]) -> None:
        """Note how things stand at each place of a performance, and go back to the beginning."""
        try:
            for position in performance:
                self._reach(position)
        except Diverged as diverged:
            if not self._turns:
                raise
            self.diverged = diverged
        self._entries = self._chronicle.entries
        self._restore(0)

    @property
    def last(self) -> int:
        """The last place there is."""
        return len(self._turns) - 1

    @property
    def turn(self) -> int:
        """The turns taken so far; a command that is refused takes none (R4)."""
        return self._turns[self.position]

    @property
    def turns(self) -> int:
        """The turns of the whole game."""
        return self._turns[-1]

    @property
    def floor(self) -> int:
        """The number of the floor."""
        return self._floors[self.position]

    @property
    def text(self) -> str:
        """What there is to be read: what was said, and how the game ended and what it scored."""
        game = self.session.game
        over = () if game is None or game.outcome is None else ending(game)[:-1]
        return " ".join([self.session.said, *over])

    def to(self, position: int) -> None:
        """Go to a place, or to the nearest that there is."""
        position = min(max(0, position), self.last)
        keyframe = position // self.spacing
        if not keyframe * self.spacing <= self.position <= position:
            self._restore(keyframe)
        while self.position < position:
            for word in self.words[self.position].split():
                self.session.say(word)
            self.position += 1

    def to_turn(self, turn: int) -> None:
        """Go to where so many turns have been taken first."""
        self.to(next((at for at, taken in enumerate(self._turns) if taken >= turn), self.last))

    def to_next_floor(self) -> bool:
        """Go to where the next floor begins; return whether there is one."""
        floors, here = self._floors, self.position
        return self._to_first(at for at in range(here, self.last + 1) if floors[at] > floors[here])

    def to_next_fight(self) -> bool:
        """Go to the first blow of the next fight; return whether there is one."""
        fights, here = self._fights, self.position
        later = range(here + 1, self.last + 1)
        return self._to_first(at for at in later if fights[at] and not fights[at - 1])

    def _to_first(self, found: Iterator[int]) -> bool:
        position = next(found, None)
        if position is not None:
            self.to(position)
        return position is not None

    def _reach(self, position: int) -> None:
        """Note how things stand at a place that is reached for the first time."""
        session, game = self.session, self.session.game
        blows = [event for event in session.told if isinstance(event, Struck | Missed | Slain)]
        self._turns.append(0 if game is None else game.turns)
        self._floors.append(0 if game is None else game.depth)
        self._fights.append(bool(blows))
        if position % self.spacing == 0:
            self._keyframes.append(self._keyframe())

    @property
    def _chronicle(self) -> Chronicle:
        return self.session.chronicle or Chronicle()

    def _keyframe(self) -> _Keyframe:
        session, chronicle, game = self.session, self._chronicle, self.session.game
        entries = chronicle.entries
        return _Keyframe(
            None if game is None else game.copy(),
            session.said,
            session.told,
            session.refusal,
            len(entries),
            entries[-1],
            chronicle.slain.copy(),
        )

    def _restore(self, number: int) -> None:
        """Stand at a keyframe; the entries before its last one are final."""
        kept, session = self._keyframes[number], self.session
        session.game = None if kept.game is None else kept.game.copy()
        session.said, session.told, session.refusal = kept.said, kept.told, kept.refusal
        self.position = number * self.spacing
        session.chronicle = Chronicle()
        session.chronicle.entries += [*self._entries[: kept.entries - 1], kept.last]
        session.chronicle.slain.update(kept.slain)
