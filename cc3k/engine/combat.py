"""Combat: blows and the rules that change them (R19, R20), attacks, damage, death and loot."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import IntEnum
from typing import TYPE_CHECKING, TypeAlias

from attrs import evolve, field

from cc3k.engine.board import TILE, Cell, nearest_cells
from cc3k.engine.dice import Dice
from cc3k.engine.events import PC, Event, Looted, Means, Missed, Provoked, Slain, Struck
from cc3k.engine.hero import Hero
from cc3k.engine.items import GoldPile
from cc3k.engine.states import AT_PEACE, CHARMED, TRUCE
from cc3k.engine.values import define, frozen

if TYPE_CHECKING:
    from cc3k.engine.enemies import Enemy, EnemyKind
    from cc3k.engine.floor import Floor
    from cc3k.engine.game import GameState


class BlowStage(IntEnum):
    """When a rule changes a blow: the rules of an earlier stage come first.

    Where an enemy hits another one, only those of `ENEMIES` and `ALL` count.
    """

    WEAPON = 1
    """What the attacker holds."""
    DEFENDER = 2
    """What is special about who is hit."""
    ENEMIES = 3
    """What holds for the blows of all enemies."""
    ALL = 4
    """What holds for all blows."""
    TRICK = 5
    """What the PC has learnt."""
    ARMOUR = 6
    """What is worn takes its part of what is left."""


_AMONG_ENEMIES = (BlowStage.ENEMIES, BlowStage.ALL)


@define(eq=False)
class Blow:
    """An attack that hits, with the HP that it takes by the rules so far.

    `attacker` and `defender` are enemies, None for the PC, who stands on `terrain`. What a rule
    adds to `told` happens right after the blow.
    """

    hero: "Hero"
    damage: int
    attacker: "Enemy | None" = None
    defender: "Enemy | None" = None
    terrain: int = TILE
    told: list[Event] = field(factory=list)


@frozen(eq=False)
class BlowRule:
    """A rule that returns what a blow takes instead; less than 1 counts as 1.

    It may change the `facts` of those concerned, and must not look at the state of an expansion:
    the odds of a fight run it too, with copies of them alone.
    """

    stage: BlowStage
    change: Callable[[Blow], int]


SureHit: TypeAlias = Callable[["Hero", "Enemy | None", "Enemy | None"], bool]
"""Tell whether an attack cannot miss, by the hero, attacker and defender as in a `Blow` (R20)."""


InPlaceOfHit: TypeAlias = Callable[["Hero", "Enemy"], Iterable[Event] | None]
"""Do at once what a hit of that enemy does in place of a blow; None if it is a blow."""

Answer: TypeAlias = Callable[["GameState"], Iterable[Event]]
"""Do what follows a blow that has just landed, in the game in which it did."""


@frozen(eq=False)
class BlowRules:
    """The rules for blows in their order, and those for misses, where the PC stands on `terrain`.

    It is false where there is no rule, as in the base game. Without a `game` nothing follows blows.
    """

    changes: tuple[BlowRule, ...] = ()
    sure_hits: tuple[SureHit, ...] = ()
    answers: tuple[Answer, ...] = ()
    in_place: tuple[InPlaceOfHit, ...] = ()
    terrain: int = TILE
    game: "GameState | None" = None

    def __bool__(self) -> bool:
        return bool(self.changes or self.sure_hits or self.answers or self.in_place)

    def answer(self) -> Iterator[Event]:
        """Let happen what follows a blow."""
        for each in self.answers:
            if self.game is not None:
                yield from each(self.game)

    def on(self, terrain: int, game: "GameState | None" = None) -> "BlowRules":
        """Return the rules where the PC stands on that terrain, in a game if blows are answered."""
        game = game if self.answers else None
        if not self or (terrain == self.terrain and game is None):
            return self
        rules = self.changes, self.sure_hits, self.answers, self.in_place
        return BlowRules(*rules, terrain, game)  # faster than `evolve`

    def is_sure(
        self, hero: "Hero", attacker: "Enemy | None" = None, defender: "Enemy | None" = None
    ) -> bool:
        """Tell whether an attack cannot miss."""
        return any(rule(hero, attacker, defender) for rule in self.sure_hits)

    def replace_hit(self, hero: "Hero", attacker: "Enemy") -> Iterable[Event] | None:
        """Let happen what a hit on the hero does in place of a blow; None if it is a blow."""
        done = (rule(hero, attacker) for rule in self.in_place)
        return next((events for events in done if events is not None), None)

    def land(
        self,
        hero: "Hero",
        damage: int,
        attacker: "Enemy | None" = None,
        defender: "Enemy | None" = None,
    ) -> tuple[int, Sequence[Event]]:
        """Return the HP that a hit of that damage takes, and what happens right after it."""
        if not (self.changes and damage):
            return damage, ()
        blow = Blow(hero, damage, attacker, defender, self.terrain)
        changes = self.changes
        if attacker is not None and defender is not None:
            changes = tuple([each for each in changes if each.stage in _AMONG_ENEMIES])
        for rule in changes:
            blow.damage = max(1, rule.change(blow))
        return blow.damage, blow.told


NO_BLOW_RULES = BlowRules()


def damage(attack: int, defence: int, percent: int = 100) -> int:
    """Return the HP that a hit takes: ceil(percent * attack / (100 + defence)) (§2.5, R19).

    Computed in whole numbers: floating point makes some results one too high.
    """
    return -(-percent * attack // (100 + defence))


def max_damage_per_turn(
    enemies: "Iterable[Enemy]", hero: Hero, blows: BlowRules = NO_BLOW_RULES
) -> int:
    """Return the HP that the hero loses in a turn if all attacks of those enemies hit (R20)."""
    struck, total = hero.copy() if blows else hero, 0
    for enemy in enemies:
        kind = enemy.kind
        each = damage(enemy.stats.attack, struck.stats.defence, kind.damage_percent(struck.race))
        attacks = kind.attacks_per_turn(struck.race) * kind.actions_per_turn
        if blows:
            striker = enemy.copy()
            for _ in range(attacks):
                if blows.replace_hit(struck, striker) is None:
                    total += blows.land(struck, each, attacker=striker)[0]
        else:
            total += attacks * each
    return total


def max_damage_to(hero: Hero, enemy: "Enemy", blows: BlowRules = NO_BLOW_RULES) -> int:
    """Return the HP that the hero's next attack takes from an enemy if it hits."""
    each = damage(hero.stats.attack, enemy.stats.defence)
    if not blows:
        return each
    return blows.land(hero.copy(), each, defender=enemy.copy())[0]


def hits_to_slay(hero: Hero, enemy: "Enemy", blows: BlowRules = NO_BLOW_RULES) -> int | None:
    """Return the number of hits that slay an enemy; None if no number does."""
    each = damage(hero.stats.attack, enemy.stats.defence)
    if not (blows and each):
        return -(-enemy.hp // each) if each else None
    striker, victim, hits = hero.copy(), enemy.copy(), 0
    while victim.hp:
        hits += 1
        victim.take_damage(blows.land(striker, each, defender=victim)[0])
    return hits


def attack_enemy(game: "GameState", cell: Cell) -> Iterator[Event]:
    """Carry out the hero's attack on the enemy on a cell (§2.5)."""
    hero, enemy, blows = game.hero, game.floor.enemies[cell], game.blows
    kind = enemy.kind
    provoked, means = provoke(hero, enemy), Means.BLOW
    if kind.evades(game.turn_dice) and not (blows and blows.is_sure(hero, defender=enemy)):
        yield Missed(PC, kind.name)
    else:
        each = damage(hero.stats.attack, enemy.stats.defence)
        hurt, told = blows.land(hero, each, defender=enemy)
        enemy.take_damage(hurt)
        if enemy.statuses:
            enemy.set_status(CHARMED, 0)
        yield Struck(PC, kind.name, hurt, enemy.hp)
        yield from told
        if enemy.hp == 0:
            yield from slay_enemy(game, cell)
        effects = [*take_hit_effect(hero, kind)]
        if effects and hero.hp == 0:
            means = Means.BLOOD
        yield from effects
        if hero.facts:
            yield from hero.tell_spent_life()
        if blows.answers and hero.hp:
            yield from blows.answer()
    yield from provoked
    if hero.hp == 0:
        yield Slain(PC, kind.name, means=means)


def provoke(hero: Hero, enemy: "Enemy") -> Sequence[Event]:
    """Make an enemy that the hero attacks as hostile as its kind is; tell if it was at peace (R21).

    Unless it alone was at peace, all of its kind are hostile from then on. A truce ends; a charm
    lasts on.
    """
    if TRUCE in hero.statuses:
        hero.set_status(TRUCE, 0)
    was_hostile, is_alone = enemy.is_hostile_to(hero), AT_PEACE in enemy.facts
    hero.provoked_kinds.add(enemy.kind.name)
    if is_alone:
        enemy.end_peace()
    is_news = not was_hostile and enemy.is_hostile_to(hero)
    return (Provoked(enemy.kind.name, is_alone),) if is_news else ()


def take_hit_effect(hero: Hero, kind: "EnemyKind") -> Iterable[Event]:
    """Let a hero's race do what it does when it hits an enemy of a kind (R11).

    It gains no HP by one that brings nothing (Y8).
    """
    if not kind.brings_nothing:
        return hero.race.on_hit(hero, kind.breed)
    trial = hero.copy()
    events = tuple(hero.race.on_hit(trial, kind.breed))
    if trial.hp >= hero.hp:
        return ()
    hero.hp = trial.hp
    return events


def attack_hero(
    enemy: "Enemy", hero: Hero, dice: Dice, blows: BlowRules = NO_BLOW_RULES
) -> Iterator[Event]:
    """Carry out an enemy's attacks on the hero, each missing half of the time (R20).

    What follows a blow may slay the enemy: then it attacks no more (R23).
    """
    kind = enemy.kind
    is_sure = blows is not NO_BLOW_RULES and blows.is_sure(hero, attacker=enemy)
    for _ in range(kind.attacks_per_turn(hero.race)):
        if not (is_sure or dice.flip_coin()):
            yield Missed(kind.name, PC)
            continue
        if blows.in_place and (done := blows.replace_hit(hero, enemy)) is not None:
            yield from done
            yield from blows.answer()
            continue
        each = damage(enemy.stats.attack, hero.stats.defence, kind.damage_percent(hero.race))
        hurt, told = blows.land(hero, each, attacker=enemy)
        hero.take_damage(hurt)
        yield Struck(kind.name, PC, hurt, hero.hp)
        yield from told
        if hero.facts:
            yield from hero.tell_spent_life()
        if hero.hp == 0:
            yield Slain(PC, kind.name)
            return
        if blows.answers:
            yield from blows.answer()
            if enemy.hp == 0:
                return


def slay_enemy(game: "GameState", cell: Cell, *, by_hero: bool = True) -> Iterator[Event]:
    """Remove an enemy at 0 HP; yield what its death brings, if by the PC with all that a kill does.

    An expansion may keep it from dying.
    """
    floor, enemy = game.floor, game.floor.enemies[cell]
    for on_fall in game.rules.hooks.on_fall:
        if (events := on_fall(game, cell, enemy)) is not None:
            yield from events
            return
    floor.remove_enemy(cell)
    if by_hero:
        yield from reward_kill(game, cell, enemy)
    else:
        _drop_carried(floor, cell, enemy)
        yield from _follow_death(game, cell, enemy)


def reward_kill(game: "GameState", cell: Cell, enemy: "Enemy") -> Iterator[Event]:
    """Yield the death of an enemy that stood on a cell, its loot and all that the kill brings."""
    hero, floor, dice, kind = game.hero, game.floor, game.turn_dice, enemy.kind
    yield Slain(kind.name, PC, kind.hp, kind.experience)
    loot = kind.loot(dice)
    _drop_piles(floor, cell, loot.piles, dice)
    _drop_carried(floor, cell, enemy)
    if loot.gold:
        hero.gold += loot.gold
        yield Looted(kind.name, loot.gold)
    if not kind.brings_nothing:
        yield from hero.race.on_slaying(hero, kind.breed)
    yield from _follow_death(game, cell, enemy)
    for on_kill in game.rules.hooks.on_kill:
        yield from on_kill(game, cell, enemy)


def _follow_death(game: "GameState", cell: Cell, enemy: "Enemy") -> Iterator[Event]:
    """Yield what the death of an enemy brings with it, whoever has slain it."""
    for on_death in game.rules.hooks.on_death:
        yield from on_death(game, cell, enemy)


def _drop_piles(floor: "Floor", cell: Cell, piles: tuple[GoldPile, ...], dice: Dice) -> None:
    """Drop the first pile on the cell and each further one on a free tile beside it (R24).

    Piles that find no free tile are merged with the first.
    """
    if not piles:
        return
    heap, *further = piles
    for pile in further:
        free = floor.free_neighbours(cell)
        if free:
            floor.place_item(dice.pick(free), pile)
        else:
            heap = evolve(heap, value=heap.value + pile.value)
    floor.place_item(cell, heap)


def _drop_carried(floor: "Floor", cell: Cell, enemy: "Enemy") -> None:
    """Drop what an enemy carried on the free tiles nearest to where it stood; else it is lost."""
    for carried in enemy.carries:
        free = [tile for tiles in floor.free_tiles_by_chamber() for tile in tiles]
        if nearest := nearest_cells(floor.board, cell, free):
            floor.place_item(min(nearest), carried)
