"""Pages without a browser: the calls of the page's script, and the files that it would keep."""

import json
import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TypedDict

from attrs import define, field

from cc3k.saves.journal_reader import read_result_line
from cc3k.web.page import Page
from cc3k.web.pyodide_files import PYODIDE_VERSION
from cc3k.web.visit import BOOKMARK_FILE

SLOWER = (
    "cc3k: web: the page starts slower without Python's memory, left out: these are not the files "
    f"of Pyodide {PYODIDE_VERSION}\n"
)
"""What is said of a page that is written with files that only have the names of Pyodide's."""

DESK, PHONE = (120, 36), (54, 30)
"""Columns and rows of a large window, and of a phone."""


KEYBOARD = re.compile(
    r"\b(any (other )?key|your key|[Pp]ress(es)? (Tab|Enter|[a-z>]\b)|Enter|Tab\b|Esc|Space|PgUp"
    r"|PgDn|Up or Down|Up and Down|arrow keys|Shift|Ctrl|q quits|by its letter|digit|[lc] looks"
    r"|c goes|p draws|click|\(y/n\)|F1)"
)
"""Words that only help whoever has a keyboard."""


class Change(TypedDict):
    """A change of a file, as the script is told of it."""

    path: str
    offset: int
    data: str
    modified: float


@define(eq=False)
class Visitor:
    """Somebody at a page; `kept` is what the browser keeps of its files, by path.

    `update` is the last one, and `said` everything that was spoken.
    """

    folder: Path
    size: tuple[int, int] = DESK
    kept: dict[str, tuple[bytes, float]] = field(factory=dict)
    update: dict[str, object] = field(factory=dict, init=False)
    last_pad: object = field(default=None, init=False)
    last_offers: object = field(default=None, init=False)
    said: list[str] = field(factory=list, init=False)
    told: list[str] = field(factory=list, init=False)
    _page: Page = field(init=False)

    @_page.default
    def _default_page(self) -> Page:
        self.folder.mkdir(parents=True)
        page = Page(str(self.folder))
        for path, (data, modified) in self.kept.items():
            page.restore_file(path, data, modified)
        return page

    @property
    def page(self) -> Page:
        """The page, with the environment as it is there: others may have been opened since."""
        os.environ["HOME"] = str(self.folder)
        return self._page

    def open(self, link: str = "", *, watches: bool = False) -> "Visitor":
        """Open the page with a link; in a tab that `watches` if a replay was seen there before."""
        return self.take(self.page.begin(link, *self.size, watches=watches))

    def press(self, *keys: str) -> "Visitor":
        for key in keys:
            self.take(self.page.press([key])).wait()
        return self

    def wait(self) -> "Visitor":
        for _ in range(2_000):
            if self.update["tick"] is None:
                return self
            self.take(self.page.tick())
        message = "it goes on and on"
        raise AssertionError(message)

    def take(self, update: str) -> "Visitor":
        """Take an update as the script does: keep the changes, and hear what is said."""
        self.update = json.loads(update)
        self.last_pad = self.update.get("pad", self.last_pad)
        self.last_offers = self.update.get("offers", self.last_offers)
        self.said += list(map(str, self._list("say")))
        self.told += list(map(str, self._list("told")))
        for change in self.changes:
            self._keep(**change)
        return self

    @property
    def changes(self) -> list[Change]:
        changes: list[Change] = json.loads(json.dumps(self.update["files"]))
        return changes

    def _list(self, name: str) -> list[object]:
        found = self.update[name]
        assert isinstance(found, list)
        return found

    def _keep(self, path: str, offset: int, data: str | None, modified: float) -> None:
        if data is None:
            self.kept.pop(path, None)
            return
        before = self.kept.get(path, (b"", 0.0))[0]
        assert offset in (0, len(before))
        self.kept[path] = before[:offset] + data.encode("latin-1"), modified

    @property
    def text(self) -> str:
        """Everything that is shown, with paths as if all pages had one folder."""
        return self.page.text().replace(self.folder.name, "page-0000")

    @property
    def link(self) -> str:
        return str(self.update["link"])

    def reloaded(
        self, size: tuple[int, int] | None = None, *, in_new_tab: bool = False
    ) -> "Visitor":
        number = sum(1 for _ in self.folder.parent.iterdir())
        folder = self.folder.with_name(f"page-{number:04}")
        again = Visitor(folder, size or self.size, dict(self.kept))
        watches = bool(self.update["is_replay"]) and not in_new_tab
        return again.open(self.link, watches=watches)

    def is_kept_whole(self) -> bool:
        found = {
            str(path.relative_to(self.folder)): path.read_bytes()
            for path in self.folder.rglob("*")
            if path.is_file() and not path.name.endswith(".lock")
        }
        kept = {path: data for path, (data, _) in self.kept.items()}
        kept.pop(BOOKMARK_FILE, None)
        return found == kept


def journals(visitor: Visitor, folder: str = "unfinished") -> list[Path]:
    """Return a visitor's journals: of games that are over, or of those that are not."""
    paths = sorted((visitor.folder / ".local/state/cc3k/games").glob("*.cc3k"))
    is_over = folder == "games"
    return [path for path in paths if (read_result_line(str(path)) is not None) == is_over]


def buttons(visitor: Visitor) -> dict[str, list[str]]:
    """Return the keys of each button, by its label."""
    shown = json.loads(json.dumps(visitor.last_pad))
    return {button["label"]: button["keys"] for button in shown}


def labels(visitor: Visitor) -> Sequence[str]:
    return [button["label"] for button in json.loads(json.dumps(visitor.last_pad))]


def keys_of(visitor: Visitor, label: str) -> list[str]:
    return buttons(visitor)[label]


def words_of(visitor: Visitor) -> str:
    """Return what is shown, as sentences that are not wrapped."""
    return " ".join(visitor.text.split())


def named_buttons(text: str) -> Iterator[str]:
    """Yield the labels in brackets, but for the boxes of expansions."""
    yield from (found for found in re.findall(r"\[([^\]|\[]+)\]", text) if found not in {" ", "x"})
