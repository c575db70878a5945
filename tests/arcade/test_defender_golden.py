"""Inputs of our own for Space Defender, and their transcripts, which never change."""

from tests.conftest import Golden
from tests.support.defender import transcript
from tests.support.tables import for_each

FOLDER = "arcade/defender"


def game(size: str, thresholds: str, selected: str, turns: str) -> str:
    """Return the commands of a game in debug mode; a turn is `p`, `f`, `s` or a cell."""
    words = {"p": "pass", "f": "fire", "s": "special"}
    select = " setup_next(1)\n".join(f"setup_select({number})" for number in selected)
    told = [words.get(turn) or f"move({turn[0]},{turn[1:]})" for turn in turns.split()]
    return (
        f"play({size},{thresholds})\ntoggle_debug_mode\n{select} setup_next(2)\n"
        + "\n".join(told)
        + "\ntoggle_debug_mode\nabort\n"
    )


SCRIPTS = {
    "setup": """
-- Every menu and every error around a game.
abort pass fire special move(A,1) setup_next(1) setup_back(1) setup_select(1)
play(5,10,2,1,1,1,1) play(10,30,1,1,1,1,1) play(5,10,2,1,1,1,1)
setup_select(5) setup_next(1) setup_select(5) setup_select(4) setup_next(1) setup_select(4)
setup_select(3) setup_next(1) setup_select(5) setup_next(1) setup_select(1) toggle_debug_mode
setup_back(2) setup_back(2) setup_back(1) play(6,11,1,1,1,1,1) setup_next(4) abort
toggle_debug_mode play(7,12,1,1,1,1,1) setup_next(5) setup_next(1) setup_select(1)
play(5,10,1,1,1,1,1) move(H,1) move(A,13) move(D,1) move(D,12) special special special fire pass
abort abort
""",
    "standard_recall": game(
        "7,20",
        "101,101,101,101,101",
        "1111",
        "f A1 f p f s p f B6 f f s p f p p f p f D4 p f s f f p p f f p f p f p s",
    ),
    "spread_repair": game(
        "6,18", "30,101,101,101,101", "2222", "f p f s f p A3 f f p f s p f C1 f f p p f s f p"
    ),
    "snipe_overcharge": game(
        "9,30", "1,1,101,101,101", "3333", "f s f s f p p f p s f f A1 f s p f p f s f p p s f p"
    ),
    "rocket_drones": game(
        "5,15",
        "10,20,40,101,101",
        "4434",
        "f C3 f f p p p p f s f B4 f f p A4 f f s p f p f p D3 p p",
    ),
    "splitter_strike": game(
        "10,25", "1,1,20,30,101", "5435", "f s p s p f p E2 s p s p f p s p p s f p s p p s p p"
    ),
    "all_kinds": game("10,30", "25,45,60,80,95", "1435", "f f f p f f s f f f f s f"),
}
"""Inputs by the names of their transcripts."""

REFUSED = (
    "pass()",
    "pass(1)",
    "pass(Z)",
    "move(Z,2) fire",
    "move(A,\n-- a comment\n",
    "setup_next(2147483648)",
    "play(5,10,1,1,1,1,1) system",
    "move(true,1)",
    "pass\n?\n\n  fire;",
    "jump move(0,0) move(A,31) play(4,9,0,102,A,1,1) setup_select(6) setup_next(0) setup_back(-1)",
    "toggle_RNG_out move play(1) abort",
)
"""Inputs that are refused as a whole."""


def text_of(name: str) -> str:
    if name == "refused":
        return "".join(f"{typed!a}\n{transcript(typed).partition('2.')[2]}" for typed in REFUSED)
    return transcript(SCRIPTS[name])


@for_each("name", [*SCRIPTS, "refused"])
def test_transcript_never_changes(name: str, golden: Golden) -> None:
    """S6 to S19, S23, S29, S30: menus, errors, states and logs, byte for byte."""
    golden(f"{FOLDER}/{name}", text_of(name))
