"""Modern Gems on a screen: keys pressed and clicks made, rows read."""

import re
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cc3k.arcade.gems.board import POLICIES
from cc3k.arcade.gems.board_screen import GemsScreen
from cc3k.arcade.gems.program import RESUME, GemsProgram, game_of_file, game_of_word, word_of_game
from cc3k.arcade.protocols import RefusedInput, beside, cut, fill, fitted, plain, width_of, wrapped
from tests.support.gems_files import MemoryFiles
from tests.support.tables import for_each

SAVED = b"9 1 InteractivePlayer AdjacentRemovalPolicy\n. . . \n1 3 2 \n1 2 2 \n"
SIZES = [(80, 24), (120, 40)]


class Shown:
    def __init__(self, *, practice: bool = False, size: tuple[int, int] = (80, 24)) -> None:
        self.files = MemoryFiles(a=SAVED)
        self.program = GemsProgram(is_practice=practice)
        self.program.begin()
        self.screen = GemsScreen(self.program, self.files)
        self.size = size

    @property
    def lines(self) -> list[str]:
        return ["".join([text for text, _ in row]).rstrip() for row in self.screen.rows(*self.size)]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    def roles(self, text: str) -> set[str]:
        spans = [span for row in self.screen.rows(*self.size) for span in row]
        return {role for its_text, role in spans if its_text.strip() == text}

    def press(self, *keys: str) -> "Shown":
        for key in keys:
            self._tell(self.screen.press(key))
        return self

    def click(self, row: int, column: int) -> "Shown":
        self.lines  # noqa: B018 - clicks are on what was drawn
        self._tell(self.screen.click(row, column))
        return self

    def tick(self) -> None:
        self._tell(self.screen.next_input())

    def _tell(self, words: str | None) -> None:
        if words is not None:
            self.screen.answered(self.program.take(words))

    def play(self, board: str, policy: str) -> "Shown":
        self._tell(f"new {board} {policy} InteractivePlayer")
        return self


def tiny(*, practice: bool = False) -> Shown:
    return Shown(practice=practice).play("tiny", "AdjacentRemovalPolicy")


def test_the_menu_offers_boards_policies_and_players_and_shows_the_board() -> None:
    """G15: chosen by arrows, the lists told apart by Tab; at first a person on the large board."""
    shown = Shown()
    assert shown.lines[2].split() == ["Board", "Removal", "policy", "Who", "plays"]
    for chosen in ("> large", "> Adjacent", "> A person", "You choose the gems."):
        assert chosen in shown.text
    assert "  6| 2  4  1  5  2  2  5  4  5  2" in shown.text
    assert shown.screen.press("ENTER") == "new large AdjacentRemovalPolicy InteractivePlayer"
    shown.press("DOWN", "DOWN", "UP", "TAB", "DOWN")
    assert "> tiny" in shown.text
    assert "> Whole row and column" in shown.text
    assert "Adjacent gems in whole row/column will be removed." in shown.text
    assert "  0|  1    3    2" in shown.text
    assert shown.roles("> Whole row and column") == {"cursor"}
    assert shown.press("LEFT").roles("> tiny") == {"cursor"}
    shown.press("TAB", "RIGHT", "UP", "x")
    assert shown.roles("> LookAhead1") == {"cursor"}
    assert shown.screen.press("ENTER") == (
        "watch 0,0,LookAhead1Player,WholeRowColRemovalPolicy/1,3,2/1,1,1/1,2,2"
    )


def test_the_menu_can_be_clicked() -> None:
    shown = Shown().click(5, 3).click(4, 30).click(4, 60)
    for chosen in ("> almost cross", "> Adjacent", "> Greedy"):
        assert chosen in shown.text
    assert shown.program.game is None
    assert shown.click(12, 3).click(2, 30).click(3, 60).click(3, 60).program.game is not None


@for_each("player", ["Greedy", "LookAhead1"])
@for_each("policy", [*POLICIES])
def test_a_program_plays_move_by_move_to_the_end_of_the_dialogue(player: str, policy: str) -> None:
    """G15: each move is shown in frames, and they are the moves of the dialogue, to its score."""
    dialogue = GemsProgram(MemoryFiles())
    told = dialogue.take(f"new normal {policy} {player}Player")
    scores = [f"Score {line.split()[-1]} " for line in told.splitlines() if "Current score" in line]
    shown = Shown().press("UP", "UP", "TAB", *["DOWN"] * ([*POLICIES].index(policy) + 3))
    shown.press("TAB", *["DOWN"] * (1 if player == "Greedy" else 2), "ENTER")
    for score in scores:
        assert shown.screen.next_input()
        assert score in shown.text
        assert f"{player} plays." in shown.text
        assert "[" not in shown.text
        shown.tick()
        assert "(" in shown.text
        assert shown.screen.steps() == 2
        shown.screen.show_next_step()
        shown.screen.show_next_step()
    assert shown.screen.next_input() is None
    final = told.split("Final Score: ")[1].splitlines()[0]
    assert f"Final Score: {final}." in shown.text
    assert f"Score {final}   Move {len(scores)}" in shown.text
    assert "  4|" in [line[:30].rstrip() for line in shown.lines]


def test_any_key_or_click_speeds_a_program_up() -> None:
    """G15: the frames are passed over, and the next move is made; n asks, l loads, as ever."""
    shown = Shown().press("TAB", "TAB", "DOWN", "ENTER")
    shown.press("x", "RIGHT").click(3, 3)
    assert shown.program.game
    assert shown.program.game.moves == 2
    shown.click(3, 3)
    assert shown.program.game.moves == 3
    assert "Score 9   Move 1" in shown.press("l", "ENTER").text
    shown = Shown().press("TAB", "TAB", "DOWN", "ENTER", "n")
    assert shown.screen.next_input() is None
    assert shown.press("x").screen.next_input()
    assert shown.press("n", "y").program.exit_status == 0


def test_a_saved_game_of_a_program_plays_on() -> None:
    """G15: with its own score and number, and another one can be loaded amid it."""
    shown = Shown()
    shown.files.files["a.mg"] = b"9 1 GreedyPlayer AdjacentRemovalPolicy\n. 3 3 \n1 3 2 \n"
    assert "Score 9   Move 1" in shown.press("l", "ENTER").text
    shown.tick()
    shown.press("l", "ENTER")
    assert "Score 9   Move 1" in shown.text
    while shown.screen.next_input():
        shown.tick()
    assert "Final Score: 20." in shown.text


def test_words_that_wait_for_nobody_play_a_whole_game() -> None:
    """A journal that was kept when programs played at once is played as then."""
    program = Shown().program
    answer = program.take("resume 0,0,GreedyPlayer,ChainedRemovalPolicy/1,1")
    assert "Final Score: 4" in answer
    assert program.exit_status == 0
    waiting = Shown().program
    assert "Final" not in waiting.take("watch 0,0,GreedyPlayer,ChainedRemovalPolicy/1,1")
    assert "Move   0" in waiting.take("nonsense")
    assert "Final Score: 4" in waiting.take("next")
    dialogue = GemsProgram(MemoryFiles())
    assert "'watch' is not a valid option" in dialogue.take("watch")


def test_no_class_is_named_on_any_screen() -> None:
    """G15: in words, in the menu, in a game, its hints and prompts, while a program plays."""
    for keys in (["x"], ["ENTER", "h"], ["ENTER", "s"], ["l"], [*["TAB"] * 2, "UP", "ENTER"]):
        shown = Shown().press(*keys)
        assert not re.search("[a-z](Policy|Player|Cross)|RowCol", shown.text), keys


def test_arrows_move_the_cursor_and_light_the_group_under_it() -> None:
    shown = tiny()
    assert shown.lines[4].startswith("  0|[ 1 ]  3    2  ")
    assert shown.lines[6].startswith("  1|( 1 )  1    1  ")
    shown.press("DOWN", "RIGHT")
    assert [line[:19].rstrip() for line in shown.lines[4:9]] == [
        "  0|  1    3    2",
        "   |",
        "  1|( 1 )[ 1 ]( 1 )",
        "   |",
        "  2|  1    2    2",
    ]
    assert shown.roles("[ 1 ]") == {"cursor"}
    assert shown.roles("( 1 )") == {"hit"}
    assert [shown.roles(kind) - {"heading"} for kind in "123"] == [{"gem1"}, {"gem2"}, {"gem3"}]
    shown.press(*["UP"] * 5, *["LEFT"] * 5)
    assert "[ 1 ]" in shown.lines[4]
    shown.press(*["DOWN"] * 5, *["RIGHT"] * 5)
    assert shown.lines[8].startswith("  2|  1  ( 2 )[ 2 ]")


def test_it_says_what_the_group_scores_and_the_best_that_could_follow() -> None:
    shown = tiny().press("DOWN", "RIGHT")
    assert "Score 0   Move 0" in shown.text
    assert "(1,1): removes 3 gems of kind 1" in shown.text
    assert "Scores 9\n" in shown.text
    assert "Best after that: 9 at (2,2)" in shown.text
    assert "removes 1 gem of kind 3" in shown.press("UP").text


def test_it_says_that_the_board_would_be_empty() -> None:
    shown = Shown().play("curve", "ChainedRemovalPolicy").press("ENTER", "x")
    assert "Then the board is empty." in shown.text


def test_a_removal_shows_in_three_frames() -> None:
    shown = tiny().press("DOWN", "DOWN", "ENTER")
    assert shown.screen.steps() == 2
    assert "( 1 )" in shown.text
    assert "[" not in "".join(shown.lines[4:9])
    assert shown.roles("( 1 )") == {"hit"}
    shown.screen.show_next_step()
    assert [line[:19].rstrip() for line in shown.lines[4:9:2]] == [
        "  0|       3    2",
        "  1|       1    1",
        "  2|  1    2    2",
    ]
    shown.screen.show_next_step()
    assert shown.screen.steps() == 0
    assert "Score 4   Move 1" in shown.text


def test_any_key_ends_the_frames() -> None:
    shown = tiny().press("ENTER")
    assert shown.screen.steps() == 2
    shown.press("RIGHT")
    assert shown.screen.steps() == 0
    shown.press("ENTER").click(0, 0)
    assert shown.screen.steps() == 0


def test_an_empty_cell_can_have_the_cursor_but_not_go() -> None:
    shown = tiny().press("DOWN", "RIGHT", "ENTER", *["UP"] * 3)
    assert "(0,1): no gem" in shown.text
    assert "There is no gem." in shown.press("ENTER").text
    assert shown.program.game
    assert shown.program.game.moves == 1


def test_the_cursor_goes_to_the_nearest_gem_after_a_move() -> None:
    shown = Shown().play("curve", "ChainedRemovalPolicy").press(*["RIGHT"] * 2, "ENTER", "x")
    assert "[" in shown.text
    assert "no gem" not in shown.text


def test_hints_are_the_moves_of_the_automatic_players() -> None:
    shown = Shown().play("large", "ChainedRemovalPolicy").press("h")
    assert "Greedy: (2,3) for 36" in shown.text
    assert "LookAhead1: (5,3) for 1" in shown.text
    assert shown.roles("<2>") == {"legal"}
    assert shown.roles("<1>") == {"legal"}
    assert "(2,3): removes 6 gems of kind 2" in shown.press("h").text
    assert "(5,3): removes 1 gem of kind 1" in shown.press("h").text
    assert "(2,3): removes 6 gems" in shown.press("h").text
    assert "Hints" not in shown.press("ENTER").text


def test_undo_is_for_practice() -> None:
    assert "in practice only" in tiny().press("ENTER", "u").text
    shown = tiny(practice=True)
    assert "no move to take back" in shown.press("u").text
    before = shown.program.game
    shown.press("ENTER", "DOWN", "ENTER", "u", "u")
    assert shown.program.game == before


def test_a_game_is_saved_under_a_name_that_is_typed() -> None:
    shown = tiny().press("s", "q", "?", "x", "BACKSPACE", " ", "F1", "b")
    assert "Save as (*.mg): q?b_" in shown.text
    assert shown.screen.is_typing()
    shown.press("ENTER")
    assert "Saved in q?b.mg." in shown.text
    assert shown.files.files["q?b.mg"].startswith(b"0 0 InteractivePlayer ")
    assert not shown.screen.is_typing()
    shown.press("s", *"c.mg", "ENTER")
    assert "c.mg" in shown.files.files


def test_a_save_can_be_left_and_can_fail() -> None:
    shown = tiny().press("s", "a", "ESC")
    assert not shown.screen.is_typing()
    assert shown.press("s", "ENTER").files.files == {"a.mg": SAVED}
    shown.press("s", *"x/y", "ENTER")
    assert "Could not save to file x/y.mg" in shown.text
    assert shown.program.is_asked_for_move()


def test_a_saved_game_is_loaded_from_a_list() -> None:
    shown = Shown()
    shown.files.files["b c.mg"] = SAVED
    shown.files.files["d.mg"] = SAVED.replace(b"9 1", b"7 3")
    shown.press("l")
    assert "> a.mg" in shown.text
    assert "b c.mg" not in shown.text
    assert "Score 9   Move 1" in shown.press("x", "ENTER").text
    assert "Score 7   Move 3" in shown.press("l", "DOWN", "ENTER").text
    assert not shown.press("u").program.can_undo()
    assert "Score 7   Move 3" in shown.press("l", "UP", "ESC").text
    assert shown.press("l").click(3, 0).program.is_asked_for_move()


@for_each(
    "data, flaw",
    [
        (b"", "found no saved game; expected score, number, player and policy"),
        (b"1 2 GreedyPlayer ChainedRemovalPolicy\nx\n", "found 'x'; expected a number or '.'"),
        (b"1 2 GreedyPlayer Chained\n1\n", "No removal policy named Chained exists"),
        (b"1 2 Nobody ChainedRemovalPolicy\n1\n", "No player named Nobody exists"),
    ],
)
def test_a_broken_file_loses_no_board(data: bytes, flaw: str) -> None:
    shown = tiny().press("ENTER")
    shown.files.files["a.mg"] = data
    before = shown.program.game
    assert f"a.mg: {flaw}" in shown.press("l", "ENTER").text
    assert shown.program.game == before
    shown.press("l")
    del shown.files.files["a.mg"]
    assert "a.mg: No such file or directory" in shown.press("ENTER").text
    assert "There is no file *.mg" in shown.press("l").text


def test_a_game_is_given_up_only_when_asked() -> None:
    shown = tiny().press("n")
    assert "Give up this game?" in shown.text
    assert shown.screen.is_asking()
    assert shown.press("x").program.game is not None
    assert shown.press("n", "y").program.game is None
    assert shown.program.exit_status == 0


def test_the_end_of_a_game_is_told() -> None:
    shown = Shown().play("curve", "ChainedRemovalPolicy").press("ENTER", "ENTER")
    assert shown.screen.steps() == 2
    shown.screen.show_next_step()
    shown.screen.show_next_step()
    assert [line[:30].rstrip() for line in shown.lines[4:9:2]] == ["  0|", "  1|", "  2|"]
    assert "Score 41   Move 2" in shown.text
    assert "Final Score: 41." in shown.text
    assert shown.program.exit_status == 0
    assert shown.screen.press("ENTER") is None


@for_each("size, width, height", [((80, 24), 3, 1), ((120, 40), 5, 2)])
def test_a_click_moves_the_cursor_and_one_more_removes(
    size: tuple[int, int], width: int, height: int
) -> None:
    shown = Shown(size=size).play("large", "SingleRemovalPolicy")
    assert shown.program.game
    for cell in range(70):
        row, column = divmod(cell, 10)
        for x, y in ((0, 0), (width - 1, height - 1)):
            shown.press(*["DOWN"] * 6, "LEFT" if column else "RIGHT")  # off the cell
            shown.click(4 + row * height + y, 4 + column * width + x)
            assert f"({row},{column}): removes 1 gem" in shown.text
    at = 4 + 6 * height, 4 + 4 * width
    assert "Move 0" in shown.click(*at).text
    assert "Move 1" in shown.click(*at).press("x").text


@for_each("at", [(0, 0), (2, 5), (3, 5), (4, 3), (4, 60), (22, 5), (23, 79)])
def test_a_click_beside_the_board_does_nothing(at: tuple[int, int]) -> None:
    shown = tiny().press("RIGHT")
    before = shown.text
    assert shown.click(*at).text == before


@pytest.mark.slow_from(1)
@pytest.mark.parametrize("size", [*SIZES, (60, 12), (46, 10), (10, 3), (0, 0)])
def test_rows_fit_the_screen(size: tuple[int, int]) -> None:
    shown = Shown(size=size)
    shown.files.files["a.mg"] = (
        b"0 0 InteractivePlayer ChainedRemovalPolicy\n"
        + (b". " * 50 + b"\n") * 32
        + (b" ".join([b"%d" % (n % 13) for n in range(50)]) + b"\n") * 8
    )
    for keys in (["x"], ["l"], ["ENTER"], ["h"], ["RIGHT"] * 30, ["DOWN"] * 30, ["s"], ["ESC"]):
        shown.press(*keys)
        rows = shown.screen.rows(*size)
        assert len(rows) <= size[1]
        assert all(width_of(row) <= size[0] for row in rows)
        if size[0] >= 60 and shown.program.game and not shown.screen.is_typing():
            assert "[" in shown.text


KEYS = ["UP", "DOWN", "LEFT", "RIGHT", "ENTER", "TAB", "ESC", "BACKSPACE", *"hslunyxq1"]


@given(st.lists(st.sampled_from(KEYS), max_size=40), st.integers(0, 23), st.integers(0, 79))
def test_no_keys_or_clicks_make_it_raise(keys: list[str], row: int, column: int) -> None:
    shown = Shown(practice=True)
    for key in keys:
        shown.press(key)
        assert len(shown.lines) == 24
        shown.click(row, column)
        if shown.screen.steps():
            shown.screen.show_next_step()
    assert shown.program.exit_status in {None, 0}


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
    game = game_of_file(SAVED)
    word = word_of_game(game)
    assert word == "9,1,InteractivePlayer,AdjacentRemovalPolicy/.,.,./1,3,2/1,2,2"
    assert game_of_word(word) == game
    on_screen = Shown().program
    assert "-- Move   1 --" in on_screen.take(f"{RESUME} {word}")
    dialogue = GemsProgram(MemoryFiles())
    assert "'resume' is not a valid option" in dialogue.take(RESUME)
    dialogue.take("new tiny SingleRemovalPolicy InteractivePlayer")
    assert "Invalid option 'resume'" in dialogue.take(RESUME)


def test_what_is_saved_is_known_by_its_digest() -> None:
    shown = tiny().press("ENTER", "s", "b")
    before = shown.program.digest()
    words = shown.screen.press("ENTER")
    assert words == f"saved b.mg {crc32(shown.files.files['b.mg']):08x}"
    program = GemsProgram()
    program.take("new tiny AdjacentRemovalPolicy InteractivePlayer move 0 0")
    assert program.digest() == before
    assert program.take(words).startswith("\n-- Move   1 --")
    assert program.digest() not in {before, shown.program.digest()}
    shown.program.take(words)
    assert program.digest() == shown.program.digest()
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
    program = Shown().program
    assert program.take(f"{RESUME} {word}") == ""
    assert program.exit_status == 1
    assert program.take_errors()


def test_an_error_of_an_answer_is_gone_with_the_next_answer() -> None:
    shown = Shown().play("nowhere", "AdjacentRemovalPolicy")
    said = [line for line in shown.lines if "nowhere" in line]
    assert said
    shown.play("tiny", "AdjacentRemovalPolicy")
    assert "nowhere" not in shown.text
