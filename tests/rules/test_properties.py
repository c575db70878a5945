"""Laws that hold whatever the seed, the race and the words."""

import random
from typing import get_args

import pytest
from attrs import define, field
from hypothesis import given
from hypothesis import strategies as st

from cc3k.content.roster import BASE_RULES
from cc3k.engine.actions import ToggleFreeze
from cc3k.engine.board import TILE, WALKABLE, Cell
from cc3k.engine.dice import Dice
from cc3k.engine.enemies import Enemy
from cc3k.engine.events import Event, ExpansionEvent, TookTrinket
from cc3k.engine.floor import Floor
from cc3k.engine.game import Action, GameState
from cc3k.engine.hero import Race
from cc3k.engine.refusals import Impossible
from cc3k.play.commands import COMMANDS_BY_WORDS
from cc3k.play.session import Session
from tests.rules.test_state import ACTIONS, RACES, ROOMS, drawn
from tests.support.expansion_sets import SetWalker, look_at_floor, look_at_hero
from tests.support.scenarios import snapshot

KEYS = tuple(race.key for race in BASE_RULES.races)
SEEDS = st.integers(-(10**6), 10**18)
WORDS = st.lists(
    st.sampled_from([*COMMANDS_BY_WORDS, *COMMANDS_BY_WORDS, *KEYS, "a", "u", "xyzzy", "NO", ""]),
    max_size=60,
)
ACTS = st.lists(st.sampled_from(ACTIONS), max_size=40)


@define(eq=False)
class Watch:
    """Someone who looks at a game after every word and fails the test when a law is broken."""

    floor: Floor | None = None
    homes: dict[Enemy, Cell] = field(factory=dict)
    depth: int = 0
    gold: int = 0

    def look(self, game: GameState) -> None:
        """Check everything that can be seen of a game."""
        floor = game.floor
        if floor is not self.floor:
            self.meet(game)
        look_at_hero(game)
        assert game.hero.gold >= self.gold
        self.gold = game.hero.gold
        self.look_at_cells(floor)
        self.look_at_enemies(floor)
        self.look_at_picture(floor)

    def meet(self, game: GameState) -> None:
        self.floor = game.floor
        self.homes = {enemy: cell for cell, enemy in game.floor.enemies.items()}
        if game.depth == 1:
            self.gold = 0
        else:
            assert game.depth == self.depth + 1
        self.depth = game.depth

    def look_at_cells(self, floor: Floor) -> None:
        """§2.4: one thing a cell, but the PC on a guarded hoard; things lie on floor tiles."""
        hero, ground = floor.hero_cell, floor.board.terrain
        assert hero not in floor.items or hero in floor.guardian_by_cell
        assert floor.stairs_cell not in {hero, *floor.items}
        assert ground[hero] in WALKABLE
        assert all(ground[cell] == TILE for cell in (floor.stairs_cell, *floor.items))

    def look_at_enemies(self, floor: Floor) -> None:
        """§2.2: nobody leaves its chamber or comes from nowhere; dragons and their hoards stay."""
        chamber_of, homes = floor.board.chamber_index, self.homes
        for cell, enemy in floor.enemies.items():
            home = homes[enemy]
            assert chamber_of[cell] == chamber_of[home]
            assert enemy.kind.roams or cell == home
        for post, guard in floor.guardian_by_cell.items():
            assert post in floor.items
            assert floor.enemies[homes[guard]] is guard

    def look_at_picture(self, floor: Floor) -> None:
        """§3: the picture shows what is there, and nothing else."""
        ground = bytearray(floor.board.terrain)
        ground[floor.stairs_cell] = ord("\\")
        assert floor.terrain == ground
        look_at_floor(floor)


def look_at_page(run: Session) -> None:
    """§1, R1: a frame is 25 rows of the board and five more; R33: three below it at the end."""
    *rows, end = run.frame_or_prompt().split("\n")
    assert end == ""
    if run.game is None:
        assert len(rows) == 1
        return
    assert len(rows) == (30 if run.game.outcome is None else 33)
    assert {len(row) for row in rows[:26]} == {79}
    assert [row.split(" ")[0] for row in rows[25:30]] == ["Race:", "HP:", "Atk:", "Def:", "Action:"]


@given(SEEDS, st.sampled_from(KEYS), WORDS)
def test_no_law_is_broken_whatever_is_said(seed: int, key: str, words: list[str]) -> None:
    """§1-§5: frames are well formed, and what they show is what is there."""
    run, watch = Session(BASE_RULES, seed), Watch()
    for word in [key, *words]:
        list(run.play_words(word.split()))
        if run.game is not None:
            watch.look(run.game)
        look_at_page(run)


@given(SEEDS, ROOMS, RACES, ACTS)
def test_no_law_is_broken_on_any_drawing(
    seed: int, rows: list[str], race: Race, actions: list[Action]
) -> None:
    """§6, R29-R31: whatever is drawn beside the PC."""
    game, watch = drawn(seed, race, rows), Watch()
    watch.look(game)
    for action in actions:
        attempted(game, action)
        watch.look(game)


def attempted(game: GameState, action: Action) -> bool:
    """Play an action. Return whether it was done; if not, nothing at all has changed (R4)."""
    before = snapshot(game)
    try:
        game.play(action)
    except Impossible:
        assert snapshot(game) == before
        return False
    return True


@given(SEEDS, RACES, ACTS)
def test_refused_commands_change_nothing_and_draw_nothing(
    seed: int, race: Race, actions: list[Action]
) -> None:
    """R4: a game in which they were never tried goes on in the same way."""
    tried, spared = (GameState(BASE_RULES, race, Dice(f"{seed}")) for _ in range(2))
    for action in actions:
        if attempted(tried, action):
            assert spared.play(action) == tried.last_events
        assert snapshot(spared) == snapshot(tried)


@given(SEEDS, RACES, RACES, ACTS, st.integers(1, 5))
def test_floor_of_a_seed_is_the_same_whatever_happened_before(
    seed: int, race: Race, other: Race, actions: list[Action], depth: int
) -> None:
    """R34: to whichever race, in however many turns."""
    eventful, straight = (
        GameState(BASE_RULES, race, Dice(f"{seed}")),
        GameState(BASE_RULES, other, Dice(f"{seed}")),
    )
    for _ in range(1, depth):
        straight.take_stairs()
    while eventful.outcome is None and eventful.depth < depth:
        for action in actions:
            if eventful.depth < depth:
                attempted(eventful, action)
        if eventful.depth < depth:
            eventful.take_stairs()
    if eventful.outcome is None:
        assert layout_of(eventful.floor) == layout_of(straight.floor)


def layout_of(floor: Floor) -> tuple[object, ...]:
    enemies = {
        cell: (enemy.kind, enemy.hp, enemy.guarded_cells) for cell, enemy in floor.enemies.items()
    }
    return bytes(floor.glyphs), enemies, floor.items, floor.hero_cell, floor.stairs_cell


@given(SEEDS, RACES, ACTS)
def test_nobody_moves_while_enemies_are_held(seed: int, race: Race, actions: list[Action]) -> None:
    """R5: they attack and die where they stand."""
    game = GameState(BASE_RULES, race, Dice(f"{seed}"))
    game.play(ToggleFreeze())
    floor, before = game.floor, dict(game.floor.enemies)
    for action in actions:
        if action != ToggleFreeze():
            attempted(game, action)
    assert floor.enemies.items() <= before.items()


SEEDS_WALKED, COMMANDS_A_SEED = 100, 800


@pytest.mark.slow
def test_no_law_is_broken_by_80000_commands_of_100_seeds() -> None:
    """§1-§5: of all races; everything that can happen does happen on the way."""
    happened: set[type] = set()
    seen: set[tuple[str, int]] = set()
    for seed in range(SEEDS_WALKED):
        run, watch = Session(BASE_RULES, seed), Watch()
        walker = SetWalker(BASE_RULES, random.Random(seed))
        for _ in range(COMMANDS_A_SEED):
            if run.game is None:
                words = walker.dice.choice(KEYS)
            else:
                words = "r" if run.game.is_over else walker.words(run.game)
            list(run.play_words(words.split()))
            if run.game is not None:
                watch.look(run.game)
                happened.update(map(type, run.game.last_events))
                seen.add((run.game.race.name, run.game.depth))
    assert happened == {*get_args(Event)} - {TookTrinket, ExpansionEvent}  # of expansions alone
    assert {race for race, _ in seen} == {race.name for race in BASE_RULES.races}
    assert {depth for _, depth in seen} == set(range(1, 6))
