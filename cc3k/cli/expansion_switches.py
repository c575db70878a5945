"""Expansion switches: expansions as the race screen switches them, and the choice that is kept."""

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from cc3k.cli.options import PlayOptions, installed_expansions
from cc3k.cli.streams import print_error
from cc3k.engine.board import FloorLayout
from cc3k.engine.rules import Rules
from cc3k.play.choices import CannotSwitch, ExpansionSwitches
from cc3k.play.session import Session
from cc3k.saves.disk import Disk, atomic_write
from cc3k.saves.open_files import read_regular
from cc3k.saves.paths import CHOICE_FILE, home_folder

if TYPE_CHECKING:
    from cc3k.engine.expansion import NumberSetting

MAX_CHOICE_BYTES = 4_096


def make_switches(
    options: PlayOptions, prepare: Callable[[Session], None] = lambda _session: None
) -> ExpansionSwitches:
    """Return the switches of the race screen of a game that is played with these options.

    `prepare` makes a session what it has to be with the expansions that are on now.
    """

    def switch(session: Session, name: str) -> Session:
        switched = _switch(options, session, name)
        prepare(switched)
        return switched

    def set_number(session: Session, name: str, number: int) -> Session:
        switched = _with_number(options, session, name, number)
        prepare(switched)
        return switched

    return ExpansionSwitches(installed_expansions, switch, set_number, highest_number)


def highest_number(setting: "NumberSetting") -> int:
    """Return the highest number that screens offer: one above the highest won, if it is earned."""
    home = home_folder(os.environ)
    if not setting.is_earned or home is None:
        return setting.highest
    from cc3k.engine.expansion import BrokenExpansion
    from cc3k.saves.index import find_results
    from cc3k.saves.record import split_tag

    names = [each.name for each in installed_expansions() if each.setting == setting]
    won = setting.lowest - 1
    with suppress(OSError, BrokenExpansion):
        tags = [tag for each in find_results(home).scored if each.won for tag in each.expansions]
        numbers = [number for name, _, number in map(split_tag, tags) if name in names]
        won = max([won, *[number for number in numbers if number is not None]])
    return min(won + 1, setting.highest)


def read_last_choice(environ: Mapping[str, str]) -> list[str]:
    home = home_folder(environ)
    path = "" if home is None else os.path.join(home, CHOICE_FILE)
    names = list[str]()
    with suppress(OSError, ValueError):
        data = read_regular(path, MAX_CHOICE_BYTES)
        names = data.decode("ascii").split()
    known = [each.name for each in installed_expansions()] if names else []
    chosen = [name for name in known if name in names]
    if not chosen:
        return []
    from cc3k.saves.expansion_plugins import describe_broken

    broken = describe_broken(chosen)
    for error in broken.values():
        print_error(error)
    return [name for name in chosen if name not in broken]


def _switch(options: PlayOptions, session: Session, name: str) -> Session:
    from cc3k.expansions.registry import OWN_EXPANSIONS
    from cc3k.saves.expansion_plugins import load_plugins

    now = session.rules.expansions
    names = [each.name for each in now if each.name != name]
    names += [name] if len(names) == len(now) else []
    numbers = _numbers_of(session, names)
    given = dict(options.numbers or ())
    for each in [*OWN_EXPANSIONS, *load_plugins(names)] if given else []:
        if each.name in names and each.setting is not None and each.setting.option in given:
            numbers.setdefault(each.setting.option, given[each.setting.option])
    return _choose(options, session, names, numbers)


def _with_number(options: PlayOptions, session: Session, name: str, number: int) -> Session:
    names = [each.name for each in session.rules.expansions]
    (setting,) = [each.setting for each in session.rules.expansions if each.name == name]
    numbers = _numbers_of(session, names)
    if setting is not None:
        numbers[setting.option] = number
    return _choose(options, session, names, numbers)


def _numbers_of(session: Session, names: Sequence[str]) -> dict[str, int]:
    return {
        each.setting.option: each.setting_value
        for each in session.rules.expansions
        if each.setting is not None and each.setting_value is not None and each.name in names
    }


def _choose(
    options: PlayOptions, session: Session, names: Sequence[str], numbers: Mapping[str, int]
) -> Session:
    """Return a session with those expansions and numbers; keep the choice for the next time."""
    from cc3k.content.layout.diagnostics import LayoutError
    from cc3k.engine.expansion import BrokenExpansion
    from cc3k.saves.expansion_plugins import select_rules

    try:
        rules = select_rules(names, numbers)
        layouts = _floor_layouts(options, session, rules)
    except (ValueError, BrokenExpansion, LayoutError) as error:
        raise CannotSwitch(str(error)) from error
    _keep_choice([each.name for each in rules.expansions])
    return session.with_rules(rules, layouts)


def _floor_layouts(options: PlayOptions, session: Session, rules: Rules) -> Sequence[FloorLayout]:
    if options.floor is None or not session.floor_layouts:
        return session.floor_layouts
    from cc3k.saves.files import load_layout

    return load_layout(options.floor, rules).floor_layouts


def _keep_choice(names: Sequence[str]) -> None:
    """Keep the names of the expansions that are chosen; a choice that cannot be kept is lost."""
    home = home_folder(os.environ)
    if home is None:
        return
    with suppress(OSError):
        disk = Disk()
        disk.make_folder(home)
        atomic_write(
            disk, os.path.join(home, CHOICE_FILE), [f"{' '.join(names)}\n".encode("ascii")]
        )
