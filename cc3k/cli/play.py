"""To play: the game that is asked for, on a screen or in lines, kept while it lasts (§6)."""

import os
import select
import shlex
import sys
from collections.abc import Sequence
from functools import partial

from cc3k.bots.bot import Mishap
from cc3k.cli.play_options import Wanted, parse
from cc3k.cli.script import run_script
from cc3k.content.layout.writer import LayoutError
from cc3k.content.roster import BASE
from cc3k.engine.board import Drawing
from cc3k.play.messages import CONTINUE
from cc3k.play.quoting import shown
from cc3k.play.session import Session
from cc3k.play.travel import Journey
from cc3k.record.record import ORDINARY
from cc3k.record.replay import JournalTaken, News, NoSuchBot, Sitting, Unresumable
from cc3k.tty.streams import FAILED, OK, USAGE, complain, is_terminal
from cc3k.ui.settings import ConfigError

SEED_BYTES = 4
"""Size of a seed drawn from the system: short enough to be typed again."""


def run(arguments: Sequence[str], kind: str = ORDINARY) -> int:
    """Play as the arguments say a game of that kind; return the exit code."""
    try:
        wanted = parse(arguments)
        on_terminal = not wanted.script and is_terminal()
        if on_terminal and wanted.picture is None:
            # Imported only where there is a choice: a pipe need not wait for it.
            from cc3k.cli.command import configure

            configure(wanted)
        sitting = _sitting(wanted, kind, on_terminal=on_terminal)
        journey = None if wanted.bot is None else _watched(wanted.bot, sitting.session)
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else USAGE
    except (ConfigError, LayoutError, JournalTaken, NoSuchBot, Unresumable) as error:
        complain(str(error))
        return USAGE
    except Mishap as mishap:
        return _told(wanted, mishap)
    if wanted.picture is not None:
        return _draw(wanted.picture, sitting.session, wanted)
    return _played(wanted, sitting, journey, on_terminal=on_terminal)


def _played(wanted: Wanted, sitting: Sitting, journey: Journey | None, *, on_terminal: bool) -> int:
    """Play, and tell what there is to tell afterwards; return the exit code."""
    if sys.stdout is None:
        complain("standard output is closed")
        return FAILED
    try:
        return _play(wanted, sitting, journey, on_terminal=on_terminal)
    except Mishap as mishap:
        return _told(wanted, mishap)
    finally:
        sitting.close()
        _complain_of(sitting.news)


def _complain_of(news: News) -> None:
    for text in news():
        complain(text)


def _play(wanted: Wanted, sitting: Sitting, journey: Journey | None, *, on_terminal: bool) -> int:
    if on_terminal and not wanted.plain:
        # Imported only when a screen may be opened: a pipe need not wait for it.
        from cc3k.cli.command import settings_of
        from cc3k.tty.screen import open_screen
        from cc3k.ui.console import Console
        from cc3k.ui.game_screen import run_terminal

        settings = settings_of(wanted)
        screen = open_screen(os.environ, settings.palette, mouse=settings.mouse)
        if screen is not None:
            console = Console(sitting.session, *screen.size, settings)
            console.reception.offers = sitting.offers
            console.journey = journey
            return run_terminal(console, screen, sitting.news, _going_on(wanted.journal))
    if journey is not None:
        # Imported only to be watched: other games need not wait for it.
        from cc3k.cli.watch_bot import run_watched

        run_watched(sitting.session, journey, sys.stdout)
    elif wanted.plain or on_terminal:
        # Imported only when it is to speak: other games need not wait for it.
        from cc3k.cli.plain import run_plain

        run_plain(sitting.session, _read_input, sys.stdout, sitting.offers, sitting.news)
    else:
        run_script(sitting.session, _read_input, sys.stdout, partial(_complain_of, sitting.news))
    return OK


def _going_on(journal: str | None) -> str:
    """Return the command that goes on with a game that is kept there."""
    return CONTINUE if journal is None else f"{CONTINUE} --journal {shown(shlex.quote(journal))}"


def _watched(name: str, session: Session) -> Journey:
    """Return the journey of the bot of that name through a session's game.

    Raises `NoSuchBot`, and `Mishap` for one that cannot be made.
    """
    # Imported only to be watched: other games need not wait for it.
    from cc3k.cli.bot_plugins import bot_named
    from cc3k.cli.watch_bot import begin_watched

    return begin_watched(session, bot_named(name))


def _told(wanted: Wanted, mishap: Mishap) -> int:
    """Tell what went wrong with the bot; return the exit code."""
    # Imported only to tell of one: other games need not wait for it.
    from cc3k.cli.bot_plugins import tell_mishap

    return tell_mishap(wanted.bot or "", mishap)


def _draw(path: str, session: Session, wanted: Wanted) -> int:
    """Write a picture of the session's first frame."""
    # Imported only when one is wanted: a game need not wait for it.
    from cc3k.cli.command import settings_of, written
    from cc3k.export.svg import write_picture

    return written(path, lambda: write_picture(path, session, settings_of(wanted)))


def _read_input(size: int) -> bytes:
    if sys.stdin is None:
        return b""
    select.select([sys.stdin], [], [])  # the other side may have made it non-blocking
    return os.read(sys.stdin.fileno(), size)


def _sitting(wanted: Wanted, kind: str, *, on_terminal: bool) -> Sitting:
    """Return the session that is asked for, kept if it is on a terminal or is to be kept.

    What a bot plays is not the player's, and is kept by nobody.
    """
    unwatched = wanted.picture is None and wanted.bot is None
    if unwatched and (on_terminal or wanted.goes_on or wanted.journal is not None):
        # Imported only to keep a game: a pipe need not wait for it.
        from cc3k.cli.resume import sit_down

        return sit_down(wanted, kind, lambda: _session(wanted))
    session = _session(wanted)
    if wanted.race is not None:
        session.begin(wanted.race)
    return Sitting(session)


def _session(wanted: Wanted) -> Session:
    """Return a new session as it is asked for, before its first game."""
    seed = wanted.seed
    if seed is None:
        seed = int.from_bytes(os.urandom(SEED_BYTES), "little")
    return Session(BASE, seed, _drawings(wanted.floor), practice=wanted.practice)


def _drawings(floor: str | None) -> Sequence[Drawing]:
    """Return the drawings of a layout, if one is asked for; raise `LayoutError`."""
    if floor is None:
        return ()
    # Imported only for a layout: most games need not wait for what reads one.
    from cc3k.storage.files import load_layout

    layout = load_layout(floor, BASE)
    for warning in layout.warnings:
        complain(f"warning: {warning}")
    return layout.drawings
