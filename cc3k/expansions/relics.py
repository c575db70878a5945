"""Rings and relics: what they change for as long as the PC has them (X104, Y33-Y35).

Each is a fact of the hero by its name, so that odds of a fight count it too.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial

from attrs import evolve, frozen

from cc3k.content.abilities import Drain
from cc3k.engine.board import Cell
from cc3k.engine.combat import Blow, BlowRule, BlowStage
from cc3k.engine.enemies import Enemy
from cc3k.engine.events import Drained, Effect, Event, ExpansionEvent, Looted
from cc3k.engine.game import GameState
from cc3k.engine.hero import ALWAYS_TAKES_EFFECT, BOOSTS_LAST, NOTICED_WITHIN, Hero, Race, unscaled
from cc3k.engine.items import Potion, PotionEffect
from cc3k.engine.stats import StatModifier, modifier_layers, raise_base
from cc3k.expansions.wands import hurt

THORNS, LORE, STEALTH, BLOOD = "thorns", "lore", "stealth", "blood"

STEALTH_STEPS = 2
BLOOD_HP = 8
PART_OF_THORNS = 3

RINGS: Mapping[str, str] = {
    THORNS: "who hits you from beside takes a third of it",
    LORE: "you know the potions that you see",
    STEALTH: f"you are noticed within {STEALTH_STEPS} steps only",
    BLOOD: f"a kill heals {BLOOD_HP} HP",
}
"""The rings by name, each with what it does."""


@frozen
class Relic:
    """A relic: it is offered to one race, and does what its `trait` says.

    It makes the first of `reworded` untrue in the trait of the race, and the second true.
    """

    name: str
    race: str
    trait: str
    reworded: tuple[str, str] = ("", "")


LEDGER, KNIFE, ALEMBIC = "black ledger", "grave knife", "alembic"
CHALICE, WINGS, HEART, CLUB = "chalice", "bat wings", "hot heart", "great club"
FENCE, FINGERS = "fence", "quick fingers"

MOST_LEDGER, LEDGER_GOLD = 10, 10
CHALICE_TURNS, WING_STEPS = 5, 3
HEART_HP = 110
FINGERED, MOST_FINGERED = 2, 6

RELICS: tuple[Relic, ...] = (
    Relic(LEDGER, "Shade", f"+1 Atk for each {LEDGER_GOLD} gold you hold, up to {MOST_LEDGER}"),
    Relic(KNIFE, "Shade", "your first blow on an unhurt enemy is doubled"),
    Relic(ALEMBIC, "Drow", "PH, WA, WD drunk are RH, BA, BD at usual strength"),
    Relic(BOOSTS_LAST, "Drow", "BA and BD last one floor more"),
    Relic(CHALICE, "Vampire", f"you drain twice as much; every {CHALICE_TURNS}th turn costs 1 HP",
          reworded=("gains 5 HP", "gains 10 HP")),
    Relic(WINGS, "Vampire", "every third step takes no turn"),
    Relic(HEART, "Troll", f"you regenerate in every turn; maximum HP -{HEART_HP}",
          reworded=("in a fight, after a turn unhurt", "every turn")),
    Relic(CLUB, "Troll", "half the damage to one more enemy beside you"),
    Relic(FENCE, "Goblin", "all prices in gold are halved"),
    Relic(FINGERS, "Goblin", f"a hit takes {FINGERED} gold, up to {MOST_FINGERED} from an enemy"),
)  # fmt: skip
"""The relics: two of each race."""


def relics_of(race: Race) -> list[str]:
    return [each.name for each in RELICS if each.race == race.name]


def start_effect(game: GameState, name: str) -> None:
    hero = game.hero
    hero.set_fact(name, 1)
    if name == STEALTH:
        hero.set_fact(NOTICED_WITHIN, STEALTH_STEPS)
    elif name == HEART:
        hero.set_fact(ALWAYS_TAKES_EFFECT, 1)
        most = None if hero.race.max_hp is None else max(1, hero.race.max_hp - HEART_HP)
        hero.race = evolve(hero.race, hp=max(1, hero.race.hp - HEART_HP), max_hp=most)
        hero.hp = min(hero.hp, hero.race.hp)
    for relic in [each for each in RELICS if each.name == name and name not in hero.race.trait]:
        trait = hero.race.trait.replace(*relic.reworded)
        hero.race = evolve(hero.race, trait=f"{trait}; {name}: {relic.trait}")
    keep_ledger(game)


def lose_effect(game: GameState, name: str) -> None:
    game.hero.set_fact(name, 0)
    if name == STEALTH:
        game.hero.set_fact(NOTICED_WITHIN, 0)


_LEDGER_BONUS = "ledger bonus"


def keep_ledger(game: GameState) -> Iterable[Event]:
    """Give the PC the Atk that its gold is worth now."""
    hero = game.hero
    if hero.facts.get(LEDGER):
        bonus, before = min(MOST_LEDGER, hero.gold // LEDGER_GOLD), hero.facts.get(_LEDGER_BONUS, 0)
        if bonus != before:
            hero.stats = raise_base(hero.stats, bonus - before, 0)
            hero.set_fact(_LEDGER_BONUS, bonus)
    return ()


def _use_knife(blow: Blow) -> int:
    defender = blow.defender
    is_first = defender is not None and defender.hp == defender.kind.hp
    return blow.damage * 2 if is_first and blow.hero.facts.get(KNIFE) else blow.damage


_FINGERED = "gold taken"


def _use_fingers(blow: Blow) -> int:
    """Take gold with a blow, unless there is nothing to get from an enemy (X113)."""
    hero, defender = blow.hero, blow.defender
    if defender is not None and hero.facts.get(FINGERS) and not defender.kind.brings_nothing:
        taken = defender.facts.get(_FINGERED, 0)
        if taken < MOST_FINGERED:
            defender.set_fact(_FINGERED, taken + FINGERED)
            hero.gold += FINGERED
            blow.told.append(Looted(defender.kind.name, FINGERED))
    return blow.damage


def _use_chalice(blow: Blow) -> int:
    """Drain as much again as the race does, from whom it does (Y34)."""
    hero, defender, drains = blow.hero, blow.defender, blow.hero.race.on_hit
    if defender is None or not hero.facts.get(CHALICE) or not isinstance(drains, Drain):
        return blow.damage
    if not (defender.kind.breed == drains.allergic_to or defender.kind.brings_nothing):
        blow.told.append(Drained(hero.heal(drains.hp)))
    return blow.damage


def join_drains(game: GameState, events: Sequence[Event]) -> Sequence[Event]:
    """Return the events of a turn with one drain for what race and chalice drain together."""
    if CHALICE not in game.hero.facts:
        return events
    drains = [event for event in events if isinstance(event, Drained)]
    if len(drains) < 2:  # noqa: PLR2004 - two to join
        return events
    whole, others = Drained(sum([each.hp for each in drains])), list[Event]()
    for event in events:
        if event is drains[-1]:
            others.append(whole)
        elif not isinstance(event, Drained):
            others.append(event)
    return others


_SWING, _CLUBBED, _PRICKED = "_swing", "_clubbed", "_pricked"


def _note_club(blow: Blow) -> int:
    if blow.defender is not None and blow.hero.facts.get(CLUB):
        blow.defender.set_fact(_CLUBBED, 1)
        blow.hero.set_fact(_SWING, blow.damage)
    return blow.damage


def _note_thorns(blow: Blow) -> int:
    """Note what an attacker will suffer for the HP that the PC loses."""
    if blow.attacker is not None and blow.hero.facts.get(THORNS):
        pricked = -(-blow.hero.loss_by(blow.damage) // PART_OF_THORNS)
        before = blow.attacker.facts.get(_PRICKED, 0)
        blow.attacker.set_fact(_PRICKED, before + pricked)
    return blow.damage


BLOWS = (
    BlowRule(BlowStage.WEAPON, _use_knife),
    BlowRule(BlowStage.TRICK, _use_fingers),
    BlowRule(BlowStage.TRICK, _use_chalice),
    BlowRule(BlowStage.ARMOUR, _note_club),
    BlowRule(BlowStage.ARMOUR, _note_thorns),
)
"""What relics and rings do to blows."""


def answer_blow(game: GameState) -> Iterator[Event]:
    """Let thorns and club do what the blow just landed brings with it."""
    facts = game.hero.facts
    if THORNS in facts:
        yield from _prick(game)
    if _SWING in facts:
        yield from _swing_club(game)


def _prick(game: GameState) -> Iterator[Event]:
    """Let the thorns hurt who has hit the PC, from beside (X104)."""
    floor = game.floor
    near = floor.board.neighbourhood[floor.hero_cell]
    for cell in sorted(floor.enemies):
        enemy = floor.enemies[cell]
        hp = enemy.facts.get(_PRICKED, 0)
        enemy.set_fact(_PRICKED, 0)
        if hp and cell in near:
            yield from hurt(game, cell, hp)


def _swing_club(game: GameState) -> Iterator[Event]:
    """Let a blow of the PC hurt one more hostile enemy beside, in reading order (Y35)."""
    floor, hero = game.floor, game.hero
    damage = hero.facts[_SWING]
    hero.set_fact(_SWING, 0)
    others = list[Cell]()
    for cell in sorted(floor.board.neighbourhood[floor.hero_cell].intersection(floor.enemies)):
        enemy = floor.enemies[cell]
        if _CLUBBED in enemy.facts:
            enemy.set_fact(_CLUBBED, 0)
        elif enemy.is_hostile_to(hero):
            others.append(cell)
    if others:
        yield from hurt(game, others[0], -(-damage // 2))


def drink_blood(game: GameState, _cell: Cell, enemy: Enemy) -> Iterable[Event]:
    """Heal the PC for a kill (X104), unless of one that yields no HP (Y8)."""
    if not game.hero.facts.get(BLOOD) or enemy.kind.brings_nothing:
        return ()
    gained = game.hero.heal_within(BLOOD_HP)
    document, spoken = f"The ring heals {gained} HP.", f"Your ring heals {gained} HP."
    told = ExpansionEvent("vaults.blood", document, spoken, effect=Effect.GAIN)
    return [told] * bool(gained)


def read_lore(game: GameState) -> Iterator[Event]:
    """Make the potions in sight known, in reading order (X104)."""
    if not game.hero.facts.get(LORE):
        return
    unknown = {
        cell: item
        for cell, item in game.floor.items.items()
        if isinstance(item, Potion) and item.name not in game.known_names
    }
    new = [unknown[cell].name for cell in sorted(unknown) if game.sees(cell)]
    for name in dict.fromkeys(new):
        game.known_names.add(name)
        document, spoken = f"The ring tells of {name}.", f"Your ring tells you of {name}."
        yield ExpansionEvent("vaults.lore", document, spoken, effect=Effect.GAIN)


def sip_chalice(game: GameState, turns: int) -> Iterator[Event]:
    """Take 1 HP every fifth turn, never the last one; people are told the first time."""
    if turns % CHALICE_TURNS == 0 and game.hero.hp > 1:
        game.hero.hp -= 1
        document, is_first = "The chalice takes 1 HP.", turns == CHALICE_TURNS
        spoken = "Your chalice takes 1 HP, as every fifth turn from now on." if is_first else ""
        yield ExpansionEvent("vaults.chalice", document, spoken, effect=Effect.HARM)


_DISTILLED = {"PH": "RH", "WA": "BA", "WD": "BD"}


def distil(game: GameState, potion: Potion) -> Potion:
    """Return a potion that does what the alembic makes of it, at its base amount (X104)."""
    if not game.hero.facts.get(ALEMBIC) or potion.name not in _DISTILLED:
        return potion
    better = next(each for each in game.rules.potions if each.name == _DISTILLED[potion.name])
    better = game.potion_here(better)
    text = f"{better.effect_text} by your alembic; thrown, {potion.effect_text}"
    return evolve(potion, effect=partial(_at_base_amount, better.effect), own_text=text)


def _at_base_amount(effect: PotionEffect, hero: Hero) -> None:
    race = hero.race
    hero.race = evolve(race, potion_scale=unscaled)
    effect(hero)
    hero.race = race


Layers = tuple[tuple[int, int], ...]
"""Shifts of Atk and Def by potions, the newest first."""


def brewed_layers(hero: Hero, kept: Layers) -> Layers:
    """Return the boosts drunk on this floor, if they last: not those `kept` from the last one."""
    if BOOSTS_LAST not in hero.facts:
        return ()
    layers = modifier_layers(hero.stats)[:-1]
    drunk = layers[: max(0, len(layers) - len(kept))]
    return tuple([(attack, defence) for attack, defence in drunk if attack + defence > 0])


def keep_brews(hero: Hero, layers: Layers) -> None:
    for attack, defence in reversed(layers):
        hero.stats = StatModifier(hero.stats, attack, defence)


def halve_price(game: GameState, gold: int) -> int:
    return -(-gold // 2) if game.hero.facts.get(FENCE) else gold
