"""The state of a game of Space Defender as text (S15 to S19, S30)."""

from cc3k.arcade.defender.program import battle_text
from cc3k.arcade.defender.tables import CARRIER, FIGHTER, GRUNT, INTERCEPTOR, PYLON
from tests.support.defender import Scene, last_state, transcript


def shown(scene: Scene, *, is_debug: bool = False) -> list[str]:
    return battle_text(scene.battle, is_debug=is_debug).splitlines()


def test_symbols_of_the_board() -> None:
    """S19: G F C I P, * and <, and the empty cell; fog beyond the vision."""
    scene = Scene(columns=12)
    for column, kind in enumerate((GRUNT, FIGHTER, CARRIER, INTERCEPTOR, PYLON), start=2):
        scene.enemy(kind, f"A{column}")
    scene.shot("B2", friendly=True)
    scene.shot("B3", friendly=False)
    scene.battle.starfighter.vision = 5
    assert shown(scene)[5:] == [
        "      1  2  3  4  5  6  7  8  9 10 11 12",
        "    A _  G  F  C  ?  ?  ?  ?  ?  ?  ?  ?",
        "    B _  *  <  _  _  ?  ?  ?  ?  ?  ?  ?",
        "    C S  _  _  _  _  _  ?  ?  ?  ?  ?  ?",
        "    D _  _  _  _  _  ?  ?  ?  ?  ?  ?  ?",
        "    E _  _  _  _  ?  ?  ?  ?  ?  ?  ?  ?",
    ]
    scene.ship("E6")
    assert shown(scene)[6:] == [
        "    A _  G  F  C  I  P  _  ?  ?  ?  ?  ?".replace("_  G  F  C  I", "?  ?  ?  ?  I"),
        "    B ?  ?  ?  _  _  _  _  _  ?  ?  ?  ?",
        "    C ?  ?  _  _  _  _  _  _  _  ?  ?  ?",
        "    D ?  _  _  _  _  _  _  _  _  _  ?  ?",
        "    E _  _  _  _  _  S  _  _  _  _  _  ?",
    ]
    assert shown(scene, is_debug=True)[-5:-3] == [
        "    A _  G  F  C  I  P  _  _  _  _  _  _",
        "    B _  *  <  _  _  _  _  _  _  _  _  _",
    ]


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
