"""Copies of a game for thinking: what a player cannot know is drawn again in them."""

from cc3k.api import Game
from cc3k.content.roster import BASE_RULES
from cc3k.engine.dice import Dice
from cc3k.engine.game import GameState
from cc3k.engine.items import Potion
from cc3k.engine.view import GameView
from tests.support.scenarios import race_named, snapshot


def spawned(seed: int) -> GameState:
    return GameState(BASE_RULES, race_named("Shade"), Dice(f"view {seed}"))


def kinds(game: GameState) -> list[str]:
    items = sorted(game.floor.items.items())
    return [item.name for _, item in items if isinstance(item, Potion)]


def test_luck_deals_anew_what_a_player_cannot_know_and_nothing_else() -> None:
    """R18: unknown kinds, the dice to come, floors below; what is seen and known stays."""
    game = spawned(3)
    game.known_names.update(("RH", "WD"))
    seen, before = GameView(game), snapshot(game)
    dealt = [game.copy_with_luck(luck) for luck in range(60)]
    assert snapshot(game) == before
    for twin in dealt:
        assert GameView(twin).glyphs == seen.glyphs
        assert GameView(twin).potions == seen.potions
        assert GameView(twin).gold == seen.gold
        assert [e.hp for e in GameView(twin).enemies.values()] == [
            e.hp for e in seen.enemies.values()
        ]
    hidden = [[kind for kind in kinds(twin) if kind not in game.known_names] for twin in dealt]
    unknown = {potion.name for potion in BASE_RULES.potions} - game.known_names
    assert {kind for row in hidden for kind in row} == unknown
    assert len({tuple(row) for row in hidden}) > 50
    assert len({twin.turn_dice.below(10**9) for twin in dealt}) == 60
    below = []
    for twin in dealt[:5]:
        twin.take_stairs()
        below.append(bytes(twin.floor.glyphs))
    assert len(set(below)) == 5


def test_the_same_luck_is_the_same_game() -> None:
    """A number names one future of a game; another number names another."""
    game = Game(8)
    one, same, other = game.copy(luck=7), game.copy(luck=7), game.copy(luck=8)
    assert one.hash() == same.hash() != other.hash()
    move = game.legal_actions()[0]
    assert one.play(move) == same.play(move)
    assert one.hash() == same.hash()
