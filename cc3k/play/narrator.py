"""Narrator: a session as sentences, for plain mode and screen readers: words in, lines out.

First come the answers to words that only ask.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from typing import TypeAlias

from attrs import field

from cc3k.engine.board import Cell
from cc3k.engine.events import Moved, PickedUp, Regenerated
from cc3k.engine.game import GameState
from cc3k.engine.refusals import UnknownCommand
from cc3k.engine.rules import Rules
from cc3k.engine.stats import StatModifier
from cc3k.engine.values import define
from cc3k.engine.view import GameView
from cc3k.play.choices import DEFAULT_HP_LIMIT, HpLimit
from cc3k.play.collect import Collect
from cc3k.play.commands import DIRECTIONS_BY_WORD, GIVE_UP_COMMANDS_BY_WORD, MetaCommand
from cc3k.play.endings import Ending
from cc3k.play.fights import Fight
from cc3k.play.frame import expansion_status_rows
from cc3k.play.help import discoveries_page, enemy_legend, guide_page, race_sentences, story_lines
from cc3k.play.interruptions import GoOnQuestion, MultiTurnCommand, SecondPress, play_turn
from cc3k.play.look import (
    describe_cell,
    describe_floor,
    describe_nearby,
    describe_way,
    near_enemies,
)
from cc3k.play.macros import Rest, Run, repeated, rest_refusal
from cc3k.play.messages import (
    LASTING,
    LEAVE_QUESTION,
    NEVER_MIND,
    PLAY_AGAIN_QUESTION,
    Message,
    again_hint,
    capitalized,
    goal_sentence,
    name_keys,
    question_with_keys,
)
from cc3k.play.paths import ways_of_steps
from cc3k.play.plain_words import (
    ASK,
    CANCEL,
    DIRECTION_WORDS,
    GO,
    HINT_PHRASES,
    LOOK,
    PLAIN_HELP,
    REQUEST_SYNONYMS,
    REQUESTS,
    SAY,
    UNKNOWN,
    PlainCommand,
    WordParser,
    misread_words,
    similar_words,
)
from cc3k.play.prompts import (
    NOTHING_TO_FORETELL,
    find_menus,
    forecasts_and_odds,
    options_after,
    plan,
    plan_step,
    what_is_needed,
    with_options,
)
from cc3k.play.session import Session, SessionStage
from cc3k.play.spoken_voice import SpokenVoice
from cc3k.play.travel import TRAVEL_GOALS, journey_to
from cc3k.play.tutorial import Hint

PLAIN_HELP_HINT = "Say `help` for the words."
STORY_HINT = "Say `story` for the game in short, `log` for its last messages."

LOG_ENTRIES = 20
"""Entries of the log that are shown if no number is given."""


def answer_request(session: Session, game: GameState, request: str, count: int) -> list[str]:
    """Return the reply to a request about a game; `count` is the number before it, or 0."""
    if told := answer_about_rules(game.rules, request):
        return told
    log = session.message_log
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
            return _story_lines(session, game)
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
    known = [f"{kind.full_name} {game.effect_text(kind)}" for kind in GameView(game).known_kinds]
    return [
        summary_sentence(game),
        *_ends_of_potions(game),
        *[f"That scores {game.score}."] * (game.score != game.hero.gold),
        f"Potions known: {'; '.join(known) or 'none'}.",
        *[f"{row}." for row in expansion_status_rows(game)],
        *["Enemies stand still."] * game.enemies_frozen,
    ]


def _ends_of_potions(game: GameState) -> Iterator[str]:
    """Yield how long potions still change Atk or Def, and what these are then (R16, X104)."""
    ahead = game.copy()
    for lasting in LASTING:
        if isinstance(now := ahead.hero.stats, StatModifier) and ahead.take_stairs():
            then = ahead.hero.stats
            if (now.attack, now.defence) != (then.attack, then.defence):
                yield f"{capitalized(lasting)}; then Atk {then.attack}, Def {then.defence}."


def odds_lines(game: GameState) -> list[str]:
    view = GameView(game)
    lines = []
    for cell in near_enemies(game):
        figures, *others = describe_cell(game, cell)
        name, _, rest = figures.partition(":")
        place = view.describe_way_to(cell)
        lines += [f"{name}, {place}:{rest}", *others]
    return lines or ["There are no enemies on this floor."]


def summary_sentence(game: GameState) -> str:
    return (
        f"{game.race.name}: {', '.join(figure_texts(game))}, "
        f"floor {game.depth} of {game.rules.floor_count}, turn {game.turns}."
    )


def figure_texts(game: GameState) -> list[str]:
    return [*game.hero.figure_texts, f"gold {game.hero.gold}"]


ANSWERS: Mapping[str, Callable[[GameState], list[str]]] = {
    "look": describe_floor,
    "status": status_lines,
    "odds": odds_lines,
    "forecast": lambda game: forecasts_and_odds(game) or [NOTHING_TO_FORETELL],
}
"""The replies that need nothing but the game."""


def _unindented(lines: Iterable[str]) -> list[str]:
    return [" ".join(line.split()) for line in lines]


def _story_lines(session: Session, game: GameState) -> list[str]:
    again = session.command_of(game)
    return [
        *story_lines(game, session.tally),
        Ending(game).score_line if game.is_over else summary_sentence(game),
        *_unindented(discoveries_page(game, session.tally)),
        *[f"Again: {again}"] * bool(again),
    ]


GAME_CONTINUES = "The game goes on."
NOTHING_DONE = "Nothing of that line was done."

MAX_GUESSED_WORD = 20
"""Letters of the longest unknown word that is compared with those known."""

YES, NO = ("yes", "y"), ("no", "n")

NearestWord: TypeAlias = Callable[[str, Iterable[str]], str | None]
"""Return the known word that is most like another one, or None."""


@define(eq=False)
class PendingQuestion:
    """A question that waits for a yes or a no. A yes calls `on_yes`, a no is answered by `on_no`.

    If it `insists`, it stays until it is answered; otherwise any other command counts as a no.
    """

    question: str
    on_yes: Callable[[], list[str]]
    on_no: str = NEVER_MIND
    insists: bool = False
    _was_asked: bool = field(default=False, init=False)
    _has_hinted: bool = field(default=False, init=False)

    def ask(self, *, is_repeated: bool) -> list[str]:
        """Return the question, with a hint after the first wrong answer.

        It `is_repeated` without a hint after a line that only asked for information.
        """
        asked = question_with_keys(self.question, "(yes/no)")
        if not self._was_asked or is_repeated or self._has_hinted:
            self._was_asked = True
            return [asked]
        self._has_hinted = True
        return ["That is no answer: say yes or no, or y or n.", asked]


@define(eq=False)
class Narrator:
    """Reports a session in lines: an opening, a reply to each word, an update after each line.

    It switches the session to the spoken voice. `nearest_word` finds the word that an unknown word
    probably stands for. Fights leave the HP of the `limit`. `_told_game` has ended, and that was
    told. `_info_only` says of each word of the line whether it only asked for information.
    `_last_figures` are the figures as last printed, `_offer` what saying the last command again
    would do.
    """

    session: Session
    nearest_word: NearestWord = lambda _word, _known: None
    limit: HpLimit = DEFAULT_HP_LIMIT
    _parser: WordParser = field(factory=WordParser, init=False)
    _question: PendingQuestion | None = field(default=None, init=False)
    _told_game: GameState | None = field(default=None, init=False)
    _told_hint: Hint | None = field(default=None, init=False)
    _info_only: list[bool] = field(factory=list, init=False)
    _last_figures: list[str] = field(factory=list, init=False)
    _last_command: PlainCommand | None = field(default=None, init=False)
    _offer: tuple[str, SecondPress] | None = field(default=None, init=False)

    def __attrs_post_init__(self) -> None:
        self.session.use_voice(SpokenVoice(self.session.rules))
        self.session.start_history()

    def opening_lines(self) -> list[str]:
        return [*self.session_lines(), *self.after_line()]

    def session_lines(self) -> list[str]:
        rules = self.session.rules
        seed, *others = self.resumed_lines()
        races = race_sentences(rules) if self.session.game is None else []
        return [seed, goal_sentence(rules), PLAIN_HELP_HINT, *others, *races]

    def resumed_lines(self) -> list[str]:
        practice = [
            "This is practice: `undo` takes a turn back, and nothing is scored."
        ] * self.session.is_practice
        return [self.session.greeting, *practice, *self._game_start_lines()]

    def handle_word(self, word: str) -> list[str]:
        word, game = word.lower(), self.session.game
        if game is None:
            return self._handle_race_word(word)
        answer = self._answer_question(game, word)
        if answer is not None:
            return answer
        self._parser.table = self.session.command_table
        command = self._parser.take(word)
        if command is None:
            return []
        self._info_only.append(command.verb == ASK)
        return self._carry_out(game, command)

    def refuse_line(self, words: Sequence[str], *, is_whole: bool = True) -> str:
        """Return why nothing of a line of words is done; empty if it can be taken word by word.

        A line with an unknown word, with words that seem to be another command than they are, or
        with a number at its end if it `is_whole`, is none to carry out in part. What comes after
        giving up the game is not looked at.
        """
        game, parser = self.session.game, copy(self._parser)
        if len(words) < 2:  # noqa: PLR2004 - a word alone is answered alone
            return ""
        if game is None:
            return self._refuse_look(words)
        if self._question is not None and words[0].lower() not in (*YES, *NO):
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
            if command is not None and command.target in GIVE_UP_COMMANDS_BY_WORD:
                return ""
            before, done = word, command
        is_number_last = is_whole and parser.times and not parser.waiting_word
        told = f"The number {words[-1]} has no command after it. {NOTHING_DONE}"
        return told if is_number_last else ""

    def _refuse_look(self, words: Sequence[str]) -> str:
        first, second = (REQUEST_SYNONYMS.get(word.lower(), word.lower()) for word in words[:2])
        if first != LOOK or second in REQUESTS:
            return ""
        return f"{self._unknown_message(f'{first} {second}')} {NOTHING_DONE}"

    def after_line(self) -> list[str]:
        game = self.session.game
        only_requests = bool(self._info_only) and all(self._info_only)
        self._info_only = []
        if self._question is not None:
            return self._question.ask(is_repeated=only_requests)
        if self._parser.question and game is not None:
            return [self._ask_further(game)]
        if game is None:
            return self.session.race_question
        if only_requests:
            return []
        if game.is_over:
            has_told, self._told_game = self._told_game is game, game
            result = (*self.session.voice.ending_lines(game), STORY_HINT)
            told = [] if has_told else [*self._changed_figures(game), *result]
            return [*told, PLAY_AGAIN_QUESTION]
        hint = self.session.hint
        is_new, self._told_hint = hint is not self._told_hint, hint
        hints = [f"Hint: {hint.wording(HINT_PHRASES)}"] if hint is not None and is_new else []
        return [*self._changed_figures(game), describe_nearby(game), *hints]

    def _ask_further(self, game: GameState) -> str:
        """Return what half a command asks for, or that it lacks something, and then drop it."""
        words, question = self._parser.beginning, self._parser.question
        if needed := what_is_needed(game, words):
            self._parser.clear()
            return needed
        told = [
            f"{menu.about(game)} {'; '.join([line.text for line in lines])}."
            for menu, lines in find_menus(game, words.__eq__)
            if menu.about
        ]
        options = options_after(game, words)
        return f"{' '.join(told)} {question}" if told else with_options(question, options)

    def _handle_race_word(self, word: str) -> list[str]:
        command = WordParser().take(word)
        verb, target = ("", "") if command is None else (command.verb, command.target)
        self._info_only.append(verb == ASK)
        rules = self.session.rules
        if (race := rules.race_of(word, by_name=True)) is not None:
            self.session.start_game(race)
        elif verb == ASK:
            return answer_about_rules(rules, target)
        elif target == MetaCommand.QUIT.word:
            self.session.give(target)
        return self._game_start_lines()

    def _answer_question(self, game: GameState, word: str) -> list[str] | None:
        question = self._question
        if question is None:
            return None
        if word in (*YES, *NO):
            self._info_only.append(False)
            self._question = None  # before the answer: a yes may lead to another question
            return question.on_yes() if word in YES else [question.on_no]
        command = None if self._parser.waiting_word else WordParser().take(word)
        if command is not None and command.verb == ASK:
            self._info_only.append(True)
            return self._carry_out(game, command)
        if not question.insists:
            self._question = None
            return None
        self._info_only.append(False)
        return []

    def _carry_out(  # noqa: PLR0911 - one case a verb
        self, game: GameState, command: PlainCommand
    ) -> list[str]:
        verb, target = command.verb, command.target
        if verb == ASK:
            return answer_request(self.session, game, target, command.times)
        if verb == SAY and target in GIVE_UP_COMMANDS_BY_WORD:
            return self._give_up(GIVE_UP_COMMANDS_BY_WORD[target])
        if game.is_over:
            return []
        if verb == UNKNOWN:
            return [self._unknown_message(target)]
        if verb == CANCEL:
            return [NEVER_MIND]
        if (verb, target) == (SAY, MetaCommand.UNDO.word) and not self.session.is_practice:
            return ["Turns can be taken back only in practice: `cc3k --practice`."]
        if verb == "leave":
            return self._save_and_leave()
        if verb != "continue":
            return self._take_turns(game, command)
        last = self._last_command
        return ["There is nothing to go on with."] if last is None else self._take_turns(game, last)

    def _take_turns(self, game: GameState, command: PlainCommand) -> list[str]:
        offer, self._offer, self._last_command = self._offer, None, command
        if offer is not None and offer[0] == command.text:
            session = self.session
            session.journeys.accept(game, session.tally.kills, offer[1].agreed)
            return self._play(offer[1].command, command)
        verb, target, table = command.verb, command.target, self.session.command_table
        if verb == GO:
            planned = plan_step(game, table, DIRECTIONS_BY_WORD[target])
        else:
            planned = plan(game, table, target if verb == SAY else "")
        if not planned.question:
            return self._run(game, command, planned.words)
        self._question = PendingQuestion(
            planned.question, lambda: self._run(game, command, planned.words)
        )
        return []

    def _run(self, game: GameState, command: PlainCommand, words: str) -> list[str]:
        running = self._multi_turn_command(game, command, words)
        if running is not None:
            return self._play(running, command)
        if command.verb == "rest":
            return [rest_refusal(game)]
        self.session.give(words)
        new = self.session.game
        if new is None or new is game:
            return [self.session.action_text]
        return [f"A turn is taken back: it is turn {new.turns} again."]

    def _multi_turn_command(
        self, game: GameState, command: PlainCommand, words: str
    ) -> MultiTurnCommand | None:
        match command.verb:
            case "run":
                return Run(DIRECTIONS_BY_WORD[command.target])
            case "travel":
                return journey_to(TRAVEL_GOALS[command.target], self.limit)
            case "rest":
                return None if rest_refusal(game) else Rest()
            case "fight":
                return Fight(self.limit)
            case "collect":
                return Collect(self.limit)
        return repeated(words, command.times, self.limit) if command.times else None

    def _play(self, running: MultiTurnCommand, command: PlainCommand) -> list[str]:
        """Play a command of many turns to its end; return what happened, and why it ended.

        Plain steps are counted, and told before the next message. Potions seen on the way are not
        told; those nearby are, at the end. It remembers what saying the command again would do; if
        that was agreed to before, it goes on, but once from each cell.
        """
        session, lines, reason = self.session, list[str](), None
        steps, gold, is_rest, went_on_from = 0, 0, isinstance(running, Rest), set[Cell]()
        while reason is None and (game := session.game) is not None and not game.is_over:
            turns, messages = game.turns, session.messages
            reason = play_turn(session, running, session.give)
            events = session.last_events
            walks = all(isinstance(event, Moved | Regenerated | PickedUp) for event in events)
            if game.turns > turns and walks:
                steps += 1
                gold += sum([event.gold for event in events if isinstance(event, PickedUp)])
            elif game.turns > turns or session.messages is not messages:
                lines += [*_told_steps(steps, gold, is_rest=is_rest), session.action_text]
                steps = gold = 0
            again, cell = running.again, GameView(game).hero_cell
            if reason is None or not isinstance(again, SecondPress) or cell in went_on_from:
                continue
            if session.journeys.has_accepted(game, again.agreed):
                running, reason = again.command, None
                went_on_from.add(cell)
        lines += _told_steps(steps, gold, is_rest=is_rest)
        again = running.again
        if reason and game is not None:
            ways = [f"`{way.command_word}`" for way in ways_of_steps(GameView(game))]
            step = " such as ".join(["a step", *ways[:1]])
            told = name_keys(reason, {**HINT_PHRASES, "steps": step})
            if isinstance(again, SecondPress) and again.purpose:
                told = again_hint(told, f"say `{command.text}`", again.purpose)
            else:
                told = f"{told.rstrip('.')}."
            session.message_log.add(game.turns, (Message(told),), ())
            lines.append(told)
        self._offer = (command.text, again) if isinstance(again, SecondPress) else None
        if isinstance(again, GoOnQuestion):
            on_yes = again.on_yes
            self._question = PendingQuestion(again.text, lambda: self._play(on_yes, command))
        return lines

    def _give_up(self, command: MetaCommand) -> list[str]:
        if self.session.stage is not SessionStage.PLAYING:
            return self._end_game(command)
        self._ask_until_answered(command.question, lambda: self._end_game(command))
        return []

    def _ask_until_answered(self, text: str, on_yes: Callable[[], list[str]]) -> None:
        self._question = PendingQuestion(text, on_yes, GAME_CONTINUES, insists=True)

    def _end_game(self, command: MetaCommand) -> list[str]:
        self._parser.clear()
        self._last_command = self._offer = None
        self.session.give(command.word)
        return []

    def _save_and_leave(self) -> list[str]:
        keeper = self.session.keeper
        if keeper is None:
            return self._give_up(MetaCommand.QUIT)
        if keeper.try_to_save():
            return self._suspend()
        self._ask_until_answered(LEAVE_QUESTION, self._suspend)
        return []

    def _suspend(self) -> list[str]:
        self.session.suspend()
        return []

    def _unknown_message(self, words: str) -> str:
        refused = self.session.voice.word_refusal(UnknownCommand(words))
        is_short = len(words) <= MAX_GUESSED_WORD
        near = self.nearest_word(words, similar_words(words)) if is_short else None
        return refused if near is None else f"{refused} Did you mean `{near}`?"

    def _game_start_lines(self) -> list[str]:
        game = self.session.game
        if game is None:
            return []
        self._last_figures = figure_texts(game)
        return [self.session.action_text, summary_sentence(game)]

    def _changed_figures(self, game: GameState) -> list[str]:
        figures = figure_texts(game)
        new = [figure for figure in figures if figure not in self._last_figures]
        self._last_figures = figures
        return [f"{capitalized(', '.join(new))}."] if new else []


def _told_steps(steps: int, gold: int, *, is_rest: bool) -> list[str]:
    if not steps:
        return []
    if is_rest:
        return ["You rest a turn." if steps == 1 else f"You rest {steps} turns."]
    walked = "You walk a step" if steps == 1 else f"You walk {steps} steps"
    return [f"{walked} and pick up {gold} gold." if gold else f"{walked}."]
