"""Links: the part of an address after `#`, which says what the page is to play or to show.

`#seed=42&floor=dragon&race=troll` are options of `cc3k`, `#daily` and `#gems` its commands, and
`#replay=` is a whole journal, compressed.
"""

import io
import re
import zlib
from base64 import b64decode, urlsafe_b64encode
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from typing import NoReturn
from urllib.parse import quote, unquote

from attrs import frozen

from cc3k.cli.arcade import ARCADE_NAMES
from cc3k.cli.options import PlayOptions, installed_expansions, parse_play_options, settle_rules
from cc3k.engine.expansion import Expansion
from cc3k.play.session import Session
from cc3k.saves.journal_reader import rules_of_header
from cc3k.saves.paths import shipped_layouts
from cc3k.saves.record import Header
from cc3k.saves.replay import RulesMismatch

PLAY_OPTIONS = ("seed", "floor", "race", "dlc")
"""Options of `cc3k` that a link may have; whatever the game makes of a value is told by it.

Expansions have numbers of their own beside them.
"""

FLAGS = ("daily", "tutorial", "practice")
REPLAY = "replay"

MAX_LINK_LENGTH = 1 << 20
MAX_VALUE_LENGTH = 200
"""Characters of a value but a journal: more than all expansions by their names."""

MAX_JOURNAL_BYTES = 1 << 24
"""Bytes of a journal that a link may unpack to: a hundred times those of a long game."""

_SHOWN = 60


class LinkError(Exception):
    """Raised for a link that says nothing: what was found, and what was expected."""


@frozen
class Link:
    """What a link asks for: a game with these options, a game of the arcade, or a journal."""

    arguments: tuple[str, ...] = ()
    is_daily: bool = False
    arcade_game: str = ""
    journal: bytes = b""

    def play_options(self) -> PlayOptions:
        """Return the options of the game; raise `LinkError`."""
        with usage_errors_as_link_errors():
            return parse_play_options(self.arguments)


@contextmanager
def usage_errors_as_link_errors() -> Iterator[None]:
    """Raise `LinkError` for what the command line would say is wrong; a link has no dashes."""
    told = io.StringIO()
    try:
        with redirect_stderr(told), redirect_stdout(told):
            yield
    except SystemExit as stop:
        lines = told.getvalue().splitlines()
        message = lines[-1].removeprefix("cc3k: error: ") if lines else "no game"
        raise LinkError(re.sub(r"(argument )?--(?=[a-z])", "", message)) from stop


def parse_link(text: str) -> Link:
    """Return what the part of an address after `#` asks for; raise `LinkError`."""
    text = text.removeprefix("#")
    if len(text) > MAX_LINK_LENGTH:
        _refuse(f"a link of {len(text)} characters", f"{MAX_LINK_LENGTH} at the most")
    options = _play_options()
    known = (*options, *FLAGS, *ARCADE_NAMES, REPLAY)
    given = dict[str, str]()
    for part in text.split("&") if text else ():
        name, sign, value = part.partition("=")
        if name not in known:
            _refuse(_shown(name), f"one of {', '.join(known)}")
        needs_value = name in (*options, REPLAY)
        if needs_value and not value:
            _refuse(f"{name} without a value", f"{name}=VALUE")
        if name != REPLAY and len(value) > MAX_VALUE_LENGTH:
            _refuse(_shown(value), f"{MAX_VALUE_LENGTH} characters at most", name)
        if sign and not needs_value:
            _refuse(f"{name} with a value", f"{name} alone")
        if name in given:
            _refuse(f"{name} twice", "it once")
        given[name] = unquote(value)
    return _link_of(given)


def _refuse(found: str, expected: str, where: str = "") -> NoReturn:
    place = where and f"{where}: "
    message = f"{place}found {found}; expected {expected}"
    raise LinkError(message)


def _link_of(given: dict[str, str]) -> Link:
    alone = next((name for name in (*ARCADE_NAMES, REPLAY) if name in given), "")
    others = [name for name in given if name != alone]
    if alone and others:
        _refuse(f"{others[0]} beside {alone}", f"{alone} alone")
    if alone == REPLAY:
        journal = unpack_journal(given[REPLAY])
        return Link(journal=journal or _refuse("an empty journal", "one of a game", REPLAY))
    if alone:
        return Link(arcade_game=alone)
    if "daily" in given and (other := next((n for n in ("seed", "tutorial") if n in given), "")):
        _refuse(f"{other} beside daily", "one of them")
    if given.get("floor", "") not in ("", *shipped_layouts()):
        _refuse(_shown(given["floor"]), f"one of {', '.join(shipped_layouts())}", "floor")
    arguments = [f"--{name}={given[name]}" for name in _play_options() if name in given]
    arguments += [f"--{name}" for name in ("tutorial", "practice") if name in given]
    link = Link(tuple(arguments), is_daily="daily" in given)
    options = link.play_options()  # so that whatever is wrong is told now
    with usage_errors_as_link_errors():
        settle_rules(options, is_daily=False, is_race_asked_for=True)
    return link


def _play_options() -> tuple[str, ...]:
    settings = [each.setting.option for each in installed_expansions() if each.setting is not None]
    return (*PLAY_OPTIONS, *settings)


def pack_journal(journal: bytes) -> str:
    return urlsafe_b64encode(zlib.compress(journal, 9)).decode("ascii").rstrip("=")


def unpack_journal(text: str) -> bytes:
    try:
        whole = text.encode("ascii") + b"=" * (-len(text) % 4)
        packed = b64decode(whole, altchars=b"-_", validate=True)
        unpacking = zlib.decompressobj()
        journal = unpacking.decompress(packed, MAX_JOURNAL_BYTES)
    except (ValueError, zlib.error):
        _refuse(_shown(text), "a journal as the page packs it", REPLAY)
    if unpacking.unconsumed_tail:
        _refuse(f"a journal of more than {MAX_JOURNAL_BYTES} bytes", "less", REPLAY)
    if not unpacking.eof:
        _refuse("half a journal", "the whole link", REPLAY)
    return journal


def link_of_game(header: Header) -> str:
    """Return the link that begins the game of a header anew; empty if no link can say it.

    A layout of one's own is in no link but that of the journal, and the k-th game of a seed only
    comes after those before it. Nor can a link say what expansions there are elsewhere alone.
    """
    is_shipped = header.layout_name in shipped_layouts() and not header.layout_path
    if header.game_number != 1 or (header.layout_text and not is_shipped):
        return ""
    parts = [f"seed={header.seed}", f"race={quote(header.race.lower())}"]
    parts += [f"floor={quote(header.layout_name)}"] * bool(header.layout_text)
    with suppress(RulesMismatch):
        return "&".join([*parts, *_parts_of_expansions(rules_of_header(header).expansions)])
    return ""


def link_of_race_screen(session: Session, opened: str) -> str:
    """Return the link to a race screen as it is now; empty if no link can say it."""
    options = parse_link(opened).play_options()
    floor = options.floor
    if session.floor_layouts and floor not in shipped_layouts():
        return ""
    parts = ["daily" if session.daily_date else f"seed={session.seed}"]
    parts += ["practice"] * ("practice" in opened.split("&"))
    parts += [f"floor={quote(floor)}"] if floor else []
    return "&".join([*parts, *_parts_of_expansions(session.rules.expansions)])


def _parts_of_expansions(expansions: Sequence[Expansion]) -> list[str]:
    names = ",".join([each.name for each in expansions])
    return [f"dlc={quote(names, safe=',')}"] * bool(names) + [
        f"{each.setting.option}={each.setting_value}"
        for each in expansions
        if each.setting is not None and each.setting_value != each.setting.default
    ]


def _shown(text: str) -> str:
    return f"{text[:_SHOWN]!a}{'...' if len(text) > _SHOWN else ''}"
