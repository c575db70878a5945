"""The game: all of its state, and the turn loop.

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

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol
from zlib import crc32

from attrs import define, field, fields, frozen

from cc3k.engine.board import Board, Cell, FloorLayout
from cc3k.engine.dice import Dice
from cc3k.engine.enemies import Enemy
from cc3k.engine.enemy_phase import enemies_act
from cc3k.engine.events import ArrivedBesidePotions, Event, HeroSpawned, Slain
from cc3k.engine.expansion import Expansion, FloorHook
from cc3k.engine.floor import Floor
from cc3k.engine.hero import Hero, Race
from cc3k.engine.items import Potion
from cc3k.engine.refusals import GameOver, Impossible, Refusal
from cc3k.engine.rules import Rules
from cc3k.engine.running_game import GamePart
from cc3k.engine.sight import Sight


class Action(Protocol):
    """An action of the player."""

    @property
    def takes_turn(self) -> bool:
        """Whether the enemies act afterwards."""
        ...

    def perform(self, game: "GameState") -> Iterable[Event]:
        """Carry out the action, or raise `Impossible` with the game untouched."""
        ...


@frozen
class Outcome:
    """The end of a game: won, or `slain_by` a kind of enemy or potion of that name."""

    won: bool
    slain_by: str = ""


@define(eq=False)
class GameState:
    """One game: the hero, the current floor, and everything that changes.

    A game is a function of its rules, drawings, race, dice and the actions played. `turn_dice` are
    the dice of this floor's turns; `known_potions` names the potions used so far (R18).
    """

    rules: Rules
    race: Race
    dice: Dice
    floor_layouts: Sequence[FloorLayout] = ()
    hero: Hero = field(init=False)
    floor: Floor = field(init=False)
    depth: int = field(init=False, default=0)
    enemies_frozen: bool = field(init=False, default=False)
    known_potions: set[str] = field(init=False, factory=set)
    turns: int = field(init=False, default=0)
    outcome: Outcome | None = field(init=False, default=None)
    last_events: tuple[Event, ...] = field(init=False, default=(HeroSpawned(),))
    turn_dice: Dice = field(init=False, repr=False)
    parts: dict[str, GamePart] = field(init=False, factory=dict)
    _sight: Sight | None = field(init=False, default=None, repr=False)

    def __attrs_post_init__(self) -> None:
        self.hero = Hero(self.race)
        expansions = self.rules.expansions
        self.parts = {each.name: each.new_part() for each in expansions if each.new_part}
        self._enter_floor(1)
        self.last_events += self.adjacent_potion_events()

    @property
    def score(self) -> int:
        """The score so far (§5, R15)."""
        bonus = sum([points for points, _ in self.score_bonuses()])
        return self.race.score_scale(self.hero.gold) + bonus

    def score_bonuses(self) -> list[tuple[int, str]]:
        """Return the points that expansions add to the score, each with what they are for."""
        givers = [each for each in self.rules.expansions if each.score_bonus]
        return [(each.score_bonus(self), each.score_reason) for each in givers if each.score_bonus]

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.outcome is not None

    @property
    def is_furnished(self) -> bool:
        """Whether this floor was furnished at random, and not drawn with its things (R30)."""
        drawn = self.floor_layouts[self.depth - 1 : self.depth]
        return not any(layout.marks for layout in drawn)

    @property
    def sight(self) -> Sight:
        """What the player sees of this floor, by every limit that expansions set to it (X40)."""
        if self._sight is None:
            floor = self.floor
            sight = Sight(floor.board, floor.glyphs, floor.items, floor.stairs_cell)
            for limit in self.rules.sight_limits:
                sight = limit(self, sight)
            self._sight = sight
        return self._sight

    def sees(self, cell: Cell) -> bool:
        """Tell whether a cell is in sight now; all of the sight is worked out only if need be."""
        tests = self.rules.sight_tests
        return self.sight.shows(cell) if tests is None else all(test(self, cell) for test in tests)

    def play(self, action: Action) -> tuple[Event, ...]:
        """Play an action and return what happened; raise `Impossible` if it cannot be done."""
        if self.outcome is not None:
            raise Impossible(GameOver())
        floor, expansions = self.floor, self.rules.expansions
        if expansions and (reason := self.refusal(action)) is not None:
            raise Impossible(reason)
        events = list(action.perform(self))
        if expansions:
            self._sight = None
            self._add_to_action(events)
        if action.takes_turn:
            self.turns += 1
            if self.outcome is None and self.hero.hp > 0:
                events += self.race.each_turn(self.hero)
                if self.floor is floor:
                    events += self._end_turn() if expansions else enemies_act(self)
        if expansions:
            events = self._filter_events(events)
        if self.hero.hp == 0:
            slayers = [event.by for event in events if isinstance(event, Slain)]
            self.outcome = Outcome(won=False, slain_by=slayers[-1])
        self.last_events = tuple(events)
        return self.last_events

    def refusal(self, action: object) -> Refusal | None:
        """Return why an expansion refuses an action now, or None if none does."""
        for rule in self.rules.refusal_rules:
            if (reason := rule(self, action)) is not None:
                return reason
        return None

    def _add_to_action(self, events: list[Event]) -> None:
        """Let expansions add to what the player's action did, in their order."""
        for add_to in self.rules.action_hooks:
            if self.hero.hp > 0:
                events += add_to(self, events)

    def _end_turn(self) -> list[Event]:
        """Let the enemies act by the base rules or an expansion's, then expansions end the turn."""
        events = list((self.rules.enemy_phase or enemies_act)(self))
        for end in self.rules.turn_hooks:
            if self.hero.hp > 0:
                events += end(self)
        return events

    def _filter_events(self, events: list[Event]) -> list[Event]:
        """Return what the player learns of what happened; what is seen has changed by it."""
        self._sight = None
        for learned_of in self.rules.event_filters:
            events = list(learned_of(self, events))
        return events

    def stow_potion(self, potion: Potion) -> Iterable[Event] | None:
        """Put a potion where it can be carried; return what happened, None without room."""
        for each in self.rules.expansions:
            stowed = each.stow_potion(self, potion) if each.stow_potion else None
            if stowed is not None:
                return stowed
        return None

    def has_room_for(self, potion: Potion) -> bool:
        """Tell whether `stow_potion` has room for a potion."""
        rooms = [each.has_room for each in self.rules.expansions if each.has_room]
        return any(has_room(self, potion) for has_room in rooms)

    def take_stairs(self) -> bool:
        """Leave the floor: for the next one, or for good. Tell whether there is a next one."""
        if self.depth == self.rules.floor_count:
            self.outcome = Outcome(won=True)
            return False
        self._enter_floor(self.depth + 1)
        return True

    def bar_stairs(self) -> list[Event]:
        """Return what happens in place of leaving the floor, nothing if nobody bars the stairs."""
        bars = [each.bars_stairs for each in self.rules.expansions if each.bars_stairs]
        return [event for bar in bars for event in bar(self)]

    def adjacent_potion_events(self) -> tuple[ArrivedBesidePotions, ...]:
        """Return an `ArrivedBesidePotions` event if potions are next to an arrived hero (R18)."""
        potions = self.floor.adjacent_potions(self.floor.hero_cell)
        return (ArrivedBesidePotions(self.names_of_known_kinds(potions)),) if potions else ()

    def names_of_known_kinds(self, potions: Iterable[Potion]) -> tuple[str | None, ...]:
        """Return the kind names of potions, None for each unknown kind (R18)."""
        return tuple([each.name if each.name in self.known_potions else None for each in potions])

    def place_enemy(self, cell: Cell, enemy: Enemy) -> None:
        """Put an enemy on a free cell of the floor, to set up a position."""
        self.floor.place_enemy(cell, enemy)
        self._sight = None

    def copy(self) -> "GameState":
        """Return an independent copy that plays on exactly as this game does.

        What never changes is shared: the rules, the drawings, and the dice that are only forked.
        """
        twin = GameState.__new__(GameState)
        for attribute in fields(GameState):
            setattr(twin, attribute.name, getattr(self, attribute.name))
        twin.hero = self.hero.copy()
        twin.floor = self.floor.copy()
        twin.known_potions = set(self.known_potions)
        twin.parts = {name: part.copy() for name, part in self.parts.items()}
        twin.turn_dice = self.turn_dice.copy()
        twin._sight = None  # noqa: SLF001 - of the same class
        return twin

    def copy_with_luck(self, luck: int) -> "GameState":
        """Return a copy in which all that a player cannot know is dealt anew from a number.

        These are the dice to come, the kinds of unknown potions on this floor (R18), each drawn
        from the unknown kinds by their spawn odds, and the floors below, which are spawned on the
        standard board. The same game and number give the same copy.
        """
        return self._copy_dealt(luck, lambda each: each.deal_anew)

    def copy_in_sight(self, luck: int) -> "GameState":
        """Return a copy to look at, not to play: without what is out of sight, if that is faster.

        What a view shows of it is what it shows of this game; the kinds of unknown potions and all
        else that a player cannot know are dealt anew from a number.
        """
        return self._copy_dealt(luck, lambda each: each.hide_unseen or each.deal_anew)

    def _copy_dealt(
        self, luck: int, choose_deal: Callable[[Expansion], FloorHook | None]
    ) -> "GameState":
        """Return a copy with the dice of a number, by which it is dealt what cannot be known.

        What is out of sight is another floor's first; other expansions deal what is on that.
        """
        twin = self.copy()
        twin.dice = Dice(f"luck {luck}")
        twin.turn_dice = twin.dice.fork(f"turns {self.depth} from {self.turns}")
        twin.floor_layouts = self.floor_layouts[: self.depth]
        twin.deal_unknown_potions(twin.dice.fork(f"potions {self.depth}"))
        for each in sorted(self.rules.expansions, key=lambda one: one.limit_sight is None):
            deal = choose_deal(each)
            if deal is not None:
                deal(twin, twin.dice.fork(f"{each.name} {self.depth}"))
                twin._sight = None  # noqa: SLF001 - of the same class
        return twin

    def digest(self) -> int:
        """Return 32 bits that identify this state: a CRC of everything in it.

        Games of the same rules and drawings that stand alike have the same digest, on every Python;
        others almost certainly have not. It counts whose dice are rolled, but not how far they have
        been: that would cost as much as all the rest. Nor does it count the `last_events`, which
        are what led to the state.
        """
        end = self._outcome_digest()
        standing = f"{self.depth}, {self.turns}, {self.enemies_frozen}, {self.turn_dice.path!a}"
        # The text of a tuple of these, put together faster than by way of the tuple.
        floor = self.floor.digest_parts(is_extended=bool(self.rules.expansions))
        facts = (
            f"(({standing}, {sorted(self.known_potions)!a}), {end!a}, "
            f"{self.hero.digest_parts()!a}, {floor})"
        )
        if self.parts:
            facts += ascii([(name, part.digest_parts()) for name, part in self.parts.items()])
        return crc32(facts.encode("ascii"), self.floor.glyphs_checksum())

    def _outcome_digest(self) -> tuple[bool, str] | None:
        """Return the outcome for the digest, with a killer's glyph: so journals have it."""
        if (outcome := self.outcome) is None:
            return None
        glyphs = {kind.name: kind.glyph for kind in self.rules.enemy_kinds}
        return outcome.won, glyphs.get(outcome.slain_by, outcome.slain_by)

    def _enter_floor(self, depth: int) -> None:
        """Enter floor `depth` without any potion modifiers (§2.3.1, R16)."""
        self.depth = depth
        self.hero.clear_modifiers()
        rules, drawn = self.rules, depth <= len(self.floor_layouts)
        drawing = self.floor_layouts[depth - 1] if drawn else FloorLayout(self._draw_board())
        self.floor = rules.generate_floor(drawing, rules, self.dice.fork(f"floor {depth}"))
        self.turn_dice = self.dice.fork(f"turns {depth}")
        self._sight = None
        for each in rules.expansions:
            if each.on_floor:
                each.on_floor(self, self.dice.fork(f"{each.name} {depth}"))

    def _draw_board(self) -> Board:
        """Return the board of a floor without a layout: the standard one, or an expansion's."""
        for each in self.rules.expansions:
            if each.draw_board:
                return each.draw_board(self.dice.fork(f"{each.name} board {self.depth}"))
        return self.rules.standard_board

    def furnish_board(self, board: Board, dice: Dice) -> Floor:
        """Return a floor on a board as it would be spawned; an empty one without room for it."""
        try:
            return self.rules.generate_floor(FloorLayout(board), self.rules, dice)
        except ValueError:
            return Floor(board)

    def deal_unknown_potions(self, dice: Dice) -> None:
        """Replace each unknown potion by one of a random unknown kind that looks the same."""
        items, known = self.floor.items, self.known_potions
        cells_by_glyph: dict[str, list[Cell]] = {}
        for cell, item in items.items():
            if isinstance(item, Potion) and item.name not in known:
                cells_by_glyph.setdefault(item.glyph, []).append(cell)
        for glyph, cells in cells_by_glyph.items():
            kinds = [p for p in self.rules.potions if p.glyph == glyph and p.name not in known]
            odds = [kind for kind in kinds for _ in range(kind.spawn_weight)]
            dealt = dice.pick_many(odds or kinds, len(cells))
            for cell, kind in zip(sorted(cells), dealt, strict=True):
                self.floor.place_item(cell, kind)
