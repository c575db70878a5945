"""Honest bots: what they are shown, and that it does not help to change it."""

import json
import re
from copy import copy
from io import BytesIO
from pathlib import Path

import pytest

from cc3k.api import Game
from cc3k.bots.bot import BotFailed, GameChanged
from cc3k.bots.game import ExactCopyRefused, PlayableGame
from cc3k.bots.statistics import new_game, play_to_end
from cc3k.cli.arena import run
from cc3k.content.roster import BASE_RULES, RACES
from cc3k.engine.dice import Dice
from cc3k.engine.items import Potion
from cc3k.saves.journal import read_journal
from cc3k.saves.record import Record
from cc3k.saves.replay import verify_record
from tests.bots.test_arena import plug_in
from tests.support.scenarios import room, scenario
from tests.support.tables import for_each

PATCH = pytest.MonkeyPatch


class Asking:
    """A bot that does something to the game it is shown, and freezes enemies."""

    omniscient = False

    def __init__(self, dice: Dice) -> None:
        self.dice = dice

    def choose(self, game: PlayableGame) -> str:
        self.ask(game)
        return "f"

    def ask(self, game: PlayableGame) -> None:
        """Ask nothing."""


def play(bot: type[Asking], drawing: str = "@0...\\") -> None:
    play_to_end(scenario(room(drawing)), bot, 1, 3, Game)


def test_an_honest_bot_is_shown_the_game_of_the_api() -> None:
    shown = list[PlayableGame]()

    class Looking(Asking):
        def ask(self, game: PlayableGame) -> None:
            shown.append(game)
            assert "7" not in self.dice.path

    game = new_game(BASE_RULES, RACES[0], 7, 1)
    play_to_end(game, Looking, 1, 2, Game)
    first, second = shown
    assert isinstance(first, Game)
    assert (first.seed, first.words, second.words) == (None, (), ("f",))
    assert repr(first) == "<Game race=Shade floor=1 HP=125/125 turn=0>"
    assert first.observe().board == Game(7).observe().board
    assert not first.observe().enemies_frozen or second.observe().enemies_frozen


def test_an_honest_bot_sees_no_kind_of_potion_wherever_it_looks() -> None:
    """R18: also behind the window there are other potions than in the true game."""
    behind = list[str]()

    class Peeping(Asking):
        def ask(self, game: PlayableGame) -> None:
            items = game._state.floor.items.values()  # noqa: SLF001 - where a cheat would look
            behind.append("".join([item.name for item in items if isinstance(item, Potion)]))

    game = new_game(BASE_RULES, RACES[0], 7, 1)
    true = "".join([item.name for item in game.floor.items.values() if isinstance(item, Potion)])
    play_to_end(game, Peeping, 1, 1)
    assert len(behind[0]) == len(true)
    assert behind[0] != true


@for_each("exactly", [PlayableGame.copy, copy])
def test_an_honest_bot_gets_no_exact_copy(exactly: object) -> None:
    class Greedy(Asking):
        def ask(self, game: PlayableGame) -> None:
            assert callable(exactly)
            exactly(game)

    with pytest.raises(BotFailed, match=re.escape("expected a number for its luck")) as failed:
        play(Greedy)
    assert isinstance(failed.value.__cause__, ExactCopyRefused)


def test_an_omniscient_bot_has_the_exact_game() -> None:
    class Omniscient(Asking):
        omniscient = True

        def ask(self, game: PlayableGame) -> None:
            assert game.hash() == game.copy().hash() == hashes.pop()

    true = Game(7)
    hashes = [true.hash()]
    play_to_end(new_game(BASE_RULES, RACES[0], 7, 1), Omniscient, 1, 1, Game)
    assert not hashes


@for_each("omniscient", [False, True])
def test_a_bot_that_changes_what_it_was_shown_gains_nothing_and_is_named(
    omniscient: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    class Playing(Asking):
        def ask(self, game: PlayableGame) -> None:
            game.play("so")

    class Stealing(Asking):
        def ask(self, game: PlayableGame) -> None:
            game.view.hero.gold = 1_000

    for bot, error in ((Playing, GameChanged), (Stealing, BotFailed)):
        bot.omniscient = omniscient
        game = scenario(room("@0..", "...\\"))
        with pytest.raises(error, match="as Shade, seed scripted, turn 0"):
            play_to_end(game, bot, 1, 1)
        assert (game.turns, game.hero.gold) == (0, 0)


CHEAT = """
class Cheat:
    omniscient = {}
    def __init__(self, dice):
        pass
    def choose(self, game):
        {}
        return "f"
"""


@pytest.mark.slow
@pytest.mark.parametrize("omniscient", [False, True])
def test_the_arena_says_which_bots_are_omniscient(
    omniscient: bool,  # noqa: FBT001 - a parameter of the test
    tmp_path: Path,
    monkeypatch: PATCH,
    capsys: pytest.CaptureFixture[str],
) -> None:
    plug_in(tmp_path, monkeypatch, CHEAT.format(omniscient, "pass"), "cheat = otherbots:Cheat")
    arena = ["--bot", "cheat", "--games", "1", "--race", "troll", "--workers", "1"]
    assert run(arena) == 0
    title = capsys.readouterr().out.splitlines()[0]
    assert title.startswith(f"cheat{' (omniscient)' if omniscient else ''}: games")
    assert run([*arena, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["omniscient"] is omniscient


@for_each("seed", [8, 42])
def test_the_journal_of_a_game_is_one_that_replay_plays(seed: int) -> None:
    game, dice = Game(seed, "goblin"), Dice(f"journal {seed}")
    while game.outcome is None and game.turns < 200:
        game.play(dice.pick(game.legal_actions()))
    record = replayed(game)
    assert [step.command for step in record.steps] == list(game.words)
    assert (record.ending != "") is (game.outcome is not None)


def replayed(game: Game) -> Record:
    record = read_journal(BytesIO(game.journal().encode("ascii")), "journal").record
    verify_record(record, BASE_RULES)
    return record


def test_the_journal_of_a_drawn_game_has_its_drawing() -> None:
    game = Game(3, drawing="\n".join([room("@6\\")] * 5))
    while game.outcome is None:
        game.play("ea")
    assert replayed(game).ending == "won"
    assert repr(game) == "<Game seed=3 race=Shade floor=5 HP=125/125 turn=10 won>"


def test_a_game_of_dealt_luck_has_no_journal() -> None:
    with pytest.raises(ValueError, match="expected one that can be played again"):
        Game(3).copy(luck=1).journal()


def test_a_game_says_where_it_stands() -> None:
    game = Game(8, "vampire")
    game.play("so")
    assert repr(game) == f"<Game seed=8 race=Vampire floor=1 HP={game.observe().hp} turn=1>"
    assert (game.seed, game.race, game.turns, game.words) == (8, "Vampire", 1, ("so",))
    assert (game.score, game.outcome, game.rules) == (0, None, BASE_RULES)
