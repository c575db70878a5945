"""Wands: what is cast in a direction, at the first enemy within seven cells (X103-X106).

A wand is of an unknown kind until it has been cast to some effect. This module has the kinds, what
each does, and how the slowed and the charmed act; `vaults` has the slots and the words.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import takewhile
from typing import TypeAlias

from attrs import frozen

from cc3k.engine.actions import pick_up
from cc3k.engine.board import TILE, WALKABLE, Cell, Direction, cell_set
from cc3k.engine.combat import damage, provoke, slay_enemy
from cc3k.engine.distance_maps import map_distances
from cc3k.engine.enemies import Behaviour, Enemy, EnemyKind, Stage
from cc3k.engine.events import PC, Effect, Event, ExpansionEvent, Struck
from cc3k.engine.expansion import Forecast
from cc3k.engine.flight import fly
from cc3k.engine.game import GameState
from cc3k.engine.states import CHARMED, NO_NUMBERS, SLOWED
from cc3k.engine.text import count_text
from cc3k.engine.view import GameView
from cc3k.expansions.hunters import HUNTING_TURNS
from cc3k.expansions.pack import UNSEEN_BEGINS, UNSEEN_ENDS
from cc3k.expansions.words import enemy_does, hero_does

RANGE = 7
"""How far a wand reaches, in cells."""

SLOW_TURNS, CHARM_TURNS = 20, 15
BLINK_CELLS, PUSH_CELLS, DIG_CELLS = 5, 4, 4
PUSH_DAMAGE, BOLT_DAMAGE, BOLT_GROWTH = 15, 20, 4

ALERT = "alert"
"""The status of an enemy that knows where the PC is, where there are no hunters (X91)."""

_WAS_CHARMED = "was charmed"

_NO_ROOM = ExpansionEvent(
    "vaults.no room", "PC has no room to blink.", "You have no room to blink."
)

EnemyEffect: TypeAlias = Callable[[GameState, Cell, Direction], Iterator[Event]]
"""Do something to the enemy on a cell."""

WayEffect: TypeAlias = Callable[[GameState, Direction], Iterator[Event]]
"""Do something that way."""


@frozen(eq=False)
class WandKind:
    """A kind of wand: what it does to the first enemy, or else that way; and how often."""

    name: str
    charges: int
    trait: str
    strike: EnemyEffect | None = None
    work: WayEffect | None = None
    moves_or_binds: bool = False
    """Whether those who never step, such as dragons, are proof against it."""
    passes_walls: bool = False


def cast(game: GameState, kind: WandKind, way: Direction, wand: str) -> Iterator[Event]:
    """Cast a wand, called by that name while its kind is unknown, and learn what it is (X104)."""
    if kind.work is not None:
        learn(game, kind)
        yield hero_does("vaults.cast", "cast", f"{kind.name} to the {way.name}", Effect.NONE)
        yield from kind.work(game, way)
        return
    target = fly(game.floor, game.floor.hero_cell, way, RANGE).target
    if target is None or not game.sees(target):
        yield _met_nobody(game, kind, way, wand)
        if target is not None:
            yield from (UNSEEN_BEGINS, *_strike(game, kind, target, way), UNSEEN_ENDS)
        return
    learn(game, kind)
    enemy = game.floor.enemies[target].kind
    document, spoken = f"{kind.name} at {enemy.glyph}.", f"{kind.name} at the {enemy.name}."
    yield ExpansionEvent("vaults.cast", f"PC casts {document}", f"You cast {spoken}")
    yield from _strike(game, kind, target, way)


def learn(game: GameState, kind: WandKind) -> None:
    game.known_names.add(thing_name(kind))


def thing_name(kind: WandKind) -> str:
    return f"wand of {kind.name}"


def _met_nobody(game: GameState, kind: WandKind, way: Direction, wand: str) -> ExpansionEvent:
    name = kind.name if thing_name(kind) in game.known_names else wand
    return ExpansionEvent(
        "vaults.met nobody",
        f"PC casts {name} to the {way.name} and sees nobody there.",
        f"You cast {name} to the {way.name} and see nobody there.",
    )


def _strike(game: GameState, kind: WandKind, cell: Cell, way: Direction) -> Iterator[Event]:
    """Let a wand work on the enemy on a cell, which wrongs it as an attack does (R21)."""
    enemy = game.floor.enemies[cell]
    with_peace = provoke(game.hero, enemy)
    if kind.moves_or_binds and not enemy.kind.roams:
        yield enemy_does("vaults.befell", enemy.kind, "is unmoved")
    elif kind.strike is not None:
        yield from kind.strike(game, cell, way)
    yield from with_peace


def hurt(game: GameState, cell: Cell, hp: int) -> Iterator[Event]:
    """Take HP from an enemy without a blow; its death is a kill of the PC (X105)."""
    enemy = game.floor.enemies[cell]
    lost = min(hp, enemy.hp)
    enemy.take_damage(hp)
    yield Struck(PC, enemy.kind.name, lost, enemy.hp)
    if enemy.hp == 0:
        yield from slay_enemy(game, cell)
        yield from pick_up(game)


def bolt_damage(game: GameState) -> int:
    return BOLT_DAMAGE + BOLT_GROWTH * (game.depth - 1)


def _bolt(game: GameState, cell: Cell, _way: Direction) -> Iterator[Event]:
    yield from hurt(game, cell, bolt_damage(game))


def _slow(game: GameState, cell: Cell, _way: Direction) -> Iterator[Event]:
    enemy = game.floor.enemies[cell]
    enemy.set_status(SLOWED, SLOW_TURNS)
    yield enemy_does("vaults.befell", enemy.kind, "moves slowly")


def _charm(game: GameState, cell: Cell, _way: Direction) -> Iterator[Event]:
    enemy = game.floor.enemies[cell]
    enemy.set_status(CHARMED, CHARM_TURNS)
    enemy.set_fact(_WAS_CHARMED, 1)
    enemy.hunting_turns = 0
    yield enemy_does("vaults.befell", enemy.kind, "is charmed")


def _push(game: GameState, cell: Cell, way: Direction) -> Iterator[Event]:
    """Push an enemy back, cell by cell; stopped early, it and whom it meets are hurt."""
    floor, enemy = game.floor, game.floor.enemies[cell]
    to, met = pushed_to(game, cell, way, floor.glyphs)
    if to != cell:
        floor.move_enemy(cell, to)
        settle(game, to)
    if met is None:
        return
    harmed = [each for each in (enemy, floor.enemies.get(met)) if each is not None]
    for each in harmed:
        provoked = provoke(game.hero, each)
        place = next(at for at in floor.enemies if floor.enemies[at] is each)
        yield from hurt(game, place, PUSH_DAMAGE)
        yield from provoked


def pushed_to(
    game: GameState, cell: Cell, way: Direction, glyphs: bytearray
) -> tuple[Cell, Cell | None]:
    """Return where a push takes an enemy, and the cell that stops it early, if one does."""
    offset = way.offset(game.floor.board.stride)
    for count in range(1, PUSH_CELLS + 1):
        to = cell + count * offset
        if glyphs[to] not in WALKABLE:
            return to - offset, to
    return cell + PUSH_CELLS * offset, None


def settle(game: GameState, cell: Cell) -> None:
    """Let an enemy stay where it was put if that is no floor tile, unless enemies walk there."""
    floor, enemy = game.floor, game.floor.enemies[cell]
    is_at_home = floor.board.terrain[cell] == TILE or game.rules.enemies_hunt
    (floor.stationary.discard if is_at_home and enemy.kind.roams else floor.stationary.add)(cell)


def _blink(game: GameState, way: Direction) -> Iterator[Event]:
    """Take the PC to the last cell that way which it can enter, though not onto stairs (Y24)."""
    floor, passable = game.floor, game.rules.passable_glyphs
    trajectory = fly(floor, floor.hero_cell, way, BLINK_CELLS)
    ways = [cell for cell in trajectory.cells if cell != trajectory.target]
    able = [
        cell
        for cell in ways
        if floor.glyphs[cell] in passable
        and cell != floor.stairs_cell
        and not floor.is_pedestal(cell)
    ]
    if not able:
        yield _NO_ROOM
        return
    floor.place_hero(able[-1])
    yield from pick_up(game)


def _dig(game: GameState, way: Direction) -> Iterator[Event]:
    """Open the next walls and rock that way (Y26)."""
    floor, offset, left = game.floor, way.offset(game.floor.board.stride), DIG_CELLS
    for count in range(1, RANGE + 1):
        cell = floor.hero_cell + count * offset
        if not left or floor.board.is_on_border(cell):
            break
        if floor.board.may_open(cell):
            floor.open_cell(cell)
            left -= 1
    yield from ()


# Forecasts: what the player can know of a cast (X108).


def target_in_sight(game: GameState, way: Direction) -> Cell | None:
    """Return the cell of the enemy that a wand would meet that way, as far as the player sees."""
    return fly(game.floor, game.floor.hero_cell, way, RANGE, game.sees).target


def foresee(game: GameState, kind: WandKind, cell: Cell, way: Direction) -> Forecast | None:
    """Return the enemy on a cell after a cast at it; None if it is proof against that."""
    enemy = game.floor.enemies[cell].copy()
    if kind.moves_or_binds and not enemy.kind.roams:
        return None
    if kind.strike is _bolt:
        enemy.take_damage(bolt_damage(game))
        return Forecast(kind.name, enemy)
    if kind.strike is _slow:
        enemy.set_status(SLOWED, SLOW_TURNS)
        return Forecast(kind.name, enemy, f"acts every second turn for {SLOW_TURNS} turns")
    if kind.strike is _charm:
        return Forecast(kind.name, enemy, f"fights for you for {CHARM_TURNS} turns", strikes=False)
    return _foresee_push(game, enemy, cell, way) if kind.strike is _push else None


def _foresee_push(game: GameState, enemy: Enemy, cell: Cell, way: Direction) -> Forecast:
    view, offset = GameView(game), way.offset(game.floor.board.stride)
    to, met = pushed_to(game, cell, way, view.glyphs)
    count, is_end_unseen = (to - cell) // offset, met is not None and not view.has_seen(met)
    cells = count_text(count, "cell")
    crossed = [cell + step * offset for step in range(1, count + 1)]
    note = f"stands {cells} farther off"
    if is_end_unseen or not all(map(view.is_in_sight, crossed)):
        most = count_text(PUSH_CELLS if is_end_unseen else count, "cell")
        note = f"stands up to {most} farther off: you do not see who is behind it"
    elif met is not None:
        enemy.take_damage(PUSH_DAMAGE)
        other = view.enemies.get(met)
        met_too = f", and so does {_name_beside(enemy.kind, other.kind)}" if other else ""
        note = f"is stopped after {cells} and loses {PUSH_DAMAGE} HP{met_too}"
    return Forecast("push", enemy, note, strikes=to in view.board.neighbourhood[view.hero_cell])


def foretell(game: GameState, kind: WandKind, way: Direction, target: Cell | None) -> str:
    """Return what a cast that way would do, at that target if there is one; empty for nothing."""
    if kind.work is not None:
        told = _foretell_blink(game, way) if kind.work is _blink else _foretell_dig(game, way)
        return told and f"{kind.name}: {told}"
    if target is None:
        return ""
    enemy, found = game.floor.enemies[target], foresee(game, kind, target, way)
    name = enemy.kind.the_name
    if found is None:
        told = f"{name} is unmoved, and the charge is lost"
    elif not found.enemy.hp:
        told = f"slays {name}{_gain_by_kill(game, enemy)}"
    else:
        told = f"{name} {found.note or f'has {found.enemy.hp} of {enemy.kind.hp} HP left'}"
    wronged = "" if enemy.is_hostile_to(game.hero) else f"; that wrongs {name}"
    return f"{kind.name}: {told}{wronged}"


def _gain_by_kill(game: GameState, enemy: Enemy) -> str:
    """Return the experience that a kill brings, and the figures that it raises; or nothing."""
    view, hero = GameView(game), game.hero.copy()
    if view.figure("experience") is None:
        return ""
    view.forecast_kill(hero, [enemy])
    changed = [each for each in hero.figure_texts if each not in game.hero.figure_texts]
    then = f"; then {', '.join(changed)}" if changed else ""
    return f" for {enemy.kind.experience} experience{then}"


def _foretell_blink(game: GameState, way: Direction) -> str:
    view, landed = GameView(game), 0
    for count in range(1, BLINK_CELLS + 1):
        cell = view.hero_cell + count * way.offset(view.board.stride)
        if not view.has_seen(cell):
            return f"you land {max(1, landed)} to {BLINK_CELLS} cells that way, if anywhere"
        is_open = view.board.terrain[cell] in WALKABLE or cell in view.items
        if not is_open or cell in view.enemies:
            break
        if view.may_enter(cell) and cell != view.stairs_cell:
            landed = count
    return f"you land {count_text(landed, 'cell')} that way" if landed else ""


def _foretell_dig(game: GameState, way: Direction) -> str:
    view, offset = GameView(game), way.offset(game.floor.board.stride)
    cells = [view.hero_cell + count * offset for count in range(1, RANGE + 1)]
    inside = [*takewhile(lambda cell: not view.board.is_on_border(cell), cells)]
    if not all(map(view.has_seen, inside)):
        return f"opens up to {DIG_CELLS} cells of wall or rock"
    count = min(DIG_CELLS, sum(map(view.board.may_open, inside)))
    return f"opens {count_text(count, 'cell')} of wall or rock" if count else ""


WAND_KINDS: Mapping[str, WandKind] = {
    kind.name: kind
    for kind in (
        WandKind("slow", 4, "slows an enemy for 20 turns", strike=_slow, moves_or_binds=True),
        WandKind("blink", 4, "takes you up to five cells that way", work=_blink),
        WandKind("push", 5, "pushes an enemy back", strike=_push, moves_or_binds=True),
        WandKind("dig", 5, "opens four walls", work=_dig, passes_walls=True),
        WandKind("charm", 2, "an enemy fights for you", strike=_charm, moves_or_binds=True),
        WandKind("bolt", 4, "hurts an enemy", strike=_bolt),
    )
}
"""All kinds of wand by name; each is as likely as any other."""


BINDING = frozenset([SLOWED, CHARMED])
"""The statuses that wands give."""


def cells_concerned(game: GameState) -> Collection[Cell]:
    """Return the cells of the slowed; those of all if one is charmed, wherever it will step."""
    enemies = game.floor.enemies
    bound = {
        at: one.statuses
        for at, one in enemies.items()
        if one.statuses is not NO_NUMBERS and not BINDING.isdisjoint(one.statuses)
    }
    if bound and any(CHARMED in each for each in bound.values()):
        return enemies.keys()
    return bound


def skip_if_slowed(_game: GameState, _cell: Cell, enemy: Enemy) -> Iterable[Event] | None:
    """Skip the first phase and every second one after it, attacks too (Y26, X122)."""
    return () if enemy.is_held_in(0) else None


def fight_for_hero(game: GameState, cell: Cell, enemy: Enemy) -> Iterable[Event] | None:
    """Strike the nearest enemy hostile to the PC, or step nearer to it (X106, Y27)."""
    if CHARMED not in enemy.statuses:
        return None
    floor, hero = game.floor, game.hero
    foes = [at for at in sorted(floor.enemies) if floor.enemies[at].is_hostile_to(hero)]
    if not game.rules.enemies_hunt:
        chambers = floor.board.chamber_index
        foes = [at for at in foes if chambers.get(at) == chambers.get(cell)]
    beside = floor.board.neighbourhood[cell].intersection(foes)
    if beside:
        return list(_strike_enemy(game, cell, min(beside)))
    steps = (
        map_distances(floor, cell_set(foes), 1 << cell).steps_nearer(floor, cell) if foes else None
    )
    if not game.rules.enemies_hunt:
        steps = [to for to in steps or () if floor.board.terrain[to] == TILE]
    if steps:
        floor.move_enemy(cell, steps[0] if len(steps) == 1 else game.turn_dice.pick(steps))
    return () if foes else None


def end_charms(game: GameState) -> None:
    """Make those alert whose charm has ended (Y27)."""
    for enemy in game.floor.enemies.values():
        if enemy.facts is NO_NUMBERS or _WAS_CHARMED not in enemy.facts:
            continue
        if CHARMED not in enemy.statuses:
            enemy.set_fact(_WAS_CHARMED, 0)
            if game.rules.enemies_hunt:
                enemy.hunting_turns = HUNTING_TURNS
            elif any(each.stage == Stage.ALERT for each in game.rules.behaviours):
                enemy.set_status(ALERT, HUNTING_TURNS)


def strike_charmed(game: GameState, cell: Cell, enemy: Enemy) -> Iterable[Event] | None:
    """Strike the first charmed enemy beside, if the PC is not within reach (X106)."""
    floor, enemies = game.floor, game.floor.enemies
    around = [at for at in floor.board.neighbours[cell] if at in enemies]
    charmed = [at for at in around if CHARMED in enemies[at].statuses]
    if not charmed or game.enemies_frozen or not enemy.is_hostile_to(game.hero):
        return None
    reach = (cell, *enemy.guarded_cells)
    if not floor.board.neighbourhood[floor.hero_cell].isdisjoint(reach):
        return None
    return list(_strike_enemy(game, cell, charmed[0]))


def _strike_enemy(game: GameState, origin: Cell, cell: Cell) -> Iterator[Event]:
    """Let an enemy attack another one on a cell (R19, R20); told if both are seen."""
    attacker, victim = game.floor.enemies[origin], game.floor.enemies[cell]
    hero, blows = game.hero, game.blows
    one, other, is_seen = attacker.kind, victim.kind, game.sees(origin) and game.sees(cell)
    whom = _name_beside(one, other)
    if not (blows.is_sure(hero, attacker, victim) or game.turn_dice.flip_coin()):
        document = f"{one.glyph} misses {other.glyph}."
        spoken = f"The {one.name} misses {whom}."
        yield from [ExpansionEvent("vaults.missed", document, spoken, other.name)] * is_seen
        return
    hurt = damage(attacker.stats.attack, victim.stats.defence)
    hp, told = blows.land(hero, hurt, attacker, victim)
    victim.take_damage(hp)
    left, is_ally, after = victim.hp, CHARMED in attacker.statuses, [*told]
    if not left:
        after += slay_enemy(game, cell, by_hero=is_ally)
        after += (*pick_up(game), *blows.answer()) if is_ally else ()
    slays = not victim.hp
    document = f"{one.glyph} deals {hp} damage to {other.glyph} ({left} HP)."
    outcome = f" and slays it{' for you' * is_ally}" if slays else f"; {left} HP left"
    spoken = f"The {one.name} hits {whom} for {hp}{outcome}."
    struck = ExpansionEvent(
        "vaults.struck", document, spoken, other.name, Effect.HARM, tells_death=slays
    )
    yield from [struck] * is_seen
    if after:  # of the victim
        yield from after if is_seen else (UNSEEN_BEGINS, *after, UNSEEN_ENDS)


def _name_beside(one: EnemyKind, other: EnemyKind) -> str:
    """Return what the second of two enemies is called in a sentence about both."""
    return f"{'another' if one.name == other.name else 'the'} {other.name}"


def state_notes(game: GameState, cell: Cell) -> Iterator[str]:
    """Yield what a wand has made of an enemy, for a look (X122)."""
    for name, turns in game.floor.enemies[cell].statuses.items():
        if name in (SLOWED, CHARMED):
            yield f"It is {name} for {count_text(turns, 'more turn')}."


def allies(game: GameState) -> list[str]:
    """Return who in sight fights for the PC, and for how many turns: `O helps 12`."""
    turns = [(each, each.statuses.get(CHARMED)) for each in GameView(game).enemies.values()]
    return [f"{each.kind.glyph} helps {left}" for each, left in turns if left]


BEHAVIOURS = (
    Behaviour(Stage.HELD, skip_if_slowed, among=cells_concerned, needs_state=True),
    Behaviour(Stage.CHARMED, fight_for_hero, among=cells_concerned, needs_state=True),
    Behaviour(Stage.ATTACK, strike_charmed, among=cells_concerned),
)
"""What the slowed, the charmed and those beside the charmed do."""
