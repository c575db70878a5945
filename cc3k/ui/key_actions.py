"""Key actions: carry out what a key stands for while a game is running."""

from collections.abc import Callable
from typing import Protocol

from attrs import frozen

from cc3k.engine.actions import Attack
from cc3k.engine.actors import EnemyKind
from cc3k.engine.game import GameState
from cc3k.engine.grid import Direction
from cc3k.engine.view import GameView
from cc3k.play.commands import COMMANDS_BY_WORDS, DIRECTED_VERBS, DIRECTIONS_BY_WORD, MetaCommand
from cc3k.play.macros import Repeat, RepeatAttack, Rest, Run, race_regenerates
from cc3k.play.messages import (
    ENEMY_NEAR,
    FULL_HP,
    NO_HEALING,
    QUIT_QUESTION,
    RESTART_QUESTION,
    attack_question,
    drink_question,
)
from cc3k.play.travel import (
    AutoTravel,
    MultiTurnCommand,
    find_cells_beside_potions,
    find_free_gold,
    find_stairs,
    is_hero_threatened,
)
from cc3k.ui.keymap import MOVE, RUN, SAY
from cc3k.ui.menu import LEAVE_ACTIONS
from cc3k.ui.modes import LookMode, Mode

ATTACK_VERB, DRINK_VERB = DIRECTED_VERBS
CONFIRM_QUESTIONS = {MetaCommand.RESTART: RESTART_QUESTION, MetaCommand.QUIT: QUIT_QUESTION}
TRAVEL_GOALS = {"stairs": find_stairs, "gold": find_free_gold, "potion": find_cells_beside_potions}


class KeyActionConsole(Protocol):
    """The part of the console that key actions use."""

    notice: str

    def send_words(self, words: str) -> None:
        """Send words to the session."""
        ...

    def ask_yes_no(
        self, question: str, on_yes: Callable[[], None], *, accepts_enter: bool = False
    ) -> None:
        """Ask a question, perhaps about a typed word, and call a function on yes."""
        ...

    def start_command(self, command: MultiTurnCommand) -> None:
        """Start a multi-turn command."""
        ...

    def start_travel(self, travel: AutoTravel) -> None:
        """Start to travel, if that is possible."""
        ...

    def open_mode(self, mode: Mode) -> None:
        """Open a mode, which gets the keys until it closes."""
        ...

    def open_message_log(self) -> None:
        """Show the message log in a pager."""
        ...

    def open_discoveries(self, game: GameState) -> None:
        """Show the discoveries in a pager."""
        ...


@frozen
class KeyActionRunner:
    """Carries out key actions at a console."""

    console: KeyActionConsole

    def run(self, game: GameState, key_action: str, times: int) -> None:
        """Run the action of a key or a typed command; repainting is the screen's job.

        A number of times makes sense for a word; anything else is done once.
        """
        match key_action.split(" ", 1):
            case [name, words] if name == SAY:
                self._run_command(game, words, times)
            case [name, way] if name == MOVE:
                self._move_or_interact(game, DIRECTIONS_BY_WORD[way], times)
            case [name, way] if name == RUN:
                self.console.start_command(Run(DIRECTIONS_BY_WORD[way]))
            case [goal] if goal in TRAVEL_GOALS:
                self.console.start_travel(AutoTravel(TRAVEL_GOALS[goal]))
            case ["look"]:
                self.console.open_mode(LookMode(game, GameView(game).hero_cell))
            case ["rest"]:
                self._rest(game)
            case ["messages"]:
                self.console.open_message_log()
            case ["discoveries"]:
                self.console.open_discoveries(game)
            case [leave] if leave in LEAVE_ACTIONS:
                self._run_command(game, MetaCommand.QUIT.value)

    def _rest(self, game: GameState) -> None:
        if not race_regenerates(game.race):
            self.console.notice = NO_HEALING
        elif game.hero.hp == game.race.max_hp:
            self.console.notice = FULL_HP
        elif is_hero_threatened(game):
            self.console.notice = ENEMY_NEAR
        else:
            self.console.start_command(Rest())

    def _move_or_interact(self, game: GameState, direction: Direction, times: int) -> None:
        """Move that way, or attack or drink what is there (§4)."""
        view = GameView(game)
        cell, potions = view.hero_cell + direction.offset(view.board.stride), view.potions
        if cell in view.enemies:
            self._run_command(game, f"{ATTACK_VERB} {direction.command_word}", times)
        elif cell in potions:
            kind = potions[cell]
            known = None if kind is None else kind.name
            words = f"{DRINK_VERB} {direction.command_word}"
            self.console.ask_yes_no(
                drink_question(known, direction.name), lambda: self.console.send_words(words)
            )
        else:
            self._run_command(game, direction.command_word, times)

    def _run_command(self, game: GameState, words: str, times: int = 0) -> None:
        """Run a command, `times` times; ask first if it might be regretted."""
        command = COMMANDS_BY_WORDS.get(words)
        if command is MetaCommand.UNDO:
            self.console.send_words(words)
        elif isinstance(command, MetaCommand):
            self.console.ask_yes_no(
                CONFIRM_QUESTIONS[command],
                lambda: self.console.send_words(words),
                accepts_enter=True,
            )
        elif isinstance(command, Attack) and (kind := _peaceful_kind(game, command.direction)):
            question = attack_question(kind.name, command.direction.name)
            self.console.ask_yes_no(question, lambda: self._repeat_command(words, times))
        else:
            self._repeat_command(words, times)

    def _repeat_command(self, words: str, times: int) -> None:
        """Run a command that many times: an attack until the fight is decided or breaks off."""
        if not times:
            self.console.send_words(words)
        elif isinstance(COMMANDS_BY_WORDS.get(words), Attack):
            self.console.start_command(RepeatAttack(words, times))
        else:
            self.console.start_command(Repeat(words, times))


def _peaceful_kind(game: GameState, direction: Direction) -> EnemyKind | None:
    """Return the kind of the enemy there if it is not hostile, or not yet."""
    view = GameView(game)
    enemy = view.enemies.get(view.hero_cell + direction.offset(view.board.stride))
    if enemy is None or view.is_hostile(enemy):
        return None
    return enemy.kind
