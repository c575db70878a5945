"""Voices: two wordings of every event and refusal, and what else handles every event (R36)."""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from random import Random
from typing import TypeVar, get_args, get_type_hints

from attrs import evolve, fields

from cc3k.content.roster import BASE_RULES
from cc3k.engine.actions import Attack, legal_actions
from cc3k.engine.board import EAST
from cc3k.engine.events import (
    ALL_ENEMIES,
    PC,
    ArrivedBesidePotions,
    Descended,
    Drained,
    Drank,
    Effect,
    Escaped,
    Event,
    ExpansionEvent,
    FreezeToggled,
    HeroSpawned,
    Looted,
    Means,
    Missed,
    Moved,
    PickedUp,
    Provoked,
    Regenerated,
    Sickened,
    Slain,
    Stole,
    Struck,
    TookTrinket,
)
from cc3k.engine.game import GameState
from cc3k.engine.hero import Race
from cc3k.engine.refusals import (
    BlockedByThing,
    BlockedByWall,
    ExpansionRefusal,
    GameOver,
    NoEnemyThere,
    NoPotionThere,
    NothingToUndo,
    Refusal,
    UnknownCommand,
)
from cc3k.engine.stats import StatLine
from cc3k.play.messages import Message, join_messages
from cc3k.play.narrator import Narrator
from cc3k.play.session import Session
from cc3k.play.spoken_voice import SpokenVoice
from cc3k.play.voices import DocumentVoice, Voice, event_messages, refusal_messages
from cc3k.ui.console import hurt_cells
from cc3k.ui.palette import glyph_roles
from tests.conftest import Golden
from tests.support.expansions import session_of
from tests.support.scenarios import HIT, MISS, room, scenario, weakened, with_hp
from tests.support.tables import for_each

T = TypeVar("T")

DOCUMENT, SPOKEN = DocumentVoice(BASE_RULES), SpokenVoice(BASE_RULES)
VOICES: tuple[Voice, ...] = (DOCUMENT, SPOKEN)


def document_text(happened: tuple[Event, ...]) -> str:
    return join_messages(event_messages(DOCUMENT, happened))


SHADE, DROW, VAMPIRE = BASE_RULES.races[:3]


def spoken(*events: Event, race: Race = SHADE) -> str:
    return join_messages(SPOKEN.word_turn(events, race))


HAPPENED: list[Event] = [
    HeroSpawned(),
    Moved("East"),
    Moved("East", (None,)),
    Moved("East", ("BA",)),
    Moved("Southwest", (None, None)),
    Moved("North", (None, "RH", None, "WD", "WD")),
    ArrivedBesidePotions((None,)),
    ArrivedBesidePotions(("BA",)),
    ArrivedBesidePotions((None, None, "RH")),
    Descended("West", 2),
    Escaped("West"),
    PickedUp(2),
    Drank("BA"),
    Drank("WA", StatLine(83, 25, 25), StatLine(83, 20, 25)),
    Drank("BD", StatLine(83, 25, 25), StatLine(83, 25, 30)),
    Drank("RH", StatLine(83, 25, 25), StatLine(93, 25, 25)),
    Drank("RH", StatLine(83, 25, 25), StatLine(83, 25, 25)),
    Drank("PH", StatLine(83, 25, 25), StatLine(73, 28, 22)),
    Struck(PC, "elf", 23, hp_left=117),
    Struck("elf", PC, 24, hp_left=101),
    Struck(PC, "halfling", 21, hp_left=79),
    Missed(PC, "halfling"),
    Missed("elf", PC),
    Slain("elf", PC),
    Slain(PC, "elf"),
    Slain(PC, "PH", means=Means.POTION),
    Provoked("merchant"),
    Provoked("elder dragon", is_alone=True),
    Looted("elf", 1),
    Stole(5),
    Drained(5),
    Sickened("dwarf", 5),
    Regenerated(5),
    FreezeToggled(enemies_frozen=True),
    FreezeToggled(enemies_frozen=False),
    TookTrinket("compass"),
    ExpansionEvent("pack.threw", "PC throws a WA.", "You throw a WA."),
]


REASONS: list[Refusal] = [
    BlockedByWall("North"),
    BlockedByThing("North", "potion"),
    BlockedByThing("North", "elf"),
    NoEnemyThere("North"),
    NoPotionThere("North"),
    NoPotionThere("East"),
    GameOver(),
    NothingToUndo(),
    ExpansionRefusal("PC has no room.", "You have no room."),
    UnknownCommand("xyzzy"),
]


def test_events_and_refusals_have_their_sentences_in_both_voices(golden: Golden) -> None:
    """R36: the document's sentences, and others of the same kind to "you", with names.

    R4: the Action row says why. Who was just named is "it", unless that could be another one of its
    kind.
    """
    told = list[str]()
    for event in HAPPENED:
        told += [type(event).__name__, f"  {DOCUMENT.word_event(event)}", f"  {spoken(event)}"]
    for reason in REASONS:
        said = [voice.word_refusal(reason) for voice in VOICES]
        told += [type(reason).__name__, *[f"  {each}" for each in said]]
    for race, turn in TURNS:
        told.append(f"{race.name}: {document_text(turn)}\n  {spoken(*turn, race=race)}")
    golden("voices", "\n".join([*told, ""]))
    assert {type(event) for event in HAPPENED} == set(get_args(Event))
    assert {type(reason) for reason in REASONS} == set(get_args(Refusal))


def test_an_unknown_command_is_shown_safely_and_cut_in_both_voices() -> None:
    """R1: on one line, whatever was typed."""
    typed = {"a xyzzy": "a xyzzy", "x" * 20: "x" * 20, "x" * 21: f"{'x' * 20}..."}
    typed |= {"\x1b[31m": r"\x1b[31m", "\xf6\u2028": r"\xf6\u2028"}
    for words, shown in typed.items():
        for voice in VOICES:
            told = voice.word_refusal(UnknownCommand(words))
            assert told == f"There is no command '{shown}'."


def test_sentences_stand_in_the_order_in_which_things_happened() -> None:
    """R36: on one Action row; §3: as in figure 3."""
    game = weakened(scenario(room("@E.W.\\"), luck=[MISS, HIT, 1]), hp=24)
    assert document_text(game.play(Attack(EAST))) == (
        "PC deals 23 damage to E (1 HP). E misses PC. E deals 24 damage to PC."
    )
    assert document_text(game.play(Attack(EAST))) == (
        "PC deals 23 damage to E (0 HP). PC slays E. PC takes 2 gold from E."
    )


ENEMY_NAMES = [kind.name for kind in BASE_RULES.enemy_kinds]
POTION_NAMES = [potion.name for potion in BASE_RULES.potions]

VALUES_BY_TYPE: dict[object, list[object]] = {
    str: [PC, *ENEMY_NAMES, *POTION_NAMES, "East", "potion"],
    int: [0, 1, 24],
    bool: [False, True],
    tuple[str | None, ...]: [(None,), ("RH",), (None, None, "BA")],
    Effect: [Effect.NONE],
    Means: [*Means],
    StatLine | None: [None, StatLine(50, 25, 25), StatLine(40, 30, 20)],
}
"""Values for every type of a field; a field of another type turns these tests red."""


def built(kind: Callable[..., T]) -> Iterator[T]:
    """Yield values of a class of event or refusal, with every kind of thing in every field."""
    hints = get_type_hints(kind, localns={"StatLine": StatLine})
    options = [VALUES_BY_TYPE[hints[name]] for name in field_names(kind)]
    for values in product(*options):
        yield kind(*values)


def field_names(kind: object) -> list[str]:
    assert isinstance(kind, type)
    return [attribute.name for attribute in fields(kind)]


BUILT_ONCE = (TookTrinket("compass"), ExpansionEvent("pack.threw", "PC throws a WA.", "You throw."))
"""Events whose fields are texts of an expansion's own."""

EVENTS: list[Event] = [
    *[
        event
        for kind in get_args(Event)
        if kind not in map(type, BUILT_ONCE)
        for event in built(kind)
        if not isinstance(event, Drank) or (event.before is None) == (event.after is None)
    ],
    *BUILT_ONCE,
]
REFUSALS: list[Refusal] = [
    *[one for kind in get_args(Refusal) if kind is not ExpansionRefusal for one in built(kind)],
    ExpansionRefusal("PC has no room.", "You have no room."),
]


def glyphs_in(text: str) -> set[str]:
    """Return the glyphs of the board that stand in a text: letters as words, signs anywhere."""
    glyphs = set(glyph_roles(BASE_RULES)) - {"-", "+"}  # which are marks of punctuation as well
    words = set(re.findall(r"\w+", text))
    return {glyph for glyph in glyphs if (glyph in words if glyph.isalpha() else glyph in text)}


SUBJECTS = (
    "enemy",
    "enemy_kind",
    "victim",
    "attacker",
    "defender",
    "thing",
    "direction",
    "potion",
    "by",
    "command",
)
"""Fields that name somebody or something; where the PC itself stands in it, it makes no sense."""


def test_spoken_voice_words_every_event_and_refusal_to_you_without_a_glyph() -> None:
    """A screen reader cannot know what a letter stands for; nobody is both `PC` and "you"."""
    told = [(event, spoken(event)) for event in EVENTS]
    refused = [(reason, SPOKEN.word_refusal(reason)) for reason in REFUSALS]
    for about, sentence in [*told, *refused]:
        names_nobody = PC in [getattr(about, name) for name in SUBJECTS if hasattr(about, name)]
        assert sentence[0].isupper()
        assert sentence.endswith(".")
        assert names_nobody or PC not in sentence
        assert glyphs_in(sentence) == set()


HIT_ELF, ELF_HITS, ELF_MISSES = (
    Struck(PC, "elf", 23, 117),
    Struck("elf", PC, 24, 80),
    Missed("elf", PC),
)
HALFLING_MISSES = Missed("halfling", PC)


HIT_HALFLING = Struck(PC, "halfling", 21, 79)
NOTICED = ExpansionEvent("hunters.noticed", "H notices PC.", "The human notices you.", "human")
POISONED = Drank("PH", StatLine(6, 25, 25), StatLine(0, 25, 25))

TURNS: list[tuple[Race, tuple[Event, ...]]] = [
    (SHADE, (HIT_HALFLING, HALFLING_MISSES)),
    (SHADE, (Moved("East"), ELF_HITS, ELF_MISSES)),
    (SHADE, (HIT_HALFLING, NOTICED, HALFLING_MISSES)),
    (SHADE, (HIT_ELF, ELF_HITS, ELF_HITS, ELF_MISSES, ELF_HITS)),
    (SHADE, (HIT_HALFLING, Slain("halfling", PC), Looted("halfling", 2), HALFLING_MISSES)),
    (SHADE, (Missed(PC, "halfling"), ELF_HITS, HALFLING_MISSES)),
    (SHADE, (Struck(PC, "merchant", 24, 6), Provoked("merchant"), Missed("merchant", PC))),
    (SHADE, (ELF_HITS, Slain(PC, "elf"))),
    (SHADE, (POISONED, Slain(PC, "PH", means=Means.POTION))),
    (SHADE, (Drank("RH"), Slain(PC, "elf"))),
    (DROW, (ELF_HITS, ELF_MISSES)),
    (
        VAMPIRE,
        (Struck(PC, "dwarf", 20, 80), Sickened("dwarf", 4), Slain(PC, "dwarf", means=Means.BLOOD)),
    ),
]


def test_narrator_speaks_every_event_and_refusal() -> None:
    """R4: in names as well."""
    session = session_of(scenario(room("@E.\\")))
    for event in EVENTS:
        session.last_events = (event,)
        assert Narrator(session).resumed_lines()[1] == spoken(event)
    for refusal in REFUSALS:
        session.last_refusal = refusal
        assert Narrator(session).resumed_lines()[1] == SPOKEN.word_refusal(refusal)


def ended(drawing: str, words: str, race: str = "Shade", hp: int = 1) -> GameState:
    game = with_hp(scenario(drawing, race, luck=[HIT] * 4), hp)
    list(session_of(game).play_words(words.split()))
    return game


@for_each(
    (ended(room("@H.\\"), "a ea"), "Killed by a human on floor 1, turn 1."),
    (ended(room("@E.\\"), "a ea"), "Killed by an elf on floor 1, turn 1."),
    (ended(room("@3.\\"), "u ea"), "Killed by a Poison Health potion on floor 1, turn 1."),
    (ended(room("@W.\\"), "a ea", "Vampire"), "Killed by the blood of a dwarf on floor 1, turn 1."),
    (ended(room("@W.\\"), "a ea", "Vampire", 6), "Killed by a dwarf on floor 1, turn 1."),
    (ended((room("@\\") + "\n") * 5, "ea " * 5), "Victory! You leave the dungeon alive on turn 5."),
)
def test_end_says_who_where_and_with_what(game: GameState, said: str) -> None:
    """And then the score, and what now; the document's wording stays that of scripts."""
    assert SPOKEN.ending_lines(game) == (said, "Score: 0 (0 gold)")
    assert DOCUMENT.ending_lines(game)[0].startswith(("Defeat. PC", "Victory! PC"))


def test_flashes_and_colours_handle_every_event() -> None:
    """Whom it harms flashes, and its message has the colour of that; anything else has none."""
    game = scenario(room("@E.\\"))
    hero, target = game.floor.hero_cell, game.floor.hero_cell + 1
    for event in EVENTS:
        (message,) = event_messages(DOCUMENT, (event,))
        harmed = (
            {hero if event.concerns == PC else target} if event.effect is Effect.HARM else set()
        )
        assert hurt_cells(game, target, (event,)) == harmed
        assert (message.effect, message.concerns) == (event.effect, event.concerns)


def test_enemy_that_was_not_aimed_at_has_no_cell_to_flash() -> None:
    game = scenario(room("@E.\\"))
    events = (Struck(PC, "elf", 23, 117), Struck("elf", PC, 24, 101))
    assert hurt_cells(game, None, events) == {game.floor.hero_cell}


EFFECTS: dict[type[Event], Effect] = {
    **dict.fromkeys((Struck, Slain, Sickened), Effect.HARM),
    **dict.fromkeys((PickedUp, TookTrinket, Looted, Stole, Drained, Regenerated), Effect.GAIN),
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
    assert Slain(PC, "PH", means=Means.POTION).concerns == PC
    assert Provoked("merchant").concerns == "merchant"
    assert FreezeToggled(enemies_frozen=True).concerns == ALL_ENEMIES
    others = [e for e in EVENTS if not isinstance(e, Struck | Missed | Slain | Provoked)]
    assert {e.concerns for e in others if not isinstance(e, FreezeToggled)} == {PC}


@for_each("race", [race.name for race in BASE_RULES.races])
def test_hp_are_lost_by_harm_and_won_by_gains_alone(race: str) -> None:
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


@for_each("voice", VOICES)
def test_refusal_is_one_message_of_its_kind(voice: Voice) -> None:
    """R4: why a command cannot be done is told apart from what happened."""
    for refusal in REFUSALS:
        (message,) = refusal_messages(voice, refusal)
        assert message == Message(voice.word_refusal(refusal))


def test_sentences_are_made_once_a_command() -> None:
    class Counting(Voice):
        made = 0

        def word_turn(self, events: Sequence[Event], race: Race) -> tuple[Message, ...]:
            self.made += 1
            return DOCUMENT.word_turn(events, race)

        def ending_lines(self, game: GameState) -> tuple[str, str]:
            return DOCUMENT.ending_lines(game)

        def word_refusal(self, refusal: Refusal) -> str:
            self.made += 1
            return DOCUMENT.word_refusal(refusal)

    voice = Counting()
    session = Session(BASE_RULES, 42, voice=voice)
    session.start_game(BASE_RULES.races[0])
    made = voice.made
    for words in ("f", "xyzzy", "f"):
        session.give(words)
        assert session.frame_or_prompt().endswith(f"Action: {session.action_text}\n")
        made += 1
        assert voice.made == made


def test_letters_of_an_expansion_are_its_own() -> None:
    """A kind that is added has its own letter in the document's wording, and its name aloud."""
    rat = evolve(BASE_RULES.enemy_kinds[0], name="test rat", glyph="~")
    rules = evolve(BASE_RULES, enemy_kinds=(*BASE_RULES.enemy_kinds, rat))
    event = Missed("test rat", PC)
    assert DocumentVoice(rules).word_event(event) == "~ misses PC."
    assert join_messages(SpokenVoice(rules).word_turn((event,), SHADE)) == "The test rat misses."


def test_a_potion_whose_figures_are_unknown_is_told_without_them() -> None:
    """X41: nobody saw what it changed."""
    (told,) = SpokenVoice(BASE_RULES).word_turn((Drank("RH"),), SHADE)
    assert "->" not in told.text
