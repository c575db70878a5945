"""Tools of the delver: wands that it casts, pedestals that it pays for, and arrows that it dodges.

Each function returns the words of a command, or cells to go to, by what the player sees.
"""

from collections.abc import Callable, Mapping

from cc3k.bots.game import Choice
from cc3k.bots.scene import GOLD_A_FLOOR, Scene, cost_of_fight, spare_gold
from cc3k.bots.situation import contains_cell
from cc3k.engine.board import DIRECTIONS, Cell, CellSet, blocks_between
from cc3k.engine.enemies import Enemy, never_evades
from cc3k.engine.hero import Hero
from cc3k.engine.items import Trinket
from cc3k.engine.states import SLOWED
from cc3k.engine.stats import raise_base
from cc3k.expansions.depths import TOLL_PER_FLOOR
from cc3k.expansions.levels import MASTERY_POINTS, ON_ATTACK, ON_DEFENCE, ON_WOUNDS, mastered_use
from cc3k.expansions.relics import HEART_HP, LEDGER_GOLD, MOST_LEDGER, RINGS
from cc3k.expansions.vaults import BLOOD_SHARE, GOLD_PRICE, SLOTS
from cc3k.expansions.wands import BLINK_CELLS, RANGE, WAND_KINDS

LONG_FIGHT_SHARE = 0.06  # of its HP that a fight costs for which a wand is cast
FLIGHT_BLOCKS = 3  # to the nearest enemy at least, where it blinks to

VALUES: Mapping[str, float] = {
    "hot heart": 6.2,
    "chalice": 7.2,
    "grave knife": 7.2,
    "great club": 7.3,
    "bat wings": 7.5,
    "black ledger": 3,
    "alembic": 7.5,
    "quick fingers": 4,
    "fence": 4.6,
    "slow brew": 4,
    "blood": 6.5,
    "thorns": 5,
    "stealth": 7,
    "lore": 5.5,
    "slow": 7,
    "charm": 7,
    "bolt": 5,
    "push": 6.5,
    "blink": 6,
    "dig": 5.8,
}
"""What a thing on a pedestal is worth to it, before what the moment adds (`_MOMENTS`)."""

KEPT_POINTS = 1  # of those of levels, against wounds
HEALED_HEALTH = 0.33  # of its full HP under which it spends one on them

BLOOD_HEALTH = 0.55  # of its full HP that it keeps when it pays with blood

LEAST_PRICE = 1.5  # on the scale of the values
BLOOD_WORTH, GOLD_WORTH = 4, 6  # what all its HP, or all its gold, are worth besides


def cast_word(scene: Scene, foes: Mapping[Cell, Enemy]) -> str | None:
    """Return the cast that helps against foes in line, the most dangerous first; else None."""
    if not scene.wands:
        return None
    hero, blows = scene.hero, scene.view.blows
    cost = {cell: cost_of_fight(hero, [enemy], blows) for cell, enemy in foes.items()}
    for cell in sorted(foes, key=lambda at: -cost[at]):
        way = scene.line_to(cell, RANGE) if cost[cell] >= LONG_FIGHT_SHARE * hero.hp else ""
        for slot, name in scene.wands.items() if way else ():
            word = f"c {slot} {way}"
            if word in scene.legal_words and _helps(scene, name, cell, foes):
                return word
    return None


def _helps(scene: Scene, name: str, cell: Cell, foes: Mapping[Cell, Enemy]) -> bool:
    enemy, here, board = foes[cell], scene.view.hero_cell, scene.view.board
    is_beside = blocks_between(board, here, cell) == 1
    if name == "bolt":
        return not is_beside or enemy.kind.evades is not never_evades
    if not enemy.kind.roams:
        return False
    if name == "slow":
        return SLOWED not in enemy.statuses
    if name == "charm":
        return len(foes) > 1
    if name == "push":
        return is_beside and len(foes) > 1
    return not (name or is_beside)


def blink_word(scene: Scene) -> str | None:
    """Return the cast that takes the hero farthest from all enemies; None if that is not far."""
    view, stride = scene.view, scene.view.board.stride
    best, farthest = None, FLIGHT_BLOCKS - 1
    for slot in [slot for slot, name in scene.wands.items() if name == "blink"]:
        for way in DIRECTIONS:
            to = view.hero_cell
            for _ in range(BLINK_CELLS):
                if not contains_cell(scene.open_cells, to + way.offset(stride)):
                    break
                to += way.offset(stride)
            near = min([blocks_between(view.board, to, at) for at in scene.hostile], default=0)
            word = f"c {slot} {way.command_word}"
            if near > farthest and word in scene.legal_words:
                best, farthest = word, near
    return best


def dig_word(scene: Scene) -> str | None:
    """Return the cast that opens a passage, in which enemies come one at a time; else None."""
    board, here = scene.view.board, scene.view.hero_cell
    for slot in [slot for slot, name in scene.wands.items() if name == "dig"]:
        for way in DIRECTIONS:
            offset, word = way.offset(board.stride), f"c {slot} {way.command_word}"
            is_solid = board.may_open(here + offset) and board.may_open(here + 2 * offset)
            if is_solid and word in scene.legal_words:
                return word
    return None


def point_word(scene: Scene) -> str | None:
    """Return how it spends a point, if it does: its last one on wounds, any other at once."""
    points = scene.view.figure("points") or 0
    if not points or not scene.may_use("spend"):
        return None
    if scene.health < HEALED_HEALTH:
        return f"spend {ON_WOUNDS.letter}"
    return cheapest_training(scene) if points > KEPT_POINTS else None


def cheapest_training(scene: Scene) -> str:
    """Return what a point is spent on so that fights with those who roam here cost least.

    While nothing is mastered, each point counts as its part of all that mastery takes and brings.
    """
    may_master = mastered_use(scene.hero) is None
    saved = dict[str, float]()
    before = _cost_of_fights(scene, scene.hero)
    for use in (ON_ATTACK, ON_DEFENCE):
        spent = scene.view.figure(use.figure) or 0
        points = MASTERY_POINTS - spent if may_master else 1
        trained = scene.hero.copy()
        trained.stats = raise_base(trained.stats, points * use.attack, points * use.defence)
        if may_master:
            trained.set_fact(use.fact, 1)
        saved[f"spend {use.letter}"] = (before - _cost_of_fights(scene, trained)) / points
    return max(saved, key=lambda word: saved[word])


def _cost_of_fights(scene: Scene, hero: Hero) -> float:
    """Return the HP that a hero loses to those who roam here, each counted as often as it comes."""
    blows = scene.view.blows
    return sum(
        cost_of_fight(hero, [foe], blows) * foe.kind.spawn_weight for foe in scene.usual_foes
    )


def pay_pedestal(scene: Scene) -> str | None:
    """Return the payment for the best thing on a pedestal beside the hero, if it is worth it."""
    wanted, price = wanted_pedestal(scene)
    if wanted is None or wanted not in scene.view.board.neighbours[scene.view.hero_cell]:
        return None
    word = f"x {scene.way_to(wanted)} {price}"
    return word if word in scene.legal_words else None


def cells_at_pedestal(scene: Scene) -> CellSet:
    """Return the cells from which it would pay for a thing on a pedestal."""
    wanted, _ = wanted_pedestal(scene)
    return 0 if wanted is None else scene.around([wanted])


def wanted_pedestal(scene: Scene) -> tuple[Cell | None, str]:
    """Return the pedestal with the best thing, and how to pay for it; None if it is too dear."""
    pedestals = scene.view.pedestals if scene.may_use("x") else {}
    value = {cell: value_of(scene, thing) for cell, thing in pedestals.items()}
    best = max(value, key=lambda cell: (value[cell], -cell), default=None)
    prices = _prices(scene) if best is not None else {}
    cheapest = min(prices, key=lambda price: prices[price], default="")
    if best is None or not cheapest or value[best] < prices[cheapest]:
        return None, ""
    return best, cheapest


def value_of(scene: Scene, thing: Trinket) -> float:
    """Return what a thing is worth now: a ring by how much it is better than the one worn."""
    kind = thing.name.rpartition(" of ")[2]
    worn = scene.view.figure("ring") or 0
    before = _worth(scene, [*RINGS][worn - 1]) if worn and kind in RINGS else 0
    free_slots = len(SLOTS) - len(scene.wands) if kind in WAND_KINDS else 0
    has_one = kind in scene.wands.values()
    return _worth(scene, kind) - before + free_slots / 3 - has_one


def _worth(scene: Scene, kind: str) -> float:
    moment = _MOMENTS.get(kind)
    return VALUES.get(kind, 1) + (moment(scene) if moment else 0)


def _prices(scene: Scene) -> Mapping[str, float]:
    """Return the payments that it can spare, on the scale of the values: what is left counts."""
    view, hero = scene.view, scene.hero
    if view.figure("key"):
        return {"k": 0}
    found, gold, spare = {}, view.price_here(GOLD_PRICE), spare_gold(scene)
    blood = -(-hero.full_hp // BLOOD_SHARE)
    if spare >= gold:
        found["g"] = LEAST_PRICE + GOLD_WORTH * gold / spare
    if hero.hp - blood >= BLOOD_HEALTH * hero.full_hp and not view.hunters:
        found["b"] = LEAST_PRICE + BLOOD_WORTH * blood / hero.hp
    return found


def _boosts(scene: Scene) -> float:
    held = [potion for potion in scene.slots.values() if potion and potion.name in ("BA", "BD")]
    return len(held) + spare_gold(scene) / 10


def _wounds(scene: Scene) -> float:
    return 5 * max(0.0, 1 - scene.hero.hp / scene.hero.full_hp)


def _missing_toll(scene: Scene) -> float:
    if scene.view.figure("toll") is None:
        return 0
    toll = scene.view.price_here(TOLL_PER_FLOOR * scene.view.rules.floor_count)
    return max(0, toll - scene.hero.gold) / GOLD_A_FLOOR


def _lack_of_freezes(scene: Scene) -> float:
    freezes = scene.view.figure("freezes")
    return 0 if freezes is None else max(0, 4 - freezes)


_MOMENTS: Mapping[str, Callable[[Scene], float]] = {
    "hot heart": lambda scene: (scene.hero.full_hp - HEART_HP) / 60,
    "black ledger": lambda scene: min(MOST_LEDGER, scene.hero.gold / LEDGER_GOLD),
    "slow brew": lambda scene: min(4, _boosts(scene)),
    "fence": _missing_toll,
    "quick fingers": lambda scene: (scene.view.rules.floor_count - scene.view.depth) / 2,
    "chalice": lambda scene: -_wounds(scene),
    "blood": _wounds,
    "stealth": _wounds,
    "thorns": lambda scene: scene.hero.full_hp / 100,
    "lore": lambda scene: len(scene.view.rules.potions) - len(scene.view.known_kinds),
    "bolt": lambda scene: scene.view.depth / 2,
    "blink": _lack_of_freezes,
    "dig": _lack_of_freezes,
}
"""What the moment adds to the worth of a thing: wounds, gold, floor, and what is known."""


def dodge(scene: Scene) -> Choice | None:
    """Return a step out of the line of who aims, nearer to a corner or to who aims; else None."""
    view, here = scene.view, scene.view.hero_cell
    if not contains_cell(scene.aimed_cells, here):
        return None
    aimer = next(cell for cell, threat in view.threats.items() if threat.name == "aims")
    cells = [cell for cell in scene.safe_neighbours() if not contains_cell(scene.aimed_cells, cell)]
    if not cells:
        return None
    return scene.move_to(min(cells, key=lambda at: (blocks_between(view.board, at, aimer), at)))
