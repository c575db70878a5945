"""What is kept of a game that was won or lost: its score, and what it was won or lost by (§5)."""

from collections.abc import Iterable, Iterator, Sequence

from attrs import asdict, frozen

from cc3k.content.roster import RULESET
from cc3k.play.messages import seed_line
from cc3k.record.morgue import Fact
from cc3k.record.record import DAILY, ORDINARY
from cc3k.record.summary import Tale

TABLED = (ORDINARY, DAILY)
"""The kinds of game that have scores."""


@frozen
class Score:
    """The score of one game, and how to have the game again.

    `floors` is how many the PC came to, `cause` what slew it, empty if it won. `layout` tells
    layouts apart and is empty for floors furnished at random; `called` is what it was called.
    `journal` is the name of the game's journal without its suffix, `date` when the game ended.
    `digest` is that of the journal, by which one game has one place; older lines tell none.
    """

    race: str
    score: int
    gold: int
    turns: int
    floors: int
    cause: str
    seed: int
    game: int
    layout: str
    called: str
    expansions: tuple[str, ...]
    ruleset: int
    kind: str
    journal: str
    date: str
    digest: str = ""

    @property
    def won(self) -> bool:
        """Whether the PC left the dungeon alive."""
        return not self.cause


def score_of(tale: Tale, journal: str, date: str, digest: str = "") -> Score:
    """Return the score of a game that has one."""
    header = tale.header
    return Score(
        race=header.race,
        score=tale.score,
        gold=tale.gold,
        turns=tale.turns,
        floors=tale.depth,
        cause=tale.cause,
        seed=header.seed,
        game=header.game,
        layout=tale.layout,
        called=header.called,
        expansions=header.expansions,
        ruleset=header.ruleset,
        kind=header.kind,
        journal=journal,
        date=date,
        digest=digest,
    )


def unique(scores: Iterable[Score]) -> list[Score]:
    """Return the first score of each game: one game, one place."""
    found, names, digests = [], set[str](), set[str]()
    for score in scores:
        if score.journal not in names and score.digest not in digests:
            found.append(score)
        names.add(score.journal)
        digests |= {score.digest} - {""}
    return found


LAST = "*"
"""What marks the player's last game."""

_NAME, _FATE = 40, 24
"""Letters that there is room for."""


@frozen
class Board:
    """What games have in common that can be compared: their kind, their floors, their rules."""

    kind: str
    layout: str
    expansions: tuple[str, ...]
    ruleset: int


@frozen
class Place:
    """A game's place in its table, from 1; `last` for the game that was played last of all."""

    rank: int
    score: Score
    last: bool


@frozen
class Table:
    """The best games of a race on a board, and the last one, of so many.

    `called` is what the board's layout was called last.
    """

    board: Board
    called: str
    race: str
    games: int
    places: tuple[Place, ...]

    @property
    def title(self) -> str:
        """What these games are called."""
        board = self.board
        layout = f"{self.called[:_NAME] or 'unnamed'} ({board.layout})"
        parts = (
            "Daily games" if board.kind == DAILY else "Ordinary games",
            f" on the layout {layout}" if board.layout else "",
            f" with {' '.join(board.expansions)[:_NAME]}" if board.expansions else "",
            f" by ruleset {board.ruleset}" if board.ruleset != RULESET else "",
        )
        return "".join(parts)


def chosen(scores: Iterable[Score], race: str | None, layout: str | None) -> list[Score]:
    """Return the scores of a race, and of a layout by its name or digits; None stands for any."""
    return [
        score
        for score in scores
        if race in (None, score.race)
        and (layout is None or (score.layout and layout in (score.called, score.layout)))
    ]


def tables(scores: Sequence[Score], top: int, last: Score | None) -> list[Table]:
    """Return a table for each race on each board: the best `top` games, and the `last` one.

    Floors furnished at random come first, and the race with the best score.
    """
    groups: dict[tuple[Board, str], list[Score]] = {}
    for score in scores:
        board = Board(score.kind, score.layout, score.expansions, score.ruleset)
        groups.setdefault((board, score.race), []).append(score)
    found = [_table(*key, group, top, last) for key, group in groups.items()]
    return sorted(found, key=_order)


def lines(found: Iterable[Table]) -> Iterator[str]:
    """Yield tables as text."""
    title = ""
    for table in found:
        if table.title != title:
            yield from ("", table.title) if title else (table.title,)
        title = table.title
        yield f"  {table.race[:_NAME]}, {table.games} {'game' if table.games == 1 else 'games'}"
        yield from map(_line, table.places)


def table_facts(table: Table) -> dict[str, Fact]:
    """Return a table for programs."""
    places = [
        {"rank": place.rank, "last": place.last, **asdict(place.score)} for place in table.places
    ]
    return {
        **asdict(table.board),
        "called": table.called,
        "race": table.race,
        "games": table.games,
        "places": places,
    }


def _table(board: Board, race: str, scores: Sequence[Score], top: int, last: Score | None) -> Table:
    """Return a table: a higher score comes first, then fewer turns, then the earlier game."""
    best = sorted(scores, key=lambda score: (-score.score, score.turns))
    places = [Place(rank, score, score is last) for rank, score in enumerate(best, start=1)]
    shown = [place for place in places if place.rank <= top or place.last]
    return Table(board, scores[-1].called, race, len(scores), tuple(shown))


def _order(table: Table) -> tuple[bool, bool, str, int, tuple[str, ...], int, str]:
    board = table.board
    return (
        bool(board.layout),
        board.kind == DAILY,
        board.layout,
        -board.ruleset,
        board.expansions,
        -table.places[0].score.score,
        table.race,
    )


def _line(place: Place) -> str:
    score = place.score
    fate = "won" if score.won else f"floor {score.floors}, {score.cause}"
    return (
        f"  {LAST if place.last else ' '} {place.rank:>4} {score.score:>7}  {fate[:_FATE]:<{_FATE}}"
        f" {score.turns:>6} turns  {score.date[:10]:<10}  {seed_line(score.seed, score.game)}"
    )
