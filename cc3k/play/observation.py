"""Observation: everything that a player can see, as values for programs."""

from attrs import frozen

from cc3k.engine.game import GameState, Outcome
from cc3k.engine.grid import Cell


@frozen
class SeenEnemy:
    """A visible enemy; `row` and `column` of the board are from 0."""

    row: int
    column: int
    kind: str
    glyph: str
    hp: int
    max_hp: int
    hostile: bool


@frozen
class Observation:
    """The board, its rows from the top, and the figures beside it (§3).

    `row` and `column` are where the PC is, both from 0. `max_hp` is None for a race without a cap
    (R10). `known_potions` names the kinds of potion used so far (R18). `enemies` stand in reading
    order. `outcome` is None until the game is over.
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


def observe(game: GameState) -> Observation:
    """Return everything that a player can see of a game now, and nothing else."""
    floor, hero = game.floor, game.hero
    row, column = floor.board.row_and_column(floor.hero_cell)
    return Observation(
        board=tuple(floor.glyphs.decode("ascii").splitlines()),
        row=row,
        column=column,
        race=game.race.name,
        hp=hero.hp,
        max_hp=game.race.max_hp,
        attack=hero.stats.attack,
        defence=hero.stats.defence,
        gold=hero.gold,
        score=game.score,
        floor=game.depth,
        turns=game.turns,
        enemies_frozen=game.enemies_frozen,
        known_potions=tuple(sorted(game.known_potions)),
        enemies=tuple([_observe_enemy(game, cell) for cell in sorted(floor.enemies)]),
        outcome=game.outcome,
    )


def _observe_enemy(game: GameState, cell: Cell) -> SeenEnemy:
    floor = game.floor
    enemy = floor.enemies[cell]
    return SeenEnemy(
        *floor.board.row_and_column(cell),
        kind=enemy.kind.name,
        glyph=enemy.kind.glyph,
        hp=enemy.hp,
        max_hp=enemy.kind.hp,
        hostile=enemy.kind.is_hostile(enemy, game.hero),
    )
