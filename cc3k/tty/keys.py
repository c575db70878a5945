"""Which key was pressed: the bytes of a keyboard read by the grammar that terminals share.

Sequences are recognised by their form (ECMA-48), not by a list, so that one nobody has heard of,
a late answer to a question or a paste is swallowed whole and never leaks as ordinary keys.
"""

import codecs
from enum import Enum, auto

ESCAPE, BELL, UNREADABLE = "\x1b", "\x07", "\ufffd"
SHIFT, LOCKS = 1, 64 | 128
"""Bits of what is held: Shift, and the locks of capitals and of digits, which change no key."""

PASTE_BEGIN, PASTE_END = "200", f"{ESCAPE}[201~"
LONGEST_PARAMETERS = 16
"""Characters of a sequence that are kept; no key has as many."""

NAMES = {"\r": "enter", "\n": "enter", "\t": "tab", "\x7f": "backspace", "\x08": "backspace"}
CONTROLS = {"\x04": "ctrl-d", "\x0c": "ctrl-l"}

LETTERED = {
    "A": "up",
    "B": "down",
    "C": "right",
    "D": "left",
    "E": "center",
    "F": "end",
    "H": "home",
}
"""The keys of control sequences by their last letter; what is held comes after a `1;`."""

SHIFTED = {"a": "up", "b": "down", "c": "right", "d": "left"}
"""The arrows of rxvt with Shift."""

NUMBERED = {
    "1": "home",
    "2": "insert",
    "3": "delete",
    "4": "end",
    "5": "page up",
    "6": "page down",
    "7": "home",
    "8": "end",
}
KEYPAD = {"M": "enter", **{chr(ord("p") + digit): str(digit) for digit in range(10)}}
"""The keypad in application mode."""

LONGER = {"[": 1, "M": 3}
"""Control sequences that go on after their end, by so many characters: a function key of the
Linux console, and a report of an old mouse."""

BUTTONS = {"0": "click", "2": "point"}
"""Buttons of a mouse, by their numbers in a report: the left and the right one."""

UNKNOWN = ""
"""A key that has no name here; it does nothing."""


class _State(Enum):
    GROUND = auto()
    ESCAPED = auto()
    CHARSET = auto()
    CONTROL = auto()
    SINGLE = auto()
    COUNTED = auto()
    STRING = auto()
    PASTE = auto()


BEGINNINGS = {
    "[": _State.CONTROL,
    "O": _State.SINGLE,
    **dict.fromkeys("PX]^_", _State.STRING),
    **dict.fromkeys(map(chr, range(0x20, 0x30)), _State.CHARSET),
}
"""What begins with the character after an Escape; with any other, the two are an Alt key."""

SILENCE = {
    _State.ESCAPED: 0.2,
    _State.CHARSET: 0.2,
    _State.SINGLE: 0.5,
    _State.COUNTED: 0.5,
    _State.CONTROL: 1.0,
    _State.STRING: 0.5,
    _State.PASTE: 5.0,
}
"""Seconds of silence after which an unfinished sequence was none: a slow line needs some time."""


def _click(parameters: str) -> str:
    """Return a press of the left or the right button, with its column and row from 0."""
    button, *place = parameters.removeprefix("<").split(";")
    if button not in BUTTONS or len(place) != len(("column", "row")):
        return UNKNOWN
    if not all(number.isdecimal() and number != "0" for number in place):
        return UNKNOWN
    return " ".join([BUTTONS[button], *[str(int(number) - 1) for number in place]])


def _held(name: str, modifier: str) -> str:
    """Return a key with what is held, a number of 1 and its bits; only Shift makes another key."""
    if not modifier:
        return name
    held = (int(modifier) - 1) & ~LOCKS if modifier.isdecimal() else ~LOCKS
    if name and held == SHIFT:
        return f"shift-{name}"
    return UNKNOWN if held else name


class Keyboard:
    """Turns bytes into the names of keys; a printable character is its own name."""

    def __init__(self) -> None:
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self._state = _State.GROUND
        self._seen = ""
        self._left = 0

    @property
    def patience(self) -> float | None:
        """Seconds to wait for more before `give_up`; None when nothing is unfinished."""
        return SILENCE.get(self._state)

    def feed(self, data: bytes) -> list[str]:
        """Return the keys that are complete with these bytes."""
        keys = [self._take(character) for character in self._decode(data)]
        return [key for key in keys if key != UNKNOWN]

    def give_up(self) -> list[str]:
        """Return what an unfinished sequence was after all: a lone Escape, or nothing."""
        alone = self._state is _State.ESCAPED
        self._become(_State.GROUND)
        return ["escape"] if alone else []

    def _take(self, character: str) -> str:
        """Return the key that is complete with a character; an Escape always begins anew."""
        if character == ESCAPE and self._state is not _State.PASTE:
            alone = self._state is _State.ESCAPED
            self._become(_State.ESCAPED)
            return "escape" if alone else UNKNOWN
        match self._state:
            case _State.GROUND:
                return self._ground(character)
            case _State.ESCAPED:
                self._become(BEGINNINGS.get(character, _State.GROUND))
            case _State.CHARSET:
                self._charset(character)
            case _State.CONTROL:
                return self._control(character)
            case _State.SINGLE:
                return self._single(character)
            case _State.COUNTED:
                self._counted()
            case _State.STRING:
                self._string(character)
            case _State.PASTE:
                self._paste(character)
        return UNKNOWN

    def _become(self, state: _State) -> None:
        self._state, self._seen = state, ""

    def _ground(self, character: str) -> str:
        if "\x80" <= character <= "\x9f":  # an Escape and a letter, in one
            self._become(BEGINNINGS.get(chr(ord(character) - 0x40), _State.GROUND))
        elif character.isprintable() and character != UNREADABLE:
            return character
        return NAMES.get(character) or CONTROLS.get(character, UNKNOWN)

    def _charset(self, character: str) -> None:
        """Skip the choice of a character set; no key makes one."""
        if not " " <= character <= "/":
            self._become(_State.GROUND)

    def _control(self, character: str) -> str:
        if "@" <= character <= "~":
            return self._finish(character, self._seen)
        if " " <= character <= "?":
            self._seen = (self._seen + character)[:LONGEST_PARAMETERS]
        else:
            self._become(_State.GROUND)
        return UNKNOWN

    def _finish(self, final: str, parameters: str) -> str:
        """Return the key of a control sequence that is complete."""
        self._become(_State.GROUND)
        first, _, modifier = parameters.partition(";")
        if final == "~":
            if parameters == PASTE_BEGIN:
                self._become(_State.PASTE)
            return _held(NUMBERED.get(first, UNKNOWN), modifier)
        if final == "M" and parameters.startswith("<"):
            return _click(parameters)
        if parameters:
            with_modifier = first == "1" and modifier
            return _held(LETTERED.get(final, UNKNOWN), modifier) if with_modifier else UNKNOWN
        if final in SHIFTED:
            return f"shift-{SHIFTED[final]}"
        if final in LONGER:
            self._become(_State.COUNTED)
            self._left = LONGER[final]
        return LETTERED.get(final, UNKNOWN)

    def _single(self, character: str) -> str:
        """Take what follows ESC O: a key, or a number that stands for Ctrl or Shift with one."""
        if character.isdecimal():
            self._seen = character
            return UNKNOWN
        modified = self._seen
        self._become(_State.GROUND)
        return UNKNOWN if modified else LETTERED.get(character) or KEYPAD.get(character, UNKNOWN)

    def _counted(self) -> None:
        self._left -= 1
        if not self._left:
            self._become(_State.GROUND)

    def _string(self, character: str) -> None:
        """Skip the answer to a question, up to its BEL; its ST begins with an Escape."""
        if character == BELL:
            self._become(_State.GROUND)

    def _paste(self, character: str) -> None:
        self._seen = (self._seen + character)[-len(PASTE_END) :]
        if self._seen == PASTE_END:
            self._become(_State.GROUND)
