"""A trap on a cell, as `cc3k help expansions` has it: it bites whoever steps on it, once."""

from collections.abc import Iterable

from cc3k.engine.dice import Dice
from cc3k.engine.events import PC, Event, ExpansionEvent, Slain
from cc3k.engine.expansion import Expansion, FloorHooks, Rows
from cc3k.engine.game import GameState
from cc3k.engine.items import Trinket
from cc3k.engine.view import GameView
from cc3k.expansions.plugin_guard import guard_expansion
from cc3k.expansions.registry import rules_with
from cc3k.play.frame import frame_text
from cc3k.play.look import describe_cell
from cc3k.play.travel import find_free_gold, find_path
from tests.support.expansions import say, told
from tests.support.scenarios import room, scenario

BITE = 30
TRAPS_A_FLOOR = 3


def _bite(game: GameState, trap: Trinket) -> Iterable[Event]:
    game.hero.take_damage(BITE)
    text = f"The {trap.name} snaps shut: {game.hero.hp} HP are left."
    yield ExpansionEvent("traps.bite", text, text, interrupts=True)
    if game.hero.hp == 0:
        yield Slain(PC, trap.name)


def _ask(_game: GameState, trap: Trinket) -> str:
    return f"Step into the {trap.name}? (y/n)"


TRAP = Trinket("trap", "^", "bites whoever steps on it", on_taken=_bite, asks_first=_ask)


def _lay(game: GameState, dice: Dice) -> None:
    if game.is_furnished:
        free = [cell for tiles in game.floor.board.chambers for cell in tiles]
        for _ in range(TRAPS_A_FLOOR):
            game.floor.place_item(dice.pick([*filter(game.floor.is_free, free)]), TRAP)


TRAPS = Expansion(
    "traps", "Traps that bite.", rows=Rows(trinkets=(TRAP,)), floors=FloorHooks(on_floor=_lay)
)
RULES = rules_with((guard_expansion(TRAPS, "expansion traps"),))


def test_whoever_steps_on_it_is_bitten_once() -> None:
    """Section C: a cell with a mark, whose entered-hook hurts; then it is gone."""
    game = scenario(room("@^..\\"), rules=RULES)
    hp = game.hero.hp
    assert told(game, "ea")[0] == f"PC moves East. The trap snaps shut: {hp - BITE} HP are left."
    say(game, "we")
    say(game, "ea")
    assert (game.hero.hp, dict(game.floor.items)) == (hp - BITE, {})


def test_it_may_slay() -> None:
    """R23: the cause of death is its name; nothing acts on the slain."""
    game = scenario(room("@^.O\\"), rules=RULES)
    game.hero.hp = BITE
    assert isinstance(say(game, "ea")[-1], Slain)
    assert game.outcome is not None
    assert game.outcome.slain_by == "trap"


def test_people_see_it_are_asked_and_journeys_go_round() -> None:
    """X6, X7: on the board, in a look, and before a step; it is nothing to be fetched."""
    game = scenario(room("@^.\\", "...."), rules=RULES)
    view, trap = GameView(game), game.floor.hero_cell + 1
    assert "^" in frame_text(game, "")
    assert describe_cell(game, trap) == ["Trap: bites whoever steps on it."]
    assert view.question_before_taking(trap) == "Step into the trap? (y/n)"
    assert find_free_gold(view) == []
    way = find_path(view, [trap + 1])
    assert way is not None
    assert [step.name for step in way.steps] == ["Southeast", "Northeast"]


def test_they_lie_on_floors_that_are_not_drawn() -> None:
    """X2, X120: by dice of its own, so the same for a seed; drawn floors stay as drawn."""
    games = [GameState(RULES, RULES.races[0], Dice("7/game 1")) for _ in range(2)]
    cells = [[at for at, thing in game.floor.items.items() if thing is TRAP] for game in games]
    assert cells[0] == cells[1]
    assert len(cells[0]) == TRAPS_A_FLOOR
    assert not scenario(room("@...\\"), rules=RULES).floor.items
