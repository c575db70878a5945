"""Plain mode's own words: everything that a screen can do, in plain English (§4)."""

import re
from io import BytesIO, StringIO

from cc3k.cli.argument_parser import nearest_word
from cc3k.cli.plain import MAX_LINE_WORDS, PlainSession, play_words
from cc3k.content.roster import BASE_RULES
from cc3k.engine.board import DIRECTIONS
from cc3k.engine.game import GameState
from cc3k.play.commands import COMMANDS_BY_WORDS, MetaCommand
from cc3k.play.help import guide_page
from cc3k.play.messages import LEAVE_QUESTION, NEVER_MIND, TRY_UNKNOWN, race_prompt
from cc3k.play.narrator import GAME_CONTINUES, Narrator
from cc3k.play.plain_words import (
    DIRECTION_QUESTION,
    GOAL_QUESTION,
    HELP_ROWS,
    REQUESTS,
    SINGLE_WORDS,
    TIMES_QUESTION,
    WAITING_VERBS,
    PlainCommand,
    WordParser,
)
from cc3k.play.session import Session, SessionStage
from tests.cli.test_plain import narrator, playing, said
from tests.support.consoles import keeper
from tests.support.expansions import session_of
from tests.support.scenarios import HIT, MISS, room, scenario, snapshot
from tests.support.tables import for_each

PASS = room("@..H..\\", ".......")
HALL = room("........", "........", "..@...7.", ".......\\")


def hurt(told: Narrator, hp: int) -> GameState:
    playing(told).hero.take_damage(hp)
    said(told, "")
    return playing(told)


def parsed(line: str) -> list[PlainCommand]:
    parser = WordParser()
    return [command for word in line.split() if (command := parser.take(word)) is not None]


@for_each(
    ("no a ea u nw f", [("say", "no"), ("say", "a ea"), ("say", "u nw"), ("say", "f")]),
    ("north southeast", [("go", "no"), ("go", "se")]),
    ("attack north use ea drink west", [("say", "a no"), ("say", "u ea"), ("say", "u we")]),
    ("travel stairs travel gold", [("travel", "stairs"), ("travel", "gold")]),
    ("run east run no", [("run", "ea"), ("run", "no")]),
    ("freeze undo restart quit", [("say", "f"), ("say", "z"), ("say", "r"), ("say", "q")]),
    ("rest fight collect leave", [("rest",), ("fight",), ("collect",), ("leave",)]),
    ("10 no 3 a ea", [("say", "no", 10), ("say", "a ea", 3)]),
    ("100000 no 0 1x", [("say", "no", 999), ("unknown", "0"), ("unknown", "1x")]),
    ("0000003 no 00000001234 so 0000", [("say", "no", 3), ("say", "so", 999), ("unknown", "0000")]),
    ("look", [("ask", "look")]),
    ("> o ?", [("travel", "stairs"), ("collect",), ("ask", "help")]),
    ("12 log goal", [("ask", "log", 12), ("ask", "guide")]),
    ("a f", [("unknown", "a f")]),
    ("travel north", [("unknown", "travel north")]),
    ("attack cancel", [("cancel",)]),
    ("a q ea", [("say", "q"), ("say", "a ea")]),
    ("a a ea travel travel stairs", [("say", "a ea"), ("travel", "stairs")]),
)
def test_words_make_commands(line: str, commands: list[tuple[str, str, int]]) -> None:
    assert parsed(line) == [PlainCommand(*each) for each in commands]


def test_every_word_is_known_and_explained() -> None:
    documents = {word for words in COMMANDS_BY_WORDS for word in words.split()}
    told = {word for words, _ in HELP_ROWS for word in re.findall(r"[a-z]+|[>?]", words)}
    directions = {way.name.lower() for way in DIRECTIONS}
    assert {*SINGLE_WORDS, *WAITING_VERBS} - directions <= told
    assert documents <= told
    known = {*SINGLE_WORDS, *WAITING_VERBS, "stairs", "gold", "potion", "yes", "no", "y", "n"}
    assert told <= known | {"or", "and", "so", "on"}


def test_travel_walks_in_one_go_and_tells_steps_and_gold() -> None:
    """A screen's `>`, `G` and `P`: the way is no news, what it brought is."""
    told = narrator("\n".join([room("@...7...\\"), room("....7..@\\")]))
    assert said(told, "travel gold") == [
        "You walk 4 steps and pick up 1 gold.",
        "Gold 1.",
        "Near: stairs, 4 east.",
    ]
    assert said(told, "travel gold")[0].startswith("There is none to be had")
    assert playing(told).turns == 4
    assert said(told, "travel stairs") == [
        "You walk 3 steps.",
        "You go down to floor 2.",
        "Near: small pile, 3 west; stairs, 1 east.",
    ]


def test_travel_waits_for_its_goal() -> None:
    told = narrator(HALL)
    assert said(told, "travel") == [GOAL_QUESTION]
    assert said(told, "gold")[0] == "You walk 4 steps and pick up 1 gold."
    assert said(told, "run") == [DIRECTION_QUESTION]
    assert said(told, "cancel")[0] == NEVER_MIND
    assert said(told, "10") == [TIMES_QUESTION]
    assert said(told, "stop")[0] == NEVER_MIND


def test_danger_is_named_and_saying_it_again_goes_on() -> None:
    floors = "\n".join([PASS, room("@.....\\")])
    for again in ("travel stairs", ">", "continue"):
        told = narrator(floors, luck=[MISS] * 9)
        assert said(told, "travel stairs")[0] == (
            "A human can strike you on the way (16 HP at worst): "
            "say `travel stairs` again to go all the same."
        )
        assert playing(told).turns == 0
        assert any("You walk" in line for line in said(told, again))
        assert playing(told).turns > 0


def test_other_words_between_take_the_offer_back() -> None:
    told = narrator(PASS)
    first = said(told, "travel stairs")[0]
    said(told, "f f")
    assert said(told, "travel stairs")[0] == first
    assert playing(told).turns == 0


def test_continue_needs_something_to_go_on_with() -> None:
    told = narrator(HALL)
    assert said(told, "continue")[0] == "There is nothing to go on with."
    said(told, "no")
    assert said(told, "continue")[0] == "You move North."


def test_run_goes_on_until_there_is_something_to_decide() -> None:
    told = narrator(room("@......", "......\\"))
    assert said(told, "run east")[0] == "You walk 6 steps."
    assert said(told, "run east")[0] == "There is no way to the East."


def test_rest_heals_or_says_why_not() -> None:
    told = narrator(room("@...\\"), "Troll")
    assert said(told, "rest")[0] == "You are at full HP."
    hurt(told, 20)
    assert said(told, "rest")[:2] == ["You rest 4 turns.", "HP 120 of 120."]
    hurt(told, 5)
    assert said(told, "rest")[0] == "You rest a turn."
    assert said(narrator(HALL), "rest")[0] == "Rest does not heal your race."
    near = narrator(room("@H.\\"), "Troll")
    hurt(near, 20)
    assert said(near, "rest")[0] == "You cannot rest in an enemy's reach."


def test_counts_repeat_a_step_and_an_attack() -> None:
    told = narrator(room("@......", "......\\"))
    assert said(told, "3 ea")[0] == "You walk 3 steps."
    assert said(told, "10 east")[:2] == ["You walk 3 steps.", "There is no way to the East."]
    told = narrator(room("@W.", "..\\"), luck=[MISS] * 9)
    assert said(told, "2 attack east")[:2] == [
        "You hit the dwarf for 20 (80 left). It misses.",
        "You hit the dwarf for 20 (60 left). It misses.",
    ]


def test_fight_fights_to_the_end() -> None:
    told = narrator(room("@..W.", "....\\"), luck=[*[MISS] * 5, 0])
    lines = said(told, "fight")
    assert lines[:2] == ["You walk a step.", "You move East. The dwarf misses."]
    assert lines[2:7] == [
        *[f"You hit the dwarf for 20 ({left} left). It misses." for left in (80, 60, 40, 20)],
        "You hit the dwarf for 20 and slay it. You take 1 gold from it.",
    ]
    assert lines[7] == "Gold 1."


def test_fight_with_bad_odds_names_what_attacks() -> None:
    hopeless = narrator(room("@E.", "..\\"))
    assert said(hopeless, "fight")[0].endswith(" `fight` won't: `attack` and a direction attacks.")
    assert playing(hopeless).turns == 0


def test_fight_asks_once_a_good_share_of_the_hp_is_gone() -> None:
    for answer in ("yes", "no"):
        told = narrator(room("@H.", "..\\"), luck=[HIT, HIT, *[MISS] * 8, 0])
        next(iter(playing(told).floor.enemies.values())).hp = 220
        *_, why, question = said(told, "fight")
        assert why == "Stopped: you have lost 32 HP in this fight, 93 of 125 are left."
        assert question.endswith("Fight on? (yes/no)")
        said(told, answer)
        assert bool(playing(told).floor.enemies) is (answer == "no")


def test_collect_fetches_and_says_what_is_left() -> None:
    told = narrator(room("@.7.0.7.", ".......\\"))
    lines = said(told, "collect")
    assert lines[0] == "You walk 6 steps and pick up 2 gold."
    assert lines[1] == (
        f"2 gold, 6 turns. Left: 1 potion (unknown): say `collect` again {TRY_UNKNOWN}."
    )
    assert "Restore Health: nothing changes." in said(told, "collect")


def test_walking_into_an_enemy_attacks_it() -> None:
    """A direction in plain English is an arrow; the document's word stays a step (R4)."""
    told = narrator(room("@E.", "..\\"), luck=[MISS] * 9)
    assert said(told, "ea")[0] == "You cannot move East: an elf is in the way."
    assert said(told, "east")[0].startswith("You hit the elf for 23")


@for_each(("yes", True), ("no", False))
def test_walking_into_a_potion_asks_first(answer: str, is_used: bool) -> None:
    told = narrator(room("@0.", "0.\\"))
    assert said(told, "east") == ["There is an unknown potion to the East. Use it? (yes/no)"]
    assert playing(told).turns == 0
    said(told, answer)
    assert playing(told).turns == int(is_used)
    kind = "a Restore Health" if is_used else "an unknown"
    assert said(told, "south") == [f"There is {kind} potion to the South. Use it? (yes/no)"]


def test_walking_into_a_harmful_potion_says_so() -> None:
    told = narrator(room("@3.", "..\\"))
    playing(told).known_names.add("PH")
    assert said(told, "east") == [
        "There is a Poison Health potion to the East. It does harm. Use it? (yes/no)"
    ]


def test_peaceful_are_attacked_only_after_a_yes() -> None:
    """R21: one attack makes every merchant an enemy for good."""
    for words in ("a ea", "attack east", "east", "3 a ea"):
        told = narrator(room("@M.", "..\\"), luck=[MISS] * 9)
        question = "The merchant to the East is peaceful. Attack it? (yes/no)"
        assert said(told, words) == [question]
        assert said(told, "n")[0] == NEVER_MIND
        assert playing(told).turns == 0
        assert said(told, f"{words} y")[0].startswith("You hit the merchant")
        assert not playing(told).hero.provoked_kinds.isdisjoint({"merchant"})
    told = narrator(room("@M.", "..\\"), luck=[MISS])
    said(told, "a ea y")
    assert said(told, "a ea")[0].startswith("You hit the merchant")  # hostile by now


@for_each(
    ("travle", "travel"),
    ("discoverys", "discoveries"),
    ("figth", "fight"),
    ("travel stiars", "travel stairs"),
    ("attack noth", "attack north"),
    ("colect", "collect"),
)
def test_typing_error_is_answered_with_the_word_that_was_meant(typed: str, meant: str) -> None:
    told = narrator(HALL)
    before = snapshot(playing(told))
    assert said(told, typed)[0] == f"There is no command '{typed}'. Did you mean `{meant}`?"
    assert snapshot(playing(told)) == before
    assert said(told, "xyzzy")[0] == "There is no command 'xyzzy'."
    assert said(told, "x" * 60)[0].endswith("...'.")


def test_odds_are_told_of_enemies_near_or_of_the_nearest() -> None:
    told = narrator(room("@.W......O", ".........\\"))
    lines = said(told, "odds")
    assert lines[0] == "Dwarf, 2 east: 100 of 100 HP, Atk 20, Def 30; sickens vampires; hostile."
    assert lines[1].startswith("You win 100 %: 5 hits slay it;")
    assert len(lines) == 2
    assert said(narrator(room("@........O", ".........\\")), "odds")[0].startswith("Orc, 9 east:")
    assert said(narrator(HALL), "odds") == ["There are no enemies on this floor."]


def test_log_tells_the_last_messages_or_so_many() -> None:
    told = narrator(room("@......", "......\\"))
    for way in ("ea", "so", "no", "we") * 12:
        said(told, way)
    assert len(said(told, "log")) == 20
    assert said(told, "1 log") == ["Turn 48: You move West."]
    assert len(said(told, "100 log")) == 48
    assert said(told, "999 log")[0] == "Turn 1: You move East."


def test_discoveries_guide_and_enemies_are_told() -> None:
    told = narrator(room("@0.\\"))
    assert said(told, "discoveries") == [
        f"Potions known: 0 kinds of {len(BASE_RULES.potions)}",
        "Enemies slain: 0",
    ]
    said(told, "u ea")
    assert said(told, "potions")[1].endswith("restores 10 HP")
    assert said(told, "guide") == [line.strip() for line in guide_page(BASE_RULES)]
    assert "L halfling 100 HP 15 Atk 20 Def evades half of all attacks" in said(told, "enemies")


@for_each("request_word", REQUESTS)
def test_requests_change_nothing_and_are_answered_alone(request_word: str) -> None:
    told = narrator(room("@\\."))
    before = snapshot(playing(told))
    assert said(told, request_word)
    assert snapshot(playing(told)) == before
    playing(told).depth = 5
    said(told, "ea")
    assert told.session.stage is SessionStage.GAME_OVER
    lines = said(told, request_word)
    assert lines
    assert all(re.fullmatch(r"[\x20-\x7e]+", line) for line in lines)


def test_story_tells_a_game_in_short() -> None:
    told = narrator(room("@\\."))
    told.session.games_started = 1
    assert said(told, "story")[1].startswith("Shade: HP 125")
    playing(told).depth = 5
    said(told, "ea")
    lines = said(told, "story")
    assert "Victory! You leave the dungeon alive on turn 1." in lines
    assert lines[-1] == "Again: cc3k --seed 42 --race shade"
    told.session.games_started = 2
    assert said(told, "story")[-1] == "Again: cc3k --seed 42, and then its game 2"


def test_end_is_told_once() -> None:
    told = narrator(room("@\\."))
    playing(told).depth = 5
    assert len(said(told, "ea")) > 3
    assert said(told, "no") == ["Play again (r) or quit (q)?"]
    assert said(told, "fight xyzzy continue") == ["Play again (r) or quit (q)?"]
    assert said(told, "restart") == [race_prompt(BASE_RULES)]


def test_practice_takes_turns_back() -> None:
    """`undo`, or the document's `z`; elsewhere it is said where that is."""
    told = narrator(HALL, is_practice=True)
    practice = "This is practice: `undo` takes a turn back, and nothing is scored."
    assert practice in told.session_lines()
    told = Narrator(Session(BASE_RULES, 42, is_practice=True), nearest_word)
    said(told, "shade so")
    turns = playing(told).turns
    said(told, "no so ea we")
    played = playing(told).turns
    assert said(told, "undo")[0] == f"A turn is taken back: it is turn {played - 1} again."
    assert playing(told).turns == played - 1 >= turns - 1
    for word in ("undo", "z"):
        told = narrator(HALL)
        assert said(told, word)[0] == "Turns can be taken back only in practice: `cc3k --practice`."


@for_each("word", ["shade", "Troll", "g", "VAMPIRE"])
def test_race_is_chosen_by_name_or_letter(word: str) -> None:
    """§4; its name is easier to say."""
    told = Narrator(Session(BASE_RULES, 7), nearest_word)
    assert said(told, word)[1].lower().startswith(word.lower())


def test_before_a_game_only_what_needs_none_is_answered() -> None:
    """The help, the guide and the enemies; other values are ignored (§4)."""
    told = Narrator(Session(BASE_RULES, 7), nearest_word)
    prompt = race_prompt(BASE_RULES)
    assert len(said(told, "help")) > len(HELP_ROWS)
    assert said(told, "goal")[0] == "The goal"
    assert said(told, "enemies")[-1] == prompt
    for word in ("look", "fight", "travel", "10", "north", "restart"):
        assert said(told, word) == [prompt]
    said(told, "quit")
    assert told.session.is_ended


def test_another_command_is_a_no_to_what_would_be_risky() -> None:
    told = narrator(room("@0..", "...\\"))
    question = said(told, "east")
    assert said(told, "status")[-1:] == question
    assert said(told, "south")[0].startswith("You move South")
    assert said(told, "yes")[0].startswith("There is no command 'yes'.")
    assert playing(told).turns == 1


def test_leave_saves_or_asks() -> None:
    told = narrator(HALL)
    told.session.keeper = keeper(is_saved=True)
    told.handle_word("leave")
    assert told.session.is_ended
    assert playing(told).outcome is None
    told = narrator(HALL)
    told.session.keeper = keeper(is_saved=False)
    assert said(told, "leave") == [f"{LEAVE_QUESTION} (yes/no)"]
    assert said(told, "no")[0] == GAME_CONTINUES
    said(told, "leave yes")
    assert told.session.is_ended
    assert playing(told).outcome is None
    told = narrator(HALL)
    assert said(told, "leave") == [f"{MetaCommand.QUIT.question} (yes/no)"]


AMBUSH = room("...H...", ".......", ".L.@.E.", "......7", "\\......")


def typed(line: str, drawing: str = AMBUSH) -> tuple[str, object]:
    game, out = scenario(drawing), StringIO()
    session = session_of(game)
    plain = PlainSession(session, out)
    plain.start()
    out.seek(0)
    out.truncate()
    plain.handle_line(line.split())
    plain.after_line()
    return " ".join(out.getvalue().split()), snapshot(game)


def test_a_look_may_have_a_direction() -> None:
    _, before = typed("status")
    for line in ("look west", "l we", "LOOK West"):
        told, after = typed(line)
        assert after == before, line
        assert "West: The floor of a chamber." in told
        assert "Enemies: halfling, 2 west." in told
        assert "elf" not in told.partition("Near")[0]
        assert "human" not in told.partition("Near")[0]
    told, _ = typed("look southeast")
    assert "Gold: small pile, 1 south 3 east." in told
    assert "elf" not in told.partition("Near")[0]
    told, _ = typed("look north look east")
    assert "human, 2 north" in told
    assert "elf, 2 east" in told
    assert "Nothing else is known that way." in typed("look south", room("@...", "...\\"))[0]
    assert "a wall" in typed("look west", room("@...", "...\\"))[0].lower()


def test_no_line_does_one_thing_and_then_another_than_it_says() -> None:
    _, before = typed("status")
    for line, why in {
        "fight west": "`fight west` is two commands",
        "rest east": "`rest east` is two commands",
        "collect north": "`collect north` is two commands",
        "odds west": "`odds west` is two commands",
        "travel gold west": "`gold west` is two commands",
        "attack south west": "Did you mean `southwest`?",
        "north west": "Did you mean `northwest`?",
        "attack east west": "`east west` is two commands",
        "freeze west": "`freeze west` is two commands",
        "look at the elf west": "at",
        "attack the halfling west": "attack the",
        "do not attack east": "do",
        "walk west": "walk",
        "drink potion west": "drink potion",
        "no no dance": "dance",
        "no 9": "The number 9 has no command after it.",
        "log 9": "The number 9 has no command after it.",
    }.items():
        told, after = typed(line)
        assert why in told, (line, told)
        assert "Nothing of that line was done." in told, (line, told)
        assert after == before, line


@for_each("line", ["no ea", "f we f", "north north", "10 north", "a no no"])
def test_words_of_the_document_and_steps_may_follow_each_other(line: str) -> None:
    """R35: several commands to a line, whatever the words before a direction were."""
    hall = room("....", "....", "..@.", "...\\")
    _, before = typed("status", hall)
    told, after = typed(line, hall)
    assert "Nothing of that line" not in told
    assert after != before


def test_a_line_that_answers_goes_on_and_one_that_leaves_is_not_looked_at_further() -> None:
    assert "Give this game up and choose" in typed("r dance")[0]
    told, _ = typed("r y t status")
    assert "Troll: HP 120 of 120" in told


def test_a_line_of_any_length_is_taken_in_parts() -> None:
    game, out = scenario(room("@...", "...\\")), StringIO()
    words = iter([b"ea we " * MAX_LINE_WORDS, b"dance ea", b""])
    play_words(PlainSession(session_of(game), out), lambda _size: next(words))
    assert game.turns == 2 * MAX_LINE_WORDS
    assert "Nothing of that line was done." in " ".join(out.getvalue().split())


def test_a_number_counts_the_word_after_it_in_the_next_part_of_a_long_line() -> None:
    game, out = scenario(room("@.....", ".....\\")), StringIO()
    words = iter([b"l " * (MAX_LINE_WORDS - 1), b"5 ea", b""])
    play_words(PlainSession(session_of(game), out), lambda _size: next(words))
    assert game.turns == 5
    assert "Nothing of that line" not in out.getvalue()


def test_a_look_chooses_no_race() -> None:
    """A sentence of plain mode never does one thing and then another (§4)."""
    for line in (b"look at the goblin", b"look goblin", b"LOOK at vampire"):
        session, out = Session(BASE_RULES, 42), StringIO()
        play_words(PlainSession(session, out), BytesIO(line + b"\n").read)
        assert "Nothing of that line was done." in " ".join(out.getvalue().split()), line
        assert session.game is None, line


def test_a_line_may_begin_with_an_answer_or_ignore_the_question() -> None:
    game, out = scenario(room("....", "..@.", "...\\")), StringIO()
    plain = PlainSession(session_of(game), out)
    plain.start()
    for line, turns in (
        ("q", 0),
        ("so dance", 0),
        ("n dance", 0),
        ("n no", 1),
        ("q", 1),
        ("n y ea", 2),
    ):
        plain.handle_line(line.split())
        plain.after_line()
        assert game.turns == turns, line
    assert "Nothing of that line was done." in " ".join(out.getvalue().split())
