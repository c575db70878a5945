"""Report of a game that is over: what happened, rank, odds, gold, and how to have it again."""

import json
import re
from collections.abc import Sequence

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from cc3k.content.roster import BASE_RULES
from cc3k.engine.events import PC, Slain
from cc3k.engine.game import GameState, Outcome
from cc3k.engine.hero import Race
from cc3k.expansions.depths import DEPTHS
from cc3k.expansions.registry import rules_with
from cc3k.expansions.uniques import UNIQUE_ENEMIES
from cc3k.play import odds as odds_module
from cc3k.play.endings import GIVEN_UP, SLAIN, WON
from cc3k.play.odds import OddsError
from cc3k.play.session import Session
from cc3k.saves.end_report import KeptGame, PastGames, build_end_report, ordinal
from cc3k.saves.game_page import game_page, game_page_to_json, summarize_record
from cc3k.saves.record import DAILY, PRACTICE, Record, daily_seed, layout_digest
from cc3k.saves.replay import ReplayDiverged
from cc3k.saves.results import GameResult
from tests.support.fixtures import Patch
from tests.support.records import A_RESULT, BEGUN, BREWS, WAYS_OUT, header, recorded, walked
from tests.support.scenarios import HIT, MISS, race_named, room, scenario
from tests.support.tables import for_each

KEPT = KeptGame("the-journal", "cc3k --seed 42 --race shade", "/home/page.txt", lambda: "Drawn.")


def session_of(game: GameState, words: str) -> Session:
    session = Session(BASE_RULES, 42)
    session.start_history()
    session.game, session.games_started = game, 1
    session.tally.add_turn(game, ())
    list(session.play_words(words.split()))
    return session


def killed(hp: int = 10) -> Session:
    game = scenario(room("@H.", "..\\"), luck=[MISS, HIT])
    game.hero.hp, game.hero.gold = hp, 8
    return session_of(game, "a ea a ea")


def rows(
    session: Session, scores: Sequence[GameResult] = (), kept: KeptGame | None = None
) -> dict[str, str]:
    assert session.game is not None
    return dict(build_end_report(session, session.game, PastGames(kept, scores)))


def won() -> Session:
    floors = [room("@M76.", "....\\"), *[room("@\\...", ".....")] * 4]
    game = scenario("\n".join(floors), "Goblin", luck=[MISS])
    return session_of(game, "a ea a ea ea ea ea se ea ea ea ea")


def test_end_says_who_where_and_when() -> None:
    session = killed()
    assert rows(session)[""] == "Killed by a human on floor 1, turn 2."
    assert session.game is not None
    session.game.depth, session.game.turns = 4, 311
    assert rows(session)[""] == "Killed by a human on floor 4, turn 311."
    assert rows(won())[""] == "Victory! You leave the dungeon alive on turn 10."
    brew = session_of(scenario(room("@3", ".\\"), "Vampire"), "")
    assert brew.game is not None
    brew.game.hero.hp = 5
    brew.give("u ea")
    assert rows(brew)[""] == "Killed by a Poison Health potion on floor 1, turn 1."
    assert "Odds" not in rows(brew)


def test_score_is_told_with_what_the_race_adds() -> None:
    """R15: a shade's is half as much again."""
    assert rows(killed())["Score"] == "12: 8 gold and 4 more for a shade."
    assert rows(won())["Score"] == "12: 12 gold."


def test_rank_is_among_ones_own_games_of_the_race() -> None:
    mine = A_RESULT._replace(score=12, turns=2, journal="the-journal")
    better = A_RESULT._replace(score=44, cause="elf", ending=SLAIN, floors=3, journal="b")
    same = A_RESULT._replace(score=12, turns=2, journal="c")
    worse = A_RESULT._replace(score=12, turns=3, journal="d")
    others = (
        A_RESULT._replace(score=99, race="Troll", journal="e"),
        A_RESULT._replace(score=99, kind=DAILY, journal="f"),
        A_RESULT._replace(score=99, layout="00000001", journal="g"),
        A_RESULT._replace(score=99, ruleset=1, journal="h"),
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
    session = killed()
    session.daily_date = "2026-11-20"
    daily = A_RESULT._replace(kind=DAILY, score=1)
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
    assert rows(session, [A_RESULT._replace(score=44)])["Rank"] == (
        "Practice is not ranked. Best so far: 44 (won, 2026-11-20)."
    )


def test_odds_are_those_with_which_the_fight_began() -> None:
    sure = session_of(scenario(room("@H.", "..\\"), luck=[HIT, *[MISS] * 5]), "a ea " * 6)
    assert sure.game is not None
    sure.game.hero.hp, sure.game.outcome = 0, Outcome(Slain(PC, "human"))
    assert rows(killed())["Odds"].startswith("10 HP when that fight began; ")
    assert rows(killed(1))["Odds"] == (
        "1 HP when that fight began; 2 % of such fights against a human are won by striking first."
    )
    assert rows(sure)["Odds"].startswith("125 HP when that fight began; ")
    assert "Odds" not in rows(won())


def test_odds_name_all_who_fought_and_the_hp_with_which_that_began() -> None:
    game = scenario(room("L@O", "L..", "..\\"), luck=[MISS, MISS, MISS, HIT] * 9)
    game.hero.hp = 60
    killed_at_last = session_of(game, "a ea a ea")
    assert 0 < game.hero.hp < 60
    game.hero.hp, game.outcome = 0, Outcome(Slain(PC, "orc"))
    told = rows(killed_at_last)["Odds"]
    assert re.fullmatch(
        r"60 HP when that fight began; (about 0 %|under 1 %) of such fights against "
        r"2 halflings and an orc are won by striking first\.",
        told,
    )


def test_odds_that_cannot_be_computed_are_said_to_be_so(monkeypatch: Patch) -> None:
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


def test_gold_adds_up_where_some_was_paid_or_stolen() -> None:
    """X80, X95: piles whose worth differs from floor to floor are one sum."""
    session = session_of(scenario(room("@.\\"), rules=rules_with((DEPTHS,))), "")
    tally, game = session.tally, session.game
    assert game is not None
    tally.piles_by_value.update({2: 2, 3: 1})
    tally.gold_otherwise, tally.gold_lost, game.hero.gold = 12, 15, 4
    assert rows(session)["Gold"] == (
        "7 in 3 piles, 12 in other ways, less 15 paid or lost to thieves: 4 left."
    )


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
    session, kept = killed(), evolve(KEPT, command=None)
    told = rows(session, (), kept)
    assert "Again" not in told
    assert told["Watch"] == "cc3k replay the-journal"
    session.games_started = 2
    assert rows(session, (), kept)["Again"] == "cc3k --seed 42, and then its game 2"


@for_each(
(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (12, "12th"), (13, "13th"),
     (21, "21st"), (102, "102nd"), (111, "111th"),
)  # fmt: skip
def test_ranks_are_ordinals(number: int, text: str) -> None:
    assert ordinal(number) == text


COMMAND = "cc3k --floor drawn --seed 42 --race goblin"
JOURNAL = "20261120-205700-goblin-42"
POISON = ("u nw", "u no", "u ne", "u we", "u ea")


def facts_of(record: Record) -> dict[str, object]:
    return game_page_to_json(summarize_record(record), COMMAND, JOURNAL)


def gold_of(record: Record) -> object:
    return facts_of(record)["gold_by_source"]


def floor(number: int, *figures: int) -> dict[str, int]:
    names = ("turns", "arrived", "left", "gold", "slain")
    return {"floor": number, **dict(zip(names, figures, strict=True))}


def test_game_that_is_won_is_told_floor_by_floor() -> None:
    """§5: five floors, a pile on each; the turn that takes the stairs belongs to the floor left."""
    facts = facts_of(recorded(header(WAYS_OUT * 5, "Drow"), *["ea"] * 10, ending=WON))
    assert (facts["ending"], facts["cause"], facts["turns"]) == (WON, "", 10)
    assert (facts["score"], facts["gold"]) == (5, 5)
    assert facts["floors"] == [floor(number, 2, 150, 150, 1, 0) for number in range(1, 6)]


def test_gold_is_told_by_the_size_of_its_piles() -> None:
    """§2.3.2: what lies about is worth 1, 2 or 4; a shade's score is half as much again (R15)."""
    record = recorded(header(room("@6786\\")), *["ea"] * 4)
    piles = [{"size": size, "count": count} for size, count in ((1, 1), (2, 2), (4, 1))]
    assert gold_of(record) == {"piles": piles, "taken": {}, "stolen": 0, "bonus": 4}
    game = summarize_record(record).game
    assert (game.hero.gold, game.score) == (9, 13)


def test_potion_that_slays_is_the_cause() -> None:
    """R17: a vampire has 50 HP and dies of five potions; what was drunk is counted by kind."""
    facts = facts_of(recorded(header(BREWS, "Vampire"), *POISON, ending=SLAIN))
    assert (facts["ending"], facts["cause"], facts["score"]) == (SLAIN, "PH potion", 0)
    assert facts["drunk"] == {"PH": 5}
    assert facts["floors"] == [floor(1, 5, 50, 0, 0, 0)]


def test_hp_on_leaving_a_floor_is_that_before_the_stairs() -> None:
    """R6: what a troll regains on the stairs counts for the floor where it arrives."""
    game = header("\n".join([room("3.", "@\\"), room(".\\", "@.")]), "Troll")
    floors = facts_of(recorded(game, "u no", "ea", "no"))["floors"]
    assert floors == [floor(1, 2, 120, 115, 0, 0), floor(2, 1, 120, 120, 0, 0)]
    floors = facts_of(recorded(evolve(game, race="Shade"), "u no", "ea"))["floors"]
    assert floors == [floor(1, 2, 125, 115, 0, 0), floor(2, 0, 115, 115, 0, 0)]


def test_what_a_record_says_of_its_end_counts_only_for_a_game_that_goes_on() -> None:
    """A game ends as it is played: a record cannot claim a victory."""
    going = recorded(header(room("@..\\")), "ea")
    assert summarize_record(going).ending == ""
    assert summarize_record(evolve(going, ending=GIVEN_UP)).ending == GIVEN_UP
    with pytest.raises(ReplayDiverged, match="the ending is"):
        summarize_record(evolve(going, ending=WON))


def test_score_counts_when_a_game_has_an_end_and_is_no_practice() -> None:
    """§5: only of a game that was won or lost; a daily game counts, if on a board of its own."""
    for kind, counts in ((DAILY, True), (PRACTICE, False)):
        found = summarize_record(recorded(header(BREWS, "Vampire", kind=kind), *POISON)).to_result(
            "", ""
        )
        assert found.is_scored is counts
    given_up = recorded(header(BREWS, "Vampire"), *POISON[:-1], ending=GIVEN_UP)
    assert not summarize_record(given_up).to_result("", "").is_scored
    assert not summarize_record(given_up).to_result("", "").won


@given(st.integers(0, 10**6), st.sampled_from(BASE_RULES.races), st.integers(0, 400))
def test_sums_of_a_tale_agree_with_one_another(seed: int, race: Race, commands: int) -> None:
    tale = summarize_record(walked(seed, race, commands))
    game, tally = tale.game, tale.session.tally
    picked_up = sum(size * count for size, count in tally.piles_by_value.items())
    gold = game.hero.gold
    assert picked_up + tally.gold_taken.total() + tally.gold_stolen == gold
    assert game.score == race.score_scale(gold)
    assert sum(floor.gold for floor in tally.floors) == gold
    assert sum(floor.turns for floor in tally.floors) == game.turns == tale.log_entries[-1].turn
    assert sum(floor.kills.total() for floor in tally.floors) == tally.kills.total()
    assert [floor.floor for floor in tally.floors] == list(range(1, game.depth + 1))
    assert tally.floors[0].first.hp == race.hp
    assert (tally.floors[-1].last.hp == 0) is (tale.ending == SLAIN)


def page(record: Record) -> str:
    return game_page(summarize_record(record), COMMAND, JOURNAL)


def test_page_tells_all_there_is_to_tell() -> None:
    board = room("@M6.", "3..\\")
    won = recorded(
        header(board, "Goblin"), "f", "u so", "a ea", "a ea", "ea", "ea", ending=GIVEN_UP
    )
    assert page(won) == (
        "Given up on floor 1 with 11 gold.\n"
        "Goblin, 5 turns, begun 2026-11-20T20:57:00Z\n"
        "Enemies were held still (f) in 5 of 5 turns.\n"
        f"Layout: drawn ({layout_digest(won.header.layout_text)})\n"
        "\n"
        "The story\n"
        "  A goblin goes down into a dungeon of 5 floors.\n"
        "  Floor 1, 5 turns: slew a merchant, drank PH and took 11 gold; lost no HP to blows.\n"
        "\n"
        "|----|\n"
        "|..@.|\n"
        "|...\\|\n"
        "|----|\n"
        "Race: Goblin Gold: 11                                                   Floor 1\n"
        "HP: 100\n"
        "Atk: 15\n"
        "Def: 20\n"
        "Action: PC moves East. PC picks up 2 gold.\n"
        "\n"
        "Last messages, by turn\n"
        "      0  Player character has spawned. PC sees an unknown potion.\n"
        "      0  Enemies stand still.\n"
        "      1  PC uses PH.\n"
        "      2  PC deals 15 damage to M (15 HP). Every merchant is hostile from now on. "
        "M misses PC.\n"
        "      3  PC deals 15 damage to M (0 HP). PC slays M. PC steals 5 gold.\n"
        "      4  PC moves East. PC picks up 4 gold.\n"
        "      5  PC moves East. PC picks up 2 gold.\n"
        "\n"
        "Slain\n"
        "      1  merchant\n"
        "\n"
        "Potions drunk\n"
        "      1  PH\n"
        "\n"
        "Gold: 11\n"
        "      2  1 pile of 2\n"
        "      4  1 pile of 4\n"
        "      5  stolen\n"
        "\n"
        "Floor  Turns  HP at first  HP at last   Gold  Slain\n"
        "    1      5          110         100     11      1\n"
        "\n"
        "Seed 42\n"
        f"  {COMMAND}\n"
        f"  cc3k replay {JOURNAL}\n"
    )


def test_page_of_a_game_that_was_lost_tells_what_to() -> None:
    """R33: in the words that the player was told, and the cause."""
    lost = recorded(header(BREWS, "Vampire"), "u nw", "u no", "u ne", "u we", "u ea", ending=SLAIN)
    assert page(lost).startswith(
        "Defeat. PC died on floor 1.\nScore: 0 (0 gold)\nCause of death: PH potion\nVampire, 5 t"
    )
    assert "\nSlain\n         nothing\n" in page(lost)


def test_page_of_a_victory_tells_every_floor() -> None:
    """R15: a shade's bonus is told where its gold came from."""
    text = page(recorded(header(WAYS_OUT * 5), *["ea"] * 10))
    assert text.startswith("Victory! PC has left the dungeon alive.\nScore: 7 (5 gold + 2 for a")
    assert "\n      5  5 piles of 1\n      2  more in the score\n" in text
    assert re.findall(r"^ {4}\d .*", text, re.MULTILINE) == [
        f"    {floor}      2          125         125      1      0" for floor in range(1, 6)
    ]


def test_page_tells_whose_gold_it_was() -> None:
    """R24: what a slain enemy yields goes straight into the purse."""
    tale = summarize_record(recorded(header(room("@L..", "...\\"), "Drow"), *["a ea"] * 12))
    gold = tale.game.hero.gold
    assert f"\nGold: {gold}\n  {gold:>5}  from slain halflings\n" in game_page(
        tale, COMMAND, JOURNAL
    )


def test_page_tells_what_was_gained_otherwise_and_lost() -> None:
    tale = summarize_record(recorded(header(room("@..\\"), "Drow"), "ea"))
    tale.session.tally.gold_otherwise, tale.session.tally.gold_lost = 12, 5
    text = game_page(tale, COMMAND, JOURNAL)
    assert "\n     12  in other ways\n     -5  paid or lost to thieves\n" in text
    found = game_page_to_json(tale, COMMAND, JOURNAL)["gold_by_source"]
    assert found == {"piles": [], "taken": {}, "stolen": 0, "otherwise": 12, "lost": 5, "bonus": 0}


def test_page_says_what_is_special() -> None:
    assert "\nA practice game: its score is not kept.\n" in page(recorded(header(kind=PRACTICE)))
    seed = int(daily_seed(BEGUN))
    assert f"\nThe game of the day of {BEGUN[:10]}.\n" in page(
        recorded(header("", "Drow", seed, DAILY))
    )
    plain = page(recorded(header(game=3)))
    assert "The game of the day" not in plain
    assert plain.startswith("Not over yet: on floor 1 with 0 gold.\n")
    assert "\nSeed 42, game 3\n" in plain
    assert "practice" not in plain
    assert "Layout" not in plain
    unnamed = evolve(header(room("@..\\")), layout_name="")
    assert "\nLayout: unnamed (" in page(recorded(unnamed))


@pytest.mark.seeded
def test_facts_are_those_of_the_page() -> None:
    tale = summarize_record(walked(15, race_named("Shade"), 4_000))
    facts, game = game_page_to_json(tale, COMMAND, JOURNAL), tale.game
    assert json.loads(json.dumps(facts)) == facts
    assert (facts["seed"], facts["game"], facts["race"]) == (15, 1, "Shade")
    assert (facts["score"], facts["cause"], facts["layout"]) == (game.score, "elf", None)
    assert facts["floors"] == [
        floor(1, game.turns, 125, 0, game.hero.gold, tale.session.tally.kills.total())
    ]
    assert facts["board"] == tale.last_frame.splitlines()
    assert (facts["command"], facts["journal"]) == (COMMAND, JOURNAL)
