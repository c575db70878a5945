"""Pages: the pagers that keys open: help, the message log, discoveries, the end of a game."""

from collections.abc import Mapping

from cc3k.engine.game import GameState
from cc3k.play.help import discoveries_page, end_of_game_page, help_page, message_log_page
from cc3k.play.message_log import MessageLog
from cc3k.play.messages import greeting_line, seed_line
from cc3k.play.session import Session
from cc3k.ui.console_commands import KeyPress, Mode
from cc3k.ui.keymap import bound_letters, format_compass, list_keys
from cc3k.ui.modes import SCROLL_TO_END, PagerMode
from cc3k.ui.palette import GLYPH_SETS


def message_log_of(session: Session) -> MessageLog:
    """Return the message log of a session's game, an empty one if it keeps none."""
    return session.message_log or MessageLog()


def message_log_pager(press: KeyPress) -> PagerMode:
    """Return the message log in a pager, scrolled to its end."""
    log = message_log_page(message_log_of(press.session))
    pager = PagerMode((_seed_line(press.session), *log))
    return pager.scrolled(SCROLL_TO_END, press.columns, press.rows)


def discoveries_pager(session: Session, game: GameState) -> PagerMode:
    """Return the discoveries in a pager: known potions, and enemies slain."""
    page = discoveries_page(game, message_log_of(session))
    return PagerMode((_seed_line(session), *page))


def summary_pager(press: KeyPress, game: GameState) -> PagerMode:
    """Return the summary of a game that is over."""
    session, command = press.session, press.settings.command
    log = message_log_of(session)
    page = end_of_game_page(game, log, session.seed, session.games_started, command)
    return PagerMode(tuple(page))


def help_pager(press: KeyPress, keymap: Mapping[str, str], covered_mode: Mode | None) -> PagerMode:
    """Return the help page for a keymap, over the mode that it covers."""
    glyphs = GLYPH_SETS[press.settings.glyphs]
    page = help_page(
        press.session.rules,
        list_keys(keymap),
        format_compass(keymap),
        bound_letters(keymap),
        glyphs,
    )
    lines = (greeting_line(press.session.seed), *page)
    return PagerMode(lines, covered_mode=covered_mode)


def _seed_line(session: Session) -> str:
    return seed_line(session.seed, session.games_started)
