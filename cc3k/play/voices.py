"""Voices: two wordings of turns, refusals and ends, the document's and the spoken one (R36).

The document's wording has letters for enemies and stands in frames, scripts and exports: "PC deals
23 damage to E (117 HP)." The spoken one is for people, on screens and in plain mode, and has names
and no letter: "You hit the elf for 23 (117 left)." Both are of the same events.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Protocol, assert_never

from attrs import evolve, field, frozen

from cc3k.content.roster import BASE_RULES
from cc3k.engine.events import (
    PC,
    SOMETHING,
    ArrivedBesidePotions,
    Descended,
    Drained,
    Drank,
    Escaped,
    Event,
    ExpansionEvent,
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
    TookTrinket,
)
from cc3k.engine.game import GameState
from cc3k.engine.hero import Race
from cc3k.engine.refusals import BlockedByThing, Refusal, UnknownCommand, refusal_message
from cc3k.engine.rules import Rules
from cc3k.play import spoken_sentences
from cc3k.play.message_shortening import MessageRoom, fit_messages
from cc3k.play.messages import (
    Message,
    MessageKind,
    ending_lines,
    join_list,
    potion_with_article,
)
from cc3k.play.spoken_sentences import KINDS_BY_EFFECT
from cc3k.play.turn_reports import Report, report_turn


class Voice(Hashable, Protocol):
    def word_turn(self, events: Sequence[Event], race: Race) -> tuple[Message, ...]: ...

    def word_refusal(self, refusal: Refusal) -> str:
        """Return the reason of a refusal as a sentence (R4)."""
        ...

    def ending_lines(self, game: GameState) -> tuple[str, ...]:
        """Return the lines that end a game: the outcome, the score, and what now (R15, R33)."""
        ...


@frozen(eq=False)
class DocumentVoice:
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
        return _event_sentence(event, self._glyphs)

    def word_turn(self, events: Sequence[Event], race: Race) -> tuple[Message, ...]:
        del race
        return event_messages(self, events)

    def ending_lines(self, game: GameState) -> tuple[str, ...]:
        return ending_lines(game)

    def word_refusal(self, refusal: Refusal) -> str:
        """Return the reason of a refusal, with the letter of what is in the way (R4)."""
        if isinstance(refusal, BlockedByThing):
            refusal = evolve(refusal, thing=self._glyphs.get(refusal.thing, refusal.thing))
        return refusal_message(refusal)


@frozen(eq=False)
class SpokenVoice:
    """The wording for people, with names: `You slay the elf.` for the same event."""

    rules: Rules = field(default=BASE_RULES, repr=False)
    _potion_names: Mapping[str, str] = field(init=False, repr=False)

    @_potion_names.default
    def _full_potion_names(self) -> dict[str, str]:
        return {potion.name: potion.full_name for potion in self.rules.potions}

    def word_turn(self, events: Sequence[Event], race: Race) -> tuple[Message, ...]:
        return self.word_reports(report_turn(events, race, self.rules.enemy_kinds))

    def word_refusal(self, refusal: Refusal) -> str:
        """Return the reason of a refusal, with the name of what is in the way (R4)."""
        return spoken_sentences.word_refusal(refusal)

    def ending_lines(self, game: GameState) -> tuple[str, ...]:
        return spoken_sentences.spoken_ending_lines(game)

    def fit_turn(
        self, events: Sequence[Event], race: Race, room: MessageRoom, full: tuple[Message, ...]
    ) -> tuple[Message, ...]:
        if room.holds(full):  # as most often
            return full
        reports = report_turn(events, race, self.rules.enemy_kinds)
        return fit_messages(reports, self.word_reports, room)

    def word_reports(self, reports: Iterable[Report]) -> tuple[Message, ...]:
        return spoken_sentences.word_reports(reports, self._potion_names)


def event_messages(voice: DocumentVoice, events: Iterable[Event]) -> tuple[Message, ...]:
    return tuple([_event_message(voice, event) for event in events])


@lru_cache(maxsize=1024)
def _event_message(voice: DocumentVoice, event: Event) -> Message:
    """Return the message of an event; the same few steps and attacks happen again and again."""
    return Message(voice.word_event(event), KINDS_BY_EFFECT[event.effect], event.concerns)


def refusal_messages(voice: Voice, refusal: Refusal) -> tuple[Message, ...]:
    if isinstance(refusal, UnknownCommand):  # which may be long, and is not kept
        return (_refusal_message(voice, refusal),)
    return (_cached_refusal_message(voice, refusal),)


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


def _refusal_message(voice: Voice, refusal: Refusal) -> Message:
    return Message(voice.word_refusal(refusal), MessageKind.REFUSAL, PC)


_cached_refusal_message = lru_cache(maxsize=256)(_refusal_message)


def _event_sentence(  # noqa: C901, PLR0911, PLR0912 - one case an event
    event: Event, labels: Mapping[str, str]
) -> str:
    """Return an event as the document's sentence; what has no label is called by its name."""
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
        case TookTrinket(trinket):
            return f"PC picks up the {trinket}."
        case ExpansionEvent(document_text=text):
            return text
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
    return join_list(
        [_potion_with_count(kind, potions.count(kind)) for kind in dict.fromkeys(potions)]
    )


def _potion_with_count(potion_kind: str | None, count: int) -> str:
    return potion_with_article(potion_kind) + (f" (x{count})" if count > 1 else "")
