"""All chance: fair, forked by label, the same on every Python."""

import copy
import pickle
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import partial

from cc3k.engine.dice import Dice
from tests.support.odds import fit
from tests.support.tables import for_each


def test_below_one_is_nothing_to_choose() -> None:
    dice, same = Dice("one"), Dice("one")
    assert [dice.below(1) for _ in range(5)] == [0] * 5
    assert dice.randbytes(8) == same.randbytes(8)


def test_coin_is_fair() -> None:
    """R20: half of the time."""
    dice = Dice("coin")
    counts = Counter(dice.flip_coin() for _ in range(10_000))
    assert fit(counts, {True: Fraction(1, 2), False: Fraction(1, 2)})


def test_pick_takes_each_option_evenly() -> None:
    """R7, R24, R26: each equally likely."""
    dice = Dice("pick")
    counts = Counter(dice.pick("abc") for _ in range(3_000))
    assert fit(counts, {letter: Fraction(1, 3) for letter in "abc"})


@for_each("count", [2, 5, 6, 8, 18, 200, 256, 257])
def test_picks_take_each_option_evenly(count: int) -> None:
    """§2.4: many at once are as even as one, and as many as were asked for."""
    dice = Dice(f"picks {count}")
    numbers = [number for _ in range(count) for number in dice.pick_many(range(count), 20)]
    assert len(numbers) == 20 * count
    assert fit(Counter(numbers), {number: Fraction(1, count) for number in range(count)})


def test_byte_that_would_favour_an_option_is_drawn_anew() -> None:
    """§2.4: of 256 bytes, 18 options share 252, fourteen each; the other four count for nothing."""
    told = iter([bytes([17, 255, 18, 252, 251]), bytes([253, 35]), bytes([0])])

    class Told(Dice):
        def randbytes(self, count: int) -> bytes:
            said = next(told)
            assert len(said) == count
            return said

    assert Told("told").pick_many(range(18), 5) == [17, 0, 17, 17, 0]


def test_no_pick_is_none() -> None:
    """§2.4: rules may spawn nothing of a sort."""
    assert Dice("none").pick_many("abc", 0) == Dice("none").pick_many("", 0) == []


def test_fork_depends_on_its_label_and_not_on_what_was_rolled() -> None:
    """R34: floor n of a seed is the same whatever was rolled before it."""
    fresh, used = Dice("42"), Dice("42")
    used.randbytes(1000)
    used.fork("floor 1").flip_coin()
    assert fresh.fork("floor 2").path == "42/floor 2"
    assert fresh.fork("floor 2").randbytes(64) == used.fork("floor 2").randbytes(64)
    assert fresh.fork("floor 2").randbytes(64) != used.fork("floor 3").randbytes(64)


def test_rolls_are_the_same_on_every_python() -> None:
    """R34: the first rolls of a path, and a digest, written down once and for all."""
    dice = Dice("42/game 1/floor 1")
    dice.flip_coin()
    assert dice.digest() == 0x1E464CDC
    dice = Dice("42/game 1/floor 1")
    assert [dice.below(6) for _ in range(12)] == [2, 2, 0, 4, 4, 0, 2, 1, 5, 2, 4, 5]
    coins = [dice.flip_coin() for _ in range(8)]
    assert coins == [True, True, False, False, True, True, False, True]
    assert dice.randbytes(8).hex() == "099dcc00be798be9"


def pickled(dice: Dice, protocol: int) -> Dice:
    again = pickle.loads(pickle.dumps(dice, protocol))  # noqa: S301 - of our own
    assert isinstance(again, Dice)
    return again


PROTOCOLS = range(pickle.HIGHEST_PROTOCOL + 1)
COPIES = [
    Dice.copy,
    copy.copy,
    copy.deepcopy,
    *[partial(pickled, protocol=number) for number in PROTOCOLS],
]


@for_each("copied", COPIES)
@for_each("rolled", [0, 5])
def test_dice_and_a_copy_roll_alike_and_apart(copied: Callable[[Dice], Dice], rolled: int) -> None:
    dice, same = Dice("copied"), Dice("copied")
    for one in (dice, same):
        one.randbytes(rolled)
    twin = copied(dice)
    expected = same.randbytes(64)
    assert twin.randbytes(64) == expected
    assert dice.randbytes(64) == expected


def test_a_digest_tells_how_far_dice_have_been_rolled() -> None:
    """Roll by roll, beyond all that is drawn at a time; nothing is rolled for it."""
    dice, same = Dice("digest"), Dice("digest")
    digests = {dice.digest()}
    assert digests == {0}
    for _ in range(1_500):
        assert dice.flip_coin() is same.flip_coin()
        digests.add(dice.digest())
    assert len(digests) == 1_501
    other = Dice("another")
    other.flip_coin()
    assert other.digest() not in digests


@for_each("copied", COPIES)
def test_a_digest_is_of_what_will_be_rolled(copied: Callable[[Dice], Dice]) -> None:
    dice = Dice("digest")
    dice.randbytes(100)
    twin = copied(dice)
    assert twin.digest() == dice.digest()
    assert dice.randbytes(5_000) == twin.randbytes(5_000)
    assert twin.digest() == dice.digest()


@for_each("rolls", [0, 3])
def test_renamed_dice_roll_the_same_without_telling_whence(rolls: int) -> None:
    """R34: whoever knew the path of dice could roll them ahead."""
    dice, same = Dice("42/game 1"), Dice("42/game 1")
    assert [dice.flip_coin() for _ in range(rolls)] == [same.flip_coin() for _ in range(rolls)]
    if rolls:
        dice.digest()  # the state is kept as it is
    renamed = dice.renamed("hidden")
    assert renamed.path == "hidden"
    assert renamed.randbytes(50) == same.randbytes(50)
