"""`python -m cc3k.gym.train`: train an agent by MaskablePPO, and compare it to the bots.

It needs `cc3k[train]`, sb3-contrib with PyTorch: without it a sentence says how to install that.
Its options need none of it, so that is imported late. `make_agent` is the training, `action_scorer`
the network, `play_agent` the evaluation.
"""

import os
import sys
from argparse import Namespace
from collections.abc import Mapping, Sequence
from io import BytesIO
from math import ceil
from pickle import UnpicklingError
from time import process_time
from typing import TYPE_CHECKING

from cc3k.terminal.early_interrupts import IMMEDIATE_EXIT

if __name__ == "__main__":
    IMMEDIATE_EXIT.exit_on_interrupt()  # also while all else is imported

from cc3k.bots.arena import ArenaError, GameSpec, play_game
from cc3k.bots.bot import MAX_COMMANDS
from cc3k.bots.statistics import BotResult, format_estimate, statistics_by_race
from cc3k.cli.arena import chosen_races, read_layout
from cc3k.cli.argument_parser import CommandParser, add_option, count_argument, run_tool
from cc3k.cli.main import run_to_exit_code
from cc3k.cli.streams import print_error, print_text, try_write
from cc3k.content.roster import BASE_RULES
from cc3k.engine.text import printable_name
from cc3k.exit_codes import EXIT_INTERRUPTED, EXIT_OK, EXIT_USAGE
from cc3k.saves.disk import check_writable, write_as_asked
from cc3k.saves.open_files import file_error_reason, read_limited
from cc3k.terminal.interrupts import INTERRUPT_HANDLER

if TYPE_CHECKING:
    from sb3_contrib import MaskablePPO

    from cc3k.gym.sb3 import CC3kVecEnv
    from cc3k.gym.settings import EnvOptions

FIRST_TEST_SEED = 3_000_000_000
REWARD, MAX_STEPS, RATE = {"gold": 0.1, "victory": 0.5, "step": -0.0005}, 5000, 1.5e-3
HIDDEN = 48  # units of each hidden layer
KINDS_OF_ACTIONS = 4  # the first features of a legal action: one of them is a 1
MAX_MODEL_BYTES, STEPS_BETWEEN_TABLES = 100_000_000, 250_000


def build_train_parser() -> CommandParser:
    told = "Train an agent by MaskablePPO, and compare it to the bots."
    parser = CommandParser(prog="python -m cc3k.gym.train", description=told)
    for name, least, most, usual, told in (
        ("--minutes", 1, 100_000, 10, "CPU-minutes of training"),
        ("--steps", 0, 999_999_999, 0, "steps that end the training, too, 0 for no such limit"),
        ("--games", 0, 10_000, 100, "games of each race in the table, 0 for no table"),
        ("--envs", 1, 20_000, 80, "games of each race that are played at once"),
        ("--seed", 0, 999_999_999, 1, "the seed of the training"),
    ):
        kind, help_text = count_argument(most, least), f"{told} (default: {usual})"
        add_option(parser, f"{name} N", help_text, type=kind, default=usual)
    add_option(parser, "--save FILE", "write the trained model to a file")
    add_option(parser, "--load FILE", "begin with the model in a file")
    add_option(parser, "--evaluate", "only print the table of --load")
    add_option(parser, "--race RACE", "the race to play (default: all of them)", default="all")
    told = "a layout to play on (default: random floors)"
    add_option(parser, "--floor,--layout LAYOUT", told, dest="layout")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    try:
        return run_to_exit_code(run, sys.argv[1:] if arguments is None else arguments)
    except ModuleNotFoundError as missing:
        print_error(f"found no module {missing.name}; pip install '.[train]' brings it")
        return EXIT_USAGE


def run(arguments: Sequence[str]) -> int:
    with INTERRUPT_HANDLER.handle_first_signal():
        return run_tool(build_train_parser(), arguments, Namespace(), _train_and_compare)


def _train_and_compare(options: Namespace) -> int:
    """Train, save and print the table; what cannot be done is told before anything is played."""
    if options.evaluate and (options.load is None or options.save or not options.games):
        expected = "--load, 1 or more --games, and no --save with it"
        options.parser.error(f"found --evaluate; expected {expected}")
    races, path = chosen_races(options.parser, options.race, BASE_RULES), options.save
    layout, code = read_layout(options.layout, BASE_RULES), EXIT_OK
    if path is not None and (code := try_write(path, lambda: check_writable(path))):
        return code
    agent = make_agent(options, races)
    if options.load is not None:
        load_parameters(agent, options.load)
    if not options.evaluate:
        is_stopped = train(agent, 60 * options.minutes, options.steps)
        if path is not None:
            agent.save(packed := BytesIO())
            code = try_write(path, lambda: write_as_asked(path, packed.getvalue()))
        if is_stopped or code:
            return code or EXIT_INTERRUPTED
    if options.games:
        played = play_agent(agent, races, options)
        bots = {bot: play_bot(bot, played, layout) for bot in ("random", "greedy", "careful")}
        print_text(format_table({**bots, "trained": played}))
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
    import torch
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.vec_env import VecMonitor

    torch.distributions.Distribution.set_default_validate_args(False)  # a third of the time
    settings: EnvOptions = {"layout": options.layout, "reward": REWARD, "max_steps": MAX_STEPS}
    network = {
        "features_extractor_class": action_scorer(), "ortho_init": False,
        "net_arch": {"vf": [HIDDEN]}, "activation_fn": torch.nn.ReLU,
    }  # fmt: skip
    agent = MaskablePPO(
        "MultiInputPolicy", VecMonitor(make_games(races, options.envs, settings)),
        learning_rate=RATE, n_steps=64, batch_size=2048, n_epochs=4, gamma=0.998, gae_lambda=0.95,
        ent_coef=0.005, policy_kwargs=network, seed=options.seed, device="cpu",
    )  # fmt: skip
    logits = agent.policy.action_net.requires_grad_(requires_grad=False)  # just the scores
    torch.nn.init.eye_(logits.weight)
    torch.nn.init.zeros_(logits.bias)
    return agent


def action_scorer() -> type:
    """Return the class of a network that scores each action by its features and the whole."""
    import torch
    from gymnasium.spaces import Box
    from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
    from torch import Tensor, nn

    class ActionScorer(BaseFeaturesExtractor):
        def __init__(self, space: Mapping[str, Box]) -> None:
            (whole,), (actions, action) = space["whole"].shape, space["actions"].shape
            super().__init__(space, actions + whole)
            self.of_whole, self.of_action = nn.Linear(whole, HIDDEN), nn.Linear(action, HIDDEN)
            self.to_score, self.directly = nn.Linear(HIDDEN, 1), nn.Linear(action, 1)
            for layer in (self.to_score, self.directly):  # all are about alike to begin with
                nn.init.orthogonal_(layer.weight, 0.01)

        def forward(self, seen: dict[str, Tensor]) -> Tensor:
            """Return the scores and the whole; an illegal action scores 0, and takes no time."""
            whole, actions = seen["whole"], seen["actions"]
            game, action = actions[..., :KINDS_OF_ACTIONS].sum(-1).nonzero(as_tuple=True)
            features = actions[game, action]
            hidden = torch.relu(self.of_whole(whole)[game] + self.of_action(features))
            found = (self.to_score(hidden) + self.directly(features)).squeeze(-1)
            scores = actions.new_zeros(actions.shape[:2]).index_put((game, action), found)
            return torch.cat([scores, whole], dim=1)

    return ActionScorer


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
    from stable_baselines3.common.logger import HumanOutputFormat, Logger

    agent.set_logger(Logger(None, [HumanOutputFormat(sys.stderr)] if sys.stderr else []))
    agent.get_env().reset()  # what compiling takes is no time of the training
    began, signals = process_time(), list[int]()

    def time_left() -> float:
        return 0 if signals else max(0.0, 1 - (process_time() - began) / seconds)

    agent.lr_schedule = lambda steps_left: RATE * min(steps_left, time_left())
    between = ceil(STEPS_BETWEEN_TABLES / agent.n_steps / agent.n_envs)
    with INTERRUPT_HANDLER.handle_first_signal(signals.append):
        agent.learn(steps or sys.maxsize, lambda *_: time_left() > 0, log_interval=between)
    agent.lr_schedule = lambda _left: RATE
    print_error(f"trained for {agent.num_timesteps:,} steps, {process_time() - began:.0f} CPU-s")
    return bool(signals)


def play_agent(agent: "MaskablePPO", races: Sequence[str], options: Namespace) -> list[BotResult]:
    """Let the agent play as many games of each race; the seeds follow one another."""
    from sb3_contrib.common.maskable.utils import get_action_masks
    from stable_baselines3.common.vec_env import VecMonitor

    settings: EnvOptions = {"layout": options.layout, "max_steps": MAX_COMMANDS}
    games = VecMonitor(make_games(races, options.games, settings))
    seeds, results = games.seed(FIRST_TEST_SEED), dict[int, BotResult]()
    seen = games.reset()
    while len(results) < len(seeds):
        masks = get_action_masks(games)
        seen, _, dones, infos = games.step(agent.predict(seen, action_masks=masks)[0])
        for number in dones.nonzero()[0].tolist():
            info, is_cut = infos[number], infos[number]["TimeLimit.truncated"]
            cause = "" if info["won"] else "no end" if is_cut else info["cause"]
            score = 0 if is_cut else round(info["episode"]["r"])
            race, floors = races[number // options.games], int(info["floor"])
            result = BotResult(race, seeds[number], cause, score, score, floors, 0)
            results.setdefault(number, result)  # of the first game of each
    return [results[number] for number in sorted(results)]


def play_bot(bot: str, games: Sequence[BotResult], layout: bytes) -> list[BotResult]:
    """Let a bot play the same games; raises its errors."""
    return [
        play_game(GameSpec(bot, of.race, of.game_number, 1, layout, compiled=True)) for of in games
    ]


def format_table(players: Mapping[str, Sequence[BotResult]]) -> str:
    seeds = [of.game_number for of in players["trained"]]
    lines = [
        f"{len(seeds)} games, seeds {seeds[0]} to {seeds[-1]}; 95 % intervals",
        "",
        f"{'race':9}{'player':9}{'won':24}{'score':24}floors",
    ]
    found = [statistics_by_race(of, BASE_RULES.floor_count) for of in players.values()]
    for rows in zip(*found, strict=True):
        for player, row in zip(players, rows, strict=True):
            won, score = format_estimate(row.won, ".1%"), format_estimate(row.score, ".1f")
            lines.append(f"{row.race:9}{player:9}{won:24}{score:24}{row.floors.value:.2f}")
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    code = main()
    IMMEDIATE_EXIT.exit_on_interrupt(code)
    raise SystemExit(code)
