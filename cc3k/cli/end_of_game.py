"""End of a game: finds the scores and the finished game's files for the end screen."""

import os
from collections.abc import Sequence

from cc3k.play.quoting import printable_name
from cc3k.saves.disk import atomic_write_text
from cc3k.saves.end_report import EndOfGame, KeptGame
from cc3k.saves.journal import JournalError
from cc3k.saves.lookup import JOURNAL_SUFFIX, read_stored_journal, rules_of_header
from cc3k.saves.paths import FINISHED_FOLDER, MORGUE_FOLDER, SCORES_FILE, home_folder
from cc3k.saves.record import Record
from cc3k.saves.score import Score
from cc3k.saves.setup import GameSetup
from cc3k.ui.settings import ScreenSettings


def end_of_game(setup: GameSetup, settings: ScreenSettings) -> EndOfGame:
    home = home_folder(os.environ)
    if home is None:
        return EndOfGame()
    return EndOfGame(
        lambda: _load_scores(home),
        lambda: find_kept_game(home, setup.find_finished_journal(), settings),
    )


def find_kept_game(home: str, path: str, settings: ScreenSettings) -> KeptGame | None:
    if os.path.dirname(path) != os.path.join(home, FINISHED_FOLDER):
        return None
    try:
        record = read_stored_journal(path).record
    except (OSError, JournalError):
        return None
    # Imported only at the end of a game.
    from cc3k.saves.archive import replay_command

    name = os.path.basename(path).removesuffix(JOURNAL_SUFFIX)
    page = os.path.join(home, MORGUE_FOLDER, name)
    return KeptGame(
        name,
        replay_command(record.header, name),
        f"{page}.txt",
        lambda: draw_last_board(record, f"{page}.svg", settings),
    )


def draw_last_board(record: Record, path: str, settings: ScreenSettings) -> str:
    # Imported only for a picture: no game need wait for it.
    from cc3k.export.animation import render_current_frame, replay_title
    from cc3k.export.colours import cell_styles
    from cc3k.export.svg import render_svg
    from cc3k.saves.playback import Playback

    playback = Playback.from_record(record, rules_of_header(record.header))
    playback.seek(playback.last_position)
    lines, styles = render_current_frame(playback, settings), cell_styles(settings.palette)
    try:
        atomic_write_text(path, [render_svg(lines, styles, replay_title(playback))])
    except OSError as error:
        return f"{printable_name(path)}: {error.strerror or error}."
    return f"The last board is drawn: {printable_name(path)}"


def _load_scores(home: str) -> Sequence[Score]:
    # Imported only at the end of a game.
    from cc3k.saves.scores_file import read_scores

    try:
        return read_scores(os.path.join(home, SCORES_FILE)).scores
    except OSError:
        return ()
