"""One floor: the positions of all that is on it, its glyphs, and what the player sees of it."""

from collections.abc import Callable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from operator import attrgetter
from zlib import crc32

from attrs import evolve, field

from cc3k.engine.board import (
    HERO_GLYPH,
    PASSAGE,
    STAIRS_GLYPH,
    TILE,
    WALL_GLYPHS,
    Board,
    Cell,
    CellSet,
    Direction,
    cell_set,
)
from cc3k.engine.enemies import Enemy
from cc3k.engine.items import GoldPile, Item, Potion, Trinket, things_in_view
from cc3k.engine.values import define, frozen


@frozen(eq=False)
class Sight:
    """What the player sees of a floor now, and remembers of it."""

    board: Board
    """The terrain, blank where it was never seen."""
    glyphs: bytearray
    """The floor as it is displayed, a glyph for each cell of the board."""
    items: Mapping[Cell, Item]
    """The items seen now or before."""
    stairs_cell: Cell
    """`NO_CELL` while the stairs are not known."""
    visible: AbstractSet[Cell] | None = None
    """The cells in sight now; None for all."""
    seen: AbstractSet[Cell] | None = None
    """The cells seen now or before; None for all."""
    enemies: dict[Cell, Enemy] | None = None
    """The enemies in sight; None to derive them from `visible`."""
    guarded: AbstractSet[Cell] | None = None
    """The cells known to be guarded; None to derive them from the enemies in sight."""
    remembered: Mapping[Cell, Enemy] = field(factory=dict)
    """Enemies out of sight, where each was last seen, as values: as they were then."""
    remembered_stationary: AbstractSet[Cell] = frozenset()
    """The cells of remembered enemies that never step."""
    remembered_hunters: AbstractSet[Cell] = frozenset()
    """The cells of remembered enemies that may still hunt the hero."""

    def shows(self, cell: Cell) -> bool:
        return self.visible is None or cell in self.visible

    def of_copy(self, floor: "Floor") -> "Sight":
        """Return the same sight of a copy of its floor on which nothing in sight was changed."""
        seen = self.enemies
        enemies = None if seen is None else {at: floor.enemies[at] for at in seen}
        items = {at: floor.items[at] for at in self.items}
        glyphs, remembered = bytearray(self.glyphs), {**self.remembered}
        return evolve(self, glyphs=glyphs, items=items, enemies=enemies, remembered=remembered)


NO_CELL: Cell = -1


@define(eq=False)
class Floor:
    """One floor: a board, and the positions of all actors and items on it.

    `glyphs` shows each cell as the player sees it, so one byte tells whether a floor tile is free;
    only the floor and the turn loop write to it. `stationary` are the cells of the enemies that
    never step: dragons (§2.2), and enemies drawn off the floor tiles (R32). `guardian_by_cell` maps
    each guarded cell to its guardian. On a floor to look at, `carried` are the things that enemies
    carry, nobody knows which of them. `item_changes` counts the items placed and removed, and
    the changes of who guards what. The digest of the items, the checksum of the terrain, the free
    ground and the pedestals are cached until they change.
    """

    board: Board
    hero_cell: Cell = NO_CELL
    stairs_cell: Cell = NO_CELL
    enemies: dict[Cell, Enemy] = field(factory=dict)
    items: dict[Cell, Item] = field(factory=dict)
    guardian_by_cell: dict[Cell, Enemy] = field(factory=dict)
    stationary: set[Cell] = field(factory=set)
    carried: tuple[Item, ...] = ()
    item_changes: int = field(init=False, default=0)
    glyphs: bytearray = field(init=False, repr=False)
    _items_digest: str = field(init=False, default="", repr=False)
    _terrain_checksum: int | None = field(init=False, default=None, repr=False)
    _ground: tuple[object, CellSet] = field(init=False, default=(None, 0), repr=False)
    _pedestals: tuple[int, AbstractSet[Cell]] = field(
        init=False, default=(0, frozenset()), repr=False
    )

    def __attrs_post_init__(self) -> None:
        self.glyphs = bytearray(self.board.terrain)

    @property
    def terrain(self) -> bytes:
        """The board's terrain with the stairs on it; rebuilt on each call."""
        terrain, stairs = self.board.terrain, self.stairs_cell
        if stairs == NO_CELL:
            return terrain
        return b"%b%c%b" % (terrain[:stairs], STAIRS_GLYPH, terrain[stairs + 1 :])

    def terrain_at(self, cell: Cell) -> int:
        """Return the terrain of a cell, without anybody or anything on it."""
        return STAIRS_GLYPH if cell == self.stairs_cell else self.board.terrain[cell]

    @property
    def ground(self) -> CellSet:
        """The cells on which one can walk, without those of things and of the stairs."""
        state = self.board, self.stairs_cell, self.item_changes
        if self._ground[0] != state:
            shut = cell_set([at for at in (self.stairs_cell, *self.items) if at != NO_CELL])
            self._ground = state, self.board.walkable & ~shut
        return self._ground[1]

    @property
    def pedestals(self) -> AbstractSet[Cell]:
        """The cells of the things that nobody enters."""
        if self._pedestals[0] != self.item_changes:
            found = frozenset(filter(self.is_pedestal, self.items))
            self._pedestals = self.item_changes, found
        return self._pedestals[1]

    def cell_towards(self, way: Direction) -> Cell:
        return self.hero_cell + way.offset(self.board.stride)

    def is_free(self, cell: Cell) -> bool:
        """Tell whether a cell is a floor tile with nobody and nothing on it."""
        return self.glyphs[cell] == TILE

    def free_tiles_by_chamber(
        self, chambers: Iterable[Iterable[Cell]] | None = None
    ) -> list[list[Cell]]:
        """Return the free floor tiles of all chambers, or some: a list for each that has any."""
        glyphs, chambers = self.glyphs, self.board.chambers if chambers is None else chambers
        free = [[at for at in tiles if glyphs[at] == TILE] for tiles in chambers]
        return list(filter(None, free))

    def free_neighbours(self, cell: Cell) -> list[Cell]:
        """Return the free floor tiles next to a cell, in reading order."""
        glyphs = self.glyphs
        return [near for near in self.board.tile_neighbours[cell] if glyphs[near] == TILE]

    def place_hero(self, cell: Cell) -> None:
        left, self.hero_cell = self.hero_cell, cell
        if left != NO_CELL:
            item = self.items.get(left)
            self.glyphs[left] = ord(item.glyph) if item else self.terrain_at(left)
        self.glyphs[cell] = HERO_GLYPH

    def place_stairs(self, cell: Cell) -> None:
        left, self.stairs_cell, self._terrain_checksum = self.stairs_cell, cell, None
        for changed in {left, cell} - {NO_CELL}:
            self._draw_empty_cell(changed)

    def open_cell(self, cell: Cell) -> None:
        """Make a passage of a wall or rock; callers ask `Board.may_open` first.

        The board is replaced: it is a value, which other floors and copies may share.
        """
        self.board, self._terrain_checksum = self.board.with_passage(cell), None
        if self.glyphs[cell] in WALL_GLYPHS:  # who or what is drawn into a wall stays there
            self.glyphs[cell] = PASSAGE

    def place_enemy(self, cell: Cell, enemy: Enemy) -> None:
        """Put an enemy on a cell without an actor or stairs."""
        self.enemies[cell] = enemy
        kind = enemy.kind
        if not kind.roams or self.board.terrain[cell] != TILE:
            self.stationary.add(cell)
        self.glyphs[cell] = ord(kind.glyph)

    def move_enemy(self, cell: Cell, to: Cell) -> None:
        enemy = self.enemies[to] = self.enemies.pop(cell)
        if cell in self.stationary:
            self.stationary.remove(cell)
            self.stationary.add(to)
        self._draw_empty_cell(cell)
        self.glyphs[to] = ord(enemy.kind.glyph)

    def remove_enemy(self, cell: Cell) -> None:
        """Remove the enemy on a cell; the things that it guarded become free (R31)."""
        for post in self.enemies.pop(cell).guarded_cells:
            del self.guardian_by_cell[post]
            self.item_changes += 1
        self.stationary.discard(cell)
        self._draw_empty_cell(cell)

    def assign_guard(self, cell: Cell, guarded_cells: tuple[Cell, ...]) -> None:
        enemy = self.enemies[cell]
        for post in enemy.guarded_cells:
            del self.guardian_by_cell[post]
        enemy.guarded_cells = guarded_cells
        self.item_changes += 1
        self.guardian_by_cell.update(dict.fromkeys(guarded_cells, enemy))

    def place_item(self, cell: Cell, item: Item) -> None:
        """Put an item on a cell without an actor."""
        self.items[cell], self._items_digest = item, ""
        self.item_changes += 1
        self.glyphs[cell] = ord(item.glyph)

    def remove_item(self, cell: Cell) -> None:
        del self.items[cell]
        self._items_digest = ""
        self.item_changes += 1
        self._draw_empty_cell(cell)

    def is_pedestal(self, cell: Cell) -> bool:
        """Tell whether a thing stands there that nobody enters."""
        item = self.items.get(cell)
        return isinstance(item, Trinket) and item.is_pedestal

    def adjacent_potions(self, cell: Cell) -> list[Potion]:
        """Return the potions next to a cell, in reading order."""
        if self.items.keys().isdisjoint(self.board.neighbourhood[cell]):
            return []
        found = [self.items.get(near) for near in self.board.neighbours[cell]]
        return [item for item in found if isinstance(item, Potion)]

    def copy(self) -> "Floor":
        enemies = {cell: enemy.copy() for cell, enemy in self.enemies.items()}
        guardians = {post: enemy for enemy in enemies.values() for post in enemy.guarded_cells}
        items, stationary = dict(self.items), set(self.stationary)
        copy = Floor(
            self.board, self.hero_cell, self.stairs_cell, enemies, items, guardians, stationary
        )
        copy.glyphs[:] = self.glyphs
        copy.carried, copy.item_changes = self.carried, self.item_changes
        copy._ground, copy._pedestals = self._ground, self._pedestals
        return copy

    def is_carried(self, thing: Item) -> bool:
        carriers = self.enemies.values()
        return thing in self.carried or any(thing in each.carries for each in carriers)

    def hide_carriers(self, sees: Callable[[Cell], bool]) -> None:
        """Take from each enemy what it carries, unless the player sees that it does.

        What else only the game knows of it is forgotten, too.
        """
        for cell, enemy in self.enemies.items():
            if enemy.statuses or enemy.facts:
                enemy.hide_secrets()
            if enemy.carries:
                seen = things_in_view(enemy.carries) if sees(cell) else ()
                hidden = [thing for thing in enemy.carries if thing not in seen]
                self.carried, enemy.carries = (*self.carried, *hidden), seen
        self.carried = tuple(sorted(self.carried, key=attrgetter("name")))

    def show_as_values(self) -> None:
        """Replace all enemies by values: the floor can only be looked at from now on."""
        shown = {cell: enemy.as_shown() for cell, enemy in self.enemies.items()}
        self.enemies = {**shown}
        self.guardian_by_cell = {
            post: enemy for enemy in shown.values() for post in enemy.guarded_cells
        }

    def glyphs_checksum(self) -> int:
        if self._terrain_checksum is None:
            self._terrain_checksum = crc32(self.terrain)
        return crc32(self.glyphs, self._terrain_checksum)

    def digest_parts(self, *, is_extended: bool = False) -> str:
        """Return the state that the glyphs do not show, in reading order, for the digest.

        The glyphs show the kind and place of every enemy and item, unless the PC stands on it. In a
        game that `is_extended` by expansions, enemies have more state than their HP.
        """
        enemies = list(map(self.enemies.__getitem__, sorted(self.enemies)))
        guards = [
            (number, enemy.guarded_cells)
            for number, enemy in enumerate(enemies)
            if enemy.guarded_cells
        ]
        self._items_digest = self._items_digest or self._make_items_digest()
        hps = [enemy.hp for enemy in enemies]
        changed = [
            (number, enemy.extra_digest_parts())
            for number, enemy in enumerate(enemies if is_extended else ())
            if not enemy.is_as_spawned
        ]
        extras = f", {changed!a}" if changed else ""
        return f"({hps}, {guards}, {self._items_digest}, {self.hero_cell in self.items}{extras})"

    def _make_items_digest(self) -> str:
        items = [self.items[cell] for cell in sorted(self.items)]
        marks = "".join([item.mark for item in items])
        kinds = [(i.name, i.is_pedestal) for i in items if isinstance(i, Trinket) and i.on_taken]
        if kinds:
            marks += ascii(kinds)
        return f"{marks!a}, {[item.value for item in items if isinstance(item, GoldPile)]}"

    def _draw_empty_cell(self, cell: Cell) -> None:
        """Draw a cell that has just been emptied, unless the PC stands on it."""
        self.glyphs[cell] = HERO_GLYPH if cell == self.hero_cell else self.terrain_at(cell)
