"""Any set of expansions plays, is drawn, and comes twice to the same states (X3, X4, X81, X122).

`CC3K_SETS=200 CC3K_SET_COMMANDS=600` walks 200 drawn sets with 600 commands, and all others, too;
without it fewer, as tests are run often.
"""

import os
import random
from contextlib import suppress
from pathlib import Path

import pytest

from cc3k.bots.observation import observe
from cc3k.engine.actions import ALL_ACTIONS, all_actions, legal_flags
from cc3k.engine.dice import Dice
from cc3k.engine.game import GameState
from cc3k.engine.refusals import Impossible
from cc3k.engine.view import seen_glyphs
from cc3k.play.commands import command_table
from cc3k.play.frame import frame_text
from cc3k.play.session import Session
from cc3k.saves.record import (
    ENDINGS,
    Header,
    Record,
    RecordStep,
    state_fingerprint,
)
from cc3k.saves.replay import ReplayDiverged, verify_record
from cc3k.saves.snapshots import StateDecoder, StateEncoder, constants_of
from cc3k.ui.console import Console
from cc3k.ui.renderer import ConsoleRenderer
from cc3k.ui.settings import ScreenSettings
from tests.support.expansion_sets import NAMES, SetWalker, look_at_floor, rules_of, sets_to_try
from tests.support.played_games import PATHS, read_record, rules_of_now
from tests.support.records import read_again
from tests.support.tables import for_each

SETS = sets_to_try()
SIZES = ((40, 12), (79, 30), (80, 24), (120, 40), (200, 60))
TIME = "2026-11-22T00:00:00Z"

COMMANDS = 120
SLOW_COMMANDS = int(os.environ.get("CC3K_SET_COMMANDS", COMMANDS // 2))


def look(game: GameState) -> None:
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


def saved_and_read(game: GameState) -> GameState:
    constants = constants_of(game.rules, game.floor_layouts)
    encoder = StateEncoder(constants)
    encoded = encoder.encode(game)
    decoded = StateDecoder(constants, encoder.class_rows).decode(encoded)
    assert isinstance(decoded, GameState)
    return decoded


def walk_and_replay(names: tuple[str, ...], commands: int) -> None:
    """Walk so many commands of games with a set, and play the journal of each of them again.

    Now and then a copy, and a game that was saved and read, are played along.
    """
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
            twins = [] if played % 6 else [game.copy(), saved_and_read(game)]
            session.handle_words(words)
            played += 1
            look(game)
            if words in session.command_table.actions:
                for twin in twins:
                    with suppress(Impossible):
                        assert twin.play(session.command_table.actions[words]) == game.last_events
                    assert twin.digest() == game.digest()
                steps.append(RecordStep(words, state_fingerprint(game)))
            else:  # the beginning of a command waits for its end
                session = Session(rules, seed)
                session.game, session.games_started = game, 1
        resumed = read_again(Record(header, start, steps), game)
        assert frame_text(resumed, "x") == frame_text(game, "x")


@for_each("names", [*SETS[:3], NAMES])
def test_any_set_plays_and_is_played_again(names: tuple[str, ...]) -> None:
    """X3, X4, X81, X122: nothing breaks, and its journal and copies lead to the same state."""
    walk_and_replay(names, COMMANDS)


@pytest.mark.slow
def test_all_sets_play_long() -> None:
    """X4, X81: every single one, every pair, all, all less one, and drawn ones."""
    for names in SETS:
        walk_and_replay(names, SLOW_COMMANDS)


KEYS = [*"nosweauftgbidpqz0123456789:;.>GPZmD?", "up", "down", "left", "right", "enter", "tab", " "]


@pytest.mark.slow
@for_each("names", [each for at, each in enumerate(SETS) if len(each) != 2 or at % 4 == 0])
def test_any_set_is_drawn_at_any_size(names: tuple[str, ...]) -> None:
    """X4: random keys on five sizes of screen, or on one for sets of several; every line fits."""
    rules, dice = rules_of(names), random.Random("+".join(names))
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


@for_each("names", [*[(name,) for name in NAMES], ("pack", "shop"), NAMES])
def test_flags_are_what_each_action_says_and_what_can_be_played(names: tuple[str, ...]) -> None:
    """R4, X7: a mask is right for every action, and a refused one changes nothing."""
    rules = rules_of(names)
    walker, table = SetWalker(rules, random.Random("flags")), command_table(rules)
    for seed in range(2):
        game = GameState(rules, rules.races[seed], Dice(f"{seed}/game 1"))
        game.hero.gold = 20
        for _ in range(20):
            if game.outcome is not None:
                break
            flags, before = legal_flags(game), game.digest()
            for action, flag in zip(rules.extra_actions, flags[len(ALL_ACTIONS) :], strict=True):
                assert action.is_legal(game) is bool(flag), action
            tried = [*zip(all_actions(rules), flags, strict=True)]
            for tries, flag in walker.dice.sample(tried, 5):
                twin = game.copy()
                try:
                    twin.play(tries)
                except Impossible:
                    assert (flag, twin.digest()) == (0, before), tries
                else:
                    assert flag, tries
            game.play(table.actions[walker.legal_words(game)])


PLAY_ANEW = "python -m tests.support.played_games"


@pytest.mark.slow_from(1)
@pytest.mark.seeded
@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_played_games_go_on_as_they_were(path: Path) -> None:
    """X3: each state, up to the end. Whoever tunes numbers or rules plays them anew, on purpose."""
    record = read_record(path)
    rules = rules_of_now(record)
    if record.header.expansions != rules.expansion_tags:
        found = " ".join(record.header.expansions)
        pytest.skip(f"found a game of {found}; {PLAY_ANEW} plays it by the versions of now")
    assert record.ending in ENDINGS
    try:
        verify_record(record, rules)
    except ReplayDiverged as error:
        pytest.fail(f"{path.name}: {error}; {PLAY_ANEW} plays it by the numbers of now")
