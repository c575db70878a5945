"""Narrator: a session as sentences, for plain mode and screen readers."""

from collections.abc import Callable, Mapping

from attrs import define, evolve, field

from cc3k.engine.actors import EnemyKind
from cc3k.engine.events import (
    BlockedByThing,
    Event,
    Looted,
    Missed,
    Refusal,
    Sickened,
    Slain,
    Struck,
    refusal_message,
)
from cc3k.engine.game import GameState
from cc3k.engine.grid import DIRECTIONS
from cc3k.engine.rules import Rules
from cc3k.engine.view import GameView
from cc3k.play.commands import LEAVE_COMMANDS_BY_WORD, MetaCommand
from cc3k.play.look import describe_floor, describe_nearby
from cc3k.play.messages import (
    GAME_CONTINUES,
    PLAIN_QUIT_QUESTION,
    PLAIN_RESTART_QUESTION,
    describe_event,
    ending_lines,
    greeting_line,
    race_prompt,
)
from cc3k.play.session import Session, SessionStage

DIRECTION_QUESTION = "In which direction?"
YES, NO = ("yes", "y"), ("no", "n")
LEAVE_QUESTIONS = {
    MetaCommand.RESTART: PLAIN_RESTART_QUESTION,
    MetaCommand.QUIT: PLAIN_QUIT_QUESTION,
}

HELP = (
    "Words, several to a line, act after Enter.",
    f"Directions: {', '.join([f'{way.command_word} {way.name}' for way in DIRECTIONS])}.",
    "A direction moves there; a and a direction attacks there; u and one uses the potion there.",
    "f holds enemies still, or lets them go.",
    "r restarts and q quits; yes (y) or no (n) answers whether to give the game up.",
    "z takes the last turn back, in practice.",
    "look or l tells all that is on the floor, status your figures, help these words.",
    "An empty line tells again what is near.",
)


def status_lines(game: GameState) -> list[str]:
    """Return the hero's figures and known potions as sentences."""
    known = [f"{kind.name} {kind.effect_text}" for kind in GameView(game).known_kinds]
    return [
        _summary_sentence(game),
        f"Potions known: {'; '.join(known) or 'none'}.",
        *["Enemies stand still."] * game.enemies_frozen,
    ]


INFO_REQUESTS: Mapping[str, Callable[[GameState], list[str]]] = {
    "look": describe_floor,
    "l": describe_floor,
    "status": status_lines,
}
"""Words that only ask: they are no commands and change nothing in the game."""


@define(eq=False)
class Narrator:
    """Tells a session in lines: an opening, a reply to each word, an update after each line.

    `_info_only` says of each word since the last pause whether it only asked, `_awaits_direction`
    whether a verb waits for its direction; `_leave_word` is the word that would give the game up,
    until that is answered; `_last_figures` are the figures as last told.
    """

    session: Session
    _awaits_direction: bool = field(default=False, init=False)
    _leave_word: str = field(default="", init=False)
    _info_only: list[bool] = field(factory=list, init=False)
    _last_figures: list[str] = field(factory=list, init=False)

    def opening_lines(self) -> list[str]:
        """Return the lines before the first word."""
        return [*self.session_lines(), *self.end_line()]

    def session_lines(self) -> list[str]:
        """Return the seed of the session, and the status of a game that is already running."""
        game = self.session.game
        begun = [] if game is None else self._game_start_lines(game)
        return [greeting_line(self.session.seed), *begun]

    def handle_word(self, word: str) -> list[str]:
        """Handle one word; return the lines about what it did, or what it asks for."""
        word = word.lower()
        answer = None if self._awaits_direction else self._info_reply(word)
        self._info_only.append(answer is not None)
        if answer is not None:
            return answer
        if self._leave_word:
            return self._answer_leave_question(word)
        if word in LEAVE_COMMANDS_BY_WORD and self.session.stage is SessionStage.PLAYING:
            self._leave_word = word
            return []
        return self._handle_game_word(word)

    def _answer_leave_question(self, word: str) -> list[str]:
        """Handle the answer whether to leave the game; any word but yes and no is ignored."""
        leaving = self._leave_word
        if word in YES:
            self._leave_word = ""
            return self._handle_game_word(leaving)
        if word in NO:
            self._leave_word = ""
            return [GAME_CONTINUES]
        return []

    def _handle_game_word(self, word: str) -> list[str]:
        session, before = self.session, self.session.game
        heard = session.handle_word(word)
        self._awaits_direction = not heard and session.stage is SessionStage.PLAYING
        game = session.game
        if not heard or game is None:
            return []
        return (
            self._game_start_lines(game) if game is not before else [self._last_command_text(game)]
        )

    def describe_last_command(self) -> list[str]:
        """Return lines about a command that the session got elsewhere, and an update."""
        game = self.session.game
        return [*([] if game is None else [self._last_command_text(game)]), *self.end_line()]

    def end_line(self) -> list[str]:
        """Return the update at the end of an input line: changed figures, what is near."""
        game = self.session.game
        only_requests = bool(self._info_only) and all(self._info_only)
        self._info_only = []
        if self._leave_word:
            return [LEAVE_QUESTIONS[LEAVE_COMMANDS_BY_WORD[self._leave_word]]]
        if self._awaits_direction:
            return [DIRECTION_QUESTION]
        if game is None:
            return [race_prompt(self.session.rules)]
        if game.outcome is not None:
            return [*self._changed_figures(game), *ending_lines(game)]
        return [] if only_requests else [*self._changed_figures(game), describe_nearby(game)]

    def _info_reply(self, word: str) -> list[str] | None:
        """Return the reply to a word that only asks; None for any other."""
        game = self.session.game
        if word == "help":
            return list(HELP)
        return INFO_REQUESTS[word](game) if game is not None and word in INFO_REQUESTS else None

    def _game_start_lines(self, game: GameState) -> list[str]:
        self._last_figures = _figure_texts(game)
        return [self._last_command_text(game), _summary_sentence(game)]

    def _last_command_text(self, game: GameState) -> str:
        """Return the effect of the last word, or why it was refused."""
        names = _names_by_glyph(game.rules)
        if self.session.last_refusal is not None:
            return refusal_message(_refusal_with_names(self.session.last_refusal, names))
        told = [
            describe_event(_event_with_names(event, names)) for event in self.session.last_events
        ]
        return " ".join([f"{text[0].upper()}{text[1:]}" for text in told])

    def _changed_figures(self, game: GameState) -> list[str]:
        """Return the figures that have changed since they were last told."""
        figures = _figure_texts(game)
        new = [figure for figure in figures if figure not in self._last_figures]
        self._last_figures = figures
        return [f"{', '.join(new)}."] if new else []


def _names_by_glyph(rules: Rules) -> dict[str, str]:
    """Return the name of each glyph of the roster, to be spoken."""
    return {
        thing.glyph: thing.name if isinstance(thing, EnemyKind) else thing.role
        for thing in rules.kinds_by_mark.values()
    }


def _event_with_names(event: Event, names: Mapping[str, str]) -> Event:
    """Return an event with names in place of glyphs."""

    def name(glyph: str) -> str:
        return names.get(glyph, glyph)

    match event:
        case Struck(attacker, defender) | Missed(attacker, defender):
            return evolve(event, attacker=name(attacker), defender=name(defender))
        case Slain(victim, by):
            return evolve(event, victim=name(victim), by=name(by))
        case Looted(enemy) | Sickened(enemy):
            return evolve(event, enemy=name(enemy))
        case _:
            return event


def _refusal_with_names(refusal: Refusal, names: Mapping[str, str]) -> Refusal:
    """Return a refusal with a name in place of a glyph."""
    if isinstance(refusal, BlockedByThing):
        return evolve(refusal, thing=names.get(refusal.thing, refusal.thing))
    return refusal


def _summary_sentence(game: GameState) -> str:
    return (
        f"{game.race.name}: {', '.join(_figure_texts(game))}, gold {game.hero.gold}, "
        f"floor {game.depth} of {game.rules.floor_count}, turn {game.turns}."
    )


def _figure_texts(game: GameState) -> list[str]:
    hero = game.hero
    cap = "" if game.race.max_hp is None else f" of {game.race.max_hp}"
    return [f"HP {hero.hp}{cap}", f"Atk {hero.stats.attack}", f"Def {hero.stats.defence}"]
