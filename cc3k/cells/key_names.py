"""Names of keys: the names by which screen programs get keys, clicks and the wheel.

They are listed with what terminals call them; a printable character is its own name.
"""

KEY_NAMES = {"\r": "enter", "\n": "enter", "\t": "tab", "\x7f": "backspace", "\x08": "backspace"}
CONTROL_KEYS = {
    chr(ord(letter) - ord("a") + 1): f"ctrl-{letter}" for letter in "abdefgklnopqrstuvwxy"
}
"""Keys with Ctrl; the others are keys of their own (`h i j m`), or signals (`c z`)."""

LETTER_SEQUENCE_KEYS = {
    "A": "up",
    "B": "down",
    "C": "right",
    "D": "left",
    "E": "center",
    "F": "end",
    "H": "home",
}
"""Keys of control sequences by their final letter; modifiers come after a `1;`."""

NUMBER_SEQUENCE_KEYS = {
    "1": "home",
    "2": "insert",
    "3": "delete",
    "4": "end",
    "5": "page up",
    "6": "page down",
    "7": "home",
    "8": "end",
}
NUMBER_FUNCTION_KEYS = {
    str(number): f"f{index}"
    for index, number in enumerate([*range(11, 16), *range(17, 22), 23, 24], start=1)
}
FUNCTION_KEYS = tuple(NUMBER_FUNCTION_KEYS.values())

MOUSE_BUTTONS = {"0": "click", "2": "point"}
"""Mouse buttons by their numbers in a report: the left and the right one."""

WHEEL_KEYS = {"64": "scroll up", "65": "scroll down"}
"""The ways of the mouse wheel by their numbers in a report; where it points does not matter."""
