"""A game for ears and slow lines: words in, sentences out, in plain English (§4, R33, R35, R36)."""

import random
import re
from collections.abc import Mapping, Sequence
from io import BytesIO, StringIO
from textwrap import fill

from cc3k.cli.argument_parser import nearest_word
from cc3k.cli.plain import MAX_LINE_WORDS, PlainSession, play_words
from cc3k.cli.streams import PIECE_BYTES
from cc3k.content.layout.reader import read_layout
from cc3k.content.roster import BASE_RULES
from cc3k.engine.board import DIRECTIONS
from cc3k.engine.game import GameState
from cc3k.play.commands import COMMANDS_BY_WORDS, MetaCommand
from cc3k.play.help import guide_page, race_sentences
from cc3k.play.messages import LEAVE_QUESTION, race_prompt
from cc3k.play.narrator import GAME_CONTINUES, PLAIN_HELP_HINT, STORY_HINT, Narrator
from cc3k.play.plain_words import (
    HELP_ROWS,
    REQUESTS,
    SINGLE_WORDS,
    WAITING_VERBS,
    PlainCommand,
    WordParser,
)
from cc3k.play.session import Session, SessionStage
from tests.conftest import GOLDEN, Golden
from tests.support import processes
from tests.support.arcade_screens import replayed
from tests.support.consoles import keeper
from tests.support.expansions import session_of
from tests.support.processes import run
from tests.support.scenarios import room, scenario, snapshot
from tests.support.tables import for_each
from tests.support.transcripts import Listener

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


def test_enemy_drawn_into_the_wall_beside_the_pc_is_near() -> None:
    """R32: an enemy drawn off the floor tiles stays where it is and fights."""
    assert said(narrator(standard({(3, 3): "@", (3, 2): "O", (5, 60): "\\"})), "") == [
        "Near: orc, 1 west."
    ]


def test_pc_drawn_into_the_wall_can_still_look() -> None:
    """R32: under a mark lies what the standard plan has there."""
    told = narrator(standard({(3, 2): "@", (5, 60): "\\"}))
    assert said(told, "l")[0] == "You stand in a wall. Ways on: east, southeast."


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


HALL = room("........", "........", "..@...7.", ".......\\")


def parsed(line: str) -> list[PlainCommand]:
    parser = WordParser()
    return [command for word in line.split() if (command := parser.take(word)) is not None]


@for_each(
    ("no a ea u nw f", [("say", "no"), ("say", "a ea"), ("say", "u nw"), ("say", "f")]),
    ("north southeast", [("go", "no"), ("go", "se")]),
    ("attack north use ea drink west", [("say", "a no"), ("say", "u ea"), ("say", "u we")]),
    ("travel stairs travel gold", [("travel", "stairs"), ("travel", "gold")]),
    ("run east run no", [("run", "ea"), ("run", "no")]),
    ("freeze undo restart quit", [("say", "f"), ("say", "z"), ("say", "r"), ("say", "q")]),
    ("rest fight collect leave", [("rest",), ("fight",), ("collect",), ("leave",)]),
    ("10 no 3 a ea", [("say", "no", 10), ("say", "a ea", 3)]),
    ("100000 no 0 1x", [("say", "no", 999), ("unknown", "0"), ("unknown", "1x")]),
    ("0000003 no 00000001234 so 0000", [("say", "no", 3), ("say", "so", 999), ("unknown", "0000")]),
    ("look", [("ask", "look")]),
    ("> o ?", [("travel", "stairs"), ("collect",), ("ask", "help")]),
    ("12 log goal", [("ask", "log", 12), ("ask", "guide")]),
    ("a f", [("unknown", "a f")]),
    ("travel north", [("unknown", "travel north")]),
    ("attack cancel", [("cancel",)]),
    ("a q ea", [("say", "q"), ("say", "a ea")]),
    ("a a ea travel travel stairs", [("say", "a ea"), ("travel", "stairs")]),
)
def test_words_make_commands(line: str, commands: list[tuple[str, str, int]]) -> None:
    assert parsed(line) == [PlainCommand(*each) for each in commands]


def test_every_word_is_known_and_explained() -> None:
    documents = {word for words in COMMANDS_BY_WORDS for word in words.split()}
    told = {word for words, _ in HELP_ROWS for word in re.findall(r"[a-z]+|[>?]", words)}
    directions = {way.name.lower() for way in DIRECTIONS}
    assert {*SINGLE_WORDS, *WAITING_VERBS} - directions <= told
    assert documents <= told
    known = {*SINGLE_WORDS, *WAITING_VERBS, "stairs", "gold", "potion", "yes", "no", "y", "n"}
    assert told <= known | {"or", "and", "so", "on"}


def test_log_tells_the_last_messages_or_so_many() -> None:
    told = narrator(room("@......", "......\\"))
    for way in ("ea", "so", "no", "we") * 12:
        said(told, way)
    assert len(said(told, "log")) == 20
    assert said(told, "1 log") == ["Turn 48: You move West."]
    assert len(said(told, "100 log")) == 48
    assert said(told, "999 log")[0] == "Turn 1: You move East."


def test_discoveries_guide_and_enemies_are_told() -> None:
    told = narrator(room("@0.\\"))
    assert said(told, "discoveries") == [
        f"Potions known: 0 kinds of {len(BASE_RULES.potions)}",
        "Enemies slain: 0",
    ]
    said(told, "u ea")
    assert said(told, "potions")[1].endswith("restores 10 HP")
    assert said(told, "guide") == [line.strip() for line in guide_page(BASE_RULES)]
    assert "L halfling 100 HP 15 Atk 20 Def evades half of all attacks" in said(told, "enemies")


@for_each("request_word", REQUESTS)
def test_requests_change_nothing_and_are_answered_alone(request_word: str) -> None:
    told = narrator(room("@\\."))
    before = snapshot(playing(told))
    assert said(told, request_word)
    assert snapshot(playing(told)) == before
    playing(told).depth = 5
    said(told, "ea")
    assert told.session.stage is SessionStage.GAME_OVER
    lines = said(told, request_word)
    assert lines
    assert all(re.fullmatch(r"[\x20-\x7e]+", line) for line in lines)


def test_story_tells_a_game_in_short() -> None:
    told = narrator(room("@\\."))
    told.session.games_started = 1
    assert said(told, "story")[1].startswith("Shade: HP 125")
    playing(told).depth = 5
    said(told, "ea")
    lines = said(told, "story")
    assert "Victory! You leave the dungeon alive on turn 1." in lines
    assert lines[-1] == "Again: cc3k --seed 42 --race shade"
    told.session.games_started = 2
    assert said(told, "story")[-1] == "Again: cc3k --seed 42, and then its game 2"


def test_end_is_told_once() -> None:
    told = narrator(room("@\\."))
    playing(told).depth = 5
    assert len(said(told, "ea")) > 3
    assert said(told, "no") == ["Play again (r) or quit (q)?"]
    assert said(told, "fight xyzzy continue") == ["Play again (r) or quit (q)?"]
    assert said(told, "restart") == [race_prompt(BASE_RULES)]


def test_practice_takes_turns_back() -> None:
    """`undo`, or the document's `z`; elsewhere it is said where that is."""
    told = narrator(HALL, is_practice=True)
    practice = "This is practice: `undo` takes a turn back, and nothing is scored."
    assert practice in told.session_lines()
    told = Narrator(Session(BASE_RULES, 42, is_practice=True), nearest_word)
    said(told, "shade so")
    turns = playing(told).turns
    said(told, "no so ea we")
    played = playing(told).turns
    assert said(told, "undo")[0] == f"A turn is taken back: it is turn {played - 1} again."
    assert playing(told).turns == played - 1 >= turns - 1
    for word in ("undo", "z"):
        told = narrator(HALL)
        assert said(told, word)[0] == "Turns can be taken back only in practice: `cc3k --practice`."


@for_each("word", ["shade", "Troll", "g", "VAMPIRE"])
def test_race_is_chosen_by_name_or_letter(word: str) -> None:
    """§4; its name is easier to say."""
    told = Narrator(Session(BASE_RULES, 7), nearest_word)
    assert said(told, word)[1].lower().startswith(word.lower())


def test_before_a_game_only_what_needs_none_is_answered() -> None:
    """The help, the guide and the enemies; other values are ignored (§4)."""
    told = Narrator(Session(BASE_RULES, 7), nearest_word)
    prompt = race_prompt(BASE_RULES)
    assert len(said(told, "help")) > len(HELP_ROWS)
    assert said(told, "goal")[0] == "The goal"
    assert said(told, "enemies")[-1] == prompt
    for word in ("look", "fight", "travel", "10", "north", "restart"):
        assert said(told, word) == [prompt]
    said(told, "quit")
    assert told.session.is_ended


def test_leave_saves_or_asks() -> None:
    told = narrator(HALL)
    told.session.keeper = keeper(is_saved=True)
    told.handle_word("leave")
    assert told.session.is_ended
    assert playing(told).outcome is None
    told = narrator(HALL)
    told.session.keeper = keeper(is_saved=False)
    assert said(told, "leave") == [f"{LEAVE_QUESTION} (yes/no)"]
    assert said(told, "no")[0] == GAME_CONTINUES
    said(told, "leave yes")
    assert told.session.is_ended
    assert playing(told).outcome is None
    told = narrator(HALL)
    assert said(told, "leave") == [f"{MetaCommand.QUIT.question} (yes/no)"]


def test_a_line_of_any_length_is_taken_in_parts() -> None:
    game, out = scenario(room("@...", "...\\")), StringIO()
    words = iter([b"ea we " * MAX_LINE_WORDS, b"dance ea", b""])
    play_words(PlainSession(session_of(game), out), lambda _size: next(words))
    assert game.turns == 2 * MAX_LINE_WORDS
    assert "Nothing of that line was done." in " ".join(out.getvalue().split())


def test_a_number_counts_the_word_after_it_in_the_next_part_of_a_long_line() -> None:
    game, out = scenario(room("@.....", ".....\\")), StringIO()
    words = iter([b"l " * (MAX_LINE_WORDS - 1), b"5 ea", b""])
    play_words(PlainSession(session_of(game), out), lambda _size: next(words))
    assert game.turns == 5
    assert "Nothing of that line" not in out.getvalue()


def test_a_look_chooses_no_race() -> None:
    """A sentence of plain mode never does one thing and then another (§4)."""
    for line in (b"look at the goblin", b"look goblin", b"LOOK at vampire"):
        session, out = Session(BASE_RULES, 42), StringIO()
        play_words(PlainSession(session, out), BytesIO(line + b"\n").read)
        assert "Nothing of that line was done." in " ".join(out.getvalue().split()), line
        assert session.game is None, line


SCENES = (GOLDEN / "scenes/plain.txt").read_text("ascii")


def test_scenes_in_plain_mode_go_as_ever(golden: Golden) -> None:
    """The claims, and the lines after `$`, stand in the golden file beside what they come to."""
    golden("scenes/plain", replayed(SCENES, lambda setup: Listener(setup).step))


def test_a_line_that_answers_goes_on_and_one_that_leaves_is_not_looked_at_further() -> None:
    assert "Give this game up and choose" in spoken("s\nr dance\n").getvalue()
    assert "Troll: HP 120 of 120" in spoken("s\nr y t status\n").getvalue()
