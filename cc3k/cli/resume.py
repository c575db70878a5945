"""Recorded games: set up the recorder, and find the game to resume."""

import errno
import os
import re
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from attrs import evolve

from cc3k.cli.daily_game import DailyStarter
from cc3k.cli.expansion_switches import make_switches
from cc3k.cli.play_options import PlayOptions, layout_name, layout_path, random_seed
from cc3k.content.layout.diagnostics import LayoutError
from cc3k.engine.hero import Race
from cc3k.engine.rules import Rules
from cc3k.play.messages import (
    HOME_RESTRICTED,
    NO_HOME_FOLDER,
    NOTHING_TO_CONTINUE,
    games_unknown_message,
    skipped_game_message,
)
from cc3k.play.quoting import printable_name
from cc3k.play.session import Session
from cc3k.play.spoken_voice import SpokenVoice
from cc3k.play.tutorial import TUTORIAL_LAYOUT, Tutorial
from cc3k.saves.daily import claim_daily_attempt
from cc3k.saves.disk import Disk, restrict_home
from cc3k.saves.expansion_errors import blaming_expansions
from cc3k.saves.files import load_layout
from cc3k.saves.index import seal_end_line
from cc3k.saves.journal import JournalError
from cc3k.saves.journal_file import GameFinished, WriterContext
from cc3k.saves.lookup import (
    JOURNAL_SUFFIX,
    StoredJournal,
    read_stored_journal,
    rules_of_header,
)
from cc3k.saves.open_files import describe_error, format_timestamp
from cc3k.saves.paths import FINISHED_FOLDER, UNFINISHED_FOLDER, home_folder, shipped_layouts
from cc3k.saves.record import DAILY, ORDINARY, PRACTICE, Header, Record
from cc3k.saves.recorder import SEAL_NOTHING, Recorder, SealLine, finish_games
from cc3k.saves.replay import (
    CannotResume,
    JournalExists,
    ReplayDiverged,
    ResumeOffer,
    RulesMismatch,
    resume_session,
)
from cc3k.saves.saved_games import SavedGame, load_saved_games, unfinished_journals_by_time
from cc3k.saves.setup import GameSetup


def set_up_recorded_game(
    options: PlayOptions, game_kind: str, new_session: Callable[[], Session]
) -> GameSetup:
    """Return the setup of a recorded game: a resumed one, or else a new one.

    Raises `JournalExists`, `CannotResume`, and what `new_session` does.
    """
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
        return evolve(
            setup,
            resume_offers=find_resume_offers(options, recorder),
            has_unlisted_games=game_kind != DAILY and has_unlisted_games(options),
        )
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
        record, session = _load_finished_game(path)
        session.observer, recorder.finished_path, recorder.header = recorder, path, record.header
    return _create_setup(options, session, recorder, _create_starter(options, recorder))


def _load_finished_game(path: str) -> tuple[Record, Session]:
    """Return a game that is over and its session, at its end; raise `CannotResume`."""
    try:
        record = read_stored_journal(path).record
        with blaming_expansions():
            return record, resume_session(record, rules_of_header(record.header))
    except (OSError, JournalError, ReplayDiverged, RulesMismatch, LayoutError) as error:
        message = f"{printable_name(path)}: {error}"
        raise CannotResume(message) from error


def _create_starter(options: PlayOptions, recorder: Recorder) -> DailyStarter:
    return DailyStarter(
        None if options.journal else home_folder(os.environ),
        recorder,
        partial(_resume_journal, recorder),
        lambda seed, rules: Session(rules, seed),
        lambda rules: Session(rules, random_seed()),
        _tutorial_session,
        is_newcomer=_is_newcomer(home_folder(os.environ)),
    )


def _create_setup(
    options: PlayOptions, session: Session, recorder: Recorder, starter: DailyStarter
) -> GameSetup:
    return GameSetup(
        session,
        take_notices=recorder.take_notices,
        save_again=recorder.save_again,
        close_recorder=recorder.close,
        news=starter.news(),
        find_finished_game=recorder.finished_game,
        switches=make_switches(options, starter.prepare),
        keep_note=recorder.keep_note,
    )


def _is_newcomer(home: str | None) -> bool:
    """Return True if no game has ever been kept in a home folder, as far as can be seen."""
    if home is None:
        return False
    for name in (UNFINISHED_FOLDER, FINISHED_FOLDER):
        try:
            with os.scandir(os.path.join(home, name)) as entries:
                if any(entry.name.endswith(JOURNAL_SUFFIX) for entry in entries):
                    return False
        except FileNotFoundError:
            continue
        except OSError:
            return False
    return True


def _tutorial_session(rules: Rules) -> Session:
    layout = load_layout(shipped_layouts().get(TUTORIAL_LAYOUT, TUTORIAL_LAYOUT), rules)
    return Session(rules, random_seed(), layout.floor_layouts, tutorial=Tutorial())


def create_recorder(options: PlayOptions, game_kind: str) -> Recorder:
    writer = WriterContext(Disk(), _process_label(), options.fsync)
    game_kind = PRACTICE if options.practice else game_kind
    floor = options.floor or ""
    names = layout_name(floor), layout_path(floor)
    folder = home_folder(os.environ)
    if options.journal is not None:
        if os.path.lexists(options.journal) and not options.resume:
            message = f"{options.journal!a}: found a file of that name; expected a new one"
            raise JournalExists(message)
        path = options.journal
        place = os.path.dirname(os.path.dirname(os.path.abspath(path)))
        seal = seal_of_home(folder) if place == folder else SEAL_NOTHING
        return Recorder(writer, time.time, lambda _: path, game_kind, *names, seal_line=seal)
    if folder is None:
        return Recorder(writer, time.time, _no_home_folder, game_kind, *names)
    finish_killed_games(folder)
    recorder = Recorder(
        writer,
        time.time,
        partial(_journal_path, folder),
        game_kind,
        *names,
        claim_daily=partial(claim_daily_attempt, folder, writer.disk),
        seal_line=seal_of_home(folder),
    )
    recorder.notices.extend([HOME_RESTRICTED] * restrict_home(writer.disk, folder))
    return recorder


def finish_killed_games(home: str) -> None:
    """Write the last line of games in a home folder that are over without it."""
    with suppress(OSError):  # whoever needs the folder says that it cannot be read
        finish_games(home, WriterContext(Disk(), _process_label()), seal_of_home(home))


def seal_of_home(home: str | None) -> SealLine:
    """Return what seals the last lines of journals in a home folder."""
    return SEAL_NOTHING if home is None else partial(seal_end_line, home, Disk())


def _process_label() -> str:
    return f"process {os.getpid()} since {format_timestamp(time.time())}"


def _no_home_folder(_header: Header) -> str:
    raise FileNotFoundError(errno.ENOENT, NO_HOME_FOLDER)


def _journal_path(folder: str, header: Header) -> str:
    when = header.started_at.translate(str.maketrans("", "", "-:Z")).replace("T", "-")
    race = re.sub("[^a-z]", "", header.race.lower()) or "race"
    name = f"{when}-{race}-{header.seed}{JOURNAL_SUFFIX}"
    return os.path.join(folder, FINISHED_FOLDER, name)


def resume_game(options: PlayOptions, recorder: Recorder) -> Session:
    """Resume the game of the named journal, or the last played game that can be resumed.

    Games that cannot be resumed become notices. Raises `CannotResume`.
    """
    if options.journal is not None:
        return _resume_journal(recorder, options.journal)
    troubles, folder = list[str](), home_folder(os.environ)
    try:
        journals = [] if folder is None else unfinished_journals_by_time(folder)
    except OSError as error:
        raise CannotResume(describe_error(error)) from error
    for path, _ in journals:
        try:
            session = _resume_journal(recorder, path)
        except CannotResume as error:
            troubles += [str(error)] * (not isinstance(error.__cause__, GameFinished))
        else:
            recorder.notices.extend(map(skipped_game_message, troubles))
            return session
    raise CannotResume("; ".join([NOTHING_TO_CONTINUE, *map(skipped_game_message, troubles)]))


def find_resume_offers(options: PlayOptions, recorder: Recorder) -> tuple[ResumeOffer, ...]:
    """Return the games that can be resumed, unless the options say which; raise `OSError`."""
    if _is_new_game_chosen(options):
        return ()
    folder = home_folder(os.environ)
    games = [] if folder is None else load_saved_games(folder)
    return tuple(
        [
            _create_resume_offer(game, game.journal, recorder)
            for game in games
            if game.journal is not None
        ]
    )


def has_unlisted_games(options: PlayOptions) -> bool:
    """Return True if there are saved games that are not offered, because the options choose a game.

    With `--new` the player does not want them, so return False.
    """
    folder = home_folder(os.environ)
    return (
        _is_new_game_chosen(options)
        and not options.new
        and folder is not None
        and bool(unfinished_journals_by_time(folder))
    )


def _is_new_game_chosen(options: PlayOptions) -> bool:
    chosen = options.new or options.journal is not None or options.practice
    return chosen or options.seed is not None or options.floor is not None


def _create_resume_offer(
    game: SavedGame, journal: StoredJournal, recorder: Recorder
) -> ResumeOffer:
    look, resume = partial(_last_frame, journal), partial(_resume_journal, recorder, game.path)
    return ResumeOffer(game.description, look, resume, is_playable=not game.problem)


def _last_frame(journal: StoredJournal) -> list[str]:
    try:
        record = journal.record
        with blaming_expansions():
            session = resume_session(record, rules_of_header(record.header))
            session.use_voice(SpokenVoice(session.rules))
            return session.page_text().splitlines()
    except (ReplayDiverged, RulesMismatch, LayoutError) as error:
        return [str(error)]


def _resume_journal(recorder: Recorder, path: str) -> Session:
    try:
        return recorder.resume(path)
    except JournalError as error:
        raise CannotResume(str(error)) from error
    except OSError as error:
        message = f"{printable_name(path)}: {error.strerror or error}"
        raise CannotResume(message) from error
    except (ReplayDiverged, RulesMismatch, LayoutError) as error:
        message = f"{printable_name(path)}: {error}"
        raise CannotResume(message) from error
