"""The arcade on a terminal: its menu, and the screen of a board, with keys, pages and questions."""

import re
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cc3k.arcade.gems.board_screen import GemsScreen
from cc3k.arcade.protocols import BoardScreen
from cc3k.cli import arcade, streams
from cc3k.cli.arcade import ARCADE_NAMES
from cc3k.cli.defender import ARCADE_GAME as DEFENDER
from cc3k.saves.arcade_games import unfinished_arcade_games
from cc3k.terminal.keys import KeyDecoder
from cc3k.ui.arcade_screen import (
    BOARD_KEYS,
    HEADING,
    HINT,
    LEAVE_QUESTION,
    OVER,
    STEP_SECONDS,
    ArcadeMenu,
    ArcadeOffer,
    ArcadeScreen,
    CannotContinue,
    line_of,
)
from cc3k.ui.palette import (
    ARCADE_STYLES,
    DEUTERAN_ARCADE_STYLES,
    MONOCHROME_ARCADE_STYLES,
    PALETTES,
    ROLE_LETTERS,
)
from tests.cli.test_arcade_games import FakeScreen
from tests.support.arcade_screens import GEMS, NotingKeeper, arcade_screen, shown
from tests.support.processes import COMMAND, run
from tests.support.tables import for_each
from tests.support.terminals import Terminal

NEW_GAME = "new curve ChainedRemovalPolicy InteractivePlayer"
CHOSEN = ["up"] * 3 + ["tab"] + ["down"] * 2


class Watched:
    def __init__(
        self, *keys: str, size: tuple[int, int] = (80, 24), offers: list[ArcadeOffer] | None = None
    ) -> None:
        self.keeper = NotingKeeper()
        self.screen: ArcadeScreen = arcade_screen(self.keeper, offers or [], size)
        self.press(*keys)

    @property
    def text(self) -> str:
        return "\n".join(shown(self.screen))

    @property
    def seconds(self) -> float | None:
        return self.screen.tick_seconds

    def ticks(self) -> bool:
        return self.seconds is not None

    def press(self, *keys: str) -> "Watched":
        for key in keys:
            self.screen.press_keys([key])
        return self


def playing() -> Watched:
    return Watched(*CHOSEN, "enter")


def test_keys_reach_the_board_and_its_inputs_the_program_and_the_keeper() -> None:
    watched = playing()
    assert watched.keeper.noted == ["began", NEW_GAME]
    assert "(0,0): removes 5 gems of kind 1" in watched.text
    watched.press("right", "shift-up", "enter")
    assert watched.keeper.noted[2:] == ["move 0 1"]


def test_clicks_reach_the_board() -> None:
    (click,) = KeyDecoder().feed(b"\x1b[<0;11;9M")
    watched = playing()
    assert "(0,0): removes 5 gems" in watched.text
    watched.press(click)
    assert "(2,1): removes 3 gems" in watched.text
    assert watched.press("point 10 8").keeper.noted == ["began", NEW_GAME]
    assert watched.press(click).keeper.noted[2:] == ["move 2 1"]


def test_steps_of_an_animation_are_ticks_and_any_key_skips_them() -> None:
    watched = playing()
    assert not watched.ticks()
    watched.press("enter")
    assert watched.seconds == STEP_SECONDS
    assert "( 1 )" in watched.text
    watched.screen.tick()
    watched.screen.tick()
    assert not watched.ticks()
    watched = playing().press("enter", "x")
    assert not watched.ticks()
    watched = playing().press("enter")
    watched.screen.stop_ticking()
    assert not watched.ticks()


@for_each("key", ["?", "f1"])
def test_the_help_page_lists_all_keys(key: str) -> None:
    watched = playing().press(key)
    for named in dict(GemsScreen.keys):
        assert f"\n{named} " in watched.text
    for named in ("?, F1", "q", "Ctrl-D"):
        assert f"\n{named} " in watched.text
    assert len(watched.text.splitlines()) <= 24
    assert "removes 5 gems" in watched.press("q").text


def test_what_a_game_is_about_comes_before_its_keys() -> None:
    """On a page of its own where both do not fit on one."""
    for size, count in ((80, 24), 2), ((80, 50), 1):
        screen = ArcadeScreen(DEFENDER, NotingKeeper(), "", *size)
        pages = list[list[str]]()
        screen.press_keys(["?"])
        while screen.is_reading:
            pages.append(shown(screen))
            assert len(pages[-1]) == size[1]
            screen.press_keys(["x"])
        assert len(pages) == count
        text = "\n".join([line for page in pages for line in page])
        assert all(line in text for line in DEFENDER.open_board(()).about(80))
        assert text.index("Score as much") < text.index("Home")
        assert ("Any key goes on to the keys." in text) is (count > 1)
        assert "Any key goes back." in "\n".join(pages[-1])


def test_it_asks_before_it_leaves() -> None:
    watched = playing().press("q")
    assert watched.text.splitlines()[-1] == LEAVE_QUESTION
    assert not watched.press("x").screen.is_ended
    assert LEAVE_QUESTION not in watched.text
    assert watched.press("q", "y", "enter").screen.is_ended
    assert watched.keeper.noted == ["began", NEW_GAME]
    assert watched.screen.exit_message == (
        "Modern Gems\nThis game is kept: cc3k gems goes on with it.\n"
    )


def test_ctrl_d_leaves_at_once_and_keeps() -> None:
    for keys in ([], ["?"], ["q"], ["s"]):
        watched = playing().press(*keys, "ctrl-d")
        assert watched.screen.is_ended
        assert watched.keeper.try_to_save()


def test_nothing_is_said_to_be_kept_before_the_first_input() -> None:
    assert Watched("down", "ctrl-d").screen.exit_message == "Modern Gems\n"


def test_a_program_plays_by_ticks_and_waits_for_questions() -> None:
    """G15: its moves are kept one by one; nothing moves under a question or a page."""
    watched = Watched("tab", "tab", "down", "enter")
    assert watched.ticks()
    watched.screen.tick()
    assert "(2)" in watched.text
    for _ in range(3):
        watched.screen.tick()
    assert watched.keeper.noted[2:] == ["next", "next"]
    for key in ("q", "?"):
        watched.screen.stop_ticking()
        watched.press(key)
        assert not watched.ticks()
        watched.press("z")
        assert watched.keeper.noted[2:] == ["next", "next"]
        assert watched.ticks()
    while watched.ticks():
        watched.screen.tick()
    assert watched.keeper.noted[-1] == "ended"
    assert "Score 150   Move 44" in watched.text
    assert watched.text.splitlines()[-1] == OVER
    watched.screen.tick()


def test_letters_are_letters_while_a_name_is_typed() -> None:
    watched = playing().press("s", "q", "?", "n")
    assert "Save as (*.mg): q?n_" in watched.text
    watched.press("enter")
    assert "Saved in q?n.mg." in watched.text


def test_the_end_of_a_game_is_told_and_another_can_be_played() -> None:
    watched = playing().press("enter", "enter")
    assert watched.keeper.noted[-1] == "ended"
    assert OVER not in watched.text
    watched.press("x")
    assert "Final Score: 41." in watched.text
    assert watched.text.splitlines()[-1] == OVER
    assert "Removal policy" in watched.press("enter").text
    assert watched.keeper.noted[-1] == "began"
    over = playing().press("enter", "enter", "q")
    assert over.screen.is_ended


def test_what_cannot_be_kept_is_told_below_the_board() -> None:
    """Until the next key; what a terminal would take for orders is escaped."""
    watched = playing()
    watched.keeper.add_notice("This game cannot be kept: \x1b.")
    assert watched.text.splitlines()[-1] == "This game cannot be kept: \\x1b."
    assert "cannot be kept" not in watched.press("x").text


@for_each("size", [(79, 24), (80, 23), (40, 10), (1, 1), (20, 2)])
def test_too_small_a_screen_says_what_is_needed(size: tuple[int, int]) -> None:
    watched = playing().press("enter")
    watched.screen.resize(*size)
    canvas = watched.screen.draw()
    assert (canvas.width, len(canvas.lines)) == size
    if size[0] >= 40:
        said = " ".join(shown(watched.screen)).split("  ")[0]
        assert "Modern Gems needs 80 columns and 24 rows" in said
        assert f"this screen has {size[0]} and {size[1]}." in " ".join(said.split())
    assert not watched.ticks()
    watched.screen.resize(120, 40)
    assert "Score" in watched.text


def test_ctrl_l_repaints() -> None:
    watched = playing()
    assert watched.screen.press_keys(["ctrl-l"])
    assert not watched.screen.press_keys(["left"])
    assert not watched.screen.may_hang
    assert not watched.screen.after_drawing()
    assert watched.screen.title == "Modern Gems"


def test_a_paste_is_told_of_until_the_next_key() -> None:
    """It is no input: the board and what is kept stay as they are."""
    watched = playing()
    board, noted = watched.text, [*watched.keeper.noted]
    watched.screen.report_paste(41)
    assert "A paste of 41 keys was ignored." in watched.text
    watched.press("escape")
    assert watched.text == board
    assert watched.keeper.noted == noted


def offer(name: str, *, broken: bool = False) -> ArcadeOffer:
    def resume() -> BoardScreen:
        if broken:
            message = f"{name}: torn"
            raise CannotContinue(message)
        board = GEMS.open_board(())
        board.answered(board.program.take(NEW_GAME))
        return board

    return ArcadeOffer(f"the game {name}", resume)


def test_kept_games_are_offered() -> None:
    offers = [offer("one"), offer("two")]
    watched = Watched(offers=offers)
    assert "1  the game one\n2  the game two" in watched.text
    assert not watched.ticks()
    assert "removes 5 gems" in watched.press("x", "3", "0", "2").text
    assert "removes 5 gems" in Watched("enter", offers=offers).text
    assert "Removal policy" in Watched("n", offers=offers).text
    assert LEAVE_QUESTION in Watched("q", offers=offers).text
    assert "Ctrl-D" in Watched("?", offers=offers).text


def test_a_kept_game_that_cannot_be_gone_on_with_is_told() -> None:
    watched = Watched("1", offers=[offer("one", broken=True), offer("two")])
    assert "one: torn" in watched.text
    assert "1  the game two" in watched.text
    watched = Watched("1", offers=[offer("one", broken=True)])
    assert "one: torn" in watched.text
    assert "Removal policy" in watched.text


def test_every_named_key_of_the_protocol_has_a_key_of_the_terminal() -> None:
    sent = {
        "\x1b[A": "UP",
        "\x1b[B": "DOWN",
        "\x1b[D": "LEFT",
        "\x1b[C": "RIGHT",
        "\r": "ENTER",
        "\t": "TAB",
        "\x7f": "BACKSPACE",
        "\x1b[5~": "PGUP",
        "\x1b[6~": "PGDN",
        "\x1b[H": "HOME",
        "\x1b[F": "END",
        "\x1bOP": "F1",
    }
    names = [KeyDecoder().feed(code.encode())[0] for code in sent]
    assert [BOARD_KEYS[name] for name in names] == [*sent.values()]
    assert BOARD_KEYS["escape"] == "ESC"
    assert {*BOARD_KEYS.values()} == {*sent.values(), "ESC"}


def test_rows_become_lines_by_the_palette() -> None:
    """A role that is none is plain; every role of the arcade is in every palette."""
    line = line_of((("ab", "gem1"), ("c\x1b", ""), ("d", "nonsense")))
    assert line.text == "abc\\x1bd"
    letter = ROLE_LETTERS["gem1"]
    assert line.roles[:2] == letter * 2
    assert len({*line.roles[2:]}) == 1
    assert ARCADE_STYLES.keys() == {
        *("friend", "foe", "fog", "path", "range", "exit", "block", "legal"),
        *(f"gem{number}" for number in range(1, 7)),
    }
    assert DEUTERAN_ARCADE_STYLES.keys() == ARCADE_STYLES.keys() >= MONOCHROME_ARCADE_STYLES.keys()
    for palette in ("default", "deuteran"):
        assert PALETTES[palette].keys() >= ARCADE_STYLES.keys()


@for_each("palette", ["default", "deuteran"])
def test_gems_look_different_in_every_coloured_palette(palette: str) -> None:
    styles = PALETTES[palette]
    for apart in ([f"gem{n}" for n in range(1, 7)], ["friend", "foe", "legal", "exit"]):
        assert len({styles[role] for role in apart}) == len(apart)


def test_leaving_a_game_that_cannot_be_kept_asks_and_says_so() -> None:
    at = arcade_screen(keeper := NotingKeeper())
    keeper.is_failing = True
    for key in ("ctrl-d", "q"):
        at.press_keys([key])
        assert shown(at)[-1].startswith("Leave? The end of the game is not kept.")
        at.press_keys(["n"])
    assert not at.is_ended
    at.press_keys(["ctrl-d", "y"])
    assert at.is_ended


DOWN, UP = "\x1b[B", "\x1b[A"


def text_of(menu: ArcadeMenu) -> str:
    return "\n".join([line.text.rstrip() for line in menu.draw().lines])


Open = Callable[..., ArcadeMenu]


@pytest.fixture
def open_menu(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Open]:
    """Return how to open the menu of the command on a screen of that size, and press keys."""
    monkeypatch.setenv("CC3K_HOME", str(tmp_path))
    monkeypatch.setattr(streams, "is_interactive", lambda: True)
    opened = list[ArcadeMenu]()

    def run_app(menu: ArcadeMenu, _screen: FakeScreen) -> int:
        opened.append(menu)
        return 0

    monkeypatch.setattr("cc3k.terminal.loop.run_app", run_app)

    def open_menu(*keys: str, size: tuple[int, int] = (80, 24)) -> ArcadeMenu:
        monkeypatch.setattr(streams, "open_game_screen", lambda *_, **__: FakeScreen(size))
        assert arcade.run([]) == 0
        opened[-1].press_keys([*keys])
        return opened[-1]

    yield open_menu
    for menu in opened:
        menu.close()


@pytest.mark.parametrize("size", [(80, 24), (40, 12)])
def test_every_game_can_be_chosen(open_menu: Open, size: tuple[int, int]) -> None:
    seen = set()
    for at, name in enumerate(ARCADE_NAMES):
        ways = [("down",) * at, ("up",) * (len(ARCADE_NAMES) - at)]
        for keys in (*[(*way, "enter") for way in ways], (name[0],), (f"click 3 {at + 2}",)):
            menu = open_menu(*keys[:-1], size=size)
            shown = text_of(menu)
            assert shown.startswith(HEADING)
            assert HINT.split(";")[0] in " ".join(shown.split())
            menu.press_keys([keys[-1]])
            seen.add((name, menu.title, text_of(menu).split("\n")[0].split()[0]))
    assert len(seen) == len(ARCADE_NAMES)
    assert len(open_menu().draw().lines) == 24


def test_what_is_no_choice_is_told(open_menu: Open) -> None:
    menu = open_menu("z", "click 3 20", "click 3 0", "z")
    assert "No game has the key z." in text_of(menu)
    menu.press_keys(["down"])
    assert "No game" not in text_of(menu)
    menu.press_keys(["?"])
    assert "`cc3k help gems` tells the rules" in text_of(menu)
    menu.report_paste(41)
    assert "A paste of 41 keys was ignored." in text_of(menu)
    assert menu.press_keys(["ctrl-l"])
    assert "A paste" not in text_of(menu)
    menu.stop_ticking()
    menu.tick()
    assert (menu.tick_seconds, menu.may_hang, menu.after_drawing()) == (None, False, False)


@pytest.mark.parametrize("key", ["q", "escape", "ctrl-d"])
def test_it_is_left(open_menu: Open, key: str) -> None:
    menu = open_menu(key, "d")
    assert menu.is_ended
    assert menu.exit_message == f"{HEADING}\n"
    assert menu.title == HEADING


def test_after_a_game_the_menu_is_there_again(open_menu: Open, tmp_path: Path) -> None:
    """It counts the games that are kept, and their game offers them; keys reach whom they are for.

    Everything typed at once does what it does typed one by one.
    """
    play = ("d", "enter", "enter", "f", "q", "y")
    menu = open_menu(*play)
    assert "> d  Space Defender 2  1 kept game\n" in text_of(menu)
    assert "This game is kept: cc3k defender goes on with it." in text_of(menu)
    menu.press_keys(["enter"])
    assert "1  defender, 3 inputs" in text_of(menu)
    menu.press_keys(["n", *play[1:]])
    assert "> d  Space Defender 2  2 kept games\n" in text_of(menu)
    menu.press_keys(["d", "enter", "p", "q", "x", "?"])
    assert "Score as much" in text_of(menu)
    menu.press_keys(["x", "x", "q"])
    assert LEAVE_QUESTION in text_of(menu)
    menu.report_paste(41)
    menu.press_keys(["ctrl-d", "d"])
    assert menu.is_ended
    assert menu.exit_message.endswith("This game is kept: cc3k defender goes on with it.\n")
    assert len(unfinished_arcade_games(str(tmp_path))) == 2


def test_a_game_of_the_menu_is_a_game_like_any(open_menu: Open) -> None:
    menu = open_menu("g", *["down"] * 3, "tab", *["down"] * 3, "enter", "enter")
    assert menu.title == "Modern Gems"
    assert menu.tick_seconds
    menu.tick()
    menu.stop_ticking()
    assert not menu.tick_seconds
    menu.report_paste(41)
    assert "A paste of 41 keys was ignored." in text_of(menu)
    menu.resize(40, 12)
    assert "Modern Gems needs 80 columns and 24" in text_of(menu)
    menu.press_keys(["up"])
    assert "q leaves." in text_of(menu)
    menu.press_keys(["q"])
    assert LEAVE_QUESTION in " ".join(text_of(menu).split())
    assert menu.exit_message.startswith("Modern Gems\nThis game is kept")
    menu.press_keys(["y"])
    assert "  d  Space Defender 2\n> g  Modern Gems       1 kept game" in text_of(menu)
    for size in ((1, 1), (10, 3), (200, 60)):
        menu.resize(*size)
        assert menu.draw().width == size[0]


def test_a_pipe_gets_the_list() -> None:
    """As the first lines of any script that asks for it; so does output to a file."""
    ended = run("arcade", typed="d\n")
    assert (ended.code, ended.err) == (0, "")
    assert [line.split()[1] for line in ended.out.splitlines()] == [*ARCADE_NAMES]


@pytest.mark.slow
def test_the_menu_on_a_terminal(tmp_path: Path) -> None:
    """From 40x12; after a game it is there again; NO_COLOR has none, Ctrl-C is 130, Ctrl-D is 0."""
    env = {"TERM": "xterm-256color", "NO_COLOR": "1", "CC3K_HOME": str(tmp_path)}
    for size in ((80, 24), (40, 12)):
        with Terminal((*COMMAND, "arcade"), size, env) as terminal:
            terminal.wait_for("q leaves" if size[0] > 40 else "leaves.", then=f"{DOWN}{DOWN}{UP}\r")
            terminal.wait_for("Modern Gems\n" if size[0] > 40 else "needs 80 columns", then="q")
            terminal.wait_for("Leave?", then="y")
            terminal.wait_for("> g  Modern Gems")
            assert not re.search(rb"\x1b\[[\d;]*\b[349][0-7]m", terminal.output)
            assert terminal.end("\x04") == 0
    with Terminal((*COMMAND, "arcade"), (80, 24), env) as terminal:
        terminal.wait_for("q leaves")
        for key, told in ("d", "Rows"), ("\r", "[Weapon]"), ("\r", "Score 0"), ("f", "(1.0)"):
            terminal.type(key)
            terminal.wait_for(told)
        terminal.resize(100, 30)
        assert terminal.end("\x03") == 128 + signal.SIGINT
        kept = "This game is kept: cc3k defender goes on with it."
        terminal.wait_until(lambda: kept in terminal.text)


@pytest.mark.slow
def test_a_terminal_without_screens_gets_a_numbered_list(tmp_path: Path) -> None:
    env = {"TERM": "dumb", "CC3K_HOME": str(tmp_path)}
    with Terminal((*COMMAND, "arcade"), (80, 40), env) as terminal:
        terminal.wait_for("1  Space Defender 2\n2  Modern Gems\n3  Escape\nA number plays")
        terminal.type("nonsense\n\n")
        terminal.wait_for("Found 'nonsense'; expected a number from 1 to 3.", then="1\n")
        terminal.wait_for("Version 2.\n->", then="\x04")
        terminal.wait_until(lambda: terminal.text.count("3  Escape") == 4)
        terminal.type("gems\n")
        terminal.wait_for(">>>", then="quit\n")
        terminal.wait_until(lambda: terminal.text.count("3  Escape") == 5)
        assert terminal.end("\x04") == 0
    for last, code in ("q\n", 0), ("\x03", 128 + signal.SIGINT):
        with Terminal((*COMMAND, "arcade"), (80, 24), env) as terminal:
            terminal.wait_for("q leaves:")
            assert terminal.end(last) == code
