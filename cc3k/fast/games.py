"""Games: many games of the compiled core, each begun from a seed and stepped with all others."""

from collections.abc import Collection, Mapping, Sequence

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from cc3k.engine.board import FloorLayout
from cc3k.engine.dice import Dice
from cc3k.engine.floor import Floor
from cc3k.engine.hero import Race
from cc3k.engine.rules import Rules
from cc3k.fast import state
from cc3k.fast.arriving import ARRIVAL_FIGURES, LAID_OUT, NO_RACE, Arrivals
from cc3k.fast.dice import KEY_BYTES, key_of_path, read_key, words_of_path
from cc3k.fast.digest import GameReader
from cc3k.fast.floors import FloorWriter, PlanTable
from cc3k.fast.state import Core, Sizes, State, allocate, with_more_room
from cc3k.fast.stepping import ARRIVING, Answers, SharedStep
from cc3k.fast.tables import is_spawned_here, list_items, read_rules, spawn_counts


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
    """Many games at once. `state` has the observations, rewards and ends of all of them."""

    def __init__(self, settings: FastSettings, count: int) -> None:
        self.settings, rules = settings, settings.rules
        rows, columns = settings.board_shape
        self._sizes = Sizes(
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
        self._core = self._make_core(allocate(self._sizes))
        self._writer = FloorWriter(rules, rows, columns)
        self._reader = GameReader(rules, list_items(rules), columns)
        self._layouts: list[Sequence[FloorLayout]] = [()] * count
        self._bare = FloorLayout(rules.standard_board)
        self._paths = [""] * count
        flags = np.zeros(0, np.bool_)
        self._unasked = Answers(self.state.seen[:0], np.zeros(0), flags, flags)
        self._shared_step = SharedStep(count, settings.threads)
        self._no_arrivals = self._arrivals({})
        self._shared_step.compile(self._core, self._no_arrivals)

    @property
    def core(self) -> Core:
        """The games as compiled functions take them; it changes when the arrays grow."""
        return self._core

    @property
    def state(self) -> State:
        return self._core.state

    def _make_core(self, games: State) -> Core:
        settings = self.settings
        rules, letters = read_rules(
            settings.rules, self._sizes, settings.board_shape[1], settings.limits
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
        new: NewGames | None = None,
    ) -> None:
        arrivals, doings, races = self._no_arrivals, running.view(np.uint8), dict[int, int]()
        if new is not None and new.seeds:
            races = self._begin(new)
            arrivals, doings = self._arrivals(races), doings.copy()
            doings[list(races)] = ARRIVING
        waiting = self._shared_step.perform(self._core, actions, doings, arrivals, answers)
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
            tried = self._shared_step.admit(self._core, arrivals, answers)
            races = {game: races[game] for game in tried}

    def _arrivals(self, races: Mapping[int, int], tried: Collection[int] = ()) -> Arrivals:
        rows, keys, at = list[tuple[int, ...]](), list[bytes](), 0
        for game, race in races.items():
            depth = self.depth(game) + 1 if race == NO_RACE else 1
            path, plan = self._paths[game], self._plan_of(game, depth, can_spawn=game not in tried)
            floor, turns = (
                key_of_path(f"{path}/floor {depth}"),
                key_of_path(f"{path}/turns {depth}"),
            )
            middle = at + len(floor) // KEY_BYTES
            end = middle + len(turns) // KEY_BYTES
            rows.append((game, race, plan, at, middle, end))
            keys += floor, turns
            at = end
        figures = np.array(rows, np.int64).reshape(-1, ARRIVAL_FIGURES)
        things = np.empty((len(rows), self._things), np.int64)
        return Arrivals(figures, read_key(b"".join(keys)), self._plans.plans, things)

    def key_of(self, game: int, label: str) -> NDArray[np.uint32]:
        return words_of_path(f"{self._paths[game]}/{label}")

    def digest(self, game: int) -> int:
        depth = self.depth(game)
        board, path = self._layout_of(game, depth).board, f"{self._paths[game]}/turns {depth}"
        return self._reader.digest(self.state, self._sizes, game, board, path)

    @property
    def sizes(self) -> Sizes:
        return self._sizes

    def refusal(self, game: int, action: int) -> str:
        return self._reader.refusal(self.state, game, action)

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
        numbers = self.state.numbers[game]
        if numbers[state.OUTCOME] != state.LOST:
            return ""
        name = self._reader.slayer(int(numbers[state.CAUSE]))
        return f"{name} potion" if numbers[state.CAUSE] < 0 else name

    def close(self) -> None:
        self._shared_step.close()

    def _plan_of(self, game: int, depth: int, *, can_spawn: bool) -> int:
        """Return the plan of a floor that the core can lay out; let the engine do all others."""
        layout = self._layout_of(game, depth)
        if can_spawn and self._spawns and not layout.marks and layout.board.chambers:
            if layout.board not in self._plans:
                self._plans.add(layout.board)
            return self._plans.number_of(layout.board)
        rules = self.settings.rules
        floor = rules.generate_floor(layout, rules, Dice(f"{self._paths[game]}/floor {depth}"))
        self._make_room(floor)
        if depth == 1:
            self.state.numbers[game, state.FIGURES : state.FIGURES + self._sizes.kinds] = 0
        self._writer.write(self.state, self._sizes, game, floor)
        return LAID_OUT

    def _layout_of(self, game: int, depth: int) -> FloorLayout:
        drawn = self._layouts[game]
        return drawn[depth - 1] if depth <= len(drawn) else self._bare

    def _make_room(self, floor: Floor) -> None:
        sizes, (enemies, posts, layers) = self._sizes, self._writer.room_of(floor)
        if enemies > sizes.enemies or posts > sizes.posts or layers > sizes.layers:
            self._sizes = sizes._replace(
                enemies=max(enemies, sizes.enemies),
                posts=max(posts, sizes.posts),
                layers=max(layers, sizes.layers),
            )
            self._core = self._make_core(with_more_room(self.state, sizes, self._sizes))
