"""A copy of the whole repository with rows added to its roster, and the tests run in it."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from attrs import frozen

from tests.support.processes import ROOT

COPIED = ("cc3k", "floors", "tests", ".github", "README.md", "LICENSE", "pyproject.toml")
IGNORED = (
    *("tests/arcade", "tests/benchmarks", "tests/browser", "tests/fast"),
    *("tests/system", "tests/terminal", "tests/test_architecture.py", "tests/web"),
    "tests/test_ratchets.py",
)
"""Tests of other things than the game: of games that know nothing of it (the architecture's tests
hold that), of speed, of a browser and what it is told, of the compiled core, which
leaves a new ability to the engine, of terminals, of the layout, of the number of lines."""

TIME_LIMIT = 1_800
"""Seconds after which a process counts as hanging."""


@frozen
class PackageCopy:
    folder: Path

    @classmethod
    def into(cls, folder: Path) -> "PackageCopy":
        """Copy the repository into that folder, with all that is compiled already."""
        for name in COPIED:
            source = ROOT / name
            if source.is_dir():
                shutil.copytree(source, folder / name, ignore=_ignore_what_is_being_written)
            else:
                shutil.copy(source, folder / name)
        return cls(folder)

    def add_row(self, table: str, row: str) -> None:
        path = self.folder / "cc3k" / "content" / "roster.py"
        text = path.read_text("utf-8")
        found = re.search(rf"^{table} = \(\n(?:    .*\n)*", text, re.MULTILINE)
        assert found, f"no table {table} in {path}"
        path.write_text(f"{text[: found.end()]}    {row},\n{text[found.end() :]}", "utf-8")

    def add_ability(self, name: str, definition: str) -> None:
        path = self.folder / "cc3k" / "content" / "abilities.py"
        path.write_text(f"{path.read_text('utf-8')}\n\n{definition}", "utf-8")
        roster = self.folder / "cc3k" / "content" / "roster.py"
        text = roster.read_text("utf-8")
        opening = "from cc3k.content.abilities import (\n"
        assert opening in text
        roster.write_text(text.replace(opening, f"{opening}    {name},\n"), "utf-8")

    def raise_ruleset(self) -> None:
        path = self.folder / "cc3k" / "content" / "roster.py"
        text = path.read_text("utf-8")
        raised = re.sub(r"^RULESET = (\d+)$", _next_number, text, flags=re.MULTILINE)
        assert raised != text
        path.write_text(raised, "utf-8")

    def python(self, *arguments: str, typed: str = "") -> "subprocess.CompletedProcess[str]":
        """Run Python in the copy to its end; its tests make no more effort than by default."""
        kept = {name: text for name, text in os.environ.items() if not name.startswith("PYT")}
        kept.pop("CC3K_EFFORT", None)
        return subprocess.run(
            [sys.executable, *arguments],
            input=typed,
            capture_output=True,
            text=True,
            check=False,
            timeout=TIME_LIMIT,
            cwd=self.folder,
            env={**kept, "PYTHONPATH": str(self.folder)},
        )

    def failed_tests(self, *arguments: str) -> tuple[list[str], str]:
        """Run tests, and return those that fail and all that pytest prints.

        A test that fails beside others and passes alone has been too slow on a busy machine: it
        counts as passed.
        """
        run = self._pytest(*arguments)
        assert re.search(r"\d+ passed", run), run
        failed = _failures(run)
        if len(failed) > 1:
            failed = _failures(self._pytest(*failed))
        return failed, run

    def all_fast_tests(self) -> list[str]:
        """Return the arguments that select the fast suite, with fewer parameters unless told.

        A row that is new comes last in its table, and so among the parameters of a test.
        """
        fewer = () if os.environ.get("CC3K_ROW_TESTS") == "all" else ("--first-and-last",)
        return ["-m", "not slow", *fewer, "tests", *[f"--ignore={path}" for path in IGNORED]]

    def _pytest(self, *arguments: str) -> str:
        options = ("-q", "--tb=short", "-p", "no:cacheprovider")
        return self.python("-m", "pytest", *options, *arguments).stdout


def _ignore_what_is_being_written(_folder: str, names: list[str]) -> list[str]:
    """Return the names of files that are compiled by another process right now."""
    return [name for name in names if ".pyc." in name]


def _next_number(found: re.Match[str]) -> str:
    return f"RULESET = {int(found[1]) + 1}"


def _failures(output: str) -> list[str]:
    """Return the tests that failed or could not be collected, by what pytest printed."""
    found: list[str] = re.findall(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", output, re.MULTILINE)
    return sorted(set(found))
