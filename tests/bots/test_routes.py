"""What a careful bot sees: areas, dangers and ways are those found cell by cell."""

import pytest
from attrs import evolve

from cc3k.bots import situation as stakes
from cc3k.bots.game import PlayableGame
from cc3k.bots.situation import (
    SafePaths,
    Situation,
    ValueCache,
    contains_cell,
    moves_along,
    passable_cells,
    threatened_cell_set,
)
from cc3k.content.roster import BASE_RULES, RACES
from cc3k.engine.actions import MOVES, PlayerAction
from cc3k.engine.board import PASSABLE_GLYPHS, Cell, cell_set
from cc3k.engine.dice import Dice
from cc3k.engine.floor import Floor
from cc3k.engine.view import GameView
from tests.support.scenarios import room, scenario, seeded
from tests.support.tables import for_each

SEEDS = range(6)


def searched(floor: Floor, shunned: set[Cell]) -> dict[Cell, list[PlayerAction]]:
    """Return the ways to all cells in the order of a search breadth first, cell by cell."""
    found: dict[Cell, list[PlayerAction]] = {floor.hero_cell: []}
    waiting = [floor.hero_cell]
    for cell in waiting:
        for move in MOVES:
            to = cell + move.direction.offset(floor.board.stride)
            if to not in found and to not in shunned and floor.glyphs[to] in PASSABLE_GLYPHS:
                found[to] = [*found[cell], move]
                if to != floor.stairs_cell:
                    waiting.append(to)
    return found


@for_each("seed", SEEDS)
def test_rings_lead_where_a_search_cell_by_cell_leads(seed: int) -> None:
    game = seeded(seed=seed)
    floor, view, dice = game.floor, GameView(game), Dice(f"goals {seed}")
    shunned = threatened_cell_set(view)
    routes = SafePaths(view, passable_cells(view) & ~shunned)
    cells = range(len(floor.glyphs))
    ways = searched(floor, {cell for cell in cells if contains_cell(shunned, cell)})
    for cell in cells:
        assert (cell in routes) == (cell in ways)
    for cell, way in ways.items():
        assert moves_along(routes.path_to(cell_set([cell])), floor.board.stride) == way
        assert routes.distance(cell) == len(way)
    for _ in range(50):
        goals = {dice.below(len(cells)) for _ in range(9)}
        nearest = next((cell for cell in ways if cell in goals), None)
        assert routes.path_to(cell_set(goals))[-1:] == ([] if nearest is None else [nearest])


def test_rings_do_not_lead_over_the_stairs() -> None:
    floor = GameView(scenario(room("@\\6")))
    routes = SafePaths(floor, passable_cells(floor))
    assert floor.stairs_cell in routes
    assert routes.path_to(cell_set([floor.stairs_cell + 1])) == []


@for_each("seed", SEEDS)
def test_danger_is_where_there_is_harm(seed: int) -> None:
    """§2.5: a dragon strikes about its hoard as well, and merchants only once wronged (R21)."""
    game = seeded(seed=seed)
    for feuds in (set[str](), {"merchant"}):
        game.hero.provoked_kinds = feuds
        view = GameView(game)
        hostile = [at for at, enemy in view.enemies.items() if view.is_hostile(enemy)]
        attacked = cell_set([cell for at in hostile for cell in view.cells_attacked_from(at)])
        assert threatened_cell_set(view) == attacked
        assert cell_set(Situation(PlayableGame(game)).max_damage_by_cell) == attacked


@for_each("race", range(len(RACES)))
@for_each("attack, hp", [(-15, 20), (0, 50), (60, 100)])
def test_what_costs_nothing_is_known_without_odds(race: int, attack: int, hp: int) -> None:
    game = seeded(seed=1, race=race)
    game.hero.hp = hp
    game.hero.stats = evolve(game.race.stats, attack=game.race.stats.attack + attack)
    outlook = Situation(PlayableGame(game))
    for place in game.floor.enemies:
        assert outlook.costs_no_hp_on_average(place) == (outlook.expected_hp_loss(place) <= 0)


def test_odds_are_worked_out_only_where_hp_can_be_had_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """R11: a vampire gains HP by its hits, but not on dwarfs."""
    asked = []
    monkeypatch.setattr(stakes.ValueCache, "fight_odds", lambda *_: asked.append(1))
    for race, drawing in (("Shade", "@.H\\"), ("Vampire", "@.W\\")):
        game = scenario(room(drawing), race)
        assert not Situation(PlayableGame(game)).costs_no_hp_on_average(game.floor.hero_cell + 2)
    assert not asked
    game = scenario(room("@.H\\"), "Vampire")
    with pytest.raises(AttributeError):
        Situation(PlayableGame(game)).costs_no_hp_on_average(game.floor.hero_cell + 2)
    assert asked


def test_a_book_forgets_the_oldest_odds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stakes, "MAX_CACHED_FIGHTS", 2)
    game, book = scenario(room("@L\\")), ValueCache(BASE_RULES)
    enemy = game.floor.enemies[game.floor.hero_cell + 1]
    for hp in (20, 30, 40):
        game.hero.hp = hp
        book.fight_odds(game.hero, enemy)
    assert [figures[0] for _, _, figures, _, _ in book.fight_odds_cache] == [30, 40]
