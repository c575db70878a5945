"""End of a game: finds the scores and the finished game's files for the end screen."""

import os
from contextlib import suppress

from cc3k.cli.recorded_games import GameSetup
from cc3k.play.quoting import printable_name
from cc3k.saves.disk import PRIVATE_FOLDER, atomic_write_text
from cc3k.saves.end_report import EndRecords, KeptGame
from cc3k.saves.index import find_results
from cc3k.saves.ledger import JournalError
from cc3k.saves.lookup import JOURNAL_SUFFIX, read_stored_journal, replay_command, rules_of_header
from cc3k.saves.open_files import reason_of
from cc3k.saves.paths import PICTURES_FOLDER, home_folder
from cc3k.saves.record import Header, Score
from cc3k.ui.settings import ScreenSettings


def load_end_records(setup: GameSetup, settings: ScreenSettings, race: str) -> EndRecords:
    home = home_folder(os.environ)
    if home is None:
        return EndRecords()
    path, header = setup.recorder.finished_game()
    kept = None if header is None else describe_kept_game(home, path, header, settings)
    scores = list[Score]()
    with suppress(OSError):
        scores = find_results(home, is_start=True, race=race).scores
    return EndRecords(kept, scores)


def describe_kept_game(
    home: str, path: str, header: Header, settings: ScreenSettings
) -> KeptGame | None:
    """Return the finished game of a journal in the home folder; None if it is not there."""
    if os.path.dirname(os.path.dirname(path)) != home:
        return None
    name = os.path.basename(path).removesuffix(JOURNAL_SUFFIX)
    picture = os.path.join(home, PICTURES_FOLDER, f"{name}.svg")
    return KeptGame(
        name,
        replay_command(header, name),
        f"cc3k games --page {name}",
        lambda: draw_last_board(path, picture, settings),
    )


def draw_last_board(journal: str, path: str, settings: ScreenSettings) -> str:
    """Draw the last board of a game into a file; return a sentence that says so, or why not."""
    from cc3k.export.films import render_current_frame, replay_title
    from cc3k.export.pictures import cell_styles, render_svg
    from cc3k.saves.playback import Playback

    try:
        record = read_stored_journal(journal).record
        playback = Playback.from_record(record, rules_of_header(record.header))
        playback.seek(playback.last_position)
        lines, styles = render_current_frame(playback, settings), cell_styles(settings.palette)
        os.makedirs(os.path.dirname(path), PRIVATE_FOLDER, exist_ok=True)
        atomic_write_text(path, [render_svg(lines, styles, replay_title(playback))])
    except (OSError, JournalError) as error:
        return f"{printable_name(path)}: {reason_of(error)}."
    return f"The last board is drawn: {printable_name(path)}"
