"""Space Defender 2: commands a CPU-second, with their states as text."""

import random
from collections.abc import Iterator, Sequence
from functools import cache

from cc3k.arcade.defender.command_parser import Command, read_commands
from cc3k.arcade.defender.program import IN_GAME, MENUS, DefenderProgram
from tests.benchmarks.clock import in_turn, medians
from tests.benchmarks.figures import Figure

COMMANDS = 100_000
THRESHOLDS = ((20, 40, 55, 70, 80), (30, 30, 30, 30, 30), (5, 25, 30, 60, 101))


@cache
def script(count: int) -> tuple[Command, ...]:
    """Return so many commands: games on every size of board, by turns in debug mode.

    Mostly turns, and now and then one that is refused.
    """
    chance = random.Random(1)
    program, said = DefenderProgram(), list[Command]()

    def say(name: str, *numbers: int) -> None:
        said.append(Command(name, numbers))
        list(program.run([said[-1]]))

    while len(said) < count:
        rows, columns = chance.randint(5, 10), chance.randint(10, 30)
        say("play", rows, columns, *chance.choice(THRESHOLDS))
        for menu in MENUS:
            say("setup_select", chance.randint(1, len(menu.options)))
            say("setup_next", 1)
        say("toggle_debug_mode")
        say("setup_next", 1)
        while program.stage == IN_GAME and len(said) < count:
            order = chance.choice(("pass", "fire", "fire", "special", "move"))
            goal = (chance.randint(1, rows), chance.randint(1, 4)) if order == "move" else ()
            say(order, *goal)
    return tuple(said[:count])


def play(commands: Sequence[Command]) -> int:
    program = DefenderProgram()
    return len(program.begin()) + sum(map(len, program.run(commands)))


def read_and_play(text: str) -> int:
    """Read a whole input and carry it out, as the command does; return the characters."""
    return play(read_commands(text))


def figures() -> Iterator[Figure]:
    commands = script(COMMANDS)
    text = "\n".join(map(str, commands))
    whole, read = medians(in_turn(lambda: play(commands), lambda: read_and_play(text)))
    yield Figure("defender commands, a state each", COMMANDS / whole, "a CPU-second")
    yield Figure("the same, read from text", COMMANDS / read, "a CPU-second")
