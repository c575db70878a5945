"""Registry: the expansions that can be chosen, and the rules with a selection of them (X1-X5).

A selection is a text such as `pack,fog`, `all` or `none`. Whatever the order in a selection, the
expansions act in the order of the registry: first `OWN_EXPANSIONS`, then those of other packages
by name. The commands and journals choose through `saves/expansion_plugins.py`, which adds those.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from attrs import evolve, frozen

from cc3k.content.roster import BASE_RULES
from cc3k.engine.expansion import Expansion
from cc3k.engine.rules import Rules
from cc3k.expansions.chambers import CHAMBERS
from cc3k.expansions.clock import CLOCK
from cc3k.expansions.depths import DEPTHS
from cc3k.expansions.fog import FOG
from cc3k.expansions.gear import GEAR
from cc3k.expansions.hunters import HUNTERS
from cc3k.expansions.levels import LEVELS
from cc3k.expansions.pack import PACK
from cc3k.expansions.shop import SHOP
from cc3k.expansions.tactics import TACTICS
from cc3k.expansions.trials import TRIALS
from cc3k.expansions.uniques import UNIQUE_ENEMIES
from cc3k.expansions.vaults import VAULTS

OWN_EXPANSIONS: tuple[Expansion, ...] = (
    PACK,
    SHOP,
    CHAMBERS,
    FOG,
    HUNTERS,
    GEAR,
    LEVELS,
    DEPTHS,
    TACTICS,
    VAULTS,
    UNIQUE_ENEMIES,
    CLOCK,
    TRIALS,
)
"""The game's own expansions, in the order in which they act."""

ALL, NONE = "all", "none"
"""The words for all of the game's own expansions, and for none."""

_NAME = re.compile(r"[a-z][a-z0-9]{0,15}", re.ASCII)
_WORDS = re.compile(r"[a-z0-9]{1,16}(?: [a-z0-9]{1,16}){0,3}", re.ASCII)
_TAG = re.compile(r"([a-z][a-z0-9]{0,15})-(\d{1,4})(?::(\d{1,4}))?", re.ASCII)


class UnknownExpansion(ValueError):
    """There is no expansion of that name; the message lists those that there are."""


class MissingExpansion(LookupError):
    """A recorded game has an expansion that is not installed, or not in that version."""


@frozen(eq=False)
class ExpansionRegistry:
    """The expansions that can be chosen: the game's own, and those of other packages by name."""

    own: tuple[Expansion, ...] = OWN_EXPANSIONS
    others: tuple[Expansion, ...] = ()

    @property
    def by_name(self) -> Mapping[str, Expansion]:
        """The expansions by name, in the order in which they act."""
        return {each.name: each for each in (*self.own, *self.others)}

    def select(
        self,
        names: Iterable[str],
        numbers: Mapping[str, int] | None = None,
        default_numbers: Mapping[str, int] | None = None,
    ) -> Rules:
        """Return the rules with the expansions of those names, or `all`, or `none`.

        Names add up; `none` takes back those before it. `numbers` are values of settings by their
        options, such as `{"floors": 20}`; `default_numbers` replace the defaults of the expansions.
        Raises `UnknownExpansion`, and ValueError for a number that is out of bounds or that no
        chosen expansion asks for.
        """
        chosen = self._chosen_names(names)
        wanted = dict(numbers or {})
        expansions = [
            _take_number(each, wanted, default_numbers or {})
            for each in self.by_name.values()
            if each.name in chosen
        ]
        if wanted:
            raise ValueError(_unasked_number(next(iter(wanted)), self.by_name.values()))
        return rules_with(tuple(expansions))

    def rules_of_tags(self, tags: Sequence[str]) -> Rules:
        """Return the rules of a recorded game by the tags in its header (X3).

        Raises `MissingExpansion` for one that is not installed in that version.
        """
        return rules_with(tuple([self._expansion_of_tag(tag) for tag in tags]))

    def _chosen_names(self, names: Iterable[str]) -> set[str]:
        known, chosen = self.by_name, set[str]()
        for name in names:
            if name == ALL:
                chosen.update(each.name for each in self.own)
            elif name == NONE:
                chosen.clear()
            elif name in known:
                chosen.add(name)
            else:
                raise UnknownExpansion(unknown_expansion_message(name, known))
        return chosen

    def _expansion_of_tag(self, tag: str) -> Expansion:
        found = _TAG.fullmatch(tag)
        if found is None:
            message = f"the expansion {tag!a}, whose name and version cannot be read"
            raise MissingExpansion(message)
        name, version, number = found.groups()
        expansion = self.by_name.get(name)
        if expansion is None:
            message = f"the expansion {name} {version}, which is not installed"
            raise MissingExpansion(message)
        if expansion.version != int(version):
            message = f"the expansion {name} {version}; installed is {name} {expansion.version}"
            raise MissingExpansion(message)
        setting = expansion.setting
        if setting is None and number is None:
            return expansion
        if (
            setting is None
            or number is None
            or not setting.lowest <= int(number) <= setting.highest
        ):
            message = f"the expansion {tag}, with a number that {name} does not know"
            raise MissingExpansion(message)
        return _with_setting(expansion, int(number))


def split_selection(text: str) -> list[str]:
    """Return the names in a comma-separated selection, in lower case; raise ValueError.

    A `none` takes back those of another selection, never its own.
    """
    names = [name.strip().lower() for name in text.split(",")]
    if NONE in names and len(names) > 1:
        message = f"found {NONE} and other names; expected the one or the others"
        raise ValueError(message)
    return names


def unknown_expansion_message(name: str, known: Iterable[str]) -> str:
    return f"expansion {name!a}: expected one of {', '.join([*known, ALL, NONE])}"


@lru_cache(maxsize=1024)
def rules_with(expansions: tuple[Expansion, ...]) -> Rules:
    """Return rules with these expansions: the same object for the same expansions.

    Raises ValueError for rows or commands that clash.
    """
    try:
        return _with_foreign_marks(_extended(BASE_RULES, expansions) if expansions else BASE_RULES)
    except ValueError as error:
        raise clash_error(expansions, error) from error


def _extended(base: Rules, expansions: tuple[Expansion, ...]) -> Rules:
    """Return rules with the rows of expansions; raise ValueError for rows that clash."""
    counts = [each.rows.floor_count for each in expansions if each.rows.floor_count is not None]
    kinds = [*base.enemy_kinds, *[row for each in expansions for row in each.rows.enemy_kinds]]
    for change in [each.rows.changes_kind for each in expansions if each.rows.changes_kind]:
        kinds = [change(kind) for kind in kinds]
    races = [*base.races, *[row for each in expansions for row in each.rows.races]]
    for alter in [each.rows.changes_race for each in expansions if each.rows.changes_race]:
        races = [alter(race) for race in races]
    return evolve(
        base,
        races=tuple(races),
        enemy_kinds=tuple(kinds),
        potions=base.potions + tuple([row for each in expansions for row in each.rows.potions]),
        piles=base.piles + tuple([row for each in expansions for row in each.rows.piles]),
        trinkets=tuple([row for each in expansions for row in each.rows.trinkets]),
        floor_count=counts[-1] if counts else base.floor_count,
        expansions=expansions,
    )


def clash_error(expansions: Iterable[Expansion], error: ValueError) -> ValueError:
    names = [each.name for each in expansions]
    plural = "s" if len(names) > 1 else ""
    return ValueError(f"expansion{plural} {', '.join(names)}: {error}")


@lru_cache(maxsize=256)
def _with_setting(expansion: Expansion, number: int) -> Expansion:
    """Return the expansion with that number: the same object for the same number."""
    return expansion.with_setting(number)


def is_name(name: str) -> bool:
    return _NAME.fullmatch(name) is not None and name not in (ALL, NONE)


def check_expansion(expansion: Expansion) -> None:
    """Raise ValueError for an expansion whose name or commands cannot be written in journals."""
    if not is_name(expansion.name):
        message = (
            f"found an expansion called {expansion.name!a}; expected a name of small letters and "
            f"digits, but not {ALL} or {NONE}"
        )
        raise ValueError(message)
    for words, _ in (*expansion.commands.actions, *expansion.commands.answers):
        if _WORDS.fullmatch(words) is None:
            message = (
                f"found the command {words!a}; expected up to four words of small letters and "
                "digits, with a blank between two"
            )
            raise ValueError(message)


def _take_number(
    expansion: Expansion, wanted: dict[str, int], defaults: Mapping[str, int]
) -> Expansion:
    """Return an expansion with its number, which is taken out of those that are wanted."""
    setting = expansion.setting
    if setting is None:
        return expansion
    usual = defaults.get(setting.option, setting.default)
    number = wanted.pop(setting.option, usual)
    if not setting.lowest <= number <= setting.highest:
        expected = f"{setting.lowest} to {setting.highest}"
        message = f"{setting.option} {number}: expected {expected}"
        raise ValueError(message)
    return _with_setting(expansion, number)


def _unasked_number(option: str, expansions: Iterable[Expansion]) -> str:
    owners = [each.name for each in expansions if each.setting and each.setting.option == option]
    expected = f"the expansion {owners[0]} to be switched on" if owners else "no such number"
    return f"{option}: expected {expected}"


def _with_foreign_marks(rules: Rules) -> Rules:
    """Return the rules with `foreign_marks`: the marks of expansions that are off (X6)."""
    foreign = [
        (mark, each.name)
        for each in OWN_EXPANSIONS
        if each.name not in [chosen.name for chosen in rules.expansions]
        for mark in _marks_of(each)
    ]
    return evolve(rules, foreign_marks=tuple(foreign)) if foreign else rules


def _marks_of(expansion: Expansion) -> list[str]:
    potions = [potion.mark for potion in expansion.rows.potions]
    piles = [pile.mark for pile in expansion.rows.piles]
    trinkets = [trinket.mark for trinket in expansion.rows.trinkets]
    enemies = dict.fromkeys([kind.glyph for kind in expansion.rows.enemy_kinds])
    return [*potions, *piles, *trinkets, *enemies]
