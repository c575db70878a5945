"""Modern Gems: greedy moves on the large board, beside a straightforward version of the same."""

from collections.abc import Iterator

from cc3k.arcade.gems.board import BOARDS, POLICIES, choose_greedily
from cc3k.arcade.gems.program import GemGame
from tests.benchmarks.clock import in_turn, median_ratio, medians
from tests.benchmarks.figures import TIMES, Figure
from tests.support import plain_gems

MOVES, PLAIN_MOVES = 10_000, 1_000
BOARD, PLAYER = "large", "GreedyPlayer"


def play(count: int) -> int:
    """Make so many greedy moves, by each policy in turn, game after game; return their score."""
    total, names = 0, [*POLICIES]
    game, played = GemGame(BOARDS[BOARD], names[0], PLAYER), 0
    for _ in range(count):
        if game.is_over:
            total, played = total + game.score, played + 1
            game = GemGame(BOARDS[BOARD], names[played % len(names)], PLAYER)
        policy = POLICIES[game.policy_name]
        game = game.after(policy, choose_greedily(game.board, policy))
    return total + game.score


def play_plainly(count: int) -> int:
    """Make the same moves with the straightforward version; return their score."""
    total, names, played = 0, [*POLICIES], 0
    board = BOARDS[BOARD]
    rows = range(0, len(board.kinds), board.columns)
    full = [list(board.kinds[first : first + board.columns]) for first in rows]
    grid = full
    for _ in range(count):
        if not plain_gems.gems(grid):
            grid, played = full, played + 1
        name = names[played % len(names)]
        place = plain_gems.greedy(grid, name)
        total += plain_gems.score(grid, name, *place)
        grid = plain_gems.removed(grid, plain_gems.group(grid, name, *place))
    return total


def figures() -> Iterator[Figure]:
    rounds = in_turn(lambda: play_plainly(PLAIN_MOVES), lambda: play(MOVES))
    theirs, ours = medians(rounds)
    faster = median_ratio(rounds) * MOVES / PLAIN_MOVES
    yield Figure("greedy gems moves, against a plain version", faster, TIMES, at_least=1.3)
    yield Figure("greedy gems moves on the large board", MOVES / ours, "a CPU-second")
    yield Figure("the plain version's", PLAIN_MOVES / theirs, "a CPU-second")
