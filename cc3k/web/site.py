"""Site: the folder of static files that any host can serve as the game."""

import hashlib
import json
import os
from contextlib import suppress

from cc3k.cells.canvas import PLAIN_ROLE
from cc3k.export.colours import BACKGROUND, cell_styles
from cc3k.storage.disk import write_as_asked
from cc3k.storage.foreign_data import parse_json
from cc3k.storage.open_files import UnreadableError, read_regular
from cc3k.ui.settings import PALETTE_NAMES
from cc3k.web.pyodide_files import SCRIPTS, PyodideSource, integrity_of
from cc3k.web.wheels import installed_wheel, own_wheel

STATIC_FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "static")

INDEX, LIST, WORKER = "index.html", "site.json", "sw.js"
"""The page, the list of all files, and the service worker, which has its version in it."""

MAX_LIST_BYTES = 1 << 20

POLICY_PLACES = ("script-src 'self'", "connect-src 'self'")
"""Where in the content policy of the page a host for Pyodide has to be allowed."""

SITE_MARK = "cc3k web"


class NotOurFolder(Exception):
    """Raised for a folder that holds other files: what was found, and what was expected."""


def build_site(pyodide: PyodideSource) -> dict[str, bytes]:
    """Return all files of the folder, by their names."""
    wheels = dict([own_wheel(), installed_wheel("attrs")])
    files = {name: _static(name) for name in sorted(os.listdir(STATIC_FOLDER))}
    files[INDEX] = _index(files[INDEX].decode("utf-8"), pyodide).encode("utf-8")
    files["roles.css"] = roles_style().encode("ascii")
    files |= {f"{pyodide.base}{name}": data for name, data in pyodide.files.items()}
    files |= wheels
    hashes = {name: integrity_of(data) for name, data in files.items()}
    if pyodide.address:
        hashes |= {f"{pyodide.base}{name}": each for name, each in pyodide.integrity.items()}
    version = hashlib.sha256(json.dumps(hashes, sort_keys=True).encode("ascii")).hexdigest()[:16]
    worker = files[WORKER].decode("utf-8").replace("@VERSION@", version)
    files[WORKER] = worker.encode("utf-8")
    listed = [{"url": name, "integrity": each} for name, each in hashes.items() if name != WORKER]
    listed += [{"url": "./", "integrity": hashes[INDEX]}, {"url": LIST}]
    site = {
        "made_by": SITE_MARK,
        "version": version,
        "pyodide": pyodide.base,
        "integrity": pyodide.integrity if pyodide.address else None,
        "wheels": list(wheels),
        "files": listed,
    }
    return {**files, LIST: f"{json.dumps(site, indent=1)}\n".encode("ascii")}


def _static(name: str) -> bytes:
    with open(os.path.join(STATIC_FOLDER, name), "rb") as file:
        return file.read()


def _index(text: str, pyodide: PyodideSource) -> str:
    """Return the page, which lets a host give Pyodide's files if it is to load them from there."""
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
    """Return the style sheet of all palettes, from the colours that pictures have."""
    rules = list[str]()
    for palette in PALETTE_NAMES:
        for letter, style in cell_styles(palette).items():
            where = f'#screen[data-palette="{palette}"]'
            parts = [f"color: {style.foreground}", f"background: {style.background}"]
            parts += ["font-weight: bold"] * style.is_bold
            parts += ["text-decoration: underline"] * style.is_underlined
            # Who chose colours for all pages (forced colours) still sees where the cursor is.
            parts += ["forced-color-adjust: none"] * (style.background != BACKGROUND)
            place = where if letter == PLAIN_ROLE else f"{where} .role-{ord(letter)}"
            rules.append(f"{place} {{ {'; '.join(parts)}; }}\n")
    return "".join(rules)


def write_site(folder: str, files: dict[str, bytes]) -> None:
    """Write the files into a folder, and remove those of an earlier version.

    The list comes last, so that a page never finds one of files that are not there yet. Raises
    `NotOurFolder` for a folder with other files, and `OSError`.
    """
    before = listed_files(folder)
    if before is None and os.path.isdir(folder) and os.listdir(folder):
        message = "found a folder with other files; expected a new one, or one written before"
        raise NotOurFolder(message)
    for name, data in sorted(files.items(), key=lambda each: each[0] in (LIST, WORKER, INDEX)):
        path = os.path.join(folder, *name.split("/"))
        os.makedirs(os.path.dirname(path), exist_ok=True)
        write_as_asked(path, data)
    for name in before or ():
        if name not in files:
            with suppress(OSError):
                os.remove(os.path.join(folder, *name.split("/")))


def listed_files(folder: str) -> list[str] | None:
    """Return the names of the files of a folder that was written before; None for any other."""
    try:
        site = parse_json(read_regular(os.path.join(folder, LIST), MAX_LIST_BYTES))
    except (OSError, UnreadableError):
        return None
    names = list[str]()
    match site:
        case {"made_by": made_by, "files": [*files]} if made_by == SITE_MARK:
            names = [str(each["url"]) for each in files if isinstance(each, dict) and "url" in each]
    own = [name for name in names if name != "./" and "://" not in name and ".." not in name]
    return [*own, WORKER] if own else None
