"""Keys as bytes: every encoding of a key, all that terminals send beside keys, and pastes."""

from collections.abc import Iterable, Sequence

from hypothesis import given
from hypothesis import strategies as st

from cc3k.play.interruptions import INTERRUPTIBLE
from cc3k.play.messages import paste_ignored
from cc3k.terminal.keys import MAX_TYPED_KEYS, PASTE_SECONDS, PROMPT_KEYS, KeyDecoder, PasteGuard
from cc3k.ui.game_app import GameApp
from tests.support.consoles import action, console, lines, playing, pressed
from tests.support.scenarios import room
from tests.support.tables import for_each

ENCODINGS = {
    "up": ("\x1b[A", "\x1bOA"),
    "down": ("\x1b[B", "\x1bOB"),
    "right": ("\x1b[C", "\x1bOC"),
    "left": ("\x1b[D", "\x1bOD"),
    "home": ("\x1b[H", "\x1bOH", "\x1b[1~", "\x1b[7~"),
    "end": ("\x1b[F", "\x1bOF", "\x1b[4~", "\x1b[8~"),
    "page up": ("\x1b[5~",),
    "page down": ("\x1b[6~",),
    "insert": ("\x1b[2~",),
    "delete": ("\x1b[3~",),
    "center": ("\x1b[E", "\x1bOE"),
    "enter": ("\r", "\n", "\x1bOM"),
    "backspace": ("\x7f", "\x08"),
    "tab": ("\t",),
    "ctrl-d": ("\x04",),
    "ctrl-l": ("\x0c",),
    "ctrl-a": ("\x01",),
    "ctrl-y": ("\x19",),
    "f1": ("\x1bOP", "\x1b[11~", "\x1b[[A"),
    "f4": ("\x1bOS", "\x1b[14~", "\x1b[[D"),
    "f5": ("\x1b[15~", "\x1b[[E"),
    "f6": ("\x1b[17~",),
    "f11": ("\x1b[23~",),
    "f12": ("\x1b[24~",),
    "scroll up": ("\x1b[<64;10;20M",),
    "scroll down": ("\x1b[<65;10;20M",),
    **{digit: (digit, f"\x1bO{letter}") for digit, letter in zip("0123456789", "pqrstuvwxy")},  # noqa: B905 - as long as each other
    "n": ("n",),
    "é": ("é",),
}
SHIFTED_ENCODINGS = {
    "shift-up": ("\x1b[1;2A", "\x1b[a"),
    "shift-down": ("\x1b[1;2B", "\x1b[b"),
    "shift-right": ("\x1b[1;2C", "\x1b[c"),
    "shift-left": ("\x1b[1;2D", "\x1b[d"),
    "shift-home": ("\x1b[1;2H", "\x1b[1;2~", "\x1b[7;2~"),
    "shift-page up": ("\x1b[5;2~",),
    "shift-tab": ("\x1b[Z",),
    "shift-f1": ("\x1b[1;2P", "\x1b[11;2~"),
    "shift-f5": ("\x1b[15;2~",),
}
ONE_BY_ONE = [
    (key, code) for key, codes in [*ENCODINGS.items(), *SHIFTED_ENCODINGS.items()] for code in codes
]

NO_KEYS = {
    "Ctrl-Up, xterm": "\x1b[1;5A",
    "Ctrl-Right, old xterm": "\x1bO5C",
    "Ctrl-Up, rxvt": "\x1bOa",
    "Ctrl-PgUp, rxvt": "\x1b[5^",
    "Ctrl-F5, xterm": "\x1b[15;5~",
    "F13, xterm": "\x1b[25~",
    "no key of the Linux console": "\x1b[[F",
    "keypad plus": "\x1bOk",
    "keypad 5, Linux console": "\x1b[G",
    "the window got the focus": "\x1b[I",
    "a letter, kitty": "\x1b[114;5u",
    "a letter, modifyOtherKeys": "\x1b[27;5;113~",
    "mouse, X10": "\x1b[M qr",
    "mouse wheel to the sides, SGR": "\x1b[<66;10;20M\x1b[<0;10;20m",
    "mouse, urxvt": "\x1b[32;10;20M",
    "where the cursor is": "\x1b[12;40R",
    "what the terminal is": "\x1b[?64;1;9;15;22c\x1b[>41;354;0c",
    "a mode": "\x1b[?2026;2$y",
    "keyboard flags": "\x1b[?1u",
    "a colour, late, with BEL": "\x1b]10;rgb:rrrr/qqqq/yyyy\x07",
    "a colour, late, with ST": "\x1b]11;rgb:rrrr/qqqq/yyyy\x1b\\",
    "terminal's name": "\x1bP>|XTerm(354)\x1b\\",
    "a capability": "\x1bP1+r436f=323536\x1b\\",
    "an image answered": "\x1b_Gi=31;OK: q y r\x1b\\",
    "privacy message": "\x1b^quit y\x1b\\",
    "start of string": "\x1bXquit y\x1b\\",
    "a character set": "\x1b(B\x1b)0",
    "an unknown escape": "\x1b#8",
    "eight-bit control sequence": "\x9b1;5A",
    "eight-bit string": "\x9d10;rgb:rrrr/qqqq\x07",
    "an empty paste": "\x1b[200~\x1b[201~",
    "a paste": "\x1b[200~q\ry\r\x1b[Aqy\x1b[201~",
    "cut off by a control": "\x1b[1;\x18",
    "NUL": "\x00",
    "a character that cannot be seen": "\u200b",
}


def keys_of(data: bytes) -> list[str]:
    keyboard = KeyDecoder()
    return keyboard.feed(data) + keyboard.flush()


@for_each("key, code", ONE_BY_ONE)
def test_key_has_one_name_in_every_encoding(key: str, code: str) -> None:
    """Enter is CR or LF; arrows, keypad, Home and End differ by terminal and mode."""
    assert keys_of(code.encode()) == [key]


@for_each(
    (b"\x1b\x1b", ["escape", "escape"]),
    (b"\x1b\x1b[A", ["escape", "up"]),  # some terminals send Alt with an arrow so
    # A number of another form is none: the key might be anything.
    *[
        (f"\x1b[1;{held}A\x1b[5;{held}~".encode(), [])
        for held in ("0", "?", "2;1", "2:3", "-1", "99999999999")
    ],
    # An Escape always begins anew, so nothing of what follows leaks (ECMA-48).
    *[
        (f"{unfinished}\x1b[A".encode(), ["up"])
        for unfinished in ("\x1b[1;5", "\x1bO", "\x1bO5", "\x1bP1+r", "\x1b]10;r")
    ],
    # A paste ends where it says so, and may hold any sequence.
    (b"\x1b[200~\x1b[A\x1b]q\x07\x1b[200~\x1b[201\x1b[20\x1b[201~y", ["y"]),
    # One byte that is not UTF-8 makes `inkey()` raise.
    *[
        (rubbish + b"n", ["n"])
        for rubbish in (b"\xff\xfe", b"\xc3", b"\xe2\x82", b"\x80\xbf", b"\xed\xa0\x80")
    ],
)
def test_bytes_are_these_keys_and_no_others(data: bytes, keys: list[str]) -> None:
    """Whatever is cut off, held, pasted or no text at all."""
    assert keys_of(data) == keys


SHIFT, ALT, CTRL, CAPS_LOCK, NUM_LOCK = 1, 2, 4, 64, 128


@for_each("locks", [0, CAPS_LOCK, NUM_LOCK, CAPS_LOCK | NUM_LOCK])
@for_each(("[1;{}A", "up"), ("[5;{}~", "page up"))
def test_locks_change_no_key_that_has_a_name(code: str, key: str, locks: int) -> None:
    """What is held is sent as 1 and a bit each; where the locks are sent too they mean nothing."""

    def sent(held: int) -> list[str]:
        return keys_of(f"\x1b{code.format(1 + held)}n".encode())

    assert sent(locks) == [key, "n"]
    assert sent(locks | SHIFT) == [f"shift-{key}", "n"]
    assert [sent(locks | held) for held in (ALT, CTRL, SHIFT | CTRL)] == [["n"]] * 3


@for_each("code", [*[code for _, code in ONE_BY_ONE], *NO_KEYS.values()])
def test_bytes_mean_the_same_however_they_arrive(code: str) -> None:
    """A slow line may cut a sequence after any byte."""
    data = code.encode()
    for cut in range(1, len(data)):
        keyboard = KeyDecoder()
        pieces = keyboard.feed(data[:cut]) + keyboard.feed(data[cut:]) + keyboard.flush()
        assert pieces == keys_of(data)


@for_each("sent", NO_KEYS.values())
def test_what_is_no_key_of_the_game_does_nothing(sent: str) -> None:
    """In a terminal: pastes and stray escape sequences do nothing; the next key counts again."""
    assert keys_of(f"{sent}n".encode()) == ["n"]


FASTEST_TYPING_SECONDS = 0.05
"""Between two keys that a person presses one after another; with Alt they come at once."""


def is_waiting(keyboard: KeyDecoder) -> bool:
    return keyboard.timeout is not None


def test_escape_is_a_key_once_silence_follows() -> None:
    """A lone Escape and the beginning of a sequence differ only by what follows."""
    keyboard = KeyDecoder()
    assert not is_waiting(keyboard)
    assert keyboard.feed(b"\x1b") == []
    assert keyboard.timeout is not None
    assert keyboard.timeout <= FASTEST_TYPING_SECONDS
    assert keyboard.flush() == ["escape"]
    assert not is_waiting(keyboard)
    assert keyboard.flush() == []


@for_each("letter", [chr(code) for code in range(0x20, 0x7F)])
def test_alt_with_a_letter_does_nothing(letter: str) -> None:
    """A letter typed with Alt is no word; whatever its sequence might begin, silence ends it."""
    keyboard = KeyDecoder()
    assert keyboard.feed(f"\x1b{letter}".encode()) == []
    assert keyboard.flush() == []
    assert keyboard.feed(b"n") == ["n"]


@for_each("begun", ["\x1b[", "\x1bO", "\x1b[[", "\x1b[M", "\x1b(", "\x1b]r", "\x1bPq"])
def test_unfinished_sequence_is_given_up(begun: str) -> None:
    keyboard = KeyDecoder()
    keyboard.feed(begun.encode())
    assert keyboard.timeout is not None
    assert keyboard.flush() == []
    assert keyboard.feed(b"n") == ["n"]


def test_paste_of_any_length_does_nothing() -> None:
    """16,000 pasted characters took 6 s; were it not linear, this would take minutes."""
    pasted = b"qyr" * 30_000
    assert keys_of(b"\x1b[200~" + pasted + b"\x1b[201~n") == ["n"]


@given(st.lists(st.binary(max_size=12)))
def test_any_bytes_leave_a_keyboard_that_works(chunks: list[bytes]) -> None:
    """Whatever comes in, nothing raises, and after silence a key is a key."""
    keyboard = KeyDecoder()
    for chunk in chunks:
        keyboard.feed(chunk)
    keyboard.flush()
    assert keyboard.timeout is None
    assert keyboard.feed(b"n") == ["n"]


PARAMETERS = st.text(st.characters(min_codepoint=0x30, max_codepoint=0x3F), max_size=20)
INTERMEDIATES = st.text(st.characters(min_codepoint=0x20, max_codepoint=0x2F), max_size=3)
FINALS = st.characters(min_codepoint=0x40, max_codepoint=0x7E)
PAYLOADS = st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E))
CONTROL_SEQUENCES = st.builds("\x1b[{}{}{}".format, PARAMETERS, INTERMEDIATES, FINALS).filter(
    lambda code: code not in ("\x1b[[", "\x1b[M", "\x1b[200~")  # these go on
)
SINGLE_SHIFTS = st.builds("\x1bO{}".format, FINALS)
STRINGS = st.builds(
    "\x1b{}{}{}".format, st.sampled_from("PX]^_"), PAYLOADS, st.sampled_from(["\x1b\\", "\x07"])
)
CHARSETS = st.builds(
    "\x1b{}{}{}".format,
    st.sampled_from("()*+-./#% "),
    INTERMEDIATES,
    st.characters(min_codepoint=0x30, max_codepoint=0x7E),
)


@given(st.lists(st.one_of(CONTROL_SEQUENCES, SINGLE_SHIFTS, STRINGS, CHARSETS)), st.integers(0, 99))
def test_nothing_of_the_form_of_a_sequence_types_a_letter(sequences: list[str], cut: int) -> None:
    """A late colour reply contains `r`, which restarts the game; digits are keypad."""
    data = "".join(sequences).encode()
    keyboard = KeyDecoder()
    keys = keyboard.feed(data[:cut]) + keyboard.feed(data[cut:]) + keyboard.feed(b"n")
    assert [key for key in keys if len(key) == 1 and not key.isdecimal()] == ["n"]
    assert len([key for key in keys if key.isdecimal()]) <= "".join(sequences).count("\x1bO")


Arrival = tuple[float, int]
"""A time in seconds, and how many keys come then."""


def passed(arrivals: Iterable[Arrival]) -> tuple[int, int, PasteGuard]:
    """Return how many keys of those arrivals are pressed and dropped, by a clock of our own.

    As the main loop does, it settles whenever the time to wait is over.
    """
    now, count = 0.0, 0
    guard = PasteGuard(lambda: now)
    for arrives, keys in arrivals:
        while guard.timeout is not None and now + guard.timeout < arrives:
            now += guard.timeout
            count += len(guard.settle())
        now = arrives
        count += len(guard.pass_on(["n"] * keys))
    while guard.timeout is not None:
        now += guard.timeout
        count += len(guard.settle())
    return count, guard.take_dropped(), guard


@for_each(
    [(0.0, MAX_TYPED_KEYS + 1)],
    [(0.0, 312)],
    [(0.0, 20), (0.02, 20), (0.04, 20)],
    [(0.0, 20), (0.049, 21)],
    [(0.0, 4095), (0.01, 4095), (0.02, 10)],
    [(at / 1000, 100) for at in range(0, 400, 40)],
    [(0.0, 300), (0.03, 1)],
)
def test_flood_is_dropped_as_a_whole(arrivals: Sequence[Arrival]) -> None:
    """More than 40 keys within 50 ms: none of them is pressed, the first ones included."""
    assert passed(arrivals)[:2] == (0, sum(keys for _, keys in arrivals))


@for_each(
    [(0.0, 1)],
    [(0.0, MAX_TYPED_KEYS)],
    [(at / 30, 1) for at in range(300)],
    [(at / 100, 1) for at in range(300)],
    [(at / 100, 3) for at in range(100)],
    [(0.0, 40), (0.051, 40), (0.102, 40)],
    [(0.0, 20), (0.051, 21)],
)
def test_typing_goes_through(arrivals: Sequence[Arrival]) -> None:
    """Fast typing, keys held down and words sent at once are no paste: not a key is lost."""
    assert passed(arrivals)[:2] == (sum(keys for _, keys in arrivals), 0)


def test_key_held_down_after_a_paste_is_not_part_of_it() -> None:
    """Its keys are 33 ms apart, which is less than the window: the paste ends all the same."""
    count, dropped, _ = passed([(0.0, 312), *[(0.1 + at / 30, 1) for at in range(60)]])
    assert (count, dropped) == (60, 312)
    count, dropped, _ = passed([(0.0, 312), *[(0.02 + at / 30, 1) for at in range(60)]])
    assert count >= 58
    assert count + dropped == 312 + 60


def test_few_keys_are_pressed_at_once() -> None:
    guard = PasteGuard(lambda: 0.0)
    assert guard.pass_on(["n"] * PROMPT_KEYS) == ["n"] * PROMPT_KEYS
    waits = [guard.timeout]
    assert guard.pass_on(["o"]) == []
    assert [*waits, guard.timeout] == [None, PASTE_SECONDS]
    assert guard.settle() == ["o"]


def test_paste_is_told_once_and_when_it_is_over() -> None:
    """Two pieces are one paste; the next paste is told by itself."""
    guard = PasteGuard(lambda: 0.0)
    guard.pass_on(["n"] * 50)
    assert guard.take_dropped() == 0
    guard.pass_on(["n"] * 50)
    guard.settle()
    assert (guard.take_dropped(), guard.take_dropped()) == (100, 0)


@for_each(
    (b"\x1b[200~q\ry\x1b[201~", 3), (b"\x1b[200~\x1b[201~", 0), (b"\x1b[200~" + b"q" * 99, 99)
)
def test_marked_paste_is_counted_too(sent: bytes, count: int) -> None:
    """A terminal that marks a paste gets the same word for it, once it is over."""
    decoder = KeyDecoder()
    assert decoder.feed(sent) == []
    assert decoder.flush() == []
    assert (decoder.take_pasted(), decoder.take_pasted()) == (count, 0)


def test_word_of_a_paste_stands_until_the_next_key() -> None:
    """In place of the last turn's messages; whatever ran is stopped, as by any key."""
    shell = console(room("@......\\"))
    screen = GameApp(shell)
    pressed(shell, ["right", "shift-right"])
    ticks = [screen.tick_seconds]
    screen.report_paste(312)
    assert [*ticks, screen.tick_seconds] == [INTERRUPTIBLE.seconds_per_step, None]
    assert action(shell) == "A paste of 312 keys was ignored." == paste_ignored(312)
    assert any("A paste of 312 keys was ignored." in line for line in lines(shell))
    assert pressed(shell, ["right"]) == "You move East."
    assert paste_ignored(1) == "A paste of 1 key was ignored."


def test_paste_answers_no_question() -> None:
    """The question stays, after the word of the paste; each is told once."""
    shell = console(room("@......\\"))
    screen = GameApp(shell)
    pressed(shell, "q")
    screen.report_paste(312)
    screen.report_paste(312)
    assert action(shell).startswith("A paste of 312 keys was ignored. Give this game up")
    assert playing(shell).turns == 0
    pressed(shell, "y")
    assert shell.session.is_ended
