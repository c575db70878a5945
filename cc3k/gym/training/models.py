"""Models: a trained network and what is known of its training, as a file of arrays."""

import zipfile
from io import BytesIO

import numpy as np
from attrs import frozen

from cc3k.gym.training.network import Floats, Shape
from cc3k.storage.disk import write_as_asked
from cc3k.storage.open_files import file_error_reason, read_limited

FORMAT = "cc3k agent 1"
"""What the entry `format` of a model file says; a file that says anything else is another's."""

MAX_BYTES = 16 << 20
"""Bytes of the largest file that may be a model, and of all that is packed in one."""


class ModelError(Exception):
    """Raised for a file that is no model, with what was found and what was expected."""


@frozen(eq=False)
class Model:
    """A network and its training: the seed, the steps that were played, and their CPU-seconds.

    `ruleset` is the number of the rules that it was trained by.
    """

    shape: Shape
    parameters: Floats
    ruleset: int
    seed: int
    steps: int
    seconds: float


def save_model(path: str, model: Model) -> None:
    """Write a model to a file: an older one is replaced when the new one is complete.

    Raises `OSError`, and ValueError for what can be no file's name.
    """
    shape, packed = model.shape, BytesIO()
    np.savez(
        packed,
        format=np.array(FORMAT),
        shape=np.array([shape.whole, shape.action, shape.hidden], np.int64),
        parameters=model.parameters,
        ruleset=np.array(model.ruleset),
        seed=np.array(model.seed),
        steps=np.array(model.steps),
        seconds=np.array(model.seconds),
    )
    write_as_asked(path, packed.getvalue())


def load_model(path: str) -> Model:
    """Return the model in a file; nothing in it is ever run. Raises `ModelError`."""
    try:
        data = read_limited(path, MAX_BYTES)
    except (OSError, ValueError) as error:
        raise ModelError(file_error_reason(error)) from error
    try:
        arrays = _read_arrays(data)
    except _UNREADABLE as error:
        raise ModelError(EXPECTED_MODEL) from error
    return _read_model(arrays)


EXPECTED_MODEL = "found another file; expected a model that was saved by --save"

_UNREADABLE = (ValueError, KeyError, OSError, EOFError, zipfile.BadZipFile, NotImplementedError)
"""What a damaged or a foreign file of arrays leads to."""

_NAMES = ("format", "shape", "parameters", "ruleset", "seed", "steps", "seconds")


def _read_arrays(data: bytes) -> dict[str, np.ndarray]:
    """Return the arrays of a file by name; raise one of `_UNREADABLE`."""
    with zipfile.ZipFile(BytesIO(data)) as packed:
        if sum(part.file_size for part in packed.infolist()) > MAX_BYTES:
            raise ValueError
    with np.load(BytesIO(data), allow_pickle=False) as arrays:
        return {name: arrays[name] for name in _NAMES}


def _read_model(arrays: dict[str, np.ndarray]) -> Model:
    """Return the model of some arrays; raise `ModelError`."""
    if arrays["format"].shape or str(arrays["format"]) != FORMAT:
        raise ModelError(EXPECTED_MODEL)
    sizes, parameters = arrays["shape"], arrays["parameters"]
    numbers = [arrays[name] for name in _NAMES[3:]]
    if sizes.shape != (3,) or sizes.dtype.kind != "i" or sizes.min() < 1 or sizes.max() > MAX_SIZE:
        raise ModelError(EXPECTED_MODEL)
    shape = Shape(*sizes.tolist())
    if (
        parameters.dtype != np.float32
        or parameters.shape != (shape.size,)
        or not np.isfinite(parameters).all()
        or any(each.shape or each.dtype.kind not in "if" for each in numbers)
    ):
        raise ModelError(EXPECTED_MODEL)
    ruleset, seed, steps, seconds = [each.item() for each in numbers]
    return Model(shape, parameters, int(ruleset), int(seed), int(steps), float(seconds))


MAX_SIZE = 10_000
"""The most features or hidden units of a model."""
