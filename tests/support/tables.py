"""Tables of examples: one test that tries each row and names the one that failed."""

from collections.abc import Callable, Iterable
from functools import wraps
from inspect import Parameter, signature
from typing import TypeAlias

Test: TypeAlias = Callable[..., None]


def for_each(*rows: object) -> Callable[[Test], Test]:
    """Make one test of a test of each row, whose cells are the first parameters of the test.

    A row is a tuple, or the only parameter. The names of parameters, separated by commas, and a
    list of rows do as well. As `pytest.mark.parametrize` does, but for tests that need no fixture
    anew with each row: they cost next to nothing then.
    """

    def decorate(test: Test) -> Test:
        columns, kept = [*signature(test).parameters], [*rows]
        names = rows[0].split(", ") if len(rows) == 2 and isinstance(rows[0], str) else [""]
        if {*names} <= {*columns} and isinstance(rows[1], Iterable):
            columns, kept = names, [*rows[1]]
        named_rows = [
            dict(zip(columns, row if isinstance(row, tuple) and len(columns) > 1 else [row]))  # noqa: B905 - fixtures come after the cells
            for row in kept
        ]

        @wraps(test)
        def test_each(**others: object) -> None:
            for named in named_rows:
                try:
                    test(**others, **named)
                except Exception as error:
                    error.add_note(f"in the row {named}")
                    raise

        given = named_rows[0] if named_rows else columns
        others = [
            each.replace(kind=Parameter.KEYWORD_ONLY)
            for each in signature(test).parameters.values()
            if each.name not in given
        ]
        test_each.__signature__ = signature(test).replace(parameters=others)  # type: ignore[attr-defined] # functions may have one
        return test_each

    return decorate
