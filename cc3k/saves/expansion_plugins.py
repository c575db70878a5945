"""Expansions of other packages, and the rules for names and for journals with them (X3, X5).

A package names its expansions in the entry point group `cc3k.expansions`. Installed packages are
searched only for a name that is not one of the game's own, and to list all names; one is imported
only when it is asked for. Each hook of such an expansion is replaced by one that raises
`BrokenExpansion`, with its name and package, for whatever error it raises.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial

import attrs
from attrs import evolve

from cc3k.engine.events import PC, Slain
from cc3k.engine.expansion import GROUPS, BrokenExpansion, Expansion, MovedFields
from cc3k.engine.game import GameState
from cc3k.engine.refusals import Impossible
from cc3k.engine.rules import Rules
from cc3k.engine.running_game import ExpansionAction
from cc3k.expansions import registry
from cc3k.expansions.registry import ExpansionRegistry, UnknownExpansion
from cc3k.play.commands import command_table
from cc3k.saves.plugins import (
    LOADED,
    PLAYED,
    Plugins,
    describe_packages,
    find_plugins,
    type_and_text,
)
from cc3k.saves.record import split_tag

ENTRY_POINT_GROUP = "cc3k.expansions"
"""The entry point group in which a package names its expansions."""

MAX_NUMBER = 10_000
"""From here on no version or number of an expansion fits into a journal."""


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
    return _checked(_registry_with(names).select(names, numbers, default_numbers))


def parse_selection(text: str) -> list[str]:
    names = registry.split_selection(text)
    _find_foreign(names)
    return names


def rules_of_tags(tags: Sequence[str]) -> Rules:
    """Return the rules of the tags in a journal's header (X3).

    Raises `MissingExpansion` if one is not installed in that version, `BrokenExpansion`, and
    ValueError for expansions that clash.
    """
    names = {split_tag(tag)[0] for tag in tags}
    foreign = names - ExpansionRegistry().by_name.keys()
    plugins = _plugins().by_name if foreign else {}
    return _checked(_registry_with(sorted(foreign & plugins.keys())).rules_of_tags(tags))


def _checked(rules: Rules) -> Rules:
    try:
        command_table(rules)
    except ValueError as error:
        raise registry.clash_error(rules.expansions, error) from error
    return rules


def expansion_names() -> tuple[str, ...]:
    return tuple([each.name for each in list_expansions()])


@lru_cache(maxsize=1)
def list_expansions() -> tuple[Expansion, ...]:
    """Return the game's own expansions, and those of other packages by name and package alone.

    Nothing is loaded for it: of what was not chosen yet, only the name and a sentence are known.
    """
    own = {each.name for each in registry.OWN_EXPANSIONS}
    others = [
        Expansion(name, f"Comes with {describe_packages(plugins)}.")
        for name, plugins in sorted(_plugins().by_name.items())
        if registry.is_name(name) and name not in own
    ]
    return (*registry.OWN_EXPANSIONS, *others)


def load_plugins(names: Iterable[str]) -> list[Expansion]:
    known = _plugins().by_name.keys() - ExpansionRegistry().by_name.keys()
    return [_load_plugin(name) for name in sorted(known.intersection(names))]


def describe_broken(names: Iterable[str]) -> dict[str, str]:
    errors = dict[str, str]()
    for name in names:
        try:
            select_rules([name])
        except (BrokenExpansion, ValueError) as error:
            errors[name] = f"{error}"
    return errors


def _registry_with(names: Iterable[str]) -> ExpansionRegistry:
    return ExpansionRegistry(others=tuple([_load_plugin(name) for name in _find_foreign(names)]))


def _find_foreign(names: Iterable[str]) -> list[str]:
    foreign = set(names) - {*ExpansionRegistry().by_name, registry.ALL, registry.NONE}
    plugins = _plugins() if foreign else Plugins()
    for name in sorted(foreign - plugins.by_name.keys()):
        message = registry.unknown_expansion_message(name, expansion_names())
        raise UnknownExpansion(message + plugins.damage_note())
    return sorted(foreign)


@lru_cache(maxsize=64)
def _load_plugin(name: str) -> Expansion:
    plugins = _plugins().by_name[name]
    label = f"expansion {name!a} of {describe_packages(plugins)}"
    if len(plugins) > 1:
        message = f"{label}: found two of that name; expected one"
        raise BrokenExpansion(message)
    place = plugins[0].place
    expected = f"an expansion at {place}"
    try:
        found = plugins[0].load(f"expansion {name!a}")
    except KeyboardInterrupt:
        raise
    except MovedFields as error:
        message = f"{label}: {error}, as in cc3k help expansions"
        raise BrokenExpansion(message) from error
    except BaseException as error:  # whatever a foreign module raises when it is imported
        message = f"{label}: found {type_and_text(error)}; expected {expected}"
        raise BrokenExpansion(message) from error
    if not isinstance(found, Expansion):
        message = f"{label}: found a {type(found).__name__}; expected {expected}"
        raise BrokenExpansion(message)
    try:
        guarded = guard_expansion(found, label)
        registry.check_expansion(guarded)
        _checked(registry.rules_with((guarded,)))
    except ValueError as error:
        message = f"{label}: {error}"
        raise BrokenExpansion(message) from error
    except (TypeError, AttributeError, LookupError) as error:  # a field of another type
        message = f"{label}: {type_and_text(error)}"
        raise BrokenExpansion(message) from error
    numbers = [found.version, *([found.setting.highest] if found.setting else [])]
    if not 0 < min(numbers) <= max(numbers) < MAX_NUMBER:
        message = f"{label}: found a version or a number of more digits; expected four at most"
        raise BrokenExpansion(message)
    if found.name != name:
        message = f"{label}: found one called {found.name!a} at {place}; expected {name!a}"
        raise BrokenExpansion(message)
    LOADED[place.partition(":")[0].partition(".")[0]] = label
    return guarded


def _plugins() -> Plugins:
    return find_plugins(ENTRY_POINT_GROUP)


def guard_expansion(expansion: Expansion, label: str) -> Expansion:
    """Return an expansion whose hooks raise `BrokenExpansion` for their errors, with the label."""
    guarded = _guarded(expansion, label, "")
    return guarded if isinstance(guarded, Expansion) else expansion


def _guarded(value: object, label: str, where: str) -> object:
    """Return a value of a plug-in with its own functions guarded, and those of the values in it."""
    kind = type(value)
    if callable(value) and not (getattr(value, "__module__", None) or "").startswith("cc3k."):
        return partial(_call, value, label, where)
    if isinstance(value, tuple):
        return tuple([_guarded(each, label, where) for each in value])
    if not attrs.has(kind) or isinstance(value, ExpansionAction):
        return value
    owner = f"{where if where in GROUPS else kind.__name__}." if where else ""
    parts = {each.name: getattr(value, each.name) for each in attrs.fields(kind) if each.init}
    guarded = {name: _guarded(part, label, f"{owner}{name}") for name, part in parts.items()}
    changed = {name: part for name, part in guarded.items() if part != parts[name]}
    return evolve(value, **changed) if changed else value  # type: ignore[misc] # an attrs class


def _call(function: Callable[..., object], label: str, where: str, *args: object) -> object:
    """Call a function of a plug-in; raise `BrokenExpansion` for its errors, and untold deaths."""
    game = args[0] if args and isinstance(args[0], GameState) else None
    hp = game.hero.hp if game else 0
    PLAYED.update({label: None} if game else {})
    try:
        found = function(*args)
        found = [*found] if isinstance(found, Iterator) else found
    except (BrokenExpansion, KeyboardInterrupt):
        raise
    except BaseException as error:
        verb = "refused" if isinstance(error, Impossible) else "failed"
        message = f"{label} {verb} in {where}: {type_and_text(error)}"
        raise BrokenExpansion(message) from error
    was_told = where == "turns.filter_events" and any(map(_tells_death, args))
    if game and (was_told or game.hero.hp == 0 < hp) and not _tells_death(found):
        expected = "expected the event Slain, which says why"
        message = f"{label}: found the PC without HP after {where}; {expected}"
        raise BrokenExpansion(message)
    return found


def _tells_death(events: object) -> bool:
    things = events if isinstance(events, list | tuple) else ()
    return any(isinstance(one, Slain) and one.victim == PC for one in things)
