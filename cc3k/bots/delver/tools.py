"""Tools of the delver: wands that it casts, pedestals that it pays for, and arrows that it dodges.

Each function returns the words of a command, or cells to go to, by what the player sees.
"""

from collections.abc import Mapping

from cc3k.bots.careful.routes import contains_cell
from cc3k.bots.delver.fights import cost_of_fight, spare_gold
from cc3k.bots.delver.scene import Scene
from cc3k.bots.game import Choice
from cc3k.engine.board import DIRECTIONS, Cell, blocks_between
from cc3k.engine.cell_areas import CellSet
from cc3k.engine.enemies import Enemy, never_evades
from cc3k.engine.items import Trinket
from cc3k.engine.states import SLOWED
from cc3k.expansions.relics import RINGS
from cc3k.expansions.vaults import GOLD_PRICE
from cc3k.expansions.wands import BLINK_CELLS, RANGE, WAND_KINDS

LONG_FIGHT_SHARE = 0.06  # of its HP that a fight costs for which a wand is cast
FLIGHT_BLOCKS = 3  # to the nearest enemy at least, where it blinks to

VALUES: Mapping[str, int] = {
    "hot heart": 10,
    "chalice": 4,
    "grave knife": 9,
    "great club": 6,
    "bat wings": 7,
    "black ledger": 6,
    "alembic": 5,
    "quick fingers": 6,
    "fence": 6,
    "slow brew": 3,
    "blood": 8,
    "thorns": 7,
    "stealth": 6,
    "lore": 3,
    "slow": 6,
    "charm": 6,
    "bolt": 5,
    "push": 3,
    "blink": 3,
    "dig": 1,
}
"""What a thing on a pedestal is worth to it; a ring counts by how much it is better."""

LEAST_VALUES = {"k": 1, "g": 5, "b": 7}
"""The least that a thing must be worth to be paid with the key, gold or blood."""

BLOOD_HEALTH = 0.85  # of its full HP that it has before it pays with blood


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
    """Tell whether a wand of that name, empty for an unknown one, is worth a turn and a charge."""
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
    price = _best_price(scene)
    if best is None or not price or value[best] < LEAST_VALUES[price]:
        return None, ""
    return best, price


def value_of(scene: Scene, thing: Trinket) -> int:
    """Return what a thing is worth: a ring counts by how much it is better than the one worn."""
    kind = thing.name.rpartition(" of ")[2]
    worn = scene.view.figure("ring") or 0
    before = VALUES[[*RINGS][worn - 1]] if worn and kind in RINGS else 0
    has_two_sides = kind in WAND_KINDS and kind in scene.wands.values()
    return VALUES.get(kind, 1) - before - has_two_sides


def _best_price(scene: Scene) -> str:
    view, hero = scene.view, scene.hero
    if view.figure("key"):
        return "k"
    if spare_gold(scene) >= view.price_of(GOLD_PRICE):
        return "g"
    return "b" if hero.hp >= BLOOD_HEALTH * hero.full_hp else ""


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
