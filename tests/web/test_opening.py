"""Long recorded games on the page: opened in pieces, with how far it is, and left or reloaded."""

import re

import pytest
from attrs import evolve

from cc3k.content.roster import BASE_RULES
from cc3k.saves.journal import footer_lines, journal_lines
from cc3k.saves.ledger import add_checksums
from cc3k.saves.record import GIVEN_UP, Record
from cc3k.web.visit import COMMANDS_AT_ONCE, LONG_GAME
from tests.support.pages import PHONE, Visitor
from tests.support.records import header, recorded
from tests.support.scenarios import room

COMMANDS = LONG_GAME + COMMANDS_AT_ONCE // 2
FLOOR = room("@..", "...") + "\n"
START = "Choose a race"


def journal_of(record: Record) -> bytes:
    lines = [*journal_lines(record), *footer_lines(GIVEN_UP, record.header.started_at)]
    return add_checksums(lines)[0].encode("ascii")


@pytest.fixture(scope="module")
def record() -> Record:
    return recorded(header(FLOOR, BASE_RULES.races[4].name), *["ea", "we"] * (COMMANDS // 2))


def percents(visitor: Visitor) -> list[int]:
    """Return how far the opening is after each piece, until the replay is there."""
    found = list[int]()
    while shown := re.search(r"(\d+)% is done\.", visitor.text):
        assert visitor.update["tick"] == 0
        assert visitor.update["is_replay"]
        found.append(int(shown[1]))
        visitor.take(visitor.page.tick())
    return found


@pytest.mark.parametrize("size", [PHONE, (120, 36)])
def test_a_long_game_is_opened_in_pieces(
    visitor: Visitor, record: Record, size: tuple[int, int]
) -> None:
    visitor.size = size
    visitor.open().said.clear()
    visitor.take(visitor.page.open_file("long.cc3k", journal_of(record)))
    assert f"Opening a game of {COMMANDS:,} commands." in " ".join(visitor.text.split())
    found = percents(visitor)
    assert found == sorted(set(found))
    assert found[0] == 0
    assert len(found) == COMMANDS // COMMANDS_AT_ONCE + 1
    assert visitor.said == [f"Opening a game of {COMMANDS:,} commands."], "once"
    assert visitor.update["tick"]
    visitor.press(" ", "end")
    assert re.search(rf"[Tt]urn {COMMANDS}( of |/){COMMANDS}\b", visitor.text)
    assert visitor.is_kept_whole()


def test_a_reload_while_it_is_opened_opens_it_where_it_was(
    visitor: Visitor, record: Record
) -> None:
    visitor.open().take(visitor.page.open_file("long.cc3k", journal_of(record)))
    visitor.take(visitor.page.tick())
    again = visitor.reloaded()
    again.take(again.page.resize(*PHONE))
    percents(again)
    again.press("end", "left")
    assert (again.update["columns"], again.update["lines"]) == PHONE
    third = again.reloaded(PHONE)
    percents(third)
    assert third.text == again.text
    assert f"{COMMANDS - 1}" in third.text


@pytest.mark.parametrize("key", ["q", "escape", "leave replay"])
def test_whoever_does_not_want_to_wait_leaves(visitor: Visitor, record: Record, key: str) -> None:
    visitor.open().take(visitor.page.open_file("long.cc3k", journal_of(record)))
    before = visitor.text
    visitor.take(visitor.page.press(["right"]))
    visitor.take(visitor.page.paste(3))
    assert visitor.text == before
    visitor.take(visitor.page.press([key]))
    assert START in visitor.text
    assert not visitor.update["is_replay"]


def test_where_a_long_game_goes_another_way_is_told(visitor: Visitor, record: Record) -> None:
    wrong = evolve(record, start_state=record.steps[0].state)
    visitor.open().take(visitor.page.open_file("wrong.cc3k", journal_of(wrong)))
    assert START in visitor.text
    assert "the record has" in visitor.told[-1]
    steps = [*record.steps[:1_200], evolve(record.steps[1_200], command="no")]
    late = evolve(record, steps=(*steps, *record.steps[1_201:]))
    visitor.take(visitor.page.open_file("late.cc3k", journal_of(late)))
    percents(visitor)
    visitor.press(" ", "end")
    assert "the record has" in visitor.text
