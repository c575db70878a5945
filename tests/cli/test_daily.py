"""`cc3k daily`: its own command line, the text to share, and the attempt that goes on."""

from pathlib import Path

import pytest

from cc3k.cli import daily, play, streams
from cc3k.cli.options import PlayOptions, parse_play_options, settle_rules
from cc3k.cli.race_screen_offers import describe_attempt
from cc3k.cli.recorded_games import GameSetup, set_up_recorded_game
from cc3k.content.roster import BASE_RULES
from cc3k.engine.hero import Race
from cc3k.play.endings import GIVEN_UP, SLAIN, WON
from cc3k.play.session import Session
from cc3k.saves.journal_reader import read_stored_journal
from cc3k.saves.paths import CHOICE_FILE
from cc3k.saves.record import DAILY, ORDINARY, Record
from cc3k.saves.saved_games import DailyAttempt, find_latest_attempt
from tests.support.fixtures import Patch
from tests.support.processes import Ended, refused, run, told
from tests.support.records import A_RESULT, DAY, header, journal_of, lost, recorded, won
from tests.support.tables import for_each

DATE = "2026-11-20"


def keep(home: Path, record: Record, folder: str = "games", time: str = "205700") -> None:
    (home / folder).mkdir(parents=True, exist_ok=True)
    seed, race = record.header.seed, record.header.race.lower()
    (home / folder / f"{seed}-{time}-{race}-{seed}.cc3k").write_bytes(journal_of(record))


def attempt(*commands: str, ending: str = "", race: str = "Troll") -> Record:
    return recorded(header(race=race, seed=DAY, kind=DAILY), *commands, ending=ending)


@pytest.mark.parametrize(
    ("time", "seed"),
    [(0.0, 19700101), (86_399.9, 19700101), (86_400.0, 19700102), (1_795_208_220.0, 20261120)],
)
def test_day_says_which_seed_is_played(time: float, seed: int, monkeypatch: Patch) -> None:
    heard: list[tuple[PlayOptions, bool]] = []

    def play_it(options: PlayOptions, *, is_daily: bool) -> int:
        heard.append((options, is_daily))
        return 7

    monkeypatch.setattr(play, "play", play_it)
    assert daily.run(["--race", "troll"], lambda: time) == 7
    ((options, is_daily),) = heard
    assert (options.seed, is_daily, options.practice) == (seed, True, False)
    assert isinstance(options.race, Race)
    assert options.race.name == "Troll"


def test_last_choice_of_expansions_is_not_the_days(home: Path, monkeypatch: Patch) -> None:
    """X1, X3: who just types `cc3k daily` plays what everybody does; another game offers it."""
    home.mkdir()
    (home / CHOICE_FILE).write_text("pack", encoding="ascii")
    heard: list[PlayOptions] = []

    def keep_options(options: PlayOptions, *_: object, **__: object) -> int:
        heard.append(options)
        return 0

    monkeypatch.setattr(streams, "is_interactive", lambda: True)
    monkeypatch.setattr(play, "_play_on_screen", keep_options)
    assert play.play(parse_play_options(["--seed", "7"]), is_daily=True) == 0
    assert play.play(parse_play_options(["--seed", "7"])) == 0
    chosen = [[each.name for each in options.rules.expansions] for options in heard]
    assert chosen == [[], ["pack"]]


@for_each("arguments", [["--seed", "7"], ["--continue"], ["--new"], ["--bot", "greedy"], ["tiny"]])
def test_what_the_day_decides_is_no_option(arguments: list[str]) -> None:
    assert "unrecognized arguments" in refused("daily", *arguments)


SHARED = {
    "x": (SLAIN, 3, "Score 13 as a troll", "> > x . ."),
    "won": (WON, 5, "Score 13 as a troll", "> > > > >"),
    "given up": (GIVEN_UP, 1, "Given up as a troll", "- . . . ."),
}


@for_each("name", SHARED)
def test_text_to_share_tells_date_race_score_and_a_sign_a_floor(name: str) -> None:
    ending, floor, who, signs = SHARED[name]
    score = A_RESULT._replace(race="Troll", score=13, floors=floor, ending=ending)
    assert daily.share_lines(DailyAttempt(DATE, "", score)) == [f"CC3k Daily {DATE}", who, signs]


def test_latest_attempt_is_shared_or_that_of_a_date(home: Path) -> None:
    """Only one that is over; otherwise it is said what was found."""
    found = "found no attempt at a daily game; expected a daily game that is over"
    assert run("daily", "--share") == Ended(1, "", f"cc3k: daily: --share: {found}\n")
    keep(home, attempt("f", ending=GIVEN_UP))
    shared = told("daily", "--share")
    assert shared == (
        f"CC3k Daily {DATE}\nGiven up as a troll\n- . . . .\n"
        "A troll goes down into a dungeon of 5 floors.\n"
        "Floor 1, 0 turns: lost no HP to blows.\n"
    )
    assert told("daily", "--share", DATE) == shared
    ended = run("daily", "--share", "2026-11-19")
    assert (ended.code, "found no attempt at Daily 2026-11-19" in ended.err) == (1, True)
    for text in ("today", "2026-13-45"):
        expected = "expected a date such as 2026-11-22, or 'last'"
        assert expected in refused("daily", "--share", text)


def test_attempt_that_goes_on_is_not_shared(home: Path) -> None:
    keep(home, attempt("f"), "unfinished")
    found = f"found Daily {DATE}, which is not over yet; expected a daily game that is"
    ended = run("daily", "--share")
    assert (ended.code, found in ended.err) == (1, True)


def test_only_the_first_of_several_old_attempts_counts(home: Path) -> None:
    """Release 1 scored all games of a day; layouts and other days are none."""
    keep(home, attempt("f", ending=GIVEN_UP), time="100000")
    keep(home, attempt("f", "f", ending=GIVEN_UP), time="110000")
    keep(home, won(DAILY, seed=DAY), time="090000")
    keep(home, lost(), time="080000")
    found = find_latest_attempt(str(home))
    assert found is not None
    assert found.path.endswith("-100000-troll-20261120.cc3k")


@for_each(
    (None, "not played yet; one attempt is scored"),
    ("", "kept, as a troll, floor 2, turn 9"),
    (GIVEN_UP, "given up on floor 2; from now on it is practice"),
    (SLAIN, "killed by an orc on floor 2 with 7 as a troll; from now on it is practice"),
    (WON, "won with 7 as a troll; from now on it is practice"),
)
def test_standing_with_the_daily_game_is_told(ending: str | None, text: str) -> None:
    score = A_RESULT._replace(
        race="Troll", score=7, floors=2, turns=9, ending=ending or "", cause="orc"
    )
    found = None if ending is None else DailyAttempt(DATE, "", score)
    assert describe_attempt(found) == text


def set_up(game_kind: str, *arguments: str) -> GameSetup:
    options = parse_play_options(arguments)
    settle_rules(options, is_daily=game_kind == DAILY, is_race_asked_for="--race" in arguments)
    return set_up_recorded_game(options, game_kind, lambda: Session(BASE_RULES, 7))


@pytest.mark.usefixtures("home")
def test_daily_game_is_begun_kept_resumed_and_then_practised() -> None:
    first = set_up(DAILY, "--race", "troll")
    label = first.session.label
    assert label.startswith("Daily ")
    assert not first.session.is_practice
    list(first.session.play_words(["no", "so", "we", "ea", "f"]))
    turn = first.session.game.turns if first.session.game else 0
    first.recorder.close()
    again = set_up(DAILY)
    assert again.session.game is not None
    assert (again.session.label, again.session.game.turns) == (label, turn)
    (notice,) = again.recorder.take_notices()
    assert notice.startswith(f"{label} goes on, as a troll, floor 1, turn ")
    again.session.give("q")
    again.recorder.close()
    third = set_up(DAILY)
    assert third.session.game is None
    assert third.session.label == f"{label}, practice"
    assert (
        third.news.describe_daily(third.session)
        == "given up on floor 1; from now on it is practice"
    )


@pytest.mark.usefixtures("home")
def test_each_set_of_expansions_is_practice_by_its_own_attempt() -> None:
    first = set_up(DAILY, "--race", "troll")
    first.session.give("q")
    first.recorder.close()
    base = set_up(DAILY).session
    switch = set_up(DAILY).switches.switch
    assert base.label.endswith(", practice")
    packed = switch(base, "pack")
    assert packed.label == base.label.removesuffix(", practice")
    assert packed.greeting == f"ChamberCrawler3000, {packed.label}."
    assert packed.seed != base.seed
    again = switch(packed, "pack")
    assert (again.label, again.seed) == (base.label, base.seed)
    ordinary = Session(BASE_RULES, 7)
    assert (switch(ordinary, "pack").label, switch(ordinary, "pack").seed) == ("Seed 7", 7)


@pytest.mark.usefixtures("home")
def test_attempt_with_other_expansions_is_mentioned() -> None:
    """X3: each set has its own; a new one begins, and the kept one can be resumed."""
    first = set_up(DAILY, "--race", "troll", "--dlc", "pack")
    first.session.give("no")
    first.recorder.close()
    second = set_up(DAILY)
    (notice,) = second.recorder.take_notices()
    assert second.session.game is None
    assert notice.startswith(f"{first.session.label} with pack is kept, as a troll")
    assert notice.endswith(": cc3k --continue resumes it.")


@pytest.mark.usefixtures("home")
def test_second_terminal_practises_while_the_attempt_is_open() -> None:
    first = set_up(DAILY, "--race", "troll")
    second = set_up(DAILY, "--race", "drow")
    assert (first.session.is_practice, second.session.is_practice) == (False, True)
    told = second.recorder.take_notices()
    assert "has this game open" in told[0]
    assert told[1] == f"{first.session.label} has been begun: this is practice."
    first.recorder.close()
    second.recorder.close()


def test_ordinary_race_screen_offers_the_daily_game_and_back(home: Path) -> None:
    setup = set_up(ORDINARY)
    offer, tutorial = setup.news.start_offers(setup.session)
    assert (offer.key, tutorial.key) == ("y", "f")
    assert offer.text.endswith(": not played yet; one attempt is scored")
    session = offer.start()
    assert session.label.startswith("Daily ")
    session.start_game(BASE_RULES.races[0])
    assert not session.is_practice
    session.give("r")
    (back,) = setup.news.start_offers(session)
    assert back.key == "n"
    ordinary = back.start()
    ordinary.start_game(BASE_RULES.races[0])
    assert ordinary.label.startswith("Seed ")
    setup.recorder.close()
    kinds = [
        read_stored_journal(str(path)).record.header.game_kind
        for path in (home / "games").iterdir()
    ]
    assert sorted(kinds) == [DAILY, ORDINARY]


@pytest.mark.usefixtures("home")
def test_tutorial_is_offered_once() -> None:
    setup = set_up(ORDINARY)
    _, tutorial = setup.news.start_offers(setup.session)
    session = tutorial.start()
    assert session.game is not None
    assert session.tutorial is not None
    assert [offer.key for offer in setup.news.start_offers(session)] == ["y"]
    setup.recorder.close()
    later = set_up(ORDINARY)
    assert [offer.key for offer in later.news.start_offers(later.session)] == ["y"]


@pytest.mark.parametrize(
    ("game_kind", "arguments", "is_unlisted"),
    [
        (ORDINARY, ["--new"], False),
        (ORDINARY, ["--new", "--seed", "1"], False),
        (DAILY, [], False),
        (DAILY, ["--practice"], False),
        (ORDINARY, ["--seed", "1"], True),
        (ORDINARY, ["--practice"], True),
    ],
    ids=str,
)
def test_kept_games_do_not_matter_to_enter_where_a_new_one_is_asked_for(
    home: Path, game_kind: str, arguments: list[str], is_unlisted: bool
) -> None:
    keep(home, attempt("f"), "unfinished")
    setup = set_up(game_kind, *arguments)
    assert setup.has_unlisted_games is is_unlisted
    setup.recorder.close()
