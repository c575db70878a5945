"""The state of a game of Space Defender as text (S15 to S19, S30)."""

from tests.support.defender import last_state, transcript


def test_ids_score_and_log_belong_to_a_game() -> None:
    """S30: anew in each; the random numbers go on (S14)."""
    one = "play(9,10,101,101,101,101,101) setup_next(5) fire pass pass "
    first, second = (
        transcript(f"toggle_debug_mode {text}").splitlines() for text in (one, f"{one} abort {one}")
    )
    began = len(second) - second[::-1].index("->play(9,10,101,101,101,101,101)")
    again = second[began:]
    assert "    A friendly projectile(id:-1) moves: [E,2] -> [E,7]" in first
    assert "    A friendly projectile(id:-1) moves: [E,2] -> [E,7]" in again
    assert "      score:0" in again
    spawned = [line for line in second if " spawns at location" in line and "Grunt" in line]
    rows = [line.partition("[")[2][0] for line in spawned]
    draws = [0, *[16807**k * 900 % 2147483647 for k in (3, 5, 7, 9, 11)]]
    assert rows == ["ABCDEFGHI"[draw % 9] for draw in draws]
    assert [line.partition("(id:")[2][0] for line in spawned] == [*"123", *"123"]


def test_an_error_draws_no_number_and_takes_no_turn() -> None:
    """S11: what comes after it is as if it had not been."""
    text = "toggle_debug_mode play(9,10,1,1,1,30,101) setup_next(5) "
    turns = ("pass", "fire", "pass", "move(E,2)", "pass")
    plain = last_state(text + " ".join(turns))
    assert last_state(text + " move(J,1) setup_next(1) ".join(turns)) == plain
