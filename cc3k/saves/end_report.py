"""End report: the rows at the end of a game, from the live game and the kept ones."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from cc3k.engine.board import format_layout
from cc3k.engine.enemies import Enemy, EnemyKind
from cc3k.engine.game import GameState
from cc3k.engine.text import count_text, plural
from cc3k.engine.values import frozen
from cc3k.engine.view import GameView
from cc3k.play.endings import Ending
from cc3k.play.history import GameTally
from cc3k.play.messages import count_names, with_article
from cc3k.play.session import Session
from cc3k.saves.record import DAILY, ORDINARY, layout_digest
from cc3k.saves.results import GameResult, ScoreCategory, rank_key

LOST = "paid or lost to thieves"

HEADLINE = ""
"""The label of the row that says how the game ended."""

PICTURE_HINT = "p draws the last board as an SVG file; or add --turn last --svg FILE.svg to Watch."


@frozen
class KeptGame:
    """A kept game that has ended: the name of its `journal`, and the command that makes its `page`.

    `command` plays its floors again; None if no command does, as on a layout that is not known.
    `watch` says how to play it back if that is not a command.
    `draw_board` draws the last board and returns a sentence about it; `picture_hint` says how to.
    """

    journal: str
    command: str | None
    page: str
    draw_board: Callable[[], str]
    watch: str = ""
    picture_hint: str = PICTURE_HINT


@frozen
class PastGames:
    """What an end report needs from the player's files: the saved game, and the race's scores.

    `kept` is None for a game that is not saved, or not yet.
    """

    kept: KeptGame | None = None
    results: Sequence[GameResult] = ()


LoadPastGames: TypeAlias = Callable[[str], PastGames]
"""Returns the files of the game that has ended, and the scores of a race of that name."""


def build_end_report(
    session: Session, game: GameState, past_games: PastGames
) -> list[tuple[str, str]]:
    """Return the rows of the report: labels, such as `Rank`, each with a text."""
    ending, kept = Ending(game), past_games.kept
    again = None if kept is None else kept.command
    if kept is None or (again is None and session.games_started > 1):
        again = session.command_of(game)
    kills = [(session.tally.kills[kind.name], kind) for kind in game.rules.enemy_kinds]
    slain = [kind.name if kind.is_named else count_text(n, kind.name) for n, kind in kills if n]
    rows = [
        (HEADLINE, ending.sentence),
        ("Score", ending.score_row),
        ("Rank", _rank_text(session, game, past_games)),
        ("Odds", _odds_text(game, session.tally)),
        ("Gold", _gold_text(game, session.tally)),
        ("Slain", f"{', '.join(slain) or 'nobody'}."),
        ("Freeze", describe_freeze(session.tally.frozen_turns, game.turns)),
        *ending.rows,
        ("Game", session.label),
        ("Again", again or ""),
    ]
    if kept is not None:
        watch = kept.watch or f"cc3k replay {kept.journal}"
        rows += [("Watch", watch), ("Page", kept.page), ("Picture", kept.picture_hint)]
    return [row for row in rows if row[1]]


def _rank_text(session: Session, game: GameState, past_games: PastGames) -> str:
    race, rules = game.race.name, session.rules
    name = "" if past_games.kept is None else past_games.kept.journal
    digest = layout_digest(format_layout(session.floor_layouts))
    game_kind = DAILY if session.daily_date else ORDINARY
    category = ScoreCategory(digest, rules.expansion_tags, rules.ruleset, game_kind)
    saved = [each for each in past_games.results if each.journal != name]
    others = [each for each in saved if (each.race, each.category) == (race, category)]
    best = min(others, key=rank_key, default=None)
    kind = "daily " if category.kind == DAILY else ""
    layout = " on this layout" if category.layout else ""
    games = f"{kind}games as {with_article(race.lower())}{layout}"
    if session.is_practice:
        is_best = "" if best is None else f" Best so far: {_best_text(best)}"
        return f"Practice is not ranked.{is_best}"
    if best is None:
        return f"The first of your {games}: your best so far."
    mine = rank_key(game)
    rank = 1 + sum(rank_key(each) <= mine for each in others)
    where = f"{ordinal(rank)} of your {len(others) + 1} {games}"
    if rank == 1:
        return f"{where}: a new best! Before: {_best_text(best)}"
    return f"{where}. Best so far: {_best_text(best)}"


def _best_text(best: GameResult) -> str:
    return f"{best.score} ({best.fate.cell}, {best.date[:10]})."


def ordinal(number: int) -> str:
    """Return a rank as text, such as `1st`, `12th` or `23rd`."""
    teens = number // 10 % 10 == 1
    return f"{number}{'th' if teens else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def _odds_text(game: GameState, tally: GameTally) -> str:
    """Return the odds of the PC when the fight with its killer began, against all in that fight."""
    death, fight = None if game.outcome is None else game.outcome.death, tally.fight
    if fight is None or death is None or death.by not in {foe.kind.name for foe, _ in fight.foes}:
        return ""
    from cc3k.play.foes import format_percent
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
    chance = format_percent(odds.win_chance)
    if len(joiners) > 1 and chance[0].isdigit():  # "under 1 %" is no figure
        chance = f"about {chance}"
    named = count_names([foe.kind.name for foe, _ in fight.foes])
    return f"{start} {chance} of such fights against {named} are won by striking first."


def _gold_text(game: GameState, tally: GameTally) -> str:
    """Return where the gold came from, piles by kind, enemies' purses, theft, and where it went.

    Piles are told as one sum if expansions change their worth.
    """
    piles, names = tally.piles_by_value, {pile.value: pile.name for pile in game.rules.piles}
    parts = list[str]()
    if piles and any(each.floors.changes_piles for each in game.rules.expansions):
        total = sum([value * count for value, count in piles.items()])
        parts.append(f"{total} in {count_text(piles.total(), 'pile')}")
        piles = Counter()
    for value, count in sorted(piles.items()):
        is_named = value in names
        kind = count_text(count, names[value] if is_named else "pile")
        parts.append(f"{count * value} in {kind}{'' if is_named else f' of {value}'}")
    others = gold_by_source(tally, game.rules.enemy_kinds)
    parts += [f"{gold} {source}" for source, gold in others.items()]
    lost = f", less {tally.gold_lost} {LOST}: {game.hero.gold} left" if tally.gold_lost else ""
    return f"{', '.join(parts) or 'none'}{lost}."


def gold_by_source(tally: GameTally, kinds: Sequence[EnemyKind]) -> Mapping[str, int]:
    """Return the gold that came from elsewhere than piles: `from slain elves`, `stolen`."""
    taken = {
        f"from {kind.name if kind.is_named else f'slain {plural(kind.name)}'}": gold
        for kind in kinds
        if (gold := tally.gold_taken.get(kind.name))
    }
    others = {"stolen": tally.gold_stolen, "in other ways": tally.gold_otherwise}
    return {**taken, **{source: gold for source, gold in others.items() if gold}}


def describe_freeze(frozen_turns: int, turns: int) -> str:
    """Return a sentence about how many of the turns enemies were held (R5)."""
    if not frozen_turns:
        return "Enemies were never held still."
    return f"Enemies were held still (f) in {frozen_turns} of {turns} turns."
