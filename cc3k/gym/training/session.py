"""Session: runs the training and the evaluation, with progress and Ctrl-C."""

import os
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from time import process_time

from attrs import define, field, frozen

from cc3k.api import check_layout_name, race_by_name
from cc3k.cli.command import print_text
from cc3k.cli.streams import print_error
from cc3k.cli.workers import kill_or_release_workers, start_local_workers
from cc3k.content.roster import BASE_RULES
from cc3k.exit_codes import EXIT_FAILED, EXIT_INTERRUPTED, EXIT_OK
from cc3k.fast.support import find_unknown_part
from cc3k.gym.settings import rules_of_expansions
from cc3k.gym.train_options import (
    ALL_RACES,
    DEFAULT_ENVS,
    DEFAULT_MINUTES,
    DEFAULT_SEED,
    MAX_THREADS,
    TrainOptions,
)
from cc3k.gym.training.evaluation import (
    AGENT,
    BOTS,
    Contest,
    format_table,
    play_agent,
    play_bot,
)
from cc3k.gym.training.learning import Learner, Recipe, find_shape, make_learner
from cc3k.gym.training.models import Model, ModelError, load_model, save_model
from cc3k.gym.training.progress import GamesProgress, TrainingProgress
from cc3k.play.quoting import printable_name
from cc3k.saves.disk import check_writable
from cc3k.saves.files import read_layout_bytes
from cc3k.saves.open_files import UnreadableError, file_error_reason
from cc3k.terminal.early_interrupts import IMMEDIATE_EXIT, INTERRUPT_MESSAGE
from cc3k.terminal.interrupts import INTERRUPT_HANDLER


class UsageError(Exception):
    """Raised for options that cannot be met, with what was found and what was expected."""


@frozen(kw_only=True)
class Limits:
    """When the training ends: after some CPU-seconds, or some steps, whichever comes first."""

    seconds: float | None
    steps: int | None

    def part_done(self, seconds: float, steps: int) -> float:
        parts = [
            done / limit
            for done, limit in ((seconds, self.seconds), (steps, self.steps))
            if limit is not None
        ]
        return min(1.0, max(parts))


def run_session(options: TrainOptions) -> int:
    """Train, save and evaluate as the options ask; return the exit code.

    Raises `UsageError` or `LayoutError` for what cannot be met, before anything is played.
    """
    contest, loaded = _read_contest(options), _read_model(options)
    if options.evaluate:
        if options.of_training:
            found = ", ".join(options.of_training)
            message = f"found --evaluate with {found}; expected none of a training's options"
            raise UsageError(message)
        if loaded is None:
            message = "found --evaluate without --load; expected a model to evaluate"
            raise UsageError(message)
        if not options.games:
            message = "found --evaluate with --games 0; expected 1 or more games to evaluate"
            raise UsageError(message)
        return _evaluate(loaded, contest)
    if options.save is not None:
        _check_target(options.save)
    training = _Training(options, contest, loaded)
    model = training.run()
    if model is None:
        print_error("interrupted before anything was learned: nothing is saved")
        return EXIT_INTERRUPTED
    code = EXIT_OK
    if options.save is not None:
        code = _save(options.save, model)
    if training.is_stopped:
        print_error(f"interrupted after {model.steps:,} steps: {_whereabouts(options, code)}")
        return EXIT_INTERRUPTED
    return code or (_evaluate(model, contest) if options.games else EXIT_OK)


def _read_contest(options: TrainOptions) -> Contest:
    races = [race.name for race in BASE_RULES.races]
    if options.race != ALL_RACES:
        try:
            races = [race_by_name(options.race).name]
        except ValueError as error:
            message = f"{error}, or {ALL_RACES}"
            raise UsageError(message) from error
    _refuse_expansions(options.dlc)
    name = check_layout_name(options.layout)
    try:
        text = b"" if name is None else read_layout_bytes(name)
    except UnreadableError as error:
        message = f"{printable_name(str(name))}: {error}"
        raise UsageError(message) from error
    return Contest(
        rules=BASE_RULES,
        races=races,
        games=options.games,
        options={} if name is None else {"layout": name},
        layout=text,
    )


def _refuse_expansions(names: Sequence[str] | None) -> None:
    """Raise `UsageError` for expansions, which the core does not know, and for unknown ones."""
    try:
        unknown = find_unknown_part(rules_of_expansions(names or ()))
    except ValueError as error:
        message = f"--dlc: {error}"
        raise UsageError(message) from error
    if unknown is not None:
        message = f"--dlc: the fast core does not know {unknown}; expected none to train with"
        raise UsageError(message)


def _read_model(options: TrainOptions) -> Model | None:
    if options.load is None:
        return None
    try:
        model = load_model(options.load)
    except ModelError as error:
        message = f"{printable_name(options.load)}: {error}"
        raise UsageError(message) from error
    wanted = find_shape(BASE_RULES, model.shape.hidden)
    if model.shape != wanted or model.ruleset != BASE_RULES.ruleset:
        message = (
            f"{printable_name(options.load)}: found a model of ruleset {model.ruleset} with "
            f"{model.shape.whole} and {model.shape.action} features; expected ruleset "
            f"{BASE_RULES.ruleset} with {wanted.whole} and {wanted.action}"
        )
        raise UsageError(message)
    return model


def _check_target(path: str) -> None:
    """Raise `UsageError` for a file that could not be written in the end."""
    reason = ""
    if not os.path.basename(path):
        reason = "no such file name"
    elif "\0" not in path and not os.path.isdir(os.path.dirname(path) or os.curdir):
        reason = "no such folder"
    else:
        try:
            check_writable(path)
        except (OSError, ValueError) as error:
            reason = file_error_reason(error)
    if reason:
        message = f"--save {printable_name(path)}: {reason}; expected a file that can be written"
        raise UsageError(message)


@define(eq=False)
class _Training:
    """A training that ends when its limits are reached, or after a lesson once it is stopped."""

    options: TrainOptions
    contest: Contest
    loaded: Model | None
    is_stopped: bool = field(default=False, init=False)

    def run(self) -> Model | None:
        """Train, and return the model: what there is of it, if it is stopped; None if nothing is.

        While all is made ready an interrupt ends that at once, as nothing could be lost.
        """
        options = self.options
        seconds = None if options.minutes is None else 60 * options.minutes
        if seconds is None and options.steps is None:
            seconds = 60 * DEFAULT_MINUTES
        limits = Limits(seconds=seconds, steps=options.steps)
        with ThreadPoolExecutor(options.threads or MAX_THREADS) as threads:
            try:
                learner = self._make_learner(threads)
                learner.prepare()
            except KeyboardInterrupt:
                return None
            with INTERRUPT_HANDLER.handle_first_signal(self._stop):
                self._train(learner, limits)
        return self._model_of(learner) if learner.steps else None

    def _train(self, learner: Learner, limits: Limits) -> None:
        began, progress = process_time(), TrainingProgress()
        with progress.shown():
            done = 0.0
            while done < 1 and not self.is_stopped:
                learner.lesson(done)
                done = limits.part_done(process_time() - began, learner.steps)
                progress.show(done, learner.steps, learner.recent_games())

    def _model_of(self, learner: Learner) -> Model:
        before = self.loaded
        return Model(
            shape=learner.shape,
            parameters=learner.parameters,
            adam=learner.adam,
            ruleset=self.contest.rules.ruleset,
            seed=self._seed,
            steps=learner.steps + (0 if before is None else before.steps),
        )

    @property
    def _seed(self) -> int:
        return DEFAULT_SEED if self.options.seed is None else self.options.seed

    def _make_learner(self, threads: ThreadPoolExecutor) -> Learner:
        before, contest = self.loaded, self.contest
        recipe = Recipe() if before is None else Recipe(hidden=before.shape.hidden)
        return make_learner(
            rules=contest.rules,
            races=contest.races,
            games=self.options.envs or DEFAULT_ENVS,
            seed=self._seed,
            options=contest.options,
            executor=threads,
            recipe=recipe,
            before=None if before is None else before.checkpoint,
        )

    def _stop(self, _signal_number: int) -> None:
        self.is_stopped = True


def _save(path: str, model: Model) -> int:
    try:
        save_model(path, model)
    except (OSError, ValueError) as error:
        print_error(f"{printable_name(path)}: {file_error_reason(error)}")
        return EXIT_FAILED
    return EXIT_OK


def _whereabouts(options: TrainOptions, code: int) -> str:
    if options.save is None or code:
        return "nothing is saved"
    name = printable_name(options.save)
    return f"{name} is saved; --load {name} --evaluate evaluates it"


def _evaluate(model: Model, contest: Contest) -> int:
    IMMEDIATE_EXIT.message = INTERRUPT_MESSAGE
    results = {}
    with _workers() as workers, GamesProgress().shown() as progress:
        for name in BOTS:
            results[name] = play_bot(name, contest, workers, progress.show)
        results[AGENT] = play_agent(model, contest, progress.show)
    print_text(format_table(results, contest))
    sys.stdout.flush()
    return EXIT_OK


@contextmanager
def _workers() -> Iterator[Executor]:
    workers = start_local_workers(os.cpu_count() or 1)
    try:
        yield workers
    finally:
        kill_or_release_workers(workers)
