"""A run: choose a race, play, take turns back, see how it ended, and again (§4, §5, R33-R35)."""

from hypothesis import assume, given
from hypothesis import strategies as st

from cc3k.content.layout.reader import read_layout
from cc3k.content.roster import BASE_RULES
from cc3k.engine.expansion import Expansion, TurnHooks
from cc3k.engine.hero import Race
from cc3k.engine.refusals import NothingToUndo, UnknownCommand
from cc3k.expansions.registry import rules_with
from cc3k.play.commands import ACTIONS_BY_WORDS
from cc3k.play.messages import PLAY_AGAIN_QUESTION, race_prompt
from cc3k.play.session import Session, SessionStage
from cc3k.saves.record import StateFingerprint, state_fingerprint
from tests.support.consoles import Kept
from tests.support.expansions import game_of
from tests.support.records import BREWS
from tests.support.scenarios import drawn, room
from tests.support.tables import for_each

PROMPT = f"{race_prompt(BASE_RULES)}\n"
FIVE = "\n".join([room("@\\6")] * 5)


def session(drawing: str = "", seed: int = 42) -> Session:
    drawings = (
        read_layout(drawing.encode("ascii"), "session", BASE_RULES).floor_layouts if drawing else ()
    )
    return Session(BASE_RULES, seed, drawings)


def told(run: Session, words: str) -> list[str]:
    """Say the words and return the Action row of every page shown for them, or the page itself."""
    return [
        run.action_text if run.stage is SessionStage.PLAYING else run.frame_or_prompt()
        for word in words.split()
        if run.handle_words(word)
    ]


@for_each(
    "key, race", [("s", "Shade"), ("d", "Drow"), ("v", "Vampire"), ("t", "Troll"), ("g", "Goblin")]
)
@for_each("case", [str.lower, str.upper])
def test_key_chooses_a_race(key: str, race: str, case: type[str]) -> None:
    """§4, R33, R35: supplying a valid race starts that game; case matters not."""
    run = session()
    assert (run.stage, run.frame_or_prompt()) == (SessionStage.CHOOSING_RACE, PROMPT)
    assert run.handle_words(case(key))
    assert run.stage is SessionStage.PLAYING
    assert game_of(run).race.name == race
    assert run.action_text == "Player character has spawned."
    assert run.frame_or_prompt().splitlines()[25].startswith(f"Race: {race} Gold: 0 ")


@for_each("word", ["x", "no", "f", "r", "a", "u", "sd", "shade", "", "1", "\x1b[A"])
def test_other_words_at_the_prompt_are_ignored(word: str) -> None:
    """§4, R33: other values will be ignored: no page, no game."""
    run = session()
    assert not run.handle_words(word)
    assert (run.stage, run.games_started, run.frame_or_prompt()) == (
        SessionStage.CHOOSING_RACE,
        0,
        PROMPT,
    )
    assert run.handle_words("s")


@for_each("words", ["q", "Q", "s q", "s no Q", "s a no q", "s r q", "s r x q"])
def test_q_quits(words: str) -> None:
    """§4, R33: at the prompt and in a game; without a page."""
    run = session()
    *before, last = words.split()
    for word in before:
        run.handle_words(word)
        assert run.stage is not SessionStage.SESSION_ENDED
    assert not run.handle_words(last)
    assert run.stage is SessionStage.SESSION_ENDED


def test_r_returns_to_the_race_prompt_and_resets_everything() -> None:
    """§4, R33: all stats, inventory, and gold are reset, and a new race is selected."""
    run = session(room("1@6M\\.", "......"))
    told(run, "s f u we ea a ea")
    game = game_of(run)
    assert (game.hero.gold, game.enemies_frozen, game.known_names, game.hero.provoked_kinds) == (
        2,
        True,
        {"BA"},
        {"merchant"},
    )
    assert told(run, "R") == [PROMPT]
    assert run.stage is SessionStage.CHOOSING_RACE
    told(run, "s")
    game = game_of(run)
    assert (game.hero.gold, game.enemies_frozen, game.known_names, game.hero.provoked_kinds) == (
        0,
        False,
        set(),
        set(),
    )
    assert (game.depth, game.hero.hp, game.hero.stats.attack, run.games_started) == (1, 125, 25, 2)


def test_verb_waits_for_its_direction() -> None:
    """§4, R35: `a` and `u` are shown nothing for until their direction is said."""
    run = session(room("@E.\\"))
    run.handle_words("d")
    assert not run.handle_words("A")
    assert run.handle_words("Ea")
    assert run.action_text.startswith("PC deals 23 damage to E (117 HP).")
    assert not run.handle_words("u")
    assert run.handle_words("EA")
    assert run.action_text == "There is no potion to the East."


@for_each("verb", ["a", "u", "A"])
@for_each("word, then", [("q", SessionStage.SESSION_ENDED), ("R", SessionStage.CHOOSING_RACE)])
def test_verb_before_quitting_or_restarting_changes_nothing(
    verb: str, word: str, then: SessionStage
) -> None:
    """R35: any verb followed by `q` or `r` is `q` or `r`; the next word begins anew."""
    run, alone = session(room("@..\\")), session(room("@..\\"))
    for one, words in ((run, ("s", verb, word, "t", "no")), (alone, ("s", word, "t", "no"))):
        pages = [one.handle_words(each) for each in words]
        assert pages[-3] == (then is SessionStage.CHOOSING_RACE)
    assert (run.stage, run.action_text, run.games_started) == (
        alone.stage,
        alone.action_text,
        alone.games_started,
    )
    assert (run.stage is SessionStage.SESSION_ENDED) == (then is SessionStage.SESSION_ENDED)


@for_each(
    "words, said",
    [
        ("xyzzy", "There is no command 'xyzzy'."),
        ("a xyzzy", "There is no command 'a xyzzy'."),
        ("a a", "There is no command 'a a'."),
        ("u z", "There is no command 'u z'."),
        ("a f", "There is no command 'a f'."),
        ("north", "There is no command 'north'."),
        ("s", "There is no command 's'."),
        ("no", "PC cannot move North."),
        ("a no", "There is no enemy to the North."),
        ("u no", "There is no potion to the North."),
    ],
)
def test_command_that_cannot_be_done_is_told_and_takes_no_turn(words: str, said: str) -> None:
    """R4: the Action row says why; the page is shown again."""
    run = session(room("@..\\"))
    run.handle_words("s")
    before = run.frame_or_prompt().splitlines()[:-1]
    assert told(run, words) == [said]
    assert run.frame_or_prompt().splitlines()[:-1] == before
    assert (run.stage, game_of(run).turns) == (SessionStage.PLAYING, 0)
    assert told(run, "ea") == ["PC moves East."]


def test_page_of_a_game_is_its_frame() -> None:
    """§3, §4: the board is redrawn every time a command is entered."""
    run = session(room("@..\\"))
    told(run, "s ea")
    rows = run.frame_or_prompt().splitlines()
    assert rows[:3] == room(".@.\\").splitlines()
    assert rows[-1] == "Action: PC moves East."
    assert run.frame_or_prompt().endswith("East.\n")


def test_victory_shows_the_frame_the_score_and_the_choice() -> None:
    """§5, R33: the score and how it is made up, then `r` to play again or `q` to quit."""
    run = session("\n".join([room("@6\\")] * 5))
    told(run, "s " + "ea ea " * 5)
    assert run.stage is SessionStage.GAME_OVER
    assert run.frame_or_prompt().splitlines()[-4:] == [
        "Action: PC moves East and leaves the dungeon.",
        "Victory! PC has left the dungeon alive.",
        "Score: 15 (10 gold + 5 for a shade)",
        PLAY_AGAIN_QUESTION,
    ]


def test_death_shows_the_frame_the_score_and_the_choice() -> None:
    """§5, R33: HP 0 on the frame, and the same choice as after victory."""
    run = session(room("@3.\\"))
    run.handle_words("g")
    game_of(run).hero.hp = 10
    told(run, "u ea")
    assert run.stage is SessionStage.GAME_OVER
    rows = run.frame_or_prompt().splitlines()
    assert "HP: 0" in rows
    assert rows[-4:] == [
        "Action: PC uses PH. PH slays PC.",
        "Defeat. PC died on floor 1.",
        "Score: 0 (0 gold)",
        PLAY_AGAIN_QUESTION,
    ]
    assert run.frame_or_prompt().endswith(f"{PLAY_AGAIN_QUESTION}\n")


@for_each("word", ["no", "f", "a", "u", "s", "x", "a no", ""])
def test_only_r_and_q_count_when_a_game_is_over(word: str) -> None:
    """R33: anything else shows nothing and changes nothing."""
    run = session(FIVE)
    told(run, "s ea ea ea ea ea")
    page = run.frame_or_prompt()
    assert not run.handle_words(word)
    assert (run.stage, run.frame_or_prompt()) == (SessionStage.GAME_OVER, page)
    assert told(run, "r") == [PROMPT]
    assert run.stage is SessionStage.CHOOSING_RACE


def test_q_quits_when_a_game_is_over() -> None:
    """R33: `r` to play again or `q` to quit."""
    run = session(FIVE)
    told(run, "s ea ea ea ea ea")
    assert not run.handle_words("Q")
    assert run.stage is SessionStage.SESSION_ENDED


def test_merchants_and_potions_are_forgotten_after_the_end() -> None:
    """R18, R21: until the game session ends: by victory here."""
    run = session("\n".join([room("0@\\M")] * 5))
    told(run, "v u we ea ea ea ea ea r v")
    game = game_of(run)
    assert (run.games_started, game.known_names, game.hero.provoked_kinds) == (2, set(), set())


def boards(run: Session, keys: str) -> list[str]:
    shown = []
    for key in keys:
        run.handle_words(key)
        shown.append(game_of(run).floor.glyphs.decode("ascii"))
        run.handle_words("r")
    return shown


def test_the_kth_game_of_a_seed_is_always_the_same_game() -> None:
    """R34: whatever was played before it, and with whichever race."""
    first, second, third = boards(session(), "svt")
    assert len({first, second, third}) == 3
    assert boards(session(), "gdd") == [first, second, third]
    run = session()
    told(run, "t no so ea we a no f no r g so r d")
    assert game_of(run).floor.glyphs.decode("ascii") == third
    assert boards(session(seed=43), "s") != [first]


def test_game_can_be_begun_without_the_prompt() -> None:
    """R34: as the first game of the run."""
    run = session()
    run.start_game(BASE_RULES.races[3])
    assert (run.stage, run.games_started) == (SessionStage.PLAYING, 1)
    assert game_of(run).floor.glyphs.decode("ascii") == boards(session(), "s")[0]


def test_an_ended_session_takes_no_more_words() -> None:
    """§4: `q` exits the game."""
    run = session()
    for word in ("s", "q"):
        run.handle_words(word)
    turns = game_of(run).turns
    assert run.stage is SessionStage.SESSION_ENDED
    assert not run.handle_words("no")
    assert game_of(run).turns == turns


WORDS = st.lists(st.sampled_from([*ACTIONS_BY_WORDS, "xyzzy"]), min_size=1, max_size=40)


class Listener(Kept):
    def __init__(self) -> None:
        super().__init__(is_saved=True)
        self.heard: list[tuple[str, StateFingerprint]] = []

    def game_started(self, session: Session) -> None:
        self._hear("begun", session)

    def command_given(self, session: Session, command: str) -> None:
        self._hear(command, session)

    def commands_undone(self, session: Session, commands_kept: int) -> None:
        self._hear(f"undone {commands_kept}", session)

    def giving_up_game(self, session: Session) -> None:
        self._hear("left", session)

    def _hear(self, what: str, session: Session) -> None:
        self.heard.append((what, state_fingerprint(game_of(session))))


def practice(race: Race = BASE_RULES.races[0], seed: int = 42) -> Session:
    session = Session(BASE_RULES, seed, is_practice=True)
    session.start_history()
    session.start_game(race)
    return session


def say(session: Session, *words: str) -> None:
    for word in " ".join(words).split():
        session.handle_words(word)


def facts(session: Session) -> tuple[object, ...]:
    game, chronicle = game_of(session), session.message_log
    log = (list(chronicle.entries), dict(session.tally.kills))
    return (
        state_fingerprint(game),
        game.turns,
        game.outcome,
        session.frame_or_prompt(),
        session.last_events,
        log,
    )


@given(st.sampled_from(BASE_RULES.races), st.integers(0, 99), WORDS, st.data())
def test_taking_back_to_any_turn_is_playing_afresh_up_to_it(
    race: Race, seed: int, words: list[str], data: st.DataObject
) -> None:
    session, fresh, log = practice(race, seed), practice(race, seed), []
    for phrase in words:
        say(session, phrase)
        log.append((phrase, game_of(session).turns))
    assume(game_of(session).turns)
    say(session, *["z"] * data.draw(st.integers(1, game_of(session).turns)))
    kept = [phrase for phrase, turns in log if turns <= game_of(session).turns]
    say(fresh, *[phrase for phrase in kept if phrase != "xyzzy"])
    assert facts(session) == facts(fresh)
    for phrase in ("no", "f", "a ea", "so", "we"):
        say(session, phrase)
        say(fresh, phrase)
        assert facts(session) == facts(fresh)


def test_each_turn_back_stands_where_the_turn_was_taken() -> None:
    session = practice()
    seen = []
    for words in ("no", "ea", "so", "so", "we", "no", "a no", "ea"):
        before, turns = facts(session), game_of(session).turns
        say(session, words)
        if game_of(session).turns > turns:
            seen.append(before)
    assert len(seen) > 5
    while seen:
        say(session, "z")
        assert facts(session) == seen.pop()


def test_what_took_no_turn_goes_with_the_turn_before_it() -> None:
    session = practice()
    say(session, "no")
    then = facts(session)
    say(session, "ea", "f", "a so", "u so")
    say(session, "z")
    assert facts(session) == then
    assert not game_of(session).enemies_frozen


SWIFT = Expansion(
    "swift",
    "Every second step takes no turn.",
    turns=TurnHooks(is_free_step=lambda game: game.floor.hero_cell % 2 == 0),
)


def test_a_free_step_is_taken_back_by_itself() -> None:
    """Y33: neither it nor the turn before it takes the other along."""
    floors = session(room("@.....\\")).floor_layouts
    run = Session(rules_with((SWIFT,)), 42, floors, is_practice=True)
    begun = run.start_game(run.rules.races[0]).floor.hero_cell
    say(run, *["ea"] * 4)
    assert game_of(run).turns == 2
    for back in range(3, -1, -1):
        say(run, "z")
        assert game_of(run).floor.hero_cell == begun + back
    say(run, "z")
    assert isinstance(run.last_refusal, NothingToUndo)


def test_nothing_can_be_taken_back_at_the_beginning() -> None:
    session = practice()
    say(session, "f", "z")
    assert session.last_refusal == NothingToUndo()
    assert game_of(session).enemies_frozen
    say(session, "no", "z", "z")
    assert session.last_refusal == NothingToUndo()
    assert game_of(session).turns == 0


@for_each("kind", ["an ordinary game", "a game that is watched"])
def test_outside_practice_z_is_no_command(kind: str) -> None:
    """R35: it is refused as any unknown word is, and the witness does not hear of it."""
    session = Session(BASE_RULES, 42)
    session.keeper = listener = Listener() if kind == "a game that is watched" else None
    say(session, "s", "no")
    before = state_fingerprint(game_of(session))
    assert session.handle_words("z")
    assert session.last_refusal == UnknownCommand("z")
    assert state_fingerprint(game_of(session)) == before
    if listener is not None:
        assert [what for what, _ in listener.heard] == ["begun", "no"]


def test_death_can_be_taken_back_in_practice() -> None:
    run = session(drawn(BREWS), 1)
    run.is_practice = True
    run.keeper = listener = Listener()
    run.handle_words("d")
    game_of(run).hero.hp = 10
    say(run, "u no")
    assert game_of(run).outcome is not None
    say(run, "z")
    assert run.stage is SessionStage.PLAYING
    say(run, "u so", "q")
    heard = [what for what, _ in listener.heard]
    assert heard == ["begun", "u no", "undone 0", "u so", "left"]


def test_death_cannot_be_taken_back_otherwise() -> None:
    run = session(drawn(BREWS), 1)
    run.handle_words("d")
    game_of(run).hero.hp = 10
    say(run, "u no")
    before = run.frame_or_prompt()
    assert not run.handle_words("z")
    assert run.frame_or_prompt() == before
    assert run.stage is SessionStage.GAME_OVER


def test_witness_hears_of_every_game_and_command_as_the_game_stood_then() -> None:
    """What it is told is all that a journal needs; words that are no commands are not told."""
    session = Session(BASE_RULES, 42, is_practice=True)
    session.keeper = listener = Listener()
    say(session, "s", "no", "xyzzy", "f", "a no", "z", "r", "x", "t", "ea", "q")
    fresh = Session(BASE_RULES, 42)
    fresh.keeper = other = Listener()
    say(fresh, "s", "no", "f", "a no")
    heard = [what for what, _ in listener.heard]
    assert heard == ["begun", "no", "f", "a no", "undone 0", "left", "begun", "ea", "left"]
    assert listener.heard[:4] == other.heard
    assert listener.heard[4][1] == listener.heard[5][1] == other.heard[0][1]


def test_paused_game_is_as_it_was_and_was_not_left() -> None:
    session = Session(BASE_RULES, 42)
    session.keeper = listener = Listener()
    say(session, "s", "no")
    before = state_fingerprint(game_of(session))
    session.suspend()
    assert session.stage is SessionStage.SESSION_ENDED
    assert state_fingerprint(game_of(session)) == before
    assert [what for what, _ in listener.heard] == ["begun", "no"]
