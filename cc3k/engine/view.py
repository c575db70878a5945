"""View: the window through which a player sees a game, as do all screens and bots.

Only the rules, saved games and the compiled core read the floor behind it. The player has X-ray
vision (§3): the whole floor is in sight. What is hidden are the kinds of the potions that have not
been drunk yet (R18), the dice to come, and the floors below.
"""

from collections.abc import Container, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from typing import TYPE_CHECKING

from cc3k.engine.announcements import Announcement, pending_announcements
from cc3k.engine.board import (
    PASSAGE,
    STAIRS_GLYPH,
    WALL_GLYPHS,
    Board,
    Cell,
    CellArea,
    Direction,
    area_of,
    grow,
    steps_between,
)
from cc3k.engine.combat import BlowRules, max_damage_per_turn
from cc3k.engine.enemies import Enemy, EnemyKind
from cc3k.engine.floor import NO_CELL
from cc3k.engine.game import GameState
from cc3k.engine.hero import Hero, Race
from cc3k.engine.items import GoldPile, Item, Potion, Trinket
from cc3k.engine.rules import Rules

if TYPE_CHECKING:
    from cc3k.engine.expansion import Deed, ExpansionHint


class GameView:
    """A player's view of one game, always of its present state.

    Cells are indices as on a `Board`; rows and columns count from 0. The properties return objects
    of the game that is looked at. Bots and programs look at a picture of theirs, whose hero and
    enemies are values (`GameState.copy_in_sight`); the game's own screens look at the game itself.
    It `is_limited` if the player may not see all of the floor (X40).
    """

    __slots__ = ("_game", "is_limited")

    def __init__(self, game: GameState) -> None:
        self._game = game
        self.is_limited = bool(game.rules.hooks.limit_sight)

    @property
    def rules(self) -> Rules:
        return self._game.rules

    @property
    def race(self) -> Race:
        """The hero's race, with its present maximum of HP."""
        return self._game.hero.race

    @property
    def hero(self) -> Hero:
        return self._game.hero

    @property
    def depth(self) -> int:
        """The number of the floor, from 1."""
        return self._game.depth

    @property
    def turns(self) -> int:
        return self._game.turns

    @property
    def enemies_frozen(self) -> bool:
        return self._game.enemies_frozen

    @property
    def board(self) -> Board:
        """The walls, doorways, passages and chambers of the floor."""
        return self._game.sight.board if self.is_limited else self._game.floor.board

    @property
    def extent(self) -> Board:
        """A board of the floor's size for laying out screens, which reveals nothing unseen."""
        board = self.board
        if not self.is_limited or self._game.sight.seen is None:
            return board
        return _open_board(board.width, board.height)

    @property
    def glyphs(self) -> bytearray:
        """The floor as it is displayed: the glyph of each cell, its rows ended by line feeds."""
        return self._game.sight.glyphs if self.is_limited else self._game.floor.glyphs

    @property
    def step_glyphs(self) -> bytearray:
        """The glyphs, with a wall for each pedestal, and for what is taken only after a question.

        Travel leads onto the cells that show one of `rules.passable_glyphs` here.
        """
        glyphs = self.glyphs
        shut = [cell for cell in self.trinkets if self.question_before_taking(cell)]
        if shut := [*shut, *self.pedestals]:
            glyphs = bytearray(glyphs)
            for cell in shut:
                glyphs[cell] = WALL_GLYPHS[1]
        return glyphs

    def question_before_taking(self, cell: Cell) -> str:
        """Return what people are asked before they take what lies on a cell; empty if nothing."""
        item = self.items.get(cell)
        if not isinstance(item, Trinket) or item.asks_first is None or item.is_pedestal:
            return ""
        return item.asks_first(self._game, item)

    def may_enter(self, cell: Cell) -> bool:
        """Tell whether the PC can step onto a cell, as far as the player knows (R9)."""
        item = self.items.get(cell)
        is_shut = isinstance(item, Trinket) and item.is_pedestal
        return self.glyphs[cell] in self.rules.passable_glyphs and not is_shut

    @property
    def hero_cell(self) -> Cell:
        return self._game.floor.hero_cell

    def cell_towards(self, way: Direction) -> Cell:
        """Return the cell next to the hero in a direction."""
        return self.hero_cell + way.offset(self.board.stride)

    def describe_way_to(self, cell: Cell) -> str:
        """Return where a cell is from the hero, in words such as `2 north 1 east`."""
        board = self._game.floor.board  # of the same size as the board in sight
        down, right = steps_between(board, self.hero_cell, cell)
        vertical = f"{abs(down)} {'south' if down > 0 else 'north'}" if down else ""
        horizontal = f"{abs(right)} {'east' if right > 0 else 'west'}" if right else ""
        return " ".join(filter(None, (vertical, horizontal))) or "here"

    @property
    def stairs_cell(self) -> Cell:
        """The cell of the stairs, `NO_CELL` while they are not known."""
        return self._game.sight.stairs_cell if self.is_limited else self._game.floor.stairs_cell

    @property
    def known_stairs(self) -> tuple[Cell, ...]:
        """The cell of the stairs, if they are known."""
        cell = self.stairs_cell
        return () if cell == NO_CELL else (cell,)

    @property
    def hidden_stairs_note(self) -> str:
        """A note that the stairs are hidden, and what would show them; empty if they are not."""
        hooks = self.rules.hooks.hidden_stairs_note
        return " ".join(filter(None, [hook(self._game) for hook in hooks]))

    @property
    def unsearched_cells(self) -> Sequence[Cell]:
        """The seen cells where hidden stairs may be; none if they are known, or not hidden."""
        return [cell for hook in self.rules.hooks.unsearched_cells for cell in hook(self._game)]

    @property
    def barred_stairs_note(self) -> str:
        """What to do about the guard of barred stairs; empty if nothing is said of it."""
        return ", or ".join([hook(self._game) for hook in self.rules.hooks.barred_stairs_note])

    @property
    def ways_out(self) -> list[str]:
        """What could save a PC with few HP now, as expansions say."""
        return [way for hook in self.rules.hooks.way_out if (way := hook(self._game))]

    def warnings(self, deed: "Deed") -> list[str]:
        """Return what a deed would cost the PC now, as expansions say."""
        return [text for hook in self.rules.hooks.warns if (text := hook(self._game, deed))]

    @property
    def deadlines(self) -> Mapping[str, int]:
        """What happens on this floor once the PC has stayed for so many turns more."""
        hooks = self.rules.hooks.deadlines
        return {what: left for hook in hooks for left, what in hook(self._game)}

    @property
    def enemies(self) -> dict[Cell, Enemy]:
        """The enemies in sight, by cell."""
        if not self.is_limited:
            return self._game.floor.enemies
        enemies, sight = self._game.floor.enemies, self._game.sight
        if sight.enemies is not None:
            return sight.enemies
        return {cell: enemy for cell, enemy in enemies.items() if sight.shows(cell)}

    @property
    def sellers(self) -> dict[Cell, Enemy]:
        """Those in sight who sell, found without computing the whole sight."""
        enemies = self._game.floor.enemies.items()
        return {at: each for at, each in enemies if each.kind.sells and self._game.sees(at)}

    @property
    def remembered_enemies(self) -> Mapping[Cell, Enemy]:
        """The enemies out of sight, by the cell where each was last seen (X42)."""
        return self._game.sight.remembered if self.is_limited else {}

    @property
    def known_enemies(self) -> Mapping[Cell, Enemy]:
        """The enemies in sight, and those out of sight where they were last seen."""
        return {**self.remembered_enemies, **self.enemies} if self.is_limited else self.enemies

    @property
    def known_stationary(self) -> AbstractSet[Cell]:
        """The cells of the known enemies that never step."""
        if not self.is_limited:
            return self.stationary
        return self.stationary | self._game.sight.remembered_stationary

    @property
    def remembered_stationary(self) -> AbstractSet[Cell]:
        return self._game.sight.remembered_stationary

    @property
    def stationary(self) -> set[Cell]:
        """The cells of the enemies in sight that never step."""
        cells = self._game.floor.stationary
        return cells.intersection(self.enemies) if self.is_limited else cells

    @property
    def items(self) -> Mapping[Cell, Item]:
        """The items seen now or before, by cell. Unknown potions have their true kinds here."""
        return self._game.sight.items if self.is_limited else self._game.floor.items

    @property
    def gold(self) -> dict[Cell, GoldPile]:
        """The gold seen now or before, by cell."""
        items = self.items.items()
        return {cell: item for cell, item in items if isinstance(item, GoldPile)}

    @property
    def potions(self) -> dict[Cell, Potion | None]:
        """The potions seen now or before, by cell: the kind of each, None if unknown (R18)."""
        items, known = self.items.items(), self._game.known_names
        return {
            cell: item if item.name in known else None
            for cell, item in items
            if isinstance(item, Potion)
        }

    @property
    def can_carry_potions(self) -> bool:
        """Whether an expansion lets the PC carry potions."""
        return bool(self.rules.hooks.pick_up_verb)

    def pick_up_verb(self, cell: Cell) -> str:
        """Return the word that picks up the potion on a cell; empty without room or pack."""
        item, groups = self.items.get(cell), [each.items for each in self._game.rules.expansions]
        with_room = (
            each.pick_up_verb
            for each in groups
            if isinstance(item, Potion) and each.has_room and each.has_room(self._game, item)
        )
        return next(filter(None, with_room), "")

    def price_here(self, gold: int) -> int:
        """Return what something for that much gold costs now."""
        return self._game.price_here(gold)

    def kind_here(self, kind: EnemyKind) -> EnemyKind:
        """Return a kind of enemy as strong as it is on this floor."""
        return self._game.kind_here(kind)

    def figure(self, name: str) -> int | None:
        """Return the number of an expansion by name, such as `level`; None without it."""
        figure = self._game.rules.figure_by_name.get(name)
        return None if figure is None else figure.value(self._game)

    @property
    def trinkets(self) -> dict[Cell, Trinket]:
        """The trinkets to pick up that were seen now or before, by cell, as far as known."""
        return {cell: item for cell, item in self._things.items() if not item.is_pedestal}

    @property
    def pedestals(self) -> dict[Cell, Trinket]:
        """The pedestals seen now or before, by cell, each with the thing on it."""
        return {cell: item for cell, item in self._things.items() if item.is_pedestal}

    @property
    def _things(self) -> dict[Cell, Trinket]:
        if not self._game.rules.trinkets:
            return {}
        items, known = self.items.items(), self._game.known_names
        return {cell: item.as_known(known) for cell, item in items if isinstance(item, Trinket)}

    @property
    def known_kinds(self) -> tuple[Potion, ...]:
        """The kinds of potion known so far (R18), in the order of the roster."""
        game = self._game
        return tuple([each for each in game.rules.potions if each.name in game.known_names])

    def potion_for_hero(self, potion: Potion) -> Potion:
        """Return a potion that does what drinking that one does now."""
        return self._game.potion_for_hero(potion)

    def harms(self, potion: Potion | None) -> bool:
        """Tell whether drinking a potion is known to harm the PC now: it is None if unknown."""
        return potion is not None and self.potion_for_hero(potion).harms(self.hero)

    def hints_of_expansions(self) -> "list[ExpansionHint]":
        """Return the hints of expansions that are due now (X4)."""
        hints = [hint for each in self._game.rules.expansions for hint in each.texts.hints]
        return [hint for hint in hints if hint.is_due(self._game)]

    def terrain_at(self, cell: Cell) -> int:
        """Return the terrain of a cell, whatever is on it."""
        if not self.is_limited:
            return self._game.floor.terrain_at(cell)
        return STAIRS_GLYPH if cell == self.stairs_cell else self.board.terrain[cell]

    def is_guarded(self, cell: Cell) -> bool:
        """Tell whether an enemy is known to guard the item or the stairs on a cell."""
        if not self.is_limited:
            return cell in self._game.floor.guardian_by_cell
        if cell not in self.items and cell != self.stairs_cell:
            return False
        known = self._game.sight.guarded
        if known is not None:
            return cell in known
        guardian = self._game.floor.guardian_by_cell.get(cell)
        return any(enemy is guardian for enemy in self.enemies.values())

    def cells_guarded_by(self, enemy: Enemy) -> tuple[Cell, ...]:
        """Return the cells that an enemy is known to guard (R25)."""
        cells = enemy.guarded_cells
        return tuple(filter(self.is_guarded, cells)) if cells and self.is_limited else cells

    def has_seen(self, cell: Cell) -> bool:
        """Tell whether a cell is in sight now, or was before (X40)."""
        seen = self._game.sight.seen if self.is_limited else None
        return seen is None or cell in seen

    def is_in_sight(self, cell: Cell) -> bool:
        """Tell whether a cell is in sight now (X40)."""
        visible = self._game.sight.visible if self.is_limited else None
        return visible is None or cell in visible

    @property
    def spans_in_sight(self) -> Sequence[tuple[Cell, Cell]]:
        """The cells in sight as spans: the first cell of each, and the one after its last."""
        visible = self._game.sight.visible if self.is_limited else None
        whole = len(self.glyphs)
        return ((0, whole),) if visible is None else area_of(visible, whole).spans

    @property
    def outlooks(self) -> list[Cell]:
        """The known walkable cells beside unseen ones, from which something new can be seen."""
        sight = self._game.sight if self.is_limited else None
        if sight is None or sight.seen is None:
            return []
        board, size = sight.board, len(sight.board.terrain)
        unseen = ~area_of(sight.seen, size).bits & ((1 << size) - 1)
        return list(CellArea(grow(unseen, board.stride) & board.walkable, size))

    @property
    def blows(self) -> BlowRules:
        """The rules for blows and misses, where the hero stands now."""
        return self._game.blows

    def worst_damage(self, enemies: Iterable[Enemy]) -> int:
        """Return the most HP that a turn within reach of those enemies may cost the hero."""
        return max_damage_per_turn(enemies, self.hero, self.blows)

    def blows_on(self, cell: Cell) -> BlowRules:
        """Return the same rules for a hero that stands on a cell that was seen."""
        return self._game.blows_on(cell)

    @property
    def rests_heal(self) -> bool:
        """Whether the effect of the hero's race counts outside of fights, too (R12)."""
        return self.rules.race_takes_effect(self.hero, is_in_fight=False)

    def forecast_kill(self, hero: Hero, slain: Sequence[Enemy]) -> None:
        """Change a copy of the hero as slaying the last of those would, after the others (X7)."""
        for forecast in self.rules.hooks.forecast_kill:
            forecast(self._game, hero, slain)

    def is_hostile(self, enemy: Enemy) -> bool:
        """Tell whether an enemy is hostile to the hero now (§2.5, R21)."""
        return enemy.is_hostile_to(self._game.hero)

    def is_hunting(self, enemy: Enemy) -> bool:
        """Tell whether a hostile enemy follows the hero instead of roaming (X50)."""
        return enemy.is_hunting and self.is_hostile(enemy)

    def is_running(self, enemy: Enemy) -> bool:
        """Tell whether an enemy flees now, so that it strikes only if it is cornered (X98)."""
        return enemy.is_fleeing and not self.enemies_frozen

    @property
    def enemies_keep_to_chambers(self) -> bool:
        """Whether enemies act by the base rules, so none leaves its chamber (R7)."""
        return not self._game.rules.enemies_hunt

    @property
    def hunters(self) -> dict[Cell, Enemy]:
        """The enemies in sight that follow the hero, by cell in reading order."""
        if not self._game.rules.enemies_hunt:
            return {}
        enemies = self.enemies
        return {cell: enemies[cell] for cell in sorted(enemies) if self.is_hunting(enemies[cell])}

    @property
    def unseen_hunters(self) -> list[Enemy]:
        """The enemies that hunted the hero when they were last seen, a few turns ago."""
        remembered = self.remembered_enemies
        return [remembered[at] for at in sorted(self._game.sight.remembered_hunters)]

    @property
    def threats(self) -> dict[Cell, Announcement]:
        """What enemies in sight have announced, by their cells: the nearest first (X92)."""
        if not self._game.rules.announcements:
            return {}
        return pending_announcements(self._game, self.enemies)

    def may_hurt_from_afar(self, enemy: Enemy) -> bool:
        return any(each.hurts_by(self._game, enemy) for each in self.rules.announcements)

    def threatened_cells(self) -> set[Cell]:
        """Return the cells on which an enemy would attack the hero (§2.5)."""
        return {cell for place in self.enemies for cell in self.cells_attacked_from(place)}

    def cells_attacked_from(self, enemy_cell: Cell) -> set[Cell]:
        """Return the cells on which the enemy of `enemy_cell` would attack the hero (R8, R22)."""
        return self._cells_attacked(enemy_cell, self._game.floor.enemies[enemy_cell])

    def cells_to_avoid(self, ignored: Container[Cell] = ()) -> set[Cell]:
        """Return the cells on which a known enemy would attack the hero, in sight or not (X42).

        Enemies on `ignored` cells do not count.
        """
        known = [(at, enemy) for at, enemy in self.known_enemies.items() if at not in ignored]
        return {cell for place, enemy in known for cell in self._cells_attacked(place, enemy)}

    def known_enemies_close(self, cell: Cell) -> list[Enemy]:
        """Return the known enemies that would attack the hero on a cell, in reading order."""
        known = self.known_enemies
        return [known[at] for at in sorted(known) if cell in self._cells_attacked(at, known[at])]

    def _cells_attacked(self, enemy_cell: Cell, enemy: Enemy) -> set[Cell]:
        neighbourhood = self._game.floor.board.neighbourhood
        if not enemy.is_hostile_to(self._game.hero):
            return set()
        cells, posts = set(neighbourhood[enemy_cell]), enemy.guarded_cells
        if self.is_limited:
            posts = self.cells_guarded_by(enemy)
            if not (posts or enemy.kind.roams):
                posts = self._possible_posts(enemy_cell)
        return cells.union(*[neighbourhood[cell] for cell in posts]) if posts else cells

    def _possible_posts(self, enemy_cell: Cell) -> tuple[Cell, ...]:
        """Return the cells beside an enemy that never roams on which it may guard something unseen.

        It probably does guard something: a hoard out of sight, or hidden stairs.
        """
        near = self._game.floor.board.neighbourhood[enemy_cell]
        if self.stairs_cell == NO_CELL:
            return tuple(near)
        return tuple([cell for cell in near if not self.is_in_sight(cell)])

    def find_threat(self, cell: Cell) -> Enemy | None:
        """Return the first known enemy, in reading order, that would attack the hero there."""
        return next(iter(self.known_enemies_close(cell)), None)


class WaryView(GameView):
    """The view of who also keeps off where known enemies could hurt the PC from afar (X92)."""

    __slots__ = ()

    def _cells_attacked(self, enemy_cell: Cell, enemy: Enemy) -> set[Cell]:
        cells = super()._cells_attacked(enemy_cell, enemy)
        if not cells or self.enemies_frozen:
            return cells
        game, announced = self._game, self.rules.announcements
        return cells.union(*[each.cells_in_reach(game, enemy_cell, enemy) for each in announced])


def wary_view(game: GameState) -> GameView:
    """Return a view in which the reach of enemies includes where they could hurt from afar."""
    return WaryView(game) if game.rules.announcements else GameView(game)


@lru_cache(maxsize=16)
def _open_board(width: int, height: int) -> Board:
    """Return a board of that size that is walkable except for two rows at each end."""
    edge, inner = b" " * width + b"\n", b" " + bytes([PASSAGE] * (width - 2)) + b" \n"
    rows = max(1, height - 4)
    return Board(edge * 2 + inner * rows + edge * 2, width, height)


def seen_glyphs(game: GameState) -> bytearray:
    """Return the glyphs that a player sees; without expansions, all, and at once (footnote 10)."""
    return GameView(game).glyphs if game.rules.expansions else game.floor.glyphs
