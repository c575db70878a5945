"""Plain answers: the replies of plain mode to words that only ask, as sentences."""

from collections.abc import Callable, Iterable, Mapping

from cc3k.engine.game import GameState
from cc3k.engine.rules import Rules
from cc3k.engine.running_game import hero_figures
from cc3k.engine.stats import without_modifiers
from cc3k.engine.view import GameView
from cc3k.play.commands import DIRECTIONS_BY_WORD
from cc3k.play.frame import expansion_status_rows
from cc3k.play.help import discoveries_page, enemy_legend, guide_page, story_lines
from cc3k.play.look import (
    describe_cell,
    describe_floor,
    describe_offset,
    describe_way,
    near_enemies,
)
from cc3k.play.messages import score_line, start_command
from cc3k.play.plain_words import LOOK, PLAIN_HELP
from cc3k.play.session import MessageLog, Session
from cc3k.play.targets import NOTHING_TO_FORETELL, forecasts_and_odds

PLAIN_HELP_HINT = "Say `help` for the words."
STORY_HINT = "Say `story` for the game in short, `log` for its last messages."

LOG_ENTRIES = 20
"""Entries of the log that are shown if no number is given."""


def answer_request(
    session: Session, game: GameState, request: str, count: int, program: str
) -> list[str]:
    """Return the reply to a request about a game; `count` is the number before it, or 0.

    `program` is the command line that plays the same floors.
    """
    if told := answer_about_rules(game.rules, request):
        return told
    log = session.message_log or MessageLog()
    verb, _, way_word = request.partition(" ")
    if verb == LOOK and way_word:
        view, way = GameView(game), DIRECTIONS_BY_WORD[way_word]
        beside = describe_cell(game, view.cell_towards(way))
        return [f"{way.name}: {' '.join(beside)}", *describe_way(view, way)]
    match request:
        case "log":
            entries = log.entries[-(count or LOG_ENTRIES) :]
            told = [f"Turn {each.turn}: {each.text_with_count}" for each in entries]
            return told or ["There are no messages yet."]
        case "discoveries":
            return _unindented(discoveries_page(game, session.tally))
        case "story":
            return _story_lines(session, game, program)
        case _:
            return ANSWERS[request](game)


def answer_about_rules(rules: Rules, request: str) -> list[str]:
    """Return the reply to a request that needs no game; nothing to any other."""
    match request:
        case "help":
            return list(PLAIN_HELP)
        case "guide":
            return [line.strip() for line in guide_page(rules)]
        case "enemies":
            return _unindented(enemy_legend(rules))
        case _:
            return []


def status_lines(game: GameState) -> list[str]:
    known = [f"{kind.full_name} {kind.effect_text}" for kind in GameView(game).known_kinds]
    usual, now = without_modifiers(game.hero.stats), game.hero.stats
    is_changed = (usual.attack, usual.defence) != (now.attack, now.defence)
    return [
        summary_sentence(game),
        *[f"Until the floor ends; then Atk {usual.attack}, Def {usual.defence}."] * is_changed,
        *[f"That scores {game.score}."] * (game.score != game.hero.gold),
        f"Potions known: {'; '.join(known) or 'none'}.",
        *[f"{row}." for row in expansion_status_rows(game)],
        *["Enemies stand still."] * game.enemies_frozen,
    ]


def odds_lines(game: GameState) -> list[str]:
    """Return what is known of each enemy near, or else of the nearest: figures and odds."""
    view = GameView(game)
    lines = []
    for cell in near_enemies(game):
        figures, *others = describe_cell(game, cell)
        name, _, rest = figures.partition(":")
        place = describe_offset(view.board, view.hero_cell, cell)
        lines += [f"{name}, {place}:{rest}", *others]
    return lines or ["There are no enemies on this floor."]


def summary_sentence(game: GameState) -> str:
    return (
        f"{game.race.name}: {', '.join(figure_texts(game))}, "
        f"floor {game.depth} of {game.rules.floor_count}, turn {game.turns}."
    )


def figure_texts(game: GameState) -> list[str]:
    return [*hero_figures(game.hero), f"gold {game.hero.gold}"]


ANSWERS: Mapping[str, Callable[[GameState], list[str]]] = {
    "look": describe_floor,
    "status": status_lines,
    "odds": odds_lines,
    "forecast": lambda game: forecasts_and_odds(game) or [NOTHING_TO_FORETELL],
}
"""The replies that need nothing but the game."""


def _unindented(lines: Iterable[str]) -> list[str]:
    return [" ".join(line.split()) for line in lines]


def _story_lines(session: Session, game: GameState, program: str) -> list[str]:
    number, command = session.games_started, start_command(game.rules, session.seed, program)
    again = f"It is game {number} of `{command}`."
    if number == 1:
        again = f"`{command} --race {game.race.name.lower()}` plays it again."
    return [
        *story_lines(game, session.tally),
        score_line(game) if game.outcome is not None else summary_sentence(game),
        *_unindented(discoveries_page(game, session.tally)),
        again,
    ]
