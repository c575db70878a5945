"""Voices: two wordings of events and refusals, the document's and the spoken one (R36).

The document's wording has letters for enemies and stands in frames and scripts; the spoken one
has names and no letter, for plain mode and screen readers. Both are of the same events.
"""

from collections.abc import Hashable, Iterable, Mapping
from functools import lru_cache
from typing import Protocol, assert_never

from attrs import evolve, field, frozen

from cc3k.engine.events import (
    PC,
    ArrivedBesidePotions,
    BlockedByThing,
    Descended,
    Drained,
    Drank,
    Effect,
    Escaped,
    Event,
    FreezeToggled,
    HeroSpawned,
    Looted,
    Missed,
    Moved,
    PickedUp,
    Provoked,
    Refusal,
    Regenerated,
    Sickened,
    Slain,
    Stole,
    Struck,
    UnknownCommand,
    refusal_message,
)
from cc3k.engine.rules import Rules
from cc3k.play.messages import Message, MessageKind, potion_with_article


class Voice(Hashable, Protocol):
    """A wording of events and refusals."""

    def word_event(self, event: Event) -> str:
        """Return an event as a sentence."""
        ...

    def word_refusal(self, refusal: Refusal) -> str:
        """Return the reason of a refusal as a sentence (R4)."""
        ...


@frozen(eq=False)
class DocumentVoice:
    """The document's wording, with the letters of the board, such as `PC slays E.` (R36)."""

    rules: Rules = field(repr=False)
    _glyphs: Mapping[str, str] = field(init=False, repr=False)

    @_glyphs.default
    def _glyphs_by_name(self) -> dict[str, str]:
        """Return the glyph of each kind of enemy by its name, and of items by their role."""
        rules = self.rules
        glyphs = {pile.role: pile.glyph for pile in reversed(rules.piles)}
        glyphs.update({potion.role: potion.glyph for potion in reversed(rules.potions)})
        glyphs.update({kind.name: kind.glyph for kind in rules.enemy_kinds})
        return glyphs

    def word_event(self, event: Event) -> str:
        """Return an event as the document's sentence."""
        return _event_sentence(event, self._glyphs)

    def word_refusal(self, refusal: Refusal) -> str:
        """Return the reason of a refusal, with the letter of what is in the way (R4)."""
        if isinstance(refusal, BlockedByThing):
            refusal = evolve(refusal, thing=self._glyphs.get(refusal.thing, refusal.thing))
        return refusal_message(refusal)


@frozen(eq=False)
class SpokenVoice:
    """The wording to be read aloud, with names, such as `PC slays elf.` for the same event."""

    def word_event(self, event: Event) -> str:
        """Return an event as a sentence to be read aloud."""
        sentence = _event_sentence(event, {})
        return f"{sentence[0].upper()}{sentence[1:]}"

    def word_refusal(self, refusal: Refusal) -> str:
        """Return the reason of a refusal, with the name of what is in the way (R4)."""
        return refusal_message(refusal)


_KINDS_BY_EFFECT = {
    Effect.HARM: MessageKind.HARM,
    Effect.GAIN: MessageKind.GAIN,
    Effect.NONE: MessageKind.INFO,
}


def event_messages(voice: Voice, events: Iterable[Event]) -> tuple[Message, ...]:
    """Return a message for each event, in their order."""
    return tuple([_event_message(voice, event) for event in events])


@lru_cache(maxsize=1024)
def _event_message(voice: Voice, event: Event) -> Message:
    """Return the message of an event; the same few steps and attacks happen again and again."""
    return Message(voice.word_event(event), _KINDS_BY_EFFECT[event.effect], event.concerns)


def refusal_messages(voice: Voice, refusal: Refusal) -> tuple[Message, ...]:
    """Return the one message of a refusal."""
    if isinstance(refusal, UnknownCommand):  # which may be long, and is not kept
        return (_refusal_message(voice, refusal),)
    return (_cached_refusal_message(voice, refusal),)


def _refusal_message(voice: Voice, refusal: Refusal) -> Message:
    return Message(voice.word_refusal(refusal), MessageKind.REFUSAL, PC)


_cached_refusal_message = lru_cache(maxsize=256)(_refusal_message)


def _event_sentence(  # noqa: C901, PLR0911, PLR0912 - one case an event
    event: Event, labels: Mapping[str, str]
) -> str:
    """Return an event as a sentence; a character without a label is called by its name."""
    match event:
        case Moved(direction, potions):
            sight = f" and sees {_list_potions(potions)}" if potions else ""
            return f"PC moves {direction}{sight}."
        case ArrivedBesidePotions(potions):
            return f"PC sees {_list_potions(potions)}."
        case Struck(attacker, defender, damage, hp_left):
            hp = f" ({hp_left} HP)" if attacker == PC else ""
            attacker, defender = labels.get(attacker, attacker), labels.get(defender, defender)
            return f"{attacker} deals {damage} damage to {defender}{hp}."
        case Missed(attacker, defender):
            return f"{labels.get(attacker, attacker)} misses {labels.get(defender, defender)}."
        case Slain(victim, by):
            return f"{labels.get(by, by)} slays {labels.get(victim, victim)}."
        case PickedUp(gold):
            return f"PC picks up {gold} gold."
        case Regenerated(hp):
            return f"PC regains {hp} HP."
        case Drained(hp):
            return f"PC drains {hp} HP."
        case Sickened(enemy, hp):
            return f"{labels.get(enemy, enemy)} sickens PC, who loses {hp} HP."
        case Looted(enemy, gold):
            return f"PC takes {gold} gold from {labels.get(enemy, enemy)}."
        case Stole(gold):
            return f"PC steals {gold} gold."
        case Drank(potion):
            return f"PC uses {potion}."
        case Provoked(kind):
            return f"Every {kind} is hostile from now on."
        case FreezeToggled(enemies_frozen):
            return "Enemies stand still." if enemies_frozen else "Enemies move again."
        case Descended(direction, floor):
            return f"PC moves {direction} and goes down to floor {floor}."
        case Escaped(direction):
            return f"PC moves {direction} and leaves the dungeon."
        case HeroSpawned():
            return "Player character has spawned."
        case _:
            assert_never(event)


def _list_potions(potions: tuple[str | None, ...]) -> str:
    *others, last = [
        _potion_with_count(kind, potions.count(kind)) for kind in dict.fromkeys(potions)
    ]
    return f"{', '.join(others)}{' and ' if others else ''}{last}"


def _potion_with_count(potion_kind: str | None, count: int) -> str:
    return potion_with_article(potion_kind) + (f" (x{count})" if count > 1 else "")
