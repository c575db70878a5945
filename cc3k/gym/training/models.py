"""Models: a trained network with facts about its training, as a file of arrays."""

import re
from io import BytesIO

import numpy as np
from attrs import frozen

from cc3k.gym.training.network import Floats, Shape
from cc3k.gym.training.optimizer import Adam, Checkpoint
from cc3k.saves.disk import write_as_asked
from cc3k.saves.foreign_data import ZipFiles, read_zip
from cc3k.saves.open_files import UnreadableError, file_error_reason, read_limited

FORMAT = "cc3k agent 2"
"""What the entry `format` of a model file says; a file that says anything else is another's."""

FIRST_FORMAT = "cc3k agent 1"
"""What it said in files without the state of the optimizer, which are read as well."""

MAX_BYTES = 16 << 20
"""Bytes of the largest file that may be a model, and of all that is packed in one."""


class ModelError(Exception):
    """Raised for a file that is no model, with what was found and what was expected."""


@frozen(eq=False)
class Model:
    """A network and its training: the optimizer's state, the seed, and the steps that were played.

    `ruleset` is the number of the rules that it was trained by. Nothing in it tells the time, so
    equal trainings make equal files.
    """

    shape: Shape
    parameters: Floats
    adam: Adam
    ruleset: int
    seed: int
    steps: int

    @property
    def checkpoint(self) -> Checkpoint:
        return Checkpoint(parameters=self.parameters, adam=self.adam, steps=self.steps)


def save_model(path: str, model: Model) -> None:
    """Write a model to a file: an older one is replaced when the new one is complete.

    Raises `OSError`, and ValueError for what can be no file's name.
    """
    shape, adam, packed = model.shape, model.adam, BytesIO()
    np.savez(
        packed,
        format=np.array(FORMAT),
        shape=np.array([shape.whole, shape.action, shape.hidden], np.int64),
        parameters=model.parameters,
        mean=adam.mean,
        square=adam.square,
        moves=np.array(adam.count),
        ruleset=np.array(model.ruleset),
        seed=np.array(model.seed),
        steps=np.array(model.steps),
    )
    write_as_asked(path, packed.getvalue())


def load_model(path: str) -> Model:
    """Return the model in a file; nothing in it is ever run. Raises `ModelError`."""
    try:
        data = read_limited(path, MAX_BYTES)
    except (OSError, ValueError) as error:
        raise ModelError(file_error_reason(error)) from error
    try:
        arrays = {name: _read_array(entry) for name, entry in read_zip(data, _check_size)}
    except UnreadableError as error:
        raise ModelError(EXPECTED_MODEL) from error
    written = str(arrays.get("format.npy"))
    names = (*_ALWAYS, *(_OF_ADAM if written == FORMAT else ()))
    entries = [f"{name}.npy" for name in names]
    if written not in {FORMAT, FIRST_FORMAT} or not arrays.keys() >= {*entries}:
        raise ModelError(EXPECTED_MODEL)
    return _read_model({name: arrays[entry] for name, entry in zip(names, entries, strict=True)})


EXPECTED_MODEL = "found another file; expected a model that was saved by --save"

_NUMBERS = ("ruleset", "seed", "steps")
_ALWAYS = ("format", "shape", "parameters", *_NUMBERS)
_OF_ADAM = ("mean", "square", "moves")
"""The names of the arrays of a model: the last ones are not in files of the first format."""


_ARRAY = re.compile(
    rb"\x93NUMPY\x01\x00..\{'descr': '(<f4|<f8|<i8|<U12)', 'fortran_order': False, "
    rb"'shape': \((?:([0-9]{1,9}),)?\), \} *\n(.*)",
    re.DOTALL,
)
"""An array as it is saved: what its numbers are, how many if there are several, and their bytes.

NumPy's own reader takes what is between the braces for Python, and reserves memory for any shape.
"""


def _check_size(files: ZipFiles) -> ZipFiles:
    if sum([each.file_size for each in files]) > MAX_BYTES:
        raise UnreadableError(EXPECTED_MODEL)
    return files


def _read_array(data: bytes) -> np.ndarray:
    found = _ARRAY.fullmatch(data)
    if found is None:
        raise ModelError(EXPECTED_MODEL)
    kind, count, numbers = np.dtype(found[1].decode("ascii")), found[2], found[3]
    if len(numbers) != kind.itemsize * int(count or 1):
        raise ModelError(EXPECTED_MODEL)
    if kind.kind == "U":
        return np.array(numbers.decode("utf-32-le", "replace"))
    array = np.frombuffer(numbers, kind).copy()
    return array if count else array.reshape(())


def _read_model(arrays: dict[str, np.ndarray]) -> Model:
    sizes = arrays["shape"]
    if sizes.shape != (3,) or sizes.dtype.kind != "i" or sizes.min() < 1 or sizes.max() > MAX_SIZE:
        raise ModelError(EXPECTED_MODEL)
    shape = Shape(*sizes.tolist())
    ruleset, seed, steps = [_read_number(arrays[name]) for name in _NUMBERS]
    return Model(
        shape=shape,
        parameters=_read_floats(arrays["parameters"], shape.size),
        adam=_read_adam(arrays, shape.size),
        ruleset=ruleset,
        seed=seed,
        steps=steps,
    )


def _read_adam(arrays: dict[str, np.ndarray], size: int) -> Adam:
    if not arrays.keys() >= {*_OF_ADAM}:
        return Adam.begin(size)
    mean, square = (_read_floats(arrays[name], size) for name in _OF_ADAM[:2])
    if (square < 0).any():
        raise ModelError(EXPECTED_MODEL)
    return Adam(mean, square, _read_number(arrays["moves"]))


def _read_floats(array: np.ndarray, size: int) -> Floats:
    """Return an array of that many finite numbers; raise `ModelError`."""
    if array.dtype != np.float32 or array.shape != (size,) or not np.isfinite(array).all():
        raise ModelError(EXPECTED_MODEL)
    return array


def _read_number(array: np.ndarray) -> int:
    if array.shape or array.dtype.kind != "i" or array < 0:
        raise ModelError(EXPECTED_MODEL)
    return int(array)


MAX_SIZE = 10_000
"""The most features or hidden units of a model."""
