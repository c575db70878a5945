"""Command input: the letters and counts typed so far, and the command that a key completes."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TypeAlias

from cc3k.engine.board import DIRECTIONS
from cc3k.engine.values import define, frozen
from cc3k.play.commands import (
    BASE_COMMANDS,
    DIRECTED_VERBS,
    LEAVE_COMMANDS_BY_WORD,
    Command,
    CommandTable,
)
from cc3k.ui.keymap import MOVE, PREFIXES, RUN, TARGET, TYPE, UNKNOWN, WORDS_OF_KEY_ACTIONS

COUNT_PREFIX, WORD_PREFIX, RUN_PREFIX = PREFIXES["count"], PREFIXES["word"], PREFIXES[RUN]
MAX_TIMES = 999
ENTER, BLANK = "enter", " "

KeyAction: TypeAlias = str | Command
"""What a key means: an action of the keymap, such as `move no`, or a command that was spelled."""

VERBS_BY_TYPED_TEXT: Mapping[str, str] = {
    f"{prefix}{verb}": verb for prefix in ("", WORD_PREFIX) for verb in DIRECTED_VERBS
}
"""The document's verbs, which wait for their direction, by the text typed so far."""


@frozen(eq=False)
class TypedCommands:
    """The commands of a game as they are spelled, letter by letter and without blanks.

    `key_actions` and `words` are by the letters of each command. Of the base game's none begins
    another, so each runs once complete; one that is the beginning of another waits for Enter or a
    blank, but a question is answered at once. `beginnings` are words after which more must follow,
    by their letters; after those in `takes_direction` a single key may give the direction.
    """

    key_actions: Mapping[str, KeyAction]
    words: Mapping[str, str]
    beginnings: Mapping[str, str]
    takes_direction: frozenset[str]
    acts_at_once: frozenset[str]

    def is_partial(self, letters: str) -> bool:
        if letters in self.acts_at_once:
            return False
        return any(
            spelled.startswith(letters) and spelled != letters for spelled in self.key_actions
        )

    def key_action_of(self, letters: str) -> KeyAction:
        """Return what letters spell, or that they spell nothing."""
        return self.key_actions.get(letters.lower(), f"{UNKNOWN} {letters}")


@lru_cache(maxsize=64)
def typed_commands(table: CommandTable) -> TypedCommands:
    spelled = {_letters(words): words for words in table.commands}
    beginnings = {_letters(words): words for words in table.beginnings}
    for letters in beginnings:  # `q` and `r` mean the same after a verb (R35)
        spelled.update({f"{letters}{word}": word for word in LEAVE_COMMANDS_BY_WORD})
    spelled.update(_after_colon(spelled))
    runs = {f"{RUN_PREFIX}{way.command_word}": f"{RUN} {way.command_word}" for way in DIRECTIONS}
    first = DIRECTIONS[0].command_word
    directed = [
        letters for letters, words in beginnings.items() if f"{words} {first}" in table.commands
    ]
    return TypedCommands(
        {**{letters: table.commands[words] for letters, words in spelled.items()}, **runs},
        spelled,
        {**beginnings, **_after_colon(beginnings)},
        frozenset([*_with_colon(directed), RUN_PREFIX]),
        frozenset(_with_colon(map(_letters, table.questions))),
    )


def _letters(words: str) -> str:
    return words.replace(" ", "")


def _after_colon(spelled: Mapping[str, str]) -> dict[str, str]:
    return {f"{WORD_PREFIX}{letters}": words for letters, words in spelled.items()}


def _with_colon(spellings: Iterable[str]) -> list[str]:
    return [text for letters in spellings for text in (letters, f"{WORD_PREFIX}{letters}")]


BASE_TYPED = typed_commands(BASE_COMMANDS)
"""The commands of a game without expansions, as they are typed."""


@define(eq=False)
class CommandInput:
    """A partly typed command, and its count: how many times to run it, 0 if none was typed.

    `commands` are those of the game. Letters are kept as they were typed, so that a wrong word can
    be named; case matters not (R35).
    """

    keymap: Mapping[str, str]
    commands: TypedCommands = BASE_TYPED
    typed: str = ""
    times: int = 0

    @property
    def display_text(self) -> str:
        if not self.times:
            return self.typed.lower()
        times = "1 time" if self.times == 1 else f"{self.times} times"
        return f"{times} {self.typed.lower().removeprefix(COUNT_PREFIX)}".rstrip()

    @property
    def pending_verb(self) -> str:
        verb = self.typed.lower().removeprefix(WORD_PREFIX)[:1]
        return verb if verb in VERBS_BY_TYPED_TEXT else ""

    @property
    def awaits_enter(self) -> bool:
        """Whether a whole command was typed that more letters would make another one."""
        typed = self.typed.lower()
        return typed in self.commands.key_actions and self.commands.is_partial(typed)

    def clear(self) -> None:
        self.typed, self.times = "", 0

    def press(self, key: str) -> KeyAction | None:  # noqa: C901, PLR0911 - one case a kind of key
        """Handle a key, and return what it completes, if anything.

        A key that has an action completes it, unless it is a letter that continues a word, or takes
        one back.
        """
        key_action = self.keymap.get(key, "")
        if not self.typed and not self.times and key_action:
            return self._start_key_action(key_action)
        letter = len(key) == 1
        if key == "escape" and self.display_text:
            self.clear()
        elif key == "backspace" and self.display_text:
            self._delete_last()
        elif self.typed == COUNT_PREFIX and letter and key.isdecimal():
            self.times = min(self.times * 10 + int(key), MAX_TIMES)
        elif key in (ENTER, BLANK) and self.typed.lower() in self.commands.key_actions:
            letters, self.typed = self.typed.lower(), ""
            return self.commands.key_actions[letters]
        elif self.awaits_enter and not self._goes_on(key):
            pass  # it was asked what is meant, and that is no answer
        elif self._is_verb_again(key, key_action):
            return f"{TARGET} {self.pending_verb}"
        elif self._is_direction_key(key, key_action):
            return self._complete_with_direction(key_action.removeprefix(f"{MOVE} "))
        elif key_action and not self._spells(key):
            return self._start_key_action(key_action)
        elif letter and not key.isspace():
            return self._type_letters(self.typed.removeprefix(COUNT_PREFIX) + key)
        return None

    def _spells(self, key: str) -> bool:
        """Tell whether a key that has an action goes on with a word that was begun."""
        if self.typed in ("", COUNT_PREFIX) or len(key) > 1:
            return False
        return key.isalpha() or (key.isdecimal() and self._goes_on(key))

    def _goes_on(self, key: str) -> bool:
        letters = f"{self.typed}{key}".lower()
        return letters in self.commands.key_actions or self.commands.is_partial(letters)

    def _delete_last(self) -> None:
        if self.typed == COUNT_PREFIX and self.times:
            self.times //= 10
        else:
            self.typed = self.typed[:-1]

    def _is_verb_again(self, key: str, key_action: str) -> bool:
        """Return True if a key is Enter or the verb's own once more: it means the only target.

        No word is spelled with a doubled verb, and no direction begins with one, so it cannot be
        taken for a way; a blank could, as it stands between the words of `u no`.
        """
        verb = VERBS_BY_TYPED_TEXT.get(self.typed.lower(), "")
        spells = self.typed.startswith(WORD_PREFIX) or not key_action
        own = (key.lower() == verb and spells) or PREFIXES.get(key_action) == verb
        return bool(verb) and (own or key == ENTER)

    def _is_direction_key(self, key: str, key_action: str) -> bool:
        """Return True if a key is the direction of the typed verb; after `:` letters spell."""
        spells = self.typed.startswith(WORD_PREFIX) and len(key) == 1 and key.isalpha()
        return (
            self.typed.lower() in self.commands.takes_direction
            and key_action.startswith(f"{MOVE} ")
            and not spells
        )

    def _complete_with_direction(self, direction_word: str) -> KeyAction:
        letters, self.typed = self.typed.lower(), ""
        return self.commands.key_action_of(f"{letters}{direction_word}")

    def begin(self, words: str) -> None:
        self.typed = _letters(words)

    def _start_key_action(self, key_action: str) -> KeyAction | None:
        if key_action in WORDS_OF_KEY_ACTIONS and key_action not in PREFIXES:
            self.typed = ""
            return self.commands.key_actions[WORDS_OF_KEY_ACTIONS[key_action]]
        name, _, words = key_action.partition(" ")
        if name == TYPE and words in self.commands.beginnings.values():
            self.begin(words)
            return None
        if name == TYPE:
            self.typed = ""
            return self.commands.key_action_of(_letters(words))
        self.typed = PREFIXES.get(key_action, "")
        if self.typed in (COUNT_PREFIX, RUN_PREFIX):  # a run takes no count
            self.times = 0
        return None if self.typed else key_action

    def _type_letters(self, letters: str) -> KeyAction | None:
        lower = letters.lower()
        self.typed = letters if self.commands.is_partial(lower) else ""
        return None if self.typed else self.commands.key_action_of(letters)
