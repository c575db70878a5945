"""Files that nobody means to write: each is read, or refused in a sentence, and never crashes."""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cc3k.cli.check import run
from cc3k.cli.config import CONFIG_OPTIONS, read_config
from cc3k.content.layout.diagnostics import LayoutError
from cc3k.content.layout.reader import read_layout
from cc3k.content.roster import BASE_RULES, STANDARD_BOARD_TEXT
from cc3k.play.choices import MAX_HP_LIMIT, MAX_SEED_DIGITS
from cc3k.ui.settings import ConfigError
from tests.support import tour
from tests.support.characters import ANY_CHARACTER
from tests.support.scenarios import room

pytestmark = pytest.mark.slow

ODD = [
    *("\u2502", "\u2500", "\u00e9", "\u0100", "\U0001f409", "\u202e", "\ufeff", "\u2028", "\x85"),
    *("\x1b", "\x07", "\0", "\x1a", "\f", "\t", "\r", "\n", "\r\n", "\x9b", "\x7f", " ", ""),
    *"|-.+#@\\PGHWEOMDL0123456789zZ",
    *("Race: Shade", "Floor 2", "|---|", "|-.-|", "." * 600, "|\n" * 210),
]
"""What is put into a good file: letters of all lengths, marks, controls, and whole lines."""

DRAWN = [
    f"{room('@..', '.0' + chr(92))}\n",
    f"{room('...')}\n" * 5,
    STANDARD_BOARD_TEXT,
    *[(tour.FLOORS / f"{name}.txt").read_text("ascii") for name in ("tiny", "dragon")],
]
RUNS = 75


def spoiled(text: str, random: Random) -> bytes:
    for _ in range(random.choice((1, 1, 1, 2, 5, 20))):
        at = random.randrange(len(text) + 1)
        cut = random.choice((0, 1, 1, 1, 3, 80))
        text = text[:at] + random.choice(ODD) + text[at + cut :]
    data = bytearray(text.encode("utf-8"))
    if data and random.random() < 0.3:
        data[random.randrange(len(data))] = random.randrange(256)
    return bytes(data)


def judged(data: bytes, path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """See that a file is checked to the end in both ways, and as it is in play."""
    path.write_bytes(data)
    code = run([str(path)])
    out, err = capsys.readouterr()
    assert (code in (0, 2), err) == (True, "")
    assert out.replace("\n", "").isprintable()
    *lines, summary = out.splitlines()
    assert run(["--json", str(path)]) == code
    document = json.loads(capsys.readouterr().out)
    told = [(found["line"], found["column"], found["message"]) for found in document["findings"]]
    assert [f"{path}:{line}:{column}: " for line, column, _ in told] == [
        line[: line.index(" ") + 1] for line in lines
    ]
    assert all(line.endswith(said) for line, (*_, said) in zip(lines, told, strict=True))
    assert summary.startswith(f"{document['summary']['errors']} error")
    try:
        read_layout(data, "demo", BASE_RULES)
    except LayoutError:
        assert code == 2
    else:
        assert code == 0


@pytest.mark.parametrize("drawn", DRAWN, ids=["room", "bare", "board", "tiny", "dragon"])
def test_layouts_with_faults_are_checked_to_the_end(
    drawn: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """R32: what play refuses has an error, what it reads has none, and JSON is one document."""
    random = Random(f"1 {len(drawn)}")
    for _ in range(RUNS):
        judged(spoiled(drawn, random), tmp_path / "demo", capsys)


@pytest.mark.parametrize("odd", ODD, ids=ascii)
def test_every_place_of_a_small_layout_may_hold_anything(
    odd: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """R32: in the border, in a row, at a line's end and behind it all; put in or in its place."""
    for at in range(len(DRAWN[0]) + 1):
        data = f"{DRAWN[0][:at]}{odd}{DRAWN[0][at + at % 2 :]}".encode()
        judged(data, tmp_path / "demo", capsys)


def test_border_of_lines_that_only_look_like_bars_is_refused() -> None:
    """R32: the columns of a box drawn in Unicode are no walls."""
    with pytest.raises(LayoutError, match=r"^demo:2:1: found unknown mark '\\u2502'; expected one"):
        read_layout(room("@..\\").replace("|@", "\u2502@").encode(), "demo", BASE_RULES)


def settled(text: str | bytes, path: Path) -> bool:
    """Tell whether a configuration is gone by; else it is refused in one line, with its place."""
    path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
    refused = ""
    try:
        read_config({"CC3K_CONFIG": str(path)})
    except ConfigError as error:
        refused = str(error)
    pattern = rf"{re.escape(str(path))}:\d+: found .*; expected .*"
    assert refused.isprintable()
    assert not refused or re.fullmatch(pattern, refused)
    return not refused


@pytest.mark.parametrize("digits", [1, 20, 27, 28, 100, 3_600, 4_301, 14_000])
@pytest.mark.parametrize("base", ["0x", "0o", "0b", "1", "-1", "+1", "1e", "1.", "-1e"])
def test_number_of_any_length_is_read_or_refused(base: str, digits: int, tmp_path: Path) -> None:
    """A seed has at most so many digits, however it is written, and HP have four."""
    largest = {"seed": 10**MAX_SEED_DIGITS - 1, "fight_until": MAX_HP_LIMIT}
    for name in CONFIG_OPTIONS:
        gone_by = settled(f"{name} = {base}{'1' * digits}", tmp_path / "it")
        value = int(f"{base}{'1' * digits}", 0) if base in ("0x", "0o", "0b") else None
        if value is not None:
            assert gone_by == (value <= largest.get(name, -1))


VALUES: Sequence[str] = [
    *("true", "false", "inf", "-nan", "1979-05-27", "1979-13-27", "07:32:00", "25:00:00"),
    *("1979-05-27T07:32:00+99:99", "'vi'", '"words"', '"\\u202e"', '"\\ud800"', "''", "[]", "{}"),
    *("[" * 500 + "]" * 500, "{a = " * 300 + "1" + "}" * 300, "0x" + "f" * 3_600, "9" * 5_000),
    *("'''\n\n'''", '"""a\n"""', "[1, 'a', [true]]", "{x = 'look'}", "look", "=", "\x1b", "#"),
]
NAMES: Sequence[str] = [
    *CONFIG_OPTIONS, '"\\u001b"', "''", "a.b", "bind.x", "bind.'shift-up'", "bind.q", "[bind]\nx",
    "[seed]\nx", "[[bind]]\nx", "[bind]\n'?'", "\u00e9", "1",
]  # fmt: skip
LINE = st.tuples(st.sampled_from(NAMES), st.sampled_from(VALUES)).map(" = ".join)


@given(
    text=st.lists(LINE, max_size=4).map("\n".join),
    junk=st.text(ANY_CHARACTER, max_size=5),
    at=st.integers(0),
)
@example(text=f"seed = 0x{'f' * 3_600}", junk="", at=0)
def test_configuration_with_faults_is_read_or_refused(
    text: str, junk: str, at: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.getbasetemp() / "config.toml"
    at %= len(text) + 1
    settled((text[:at] + junk + text[at:]).encode("utf-8", "surrogatepass"), path)


@given(data=st.binary(max_size=60))
def test_configuration_of_any_bytes_is_read_or_refused(
    data: bytes, tmp_path_factory: pytest.TempPathFactory
) -> None:
    settled(data, tmp_path_factory.getbasetemp() / "config.toml")
