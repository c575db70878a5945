"""Spoken sentences: turns, refusals and the end of a game, addressed to "you", with names.

A sentence may refer to the one before it: an enemy that was just named is "it".
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import assert_never

from attrs import define, evolve, field

from cc3k.engine.events import (
    PC,
    SOMETHING,
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
from cc3k.engine.refusals import (
    BlockedByThing,
    BlockedByWall,
    ExpansionRefusal,
    GameOver,
    NoEnemyToAttack,
    NoPotionToDrink,
    NothingToUndo,
    Refusal,
    UnknownCommand,
    refusal_message,
)
from cc3k.play.messages import (
    PLAY_AGAIN_QUESTION,
    Message,
    MessageKind,
    article,
    join_list,
    plural,
    score_line,
    with_article,
)
from cc3k.play.turn_reports import EnemyAttacks, PlayerAttack, Report

TIMES_IN_WORDS = {1: "once", 2: "twice"}
COUNTS_IN_WORDS = dict(enumerate(("Two", "Three", "Four", "Five", "Six", "Seven", "Eight"), 2))
MessageMood = tuple[MessageKind, str]
"""The kind of a message, and whom it concerns."""

KINDS_BY_EFFECT = {
    Effect.HARM: MessageKind.HARM,
    Effect.GAIN: MessageKind.GAIN,
    Effect.NONE: MessageKind.INFO,
}


def word_reports(reports: Iterable[Report], potion_names: Mapping[str, str]) -> tuple[Message, ...]:
    teller = _Teller(potion_names)
    return tuple([teller.tell(report) for report in _join_repeated(tuple(reports))])


def _join_repeated(reports: Sequence[Report]) -> Iterator[Report]:
    """Yield reports, in which what several enemies of one kind did alike is one event of them."""
    counts = Counter([r for r in reports if isinstance(r, ExpansionEvent) and r.spoken_plural])
    for report in reports:
        if not isinstance(report, ExpansionEvent) or not report.spoken_plural:
            yield report
        elif count := counts.pop(report, 0):
            yield _told_of_several(report, count) if count > 1 else report


def _told_of_several(event: ExpansionEvent, count: int) -> ExpansionEvent:
    number = COUNTS_IN_WORDS.get(count, f"{count}")
    return evolve(event, spoken_text=f"{number} {plural(event.concerns)}{event.spoken_plural}")


def word_refusal(refusal: Refusal) -> str:
    """Return the reason of a refusal as a sentence to the player (R4)."""
    match refusal:
        case BlockedByWall(way):
            return f"There is no way to the {way}."
        case BlockedByThing(way, thing):
            return f"You cannot move {way}: {article(thing)} {thing} is in the way."
        case NoEnemyToAttack() | NoPotionToDrink() | NothingToUndo() | GameOver():
            return refusal_message(refusal)
        case ExpansionRefusal(_, text):
            return text
        case UnknownCommand():
            return refusal_message(refusal)
        case _:
            assert_never(refusal)


def ending_sentence(game: GameState) -> str:
    outcome = game.outcome
    if outcome is None:
        return ""
    if outcome.won:
        return f"Victory! You leave the dungeon alive on turn {game.turns}."
    return f"Killed by {_killer(game, outcome.slain_by)} on floor {game.depth}, turn {game.turns}."


def spoken_ending_lines(game: GameState) -> tuple[str, ...]:
    """Return the lines that end a game: the end, the score, and what now (R15, R33)."""
    return (ending_sentence(game), score_line(game), PLAY_AGAIN_QUESTION)


def _killer(game: GameState, name: str) -> str:
    for potion in game.rules.potions:
        if potion.name == name:
            return f"{article(potion.full_name.lower())} {potion.full_name} potion"
    killer = with_article(name)
    of_blood = any(isinstance(event, Sickened) for event in game.last_events)
    return f"the blood of {killer}" if of_blood else killer


@define
class _Teller:
    """Words reports one after another.

    `_it` is the enemy that "it" refers to: its kind, and its number among the attackers, None for
    the one that the player aimed at.
    """

    _potion_names: Mapping[str, str]
    _it: tuple[str, int | None] | None = field(default=None, init=False)
    _has_cause_of_death: bool = field(default=False, init=False)

    def tell(self, report: Report) -> Message:
        match report:
            case PlayerAttack(enemy, damage, slays=slays):
                kind = MessageKind.INFO if damage is None and not slays else MessageKind.HARM
                return Message(self._player_attack(report), kind, enemy)
            case EnemyAttacks(hits=hits):
                kind = MessageKind.HARM if hits else MessageKind.INFO
                return Message(self._enemy_attacks(report), kind, PC)
            case Drank():
                self._has_cause_of_death = True
                return Message(self._drank(report), _kind_of_drink(report), PC)
        return Message(self._event(report), KINDS_BY_EFFECT[report.effect], report.concerns)

    def _player_attack(self, attack: PlayerAttack) -> str:
        self._it = (attack.enemy, None)
        if attack.damage is None:
            return f"You {'slay' if attack.slays else 'miss'} the {attack.enemy}."
        left = "" if attack.hp_left is None else f" ({attack.hp_left} left)"
        slain = " and slay it" if attack.slays else ""
        return f"You hit the {attack.enemy} for {attack.damage}{slain}{left}."

    def _enemy_attacks(self, attacks: EnemyAttacks) -> str:
        slays = " and kill{} you" if attacks.slays else ""
        if not attacks.attackers:
            return f"You lose {attacks.damage} HP{' and die' if attacks.slays else ''}."
        if attacks.count == 1:
            return f"{self._attacker(attacks)} {_deeds_of_one(attacks)}{slays.format('s')}."
        self._it = None
        deeds = _deeds_of_several(attacks)
        return f"{deeds[0].upper()}{deeds[1:]}{slays.format('')}."

    def _attacker(self, attacks: EnemyAttacks) -> str:
        """Return a lone attacker: "it", "the elf", or one of several."""
        ((kind, _),), number = attacks.attackers, attacks.number
        alone = number == 0 and attacks.of_its_kind == 1
        is_known = self._it == (kind, number) or (alone and self._it == (kind, None))
        self._it = (kind, number)
        if is_known:
            return "It"
        if kind == SOMETHING:
            return "Something else" if number else "Something"
        if number:
            return f"Another {kind}"
        return f"The {kind}" if alone else f"{article(kind).capitalize()} {kind}"

    def _drank(self, drank: Drank) -> str:
        name = self._potion_names.get(drank.potion, drank.potion)
        if drank.before is None or drank.after is None:
            return f"You drink a potion: {name}."
        before, after = drank.before, drank.after
        hp = _change("HP", before.hp, after.hp)
        stats = [
            *_change("Atk", before.attack, after.attack),
            *_change("Def", before.defence, after.defence),
        ]
        stats = [f"{join_list(stats)} until the next floor"] if stats else []
        return f"{name[0].upper()}{name[1:]}: {join_list([*hp, *stats]) or 'nothing changes'}."

    def _event(  # noqa: C901, PLR0911, PLR0912 - one case an event
        self, event: Event
    ) -> str:
        match event:
            case Moved(direction, potions):
                sight = f" and see {self._list_potions(potions)}" if potions else ""
                return f"You move {direction}{sight}."
            case ArrivedBesidePotions(potions):
                return f"You see {self._list_potions(potions)}."
            case Slain(victim, by):
                return self._death(victim, by)
            case PickedUp(gold):
                return f"You pick up {gold} gold."
            case TookTrinket(trinket):
                return f"You pick up the {trinket}."
            case ExpansionEvent(spoken_text=text):
                return text
            case Regenerated(hp):
                return f"You regain {hp} HP."
            case Drained(hp):
                return f"You drain {hp} HP."
            case Sickened(enemy, hp):
                self._it, self._has_cause_of_death = None, True
                return f"The blood of the {enemy} sickens you: you lose {hp} HP."
            case Looted(enemy, gold):
                source = "it" if self._it == (enemy, None) else f"the {enemy}"
                return f"You take {gold} gold from {source}."
            case Stole(gold):
                return f"You steal {gold} gold."
            case Provoked(kind):
                self._it = None
                return f"Every {kind} is hostile from now on."
            case FreezeToggled(enemies_frozen):
                return "Enemies stand still." if enemies_frozen else "Enemies move again."
            case Descended(_, floor):
                return f"You go down to floor {floor}."
            case Escaped():
                return "You take the last stairs."
            case HeroSpawned():
                return "You enter the dungeon."
            case Struck() | Missed() | Drank():
                raise AssertionError(event)  # each of them is told as a report of its own
            case _:
                assert_never(event)

    def _death(self, victim: str, by: str) -> str:
        if victim != PC:
            return f"You slay the {victim}."
        if self._has_cause_of_death:
            return "It kills you."
        if by == SOMETHING:
            return "Something kills you."
        return f"The {self._potion_names.get(by, by)} kills you."

    def _list_potions(self, potions: tuple[str | None, ...]) -> str:
        """Return potions with their counts, each kind once (R18)."""
        return join_list(
            [self._potions(kind, potions.count(kind)) for kind in dict.fromkeys(potions)]
        )

    def _potions(self, kind: str | None, count: int) -> str:
        name = "unknown" if kind is None else self._potion_names.get(kind, kind)
        if count > 1:
            return f"{count} {name} potions"
        return f"{article(name.lower())} {name} potion"


def _change(name: str, before: int, after: int) -> list[str]:
    return [f"{name} {before} -> {after}"] if before != after else []


def _kind_of_drink(drank: Drank) -> MessageKind:
    if drank.before is None or drank.after is None:
        return MessageKind.INFO
    before, after = drank.before, drank.after
    shift = after.hp - before.hp + after.attack - before.attack + after.defence - before.defence
    if shift == 0:
        return MessageKind.INFO
    return MessageKind.HARM if shift < 0 else MessageKind.GAIN


def _deeds_of_one(attacks: EnemyAttacks) -> str:
    """Return what one enemy did: "hits you twice for 48", or "once" where it also missed."""
    hits, misses = attacks.hits, attacks.misses
    if not hits:
        return "misses" if misses == 1 else f"misses {_times(misses)}"
    times = f" {_times(hits)}" if hits > 1 or misses else ""
    return f"hits you{times} for {attacks.damage}"


def _deeds_of_several(attacks: EnemyAttacks) -> str:
    """Return what several enemies did: "2 of 3 goblins hit you for 12"."""
    who = join_list([_with_count(kind, count) for kind, count in attacks.attackers])
    if not attacks.hits:
        return f"{who} miss"
    times = "" if attacks.hits == attacks.hitters else f" {_times(attacks.hits)}"
    part = "" if attacks.hitters == attacks.count else f"{attacks.hitters} of "
    verb = "hits" if part and attacks.hitters == 1 else "hit"
    return f"{part}{who} {verb} you{times} for {attacks.damage}"


def _times(count: int) -> str:
    return TIMES_IN_WORDS.get(count, f"{count} times")


def _with_count(kind: str, count: int) -> str:
    return with_article(kind) if count == 1 else f"{count} {plural(kind)}"
