"""The ruleset's fingerprint: no row changes without a new number, as seeds play another game."""

import pytest
from attrs import evolve

from cc3k.content.roster import BASE_RULES
from cc3k.engine.board import board_from_rows
from cc3k.engine.enemies import EnemyKind
from cc3k.engine.rules import Rules
from cc3k.engine.stats import BaseStats
from tests.support import ruleset
from tests.support.fixed_roster import FIXED_RULES
from tests.support.tables import for_each

BAT = EnemyKind("wisp", "B", 60, BaseStats(15, 5), spawn_weight=1)


def test_golden_transcripts_play_on_the_rows_of_the_ruleset_they_were_kept_with() -> None:
    """R34: their roster is none of the game's, so only a rule or a sentence alters them."""
    assert (FIXED_RULES.ruleset, ruleset.fingerprint(FIXED_RULES)) == (2, "ffe34e97ee9f811e")


def test_changed_roster_has_a_new_number(request: pytest.FixtureRequest) -> None:
    """R34: a seed is the same game for ever, or else the ruleset has another number."""
    if not ruleset.is_roster_changed():
        return
    if not ruleset.is_number_raised() or not request.config.getoption("--update-golden"):
        pytest.fail(ruleset.INSTRUCTIONS, pytrace=False)
    ruleset.keep_ruleset()


@for_each(
    evolve(BASE_RULES, enemy_kinds=(*BASE_RULES.enemy_kinds, BAT)),
    evolve(BASE_RULES, enemy_kinds=BASE_RULES.enemy_kinds[::-1]),
    evolve(BASE_RULES, races=BASE_RULES.races[1:]),
    evolve(BASE_RULES, potions=BASE_RULES.potions[1:]),
    evolve(BASE_RULES, piles=(evolve(BASE_RULES.piles[0], value=9), *BASE_RULES.piles[1:])),
    evolve(BASE_RULES, standard_board=board_from_rows(("|--|", "|..|", "|--|"))),
    evolve(BASE_RULES, enemies_per_floor=21),
)
def test_fingerprint_differs_with_any_row(rules: Rules) -> None:
    """A row added, removed, moved or changed, another board, and more of them on a floor."""
    assert ruleset.fingerprint(rules) != ruleset.fingerprint(BASE_RULES)
