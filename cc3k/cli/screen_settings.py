"""Screen settings: what the options and the configuration file say of a screen, and its opening."""

import os
from argparse import Namespace
from collections.abc import Mapping
from typing import TYPE_CHECKING

from attrs import evolve, fields

from cc3k.cli.streams import can_show_unicode
from cc3k.play.quoting import escape_text

if TYPE_CHECKING:
    from cc3k.terminal.screen import Screen
    from cc3k.ui.settings import ScreenSettings


def apply_config(options: Namespace) -> None:
    """Fill options that are not given from the configuration file; raise `ConfigError`."""
    from cc3k.saves.paths import config_path

    if config_path(os.environ) is None:
        return
    from cc3k.cli.config import read_config

    for name, value in read_config(os.environ).items():
        if getattr(options, name, value) is None:
            setattr(options, name, value)


NO_UNICODE_NOTICE = "Your locale has no line-drawing characters: the board is drawn in ASCII."


def screen_settings_for_terminal(
    options: Namespace, environ: Mapping[str, str]
) -> tuple["ScreenSettings", str]:
    from cc3k.ui.settings import GLYPH_SET_NAMES

    settings = screen_settings_from_options(options)
    if settings.glyphs == GLYPH_SET_NAMES[0] or can_show_unicode(environ):
        return settings, ""
    return evolve(settings, glyphs=GLYPH_SET_NAMES[0]), NO_UNICODE_NOTICE


def screen_settings_from_options(options: Namespace) -> "ScreenSettings":
    from cc3k.ui.settings import ScreenSettings

    values = {each.name: getattr(options, each.name, None) for each in fields(ScreenSettings)}
    chosen = {name: value for name, value in values.items() if value is not None}
    floor = getattr(options, "floor", None)
    if floor is None:
        return ScreenSettings(**{"command": "cc3k", **chosen})
    from shlex import quote

    return ScreenSettings(**{"command": f"cc3k --floor {escape_text(quote(floor))}", **chosen})


def open_game_screen(settings: "ScreenSettings", *, mouse: bool) -> "Screen | None":
    """Return the terminal's screen in the palette of the settings; None if it only prints lines."""
    from functools import partial

    from cc3k.terminal.screen import open_screen
    from cc3k.ui.palette import styles_by_letter

    return open_screen(os.environ, partial(styles_by_letter, settings.palette), mouse=mouse)
