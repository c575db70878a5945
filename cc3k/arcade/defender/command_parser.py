"""The input language: commands, their declarations, and the errors of each kind (S2 to S5).

The whole input is read before its first command is carried out. Reading goes by characters of the
text that is left once comment lines and blank lines are dropped.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple, NoReturn, TypeAlias

from cc3k.arcade.defender.board import LETTERS
from cc3k.arcade.defender.tables import ARMOURS, ENGINES, POWERS, WEAPONS

ROWS, COLUMNS = (5, 10), (10, 30)
"""The smallest and the largest board."""


class Number(NamedTuple):
    name: str
    type_name: str
    low: int
    high: int

    def __str__(self) -> str:
        return f"{self.name}: {self.type_name} = {self.low} .. {self.high}"


class RowLetter(NamedTuple):
    name: str

    def __str__(self) -> str:
        return f"{self.name}: ROW = {{{', '.join(LETTERS)}}}"


Parameter: TypeAlias = Number | RowLetter

MOST_OPTIONS = max(map(len, (WEAPONS, ARMOURS, ENGINES, POWERS)))
"""Options of the longest menu: 5, as the document declares it."""

THRESHOLDS = ("g", "f", "c", "i", "p")
"""The enemies that have a threshold in `play`: the first rows of their table."""

DECLARATIONS: dict[str, tuple[Parameter, ...]] = {
    "play": (
        Number("row", "MAX_ROW", *ROWS),
        Number("column", "MAX_COLUMN", *COLUMNS),
        *[Number(f"{letter}_threshold", "THRESHOLD", 1, 101) for letter in THRESHOLDS],
    ),
    "setup_select": (Number("value", "INPUT_VALUE", 1, MOST_OPTIONS),),
    "setup_next": (Number("state", "STATE", 1, 5),),
    "setup_back": (Number("state", "STATE", 1, 5),),
    "toggle_debug_mode": (),
    "abort": (),
    "move": (RowLetter("row"), Number("column", "COLUMN", 1, COLUMNS[1])),
    "pass": (),
    "fire": (),
    "special": (),
}

ROW_NAMES = frozenset(LETTERS)

RESERVED = frozenset(
    {
        *("system", "type", "BOOL", "BOOLEAN", "CHAR", "CHARACTER", "INTEGER", "INTEGER_64"),
        *("REAL", "STRING", "VALUE", "TUPLE", "ARRAY"),
    }
)
RESERVED_IN_ANY_CASE = frozenset({"true", "false"})

SYNTAX_ERROR = "Syntax Error: specification of command executions cannot be parsed"
TYPE_ERROR = "Type Error: specification of command executions is not type-correct"

LEAST_INTEGER, GREATEST_INTEGER = -(1 << 31), (1 << 31) - 1
INTEGER_DIGITS = 10
_DROPPED = re.compile(r"[ \t\r?]*(?:--.*)?\Z", re.DOTALL)
_TOKEN = re.compile(
    r"(?P<skip>[ \t\r\n?]+|--[^\n]*)|(?P<digits>[0-9]+)"
    r"|(?P<name>[A-Za-z][A-Za-z0-9_]*)|(?P<mark>.)",
    re.DOTALL,
)


class Command(NamedTuple):
    """A command that conforms to its declaration; a row is its number, from 1."""

    name: str
    arguments: tuple[int, ...] = ()

    def __str__(self) -> str:
        """Return the command as the transcript echoes it: without blanks (S6)."""
        if not self.arguments:
            return self.name
        shown = [
            LETTERS[each - 1] if isinstance(parameter, RowLetter) else str(each)
            for parameter, each in zip(DECLARATIONS[self.name], self.arguments, strict=True)
        ]
        return f"{self.name}({','.join(shown)})"


class Refused(Exception):
    """An input that is refused as a whole; the text is all that is put out."""


class _Argument(NamedTuple):
    text: str
    is_name: bool

    @property
    def number(self) -> str:
        """The number without leading zeros; `-0` is `0`. A name is left as it is."""
        if self.is_name:
            return self.text
        digits = self.text.lstrip("-").lstrip("0") or "0"
        return f"-{digits}" if self.text.startswith("-") and digits != "0" else digits

    @property
    def fits_integer(self) -> bool:
        number = self.number
        if self.is_name or len(number) <= INTEGER_DIGITS - 1:
            return True
        short = len(number.removeprefix("-")) <= INTEGER_DIGITS
        return short and LEAST_INTEGER <= int(number) <= GREATEST_INTEGER


class _Call(NamedTuple):
    name: str
    arguments: tuple[_Argument, ...]


def read_commands(text: str) -> list[Command]:
    """Return the commands of a whole input; raise `Refused` if there is any fault in it."""
    kept = [line for line in text.split("\n") if not _DROPPED.match(line)]
    calls = _Reader("\n".join(kept), len(kept)).calls()
    faults = [fault for call in calls if (fault := _type_fault(call))]
    if faults:
        raise Refused("".join(f"{line}\n" for line in (TYPE_ERROR, *faults)))
    return [_command(call) for call in calls]


class _Reader:
    """Reads the grammar: names, each with arguments between parentheses or without any (S3)."""

    def __init__(self, text: str, lines: int) -> None:
        self._text = text
        self._lines = lines
        self._tokens = [
            (match.lastgroup, match.group(), match.start())
            for match in _TOKEN.finditer(text)
            if match.lastgroup != "skip"
        ]
        self._tokens.append(("end", "", len(text)))
        self._place = 0
        self._fault: tuple[str, int] | None = None

    def calls(self) -> list[_Call]:
        """Return the commands; raise `Refused` for the fault that is shown, the last (S4)."""
        calls = []
        while self._tokens[self._place][0] != "end":
            name = self._take_name()
            arguments = tuple(self._arguments(name)) if self._takes("(") else ()
            calls.append(_Call(name, arguments))
        if self._fault is not None:
            self._refuse_for(*self._fault)
        return calls

    def _arguments(self, name: str) -> Iterator[_Argument]:
        declaration = DECLARATIONS.get(name)
        place = 0
        while True:
            argument, start = self._take_argument()
            if argument.is_name and argument.text not in ROW_NAMES:
                self._fault = f"Unknown identifier {argument.text}", start
            if declaration is not None and place >= len(declaration):
                self._fault = f'Too many arguments passed for "{name}"', start
            elif (
                declaration is not None
                and isinstance(declaration[place], Number)
                and not argument.fits_integer
            ):
                self._fault = f"Invalid number for 32-bit integer {argument.number}", start
            yield argument
            if self._takes(")"):
                return
            if not self._takes(","):
                self._refuse()
            place += 1

    def _take_name(self) -> str:
        kind, text, _ = self._tokens[self._place]
        if kind != "name" or text in RESERVED or text.lower() in RESERVED_IN_ANY_CASE:
            self._refuse()
        self._place += 1
        return text

    def _take_argument(self) -> tuple[_Argument, int]:
        """Take an argument; return it and where it begins, a negative number at its digits."""
        sign = "-" if self._takes("-") else ""
        kind, text, start = self._tokens[self._place]
        if kind == "digits":
            self._place += 1
            return _Argument(sign + text, is_name=False), start
        if sign:
            self._refuse()
        return _Argument(self._take_name(), is_name=True), start

    def _takes(self, mark: str) -> bool:
        if self._tokens[self._place][1] != mark:
            return False
        self._place += 1
        return True

    def _refuse(self) -> NoReturn:
        self._refuse_for("parse error", self._tokens[self._place][2])

    def _refuse_for(self, what: str, start: int) -> NoReturn:
        """Refuse the input for a fault there; its end is in the line after the last one."""
        line, column = self._lines + 1, 1
        if start < len(self._text):
            line = self._text.count("\n", 0, start) + 1
            column = start - self._text.rfind("\n", 0, start)
        told = f"{SYNTAX_ERROR}\n{what} (Line {line}, Column {column})\n"
        raise Refused(told)


def _type_fault(call: _Call) -> str | None:
    """Return how a command does not conform to its declaration; None if it does (S5)."""
    name, arguments = call
    if name not in DECLARATIONS:
        return f"Error: unknown event name {name}"
    declaration = DECLARATIONS[name]
    pairs = list(zip(arguments, declaration, strict=False))
    if len(arguments) == len(declaration) and all(_conforms(*pair) for pair in pairs):
        return None
    shown = ", ".join(
        argument.text if isinstance(parameter, RowLetter) else argument.number
        for argument, parameter in pairs
    )
    declared = " ; ".join(map(str, declaration))
    return f"{name}({shown}) does not conform to declaration {name}({declared})"


def _conforms(argument: _Argument, parameter: Parameter) -> bool:
    if isinstance(parameter, RowLetter) or argument.is_name:
        return isinstance(parameter, RowLetter) and argument.is_name
    return parameter.low <= int(argument.number) <= parameter.high


def _command(call: _Call) -> Command:
    numbers = [
        LETTERS.index(argument.text) + 1 if argument.is_name else int(argument.number)
        for argument in call.arguments
    ]
    return Command(call.name, tuple(numbers))
