"""What `cc3k replay` writes of a game to be looked at elsewhere: a film, or a picture."""

from collections.abc import Iterable

from cc3k.cli.replay_options import Wanted
from cc3k.export.animation import TooLong, moving_picture
from cc3k.export.colours import inks
from cc3k.export.svg import svg
from cc3k.play.quoting import shown
from cc3k.record.playback import Playback
from cc3k.shell.cast import cast
from cc3k.shell.film import still, title_of
from cc3k.shell.whole import write_whole
from cc3k.tools.writing import written
from cc3k.tty.streams import USAGE, complain
from cc3k.ui.settings import Settings


def film(playback: Playback, wanted: Wanted, settings: Settings) -> int:
    """Write the file that is asked for, whole or not at all; return the exit code."""
    path = (wanted.svg if wanted.cast is None else wanted.cast) or ""
    try:
        return written(path, lambda: write_whole(path, _pieces(playback, wanted, settings)))
    except TooLong as error:
        name = shown(wanted.file)
        complain(f"{name}: found {error}; expected fewer, or --turn N for one of them")
        return USAGE


def _pieces(playback: Playback, wanted: Wanted, settings: Settings) -> Iterable[str]:
    """Return what is to be in the file."""
    if wanted.cast is not None:
        return cast(playback, settings, wanted.speed)
    if wanted.turn is None:
        return [moving_picture(playback, settings, wanted.speed)]
    playback.to_turn(wanted.turn)
    return [svg(still(playback, settings), inks(settings.palette), title_of(playback))]
