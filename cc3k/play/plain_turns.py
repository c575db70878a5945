"""Plain turns: the commands of plain mode carried out, and their messages without repetition."""

from attrs import define, field

from cc3k.engine.actions import Attack
from cc3k.engine.board import Direction
from cc3k.engine.events import Moved, PickedUp, Regenerated
from cc3k.engine.game import GameState
from cc3k.engine.running_game import ExpansionAction
from cc3k.engine.view import GameView
from cc3k.play.collect import Collect
from cc3k.play.commands import DIRECTED_VERBS, DIRECTIONS_BY_WORD
from cc3k.play.fights import Fight
from cc3k.play.interruptions import (
    DEFAULT_HP_LIMIT,
    HpLimit,
    MultiTurnCommand,
    SecondPress,
    play_turn,
)
from cc3k.play.leaving import journey_to
from cc3k.play.macros import Repeat, RepeatAttack, Rest, Run, rest_refusal
from cc3k.play.message_log import MessageLog
from cc3k.play.messages import (
    Message,
    attack_question,
    drink_question,
)
from cc3k.play.plain_words import GO, HINT_PHRASES, RUN, SAY, TRAVEL, PlainCommand
from cc3k.play.session import Session, SessionStage
from cc3k.play.stop_messages import HIDDEN_STAIRS, name_keys
from cc3k.play.travel import (
    GoalFinder,
    find_cells_beside_potions,
    find_free_gold,
    find_stairs,
    is_harmful,
)

ATTACK_VERB, DRINK_VERB = DIRECTED_VERBS
GOAL_FINDERS: dict[str, GoalFinder] = {
    "stairs": find_stairs,
    "gold": find_free_gold,
    "potion": find_cells_beside_potions,
}

_WALKING_EVENTS = (Moved, Regenerated, PickedUp)
"""The events of a turn that only leads on."""


@define(eq=False)
class PlainTurns:
    """Carries out commands in the game of a session; fights leave the HP of a limit."""

    session: Session
    limit: HpLimit = DEFAULT_HP_LIMIT
    _steps: int = field(default=0, init=False)
    _gold: int = field(default=0, init=False)
    _reason: str | None = field(default=None, init=False)

    def question(self, game: GameState, command: PlainCommand) -> str:
        words = words_of(game, command)
        verb, _, way = words.partition(" ")
        if verb == DRINK_VERB and command.verb == GO:
            return _drink_question(GameView(game), DIRECTIONS_BY_WORD[way])
        action = self.session.command_table.commands.get(words)
        if isinstance(action, Attack):
            return _attack_question(GameView(game), action.direction)
        if isinstance(action, ExpansionAction):
            return in_plain_words(action.question(game))
        return ""

    def multi_turn_command(self, game: GameState, command: PlainCommand) -> MultiTurnCommand | None:
        verb, target = command.verb, command.target
        if verb == RUN:
            return Run(DIRECTIONS_BY_WORD[target])
        if verb == TRAVEL:
            return journey_to(GOAL_FINDERS[target])
        if verb == "rest":
            return None if rest_refusal(game) else Rest()
        if verb == "fight":
            return Fight(self.limit)
        if verb == "collect":
            log = self.session.message_log or MessageLog()
            told = log.has_told(HIDDEN_STAIRS)
            trodden = self.session.journeys.trodden(game)
            return Collect(self.limit, told_of_hidden_stairs=told, trodden=trodden)
        return self._repeat(words_of(game, command), command.times) if command.times else None

    def _repeat(self, words: str, times: int) -> MultiTurnCommand:
        if isinstance(self.session.command_table.commands.get(words), Attack):
            return RepeatAttack(words, times, self.limit)
        return Repeat(words, times)

    def say(self, game: GameState, command: PlainCommand) -> list[str]:
        if command.verb == "rest":
            return [rest_refusal(game)]
        self._send(words_of(game, command))
        return [self.session.action_text]

    def play(self, running: MultiTurnCommand, text: str) -> list[str]:
        lines, reason = list[str](), None
        while reason is None and self.session.stage is SessionStage.PLAYING:
            lines += self._play_turn(running)
            reason = self._reason
        lines += self._told_steps(is_rest=isinstance(running, Rest))
        if not reason:
            return lines
        reason = name_keys(reason, HINT_PHRASES)
        if isinstance(running.again, SecondPress):
            told = say_again_hint(reason, text, running.again.purpose)
        else:
            told = f"{reason.rstrip('.')}."
        self._log(told)
        return [*lines, told]

    def _log(self, told: str) -> None:
        log, game = self.session.message_log or MessageLog(), self.session.game
        log.add(0 if game is None else game.turns, (Message(told),), ())

    def _play_turn(self, running: MultiTurnCommand) -> list[str]:
        """Play one turn; count plain steps, and report them before the next message.

        Potions seen on the way are not reported; those nearby are, at the end.
        """
        game = self.session.game
        before = (game.turns if game is not None else 0), self.session.messages
        self._reason = play_turn(self.session, running, self._send)
        after = (game.turns if game is not None else 0), self.session.messages
        events = self.session.last_events
        if after[0] > before[0] and all(isinstance(event, _WALKING_EVENTS) for event in events):
            self._steps += 1
            self._gold += sum([event.gold for event in events if isinstance(event, PickedUp)])
            return []
        if after[0] == before[0] and after[1] is before[1]:
            return []
        return [*self._told_steps(is_rest=isinstance(running, Rest)), self.session.action_text]

    def _told_steps(self, *, is_rest: bool) -> list[str]:
        """Report the steps since the last report, and the gold picked up on the way."""
        steps, gold, self._steps, self._gold = self._steps, self._gold, 0, 0
        if not steps:
            return []
        return [turns_rested(steps) if is_rest else steps_walked(steps, gold)]

    def _send(self, words: str) -> None:
        self.session.handle_words(words)


def words_of(game: GameState, command: PlainCommand) -> str:
    """Return the document's words of a command: a way means what is there to be done."""
    if command.verb != GO:
        return command.target if command.verb == SAY else ""
    view, way = GameView(game), DIRECTIONS_BY_WORD[command.target]
    cell = view.hero_cell + way.offset(view.board.stride)
    if cell in view.enemies:
        return f"{ATTACK_VERB} {command.target}"
    verb = view.pick_up_verb(cell) or DRINK_VERB
    return f"{verb} {command.target}" if cell in view.potions else command.target


def _drink_question(view: GameView, way: Direction) -> str:
    potion = view.potions[view.hero_cell + way.offset(view.board.stride)]
    known = None if potion is None else potion.full_name
    harms = potion is not None and is_harmful(view.hero, potion)
    return in_plain_words(drink_question(known, way.name, harms=harms))


def _attack_question(view: GameView, way: Direction) -> str:
    enemy = view.enemies.get(view.hero_cell + way.offset(view.board.stride))
    if enemy is None or view.is_hostile(enemy):
        return ""
    return in_plain_words(attack_question(enemy.kind.name, way.name))


def in_plain_words(question: str) -> str:
    """Return a question of a screen as plain mode asks it: with words for answers, not keys."""
    return question.replace("(y/n)", "(yes/no)")


def say_again_hint(reason: str, words: str, purpose: str) -> str:
    return f"{reason}: say `{words}` again {purpose}."


def steps_walked(steps: int, gold: int) -> str:
    walked = "You walk a step" if steps == 1 else f"You walk {steps} steps"
    return f"{walked} and pick up {gold} gold." if gold else f"{walked}."


def turns_rested(turns: int) -> str:
    return "You rest a turn." if turns == 1 else f"You rest {turns} turns."
