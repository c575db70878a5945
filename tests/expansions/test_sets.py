"""Any set of expansions plays: random words through every single one, every pair, and others (X81).

`CC3K_SETS=200 CC3K_SET_COMMANDS=600` walks 200 drawn sets with 600 commands, and all others, too;
without it fewer, as tests are run often.
"""

import os
import random
from collections import Counter

import pytest

from cc3k.engine.board import WALKABLE
from cc3k.engine.floor import Floor
from cc3k.engine.game import GameState
from cc3k.engine.observation import observe
from cc3k.engine.view import seen_glyphs
from cc3k.play.frame import frame_text
from cc3k.play.session import Session
from cc3k.saves.record import Header, Record, RecordStep, state_fingerprint
from cc3k.ui.console import Console
from cc3k.ui.renderer import ConsoleRenderer
from cc3k.ui.settings import ScreenSettings
from tests.support.expansion_sets import FEW_SETS, NAMES, SetWalker, rules_of, sets_to_try
from tests.support.records import read_again
from tests.support.tables import for_each

SETS = sets_to_try()
SIZES = ((40, 12), (79, 30), (80, 24), (120, 40), (200, 60))
TIME = "2026-11-22T00:00:00Z"

COMMANDS = 120
SLOW_COMMANDS = int(os.environ.get("CC3K_SET_COMMANDS", COMMANDS))


def name_of(names: tuple[str, ...]) -> str:
    """Return a set in short."""
    return "+".join(names)


def look(game: GameState) -> None:
    """Check what holds whatever is on."""
    hero, floor = game.hero, game.floor
    cap = hero.race.max_hp
    assert hero.hp >= 0
    assert cap is None or hero.hp <= cap
    assert (hero.hp == 0) is (game.outcome is not None and not game.outcome.won)
    assert 1 <= game.depth <= game.rules.floor_count
    assert hero.stats.attack >= 0
    assert hero.stats.defence >= 0
    look_at_floor(floor)
    view = observe(game)
    assert len(view.board) == floor.board.height
    assert {len(row) for row in view.board} == {floor.board.width}
    assert seen_glyphs(game).decode("ascii").count("@") == 1


def look_at_floor(floor: Floor) -> None:
    """Check that everybody and everything stands where the picture has it."""
    ground = bytearray(floor.terrain)
    assert floor.enemies.keys().isdisjoint({*floor.items, floor.hero_cell, floor.stairs_cell})
    for cell, item in floor.items.items():
        ground[cell] = ord(item.glyph)
    for cell, enemy in floor.enemies.items():
        assert floor.board.terrain[cell] in WALKABLE
        assert 0 < enemy.hp <= enemy.kind.hp
        ground[cell] = ord(enemy.kind.glyph)
    ground[floor.hero_cell] = ord("@")
    assert floor.glyphs == ground


def walk_and_replay(names: tuple[str, ...], commands: int) -> None:
    """Walk so many commands of games with a set, and play the journal of each of them again."""
    rules, played = rules_of(names), 0
    while played < commands:
        seed = random.Random(f"{names} {played}").randrange(10**6)
        walker = SetWalker(rules, random.Random(seed))
        session = Session(rules, seed)
        race = rules.races[seed % len(rules.races)]
        game = session.start_game(race)
        tags = tuple(each.tag for each in rules.expansions)
        header = Header(rules.ruleset, seed, 1, race.name, TIME, expansions=tags)
        start, steps = state_fingerprint(game), list[RecordStep]()
        while game.outcome is None and played < commands:
            words = walker.words(game)
            session.handle_words(words)
            played += 1
            look(game)
            if words in session.command_table.actions:
                steps.append(RecordStep(words, state_fingerprint(game)))
            else:  # the beginning of a command waits for its end
                session = Session(rules, seed)
                session.game, session.games_started = game, 1
        resumed = read_again(Record(header, start, steps), game)
        assert frame_text(resumed, "x") == frame_text(game, "x")


@for_each("names", [*SETS[:3], NAMES])
def test_any_set_plays_and_is_played_again(names: tuple[str, ...]) -> None:
    """X4, X3: nothing breaks, and its journal leads to the same state; below, of all of them."""
    walk_and_replay(names, COMMANDS)


@pytest.mark.slow
@for_each("names", SETS)
def test_any_set_plays_long(names: tuple[str, ...]) -> None:
    """X4: as many commands as are asked for."""
    walk_and_replay(names, SLOW_COMMANDS)


KEYS = [*"nosweauftgbidpqz0123456789:;.>GPZmD?", "up", "down", "left", "right", "enter", "tab", " "]


@pytest.mark.slow
@for_each("names", SETS)
def test_any_set_is_drawn_at_any_size(names: tuple[str, ...]) -> None:
    """X4: random keys on five sizes of screen, or on one for sets of several; every line fits."""
    rules, dice = rules_of(names), random.Random(name_of(names))
    sizes = SIZES if len(names) in {1, len(NAMES)} else dice.sample(SIZES, 1)
    for number, (columns, rows) in enumerate(sizes):
        session = Session(rules, number)
        session.start_game(rules.races[number])
        keys = ("words", "vi", "laptop")[number % 3]
        desk = Console(session, columns, rows, ScreenSettings(keys=keys))
        view = ConsoleRenderer(rules)
        for _ in range(60):
            desk.press(dice.choice(KEYS))
            desk.tick()
            shown = view.draw(desk).lines
            assert len(shown) <= rows
            assert all(len(line.text.rstrip()) <= columns for line in shown)
            if session.is_ended:
                break


def test_sets_are_all_kinds() -> None:
    """X81: singles, pairs, all, all less one, and others; none twice, and each in one order."""
    assert len(SETS) == len(set(SETS))
    sizes = Counter(map(len, SETS))
    assert [sizes[count] for count in (1, 2, 12, 13)] == [13, 78, 13, 1]
    assert len(SETS) >= sum([13, 78, 13, 1, FEW_SETS])
    assert all(names == tuple(name for name in NAMES if name in names) for names in SETS)
