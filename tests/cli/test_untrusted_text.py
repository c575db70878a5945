"""Text from strangers: nothing of a file, an argument or a name drives a terminal (R32).

Each test puts what does into every string of one kind, and looks at all that is printed and at all
files that are written to be read.
"""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import TypeAlias
from zlib import crc32

import pytest
from attrs import frozen

from cc3k.bots import plugins as contestants
from cc3k.cli import options as wanted
from cc3k.cli import streams
from cc3k.cli.argument_parser import COMMANDS
from cc3k.cli.config import CONFIG_OPTIONS
from cc3k.cli.main import main
from cc3k.engine.text import escape_text, escape_to_ascii, printable_name
from cc3k.saves.journal_format import OPENED_WORD, journal_lines
from cc3k.saves.paths import GAMES_FOLDER, MORGUE_FOLDER, SCORES_FILE, UNFINISHED_FOLDER
from cc3k.saves.plugins import Plugin, Plugins
from cc3k.saves.results import END_WORD
from cc3k.ui.renderer import ConsoleRenderer
from tests.support.consoles import console
from tests.support.effort import EFFORT
from tests.support.fixtures import Patch, Said
from tests.support.records import A_RESULT, WAYS_OUT, header, recorded
from tests.support.scenarios import room
from tests.support.tables import for_each

pytestmark = pytest.mark.slow

ESC, BEL, C1, BIDI = "\x1b[2J\x1b]0;x", "\x07", "\x9b31m\x85", "\u202e\u2066\u200f\u061c"
HOSTILE = f"a{ESC}{BEL}{C1}{BIDI}\u2028b"
ATTACKS = [HOSTILE] if EFFORT < 10 else [ESC, BEL, C1, BIDI, HOSTILE]

Command: TypeAlias = Callable[..., str]
"""Run the program with those arguments, see that it harms nobody, and return what it said."""

PARSERS: dict[str, ArgumentParser] = {
    "": wanted.build_parser(),
    **{name: import_module(f"cc3k.cli.{name}").build_parser() for name in COMMANDS},
}
NEEDED = {
    "arena": ["--games", "1", "--race", "s", "--workers", "1"],
    "catalog": ["--seeds", "1"],
    "check": ["standard"],
    "replay": ["last"],
    "web": ["--pyodide-url", "https://example.org/"],
}
"""What a command cannot be asked without."""


def options() -> Iterator[tuple[str, str]]:
    for command, parser in PARSERS.items():
        yield command, ""
        for action in parser._actions:  # noqa: SLF001 - argparse has no other list of them
            yield from [(command, name) for name in action.option_strings]


def harm(text: str) -> str:
    return "".join(sorted({one for one in text if not one.isprintable()} - {"\n"}))


@pytest.fixture
def home(tmp_path: Path, monkeypatch: Patch) -> Path:
    folder = tmp_path / "home"
    monkeypatch.setenv("CC3K_HOME", str(folder))
    (tmp_path / "config.toml").touch()
    monkeypatch.setenv("CC3K_CONFIG", str(tmp_path / "config.toml"))
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.chdir(tmp_path)
    return folder


@pytest.fixture
def cc3k(home: Path, capsys: Said) -> Command:
    def run(*arguments: str, typed: str = "s no q", terminal: bool = False) -> str:
        typing = home.parent / "typed"
        typing.write_text(typed, encoding="ascii")
        with typing.open(encoding="ascii") as file, pytest.MonkeyPatch.context() as patch:
            patch.setattr(sys, "stdin", file)
            if terminal:
                patch.setattr(streams, "is_interactive", lambda: True)
            main(arguments)
        said = capsys.readouterr()
        assert harm(said.out) == "", arguments
        assert harm(said.err) == "", arguments
        for path in (home / MORGUE_FOLDER).glob("*"):
            assert harm(path.read_text("utf-8")) == "", arguments
        for path in home.parent.glob("written*"):
            assert harm(path.read_text("utf-8")) == "", arguments
        return said.out + said.err

    return run


def sealed(lines: Sequence[str]) -> bytes:
    """Return a journal of lines whose checksums are right, whatever is in them."""
    data, checksum = b"", 0
    for line in lines:
        payload = line.encode("utf-8")
        checksum = crc32(payload, checksum)
        data += b"%08x %b\n" % (checksum, payload)
    return data


def journal(drawing: str = WAYS_OUT) -> list[str]:
    record = recorded(header(drawing), *["ea"] * 3, ending="left")
    return [*journal_lines(record), f"{OPENED_WORD} process 1", f"{END_WORD} left"]


def spoiled(lines: Sequence[str], attack: str) -> Iterator[list[str]]:
    for number, line in enumerate(lines):
        words = line.split(" ")
        for at, word in enumerate(words):
            for other in (word + attack, attack):
                changed = " ".join([*words[:at], other, *words[at + 1 :]])
                yield [*lines[:number], changed, *lines[number + 1 :]]


@for_each("attack", ATTACKS)
def test_one_function_escapes_them_all(attack: str) -> None:
    assert harm(escape_text(attack)) == harm(escape_text(f"\n{attack}", "\n")) == ""
    assert escape_text("h\u00e9 \\ ' \u05d0") == "h\u00e9 \\ ' \u05d0"
    assert escape_text("\x1b\n\udcff\u202e", "\n") == "\\x1b\n\\udcff\\u202e"
    assert escape_to_ascii("\u00e9\x1b") == r"\xe9\x1b"
    assert [printable_name(name) for name in ("a", "", "\x1b")] == ["a", "''", r"'\x1b'"]


@pytest.mark.parametrize(("command", "option"), list(options()), ids=lambda text: text or "none")
def test_option_repeats_nothing_as_it_came(cc3k: Command, command: str, option: str) -> None:
    needed = NEEDED.get(command, [])
    for attack in ATTACKS:
        asked = [*[command] * bool(command)]
        if option:
            cc3k(*asked, *needed, option, attack)
            cc3k(*asked, *needed, f"{option}={attack}")
            cc3k(*asked, *needed, f"{option}{attack}")
        else:
            if command != "web":  # which would fetch Pyodide
                cc3k(*asked, attack)
            cc3k(*asked, *needed, attack)
            cc3k(*asked, *needed, f"--{attack}")
            cc3k(*asked, *needed, "x", "1", attack)


def test_journal_tells_nothing_as_it_stands_there(cc3k: Command, home: Path) -> None:
    path, kept = home.parent / "it.cc3k", home / UNFINISHED_FOLDER / "it.cc3k"
    kept.parent.mkdir(parents=True)
    for lines in spoiled(journal(), HOSTILE):
        path.write_bytes(sealed(lines))
        cc3k("replay", "--verify", str(path))
        cc3k("replay", str(path))
        cc3k("replay", "--plain", str(path))
        path.write_bytes(sealed(lines[:-1]))
        cc3k("--continue", "--journal", str(path))
        kept.write_bytes(sealed(lines[:-1]))
        cc3k("--plain", terminal=True)
        cc3k("--continue", "--plain", terminal=True)


def test_journal_that_is_open_elsewhere_names_nobody_as_it_stands_there(
    cc3k: Command, home: Path
) -> None:
    import fcntl

    path = home.parent / "it.cc3k"
    for lines in ([*journal()[:-2], f"{OPENED_WORD} \x1b[2J\x07"], journal()[:-1]):
        path.write_bytes(sealed(lines))
        with path.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            assert "it.cc3k: " in cc3k("--continue", "--journal", str(path))


@pytest.mark.parametrize("attack", ATTACKS)
def test_layout_tells_nothing_as_it_is_drawn(cc3k: Command, home: Path, attack: str) -> None:
    drawn = f"{room('@..', '.0' + chr(92))}\nstray\n{room('...')}"
    path = home.parent / "demo.txt"
    for at in range(len(drawn)):
        path.write_text(drawn[:at] + attack + drawn[at + 1 :], encoding="utf-8", newline="")
        cc3k("check", str(path))
        json.loads(cc3k("check", "--json", str(path)))
        cc3k(str(path), "--script")
    cc3k("arena", "--floor", str(path), "--games", "1")
    cc3k("catalog", "--floor", str(path), "--seeds", "1")


def test_configuration_tells_nothing_as_it_is_written(cc3k: Command, home: Path) -> None:
    path = home.parent / "config.toml"
    quoted = [json.dumps(HOSTILE), f"'{HOSTILE}'", f"'{BIDI}'", HOSTILE, json.dumps(BIDI)]
    texts = [f"{name} = {value}" for name in CONFIG_OPTIONS for value in quoted]
    texts += [f"{name} = 1" for name in quoted]
    texts += [f"[{name}]\nx = 1" for name in quoted]
    texts += [f"[bind]\n{name} = 'look'" for name in quoted]
    texts += [f"[bind]\nx = {value}" for value in quoted]
    for text in texts:
        path.write_text(text, encoding="utf-8")
        assert "config.toml" in cc3k("--plain", terminal=True) or text.startswith("floor")
    path.rename(path.with_name(HOSTILE))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CC3K_CONFIG", HOSTILE)
        assert r"\x1b" in cc3k("--plain", terminal=True)


@pytest.mark.parametrize("attack", ATTACKS)
def test_scores_tell_nothing_as_they_are_written(cc3k: Command, home: Path, attack: str) -> None:
    home.mkdir()
    facts = A_RESULT._asdict()
    texts = [name for name, fact in facts.items() if isinstance(fact, str)]
    assert len(texts) > 6
    lines = [json.dumps({**facts, name: attack}, ensure_ascii=False) for name in texts]
    lines.append(json.dumps({**facts, "expansions": [attack]}, ensure_ascii=False))
    lines.append(json.dumps({**facts, attack: attack}, ensure_ascii=False))
    (home / SCORES_FILE).write_text("\n".join([*lines, attack, ""]), encoding="utf-8", newline="\n")
    for asked in ((), ("--json",), ("--verify",), ("--layout", attack), ("--race", attack)):
        cc3k("scores", *asked)
    for asked in ((), ("--json",), ("--svg", "written.svg")):
        cc3k("stats", *asked)


@pytest.mark.parametrize("attack", ATTACKS)
def test_names_of_journals_are_told_legibly(cc3k: Command, home: Path, attack: str) -> None:
    for folder in (UNFINISHED_FOLDER, GAMES_FOLDER):
        (home / folder).mkdir(parents=True)
        (home / folder / f"{attack}.cc3k").write_bytes(sealed(journal()))
    assert "the same" in cc3k("replay", "--verify", attack)
    assert "the same" in cc3k("replay", "--verify", "last")
    cc3k("--plain", terminal=True)
    cc3k("games", "--page", attack)
    cc3k("scores", "--verify")


@pytest.mark.parametrize("attack", ATTACKS)
def test_names_of_files_are_told_legibly(cc3k: Command, home: Path, attack: str) -> None:
    for text in (room("@..\\"), f"{room('@..' + chr(92))}\nstray", room("@Z"), ""):
        (home.parent / attack).write_text(text, encoding="ascii")
        for command in (["check"], ["--script"]):
            cc3k(*command, attack)
        cc3k("arena", *NEEDED["arena"], "--floor", attack, "--svg", "written.svg")
        cc3k("catalog", "--seeds", "1", "--floor", attack)
        cc3k("--plain", "--new", attack, terminal=True)
    (home.parent / attack).unlink()
    (home.parent / attack).mkdir()
    for command in (["--svg"], ["replay"], ["--journal"], ["check"]):
        cc3k(*command, attack)


@frozen
class Plug:
    value: str
    makes: object = None

    def load(self) -> object:
        if self.makes is None:
            raise ImportError(HOSTILE)
        return self.makes


class Failing:
    def __init__(self, _dice: object) -> None:
        """Need no dice."""

    def choose(self, _game: object) -> str:
        raise RuntimeError(HOSTILE)


class Foolish(Failing):
    def choose(self, _game: object) -> str:
        return HOSTILE


@pytest.mark.parametrize("attack", ATTACKS)
@pytest.mark.parametrize("makes", [None, 1, Failing, Foolish])
@pytest.mark.parametrize("trace", ["", "1"])
def test_bots_are_named_legibly(
    cc3k: Command, monkeypatch: Patch, attack: str, makes: object, trace: str
) -> None:
    plugs = {
        attack: [Plugin("theirs 1.0", Plug(attack, makes))],
        "100%": [Plugin("theirs 1.0", Plug("x", makes))],
    }
    monkeypatch.setattr(contestants, "find_plugins", lambda _group: Plugins(plugs))
    monkeypatch.setenv("CC3K_TRACEBACK", trace)
    contestants._load_plugin.cache_clear()  # noqa: SLF001 - nobody else knows these
    assert "100%" in cc3k("arena", "--help")
    for name in (attack, "nobody"):
        assert "bot" in cc3k("--bot", name, "--race", "s")
        if makes in (None, 1) or name == "nobody":
            assert "bot" in cc3k("arena", "--bot", name, "--games", "1", "--workers", "1")
    contestants._load_plugin.cache_clear()  # noqa: SLF001


@for_each("attack", ATTACKS)
def test_screen_shows_news_legibly(attack: str) -> None:
    desk = console(room("@..\\"))
    desk.add_notice(attack)
    lines = ConsoleRenderer().draw(desk).lines
    assert all(harm(line.text) == "" for line in lines)
