"""The legal actions of expansions: told all at once, they are those that each tells of itself."""

import random

from cc3k.engine.actions import ALL_ACTIONS, legal_flags
from cc3k.engine.dice import Dice
from cc3k.engine.game import GameState
from cc3k.engine.refusals import Impossible
from cc3k.play.commands import command_table
from tests.support.expansion_sets import NAMES, SetWalker, rules_of
from tests.support.tables import for_each


@for_each("names", [*[(name,) for name in NAMES], NAMES])
def test_flags_are_what_each_action_says_and_what_can_be_played(names: tuple[str, ...]) -> None:
    """R4, X7: a mask is right for every action, and a refused one changes nothing."""
    rules = rules_of(names)
    walker, table = SetWalker(rules, random.Random("flags")), command_table(rules)
    for seed in range(2):
        game = GameState(rules, rules.races[seed], Dice(f"{seed}/game 1"))
        for _ in range(30):
            if game.outcome is not None:
                break
            flags = legal_flags(game)[len(ALL_ACTIONS) :]
            for action, flag in zip(rules.extra_actions, flags, strict=True):
                assert action.is_legal(game) is bool(flag), action
            words = walker.dice.choice(list(table.actions))
            _try_on_a_copy(game, words)
            game.play(table.actions[walker.legal_words(game)])


def _try_on_a_copy(game: GameState, words: str) -> None:
    """Play words on a copy; what is refused leaves no trace."""
    twin = game.copy()
    before = twin.digest()
    try:
        twin.play(command_table(game.rules).actions[words])
    except Impossible:
        assert twin.digest() == before
