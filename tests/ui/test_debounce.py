"""How long keys are dropped after one that stopped a journey."""

from cc3k.ui.input import BREATH, Hush


def test_hush_lasts_for_a_breath_from_each_beginning() -> None:
    """None at first; it ends by itself, and may begin anew."""
    seconds = [100.0]
    hush = Hush(lambda: seconds[0])
    assert not hush.lasts()
    for _ in range(2):
        hush.begin()
        assert hush.lasts()
        seconds[0] += BREATH * 0.9
        assert hush.lasts()
        seconds[0] += BREATH * 0.2
        assert not hush.lasts()


def test_hush_has_a_clock_of_its_own() -> None:
    """Nothing is dropped before a journey has been stopped."""
    assert not Hush().lasts()
