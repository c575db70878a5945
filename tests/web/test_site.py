"""The folder of the page: what is in it, and what `cc3k web` says and refuses."""

import io
import json
import re
import signal
import subprocess
import sys
import zipfile
from html.parser import HTMLParser
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

import cc3k
from cc3k.cli import web
from cc3k.exit_codes import EXIT_FAILED, EXIT_OK, EXIT_USAGE
from cc3k.saves.paths import shipped_layouts
from cc3k.ui.palette import ROLE_LETTERS
from cc3k.ui.settings import PALETTE_NAMES
from cc3k.web.pyodide_files import (
    PINNED_INTEGRITY,
    TERMINAL_MODULES,
    PyodideSource,
    UnsuitablePyodide,
    integrity_of,
    pack_game,
    pyodide_at,
)
from cc3k.web.site import NotOurFolder, build_site, roles_style, write_site
from tests.support.pages import SLOWER
from tests.support.processes import run, start
from tests.support.tables import for_each

PACKAGE = Path(cc3k.__file__).parent
FORBIDDEN = (
    *("curses", "termios", "blessed", "_curses"),
    *[f"cc3k.terminal.{name}" for name in TERMINAL_MODULES],
)
FAKE = {name: name.encode("ascii") for name in PINNED_INTEGRITY}


def pyodide_folder(path: Path) -> Path:
    path.mkdir()
    for name, data in FAKE.items():
        (path / name).write_bytes(data)
    return path


@pytest.mark.slow
def test_nothing_of_a_terminal_is_imported_by_the_page() -> None:
    program = """
import json, sys, tempfile
from cc3k.web.page import Page
page = Page(tempfile.mkdtemp())
page.begin("seed=42&race=troll", 120, 40)
for link in ("daily", "tutorial", "gems", "defender", "escape", "floor=dragon&race=drow"):
    page.open_link(link)
    page.press(["?"]); page.press(["escape"]); page.press(["right"])
page.share(); page.kept_files(); page.archive(); page.bytecode()
page.press(["q"]); page.press(["y"])
page.open_file("a.txt", b"nothing")
print(json.dumps(sorted(sys.modules)))
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    loaded = json.loads(done.stdout)
    assert "cc3k.web.page" in loaded
    assert not [name for name in loaded if name.startswith(FORBIDDEN)]


@pytest.mark.slow
def test_the_game_is_packed_with_all_that_the_page_needs(tmp_path: Path) -> None:
    data = pack_game()
    assert pack_game() == data, "the same files make the same ZIP"
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        names = set(archive.namelist())
    left_out = ("gym/", "fast/", *[f"terminal/{name}.py" for name in TERMINAL_MODULES])
    modules = {path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.py")}
    assert {f"cc3k/{each}" for each in modules if not each.startswith(left_out)} <= names
    assert {f"cc3k/floors/{each}.txt" for each in shipped_layouts()} <= names
    assert {"cc3k/engine/RULES.md", "cc3k/expansions/RULINGS.md"} <= names
    assert not [each for each in names if "terminal/screen" in each or "static" in each]
    (tmp_path / "game.zip").write_bytes(data)
    path = str(tmp_path / "game.zip")
    program = f"import sys; sys.path.insert(0, {path!r}); import attrs; print(attrs)"
    done = subprocess.run(
        [sys.executable, "-S", "-c", program], capture_output=True, text=True, check=True
    )
    assert "game.zip" in done.stdout


class _Elements(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.script_text = ""
        self._in_script = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        self._in_script = tag in ("script", "style")

    def handle_endtag(self, tag: str) -> None:
        self._in_script = self._in_script and tag not in ("script", "style")

    def handle_data(self, data: str) -> None:
        self.script_text += data if self._in_script else ""


def elements(files: dict[str, bytes]) -> _Elements:
    page = _Elements()
    page.feed(files["index.html"].decode("utf-8"))
    return page


def policy(files: dict[str, bytes]) -> str:
    return next(
        str(attributes["content"])
        for tag, attributes in elements(files).found
        if tag == "meta" and attributes.get("http-equiv") == "Content-Security-Policy"
    )


def test_the_page_has_no_script_style_or_handler_in_itself() -> None:
    files = build_site(PyodideSource(FAKE))
    page = elements(files)
    assert not page.script_text.strip()
    for tag, attributes in page.found:
        assert not [name for name in attributes if name.startswith("on") or name == "style"], tag
    said = policy(files)
    assert said.startswith("default-src 'none'; script-src 'self' 'wasm-unsafe-eval';")
    assert "http" not in said
    assert "*" not in said


def test_scripts_make_no_markup_of_text() -> None:
    for path in (PACKAGE / "web" / "static").iterdir():
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write", text), path
        assert not re.search(r"\beval\(|new Function", text), path
        hosts = set(re.findall(r"https?://[^\"' ]+", text))
        assert hosts <= {"http://www.w3.org/2000/svg", "http://localhost:8000/"}, path


def test_scripts_name_only_elements_that_the_page_has() -> None:
    ids = {each.get("id") for _, each in elements(build_site(PyodideSource(FAKE))).found}
    for path in (PACKAGE / "web" / "static").glob("*.js"):
        named = set(re.findall(r'(?:byId|getElementById)\("([^"]+)"\)', path.read_text("utf-8")))
        assert named <= ids, path


def test_all_files_are_listed_with_their_hashes() -> None:
    files = build_site(PyodideSource(FAKE))
    site = json.loads(files["site.json"])
    listed = {each["url"]: each.get("integrity") for each in site["files"]}
    assert {*listed} == {*files, "./"} - {"sw.js"}
    for name, data in files.items():
        if name not in ("site.json", "sw.js"):
            assert listed[name] == integrity_of(data)
    assert f'VERSION = "{site["version"]}"'.encode() in files["sw.js"]
    other = build_site(PyodideSource({**FAKE, "pyodide.mjs": b"another"}))
    assert json.loads(other["site.json"])["version"] != site["version"]


def test_pyodide_from_an_address_is_pinned_by_its_hashes() -> None:
    files = build_site(pyodide_at("https://example.org/py"))
    said = policy(files)
    assert "script-src 'self' https://example.org 'wasm-unsafe-eval'" in said
    assert "connect-src 'self' https://example.org" in said
    site = json.loads(files["site.json"])
    assert (site["pyodide"], site["integrity"]) == ("https://example.org/py/", PINNED_INTEGRITY)
    loads = [attributes for tag, attributes in elements(files).found if tag == "link"]
    checked = {
        str(each["href"]): each.get("integrity") for each in loads if each["rel"] == "modulepreload"
    }
    assert checked == {
        f"https://example.org/py/{name}": PINNED_INTEGRITY[name]
        for name in ("pyodide.mjs", "pyodide.asm.mjs")
    }


@for_each(
    "",
    "example.org",
    "ftp://x/",
    'https://x/"><script>',
    "https://x y/",
    "https:///",
    "//x",
    "https://x;y/",
)
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(UnsuitablePyodide, match="expected the address of a folder"):
        pyodide_at(address)


@pytest.mark.slow_from(2)
@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((), "found no DIR; expected the folder to write, or --zip, --serve or --workflow"),
        (
            ("page", "--pyodide", "nowhere"),
            "found no such file or directory at pyodide.mjs; expected a fol",
        ),
        ((__file__, "--pyodide", "nowhere"), "found a file; expected a folder"),
        (
            ("page", "--pyodide-url", "https://x;y"),
            "found 'https://x;y'; expected the address of a folder with Pyodide",
        ),
        (("page", "--url", "x"), "argument --url: 'x': expected an address, with https:// before"),
        (
            ("page", "--serve", "99999"),
            "argument --serve: '99999': expected a port from 0 to 65535",
        ),
    ],
)
def test_what_cannot_be_written_is_refused(
    tmp_path: Path, arguments: tuple[str, ...], told: str
) -> None:
    done = run("web", *arguments, folder=tmp_path)
    assert done.code == EXIT_USAGE
    assert told in done.err
    assert not (tmp_path / "page").exists()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--zip", "none/it.zip"), "none/it.zip: no such file or directory"),
        (("file/new/page",), "file/new/page: not a directory"),
    ],
)
def test_place_that_cannot_be_written_is_told_before_the_page_is_made(
    arguments: tuple[str, ...], told: str, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    done = run("web", *arguments, "--pyodide", "nowhere", folder=tmp_path)
    assert (done.code, done.err) == (EXIT_FAILED, f"cc3k: {told}\n")


def test_files_of_an_earlier_version_are_removed(tmp_path: Path) -> None:
    files = build_site(PyodideSource(FAKE))
    site = json.loads(files["site.json"])
    site["files"].append({"url": "old.zip"})
    write_site(str(tmp_path), {**files, "old.zip": b"", "site.json": json.dumps(site).encode()})
    (tmp_path / "mine.txt").write_text("mine", encoding="ascii")
    write_site(str(tmp_path), files)
    assert not (tmp_path / "old.zip").exists()
    assert (tmp_path / "mine.txt").exists()


@pytest.mark.slow
def test_no_link_in_the_folder_is_followed(tmp_path: Path) -> None:
    source, page, away = pyodide_folder(tmp_path / "pyodide"), tmp_path / "page", tmp_path / "away"
    files = build_site(PyodideSource(FAKE))
    site = json.loads(files["site.json"])
    site["files"] += [{"url": name} for name in ("sub/file", "old.txt", "folder", "gone")]
    write_site(str(page), {**files, "site.json": json.dumps(site).encode()})
    away.mkdir()
    (away / "file").write_text("mine", encoding="ascii")
    (page / "sub").symlink_to(away)
    (page / "old.txt").symlink_to(away / "file")
    (page / "folder").mkdir()
    (page / "index.html").unlink()
    (page / "index.html").symlink_to(away / "file")
    (tmp_path / "link").symlink_to(page)  # the folder that is named may be a link
    done = run("web", str(tmp_path / "link"), "--pyodide", str(source))
    assert (done.code, done.err) == (EXIT_OK, SLOWER)
    assert (page / "index.html").read_bytes() == files["index.html"]
    assert not (page / "index.html").is_symlink()
    assert all((page / each).exists() for each in ("sub/file", "old.txt", "folder"))
    (page / "pyodide").rename(away / "pyodide")
    (page / "pyodide").symlink_to(away / "pyodide")
    before = contents(away)
    done = run("web", str(page), "--pyodide", str(source))
    assert done.code == EXIT_USAGE
    assert done.err.endswith("/page: found a link or a file at pyodide; expected a folder\n")
    assert contents(away) == before


def test_a_list_that_leads_elsewhere_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, page = pyodide_folder(tmp_path / "pyodide"), tmp_path / "page"
    files = build_site(PyodideSource(FAKE))
    (tmp_path / "mine").write_text("mine", encoding="ascii")
    site = json.loads(files["site.json"])
    write_site(str(page), files)
    before = contents(tmp_path)

    def told(data: bytes) -> str:
        (page / "site.json").write_bytes(data)
        with pytest.raises(NotOurFolder):
            write_site(str(page), files)
        for arguments in (["--pyodide", str(source)], ["--serve", "0"]):
            assert web.run([str(page), *arguments]) == EXIT_USAGE
        assert contents(tmp_path) == {**before, page / "site.json": data}
        one, other = capsys.readouterr().err.splitlines()
        assert one == other
        return one

    for name in ("../mine", str(tmp_path / "mine"), "a/../../mine", "a//b", "a\\..\\b", "\0", ""):
        listed = {**site, "files": [*site["files"], {"url": name}]}
        assert "in site.json; expected names inside the" in told(json.dumps(listed).encode())
    for damage in (b"{", b"[" * 200_000, b'{"made_by": "cc3k web", "files": [1]}'):
        assert "found a damaged list of files, site.json" in told(damage)
    assert "site.json: larger than 1,048,576 bytes; expected one written before" in told(
        b" " * (1 << 20) + b"{"
    )
    (page / "site.json").unlink()
    (page / "site.json").symlink_to(tmp_path / "mine")
    assert web.run([str(page), "--pyodide", str(source)]) == EXIT_USAGE
    assert "found a link or a device at site.json; expected a plain" in capsys.readouterr().err


def contents(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.slow
def test_the_folder_is_served_here_alone(tmp_path: Path) -> None:
    source = pyodide_folder(tmp_path / "pyodide")
    run("web", str(tmp_path / "page"), "--pyodide", str(source))
    server = start("web", str(tmp_path / "page"), "--serve", "0")
    assert server.stdout is not None
    address = server.stdout.readline().strip()
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/", address)
    (tmp_path / "page" / "secret.txt").write_text("mine", encoding="ascii")
    with urlopen(address) as answer:  # noqa: S310 - our own
        assert b"ChamberCrawler3000" in answer.read()
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
    for name, kind in (
        ("pyodide/pyodide.asm.wasm", "application/wasm"),
        ("pyodide/pyodide.mjs", "text/javascript; charset=utf-8"),
        ("manifest.webmanifest", "application/manifest+json"),
    ):
        with urlopen(address + name) as answer:  # noqa: S310
            assert answer.headers["Content-Type"] == kind
            date = answer.headers["Last-Modified"]
        known = Request(address + name, headers={"If-Modified-Since": date})  # noqa: S310
        with pytest.raises(HTTPError, match="304") as told, urlopen(known):  # noqa: S310
            pass
        assert told.value.read() == b""
        early = {"If-Modified-Since": "Thu, 01 Jan 1970 00:00:00 GMT"}
        with urlopen(Request(address + name, headers=early)) as answer:  # noqa: S310
            assert answer.read() == (tmp_path / "page" / name).read_bytes()
    (tmp_path / "page" / "icon.svg").unlink()
    (tmp_path / "page" / "icon.svg").symlink_to(tmp_path / "page" / "secret.txt")
    for other in ("secret.txt", "icon.svg", "../pyodide/pyodide.mjs", "pyodide/", "%2e%2e/x"):
        with pytest.raises(HTTPError, match="404"), urlopen(address + other):  # noqa: S310
            pass
    server.send_signal(signal.SIGINT)
    assert server.communicate(timeout=30)[1] == ""
    assert server.returncode == EXIT_OK


@pytest.mark.slow
def test_without_a_folder_a_passing_one_is_served(tmp_path: Path) -> None:
    source = pyodide_folder(tmp_path / "pyodide")
    server = start("web", "--serve", "0", "--pyodide", str(source))
    assert server.stdout is not None
    folder = server.stdout.readline().partition(":")[0]
    address = server.stdout.readline().strip()
    with urlopen(f"{address}site.json") as answer:  # noqa: S310 - our own
        assert json.loads(answer.read())["version"]
    assert Path(folder).is_dir()
    server.send_signal(signal.SIGINT)
    server.communicate(timeout=30)
    assert not Path(folder).exists()


@for_each("palette", PALETTE_NAMES)
def test_the_cursor_is_seen_in_colours_that_a_system_forces(palette: str) -> None:
    """What stands out by its background alone keeps it; all else takes the system's colours."""
    kept = [line for line in roles_style().splitlines() if "forced-color-adjust: none" in line]
    cursor = f'#screen[data-palette="{palette}"] .role-{ord(ROLE_LETTERS["cursor"])} '
    plain = f'#screen[data-palette="{palette}"] {{'
    assert any(line.startswith(cursor) for line in kept)
    assert not any(line.startswith(plain) for line in kept)
