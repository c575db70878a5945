"""What keys do in every state of a console (§4)."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from cc3k.content.roster import BASE_RULES
from cc3k.engine.hero import Race
from cc3k.play.commands import COMMANDS_BY_WORDS, MetaCommand
from cc3k.play.messages import END_STOP_HINT, NEVER_MIND, Message
from cc3k.play.session import Session, SessionStage
from cc3k.ui.command_input import BASE_TYPED
from cc3k.ui.console import Console
from cc3k.ui.modes import QuestionMode
from cc3k.ui.screen_layout import MORE_PROMPT
from cc3k.ui.settings import ScreenSettings
from tests.support.consoles import (
    LARGE,
    TIGHT,
    WHOLE,
    action,
    bound,
    console,
    console_at_menu,
    lines,
    playing,
    pressed,
    with_keys,
)
from tests.support.scenarios import HIT, MISS, room
from tests.support.tables import for_each

FIELD = room(".....", ".....", "..@..", ".....", "....\\")
CROSSROADS = room(".....", ".012.", ".3@4.", ".555.", "....\\")
MELEE = room("EEE..", "E@E..", "EEE.\\", *["....."] * 20)
LONG = " ".join([f"Sentence number {number}." for number in range(140)])
BLOWS = [HIT, MISS, MISS, MISS] * 4
BESIDE_MERCHANT = room("@M..\\")

BY_KEY = {
    "up": "North",
    "down": "South",
    "right": "East",
    "left": "West",
    "page up": "Northeast",
    "home": "Northwest",
    "page down": "Southeast",
    "end": "Southwest",
    "8": "North",
    "2": "South",
    "6": "East",
    "4": "West",
    "9": "Northeast",
    "7": "Northwest",
    "3": "Southeast",
    "1": "Southwest",
}
NAMED = [*BY_KEY, "escape", "backspace", "enter", "tab", "insert", "delete", "center", "ctrl-d"]


def stage(shell: Console) -> SessionStage:
    return shell.session.stage


def won(settings: ScreenSettings | None = None) -> Console:
    """Return a console at the end of a game, which waits for the key that goes on."""
    return with_keys(console((room("@\\.") + "\n") * 5, settings=settings), ["right"] * 5)


def test_words_without_blanks_are_a_prefix_free_code() -> None:
    """In a terminal: `n` then `o`; no word begins another, so each can act at once."""
    assert [
        (one, other)
        for one in BASE_TYPED.meanings
        for other in BASE_TYPED.meanings
        if other.startswith(one)
    ] == [(word, word) for word in BASE_TYPED.meanings]
    for words in COMMANDS_BY_WORDS:
        assert BASE_TYPED.meanings[words.replace(" ", "")] == words


ACTING = [
    words for words, command in COMMANDS_BY_WORDS.items() if not isinstance(command, MetaCommand)
]


@for_each("words", ACTING)
def test_word_acts_with_its_last_letter_and_not_before(words: str) -> None:
    """In a terminal: the document's words without Enter, each as soon as it is complete."""
    shell = console(CROSSROADS)
    letters = words.replace(" ", "")
    question = {"a": "Attack which way? ", "u": "Use which way? "}.get(letters[0], "")
    for typed in range(1, len(letters)):
        shown = f"{question}{letters[:typed] if typed > 1 or not question else ''}".rstrip()
        assert pressed(shell, letters[typed - 1]).startswith(shown)
        assert any(line.startswith(f"Action: {shown}") for line in lines(shell))
    assert shell.session.action_text == ""
    pressed(shell, letters[-1])
    scripted = Session(BASE_RULES, 42)
    scripted.game = console(CROSSROADS).session.game
    list(scripted.play_words(words.split()))
    assert shell.session.last_events == scripted.last_events
    assert shell.session.last_refusal == scripted.last_refusal
    assert shell.session.action_text != ""
    assert shell.command_input.typed == ""


def test_words_may_be_typed_with_blanks_and_in_capitals() -> None:
    """R35: case matters not; who types `a no` as in the document gets it."""
    shell = console(FIELD)
    assert pressed(shell, "A ") == "Attack which way? No enemy is near."
    assert pressed(shell, "No") == "There is no enemy to the North."


def test_backspace_takes_back_a_letter_and_escape_all() -> None:
    shell = console(FIELD)
    assert pressed(shell, ["a", "n"]) == "Attack which way? an"
    assert pressed(shell, ["backspace"]) == "Attack which way? No enemy is near."
    assert pressed(shell, ["s", "escape"]) == NEVER_MIND
    assert pressed(shell, ["backspace"]) == ""
    assert pressed(shell, ["a", "backspace"]) == NEVER_MIND
    assert pressed(shell, "so") == "You move South."


@for_each("key, way", BY_KEY.items())
def test_key_moves_its_way_and_gives_a_verb_its_direction(key: str, way: str) -> None:
    """In a terminal: arrows, keypad and Home, End, PgUp, PgDn are the eight directions."""
    assert pressed(console(FIELD), [key]) == f"You move {way}."
    assert pressed(console(FIELD), ["a", key]) == f"There is no enemy to the {way}."
    assert pressed(console(FIELD), ["u", key]) == f"There is no potion to the {way}."
    assert pressed(console(FIELD), ["a", "n", key]) == f"You move {way}.", "half a word is no verb"


def test_moving_into_an_enemy_attacks_it_and_a_word_of_the_document_does_not() -> None:
    """§4: `ea` moves; only keys that are no words of the document mean more."""
    shell = console(room("@W..\\"), luck=[MISS])
    assert pressed(shell, "ea") == "You cannot move East: a dwarf is in the way."
    assert pressed(shell, ["right"]) == "You hit the dwarf for 20 (80 left). It misses."


def test_moving_into_a_potion_asks_and_yes_drinks_it() -> None:
    shell = console(room("@1..\\"))
    question = "There is an unknown potion to the East. Use it? (y/n)"
    assert pressed(shell, ["right"]) == question
    assert f"Action: {question}" in lines(shell)
    assert pressed(shell, "y") == "Boost Attack: Atk 25 -> 30 until the next floor."


def test_potion_is_asked_about_by_its_name_once_known() -> None:
    """R18: a kind of potion is known once used."""
    shell = with_keys(console(room("1@1..\\")), "uwe")
    question = "There is a Boost Attack potion to the East. Use it? (y/n)"
    assert pressed(shell, ["6"]) == question
    assert pressed(shell, "Y") == "Boost Attack: Atk 30 -> 35 until the next floor."
    shell = console(room("@3..\\"))
    playing(shell).known_names.add("PH")
    question = "There is a Poison Health potion to the East. It does harm. Use it? (y/n)"
    assert pressed(shell, ["right"]) == question


@for_each("key", ["n", "N", "escape"])
def test_a_no_leaves_all_as_it_was(key: str) -> None:
    shell = with_keys(console(room("@1..\\")), "x")
    pressed(shell, ["right"])
    assert pressed(shell, [key]) == NEVER_MIND
    assert (shell.mode, shell.command_input.typed) == (None, "")
    assert stage(shell) is SessionStage.PLAYING


@for_each("key", ["tab", "q", "ctrl-d", "é", " ", "click 3 3"])
def test_a_question_stands_until_it_is_answered(key: str) -> None:
    """A key that answers nothing was meant for something else: it is neither a yes nor a no."""
    shell = console(room("@1..\\"))
    question = pressed(shell, ["right"])
    assert question.endswith("(y/n)")
    assert pressed(shell, [key]) == f"Press y or n. {question}"
    assert pressed(shell, [key, key]) == f"Press y or n. {question}"
    assert playing(shell).turns == 0
    assert pressed(shell, "y").startswith("Boost Attack")


@for_each(("down", "You move South"), (">", "You move East."))
def test_a_key_that_acts_means_no_and_does_what_it_does(key: str, told: str) -> None:
    """An arrow, a journey or collecting take the place of what is asked about: none is lost."""
    shell = with_keys(console(room("@1..\\", ".....")), ["right", key])
    shell.tick()
    assert shell.mode is None
    assert playing(shell).turns == 1
    assert shell.session.action_text.startswith(told) or key == ">"


@for_each("keys", [["right"], ["6"], ["a", "right"], ["a", "e", "a"]])
def test_neutral_merchant_is_attacked_only_after_a_yes(keys: list[str]) -> None:
    """R21: one attack makes every merchant an enemy for good."""
    shell = console(BESIDE_MERCHANT, luck=[MISS])
    question = "The merchant to the East is peaceful. Attack it? (y/n)"
    assert pressed(shell, keys) == question
    assert pressed(shell, "n") == NEVER_MIND
    assert pressed(shell, keys) == question
    assert pressed(shell, "y") == (
        "You hit the merchant for 24 (6 left). Every merchant is hostile from now on. "
        "The merchant misses."
    )
    assert pressed(shell, ["right"]) == "You hit the merchant for 24 and slay it."


ASKS_TO_QUIT = f"{MetaCommand.QUIT.question} (y/n) Enter is y."
ASKS_TO_RESTART = f"{MetaCommand.RESTART.question} (y/n) Enter is y."


QUITTING = ("q", ["ctrl-d"], "aq", "uq", ":q", ":aq", "05aq")


@for_each(
    *[(keys, ASKS_TO_QUIT, SessionStage.SESSION_ENDED) for keys in QUITTING],
    *[(keys, ASKS_TO_RESTART, SessionStage.CHOOSING_RACE) for keys in ("r", "ar", "UR")],
)
def test_quitting_and_restarting_ask_first(
    keys: Sequence[str], question: str, then: SessionStage
) -> None:
    """§4, R33, R35: Enter is yes: as in the document's interpreter, it may end the line."""
    for answer in ("y", ["enter"]):
        shell = console(FIELD)
        assert pressed(shell, keys) == question
        pressed(shell, "n")
        assert stage(shell) is SessionStage.PLAYING
        pressed(shell, [*keys, *answer])
        assert stage(shell) is then


@for_each("keys", ["q", ["ctrl-d"], "aq", "r", ":r"])
def test_a_daily_attempt_is_given_up_by_a_typed_y_alone(keys: Sequence[str]) -> None:
    """Enter, which may end the line of a word, means no; practice is like any other game."""
    shell = console(FIELD)
    shell.session.daily_date = "2026-11-22"
    asked = pressed(shell, keys)
    assert "one attempt" in asked
    assert asked.endswith("(y/n) Enter is n.")
    pressed(shell, ["enter"])
    assert stage(shell) is SessionStage.PLAYING
    assert not shell.is_input_pending
    pressed(shell, [*keys, "y"])
    assert stage(shell) is not SessionStage.PLAYING
    practice = console(FIELD)
    practice.session.daily_date, practice.session.is_practice = "2026-11-22", True
    assert pressed(practice, "q") == ASKS_TO_QUIT


@for_each("keys", ["vi", "laptop"])
@for_each("verb", ["a", "d"])
def test_verb_before_quitting_is_nothing_in_any_keymap(keys: str, verb: str) -> None:
    """R35: also where another key begins to use a potion."""
    shell = console(FIELD, settings=ScreenSettings(keys=keys))
    assert pressed(shell, [verb, "q"]) == ASKS_TO_QUIT
    assert pressed(shell, ["n", verb, "r"]) == ASKS_TO_RESTART


@for_each(
    (room("@1..\\"), ["right"]), (BESIDE_MERCHANT, ["right"]), (BESIDE_MERCHANT, ["a", "e", "a"])
)
def test_enter_leaves_every_other_question_open(drawing: str, keys: list[str]) -> None:
    """It may be the end of a line, so it is never a no; and a yes only to what was typed alone."""
    shell = console(drawing)
    question = pressed(shell, keys)
    assert "? (y/n)" in question
    assert pressed(shell, ["enter", "enter"]) == question
    pressed(shell, "n")
    assert shell.mode is None


@for_each("keys", ["r", "xr", "rr"])
def test_enter_after_a_letter_at_the_menu_only_ends_its_line(keys: str) -> None:
    """§4, R33: `r` leads to the menu, no further, also from an end; then Enter takes a race."""
    for shell, before in ((console_at_menu(), []), (won(), ["enter"])):
        pressed(shell, [*before, *keys, "enter"])
        assert stage(shell) is SessionStage.CHOOSING_RACE
        pressed(shell, ["enter"])
        assert playing(shell).race.name == "Troll"


@for_each("key", ["?", "f1", "escape", "q", "Q", "+", "enter", "backspace", "center"])
def test_a_key_that_is_none_of_the_game_closes_the_help_and_does_nothing_more(key: str) -> None:
    shell = with_keys(console(FIELD), "an?")
    assert lines(shell)[1] == "Your keys (words)"
    pressed(shell, [key])
    assert stage(shell) is SessionStage.PLAYING
    assert action(shell) == "Attack which way? an"


def test_other_keys_at_the_race_menu_are_ignored() -> None:
    """§4: other values will be ignored."""
    shell = console_at_menu()
    pressed(shell, [*[key for key in NAMED if key not in ("ctrl-d", "enter")], *"rxyn0 .é"])
    assert stage(shell) is SessionStage.CHOOSING_RACE


@for_each("key", ["q", "Q", "ctrl-d"])
def test_quitting_at_the_race_menu_asks_nothing(key: str) -> None:
    """§4: `q` or the end of input at the race prompt ends the program."""
    shell = with_keys(console_at_menu(), [key])
    assert stage(shell) is SessionStage.SESSION_ENDED


@for_each(
    *[(key, SessionStage.CHOOSING_RACE) for key in "rR"],
    *[(key, SessionStage.SESSION_ENDED) for key in "qQ"],
    ("ctrl-d", SessionStage.SESSION_ENDED),
    *[(key, SessionStage.GAME_OVER) for key in ("n", "s", "up", "5", "enter", "y", "escape")],
)
def test_after_the_end_only_playing_again_and_quitting_are_left(
    key: str, then: SessionStage
) -> None:
    """R33: after victory or death `r` to play again or `q` to quit."""
    shell = won()
    assert "Play again (r) or quit (q)?" in pressed(shell, ["enter"])
    pressed(shell, [key])
    assert stage(shell) is then


@for_each("size", [WHOLE, TIGHT, LARGE])
def test_long_turn_is_shortened_to_one_page_and_the_log_has_all_of_it(
    size: tuple[int, int],
) -> None:
    """R1: sixteen attacks of eight elves fit the message rows; nothing of them is lost."""
    shell = console(MELEE, size, luck=BLOWS)
    told = pressed(shell, ["right"])
    assert not shell.has_next_page
    assert " for 96." in told or told == shell.session.action_text
    whole = shell.session.message_log.entries[-1].text
    assert whole == shell.session.action_text
    assert (whole.count("hits you for 24."), whole.count("misses.")) == (4, 12)


@for_each("size", [WHOLE, TIGHT, LARGE])
def test_any_key_goes_on_and_counts_as_a_command(size: tuple[int, int]) -> None:
    """A page that is not read keeps nobody: only the space bar, no command itself, turns it."""
    shell = console(FIELD, size)
    shell.show(Message(LONG))
    assert action(shell).endswith(MORE_PROMPT)
    assert pressed(shell, ["right"]) == "You move East."
    shell.show(Message(LONG))
    assert pressed(shell, [" "]) != ""
    assert shell.shown.page == 1
    assert pressed(shell, "no") == "You move North."


def test_next_turn_is_read_from_its_first_page() -> None:
    shell = console(MELEE, race="Drow", luck=[MISS] * 16)
    for left in (117, 94):
        shell.show(Message(LONG[:1_000]))
        pressed(shell, [" "])
        assert pressed(shell, ["right"]).startswith(f"You hit the elf for 23 ({left} left).")


@given(
    st.lists(st.text("abcdefgh.()-", min_size=1, max_size=30), max_size=60),
    st.sampled_from([WHOLE, TIGHT, LARGE, (79, 24), (200, 60)]),
)
def test_paging_never_loses_text(words: list[str], size: tuple[int, int]) -> None:
    """R1: all that is said can be read, whatever it is."""
    shell = console(FIELD, size)
    shell.session.messages = tuple(map(Message, words))
    read = [action(shell)]
    while read[-1].endswith(MORE_PROMPT):
        read.append(pressed(shell, [" "]))
    assert " ".join(page.removesuffix(MORE_PROMPT) for page in read) == shell.session.action_text


TOO_SMALL = [(39, 30), (79, 11), (39, 10), (1, 1)]


@for_each("size", TOO_SMALL)
def test_keys_do_nothing_on_a_screen_that_is_too_small(size: tuple[int, int]) -> None:
    shell = console(room("@1..\\"), size)
    for key in (*[key for key in NAMED if key != "ctrl-d"], *"noyr?f"):
        shell.press(key)
    shell.resize(*WHOLE)
    assert (action(shell), shell.mode) == ("", None)


@for_each("key", ["q", "Q", "ctrl-d"])
@for_each("size", TOO_SMALL)
def test_game_can_be_left_on_a_screen_that_is_too_small(size: tuple[int, int], key: str) -> None:
    shell = console(room("@1..\\"), size)
    warning = lines(shell)
    for other in ("n", "right"):
        shell.press(key)
        assert lines(shell)[0].startswith("Give this game up"[: size[0]])
        shell.press(other)
        assert (lines(shell), shell.mode) == (warning, None)
    assert stage(shell) is SessionStage.PLAYING
    shell.press(key)
    shell.press("y")
    assert stage(shell) is SessionStage.SESSION_ENDED


@for_each("key", ["q", "ctrl-d"])
def test_menu_and_ending_are_left_at_once_on_a_screen_that_is_too_small(key: str) -> None:
    """R33: there is no game to give up."""
    for shell in (console_at_menu(), won()):
        shell.resize(39, 10)
        shell.press(key)
        assert stage(shell) is SessionStage.SESSION_ENDED


def test_question_that_cannot_be_seen_is_not_answered() -> None:
    shell = console(room("@1..\\"))
    question = pressed(shell, ["right"])
    shell.resize(39, 10)
    assert lines(shell)[0].startswith("This screen has 39 columns")
    shell.press("y")
    shell.resize(*WHOLE)
    assert action(shell) == question


def test_resizing_shows_what_was_said_from_its_first_page() -> None:
    shell = console(FIELD, WHOLE)
    shell.show(Message(LONG))
    first = action(shell)
    assert pressed(shell, [" "]) != first
    shell.resize(*LARGE)
    assert action(shell).startswith(LONG[:500])
    assert shell.shown.page == 0
    shell.resize(*WHOLE)
    assert action(shell) == first


def letters_bound(act: str) -> ScreenSettings:
    return bound(dict.fromkeys("sdvtgqr", act))


@for_each("act", ["", "move so", "run ea", "help", "messages", "quit", "look"])
@for_each("race", BASE_RULES.races)
def test_letter_chooses_a_race_whatever_it_is_bound_to(race: Race, act: str) -> None:
    """§4: `s d v t g` choose, and capitals; what a key does in the game is for the game."""
    shell = console_at_menu(settings=letters_bound(act) if act else None)
    pressed(shell, race.key if act else race.key.upper())
    assert playing(shell).race is race


@for_each("act", ["move so", "help", "messages"])
def test_choices_of_the_ending_hold_whatever_their_letters_are_bound_to(act: str) -> None:
    """R33: `r` to play again or `q` to quit, and `q` at the menu."""
    for key, then in (("r", SessionStage.CHOOSING_RACE), ("q", SessionStage.SESSION_ENDED)):
        shell = with_keys(won(letters_bound(act)), ["enter", key])
        assert stage(shell) is then
    menu = with_keys(console_at_menu(settings=letters_bound(act)), "q")
    assert stage(menu) is SessionStage.SESSION_ENDED


def test_log_begins_with_the_game_even_if_that_began_before_the_console() -> None:
    """R36: with `--race` the first thing said is that the game has begun."""
    session = Session(BASE_RULES, 42)
    session.start_game(BASE_RULES.races[0])
    shell = Console(session, *WHOLE)
    assert [entry.text for entry in shell.session.message_log.entries] == ["You enter the dungeon."]
    pressed(shell, "m")
    assert lines(shell)[:2] == ["Seed 42", "Messages, by turn"]
    assert lines(shell)[2].endswith("0  You enter the dungeon.")


@for_each("size", [WHOLE, TIGHT, LARGE])
def test_death_by_one_blow_is_told_on_one_page(size: tuple[int, int]) -> None:
    """R33: who did it and where, and the key that goes on; after it the score and what now."""
    drawing = room("@.L\\", *["...."] * 22)
    shell = console(drawing, size, luck=[HIT])
    playing(shell).hero.hp = 1
    told = pressed(shell, "ea")
    assert stage(shell) is SessionStage.GAME_OVER
    assert not shell.has_next_page
    assert "Killed by a halfling on floor 1, turn 1." in told
    assert told.endswith(END_STOP_HINT)
    pressed(shell, ["enter"])
    assert "Score: 0 (0 gold)" in shell.message


@for_each("key", ["enter", " "])
def test_end_stops_once_for_a_key_that_is_no_command(key: str) -> None:
    """Nothing that was meant for the game answers its end: neither a new race nor a way out."""
    shell = won()
    stopped = lines(shell)
    for other in ("r", "q", "s", "t", "y", "up", "escape", "m", "a", "n", "o"):
        pressed(shell, [other])
        assert (lines(shell), stage(shell)) == (stopped, SessionStage.GAME_OVER)
    pressed(shell, [key])
    assert not shell.is_at_end_stop
    pressed(shell, "r")
    assert stage(shell) is SessionStage.CHOOSING_RACE


@for_each("key", ["?", "f1"])
def test_help_can_be_asked_for_at_the_race_menu(key: str) -> None:
    shell = with_keys(console_at_menu(), [key])
    assert lines(shell)[1] == "Your keys (words)"
    pressed(shell, ["escape", "t"])
    assert playing(shell).race.name == "Troll"


def test_a_digit_does_not_strike_while_a_question_is_asked() -> None:
    """It may have been meant for a menu; an arrow is a blow, and so a no."""
    for key, is_left in (("6", False), ("right", True)):
        shell = console(room("@H.\\"), luck=[MISS], settings=ScreenSettings(keys="laptop"))
        question = pressed(shell, ["q"])
        assert isinstance(shell.mode, QuestionMode)
        assert (pressed(shell, [key]) != f"Press y or n. {question}") is is_left
        assert (playing(shell).turns > 0) is is_left
