"""Plans of the careful bot: gold, potions, rest, waiting, fighting and fleeing.

Each idea returns a plan for enemies that are held, and nothing if it is not to be had safely.
"""

from cc3k.bots.careful.routes import cell_set, contains_cell, find_least_damage_path
from cc3k.bots.careful.situation import Situation
from cc3k.bots.careful.value import StatChange
from cc3k.engine.actions import Move, PlayerAction, legal_actions
from cc3k.engine.game import GameState
from cc3k.engine.grid import Cell
from cc3k.play.macros import opposite_direction, race_regenerates
from cc3k.play.odds import hits_to_slay
from cc3k.play.travel import find_free_gold

MIN_HP_FOR_UNKNOWN_POTION = 40
"""HP needed to try an unknown potion."""

MAX_REST_TURNS = 100
"""Turns of rest before the bot makes a new plan."""


def plan_gold(situation: Situation) -> list[PlayerAction]:
    """Return the path to the nearest gold that is not guarded."""
    return situation.plan_path_to(cell_set(find_free_gold(situation.game.floor)))


def plan_helpful_potion(situation: Situation) -> list[PlayerAction]:
    """Return the plan to drink a known potion that helps in full."""
    hp, most = situation.game.hero.hp, situation.game.race.max_hp
    return situation.plan_drink(
        [
            name
            for name, effect in _known_effects(situation).items()
            if effect.is_harmless and (most is None or hp + effect.hp <= most)
        ]
    )


def plan_unknown_potion(situation: Situation) -> list[PlayerAction]:
    """Return the plan to drink an unknown potion, while there are floors left to profit."""
    game = situation.game
    if game.depth == game.rules.floor_count or game.hero.hp < MIN_HP_FOR_UNKNOWN_POTION:
        return []
    return situation.plan_drink([None])


def plan_blocking_potion(situation: Situation) -> list[PlayerAction]:
    """Return the plan to drink any potion that costs no HP: it may block the way to others."""
    names = [name for name, effect in _known_effects(situation).items() if effect.hp >= 0]
    return situation.plan_drink(
        [*names, *[None] * (situation.game.hero.hp >= MIN_HP_FOR_UNKNOWN_POTION)]
    )


def _known_effects(situation: Situation) -> dict[str, StatChange]:
    """Return the effect of each known kind of potion, by name."""
    game, book = situation.game, situation.value_cache
    known = [potion for potion in game.rules.potions if potion.name in game.known_potions]
    return {potion.name: book.potion_effect(potion, game.race) for potion in known}


def plan_rest(situation: Situation) -> list[PlayerAction]:
    """Return steps back and forth, for a hurt hero whose race regenerates."""
    game, exits = situation.game, situation.safe_neighbours()
    if not exits or not race_regenerates(game) or game.hero.hp == game.race.max_hp:
        return []
    there, turns = situation.move_to(exits[0]), _turns_to_heal(game)
    return [there, Move(opposite_direction(there.direction))] * -(-turns // 2)


def _turns_to_heal(game: GameState) -> int:
    """Return the turns until the PC is at full HP, up to the longest rest."""
    resting = game.hero.copy()
    turns = 0
    while resting.hp != game.race.max_hp and turns < MAX_REST_TURNS:
        list(game.race.each_turn(resting))
        turns += 1
    return turns


def waiting_step(situation: Situation) -> PlayerAction:
    """Return a step that stays where no enemy comes, or as far from enemies as possible."""
    game, exits = situation.game, situation.safe_neighbours()
    floor, where = game.floor, game.floor.board.row_and_column
    if not exits:
        return legal_actions(game)[0]
    hostile = [where(c) for c, e in floor.enemies.items() if e.kind.is_hostile(e, game.hero)]

    def distance(cell: Cell) -> tuple[bool, int]:
        row, column = where(cell)
        near = [max(abs(row - r), abs(column - c)) for r, c in hostile]
        return contains_cell(situation.permanently_safe_cells, cell), min(near, default=0)

    return situation.move_to(max(exits, key=distance))


TURNS_TO_SURVIVE = 2
"""The enemy's worst turns that the PC must survive to start a fight; 1 if it heals."""

FLEE_COST_FACTOR = 2
"""An unplanned fight must cost this many times less than fleeing."""

HITS_IF_INVULNERABLE = 100
"""The number of hits assumed for an enemy that cannot be hurt."""


def plan_fight(situation: Situation) -> list[PlayerAction]:
    """Return the path to the most profitable fight, and its first attack."""
    worth = {place: _fight_priority(situation, place) for place in situation.game.floor.enemies}
    best_first = sorted([place for place in worth if worth[place]], key=lambda p: -worth[p])
    return next(filter(None, map(situation.plan_attack, best_first)), [])


def _fight_priority(situation: Situation, enemy_cell: Cell) -> float:
    """Return the priority of a fight, 0 if it is not worth it."""
    healing = race_regenerates(situation.game)
    if (
        situation.max_damage_of(enemy_cell) * (1 if healing else TURNS_TO_SURVIVE)
        >= situation.game.hero.hp
    ):
        return 0.0
    if healing:
        return situation.expected_gold(enemy_cell)
    gain = (
        situation.expected_gold(enemy_cell) if is_fight_affordable(situation, enemy_cell) else 0.0
    )
    return gain / max(1.0, situation.expected_hp_loss(enemy_cell)) if gain else 0.0


def is_fight_affordable(situation: Situation, enemy_cell: Cell) -> bool:
    """Tell whether a fight costs no HP that the PC will need."""
    game = situation.game
    if race_regenerates(game):
        return True
    if game.depth == game.rules.floor_count:
        return game.floor.stairs_cell in situation.safe_paths
    return situation.is_fight_free(enemy_cell) and situation.has_safe_exit


def plan_escape(situation: Situation) -> list[PlayerAction]:
    """Return one step or attack for a PC under attack: fight on, or flee, by the cost."""
    game, exits = situation.game, situation.safe_neighbours()
    floor, hp = game.floor, game.hero.hp
    way = find_least_damage_path(
        floor,
        cell_set([floor.stairs_cell]) | situation.permanently_safe_cells,
        situation.max_damage_by_cell,
    )
    foe = min(
        situation.adjacent_hostiles(), key=lambda place: _hits_to_slay(game, place), default=None
    )
    flight = way.damage if way is not None else 0 if exits else hp
    if (
        foe is not None
        and (situation.max_damage_here < hp or not (exits or way))
        and (
            _is_planned_fight(situation, foe)
            or situation.max_damage_here * (_hits_to_slay(game, foe) - 1) * FLEE_COST_FACTOR
            <= flight
        )
    ):
        return [situation.attack_on(foe)]
    if way is not None and (way.damage < hp or not exits):
        return way.moves[:1]
    if exits:
        return [situation.move_to(max(exits, key=lambda cell: _safe_sides(situation, cell)))]
    return [] if foe is None else [situation.attack_on(foe)]


def _is_planned_fight(situation: Situation, enemy_cell: Cell) -> bool:
    """Tell whether a fight is one that would be started, and can be left."""
    alone = situation.max_damage_here == situation.max_damage_of(enemy_cell)
    return (
        alone and bool(situation.safe_neighbours()) and is_fight_affordable(situation, enemy_cell)
    )


def _hits_to_slay(game: GameState, enemy_cell: Cell) -> int:
    """Return the hits that slay the enemy of a cell; very many if none do."""
    return hits_to_slay(game.hero, game.floor.enemies[enemy_cell]) or HITS_IF_INVULNERABLE


def _safe_sides(situation: Situation, cell: Cell) -> int:
    """Return the number of safe cells next to a cell."""
    return sum(
        contains_cell(situation.safe_cells, near)
        for near in situation.game.floor.board.neighbours[cell]
    )
