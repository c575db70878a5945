"""Voices: turns, refusals and ends of games in words; here the document's voice (R36).

It has letters for enemies, "PC deals 23 damage to E (117 HP).", and stands in frames, scripts and
exports. The spoken one is for people, on screens and in plain mode, and has names: "You hit the elf
for 23 (117 left)."
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from operator import attrgetter

from attrs import evolve, field

from cc3k.engine.events import SOMETHING, ArrivedBesidePotions, Event, Moved
from cc3k.engine.game import GameState
from cc3k.engine.hero import Race
from cc3k.engine.refusals import BlockedByThing, Refusal, UnknownCommand
from cc3k.engine.rules import Rules
from cc3k.engine.text import potion_name
from cc3k.engine.values import frozen
from cc3k.play.messages import Message, MessageRoom, fields_of, join_list, sentence_of

LETTERED = frozenset(("attacker", "defender", "victim", "by", "enemy"))
"""The fields of events that name somebody; the document's voice has letters for them."""


class Voice(ABC):
    @abstractmethod
    def word_turn(self, events: Sequence[Event], race: Race) -> tuple[Message, ...]: ...

    def fit_turn(
        self, events: Sequence[Event], race: Race, room: MessageRoom, full: tuple[Message, ...]
    ) -> tuple[Message, ...]:
        """Return the `full` messages of a turn, shortened if they do not fit and this voice can."""
        del events, race, room
        return full

    @abstractmethod
    def word_refusal(self, refusal: Refusal) -> str:
        """Return the reason of a refusal as a sentence (R4)."""

    @abstractmethod
    def ending_lines(self, game: GameState) -> tuple[str, str]:
        """Return the lines that say how a game ended and what it scored (R15, R33)."""


@frozen(eq=False)
class DocumentVoice(Voice):
    """The document's wording, with the letters of the board, such as `PC slays E.` (R36)."""

    rules: Rules = field(repr=False)
    _glyphs: Mapping[str, str] = field(init=False, repr=False)

    @_glyphs.default
    def _glyphs_by_name(self) -> dict[str, str]:
        rules = self.rules
        glyphs = {pile.role: pile.glyph for pile in reversed(rules.piles)}
        glyphs.update({potion.role: potion.glyph for potion in reversed(rules.potions)})
        glyphs.update({kind.name: kind.glyph for kind in rules.enemy_kinds})
        glyphs[SOMETHING] = SOMETHING.capitalize()
        return glyphs

    def word_event(self, event: Event) -> str:
        words, labels = fields_of(event), self._glyphs
        for role in LETTERED.intersection(words):
            words[role] = labels.get(f"{words[role]}", words[role])
        if isinstance(event, Moved | ArrivedBesidePotions):
            potions = event.seen_potions if isinstance(event, Moved) else event.potions
            words["seen_potions"] = words["potions"] = list_potions(
                potions, lambda kind, count: potion_name(kind) + f" (x{count})" * (count > 1)
            )
        return sentence_of(event).document.format_map(words)

    def word_turn(self, events: Sequence[Event], race: Race) -> tuple[Message, ...]:
        del race
        return event_messages(self, events)

    def ending_lines(self, game: GameState) -> tuple[str, str]:
        # Imported here for a fast start: needed only at the end of a game.
        from cc3k.play.endings import Ending

        return Ending(game).document_lines

    def word_refusal(self, refusal: Refusal) -> str:
        if isinstance(refusal, BlockedByThing):
            refusal = evolve(refusal, thing=self._glyphs.get(refusal.thing, refusal.thing))
        return refusal.text


def list_potions(potions: tuple[str | None, ...], word: Callable[[str | None, int], str]) -> str:
    """Return potions with their counts, each kind once (R18)."""
    return join_list([word(kind, potions.count(kind)) for kind in dict.fromkeys(potions)])


def event_messages(voice: DocumentVoice, events: Iterable[Event]) -> tuple[Message, ...]:
    return tuple(filter(attrgetter("text"), [_event_message(voice, event) for event in events]))


@lru_cache(maxsize=1024)  # the same few steps and attacks happen again and again
def _event_message(voice: DocumentVoice, event: Event) -> Message:
    return Message(voice.word_event(event), event.effect, event.concerns)


def refusal_messages(voice: Voice, refusal: Refusal) -> tuple[Message, ...]:
    if isinstance(refusal, UnknownCommand):  # which may be long, and is not kept
        return (_refusal_message(voice, refusal),)
    return (_kept_refusal_message(voice, refusal),)


def _refusal_message(voice: Voice, refusal: Refusal) -> Message:
    return Message(voice.word_refusal(refusal))


_kept_refusal_message = lru_cache(maxsize=256)(_refusal_message)


def reworded_messages(
    messages: tuple[Message, ...],
    events: tuple[Event, ...],
    refusal: Refusal | None,
    voice: Voice,
    race: Race,
) -> tuple[Message, ...]:
    """Return what events or a refusal say in another voice; a notice of neither stays."""
    if refusal is not None:
        return refusal_messages(voice, refusal)
    return voice.word_turn(events, race) if events else messages
