"""What is measured: random turns without output, and a script of commands with a frame each."""

import os
import random
import subprocess
import sys

from cc3k.content.roster import BASE_RULES
from cc3k.engine.actions import Attack, Drink, Move
from cc3k.engine.board import DIRECTIONS, POTION_GLYPH
from cc3k.engine.dice import Dice
from cc3k.engine.game import GameState
from cc3k.engine.refusals import Impossible
from cc3k.play.commands import DIRECTED_VERBS
from cc3k.play.session import Session, SessionStage

SEED = 42

A_GAME = 500
"""Turns after which a game gives way to another one, so that the luck of none counts for much."""

MEASURE = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_utime + used.ru_stime, used.ru_maxrss)
"""


def random_turns(turns: int) -> None:
    """Play turns of a random direction each, legal or not: attack, drink or move.

    Another game is begun on death, and after so many turns that no game counts for much.
    """
    ways = random.Random(1)
    actions = [(way, Attack(way), Drink(way), Move(way)) for way in DIRECTIONS]
    game, played = new_game(0), 0
    for turn in range(1, turns + 1):
        if game.outcome is not None or turn % A_GAME == 0:
            played += 1
            game = new_game(played)
        way, attack, drink, move = actions[ways.getrandbits(3)]
        floor = game.floor
        cell = floor.hero_cell + way.offset(floor.board.stride)
        if cell in floor.enemies:
            action: Attack | Drink | Move = attack
        else:
            action = drink if floor.glyphs[cell] == POTION_GLYPH else move
        try:
            game.play(action)
        except Impossible:
            continue


def new_game(number: int) -> GameState:
    return GameState(
        BASE_RULES, BASE_RULES.races[number % len(BASE_RULES.races)], Dice(f"{SEED}/game {number}")
    )


def script(commands: int) -> str:
    """Return a script with that many commands that each show a frame, over as many games."""
    ways = random.Random(1)
    session, words, told = Session(BASE_RULES, SEED), list[str](), 0
    races = [race.key for race in BASE_RULES.races]

    def say(word: str) -> None:
        words.append(word)
        list(session.play_words([word]))

    while told < commands:
        if session.stage is SessionStage.CHOOSING_RACE:
            say(ways.choice(races))
        elif session.stage is SessionStage.GAME_OVER:
            say("r")
        else:
            if ways.random() < 0.25:
                say(ways.choice(list(DIRECTED_VERBS)))
            say(ways.choice(DIRECTIONS).command_word)
            told += 1
    return " ".join(words)


def scripted_run(words: str) -> tuple[float, int]:
    """Play a script in a process of its own; return its CPU-seconds and its peak memory in kB.

    A small process starts and measures it: started from here, it would begin as large as this.
    """
    command = [sys.executable, "-c", MEASURE, sys.executable, "-m", "cc3k", "--seed", str(SEED)]
    measured = subprocess.run(
        command, input=words, capture_output=True, text=True, check=True, env=dict(os.environ)
    ).stdout.split()
    return float(measured[0]), int(measured[1])
