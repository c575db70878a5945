"""Screen settings: colours, glyphs, keys and effects; none of them changes the game."""

from collections.abc import Mapping

from attrs import field, frozen

PALETTE_NAMES = ("default", "deuteran", "mono")
GLYPH_SET_NAMES = ("ascii", "unicode")
KEYMAP_NAMES = ("words", "vi", "laptop")


@frozen
class ScreenSettings:
    """A player's screen settings, with their defaults.

    `bind` gives single keys other acts than the keymap does. `more` lets long messages stop,
    `effects` lets damage flash, `mouse` lets the terminal report clicks. `command` is what starts
    the same floors again.
    """

    palette: str = PALETTE_NAMES[0]
    glyphs: str = GLYPH_SET_NAMES[0]
    keys: str = KEYMAP_NAMES[0]
    bind: Mapping[str, str] = field(factory=dict)
    more: bool = True
    effects: bool = True
    mouse: bool = True
    command: str = "cc3k"


class ConfigError(Exception):
    """An invalid configuration file: `file:line: what was found; what was expected`.

    It stands here so that a run which reads no such file need not load what reads them.
    """
