"""What keys do in every state of a console (§4)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cc3k.content.roster import BASE_RULES
from cc3k.engine.hero import Race
from cc3k.expansions.registry import ExpansionRegistry
from cc3k.play.commands import COMMANDS_BY_WORDS, MetaCommand
from cc3k.play.messages import END_STOP_HINT, Message
from cc3k.play.session import Session, SessionStage
from cc3k.ui.command_input import BASE_TYPED
from cc3k.ui.console import Console
from cc3k.ui.screen_layout import MORE_PROMPT
from cc3k.ui.settings import ScreenSettings
from tests.conftest import GOLDEN, Golden
from tests.support.arcade_screens import replayed
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
    travelled,
    with_keys,
)
from tests.support.scenarios import HIT, MISS, board, room
from tests.support.tables import for_each
from tests.support.transcripts import Watcher

SCENES = ("keys", "runs", "journeys", "fights", "things", "messages", "panel")
FIELD = room(".....", ".....", "..@..", ".....", "....\\")
CROSSROADS = room(".....", ".012.", ".3@4.", ".555.", "....\\")
MELEE = room("EEE..", "E@E..", "EEE.\\", *["....."] * 20)
LONG = " ".join([f"Sentence number {number}." for number in range(140)])
BLOWS = [HIT, MISS, MISS, MISS] * 4

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


@pytest.mark.parametrize("name", SCENES)
def test_scenes_on_a_screen_go_as_ever(name: str, golden: Golden) -> None:
    """The claims, and the keys after `$`, stand in the golden files beside what they come to."""
    scenes = (GOLDEN / f"scenes/{name}.txt").read_text("ascii")
    golden(f"scenes/{name}", replayed(scenes, lambda setup: Watcher(setup).step))


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


@for_each("key, way", BY_KEY.items())
def test_key_moves_its_way_and_gives_a_verb_its_direction(key: str, way: str) -> None:
    """In a terminal: arrows, keypad and Home, End, PgUp, PgDn are the eight directions."""
    assert pressed(console(FIELD), [key]) == f"You move {way}."
    assert pressed(console(FIELD), ["a", key]) == f"There is no enemy to the {way}."
    assert pressed(console(FIELD), ["u", key]) == f"There is no potion to the {way}."
    assert pressed(console(FIELD), ["a", "n", key]) == f"You move {way}.", "half a word is no verb"


@for_each("keys", ["r", "xr", "rr"])
def test_enter_after_a_letter_at_the_menu_only_ends_its_line(keys: str) -> None:
    """§4, R33: `r` leads to the menu, no further, also from an end; then Enter takes a race."""
    for shell, before in ((console_at_menu(), []), (won(), ["enter"])):
        pressed(shell, [*before, *keys, "enter"])
        assert stage(shell) is SessionStage.CHOOSING_RACE
        pressed(shell, ["enter"])
        assert playing(shell).race.name == "Troll"


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
    shell.press("backspace")  # it means nothing here, and leaves the page as it is
    assert shell.note.page == 1
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


def test_resizing_shows_what_was_said_from_its_first_page() -> None:
    shell = console(FIELD, WHOLE)
    shell.show(Message(LONG))
    first = action(shell)
    assert pressed(shell, [" "]) != first
    shell.resize(*LARGE)
    assert (action(shell)[:500], shell.note.page) == (LONG[:500], 0)
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
    assert "Score: 0 (0 gold)" in shell.action_text


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


@for_each("keys", ["03.ea", "03>", "03G", "03P", "03Z", "03l", "03m", "03D"])
def test_act_that_no_count_makes_sense_for_is_done_once(keys: str) -> None:
    """And the number is forgotten: the next command is done once as well."""
    drawing = "\n".join([room("@......", "0.....6", ".....\\.")] * 2)
    counted, once = console(drawing, race="Troll"), console(drawing, race="Troll")
    for shell, typed in ((counted, keys), (once, keys.removeprefix("03"))):
        playing(shell).hero.hp = 101
        travelled(shell, typed)
        assert travelled(shell, ["escape", "right"]) == []
    assert board(playing(counted)) == board(playing(once))
    assert playing(counted).turns == playing(once).turns > 0


def test_no_press_paces_for_ever_between_dangers_that_were_agreed_to() -> None:
    """X42: where each of two ways has one, it asks again."""
    session = Session(ExpansionRegistry().select(["tactics"]), 11)
    shell = with_keys(Console(session, *WHOLE), ["t"])
    for _ in range(12):
        shell.press(">")
        for _ in range(40):
            shell.tick()
        assert shell.running.command is None
