"""All chance: fair, forked by label, the same on every Python."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from cc3k.engine.dice import Dice
from tests.odds import fit
from tests.scenarios import ScriptedDice


@pytest.mark.parametrize("count", [2, 3, 5, 6, 8, 18, 36, 201])
def test_below_is_even(count: int) -> None:
    """§2.4: what is equally likely in the rules is drawn equally often."""
    dice = Dice(f"below {count}")
    counts = Counter(dice.below(count) for _ in range(20 * count))
    assert fit(counts, {number: Fraction(1, count) for number in range(count)})


def test_below_one_is_nothing_to_choose() -> None:
    """A single option is taken, and nothing is drawn for it."""
    dice, same = Dice("one"), Dice("one")
    assert [dice.below(1) for _ in range(5)] == [0] * 5
    assert dice.strides(8) == same.strides(8)


def test_coin_is_fair() -> None:
    """R20: half of the time."""
    dice = Dice("coin")
    counts = Counter(dice.coin() for _ in range(10_000))
    assert fit(counts, {True: Fraction(1, 2), False: Fraction(1, 2)})


def test_pick_takes_each_option_evenly() -> None:
    """R7, R24, R26: each equally likely."""
    dice = Dice("pick")
    counts = Counter(dice.pick("abc") for _ in range(3_000))
    assert fit(counts, {letter: Fraction(1, 3) for letter in "abc"})


@pytest.mark.parametrize("fitting", [(0,), (4,), (1, 3), (0, 2, 4), (0, 1, 2, 3, 4)], ids=str)
def test_pick_where_takes_each_fitting_option_with_equal_chance(fitting: tuple[int, ...]) -> None:
    """R26: exactly 1/f, by going through every pair of draws."""
    chances = dict.fromkeys(fitting, Fraction())
    for first, second in product(range(5), range(len(fitting))):
        dice = ScriptedDice([first, second])
        found = dice.pick_where(range(5), lambda option: option in fitting)
        assert dice.counts == ([5] if first in fitting else [5, len(fitting)])
        assert found is not None
        chances[found] += Fraction(1, 5 * len(fitting))
    assert chances == dict.fromkeys(fitting, Fraction(1, len(fitting)))


def test_pick_where_nothing_fits_finds_nothing() -> None:
    """R26: no draw is repeated until it is lucky."""
    dice = ScriptedDice([2])
    assert dice.pick_where(range(5), lambda _option: False) is None
    assert dice.counts == [5]


def test_strides_are_even_bytes_one_for_each_walker() -> None:
    """R7: a first step for each enemy, each of the eight as likely."""
    dice = Dice("strides")
    counts = Counter(stride % 8 for _ in range(200) for stride in dice.strides(20))
    assert fit(counts, {way: Fraction(1, 8) for way in range(8)})
    assert [len(dice.strides(count)) for count in (0, 1, 7)] == [0, 1, 7]


def test_same_path_same_rolls() -> None:
    """R34: a seed is the same game again."""
    assert Dice("42/game 1").strides(64) == Dice("42/game 1").strides(64)
    assert Dice("42/game 1").strides(64) != Dice("42/game 2").strides(64)


def test_fork_depends_on_its_label_and_not_on_what_was_rolled() -> None:
    """R34: floor n of a seed is the same whatever was rolled before it."""
    fresh, used = Dice("42"), Dice("42")
    used.strides(1000)
    used.fork("floor 1").coin()
    assert fresh.fork("floor 2").path == "42/floor 2"
    assert fresh.fork("floor 2").strides(64) == used.fork("floor 2").strides(64)
    assert fresh.fork("floor 2").strides(64) != used.fork("floor 3").strides(64)


def test_rolls_are_the_same_on_every_python() -> None:
    """R34: the first rolls of a path, written down once and for all."""
    dice = Dice("42/game 1/floor 1")
    assert [dice.below(6) for _ in range(12)] == [2, 2, 0, 4, 4, 0, 2, 1, 5, 2, 4, 5]
    coins = [dice.coin() for _ in range(8)]
    assert coins == [True, True, False, False, True, True, False, True]
    assert dice.strides(8).hex() == "099dcc00be798be9"
