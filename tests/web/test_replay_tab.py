"""Replays on the page: when one comes back, how one is left, and how one's own game is watched."""

import json
from collections.abc import Sequence

import pytest

from tests.support.pages import Visitor
from tests.support.processes import ROOT

JOURNAL = (ROOT / "tests/journals/troll.cc3k").read_bytes()
START = "Choose a race"


def labels(visitor: Visitor) -> Sequence[str]:
    return [button["label"] for button in json.loads(json.dumps(visitor.last_offers))]


def test_the_plain_address_begins_with_the_start_screen_after_a_replay(visitor: Visitor) -> None:
    """A journal was dropped: a reload of that tab shows it, any other tab does not."""
    visitor.open().take(visitor.page.open_file("theirs.cc3k", JOURNAL)).press(" ", "end")
    assert visitor.link == ""
    assert visitor.reloaded().text == visitor.text
    other = visitor.reloaded(in_new_tab=True)
    assert START in other.text
    assert START in other.reloaded().text


@pytest.mark.seeded
def test_an_unfinished_game_is_gone_on_with_at_the_plain_address(visitor: Visitor) -> None:
    visitor.open().press("t", "right")
    assert visitor.link == ""
    assert visitor.reloaded(in_new_tab=True).text == visitor.text
    visitor.take(visitor.page.open_file("theirs.cc3k", JOURNAL))
    other = visitor.reloaded(in_new_tab=True)
    assert START in other.text
    assert "Race: Troll" in other.press("c").text


def test_a_replay_of_a_link_is_that_of_its_address(visitor: Visitor) -> None:
    visitor.open("seed=42&race=troll").press("right", "left")
    watch = json.loads(visitor.page.share())["watch"]
    visitor.take(visitor.page.open_link(watch)).press(" ", "end")
    assert visitor.reloaded(in_new_tab=True).text == visitor.text


@pytest.mark.seeded
@pytest.mark.parametrize("covering", [(), ("?",), ("m", "/", "x")])
def test_a_replay_has_a_button_to_leave_it(visitor: Visitor, covering: Sequence[str]) -> None:
    visitor.open()
    assert labels(visitor) == []
    visitor.take(visitor.page.open_file("theirs.cc3k", JOURNAL)).press(" ", *covering)
    assert labels(visitor) == ["Leave the replay"]
    visitor.press("leave replay")
    assert START in visitor.text
    assert labels(visitor) == []
    assert START in visitor.reloaded().text
