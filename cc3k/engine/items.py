"""Items: potions, known and unknown (R18), gold piles, trinkets, and the loot of slain enemies."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Container, Iterable
from typing import TYPE_CHECKING, TypeAlias

from attrs import Factory, evolve, field

from cc3k.engine.events import Event
from cc3k.engine.hero import Hero, Scale, unscaled
from cc3k.engine.values import frozen

if TYPE_CHECKING:
    from cc3k.engine.board import Cell
    from cc3k.engine.dice import Dice
    from cc3k.engine.enemies import Enemy
    from cc3k.engine.game import GameState

PotionEffect: TypeAlias = Callable[[Hero], None]
"""The effect of a potion on the hero who drinks it."""


@frozen
class AmountEffect(ABC):
    """An effect of so many HP, Atk or Def, which also says what it does, and does it to enemies."""

    @abstractmethod
    def __call__(self, hero: Hero) -> None:
        """Change the hero by the amount, as the race scales it (R14)."""

    @abstractmethod
    def hit(self, enemy: "Enemy") -> None:
        """Change an enemy by the amount, unscaled (X12).

        It gains HP up to those of its kind. No enemy leaves its floor, so attack and defence change
        for good.
        """

    @abstractmethod
    def text_for(self, scale: Scale) -> str:
        """Say in words what it does to a race with that `potion_scale`."""


ThrownEffect: TypeAlias = Callable[["Enemy"], None]
"""The effect of a potion on the enemy that it is thrown at."""


@frozen
class Potion:
    """A kind of potion (§2.3.1), with words of its `own_text`, if any, for what it does.

    `mark` stands for it in layout files: a digit, or a letter where the digits run out (R30).
    `full_name` is its name in words. `thrown` is its effect on an enemy, and `price` its price in
    gold, for expansions that throw or sell potions. A row whose effect is an `AmountEffect` needs
    neither a text nor a `thrown`: these are what that effect says and does.
    """

    name: str
    own_text: str | None
    mark: str
    effect: PotionEffect
    spawn_weight: int = 1
    glyph: str = "P"
    role: str = "potion"
    full_name: str = Factory(lambda self: self.name, takes_self=True)
    thrown: ThrownEffect | None = None
    price: int = 1
    effect_text: str = field(
        init=False, eq=False, default=Factory(lambda self: self.text_for(unscaled), takes_self=True)
    )
    """What it does, in words, to a race that has no `potion_scale`."""

    def text_for(self, scale: Scale) -> str:
        """Say in words what it does to a race with that `potion_scale`; its own text stays."""
        if self.own_text or not isinstance(self.effect, AmountEffect):
            return self.own_text or ""
        return self.effect.text_for(scale)

    def hit(self, enemy: "Enemy") -> None:
        """Do to an enemy what it does when thrown at it (X12)."""
        if self.thrown is not None:
            self.thrown(enemy)
        elif isinstance(self.effect, AmountEffect):
            self.effect.hit(enemy)

    def harms(self, hero: Hero) -> bool:
        """Tell whether it would lower HP, attack or defence of a hero."""
        after = hero.copy()
        self.effect(after)
        now, then = after.stats, hero.stats
        return after.hp < hero.hp or now.attack < then.attack or now.defence < then.defence


def names_if_known(game: "GameState", potions: Iterable[Potion]) -> tuple[str | None, ...]:
    known = game.known_names
    return tuple([each.name if each.name in known else None for each in potions])


def deal_unknown_potions(game: "GameState", dice: "Dice") -> None:
    """Replace each unknown potion on the floor by one of a random unknown kind that looks alike.

    In a copy for looking ahead, this hides the true kinds.
    """
    known, cells_by_glyph = game.known_names, dict[str, list["Cell"]]()
    for cell, item in game.floor.items.items():
        if isinstance(item, Potion) and item.name not in known:
            cells_by_glyph.setdefault(item.glyph, []).append(cell)
    for glyph, cells in cells_by_glyph.items():
        dealt = dice.pick_many(unknown_kinds(game, glyph), len(cells))
        for cell, kind in zip(sorted(cells), dealt, strict=True):
            game.floor.place_item(cell, kind)


def unknown_kinds(game: "GameState", glyph: str) -> list[Potion]:
    """Return the unknown kinds of potion that look so, each as often as its weight; else once."""
    kinds = [p for p in game.rules.potions if p.glyph == glyph and p.name not in game.known_names]
    return [kind for kind in kinds for _ in range(kind.spawn_weight)] or kinds


@frozen
class GoldPile:
    """A kind of gold pile (§2.3.2), worth `value` in gold.

    `mark` stands for it in layout files: a digit, or a letter where the digits run out (R30).
    `guardian` names the kind of enemy spawned beside it, whose death frees it. `spawn_weight` is
    its share of the piles spawned; 0 for a pile that is only dropped or drawn.
    """

    name: str
    value: int
    mark: str
    spawn_weight: int = 0
    guardian: str | None = None
    glyph: str = "G"
    role: str = "gold"


TakenRule: TypeAlias = Callable[["GameState", "Trinket"], Iterable[Event]]
"""What happens as the PC walks onto a thing and takes it off the floor."""

TakenQuestion: TypeAlias = Callable[["GameState", "Trinket"], str]
"""Return a question to ask people before they take a thing; empty if there is none."""

UNKNOWN_TRAIT = "of a kind that you do not know yet"


@frozen
class Trinket:
    """A thing other than gold that the PC picks up by walking onto it: a suit, a compass.

    `glyph` shows it on the board, and is also its `mark` in layout files. `guardian` names the kind
    of enemy that guards it, whose death frees it. `trait` says in words what it does. `on_taken` is
    what happens as it is taken, in place of the event `TookTrinket`; `asks_first` is what people
    are asked before, and travel never takes a thing of which something is asked.

    Things of several kinds may look alike: only one of them is a row of the rules, the others are
    copies of it with names of their own. Until the name is among `known_names`, the player sees
    the `unknown_name`, if there is one. Nobody enters a thing that `is_pedestal`. What `is_in_view`
    is seen with whoever carries it. One with a `price` in gold may be for sale.
    """

    name: str
    glyph: str
    trait: str
    guardian: str | None = None
    role: str = "gold"
    on_taken: TakenRule | None = None
    asks_first: TakenQuestion | None = None
    unknown_name: str = ""
    is_pedestal: bool = False
    is_in_view: bool = False
    price: int = 0

    @property
    def mark(self) -> str:
        """The mark in layout files: its glyph."""
        return self.glyph

    @property
    def full_name(self) -> str:
        """Its name: that of a potion is short, and has a full one."""
        return self.name

    def as_known(self, known: Container[str]) -> "Trinket":
        """Return this thing as a player sees it who knows the kinds of those names."""
        if not self.unknown_name or self.name in known:
            return self
        return evolve(self, name=self.unknown_name, trait=UNKNOWN_TRAIT)


Ware: TypeAlias = Potion | Trinket
"""Anything that merchants sell."""

Item: TypeAlias = Potion | GoldPile | Trinket
"""Anything that lies on a floor."""


def guardian_of(item: Item) -> str | None:
    """Return the name of the kind of enemy that guards such an item, or None (R25)."""
    return None if isinstance(item, Potion) else item.guardian


def things_in_view(items: Iterable[Item]) -> tuple[Trinket, ...]:
    """Return those things that are seen with whoever carries them."""
    return tuple([each for each in items if isinstance(each, Trinket) and each.is_in_view])


@frozen
class Loot:
    """The loot of a slain enemy: gold for the purse, and piles to drop on the floor (R24)."""

    gold: int = 0
    piles: tuple[GoldPile, ...] = ()
