"""How potions lie over a character's figures (§2.3.1, R16)."""

from hypothesis import given
from hypothesis import strategies as st

from cc3k.engine.stats import BaseStats, StatModifier, Stats, without_modifiers

SHIFTS = st.integers(-7, 7)
BREWS = st.lists(st.tuples(SHIFTS, SHIFTS), max_size=10)
INNATE = st.builds(BaseStats, st.integers(0, 30), st.integers(0, 30))


def drunk(stats: Stats, brews: list[tuple[int, int]]) -> Stats:
    for attack, defence in brews:
        stats = StatModifier(stats, attack, defence)
    return stats


def test_boost_on_a_clamped_layer_counts_in_full() -> None:
    """R16: Atk 15, WA four times, BA: 5."""
    stats = drunk(BaseStats(15, 20), [(-5, 0)] * 4)
    assert (stats.attack, stats.defence) == (0, 20)
    assert drunk(stats, [(5, 0)]).attack == 5


@given(INNATE, BREWS)
def test_each_layer_shows_its_own_clamped_figures(
    innate: BaseStats, brews: list[tuple[int, int]]
) -> None:
    """§2.3.1, R16: one layer after the other, never below 0."""
    attack, defence = innate.attack, innate.defence
    for attack_shift, defence_shift in brews:
        attack, defence = max(0, attack + attack_shift), max(0, defence + defence_shift)
    stats = drunk(innate, brews)
    assert (stats.attack, stats.defence) == (attack, defence)


@given(INNATE, BREWS)
def test_sober_stats_are_the_innate_ones(innate: BaseStats, brews: list[tuple[int, int]]) -> None:
    """R16: whatever was drunk, the floor's end leaves what the character was born with."""
    assert without_modifiers(drunk(innate, brews)) is innate
