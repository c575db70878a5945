"""End of input, restart and quit in the midst of any command of an expansion (X7)."""

import io

from cc3k.cli.plain import PlainSession, play_words
from cc3k.cli.script import run_script
from cc3k.expansions.registry import OWN_EXPANSIONS
from cc3k.play.commands import CommandTable, command_table
from cc3k.play.session import Session, SessionStage
from cc3k.saves.expansion_plugins import select_rules
from cc3k.ui.console import Console
from tests.support.consoles import pressed
from tests.support.stones import STONE_RULES
from tests.support.tables import for_each

ALL_RULES = select_rules(["all"])
SIZES = [(80, 24), (79, 30), (40, 12)]

BEGINNINGS = [
    (words, rules)
    for rules in (ALL_RULES, STONE_RULES)
    for words in {
        (words.split()[0], len(words.split())): words
        for words in sorted(command_table(rules).beginnings)
    }.values()
]
"""One of each first word and each number of words, as its slots and directions are alike."""


def session_of(rules: object) -> Session:
    """Return a session in a game."""
    assert rules in (ALL_RULES, STONE_RULES)
    chosen = ALL_RULES if rules is ALL_RULES else STONE_RULES
    session = Session(chosen, 42)
    session.start_game(chosen.races[0])
    return session


def script(session: Session, typed: str) -> str:
    """Return the pages of a script."""
    out = io.StringIO()
    run_script(session, io.BytesIO(typed.encode("ascii")).read, out)
    return out.getvalue()


def is_command(words: str, table: CommandTable) -> bool:
    """Tell whether words are a command already, though more may follow."""
    return words in table.commands


@for_each("words, rules", BEGINNINGS)
def test_a_script_may_end_amid_a_command(words: str, rules: object) -> None:
    """X7: a beginning does nothing, with or without a line end; a whole command is done."""
    session = session_of(rules)
    assert session.game is not None
    before = session.game.digest()
    for end in ("", "\n"):
        pages = script(session_of(rules), words + end)
        whole = is_command(words, session.command_table)
        assert pages.count("Action:") == (2 if whole else 1)
    script(session, words)
    if not is_command(words, session.command_table):
        assert session.game.digest() == before
        assert session.stage is SessionStage.PLAYING


@for_each("line_end", " \n")
@for_each("meta", "rq")
@for_each("words, rules", BEGINNINGS)
def test_restart_and_quit_mean_the_same_amid_a_command(
    words: str, rules: object, meta: str, line_end: str
) -> None:
    """X7, R35: after any beginning, on the same line or the next."""
    session = session_of(rules)
    pages = script(session, f"{words}{line_end}{meta}")
    expected = SessionStage.SESSION_ENDED if meta == "q" else SessionStage.CHOOSING_RACE
    assert session.stage is expected
    assert pages.count("Action:") == 1 + is_command(words, session.command_table)


@for_each("meta", ["", "r", "q"])
@for_each("words, rules", BEGINNINGS)
def test_plain_mode_leaves_amid_a_command(words: str, rules: object, meta: str) -> None:
    """X7: also where a direction is asked for."""
    out = io.StringIO()
    speaker = PlainSession(session_of(rules), out)
    play_words(speaker, io.BytesIO(f"{words}\n{meta}\ny\n".encode("ascii")).read)
    stage = speaker.session.stage
    if meta == "q":
        assert stage is SessionStage.SESSION_ENDED
    elif meta == "r":
        assert stage in (SessionStage.CHOOSING_RACE, SessionStage.PLAYING)
    else:
        assert stage is SessionStage.PLAYING


@for_each("size", SIZES)
@for_each("words, rules", BEGINNINGS)
def test_a_screen_is_left_amid_a_command(words: str, rules: object, size: tuple[int, int]) -> None:
    """X7: escape gives a command up; then a quit asks as ever."""
    console = Console(session_of(rules), *size)
    keys = [" " if key == " " else key for key in words]
    pressed(console, keys)
    game = console.session.game
    assert game is not None
    pressed(console, ["escape", "escape", "q", "y"])
    assert console.session.is_ended


def test_every_expansion_with_words_is_tried() -> None:
    """X7: what has no words cannot be left amid them."""
    groups = {each.name: each.commands for each in OWN_EXPANSIONS}
    with_words = {name for name, each in groups.items() if each.actions or each.questions}
    tried = {words.split()[0] for words, rules in BEGINNINGS if rules is ALL_RULES}
    for name, each in groups.items():
        longer = [words for words, _ in (*each.actions, *each.questions) if " " in words]
        assert (name in with_words) >= bool(longer)
        assert {words.split()[0] for words in longer} <= tried
