"""The house keeps its order: who may import whom, and what only one module may touch."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import cc3k

PACKAGE = Path(cc3k.__file__).parent
STOREYS = ["engine", "content", "play", "bots", "shell", "api", "gym", "tools", "cli", "__main__"]
"""A module imports from its own storey and from those before it."""

PURE = ["engine", "content", "play", "bots"]
PURE_IMPORTS = {"attrs", "collections", "enum", "functools", "random", "re", "typing", "zlib"}
"""What the pure storeys need besides one another: nothing that reads, writes or tells the time."""

IMPURE_CALLS = {"open", "print", "input", "exec", "eval", "__import__"}

ONLY_IN = {
    "blessed": {"shell/terminal/capabilities.py"},
    "curses": {"shell/terminal/description.py"},
    "tomllib": {"shell/tomlfile.py"},
    "random": {"engine/dice.py"},
    "termios": {"shell/terminal/loop.py", "shell/terminal/screen.py"},
}

ONLY_ON = {"gymnasium": "gym", "numpy": "gym", "torch": "gym"}
"""What comes with an extra is known to one storey, so that all others do without."""

MODULES = sorted(path.relative_to(PACKAGE) for path in PACKAGE.rglob("*.py"))


def tree(module: Path) -> ast.Module:
    """Return a module's source, parsed."""
    return ast.parse((PACKAGE / module).read_text(encoding="utf-8"))


def imports(module: Path) -> Iterator[str]:
    """Yield the full names of the modules that one imports, wherever in it."""
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}: relative import"
            yield str(node.module)


def storey(module: Path) -> str:
    """Return the storey a module stands on."""
    return module.parts[0].removesuffix(".py")


@pytest.mark.parametrize("module", MODULES, ids=str)
def test_a_module_imports_only_its_own_storey_and_those_above(module: Path) -> None:
    """engine, content, play, shell, cli: straight down and straight back."""
    if storey(module) == "__init__":
        assert not any(isinstance(node, (ast.Import, ast.ImportFrom)) for node in tree(module).body)
        return
    level = STOREYS.index(storey(module))
    for name in imports(module):
        if name.startswith("cc3k."):
            assert STOREYS.index(name.split(".")[1]) <= level, f"{module} imports {name}"


@pytest.mark.parametrize("module", [m for m in MODULES if storey(m) in PURE], ids=str)
def test_the_core_does_no_input_or_output_and_reads_no_clock(module: Path) -> None:
    """Nothing above the shell can reach a file, a terminal, a clock or the system's chance."""
    for name in imports(module):
        top = name.split(".")[0]
        assert top == "cc3k" or top in PURE_IMPORTS, f"{module} imports {name}"
    calls = [node.func for node in ast.walk(tree(module)) if isinstance(node, ast.Call)]
    called = {call.id for call in calls if isinstance(call, ast.Name)}
    assert not called & IMPURE_CALLS


@pytest.mark.parametrize("library", ONLY_IN)
def test_one_place_knows_a_library(library: str) -> None:
    """Randomness lives in one module, the terminal in one package, blessed in one module of it."""
    users = {str(m) for m in MODULES if any(n.split(".")[0] == library for n in imports(m))}
    assert users == ONLY_IN[library]


@pytest.mark.parametrize("library", ONLY_ON)
def test_one_storey_knows_an_extra(library: str) -> None:
    """Who plays in a terminal needs neither arrays nor agents."""
    users = {storey(m) for m in MODULES if any(n.split(".")[0] == library for n in imports(m))}
    assert users == {ONLY_ON[library]}


@pytest.mark.parametrize("module", MODULES, ids=str)
def test_a_module_says_what_it_answers(module: Path) -> None:
    """Every module opens with a sentence."""
    text = ast.get_docstring(tree(module))
    assert text
    assert text.split("\n\n")[0].rstrip().endswith((".", ":"))


def test_no_module_imports_another_in_a_circle() -> None:
    """Imports form an order, so that any module can be read after those it names."""
    names = {".".join(("cc3k", *module.with_suffix("").parts)): module for module in MODULES}
    done: set[str] = set()
    while ready := [
        name
        for name, module in names.items()
        if name not in done and all(n in done for n in imports(module) if n in names)
    ]:
        done.update(ready)
    assert done == set(names)
