"""Hunters in random games: the laws that hold in every turn of theirs (X50, X52)."""

from collections.abc import Iterator
from heapq import heappop, heappush

import pytest
from attrs import evolve, frozen

from cc3k.content.layout.reader import read_layout
from cc3k.engine.actions import Move, PlayerAction, ToggleFreeze, legal_actions
from cc3k.engine.board import TILE, WALKABLE, Cell, blocks_between
from cc3k.engine.dice import Dice
from cc3k.engine.distance_maps import MAX_STEPS, WAITING_STEPS
from cc3k.engine.enemies import Enemy, can_attack_hero
from cc3k.engine.events import ExpansionEvent
from cc3k.engine.floor import Floor
from cc3k.engine.game import GameState
from cc3k.engine.view import GameView
from cc3k.expansions.field_of_view import visible_from
from cc3k.expansions.hunters import HUNTERS, NOTICING_STEPS
from cc3k.expansions.registry import rules_with
from cc3k.play.travel import find_steps

RULES = rules_with((HUNTERS,))
LASTING = evolve(RULES.races[0], hp=10_000, max_hp=10_000)
"""A race whose hero lives long enough to be hunted."""

WARREN = rb"""
|----------------------------|
|.........+######+...........|
|.@.......|      |...H..O....|
|.........|      |...........|
|---+-----|      |----+------|
|   #         #       #      |
|   ###################      |
|   #         #       #      |
|---+-----|   #  |----+------|
|....E....|   #  |..W........|
|.O.......+####  |.....M.....|
|........P|   #  |....D9.....|
|.H.......|   #  |.W....L....|
|------|--|   #  |------+----|
|      |......+#######  #    |
|      |.O.\..|      ####    |
|----------------------------|
"""


@frozen(eq=False)
class Turn:
    """A turn that was played: who stood where before it, who hunted, and whether all were held."""

    game: GameState
    start: dict[Cell, Enemy]
    hunted: set[Enemy]
    held: bool

    @property
    def moves(self) -> Iterator[tuple[Enemy, Cell, Cell]]:
        """Each enemy that is left, where it stood and where it stands."""
        ends = {enemy: cell for cell, enemy in self.game.floor.enemies.items()}
        for cell, enemy in self.start.items():
            if enemy in ends:
                yield enemy, cell, ends[enemy]

    @property
    def attackers(self) -> set[Cell]:
        """The cells of those that attacked."""
        return {
            cell for _, cell, end in self.moves if cell == end and can_attack_hero(self.game, cell)
        }

    def was_taken(self, cell: Cell) -> bool:
        """Tell whether somebody stood on a cell before the turn, or after it."""
        return cell in self.start or cell in self.game.floor.enemies


def turns(seed: int, drawn: bytes | None, count: int) -> Iterator[Turn]:
    """Yield what changed in each of so many turns of a walk from place to place."""
    layouts = read_layout(drawn, "warren", RULES).floor_layouts if drawn else ()
    game, ways = GameState(RULES, LASTING, Dice(f"hunt {seed}"), layouts), Dice(f"ways {seed}")
    goal = game.floor.hero_cell
    while game.turns < count and game.outcome is None:
        floor = game.floor
        ground = [cell for cell, glyph in enumerate(floor.board.terrain) if glyph in WALKABLE]
        if goal == floor.hero_cell or not ways.below(40):
            goal = ways.pick(ground)
        choice = a_step(game, goal, ways)
        start = dict(game.floor.enemies)
        hunted = {enemy for enemy in start.values() if enemy.hunting_turns}
        held = game.enemies_frozen
        game.play(choice)
        if choice.takes_turn and game.floor is floor and game.outcome is None:
            yield Turn(game, start, hunted, held)


def a_step(game: GameState, goal: Cell, ways: Dice) -> PlayerAction:
    """Return a step to a goal, mostly; else anything that can be done."""
    steps = find_steps(GameView(game), [goal]) if ways.below(6) else None
    if steps:
        return Move(steps[0])
    actions = legal_actions(game)
    choice = ways.pick(actions)
    return ways.pick(actions) if isinstance(choice, ToggleFreeze) and ways.below(4) else choice


def steps_to(floor: Floor, staying: set[Cell]) -> dict[Cell, int]:
    """Return the steps to the PC by another algorithm, those who stay as dear as a way round."""
    found, waiting = dict[Cell, int](), [(0, floor.hero_cell)]
    while waiting:
        steps, cell = heappop(waiting)
        if cell in found or steps > MAX_STEPS:
            continue
        found[cell] = steps
        for to in floor.board.neighbours[cell]:
            is_open = floor.glyphs[to] in WALKABLE or (
                to in floor.enemies and to not in floor.stationary
            )
            if is_open and to not in found:
                heappush(waiting, (steps + 1 + WAITING_STEPS * (to in staying), to))
    return found


GAMES = [(seed, drawn) for seed in range(3) for drawn in (WARREN, None)]


@pytest.mark.slow_from(2)
@pytest.mark.seeded
@pytest.mark.parametrize(("seed", "drawn"), GAMES)
def test_every_turn_of_hunters_keeps_their_laws(seed: int, drawn: bytes | None) -> None:
    """X50, X52, R7: those below, in the same turns."""
    outside = nearer = begun = 0
    for turn in turns(seed, drawn, 300):
        outside += enemies_step_on_free_ground_alone(turn)
        nearer += hunters_come_nearer_and_never_stand_still_without_reason(turn)
        enemies_that_do_not_hunt_keep_to_their_chambers_or_go_back(turn)
        begun += only_who_sees_the_pc_near_by_begins_to_hunt(turn)
    assert outside > 5
    assert nearer > 30
    assert begun > 0


def enemies_step_on_free_ground_alone(turn: Turn) -> int:
    """X50: one step a turn, never into walls, onto things, the stairs, each other or the PC."""
    floor, outside = turn.game.floor, 0
    board = floor.board
    for enemy, cell, end in turn.moves:
        assert end in board.neighbourhood[cell]
        assert board.terrain[end] in WALKABLE
        assert end not in floor.items
        assert end not in (floor.stairs_cell, floor.hero_cell)
        assert cell == end or not (turn.held or cell in turn.attackers)
        assert cell == end or enemy.kind.roams
        outside += board.terrain[end] != TILE
    assert floor.glyphs == picture(floor)
    assert len(set(floor.enemies.values())) == len(floor.enemies)
    return outside


def picture(floor: Floor) -> bytes:
    """Return the glyphs of a floor, drawn anew."""
    glyphs = bytearray(floor.terrain)
    for cell, item in floor.items.items():
        glyphs[cell] = ord(item.glyph)
    for cell, enemy in floor.enemies.items():
        glyphs[cell] = ord(enemy.kind.glyph)
    glyphs[floor.hero_cell] = ord("@")
    return bytes(glyphs)


def hunters_come_nearer_and_never_stand_still_without_reason(turn: Turn) -> int:
    """X50: a hunter that can attack does; any other steps nearer where a nearer cell is free.

    Where none is, it steps on one that is as near, and stays only if all of those are taken too.
    """
    floor, attackers, nearer = turn.game.floor, turn.attackers, 0
    steps = steps_to(floor, attackers)
    for enemy, cell, end in turn.moves:
        hunts = enemy in turn.hunted or enemy.hunting_turns > 0
        if not hunts or turn.held or cell in attackers or cell not in steps:
            continue
        assert cell not in floor.stationary
        around = [near for near in floor.board.neighbours[cell] if near in steps]
        assert steps[end] <= steps[cell]
        if steps[end] == steps[cell]:
            assert all(turn.was_taken(near) for near in around if steps[near] < steps[cell])
        if end == cell:
            assert all(turn.was_taken(near) for near in around if steps[near] == steps[cell])
        nearer += steps[end] < steps[cell]
    return nearer


def enemies_that_do_not_hunt_keep_to_their_chambers_or_go_back(turn: Turn) -> None:
    """X50, R7: they roam over the tiles of a chamber; from outside they come no farther out."""
    chambers = turn.game.floor.board.chamber_index
    for enemy, cell, end in turn.moves:
        hunts = enemy in turn.hunted or enemy.hunting_turns > 0
        if not hunts and cell in chambers:
            assert chambers.get(end) == chambers[cell]


def only_who_sees_the_pc_near_by_begins_to_hunt(turn: Turn) -> int:
    """X50: in a line of sight within so many steps, hostile, and told; or it attacks."""
    game, board = turn.game, turn.game.floor.board
    sight = visible_from(board, game.floor.hero_cell)
    new = [
        (enemy, cell)
        for enemy, cell, _ in turn.moves
        if enemy.hunting_turns and enemy not in turn.hunted
    ]
    told = [event for event in game.last_events if isinstance(event, ExpansionEvent)]
    names = [event.concerns for event in told if event.name == "hunters.noticed"]
    unseen = [cell for _, cell in new if cell in turn.attackers]
    assert len(names) == len(new) - len(unseen)
    for enemy, cell in new:
        assert enemy.kind.is_hostile(enemy, game.hero)
        steps = blocks_between(board, cell, game.floor.hero_cell)
        assert cell in turn.attackers or (sight >> cell & 1 and steps <= NOTICING_STEPS)
    return len(names)
