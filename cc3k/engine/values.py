"""Values and things: `frozen` and `define` of attrs, with less that each class has to compile.

attrs writes and compiles methods for every class that is defined: a third of the time of a start,
for a `repr` that only errors and tests show, and a comparison that most values never need. So the
`repr` is one for all, and the comparison is written when the first value of a class is compared.
Classes with cached properties have no slots, or attrs would write them a slow `__getattr__`; those
that are handed out have slots all the same, so that no `__dict__` of theirs can be changed.
What a game without expansions does not import as it starts may take those of attrs itself.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

import attrs

__all__ = ["define", "frozen"]

if TYPE_CHECKING:
    from attrs import define, frozen
else:

    def _show_fields(self: object) -> str:
        fields = [each.name for each in attrs.fields(type(self)) if each.repr]
        shown = ", ".join([f"{name}={getattr(self, name)!r}" for name in fields])
        return f"{type(self).__qualname__}({shown})"

    def _write_comparison(kind: type) -> None:
        """Let attrs write and compile the comparison of a class of values, and their hash."""
        compared = [each for each in attrs.fields(kind) if each.eq]
        fields = {each.name: attrs.field(hash=each.hash) for each in compared}
        twin = attrs.make_class(kind.__name__, fields, frozen=True, init=False, repr=False)
        kind.__eq__, kind.__hash__ = twin.__eq__, twin.__hash__

    def _write_comparisons(kind: type) -> None:
        """Do so for a class and for those that it is made from, unless they have theirs."""
        for each in kind.__mro__:
            if each.__dict__.get("__eq__") is _is_equal:
                _write_comparison(each)

    def _is_equal(self: object, other: object) -> bool:
        _write_comparisons(self.__class__)
        return self.__class__.__eq__(self, other)

    def _hash_fields(self: object) -> int:
        _write_comparisons(self.__class__)
        return hash(self)

    def _with_shared_methods(
        maker: Callable[..., type], *, is_value: bool
    ) -> Callable[..., object]:
        def decorate(made: type | None = None, **options: object) -> object:
            if made is None:
                return lambda made: decorate(made, **options)
            made.__repr__ = _show_fields
            is_usual = options.keys().isdisjoint(("eq", "order", "cache_hash"))
            if is_value and is_usual and made.__dict__.keys().isdisjoint(("__eq__", "__hash__")):
                made.__eq__, made.__hash__ = _is_equal, _hash_fields
            return maker(made, **options)

        return decorate

    define = _with_shared_methods(attrs.define, is_value=False)
    frozen = _with_shared_methods(attrs.frozen, is_value=True)
