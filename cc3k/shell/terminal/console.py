"""What the keys do: they type words, answer questions and turn pages. The core sees only words."""

from attrs import define, field, frozen

from cc3k.engine.actions import Attack
from cc3k.engine.characters import EnemyKind
from cc3k.engine.game import Game
from cc3k.engine.grid import (
    EAST,
    NORTH,
    NORTHEAST,
    NORTHWEST,
    SOUTH,
    SOUTHEAST,
    SOUTHWEST,
    WEST,
    Direction,
)
from cc3k.engine.potions import Potion
from cc3k.play.commands import AIMED, COMMANDS, Verdict
from cc3k.play.messages import (
    QUIT_QUESTION,
    RESTART_QUESTION,
    attack_question,
    drink_question,
    ending,
)
from cc3k.play.session import Session, Stage
from cc3k.shell.terminal.arrangement import arrange, fits
from cc3k.shell.terminal.fold import pages

WORDS = {words.replace(" ", ""): words for words in COMMANDS}
"""The commands as they are typed: none begins another, so each acts once it is complete."""

WAYS = {
    **dict.fromkeys(("up", "8"), NORTH),
    **dict.fromkeys(("down", "2"), SOUTH),
    **dict.fromkeys(("right", "6"), EAST),
    **dict.fromkeys(("left", "4"), WEST),
    **dict.fromkeys(("page up", "9"), NORTHEAST),
    **dict.fromkeys(("home", "7"), NORTHWEST),
    **dict.fromkeys(("page down", "3"), SOUTHEAST),
    **dict.fromkeys(("end", "1"), SOUTHWEST),
}
"""The keys that move, the keypad's digits among them."""

ATTACK, DRINK = AIMED
QUESTIONS = {Verdict.RESTART: RESTART_QUESTION, Verdict.QUIT: QUIT_QUESTION}


@frozen
class Question:
    """Something to be answered with yes before its words are said."""

    text: str
    words: str


@define(eq=False)
class Console:
    """A session behind a keyboard and a screen of that many columns and rows."""

    session: Session
    columns: int
    rows: int
    typed: str = field(default="", init=False)
    question: Question | None = field(default=None, init=False)
    helping: bool = field(default=False, init=False)
    page: int = field(default=0, init=False)

    def resize(self, columns: int, rows: int) -> None:
        """Go on with a screen of another size, from the first page of what was said."""
        self.columns, self.rows, self.page = columns, rows, 0

    def press(self, key: str) -> None:
        """Take one key."""
        if not fits(self.columns, self.rows):
            return
        if self.helping:
            self.helping = False
        elif key == "?":
            self.helping = True
        elif self.question is not None:
            self._answer(self.question, key)
        elif self.page + 1 < len(self.pages()):
            # A letter does not turn the page: the word it begins would be left without it.
            self.page += key == " " or len(key) > 1
        elif self.session.game is not None and self.session.stage is Stage.PLAYING:
            self._type(self.session.game, key)
        else:
            self._say(Verdict.QUIT.value if key == "ctrl-d" else key)

    def pages(self) -> list[list[str]]:
        """Return what the Action row has to say, folded to the screen."""
        game = self.session.game
        if game is None:
            return [[]]
        shown = arrange(self.columns, self.rows, game.floor.plan, game.floor.hero)
        text = self._text(game)
        return pages(f"Action: {text}" if shown.whole else text, self.columns, shown.message_rows)

    def _text(self, game: Game) -> str:
        if self.question is not None:
            return self.question.text
        if self.typed:
            return self.typed
        return " ".join([self.session.said, *(ending(game) if game.outcome is not None else ())])

    def _answer(self, question: Question, key: str) -> None:
        self.question = None
        if key in ("y", "Y"):
            self._say(question.words)

    def _type(self, game: Game, key: str) -> None:
        """Add a letter to what has been typed, or do what a key does at once."""
        if key == "ctrl-d":
            self._command(game, Verdict.QUIT.value)
        elif key == "escape":
            self.typed = ""
        elif key == "backspace":
            self.typed = self.typed[:-1]
        elif key in WAYS:
            self._head(game, WAYS[key])
        elif len(key) == 1 and not key.isspace():
            self._spell(game, self.typed + key.lower())

    def _spell(self, game: Game, letters: str) -> None:
        """Act on a complete command, keep the beginning of one, and refuse anything else."""
        if letters in WORDS:
            self._command(game, WORDS[letters])
        elif any(word.startswith(letters) for word in WORDS):
            self.typed = letters
        else:
            self._say(letters)

    def _head(self, game: Game, way: Direction) -> None:
        """Go that way, or do there what going that way means (§4)."""
        cell = game.floor.hero + way.shift(game.floor.plan.stride)
        item = game.floor.items.get(cell)
        if self.typed in AIMED:
            self._command(game, f"{self.typed} {way.word}")
        elif cell in game.floor.enemies:
            self._command(game, f"{ATTACK} {way.word}")
        elif isinstance(item, Potion):
            known = item.name if item.name in game.known else None
            self._ask(drink_question(known, way.name), f"{DRINK} {way.word}")
        else:
            self._command(game, way.word)

    def _command(self, game: Game, words: str) -> None:
        """Say a command, but ask before one that might be regretted."""
        command = COMMANDS[words]
        if isinstance(command, Verdict):
            self._ask(QUESTIONS[command], words)
        elif isinstance(command, Attack) and (kind := _peaceful(game, command.direction)):
            self._ask(attack_question(kind.name, command.direction.name), words)
        else:
            self._say(words)

    def _ask(self, text: str, words: str) -> None:
        self.typed, self.question = "", Question(text, words)

    def _say(self, words: str) -> None:
        self.typed = ""
        for word in words.split():
            if self.session.say(word):
                self.page = 0


def _peaceful(game: Game, way: Direction) -> EnemyKind | None:
    """Return the kind of the enemy there if it is not hostile, or not yet."""
    enemy = game.floor.enemies.get(game.floor.hero + way.shift(game.floor.plan.stride))
    if enemy is None or enemy.kind.temper(enemy, game.hero):
        return None
    return enemy.kind
