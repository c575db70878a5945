"""Report of a game that is over: what happened, rank, odds, gold, and how to have it again."""

import re
from collections.abc import Sequence

from attrs import evolve

from cc3k.content.roster import BASE_RULES
from cc3k.engine.game import GameState, Outcome
from cc3k.expansions.depths import DEPTHS, SlainElders
from cc3k.expansions.registry import rules_with
from cc3k.expansions.uniques import UNIQUE_ENEMIES
from cc3k.play import odds as odds_module
from cc3k.play.odds import OddsError
from cc3k.play.session import MessageLog, Session
from cc3k.saves.end_report import KeptGame, build_end_report, ordinal, report_lines
from cc3k.saves.record import DAILY, Score
from tests.support.fixtures import Patch
from tests.support.records import A_SCORE
from tests.support.scenarios import HIT, MISS, room, scenario
from tests.support.tables import for_each

KEPT = KeptGame("the-journal", "cc3k --seed 42 --race shade", "/home/page.txt", lambda: "Drawn.")


def session_of(game: GameState, words: str) -> Session:
    session = Session(BASE_RULES, 42)
    session.message_log = MessageLog()
    session.game, session.games_started = game, 1
    session.tally.add_turn(game, ())
    for word in words.split():
        session.handle_word(word)
    return session


def killed(hp: int = 10) -> Session:
    """Return the session of a shade that a human has killed."""
    game = scenario(room("@H.", "..\\"), luck=[MISS, HIT])
    game.hero.hp, game.hero.gold = hp, 8
    return session_of(game, "a ea a ea")


def rows(
    session: Session, scores: Sequence[Score] = (), kept: KeptGame | None = None
) -> dict[str, str]:
    """Return the texts of the report by label."""
    assert session.game is not None
    report = build_end_report(session, session.game, scores, kept, "cc3k")
    return {row.label: row.text for row in report}


def won() -> Session:
    """Return the session of a goblin that has won, with gold from all sources."""
    floors = [room("@M76.", "....\\"), *[room("@\\...", ".....")] * 4]
    game = scenario("\n".join(floors), "Goblin", luck=[MISS])
    return session_of(game, "a ea a ea ea ea ea se ea ea ea ea")


def test_end_says_who_where_and_when() -> None:
    """Also where a potion did it, against which there are no odds."""
    session = killed()
    assert rows(session)[""] == "Killed by a human on floor 1, turn 2."
    assert session.game is not None
    session.game.depth, session.game.turns = 4, 311
    assert rows(session)[""] == "Killed by a human on floor 4, turn 311."
    assert rows(won())[""] == "Victory! You leave the dungeon alive on turn 10."
    brew = session_of(scenario(room("@3", ".\\"), "Vampire"), "")
    assert brew.game is not None
    brew.game.hero.hp = 5
    brew.handle_word("u")
    brew.handle_word("ea")
    assert rows(brew)[""] == "Killed by a Poison Health potion on floor 1, turn 1."
    assert "Odds" not in rows(brew)


def test_score_is_told_with_what_the_race_adds() -> None:
    """R15: a shade's is half as much again."""
    assert rows(killed())["Score"] == "12: 8 gold and 4 more for a shade."
    assert rows(won())["Score"] == "12: 12 gold."


def test_rank_is_among_ones_own_games_of_the_race() -> None:
    """Of the same kind and floors: higher first, then fewer turns, then the earlier."""
    mine = A_SCORE._replace(score=12, turns=2, journal="the-journal")
    better = A_SCORE._replace(score=44, cause="elf", floors=3, journal="b")
    same = A_SCORE._replace(score=12, turns=2, journal="c")
    worse = A_SCORE._replace(score=12, turns=3, journal="d")
    others = (
        A_SCORE._replace(score=99, race="Troll", journal="e"),
        A_SCORE._replace(score=99, kind=DAILY, journal="f"),
        A_SCORE._replace(score=99, layout="00000001", journal="g"),
        A_SCORE._replace(score=99, ruleset=1, journal="h"),
    )
    session = killed()
    session.floor_layouts = ()
    assert rows(session, [better, same, worse, *others, mine], KEPT)["Rank"] == (
        "3rd of your 4 games as a shade. Best so far: 44 (floor 3, elf, 2026-11-20)."
    )
    assert rows(session, [worse, mine], KEPT)["Rank"] == (
        "1st of your 2 games as a shade: a new best! Before: 12 (won, 2026-11-20)."
    )
    assert rows(session, others)["Rank"] == (
        "The first of your games as a shade: your best so far."
    )


def test_rank_of_daily_games_and_of_layouts_is_their_own() -> None:
    """As the score tables are."""
    session = killed()
    session.daily_date = "2026-11-20"
    daily = A_SCORE._replace(kind=DAILY, score=1)
    assert rows(session, [daily])["Rank"].startswith("1st of your 2 daily games as a shade: ")
    assert rows(session)["Game"] == "Daily 2026-11-20"
    assert session.game is not None
    session.floor_layouts = session.game.floor_layouts
    assert rows(session, [daily])["Rank"] == (
        "The first of your daily games as a shade on this layout: your best so far."
    )


def test_practice_is_not_ranked() -> None:
    """§5: nothing of it is scored; what there is to beat is told."""
    session = killed()
    session.is_practice = True
    assert rows(session)["Rank"] == "Practice is not ranked."
    assert rows(session, [A_SCORE._replace(score=44)])["Rank"] == (
        "Practice is not ranked. Best so far: 44 (won, 2026-11-20)."
    )


def test_odds_are_those_with_which_the_fight_began() -> None:
    """Against that kind at full health, with the HP before its first blow."""
    sure = session_of(scenario(room("@H.", "..\\"), luck=[HIT, *[MISS] * 5]), "a ea " * 6)
    assert sure.game is not None
    sure.game.hero.hp, sure.game.outcome = 0, Outcome(won=False, slain_by="human")
    assert rows(killed())["Odds"].startswith("10 HP when that fight began; ")
    assert rows(killed(1))["Odds"] == (
        "1 HP when that fight began; 2 % of such fights against a human are won."
    )
    assert rows(sure)["Odds"].startswith("125 HP when that fight began; ")
    assert "Odds" not in rows(won())


def test_odds_name_all_who_fought_and_the_hp_with_which_that_began() -> None:
    """Two halflings and an orc against 60 HP, though the killer came last."""
    game = scenario(room("L@O", "L..", "..\\"), luck=[MISS, MISS, MISS, HIT] * 9)
    game.hero.hp = 60
    killed_at_last = session_of(game, "a ea a ea")
    assert 0 < game.hero.hp < 60
    game.hero.hp, game.outcome = 0, Outcome(won=False, slain_by="orc")
    told = rows(killed_at_last)["Odds"]
    assert re.fullmatch(
        r"60 HP when that fight began; about (0 %|under 1 %) of such fights against "
        r"2 halflings and an orc are won\.",
        told,
    )


def test_odds_are_told_of_a_fight_that_began_from_afar() -> None:
    """X93: an arrow was the first blow, and whoever fought came close turns later."""
    session = killed()
    fight = session.tally.fight
    assert fight is not None
    foes = tuple([(foe, turns + 2) for foe, turns in fight.foes])
    session.tally.fight = evolve(fight, foes=foes)
    assert rows(session)["Odds"].startswith("10 HP when that fight began; ")


def test_odds_tell_nothing_where_the_killer_was_in_no_fight() -> None:
    """As where a game was taken up again with its end."""
    session = killed()
    session.tally.fight = None
    assert "Odds" not in rows(session)


def test_odds_that_cannot_be_computed_are_said_to_be_so(monkeypatch: Patch) -> None:
    """As on a look around."""

    def refuse(*_: object) -> None:
        raise OddsError

    monkeypatch.setattr(odds_module, "compute_best_odds", refuse)
    assert rows(killed())["Odds"] == ("10 HP when that fight began; its odds cannot be computed.")


def test_gold_is_told_by_pile_enemy_and_theft() -> None:
    """R13, R24: whence each piece came."""
    assert rows(won())["Gold"] == (
        "1 in 1 small pile, 2 in 1 normal pile, 4 in 1 merchant hoard, 5 stolen."
    )
    assert rows(won())["Slain"] == "1 merchant."
    assert rows(killed())["Gold"] == "none."
    assert rows(killed())["Slain"] == "nobody."
    session = killed()
    session.tally.gold_taken.update(elf=3)
    session.tally.piles_by_value.update({1: 2, 9: 1})
    session.tally.kills.update(dwarf=2)
    assert rows(session)["Gold"] == "2 in 2 small piles, 9 in 1 pile of 9, 3 from slain elves."
    assert rows(session)["Slain"] == "2 dwarves."


def test_somebody_of_name_has_no_number_and_no_plural() -> None:
    """X110: neither among the slain nor as a source of gold."""
    rules = rules_with((UNIQUE_ENEMIES,))
    session = session_of(scenario(room("@.\\"), luck=[0] * 8, rules=rules), "")
    session.tally.gold_taken.update(Borin=5, elf=3)
    session.tally.kills.update(Borin=1, elf=1)
    assert rows(session)["Gold"] == "3 from slain elves, 5 from Borin."
    assert rows(session)["Slain"] == "1 elf, Borin."


def test_freeze_is_told() -> None:
    """R5: it is a part of the story."""
    assert rows(killed())["Freeze"] == "Enemies were held still (f) in 2 of 2 turns."
    session = killed()
    session.tally.frozen_turns = 0
    assert rows(session)["Freeze"] == "Enemies were never held still."


def test_game_can_be_had_again_watched_read_and_drawn() -> None:
    """R34: by its command line; what is kept by the names of its files."""
    told = rows(killed(), (), KEPT)
    assert told["Game"] == "Seed 42"
    assert told["Again"] == "cc3k --seed 42 --race shade"
    assert told["Watch"] == "cc3k replay the-journal"
    assert told["Page"] == "/home/page.txt"
    assert "--turn last --svg FILE.svg" in told["Picture"]
    assert "as an SVG file" in told["Picture"]
    assert [*told][[*told].index("Picture") - 1] == "Page"
    session = killed()
    session.games_started = 3
    told = rows(session)
    assert told["Game"] == "Seed 42, game 3"
    assert told["Again"] == "cc3k --seed 42, and then its game 3"
    assert not {"Watch", "Page", "Picture"} & set(told)


def test_game_that_no_command_begins_again_is_only_watched() -> None:
    """The second game of a seed: its replay does not play again."""
    told = rows(killed(), (), evolve(KEPT, command="cc3k replay the-journal"))
    assert "Again" not in told
    assert told["Watch"] == "cc3k replay the-journal"


@for_each("number, text",
    [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (12, "12th"), (13, "13th"),
     (21, "21st"), (102, "102nd"), (111, "111th")])  # fmt: skip
def test_ranks_are_ordinals(number: int, text: str) -> None:
    """As they are said."""
    assert ordinal(number) == text


def test_report_can_be_told_in_lines() -> None:
    """For plain mode: each with its label."""
    session = killed()
    assert session.game is not None
    told = list(report_lines(build_end_report(session, session.game, (), None, "cc3k")))
    assert told[0] == "Killed by a human on floor 1, turn 2."
    assert told[1] == "Score: 12: 8 gold and 4 more for a shade."


def test_gold_is_told_by_its_worth_where_that_does_not_tell_the_kind() -> None:
    """X80: a pile of 4 may be a merchant's hoard, or any other one of a deep floor."""
    session = won()
    game = session.game
    assert game is not None
    game.rules = evolve(game.rules, expansions=(DEPTHS,))
    game.parts = {"depths": SlainElders()}
    assert (
        rows(session)["Gold"] == "1 in 1 pile of 1, 2 in 1 pile of 2, 4 in 1 pile of 4, 5 stolen."
    )
    session.tally.piles_by_value.clear()
    session.tally.piles_by_value.update({2: 3})
    assert rows(session)["Gold"] == "6 in 3 piles of 2, 5 stolen."
