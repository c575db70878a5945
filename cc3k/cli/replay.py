"""`cc3k replay`: a game that is kept, watched, told again, checked or made a film of."""

import os
import sys
from collections.abc import Callable, Sequence

from cc3k.cli.command import configure, obey, say, settings_of
from cc3k.cli.plain import retell_in_pages, retell_in_sentences
from cc3k.cli.replay_options import Wanted, parser
from cc3k.content.layout.writer import LayoutError
from cc3k.content.roster import BASE
from cc3k.play.quoting import shown
from cc3k.record.journal import JournalError
from cc3k.record.playback import Playback
from cc3k.record.record import Record
from cc3k.record.replay import Diverged, OtherRules, verify
from cc3k.storage.files import UnreadableError
from cc3k.storage.lookup import STANDARD_INPUT, shelved
from cc3k.storage.paths import home
from cc3k.tty.streams import (
    DAMAGED,
    DIVERGED,
    OK,
    OTHER_RULES,
    USAGE,
    complain,
    is_terminal,
)
from cc3k.ui.settings import ConfigError


def run(arguments: Sequence[str]) -> int:
    """Replay the game that the arguments name; return the exit code."""
    return obey(parser(), arguments, Wanted(), _replay)


def _replay(wanted: Wanted) -> int:
    """Show what a journal holds; where it is damaged, say so and show what is whole."""
    if wanted.turn is not None and wanted.svg is None:
        complain("--turn: found no --svg; expected one, for a picture of that turn")
        return USAGE
    name = shown(wanted.file)
    try:
        journal = shelved(wanted.file, home(os.environ))
    except UnreadableError as error:
        complain(f"{name}: {error}")
        return USAGE
    except JournalError as error:
        complain(str(error))
        if error.intact is not None and not wanted.verify:
            complain(f"{name}: {len(error.intact.steps)} commands before that are whole")
            _show(error.intact, wanted)
        return DAMAGED
    if journal.torn:
        complain(f"{name}: the last line was cut off and is left out")
    return _show(journal.record, wanted)


def _show(record: Record, wanted: Wanted) -> int:
    """Do with a record what is asked for; say where it is not the game it was."""
    name = shown(wanted.file)
    try:
        return _mode(wanted)(record, wanted)
    except ConfigError as error:
        complain(str(error))
        return USAGE
    except OtherRules as error:
        complain(f"{name}: found {error}")
        return OTHER_RULES
    except LayoutError as error:
        complain(f"{name}: {error}")
        return DAMAGED
    except Diverged as error:
        sys.stdout.flush()
        complain(f"{name}: {error}")
        return DIVERGED


def _mode(wanted: Wanted) -> Callable[[Record, Wanted], int]:
    if wanted.verify:
        return _verify
    if wanted.cast is not None or wanted.svg is not None:
        return _film
    if wanted.script or wanted.file == STANDARD_INPUT or not is_terminal():
        return _retell
    configure(wanted)
    return _retell if wanted.plain else _watch


def _verify(record: Record, wanted: Wanted) -> int:
    verify(record, BASE)
    say(f"{shown(wanted.file)}: the same in all of {len(record.steps)} commands\n")
    return OK


def _retell(record: Record, wanted: Wanted) -> int:
    retell = retell_in_sentences if wanted.plain else retell_in_pages
    retell(record, BASE, sys.stdout)
    return OK


def _film(record: Record, wanted: Wanted) -> int:
    """Write the film or the picture that is asked for, of a game as far as it goes its way."""
    # Imported only where one is wanted: to tell a game again need not wait for it.
    from cc3k.cli.replay_options import film

    playback = Playback.of(record, BASE)
    return film(playback, wanted, settings_of(wanted)) or _parted(playback, wanted)


def _watch(record: Record, wanted: Wanted) -> int:
    """Show a game in the terminal, or tell it where there is only room for lines."""
    # Imported only when a screen may be opened: what goes through a pipe need not wait for it.
    from cc3k.tty.screen import open_screen
    from cc3k.ui.replay_screen import watch

    settings = settings_of(wanted)
    playback = Playback.of(record, BASE)
    screen = open_screen(os.environ, settings.palette, mouse=False)
    if screen is None:
        return _retell(record, wanted)
    return watch(playback, screen, settings, wanted.speed) or _parted(playback, wanted)


def _parted(playback: Playback, wanted: Wanted) -> int:
    """Say where the game and its record part, if they do; return the exit code."""
    if playback.diverged is None:
        return OK
    complain(f"{shown(wanted.file)}: {playback.diverged}")
    return DIVERGED
