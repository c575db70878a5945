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
from tests.support.expansions import rules_of
from tests.support.tables import for_each

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


def test_news_of_a_floor_is_told_however_little_room_there_is() -> None:
    news = ExpansionEvent("uniques.here", "Borin is here.", "Borin is here.")
    texts = steps(PickedUp(2), Descended("East", 2), news)
    assert texts[-1] == "You go down to floor 2. Borin is here."


def test_gold_of_the_slain_and_what_a_goblin_steals_are_one_sum_with_expansions() -> None:
    events: list[Event] = [Struck(PC, "elf", 23, 0), Slain("elf", PC), Looted("elf", 2), Stole(5)]
    apart = "You take 2 gold from it. You steal 5 gold."
    for names, told in (("", apart), ("fog", "You take 7 gold from it.")):
        messages = SpokenVoice(rules_of(names)).word_turn(events, SHADE)
        assert join_messages(messages) == f"You hit the elf for 23 and slay it. {told}"


TURNS: list[tuple[list[Event], list[str]]] = [
    (
        [hit("elf"), hit("elf")],
        ["The elf hits you for 6. It hits you for 6.", "The elf hits you twice for 12."],
    ),
    (
        [hit("elf"), miss("elf")],
        [
            "The elf hits you for 6. It misses.",
            "The elf hits you once for 6.",
            "The elf hits you for 6.",
        ],
    ),
    ([miss("elf"), miss("elf")], ["The elf misses. It misses.", "The elf misses twice."]),
    (
        [miss("halfling")] * 3,
        [
            "A halfling misses. Another halfling misses. Another halfling misses.",
            "3 halflings miss.",
        ],
    ),
    (
        [hit("orc"), miss("orc"), hit("orc")],
        [
            "An orc hits you for 6. Another orc misses. Another orc hits you for 6.",
            "2 of 3 orcs hit you for 12.",
            "2 orcs hit you for 12.",
        ],
    ),
    (
        [hit("elf"), hit("elf"), hit("elf"), miss("elf")],
        [
            "An elf hits you for 6. It hits you for 6. Another elf hits you for 6. It misses.",
            "An elf hits you twice for 12. Another elf hits you once for 6.",
            "2 elves hit you 3 times for 18.",
        ],
    ),
]
"""Attacks on a shade, and what is told of them."""


@for_each(
    *[(SHADE, *row) for row in TURNS],
    (
        DROW,
        [hit("elf"), hit("human"), miss("dwarf"), hit("elf")],
        [
            (
                "An elf hits you for 6. The human hits you for 6. The dwarf misses. "
                "Another elf hits you for 6."
            ),
            "2 elves hit you for 12. The human hits you for 6. The dwarf misses.",
            "2 elves hit you for 12. The human hits you for 6.",
            "2 elves and a human hit you for 18.",
        ],
    ),
)
def test_attacks_are_merged_then_counted_then_added_up(
    race: Race, events: list[Event], texts: list[str]
) -> None:
    found = steps(*events, race=race)
    assert found[: len(texts)] == texts
    damage = sum(event.damage for event in events if isinstance(event, Struck))
    assert found[len(texts) :] == ([f"You are hit for {damage}."] if damage else [])


def test_what_the_board_and_the_status_show_is_dropped() -> None:
    assert (
        steps(Moved("East", (None,)), hit("orc"), Regenerated(5))[-2] == "The orc hits you for 6."
    )
    assert steps(HeroSpawned(), ArrivedBesidePotions((None,)))[-1] == "You enter the dungeon."
    assert steps(Moved("East", (None, "BA")))[-1] == "You move East."
    assert steps(Moved("East"))[-1] == "You move East."
    assert steps(Struck(PC, "orc", 20, 160), Drained(5))[-1] == "You hit the orc for 20."


def test_hp_left_gold_and_then_all_but_the_harm_go() -> None:
    turn = (
        Struck(PC, "merchant", 24, 0),
        Slain("merchant", PC),
        Looted("merchant", 2),
        Stole(5),
        Provoked("merchant"),
        PickedUp(4),
        hit("merchant", 56),
    )
    texts = steps(*turn, race=VAMPIRE)
    assert texts[-4:] == [
        (
            "You hit the merchant for 24 and slay it. You take 2 gold from it. You steal 5 gold. "
            "Every merchant is hostile from now on. You pick up 4 gold. "
            "Another merchant hits you for 56."
        ),
        (
            "You hit the merchant for 24 and slay it. Every merchant is hostile from now on. "
            "Another merchant hits you for 56."
        ),
        (
            "You slay the merchant. Every merchant is hostile from now on. "
            "Another merchant hits you for 56."
        ),
        "You are hit for 56.",
    ]
    kills = list[Event]()
    for kind in ("orc", "elf", "orc"):
        kills += [Struck(PC, kind, 9, 0), Slain(kind, PC)]
    assert "You slay two orcs. You slay the elf." in steps(*kills)
    assert steps(Struck(PC, "orc", 20, 160))[-1] == "You hit the orc for 20."


def test_death_is_in_the_shortest_text() -> None:
    assert steps(hit("orc"), Slain(PC, "orc"))[-1] == "You are hit for 6 and die."
    poison = Drank("PH", StatLine(6, 25, 25), StatLine(0, 25, 25))
    assert (
        steps(poison, Slain(PC, "PH", means=Means.POTION))[-1]
        == "Poison Health: HP 6 -> 0. It kills you."
    )
    blood = (
        Struck(PC, "dwarf", 20, 80),
        Sickened("dwarf", 4),
        Slain(PC, "dwarf", means=Means.BLOOD),
    )
    assert steps(*blood, race=VAMPIRE)[-1].endswith("you lose 4 HP. It kills you.")
    two = (hit("orc"), hit("orc"), Slain(PC, "orc"))
    assert "2 orcs hit you for 12 and kill you." in steps(*two)


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
