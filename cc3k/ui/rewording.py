"""Rewording: text about keys and command lines, replaced where there are none."""

import re
from collections.abc import Mapping, Sequence

from attrs import field, frozen

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

    def name_of_key(self, key: str, action: str, label: str) -> str:
        return self.actions.get(action) or self.keys.get(key) or label

    def of_hints(self, phrases: Mapping[str, str]) -> dict[str, str]:
        return {**phrases, **self.actions, **self.named}
