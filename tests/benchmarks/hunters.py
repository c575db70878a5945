"""What hunters cost: 2,000 of them on the largest board, and those of a usual floor (X8, X52)."""

from collections.abc import Iterator, Sequence
from functools import partial

from attrs import evolve

from cc3k.content.roster import BASE_RULES
from cc3k.engine.actions import Attack, Move, legal_actions
from cc3k.engine.board import STAIRS_GLYPH, TILE, FloorLayout, board_from_rows
from cc3k.engine.dice import Dice
from cc3k.engine.game import GameState
from cc3k.engine.rules import Rules
from cc3k.expansions.hunters import HUNTERS
from cc3k.expansions.registry import rules_with
from tests.benchmarks.clock import in_turn, median_ratio, medians
from tests.benchmarks.crowds import EVER
from tests.benchmarks.figures import TIMES, Figure

ROWS, COLUMNS, CROWD = 200, 500, 2_000
TURNS, CROWDED_TURNS = 1_500, 10
RULES = rules_with((HUNTERS,))
MILLISECOND = 1e-3


def figures() -> Iterator[Figure]:
    for place, rows in (("in a hall", hall_rows()), ("in a warren", warren_rows())):
        game = crowded_game(RULES, rows)
        (seconds,) = medians(in_turn(partial(stand, game, CROWDED_TURNS)))
        taken = seconds / CROWDED_TURNS / MILLISECOND
        yield Figure(f"a turn of 2,000 hunters {place}", taken, "CPU-ms", at_most=100)
    hunted, usual = usual_game(RULES), usual_game(BASE_RULES)
    rounds = in_turn(lambda: stand(hunted, TURNS), lambda: stand(usual, TURNS))
    yield Figure("a turn with hunters, against one without", median_ratio(rounds), TIMES, at_most=4)


def hall_rows() -> tuple[str, ...]:
    return bordered(["." * (COLUMNS - 2)] * (ROWS - 2))


def warren_rows() -> tuple[str, ...]:
    """Return the largest board with a single passage that winds over all of it."""
    width = COLUMNS - 2
    turns = ("#".rjust(width), "#".ljust(width))
    lines = [turns[row // 2 % 2] if row % 2 else "#" * width for row in range(ROWS - 2)]
    return bordered(lines)


def bordered(lines: Sequence[str]) -> tuple[str, ...]:
    border = f"|{'-' * len(lines[0])}|"
    return (border, *[f"|{line}|" for line in lines], border)


def crowded_game(rules: Rules, rows: Sequence[str]) -> GameState:
    """Return a game on a board of those rows, with orcs all over it, who hunt for ever."""
    picture, dice = bytearray("\n".join(rows).encode("ascii")), Dice("crowd of hunters")
    ground = [cell for cell, glyph in enumerate(picture) if glyph in b".#"]
    places = list(dict.fromkeys(dice.pick_many(ground, 2 * CROWD)))[: CROWD + 2]
    for cell in places:
        picture[cell] = TILE  # which lies under every mark
    board = board_from_rows(tuple(picture.decode("ascii").splitlines()))
    marks = [*zip(places[2:], "O" * CROWD, strict=True), (places[0], "@"), (places[1], "\\")]
    game = game_on(rules, FloorLayout(board, tuple(sorted(marks))))
    for enemy in game.floor.enemies.values():
        enemy.hunting_turns = EVER
    return game


def usual_game(rules: Rules) -> GameState:
    return game_on(rules, FloorLayout(rules.standard_board))


def game_on(rules: Rules, layout: FloorLayout) -> GameState:
    return GameState(
        rules, evolve(BASE_RULES.races[0], hp=EVER, max_hp=EVER), Dice("hunt"), (layout,)
    )


def stand(game: GameState, turns: int) -> GameState:
    """Take turns in a copy of a game: steps at random, never onto the stairs, or attacks."""
    twin, ways = game.copy(), Dice("ways")
    for _ in range(turns):
        floor = twin.floor
        choices = [
            action
            for action in legal_actions(twin)
            if isinstance(action, Move | Attack)
            and floor.glyphs[floor.hero_cell + action.direction.offset(floor.board.stride)]
            != STAIRS_GLYPH
        ]
        twin.play(ways.pick(choices))
    return twin
