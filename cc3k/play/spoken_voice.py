"""The spoken voice: turns in sentences for people, with the names of enemies and potions.

An event names only a kind of enemy. The report of a turn also knows which of them it was, so a
sentence can say "it", "another elf" or "3 halflings". Where a screen has no room for all, attacks
are merged, then attackers counted, then everything is dropped that the board and the status show,
and so on, step by step. No step drops what hurts the player.

A script, which speaks as the document does, need not load this.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from operator import attrgetter
from typing import TypeAlias

from attrs import evolve, field

from cc3k.content.roster import BASE_RULES
from cc3k.engine.enemies import EnemyKind
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
from cc3k.engine.game import GameState
from cc3k.engine.hero import Race
from cc3k.engine.refusals import BlockedByThing, BlockedByWall, ExpansionRefusal, Refusal
from cc3k.engine.rules import Rules
from cc3k.engine.text import article, plural, potion_name
from cc3k.engine.values import define, frozen
from cc3k.play.messages import (
    LASTING,
    SENTENCES,
    Message,
    MessageRoom,
    capitalized,
    count_names,
    fields_of,
    join_list,
    join_messages,
    sentence_of,
    with_article,
)
from cc3k.play.voices import Voice, list_potions


@frozen
class PlayerAttack:
    """An attack of the PC.

    `damage` is None for a miss, or when it is left out of a blow that `slays`. `hp_left` is None
    when it is left out. One without damage may stand for several `kills` of a kind.
    """

    enemy: str
    damage: int | None
    hp_left: int | None
    slays: bool = False
    kills: int = 1


@frozen
class EnemyAttacks:
    """Attacks on the PC in one turn, by one enemy or by several.

    `attackers` are the kinds with a count of each, empty when they are left out; `hitters` of them
    hit at least once. `damage` is that of all `hits`, in HP. A single attacker has a `number` among
    the `of_its_kind` attackers of its kind; number 0 is an enemy that the PC has just slain.
    """

    attackers: tuple[tuple[str, int], ...]
    hits: int
    misses: int
    damage: int
    hitters: int
    slays: bool = False
    number: int = 0
    of_its_kind: int = 1


Report: TypeAlias = Event | PlayerAttack | EnemyAttacks
Reports: TypeAlias = tuple[Report, ...]


def report_turn(
    events: Sequence[Event], race: Race, kinds: Mapping[str, EnemyKind]
) -> tuple[Report, ...]:
    """Return the reports of a turn of those kinds against a hero of a race, one for each attack.

    A death is part of the blow that caused it, or else a report by itself.
    """
    if {Struck, Missed, Slain}.isdisjoint(map(type, events)):
        return tuple(events)  # as most often: nobody fights
    attack_counts = Counter[str]()
    for event in events:
        if isinstance(event, Struck | Missed) and not event.shot:
            attack_counts[event.attacker] += 1
    done, slain = Counter[str](), Counter[str]()
    reports = list[Report]()
    for event in events:
        last = reports[-1] if reports else None
        match event:
            case Struck(attacker, enemy, damage, hp_left) if attacker == PC:
                reports.append(PlayerAttack(enemy, damage, hp_left))
            case Missed(attacker, enemy) if attacker == PC:
                reports.append(PlayerAttack(enemy, None, None))
            case Struck(attacker) | Missed(attacker) if not event.shot:
                kind = kinds.get(attacker)
                each = 1 if kind is None else kind.attacks_per_turn(race)
                each = attack_counts[attacker] if kind is not None and kind.of_kind else each
                number = done[attacker] // each + slain[attacker]
                of_its_kind = -(-attack_counts[attacker] // each)
                done[attacker] += 1
                damage = event.damage if isinstance(event, Struck) else 0
                hit = int(isinstance(event, Struck))
                by = ((attacker, 1),)
                attack = EnemyAttacks(
                    by, hit, 1 - hit, damage, hit, number=number, of_its_kind=of_its_kind
                )
                reports.append(attack)
            case Slain(victim) if isinstance(blow := _last_blow(reports), PlayerAttack) and (
                victim == blow.enemy
            ):
                slain[victim] += 1
                slaying = evolve(blow, hp_left=None, slays=True)
                reports = [slaying if each is blow else each for each in reports]
            case Slain(victim, by) if (
                isinstance(last, EnemyAttacks) and victim == PC and last.attackers == ((by, 1),)
            ):
                reports[-1] = evolve(last, slays=True)
            case _:
                reports.append(event)
    return tuple(reports)


def _last_blow(reports: Sequence[Report]) -> Report | None:
    """Return the last report, leaving out what a blow has just brought the PC."""
    return next((r for r in reversed(reports) if not isinstance(r, Looted | Drained)), None)


def fit_messages(
    reports: Reports, word: Callable[[Reports], tuple[Message, ...]], room: MessageRoom
) -> tuple[Message, ...]:
    """Return the fullest messages of a turn that fit; the shortest ones if none do."""
    messages = word(reports)
    for shorten in SHORTENINGS:
        if room.holds(messages):
            break
        reports = shorten(reports)
        messages = word(reports)
    return messages


def merge_attacks(reports: Reports) -> Reports:
    """Merge the attacks of each enemy, as in "The elf hits you twice for 48"."""
    return _join_by(reports, lambda attacks: (attacks.attackers, attacks.number), of_one=True)


def count_attackers(reports: Reports) -> Reports:
    """Count the enemies of one kind, as in "3 goblins miss"."""
    return _join_by(reports, lambda attacks: attacks.attackers[0][0])


def drop_what_is_shown(reports: Reports) -> Reports:
    """Drop what the board or the status shows: steps, potions that are seen, HP regained."""
    shown = (HeroSpawned, Moved, ArrivedBesidePotions, Drained, Regenerated)
    if kept := tuple([r for r in reports if not isinstance(r, shown)]):
        return kept
    return tuple([evolve(r, seen_potions=()) if isinstance(r, Moved) else r for r in reports[:1]])


def drop_hp_left(reports: Reports) -> Reports:
    return tuple([evolve(r, hp_left=None) if isinstance(r, PlayerAttack) else r for r in reports])


def drop_misses(reports: Reports) -> Reports:
    kept = list[Report]()
    for report in reports:
        if not isinstance(report, EnemyAttacks):
            kept.append(report)
        elif report.hits:
            ((kind, _),) = report.attackers
            kept.append(evolve(report, attackers=((kind, report.hitters),), misses=0))
    return tuple(kept) or reports


def add_up_damage(reports: Reports) -> Reports:
    """Add up the damage of all enemies, as in "2 elves and an orc hit you for 78"."""
    return _join_by(reports, lambda _: "all")


def drop_gold(reports: Reports) -> Reports:
    return tuple([r for r in reports if not isinstance(r, Looted | PickedUp | Stole)]) or reports


def keep_essence(reports: Reports) -> Reports:
    """Keep damage, deaths, permanent changes, and news of a floor; count the slain of a kind."""
    kept, is_arrival = list[Report](), _is_arrival(reports)
    kills = Counter([r.enemy for r in reports if isinstance(r, PlayerAttack) and r.slays])
    for report in reports:
        match report:
            case EnemyAttacks(hits=hits) if hits:
                kept.append(report)
            case PlayerAttack(slays=True, enemy=enemy) if enemy in kills:
                kept.append(evolve(report, damage=None, kills=kills.pop(enemy)))
            case Slain(victim) if victim == PC:
                kept.append(report)
            case Struck() | Sickened() | Drank() | Descended() | Escaped() | Provoked():
                kept.append(report)
            case ExpansionEvent() if is_arrival:
                kept.append(report)
    return tuple(kept) or reports


def keep_harm(reports: Reports) -> Reports:
    """Keep damage without its attackers, deaths, and news of a floor, which nothing else tells."""
    harm = EnemyAttacks | Struck | Sickened | Drank | Slain
    harm |= Descended | ExpansionEvent if _is_arrival(reports) else harm
    kept = [report for report in reports if isinstance(report, harm)] or reports
    return tuple(
        [
            evolve(each, attackers=()) if isinstance(each, EnemyAttacks) and each.hits else each
            for each in kept
        ]
    )


def _is_arrival(reports: Reports) -> bool:
    return any(isinstance(report, Descended) for report in reports)


SHORTENINGS: tuple[Callable[[Reports], Reports], ...] = (
    merge_attacks,
    count_attackers,
    drop_what_is_shown,
    drop_hp_left,
    drop_misses,
    add_up_damage,
    drop_gold,
    keep_essence,
    keep_harm,
)
"""The steps from the full text to the shortest; each is applied after those before it."""


def _join_by(
    reports: Reports, key_of: Callable[[EnemyAttacks], Hashable], *, of_one: bool = False
) -> Reports:
    """Join the enemies' attacks that have the same key, each group where its first one stands."""
    groups: dict[Hashable, list[EnemyAttacks]] = {}
    for report in reports:
        if isinstance(report, EnemyAttacks):
            groups.setdefault(key_of(report), []).append(report)
    joined = {id(group[0]): _join(group, of_one=of_one) for group in groups.values()}
    return tuple(
        [
            joined.get(id(report), report)
            for report in reports
            if id(report) in joined or not isinstance(report, EnemyAttacks)
        ]
    )


def _join(attacks: Sequence[EnemyAttacks], *, of_one: bool) -> EnemyAttacks:
    counts = Counter[str]()
    for each in attacks:
        counts.update(dict(each.attackers))
    hits = sum([each.hits for each in attacks])
    return evolve(
        attacks[0],
        attackers=attacks[0].attackers if of_one else tuple(counts.items()),
        hitters=min(hits, 1) if of_one else sum([each.hitters for each in attacks]),
        hits=hits,
        misses=sum([each.misses for each in attacks]),
        damage=sum([each.damage for each in attacks]),
        slays=any(each.slays for each in attacks),
    )


DRINK_OF_UNKNOWN_EFFECT = "You drink a potion: {potion}."
"""The spoken sentence where what a drink changed is unknown."""

UNNAMED_LOSS = "You are hit for {damage}{outcome}."
"""The spoken sentence where there is no room to say who struck."""

TIMES_IN_WORDS = {1: " once", 2: " twice"}
COUNTS_IN_WORDS = dict(enumerate(("Two", "Three", "Four", "Five", "Six", "Seven", "Eight"), 2))


@frozen(eq=False)
class SpokenVoice(Voice):
    """The wording for people, with names: `You slay the elf.` for the same event."""

    rules: Rules = field(default=BASE_RULES, repr=False)
    kinds: Mapping[str, EnemyKind] = field(init=False, repr=False)
    _potion_names: Mapping[str, str] = field(init=False, repr=False)
    _names: tuple[str, ...] = field(init=False, repr=False)

    @kinds.default
    def _kinds_by_name(self) -> dict[str, EnemyKind]:
        return {kind.name: kind for kind in self.rules.enemy_kinds}

    @_names.default
    def _names_of_enemies(self) -> tuple[str, ...]:
        return tuple([kind.name for kind in self.rules.enemy_kinds if kind.is_named])

    @_potion_names.default
    def _full_potion_names(self) -> dict[str, str]:
        return {potion.name: potion.full_name for potion in self.rules.potions}

    def word_turn(self, events: Sequence[Event], race: Race) -> tuple[Message, ...]:
        if len(events) == 1 and isinstance(events[0], Moved):
            return (_told_step(self, events[0]),)
        return self.word_reports(report_turn(events, race, self.kinds))

    def word_refusal(self, refusal: Refusal) -> str:
        match refusal:
            case BlockedByWall(way):
                return f"There is no way to the {way}."
            case BlockedByThing(way, thing):
                return f"You cannot move {way}: {with_article(thing)} is in the way."
            case ExpansionRefusal(_, text):
                return text
            case _:
                return refusal.text

    def ending_lines(self, game: GameState) -> tuple[str, str]:
        # Imported here for a fast start: needed only at the end of a game.
        from cc3k.play.endings import Ending

        ending = Ending(game)
        return ending.sentence, ending.score_line

    def fit_turn(
        self, events: Sequence[Event], race: Race, room: MessageRoom, full: tuple[Message, ...]
    ) -> tuple[Message, ...]:
        """Return the fullest messages that fit; none if the end of the game leaves no room."""
        text = f"{room.before} {join_messages(full)} {room.after}"
        if not events or len(text) <= room.columns or room.holds(full):  # the length as most often
            return full
        reports = report_turn(events, race, self.kinds)
        fitted = fit_messages(reports, self.word_reports, room)
        return fitted if room.holds(fitted) or not room.after else ()

    def word_reports(self, reports: Iterable[Report]) -> tuple[Message, ...]:
        teller = _Teller(self._potion_names)
        joined = _join_repeated(tuple(reports)) if self.rules.expansions else reports
        told = tuple(filter(attrgetter("text"), map(teller.tell, joined)))
        return tuple(map(self._named, told)) if self._names else told

    def _named(self, message: Message) -> Message:
        text = message.text
        for name in self._names:
            text = text.replace(f"The {name}", name).replace(f"the {name}", name)
        return evolve(message, text=text)


@lru_cache(maxsize=1024)  # the same few steps happen again and again
def _told_step(voice: SpokenVoice, step: Moved) -> Message:
    (message,) = voice.word_reports((step,))
    return message


def _join_repeated(reports: Sequence[Report]) -> Iterator[Report]:
    """Yield reports, each of those that are repeated once, and no death that was just told of.

    All gold that is taken from an enemy at once is told as one sum.
    """
    counts = Counter([r for r in reports if isinstance(r, ExpansionEvent) and r.spoken_plural])
    is_told = False
    for report in _join_gold(reports):
        was_told, is_told = is_told, isinstance(report, ExpansionEvent) and report.tells_death
        if was_told and isinstance(report, Slain):
            continue
        if not isinstance(report, ExpansionEvent) or not report.spoken_plural:
            yield report
        elif (count := counts.pop(report, 0)) > 1:
            who = f"{COUNTS_IN_WORDS.get(count, count)} {plural(report.concerns)}"
            yield evolve(report, spoken_text=f"{who}{report.spoken_plural}")
        elif count:
            yield report


def _join_gold(reports: Sequence[Report]) -> Sequence[Report]:
    """Return reports with what a goblin or quick fingers take added to what the slain had."""
    joined = list[Report]()
    for report in reports:
        match joined[-1:], report:
            case [Looted(enemy, gold)], Stole(more):
                joined[-1] = Looted(enemy, gold + more)
            case [Looted(enemy, gold)], Looted(other, more) if other == enemy:
                joined[-1] = Looted(enemy, gold + more)
            case _:
                joined.append(report)
    return joined


@define
class _Teller:
    """Words reports one after another: an enemy that was just named is "it".

    `_it` is the enemy that "it" refers to: its kind, and its number among the attackers, None for
    the one that the player aimed at.
    """

    _potion_names: Mapping[str, str]
    _it: tuple[str, int | None] | None = field(default=None, init=False)

    def tell(self, report: Report) -> Message:
        if isinstance(report, PlayerAttack):
            return self._player_attack(report)
        if isinstance(report, EnemyAttacks):
            effect = Effect.HARM if report.hits else Effect.NONE
            return Message(self._enemy_attacks(report), effect, PC)
        if isinstance(report, Drank):
            return self._drink(report)
        words = fields_of(report)
        match report:
            case Moved(seen_potions=potions) | ArrivedBesidePotions(potions):
                seen = list_potions(potions, self._potions)
                words["seen_potions"] = words["potions"] = seen
            case Slain(_, by):
                name = SOMETHING.capitalize() if by == SOMETHING else f"The {by}"
                words["by"] = name if report.means is Means.BLOW else "It"  # which was just told
            case Looted(enemy):
                words["enemy"] = "it" if self._it == (enemy, None) else f"the {enemy}"
            case Sickened() | Provoked():
                self._it = None
            case ExpansionEvent(concerns=whom) if whom != PC:
                self._it = None  # "it" would be whoever was told of last
        text = sentence_of(report).spoken.format_map(words)
        return Message(text, report.effect, report.concerns)

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
            if attack.kills > 1:
                count = COUNTS_IN_WORDS.get(attack.kills, f"{attack.kills}").lower()
                text = f"You slay {count} {plural(enemy)}."
        else:
            effect, text = Effect.NONE, SENTENCES[Missed, True].spoken.format(enemy=enemy)
        return Message(text, effect, enemy)

    def _drink(self, drank: Drank) -> Message:
        """Word what a drink changed, and whether that did harm, which its event must not tell."""
        potion = self._potion_names.get(drank.potion, drank.potion)
        if drank.before is None or drank.after is None:
            return Message(DRINK_OF_UNKNOWN_EFFECT.format(potion=potion))
        (hp, *stats), effect = drank.before.changes_to(drank.after)
        if changed := join_list([*filter(None, stats)]):
            changed += f" {LASTING[drank.floors > 1]}"
        changes = join_list([*filter(None, (hp, changed))]) or "nothing changes"
        text = SENTENCES[Drank].spoken.format(potion=capitalized(potion), changes=changes)
        return Message(text, effect)

    def _enemy_attacks(self, attacks: EnemyAttacks) -> str:
        hits, misses, hitters, slays = attacks.hits, attacks.misses, attacks.hitters, attacks.slays
        if not attacks.attackers:
            outcome = " and die" if slays else ""
            return UNNAMED_LOSS.format(damage=attacks.damage, outcome=outcome)
        count = sum(dict(attacks.attackers).values())
        if count == 1:
            who, s = self._attacker(attacks), "s"
            times = _times(hits or misses) if max(hits, misses) > 1 or (hits and misses) else ""
        else:
            self._it = None
            part = f"{hitters} of " if hits and hitters != count else ""
            names = count_names([*Counter(dict(attacks.attackers)).elements()])
            who, s = capitalized(f"{part}{names}"), "s" if part and hitters == 1 else ""
            times = "" if hits == hitters else _times(hits)
        kills = "kills" if count == 1 else "kill"
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
        return potion_name(kind and self._potion_names.get(kind, kind), count)


def _times(count: int) -> str:
    return TIMES_IN_WORDS.get(count, f" {count} times")
