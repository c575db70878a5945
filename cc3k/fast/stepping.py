"""Stepping: an action in each of many games, the enemies' turn, what is then seen, by threads.

`cc3k.engine.actions` and `cc3k.engine.game` have the same turns, in the same order of draws.

The interpreter's lock is released while `do_share` runs. Each thread has a share of its own and
takes of it what it can; who has done with that helps the others. So one that wakes late, or loses
its processor, does less, and nobody waits for long. The threads are OpenMP's; where Numba has no
OpenMP they are Python's, which take longer to wake.
"""

from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cc3k.engine.board import GOLD_GLYPH, STAIRS_GLYPH, TILE
from cc3k.fast import combat, state, writing
from cc3k.fast.arriving import GAME, NEW_RACE, NO_RACE, Arrivals, arrive
from cc3k.fast.compiler import (
    compiled,
    count_native_threads,
    entry_point,
    fetch_add,
    limit_native_threads,
    parallel_entry_point,
    prange,
    prepare,
)
from cc3k.fast.state import Core, GameRow, Plans, State

_ATTACKS, _DRINKS, _FREEZE = 8, 16, 24
"""The first action of each kind after the moves, in `ALL_ACTIONS`."""


@compiled
def perform(game: GameRow, action: int) -> bool:
    """Carry out an action and what follows; tell whether it could be done (R4)."""
    numbers = game.numbers
    if numbers[state.OUTCOME]:
        writing.say(game, writing.OVER, 0, 0, 0)
        return False
    if action == _FREEZE:
        numbers[state.HELD] = 1 - numbers[state.HELD]
        writing.say(game, writing.FREEZE, numbers[state.HELD], 0, 0)
        return True
    way = action & 7
    cell = numbers[state.HERO] + state.towards(game, way)
    if action < _ATTACKS:
        is_done = _move(game, cell, way)
    elif action < _DRINKS:
        is_done = _attack(game, cell, way)
    else:
        is_done = _drink(game, cell, way)
    if is_done:
        numbers[state.TURNS] += 1
        if not numbers[state.PENDING]:
            _end_turn(game)
    return is_done


@compiled
def _end_turn(game: GameRow) -> None:
    numbers = game.numbers
    if numbers[state.OUTCOME] == 0 and numbers[state.HP] > 0:
        combat.regrow(game)
        _enemies_act(game)
    if numbers[state.HP] == 0:
        numbers[state.OUTCOME] = state.LOST


@compiled
def _move(game: GameRow, to: int, way: int) -> bool:
    glyph = int(game.seen[to])
    if not state.glyph_class(game, glyph) & state.IS_PASSABLE:
        _refuse_move(game, to, way)
        return False
    if glyph == STAIRS_GLYPH:
        _take_stairs(game, way)
        return True
    combat.leave_cell(game, to)
    if writing.sees_potions(game, to):
        writing.say_potions(game, to, writing.MOVED_SEEING, way, writing.SEEING_END)
    else:
        writing.say(game, writing.MOVED, way, 0, 0)
    if glyph == GOLD_GLYPH:
        combat.pick_up_gold(game)
    return True


@compiled
def _refuse_move(game: GameRow, to: int, way: int) -> None:
    if state.glyph_class(game, int(game.seen[to])) & state.IS_WALL:
        writing.say(game, writing.WALL_REFUSAL, way, 0, 0)
        return
    kinds, row = game.rules[state.KIND_COUNT], combat.row_of_enemy(game, to)
    thing = game.enemies[row + state.KIND] if row >= 0 else kinds + state.item_at(game, to)
    thing += way * (kinds + game.rules[state.ITEM_COUNT])
    writing.say(game, writing.THING_REFUSAL, thing, 0, 0)


@compiled
def _take_stairs(game: GameRow, way: int) -> None:
    """Leave the floor: for good, or for the next one, which is laid out by Python."""
    depth = game.numbers[state.DEPTH]
    if depth == game.rules[state.FLOORS]:
        game.numbers[state.OUTCOME] = state.WON
        writing.say(game, writing.ESCAPED, way, 0, 0)
    else:
        game.numbers[state.PENDING] = 1
        writing.say(game, writing.DESCENDED, way, depth + 1, 0)


@compiled
def _attack(game: GameRow, cell: int, way: int) -> bool:
    row = combat.row_of_enemy(game, cell)
    if row < 0:
        writing.say(game, writing.NO_ENEMY, way, 0, 0)
        return False
    combat.attack_enemy(game, row)
    return True


@compiled
def _drink(game: GameRow, cell: int, way: int) -> bool:
    if writing.potion_at(game, cell) < 0:
        writing.say(game, writing.NO_POTION, way, 0, 0)
        return False
    combat.drink(game, cell)
    return True


@compiled
def _enemies_act(game: GameRow) -> None:
    """Let every enemy attack or step once, in reading order (R3, R7)."""
    enemies, hero, stride = game.enemies, game.numbers[state.HERO], game.rules[state.STRIDE]
    held, end = game.numbers[state.HELD], game.numbers[state.ENEMIES] * state.ENEMY_FIGURES
    _sort_enemies(game, end)
    if not held:
        state.draw_step_bytes(game, end)
    for row in range(0, end, state.ENEMY_FIGURES):
        is_stationary = enemies[row + state.STATIONARY]
        is_watchful = is_stationary or combat.is_near(hero, enemies[row + state.CELL], stride)
        if is_watchful and combat.can_attack_hero(game, row):
            combat.attack_hero(game, row)
            if game.numbers[state.HP] == 0:
                return
        elif not (held or is_stationary):
            _wander(game, row)


@compiled
def _sort_enemies(game: GameRow, end: int) -> None:
    """Put the rows of the enemies into reading order; after a turn they nearly are."""
    enemies = game.enemies
    for last in range(state.ENEMY_FIGURES, end, state.ENEMY_FIGURES):
        row = last
        while row and enemies[row - state.ENEMY_FIGURES + state.CELL] > enemies[row + state.CELL]:
            for place in range(row, row + state.ENEMY_FIGURES):
                before = enemies[place - state.ENEMY_FIGURES]
                enemies[place - state.ENEMY_FIGURES] = enemies[place]
                enemies[place] = before
            row -= state.ENEMY_FIGURES


@compiled
def _wander(game: GameRow, row: int) -> None:
    """Take a random step: one of two that are tried, or else one to a free tile."""
    seen, cell = game.seen, game.enemies[row + state.CELL]
    byte = game.enemies[row + state.STRIDES]
    to = cell + state.towards(game, byte & 7)
    if seen[to] != TILE:
        to = cell + state.towards(game, byte >> 3 & 7)
        if seen[to] != TILE:
            free = combat.count_free_neighbours(game, cell)
            if not free:
                return
            to = combat.free_neighbour(game, cell, state.below(game, free))
    game.enemies[row + state.CELL] = to
    seen[to], seen[cell] = seen[cell], TILE
    for plane in (game.rules[state.CELLS], 2 * game.rules[state.CELLS]):
        seen[plane + to], seen[plane + cell] = seen[plane + cell], 0


BY_SCORE, BY_GOLD, BY_VICTORY, BY_FLOOR, BY_DEATH, BY_STEP = range(6)
"""Entries of `weights`, the rewards of a step, in the order in which they are added up."""

IDLE, ACTING, ARRIVING = range(3)
"""What a game does in a step: nothing, its action, or one of the arrivals."""

TAKEN_PART, FEWEST_AT_A_TIME = 8, 4
"""A thread takes an eighth of the games that are left, so that all threads end at about once."""


class Answers(NamedTuple):
    """What a step brings in each game: all that is seen, the reward, and whether it has ended.

    Arrays without rows are not asked for.
    """

    shown: NDArray[np.uint8]
    rewards: NDArray[np.float64]
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]


class Step(NamedTuple):
    """A step of all games: the action of each, what it does, and the arrivals.

    The work is shared out: `nexts` has the next arrival that nobody has taken yet, and then the
    next game of each share, and `ends` where they end. `waiting` has how many games wait for their
    next floor, and then these in any order.
    """

    actions: NDArray[np.int64]
    doings: NDArray[np.uint8]
    arrivals: Arrivals
    answers: Answers
    nexts: NDArray[np.int64]
    ends: NDArray[np.int64]
    waiting: NDArray[np.int64]


@entry_point
def do_share(core: Core, step: Step, share: int) -> None:
    """Take arrivals, then games of a share, then those that other threads have not come to.

    A thread that begins late does less, and the games of a share mostly stay with one thread, in
    whose memory they are.
    """
    row = fetch_add(step.nexts, 0, 1)
    while row < step.ends[0]:
        _arrive(core, step, row)
        row = fetch_add(step.nexts, 0, 1)
    shares = step.nexts.size - 1
    for turn in range(shares):
        taken = 1 + (share + turn) % shares
        end, first, count = step.ends[taken], 0, 0
        while first + count < end:
            count = max(FEWEST_AT_A_TIME, (end - step.nexts[taken]) // TAKEN_PART)
            first = fetch_add(step.nexts, taken, count)
            _act(core, step, first, min(first + count, end))


@compiled
def _arrive(core: Core, step: Step, row: int) -> None:
    number = step.arrivals.rows[row, GAME]
    if not arrive(core, step.arrivals, row):
        _wait(step, number)
        return
    if step.arrivals.rows[row, NEW_RACE] == NO_RACE:
        _judge(core, number, is_done=True)
    else:
        core.state.rewards[number] = 0
        core.state.terminated[number], core.state.truncated[number] = False, False
    _answer(core, step.answers, number)


@compiled
def _act(core: Core, step: Step, first: int, end: int) -> None:
    for number in range(first, end):
        doing = step.doings[number]
        if doing == ACTING and not _step(core, number, step.actions[number]):
            _wait(step, number)
        elif doing != ARRIVING:
            _answer(core, step.answers, number)


@compiled
def _wait(step: Step, number: int) -> None:
    step.waiting[1 + fetch_add(step.waiting, 0, 1)] = number


@compiled
def _answer(core: Core, answers: Answers, number: int) -> None:
    games = core.state
    if answers.shown.shape[0]:
        _copy_row(games.seen[number], answers.shown[number])
    if answers.rewards.size:
        answers.rewards[number] = games.rewards[number]
        answers.terminated[number] = games.terminated[number]
        answers.truncated[number] = games.truncated[number]


@compiled
def _copy_row(row: NDArray[np.uint8], other: NDArray[np.uint8]) -> None:
    """Copy a row to another: a loop of this form becomes a block copy."""
    for place in range(row.size):
        other[place] = row[place]


@compiled
def _step(core: Core, number: int, action: int) -> bool:
    """Perform an action in a game; tell whether that has ended, or else the PC is at the stairs."""
    game = state.game_row(core, number)
    game.numbers[state.STEPS] += 1
    writing.begin_message(game)
    is_done = perform(game, action)
    game.numbers[state.REFUSED] = not is_done
    if game.numbers[state.PENDING]:
        return False
    writing.end_message(game)
    if is_done:
        writing.observe(game)
    _judge(core, number, is_done)
    return True


@compiled
def _judge(core: Core, number: int, is_done: bool) -> None:  # noqa: FBT001 - compiled
    game, weights, reward = state.game_row(core, number), core.weights, 0.0
    numbers, rules = game.numbers, game.rules
    if is_done:
        score = writing.score_of(game)
        reward += weights[BY_SCORE] * (score - numbers[state.SCORE])
        reward += weights[BY_GOLD] * (numbers[state.GOLD] - numbers[state.GOLD_BEFORE])
        reward += weights[BY_VICTORY] * (numbers[state.OUTCOME] == state.WON)
        reward += weights[BY_FLOOR] * (numbers[state.DEPTH] - numbers[state.DEPTH_BEFORE])
        reward += weights[BY_DEATH] * (numbers[state.OUTCOME] == state.LOST)
        numbers[state.SCORE], numbers[state.GOLD_BEFORE] = score, numbers[state.GOLD]
        numbers[state.DEPTH_BEFORE] = numbers[state.DEPTH]
    core.state.rewards[number] = reward + weights[BY_STEP]
    is_over = numbers[state.OUTCOME] != 0
    is_late = 0 <= rules[state.MAX_TURNS] <= numbers[state.TURNS]
    is_spent = is_late or 0 <= rules[state.MAX_STEPS] <= numbers[state.STEPS]
    core.state.terminated[number] = is_over
    core.state.truncated[number] = is_spent and not is_over


FEWEST_GAMES_A_THREAD = 32
"""Fewer games than this are not worth a thread of their own."""

FEWEST_ARRIVALS_A_THREAD = 4
"""Fewer floors than this are not worth a thread, where nothing else is done."""

SHARED_CORE = "the fast core for several threads"
"""The thing that is compiled here."""


class SharedStep:
    """A step of that many games, done by so many threads at most."""

    def __init__(self, games: int, threads: int) -> None:
        self._shares = max(1, min(threads, games // FEWEST_GAMES_A_THREAD))
        bounds = [games * share // self._shares for share in range(self._shares + 1)]
        self._firsts, self._ends = np.array([0, *bounds[:-1]]), np.array([0, *bounds[1:]])
        self._waiting = np.zeros(games + 1, np.int64)
        self._nobody = np.zeros(0, np.int64), np.zeros(0, np.uint8)
        self._native_threads = min(self._shares, count_native_threads())
        is_native = self._native_threads > 1 or self._shares == 1
        self._executor = None if is_native else ThreadPoolExecutor(self._shares)

    def compile(self, core: Core, arrivals: Arrivals, answers: Answers) -> None:
        step = Step(*self._nobody, arrivals, answers, self._firsts, self._ends, self._waiting)
        prepare(do_share, core, step, 0)
        if self._native_threads > 1:
            prepare(_do_shares, core, step, 0, of=SHARED_CORE)

    def perform(
        self,
        core: Core,
        actions: NDArray[np.int64],
        doings: NDArray[np.uint8],
        arrivals: Arrivals,
        answers: Answers,
    ) -> list[int]:
        """Do what `do_share` does with all games; return those that wait for their next floor."""
        self._ends[0] = len(arrivals.rows)
        bounds = self._firsts.copy(), self._ends, self._waiting
        return self._run(core, Step(actions, doings, arrivals, answers, *bounds), self._shares)

    def admit(self, core: Core, arrivals: Arrivals, answers: Answers) -> list[int]:
        count = len(arrivals.rows)
        threads = max(1, min(self._shares, count // FEWEST_ARRIVALS_A_THREAD))
        bounds = np.array([0]), np.array([count]), self._waiting
        return self._run(core, Step(*self._nobody, arrivals, answers, *bounds), threads)

    def _run(self, core: Core, step: Step, threads: int) -> list[int]:
        waiting = step.waiting
        waiting[0] = 0
        if threads == 1:
            do_share(core, step, 0)
        elif self._executor is not None:
            works = [self._executor.submit(do_share, core, step, share) for share in range(threads)]
            for work in works:
                work.result()
        else:
            with limit_native_threads(self._native_threads):
                _do_shares(core, step, threads)
        count = int(waiting[0])
        return sorted(waiting[1 : 1 + count].tolist()) if count else []

    def close(self) -> None:
        if self._executor is not None:
            self._executor.shutdown()


@parallel_entry_point
def _do_shares(core: Core, step: Step, count: int) -> None:
    """Do that many shares at once.

    Everything is taken out of its tuple and put into one again: a loop in parallel takes arrays,
    and no tuples of them.
    """
    seen, ground, items, numbers, enemies, words, rewards, terminated, truncated = core.state
    rules, letters, weights = core[1:]
    actions, doings, arrivals, answers, nexts, ends, waiting = step
    rows, keys, (grounds, chambers), things = arrivals
    shown, brought, over, spent = answers
    for share in prange(count):
        whole = State(seen, ground, items, numbers, enemies, words, rewards, terminated, truncated)
        own = Core(whole, rules, letters, weights)
        come = Arrivals(rows, keys, Plans(grounds, chambers), things)
        part = Answers(shown, brought, over, spent)
        games = Step(actions, doings, come, part, nexts, ends, waiting)
        do_share(own, games, share)
