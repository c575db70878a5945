"""A run through a pipe: words in, plain pages out, turn by turn; when things break (§4, R35)."""

import os
import re
import signal
import subprocess
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator
from io import StringIO
from itertools import pairwise
from pathlib import Path

import pytest
from attrs import define, field
from hypothesis import example, given
from hypothesis import strategies as st

from cc3k.cli.play import run_script
from cc3k.cli.streams import MAX_WORD_BYTES, PIECE_BYTES, read_pieces
from cc3k.content.layout.reader import read_layout
from cc3k.content.roster import BASE_RULES
from cc3k.play.commands import COMMANDS_BY_WORDS
from cc3k.play.messages import race_prompt
from cc3k.play.session import Session
from tests.support import processes, tour
from tests.support.characters import ANY_CHARACTER
from tests.support.processes import PATIENCE, Ended, run, start, start_and_wait
from tests.support.scenarios import room
from tests.support.tables import for_each

PROMPT = f"{race_prompt(BASE_RULES)}\n"
BEGINNING = f"ChamberCrawler3000, seed 7.\n{PROMPT}"


def five(*rows: str) -> str:
    return "\n".join([room(*rows)] * 5)


QUIET = five("......", ".@....", "......", "0...\\.")
WAY_OUT = five("@7\\")
VICTORIOUS = b"s" + b" ea ea" * 5
POISON = five("333", "3@3", "..\\")
DEADLY = b"v u no u nw u ne u ea u we"


def page(rows: str, gold: int, attack: int, action: str) -> str:
    return rf"""|----|
{rows}
|----|
Race: Shade Gold: {gold}                                                     Floor 1
HP: 125
Atk: {attack}
Def: 25
Action: {action}
"""


AT_FIRST, BESIDE_POTION, DRUNK = "|@G..|\n|.\\P.|", "|.@..|\n|.\\P.|", "|.@..|\n|.\\..|"
SHORT_GAME = BEGINNING + "".join(
    [
        page(AT_FIRST, 0, 25, "Player character has spawned."),
        page(BESIDE_POTION, 1, 25, "PC moves East and sees an unknown potion. PC picks up 1 gold."),
        page(DRUNK, 1, 30, "PC uses BA."),
        page(DRUNK, 1, 30, "There is no command 'xyzzy'."),
        page(DRUNK, 1, 30, "There is no enemy to the West."),
    ]
)
SHORT_GAME_WORDS = b"s ea u se xyzzy a we q"

BOARDS = {
    floors: rf"(?:[ |\-.+#@\\PGHWEOMDL]{{{width}}}\n){{{height}}}"
    for floors, width, height in (("", 79, 25), (QUIET, 8, 6), (WAY_OUT, 5, 3), (POISON, 5, 5))
}
STATUS = (
    r"(?=.{79}\n)Race: (?:Shade|Drow|Vampire|Troll|Goblin) Gold: \d+ +Floor [1-5]\n"
    r"HP: \d+\nAtk: \d+\nDef: \d+\nAction: [ -~]*[.?!]\n"
)
ENDING = (
    r"(?:Victory! PC has left the dungeon alive\.|Defeat\. PC died on floor [1-5]\.)\n"
    r"Score: \d+ \(\d+ gold(?: \+ \d+ for a shade)?\)\nPlay again \(r\) or quit \(q\)\?\n"
)


class Flushed(StringIO):
    def __init__(self) -> None:
        super().__init__()
        self.flushed = ""
        self.flushes = 0

    def flush(self) -> None:
        super().flush()
        self.flushed = self.getvalue()
        self.flushes += 1


@define(eq=False)
class Pipe:
    pieces: Iterator[bytes]
    out: Flushed = field(factory=Flushed)
    reads: int = 0

    def read(self, size: int) -> bytes:
        assert self.out.flushed == self.out.getvalue()
        self.reads += 1
        piece = next(self.pieces, b"")
        assert len(piece) <= size
        return piece


def piped(*pieces: bytes, floors: str = "", seed: int = 7) -> Pipe:
    drawings = read_layout(floors.encode(), "floors", BASE_RULES).floor_layouts if floors else ()
    pipe = Pipe(
        piece[at : at + PIECE_BYTES] for piece in pieces for at in range(0, len(piece), PIECE_BYTES)
    )
    run_script(Session(BASE_RULES, seed, drawings), pipe.read, pipe.out)
    assert pipe.out.flushed == pipe.out.getvalue()
    return pipe


def output(*pieces: bytes, floors: str = "") -> str:
    return piped(*pieces, floors=floors).out.getvalue()


def frames(text: str) -> int:
    return len(re.findall("^Action: ", text, re.MULTILINE))


def test_short_game_prints_this() -> None:
    """§4, R1: after the race word and after every command one whole frame, and nothing else."""
    assert output(SHORT_GAME_WORDS, floors=room("@7..", ".\\1.")) == SHORT_GAME


@for_each(
    b"s\nea\nu se\nxyzzy\na we\nq\n",
    b"s\r\nea\r\nu se\r\nxyzzy\r\na we\r\nq\r\n",
    b"\n\n  s\tea\t\tu\x0bse xyzzy\x0ca\n\n\nwe  q  ",
    b"S EA U SE XYZZY A WE Q",
    b"s Ea u sE xYzzy A we q no no no",
    b"no so k 7 ? sd shade s ea u se xyzzy a we q",
    b"\xef\xbb\xbfs ea u se xyzzy a we q",
)
def test_words_may_be_typed_in_many_ways(typed: bytes) -> None:
    """R35: words separated by white space or line ends, several to a line; case matters not."""
    assert output(typed, floors=room("@7..", ".\\1.")) == SHORT_GAME


WORDS = st.one_of(
    st.sampled_from([*COMMANDS_BY_WORDS, *"sdvtgau", "xyzzy"]),
    st.text(ANY_CHARACTER, max_size=4),
    st.text(ANY_CHARACTER, min_size=100, max_size=200),
)
INPUT = st.one_of(
    st.lists(WORDS, max_size=40).map(lambda words: "\t".join(["s", *words]).encode()),
    st.binary(max_size=300),
)
CUTS = st.lists(st.integers(1, 400), max_size=6, unique=True).map(sorted)


@given(INPUT, CUTS)
@example(b"s " + "\U0001f409".encode() * 60 + b" no", [150])
@example(b"s a\xff no", [4])
@example(BOM_UTF8 + b"s no", [1, 2])
@example(BOM_UTF8 + b"s no", [3])
def test_wherever_the_input_is_cut_the_output_is_the_same(typed: bytes, cuts: list[int]) -> None:
    """R35: only white space ends a word, however the input arrives."""
    pieces = [typed[begin:end] for begin, end in pairwise([0, *cuts, len(typed)])]
    assert output(*filter(None, pieces)) == output(typed)


@for_each("typed", [b"", b"s no", BOM_UTF8, BOM_UTF8[:2]])
def test_nothing_is_read_after_the_end_of_input(typed: bytes) -> None:
    waiting = [typed, b""] if typed else [b""]
    assert b"".join(read_pieces(lambda _size: waiting.pop(0))) == typed.removeprefix(BOM_UTF8)
    assert waiting == []


@given(INPUT, st.sampled_from(sorted(BOARDS)))
@example(VICTORIOUS + b" r d no", WAY_OUT)
@example(DEADLY + b" x q", POISON)
def test_output_is_frames_prompts_and_endings_and_nothing_between_them(
    typed: bytes, floors: str
) -> None:
    """§4: whole frames, no escape sequences, and other lines that cannot be taken for theirs."""
    frame = f"{BOARDS[floors]}{STATUS}"
    page = f"{re.escape(PROMPT)}|{frame}(?:{ENDING})?"
    assert re.fullmatch(f"ChamberCrawler3000, seed 7\\.\n(?:{page})+", output(typed, floors=floors))


@given(st.lists(st.sampled_from(["no", "so", "we", "f", "a no", "u so", "a", "x"])))
def test_every_command_has_one_frame(commands: list[str]) -> None:
    """§4: after the race word and after every command; a verb waits for its direction."""
    words = " ".join(commands).split()
    count = verb = 0
    for word in words:
        verb = word in "au" and not verb
        count += not verb
    assert frames(output(" ".join(["s", *words]).encode(), floors=QUIET)) == 1 + count


@for_each(
    (b"xyzzy", "'xyzzy'"),
    (b"\xff\xfe", r"'\ufffd\ufffd'"),
    (b"\x1b[2J", r"'\x1b[2j'"),
    (b"\0", r"'\x00'"),
    ("\u00e9".encode(), r"'\xe9'"),
    (b"x" * 21, f"'{'x' * 20}...'"),
    (b"x" * 3 * PIECE_BYTES, f"'{'x' * 20}...'"),
    (b"a " + b"x" * PIECE_BYTES, f"'a {'x' * 18}...'"),
    (b"a a", "'a a'"),
    (b"u z", "'u z'"),
    (b"a f", "'a f'"),
    (b"north", "'north'"),
    (b"s", "'s'"),
)
def test_unknown_command_is_shown_safely_and_cut(typed: bytes, shown: str) -> None:
    """R4: the Action row says why; nothing that is typed reaches the output as it is."""
    pipe = piped(b"s ", typed, floors=QUIET)
    assert pipe.out.getvalue().endswith(f"\nAction: There is no command {shown}.\n")
    assert frames(pipe.out.getvalue()) == 2


class Listener(Session):
    longest = 0

    def play_words(self, words: Iterable[str]) -> Iterator[str]:
        heard = [*words]
        self.longest = max([self.longest, *map(len, heard)])
        return super().play_words(heard)


def test_word_without_end_is_not_kept() -> None:
    """§4: whatever is typed, no more than a piece of it is held."""
    listener, pipe = Listener(BASE_RULES, 7), Pipe(iter([b"x" * PIECE_BYTES] * 9))
    run_script(listener, pipe.read, pipe.out)
    assert pipe.reads == 10
    assert PIECE_BYTES < listener.longest <= PIECE_BYTES + MAX_WORD_BYTES


@for_each(
(b"", 0), (b"x", 0), (b"s", 1), (b"s no", 2), (b"s a", 1), (b"s u", 1), (b"s no a", 2),
     (b"s r", 1), (b"s r x", 1), (b"s r s", 2), (b"s n", 2),
)  # fmt: skip
@for_each("end", [b"", b"\n", b" \t\r\n"])
def test_input_may_end_anywhere(typed: bytes, pages: int, end: bytes) -> None:
    """§4, R33: the last word needs no line end, and a verb at the end waits in vain."""
    assert frames(output(*filter(None, [typed + end]), floors=QUIET)) == pages


@for_each((b"Q", 0), (b"s q", 1), (b"s r q", 1), (b"s a no a Q", 2), (b"S u R x a Q", 1))
def test_nothing_is_read_after_quitting(typed: bytes, pages: int) -> None:
    """§4: `q` ends the program at once; no further input is waited for."""
    pipe = piped(typed + b" s s s", b"s no no", floors=QUIET)
    assert pipe.reads == 1
    assert frames(pipe.out.getvalue()) == pages


def test_output_is_flushed_once_a_piece_of_input() -> None:
    """§4: it is buffered, and flushed whenever input runs dry (`Pipe.read` sees to that)."""
    pipe = piped(b"s " + b"no " * 99, b"we " * 99, floors=QUIET)
    assert frames(pipe.out.getvalue()) == 199
    assert pipe.out.flushes <= pipe.reads + 1


VICTORY = """Victory! PC has left the dungeon alive.
Score: 7 (5 gold + 2 for a shade)
Play again (r) or quit (q)?
"""
DEFEAT = """Defeat. PC died on floor 1.
Score: 0 (0 gold)
Play again (r) or quit (q)?
"""


@for_each((WAY_OUT, VICTORIOUS, VICTORY), (POISON, DEADLY, DEFEAT))
def test_after_the_end_stand_the_score_and_the_choice(
    floors: str, typed: bytes, ending: str
) -> None:
    """R33: the score and how it is made up, then `r` to play again or `q` to quit."""
    ended = output(typed, floors=floors)
    assert ended.endswith(f".\n{ending}")
    assert ended.count("Score: ") == 1
    for line in ending.splitlines():
        assert not line.startswith(("|", "Race:", "HP:", "Atk:", "Def:", "Action:"))
    assert output(typed + b" no x f s a u", floors=floors) == ended
    assert output(typed + b" q r s", floors=floors) == ended
    again = output(typed + b" r s q", floors=floors).removeprefix(ended)
    assert again.startswith(PROMPT)
    assert frames(again) == 1


FRAME_ROWS = 30
MORE_THAN_A_PIPE_HOLDS = "s" + " no so" * 100
COMMANDS = "s" + " no so" * 5


@pytest.fixture
def player() -> Iterator["subprocess.Popen[str]"]:
    with start("--seed", "7") as process:
        yield process
        process.kill()


def read(player: "subprocess.Popen[str]", rows: int) -> str:
    assert player.stdout
    return "".join([player.stdout.readline() for _ in range(rows)])


def write(player: "subprocess.Popen[str]", text: str) -> None:
    assert player.stdin
    player.stdin.write(text)
    player.stdin.flush()


def ended(player: "subprocess.Popen[str]") -> Ended:
    assert player.stderr
    assert player.stdout
    code = player.wait(PATIENCE)
    out = "" if player.stdout.closed else player.stdout.read()
    return Ended(code, out, player.stderr.read())


def test_two_programs_can_play_turn_by_turn(player: "subprocess.Popen[str]") -> None:
    """§4: output is flushed whenever input runs dry, so each page is there to be answered."""
    pages = [read(player, 2)]
    for words in ("s\n", "no\n", " SO ", "f\t", "a\n ea\n"):
        write(player, words)
        pages.append(read(player, FRAME_ROWS))
    write(player, "q\n")
    assert ended(player) == Ended(0, "", "")
    whole = run("--seed", "7", typed="s no so f a ea q")
    assert whole == Ended(0, "".join(pages), "")


@pytest.mark.slow
def test_interrupt_is_heard_while_nobody_reads(player: "subprocess.Popen[str]") -> None:
    """§3: a reader that has fallen asleep does not keep the program from ending."""
    write(player, f"{MORE_THAN_A_PIPE_HOLDS}\n")
    read(player, 3)
    player.send_signal(signal.SIGINT)
    assert player.wait(PATIENCE) == 130
    assert ended(player).err == ""


@pytest.mark.slow
@pytest.mark.parametrize("redirected", ["", ">&-"])
def test_interrupt_is_heard_while_a_layout_is_waited_for(tmp_path: Path, redirected: str) -> None:
    """§3, R32: a pipe that nobody writes to can be given up at once."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    command = ["/bin/sh", "-c", f'exec "$0" "$@" {redirected}', *processes.COMMAND, str(pipe)]
    with subprocess.Popen(
        command, stderr=subprocess.PIPE, env=processes.environment(), cwd=tmp_path
    ) as process:
        with pipe.open("wb"):  # as soon as the program has opened it
            process.send_signal(signal.SIGINT)
            assert process.wait(PATIENCE) == 130
        assert process.stderr
        assert process.stderr.read() == b""


def test_reader_that_goes_away_ends_the_program(player: "subprocess.Popen[str]") -> None:
    """§4: no traceback, and the code of a program ended by a broken pipe."""
    read(player, 2)
    assert player.stdout
    player.stdout.close()
    write(player, COMMANDS)
    assert player.stdin
    player.stdin.close()
    assert ended(player) == Ended(141, "", "")


@pytest.mark.slow
@for_each(
    (">/dev/full", Ended(1, "", "cc3k: No space left on device\n")),
    (">&-", Ended(1, "", "cc3k: standard output is closed\n")),
    (">&- 2>&-", Ended(1, "", "")),
    (">&- 2>/dev/full", Ended(1, "", "")),
    (">&- 2>&- <&-", Ended(1, "", "")),
    ("<&-", Ended(0, BEGINNING, "")),
    ("</dev/null", Ended(0, BEGINNING, "")),
    ("0>/dev/null", Ended(1, BEGINNING, "cc3k: Bad file descriptor\n")),
)
def test_broken_ends_are_told_in_one_line(redirected: str, expected: Ended) -> None:
    """§4: a full disk, a closed output, no input: no traceback, a sensible exit code."""
    assert start_and_wait("--seed", "7", typed=COMMANDS, redirected=redirected) == expected


@pytest.mark.slow
@pytest.mark.parametrize("option", ["--help", "--version"])
@pytest.mark.parametrize(
    ("redirected", "code", "complaint"),
    [(">/dev/full", 1, "cc3k: No space left on device\n"), ("| head -c 0", 0, "")],
)
def test_help_and_version_mind_a_broken_output_too(
    option: str, redirected: str, code: int, complaint: str
) -> None:
    """§4: whatever was to be printed and could not be is an error."""
    assert start_and_wait(option, redirected=redirected) == Ended(code, "", complaint)


@pytest.mark.slow
def test_complaints_that_nobody_hears_change_nothing(tmp_path: Path) -> None:
    """R29: warnings that cannot be written do not keep the game from being played."""
    layout = tmp_path / "copied.txt"
    layout.write_text(f"stray\n{(tour.FLOORS / 'dragon.txt').read_text()}")
    arguments, words = (str(layout), "7"), tour.script("dragon")
    heard = run(*arguments, typed=words)
    assert heard.err.startswith("cc3k: warning: ")
    for redirected in ("2>&-", "2>/dev/full"):
        unheard = start_and_wait(*arguments, typed=words, redirected=redirected)
        assert unheard == Ended(0, heard.out, "")
        assert start_and_wait("missing", redirected=redirected) == Ended(2, "", "")


@pytest.mark.slow
def test_input_from_a_file_is_the_same_as_from_a_pipe(tmp_path: Path) -> None:
    """§4: `cc3k --floor layout.txt --seed 42 < layout.in` is a demonstration."""
    script = tour.FLOORS / "tiny.in"
    typed = run("tiny", "42", typed=tour.script("tiny"))
    assert start_and_wait("tiny", "42", redirected=f"<{script}") == typed
    saved = tmp_path / "saved"
    assert start_and_wait("tiny", "42", redirected=f"<{script} >{saved}") == Ended(0, "", "")
    assert saved.read_text() == typed.out


@pytest.mark.slow
def test_layout_can_come_through_a_pipe_as_well() -> None:
    """R32: regular files or pipes."""
    layout = tour.FLOORS / "tiny.txt"
    command = f'cat {layout} | "$0" "$@" 3<&0 </dev/null'
    ended = subprocess.run(
        ["/bin/sh", "-c", command, *processes.COMMAND, "/dev/fd/3", "7", "--race", "troll"],
        capture_output=True,
        check=False,
        env=processes.environment(),
        timeout=PATIENCE,
    )
    assert ended.returncode == 0
    assert ended.stdout.decode() == run("tiny", "7", "--race", "troll").out
