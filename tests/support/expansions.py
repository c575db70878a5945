"""Games with expansions: their rules by name, and words said to a drawn game."""

from collections.abc import Sequence

from cc3k.engine.events import Event
from cc3k.engine.game import GameState
from cc3k.engine.refusals import Impossible, Refusal
from cc3k.engine.rules import Rules
from cc3k.engine.view import GameView
from cc3k.expansions.hunters import HUNTING_TURNS
from cc3k.expansions.registry import ExpansionRegistry
from cc3k.play.choices import DEFAULT_HP_LIMIT, HpLimit
from cc3k.play.commands import command_table
from cc3k.play.foes import Foe, choose_foe
from cc3k.play.frame import expansion_status_rows
from cc3k.play.interruptions import MultiTurnCommand, play_turn
from cc3k.play.messages import join_messages
from cc3k.play.session import Session
from cc3k.play.spoken_voice import SpokenVoice
from cc3k.play.voices import DocumentVoice, refusal_messages
from tests.support.scenarios import Steps, scenario


def rules_of(names: str) -> Rules:
    return ExpansionRegistry().select(names.split())


def expanded(
    names: str,
    drawing: str,
    race: str = "Shade",
    luck: Sequence[int] = (),
    steps: Sequence[Steps] | None = None,
) -> GameState:
    return scenario(drawing, race, luck, steps, rules_of(names))


def say(game: GameState, words: str) -> tuple[Event, ...]:
    return game.play(command_table(game.rules).actions_and_answers[words])


def refused(game: GameState, words: str) -> Refusal:
    """Return why what those words stand for is refused, having seen that nothing changed (R4)."""
    before, parts = game.digest(), game.last_events
    try:
        say(game, words)
    except Impossible as impossible:
        assert (game.digest(), game.last_events) == (before, parts)
        return impossible.reason
    message = f"{words} was not refused"
    raise AssertionError(message)


def told(game: GameState, words: str) -> tuple[str, str]:
    """Say words to a game and return what both voices tell, the document's first."""
    voices, before = (DocumentVoice(game.rules), SpokenVoice(game.rules)), game.digest()
    try:
        events = say(game, words)
    except Impossible as impossible:
        assert game.digest() == before
        reason = impossible.reason
        document, spoken = [join_messages(refusal_messages(voice, reason)) for voice in voices]
        return document, spoken
    document, spoken = [join_messages(voice.word_turn(events, game.race)) for voice in voices]
    return document, spoken


def session_of(game: GameState) -> Session:
    session = Session(game.rules, 42)
    session.game = game
    return session


def game_of(session: Session) -> GameState:
    assert session.game is not None
    return session.game


def foe_of(game: GameState, limit: HpLimit = DEFAULT_HP_LIMIT) -> Foe:
    """Return whom Tab would fight."""
    foe = choose_foe(GameView(game), limit)
    assert foe is not None
    return foe


def all_hunt(game: GameState, turns: int = HUNTING_TURNS) -> GameState:
    """Return the game with that many turns of a hunt left to every enemy of its floor."""
    for enemy in game.floor.enemies.values():
        enemy.hunting_turns = turns
    return game


def played(
    game: GameState, command: MultiTurnCommand, session: Session | None = None
) -> tuple[int, str]:
    """Play a command to its end; return the turns that it took, and why it stopped."""
    session, begun, reason = session or session_of(game), game.turns, None
    while reason is None:
        reason = play_turn(session, command, session.give)
    return game.turns - begun, reason


def row(game: GameState) -> str:
    (only,) = expansion_status_rows(game)
    return only
