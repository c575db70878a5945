"""What a careful bot sees: areas, dangers and ways are those found cell by cell."""

import pytest
from attrs import evolve

from cc3k.bots.careful import value as stakes
from cc3k.bots.careful.routes import (
    area,
    danger,
    harms,
    has,
    open_cells,
    safe_routes,
    steps,
    within_a_step,
    worst_turns,
)
from cc3k.bots.careful.situation import Outlook
from cc3k.bots.careful.value import Book
from cc3k.content.roster import BASE, RACES
from cc3k.engine.actions import MOVES, Option
from cc3k.engine.actors import Race
from cc3k.engine.dice import Dice
from cc3k.engine.floor import PASSABLE, Floor
from cc3k.engine.game import Game
from cc3k.engine.grid import Cell
from tests.support.scenarios import room, scenario

SEEDS = range(6)


def spawned(seed: int, race: Race = RACES[0]) -> Game:
    """Return a game on floors as they are spawned."""
    return Game(BASE, race, Dice(f"routes {seed}"))


def searched(floor: Floor, shunned: set[Cell]) -> dict[Cell, list[Option]]:
    """Return the ways to all cells in the order of a search breadth first, cell by cell."""
    found: dict[Cell, list[Option]] = {floor.hero: []}
    waiting = [floor.hero]
    for cell in waiting:
        for move in MOVES:
            to = cell + move.direction.shift(floor.plan.stride)
            if to not in found and to not in shunned and floor.picture[to] in PASSABLE:
                found[to] = [*found[cell], move]
                if to != floor.stairs:
                    waiting.append(to)
    return found


@pytest.mark.parametrize("seed", SEEDS)
def test_rings_lead_where_a_search_cell_by_cell_leads(seed: int) -> None:
    """To each cell alone, and to the nearest of some: the same steps, the same end."""
    game = spawned(seed)
    floor, dice = game.floor, Dice(f"goals {seed}")
    shunned = danger(floor, game.hero)
    routes = safe_routes(floor, open_cells(floor) & ~shunned)
    cells = range(len(floor.picture))
    ways = searched(floor, {cell for cell in cells if has(shunned, cell)})
    for cell in cells:
        assert (cell in routes) == (cell in ways)
    for cell, way in ways.items():
        assert steps(routes.way_to(area([cell])), floor.plan.stride) == way
        assert routes.distance(cell) == len(way)
    for _ in range(50):
        goals = {dice.below(len(cells)) for _ in range(9)}
        nearest = next((cell for cell in ways if cell in goals), None)
        assert routes.way_to(area(goals))[-1:] == ([] if nearest is None else [nearest])


def test_rings_do_not_lead_over_the_stairs() -> None:
    """They would end the way."""
    floor = scenario(room("@\\6")).floor
    routes = safe_routes(floor, open_cells(floor))
    assert floor.stairs in routes
    assert routes.way_to(area([floor.stairs + 1])) == []


def test_an_area_and_a_step_more() -> None:
    """The eight cells about each."""
    plan = scenario(room("@....", "....\\")).floor.plan
    cells = [plan.stride * 2 + 2, plan.stride + 4]
    about = {near for cell in cells for near in plan.reach[cell]}
    assert within_a_step(area(cells), plan.stride) == area(about)


@pytest.mark.parametrize("seed", SEEDS)
def test_danger_is_where_there_is_harm(seed: int) -> None:
    """§2.5: a dragon strikes about its hoard as well, and merchants only once wronged (R21)."""
    game = spawned(seed)
    for feuds in (set[str](), {"merchant"}):
        game.hero.feuds = feuds
        found = harms(game.floor, game.hero, worst_turns(game.floor, game.hero))
        assert danger(game.floor, game.hero) == area(found)


@pytest.mark.parametrize("race", RACES, ids=lambda race: race.name)
@pytest.mark.parametrize(("attack", "hp"), [(-15, 20), (0, 50), (60, 100)])
def test_what_costs_nothing_is_known_without_odds(race: Race, attack: int, hp: int) -> None:
    """But it is what the odds say."""
    game = spawned(1, race)
    game.hero.hp = hp
    game.hero.stats = evolve(race.stats, attack=race.stats.attack + attack)
    outlook = Outlook(game)
    for place in game.floor.enemies:
        assert outlook.costs_nothing(place) == (outlook.cost(place) <= 0)


def test_odds_are_worked_out_only_where_hp_can_be_had_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """R11: a vampire gains HP by its hits, but not on dwarfs."""
    asked = []
    monkeypatch.setattr(stakes.Book, "odds_of", lambda *_: asked.append(1))
    for race, drawing in (("Shade", "@.H\\"), ("Vampire", "@.W\\")):
        game = scenario(room(drawing), race)
        assert not Outlook(game).costs_nothing(game.floor.hero + 2)
    assert not asked
    game = scenario(room("@.H\\"), "Vampire")
    with pytest.raises(AttributeError):
        Outlook(game).costs_nothing(game.floor.hero + 2)
    assert asked


def test_a_book_forgets_the_oldest_odds(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that it does not grow with the games that are played."""
    monkeypatch.setattr(stakes, "MOST_ODDS", 2)
    game, book = scenario(room("@L\\")), Book(BASE)
    enemy = game.floor.enemies[game.floor.hero + 1]
    for hp in (20, 30, 40):
        game.hero.hp = hp
        book.odds_of(game.hero, enemy)
    assert [figures[0] for _, _, figures, _ in book.odds] == [30, 40]
