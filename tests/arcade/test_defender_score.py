"""The score of Space Defender: orbs and foci (S29)."""

from hypothesis import given
from hypothesis import strategies as st

from cc3k.arcade.defender.board import Drop, FocusKind, Orb, ScoreKeeper
from cc3k.arcade.defender.tables import DIAMOND, ENEMIES, GOLD, PLATINUM, SILVER


class Focus:
    """A list of points and foci with so many places, searched as the document has it."""

    def __init__(self, places: int, times: int, first: list[int]) -> None:
        self.places, self.times = places, times
        self.items: list[int | Focus] = [*first]

    def add(self, item: "int | Focus") -> bool:
        """Offer to each place in turn, then take an empty one."""
        if any(isinstance(each, Focus) and each.add(item) for each in self.items):
            return True
        if len(self.items) < self.places:
            self.items.append(item)
            return True
        return False

    def score(self) -> int:
        points = sum(each.score() if isinstance(each, Focus) else each for each in self.items)
        return points * (self.times if len(self.items) == self.places else 1)


def scores(*drops: Drop) -> list[int]:
    keeper = ScoreKeeper()
    found = []
    for drop in drops:
        keeper.add(drop)
        found.append(keeper.score)
    return found


def test_a_diamond_focus_triples_when_it_is_full() -> None:
    """S29: 4 places, a gold orb in the first."""
    assert scores(DIAMOND, SILVER, SILVER, SILVER, SILVER) == [3, 5, 7, 27, 29]


def test_a_platinum_focus_doubles_when_it_is_full() -> None:
    """S29: 3 places, a bronze orb in the first."""
    assert scores(PLATINUM, GOLD, GOLD, GOLD) == [1, 4, 14, 17]


def test_foci_may_lie_in_one_another_without_end() -> None:
    assert scores(*[DIAMOND] * 20_000)[-1] == 60_000


@given(st.lists(st.sampled_from([kind.drop for kind in ENEMIES]), max_size=60))
def test_the_score_is_that_of_the_search_through_all_places(drops: list[Drop]) -> None:
    """S29: from the first place to the last, recursively."""
    own, expected = Focus(10**9, 1, []), []
    for drop in drops:
        own.add(drop.points if isinstance(drop, Orb) else focus_of(drop))
        expected.append(own.score())
    assert scores(*drops) == expected


def focus_of(kind: FocusKind) -> Focus:
    return Focus(kind.places, kind.multiplier, [kind.first.points])
