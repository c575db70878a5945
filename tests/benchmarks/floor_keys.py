"""The keys that a floor takes with all expansions: Tab, `o`, `>`, `+`, and what is asked.

The player is a sensible newcomer who reads the Action row and nothing else but the board.
`python -m tests.benchmarks.floor_keys SEED...` prints each key with what it led to.
"""

import sys
from collections.abc import Iterable, Iterator
from statistics import mean, median

from attrs import define, field

from cc3k.engine.view import GameView
from cc3k.expansions.clock import WAKING
from cc3k.expansions.registry import OWN_EXPANSIONS, rules_with
from cc3k.play.session import Session, SessionStage
from cc3k.ui.console import Console
from cc3k.ui.menus import ChoiceMode
from cc3k.ui.modes import QuestionMode
from tests.benchmarks.figures import Figure
from tests.support.consoles import TIGHT, action, playing

SEEDS = range(1, 13)
"""The games that are measured, each with the next race."""

MOST_KEYS = 1_000
"""Keys after which a game is left."""

LAST_WORDS = ("explored", "Left: ", "No gold and no potion")
"""What `o` says when it has nothing more to do."""


@define(eq=False)
class KeyPlayer:
    """Plays a game by keys, and counts those of each floor that it leaves by the stairs."""

    console: Console
    counts: list[int] = field(factory=list, init=False)
    told: list[tuple[int, str, int, int, str]] = field(factory=list, init=False)
    _tried: list[str] = field(factory=list, init=False)

    def play(self) -> None:
        game, keys_before = playing(self.console), 0
        while self.console.session.stage is SessionStage.PLAYING and len(self.told) < MOST_KEYS:
            depth = game.depth
            self.press(self.choose())
            if game.depth > depth or (game.outcome is not None and game.outcome.won):
                self.counts.append(len(self.told) - keys_before)
                keys_before = len(self.told)

    def press(self, key: str) -> None:
        """Press a key, and let what it begins go on to its end."""
        game, turns = playing(self.console), playing(self.console).turns
        self.console.press(key)
        while self.console.running.command is not None:
            self.console.tick()
        passed = game.turns - turns
        if passed or "comes into view: " in action(self.console):
            self._tried = []  # the rule of a unique is read, and the same key pressed again
        else:
            self._tried = [*self._tried, key]
        self.told.append((game.depth, key, passed, game.hero.hp, action(self.console)))

    def choose(self) -> str:
        """Answer yes, press again what was offered, and else the first key not tried in vain."""
        console, said, game = self.console, action(self.console), playing(self.console)
        if isinstance(console.mode, QuestionMode):
            return "y"
        if console.running.told_key:
            return console.running.told_key
        if said.endswith("--more--"):
            return " "
        if isinstance(console.mode, ChoiceMode):
            keys = [line.key for line in console.mode.choices]
            return "h" if "h" in keys and game.hero.hp * 2 < game.hero.full_hp else keys[0]
        left = [key for key in self._wanted_keys(said) if key not in self._tried]
        return left[0] if left else ("left", "up", "right", "down")[len(self._tried) % 4]

    def _wanted_keys(self, said: str) -> tuple[str, ...]:
        """Return Tab first where somebody can be fought; `>` once `o` has no more to do.

        Points are spent in peace.
        """
        game = playing(self.console)
        view = GameView(game)
        able = [cell for cell in view.enemies if cell not in view.stationary]
        if any(view.is_hostile(view.enemies[cell]) for cell in able):
            return ("tab", ">", "o")
        if view.figure("points"):
            return ("+",)
        is_late = view.figure("clock") == WAKING and bool(view.known_stairs)
        is_done = is_late or any(words in said for words in LAST_WORDS)
        return (">", "o", "tab") if is_done else ("o", ">", "tab")


def players(seeds: Iterable[int]) -> Iterator[KeyPlayer]:
    rules = rules_with(OWN_EXPANSIONS)
    for seed in seeds:
        session = Session(rules, seed)
        player = KeyPlayer(Console(session, *TIGHT))
        session.start_game(rules.races[seed % len(rules.races)])
        player.play()
        yield player


def figures() -> Iterator[Figure]:
    counts = [count for player in players(SEEDS) for count in player.counts]
    yield Figure("keys that a floor takes: mean", mean(counts), "keys", at_most=40)
    yield Figure("keys that a floor takes: median", median(counts), "keys")


if __name__ == "__main__":
    for player in players(map(int, sys.argv[1:])):
        for line in player.told:
            print(*line)
        print("keys of each floor:", player.counts)
