"""Golden transcripts of seeded games with gear, levels, depths and chambers: a frame a journey."""

import re
from collections.abc import Callable, Iterator
from typing import TypeAlias

import pytest

from cc3k.play.collect import find_cells_beside_stairs
from cc3k.play.commands import HpLimit
from cc3k.play.fights import Fight
from cc3k.play.interruptions import MultiTurnCommand
from cc3k.play.session import Session
from cc3k.play.travel import AutoTravel, find_free_gold, find_stairs
from tests.conftest import Golden
from tests.support.fixed_roster import fixed_rules_of

MOST_STEPS = 400
NO_LIMIT = HpLimit(0)


def fight() -> MultiTurnCommand:
    """Fight whoever is nearest to the end."""
    return Fight(NO_LIMIT, is_accepted=True)


def fetch() -> MultiTurnCommand:
    """Fetch the nearest gold or gear, whoever is near."""
    return AutoTravel(find_free_gold, allow_danger=True)


def leave() -> MultiTurnCommand:
    """Go to the stairs, whoever is near."""
    return AutoTravel(find_stairs, allow_danger=True)


def approach() -> MultiTurnCommand:
    """Go beside the stairs, whoever guards them."""
    return AutoTravel(find_cells_beside_stairs, allow_danger=True)


Journey: TypeAlias = Callable[[], MultiTurnCommand]

JOURNEYS: dict[str, Journey] = {
    "fight": fight,
    "fetch": fetch,
    "leave": leave,
    "approach": approach,
}

GAMES: dict[str, tuple[dict[str, int], str, int, str, tuple[str, ...]]] = {
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
        (r"Level: 1 \(0 of 10\), 2 points", r"PC reaches level \d+ \(.*and gets \d+ point"),
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


@pytest.mark.slow_from(2)
@pytest.mark.parametrize("name", GAMES)
def test_a_seeded_game_is_played_as_ever(name: str, golden: Golden) -> None:
    """X2: no draw and no row of a frame ever changes."""
    numbers, race, seed, journeys, claims = GAMES[name]
    session = Session(fixed_rules_of(name, numbers), seed)
    text = "".join(pages(session, race, journeys))
    for claim in claims:
        assert re.search(claim, text), claim
    golden(f"expansions/{name}_seeded", text)
