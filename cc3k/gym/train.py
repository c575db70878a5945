"""`python -m cc3k.gym.train`: train an agent by MaskablePPO, and compare it to the bots.

It needs `cc3k[train]`, sb3-contrib with PyTorch: without it a sentence says how to install that.
It shows how to go about it: `make_agent` is the training, `play_agent` the evaluation.
"""

import os
import sys
from argparse import Namespace
from collections.abc import Iterator, Sequence
from functools import partial
from io import BytesIO
from math import inf
from pickle import UnpicklingError
from time import monotonic, process_time
from typing import TYPE_CHECKING

from attrs import evolve

from cc3k.terminal.early_interrupts import IMMEDIATE_EXIT

if __name__ == "__main__":
    IMMEDIATE_EXIT.exit_on_interrupt()  # also while all else is imported

from cc3k.api import race_by_name
from cc3k.bots.arena import ArenaError, GameSpec, play_chunk
from cc3k.bots.statistics import (
    CUT_SHORT,
    MAX_COMMANDS,
    BotResult,
    format_estimate,
    statistics_by_race,
)
from cc3k.cli.argument_parser import CommandParser, parse_whole_number, require_parsed
from cc3k.cli.main import print_interrupt_message
from cc3k.cli.streams import print_error, print_text
from cc3k.content.layout.diagnostics import LayoutError
from cc3k.content.roster import BASE_RULES
from cc3k.engine.text import printable_name
from cc3k.exit_codes import EXIT_FAILED, EXIT_INTERRUPTED, EXIT_OK, EXIT_USAGE
from cc3k.saves.disk import check_writable, write_as_asked
from cc3k.saves.layout_files import read_layout_bytes
from cc3k.saves.open_files import UnreadableError, file_error_reason, read_limited
from cc3k.terminal.interrupts import INTERRUPT_HANDLER

if TYPE_CHECKING:
    from sb3_contrib import MaskablePPO

    from cc3k.gym.sb3 import CC3kVecEnv
    from cc3k.gym.settings import EnvOptions

BOTS, AGENT = ("random", "greedy", "careful"), "trained"
FIRST_TEST_SEED, GAMES_AT_ONCE = 3_000_000_000, 200
NO_END = "no end"  # of a game that took too long: it counts as lost without a score
REWARD, MAX_STEPS, RATE = {"gold": 0.1, "victory": 0.5, "step": -0.0005}, 5000, 1.5e-3
MAX_MODEL_BYTES, SECONDS_BETWEEN_LINES = 100_000_000, 15.0


def build_train_parser() -> CommandParser:
    told = "Train an agent by MaskablePPO, and compare it to the bots."
    reader = CommandParser(prog="python -m cc3k.gym.train", description=told)
    for name, least, most, usual, told in (
        ("--minutes", 1, 100_000, 10, "CPU-minutes of training"),
        ("--steps", 0, 10**15, 0, "steps that end the training, too, 0 for no such limit"),
        ("--games", 0, 100_000, 100, "games of each race in the table, 0 for no table"),
        ("--envs", 1, 20_000, 80, "games of each race that are played at once"),
        ("--seed", 0, 2**31 - 1, 1, "the seed of the training"),
    ):
        kind = partial(_whole_number, least, most)
        help_text = f"{told} (default: {usual})"
        reader.add_argument(name, type=kind, default=usual, metavar="N", help=help_text)
    reader.add_argument("--save", metavar="FILE", help="write the trained model to a file")
    reader.add_argument("--load", metavar="FILE", help="begin with the model in a file")
    reader.add_argument("--evaluate", action="store_true", help="only print the table of --load")
    reader.add_argument("--race", default="all", help="the race to play (default: all of them)")
    told = "a layout to play on (default: random floors)"
    reader.add_argument("--floor", "--layout", dest="layout", help=told)
    return reader


def _whole_number(least: int, most: int, text: str) -> int:
    number, expected = parse_whole_number(text, least, most), f"a number from {least} to {most}"
    return require_parsed(number, text, expected)


def main(arguments: Sequence[str] | None = None) -> int:
    options = build_train_parser().parse_args(arguments)
    try:
        with INTERRUPT_HANDLER.handle_first_signal():
            return _run(options)
    except ModuleNotFoundError as missing:
        print_error(f"found no module {missing.name}; pip install '.[train]' brings it")
    except (ArenaError, LayoutError, UnreadableError) as error:
        print_error(str(error))
    except OSError as error:
        print_error(f"{printable_name(str(options.save))}: {file_error_reason(error)}")
        return EXIT_FAILED
    except KeyboardInterrupt:
        print_interrupt_message()
        return EXIT_INTERRUPTED
    return EXIT_USAGE


def _run(options: Namespace) -> int:
    """Train, save and print the table; what cannot be done is told before anything is played."""
    if options.evaluate and (options.load is None or options.save or not options.games):
        message = "found --evaluate; expected --load, 1 or more --games, and no --save with it"
        raise ArenaError(message)
    races = [race.name for race in BASE_RULES.races]
    try:
        races = races if options.race == "all" else [race_by_name(options.race).name]
    except ValueError as error:
        raise ArenaError(str(error)) from error
    if options.save is not None:
        check_writable(options.save)
    text = b"" if options.layout is None else read_layout_bytes(options.layout)
    agent = make_agent(options, races)
    if options.load is not None:
        load_parameters(agent, options.load)
    if not options.evaluate:
        is_stopped = train(agent, 60 * options.minutes, options.steps)
        if options.save is not None:
            agent.save(packed := BytesIO())
            write_as_asked(options.save, packed.getvalue())
        if is_stopped:
            return EXIT_INTERRUPTED
    if options.games:
        print_text(_table(agent, races, options, text))
    return EXIT_OK


def make_games(races: Sequence[str], count: int, settings: "EnvOptions") -> "CC3kVecEnv":
    from cc3k.gym.features import FeatureWrapper
    from cc3k.gym.sb3 import CC3kVecEnv
    from cc3k.gym.vector import CC3kVectorEnv

    chosen: list[EnvOptions] = [{**settings, "race": race, "message": 0} for race in races]
    made = [CC3kVectorEnv(count, autoreset_mode="SAME_STEP", **each) for each in chosen]
    return CC3kVecEnv(*map(FeatureWrapper, made))


def make_agent(options: Namespace, races: Sequence[str]) -> "MaskablePPO":
    """Return an agent that has learned nothing, with the games that it is to learn in."""
    os.environ.setdefault("OMP_NUM_THREADS", "1")  # more take longer for so small a network
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.vec_env import VecMonitor

    from cc3k.gym.policy import ActionScorePolicy

    settings: EnvOptions = {"layout": options.layout, "reward": REWARD, "max_steps": MAX_STEPS}
    games = make_games(races, options.envs, settings)
    return MaskablePPO(
        ActionScorePolicy, VecMonitor(games), learning_rate=RATE, n_steps=64, batch_size=2048,
        n_epochs=4, gamma=0.998, gae_lambda=0.95, ent_coef=0.005, seed=options.seed, device="cpu",
    )  # fmt: skip


def load_parameters(agent: "MaskablePPO", path: str) -> None:
    """Take the parameters out of a model's file; nothing else in it is read, and nothing run."""
    try:
        agent.set_parameters(BytesIO(read_limited(path, MAX_MODEL_BYTES)), device="cpu")
    except (OSError, ValueError, KeyError, RuntimeError, TypeError, UnpicklingError) as error:
        reason = file_error_reason(error) if isinstance(error, OSError) else ""
        found = reason or "found no model of this training"
        message = f"{printable_name(path)}: {found}; expected a file of --save"
        raise ArenaError(message) from error


def train(agent: "MaskablePPO", seconds: float, steps: int) -> bool:
    """Train for so many CPU-seconds or steps, slower and slower; tell whether it was stopped."""
    agent.get_env().reset()  # what compiling takes is no time of the training
    began, shown, signals = process_time(), monotonic(), list[int]()

    def part_done() -> float:
        return max((process_time() - began) / seconds, float(agent.num_timesteps) / (steps or inf))

    def goes_on(_locals: dict[str, object], _globals: dict[str, object]) -> bool:
        nonlocal shown
        if monotonic() - shown >= SECONDS_BETWEEN_LINES:
            shown, lasts = monotonic(), [each["r"] for each in agent.ep_info_buffer or ()]
            mean = f", reward of a game {sum(lasts) / len(lasts):.2f}" if lasts else ""
            print_error(f"{part_done():.0%} done, {agent.num_timesteps:,} steps{mean}")
        return part_done() < 1 and not signals

    agent.lr_schedule = lambda _left: RATE * max(0.0, 1 - part_done())
    with INTERRUPT_HANDLER.handle_first_signal(signals.append):
        agent.learn(sys.maxsize, callback=goes_on)
    agent.lr_schedule = lambda _left: RATE
    print_error(f"trained for {agent.num_timesteps:,} steps, {process_time() - began:.0f} CPU-s")
    return bool(signals)


def play_agent(agent: "MaskablePPO", race: str, seeds: range, layout: str) -> Iterator[BotResult]:
    import numpy as np
    from sb3_contrib.common.maskable.utils import get_action_masks

    games = make_games([race], len(seeds), {"layout": layout, "max_steps": MAX_COMMANDS})
    games.seed(seeds[0])
    seen, scores, playing = games.reset(), np.zeros(len(seeds)), np.ones(len(seeds), np.bool_)
    while playing.any():
        masks = get_action_masks(games)
        seen, rewards, dones, infos = games.step(agent.predict(seen, action_masks=masks)[0])
        scores += rewards
        for place in np.flatnonzero(dones & playing).tolist():
            info, is_cut = infos[place], infos[place]["TimeLimit.truncated"]
            cause = "" if info["won"] else NO_END if is_cut else str(info["cause"])
            score = 0 if is_cut else round(scores[place])
            yield BotResult(race, seeds[place], cause, score, score, int(info["floor"]), 0)
        playing &= ~dones
    games.close()


def play_bot(bot: str, race: str, seeds: range, layout: bytes) -> Iterator[BotResult]:
    """Yield the result of a bot's game of each seed; raises its errors."""
    for seed in seeds:
        results, error = play_chunk([GameSpec(bot, race, seed, 1, layout, compiled=True)])
        if error is not None:
            raise error
        is_over = results[0].cause_of_death != CUT_SHORT
        yield results[0] if is_over else evolve(results[0], cause_of_death=NO_END, score=0)


def _table(agent: "MaskablePPO", races: Sequence[str], options: Namespace, layout: bytes) -> str:
    seeds = range(FIRST_TEST_SEED, FIRST_TEST_SEED + options.games)
    blocks = [seeds[at : at + GAMES_AT_ONCE] for at in range(0, options.games, GAMES_AT_ONCE)]
    turns = [(race, block) for race in races for block in blocks]
    found = {bot: [r for turn in turns for r in play_bot(bot, *turn, layout)] for bot in BOTS}
    found[AGENT] = [r for turn in turns for r in play_agent(agent, *turn, options.layout)]
    lines = [
        f"{options.games} games of each race, seeds {seeds[0]} to {seeds[-1]}; 95 % intervals",
        "",
        f"{'race':9}{'player':9}{'won':24}{'score':24}floors",
    ]
    floors = BASE_RULES.floor_count
    for rows in zip(*[statistics_by_race(games, floors) for games in found.values()], strict=True):
        for player, row in zip(found, rows, strict=True):
            won, score = format_estimate(row.won, ".1%"), format_estimate(row.score, ".1f")
            lines.append(f"{row.race:9}{player:9}{won:24}{score:24}{row.floors.value:.2f}")
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    code = main()
    IMMEDIATE_EXIT.exit_on_interrupt(code)
    raise SystemExit(code)
