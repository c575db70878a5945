"""The game: all of its state, and the turn loop.

How a turn goes (§2, R3, R6, R23), and where it calls the hooks of expansions:

1. The player's action is carried out. If it cannot be, or an expansion `refuses` it, `Impossible`
   is raised before anything has changed: no random number is drawn and no turn is taken (R4).
   Whenever an enemy dies, `on_death`, and `on_kill` if the PC has slain it. After a step, it is
   asked whether that `is_free_step`. Then `after_action`.
2. The turn ends here if the action takes no turn (R5), as a free step, or if the PC has died.
3. The race's own effect: the troll regenerates (R12), if the race `race_takes_effect`.
4. If the PC has just taken stairs, the enemies wait for the next command.
5. `before_enemies`. Every enemy acts once, in reading order of where they stand now: it attacks if
   it is hostile and within reach, else it takes a step, unless enemies are frozen; `on_parting` if
   that left the PC's side. `after_phase`.
6. Statuses count down, and `after_action` is told of the enemies slain since step 2. `after_turn`,
   each of which tells `after_action` of the enemies that it has slain.
7. Of all that, `filter_events` leaves what the player learns.

The first blow that slays the PC ends the turn. `play` returns what happened as events, in order.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Protocol
from zlib import crc32

from attrs import field, fields

from cc3k.engine.announcements import void_announcements
from cc3k.engine.arrivals import FloorStage, arrival_events, clear_arrival
from cc3k.engine.board import Board, Cell, FloorLayout
from cc3k.engine.combat import NO_BLOW_RULES, BlowRules
from cc3k.engine.dice import Dice
from cc3k.engine.enemies import Enemy, EnemyKind, enemies_act
from cc3k.engine.events import PC, Descended, Escaped, Event, HeroSpawned, Moved, Slain
from cc3k.engine.floor import NO_CELL, Floor, Sight
from cc3k.engine.hero import Hero, Race, no_turn_effect, unscaled
from cc3k.engine.items import Potion, Trinket, Ware, deal_unknown_potions, things_in_view
from cc3k.engine.refusals import GameOver, Impossible, Refusal
from cc3k.engine.rules import Rules
from cc3k.engine.running_game import GamePart
from cc3k.engine.states import NO_NUMBERS
from cc3k.engine.values import define, frozen

if TYPE_CHECKING:
    from cc3k.engine.expansion import ActionHook, Expansion, FloorHook


class Action(Protocol):
    """An action of the player."""

    @property
    def takes_turn(self) -> bool:
        """Whether the enemies act afterwards."""
        ...

    def perform(self, game: "GameState") -> Iterable[Event]:
        """Carry out the action, or raise `Impossible` with the game untouched."""
        ...


_STEPS = frozenset([Moved, Descended, Escaped])

LAST_WAS_FREE = "_last step was free"
"""The fact of a hero whose last step took no turn."""


@frozen
class Outcome:
    """The end of a game: lost by the `death` of the PC, or won without it."""

    death: Slain | None = None

    @property
    def won(self) -> bool:
        return self.death is None

    def digest_part(self, rules: Rules) -> tuple[bool, str]:
        """Return it as digests have it: enemies by their glyphs, all others by their names."""
        if self.death is None:
            return True, ""
        by = self.death.by
        glyphs = [kind.glyph for kind in rules.enemy_kinds if kind.name == by]
        return False, next(iter(glyphs), by)


@define(eq=False)
class GameState:
    """One game: the hero, the current floor, and everything that changes.

    The rules, layouts, race, dice and the actions played determine everything else. The `race` is
    the one that was chosen: that of the `hero` may have grown since. `turn_dice` are the dice of
    this floor's turns; `known_names` are those of the potions, wands and other things whose kind
    the player knows: used so far (R18), bought, thrown or revealed. `parts` is the state of
    expansions by their names.
    """

    rules: Rules
    race: Race
    dice: Dice
    floor_layouts: Sequence[FloorLayout] = ()
    hero: Hero = field(init=False)
    floor: Floor = field(init=False)
    depth: int = field(init=False, default=0)
    enemies_frozen: bool = field(init=False, default=False)
    known_names: set[str] = field(init=False, factory=set)
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
        self.last_events += arrival_events(self)
        self._sight = None

    @property
    def score(self) -> int:
        """The score so far (§5, R15)."""
        score = self.race.score_scale(self.hero.gold)
        if self.rules.expansions:
            score += sum([points for points, _ in self.score_bonuses()])
            for percent, _ in self.score_factors():
                score = score * percent // 100
        return score

    def score_bonuses(self) -> list[tuple[int, str]]:
        """Return the points that expansions add to the score, each with its reason."""
        return [(points(self), reason) for points, reason in self.rules.score_bonuses]

    def score_factors(self) -> list[tuple[int, str]]:
        """Return the percentages by which expansions multiply the score last, with their reasons.

        Each result is rounded down.
        """
        turns = [each.turns for each in self.rules.expansions]
        return [
            (each.score_factor(self), each.factor_reason) for each in turns if each.score_factor
        ]

    def price_here(self, gold: int) -> int:
        """Return what a thing of that price in gold costs here and now, as expansions have it."""
        for change in self.rules.hooks.changes_price:
            gold = change(self, gold)
        return gold

    @property
    def is_over(self) -> bool:
        return self.outcome is not None

    @property
    def is_furnished(self) -> bool:
        """Whether this floor was furnished at random, not drawn with its contents (R30)."""
        layouts = self.floor_layouts[self.depth - 1 : self.depth]
        return not any(layout.marks for layout in layouts)

    @property
    def blows(self) -> BlowRules:
        """The rules of expansions for blows and misses, where the PC stands now."""
        rules = self.rules.blows
        if rules is NO_BLOW_RULES:
            return rules
        return rules.on(self.floor.board.terrain[self.floor.hero_cell], self)

    def blows_on(self, cell: Cell) -> BlowRules:
        """Return the same rules for a PC that stands on a cell."""
        rules = self.rules.blows
        return rules.on(self.floor.board.terrain[cell]) if rules else rules

    @property
    def sight(self) -> Sight:
        """What the player sees of this floor, within the limits set by expansions (X40)."""
        if self._sight is None:
            floor = self.floor
            sight = Sight(floor.board, floor.glyphs, floor.items, floor.stairs_cell)
            for limit in self.rules.hooks.limit_sight:
                sight = limit(self, sight)
            self._sight = sight
        return self._sight

    def sees(self, cell: Cell) -> bool:
        """Tell whether a cell is in sight now, without computing the whole sight if possible."""
        sees = self.rules.hooks.sees_cell
        return self.sight.shows(cell) if sees is None else sees(self, cell)

    def play(self, action: Action) -> tuple[Event, ...]:
        """Play an action and return what happened; raise `Impossible` if it cannot be done."""
        if self.outcome is not None:
            raise Impossible(GameOver())
        floor, expansions = self.floor, self.rules.expansions
        if expansions and (reason := self.refusal(action)) is not None:
            raise Impossible(reason)
        events = list(action.perform(self))
        takes_turn = action.takes_turn and not (expansions and self._is_free(events))
        if expansions:
            self._sight = None
            self._call_action_hooks(events)
        if takes_turn:
            self.turns += 1
            if self.outcome is None and self.hero.hp > 0:
                if not expansions or self._race_takes_effect():
                    events += self.race.each_turn(self.hero)
                if self.floor is floor:
                    events += self._end_turn() if expansions else enemies_act(self)
        if expansions:
            events = self._filter_events(events)
        if self.hero.hp == 0:
            self.outcome = Outcome(_death_of_hero(events))
        self.last_events = tuple(events)
        return self.last_events

    def preview(self, act: Callable[["GameState"], Iterable[Event]]) -> "GameState":
        """Return a copy in which an action that draws no lots is done, and nobody acts after it."""
        copy = self.copy()
        events = list(act(copy))
        copy._call_action_hooks(events)  # noqa: SLF001 - of the same class
        return copy

    def _is_free(self, events: Sequence[Event]) -> bool:
        """Tell whether a step takes no turn; two that do not never follow each other (Y33)."""
        rules = self.rules.hooks.is_free_step
        if not rules or _STEPS.isdisjoint(map(type, events)):
            return False
        answers = [rule(self) for rule in rules]  # all of them count the step
        was_free = LAST_WAS_FREE in self.hero.facts
        is_free = not was_free and any(answers)
        if is_free or was_free:
            self.hero.set_fact(LAST_WAS_FREE, is_free)
        return is_free

    def refusal(self, action: object) -> Refusal | None:
        """Return why an expansion refuses an action now, or None if none does."""
        for rule in self.rules.hooks.refuses:
            if (reason := rule(self, action)) is not None:
                return reason
        return None

    def _call_action_hooks(self, events: list[Event]) -> None:
        if self.enemies_frozen and self.rules.announcements:
            void_announcements(self)
        hero = self.hero
        for hook in self.rules.hooks.after_action:
            if hero.hp > 0:
                events += hook(self, events)

    def _filter_events(self, events: list[Event]) -> list[Event]:
        self._sight = None
        for hook in self.rules.hooks.filter_events:
            told = hook(self, events)
            events = events if told is events else list(told)
        return events

    @property
    def is_in_fight(self) -> bool:
        """Whether a hostile enemy stands beside the hero."""
        floor = self.floor
        near = floor.board.neighbourhood[floor.hero_cell].intersection(floor.enemies)
        return any(floor.enemies[cell].is_hostile_to(self.hero) for cell in near)

    def _race_takes_effect(self) -> bool:
        """Tell whether the race's own effect counts in this turn (R12)."""
        if self.hero.race.each_turn is no_turn_effect:
            return False
        return self.rules.race_takes_effect(self.hero, is_in_fight=self.is_in_fight)

    def _end_turn(self) -> list[Event]:
        """Carry out steps 5 and 6 of a turn with expansions; return what happened."""
        calls, hero = self.rules.hooks, self.hero
        events: list[Event] = []  # not `list[Event]()`, which makes the type anew in each turn
        for hook in calls.before_enemies:
            if hero.hp > 0:
                events += hook(self)
        if hero.hp > 0:
            before = hero.hp
            events += enemies_act(self)
            for phase_hook in calls.after_phase:
                if hero.hp > 0:
                    events += phase_hook(self, before - hero.hp)
        hero.count_down_statuses()
        for enemy in self.floor.enemies.values():
            if enemy.statuses is not NO_NUMBERS:
                enemy.count_down_statuses()
        events += self._tell_of_kills(events, calls.after_action)
        for turn_hook, others in calls.after_turn:
            if hero.hp > 0 and (told := list(turn_hook(self))):
                events += [*told, *self._tell_of_kills(told, others)]
        return events

    def _tell_of_kills(
        self, events: Sequence[Event], hooks: "Iterable[ActionHook]"
    ) -> Sequence[Event]:
        """Let expansions add to kills after the action: all but the one whose hook slew, if any."""
        if not [each for each in events if isinstance(each, Slain) and each.victim != PC]:
            return ()
        added: list[Event] = []
        for hook in hooks:
            added += hook(self, events) if self.hero.hp > 0 else ()
        return added

    def has_room_for(self, potion: Potion) -> bool:
        return any(hook(self, potion) for hook in self.rules.hooks.has_room)

    def stow_potion(self, potion: Potion) -> Iterable[Event] | None:
        """Stow a potion with an expansion that has room; return what happened, or None."""
        stowed = (hook(self, potion) for hook in self.rules.hooks.stow_potion)
        return next((events for events in stowed if events is not None), None)

    def potion_here(self, potion: Potion) -> Potion:
        """Return a potion as strong as expansions make it on this floor (X116), drunk or thrown.

        Thrown, it does what its `hit` does; drunk, `potion_for_hero` goes on from here.
        """
        for change in self.rules.hooks.potion_here:
            potion = change(self, potion)
        return potion

    def potion_for_hero(self, potion: Potion) -> Potion:
        """Return a potion as it is for the hero who drinks it here and now.

        The row of the rules goes through the hooks `potion_here` and then `changes_drink`: what
        comes out has the `effect` that `drink_potion` calls.
        """
        potion = self.potion_here(potion)
        for change in self.rules.hooks.changes_drink:
            potion = change(self, potion)
        return potion

    def effect_text(self, thing: Ware) -> str:
        """Say what a thing does, a potion to the hero here and now, as for its race (R14)."""
        if isinstance(thing, Trinket):
            return thing.trait
        potion, scale = self.potion_for_hero(thing), self.hero.race.potion_scale
        return potion.effect_text if scale is unscaled else potion.text_for(scale)

    def take_stairs(self) -> bool:
        """Go down to the next floor, or win on the last; return True if there is a next one."""
        if self.depth == self.rules.floor_count:
            self.outcome = Outcome()
            return False
        self._enter_floor(self.depth + 1)
        return True

    def bar_stairs(self) -> list[Event]:
        """Return what happens instead of leaving the floor; nothing if the stairs are free."""
        return [event for hook in self.rules.hooks.bars_stairs for event in hook(self)]

    def leave_floor(self) -> list[Event]:
        """Let expansions act as the PC takes the stairs; return what happened."""
        events = list[Event]()
        for hook in self.rules.hooks.on_leaving:
            events += hook(self) if self.hero.hp > 0 else ()
        return events

    def place_enemy(self, cell: Cell, enemy: Enemy) -> None:
        """Put an enemy on a free cell of the floor, to set up a position."""
        self.floor.place_enemy(cell, enemy)
        self._sight = None

    def copy(self) -> "GameState":
        """Return an independent copy that plays on exactly as this game does.

        It shares what never changes: rules and layouts.
        """
        copy = self._copy_but_dice()
        copy.dice, copy.turn_dice = self.dice.copy(), self.turn_dice.copy()
        return copy

    def _copy_but_dice(self) -> "GameState":
        copy = GameState.__new__(GameState)
        for attribute in fields(GameState):
            setattr(copy, attribute.name, getattr(self, attribute.name))
        copy.hero = self.hero.copy()
        copy.floor = self.floor.copy()
        copy.known_names = set(self.known_names)
        copy.parts = {name: part.copy() for name, part in self.parts.items()}
        copy._sight = None  # noqa: SLF001 - of the same class
        return copy

    def copy_with_luck(self, luck: int) -> "GameState":
        """Return a copy in which everything that a player cannot know is drawn again.

        That is the dice to come, the kinds of unknown potions on this floor (R18) by their spawn
        odds, who carries what, and the floors below, which are spawned on the standard board. The
        number `luck` seeds these draws: the same game and number give the same copy.
        """
        copy = self._copy_dealt(luck, lambda each: each.floors.deal_anew)
        things, copy.floor.carried = copy.floor.carried, ()
        if things and copy.floor.enemies:
            dice, enemies = copy.dice.fork(f"carried {self.depth}"), copy.floor.enemies
            bearers = [cell for cell in sorted(enemies) if enemies[cell].kind.may_carry]
            unseen = [cell for cell in bearers if not copy.sees(cell)]
            for thing in things:
                able = unseen if things_in_view((thing,)) else bearers
                if able:
                    copy.floor.enemies[dice.pick(able)].carries += (thing,)
        return copy

    def copy_in_sight(self, luck: int) -> "GameState":
        """Return a copy to look at, not to play: it lacks whatever is out of sight.

        A view of it shows the same as a view of this game. Nothing in it is part of this game: its
        hero and enemies are values, nobody carries anything, and of a layout only whether something
        was drawn is left. All else that a player cannot know is drawn again. A copy of it by
        `copy_with_luck` can be played.
        """
        copy = self._copy_dealt(luck, lambda each: each.floors.hide_unseen or each.floors.deal_anew)
        marks = () if self.is_furnished else ((NO_CELL, ""),)
        copy.floor_layouts = (FloorLayout(copy.floor.board, marks),) * self.depth
        copy.hero = copy.hero.as_shown()
        copy.floor.show_as_values()
        if self.rules.hooks.limit_sight:
            copy._sight = self.sight.of_copy(copy.floor)  # noqa: SLF001 - of the same class
        return copy

    def _copy_dealt(
        self, luck: int, choose_deal: "Callable[[Expansion], FloorHook | None]"
    ) -> "GameState":
        """Return a copy with other dice, in which each expansion deals its secrets by its hook.

        Expansions that limit sight come first: they replace the floor that the others deal onto.
        What the player sees is for all of them as in this game.
        """
        copy = self._copy_but_dice()
        copy.floor.hide_carriers(copy.sees)
        copy.dice = Dice(f"luck {luck}")
        copy.turn_dice = copy.dice.fork(f"turns {self.depth} from {self.turns}")
        copy.floor_layouts = self.floor_layouts[: self.depth]
        deal_unknown_potions(copy, copy.dice.fork(f"potions {self.depth}"))
        copy._sight = self.sight  # noqa: SLF001 - of the same class
        for each in sorted(self.rules.expansions, key=lambda one: one.sight.limit_sight is None):
            deal = choose_deal(each)
            if deal is not None:
                deal(copy, copy.dice.fork(f"{each.name} {self.depth}"))
        copy._sight = None  # noqa: SLF001 - of the same class
        return copy

    def digest(self) -> int:
        """Return 32 bits that identify this state: a CRC of everything in it.

        Games of the same rules and layouts in the same state have the same digest, on every Python;
        in different states they almost certainly differ. It covers the path of the dice, but not
        how often they were rolled: that would cost as much as all the rest. It leaves out
        `last_events`, which led to the state and are no part of it.
        """
        end = None if self.outcome is None else self.outcome.digest_part(self.rules)
        standing = f"{self.depth}, {self.turns}, {self.enemies_frozen}, {self.turn_dice.path!a}"
        # This is the text of a tuple, written out because that is faster than making the tuple.
        floor = self.floor.digest_parts(is_extended=bool(self.rules.expansions))
        facts = (
            f"(({standing}, {sorted(self.known_names)!a}), {end!a}, "
            f"{self.hero.digest_parts()!a}, {floor})"
        )
        if self.parts:
            facts += ascii([(name, part.digest_parts()) for name, part in self.parts.items()])
        return crc32(facts.encode("ascii"), self.floor.glyphs_checksum())

    def _enter_floor(self, depth: int) -> None:
        """Enter floor `depth` without any potion modifiers (§2.3.1, R16)."""
        self.depth = depth
        self.hero.clear_modifiers()
        self.hero.statuses = NO_NUMBERS
        rules, has_layout = self.rules, depth <= len(self.floor_layouts)
        layout = self.floor_layouts[depth - 1] if has_layout else FloorLayout(self._draw_board())
        self.floor = rules.generate_floor(layout, rules, self.dice.fork(f"floor {depth}"))
        self.turn_dice = self.dice.fork(f"turns {depth}")
        self._sight = None
        if rules.expansions:
            self._furnish_with_expansions()

    def _furnish_with_expansions(self) -> None:
        """Let expansions change the floor just entered, in the order of their stages (X120)."""
        self._change_contents(self.dice)
        self._furnish_stage(FloorStage.NAMED, self.dice)
        is_fair = any(each.floors.fair_arrival for each in self.rules.expansions)
        if is_fair and self.is_furnished:
            clear_arrival(self.floor, self.hero, self.dice.fork(f"arrival {self.depth}"))
        self._furnish_stage(FloorStage.THINGS, self.dice)

    def _change_contents(self, dice: Dice) -> None:
        self._adapt_enemies()
        self._furnish_stage(FloorStage.CONTENTS, dice)

    def _furnish_stage(self, stage: FloorStage, dice: Dice) -> None:
        for each in self.rules.expansions:
            if each.floors.on_floor and each.floors.stage is stage:
                each.floors.on_floor(self, dice.fork(f"{each.name} {self.depth}"))

    def kind_here(self, kind: EnemyKind) -> EnemyKind:
        """Return a kind as strong as expansions make it on this floor (X86, Y15)."""
        for change in self.rules.hooks.kind_here:
            kind = change(self, kind)
        return kind

    def _draw_board(self) -> Board:
        """Return the board of a floor without a layout: the standard one, or an expansion's."""
        for each in self.rules.expansions:
            if each.floors.draw_board:
                return each.floors.draw_board(self.dice.fork(f"{each.name} board {self.depth}"))
        return self.rules.standard_board

    def furnish_board(self, board: Board, dice: Dice) -> Floor:
        """Return a floor on a board with the enemies, potions and gold that one has at this depth.

        It is bare if there is no room.
        """
        try:
            floor = self.rules.generate_floor(FloorLayout(board), self.rules, dice)
        except ValueError:
            return Floor(board)
        here, self.floor = self.floor, floor
        self._change_contents(dice)
        self.floor = here
        return floor

    def _adapt_enemies(self) -> None:
        """Make the enemies of a floor as strong as they are here."""
        for enemy in self.floor.enemies.values():
            kind = self.kind_here(enemy.kind)
            if kind is not enemy.kind:
                enemy.kind, enemy.hp, enemy.stats = kind, kind.hp, kind.stats


def _death_of_hero(events: Sequence[Event]) -> Slain:
    """Return the death of the PC: whatever takes its last HP yields `Slain` in the same turn."""
    deaths = [event for event in events if isinstance(event, Slain) and event.victim == PC]
    if not deaths:
        message = "found a PC at 0 HP and no event `Slain`; expected one from what took its last HP"
        raise ValueError(message)
    return deaths[-1]
