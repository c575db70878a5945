"""Tables of examples: one test that tries each row and names the one that failed."""

from collections.abc import Callable, Iterable
from functools import wraps
from inspect import Parameter, signature
from typing import TypeAlias

Test: TypeAlias = Callable[..., None]


def for_each(names: str, rows: Iterable[object]) -> Callable[[Test], Test]:
    """Make one test of a test of each row, whose cells have those names, separated by commas.

    As `pytest.mark.parametrize` does, but for tests that need no fixture anew with each row: they
    cost next to nothing then.
    """
    columns, kept = [name.strip() for name in names.split(",")], list(rows)

    def decorate(test: Test) -> Test:
        @wraps(test)
        def test_each(**others: object) -> None:
            for row in kept:
                cells = zip(columns, row, strict=True) if len(columns) > 1 else [(names, row)]  # type: ignore[call-overload] # a row of several cells is iterable
                named = dict(cells)
                try:
                    test(**others, **named)
                except Exception as error:
                    error.add_note(f"in the row {named}")
                    raise

        left = [each for each in signature(test).parameters.values() if each.name not in columns]
        others = [each.replace(kind=Parameter.KEYWORD_ONLY) for each in left]
        test_each.__signature__ = signature(test).replace(parameters=others)  # type: ignore[attr-defined] # functions may have one
        return test_each

    return decorate
