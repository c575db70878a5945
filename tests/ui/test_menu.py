"""The menu of the games that are kept: on a screen and in lines, the one played last first."""

from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest

from cc3k.cli.plain import NOTHING_KEPT, RESUME_WORDS_HINT, PlainSession, play_words
from cc3k.content.roster import BASE_RULES
from cc3k.play.messages import HELP_HINT, NEVER_MIND, RESUME_KEYS_HINT, races_by_ease
from cc3k.play.plain_words import TIMES_QUESTION
from cc3k.play.session import Session, SessionStage
from cc3k.play.start_offers import CannotResume, ResumeOffer
from cc3k.ui.console import Console
from cc3k.ui.palette import ROLE_LETTERS
from cc3k.ui.race_screen import ENTER_NEEDS_CURSOR
from tests.support.consoles import (
    TIGHT,
    WHOLE,
    console_at_menu,
    keeper,
    lines,
    pressed,
    roles_of,
    with_keys,
)
from tests.support.tables import for_each
from tests.support.terminals import GAME, Terminal

EASIEST, *_, HARDEST = [race.name for race in races_by_ease(BASE_RULES)]

REFUSED = "/home/x.cc3k: a game of another ruleset"


def kept(race: str, *, playable: bool = True) -> ResumeOffer:
    def resume() -> Session:
        if not playable:
            raise CannotResume(REFUSED)
        session = Session(BASE_RULES, 7)
        session.start_game(next(one for one in BASE_RULES.races if one.name == race))
        return session

    told = f"{race}, floor 2, 99 HP, 5 gold, turn 30, played 2026-11-20 20:57 UTC."
    return ResumeOffer(told, lambda: [f"The last frame of the {race}."], resume, playable)


def menu(*offers: ResumeOffer, size: tuple[int, int] = TIGHT) -> Console:
    shell = console_at_menu(size)
    shell.menu.resume_offers = offers
    return shell


def race_of(shell: Console) -> str:
    game = shell.session.game
    return "" if game is None else game.race.name


@for_each("size", [WHOLE, TIGHT])
def test_all_games_are_shown_in_their_order(size: tuple[int, int]) -> None:
    shell = menu(kept("Drow"), kept("Troll"), kept("Goblin"), size=size)
    shown = lines(shell)
    first = shown.index("You left 3 games, the last played first:")
    assert [row.split(",")[0] for row in shown[first + 1 : first + 4]] == [
        "  Drow",
        "  Troll",
        "  Goblin",
    ]
    assert shown[first + 4] == RESUME_KEYS_HINT
    assert set(roles_of(shell, "Drow, floor 2")) == {ROLE_LETTERS["cursor"]}
    assert ROLE_LETTERS["cursor"] not in set(roles_of(shell, "Troll, floor 2"))


@for_each(
    (["enter"], "Drow"),
    (["c"], "Drow"),
    (["down", "enter"], "Troll"),
    (["down", "c"], "Troll"),
    (["down", "down", "enter"], EASIEST),
    (["down", "down", "c"], "Drow"),
    (["up", "enter"], HARDEST),
    ([*["up"] * (len(BASE_RULES.races) + 1), "enter"], "Troll"),
    (["s"], "Shade"),
    (["l", " ", "enter"], "Drow"),
)
def test_game_or_race_is_chosen_with_arrows_and_enter(keys: list[str], race: str) -> None:
    """Enter takes the default race only where nothing is kept; what is marked stands on a line."""
    shell = menu(kept("Drow"), kept("Troll"))
    assert any("Enter goes on with the marked game" in row for row in lines(shell))
    pressed(shell, keys)
    assert race_of(shell) == race


def test_marked_game_is_looked_at_first() -> None:
    shell = with_keys(menu(kept("Drow"), kept("Troll")), ["down", "l"])
    assert lines(shell)[0] == "The last frame of the Troll."
    pressed(shell, [" "])
    assert shell.session.stage is SessionStage.CHOOSING_RACE


def test_game_that_cannot_be_gone_on_with_hides_no_other() -> None:
    shell = menu(kept("Goblin", playable=False), kept("Drow"))
    shown = lines(shell)
    assert any(row.startswith("  Goblin, floor 2") for row in shown)
    pressed(shell, ["up", "enter"])
    assert any(REFUSED in row for row in lines(shell))
    assert race_of(shell) == ""
    pressed(shell, ["enter"])
    assert race_of(shell) == "Drow"


def test_enter_begins_nothing_where_no_kept_game_can_be_gone_on_with() -> None:
    """A game is kept, so the default race is not taken by accident."""
    shell = with_keys(menu(kept("Goblin", playable=False)), ["enter", "enter", "c"])
    assert race_of(shell) == ""
    assert any(REFUSED in row for row in lines(shell))


@for_each("count", [1, 9, 30])
@for_each("size", [WHOLE, TIGHT])
def test_marked_game_is_always_on_the_screen(count: int, size: tuple[int, int]) -> None:
    offers = [ResumeOffer(f"Game {number}.", list, kept("Drow").resume) for number in range(count)]
    shell = menu(*offers, size=size)
    for number in range(count):
        shown = lines(shell)
        assert f"  Game {number}." in shown
        assert RESUME_KEYS_HINT in shown
        assert len([row for row in shown if row.startswith("  s  Shade")]) == 1
        assert shown[-1] == "" or shown[-1] == HELP_HINT
        pressed(shell, ["down"])


def test_game_that_was_gone_on_with_is_offered_no_more() -> None:
    shell = with_keys(menu(kept("Drow"), kept("Troll")), ["enter", "r", "y"])
    shown = lines(shell)
    assert not any("Drow, floor 2" in row for row in shown)
    pressed(shell, ["enter"])
    assert race_of(shell) == ""
    pressed(shell, ["enter"])
    assert race_of(shell) == "Troll"


def spoken(typed: str, *offers: ResumeOffer, news: Iterator[list[str]] | None = None) -> list[str]:
    waiting, out = [typed.encode("ascii")], StringIO()

    read, session = waiting.pop, Session(BASE_RULES, 42)
    session.keeper = own = keeper(is_saved=False)
    own.take_notices.side_effect = lambda: next(news or iter([]), [])
    play_words(PlainSession(session, out, offers), lambda _: read() if waiting else b"")
    return out.getvalue().splitlines()


def test_games_are_told_by_number_in_lines() -> None:
    said = spoken("", kept("Drow"), kept("Troll"))
    start = said.index("You left 2 games, the last played first:")
    assert said[start + 1].startswith("1: Drow, floor 2, 99 HP, 5 gold, turn 30, played ")
    assert " ".join(said).count(RESUME_WORDS_HINT) == 1
    assert any(row.startswith("2: Troll") for row in said)
    assert not any(row.startswith("You left") for row in spoken(""))


def test_continue_goes_on_with_the_game_played_last() -> None:
    said = spoken("Continue\nf\n", kept("Goblin", playable=False), kept("Drow"), kept("Troll"))
    assert any(row.startswith("Drow: HP ") for row in said)
    assert "Enemies stand still." in said
    assert " ".join(said).count("Find the stairs") == 1
    none_kept = spoken("continue\ngames\ns\n")
    assert none_kept.count(NOTHING_KEPT) == 2
    assert any(row.startswith("Shade: HP ") for row in none_kept)


@for_each(("1", "Drow"), ("2", "Troll"), *[(no, "") for no in ("0", "3", "-1", "x", "01")])
def test_number_goes_on_with_that_game_and_others_are_ignored(number: str, race: str) -> None:
    """§4: it is told how it stands, and what is near; then words are commands again."""
    said = spoken(f"{number}\nf\n", kept("Drow"), kept("Troll"))
    stands = [row.partition(":")[0] for row in said if row.startswith(("Drow: HP", "Troll: HP"))]
    assert stands == [race] * bool(race)
    for told in ("ChamberCrawler3000, seed 7.", "Enemies stand still."):
        assert (told in said) is bool(race)


def test_games_can_be_heard_of_again_and_a_refused_one_is_named() -> None:
    said = spoken("1\ngames\n2\n", kept("Goblin", playable=False), kept("Drow"))
    assert REFUSED in said
    assert len([row for row in said if row.startswith("1: Goblin")]) == 2
    assert any(row.startswith("Drow: HP ") for row in said)


def test_number_is_a_word_like_any_other_in_a_game() -> None:
    said = spoken("s\n1\ncancel\nlists\n", kept("Drow"))
    assert TIMES_QUESTION in said
    assert NEVER_MIND in said
    assert "There is no command 'lists'." in said


def test_what_has_to_be_told_is_told_in_lines_at_once() -> None:
    """As on a screen: between what was said and what is near, in the very same breath."""
    news = iter([["At the start."], ["Not kept."]])
    said = spoken("s\nf\n", news=news)
    assert said.index("At the start.") < said.index("You enter the dungeon.")
    assert said.index("Not kept.") < said.index("Enemies stand still.")


@pytest.mark.slow
def test_kept_games_are_chosen_on_a_terminal(tmp_path: Path) -> None:
    env = {"TERM": "xterm-256color", "CC3K_HOME": str(tmp_path)}
    for race in "dt":
        with Terminal(GAME, env=env) as terminal:
            terminal.wait_for("Choose a race", then=f"{race}f")
            terminal.wait_for("Enemies stand still.")
            assert terminal.end("\x04") == 0
    for choosing, leaving in (("\x1b[B\r", "\x04"), ("\r", "q\r")):
        with Terminal([*GAME[:3]], env=env) as terminal:
            terminal.wait_for("You left 2 games", then=choosing)
            terminal.wait_for("Race: Drow")
            assert terminal.end(leaving) == 0
    with Terminal([*GAME[:3]], env=env) as terminal:
        terminal.wait_for("You left a game")
        assert terminal.end("q") == 0


def test_enter_takes_no_default_while_other_games_are_kept() -> None:
    """With `--seed` and the like these are not offered; a race is begun by its letter or marked."""
    for keys, race in (
        (["enter"], ""),
        (["enter", "down", "down", "enter"], "Drow"),
        (["up", "enter"], HARDEST),
        (["t"], "Troll"),
    ):
        shell = menu()
        shell.menu.enter_takes_default = False
        assert ENTER_NEEDS_CURSOR in " ".join(lines(shell))
        pressed(shell, keys)
        assert race_of(shell) == race
    shell = menu()
    shell.menu.enter_takes_default = False
    pressed(shell, ["down"])
    assert f"Enter begins as a {EASIEST.lower()}" in " ".join(lines(shell))


@pytest.mark.slow
@pytest.mark.parametrize("chosen", [["--seed", "1"], ["--practice"]], ids=" ".join)
def test_enter_begins_no_second_game_on_a_terminal(tmp_path: Path, chosen: list[str]) -> None:
    """The document's default is taken only when nothing is kept."""
    env = {"TERM": "xterm-256color", "CC3K_HOME": str(tmp_path / "home")}
    for is_first in (True, False):
        with Terminal([*GAME[:3], *chosen], env=env) as terminal:
            terminal.wait_for("Choose a race", then="\r")
            terminal.wait_for("Turn 0" if is_first else "until a row is marked")
            assert terminal.end("\x04") == 0
        assert (b"Turn 0" in terminal.output) is is_first
    assert len(list((tmp_path / "home" / "games").iterdir())) == 1
