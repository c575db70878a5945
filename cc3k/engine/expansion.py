"""Expansion: everything that one may add to a game (X4).

The turn loop, the floors, the view, the commands and the screens call what is here where the rules
have it; none of them knows an expansion by its name. A base game has none, and pays nothing for it.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from attrs import evolve, frozen

from cc3k.engine.board import Cell
from cc3k.engine.dice import Dice
from cc3k.engine.enemies import Enemy, EnemyKind
from cc3k.engine.events import Event
from cc3k.engine.hero import Race
from cc3k.engine.items import GoldPile, Potion, Trinket
from cc3k.engine.refusals import Refusal
from cc3k.engine.running_game import BoardMaker, ExpansionAction, GamePart, RunningGame
from cc3k.engine.sight import Sight

FloorHook: TypeAlias = Callable[[RunningGame, Dice], None]
"""Change a floor that was just entered, with dice of the expansion's own."""

ActionHook: TypeAlias = Callable[[RunningGame, Sequence[Event]], Iterable[Event]]
"""Add to the player's action, knowing what has happened so far in this turn."""

TurnHook: TypeAlias = Callable[[RunningGame], Iterable[Event]]
"""Act at the end of a turn, after the enemies."""

EventFilter: TypeAlias = Callable[[RunningGame, Sequence[Event]], Sequence[Event]]
"""Return what the player learns of what happened, in place of all of it."""

RefusalRule: TypeAlias = Callable[[RunningGame, object], Refusal | None]
"""Return why an action is refused, or None to allow it."""

RefusedActions: TypeAlias = Callable[[RunningGame], Sequence[object]]
"""Return all actions that are refused now."""

EnemyPhase: TypeAlias = Callable[[RunningGame], Iterable[Event]]
"""Let every enemy act once, in place of the base rules' way."""

PotionStore: TypeAlias = Callable[[RunningGame, Potion], Iterable[Event] | None]
"""Carry a potion from now on and return what happened, or None if there is no room for it."""

PotionRoom: TypeAlias = Callable[[RunningGame, Potion], bool]
"""Tell whether a potion could be carried now; then `PotionStore` carries it."""

EnemyNotes: TypeAlias = Callable[[RunningGame, Cell], Iterable[str]]
"""Return sentences that a look at the enemy on a cell adds, by what the player may know."""

SightLimit: TypeAlias = Callable[[RunningGame, Sight], Sight]
"""Return what the player sees of what would be seen without this expansion."""

SightTest: TypeAlias = Callable[[RunningGame, Cell], bool]
"""Tell whether a `SightLimit` leaves a cell in sight now."""

StairsBar: TypeAlias = Callable[[RunningGame], Iterable[Event]]
"""Return what happens to a PC that steps onto stairs it cannot take, nothing if it can.

That takes a turn, so that nobody learns without it where stairs are that are not in sight.
"""

LegalFlags: TypeAlias = Callable[[RunningGame], bytes]
"""Return a 1 for each of the expansion's actions that is legal now, and a 0 for any other (R4)."""

ScoreBonus: TypeAlias = Callable[[RunningGame], int]
"""Return the points to add to a score."""

StatusRows: TypeAlias = Callable[[RunningGame], Iterable[str]]
"""Return the rows that stand between `Def:` and `Action:` in a frame (X6)."""


StairsNote: TypeAlias = Callable[[RunningGame], str]
"""Return where stairs may be had from that are hidden underfoot; empty while they are not."""

Condition: TypeAlias = Callable[[RunningGame], bool]
"""Tell whether something holds now, by what the player may know."""


class BrokenExpansion(Exception):
    """An expansion of another package that cannot be loaded, with its name and its package."""


@frozen(eq=False)
class Forecast:
    """An enemy as it would be after something that the player can do first; `text` names that."""

    text: str
    enemy: Enemy


Forecaster: TypeAlias = Callable[[RunningGame, Cell], Iterable[Forecast]]
"""Return what the player could do first to the enemy on a cell, by what the player may know."""


@frozen
class NumberSetting:
    """A number that an expansion asks for: `option` names it, as in `--floors`."""

    option: str
    meaning: str
    lowest: int
    highest: int
    default: int


@frozen
class Figure:
    """A number that a player can see, for programs: its name, its bounds, and how it is read.

    An agent observes it as it is shown on the status rows, which are for people.
    """

    name: str
    lowest: int
    highest: int
    read: Callable[[RunningGame], int]

    def value(self, game: RunningGame) -> int:
        """Return the number now, within its bounds."""
        return min(max(self.lowest, self.read(game)), self.highest)


@frozen
class KeyBinding:
    """A key of a keymap, `words`, `vi` or `laptop`, the words that it types, and what that does."""

    keymap: str
    key: str
    words: str
    meaning: str


@frozen
class MenuCommand:
    """What a key of a menu does: its words are said; a verb such as `t a` asks for a direction.

    With a `question`, the player is asked first.
    """

    key: str
    label: str
    words: str
    question: str = ""


@frozen
class MenuLine:
    """One line of a menu: the key that chooses it, what it is, and what can be done with it."""

    key: str
    text: str
    commands: tuple[MenuCommand, ...] = ()


@frozen
class ChoiceMenu:
    """A menu that a screen opens in place of saying a question's `words`, such as `i`.

    `lines` returns what is on it now; where that is nothing, the question is said.
    """

    words: str
    title: str
    lines: Callable[[RunningGame], Sequence[MenuLine]]


@frozen
class ExpansionHint:
    """A hint that the tutorial shows once, when what it speaks of is met first."""

    name: str
    text: str
    is_due: Condition


@frozen(eq=False)
class Expansion:
    """One expansion: its name, its sentence, and what it adds at each point where it adds anything.

    `name` names its part of a game's state, its dice, its help topic and its place in journals.
    `sentence` says what it does. The tuples of rows are added to those of the rules; `floor_count`
    replaces theirs. `actions` are by their words, such as `g no`; `questions` likewise, which tell
    something, change nothing and take no turn. `deal_anew` deals what the player cannot know in a
    copy of a game; `hide_unseen` takes its place, where that is faster, in a copy that is looked at
    and never played. `legal_flags` tells which actions are legal all at once, where that is faster
    than to ask each. `sees_cell` tells of one cell whether `limit_sight` leaves it in sight, where
    that is faster than to limit all of a sight. `all_refused` tells likewise all actions that it
    `refuses` now. `help_rows` say what the words do: `g and a direction`, `pick up the potion
    there`. `short_rows` are the `status_rows` in fewer columns, for a screen without room for
    those. `figures` are the numbers that programs observe. `pick_up_verb` is the word that takes a
    potion along, where the expansion `has_room`: then people who walk into one mean that.
    `score_reason` says in words what the `score_bonus` is for: `for the floors reached`. `hint` is
    what the tutorial says of it once, when `is_hint_due`, and `further_hints` what it says of it at
    other moments. `help_notes` are sentences that `?` adds to the first one while the expansion is
    on. `changes_piles` tells that gold may be worth more than its kind. `freeze_note` is what the
    guide says of how long enemies can be frozen, in place of that they can be on every floor.
    `hidden_stairs_note` tells people that the stairs are hidden underfoot, and what would show
    them, by what the player may know.
    """

    name: str
    sentence: str
    version: int = 1
    races: tuple[Race, ...] = ()
    enemy_kinds: tuple[EnemyKind, ...] = ()
    potions: tuple[Potion, ...] = ()
    piles: tuple[GoldPile, ...] = ()
    trinkets: tuple[Trinket, ...] = ()
    floor_count: int | None = None
    setting: NumberSetting | None = None
    configure: Callable[["Expansion", int], "Expansion"] | None = None
    setting_value: int | None = None
    new_part: Callable[[], GamePart] | None = None
    draw_board: BoardMaker | None = None
    on_floor: FloorHook | None = None
    changes_piles: bool = False
    after_action: ActionHook | None = None
    after_turn: TurnHook | None = None
    refuses: RefusalRule | None = None
    all_refused: RefusedActions | None = None
    enemy_phase: EnemyPhase | None = None
    freeze_note: str = ""
    stow_potion: PotionStore | None = None
    has_room: PotionRoom | None = None
    pick_up_verb: str = ""
    enemy_notes: EnemyNotes | None = None
    forecasts: Forecaster | None = None
    limit_sight: SightLimit | None = None
    sees_cell: SightTest | None = None
    filter_events: EventFilter | None = None
    deal_anew: FloorHook | None = None
    hide_unseen: FloorHook | None = None
    hidden_stairs_note: StairsNote | None = None
    bars_stairs: StairsBar | None = None
    score_bonus: ScoreBonus | None = None
    score_reason: str = ""
    actions: tuple[tuple[str, ExpansionAction], ...] = ()
    questions: tuple[tuple[str, ExpansionAction], ...] = ()
    legal_flags: LegalFlags | None = None
    status_rows: StatusRows | None = None
    short_rows: StatusRows | None = None
    key_bindings: tuple[KeyBinding, ...] = ()
    menus: tuple[ChoiceMenu, ...] = ()
    help_rows: tuple[tuple[str, str], ...] = ()
    figures: tuple[Figure, ...] = ()
    panel_lines: StatusRows | None = None
    hint: str = ""
    is_hint_due: Condition | None = None
    further_hints: tuple[ExpansionHint, ...] = ()
    help_notes: tuple[str, ...] = ()

    @property
    def hints(self) -> tuple[ExpansionHint, ...]:
        """All its hints, the first one by the name of the expansion."""
        if self.is_hint_due is None:
            return self.further_hints
        return (ExpansionHint(self.name, self.hint, self.is_hint_due), *self.further_hints)

    @property
    def tag(self) -> str:
        """The name and version, and the number it was set to, as journals have them (X3)."""
        number = "" if self.setting_value is None else f":{self.setting_value}"
        return f"{self.name}-{self.version}{number}"

    def with_setting(self, value: int) -> "Expansion":
        """Return this expansion with its number set."""
        if self.setting is None or self.configure is None:
            message = f"{self.name} has no number to set"
            raise ValueError(message)
        return evolve(self.configure(self, value), setting_value=value)
