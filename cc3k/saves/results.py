"""Results: what came of games, as the last lines of journals have it, and their ranks (§5)."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from cc3k.engine.game import GameState
from cc3k.engine.text import escape_to_ascii
from cc3k.play.endings import ENDINGS, SLAIN, WON, Ending, Fate, cause_of_death, ending_word
from cc3k.saves.record import GAME_KINDS, PRACTICE, Header, Record, layout_digest

END_WORD = "end"
"""The first word of the last line of a journal."""


class ScoreCategory(NamedTuple):
    layout: str
    expansions: tuple[str, ...]
    ruleset: int
    kind: str


class GameResult(NamedTuple):
    """What came of a game: its score, and how to play it again.

    `floors` counts the floors that the PC reached; `cause` is what slew it, empty if nothing did.
    `layout` identifies the layout, empty for floors furnished at random, and `called` is its name.
    `journal` is the name of the journal without its suffix, `date` when the game ended. `ending` is
    one of `ENDINGS`, empty for a game that has not ended. `digest` is that of its last state, and
    `frozen_turns` counts the turns during which enemies were frozen (R5): of older games these two
    may be unknown. `feats` are what expansions say that was achieved.
    """

    race: str
    score: int
    gold: int
    turns: int
    floors: int
    cause: str
    seed: int
    game: int
    called: str
    layout: str
    expansions: tuple[str, ...]
    ruleset: int
    kind: str
    journal: str
    date: str
    ending: str
    digest: str = ""
    frozen_turns: int | None = None
    feats: tuple[str, ...] = ()

    @property
    def facts(self) -> dict[str, str | int | Sequence[str] | None]:
        """All of it by name but the ending; a game without feats says nothing of them."""
        left_out = ("ending",) if self.feats else ("ending", "feats")
        return {name: fact for name, fact in self._asdict().items() if name not in left_out}

    @property
    def fate(self) -> Fate:
        return Fate(self.ending, self.cause, self.floors)

    @property
    def won(self) -> bool:
        return self.ending == WON

    @property
    def is_scored(self) -> bool:
        """Whether it counts (§5): a game that was given up does not, nor does practice."""
        return self.ending in (WON, SLAIN) and self.kind != PRACTICE

    @property
    def category(self) -> ScoreCategory:
        return ScoreCategory(self.layout, self.expansions, self.ruleset, self.kind)


MAX_CAUSE_LETTERS = 100
"""Letters of a cause of death in the last line, which must not get too long."""


def result_of_record(record: Record, journal: str, date: str) -> GameResult:
    """Return what has come so far of a game that has no result yet."""
    last = record.last_state
    return _result_of(record.header, journal, date)(
        score=0,
        gold=last.gold,
        turns=record.turn_count,
        floors=last.floor,
        cause="",
        ending=record.ending,
        digest=f"{last.digest:08x}",
    )


def result_of_game(
    header: Header, game: GameState, frozen_turns: int, journal: str, date: str
) -> GameResult:
    """Return the result of a game that is over, or given up."""
    return _result_of(header, journal, date)(
        score=game.score,
        gold=game.hero.gold,
        turns=game.turns,
        floors=game.depth,
        cause=cause_of_death(game.outcome)[:MAX_CAUSE_LETTERS],
        ending=ending_word(game),
        digest=f"{game.digest():08x}",
        frozen_turns=frozen_turns,
        feats=Ending(game).feats,
    )


def _result_of(header: Header, journal: str, date: str) -> partial[GameResult]:
    """Return a result in which what came of the game is still to be filled in."""
    return partial(
        GameResult,
        race=header.race,
        seed=header.seed,
        game=header.game_number,
        called=header.layout_name,
        layout=layout_digest(header.layout_text),
        expansions=header.expansions,
        ruleset=header.ruleset,
        kind=header.game_kind,
        journal=journal,
        date=date,
    )


def result_line(result: GameResult) -> str:
    import json

    return f"{END_WORD} {result.ending} {json.dumps(result.facts)}"


class ResultLine(NamedTuple):
    """The last line of a journal, taken apart: `text` is what the seal is made of."""

    ending: str
    result: GameResult | None
    text: str
    seal: str


def parse_result_line(payload: str) -> ResultLine | None:
    """Return the last line of a journal, taken apart; None if it is none."""
    found = re.fullmatch(_END_PATTERN, payload, re.ASCII)
    if found is None or found[2] not in ENDINGS:
        return None
    result = parse_result(found[3], found[2]) if found[3] else None
    if found[3] and result is None:
        return None
    return ResultLine(found[2], result, found[1], found[4] or "")


MAX_TEXT_LENGTH = 600
MAX_COUNT, MAX_SEED = 10**10, 10**32
"""Limits above any figure of a game, and above any seed."""


def parse_result(text: str | bytes, ending: str) -> GameResult | None:
    """Return the result of a game from a line of JSON; None if it says none."""
    import json

    try:
        return parse_facts(json.loads(text), ending)
    except (ValueError, RecursionError):
        return None


def parse_facts(facts: object, ending: str) -> GameResult | None:
    """Return the result of a game that ended so from such facts; None if they are none.

    Unknown facts are ignored; a score of release 1 may lack the last ones.
    """
    if not isinstance(facts, dict):
        return None
    found = {"digest": "", "frozen_turns": None, "feats": [], **facts, "ending": ending}
    names = GameResult._fields
    try:
        result = GameResult._make([_READERS.get(name, _text)(found.get(name)) for name in names])
    except ValueError:
        return None
    return result if result.kind in GAME_KINDS else None


def _text(value: object) -> str:
    """Return a text that is safe to print, and not too long, with its escapes either."""
    if not isinstance(value, str) or len(value) > MAX_TEXT_LENGTH:
        raise ValueError(value)
    return escape_to_ascii(value)[:MAX_TEXT_LENGTH]


def _texts(value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise ValueError(value)  # noqa: TRY004 - as for all that is read
    return tuple(map(_text, value))


def _count(value: object, least: int = 0, most: int = MAX_COUNT) -> int:
    if type(value) is not int or not least <= value < most:
        raise ValueError(value)
    return value


_READERS: Mapping[str, Callable[[object], object]] = {
    **dict.fromkeys(("score", "gold", "turns", "floors", "game", "ruleset"), _count),
    "seed": lambda value: _count(value, 1 - MAX_SEED, MAX_SEED),
    "frozen_turns": lambda value: None if value is None else _count(value),
    **dict.fromkeys(("expansions", "feats"), _texts),
}
"""Readers of the facts that are no texts; each raises ValueError for anything else."""

_END_PATTERN = rf"({END_WORD} ([a-z]+)(?: (\{{.*\}}))?)(?: ([0-9a-f]{{32}}))?"


def rank_key(game: GameResult | GameState) -> tuple[int, int]:
    """Return the key that sorts games by rank: by score, then fewer turns; then by date."""
    return -game.score, game.turns


class BoardResults(NamedTuple):
    """What is shown of the `games` of one race and category: results by their ranks, from 1.

    `latest` is that of the latest date, whether it is among them or not.
    """

    games: int
    latest: GameResult
    ranked: Sequence[tuple[int, GameResult]]


def rank_by_board(
    results: Iterable[GameResult], top: int, last_scored: GameResult | None
) -> list[BoardResults]:
    """Return the best `top` of results in the order of their dates, and the last one (§5)."""
    groups = dict[tuple[str, ScoreCategory], list[GameResult]]()
    for result in results:
        groups.setdefault((result.race, result.category), []).append(result)
    boards = list[BoardResults]()
    for group in groups.values():
        by_rank = enumerate(sorted(group, key=rank_key), start=1)
        ranked = [(rank, each) for rank, each in by_rank if rank <= top or each is last_scored]
        boards.append(BoardResults(len(group), group[-1], ranked))
    return boards
