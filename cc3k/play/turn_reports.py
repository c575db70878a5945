"""Turn reports: the events of a turn, with the blows of each enemy kept apart.

An event names only a kind of enemy. A report also knows which of them it was, so a sentence can say
"it", "another elf" or "3 halflings". Message shortening merges and drops reports.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from attrs import evolve, frozen

from cc3k.engine.enemies import EnemyKind
from cc3k.engine.events import PC, Event, Missed, Slain, Struck
from cc3k.engine.hero import Race


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


def report_turn(
    events: Sequence[Event], race: Race, enemy_kinds: Iterable[EnemyKind]
) -> tuple[Report, ...]:
    if not any(isinstance(event, (Struck, Missed, Slain)) for event in events):
        return tuple(events)  # as most often: nobody fights
    attacks_of = {kind.name: kind.attacks_per_turn(race) for kind in enemy_kinds}
    attack_counts = Counter([e.attacker for e in events if isinstance(e, Struck | Missed)])
    done = Counter[str]()
    reports = list[Report]()
    for event in events:
        match event:
            case Struck(attacker, enemy, damage, hp_left) if attacker == PC:
                reports.append(PlayerAttack(enemy, damage, hp_left))
            case Missed(attacker, enemy) if attacker == PC:
                reports.append(PlayerAttack(enemy, None, None))
            case Struck(attacker) | Missed(attacker):
                each = attacks_of.get(attacker, 1)
                slain = _count_slain(reports, attacker)
                number = done[attacker] // each + slain
                of_its_kind = -(-attack_counts[attacker] // each)
                done[attacker] += 1
                reports.append(_single_attack(event, number, of_its_kind))
            case Slain():
                _report_death(reports, event)
            case _:
                reports.append(event)
    return tuple(reports)


def join_attacks(attacks: Sequence[EnemyAttacks]) -> EnemyAttacks:
    """Return attacks of several enemies as one report, the attackers counted by kind."""
    counts = Counter[str]()
    for each in attacks:
        counts.update(dict(each.attackers))
    return evolve(
        _add_up(attacks), attackers=tuple(counts.items()), hitters=sum([a.hitters for a in attacks])
    )


def join_attacks_of_one(attacks: Sequence[EnemyAttacks]) -> EnemyAttacks:
    return evolve(_add_up(attacks), hitters=int(any(each.hits for each in attacks)))


def _add_up(attacks: Sequence[EnemyAttacks]) -> EnemyAttacks:
    return evolve(
        attacks[0],
        hits=sum([each.hits for each in attacks]),
        misses=sum([each.misses for each in attacks]),
        damage=sum([each.damage for each in attacks]),
        slays=any(each.slays for each in attacks),
    )


def _count_slain(reports: Iterable[Report], kind: str) -> int:
    return sum([isinstance(r, PlayerAttack) and r.slays and r.enemy == kind for r in reports])


def _single_attack(event: Struck | Missed, number: int, of_its_kind: int) -> EnemyAttacks:
    by = ((event.attacker, 1),)
    if isinstance(event, Missed):
        return EnemyAttacks(by, 0, 1, 0, 0, number=number, of_its_kind=of_its_kind)
    return EnemyAttacks(by, 1, 0, event.damage, 1, number=number, of_its_kind=of_its_kind)


def _report_death(reports: list[Report], event: Slain) -> None:
    """Add a death to the blow that caused it, or else report it by itself."""
    last = reports[-1] if reports else None
    if isinstance(last, PlayerAttack) and event.victim == last.enemy:
        reports[-1] = evolve(last, hp_left=None, slays=True)
    elif isinstance(last, EnemyAttacks) and (event.victim, last.attackers) == (
        PC,
        ((event.by, 1),),
    ):
        reports[-1] = evolve(last, slays=True)
    else:
        reports.append(event)
