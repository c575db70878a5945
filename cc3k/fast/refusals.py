"""Refusals: why an action is illegal, worked out of the arrays when it is to be an error."""

from attrs import frozen

from cc3k.engine.actions import ALL_ACTIONS, Attack, Drink, Move
from cc3k.engine.board import WALL_GLYPHS
from cc3k.engine.refusals import (
    BlockedByThing,
    BlockedByWall,
    NoEnemyToAttack,
    NoPotionToDrink,
    refusal_message,
)
from cc3k.engine.rules import Rules
from cc3k.fast.state import CELL, ENEMIES, ENEMY_FIGURES, HERO, KIND, VALUE_SHIFT, State
from cc3k.fast.tables import list_items


@frozen
class RefusalFinder:
    """Finds the refusals of games of some rules, on boards of so many columns."""

    rules: Rules
    columns: int

    def refusal(self, state: State, number: int, action: int) -> str:
        """Return why an action is illegal in a running game, as a sentence; it has to be."""
        chosen = ALL_ACTIONS[action]
        match chosen:
            case Attack(direction):
                return refusal_message(NoEnemyToAttack(direction.name))
            case Drink(direction):
                return refusal_message(NoPotionToDrink(direction.name))
            case Move(direction):
                cell = int(state.numbers[number, HERO]) + direction.offset(self.columns)
                if state.seen[number, cell] in WALL_GLYPHS:
                    return refusal_message(BlockedByWall(direction.name))
                thing = self._name_of(state, number, cell)
                return refusal_message(BlockedByThing(direction.name, thing))
            case _:
                return ""

    def _name_of(self, state: State, number: int, cell: int) -> str:
        count = int(state.numbers[number, ENEMIES])
        rows = state.enemies[number, : count * ENEMY_FIGURES].reshape(-1, ENEMY_FIGURES)
        for kind in rows[rows[:, CELL] == cell, KIND]:
            return self.rules.enemy_kinds[int(kind)].name
        item = int(state.items[number, cell]) & ((1 << VALUE_SHIFT) - 1)
        return list_items(self.rules)[item - 1].role
