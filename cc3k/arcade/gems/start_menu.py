"""Start menu of Modern Gems on a screen: a board, a policy, or a saved game."""

from collections.abc import Sequence

from cc3k.arcade.gems.board import BOARDS
from cc3k.arcade.gems.board_rows import Marks, board_rows, window_of
from cc3k.arcade.gems.policies import POLICIES
from cc3k.arcade.protocols import Row
from cc3k.arcade.rows import beside, plain

LIST_COLUMNS = 26
CHOSEN, OTHER = "> ", "  "
PERSON = "InteractivePlayer"
"""Who plays on a screen."""

HEADINGS = ("Board", "Removal policy")


class StartMenu:
    """Two lists side by side, of boards and of policies; the arrows choose in one of them."""

    def __init__(self) -> None:
        self._lists = ([*BOARDS], [*POLICIES])
        self._chosen = [0, 0]
        self._active = 0

    @property
    def board_name(self) -> str:
        """The board that is chosen."""
        return self._lists[0][self._chosen[0]]

    @property
    def policy_name(self) -> str:
        """The policy that is chosen."""
        return self._lists[1][self._chosen[1]]

    def place(self) -> tuple[int, ...]:
        """Return which list has the cursor, and what is chosen in each."""
        return (self._active, *self._chosen)

    def go_to(self, place: Sequence[int]) -> None:
        """Choose what was chosen when this place was returned, if there is that."""
        active, *chosen = place
        if all(0 <= at < len(each) for at, each in zip(chosen, self._lists, strict=True)):
            self._active, self._chosen = int(bool(active)), chosen

    def press(self, key: str) -> str | None:
        """Choose with a key; return what starts the game on Enter."""
        if key == "ENTER":
            return f"new {self.board_name} {self.policy_name} {PERSON}"
        if key in {"LEFT", "RIGHT", "TAB"}:
            self._active = 1 - self._active
        elif key in {"UP", "DOWN"}:
            count = len(self._lists[self._active])
            step = 1 if key == "DOWN" else -1
            self._chosen[self._active] = (self._chosen[self._active] + step) % count
        return None

    def click(self, row: int, column: int) -> str | None:
        """Choose what is clicked; return what starts the game if it was chosen already."""
        which = 0 if column < LIST_COLUMNS else 1
        at = row - 1
        if not 0 <= at < len(self._lists[which]):
            return None
        if (self._active, self._chosen[which]) == (which, at):
            return self.press("ENTER")
        self._active, self._chosen[which] = which, at
        return None

    def rows(self, columns: int, rows: int) -> list[Row]:
        """Return the two lists, what the policy does, and the board."""
        lists = beside(self._list_rows(0), self._list_rows(1), LIST_COLUMNS)
        above = [*lists, (), plain(f"{POLICIES[self.policy_name].description}."), ()]
        board = BOARDS[self.board_name]
        window = window_of(board, 0, columns, rows - len(above))
        return [*above, *board_rows(board, window, Marks())]

    def _list_rows(self, which: int) -> list[Row]:
        rows = [plain(HEADINGS[which], "heading")]
        for at, name in enumerate(self._lists[which]):
            is_chosen = at == self._chosen[which]
            role = "cursor" if is_chosen and which == self._active else ""
            rows.append(plain(f"{CHOSEN if is_chosen else OTHER}{name}", role))
        return rows
