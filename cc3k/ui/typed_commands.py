"""Typed commands: the letters that spell each command of a game, and when they are complete."""

from collections.abc import Iterable, Mapping
from functools import lru_cache

from attrs import frozen

from cc3k.engine.board import DIRECTIONS
from cc3k.play.commands import BASE_COMMANDS, DIRECTED_VERBS, LEAVE_COMMANDS_BY_WORD, CommandTable
from cc3k.ui.keymap import PREFIXES, RUN, SAY

WORD_PREFIX, RUN_PREFIX = PREFIXES["word"], PREFIXES[RUN]


@frozen(eq=False)
class TypedCommands:
    """The commands of a game as they are spelled, letter by letter and without blanks.

    `key_actions` are by the letters of each command. Of the base game's none begins another, so
    each runs once complete; one that is the beginning of another waits for Enter or a blank, but a
    question is answered at once. `beginnings` are words after which more must follow, by their
    letters; after those in `takes_direction` a single key may give the direction.
    """

    key_actions: Mapping[str, str]
    beginnings: Mapping[str, str]
    takes_direction: frozenset[str]
    acts_at_once: frozenset[str]

    def is_partial(self, letters: str) -> bool:
        if letters in self.acts_at_once:
            return False
        return any(
            spelled.startswith(letters) and spelled != letters for spelled in self.key_actions
        )


@lru_cache(maxsize=64)
def typed_commands(table: CommandTable) -> TypedCommands:
    spelled = {_letters(words): f"{SAY} {words}" for words in table.commands}
    beginnings = {_letters(words): words for words in table.beginnings}
    for letters in beginnings:  # `q` and `r` mean the same after a verb (R35)
        spelled.update({f"{letters}{word}": f"{SAY} {word}" for word in LEAVE_COMMANDS_BY_WORD})
    runs = {f"{RUN_PREFIX}{way.command_word}": f"{RUN} {way.command_word}" for way in DIRECTIONS}
    first = DIRECTIONS[0].command_word
    directed = [
        letters for letters, words in beginnings.items() if f"{words} {first}" in table.commands
    ]
    return TypedCommands(
        {**spelled, **runs, **_after_colon(spelled)},
        {**beginnings, **_after_colon(beginnings)},
        frozenset([*directed, *[f"{WORD_PREFIX}{verb}" for verb in directed], RUN_PREFIX]),
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

VERBS_BY_TYPED_TEXT: Mapping[str, str] = {
    f"{prefix}{verb}": verb for prefix in ("", WORD_PREFIX) for verb in DIRECTED_VERBS
}
"""The document's verbs, which wait for their direction, by the text typed so far."""
