"""Menus of Modern Gems on a screen: the start menu, and prompts for files, names and giving up."""

import re
from collections.abc import Callable, Sequence
from typing import Protocol

from cc3k.arcade.gems.board import BOARDS
from cc3k.arcade.gems.board_view import Marks, board_rows, window_of
from cc3k.arcade.gems.game import GemGame
from cc3k.arcade.gems.policies import PLAYERS, POLICIES
from cc3k.arcade.gems.program import RESUME, WATCH, word_of_game
from cc3k.arcade.protocols import Row, beside, plain, wrapped

SUFFIX = ".mg"


class GemsPrompt(Protocol):
    """Something that asks for keys until it is done."""

    is_done: bool = False
    is_typing: bool = False
    help_line: str

    def press(self, key: str) -> str | None: ...

    def rows(self, _count: int) -> list[Row]:
        return []

    def question(self) -> str:
        return ""


class FilePrompt(GemsPrompt):
    """A list of saved games. `load` returns the words that load one, or None if it has a flaw."""

    help_line = "Arrows choose, Enter loads, Esc goes back"

    def __init__(self, names: Sequence[str], load: Callable[[str], str | None]) -> None:
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


class NamePrompt(GemsPrompt):
    """The name of a file to save in, as it is typed. `save` returns the words that say it is."""

    is_typing = True
    help_line = "Type a name, Enter saves, Esc goes back"

    def __init__(self, save: Callable[[str], str | None]) -> None:
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

    def question(self) -> str:
        return f"Save as (*{SUFFIX}): {self._name}_"


class GiveUpPrompt(GemsPrompt):
    """The question before a game is given up."""

    help_line = "y gives up, any other key goes on"

    def press(self, key: str) -> str | None:
        self.is_done = True
        return "quit" if key == "y" else None

    def question(self) -> str:
        return "Give up this game?"


LIST_COLUMNS = 26
CHOSEN, OTHER = "> ", "  "
HEADINGS = ("Board", "Removal policy", "Who plays")
FIRST_CHOICES = ("large", "AdjacentRemovalPolicy", "InteractivePlayer")
"""What is chosen at first: a board on which a choice matters (G15)."""

CAPITAL = re.compile("(?=[A-Z])")


class StartMenu:
    """Three lists side by side, of boards, policies and players; the arrows choose in one."""

    def __init__(self) -> None:
        self._lists = ([*BOARDS], [*POLICIES], [*PLAYERS])
        self._titles = (
            [CAPITAL.sub(" ", name).lower() for name in BOARDS],
            [policy.title for policy in POLICIES.values()],
            [player.title for player in PLAYERS.values()],
        )
        self._chosen = [
            names.index(name) for names, name in zip(self._lists, FIRST_CHOICES, strict=True)
        ]
        self._active = 0

    def _names(self) -> list[str]:
        """Return the names of the chosen board, policy and player."""
        return [names[at] for names, at in zip(self._lists, self._chosen, strict=True)]

    def place(self) -> tuple[int, ...]:
        return (self._active, *self._chosen)

    def go_to(self, place: Sequence[int]) -> None:
        active, *chosen = place
        if all(0 <= at < len(each) for at, each in zip(chosen, self._lists, strict=True)):
            self._active, self._chosen = active % len(self._lists), chosen

    def press(self, key: str) -> str | None:
        if key == "ENTER":
            board, policy, player = self._names()
            if PLAYERS[player].choose is None:
                return f"new {board} {policy} {player}"
            return start_words(GemGame(BOARDS[board], policy, player))
        if key in {"LEFT", "RIGHT", "TAB"}:
            self._active = (self._active + (-1 if key == "LEFT" else 1)) % len(self._lists)
        elif key in {"UP", "DOWN"}:
            count = len(self._lists[self._active])
            step = 1 if key == "DOWN" else -1
            self._chosen[self._active] = (self._chosen[self._active] + step) % count
        return None

    def click(self, row: int, column: int) -> str | None:
        which = min(column // LIST_COLUMNS, len(self._lists) - 1)
        at = row - 1
        if not 0 <= at < len(self._lists[which]):
            return None
        if (self._active, self._chosen[which]) == (which, at):
            return self.press("ENTER")
        self._active, self._chosen[which] = which, at
        return None

    def rows(self, columns: int, rows: int) -> list[Row]:
        board_name, policy, player = self._names()
        told = wrapped(PLAYERS[player].description, LIST_COLUMNS)
        players = [*self._list_rows(2), (), *told]
        lists = beside(self._list_rows(1), players, LIST_COLUMNS)
        lists = beside(self._list_rows(0), lists, LIST_COLUMNS)
        above = [*lists, (), plain(f"{POLICIES[policy].description}."), ()]
        board = BOARDS[board_name]
        window = window_of(board, 0, columns, rows - len(above))
        return [*above, *board_rows(board, window, Marks())]

    def _list_rows(self, which: int) -> list[Row]:
        rows = [plain(HEADINGS[which], "heading")]
        for at, title in enumerate(self._titles[which]):
            is_chosen = at == self._chosen[which]
            role = "cursor" if is_chosen and which == self._active else ""
            rows.append(plain(f"{CHOSEN if is_chosen else OTHER}{title}", role))
        return rows


def start_words(game: GemGame) -> str:
    is_watched = PLAYERS[game.player_name].choose is not None
    return f"{WATCH if is_watched else RESUME} {word_of_game(game)}"
