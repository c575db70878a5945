"""Turn reports: the events of a turn with the blows of each enemy kept apart, and made shorter.

An event names only a kind of enemy. A report also knows which of them it was, so a sentence can say
"it", "another elf" or "3 halflings". Where a screen has no room for all, attacks are merged, then
attackers counted, then everything is dropped that the board and the status show, and so on, step by
step. No step drops what hurts the player.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TypeAlias

from attrs import evolve

from cc3k.engine.enemies import EnemyKind
from cc3k.engine.events import (
    PC,
    ArrivedBesidePotions,
    Descended,
    Drained,
    Drank,
    Escaped,
    Event,
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
from cc3k.engine.hero import Race
from cc3k.engine.values import frozen
from cc3k.play.messages import Message, join_messages


@frozen
class PlayerAttack:
    """An attack of the PC.

    `damage` is None for a miss, or when it is left out of a blow that `slays`. `hp_left` is None
    when it is left out.
    """

    enemy: str
    damage: int | None
    hp_left: int | None
    slays: bool = False


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

    @property
    def count(self) -> int:
        return sum([count for _, count in self.attackers])


Report: TypeAlias = Event | PlayerAttack | EnemyAttacks
Reports: TypeAlias = tuple[Report, ...]


def report_turn(
    events: Sequence[Event], race: Race, enemy_kinds: Iterable[EnemyKind]
) -> tuple[Report, ...]:
    """Return the reports of a turn against a hero of that race, one for each attack.

    A death is part of the blow that caused it, or else a report by itself.
    """
    if not any(isinstance(event, (Struck, Missed, Slain)) for event in events):
        return tuple(events)  # as most often: nobody fights
    blows = [each for each in events if isinstance(each, Struck | Missed) and not each.shot]
    attack_counts = Counter([each.attacker for each in blows])
    attacks_of = {kind.name: kind.attacks_per_turn(race) for kind in enemy_kinds}
    attacks_of |= {kind.name: attack_counts[kind.name] for kind in enemy_kinds if kind.of_kind}
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
                each = attacks_of.get(attacker, 1)
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
            case Slain(victim) if isinstance(last, PlayerAttack) and victim == last.enemy:
                slain[victim] += 1
                reports[-1] = evolve(last, hp_left=None, slays=True)
            case Slain(victim, by) if (
                isinstance(last, EnemyAttacks) and victim == PC and last.attackers == ((by, 1),)
            ):
                reports[-1] = evolve(last, slays=True)
            case _:
                reports.append(event)
    return tuple(reports)


@frozen
class MessageRoom:
    """Room for messages: rows of columns, with text that stands before and after them."""

    rows: int
    columns: int
    before: str = ""
    after: str = ""

    def holds(self, messages: Sequence[Message]) -> bool:
        text = f"{self.before} {join_messages(messages)} {self.after}"
        return count_rows(text, self.columns) <= self.rows


def count_rows(text: str, columns: int) -> int:
    if len(text) <= columns:  # as most often
        return 1
    rows, used = 1, -1
    for word in text.split():
        if used + 1 + len(word) > columns:
            rows, used = rows + 1, -1
        used += 1 + len(word)
    return rows


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
    """Drop attacks that missed the player, and attackers that did not hit."""
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
    """Keep damage without its attackers, deaths, and permanent changes of the game."""
    kept = list[Report]()
    for report in reports:
        match report:
            case EnemyAttacks(hits=hits) if hits:
                kept.append(evolve(report, attackers=()))
            case PlayerAttack(slays=True):
                kept.append(evolve(report, damage=None))
            case Slain(victim) if victim == PC:
                kept.append(report)
            case Struck() | Sickened() | Drank() | Descended() | Escaped() | Provoked():
                kept.append(report)
    return tuple(kept) or reports


def keep_harm(reports: Reports) -> Reports:
    harm = EnemyAttacks | Struck | Sickened | Drank | Slain
    return tuple([report for report in reports if isinstance(report, harm)]) or reports


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
    """Join the enemies' attacks that have the same key, each group where its first one stands.

    They are `of_one` enemy, or else of several, counted by their kinds.
    """
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
