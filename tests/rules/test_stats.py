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


def test_brew_that_shifts_one_figure_leaves_the_other() -> None:
    """§2.3.1: BA is nothing to Def, nor BD to Atk."""
    strong, tough = (
        StatModifier(BaseStats(15, 20), attack_shift=5),
        StatModifier(BaseStats(15, 20), defence_shift=5),
    )
    assert (strong.attack, strong.defence) == (20, 20)
    assert (tough.attack, tough.defence) == (15, 25)


def test_brew_remembers_what_it_lies_over() -> None:
    """§2.3.1: no list of the potions drunk is kept; the layers are the memory."""
    assert repr(drunk(BaseStats(25, 25), [(5, 0), (0, -5)])) == (
        "StatModifier(inner=StatModifier(inner=BaseStats(attack=25, defence=25), attack_shift=5,"
        " defence_shift=0), attack_shift=0, defence_shift=-5)"
    )
