"""Expansions of other packages, and the rules for names and for journals with them (X3, X5).

A package names its expansions in the entry point group `cc3k.expansions`. Installed packages are
searched only for a name that is not one of the game's own, and to list all names.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from types import ModuleType
from typing import Protocol

from attrs import frozen

from cc3k.engine.expansion import BrokenExpansion, Expansion
from cc3k.engine.rules import Rules
from cc3k.expansions.registry import (
    ALL,
    NONE,
    ExpansionRegistry,
    UnknownExpansion,
    check_expansion,
    clash_error,
    name_of_tag,
    split_selection,
    unknown_expansion_message,
)
from cc3k.play.commands import command_table

ENTRY_POINT_GROUP = "cc3k.expansions"
"""The entry point group in which a package names its expansions."""


class _Distribution(Protocol):
    """A package that is installed."""

    @property
    def name(self) -> str:
        """Return its name."""
        ...

    @property
    def version(self) -> str:
        """Return its version."""
        ...


class _ExpansionEntryPoint(Protocol):
    """Entry point where a package has an expansion, as `importlib.metadata` gives it."""

    @property
    def value(self) -> str:
        """Return the text that the package declared."""
        ...

    @property
    def dist(self) -> _Distribution | None:
        """Return the package."""
        ...

    def load(self) -> Expansion | ModuleType:
        """Import the module and return the object; raises whatever that import raises."""
        ...


@frozen
class InstalledExpansions:
    """The registry of all expansions that can be loaded, and the errors of the others."""

    registry: ExpansionRegistry
    errors: tuple[str, ...] = ()


@frozen
class LoadedPlugin:
    """An expansion of another package that was loaded: its top module, and what to call it."""

    module: str
    description: str


_LOADED = dict[str, LoadedPlugin]()


def loaded_plugins() -> Sequence[LoadedPlugin]:
    """Return the expansions of other packages that were loaded so far."""
    return tuple(_LOADED.values())


def select_rules(
    names: Sequence[str] = (),
    numbers: Mapping[str, int] | None = None,
    default_numbers: Mapping[str, int] | None = None,
) -> Rules:
    """Return the rules with the expansions of those names, or `all`, or `none`.

    `numbers` are values of settings by their options; `default_numbers` count only if their
    expansion is chosen. Raises `UnknownExpansion`, `BrokenExpansion`, and ValueError for a number
    that is out of bounds or not asked for, and for expansions that clash.
    """
    registry = _registry_with(names)
    if numbers:  # an error names the expansion of a number that nobody has chosen
        registry = find_installed_expansions().registry
    return _checked(registry.select(names, numbers, default_numbers))


def parse_selection(text: str) -> list[str]:
    """Return the names in a comma-separated selection; raise `UnknownExpansion`."""
    names = split_selection(text)
    _find_foreign(names)
    return names


def rules_of_tags(tags: Sequence[str]) -> Rules:
    """Return the rules of the tags in a journal's header (X3).

    Raises `MissingExpansion` if one is not installed in that version, `BrokenExpansion`, and
    ValueError for expansions that clash.
    """
    names = {name_of_tag(tag) for tag in tags}
    foreign = names - ExpansionRegistry().by_name.keys()
    plugins = _entry_points() if foreign else {}
    return _checked(_registry_with(sorted(foreign & plugins.keys())).rules_of_tags(tags))


def _checked(rules: Rules) -> Rules:
    """Return the rules; raise ValueError for commands that clash."""
    try:
        command_table(rules)
    except ValueError as error:
        raise clash_error(rules.expansions, error) from error
    return rules


def expansion_names() -> tuple[str, ...]:
    """Return the names of all expansions, the game's own first; nothing is loaded for it."""
    own = ExpansionRegistry().by_name
    return (*own, *sorted(_entry_points().keys() - own.keys()))


@lru_cache(maxsize=1)
def find_installed_expansions() -> InstalledExpansions:
    """Return all installed expansions, and errors for those that cannot be loaded."""
    found, errors = list[Expansion](), list[str]()
    for name in sorted(_entry_points()):
        try:
            found.append(_load_plugin(name))
        except BrokenExpansion as error:
            errors.append(str(error))
    return InstalledExpansions(ExpansionRegistry(others=tuple(found)), tuple(errors))


def _registry_with(names: Iterable[str]) -> ExpansionRegistry:
    """Return a registry that knows these names; raise `UnknownExpansion`, `BrokenExpansion`."""
    return ExpansionRegistry(others=tuple([_load_plugin(name) for name in _find_foreign(names)]))


def _find_foreign(names: Iterable[str]) -> list[str]:
    """Return the names that are of other packages; raise `UnknownExpansion`."""
    foreign = set(names) - {*ExpansionRegistry().by_name, ALL, NONE}
    known = _entry_points() if foreign else {}
    for name in sorted(foreign - known.keys()):
        raise UnknownExpansion(unknown_expansion_message(name, expansion_names()))
    return sorted(foreign)


@lru_cache(maxsize=64)
def _load_plugin(name: str) -> Expansion:
    """Return the expansion of an entry point; raise `BrokenExpansion`."""
    plugs = _entry_points()[name]
    place = f"expansion {name!a} of {' and '.join([_describe_package(plug) for plug in plugs])}"
    if len(plugs) > 1:
        message = f"{place}: found two of that name; expected one"
        raise BrokenExpansion(message)
    if name in ExpansionRegistry().by_name:
        message = f"{place}: found one of that name in the game itself; expected another name"
        raise BrokenExpansion(message)
    expected = f"an expansion at {plugs[0].value}"
    try:
        found = plugs[0].load()
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # whatever a foreign module raises when it is imported
        message = f"{place}: found {type(error).__name__}: {error}; expected {expected}"
        raise BrokenExpansion(message) from error
    if not isinstance(found, Expansion):
        message = f"{place}: found a {type(found).__name__}; expected {expected}"
        raise BrokenExpansion(message)
    try:
        check_expansion(found)
    except ValueError as error:
        message = f"{place}: {error}"
        raise BrokenExpansion(message) from error
    if found.name != name:
        message = f"{place}: found one called {found.name!a} at {plugs[0].value}; expected {name!a}"
        raise BrokenExpansion(message)
    _LOADED[name] = LoadedPlugin(plugs[0].value.partition(":")[0].partition(".")[0], place)
    return found


def _describe_package(plug: _ExpansionEntryPoint) -> str:
    return "a package" if plug.dist is None else f"{plug.dist.name} {plug.dist.version}"


def _entry_points() -> Mapping[str, Sequence[_ExpansionEntryPoint]]:
    """Return the entry points of other packages' expansions, by name."""
    # Imported only when a name is not one of the game's own: it takes longer than a game.
    from importlib.metadata import entry_points

    found = dict[str, list[_ExpansionEntryPoint]]()
    for plug in entry_points(group=ENTRY_POINT_GROUP):
        found.setdefault(plug.name, []).append(plug)
    return found
