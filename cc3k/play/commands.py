"""Commands: the table from the words a player types to actions, seeds and races (§4, R35).

With them stands the limit of HP that commands of many turns are given.
"""

from collections import Counter
from collections.abc import Mapping
from enum import Enum
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, TypeAlias

from attrs import field

from cc3k.content.roster import BASE_RULES
from cc3k.engine.actions import Attack, Drink, Move, PlayerAction, ToggleFreeze
from cc3k.engine.board import DIRECTIONS
from cc3k.engine.hero import Race
from cc3k.engine.rules import Rules
from cc3k.engine.values import frozen

if TYPE_CHECKING:
    from cc3k.engine.expansion import Expansion


class MetaCommand(Enum):
    """A command about the game rather than in it."""

    RESTART = "r"
    QUIT = "q"
    UNDO = "z"


Command: TypeAlias = PlayerAction | MetaCommand

FREEZE_WORD = "f"
DIRECTED_VERBS: dict[str, type[Attack | Drink]] = {"a": Attack, "u": Drink}
"""The verbs that need a direction after them."""

ACTIONS_BY_WORDS: dict[str, PlayerAction] = {
    **{direction.command_word: Move(direction) for direction in DIRECTIONS},
    **{
        f"{word} {direction.command_word}": verb(direction)
        for word, verb in DIRECTED_VERBS.items()
        for direction in DIRECTIONS
    },
    FREEZE_WORD: ToggleFreeze(),
}
"""The actions of the game by their words."""

COMMANDS_BY_WORDS: dict[str, Command] = {
    **ACTIONS_BY_WORDS,
    **{command.value: command for command in MetaCommand},
}
"""Every command by its words. Written without blanks, none begins another."""

GIVE_UP_COMMANDS_BY_WORD = {
    command.value: command for command in (MetaCommand.RESTART, MetaCommand.QUIT)
}
"""The words that give a game up; they mean the same after a verb (R35)."""


@frozen(eq=False, slots=False)
class CommandTable:
    """The commands of a game by their words: those of the document, then those of expansions (X4).

    `commands` are the `actions` and the meta commands. `beginnings` are words after which another
    word must or may follow, such as `u`, `t a` and `b no`; `open_ended` are those that are whole
    commands, too, such as `b no`. `questions` are commands that only answer.
    """

    actions: Mapping[str, PlayerAction]
    commands: Mapping[str, Command]
    beginnings: frozenset[str]
    questions: frozenset[str]
    open_ended: frozenset[str] = field(init=False)

    @open_ended.default
    def _open_ended(self) -> frozenset[str]:
        return self.beginnings.intersection(self.commands)

    @cached_property
    def words_by_action(self) -> Mapping[PlayerAction, str]:
        """The words of each action; keys need them, and no script does."""
        return {action: words for words, action in self.actions.items()}

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
    added = [entry for each in groups for entry in (*each.actions, *each.questions)]
    actions = {**ACTIONS_BY_WORDS, **dict(added)}
    commands: dict[str, Command] = {**COMMANDS_BY_WORDS, **actions}
    counts = Counter([*COMMANDS_BY_WORDS, *[words for words, _ in added]])
    for words, count in counts.items():
        if count > 1:
            message = f"found two commands {words!a}; expected one of these words"
            raise ValueError(message)
    parts = [words.split() for words in actions]
    beginnings = {" ".join(each[:count]) for each in parts for count in range(1, len(each))}
    questions = [words for each in groups for words, _ in each.questions]
    return CommandTable(actions, commands, frozenset(beginnings), frozenset(questions))


BASE_COMMANDS = _command_table(())
"""The commands of a game without expansions."""


DIRECTIONS_BY_WORD = {direction.command_word: direction for direction in DIRECTIONS}

MAX_SEED_DIGITS = 32
"""Digits of a seed: enough for a clock's nanoseconds, and short enough to show."""


def race_names(rules: Rules) -> str:
    return ", ".join([race.name.lower() for race in rules.races])


RACE_NAMES = race_names(BASE_RULES)
EXPECTED_SEED = f"a whole number of at most {MAX_SEED_DIGITS} digits"
EXPECTED_RACE = f"one of {RACE_NAMES}"


def parse_seed(text: str) -> int | None:
    """Return the seed that this text is, or None (R34)."""
    digits = text[text.startswith(("+", "-")) :]
    is_number = digits.isascii() and digits.isdecimal() and len(digits) <= MAX_SEED_DIGITS
    return int(text) if is_number else None


def parse_race(text: str, rules: Rules = BASE_RULES) -> Race | None:
    asked = text.lower()
    return next((r for r in rules.races if asked in (r.name.lower(), r.key)), None)


@frozen
class HpLimit:
    """The HP below which a fight stops by itself: a number, or percent of the maximum HP."""

    amount: int
    is_percent: bool = False

    def hp(self, race: Race) -> int:
        """Return the limit in HP; a race without a maximum uses its starting HP (R10)."""
        return self.amount * (race.max_hp or race.hp) // 100 if self.is_percent else self.amount

    def __str__(self) -> str:
        return f"{self.amount}%" if self.is_percent else f"{self.amount}"


DEFAULT_HP_LIMIT = HpLimit(25, is_percent=True)
MAX_HP_LIMIT = 9999
EXPECTED_HP_LIMIT = (
    f"a percentage of the maximum HP, 0% to 100%, or a number of HP, 0 to {MAX_HP_LIMIT}"
)


def parse_hp_limit(text: str) -> HpLimit | None:
    """Parse a limit such as `40%` or `30`; return None for any other text."""
    number, is_percent = text.removesuffix("%").rstrip(), text.endswith("%")
    if not (number.isascii() and number.isdecimal()):
        return None
    digits = number.lstrip("0")[: len(str(MAX_HP_LIMIT)) + 1]
    limit = HpLimit(int(digits or "0"), is_percent)
    return limit if limit.amount <= (100 if is_percent else MAX_HP_LIMIT) else None
