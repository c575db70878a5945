"""Practice, where turns are taken back, and the witness that is told of it."""

from hypothesis import assume, given
from hypothesis import strategies as st

from cc3k.content.roster import BASE_RULES
from cc3k.engine.expansion import Expansion, TurnHooks
from cc3k.engine.hero import Race
from cc3k.engine.refusals import NothingToUndo, UnknownCommand
from cc3k.expansions.registry import rules_with
from cc3k.play.commands import ACTIONS_BY_WORDS
from cc3k.play.session import Session, SessionStage
from cc3k.saves.record import StateFingerprint, state_fingerprint
from tests.play.test_session import session as session_on
from tests.support.consoles import Kept
from tests.support.expansions import game_of
from tests.support.records import BREWS
from tests.support.scenarios import drawn, room
from tests.support.tables import for_each

WORDS = st.lists(st.sampled_from([*ACTIONS_BY_WORDS, "xyzzy"]), min_size=1, max_size=40)


class Listener(Kept):
    """An observer that writes down what it is told, and how the game stood then."""

    def __init__(self) -> None:
        super().__init__(is_saved=True)
        self.heard: list[tuple[str, StateFingerprint]] = []

    def game_started(self, session: Session) -> None:
        """Hear of a game that has begun."""
        self._hear("begun", session)

    def command_given(self, session: Session, command: str) -> None:
        self._hear(command, session)

    def commands_undone(self, session: Session, commands_kept: int) -> None:
        """Hear of commands that were taken back."""
        self._hear(f"undone {commands_kept}", session)

    def giving_up_game(self, session: Session) -> None:
        """Hear of a game that is left."""
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
        session.page_text(),
        session.last_events,
        log,
    )


@given(st.sampled_from(BASE_RULES.races), st.integers(0, 99), WORDS, st.data())
def test_taking_back_to_any_turn_is_playing_afresh_up_to_it(
    race: Race, seed: int, words: list[str], data: st.DataObject
) -> None:
    """The state, the page, the chronicle and all that comes after are those of a new game."""
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
    """`z` again and again goes through all the pages of the game, backwards."""
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
    """`f` and what was refused after a turn are taken back with that turn, not one by one."""
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
    floors = session_on(room("@.....\\")).floor_layouts
    session = Session(rules_with((SWIFT,)), 42, floors, is_practice=True)
    begun = session.start_game(session.rules.races[0]).floor.hero_cell
    say(session, *["ea"] * 4)
    assert game_of(session).turns == 2
    for back in range(3, -1, -1):
        say(session, "z")
        assert game_of(session).floor.hero_cell == begun + back
    say(session, "z")
    assert isinstance(session.last_refusal, NothingToUndo)


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
    session.observer = listener = Listener() if kind == "a game that is watched" else None
    say(session, "s", "no")
    before = state_fingerprint(game_of(session))
    assert session.handle_words("z")
    assert session.last_refusal == UnknownCommand("z")
    assert state_fingerprint(game_of(session)) == before
    if listener is not None:
        assert [what for what, _ in listener.heard] == ["begun", "no"]


def test_death_can_be_taken_back_in_practice() -> None:
    session = session_on(drawn(BREWS), 1)
    session.is_practice = True
    session.observer = listener = Listener()
    session.handle_words("d")
    game_of(session).hero.hp = 10
    say(session, "u no")
    assert game_of(session).outcome is not None
    say(session, "z")
    assert session.stage is SessionStage.PLAYING
    say(session, "u so", "q")
    heard = [what for what, _ in listener.heard]
    assert heard == ["begun", "u no", "undone 0", "u so", "left"]


def test_death_cannot_be_taken_back_otherwise() -> None:
    """`z` is ignored where the game is over, as all words but `r` and `q` are."""
    session = session_on(drawn(BREWS), 1)
    session.handle_words("d")
    game_of(session).hero.hp = 10
    say(session, "u no")
    before = session.page_text()
    assert not session.handle_words("z")
    assert session.page_text() == before
    assert session.stage is SessionStage.GAME_OVER


def test_witness_hears_of_every_game_and_command_as_the_game_stood_then() -> None:
    """What it is told is all that a journal needs; words that are no commands are not told."""
    session = Session(BASE_RULES, 42, is_practice=True)
    session.observer = listener = Listener()
    say(session, "s", "no", "xyzzy", "f", "a no", "z", "r", "x", "t", "ea", "q")
    fresh = Session(BASE_RULES, 42)
    fresh.observer = other = Listener()
    say(fresh, "s", "no", "f", "a no")
    heard = [what for what, _ in listener.heard]
    assert heard == ["begun", "no", "f", "a no", "undone 0", "left", "begun", "ea", "left"]
    assert listener.heard[:4] == other.heard
    assert listener.heard[4][1] == listener.heard[5][1] == other.heard[0][1]


def test_paused_game_is_as_it_was_and_was_not_left() -> None:
    session = Session(BASE_RULES, 42)
    session.observer = listener = Listener()
    say(session, "s", "no")
    before = state_fingerprint(game_of(session))
    session.suspend()
    assert session.stage is SessionStage.SESSION_ENDED
    assert state_fingerprint(game_of(session)) == before
    assert [what for what, _ in listener.heard] == ["begun", "no"]
