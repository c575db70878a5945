"""A boss as a plug-in, built from what `cc3k help expansions` says alone (section C)."""

from attrs import evolve

from cc3k.content.roster import BASE_RULES
from cc3k.engine.actions import Attack
from cc3k.engine.arrivals import FloorStage
from cc3k.engine.board import EAST
from cc3k.engine.combat import Blow, BlowRule, BlowStage
from cc3k.engine.dice import Dice
from cc3k.engine.enemies import Enemy
from cc3k.engine.events import Struck
from cc3k.engine.expansion import Expansion, FightHooks, FloorHooks, Rows
from cc3k.engine.game import GameState
from cc3k.expansions.registry import rules_with
from cc3k.play.odds import compute_fight_odds
from tests.support.scenarios import HIT, room, scenario

GRUN = evolve(
    BASE_RULES.enemy_kind_named("orc"),
    name="Grun",
    of_kind="orc",
    glyph="Q",
    hp=300,
    spawn_weight=0,
    trait="acts twice; a thick hide halves blows",
    actions_per_turn=2,
    experience=50,
)


def bring(game: GameState, dice: Dice) -> None:
    """Put the boss on a free tile of a floor that is not drawn."""
    floor = game.floor
    free = [at for tiles in floor.board.chambers for at in tiles if floor.is_free(at)]
    if free and game.is_furnished:
        kind = game.kind_here(game.rules.enemy_kind_named("Grun"))
        floor.place_enemy(dice.pick(free), Enemy(kind))


def thick_hide(blow: Blow) -> int:
    """Halve blows at the boss."""
    is_boss = blow.defender is not None and blow.defender.kind.name == "Grun"
    return -(-blow.damage // 2) if is_boss else blow.damage


BOSS = Expansion(
    "boss",
    "Grun is on every floor.",
    rows=Rows(enemy_kinds=(GRUN,)),
    floors=FloorHooks(on_floor=bring, stage=FloorStage.NAMED),
    fights=FightHooks(blows=(BlowRule(BlowStage.DEFENDER, thick_hide),)),
)
RULES = rules_with((BOSS,))


def test_a_boss_stands_on_each_floor() -> None:
    """It is somebody of name, and an orc to races."""
    game = GameState(RULES, RULES.races[0], Dice("1"))
    while True:
        assert [e.kind.breed for e in game.floor.enemies.values() if e.kind.is_named] == ["orc"]
        if not game.take_stairs():
            break


def test_it_acts_twice_and_its_hide_halves_blows() -> None:
    """An orc's half more for goblins is its own as well (R19)."""
    game = scenario(room("@Q...\\"), "Goblin", [HIT, HIT], rules=RULES)
    events = game.play(Attack(EAST))
    assert [each.damage for each in events if isinstance(each, Struck)] == [6, 38, 38]
    kind = BASE_RULES.enemy_kind_named("orc")
    plain = compute_fight_odds(BASE_RULES, game.hero, Enemy(kind))
    boss = compute_fight_odds(RULES, game.hero, Enemy(GRUN, hp=kind.hp))
    assert boss.win_chance <= plain.win_chance
    assert boss.hits_to_slay == 2 * (plain.hits_to_slay or 0)
