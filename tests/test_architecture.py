"""The structure of the package: who may import whom, and what only one module may touch."""

import ast
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
from attrs import frozen

import cc3k
from tests.support.processes import environment

PACKAGE = Path(cc3k.__file__).parent
FOLDERS = (
    *("exit_codes", "engine", "content", "expansions", "play", "arcade", "saves", "bots"),
    *("terminal", "ui", "export", "fast", "cli", "web"),
    *("gym", "api", "__main__"),
)
"""A module imports only from its own folder and from those before it."""

ALSO = {"gym": {"api"}, "bots": {"api", "fast"}, "cli": {"api", "web"}}
"""Programs that stand on the Python API, as every other program may; the arena plays twins too."""

PURE = ("engine", "content", "expansions", "play", "arcade", "bots")
ARENA = {"arena.py", "plugins.py", "results_file.py"}
"""Modules of bots that start processes and read files; the bots themselves do neither."""

PURE_SAVES = {
    *("__init__", "end_report", "journal_format"),
    *("record", "replay", "results"),
}
"""The modules of `saves` that are text and arithmetic; the others read and write files."""

PURE_IMPORTS = {
    *("abc", "attrs", "bisect", "collections", "copy", "copyreg", "enum", "fractions"),
    *("functools", "heapq", "itertools", "json", "math", "operator", "random", "re"),
    *("textwrap", "types", "typing", "weakref", "xml", "zlib"),
}
"""What pure folders need besides one another: nothing that reads, writes or tells the time.

Of `xml` it is expat, which is given text.
"""

IMPURE_CALLS = {"open", "print", "input", "exec", "eval", "__import__"}

ONLY_IN = {
    "blessed": {"terminal/blessed_codes.py"},
    "curses": {"terminal/paint.py"},
    "tomllib": {"cli/config.py"},
    "random": {"engine/dice.py"},
    "termios": {"terminal/screen.py"},
    "numba": {"fast/compiler.py"},
    "distributed": {"bots/arena.py"},
    "torch": {"gym/train.py"},
    "sb3_contrib": {"gym/train.py"},
    "stable_baselines3": {"gym/sb3.py", "gym/train.py"},
}

ONLY_ON = {
    "gymnasium": {"gym"},
    "numpy": {"fast", "gym"},
    "numba": {"fast"},
}
"""What comes with an extra is known to a folder or two, so that all others do without."""

MODULES = sorted(path.relative_to(PACKAGE) for path in PACKAGE.rglob("*.py"))

SMALL = {
    "exit_codes.py": "imported before everything else",
    "engine/values.py": "what every value is made with",
}
"""Modules of fewer than 40 lines, and why."""


@frozen
class Source:
    """What the tests ask of a module's source."""

    docstring: str
    imports: frozenset[str]
    """The full names of the modules that it imports, wherever in it."""
    type_imports: frozenset[str]
    """Those that it imports for the names of types alone, which it only writes down."""
    calls: frozenset[str]
    classes: tuple[str, ...]
    floors: frozenset[str]
    """Whose `floor` it reads."""


@cache
def source(module: Path) -> Source:
    tree = ast.parse((PACKAGE / module).read_text(encoding="utf-8"))
    nodes = list(ast.walk(tree))
    for_types = [
        each
        for node in nodes
        if isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING"
        for each in node.body
    ]
    return Source(
        ast.get_docstring(tree) or "",
        _imported(nodes),
        _imported(for_types),
        frozenset(
            node.func.id
            for node in nodes
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        ),
        tuple(node.name for node in nodes if isinstance(node, ast.ClassDef)),
        frozenset(
            ast.unparse(node.value)
            for node in nodes
            if isinstance(node, ast.Attribute) and node.attr == "floor"
        ),
    )


def _imported(nodes: Iterable[ast.AST]) -> frozenset[str]:
    names = set[str]()
    for node in nodes:
        if isinstance(node, ast.Import):
            names.update(name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"relative import of {node.module}"
            names.add(str(node.module))
    return frozenset(names)


def folder(module: Path) -> str:
    """Return the folder of a module, or its own name at the top."""
    return module.parts[0].removesuffix(".py")


def test_a_module_imports_only_its_own_folder_and_those_above() -> None:
    for module in MODULES:
        if folder(module) == "__init__":
            nodes = ast.parse((PACKAGE / module).read_text(encoding="utf-8")).body
            assert not any(isinstance(node, (ast.Import, ast.ImportFrom)) for node in nodes)
            continue
        level = FOLDERS.index(folder(module))
        allowed = {*FOLDERS[: level + 1], *ALSO.get(folder(module), ())}
        for name in source(module).imports:
            if name.startswith("cc3k."):
                assert name.split(".")[1] in allowed, f"{module} imports {name}"


def test_the_arcade_imports_nothing_of_the_dungeon() -> None:
    for module in [module for module in MODULES if folder(module) == "arcade"]:
        names = [name for name in source(module).imports if name.startswith("cc3k.")]
        assert all(name.startswith("cc3k.arcade.") for name in names), module


def is_pure(module: Path) -> bool:
    """Return True for a module of the core."""
    if folder(module) == "bots" and module.name in ARENA:
        return False
    return folder(module) in PURE or (folder(module) == "saves" and module.stem in PURE_SAVES)


def test_the_core_does_no_input_or_output_and_reads_no_clock() -> None:
    """Nothing above `terminal` can reach a file, a terminal, a clock or the system's chance."""
    for module in filter(is_pure, MODULES):
        for name in source(module).imports:
            top = name.split(".")[0]
            assert top == "cc3k" or top in PURE_IMPORTS, f"{module} imports {name}"
            if name.startswith("cc3k.saves."):
                assert name.split(".")[2] in PURE_SAVES, f"{module} imports {name}"
        assert not source(module).calls & IMPURE_CALLS, module


def users_of(library: str) -> list[Path]:
    return [m for m in MODULES if any(name.split(".")[0] == library for name in source(m).imports)]


def test_one_place_knows_a_library() -> None:
    """Randomness lives in one module, the terminal in one folder, blessed in one module of it."""
    for library, users in ONLY_IN.items():
        assert {str(module) for module in users_of(library)} == users, library


def test_few_folders_know_an_extra() -> None:
    """Who plays in a terminal needs neither arrays nor agents."""
    for library, users in ONLY_ON.items():
        assert {folder(module) for module in users_of(library)} == users, library


def test_a_module_says_what_it_is() -> None:
    for module in MODULES:
        text = source(module).docstring
        assert text, module
        summary = text.split("\n\n")[0].rstrip()
        assert summary.endswith((".", ":")), module
        first = summary.split()[0].lower()
        assert first not in {"what", "how", "which", "whether", "who", "where"}, module


def test_a_folder_says_what_it_holds_who_may_import_it_and_what_to_open_first() -> None:
    """Three sentences for whoever comes in by the door."""
    for init in MODULES:
        if init.name == "__init__.py" and init.parts[0] != "__init__.py":
            text = source(init).docstring
            assert "import it" in text, init
            assert "first" in text, init


def test_no_two_classes_have_one_name() -> None:
    names = Counter(
        name for module in MODULES for name in source(module).classes if not name.startswith("_")
    )
    assert not {name for name, count in names.items() if count > 1}


SUPPRESSION = re.compile(r"# (noqa|type: ignore|pragma)")
REASON = re.compile(r"# (noqa: [A-Z0-9, ]+ - |type: ignore\[[a-z-]+\] # )\w")


def test_whatever_a_check_is_told_to_pass_over_has_a_reason() -> None:
    """Named by its code, with a word on why, where a reader meets it."""
    for module in MODULES:
        for line in (PACKAGE / module).read_text("utf-8").splitlines():
            assert not SUPPRESSION.search(line) or REASON.search(line), f"{module}: {line}"


KNOWN_ABILITIES = {"cc3k.content.abilities"}
"""The module of the abilities that a roster's rows can have."""


def test_one_module_of_the_core_knows_the_abilities() -> None:
    """What is known and what it is played as stand in one table, which cannot disagree."""
    core = [module for module in MODULES if folder(module) == "fast"]
    users = {module.name for module in core if KNOWN_ABILITIES & source(module).imports}
    assert users == {"support.py"}


def test_small_modules_have_a_reason() -> None:
    """A clause is no reason for a file: at most eight are under 40 lines."""
    sizes = {str(m): len((PACKAGE / m).read_text("utf-8").splitlines()) for m in MODULES}
    ends = ("__init__.py", "__main__.py")
    assert {m for m, size in sizes.items() if size < 40 and not m.endswith(ends)} <= {*SMALL}
    assert len(SMALL) <= 8


def test_there_are_no_crumbs() -> None:
    """A house that can be walked through: a module is as long as its concept, and there are few.

    The arcade is counted apart: a sibling game is a house of its own, of a dozen modules.
    """
    sizes = Counter(folder(m) == "arcade" for m in MODULES)
    assert sizes[False] <= 340
    assert sizes[True] <= 60


RULES_FOLDERS = {"engine", "content", "expansions", "saves", "fast"}
"""The folders that may look past the window, at the floor itself."""

OTHER_FLOORS = {"attempt", "options", "wanted", "last", "self", "visit"}
"""What else has a `floor`: options, a line of a journal, an attempt, the tally of a floor."""


def test_everybody_else_looks_through_the_window() -> None:
    """`cc3k.engine.view` shows what a player sees: no other code reads the floor of a game."""
    for module in MODULES:
        if folder(module) in RULES_FOLDERS:
            continue
        assert "cc3k.engine.floor" not in source(module).imports, module
        assert source(module).floors <= OTHER_FLOORS, module


def test_no_module_imports_another_in_a_circle() -> None:
    names = {".".join(("cc3k", *module.with_suffix("").parts)): module for module in MODULES}
    needed = {
        name: (source(module).imports - source(module).type_imports) & names.keys()
        for name, module in names.items()
    }
    TopologicalSorter(needed).prepare()  # which raises an error that names the circle


@pytest.mark.slow
def test_the_game_starts_without_arrays_and_compilers() -> None:
    """Who plays in a terminal, or by the Python API, waits for no extra, installed or not."""
    program = (
        "import sys, cc3k.api, cc3k.cli.main, cc3k.cli.play; "
        "print(sorted({'numpy', 'numba', 'gymnasium', 'torch'} & set(sys.modules)))"
    )
    command = [sys.executable, "-c", program]
    ended = subprocess.run(command, env=environment(), capture_output=True, text=True, check=True)
    assert ended.stdout == "[]\n"
