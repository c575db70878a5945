"""A status as a plug-in, built from what `cc3k help expansions` says alone (section C)."""

from collections.abc import Iterator

from cc3k.engine.actions import Attack, Move
from cc3k.engine.board import EAST, WEST
from cc3k.engine.combat import Blow, BlowRule, BlowStage
from cc3k.engine.enemies import EnemyKind
from cc3k.engine.events import Effect, Event, ExpansionEvent
from cc3k.engine.expansion import Expansion, FightHooks, Rows, TextHooks
from cc3k.engine.game import GameState
from cc3k.engine.stats import BaseStats
from cc3k.expansions.registry import rules_with
from cc3k.play.frame import status_text
from tests.support.scenarios import HIT, MISS, room, scenario

SALAMANDER = EnemyKind("salamander", "S", 40, BaseStats(10, 5), spawn_weight=2)


def burn(game: GameState, _hp_lost: int) -> Iterator[Event]:
    """Take 1 HP from a PC that burns."""
    if "burning" in game.hero.statuses and game.hero.hp > 1:
        game.hero.take_damage(1)
        yield ExpansionEvent("fire.burnt", "PC burns.", "You burn.", effect=Effect.HARM)


def ignite(blow: Blow) -> int:
    """Set whom a salamander hits on fire."""
    attacker = blow.attacker
    if blow.defender is None and attacker is not None and attacker.kind is SALAMANDER:
        blow.hero.set_status("burning", 3)
    return blow.damage


def row(game: GameState) -> list[str]:
    """Tell how long the PC burns."""
    return [f"Burning: {game.hero.statuses.get('burning', 0)}"]


FIRE = Expansion(
    "fire",
    "Salamanders set you on fire.",
    rows=Rows(enemy_kinds=(SALAMANDER,)),
    fights=FightHooks(blows=(BlowRule(BlowStage.WEAPON, ignite),), after_phase=burn),
    texts=TextHooks(status_rows=row),
)
RULES = rules_with((FIRE,))


def test_a_status_is_given_by_a_blow_passes_and_is_shown() -> None:
    """It counts down after each enemies' phase, and a copy has its own."""
    game = scenario(room(".@S..\\"), luck=[HIT, MISS], rules=RULES)
    game.play(Attack(EAST))
    twin = game.copy()
    lost = []
    for way in (WEST, EAST, WEST, EAST):
        before = game.hero.hp
        game.turn_dice = scenario(room("@\\"), luck=[MISS], rules=RULES).turn_dice
        game.play(Move(way))
        lost.append(before - game.hero.hp)
    assert lost == [1, 1, 0, 0]
    assert status_text(twin).splitlines()[-1] == "Burning: 2"
    assert status_text(game).splitlines()[-1] == "Burning: 0"
