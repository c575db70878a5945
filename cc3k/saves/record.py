"""Record of a game: its kind, its header, and its state after each command."""

import re
from collections.abc import Sequence
from zlib import crc32

from attrs import frozen

from cc3k.engine.game import GameState
from cc3k.play.commands import FREEZE_WORD
from cc3k.play.messages import ScreenNote

ORDINARY, PRACTICE, DAILY = "ordinary", "practice", "daily"
GAME_KINDS = (ORDINARY, PRACTICE, DAILY)
"""Each kind has its own table of scores; practice has none."""


_DATE_PATTERN = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)


def daily_seed(timestamp: str, expansions: Sequence[str] = ()) -> str:
    """Return the seed of the daily game at a time such as `2026-11-20T20:57:00Z`.

    Each set of expansions, by their tags, has floors of its own: so nobody knows those of one
    attempt from another.
    """
    digits = f"{crc32(' '.join(expansions).encode('ascii')):010d}" if expansions else ""
    return f"{timestamp[:10].replace('-', '')}{digits}"


def is_date(text: str) -> bool:
    return _DATE_PATTERN.fullmatch(text) is not None


def effective_game_kind(
    game_kind: str, seed: int, started_at: str, expansions: Sequence[str] = ()
) -> str:
    """Return the kind of a game started then: a daily game counts as one only on its day."""
    is_of_day = str(seed) == daily_seed(started_at, expansions)
    return ORDINARY if game_kind == DAILY and not is_of_day else game_kind


@frozen
class StateFingerprint:
    """A game's state in short: some figures, and a digest of everything."""

    hp: int
    gold: int
    floor: int
    cell: int
    digest: int


def state_fingerprint(game: GameState) -> StateFingerprint:
    hero, floor = game.hero, game.floor
    return StateFingerprint(hero.hp, hero.gold, game.depth, floor.hero_cell, game.digest())


WON, SLAIN, ABANDONED = "won", "slain", "left"
ENDINGS = (WON, SLAIN, ABANDONED)
"""The ways in which a game can end; an abandoned one was given up."""


def ending_word(game: GameState) -> str:
    """Return the ending of a game; an unfinished one counts as abandoned."""
    if game.outcome is None:
        return ABANDONED
    return WON if game.outcome.won else SLAIN


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
    return (
        header.started_at[:10]
        if is_kind and is_its_day and first and not header.layout_text
        else ""
    )


@frozen
class RecordStep:
    """A command in words, and the state after it."""

    command: str
    state: StateFingerprint


@frozen
class Record:
    """A recorded game. `ending` is empty until it has ended; `opened_by` last had it open.

    `ended_at` is the time of the end, such as `2026-11-20T20:57:00Z`; empty in older journals.
    `notes` are what its screen showed besides, each with the number of commands before it.
    """

    header: Header
    start_state: StateFingerprint
    steps: Sequence[RecordStep] = ()
    ending: str = ""
    opened_by: str = ""
    ended_at: str = ""
    notes: Sequence[tuple[int, ScreenNote]] = ()

    @property
    def last_state(self) -> StateFingerprint:
        return self.steps[-1].state if self.steps else self.start_state

    @property
    def turn_count(self) -> int:
        """Number of turns played; refused commands and freezing take none."""
        before = self.start_state.digest
        turns = 0
        for step in self.steps:
            turns += step.command != FREEZE_WORD and step.state.digest != before
            before = step.state.digest
        return turns
