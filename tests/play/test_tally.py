"""Counts of a game: frozen turns, gold by source, and the latest fight."""

from collections.abc import Sequence

from cc3k.content.roster import BASE_RULES
from cc3k.engine.actions import Move
from cc3k.engine.board import EAST
from cc3k.engine.events import ExpansionEvent
from cc3k.engine.game import GameState
from cc3k.play.history import FIGHT_PAUSE, GameTally
from cc3k.play.session import Session
from tests.support.scenarios import HIT, MISS, room, scenario


def playing(drawing: str, race: str = "Shade", luck: Sequence[int] = ()) -> Session:
    """Return a session in the middle of a game, with enemies that stand still by the dice."""
    session = Session(BASE_RULES, 42)
    session.start_history()
    session.game = scenario(drawing, race, luck)
    return session


def playing_game(session: Session) -> GameState:
    assert session.game is not None
    return session.game


def said(session: Session, words: str) -> None:
    for word in words.split():
        session.handle_words(word)


def test_frozen_turns_are_those_that_are_played_while_enemies_are_held() -> None:
    """R5: `f` takes no turn itself, nor does a command that is refused (R4)."""
    session = Session(BASE_RULES, 42)
    session.start_history()
    session.game = scenario(room("@......\\"), steps=())
    said(session, "ea f ea no ea f ea")
    assert session.tally.frozen_turns == 2
    assert playing_game(session).turns == 4


def test_gold_potions_and_kills_are_counted_by_their_source() -> None:
    """R13, R24: piles by size, gold straight into the purse by enemy, and what was stolen."""
    session = playing(room("0M67.", "@....", "....\\"), "Goblin", [MISS, MISS])
    said(session, "u no a ne a ne ne ea ea")
    tally = session.tally
    assert dict(tally.potions_drunk) == {"RH": 1}
    assert dict(tally.kills) == {"merchant": 1}
    assert dict(tally.piles_by_value) == {4: 1, 2: 1, 1: 1}
    assert tally.gold_stolen == 5
    assert playing_game(session).hero.gold == 12


def test_gold_that_no_pile_or_purse_explains_is_counted_as_a_gain_or_a_loss() -> None:
    """X95, X110: rewards, prices and thefts of expansions, so that all parts add up."""
    game, tally = scenario(room("@6..\\")), GameTally()
    tally.add_turn(game, ())
    tally.add_turn(game, game.play(Move(EAST)))
    for gold in (14, 9, 9):
        game.hero.gold = gold
        tally.add_turn(game, ())
    assert (dict(tally.piles_by_value), tally.gold_otherwise, tally.gold_lost) == ({2: 1}, 12, 5)
    game.hero.gold = 12
    tally.add_turn(game, [ExpansionEvent("tactics.returned", "", gold_returned=3)])
    assert (tally.gold_otherwise, tally.gold_lost) == (12, 2), "what comes back was never lost"


def test_fight_begins_with_the_hp_before_its_first_blow_and_ends_after_a_pause() -> None:
    """A human hits a shade of 125 HP for 16; after some quiet turns it is another fight."""
    session = playing(room("H@...", ".....", "....\\"), luck=[HIT, MISS, HIT, HIT, MISS])
    said(session, "a we a we a we")
    first = session.tally.fight
    assert first is not None
    assert (first.hp_at_start, first.first_turn, first.last_turn) == (125, 1, 3)
    assert [(foe.kind.name, turns) for foe, turns in first.foes] == [("human", 0)]
    said(session, " ".join(["ea", *["ea", "we"] * (FIGHT_PAUSE // 2 + 1), "we"]))
    hp, second = playing_game(session).hero.hp, session.tally.fight
    assert second is not None
    assert hp <= second.hp_at_start < 125


def test_a_fight_goes_on_with_whoever_joins_it() -> None:
    session = playing(room("H@...", "...W.", "....\\"), luck=[HIT, *[HIT, MISS], *[MISS] * 2])
    said(session, "a we")
    game = playing_game(session)
    (dwarf,) = [at for at, foe in game.floor.enemies.items() if foe.kind.name == "dwarf"]
    game.floor.move_enemy(dwarf, dwarf - 1)
    said(session, "a we a we")
    fight = session.tally.fight
    assert fight is not None
    assert fight.hp_at_start == 125
    assert [(foe.kind.name, turns) for foe, turns in fight.foes] == [("human", 0), ("dwarf", 1)]


def test_new_game_has_counts_of_its_own() -> None:
    session = Session(BASE_RULES, 42, is_practice=True)
    session.start_history()
    session.start_game(BASE_RULES.races[0])
    said(session, "f no so ea we")
    frozen = session.tally.frozen_turns
    assert frozen > 0
    said(session, "z")
    assert session.tally.frozen_turns == frozen - 1
    said(session, "r s")
    assert session.tally.frozen_turns == 0
