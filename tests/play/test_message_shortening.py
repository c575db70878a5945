"""Message shortening: a turn as fully as there is room for, and never without what hurts."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from cc3k.content.roster import BASE_RULES
from cc3k.engine.events import (
    PC,
    ArrivedBesidePotions,
    Descended,
    Drained,
    Drank,
    Effect,
    Event,
    ExpansionEvent,
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
)
from cc3k.engine.hero import Race
from cc3k.engine.stats import StatLine
from cc3k.engine.text import wrap_text
from cc3k.play.messages import MessageRoom, join_messages
from cc3k.play.spoken_voice import SHORTENINGS, SpokenVoice, fit_messages, report_turn
from cc3k.play.voices import DocumentVoice, event_messages
from tests.conftest import Golden
from tests.support.expansions import rules_of

VOICE = SpokenVoice(BASE_RULES)
SHADE, DROW, VAMPIRE = BASE_RULES.races[:3]
KINDS = [kind.name for kind in BASE_RULES.enemy_kinds]


def hit(kind: str, damage: int = 6) -> Event:
    return Struck(kind, PC, damage, 50)


def miss(kind: str) -> Event:
    return Missed(kind, PC)


def steps(*events: Event, race: Race = SHADE) -> list[str]:
    """Return the texts of a turn from the full one to the shortest."""
    reports = report_turn(events, race, VOICE.kinds)
    texts = [join_messages(VOICE.word_reports(reports))]
    for shorten in SHORTENINGS:
        reports = shorten(reports)
        texts.append(join_messages(VOICE.word_reports(reports)))
    return list(dict.fromkeys(texts))


def test_gold_of_the_slain_and_what_a_goblin_steals_are_one_sum_with_expansions() -> None:
    events: list[Event] = [Struck(PC, "elf", 23, 0), Slain("elf", PC), Looted("elf", 2), Stole(5)]
    apart = "You take 2 gold from it. You steal 5 gold."
    for names, told in (("", apart), ("fog", "You take 7 gold from it.")):
        messages = SpokenVoice(rules_of(names)).word_turn(events, SHADE)
        assert join_messages(messages) == f"You hit the elf for 23 and slay it. {told}"


def slain(kind: str, damage: int = 9) -> tuple[Event, ...]:
    return Struck(PC, kind, damage, 0), Slain(kind, PC)


NEWS = ExpansionEvent("uniques.here", "Borin is here.", "Borin is here.")
ROBBED = (Looted("merchant", 2), Stole(5), Provoked("merchant"), PickedUp(4), hit("merchant", 56))
POISONED = Drank("PH", StatLine(6, 25, 25), StatLine(0, 25, 25))
BLED = Slain(PC, "dwarf", means=Means.BLOOD)
TURNS: list[tuple[Race, tuple[Event, ...]]] = [
    (SHADE, (hit("elf"), hit("elf"))),
    (SHADE, (hit("elf"), miss("elf"))),
    (SHADE, (miss("elf"), miss("elf"))),
    (SHADE, (miss("halfling"),) * 3),
    (SHADE, (hit("orc"), miss("orc"), hit("orc"))),
    (SHADE, (hit("elf"), hit("elf"), hit("elf"), miss("elf"))),
    (DROW, (hit("elf"), hit("human"), miss("dwarf"), hit("elf"))),
    (SHADE, (Moved("East", (None,)), hit("orc"), Regenerated(5))),
    (SHADE, (HeroSpawned(), ArrivedBesidePotions((None,)))),
    (SHADE, (Moved("East", (None, "BA")),)),
    (SHADE, (Moved("East"),)),
    (SHADE, (Struck(PC, "orc", 20, 160), Drained(5))),
    (SHADE, (Struck(PC, "orc", 20, 160),)),
    (SHADE, (PickedUp(2), Descended("East", 2), NEWS)),
    (VAMPIRE, (*slain("merchant", 24), *ROBBED)),
    (SHADE, tuple(each for kind in ("orc", "elf", "orc") for each in slain(kind))),
    (SHADE, (hit("orc"), Slain(PC, "orc"))),
    (SHADE, (POISONED, Slain(PC, "PH", means=Means.POTION))),
    (VAMPIRE, (Struck(PC, "dwarf", 20, 80), Sickened("dwarf", 4), BLED)),
    (SHADE, (hit("orc"), hit("orc"), Slain(PC, "orc"))),
]


def test_turns_are_shortened_step_by_step(golden: Golden) -> None:
    """Attacks are merged, then counted, then added up; what board and figures show is dropped.

    Then the HP that are left and the gold, and all but the harm; a death and news of a floor stay.
    """
    told = list[str]()
    for race, events in TURNS:
        document = join_messages(event_messages(DocumentVoice(BASE_RULES), events))
        told += [f"{race.name}: {document}", *[f"  {text}" for text in steps(*events, race=race)]]
    golden("shortenings", "\n".join([*told, ""]))


ATTACKS = st.lists(
    st.tuples(st.sampled_from(KINDS), st.lists(st.integers(0, 90), min_size=2, max_size=2)),
    max_size=8,
)


@given(
    attackers=ATTACKS,
    target=st.sampled_from(KINDS),
    race=st.sampled_from([SHADE, DROW]),
    dies=st.booleans(),
)
def test_no_step_loses_what_hurts_or_is_longer(
    attackers: list[tuple[str, list[int]]], target: str, race: Race, dies: bool
) -> None:
    """Eight enemies around the PC: two rows of 80 columns hold any turn."""
    events: list[Event] = [Struck(PC, target, 20, 1)]
    for kind, blows in attackers:
        row = BASE_RULES.enemy_kind_named(kind)
        blows_now = blows[: row.attacks_per_turn(race)]
        events += [hit(kind, damage) if damage else miss(kind) for damage in blows_now]
    damage = sum(e.damage for e in events if isinstance(e, Struck) and e.defender == PC)
    if dies and isinstance(events[-1], Struck) and damage:
        events.append(Slain(PC, events[-1].attacker))
    reports = report_turn(events, race, VOICE.kinds)
    for rows, columns, before in ((2, 80, ""), (1, 79, "Action: "), (2, 40, ""), (1, 20, "")):
        room = MessageRoom(rows, columns, before)
        messages = fit_messages(reports, VOICE.word_reports, room)
        text = join_messages(messages)
        assert sum(_damage_told(text)) == damage
        assert not any(message.text[0].islower() for message in messages)
        assert (any(word in text for word in ("kill", "die"))) == isinstance(events[-1], Slain)
        harmed = [message.concerns for message in messages if message.effect is Effect.HARM]
        assert (PC in harmed) == bool(damage)
        if columns > 20:
            assert room.holds(messages)
            assert len(wrap_text(f"{before}{text}", columns)) <= rows
    whole = len(join_messages(VOICE.word_reports(reports)))
    assert all(len(later) <= whole for _, later in pairwise(steps(*events, race=race)))


def _damage_told(text: str) -> list[int]:
    sentences = [s for s in text.split(". ") if " you" in s or s.startswith("You are hit")]
    words = [s.rstrip(".").split() for s in sentences]
    return [int(w[w.index("for") + 1]) for w in words if "for" in w]


def test_fullest_text_that_fits_is_taken() -> None:
    events = (Moved("East"), hit("elf"), hit("elf"), miss("orc"))
    reports = report_turn(events, SHADE, VOICE.kinds)

    def told(columns: int, after: str = "") -> str:
        room = MessageRoom(1, columns, after=after)
        return join_messages(fit_messages(reports, VOICE.word_reports, room))

    assert told(80) == ("You move East. The elf hits you for 6. It hits you for 6. The orc misses.")
    assert told(72) == "You move East. The elf hits you twice for 12. The orc misses."
    assert told(80, after="Press Enter.") == told(72)
    assert told(50) == "The elf hits you twice for 12. The orc misses."

    document = DocumentVoice(BASE_RULES)
    messages = event_messages(document, events)
    assert document.fit_turn(events, SHADE, MessageRoom(1, 50), messages) == messages
    assert told(40) == "The elf hits you twice for 12."
    assert told(20) == "You are hit for 12."
    assert told(3) == "You are hit for 12."
