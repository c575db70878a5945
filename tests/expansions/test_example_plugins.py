"""Plug-ins as others would write them, each from `cc3k help expansions` alone (section C).

A ranged enemy, whose code is that of the page, and a trap on a cell.
"""

import re
from collections.abc import Iterable
from pathlib import Path

from cc3k.cli.help import help_pages
from cc3k.engine.board import EAST, NORTH
from cc3k.engine.dice import Dice
from cc3k.engine.events import PC, Event, ExpansionEvent, Missed, Slain, Struck
from cc3k.engine.expansion import Expansion, FloorHooks, Rows
from cc3k.engine.game import GameState
from cc3k.engine.items import Trinket
from cc3k.engine.view import GameView
from cc3k.expansions.fog import FOG
from cc3k.expansions.registry import rules_with
from cc3k.expansions.tactics import TACTICS
from cc3k.play.frame import frame_text
from cc3k.play.look import describe_cell
from cc3k.play.macros import Run
from cc3k.play.messages import cause_of_death
from cc3k.play.paths import find_path
from cc3k.play.travel import find_free_gold
from cc3k.saves.expansion_plugins import guard_expansion
from tests.support.expansions import played, say, told
from tests.support.scenarios import HIT, MISS, FirstOfAll, Wait, room, scenario, script

PAGE = Path(help_pages()["expansions"]).read_text("utf-8")
WEB_FLOOR = room("@...S......\\")
LONG_FLOOR = room("@..........\\", *["..........."] * 3, "......S.....")


def plugin() -> Expansion:
    blocks = re.findall(r"```python\n(.+?)```", PAGE, re.DOTALL)
    (source,) = [block for block in blocks if "WEB" in block]
    names: dict[str, object] = {}
    exec(source, names)  # noqa: S102 - it is our own page
    web = names["WEB"]
    assert isinstance(web, Expansion)
    return guard_expansion(web, "expansion web")


def webbed(drawing: str, *others: Expansion) -> GameState:
    game = scenario(drawing, steps=[], rules=rules_with((*others, plugin())))
    game.turn_dice = FirstOfAll()
    return game


def names_of(events: Iterable[Event]) -> list[str]:
    return [event.name for event in events if isinstance(event, ExpansionEvent)]


def test_a_spider_announces_an_attack_and_then_makes_it() -> None:
    """X92: from afar, in one action and the next."""
    for coin in (HIT, MISS):
        game = scenario(WEB_FLOOR, luck=[coin], steps=[NORTH], rules=rules_with((plugin(),)))
        assert names_of(game.play(Wait())) == ["web.rears"]
        threats = GameView(game).threats
        assert [each.name for each in threats.values()] == ["rears up"]
        script(game).steps = [NORTH]
        (blow,) = game.play(Wait())
        assert isinstance(blow, Struck if coin == HIT else Missed)


def test_its_attack_is_unseen_in_the_fog() -> None:
    """X92: only enemies that the player sees announce."""
    game = webbed(room("@.|S......\\"), FOG)
    assert game.play(Wait()) == ()


def test_a_run_stops_at_its_attack() -> None:
    """X99."""
    game = webbed(LONG_FLOOR, TACTICS)
    played(game, Run(EAST))
    assert names_of(game.last_events) == ["web.rears"]


BITE = 30
TRAPS_A_FLOOR = 3


def _bite(game: GameState, trap: Trinket) -> Iterable[Event]:
    game.hero.take_damage(BITE)
    text = f"The {trap.name} snaps shut: {game.hero.hp} HP are left."
    yield ExpansionEvent("traps.bite", text, text, interrupts=True)
    if game.hero.hp == 0:
        yield Slain(PC, trap.name)


def _ask(_game: GameState, trap: Trinket) -> str:
    return f"Step into the {trap.name}?"


TRAP = Trinket("trap", "^", "bites whoever steps on it", on_taken=_bite, asks_first=_ask)


def _lay(game: GameState, dice: Dice) -> None:
    if game.is_furnished:
        free = [cell for tiles in game.floor.board.chambers for cell in tiles]
        for _ in range(TRAPS_A_FLOOR):
            game.floor.place_item(dice.pick([*filter(game.floor.is_free, free)]), TRAP)


TRAPS = Expansion(
    "traps", "Traps that bite.", rows=Rows(trinkets=(TRAP,)), floors=FloorHooks(on_floor=_lay)
)
TRAP_RULES = rules_with((guard_expansion(TRAPS, "expansion traps"),))


def test_whoever_steps_on_a_trap_is_bitten_once() -> None:
    """Section C: a cell with a mark, whose entered-hook hurts; then it is gone."""
    game = scenario(room("@^..\\"), rules=TRAP_RULES)
    hp = game.hero.hp
    assert told(game, "ea")[0] == f"PC moves East. The trap snaps shut: {hp - BITE} HP are left."
    say(game, "we")
    say(game, "ea")
    assert (game.hero.hp, dict(game.floor.items)) == (hp - BITE, {})


def test_a_trap_may_slay() -> None:
    """R23: the cause of death is its name; nothing acts on the slain."""
    game = scenario(room("@^.O\\"), rules=TRAP_RULES)
    game.hero.hp = BITE
    assert isinstance(say(game, "ea")[-1], Slain)
    assert cause_of_death(game.outcome) == "trap"


def test_people_see_a_trap_are_asked_and_journeys_go_round() -> None:
    """X6, X7: on the board, in a look, and before a step; it is nothing to be fetched."""
    game = scenario(room("@^.\\", "...."), rules=TRAP_RULES)
    view, trap = GameView(game), game.floor.hero_cell + 1
    assert "^" in frame_text(game, "")
    assert describe_cell(game, trap) == ["Trap: bites whoever steps on it."]
    assert view.question_before_taking(trap) == "Step into the trap?"
    assert find_free_gold(view) == []
    way = find_path(view, [trap + 1])
    assert way is not None
    assert [step.name for step in way.steps] == ["Southeast", "Northeast"]


def test_traps_lie_on_floors_that_are_not_drawn() -> None:
    """X2, X120: by dice of its own, so the same for a seed; drawn floors stay as drawn."""
    games = [GameState(TRAP_RULES, TRAP_RULES.races[0], Dice("7/game 1")) for _ in range(2)]
    cells = [[at for at, thing in game.floor.items.items() if thing is TRAP] for game in games]
    assert cells[0] == cells[1]
    assert len(cells[0]) == TRAPS_A_FLOOR
    assert not scenario(room("@...\\"), rules=TRAP_RULES).floor.items
