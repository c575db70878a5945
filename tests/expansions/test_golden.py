"""Golden transcripts of drawn and seeded games with an expansion or two, on the fixed roster."""

import re
from collections.abc import Callable, Iterator
from typing import TypeAlias

import pytest

from cc3k.content.layout.reader import read_layout
from cc3k.engine.running_game import part_of
from cc3k.expansions.hunters import FREEZE_TURNS, FREEZES, Hunt
from cc3k.play.choices import HpLimit
from cc3k.play.collect import find_cells_beside_stairs
from cc3k.play.fights import Fight
from cc3k.play.interruptions import MultiTurnCommand
from cc3k.play.session import Session
from cc3k.play.travel import AutoTravel, find_free_gold, find_stairs
from tests.conftest import Golden
from tests.support import tour
from tests.support.fixed_roster import fixed_rules_of
from tests.support.tables import for_each
from tests.support.tour import transcript

MOST_STEPS = 400


Journey: TypeAlias = Callable[[], MultiTurnCommand]

JOURNEYS: dict[str, Journey] = {
    "fight": lambda: Fight(HpLimit(0), is_accepted=True),
    "fetch": lambda: AutoTravel(find_free_gold, allow_danger=True),
    "leave": lambda: AutoTravel(find_stairs, allow_danger=True),
    "approach": lambda: AutoTravel(find_cells_beside_stairs, allow_danger=True),
}
"""Whoever is near, or guards what is fetched."""

JOURNEYS_OF: dict[str, tuple[dict[str, int], str, int, str, tuple[str, ...]]] = {
    "gear": (
        {},
        "t",
        1,
        "leave" + " fight" * 14 + " fetch" * 4 + " leave",
        (r"Gear: none\n", r"Gear: compass\n", r"The compass shows the stairs\."),
    ),
    "levels": (
        {},
        "t",
        1,
        "fight fight fight fight fight fight",
        (r"Level: 1 \(0 of 10\), 3 points", r"PC reaches level \d+ \(.*and gets \d+ point"),
    ),
    "depths": (
        {"floors": 3},
        "s",
        7,
        "fetch leave fight leave leave approach fight",
        (r"Floor 3\n", r"its toll is 36 gold", r"A (deals|misses)", r"floors reached"),
    ),
    "chambers": ({}, "t", 1, "leave leave leave leave leave", (r"Floor 4\n",)),
}
"""By expansion: numbers, a race, a seed, journeys, and what the transcript has to show."""


def pages(session: Session, race: str, journeys: str) -> Iterator[str]:
    """Yield the page at the start, and after each journey: enemies are held."""
    session.handle_words(race)
    yield session.page_text()
    session.handle_words("f")
    for name in journeys.split():
        reason = travel(session, JOURNEYS[name])
        yield f"{name}: {reason}\n{session.page_text()}"


def travel(session: Session, begin: Journey) -> str:
    """Make a journey, anew where somebody hits on the way, and return why it ended."""
    game, journey, steps = session.game, begin(), 0
    assert game is not None
    depth = game.depth
    while steps < MOST_STEPS and game.outcome is None and game.depth == depth:
        words = journey.next_command(game)
        if words is None:
            was_hit = "is close" in journey.stop_reason and not isinstance(journey, Fight)
            if not was_hit:
                break
            journey = begin()
            continue
        session.handle_words(words)
        steps += 1
        if session.last_refusal is not None:
            break
    return journey.stop_reason


@pytest.mark.slow_from(1)
@pytest.mark.parametrize("name", JOURNEYS_OF)
def test_a_seeded_game_is_played_as_ever(name: str, golden: Golden) -> None:
    """X2: no draw and no row of a frame ever changes."""
    numbers, race, seed, journeys, claims = JOURNEYS_OF[name]
    session = Session(fixed_rules_of(name, numbers), seed)
    text = "".join(pages(session, race, journeys))
    for claim in claims:
        assert re.search(claim, text), claim
    golden(f"expansions/{name}_seeded", text)


EXPLORING = """t
nw nw no no sw we we we we we we we we we no no no no ea ea ea ea ea we we we
a ea u no q"""
"""A troll explores, leaves a chamber behind it, and sees the next one by its doorway."""


def test_a_walk_into_the_fog_never_changes(golden: Golden) -> None:
    """X3, R34: a seed and a script are the same walk every time."""
    text = tour.transcript(Session(fixed_rules_of("fog"), tour.SEED), EXPLORING)
    golden("expansions/fog_seeded", text)
    frames = [page for page in tour.pages(text) if "Race: Troll" in page]
    boards = [page.split("Race:")[0].splitlines()[-25:] for page in frames]
    assert {len(row) for board in boards for row in board} == {79}
    shown = [sum(len(row.replace(" ", "")) for row in board) for board in boards]
    assert shown[-1] > shown[0] > 0


CHASE = "t nw nw no no nw we we nw nw we we we we sw so so sw a ne a ne a ne"
"""A troll flees through a passage, and fights in it."""

HELD = "f f sw so so f so no so f q"
"""It spends two freezes, and asks for more than there are."""


def test_a_chase_never_changes(golden: Golden) -> None:
    """X3, R34: a seed and a script are the same chase every time."""
    session = Session(fixed_rules_of("hunters"), tour.SEED)
    text = tour.transcript(session, CHASE)
    assert session.game is not None
    part_of(session.game, Hunt).freezes = 2
    text += tour.transcript(session, HELD)
    golden("expansions/hunters_seeded", text)
    for told in (
        f"Freeze: {FREEZES}",
        f"Freeze: 1, on for {FREEZE_TURNS} turns",
        "Freeze: 0, on for 1 turn",
        f"Enemies stay frozen for {FREEZE_TURNS} more turns.",
        "Enemies move again.",
        "PC has no freeze left.",
    ):
        assert told in text


SEED = 42

CELLAR = r"""
|-----------|
|@0...E....\|
|31........W|
|444...M....|
|-----------|
"""

MARKET = r"""
|-----------|
|@666.M....\|
|.....M.....|
|-----------|
"""

PACK_WORDS = """
s i f
g ea g so g se g no i
t a ea t a ea u b u c t k no t a no
so g so g se
ea g se i t a ea i ne t b ea i
t b ea u b q
"""

SHOP_WORDS = """
g f b ea
ea ea ea b ea ea b ea b ea 3 b ea 1 b ea 2 b ea 1
b se b se 1 b se 2
a ea b ea b se b se 1
q
"""

BOTH_WORDS = """
d f
ea ea ea ea b ea b ea 1 i b ea 2 i b ea 1 b se 1
t a se b se b ea u a u b u c i
q
"""

GAMES = {
    "pack": ("pack", CELLAR, PACK_WORDS),
    "shop": ("shop", MARKET, SHOP_WORDS),
    "pack_and_shop": ("pack shop", MARKET, BOTH_WORDS),
}


@for_each("name", GAMES)
def test_a_drawn_game_never_changes(name: str, golden: Golden) -> None:
    """R34, X3: the same seed, layout and words, the same pages."""
    names, drawing, words = GAMES[name]
    rules = fixed_rules_of(names)
    layouts = read_layout(drawing.encode("ascii"), name, rules).floor_layouts
    golden(f"expansions/{name}", transcript(Session(rules, SEED, layouts), words))
