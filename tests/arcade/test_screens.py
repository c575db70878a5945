"""The three boards of the arcade on a screen: keys are pressed, cells clicked, rows read."""

import re
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cc3k.arcade.defender.board_screen import DefenderScreen, in_words
from cc3k.arcade.defender.program import DefenderProgram
from cc3k.arcade.defender.tables import ENEMIES
from cc3k.arcade.gems.board import POLICIES
from cc3k.arcade.gems.board_screen import GemsScreen
from cc3k.arcade.gems.program import RESUME, GemsProgram, game_of_file, game_of_word, word_of_game
from cc3k.arcade.protocols import RefusedInput, beside, cut, fill, fitted, plain, wrapped
from cc3k.ui.palette import ROLE_LETTERS
from tests.arcade.test_defender_golden import SCRIPTS
from tests.conftest import GOLDEN, Golden
from tests.support.arcade_screens import OPEN, SAVED, Player, replayed
from tests.support.defender import transcript
from tests.support.gems_files import MemoryFiles
from tests.support.tables import for_each

SCENES = {name: (GOLDEN / f"arcade/screens/{name}.txt").read_text("utf-8") for name in OPEN}
LEAST_SCENES = 20


@for_each("game", OPEN)
def test_scenes_on_a_screen_go_as_ever(game: str, golden: Golden) -> None:
    """The claims, and the steps after `$`, stand in the golden files beside what they come to."""
    assert SCENES[game].count("\n\n") >= LEAST_SCENES
    golden(f"arcade/screens/{game}", replayed(SCENES[game], lambda setup: Player(game, setup).step))


def test_no_class_is_named_on_any_screen() -> None:
    """G15: in words, in the menu, in a game, its hints and prompts, while a program plays."""
    rows = [line for line in SCENES["gems"].splitlines() if re.match(r"[ \d]\d\| ", line)]
    assert rows
    assert not [row for row in rows if re.search("[a-z](Policy|Player|Cross)|RowCol", row)]


INFINITE = "xMax: 0 yMax: 0"
SHAPES = ("SQUARE", "HEX")
SETUPS = {
    "gems": ("hslunyxq1", ["menu | practice: yes"]),
    "defender": ("pfsadlx?q7", ["menu", "nobody | rows: 10; columns: 30"]),
    "escape": (
        "xiq?",
        [
            "(1,1) Ann dog (1,3) Ben snail (2,2) exit (3,3) Ben frog | "
            f"shape: {shape}; limits: {limits}"
            for shape in SHAPES
            for limits in ("xMax: 6 yMax: 8", INFINITE, "xMax: 3 yMax: 0", "xMax: 40 yMax: 40")
        ],
    ),
}
"""Letters of each game that are keys of it or of none, and boards to press them at."""

KEYS = (
    *("UP", "DOWN", "LEFT", "RIGHT", "ENTER", "ENTER", "TAB", "ESC", "BACKSPACE", "SPACE"),
    *("HOME", "END", "PGUP", "PGDN", "F1", "step"),
)


@for_each("game", OPEN)
@given(st.data())
def test_no_keys_or_clicks_make_it_raise(game: str, data: st.DataObject) -> None:
    """Nor send what is refused, nor draw beyond the screen or in an unknown role."""
    letters, setups = SETUPS[game]
    player = Player(game, data.draw(st.sampled_from(setups)))
    sizes = ["1x1", "10x3", "40x12", "80x24", "120x40", "130x45"]
    player.do(data.draw(st.sampled_from(sizes if game != "escape" else sizes[2:])))
    clicks = st.tuples(st.integers(0, 30), st.integers(0, 90)).map(lambda at: "@{},{}".format(*at))
    words = st.one_of(st.sampled_from([*KEYS, *letters]), clicks)
    for word in data.draw(st.lists(words, max_size=40)):
        player.do(word)
        assert {role for row in player.rows for _, role in row} <= {"", *ROLE_LETTERS}
    assert player.screen.program.exit_status in {None, 0}


@for_each("player", ["Greedy", "LookAhead1"])
@for_each("policy", [*POLICIES])
def test_a_program_plays_move_by_move_to_the_end_of_the_dialogue(player: str, policy: str) -> None:
    """G15: each move is shown in frames, and they are the moves of the dialogue, to its score."""
    dialogue = GemsProgram(MemoryFiles())
    told = dialogue.take(f"new normal {policy} {player}Player")
    scores = [f"Score {line.split()[-1]} " for line in told.splitlines() if "Current score" in line]
    at = [*POLICIES].index(policy) + 3
    watched = Player("gems", "menu").do(f"UP UP TAB DOWN*{at} TAB")
    watched.do(f"DOWN*{1 if player == 'Greedy' else 2} ENTER")
    for score in scores:
        assert watched.screen.next_input()
        assert score in watched.text
        assert f"{player} plays." in watched.text
        assert "[" not in watched.text
        assert "(" in watched.do("tick").text
        assert watched.screen.steps() == 2
        watched.do("step step")
    assert watched.screen.next_input() is None
    final = told.split("Final Score: ")[1].splitlines()[0]
    assert f"Final Score: {final}." in watched.text
    assert f"Score {final}   Move {len(scores)}" in watched.text
    assert "  4|" in [line[:30].rstrip() for line in watched.lines]


def test_words_that_wait_for_nobody_play_a_whole_game() -> None:
    """A journal that was kept when programs played at once is played as then."""
    program = GemsProgram()
    answer = program.take("resume 0,0,GreedyPlayer,ChainedRemovalPolicy/1,1")
    assert "Final Score: 4" in answer
    assert program.exit_status == 0
    waiting = GemsProgram()
    assert "Final" not in waiting.take("watch 0,0,GreedyPlayer,ChainedRemovalPolicy/1,1")
    assert "Move   0" in waiting.take("nonsense")
    assert "Final Score: 4" in waiting.take("next")
    dialogue = GemsProgram(MemoryFiles())
    assert "'watch' is not a valid option" in dialogue.take("watch")


@for_each(("80x24", 3, 1), ("120x40", 5, 2))
def test_a_click_moves_the_cursor_and_one_more_removes(size: str, width: int, height: int) -> None:
    player = Player("gems", f"large Single | size: {size}")
    for cell in range(70):
        row, column = divmod(cell, 10)
        for x, y in ((0, 0), (width - 1, height - 1)):
            player.do(f"DOWN*6 {'LEFT' if column else 'RIGHT'}")  # off the cell
            player.do(f"@{4 + row * height + y},{4 + column * width + x}")
            assert f"({row},{column}): removes 1 gem" in player.text
    at = f"@{4 + 6 * height},{4 + 4 * width}"
    assert "Move 0" in player.do(at).text
    assert "Move 1" in player.do(f"{at} x").text


@pytest.mark.slow_from(1)
@pytest.mark.parametrize("size", ["80x24", "120x40", "60x12", "46x10", "10x3", "0x0"])
def test_a_large_board_fits_the_screen_with_the_cursor_in_sight(
    size: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    kinds = b" ".join([b"%d" % (number % 13) for number in range(50)]) + b"\n"
    large = b"0 0 InteractivePlayer ChainedRemovalPolicy\n" + (b". " * 50 + b"\n") * 32 + kinds * 8
    monkeypatch.setitem(SAVED, "large", large)
    player = Player("gems", f"menu | size: {size}").do("large>a.mg")
    for keys in ("x", "l", "ENTER", "h", "RIGHT*30", "DOWN*30", "s", "ESC"):
        player.do(keys)
        if player.size[0] >= 60 and player.sent and not player.screen.is_typing():
            assert "[" in player.text


def test_rows_are_cut_filled_and_joined() -> None:
    row = (("ab", "x"), ("cd", "y"))
    assert cut(row, 3) == (("ab", "x"), ("c", "y"))
    assert cut(row, 0) == ()
    assert fill(row, 6) == (*row, ("  ", ""))
    assert fill(row, 1) == (("a", "x"),)
    assert beside([row], [plain("1"), plain("2")], 5) == [
        (*row, (" ", ""), ("1", "")),
        (("     ", ""), ("2", "")),
    ]
    assert beside([row, row], [], 4) == [row, row]
    assert wrapped("one two three", 7, "x") == [plain("one two", "x"), plain("three", "x")]
    assert wrapped("", 7) == []
    assert fitted([row, row], 2, 1) == [(("ab", "x"),)]


def test_a_saved_game_is_one_word_of_the_input() -> None:
    game = game_of_file(SAVED["first"])
    word = word_of_game(game)
    assert word == "9,1,InteractivePlayer,AdjacentRemovalPolicy/.,.,./1,3,2/1,2,2"
    assert game_of_word(word) == game
    assert "-- Move   1 --" in GemsProgram().take(f"{RESUME} {word}")
    dialogue = GemsProgram(MemoryFiles())
    assert "'resume' is not a valid option" in dialogue.take(RESUME)
    dialogue.take("new tiny SingleRemovalPolicy InteractivePlayer")
    assert "Invalid option 'resume'" in dialogue.take(RESUME)


def test_what_is_saved_is_known_by_its_digest() -> None:
    files, game = MemoryFiles(), "new tiny AdjacentRemovalPolicy InteractivePlayer move 0 0"
    screen = GemsScreen(GemsProgram(), files)
    screen.answered(screen.program.take(game))
    for key in "sb":
        screen.press(key)
    before, words = screen.program.digest(), screen.press("ENTER")
    assert words == f"saved b.mg {crc32(files.files['b.mg']):08x}"
    assert files.files["b.mg"].startswith(b"4 1 InteractivePlayer ")
    program = GemsProgram()
    program.take(game)
    assert program.digest() == before
    assert program.take(words).startswith("\n-- Move   1 --")
    assert program.digest() not in {before, screen.program.digest()}
    screen.program.take(words)
    assert program.digest() == screen.program.digest()
    with pytest.raises(RefusedInput, match=r"found another game saved as 'b\.mg'"):
        program.take("move 1 0 saved b.mg 01234567")


def test_the_program_of_a_screen_has_no_way_to_a_file() -> None:
    """Words of old journals: `save` saves nothing, and `load` is refused."""
    program = GemsProgram()
    with pytest.raises(RefusedInput, match="found `load`, which reads a file; expected `resume`"):
        program.take("load")
    program.take("new tiny AdjacentRemovalPolicy InteractivePlayer")
    before = program.digest()
    assert program.take("save b.mg").startswith("\n-- Move   0 --")
    assert (program.digest(), program.take_errors()) == (before, [])


@for_each("word", ["x", "1,2,GreedyPlayer,Nonsense/1", "1,2,P,ChainedRemovalPolicy/1", "1,2,P,Q/x"])
def test_a_word_that_is_no_saved_game_ends_the_program(word: str) -> None:
    program = GemsProgram()
    assert program.take(f"{RESUME} {word}") == ""
    assert program.exit_status == 1
    assert program.take_errors()


def test_an_error_of_an_answer_is_gone_with_the_next_answer() -> None:
    player = Player("gems", "nowhere Adjacent")
    assert "nowhere" in player.text
    player.screen.answered(player.screen.program.take("new tiny"))
    assert "nowhere" not in player.text


def test_every_line_of_the_log_has_plain_words() -> None:
    """S18: no id, no bracket and no word of the program is left, and nothing is told alike.

    Over the whole of our transcripts, in which everything happens that can.
    """
    told: dict[str, str] = {}
    for text in SCRIPTS.values():
        lines = transcript(text).splitlines()
        log = [line.strip() for line in lines if re.match(" {4,6}(A|The) [^ ]", line)]
        told.update({line: in_words(line) for line in log if "  " not in line})
    kinds = {re.sub(r"[A-J]?\d+", "", words) for words in told.values()}
    assert len(kinds) > 60, len(kinds)
    program = r"\(id|\[|->|location|spawns|collides|projectile|Starfighter|has been|moves:|special"
    for line, words in told.items():
        assert not re.search(program, words), (line, words)
        assert re.fullmatch(r"[A-Z][^.]*\.", words), (line, words)
    assert len({*told.values()}) == len(told)
    assert in_words("    A Grunt(id:1) sings in [A,4].") == "Grunt 1 sings in A4."


def test_a_game_that_is_gone_on_with_input_by_input_looks_the_same() -> None:
    """Its cursor is on the ship, also after a power that moves it."""
    player = Player("defender", "menu").do("ENTER ENTER DOWN RIGHT ENTER UP d f UP p UP s")
    again = Player("defender", "menu")
    for text in player.sent:
        again.screen.answered(again.screen.program.take(text))
    assert again.lines == player.lines
    assert player.sent[-1] == "special"


def test_the_help_tells_goal_and_symbols() -> None:
    about = DefenderScreen(DefenderProgram()).about(80)
    assert about[0].startswith("Score as much as you can")
    assert all(len(line) <= 80 for line in about)
    told = "\n".join(about)
    for mark in (*"SX*<>-_.?", "[ ]", *[kind.symbol for kind in ENEMIES]):
        assert re.search(rf"(^|  ){re.escape(mark)} +[a-zA-Z]", told, re.MULTILINE), mark
    assert all(f"{kind.symbol}   {kind.name} " in told for kind in ENEMIES)


@for_each("shape", SHAPES)
def test_the_window_never_leaves_an_axis_that_ends(shape: str) -> None:
    """E9: as many cells as there is room for are shown wherever the cursor is, also after it."""
    limits = f"shape: {shape}; limits: xMax: 30 yMax: 40"
    player = Player("escape", f"(30,40) Ann dog (1,1) Ben dog | {limits}")
    for keys in ("look", "LEFT*60", "PGDN*5", "RIGHT*60", "PGUP*5", "TAB"):
        rows = [line[:42].rstrip() for line in player.do(keys).lines[1:21]]
        assert all(row.split() for row in rows)
        if shape == "SQUARE":
            assert {len(row.replace("[", " ").split()) for row in rows} == {13}
        assert all(1 <= int(row.split()[0]) <= 30 for row in rows)


def test_the_board_scrolls_with_the_cursor_on_infinite_axes() -> None:
    """E9: in all directions."""
    player = Player("escape", f"(0,0) Ann dog (0,5) Ben dog | limits: {INFINITE}")
    for key in ("LEFT", "DOWN", "RIGHT", "UP", "PGUP", "PGDN"):
        for _ in range(25):
            player.do(key)
            assert sum("[" in row for row in player.lines) == 1
    assert player.lines[-2].startswith("(0,")


def test_long_numbers_take_no_room() -> None:
    player = Player("escape", f"(1{'0' * 5_000},1) Ann dog (2,2) Ben dog | limits: xMax: 0 yMax: 8")
    assert player.do("ENTER UP ENTER").sent == [f"move {'1' + '0' * 5000} 1 1{'0' * 4999}1 1"]
