"""Screen settings: colours, glyphs, keys and effects; none of them changes the game."""

from collections.abc import Mapping

from attrs import field, frozen

from cc3k.play.interruptions import DEFAULT_HP_LIMIT, HpLimit
from cc3k.ui.rewording import Rewording

PALETTE_NAMES = ("default", "deuteran", "mono")
GLYPH_SET_NAMES = ("ascii", "unicode")
KEYMAP_NAMES = ("words", "vi", "laptop")


@frozen
class ScreenSettings:
    """A player's screen settings, with their defaults.

    `bind` overrides the keymap for single keys. With `more`, long messages stop page by page; with
    `effects`, damage flashes; with `bell`, a heavy blow is heard; with `mouse`, the terminal
    reports clicks. Fights stop by themselves at `fight_until` HP. `command` is the command line
    that plays the same floors again. With `document`, used for files, the screen is just the
    document's frame, without a panel. `rewording` replaces text about keys where there are none.
    """

    palette: str = PALETTE_NAMES[0]
    glyphs: str = GLYPH_SET_NAMES[0]
    keys: str = KEYMAP_NAMES[0]
    bind: Mapping[str, str] = field(factory=dict)
    more: bool = True
    effects: bool = True
    bell: bool = False
    mouse: bool = True
    fight_until: HpLimit = DEFAULT_HP_LIMIT
    command: str = "cc3k"
    document: bool = False
    rewording: Rewording = field(factory=Rewording)


class ConfigError(Exception):
    """An invalid configuration file: `file:line: what was found; what was expected`.

    Defined here so that a run without such a file does not load the module that reads one.
    """
