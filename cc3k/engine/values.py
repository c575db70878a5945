"""Values and things: `frozen` and `define` of attrs, with a `repr` that no class has to compile.

attrs writes and compiles one for every class that is defined: a sixth of the time of a start, for
what only errors and tests show.
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

    def _with_shared_repr(maker: Callable[..., type]) -> Callable[..., object]:
        def decorate(made: type | None = None, **options: object) -> object:
            if made is None:
                return lambda made: decorate(made, **options)
            made.__repr__ = _show_fields
            return maker(made, **options)

        return decorate

    define, frozen = _with_shared_repr(attrs.define), _with_shared_repr(attrs.frozen)
