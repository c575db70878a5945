"""Ways out: a fight that stops at few HP names what could save the PC now (X10, X51, X104)."""

from cc3k.engine.game import GameState
from cc3k.engine.running_game import part_of
from cc3k.engine.view import GameView
from cc3k.expansions.hunters import Hunt
from cc3k.expansions.pack_slots import add_potion
from cc3k.expansions.vaults import Treasures, Wand
from cc3k.play.fights import Fight, describe_ways_out
from tests.support.expansions import expanded, rules_of
from tests.support.scenarios import room, scenario

HEALING = next(each for each in rules_of("pack").potions if each.name == "RH")


def hurt(names: str, row: str = "@...E.\\") -> GameState:
    """Return a game in which a blow may kill the PC."""
    game = expanded(names, room(row))
    game.hero.hp = 40
    return game


def test_it_names_what_the_player_has() -> None:
    """A known potion that heals, the freezes left, a known wand that blinks; no barred stairs."""
    game = hurt("pack hunters vaults")
    add_potion(game, HEALING)
    part_of(game, Treasures).wands = (Wand("slow", 1), Wand("blink", 2), None)
    part_of(game, Hunt).freezes, game.enemies_frozen = 3, False
    fight, freezing = Fight(), "{freeze} holds all of them (3 left)"
    assert fight.next_command(game) is None
    assert f"may kill you. {freezing}. {{fight}} won't" in fight.stop_reason
    game.known_potions.update((HEALING.name, "wand of blink"))
    told = f" Potion a heals 10, {freezing} and wand 2 blinks away."
    assert describe_ways_out(GameView(game)) == told


def test_what_does_not_help_is_not_named() -> None:
    """A potion that heals nothing, no freezes, a wand without charges; stairs that can be reached.

    Base games have none of these, and say what they always did.
    """
    game = hurt("pack hunters vaults", "E.@..\\")
    game.hero.hp = game.hero.race.hp
    add_potion(game, HEALING)
    game.known_potions.update((HEALING.name, "wand of blink"))
    part_of(game, Treasures).wands = (Wand("blink", 4), None, None)
    part_of(game, Hunt).freezes = 0
    assert describe_ways_out(GameView(game)) == " {stairs} leaves in 3 steps."
    assert not describe_ways_out(GameView(hurt("fog")))
    assert not describe_ways_out(GameView(scenario(room("E.@..\\"))))
