"""Plain mode: words in, sentences out, for screen readers and slow lines."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain
from typing import TextIO

from attrs import define, field

from cc3k.cli.argument_parser import nearest_word
from cc3k.cli.streams import ReadInput, read_words
from cc3k.engine.game import GameState
from cc3k.engine.rules import Rules
from cc3k.engine.text import escape_text, wrap_text
from cc3k.play import start_offers
from cc3k.play.choices import DEFAULT_HP_LIMIT, HpLimit
from cc3k.play.messages import RESUME_COMMAND, game_saved_message, saved_games_heading
from cc3k.play.narrator import Narrator
from cc3k.play.plain_words import split_line
from cc3k.play.session import LINE_END, Session
from cc3k.saves import end_report
from cc3k.saves.record import Record
from cc3k.saves.replay import replay_steps, start_session

WRAP_COLUMNS = 79
"""Width at which lines are wrapped: a terminal that only shows lines would cut words."""

LIST_GAMES_WORD = "games"
LIST_EXPANSIONS_WORD = "expansions"
NO_EXPANSIONS = "No expansion is installed."

RESUME_WORDS_HINT = (
    "Say its number to go on with a game, `continue` for the first, "
    "`games` to hear of them again, or a race."
)
NOTHING_KEPT = "No unfinished game is kept."

CONTINUE_WORD = "continue"
NOT_IN_PLAIN_REPORT = (end_report.HEADLINE, "Score", "Picture")
"""Rows of an end report that the narrator words itself, or that are useless in lines."""

MAX_LINE_WORDS = 1000
"""Words of a line that are looked at before the first is carried out."""


@define(eq=False)
class PlainSession:
    """A session in plain mode, which can also resume a saved game by its number.

    Fights stop at the `limit` of HP. `resume_command` is the command line that resumes the saved
    game. Before a race is chosen, the `news` are printed, and the names of expansions switch them
    by `switches`. `load_past_games` returns what the end report of a race needs.
    """

    session: Session
    output: TextIO
    resume_offers: Sequence[start_offers.ResumeOffer] = ()
    limit: HpLimit = DEFAULT_HP_LIMIT
    resume_command: str = RESUME_COMMAND
    news: start_offers.RaceScreenNews = field(factory=start_offers.RaceScreenNews)
    switches: start_offers.ExpansionSwitches = field(factory=start_offers.ExpansionSwitches)
    load_past_games: end_report.LoadPastGames = lambda _race: end_report.PastGames()
    _reported_game: GameState | None = field(default=None, init=False)
    _narrator: Narrator = field(init=False)

    @_narrator.default
    def _default_narrator(self) -> Narrator:
        return Narrator(self.session, nearest_word, self.limit)

    def start(self) -> None:
        if self.session.game is None:
            self._print_lines(
                self._narrator.session_lines()
                + self._news_lines()
                + self._saved_game_lines()
                + self._expansion_lines()
                + self._narrator.after_line()
            )
        else:
            self._print_lines(self._narrator.opening_lines())

    def handle_word(self, word: str) -> None:
        if self.session.game is not None or not self._handle_menu_word(word):
            self._print_lines(self._narrator.handle_word(word))

    def _handle_menu_word(self, word: str) -> bool:
        """Handle a word about anything but a race, before a game; return False for others."""
        name, offers = word.lower(), self.resume_offers
        is_race = name in [race.name.lower() for race in self.session.rules.races]
        numbers = [str(number) for number, _ in enumerate(offers, start=1)]
        if word in numbers:
            self._resume_game(offers[numbers.index(word)])
        elif name == CONTINUE_WORD and (playable := [each for each in offers if each.is_playable]):
            self._resume_game(playable[0])
        elif name == CONTINUE_WORD:
            self._print_lines([NOTHING_KEPT])
        elif name == LIST_GAMES_WORD:
            self._print_lines(self._saved_game_lines() or [NOTHING_KEPT])
        elif name == LIST_EXPANSIONS_WORD:
            self._print_lines(self._expansion_sentences())
        elif not is_race and name in [each.name for each in self.switches.find_expansions()]:
            if self._goes_on_with(partial(self.switches.switch, self.session, name)):
                self._print_lines(self._expansion_lines())
        else:
            return False
        return True

    def handle_line(self, words: Sequence[str], *, is_whole: bool = True) -> None:
        """Handle the words of a line, until one of them ends the session.

        Nothing of a line is done that cannot be taken word by word.
        """
        is_checked = False
        for number, word in enumerate(words := split_line(words)):
            has_game = self.session.game is not None
            if not number or (has_game and not is_checked):
                is_checked = has_game
                refusal = self._narrator.refuse_line(words[number:], is_whole=is_whole)
                if refusal:
                    self._print_lines([refusal])
                    return
            self.handle_word(word)
            if self.session.is_ended:
                return

    def after_line(self) -> None:
        self._print_lines([*self._report_lines(), *self._narrator.after_line()])
        self.output.flush()

    def _news_lines(self) -> list[str]:
        session, standing = self.session, self.news.describe_daily(self.session)
        name = session.label if session.daily_date else "The game of the day, `cc3k daily`"
        daily = f"{name}: {standing}." if standing else ""
        return [line for line in (self.news.describe_last_game(), daily) if line]

    def _report_lines(self) -> list[str]:
        """Return the report of a finished game, once; its end and score come after it."""
        game = self.session.game
        if game is None or not game.is_over or game is self._reported_game:
            return []
        self._reported_game = game
        found = self.load_past_games(game.race.name)
        report = end_report.build_end_report(self.session, game, found)
        return [f"{label}: {text}" for label, text in report if label not in NOT_IN_PLAIN_REPORT]

    def farewell(self) -> None:
        game, keeper = self.session.game, self.session.keeper
        if game is not None and not game.is_over and keeper is not None:
            kept = [game_saved_message(self.resume_command)] if keeper.try_to_save() else []
            self._print_lines(kept)

    def _resume_game(self, offer: start_offers.ResumeOffer) -> None:
        if self._goes_on_with(offer.resume):
            self.resume_offers = tuple([each for each in self.resume_offers if each is not offer])
            self._print_lines(self._narrator.resumed_lines())

    def _goes_on_with(self, change: Callable[[], Session]) -> bool:
        try:
            self.session = change()
        except (start_offers.CannotResume, start_offers.CannotSwitch) as error:
            self._print_lines([f"{error}"])
            return False
        self._narrator = self._default_narrator()
        return True

    def _expansion_lines(self) -> list[str]:
        expansions = self.switches.find_expansions()
        if not expansions:
            return []
        on = {each.name for each in self.session.rules.expansions}
        names = [
            ", ".join([each.name for each in expansions if (each.name in on) == is_on]) or "none"
            for is_on in (True, False)
        ]
        how = f"A name switches one, {LIST_EXPANSIONS_WORD} tells what each does."
        return [f"Expansions that are on: {names[0]}; off: {names[1]}. {how}"]

    def _expansion_sentences(self) -> list[str]:
        expansions = self.switches.find_expansions()
        on = {each.name for each in self.session.rules.expansions}
        return [
            f"{each.name}, {'on' if each.name in on else 'off'}: {each.sentence}"
            for each in expansions
        ] or [NO_EXPANSIONS]

    def _saved_game_lines(self) -> list[str]:
        offers = enumerate(self.resume_offers, start=1)
        texts = [f"{number}: {each.text}" for number, each in offers]
        return [saved_games_heading(len(texts)), *texts, RESUME_WORDS_HINT] if texts else []

    def _print_lines(self, lines: list[str]) -> None:
        write_wrapped([*lines, *self.session.take_notices()], self.output)


def play_words(plain: PlainSession, read_input: ReadInput) -> None:
    """Play the words of the input until input or session ends; flush after each input line."""
    plain.start()
    plain.output.flush()
    for words, is_whole in _read_lines(read_input):
        plain.handle_line(words, is_whole=is_whole)
        if is_whole and not plain.session.is_ended:
            plain.after_line()
        if plain.session.is_ended:
            break
    plain.farewell()
    plain.output.flush()


def write_wrapped(lines: list[str], out: TextIO) -> None:
    texts = [escape_text(line) for line in lines]
    out.writelines([f"{row}\n" for text in texts for row in wrap_text(text, WRAP_COLUMNS)])


def _read_lines(read_input: ReadInput) -> Iterator[tuple[list[str], bool]]:
    words = list[str]()
    for piece in chain.from_iterable(read_words(read_input)):
        if piece == LINE_END:
            yield words, True
            words = []
        elif len(words) == MAX_LINE_WORDS:
            yield words, False
            words = [piece]
        else:
            words.append(piece)
    if words:
        yield words, True


def print_replay_sentences(record: Record, rules: Rules, out: TextIO) -> None:
    """Write what `cc3k --plain --race NAME` prints for the same words, a command a line."""
    session = start_session(record.header, rules)
    narrator = Narrator(session)
    for done in replay_steps(record, session):
        told = [session.action_text, *narrator.after_line()] if done else narrator.opening_lines()
        write_wrapped(told, out)
