"""Plugin guard: checks all that an expansion of another package is, returns, raises and does (X5).

The annotations of `Expansion` and of its rows say what is expected: so a new field is checked too.
Each hook is replaced by one that raises `BrokenExpansion`, a sentence that names the expansion and
its package, for an error, for a result of another type, and for a game that cannot go on after it.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from collections.abc import Set as AbstractSet
from functools import partial
from typing import NoReturn, TypeAlias, Union, get_args, get_origin, get_type_hints

import attrs
from attrs import evolve, frozen

from cc3k.engine.board import HERO_GLYPH, WALKABLE, WALL_GLYPHS, Board
from cc3k.engine.enemies import Enemy
from cc3k.engine.events import PC, Event, Slain
from cc3k.engine.expansion import GROUPS, BrokenExpansion, Expansion
from cc3k.engine.game import GameState
from cc3k.engine.hero import Hero
from cc3k.engine.refusals import Impossible
from cc3k.engine.running_game import ExpansionAction

Hint: TypeAlias = object
"""A type annotation."""

HIGHEST = 1_000_000_000
"""No number of a plug-in may be greater, nor less than its negative."""

MOST_CHARACTERS, MOST_THINGS = 10_000, 100_000
"""Bounds of a text, and of what a hook returns one by one."""

BOUNDS: Mapping[str, tuple[int, int]] = {
    "rows.floor_count": (1, 99),
    "version": (1, 9999),
    "Race.hp": (1, HIGHEST),
    "Race.max_hp": (1, HIGHEST),
    "EnemyKind.hp": (1, HIGHEST),
    "EnemyKind.sells": (0, 99),
    "BaseStats.attack": (0, HIGHEST),
    "BaseStats.defence": (0, HIGHEST),
    "EnemyKind.spawn_weight": (0, 1000),
    "Potion.spawn_weight": (0, 1000),
    "GoldPile.spawn_weight": (0, 1000),
    "GoldPile.value": (0, HIGHEST),
    "Potion.price": (0, HIGHEST),
    "EnemyKind.attacks_per_turn": (0, 100),
    "EnemyKind.actions_per_turn": (1, 100),
    "EnemyKind.damage_percent": (0, 10_000),
    "NumberSetting.lowest": (0, 9999),
    "NumberSetting.highest": (0, 9999),
    "turns.score_factor": (0, 10_000),
    "turns.changes_price": (0, HIGHEST),
}
"""Bounds of numbers by the field, or the hook that returns them; others only have `HIGHEST`."""

NoneType, UnionType = type(None), type(int | None)

CHANGING = (None, NoneType, Iterable[Event], Iterable[Event] | None)
"""What hooks return that may change the game; all others only look at it."""

READING = frozenset({"turns.forecast_kill", "floors.arrival_events"})
"""Hooks that only look at it, too."""

_SHAPE = "a board of rows of equal length, with a floor tile for the PC and one for the stairs"
_OPTION = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*", re.ASCII)
_TERRAIN = bytes((*WALL_GLYPHS, *WALKABLE, *b"\n"))
MOST_ROWS, MOST_COLUMNS = 200, 500
"""The greatest board (R32)."""

_PLAYED = dict[str, None]()
_HINTS = dict[type, dict[str, Hint]]()


def guards_called() -> list[str]:
    return list(_PLAYED)


def forget_guards() -> None:
    _PLAYED.clear()


class _Mismatch(Exception):
    """What was found and what was expected, as a sentence without a full stop."""


def guard_expansion(expansion: Expansion, label: str) -> Expansion:
    """Return an expansion whose hooks are guarded; raise `BrokenExpansion` for wrong fields.

    `label` names the expansion and its package in every error.
    """
    guard = _Guard(label)
    try:
        guarded = guard.check(expansion, Expansion, "")
        _check_setting(expansion)
    except _Mismatch as error:
        guard.blame(f": {error}")
    return guarded if isinstance(guarded, Expansion) else expansion


def _check_setting(expansion: Expansion) -> None:
    """Refuse a number whose option cannot be typed, or that cannot be set to its default."""
    setting = expansion.setting
    if (setting is None) != (expansion.configure is None):
        _mismatch("setting or configure alone", "both")
    if setting is not None and not setting.lowest <= setting.default <= setting.highest:
        _mismatch(f"the default {setting.default}", "one within the bounds")
    if setting is not None and not _OPTION.fullmatch(setting.option):
        _mismatch(f"the option {setting.option!a}", "small letters, digits and -")


@frozen(eq=False)
class GuardedAction(ExpansionAction):
    """An action of a plug-in, equal to the action inside, each of whose methods is guarded."""

    inner: ExpansionAction
    guard: "_Guard"
    takes_turn: bool = True

    def perform(self, game: GameState) -> Iterable[Event]:
        found = self.guard.call(self.inner.perform, Iterable[Event], "perform", game)
        return found if isinstance(found, Iterable) else ()

    def is_legal(self, game: GameState) -> bool:
        return self.guard.call(self.inner.is_legal, bool, "is_legal", game) is True

    def question(self, game: GameState) -> str:
        return f"{self.guard.call(self.inner.question, str, 'question', game)}"

    def forecast(self, game: GameState) -> str:
        return f"{self.guard.call(self.inner.forecast, str, 'forecast', game)}"

    def __eq__(self, other: object) -> bool:
        return bool(self.inner == (other.inner if isinstance(other, GuardedAction) else other))

    def __hash__(self) -> int:
        return hash(self.inner)


@frozen
class _Guard:
    """The guard of one expansion, which `label` names with its package."""

    label: str

    def blame(self, what: str, cause: BaseException | None = None) -> NoReturn:
        message = f"{self.label}{what}"
        raise BrokenExpansion(message) from cause

    def check(  # noqa: PLR0911 - one case a kind of type
        self, value: object, hint: Hint, where: str
    ) -> object:
        """Return a value of that type, with the hooks in it guarded; raise `_Mismatch`."""
        origin, inner = get_origin(hint), get_args(hint)
        if hint is None or hint is NoneType:
            return None if value is None else _refuse(value, where, "None")
        if origin in (Union, UnionType):
            return self._check_union(value, inner, where)
        if origin is Callable:
            if not callable(value):
                _refuse(value, where, "a function")
            return value if _is_ours(value) else partial(self.call, value, inner[-1], where)
        if origin is tuple:
            return self._check_tuple(value, inner, where)
        if isinstance(origin, type) and issubclass(origin, Mapping | AbstractSet):
            return value if isinstance(value, origin) else _refuse(value, where, origin.__name__)
        if isinstance(origin, type) and issubclass(origin, Iterable):
            return self._check_things(value, inner[0], where)
        return self._check_class(value, hint, where) if isinstance(hint, type) else value

    def _check_union(self, value: object, hints: tuple[Hint, ...], where: str) -> object:
        if value is None and NoneType in hints:
            return None
        others = [hint for hint in hints if hint is not NoneType]
        fits = [hint for hint in others if isinstance(hint, type) and isinstance(value, hint)]
        if len(others) > 1 and not fits:
            _refuse(value, where, " or ".join(map(_name, others)))
        return self.check(value, (fits or others)[0], where)

    def _check_tuple(self, value: object, hints: tuple[Hint, ...], where: str) -> object:
        if not isinstance(value, tuple):
            return _refuse(value, where, "a tuple")
        if hints[-1] is Ellipsis:
            hints = hints[:1] * len(value)
        if len(hints) != len(value):
            return _refuse(value, where, f"a tuple of {len(hints)}")
        checked = [self.check(one, hint, where) for one, hint in zip(value, hints, strict=True)]
        is_same = all(now is was for now, was in zip(checked, value, strict=True))
        return value if is_same else tuple(checked)

    def _check_things(self, value: object, hint: Hint, where: str) -> object:
        if isinstance(value, str | bytes) or not isinstance(value, Iterable):
            return _refuse(value, where, f"things of the type {_name(hint)}")
        things = list[object]()
        for one in value:
            if len(things) == MOST_THINGS:
                _refuse("too many things", where, f"{MOST_THINGS} at the most")
            things.append(self.check(one, hint, where))
        return value if isinstance(value, Collection) else things

    def _check_class(  # noqa: PLR0911 - one case a kind of class
        self, value: object, kind: type, where: str
    ) -> object:
        if getattr(kind, "_is_protocol", False):
            members = [name for name in vars(kind) if not name.startswith("_")]
            has_all = all(hasattr(value, name) for name in members)
            return value if has_all else _refuse(value, where, kind.__name__)
        if kind in (int, float):
            return _check_number(value, kind, where)
        if not isinstance(value, kind):
            return _refuse(value, where, _name(kind))
        if isinstance(value, str) and len(value) > MOST_CHARACTERS:
            return _refuse("a longer text", where, f"{MOST_CHARACTERS} characters at the most")
        if isinstance(value, Board):
            return _check_board(value, where)
        if isinstance(value, ExpansionAction):
            return self._guard_action(value, where)
        return self._check_fields(value, where) if _is_value(type(value)) else value

    def _check_fields(self, value: object, where: str) -> object:
        kind, changed = type(value), dict[str, object]()
        owner = f"{where if where in GROUPS else kind.__name__}." if where else ""
        for each in attrs.fields(kind):  # type: ignore[arg-type] # it is an attrs class
            if each.init and each.name in _hints_of(kind):
                was = getattr(value, each.name)
                now = self.check(was, _hints_of(kind)[each.name], f"{owner}{each.name}")
                changed |= {} if now is was else {each.name: now}
        return evolve(value, **changed) if changed else value  # type: ignore[misc] # as above

    def _guard_action(self, action: ExpansionAction, where: str) -> ExpansionAction:
        if isinstance(action, GuardedAction) or _is_ours(action):
            return action
        takes_turn = self.check(action.takes_turn, bool, f"{where}.takes_turn")
        hash(action)  # whatever that raises
        return GuardedAction(action, self, bool(takes_turn))

    def call(
        self, function: Callable[..., object], result: Hint, where: str, *args: object
    ) -> object:
        given = [one.inner if isinstance(one, GuardedAction) else one for one in args]
        game = args[0] if args and isinstance(args[0], GameState) else None
        only_looks = where in READING or result not in CHANGING
        before = _traces(game) if game and (only_looks or where == "perform") else None
        hp = game.hero.hp if game else 0
        _PLAYED.update({self.label: None} if game else {})
        try:
            found = self.check(function(*given), result, where)
            for hero in [one for one in (*args, game and game.hero) if isinstance(one, Hero)]:
                _check_hero(hero, where)
            if game:
                _check_floor(game, where)
                was_told = where == "turns.filter_events" and any(map(_tells_death, args))
                if (was_told or game.hero.hp == 0 < hp) and not _tells_death(found):
                    _mismatch(f"the PC without HP after {where}", "the event Slain, which says why")
                if only_looks and before != _traces(game):
                    _refuse("a changed game", where, "one that it only looks at")
        except (BrokenExpansion, KeyboardInterrupt):
            raise
        except _Mismatch as error:
            self.blame(f": {error}")
        except BaseException as error:
            is_refusal = isinstance(error, Impossible)
            if is_refusal and where == "perform" and game and before == _traces(game):
                raise
            verb = "refused" if is_refusal else "failed"
            self.blame(f" {verb} in {where}: {describe_error(error)}", error)
        return found


def describe_error(error: BaseException) -> str:
    kind = type(error).__name__
    try:
        return " ".join(f"{kind}: {error}".split()).removesuffix(":")
    except Exception:  # noqa: BLE001 - the text is a stranger's, and so is whatever it raises
        return kind


def _tells_death(events: object) -> bool:
    things = events if isinstance(events, list | tuple) else ()
    return any(isinstance(one, Slain) and one.victim == PC for one in things)


def _check_hero(hero: Hero, where: str) -> None:
    numbers = (
        hero.hp,
        hero.gold,
        hero.stats.attack,
        hero.stats.defence,
        *dict(hero.facts).values(),
    )
    if not all(type(number) is int and 0 <= number <= HIGHEST for number in numbers):
        _mismatch(f"the PC with impossible figures after {where}", "none below 0")


def _check_floor(game: GameState, where: str) -> None:
    """Raise `_Mismatch` for enemies without HP, and for glyphs that are not of who stands there."""
    floor, marks = game.floor, game.rules.enemy_glyphs
    for cell, enemy in floor.enemies.items():
        numbers = (enemy.hp, enemy.stats.attack + 1, enemy.stats.defence + 1)
        if not all(type(number) is int and 0 < number <= HIGHEST for number in numbers):
            _mismatch(f"an enemy with impossible figures after {where}", "HP for each")
        if floor.glyphs[cell] != ord(enemy.kind.glyph):
            break
    else:
        shown = len(floor.glyphs) - len(floor.glyphs.translate(None, marks))
        if shown == len(floor.enemies) and floor.glyphs[floor.hero_cell] == HERO_GLYPH:
            return
    _mismatch(f"a board that shows others than are there after {where}", "the same")


def _check_board(board: Board, where: str) -> Board:
    terrain, size = board.terrain, (board.width + 1) * board.height
    fits = 0 < board.width <= MOST_COLUMNS and 0 < board.height <= MOST_ROWS
    ends = set(terrain[board.width :: board.width + 1]) if fits else set()
    if not fits or len(terrain) != size or ends != {ord("\n")} or terrain.translate(None, _TERRAIN):
        _refuse("another board", where, _SHAPE)
    if terrain.count(b"\n") != board.height or sum(map(len, board.chambers)) < len("@\\"):
        _refuse("a board without room", where, _SHAPE)
    return board


def _check_number(value: object, kind: type, where: str) -> object:
    if isinstance(value, bool) or not isinstance(value, int if kind is int else int | float):
        return _refuse(value, where, "a number")
    lowest, highest = BOUNDS.get(where, (-HIGHEST, HIGHEST))
    if not lowest <= value <= highest:  # nor a number that is none
        return _refuse("a number out of bounds", where, f"one from {lowest} to {highest}")
    return value


def _refuse(value: object, where: str, expected: str) -> NoReturn:
    """Raise `_Mismatch`: a text says what was found, anything else is told by its type."""
    shown = value if isinstance(value, str) and " " in value else f"a {type(value).__name__}"
    _mismatch(f"{shown} in {where}", expected)


def _mismatch(found: str, expected: str) -> NoReturn:
    message = f"found {found}; expected {expected}"
    raise _Mismatch(message)


def _traces(game: GameState) -> object:
    """Return what a hook that only looks at a game must leave as it is."""
    floor = game.floor
    return (
        *(game.hero.digest_parts(), floor.digest_parts(is_extended=True), floor.glyphs_checksum()),
        *(game.depth, game.turns, game.enemies_frozen, sorted(game.known_potions), game.outcome),
    )


def _is_ours(value: object) -> bool:
    """Tell whether a function or an action is of the game itself, or guarded already."""
    if isinstance(value, partial):
        return getattr(value.func, "__func__", None) is _Guard.call
    module = getattr(value, "__module__", None) or ""
    return module.startswith("cc3k.") and not isinstance(value, type)


def _is_value(kind: type) -> bool:
    """Tell whether an attrs class is frozen: then its fields are checked, and may be replaced."""
    frozen_by = getattr(kind.__setattr__, "__name__", "")
    return attrs.has(kind) and frozen_by == "_frozen_setattrs"


def _name(hint: Hint) -> str:
    return getattr(hint, "__name__", "events" if hint == Event else f"{hint}")


def _hints_of(kind: type) -> dict[str, Hint]:
    if kind not in _HINTS:
        _HINTS[kind] = get_type_hints(kind, localns={"GameState": GameState, "Enemy": Enemy})
    return _HINTS[kind]
