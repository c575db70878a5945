"""The rules of a game: the roster, and every strategy that an expansion may replace."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from attrs import field, frozen

from cc3k.engine.board import (
    GOLD_GLYPH,
    HERO_GLYPH,
    PASSABLE_GLYPHS,
    POTION_GLYPH,
    STAIRS_GLYPH,
    WALKABLE,
    WALL_GLYPHS,
    Board,
    FloorLayout,
)
from cc3k.engine.dice import Dice
from cc3k.engine.enemies import EnemyKind
from cc3k.engine.events import PC
from cc3k.engine.expansion import (
    ActionHook,
    EnemyPhase,
    EventFilter,
    Expansion,
    Figure,
    RefusalRule,
    SightLimit,
    SightTest,
    TurnHook,
)
from cc3k.engine.floor import Floor
from cc3k.engine.hero import Race
from cc3k.engine.items import GoldPile, Potion, Trinket
from cc3k.engine.running_game import BoardMaker, ExpansionAction

FloorGenerator: TypeAlias = Callable[[FloorLayout, "Rules", Dice], Floor]
"""Make a floor from the layout of a floor."""

Spawnable: TypeAlias = EnemyKind | Potion | GoldPile | Trinket

LabelledCharacter: TypeAlias = tuple[str, str, str]
"""A character of a table row: its label, the character, and the row's name."""

META_COMMAND_KEYS = "qr"
"""Keys of the meta commands at the race menu and after a game; no race may have one."""

_BOARD_CHARACTERS = frozenset(
    map(chr, (*WALL_GLYPHS, *WALKABLE, STAIRS_GLYPH, HERO_GLYPH, POTION_GLYPH, GOLD_GLYPH))
)


@frozen
class Rules:
    """The roster, how much is spawned on a floor, and how a floor is generated.

    A spawn table holds each row as often as its weight: a pick from it has the odds of §2.
    `kinds_by_mark` says what each mark in a layout file stands for (§6). `expansions` are those
    that are on, in the order in which they act; `foreign_marks` names the expansion that would know
    a mark which these rules do not know (X6). `flags_by_block` keeps what can be done in the middle
    of a block of glyphs, once that was worked out.

    Raises ValueError for rows that could not be told apart, chosen or drawn: two of one name, key,
    glyph or mark, and whatever is no printable ASCII character or means something else already.
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
    expansions: tuple[Expansion, ...] = ()
    foreign_marks: tuple[tuple[str, str], ...] = ()
    extra_actions: tuple[ExpansionAction, ...] = field(init=False, repr=False)
    sight_limits: tuple[SightLimit, ...] = field(init=False, repr=False)
    sight_tests: tuple[SightTest, ...] | None = field(init=False, repr=False)
    refusal_rules: tuple[RefusalRule, ...] = field(init=False, repr=False)
    refusing_expansions: tuple[Expansion, ...] = field(init=False, repr=False)
    acting_expansions: tuple[Expansion, ...] = field(init=False, repr=False)
    action_hooks: tuple[ActionHook, ...] = field(init=False, repr=False)
    turn_hooks: tuple[TurnHook, ...] = field(init=False, repr=False)
    event_filters: tuple[EventFilter, ...] = field(init=False, repr=False)
    enemy_phase: EnemyPhase | None = field(init=False, repr=False)
    board_maker: BoardMaker | None = field(init=False, repr=False)
    enemy_spawn_table: tuple[EnemyKind, ...] = field(init=False, repr=False)
    potion_spawn_table: tuple[Potion, ...] = field(init=False, repr=False)
    pile_spawn_table: tuple[GoldPile, ...] = field(init=False, repr=False)
    kinds_by_mark: dict[str, Spawnable] = field(init=False, repr=False, eq=False)
    enemy_glyphs: bytes = field(init=False, repr=False)
    potion_glyphs: bytes = field(init=False, repr=False)
    trinket_glyphs: bytes = field(init=False, repr=False)
    passable_glyphs: bytes = field(init=False, repr=False)
    flags_by_block: dict[bytes, bytes] = field(init=False, repr=False, eq=False, factory=dict)

    @extra_actions.default
    def _extra_actions(self) -> tuple[ExpansionAction, ...]:
        return tuple([action for each in self.expansions for _, action in each.actions])

    @sight_limits.default
    def _sight_limits(self) -> tuple[SightLimit, ...]:
        return tuple([each.limit_sight for each in self.expansions if each.limit_sight])

    @sight_tests.default
    def _sight_tests(self) -> tuple[SightTest, ...] | None:
        """Return the tests of one cell; None where a limit of sight comes without one."""
        tests = [each.sees_cell for each in self.expansions if each.limit_sight]
        return None if None in tests else tuple([test for test in tests if test])

    @refusal_rules.default
    def _refusal_rules(self) -> tuple[RefusalRule, ...]:
        return tuple([each.refuses for each in self.expansions if each.refuses])

    @refusing_expansions.default
    def _refusing_expansions(self) -> tuple[Expansion, ...]:
        return tuple([each for each in self.expansions if each.refuses])

    @acting_expansions.default
    def _acting_expansions(self) -> tuple[Expansion, ...]:
        return tuple([each for each in self.expansions if each.actions])

    @action_hooks.default
    def _action_hooks(self) -> tuple[ActionHook, ...]:
        return tuple([each.after_action for each in self.expansions if each.after_action])

    @turn_hooks.default
    def _turn_hooks(self) -> tuple[TurnHook, ...]:
        return tuple([each.after_turn for each in self.expansions if each.after_turn])

    @event_filters.default
    def _event_filters(self) -> tuple[EventFilter, ...]:
        return tuple([each.filter_events for each in self.expansions if each.filter_events])

    @enemy_phase.default
    def _enemy_phase(self) -> EnemyPhase | None:
        phases = [each.enemy_phase for each in self.expansions if each.enemy_phase]
        return phases[-1] if phases else None

    @board_maker.default
    def _board_maker(self) -> BoardMaker | None:
        makers = [each.draw_board for each in self.expansions if each.draw_board]
        return makers[0] if makers else None

    @enemy_spawn_table.default
    def _enemy_spawn_table(self) -> tuple[EnemyKind, ...]:
        return tuple([row for row in self.enemy_kinds for _ in range(row.spawn_weight)])

    @potion_spawn_table.default
    def _potion_spawn_table(self) -> tuple[Potion, ...]:
        return tuple([row for row in self.potions for _ in range(row.spawn_weight)])

    @pile_spawn_table.default
    def _pile_spawn_table(self) -> tuple[GoldPile, ...]:
        return tuple([row for row in self.piles for _ in range(row.spawn_weight)])

    @kinds_by_mark.default
    def _kinds_by_mark(self) -> dict[str, Spawnable]:
        marks: dict[str, Spawnable] = {kind.glyph: kind for kind in self.enemy_kinds}
        marks.update({potion.mark: potion for potion in self.potions})
        marks.update({pile.mark: pile for pile in self.piles})
        marks.update({trinket.mark: trinket for trinket in self.trinkets})
        return marks

    @enemy_glyphs.default
    def _enemy_glyphs(self) -> bytes:
        return "".join([kind.glyph for kind in self.enemy_kinds]).encode("ascii", "replace")

    @potion_glyphs.default
    def _potion_glyphs(self) -> bytes:
        return "".join([potion.glyph for potion in self.potions]).encode("ascii", "replace")

    @trinket_glyphs.default
    def _trinket_glyphs(self) -> bytes:
        return "".join([trinket.glyph for trinket in self.trinkets]).encode("ascii", "replace")

    @passable_glyphs.default
    def _passable_glyphs(self) -> bytes:
        return PASSABLE_GLYPHS + self.trinket_glyphs

    def __attrs_post_init__(self) -> None:
        _check_unique_names("races", [race.name for race in self.races])
        _check_unique_names("enemies", [kind.name for kind in self.enemy_kinds])
        _check_unique_names("potions", [potion.name for potion in self.potions])
        _check_unique_names("piles", [pile.name for pile in self.piles])
        _check_race_keys([("key", race.key, race.name) for race in self.races])
        _check_unique_names("trinkets", [trinket.name for trinket in self.trinkets])
        _check_unique_names("figures", [figure.name for figure in self.figures])
        _check_unique_names(
            "numbers", [each.setting.option for each in self.expansions if each.setting]
        )
        things = [kind.name for kind in self.enemy_kinds]
        things += [potion.name for potion in self.potions]
        things += [trinket.name for trinket in self.trinkets]
        _check_unique_names("things", [PC, *things])
        glyphs = [("glyph", kind.glyph, kind.name) for kind in self.enemy_kinds]
        glyphs += [("glyph", trinket.glyph, trinket.name) for trinket in self.trinkets]
        marks = [("mark", potion.mark, potion.name) for potion in self.potions]
        marks += [("mark", pile.mark, pile.name) for pile in self.piles]
        _check_characters([*glyphs, *marks], _BOARD_CHARACTERS)
        for potion in self.potions:  # they may look like one another, but like nothing else
            _check_characters(
                [*glyphs, ("glyph", potion.glyph, potion.name)],
                _BOARD_CHARACTERS - {chr(POTION_GLYPH)},
            )
        for pile in self.piles:
            _check_characters(
                [*glyphs, ("glyph", pile.glyph, pile.name)], _BOARD_CHARACTERS - {chr(GOLD_GLYPH)}
            )

    @property
    def expansion_tags(self) -> tuple[str, ...]:
        """The tags of the expansions that are on, as journals have them (X3)."""
        return tuple([each.tag for each in self.expansions])

    @property
    def figures(self) -> tuple[Figure, ...]:
        """The numbers of expansions that programs observe."""
        return tuple([figure for each in self.expansions for figure in each.figures])

    def enemy_kind_named(self, name: str) -> EnemyKind:
        """Return the enemy kind of that name."""
        return next(kind for kind in self.enemy_kinds if kind.name == name)

    def race_by_key(self, key: str) -> Race | None:
        """Return the race chosen by that key, or None."""
        return next((race for race in self.races if race.key == key), None)


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
    for sign, key, name in keys:
        if key.isspace() or key.lower() != key or key in META_COMMAND_KEYS:
            expected = f"no blank or capital letter, nor {' or '.join(META_COMMAND_KEYS)}"
            message = f"found the {sign} {key!a} of {name}; expected {expected}"
            raise ValueError(message)


def _check_characters(characters: Iterable[LabelledCharacter], reserved: frozenset[str]) -> None:
    """Raise ValueError for a character that is not printable ASCII, not unique, or reserved."""
    owners: dict[str, str] = {}
    for sign, character, name in characters:
        found = f"found the {sign} {character!a} of"
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
