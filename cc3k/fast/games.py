"""Games: many games of the compiled core, each begun from a seed and stepped with all others.

The engine's floors are written into arrays here, and a digest or a refusal is read out of them.
"""

from collections.abc import Collection, Mapping, Sequence
from itertools import compress
from operator import itemgetter
from zlib import crc32

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from cc3k.engine import refusals
from cc3k.engine.actions import ALL_ACTIONS, Attack, Drink, Move
from cc3k.engine.board import WALL_GLYPHS, Board, FloorLayout
from cc3k.engine.dice import Dice
from cc3k.engine.events import PC, Means, Slain
from cc3k.engine.floor import Floor
from cc3k.engine.game import Outcome
from cc3k.engine.hero import Race
from cc3k.engine.items import GoldPile
from cc3k.engine.rules import Rules
from cc3k.fast import state
from cc3k.fast.arriving import ARRIVAL_FIGURES, LAID_OUT, NO_RACE, Arrivals
from cc3k.fast.state import (
    KEY_BYTES,
    Core,
    Plan,
    Plans,
    Sizes,
    State,
    allocate,
    key_of_path,
    read_key,
    with_more_room,
)
from cc3k.fast.stepping import ARRIVING, Answers, SharedStep
from cc3k.fast.support import CHANGES_STATS, read_brew, read_neutrality
from cc3k.fast.tables import is_spawned_here, list_items, read_rules, spawn_counts
from cc3k.play.endings import cause_of_death

_BLANK = ord(" ")


class PlanTable:
    """The plans of all boards that were asked for, each within a larger one of the same size."""

    def __init__(self, rows: int, columns: int) -> None:
        self._rows, self._columns = rows, columns
        self._numbers: dict[Board, int] = {}
        self.plans = Plans(np.zeros((0, rows * columns), np.uint8), np.zeros((0, 0), np.int64))

    def number_of(self, board: Board) -> int:
        """Return the number of a board's plan, which is added if it is not there."""
        if board not in self._numbers:
            plan, (grounds, chambers) = self._read(board), self.plans
            self._numbers[board] = len(grounds)
            width = max(chambers.shape[1], plan.chambers.size)
            rows = [np.pad(row, (0, width - row.size)) for row in (*chambers, plan.chambers)]
            self.plans = Plans(np.concatenate([grounds, [plan.ground]]), np.array(rows, np.int64))
        return self._numbers[board]

    def _read(self, board: Board) -> Plan:
        rows, columns = self._rows, self._columns
        ground = np.full((rows, columns), _BLANK, np.uint8)
        terrain = np.frombuffer(board.terrain, np.uint8).reshape(board.height, board.stride)
        ground[: board.height, : board.width] = terrain[:, : board.width]
        own = np.array([cell for tiles in board.chambers for cell in tiles], np.int64)
        tiles = own + own // board.stride * (columns - board.stride)
        count = len(board.chambers)
        starts = np.cumsum([count + 2, *map(len, board.chambers)])
        return Plan(ground.ravel(), np.concatenate([[count], starts, tiles]))


class FloorWriter:
    """Writes floors of some rules on boards of some size."""

    def __init__(self, rules: Rules, rows: int, columns: int) -> None:
        self._rows, self._columns = rows, columns
        self._items = list_items(rules)
        self._item_rows = {id(item): row for row, item in enumerate(self._items)}
        self._kind_rows = {kind.name: row for row, kind in enumerate(rules.enemy_kinds)}
        self._always_hostile = np.array(
            [not read_neutrality(kind) for kind in rules.enemy_kinds], np.bool_
        )

    def write(self, games: State, sizes: Sizes, number: int, floor: Floor) -> None:
        board, cells = floor.board, sizes.cells
        seen, ground = games.seen[number], games.ground[number]
        for plane, glyphs in ((seen[:cells], floor.glyphs), (ground, floor.terrain)):
            shown = plane.reshape(self._rows, self._columns)
            if (board.height, board.width) != shown.shape:
                shown.fill(_BLANK)
            rows = np.frombuffer(glyphs, np.uint8).reshape(board.height, board.stride)
            shown[: board.height, : board.width] = rows[:, : board.width]
        seen[cells : 3 * cells] = 0
        games.numbers[number, state.HERO] = self._moved(floor, floor.hero_cell)
        self._write_items(games, number, floor)
        self._write_enemies(games, sizes, number, floor)

    def _moved(self, floor: Floor, cell: int) -> int:
        stride = floor.board.stride
        return cell + cell // stride * (self._columns - stride)

    def _write_items(self, games: State, number: int, floor: Floor) -> None:
        rows, lying = self._item_rows, games.items[number]
        lying.fill(0)
        for cell, item in floor.items.items():
            row = rows[id(item)] if id(item) in rows else self._items.index(item)
            value = item.value if isinstance(item, GoldPile) else 0
            lying[self._moved(floor, cell)] = 1 + row + (value << state.VALUE_SHIFT)

    def _write_enemies(self, games: State, sizes: Sizes, number: int, floor: Floor) -> None:
        rows, posts, numbers = list[tuple[int, ...]](), list[int](), games.numbers[number]
        for cell in sorted(floor.enemies):
            enemy = floor.enemies[cell]
            kind, stays = self._kind_rows[enemy.kind.name], cell in floor.stationary
            guarded = [self._moved(floor, post) for post in enemy.guarded_cells]
            at = self._moved(floor, cell)
            rows.append((at, kind, enemy.hp, stays, len(posts), len(guarded), 0))
            posts += guarded
        numbers[state.ENEMIES] = len(rows)
        numbers[sizes.posts_at : sizes.posts_at + len(posts)] = posts
        if rows:
            table = np.array(rows, np.int64)
            games.enemies[number, : len(rows) * state.ENEMY_FIGURES] = table.ravel()
            kinds, places = table[:, state.KIND], sizes.cells + table[:, state.CELL]
            games.seen[number, places] = table[:, state.ENEMY_HP]
            hostile = self._always_hostile[kinds] | (numbers[state.FIGURES + kinds] > 0)
            games.seen[number, sizes.cells + places] = hostile


_LINE_FEED = ord("\n")
_CELL_OF = itemgetter(state.CELL)


@frozen
class FastSettings:
    """What the games of a core have in common.

    `board_shape` is that of the observation, rows and columns; `limits` are the turns and the steps
    after which a game is truncated, None for no limit; `weights` are the rewards of `tables.py`.
    """

    rules: Rules
    board_shape: tuple[int, int]
    letters: int
    limits: tuple[int | None, int | None]
    weights: tuple[float, ...]
    threads: int = 1


@frozen
class NewGames:
    """Games that begin in place of others: the seed of each by its place, and what they share.

    `game_number` is which game of its seed each one is: `cc3k --seed` begins the first (R34).
    """

    seeds: Mapping[int, int]
    race: Race
    floor_layouts: Sequence[FloorLayout] = ()
    game_number: int = 1


class FastGames:
    """Many games at once. `state` has the observations, rewards and ends of all of them.

    `core` is what compiled functions take; it and `sizes` change when the arrays grow.
    """

    def __init__(self, settings: FastSettings, count: int) -> None:
        self.settings, rules = settings, settings.rules
        rows, columns = settings.board_shape
        self.sizes = Sizes(
            games=count,
            cells=rows * columns,
            kinds=len(rules.enemy_kinds),
            potions=len(rules.potions),
            letters=settings.letters,
            enemies=rules.enemies_per_floor + rules.piles_per_floor,
            posts=rules.piles_per_floor,
            layers=max(1, rules.potions_per_floor),
        )
        self._things = 2 * sum(spawn_counts(rules))
        self._plans, self._spawns = PlanTable(rows, columns), is_spawned_here(rules)
        self.core = self._make_core(allocate(self.sizes))
        self._writer = FloorWriter(rules, rows, columns)
        self._items, self._columns = list_items(rules), columns
        self._layouts: list[Sequence[FloorLayout]] = [()] * count
        self._bare = FloorLayout(rules.standard_board)
        self._paths = [""] * count
        flags = np.zeros(0, np.bool_)
        self._unasked = Answers(self.state.seen[:0], np.zeros(0), flags, flags)
        self._shared_step = SharedStep(count, settings.threads)
        self._no_arrivals = self._arrivals({})
        self._shared_step.compile(self.core, self._no_arrivals, self._unasked)

    @property
    def state(self) -> State:
        return self.core.state

    def _make_core(self, games: State) -> Core:
        settings = self.settings
        rules, letters = read_rules(
            settings.rules, self.sizes, settings.board_shape[1], settings.limits
        )
        return Core(games, rules, letters, np.array(settings.weights, np.float64))

    def start(self, new: NewGames, shown: NDArray[np.uint8] | None = None) -> None:
        answers = self._unasked if shown is None else self._unasked._replace(shown=shown)
        self._admit(self._begin(new), answers)

    def step(
        self,
        actions: NDArray[np.int64],
        running: NDArray[np.bool_],
        answers: Answers,
        new: NewGames,
    ) -> None:
        arrivals, doings, races = self._no_arrivals, running.view(np.uint8), dict[int, int]()
        if new.seeds:
            races = self._begin(new)
            arrivals, doings = self._arrivals(races), doings.copy()
            doings[list(races)] = ARRIVING
        waiting = self._shared_step.perform(self.core, actions, doings, arrivals, answers)
        if waiting:
            descending = {game: races.get(game, NO_RACE) for game in waiting}
            self._admit(descending, answers, tried=races)

    def descend(self, game: int) -> None:
        """End the turn in which the PC of a game takes the stairs to its next floor."""
        self._admit({game: NO_RACE}, self._unasked)

    def _begin(self, new: NewGames) -> dict[int, int]:
        race = self.settings.rules.races.index(new.race)
        for game, seed in new.seeds.items():
            self._layouts[game] = new.floor_layouts
            self._paths[game] = f"{seed}/game {new.game_number}"
        return dict.fromkeys(new.seeds, race)

    def _admit(
        self, races: Mapping[int, int], answers: Answers, tried: Collection[int] = ()
    ) -> None:
        """Let the PCs of games arrive on their next floors, and answer.

        Those which the core has tried to lay out, and could not, are left to the engine.
        """
        while races:
            arrivals = self._arrivals(races, tried)
            tried = self._shared_step.admit(self.core, arrivals, answers)
            races = {game: races[game] for game in tried}

    def _arrivals(self, races: Mapping[int, int], tried: Collection[int] = ()) -> Arrivals:
        rows, keys, at = list[tuple[int, ...]](), list[bytes](), 0
        for game, race in races.items():
            depth = self.depth(game) + 1 if race == NO_RACE else 1
            path, plan = self._paths[game], self._plan_of(game, depth, can_spawn=game not in tried)
            floor = key_of_path(f"{path}/floor {depth}")
            turns = key_of_path(f"{path}/turns {depth}")
            middle = at + len(floor) // KEY_BYTES
            end = middle + len(turns) // KEY_BYTES
            rows.append((game, race, plan, at, middle, end))
            keys += floor, turns
            at = end
        figures = np.array(rows, np.int64).reshape(-1, ARRIVAL_FIGURES)
        things = np.empty((len(rows), self._things), np.int64)
        return Arrivals(figures, read_key(b"".join(keys)), self._plans.plans, things)

    def key_of(self, game: int, label: str) -> NDArray[np.uint32]:
        return read_key(key_of_path(f"{self._paths[game]}/{label}"))

    def digest(self, game: int) -> int:
        games, sizes, depth = self.state, self.sizes, self.depth(game)
        board, path = self._layout_of(game, depth).board, f"{self._paths[game]}/turns {depth}"
        numbers, seen = games.numbers[game].tolist(), games.seen[game]
        turns, is_held = numbers[state.TURNS], numbers[state.HELD] == 1
        flags = seen[sizes.known_at : sizes.message_at].tolist()
        known = sorted([potion.name for potion in compress(self.settings.rules.potions, flags)])
        enemies = games.enemies[game, : numbers[state.ENEMIES] * state.ENEMY_FIGURES]
        posts = [self._own_cell(post, board) for post in numbers[sizes.posts_at : sizes.layers_at]]
        rows = sorted(enemies.reshape(-1, state.ENEMY_FIGURES).tolist(), key=_CELL_OF)
        hps = [row[state.ENEMY_HP] for row in rows]
        guards = [
            (number, tuple(posts[row[state.FIRST_POST] :][: row[state.POSTS]]))
            for number, row in enumerate(rows)
            if row[state.POSTS]
        ]
        outcome = self._outcome(numbers)
        end = None if outcome is None else outcome.digest_part(self.settings.rules)
        facts = (
            f"(({numbers[state.DEPTH]}, {turns}, {is_held}, {path!a}, {known!a}), "
            f"{end!a}, {self._hero(numbers)!a}, "
            f"({hps}, {guards}, {self._lying(games.items[game], numbers[state.HERO])}))"
        )
        terrain = crc32(self._text_of(games.ground[game], board))
        glyphs = self._text_of(seen[: sizes.cells], board)
        return crc32(facts.encode("ascii"), crc32(glyphs, terrain))

    def has_ended(self, game: int) -> bool:
        return bool(self.state.terminated[game] or self.state.truncated[game])

    def is_won(self, game: int) -> bool:
        return int(self.state.numbers[game, state.OUTCOME]) == state.WON

    def depth(self, game: int) -> int:
        return int(self.state.numbers[game, state.DEPTH])

    def turns(self, game: int) -> int:
        return int(self.state.numbers[game, state.TURNS])

    def cause_of_death(self, game: int) -> str:
        """Return the kind of enemy or potion that slew the PC; empty if none did."""
        return cause_of_death(self._outcome(self.state.numbers[game].tolist()))

    def close(self) -> None:
        self._shared_step.close()

    def _plan_of(self, game: int, depth: int, *, can_spawn: bool) -> int:
        """Return the plan of a floor that the core can lay out; let the engine do all others."""
        layout = self._layout_of(game, depth)
        if can_spawn and self._spawns and not layout.marks and layout.board.chambers:
            return self._plans.number_of(layout.board)
        rules = self.settings.rules
        floor = rules.generate_floor(layout, rules, Dice(f"{self._paths[game]}/floor {depth}"))
        self._make_room(floor)
        if depth == 1:
            self.state.numbers[game, state.FIGURES : state.FIGURES + self.sizes.kinds] = 0
        self._writer.write(self.state, self.sizes, game, floor)
        return LAID_OUT

    def _layout_of(self, game: int, depth: int) -> FloorLayout:
        drawn = self._layouts[game]
        return drawn[depth - 1] if depth <= len(drawn) else self._bare

    def _make_room(self, floor: Floor) -> None:
        sizes, enemies, layers = self.sizes, len(floor.enemies), len(floor.items)
        posts = sum([len(enemy.guarded_cells) for enemy in floor.enemies.values()])
        if enemies > sizes.enemies or posts > sizes.posts or layers > sizes.layers:
            self.sizes = sizes._replace(
                enemies=max(enemies, sizes.enemies),
                posts=max(posts, sizes.posts),
                layers=max(layers, sizes.layers),
            )
            self.core = self._make_core(with_more_room(self.state, sizes, self.sizes))

    def refusal(self, number: int, action: int) -> refusals.Refusal:
        """Return why an action is illegal in a running game; it has to be."""
        chosen, games = ALL_ACTIONS[action], self.state
        if isinstance(chosen, Attack):
            return refusals.NoEnemyThere(chosen.direction.name)
        if isinstance(chosen, Drink):
            return refusals.NoPotionThere(chosen.direction.name)
        assert isinstance(chosen, Move), "all others are legal"  # noqa: S101 - for the type
        way = chosen.direction
        cell = int(games.numbers[number, state.HERO]) + way.offset(self._columns)
        if games.seen[number, cell] in WALL_GLYPHS:
            return refusals.BlockedByWall(way.name)
        return refusals.BlockedByThing(way.name, self._name_of(number, cell))

    def _own_cell(self, cell: int, board: Board) -> int:
        row, column = divmod(cell, self._columns)
        return row * board.stride + column

    def _text_of(self, cells: NDArray[np.uint8], board: Board) -> bytes:
        text = np.full((board.height, board.stride), _LINE_FEED, np.uint8)
        text[:, :-1] = cells.reshape(-1, self._columns)[: board.height, : board.width]
        return text.tobytes()

    def _outcome(self, numbers: list[int]) -> Outcome | None:
        if numbers[state.OUTCOME] != state.LOST:
            return Outcome() if numbers[state.OUTCOME] == state.WON else None
        cause, rules = numbers[state.CAUSE], self.settings.rules
        if cause < 0:
            return Outcome(Slain(PC, rules.potions[-1 - cause].name, means=Means.POTION))
        return Outcome(Slain(PC, rules.enemy_kinds[cause].name))

    def _hero(self, numbers: list[int]) -> tuple[object, ...]:
        rules, sizes = self.settings.rules, self.sizes
        race = rules.races[numbers[state.RACE]]
        drunk = numbers[sizes.layers_at : sizes.layers_at + numbers[state.LAYERS]]
        brews = [read_brew(rules.potions[potion], race) for potion in reversed(drunk)]
        shifts = [brew[1:] for brew in brews if brew is not None and brew[0] == CHANGES_STATS]
        flags = numbers[state.FIGURES : state.FIGURES + sizes.kinds]
        provoked = sorted([kind.name for kind in compress(rules.enemy_kinds, flags)])
        layers = [*shifts, (race.stats.attack, race.stats.defence)]
        return race.name, numbers[state.HP], numbers[state.GOLD], layers, provoked

    def _lying(self, cells: NDArray[np.int32], hero: int) -> str:
        lying = cells[np.flatnonzero(cells)].tolist()
        kinds, shift = self._items, state.VALUE_SHIFT
        items = [(kinds[(item & state.KIND_BITS) - 1], item >> shift) for item in lying]
        marks = "".join([item.mark for item, _ in items])
        gold = [value for item, value in items if isinstance(item, GoldPile)]
        return f"{marks!a}, {gold}, {bool(cells[hero])}"

    def _name_of(self, number: int, cell: int) -> str:
        games = self.state
        size = int(games.numbers[number, state.ENEMIES]) * state.ENEMY_FIGURES
        enemies = games.enemies[number, :size].reshape(-1, state.ENEMY_FIGURES)
        for kind in enemies[enemies[:, state.CELL] == cell, state.KIND]:
            return self.settings.rules.enemy_kinds[int(kind)].name
        return self._items[(int(games.items[number, cell]) & state.KIND_BITS) - 1].role
