"""Prompts: what a half-typed command asks for: a direction, a slot of a pack, or Enter."""

from cc3k.engine.game import GameState
from cc3k.engine.view import GameView
from cc3k.play.commands import command_table
from cc3k.play.targets import (
    next_word_question,
    options_after,
    two_meanings,
    verb_prompt,
    way_question,
    with_options,
)
from cc3k.ui.input import CommandInput
from cc3k.ui.keymap import MOVE, PREFIXES, SAY, key_label
from cc3k.ui.typed_commands import VERBS_BY_TYPED_TEXT


def prompt_text(command_input: CommandInput, game: GameState | None) -> str:
    """Return the text of a command being typed, with a question for what must or may follow."""
    if game is None or not command_input.typed or command_input.times:
        return command_input.display_text
    typed, commands = command_input.typed.lower(), command_input.commands
    text, words = command_input.display_text, commands.beginnings.get(typed, "")
    if command_input.awaits_enter:
        text = _prompt_of_two(command_input, game)
    elif typed in VERBS_BY_TYPED_TEXT:
        text = _verb_prompt(command_input, game)
    elif words and typed in commands.takes_direction:
        text = way_question(words)
    elif words:
        question = next_word_question(words, command_table(game.rules).next_words(words))
        text = with_options(question, options_after(game, words))
    elif command_input.pending_verb:
        text = f"{_verb_prompt(command_input, game).partition('?')[0]}? {text}"
    return text


def _verb_prompt(command_input: CommandInput, game: GameState) -> str:
    """Return the question for the direction of a verb, and what else it can be said of."""
    verb, keymap = command_input.pending_verb, command_input.keymap
    own = [key for key, action in keymap.items() if PREFIXES.get(action) == verb]
    keys = f"{key_label(own[0]) if own else verb} or Enter"
    ways = [key for key, action in keymap.items() if action.startswith(f"{MOVE} ")]
    # where a letter is a way, the slot of that letter is typed with Shift
    named = options_after(game, verb).items()
    options = {word.upper() if word in ways else word: name for word, name in named}
    return with_options(verb_prompt(GameView(game), verb, keys), options)


def _prompt_of_two(command_input: CommandInput, game: GameState) -> str:
    """Return what Enter means after a command that may go on, and what more letters mean."""
    typed, actions = command_input.typed.lower(), command_input.commands.key_actions
    words = actions[typed].removeprefix(f"{SAY} ")
    beginning, _, word = words.rpartition(" ")
    longer = {
        spelled.removeprefix(typed): action.removeprefix(f"{SAY} ")
        for spelled, action in actions.items()
        if spelled.startswith(typed) and spelled != typed
    }
    return two_meanings(words, word, options_after(game, beginning).get(word, ""), longer)
