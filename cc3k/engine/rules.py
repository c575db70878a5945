"""The rules of a game: the roster, and every strategy that an expansion may replace."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from attrs import Factory, field

from cc3k.engine.announcements import Announcement
from cc3k.engine.board import (
    GOLD_GLYPH,
    HERO_GLYPH,
    PASSABLE_GLYPHS,
    POTION_GLYPH,
    STAIRS_GLYPH,
    WALKABLE,
    WALL_GLYPHS,
    Board,
    Cell,
    FloorLayout,
)
from cc3k.engine.combat import NO_BLOW_RULES, BlowRules
from cc3k.engine.dice import Dice
from cc3k.engine.enemies import (
    Behaviour,
    CellsRule,
    EnemyKind,
    Stage,
    StrategiesByKind,
    cells_rules,
    strategies_by_kind,
)
from cc3k.engine.events import PC
from cc3k.engine.floor import Floor
from cc3k.engine.hero import ALWAYS_TAKES_EFFECT, Hero, Race
from cc3k.engine.items import GoldPile, Potion, Trinket
from cc3k.engine.running_game import ExpansionAction
from cc3k.engine.values import frozen

if TYPE_CHECKING:
    from cc3k.engine.expansion import Commands, Expansion, Figure, LegalFlags, NumberRule, SightTest
    from cc3k.engine.game import GameState


HookT = TypeVar("HookT")


def _given(hooks: "Iterable[HookT | None]") -> tuple[HookT, ...]:
    return tuple(filter(None, hooks))


class Hooks:
    """The hooks of expansions, each by the name of its field, in the order of those that have it.

    `refusing` are the groups of those that refuse actions. `after_turn` pairs each hook with those
    of `after_action` that are told of its kills: all but that of its own expansion. `sees_cell` is
    one for all, and None unless all that limit sight can tell of one cell.
    """

    def __init__(self, expansions: "Sequence[Expansion]") -> None:  # noqa: PLR0915 - a table
        floors = [each.floors for each in expansions]
        self.kind_here = _given([each.kind_here for each in floors])
        self.on_spawned = _given([each.on_spawned for each in floors])
        self.on_leaving = _given([each.on_leaving for each in floors])
        self.arrival_events = _given([each.arrival_events for each in floors])
        self.further_ware = _given([each.further_ware for each in floors])
        self.bars_stairs = _given([each.bars_stairs for each in floors])
        turns = [each.turns for each in expansions]
        self.refuses = _given([each.refuses for each in turns])
        self.on_death = _given([each.on_death for each in turns])
        self.on_kill = _given([each.on_kill for each in turns])
        self.after_action = _given([each.after_action for each in turns])
        self.is_free_step = _given([each.is_free_step for each in turns])
        self.before_enemies = _given([each.before_enemies for each in turns])
        self.on_parting = _given([each.on_parting for each in turns])
        self.filter_events = _given([each.filter_events for each in turns])
        self.stops = _given([each.stops for each in turns])
        self.forecast_kill = _given([each.forecast_kill for each in turns])
        fights = [each.fights for each in expansions]
        self.race_takes_effect = _given([each.race_takes_effect for each in fights])
        self.after_phase = _given([each.after_phase for each in fights])
        self.on_fall = _given([each.on_fall for each in fights])
        self.minds_gold = _given([each.minds_gold for each in fights])
        sight = [each.sight for each in expansions]
        self.limit_sight = _given([each.limit_sight for each in sight])
        self.hidden_stairs_note = _given([each.hidden_stairs_note for each in sight])
        self.unsearched_cells = _given([each.unsearched_cells for each in sight])
        items = [each.items for each in expansions]
        self.stow_potion = _given([each.stow_potion for each in items])
        self.has_room = _given([each.has_room for each in items])
        self.potion_here = _given([each.potion_here for each in items])
        self.changes_drink = _given([each.changes_drink for each in items])
        self.changes_price = _given([each.changes_price for each in items])
        self.pick_up_verb = _given([each.pick_up_verb for each in items])
        texts = [each.texts for each in expansions]
        self.before_game = _given([each.before_game for each in texts])
        self.end_rows = _given([each.end_rows for each in texts])
        self.feats = _given([each.feats for each in texts])
        self.status_rows = _given([each.status_rows for each in texts])
        self.thing_notes = _given([each.thing_notes for each in texts])
        self.barred_stairs_note = _given([each.barred_stairs_note for each in texts])
        self.ahead = _given([each.ahead for each in texts])
        self.way_out = _given([each.way_out for each in texts])
        self.warns = _given([each.warns for each in texts])
        self.deadlines = _given([each.deadlines for each in texts])
        self.freeze_note = _given([each.freeze_note for each in texts])
        self.refusing = [each for each in turns if each.refuses]
        self.legal_flags = _given([_legal_flags_of(each) for each in expansions])
        acting = [(each, each.turns.after_action) for each in expansions]
        self.after_turn = [
            (each.turns.after_turn, _given([hook for own, hook in acting if own is not each]))
            for each in expansions
            if each.turns.after_turn
        ]
        hiding = [each for each in sight if each.limit_sight and not each.hides_only_stairs]
        sees = _given([each.sees_cell for each in hiding])
        self.sees_cell = _all_of(sees) if len(sees) == len(hiding) else None


hooks_of = lru_cache(maxsize=512)(Hooks)
"""Return the hooks of expansions, collected once: there are many rules of the same ones."""


def _legal_flags_of(expansion: "Expansion") -> "LegalFlags | None":
    commands = expansion.commands
    if not commands.actions:
        return None
    return commands.legal_flags or partial(_asked_one_by_one, commands)


def _asked_one_by_one(commands: "Commands", game: "GameState") -> bytes:
    return bytes([action.is_legal(game) for _, action in commands.actions])


def _all_of(tests: "Sequence[SightTest]") -> "SightTest":
    if len(tests) == 1:
        return tests[0]  # quicker: a turn asks often
    return partial(_is_seen_by_all, tests)  # no lambda: rules are pickled


def _is_seen_by_all(tests: "Sequence[SightTest]", game: "GameState", cell: Cell) -> bool:
    return all(test(game, cell) for test in tests)


FloorGenerator: TypeAlias = Callable[[FloorLayout, "Rules", Dice], Floor]
"""Make a floor from the layout of a floor."""

Spawnable: TypeAlias = EnemyKind | Potion | GoldPile | Trinket

LabelledCharacter: TypeAlias = tuple[str, str, str]
"""A character of a table row: its label, the character, and the row's name."""

META_COMMAND_KEYS = "qr"
"""Keys of the meta commands at the race menu and after a game; no race may have one."""

BOARD_CHARACTERS = frozenset(
    map(chr, (*WALL_GLYPHS, *WALKABLE, STAIRS_GLYPH, HERO_GLYPH, POTION_GLYPH, GOLD_GLYPH))
)
"""The characters that already mean something on a board."""


Row = TypeVar("Row", EnemyKind, Potion, GoldPile)
Derived = TypeVar("Derived")


def _spawn_table(rows: Iterable[Row]) -> tuple[Row, ...]:
    return tuple([row for row in rows for _ in range(row.spawn_weight)])


def _glyphs_of(rows: Iterable[EnemyKind | Potion | Trinket]) -> bytes:
    return "".join([row.glyph for row in rows]).encode("ascii", "replace")


def _derived(make: "Callable[[Rules], Derived]", *, eq: bool = True) -> Derived:
    """Return a field that rules make of those before it."""
    return field(default=Factory(make, takes_self=True), init=False, repr=False, eq=eq)


@frozen
class Rules:
    """The roster, how much is spawned on a floor, and how a floor is generated.

    A spawn table holds each row as often as its weight, so a pick from it has the odds of §2.
    `kinds_by_mark` maps each mark in a layout file to what it stands for (§6). `expansions` are
    those that are on, in the order in which they act; `strategies` are those of each kind of enemy
    by name, and empty where none does more than strike and wander.
    `foreign_marks` pairs each mark that only an expansion knows, which is off, with its name (X6).
    `flags_by_block` caches which actions are legal in the middle of each block of glyphs;
    `strategies_by_cells` the strategies of a phase by which of the rules for cells name any.

    Raises ValueError for rows that cannot be told apart, chosen or drawn: two with the same name,
    key, glyph or mark, or a character that is not printable ASCII or already means something.
    """

    ruleset: int
    races: tuple[Race, ...]
    enemy_kinds: tuple[EnemyKind, ...]
    potions: tuple[Potion, ...]
    piles: tuple[GoldPile, ...]
    standard_board: Board
    generate_floor: FloorGenerator
    floor_count: int = 5
    potions_per_floor: int = 10
    piles_per_floor: int = 10
    enemies_per_floor: int = 20
    trinkets: tuple[Trinket, ...] = ()
    expansions: "tuple[Expansion, ...]" = ()
    foreign_marks: tuple[tuple[str, str], ...] = ()
    extra_actions: tuple[ExpansionAction, ...] = _derived(
        lambda rules: tuple([one for each in rules.expansions for _, one in each.commands.actions])
    )
    figure_by_name: "Mapping[str, Figure]" = _derived(
        lambda rules: {figure.name: figure for figure in rules.figures}, eq=False
    )
    hooks: Hooks = _derived(lambda rules: hooks_of(rules.expansions), eq=False)
    blows: BlowRules = field(init=False, repr=False, eq=False)
    behaviours: tuple[Behaviour, ...] = field(init=False, repr=False)
    enemies_hunt: bool = _derived(
        lambda rules: any(each.stage == Stage.HUNT for each in rules.behaviours)
    )
    announcements: tuple[Announcement, ...] = _derived(
        lambda rules: tuple([one for each in rules.expansions for one in each.rows.announcements])
    )
    strategies: StrategiesByKind = _derived(
        lambda rules: strategies_by_kind(rules.enemy_kinds, rules.behaviours), eq=False
    )
    cells_asked: tuple[CellsRule, ...] | None = _derived(
        lambda rules: cells_rules(rules.enemy_kinds, rules.behaviours), eq=False
    )
    strategies_by_cells: dict[tuple[bool, ...], StrategiesByKind] = field(
        init=False, repr=False, eq=False, factory=dict
    )
    enemy_spawn_table: tuple[EnemyKind, ...] = _derived(
        lambda rules: _spawn_table(rules.enemy_kinds)
    )
    potion_spawn_table: tuple[Potion, ...] = _derived(lambda rules: _spawn_table(rules.potions))
    pile_spawn_table: tuple[GoldPile, ...] = _derived(lambda rules: _spawn_table(rules.piles))
    kinds_by_mark: dict[str, Spawnable] = field(init=False, repr=False, eq=False)
    enemy_glyphs: bytes = _derived(lambda rules: _glyphs_of(rules.enemy_kinds))
    potion_glyphs: bytes = _derived(lambda rules: _glyphs_of(rules.potions))
    passable_glyphs: bytes = _derived(lambda rules: PASSABLE_GLYPHS + _glyphs_of(rules.trinkets))
    flags_by_block: dict[bytes, bytes] = field(init=False, repr=False, eq=False, factory=dict)

    @blows.default
    def _blows(self) -> BlowRules:
        fights = [each.fights for each in self.expansions]
        changes = [rule for each in fights for rule in each.blows]
        after_hits = [each.turns.after_hit for each in self.expansions]
        answers = (*[each.after_blow for each in fights], *after_hits)
        rules = BlowRules(
            tuple(sorted(changes, key=lambda rule: rule.stage)),
            sure_hits=_given([each.sure_hits for each in fights]),
            answers=_given(answers),
            in_place=_given([each.in_place_of_hit for each in fights]),
        )
        return rules or NO_BLOW_RULES

    @behaviours.default
    def _behaviours(self) -> tuple[Behaviour, ...]:
        rows = [each.rows for each in self.expansions]
        announced = [each for row in rows for one in row.announcements for each in one.behaviours]
        return (*announced, *[behaviour for row in rows for behaviour in row.behaviours])

    @kinds_by_mark.default
    def _kinds_by_mark(self) -> dict[str, Spawnable]:
        marks: dict[str, Spawnable] = {kind.glyph: kind for kind in self.enemy_kinds}
        marks.update({potion.mark: potion for potion in self.potions})
        marks.update({pile.mark: pile for pile in self.piles})
        marks.update({trinket.mark: trinket for trinket in self.trinkets})
        return marks

    def __attrs_post_init__(self) -> None:
        options = [each.setting.option for each in self.expansions if each.setting]
        things: tuple[EnemyKind | Potion | Trinket, ...]
        things = (*self.enemy_kinds, *self.potions, *self.trinkets)
        for label, names in (
            ("races", [race.name for race in self.races]),
            ("enemies", [kind.name for kind in self.enemy_kinds]),
            ("potions", [potion.name for potion in self.potions]),
            ("piles", [pile.name for pile in self.piles]),
            ("trinkets", [trinket.name for trinket in self.trinkets]),
            ("figures", [figure.name for figure in self.figures]),
            ("numbers", options),
            ("things", [PC, *[thing.name for thing in things]]),
        ):
            _check_unique_names(label, names)
        _check_race_keys([("key", race.key, race.name) for race in self.races])
        self._check_glyphs_and_marks()

    def _check_glyphs_and_marks(self) -> None:
        others = [kind for kind in self.enemy_kinds if not kind.is_named]
        shown: tuple[EnemyKind | Trinket, ...] = (*others, *self.trinkets)
        marked: tuple[Potion | GoldPile, ...] = (*self.potions, *self.piles)
        named = {kind.glyph: kind for kind in self.enemy_kinds if kind.is_named}  # may look alike
        shown = (*shown, *named.values())
        glyphs = [("glyph", each.glyph, each.name) for each in shown]
        marks = [("mark", each.mark, each.name) for each in marked]
        _check_characters([*glyphs, *marks], BOARD_CHARACTERS)
        # Potions may look like one another, and so may piles, but like nothing else.
        for rows, shared in ((self.potions, POTION_GLYPH), (self.piles, GOLD_GLYPH)):
            for each in rows:
                glyph = ("glyph", each.glyph, each.name)
                _check_characters([*glyphs, glyph], BOARD_CHARACTERS - {chr(shared)})

    def race_takes_effect(self, hero: Hero, *, is_in_fight: bool) -> bool:
        """Tell whether the hero's race has its effect in a turn (R12).

        A hero is in a fight while a hostile enemy stands beside it.
        """
        if hero.facts.get(ALWAYS_TAKES_EFFECT):
            return True
        return all(rule(hero, is_in_fight) for rule in self.hooks.race_takes_effect)

    @property
    def score_bonuses(self) -> "list[tuple[NumberRule, str]]":
        """What expansions add to the score, each with the reason: all first ones, then others."""
        turns = [each.turns for each in self.expansions]
        rows = [(each.score_bonus, each.score_reason) for each in turns]
        rows += [bonus for each in turns for bonus in each.further_bonuses]
        return [(points, reason) for points, reason in rows if points]

    @property
    def expansion_tags(self) -> tuple[str, ...]:
        """The tags of the expansions that are on, as journals have them (X3)."""
        return tuple([each.tag for each in self.expansions])

    @property
    def figures(self) -> "tuple[Figure, ...]":
        """The numbers of expansions that programs observe."""
        return tuple([figure for each in self.expansions for figure in each.texts.figures])

    def enemy_kind_named(self, name: str) -> EnemyKind:
        return next(kind for kind in self.enemy_kinds if kind.name == name)

    def race_of(self, word: str, *, by_name: bool = False) -> Race | None:
        """Return the race with that key, or that name in small letters where one may be said."""
        named = ((race, (race.key, *[race.name.lower()] * by_name)) for race in self.races)
        return next((race for race, words in named if word in words), None)


def _check_unique_names(row_label: str, names: Iterable[str]) -> None:
    """Raise ValueError if two rows of a table have the same name, ignoring case."""
    known = set[str]()
    for name in names:
        if name.lower() in known:
            message = f"found two {row_label} called {name!a}; expected a name for each"
            raise ValueError(message)
        known.add(name.lower())


def _check_race_keys(keys: Sequence[LabelledCharacter]) -> None:
    """Raise ValueError for a key that cannot choose its race: input is lower case (R33, R35)."""
    _check_characters(keys, frozenset())
    for label, key, name in keys:
        if key.isspace() or key.lower() != key or key in META_COMMAND_KEYS:
            expected = f"no blank or capital letter, nor {' or '.join(META_COMMAND_KEYS)}"
            message = f"found the {label} {key!a} of {name}; expected {expected}"
            raise ValueError(message)


def _check_characters(characters: Iterable[LabelledCharacter], reserved: frozenset[str]) -> None:
    """Raise ValueError for a character that is not printable ASCII, not unique, or reserved."""
    owners: dict[str, str] = {}
    for label, character, name in characters:
        found = f"found the {label} {character!a} of"
        if len(character) != 1 or not character.isascii() or not character.isprintable():
            message = f"{found} {name}; expected one printable ASCII character"
            raise ValueError(message)
        if character in reserved:
            message = f"{found} {name}, which the board shows for another thing; expected a new one"
            raise ValueError(message)
        if character in owners:
            message = f"{found} both {owners[character]} and {name}; expected one for each"
            raise ValueError(message)
        owners[character] = name
