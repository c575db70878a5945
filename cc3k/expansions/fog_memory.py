"""Fog memory: the seen part of a floor, with its items as they were last seen (X40)."""

from collections.abc import Mapping, Sequence

from attrs import define, field, fields, frozen

from cc3k.engine.board import Board, Cell
from cc3k.engine.cell_areas import CellArea, CellSet, cell_set
from cc3k.engine.floor import NO_CELL, Floor
from cc3k.engine.items import GoldPile, Item
from cc3k.expansions.enemy_memory import EnemyMemory
from cc3k.expansions.field_of_view import FieldOfView, field_of_view

NO_BOARD = Board(b"", 0, 0)
"""The board of a memory before the first floor."""


MOST_LOOKS = 1_000
"""Looks that are put off, at most, before they are worked into the memory."""


@frozen(eq=False)
class _Things:
    """The items and guarded cells of a floor, as they were after that many `item_changes`.

    `guards` are the guarded cells, each with the identity of its guardian.
    """

    item_changes: int
    items: tuple[tuple[Cell, Item], ...]
    guards: tuple[tuple[Cell, object], ...]
    posts: tuple[tuple[Cell, tuple[Cell, ...]], ...]

    def are_those_of(self, floor: Floor) -> bool:
        return self.item_changes == floor.item_changes and self.guards == _guards_of(floor)


NOTHING = _Things(-1, (), (), ())
"""The things of no floor."""


@define(eq=False)
class FogMemory:
    """The floor as far as it has been seen.

    `seen` are the cells, including line ends, and `terrain` is blank elsewhere. `items` are the
    items as last seen, in reading order. `posts` maps the cells that were guarded then to the cells
    of their guardians. `enemies` help players; no rule uses them. All values are replaced, never
    changed; copies share all but `items` and `posts`, which a view hands out.

    The memory is lazy. Each turn only notes in `_outlooks` the cell from which the PC looked, and
    what was on the floor then: `_things` in the last look, `_noted_things` in the last one that was
    worked into the memory. `_new_ground` are seen cells that are not in `_ground` yet. `_noted` are
    cells known to be as remembered unless an item changes, `_item_cells` those with an item on them
    or in memory. `posts` are compared again when `_guardians` change.
    """

    fields: FieldOfView = field(factory=lambda: field_of_view(NO_BOARD))
    enemies: EnemyMemory = field(factory=EnemyMemory)
    _seen: CellArea = field(factory=lambda: CellArea(0, 0))
    _items: Mapping[Cell, Item] = field(factory=dict)
    _posts: Mapping[Cell, Cell] = field(factory=dict)
    _ground: bytes = field(default=b"", init=False)
    _new_ground: CellSet = field(default=0, init=False)
    _board: Board | None = field(default=None, init=False)
    _outlooks: tuple[tuple[Cell, _Things], ...] = field(default=(), init=False)
    _last_outlook: Cell = field(default=NO_CELL, init=False)
    _things: _Things = field(default=NOTHING, init=False)
    _noted_things: _Things = field(default=NOTHING, init=False)
    _noted: CellSet = field(default=0, init=False)
    _item_cells: CellSet = field(default=0, init=False)
    _guardians: tuple[CellSet, int] = field(default=(0, 0), init=False)

    def copy(self) -> "FogMemory":
        # All looks are worked in first: once, and not again in each of the copies.
        self._catch_up()
        self.enemies.catch_up(self.fields)
        copy = FogMemory.__new__(FogMemory)
        for attribute in fields(FogMemory):
            setattr(copy, attribute.name, getattr(self, attribute.name))
        copy.enemies = self.enemies.copy()
        copy._items = dict(self._items)  # noqa: SLF001 - of the same class
        copy._posts = dict(self._posts)  # noqa: SLF001 - of the same class
        return copy

    def digest_parts(self) -> object:
        things = [
            (cell, item.mark, item.value if isinstance(item, GoldPile) else 0)
            for cell, item in self.items.items()
        ]
        return f"{self.seen.bits:x}", things, sorted(self.posts.items())

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
        if self._new_ground:
            ground, whole = bytearray(self._ground), self.fields.board.terrain
            for first, end in CellArea(self._new_ground, len(ground)).spans:
                ground[first:end] = whole[first:end]
            self._ground, self._new_ground = bytes(ground), 0
        return self._ground

    @property
    def board(self) -> Board:
        self._catch_up()
        if self._board is None:
            whole = self.fields.board
            self._board = Board(self.terrain, whole.width, whole.height)
        return self._board

    def enter_floor(self, floor: Floor) -> None:
        terrain = floor.board.terrain
        self.fields, self._items, self._posts = field_of_view(floor.board), {}, {}
        self.enemies = EnemyMemory()
        self._ground, self._new_ground = terrain.translate(_BLANKS), 0
        ends = sum([1 << at for at in range(floor.board.width, len(terrain), floor.board.stride)])
        self._seen, self._board = CellArea(ends, len(terrain)), None
        self._outlooks, self._things, self._noted_things = (), NOTHING, NOTHING
        self.look_around(floor)

    def look_around(self, floor: Floor) -> None:
        """Note a look at all that is in sight now, to be worked into the memory on demand."""
        if not self._things.are_those_of(floor):
            self._find_things(floor)
        if floor.hero_cell != self._last_outlook:
            self._last_outlook = floor.hero_cell
            self._outlooks = (*self._outlooks, (floor.hero_cell, self._things))
            if len(self._outlooks) > MOST_LOOKS:
                self._catch_up()

    def remember_bare(self, floor: Floor, area: CellArea) -> None:
        """Make a floor without its unseen parts the present one; an area of it is in sight."""
        self.enemies.catch_up(self.fields)
        self._items = {cell: floor.items[cell] for cell in self.items}
        self._things = self._noted_things = NOTHING
        self.fields = FieldOfView(floor.board).with_area(floor.hero_cell, area)

    def remember_dealt(self, floor: Floor, area: CellArea) -> None:
        """Make a floor with newly drawn unseen parts the present one, keeping what was seen."""
        self.enemies.catch_up(self.fields)
        self._items = {cell: floor.items[cell] for cell in self.items}
        self._things = self._noted_things = NOTHING
        self.fields = field_of_view(floor.board)
        if self.fields.area_from(floor.hero_cell).bits != area.bits:
            # The cells in sight stay the same, whatever the unseen parts are.
            self.fields = self.fields.with_area(floor.hero_cell, area)

    def _find_things(self, floor: Floor) -> None:
        guards, changes = _guards_of(floor), floor.item_changes
        posts = [(at, one.guarded_cells) for at, one in floor.enemies.items() if one.guarded_cells]
        self._things = _Things(changes, tuple(floor.items.items()), guards, tuple(posts))
        self._last_outlook = NO_CELL

    def _catch_up(self) -> None:
        waiting, self._outlooks = self._outlooks, ()
        for cell, things in waiting:
            self._look_from(cell, things)

    def _look_from(self, cell: Cell, things: _Things) -> None:
        if things.item_changes != self._noted_things.item_changes:
            lying = [cell for cell, _ in things.items]
            self._noted, self._item_cells = 0, cell_set(lying) | cell_set(self._items)
        self._noted_things = things
        area = self.fields.area_from(cell)
        new = area.bits & ~self._noted
        if new:
            self._noted |= new
            self._add_ground(area.bits & ~self._seen.bits)
            if new & self._item_cells:
                self._note(area, things.items)
        guardians = area.bits, len(things.guards)
        if guardians != self._guardians and (things.guards or self._posts):
            self._find_posts(area.bits, things)
        self._guardians = guardians

    def _note(self, area: CellArea, items: Sequence[tuple[Cell, Item]]) -> None:
        visible = area.digits
        known = {cell: item for cell, item in self._items.items() if visible[cell] == "0"}
        known.update([(cell, item) for cell, item in items if visible[cell] == "1"])
        if known != self._items:
            self._items = dict(sorted(known.items(), key=_cell_of))

    def _add_ground(self, unseen: CellSet) -> None:
        """Add newly seen cells; their terrain is copied on demand."""
        if unseen:
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


def _guards_of(floor: Floor) -> tuple[tuple[Cell, object], ...]:
    guards = floor.guardian_by_cell
    return tuple([(post, guards[post].identity) for post in guards]) if guards else ()


def _cell_of(entry: tuple[Cell, object]) -> Cell:
    return entry[0]


_BLANKS = bytes([kind if kind == ord("\n") else ord(" ") for kind in range(256)])
"""A translation table that blanks every kind of terrain and keeps line ends."""
