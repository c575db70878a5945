"""The runner: it freezes enemies and runs for the stairs, whatever is on."""

from collections.abc import Sequence

import pytest

from cc3k.bots.bot import create_bot
from cc3k.bots.game import PlayableGame
from cc3k.bots.simple import RunnerBot
from cc3k.engine.actions import Move
from cc3k.engine.dice import Dice
from cc3k.engine.game import GameState
from cc3k.expansions.registry import ExpansionRegistry
from cc3k.play.commands import command_table
from tests.support.scenarios import room, scenario


def choice(drawing: str, names: Sequence[str] = (), *, frozen: bool = True, gold: int = 0) -> str:
    rules = ExpansionRegistry().select(names)
    game = scenario(drawing, rules=rules, steps=None if frozen else [])
    game.dice, game.hero.gold = Dice("runner"), gold
    chosen = RunnerBot(Dice("bot")).choose(PlayableGame(game))
    assert not isinstance(chosen, str)
    return command_table(rules).words_by_action[chosen]


def test_it_freezes_at_once_where_that_lasts_and_else_when_somebody_is_near() -> None:
    """X83: freezes that are counted are for those who are close."""
    assert choice(room("@....O\\"), frozen=False) == "f"
    assert choice(room("@....O\\", "......."), ["hunters"], frozen=False) == "ea"
    assert choice(room("@..O..\\"), ["hunters"], frozen=False) == "f"
    assert choice(room("@.D9..\\", "......."), ["hunters"], frozen=False) != "f"


def test_it_runs_for_the_stairs_past_gold_and_strikes_only_who_is_in_the_way() -> None:
    assert choice(room("6@..\\")) == "ea"
    assert choice(room("@O.\\")) == "a ea"


def test_it_pays_or_strikes_the_guard_of_the_stairs() -> None:
    """X87: with the gold for it; else it goes for the guard."""
    barred = room("@A\\", "---")
    assert choice(barred, ["depths"], gold=200) == "p ea"
    assert choice(barred, ["depths"]) == "a ea"
    assert choice(room("@..A\\", "-----"), ["depths"]) == "ea"


def test_where_the_stairs_are_unknown_it_looks_for_them() -> None:
    """X40, X61: at what it has not seen, then on tiles on which it has not been."""
    assert choice(room("@......|..", "........ .", ".......|.\\"), ["fog"]) in {"ea", "se"}
    rules = ExpansionRegistry().select(["gear"])
    game = GameState(rules, rules.races[0], Dice("7/game 1"))
    game.enemies_frozen = True
    assert isinstance(RunnerBot(Dice("bot")).choose(PlayableGame(game)), Move)


@pytest.mark.slow
@pytest.mark.parametrize("names", [(), ("hunters",), ("all",)])
def test_its_choices_can_be_done(names: Sequence[str]) -> None:
    """R4: through several floors; with all, it looks for hidden stairs for long."""
    rules = ExpansionRegistry().select(names)
    for seed in range(3):
        game = GameState(rules, rules.races[seed], Dice(f"{seed}/game 1"))
        player = create_bot(game, RunnerBot)
        while game.outcome is None and game.turns < 1_000:
            game.play(player.choose(game))
        assert game.depth > 1 or game.outcome is not None


def test_with_nothing_to_run_to_it_does_anything() -> None:
    assert choice(room("00000", "0@0\\.", "00000")).startswith("u ")
