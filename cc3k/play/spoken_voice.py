"""The spoken voice: turns in sentences for people, with the names of enemies and potions.

A script, which speaks as the document does, need not load it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from attrs import evolve, field

from cc3k.content.roster import BASE_RULES
from cc3k.engine.events import (
    PC,
    SOMETHING,
    ArrivedBesidePotions,
    Drank,
    Effect,
    Event,
    ExpansionEvent,
    Looted,
    Missed,
    Moved,
    Provoked,
    Sickened,
    Slain,
    Struck,
)
from cc3k.engine.game import GameState
from cc3k.engine.hero import Race
from cc3k.engine.refusals import (
    BlockedByThing,
    BlockedByWall,
    ExpansionRefusal,
    Refusal,
    refusal_message,
)
from cc3k.engine.rules import Rules
from cc3k.engine.values import define, frozen
from cc3k.play.messages import (
    PLAY_AGAIN_QUESTION,
    Message,
    article,
    capitalized,
    join_list,
    plural,
    potion_of_kind,
    score_line,
    with_article,
)
from cc3k.play.turn_reports import (
    EnemyAttacks,
    MessageRoom,
    PlayerAttack,
    Report,
    fit_messages,
    report_turn,
)
from cc3k.play.voices import SENTENCES, ending_sentence, fields_of, list_potions, sentence_of

UNNAMED_LOSS = "You lose {damage} HP{outcome}."
"""The spoken sentence where there is no room to say who struck."""

TIMES_IN_WORDS = {1: " once", 2: " twice"}
COUNTS_IN_WORDS = dict(enumerate(("Two", "Three", "Four", "Five", "Six", "Seven", "Eight"), 2))


@frozen(eq=False)
class SpokenVoice:
    """The wording for people, with names: `You slay the elf.` for the same event."""

    rules: Rules = field(default=BASE_RULES, repr=False)
    _potion_names: Mapping[str, str] = field(init=False, repr=False)

    _names: tuple[str, ...] = field(init=False, repr=False)

    @_names.default
    def _names_of_enemies(self) -> tuple[str, ...]:
        return tuple([kind.name for kind in self.rules.enemy_kinds if kind.is_named])

    @_potion_names.default
    def _full_potion_names(self) -> dict[str, str]:
        return {potion.name: potion.full_name for potion in self.rules.potions}

    def word_turn(self, events: Sequence[Event], race: Race) -> tuple[Message, ...]:
        if len(events) == 1 and isinstance(events[0], Moved):
            return (_told_step(self, events[0]),)
        return self.word_reports(report_turn(events, race, self.rules.enemy_kinds))

    def word_refusal(self, refusal: Refusal) -> str:
        """Return the reason of a refusal, with the name of what is in the way (R4)."""
        match refusal:
            case BlockedByWall(way):
                return f"There is no way to the {way}."
            case BlockedByThing(way, thing):
                return f"You cannot move {way}: {with_article(thing)} is in the way."
            case ExpansionRefusal(_, text):
                return text
            case _:
                return refusal_message(refusal)

    def ending_lines(self, game: GameState) -> tuple[str, ...]:
        return (ending_sentence(game), score_line(game), PLAY_AGAIN_QUESTION)

    def fit_turn(
        self, events: Sequence[Event], race: Race, room: MessageRoom, full: tuple[Message, ...]
    ) -> tuple[Message, ...]:
        if room.holds(full):  # as most often
            return full
        reports = report_turn(events, race, self.rules.enemy_kinds)
        return fit_messages(reports, self.word_reports, room)

    def word_reports(self, reports: Iterable[Report]) -> tuple[Message, ...]:
        teller = _Teller(self._potion_names)
        told = [teller.tell(report) for report in _join_repeated(tuple(reports))]
        return tuple([self._named(message) for message in told] if self._names else told)

    def _named(self, message: Message) -> Message:
        """Return a message without articles before names of somebody."""
        text = message.text
        for name in self._names:
            text = text.replace(f"The {name}", name).replace(f"the {name}", name)
        return evolve(message, text=text)


@lru_cache(maxsize=1024)  # the same few steps happen again and again
def _told_step(voice: SpokenVoice, step: Moved) -> Message:
    (message,) = voice.word_reports((step,))
    return message


def _join_repeated(reports: Sequence[Report]) -> Iterator[Report]:
    counts = Counter([r for r in reports if isinstance(r, ExpansionEvent) and r.spoken_plural])
    for report in reports:
        if not isinstance(report, ExpansionEvent) or not report.spoken_plural:
            yield report
        elif (count := counts.pop(report, 0)) > 1:
            who = f"{COUNTS_IN_WORDS.get(count, count)} {plural(report.concerns)}"
            yield evolve(report, spoken_text=f"{who}{report.spoken_plural}")
        elif count:
            yield report


@define
class _Teller:
    """Words reports one after another: an enemy that was just named is "it".

    `_it` is the enemy that "it" refers to: its kind, and its number among the attackers, None for
    the one that the player aimed at.
    """

    _potion_names: Mapping[str, str]
    _it: tuple[str, int | None] | None = field(default=None, init=False)
    _has_cause_of_death: bool = field(default=False, init=False)

    def tell(self, report: Report) -> Message:
        if isinstance(report, PlayerAttack):
            return self._player_attack(report)
        if isinstance(report, EnemyAttacks):
            effect = Effect.HARM if report.hits else Effect.NONE
            return Message(self._enemy_attacks(report), effect, PC)
        effect, words = report.effect, fields_of(report)
        match report:
            case Drank(potion):
                self._has_cause_of_death = True
                effect, words["changes"] = _changes_of(report)
                named = self._potion_names.get(potion, potion)  # which may begin the sentence
                words["potion"] = capitalized(f"{named}") if words["changes"] else named
            case Moved(seen_potions=potions) | ArrivedBesidePotions(potions):
                seen = list_potions(potions, self._potions)
                words["seen_potions"] = words["potions"] = seen
            case Slain(_, by):
                name = f"The {self._potion_names.get(by, by)}"
                name = SOMETHING.capitalize() if by == SOMETHING else name
                words["by"] = "It" if self._has_cause_of_death else name
            case Looted(enemy):
                words["enemy"] = "it" if self._it == (enemy, None) else f"the {enemy}"
            case Sickened():
                self._it, self._has_cause_of_death = None, True
            case Provoked():
                self._it = None
        return Message(sentence_of(report).spoken.format_map(words), effect, report.concerns)

    def _player_attack(self, attack: PlayerAttack) -> Message:
        enemy, damage, left = attack.enemy, attack.damage, attack.hp_left
        self._it = (enemy, None)
        effect = Effect.HARM
        if damage is not None:
            outcome = " and slay it" if attack.slays else ""
            outcome += "" if left is None else f" ({left} left)"
            text = SENTENCES[Struck, True].spoken.format(
                enemy=enemy, damage=damage, outcome=outcome
            )
        elif attack.slays:
            text = SENTENCES[Slain, False].spoken.format(victim=enemy)
        else:
            effect, text = Effect.NONE, SENTENCES[Missed, True].spoken.format(enemy=enemy)
        return Message(text, effect, enemy)

    def _enemy_attacks(self, attacks: EnemyAttacks) -> str:
        hits, misses, hitters, slays = attacks.hits, attacks.misses, attacks.hitters, attacks.slays
        if not attacks.attackers:
            outcome = " and die" if slays else ""
            return UNNAMED_LOSS.format(damage=attacks.damage, outcome=outcome)
        if attacks.count == 1:
            who, s = self._attacker(attacks), "s"
            times = _times(hits or misses) if max(hits, misses) > 1 or (hits and misses) else ""
        else:
            self._it = None
            part = f"{hitters} of " if hits and hitters != attacks.count else ""
            kinds = [
                with_article(kind) if count == 1 else f"{count} {plural(kind)}"
                for kind, count in attacks.attackers
            ]
            who, s = capitalized(f"{part}{join_list(kinds)}"), "s" if part and hitters == 1 else ""
            times = "" if hits == hitters else _times(hits)
        kills = "kills" if attacks.count == 1 else "kill"
        return SENTENCES[Struck if hits else Missed, False].spoken.format(
            who=who,
            hit=f"hit{s}",
            miss=f"miss{'es' if s else ''}",
            times=times,
            damage=attacks.damage,
            outcome=f" and {kills} you" if slays else "",
        )

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

    def _potions(self, kind: str | None, count: int) -> str:
        name = "unknown" if kind is None else self._potion_names.get(kind, kind)
        return f"{count} {name} potions" if count > 1 else potion_of_kind(name)


def _times(count: int) -> str:
    return TIMES_IN_WORDS.get(count, f" {count} times")


def _changes_of(drank: Drank) -> tuple[Effect, str]:
    before, after = drank.before, drank.after
    if before is None or after is None:
        return Effect.NONE, ""
    figures = (
        ("HP", before.hp, after.hp),
        ("Atk", before.attack, after.attack),
        ("Def", before.defence, after.defence),
    )
    shift = sum([now - then for _, then, now in figures])
    hp, *stats = [f"{name} {then} -> {now}" * (now != then) for name, then, now in figures]
    passing = f"{join_list([*filter(None, stats)])} until the next floor" if any(stats) else ""
    effect = Effect.HARM if shift < 0 else Effect.GAIN if shift else Effect.NONE
    return effect, join_list([*filter(None, (hp, passing))]) or "nothing changes"
