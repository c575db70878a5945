"""Simple bots: greedy goes for gold, runner freezes and runs, random takes any legal action."""

from attrs import define, field, frozen

from cc3k.bots.game import Choice, PlayableGame
from cc3k.engine.actions import ATTACKS, MOVES, TOGGLE_FREEZE, Move, PlayerAction
from cc3k.engine.board import TILE, Cell, blocks_between
from cc3k.engine.dice import Dice
from cc3k.engine.view import GameView
from cc3k.play.commands import command_table
from cc3k.play.look import find_stairs_guard
from cc3k.play.paths import find_path
from cc3k.play.travel import find_free_gold, find_outlooks, find_stairs

FLEE_HP_PART = 2
"""The bot flees to the stairs when one part in this many of the HP of its race is left."""


@frozen
class GreedyBot:
    """Takes gold by the nearest path, even past enemies; attacks whatever blocks it."""

    dice: Dice

    def choose(self, game: PlayableGame) -> PlayerAction:
        """Return the next step, or an attack on an enemy in the way, or any action."""
        view = game.view
        is_afraid = view.hero.hp * FLEE_HP_PART <= view.race.hp
        for goals in ([] if is_afraid else find_free_gold(view), find_stairs(view)):
            way = find_path(view, goals) if goals else None
            if way is not None and way.steps:
                return Move(way.steps[0])
        legal = game.legal_actions()
        for kind in (ATTACKS, MOVES):
            fitting = [option for option in legal if option in kind]
            if fitting:
                return self.dice.pick(fitting)
        return self.dice.pick(legal)


CHASED_STEPS = 3
"""Where freezes are counted, one is spent only if a hostile enemy that steps is so near."""

PAYMENT = "p "
"""How the words begin that pay the guard of the stairs."""


@define(eq=False)
class RunnerBot:
    """Freezes enemies and runs for the stairs; it strikes only who bars the way."""

    dice: Dice
    _depth: int = field(default=0, init=False)
    _trodden: set[Cell] = field(factory=set, init=False)

    def choose(self, game: PlayableGame) -> Choice:
        view, legal = game.view, game.legal_actions()
        if view.depth != self._depth:
            self._depth, self._trodden = view.depth, set()
        self._trodden.add(view.hero_cell)
        if TOGGLE_FREEZE in legal and not view.enemies_frozen and is_freeze_due(view):
            return TOGGLE_FREEZE
        words = command_table(game.rules).words_by_action
        payments = [action for action in legal if words[action].startswith(PAYMENT)]
        way = find_path(view, self._goals(view))
        steps = [Move(step) for step in way.steps[:1]] if way else []
        for options in (payments, steps, ATTACKS, MOVES):
            fitting = [option for option in options if option in legal]
            if fitting:
                return self.dice.pick(fitting)
        return self.dice.pick([action for action in legal if action != TOGGLE_FREEZE] or legal)

    def _goals(self, view: GameView) -> list[Cell]:
        """Return the stairs, or what is beside their guard; else where they may be."""
        if guard := find_stairs_guard(view):
            return list(view.board.neighbours[guard[0]])
        tiles = [cell for cell, glyph in enumerate(view.glyphs) if glyph == TILE]
        unknown = [cell for cell in tiles if cell not in self._trodden]
        return find_stairs(view) or find_outlooks(view) or unknown


def is_freeze_due(view: GameView) -> bool:
    """Tell whether a freeze is worth it: where they are counted, only if somebody is near."""
    return view.figure("freezes") is None or any(
        view.is_hostile(enemy) and blocks_between(view.board, view.hero_cell, cell) <= CHASED_STEPS
        for cell, enemy in view.enemies.items()
        if cell not in view.stationary
    )


@frozen
class RandomBot:
    """Takes a random legal action, each equally likely."""

    dice: Dice

    def choose(self, game: PlayableGame) -> PlayerAction:
        return self.dice.pick(game.legal_actions())
