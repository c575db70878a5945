"""Narrator: a session as sentences, for plain mode and screen readers."""

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from typing import TypeAlias

from attrs import define, field

from cc3k.engine.game import GameState
from cc3k.engine.refusals import UnknownCommand
from cc3k.play.commands import LEAVE_COMMANDS_BY_WORD, MetaCommand
from cc3k.play.floor_words import describe_nearby
from cc3k.play.interruptions import (
    DEFAULT_HP_LIMIT,
    GoOnQuestion,
    HpLimit,
    MultiTurnCommand,
    SecondPress,
)
from cc3k.play.messages import (
    GAME_CONTINUES,
    LEAVE_QUESTION,
    NEVER_MIND,
    race_prompt,
)
from cc3k.play.plain_answers import (
    NOTHING_DONE,
    NOTHING_TO_GO_ON_WITH,
    ONLY_IN_PRACTICE,
    PLAIN_HELP_HINT,
    PLAIN_PRACTICE,
    STORY_HINT,
    answer_about_rules,
    answer_request,
    figure_texts,
    meant_word,
    summary_sentence,
    turn_undone,
    tutorial_hint,
)
from cc3k.play.plain_questions import LEAVE_QUESTIONS, NO, YES, PendingQuestion, is_answer
from cc3k.play.plain_turns import PlainTurns
from cc3k.play.plain_words import (
    ASK,
    CANCEL,
    DIRECTION_WORDS,
    HINT_PHRASES,
    LOOK,
    PLAIN_HELP,
    REQUEST_SYNONYMS,
    REQUESTS,
    SAY,
    UNDO,
    UNKNOWN,
    PlainCommand,
    WordParser,
    misread_words,
    similar_words,
)
from cc3k.play.races import goal_sentence, race_sentences
from cc3k.play.session import Session, SessionStage
from cc3k.play.targets import options_after, with_options
from cc3k.play.tutorial import Hint
from cc3k.play.voices import SpokenVoice

MAX_GUESSED_WORD = 20
"""Letters of the longest unknown word that is compared with those known."""

NearestWord: TypeAlias = Callable[[str, Iterable[str]], str | None]
"""Return the known word that is most like another one, or None."""


def no_nearest_word(_word: str, _known: Iterable[str]) -> None:
    """Return None: nothing is suggested."""


@define(eq=False)
class Narrator:
    """Reports a session in lines: an opening, a reply to each word, an update after each line.

    It switches the session to the spoken voice. `nearest_word` finds the word that an unknown word
    probably stands for. `_info_only` says of each word of the line whether it only asked for
    information. `_last_figures` are the figures as last printed, `_offer` what saying the last
    command again would do.
    """

    session: Session
    nearest_word: NearestWord = no_nearest_word
    limit: HpLimit = DEFAULT_HP_LIMIT
    program: str = "cc3k"
    _parser: WordParser = field(factory=WordParser, init=False)
    _question: PendingQuestion | None = field(default=None, init=False)
    _has_told_end: bool = field(default=False, init=False)
    _told_hint: Hint | None = field(default=None, init=False)
    _info_only: list[bool] = field(factory=list, init=False)
    _last_figures: list[str] = field(factory=list, init=False)
    _last_command: PlainCommand | None = field(default=None, init=False)
    _offer: tuple[str, SecondPress] | None = field(default=None, init=False)

    def __attrs_post_init__(self) -> None:
        self.session.use_voice(SpokenVoice(self.session.rules))
        self.session.start_message_log()

    def opening_lines(self) -> list[str]:
        return [*self.session_lines(), *self.end_line()]

    def session_lines(self) -> list[str]:
        rules = self.session.rules
        seed, *others = self.resumed_lines()
        races = race_sentences(rules) if self.session.game is None else []
        return [seed, goal_sentence(rules), PLAIN_HELP_HINT, *others, *races]

    def resumed_lines(self) -> list[str]:
        game = self.session.game
        return [
            self.session.greeting,
            *[PLAIN_PRACTICE] * self.session.is_practice,
            *([] if game is None else self._game_start_lines(game)),
        ]

    def handle_word(self, word: str) -> list[str]:
        word = word.lower()
        if self.session.game is None:
            return self._handle_race_word(word)
        answer = self._answer_question(self._question, word)
        if answer is not None:
            return answer
        self._parser.table = self.session.command_table
        command = self._parser.take(word)
        if command is None:
            return []
        self._info_only.append(command.verb == ASK)
        return self._carry_out(self.session.game, command)

    def refuse_line(self, words: Sequence[str]) -> str:
        """Return why nothing of a line of words is done; empty if it can be taken word by word.

        A line with an unknown word, or with words that seem to be another command than they are, is
        none to carry out in part. What comes after giving up the game is not looked at.
        """
        game, parser = self.session.game, copy(self._parser)
        if len(words) < 2:  # noqa: PLR2004 - a word alone is answered alone
            return ""
        if game is None:
            return self._refuse_look(words)
        if self._question is not None and not is_answer(words[0].lower()):
            return ""
        before, done = "", None
        for word in map(str.lower, words[self._question is not None :]):
            if word in YES or (word in NO and word not in DIRECTION_WORDS):
                before, done = "", None
                continue
            parser.table = self.session.command_table
            misread = misread_words(before, word, done, parser.table)
            command = parser.take(word)
            if command is not None and command.verb == UNKNOWN:
                misread = self._unknown_message(command.target)
            if misread:
                return f"{misread} {NOTHING_DONE}"
            if command is not None and command.target in LEAVE_COMMANDS_BY_WORD:
                return ""
            before, done = word, command
        return ""

    def _refuse_look(self, words: Sequence[str]) -> str:
        """Return why a line that looks at something chooses no race that it names."""
        first, second = (REQUEST_SYNONYMS.get(word.lower(), word.lower()) for word in words[:2])
        if first != LOOK or second in REQUESTS:
            return ""
        return f"{self._unknown_message(f'{first} {second}')} {NOTHING_DONE}"

    def describe_last_command(self) -> list[str]:
        """Return the lines of a command that the session got elsewhere, and an update."""
        game = self.session.game
        return [*([] if game is None else [self.session.action_text]), *self.end_line()]

    def end_line(self) -> list[str]:
        game = self.session.game
        only_requests = bool(self._info_only) and all(self._info_only)
        self._info_only = []
        if self._question is not None:
            return self._question.ask(is_repeated=only_requests)
        if self._parser.question:
            options = {} if game is None else options_after(game, self._parser.beginning)
            return [with_options(self._parser.question, options)]
        if game is None:
            return [race_prompt(self.session.rules)]
        if game.outcome is not None:
            return [] if only_requests else self._ending_lines(game)
        if only_requests:
            return []
        return [*self._changed_figures(game), describe_nearby(game), *self._hint_lines()]

    def _hint_lines(self) -> list[str]:
        hint = self.session.hint
        new, self._told_hint = hint is not None and hint is not self._told_hint, hint
        return [tutorial_hint(hint.wording(HINT_PHRASES))] if hint is not None and new else []

    def _handle_race_word(self, word: str) -> list[str]:
        parser, session = WordParser(), self.session
        command = parser.take(word)
        is_request = command is not None and command.verb == ASK
        self._info_only.append(is_request)
        race = next((race for race in session.rules.races if race.name.lower() == word), None)
        if race is None and is_request and command is not None:
            return self._answer_without_game(command.target)
        if command is not None and race is None and command.verb == SAY:
            word = command.target  # the word `quit` is `q`
        session.handle_word(word if race is None else race.key)
        game = session.game
        return [] if game is None else self._game_start_lines(game)

    def _answer_without_game(self, request: str) -> list[str]:
        if request == "help":
            return list(PLAIN_HELP)
        if request in ("guide", "enemies"):
            return answer_about_rules(self.session.rules, request)
        return []

    def _answer_question(self, question: PendingQuestion | None, word: str) -> list[str] | None:
        if question is None:
            return None
        if is_answer(word):
            self._info_only.append(False)
            self._question = None  # before the answer: a yes may lead to another question
            return question.answer(word)
        command = None if self._parser.waiting_word else WordParser().take(word)
        if command is not None and command.verb == ASK and self.session.game is not None:
            self._info_only.append(True)
            return self._answer_request(self.session.game, command)
        if not question.insists:
            self._question = None
            return None
        self._info_only.append(False)
        return []

    def _carry_out(self, game: GameState, command: PlainCommand) -> list[str]:
        if command.verb == ASK:
            return self._answer_request(game, command)
        if command.verb == SAY and command.target in LEAVE_COMMANDS_BY_WORD:
            return self._leave(command.target)
        if game.outcome is not None:
            return []
        refusal = self._refusal(command)
        if refusal:
            return [refusal]
        if command.verb == "leave":
            return self._save_and_leave()
        return self._go_on(game) if command.verb == "continue" else self._take_turns(game, command)

    def _refusal(self, command: PlainCommand) -> str:
        if command.verb == UNKNOWN:
            return self._unknown_message(command.target)
        if command.verb == CANCEL:
            return NEVER_MIND
        is_undo = command.verb == SAY and command.target == UNDO
        return ONLY_IN_PRACTICE if is_undo and not self.session.is_practice else ""

    def _take_turns(self, game: GameState, command: PlainCommand) -> list[str]:
        turns = PlainTurns(self.session, self.limit)
        offer, self._offer, self._last_command = self._offer, None, command
        if offer is not None and offer[0] == command.text:
            return self._play(turns, offer[1].command, command)
        question = turns.question(game, command)
        if not question:
            return self._run(turns, game, command)
        self._question = PendingQuestion(question, lambda: self._run(turns, game, command))
        return []

    def _run(self, turns: PlainTurns, game: GameState, command: PlainCommand) -> list[str]:
        running = turns.multi_turn_command(game, command)
        if running is not None:
            return self._play(turns, running, command)
        lines = turns.say(game, command)
        new = self.session.game
        return lines if new is None or new is game else [turn_undone(new.turns)]

    def _play(
        self, turns: PlainTurns, running: MultiTurnCommand, command: PlainCommand
    ) -> list[str]:
        """Play a command of many turns to its end; remember what saying it again would do."""
        lines, again = turns.play(running, command.text), running.again
        self._offer = (command.text, again) if isinstance(again, SecondPress) else None
        if isinstance(again, GoOnQuestion):
            text, on_yes = f"{again.text} (yes/no)", again.on_yes
            self._question = PendingQuestion(text, lambda: self._play(turns, on_yes, command))
        return lines

    def _go_on(self, game: GameState) -> list[str]:
        if self._last_command is None:
            return [NOTHING_TO_GO_ON_WITH]
        return self._take_turns(game, self._last_command)

    def _leave(self, word: str) -> list[str]:
        if self.session.stage is not SessionStage.PLAYING:
            return self._end_game(word)
        text = LEAVE_QUESTIONS[LEAVE_COMMANDS_BY_WORD[word]]
        self._question = PendingQuestion(
            text, lambda: self._end_game(word), GAME_CONTINUES, insists=True
        )
        return []

    def _end_game(self, word: str) -> list[str]:
        self._parser.clear()
        self._last_command = self._offer = None
        self._has_told_end = False
        self.session.handle_word(word)
        return []

    def _save_and_leave(self) -> list[str]:
        """Leave a game that is saved; ask before leaving any other, which is not given up."""
        observer = self.session.observer
        if observer is None:
            return self._leave(MetaCommand.QUIT.value)
        if observer.is_resumable:
            return self._suspend()
        text = f"{LEAVE_QUESTION} (yes/no)"
        self._question = PendingQuestion(text, self._suspend, GAME_CONTINUES, insists=True)
        return []

    def _suspend(self) -> list[str]:
        self.session.suspend()
        return []

    def _answer_request(self, game: GameState, command: PlainCommand) -> list[str]:
        if command.target in ("help", "guide", "enemies"):
            return self._answer_without_game(command.target)
        return answer_request(self.session, game, command.target, command.times, self.program)

    def _unknown_message(self, words: str) -> str:
        refused = self.session.voice.word_refusal(UnknownCommand(words))
        is_short = len(words) <= MAX_GUESSED_WORD
        near = self.nearest_word(words, similar_words(words)) if is_short else None
        return refused if near is None else f"{refused} {meant_word(near)}"

    def _game_start_lines(self, game: GameState) -> list[str]:
        self._last_figures = figure_texts(game)
        return [self.session.action_text, summary_sentence(game)]

    def _ending_lines(self, game: GameState) -> list[str]:
        *ending, question = self.session.voice.ending_lines(game)
        if self._has_told_end:
            return [question]
        self._has_told_end = True
        return [*self._changed_figures(game), *ending, STORY_HINT, question]

    def _changed_figures(self, game: GameState) -> list[str]:
        figures = figure_texts(game)
        new = [figure for figure in figures if figure not in self._last_figures]
        self._last_figures = figures
        told = ", ".join(new)
        return [f"{told[0].upper()}{told[1:]}."] if new else []
