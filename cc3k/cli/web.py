"""`cc3k web`: write the game as a folder of static files for any browser, or serve it here."""

import sys
from argparse import Namespace
from collections.abc import Sequence

from cc3k.cli.command import CommandParser, parse_whole_number, print_text, require_parsed, run_tool
from cc3k.cli.streams import print_error
from cc3k.exit_codes import EXIT_FAILED, EXIT_OK, EXIT_USAGE
from cc3k.play.quoting import printable_name
from cc3k.saves.open_files import file_error_reason

DEFAULT_PORT, MAX_PORT = 8000, 65535
EXPECTED_PORT = f"a port from 0 to {MAX_PORT}; 0 is any that is free"

NO_PYODIDE = (
    "found neither --pyodide nor --pyodide-url; expected --pyodide FOLDER, the files of Pyodide as "
    "its npm package unpacks, or --pyodide-url ADDRESS, where the page is to load them from"
)


class WebOptions(Namespace):
    folder: str | None
    pyodide: str | None
    pyodide_url: str | None
    serve: int | None


def run(arguments: Sequence[str]) -> int:
    return run_tool(build_parser(), arguments, WebOptions(), _choose_folder)


def build_parser() -> CommandParser:
    parser = CommandParser(
        prog="cc3k web",
        description="Write the game as a folder of static files: any host can serve it, and any "
        "browser plays it, with nothing to install. `cc3k help web` tells of links and files.",
        epilog="Pyodide is Python for browsers; its npm package has the files: `npm pack pyodide`.",
    )
    parser.add_argument(
        "folder",
        nargs="?",
        metavar="DIR",
        help="the folder to write, or to serve; with --serve a passing one is made without it",
    )
    source = parser.add_mutually_exclusive_group()
    source.add_argument("--pyodide", metavar="FOLDER", help="copy Pyodide's files from this folder")
    source.add_argument(
        "--pyodide-url",
        metavar="ADDRESS",
        help="let the page load them from this address, and check them by their hashes",
    )
    parser.add_argument(
        "--serve",
        nargs="?",
        const=DEFAULT_PORT,
        metavar="PORT",
        type=_parse_port,
        help="serve the folder on 127.0.0.1, and print the address; one that is written already "
        f"needs no Pyodide. The port is {DEFAULT_PORT} by default, and 0 any that is free",
    )
    return parser


def _parse_port(text: str) -> int:
    return require_parsed(parse_whole_number(text, 0, MAX_PORT), text, EXPECTED_PORT)


def _choose_folder(options: WebOptions) -> int:
    """Write and serve the folder that is named, or one that lasts as long as it is served."""
    if options.folder is not None:
        return _write_and_serve(options, options.folder)
    if options.serve is None:
        print_error("web: found no DIR; expected the folder to write, or --serve")
        return EXIT_USAGE
    from tempfile import TemporaryDirectory

    with TemporaryDirectory(prefix="cc3k-web-") as folder:
        return _write_and_serve(options, folder)


def _write_and_serve(options: WebOptions, folder: str) -> int:
    from cc3k.web.site import NotOurFolder, listed_files

    has_source = options.pyodide is not None or options.pyodide_url is not None
    try:
        is_written = listed_files(folder) is not None
    except NotOurFolder as error:
        print_error(f"{printable_name(folder)}: {error}")
        return EXIT_USAGE
    if has_source or options.serve is None or not is_written:
        code = _write(options, folder)
        if code != EXIT_OK:
            return code
    return EXIT_OK if options.serve is None else _serve(folder, options.serve)


def _write(options: WebOptions, folder: str) -> int:
    from cc3k.web.pyodide_files import UnsuitablePyodide, pyodide_at, read_pyodide
    from cc3k.web.site import NotOurFolder, build_site, write_site
    from cc3k.web.wheels import NoSuchPackage

    name = printable_name(folder)
    try:
        if options.pyodide is not None:
            source = read_pyodide(options.pyodide)
        elif options.pyodide_url is not None:
            source = pyodide_at(options.pyodide_url)
        else:
            print_error(f"web: {NO_PYODIDE}")
            return EXIT_USAGE
        files = build_site(source)
        write_site(folder, files)
    except UnsuitablePyodide as error:
        print_error(f"web: Pyodide: {error}")
        return EXIT_USAGE
    except NoSuchPackage as error:
        print_error(f"web: {error}")
        return EXIT_FAILED
    except NotOurFolder as error:
        print_error(f"{name}: {error}")
        return EXIT_USAGE
    except (OSError, ValueError) as error:
        print_error(f"{name}: {file_error_reason(error)}")
        return EXIT_FAILED
    size = sum(map(len, files.values())) / 1e6
    print_text(f"{name}: {len(files)} files, {size:.1f} MB\n")
    return EXIT_OK


def _serve(folder: str, port: int) -> int:
    from cc3k.web.server import ADDRESS, serve

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
