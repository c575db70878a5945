"""Screen settings: colours, glyphs, keys and effects; none of them changes the game."""

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from attrs import field

from cc3k.engine.values import frozen
from cc3k.exit_codes import UserError
from cc3k.play.choices import DEFAULT_HP_LIMIT, HpLimit

if TYPE_CHECKING:
    from cc3k.ui.keymap import Keymap

Phrase = tuple[str, str]
"""A regular expression, and what stands in the place of all that it matches."""


@frozen
class Rewording:
    """Other words for keys; without any, everything is said as for a keyboard.

    `actions` are the names of key actions, and `keys` those of keys that have none, such as
    `[Fight]` for the button of that label. `named` are whole phrases of hints, by the name in
    their braces, and `phrases` are replaced wherever they stand. `help_lines` come first in the
    help, in place of the keys.
    """

    actions: Mapping[str, str] = field(factory=dict)
    keys: Mapping[str, str] = field(factory=dict)
    named: Mapping[str, str] = field(factory=dict)
    phrases: Sequence[Phrase] = ()
    help_lines: tuple[str, ...] = ()

    @property
    def is_by_touch(self) -> bool:
        return bool(self.keys)

    def of(self, text: str) -> str:
        for sought, said in self.phrases:
            text = re.sub(sought, said, text)
        return text

    def of_hints(self, phrases: Mapping[str, str]) -> dict[str, str]:
        return {**phrases, **self.actions, **self.named}


PALETTE_NAMES = ("default", "deuteran", "mono")
GLYPH_SET_NAMES = ("ascii", "unicode")
KEYMAP_NAMES = ("words", "vi", "laptop")


@frozen
class ScreenSettings:
    """A player's screen settings, with their defaults.

    `bind` overrides the keymap for single keys. With `more`, long messages stop page by page; with
    `effects`, damage flashes; with `bell`, a heavy blow is heard; with `mouse`, the terminal
    reports clicks. Fights stop by themselves at `fight_until` HP. With `document`, used for files,
    the screen is just the document's frame, without a panel. `rewording` replaces text about keys
    where there are none.
    """

    palette: str = PALETTE_NAMES[0]
    glyphs: str = GLYPH_SET_NAMES[0]
    keys: str = KEYMAP_NAMES[0]
    bind: "Keymap" = field(factory=dict)
    more: bool = True
    effects: bool = True
    bell: bool = False
    mouse: bool = True
    fight_until: HpLimit = DEFAULT_HP_LIMIT
    document: bool = False
    rewording: Rewording = field(factory=Rewording)


class ConfigError(UserError):
    """An invalid configuration file: `file:line: what was found; what was expected`.

    Defined here so that a run without such a file does not load the module that reads one.
    """
