"""What is said: a sentence for every event, refusal and ending (R36)."""

from typing import get_args

import pytest

from cc3k.engine.actions import Attack, Drink, Move
from cc3k.engine.events import (
    BlockedByThing,
    BlockedByWall,
    Descended,
    Drained,
    Drank,
    Escaped,
    Event,
    FreezeToggled,
    GameOver,
    HeroSpawned,
    Looted,
    Missed,
    Moved,
    NoEnemy,
    NoPotion,
    NothingToUndo,
    PickedUp,
    Provoked,
    Refusal,
    Regenerated,
    SawPotions,
    Sickened,
    Slain,
    Stole,
    Struck,
    UnknownCommand,
    refusal_message,
)
from cc3k.engine.grid import EAST
from cc3k.play.messages import (
    PLAY_AGAIN_QUESTION,
    attack_question,
    describe_event,
    describe_events,
    drink_question,
    ending_lines,
    enemy_ahead_warning,
    enemy_in_reach_warning,
    enemy_in_the_way,
    greeting_line,
    potion_with_article,
    race_prompt,
    screen_too_small,
)
from tests.support.document import DOCUMENT_RULES
from tests.support.scenarios import HIT, MISS, room, scenario, weakened

SENTENCES: list[tuple[Event, str]] = [
    (HeroSpawned(), "Player character has spawned."),
    (Moved("East"), "PC moves East."),
    (Moved("East", (None,)), "PC moves East and sees an unknown potion."),
    (Moved("East", ("BA",)), "PC moves East and sees a BA potion."),
    (Moved("Southwest", (None, None)), "PC moves Southwest and sees an unknown potion (x2)."),
    (
        Moved("North", (None, "RH", None, "WD", "WD")),
        "PC moves North and sees an unknown potion (x2), an RH potion and a WD potion (x2).",
    ),
    (SawPotions((None,)), "PC sees an unknown potion."),
    (SawPotions(("BA",)), "PC sees a BA potion."),
    (SawPotions((None, None, "RH")), "PC sees an unknown potion (x2) and an RH potion."),
    (Descended("West", 2), "PC moves West and goes down to floor 2."),
    (Escaped("West"), "PC moves West and leaves the dungeon."),
    (PickedUp(2), "PC picks up 2 gold."),
    (Drank("BA"), "PC uses BA."),
    (Struck("PC", "E", 23, hp_left=117), "PC deals 23 damage to E (117 HP)."),
    (Struck("E", "PC", 24, hp_left=101), "E deals 24 damage to PC."),
    (Missed("PC", "L"), "PC misses L."),
    (Missed("E", "PC"), "E misses PC."),
    (Slain("E", "PC"), "PC slays E."),
    (Slain("PC", "E"), "E slays PC."),
    (Slain("PC", "PH"), "PH slays PC."),
    (Provoked("merchant"), "Every merchant is hostile from now on."),
    (Looted("E", 1), "PC takes 1 gold from E."),
    (Stole(5), "PC steals 5 gold."),
    (Drained(5), "PC drains 5 HP."),
    (Sickened("W", 5), "W sickens PC, who loses 5 HP."),
    (Regenerated(5), "PC regains 5 HP."),
    (FreezeToggled(enemies_frozen=True), "Enemies stand still."),
    (FreezeToggled(enemies_frozen=False), "Enemies move again."),
]

REASONS: list[tuple[Refusal, str]] = [
    (BlockedByWall("North"), "PC cannot move North."),
    (BlockedByThing("North", "P"), "PC cannot move North: P is in the way."),
    (NoEnemy("North"), "There is no enemy to the North."),
    (NoPotion("North"), "There is no potion to the North."),
    (GameOver(), "The game is over."),
    (NothingToUndo(), "There is no turn to take back."),
    (UnknownCommand("xyzzy"), "There is no command 'xyzzy'."),
    (UnknownCommand("a xyzzy"), "There is no command 'a xyzzy'."),
    (UnknownCommand("x" * 20), f"There is no command '{'x' * 20}'."),
    (UnknownCommand("x" * 21), f"There is no command '{'x' * 20}...'."),
    (UnknownCommand("\x1b[31m"), r"There is no command '\x1b[31m'."),
    (UnknownCommand("ö\u2028"), r"There is no command '\xf6\u2028'."),
]


@pytest.mark.parametrize(("event", "said"), SENTENCES, ids=lambda value: str(value)[:40])
def test_event_has_its_sentence(event: Event, said: str) -> None:
    """R36: the sentences as they are given, and of their kind the others."""
    assert describe_event(event) == said


@pytest.mark.parametrize(("reason", "said"), REASONS, ids=lambda value: str(value)[:40])
def test_refusal_says_why(reason: Refusal, said: str) -> None:
    """R4: the Action row says why; R1: on one line, whatever was typed."""
    assert refusal_message(reason) == said


def test_every_event_and_every_refusal_is_in_these_tables() -> None:
    """R36: nothing can happen that is not told."""
    assert {type(event) for event, _ in SENTENCES} == set(get_args(Event))
    assert {type(reason) for reason, _ in REASONS} == set(get_args(Refusal))


@pytest.mark.parametrize(
    ("name", "said"),
    [
        (None, "an unknown potion"),
        ("RH", "an RH potion"),
        ("BA", "a BA potion"),
        ("BD", "a BD potion"),
        ("PH", "a PH potion"),
        ("WA", "a WA potion"),
        ("WD", "a WD potion"),
    ],
)
def test_potion_is_unknown_or_has_its_name(name: str | None, said: str) -> None:
    """R18: `sees an unknown potion`, or its name when known."""
    assert potion_with_article(name) == said


def test_sentences_stand_in_the_order_in_which_things_happened() -> None:
    """R36: on one Action row; §3: as in figure 3."""
    game = weakened(scenario(room("@E.W.\\"), luck=[MISS, HIT, 1]), hp=24)
    assert describe_events(game.play(Attack(EAST))) == (
        "PC deals 23 damage to E (1 HP). E misses PC. E deals 24 damage to PC."
    )
    assert describe_events(game.play(Attack(EAST))) == (
        "PC deals 23 damage to E (0 HP). PC slays E. PC takes 2 gold from E."
    )


def test_figures_of_the_document_are_said_like_this() -> None:
    """§3: figures 4 and 5: an unknown potion is seen, then used."""
    game = scenario(room("@.1\\"))
    assert describe_events(game.play(Move(EAST))) == "PC moves East and sees an unknown potion."
    assert describe_events(game.play(Drink(EAST))) == "PC uses BA."


def test_prompt_and_greeting() -> None:
    """§4, R34: the races and their keys, and the seed that makes a run repeatable."""
    assert race_prompt(DOCUMENT_RULES) == (
        "Choose a race: shade (s), drow (d), vampire (v), troll (t), goblin (g), or quit (q)."
    )
    assert greeting_line(42) == "ChamberCrawler3000, seed 42."


@pytest.mark.parametrize(
    ("race", "gold", "score"),
    [
        ("Shade", 7, "Score: 10 (7 gold + 3 for a shade)"),
        ("Shade", 1, "Score: 1 (1 gold)"),
        ("Troll", 7, "Score: 7 (7 gold)"),
    ],
)
def test_victory_tells_the_score_and_how_it_is_made_up(race: str, gold: int, score: str) -> None:
    """§5, R15, R33: the score and how it is made up, then `r` or `q`."""
    game = scenario("\n".join([room("@\\")] * 5), race)
    for _ in range(5):
        game.hero.gold = gold
        game.play(Move(EAST))
    assert ending_lines(game) == (
        "Victory! PC has left the dungeon alive.",
        score,
        PLAY_AGAIN_QUESTION,
    )
    assert PLAY_AGAIN_QUESTION == "Play again (r) or quit (q)?"


def test_death_tells_the_score_too() -> None:
    """§5: a score is generated in the first two cases: at the end of the floors, and at death."""
    game = scenario("\n".join([room("@6\\."), room("@E.\\")]), "Goblin", luck=[HIT])
    for _ in range(2):
        game.play(Move(EAST))
    game.hero.hp = 1
    game.play(Attack(EAST))
    assert ending_lines(game) == (
        "Defeat. PC died on floor 2.",
        "Score: 2 (2 gold)",
        PLAY_AGAIN_QUESTION,
    )


@pytest.mark.parametrize("enemy", ["an elf", "an orc", "a human", "a merchant"])
def test_enemies_that_end_a_journey_are_named(enemy: str) -> None:
    """§2.5: what a player has to know is who could strike."""
    kind, named = enemy.split()[1], enemy.capitalize()
    assert enemy_in_the_way(kind) == f"{named} stands in the way."
    assert enemy_ahead_warning(kind) == f"One step further {enemy} could strike you."
    assert enemy_in_reach_warning(kind) == f"{named} can strike you here."


def test_questions_and_complaints_of_the_screen() -> None:
    """§4, R18: what is asked names the enemy or the potion, if it is known, and the way."""
    assert attack_question("merchant", "East") == (
        "The merchant to the East is peaceful. Attack it? (y/n)"
    )
    assert drink_question(None, "West") == ("There is an unknown potion to the West. Use it? (y/n)")
    assert screen_too_small(40, 10, 79, 24) == (
        "This screen has 40 columns and 10 rows; the game needs 79 and 24. "
        "Make it larger to go on, or press q to quit."
    )
