"""Expansions on the command line: chosen, recorded, resumed, verified, drawn, counted (X1, X3)."""

import json
from pathlib import Path

import pytest

from cc3k.api import Game, LayoutError
from cc3k.cli.config import read_config
from cc3k.cli.main import main
from cc3k.cli.options import parse_play_options
from cc3k.cli.recorded_games import GameSetup, set_up_recorded_game
from cc3k.cli.scores import score_table_lines
from cc3k.expansions.registry import OWN_EXPANSIONS
from cc3k.play.session import Session
from cc3k.saves.expansion_plugins import select_rules
from cc3k.saves.lookup import JOURNAL_SUFFIX, read_stored_journal
from cc3k.saves.paths import UNFINISHED_FOLDER
from cc3k.saves.record import DAILY, ORDINARY, daily_seed
from cc3k.saves.results import rank_by_board
from cc3k.saves.saved_games import find_daily_attempt
from cc3k.ui.settings import ConfigError
from tests.expansions.conftest import Site
from tests.support.disks import files
from tests.support.expansions import rules_of
from tests.support.processes import Ended, run
from tests.support.records import A_RESULT
from tests.support.tables import for_each

Said = pytest.CaptureFixture[str]

EVERY_TURN = ("--dlc", "moon", "--moon-days", "3", "--race", "werewolf", "--seed", "42")

WAY_OUT = "|------|\n|@.\\...|\n|------|\n"


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


def finish(session: Session) -> None:
    while session.game is not None and session.game.outcome is None:
        session.handle_words("ea")


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
    moon: Site, home: Path, tmp_path: Path, capsys: Said
) -> None:
    """X1, X3: in its own sentence; as everybody expects of a list, in the order of the registry."""
    told = " ".join(play(moon, "--help").out.split())
    assert "moon: Comes with cc3k-moon 1.2." in told
    assert "--moon-days" not in told
    moon.install("sun", SUN, {"sun": "sun:SUN"})
    picture = tmp_path / "it.svg"
    assert main(["--dlc", "sun", "--dlc", "moon", "--race", "werewolf", "--svg", f"{picture}"]) == 0
    assert "howls" in picture.read_text("utf-8")
    assert parse_play_options(["--dlc", "sun", "--dlc", "MOON"]).dlc == ["sun", "moon"]
    assert main(["--dlc", "sun,stars"]) == 2
    found = capsys.readouterr().err.splitlines()[-1]
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


@pytest.mark.usefixtures("moon")
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
    for text, reason in (
        ('dlc = ["star"]', "1: found 'dlc = [\"star\"]'; expected names of expansions"),
        ('dlc = "moon, none"', "1: found 'dlc = \"moon, none\"'; expected names of expansions"),
        ("dlc = 3", "1: found 'dlc = 3'; expected names of expansions"),
        ("dlc = [3]", "1: found 'dlc = [3]'; expected names of expansions"),
        ("moon-days = -1", "1: found 'moon-days = -1'; expected a whole number from 0 to 9999"),
        ('race = "werewolf"', "expected one of shade, drow, vampire, troll, goblin"),
        ("star = 1", "1: found 'star = 1'; expected one of bind, "),
    ):
        with pytest.raises(ConfigError) as refused:
            read(text)
        assert reason in str(refused.value)
    assert select_rules([], {}, {"moon-days": 5}).expansions == (), "where it is on alone"
    assert select_rules(["moon"], {}, {"moon-days": 5}).expansion_tags == ("moon-1:5",)
    both = select_rules(["moon"], {"moon-days": 6}, {"moon-days": 5})
    assert both.expansion_tags == ("moon-1:6",)


@pytest.mark.seeded
def test_a_journal_names_the_expansions_and_replays_with_them(
    moon: Site, tmp_path: Path, capsys: Said
) -> None:
    """X3: replay, `--verify`, retelling, a picture, a moving one and a film."""
    path = tmp_path / "kept.cc3k"
    played = play(moon, *EVERY_TURN, "--journal", str(path), typed="howl no moon howl ea so")
    assert played.code == 0
    text = path.read_text("ascii")
    assert " expansions moon-1:3\n" in text
    assert main(["replay", "--verify", str(path)]) == 0
    assert capsys.readouterr().out.endswith(": the same in all of 6 commands\n")
    assert main(["replay", "--script", str(path)]) == 0
    assert capsys.readouterr().out == _with_prompt(played.out)
    assert main(["replay", "--plain", str(path)]) == 0
    assert "You howl." in capsys.readouterr().out
    for option in ("--svg", "--cast"):
        target = tmp_path / f"it{option.replace('--', '.')}"
        assert main(["replay", option, str(target), str(path)]) == 0
        assert "howl" in target.read_text("utf-8").lower()


def _with_prompt(pages: str) -> str:
    greeting, _, rest = pages.partition("\n")
    prompt = "Choose a race: shade (s), drow (d), vampire (v), troll (t), goblin (g), werewolf (w)"
    return f"{greeting}\n{prompt}, or quit (q).\n{rest}"


def test_a_game_that_is_killed_resumes_with_its_expansions(
    moon: Site, home: Path, capsys: Said
) -> None:
    """X3: whatever is chosen for new games; its page and lists tell of them."""
    setup = set_up("--dlc", "moon")
    begin(setup).handle_words("howl no")
    assert setup.session.game is not None
    digest = setup.session.game.digest()
    setup.recorder.close()
    assert main(["games", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["expansions"] == ["moon-1:28"]
    assert main(["games"]) == 0
    assert " with moon (28, version 1)." in capsys.readouterr().out
    again = set_up("--continue").session
    assert moon.folder.exists()
    assert again.rules.expansion_tags == ("moon-1:28",)
    assert again.game is not None
    assert again.game.digest() == digest
    again.handle_words("no q")
    (path,) = journals(home)
    assert main(["games", "--page", path.stem]) == 0
    page = capsys.readouterr().out
    assert "\nExpansions: moon (28, version 1)\n" in page
    assert " --dlc moon --moon-days 28 --seed 7 --race werewolf\n" in page
    assert main(["games", "--json", "--page", path.stem]) == 0
    assert json.loads(capsys.readouterr().out)["expansions"] == ["moon-1:28"]


@pytest.mark.parametrize(
    ("tag", "reason"),
    [
        ("moon-9:28", "a game with the expansion moon 9; installed is moon 1"),
        ("sun-1", "a game with the expansion sun 1, which is not installed"),
        ("moon-1", "a game with the expansion moon-1, with a number that moon does not know"),
    ],
)
def test_a_game_of_an_expansion_that_is_not_here_is_told(  # noqa: PLR0913, PLR0917 - fixtures
    moon: Site, home: Path, tmp_path: Path, tag: str, reason: str, capsys: Said
) -> None:
    """X3: exit code 4 with its name; it is listed and kept, and nothing of it is lost."""
    assert moon.folder.exists()
    text = Game(3, "werewolf", dlc="moon").journal().replace("moon-1:28", tag)
    path = home / UNFINISHED_FOLDER / f"20260101-000000-werewolf-3{JOURNAL_SUFFIX}"
    path.parent.mkdir(parents=True)
    path.write_text(resealed(text), encoding="ascii")
    for option in ("--verify", "--script", "--plain"):
        assert main(["replay", option, str(path)]) == 4
        assert capsys.readouterr().err.endswith(f": found {reason}\n")
    assert main(["replay", "--svg", str(tmp_path / "it.svg"), str(path)]) == 4
    assert capsys.readouterr().err.endswith(f": found {reason}\n")
    assert main(["games"]) == 0
    assert f"it cannot be gone on with: {reason}." in capsys.readouterr().out.replace("\n", " ")
    ended = play(moon, "--continue", "--journal", str(path))
    assert (ended.code, path.exists()) == (4, True)
    assert reason in ended.err


def resealed(text: str) -> str:
    from cc3k.saves.journal_format import add_checksums

    return add_checksums([line[9:] for line in text.splitlines()])[0]


@for_each("moon", "moon-1 moon-1", "Moon-1", "moon-1:x", "moon-1,sun-1")
def test_damaged_tags_are_a_damaged_journal(
    tags: str, moon: Site, tmp_path: Path, capsys: Said
) -> None:
    """X3: exit code 5, with the line and what was expected."""
    assert moon.folder.exists()
    path = tmp_path / "it.cc3k"
    text = Game(3, "werewolf", dlc="moon").journal().replace("moon-1:28", tags)
    path.write_text(resealed(text), encoding="ascii")
    assert main(["replay", "--verify", str(path)]) == 5
    told = f": found 'expansions {tags}'; expected 'expansions' and expansions such as pack-2"
    assert told in capsys.readouterr().err


def test_each_set_has_tables_of_scores_of_its_own(
    moon: Site, home: Path, tmp_path: Path, capsys: Said
) -> None:
    """X3: shown apart, filtered by `--dlc`, and verified."""
    assert moon.folder.exists()
    layout = tmp_path / "out.txt"
    layout.write_text(WAY_OUT * 5, encoding="ascii")
    sets: list[tuple[str, ...]] = [("--dlc", "moon"), ("--dlc", "moon", "--moon-days", "3"), ()]
    for chosen in sets:
        setup = set_up(*chosen)
        setup.session.floor_layouts = Game(1, drawing=WAY_OUT * 5)._state.floor_layouts  # noqa: SLF001 - the drawn floors
        finish(begin(setup, "Troll"))
    assert len(journals(home)) == 3
    assert main(["scores"]) == 0
    shown = capsys.readouterr().out
    assert shown.count(" with moon (28, version 1)\n") == 1
    assert shown.count(" with moon (3, version 1)\n") == 1
    assert shown.count("Troll, 1 game") == 3
    for names, games in ((["--dlc", "moon"], 2), (["--dlc", "none"], 1)):
        assert main(["scores", *names]) == 0
        assert capsys.readouterr().out.count("Troll, 1 game") == games
    assert main(["scores", "--verify"]) == 0
    assert capsys.readouterr().out.endswith("3 same\n")
    assert main(["scores", "--json", "--dlc", "moon"]) == 0
    told = capsys.readouterr().out
    assert told.count('"expansions": ["moon-1:28"]') + told.count('"expansions": ["moon-1:3"]') > 1
    capsys.readouterr()
    for names, games in (([], 3), (["--dlc", "moon"], 2), (["--dlc", "none"], 1)):
        assert main(["stats", "--json", *names]) == 0
        assert json.loads(capsys.readouterr().out)["games"] == games


def test_each_set_has_a_daily_game_of_its_own(moon: Site, home: Path, capsys: Said) -> None:
    """X3: one scored attempt for each date and set, on floors that no other set has; shared so."""
    assert moon.folder.exists()
    base, other = set_up(kind=DAILY), set_up("--dlc", "moon", kind=DAILY)
    assert not base.session.is_practice
    assert not begin(base, "Troll").is_practice
    assert not begin(other, "Troll").is_practice
    games = base.session.game, other.session.game
    assert games[0] is not None
    assert games[1] is not None
    assert games[0].floor.board is games[1].floor.board
    assert games[0].floor.digest_parts() != games[1].floor.digest_parts()
    date = base.session.daily_date
    assert base.session.seed == int(daily_seed(date))
    assert other.session.seed == int(daily_seed(date, ("moon-1:28",)))
    for session in (base.session, other.session):
        session.handle_words("no q")
    attempts = [
        find_daily_attempt(str(home), date, tags) for tags in ((), ("moon-1:28",), ("moon-1:3",))
    ]
    assert [attempt is not None for attempt in attempts] == [True, True, False]
    assert set_up("--dlc", "moon", kind=DAILY).session.is_practice
    assert not set_up("--dlc", "moon", "--moon-days", "3", kind=DAILY).session.is_practice
    told_of = f"CC3k Daily {date}"
    for names, title in (
        ((), told_of),
        (("--dlc", "moon"), f"{told_of} with moon (28, version 1)"),
    ):
        assert main(["daily", "--share", *names]) == 0
        assert capsys.readouterr().out.splitlines()[0].startswith(title)
    assert main(["daily", "--share", "--dlc", "pack"]) == 1


def test_floors_are_listed_and_checked_with_expansions(
    moon: Site, tmp_path: Path, capsys: Said
) -> None:
    """X3, X6: the catalogue knows what they lay, `check` the marks that they know."""
    assert moon.folder.exists()
    assert main(["catalog", "--seeds", "42", "--dlc", "moon"]) == 0
    assert "  * moonstone " in capsys.readouterr().out
    path = tmp_path / "it.txt"
    path.write_text("|------|\n|@*Y\\.m|\n|------|\n", encoding="ascii")
    assert main(["check", "--dlc", "moon", str(path)]) == 0
    assert main(["check", str(path)]) == 2
    found = capsys.readouterr().out
    assert f"{path}:2:3: error: found unknown mark '*'" in found
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


def test_completion_knows_names_and_numbers(moon: Site, capsys: Said) -> None:
    """X3: the names of all that are installed, and the numbers of the game's own."""
    pytest.importorskip("shtab")
    assert moon.folder.exists()
    assert main(["completion", "bash"]) == 0
    script = capsys.readouterr().out
    assert "--floors" in script
    assert "--moon-days" not in script
    assert "'all' 'none' 'moon'" in script or "all none" in script


def test_a_mark_of_an_expansion_that_is_off_names_it(tmp_path: Path, capsys: Said) -> None:
    """X6: the ordinary error, in every command that reads a layout, and in the API."""
    path = tmp_path / "suit.txt"
    path.write_text("|------|\n|@B..\\.|\n|------|\n", encoding="ascii")
    told = "found unknown mark 'B', an enemy of another edition; expected one of "
    named = ", or the expansion gear, which knows it"
    for words in (
        ("--floor", str(path), "--script"),
        ("--floor", str(path), "--script", "--dlc", "pack"),
        ("arena", "--games", "1", "--floor", str(path)),
        ("catalog", "--seeds", "1", "--floor", str(path)),
    ):
        assert main([*words]) == 2
        error = capsys.readouterr().err
        assert f"{path}:2:3: {told}" in error
        assert named in error
    assert main(["check", str(path)]) == 2
    assert named in capsys.readouterr().out
    assert main(["check", "--dlc", "gear", str(path)]) == 0
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
