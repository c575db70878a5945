"""A ranged enemy, as `cc3k help expansions` has it: it is announced, and stops journeys."""

import re
from collections.abc import Iterable
from pathlib import Path

from cc3k.cli.help import help_pages
from cc3k.engine.actions import ToggleFreeze
from cc3k.engine.board import EAST, NORTH
from cc3k.engine.events import Event, ExpansionEvent, Missed, Struck
from cc3k.engine.expansion import Expansion
from cc3k.engine.game import GameState
from cc3k.engine.view import GameView
from cc3k.expansions.fog import FOG
from cc3k.expansions.hunters import HUNTERS
from cc3k.expansions.plugin_guard import guard_expansion
from cc3k.expansions.registry import rules_with
from cc3k.expansions.tactics import TACTICS
from cc3k.play.frame import status_text
from cc3k.play.interruptions import play_turn
from cc3k.play.macros import Run
from cc3k.play.session import Session
from tests.support.scenarios import HIT, MISS, FirstOfAll, Wait, room, scenario, script

PAGE = Path(help_pages()["expansions"]).read_text("utf-8")
FLOOR = room("@...S......\\")
LONG = room("@..........\\", *["..........."] * 3, "......S.....")


def plugin() -> Expansion:
    """Return the example of the page, guarded as each expansion of another package is."""
    blocks = re.findall(r"```python\n(.+?)```", PAGE, re.DOTALL)
    (source,) = [block for block in blocks if "WEB" in block]
    names: dict[str, object] = {}
    exec(source, names)  # noqa: S102 - it is our own page
    web = names["WEB"]
    assert isinstance(web, Expansion)
    return guard_expansion(web, "expansion web")


def played(drawing: str, *others: Expansion) -> GameState:
    game = scenario(drawing, steps=[], rules=rules_with((*others, plugin())))
    game.turn_dice = FirstOfAll()
    return game


def names_of(events: Iterable[Event]) -> list[str]:
    return [event.name for event in events if isinstance(event, ExpansionEvent)]


def test_it_announces_an_attack_and_then_makes_it() -> None:
    """X92: from afar, in one action and the next."""
    for coin in (HIT, MISS):
        game = scenario(FLOOR, luck=[coin], steps=[NORTH], rules=rules_with((plugin(),)))
        assert names_of(game.play(Wait())) == ["web.rears"]
        threats = GameView(game).threats
        assert [each.name for each in threats.values()] == ["rears up"]
        script(game).steps = [NORTH]
        (blow,) = game.play(Wait())
        assert isinstance(blow, Struck if coin == HIT else Missed)


def test_it_is_void_once_the_enemy_was_frozen() -> None:
    """X92."""
    game = played(FLOOR)
    game.play(Wait())
    game.play(ToggleFreeze())
    assert not GameView(game).threats
    assert game.play(Wait()) == ()


def test_it_is_unseen_in_the_fog() -> None:
    """X92: only enemies that the player sees announce."""
    game = played(room("@.|S......\\"), FOG)
    assert game.play(Wait()) == ()


def test_a_run_stops_at_it() -> None:
    """X99."""
    game = played(LONG, TACTICS)
    session = Session(game.rules, 42)
    session.game, run, reason = game, Run(EAST), None
    while reason is None:
        reason = play_turn(session, run, session.handle_words)
    assert names_of(game.last_events) == ["web.rears"]


def test_it_is_told_on_the_row_of_tactics_and_goes_on_in_a_copy() -> None:
    """X122: its state is in the digest and in copies."""
    game = played(FLOOR, TACTICS, HUNTERS)
    game.play(Wait())
    assert "Threat: S rears up, 4 east" in status_text(game)
    copy = game.copy()
    assert copy.digest() == game.digest()
    assert isinstance(copy.play(Wait())[0], Missed)
