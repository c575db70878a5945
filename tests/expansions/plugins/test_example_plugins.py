"""Plug-ins as others would write them, each from `cc3k help expansions` alone (section C).

A boss, an item with a target, a ranged enemy, a status, and a trap on a cell.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from attrs import define, evolve

from cc3k.cli.help import help_pages
from cc3k.content.roster import BASE_RULES
from cc3k.engine.actions import Attack, Move, legal_actions
from cc3k.engine.arrivals import FloorStage
from cc3k.engine.board import DIRECTIONS, EAST, NORTH, WEST, Direction
from cc3k.engine.combat import Blow, BlowRule, BlowStage, slay_enemy
from cc3k.engine.dice import Dice
from cc3k.engine.enemies import Enemy, EnemyKind
from cc3k.engine.events import PC, Effect, Event, ExpansionEvent, Missed, Slain, Struck
from cc3k.engine.expansion import Commands, Expansion, FightHooks, FloorHooks, Rows, TextHooks
from cc3k.engine.flight import fly
from cc3k.engine.game import GameState
from cc3k.engine.items import Trinket
from cc3k.engine.refusals import ExpansionRefusal, Impossible
from cc3k.engine.running_game import ExpansionAction, part_of
from cc3k.engine.stats import BaseStats
from cc3k.engine.view import GameView
from cc3k.expansions.fog import FOG
from cc3k.expansions.registry import rules_with
from cc3k.expansions.tactics import TACTICS
from cc3k.play.commands import command_table
from cc3k.play.endings import cause_of_death
from cc3k.play.frame import frame_text, status_text
from cc3k.play.interruptions import play_turn
from cc3k.play.look import describe_cell
from cc3k.play.macros import Run
from cc3k.play.odds import compute_fight_odds
from cc3k.play.paths import find_path
from cc3k.play.prompts import question_before
from cc3k.play.session import Session
from cc3k.play.travel import find_free_gold
from cc3k.saves.expansion_plugins import guard_expansion
from tests.support.expansions import refused, say, told
from tests.support.scenarios import HIT, MISS, FirstOfAll, Wait, room, scenario, script
from tests.support.walks import floors_of

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
    floor = game.floor
    free = [at for tiles in floor.board.chambers for at in tiles if floor.is_free(at)]
    if free and game.is_furnished:
        kind = game.kind_here(game.rules.enemy_kind_named("Grun"))
        floor.place_enemy(dice.pick(free), Enemy(kind))


def thick_hide(blow: Blow) -> int:
    is_boss = blow.defender is not None and blow.defender.kind.name == "Grun"
    return -(-blow.damage // 2) if is_boss else blow.damage


BOSS = Expansion(
    "boss",
    "Grun is on every floor.",
    rows=Rows(enemy_kinds=(GRUN,)),
    floors=FloorHooks(on_floor=bring, stage=FloorStage.NAMED),
    fights=FightHooks(blows=(BlowRule(BlowStage.DEFENDER, thick_hide),)),
)
BOSS_RULES = rules_with((BOSS,))


def test_a_boss_stands_on_each_floor() -> None:
    game = GameState(BOSS_RULES, BOSS_RULES.races[0], Dice("1"))
    for each in floors_of(game):
        assert [e.kind.breed for e in each.floor.enemies.values() if e.kind.is_named] == ["orc"]


def test_a_boss_acts_twice_and_its_hide_halves_blows() -> None:
    """An orc's half more for goblins is its own as well (R19)."""
    game = scenario(room("@Q...\\"), "Goblin", [HIT, HIT], rules=BOSS_RULES)
    events = game.play(Attack(EAST))
    assert [each.damage for each in events if isinstance(each, Struck)] == [6, 38, 38]
    kind = BASE_RULES.enemy_kind_named("orc")
    plain = compute_fight_odds(BASE_RULES, game.hero, Enemy(kind))
    boss = compute_fight_odds(BOSS_RULES, game.hero, Enemy(GRUN, hp=kind.hp))
    assert boss.win_chance <= plain.win_chance
    assert boss.hits_to_slay == 2 * (plain.hits_to_slay or 0)


NET_DAMAGE = 30


@define(eq=False)
class Nets:
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
        return "" if target is not None else "Nobody is there. Throw it?"


NET = Trinket("net", "%", "throw it at an enemy", on_taken=_keep)
THROWS = tuple([(f"n {way.command_word}", Throw(way)) for way in DIRECTIONS])
NETS = Expansion(
    "nets",
    "Nets to throw.",
    new_part=Nets,
    rows=Rows(trinkets=(NET,)),
    commands=Commands(actions=THROWS, help_rows=(("n and a direction", "throw a net"),)),
)


def netted(drawing: str, luck: tuple[int, ...] = ()) -> GameState:
    rules = rules_with((guard_expansion(NETS, "expansion nets"),))
    return scenario(drawing, luck=luck, rules=rules)


def test_a_net_is_taken_and_thrown_at_the_first_enemy() -> None:
    """Section C: a thing with a mark and an entered-hook, kept in a part, thrown by one flight."""
    game = netted(room("@%.E.E\\"))
    assert told(game, "ea")[0] == "PC moves East. The net is rolled up."
    say(game, "n ea")
    near, far = [game.floor.enemies[cell] for cell in sorted(game.floor.enemies)]
    assert (near.hp, far.hp) == (110, 140)
    assert near.statuses == {"caught": 2}
    assert part_of(game, Nets).count == 0


def test_a_net_is_refused_asked_about_copied_and_digested() -> None:
    """R4, X5, X7: what every command of the game's own does."""
    game = netted(room("@....\\"))
    refusal = refused(game, "n ea")
    assert isinstance(refusal, ExpansionRefusal)
    throw = command_table(game.rules).actions_and_answers["n ea"]
    assert throw not in legal_actions(game)
    before = game.digest()
    part_of(game, Nets).count = 2
    assert throw in legal_actions(game)
    assert question_before(game, throw) == "Nobody is there. Throw it?"
    copy = game.copy()
    say(copy, "n ea")
    assert (part_of(game, Nets).count, part_of(copy, Nets).count) == (2, 1)
    assert game.digest() != before


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
    session = Session(game.rules, 42)
    session.game, run, reason = game, Run(EAST), None
    while reason is None:
        reason = play_turn(session, run, session.give)
    assert names_of(game.last_events) == ["web.rears"]


SALAMANDER = EnemyKind("salamander", "S", 40, BaseStats(10, 5), spawn_weight=2)


def burn(game: GameState, _hp_lost: int) -> Iterator[Event]:
    if "burning" in game.hero.statuses and game.hero.hp > 1:
        game.hero.take_damage(1)
        yield ExpansionEvent("fire.burnt", "PC burns.", "You burn.", effect=Effect.HARM)


def ignite(blow: Blow) -> int:
    attacker = blow.attacker
    if blow.defender is None and attacker is not None and attacker.kind is SALAMANDER:
        blow.hero.set_status("burning", 3)
    return blow.damage


def burning_row(game: GameState) -> list[str]:
    return [f"Burning: {game.hero.statuses.get('burning', 0)}"]


FIRE = Expansion(
    "fire",
    "Salamanders set you on fire.",
    rows=Rows(enemy_kinds=(SALAMANDER,)),
    fights=FightHooks(blows=(BlowRule(BlowStage.WEAPON, ignite),), after_phase=burn),
    texts=TextHooks(status_rows=burning_row),
)
FIRE_RULES = rules_with((FIRE,))


def test_a_status_is_given_by_a_blow_passes_and_is_shown() -> None:
    game = scenario(room(".@S..\\"), luck=[HIT, MISS], rules=FIRE_RULES)
    game.play(Attack(EAST))
    twin = game.copy()
    lost = []
    for way in (WEST, EAST, WEST, EAST):
        before = game.hero.hp
        game.turn_dice = scenario(room("@\\"), luck=[MISS], rules=FIRE_RULES).turn_dice
        game.play(Move(way))
        lost.append(before - game.hero.hp)
    assert lost == [1, 1, 0, 0]
    assert status_text(twin).splitlines()[-1] == "Burning: 2"
    assert status_text(game).splitlines()[-1] == "Burning: 0"


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
