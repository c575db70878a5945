"""A run: choose a race, play, take turns back, see how it ended, and again (§4, §5, R33-R35)."""

from functools import partial

from hypothesis import assume, given
from hypothesis import strategies as st

from cc3k.content.layout.reader import read_layout
from cc3k.content.roster import BASE_RULES
from cc3k.engine.expansion import Expansion, TurnHooks
from cc3k.engine.hero import Race
from cc3k.engine.refusals import NothingToUndo, UnknownCommand
from cc3k.expansions.registry import rules_with
from cc3k.play.commands import ACTIONS_BY_WORDS
from cc3k.play.messages import race_prompt
from cc3k.play.session import Session, SessionStage
from cc3k.saves.record import StateFingerprint, state_fingerprint
from tests.support.consoles import keeper
from tests.support.expansions import game_of
from tests.support.records import BREWS
from tests.support.scenarios import drawn, room
from tests.support.tables import for_each


def session(drawing: str = "", seed: int = 42) -> Session:
    drawings = (
        read_layout(drawing.encode("ascii"), "session", BASE_RULES).floor_layouts if drawing else ()
    )
    return Session(BASE_RULES, seed, drawings)


def say(session: Session, *words: str) -> None:
    list(session.play_words(" ".join(words).split()))


def test_r_returns_to_the_race_prompt_and_resets_everything() -> None:
    """§4, R33: all stats, inventory, and gold are reset, and a new race is selected."""
    run = session(room("1@6M\\.", "......"))

    def changed() -> tuple[object, ...]:
        hero, game = game_of(run).hero, game_of(run)
        return hero.gold, game.enemies_frozen, game.known_names, hero.provoked_kinds

    say(run, "s f u we ea a ea")
    assert changed() == (2, True, {"BA"}, {"merchant"})
    say(run, "R")
    assert run.frame_or_prompt() == f"{race_prompt(BASE_RULES)}\n"
    say(run, "s")
    assert changed() == (0, False, set(), set())
    game = game_of(run)
    assert (game.depth, game.hero.hp, game.hero.stats.attack, run.games_started) == (1, 125, 25, 2)


def test_merchants_and_potions_are_forgotten_after_the_end() -> None:
    """R18, R21: until the game session ends: by victory here."""
    run = session("\n".join([room("0@\\M")] * 5))
    say(run, "v u we ea ea ea ea ea r v")
    game = game_of(run)
    assert (run.games_started, game.known_names, game.hero.provoked_kinds) == (2, set(), set())


def boards(run: Session, keys: str) -> list[str]:
    shown = []
    for key in keys:
        run.give(key)
        shown.append(game_of(run).floor.glyphs.decode("ascii"))
        run.give("r")
    return shown


def test_the_kth_game_of_a_seed_is_always_the_same_game() -> None:
    """R34: whatever was played before it, and with whichever race."""
    first, second, third = boards(session(), "svt")
    assert len({first, second, third}) == 3
    assert boards(session(), "gdd") == [first, second, third]
    run = session()
    say(run, "t no so ea we a no f no r g so r d")
    assert game_of(run).floor.glyphs.decode("ascii") == third
    assert boards(session(seed=43), "s") != [first]


WORDS = st.lists(st.sampled_from([*ACTIONS_BY_WORDS, "xyzzy"]), min_size=1, max_size=40)


class Listener:
    """What a keeper was told of a session, and how the game stood then."""

    def __init__(self, session: Session) -> None:
        self.heard: list[tuple[str, StateFingerprint]] = []
        session.keeper = told = keeper(is_saved=True)
        told.game_started.side_effect = partial(self._hear, "begun")
        told.command_given.side_effect = partial(self._hear, "{}")
        told.commands_undone.side_effect = partial(self._hear, "undone {}")
        told.leaving_game.side_effect = partial(self._hear, "left")

    def _hear(self, what: str, session: Session, *about: object) -> None:
        self.heard.append((what.format(*about), state_fingerprint(game_of(session))))

    @property
    def told(self) -> list[str]:
        return [what for what, _ in self.heard]


def listened(run: Session | None = None) -> tuple[Session, Listener]:
    run = run or Session(BASE_RULES, 42)
    return run, Listener(run)


def practice(race: Race = BASE_RULES.races[0], seed: int = 42) -> Session:
    session = Session(BASE_RULES, seed, is_practice=True)
    session.start_history()
    session.start_game(race)
    return session


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


def test_outside_practice_z_is_no_command() -> None:
    """R35: it is refused as any unknown word is, and the witness does not hear of it."""
    session, listener = listened()
    say(session, "s", "no")
    before = state_fingerprint(game_of(session))
    assert session.give("z")
    assert session.last_refusal == UnknownCommand("z")
    assert state_fingerprint(game_of(session)) == before
    assert listener.told == ["begun", "no"]


@for_each("is_practice", [True, False])
def test_death_can_be_taken_back_in_practice_alone(is_practice: bool) -> None:
    run, listener = listened(session(drawn(BREWS), 1))
    run.is_practice = is_practice
    say(run, "d")
    game_of(run).hero.hp = 10
    say(run, "u no")
    assert run.stage is SessionStage.GAME_OVER
    before = run.frame_or_prompt()
    assert any(run.play_words("z")) is is_practice
    assert (run.frame_or_prompt() != before) is is_practice
    say(run, "u so", "q")
    undone = ["undone 0", "u so"] * is_practice
    assert listener.told == ["begun", "u no", *undone, "left"]


def test_witness_hears_of_every_game_and_command_as_the_game_stood_then() -> None:
    """What it is told is all that a journal needs; words that are no commands are not told."""
    session, listener = listened(Session(BASE_RULES, 42, is_practice=True))
    say(session, "s", "no", "xyzzy", "f", "a no", "z", "r", "x", "t", "ea", "q")
    fresh, other = listened()
    say(fresh, "s", "no", "f", "a no")
    assert listener.told == ["begun", "no", "f", "a no", "undone 0", "left", "begun", "ea", "left"]
    assert listener.heard[:4] == other.heard
    assert listener.heard[4][1] == listener.heard[5][1] == other.heard[0][1]


def test_paused_game_is_as_it_was_and_was_not_left() -> None:
    session, listener = listened()
    say(session, "s", "no")
    before = state_fingerprint(game_of(session))
    session.suspend()
    assert session.stage is SessionStage.SESSION_ENDED
    assert state_fingerprint(game_of(session)) == before
    assert listener.told == ["begun", "no"]
