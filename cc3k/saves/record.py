"""Record: a game as data, its header, and each command with the state after it."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING
from zlib import crc32

from cc3k.engine.game import GameState
from cc3k.engine.text import count_text
from cc3k.engine.values import frozen
from cc3k.play.commands import FREEZE_WORD
from cc3k.play.history import ScreenNote
from cc3k.play.messages import join_list

if TYPE_CHECKING:
    from cc3k.saves.results import GameResult

ORDINARY, PRACTICE, DAILY = "ordinary", "practice", "daily"
GAME_KINDS = (ORDINARY, PRACTICE, DAILY)
"""Each kind has its own table of scores; practice has none."""

_DATE_REGEX = r"\d{4}-\d\d-\d\d"


def daily_seed(timestamp: str, expansions: Sequence[str] = ()) -> str:
    """Return the seed of the daily game at a time such as `2026-11-20T20:57:00Z`.

    Each set of expansions, by their tags, has floors of its own: so nobody knows those of one
    attempt from another.
    """
    digits = f"{crc32(' '.join(expansions).encode('ascii')):010d}" if expansions else ""
    return f"{timestamp[:10].replace('-', '')}{digits}"


def is_date(text: str) -> bool:
    return re.fullmatch(_DATE_REGEX, text, re.ASCII) is not None


def effective_game_kind(
    game_kind: str, seed: int, started_at: str, expansions: Sequence[str] = ()
) -> str:
    """Return the kind of a game started then: a daily game counts as one only on its day."""
    is_of_day = str(seed) == daily_seed(started_at, expansions)
    return ORDINARY if game_kind == DAILY and not is_of_day else game_kind


@frozen
class StateFingerprint:
    hp: int
    gold: int
    floor: int
    cell: int
    digest: int


def state_fingerprint(game: GameState) -> StateFingerprint:
    hero, floor = game.hero, game.floor
    return StateFingerprint(hero.hp, hero.gold, game.depth, floor.hero_cell, game.digest())


@frozen
class Header:
    """Everything that determines a game, except its commands.

    `layout_text` and `layout_name` are the text and the name of the layout, both empty if all
    floors are furnished at random. `layout_path` is the path of a layout of the player's own, if it
    fits into a line. `started_at` is a time such as `2026-11-20T20:57:00Z`.
    """

    ruleset: int
    seed: int
    game_number: int
    race: str
    started_at: str
    game_kind: str = ORDINARY
    layout_text: str = ""
    layout_name: str = ""
    expansions: tuple[str, ...] = ()
    layout_path: str = ""


def daily_date_of(header: Header) -> str:
    """Return the date of a daily game, scored or practice; empty for any other game.

    It was begun on its day, as the first game of its seed, on floors furnished at random.
    """
    is_its_day = str(header.seed) == daily_seed(header.started_at, header.expansions)
    is_kind = header.game_kind in (DAILY, PRACTICE)
    first = header.game_number == 1 or header.game_kind == DAILY
    is_daily = is_kind and is_its_day and first and not header.layout_text
    return header.started_at[:10] if is_daily else ""


def layout_digest(layout_text: str) -> str:
    """Return the digest that identifies the text of a layout; empty for random floors."""
    return f"{crc32(layout_text.encode('ascii')):08x}" if layout_text else ""


@frozen
class RecordStep:
    command: str
    state: StateFingerprint


@frozen
class Record:
    """A recorded game. `ending` is empty until it has ended; `opened_by` last had it open.

    `ended_at` is the time of the end, such as `2026-11-20T20:57:00Z`; empty in older journals.
    `result` is what its last line says; older journals have none.
    `notes` are what its screen showed besides, each with the number of commands before it; `news`
    what was told before it began.
    A game that goes on from a snapshot has the steps since then, after `turns_before`.
    """

    header: Header
    start_state: StateFingerprint
    steps: Sequence[RecordStep] = ()
    ending: str = ""
    opened_by: str = ""
    ended_at: str = ""
    notes: Sequence[tuple[int, ScreenNote]] = ()
    result: "GameResult | None" = None
    turns_before: int = 0
    news: Sequence[str] = ()

    @property
    def last_state(self) -> StateFingerprint:
        return self.steps[-1].state if self.steps else self.start_state

    @property
    def turn_count(self) -> int:
        """Number of turns played; refused commands and freezing take none."""
        before, turns = self.start_state.digest, self.turns_before
        for step in self.steps:
            turns += step.command != FREEZE_WORD and step.state.digest != before
            before = step.state.digest
        return turns


_TAG = r"(.*?)(?:-([0-9]+)(?::([0-9]+))?)?"

ALL_IN_WORDS = "all expansions"


def split_tag(tag: str) -> tuple[str, int | None, int | None]:
    found = re.fullmatch(_TAG, tag, re.ASCII | re.DOTALL)
    assert found is not None  # noqa: S101 - any text is a name
    name, *figures = found.groups()
    version, number = [None if figure is None else int(figure) for figure in figures]
    return name, version, number


def describe_tags(tags: Sequence[str]) -> str:
    """Return expansions in words: `pack, fog and depths (15 floors)`; nothing without any.

    All of the game's own are `all expansions`. The version is added if this program has another
    one, and always for expansions of other packages.
    """
    from cc3k.expansions.registry import OWN_EXPANSIONS

    told = [_describe_tag(tag) for tag in tags]
    if sum(is_own for _, _, is_own in told) == len(OWN_EXPANSIONS):
        details = [detail for _, each, is_own in told if is_own for detail in each]
        others = [each for each in told if not each[2]]
        told = [(ALL_IN_WORDS, details, True), *others]
    return join_list([f"{name} ({', '.join(each)})" if each else name for name, each, _ in told])


def with_expansions(tags: Sequence[str]) -> str:
    return f" with {describe_tags(tags)}" if tags else ""


def _describe_tag(tag: str) -> tuple[str, list[str], bool]:
    """Return a name, what is said of it, and whether it is the game's own, in its version."""
    from cc3k.expansions.registry import OWN_EXPANSIONS

    name, version, number = split_tag(tag)
    own = next((each for each in OWN_EXPANSIONS if each.name == name), None)
    is_own, details = own is not None and own.version == version, list[str]()
    if number is not None:
        option = own.setting.option if own is not None and own.setting is not None else ""
        is_count = option.endswith("s")  # 8 floors, but trial 3
        counted = count_text(number, option.removesuffix("s"))
        details.append((counted if is_count else f"{option} {number}").strip())
    if version is not None and not is_own:
        details.append(f"version {version}")
    return name, details, is_own
