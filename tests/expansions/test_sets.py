"""Any set of expansions plays, is drawn, and comes twice to the same states (X3, X4, X81, X122).

`CC3K_SETS=200 CC3K_SET_COMMANDS=600` walks 200 drawn sets with 600 commands, and all others, too;
without it fewer, as tests are run often.
"""

import os
import random
from collections import Counter
from contextlib import suppress
from itertools import combinations
from pathlib import Path
from zlib import crc32

import pytest
from attrs import define, evolve, field

from cc3k.bots.game import observe
from cc3k.content.layout.reader import read_layout
from cc3k.content.roster import BASE_RULES
from cc3k.engine.actions import ALL_ACTIONS, Attack, Drink, Move, all_actions, legal_flags
from cc3k.engine.board import blocks_between
from cc3k.engine.events import ExpansionEvent
from cc3k.engine.game import GameState
from cc3k.engine.refusals import Impossible
from cc3k.engine.rules import Rules
from cc3k.engine.view import seen_glyphs
from cc3k.expansions import registry
from cc3k.expansions.depths import DEPTHS
from cc3k.play.commands import MetaCommand, command_table
from cc3k.play.endings import ENDINGS
from cc3k.play.frame import frame_text
from cc3k.play.session import Session
from cc3k.play.start_offers import ExpansionSwitches, RaceScreenNews
from cc3k.saves.expansion_plugins import rules_of_tags, select_rules
from cc3k.saves.journal_format import NO_VALUE, parse_tags
from cc3k.saves.record import (
    PRACTICE,
    Header,
    Record,
    RecordStep,
    StateFingerprint,
    daily_seed,
    state_fingerprint,
)
from cc3k.saves.replay import ReplayDiverged, verify_record
from cc3k.saves.snapshots import StateDecoder, StateEncoder, constants_of
from cc3k.ui.console import Console
from cc3k.ui.race_screen import PAGE_KEYS
from cc3k.ui.renderer import ConsoleRenderer
from cc3k.ui.settings import ScreenSettings
from tests.support.expansion_sets import (
    NAMES,
    SetWalker,
    look_at_floor,
    look_at_hero,
    rules_of,
    sets_to_try,
)
from tests.support.expansions import game_of
from tests.support.played_games import PATHS, read_record, rules_of_now
from tests.support.records import read_again
from tests.support.scenarios import room, seeded
from tests.support.tables import for_each

SETS = sets_to_try()
SIZES = ((40, 12), (79, 30), (80, 24), (120, 40), (200, 60))
TIME = "2026-11-22T00:00:00Z"

COMMANDS = 120
SLOW_COMMANDS = int(os.environ.get("CC3K_SET_COMMANDS", COMMANDS // 2))


def look(game: GameState) -> None:
    floor, view = game.floor, observe(game)
    look_at_hero(game)
    look_at_floor(floor)
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
    """Play games with a set and their journals again; now and then copies and saves along."""
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
            session.give(words)
            played += 1
            look(game)
            if (action := session.command_table.actions_and_answers.get(words)) is not None:
                for twin in twins:
                    with suppress(Impossible):
                        assert twin.play(action) == game.last_events
                    assert twin.digest() == game.digest()
                steps.append(RecordStep(words, state_fingerprint(game)))
            else:  # the beginning of a command waits for its end
                session = Session(rules, seed)
                session.game, session.games_started = game, 1
        resumed = read_again(Record(header, start, steps), game)
        assert frame_text(resumed, "x") == frame_text(game, "x")


@for_each(*SETS[:3], NAMES)
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
@for_each(*[each for at, each in enumerate(SETS) if len(each) != 2 or at % 4 == 0])
def test_any_set_is_drawn_at_any_size(names: tuple[str, ...]) -> None:
    """X4: random keys on five sizes of screen, or on one for sets of several; every line fits."""
    rules, dice = rules_of(names), random.Random("+".join(names))
    sizes = SIZES if len(names) in {1, len(NAMES)} else dice.sample(SIZES, 1)
    for number, (columns, rows) in enumerate(sizes):
        session = Session(rules, number)
        session.start_game(rules.races[number])
        keys = ("words", "vi", "laptop")[number % 3]
        desk = Console(session, columns, rows, ScreenSettings(keys=keys))
        view = ConsoleRenderer()
        for _ in range(60):
            desk.press(dice.choice(KEYS))
            desk.tick()
            shown = view.draw(desk).lines
            assert len(shown) <= rows
            assert all(len(line.text.rstrip()) <= columns for line in shown)
            if session.is_ended:
                break


@for_each(*[(name,) for name in NAMES], ("pack", "shop"), NAMES)
def test_flags_are_what_each_action_says_and_what_can_be_played(names: tuple[str, ...]) -> None:
    """R4, X7: a mask is right for every action, and a refused one changes nothing."""
    rules = rules_of(names)
    walker, table = SetWalker(rules, random.Random("flags")), command_table(rules)
    for seed in range(2):
        game = seeded(rules, seed, race=seed)
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
            game.play(table.actions_and_answers[walker.legal_words(game)])


FLOORS_DRAWN = {
    "pack": 0xAC0BD350,
    "shop": 0x04258FD3,
    "chambers": 0x176BA690,
    "fog": 0xAC0BD350,
    "hunters": 0xB5C57C24,
    "gear": 0xEF0F6A1E,
    "levels": 0xAC0BD350,
    "depths": 0x852C0374,
    "tactics": 0x1A4048F9,
    "vaults": 0xC98FA19C,
    "uniques": 0xF9386F88,
    "clock": 0xB5C57C24,
    "trials": 0x58083397,
}
"""With each expansion: a checksum of where everybody and everything is on all floors of a game."""


@pytest.mark.seeded
def test_floors_are_drawn_as_ever() -> None:
    """X3, R34: no draw changes but on purpose, whatever the figures are tuned to."""
    drawn = dict.fromkeys(NAMES, 0)
    for name in NAMES:
        rules, is_over = rules_of((name,)), False
        game = seeded(rules)
        while not is_over:
            floor = game.floor
            things = [(at, item.name) for at, item in floor.items.items()]
            for at, one in floor.enemies.items():
                things += [(at, each.name) for each in (one.kind, *one.wares, *one.carries)]
            told = f"{floor.terrain!r} {floor.hero_cell} {sorted(things)}"
            drawn[name], is_over = crc32(told.encode(), drawn[name]), not game.take_stairs()
    assert drawn == FLOORS_DRAWN


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


FLOORS = "\n".join(
    [
        room(
            "8.8./=&..M..|..W...",
            ".@8...L....\\|......",
            "8/8.k.....H....9...",
            "8./.P..P.....E..O..",
        ),
        room(
            "@8.A\\....|...H..U..",
            "88P......|.....W...",
            "888/....L..E..../=&",
            "..P........O.8.....",
        ),
    ]
)
GAMES = int(os.environ.get("CC3K_TWICE_GAMES", "20"))
"""Games, of 80 commands at most; more until all that is `WANTED` has happened."""


PLAIN = (Move, Attack, Drink)
"""What the base game has: a walk does it because it must, and the rest because it may."""

WANTED = {
    *("CastWand", "OpenPedestal", "PayToll", "BuyWare", "ToggleFreeze", "TakePotion"),
    *("DrinkSlot", "ThrowSlot", "Attack", "Drink"),
    *("vaults.paid", "vaults.cast", "depths.paid", "shop.bought", "levels.raised", "pack.threw"),
    *("tactics.stole", "tactics.aims", "tactics.raises", "tactics.blows", "tactics.breaks"),
    *("charmed", "slowed", "dug", "fleeing", "called", "stolen gold", "undone"),
    *("uniques.here", "hunters.followed", "vaults.key", "gear.dropped"),
}
"""Actions, events and states that a walk has to come to."""


@define(eq=False)
class Twice:
    """A game that is played in several ways at once."""

    rules: Rules
    seed: int
    met: Counter[str] = field(factory=Counter)
    steps: list[RecordStep] = field(factory=list)
    turns: list[int] = field(factory=list)
    session: Session = field(init=False)
    start: StateFingerprint = field(init=False)

    def __attrs_post_init__(self) -> None:
        layouts = read_layout(FLOORS.encode(), "rooms", self.rules).floor_layouts
        self.session = Session(self.rules, self.seed, layouts, is_practice=True)
        self.session.start_game(self.rules.races[self.seed % len(self.rules.races)])
        self.start = state_fingerprint(self.game)

    @property
    def game(self) -> GameState:
        return game_of(self.session)

    def play(self, words: str) -> None:
        """Play a command in the game, in a copy of it, and in one that was saved and read."""
        action = self.session.command_table.actions_and_answers[words]
        before, depth = self.game.floor.board, self.game.depth
        twins = self.game.copy(), saved_and_read(self.game)
        assert [each.digest() for each in twins] == [self.game.digest()] * 2
        self.session.give(words)
        for each in twins:
            with suppress(Impossible):
                assert each.play(action) == self.session.last_events
            assert each.digest() == self.game.digest()
        self.steps.append(RecordStep(words, state_fingerprint(self.game)))
        self.turns.append(self.game.turns)
        if self.session.last_refusal is not None:
            return
        events = [each for each in self.session.last_events if isinstance(each, ExpansionEvent)]
        self.met.update([type(action).__name__, *[each.name for each in events]])
        for one in self.game.floor.enemies.values():
            self.met.update([*one.statuses, *one.facts])
        self.met["dug"] += self.game.depth == depth and self.game.floor.board is not before

    def undo(self) -> None:
        """Take the last turn back, which leads to the state before it; and play it again."""
        kept = [number for number in self.turns if number < self.game.turns]
        undone, count = [step.command for step in self.steps[len(kept) :]], len(self.steps)
        self.session.give(MetaCommand.UNDO.word)
        before = self.steps[len(kept) - 1].state if kept else self.start
        assert state_fingerprint(self.game) == before
        last = self.steps[-1].state
        for words in undone:
            self.session.give(words)
        assert state_fingerprint(self.game) == last
        self.met["undone"] += len(kept) < count

    def replay(self) -> None:
        layout = {"layout_text": FLOORS, "layout_name": "rooms", "game_kind": PRACTICE}
        tags = tuple(each.tag for each in self.rules.expansions)
        race = self.game.race.name
        header = Header(self.rules.ruleset, self.seed, 1, race, TIME, expansions=tags, **layout)
        read_again(Record(header, self.start, self.steps), self.game)


class Visitor(SetWalker):
    def visiting_words(self, game: GameState) -> str:
        """Return what to say next: half of the time something that the base game lacks."""
        floor, dice = game.floor, self.dice
        actions = zip(all_actions(self.rules), legal_flags(game), strict=True)
        legal = [action for action, flag in actions if flag and not isinstance(action, PLAIN)]
        if legal and dice.random() < 0.5:
            sort = dice.choice(sorted({type(action).__name__ for action in legal}))
            action = dice.choice([each for each in legal if type(each).__name__ == sort])
            return command_table(self.rules).words_by_action[action]
        goals = [*floor.items, *floor.enemies]
        far = [blocks_between(floor.board, floor.hero_cell, cell) for cell in goals]
        near = sorted(zip(far, goals, strict=True))[:3]
        if not near or dice.random() < game.turns / 60:
            return self.way_out(game)
        return self.way_to(game, dice.choice(near)[1])


@pytest.mark.slow
def test_everything_comes_twice_to_the_same_state() -> None:
    """X3, X122: after each command, of all that expansions add."""
    met, floors = Counter[str](), DEPTHS.with_setting(2)
    rules = registry.rules_with(
        tuple([floors if each is DEPTHS else each for each in registry.OWN_EXPANSIONS])
    )
    for seed in range(10 * GAMES):
        twice = Twice(rules, seed, met)
        walker = Visitor(rules, random.Random(seed))
        for number in range(1, 81):
            if twice.game.outcome is not None:
                break
            twice.play(walker.visiting_words(twice.game))
            if number % 20 == 0 and twice.game.outcome is None:
                twice.undo()
        twice.replay()
        missing = {name for name in WANTED if not met[name]}
        if seed >= GAMES and not missing:
            break
    assert not missing


def test_a_set_makes_rules_whose_tags_make_them_again() -> None:
    """X3, X4: whatever the order in which they are named."""
    for names in [(), *sets_to_try()]:
        rules = select_rules([*reversed(names)])
        assert [each.name for each in rules.expansions] == [*names]
        assert parse_tags(" ".join(rules.expansion_tags) or NO_VALUE) == rules.expansion_tags
        assert rules_of_tags(rules.expansion_tags).expansion_tags == rules.expansion_tags


def test_every_set_has_a_daily_seed_of_its_own() -> None:
    """X3: of the same day; a seed has at most 32 digits, and no two sets have equal tags."""
    tags = select_rules(NAMES).expansion_tags
    sets = [each for size in range(len(tags) + 1) for each in combinations(tags, size)]
    seeds = {daily_seed("2026-11-22", each) for each in sets}
    assert len(seeds) == len(sets) == 2 ** len(NAMES)
    assert all(seed.startswith("20261122") and len(seed) <= 18 for seed in seeds)


def test_our_own_expansions_can_stand_in_journals_and_on_the_race_screen() -> None:
    """X1, X5, X81: names and words; a key for each; a sentence that ends as one."""
    assert len(NAMES) <= len(PAGE_KEYS)
    for each in registry.OWN_EXPANSIONS:
        registry.check_expansion(each)
        assert each.sentence.endswith(".")
        assert "\n" not in each.sentence
    own = registry.OWN_EXPANSIONS[0]
    for name in ("", "Pack", "all", "none", "9lives", "a-b", "a" * 17):
        with pytest.raises(ValueError, match="expected a name of small letters and digits"):
            registry.check_expansion(evolve(own, name=name))


def test_a_session_by_other_rules_keeps_what_it_is() -> None:
    """X1: its seed, its day, its practice, and how many games it has had."""
    session = Session(BASE_RULES, 7, is_practice=True, daily_date="2026-11-22")
    session.games_started = 3
    other = session.with_rules(registry.rules_with(registry.OWN_EXPANSIONS[:1]), ())
    assert other.rules.expansions == registry.OWN_EXPANSIONS[:1]
    kept = (other.seed, other.is_practice, other.daily_date, other.games_started, other.game)
    assert kept == (7, True, "2026-11-22", 3, None)
    switches = ExpansionSwitches()  # of a console without any, as of a replay
    assert switches.find_expansions() == ()
    assert switches.switch(session, "pack") is session
    assert RaceScreenNews().describe_daily(session) == ""
