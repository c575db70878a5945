"""One floor: who and what is where, and the picture of it."""

from typing import TypeAlias
from zlib import crc32

from attrs import define, field

from cc3k.engine.actors import Enemy
from cc3k.engine.board import TILE, WALKABLE, Plan
from cc3k.engine.gold import Pile
from cc3k.engine.grid import Cell
from cc3k.engine.potions import Potion

Item: TypeAlias = Potion | Pile

NOWHERE: Cell = -1
WALLS = b" |-"
HERO, STAIRS, POTION, GOLD = b"@\\PG"
PASSABLE = bytes((*WALKABLE, STAIRS, GOLD))
"""What the picture shows where the PC can go (R9)."""


@define(eq=False)
class Floor:
    """Who and what is where.

    `picture` shows each cell as the player sees it, so "is this floor tile free" is a look at one
    byte. `sentries` are the cells of the enemies that never step: dragons (§2.2), and any drawn off
    the floor tiles (R32). `guardians` are they that guard a cell, by that cell. Only a
    floor itself touches its picture, and the turn loop for its steps. What a digest tells of the
    items is kept in `_lying` until one is laid or taken, the ground's checksum in `_ground_sum`.
    """

    plan: Plan
    hero: Cell = NOWHERE
    stairs: Cell = NOWHERE
    enemies: dict[Cell, Enemy] = field(factory=dict)
    items: dict[Cell, Item] = field(factory=dict)
    guardians: dict[Cell, Enemy] = field(factory=dict)
    sentries: set[Cell] = field(factory=set)
    picture: bytearray = field(init=False, repr=False)
    _lying: str = field(init=False, default="", repr=False)
    _ground_sum: int | None = field(init=False, default=None, repr=False)

    def __attrs_post_init__(self) -> None:
        self.picture = bytearray(self.plan.ground)

    @property
    def ground(self) -> bytes:
        """The plan with the stairs on it. It is put together each time: a floor keeps one board."""
        ground, stairs = self.plan.ground, self.stairs
        if stairs == NOWHERE:
            return ground
        return b"%b%c%b" % (ground[:stairs], STAIRS, ground[stairs + 1 :])

    def under(self, cell: Cell) -> int:
        """Return what a cell shows when nobody and nothing is on it."""
        return STAIRS if cell == self.stairs else self.plan.ground[cell]

    def is_free(self, cell: Cell) -> bool:
        """Tell whether a cell is a floor tile with nobody and nothing on it."""
        return self.picture[cell] == TILE

    def free_around(self, cell: Cell) -> list[Cell]:
        """Return the free floor tiles next to a cell, in reading order."""
        picture = self.picture
        return [near for near in self.plan.tiles_around[cell] if picture[near] == TILE]

    def place_hero(self, cell: Cell) -> None:
        """Put the PC on a cell; it leaves the one where it was."""
        left, self.hero = self.hero, cell
        if left != NOWHERE:
            lying = self.items.get(left)
            self.picture[left] = ord(lying.glyph) if lying else self.under(left)
        self.picture[cell] = HERO

    def place_stairs(self, cell: Cell) -> None:
        """Put the stairs on a cell."""
        self.stairs, self._ground_sum = cell, None
        self._bare(cell)

    def place_enemy(self, cell: Cell, enemy: Enemy) -> None:
        """Put an enemy on a cell where nobody is, nor the stairs."""
        self.enemies[cell] = enemy
        kind = enemy.kind
        if not kind.roams or self.plan.ground[cell] != TILE:
            self.sentries.add(cell)
        self.picture[cell] = ord(kind.glyph)

    def remove_enemy(self, cell: Cell) -> None:
        """Take an enemy off the floor; what it guarded is free (R31)."""
        for post in self.enemies.pop(cell).guards:
            del self.guardians[post]
        self.sentries.discard(cell)
        self._bare(cell)

    def set_guard(self, cell: Cell, posts: tuple[Cell, ...]) -> None:
        """Let the enemy on a cell guard those cells."""
        enemy = self.enemies[cell]
        enemy.guards = posts
        self.guardians.update(dict.fromkeys(posts, enemy))

    def place_item(self, cell: Cell, item: Item) -> None:
        """Lay a potion or gold on a cell where nobody is."""
        self.items[cell], self._lying = item, ""
        self.picture[cell] = ord(item.glyph)

    def remove_item(self, cell: Cell) -> None:
        """Take what lies on a cell off the floor."""
        del self.items[cell]
        self._lying = ""
        self._bare(cell)

    def potions_around(self, cell: Cell) -> list[Potion]:
        """Return the potions next to a cell, in reading order."""
        if self.items.keys().isdisjoint(self.plan.reach[cell]):
            return []
        found = [self.items.get(near) for near in self.plan.around[cell]]
        return [item for item in found if isinstance(item, Potion)]

    def copy(self) -> "Floor":
        """Return a floor where all is alike, and nobody and nothing that changes is shared."""
        enemies = {cell: enemy.copy() for cell, enemy in self.enemies.items()}
        guardians = {post: enemy for enemy in enemies.values() for post in enemy.guards}
        items, sentries = dict(self.items), set(self.sentries)
        twin = Floor(self.plan, self.hero, self.stairs, enemies, items, guardians, sentries)
        twin.picture[:] = self.picture
        return twin

    def shown_sum(self) -> int:
        """Return a checksum of the ground and of the picture on it."""
        if self._ground_sum is None:
            self._ground_sum = crc32(self.ground)
        return crc32(self.picture, self._ground_sum)

    def hidden(self) -> str:
        """Return what the picture does not tell, as words and numbers in reading order.

        An enemy's kind and place are in the picture, and so is an item's, unless the PC is on it.
        """
        enemies = list(map(self.enemies.__getitem__, sorted(self.enemies)))
        guards = [(number, enemy.guards) for number, enemy in enumerate(enemies) if enemy.guards]
        self._lying = self._lying or self._items_told()
        hps = [enemy.hp for enemy in enemies]
        return f"({hps}, {guards}, {self._lying}, {self.hero in self.items})"

    def _items_told(self) -> str:
        items = [self.items[cell] for cell in sorted(self.items)]
        marks = "".join([item.mark for item in items])
        return f"{marks!a}, {[item.value for item in items if isinstance(item, Pile)]}"

    def _bare(self, cell: Cell) -> None:
        """Show a cell on which nothing is any more, and nobody but perhaps the PC."""
        self.picture[cell] = HERO if cell == self.hero else self.under(cell)
