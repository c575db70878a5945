"""Everything twice: journal, undo, copies and snapshots lead to the same states (X3, X122).

The rooms are drawn so that a short walk comes to what expansions add, and the test counts that.
"""

import os
import random
from collections import Counter
from contextlib import suppress

import pytest
from attrs import define, field

from cc3k.content.layout.reader import read_layout
from cc3k.engine.actions import Attack, Drink, Move, all_actions, legal_flags
from cc3k.engine.board import blocks_between
from cc3k.engine.events import ExpansionEvent
from cc3k.engine.game import GameState
from cc3k.engine.refusals import Impossible
from cc3k.engine.rules import Rules
from cc3k.expansions.depths import DEPTHS
from cc3k.expansions.registry import OWN_EXPANSIONS, rules_with
from cc3k.play.commands import MetaCommand, command_table
from cc3k.play.session import Session
from cc3k.saves.plain_state import StateDecoder, StateEncoder, constants_of
from cc3k.saves.record import (
    PRACTICE,
    Header,
    Record,
    RecordStep,
    StateFingerprint,
    state_fingerprint,
)
from tests.support.expansion_sets import SetWalker
from tests.support.records import read_again
from tests.support.scenarios import room

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

TIME = "2026-11-22T00:00:00Z"

PLAIN = (Move, Attack, Drink)
"""What the base game has: a walk does it because it must, and the rest because it may."""

WANTED = {
    *("CastWand", "OpenPedestal", "PayToll", "BuyWare", "ToggleFreeze", "TakePotion"),
    *("UseSlot", "ThrowSlot", "Attack", "Drink"),
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
        game = self.session.game
        assert game is not None
        return game

    def play(self, words: str) -> None:
        """Play a command in the game, in a copy of it, and in one that was saved and read."""
        action = self.session.command_table.actions[words]
        before, depth = self.game.floor.board, self.game.depth
        twins = self.game.copy(), saved_and_read(self.game)
        assert [each.digest() for each in twins] == [self.game.digest()] * 2
        self.session.handle_words(words)
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
        self.session.handle_words(MetaCommand.UNDO.value)
        before = self.steps[len(kept) - 1].state if kept else self.start
        assert state_fingerprint(self.game) == before
        last = self.steps[-1].state
        for words in undone:
            self.session.handle_words(words)
        assert state_fingerprint(self.game) == last
        self.met["undone"] += len(kept) < count

    def replay(self) -> None:
        """Write the journal; read it, verify it, and go on with its game."""
        layout = {"layout_text": FLOORS, "layout_name": "rooms", "game_kind": PRACTICE}
        tags = tuple(each.tag for each in self.rules.expansions)
        race = self.game.race.name
        header = Header(self.rules.ruleset, self.seed, 1, race, TIME, expansions=tags, **layout)
        read_again(Record(header, self.start, self.steps), self.game)


def saved_and_read(game: GameState) -> GameState:
    """Return a game from what a snapshot has of it."""
    constants = constants_of(game.rules, game.floor_layouts)
    encoder = StateEncoder(constants)
    encoded = encoder.encode(game)
    decoded = StateDecoder(constants, encoder.class_rows).decode(encoded)
    assert isinstance(decoded, GameState)
    return decoded


class Visitor(SetWalker):
    """Someone who does all that expansions add, and goes from one thing or enemy to another."""

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
    rules = rules_with(tuple([floors if each is DEPTHS else each for each in OWN_EXPANSIONS]))
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
