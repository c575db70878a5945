"""Space Defender on a screen: keys are pressed, cells clicked, rows read."""

import re

from hypothesis import given
from hypothesis import strategies as st

from cc3k.arcade.defender.board import Battle, Cell
from cc3k.arcade.defender.board_screen import DefenderScreen, in_words
from cc3k.arcade.defender.command_parser import read_commands
from cc3k.arcade.defender.program import DefenderProgram
from cc3k.arcade.defender.tables import ENEMIES, FIGHTER, GRUNT
from cc3k.arcade.protocols import Row
from tests.arcade.test_defender_golden import SCRIPTS
from tests.support.defender import Scene, transcript
from tests.support.tables import for_each

SIZES = [(80, 24), (120, 40)]
KEYS = (
    *("UP", "DOWN", "LEFT", "RIGHT", "ENTER", "TAB", "HOME", "END", "PGUP", "PGDN", "ESC", "F1"),
    *("p", " ", "f", "s", "a", "d", "x", "?", "q", "7", "BACKSPACE"),
)


class Player:
    def __init__(self, columns: int = 80, rows: int = 24) -> None:
        self.size = columns, rows
        self.program = DefenderProgram()
        self.screen = DefenderScreen(self.program)
        self.told: list[str] = []
        self.program.begin()

    def press(self, *keys: str) -> "Player":
        for key in keys:
            self.say(self.screen.press(key))
        return self

    def click(self, row: int, column: int) -> "Player":
        self.rows()
        self.say(self.screen.click(row, column))
        return self

    def say(self, command: str | None) -> None:
        if command is not None:
            self.told.append(command)
            answer = self.program.take(command)
            assert answer.startswith(f"->{command}\n"), answer
            assert ", ok\n" in answer, answer
            self.screen.answered(answer)

    def rows(self) -> list[Row]:
        columns, rows = self.size
        shown = self.screen.rows(columns, rows)
        assert len(shown) <= rows
        assert all(sum(len(text) for text, _ in row) <= columns for row in shown)
        return shown

    def lines(self) -> list[str]:
        return ["".join(text for text, _ in row).rstrip() for row in self.rows()]

    def line(self, pattern: str) -> str:
        return next(line for line in self.lines() if re.search(pattern, line))

    def play(self, scene: Scene) -> "Player":
        self.press(*["ENTER"] * 2)
        self.program.battle = scene.battle
        self.screen.view.cursor = scene.battle.starfighter.cell
        return self

    def role_at(self, row: int, column: int) -> tuple[str, str]:
        cells = [(one, role) for text, role in self.rows()[row] for one in text]
        return cells[column]


def board_cell(player: Player, cell: Cell) -> tuple[str, str]:
    return player.role_at(*place_of(player, cell))


def place_of(player: Player, cell: Cell) -> tuple[int, int]:
    width = player.screen.view.measure(battle_of(player), player.size[0])
    wide = (width - 3) // battle_of(player).columns
    return 2 + cell[0], 2 + cell[1] * wide - 1


def battle_of(player: Player) -> Battle:
    assert player.program.battle is not None
    return player.program.battle


# Before a game


def test_the_form_makes_a_play_that_conforms() -> None:
    player = Player()
    assert player.line("Rows").split()[:3] == [">", "Rows", "10"]
    player.press("LEFT", "LEFT", "DOWN", "LEFT", "DOWN", "RIGHT", "ENTER")
    assert player.told == ["play(8,29,21,36,51,66,81)"]
    assert player.lines()[0].endswith("weapon setup")


def test_no_number_leaves_its_bounds() -> None:
    player = Player()
    player.press(*["RIGHT"] * 3, "DOWN", *["RIGHT"] * 3, "DOWN", *["RIGHT"] * 20, "ENTER")
    assert player.told == ["play(10,30,41,56,71,86,101)"]
    player = Player()
    player.press(*["LEFT"] * 9, "DOWN", *["LEFT"] * 30, *["DOWN", *["LEFT"] * 30] * 5, "ENTER")
    assert player.told == ["play(5,10,1,1,1,1,1)"]
    assert Player().press("UP", "RIGHT", "7", "ESC").line("Pylons").split()[:3] == [
        ">",
        "Pylons",
        "20%",
    ]


def test_a_click_selects_a_field() -> None:
    player = Player().click(4, 3)
    assert player.line("^>").split()[1] == "Grunts"
    assert player.click(20, 3).line("^>").split()[1] == "Grunts"
    assert player.click(0, 3).told == []


def test_arrows_choose_and_the_sums_follow() -> None:
    player = Player().press("ENTER", "DOWN", "DOWN", "DOWN", "RIGHT", "UP", "RIGHT", "LEFT", "LEFT")
    assert player.told[1:] == [
        *("setup_select(2)", "setup_select(3)", "setup_select(4)", "setup_next(1)"),
        *("setup_select(4)", "setup_next(1)", "setup_back(1)", "setup_back(1)"),
    ]
    assert player.line("> Rocket")
    assert player.line(r"\* Heavy")
    assert "Health: 220" in player.lines()[3]
    assert any("Two projectiles appear behind" in line for line in player.lines())
    assert player.press("LEFT").told[-1] == "setup_back(1)"


def test_the_summary_tells_all_four() -> None:
    player = Player(120, 40).press("ENTER", *["RIGHT"] * 4)
    assert player.lines()[0].endswith("setup summary")
    assert player.press("UP", "DOWN", "RIGHT").told[-1] == "setup_next(1)"
    text = "\n".join(player.lines())
    assert all(part in text for part in ("A single projectile", "Health:50", "Teleport back"))
    assert player.press("LEFT", "RIGHT", "ENTER").told[-1] == "setup_next(1)"
    assert player.program.state_name == "in game(0.0)"


def test_x_leaves_the_setup() -> None:
    player = Player().press("ENTER", "x")
    assert player.told[-1] == "abort"
    assert "Exited from setup mode." in player.lines()


def test_a_click_chooses_an_option() -> None:
    player = Player().press("ENTER").click(5, 2)
    assert player.told[-1] == "setup_select(3)"
    assert player.click(4, 30).told[-1] == "setup_next(2)"
    assert player.click(4, 25).told[-1] == "setup_select(2)"
    assert player.click(3, 2).told[-1] == "setup_back(2)"
    before = len(player.told)
    player.click(2, 2).click(12, 2).click(4, 70).click(0, 0)
    assert len(player.told) == before


# The board


@for_each("size", SIZES)
def test_fog_reach_and_entities_differ_by_glyph(size: tuple[int, int]) -> None:
    scene = Scene("G A5; P C25; * B4; < D9 move=3", columns=30)
    player = Player(*size).play(scene)
    found = {name: board_cell(player, cell) for name, cell in {
        "ship": (3, 1), "grunt": (1, 5), "fog": (3, 25), "shot": (2, 4), "path": (2, 7),
        "enemy shot": (4, 9), "its path": (4, 7), "reach": (5, 2), "far": (3, 13),
    }.items()}  # fmt: skip
    assert found == {
        "ship": ("S", "cursor"),
        "grunt": ("G", "foe"),
        "fog": ("?", "fog"),
        "shot": ("*", "friend"),
        "path": (">", "path"),
        "enemy shot": ("<", "foe"),
        "its path": ("-", "path"),
        "reach": ("_", "range"),
        "far": (".", ""),
    }
    assert board_cell(player.press("DOWN"), (3, 1)) == ("S", "hero")
    player.press("d")
    assert board_cell(player, (3, 25)) == ("P", "foe")


def test_what_is_in_the_fog_is_not_told() -> None:
    scene = Scene(columns=30)
    scene.battle.starfighter.vision = 5
    scene.enemy(FIGHTER, "A28")
    player = Player(120, 40).play(scene)
    player.press("p", *["UP"] * 2, *["RIGHT"] * 21)
    assert player.line(r"\[A,22\]").startswith("[A,22] not in sight")
    assert "Fighter" not in "\n".join(player.lines())
    assert "none" in "\n".join(player.lines())
    text = "\n".join(player.press("d").lines())
    assert "[A,22] Fighter(id:1), health 150/150, armour 10, does not see you" in text
    assert "  A Fighter(id:1) moves: [A,28] -> [A,22]" in text
    assert "F [A,22] 150/150" in text


def test_the_log_tells_what_is_in_sight() -> None:
    scene = Scene("G C4 health=10; P E5; < A9", columns=30)
    player = Player(80, 40).play(scene).press("RIGHT", "RIGHT", "RIGHT", "ENTER")

    def roles() -> dict[str, str]:
        return {"".join(text for text, _ in row): row[-1][1] for row in player.rows() if row}

    assert roles()["  The Grunt at C4 is destroyed."] == "hit"
    assert roles()["  You ram Grunt 1 at C4 and lose 10 health."] == "hurt"
    assert roles()["Enemy shot 1 flies from A9 to A4."] == ""
    player.press("l")
    assert roles()["Starfighter Action:"] == "heading"
    assert roles()["  The Grunt at location [C,4] has been destroyed."] == "hit"
    hurt = "  The Starfighter collides with Grunt(id:1) at location [C,4], trading 10"
    assert any(line.startswith(hurt) and len(line) <= 80 for line in roles())
    assert "  You ram Grunt 1 at C4 and lose 10 health." in player.press("l").lines()
    player.size = 120, 40
    row = player.line("Enemy shot 1 flies from A9 to A4.")
    assert row.endswith("A enemy projectile(id:-1) moves: [A,9] -> [A,4]")
    assert player.press("l").line("Enemy shot 1") == row, "there both are shown always"


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


def test_bars_lose_what_the_cursor_costs() -> None:
    scene = Scene("S energy=50 health=60", selected=(1, 1, 1, 1))
    player = Player().play(scene)
    assert player.line("Energy").endswith("] 50/70, then 56")
    assert player.line("Health").endswith("] 60/70, then 62")
    assert "+" in player.line("Energy")
    player.press("RIGHT", "RIGHT")
    assert player.line(r"\[C,3\]") == "[C,3] empty  2 steps, 6 energy"
    assert player.line("Energy").endswith("] 50/70, then 47")
    assert re.search(r"#+-", player.line("Energy"))
    scene.shot("E3", friendly=False, damage=15, move=4)
    assert "enemy projectile(id:-1), damage 15, move 4" in player.press("DOWN", "DOWN").line(
        r"\[E,3"
    )
    player.press("a")
    assert player.line("Energy").endswith("] 50/70, then 48")
    assert "[Standard: 5 energy]" in player.line("Score")
    player.press("a")
    assert player.line("Energy").endswith("] 50/70, then 3")
    assert "[Recall: 50]" in player.line("Score")
    assert "[move: 3 a step]" in player.press("a").line("Score")
    assert Player().play(Scene()).line("Energy").endswith("] 70/70")


def test_enter_moves_or_passes_or_does_what_is_chosen() -> None:
    player = Player().press("ENTER", "ENTER", "ENTER", "RIGHT", "DOWN", "ENTER", "a", "ENTER")
    assert player.told[2:] == ["pass", "move(F,2)", "fire"]
    player.press("p", " ", "f", "s", "a", "a", "HOME")
    assert player.told[5:] == ["pass", "pass", "fire", "special"]
    assert player.screen.view.cursor == (5, 1)


def test_what_cannot_be_done_is_told_and_not_sent() -> None:
    scene = Scene("S energy=0")
    player = Player().play(scene)
    before = len(player.told)
    for keys, message in (
        (["f"], "Not enough resources to fire."),
        (["s"], "Not enough resources to use special."),
        ([*["RIGHT"] * 3, "ENTER"], "Not enough resources to move."),
        ([*["RIGHT"] * 9, "ENTER"], "Out of movement range."),
    ):
        assert player.press(*keys).lines()[1] == message
        assert len(player.told) == before
    assert player.line("Score").count("(") == 2
    player.press("LEFT")
    assert player.lines()[1] == ""


def test_the_cursor_stays_on_the_board() -> None:
    player = Player().press("ENTER", "ENTER", *["UP"] * 9, *["LEFT"] * 3)
    assert player.screen.view.cursor == (1, 1)
    player.press(*["DOWN"] * 12, *["RIGHT"] * 40)
    assert player.screen.view.cursor == (10, 30)
    assert player.line("^J").endswith("[?]")
    assert player.press("HOME").screen.view.cursor == (5, 1)


def test_tab_goes_from_enemy_to_enemy() -> None:
    scene = Scene(columns=30)
    player = Player().play(scene)
    assert player.press("TAB").lines()[1] == "No enemy is in sight."
    for where in ("A9", "C5", "C29"):
        scene.enemy(GRUNT, where)
    cells = [player.press("TAB").screen.view.cursor for _ in range(3)]
    assert cells == [(3, 5), (1, 9), (3, 5)]


def test_a_click_aims_and_a_second_flies() -> None:
    player = Player().press("ENTER", "ENTER").click(6, 2 + 3 * 2 - 1)
    assert player.screen.view.cursor == (4, 3)
    assert player.click(6, 7).told[-1] == "move(D,3)"
    before = len(player.told)
    player.click(2, 9).click(6, 0).click(6, 79).click(20, 9).click(0, 0)
    assert (len(player.told), player.screen.view.cursor) == (before, (4, 3))
    wide = Player(120, 40).press("ENTER", "ENTER").click(3, 2 + 3 * 30 - 1)
    assert wide.screen.view.cursor == (1, 30)


def test_x_asks_before_it_ends_a_game() -> None:
    player = Player().press("ENTER", "ENTER", "x")
    assert player.lines()[1].startswith("This ends the game.")
    player.press("p", "x")
    assert player.told[-1] == "pass"
    assert player.press("x").told[-1] == "abort"
    assert player.lines()[:2] == ["Space Defender 2  game over", "Exited from game."]
    assert not any(player.lines()[2:-1])
    assert player.screen.is_over()
    assert player.press("UP", "ENTER").told[-1] == "abort"
    assert "Rows" in player.line("Rows")
    assert player.press("ENTER").told[-1].startswith("play(")
    assert not player.screen.is_over()


def test_the_end_is_shown_until_enter() -> None:
    scene = Scene("S health=1; F E3", rows=10, columns=30)
    player = Player().play(scene).press("p")
    assert player.program.state_name == "not started"
    assert "The game is over. Better luck next time!" in player.lines()
    player.press("UP")
    assert board_cell(player, (5, 1)) == ("X", "hurt")
    assert board_cell(player, (5, 2))[0] == "."
    assert player.line("X").startswith("E")
    assert player.click(6, 7).press("p", "f", "d").lines()[-1].startswith("Enter begins")
    assert player.press("ENTER").line("Rows")
    player.press("ENTER", "ENTER")
    assert player.program.state_name == "in game(0.0)"
    assert player.screen.view.cursor == (5, 1)


def test_the_log_scrolls() -> None:
    scene = Scene(rows=10, columns=30)
    for letter in "ABCDEFGHIJ":
        scene.enemy(GRUNT, f"{letter}20")
    player = Player().play(scene).press("d", "p")
    assert player.lines()[-2] == "-- more: Page Down --"
    first = player.lines()[16]
    while "more" in player.lines()[-2]:
        player.press("PGDN")
    assert player.line("Grunt 10 flies")
    assert player.press(*["PGUP"] * 9).lines()[16] == first
    player.press("PGDN", "p")
    assert player.screen.view.scrolled == 0


def test_each_turn_begins_with_the_cursor_on_the_ship() -> None:
    """Also after a power that moves it, and in a game that is gone on with input by input.

    What takes no turn leaves it where it is.
    """
    player = Player().press("ENTER", "ENTER")
    assert player.screen.view.cursor == (5, 1)
    player.press("DOWN", "RIGHT", "ENTER", "UP", "UP", "RIGHT", "d")
    assert player.screen.view.cursor == (4, 3)
    for key in ("f", "p", "s"):
        player.press("UP", key)
        assert player.screen.view.cursor == battle_of(player).starfighter.cell, key
    again = Player()
    for text in player.told:
        again.say(text)
    assert again.lines() == player.lines()
    assert player.told[-1] == "special"
    assert board_cell(player, (5, 1)) == ("S", "cursor"), "it was recalled"


def test_the_help_tells_goal_and_symbols() -> None:
    about = DefenderScreen(DefenderProgram()).about(80)
    assert about[0].startswith("Score as much as you can")
    assert all(len(line) <= 80 for line in about)
    told = "\n".join(about)
    for mark in (*"SX*<>-_.?", "[ ]", *[kind.symbol for kind in ENEMIES]):
        assert re.search(rf"(^|  ){re.escape(mark)} +[a-zA-Z]", told, re.MULTILINE), mark
    assert all(f"{kind.symbol}   {kind.name} " in told for kind in ENEMIES)


@given(
    st.lists(st.one_of(st.sampled_from(KEYS), st.tuples(st.integers(0, 24), st.integers(0, 80)))),
    st.sampled_from([*SIZES, (1, 1), (10, 3), (40, 12)]),
)
def test_no_key_or_click_is_an_error(
    presses: list[str | tuple[int, int]], size: tuple[int, int]
) -> None:
    player = Player(*size).press("ENTER", "ENTER")
    for press in presses:
        if isinstance(press, str):
            player.press(press)
        else:
            player.click(*press)
        player.rows()
    assert [str(command) for text in player.told for command in read_commands(text)] == player.told
