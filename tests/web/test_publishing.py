"""Publishing: Pyodide fetched and kept, the ZIP, the workflow, the manifest, and the card."""

import gzip
import hashlib
import io
import json
import os
import re
import shlex
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path

import pytest
from attrs import define

from cc3k.cli.web import WebOptions, build_parser
from cc3k.exit_codes import EXIT_FAILED, EXIT_OK, EXIT_USAGE
from cc3k.export.pictures import FONT_COLUMNS, FONT_ROWS, PixelImage, letters
from cc3k.web import pyodide_files, site
from cc3k.web.pyodide_files import (
    MAX_PACKAGE_BYTES,
    PACKAGE_FILE,
    PINNED_INTEGRITY,
    PYODIDE_VERSION,
    PyodideSource,
    integrity_of,
)
from cc3k.web.site import CARD_HEIGHT, CARD_WIDTH, build_site, pages_workflow
from tests.support.pages import SLOWER
from tests.support.processes import Ended, run
from tests.support.tables import for_each

FAKE = {name: name.encode("ascii") for name in PINNED_INTEGRITY}
TOLD = f"cc3k: web: fetching Pyodide {PYODIDE_VERSION} with npm (6.5 MB, once)\n"
AGAIN = (
    "Nothing is written. Where both are there, these lines do the same:\n"
    f"  npm pack pyodide@{PYODIDE_VERSION}\n  tar -xf {PACKAGE_FILE}\n"
    "  cc3k web 'my page' --zip game.zip --pyodide package\n"
)


def packed(files: Mapping[str, bytes]) -> bytes:
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w:gz") as archive:
        for name, content in files.items():
            member = tarfile.TarInfo(f"package/{name}")
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return data.getvalue()


@define(eq=False)
class Machine:
    """A machine of a test, with a home, and a program `npm` that a test may write."""

    folder: Path

    @property
    def kept(self) -> Path:
        return self.folder / "cache" / "cc3k" / PACKAGE_FILE

    def set_npm(self, package: bytes = b"", code: str = "") -> None:
        """Let npm bring a package, or do what some lines of shell do."""
        program, brought = self.folder / "bin" / "npm", self.folder / "brought.tgz"
        brought.write_bytes(package)
        lines = code or f"/bin/cp {brought} {PACKAGE_FILE}"
        program.write_text(f'#!/bin/sh\necho "$@" >>{self.folder}/asked\n{lines}\n', "ascii")
        program.chmod(0o755)

    def web(self, *arguments: str) -> Ended:
        (self.folder / "here").mkdir(exist_ok=True)
        return run("web", *arguments, folder=self.folder / "here")

    @property
    def written(self) -> list[str]:
        return sorted(os.listdir(self.folder / "here"))


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    (tmp_path / "bin").mkdir()
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(site, "pack_game", lambda: b"the game")
    package = packed(FAKE)
    monkeypatch.setattr(pyodide_files, "PACKAGE_SHA512", hashlib.sha512(package).hexdigest())
    made = Machine(tmp_path)
    made.set_npm(package)
    return made


def test_pyodide_is_fetched_once_and_kept(machine: Machine) -> None:
    done = machine.web("page")
    assert (done.code, done.err) == (EXIT_OK, TOLD + SLOWER)
    asked = (machine.folder / "asked").read_text("ascii")
    assert asked.startswith(f"pack pyodide@{PYODIDE_VERSION} --ignore-scripts ")
    (machine.folder / "bin" / "npm").unlink()
    assert (machine.web("other").code, machine.web("other").err) == (EXIT_OK, SLOWER)
    for folder in ("page", "other"):
        for name, data in FAKE.items():
            assert (machine.folder / "here" / folder / "pyodide" / name).read_bytes() == data
    assert os.listdir(machine.kept.parent) == [PACKAGE_FILE]


def test_what_cannot_be_fetched_is_told_with_the_lines_to_run(machine: Machine) -> None:
    link = tarfile.TarInfo("package/pyodide.mjs")
    link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
    hostile = io.BytesIO()
    with tarfile.open(fileobj=hostile, mode="w:gz") as archive:
        archive.addfile(link)
    another = f"{TOLD}cc3k: web: found another package than the pinned one; expected npm"
    failing = "npm failing, as told below; expected npm and a network, to fetch Pyodide's package"
    for package, code, told in (
        (b"", "", another),
        (b"", ":", another),
        (packed({**FAKE, "pyodide.mjs": b"other"}), "", another),
        (hostile.getvalue(), "", another),
        (bytes(MAX_PACKAGE_BYTES + 1), "", another),
        (b"", f"/bin/ln -s {machine.folder}/mine {PACKAGE_FILE}", another),
        (b"", "echo no network >&2; exit 1", f"{TOLD}cc3k: web: found {failing}\n  no network\n"),
    ):
        machine.set_npm(package, code)
        done = machine.web("my page", "--zip", "game.zip")
        assert done.code == EXIT_USAGE
        assert done.err.startswith(told), done.err
        assert done.err.endswith(AGAIN)
        assert not machine.written
        assert not machine.kept.exists()
    (machine.folder / "bin" / "npm").unlink()
    done = machine.web("my page", "--zip", "game.zip")
    assert done.err.startswith("cc3k: web: found no npm; expected npm and a network")
    unpacked = machine.folder / "here" / "package"
    unpacked.mkdir()
    for name, data in FAKE.items():
        (unpacked / name).write_bytes(data)
    program, command, *again = shlex.split(done.err.splitlines()[-1])
    assert (program, command) == ("cc3k", "web")
    assert machine.web(*again).code == EXIT_OK
    assert machine.written == ["game.zip", "my page", "package"]


@for_each("damage", ["half", "empty", "link", "folder-link"])
def test_a_damaged_cache_is_fetched_anew(
    machine: Machine, tmp_path_factory: pytest.TempPathFactory, damage: str
) -> None:
    machine.web("page")
    package, away = machine.kept.read_bytes(), tmp_path_factory.mktemp("away")
    (away / "mine").write_bytes(b"mine")
    machine.kept.unlink()
    if damage == "link":
        machine.kept.symlink_to(away / "mine")
    elif damage == "folder-link":
        machine.kept.parent.rmdir()
        machine.kept.parent.symlink_to(away)
    else:
        machine.kept.write_bytes(package[: len(package) // 2] if damage == "half" else b"")
    done = machine.web("page")
    assert (done.code, done.err) == (EXIT_OK, TOLD + SLOWER)
    assert machine.kept.read_bytes() == package
    assert not machine.kept.is_symlink()
    assert (away / "mine").read_bytes() == b"mine"
    if machine.kept.parent.is_symlink():
        machine.kept.parent.unlink()


def test_without_a_cache_the_page_is_written_all_the_same(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    not_kept = "cc3k: web: it is not kept for the next time: "
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    done = machine.web("page")
    assert (done.code, done.err) == (
        EXIT_OK,
        f"{TOLD}{not_kept}{machine.kept.parent} is somebody else's\n{SLOWER}",
    )
    assert not machine.kept.exists()
    for environ, told in (
        ({"XDG_CACHE_HOME": "/dev/null"}, "Not a directory"),
        ({"XDG_CACHE_HOME": "", "HOME": ""}, "there is neither XDG_CACHE_HOME nor HOME"),
    ):
        for name, value in environ.items():
            monkeypatch.setenv(name, value)
        assert machine.web("page").err == f"{TOLD}{not_kept}{told}\n{SLOWER}"


def test_the_zip_has_the_page_at_its_top_and_is_always_the_same(machine: Machine) -> None:
    for name in ("one.zip", "other.zip", "other.zip"):
        done = machine.web("page", "--zip", name)
        assert re.fullmatch(rf"page: \d+ files.*\n{name}: \d+ files, \d+\.\d MB\n", done.out)
    here = machine.folder / "here"
    assert machine.written == ["one.zip", "other.zip", "page"]
    assert (here / "one.zip").read_bytes() == (here / "other.zip").read_bytes()
    with zipfile.ZipFile(here / "one.zip") as archive:
        assert archive.testzip() is None
        names = archive.namelist()
        assert names[0] == "index.html"
        assert not [name for name in names if name.startswith("/") or ".." in name]
        page = here / "page"
        files = {str(path.relative_to(page)) for path in page.rglob("*") if path.is_file()}
        assert {*names} == files
        assert all(archive.read(name) == (page / name).read_bytes() for name in names)
    assert machine.web("--zip", "alone.zip").code == EXIT_OK
    assert machine.written == ["alone.zip", "one.zip", "other.zip", "page"]
    done = machine.web("--zip", "page/")
    assert (done.code, done.err) == (EXIT_FAILED, "cc3k: page/: is a directory\n")


def test_the_workflow_runs_what_there_is(machine: Machine) -> None:
    (machine.folder / "bin" / "npm").unlink()
    done = machine.web("--workflow")
    assert (done.code, done.err, done.out) == (EXIT_OK, "", pages_workflow())
    assert not machine.written
    assert "\t" not in done.out
    actions = re.findall(r"uses: (.*)", done.out)
    assert all(re.fullmatch(r"actions/[a-z-]+@v\d+", action) for action in actions)
    command = re.sub(r"\$\{\{.*?\}\}", "https://me.example/game", done.out)
    [line] = re.findall(r"run: cc3k web (.*)", command)
    options = build_parser().parse_args(shlex.split(line), WebOptions())
    assert (options.folder, options.url) == ("page", "https://me.example/game/")
    assert re.findall(r"path: (.*)", done.out) == ["page"]


def test_a_packed_file_is_known_by_what_is_inside_too() -> None:
    """Some hosts let browsers unpack it on its way, and these check what they get then."""
    whole, packed = integrity_of(b"plain"), integrity_of(gzip.compress(b"plain", mtime=0))
    assert packed.endswith(f" {whole}")
    assert {len(each) for each in packed.split()} == {len(whole)}


def tags(page: bytes) -> dict[str, str]:
    found = re.findall(r'<meta (?:name|property)="([^"]+)" content="([^"]+)">', page.decode())
    return dict(found)


def png_size(data: bytes) -> tuple[int, int]:
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    at, chunks = 8, dict[bytes, bytes]()
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at : at + 8])
        chunks[kind] = data[at + 8 : at + 8 + length]
        assert data[at + 8 + length : at + 12 + length] == struct.pack(
            ">I", zlib.crc32(kind + chunks[kind])
        )
        at += 12 + length
    width, height, depth, kind = struct.unpack(">IIBB", chunks[b"IHDR"][:10])
    assert (depth, kind) == (8, 3)
    pixels = zlib.decompress(chunks[b"IDAT"])
    assert len(pixels) == (width + 1) * height
    assert max(pixels) < len(chunks[b"PLTE"]) / 3
    return width, height


def test_the_manifest_has_what_an_installed_page_needs() -> None:
    files = build_site(PyodideSource(FAKE))
    manifest = json.loads(files["manifest.webmanifest"])
    assert (manifest["start_url"], manifest["scope"], manifest["display"]) == (
        *(".", "."),
        "standalone",
    )
    assert manifest["theme_color"] == tags(files["index.html"])["theme-color"]
    lit = re.findall(r'media=".*light.*" content="(.*)"', files["index.html"].decode())
    dark, light = re.findall("--background: (#.*);", files["cc3k.css"].decode())
    assert ([manifest["theme_color"]], lit) == ([dark], [light])
    sizes = {icon["src"]: icon["sizes"] for icon in manifest["icons"]}
    assert sizes.pop("icon.svg") == "any"
    assert files["icon.svg"].startswith(b'<svg xmlns="http://www.w3.org/2000/svg" viewBox=')
    for name, size in sizes.items():
        assert "{}x{}".format(*png_size(files[name])) == size
    assert {"192x192", "512x512"} <= set(sizes.values())
    assert "maskable" in {icon.get("purpose") for icon in manifest["icons"]}


def test_a_link_to_the_page_shows_its_card() -> None:
    files = build_site(PyodideSource(FAKE))
    said = tags(files["index.html"])
    assert png_size(files["card.png"]) == (CARD_WIDTH, CARD_HEIGHT)
    assert (said["og:image:width"], said["og:image:height"]) == ("1200", "630")
    assert said["og:image"] == "card.png"
    assert said["description"]
    assert "og:url" not in said
    known = tags(build_site(PyodideSource(FAKE), "https://me.example/game/")["index.html"])
    assert known["og:image"] == "https://me.example/game/card.png"
    assert known["og:url"] == "https://me.example/game/"


def test_a_picture_of_pixels_is_the_same_as_png_and_svg() -> None:
    font = letters()
    assert [*font] == [chr(code) for code in range(32, 127)]
    assert all({len(row) for row in rows} == {FONT_COLUMNS - 1} for rows in font.values())
    assert {len(rows) for rows in font.values()} == {FONT_ROWS}
    assert len(set(font.values())) == len(font)
    image = PixelImage(16, 20, ["#000000"])
    image.draw_text(1, 1, "@", "#ffffff", 2)
    image.fill(14, 3, 2, 9, "#ff0000")
    assert png_size(image.to_png()) == (16, 20)
    drawn = [[0] * 16 for _ in range(20)]
    for number, path in enumerate(re.findall(r' d="([^"]+)"', image.to_svg())):
        for start, y, width, height in re.findall(r"M(\d+) (\d+)h(\d+)v(\d+)H\1z", path):
            for row in drawn[int(y) : int(y) + int(height)]:
                row[int(start) : int(start) + int(width)] = [number] * int(width)
    assert drawn == [[*row] for row in image.rows]
    assert sum(map(sum, drawn)) == 2 * 18 + 4 * sum(row.count("#") for row in font["@"])
