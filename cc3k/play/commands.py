"""Commands: the table from the words that a player types to actions (§4, R35)."""

from collections import Counter
from collections.abc import Mapping
from enum import Enum
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, TypeAlias

from attrs import field

from cc3k.engine.actions import ATTACKS, DRINKS, MOVES, TOGGLE_FREEZE, Attack, Drink, PlayerAction
from cc3k.engine.board import DIRECTIONS
from cc3k.engine.rules import Rules
from cc3k.engine.values import frozen

if TYPE_CHECKING:
    from cc3k.engine.expansion import Expansion


class MetaCommand(Enum):
    """A command about the game rather than in it: its word, what it does, and what is asked first.

    Its name in small letters is that of its key action, and its word in plain mode. One that has a
    question gives a running game up; an attempt at the game of the day, which nobody gets a second
    time, has a question of its own. Turns are taken back in practice only.
    """

    RESTART = (
        "r",
        "give up and restart",
        "Give this game up and choose a race again?",
        "Give up this day's one attempt and choose again?",
    )
    QUIT = (
        "q",
        "give up and quit",
        "Give this game up and quit?",
        "Give up this day's one attempt and quit?",
    )
    UNDO = ("z", "undo, in practice")

    def __init__(
        self, word: str, meaning: str, question: str = "", daily_question: str = ""
    ) -> None:
        self.word, self.meaning = word, meaning
        self.question, self.daily_question = question, daily_question
        self.action = self.name.lower()


Command: TypeAlias = PlayerAction | MetaCommand

MAX_TIMES = 999
"""The greatest number before a command, which is done so many times."""

ATTACK_WORD, USE_WORD, FREEZE_WORD = "a", "u", "f"
DIRECTED_VERBS: dict[str, type[Attack | Drink]] = {ATTACK_WORD: Attack, USE_WORD: Drink}
"""The verbs that need a direction after them."""

ACTIONS_BY_WORDS: dict[str, PlayerAction] = {
    **{move.direction.command_word: move for move in MOVES},
    **{f"{ATTACK_WORD} {attack.direction.command_word}": attack for attack in ATTACKS},
    **{f"{USE_WORD} {drink.direction.command_word}": drink for drink in DRINKS},
    FREEZE_WORD: TOGGLE_FREEZE,
}
"""The actions of the game by their words."""

COMMANDS_BY_WORDS: dict[str, Command] = {
    **ACTIONS_BY_WORDS,
    **{command.word: command for command in MetaCommand},
}
"""Every command by its words. Written without blanks, none begins another."""

GIVE_UP_COMMANDS_BY_WORD = {command.word: command for command in MetaCommand if command.question}
"""The words that give a game up; they mean the same after a verb (R35)."""


@frozen(eq=False, slots=False)
class CommandTable:
    """The commands of a game by their words: those of the document, then those of expansions (X4).

    `commands` are the `actions_and_answers` and the meta commands; `answers` only answer.
    `beginnings` are words after which another word must or may follow, such as `u`, `t a` and
    `b no`; `open_ended` are those that are whole commands, too, such as `b no`.
    """

    actions_and_answers: Mapping[str, PlayerAction]
    commands: Mapping[str, Command]
    beginnings: frozenset[str]
    answers: frozenset[str]
    open_ended: frozenset[str] = field(init=False)

    @open_ended.default
    def _open_ended(self) -> frozenset[str]:
        return self.beginnings.intersection(self.commands)

    @cached_property
    def words_by_action(self) -> Mapping[PlayerAction, str]:
        """The words of each action, for bots, which choose actions."""
        return {action: words for words, action in self.actions_and_answers.items()}

    def next_words(self, beginning: str) -> list[str]:
        start = f"{beginning} "
        found = [
            words[len(start) :].split()[0] for words in self.commands if words.startswith(start)
        ]
        return list(dict.fromkeys(found))


def command_table(rules: Rules) -> CommandTable:
    return _command_table(rules.expansions)


@lru_cache(maxsize=512)
def _command_table(expansions: "tuple[Expansion, ...]") -> CommandTable:
    groups = [each.commands for each in expansions]
    added = [entry for each in groups for entry in (*each.actions, *each.answers)]
    actions = {**ACTIONS_BY_WORDS, **dict(added)}
    commands: dict[str, Command] = {**COMMANDS_BY_WORDS, **actions}
    counts = Counter([*COMMANDS_BY_WORDS, *[words for words, _ in added]])
    for words, count in counts.items():
        if count > 1:
            message = f"found two commands {words!a}; expected one of these words"
            raise ValueError(message)
    parts = [words.split() for words in actions]
    beginnings = {" ".join(each[:count]) for each in parts for count in range(1, len(each))}
    answers = [words for each in groups for words, _ in each.answers]
    return CommandTable(actions, commands, frozenset(beginnings), frozenset(answers))


BASE_COMMANDS = _command_table(())
"""The commands of a game without expansions."""


DIRECTIONS_BY_WORD = {direction.command_word: direction for direction in DIRECTIONS}
