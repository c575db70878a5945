"""Recorded games: a session with its recorder, and what is kept of it once it has ended."""

import errno
import os
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from attrs import evolve, field

from cc3k.cli.options import PlayOptions, layout_name, layout_path
from cc3k.cli.race_screen_offers import (
    GameStarter,
    create_starter,
    find_resume_offers,
    make_switches,
    resume_game,
    resume_journal,
    telling_why_not,
)
from cc3k.engine.hero import Race
from cc3k.engine.values import frozen
from cc3k.play.messages import NO_HOME_FOLDER, games_unknown_message
from cc3k.play.session import Session
from cc3k.play.start_offers import CannotResume, ExpansionSwitches, RaceScreenNews, ResumeOffer
from cc3k.saves.disk import check_writable, restrict_home
from cc3k.saves.index import find_results
from cc3k.saves.journal_reader import (
    JOURNAL_SUFFIX,
    command_of_header,
    journal_name,
    read_stored_journal,
    resume_stored,
)
from cc3k.saves.journal_writer import GameEnded, SaveContext, home_of
from cc3k.saves.open_files import describe_error, file_error_reason
from cc3k.saves.paths import GAMES_FOLDER, PICTURES_FOLDER, home_folder
from cc3k.saves.record import DAILY, ORDINARY, PRACTICE, Header
from cc3k.saves.recorder import Recorder, close_killed_games
from cc3k.saves.results import GameResult

if TYPE_CHECKING:
    from cc3k.saves.end_report import PastGames
    from cc3k.ui.settings import ScreenSettings


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
    starter = create_starter(options, recorder)
    if game_kind == DAILY and options.floor is None:
        session = starter.begin(options.rules)
    else:
        session = resume_game(options, recorder) if options.resume else new_session()
    session.keeper = recorder
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
        session = resume_journal(recorder, path)
    except CannotResume as error:
        if not isinstance(error.__cause__, GameEnded):
            raise
        with telling_why_not(path):
            found = read_stored_journal(path)
            session = resume_stored(found)
        session.keeper, recorder.ended_game = recorder, (path, found.record.header)
    return _create_setup(options, session, recorder, create_starter(options, recorder))


def _create_setup(
    options: PlayOptions, session: Session, recorder: Recorder, starter: GameStarter
) -> GameSetup:
    switches = make_switches(options, starter.prepare)
    return GameSetup(session, recorder, news=starter.news(), switches=switches)


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
        close_killed_games(kept_in)
    recorder = Recorder(
        SaveContext(fsync=options.fsync),
        time.time,
        partial(_journal_path, folder, options.journal),
        PRACTICE if options.practice else game_kind,
        layout_name(floor),
        layout_path(floor),
        home=folder,
    )
    if kept_in is not None and restrict_home(recorder.context.disk, kept_in):
        recorder.notices.append(
            "Others could write to the folder of your games; from now on only you can (0700)."
        )
    return recorder


def _journal_path(folder: str | None, named: str | None, header: Header) -> str:
    if named is not None:
        return named
    if folder is None:
        raise FileNotFoundError(errno.ENOENT, NO_HOME_FOLDER)
    return os.path.join(folder, GAMES_FOLDER, journal_name(header))


def load_past_games(
    recorder: Recorder | None, settings: "ScreenSettings", race: str
) -> "PastGames":
    """Return the scores of a race, and the game that has just ended, for its end report."""
    from cc3k.saves.end_report import KeptGame, PastGames

    home, results, kept = home_folder(os.environ), list[GameResult](), None
    if home is None:
        return PastGames()
    ended = None if recorder is None else recorder.ended_game
    if ended is not None and home_of(ended[0]) == home:
        path, header = ended
        name = os.path.basename(path).removesuffix(JOURNAL_SUFFIX)

        def draw_board() -> str:
            # Imported here for a fast start: only a key after the end of a game asks for it.
            from cc3k.export.films import draw_last_board

            picture = os.path.join(home, PICTURES_FOLDER, f"{name}.svg")
            return draw_last_board(path, picture, settings)

        page = f"cc3k games --page {name}"
        kept = KeptGame(name, command_of_header(header), page, draw_board)
    with suppress(OSError):
        results = find_results(home, race=race).scored
    return PastGames(kept, results)
