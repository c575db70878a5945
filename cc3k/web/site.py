"""Site: the folder of static files that any host can serve as the game, and this machine, too."""

import hashlib
import json
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from typing import BinaryIO
from urllib.parse import unquote, urlsplit

from cc3k.content.roster import BASE_RULES
from cc3k.export.pictures import (
    BACKGROUND,
    FONT_COLUMNS,
    FONT_ROWS,
    FOREGROUND,
    LIGHT_COLOURS,
    RGB_COLOURS,
    PixelImage,
    cell_styles,
    render_game_lines,
)
from cc3k.play.session import Session
from cc3k.saves.disk import UnsuitableTarget, replace_file
from cc3k.saves.open_files import (
    UnreadableError,
    file_error_reason,
    is_plain_file,
    parse_json,
    read_regular,
)
from cc3k.terminal.app import PLAIN_ROLE
from cc3k.ui.palette import ROLE_LETTERS
from cc3k.ui.settings import PALETTE_NAMES, ScreenSettings
from cc3k.web.pyodide_files import (
    GAME,
    LOCK,
    SCRIPTS,
    PyodideSource,
    integrity_of,
    lock_of_no_packages,
    pack_files,
    pack_game,
    packed,
    slimmed,
)

CARD = "card.png"

TITLE, SUBTITLE = "ChamberCrawler3000", "Leave five floors with all their gold."

ICON_UNITS = 32
PLAIN_ICON, MASKABLE_ICON = (1, 3), (7, 2)
"""Units between edge and wall, and the size of the PC. Of a maskable icon a system may cut all but
the middle circle, which has 80 % of the width."""

CARD_WIDTH, CARD_HEIGHT, CARD_SEED = 1200, 630, 42
"""Pixels of a card as sites of other people show it, and the game that is on it."""

_STYLES = cell_styles("default")


def pictures() -> dict[str, bytes]:
    """Return the icons that the manifest names, and the card."""
    return {
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
Prepare = Callable[[PyodideSource, bytes], Files]
"""What returns the files of a prepared start, of Pyodide's files and the packed game."""


ROLES_FOR_SCRIPTS = ("cursor", "remembered", "asking")
"""Roles that a script of the page looks for, by the number of their letter."""


class NotOurFolder(UnsuitableTarget):
    """Raised for a folder that holds other files: what was found, and what was expected."""


def build_site(
    pyodide: PyodideSource, address: str = "", prepare: Prepare = lambda _pyodide, _game: {}
) -> dict[str, bytes]:
    """Return all files; `address` is where the folder will be published, if that is known.

    `prepare` returns the files of a prepared start; none, and the page starts as slow as Python.
    """
    files = dict[str, bytes]()
    for name in sorted(os.listdir(STATIC_FOLDER)):
        files[name] = Path(STATIC_FOLDER, name).read_bytes()
    files[INDEX] = _index(files[INDEX].decode("utf-8"), pyodide, address).encode("utf-8")
    files["roles.css"] = roles_style().encode("ascii")
    files |= pictures()
    pyodide = slimmed(pyodide)
    plain = {f"{pyodide.base}{name}": data for name, data in pyodide.files.items()}
    wasm = {f"{name}.gz": packed(data) for name, data in plain.items() if name.endswith(".wasm")}
    plain[GAME] = pack_game()
    prepared = prepare(pyodide, plain[GAME])
    loaded = {**plain, **wasm, **prepared}
    files |= loaded
    hashes = {name: integrity_of(data) for name, data in files.items()}
    if pyodide.address:
        hashes |= {f"{pyodide.base}{name}": each for name, each in pyodide.integrity.items()}
    version = hashlib.sha256(json.dumps(hashes, sort_keys=True).encode("ascii")).hexdigest()[:16]
    for name in [INDEX, *_scripts(files)]:
        text = files[name].decode("utf-8")
        # What the page loads says its version at the start: it notes it there.
        noted = f'{text}(globalThis.cc3kVersions ??= {{}})["{name}"] = "{version}";\n'
        stamped = text.replace(VERSION_MARK, version) if VERSION_MARK in text else noted
        files[name] = stamped.encode("utf-8")
        hashes[name] = integrity_of(files[name])
    listed = [{"url": name, "integrity": each} for name, each in hashes.items() if name != WORKER]
    listed += [{"url": "./", "integrity": hashes[INDEX]}, {"url": LIST}]
    scripts = [f"{pyodide.base}{name}" for name in SCRIPTS]
    site = {
        "made_by": SITE_MARK,
        "version": version,
        "scripts": [name for name in _scripts(files) if name != WORKER],
        "pyodide": pyodide.base,
        "integrity": pyodide.integrity if pyodide.address else None,
        "sizes": {name: len(data) for name, data in loaded.items()},
        "game": GAME,
        "prepared": list(prepared),
        "lock": lock_of_no_packages(pyodide.files.get(LOCK, b"")),
        "unused": {
            "prepared": [name for name in plain if name not in scripts],
            "plain": [*[name.removesuffix(".gz") for name in wasm], *prepared],
        },
        "files": listed,
    }
    return {**files, LIST: f"{json.dumps(site, indent=1)}\n".encode("ascii")}


def _scripts(files: Files) -> list[str]:
    return [name for name in files if name.endswith(".js")]


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
        text = text.replace(place, f"{place} {'/'.join(pyodide.address.split('/')[:3])}")
    loads = [
        f'<link rel="modulepreload" href="{pyodide.base}{name}" crossorigin '
        f'integrity="{pyodide.integrity[name]}">\n'
        for name in SCRIPTS
    ]
    return text.replace("<script type=", f"{''.join(loads)}<script type=", 1)


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
    before = files_to_replace(folder)
    for name in files:  # all before the first is written
        place = _place_of(folder, name)
        if os.path.isdir(place) and not os.path.islink(place):
            message = f"found a folder at {name}; expected a file"
            raise NotOurFolder(message)
    for name, data in sorted(files.items(), key=lambda each: each[0] in (LIST, WORKER, INDEX)):
        place = _place_of(folder, name)
        os.makedirs(os.path.dirname(place), exist_ok=True)
        replace_file(place, [data])
    for name in before or ():
        with suppress(OSError):
            if name not in files and is_plain_file(_place_of(folder, name)):
                os.unlink(_place_of(folder, name))


def _place_of(folder: str, name: str) -> str:
    *folders, _ = name.split("/")
    for count, each in enumerate(folders, start=1):
        place = os.path.join(folder, *folders[:count])
        if os.path.lexists(place) and (os.path.islink(place) or not os.path.isdir(place)):
            message = f"found a link or a file at {each}; expected a folder"
            raise NotOurFolder(message)
    return os.path.join(folder, name)


def pages_workflow() -> str:
    return Path(WORKFLOW_FILE).read_text("ascii")


def zip_site(files: Mapping[str, bytes]) -> bytes:
    """Return a ZIP file of the folder, the page first: the same files make the same one."""
    return pack_files(sorted(files.items(), key=lambda each: (each[0] != INDEX, each[0])))


def files_to_replace(folder: str) -> list[str] | None:
    """Return the `listed_files` of a folder to write; raise `NotOurFolder` if others are there."""
    before = listed_files(folder)
    if os.path.lexists(folder) and not os.path.isdir(folder):
        message = "found a file; expected a folder"
        raise NotOurFolder(message)
    if before is None and os.path.isdir(folder) and os.listdir(folder):
        message = "found a folder with other files; expected a new one, or one written before"
        raise NotOurFolder(message)
    return before


def listed_files(folder: str) -> list[str] | None:
    """Return the names of the files of a folder that was written before; None for any other.

    Raises `NotOurFolder` for a list that is damaged, is no plain file, or leads elsewhere.
    """
    path = os.path.join(folder, LIST)
    if not os.path.lexists(path):
        return None
    if not is_plain_file(path):
        message = f"found a link or a device at {LIST}; expected a plain file"
        raise NotOurFolder(message)
    try:
        data = read_regular(path, MAX_LIST_BYTES, follow_links=False)
    except OSError as error:
        message = f"found {LIST}: {file_error_reason(error)}; expected one written before"
        raise NotOurFolder(message) from error
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
        if not name.isprintable() or {"", ".", ".."} & {*name.replace("\\", "/").split("/")}:
            message = f"found the name {name!a} in {LIST}; expected names inside the folder"
            raise NotOurFolder(message)
    return [*own, WORKER] if own else None


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
    ".gz": "application/gzip",
}
"""The type of a file by the end of its name; any other is just bytes."""

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}
"""Sent with every file. The page has the rest of its policy in itself, for any host. A browser may
keep a file, but asks each time whether it is still the same: a name says nothing of a version."""


class SiteHandler(SimpleHTTPRequestHandler):
    """Answers requests for the files of the page, and for nothing else."""

    protocol_version = "HTTP/1.1"
    extensions_map = TYPES

    def send_head(self) -> BytesIO | BinaryIO | None:
        name = unquote(urlsplit(self.path).path).removeprefix("/") or INDEX
        if self.has_file(name):
            return super().send_head()
        self.send_error(HTTPStatus.NOT_FOUND)
        return None

    def has_file(self, name: str) -> bool:
        try:
            is_listed = name in (listed_files(self.directory) or ())
            return is_listed and is_plain_file(_place_of(self.directory, name))
        except NotOurFolder:
            return False

    def end_headers(self) -> None:
        for header, value in HEADERS.items():
            self.send_header(header, value)
        super().end_headers()

    def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002 - its own name
        """Say nothing of each request."""


def serve(folder: str, port: int, report: Callable[[str], None]) -> None:
    """Serve a folder on this machine until an interrupt; report its address first."""
    with ThreadingHTTPServer((ADDRESS, port), partial(SiteHandler, directory=folder)) as server:
        report(f"http://{ADDRESS}:{server.server_port}/")
        server.serve_forever()
