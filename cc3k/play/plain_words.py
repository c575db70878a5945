"""Plain words: the words of plain mode, and the commands that they form.

Besides the document's words there are plain English ones: `travel stairs`, `run east`, `10 no`,
`fight`. A word such as `travel` waits for the next one, on the same line or a later one.
"""

from collections.abc import Mapping, Sequence

from cc3k.engine.board import DIRECTIONS
from cc3k.engine.values import define, frozen
from cc3k.play.commands import (
    BASE_COMMANDS,
    COMMANDS_BY_WORDS,
    DIRECTED_VERBS,
    FREEZE_WORD,
    GIVE_UP_COMMANDS_BY_WORD,
    MAX_TIMES,
    CommandTable,
    MetaCommand,
)

DIRECTION_QUESTION = "In which direction?"
GOAL_QUESTION = "Where to: stairs, gold or potion?"
TIMES_QUESTION = "What shall be done so many times?"
WORD_QUESTION = "Which one?"
"""The questions for a word that is missing."""

SAY, GO, RUN, TRAVEL, ASK = "say", "go", "run", "travel", "ask"
"""Verbs of plain commands with an object: words of the document, a way, a goal, a request."""

CANCEL, UNKNOWN = "cancel", "unknown"

DIRECTION_WORDS: Mapping[str, str] = {
    **{way.command_word: way.command_word for way in DIRECTIONS},
    **{way.name.lower(): way.command_word for way in DIRECTIONS},
}
"""The document's word of each direction, by that word and by the direction's name."""

GOALS = ("stairs", "gold", "potion")
REQUESTS = (
    *("look", "status", "odds", "log", "discoveries", "story", "guide", "enemies", "help"),
    "forecast",
)
"""Words that only ask: they are no commands and change nothing in the game."""

REQUEST_SYNONYMS = {
    "l": "look",
    "potions": "discoveries",
    "goal": "guide",
    "?": "help",
    "h": "forecast",
}
LOOK = "look"

_ATTACK, _USE = DIRECTED_VERBS

NO_TARGETS: Mapping[str, str] = {}

WAITING_VERBS: Mapping[str, tuple[str, Mapping[str, str]]] = {
    **dict.fromkeys((_ATTACK, "attack"), (_ATTACK, DIRECTION_WORDS)),
    **dict.fromkeys((_USE, "use", "drink"), (_USE, DIRECTION_WORDS)),
    "run": (RUN, DIRECTION_WORDS),
    "travel": (TRAVEL, {goal: goal for goal in GOALS}),
}
"""The words that wait for another one: their verb, and what each word after them means."""

SINGLE_WORDS: Mapping[str, tuple[str, str]] = {
    **{way: (GO, word) for way, word in DIRECTION_WORDS.items() if way != word},
    **{words: (SAY, words) for words in COMMANDS_BY_WORDS if " " not in words},
    "freeze": (SAY, FREEZE_WORD),
    **{command.action: (SAY, command.word) for command in MetaCommand},
    **{word: (word, "") for word in ("rest", "fight", "collect", "continue", "leave")},
    ">": (TRAVEL, "stairs"),
    "o": ("collect", ""),
    **dict.fromkeys(("cancel", "stop"), (CANCEL, "")),
    **{word: (ASK, word) for word in REQUESTS},
    **{word: (ASK, meant) for word, meant in REQUEST_SYNONYMS.items()},
}
"""The words that are a command by themselves: its verb and object."""

LOOK_WORDS: Mapping[str, tuple[str, str]] = {
    f"{look} {word}": (ASK, f"{LOOK} {way}")
    for look in (LOOK, "l")
    for word, way in DIRECTION_WORDS.items()
}
"""A look that goes one way: the only words that are one command and more without what follows."""

HELP_ROWS = (
    ("no so ea we ne nw se sw", "take a step"),
    ("north, southeast and so on", "take a step, attack who is there, or use the potion there"),
    ("attack east, or a ea", "attack there"),
    ("use east, drink east, or u ea", "use the potion there"),
    ("fight", "fight the nearest enemy that it pays to fight"),
    ("odds", "your chances against the enemies near"),
    ("forecast, or h", "what paying here, or casting a wand, would do"),
    ("travel stairs, travel gold, travel potion", "go there"),
    (">", "the same as travel stairs"),
    ("collect, or o", "fetch all gold, and use all known potions, that are safe to reach"),
    ("run east", "run until there is something to decide"),
    ("rest", "rest until healed, if your race heals"),
    ("10 no, 5 attack east", "do it so many times"),
    ("continue", "do the last command again; before a game, go on with the one played last"),
    ("freeze, or f", "hold enemies still"),
    ("look, or l", "all that is on the floor; an empty line tells what is near"),
    ("look east, or l ea", "what is in that direction"),
    ("status", "your figures"),
    ("discoveries, or potions", "potions known, and enemies slain"),
    ("log, 100 log", "the last messages, or so many of them"),
    ("story", "the game in short"),
    ("guide, or goal", "the goal, fighting, potions and freezing explained"),
    ("enemies", "the figures of each kind"),
    ("undo, or z", "take the last turn back, in practice"),
    ("cancel, or stop", "take back half a command"),
    ("leave", "save and leave"),
    ("restart, or r", "give up and choose a race again"),
    ("quit, or q", "give up and quit"),
    ("yes (y), no (n)", "answer a question"),
    ("help, or ?", "these words"),
)
"""The words of plain mode, and what they do."""

PLAIN_HELP = (
    "Words act after Enter; several may stand on a line.",
    *[f"{words}: {meaning}." for words, meaning in HELP_ROWS],
)
"""The answer to `help`."""


HINT_PHRASES: Mapping[str, str] = {
    "walking": "`no`, `so`, `ea`, `we`, `ne`, `nw`, `se` and `sw` are steps",
    "attacking": "`attack` and a direction",
    "running": "`run east` runs",
    "looking": "`look` tells of all that is there, and `odds`",
    "stairs": "`travel stairs`",
    "gold": "`travel gold`",
    "potion": "`travel potion`",
    "collect": "`collect`",
    "fight": "`fight`",
    "freeze": "`f`",
    "rest": "`rest`",
    "leave": "`leave`",
    "help": "`help`",
}
"""What the hints of the tutorial call a command here."""


@frozen
class PlainCommand:
    """A whole command of plain mode; `times` is the number before it, 0 for none."""

    verb: str
    target: str = ""
    times: int = 0

    @property
    def text(self) -> str:
        return f"{self.verb} {self.target}".strip()


@define(eq=False)
class WordParser:
    """Parses words into the commands of a table; `waiting_word` needs another word.

    After a command that may get longer, such as `b no`, `open_words` wait for a further word: `2`.
    """

    waiting_word: str = ""
    times: int = 0
    table: CommandTable = BASE_COMMANDS
    open_words: str = ""

    @property
    def question(self) -> str:
        if not self.waiting_word:
            return TIMES_QUESTION if self.times else ""
        takes_way = f"{self.waiting_word} {DIRECTIONS[0].command_word}" in self.table.commands
        if self.waiting_word not in WAITING_VERBS and not takes_way:
            return WORD_QUESTION
        return GOAL_QUESTION if self.waiting_word == TRAVEL else DIRECTION_QUESTION

    @property
    def beginning(self) -> str:
        return WAITING_VERBS.get(self.waiting_word, (self.waiting_word, NO_TARGETS))[0]

    def clear(self) -> None:
        self.waiting_word, self.times = "", 0

    def take(self, word: str) -> PlainCommand | None:
        times, open_words = self.times, self.open_words
        self.open_words = ""
        if self.waiting_word:
            return self._complete(word, times)
        if open_words and f"{open_words} {word}" in self.table.commands:
            return PlainCommand(SAY, f"{open_words} {word}")
        if word.isascii() and word.isdecimal() and (digits := word.lstrip("0")):
            self.times = min(int(digits[: len(str(MAX_TIMES)) + 1]), MAX_TIMES)
            return None
        if word in WAITING_VERBS or word in self.table.beginnings:
            self.waiting_word = word
            return None
        self.clear()
        added = (SAY, word) if word in self.table.commands else (UNKNOWN, word)
        verb, target = SINGLE_WORDS.get(word) or LOOK_WORDS.get(word, added)
        return PlainCommand(verb, target, 0 if verb == UNKNOWN else times)

    def _complete(self, word: str, times: int) -> PlainCommand | None:
        """Return the command of the waiting word and this one; `q` and `r` let it wait (R35)."""
        verb, target = SINGLE_WORDS.get(word, (UNKNOWN, ""))
        if verb == SAY and target in GIVE_UP_COMMANDS_BY_WORD:
            return PlainCommand(verb, target)
        waiting, commands = self.waiting_word, self.table.commands
        beginnings = self.table.beginnings
        verb, targets = WAITING_VERBS.get(waiting, (waiting, NO_TARGETS))
        words = f"{verb} {DIRECTION_WORDS.get(word, word)}"
        is_said_again = word == waiting.partition(" ")[0]
        if (is_said_again or words in beginnings) and words not in commands:
            self.waiting_word = words if words in beginnings else word
            return None
        self.clear()
        if words in commands:
            self.open_words = words if words in beginnings else ""
            return PlainCommand(SAY, words, times)
        if SINGLE_WORDS.get(word, ("", ""))[0] == CANCEL:
            return PlainCommand(CANCEL)
        if word not in targets:
            return PlainCommand(UNKNOWN, f"{waiting} {word}")
        return PlainCommand(verb, targets[word], times)


def split_line(line: Sequence[str]) -> list[str]:
    """Return the words of a line, `look` and a direction after it as one of them."""
    words = list[str]()
    for word in line:
        if words and f"{words[-1]} {word}".lower() in LOOK_WORDS:
            words[-1] += f" {word}"
        else:
            words.append(word)
    return words


def misread_words(
    before: str, typed: str, command: PlainCommand | None, table: CommandTable
) -> str:
    """Return why the direction `typed` after a `command` is no step of its own; empty if it is one.

    `before` is the last word of that command. Whoever says `fight west` does not want to fight
    someone else first, nor whoever says `attack south west` to attack in the south. The document's
    words and steps may follow each other.
    """
    if command is None or typed not in DIRECTION_WORDS:
        return ""
    if f"{before}{typed}" in DIRECTION_WORDS:
        return f"Did you mean `{before}{typed}`?"
    document = {word for words in table.commands for word in words.split()}
    if command.verb == GO or before in document:
        return ""
    return f"`{before} {typed}` is two commands; give each a line of its own."


def similar_words(text: str) -> list[str]:
    """Return the words that could have been meant by unknown ones: alone, or after a verb."""
    first, _, rest = text.partition(" ")
    if rest:
        _, targets = WAITING_VERBS.get(first, (first, NO_TARGETS))
        return [f"{first} {word}" for word in targets]
    return [*WAITING_VERBS, *SINGLE_WORDS]
