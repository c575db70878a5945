"""Games in the fog: what a game tells its player, and other games that differ in the unseen only.

Another game is made by hand, cell by cell, and not by what deals floors anew in copies, which is
itself under test.
"""

import random
from collections.abc import Iterable, Mapping, Sequence
from importlib.util import find_spec

from attrs import evolve

from cc3k.bots.bot import GreedyBot, create_bot
from cc3k.bots.game import PlayableGame, observe
from cc3k.content.spawn import assign_guardians
from cc3k.engine.actions import legal_actions
from cc3k.engine.board import DIRECTIONS, TILE, Board, Cell
from cc3k.engine.dice import Dice
from cc3k.engine.enemies import Enemy
from cc3k.engine.floor import NO_CELL, Floor
from cc3k.engine.game import GameState
from cc3k.engine.items import Item
from cc3k.engine.refusals import Impossible
from cc3k.engine.rules import Rules
from cc3k.engine.running_game import part_of
from cc3k.engine.states import AT_PEACE, CALLED, FLEEING, SLOWED
from cc3k.engine.view import GameView
from cc3k.expansions.field_of_view import field_of_view
from cc3k.expansions.fog_memory import FogMemory
from cc3k.expansions.gear import COMPASS
from cc3k.expansions.relics import relics_of
from cc3k.expansions.vaults import KIND_OF_THING, WANDS, Treasures, Wand, is_known
from cc3k.play.choices import DEFAULT_HP_LIMIT
from cc3k.play.collect import Collect
from cc3k.play.commands import command_table
from cc3k.play.fights import Fight, count_unfought
from cc3k.play.frame import frame_text
from cc3k.play.help import story_lines
from cc3k.play.history import GameTally
from cc3k.play.interruptions import GoOnQuestion, MultiTurnCommand, find_interruption
from cc3k.play.look import describe_cell, describe_floor, describe_nearby, name_of_barrier
from cc3k.play.macros import Rest, Run
from cc3k.play.narrator import ANSWERS
from cc3k.play.paths import find_path
from cc3k.play.prompts import forecasts_and_odds
from cc3k.play.travel import (
    AutoTravel,
    GoalFinder,
    find_cells_beside_potions,
    find_free_gold,
    find_stairs,
    goal_at,
)
from cc3k.ui.console import Console
from cc3k.ui.renderer import ConsoleRenderer
from cc3k.ui.settings import ScreenSettings
from tests.support.expansions import session_of
from tests.support.walks import tried

STATUSES, FACTS = ("alert", "aims", CALLED, FLEEING, SLOWED), ("captain", "stolen gold", AT_PEACE)
"""What enemies out of sight may be about."""

SIZES = ((79, 31), (80, 24), (40, 12), (120, 40), (200, 60))

GOALS = (find_stairs, find_free_gold, find_cells_beside_potions)


def another_unseen(game: GameState, number: int) -> GameState:
    """Return a game that differs from one in all that its player cannot see, and only there."""
    dice, twin = random.Random(number), game.copy()
    memory, sight = part_of(twin, FogMemory), game.sight
    seen, visible = {*memory.seen}, {*memory.fields.area_from(game.floor.hero_cell)}
    old = twin.floor
    board = _other_board(old.board, seen, visible, old.hero_cell, dice)
    floor = twin.floor = Floor(board)
    memory.fields = field_of_view(board)
    floor.place_hero(old.hero_cell)
    floor.place_stairs(_other_stairs(game, floor, seen, dice))
    for cell, item in old.items.items():
        is_kept = item == COMPASS  # hidden stairs tell that it lies somewhere
        if is_kept or cell in visible or (cell in seen and dice.random() < 0.5):
            floor.place_item(cell, item)
    for cell, enemy in old.enemies.items():
        if cell in visible:
            floor.place_enemy(cell, enemy.copy())
            floor.enemies[cell].guarded_cells = ()
            posts = tuple(cell for cell in enemy.guarded_cells if cell in seen)
            floor.assign_guard(cell, posts)
    floor.stationary = old.stationary & visible
    _place_others(game, floor, seen, visible, dice)
    floor.place_hero(old.hero_cell)
    floor.item_changes = old.item_changes
    _change_unknown_wands(twin, dice)
    twin.dice, twin.turn_dice = Dice(f"other {number}"), Dice(f"other turns {number}")
    assert {*memory.fields.area_from(floor.hero_cell)} == visible
    assert sight.stairs_cell in (NO_CELL, floor.stairs_cell)
    return twin


def _change_unknown_wands(game: GameState, dice: random.Random) -> None:
    """Give other kinds to the wands that the player does not know, in the hand or in sight."""
    unknown = [wand for wand in WANDS.values() if wand.name not in game.known_names]
    for part in [each for each in game.parts.values() if isinstance(each, Treasures)]:
        names = [KIND_OF_THING[thing.name] for thing in unknown]
        part.wands = tuple(
            wand and (wand if is_known(game, wand) else Wand(dice.choice(names)))
            for wand in part.wands
        )
        names = [name for name in relics_of(game.race) if name not in part.known_offers]
        count = len(part.offered) - len(part.known_offers)
        part.offered = (*part.known_offers, *dice.sample(names, min(count, len(names))))
    for cell, item in game.floor.items.items():
        if item in unknown:
            game.floor.place_item(cell, dice.choice(unknown))


def _other_board(
    board: Board, seen: set[Cell], visible: set[Cell], hero_cell: Cell, dice: random.Random
) -> Board:
    """Return a board with other ground where none was seen, nor is next to what was."""
    near = {at for cell in seen for at in (cell, *board.neighbours[cell])}
    ground = bytearray(board.terrain)
    for row in range(1, board.height - 1):
        for cell in range(row * board.stride + 1, row * board.stride + board.width - 1):
            if cell not in near and dice.random() < 0.3:
                ground[cell] = dice.choice(b" .#+|-")
    other = Board(bytes(ground), board.width, board.height)
    same = {*field_of_view(other).area_from(hero_cell)} == visible
    return other if same else board


def _other_stairs(game: GameState, floor: Floor, seen: set[Cell], dice: random.Random) -> Cell:
    known = game.sight.stairs_cell
    if known != NO_CELL:
        return known
    free = [at for at, kind in enumerate(floor.board.terrain) if kind == TILE and at not in seen]
    return dice.choice(free or [game.floor.stairs_cell])


def _place_others(
    game: GameState, floor: Floor, seen: set[Cell], visible: set[Cell], dice: random.Random
) -> None:
    """Put things where nothing was seen, and enemies wherever nothing is seen now."""
    rules = game.rules
    for cell, kind in enumerate(floor.board.terrain):
        if kind != TILE or not floor.is_free(cell) or cell in visible:
            continue
        if dice.random() < 0.04:
            enemy = Enemy(dice.choice(rules.enemy_kinds))
            enemy.hp -= dice.randrange(20)
            enemy.hunting_turns = dice.choice((0, 0, 3))
            if dice.random() < 0.5:
                enemy.set_status(dice.choice(STATUSES), 2)
                enemy.set_fact(dice.choice(FACTS), 1)
            floor.place_enemy(cell, enemy)
        elif cell not in seen and dice.random() < 0.04:
            floor.place_item(cell, _other_item(rules, dice))
    carried = [
        item for at, one in game.floor.enemies.items() if at not in visible for item in one.carries
    ]
    bearers = [at for at in floor.enemies if at not in visible]
    if carried and bearers:
        floor.enemies[dice.choice(bearers)].carries = tuple(carried)
    hidden = Floor(floor.board)
    hidden.items = {cell: item for cell, item in floor.items.items() if cell not in seen}
    hidden.enemies = {cell: one for cell, one in floor.enemies.items() if cell not in visible}
    assign_guardians(hidden)
    for cell in hidden.enemies:
        if posts := hidden.enemies[cell].guarded_cells:
            floor.guardian_by_cell.update(dict.fromkeys(posts, hidden.enemies[cell]))


def _other_item(rules: Rules, dice: random.Random) -> Item:
    things = [evolve(each, is_pedestal=dice.random() < 0.5) for each in rules.trinkets]
    sorts: list[Sequence[Item]] = [rules.potions, rules.piles, things]
    return dice.choice(dice.choice([each for each in sorts if each]))


def everything_told(game: GameState) -> Mapping[str, object]:
    """Return all that a player can learn of a game at this moment, by what tells it."""
    view = GameView(game)
    cells = range(len(view.glyphs))
    some, tally = [*range(0, len(cells), 97), *view.gold, *view.outlooks[:5]], GameTally()
    tally.add_turn(game, game.last_events)
    return {
        "frame": frame_text(game, ""),
        "look": [describe_cell(game, cell) for cell in cells],
        "barriers": [name_of_barrier(game, cell) for cell in cells],
        "floor": describe_floor(game),
        "forecasts": forecasts_and_odds(game),
        "near": describe_nearby(game),
        "answers": {word: answer(game) for word, answer in ANSWERS.items()},
        "travel": [_journey(game, find) for find in (*GOALS, *map(goal_at, some))],
        "commands": [_first_words(game, command) for command in _commands()],
        "interruption": find_interruption(game),
        "unfought": count_unfought(view),
        "legal": legal_actions(game),
        "refusals": _refusals(game),
        "hints": view.hints_of_expansions(),
        "story": story_lines(game, tally),
        "observation": observe(game),
        "arrays": _arrays(game),
        "screens": [*_screens(game)],
        "view": seen_through(view),
        "copies": [_copy_told(game.copy_with_luck(luck)) for luck in (1, 7)],
        "bot": _bot_choice(game),
        "api": repr(PlayableGame(game)),
    }


def _journey(game: GameState, find: GoalFinder) -> object:
    return find_path(GameView(game), find(GameView(game))), tried(game, AutoTravel(find))


def _commands() -> list[MultiTurnCommand]:
    runs = [Run(way) for way in DIRECTIONS]
    return [*runs, Rest(), Collect(), Collect(tries_unknown=True), Fight(DEFAULT_HP_LIMIT)]


def _first_words(game: GameState, command: MultiTurnCommand) -> object:
    words, again = tried(game, command), command.again
    asked = again.text if isinstance(again, GoOnQuestion) else again and again.purpose
    return words, asked


def _refusals(game: GameState) -> object:
    """Return what all words lead to that take no turn: answers, and refusals (Y7)."""
    twin, legal = game.copy(), {*legal_actions(game)}
    told = dict[str, object]()
    for words, action in command_table(game.rules).actions_and_answers.items():
        if action not in legal and game.outcome is None:
            try:
                told[words] = twin.play(action)
            except Impossible as impossible:
                told[words] = impossible.reason
    return told


def _arrays(game: GameState) -> list[object]:
    """Return what an agent is given (X41); nothing where environments are not installed."""
    if find_spec("gymnasium") is None:
        return []
    import numpy as np

    from cc3k.gym.observation import GameObserver
    from cc3k.gym.settings import GameFactory

    senses = GameObserver(game, GameFactory(game.rules, game.race, ()))
    arrays = senses.glyphs(), senses.stats(), senses.known_potions(), senses.action_mask()
    return [np.asarray(array).tolist() for array in arrays]


def _screens(game: GameState) -> Iterable[object]:
    """Yield the screens of several sizes, with the panel where there is room, cell by cell."""
    for number, size in enumerate(SIZES):
        settings = ScreenSettings(glyphs="unicode" if number % 2 else "ascii")
        canvas = ConsoleRenderer().draw(Console(session_of(game), *size, settings))
        yield [(line.text, line.roles) for line in canvas.lines]


def seen_through(view: GameView) -> list[object]:
    """Return what the window of a bot shows (X41)."""
    enemies = view.enemies.items()
    return [
        bytes(view.glyphs),
        [(cell, item.glyph) for cell, item in view.items.items()],
        [(cell, one.kind.name, one.hp, one.hunting_turns) for cell, one in enemies],
        [view.is_in_sight(cell) for cell in range(len(view.glyphs))],
        view.stairs_cell,
        [cell for cell in view.items if view.is_guarded(cell)],
        sorted(view.threatened_cells()),
        view.stationary,
        [(cell, one.kind.name) for cell, one in view.remembered_enemies.items()],
        sorted(view.cells_to_avoid()),
        view.known_stationary,
        view.board.terrain,
        view.board.chambers,
        view.outlooks,
    ]


def _copy_told(twin: GameState) -> object:
    """Return a copy to look ahead in, all of it, and how it goes on (R4)."""
    floor = twin.floor
    enemies = [(cell, floor.enemies[cell].kind.name) for cell in sorted(floor.enemies)]
    before = (twin.digest(), bytes(floor.glyphs), floor.terrain, enemies, floor.stairs_cell)
    after = list[object]()
    dice = random.Random(5)
    for _ in range(4):
        if twin.outcome is None:
            after.append(twin.play(dice.choice(legal_actions(twin))))
            after.append(frame_text(twin, ""))
    return before, after


def _bot_choice(game: GameState) -> object:
    if game.outcome is not None:
        return None
    twin = game.copy()
    twin.dice = Dice("the same for all bots")
    return create_bot(twin, GreedyBot).choose(game)
