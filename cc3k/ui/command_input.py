"""Command input: keys become key actions, and letters become commands as they are typed."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TypeAlias

from cc3k.engine.board import DIRECTIONS
from cc3k.engine.refusals import UnknownCommand
from cc3k.engine.values import define, frozen
from cc3k.play.commands import BASE_COMMANDS, GIVE_UP_COMMANDS_BY_WORD, MAX_TIMES, CommandTable
from cc3k.ui.keymap import (
    COUNT_PREFIX,
    MOVE,
    NO_ACTION,
    RUN,
    RUN_PREFIX,
    TARGET,
    WORD_PREFIX,
    KeyAction,
    Keymap,
)

ENTER, BLANK = "enter", " "


Completed: TypeAlias = KeyAction | str | UnknownCommand
"""What keys amount to: a key action, the words of a command, or letters that spell none."""


@frozen(eq=False)
class TypedCommands:
    """The commands of a game as they are spelled, letter by letter and without blanks.

    `uno` are the letters of `u no`: `meanings` has those words for them. Of the base game's none
    begins another, so each runs once complete; one that is the beginning of another waits for Enter
    or a blank, but a question is answered at once.
    `beginnings` are words after which more must follow, by their letters, such as `u`; after those
    in `takes_direction` a single key may give the direction. With `keeps_beginnings`, as with
    expansions, the longest beginning stays when letters after it spell nothing.
    """

    meanings: Mapping[str, str | KeyAction]
    beginnings: Mapping[str, str]
    takes_direction: frozenset[str]
    acts_at_once: frozenset[str]
    keeps_beginnings: bool

    def is_partial(self, letters: str) -> bool:
        if letters in self.acts_at_once:
            return False
        return any(spelled.startswith(letters) and spelled != letters for spelled in self.meanings)

    def verb_of(self, letters: str) -> str:
        """Return the verb, such as `u`, that waits for a direction; empty for any other letters.

        Its own key, once more, means the only target that suits: `uu`.
        """
        words = self.beginnings.get(letters, "")
        return words if letters in self.takes_direction and " " not in words else ""

    def beginning_of(self, letters: str) -> str:
        """Return the longest beginning of letters after which more is asked for; maybe none."""
        return max(filter(letters.lower().startswith, self.beginnings), key=len, default="")

    def meaning_of(self, letters: str) -> Completed:
        return self.meanings.get(letters.lower()) or UnknownCommand(letters)


@lru_cache(maxsize=64)
def typed_commands(table: CommandTable) -> TypedCommands:
    spelled = {_letters(words): words for words in table.commands}
    beginnings = {_letters(words): words for words in table.beginnings}
    for letters in beginnings:  # `q` and `r` mean the same after a verb (R35)
        spelled.update({f"{letters}{word}": word for word in GIVE_UP_COMMANDS_BY_WORD})
    spelled.update(_after_colon(spelled))
    runs = {f"{RUN_PREFIX}{way.command_word}": KeyAction(RUN, way) for way in DIRECTIONS}
    first = DIRECTIONS[0].command_word
    directed = [
        letters for letters, words in beginnings.items() if f"{words} {first}" in table.commands
    ]
    return TypedCommands(
        meanings={**spelled, **runs},
        beginnings={**beginnings, **_after_colon(beginnings)},
        takes_direction=frozenset([*_with_colon(directed), RUN_PREFIX]),
        acts_at_once=frozenset(_with_colon(map(_letters, table.answers))),
        keeps_beginnings=table is not BASE_COMMANDS,
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
    be named; case matters not (R35). Letters that were `wrong` after a question are told with it.
    What was `chosen` for the player may be typed once more, or another number in its place.
    """

    keymap: Keymap
    commands: TypedCommands = BASE_TYPED
    typed: str = ""
    times: int = 0
    wrong: str = ""
    chosen: str = ""

    @property
    def display_text(self) -> str:
        if not self.times:
            return self.typed.lower()
        times = "1 time" if self.times == 1 else f"{self.times} times"
        return f"{times} {self.typed.lower().removeprefix(COUNT_PREFIX)}".rstrip()

    @property
    def awaits_enter(self) -> bool:
        """Whether a whole command was typed that more letters would make another one."""
        typed = self.typed.lower()
        return typed in self.commands.meanings and self.commands.is_partial(typed)

    def key_of(self, action: str) -> str:
        """Return the first key of a key action by its name; empty if it has none."""
        return next((key for key, bound in self.keymap.items() if bound.name == action), "")

    def clear(self) -> None:
        self.typed, self.times = "", 0

    def take_key(self, key: str, action: KeyAction) -> Completed | None:  # noqa: C901, PLR0911 - one case a kind of key
        """Handle a key, and return what it completes, if anything.

        A key that has an action completes it, unless it is a letter that continues a word, or takes
        one back.
        """
        chosen, self.chosen, self.wrong = self.chosen, "", ""
        has_action = action is not NO_ACTION
        other = f"{self.typed[: -len(chosen)]}{key}"
        if chosen and (key == chosen or (key.isdecimal() and other in self.commands.beginnings)):
            self.typed = other
            return None
        if not self.typed and not self.times and has_action:
            return self._start(action)
        letter = len(key) == 1
        if key == "escape" and self.display_text:
            self.clear()
        elif key == "backspace" and self.display_text:
            self._delete_last()
        elif self.typed == COUNT_PREFIX and letter and key.isdecimal():
            self.times = min(self.times * 10 + int(key), MAX_TIMES)
        elif key in (ENTER, BLANK) and self.typed.lower() in self.commands.meanings:
            letters, self.typed = self.typed.lower(), ""
            return self.commands.meanings[letters]
        elif self.awaits_enter and not self._goes_on(key):
            pass  # it was asked what is meant, and that is no answer
        elif self._is_verb_again(key, action):
            return KeyAction(TARGET, words=self.commands.verb_of(self.typed.lower()))
        elif action.direction and self._is_direction_key(key, action):
            letters, self.typed = self.typed.lower(), ""
            return self.commands.meaning_of(letters + action.direction.command_word)
        elif has_action and not self._spells(key):
            return self._start(action)
        elif letter and not key.isspace():
            return self._take_letters(self.typed.removeprefix(COUNT_PREFIX) + key)
        return None

    def _take_letters(self, letters: str) -> Completed | None:
        """Return what letters complete; where they spell nothing, the last question stays."""
        commands, spelled = self.commands, letters.lower()
        if commands.is_partial(spelled):
            self.typed = letters
            return None
        is_asked = commands.keeps_beginnings and spelled not in commands.meanings
        self.typed = commands.beginning_of(spelled) if is_asked else ""
        if not self.typed:
            return commands.meaning_of(letters)
        self.wrong = letters[len(self.typed) :]
        return None

    def _spells(self, key: str) -> bool:
        """Tell whether a key that has an action goes on with a word that was begun."""
        if self.typed in ("", COUNT_PREFIX) or len(key) > 1:
            return False
        return key.isalpha() or (key.isdecimal() and self._goes_on(key))

    def _goes_on(self, key: str) -> bool:
        letters = f"{self.typed}{key}".lower()
        return letters in self.commands.meanings or self.commands.is_partial(letters)

    def _delete_last(self) -> None:
        if self.typed == COUNT_PREFIX and self.times:
            self.times //= 10
        else:
            self.typed = self.typed[:-1] or COUNT_PREFIX * bool(self.times)

    def _is_verb_again(self, key: str, action: KeyAction) -> bool:
        """Return True if a key is Enter or the verb's own once more: it means the only target.

        No word is spelled with a doubled verb, and no direction begins with one, so it cannot be
        taken for a way; a blank could, as it stands between the words of `u no`.
        """
        verb = self.commands.verb_of(self.typed.lower())
        spells = self.typed.startswith(WORD_PREFIX) or action is NO_ACTION
        own = (key.lower() == verb and spells) or action.text == verb
        return bool(verb) and (own or key == ENTER)

    def _is_direction_key(self, key: str, action: KeyAction) -> bool:
        """Return True if a key is the direction of the typed verb; after `:` letters spell."""
        spells = self.typed.startswith(WORD_PREFIX) and len(key) == 1 and key.isalpha()
        takes_direction = self.typed.lower() in self.commands.takes_direction
        return takes_direction and action.name == MOVE and not spells

    def begin(self, words: str, chosen: str = "") -> None:
        self.typed, self.chosen = _letters(f"{words} {chosen}"), chosen

    def _start(self, action: KeyAction) -> Completed | None:
        """Begin the command that a key types, or return what the key means."""
        text, commands, self.typed = _letters(action.text), self.commands, ""
        if not text:
            return action
        if text in (COUNT_PREFIX, RUN_PREFIX):  # a run takes no count
            self.times = 0
        is_prefix = text in (COUNT_PREFIX, RUN_PREFIX, WORD_PREFIX)
        if is_prefix or (text in commands.beginnings and text not in commands.acts_at_once):
            self.typed = text
            return None
        return commands.meaning_of(text)
