"""Game keys: what keys, typed words and clicks do while a game is running."""

from attrs import define

from cc3k.engine.actions import Attack
from cc3k.engine.board import Direction
from cc3k.engine.enemies import EnemyKind
from cc3k.engine.game import GameState
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
    find_cells_beside_potions,
    find_free_gold,
    find_stairs,
    goal_at,
    is_hero_threatened,
)
from cc3k.tty.keys import MOUSE_BUTTONS
from cc3k.ui.console_commands import Ask, ConsoleCommand, KeyPress, Notify, Open, Say, Start, Travel
from cc3k.ui.input import CommandInput
from cc3k.ui.keymap import MOVE, RUN, SAY
from cc3k.ui.menu import LEAVE_ACTIONS
from cc3k.ui.modes import LookMode, discoveries_pager, message_log_pager

ATTACK_VERB, DRINK_VERB = DIRECTED_VERBS
TRAVEL_GOALS = {"stairs": find_stairs, "gold": find_free_gold, "potion": find_cells_beside_potions}

ASK_TO_QUIT = Ask(QUIT_QUESTION, Say(MetaCommand.QUIT.value), accepts_enter=True)
ASK_TO_RESTART = Ask(RESTART_QUESTION, Say(MetaCommand.RESTART.value), accepts_enter=True)


@define(eq=False)
class GameKeys:
    """The mode of a running game: keys act at once or spell a command."""

    command_input: CommandInput

    def handle_key(self, press: KeyPress) -> ConsoleCommand | None:
        """Return the command that a key completes, or a click stands for."""
        game = press.session.game
        if game is None:
            return None
        if press.key.partition(" ")[0] in MOUSE_BUTTONS.values():
            return _click(press, game)
        key_action = self.command_input.press(press.key)
        if key_action is None:
            return None
        times = self.command_input.times
        self.command_input.clear()
        return _command_of_action(press, game, key_action, times)


def _click(press: KeyPress, game: GameState) -> ConsoleCommand | None:
    """Travel to the clicked cell, or look at it with the other button."""
    button, column, row = press.key.split(" ")
    board, layout = GameView(game).board, press.layout
    cell = None if layout is None else layout.cell_at(int(column), int(row), board)
    if cell is None:
        return None
    if button == MOUSE_BUTTONS["0"]:
        return Travel(AutoTravel(goal_at(cell)))
    return Open(LookMode(game, cell))


def _command_of_action(
    press: KeyPress, game: GameState, key_action: str, times: int
) -> ConsoleCommand | None:
    """Return the command of a key action or a typed command; repainting is the screen's job.

    A number of times makes sense for a word; anything else is done once.
    """
    match key_action.split(" ", 1):
        case [name, words] if name == SAY:
            return _command_of_words(game, words, times)
        case [name, way] if name == MOVE:
            return _move_or_interact(game, DIRECTIONS_BY_WORD[way], times)
        case [name, way] if name == RUN:
            return Start(Run(DIRECTIONS_BY_WORD[way]))
        case [goal] if goal in TRAVEL_GOALS:
            return Travel(AutoTravel(TRAVEL_GOALS[goal]))
        case [name]:
            return _command_of_name(press, game, name)
    return None


def _command_of_name(press: KeyPress, game: GameState, name: str) -> ConsoleCommand | None:
    """Return the command of a key action that takes no words."""
    if name in LEAVE_ACTIONS:
        return ASK_TO_QUIT
    match name:
        case "look":
            return Open(LookMode(game, GameView(game).hero_cell))
        case "rest":
            return _rest(game)
        case "messages":
            return Open(message_log_pager(press))
        case "discoveries":
            return Open(discoveries_pager(press.session, game))
    return None


def _rest(game: GameState) -> ConsoleCommand:
    if not race_regenerates(game.race):
        return Notify(NO_HEALING)
    if game.hero.hp == game.race.max_hp:
        return Notify(FULL_HP)
    return Notify(ENEMY_NEAR) if is_hero_threatened(game) else Start(Rest())


def _move_or_interact(game: GameState, direction: Direction, times: int) -> ConsoleCommand:
    """Move that way, or attack or drink what is there (§4)."""
    view = GameView(game)
    cell, potions = view.hero_cell + direction.offset(view.board.stride), view.potions
    if cell in view.enemies:
        return _command_of_words(game, f"{ATTACK_VERB} {direction.command_word}", times)
    if cell in potions:
        kind = potions[cell]
        known = None if kind is None else kind.full_name
        drink = Say(f"{DRINK_VERB} {direction.command_word}")
        return Ask(drink_question(known, direction.name), drink)
    return _command_of_words(game, direction.command_word, times)


def _command_of_words(game: GameState, words: str, times: int) -> ConsoleCommand:
    """Return the command to say words `times` times; ask first if that might be regretted."""
    command = COMMANDS_BY_WORDS.get(words)
    if command is MetaCommand.QUIT:
        return ASK_TO_QUIT
    if command is MetaCommand.RESTART:
        return ASK_TO_RESTART
    if command is MetaCommand.UNDO:
        return Say(words)
    if isinstance(command, Attack) and (kind := _peaceful_kind(game, command.direction)):
        question = attack_question(kind.name, command.direction.name)
        return Ask(question, _repeat(words, times))
    return _repeat(words, times)


def _repeat(words: str, times: int) -> ConsoleCommand:
    """Say words that many times: an attack until the fight is decided or breaks off."""
    if not times:
        return Say(words)
    is_attack = isinstance(COMMANDS_BY_WORDS.get(words), Attack)
    return Start(RepeatAttack(words, times) if is_attack else Repeat(words, times))


def _peaceful_kind(game: GameState, direction: Direction) -> EnemyKind | None:
    """Return the kind of the enemy there if it is not hostile, or not yet."""
    view = GameView(game)
    enemy = view.enemies.get(view.hero_cell + direction.offset(view.board.stride))
    if enemy is None or view.is_hostile(enemy):
        return None
    return enemy.kind
