"""Tab completion: the scripts are made of the parsers, and bash completes by them."""

import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from cc3k.bots.plugins import BOTS
from cc3k.cli.argument_parser import COMMANDS, CommandParser
from cc3k.cli.completion import SHELLS
from cc3k.cli.help import help_pages
from cc3k.saves.paths import shipped_layouts
from tests.support.documents import options_of, parser_for
from tests.support.processes import start_and_wait, told

BLOCKED = "raise ModuleNotFoundError(name='shtab')\n"


@pytest.fixture(scope="module")
def bash_script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("shtab")
    if shutil.which("bash") is None:
        pytest.skip("there is no bash")
    path = tmp_path_factory.mktemp("completion") / "cc3k.bash"
    path.write_text(told("completion", "bash"), encoding="ascii")
    return path


def completed(script: Path, *words: str) -> set[str]:
    typed = " ".join(map(shlex.quote, words))
    program = (
        f"source {shlex.quote(str(script))}; COMP_WORDS=({typed}); "
        f"COMP_CWORD={len(words) - 1}; _shtab_cc3k; printf '%s\\n' \"${{COMPREPLY[@]}}\""
    )
    done = subprocess.run(
        ["bash", "--norc", "-c", program],  # noqa: S607 - whichever bash there is
        capture_output=True,
        text=True,
        check=True,
        cwd=script.parent,
    )
    return set(done.stdout.split())


@pytest.mark.slow
def test_bash_completes_commands(bash_script: Path) -> None:
    assert completed(bash_script, "cc3k", "") == {*COMMANDS}
    assert completed(bash_script, "cc3k", "sc") == {"scores"}


@pytest.mark.slow_from(2)
@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_bash_completes_every_option(bash_script: Path, command: str) -> None:
    words = [command] if command else []
    offered = completed(bash_script, "cc3k", *words, "--")
    parser = parser_for(words)[0]
    if isinstance(parser, CommandParser):
        parser.complete_options()
    assert offered == {*options_of(parser), "--help"}


@pytest.mark.slow_from(2)
@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (("--floor", "dr"), {"dragon", "drops"}),
        (("--layout", ""), {*shipped_layouts(), "cc3k.bash"}),
        (("--race", "tr"), {"troll"}),
        (("--palette", ""), {"default", "deuteran", "mono"}),
        (("--bot", ""), {*BOTS}),
        (("--journal", "cc"), {"cc3k.bash"}),
        (("arena", "--floor", "tin"), {"tiny"}),
        (("arena", "--bot", "ca"), {"careful"}),
        (("daily", "--race", "gob"), {"goblin"}),
        (("scores", "--race", "v"), {"vampire"}),
        (("check", "cc"), {"cc3k.bash"}),
        (("replay", "cc"), {"cc3k.bash"}),
        (("help", ""), {*help_pages(), *COMMANDS}),
        (("completion", ""), {*SHELLS}),
    ],
    ids=lambda case: " ".join(case) if isinstance(case, tuple) else "",
)
def test_bash_completes_what_an_option_takes(
    bash_script: Path, words: tuple[str, ...], offered: set[str]
) -> None:
    assert completed(bash_script, "cc3k", *words) == offered


def test_bash_completes_files_where_nothing_else_fits(bash_script: Path) -> None:
    done = subprocess.run(
        ["bash", "--norc", "-c", f"source {shlex.quote(str(bash_script))}; complete -p cc3k"],  # noqa: S607 - whichever bash there is
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "complete -o bashdefault -o default -F _shtab_cc3k cc3k\n"


@pytest.mark.slow_from(1)
@pytest.mark.parametrize("shell", SHELLS)
def test_every_shell_has_a_script_with_all_commands_and_options(shell: str) -> None:
    pytest.importorskip("shtab")
    script = told("completion", shell)
    assert all(name in script for name in (*COMMANDS, *shipped_layouts()))
    for words in ([], *[[name] for name in COMMANDS]):
        for option in options_of(parser_for(words)[0]):
            assert (f"-l {option[2:]}" if shell == "fish" else option) in script
    if shutil.which(shell):
        subprocess.run([shell, "-n"], input=script, text=True, check=True)


@pytest.mark.slow
def test_without_the_extra_it_is_named(tmp_path: Path) -> None:
    (tmp_path / "shtab.py").write_text(BLOCKED, encoding="ascii")
    (tmp_path / "cc3k").symlink_to(Path(__file__).parents[2] / "cc3k")
    (tmp_path / "floors").symlink_to(Path(__file__).parents[2] / "floors")
    ended = start_and_wait("completion", "bash", packages=tmp_path)
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith("cc3k: completion: found no module shtab; expected the extra")
    assert ended.err.count("\n") == 1
