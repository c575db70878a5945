"""The turn loop.

How a turn goes (§2, R3, R6, R23):

1. The player's action is carried out. One that cannot be done raises `Impossible` before anything
   has changed: no random number is drawn and no turn is taken (R4).
2. An action that takes no turn ends here (R5), and so does everything when the PC has died.
3. The race's own effect: the troll regrows (R12).
4. If the PC arrived on a new floor or left the last one, its enemies wait for the next command.
5. Every enemy acts once, in reading order of where they stand now: one that is hostile and within
   reach attacks, any other one takes a step, unless enemies are held.
6. The first blow that slays the PC ends the turn.

What happened comes back as events, in the order in which it happened.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol
from zlib import crc32

from attrs import define, field, fields, frozen

from cc3k.engine import combat
from cc3k.engine.actors import Hero, Race
from cc3k.engine.board import TILE, Drawing
from cc3k.engine.dice import Dice
from cc3k.engine.events import Event, GameOver, Impossible, Saw, Slain, Spawned
from cc3k.engine.floor import Floor
from cc3k.engine.grid import Cell
from cc3k.engine.potions import Potion
from cc3k.engine.rules import Rules


class Action(Protocol):
    """Something the player may do."""

    @property
    def takes_turn(self) -> bool:
        """Whether the enemies act afterwards."""
        ...

    def perform(self, game: "Game") -> Iterable[Event]:
        """Carry it out, or raise `Impossible` with the game untouched."""
        ...


@frozen
class Outcome:
    """How a game ended: won, or slain by a glyph or a potion."""

    won: bool
    slain_by: str = ""


@define(eq=False)
class Game:
    """One hero's way through the floors: all that changes while it lasts.

    A game is a function of its rules, drawings, race, dice and the actions played. `luck` are the
    dice of this floor's turns; `known` names the potions used so far (R18).
    """

    rules: Rules
    race: Race
    dice: Dice
    drawings: Sequence[Drawing] = ()
    hero: Hero = field(init=False)
    floor: Floor = field(init=False)
    depth: int = field(init=False, default=0)
    held: bool = field(init=False, default=False)
    known: set[str] = field(init=False, factory=set)
    turns: int = field(init=False, default=0)
    outcome: Outcome | None = field(init=False, default=None)
    events: tuple[Event, ...] = field(init=False, default=(Spawned(),))
    luck: Dice = field(init=False, repr=False)

    def __attrs_post_init__(self) -> None:
        self.hero = Hero(self.race)
        self._enter_floor(1)
        self.events += self.sighted()

    @property
    def score(self) -> int:
        """The score so far (§5, R15)."""
        return self.race.score(self.hero.gold)

    def play(self, action: Action) -> tuple[Event, ...]:
        """Carry out a turn and return what happened; raise `Impossible` if it cannot be done."""
        if self.outcome is not None:
            raise Impossible(GameOver())
        floor = self.floor
        events = list(action.perform(self))
        if action.takes_turn:
            self.turns += 1
            if self.outcome is None and self.hero.hp > 0:
                events += self.race.each_turn(self.hero)
                if self.floor is floor:
                    events += self._enemies_act()
        if self.hero.hp == 0:
            slayers = [event.by for event in events if isinstance(event, Slain)]
            self.outcome = Outcome(won=False, slain_by=slayers[-1])
        self.events = tuple(events)
        return self.events

    def take_stairs(self) -> bool:
        """Leave the floor: for the next one, or for good. Return whether there is a next one."""
        if self.depth == self.rules.floors:
            self.outcome = Outcome(won=True)
            return False
        self._enter_floor(self.depth + 1)
        return True

    def sighted(self) -> tuple[Saw, ...]:
        """Return what there is to tell of potions beside a PC that did not step there (R18)."""
        potions = self.floor.potions_around(self.floor.hero)
        return (Saw(self.recognized(potions)),) if potions else ()

    def recognized(self, potions: Iterable[Potion]) -> tuple[str | None, ...]:
        """Return the kinds of potions as far as they are known, None for each other one (R18)."""
        return tuple([potion.name if potion.name in self.known else None for potion in potions])

    def copy(self) -> "Game":
        """Return a game that plays on exactly as this one does, whatever is played in either.

        What never changes is shared: the rules, the drawings, and the dice that are only forked.
        """
        twin = Game.__new__(Game)
        for attribute in fields(Game):
            setattr(twin, attribute.name, getattr(self, attribute.name))
        twin.hero = self.hero.copy()
        twin.floor = self.floor.copy()
        twin.known = set(self.known)
        twin.luck = self.luck.copy()
        return twin

    def digest(self) -> int:
        """Return 32 bits that tell this state from others: a CRC of all that it is made of.

        Games of the same rules and drawings that stand alike have the same digest, on every
        Python; others almost certainly have not. It counts whose dice are rolled, but not how far
        they have been: that would cost as much as all the rest. Nor does it count the `events`,
        which are what led to the state.
        """
        outcome = self.outcome
        end = None if outcome is None else (outcome.won, outcome.slain_by)
        standing = f"{self.depth}, {self.turns}, {self.held}, {self.luck.path!a}"
        # The text of a tuple of these, put together faster than by way of the tuple.
        facts = (
            f"(({standing}, {sorted(self.known)!a}), {end!a}, {self.hero.state()!a}, "
            f"{self.floor.hidden()})"
        )
        return crc32(facts.encode("ascii"), self.floor.shown_sum())

    def _enter_floor(self, depth: int) -> None:
        """Stand on floor `depth`, sober (§2.3.1, R16)."""
        self.depth = depth
        self.hero.sober_up()
        rules, drawn = self.rules, depth <= len(self.drawings)
        drawing = self.drawings[depth - 1] if drawn else Drawing(rules.plan)
        self.floor = rules.lay_out(drawing, rules, self.dice.fork(f"floor {depth}"))
        self.luck = self.dice.fork(f"turns {depth}")

    def _enemies_act(self) -> Iterator[Event]:
        """Let every enemy attack or step once, in reading order (R3, R7).

        Two random steps are tried for each wanderer; only where neither is free are its exits
        looked up and one of them picked. Each of `f` exits is then equally likely, 1/f: by either
        step they all are, and so they are by the pick.

        Most of a turn's time goes here, so a step is two bytes of the picture and a key of the
        enemies, with no call for it. A wanderer leaves a bare tile for a bare tile.
        """
        floor, luck, held = self.floor, self.luck, self.held
        enemies, picture, plan = floor.enemies, floor.picture, floor.plan
        shifts, more_shifts = plan.shifts, plan.more_shifts
        watchful = plan.reach[floor.hero] | floor.sentries
        order = sorted(watchful.intersection(enemies) if held else enemies)
        strides = bytes(len(order)) if held else luck.randbytes(len(order))
        for cell, stride in zip(order, strides, strict=True):
            if cell in watchful:
                if self._can_strike(cell):
                    yield from combat.attack_hero(enemies[cell], self.hero, luck)
                    if self.hero.hp == 0:
                        return
                    continue
                if held or cell in floor.sentries:
                    continue
            to = cell + shifts[stride]
            if picture[to] != TILE:
                to = cell + more_shifts[stride]
                if picture[to] != TILE:
                    exits = floor.free_around(cell)
                    if not exits:
                        continue
                    to = luck.pick(exits)
            enemies[to] = enemies.pop(cell)
            picture[to] = picture[cell]
            picture[cell] = TILE

    def _can_strike(self, cell: Cell) -> bool:
        """Tell whether the enemy on a cell is hostile, with the PC within its reach (R8, R22)."""
        enemy, near = self.floor.enemies[cell], self.floor.plan.reach[self.floor.hero]
        hostile = enemy.kind.temper(enemy, self.hero)
        return hostile and not near.isdisjoint((cell, *enemy.guards))
