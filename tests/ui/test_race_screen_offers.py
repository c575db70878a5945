"""Expansions on the race screen: digits switch them, a page tells all, the choice is kept (X1)."""

import io
from pathlib import Path

import pytest

from cc3k.cli.options import parse_play_options
from cc3k.cli.plain import PlainSession, play_words
from cc3k.cli.race_screen_offers import make_switches, read_last_choice
from cc3k.content.roster import BASE_RULES
from cc3k.engine.board import FloorLayout
from cc3k.expansions.registry import OWN_EXPANSIONS
from cc3k.play.endings import SLAIN
from cc3k.play.session import Session, SessionStage
from cc3k.play.start_offers import CannotSwitch, RaceScreenNews, ResumeOffer, StartOffer
from cc3k.saves.expansion_plugins import list_expansions
from cc3k.saves.index import FoundResults
from cc3k.saves.layout_files import load_layout
from cc3k.saves.paths import CHOICE_FILE
from cc3k.saves.result_sources import IndexEntry
from cc3k.ui.console import Console
from cc3k.ui.palette import ROLE_LETTERS
from cc3k.ui.race_screen import PAGE_HEADING, PAGE_KEYS
from cc3k.ui.screen_layout import ELLIPSIS
from tests.support.consoles import console_at_menu, lines, playing, pressed, roles_of, with_keys
from tests.support.records import A_RESULT
from tests.support.tables import for_each

NAMES = [each.name for each in OWN_EXPANSIONS]
KEYS = "1 to 9 and 0 switch the first ten"
FIRST, SECOND = OWN_EXPANSIONS[:2]

SIZES = [(80, 24), (79, 30), (40, 12), (120, 40), (200, 60)]
TUTORIAL = "A first game: the tutorial, a floor with a dozen hints"
DAILY = "Daily 2026-11-20: not played yet; one attempt is scored"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "home"
    monkeypatch.setenv("CC3K_HOME", str(folder))
    return folder


def no_game() -> Session:
    return Session(BASE_RULES, 1)


def menu(size: tuple[int, int] = (80, 24), *words: str) -> Console:
    shell = console_at_menu(size)
    offers = StartOffer("f", TUTORIAL, no_game), StartOffer("y", DAILY, no_game)
    shell.menu.news = RaceScreenNews(start_offers=lambda _session: offers)
    shell.menu.switches = make_switches(parse_play_options(words))
    return shell


def on(shell: Console) -> list[str]:
    return [each.name for each in shell.session.rules.expansions]


@for_each("size", SIZES)
def test_each_has_a_line_with_its_digit(size: tuple[int, int]) -> None:
    """X1: on a page of their own; the race screen says in one sentence which are on."""
    shell = menu(size)
    if size[1] >= 24:
        assert f"Expansions on: none; x lists all of them, {KEYS}" in lines(shell)
    assert not [row for row in lines(shell) if row[4:7] in {"[ ]", "[x]"}]
    pressed(shell, ["x"])
    seen = dict[str, str]()
    for _ in NAMES:
        shown = [row for row in lines(shell) if row[4:7] in {"[ ]", "[x]"}]
        seen |= {row.split()[3]: row[2] for row in shown}
        pressed(shell, ["down"])
    assert [*seen] == NAMES
    assert [*seen.values()] == [*PAGE_KEYS[: len(NAMES)]]
    assert all(len(row) <= size[0] for row in lines(shell))
    assert len(lines(shell)) <= size[1]


@for_each("size", SIZES)
def test_everything_else_is_still_told(size: tuple[int, int]) -> None:
    shown = "\n".join(lines(menu(size)))
    assert "Troll" in shown
    if size[1] >= 24:
        for told in (TUTORIAL, DAILY, *[race.name for race in BASE_RULES.races]):
            assert told in shown


@for_each("size", SIZES)
def test_a_digit_switches_one_on_and_off(size: tuple[int, int]) -> None:
    """X1: on the race screen and on the page; the games begun then have it."""
    shell = menu(size)
    pressed(shell, ["1"])
    assert on(shell) == [FIRST.name]
    pressed(shell, ["2", "1"])
    assert on(shell) == [SECOND.name]
    pressed(shell, ["x"])
    assert lines(shell)[0].startswith(PAGE_HEADING[:30])
    pressed(shell, ["1"])
    assert lines(shell)[0].startswith(PAGE_HEADING[:30])
    assert on(shell) == [FIRST.name, SECOND.name]
    marked = [row for row in lines(shell) if row[4:7] == "[x]"]
    assert [row.split()[2] for row in marked] == [FIRST.name, SECOND.name]
    pressed(shell, ["escape", "t"])
    assert playing(shell).rules.expansions == (FIRST, SECOND)


def test_the_page_has_a_cursor_and_says_all() -> None:
    """X1: the whole sentence of the chosen one, however narrow the screen; Enter switches it."""
    shell = menu((40, 12))
    pressed(shell, ["x", *["down"] * (len(NAMES) - 1)])
    sentence = OWN_EXPANSIONS[-1].sentence
    assert sentence in " ".join([row for row in lines(shell) if row])
    assert set(roles_of(shell, NAMES[-1])) == {ROLE_LETTERS["cursor"]}
    pressed(shell, ["enter"])
    assert on(shell) == [NAMES[-1]]
    pressed(shell, ["down"])
    assert set(roles_of(shell, NAMES[0])) == {ROLE_LETTERS["cursor"]}
    pressed(shell, ["up", "enter", "q"])
    assert on(shell) == []
    assert shell.session.stage is SessionStage.CHOOSING_RACE


@for_each("size", [(79, 24), (80, 24), (79, 30), (120, 40), (60, 30)])
def test_sentences_are_whole_from_79_columns_on_or_cut_at_a_word(size: tuple[int, int]) -> None:
    """X1: each has one line on their page."""
    shown = [row for row in lines(with_keys(menu(size), ["x"])) if row[4:7] == "[ ]"]
    for each, row in zip(OWN_EXPANSIONS, shown, strict=True):
        told = row.partition(f" {each.name} ")[2].strip()
        assert each.sentence.startswith(told.removesuffix(ELLIPSIS))
        assert told == each.sentence or (told.endswith(ELLIPSIS) and size[0] < 79)


def test_keys_beyond_the_last_are_no_keys() -> None:
    """X81: the first ten have digits on the race screen; the page has letters for the others."""
    shell = menu()
    pressed(shell, ["0"])
    assert on(shell) == [NAMES[9]]
    pressed(shell, ["0", PAGE_KEYS[10]])
    assert on(shell) == []
    pressed(shell, ["x", *PAGE_KEYS[: len(NAMES)]])
    assert on(shell) == NAMES
    assert f"Expansions on: all; x lists all of them, {KEYS}" in lines(pressed_back(shell))
    pressed(shell, ["x", PAGE_KEYS[len(NAMES)]])
    assert on(shell) == NAMES


def pressed_back(shell: Console) -> Console:
    pressed(shell, ["escape"])
    return shell


def test_without_expansions_nothing_is_switched() -> None:
    bare = console_at_menu((80, 24))
    before = lines(bare)
    pressed(bare, ["1"])
    assert lines(bare) == before
    assert not any("Expansions" in row for row in before)


def test_kept_games_leave_room_for_what_is_on() -> None:
    """X1: a digit switches one without a look at their page."""
    shell = menu()
    shell.menu.resume_offers = tuple([ResumeOffer(f"Kept {n}.", list, no_game) for n in range(4)])
    pressed(shell, ["1", "home"])
    shown = " ".join(lines(shell))
    assert f"Expansions on: {FIRST.name}; x lists all of them, {KEYS}" in shown
    assert "Kept 0." in shown


def test_last_choice_is_offered_again(home: Path) -> None:
    """X1: kept beside the games; what is not installed any more is left out."""
    assert read_last_choice({"CC3K_HOME": str(home)}) == []
    shell = menu()
    pressed(shell, ["2", "1"])
    assert (home / CHOICE_FILE).read_text("ascii") == f"{FIRST.name} {SECOND.name}\n"
    assert read_last_choice({"CC3K_HOME": str(home)}) == [FIRST.name, SECOND.name]
    pressed(shell, ["2", "1"])
    assert read_last_choice({"CC3K_HOME": str(home)}) == []
    (home / CHOICE_FILE).write_text(f"gone {SECOND.name}", encoding="ascii")
    assert read_last_choice({"CC3K_HOME": str(home)}) == [SECOND.name]
    (home / CHOICE_FILE).write_bytes(b"\xff" * 10_000)
    assert read_last_choice({"CC3K_HOME": str(home)}) == []


def test_a_choice_that_cannot_be_kept_is_played_all_the_same(home: Path) -> None:
    home.write_text("no folder", encoding="ascii")
    shell = menu()
    pressed(shell, ["1"])
    assert on(shell) == [FIRST.name]


def test_what_cannot_be_switched_says_why(tmp_path: Path) -> None:
    """A layout that has a mark of an expansion needs it on."""
    layout = tmp_path / "suit.txt"
    layout.write_text("|----|\n|@B\\.|\n|----|\n", encoding="ascii")
    options = parse_play_options(["--floor", str(layout), "--dlc", "gear"])
    switches = make_switches(options)
    gear = next(each for each in OWN_EXPANSIONS if each.name == "gear")
    assert gear in list_expansions()
    session = switches.switch(Session(BASE_RULES, 1), "gear")
    drawn = Session(session.rules, 1, (session_layout(str(layout), session),))
    with pytest.raises(CannotSwitch, match="gear"):
        switches.switch(drawn, "gear")


def session_layout(path: str, session: Session) -> FloorLayout:
    return load_layout(path, session.rules).floor_layouts[0]


def test_plain_mode_switches_by_name() -> None:
    """X1: the names are words there, as digits are kept games."""
    out = io.StringIO()
    speaker = PlainSession(
        Session(BASE_RULES, 1), out, switches=make_switches(parse_play_options([]))
    )
    typed = io.BytesIO(f"{SECOND.name} expansions {FIRST.name}\n{SECOND.name}\nt\n".encode("ascii"))
    play_words(speaker, typed.read)
    told = " ".join(out.getvalue().split())
    assert f"Expansions that are on: none; off: {', '.join(NAMES)}." in told
    assert f"{SECOND.name}, on: {SECOND.sentence}" in told
    assert f"{FIRST.name}, off: {FIRST.sentence}" in told
    assert f"Expansions that are on: {FIRST.name}, {SECOND.name}; off: " in told
    assert speaker.session.game is not None
    assert speaker.session.game.rules.expansions == (FIRST,)


def chosen_step(shell: Console) -> int | None:
    chosen = [each for each in shell.session.rules.expansions if each.name == "trials"]
    return chosen[0].setting_value if chosen else None


def test_a_trial_has_one_step_more_than_was_won(monkeypatch: pytest.MonkeyPatch) -> None:
    """X118: screens offer up to one above the highest won; the trial is told beside it."""
    shell, key = menu(), PAGE_KEYS[NAMES.index("trials")]
    pressed(shell, ["x", key, "right", "left"])
    assert chosen_step(shell) == 0
    told = "Left and Right change how hard the trial is:"
    assert f"{told} 0 (0 to 0; a win offers one more)." in lines(shell)
    won = A_RESULT._replace(expansions=("pack-2", "trials-1:2"))
    lost = A_RESULT._replace(cause="elf", ending=SLAIN, expansions=("trials-1:4",))
    kept = [IndexEntry("", "", is_scored=True, result=score) for score in (lost, won)]
    monkeypatch.setattr("cc3k.saves.index.find_results", lambda _home: FoundResults(kept))
    pressed(shell, ["right", "right", "right", "right", "left"])
    assert chosen_step(shell) == 2
    assert f"{told} 2 (0 to 3; a win offers one more)." in lines(shell)
    pressed(shell, ["escape"])
    (line,) = shell.session.news_of_game
    assert line in " ".join(lines(shell))
    assert line.count(",") == 2, "three conditions"
    depths = PAGE_KEYS[NAMES.index("depths")]
    pressed(shell, ["x", depths, "left", "escape", "x", depths])
    assert chosen_step(shell) == 2
    assert "depths" not in on(shell)
