"""Narrator: a session as sentences, for plain mode and screen readers."""

from collections.abc import Callable, Mapping

from attrs import define, field

from cc3k.engine.board import DIRECTIONS
from cc3k.engine.game import GameState
from cc3k.engine.view import GameView
from cc3k.play.commands import LEAVE_COMMANDS_BY_WORD, MetaCommand
from cc3k.play.look import describe_floor, describe_nearby
from cc3k.play.messages import (
    GAME_CONTINUES,
    PLAIN_QUIT_QUESTION,
    PLAIN_RESTART_QUESTION,
    YES_OR_NO_HINT,
    greeting_line,
    race_prompt,
)
from cc3k.play.session import Session, SessionStage
from cc3k.play.voices import SpokenVoice

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
    known = [f"{kind.full_name} {kind.effect_text}" for kind in GameView(game).known_kinds]
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
    """Reports a session in lines: an opening, a reply to each word, an update after each line.

    The session speaks with the spoken voice from then on. `_info_only` has for each word of the
    line whether it was an information request; `_awaits_direction` is whether a verb waits for its
    direction; `_leave_word` is the word that would give the game up, until that is answered,
    `_was_asked` whether the question was put, and `_has_hinted` whether the hint at its answers
    was given; `_last_figures` are the figures as last printed.
    """

    session: Session
    _awaits_direction: bool = field(default=False, init=False)
    _leave_word: str = field(default="", init=False)
    _was_asked: bool = field(default=False, init=False)
    _has_hinted: bool = field(default=False, init=False)
    _info_only: list[bool] = field(factory=list, init=False)
    _last_figures: list[str] = field(factory=list, init=False)

    def __attrs_post_init__(self) -> None:
        self.session.use_voice(SpokenVoice(self.session.rules))

    def opening_lines(self) -> list[str]:
        """Return the lines before the first word."""
        return [*self.session_lines(), *self.end_line()]

    def session_lines(self) -> list[str]:
        """Return the seed of the session, and the status of a game that is already running."""
        game = self.session.game
        status = [] if game is None else self._game_start_lines(game)
        return [greeting_line(self.session.seed), *status]

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
            self._leave_word, self._was_asked, self._has_hinted = word, False, False
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
        has_page = session.handle_word(word)
        self._awaits_direction = not has_page and session.stage is SessionStage.PLAYING
        game = session.game
        if not has_page or game is None:
            return []
        return self._game_start_lines(game) if game is not before else [self.session.action_text]

    def describe_last_command(self) -> list[str]:
        """Return lines about a command that the session got elsewhere, and an update."""
        game = self.session.game
        return [*([] if game is None else [self.session.action_text]), *self.end_line()]

    def end_line(self) -> list[str]:
        """Return the update at the end of an input line: changed figures, what is near."""
        game = self.session.game
        only_requests = bool(self._info_only) and all(self._info_only)
        self._info_only = []
        if self._leave_word:
            return self._ask_to_leave(only_requests=only_requests)
        if self._awaits_direction:
            return [DIRECTION_QUESTION]
        if game is None:
            return [race_prompt(self.session.rules)]
        if game.outcome is not None:
            return [*self._changed_figures(game), *self.session.voice.ending_lines(game)]
        return [] if only_requests else [*self._changed_figures(game), describe_nearby(game)]

    def _ask_to_leave(self, *, only_requests: bool) -> list[str]:
        """Return the question whether to leave, with a hint after the first wrong answer."""
        question = LEAVE_QUESTIONS[LEAVE_COMMANDS_BY_WORD[self._leave_word]]
        if not self._was_asked or only_requests or self._has_hinted:
            self._was_asked = True
            return [question]
        self._has_hinted = True
        return [YES_OR_NO_HINT, question]

    def _info_reply(self, word: str) -> list[str] | None:
        """Return the reply to a word that only asks; None for any other."""
        game = self.session.game
        if word == "help":
            return list(HELP)
        return INFO_REQUESTS[word](game) if game is not None and word in INFO_REQUESTS else None

    def _game_start_lines(self, game: GameState) -> list[str]:
        self._last_figures = _figure_texts(game)
        return [self.session.action_text, _summary_sentence(game)]

    def _changed_figures(self, game: GameState) -> list[str]:
        """Return the figures that have changed since they were last printed."""
        figures = _figure_texts(game)
        new = [figure for figure in figures if figure not in self._last_figures]
        self._last_figures = figures
        return [f"{', '.join(new)}."] if new else []


def _summary_sentence(game: GameState) -> str:
    return (
        f"{game.race.name}: {', '.join(_figure_texts(game))}, gold {game.hero.gold}, "
        f"floor {game.depth} of {game.rules.floor_count}, turn {game.turns}."
    )


def _figure_texts(game: GameState) -> list[str]:
    hero = game.hero
    cap = "" if game.race.max_hp is None else f" of {game.race.max_hp}"
    return [f"HP {hero.hp}{cap}", f"Atk {hero.stats.attack}", f"Def {hero.stats.defence}"]
