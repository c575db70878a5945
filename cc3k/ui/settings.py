"""What a player may choose about the screen and the keys; nothing of it changes the game."""

from collections.abc import Mapping

from attrs import field, frozen

PALETTES = ("default", "deuteran", "mono")
GLYPHS = ("ascii", "unicode")
KEYMAPS = ("words", "vi", "laptop")


@frozen
class Settings:
    """The choices, with what holds where nothing is chosen.

    `bind` gives single keys other acts than the keymap does. `more` lets long messages stop,
    `effects` lets damage flash, `mouse` lets the terminal report clicks. `command` is what starts
    the same floors again.
    """

    palette: str = PALETTES[0]
    glyphs: str = GLYPHS[0]
    keys: str = KEYMAPS[0]
    bind: Mapping[str, str] = field(factory=dict)
    more: bool = True
    effects: bool = True
    mouse: bool = True
    command: str = "cc3k"


class ConfigError(Exception):
    """A configuration file that cannot be gone by: `file:line: what was found; what was expected`.

    It stands here so that a run which reads no such file need not load what reads them.
    """
