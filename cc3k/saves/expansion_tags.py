"""Expansion tags: those of a journal's header such as `depths-2:15`, taken apart and in words."""

import re
from collections.abc import Sequence

from cc3k.play.messages import join_list

_TAG = r"(.*?)(?:-([0-9]+)(?::([0-9]+))?)?"

ALL_IN_WORDS = "all expansions"


def split_tag(tag: str) -> tuple[str, int | None, int | None]:
    """Return the name in a tag, its version, and the number that it was set to, if it has them."""
    found = re.fullmatch(_TAG, tag, re.ASCII | re.DOTALL)
    assert found is not None  # noqa: S101 - any text is a name
    name, *figures = found.groups()
    version, number = [None if figure is None else int(figure) for figure in figures]
    return name, version, number


def describe_tags(tags: Sequence[str]) -> str:
    """Return expansions in words: `pack, fog and depths (15 floors)`; nothing without any.

    All of the game's own are `all expansions`. The version is added if this program has another
    one, and always for expansions of other packages.
    """
    # Imported here for a fast start: most games have none.
    from cc3k.expansions.registry import OWN_EXPANSIONS

    told = [_describe_tag(tag) for tag in tags]
    if sum(is_own for _, _, is_own in told) == len(OWN_EXPANSIONS):
        details = [detail for _, each, is_own in told if is_own for detail in each]
        others = [each for each in told if not each[2]]
        told = [(ALL_IN_WORDS, details, True), *others]
    return join_list([f"{name} ({', '.join(each)})" if each else name for name, each, _ in told])


def with_expansions(tags: Sequence[str]) -> str:
    return f" with {describe_tags(tags)}" if tags else ""


def _describe_tag(tag: str) -> tuple[str, list[str], bool]:
    """Return a name, what is said of it, and whether it is the game's own, in its version."""
    from cc3k.expansions.registry import OWN_EXPANSIONS

    name, version, number = split_tag(tag)
    own = next((each for each in OWN_EXPANSIONS if each.name == name), None)
    is_own, details = own is not None and own.version == version, list[str]()
    if number is not None:
        option = own.setting.option if own is not None and own.setting is not None else ""
        is_count = option.endswith("s")  # 8 floors, but trial 3
        details.append((f"{number} {option}" if is_count else f"{option} {number}").strip())
    if version is not None and not is_own:
        details.append(f"version {version}")
    return name, details, is_own
