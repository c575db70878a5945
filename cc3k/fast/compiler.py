"""Compiler: the one module that knows Numba, where compiled functions are kept, and what is said.

Functions become machine code when they are first called. The code is kept in a folder of the user,
named after the sources, so that a read-only package and a newer one both find their own.
"""

import hashlib
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from typing import Protocol, TypeAlias, TypeVar, runtime_checkable

import numba
import numpy as np
from numba import extending
from numba.core import config, event, types
from numba.np import arrayobj
from numpy.typing import NDArray

Function = TypeVar("Function", bound=Callable[..., object])


class JustInTimeCompiler(Protocol):
    """Numba's `njit`, with the options that are used here."""

    def __call__(
        self, *, nogil: bool, cache: bool, parallel: bool = False, _nrt: bool = True
    ) -> Callable[[Function], Function]: ...


@runtime_checkable
class Compilable(Protocol):
    """A function of Numba's, which can be compiled before it is called."""

    def compile(self, signature: tuple[object, ...]) -> object: ...


@runtime_checkable
class CalledByOthers(Protocol):
    """A function of Numba's, which others find by the types of what they call it with."""

    get_call_template: Callable[[Sequence[object], object], object]


class InstructionBuilder(Protocol):
    """LLVM's builder of instructions, as far as it is used here."""

    def gep(self, pointer: object, indices: Sequence[object]) -> object: ...

    def atomic_rmw(
        self, operation: str, pointer: object, value: object, ordering: str
    ) -> object: ...


class Signature(Protocol):
    """The types of the arguments of a function."""

    args: Sequence[object]


class ArrayData(Protocol):
    """An array of NumPy as machine code has it."""

    data: object


Adder: TypeAlias = Callable[[NDArray[np.int64], int, int], int]
"""A function that adds a count to one of the counters in an array."""

InstructionWriter: TypeAlias = Callable[
    [object, InstructionBuilder, Signature, Sequence[object]], object
]
"""What writes the instructions of a call: from a context, a builder, its types and values."""

Intrinsic: TypeAlias = Callable[[object, object, object, object], tuple[object, InstructionWriter]]
"""A function that is written in instructions: what of it depends on the types of a call."""


_WITHOUT_VALUE: Callable[[object], object] = vars(types)["unliteral"]
_TYPE_OF: Callable[[object], object] = vars(numba)["typeof"]
_NJIT: JustInTimeCompiler = vars(numba)["njit"]
_CONFIG: dict[str, str] = vars(config)
_GET_THREADS: Callable[[], int] = vars(numba)["get_num_threads"]
_SET_THREADS: Callable[[int], None] = vars(numba)["set_num_threads"]
_INTRINSIC: Callable[[Intrinsic], Adder] = vars(extending)["intrinsic"]
_MAKE_ARRAY: Callable[[object], Callable[[object, InstructionBuilder, object], ArrayData]]
_MAKE_ARRAY = vars(arrayobj)["make_array"]
_INT64: Callable[[object, object, object], object] = vars(types)["int64"]
prange: Callable[[int], range] = vars(numba)["prange"]
"""All by name: the types that Numba ships know neither all options nor its settings.

Without `_nrt` no references are counted: the arrays are those of the caller, who keeps them, and
none is made. To count those of each array of each game takes longer than its turn.
"""

_OPENMP = "numba.np.ufunc.omppool"
"""The threads that Numba has where the system has OpenMP: they stay awake between two loops."""

_PATIENCE, _TURNS_AWAKE = "GOMP_SPINCOUNT", "100000"
"""How long they stay awake: some hundreds of microseconds, until the next step begins.

With 3,000 turns they sleep between two steps, and two threads bring 1.4 times the steps of one on
two idle processors; with 100,000 they bring 1.6 to 1.7 times. If two other programs are busy all
the time, they bring 1.3 times or about as many as one. The library's own number is three times as
high: then a thread takes the processor from the one that it waits for, and two bring a fifth.
"""

CORE = "the fast core"

NOTICE = "cc3k: compiling {}, once for this version; it takes about half a minute\n"
"""What is said of a thing that is really compiled: one that was kept is not."""


def compiled(function: Function) -> Function:
    """Return a function as machine code, to be called by other compiled functions."""
    made = _NJIT(nogil=True, cache=False, _nrt=False)(function)
    _forget_constants(made)
    return made


def _forget_constants(function: object) -> None:
    """Make a function be compiled for any number, and not once more for each constant."""
    if not isinstance(function, CalledByOthers):
        return  # an older Numba, which takes longer then
    by_types = function.get_call_template

    def by_general_types(args: Sequence[object], kws: object) -> object:
        return by_types(tuple(map(_WITHOUT_VALUE, args)), kws)

    function.get_call_template = by_general_types


def entry_point(function: Function) -> Function:
    """Return a function as machine code that Python calls and that is kept for the next process."""
    with _kept_in_folder() as is_kept:
        return _NJIT(nogil=True, cache=is_kept, _nrt=False)(function)


@_INTRINSIC
def fetch_add(
    context: object, counters: object, place: object, count: object
) -> tuple[object, InstructionWriter]:
    """Add a count to one of the counters in an array; return what it was before.

    That is one instruction, so no two threads get the same.
    """
    del context, place, count

    def write(
        context: object, builder: InstructionBuilder, types_of: Signature, values: Sequence[object]
    ) -> object:
        array, place, count = values
        first = _MAKE_ARRAY(types_of.args[0])(context, builder, array).data
        return builder.atomic_rmw("add", builder.gep(first, [place]), count, "monotonic")

    return _INT64(counters, _INT64, _INT64), write


def parallel_entry_point(function: Function) -> Function:
    """Return an entry point whose loops over `prange` are run by Numba's own threads."""
    with _kept_in_folder() as is_kept:
        return _NJIT(nogil=True, cache=is_kept, parallel=True)(function)


@contextmanager
def _kept_in_folder() -> Iterator[bool]:
    """Let functions that are made here be kept in the folder; tell whether there is one."""
    folder, before = cache_folder(os.environ), _CONFIG["CACHE_DIR"]
    _CONFIG["CACHE_DIR"] = folder or before  # read where the function is made, and only there
    try:
        yield folder is not None
    finally:
        _CONFIG["CACHE_DIR"] = before


def count_native_threads() -> int:
    """Return how many native threads there are that two threads of Python may use, 0 for none.

    Of its three kinds, `workqueue` ends the process if two threads of Python use it together.
    """
    if _CONFIG["THREADING_LAYER"] == "workqueue" or find_spec(_OPENMP) is None:
        return 0
    waits = _PATIENCE not in os.environ and "OMP_WAIT_POLICY" not in os.environ
    if waits:
        os.environ[_PATIENCE] = _TURNS_AWAKE  # read when the library is loaded, and only then
    try:
        import_module(_OPENMP)
    except ImportError:  # the system lacks the library itself
        return 0
    finally:
        if waits:
            del os.environ[_PATIENCE]
    return int(_CONFIG["NUMBA_NUM_THREADS"])


@contextmanager
def limit_native_threads(count: int) -> Iterator[None]:
    """Let loops over `prange` take at most so many native threads in this context."""
    before = _GET_THREADS()
    if before == count:
        yield  # to set what is set already takes as long as ten games
        return
    _SET_THREADS(count)
    try:
        yield
    finally:
        _SET_THREADS(before)


def prepare(function: object, *arguments: object, of: str = CORE) -> None:
    """Compile an entry point for arguments of that kind without calling it.

    The first compilation of a thing is announced in one line, as it takes a while.
    """
    with event.install_listener("numba:compile", _CompileNotice(of)):
        if isinstance(function, Compilable):
            function.compile(tuple(map(_TYPE_OF, arguments)))


def cache_folder(environ: Mapping[str, str]) -> str | None:
    """Return the folder of this version's machine code, made if need be; None if none can be."""
    own = environ.get("NUMBA_CACHE_DIR", "")
    usual = os.path.join(environ.get("HOME", ""), ".cache")
    base = next(filter(os.path.isabs, (environ.get("XDG_CACHE_HOME", ""), usual)), None)
    for parent in [own] if own else [os.path.join(base, "cc3k")] if base else []:
        folder = os.path.join(parent, _fingerprint())
        try:
            os.makedirs(folder, mode=0o700, exist_ok=True)
        except OSError:
            continue
        if os.access(folder, os.R_OK | os.W_OK | os.X_OK):
            return folder
    return None


@lru_cache(maxsize=1)
def _fingerprint() -> str:
    """Return a name for the sources: one function's machine code holds that of others."""
    here, digest = os.path.dirname(os.path.abspath(__file__)), hashlib.sha256()
    package = os.path.dirname(here)
    for folder in (here, os.path.join(package, "engine"), os.path.join(package, "gym")):
        for name in sorted(os.listdir(folder)):
            if name.endswith(".py"):
                with open(os.path.join(folder, name), "rb") as source:
                    digest.update(source.read())
    return digest.hexdigest()[:16]


_ANNOUNCED = set[str]()
"""The things of which it was said in this process that they are being compiled."""


class _CompileNotice(event.Listener):
    """Says once in a process, on the error output, that a thing is being compiled."""

    def __init__(self, thing: str) -> None:
        self._thing = thing

    def on_start(self, event: object) -> None:
        del event
        if self._thing not in _ANNOUNCED:
            _ANNOUNCED.add(self._thing)
            if sys.stderr is not None:
                sys.stderr.write(NOTICE.format(self._thing))
                sys.stderr.flush()

    def on_end(self, event: object) -> None:
        """Say nothing."""
