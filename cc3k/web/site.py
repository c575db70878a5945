"""Site: the folder of static files that any host can serve as the game, and this machine, too."""

import hashlib
import json
import os
import stat
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote, urlsplit

from cc3k.content.roster import BASE_RULES
from cc3k.export.pixels import FONT_COLUMNS, FONT_ROWS, PixelImage
from cc3k.export.svg import (
    BACKGROUND,
    FOREGROUND,
    LIGHT_COLOURS,
    RGB_COLOURS,
    cell_styles,
    render_game_lines,
)
from cc3k.play.session import Session
from cc3k.saves.disk import replace_file_in
from cc3k.saves.foreign_data import parse_json
from cc3k.saves.open_files import UnreadableError
from cc3k.terminal.canvas import PLAIN_ROLE
from cc3k.ui.palette import ROLE_LETTERS
from cc3k.ui.settings import PALETTE_NAMES, ScreenSettings
from cc3k.web.pyodide_files import (
    LOCK,
    SCRIPTS,
    PyodideSource,
    installed_wheel,
    integrity_of,
    lock_of_no_packages,
    own_wheel,
    pack_files,
    packed,
    slimmed,
    stamp_of,
)

MANIFEST, CARD = "manifest.webmanifest", "card.png"

TITLE, SUBTITLE = "ChamberCrawler3000", "Leave five floors with all their gold."

ICON_UNITS = 32
PLAIN_ICON, MASKABLE_ICON = (1, 3), (7, 2)
"""Units between edge and wall, and the size of the PC. Of a maskable icon a system may cut all but
the middle circle, which has 80 % of the width."""

CARD_WIDTH, CARD_HEIGHT, CARD_SEED = 1200, 630, 42
"""Pixels of a card as sites of other people show it, and the game that is on it."""

_STYLES = cell_styles("default")


def manifest_files() -> dict[str, bytes]:
    """Return the manifest, by which a browser installs the page, and the pictures."""
    manifest = {
        "name": TITLE,
        "short_name": "CC3k",
        "description": SUBTITLE,
        "start_url": ".",
        "scope": ".",
        "display": "standalone",
        "background_color": BACKGROUND,
        "theme_color": BACKGROUND,
        "icons": [
            {"src": "icon.svg", "sizes": "any", "type": "image/svg+xml"},
            {"src": "icon-192.png", "sizes": "192x192", "type": "image/png"},
            {"src": "icon-512.png", "sizes": "512x512", "type": "image/png"},
            {
                "src": "icon-maskable.png",
                "sizes": "512x512",
                "type": "image/png",
                "purpose": "maskable",
            },
        ],
    }
    return {
        MANIFEST: f"{json.dumps(manifest, indent=1)}\n".encode("ascii"),
        "icon.svg": draw_icon(PLAIN_ICON).to_svg().encode("ascii"),
        "icon-192.png": draw_icon(PLAIN_ICON, 192 // ICON_UNITS).to_png(),
        "icon-512.png": draw_icon(PLAIN_ICON, 512 // ICON_UNITS).to_png(),
        "icon-maskable.png": draw_icon(MASKABLE_ICON, 512 // ICON_UNITS).to_png(),
        CARD: draw_card().to_png(),
    }


def draw_icon(shape: tuple[int, int], unit: int = 1) -> PixelImage:
    """Draw the PC in a chamber with a doorway; `unit` is in pixels."""
    margin, size = shape[0] * unit, shape[1] * unit
    whole, wall = ICON_UNITS * unit, size - unit
    image = PixelImage(whole, whole, [BACKGROUND])
    chamber, ground = whole - 2 * margin, whole - 2 * margin - 2 * wall
    image.fill(margin, margin, chamber, chamber, _colour("doorway"))
    image.fill(margin + wall, margin + wall, ground, ground, BACKGROUND)
    image.fill(whole // 2 - wall, whole - margin - wall, 2 * wall, wall, BACKGROUND)
    left, top = [(whole - each * size) // 2 for each in (FONT_COLUMNS - 1, FONT_ROWS - 2)]
    image.draw_text(left, top, "@", _colour("hero"), size)
    return image


def draw_card() -> PixelImage:
    """Draw the title above the board of a game."""
    image = PixelImage(CARD_WIDTH, CARD_HEIGHT, [BACKGROUND])
    session = Session(BASE_RULES, CARD_SEED)
    game = session.start_game(session.rules.races[0])
    lines = render_game_lines(session, game, ScreenSettings())
    left = (CARD_WIDTH - len(lines[0].text) * FONT_COLUMNS * 2) // 2
    image.draw_text(left, 22, TITLE, _colour("hero"), 4)
    right = CARD_WIDTH - left - len(SUBTITLE) * FONT_COLUMNS * 2
    image.draw_text(right, 36, SUBTITLE, FOREGROUND, 2)
    image.draw_lines(left, CARD_HEIGHT - len(lines) * FONT_ROWS * 2 - 14, lines, _STYLES, 2)
    return image


def _colour(role: str) -> str:
    return _STYLES[ROLE_LETTERS[role]].foreground


_HERE = os.path.dirname(os.path.abspath(__file__))
STATIC_FOLDER, WORKFLOW_FILE = os.path.join(_HERE, "static"), os.path.join(_HERE, "pages.yml")

INDEX, LIST, WORKER = "index.html", "site.json", "sw.js"
"""The page, the list of all files, and the service worker, which has its version in it."""

VERSION_MARK = "@VERSION@"
"""Where the page and the service worker have the version."""

MAX_LIST_BYTES = 1 << 20

POLICY_PLACES = ("script-src 'self'", "connect-src 'self'")
"""Where in the content policy of the page a host for Pyodide has to be allowed."""

TITLE_TAG = "<title>"
"""Where in the page what is known of it is added."""

SITE_MARK = "cc3k web"

Files = Mapping[str, bytes]
Prepare = Callable[[PyodideSource, Files], Files]
"""What returns the files of a prepared start, of Pyodide's files and of wheels."""


def prepare_nothing(_pyodide: PyodideSource, _wheels: Files) -> Files:
    return {}


ROLES_FOR_SCRIPTS = ("cursor", "remembered", "asking")
"""Roles that a script of the page looks for, by the number of their letter."""


class NotOurFolder(Exception):
    """Raised for a folder that holds other files: what was found, and what was expected."""


def build_site(
    pyodide: PyodideSource, address: str = "", prepare: Prepare = prepare_nothing
) -> dict[str, bytes]:
    """Return all files; `address` is where the folder will be published, if that is known.

    `prepare` returns the files of a prepared start; none, and the page starts as slow as Python.
    """
    wheels = dict([own_wheel(), installed_wheel("attrs")])
    files = dict[str, bytes]()
    for name in sorted(os.listdir(STATIC_FOLDER)):
        with open(os.path.join(STATIC_FOLDER, name), "rb") as file:
            files[name] = file.read()
    files[INDEX] = _index(files[INDEX].decode("utf-8"), pyodide, address).encode("utf-8")
    files["roles.css"] = roles_style().encode("ascii")
    files |= manifest_files()
    pyodide = slimmed(pyodide)
    plain = {f"{pyodide.base}{name}": data for name, data in pyodide.files.items()}
    wasm = {f"{name}.gz": packed(data) for name, data in plain.items() if name.endswith(".wasm")}
    prepared = prepare(pyodide, wheels)
    files |= {**plain, **wasm, **wheels, **prepared}
    hashes = {name: integrity_of(data) for name, data in files.items()}
    if pyodide.address:
        hashes |= {f"{pyodide.base}{name}": each for name, each in pyodide.integrity.items()}
    version = hashlib.sha256(json.dumps(hashes, sort_keys=True).encode("ascii")).hexdigest()[:16]
    for name in [INDEX, *_scripts(files)]:
        files[name] = _stamped(name, files[name].decode("utf-8"), version).encode("utf-8")
        hashes[name] = integrity_of(files[name])
    listed = [{"url": name, "integrity": each} for name, each in hashes.items() if name != WORKER]
    listed += [{"url": "./", "integrity": hashes[INDEX]}, {"url": LIST}]
    unpacked = [name.removesuffix(".gz") for name in wasm]
    scripts = [f"{pyodide.base}{name}" for name in SCRIPTS]
    site = {
        "made_by": SITE_MARK,
        "version": version,
        "scripts": [name for name in _scripts(files) if name != WORKER],
        "stamp": stamp_of(pyodide, wheels).decode("ascii"),
        "pyodide": pyodide.base,
        "integrity": pyodide.integrity if pyodide.address else None,
        "sizes": {name: len(files[name]) for name in (*plain, *wasm, *wheels, *prepared)},
        "wheels": list(wheels),
        "prepared": list(prepared),
        "lock": lock_of_no_packages(pyodide.files.get(LOCK, b"")),
        "unused": {
            "prepared": [name for name in (*plain, *wheels) if name not in scripts],
            "plain": [*unpacked, *prepared],
        },
        "files": listed,
    }
    return {**files, LIST: f"{json.dumps(site, indent=1)}\n".encode("ascii")}


def _scripts(files: Files) -> list[str]:
    return [name for name in files if name.endswith(".js")]


def _stamped(name: str, text: str, version: str) -> str:
    """Return the page or a script with its version; what the page loads notes it for the start."""
    if VERSION_MARK in text:
        return text.replace(VERSION_MARK, version)
    return f'{text}(globalThis.cc3kVersions ??= {{}})["{name}"] = "{version}";\n'


def _index(text: str, pyodide: PyodideSource, address: str) -> str:
    """Return the page, which lets a host give Pyodide's files if it is to load them from there.

    Its card has a whole address where one is known: many sites show no other.
    """
    if address:
        text = text.replace(f'content="{CARD}"', f'content="{address}{CARD}"')
        text = text.replace(TITLE_TAG, f'<meta property="og:url" content="{address}">\n{TITLE_TAG}')
    if not pyodide.address:
        return text
    for place in POLICY_PLACES:
        text = text.replace(place, f"{place} {pyodide.origin}")
    loads = "".join(
        [
            f'<link rel="modulepreload" href="{pyodide.base}{name}" crossorigin '
            f'integrity="{pyodide.integrity[name]}">\n'
            for name in SCRIPTS
        ]
    )
    return text.replace("<script type=", f"{loads}<script type=", 1)


def roles_style() -> str:
    numbers = [f"--{role}: {ord(ROLE_LETTERS[role])}" for role in ROLES_FOR_SCRIPTS]
    light = "".join(_role_rules(LIGHT_COLOURS))
    return (
        f"#screen {{ {'; '.join(numbers)}; }}\n{''.join(_role_rules(RGB_COLOURS))}"
        f"@media (prefers-color-scheme: light) {{\n{light}}}\n"
    )


def _role_rules(colours: Mapping[str, str]) -> Iterator[str]:
    for palette in PALETTE_NAMES:
        for letter, style in cell_styles(palette, colours).items():
            where = f'#screen[data-palette="{palette}"]'
            parts = [f"color: {style.foreground}", f"background: {style.background}"]
            parts += ["font-weight: bold"] * style.is_bold
            parts += ["text-decoration: underline"] * style.is_underlined
            # Who chose colours for all pages (forced colours) still sees where the cursor is.
            parts += ["forced-color-adjust: none"] * (style.background != colours["black"])
            place = where if letter == PLAIN_ROLE else f"{where} .role-{ord(letter)}"
            yield f"{place} {{ {'; '.join(parts)}; }}\n"


def write_site(folder: str, files: Mapping[str, bytes]) -> None:
    """Write the files into a folder, and remove those of an earlier version.

    Each is written beside its place and then swapped in, and no link in the folder is followed; the
    folder itself may be one. The list comes last, so that a page never finds one of files that are
    not there yet. Raises `NotOurFolder` for a folder with other files, and `OSError`.
    """
    before = listed_files(folder)
    if before is None and os.path.isdir(folder) and os.listdir(folder):
        message = "found a folder with other files; expected a new one, or one written before"
        raise NotOurFolder(message)
    os.makedirs(folder, exist_ok=True)
    with _opened(folder) as root:
        for name in files:  # all before the first is written
            with _folder_of(root, name, makes=True) as (place, last):
                if stat.S_ISDIR(_mode_of(last, place)):
                    message = f"found a folder at {name}; expected a file"
                    raise NotOurFolder(message)
        for name, data in sorted(files.items(), key=lambda each: each[0] in (LIST, WORKER, INDEX)):
            with _folder_of(root, name) as (place, last):
                replace_file_in(place, last, data)
        for name in before or ():
            if name not in files:
                with suppress(OSError, NotOurFolder), _folder_of(root, name) as (place, last):
                    if stat.S_ISREG(_mode_of(last, place)):
                        os.unlink(last, dir_fd=place)


def pages_workflow() -> str:
    with open(WORKFLOW_FILE, encoding="ascii") as file:
        return file.read()


def zip_site(files: Mapping[str, bytes]) -> bytes:
    """Return a ZIP file of the folder, the page first: the same files make the same one."""
    return pack_files(sorted(files.items(), key=lambda each: (each[0] != INDEX, each[0])))


def listed_files(folder: str) -> list[str] | None:
    """Return the names of the files of a folder that was written before; None for any other.

    Raises `NotOurFolder` for a list that is damaged, is no plain file, or leads elsewhere.
    """
    data = read_site_file(folder, LIST, MAX_LIST_BYTES)
    if data is None:
        return None
    try:
        site = parse_json(data)
        if not isinstance(site, dict) or site.get("made_by") != SITE_MARK:
            return None
        names = [str(each["url"]) for each in site["files"]]
    except (UnreadableError, KeyError, TypeError) as error:
        message = f"found a damaged list of files, {LIST}; expected one written before"
        raise NotOurFolder(message) from error
    own = [name for name in names if name != "./" and "://" not in name]
    for name in own:
        if not _is_inside(name):
            message = f"found the name {name!a} in {LIST}; expected names inside the folder"
            raise NotOurFolder(message)
    return [*own, WORKER] if own else None


def read_site_file(folder: str, name: str, max_bytes: int = sys.maxsize) -> bytes | None:
    """Return the bytes of a plain file in a folder, to which no link leads; None without one.

    Raises `NotOurFolder` for what is there and is no such file.
    """
    try:
        with _opened(folder) as root, _folder_of(root, name) as (place, last):
            mode = _mode_of(last, place)
            if mode and not stat.S_ISREG(mode):
                message = f"found a link or a device at {name}; expected a plain file"
                raise NotOurFolder(message)
            flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
            with os.fdopen(os.open(last, flags, dir_fd=place), "rb") as file:
                if os.fstat(file.fileno()).st_size > max_bytes:
                    message = (
                        f"found {name} larger than {max_bytes:,} bytes; expected a smaller one"
                    )
                    raise NotOurFolder(message)
                return file.read()
    except (OSError, ValueError):
        return None


def _is_inside(name: str) -> bool:
    return name.isprintable() and not {"", ".", ".."} & {*name.replace("\\", "/").split("/")}


@contextmanager
def _opened(folder: str, within: int | None = None) -> Iterator[int]:
    flags = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC
    flags |= 0 if within is None else os.O_NOFOLLOW
    descriptor = os.open(folder, flags, dir_fd=within)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


@contextmanager
def _folder_of(root: int, name: str, *, makes: bool = False) -> Iterator[tuple[int, str]]:
    """Context manager: open the folder that a file lies in; yield that, and the file's last name.

    Raises `NotOurFolder` where a link, or a file, is in place of a folder.
    """
    *folders, last = name.split("/")
    with ExitStack() as stack:
        for each in folders:
            if makes:
                with suppress(FileExistsError):
                    os.mkdir(each, dir_fd=root)
            if _mode_of(each, root) and not stat.S_ISDIR(_mode_of(each, root)):
                message = f"found a link or a file at {each}; expected a folder"
                raise NotOurFolder(message)
            root = stack.enter_context(_opened(each, root))
        yield root, last


def _mode_of(name: str, folder: int) -> int:
    try:
        return os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode
    except FileNotFoundError:
        return 0


ADDRESS = "127.0.0.1"

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
}
"""The type of a file by the end of its name; any other is just bytes."""

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}
"""Sent with every file. The page has the rest of its policy in itself, for any host. A browser may
keep a file, but asks each time whether it is still the same: a name says nothing of a version."""


class SiteHandler(BaseHTTPRequestHandler):
    """Answers requests for the files of the page, and for nothing else."""

    protocol_version = "HTTP/1.1"

    def __init__(self, folder: str, *arguments: object) -> None:
        self._folder = folder
        super().__init__(*arguments)  # type: ignore[arg-type] # as the server passes them

    def do_GET(self) -> None:
        self._send(has_body=True)

    def do_HEAD(self) -> None:
        self._send(has_body=False)

    def _send(self, *, has_body: bool) -> None:
        name = unquote(urlsplit(self.path).path).removeprefix("/") or INDEX
        data = self._read(name)
        if data is None:
            self.send_error(HTTPStatus.NOT_FOUND)
            return
        kind = TYPES.get(os.path.splitext(name)[1], "application/octet-stream")
        tag = f'"{hashlib.sha256(data).hexdigest()}"'
        is_known = tag in self.headers.get("If-None-Match", "")
        self.send_response(HTTPStatus.NOT_MODIFIED if is_known else HTTPStatus.OK)
        for header, value in {"Content-Type": kind, "ETag": tag, **HEADERS}.items():
            self.send_header(header, value)
        if not is_known:
            self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if has_body and not is_known:
            self.wfile.write(data)

    def _read(self, name: str) -> bytes | None:
        try:
            is_listed = name in (listed_files(self._folder) or ())
            return read_site_file(self._folder, name) if is_listed else None
        except NotOurFolder:
            return None

    def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002 - its own name
        """Say nothing of each request."""


def serve(folder: str, port: int, report: Callable[[str], None]) -> None:
    """Serve a folder on this machine until an interrupt; report its address first."""
    with ThreadingHTTPServer((ADDRESS, port), partial(SiteHandler, folder)) as server:
        report(f"http://{ADDRESS}:{server.server_port}/")
        server.serve_forever()
