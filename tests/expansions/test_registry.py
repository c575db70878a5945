"""Registry: every set of expansions makes rules, which its tags make again (X3, X4)."""

from itertools import combinations

import pytest
from attrs import evolve

from cc3k.content.roster import BASE_RULES
from cc3k.engine.expansion import Commands
from cc3k.expansions.registry import (
    OWN_EXPANSIONS,
    ExpansionRegistry,
    MissingExpansion,
    check_expansion,
    rules_with,
)
from cc3k.play.session import Session
from cc3k.play.start_offers import ExpansionSwitches, RaceScreenNews
from cc3k.saves.expansion_plugins import rules_of_tags, select_rules
from cc3k.saves.journal import NO_VALUE, parse_tags
from cc3k.saves.record import daily_seed
from cc3k.ui.race_screen import PAGE_KEYS
from tests.support.expansion_sets import sets_to_try
from tests.support.tables import for_each

NAMES = [each.name for each in OWN_EXPANSIONS]


def test_a_set_makes_rules_whose_tags_make_them_again() -> None:
    """X3, X4: whatever the order in which they are named."""
    for names in [(), *sets_to_try()]:
        rules = select_rules([*reversed(names)])
        assert [each.name for each in rules.expansions] == [*names]
        assert parse_tags(" ".join(rules.expansion_tags) or NO_VALUE) == rules.expansion_tags
        assert rules_of_tags(rules.expansion_tags).expansion_tags == rules.expansion_tags


def test_every_set_has_a_daily_seed_of_its_own() -> None:
    """X3: of the same day; a seed has at most 32 digits, and no two sets have equal tags."""
    tags = select_rules(NAMES).expansion_tags
    sets = [each for size in range(len(tags) + 1) for each in combinations(tags, size)]
    seeds = {daily_seed("2026-11-22", each) for each in sets}
    assert len(seeds) == len(sets) == 2 ** len(NAMES)
    assert all(seed.startswith("20261122") and len(seed) <= 18 for seed in seeds)


def test_our_own_expansions_can_stand_in_journals_and_on_the_race_screen() -> None:
    """X1, X5, X81: names and words; a key for each; a sentence that ends as one."""
    assert len(NAMES) <= len(PAGE_KEYS)
    for each in OWN_EXPANSIONS:
        check_expansion(each)
        assert each.sentence.endswith(".")
        assert "\n" not in each.sentence
    own = OWN_EXPANSIONS[0]
    for name in ("", "Pack", "all", "none", "9lives", "a-b", "a" * 17):
        with pytest.raises(ValueError, match="expected a name of small letters and digits"):
            check_expansion(evolve(own, name=name))
    (_, action), *_ = own.commands.actions
    with pytest.raises(ValueError, match="found the command 'Go!'; expected up to four words"):
        check_expansion(evolve(own, commands=Commands(actions=(("Go!", action),))))


def test_a_session_by_other_rules_keeps_what_it_is() -> None:
    """X1: its seed, its day, its practice, and how many games it has had."""
    session = Session(BASE_RULES, 7, is_practice=True, daily_date="2026-11-22")
    session.games_started = 3
    other = session.with_rules(rules_with(OWN_EXPANSIONS[:1]), ())
    assert other.rules.expansions == OWN_EXPANSIONS[:1]
    kept = (other.seed, other.is_practice, other.daily_date, other.games_started, other.game)
    assert kept == (7, True, "2026-11-22", 3, None)
    switches = ExpansionSwitches()  # of a console without any, as of a replay
    assert switches.find_expansions() == ()
    assert switches.switch(session, "pack") is session
    assert RaceScreenNews().describe_daily(session) == ""


@for_each(
    "names, numbers, reason",
    [
        (["star"], {}, "expansion 'star': expected one of pack"),
        (["depths"], {"floors": 0}, "floors 0: expected 1 to 99"),
        ([], {"floors": 3}, "floors: expected the expansion depths to be switched on"),
        ([], {"stars": 3}, "stars: expected no such number"),
    ],
)
def test_registry_refuses_what_cannot_be_chosen(
    names: list[str], numbers: dict[str, int], reason: str
) -> None:
    """X1: by itself too, without the packages of others."""
    with pytest.raises(ValueError, match=reason):
        ExpansionRegistry().select(names, numbers)


@for_each(
    "tag, reason",
    [
        ("Pack", "whose name and version cannot be read"),
        ("star-1", "the expansion star 1, which is not installed"),
        ("pack-99", "the expansion pack 99; installed is pack 2"),
        ("pack-2:3", "with a number that pack does not know"),
        ("depths-12", "with a number that depths does not know"),
        ("depths-4:15", "the expansion depths 4; installed is depths 12"),
        ("hunters-2", "the expansion hunters 2; installed is hunters 6"),
        ("levels-2", "the expansion levels 2; installed is levels 10"),
    ],
)
def test_registry_refuses_tags_that_it_has_not(tag: str, reason: str) -> None:
    """X3: each is named."""
    with pytest.raises(MissingExpansion, match=reason):
        ExpansionRegistry().rules_of_tags((tag,))
