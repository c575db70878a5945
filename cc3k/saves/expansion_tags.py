"""Expansion tags: those of a journal's header such as `depths-2:15`, taken apart and in words."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from cc3k.play.messages import join_list

if TYPE_CHECKING:
    from cc3k.engine.expansion import Expansion

_TAG = r"(.+)-([0-9]+)(?::([0-9]+))?"

ALL_IN_WORDS = "all expansions"


class TagParts(NamedTuple):
    """The parts of a tag: a name, a version, and the number it was set to, if any."""

    name: str
    version: int | None
    number: int | None


def parts_of_tag(tag: str) -> TagParts:
    found = re.fullmatch(_TAG, tag, re.ASCII)
    if found is None:
        return TagParts(tag, None, None)
    name, version, number = found.groups()
    return TagParts(name, int(version), None if number is None else int(number))


def split_tag(tag: str) -> tuple[str, int | None]:
    """Return the name in the tag of an expansion, and the number that it was set to, if any."""
    parts = parts_of_tag(tag)
    return parts.name, parts.number


def describe_tags(tags: Sequence[str]) -> str:
    """Return expansions in words: `pack, fog and depths (15 floors)`; nothing without any.

    All of the game's own are `all expansions`. The version is added if this program has another
    one, and always for expansions of other packages.
    """
    from cc3k.expansions.registry import OWN_EXPANSIONS

    found = [parts_of_tag(tag) for tag in tags]
    own = [parts for parts in found if _is_own(parts)]
    names = [f"{parts.name}{_in_brackets(_details(parts))}" for parts in found]
    if len(own) == len(OWN_EXPANSIONS):
        details = [detail for parts in own for detail in _details(parts)]
        others = [name for name, parts in zip(names, found, strict=True) if not _is_own(parts)]
        names = [f"{ALL_IN_WORDS}{_in_brackets(details)}", *others]
    return join_list(names)


def with_expansions(tags: Sequence[str]) -> str:
    return f" with {describe_tags(tags)}" if tags else ""


def _own_expansion(parts: TagParts) -> "Expansion | None":
    # Imported here for a fast start: most games have none.
    from cc3k.expansions.registry import OWN_EXPANSIONS

    return next((each for each in OWN_EXPANSIONS if each.name == parts.name), None)


def _is_own(parts: TagParts) -> bool:
    """Tell whether it is an expansion of the game's own, in the version that this program has."""
    own = _own_expansion(parts)
    return own is not None and own.version == parts.version


def _details(parts: TagParts) -> list[str]:
    """Return what is said of an expansion besides its name: its number and its version."""
    own, number = _own_expansion(parts), list[str]()
    if parts.number is not None:
        option = own.setting.option if own is not None and own.setting is not None else ""
        is_count = option.endswith("s")  # 8 floors, but trial 3
        told = f"{parts.number} {option}" if is_count else f"{option} {parts.number}"
        number = [told.strip()]
    is_current = parts.version is None or _is_own(parts)
    return number if is_current else [*number, f"version {parts.version}"]


def _in_brackets(details: Sequence[str]) -> str:
    return f" ({', '.join(details)})" if details else ""
