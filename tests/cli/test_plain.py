"""A game for ears and slow lines: words in, sentences out (§4, R33, R35, R36)."""

import random
import re
from collections.abc import Mapping, Sequence
from io import StringIO
from textwrap import fill

from cc3k.cli.argument_parser import nearest_word
from cc3k.cli.plain import PlainSession, play_words
from cc3k.cli.script import PIECE_BYTES
from cc3k.content.layout.reader import read_layout
from cc3k.content.roster import BASE_RULES
from cc3k.engine.game import GameState
from cc3k.play.commands import COMMANDS_BY_WORDS, MetaCommand
from cc3k.play.help import race_sentences
from cc3k.play.messages import race_prompt
from cc3k.play.narrator import GAME_CONTINUES, PLAIN_HELP_HINT, STORY_HINT, Narrator
from cc3k.play.plain_words import DIRECTION_QUESTION
from cc3k.play.session import Session, SessionStage
from tests.support import processes
from tests.support.processes import run
from tests.support.scenarios import HIT, MISS, room, scenario, snapshot
from tests.support.tables import for_each

PROMPT = race_prompt(BASE_RULES)
ASKED = fill(PROMPT, 79)
"""The same as it is said, folded."""

GOAL = "Find the stairs (\\) on each of five floors; the gold you carry out is your score."
INTRODUCTION = ("ChamberCrawler3000, seed 7.", GOAL, PLAIN_HELP_HINT)
FOLDED_INTRODUCTION = "\n".join([fill(line, 79) for line in INTRODUCTION])


class Heard(StringIO):
    def __init__(self) -> None:
        super().__init__()
        self.flushed: list[str] = []

    def flush(self) -> None:
        said = self.getvalue()
        new = said[sum(map(len, self.flushed)) :]
        if new:
            self.flushed.append(new)


def narrator(
    drawing: str, race: str = "Shade", luck: Sequence[int] = (), *, is_practice: bool = False
) -> Narrator:
    session = Session(BASE_RULES, 42, is_practice=is_practice)
    session.game = scenario(drawing, race, luck)
    told = Narrator(session, nearest_word)
    told.opening_lines()
    return told


def playing(told: Narrator) -> GameState:
    assert told.session.game is not None
    return told.session.game


def said(told: Narrator, line: str) -> list[str]:
    return [text for word in line.split() for text in told.handle_word(word)] + told.after_line()


def spoken(*pieces: str, floors: str = "", seed: int = 7) -> Heard:
    drawings = (
        read_layout(floors.encode("ascii"), "floors", BASE_RULES).floor_layouts if floors else ()
    )
    waiting = [piece.encode("utf-8", "surrogateescape") for piece in pieces]
    out = Heard()
    session = Session(BASE_RULES, seed, drawings, layout_argument="drawn" if drawings else "")
    plain = PlainSession(session, out)
    play_words(plain, lambda _: waiting.pop(0) if waiting else b"")
    return out


def standard(marks: Mapping[tuple[int, int], str]) -> str:
    rows = [list(row) for row in BASE_RULES.standard_board.rows]
    for (row, column), mark in marks.items():
        rows[row][column] = mark
    return "\n".join(["".join(row) for row in rows])


HALL = room("...E....", "........", "..@...0.", "........", "...M...\\")


def test_what_is_near_is_told_with_direction_and_distance() -> None:
    assert said(narrator(HALL), "") == [
        "Near: elf, 2 north 1 east; peaceful merchant, 2 south 1 east; unknown potion, 4 east."
    ]


@for_each((3, True), (4, False))
def test_near_is_what_few_steps_lead_to(columns: int, is_near: bool) -> None:
    told = narrator(room(f"@{'.' * columns}6.....\\"))
    assert said(told, "") == [
        f"Near: normal pile, {columns + 1} east." if is_near else "Near: nothing."
    ]


def test_what_is_behind_a_wall_is_not_near() -> None:
    """Near is what can be walked to, but an enemy within one block is always told (R8)."""
    told = narrator("|-------|\n|.@.|E..|\n|...|..\\|\n|-------|")
    assert said(told, "") == ["Near: nothing."]
    assert said(told, "ea")[-1] == "Near: nothing."
    told = narrator("|-------|\n|@|E...\\|\n|.|.....|\n|-------|")
    assert said(told, "") == ["Near: nothing."]


def test_enemy_drawn_into_the_wall_beside_the_pc_is_near() -> None:
    """R32: an enemy drawn off the floor tiles stays where it is and fights."""
    assert said(narrator(standard({(3, 3): "@", (3, 2): "O", (5, 60): "\\"})), "") == [
        "Near: orc, 1 west."
    ]


def test_pc_drawn_into_the_wall_can_still_look() -> None:
    """R32: under a mark lies what the standard plan has there."""
    told = narrator(standard({(3, 2): "@", (5, 60): "\\"}))
    assert said(told, "l")[0] == "You stand in a wall. Ways on: east, southeast."


def test_exits_are_told_and_the_ways_on_from_them() -> None:
    """§2.4: doorways, and where a passage goes on; in a chamber its walls tell that."""
    told = narrator("|--------|\n|.@+##   |\n|.\\|-#-+||\n|--|   .||\n|--------|")
    assert said(told, "") == ["Near: stairs, 1 south; doorway, 1 east."]
    assert said(told, "ea") == [
        "You move East.",
        "Near: stairs, 1 south 1 west. Ways on: east, west, southwest.",
    ]
    assert said(told, "ea")[-1].endswith("doorway, 1 west. Ways on: east, west, southeast.")


def test_way_that_somebody_or_something_bars_is_no_way_on() -> None:
    """R9: never onto an enemy or a potion."""
    assert said(narrator(room("...0", ".@+M", ".\\..")), "ea")[-1].endswith(
        "Ways on: north, south, west, northwest, southeast, southwest."
    )


def test_each_word_is_answered_and_what_is_near_once_a_line() -> None:
    """R35: several words a line, each told in order; then how things stand."""
    told = narrator(room("......", "@....\\", "..7..."))
    assert said(told, "ea se no xyzzy f") == [
        "You move East.",
        "You move Southeast. You pick up 1 gold.",
        "You move North.",
        "There is no command 'xyzzy'.",
        "Enemies move again.",
        "Gold 1.",
        "Near: stairs, 3 east.",
    ]


def test_characters_are_called_by_their_names() -> None:
    """§2.2: nobody hears that a W is a dwarf; everything is told to "you"."""
    told = narrator(room("EL", "@.", "\\."), luck=(HIT, HIT, HIT, MISS, MISS, HIT, MISS))
    what, figures, _ = said(told, "a no")
    assert what == (
        "You hit the elf for 23 (117 left). It hits you for 24. It hits you for 24. "
        "The halfling hits you for 12."
    )
    assert figures == "HP 65 of 125."
    assert said(told, "a ne")[0] == (
        "You miss the halfling. The elf misses. It hits you for 24. The halfling misses."
    )


@for_each(
    ("no", "You cannot move North: an elf is in the way."),
    ("ea", "You cannot move East: a potion is in the way."),
    ("we", "There is no way to the West."),
    ("a ea", "There is no enemy to the East."),
    ("u no", "There is no potion to the North."),
    ("a f", "There is no command 'a f'."),
    ("u look", "There is no command 'u look'. Did you mean `u so`?"),
)
def test_refusals_say_why_and_change_nothing(line: str, why: str) -> None:
    """R4: a command that cannot be done takes no turn; here things have names as well."""
    told = narrator(room("E..", "@0.", "..\\"))
    before = snapshot(playing(told))
    assert said(told, line)[0] == why
    assert snapshot(playing(told)) == before


def test_figures_are_told_when_they_change_and_only_then() -> None:
    told = narrator(room("....", "@.0\\", "1.2.", "...."))
    assert [line for line in said(told, "no") if line.startswith("HP")] == []
    playing(told).hero.take_damage(15)
    assert said(told, "so")[1] == "HP 110 of 125."
    assert said(told, "u so ea u ea")[3] == "HP 120 of 125, Atk 30."
    assert said(told, "")[0].startswith("Near: ")


def test_verb_waits_for_its_direction_and_says_so() -> None:
    """R35: line ends are white space, so a direction may follow on the next line."""
    told = narrator(room("E@", ".\\"), luck=(MISS, MISS))
    assert said(told, "a") == [DIRECTION_QUESTION]
    assert said(told, "WE")[0].startswith("You hit the elf for 23")


@for_each("word", ["look", "l", "LOOK"])
def test_look_tells_the_whole_floor_by_kind(word: str) -> None:
    told = narrator(room("H...@", "0.7..", "#9..\\", "D...."))
    before = snapshot(playing(told))
    assert said(told, word) == [
        "You stand in a chamber.",
        "Enemies: human, 4 west; dragon, 3 south 4 west.",
        "Potions: unknown potion, 1 south 4 west.",
        "Gold: small pile, 1 south 2 west; guarded dragon hoard, 2 south 3 west.",
        "Stairs: stairs, 2 south.",
        "Exits: passage, 2 south 4 west.",
    ]
    assert snapshot(playing(told)) == before


def test_look_tells_wounds_and_what_is_known() -> None:
    """§2.3.1, R18: a kind of potion is known once used; a wounded enemy has so many HP left."""
    told = narrator(room("0@0", ".M.", "..\\"), luck=(MISS,))
    said(told, "u we a so yes")
    assert said(told, "l")[:4] == [
        "You stand in a chamber.",
        "Enemies: merchant with 6 HP, 1 south.",
        "Potions: Restore Health potion, 1 east.",
        "Gold: none.",
    ]


def test_status_tells_all_figures() -> None:
    """§3: what the frame's rows say, and more."""
    told = narrator("\n".join([room("1@7\\")] * 2))
    assert said(told, "status")[0] == (
        "Shade: HP 125 of 125, Atk 25, Def 25, gold 0, floor 1 of 5, turn 0."
    )
    said(told, "u we ea")
    assert said(told, "status") == [
        "Shade: HP 125 of 125, Atk 30, Def 25, gold 1, floor 1 of 5, turn 2.",
        "Until the next floor; then Atk 25, Def 25.",
        "Potions known: Boost Attack raises Atk by 5.",
        "Enemies stand still.",
    ]


RACES = race_sentences(BASE_RULES)


def test_a_run_from_the_prompt_to_the_end() -> None:
    """R33: the race, then what happens, at the end the score, and again or not."""
    floors = "\n".join([room("@7\\")] * 5)
    assert spoken(
        "x\nv\n", "ea ea\n", "ea ea " * 4 + "\n", "no\nr\nq\n", floors=floors
    ).getvalue() == (
        "\n".join([FOLDED_INTRODUCTION, *RACES, ASKED, ASKED, ""]) + "You enter the dungeon.\n"
        "Vampire: HP 50, Atk 25, Def 25, gold 0, floor 1 of 5, turn 0.\n"
        "Near: small pile, 1 east; stairs, 2 east.\n"
        "You move East. You pick up 1 gold.\n"
        "You go down to floor 2.\n"
        "Gold 1.\n"
        "Near: small pile, 1 east; stairs, 2 east.\n"
        + "".join(
            [
                f"You move East. You pick up 1 gold.\nYou go down to floor {floor}.\n"
                for floor in (3, 4, 5)
            ]
        )
        + "You move East. You pick up 1 gold.\n"
        "You take the last stairs.\n"
        "Rank: The first of your games as a vampire on this layout: your best so far.\n"
        "Gold: 5 in 5 small piles.\n"
        "Slain: nobody.\n"
        "Freeze: Enemies were never held still.\n"
        "Game: Seed 7\n"
        "Again: cc3k --floor drawn --seed 7 --race vampire\n"
        "Gold 5.\n"
        "Victory! You leave the dungeon alive on turn 10.\nScore: 5 (5 gold)\n"
        f"{STORY_HINT}\n"
        "Play again (r) or quit (q)?\n"
        "Play again (r) or quit (q)?\n"
        f"{ASKED}\n"
    )


@for_each("words", ["q", "Q", "a q", "u q", "r", "a r"])
@for_each("answer", ["y", "yes", "YES", "n", "no"])
def test_game_is_given_up_only_after_a_yes(words: str, answer: str) -> None:
    """A slip of one letter must not cost a game; no is an answer, and not the way north."""
    told = narrator(HALL)
    before = snapshot(playing(told))
    quits = words.lower().endswith("q")
    question = MetaCommand.QUIT.question if quits else MetaCommand.RESTART.question
    assert said(told, words) == [f"{question} (yes/no)"]
    assert snapshot(playing(told)) == before
    answered = said(told, answer)
    if answer.lower() in ("n", "no"):
        assert answered[0] == GAME_CONTINUES
        assert snapshot(playing(told)) == before
        return
    assert told.session.stage is (
        SessionStage.SESSION_ENDED if quits else SessionStage.CHOOSING_RACE
    )
    assert quits or answered == [PROMPT]


@for_each("line", ["", "x", "so", "q", "look", "status", "help"])
def test_anything_but_an_answer_leaves_the_question_open(line: str) -> None:
    told = narrator(HALL)
    before = snapshot(playing(told))
    said(told, "q")
    answered = said(told, line)
    assert answered[-1] == f"{MetaCommand.QUIT.question} (yes/no)"
    hint = "That is no answer: say yes or no, or y or n." in answered
    assert hint == (line not in {"look", "status", "help"})
    assert len(answered) > 1
    assert (
        said(told, line).count("That is no answer: say yes or no, or y or n.") == 0
    )  # once is enough
    assert snapshot(playing(told)) == before
    assert said(told, "n so")[:2] == [GAME_CONTINUES, "You move South."]


def test_verb_still_waits_after_a_no() -> None:
    told = narrator(room("E@", ".\\"), luck=(MISS, MISS))
    assert said(told, "a q") == [f"{MetaCommand.QUIT.question} (yes/no)"]
    assert said(told, "no") == [GAME_CONTINUES, DIRECTION_QUESTION]
    assert said(told, "we")[0].startswith("You hit the elf for 23")


@for_each("typed", ["", "\n", "s", "s\n", "s a", "s\nno", "x", "s\nq no no", "q"])
def test_end_of_input_and_quitting_are_0(typed: str) -> None:
    """§4: `q` and the end of input end the program, wherever they come."""
    assert processes.told("--plain", "--seed", "7", typed=typed) == spoken(typed).getvalue()


def test_last_line_needs_no_end() -> None:
    """§4: what was said before the input ended is answered in full."""
    assert spoken("s\nno").getvalue() == spoken("s\nno\n").getvalue()
    assert spoken("s\nno").getvalue().count("Near: ") == 2


@for_each("size", [1, 3, 7, 10_000])
def test_what_is_said_does_not_hang_on_how_input_arrives(size: int) -> None:
    """R35: a word cut in two is put together."""
    typed = "s\nno ea a so\nl\n a \n ne u\r\nwe help\n\nstatus x\n" * 3
    pieces = [typed[at : at + size] for at in range(0, len(typed), size)]
    assert spoken(*pieces).getvalue() == spoken(typed).getvalue()


def test_each_line_is_flushed_once() -> None:
    out = spoken("s\nno ea\nl\n\n")
    assert len(out.flushed) == 5
    assert [piece.count("Near: ") for piece in out.flushed] == [0, 1, 1, 0, 1]


@for_each("typed", ["\x1b[2J", "\x00", "\udcff\udcfe", "\u00e9", "x" * 3 * PIECE_BYTES])
def test_nothing_typed_is_said_as_it_is(typed: str) -> None:
    """R4: unknown words are shown safely, and cut."""
    out = spoken("s\n", typed, "\n").getvalue()
    assert re.search(r"^There is no command '[\x20-\x7e]{1,30}'\.$", out, re.MULTILINE)
    assert re.fullmatch(r"[\x20-\x7e\n]+", out)


def test_random_games_are_told_in_short_lines_of_plain_text() -> None:
    luck = random.Random("plain")
    sizes = []
    words = [*[words for words in COMMANDS_BY_WORDS if words not in ("r", "q")], "", "l", "status"]
    for seed in range(12):
        session = Session(BASE_RULES, seed)
        told = Narrator(session)
        said(told, luck.choice("sdvtg"))
        for _ in range(100):
            lines = said(told, luck.choice(words))
            assert all(re.fullmatch(r"[\x20-\x7e]+", line) for line in lines)
            if lines and lines[-1].startswith("Near: "):
                sizes.append(sum(len(line) + 1 for line in lines))
    assert len(sizes) > 200
    assert sum(sizes) / len(sizes) <= 260


def test_long_lines_are_folded_between_words() -> None:
    lines = spoken("s\nl\nhelp\n").getvalue().splitlines()
    assert max(map(len, lines)) <= 79
    assert "unknown potion" in " ".join(lines)
    assert " ".join(lines).count("Exits: ") == 1


def test_a_pipe_gets_frames_unless_plain_is_asked_for() -> None:
    """§4: the frames stay as they are."""
    assert "Action: " in run("--seed", "7", typed="s no").out
    plain = run("--seed", "7", "--plain", "--race", "shade", typed="no").out
    assert plain.startswith(f"{FOLDED_INTRODUCTION}\nYou enter the dungeon.\nShade: ")
    assert "Action: " not in plain
