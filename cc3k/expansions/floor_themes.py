"""Floor themes of `tactics`: from the second floor on, each asks something of its own (X90).

Odd floors are held by a kind of enemy; even ones have a rule, but for the last. None comes again
before all of its sort were met. From the fifth floor on a kind that holds one has learned the way
of another, and knows it for the rest of the game.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import partial

from attrs import define, evolve, field, frozen

from cc3k.engine.board import Cell, nearest_cells
from cc3k.engine.dice import Dice
from cc3k.engine.enemies import Enemy, EnemyKind
from cc3k.engine.events import Event, ExpansionEvent
from cc3k.engine.floor import Floor
from cc3k.engine.game import GameState
from cc3k.engine.items import GoldPile
from cc3k.engine.states import TRUCE
from cc3k.engine.stats import BaseStats

HUMAN, DWARF, ELF, ORC, HALFLING = "human", "dwarf", "elf", "orc", "halfling"

PLURALS: Mapping[str, str] = {
    HUMAN: "Humans",
    DWARF: "Dwarves",
    ELF: "Elves",
    ORC: "Orcs",
    HALFLING: "Halflings",
}

VETERANS, PAIRS, HEARD, HOARD, AT_TRUCE = "veterans", "pairs", "heard", "hoard", "at truce"

FEWER = 3
"""Enemies that a floor of veterans, or of pairs, lacks besides."""

VETERAN_HP, VETERAN_ATTACK, VETERAN_EXPERIENCE = 150, 125, 200
"""What a veteran has, in percent of another of its kind."""

THIEVES = 6
"""Halflings that a floor with a hoard has at least."""

TRUCE_TURNS = 60
"""Turns for which a truce holds once somebody is seen, if nobody is attacked."""

FIRST_LESSON = 5
"""The first floor whose holders have learned a way of others."""

LESSONS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    ELF: ("shoot", (HUMAN, DWARF)),
    DWARF: ("dig", (HUMAN, ELF, ORC, HALFLING)),
    HUMAN: ("blow horns", (DWARF, ELF, ORC, HALFLING)),
}
"""What others learn of a kind, and who does: an orc brings two more, an arrow cannot steal."""

VETERAN = "veteran"
"""The fact of an enemy that is one."""


@frozen
class Theme:
    """What a floor is like: how that is told, and what it asks of people.

    It has `fewer` enemies, is changed by `furnish`, and each of those who fight there by `join`.
    """

    told: str
    asks: str
    fewer: int = 0
    furnish: Callable[[GameState, Dice], None] | None = None
    join: Callable[[Floor, Cell, Dice], None] | None = None


@define(eq=False)
class Themes:
    """The theme of the floor of this `depth`, empty without one, and those met before.

    A truce begins to run out when the PC `has_met` somebody it holds for. Of each kind whose way
    others have `learned`, it tells which kind that is.
    """

    depth: int = 0
    here: str = ""
    met: tuple[str, ...] = ()
    has_truce: bool = False
    has_met: bool = False
    learned: Mapping[str, str] = field(factory=dict)

    def copy(self) -> "Themes":
        return evolve(self, learned={**self.learned})

    def digest_parts(self) -> object:
        return self.here, self.met, self.has_truce, self.has_met, sorted(self.learned.items())

    def enter(self, game: GameState) -> None:
        """Draw the theme of the floor on which the PC is, once."""
        if self.depth == game.depth:
            return
        self.depth, self.here = game.depth, ""
        if options := _options(game):
            if options <= {*self.met}:
                self.met = tuple([name for name in self.met if name not in options])
            fresh = sorted(options.difference(self.met))
            self.here = game.dice.fork(f"theme {game.depth}").pick(fresh)
            self.met += (self.here,)
            self._teach(game)
        self.has_truce, self.has_met = self.here == AT_TRUCE, False
        if self.has_truce:
            game.hero.set_status(TRUCE, TRUCE_TURNS)

    def _teach(self, game: GameState) -> None:
        """Let those who hold the floor learn a way that nobody has learned yet, if one is left."""
        ways = [
            way
            for way, (_, pupils) in LESSONS.items()
            if self.here in pupils and way not in self.learned
        ]
        if game.depth >= FIRST_LESSON and ways:
            way = game.dice.fork(f"lesson {game.depth}").pick(ways)
            self.learned = {**self.learned, way: self.here}

    def knows(self, enemy: Enemy, way: str) -> bool:
        """Tell whether an enemy has the way of a kind: its own, or one that it has learned."""
        return enemy.kind.breed == way or self.learned.get(way) == enemy.kind.name

    def learned_by(self, kind: str) -> list[str]:
        """Return what a kind has learned, such as `shoot`."""
        return [LESSONS[way][0] for way, pupil in self.learned.items() if pupil == kind]

    def lessons_of(self, kind: str) -> str:
        """Return what a kind has learned as a sentence, such as `Dwarves shoot.`, or more."""
        return f"{PLURALS[kind]} {' and '.join(self.learned_by(kind))}."

    @property
    def theme(self) -> "Theme | None":
        return THEMES.get(self.here)

    @property
    def told(self) -> str:
        """What the floor is like, and what those who hold it have learned, if it has a theme."""
        learned = "".join([f", and {what}" for what in self.learned_by(self.here)])
        return f"{self.theme.told}{learned}" if self.theme else ""

    @property
    def sentence(self) -> str:
        return f"{self.told}: {self.theme.asks}." if self.theme else ""

    def furnish(self, game: GameState, dice: Dice) -> None:
        """Change who and what is on a floor, as its theme says."""
        theme, floor = self.theme, game.floor
        if theme is None:
            return
        thin_out(floor, theme.fewer, dice)
        if theme.furnish:
            theme.furnish(game, dice)
        for cell in spawned_cells(floor):
            self.join(floor, cell, dice)

    def join(self, floor: Floor, cell: Cell, dice: Dice) -> None:
        """Change an enemy of a floor as its theme says; merchants have no part in it."""
        if self.theme and self.theme.join and floor.enemies[cell].kind.may_carry:
            self.theme.join(floor, cell, dice)

    def follow_truce(self, game: GameState) -> Iterable[Event]:
        """Let a truce run once somebody is seen; tell when it ends with this turn, or is broken."""
        if not self.has_truce:
            return ()
        left = game.hero.statuses.get(TRUCE, 0)
        if left and not self.has_met:
            self.has_met = any(map(game.sees, spawned_cells(game.floor)))
            left += not self.has_met  # the end of the turn takes it off again
            game.hero.set_status(TRUCE, left)
        if left > 1:
            return ()
        self.has_truce = False
        return (ExpansionEvent("tactics.truce", "The truce is over.", interrupts=True),)


def _options(game: GameState) -> set[str]:
    """Return the themes that a floor may have: none for one that is drawn."""
    if game.depth == 1 or not game.is_furnished:
        return set()
    if game.depth % 2:
        return {kind.name for kind in game.rules.enemy_spawn_table if kind.name in HOLDERS}
    return {*RULES} if game.depth < game.rules.floor_count else set()


def spawned_cells(floor: Floor) -> list[Cell]:
    """Return the cells of those that are neither guardians nor of name, in reading order."""
    return [cell for cell in sorted(floor.enemies) if floor.enemies[cell].kind.spawn_weight]


def thin_out(floor: Floor, count: int, dice: Dice) -> None:
    """Remove that many enemies that were spawned, evenly drawn."""
    spawned = spawned_cells(floor)
    for _ in range(min(count, len(spawned))):
        cell = dice.pick(spawned)
        spawned.remove(cell)
        floor.remove_enemy(cell)


def place_beside(floor: Floor, cell: Cell, other: Enemy, count: int, dice: Dice) -> None:
    """Put so many like another near a cell, in its chamber; fewer if that is full."""
    board = floor.board
    tiles = board.chambers[board.chamber_index[cell]]
    for _ in range(count):
        if nearest := nearest_cells(board, cell, filter(floor.is_free, tiles)):
            floor.place_enemy(dice.pick(nearest), other.copy())


def kinds_with_way(way: str) -> tuple[str, ...]:
    """Return the kinds that have the way of one of them, or may learn it."""
    return (way, *LESSONS[way][1])


def half_hp(kind: EnemyKind) -> EnemyKind:
    return evolve(kind, hp=-(-kind.hp // 2))


def _garrison(name: str, least: int, more: int, game: GameState, dice: Dice) -> None:
    """Let a kind take the places of others, evenly drawn, until there are so many; add more."""
    floor, kind = game.floor, game.kind_here(game.rules.enemy_kind_named(name))
    spawned = spawned_cells(floor)
    others = [cell for cell in spawned if floor.enemies[cell].kind.name != name]
    for _ in range(least - (len(spawned) - len(others))):
        if others:
            cell = dice.pick(others)
            others.remove(cell)
            floor.remove_enemy(cell)
            floor.place_enemy(cell, Enemy(kind))
    for _ in range(more):
        if free := floor.free_tiles_by_chamber():
            floor.place_enemy(dice.pick(dice.pick(free)), Enemy(kind))


def _make_veteran(floor: Floor, cell: Cell, _dice: Dice) -> None:
    """Give an enemy more HP, more Atk and more experience."""
    kind = floor.enemies[cell].kind
    floor.remove_enemy(cell)
    veteran = Enemy(
        evolve(
            kind,
            hp=kind.hp * VETERAN_HP // 100,
            stats=BaseStats(kind.stats.attack * VETERAN_ATTACK // 100, kind.stats.defence),
            experience=kind.experience * VETERAN_EXPERIENCE // 100,
        )
    )
    veteran.set_fact(VETERAN, 1)
    floor.place_enemy(cell, veteran)


def _give_partner(floor: Floor, cell: Cell, dice: Dice) -> None:
    """Put another of its kind beside an enemy, with half its HP; orcs have theirs."""
    kind = floor.enemies[cell].kind
    if kind.name != ORC:
        place_beside(floor, cell, Enemy(half_hp(kind)), 1, dice)


def _pile_up_gold(game: GameState, dice: Dice) -> None:
    """Make each pile worth twice as much, and let thieves gather."""
    _garrison(HALFLING, THIEVES, 0, game, dice)
    items = game.floor.items
    for cell in sorted(items):
        pile = items[cell]
        if isinstance(pile, GoldPile):
            game.floor.place_item(cell, evolve(pile, value=2 * pile.value))


HOLDERS: Mapping[str, Theme] = {
    name: Theme(
        f"{PLURALS[name]} hold this floor", asks, furnish=partial(_garrison, name, least, more)
    )
    for name, least, more, asks in (
        (HUMAN, 5, 2, "slay who raises a horn, or all near come"),
        (DWARF, 6, 3, "they dig through walls to reach you"),
        (ELF, 6, 3, "who aims shoots next turn; leave its line or close in"),
        (ORC, 3, 0, "each captain leads two, who flee when it dies"),
        (HALFLING, 6, 3, "a hit takes 3 gold; slay the thief to get it back"),
    )
}
"""The kinds that may hold an odd floor: each takes the places of others up to
the first number, and the second number of it come besides. Companions are not counted."""

RULES: Mapping[str, Theme] = {
    VETERANS: Theme(
        "Only veterans are left here",
        "few, but each strikes harder; use what you carry",
        FEWER,
        join=_make_veteran,
    ),
    PAIRS: Theme(
        "They go in pairs here",
        "stand where only one can reach you",
        FEWER,
        join=_give_partner,
    ),
    HEARD: Theme("Every death is heard here", "all near come; slay them where few are"),
    HOARD: Theme(
        "Gold lies thick here, and thieves are about", "be quicker", furnish=_pile_up_gold
    ),
    AT_TRUCE: Theme(
        f"A truce holds here for {TRUCE_TURNS} turns",
        "they count once you meet somebody; your first blow ends it",
    ),
}
"""The rules of even floors."""

THEMES: Mapping[str, Theme] = {**HOLDERS, **RULES}
