"""`cc3k check`: what is wrong with layout files, and what is odd about them."""

import json
from argparse import Namespace
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from attrs import asdict, frozen

from cc3k.cli.command import Parser, obey, say, say_list
from cc3k.content.layout.diagnostics import Severity
from cc3k.content.layout.lint import survey
from cc3k.content.roster import BASE
from cc3k.play.quoting import shown
from cc3k.storage.files import UnreadableError, layout_bytes
from cc3k.tty.streams import OK, USAGE


class Wanted(Namespace):
    """What the command line asks for."""

    files: list[str]
    strict: bool
    json: bool


@frozen
class Remark:
    """A line of the report; one on a file that cannot be read names no place in it."""

    file: str
    line: int | None
    column: int | None
    severity: Severity
    message: str

    def __str__(self) -> str:
        place = "" if self.line is None else f":{self.line}:{self.column}"
        return f"{self.file}{place}: {self.severity}: {self.message}"


def run(arguments: Sequence[str]) -> int:
    """Check the files that the arguments name; return 2 if there are errors in any, else 0."""
    return obey(_parser(), arguments, Wanted(), _check)


def remarks_on(name: str) -> Iterator[Remark]:
    """Yield what there is to be said of a layout file, or of one of the game's own by its name."""
    file = shown(name)
    try:
        data = layout_bytes(name)
    except UnreadableError as error:
        yield Remark(file, None, None, Severity.ERROR, str(error))
        return
    for found in survey(data, BASE):
        yield Remark(file, found.line, found.column, found.severity, found.text)


def _check(wanted: Wanted) -> int:
    counts = Counter[Severity]()
    remarks = _counted(wanted.files, counts)
    if wanted.json:
        say('{"findings": ')
        say_list(map(asdict, remarks))
        say(f', "summary": {json.dumps(_summary(counts, wanted.files))}}}\n')
    else:
        for remark in remarks:
            say(f"{remark}\n")
        summary = _summary(counts, wanted.files)
        errors, warnings, files = [_number(count, word) for word, count in summary.items()]
        say(f"{errors}, {warnings} in {files}\n")
    refused = counts[Severity.ERROR] or (wanted.strict and counts[Severity.WARNING])
    return USAGE if refused else OK


def _counted(files: Iterable[str], counts: Counter[Severity]) -> Iterator[Remark]:
    """Yield the remarks on all files, and keep count of them."""
    for name in files:
        for remark in remarks_on(name):
            counts[remark.severity] += 1
            yield remark


def _summary(counts: Counter[Severity], files: Sequence[str]) -> dict[str, int]:
    errors, warnings = counts[Severity.ERROR], counts[Severity.WARNING]
    return {"errors": errors, "warnings": warnings, "files": len(files)}


def _number(count: int, word: str) -> str:
    return f"{count} {word.removesuffix('s') if count == 1 else word}"


def _parser() -> Parser:
    parser = Parser(
        prog="cc3k check",
        description="List all that is wrong with layout files, and all that is odd about them.",
        epilog="The exit code is 0 where all files can be played, else 2.",
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="a layout file, or one's name")
    parser.add_argument("--strict", action="store_true", help="let warnings count as errors do")
    parser.add_argument("--json", action="store_true", help="one JSON document")
    return parser
