"""Recorded games: the recorder, the game to resume, the game of the day, the end of a game."""

import errno
import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING

from attrs import evolve, field

from cc3k.cli.expansion_switches import make_switches
from cc3k.cli.options import PlayOptions, layout_name, layout_path, random_seed
from cc3k.engine.hero import Race
from cc3k.engine.rules import Rules
from cc3k.engine.text import printable_name
from cc3k.engine.values import frozen
from cc3k.play.choices import (
    CannotResume,
    ExpansionSwitches,
    RaceScreenNews,
    ResumeOffer,
    StartOffer,
)
from cc3k.play.messages import (
    HOME_RESTRICTED,
    NO_HOME_FOLDER,
    NOTHING_TO_CONTINUE,
    article,
    daily_label,
    games_unknown_message,
    skipped_game_message,
    unplayable_games_message,
    with_article,
)
from cc3k.play.session import Session
from cc3k.saves.disk import PRIVATE_FOLDER, Disk, atomic_write_text, check_writable, restrict_home
from cc3k.saves.index import find_known_results, find_last_scored
from cc3k.saves.journal import StoredJournal
from cc3k.saves.journal_file import GameFinished, WriterContext
from cc3k.saves.ledger import JournalError, RecordError
from cc3k.saves.lookup import (
    JOURNAL_SUFFIX,
    command_of_header,
    read_stored_journal,
    resume_stored,
    rules_of_header,
)
from cc3k.saves.open_files import describe_error, file_error_reason, format_timestamp, reason_of
from cc3k.saves.paths import (
    GAMES_FOLDER,
    PICTURES_FOLDER,
    UNFINISHED_FOLDER,
    home_folder,
    shipped_layouts,
)
from cc3k.saves.record import (
    DAILY,
    GIVEN_UP,
    ORDINARY,
    PRACTICE,
    GameResult,
    Header,
    daily_seed,
    with_expansions,
)
from cc3k.saves.recorder import Recorder, close_killed_games

if TYPE_CHECKING:
    from cc3k.saves.end_report import EndRecords, KeptGame
    from cc3k.saves.saved_games import DailyAttempt
    from cc3k.ui.settings import ScreenSettings

TUTORIAL_OFFER = "A first game: the tutorial, a floor with a dozen hints"

DAILY_KEY, ORDINARY_KEY, TUTORIAL_KEY = "y", "n", "f"
"""Keys of the race screen; no race has these."""

NOT_PLAYED = "not played yet; one attempt is scored"
NOW_PRACTICE = "from now on it is practice"


@frozen
class GameStarter:
    """Starts the games that the race screen offers: of the day, ordinary, or the tutorial.

    A game of the day that is kept in the home folder goes on. A newcomer is offered the tutorial.
    """

    home: str | None
    recorder: Recorder
    is_newcomer: bool

    @property
    def today(self) -> str:
        return self.recorder.now()[:10]

    def begin(self, rules: Rules) -> Session:
        notices = self.recorder.notices
        try:
            attempt = self._attempt(rules.expansion_tags)
        except OSError as error:
            raise CannotResume(describe_error(error)) from error
        if attempt is not None and not attempt.is_over and self.recorder.game_kind != PRACTICE:
            try:
                session = _resume_journal(self.recorder, attempt.path)
            except CannotResume as error:
                notices.append(f"{daily_label(attempt.date)} cannot be gone on with: {error}.")
            else:
                notices.append(f"{daily_label(attempt.date)} goes on, {_describe_kept(attempt)}.")
                return session
        if self.recorder.game_kind != PRACTICE:
            self.recorder.game_kind = DAILY
        session = Session(rules, int(daily_seed(self.today, rules.expansion_tags)))
        session.daily_date, session.observer = self.today, self.recorder
        self.prepare(session)
        kept = self._attempt(None) if attempt is None else None
        if kept is not None and not kept.is_over:  # with other expansions
            label = f"{daily_label(kept.date)}{with_expansions(kept.result.expansions)}"
            notice = f"{label} is kept, {_describe_kept(kept)}: cc3k --continue resumes it."
            notices.append(notice)
        return session

    def prepare(self, session: Session) -> None:
        """Make the race screen of the daily game that of a session's expansions.

        Each set of them has floors of its own, and an attempt for each date, so that one may be
        practice and another not.
        """
        if session.daily_date:
            tags, attempt = session.rules.expansion_tags, None
            with suppress(OSError):  # it is told when the game begins
                attempt = self._blocking_attempt(session.daily_date, tags)
            session.seed = int(daily_seed(session.daily_date, tags))
            session.is_practice = attempt is not None or self.recorder.game_kind == PRACTICE

    def describe_standing(self, session: Session) -> str:
        try:
            found = self._blocking_attempt(self.today, session.rules.expansion_tags)
        except OSError as error:
            return describe_error(error)
        if found is not None and found.date > self.today:
            return f"practice, as {daily_label(found.date)} has been begun"
        return describe_attempt(found)

    def news(self) -> RaceScreenNews:
        return RaceScreenNews(self._describe_last_game, self.describe_standing, self._start_offers)

    def _attempt(self, tags: Sequence[str] | None) -> "DailyAttempt | None":
        """Return today's attempt with these expansions, or with any if None."""
        from cc3k.saves.saved_games import find_daily_attempt

        return None if self.home is None else find_daily_attempt(self.home, self.today, tags)

    def _blocking_attempt(self, date: str, tags: Sequence[str]) -> "DailyAttempt | None":
        from cc3k.saves.saved_games import find_blocking_attempt

        return None if self.home is None else find_blocking_attempt(self.home, date, tags)

    def _start_offers(self, session: Session) -> Sequence[StartOffer]:
        """Return the other kind of game: the game of the day, or from there an ordinary one."""
        if session.daily_date:
            begin = partial(self._ordinary, session.rules)
            text = "An ordinary game, on other floors"
            return (StartOffer(ORDINARY_KEY, text, begin, "Ordinary"),)
        text = f"{daily_label(self.today)}: {self.describe_standing(session)}"
        begin = partial(self._begin_from_menu, session.rules)
        daily = StartOffer(DAILY_KEY, text, begin, "Daily")
        begin = partial(self._tutorial, session.rules)
        tutorial = StartOffer(TUTORIAL_KEY, TUTORIAL_OFFER, begin, "Learn")
        is_first = self.is_newcomer and not session.games_started
        return (daily, tutorial) if is_first else (daily,)

    def _begin_from_menu(self, rules: Rules) -> Session:
        self.recorder.game_kind = DAILY
        return self.begin(rules)

    def _tutorial(self, rules: Rules) -> Session:
        from cc3k.play.tutorial import TUTORIAL_LAYOUT, TUTORIAL_RACE, Tutorial
        from cc3k.saves.files import load_layout

        layout = load_layout(shipped_layouts().get(TUTORIAL_LAYOUT, TUTORIAL_LAYOUT), rules)
        session = Session(rules, random_seed(), layout.floor_layouts, tutorial=Tutorial())
        session.observer, self.recorder.layout_name = self.recorder, TUTORIAL_LAYOUT
        session.start_game(next(r for r in session.rules.races if r.name.lower() == TUTORIAL_RACE))
        return session

    def _ordinary(self, rules: Rules) -> Session:
        self.recorder.game_kind = ORDINARY
        session = Session(rules, random_seed())
        session.observer = self.recorder
        return session

    def _describe_last_game(self) -> str:
        with suppress(OSError):  # it is told when games are looked for
            last = None if self.home is None else find_last_scored(self.home)
            return "" if last is None else describe_last_game(last)
        return ""


@frozen
class GameSetup:
    """A session to play, its recorder, and what the race screen offers besides.

    `has_unlisted_games` says that there are saved games that are not offered.
    """

    session: Session
    recorder: Recorder
    resume_offers: tuple[ResumeOffer, ...] = ()
    has_unlisted_games: bool = False
    news: RaceScreenNews = field(factory=RaceScreenNews)
    switches: ExpansionSwitches = field(factory=ExpansionSwitches)


def set_up_recorded_game(
    options: PlayOptions, game_kind: str, new_session: Callable[[], Session]
) -> GameSetup:
    recorder = create_recorder(options, game_kind)
    starter = _create_starter(options, recorder)
    if game_kind == DAILY and options.floor is None:
        session = starter.begin(options.rules)
    else:
        session = resume_game(options, recorder) if options.resume else new_session()
    session.observer = recorder
    if isinstance(options.race, Race) and session.game is None:
        session.start_game(options.race)
    setup = _create_setup(options, session, recorder, starter)
    if session.game is not None:
        return setup
    try:
        offers, has_others = find_resume_offers(options, recorder)
        is_told = has_others and game_kind != DAILY
        return evolve(setup, resume_offers=offers, has_unlisted_games=is_told)
    except OSError as error:
        recorder.notices.append(games_unknown_message(describe_error(error)))
        return setup


def set_up_resumed_game(options: PlayOptions, path: str) -> GameSetup:
    """Return the setup of the game of a journal, as it was left; raise `CannotResume`.

    A finished game is shown at its end, from where another can be started.
    """
    recorder = create_recorder(options, ORDINARY)
    try:
        session = _resume_journal(recorder, path)
    except CannotResume as error:
        if not isinstance(error.__cause__, GameFinished):
            raise
        with _telling_why_not(path):
            found = read_stored_journal(path)
            session = resume_stored(found)
        session.observer, recorder.finished_path = recorder, path
        recorder.header = found.record.header
    return _create_setup(options, session, recorder, _create_starter(options, recorder))


def _create_starter(options: PlayOptions, recorder: Recorder) -> GameStarter:
    home = home_folder(os.environ)
    return GameStarter(None if options.journal else home, recorder, _is_newcomer(home))


def _create_setup(
    options: PlayOptions, session: Session, recorder: Recorder, starter: GameStarter
) -> GameSetup:
    switches = make_switches(options, starter.prepare)
    return GameSetup(session, recorder, news=starter.news(), switches=switches)


def set_up_unrecorded_game(session: Session) -> GameSetup:
    return GameSetup(session, Recorder(WriterContext(Disk(), ""), time.time, lambda _: ""))


def _is_newcomer(home: str | None) -> bool:
    """Return True if no game has ever been kept in a home folder, as far as can be seen."""
    if home is None:
        return False
    for name in (UNFINISHED_FOLDER, GAMES_FOLDER):
        try:
            with os.scandir(os.path.join(home, name)) as entries:
                if any(entry.name.endswith(JOURNAL_SUFFIX) for entry in entries):
                    return False
        except FileNotFoundError:
            continue
        except OSError:
            return False
    return True


def create_recorder(options: PlayOptions, game_kind: str) -> Recorder:
    if options.journal is not None and not options.resume:
        if os.path.lexists(options.journal):
            message = f"{options.journal!a}: found a file of that name; expected a new one"
            raise CannotResume(message)
        try:
            check_writable(options.journal)
        except OSError as error:
            found = file_error_reason(error)
            message = f"{options.journal!a}: found {found}; expected a place for a new file"
            raise CannotResume(message) from error
    folder, floor = home_folder(os.environ), options.floor or ""
    kept_in = folder if options.journal is None else None
    if kept_in is not None:
        finish_killed_games(kept_in)
    recorder = Recorder(
        WriterContext(Disk(), _process_label(), options.fsync),
        time.time,
        partial(_journal_path, folder, options.journal),
        PRACTICE if options.practice else game_kind,
        layout_name(floor),
        layout_path(floor),
        home=folder,
    )
    if kept_in is not None and restrict_home(recorder.writer.disk, kept_in):
        recorder.notices.append(HOME_RESTRICTED)
    return recorder


def finish_killed_games(home: str) -> None:
    with suppress(OSError):  # whoever needs the folder says that it cannot be read
        close_killed_games(home, WriterContext(Disk(), _process_label()))


def _process_label() -> str:
    return f"process {os.getpid()} since {format_timestamp(time.time())}"


def _journal_path(folder: str | None, named: str | None, header: Header) -> str:
    if named is not None:
        return named
    if folder is None:
        raise FileNotFoundError(errno.ENOENT, NO_HOME_FOLDER)
    when = header.started_at.translate(str.maketrans("", "", "-:Z")).replace("T", "-")
    race = "".join([one for one in header.race.lower() if "a" <= one <= "z"]) or "race"
    name = f"{when}-{race}-{header.seed}{JOURNAL_SUFFIX}"
    return os.path.join(folder, GAMES_FOLDER, name)


def resume_game(options: PlayOptions, recorder: Recorder) -> Session:
    if options.journal is not None:
        return _resume_journal(recorder, options.journal)
    from cc3k.saves.saved_games import unfinished_journals_by_time

    troubles, folder = list[str](), home_folder(os.environ)
    try:
        journals = [] if folder is None else unfinished_journals_by_time(folder)
    except OSError as error:
        raise CannotResume(describe_error(error)) from error
    for path, _ in journals:
        try:
            session = _resume_journal(recorder, path)
        except CannotResume as error:
            if not isinstance(error.__cause__, GameFinished):
                troubles.append(str(error))
        else:
            recorder.notices.extend(map(skipped_game_message, troubles))
            return session
    raise CannotResume("; ".join([NOTHING_TO_CONTINUE, *map(skipped_game_message, troubles)]))


def find_resume_offers(
    options: PlayOptions, recorder: Recorder
) -> tuple[tuple[ResumeOffer, ...], bool]:
    """Return the games that can be resumed; if the options choose a game none, but whether any is.

    A notice tells how many cannot, as those of older rules.
    With `--new` the player does not want to know. Raises `OSError`.
    """
    from cc3k.saves.saved_games import load_saved_games, unfinished_journals_by_time

    folder = home_folder(os.environ)
    if folder is None or options.new:
        return (), False
    if options.practice or (options.journal, options.seed, options.floor) != (None, None, None):
        return (), bool(unfinished_journals_by_time(folder))
    games = load_saved_games(folder)
    offers = [
        ResumeOffer(
            game.description,
            partial(_last_frame, game.journal),
            partial(_resume_journal, recorder, game.path),
        )
        for game in games
        if game.journal is not None and not game.problem
    ]
    if len(offers) < len(games):
        recorder.notices.append(unplayable_games_message(len(games) - len(offers)))
    return tuple(offers), False


def _last_frame(journal: StoredJournal) -> list[str]:
    from cc3k.play.spoken_voice import SpokenVoice

    try:
        session = resume_stored(journal)
        session.use_voice(SpokenVoice(session.rules))
        return session.page_text().splitlines()
    except RecordError as error:
        return [str(error)]


def _resume_journal(recorder: Recorder, path: str) -> Session:
    with _telling_why_not(path):
        return recorder.resume(path)


@contextmanager
def _telling_why_not(path: str) -> Iterator[None]:
    """Raise `CannotResume` for what is wrong with a journal."""
    try:
        yield
    except RecordError as error:
        refused = CannotResume(error.told_of(printable_name(path)))
        refused.exit_code = error.exit_code
        raise refused from error
    except OSError as error:
        message = f"{printable_name(path)}: {reason_of(error)}"
        raise CannotResume(message) from error


def describe_attempt(attempt: "DailyAttempt | None") -> str:
    if attempt is None:
        return NOT_PLAYED
    if not attempt.is_over:
        return f"kept, {_describe_kept(attempt)}"
    result, race = attempt.result, attempt.result.race.lower()
    if result.ending == GIVEN_UP:
        return f"given up on floor {result.floors}; {NOW_PRACTICE}"
    fate = "won" if result.won else f"lost on floor {result.floors}"
    return f"{fate} with {result.score} as {article(race)} {race}; {NOW_PRACTICE}"


def _describe_kept(attempt: "DailyAttempt") -> str:
    result, race = attempt.result, attempt.result.race.lower()
    return f"as {article(race)} {race}, floor {result.floors}, turn {result.turns}"


def describe_last_game(result: GameResult) -> str:
    race, cause = result.race.lower(), result.cause
    fate = "won" if result.won else f"killed by {with_article(cause)} on floor {result.floors}"
    return f"Last game: {result.score} as {article(race)} {race}, {fate} ({result.date[:10]})."


def load_end_records(setup: GameSetup, settings: "ScreenSettings", race: str) -> "EndRecords":
    """Return the scores and the finished game's files for the end screen."""
    from cc3k.saves.end_report import EndRecords

    home = home_folder(os.environ)
    if home is None:
        return EndRecords()
    path, header = setup.recorder.finished_game()
    kept = None if header is None else describe_kept_game(home, path, header, settings)
    results = list[GameResult]()
    with suppress(OSError):
        results = find_known_results(home, race=race).scored
    return EndRecords(kept, results)


def describe_kept_game(
    home: str, path: str, header: Header, settings: "ScreenSettings"
) -> "KeptGame | None":
    """Return the finished game of a journal in the home folder; None if it is not there."""
    from cc3k.saves.end_report import KeptGame

    if os.path.dirname(os.path.dirname(path)) != home:
        return None
    name = os.path.basename(path).removesuffix(JOURNAL_SUFFIX)
    picture = os.path.join(home, PICTURES_FOLDER, f"{name}.svg")
    return KeptGame(
        name,
        command_of_header(header),
        f"cc3k games --page {name}",
        lambda: draw_last_board(path, picture, settings),
    )


def draw_last_board(journal: str, path: str, settings: "ScreenSettings") -> str:
    """Draw the last board of a game into a file; return a sentence that says so, or why not."""
    from cc3k.export.films import render_current_frame
    from cc3k.saves.replay import Playback

    try:
        record = read_stored_journal(journal).record
        playback = Playback.from_record(record, rules_of_header(record.header))
        playback.seek(playback.last_position)
        os.makedirs(os.path.dirname(path), PRIVATE_FOLDER, exist_ok=True)
        atomic_write_text(path, [render_current_frame(playback, settings)])
    except (OSError, JournalError) as error:
        return f"{printable_name(path)}: {reason_of(error)}."
    return f"The last board is drawn: {printable_name(path)}"
