"""Enemy phase: what the enemies do in a turn by the base rules (R3)."""

from collections.abc import Iterator

from cc3k.engine import combat
from cc3k.engine.board import TILE, Cell
from cc3k.engine.events import Event
from cc3k.engine.running_game import RunningGame


def enemies_act(game: RunningGame) -> Iterator[Event]:
    """Let every enemy attack or step once, in reading order (R3, R7).

    Two random steps are tried for each wanderer; only where neither is free are its exits
    looked up and one of them picked. Each of `f` exits is then equally likely, 1/f: by either
    step they all are, and so they are by the pick.

    Most of a turn's time goes here, so a step is two bytes of the glyphs and a key of the
    enemies, with no call for it. A wanderer leaves a bare tile for a bare tile. One random byte
    decides both steps: its lowest three bits are the first, the next three the second.
    """
    floor, luck, held = game.floor, game.turn_dice, game.enemies_frozen
    enemies, picture, plan = floor.enemies, floor.glyphs, floor.board
    offsets = plan.offsets
    watchful = plan.neighbourhood[floor.hero_cell] | floor.stationary
    order = sorted(watchful.intersection(enemies) if held else enemies)
    strides = bytes(len(order)) if held else luck.randbytes(len(order))
    for cell, stride in zip(order, strides, strict=True):
        if cell in watchful:
            if can_attack_hero(game, cell):
                yield from combat.attack_hero(enemies[cell], game.hero, luck)
                if game.hero.hp == 0:
                    return
                continue
            if held or cell in floor.stationary:
                continue
        to = cell + offsets[stride & 7]
        if picture[to] != TILE:
            to = cell + offsets[stride >> 3 & 7]
            if picture[to] != TILE:
                exits = floor.free_neighbours(cell)
                if not exits:
                    continue
                to = luck.pick(exits)
        enemies[to] = enemies.pop(cell)
        picture[to] = picture[cell]
        picture[cell] = TILE


def can_attack_hero(game: RunningGame, cell: Cell) -> bool:
    """Tell whether the enemy on a cell is hostile and the PC within its reach (R8, R22)."""
    enemy, near = game.floor.enemies[cell], game.floor.board.neighbourhood[game.floor.hero_cell]
    hostile = enemy.kind.is_hostile(enemy, game.hero)
    return hostile and not near.isdisjoint((cell, *enemy.guarded_cells))
