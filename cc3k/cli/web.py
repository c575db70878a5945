"""`cc3k web`: write the game as a folder of static files for any browser, or serve it here."""

import os
import sys
from argparse import Namespace
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from cc3k.cli.argument_parser import (
    CommandParser,
    add_option,
    parse_whole_number,
    require_parsed,
    run_tool,
)
from cc3k.cli.streams import print_error, print_text, try_write
from cc3k.engine.text import printable_name
from cc3k.exit_codes import EXIT_FAILED, EXIT_OK, EXIT_USAGE

if TYPE_CHECKING:
    from cc3k.web.pyodide_files import PyodideNotFetched, PyodideSource

DEFAULT_PORT, MAX_PORT = 8000, 65535
EXPECTED_PORT = f"a port from 0 to {MAX_PORT}; 0 is any that is free"
EXPECTED_ADDRESS = "an address, with https:// before"
NO_FOLDER = "found no DIR; expected the folder to write, or --zip, --serve or --workflow"


class WebOptions(Namespace):
    arguments: Sequence[str]
    folder: str | None
    pyodide: str | None
    url: str | None
    zip: str | None
    workflow: bool
    serve: int | None


def run(arguments: Sequence[str]) -> int:
    return run_tool(build_parser(), arguments, WebOptions(arguments=arguments), _choose_folder)


def build_parser() -> CommandParser:
    parser = CommandParser(
        prog="cc3k web",
        description="Write the game as a folder of static files: any host can serve it, and any "
        "browser plays it, with nothing to install. `cc3k help web` tells of links and files.",
        epilog="Pyodide is Python for browsers. Its files are fetched with npm once, and kept.",
    )
    told = "the folder to write, or to serve; with --serve a passing one is made without it"
    add_option(parser, "folder DIR", told, nargs="?")
    told = (
        "take Pyodide's files from this folder; or let the page load them from this address, "
        "and check them by their hashes"
    )
    add_option(parser, "--pyodide,--pyodide-url FROM", told)
    told = "where the folder will be published; links to it then show a picture on every site"
    add_option(parser, "--url ADDRESS", told, type=_parse_address)
    add_option(parser, "--zip FILE", "write all files as a ZIP, too, as itch.io takes it")
    told = "print a workflow that publishes the game with GitHub Pages, and do no more"
    add_option(parser, "--workflow", told)
    told = (
        "serve the folder on 127.0.0.1, and print the address; one that is written already "
        f"needs no Pyodide. The port is {DEFAULT_PORT} by default, and 0 any that is free"
    )
    add_option(parser, "--serve PORT", told, type=_parse_port, nargs="?", const=DEFAULT_PORT)
    return parser


def _parse_port(text: str) -> int:
    return require_parsed(parse_whole_number(text, 0, MAX_PORT), text, EXPECTED_PORT)


def _parse_address(text: str) -> str:
    from cc3k.web.pyodide_files import folder_address

    return require_parsed(folder_address(text), text, EXPECTED_ADDRESS)


def _choose_folder(options: WebOptions) -> int:
    if options.workflow:
        from cc3k.web.site import pages_workflow

        print_text(pages_workflow())
        return EXIT_OK
    if options.folder is not None:
        return _write_and_serve(options, options.folder)
    if options.serve is None and options.zip is None:
        print_error(f"web: {NO_FOLDER}")
        return EXIT_USAGE
    if options.serve is None:
        return _write(options, None)
    from tempfile import TemporaryDirectory

    with TemporaryDirectory(prefix="cc3k-web-") as folder:
        return _write_and_serve(options, folder)


def _write_and_serve(options: WebOptions, folder: str) -> int:
    from cc3k.web.site import NotOurFolder, files_to_replace

    try:
        is_written = files_to_replace(folder) is not None
    except NotOurFolder as error:
        print_error(f"{printable_name(folder)}: {error}")
        return EXIT_USAGE
    asked = (options.pyodide, options.zip, options.url)
    if any(asked) or options.serve is None or not is_written:
        code = _write(options, folder)
        if code != EXIT_OK:
            return code
    return EXIT_OK if options.serve is None else _serve(folder, options.serve)


def _write(options: WebOptions, folder: str | None) -> int:
    from cc3k.saves.disk import check_folder_writable, check_writable, write_as_asked
    from cc3k.web.pyodide_files import PyodideNotFetched, UnsuitablePyodide
    from cc3k.web.site import build_site, write_site, zip_site

    for place, check in ((folder, check_folder_writable), (options.zip, check_writable)):
        if place is not None and (code := try_write(place, partial(check, place))):
            return code
    try:
        files = build_site(_pyodide(options.pyodide), options.url or "", _prepare)
    except PyodideNotFetched as error:
        _report_not_fetched(error, options.arguments)
        return EXIT_USAGE
    except UnsuitablePyodide as error:
        print_error(f"web: Pyodide: {error}")
        return EXIT_USAGE
    code, count = EXIT_OK, len(files)
    if folder is not None:
        size = sum(map(len, files.values()))
        code = _write_and_report(folder, partial(write_site, folder, files), count, size)
    if options.zip is not None and code == EXIT_OK:
        packed = zip_site(files)
        write = partial(write_as_asked, options.zip, packed)
        code = _write_and_report(options.zip, write, count, len(packed))
    return code


def _report(sentence: str) -> None:
    print_error(f"web: {sentence}")


def _prepare(pyodide: "PyodideSource", game: bytes) -> dict[str, bytes]:
    from cc3k.web.pyodide_files import NotPrepared, prepare_start

    try:
        return prepare_start(pyodide, game, _report)
    except NotPrepared as error:
        print_error(f"web: the page starts slower without Python's memory, left out: {error}")
        return {}


def _pyodide(place: str | None) -> "PyodideSource":
    from cc3k.web.pyodide_files import fetched_pyodide, pyodide_at, read_pyodide

    if place is None:
        return fetched_pyodide(os.environ, _report)
    return pyodide_at(place) if "://" in place else read_pyodide(place)


def _report_not_fetched(error: "PyodideNotFetched", arguments: Sequence[str]) -> None:
    import shlex

    from cc3k.web.pyodide_files import PACK_COMMAND, PACKAGE_FILE, PACKAGE_FOLDER

    found, *lines = error.args
    again = shlex.join(["cc3k", "web", *arguments, "--pyodide", PACKAGE_FOLDER])
    commands = [PACK_COMMAND, f"tar -xf {PACKAGE_FILE}", again]
    print_error(
        f"web: found {found}; expected npm and a network, to fetch Pyodide's package",
        *[f"  {line}" for line in lines],
        "Nothing is written. Where both are there, these lines do the same:",
        *[f"  {command}" for command in commands],
    )


def _write_and_report(path: str, write: Callable[[], None], count: int, size: int) -> int:
    code = try_write(path, write)
    if code == EXIT_OK:
        print_text(f"{printable_name(path)}: {count} files, {size / 1e6:.1f} MB\n")
    return code


def _serve(folder: str, port: int) -> int:
    from cc3k.web.site import ADDRESS, serve

    try:
        serve(folder, port, _report_address)
    except KeyboardInterrupt:
        return EXIT_OK
    except OSError as error:
        print_error(f"web: {ADDRESS}:{port}: {(error.strerror or str(error)).lower()}")
        return EXIT_FAILED
    return EXIT_OK


def _report_address(address: str) -> None:
    print_text(f"{address}\n")
    sys.stdout.flush()
