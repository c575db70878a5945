"""Message shortening: the fullest messages of a turn that fit the rows of a screen.

Messages are shown in full if there is room. If not, attacks are merged, then attackers counted,
then everything is dropped that the board and the status show, and so on, step by step. No step
drops what hurts the player.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TypeAlias

from attrs import evolve, frozen

from cc3k.engine.events import (
    PC,
    ArrivedBesidePotions,
    Descended,
    Drained,
    Drank,
    Escaped,
    HeroSpawned,
    Looted,
    Moved,
    PickedUp,
    Provoked,
    Regenerated,
    Sickened,
    Slain,
    Stole,
)
from cc3k.play.messages import Message, join_messages
from cc3k.play.turn_reports import (
    EnemyAttacks,
    PlayerAttack,
    Report,
    join_attacks,
    join_attacks_of_one,
)

Reports: TypeAlias = tuple[Report, ...]
Shortening: TypeAlias = Callable[[Reports], Reports]
"""Make the reports of a turn shorter than the step before did."""

WordReports: TypeAlias = Callable[[Reports], tuple[Message, ...]]
"""Return reports in words."""


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


def fit_messages(reports: Reports, word: WordReports, room: MessageRoom) -> tuple[Message, ...]:
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
    return _join_by(
        reports, lambda attacks: (attacks.attackers, attacks.number), join_attacks_of_one
    )


def count_attackers(reports: Reports) -> Reports:
    """Count the enemies of one kind, as in "3 goblins miss"."""
    return _join_by(reports, lambda attacks: attacks.attackers[0][0], join_attacks)


def drop_what_is_shown(reports: Reports) -> Reports:
    """Drop what the board or the status shows: steps, potions that are seen, HP regained."""
    shown = (HeroSpawned, Moved, ArrivedBesidePotions, Drained, Regenerated)
    return tuple([r for r in reports if not isinstance(r, shown)]) or _step_alone(reports)


def drop_hp_left(reports: Reports) -> Reports:
    """Drop the HP that an enemy has left."""
    return tuple([evolve(r, hp_left=None) if isinstance(r, PlayerAttack) else r for r in reports])


def drop_misses(reports: Reports) -> Reports:
    """Drop attacks that missed the player, and attackers that did not hit."""
    hits = [_without_misses(r) if isinstance(r, EnemyAttacks) else r for r in reports]
    return tuple([r for r in hits if not (isinstance(r, EnemyAttacks) and not r.hits)]) or reports


def add_up_damage(reports: Reports) -> Reports:
    """Add up the damage of all enemies, as in "2 elves and an orc hit you for 78"."""
    return _join_by(reports, lambda _: "all", join_attacks)


def drop_gold(reports: Reports) -> Reports:
    return tuple([r for r in reports if not isinstance(r, Looted | PickedUp | Stole)]) or reports


def keep_essence(reports: Reports) -> Reports:
    """Keep damage without its attackers, deaths, and permanent changes of the game."""
    kept = tuple([_in_few_words(report) for report in reports if _is_essential(report)])
    return kept or reports


def keep_harm(reports: Reports) -> Reports:
    harm = EnemyAttacks | Sickened | Drank | Slain
    return tuple([report for report in reports if isinstance(report, harm)]) or reports


SHORTENINGS: tuple[Shortening, ...] = (
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
    reports: Reports,
    key_of: Callable[[EnemyAttacks], Hashable],
    join: Callable[[Sequence[EnemyAttacks]], EnemyAttacks],
) -> Reports:
    groups: dict[Hashable, list[EnemyAttacks]] = {}
    for report in reports:
        if isinstance(report, EnemyAttacks):
            groups.setdefault(key_of(report), []).append(report)
    return tuple(_with_groups(reports, key_of, {k: join(group) for k, group in groups.items()}))


def _with_groups(
    reports: Reports,
    key_of: Callable[[EnemyAttacks], Hashable],
    joined: dict[Hashable, EnemyAttacks],
) -> Iterable[Report]:
    for report in reports:
        if not isinstance(report, EnemyAttacks):
            yield report
        elif (key := key_of(report)) in joined:
            yield joined.pop(key)


def _without_misses(attacks: EnemyAttacks) -> EnemyAttacks:
    ((kind, _),) = attacks.attackers
    return evolve(attacks, attackers=((kind, attacks.hitters),), misses=0)


def _step_alone(reports: Reports) -> Reports:
    """Return the first of some steps and sights, without the potions that are seen."""
    return tuple([evolve(r, seen_potions=()) if isinstance(r, Moved) else r for r in reports[:1]])


def _in_few_words(report: Report) -> Report:
    if isinstance(report, EnemyAttacks):
        return evolve(report, attackers=())
    return evolve(report, damage=None) if isinstance(report, PlayerAttack) else report


def _is_essential(report: Report) -> bool:
    match report:
        case EnemyAttacks(hits=hits):
            return hits > 0
        case PlayerAttack(slays=slays):
            return slays
        case Slain(victim):
            return victim == PC
    return isinstance(report, Sickened | Drank | Descended | Escaped | Provoked)
