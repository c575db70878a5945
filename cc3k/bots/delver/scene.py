"""Scene: what the delver sees at one moment: enemies, dangers, its pack and its ways."""

from collections.abc import Container, Iterable, Mapping, Sequence
from functools import cached_property

from attrs import define, evolve, field

from cc3k.bots.careful.routes import (
    LeastDamagePath,
    SafePaths,
    contains_cell,
    find_least_damage_path,
    find_safe_paths,
    moves_along,
    passable_cells,
    threatened_cell_set,
)
from cc3k.bots.careful.situation import Situation
from cc3k.bots.careful.value import StatChange
from cc3k.bots.game import Choice
from cc3k.engine.board import DIRECTIONS, TILE, WALKABLE, Cell, Direction, blocks_between
from cc3k.engine.cell_areas import CellArea, CellSet, cell_set, cells_of_kinds, grow
from cc3k.engine.combat import max_damage_per_turn
from cc3k.engine.enemies import Enemy, always_hostile
from cc3k.engine.hero import Hero
from cc3k.engine.items import Potion
from cc3k.expansions.hunters import NOTICING_STEPS
from cc3k.expansions.pack import UNKNOWN
from cc3k.expansions.pack_slots import LETTERS
from cc3k.expansions.tactics import ALERT_STEPS
from cc3k.expansions.vaults import SLOTS
from cc3k.expansions.wands import RANGE, WAND_KINDS
from cc3k.play.commands import command_table

FEARED_DAMAGE = 12  # HP that a turn is thought to cost beside somebody who was seen there before
THROWING_CELLS = 5
QUIET_DETOUR = 12  # steps that it walks further past those who have not noticed it
WEAK_HEALTH = 0.4  # below which it goes any way round them
STEPS_PER_HP = 1000  # that one HP is worth on a risky path


@define(eq=False)
class Scene(Situation):
    """A situation in which enemies move, some of them out of sight, and something is carried.

    Words that begin with one of the letters that are `withheld` are as good as illegal.
    """

    withheld: str = ""
    forgotten: Container[Cell] = ()
    """Where enemies were seen so long ago that they may be anywhere."""
    least_risks: dict[object, float] = field(factory=dict)
    """The risks of the easiest fights in this game so far, by the state of the hero."""

    @property
    def hero(self) -> Hero:
        return self.view.hero

    @property
    def health(self) -> float:
        """The share of the HP that the hero's race has; a vampire's may be above 1."""
        return self.hero.hp / self.hero.race.hp

    @cached_property
    def hostile(self) -> Mapping[Cell, Enemy]:
        view = self.view
        return {cell: enemy for cell, enemy in view.enemies.items() if view.is_hostile(enemy)}

    @cached_property
    def known(self) -> Mapping[Cell, Enemy]:
        """The hostile enemies in sight, and those out of sight where they were last seen."""
        unseen = self.remembered.items()
        return {at: one for at, one in unseen if self.view.is_hostile(one)} | {**self.hostile}

    @cached_property
    def remembered(self) -> Mapping[Cell, Enemy]:
        """The enemies out of sight that are probably still where they were seen."""
        unseen = self.view.remembered_enemies.items()
        staying = self.view.known_stationary
        return {at: one for at, one in unseen if at in staying or at not in self.forgotten}

    @property
    def guards(self) -> Mapping[Cell, Enemy]:
        """The known enemies that never step."""
        standing = self.view.known_stationary
        return {cell: enemy for cell, enemy in self.known.items() if cell in standing}

    def enemies_within(self, steps: int) -> list[Enemy]:
        """Return those who may come within so many steps, besides those who attack."""
        board, here, staying = self.view.board, self.view.hero_cell, self.view.known_stationary
        return [
            enemy
            for cell, enemy in self.known.items()
            if cell not in staying and cell not in self.attackers
            if blocks_between(board, here, cell) <= steps
        ]

    @cached_property
    def attackers(self) -> Mapping[Cell, Enemy]:
        """The enemies in sight that can attack the hero where it is."""
        here = self.view.hero_cell
        return self.attackers_at(here) if contains_cell(self.threatened_cells, here) else {}

    def attackers_at(self, cell: Cell) -> dict[Cell, Enemy]:
        attacked = self.view.cells_attacked_from
        return {at: enemy for at, enemy in self.hostile.items() if cell in attacked(at)}

    @cached_property
    def feared(self) -> CellSet:
        """The cells on which somebody out of sight may attack."""
        unseen = {at: enemy for at, enemy in self.known.items() if at not in self.hostile}
        posts = [post for enemy in unseen.values() for post in enemy.guarded_cells]
        standing = [at for at, enemy in unseen.items() if not enemy.kind.roams]
        return self.around([*unseen, *posts, *CellArea(self.around(standing), self.size)])

    @property
    def size(self) -> int:
        return len(self.view.glyphs)

    @cached_property
    def threatened_cells(self) -> CellSet:
        return threatened_cell_set(self.view) | self.feared

    @cached_property
    def safe_cells(self) -> CellSet:
        return self.open_cells & ~self.threatened_cells

    @cached_property
    def stairs(self) -> CellSet:
        """The known stairs, unless somebody guards them."""
        view = self.view
        return cell_set([cell for cell in view.known_stairs if not view.is_guarded(cell)])

    @cached_property
    def open_cells(self) -> CellSet:
        """The cells that the hero can step on, without guarded stairs and who stood there last."""
        barred = cell_set(self.view.known_stairs) & ~self.stairs
        return passable_cells(self.view) & ~barred & ~cell_set(self.remembered)

    @property
    def tiles(self) -> CellSet:
        return cells_of_kinds(self.view.board.terrain, bytes((TILE,)))

    @cached_property
    def outlooks(self) -> CellSet:
        return cell_set(self.view.outlooks)

    @cached_property
    def quiet_paths(self) -> SafePaths:
        """The safe paths out of the sight of those who have not noticed the hero (X50, X91)."""
        return find_safe_paths(self.view, self.safe_cells & ~self.cells_noticed_on())

    def cells_noticed_on(self, spared: Container[Cell] = ()) -> CellSet:
        """Return the cells near enemies that may notice the hero there, but for some of them."""
        watchers = [
            cell
            for cell, enemy in self.hostile.items()
            if not (enemy.is_hunting or cell in spared or cell in self.view.stationary)
        ]
        found = cell_set(watchers)
        for _ in range(self.noticing_blocks if found else 0):
            found = grow(found, self.view.board.stride)
        return found

    @cached_property
    def noticing_blocks(self) -> int:
        """How far off enemies notice the hero; 0 if they never do."""
        if self.view.figure("freezes") is not None:
            return self.hero.noticed_within(NOTICING_STEPS)
        has_tactics = self.view.figure("threats") is not None
        return self.hero.noticed_within(ALERT_STEPS) if has_tactics else 0

    def company_of(self, cell: Cell) -> list[Enemy]:
        """Return the other enemies that are near enough to join a fight with the one on a cell."""
        board, staying = self.view.board, self.view.known_stationary
        return [
            enemy
            for at, enemy in self.known.items()
            if at != cell and at not in staying and not self.view.enemies_frozen
            if blocks_between(board, at, cell) <= self.noticing_blocks
        ]

    def safe_step(
        self, goals: CellSet, most: int | None = None, *, quiet: bool = False
    ) -> Choice | None:
        """Return the first step of a safe way to the nearest goal, within so many steps."""
        cells = self._way_to(goals, quiet=quiet)
        if not cells or (most is not None and len(cells) - 1 > most):
            return None
        return moves_along(cells[:2], self.view.board.stride)[0]

    def _way_to(self, goals: CellSet, *, quiet: bool) -> list[Cell]:
        """Return the cells of a safe way; nothing where the quiet one is much longer."""
        goals &= ~(1 << self.view.hero_cell)
        cells = self.safe_paths.path_to(goals)
        if not quiet or not cells:
            return cells
        unheard = self.quiet_paths.path_to(goals)
        most = QUIET_DETOUR if self.health > WEAK_HEALTH else self.size
        return unheard if len(unheard) <= len(cells) + most else []

    def nearest(self, goals: CellSet, *, quiet: bool) -> CellSet:
        """Return the nearest of some cells that has a safe way; nothing if none has."""
        cells = self._way_to(goals, quiet=quiet)
        return 1 << cells[-1] if cells else 0

    def risky_path(self, goals: CellSet) -> LeastDamagePath | None:
        """Return the way of least damage to the nearest of some cells; None if there is none."""
        goals &= self.open_cells & ~(1 << self.view.hero_cell)
        path = find_least_damage_path(self.view, goals, self.price_by_cell) if goals else None
        return path and evolve(path, damage=path.damage // STEPS_PER_HP)

    def shortest_step(self, goals: CellSet) -> Choice | None:
        """Return the first step of the shortest way to some cells, whatever it costs."""
        paths = find_safe_paths(self.view, self.open_cells)
        cells = paths.path_to(goals & ~(1 << self.view.hero_cell))
        return moves_along(cells[:2], self.view.board.stride)[0] if cells else None

    @cached_property
    def price_by_cell(self) -> Mapping[Cell, int]:
        """The mean damage in steps, and one for the step: of equal ways, the shortest is best."""
        prices = dict.fromkeys(CellArea(self.open_cells, self.size), 1)
        damage = self.mean_damage_by_cell.items()
        return prices | {cell: 1 + STEPS_PER_HP * hp for cell, hp in damage}

    @cached_property
    def mean_damage_by_cell(self) -> Mapping[Cell, int]:
        """The HP that a turn on each threatened cell costs on average, rounded up."""
        found = dict.fromkeys(CellArea(self.feared, self.size), FEARED_DAMAGE)
        for place, enemy in self.hostile.items():
            mean = -(-max_damage_per_turn([enemy], self.hero, self.view.blows) // 2)
            for cell in self.view.cells_attacked_from(place):
                found[cell] = found.get(cell, 0) + mean
        return found

    def around(self, cells: Iterable[Cell]) -> CellSet:
        """Return some cells and all next to them."""
        return grow(cell_set(cells), self.view.board.stride)

    def way_to(self, cell: Cell) -> str:
        """Return the word of the direction of a cell next to the hero."""
        return self.direction_between(self.view.hero_cell, cell).command_word

    def line_to(self, cell: Cell, most: int = THROWING_CELLS) -> str:
        """Return the word of the direction in which to throw at a cell; nothing out of line."""
        for way in DIRECTIONS:
            if cell in self._flight(self.view.hero_cell, way)[:most]:
                return way.command_word
        return ""

    def _flight(self, start: Cell, way: Direction) -> list[Cell]:
        """Return the cells that a flight passes, up to the first enemy or the hero."""
        view, cells = self.view, list[Cell]()
        terrain, offset, cell = view.board.terrain, way.offset(view.board.stride), start
        while len(cells) < RANGE and terrain[cell + offset] in WALKABLE:
            cell += offset
            cells.append(cell)
            if cell in view.enemies or cell == view.hero_cell:
                break
        return cells

    @cached_property
    def aimed_cells(self) -> CellSet:
        """The cells in line of those who have announced a shot (X93)."""
        aiming = [cell for cell, threat in self.view.threats.items() if threat.name == "aims"]
        lines = [self._flight(cell, way)[1:] for cell in aiming for way in DIRECTIONS]
        return cell_set([cell for line in lines for cell in line])

    @cached_property
    def can_grow(self) -> bool:
        """Whether a fight won makes the hero stronger."""
        return self.view.figure("level") is not None

    @cached_property
    def can_freeze_for_good(self) -> bool:
        """Whether a freeze lasts until it is ended, and another one can be begun at any time."""
        return self.view.figure("freezes") is None and "f" in self.legal_words

    def may_freeze(self, kept: int = 0) -> bool:
        """Tell whether a freeze can be begun that leaves so many for worse moments."""
        freezes, is_frozen = self.view.figure("freezes"), self.view.enemies_frozen
        is_enough = freezes is None or freezes > kept
        return is_enough and not is_frozen and "f" in self.legal_words

    @cached_property
    def usual_foes(self) -> Sequence[Enemy]:
        """The enemies that roam here and are hostile, one of each kind, unhurt."""
        kinds = [kind for kind in self.view.rules.enemy_kinds if kind.spawn_weight and kind.roams]
        hostile = [kind for kind in kinds if kind.is_hostile is always_hostile]
        return [Enemy(self.view.kind_here(kind)) for kind in hostile]

    @cached_property
    def wands(self) -> Mapping[str, str]:
        """The names of the wands in their slots, empty for an unknown one."""
        kinds = {slot: self.view.figure(f"wand {slot} kind") for slot in SLOTS}
        names = ["", *WAND_KINDS]
        return {slot: names[kind - UNKNOWN] for slot, kind in kinds.items() if kind}

    @cached_property
    def slots(self) -> Mapping[str, Potion | None]:
        """The potions in the pack by their slots, None for an unknown one."""
        kinds = {letter: self.view.figure(f"pack {letter} kind") for letter in LETTERS}
        potions = (None, *self.view.rules.potions)
        return {letter: potions[kind - UNKNOWN] for letter, kind in kinds.items() if kind}

    @cached_property
    def legal_words(self) -> frozenset[str]:
        words = command_table(self.view.rules).words_by_action
        legal = [words[action] for action in self.game.legal_actions()]
        return frozenset([word for word in legal if self.may_use(word)])

    def may_use(self, word: str) -> bool:
        """Tell whether it may ever choose such words."""
        return not self.withheld or word.partition(" ")[0] not in self.withheld.split()

    def effect(self, potion: Potion) -> StatChange:
        return self.value_cache.potion_effect(potion, self.view.race)

    def is_wanted(self, potion: Potion) -> bool:
        """Tell whether a known potion helps now, and none of its healing is lost."""
        effect, most = self.effect(potion), self.hero.race.max_hp
        return effect.is_harmless and (most is None or self.hero.hp + effect.hp <= most)

    def heals(self, potion: Potion) -> bool:
        return self.effect(potion).hp > 0 and self.is_wanted(potion)
