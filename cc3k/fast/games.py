"""Games: many games of the compiled core, each begun from a seed and stepped with all others."""

from collections.abc import Sequence

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from cc3k.engine.board import Board, FloorLayout
from cc3k.engine.dice import Dice
from cc3k.engine.floor import Floor
from cc3k.engine.hero import Race
from cc3k.engine.rules import Rules
from cc3k.fast.compiler import prepare
from cc3k.fast.dice import words_of_path
from cc3k.fast.digest import BoardSize, DigestMaker, GamePlace
from cc3k.fast.floors import FloorWriter
from cc3k.fast.refusals import RefusalFinder
from cc3k.fast.sharing import SharedStep
from cc3k.fast.spawning import Plan, read_plan, read_spawn_tables, spawn_floor
from cc3k.fast.state import (
    CAUSE,
    DEPTH,
    FIGURES,
    LOST,
    OUTCOME,
    PENDING,
    TURNS,
    WON,
    Core,
    Sizes,
    State,
    allocate,
    with_more_room,
)
from cc3k.fast.stepping import begin_game, enter_floor
from cc3k.fast.tables import list_items, read_rules


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
        self._core = self._make_core(allocate(self._sizes))
        self._writer = FloorWriter(rules, rows, columns)
        self._digests = DigestMaker(rules, list_items(rules))
        self._refusals = RefusalFinder(rules, columns)
        self._layouts: list[Sequence[FloorLayout]] = [()] * count
        self._boards = [BoardSize(rows, columns, columns)] * count
        self._paths = [""] * count
        self._nothing = np.zeros((0, self.state.seen.shape[1]), np.uint8)
        self._shared_step = SharedStep(count, settings.threads)
        self._spawn_tables = read_spawn_tables(rules)
        self._plans: dict[Board, Plan] = {}
        self._compile()

    @property
    def core(self) -> Core:
        """The games as compiled functions take them; it changes when the arrays grow."""
        return self._core

    @property
    def state(self) -> State:
        """The state of all games."""
        return self._core.state

    def _make_core(self, state: State) -> Core:
        """Return the core of some state, its rules read for the present sizes."""
        settings = self.settings
        rules, letters = read_rules(
            settings.rules, self._sizes, settings.board_shape[1], settings.limits
        )
        return Core(state, rules, letters, np.array(settings.weights, np.float64))

    def start(
        self,
        game: int,
        seed: int,
        race: Race,
        floor_layouts: Sequence[FloorLayout] = (),
        game_number: int = 1,
    ) -> None:
        """Begin the game of that number of a seed, as `cc3k --seed` does with the first (R34)."""
        self._layouts[game], self._paths[game] = floor_layouts, f"{seed}/game {game_number}"
        self.state.numbers[game, FIGURES : FIGURES + self._sizes.kinds] = 0  # nobody is provoked
        self._lay_out(game, 1)
        number = self.settings.rules.races.index(race)
        begin_game(self._core, game, number, self.key_of(game, "turns 1"))

    def step(
        self,
        actions: NDArray[np.int64],
        running: NDArray[np.bool_],
        shown: NDArray[np.uint8] | None = None,
    ) -> None:
        """Perform an action in each running game, and copy all that is then seen to `shown`."""
        copied = self._nothing if shown is None else shown
        waiting = self._shared_step.perform(self._core, actions, running, copied)
        if waiting:
            for game in np.flatnonzero(self.state.numbers[:, PENDING]).tolist():
                self.descend(game)
                if shown is not None:
                    shown[game] = self.state.seen[game]

    def key_of(self, game: int, label: str) -> NDArray[np.uint32]:
        """Return the words that seed the dice of a game that are called so."""
        return words_of_path(f"{self._paths[game]}/{label}")

    def digest(self, game: int) -> int:
        """Return the digest of a game, that of `GameState.digest`."""
        path = f"{self._paths[game]}/turns {self.state.numbers[game, DEPTH]}"
        place = GamePlace(path, self._boards[game])
        return self._digests.digest(self.state, self._sizes, game, place)

    @property
    def sizes(self) -> Sizes:
        """The sizes of the arrays, and where in `seen` everything is."""
        return self._sizes

    def refusal(self, game: int, action: int) -> str:
        """Return why an action is illegal in a running game; it has to be."""
        return self._refusals.refusal(self.state, game, action)

    def is_won(self, game: int) -> bool:
        """Tell whether a game is won."""
        return int(self.state.numbers[game, OUTCOME]) == WON

    def depth(self, game: int) -> int:
        """Return the number of the floor of a game, from 1."""
        return int(self.state.numbers[game, DEPTH])

    def turns(self, game: int) -> int:
        """Return the turns of a game."""
        return int(self.state.numbers[game, TURNS])

    def cause_of_death(self, game: int) -> str:
        """Return the kind of enemy or potion that slew the PC; empty if none did."""
        numbers = self.state.numbers[game]
        if numbers[OUTCOME] != LOST:
            return ""
        name = self._digests.slayer(int(numbers[CAUSE]))
        return f"{name} potion" if numbers[CAUSE] < 0 else name

    def close(self) -> None:
        """End the threads."""
        self._shared_step.close()

    def descend(self, game: int) -> None:
        """End the turn in which the PC of a game takes the stairs to its next floor."""
        depth = int(self.state.numbers[game, DEPTH]) + 1
        self._lay_out(game, depth)
        enter_floor(self._core, game, self.key_of(game, f"turns {depth}"))

    def _lay_out(self, game: int, depth: int) -> None:
        """Let the engine lay out a floor, and write it into the arrays."""
        rules, drawn = self.settings.rules, self._layouts[game]
        bare = FloorLayout(rules.standard_board)
        layout = drawn[depth - 1] if depth <= len(drawn) else bare
        board, path = layout.board, f"{self._paths[game]}/floor {depth}"
        self._boards[game] = BoardSize(board.height, board.width, self.settings.board_shape[1])
        if layout.marks or not self._spawn(game, board, path):
            floor = rules.generate_floor(layout, rules, Dice(path))
            self._make_room(floor)
            self._writer.write(self.state, self._sizes, game, floor)

    def _spawn(self, game: int, board: Board, path: str) -> bool:
        """Spawn a floor in the core; tell whether it could."""
        tables = self._spawn_tables
        if tables is None or not board.chambers:
            return False
        if board not in self._plans:
            self._plans[board] = read_plan(board, *self.settings.board_shape)
        plan = self._plans[board]
        return bool(spawn_floor(self._core, game, plan, tables, words_of_path(path)))

    def _make_room(self, floor: Floor) -> None:
        """Let the arrays grow to what lies on a floor."""
        sizes, (enemies, posts, layers) = self._sizes, self._writer.room_of(floor)
        if enemies > sizes.enemies or posts > sizes.posts or layers > sizes.layers:
            self._sizes = sizes._replace(
                enemies=max(enemies, sizes.enemies),
                posts=max(posts, sizes.posts),
                layers=max(layers, sizes.layers),
            )
            self._core = self._make_core(with_more_room(self.state, sizes, self._sizes))

    def _compile(self) -> None:
        """Compile what will be called, or find it compiled, before anything is played."""
        core, key = self._core, words_of_path("")
        self._shared_step.compile(core)
        prepare(begin_game, core, 0, 0, key)
        prepare(enter_floor, core, 0, key)
        if self._spawn_tables is not None:
            cells = np.zeros(0, np.int64)
            plan = Plan(np.zeros(0, np.uint8), cells, cells)
            prepare(spawn_floor, core, 0, plan, self._spawn_tables, key)
