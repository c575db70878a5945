"""Running command: the command of many turns that a console carries out, one turn a tick.

Such are travel, runs, rest, counts, fights (Tab) and collecting (`o`); what stops each of them is
the one rule of `play.interruptions`. Here stands what a keyboard adds: a key stops it, and a second
press of the key that began it may go on. As a mode does, it returns requests to the console.
"""

from copy import copy
from typing import TYPE_CHECKING

from cc3k.engine.game import GameState
from cc3k.engine.view import GameView
from cc3k.play.history import are_plain_steps
from cc3k.play.messages import STOPPED_BY_KEY, Message, again_hint, name_keys
from cc3k.play.session import Session
from cc3k.terminal.app import MOUSE_KEYS
from cc3k.ui.keymap import NO_ACTION, game_keymap, hint_phrases, key_label
from cc3k.ui.modes import QUIET_KEYS, ConsoleRequest, Notify, Open, QuestionMode, StartMultiTurn
from cc3k.ui.settings import ScreenSettings

if TYPE_CHECKING:
    from collections.abc import Callable

    from cc3k.engine.board import Cell
    from cc3k.play.interruptions import MultiTurnCommand, SecondPress


class RunningCommand:
    """The `command` of many turns that a console plays now, if any, from its key to its end.

    It begins when it is started, or, if it `is_weighing` odds, at the next tick; takes a turn a
    tick; and ends by itself or for a key. What a second press of its key may begin then is kept in
    `offers`, by key, until something is done, or Esc pressed; `told_key` is the key whose offer the
    screen tells now.
    """

    def __init__(self) -> None:
        self.command: MultiTurnCommand | None = None
        self.is_weighing = False
        self.offers: dict[str, SecondPress] = {}
        self.told_key = self._key = ""
        self._first_turn = 0
        self._went_on_from: set[Cell] = set()

    def start(
        self, session: Session, settings: ScreenSettings, started: StartMultiTurn
    ) -> ConsoleRequest | None:
        """Start a command of many turns; one that has no first turn ends at once."""
        self.command, self._key, self.is_weighing = started
        return None if self.is_weighing else self._begin(session, settings, started.command)

    def take_turn(
        self, session: Session, settings: ScreenSettings, give: "Callable[[str], None]"
    ) -> ConsoleRequest | None:
        command = self.command
        if command is None:
            return None
        if self.is_weighing:
            self.is_weighing = False
            request = self._begin(session, settings, command)
            if self.command is None:  # else the first turn comes before any key that would stop it
                return request
        # Imported here for a fast start: the first map needs no command of many turns.
        from cc3k.play.interruptions import play_turn

        reason = play_turn(session, command, give)
        return None if reason is None else self._end(session, settings, command, reason)

    def is_stopped_by(self, key: str) -> bool:
        """Return True unless the command goes on: it does so for the key that began it.

        While odds are weighed, keys without a meaning of their own do nothing either, but Esc.
        """
        is_idle = key in QUIET_KEYS and key != "escape"
        if self.command is None or (self.is_weighing and is_idle):
            return False
        return key != self._key or self.command.policy.ignores_events

    def stop(self, session: Session) -> ConsoleRequest | None:
        """Stop the command for a key, and say so, after its last turn if that is worth showing."""
        command, game = self.command, session.game
        self.drop()
        if command is None or command.policy.ignores_events or game is None:
            return None
        summary = session.journeys.sum_up(game, session.tally.kills)
        return self._notify(session, game, f"{summary} {STOPPED_BY_KEY}".lstrip())

    def drop(self) -> None:
        """Stop the command without a word."""
        self.command, self.is_weighing = None, False
        self._went_on_from.clear()

    def _begin(
        self, session: Session, settings: ScreenSettings, command: "MultiTurnCommand"
    ) -> ConsoleRequest | None:
        game, trial = session.game, copy(command)
        if game is None:
            return None
        self._first_turn, taken = game.turns, self.offers.pop(self._key, None)
        if taken is not None and taken.command is command:
            session.journeys.accept(game, session.tally.kills, taken.agreed)
        if trial.next_command(game) is not None:
            return None
        from cc3k.play.interruptions import reason_of_end

        reason = reason_of_end(session, game, trial)
        return self._end(session, settings, trial, reason)

    def _end(
        self, session: Session, settings: ScreenSettings, command: "MultiTurnCommand", reason: str
    ) -> ConsoleRequest | None:
        """End the command: say why, and what a second press of its key begins."""
        from cc3k.play.interruptions import GoOnQuestion, SecondPress

        self.command, game, key, rewording = None, session.game, self._key, settings.rewording
        keymap = game_keymap(settings.keys, settings.bind, session.rules)
        reason = name_keys(reason, rewording.of_hints(hint_phrases(keymap)))
        match command.again:
            case SecondPress(again, purpose, agreed) as offer:
                # Agreed to before: it goes on unasked, but once from each cell, so it never paces.
                if game is not None and session.journeys.has_accepted(game, agreed):
                    cell = GameView(game).hero_cell
                    if cell not in self._went_on_from:
                        self._went_on_from.add(cell)
                        return StartMultiTurn(again, key)
                self.told_key, self.offers[key] = key if purpose else "", offer
                action = keymap.get(key, NO_ACTION).name
                other = rewording.actions.get(action) or rewording.keys.get(key)
                is_click = key.startswith(MOUSE_KEYS)
                deed = "click there" if is_click else f"press {other or key_label(key)}"
                reason = rewording.of(again_hint(reason, deed, purpose) if purpose else reason)
            case GoOnQuestion(question, on_yes):
                return Open(QuestionMode(f"{reason} {question}", StartMultiTurn(on_yes, key)))
        self._went_on_from.clear()
        if not reason or game is None:
            return None
        session.message_log.add(game.turns, (Message(reason),), ())
        return self._notify(session, game, reason)

    def _notify(self, session: Session, game: GameState, notice: str) -> Notify:
        """Show a notice alone where no turn was played, or but a plain step last."""
        is_alone = game.turns == self._first_turn or are_plain_steps(session.last_events)
        return Notify(notice, is_alone=is_alone)
