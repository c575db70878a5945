"""Observation: all that a player can see of a game, as plain values for bots and programs."""

from collections.abc import Mapping

from attrs import field

from cc3k.engine.board import Cell
from cc3k.engine.enemies import Enemy
from cc3k.engine.game import GameState, Outcome
from cc3k.engine.items import things_in_view
from cc3k.engine.states import public
from cc3k.engine.values import frozen
from cc3k.engine.view import GameView


@frozen
class SeenEnemy:
    """A visible enemy; `row` and `column` count from 0.

    While it is `hunting` it follows the hero instead of roaming. `statuses` and `facts` are what
    expansions say of it: the turns left of what will pass, and other numbers, by name. `carries`
    names the things that are seen with it, such as a key.
    """

    row: int
    column: int
    kind: str
    glyph: str
    hp: int
    max_hp: int
    hostile: bool
    hunting: bool = False
    statuses: Mapping[str, int] = field(factory=dict, hash=False)
    facts: Mapping[str, int] = field(factory=dict, hash=False)
    carries: tuple[str, ...] = ()


@frozen
class Observation:
    """The board, its rows from the top, and the figures beside it (§3), as plain values.

    The PC is at `row` and `column`, which count from 0. `max_hp` is None for a race without a cap
    (R10). `known_potions` names the kinds of potion used so far (R18). `enemies` are in reading
    order. `outcome` is None until the game is over. `figures` are the numbers of expansions.
    """

    board: tuple[str, ...]
    row: int
    column: int
    race: str
    hp: int
    max_hp: int | None
    attack: int
    defence: int
    gold: int
    score: int
    floor: int
    turns: int
    enemies_frozen: bool
    known_potions: tuple[str, ...]
    enemies: tuple[SeenEnemy, ...]
    outcome: Outcome | None
    figures: Mapping[str, int] = field(factory=dict, hash=False)


def observe(game: GameState) -> Observation:
    """Return everything that a player can see of a game now, and nothing else."""
    view, hero = GameView(game), game.hero
    row, column = view.board.row_and_column(view.hero_cell)
    enemies = view.enemies
    return Observation(
        board=tuple(view.glyphs.decode("ascii").splitlines()),
        row=row,
        column=column,
        race=game.race.name,
        hp=hero.hp,
        max_hp=hero.race.max_hp,
        attack=hero.stats.attack,
        defence=hero.stats.defence,
        gold=hero.gold,
        score=game.score,
        floor=game.depth,
        turns=game.turns,
        enemies_frozen=game.enemies_frozen,
        known_potions=tuple(sorted([potion.name for potion in view.known_kinds])),
        enemies=tuple([_observe_enemy(view, cell, enemies[cell]) for cell in sorted(enemies)]),
        outcome=game.outcome,
        figures={figure.name: figure.value(game) for figure in game.rules.figures},
    )


def _observe_enemy(view: GameView, cell: Cell, enemy: Enemy) -> SeenEnemy:
    return SeenEnemy(
        *view.board.row_and_column(cell),
        kind=enemy.kind.name,
        glyph=enemy.kind.glyph,
        hp=enemy.hp,
        max_hp=enemy.kind.hp,
        hostile=view.is_hostile(enemy),
        hunting=view.is_hunting(enemy),
        statuses=dict(public(enemy.statuses)),
        facts=dict(public(enemy.facts)),
        carries=tuple([thing.name for thing in things_in_view(enemy.carries)]),
    )
