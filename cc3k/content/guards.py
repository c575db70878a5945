"""Which guardian guards which hoard (R31).

Hoards and guardians within one block of each other are paired, in reading order, as many as can
be: a maximum matching, grown by augmenting paths. A hoard left over beside a guardian is guarded
by it too.
"""

from collections import deque

from cc3k.engine.floor import Floor
from cc3k.engine.gold import Pile
from cc3k.engine.grid import Cell


def post_guards(floor: Floor) -> None:
    """Let every guardian on the floor guard the hoards that are its own."""
    beside = _guardians_beside(floor)
    owner = _pair(beside)
    posts: dict[Cell, list[Cell]] = {}
    for hoard, guardians in beside.items():
        posts.setdefault(owner.get(hoard, guardians[0]), []).append(hoard)
    for guardian, hoards in posts.items():
        floor.set_guard(guardian, tuple(hoards))


def _guardians_beside(floor: Floor) -> dict[Cell, list[Cell]]:
    """Return the cells of each hoard's possible guardians; a hoard without any is left out."""
    beside = {}
    hoards = {
        cell: item.guardian
        for cell, item in floor.items.items()
        if isinstance(item, Pile) and item.guardian is not None
    }
    for cell in sorted(hoards):
        guardians = [
            near
            for near in floor.plan.around[cell]
            if near in floor.enemies and floor.enemies[near].kind.name == hoards[cell]
        ]
        if guardians:
            beside[cell] = guardians
    return beside


def _pair(beside: dict[Cell, list[Cell]]) -> dict[Cell, Cell]:
    """Return the guardian of each hoard in a maximum matching.

    A guardian reached by a search that failed can never be part of a later path, so it is not
    looked at again: all failing searches together take time linear in the board.
    """
    guardian_of: dict[Cell, Cell] = {}
    hoard_of: dict[Cell, Cell] = {}
    spent: set[Cell] = set()
    for hoard in beside:
        claimant: dict[Cell, Cell] = {}
        free = _search(hoard, beside, hoard_of, claimant, spent)
        if free is None:
            spent.update(claimant)
        while free is not None:
            owner = claimant[free]
            hoard_of[free] = owner
            guardian_of[owner], free = free, guardian_of.get(owner)
    return guardian_of


def _search(
    hoard: Cell,
    beside: dict[Cell, list[Cell]],
    hoard_of: dict[Cell, Cell],
    claimant: dict[Cell, Cell],
    spent: set[Cell],
) -> Cell | None:
    """Return a guardian still free that `hoard` can have if others give way, or None.

    Fills `claimant` with the hoard that would take each guardian looked at.
    """
    waiting = deque([hoard])
    while waiting:
        wanting = waiting.popleft()
        for guardian in beside[wanting]:
            if guardian in claimant or guardian in spent:
                continue
            claimant[guardian] = wanting
            if guardian not in hoard_of:
                return guardian
            waiting.append(hoard_of[guardian])
    return None
