"""Keys: the bytes from a terminal as names of keys, and the pastes among them.

Escape sequences are recognised by their form (ECMA-48), not from a list. So an unknown one, the
late reply to a query or a paste is skipped as a whole, and no part of it counts as a key.
"""

import codecs
import time
from collections import deque
from collections.abc import Callable
from enum import Enum

from attrs import field

from cc3k.engine.values import define
from cc3k.terminal.app import MOUSE_BUTTONS, WHEEL_KEYS

KEY_NAMES = {"\r": "enter", "\n": "enter", "\t": "tab", "\x7f": "backspace", "\x08": "backspace"}
CONTROL_KEYS = {chr(ord(key) - ord("a") + 1): f"ctrl-{key}" for key in "abdefgklnopqrstuvwxy"}
"""Keys with Ctrl; the others are keys of their own (`h i j m`), or signals (`c z`)."""

LETTER_SEQUENCE_KEYS = dict(
    zip("ABCDEFH", ("up", "down", "right", "left", "center", "end", "home"), strict=True)
)
"""Keys of control sequences by their final letter; modifiers come after a `1;`."""

_NUMBERED = ("home", "insert", "delete", "end", "page up", "page down", "home", "end")
NUMBER_SEQUENCE_KEYS = {str(number): name for number, name in enumerate(_NUMBERED, start=1)}
NUMBER_FUNCTION_KEYS = {
    str(number): f"f{index}"
    for index, number in enumerate([*range(11, 16), *range(17, 22), 23, 24], start=1)
}
FUNCTION_KEYS = tuple(NUMBER_FUNCTION_KEYS.values())

ESCAPE, BELL, REPLACEMENT_CHARACTER = "\x1b", "\x07", "\ufffd"
SHIFT_BIT, LOCK_BITS = 1, 64 | 128
"""Bits of a modifier: Shift, and the Caps and Num locks, which change no key."""

PASTE_BEGIN, PASTE_END = "200", f"{ESCAPE}[201~"
MAX_PARAMETERS = 16
"""Characters kept of a sequence's parameters; no key has as many."""

BACK_TAB = "Z"
RXVT_SHIFT_ARROWS = {"a": "up", "b": "down", "c": "right", "d": "left"}

SINGLE_FUNCTION_KEYS = {"P": "f1", "Q": "f2", "R": "f3", "S": "f4"}
CONSOLE_FUNCTION_KEYS = {"A": "f1", "B": "f2", "C": "f3", "D": "f4", "E": "f5"}
"""Function keys by the letter that ends them, on most terminals and on the Linux console."""

KEYPAD_KEYS = {"M": "enter", **{chr(ord("p") + digit): str(digit) for digit in range(10)}}
"""Keypad keys in application mode."""

OLD_MOUSE_REPORT, OLD_MOUSE_CHARACTERS = "M", 3
"""The final character of a mouse report in the old format, and how many come after it."""

UNKNOWN_KEY = ""
"""A key without a name; it does nothing."""


_DecoderState = Enum(
    "_DecoderState", "GROUND ESCAPED CHARSET CONTROL CONSOLE SINGLE COUNTED STRING PASTE"
)

SEQUENCE_STARTS = {
    "[": _DecoderState.CONTROL,
    "O": _DecoderState.SINGLE,
    **dict.fromkeys("PX]^_", _DecoderState.STRING),
    **dict.fromkeys(map(chr, range(0x20, 0x30)), _DecoderState.CHARSET),
}
"""The state after an Escape and this character; any other makes an Alt key."""

SEQUENCE_TIMEOUTS = {
    _DecoderState.ESCAPED: 0.05,
    _DecoderState.CHARSET: 0.2,
    _DecoderState.SINGLE: 0.5,
    _DecoderState.CONSOLE: 0.5,
    _DecoderState.COUNTED: 0.5,
    _DecoderState.CONTROL: 1.0,
    _DecoderState.STRING: 0.5,
    _DecoderState.PASTE: 5.0,
}
"""Seconds of silence that end an unfinished sequence: a slow line needs some time.

Terminals send the Escape of a sequence together with the next character, and people press another
key so soon after Escape that a longer wait would take it for one with Alt.
"""


def _parse_mouse_report(parameters: str) -> str:
    button, *position = parameters.removeprefix("<").split(";")
    if button not in {**MOUSE_BUTTONS, **WHEEL_KEYS} or len(position) != len(("column", "row")):
        return UNKNOWN_KEY
    if not all(number.isdecimal() and number != "0" for number in position):
        return UNKNOWN_KEY
    if button in WHEEL_KEYS:
        return WHEEL_KEYS[button]
    return " ".join([MOUSE_BUTTONS[button], *[str(int(number) - 1) for number in position]])


def _with_modifier(name: str, modifier: str) -> str:
    if not modifier:
        return name
    bits = (int(modifier) - 1) & ~LOCK_BITS if modifier.isdecimal() else ~LOCK_BITS
    if name and bits == SHIFT_BIT:
        return f"shift-{name}"
    return UNKNOWN_KEY if bits else name


class KeyDecoder:
    """Turns bytes into names of keys; a printable character is its own name."""

    def __init__(self) -> None:
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self._state = _DecoderState.GROUND
        self._buffer = ""
        self._remaining = 0
        self._pasted = 0

    @property
    def timeout(self) -> float | None:
        """Seconds to wait for more before `flush`; None when nothing is unfinished."""
        return SEQUENCE_TIMEOUTS.get(self._state)

    def feed(self, data: bytes) -> list[str]:
        keys = [self._feed_character(character) for character in self._decode(data)]
        return [key for key in keys if key != UNKNOWN_KEY]

    def flush(self) -> list[str]:
        """End an unfinished sequence, and return its keys: a lone Escape, or none."""
        alone = self._state is _DecoderState.ESCAPED
        self._enter_state(_DecoderState.GROUND)
        return ["escape"] if alone else []

    def take_pasted(self) -> int:
        """Return the number of characters of the pastes that are over, each paste once."""
        if self._state is _DecoderState.PASTE:
            return 0
        count, self._pasted = self._pasted, 0
        return count

    def _feed_character(self, character: str) -> str:
        if character == ESCAPE and self._state is not _DecoderState.PASTE:
            alone = self._state is _DecoderState.ESCAPED
            self._enter_state(_DecoderState.ESCAPED)
            return "escape" if alone else UNKNOWN_KEY
        match self._state:
            case _DecoderState.GROUND:
                return self._ground(character)
            case _DecoderState.ESCAPED:
                self._enter_state(SEQUENCE_STARTS.get(character, _DecoderState.GROUND))
            case _DecoderState.CONTROL:
                return self._control(character)
            case _DecoderState.CONSOLE:
                self._enter_state(_DecoderState.GROUND)
                return CONSOLE_FUNCTION_KEYS.get(character, UNKNOWN_KEY)
            case _DecoderState.SINGLE:
                return self._single(character)
            case _:
                self._skip(character)
        return UNKNOWN_KEY

    def _skip(self, character: str) -> None:
        """Skip the selection of a character set, a mouse report, a reply up to its BEL, or a paste.

        No key sends any of them. The other end of a reply, ST, begins with an Escape.
        """
        match self._state:
            case _DecoderState.CHARSET:
                is_over = not " " <= character <= "/"
            case _DecoderState.COUNTED:
                self._remaining -= 1
                is_over = not self._remaining
            case _DecoderState.STRING:
                is_over = character == BELL
            case _:
                self._buffer = (self._buffer + character)[-len(PASTE_END) :]
                is_over = self._buffer == PASTE_END
                self._pasted += 1 - len(PASTE_END) * is_over
        if is_over:
            self._enter_state(_DecoderState.GROUND)

    def _enter_state(self, state: _DecoderState) -> None:
        self._state, self._buffer = state, ""

    def _ground(self, character: str) -> str:
        if "\x80" <= character <= "\x9f":  # an Escape and a letter, in one
            self._enter_state(SEQUENCE_STARTS.get(chr(ord(character) - 0x40), _DecoderState.GROUND))
        elif character.isprintable() and character != REPLACEMENT_CHARACTER:
            return character
        return KEY_NAMES.get(character) or CONTROL_KEYS.get(character, UNKNOWN_KEY)

    def _control(self, character: str) -> str:
        if "@" <= character <= "~":
            return self._decode_sequence(character, self._buffer)
        if " " <= character <= "?":
            self._buffer = (self._buffer + character)[:MAX_PARAMETERS]
        else:
            self._enter_state(_DecoderState.GROUND)
        return UNKNOWN_KEY

    def _decode_sequence(self, final: str, parameters: str) -> str:
        self._enter_state(_DecoderState.GROUND)
        first, _, modifier = parameters.partition(";")
        if final == "~":
            if parameters == PASTE_BEGIN:
                self._enter_state(_DecoderState.PASTE)
            named = NUMBER_SEQUENCE_KEYS.get(first) or NUMBER_FUNCTION_KEYS.get(first)
            return _with_modifier(named or UNKNOWN_KEY, modifier)
        if final == "M" and parameters.startswith("<"):
            return _parse_mouse_report(parameters)
        if parameters:
            # F3 would look like a report of where the cursor is.
            names = {**LETTER_SEQUENCE_KEYS, **SINGLE_FUNCTION_KEYS, "R": UNKNOWN_KEY}
            name = names.get(final, UNKNOWN_KEY) if first == "1" and modifier else UNKNOWN_KEY
            return _with_modifier(name, modifier)
        if final in RXVT_SHIFT_ARROWS:
            return f"shift-{RXVT_SHIFT_ARROWS[final]}"
        if final == BACK_TAB:
            return "shift-tab"
        if final == "[":
            self._enter_state(_DecoderState.CONSOLE)
        if final == OLD_MOUSE_REPORT:
            self._enter_state(_DecoderState.COUNTED)
            self._remaining = OLD_MOUSE_CHARACTERS
        return LETTER_SEQUENCE_KEYS.get(final, UNKNOWN_KEY)

    def _single(self, character: str) -> str:
        if character.isdecimal():
            self._buffer = character
            return UNKNOWN_KEY
        named = {**LETTER_SEQUENCE_KEYS, **SINGLE_FUNCTION_KEYS, **KEYPAD_KEYS}
        key = UNKNOWN_KEY if self._buffer else named.get(character, UNKNOWN_KEY)
        self._enter_state(_DecoderState.GROUND)
        return key


PASTE_SECONDS = 0.05
MAX_TYPED_KEYS = 40
"""More keys than these within `PASTE_SECONDS` are a paste that the terminal did not mark."""

PROMPT_KEYS = 8
"""Keys within `PASTE_SECONDS` that are passed on at once; any further ones wait that long."""


@define(eq=False)
class PasteGuard:
    """Passes on typed keys, and drops floods of keys, by a clock in seconds.

    A few keys are passed on at once, so typing is never delayed. Further ones may start a paste and
    are held back until it is clear that they do not. A paste lasts until keys come as slowly as
    from a person, or from a key held down. `dropped_keys` counts the dropped keys that have not
    been reported.
    """

    clock: Callable[[], float] = time.monotonic
    dropped_keys: int = field(default=0, init=False)
    _arrivals: deque[tuple[float, int]] = field(factory=deque, init=False)
    _held: list[str] = field(factory=list, init=False)
    _is_pasting: bool = field(default=False, init=False)
    _settles_at: float | None = field(default=None, init=False)

    @property
    def timeout(self) -> float | None:
        """Seconds to wait for more before `settle`; None when nothing is held back or pasted."""
        return None if self._settles_at is None else max(0.0, self._settles_at - self.clock())

    def pass_on(self, keys: list[str]) -> list[str]:
        """Return the keys to press now, of those that have just come and those held back."""
        now = self.clock()
        due = [] if self._settles_at is None or now < self._settles_at else self.settle()
        self._arrivals.append((now, len(keys)))
        while self._arrivals[0][0] <= now - PASTE_SECONDS:
            self._arrivals.popleft()
        recent = sum([count for _, count in self._arrivals])
        if self._is_pasting and recent <= PROMPT_KEYS:
            due += self.settle()
        if self._is_pasting or recent > MAX_TYPED_KEYS:
            # They are dropped, with those held back, which began the paste.
            self._is_pasting, self._settles_at = True, now + PASTE_SECONDS
            self.dropped_keys += len(self._held) + len(keys)
            self._held = []
        elif self._held or recent > PROMPT_KEYS:
            self._settles_at = self._settles_at or now + PASTE_SECONDS
            self._held += keys
        else:
            due += keys
        return due

    def settle(self) -> list[str]:
        """End the wait; return the keys that were held back and turned out to be typed."""
        held, self._held = self._held, []
        self._is_pasting, self._settles_at = False, None
        return held

    def take_dropped(self) -> int:
        """Return how many keys the pastes had that are over by now, each paste once."""
        if self._is_pasting:
            return 0
        count, self.dropped_keys = self.dropped_keys, 0
        return count
