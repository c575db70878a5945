"""Events and refusals: frozen facts about what happened, or why a command cannot be done.

They name the kinds of enemies and potions, and the player character as `PC`; no glyph is in them.
Figures are HP or gold. Each event tells whom it `concerns`, and whether it harms or helps them as
its `effect`, so that nobody searches a sentence for its meaning. A refusal alone is worded here:
it is the reason of an error, and Python asks an error for its text.
"""

from enum import Enum, auto
from typing import TypeAlias

from attrs import field, frozen

PC = "PC"
ALL_ENEMIES = "enemies"
"""Whom an event concerns: the player character, every enemy, or a kind of enemy by its name."""

SOMETHING = "something"
"""Who acts from where the PC does not see it (X41)."""


class Effect(Enum):
    """The effect of an event on whom it concerns: HP or life lost, HP or gold gained, or none."""

    HARM = auto()
    GAIN = auto()
    NONE = auto()


@frozen
class HeroSpawned:
    """The PC stands on the first floor of a new game."""

    concerns = PC
    effect = Effect.NONE


@frozen
class Moved:
    """The PC took a step; `seen_potions` are now beside it, None for an unknown kind (R18)."""

    direction: str
    seen_potions: tuple[str | None, ...] = ()
    concerns = PC
    effect = Effect.NONE


@frozen
class ArrivedBesidePotions:
    """The PC arrived beside `potions`: their kinds, None for an unknown one (R18)."""

    potions: tuple[str | None, ...]
    concerns = PC
    effect = Effect.NONE


@frozen
class Descended:
    """The PC took the stairs to the next floor (R6)."""

    direction: str
    floor: int
    concerns = PC
    effect = Effect.NONE


@frozen
class Escaped:
    """The PC took the last stairs: the game is won (§5)."""

    direction: str
    concerns = PC
    effect = Effect.NONE


@frozen
class PickedUp:
    """The PC picked up gold from the floor (R25)."""

    gold: int
    concerns = PC
    effect = Effect.GAIN


@frozen
class TookTrinket:
    """The PC picked up a trinket of that name from the floor (X60)."""

    trinket: str
    concerns = PC
    effect = Effect.GAIN


@frozen
class HeroFigures:
    """The figures of the PC that a potion can change: HP, attack and defence."""

    hp: int
    attack: int
    defence: int


@frozen
class Drank:
    """The PC drank a potion; its kind is known from now on (R18).

    The figures `before` and `after` tell whether it harmed or helped; they are None where nobody
    knows them, and two events are equal whatever they are. Death by a potion is an event of its
    own.
    """

    potion: str
    before: HeroFigures | None = field(default=None, eq=False)
    after: HeroFigures | None = field(default=None, eq=False)
    concerns = PC
    effect = Effect.NONE


@frozen
class Struck:
    """An attack hit for `damage` HP and left the defender `hp_left` HP."""

    attacker: str
    defender: str
    damage: int
    hp_left: int
    effect = Effect.HARM

    @property
    def concerns(self) -> str:
        """The defender."""
        return self.defender


@frozen
class Missed:
    """An attack missed."""

    attacker: str
    defender: str
    effect = Effect.NONE

    @property
    def concerns(self) -> str:
        """The defender."""
        return self.defender


@frozen
class Slain:
    """A character's HP reached 0; `by` is the name of a kind of enemy or of a potion, or `PC`.

    `full_hp` are the HP of the kind of enemy that was slain, 0 where nobody knows them; two events
    are equal whatever they are.
    """

    victim: str
    by: str
    full_hp: int = field(default=0, eq=False)
    effect = Effect.HARM

    @property
    def concerns(self) -> str:
        """The victim."""
        return self.victim


@frozen
class Provoked:
    """A neutral kind of enemy is hostile from now on (R21)."""

    enemy_kind: str
    effect = Effect.NONE

    @property
    def concerns(self) -> str:
        """The kind of enemy."""
        return self.enemy_kind


@frozen
class Looted:
    """The PC took a slain enemy's gold straight into the purse (R24)."""

    enemy: str
    gold: int
    concerns = PC
    effect = Effect.GAIN


@frozen
class Stole:
    """The PC's race stole extra gold from a slain enemy (R13)."""

    gold: int
    concerns = PC
    effect = Effect.GAIN


@frozen
class Drained:
    """The PC gained HP by a hit (R11)."""

    hp: int
    concerns = PC
    effect = Effect.GAIN


@frozen
class Sickened:
    """The PC lost HP by hitting an enemy that it is allergic to (R11)."""

    enemy: str
    hp: int
    concerns = PC
    effect = Effect.HARM


@frozen
class Regenerated:
    """The PC's race regained HP at the end of a turn (R12)."""

    hp: int
    concerns = PC
    effect = Effect.GAIN


@frozen
class FreezeToggled:
    """Enemies stopped moving, or may move again (R5)."""

    enemies_frozen: bool
    concerns = ALL_ENEMIES
    effect = Effect.NONE


@frozen
class ExpansionEvent:
    """Something that an expansion adds to a turn, with its sentence in each voice.

    `name` is the expansion's name and the event's, such as `pack.threw`. Where several enemies of
    one kind may do the same in a turn, `spoken_plural` is the end of the spoken sentence for all
    of them: ` notice you.` after `Two elves`.
    """

    name: str
    document_text: str
    spoken_text: str
    concerns: str = PC
    effect: Effect = Effect.NONE
    spoken_plural: str = ""


Event: TypeAlias = (
    HeroSpawned
    | Moved
    | ArrivedBesidePotions
    | Descended
    | Escaped
    | PickedUp
    | TookTrinket
    | Drank
    | Struck
    | Missed
    | Slain
    | Provoked
    | Looted
    | Stole
    | Drained
    | Sickened
    | Regenerated
    | FreezeToggled
    | ExpansionEvent
)
