"""The training learns, saves, loads and compares; what cannot be done is a sentence."""

import errno
import os
import signal
import subprocess
import sys
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from attrs import evolve

from cc3k.content.roster import BASE_RULES
from cc3k.gym import train
from cc3k.saves.disk import Disk
from tests.support.processes import environment

pytest.importorskip("numba")

from cc3k.fast.compiled_bots import TWIN
from cc3k.fast.compiler import CORE, NOTICE, count_native_threads
from cc3k.fast.sharing import SHARED_CORE
from cc3k.gym.training import models, session
from cc3k.gym.training.evaluation import (
    BOTS,
    FIRST_TEST_SEED,
    NO_END,
    Contest,
    format_table,
    play_agent,
)
from cc3k.gym.training.learning import Learner, Recipe, find_shape, make_learner
from cc3k.gym.training.models import Model, load_model, save_model
from cc3k.gym.training.network import (
    Decisions,
    Goals,
    Weights,
    add_gradients,
    allocate_work,
    decide,
)
from cc3k.gym.training.optimizer import Adam, Checkpoint
from cc3k.gym.training.progress import format_time
from cc3k.gym.training.rollouts import AGENT_CODE, allocate_decisions

pytestmark = pytest.mark.core

RACES = [race.name for race in BASE_RULES.races]
SHAPE = find_shape(BASE_RULES, 16)
SMALL = ("--steps", "600", "--envs", "20", "--games", "0")
"""A training of a second."""

OF_TRAINING = (
    *(("--minutes", "1"), ("--steps", "9"), ("--save", "m.npz"), ("--envs", "400")),
    *(("--threads", "2"), ("--seed", "0")),
)
"""Each option that only a training heeds, with a value of it."""

WITHOUT_A_LIBRARY = """
import runpy, sys
class Gone:
    def find_spec(self, name, path=None, target=None):
        if name == {name!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Gone())
runpy.run_module("cc3k.gym.train", run_name="__main__")
"""


def learned(seed: int, *, lessons: int = 2, threads: int = 2) -> Learner:
    """Return a learner after some lessons of a few games."""
    with ThreadPoolExecutor(threads) as executor:
        learner = make_learner(
            rules=BASE_RULES,
            races=RACES,
            games=20,
            seed=seed,
            options={},
            executor=executor,
            recipe=Recipe(steps=16, hidden=16, batch=128),
        )
        for _ in range(lessons):
            learner.lesson(0.0)
    return learner


def begun(seed: int, before: Checkpoint | None = None) -> Learner:
    """Return a learner of twenty games that has had no lesson."""
    with ThreadPoolExecutor(1) as executor:
        return make_learner(
            rules=BASE_RULES, races=RACES, games=20, seed=seed, options={}, executor=executor,
            recipe=Recipe(steps=16, hidden=16, batch=128), before=before,
        )  # fmt: skip


def drawn_model(seed: int = 0) -> Model:
    """Return a model that has learned nothing."""
    parameters = SHAPE.draw(np.random.default_rng(seed))
    chance = np.random.default_rng(seed + 1)
    mean, square = chance.normal(size=(2, SHAPE.size)).astype(np.float32)
    adam = Adam(mean, np.square(square), 45)
    return Model(SHAPE, parameters, adam, BASE_RULES.ruleset, seed, 123)


def random_decisions(count: int) -> Decisions:
    """Return decisions on noise, three actions legal in each."""
    chance, made = np.random.default_rng(1), allocate_decisions(SHAPE, count)
    made.whole[:] = chance.normal(size=made.whole.shape)
    made.actions[:] = chance.normal(size=made.actions.shape)
    made.masks[:, 3:6] = 1
    return made


def test_a_network_learns_a_target() -> None:
    """Where one of three actions is always better, it is soon the one that is chosen."""
    count, chance = 256, np.random.default_rng(2)
    made, work = random_decisions(count), allocate_work(SHAPE, 25)
    flat, gradients = SHAPE.draw(chance), np.zeros(SHAPE.size, np.float32)
    best = 3 + made.actions[:, 3:6, 0].argmax(axis=1)
    shares, values = [], []
    for _ in range(60):
        draws = chance.random(count, np.float32)
        decide(made, SHAPE.views(flat), draws, 1.0, work, (0, count))
        shares.append(float((made.chosen == best).mean()))
        goals = Goals(
            np.where(made.chosen == best, 1, -1).astype(np.float32), made.whole[:, 1].copy()
        )
        losses = np.zeros(3)
        for _ in range(4):
            gradients.fill(0)
            losses.fill(0)
            add_gradients(
                made,
                goals,
                np.arange(count),
                SHAPE.views(flat),
                Weights(0.2, 0.0, 0.5),
                SHAPE.views(gradients),
                losses,
                work,
            )
            flat -= np.float32(0.5 / count) * gradients
        values.append(losses[1] / count)
    assert made.masks[np.arange(count), made.chosen].all()
    assert shares[0] < 0.5
    assert shares[-1] > 0.8
    assert values[-1] < values[0] / 2


def test_gradients_are_those_of_the_loss() -> None:
    """Moved by a little, each of some parameters changes the loss as its gradient says."""
    count, made, work = 32, random_decisions(32), allocate_work(SHAPE, 25)
    chance, weights = np.random.default_rng(3), Weights(0.2, 0.01, 0.5)
    flat = SHAPE.draw(chance) * 3
    decide(made, SHAPE.views(flat), chance.random(count, np.float32), 1.0, work, (0, count))
    goals = Goals(
        chance.normal(size=count).astype(np.float32), chance.normal(size=count).astype(np.float32)
    )

    def loss_at(parameters: np.ndarray) -> tuple[float, np.ndarray]:
        gradients, losses = np.zeros(SHAPE.size, np.float32), np.zeros(3)
        add_gradients(
            made,
            goals,
            np.arange(count),
            SHAPE.views(parameters),
            weights,
            SHAPE.views(gradients),
            losses,
            work,
        )
        return losses[0] + weights.value * losses[1] - weights.entropy * losses[2], gradients

    _, gradients = loss_at(flat)
    largest = np.argsort(-np.abs(gradients))[:40]
    for place in chance.choice(largest, 12, replace=False).tolist():
        there, back = flat.copy(), flat.copy()
        there[place] += 1e-2
        back[place] -= 1e-2
        slope = (loss_at(there)[0] - loss_at(back)[0]) / 2e-2
        assert slope == pytest.approx(gradients[place], rel=0.1, abs=0.05)


def test_lessons_change_the_parameters_and_count_steps() -> None:
    """Twenty games, sixteen steps, two lessons; steps that begin a game anew are none."""
    before, after = learned(1, lessons=0), learned(1)
    assert not np.array_equal(before.parameters, after.parameters)
    assert np.isfinite(after.parameters).all()
    assert 500 < after.steps <= 20 * 16 * 2


def test_the_same_seed_makes_the_same_model() -> None:
    """On one thread or two, bit for bit; another seed makes another one."""
    first = learned(5).parameters
    assert np.array_equal(first, learned(5, threads=1).parameters)
    assert not np.array_equal(first, learned(6).parameters)


def test_a_model_comes_back_as_it_was_saved(tmp_path: Path) -> None:
    """All of it; and the program loads what it has saved."""
    path, model = str(tmp_path / "model.npz"), drawn_model()
    save_model(path, model)
    found = load_model(path)
    assert np.array_equal(found.parameters, model.parameters)
    assert (found.shape, found.ruleset, found.seed) == (SHAPE, BASE_RULES.ruleset, 0)
    assert (found.steps, found.adam.count) == (123, 45)
    assert np.array_equal(found.adam.mean, model.adam.mean)
    assert np.array_equal(found.adam.square, model.adam.square)
    assert os.listdir(tmp_path) == ["model.npz"]


def test_the_program_trains_saves_goes_on_and_repeats(tmp_path: Path) -> None:
    """The same steps lead to the same parameters; from a loaded model training goes on."""
    paths = [str(tmp_path / name) for name in ("one.npz", "two.npz", "three.npz")]
    assert train.main([*SMALL, "--save", paths[0]]) == 0
    assert train.main([*SMALL, "--save", paths[1], "--threads", "1"]) == 0
    assert train.main([*SMALL, "--save", paths[2], "--load", paths[0]]) == 0
    one, two, three = map(load_model, paths)
    assert Path(paths[0]).read_bytes() == Path(paths[1]).read_bytes()
    assert np.array_equal(one.parameters, two.parameters)
    assert not np.array_equal(one.parameters, three.parameters)
    assert 600 <= one.steps <= 20 * 64, "whole lessons"
    assert three.steps > one.steps
    assert three.adam.count > one.adam.count > 0


def test_a_loaded_training_goes_on_as_it_was(tmp_path: Path) -> None:
    """The optimizer has its state, and the games are others than those that were played before."""
    path = str(tmp_path / "model.npz")
    before = drawn_model()
    save_model(path, before)
    learner = begun(1, load_model(path).checkpoint)
    assert np.array_equal(learner.parameters, before.parameters)
    assert np.array_equal(learner.adam.mean, before.adam.mean)
    assert np.array_equal(learner.adam.square, before.adam.square)
    assert learner.adam.count == before.adam.count
    seeds, fresh = ([*each.shards[0].rollout.groups[0].seeds] for each in (learner, begun(1)))
    assert not {*seeds} & {*fresh}
    assert seeds == [*begun(1, before.checkpoint).shards[0].rollout.groups[0].seeds]
    with ThreadPoolExecutor(1) as learner.executor:
        learner.lesson(0.0)
    assert learner.adam.count > before.adam.count == 45


def test_a_model_of_the_first_format_is_read(tmp_path: Path) -> None:
    """It has no state of the optimizer, which begins anew, and the time that it took."""
    path, model = tmp_path / "model.npz", drawn_model()
    numbers = {"ruleset": model.ruleset, "seed": 7, "steps": 99, "seconds": 4.5}
    shape = np.array([SHAPE.whole, SHAPE.action, SHAPE.hidden])
    arrays = {"format": np.array(models.FIRST_FORMAT), "shape": shape}
    arrays |= {name: np.array(number) for name, number in numbers.items()}
    write_arrays(path, {**arrays, "parameters": model.parameters})
    found = load_model(str(path))
    assert np.array_equal(found.parameters, model.parameters)
    assert (found.seed, found.steps, found.adam.count) == (7, 99, 0)
    assert not found.adam.mean.any()
    assert not found.adam.square.any()


@pytest.mark.slow
def test_the_table_has_each_player_and_race(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Shares and means with intervals, for all bots and the agent, of the games of one race too."""
    path = str(tmp_path / "model.npz")
    save_model(path, drawn_model())
    capsys.readouterr()
    assert train.main(["--load", path, "--evaluate", "--games", "3", "--race", "troll"]) == 0
    title, _, heads, *rows = capsys.readouterr().out.splitlines()
    assert title == (
        f"3 games of each race, seeds {FIRST_TEST_SEED} to {FIRST_TEST_SEED + 2}; 95 % intervals"
    )
    assert heads.split() == ["race", "player", "won", "score", "floors"]
    assert [row.split()[:2] for row in rows] == [["Troll", name] for name in (*BOTS, "trained")]
    assert all(row.count("(") == 2 for row in rows)


@pytest.mark.slow
def test_an_agent_plays_each_game_of_each_race_once() -> None:
    """Whoever dies begins the next one, until all have been played; and again it is the same."""
    contest = Contest(rules=BASE_RULES, races=RACES[:2], games=150, options={})
    told = list[tuple[str, int, int]]()
    results = play_agent(drawn_model(), contest, lambda *figures: told.append(figures))
    for race in RACES[:2]:
        seeds = [result.game_number for result in results if result.race == race]
        assert sorted(seeds) == [*contest.seeds]
    assert told[-1] == ("trained", 300, 300)
    again = play_agent(drawn_model(), contest, lambda *_: None)
    assert again == results
    assert {result.cause_of_death for result in results} <= {
        *(kind.name for kind in BASE_RULES.enemy_kinds),
        *("", "PH potion", NO_END),
    }
    table = format_table({"trained": results}, contest)
    assert len(table.splitlines()) == 3 + 3


@pytest.mark.slow
def test_a_minute_of_training_beats_chance_by_far() -> None:
    """On the full game, with all races: the interval of its score is above 10; chance has 1."""
    with ThreadPoolExecutor(2) as executor:
        learner = make_learner(
            rules=BASE_RULES, races=RACES, games=400, seed=1, options={}, executor=executor
        )
        while learner.steps < 900_000:
            learner.lesson(learner.steps / 900_000)
    found = learner.shape, learner.parameters, learner.adam
    model = Model(*found, BASE_RULES.ruleset, 1, learner.steps)
    contest = Contest(rules=BASE_RULES, races=RACES, games=40, options={})
    scores = [result.score for result in play_agent(model, contest, lambda *_: None)]
    assert np.mean(scores) - 2 * np.std(scores) / len(scores) ** 0.5 > 10


class Explosive:
    """An object that says so when it is unpickled."""

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.makedirs, ("exploded",)


def write_arrays(path: Path, arrays: dict[str, np.ndarray]) -> None:
    """Write a file of arrays as `numpy.savez` does."""
    with zipfile.ZipFile(path, "w") as packed:
        for name, array in arrays.items():
            with packed.open(f"{name}.npy", "w") as entry:
                np.save(entry, array)


def foreign_files(folder: Path) -> list[Path]:
    """Return files that are no models, in many ways."""
    entries = {
        "format": np.array(models.FORMAT),
        "shape": np.array([SHAPE.whole, SHAPE.action, SHAPE.hidden]),
        "parameters": np.zeros(SHAPE.size, np.float32),
        "mean": np.zeros(SHAPE.size, np.float32),
        "square": np.zeros(SHAPE.size, np.float32),
        **{name: np.array(1) for name in ("ruleset", "seed", "steps", "moves")},
    }
    changes: dict[str, dict[str, np.ndarray]] = {
        "foreign": {"format": np.array("another agent")},
        "short": {"parameters": np.zeros(3, np.float32)},
        "wide": {"shape": np.array([10**9, 10**9, 10**9])},
        "negative": {"shape": np.array([-1, 2, 3])},
        "infinite": {"parameters": np.full(SHAPE.size, np.inf, np.float32)},
        "listed": {"steps": np.arange(3)},
        "broken": {"steps": np.array(1.5)},
        "unwound": {"moves": np.array(-1)},
        "short of means": {"mean": np.zeros(3, np.float32)},
        "no square": {"square": np.full(SHAPE.size, -1, np.float32)},
        "pickled": {"seed": np.array(Explosive(), object)},
    }
    for name, change in changes.items():
        write_arrays(folder / f"{name}.npz", {**entries, **change})
    write_arrays(folder / "lacking.npz", {"format": entries["format"]})
    np.save(folder / "single.npy", entries["parameters"])
    (folder / "text.npz").write_text("no model\n", "ascii")
    (folder / "empty.npz").write_bytes(b"")
    save_model(str(folder / "cut.npz"), drawn_model())
    (folder / "cut.npz").write_bytes((folder / "cut.npz").read_bytes()[:2000])
    with zipfile.ZipFile(folder / "bomb.npz", "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("parameters.npy", b"\0" * (models.MAX_BYTES + 1))
    return sorted(folder.iterdir())


def test_what_is_no_model_is_told_and_never_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One sentence, exit code 2, and no pickle is opened."""
    monkeypatch.chdir(tmp_path)
    paths = foreign_files(tmp_path)
    assert len(paths) == 17
    for path in paths:
        assert train.main(["--load", str(path), "--evaluate"]) == 2
        told = capsys.readouterr()
        assert told.err == f"cc3k: {path}: {models.EXPECTED_MODEL}\n"
        assert told.out == ""
    assert not (tmp_path / "exploded").exists()


def test_a_model_of_other_rules_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What it is for, and what was expected."""
    path = tmp_path / "model.npz"
    other = evolve(drawn_model(), ruleset=BASE_RULES.ruleset + 1)
    save_model(str(path), other)
    assert train.main(["--load", str(path), "--evaluate"]) == 2
    assert f"found a model of ruleset {BASE_RULES.ruleset + 1}" in capsys.readouterr().err


def test_a_failed_save_leaves_the_older_model(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The new one is complete, or the old one is as it was, and nothing lies about."""
    path = tmp_path / "model.npz"
    save_model(str(path), drawn_model(1))
    before = path.read_bytes()

    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Disk, "rename", fail)
    with pytest.raises(OSError, match="No space"):
        save_model(str(path), drawn_model(2))
    assert path.read_bytes() == before
    assert os.listdir(tmp_path) == ["model.npz"]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--layout", "nowhere"], "give a layout file or one of:"),
        (["--race", "ogre"], "race 'ogre': expected one of shade"),
        (["--evaluate"], "found --evaluate without --load; expected a model to evaluate"),
        (["--dlc", "pack"], "--dlc: the fast core does not know the expansion pack; expected none"),
        (["--dlc", "fog,pack", "--steps", "1"], "does not know the expansions pack, fog; expected"),
        (["--dlc", "star"], "--dlc: expansion 'star': expected one of pack"),
        *[
            (["--load", "m.npz", "--evaluate", option, value], f"found --evaluate with {option}; ")
            for option, value in OF_TRAINING
        ],
        (
            ["--evaluate", "--save", "m.npz", "--minutes", "1"],
            "found --evaluate with --minutes, --save; expected none of a training's options",
        ),
        (["--load", "nowhere.npz"], "nowhere.npz: no such file or directory"),
        (["--load", "."], ".: neither a regular file nor a pipe"),
        (["--save", "nowhere/model.npz"], "--save nowhere/model.npz: no such folder; expected"),
        (["--save", "."], "--save .: is a directory; expected a file that can be written"),
        (["--save", "/proc/model.npz"], "--save /proc/model.npz: "),
        (["--save", "a\0b"], "no such file name; expected a file that can be written"),
        (["--save", ""], "no such file name; expected a file that can be written"),
    ],
)
def test_what_cannot_be_trained_on_is_named(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    complaint: str,
) -> None:
    """Exit code 2, as everywhere, before anything is played."""
    monkeypatch.chdir(tmp_path)
    save_model("m.npz", drawn_model())
    assert train.main(arguments) == 2
    told = capsys.readouterr()
    assert complaint in told.err
    assert told.err.count("\n") == 1
    assert told.out == ""


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--envs", "0"], "argument --envs: '0': expected a whole number, from 1 to 100000"),
        (["--envs", "-1"], "argument --envs: '-1': expected a whole number, from 1 to 100000"),
        (["--games", "-1"], "argument --games: '-1': expected a whole number, from 0 to 1000000"),
        (["--steps", "-5"], "argument --steps: '-5': expected a whole number, 1 or more"),
        (["--steps", "1e5"], "argument --steps: '1e5': expected a whole number, 1 or more"),
        (["--minutes", "0"], "argument --minutes: '0': expected a number of minutes, more than 0"),
        (["--minutes", "nan"], "argument --minutes: 'nan': expected a number of minutes"),
        (["--minutes", "soon"], "argument --minutes: 'soon': expected a number of minutes"),
        (["--threads", "3"], "argument --threads: '3': expected a whole number, from 1 to 2"),
        (["--seed", "-1"], "argument --seed: '-1': expected a whole number, from 0 to 4294967295"),
        (["--seed", "4294967296"], "argument --seed: '4294967296': expected a whole number, from"),
    ],
)
def test_what_cannot_be_asked_for_is_named(
    capsys: pytest.CaptureFixture[str], arguments: list[str], complaint: str
) -> None:
    """Before anything is played."""
    with pytest.raises(SystemExit) as ended:
        train.main(arguments)
    told = capsys.readouterr()
    assert ended.value.code == 2
    assert complaint in told.err
    assert told.out == ""


@pytest.mark.parametrize("name", ["gymnasium", "numba"])
def test_a_missing_library_is_named(name: str) -> None:
    """And so is the extra that has it: a sentence, and no traceback out of the package."""
    run = subprocess.run(
        [sys.executable, "-c", WITHOUT_A_LIBRARY.format(name=name)],
        capture_output=True,
        text=True,
        check=False,
        env=environment(),
    )
    told = (
        f"cc3k: found no module {name}; expected cc3k[train] to be installed: "
        "pip install '.[train]' brings it\n"
    )
    assert (run.returncode, run.stdout, run.stderr) == (2, "", told)


@pytest.mark.slow
def test_an_interrupt_saves_what_is_there(tmp_path: Path) -> None:
    """Ctrl-C ends the training after a lesson: the model is there, and a sentence says so."""
    path = tmp_path / "model.npz"
    command = [sys.executable, "-m", "cc3k.gym.train", "--envs", "20", "--save", str(path)]
    with subprocess.Popen(
        [*command, "--steps", "100000000"],
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
        process_group=0,
    ) as running:
        assert running.stderr is not None
        told = ""
        while "steps" not in told:
            told = running.stderr.readline()
        running.send_signal(signal.SIGINT)
        rest = running.stderr.read()
    assert running.returncode == 130
    assert f"{path} is saved; --load {path} --evaluate evaluates it" in rest
    assert "Traceback" not in rest
    assert load_model(str(path)).steps > 0


def test_compiling_is_not_counted_as_training(monkeypatch: pytest.MonkeyPatch) -> None:
    """A minute of ten lessons stays one, however long it took to make all ready."""
    clock, parts = [0.0], list[float]()

    def prepare(_learner: Learner) -> None:
        clock[0] += 1000

    def lesson(learner: Learner, part_done: float) -> None:
        clock[0] += 6
        learner.steps += 1
        parts.append(part_done)

    monkeypatch.setattr(session, "process_time", lambda: clock[0])
    monkeypatch.setattr(Learner, "prepare", prepare)
    monkeypatch.setattr(Learner, "lesson", lesson)
    assert train.main(["--minutes", "1", "--envs", "20", "--games", "0"]) == 0
    assert parts == pytest.approx([number / 10 for number in range(10)])


PREPARED = """
from concurrent.futures import ThreadPoolExecutor
from cc3k.content.roster import BASE_RULES
from cc3k.gym.training import features, learning, network, rollouts
with ThreadPoolExecutor(2) as executor:
    learner = learning.make_learner(
        rules=BASE_RULES, races=["Shade", "Troll"], games=8, seed=1, options={}, executor=executor,
        recipe=learning.Recipe(steps=4),
    )
    functions = network.decide, features.sense, network.add_gradients
    counts = [[len(function.signatures) for function in functions]]
    learner.prepare()
    counts.append([len(function.signatures) for function in functions])
    learner.lesson(0.0)
    counts.append([len(function.signatures) for function in functions])
print(counts)
"""


def run_program(*arguments: str, **environ: str) -> subprocess.CompletedProcess[str]:
    """Run Python with some arguments."""
    return subprocess.run(
        [sys.executable, *arguments],
        env={**environment(), **environ},
        capture_output=True,
        text=True,
        check=True,
    )


@pytest.mark.slow
def test_no_lesson_compiles_anything() -> None:
    """All is compiled before the time of the training begins, for what it is called with."""
    assert run_program("-c", PREPARED).stdout == "[[0, 0, 0], [1, 1, 1], [1, 1, 1]]\n"


@pytest.mark.slow
def test_each_thing_is_announced_once_and_only_if_it_is_compiled(tmp_path: Path) -> None:
    """The core and the agent by a training, the bot by the arena, threads where they are asked for.

    None of them again.
    """
    cache, path = str(tmp_path / "cache"), str(tmp_path / "model.npz")
    training = ("-m", "cc3k.gym.train", *SMALL, "--save", path)
    arena = ("-m", "cc3k", "arena", "--bot", "random", "--games", "1", "--fast", "--workers", "2")
    table = ("-m", "cc3k.gym.train", "--load", path, "--evaluate", "--games", "1", "--race", "drow")
    shared = ("-c", "from cc3k.gym.vector import CC3kVectorEnv; CC3kVectorEnv(64, threads=2)")
    said = [
        [line for line in run_program(*each, NUMBA_CACHE_DIR=cache).stderr.splitlines(keepends=True)
         if "compiling" in line]
        for each in (training, table, arena, arena, training, shared, shared)
    ]  # fmt: skip
    core, agent, bot, threads = map(NOTICE.format, (CORE, AGENT_CODE, TWIN, SHARED_CORE))
    of_threads = [threads] if count_native_threads() > 1 else []
    assert said == [[core, agent], [], [bot], [], [], of_threads, []]


@pytest.mark.slow
def test_an_interrupt_of_the_compiler_leaves_a_good_model_alone(tmp_path: Path) -> None:
    """Nothing is learned, so nothing is saved; a line says so, with the exit code of Ctrl-C."""
    path = tmp_path / "model.npz"
    save_model(str(path), drawn_model())
    before = path.read_bytes()
    with subprocess.Popen(
        [sys.executable, "-m", "cc3k.gym.train", "--minutes", "9", "--save", str(path)],
        stderr=subprocess.PIPE,
        text=True,
        env={**environment(), "NUMBA_CACHE_DIR": str(tmp_path / "cache")},
        process_group=0,
    ) as running:
        assert running.stderr is not None
        assert running.stderr.readline() == NOTICE.format(CORE)
        running.send_signal(signal.SIGINT)
        rest = running.stderr.read()
    assert running.returncode == 130
    assert rest == "cc3k: interrupted before anything was learned: nothing is saved\n"
    assert path.read_bytes() == before


def test_an_interrupt_before_the_first_lesson_saves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also one that comes when all is compiled."""
    path = tmp_path / "model.npz"

    def interrupted(_learner: Learner) -> None:
        os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr(Learner, "prepare", interrupted)
    assert train.main([*SMALL, "--save", str(path)]) == 130
    assert "interrupted before anything was learned: nothing is saved" in capsys.readouterr().err
    assert os.listdir(tmp_path) == []


def test_times_are_read_at_a_glance() -> None:
    """Minutes and seconds, and hours where there are any."""
    assert [format_time(seconds) for seconds in (0, 61, 3725)] == ["0:00", "1:01", "1:02:05"]


def test_no_games_are_nothing_to_evaluate(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without a table there is nothing to do: one sentence, exit code 2."""
    path = str(tmp_path / "model.npz")
    save_model(path, drawn_model())
    capsys.readouterr()
    assert train.main(["--load", path, "--evaluate", "--games", "0"]) == 2
    assert "found --evaluate with --games 0; expected 1 or more games" in capsys.readouterr().err
