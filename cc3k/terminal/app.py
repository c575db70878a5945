"""Apps: programs on a screen, as a terminal or a web page runs them, and their mouse keys."""

from typing import Protocol

from cc3k.terminal.canvas import Canvas

MOUSE_BUTTONS = {"0": "click", "2": "point"}
"""Mouse buttons by their numbers in a report: the left and the right one."""

MOUSE_KEYS = tuple([f"{button} " for button in MOUSE_BUTTONS.values()])
"""How the names of mouse keys begin: a place comes after."""

WHEEL_KEYS = {"64": "scroll up", "65": "scroll down"}
"""The ways of the mouse wheel by their numbers in a report; where it points does not matter."""


class ScreenApp(Protocol):
    """A program on a screen: handles keys, may tick without any, and can be drawn."""

    @property
    def is_ended(self) -> bool:
        """Return True if the program is done with the screen."""
        ...

    @property
    def tick_seconds(self) -> float | None:
        """Seconds until the next tick without a key; None if it waits for one."""
        ...

    @property
    def exit_message(self) -> str:
        """Text that is left on the terminal after exit."""
        ...

    @property
    def title(self) -> str: ...

    def draw(self) -> Canvas:
        """Return the screen to show now."""
        ...

    def press_keys(self, keys: list[str]) -> bool:
        """Handle keys that came together; return True if everything must be repainted."""
        ...

    def report_paste(self, key_count: int) -> None:
        """Show that a paste of that many keys was ignored."""
        ...

    def after_drawing(self) -> bool:
        """Note that the last drawing is shown; return True to drop the keys typed before that."""
        return False

    @property
    def may_hang(self) -> bool:
        """Return True if the next tick may take forever, and may be interrupted."""
        return False

    def tick(self) -> None:
        """Do the next step that needs no key."""
        ...

    def stop_ticking(self) -> None:
        """Stop whatever continues without a key."""
        return

    def resize(self, columns: int, rows: int) -> None:
        """Continue on a screen of another size."""
        ...
