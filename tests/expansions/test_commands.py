"""Expansions on the command line: chosen, recorded, resumed, verified, drawn, counted (X1, X3).

Nobody is locked out for one that fails while a recorded game is replayed (X5).
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from cc3k.api import Game, LayoutError
from cc3k.cli.config import read_config
from cc3k.cli.main import main
from cc3k.cli.options import parse_play_options
from cc3k.cli.recorded_games import GameSetup, set_up_recorded_game
from cc3k.cli.scores import score_table_lines
from cc3k.expansions.registry import OWN_EXPANSIONS
from cc3k.play.session import Session
from cc3k.play.start_offers import CannotResume
from cc3k.saves.expansion_plugins import select_rules
from cc3k.saves.journal_reader import JOURNAL_SUFFIX, read_stored_journal
from cc3k.saves.paths import INDEX_FILE, KEY_FILE, UNFINISHED_FOLDER
from cc3k.saves.plugins import blaming_expansions
from cc3k.saves.record import DAILY, ORDINARY, daily_seed
from cc3k.saves.results import rank_by_board
from cc3k.saves.saved_games import find_daily_attempt
from cc3k.ui.settings import ConfigError
from tests.expansions.conftest import Site
from tests.support.disks import files
from tests.support.expansions import game_of, rules_of
from tests.support.packages import ROOT_SOURCE
from tests.support.processes import Ended, run
from tests.support.records import A_RESULT
from tests.support.tables import for_each

EVERY_TURN = ("--dlc", "moon", "--moon-days", "3", "--race", "werewolf", "--seed", "42")

WAY_OUT = "|------|\n|@.\\...|\n|------|\n"

pytestmark = pytest.mark.usefixtures("moon")

Told: TypeAlias = Callable[..., str]


@pytest.fixture
def told(capsys: pytest.CaptureFixture[str]) -> Told:
    """Return a function that runs `cc3k` in this process and returns what it prints."""

    def run_here(*words: str, code: int = 0) -> str:
        assert main([*words]) == code, words
        printed = capsys.readouterr()
        return printed.out + printed.err

    return run_here


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "home"
    monkeypatch.setenv("CC3K_HOME", str(folder))
    monkeypatch.setenv("CC3K_CONFIG", str(tmp_path / "config.toml"))
    return folder


def play(site: Site, *arguments: str, typed: str = "") -> Ended:
    return run(*arguments, typed=typed, folder=site.folder)


def set_up(*arguments: str, kind: str = ORDINARY) -> GameSetup:
    options = parse_play_options(arguments)
    numbers = dict(options.numbers or ())
    options.rules = select_rules(options.dlc or (), numbers)
    return set_up_recorded_game(options, kind, lambda: Session(options.rules, 7))


def begin(setup: GameSetup, race: str = "Werewolf") -> Session:
    session = setup.session
    session.start_game(next(each for each in session.rules.races if each.name == race))
    return session


def on_drawn_floors(setup: GameSetup) -> GameSetup:
    setup.session.floor_layouts = Game(1, drawing=WAY_OUT * 5)._state.floor_layouts  # noqa: SLF001 - the drawn floors
    return setup


def journals(home: Path) -> list[Path]:
    return [path for path in files(home) if path.suffix == JOURNAL_SUFFIX]


@pytest.mark.seeded
def test_a_script_plays_with_what_is_chosen(moon: Site) -> None:
    """X1: races, rows, words and a number of the expansion, in plain frames."""
    ended = play(moon, *EVERY_TURN, "--script", typed="howl moon q")
    assert (ended.code, ended.err) == (0, "")
    frames = ended.out.splitlines()
    assert frames.count("Moon: 1 howls") == 1
    assert "Action: PC howls." in frames
    assert frames[-1] == "Action: The moon is full in 2 days."
    menu = play(moon, "--dlc", "moon", "--script", typed="q").out.splitlines()[1]
    assert menu.endswith("goblin (g), werewolf (w), or quit (q).")


def test_none_is_the_game_as_it_was(moon: Site) -> None:
    """X2: frame for frame."""
    words, typed = ("--seed", "42", "--race", "troll", "--script"), "no ea so f"
    base = play(moon, *words, typed=typed)
    for names in (["--dlc", "none"], ["--dlc", "moon", "--dlc", "none"]):
        assert play(moon, *words, *names, typed=typed) == base


SUN = """\
from cc3k.engine.expansion import Expansion
SUN = Expansion("sun", "The sun shines.")
"""


def test_help_says_what_each_does_and_options_add_up(
    moon: Site, home: Path, tmp_path: Path, told: Told
) -> None:
    """X1, X3: in its own sentence; as everybody expects of a list, in the order of the registry."""
    page = " ".join(play(moon, "--help").out.split())
    assert "moon: Comes with cc3k-moon 1.2." in page
    assert "--moon-days" not in page
    moon.install("sun", SUN)
    picture = tmp_path / "it.svg"
    told("--dlc", "sun", "--dlc", "moon", "--race", "werewolf", "--svg", f"{picture}")
    assert "howls" in picture.read_text("utf-8")
    assert parse_play_options(["--dlc", "sun", "--dlc", "MOON"]).dlc == ["sun", "moon"]
    found = told("--dlc", "sun,stars", code=2).splitlines()[-1]
    assert found.startswith("cc3k: error: argument --dlc: expansion 'stars': expected one of ")
    assert found.endswith("moon, sun, all, none")
    begin(set_up("--dlc", "sun,moon"))
    (path,) = journals(home)
    assert read_stored_journal(str(path)).record.header.expansions == ("moon-1:28", "sun-1")
    ended = play(moon, "--tutorial", "--dlc", "moon", "--script", typed="howl")
    assert ended.code == 0
    assert "Action: PC howls." in ended.out


@pytest.mark.slow_from(2)
@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("--moon-days", "3"), "unrecognized arguments: --moon-days"),
        (("--moon-days", "3", "--dlc", "pack"), "unrecognized arguments: --moon-days"),
        (("--dlc", "moon", "--moon-days", "100"), "'100': expected a whole number from 1 to 99"),
        (("--dlc", "moon", "--moon-days", "x"), "'x': expected a whole number from 1 to 99"),
        (("--sun-days", "3"), "unrecognized arguments: --sun-days"),
        (("--race", "werewolf"), "argument --race: 'werewolf': expected one of shade, drow"),
        (("--dlc", "moon", "--race", "orc"), "troll, goblin, werewolf"),
        (("--dlc", ""), "expansion '': expected one of "),
    ],
)
def test_what_cannot_be_chosen_is_a_usage_error(
    moon: Site, arguments: tuple[str, ...], reason: str
) -> None:
    """X1: exit code 2, and what was expected."""
    for command in ((), ("arena", "--games", "1")):
        ended = play(moon, *command, *arguments)
        assert ended.code == 2
        assert reason in ended.err


def test_configuration_chooses_too(tmp_path: Path) -> None:
    """X1: `dlc = [...]`, a number, and a race that comes with it; errors have their line."""

    def read(text: str) -> dict[str, object]:
        path = tmp_path / "config.toml"
        path.write_text(text, encoding="utf-8")
        return read_config({"CC3K_CONFIG": str(path)})

    assert read('dlc = ["moon"]\nmoon-days = 5\nrace = "werewolf"\n') == {
        "dlc": ["moon"],
        "race": "werewolf",
        "default_numbers": [("moon-days", 5)],
    }
    assert read('dlc = " None"')["dlc"] == ["none"]
    assert read("dlc = []")["dlc"] == []
    for text, expected in (
        *[(f"dlc = {each}", "names of") for each in ('["star"]', '"moon, none"', "3", "[3]")],
        ("moon-days = -1", "a whole number from 0 to 9999"),
        ('race = "werewolf"', "one of shade, drow, vampire, troll, goblin"),
        ("star = 1", "one of bind, "),
    ):
        with pytest.raises(ConfigError) as refused:
            read(text)
        assert f"1: found '{text}'; expected {expected}" in str(refused.value)
    assert select_rules([], {}, {"moon-days": 5}).expansions == (), "where it is on alone"
    assert select_rules(["moon"], {}, {"moon-days": 5}).expansion_tags == ("moon-1:5",)
    both = select_rules(["moon"], {"moon-days": 6}, {"moon-days": 5})
    assert both.expansion_tags == ("moon-1:6",)


@pytest.mark.seeded
def test_a_journal_names_the_expansions_and_replays_with_them(
    moon: Site, tmp_path: Path, told: Told
) -> None:
    """X3: replay, `--verify`, retelling, a picture, a moving one and a film."""
    path = f"{tmp_path / 'kept.cc3k'}"
    played = play(moon, *EVERY_TURN, "--journal", path, typed="howl no moon howl ea so")
    assert played.code == 0
    assert " expansions moon-1:3\n" in Path(path).read_text("ascii")
    assert told("replay", "--verify", path).endswith(": the same in all of 6 commands\n")
    assert told("replay", "--script", path) == _with_prompt(played.out)
    assert "You howl." in told("replay", "--plain", path)
    for option in ("--svg", "--cast"):
        target = tmp_path / f"it{option.replace('--', '.')}"
        told("replay", option, str(target), path)
        assert "howl" in target.read_text("utf-8").lower()


def _with_prompt(pages: str) -> str:
    greeting, _, rest = pages.partition("\n")
    prompt = "Choose a race: shade (s), drow (d), vampire (v), troll (t), goblin (g), werewolf (w)"
    return f"{greeting}\n{prompt}, or quit (q).\n{rest}"


def test_a_game_that_is_killed_resumes_with_its_expansions(home: Path, told: Told) -> None:
    """X3: whatever is chosen for new games; its page and lists tell of them."""
    setup = set_up("--dlc", "moon")
    begin(setup).give("howl no")
    digest = game_of(setup.session).digest()
    setup.recorder.close()
    assert json.loads(told("games", "--json"))[0]["expansions"] == ["moon-1:28"]
    assert " with moon (28, version 1)." in told("games")
    again = set_up("--continue").session
    assert again.rules.expansion_tags == ("moon-1:28",)
    assert game_of(again).digest() == digest
    list(again.play_words(["no", "q"]))
    (path,) = journals(home)
    page = told("games", "--page", path.stem)
    assert "\nExpansions: moon (28, version 1)\n" in page
    assert " --dlc moon --moon-days 28 --seed 7 --race werewolf\n" in page
    assert json.loads(told("games", "--json", "--page", path.stem))["expansions"] == ["moon-1:28"]


@pytest.mark.parametrize(
    ("tag", "reason"),
    [
        ("moon-9:28", "a game with the expansion moon 9; installed is moon 1"),
        ("sun-1", "a game with the expansion sun 1, which is not installed"),
        ("moon-1", "a game with the expansion moon-1, with a number that moon does not know"),
    ],
)
def test_a_game_of_an_expansion_that_is_not_here_is_told(
    moon: Site, home: Path, told: Told, tag: str, reason: str
) -> None:
    """X3: exit code 4 with its name; it is listed and kept, and nothing of it is lost."""
    text = Game(3, "werewolf", dlc="moon").journal().replace("moon-1:28", tag)
    path = home / UNFINISHED_FOLDER / f"20260101-000000-werewolf-3{JOURNAL_SUFFIX}"
    path.parent.mkdir(parents=True)
    path.write_text(resealed(text), encoding="ascii")
    for options in (["--verify"], ["--script"], ["--plain"], ["--svg", f"{home / 'it.svg'}"]):
        assert told("replay", *options, str(path), code=4).endswith(f": found {reason}\n")
    assert f"it cannot be gone on with: {reason}." in told("games").replace("\n", " ")
    ended = play(moon, "--continue", "--journal", str(path))
    assert (ended.code, path.exists()) == (4, True)
    assert reason in ended.err


def resealed(text: str) -> str:
    from cc3k.saves.journal_format import add_checksums

    return add_checksums([line[9:] for line in text.splitlines()])[0]


@for_each("moon", "moon-1 moon-1", "Moon-1", "moon-1:x", "moon-1,sun-1")
def test_damaged_tags_are_a_damaged_journal(tags: str, tmp_path: Path, told: Told) -> None:
    """X3: exit code 5, with the line and what was expected."""
    path = tmp_path / "it.cc3k"
    text = Game(3, "werewolf", dlc="moon").journal().replace("moon-1:28", tags)
    path.write_text(resealed(text), encoding="ascii")
    error = f": found 'expansions {tags}'; expected 'expansions' and expansions such as pack-2"
    assert error in told("replay", "--verify", str(path), code=5)


def test_each_set_has_tables_of_scores_of_its_own(home: Path, told: Told) -> None:
    """X3: shown apart, filtered by `--dlc`, and verified."""
    sets: list[tuple[str, ...]] = [("--dlc", "moon"), ("--dlc", "moon", "--moon-days", "3"), ()]
    for chosen in sets:
        list(begin(on_drawn_floors(set_up(*chosen)), "Troll").play_words(["ea"] * 15))
    assert len(journals(home)) == 3
    shown = told("scores")
    for days in (28, 3):
        assert shown.count(f" with moon ({days}, version 1)\n") == 1
    for names, games in (([], 3), (["--dlc", "moon"], 2), (["--dlc", "none"], 1)):
        assert told("scores", *names).count("Troll, 1 game") == games
        assert json.loads(told("stats", "--json", *names))["games"] == games
    assert told("scores", "--verify").endswith("3 same\n")
    facts = told("scores", "--json", "--dlc", "moon")
    assert sum(facts.count(f'"expansions": ["moon-1:{days}"]') for days in (28, 3)) > 1


def test_each_set_has_a_daily_game_of_its_own(home: Path, told: Told) -> None:
    """X3: one scored attempt for each date and set, on floors that no other set has; shared so."""
    base, other = set_up(kind=DAILY), set_up("--dlc", "moon", kind=DAILY)
    for each in (base, other):
        assert not begin(each, "Troll").is_practice
    floors = [game_of(each.session).floor for each in (base, other)]
    assert floors[0].board is floors[1].board
    assert floors[0].digest_parts() != floors[1].digest_parts()
    date = base.session.daily_date
    assert base.session.seed == int(daily_seed(date))
    assert other.session.seed == int(daily_seed(date, ("moon-1:28",)))
    for session in (base.session, other.session):
        list(session.play_words(["no", "q"]))
    attempts = [
        find_daily_attempt(str(home), date, tags) for tags in ((), ("moon-1:28",), ("moon-1:3",))
    ]
    assert [attempt is not None for attempt in attempts] == [True, True, False]
    assert set_up("--dlc", "moon", kind=DAILY).session.is_practice
    assert not set_up("--dlc", "moon", "--moon-days", "3", kind=DAILY).session.is_practice
    for names, more in ((), ""), (("--dlc", "moon"), " with moon (28, version 1)"):
        title = f"CC3k Daily {date}{more}"
        assert told("daily", "--share", *names).splitlines()[0].startswith(title)
    told("daily", "--share", "--dlc", "pack", code=1)


def test_floors_are_listed_and_checked_with_expansions(
    moon: Site, tmp_path: Path, told: Told
) -> None:
    """X3, X6: the catalogue knows what they lay, `check` the marks that they know."""
    assert "  * moonstone " in told("catalog", "--seeds", "42", "--dlc", "moon")
    path = tmp_path / "it.txt"
    path.write_text("|------|\n|@*Y\\.m|\n|------|\n", encoding="ascii")
    told("check", "--dlc", "moon", str(path))
    assert f"{path}:2:3: error: found unknown mark '*'" in told("check", str(path), code=2)
    ended = play(moon, "--floor", str(path), "--dlc", "moon", "--script", typed="s ea")
    assert "PC picks up the moonstone." in ended.out
    assert play(moon, "--floor", str(path), "--script", typed="s ea").code == 2


@pytest.mark.slow
def test_arena_names_the_expansions(moon: Site) -> None:
    """X3: in the title and in JSON, and it plays by them, in processes of its own."""
    words = ("arena", "--bot", "greedy", "--games", "2", "--dlc", "moon", "--race", "werewolf")
    table = play(moon, *words)
    assert table.out.startswith("greedy: games 1-2 of seed 1 with moon-1:28, each race")
    facts = json.loads(play(moon, *words, "--json", "--moon-days", "2").out)
    assert facts["expansions"] == ["moon-1:2"]
    assert facts["standings"][0]["race"] == "Werewolf"


def test_completion_knows_names_and_numbers(told: Told) -> None:
    """X3: the names of all that are installed, and the numbers of the game's own."""
    pytest.importorskip("shtab")
    script = told("completion", "bash")
    assert "--floors" in script
    assert "--moon-days" not in script
    assert "'all' 'none' 'moon'" in script or "all none" in script


def test_a_mark_of_an_expansion_that_is_off_names_it(tmp_path: Path, told: Told) -> None:
    """X6: the ordinary error, in every command that reads a layout, and in the API."""
    path = tmp_path / "suit.txt"
    path.write_text("|------|\n|@B..\\.|\n|------|\n", encoding="ascii")
    mark = "found unknown mark 'B', an enemy of another edition; expected one of "
    named = ", or the expansion gear, which knows it"
    for words in (
        ("--floor", str(path), "--script"),
        ("--floor", str(path), "--script", "--dlc", "pack"),
        ("arena", "--games", "1", "--floor", str(path)),
        ("catalog", "--seeds", "1", "--floor", str(path)),
    ):
        error = told(*words, code=2)
        assert f"{path}:2:3: {mark}" in error
        assert named in error
    assert named in told("check", str(path), code=2)
    told("check", "--dlc", "gear", str(path))
    with pytest.raises(LayoutError, match="the expansion gear, which knows it"):
        Game(1, drawing=path.read_text("ascii"))
    assert "B" in Game(1, drawing=path.read_text("ascii"), dlc="gear").observe().board[1]


def test_heading_of_scores_names_every_expansion() -> None:
    """X3: a table for each set says which one it is, however many they are."""
    names = [each.name for each in OWN_EXPANSIONS]
    tags = rules_of(" ".join(names)).expansion_tags
    boards = rank_by_board([A_RESULT._replace(expansions=tags)], 10, None)
    heading = list(score_table_lines(boards, None))[:2]
    assert all(len(line) <= 79 for line in heading)
    assert heading[0] == "Ordinary games with all expansions (8 floors, trial 0)"
    some = rank_by_board([A_RESULT._replace(expansions=(*tags[:-1], "moon-1"))], 10, None)
    words = " ".join(score_table_lines(some, None))
    listed = ", ".join(names[:-1]).replace("depths", "depths (8 floors)")
    assert words.startswith(f"Ordinary games with {listed} and moon (version 1)")


BREAKS = "THING_BREAKS"
BREAKING = f"""{ROOT_SOURCE}
import os

def fail(game):
    return 1 / 0 if game.turns == 1 and os.environ.get({BREAKS!r}) else ()

THING = Expansion(name="thing", sentence="It is a thing.", turns=TurnHooks(after_turn=fail))
"""
"""An expansion that fails in the first turn, whenever a variable of the environment says so."""

FAILURE = (
    "expansion 'thing' of thing 1.0 failed in turns.after_turn: ZeroDivisionError: division by"
)


@pytest.fixture
def begun(site: Site) -> GameSetup:
    site.install("thing", BREAKING)
    setup = on_drawn_floors(set_up("--dlc", "thing"))
    list(begin(setup, "Shade").play_words(["f", "f", *["no", "so", "we", "ea"] * 2, "ea", "ea"]))
    return setup


def test_a_game_that_cannot_be_replayed_has_its_score_all_the_same(
    begun: GameSetup, home: Path, told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    """X5: it is told from the live game; only whoever verifies it hears of the failure."""
    monkeypatch.setenv(BREAKS, "1")
    list(begun.session.play_words(["ea"] * 10))
    begun.recorder.close()
    assert begun.recorder.take_notices() == []
    assert "1 game" in told("scores")
    for name in (KEY_FILE, INDEX_FILE):
        (home / name).unlink()
    assert "No score is kept yet" in told("scores"), "a stranger's, which cannot be replayed"
    monkeypatch.delenv(BREAKS)
    assert "1 game" in told("scores")
    monkeypatch.setenv(BREAKS, "1")
    assert FAILURE in " ".join(told("scores", "--verify", code=4).split())


def test_a_kept_game_that_cannot_be_replayed_is_passed_over(
    begun: GameSetup, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun.recorder.close()
    monkeypatch.setenv(BREAKS, "1")
    with pytest.raises(CannotResume, match=FAILURE):
        set_up("--continue")
    setup = set_up()
    (offer,) = setup.resume_offers
    assert offer.preview() == [f"{FAILURE} zero"]
    with pytest.raises(CannotResume, match=FAILURE):
        offer.resume()
    setup.recorder.close()


def test_errors_of_the_game_itself_stay_what_they_are() -> None:
    message = "our own"
    with pytest.raises(LookupError, match=message), blaming_expansions():
        raise LookupError(message)
