"""Which key was pressed: the bytes of a keyboard read by the grammar that terminals share.

Sequences are recognised by their form (ECMA-48), not by a list, so that one nobody has heard of,
a late answer to a question or a paste is swallowed whole and never leaks as ordinary keys.
"""

import codecs
from enum import Enum, auto

ESCAPE = "\x1b"
PASTE_END = f"{ESCAPE}[201~"
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

UNKNOWN = ""
"""A key that has no name here; it does nothing."""


class _State(Enum):
    GROUND = auto()
    ESCAPED = auto()
    CONTROL = auto()
    SINGLE = auto()
    STRING = auto()
    PASTE = auto()


SILENCE = {
    _State.ESCAPED: 0.1,
    _State.SINGLE: 0.1,
    _State.CONTROL: 0.25,
    _State.STRING: 0.5,
    _State.PASTE: 2.0,
}
"""Seconds of silence after which an unfinished sequence was none: a slow line needs some time."""


class Keyboard:
    """Turns bytes into the names of keys; a printable character is its own name."""

    def __init__(self) -> None:
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self._state = _State.GROUND
        self._seen = ""
        self._skip = 0

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
        self._state, self._seen, self._skip = _State.GROUND, "", 0
        return ["escape"] if alone else []

    def _take(self, character: str) -> str:
        if self._skip:
            self._skip -= 1
            return UNKNOWN
        match self._state:
            case _State.GROUND:
                return self._ground(character)
            case _State.ESCAPED:
                return self._escaped(character)
            case _State.CONTROL:
                return self._control(character)
            case _State.SINGLE:
                self._state = _State.GROUND
                return LETTERED.get(character) or KEYPAD.get(character, UNKNOWN)
            case _State.STRING:
                self._string(character)
            case _State.PASTE:
                self._paste(character)
        return UNKNOWN

    def _ground(self, character: str) -> str:
        if character == ESCAPE:
            self._state = _State.ESCAPED
            return UNKNOWN
        if character.isprintable():
            return character
        return NAMES.get(character) or CONTROLS.get(character, UNKNOWN)

    def _escaped(self, character: str) -> str:
        """Take the character after an Escape; with any other, the two are an Alt key."""
        if character == ESCAPE:
            return "escape"
        states = {"[": _State.CONTROL, "O": _State.SINGLE}
        states.update(dict.fromkeys("PX]^_", _State.STRING))
        self._state, self._seen = states.get(character, _State.GROUND), ""
        return UNKNOWN

    def _control(self, character: str) -> str:
        if character == ESCAPE:
            self._state = _State.ESCAPED
        elif "@" <= character <= "~":
            return self._finish(character)
        elif " " <= character <= "?":
            self._seen = (self._seen + character)[:LONGEST_PARAMETERS]
        else:
            self._state = _State.GROUND
        return UNKNOWN

    def _finish(self, final: str) -> str:
        """Return the key of a control sequence that is complete."""
        self._state, parameters = _State.GROUND, self._seen
        if final == "~":
            if parameters == "200":
                self._state, self._seen = _State.PASTE, ""
            return NUMBERED.get(parameters, UNKNOWN)
        if not parameters and final in "[M":
            # A function key of the Linux console, and a report of an old mouse, go on.
            self._skip = 1 if final == "[" else 3
        return LETTERED.get(final, UNKNOWN) if not parameters else UNKNOWN

    def _string(self, character: str) -> None:
        """Skip the answer to a question, up to its BEL or ST."""
        if character == "\x07" or (self._seen == ESCAPE and character == "\\"):
            self._state = _State.GROUND
        self._seen = character

    def _paste(self, character: str) -> None:
        self._seen = (self._seen + character)[-len(PASTE_END) :]
        if self._seen == PASTE_END:
            self._state = _State.GROUND
