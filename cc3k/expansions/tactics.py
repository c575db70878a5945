"""Tactics: half as many enemies, each kind with a way of its own (X90-X99).

An alert enemy comes nearer. With `hunters` those that hunt are alert, and go anywhere; without it
each enemy looks out for the PC itself, and stays in its chamber. What hurts from afar is announced
first (`cc3k.engine.announcements`).
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial

from attrs import Factory, define, evolve, field

from cc3k.engine.announcements import Announcement
from cc3k.engine.arrivals import FloorStage
from cc3k.engine.board import (
    DIAGONAL,
    DIRECTIONS,
    TILE,
    ZERO,
    Cell,
    Direction,
    blocks_between,
    cells_within,
    grow,
    nearest_direction,
    steps_between,
)
from cc3k.engine.combat import attack_hero
from cc3k.engine.dice import Dice
from cc3k.engine.distance_maps import DistanceMap, map_distances, pack_cells
from cc3k.engine.enemies import Behaviour, Enemy, EnemyKind, Stage, one_attack
from cc3k.engine.events import PC, Effect, Event, ExpansionEvent, Missed, Struck
from cc3k.engine.expansion import (
    Deed,
    Expansion,
    ExpansionHint,
    FightHooks,
    Figure,
    FloorHooks,
    Rows,
    TextHooks,
    TurnHooks,
)
from cc3k.engine.flight import fly
from cc3k.engine.floor import Floor
from cc3k.engine.game import GameState
from cc3k.engine.hero import Hero
from cc3k.engine.running_game import part_of
from cc3k.engine.states import CALLED, CHARMED, FLEEING, NEWCOMER, NO_NUMBERS, STILL_HUNTS, TRUCE
from cc3k.engine.stats import BaseStats
from cc3k.engine.text import count_text
from cc3k.engine.view import GameView
from cc3k.expansions.depths import ELDER_DRAGON
from cc3k.expansions.field_of_view import cells_in_line_of_sight
from cc3k.expansions.floor_themes import (
    AT_TRUCE,
    DWARF,
    ELF,
    FIRST_LESSON,
    HALFLING,
    HEARD,
    HOLDERS,
    HUMAN,
    LESSONS,
    ORC,
    THEMES,
    TRUCE_TURNS,
    VETERAN,
    Themes,
    half_hp,
    kinds_with_way,
    place_beside,
    thin_out,
)
from cc3k.expansions.hunters import HEARD_TURNS, Hunt
from cc3k.expansions.words import enemy_does, hero_does

ENEMIES_REMOVED = 10
"""Spawned enemies that a floor has fewer. Tuned (X9)."""

HP_SHARE, ATTACK_SHARE = (1, 3), (3, 4)
"""The HP and the Atk that an enemy keeps, as fractions. Tuned (X9)."""

ALERT_STEPS = 8
"""Without `hunters`, an enemy that has the PC in its line of sight so near is alert."""

ALERT_TURNS = 5
"""It stays so for that many turns without sight of the PC."""

SHOOTING_BLOCKS = range(2, 7)
"""How far off an elf may shoot, in blocks."""

COMPANIONS = 2
"""Orcs that come with each captain, of half its HP."""

CALLING_BLOCKS = 10
"""How far a captain, or a horn, is heard."""

CALLED_TURNS, LOST_HEART_TURNS = 10, 10
"""Turns for which a horn makes others alert, and for which orcs without a captain flee."""

STOLEN_GOLD = 3
"""The gold that a halfling takes at once, if there is that much."""

MOST_DIGS = 6
"""The walls and rocks that a dwarf may dig away."""

ALERT = "alert"
"""The status of an enemy that knows where the PC is, without `hunters`."""

ALERTING = frozenset([ALERT, CALLED, STILL_HUNTS])
"""The statuses of those who are alert."""

CAPTAIN = "captain"
STOLEN = "stolen gold"
"""Facts of an orc that leads others, and of a thief: the gold that it has."""

HORN, DIGS = "horn", "digs"
"""Facts of a human that has raised its horn, and of a dwarf: how often it was seen to dig."""

UNSEEN_DIGS, WAS_ALERT = "_digs", "_was alert"
"""Facts that only the game knows: how often a dwarf dug unseen, and who was alert before."""

HAS_NOTICED = "_has noticed"
"""The status of a human in the enemies' phase in which it becomes alert by itself."""


# The floor (X90, X94).


@lru_cache(maxsize=4096)
def weakened(kind: EnemyKind) -> EnemyKind:
    """Return a kind with its shares of HP and Atk, rounded up; the elder dragon keeps all (X90)."""
    if kind.is_named or kind.name == ELDER_DRAGON.name:
        return kind
    stats = BaseStats(_share(ATTACK_SHARE, kind.stats.attack), kind.stats.defence)
    return evolve(kind, hp=_share(HP_SHARE, kind.hp), stats=stats)


def _share(fraction: tuple[int, int], figure: int) -> int:
    part, whole = fraction
    return -(-part * figure // whole)


def with_ways(kind: EnemyKind) -> EnemyKind:
    """Return a row as it is with this expansion: an elf attacks once (X93)."""
    if kind.breed != ELF:
        return kind
    trait = kind.trait if kind.is_named else "shoots from afar"
    return evolve(kind, attacks_per_turn=one_attack, trait=trait)


def furnish(game: GameState, dice: Dice) -> None:
    """Remove half of the enemies of a floor that is not drawn, give it its theme, promote orcs."""
    themes = part_of(game, Awareness).themes
    themes.enter(game)
    if game.is_furnished:
        floor = game.floor
        thin_out(floor, ENEMIES_REMOVED, dice)
        themes.furnish(game, dice)
        for cell in [at for at in sorted(floor.enemies) if floor.enemies[at].kind.name == ORC]:
            _promote(floor, cell, dice)


def deal_anew(game: GameState, _dice: Dice) -> None:
    """Let a human that is alert in a copy have had its time to raise a horn (X121).

    One that has heard the PC arrive, and not acted since, has yet to.
    """
    themes = part_of(game, Awareness).themes
    followers = [part.follower for part in game.parts.values() if isinstance(part, Hunt)]
    for human in (*game.floor.enemies.values(), *filter(None, followers)):
        if themes.knows(human, HUMAN):
            has_acted = human.hunting_turns != HEARD_TURNS
            human.set_fact(WAS_ALERT, int(has_acted and _is_alert_by_itself(human)))


def tell_theme(game: GameState) -> Iterator[ExpansionEvent]:
    """Tell what a floor is like on arriving there, and say in speech what that asks."""
    themes = part_of(game, Awareness).themes
    if themes.theme:
        yield ExpansionEvent("tactics.theme", f"{themes.told}.", themes.sentence)


def _promote(floor: Floor, cell: Cell, dice: Dice) -> None:
    """Make an orc a captain, with two lesser orcs on the nearest free tiles of its chamber."""
    captain = floor.enemies[cell]
    captain.set_fact(CAPTAIN, 1)
    companion = Enemy(half_hp(captain.kind))
    companion.set_fact(VETERAN, captain.facts.get(VETERAN, 0))
    place_beside(floor, cell, companion, COMPANIONS, dice)


def welcome_spawned(game: GameState, cell: Cell, dice: Dice) -> None:
    """Let whom another expansion has added follow the theme, and make an orc a captain (Y16)."""
    part_of(game, Awareness).themes.join(game.floor, cell, dice)
    if game.floor.enemies[cell].kind.name == ORC:
        _promote(game.floor, cell, dice)


# Who is alert, and who flees (X91, X94, X97).


@define(eq=False)
class Awareness:
    """Who does more than wander in this turn, and the ways to the PC: only the themes are kept."""

    themes: Themes = Factory(Themes)
    cells: set[Cell] = field(factory=set, init=False)
    _to_hero: DistanceMap | None = field(default=None, init=False)

    def copy(self) -> "Awareness":
        return Awareness(self.themes.copy())

    def digest_parts(self) -> object:
        return self.themes.digest_parts()

    def begin_turn(self, aware: set[Cell]) -> None:
        self.cells, self._to_hero = aware, None

    def way_to_hero(self, floor: Floor) -> DistanceMap:
        if self._to_hero is None:
            kinds = [floor.enemies[cell].kind for cell in self.cells if cell in floor.enemies]
            reach, board = pack_cells(floor, self.cells), floor.board
            for _ in range(max([kind.actions_per_turn for kind in kinds], default=1)):
                reach |= grow(reach & board.walkable, board.stride)
            self._to_hero = map_distances(floor, 1 << floor.hero_cell, reach)
        return self._to_hero


def aware_cells(game: GameState) -> Collection[Cell]:
    """Return the cells of the enemies that may do more than wander in this turn."""
    return part_of(game, Awareness).cells


def is_alert(enemy: Enemy) -> bool:
    """Tell whether an enemy goes for the PC: it has noticed it, or was called (X91)."""
    return bool(enemy.hunting_turns) or not ALERTING.isdisjoint(enemy.statuses)


def _may_act(game: GameState, enemy: Enemy) -> bool:
    """Tell whether an enemy would do something of its own to the PC now."""
    return is_alert(enemy) and not enemy.is_fleeing and enemy.is_hostile_to(game.hero)


def _have_hunters(game: GameState) -> bool:
    return "hunters" in game.parts


def look_out(game: GameState) -> Iterable[Event]:
    """Let enemies notice the PC and captains call, and find out who is aware of it."""
    awareness = part_of(game, Awareness)
    themes, ended = awareness.themes, awareness.themes.follow_truce(game)
    if not _have_hunters(game):
        _notice(game)
    stirred = _stirred(game.floor)
    called = [
        at
        for cell, enemy in stirred
        if CAPTAIN in enemy.facts and _may_act(game, enemy)
        for at in _led_from(game.floor, cell)
    ]
    for at in called:
        _call(game, game.floor.enemies[at], 1)
    aware = set[Cell]()
    for cell, enemy in _stirred(game.floor) if called else stirred:
        is_roused = enemy.hunting_turns or enemy.statuses
        if (is_roused or WAS_ALERT in enemy.facts) and themes.knows(enemy, HUMAN):
            _note_noticing(enemy)
        if is_roused or FLEEING in enemy.facts:
            aware.add(cell)
    awareness.begin_turn(aware)
    return ended


def _notice(game: GameState) -> None:
    """Make those alert that see the PC near (X91); dragons never are (Y20)."""
    floor = game.floor
    near = [
        cell
        for cell in _cells_within(floor, floor.hero_cell, game.hero.noticed_within(ALERT_STEPS))
        if floor.enemies[cell].kind.roams and floor.enemies[cell].is_hostile_to(game.hero)
    ]
    for cell in cells_in_line_of_sight(floor.board, floor.hero_cell, near):
        floor.enemies[cell].set_status(ALERT, ALERT_TURNS + 1)


def _cells_within(floor: Floor, centre: Cell, blocks: int) -> list[Cell]:
    """Return the cells of the enemies within that many blocks of a cell, in reading order."""
    return sorted(cells_within(floor.board, centre, blocks, floor.enemies))


def _stirred(floor: Floor) -> list[tuple[Cell, Enemy]]:
    """Return the enemies to whom anything has happened: few of them, on most floors."""
    return [
        (cell, enemy)
        for cell, enemy in floor.enemies.items()
        if enemy.hunting_turns or enemy.statuses is not NO_NUMBERS or enemy.facts is not NO_NUMBERS
    ]


def _led_from(floor: Floor, cell: Cell) -> list[Cell]:
    """Return the cells of the orcs near a captain's that are none themselves (Y16)."""
    near = [(at, floor.enemies[at]) for at in _cells_within(floor, cell, CALLING_BLOCKS)]
    return [at for at, each in near if each.kind.name == ORC and CAPTAIN not in each.facts]


def _call(game: GameState, enemy: Enemy, turns: int) -> None:
    """Make an enemy alert in this enemies' phase, and in the next ones, beyond those of X84."""
    enemy.set_status(CALLED, max(turns + 1, enemy.statuses.get(CALLED, 0)))
    if _have_hunters(game):
        enemy.hunting_turns = max(turns, enemy.hunting_turns)


def _note_noticing(human: Enemy) -> None:
    """Note when a human becomes alert by itself: not by a call (Y19), nor as it comes to hunt.

    Nor is it noticing when a charm ends (Y27).
    """
    if CHARMED in human.statuses:
        human.set_fact(WAS_ALERT, 1)
        return
    knows = _is_alert_by_itself(human)
    if knows and WAS_ALERT not in human.facts and CALLED not in human.statuses:
        human.set_status(HAS_NOTICED, 1)
    human.set_fact(WAS_ALERT, int(knows))


def _is_alert_by_itself(human: Enemy) -> bool:
    hunts = human.hunting_turns > 0 and NEWCOMER not in human.facts
    return hunts or ALERT in human.statuses


def has_way(game: GameState, enemy: Enemy, way: str) -> bool:
    """Tell whether an enemy does in this game what a kind does, by nature or as it has learned."""
    return part_of(game, Awareness).themes.knows(enemy, way)


# What they do: strategies in the order in which they are asked.


def flee(game: GameState, cell: Cell, enemy: Enemy) -> Iterable[Event] | None:
    """Step to where the way to the PC is longest; the cornered attack, and so do the frozen."""
    if not enemy.is_fleeing or game.enemies_frozen or cell in game.floor.stationary:
        return None
    floor = game.floor
    farther = part_of(game, Awareness).way_to_hero(floor).steps_farther(floor, cell)
    return _step(game, cell, farther)


def _step(game: GameState, cell: Cell, options: Sequence[Cell]) -> Iterable[Event] | None:
    """Take one of some steps, within the chamber if there are no hunters; None without any."""
    floor = game.floor
    if not _have_hunters(game):
        options = [to for to in options if floor.board.terrain[to] == TILE]
    if not options:
        return None
    floor.move_enemy(cell, options[0] if len(options) == 1 else game.turn_dice.pick(options))
    return ()


def steal(hero: Hero, thief: Enemy) -> Iterable[Event] | None:
    """Take gold instead of HP, and flee for good; without gold it strikes (X95)."""
    kind = thief.kind
    if not hero.gold or kind.breed != HALFLING:
        return None
    gold, runs = min(STOLEN_GOLD, hero.gold), "" if thief.is_fleeing else " and runs"
    hero.gold -= gold
    thief.set_fact(STOLEN, thief.facts.get(STOLEN, 0) + gold)
    thief.set_fact(FLEEING, 1)
    told = f"{kind.glyph} steals {gold} gold and runs."
    spoken = f"The {kind.name} steals {gold} gold{runs}."
    return (ExpansionEvent("tactics.stole", told, spoken, PC, Effect.HARM, is_theft=True),)


def cower(_game: GameState, _cell: Cell, enemy: Enemy) -> Iterable[Event] | None:
    """Stay, if there is nowhere to flee to and nobody to attack."""
    return () if enemy.is_fleeing else None


def can_shoot(game: GameState, cell: Cell, enemy: Enemy) -> bool:
    """Tell whether an enemy has the PC before it, in a straight line of free sight (X93)."""
    floor = game.floor
    down, right = steps_between(floor.board, cell, floor.hero_cell)
    is_straight = not (down and right) or abs(down) == abs(right)
    if not (is_straight and _may_act(game, enemy)):
        return False
    way = nearest_direction(floor.board, cell, floor.hero_cell)
    flight = fly(floor, cell, way, SHOOTING_BLOCKS[-1])
    return flight.target == floor.hero_cell and len(flight.cells) in SHOOTING_BLOCKS


def lines_of_fire(game: GameState, cell: Cell) -> Iterator[Cell]:
    """Yield where an arrow from a cell could hit, as whoever stands in its way may move."""
    view = GameView(game)
    for way in DIRECTIONS:
        yield from fly(view, cell, way, SHOOTING_BLOCKS[-1], lambda _cell: False).cells


def shoot(game: GameState, _cell: Cell, enemy: Enemy) -> Iterator[Event]:
    for event in attack_hero(enemy, game.hero, game.turn_dice, game.blows):
        yield evolve(event, shot=True) if isinstance(event, Struck | Missed) else event


def raise_horn(human: Enemy) -> Event:
    """Announce a call; there is no second one, even if nothing comes of it (Y19)."""
    human.set_fact(HORN, 1)
    does = "raises a horn", "raise a horn"
    return enemy_does("tactics.raises", human.kind, *does, interrupts=True)


def has_just_noticed(_game: GameState, _cell: Cell, human: Enemy) -> bool:
    return HAS_NOTICED in human.statuses and HORN not in human.facts


def blow_horn(game: GameState, cell: Cell, human: Enemy) -> Iterator[Event]:
    """Make the hostile enemies within hearing alert (X97); dragons never are (Y20).

    Nor are those that do not notice a stealthy PC from so far.
    """
    _alarm(game, cell, human)
    yield enemy_does("tactics.blows", human.kind, "blows a horn", "blow a horn")


def _alarm(game: GameState, cell: Cell, cause: Enemy) -> list[Cell]:
    """Call those within hearing of a cell, but for who caused it; return who was not alert yet."""
    floor, far = game.floor, game.floor.board.stride
    near = _cells_within(floor, floor.hero_cell, game.hero.noticed_within(far))
    hearing = [at for at in _cells_within(floor, cell, CALLING_BLOCKS) if at in near]
    others = {at: floor.enemies[at] for at in hearing if floor.enemies[at] is not cause}
    called = [
        at for at, each in others.items() if each.kind.roams and each.is_hostile_to(game.hero)
    ]
    roused = [at for at in called if not is_alert(others[at])]
    for at in called:
        _call(game, others[at], CALLED_TURNS)
    return roused


def aim(elf: Enemy) -> Event:
    return enemy_does("tactics.aims", elf.kind, "aims at {}", "aim at {}", interrupts=True)


def dig(game: GameState, cell: Cell, dwarf: Enemy) -> Iterable[Event] | None:
    """Open the wall or rock between an alert digger and the PC, before any walk (X96)."""
    if not has_way(game, dwarf, DWARF):
        return None
    floor, facts = game.floor, dwarf.facts
    digs = facts.get(DIGS, 0) + facts.get(UNSEEN_DIGS, 0)
    if digs == MOST_DIGS or cell in floor.stationary or not _may_act(game, dwarf):
        return None
    way = nearest_direction(floor.board, cell, floor.hero_cell, ZERO)
    to = cell + way.offset(floor.board.stride)
    if not floor.board.may_open(to):
        return None
    was_seen = game.sees(to)
    floor.open_cell(to)
    is_told = was_seen or game.sees(to)
    counted = DIGS if is_told and game.sees(cell) else UNSEEN_DIGS
    dwarf.set_fact(counted, facts.get(counted, 0) + 1)
    told = enemy_does("tactics.breaks", dwarf.kind, "breaks through", "break through")
    return (told,) if is_told else ()


def approach(game: GameState, cell: Cell, enemy: Enemy) -> Iterable[Event] | None:
    """Step nearer by a shortest way; where no nearer cell is free, stay (X91, Y20).

    With `hunters` that is for those who were called in this turn: hunters have gone already.
    """
    floor = game.floor
    if cell in floor.stationary or not _may_act(game, enemy):
        return None
    nearer = part_of(game, Awareness).way_to_hero(floor).steps_strictly_nearer(floor, cell)
    return _step(game, cell, nearer) or ()


# Deaths (X94, X95).


def on_death(game: GameState, cell: Cell, enemy: Enemy) -> Iterator[Event]:
    """Let a thief return what it stole, and the orcs of a captain flee."""
    if stolen := enemy.facts.get(STOLEN, 0):
        game.hero.gold += stolen
        returned = hero_does("tactics.returned", "take", f"back {stolen} gold that was stolen")
        yield evolve(returned, gold_returned=stolen)
    is_heard = part_of(game, Awareness).themes.here == HEARD
    if is_heard and any(map(game.sees, _alarm(game, cell, enemy))):
        yield ExpansionEvent("tactics.heard", "Those near have heard it.")
    if CAPTAIN not in enemy.facts:
        return
    orcs = _led_from(game.floor, cell)
    for orc in map(game.floor.enemies.__getitem__, orcs):
        orc.set_status(FLEEING, LOST_HEART_TURNS)
        orc.set_status(CALLED, 0)
    if any(map(game.sees, orcs)):
        told = "The orcs lose heart."
        yield ExpansionEvent("tactics.lost heart", told, concerns=enemy.kind.name)


# What the player sees.


def threats_row(game: GameState) -> Iterable[str]:
    """Return who announced what, else who attacks or hunts, how far away and where (Y45)."""
    found = [
        f"{who} {what}, {blocks} {way.name.lower()}" for who, what, blocks, way in _threats(game)
    ]
    truce = turns_of_truce(game)
    nobody = f"none, truce for {truce}" if truce else "none"
    return (f"Threat: {'; '.join(found) or nobody}",)


def short_threats_row(game: GameState) -> Iterable[str]:
    """Return the nearest threat, and how many more there are; no row without any."""
    found = _threats(game)
    if not found:
        truce = turns_of_truce(game)
        return (f"Truce {truce}",) * (truce > 0)
    who, what, blocks, way = found[0]
    more = f" +{len(found) - 1}" if len(found) > 1 else ""
    return (f"Threat {who} {what} {blocks} {way.command_word}{more}",)


def _threats(game: GameState) -> list[tuple[str, str, int, Direction]]:
    """Return who threatens the PC, by an announcement if anybody made one: the nearest first."""
    view = GameView(game)
    return _with_places(view, _announced(view) or _pursuits(view))


def _announced(view: GameView) -> dict[Cell, str]:
    return {cell: threat.name for cell, threat in view.threats.items()}


def _pursuits(view: GameView) -> dict[Cell, str]:
    """Return which enemies in sight hunt the PC or can strike it, though they announce nothing."""
    found = dict[Cell, str]()
    for cell, enemy in view.enemies.items():
        if enemy.is_hunting and view.is_hostile(enemy) and not view.enemies_frozen:
            found[cell] = "hunts"
        elif view.is_running(enemy):
            continue
        elif view.hero_cell in view.cells_attacked_from(cell):
            found[cell] = "attacks"
    return found


def _with_places(
    view: GameView, deeds: Mapping[Cell, str]
) -> list[tuple[str, str, int, Direction]]:
    """Return who does what, how many blocks away and where: the nearest first."""
    here, board = view.hero_cell, view.board
    return sorted(
        [
            (
                view.enemies[cell].kind.glyph,
                what,
                blocks_between(board, here, cell),
                nearest_direction(board, here, cell, DIAGONAL),
            )
            for cell, what in sorted(deeds.items())
        ],
        key=lambda threat: threat[2],
    )


def count_threats(game: GameState) -> int:
    return len(GameView(game).threats)


def nearest_threat(game: GameState) -> int:
    """Return the blocks to the nearest threat that was announced; 0 if there is none."""
    view = GameView(game)
    return next((blocks for _, _, blocks, _ in _with_places(view, _announced(view))), 0)


def tell_theme_again(game: GameState) -> str:
    """Return what the floor is like, for a look at the PC; of a truce, how long it lasts."""
    themes, left = part_of(game, Awareness).themes, turns_of_truce(game)
    told = themes.sentence
    if themes.here == AT_TRUCE:
        told = f"The truce holds for {count_text(left, 'more turn')}." if left else ""
    others = [kind for kind in themes.learned.values() if kind != themes.here]
    learned = [themes.lessons_of(kind) for kind in dict.fromkeys(others)]
    return " ".join([told, *learned]).strip()


def warn_of_truce(game: GameState, deed: Deed) -> str:
    """Return that a fight would end the truce, if there is one."""
    is_fight = deed in {Deed.SLAY, Deed.SLAY_TRIFLE}
    return "your first blow ends the truce" if is_fight and turns_of_truce(game) else ""


def deadlines(game: GameState) -> Iterable[tuple[int, str]]:
    left = turns_of_truce(game)
    return [(left, "the truce ends")] if left else []


def notes(game: GameState, cell: Cell) -> Iterator[str]:
    """Yield what a look adds about an enemy."""
    enemy, view = GameView(game).enemies[cell], GameView(game)
    if has_way(game, enemy, ELF):
        yield "It may shoot first."
    for learned in part_of(game, Awareness).themes.learned_by(enemy.kind.name):
        yield f"It has learned to {learned}."
    if VETERAN in enemy.facts:
        yield "It is a veteran."
    if CAPTAIN in enemy.facts:
        yield "It is a captain: the orcs near it fight with it."
    if stolen := enemy.facts.get(STOLEN, 0):
        yield f"It has {stolen} gold of yours."
    if enemy.is_fleeing and CHARMED not in enemy.statuses:
        yield (
            "It would flee; while frozen it attacks."
            if view.enemies_frozen
            else "It flees from you."
        )
    elif view.is_hostile(enemy) and is_alert(enemy):
        yield "It is alert."
    if threat := view.threats.get(cell):
        yield f"It {threat.name}."


def _number_of_theme(game: GameState) -> int:
    """Return the number of the theme of this floor among all, counted from 1; 0 without one."""
    return ["", *THEMES].index(part_of(game, Awareness).themes.here)


def _number_of_pupils(game: GameState, way: str) -> int:
    """Return the number of the kind that has learned a way, as a theme; 0 for none."""
    return ["", *THEMES].index(part_of(game, Awareness).themes.learned.get(way, ""))


def turns_of_truce(game: GameState) -> int:
    """Return for how many more turns those spawned are at peace with the PC."""
    return game.hero.statuses.get(TRUCE, 0)


AIMING = Announcement(
    "aims",
    aim,
    can_shoot,
    shoot,
    kinds=kinds_with_way(ELF),
    is_able=partial(has_way, way=ELF),
    among=aware_cells,
    reach=lines_of_fire,
)

CALLING = Announcement(
    "raises a horn",
    raise_horn,
    lambda game, _cell, enemy: _may_act(game, enemy),
    blow_horn,
    kinds=kinds_with_way(HUMAN),
    is_able=partial(has_way, way=HUMAN),
    occasion=has_just_noticed,
    among=aware_cells,
)

TACTICS = Expansion(
    name="tactics",
    version=7,
    sentence="Half as many enemies, each kind with a way of its own.",
    new_part=Awareness,
    rows=Rows(
        changes_kind=with_ways,
        announcements=(AIMING, CALLING),
        behaviours=(
            Behaviour(Stage.ATTACK, flee, among=aware_cells, needs_state=True),
            Behaviour(Stage.FLEE, cower, among=aware_cells, needs_state=True),
            Behaviour(Stage.PREPARE, dig, kinds=kinds_with_way(DWARF), among=aware_cells),
            Behaviour(Stage.ALERT, approach, among=aware_cells),
        ),
    ),
    floors=FloorHooks(
        kind_here=lambda _game, kind: weakened(kind),
        on_spawned=welcome_spawned,
        on_floor=furnish,
        deal_anew=deal_anew,
        hide_unseen=lambda _game, _dice: None,
        stage=FloorStage.CONTENTS,
        fair_arrival=True,
        arrival_events=tell_theme,
        changes_piles=True,
    ),
    turns=TurnHooks(before_enemies=look_out, on_death=on_death),
    fights=FightHooks(in_place_of_hit=steal, minds_gold=lambda _hero, _enemy: True),
    texts=TextHooks(
        status_rows=threats_row,
        short_rows=short_threats_row,
        widest_rows=("Threat: H raises a horn, 2 southeast", "Threat H raises a horn 2 se +1"),
        figures=(
            Figure("threats", 0, 99, count_threats),
            Figure("nearest_threat", 0, 99, nearest_threat),
            Figure("theme", 0, len(THEMES), _number_of_theme),
            Figure("truce", 0, TRUCE_TURNS, turns_of_truce),
            *[
                Figure(
                    f"learned_to_{what.split()[0]}",
                    0,
                    len(HOLDERS),
                    partial(_number_of_pupils, way=way),
                )
                for way, (what, _) in LESSONS.items()
            ],
        ),
        enemy_notes=notes,
        ahead=tell_theme_again,
        warns=warn_of_truce,
        deadlines=deadlines,
        help_notes=(
            "All but the elder dragon and those of name have 1/3 of their HP and 3/4 of their Atk.",
            "One kind holds each odd floor from the third on; even ones but the last have a rule.",
            f"From floor {FIRST_LESSON} on who holds one has learned a way of others, for good.",
            "An elf that aims shoots in the next turn, along eight lines, two to six blocks far.",
            "An alert human raises a horn and then blows it: enemies within ten blocks come.",
            "A halfling steals 3 gold and flees; slay it to get them back.",
            "A dwarf digs through walls. Orcs near their captain follow it, and flee when it dies.",
        ),
        hints=(
            ExpansionHint(
                "tactics",
                "Who aims shoots next turn: leave its line, or close in.",
                lambda game: count_threats(game) > 0,
            ),
        ),
    ),
)
