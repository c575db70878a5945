"""The journey to the stairs: it says what stays behind, and asks before gold is left for good."""

from cc3k.engine.expansion import Deed
from cc3k.engine.game import GameState
from cc3k.engine.running_game import part_of
from cc3k.engine.view import GameView
from cc3k.expansions.vaults import Treasures
from cc3k.play.choices import DEFAULT_HP_LIMIT
from cc3k.play.session import Session
from cc3k.play.travel import (
    AutoTravel,
    StairsJourney,
    find_free_gold,
    find_stairs,
    journey_to,
    left_behind_message,
    things_left,
)
from cc3k.ui.console import Console
from tests.expansions.test_fog import CLOSED, TWO_CHAMBERS
from tests.expansions.test_gear import gear_game
from tests.support.consoles import WHOLE, action, console, playing, pressed, travelled
from tests.support.expansions import expanded, played, rules_of
from tests.support.scenarios import MISS, room, scenario
from tests.support.tables import for_each
from tests.support.walks import second_press

REFUSED = "These are the last stairs, and 3 gold is left here: press > again to leave all the same."


def two_floors(row: str) -> str:
    return f"{room(row)}\n{room('@' + '.' * (len(row) - 2) + chr(92))}"


def last_floor(game: GameState) -> GameState:
    game.depth = game.rules.floor_count
    return game


def test_it_says_what_is_left_on_a_floor_and_stops_nobody() -> None:
    shell = console(two_floors("@..\\.6.0.1"))
    travelled(shell, ">")
    assert playing(shell).depth == 2
    assert action(shell).endswith("You go down to floor 2. Left on floor 1: 2 gold and 2 potions.")


def test_nothing_is_said_where_nothing_is_left() -> None:
    """What is known to do harm is nothing; nor is a floor that was emptied."""
    assert played(scenario(two_floors("@..\\")), StairsJourney())[1] == ""
    game = scenario(two_floors("@..\\.3"))
    assert things_left(GameView(game)) == {"potion": 1}
    game.known_names.update(potion.name for potion in game.rules.potions)
    assert things_left(GameView(game)) == {}


@for_each(
    ({}, ""),
    ({"gold": 1}, "Left on floor 3: 1 gold."),
    ({"gold": 7, "potion": 1}, "Left on floor 3: 7 gold and 1 potion."),
    (
        {"gold": 7, "potion": 2, "unseen place": 3},
        "Left on floor 3: 7 gold, 2 potions and 3 unseen places.",
    ),
)
def test_what_is_left_is_one_sentence(left: dict[str, int], said: str) -> None:
    assert left_behind_message(3, left) == said


def test_unseen_places_count_where_they_can_be_walked_to() -> None:
    """X42: as `o` would go there; without fog there are none."""
    assert things_left(GameView(expanded("fog", TWO_CHAMBERS))).keys() == {"potion", "unseen place"}
    assert things_left(GameView(scenario(TWO_CHAMBERS))) == {"gold": 2, "potion": 1}
    assert things_left(GameView(expanded("fog", CLOSED))) == {}


def test_trinkets_are_named() -> None:
    """X60: what an expansion lays on a floor is told by its name."""
    assert things_left(GameView(gear_game("@.C.\\"))) == {"compass": 1}


def test_the_last_stairs_ask_for_a_second_press_while_gold_is_known() -> None:
    """§2.3: gold is the score, and nobody comes back; the way up to them is taken at once."""
    shell = console(room("@..\\.6.7"))
    last_floor(playing(shell))
    travelled(shell, ">")
    assert action(shell).endswith(REFUSED)
    assert (playing(shell).turns, playing(shell).outcome) == (2, None)
    travelled(shell, ">")
    outcome = playing(shell).outcome
    assert outcome is not None
    assert outcome.won


def test_escape_takes_the_offer_back() -> None:
    shell = console(room("@..\\.6.7"))
    last_floor(playing(shell))
    travelled(shell, ">")
    pressed(shell, ["escape"])
    travelled(shell, ">")
    assert action(shell).endswith(REFUSED)
    assert playing(shell).outcome is None


def test_the_last_stairs_are_taken_at_once_where_no_gold_is_left() -> None:
    game = last_floor(scenario(room("@..\\.0")))
    assert played(game, StairsJourney())[1] == ""
    assert game.outcome is not None


def test_a_journey_past_enemies_tells_the_same() -> None:
    """A second press for the danger is none for the gold; each is said before it is done."""
    game = last_floor(scenario(room("@...\\6", "...L.."), luck=[MISS] * 9))
    first = StairsJourney()
    assert "can strike you on the way" in played(game, first)[1]
    bold = second_press(first).command
    assert "These are the last stairs" in played(game, bold)[1]
    assert second_press(bold).purpose == "to leave all the same"
    assert played(game, second_press(bold).command)[1] == ""
    assert game.outcome is not None


def test_only_the_way_to_the_stairs_is_such_a_journey() -> None:
    assert isinstance(journey_to(find_free_gold, DEFAULT_HP_LIMIT), AutoTravel)
    assert isinstance(journey_to(find_stairs, DEFAULT_HP_LIMIT), StairsJourney)


def test_points_are_not_told_of_before_the_last_stairs() -> None:
    """Nothing comes after them that they could help against."""
    game = expanded("levels", room("@......\\"))
    game.hero.hp = game.hero.full_hp // 2
    assert GameView(game).warnings(Deed.LEAVE) == ["you have points to spend"]
    game.depth = game.rules.floor_count
    assert GameView(game).warnings(Deed.LEAVE) == []


def test_a_vault_is_told_of_that_blood_could_pay_for() -> None:
    """X102: as long as half of the HP would be left."""
    game = expanded("vaults", room("@.../=&.\\"), luck=[0, 0, 0, 0, 3])
    said = ["a vault here is unopened, and you have 32 HP for it"]
    for hp, told in ((125, said), (95, said), (94, [])):
        game.hero.hp = hp
        assert GameView(game).warnings(Deed.LEAVE) == told


@for_each(
    ("vaults", 20, True, "A vault here is unopened, and you have the key: "),
    ("vaults", 20, False, "A vault here is unopened, and you have the 20 gold for it: "),
    ("vaults", 19, False, ""),
    ("levels", 0, False, "You have points to spend: "),
    (
        "levels vaults",
        0,
        True,
        "You have points to spend; a vault here is unopened, and you have the key: ",
    ),
)
def test_it_asks_once_before_something_is_left_undone(
    names: str, gold: int, has_key: bool, said: str
) -> None:
    """X102: a key, gold, or points amid wounds, of use on this floor; other keys forget nothing."""
    vault = "/=&" if "vaults" in names else "..."
    session = Session(rules_of(names), 42)
    floors = room(f"@...{vault}.", ".......\\"), room("@......\\")
    session.game = game = expanded(names, "\n".join(floors), luck=[0, 0, 0, 0, 3])
    game.hero.gold = gold
    game.hero.hp = game.hero.full_hp // 2
    if "vaults" in names:
        part_of(game, Treasures).has_key = has_key
    shell = Console(session, *WHOLE)
    if said:
        travelled(shell, ">")
        assert action(shell) == f"{said}press > again to leave."
        assert game.turns == 0
        pressed(shell, ["l", "escape"])
    travelled(shell, ">")
    assert (game.depth, game.turns) == (2, 7)
