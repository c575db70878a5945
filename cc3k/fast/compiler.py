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
from typing import TYPE_CHECKING, TypeAlias, TypeVar

import numba
import numpy as np
from numba import extending
from numba.core import config, event, types
from numba.np import arrayobj
from numpy.typing import NDArray

from cc3k.saves.paths import user_cache_folder

if TYPE_CHECKING:
    from llvmlite.ir import IRBuilder
    from numba.core.typing import Signature

Function = TypeVar("Function", bound=Callable[..., object])
CallTemplates: TypeAlias = Callable[[Sequence[object], object], object]
"""How callers find what Numba has compiled: by the types of their arguments."""

_CONFIG: dict[str, str] = vars(config)
prange: Callable[[int], range] = numba.prange

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
    """Return a function as machine code, to be called by other compiled functions.

    Without `_nrt` no references are counted: the arrays are those of the caller, who keeps them,
    and none is made. To count those of each array of each game takes longer than its turn.
    """
    made: Function = numba.njit(nogil=True, cache=False, _nrt=False)(function)
    by_types: CallTemplates | None = getattr(made, "get_call_template", None)
    if by_types is not None:

        def by_general_types(args: Sequence[object], kws: object) -> object:
            """Compile for any number, and not once more for each constant."""
            return by_types(tuple(map(types.unliteral, args)), kws)

        setattr(made, "get_call_template", by_general_types)  # noqa: B010 - of a type unknown here
    return made


def entry_point(function: Function) -> Function:
    """Return a function as machine code that Python calls and that is kept for the next process."""
    with _kept_in_folder() as is_kept:
        made: Function = numba.njit(nogil=True, cache=is_kept, _nrt=False)(function)
    return made


def _add_atomically(
    context: object, counters: object, place: object, count: object
) -> tuple[object, Callable[..., object]]:
    del context, place, count

    def write(
        context: object, builder: "IRBuilder", types_of: "Signature", values: Sequence[object]
    ) -> object:
        array, place, count = values
        first = arrayobj.make_array(types_of.args[0])(context, builder, array).data
        return builder.atomic_rmw("add", builder.gep(first, [place]), count, "monotonic")

    return types.int64(counters, types.int64, types.int64), write


fetch_add: Callable[[NDArray[np.int64], int, int], int] = extending.intrinsic(_add_atomically)
"""Add a count to one of the counters in an array; return what it was before.

That is one instruction, so no two threads get the same.
"""


def parallel_entry_point(function: Function) -> Function:
    """Return an entry point whose loops over `prange` are run by Numba's own threads."""
    with _kept_in_folder() as is_kept:
        made: Function = numba.njit(nogil=True, cache=is_kept, parallel=True)(function)
    return made


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
    before = numba.get_num_threads()
    if before == count:
        yield  # to set what is set already takes as long as ten games
        return
    numba.set_num_threads(count)
    try:
        yield
    finally:
        numba.set_num_threads(before)


def prepare(function: object, *arguments: object, of: str = CORE) -> None:
    """Compile an entry point for arguments of that kind without calling it.

    The first compilation of a thing is announced in one line, as it takes a while.
    """
    with event.install_listener("numba:compile", _CompileNotice(of)):
        if hasattr(function, "compile"):
            function.compile(tuple(map(numba.typeof, arguments)))


def cache_folder(environ: Mapping[str, str]) -> str | None:
    """Return the folder of this version's machine code, made if need be; None if none can be."""
    parent = environ.get("NUMBA_CACHE_DIR", "") or user_cache_folder(environ)
    if parent is None:
        return None
    folder = os.path.join(parent, _fingerprint())
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
    except OSError:
        return None
    return folder if os.access(folder, os.R_OK | os.W_OK | os.X_OK) else None


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
