"""A game for ears and slow lines: lines of words in, lines of sentences out, nothing else."""

import re
from collections.abc import Iterator, Sequence
from typing import TextIO

from attrs import define, field

from cc3k.cli.script import LONGEST_WORD, Read, chunks
from cc3k.engine.rules import Rules
from cc3k.play.messages import OFFER_WORDS, greeting, kept_heading, race_prompt
from cc3k.play.narrator import Narrator
from cc3k.play.session import Session
from cc3k.record.record import Record
from cc3k.record.replay import News, Offer, Unresumable, begun, replayed
from cc3k.ui.screen_layout import fold

LINE_END = "\n"
COLUMNS = 79
"""Where lines are folded, between words: a terminal that only shows lines would cut words."""

GAMES_WORD = "games"
"""What is said at the race prompt to hear of the games that are kept."""

_PIECE = re.compile(rb"\n|\S+")


@define(eq=False)
class Speaker:
    """A session spoken aloud, that of a game of the `offers` once it is chosen by its number."""

    session: Session
    out: TextIO
    offers: Sequence[Offer] = ()
    news: News = list
    _narrator: Narrator = field(init=False)

    @_narrator.default
    def _told(self) -> Narrator:
        return Narrator(self.session)

    def begin(self) -> None:
        """Say what is said before the first word."""
        if self.session.game is None:
            self._say(self._narrator.entrance() + self._kept() + self._narrator.pause())
        else:
            self._say(self._narrator.opening())

    def hear(self, word: str) -> None:
        """Take a word: a game that is kept, or one for the session."""
        numbers = [str(number) for number, _ in enumerate(self.offers, start=1)]
        if self.session.game is None and word in numbers:
            self._resume(self.offers[numbers.index(word)])
        elif self.session.game is None and word.lower() == GAMES_WORD:
            self._say(self._kept())
        else:
            self._say(self._narrator.hear(word))

    def pause(self) -> None:
        """Say how things stand at the end of a line."""
        self._say(self._narrator.pause())
        self.out.flush()

    def _resume(self, offer: Offer) -> None:
        try:
            self.session = offer.resume()
        except Unresumable as error:
            self._say([f"{error}"])
            return
        self.offers = tuple([each for each in self.offers if each is not offer])
        self._narrator = Narrator(self.session)
        self._say(self._narrator.entrance())

    def _kept(self) -> list[str]:
        """Return the games that can be gone on with, each with its number."""
        texts = [f"{number}: {each.text}" for number, each in enumerate(self.offers, start=1)]
        return [kept_heading(len(texts)), *texts, OFFER_WORDS] if texts else []

    def _say(self, lines: list[str]) -> None:
        """Write lines, and what has to be told besides at once."""
        speak([*lines, *self.news()], self.out)


def run_plain(
    session: Session,
    read: Read,
    out: TextIO,
    offers: Sequence[Offer] = (),
    news: News = list,
) -> None:
    """Play the words of the input until they or the session end; flush after each line of them."""
    speaker = Speaker(session, out, offers, news)
    speaker.begin()
    out.flush()
    unfinished = False
    for piece in _pieces(read):
        unfinished = piece != LINE_END
        if unfinished:
            speaker.hear(piece)
        else:
            speaker.pause()
        if speaker.session.ended:
            break
    if unfinished and not speaker.session.ended:
        speaker.pause()
    out.flush()


def speak(lines: list[str], out: TextIO) -> None:
    """Write lines, folded."""
    out.writelines([f"{row}\n" for line in lines for row in fold(line, COLUMNS)])


def _pieces(read: Read) -> Iterator[str]:
    """Yield the words of the input and the ends of its lines; a word cut in two is put together."""
    rest = b""
    for chunk in chunks(read):
        pieces = _PIECE.findall(rest[:LONGEST_WORD] + chunk)
        rest = b"" if chunk[-1:].isspace() else pieces.pop()
        yield from [piece.decode("utf-8", "replace") for piece in pieces]
    if rest:
        yield rest.decode("utf-8", "replace")


def retell_in_pages(record: Record, rules: Rules, out: TextIO) -> None:
    """Write what `cc3k --script` does for the same words; raise as `begun` and `replayed` do."""
    session = begun(record.header, rules)
    out.write(f"{greeting(session.seed)}\n{race_prompt(rules)}\n")
    out.writelines(session.page() for _ in replayed(record, session))


def retell_in_sentences(record: Record, rules: Rules, out: TextIO) -> None:
    """Write what `cc3k --plain --race NAME` does for the same words, a command a line."""
    session = begun(record.header, rules)
    narrator = Narrator(session)
    for done in replayed(record, session):
        speak(narrator.told() if done else narrator.opening(), out)
