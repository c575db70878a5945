"""The state of a game of Space Defender as text (S15 to S19, S30)."""

from cc3k.arcade.defender.program import battle_text
from cc3k.arcade.defender.tables import CARRIER, FIGHTER, GRUNT, INTERCEPTOR, PYLON
from tests.support.defender import NO_SPAWN, Scene, last_state, transcript
from tests.support.tables import for_each

HEADS = """\
  Enemy:
  Projectile:
  Friendly Projectile Action:
  Enemy Projectile Action:
  Starfighter Action:
  Enemy Action:
  Natural Enemy Spawn:
"""

COLUMNS_30 = "  1  2  3  4  5  6  7  8  9" + "".join(f" {column}" for column in range(10, 31))


def shown(scene: Scene, *, is_debug: bool = False) -> list[str]:
    return battle_text(scene.battle, is_debug=is_debug).splitlines()


def test_a_game_begins() -> None:
    """S15, S19: the document's own example, a board of 10 by 30."""
    state = last_state("play(10,30,1,1,1,1,1) setup_next(5)")
    assert state[:8] == [
        "  state:in game(0.0), normal, ok",
        "  Starfighter:",
        (
            "    [0,S]->health:70/70, energy:70/70, Regen:1/3, Armour:1, Vision:13, Move:10, "
            "Move Cost:3, location:[E,1]"
        ),
        "      Projectile Pattern:Standard, Projectile Damage:70, Projectile Cost:5 (energy)",
        "      Power:Recall (50 energy): Teleport back to spawn.",
        "      score:0",
        f"    {COLUMNS_30}",
        "    A " + "  ".join("_" * 10 + "?" * 20),
    ]
    assert state[11] == "    E " + "  ".join("S" + "_" * 13 + "?" * 16)
    assert state[16] == "    J " + "  ".join("_" * 9 + "?" * 21)
    assert len(state) == 17


def test_debug_mode_has_seven_sections_and_no_fog() -> None:
    """S15, S16: their heads are always there."""
    text = "toggle_debug_mode play(5,30,1,1,1,1,1) setup_next(5)"
    state = last_state(text)
    assert state[6:13] == HEADS.splitlines()
    assert state[14:] == [
        f"    {letter} {'S' if letter == 'C' else '_'}{'  _' * 29}" for letter in "ABCDE"
    ]


def test_sections_list_ships_and_projectiles_by_id() -> None:
    """S16, S17: enemies upwards, projectiles of both sides from -1 downwards."""
    scene = Scene(
        "G A4 health=23 total_health=230 is_seen=1 sees=0; I E20 is_seen=0 sees=1; * B2; "
        "< D27 damage=15 move=4",
        columns=30,
    )
    lines = shown(scene, is_debug=True)
    assert lines[5:11] == [
        "  Enemy:",
        (
            "    [1,G]->health:23/230, Regen:1, Armour:1, Vision:5, seen_by_Starfighter:T, "
            "can_see_Starfighter:F, location:[A,4]"
        ),
        (
            "    [2,I]->health:50/50, Regen:0, Armour:0, Vision:5, seen_by_Starfighter:F, "
            "can_see_Starfighter:T, location:[E,20]"
        ),
        "  Projectile:",
        "    [-1,*]->damage:70, move:5, location:[B,2]",
        "    [-2,<]->damage:15, move:4, location:[D,27]",
    ]


def test_the_log_is_indented_by_who_does_it() -> None:
    """S18: 4 for an act, 6 for all that follows; an Interceptor that is launched 6."""
    scene = Scene("C C28", columns=30)
    scene.play("pass", thresholds=(101,) * 5)
    lines = shown(scene, is_debug=True)
    begin = lines.index("  Friendly Projectile Action:")
    assert lines[begin : begin + 11] == [
        "  Friendly Projectile Action:",
        "  Enemy Projectile Action:",
        "  Starfighter Action:",
        "    The Starfighter(id:0) passes at location [C,1], doubling regen rate.",
        "  Enemy Action:",
        "    A Carrier(id:1) moves: [C,28] -> [C,26]",
        "      A Interceptor(id:2) spawns at location [B,26].",
        "      A Interceptor(id:3) spawns at location [D,26].",
        "  Natural Enemy Spawn:",
        "    A Grunt(id:4) spawns at location [A,30].",
        f"    {COLUMNS_30}",
    ]


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


@for_each("mode", ["", "toggle_debug_mode "])
def test_the_end_of_a_game(mode: str) -> None:
    """S7, S15, S19: not started already, an X, and a last line; then nothing is left of it."""
    text = f"{mode}play(5,10,101,101,101,101,101) setup_next(5) move(A,8) move(A,10)"
    state = last_state(text)
    assert state[0] == f"  state:not started, {'debug' if mode else 'normal'}, ok"
    assert state[2].startswith("    [0,S]->health:0/70, ")
    assert sum("X" in line for line in state) == 1
    assert state[-1] == "  The game is over. Better luck next time!"
    assert last_state(f"{text} pass")[1:] == ["  Command can only be used in game."]
    assert last_state(f"{text} abort")[1:] == [
        "  Command can only be used in setup mode or in game."
    ]
    assert last_state(f"{text} toggle_debug_mode")[0].startswith("  state:not started, ")
    assert last_state(f"{text} {NO_SPAWN}")[0].startswith("  state:weapon setup, ")


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
