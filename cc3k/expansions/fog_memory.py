"""Fog memory: what has been seen of a floor, as it was last seen (X40, X42).

It holds nothing that an attentive player would not know: the terrain, the items, and where enemies
that are out of sight now were last seen, with the figures that they had then.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from operator import attrgetter
from typing import TypeAlias

from attrs import Factory, define, field, fields, frozen

from cc3k.engine.board import (
    PASSAGE,
    TILE,
    Board,
    Cell,
    CellArea,
    CellSet,
    cell_set,
    cells_of_kinds,
    grow,
)
from cc3k.engine.enemies import Enemy, EnemyKind, ShownEnemy
from cc3k.engine.floor import NO_CELL, Floor
from cc3k.engine.items import GoldPile, Item
from cc3k.engine.states import public
from cc3k.engine.stats import Stats
from cc3k.expansions.field_of_view import FieldOfView, field_of_view

ROAMING_TURNS = 12
"""Turns after which an enemy that moves is forgotten, as it may be anywhere."""

MOST_ENEMY_LOOKS = 512
"""Looks that are put off, at most, before they are worked into the memory."""

Sighting: TypeAlias = tuple[ShownEnemy, bool, int, int]
"""An enemy as last seen, whether it never steps, the count of steps then, and how many it hunts."""

_Seen: TypeAlias = tuple[EnemyKind, int, Stats, Mapping[str, int], Mapping[str, int], int, object]
"""The kind, HP, figures, states, turns of hunting and identity of an enemy at a look."""

_seen_of: Callable[[Enemy], _Seen] = attrgetter(
    "kind", "hp", "stats", "statuses", "facts", "hunting_turns", "identity"
)

_Look: TypeAlias = tuple[int, bool, FieldOfView, Cell, Mapping[Cell, _Seen]]
"""A turn, whether enemies were frozen, the board, the cell of the PC, and the enemies by cell.

It is a plain tuple for speed: each turn makes one.
"""


@define(eq=False)
class EnemyMemory:
    """The enemies seen on a floor, each at the cell where it was last seen.

    An enemy is forgotten when its cell is seen again, when it is seen elsewhere, or after
    `ROAMING_TURNS` turns in which it may have moved. Frozen and stationary enemies do not move. The
    memory is lazy: a turn only notes what was on the floor, and the rest is computed on demand.
    """

    _sightings: dict[Cell, Sighting] = field(factory=dict, init=False)
    _looks: list[_Look] = field(factory=list, init=False)
    _stationary: AbstractSet[Cell] = field(default=frozenset(), init=False)
    _steps: int = field(default=0, init=False)
    _last_turn: int = field(default=0, init=False)

    def copy(self) -> "EnemyMemory":
        copy = EnemyMemory()
        copy._sightings, copy._looks = dict(self._sightings), list(self._looks)
        copy._steps, copy._last_turn = self._steps, self._last_turn
        copy._stationary = frozenset(self._stationary)
        return copy

    def look_around(self, floor: Floor, turn: int, fields: FieldOfView, *, are_held: bool) -> None:
        """Note the enemies at the end of a turn; the last look of each turn counts."""
        looks, enemies, here = self._looks, floor.enemies, floor.hero_cell
        if looks and looks[-1][0] == turn:
            looks.pop()
        if floor.board.terrain[here] == PASSAGE:  # which shows only what is beside
            near = floor.board.neighbourhood[here].intersection(enemies)
            seen = {at: _seen_of(enemies[at]) for at in near}
        elif (area := fields.surroundings(here)) is not None:
            visible = area.digits
            seen = {at: _seen_of(one) for at, one in enemies.items() if visible[at] == "1"}
        else:
            seen = dict(zip(enemies, map(_seen_of, enemies.values()), strict=True))
        looks.append((turn, are_held, fields, here, seen))
        self._stationary = floor.stationary
        if len(looks) > MOST_ENEMY_LOOKS:
            self.catch_up()

    def catch_up(self) -> None:
        looks = list(self._counted_looks())
        for steps, fields_then, cell, enemies in looks:
            if steps < self._steps - ROAMING_TURNS:
                self._note_who_never_steps(fields_then, steps, cell, enemies)
                continue
            visible = fields_then.area_from(cell).digits
            seen = [at for at in enemies if visible[at] == "1"]
            if self._sightings:
                self._forget(visible, {enemies[at][-1] for at in seen})
            for at in seen:
                self._sightings[at] = _sighting(enemies[at], steps, stays=at in self._stationary)
        self._looks.clear()

    def _counted_looks(self) -> Iterator[tuple[int, FieldOfView, Cell, Mapping[Cell, _Seen]]]:
        """Yield each look with the number of steps that enemies may have taken by then."""
        for turn, are_held, fields_then, cell, enemies in self._looks:
            self._steps += 0 if are_held else turn - self._last_turn
            self._last_turn = turn
            yield self._steps, fields_then, cell, enemies

    def _note_who_never_steps(
        self, fields: FieldOfView, steps: int, cell: Cell, enemies: Mapping[Cell, _Seen]
    ) -> None:
        """Work in a turn so long ago that only stationary enemies of it are still remembered.

        Sight is symmetric: the fields of view of these few enemies serve for all such turns.
        """
        staying = self._stationary & enemies.keys()
        for at in staying.union(at for at, (_, stays, *_) in self._sightings.items() if stays):
            if fields.area_from(at).digits[cell] == "1":
                self._sightings.pop(at, None)
                if at in staying:
                    self._sightings[at] = _sighting(enemies[at], steps, stays=True)

    def _forget(self, visible: str, seen: Collection[object]) -> None:
        """Forget enemies that are seen elsewhere, whose cell is seen, or that may be anywhere."""
        oldest = self._steps - ROAMING_TURNS
        for at, (enemy, is_stationary, steps, _) in [*self._sightings.items()]:
            is_old = steps < oldest and not is_stationary
            if is_old or visible[at] == "1" or enemy.identity in seen:
                del self._sightings[at]

    def out_of_sight(
        self, visible: str
    ) -> tuple[dict[Cell, ShownEnemy], AbstractSet[Cell], AbstractSet[Cell]]:
        """Return the remembered enemies out of sight.

        After them come the cells of those that never step, and of those that still hunt (X50).
        """
        self.catch_up()
        known = {at: self._sightings[at] for at in sorted(self._sightings) if visible[at] == "0"}
        stationary = frozenset([at for at, (_, stays, *_) in known.items() if stays])
        hunting = [at for at, (*_, steps, left) in known.items() if self._steps < steps + left]
        return {at: enemy for at, (enemy, *_) in known.items()}, stationary, frozenset(hunting)


def _sighting(seen: _Seen, steps: int, *, stays: bool) -> Sighting:
    kind, hp, stats, statuses, facts, hunting, identity = seen
    enemy = ShownEnemy(
        kind, hp, stats=stats, identity=identity, statuses=public(statuses), facts=public(facts)
    )
    return enemy, stays, steps, 0 if enemy.is_fleeing else hunting


NO_BOARD = Board(b"", 0, 0)
"""The board of a memory before the first floor."""


MOST_LOOKS = 1_000
"""Looks that are put off, at most, before they are worked into the memory."""


@frozen(eq=False)
class _Things:
    """The items and guarded cells of a floor, as they were after that many `item_changes`."""

    item_changes: int
    items: tuple[tuple[Cell, Item], ...]
    guarded: int
    posts: tuple[tuple[Cell, tuple[Cell, ...]], ...]


NOTHING = _Things(-1, (), 0, ())
"""The things of no floor."""


@define(eq=False)
class FogMemory:
    """The floor as far as it has been seen.

    `seen` are the cells, including line ends, and `terrain` is blank elsewhere. `items` are the
    items as last seen, in reading order. `posts` maps the cells that were guarded then to the cells
    of their guardians. `enemies` help players; no rule uses them. All values are replaced, never
    changed; copies share all but the looks put off, and `items` and `posts`, which views hand out.

    The memory is lazy. Each turn only notes in `_outlooks` the board and the cell from which the PC
    looked, and what was on the floor then: `_things` in the last look, `_noted_things` in the last
    one that was worked into the memory, on the board of `_noted_fields`. `_new_ground` are seen
    cells that are not in `_ground` yet. `_noted` are cells known to be as remembered unless an item
    changes, `_item_cells` those with an item on them or in memory. `posts` are compared again when
    `_guardians` change. `_changed` are seen cells whose terrain has changed since, unseen.
    """

    fields: FieldOfView = field(factory=lambda: field_of_view(NO_BOARD))
    enemies: EnemyMemory = field(factory=EnemyMemory)
    _seen: CellArea = field(factory=lambda: CellArea(0, 0))
    _items: Mapping[Cell, Item] = field(factory=dict)
    _posts: Mapping[Cell, Cell] = field(factory=dict)
    _ground: bytes = field(default=b"", init=False)
    _new_ground: CellSet = field(default=0, init=False)
    _board: Board | None = field(default=None, init=False)
    _outlooks: list[tuple[FieldOfView, Cell, _Things]] = field(factory=list, init=False)
    _noted_fields: FieldOfView = field(
        default=Factory(lambda self: self.fields, takes_self=True), init=False
    )
    _last_outlook: Cell = field(default=NO_CELL, init=False)
    _things: _Things = field(default=NOTHING, init=False)
    _noted_things: _Things = field(default=NOTHING, init=False)
    _noted: CellSet = field(default=0, init=False)
    _item_cells: CellSet = field(default=0, init=False)
    _guardians: tuple[CellSet, int] = field(default=(0, 0), init=False)
    _changed: CellSet = field(default=0, init=False)

    def copy(self) -> "FogMemory":
        # All looks are worked in first: once, and not again in each of the copies.
        self._catch_up()
        self.enemies.catch_up()
        copy = FogMemory.__new__(FogMemory)
        for attribute in fields(FogMemory):
            setattr(copy, attribute.name, getattr(self, attribute.name))
        copy.enemies = self.enemies.copy()
        copy._outlooks = []  # noqa: SLF001 - of the same class
        copy._items = dict(self._items)  # noqa: SLF001 - of the same class
        copy._posts = dict(self._posts)  # noqa: SLF001 - of the same class
        return copy

    def digest_parts(self) -> object:
        things = [
            (cell, item.mark, item.value if isinstance(item, GoldPile) else 0)
            for cell, item in self.items.items()
        ]
        changed = [f"{self._changed:x}"] * bool(self._changed)
        return f"{self.seen.bits:x}", things, sorted(self.posts.items()), *changed

    @property
    def seen(self) -> CellArea:
        self._catch_up()
        return self._seen

    @property
    def items(self) -> Mapping[Cell, Item]:
        self._catch_up()
        return self._items

    @property
    def posts(self) -> Mapping[Cell, Cell]:
        """The cells guarded when last seen, each with the cell of its guardian."""
        self._catch_up()
        return self._posts

    @property
    def terrain(self) -> bytes:
        self._catch_up()
        return self._noted_ground()

    @property
    def board(self) -> Board:
        self._catch_up()
        if self._board is None:
            whole = self.fields.board
            self._board = Board(self._noted_ground(), whole.width, whole.height)
        return self._board

    def enter_floor(self, floor: Floor) -> None:
        terrain = floor.board.terrain
        self.fields, self._items, self._posts = field_of_view(floor.board), {}, {}
        self.enemies = EnemyMemory()
        self._ground, self._new_ground, self._changed = terrain.translate(_BLANKS), 0, 0
        ends = sum([1 << at for at in range(floor.board.width, len(terrain), floor.board.stride)])
        self._seen, self._board = CellArea(ends, len(terrain)), None
        self._outlooks, self._things, self._noted_things = [], NOTHING, NOTHING
        self._noted_fields = self.fields
        self.look_around(floor)

    def look_around(self, floor: Floor) -> None:
        """Note a look at all that is in sight now, to be worked into the memory on demand."""
        board = self.fields.board
        if floor.board is not board and floor.board != board:
            self.fields, self._last_outlook = field_of_view(floor.board), NO_CELL
        if self._things.item_changes != floor.item_changes:
            self._find_things(floor)
        if floor.hero_cell != self._last_outlook:
            self._last_outlook = floor.hero_cell
            self._outlooks.append((self.fields, floor.hero_cell, self._things))
            if len(self._outlooks) > MOST_LOOKS:
                self._catch_up()

    def _follow(self, fields: FieldOfView) -> None:
        """See a changed board from now on; it stays as it was last seen until it is looked at."""
        changes = _differences(self._noted_ground(), fields.board.terrain)
        self._changed, self._noted, self._noted_fields = self._seen.bits & changes, 0, fields

    def _noted_ground(self) -> bytes:
        """Return the terrain as far as the looks have been worked into the memory."""
        if self._new_ground:
            ground, whole = bytearray(self._ground), self._noted_fields.board.terrain
            for first, end in CellArea(self._new_ground, len(ground)).spans:
                ground[first:end] = whole[first:end]
            self._ground, self._new_ground = bytes(ground), 0
        return self._ground

    def remember_bare(self, floor: Floor, area: CellArea) -> None:
        """Make a floor without its unseen parts the present one; an area of it is in sight."""
        self.enemies.catch_up()
        self._items = {cell: floor.items[cell] for cell in self.items}
        self._things, self._noted_things, self._changed = NOTHING, NOTHING, 0
        self.fields = FieldOfView(floor.board).with_area(floor.hero_cell, area)
        self._noted_fields = self.fields

    def remember_dealt(self, floor: Floor, area: CellArea) -> None:
        """Make a floor with newly drawn unseen parts the present one, keeping what was seen."""
        self.enemies.catch_up()
        self._items = {cell: floor.items[cell] for cell in self.items}
        self._things, self._noted_things, self._changed = NOTHING, NOTHING, 0
        self.fields = field_of_view(floor.board)
        if self.fields.area_from(floor.hero_cell).bits != area.bits:
            # The cells in sight stay the same, whatever the unseen parts are.
            self.fields = self.fields.with_area(floor.hero_cell, area)
        self._noted_fields = self.fields

    def _find_things(self, floor: Floor) -> None:
        posts = [(at, one.guarded_cells) for at, one in floor.enemies.items() if one.guarded_cells]
        items, guarded = tuple(floor.items.items()), len(floor.guardian_by_cell)
        self._things = _Things(floor.item_changes, items, guarded, tuple(posts))
        self._last_outlook = NO_CELL

    def _catch_up(self) -> None:
        waiting, self._outlooks = self._outlooks, []
        for fields_then, cell, things in waiting:
            if fields_then is not self._noted_fields:
                self._follow(fields_then)
            self._look_from(cell, things)

    def _look_from(self, cell: Cell, things: _Things) -> None:
        if things.item_changes != self._noted_things.item_changes:
            lying = [cell for cell, _ in things.items]
            self._noted, self._item_cells = 0, cell_set(lying) | cell_set(self._items)
        self._noted_things = things
        area = self._noted_fields.area_from(cell)
        new = area.bits & ~self._noted
        if new:
            self._noted |= new
            self._add_ground(area.bits & ~self._seen.bits)
            if self._changed:
                self._add_ground(self._changed & self._looked_at(area.bits))
            if new & self._item_cells:
                self._note(area, things.items)
        guardians = area.bits, things.guarded
        if guardians != self._guardians and (things.guarded or self._posts):
            self._find_posts(area.bits, things)
        self._guardians = guardians

    def _looked_at(self, area: CellSet) -> CellSet:
        """Return the cells in sight, and all beside lit tiles: a wall that is gone is missed."""
        board = self._noted_fields.board
        tiles = cells_of_kinds(board.terrain, bytes((TILE,)))
        return area | grow(area & tiles, board.stride)

    def _note(self, area: CellArea, items: Sequence[tuple[Cell, Item]]) -> None:
        visible = area.digits
        known = {cell: item for cell, item in self._items.items() if visible[cell] == "0"}
        known.update([(cell, item) for cell, item in items if visible[cell] == "1"])
        if known != self._items:
            self._items = dict(sorted(known.items()))

    def _add_ground(self, unseen: CellSet) -> None:
        """Add newly seen or changed cells; their terrain is copied on demand."""
        if unseen:
            self._changed &= ~unseen
            self._seen = CellArea(self._seen.bits | unseen, self._seen.cell_count)
            self._new_ground |= unseen
            self._board = None

    def _find_posts(self, visible: CellSet, things: _Things) -> None:
        """Update what guardians in sight guard; keep what was known of the others."""
        posts = {post: at for post, at in self._posts.items() if not visible >> at & 1}
        for at, guarded in things.posts:
            if visible >> at & 1:
                posts.update(dict.fromkeys([post for post in guarded if post in self._seen], at))
        self._posts = posts


def _differences(one: bytes, other: bytes) -> CellSet:
    """Return the cells in which two grounds of one size differ."""
    changes = int.from_bytes(one, "little") ^ int.from_bytes(other, "little")
    return cells_of_kinds(changes.to_bytes(len(one), "little"), _ANY_CHANGE)


_ANY_CHANGE = bytes(range(1, 256))


_BLANKS = bytes([kind if kind == ord("\n") else ord(" ") for kind in range(256)])
"""A translation table that blanks every kind of terrain and keeps line ends."""
