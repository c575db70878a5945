"""Links: options of the command line, commands, and whole journals; whatever is wrong is told."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cc3k.content.roster import BASE_RULES
from cc3k.engine.hero import Race
from cc3k.expansions.registry import OWN_EXPANSIONS
from cc3k.saves.journal_format import read_journal
from cc3k.web.links import (
    FLAGS,
    MAX_JOURNAL_BYTES,
    LinkError,
    link_of_game,
    pack_journal,
    parse_link,
)
from tests.support.characters import ANY_CHARACTER
from tests.support.tables import for_each

EXPANSIONS = ", ".join([each.name for each in OWN_EXPANSIONS])
JOURNALS = sorted(Path("tests/journals").glob("*.cc3k"))


def test_the_options_of_a_link_are_those_of_the_command_line() -> None:
    options = parse_link("#seed=42&floor=dragon&race=troll").play_options()
    assert (options.seed, options.floor) == (42, "dragon")
    assert options.race == BASE_RULES.race_of("t")


@for_each("flag", FLAGS)
def test_the_kinds_of_a_game_have_a_link(flag: str) -> None:
    link = parse_link(flag)
    options = link.play_options()
    assert (link.is_daily, options.tutorial, options.practice) == (
        flag == "daily",
        flag == "tutorial",
        flag == "practice",
    )


@for_each("path", JOURNALS)
def test_a_journal_in_a_link_is_the_journal(path: Path) -> None:
    journal = path.read_bytes()
    packed = pack_journal(journal)
    assert parse_link(f"replay={packed}").journal == journal
    assert len(packed) < len(journal) * 0.7
    assert packed.replace("-", "").replace("_", "").isalnum()


@given(st.text(ANY_CHARACTER, max_size=200))
def test_any_text_is_a_link_or_is_told_of(text: str) -> None:
    told = ""
    try:
        parse_link(text)
    except LinkError as error:
        told = str(error)
    assert "\n" not in told
    assert len(told) < 1_000


@for_each(
    ("seed", "found seed without a value; expected seed=VALUE"),
    ("daily=1", "found daily with a value; expected daily alone"),
    ("seed=1&seed=2", "found seed twice; expected it once"),
    ("gems&seed=1", "found seed beside gems; expected gems alone"),
    ("daily&seed=1", "found seed beside daily; expected one of them"),
    ("wat=1", "found 'wat'; expected one of seed, floor, race, dlc, floors, trial, daily"),
    ("floor=../x", "floor: found '../x'; expected one of combat"),
    ("seed=1x", "seed: '1x': expected"),
    ("race=mooncalf", "race: 'mooncalf': expected one of"),
    ("seed=1&dlc=moon", f"dlc: expansion 'moon': expected one of {EXPANSIONS}, all"),
    ("dlc=depths&floors=200", "floors: '200': expected a whole number from 1 to"),
    ("floors=9", "floors: expected the expansion depths to be switched on"),
    ("tutorial&floor=tiny", "tutorial: not allowed with a layout; it has its own"),
    ("replay=%%%", "replay: found '%%%'; expected a journal as the page packs it"),
    ("replay=" + pack_journal(b"x" * 50)[:-6], "replay: found half a journal"),
    ("replay=" + pack_journal(bytes(MAX_JOURNAL_BYTES + 1)), "replay: found a journal of more"),
    ("replay=" + pack_journal(b""), "replay: found an empty journal; expected one of a game"),
    ("seed=" + "9" * 201, f"seed: found '{'9' * 60}'...; expected 200 characters at most"),
    ("x" * (1 << 21), "found a link of 2097152 characters; expected 1048576 at the most"),
)
def test_a_link_that_says_nothing_is_told_of(link: str, told: str) -> None:
    with pytest.raises(LinkError) as raised:
        parse_link(link)
    assert str(raised.value).startswith(told)
    assert "\n" not in str(raised.value)


@for_each("path", JOURNALS)
def test_the_link_of_a_game_begins_the_same_game(path: Path) -> None:
    with path.open("rb") as file:
        header = read_journal(file, path.name).record.header
    link = link_of_game(header)
    if not link:
        assert header.layout_text or header.game_number != 1
        return
    options = parse_link(link).play_options()
    assert options.seed == header.seed
    assert isinstance(options.race, Race)
    assert options.race.name == header.race
    assert (options.floor or "") == header.layout_name
