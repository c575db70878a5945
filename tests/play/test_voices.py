"""Voices: two wordings of every event and refusal, and what else handles every event (R36)."""

import re
from collections.abc import Callable, Iterator
from itertools import product
from random import Random
from typing import TypeVar, get_args, get_type_hints

import pytest
from attrs import evolve, fields

from cc3k.content.roster import BASE_RULES
from cc3k.engine.actions import Attack, Drink, Move, legal_actions
from cc3k.engine.board import EAST
from cc3k.engine.events import (
    ALL_ENEMIES,
    PC,
    ArrivedBesidePotions,
    BlockedByThing,
    BlockedByWall,
    Descended,
    Drained,
    Drank,
    Effect,
    Escaped,
    Event,
    FreezeToggled,
    GameOver,
    HeroSpawned,
    Looted,
    Missed,
    Moved,
    NoEnemyToAttack,
    NoPotionToDrink,
    NothingToUndo,
    PickedUp,
    Provoked,
    Refusal,
    Regenerated,
    Sickened,
    Slain,
    Stole,
    Struck,
    UnknownCommand,
)
from cc3k.play.frame import TERRAIN_ROLES, glyph_roles, hurt_cells
from cc3k.play.messages import Message, MessageKind, join_messages
from cc3k.play.narrator import Narrator
from cc3k.play.session import Session
from cc3k.play.voices import (
    DocumentVoice,
    SpokenVoice,
    Voice,
    event_messages,
    refusal_messages,
)
from cc3k.ui.palette import ROLE_LETTERS
from cc3k.ui.view import message_role
from tests.support.scenarios import HIT, MISS, NAMES, room, scenario, weakened

T = TypeVar("T")

DOCUMENT, SPOKEN = DocumentVoice(BASE_RULES), SpokenVoice()
VOICES: tuple[Voice, ...] = (DOCUMENT, SPOKEN)


def document_text(happened: tuple[Event, ...]) -> str:
    """Return the Action row of those events, as in a frame."""
    return join_messages(event_messages(DOCUMENT, happened))


SENTENCES: list[tuple[Event, str]] = [
    (HeroSpawned(), "Player character has spawned."),
    (Moved("East"), "PC moves East."),
    (Moved("East", (None,)), "PC moves East and sees an unknown potion."),
    (Moved("East", ("BA",)), "PC moves East and sees a BA potion."),
    (Moved("Southwest", (None, None)), "PC moves Southwest and sees an unknown potion (x2)."),
    (
        Moved("North", (None, "RH", None, "WD", "WD")),
        "PC moves North and sees an unknown potion (x2), an RH potion and a WD potion (x2).",
    ),
    (ArrivedBesidePotions((None,)), "PC sees an unknown potion."),
    (ArrivedBesidePotions(("BA",)), "PC sees a BA potion."),
    (ArrivedBesidePotions((None, None, "RH")), "PC sees an unknown potion (x2) and an RH potion."),
    (Descended("West", 2), "PC moves West and goes down to floor 2."),
    (Escaped("West"), "PC moves West and leaves the dungeon."),
    (PickedUp(2), "PC picks up 2 gold."),
    (Drank("BA"), "PC uses BA."),
    (Struck("PC", "elf", 23, hp_left=117), "PC deals 23 damage to E (117 HP)."),
    (Struck("elf", "PC", 24, hp_left=101), "E deals 24 damage to PC."),
    (Missed("PC", "halfling"), "PC misses L."),
    (Missed("elf", "PC"), "E misses PC."),
    (Slain("elf", "PC"), "PC slays E."),
    (Slain("PC", "elf"), "E slays PC."),
    (Slain("PC", "PH"), "PH slays PC."),
    (Provoked("merchant"), "Every merchant is hostile from now on."),
    (Looted("elf", 1), "PC takes 1 gold from E."),
    (Stole(5), "PC steals 5 gold."),
    (Drained(5), "PC drains 5 HP."),
    (Sickened("dwarf", 5), "W sickens PC, who loses 5 HP."),
    (Regenerated(5), "PC regains 5 HP."),
    (FreezeToggled(enemies_frozen=True), "Enemies stand still."),
    (FreezeToggled(enemies_frozen=False), "Enemies move again."),
]

REASONS: list[tuple[Refusal, str]] = [
    (BlockedByWall("North"), "PC cannot move North."),
    (BlockedByThing("North", "potion"), "PC cannot move North: P is in the way."),
    (NoEnemyToAttack("North"), "There is no enemy to the North."),
    (NoPotionToDrink("North"), "There is no potion to the North."),
    (GameOver(), "The game is over."),
    (NothingToUndo(), "There is no turn to take back."),
    (UnknownCommand("xyzzy"), "There is no command 'xyzzy'."),
    (UnknownCommand("a xyzzy"), "There is no command 'a xyzzy'."),
    (UnknownCommand("x" * 20), f"There is no command '{'x' * 20}'."),
    (UnknownCommand("x" * 21), f"There is no command '{'x' * 20}...'."),
    (UnknownCommand("\x1b[31m"), r"There is no command '\x1b[31m'."),
    (UnknownCommand("ö\u2028"), r"There is no command '\xf6\u2028'."),
]


@pytest.mark.parametrize(("event", "said"), SENTENCES, ids=lambda value: str(value)[:40])
def test_event_has_its_sentence(event: Event, said: str) -> None:
    """R36: the sentences of the document, and the others of the same kind."""
    assert DOCUMENT.word_event(event) == said


@pytest.mark.parametrize(("reason", "said"), REASONS, ids=lambda value: str(value)[:40])
def test_refusal_says_why(reason: Refusal, said: str) -> None:
    """R4: the Action row says why; R1: on one line, whatever was typed."""
    assert DOCUMENT.word_refusal(reason) == said


def test_every_event_and_every_refusal_is_in_these_tables() -> None:
    """R36: there is nothing without a sentence."""
    assert {type(event) for event, _ in SENTENCES} == set(get_args(Event))
    assert {type(reason) for reason, _ in REASONS} == set(get_args(Refusal))


def test_sentences_stand_in_the_order_in_which_things_happened() -> None:
    """R36: on one Action row; §3: as in figure 3."""
    game = weakened(scenario(room("@E.W.\\"), luck=[MISS, HIT, 1]), hp=24)
    assert document_text(game.play(Attack(EAST))) == (
        "PC deals 23 damage to E (1 HP). E misses PC. E deals 24 damage to PC."
    )
    assert document_text(game.play(Attack(EAST))) == (
        "PC deals 23 damage to E (0 HP). PC slays E. PC takes 2 gold from E."
    )


def test_figures_of_the_document_are_said_like_this() -> None:
    """§3: figures 4 and 5: an unknown potion is seen, then used."""
    game = scenario(room("@.1\\"))
    assert document_text(game.play(Move(EAST))) == "PC moves East and sees an unknown potion."
    assert document_text(game.play(Drink(EAST))) == "PC uses BA."


ENEMY_NAMES = [kind.name for kind in BASE_RULES.enemy_kinds]
POTION_NAMES = [potion.name for potion in BASE_RULES.potions]

VALUES_BY_TYPE: dict[object, list[object]] = {
    str: [PC, *ENEMY_NAMES, *POTION_NAMES, "East", "potion"],
    int: [0, 1, 24],
    bool: [False, True],
    tuple[str | None, ...]: [(None,), ("RH",), (None, None, "BA")],
}
"""Values for every type of a field; a field of another type turns these tests red."""


def built(kind: Callable[..., T]) -> Iterator[T]:
    """Yield values of a class of event or refusal, with every kind of thing in every field."""
    hints = get_type_hints(kind)
    options = [VALUES_BY_TYPE[hints[name]] for name in field_names(kind)]
    for values in product(*options):
        yield kind(*values)


def field_names(kind: object) -> list[str]:
    """Return the names of the fields of an attrs class."""
    assert isinstance(kind, type)
    return [attribute.name for attribute in fields(kind)]


EVENTS: list[Event] = [event for kind in get_args(Event) for event in built(kind)]
REFUSALS: list[Refusal] = [refusal for kind in get_args(Refusal) for refusal in built(kind)]


def test_every_class_of_event_and_refusal_is_built() -> None:
    """Whatever is added to the unions is tried here."""
    assert {type(event) for event in EVENTS} == set(get_args(Event))
    assert {type(refusal) for refusal in REFUSALS} == set(get_args(Refusal))


def glyphs_in(text: str) -> set[str]:
    """Return the glyphs of the board that stand in a text: letters as words, signs anywhere."""
    glyphs = set(glyph_roles(BASE_RULES)) - {"-", "+"}  # which are marks of punctuation as well
    words = set(re.findall(r"\w+", text))
    return {glyph for glyph in glyphs if (glyph in words if glyph.isalpha() else glyph in text)}


def test_glyphs_are_found_in_the_documents_sentences() -> None:
    """The test below could not fail otherwise."""
    assert glyphs_in(DOCUMENT.word_event(Struck(PC, "elf", 23, 117))) == {"E"}
    assert glyphs_in(DOCUMENT.word_refusal(BlockedByThing("East", "potion"))) == {"P"}
    assert glyphs_in("Elf misses PC @ East.") == {"@"}
    assert set(TERRAIN_ROLES) < set(glyph_roles(BASE_RULES))


def test_spoken_voice_words_every_event_and_refusal_without_a_glyph() -> None:
    """A screen reader cannot know what a letter on the board stands for."""
    sentences = [SPOKEN.word_event(event) for event in EVENTS]
    sentences += [SPOKEN.word_refusal(refusal) for refusal in REFUSALS]
    for sentence in sentences:
        assert sentence[0].isupper()
        assert sentence.endswith(".")
        assert glyphs_in(sentence) == set()


def test_both_voices_differ_by_letters_and_names_alone() -> None:
    """They are of the same events: letters of the one put for names of the other are the same."""
    names = {**NAMES, "P": "potion"}
    for event in EVENTS:
        text = DOCUMENT.word_event(event)
        letters = "".join(map(re.escape, names))
        named = re.sub(rf"\b[{letters}]\b", lambda letter: names[letter[0]], text)
        assert SPOKEN.word_event(event) == f"{named[0].upper()}{named[1:]}"


def test_narrator_speaks_every_event() -> None:
    """Plain mode says each of them, in names."""
    session = Session(BASE_RULES, 42)
    session.game = scenario(room("@E.\\"))
    for event in EVENTS:
        session.last_events = (event,)
        assert Narrator(session).opening_lines()[1] == SPOKEN.word_event(event)


def test_narrator_speaks_every_refusal() -> None:
    """R4: in names as well."""
    session = Session(BASE_RULES, 42)
    session.game = scenario(room("@E.\\"))
    for refusal in REFUSALS:
        session.last_refusal = refusal
        assert Narrator(session).opening_lines()[1] == SPOKEN.word_refusal(refusal)


def test_flashes_and_colours_handle_every_event() -> None:
    """Whom it harms flashes, and its message has the colour of that; anything else has none."""
    game = scenario(room("@E.\\"))
    hero, target = game.floor.hero_cell, game.floor.hero_cell + 1
    for event in EVENTS:
        (message,) = event_messages(DOCUMENT, (event,))
        harmed, role = set[int](), ""
        if event.effect is Effect.HARM:
            harmed = {hero if event.concerns == PC else target}
            role = "hurt" if event.concerns == PC else "hit"
        assert hurt_cells(game, target, (event,)) == harmed
        assert message_role(message) == role
        assert role in ROLE_LETTERS or not role


def test_enemy_that_was_not_aimed_at_has_no_cell_to_flash() -> None:
    """Without a target only the PC can flash."""
    game = scenario(room("@E.\\"))
    events = (Struck(PC, "elf", 23, 117), Struck("elf", PC, 24, 101))
    assert hurt_cells(game, None, events) == {game.floor.hero_cell}


EFFECTS: dict[type[Event], Effect] = {
    **dict.fromkeys((Struck, Slain, Sickened), Effect.HARM),
    **dict.fromkeys((PickedUp, Looted, Stole, Drained, Regenerated), Effect.GAIN),
}


def test_events_tell_whether_they_harm_or_help() -> None:
    """HP or life lost is harm, HP or gold gained is a gain, all else is neither."""
    for event in EVENTS:
        assert event.effect is EFFECTS.get(type(event), Effect.NONE)


def test_events_tell_whom_they_concern() -> None:
    """The one who was attacked or slain; the kind that is provoked; all enemies; or else the PC."""
    assert Struck("elf", PC, 24, 101).concerns == PC
    assert Struck(PC, "elf", 23, 117).concerns == "elf"
    assert Missed(PC, "halfling").concerns == "halfling"
    assert Slain("elf", PC).concerns == "elf"
    assert Slain(PC, "PH").concerns == PC
    assert Provoked("merchant").concerns == "merchant"
    assert FreezeToggled(enemies_frozen=True).concerns == ALL_ENEMIES
    others = [e for e in EVENTS if not isinstance(e, Struck | Missed | Slain | Provoked)]
    assert {e.concerns for e in others if not isinstance(e, FreezeToggled)} == {PC}


@pytest.mark.parametrize("race", [race.name for race in BASE_RULES.races])
def test_hp_are_lost_by_harm_and_won_by_gains_alone(race: str) -> None:
    """In play as well: without harm to the PC its HP never fall, but by a potion."""
    dice = Random(race)
    session = Session(BASE_RULES, 42)
    game = session.start_game(next(row for row in BASE_RULES.races if row.name == race))
    for _ in range(300):
        if game.outcome is not None:
            break
        hp = game.hero.hp
        events = game.play(dice.choice(legal_actions(game)))
        effects = {event.effect for event in events if event.concerns == PC}
        drank = any(isinstance(event, Drank) for event in events)
        assert drank or game.hero.hp >= hp or Effect.HARM in effects
        assert drank or game.hero.hp <= hp or Effect.GAIN in effects


def test_message_is_a_value_with_its_kind_and_whom_it_concerns() -> None:
    """So nobody searches a sentence for what it means."""
    happened = (Struck(PC, "elf", 23, 117), Struck("elf", PC, 24, 101), PickedUp(2), Moved("East"))
    hit, struck, gold, moved = event_messages(DOCUMENT, happened)
    assert hit == Message("PC deals 23 damage to E (117 HP).", MessageKind.HARM, "elf")
    assert struck == Message("E deals 24 damage to PC.", MessageKind.HARM, PC)
    assert gold == Message("PC picks up 2 gold.", MessageKind.GAIN, PC)
    assert moved == Message("PC moves East.", MessageKind.INFO, PC)
    assert [message.hurts_player for message in (hit, struck, gold, moved)] == [False, True] + [
        False
    ] * 2


@pytest.mark.parametrize("voice", VOICES)
def test_refusal_is_one_message_of_its_kind(voice: Voice) -> None:
    """R4: why a command cannot be done is told apart from what happened."""
    for refusal in REFUSALS:
        (message,) = refusal_messages(voice, refusal)
        assert message == Message(voice.word_refusal(refusal), MessageKind.REFUSAL, PC)


def test_sentences_are_made_once_a_command() -> None:
    """The frame, the log and the Action row use the same messages."""

    class Counting:
        """A voice that counts the sentences that it makes."""

        made = 0

        def word_event(self, event: Event) -> str:
            """Count an event."""
            self.made += 1
            return DOCUMENT.word_event(event)

        def word_refusal(self, refusal: Refusal) -> str:
            """Count a refusal."""
            self.made += 1
            return DOCUMENT.word_refusal(refusal)

    voice = Counting()
    session = Session(BASE_RULES, 42, voice=voice)
    session.start_game(BASE_RULES.races[0])
    made = voice.made
    for words in ("f", "xyzzy", "f"):
        session.handle_word(words)
        assert session.page_text().endswith(f"Action: {session.action_text}\n")
        made += 1
        assert voice.made == made


def test_letters_of_an_expansion_are_its_own() -> None:
    """A kind that is added has its own letter in the document's wording, and its name aloud."""
    rat = evolve(BASE_RULES.enemy_kinds[0], name="test rat", glyph="~")
    rules = evolve(BASE_RULES, enemy_kinds=(*BASE_RULES.enemy_kinds, rat))
    event = Missed("test rat", PC)
    assert DocumentVoice(rules).word_event(event) == "~ misses PC."
    assert SPOKEN.word_event(event) == "Test rat misses PC."
