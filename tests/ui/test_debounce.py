"""How long keys are dropped after one that stopped a journey."""

from cc3k.ui.game_screen import DEBOUNCE_SECONDS, KeyDebounce


def test_hush_lasts_for_a_breath_from_each_beginning() -> None:
    """None at first; it ends by itself, and may begin anew."""
    seconds = [100.0]
    hush = KeyDebounce(clock=lambda: seconds[0])
    assert not hush.is_active()
    for _ in range(2):
        hush.start()
        assert hush.is_active()
        seconds[0] += DEBOUNCE_SECONDS * 0.9
        assert hush.is_active()
        seconds[0] += DEBOUNCE_SECONDS * 0.2
        assert not hush.is_active()


def test_hush_has_a_clock_of_its_own() -> None:
    assert not KeyDebounce().is_active()
