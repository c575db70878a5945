"""A start that Node prepares: what it needs, why it is left out, and what Python goes without."""

import ast
import io
import os
import re
import zipfile
from pathlib import Path

import pytest

from cc3k.web import pyodide_files
from cc3k.web.pyodide_files import (
    LIBRARY,
    PINNED_INTEGRITY,
    UNUSED,
    NotPrepared,
    PyodideSource,
    pack_game,
    prepare_start,
    pyodide_at,
    slimmed,
)

FAKE = PyodideSource({name: name.encode("ascii") for name in PINNED_INTEGRITY})

OF_COMMANDS = ("cc3k/bots/arena.py", "cc3k/web/site.py")
"""Modules of commands that no page has."""


def reason(source: PyodideSource) -> str:
    with pytest.raises(NotPrepared) as refused:
        prepare_start(source, b"")
    return str(refused.value)


def test_without_node_or_the_pinned_files_nothing_is_prepared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert reason(pyodide_at("https://example.org/")) == "Pyodide's files are on another host"
    assert reason(FAKE).startswith("these are not the files of Pyodide")
    monkeypatch.setattr(pyodide_files, "PINNED_INTEGRITY", FAKE.integrity)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert reason(FAKE) == "there is no program `node`"
    node = tmp_path / "node"
    node.write_text("#!/bin/sh\necho 'a line'; echo 'Error: too \033old' >&2; exit 1\n", "ascii")
    node.chmod(0o755)
    assert reason(FAKE) == "`node` could not do it: Error: too \\x1bold"
    node.write_text("#!/bin/sh\nexit 0\n", "ascii")
    assert reason(FAKE) == "`node` could not do it: it wrote nothing"


def test_what_node_writes_is_packed_the_same_each_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pyodide_files, "PINNED_INTEGRITY", FAKE.integrity)
    node = tmp_path / "node"
    node.write_text('#!/bin/sh\necho memory >"$2/memory"; echo modules >"$2/modules"\n', "ascii")
    node.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    told = list[str]()
    files = prepare_start(FAKE, b"", told.append)
    assert files == prepare_start(FAKE, b"")
    names = " ".join(files)
    assert re.fullmatch(r"memory-(\w{16})\.gz modules-\1\.gz", names)
    node.write_text(node.read_text("ascii").replace("echo modules", "echo others"), "ascii")
    assert not {*files} & {*prepare_start(FAKE, b"")}, "those of two builds have other names"
    assert told == ["starting the game once with Node, so that pages begin with its memory"]


def test_the_library_lacks_nothing_that_the_game_imports() -> None:
    unused = {name.removesuffix(".py").strip("/").replace("/", ".") for name in UNUSED}
    named = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in unused).encode("ascii"))
    with zipfile.ZipFile(io.BytesIO(pack_game())) as game:
        for name in game.namelist():
            if name.endswith(".py") and name not in OF_COMMANDS and named.search(game.read(name)):
                for node in ast.walk(ast.parse(game.read(name))):
                    if isinstance(node, ast.Import | ast.ImportFrom):
                        places = {each.name for each in node.names}
                        places.add(getattr(node, "module", None) or "")
                        assert not places & unused, name


def test_a_slim_library_keeps_the_encodings_that_are_asked_for() -> None:
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w") as archive:
        for name in ("encodings/utf_8_sig.py", "encodings/big5.py", "json/__init__.py", "pdb.py"):
            archive.writestr(name, "")
    slim = slimmed(PyodideSource({LIBRARY: whole.getvalue()})).files[LIBRARY]
    with zipfile.ZipFile(io.BytesIO(slim)) as archive:
        assert archive.namelist() == ["encodings/utf_8_sig.py", "json/__init__.py"]
    assert slimmed(FAKE) is FAKE
