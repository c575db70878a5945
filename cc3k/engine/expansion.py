"""Expansion: everything that an expansion can add to a game (X4).

The turn loop, the floors, the view, the commands and the screens call these hooks; none of them
knows an expansion by name. A base game has none, and pays nothing for them.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Self, TypeAlias

from attrs import evolve

from cc3k.engine.announcements import Announcement
from cc3k.engine.arrivals import FloorStage
from cc3k.engine.board import Board, Cell
from cc3k.engine.combat import BlowRule, InPlaceOfHit, SureHit
from cc3k.engine.dice import Dice
from cc3k.engine.enemies import Behaviour, Enemy, EnemyKind
from cc3k.engine.events import Event
from cc3k.engine.floor import Sight
from cc3k.engine.hero import Hero, Race
from cc3k.engine.items import GoldPile, Potion, Trinket, Ware
from cc3k.engine.refusals import Refusal
from cc3k.engine.running_game import ExpansionAction, GamePart
from cc3k.engine.values import frozen

if TYPE_CHECKING:
    from cc3k.engine.game import GameState

BoardMaker: TypeAlias = Callable[[Dice], Board]
"""Draw the board of a floor without a layout."""

FloorHook: TypeAlias = Callable[["GameState", Dice], None]
"""Change the floor that was just entered, with dice of the expansion's own."""

ActionHook: TypeAlias = Callable[["GameState", Sequence[Event]], Iterable[Event]]
"""Add to the player's action, given what has happened so far in this turn.

It is called again with what enemies, and with what each `after_turn` of the others, did later in
the turn, if that slew an enemy.
"""

TurnHook: TypeAlias = Callable[["GameState"], Iterable[Event]]
"""Act in the game, and return what happened."""

PhaseHook: TypeAlias = Callable[["GameState", int], Iterable[Event]]
"""Add to an enemies' phase, given the HP that the PC has lost in it."""

EnemyHook: TypeAlias = Callable[["GameState", Cell, Enemy], Iterable[Event]]
"""Add to what befell an enemy, given the cell on which it stands, or stood when it died."""

FallHook: TypeAlias = Callable[["GameState", Cell, Enemy], Iterable[Event] | None]
"""Return what happens in place of the death of an enemy at 0 HP; None lets it die."""

PotionRule: TypeAlias = Callable[["GameState", Potion], Potion]
"""Return a potion that does something else."""

StowHook: TypeAlias = Callable[["GameState", Potion], Iterable[Event] | None]
"""Stow a potion and return what happened, or None if there is no room for it."""

EventFilter: TypeAlias = Callable[["GameState", Sequence[Event]], Sequence[Event]]
"""Return the events that the player learns of."""

RaceEffectRule: TypeAlias = Callable[[Hero, bool], bool]
"""Tell whether the race's own effect counts, given whether a hostile enemy is beside the hero."""

RefusalRule: TypeAlias = Callable[["GameState", object], Refusal | None]
"""Return why an action is refused, or None to allow it."""

NumberRule: TypeAlias = Callable[["GameState"], int]
"""Return a number of the game."""

TextRule: TypeAlias = Callable[["GameState"], str]
"""Return a text for the player, from what the player can know; empty if there is none."""

EnemyNotes: TypeAlias = Callable[["GameState", Cell], Iterable[str]]
"""Return sentences for a look at a cell, from what the player can know."""

SightLimit: TypeAlias = Callable[["GameState", Sight], Sight]
"""Return what the player sees, given what would be seen without this expansion."""

SightTest: TypeAlias = Callable[["GameState", Cell], bool]
"""Tell whether the `SightLimit` leaves a cell in sight now."""

PriceRule: TypeAlias = Callable[["GameState", int], int]
"""Return what something costs, given its price in gold without this expansion."""

StatusRows: TypeAlias = Callable[["GameState"], Iterable[str]]
"""Return the rows that stand between `Def:` and `Action:` in a frame (X6)."""

LegalFlags: TypeAlias = Callable[["GameState"], bytes]
"""Return a 1 for each of the actions of an expansion that is legal now, else a 0 (R4)."""

Condition: TypeAlias = Callable[["GameState"], bool]
"""Tell whether something is true now, from what the player can know."""


class Deed(Enum):
    """What a key is pressed again for, after expansions have warned of it."""

    LEAVE = "to leave"
    SLAY = "to fight all the same"
    SLAY_TRIFLE = "to slay on the way all the same"
    DRINK = "to drink all the same"


DeedWarning: TypeAlias = Callable[["GameState", Deed], str]
"""Return what a deed would cost now: `a drink fails the quest Dry`; empty if nothing."""


class BrokenExpansion(Exception):
    """An expansion of another package cannot be loaded; names both."""


class MovedFields(TypeError):
    """An expansion names fields where they once were; the message says where they are now."""


class _RefusesMoved:
    """A class that refuses the fields it once had, and says where each is now."""

    __slots__ = ()

    def __new__(cls, *_unnamed: object, **fields: object) -> Self:
        moved = [name for name in fields if name in MOVED_FIELDS[cls.__name__]]
        if moved:
            places = [MOVED_FIELDS[cls.__name__][name] for name in moved]
            expected = ", ".join(dict.fromkeys(places))
            message = f"found the fields {', '.join(moved)}, which moved; expected {expected}"
            raise MovedFields(message)
        return object.__new__(cls)


@frozen(eq=False)
class Forecast:
    """An enemy after something that the player could do to it first; `text` says what.

    A `note` tells what the odds do not: `stands 4 cells farther off`. It `strikes` in that turn if
    it is within reach, unless it was moved away.
    """

    text: str
    enemy: Enemy
    note: str = ""
    strikes: bool = True


@frozen
class NumberSetting:
    """A number that players choose for an expansion; `option` is its name, as in `--floors`.

    Of one that `is_earned`, screens offer no more than one above the highest with which the player
    has won; the option takes any.
    """

    option: str
    meaning: str
    lowest: int
    highest: int
    default: int
    is_earned: bool = False


@frozen
class Figure:
    """A number for programs: its name, its bounds, and a function that reads it.

    It must be one that people can see too: on the status rows, or by looking.
    """

    name: str
    lowest: int
    highest: int
    read: NumberRule

    def value(self, game: "GameState") -> int:
        """Return the number now, within its bounds."""
        return min(max(self.lowest, self.read(game)), self.highest)


MOST_KINDS = 99
"""Upper bound of figures that say which kind of potion something is."""


@frozen
class KeyBinding:
    """A key, the words that it types, and their meaning, in one or several keymaps.

    `keymaps` are their names with blanks between: `words`, `vi` and `laptop`.
    """

    keymaps: str
    key: str
    words: str
    meaning: str


@frozen
class MenuCommand:
    """What a key in a menu does: what the words do, or ask a direction after a verb as `t a`."""

    key: str
    label: str
    words: str


@frozen
class MenuLine:
    """One line of a menu: the key that chooses it, the name of a thing, and what is done with it.

    The `effect` is what that thing does or costs, if the player knows it.
    """

    key: str
    name: str
    commands: tuple[MenuCommand, ...] = ()
    effect: str = ""

    @property
    def text(self) -> str:
        """The line on its row of a menu: `2 Restore Health potions: restores 10 HP`."""
        return f"{self.name}: {self.effect}" if self.effect else self.name

    @property
    def phrase(self) -> str:
        """The line within a sentence: `2 Restore Health potions (restores 10 HP)`."""
        return f"{self.name} ({self.effect})" if self.effect else self.name


@frozen
class ChoiceMenu:
    """A menu that a screen opens in place of the answer to its `words`, such as `i`.

    `lines` returns its present lines; if there are none, the answer is given after all. `about`
    says what they are about, before the title.
    """

    words: str
    title: str
    lines: Callable[["GameState"], Sequence[MenuLine]]
    about: TextRule | None = None


@frozen
class ExpansionHint:
    """A hint that the tutorial shows once, as soon as it is due."""

    name: str
    text: str
    is_due: Condition


@frozen(eq=False)
class Rows:
    """Rows for the tables of the rules."""

    races: tuple[Race, ...] = ()
    enemy_kinds: tuple[EnemyKind, ...] = ()
    potions: tuple[Potion, ...] = ()
    piles: tuple[GoldPile, ...] = ()
    trinkets: tuple[Trinket, ...] = ()
    behaviours: tuple[Behaviour, ...] = ()
    """What enemies do besides what the `act` of their kind says."""
    announcements: tuple[Announcement, ...] = ()
    """What enemies announce in one turn, and do in the next."""
    changes_kind: Callable[[EnemyKind], EnemyKind] | None = None
    """Returns a kind of enemy as it is while this expansion is on, whoever brought its row."""
    changes_race: Callable[[Race], Race] | None = None
    """The same for a race."""
    floor_count: int | None = None
    """Replaces the number of floors."""


@frozen(eq=False)
class FloorHooks(_RefusesMoved):
    """The floors, and copies of a game, in which bots and other programs look ahead."""

    draw_board: BoardMaker | None = None
    kind_here: Callable[["GameState", EnemyKind], EnemyKind] | None = None
    """Changes the kind of every enemy of a floor, also of one that comes later."""
    on_spawned: Callable[["GameState", Cell, Dice], None] | None = None
    """Adds to each enemy that an expansion spawns besides those of the rules."""
    on_floor: FloorHook | None = None
    stage: FloorStage = FloorStage.THINGS
    """When `on_floor` is called."""
    fair_arrival: bool = False
    """Whether enemies near the hero move away on floors furnished at random (X82)."""
    on_leaving: TurnHook | None = None
    """Acts when the PC takes the stairs, before the next floor is entered."""
    arrival_events: TurnHook | None = None
    """What the player is told on entering a floor; it changes nothing."""
    further_ware: Callable[[Dice], Ware] | None = None
    """Adds to what each merchant of a floor sells, where the expansion `shop` is on."""
    changes_piles: bool = False
    """Whether gold may be worth more than its kind says."""
    bars_stairs: TurnHook | None = None
    """What happens when the PC steps onto barred stairs; nothing if they are free.

    The step takes a turn: otherwise players could search for hidden stairs for free.
    """
    deal_anew: FloorHook | None = None
    """Draws again, in a copy, whatever the player cannot know."""
    hide_unseen: FloorHook | None = None
    """Faster replacement for `deal_anew` in a copy that is only looked at, never played."""


@frozen(eq=False)
class TurnHooks(_RefusesMoved):
    """The turn, in the order in which it calls the hooks; what is asked after it; the score."""

    refuses: RefusalRule | None = None
    all_refused: Callable[["GameState"], Sequence[object]] | None = None
    """The same for all actions at once, where that is faster than asking about each."""
    on_death: EnemyHook | None = None
    """Adds to the death of an enemy, whoever has slain it and whenever."""
    on_kill: EnemyHook | None = None
    """Adds to a kill by the PC, after the loot."""
    after_action: ActionHook | None = None
    is_free_step: Condition | None = None
    """Whether the step just taken takes no turn; asked after every step."""
    before_enemies: TurnHook | None = None
    on_parting: EnemyHook | None = None
    """Adds to the step of an enemy away from the PC's side, given where it stands now."""
    after_hit: TurnHook | None = None
    """The same as `after_blow` of the `FightHooks`, but not in odds."""
    after_turn: TurnHook | None = None
    filter_events: EventFilter | None = None
    stops: TextRule | None = None
    """Why commands of many turns stop after this turn; a fight goes on while its foe is beside."""
    forecast_kill: Callable[["GameState", Hero, Sequence[Enemy]], None] | None = None
    """Changes a copy of the hero as slaying the last of those enemies would, after the others.

    The odds against several use it. It changes nothing of the game.
    """
    score_bonus: NumberRule | None = None
    score_reason: str = ""
    """What the bonus is for: `for the floors reached`."""
    further_bonuses: tuple[tuple[NumberRule, str], ...] = ()
    """Pairs of another bonus and what it is for."""
    score_factor: NumberRule | None = None
    """The percentage by which the score is multiplied after all bonuses."""
    factor_reason: str = ""
    """What the factor is for: `for the trial`."""


@frozen(eq=False)
class FightHooks:
    """What happens in a fight.

    The odds of a fight run these hooks too, with a PC and an enemy alone: so they look at both and
    their `facts`, and never at the part of an expansion.
    """

    blows: tuple[BlowRule, ...] = ()
    """Change the HP that blows take."""
    sure_hits: SureHit | None = None
    """Which attacks cannot miss."""
    in_place_of_hit: InPlaceOfHit | None = None
    """What a hit of an enemy does in place of a blow."""
    race_takes_effect: RaceEffectRule | None = None
    """Whether the race's own effect counts, given whether a hostile enemy is beside it (R12)."""
    after_blow: TurnHook | None = None
    """Called right after each hit of the PC, or at it, unless that slew the PC."""
    after_phase: PhaseHook | None = None
    """Called right after the enemies have acted."""
    on_fall: FallHook | None = None
    minds_gold: Callable[[Hero, Enemy], bool] | None = None
    """Whether one of these hooks looks at the PC's gold in a fight between those two."""


NO_FIGHT_HOOKS = FightHooks()


@frozen(eq=False)
class SightHooks:
    """What the player sees."""

    limit_sight: SightLimit | None = None
    hides_only_stairs: bool = False
    """Whether `limit_sight` leaves all cells in sight that were."""
    sees_cell: SightTest | None = None
    """The same as `limit_sight` for a single cell, where that is faster."""
    hidden_stairs_note: TextRule | None = None
    """Says that the stairs are hidden and what would show them."""
    unsearched_cells: Callable[["GameState"], Sequence[Cell]] | None = None
    """Returns the seen cells where hidden stairs may be, as far as the player knows."""


@frozen(eq=False)
class ItemHooks(_RefusesMoved):
    """Carrying, drinking and buying."""

    stow_potion: StowHook | None = None
    has_room: Callable[["GameState", Potion], bool] | None = None
    """Whether `stow_potion` would stow it."""
    potion_here: PotionRule | None = None
    """Changes what every potion does on a floor, drunk or thrown: `GameState.potion_here`."""
    changes_drink: PotionRule | None = None
    """Changes further what a potion does to a PC that drinks it: `GameState.potion_for_hero`."""
    changes_price: PriceRule | None = None
    """Changes what anything costs, whoever sells it: `GameState.price_here`."""
    pick_up_verb: str = ""
    """The word that picks a potion up. While there is room, walking into a potion does so too."""


PackHooks = ItemHooks
"""Its name before: packages that import it are told that the field `pack` moved."""


@frozen(eq=False)
class Commands(_RefusesMoved):
    """Commands: each action by its words, such as `g no`."""

    actions: tuple[tuple[str, ExpansionAction], ...] = ()
    legal_flags: LegalFlags | None = None
    """The same as asking each action, where that is faster."""
    answers: tuple[tuple[str, ExpansionAction], ...] = ()
    """Commands that only answer: they change nothing and take no turn."""
    key_bindings: tuple[KeyBinding, ...] = ()
    menus: tuple[ChoiceMenu, ...] = ()
    needs: tuple[tuple[str, str] | tuple[str, str, Condition], ...] = ()
    """First words of commands, what they need, and if that is faster, whether any is legal now."""
    help_rows: tuple[tuple[str, str], ...] = ()
    """Pairs of words and what they do: `g and a direction`, `pick up the potion there`."""


@frozen(eq=False)
class TextHooks:
    """Text for players and numbers for programs."""

    before_game: Callable[[Dice], Iterable[str]] | None = None
    """What players are told before they choose a race, given dice to fork, never to roll."""
    end_rows: Callable[["GameState"], Iterable[tuple[str, str]]] | None = None
    """Rows for the report of a game that is over: a short label, and a text."""
    feats: StatusRows | None = None
    """What the game has achieved so far, as statistics count it: `win with 80 gold`."""
    status_rows: StatusRows | None = None
    short_rows: StatusRows | None = None
    """The status rows in fewer columns, for narrow screens."""
    widest_rows: tuple[str, str] = ("", "")
    """The widest that the row usually is, in both wordings: what stands beside it stays there."""
    panel_lines: StatusRows | None = None
    """Lines of the panel beside a wide board, for plug-ins: those of the game have status rows."""
    figures: tuple[Figure, ...] = ()
    enemy_notes: EnemyNotes | None = None
    thing_notes: EnemyNotes | None = None
    """The same for a pedestal in sight."""
    forecasts: Callable[["GameState", Cell], Iterable[Forecast]] | None = None
    """What the player could do first to the enemy on a cell, from what the player can know."""
    barred_stairs_note: TextRule | None = None
    """What to do about the guard of barred stairs: `slay it, or pay it 96 gold`."""
    ahead: TextRule | None = None
    """What the rest of the game asks or offers, as a sentence for a look at the PC; or empty."""
    way_out: TextRule | None = None
    """What could save a PC with few HP now: `potion a heals 10`; empty if nothing could."""
    warns: DeedWarning | None = None
    """Asked before commands of many turns leave, fight or drink; each warns once a floor."""
    deadlines: Callable[["GameState"], Iterable[tuple[int, str]]] | None = None
    """What happens to a PC who stays on this floor for so many turns: `59, "the dungeon wakes"`."""
    freeze_note: str = ""
    """How freezes are limited, for the guide: otherwise one lasts until the next `f`."""
    help_notes: tuple[str, ...] = ()
    """Sentences that `?` adds to the first one."""
    hints: tuple[ExpansionHint, ...] = ()


UNNAMED_FIELDS = 3
"""The first fields of an `Expansion`, which are where they were in release 2."""


@frozen(eq=False)
class Expansion(_RefusesMoved):
    """One expansion: what it adds to a game. Only `name` and `sentence` are needed.

    The rules call the hooks of the groups in the order in which the expansions are on.
    """

    name: str
    """Small letters and digits. Also names its dice, its part, its help page and its journals."""
    sentence: str
    """What it does, in one sentence."""
    version: int = 1
    """Raise it whenever its games play differently: journals tell the versions apart."""
    setting: NumberSetting | None = None
    """A number that players choose, such as `--floors 20`."""
    configure: Callable[["Expansion", int], "Expansion"] | None = None
    """Returns this expansion with that number."""
    setting_value: int | None = None
    """The number chosen; set by `with_setting`."""
    new_part: Callable[[], GamePart] | None = None
    """Makes the state that it adds to each game; `part_of` finds it."""
    rows: Rows = Rows()
    floors: FloorHooks = FloorHooks()
    turns: TurnHooks = TurnHooks()
    fights: FightHooks = NO_FIGHT_HOOKS
    sight: SightHooks = SightHooks()
    items: ItemHooks = ItemHooks()
    commands: Commands = Commands()
    texts: TextHooks = TextHooks()

    def __new__(cls, *unnamed: object, **fields: object) -> Self:
        if len(unnamed) > UNNAMED_FIELDS:
            message = f"found {len(unnamed)} fields without names, of which some moved; expected "
            message += "no others than the name, the sentence and the version"
            raise MovedFields(message)
        return super().__new__(cls, **fields)

    @property
    def tag(self) -> str:
        """Its name, version and chosen number, as journals record them: `depths-2:15` (X3)."""
        number = "" if self.setting_value is None else f":{self.setting_value}"
        return f"{self.name}-{self.version}{number}"

    def with_setting(self, value: int) -> "Expansion":
        """Return this expansion with that number; raise ValueError if it asks for none."""
        if self.setting is None or self.configure is None:
            message = f"{self.name} has no number to set"
            raise ValueError(message)
        return evolve(self.configure(self, value), setting_value=value)


GROUPS: Mapping[str, type] = {
    "rows": Rows,
    "floors": FloorHooks,
    "turns": TurnHooks,
    "fights": FightHooks,
    "sight": SightHooks,
    "items": ItemHooks,
    "commands": Commands,
    "texts": TextHooks,
}
"""The groups of an `Expansion` by the names of its fields."""

MOVED_FIELDS: Mapping[str, Mapping[str, str]] = {
    "Expansion": {
        **{
            name: f"{group}.{name}"
            for group, kind in GROUPS.items()
            for name in kind.__annotations__
        },
        "pack": "items",
        "enemy_phase": "rows.behaviours",
        "cells_without_stairs": "sight.unsearched_cells",
        "freeze_left": "texts.figures",
        **dict.fromkeys(("hint", "is_hint_due", "further_hints"), "texts.hints"),
    },
    "FloorHooks": {"potion_here": "items.potion_here"},
    "TurnHooks": {"changes_price": "items.changes_price"},
    "ItemHooks": {"as_drunk": "items.changes_drink"},
    "Commands": {"questions": "commands.answers"},
}
"""Where each field is now that these classes once had: in release 2 an `Expansion` had all."""
