"""Start menu of Modern Gems on a screen: a board, a policy, and who plays."""

import re
from collections.abc import Sequence

from cc3k.arcade.gems.board import BOARDS
from cc3k.arcade.gems.board_rows import Marks, board_rows, window_of
from cc3k.arcade.gems.game import GemGame
from cc3k.arcade.gems.players import PLAYERS
from cc3k.arcade.gems.policies import POLICIES
from cc3k.arcade.gems.program import RESUME, WATCH, word_of_game
from cc3k.arcade.protocols import Row
from cc3k.arcade.rows import beside, plain, wrapped

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

    @property
    def board_name(self) -> str:
        return self._lists[0][self._chosen[0]]

    @property
    def policy_name(self) -> str:
        return self._lists[1][self._chosen[1]]

    @property
    def player_name(self) -> str:
        return self._lists[2][self._chosen[2]]

    def place(self) -> tuple[int, ...]:
        return (self._active, *self._chosen)

    def go_to(self, place: Sequence[int]) -> None:
        active, *chosen = place
        if all(0 <= at < len(each) for at, each in zip(chosen, self._lists, strict=True)):
            self._active, self._chosen = active % len(self._lists), chosen

    def press(self, key: str) -> str | None:
        if key == "ENTER":
            names = self.board_name, self.policy_name, self.player_name
            if PLAYERS[names[2]].choose is None:
                return " ".join(["new", *names])
            return start_words(GemGame(BOARDS[names[0]], *names[1:]))
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
        told = wrapped(PLAYERS[self.player_name].description, LIST_COLUMNS)
        players = [*self._list_rows(2), (), *told]
        lists = beside(self._list_rows(1), players, LIST_COLUMNS)
        lists = beside(self._list_rows(0), lists, LIST_COLUMNS)
        above = [*lists, (), plain(f"{POLICIES[self.policy_name].description}."), ()]
        board = BOARDS[self.board_name]
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
