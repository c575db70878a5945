"""The window: it shows what a player sees of a game, and nothing else."""

from cc3k.api import Game
from cc3k.content.roster import BASE_RULES
from cc3k.engine.dice import Dice
from cc3k.engine.game import GameState
from cc3k.engine.items import GoldPile, Potion
from cc3k.engine.view import GameView
from tests.support.expansions import rules_of
from tests.support.scenarios import race_named, room, scenario, snapshot


def spawned(seed: int) -> GameState:
    return GameState(BASE_RULES, race_named("Shade"), Dice(f"view {seed}"))


def test_the_view_shows_the_whole_floor() -> None:
    """§3: the player has X-ray vision, so all that stands on the floor is in sight."""
    game = spawned(1)
    view, floor = GameView(game), game.floor
    assert view.glyphs == floor.glyphs
    assert (view.board, view.hero_cell, view.stairs_cell) == (
        floor.board,
        floor.hero_cell,
        floor.stairs_cell,
    )
    assert view.enemies == floor.enemies
    gold = {cell for cell, item in floor.items.items() if isinstance(item, GoldPile)}
    assert view.gold.keys() == gold
    assert {cell for cell in gold if view.is_guarded(cell)} == set(floor.guardian_by_cell)
    assert (view.rules, view.race, view.hero, view.depth) == (game.rules, game.race, game.hero, 1)
    assert len(view.potions) == 10


def test_the_kind_of_a_potion_is_seen_once_it_is_known() -> None:
    """R18: of the same kind everywhere on the floor, and of no other."""
    game = scenario(room("@0.0", "3..\\"))
    view = GameView(game)
    assert list(view.potions.values()) == [None, None, None]
    assert not view.known_kinds
    game.known_names.add("RH")
    assert [item.name if item else None for item in view.potions.values()] == [
        "RH",
        "RH",
        None,
    ]
    assert view.known_kinds == (BASE_RULES.potions[0],)


def test_threats_are_the_cells_where_a_hostile_enemy_would_strike() -> None:
    """§2.5, R21: around those that are hostile, and around merchants once one was attacked."""
    game = scenario(room("@....M", ".....\\"))
    view = GameView(game)
    assert view.threatened_cells() == set()
    assert view.find_threat(view.hero_cell) is None
    game.hero.provoked_kinds.add("merchant")
    (merchant,) = view.enemies
    assert view.is_hostile(view.enemies[merchant])
    assert view.threatened_cells() == set(view.board.neighbourhood[merchant])
    assert view.find_threat(merchant - 1) is view.enemies[merchant]


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


def test_potion_can_be_picked_up_with_the_pack_of_an_expansion_that_has_room() -> None:
    """X6: the view names the word for it; nothing of it is there without the expansion."""
    drawing = room("@0.G", "...\\")
    for names, verb in (("", ""), ("pack", "g")):
        game = scenario(drawing, rules=rules_of(names))
        view = GameView(game)
        (cell,) = view.potions
        assert view.pick_up_verb(cell) == verb
        assert view.pick_up_verb(view.hero_cell) == ""
        assert view.can_carry_potions is bool(verb)
        assert view.figure("level") is None
