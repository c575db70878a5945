"""Uniques: on even floors someone of name breaks a rule, and leaves the trick to the PC (X110)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import define, evolve, frozen

from cc3k.content.roster import BASE_RULES
from cc3k.engine.arrivals import FloorStage, place_newcomer_near
from cc3k.engine.board import DOORWAY, PASSAGE, Cell
from cc3k.engine.combat import Blow, BlowRule, BlowStage, attack_enemy, attack_hero, reward_kill
from cc3k.engine.dice import Dice
from cc3k.engine.enemies import Behaviour, Enemy, EnemyKind, Stage, always_hostile, strike
from cc3k.engine.events import Effect, Event, ExpansionEvent, PickedUp
from cc3k.engine.expansion import (
    Expansion,
    ExpansionHint,
    FightHooks,
    Figure,
    FloorHooks,
    Rows,
    TextHooks,
    TurnHooks,
)
from cc3k.engine.floor import NO_CELL
from cc3k.engine.game import GameState
from cc3k.engine.hero import SPARE_LIFE, Hero
from cc3k.engine.items import Loot
from cc3k.engine.running_game import part_of
from cc3k.engine.text import count_text
from cc3k.engine.view import GameView
from cc3k.expansions.words import hero_does

GLYPH = "U"

EVERY_FLOORS = 2
"""A unique is on every floor whose number this divides."""

REWARD = 12
"""Gold for slaying a unique, and for a trophy that the PC has already."""

POINTS = 10
"""Points of the score for each unique slain."""

BORIN, PIM, YSIL, OG = "Borin", "Pim", "Ysil", "Og"
HALE, VEY, EMBER, RANN = "Hale", "Vey", "Ember", "Rann"


@frozen
class Unique:
    """One of them: its kind, the rule that it breaks, and what its trick gives the PC."""

    name: str
    breed: str
    rule: str
    trophy: str


UNIQUES = (
    Unique(BORIN, "dwarf", "who strikes from doorway or passage does half damage",
           "a quarter less damage to you in doorway or passage"),
    Unique(PIM, "halfling", "acts twice in a turn", "every fourth step takes no turn"),
    Unique(YSIL, "elf", "never misses", "you never miss"),
    Unique(OG, "orc", "regains 5 HP in a turn without damage",
           "1 HP in every fourth turn beside somebody hostile"),
    Unique(HALE, "human", "strikes at once whoever steps away",
           "you strike at once whoever steps away"),
    Unique(VEY, "merchant", "a blow at her costs 2 gold, without gold it does half",
           "1 gold more from every pile"),
    Unique(EMBER, "dragon", "roams, a step every second turn, and guards nothing",
           "dragons but the elder do half damage to you"),
    Unique(RANN, "human", "rises once, five turns after he falls",
           "once, at 0 HP, you have 1"),
)  # fmt: skip

BY_NAME: Mapping[str, Unique] = {each.name: each for each in UNIQUES}


def reward(_dice: Dice) -> Loot:
    return Loot(gold=REWARD)


def _row(unique: Unique) -> EnemyKind:
    kind = BASE_RULES.enemy_kind_named(unique.breed)
    return evolve(
        kind,
        name=unique.name,
        of_kind=unique.breed,
        glyph=GLYPH,
        spawn_weight=0,
        trait=unique.rule,
        is_hostile=always_hostile,
        roams=True,
        loot=reward,
        act=strike,
        sells=0,
        experience=2 * kind.experience,
        actions_per_turn=2 if unique.name == PIM else 1,
    )


def half_more_hp(_game: GameState, kind: EnemyKind) -> EnemyKind:
    return evolve(kind, hp=-(-3 * kind.hp // 2)) if kind.name in BY_NAME else kind


@define(eq=False)
class Fallen:
    """Who will rise: where it fell, and the enemies' phases until then."""

    cell: Cell
    enemy: Enemy
    phases: int


@define(eq=False)
class Roll:
    """The order in which uniques are met, and those met so far: `here` are those of this floor.

    `steps` counts the PC's steps since the trick of free ones. `hero_cell` is where the PC was
    after its last action.
    """

    order: tuple[str, ...] = ()
    met: int = 0
    here: tuple[str, ...] = ()
    slain: tuple[str, ...] = ()
    fallen: Fallen | None = None
    steps: int = 0
    hero_cell: Cell = NO_CELL

    def copy(self) -> "Roll":
        fallen = self.fallen and evolve(self.fallen, enemy=self.fallen.enemy.copy())
        return evolve(self, fallen=fallen)

    def digest_parts(self) -> object:
        down = self.fallen and (self.fallen.cell, self.fallen.enemy.hp, self.fallen.phases)
        met = self.order, self.met, self.here, self.slain
        return met, down, self.steps, self.hero_cell

    def next_due(self) -> str:
        """Return the name of the next unique, and count it as met."""
        self.met += 1
        return self.order[(self.met - 1) % len(self.order)]


TROPHY_FACTS = {name: SPARE_LIFE if name == RANN else f"trick of {name}" for name in BY_NAME}
"""The names of the facts of a hero who has a unique's trick."""


def has_trophy(hero: Hero, name: str) -> bool:
    return TROPHY_FACTS[name] in hero.facts


# Arriving.


def bring_unique(game: GameState, dice: Dice) -> None:
    """Place the next unique on an even floor; on a drawn one, each that is drawn (X110)."""
    roll, floor = part_of(game, Roll), game.floor
    if not roll.order:
        roll.order = tuple(_shuffled(BY_NAME, dice))
    roll.here, roll.fallen, roll.hero_cell = (), None, floor.hero_cell
    for cell in sorted(floor.enemies):
        if floor.enemies[cell].kind.name in BY_NAME:
            floor.remove_enemy(cell)
            _place(game, roll, cell)
    if not game.is_furnished or game.depth % EVERY_FLOORS:
        return
    arrival = floor.board.chamber_index.get(floor.hero_cell)
    others = [tiles for at, tiles in enumerate(floor.board.chambers) if at != arrival]
    if free := floor.free_tiles_by_chamber(others):
        _place(game, roll, dice.pick(dice.pick(free)))


def _shuffled(names: Iterable[str], dice: Dice) -> Iterator[str]:
    left = list(names)
    while left:
        left.remove(name := dice.pick(left))
        yield name


def _place(game: GameState, roll: Roll, cell: Cell) -> None:
    name = roll.next_due()
    roll.here += (name,)
    game.floor.place_enemy(cell, Enemy(game.kind_here(game.rules.enemy_kind_named(name))))


def announce(game: GameState) -> Iterator[Event]:
    for name in part_of(game, Roll).here:
        text = f"{name} is here: {BY_NAME[name].rule}"
        spoken = f"{text}; its trick for you: {_gain(game, name)}."
        yield ExpansionEvent("uniques.here", f"{text}.", spoken, name)


def _gain(game: GameState, name: str) -> str:
    """Return what the PC gets for slaying a unique: its trick, or gold if it has had that."""
    return f"{REWARD} gold" if name in part_of(game, Roll).slain else BY_NAME[name].trophy


def deal_rest_anew(game: GameState, dice: Dice) -> None:
    """Draw again in which order those come who were not met yet."""
    roll = part_of(game, Roll)
    met = min(roll.met, len(roll.order))
    roll.order = (*roll.order[:met], *_shuffled(roll.order[met:], dice))


def deal_anew(game: GameState, dice: Dice) -> None:
    """Place whom the player knows to be here, but does not see, on a tile out of sight."""
    deal_rest_anew(game, dice)
    roll, floor = part_of(game, Roll), game.floor
    there = {enemy.kind.name for enemy in floor.enemies.values()}
    if roll.fallen is not None:
        there.add(roll.fallen.enemy.kind.name)
    for name in [each for each in roll.here if each not in there]:
        tiles = [at for tiles in floor.board.chambers for at in tiles]
        free = [at for at in tiles if floor.is_free(at) and not game.sees(at)]
        if free:
            kind = game.kind_here(game.rules.enemy_kind_named(name))
            floor.place_enemy(dice.pick(free), Enemy(kind))


# Blows.


def _is_narrow(blow: Blow) -> bool:
    return blow.terrain in (DOORWAY, PASSAGE)


def _half(damage: int) -> int:
    return -(-damage // 2)


def shield_unique(blow: Blow) -> int:
    """Halve the PC's blows at Borin from a narrow place, and those at Vey without gold."""
    if blow.attacker or not blow.defender:
        return blow.damage
    name = blow.defender.kind.name
    if name == BORIN and _is_narrow(blow):
        return _half(blow.damage)
    if name != VEY:
        return blow.damage
    if blow.hero.gold < BLOW_COST:
        return _half(blow.damage)
    blow.hero.gold -= BLOW_COST
    blow.told.append(PAID_VEY)
    return blow.damage


BLOW_COST = 2
PAID_VEY = ExpansionEvent(
    "uniques.paid", "The blow costs PC 2 gold.", "The blow costs you 2 gold.", effect=Effect.HARM
)


def shield_hero(blow: Blow) -> int:
    """Lessen the blows at a PC with the tricks of Borin and Ember."""
    damage, attacker = blow.damage, blow.attacker
    if blow.defender is None and attacker is not None:
        if _is_narrow(blow) and has_trophy(blow.hero, BORIN):
            damage = -(-3 * damage // 4)
        if attacker.kind.breed == BY_NAME[EMBER].breed and has_trophy(blow.hero, EMBER):
            damage = _half(damage)
    return damage


def never_misses(hero: Hero, attacker: Enemy | None, _defender: Enemy | None) -> bool:
    return has_trophy(hero, YSIL) if attacker is None else attacker.kind.name == YSIL


# Turns.

LAST_HP, OG_TURNS = "hp after the last phase", "turns beside somebody hostile"
OG_HEALS, HERO_HEALS, HEALING_TURNS = 5, 1, 4


def after_phase(game: GameState, _hp_lost: int) -> Iterable[Event]:
    """Let the PC heal by Og's trick."""
    if has_trophy(game.hero, OG) and game.is_in_fight:
        turns = (game.hero.facts.get(OG_TURNS, 0) + 1) % HEALING_TURNS
        game.hero.set_fact(OG_TURNS, turns)
        if not turns:
            game.hero.heal_within(HERO_HEALS)
    return ()


def _let_og_heal(game: GameState) -> None:
    """Let Og regain HP unless he was hurt; in odds he is, in every turn."""
    for cell in _cells_of(game, OG):
        enemy = game.floor.enemies[cell]
        if enemy.hp >= enemy.facts.get(LAST_HP, enemy.kind.hp):
            enemy.heal(OG_HEALS)
        enemy.set_fact(LAST_HP, enemy.hp)


def rest_every_second_turn(game: GameState, cell: Cell, enemy: Enemy) -> Iterable[Event] | None:
    """Let Ember stay where it is in every second turn in which it does not attack."""
    rests = RESTS in enemy.facts or RESTS_UNSEEN in enemy.facts
    is_seen = game.sees(cell)
    enemy.set_fact(RESTS, int(is_seen and not rests))
    enemy.set_fact(RESTS_UNSEEN, int(not is_seen and not rests))
    return () if rests else None


RESTS, RESTS_UNSEEN = "rests next", "_rests next"
"""Facts of Ember that it was seen to walk, so that it rests next; and that it walked unseen."""


def _cells_of(game: GameState, name: str) -> list[Cell]:
    if ord(GLYPH) not in game.floor.glyphs:
        return []  # as on most floors
    return [at for at, enemy in game.floor.enemies.items() if enemy.kind.name == name]


def _cells_of_ember(game: GameState) -> list[Cell]:
    return _cells_of(game, EMBER)


def after_action(game: GameState, events: Sequence[Event]) -> Iterator[Event]:
    """Let Hale strike a PC that steps away; add to gold that is picked up by Vey's trick."""
    roll, floor = part_of(game, Roll), game.floor
    before, roll.hero_cell = roll.hero_cell, floor.hero_cell
    if before != floor.hero_cell and (hale := _cells_of(game, HALE)):
        near = floor.board.neighbourhood
        left = near[before] - near[floor.hero_cell]
        yield from _hale_strikes(game, left.intersection(hale))
    has_trick = has_trophy(game.hero, VEY)
    piles = sum([isinstance(event, PickedUp) for event in events]) if has_trick else 0
    if piles:
        game.hero.gold += piles
        yield hero_does("uniques.more", "find", f"{piles} gold more")


def hale_strikes_at_stairs(game: GameState) -> Iterable[Event]:
    near = game.floor.board.neighbourhood[game.floor.hero_cell]
    return _hale_strikes(game, sorted(near.intersection(game.floor.enemies)))


def _hale_strikes(game: GameState, cells: Iterable[Cell]) -> Iterator[Event]:
    for enemy in [game.floor.enemies[cell] for cell in cells]:
        may_strike = enemy.is_hostile_to(game.hero) and not game.enemies_frozen
        if enemy.kind.name == HALE and may_strike and game.hero.hp:
            told = f"{HALE} strikes PC as it leaves."
            yield ExpansionEvent("uniques.struck", told, f"{HALE} strikes you as you leave.", HALE)
            yield from attack_hero(enemy, game.hero, game.turn_dice, game.blows)


def strike_who_leaves(game: GameState, cell: Cell, enemy: Enemy) -> Iterator[Event]:
    """Let the PC strike by Hale's trick who has left its side."""
    if has_trophy(game.hero, HALE) and enemy.is_hostile_to(game.hero) and game.sees(cell):
        kind = enemy.kind
        told = f"PC strikes {kind.glyph} as it leaves."
        spoken = f"You strike the {kind.name} as it leaves."
        yield ExpansionEvent("uniques.parted", told, spoken, kind.name)
        yield from attack_enemy(game, cell)


def after_turn(game: GameState) -> Iterable[Event]:
    """Let Og heal and Rann rise."""
    roll = part_of(game, Roll)
    _let_og_heal(game)
    return () if roll.fallen is None else _count_down(game, roll, roll.fallen)


# Falling and rising.

RISEN, PHASES_DOWN = "risen", 5
FALLS = ExpansionEvent("uniques.falls", "Rann falls, and stirs.", concerns=RANN)
RISES = ExpansionEvent("uniques.rises", "Rann rises.", concerns=RANN)


def fall_once(game: GameState, cell: Cell, enemy: Enemy) -> Iterable[Event] | None:
    """Let Rann fall instead of dying, the first time; in odds he rises at once."""
    if enemy.kind.name != RANN or RISEN in enemy.facts:
        return None
    enemy.hp = _half(enemy.kind.hp)
    enemy.set_fact(RISEN, 1)
    for roll in [part for part in game.parts.values() if isinstance(part, Roll)]:
        game.floor.remove_enemy(cell)
        roll.fallen = Fallen(cell, enemy, PHASES_DOWN)
    return (FALLS,)


def stop_at_fall(game: GameState) -> str:
    """Tell where Rann lies, if he fell in sight in this turn, and how he dies for good (Y37)."""
    fallen = part_of(game, Roll).fallen
    if fallen is None or FALLS not in game.last_events or not game.sees(fallen.cell):
        return ""
    place, turns = GameView(game).describe_way_to(fallen.cell), count_text(fallen.phases, "turn")
    return f"Stopped: Rann lies {place} of you and rises in {turns}, unless you stand there then."


def _count_down(game: GameState, roll: Roll, fallen: Fallen) -> Iterator[Event]:
    """Count a phase; then let him rise, or die for good if the PC stands on him (Y37)."""
    fallen.enemy.count_down_statuses()
    fallen.phases = max(0, fallen.phases - 1)
    if fallen.phases:
        return
    floor = game.floor
    if floor.hero_cell == fallen.cell:
        roll.fallen = None
        yield from reward_kill(game, fallen.cell, fallen.enemy)
        return
    if place_newcomer_near(floor, fallen.cell, fallen.enemy, game.turn_dice) is not None:
        roll.fallen = None
        yield RISES


def take_trophy(game: GameState, _cell: Cell, enemy: Enemy) -> Iterator[Event]:
    """Give the PC the trick of a slain unique, or gold if it has had it (X110)."""
    unique, roll, hero = BY_NAME.get(enemy.kind.name), part_of(game, Roll), game.hero
    if unique is None:
        return
    name, is_new = unique.name, unique.name not in roll.slain
    roll.slain += (name,)
    roll.here = tuple([each for each in roll.here if each != name])
    if is_new:
        hero.set_fact(TROPHY_FACTS[name], 1)
        trick = f"{name}'s trick: {unique.trophy}"
        yield evolve(hero_does("uniques.trophy", "take", trick), interrupts=True)
    else:
        hero.gold += REWARD
        trick = f"{REWARD} gold for {name}'s trick"
        yield evolve(hero_does("uniques.gold", "gain", trick), interrupts=True)


STEPS_TO_FREE_ONE = 4


def is_free_step(game: GameState) -> bool:
    """Count a step, and tell whether it takes no turn: every fourth by Pim's trick."""
    if not has_trophy(game.hero, PIM):
        return False
    roll = part_of(game, Roll)
    roll.steps += 1
    return roll.steps % STEPS_TO_FREE_ONE == 0


# Texts.


def _trophies(game: GameState) -> list[str]:
    return [name for name in BY_NAME if has_trophy(game.hero, name)]


def trophy_row(game: GameState) -> list[str]:
    return [f"Trophies: {', '.join(_trophies(game)) or 'none'}"]


def short_trophy_row(game: GameState) -> list[str]:
    names = " ".join(_trophies(game))
    return [names] if names else []


def notes(game: GameState, cell: Cell) -> Iterator[str]:
    name = game.floor.enemies[cell].kind.name
    if name in BY_NAME:
        yield f"Slain, it leaves you its trick: {_gain(game, name)}."


def _figure(name: str) -> Figure:
    return Figure(f"trophy {name.lower()}", 0, 1, lambda game: has_trophy(game.hero, name))


def who_is_here(game: GameState) -> int:
    """Return the number of the unique of this floor, from 1; 0 if there is none."""
    here = part_of(game, Roll).here
    return 1 + [*BY_NAME].index(here[0]) if here else 0


MOST_SLAIN = 9_999

UNIQUE_ENEMIES = Expansion(
    name="uniques",
    version=3,
    sentence="On even floors someone breaks a rule: slay it, and learn it.",
    new_part=Roll,
    rows=Rows(
        enemy_kinds=tuple(map(_row, UNIQUES)),
        behaviours=(
            Behaviour(Stage.PREPARE, rest_every_second_turn, (EMBER,), among=_cells_of_ember),
        ),
    ),
    floors=FloorHooks(
        kind_here=half_more_hp,
        on_floor=bring_unique,
        stage=FloorStage.NAMED,
        fair_arrival=True,
        on_leaving=hale_strikes_at_stairs,
        arrival_events=announce,
        deal_anew=deal_anew,
        hide_unseen=deal_rest_anew,
    ),
    turns=TurnHooks(
        after_action=after_action,
        is_free_step=is_free_step,
        on_parting=strike_who_leaves,
        after_turn=after_turn,
        stops=stop_at_fall,
        on_kill=take_trophy,
        score_bonus=lambda game: POINTS * len(part_of(game, Roll).slain),
        score_reason="for the uniques slain",
    ),
    fights=FightHooks(
        blows=(BlowRule(BlowStage.DEFENDER, shield_unique), BlowRule(BlowStage.TRICK, shield_hero)),
        sure_hits=never_misses,
        after_phase=after_phase,
        on_fall=fall_once,
        minds_gold=lambda _hero, enemy: enemy.kind.name == VEY,
    ),
    texts=TextHooks(
        status_rows=trophy_row,
        short_rows=short_trophy_row,
        widest_rows=("Trophies: Borin, Ysil, Hale", "Borin Ysil Hale"),
        figures=(
            Figure("unique", 0, len(UNIQUES), who_is_here),
            Figure("slain", 0, MOST_SLAIN, lambda game: len(part_of(game, Roll).slain)),
            *map(_figure, BY_NAME),
        ),
        enemy_notes=notes,
        hints=(
            ExpansionHint(
                "uniques",
                "Someone of name (U) is on this floor, who breaks a rule: a look at U says which. "
                "Slay U, and the trick is yours for the rest of the game.",
                lambda game: bool(part_of(game, Roll).here),
            ),
        ),
        help_notes=(
            "On floors 2, 4, 6, ... somebody of name (U) breaks a rule; a look tells which.",
            f"Slain, U leaves you its trick, {REWARD} gold and {POINTS} points of the score.",
        ),
    ),
)
