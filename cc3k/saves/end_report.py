"""End report: the score of a game that is over, its rank, and how it came about, in rows."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from cc3k.content.layout.text import format_layout
from cc3k.engine.enemies import Enemy
from cc3k.engine.game import GameState
from cc3k.engine.values import frozen
from cc3k.engine.view import GameView
from cc3k.play.messages import (
    article,
    count_names,
    count_text,
    end_rows,
    score_extras,
    score_factors_text,
    start_command,
)
from cc3k.play.session import Session
from cc3k.play.tally import GameTally
from cc3k.play.voices import ending_sentence
from cc3k.saves.record import DAILY, ORDINARY, Score, ScoreCategory, layout_digest

HEADLINE = ""
"""The label of the row that says how the game ended."""


PICTURE_HINT = "p draws the last board as an SVG file; or add --turn last --svg FILE.svg to Watch."


@frozen
class ReportRow:
    """A row of the report: its label, such as `Rank`, and its text."""

    label: str
    text: str


@frozen
class KeptGame:
    """A saved finished game: the name of its `journal`, and the command that makes its `page`.

    `command` plays its floors again, and `watch` says how to play it back if that is not a command.
    `draw_board` draws the last board and returns a sentence about it; `picture_hint` says how to.
    """

    journal: str
    command: str
    page: str
    draw_board: Callable[[], str]
    watch: str = ""
    picture_hint: str = PICTURE_HINT


@frozen
class EndRecords:
    """What an end report needs from the player's files: the saved game, and the race's scores.

    `kept` is None for a game that is not saved, or not yet.
    """

    kept: KeptGame | None = None
    scores: Sequence[Score] = ()


def build_end_report(
    session: Session,
    game: GameState,
    scores: Sequence[Score],
    kept: KeptGame | None,
    command: str,
) -> tuple[ReportRow, ...]:
    """Return the report of a finished game, `kept` or not.

    `scores` are those of all games of the race so far; `command` plays the same floors if it is not
    kept. If no command line can start a kept game, as for the second game of a seed, it can only be
    watched.
    """
    # Imported here for a fast start: needed only at the end of a game.
    from cc3k.saves.summary import describe_freeze

    watch = "" if kept is None else kept.watch or f"cc3k replay {kept.journal}"
    again = _command_text(session, game, command) if kept is None else kept.command
    extras = ",".join([f" and {points} more {reason}" for points, reason in score_extras(game)])
    kills = [(session.tally.kills[kind.name], kind) for kind in game.rules.enemy_kinds]
    slain = [kind.name if kind.is_named else count_text(n, kind.name) for n, kind in kills if n]
    rows = [
        (HEADLINE, ending_sentence(game)),
        ("Score", f"{game.score}: {game.hero.gold} gold{extras}{score_factors_text(game)}."),  # R15
        ("Rank", _rank_text(session, game, scores, kept)),
        ("Odds", _odds_text(game, session.tally)),
        ("Gold", _gold_text(game, session.tally)),
        ("Slain", f"{', '.join(slain) or 'nobody'}."),
        ("Freeze", describe_freeze(session.tally.frozen_turns, game.turns)),
        *end_rows(game),
        ("Game", session.label),
        ("Again", "" if again == watch else again),
    ]
    if kept is not None:
        rows += [
            ("Watch", watch),
            ("Page", kept.page),
            ("Picture", kept.picture_hint),
        ]
    return tuple([ReportRow(label, text) for label, text in rows if text])


def _rank_text(
    session: Session, game: GameState, scores: Sequence[Score], kept: KeptGame | None
) -> str:
    """Return the rank among one's own games of the race that can be compared, and the best."""
    race = game.race.name
    category, name = _category_of_session(session), "" if kept is None else kept.journal
    others = [
        score
        for score in scores
        if score.race == race and score.category == category and score.journal != name
    ]
    best = max(others, key=lambda score: (score.score, -score.turns), default=None)
    kind = "daily " if category.kind == DAILY else ""
    layout = " on this layout" if category.layout else ""
    games = f"{kind}games as {article(race.lower())} {race.lower()}{layout}"
    if session.is_practice:
        is_best = "" if best is None else f" Best so far: {_best_text(best)}"
        return f"Practice is not ranked.{is_best}"
    if best is None:
        return f"The first of your {games}: your best so far."
    figures = (-game.score, game.turns)
    rank = 1 + sum((-score.score, score.turns) <= figures for score in others)
    where = f"{ordinal(rank)} of your {len(others) + 1} {games}"
    if rank == 1:
        return f"{where}: a new best! Before: {_best_text(best)}"
    return f"{where}. Best so far: {_best_text(best)}"


def _best_text(best: Score) -> str:
    fate = "won" if best.won else f"floor {best.floors}, {best.cause}"
    return f"{best.score} ({fate}, {best.date[:10]})."


def _category_of_session(session: Session) -> ScoreCategory:
    """Return with which other games the game of a session can be compared."""
    layout = layout_digest(format_layout(session.floor_layouts))
    kind = DAILY if session.daily_date else ORDINARY
    return ScoreCategory(layout, session.rules.expansion_tags, session.rules.ruleset, kind)


def ordinal(number: int) -> str:
    """Return a rank as text, such as `1st`, `12th` or `23rd`."""
    teens = number // 10 % 10 == 1
    return f"{number}{'th' if teens else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def _odds_text(game: GameState, tally: GameTally) -> str:
    """Return the odds of the PC when the fight with its killer began, against all in that fight."""
    name = "" if game.outcome is None else game.outcome.slain_by
    fight = tally.fight
    if fight is None or name not in {foe.kind.name for foe, _ in fight.foes}:
        return ""
    # Imported here for a fast start: needed only at the end of a game.
    from cc3k.play.look import format_percent
    from cc3k.play.odds import Joiner, OddsCalculator, OddsError, compute_best_odds

    hero, view = game.hero.copy(), GameView(game)
    hero.hp = fight.hp_at_start
    start = f"{fight.hp_at_start} HP when that fight began;"
    joiners = [Joiner(Enemy(foe.kind), turns) for foe, turns in fight.foes]
    calculator = OddsCalculator(game.rules, is_rough=len(joiners) > 1)
    try:
        odds = compute_best_odds(calculator, hero, joiners, view.forecast_kill)
    except OddsError:
        return f"{start} its odds cannot be computed."
    chance = f"{'about ' * (len(joiners) > 1)}{format_percent(odds.win_chance)}"
    named = count_names([foe.kind.name for foe, _ in fight.foes])
    return f"{start} {chance} of such fights against {named} are won."


def _gold_text(game: GameState, tally: GameTally) -> str:
    """Return where the gold came from: piles by kind, enemies' purses, and theft.

    Piles are not told apart if expansions change their worth.
    """
    from cc3k.saves.summary import gold_by_source

    is_told_by_worth = not any(each.floors.changes_piles for each in game.rules.expansions)
    names = {pile.value: pile.name for pile in game.rules.piles if is_told_by_worth}
    parts = list[str]()
    for value, count in sorted(tally.piles_by_value.items()):
        is_named = value in names
        kind = count_text(count, names[value] if is_named else "pile")
        parts.append(f"{count * value} in {kind}{'' if is_named else f' of {value}'}")
    taken = gold_by_source(tally, game.rules.enemy_kinds)
    parts += [f"{gold} from {source}" for source, gold in taken.items()]
    parts += [f"{tally.gold_stolen} stolen"] * bool(tally.gold_stolen)
    return f"{', '.join(parts) or 'none'}."


def _command_text(session: Session, game: GameState, program: str) -> str:
    """Return the command line that plays a game's floors again (R34)."""
    command = start_command(game.rules, session.seed, program)
    if session.games_started > 1:
        return f"{command}, and then its game {session.games_started}"
    return f"{command} --race {game.race.name.lower()}"


def report_lines(rows: Iterable[ReportRow]) -> Iterator[str]:
    for row in rows:
        yield f"{row.label}: {row.text}" if row.label else row.text
