"""Events: what happened in a turn, as frozen values.

They name kinds of enemies and potions, and the player character as `PC`; they contain no glyphs.
Numbers are HP or gold. Each event says whom it `concerns`, and as its `effect` whether it harms or
helps them, so no code has to search a sentence for its meaning. The voices of `play` word them.
"""

from enum import Enum, auto
from operator import attrgetter
from typing import TYPE_CHECKING, TypeAlias, cast

from attrs import Factory, field

from cc3k.engine.values import frozen

if TYPE_CHECKING:
    from cc3k.engine.stats import StatLine

PC = "PC"
ALL_ENEMIES = "enemies"
"""Values of `concerns`: the player character, all enemies, or else the name of a kind of enemy."""

SOMETHING = "something"
"""The name of an attacker that the PC does not see (X41)."""


class Effect(Enum):
    """The effect on whom an event concerns: HP or life lost, HP or gold gained, or neither."""

    HARM = auto()
    GAIN = auto()
    NONE = auto()


def _named_in(name: str) -> str:
    """Return a property whose value is that field's, without a call of Python for each event."""
    return cast("str", property(attrgetter(name)))


class _OfHero:
    """What most events are: they concern the PC, and neither harm nor help it."""

    __slots__ = ()
    concerns = PC
    effect = Effect.NONE


@frozen
class HeroSpawned(_OfHero):
    """The PC stands on the first floor of a new game."""


@frozen
class Moved(_OfHero):
    """The PC took a step; `seen_potions` are now beside it, None for an unknown kind (R18)."""

    direction: str
    seen_potions: tuple[str | None, ...] = ()


@frozen
class ArrivedBesidePotions(_OfHero):
    """The PC arrived beside `potions`: their kinds, None for an unknown one (R18)."""

    potions: tuple[str | None, ...]


@frozen
class Descended(_OfHero):
    """The PC took the stairs to the next floor (R6)."""

    direction: str
    floor: int


@frozen
class Escaped(_OfHero):
    """The PC took the last stairs: the game is won (§5)."""

    direction: str


@frozen
class PickedUp(_OfHero):
    """The PC picked up gold from the floor (R25)."""

    gold: int
    effect = Effect.GAIN


@frozen
class TookTrinket(_OfHero):
    """The PC picked up a trinket of that name from the floor (X60)."""

    trinket: str
    effect = Effect.GAIN


@frozen
class Drank(_OfHero):
    """The PC drank a potion, which makes its kind known (R18).

    What it did is the difference of the PC's stats `before` and `after`, which equality ignores;
    both None if unknown; changed Atk and Def last until so many `floors` were left. The
    `effect` of every potion is `NONE`: the document's frames tell its name and no more, so they
    must not colour it either. Death by a potion is `Slain`.
    """

    potion: str
    before: "StatLine | None" = field(default=None, eq=False)
    after: "StatLine | None" = field(default=None, eq=False)
    floors: int = field(default=1, eq=False, repr=False)


@frozen
class Struck:
    """An attack hit for `damage` HP and left the defender `hp_left` HP; a `shot` came from afar."""

    attacker: str
    defender: str
    damage: int
    hp_left: int
    shot: bool = field(default=False, repr=False)
    effect = Effect.HARM
    concerns = _named_in("defender")


@frozen
class Missed:
    """An attack missed; a `shot` came from afar."""

    attacker: str
    defender: str
    shot: bool = field(default=False, repr=False)
    effect = Effect.NONE
    concerns = _named_in("defender")


class Means(Enum):
    """How a character died: of a blow, of blood that made it sick (R11), or of a potion."""

    BLOW = auto()
    BLOOD = auto()
    POTION = auto()


@frozen
class Slain:
    """A character's HP reached 0: `by` a kind of enemy, a potion or the `PC`; `means` says how.

    `full_hp` is the full HP of the slain kind of enemy, 0 if unknown; `experience` is what the kill
    is worth. Equality ignores both.
    """

    victim: str
    by: str
    full_hp: int = field(default=0, eq=False)
    experience: int = field(default=0, eq=False)
    means: Means = Means.BLOW
    effect = Effect.HARM
    concerns = _named_in("victim")


@frozen
class Provoked:
    """A neutral kind of enemy is hostile from now on (R21); or only the one that had its peace."""

    enemy_kind: str
    is_alone: bool = False
    effect = Effect.NONE
    concerns = _named_in("enemy_kind")


@frozen
class Looted(_OfHero):
    """The PC took an enemy's gold straight into the purse (R24): mostly that of a slain one."""

    enemy: str
    gold: int
    effect = Effect.GAIN


@frozen
class Stole(_OfHero):
    """The PC's race stole extra gold from a slain enemy (R13)."""

    gold: int
    effect = Effect.GAIN


@frozen
class Drained(_OfHero):
    """The PC gained HP by a hit (R11)."""

    hp: int
    effect = Effect.GAIN


@frozen
class Sickened(_OfHero):
    """The PC lost HP by hitting an enemy that it is allergic to (R11)."""

    enemy: str
    hp: int
    effect = Effect.HARM


@frozen
class Regenerated(_OfHero):
    """The PC's race regained HP at the end of a turn (R12)."""

    hp: int
    effect = Effect.GAIN


@frozen
class FreezeToggled:
    """Enemies stopped moving, or may move again (R5)."""

    enemies_frozen: bool
    concerns = ALL_ENEMIES
    effect = Effect.NONE


@frozen
class ExpansionEvent:
    """An event of an expansion, with its sentence in each voice, often the same one.

    `name` joins the names of the expansion and of the event: `pack.threw`. If several enemies of
    one kind may do the same in a turn, `spoken_plural` ends the spoken sentence about all of them:
    ` notice you.` after `Two elves`. A `deed` is what the story of the game tells of it: `reached
    level 2`. At an event that `interrupts`, commands of many turns stop: its sentence says why. The
    spoken sentence of one that `tells_death` tells of the death that follows, too. After one that
    `is_theft` all of them stop but fights. Gold that was lost and comes back is `gold_returned`.
    """

    name: str
    document_text: str
    spoken_text: str = Factory(lambda self: self.document_text, takes_self=True)
    concerns: str = PC
    effect: Effect = Effect.NONE
    spoken_plural: str = ""
    deed: str = field(default="", eq=False)
    interrupts: bool = False
    tells_death: bool = field(default=False, eq=False)
    is_theft: bool = field(default=False, eq=False)
    gold_returned: int = field(default=0, eq=False)


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
