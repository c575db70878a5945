"""What the player orders while a game goes on: words, journeys and looks, some after a question."""

from collections.abc import Callable
from typing import Protocol

from attrs import frozen

from cc3k.engine.actions import Attack
from cc3k.engine.actors import EnemyKind
from cc3k.engine.game import Game
from cc3k.engine.grid import Direction
from cc3k.engine.potions import Potion
from cc3k.play.commands import AIMED, COMMANDS, DIRECTION_WORDS, Verdict
from cc3k.play.macros import Fight, Repeat, Rest, Run, heals_by_itself
from cc3k.play.messages import (
    ENEMY_NEAR,
    FULL_HP,
    NO_HEALING,
    QUIT_QUESTION,
    RESTART_QUESTION,
    attack_question,
    drink_question,
)
from cc3k.play.travel import Journey, Travel, beside_potions, gold, in_danger, stairs
from cc3k.ui.keymap import MOVE, RUN, SAY
from cc3k.ui.menu import LEAVING
from cc3k.ui.modes import Looking, Mode

ATTACK, DRINK = AIMED
QUESTIONS = {Verdict.RESTART: RESTART_QUESTION, Verdict.QUIT: QUIT_QUESTION}
GOALS = {"stairs": stairs, "gold": gold, "potion": beside_potions}


class Host(Protocol):
    """What the orders need of the console at which they are given."""

    notice: str

    def say(self, words: str) -> None:
        """Say words to the session."""
        ...

    def ask(self, text: str, yes: Callable[[], None], *, by_word: bool = False) -> None:
        """Ask a question, perhaps about a typed word, and do something upon a yes."""
        ...

    def begin(self, journey: Journey) -> None:
        """Begin a command of many turns."""
        ...

    def set_out(self, journey: Travel) -> None:
        """Begin to travel, if that can be done."""
        ...

    def show(self, mode: Mode) -> None:
        """Let keys mean something else for a while."""
        ...

    def read_log(self) -> None:
        """Read all messages."""
        ...

    def read_discoveries(self, game: Game) -> None:
        """Read what is known by now."""
        ...


@frozen
class Orders:
    """Orders given at a console."""

    host: Host

    def carry_out(self, game: Game, act: str, times: int) -> None:
        """Do what a key or a spelled command stands for; painting anew is the screen's business.

        A number of times makes sense for a word; anything else is done once.
        """
        match act.split(" ", 1):
            case [name, words] if name == SAY:
                self._command(game, words, times)
            case [name, way] if name == MOVE:
                self._head(game, DIRECTION_WORDS[way], times)
            case [name, way] if name == RUN:
                self.host.begin(Run(DIRECTION_WORDS[way]))
            case [goal] if goal in GOALS:
                self.host.set_out(Travel(GOALS[goal]))
            case ["look"]:
                self.host.show(Looking(game, game.floor.hero))
            case ["rest"]:
                self._rest(game)
            case ["messages"]:
                self.host.read_log()
            case ["discoveries"]:
                self.host.read_discoveries(game)
            case [act] if act in LEAVING:
                self._command(game, Verdict.QUIT.value)

    def _rest(self, game: Game) -> None:
        if not heals_by_itself(game):
            self.host.notice = NO_HEALING
        elif game.hero.hp == game.race.max_hp:
            self.host.notice = FULL_HP
        elif in_danger(game):
            self.host.notice = ENEMY_NEAR
        else:
            self.host.begin(Rest())

    def _head(self, game: Game, way: Direction, times: int) -> None:
        """Go that way, or do there what going that way means (§4)."""
        cell = game.floor.hero + way.shift(game.floor.plan.stride)
        item = game.floor.items.get(cell)
        if cell in game.floor.enemies:
            self._command(game, f"{ATTACK} {way.word}", times)
        elif isinstance(item, Potion):
            known = item.name if item.name in game.known else None
            words = f"{DRINK} {way.word}"
            self.host.ask(drink_question(known, way.name), lambda: self.host.say(words))
        else:
            self._command(game, way.word, times)

    def _command(self, game: Game, words: str, times: int = 0) -> None:
        """Say a command, as often as was asked; ask before one that might be regretted."""
        command = COMMANDS.get(words)
        if command is Verdict.UNDO:
            self.host.say(words)
        elif isinstance(command, Verdict):
            self.host.ask(QUESTIONS[command], lambda: self.host.say(words), by_word=True)
        elif isinstance(command, Attack) and (kind := _peaceful(game, command.direction)):
            question = attack_question(kind.name, command.direction.name)
            self.host.ask(question, lambda: self._perform(words, times))
        else:
            self._perform(words, times)

    def _perform(self, words: str, times: int) -> None:
        """Say a command so many times: an attack until the fight is decided or breaks off."""
        if not times:
            self.host.say(words)
        elif isinstance(COMMANDS.get(words), Attack):
            self.host.begin(Fight(words, times))
        else:
            self.host.begin(Repeat(words, times))


def _peaceful(game: Game, way: Direction) -> EnemyKind | None:
    """Return the kind of the enemy there if it is not hostile, or not yet."""
    enemy = game.floor.enemies.get(game.floor.hero + way.shift(game.floor.plan.stride))
    if enemy is None or enemy.kind.temper(enemy, game.hero):
        return None
    return enemy.kind
