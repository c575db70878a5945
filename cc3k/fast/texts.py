"""Texts: every sentence of the document's voice, taken from it once, with gaps for numbers.

No sentence is written here: each is asked of the voice with numbers or names put in, and the gaps
are where those come out. So a new wording, enemy or potion needs nothing here.
"""

from collections.abc import Iterator, Sequence

from attrs import frozen

from cc3k.engine.board import DIRECTIONS
from cc3k.engine.events import (
    PC,
    ArrivedBesidePotions,
    Descended,
    Drained,
    Drank,
    Escaped,
    Event,
    FreezeToggled,
    HeroSpawned,
    Looted,
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
from cc3k.engine.items import Item
from cc3k.engine.refusals import (
    BlockedByThing,
    BlockedByWall,
    GameOver,
    NoEnemyToAttack,
    NoPotionToDrink,
)
from cc3k.engine.rules import Rules
from cc3k.play.messages import join_list, potion_with_article
from cc3k.play.voices import DocumentVoice

NEIGHBOURS = 8
_FIRST, _SECOND = 7_123_456_701, 7_123_456_702
FIRST_GAP, SECOND_GAP = 1, 2
"""The bytes that stand for a number in a text."""

(WALL_REFUSAL, THING_REFUSAL, NO_ENEMY, NO_POTION, OVER, SPAWNED) = range(6)
(MOVED, MOVED_SEEING, ARRIVED_SEEING, SEEING_END, POTIONS_SEEN, COMMA, AND) = range(6, 13)
(DESCENDED, ESCAPED, PICKED_UP, REGENERATED, DRAINED, SICKENED, LOOTED, STOLE) = range(13, 21)
(DRANK, STRIKES, IS_STRUCK_BY, MISSES, IS_MISSED_BY, SLAYS) = range(21, 27)
(SLAIN_BY_ENEMY, SLAIN_BY_POTION, PROVOKED, FREEZE) = range(27, 31)
"""Groups of texts. In a group there is one for each direction, enemy or potion.

`THING_REFUSAL` has for each direction the enemies and then the items, `POTIONS_SEEN` for each
potion, and then for an unknown one, the counts from 1 to 8.
"""


@frozen
class Texts:
    """All texts, and the number of the first one of each group."""

    texts: tuple[bytes, ...]
    groups: tuple[int, ...]


def read_texts(rules: Rules, items: Sequence[Item]) -> Texts:
    groups = list(_text_groups(DocumentVoice(rules), rules, items))
    firsts = [sum(map(len, groups[:number])) for number in range(len(groups))]
    return Texts(tuple([_with_gaps(text) for group in groups for text in group]), tuple(firsts))


def _text_groups(voice: DocumentVoice, rules: Rules, items: Sequence[Item]) -> Iterator[list[str]]:
    ways = [direction.name for direction in DIRECTIONS]
    things = [*[kind.name for kind in rules.enemy_kinds], *[item.role for item in items]]
    yield [voice.word_refusal(BlockedByWall(way)) for way in ways]
    yield [voice.word_refusal(BlockedByThing(way, thing)) for way in ways for thing in things]
    yield [voice.word_refusal(NoEnemyToAttack(way)) for way in ways]
    yield [voice.word_refusal(NoPotionToDrink(way)) for way in ways]
    yield [voice.word_refusal(GameOver())]
    yield [voice.word_event(HeroSpawned())]
    yield from _step_groups(voice, ways, [potion.name for potion in rules.potions])
    events = list(_event_groups(rules))
    yield [voice.word_event(Descended(way, _FIRST)) for way in ways]
    yield [voice.word_event(Escaped(way)) for way in ways]
    yield from [[voice.word_event(event) for event in group] for group in events]


def _step_groups(
    voice: DocumentVoice, ways: Sequence[str], potions: Sequence[str]
) -> Iterator[list[str]]:
    unknown = potion_with_article(None)
    arrived, _, end = voice.word_event(ArrivedBesidePotions((None,))).partition(unknown)
    yield [voice.word_event(Moved(way)) for way in ways]
    yield [voice.word_event(Moved(way, (None,))).partition(unknown)[0] for way in ways]
    yield [arrived]
    yield [end]
    seen = [
        voice.word_event(ArrivedBesidePotions((name,) * count))
        for name in (*potions, None)
        for count in range(1, NEIGHBOURS + 1)
    ]
    yield [text.removeprefix(arrived).removesuffix(end) for text in seen]
    _, comma, last, _ = join_list(["<", "<", "<"]).split("<")
    yield [comma]
    yield [last]


def _event_groups(rules: Rules) -> Iterator[list[Event]]:
    enemies = [kind.name for kind in rules.enemy_kinds]
    potions = [potion.name for potion in rules.potions]
    yield [PickedUp(_FIRST)]
    yield [Regenerated(_FIRST)]
    yield [Drained(_FIRST)]
    yield [Sickened(name, _FIRST) for name in enemies]
    yield [Looted(name, _FIRST) for name in enemies]
    yield [Stole(_FIRST)]
    yield [Drank(name) for name in potions]
    yield [Struck(PC, name, _FIRST, _SECOND) for name in enemies]
    yield [Struck(name, PC, _FIRST, _SECOND) for name in enemies]
    yield [Missed(PC, name) for name in enemies]
    yield [Missed(name, PC) for name in enemies]
    yield [Slain(name, PC) for name in enemies]
    yield [Slain(PC, name) for name in enemies]
    yield [Slain(PC, name) for name in potions]
    yield [Provoked(name) for name in enemies]
    yield [FreezeToggled(enemies_frozen=held) for held in (False, True)]


def _with_gaps(text: str) -> bytes:
    """Return a text in ASCII with a byte where each number was."""
    gaps = text.replace(str(_FIRST), chr(FIRST_GAP)).replace(str(_SECOND), chr(SECOND_GAP))
    return gaps.encode("ascii", "replace")
