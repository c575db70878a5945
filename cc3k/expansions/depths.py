"""Depths: any number of floors, stronger enemies on each, an elder dragon last (X80, X86, X87).

It bars the last stairs until it is slain, or paid its toll.
"""

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache

from attrs import define, evolve, frozen

from cc3k.content.abilities import with_amount
from cc3k.content.roster import ENEMIES
from cc3k.engine.actions import MOVES, Move
from cc3k.engine.arrivals import FloorStage
from cc3k.engine.board import DIRECTIONS, Cell, Direction
from cc3k.engine.combat import Blow, BlowRule, BlowStage, hits_to_slay, max_damage_per_turn
from cc3k.engine.dice import Dice
from cc3k.engine.enemies import Enemy, EnemyKind, can_attack_hero
from cc3k.engine.events import PC, Event, ExpansionEvent, Slain
from cc3k.engine.expansion import (
    Commands,
    Expansion,
    ExpansionHint,
    FightHooks,
    Figure,
    FloorHooks,
    ItemHooks,
    KeyBinding,
    NumberSetting,
    Rows,
    TextHooks,
    TurnHooks,
)
from cc3k.engine.floor import NO_CELL, Floor
from cc3k.engine.game import GameState
from cc3k.engine.items import GoldPile, Potion
from cc3k.engine.refusals import ExpansionRefusal, Impossible
from cc3k.engine.running_game import ExpansionAction, part_of
from cc3k.engine.states import AT_PEACE
from cc3k.engine.stats import BaseStats
from cc3k.engine.text import count_text
from cc3k.engine.view import GameView
from cc3k.expansions.words import enemy_does, figures_after

PERCENT_PER_FLOOR, LATER_PERCENT_PER_FLOOR = 31, 20
"""Percent of its row that an enemy gains with each of the floors 2 to 4, and later. Tuned (X9)."""

LAST_FAST_FLOOR = 4
"""The last floor on which it gains as much."""

WEAKER_PERCENT = 10
"""Percent of its row that it lacks on the first floor. Tuned (X9)."""

POTION_PERCENT_PER_FLOOR = 30
"""Percent by which a potion is stronger for every floor after the first. Tuned (X9)."""

RICHER_PILE = 5
"""One pile out of this many on a floor is worth one gold more with every floor."""

POINTS_PER_FLOOR = 5
"""Points of the score for every floor reached, including the first."""

POINTS_FOR_SLAYING = 50
"""Points of the score for an elder dragon that the PC has slain."""

TOLL_PER_FLOOR = 12
"""Gold that an elder dragon asks for every floor of the game. Tuned (X9)."""

_DRAGON = next(kind for kind in ENEMIES if kind.name == "dragon")

ELDER_HP_PERCENT, ELDER_ATTACK_PERCENT, ELDER_DEFENCE_PERCENT = 120, 130, 150
"""Figures of an elder dragon, in percent of those of a dragon on the same floor. Tuned (X9)."""

PERCENT_PER_BLOW = 10
"""Percent more that an elder dragon's blows take with each blow that it has had. Tuned (X9)."""

BLOWS_HAD = "blows had"
"""The fact of an elder dragon that counts them."""

ELDER_HEALING_PERCENT = 5
"""Percent of its HP that an elder dragon regains in a turn with the PC out of reach. Tuned (X9)."""

ELDER_DRAGON = evolve(
    _DRAGON,
    name="elder dragon",
    glyph="A",
    hp=ELDER_HP_PERCENT * _DRAGON.hp // 100,
    stats=BaseStats(
        ELDER_ATTACK_PERCENT * _DRAGON.stats.attack // 100,
        ELDER_DEFENCE_PERCENT * _DRAGON.stats.defence // 100,
    ),
    spawn_weight=0,
    trait="never moves, bars the last stairs",
)
"""The guard of the last stairs; it grows with the floors as all enemies do."""

FLOORS = NumberSetting("floors", "the number of floors", lowest=1, highest=99, default=8)

BARRED = "The elder dragon bars the stairs."

PAID = "paid"
"""The fact that an elder dragon has had its toll; it takes no second one."""


@define(eq=False)
class SlainElders:
    """How many elder dragons the PC has slain, and whether it has paid one, as that one tells."""

    count: int = 0
    has_paid: bool = False

    def copy(self) -> "SlainElders":
        return SlainElders(self.count, self.has_paid)

    def digest_parts(self) -> object:
        return self.count


@lru_cache(maxsize=4096)
def kind_at_depth(kind: EnemyKind, depth: int) -> EnemyKind:
    """Return a kind of enemy as strong as it is on a floor (X80)."""
    return kind.stronger_by(growth_percent(depth))


def growth_percent(depth: int) -> int:
    """Return the percent of its row that an enemy gains on a floor; on the first, it lacks some."""
    fast, slow = min(depth, LAST_FAST_FLOOR) - 1, max(depth - LAST_FAST_FLOOR, 0)
    return PERCENT_PER_FLOOR * fast + LATER_PERCENT_PER_FLOOR * slow - WEAKER_PERCENT


@lru_cache(maxsize=256)
def potion_at_depth(potion: Potion, depth: int) -> Potion:
    """Return a kind of potion as strong as it is on a floor: on the first, itself."""
    percent = POTION_PERCENT_PER_FLOOR * (depth - 1)
    return with_amount(potion, lambda amount: amount + amount * percent // 100)


def deepen_floor(game: GameState, dice: Dice) -> None:
    """Enrich the gold of a floor as its depth requires, and guard the last stairs.

    A drawn floor keeps what is drawn: its gold is worth what the marks say, and it has an elder
    dragon only if one is drawn (R30).
    """
    floor, depth = game.floor, game.depth
    if game.is_furnished:
        _enrich_piles(floor, depth - 1)
        if depth == game.rules.floor_count:
            _spawn_elder_dragon(floor, game.kind_here(ELDER_DRAGON), dice)
    _guard_stairs(floor)


def _enrich_piles(floor: Floor, gold: int) -> None:
    """Make every fifth pile of a floor, in reading order, worth that much more gold."""
    piles = {cell: item for cell, item in floor.items.items() if isinstance(item, GoldPile)}
    for cell in sorted(piles)[RICHER_PILE - 1 :: RICHER_PILE]:
        pile = piles[cell]
        floor.place_item(cell, evolve(pile, value=pile.value + gold))


def _spawn_elder_dragon(floor: Floor, kind: EnemyKind, dice: Dice) -> None:
    """Put an elder dragon on a free tile beside the stairs, and make room for it if need be (X86).

    Stairs that leave no room at all are placed again, in a chamber where they may be (R26). Only a
    board without two tiles side by side has no elder dragon.
    """
    tried = set[Cell]()
    while not (free := floor.free_neighbours(floor.stairs_cell)):
        if _clear_tile(floor, dice):
            continue
        tried.add(floor.stairs_cell)
        places = _places_for_stairs(floor, tried)
        if not places:
            return
        floor.place_stairs(dice.pick(dice.pick(places)))
    floor.place_enemy(dice.pick(free), Enemy(kind))


def _clear_tile(floor: Floor, dice: Dice) -> bool:
    """Move the first unguarded item beside the stairs, else the first enemy that ever steps.

    It moves to a free tile of its chamber. Tell whether there was one to move.
    """
    beside = floor.board.tile_neighbours[floor.stairs_cell]
    items = [at for at in beside if at in floor.items and at not in floor.guardian_by_cell]
    enemies = [at for at in beside if at in floor.enemies and floor.enemies[at].kind.roams]
    for at in (*items, *enemies):
        tiles = floor.board.chambers[floor.board.chamber_index[at]]
        free = list(filter(floor.is_free, tiles))
        if not free:
            continue
        if at in floor.enemies:
            floor.move_enemy(at, dice.pick(free))
        else:
            item = floor.items[at]
            floor.remove_item(at)
            floor.place_item(dice.pick(free), item)
        return True
    return False


def _places_for_stairs(floor: Floor, tried: AbstractSet[Cell]) -> list[list[Cell]]:
    """Return the free tiles not tried yet, by chamber: others than the PC's, if there are any."""
    arrival = floor.board.chamber_index.get(floor.hero_cell)
    chambers = [list(tiles) for tiles in floor.board.chambers]
    elsewhere = [tiles for number, tiles in enumerate(chambers) if number != arrival]
    for allowed in (elsewhere, chambers):
        free = [[at for at in tiles if floor.is_free(at) and at not in tried] for tiles in allowed]
        if places := list(filter(None, free)):
            return places
    return []


def _guard_stairs(floor: Floor) -> None:
    """Make the first elder dragon beside the stairs, in reading order, their guard."""
    for cell in floor.board.neighbours[floor.stairs_cell]:
        enemy = floor.enemies.get(cell)
        if enemy is not None and enemy.kind.name == ELDER_DRAGON.name:
            floor.assign_guard(cell, (floor.stairs_cell,))
            return


def deal_guard_anew(game: GameState, dice: Dice) -> None:
    """Bar the last stairs in a copy, too, where the player knows of a guard but never saw it.

    It stands beside them out of sight, as the true one does.
    """
    floor, elders = game.floor, part_of(game, SlainElders)
    is_last = game.is_furnished and game.depth == game.rules.floor_count
    is_gone = elders.has_paid or elders.count or any(map(is_elder, floor.enemies.values()))
    if not is_last or is_gone or floor.stairs_cell == NO_CELL:
        return
    beside = [at for at in floor.board.neighbours[floor.stairs_cell] if not game.sees(at)]
    places = [at for at in beside if floor.is_free(at)] or beside
    if places:
        floor.place_enemy(dice.pick(places), Enemy(game.kind_here(ELDER_DRAGON)))
        _guard_stairs(floor)


def toll(game: GameState) -> int:
    """Return the gold that an elder dragon asks now."""
    return game.price_here(TOLL_PER_FLOOR * game.rules.floor_count)


@frozen
class PayToll(ExpansionAction):
    """Pay the elder dragon that way, or that guards the stairs that way, to be let by (X87)."""

    direction: Direction

    def require(self, game: GameState) -> Cell:
        """Return where an elder dragon is to whom the PC can pay its toll."""
        at = elder_towards(game, self.direction)
        if at is None:
            raise Impossible(nobody_to_pay(self.direction))
        if PAID in game.floor.enemies[at].facts:
            raise Impossible(ExpansionRefusal("The elder dragon takes no second toll."))
        asks, gold = f"The elder dragon asks {toll(game)} gold", game.hero.gold
        if gold < toll(game):
            raise Impossible(
                ExpansionRefusal(f"{asks}; PC has {gold}.", f"{asks}; you have {gold}.")
            )
        return at

    def perform(self, game: GameState) -> Iterable[Event]:
        """Pay; from then on it guards nothing, and is peaceful until it is attacked (Y6)."""
        at, price = self.require(game), toll(game)
        enemy = game.floor.enemies[at]
        game.hero.gold -= price
        game.floor.assign_guard(at, ())
        enemy.set_fact(AT_PEACE, 1)
        enemy.set_fact(PAID, 1)
        part_of(game, SlainElders).has_paid = True
        name = enemy.kind.name
        return [
            ExpansionEvent(
                "depths.paid",
                f"PC pays the {name} {price} gold.",
                f"You pay the {name} {price} gold, and it lets you pass.",
                deed=f"paid the {name} {price} gold",
            )
        ]

    def forecast(self, game: GameState) -> str:
        freed = "it guards the stairs no more, and attacks only if attacked"
        left = figures_after(game, self.perform)
        return f"{toll(game)} gold to the elder dragon: {freed}; then {left}"


def elder_towards(game: GameState, way: Direction) -> Cell | None:
    """Return where the elder dragon is that the PC would pay that way, if the player knows it.

    Stairs that the player does not know are like any other tile (Y7).
    """
    floor = game.floor
    to = floor.cell_towards(way)
    if is_elder(floor.enemies.get(to)):
        return to if game.sees(to) else None
    guard = floor.guardian_by_cell.get(to) if to == game.sight.stairs_cell else None
    return next((at for at, enemy in floor.enemies.items() if enemy is guard), None)


def is_elder(enemy: Enemy | None) -> bool:
    return enemy is not None and enemy.kind.name == ELDER_DRAGON.name


def nobody_to_pay(way: Direction) -> ExpansionRefusal:
    return ExpansionRefusal(f"There is nobody to pay to the {way.name}.")


PAYMENTS = tuple(map(PayToll, DIRECTIONS))
NOTHING_LEGAL = bytes(len(PAYMENTS))


def payment_flags(game: GameState) -> bytes:
    """Return which payments are legal; on nearly all floors nobody asks for one."""
    floor = game.floor
    near = floor.board.neighbourhood[floor.hero_cell]
    if near.isdisjoint(floor.stationary) and floor.stairs_cell not in near:
        return NOTHING_LEGAL
    if not any(is_elder(floor.enemies.get(cell)) for cell in floor.stationary):
        return NOTHING_LEGAL
    return bytes([each.is_legal(game) for each in PAYMENTS])


def asked_toll(game: GameState) -> int:
    """Return the price of the stairs of this floor, if the player knows that it is asked; else 0.

    Everybody knows the elder dragon of the last floor, unless that is drawn.
    """
    floor = game.floor
    guard = floor.guardian_by_cell.get(floor.stairs_cell)
    if guard is None or PAID in guard.facts:
        return 0
    return toll(game) if game.is_furnished or GameView(game).is_guarded(floor.stairs_cell) else 0


def tell_of_toll(game: GameState) -> Iterator[Event]:
    """Name the price on arriving on a floor whose stairs an elder dragon bars.

    People are told what it will ask from the middle of the game on.
    """
    if price := asked_toll(game):
        text = f"An elder dragon bars the stairs; its toll is {price} gold."
        yield ExpansionEvent("depths.asks", text)
    elif 2 * game.depth >= game.rules.floor_count and (text := tell_what_ends(game)):
        yield ExpansionEvent("depths.ahead", "", text)


def tell_what_ends(game: GameState) -> str:
    """Return how the PC of now compares with the elder dragon of the last floor, before that.

    Nobody knows whether a drawn game has one.
    """
    last, hero = game.rules.floor_count, game.hero
    if game.depth == last or not game.is_furnished:
        return ""
    there = game.copy()
    there.depth = last
    elder = Enemy(there.kind_here(ELDER_DRAGON))
    left, slain_in = hero.full_hp, 0
    while left > 0:
        slain_in += 1
        elder.set_fact(BLOWS_HAD, slain_in)
        left -= max_damage_per_turn([elder], hero, game.blows)
    slays_in = hits_to_slay(hero, elder, game.blows)
    return (
        f"On floor {last} an elder dragon asks {toll(game)} gold; it could slay you in "
        f"{count_text(slain_in, 'turn')}, you it {f'in {slays_in}' if slays_in else 'never'}."
    )


def note_elder(game: GameState, cell: Cell) -> Iterator[str]:
    """Yield how an elder dragon fights and what it asks, for a look at it."""
    enemy = game.floor.enemies[cell]
    if is_elder(enemy):
        asks = f"Its toll is {toll(game)} gold: p and its direction, from beside it, pays."
        if PAID in enemy.facts:
            yield "It has had its toll."
            return
        yield f"Each of your blows makes its own {PERCENT_PER_BLOW} percent harder."
        yield f"It heals {_elder_healing(enemy)} HP a turn while you are out of its reach."
        yield asks


def note_way_out(game: GameState) -> str:
    return f"slay it, or pay it {toll(game)} gold from beside it or the stairs"


def heal_elders(game: GameState) -> Iterator[Event]:
    """Let each elder dragon that cannot reach the PC regain HP; tell of one in sight that is well.

    So it is slain in one fight, or not at all.
    """
    floor = game.floor
    for cell in sorted(floor.stationary):
        enemy = floor.enemies[cell]
        if enemy.hp < enemy.kind.hp and is_elder(enemy) and not can_attack_hero(game, cell):
            enemy.hp = min(enemy.hp + _elder_healing(enemy), enemy.kind.hp)
            if enemy.hp == enemy.kind.hp and game.sees(cell):
                yield enemy_does("depths.healed", enemy.kind, "has healed all its wounds")


def anger(blow: Blow) -> int:
    """Make an elder dragon's blows the harder the more it has had."""
    if blow.defender is not None and is_elder(blow.defender):
        elder = blow.defender
        elder.set_fact(BLOWS_HAD, elder.facts.get(BLOWS_HAD, 0) + 1)
    elif blow.attacker is not None and is_elder(blow.attacker):
        percent = 100 + PERCENT_PER_BLOW * blow.attacker.facts.get(BLOWS_HAD, 0)
        return -(-blow.damage * percent // 100)
    return blow.damage


def _elder_healing(elder: Enemy) -> int:
    return elder.kind.hp * ELDER_HEALING_PERCENT // 100


def count_slain(game: GameState, events: Sequence[Event]) -> Iterable[Event]:
    for event in events:
        if isinstance(event, Slain) and (event.victim, event.by) == (ELDER_DRAGON.name, PC):
            part_of(game, SlainElders).count += 1
    return ()


def refuse_guarded_stairs(game: GameState, action: object) -> ExpansionRefusal | None:
    floor = game.floor
    if not isinstance(action, Move) or floor.stairs_cell not in floor.guardian_by_cell:
        return None
    to = floor.cell_towards(action.direction)
    if to != floor.stairs_cell or game.sight.stairs_cell == NO_CELL:
        return None
    price = toll(game)
    return ExpansionRefusal(
        f"PC cannot take the stairs. {BARRED} Its toll is {price} gold.",
        f"{BARRED} Slay it, or pay its toll of {price} gold, before you take them.",
    )


def moves_refused(game: GameState) -> list[Move]:
    floor = game.floor
    if floor.stairs_cell not in floor.guardian_by_cell:
        return []
    return [move for move in MOVES if refuse_guarded_stairs(game, move)]


def bar_unseen_stairs(game: GameState) -> Iterator[Event]:
    if game.floor.stairs_cell in game.floor.guardian_by_cell:
        yield ExpansionEvent("depths.barred", f"PC finds the stairs. {BARRED}", BARRED)


MOST_TOLL = 1_000_000
"""Upper bound of the figure that says the price."""


def with_floor_count(expansion: Expansion, count: int) -> Expansion:
    return evolve(expansion, rows=evolve(expansion.rows, floor_count=count))


DEPTHS = Expansion(
    name="depths",
    version=14,
    sentence="Eight floors, ever harder; slay the elder dragon, or pay it.",
    setting=FLOORS,
    configure=with_floor_count,
    new_part=SlainElders,
    rows=Rows(enemy_kinds=(ELDER_DRAGON,), floor_count=FLOORS.default),
    floors=FloorHooks(
        kind_here=lambda game, kind: kind_at_depth(kind, game.depth),
        on_floor=deepen_floor,
        stage=FloorStage.CONTENTS,
        fair_arrival=True,
        arrival_events=tell_of_toll,
        changes_piles=True,
        bars_stairs=bar_unseen_stairs,
        deal_anew=deal_guard_anew,
    ),
    turns=TurnHooks(
        refuses=refuse_guarded_stairs,
        all_refused=moves_refused,
        after_action=count_slain,
        after_turn=heal_elders,
        score_bonus=lambda game: POINTS_PER_FLOOR * game.depth,
        score_reason="for the floors reached",
        further_bonuses=(
            (
                lambda game: POINTS_FOR_SLAYING * part_of(game, SlainElders).count,
                "for slaying the elder dragon",
            ),
        ),
    ),
    fights=FightHooks(blows=(BlowRule(BlowStage.ENEMIES, anger),)),
    items=ItemHooks(potion_here=lambda game, potion: potion_at_depth(potion, game.depth)),
    commands=Commands(
        actions=tuple([(f"p {each.direction.command_word}", each) for each in PAYMENTS]),
        legal_flags=payment_flags,
        key_bindings=(KeyBinding("vi laptop", "$", "p", "pay the elder dragon"),),
        needs=(("p", "the elder dragon or its stairs beside you, and the toll"),),
        help_rows=(("p and a direction", "pay the elder dragon its toll"),),
    ),
    texts=TextHooks(
        figures=(Figure("toll", 0, MOST_TOLL, asked_toll),),
        enemy_notes=note_elder,
        barred_stairs_note=note_way_out,
        ahead=tell_what_ends,
        hints=(
            ExpansionHint(
                "depths",
                f"Enemies grow {PERCENT_PER_FLOOR} percent stronger with every floor to the "
                f"fourth, then by {LATER_PERCENT_PER_FLOOR}, and some "
                "gold is worth more. An elder dragon (A) bars the stairs of the last floor. Each "
                f"floor you reach adds {POINTS_PER_FLOOR} to your score.",
                lambda game: game.depth > 1,
            ),
            ExpansionHint(
                "toll",
                "The elder dragon (A) bars these stairs. Slay it, or pay its toll: p and its "
                "direction, or that of the stairs, from beside. Once paid it lets you be.",
                lambda game: asked_toll(game) > 0,
            ),
        ),
        help_notes=(
            (
                f"Enemies have {WEAKER_PERCENT} percent less HP, Atk and Def on the first floor; "
                f"each floor to the fourth adds {PERCENT_PER_FLOOR} percent, each after that "
                f"{LATER_PERCENT_PER_FLOOR}."
            ),
            f"A potion is {POTION_PERCENT_PER_FLOOR} percent stronger for each floor above yours.",
            (
                "The elder dragon strikes whoever is next to it or to the stairs; while nobody is, "
                f"it heals {ELDER_HEALING_PERCENT} percent of its HP a turn. Each blow that it has "
                f"had makes its own {PERCENT_PER_BLOW} percent harder."
            ),
            f"`p` and its direction pays it {TOLL_PER_FLOOR} gold for each floor of the game.",
            (
                f"Each floor you reach adds {POINTS_PER_FLOOR} to your score, slaying the elder "
                f"dragon {POINTS_FOR_SLAYING}."
            ),
        ),
    ),
)
