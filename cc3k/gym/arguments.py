"""Arguments: what environments are given, read and checked; an error names what was expected."""

from collections.abc import Mapping, Sequence
from math import inf
from numbers import Real
from typing import SupportsIndex, TypeAlias, TypeGuard

import numpy as np
from gymnasium.error import InvalidAction
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from cc3k.api import as_whole_number

SeedArgument: TypeAlias = (
    SupportsIndex | Sequence[SupportsIndex | None] | NDArray[np.integer] | None
)
"""The seed of the first game, or one of each; a game without one continues its own chance."""

RESET_MASK_OPTION = "reset_mask"
"""The option of `reset`, by Gymnasium's name for it."""

REWARD_NAMES = ("gold", "victory", "floor", "death", "step")
"""What a reward can be given for: each piece of gold, the victory, each floor that is left for the
next one, the death, and every step."""

GREATEST_REWARD = 1e9
"""The bound of a reward, above 0 and below: sums of them stay finite, in 32 bits, too."""


def require(condition: bool, option: str, value: object, expected: str) -> None:  # noqa: FBT001 - as `assert` has it
    """Raise ValueError for a value that cannot be chosen, unless the condition holds."""
    if not condition:
        message = f"{option} {value!a}: expected {expected}"
        raise ValueError(message)


def check_whole_number(
    option: str,
    value: object,
    minimum: int = 1,
    maximum: int | None = None,
    expected: str = "1 or more",
) -> int:
    """Return a setting as an int, whatever integer type it has.

    Raises ValueError for one that cannot be chosen, TypeError for what is no whole number.
    """
    number = as_whole_number(value)
    if number is None:
        message = f"{option} {value!a}: expected a whole number, {expected}"
        raise TypeError(message)
    require(minimum <= number and (maximum is None or number <= maximum), option, number, expected)
    return number


def check_rewards(rewards: object) -> None:
    """Raise TypeError for what is no mapping of numbers, ValueError for what cannot be chosen."""
    if rewards is None:
        return
    expected = f"a mapping of {', '.join(REWARD_NAMES)} to numbers"
    if not isinstance(rewards, Mapping):
        message = f"reward {rewards!a}: expected {expected}"
        raise TypeError(message)
    for name, value in rewards.items():
        require(name in REWARD_NAMES, "reward", name, expected)
        if isinstance(value, bool) or not isinstance(value, Real):
            message = f"reward {name} {value!a}: expected a number"
            raise TypeError(message)
        is_within = -GREATEST_REWARD <= _as_float(value) <= GREATEST_REWARD  # which no nan is
        require(is_within, f"reward {name}", value, "-1e9 to 1e9")


def _as_float(value: Real) -> float:
    """Return a number as a float: an infinite one if it is too large for that."""
    try:
        return float(value)
    except OverflowError:
        return inf


def check_flag(option: str, value: object) -> bool:
    """Return a setting that is True or False as a bool, NumPy's as well; raise TypeError."""
    flag = _as_flag(value)
    if flag is None:
        message = f"{option} {value!a}: expected True or False"
        raise TypeError(message)
    return flag


def check_optional_flag(option: str, value: object) -> bool | None:
    """Return a setting that is True, False or None; raise TypeError for anything else."""
    flag = _as_flag(value)
    if flag is None and value is not None:
        message = f"{option} {value!a}: expected True, False or None"
        raise TypeError(message)
    return flag


def _as_flag(value: object) -> bool | None:
    return bool(value) if isinstance(value, bool | np.bool_) else None


def reject_unknown_settings(settings: Mapping[str, object], *known: str) -> None:
    unknown = [ascii(name) for name in settings if name not in known]
    if unknown:
        message = f"unknown setting {', '.join(unknown)}: expected one of {', '.join(known)}"
        raise TypeError(message)


def reject_unknown_options(options: object, *known: str) -> None:
    """Raise ValueError for options that a reset does not have, TypeError for what are none."""
    if options is None:
        return
    if not isinstance(options, Mapping):
        message = f"options {options!a}: expected a mapping of {', '.join(known)}, or None"
        raise TypeError(message)
    unknown = [name for name in options if name not in known]
    if unknown:
        message = f"options {', '.join(map(ascii, unknown))}: expected {', '.join(known) or 'none'}"
        raise ValueError(message)


def check_seed(value: object) -> int:
    """Return a seed of 0 or more as an int; raise ValueError or TypeError for anything else."""
    return check_whole_number("seed", value, 0, expected="0 or more")


def read_seeds(seed: SeedArgument, count: int) -> list[int | None]:
    """Return the seed of each of so many games, None for one that continues its own chance.

    Raises ValueError for too few or too many, and what `check_seed` does.
    """
    if seed is None:
        return [None] * count
    if not is_seed_list(seed):
        first = check_seed(seed)
        return [first + number for number in range(count)]
    if len(seed) != count:
        message = f"{len(seed)} seeds: expected {count}, one for each environment"
        raise ValueError(message)
    return [None if each is None else check_seed(each) for each in seed]


def is_seed_list(seed: SeedArgument) -> TypeGuard[Sequence[SupportsIndex | None]]:
    if isinstance(seed, str | bytes):
        return False  # a sequence, too, but of nothing that could be a seed
    return isinstance(seed, Sequence) or (isinstance(seed, np.ndarray) and seed.ndim > 0)


def read_reset_mask(options: Mapping[str, object] | None, count: int) -> NDArray[np.bool_]:
    """Return a mask of the games that a reset begins anew; raise ValueError for what is none."""
    mask = (options or {}).get(RESET_MASK_OPTION)
    if mask is None:
        return np.ones(count, np.bool_)
    chosen = _as_array(mask)
    if chosen is None or chosen.shape != (count,) or chosen.dtype != np.bool_:
        message = f"{RESET_MASK_OPTION} {mask!r}: expected {count} bools"
        raise ValueError(message)
    return chosen


def read_actions(actions: object, count: int, most: int) -> NDArray[np.int64]:
    """Return one action below `most` for each environment; raise `InvalidAction` for all else."""
    chosen = _as_array(actions)
    if chosen is None or chosen.shape != (count,) or chosen.dtype.kind not in "iu":
        what = f"shape {chosen.shape} and type {chosen.dtype}" if chosen is not None else "no shape"
        message = f"actions of {what}: expected whole numbers of shape {(count,)}"
        raise InvalidAction(message)
    whole = chosen.astype(np.int64, copy=False)
    if np.maximum.reduce(whole.view(np.uint64)) >= most:  # those below 0 are huge
        message = f"actions {chosen.tolist()}: expected 0 to {most - 1}"
        raise InvalidAction(message)
    return whole


def _as_array(value: object) -> np.ndarray | None:
    try:
        return np.asarray(value)
    except ValueError:
        return None


def read_autoreset_mode(mode: AutoresetMode | str) -> AutoresetMode:
    """Return how games begin anew, given as Gymnasium's value or its name."""
    for known in AutoresetMode:
        if mode in (known, known.value, known.name):
            return known
    expected = ", ".join([known.name for known in AutoresetMode])
    message = f"autoreset_mode {mode!a}: expected one of {expected}"
    raise ValueError(message)
