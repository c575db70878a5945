"""What can be told of a cell by looking at it."""

from cc3k.content.roster import BASE_RULES, RACES
from cc3k.engine.actions import Attack, Drink
from cc3k.engine.board import EAST, nearest_direction
from cc3k.engine.enemies import Enemy, EnemyKind
from cc3k.engine.game import GameState
from cc3k.engine.hero import Race
from cc3k.engine.view import GameView
from cc3k.play.foes import describe_odds
from cc3k.play.look import describe_cell, describe_hostility
from cc3k.play.odds import FightOdds, compute_fight_odds
from tests.support.scenarios import HIT, MISS, room, scenario, weakened
from tests.support.tables import for_each


def seen(game: GameState, glyph: str) -> list[str]:
    return describe_cell(game, game.floor.glyphs.index(glyph.encode("ascii")))


def first_enemy(game: GameState) -> Enemy:
    return next(iter(game.floor.enemies.values()))


@for_each(
    (".", "The floor of a chamber."),
    ("+", "A doorway."),
    ("#", "A passage."),
    ("\\", "The stairs down."),
    (" ", "Solid rock."),
    ("|", "A wall."),
    ("-", "A wall."),
)
def test_a_look_names_each_kind_of_terrain(glyph: str, told: str) -> None:
    """§3: walls, doorways, passages and floor tiles; the stairs (§2.4)."""
    assert seen(scenario(room("@.+#\\", "---- ")), glyph) == [told]


@for_each("race", RACES)
def test_a_look_at_the_pc_names_race_and_trait(race: Race) -> None:
    """§2.1: its race, and what is special about it."""
    game = scenario(room("@\\"), race.name)
    assert seen(game, "@") == [f"You, a {race.name.lower()}: {race.trait}."]


def test_a_potion_is_unknown_until_one_of_its_kind_is_used() -> None:
    """R18: the effects of other kinds are not revealed."""
    game = scenario(room("@1", "14", ".\\"))
    game.play(Drink(EAST))
    known, unknown = game.floor.board.stride * 2 + 1, game.floor.board.stride * 2 + 2
    assert describe_cell(game, known) == ["Boost Attack (BA): raises Atk by 5."]
    assert describe_cell(game, unknown) == ["A potion of a kind you have not used yet."]


@for_each(
    ("@.6\\", "Gold: a normal pile, worth 2."),
    ("@.7\\", "Gold: a small pile, worth 1."),
    ("@.8\\", "Gold: a merchant hoard, worth 4."),
    ("@.9\\", "Gold: a dragon hoard, worth 6."),
    ("@.9D\\", "Gold: a dragon hoard, worth 6, guarded."),
)
def test_gold_has_its_worth(row: str, told: str) -> None:
    """§2.3.2: piles look alike on the board, and a guarded one cannot be picked up (R25)."""
    assert seen(scenario(room(row)), "G") == [told]


@for_each("kind", BASE_RULES.enemy_kinds)
def test_an_enemy_has_figures_a_trait_a_mood_and_a_forecast(kind: EnemyKind) -> None:
    """§2.2: HP as they are now, of those it was born with."""
    game = weakened(scenario(room(f"@.{kind.glyph}", "..\\")), 7)
    enemy = next(enemy for enemy in game.floor.enemies.values() if enemy.kind is kind)
    name, stats = enemy.kind.name.capitalize(), enemy.kind.stats
    figures = f"7 of {enemy.kind.hp} HP, Atk {stats.attack}, Def {stats.defence}"
    first, second = seen(game, enemy.kind.glyph)
    assert first.startswith(f"{name}: {figures}; {enemy.kind.trait}")
    assert first.endswith(f"; {describe_hostility(GameView(game), enemy)}.")
    assert second == describe_odds(compute_fight_odds(BASE_RULES, game.hero, enemy))


def test_a_mood_that_is_the_trait_is_told_once() -> None:
    """A merchant is peaceful both by its nature and now; once provoked, these are two things."""
    game = scenario(room("@M.M\\"), luck=[HIT])
    trait = "peaceful until one of them is attacked"
    assert seen(game, "M")[0] == f"Merchant: 30 of 30 HP, Atk 70, Def 5; {trait}."
    game.play(Attack(EAST))
    told = f"{trait}; hostile, since you attacked one of them"
    assert seen(game, "M")[0] == f"Merchant: 6 of 30 HP, Atk 70, Def 5; {told}."
    moods = {describe_hostility(GameView(game), each) for each in game.floor.enemies.values()}
    assert moods == {"hostile, since you attacked one of them"}, "R21: every one, wherever"


@for_each(
    ("@.H\\", "hostile"),
    ("@.D\\", "hostile"),
    ("@..9D\\", "strikes whoever is next to it or to the dragon hoard"),
    ("@.M\\", "peaceful until one of them is attacked"),
)
def test_mood(row: str, told: str) -> None:
    """§2.5: all are hostile but merchants; dragons when one is near them or their hoard (R22)."""
    game = scenario(room(row))
    assert describe_hostility(GameView(game), first_enemy(game)) == told


@for_each(
    (FightOdds(0.394, 6, 80.4, 125), "39 %: 6 hits slay it; HP -80 on average, -125 at worst"),
    (
        FightOdds(0.394, 6, 80.4, 125, is_deadly_at_worst=True, mean_hp_lost_if_won=60.4),
        "39 %: 6 hits slay it; HP -60 on average if you win, death at worst",
    ),
    (FightOdds(0.0, 9, 125.0, 125, is_deadly_at_worst=True), "0 %: 9 hits slay it; death"),
    (FightOdds(1.0, 1, 0.0, 0), "100 %: 1 hit slays it; no HP lost"),
    (FightOdds(1.0, 1, 9.0, 9), "100 %: 1 hit slays it; HP -9"),
    (FightOdds(1.0, 2, 0.4, 10), "100 %: 2 hits slay it; no HP lost on average, -10 at worst"),
    (FightOdds(1.0, 2, -7.6, 10), "100 %: 2 hits slay it; HP +8 on average, -10 at worst"),
    (FightOdds(1.0, 2, -7.6, 0), "100 %: 2 hits slay it; HP +8 on average, none at worst"),
)
def test_odds_are_one_sentence(told: FightOdds, sentence: str) -> None:
    """The chance, the hits, the HP, once if sure; who drains may gain some by a fight (R11)."""
    assert describe_odds(told) == f"You win {sentence}."


@for_each(
    (0.0, "0 %"),
    (1e-9, "under 1 %"),
    (0.0099, "under 1 %"),
    (0.01, "1 %"),
    (0.5, "50 %"),
    (0.99, "99 %"),
    (0.9901, "over 99 %"),
    (0.9999999, "over 99 %"),
    (1.0 - 1e-12, "100 %"),
    (1.0, "100 %"),
)
def test_only_what_is_certain_is_told_as_certain(win: float, told: str) -> None:
    """No chance is rounded to none, and no risk to none; what sums leave out is no risk."""
    assert f"You win {told}: " in describe_odds(FightOdds(win, 1, 1.0, 1))


def test_an_enemy_that_cannot_be_hurt() -> None:
    """§2.3.1: Atk may have fallen to 0."""
    assert describe_odds(FightOdds(0.0, None, 100.0, 100)) == "You cannot hurt it."


def test_looking_changes_nothing() -> None:
    """R4: it takes no turn and draws no random number."""
    game = scenario(room("@L.M\\"), luck=[MISS])
    for cell in range(len(game.floor.glyphs)):
        describe_cell(game, cell)
    assert (game.turns, game.hero.provoked_kinds, game.hero.hp) == (0, set(), 125)
    assert first_enemy(game).hp == 100


@for_each((0, 5, "ea"), (2, 5, "ea"), (3, 5, "se"), (5, 2, "so"), (5, 3, "se"), (4, 0, "so"))
def test_the_nearest_of_eight_directions_is_told(row: int, column: int, word: str) -> None:
    """Y45: a diagonal from half as far aside as along."""
    board = scenario(room("@.....", *["......"] * 4, ".....\\")).floor.board
    start = board.stride + 1
    end = start + row * board.stride + column
    assert nearest_direction(board, start, end).command_word == word
    back = {"ea": "we", "se": "nw", "so": "no"}
    assert nearest_direction(board, end, start).command_word == back[word]
