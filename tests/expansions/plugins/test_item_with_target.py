"""An item with a target, as `cc3k help expansions` has it: a net to take, keep and throw."""

from collections.abc import Iterable

from attrs import define

from cc3k.engine.actions import legal_actions
from cc3k.engine.board import DIRECTIONS, Direction
from cc3k.engine.combat import slay_enemy
from cc3k.engine.events import Event, ExpansionEvent, Slain
from cc3k.engine.expansion import Commands, Expansion, Rows
from cc3k.engine.flight import fly
from cc3k.engine.game import GameState
from cc3k.engine.items import Trinket
from cc3k.engine.refusals import ExpansionRefusal, Impossible
from cc3k.engine.running_game import ExpansionAction, part_of
from cc3k.expansions.plugin_guard import guard_expansion
from cc3k.expansions.registry import rules_with
from cc3k.play.commands import command_table
from cc3k.play.messages import question_before
from tests.support.expansions import refused, say, told
from tests.support.scenarios import room, scenario

NET_DAMAGE = 30


@define(eq=False)
class Nets:
    """How many nets the PC has."""

    count: int = 0

    def copy(self) -> "Nets":
        return Nets(self.count)

    def digest_parts(self) -> object:
        return self.count


def _keep(game: GameState, thing: Trinket) -> Iterable[Event]:
    part_of(game, Nets).count += 1
    text = f"The {thing.name} is rolled up."
    return [ExpansionEvent("nets.kept", text, text)]


class Throw(ExpansionAction):
    """Throw a net in a direction, at the first enemy within four cells."""

    def __init__(self, direction: Direction) -> None:
        self.direction = direction

    def perform(self, game: GameState) -> Iterable[Event]:
        if not self.is_legal(game):
            text = "There is no net to throw."
            raise Impossible(ExpansionRefusal(text, text))
        part_of(game, Nets).count -= 1
        target = fly(game.floor, game.floor.hero_cell, self.direction, 4).target
        yield ExpansionEvent("nets.thrown", "A net flies.", "A net flies.")
        if target is not None:
            enemy = game.floor.enemies[target]
            enemy.end_peace()
            enemy.set_status("caught", 3)
            enemy.take_damage(NET_DAMAGE)
            if enemy.hp == 0:
                yield from slay_enemy(game, target)

    def is_legal(self, game: GameState) -> bool:
        return part_of(game, Nets).count > 0

    def question(self, game: GameState) -> str:
        target = fly(game.floor, game.floor.hero_cell, self.direction, 4).target
        return "" if target is not None else "Nobody is there. Throw it? (y/n)"


NET = Trinket("net", "%", "throw it at an enemy", on_taken=_keep)
THROWS = tuple([(f"n {way.command_word}", Throw(way)) for way in DIRECTIONS])
NETS = Expansion(
    "nets",
    "Nets to throw.",
    new_part=Nets,
    rows=Rows(trinkets=(NET,)),
    commands=Commands(actions=THROWS, help_rows=(("n and a direction", "throw a net"),)),
)


def played(drawing: str, luck: tuple[int, ...] = ()) -> GameState:
    rules = rules_with((guard_expansion(NETS, "expansion nets"),))
    return scenario(drawing, luck=luck, rules=rules)


def test_a_thing_is_taken_and_thrown_at_the_first_enemy() -> None:
    """Section C: a thing with a mark and an entered-hook, kept in a part, thrown by one flight."""
    game = played(room("@%.E.E\\"))
    assert told(game, "ea")[0] == "PC moves East. The net is rolled up."
    say(game, "n ea")
    near, far = [game.floor.enemies[cell] for cell in sorted(game.floor.enemies)]
    assert (near.hp, far.hp) == (110, 140)
    assert near.statuses == {"caught": 2}
    assert part_of(game, Nets).count == 0


def test_a_kill_by_it_is_the_pcs() -> None:
    """Section C: one pipeline for a kill: gold and experience are as for a blow."""
    game = played(room("@.W\\"), luck=(0,))
    part_of(game, Nets).count = 1
    (dwarf,) = game.floor.enemies.values()
    dwarf.hp = NET_DAMAGE
    assert [type(event) for event in say(game, "n ea")][:2] == [ExpansionEvent, Slain]
    assert game.hero.gold == 1


def test_it_is_refused_asked_about_copied_and_digested() -> None:
    """R4, X5, X7: what every command of the game's own does."""
    game = played(room("@....\\"))
    refusal = refused(game, "n ea")
    assert isinstance(refusal, ExpansionRefusal)
    throw = command_table(game.rules).actions["n ea"]
    assert throw not in legal_actions(game)
    before = game.digest()
    part_of(game, Nets).count = 2
    assert throw in legal_actions(game)
    assert question_before(game, throw) == "Nobody is there. Throw it? (y/n)"
    copy = game.copy()
    say(copy, "n ea")
    assert (part_of(game, Nets).count, part_of(copy, Nets).count) == (2, 1)
    assert game.digest() != before
