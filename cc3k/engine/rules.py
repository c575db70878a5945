"""The rules of a game: the roster, and every strategy that an expansion may replace."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from attrs import field, frozen

from cc3k.engine.board import (
    GOLD_GLYPH,
    PASSABLE_GLYPHS,
    POTION_GLYPH,
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
)
from cc3k.engine.floor import Floor
from cc3k.engine.hero import Race
from cc3k.engine.items import GoldPile, Potion, Trinket
from cc3k.engine.running_game import BoardMaker, ExpansionAction
from cc3k.engine.table_checks import (
    BOARD_CHARACTERS,
    check_characters,
    check_race_keys,
    check_unique_names,
)

FloorGenerator: TypeAlias = Callable[[FloorLayout, "Rules", Dice], Floor]
"""Make a floor from the layout of a floor."""

Spawnable: TypeAlias = EnemyKind | Potion | GoldPile | Trinket


@frozen
class Rules:
    """The roster, how much is spawned on a floor, and how a floor is generated.

    A spawn table holds each row as often as its weight, so a pick from it has the odds of §2.
    `kinds_by_mark` maps each mark in a layout file to what it stands for (§6). `expansions` are
    those that are on, in the order in which they act; the tuples of hooks collect theirs.
    `foreign_marks` pairs each mark that only an expansion knows, which is off, with its name (X6).
    `flags_by_block` caches which actions are legal in the middle of each block of glyphs.

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
    expansions: tuple[Expansion, ...] = ()
    foreign_marks: tuple[tuple[str, str], ...] = ()
    extra_actions: tuple[ExpansionAction, ...] = field(init=False, repr=False)
    figure_by_name: Mapping[str, Figure] = field(init=False, repr=False, eq=False)
    sight_limits: tuple[SightLimit, ...] = field(init=False, repr=False)
    sight_tests: tuple[SightTest, ...] | None = field(init=False, repr=False)
    refusal_rules: tuple[RefusalRule, ...] = field(init=False, repr=False)
    refusing_expansions: tuple[Expansion, ...] = field(init=False, repr=False)
    acting_expansions: tuple[Expansion, ...] = field(init=False, repr=False)
    action_hooks: tuple[ActionHook, ...] = field(init=False, repr=False)
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

    @figure_by_name.default
    def _figure_by_name(self) -> Mapping[str, Figure]:
        return {figure.name: figure for each in self.expansions for figure in each.figures}

    @extra_actions.default
    def _extra_actions(self) -> tuple[ExpansionAction, ...]:
        return tuple([action for each in self.expansions for _, action in each.actions])

    @sight_limits.default
    def _sight_limits(self) -> tuple[SightLimit, ...]:
        return tuple([each.limit_sight for each in self.expansions if each.limit_sight])

    @sight_tests.default
    def _sight_tests(self) -> tuple[SightTest, ...] | None:
        """Return the tests of a single cell; None if a limit of sight has no such test."""
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
            check_unique_names(label, names)
        check_race_keys([("key", race.key, race.name) for race in self.races])
        self._check_glyphs_and_marks()

    def _check_glyphs_and_marks(self) -> None:
        shown: tuple[EnemyKind | Trinket, ...] = (*self.enemy_kinds, *self.trinkets)
        marked: tuple[Potion | GoldPile, ...] = (*self.potions, *self.piles)
        glyphs = [("glyph", each.glyph, each.name) for each in shown]
        marks = [("mark", each.mark, each.name) for each in marked]
        check_characters([*glyphs, *marks], BOARD_CHARACTERS)
        # Potions may look like one another, and so may piles, but like nothing else.
        for rows, shared in ((self.potions, POTION_GLYPH), (self.piles, GOLD_GLYPH)):
            for each in rows:
                glyph = ("glyph", each.glyph, each.name)
                check_characters([*glyphs, glyph], BOARD_CHARACTERS - {chr(shared)})

    @property
    def expansion_tags(self) -> tuple[str, ...]:
        """The tags of the expansions that are on, as journals have them (X3)."""
        return tuple([each.tag for each in self.expansions])

    @property
    def figures(self) -> tuple[Figure, ...]:
        """The numbers of expansions that programs observe."""
        return tuple(self.figure_by_name.values())

    def enemy_kind_named(self, name: str) -> EnemyKind:
        """Return the enemy kind of that name."""
        return next(kind for kind in self.enemy_kinds if kind.name == name)

    def race_by_key(self, key: str) -> Race | None:
        """Return the race chosen by that key, or None."""
        return next((race for race in self.races if race.key == key), None)
