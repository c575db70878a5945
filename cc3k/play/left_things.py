"""Left things: how much gold and how many potions collecting leaves on a floor, and why."""

from collections import Counter
from collections.abc import Iterator, Mapping

from cc3k.engine.board import Cell
from cc3k.engine.enemies import Enemy
from cc3k.engine.hero import Hero
from cc3k.engine.items import Potion
from cc3k.engine.view import GameView
from cc3k.play.interruptions import HpLimit
from cc3k.play.messages import article, join_list
from cc3k.play.paths import find_path
from cc3k.play.roamers import enemies_along
from cc3k.play.travel import cells_beside, is_harmful

LeftThings = Counter[tuple[str, str]]
"""How much is left of each thing for each reason."""

UNSEEN_PLACE = "unseen place"
GUARDED = "guarded when last seen"
UNKNOWN, HARMFUL, NOT_NEEDED = "unknown", "harmful", "not needed now"
NO_ROOM = "no room for more"
CLOSED, NO_WAY, POTION_BEFORE_IT = "the way there closed", "no way there", "a potion is in the way"


def count_left_things(view: GameView, limit: HpLimit) -> LeftThings:
    left = LeftThings()
    for thing, reason, count in _left_things(view, limit):
        left[thing, reason] += count
    return left


def _left_things(view: GameView, limit: HpLimit) -> Iterator[tuple[str, str, int]]:
    for cell, pile in view.gold.items():
        yield "gold", _guardian(view, cell) or _obstacle(view, [cell]), pile.value
    for cell, trinket in view.trinkets.items():
        yield trinket.name, _guardian(view, cell) or _obstacle(view, [cell]), 1
    for cell, potion in view.potions.items():
        reason = _why_unwanted(view, cell, potion) or _obstacle(view, cells_beside(view, cell))
        is_open = potion is None and reason == CLOSED and not view.can_carry_potions
        yield "potion", _why_not_tried(view, limit) if is_open else reason, 1
    for cell in view.outlooks:
        if (reason := _obstacle(view, [cell])) != NO_WAY:
            yield UNSEEN_PLACE, reason, 1


def _why_unwanted(view: GameView, cell: Cell, potion: Potion | None) -> str:
    if not view.can_carry_potions:
        return reason_to_leave(view.hero, potion) if potion else ""
    if view.pick_up_verb(cell):
        return ""
    return HARMFUL if potion is not None and is_harmful(view.hero, potion) else NO_ROOM


def reason_to_leave(hero: Hero, potion: Potion) -> str:
    weak, now = hero.copy(), hero.copy()
    weak.hp = 1
    potion.effect(weak)
    potion.effect(now)
    if is_harmful(hero, potion):
        return HARMFUL
    before = (hero.stats.attack, hero.stats.defence)
    is_useful = now.hp > hero.hp or (now.stats.attack, now.stats.defence) != before
    return "" if is_useful and now.hp - hero.hp == weak.hp - 1 else NOT_NEEDED


def can_try_unknown(view: GameView, limit: HpLimit) -> bool:
    """Tell whether the worst of the unknown kinds leaves the limit of HP, and at least 1 (R17)."""
    return _worst_hp_of_unknown(view) >= max(1, limit.hp(view.race))


def _why_not_tried(view: GameView, limit: HpLimit) -> str:
    """Return why an unknown potion in reach is left: also the HP that it may cost, if too many."""
    if can_try_unknown(view, limit):
        return UNKNOWN
    worst, least = _worst_hp_of_unknown(view), limit.hp(view.race)
    return f"{UNKNOWN}: the worst may leave you {worst} HP, your limit is {max(1, least)}"


def _worst_hp_of_unknown(view: GameView) -> int:
    """Return the HP that the worst of the unknown kinds of potion leaves."""
    left = []
    for potion in view.rules.potions:
        if potion not in view.known_kinds:
            hero = view.hero.copy()
            potion.effect(hero)
            left.append(hero.hp)
    return min(left, default=view.hero.hp)


def _guardian(view: GameView, cell: Cell) -> str:
    """Return the name of the guard of the gold on a cell; empty if there is none (R25)."""
    guards = [enemy for enemy in view.enemies.values() if cell in view.cells_guarded_by(enemy)]
    if not guards:
        return GUARDED if view.is_guarded(cell) else ""
    return _named(guards[0], "guards it")


def _obstacle(view: GameView, goals: list[Cell]) -> str:
    path = find_path(view, goals)
    if path is None:
        return NO_WAY
    if path.blocked_cell is not None:
        cell = path.blocked_cell
        if cell in view.potions:
            return POTION_BEFORE_IT
        enemy = view.find_threat(cell)
        if enemy is None:
            return _named(view.enemies[cell], "is in the way")
        return _named_near(view, enemy)
    close = enemies_along(view, path.steps)
    return _named_near(view, close[0]) if close else CLOSED


def _named_near(view: GameView, enemy: Enemy) -> str:
    return _named(enemy, "is near" if enemy in view.enemies.values() else "was seen near")


def _named(enemy: Enemy, what: str) -> str:
    return f"{article(enemy.kind.name)} {enemy.kind.name} {what}"


def left_message(left: Mapping[tuple[str, str], int]) -> str:
    things = dict[str, list[str]]()
    for (thing, reason), count in left.items():
        text = f"{count} {thing}{'s' * (thing != 'gold' and count > 1)}"
        things.setdefault(reason, []).append(text)
    return f"Left: {', '.join([f'{join_list(each)} ({why})' for why, each in things.items()])}"
