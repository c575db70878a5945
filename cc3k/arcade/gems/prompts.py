"""Prompts of Modern Gems on a screen: a file to load, a name to save under, a game to give up."""

from collections.abc import Callable, Sequence
from typing import Protocol

from cc3k.arcade.protocols import Row
from cc3k.arcade.rows import plain

SUFFIX = ".mg"


class GemsPrompt(Protocol):
    """Something that asks for keys until it is done."""

    is_done: bool
    is_typing: bool
    help_line: str

    def press(self, key: str) -> str | None: ...

    def rows(self, count: int) -> list[Row]: ...

    def question(self) -> str: ...


class FilePrompt:
    """A list of saved games. `load` returns the words that load one, or None if it has a flaw."""

    is_typing = False
    help_line = "Arrows choose, Enter loads, Esc goes back"

    def __init__(self, names: Sequence[str], load: Callable[[str], str | None]) -> None:
        self.is_done = False
        self._names, self._load = names, load
        self._at = 0

    def press(self, key: str) -> str | None:
        if key in {"UP", "DOWN"}:
            self._at = (self._at + (1 if key == "DOWN" else -1)) % len(self._names)
        elif key in {"ENTER", "ESC"}:
            self.is_done = True
        return self._load(self._names[self._at]) if key == "ENTER" else None

    def rows(self, count: int) -> list[Row]:
        shown = max(1, count - 1)
        first = max(0, min(self._at - shown // 2, len(self._names) - shown))
        return [
            plain("Saved games", "heading"),
            *[
                plain(f"> {name}", "cursor") if at == self._at else plain(f"  {name}")
                for at, name in [*enumerate(self._names)][first : first + shown]
            ],
        ]

    def question(self) -> str:
        return ""


class NamePrompt:
    """The name of a file to save in, as it is typed. `save` returns the words that say it is."""

    is_typing = True
    help_line = "Type a name, Enter saves, Esc goes back"

    def __init__(self, save: Callable[[str], str | None]) -> None:
        self.is_done = False
        self._name, self._save = "", save

    def press(self, key: str) -> str | None:
        if key == "BACKSPACE":
            self._name = self._name[:-1]
        elif key in {"ENTER", "ESC"}:
            self.is_done = True
        elif len(key) == 1 and key.isprintable() and not key.isspace():
            self._name += key
        if key != "ENTER" or not self._name:
            return None
        return self._save(f"{self._name.removesuffix(SUFFIX)}{SUFFIX}")

    def rows(self, _count: int) -> list[Row]:
        return []

    def question(self) -> str:
        return f"Save as (*{SUFFIX}): {self._name}_"


class GiveUpPrompt:
    """The question before a game is given up."""

    is_typing = False
    help_line = "y gives up, any other key goes on"

    def __init__(self) -> None:
        self.is_done = False

    def press(self, key: str) -> str | None:
        self.is_done = True
        return "quit" if key == "y" else None

    def rows(self, _count: int) -> list[Row]:
        return []

    def question(self) -> str:
        return "Give up this game?"
