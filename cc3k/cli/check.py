"""`cc3k check`: report errors and warnings in layout files."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from attrs import asdict, frozen

from cc3k.cli.argument_parser import CommandParser, add_option, run_tool
from cc3k.cli.options import ExpansionOptions, add_expansion_options, choose_rules
from cc3k.cli.streams import fold_list, print_json_list, print_text
from cc3k.content.layout.diagnostics import Severity
from cc3k.content.layout.lint import lint_layout
from cc3k.content.roster import BASE_RULES
from cc3k.engine.rules import Rules
from cc3k.engine.text import printable_name
from cc3k.exit_codes import EXIT_OK, EXIT_USAGE
from cc3k.saves.layout_files import read_layout_bytes
from cc3k.saves.open_files import UnreadableError


class CheckOptions(ExpansionOptions):
    files: list[str]
    strict: bool
    json: bool


@frozen
class FileDiagnostic:
    """One line of the report; without line and column if the file cannot be read."""

    file: str
    line: int | None
    column: int | None
    severity: Severity
    message: str

    def __str__(self) -> str:
        place = "" if self.line is None else f":{self.line}:{self.column}"
        return f"{self.file}{place}: {self.severity}: {self.message}"


def run(arguments: Sequence[str]) -> int:
    return run_tool(build_parser(), arguments, CheckOptions(), _print_report)


def check_layout(data: bytes, name: str, rules: Rules = BASE_RULES) -> Iterator[FileDiagnostic]:
    shown = printable_name(name)
    for found in lint_layout(data, rules):
        yield FileDiagnostic(shown, found.line, found.column, found.severity, found.text)


def _print_report(options: CheckOptions) -> int:
    counts = Counter[Severity]()
    remarks = _check_files(options.files, counts, choose_rules(options, for_layout=True))
    if options.json:
        print_text('{"findings": ')
        print_json_list(map(asdict, remarks))
        print_text(f', "summary": {json.dumps(_summary(counts, options.files))}}}\n')
    else:
        for remark in remarks:
            print_text(fold_list(f"{remark}\n"))
        summary = _summary(counts, options.files)
        errors, warnings, files = [
            f"{count} {word.removesuffix('s') if count == 1 else word}"
            for word, count in summary.items()
        ]
        print_text(f"{errors}, {warnings} in {files}\n")
    refused = counts[Severity.ERROR] or (options.strict and counts[Severity.WARNING])
    return EXIT_USAGE if refused else EXIT_OK


def _check_files(
    files: Iterable[str], counts: Counter[Severity], rules: Rules
) -> Iterator[FileDiagnostic]:
    for name in files:
        found: Iterable[FileDiagnostic]
        try:
            found = check_layout(read_layout_bytes(name), name, rules)
        except UnreadableError as error:
            shown = printable_name(name)
            found = [FileDiagnostic(shown, None, None, Severity.ERROR, str(error))]
        for remark in found:
            counts[remark.severity] += 1
            yield remark


def _summary(counts: Counter[Severity], files: Sequence[str]) -> dict[str, int]:
    errors, warnings = counts[Severity.ERROR], counts[Severity.WARNING]
    return {"errors": errors, "warnings": warnings, "files": len(files)}


def build_parser() -> CommandParser:
    parser = CommandParser(
        prog="cc3k check",
        description="List all that is wrong with layout files, and all that is odd about them.",
        epilog="The exit code is 0 where all files can be played, else 2.",
    )
    add_option(parser, "files FILE", "a layout file, or one's name", nargs="+")
    add_expansion_options(parser, "with the marks of")
    add_option(parser, "--strict", "let warnings count as errors do")
    add_option(parser, "--json", "one JSON document")
    return parser
