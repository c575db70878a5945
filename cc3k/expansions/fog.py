"""Fog: the player sees what the PC sees, and remembers what it has seen of a floor (X40-X42).

Copies of a game for looking ahead get a floor like the true one where it was seen, drawn again
elsewhere, so they reveal nothing that was not seen: it depends only on what was seen, and on the
dice.
"""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache

from attrs import evolve, frozen

from cc3k.engine.board import (
    DOORWAY,
    PASSAGE,
    STAIRS_GLYPH,
    TILE,
    WALKABLE,
    Board,
    Cell,
    CellArea,
    CellSet,
    cells_of_kinds,
    flood,
)
from cc3k.engine.dice import Dice
from cc3k.engine.enemies import Enemy, always_hostile, can_attack_hero
from cc3k.engine.events import PC, SOMETHING, Event, Missed, Slain, Struck
from cc3k.engine.expansion import (
    BoardMaker,
    Expansion,
    ExpansionHint,
    FloorHooks,
    SightHooks,
    TextHooks,
    TurnHooks,
)
from cc3k.engine.floor import NO_CELL, Floor, Sight
from cc3k.engine.game import GameState
from cc3k.engine.items import Item, deal_unknown_potions, guardian_of
from cc3k.engine.running_game import part_of
from cc3k.expansions.fog_memory import FogMemory

BOARD_COUNT = 8
"""Boards in a pool that supplies the unseen parts: each is drawn once."""

_MASK_OF_DIGIT = bytes([0xFF if digit == ord("1") else 0 for digit in range(256)])


@frozen
class KnownFloor:
    """A floor as far as it is known.

    `board` is blank where it was not `seen`. `enemies` are those on `visible` cells, `remembered`
    those out of sight where they were last seen, and `stationary` the cells of those of both that
    never step. `items` are the items seen now or before;
    `posts` maps the guarded cells to those of the guardians. `stairs_cell` is `NO_CELL` while it is
    not known. `carried` are the items that enemies carry nobody knows which.
    """

    board: Board
    seen: CellArea
    visible: CellArea
    hero_cell: Cell
    stairs_cell: Cell
    enemies: Mapping[Cell, Enemy]
    remembered: Mapping[Cell, Enemy]
    items: Mapping[Cell, Item]
    posts: Mapping[Cell, Cell]
    stationary: AbstractSet[Cell]
    carried: tuple[Item, ...]

    def deal_floor(self, game: GameState, dice: Dice) -> None:
        rules, size = game.rules, (self.board.width, self.board.height)
        makers = [each.floors.draw_board for each in rules.expansions]
        maker = next(filter(None, makers), None)
        number = dice.below(BOARD_COUNT) if maker else 0
        other = game.furnish_board(_other_board(maker, rules.standard_board, number, size), dice)
        stairs = self._choose_stairs(other, dice)
        floor = game.floor = Floor(self._complete_board(other.board, stairs), carried=self.carried)
        floor.place_hero(self.hero_cell)
        floor.place_stairs(stairs)
        self._place_known_things(floor)
        for cell, enemy in self.remembered.items():
            self._place_known_guard(floor, cell, enemy.copy())
        floor.stationary = {*self.stationary}
        deal_unknown_potions(game, dice)
        self._place_unseen_things(floor, other)
        floor.place_hero(self.hero_cell)

    def bare_floor(self) -> Floor:
        floor = Floor(self.board, carried=self.carried)
        if self.stairs_cell != NO_CELL:
            floor.place_stairs(self.stairs_cell)
        self._place_known_things(floor)
        floor.place_hero(self.hero_cell)
        return floor

    def _choose_stairs(self, other: Floor, dice: Dice) -> Cell:
        """Return the cell of the stairs: where they are known to be, or else may be.

        They keep their place on the other floor if it was not seen on this one. Otherwise they
        are on a random unseen tile, or on any unseen cell if no tile is left.
        """
        known = self.stairs_cell
        if known != NO_CELL:
            return known
        if other.stairs_cell != NO_CELL and other.stairs_cell not in self.seen:
            return other.stairs_cell
        unseen = ~self.seen.bits & _inner_cells(self.board)
        tiles = unseen & cells_of_kinds(other.board.terrain, bytes((TILE,)))
        return dice.pick(
            tuple(CellArea(tiles or unseen or 1 << self.hero_cell, self.seen.cell_count))
        )

    def _complete_board(self, other: Board, stairs: Cell) -> Board:
        """Return a board like this one where it was seen, and like the other one elsewhere."""
        seen = int.from_bytes(self.seen.digits.encode("ascii").translate(_MASK_OF_DIGIT), "big")
        known, new = (int.from_bytes(each.terrain, "big") for each in (self.board, other))
        whole = (known & seen | new & ~seen).to_bytes(len(other.terrain), "big")
        if whole == other.terrain:
            return other
        return Board(self._connect(whole, stairs), other.width, other.height)

    def _connect(self, terrain: bytes, stairs: Cell) -> bytes:
        """Return the terrain with a way from the PC to the stairs, dug through unseen cells."""
        stride, start = self.board.stride, 1 << self.hero_cell
        walkable = cells_of_kinds(terrain, WALKABLE) | start | 1 << stairs
        reached = flood(start, walkable, stride)
        if reached >> stairs & 1:
            return terrain
        open_cells = walkable | ~self.seen.bits & _inner_cells(self.board)
        return _dig(terrain, reached, open_cells, stairs, stride)

    def _place_known_things(self, floor: Floor) -> None:
        for cell, item in self.items.items():
            floor.place_item(cell, item)
        for cell, enemy in self.enemies.items():
            self._place_known_guard(floor, cell, enemy)
        floor.stationary = {at for at in self.stationary if at in self.visible}

    def _place_known_guard(self, floor: Floor, cell: Cell, enemy: Enemy) -> None:
        posts = [post for post, at in self.posts.items() if at == cell]
        _place_guard(floor, cell, enemy, tuple(posts))

    def _place_unseen_things(self, floor: Floor, other: Floor) -> None:
        """Place enemies of the other floor on cells out of sight, and items on cells never seen.

        Whoever guards the other stairs comes only if these are the stairs, and nobody of its kind
        is known to be elsewhere.
        """
        seen, visible = self.seen.digits, self.visible.digits
        hoards = set[Cell]()
        known = {enemy.kind.name for enemy in floor.enemies.values()}
        for cell, enemy in sorted(other.enemies.items()):
            posts = tuple([post for post in enemy.guarded_cells if seen[post] == "0"])
            is_idle = bool(enemy.guarded_cells) and not posts
            if other.stairs_cell in posts:
                is_idle = other.stairs_cell != floor.stairs_cell or enemy.kind.name in known
            if visible[cell] == "0" and floor.is_free(cell) and not is_idle:
                _place_guard(floor, cell, enemy, posts)
                hoards.update(posts)
        for cell, item in sorted(other.items.items()):
            is_guarded = guardian_of(item) is None or cell in hoards
            if seen[cell] == "0" and floor.is_free(cell) and is_guarded:
                floor.place_item(cell, item)


def _place_guard(floor: Floor, cell: Cell, enemy: Enemy, posts: tuple[Cell, ...]) -> None:
    enemy.guarded_cells = ()
    floor.place_enemy(cell, enemy)
    floor.assign_guard(cell, posts)


def _dig(terrain: bytes, start: CellSet, open_cells: CellSet, end: Cell, stride: int) -> bytes:
    """Return the terrain with a shortest passage dug from some cells to another."""
    layers, reached = [start], start
    while not reached >> end & 1:
        last = layers[-1]
        edge = last << 1 | last >> 1 | last << stride | last >> stride
        edge &= open_cells & ~reached
        if not edge:
            return terrain
        layers.append(edge)
        reached |= edge
    dug, cell = bytearray(terrain), end
    for layer in reversed(layers[:-1]):
        cell = next(near for step in (1, -1, stride, -stride) if layer >> (near := cell + step) & 1)
        if dug[cell] not in WALKABLE:
            beside = [dug[cell + step] for step in (1, -1, stride, -stride)]
            dug[cell] = DOORWAY if TILE in beside else PASSAGE
    return bytes(dug)


@lru_cache(maxsize=64)
def _other_board(
    maker: BoardMaker | None, standard: Board, number: int, size: tuple[int, int]
) -> Board:
    """Return a board for the unseen parts: the standard one, or a drawn one.

    It is cropped to that width and height, inside a border of blanks.
    """
    board = standard if maker is None else maker(Dice(f"unseen board {number}"))
    width, height = size
    if (board.width, board.height) == size:
        return board
    rows = [f" {row[1 : width - 1]:<{width - 2}} " for row in board.rows[1 : height - 1]]
    blank = " " * width
    padded = [blank, *rows, *[blank] * (height - 1 - len(rows))]
    return Board("".join([f"{row}\n" for row in padded]).encode("ascii"), width, height)


@lru_cache(maxsize=64)
def _inner_cells(board: Board) -> CellSet:
    row = ((1 << (board.width - 2)) - 1) << 1
    return sum([row << (at * board.stride) for at in range(1, board.height - 1)])


def limit_sight(game: GameState, sight: Sight) -> Sight:
    memory, floor = _look_around(game), game.floor
    area, glyphs = memory.fields.area_from(floor.hero_cell), bytearray(memory.terrain)
    stairs = sight.stairs_cell if sight.stairs_cell in memory.seen else NO_CELL
    if stairs != NO_CELL:
        glyphs[stairs] = STAIRS_GLYPH
    for cell, item in memory.items.items():
        glyphs[cell] = ord(item.glyph)
    for first, end in area.spans:
        glyphs[first:end] = sight.glyphs[first:end]
    visible, enemies = area.digits, floor.enemies
    remembered, stationary, hunting = memory.enemies.out_of_sight(visible)
    for post, at in memory.posts.items():
        if at in remembered:
            guarded = (*remembered[at].guarded_cells, post)
            remembered[at] = evolve(remembered[at], guarded_cells=guarded)
    return Sight(
        board=memory.board,
        glyphs=glyphs,
        items=memory.items,
        stairs_cell=stairs,
        visible=area,
        seen=memory.seen,
        enemies={at: enemies[at] for at in sorted([at for at in enemies if visible[at] == "1"])},
        guarded=memory.posts.keys(),
        remembered=remembered,
        remembered_stationary=stationary,
        remembered_hunters=hunting,
    )


def _look_around(game: GameState) -> FogMemory:
    memory, floor = part_of(game, FogMemory), game.floor
    memory.look_around(floor)
    memory.enemies.look_around(floor, game.turns, memory.fields, are_held=game.enemies_frozen)
    return memory


def sees_cell(game: GameState, cell: Cell) -> bool:
    memory, floor = part_of(game, FogMemory), game.floor
    memory.look_around(floor)
    return memory.fields.sees(floor.hero_cell, cell)


def hide_unseen_attackers(game: GameState, events: Sequence[Event]) -> Sequence[Event]:
    """Return the events of a turn, with "something" in place of every attacker out of sight.

    Only guardians can attack from out of sight; all others attack from beside the PC. An attacker
    has not moved since, and enemies of one kind attacked in reading order.
    """
    memory, floor = _look_around(game), game.floor
    posts, near = floor.guardian_by_cell, floor.board.neighbourhood[floor.hero_cell]
    if not posts or near.isdisjoint(posts):
        return events
    guardians = [posts[cell] for cell in near.intersection(posts)]
    visible = memory.fields.area_from(floor.hero_cell).digits
    hidden = [
        cell
        for cell, enemy in floor.enemies.items()
        if visible[cell] == "0" and any(enemy is each for each in guardians)
    ]
    return _with_unnamed(game, events, visible) if hidden else events


def _with_unnamed(game: GameState, events: Sequence[Event], visible: str) -> list[Event]:
    """Return the events, with "something" for the kind of each attacker out of sight."""
    attackers = [cell for cell in sorted(game.floor.enemies) if can_attack_hero(game, cell)]
    blows: dict[str, list[bool]] = {}
    for cell in attackers:
        kind = game.floor.enemies[cell].kind
        times = kind.attacks_per_turn(game.race)
        blows.setdefault(kind.name, []).extend([visible[cell] == "1"] * times)
    told = list[Event]()
    is_last_unnamed = False
    for event in events:
        if isinstance(event, Struck | Missed) and event.defender == PC and not event.shot:
            seen = blows.get(event.attacker, [])
            is_last_unnamed = not (seen.pop(0) if seen else True)
            told.append(evolve(event, attacker=SOMETHING) if is_last_unnamed else event)
        elif isinstance(event, Slain) and event.victim == PC and is_last_unnamed:
            told.append(evolve(event, by=SOMETHING))
        else:
            told.append(event)
    return told


def enter_floor(game: GameState, _dice: Dice) -> None:
    part_of(game, FogMemory).enter_floor(game.floor)


def _known_floor(game: GameState) -> KnownFloor:
    memory, floor, sight = part_of(game, FogMemory), game.floor, game.sight
    area = memory.fields.area_from(floor.hero_cell)
    staying = {at for at in floor.stationary if at in area}
    return KnownFloor(
        board=memory.board,
        seen=memory.seen,
        visible=area,
        hero_cell=floor.hero_cell,
        stairs_cell=sight.stairs_cell,
        enemies={at: floor.enemies[at] for at in sorted(floor.enemies) if at in area},
        remembered=sight.remembered,
        carried=floor.carried,
        items=memory.items,
        posts=memory.posts,
        stationary=staying | sight.remembered_stationary,
    )


def hide_unseen(game: GameState, dice: Dice) -> None:
    """Remove everything unseen from a copy that is only looked at, never played."""
    memory, known = part_of(game, FogMemory), _known_floor(game)
    game.floor = known.bare_floor()
    deal_unknown_potions(game, dice)
    memory.remember_bare(game.floor, known.visible)
    _forget_unseen_victims(game)


def deal_anew(game: GameState, dice: Dice) -> None:
    memory, known = part_of(game, FogMemory), _known_floor(game)
    area = known.visible
    known.deal_floor(game, dice)
    memory.remember_dealt(game.floor, area)
    _look_around(game)
    _forget_unseen_victims(game)


def _forget_unseen_victims(game: GameState) -> None:
    """Forget who was attacked, perhaps unseen, of those who are hostile in any case."""
    kinds = game.rules.enemy_kinds
    game.hero.provoked_kinds -= {kind.name for kind in kinds if kind.is_hostile is always_hostile}


FOG = Expansion(
    name="fog",
    sentence="You see what the PC sees, remember what it saw, and explore.",
    new_part=FogMemory,
    floors=FloorHooks(on_floor=enter_floor, deal_anew=deal_anew, hide_unseen=hide_unseen),
    turns=TurnHooks(filter_events=hide_unseen_attackers),
    sight=SightHooks(limit_sight=limit_sight, sees_cell=sees_cell),
    texts=TextHooks(
        hints=(
            ExpansionHint(
                "fog",
                "Only what you see is shown, and what you have seen before. Walk on to see more: "
                "collecting explores, too.",
                lambda game: not part_of(game, FogMemory).seen.is_whole,
            ),
        )
    ),
)
