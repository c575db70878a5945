"""Player's files on the page: the games kept, layouts and journals handed in, the configuration."""

import os
from contextlib import suppress
from io import BytesIO

from attrs import frozen

from cc3k.cli.arcade_boards import find_arcade_game, play_record
from cc3k.cli.check import check_layout
from cc3k.cli.config import read_config
from cc3k.content.layout.diagnostics import Severity
from cc3k.content.layout.text import LayoutError
from cc3k.engine.rules import Rules
from cc3k.play.quoting import escape_text
from cc3k.saves.arcade_games import ARCADE_FOLDER
from cc3k.saves.arcade_journal import is_arcade_journal, read_arcade_journal
from cc3k.saves.disk import PRIVATE_FOLDER, Disk, numbered_names
from cc3k.saves.journal import read_journal
from cc3k.saves.journal_file import add_marker
from cc3k.saves.ledger import LedgerError
from cc3k.saves.lookup import JOURNAL_SUFFIX, read_end_line, rules_of_header
from cc3k.saves.paths import FINISHED_FOLDER
from cc3k.saves.replay import ReplayDiverged, RulesMismatch, verify_record
from cc3k.ui.arcade_replay import ArcadeDiverged
from cc3k.ui.settings import ConfigError
from cc3k.web.backup import Imported, ImportOutcome
from cc3k.web.links import link_of_game, pack_journal

HOME, CONFIG = ".local/state/cc3k", ".config/cc3k/config.toml"
"""Where the game looks for its files below the folder of the player (XDG)."""

LAYOUTS, BOARDS = "layouts", "boards"
"""Folders of layouts that were handed in, and of boards that the arcade saves by name."""

UNSOUND = (LedgerError, ReplayDiverged, RulesMismatch, LayoutError, ArcadeDiverged)
"""Why a journal is not kept."""

MAX_NAME = 80
MAX_SHARED_BYTES = 1 << 20
"""Bytes of the longest journal that is made a link of."""

WALL_MARKS = (b"|--", b"--|")
"""The corner of a board: a file without any is no layout."""

MAX_CHAT_LINK = 8_000
"""Characters of a link that chats and mail take whole."""

NO_LINK_NOTE = "This game is too long for a link: save it as a file, and send that."
LONG_LINK_NOTE = (
    "This link has {:,} characters: a chat or a mail may cut it. "
    "Save the game as a file, and send that."
)

JOURNAL_MARKS = (b" cc3k-journal ", b" cc3k-arcade ")
"""What stands at the beginning of a journal, after a checksum."""


@frozen
class PlayerFiles:
    root: str

    @property
    def home(self) -> str:
        return os.path.join(self.root, HOME)

    @property
    def _config_path(self) -> str:
        return os.path.join(self.root, CONFIG)

    def make_folders(self) -> None:
        for folder in (HOME, os.path.dirname(CONFIG), LAYOUTS, BOARDS):
            os.makedirs(os.path.join(self.root, folder), PRIVATE_FOLDER, exist_ok=True)
        os.chmod(self.home, PRIVATE_FOLDER)
        os.environ["HOME"] = self.root
        for name in ("CC3K_HOME", "CC3K_CONFIG", "XDG_STATE_HOME", "XDG_CONFIG_HOME"):
            os.environ.pop(name, None)
        os.chdir(os.path.join(self.root, BOARDS))

    def read(self, path: str) -> bytes:
        with open(path, "rb") as file:
            return file.read()

    def is_arcade(self, path: str) -> bool:
        return path.startswith(os.path.join(self.home, ARCADE_FOLDER) + "/")

    def is_over(self, path: str) -> bool:
        with suppress(OSError):
            return read_end_line(path) is not None
        return False

    def is_journal(self, data: bytes) -> bool:
        first = data[:64].partition(b"\n")[0]
        return any(mark in first for mark in JOURNAL_MARKS)

    def shown_name(self, name: str) -> str:
        """Return the name of a file that was handed in, safe to show and to keep."""
        last = name.replace("\\", "/").rpartition("/")[2]
        return escape_text(last)[:MAX_NAME].lstrip(".") or "file"

    def looks_like_layout(self, data: bytes) -> bool:
        """Return True if there is a wall in a file, whatever else is wrong with it."""
        return any(mark in data for mark in WALL_MARKS)

    def keep_layout(self, name: str, data: bytes, rules: Rules) -> tuple[str, list[str]]:
        """Keep a layout; return its path, and its errors by these rules as `cc3k check` words them.

        One that has errors is not kept, and one that is kept already stays as it is.
        """
        every = check_layout(data, name, rules)
        errors = [str(found) for found in every if found.severity is Severity.ERROR]
        stem, suffix = os.path.splitext(os.path.join(self.root, LAYOUTS, name))
        names = numbered_names(stem, suffix)
        path = next(each for each in names if not os.path.exists(each) or self.read(each) == data)
        if not errors:
            with open(path, "wb") as file:
                file.write(data)
        return path, errors

    def keep_journal(self, name: str, data: bytes) -> Imported:
        """Keep a journal from elsewhere if it is whole; return a sentence that says so, or why not.

        It goes where the game itself would keep it, by another name if that is taken.
        """
        name = self.shown_name(name)
        try:
            home, is_over = self._verified(name, data)
        except (*UNSOUND, ValueError) as error:
            return Imported(ImportOutcome.REFUSED, f"{name} is not kept: {error}")
        folder = os.path.join(home, FINISHED_FOLDER)
        os.makedirs(folder, exist_ok=True)
        root = os.path.join(folder, name.removesuffix(JOURNAL_SUFFIX))
        for path in numbered_names(root, JOURNAL_SUFFIX):
            if os.path.exists(path) and self.read(path) == data:
                return Imported(ImportOutcome.KEPT_ALREADY, f"{name} is kept already.")
            if not os.path.exists(path):
                with open(path, "wb") as file:
                    file.write(data)
                if not is_over:
                    add_marker(Disk(), path)
                return Imported(ImportOutcome.KEPT, f"{os.path.basename(path)} is kept.")
        return Imported(
            ImportOutcome.REFUSED, f"{name} is not kept: there are too many of that name."
        )

    def _verified(self, name: str, data: bytes) -> tuple[str, bool]:
        """Return the home of a journal, of the dungeon or the arcade, and whether it is over."""
        if is_arcade_journal(data):
            record = read_arcade_journal(BytesIO(data), name).record
            game = find_arcade_game(record.game)
            if game is None:
                message = f"found the game {record.game!a}; expected one of the arcade"
                raise LedgerError(message)
            play_record(game, record)
            return os.path.join(self.home, ARCADE_FOLDER), record.is_over
        found = read_journal(BytesIO(data), name).record
        verify_record(found, rules_of_header(found.header))
        return self.home, bool(found.ending)

    def share_links(self, journal: str, link: str, address_length: int = 0) -> dict[str, str]:
        """Return the links to play the game of a journal, and to watch it; empty if there are none.

        Without a journal the link that was opened is as good. The journal itself is a `file` to be
        sent; a `note` tells when that is better. The address before a link has so many characters.
        """
        links = {"play": link, "watch": "", "file": "", "note": ""}
        with suppress(OSError, LedgerError):
            data = self.read(journal) if journal else b""
            if data and not is_arcade_journal(data):
                links["play"] = link_of_game(read_journal(BytesIO(data), "").record.header) or link
            if data:
                links["file"] = os.path.relpath(journal, self.root)
            if data and len(data) <= MAX_SHARED_BYTES:
                links["watch"] = f"replay={pack_journal(data)}"
            elif data:
                links["note"] = NO_LINK_NOTE
        length = address_length + len(links["watch"])
        if links["watch"] and length > MAX_CHAT_LINK:
            links["note"] = LONG_LINK_NOTE.format(length)
        return links

    def read_config(self) -> str:
        try:
            with open(self._config_path, encoding="utf-8") as file:
                return file.read()
        except OSError:
            return ""

    def write_config(self, text: str) -> str:
        """Keep the configuration file; return what is wrong with it, and keep the old one then."""
        before = self.read_config()
        self._write_config(text)
        try:
            read_config(os.environ)
        except ConfigError as error:
            self._write_config(before)
            return str(error).replace(f"{self._config_path}:", "config.toml:")
        return ""

    def _write_config(self, text: str) -> None:
        if not text.strip():
            with suppress(FileNotFoundError):
                os.remove(self._config_path)
            return
        with open(self._config_path, "w", encoding="utf-8") as file:
            file.write(text)
