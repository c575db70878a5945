"""Readers of every kind of file, given damaged, hostile and endless ones: one kind of error each.

Whatever is in a file, its reader returns what it holds or raises its own error, which is one
legible line; the file stays as it was. What only the page reads is told of in sentences.
"""

import io
import json
import os
import random
import re
import shutil
import zipfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from zlib import crc32

import pytest
from attrs import frozen

from cc3k.arcade.escape import ConfigurationError
from cc3k.arcade.escape.manager import read_configuration
from cc3k.arcade.escape.program import SAMPLE_CONFIGURATION
from cc3k.arcade.gems.program import game_of_file
from cc3k.bots.arena import GameSpec
from cc3k.bots.results_file import ResultsFile, ResultsFileError, run_settings
from cc3k.bots.statistics import BotResult
from cc3k.cli.config import read_config
from cc3k.cli.escape import read_configuration_text
from cc3k.cli.gems import FolderFiles
from cc3k.cli.main import main
from cc3k.cli.race_screen_offers import read_last_choice
from cc3k.content.layout.diagnostics import LayoutError
from cc3k.content.roster import BASE_RULES
from cc3k.saves.arcade_games import (
    ArcadeRecord,
    ArcadeStep,
    arcade_header_lines,
    read_stored_arcade_journal,
)
from cc3k.saves.arcade_games import arcade_step_line as step_line
from cc3k.saves.index import find_results
from cc3k.saves.journal_format import JournalError, add_checksums
from cc3k.saves.journal_reader import read_result_line, read_stored_journal
from cc3k.saves.layout_files import load_layout
from cc3k.saves.open_files import UnreadableError, parse_json, read_zip, reason_of
from cc3k.ui.settings import ConfigError
from cc3k.web.browser_store import Bookmark, format_bookmark, parse_bookmark
from cc3k.web.links import LinkError, pack_journal, parse_link
from cc3k.web.player_files import KEPT, Imported, import_backup
from cc3k.web.site import LIST, NotOurFolder, listed_files
from tests.support.effort import EFFORT
from tests.support.fixtures import Patch, Said
from tests.support.records import A_RESULT, header, journal_of, recorded
from tests.support.scenarios import room

JOURNAL = journal_of(recorded(header(room("@..\\", "....")), "ea", "we", "ea"))
SPEC = GameSpec("random", "Troll", 3, 1)
SETTINGS = run_settings(SPEC, BASE_RULES.ruleset)
RESULT = BotResult("Troll", 1, "Dragon", 12, 12, 2, 345)


def _arcade_journal() -> bytes:
    record = ArcadeRecord("gems", "2026-11-20T20:57:00Z", ("practice",))
    lines = [*arcade_header_lines(record), step_line(ArcadeStep("new tiny", 7))]
    return add_checksums(lines)[0].encode("ascii")


def _results() -> bytes:
    file, _ = ResultsFile.open("whole.jsonl", SETTINGS)
    file.append(RESULT)
    file.close()
    return Path("whole.jsonl").read_bytes()


def _backup() -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("games/one.cc3k", JOURNAL)
        archive.writestr("config.toml", b"seed = 1\n")
    return packed.getvalue()


def _read_results(path: Path) -> None:
    file, _ = ResultsFile.open(str(path), SETTINGS)
    file.close()


def _read_scores(path: Path) -> None:
    find_results(_home_of(path, "scores.jsonl"))


def _read_page(path: Path) -> None:
    find_results(_home_of(path, "morgue/it.json"))


def _read_choice(path: Path) -> None:
    read_last_choice({"CC3K_HOME": _home_of(path, "expansions")})


def _read_site(path: Path) -> None:
    listed_files(_home_of(path, LIST))


def _home_of(path: Path, name: str) -> str:
    home = path.parent / "home"
    shutil.rmtree(home, ignore_errors=True)
    place = home / name
    place.parent.mkdir(parents=True)
    if path.is_dir():
        place.mkdir()
    elif os.path.lexists(path):
        place.hardlink_to(path)
    return str(home)


def _take_backup(path: Path) -> None:
    kept = Imported(KEPT, "")
    for sentence in import_backup("it.zip", _bytes_of(path), lambda _name, _data: kept):
        assert sentence.isprintable()


def _bytes_of(path: Path) -> bytes:
    if not (path.is_file() and os.access(path, os.R_OK)):
        raise UnreadableError(str(path))
    return path.read_bytes()


@frozen
class Reader:
    whole: Callable[[], bytes]
    read: Callable[[Path], object]
    error: type[Exception] | tuple[type[Exception], ...]


READERS: Mapping[str, Reader] = {
    "journal": Reader(
        lambda: JOURNAL, lambda path: read_stored_journal(str(path)), (JournalError, OSError)
    ),
    "ends of a journal": Reader(lambda: JOURNAL, lambda path: read_result_line(str(path)), OSError),
    "arcade journal": Reader(
        _arcade_journal, lambda path: read_stored_arcade_journal(str(path)), (JournalError, OSError)
    ),
    "layout": Reader(
        lambda: room("@..\\").encode(),
        lambda path: load_layout(str(path), BASE_RULES),
        LayoutError,
    ),
    "configuration": Reader(
        lambda: b'seed = 42\nfloor = "x"\n[bind]\nx = "look"\n',
        lambda path: read_config({"CC3K_CONFIG": str(path)}),
        ConfigError,
    ),
    "escape": Reader(
        SAMPLE_CONFIGURATION.encode,
        lambda path: read_configuration(read_configuration_text(str(path)), "it"),
        ConfigurationError,
    ),
    "gems": Reader(
        lambda: b"0 0 InteractivePlayer AdjacentRemovalPolicy\n1 3 2 \n1 1 1 \n",
        lambda path: game_of_file(FolderFiles().read(str(path))),
        (OSError, ValueError),
    ),
    "results": Reader(_results, _read_results, ResultsFileError),
    "scores": Reader(lambda: json.dumps(A_RESULT._asdict()).encode(), _read_scores, OSError),
    "morgue page": Reader(
        lambda: json.dumps({"race": "Troll", "ending": "left", "kind": "ordinary"}).encode(),
        _read_page,
        (),
    ),
    "chosen expansions": Reader(lambda: b"fog pack\n", _read_choice, ()),
    "site": Reader(
        lambda: json.dumps({"made_by": "cc3k web", "files": [{"url": "a"}]}).encode(),
        _read_site,
        NotOurFolder,
    ),
    "backup": Reader(_backup, _take_backup, UnreadableError),
    "bookmark": Reader(
        lambda: format_bookmark(Bookmark(seed=3, keys=("a",)), "/"),
        lambda path: parse_bookmark(_bytes_of(path), "/"),
        UnreadableError,
    ),
    "link": Reader(
        f"replay={pack_journal(JOURNAL)}".encode,
        lambda path: parse_link(_bytes_of(path).decode("latin-1")),
        (LinkError, UnreadableError),
    ),
    "JSON": Reader(
        lambda: json.dumps(A_RESULT._asdict()).encode(),
        lambda path: parse_json(_bytes_of(path)),
        UnreadableError,
    ),
}

BOMBS = (
    b"",
    b"[" * 200_000,
    b'{"a":' * 200_000,
    b"x = " + b"[" * 15_000,
    b"\0" * 5_000,
    b"\xff\xfe\x80\x81",
    b"9" * 100_000,
    b"-1e999",
    b"NaN",
    b"\x1b[31m\x9b\xe2\x80\xae",
    b"a" * 100_000,
    b"\n" * 100_000,
    b"#\n" * 8_000 + b"b = 1\n",
    b"a = [\n" + b"1,\n" * 5_000 + b"]\n",
    b"PK\x03\x04" + b"\0" * 50,
    b"PK\x05\x06" + b"\xff" * 18,
)
"""Whole files."""

SPOILING = (b"9" * 400, b"-1", b"NaN", b"1e999", b"Infinity", b"null", b"[]", b"\x1b", b"\xff", b"")
"""What is put in place of a number or a word."""


def damaged(whole: bytes, count: int) -> Iterator[bytes]:
    """Yield a file with a byte missing at every place, flipped and cut; `count` of each at most."""
    dice = random.Random(7)
    places = range(len(whole))
    chosen = places if count >= len(whole) else sorted(dice.sample(places, count))
    for at in chosen:
        yield whole[:at] + whole[at + 1 :]
        yield whole[:at]
        flipped = bytearray(whole)
        for _ in range(dice.randrange(1, 4)):
            flipped[dice.randrange(len(whole))] ^= 1 << dice.randrange(8)
        yield bytes(flipped)
    words = list(re.finditer(rb"-?[0-9]+|[A-Za-z]{2,}", whole))
    for found in words if count >= len(words) else dice.sample(words, count):
        for other in SPOILING:
            spoiled = whole[: found.start()] + other + whole[found.end() :]
            yield spoiled
            yield resealed(spoiled)


def resealed(ledger: bytes) -> bytes:
    """Return the lines with the checksums that they should have, as a forger would."""
    data, checksum = b"", 0
    for line in ledger.splitlines():
        checksum = crc32(line[9:], checksum)
        data += b"%08x %b\n" % (checksum, line[9:])
    return data


def judge(name: str, path: Path) -> None:
    reader = READERS[name]
    is_readable = path.is_file() and os.access(path, os.R_OK)
    before = path.read_bytes() if is_readable else b""
    try:
        reader.read(path)
    except reader.error as error:
        text = reason_of(error)
        lines = error.lines if isinstance(error, ConfigurationError) else [text]
        assert text, (name, before[:200])
        is_quoted = all(line.isprintable() for line in lines)
        assert is_quoted or name in ("gems", "escape"), (name, text)  # these are when printed
        assert (path.read_bytes() if is_readable else b"") == before, name
    except Exception as error:
        raise AssertionError(name, before[:300], len(before)) from error


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: Patch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def sweep(folder: Path, count: int) -> None:
    for name, reader in READERS.items():
        whole, path = reader.whole(), folder / "it"
        path.write_bytes(whole)
        reader.read(path)  # a whole one is read
        for data in (*BOMBS, *damaged(whole, count)):
            path.write_bytes(data)
            judge(name, path)


def test_damaged_files_are_one_kind_of_error(folder: Path) -> None:
    sweep(folder, 1)


@pytest.mark.slow
def test_files_damaged_anywhere_are_one_kind_of_error(folder: Path) -> None:
    """The same in more places; with `CC3K_EFFORT=10` each byte is missing, and each word forged."""
    sweep(folder, 1 << 20 if EFFORT >= 10 else 2 * EFFORT)


def _special_files(folder: Path) -> Iterator[Path]:
    endless, closed = folder / "endless", folder / "closed"
    endless.symlink_to("/dev/zero")
    yield endless
    (folder / "folder").mkdir()
    yield folder / "folder"
    yield folder / "missing"
    closed.write_bytes(b"x")
    closed.chmod(0)
    if not os.access(closed, os.R_OK):  # of the superuser nothing is closed
        yield closed


def test_what_is_no_file_is_one_kind_of_error(folder: Path) -> None:
    for path in _special_files(folder):
        for name in READERS:
            if name == "results" and path.name == "missing":
                continue  # that one is begun
            judge(name, path)


@pytest.mark.slow
def test_a_pipe_that_nobody_writes_to_hangs_no_reader(folder: Path, monkeypatch: Patch) -> None:
    monkeypatch.setattr("cc3k.saves.open_files.PIPE_TIMEOUT", 0.05)
    path = folder / "pipe"
    os.mkfifo(path)
    for name in READERS:
        judge(name, path)


def test_commands_exit_with_2_and_one_line(folder: Path, capsys: Said) -> None:
    home = folder / "home"
    home.mkdir()
    (home / "scores.jsonl").symlink_to("/dev/zero")
    (folder / "deep").write_bytes(b"[" * 200_000)
    (folder / "large").write_bytes(_results().replace(b'"score": 12', b'"score": 1' + b"0" * 400))
    arena = ["arena", "--bot", "random", "--race", "troll", "--seed", "3", "--games", "1"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CC3K_HOME", str(home))
        for asked in (
            ["stats"],
            ["scores"],
            ["defender", "-b", "/dev/zero"],
            ["escape", "convert", "deep"],
            ["check", "/dev/zero"],
            [*arena, "--results", "deep"],
            [*arena, "--results", "large"],
            [*arena, "--results", "/dev/zero"],
        ):
            assert main(asked) == 2, asked
            said = capsys.readouterr()
            assert len((said.err or said.out).splitlines()) <= 2, (asked, said)
            assert "Traceback" not in said.err


def test_what_is_no_json_or_too_deep_is_refused() -> None:
    for data in (b'{"a":\n  x}', b'{"a": 1', b"[\n" * 200, b'["\xff"]', b"9" * 10_000):
        with pytest.raises(UnreadableError):
            parse_json(data)
    assert parse_json(b"[" + b"[]," * 99 + b"1]") == [*[[]] * 99, 1]
    assert parse_json(b'{"[[": ["{\\"[", -1.5e3, true, null]}') == {
        "[[": ['{"[', -1500.0, True, None]
    }


def test_a_lying_zip_file_is_unpacked_no_further_than_it_says() -> None:
    bomb, packed = b"\0" * (1 << 24), io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("it.cc3k", bomb)
    size = len(bomb).to_bytes(4, "little")
    data = packed.getvalue().replace(size, (10).to_bytes(4, "little"))
    (sentence,) = import_backup("it.zip", data, lambda _name, _data: pytest.fail("kept"))
    assert sentence.startswith("it.zip is no backup of games, and nothing is changed: found ")


def test_zip_file_that_not_any_program_can_unpack_is_refused() -> None:
    for method, flag in ((zipfile.ZIP_STORED, 1), (zipfile.ZIP_BZIP2, 0)):
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", method) as archive:
            archive.writestr("it.cc3k", b"a game")
        data = bytearray(packed.getvalue())
        data[data.index(b"PK\1\2") + 8] |= flag
        with pytest.raises(UnreadableError, match=r"found 'it\.cc3k' encrypted or packed in "):
            read_zip(bytes(data), lambda each: each)
