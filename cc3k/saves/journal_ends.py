"""Journal ends: what the first and last bytes of a journal say of its game, without a replay.

Every start looks at all kept journals, so it reads only the ends of each.
"""

import os
import re
from contextlib import suppress

from cc3k.content.roster import BASE_RULES
from cc3k.engine.rules import Rules
from cc3k.saves.journal import END_WORD, FORMAT, START_WORD, parse_tags
from cc3k.saves.ledger import MAX_LINE_BYTES, add_checksums
from cc3k.saves.lookup import JOURNAL_NAME_PATTERN, rules_of_recorded_tags
from cc3k.saves.open_files import open_plain_file
from cc3k.saves.record import PRACTICE, SLAIN, WON, effective_game_kind
from cc3k.saves.replay import RulesMismatch

_END_LINE_PATTERN = re.compile(rf" {END_WORD} (\w+)\n\Z".encode("ascii"))
_STEP_LINE_PATTERN = re.compile(
    rb"^[0-9a-f]{8} ([a-z0-9]+)(?: [a-z0-9]+)*? (\d+) \d+ (\d+) \d+ [0-9a-f]{8}$", re.MULTILINE
)
_HEADER_LINE_PATTERN = re.compile(
    rb"^[0-9a-f]{8} (ruleset|expansions|seed|kind|begun) ([ -~]*)$", re.MULTILINE
)
_TORN_LINE_PATTERN = re.compile(rb"[0-9a-f]{0,8}|[0-9a-f]{8} [ -~]*")
_MOVE_WORDS = frozenset({b"no", b"so", b"ea", b"we", b"ne", b"nw", b"se", b"sw"})


def read_ending(path: str) -> str:
    """Return how a game ended, by the last line of its journal; empty if it has not."""
    ending = _END_LINE_PATTERN.search(read_tail(path))
    return "" if ending is None else ending[1].decode("ascii")


def has_ended(tail: bytes) -> bool:
    return _END_LINE_PATTERN.search(tail) is not None


def expected_files(path: str) -> tuple[bool, bool]:
    head, tail = read_head(path), read_tail(path)
    ending = _END_LINE_PATTERN.search(tail)
    if ending is None or not head.startswith(_format_line()):
        return False, False
    found = {label: value.decode("ascii") for label, value in _HEADER_LINE_PATTERN.findall(head)}
    kind, seed, begun = (found.get(label, "") for label in (b"kind", b"seed", b"begun"))
    rules = rules_in_head(head)
    ours = found.get(b"ruleset") == str(BASE_RULES.ruleset) and rules is not None
    tags = () if rules is None else rules.expansion_tags
    with suppress(ValueError):
        counts = kind != PRACTICE and effective_game_kind(kind, int(seed), begun, tags) == kind
        return ours, ours and counts and ending[1].decode() in (WON, SLAIN)
    return ours, False


def rules_in_head(head: bytes) -> Rules | None:
    """Return the rules named in the first lines of a journal; None if an expansion is missing."""
    found = dict(_HEADER_LINE_PATTERN.findall(head)).get(b"expansions", b"").decode("ascii")
    tags = parse_tags(found)
    if tags is None:
        return None
    with suppress(RulesMismatch):
        return rules_of_recorded_tags(tags)
    return None


def may_have_ended(tail: bytes, rules: Rules | None) -> bool:
    """Return True if the last command may have ended the game, by death or by the last stairs."""
    steps = _STEP_LINE_PATTERN.findall(tail)
    if not steps or rules is None:
        return False
    words, hp, floor = steps[-1]
    # The commands of an expansion may take stairs, too.
    can_leave = words in _MOVE_WORDS or bool(rules.expansions)
    return int(hp) == 0 or (int(floor) == rules.floor_count and can_leave)


def is_empty_journal(path: str, data: bytes) -> bool:
    """Return True if this is a whole journal that was cut off before its game started.

    It is not if a byte was changed: there may have been a game in it.
    """
    if not JOURNAL_NAME_PATTERN.fullmatch(os.path.basename(path)) or len(data) == MAX_LINE_BYTES:
        return False
    *lines, rest = data.split(b"\n")
    if not lines:
        return _format_line().startswith(rest)
    with suppress(UnicodeDecodeError):
        payloads = [line[9:].decode("ascii") for line in lines]
        begun = payloads[0] != FORMAT or any(each.startswith(f"{START_WORD} ") for each in payloads)
        written, checksum = add_checksums(payloads)
        intact = written.encode("ascii") == data[: len(data) - len(rest)]
        return intact and not begun and _is_torn_line(rest, checksum)
    return False


def _is_torn_line(line: bytes, checksum: int) -> bool:
    """Return True if this is the beginning of a line, and not a whole line with a wrong end."""
    if _TORN_LINE_PATTERN.fullmatch(line) is None:
        return False
    whole = add_checksums([line[9:-1].decode("ascii")], checksum)[0]
    return line[:-1] != whole.rstrip("\n").encode("ascii")


def _format_line() -> bytes:
    return add_checksums([FORMAT])[0].encode("ascii")


def read_head(path: str) -> bytes:
    with open_plain_file(path) as file:
        return file.read(MAX_LINE_BYTES)


def read_tail(path: str) -> bytes:
    """Return the last line of a journal, and usually some lines before it."""
    with open_plain_file(path) as file:
        file.seek(max(0, os.fstat(file.fileno()).st_size - MAX_LINE_BYTES))
        return file.read(MAX_LINE_BYTES)
