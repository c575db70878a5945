"""Which words there are, where the PC can go, and what cannot be done (§3, §4, R4, R9)."""

import pytest

from cc3k.content.roster import BASE_RULES, STANDARD_BOARD_TEXT
from cc3k.engine.actions import (
    ALL_ACTIONS,
    Attack,
    Drink,
    Move,
    PlayerAction,
    ToggleFreeze,
    legal_actions,
)
from cc3k.engine.board import (
    DIRECTIONS,
    EAST,
    NORTH,
    NORTHEAST,
    NORTHWEST,
    SOUTH,
    SOUTHEAST,
    SOUTHWEST,
    WEST,
    Direction,
)
from cc3k.engine.dice import Dice
from cc3k.engine.events import Moved
from cc3k.engine.game import Action, GameState
from cc3k.engine.hero import Race
from cc3k.engine.refusals import (
    BlockedByThing,
    BlockedByWall,
    Impossible,
    NoEnemyThere,
    NoPotionThere,
    Refusal,
)
from cc3k.play.commands import (
    COMMANDS_BY_WORDS,
    DIRECTED_VERBS,
    DIRECTIONS_BY_WORD,
    FREEZE_WORD,
    MetaCommand,
)
from tests.support.effort import EFFORT
from tests.support.scenarios import NAMES, board, drawn, refusal, room, scenario
from tests.support.tables import for_each


@for_each(
    (NORTH, "no", room(".@..", "...\\", "....")),
    (SOUTH, "so", room("....", "...\\", ".@..")),
    (EAST, "ea", room("....", "..@\\", "....")),
    (WEST, "we", room("....", "@..\\", "....")),
    (NORTHEAST, "ne", room("..@.", "...\\", "....")),
    (NORTHWEST, "nw", room("@...", "...\\", "....")),
    (SOUTHEAST, "se", room("....", "...\\", "..@.")),
    (SOUTHWEST, "sw", room("....", "...\\", "@...")),
)
def test_pc_moves_one_block_in_each_direction(direction: Direction, word: str, after: str) -> None:
    """§4: no, so, ea, we, ne, nw, se, sw; `a direction` attacks, `u direction` uses."""
    game = scenario(room("....", ".@.\\", "...."))
    assert game.play(Move(direction)) == (Moved(direction.name),)
    assert board(game) == drawn(after)
    assert COMMANDS_BY_WORDS[word] == Move(direction)
    assert COMMANDS_BY_WORDS[f"a {word}"] == Attack(direction)
    assert COMMANDS_BY_WORDS[f"u {word}"] == Drink(direction)
    assert DIRECTIONS_BY_WORD[word] is direction


@for_each("ground", ".+#")
def test_pc_walks_on_tiles_doorways_and_passages(ground: str) -> None:
    """§3, R9: and what it walked on is there again when it has left."""
    game = scenario(room(f"@{ground}.\\"))
    assert game.play(Move(EAST)) == (Moved("East"),)
    assert board(game) == drawn(room(".@.\\"))
    game.play(Move(EAST))
    assert board(game) == drawn(room(f".{ground}@\\"))


@for_each(*[(mark, "potion") for mark in "012345"], *NAMES.items())
def test_pc_never_walks_onto_a_potion_or_an_enemy(mark: str, thing: str) -> None:
    """R4, R9: refused, with what is in the way; R18: the kind of a potion is not given away."""
    assert refusal(scenario(room(f"@{mark}.\\")), Move(EAST)) == BlockedByThing("East", thing)


@for_each("wall", "|- ")
def test_walls_stop_the_pc_on_every_side(wall: str) -> None:
    """§3, R4, R9: the PC only ever occupies a passage, a doorway or a floor tile."""
    game = scenario(room("." + wall * 3 + ".", f".{wall}@{wall}.", "." + wall * 3 + "\\"))
    for way in DIRECTIONS:
        assert refusal(game, Move(way)) == BlockedByWall(way.name)


REFUSED = [
    ("@-.\\", Move(EAST), BlockedByWall("East")),
    ("@E.\\", Move(EAST), BlockedByThing("East", "elf")),
    ("@0E\\", Move(EAST), BlockedByThing("East", "potion")),
    ("@.E\\", Attack(EAST), NoEnemyThere("East")),
    ("@0E\\", Attack(EAST), NoEnemyThere("East")),
    ("@6E\\", Attack(NORTH), NoEnemyThere("North")),
    ("@E0\\", Drink(EAST), NoPotionThere("East")),
    ("@6E\\", Drink(EAST), NoPotionThere("East")),
    ("@.0\\", Drink(EAST), NoPotionThere("East")),
    ("@\\..", Drink(EAST), NoPotionThere("East")),
]


@for_each("row, action, reason", REFUSED)
@for_each("race", ["Shade", "Troll"])
def test_refused_command_changes_nothing(
    race: str, row: str, action: Action, reason: Refusal
) -> None:
    """R4: it changes nothing, draws no random number (the script is empty) and takes no turn."""
    game = scenario(room(row), race, steps=[])
    game.hero.hp -= 20
    before = game.last_events
    assert refusal(game, action) == reason
    assert (game.turns, game.last_events) == (0, before)


def test_pc_in_a_doorway_leaves_a_doorway() -> None:
    """R9, R32: on the standard plan the doorway is there again when the PC drawn in it leaves."""
    lines = STANDARD_BOARD_TEXT.splitlines()
    lines[4] = lines[4].replace("+########+", "@########+")
    game = scenario("\n".join(lines), luck=[0, 0])
    game.play(Move(EAST))
    assert game.floor.glyphs.decode().splitlines()[4].count("+@#######+") == 1


def test_single_letters_hold_restart_and_quit() -> None:
    """§4: `f` stops enemies from moving, `r` restarts, `q` quits."""
    assert COMMANDS_BY_WORDS["f"] == COMMANDS_BY_WORDS[FREEZE_WORD] == ToggleFreeze()
    assert COMMANDS_BY_WORDS["r"] is MetaCommand.RESTART
    assert COMMANDS_BY_WORDS["q"] is MetaCommand.QUIT


def test_there_are_no_other_words() -> None:
    """§4: 8 moves, 8 attacks, 8 potions, f, r and q; and z, which only practice knows."""
    assert len(COMMANDS_BY_WORDS) == 3 * 8 + 4
    assert dict(DIRECTED_VERBS) == {"a": Attack, "u": Drink}
    assert {way.command_word: way for way in DIRECTIONS} == DIRECTIONS_BY_WORD


def test_no_command_begins_another_one() -> None:
    """§4: typed without blanks, each word is complete as soon as it can be."""
    typed = [words.replace(" ", "") for words in COMMANDS_BY_WORDS]
    assert len(set(typed)) == len(typed)
    assert not [(a, b) for a in typed for b in typed if a != b and b.startswith(a)]


GAMES, TURNS = 1 + EFFORT, 200


def is_refused(game: GameState, action: Action) -> bool:
    try:
        game.copy().play(action)
    except Impossible:
        return True
    return False


def tried(game: GameState) -> list[PlayerAction]:
    return [option for option in ALL_ACTIONS if not is_refused(game, option)]


@pytest.mark.walk
@pytest.mark.slow_from(1)
@pytest.mark.parametrize("race", BASE_RULES.races, ids=lambda race: race.name)
def test_what_is_listed_is_what_can_be_done_in_long_games(race: Race) -> None:
    """R4: turn by turn, through fights, potions, doorways and down the stairs."""
    dice = Dice(f"long games of a {race.name}")
    for number in range(GAMES):
        game = GameState(BASE_RULES, race, Dice(f"{number}"))
        for _ in range(TURNS):
            options = legal_actions(game)
            assert options == tried(game)
            if not options:
                break
            game.play(dice.pick(options))


def test_options_stand_in_a_fixed_order() -> None:
    """Moves, attacks and drinks, each by direction as the document lists them, and `f`."""
    game = scenario(room("M0.", "8@|", "#L\\"))
    assert legal_actions(game) == [
        Move(WEST),
        Move(NORTHEAST),
        Move(SOUTHEAST),
        Move(SOUTHWEST),
        Attack(SOUTH),
        Attack(NORTHWEST),
        Drink(NORTH),
        ToggleFreeze(),
    ]
