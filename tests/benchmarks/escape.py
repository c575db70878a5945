"""How many moves of Escape a CPU-second has, against a straightforward version in the same run."""

import random
from collections.abc import Iterator, Sequence

from cc3k.arcade.escape import EscapeGameBuilder
from cc3k.arcade.escape.manager import read_configuration
from cc3k.arcade.escape.program import SAMPLE_CONFIGURATION, EscapeProgram
from tests.benchmarks.clock import in_turn, median_ratio, medians
from tests.benchmarks.figures import TIMES, Figure
from tests.support.escape_reference import Cell, Kind, ReferenceGame, Standing

MOVES, FEWER_MOVES = 10_000, 500
"""Moves of ours, and of the straightforward version's."""

ONE_IN = 8
"""One move in so many goes anywhere, valid or not."""

TERM = "c25"


def figures() -> Iterator[Figure]:
    games = random_games(MOVES)
    few = random_games(FEWER_MOVES)
    rounds = in_turn(lambda: play_straightforwardly(few), lambda: play(games))
    theirs, ours = medians(rounds)
    faster = median_ratio(rounds) * MOVES / FEWER_MOVES
    yield Figure("Escape moves, against a straightforward version", faster, TIMES, at_least=5)
    yield Figure("Escape moves", MOVES / ours, "a CPU-second", at_least=10_000)
    yield Figure("the straightforward version's", FEWER_MOVES / theirs, "a CPU-second")


def random_games(moves: int) -> list[list[tuple[Cell, Cell]]]:
    """Return so many moves, in games that begin anew when one is over."""
    luck, games = random.Random(1), list[list[tuple[Cell, Cell]]]()
    builder = EscapeGameBuilder(SAMPLE_CONFIGURATION, TERM)
    game = builder.make_game_manager()
    for number in range(moves):
        if number == 0 or game.is_over:
            game = builder.make_game_manager()
            games.append([])
        own = [cell for cell, piece in game.board.pieces.items() if piece.player == game.turn]
        start: Cell = luck.choice(own)
        ends: Sequence[Cell] = [*game.destinations(start)]
        if not ends or luck.randrange(ONE_IN) == 0:
            ends = [(luck.randint(0, game.board.x_max + 1), luck.randint(0, game.board.y_max + 1))]
        games[-1].append((start, luck.choice(ends)))
        game.move(*games[-1][-1])
    return games


def play(games: Sequence[Sequence[tuple[Cell, Cell]]]) -> list[str]:
    builder, answers = EscapeGameBuilder(SAMPLE_CONFIGURATION, TERM), list[str]()
    for moves in games:
        program = EscapeProgram(builder.make_game_manager())
        answers += [
            program.take(f"move {start[0]} {start[1]} {to[0]} {to[1]}") for start, to in moves
        ]
    return answers


def play_straightforwardly(games: Sequence[Sequence[tuple[Cell, Cell]]]) -> list[str]:
    answers = list[str]()
    for moves in games:
        game = straightforward_game()
        answers += [game.move(start, to) for start, to in moves]
    return answers


def straightforward_game() -> ReferenceGame:
    configuration = read_configuration(SAMPLE_CONFIGURATION, "sample")
    kinds = {}
    for section in configuration.descriptors:
        for each in section:
            numbers = {entry.name: int(entry.number or 0) for entry in each.attributes}
            kinds[each.animal.kind] = Kind(
                each.animal.kind,
                each.pattern.kind,
                numbers["DISTANCE"],
                numbers.get("VALUE"),
                *[name in numbers for name in ("FLY", "JUMP", "UNBLOCK")],
            )
    names = [player.text for player in configuration.players]
    cells = {(int(each.x), int(each.y)): each for each in configuration.locations}
    return ReferenceGame(
        configuration.coordinate_type,
        (int(configuration.axes[0].number or 0), int(configuration.axes[1].number or 0)),
        {cell for cell, each in cells.items() if each.type_name == "BLOCK"},
        {cell for cell, each in cells.items() if each.type_name == "EXIT"},
        {
            cell: Standing(
                names.index(each.player.text), kinds[each.animal], kinds[each.animal].value or 1
            )
            for cell, each in cells.items()
            if each.player is not None and each.animal is not None
        },
        {entry.name: int(entry.number or 0) for part in configuration.rules for entry in part},
        TERM,
        (names[0], names[1]),
    )
