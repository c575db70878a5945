"""Assignment of guardians to the hoards beside them (R31).

Hoards and guardians within one block of each other are paired, in reading order, as many as can
be: a maximum matching, grown by augmenting paths. A hoard left over beside a guardian is guarded
by it too.
"""

from collections import deque

from cc3k.engine.floor import Floor
from cc3k.engine.grid import Cell
from cc3k.engine.items import GoldPile


def assign_guardians(floor: Floor) -> None:
    """Make every guardian on the floor guard the hoards that belong to it."""
    beside = _adjacent_guardians(floor)
    owner = _match_guardians(beside)
    posts: dict[Cell, list[Cell]] = {}
    for hoard, guardians in beside.items():
        posts.setdefault(owner.get(hoard, guardians[0]), []).append(hoard)
    for guardian, hoards in posts.items():
        floor.assign_guard(guardian, tuple(hoards))


def _adjacent_guardians(floor: Floor) -> dict[Cell, list[Cell]]:
    """Return the cells of each hoard's possible guardians; hoards without any are left out."""
    beside = {}
    hoards = {
        cell: item.guardian
        for cell, item in floor.items.items()
        if isinstance(item, GoldPile) and item.guardian is not None
    }
    for cell in sorted(hoards):
        guardians = [
            near
            for near in floor.board.neighbours[cell]
            if near in floor.enemies and floor.enemies[near].kind.name == hoards[cell]
        ]
        if guardians:
            beside[cell] = guardians
    return beside


def _match_guardians(candidates: dict[Cell, list[Cell]]) -> dict[Cell, Cell]:
    """Return the guardian of each hoard in a maximum matching.

    A guardian reached by a search that failed can never be part of a later path, so it is not
    looked at again: all failing searches together take time linear in the board.
    """
    guardian_of: dict[Cell, Cell] = {}
    hoard_of: dict[Cell, Cell] = {}
    spent: set[Cell] = set()
    for hoard in candidates:
        claimant: dict[Cell, Cell] = {}
        free = _find_free_guardian(hoard, candidates, hoard_of, claimant, spent)
        if free is None:
            spent.update(claimant)
        while free is not None:
            owner = claimant[free]
            hoard_of[free] = owner
            guardian_of[owner], free = free, guardian_of.get(owner)
    return guardian_of


def _find_free_guardian(
    hoard: Cell,
    candidates: dict[Cell, list[Cell]],
    hoard_of: dict[Cell, Cell],
    hoard_trying: dict[Cell, Cell],
    exhausted: set[Cell],
) -> Cell | None:
    """Return a free guardian that `hoard` can get if others are reassigned, or None.

    Fills `hoard_trying` with the hoard that would take each guardian looked at.
    """
    waiting = deque([hoard])
    while waiting:
        wanting = waiting.popleft()
        for guardian in candidates[wanting]:
            if guardian in hoard_trying or guardian in exhausted:
                continue
            hoard_trying[guardian] = wanting
            if guardian not in hoard_of:
                return guardian
            waiting.append(hoard_of[guardian])
    return None
