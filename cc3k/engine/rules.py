"""The rules of a game: the roster, and every strategy that an expansion may replace."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from attrs import field, frozen

from cc3k.engine.actors import EnemyKind, Race
from cc3k.engine.board import WALKABLE, Drawing, Plan
from cc3k.engine.dice import Dice
from cc3k.engine.floor import GOLD, HERO, POTION, STAIRS, WALLS, Floor
from cc3k.engine.gold import Pile
from cc3k.engine.potions import Potion

LayOut: TypeAlias = Callable[[Drawing, "Rules", Dice], Floor]
"""How a drawing becomes a floor."""

Thing: TypeAlias = EnemyKind | Potion | Pile

Sign: TypeAlias = tuple[str, str, str]
"""A character that stands for a row: what it is called there, itself, and the row's name."""

VERDICT_KEYS = "qr"
"""What is about the game where a race is chosen or after its end, and so is no race's key."""

_BOARD = frozenset(map(chr, (*WALLS, *WALKABLE, STAIRS, HERO, POTION, GOLD)))


@frozen
class Rules:
    """Who and what there is, how many a floor is spawned with, and how a floor is laid out.

    The bags hold each row as often as its weight says: a pick from a bag has the odds of §2.
    `marks` says what each mark in a layout file stands for (§6).

    Raises ValueError for rows that could not be told apart, chosen or drawn: two of one name, key,
    glyph or mark, and whatever is no printable ASCII character or means something else already.
    """

    version: int
    races: tuple[Race, ...]
    enemies: tuple[EnemyKind, ...]
    potions: tuple[Potion, ...]
    piles: tuple[Pile, ...]
    plan: Plan
    lay_out: LayOut
    floors: int = 5
    potions_a_floor: int = 10
    piles_a_floor: int = 10
    enemies_a_floor: int = 20
    enemy_bag: tuple[EnemyKind, ...] = field(init=False, repr=False)
    potion_bag: tuple[Potion, ...] = field(init=False, repr=False)
    pile_bag: tuple[Pile, ...] = field(init=False, repr=False)
    marks: dict[str, Thing] = field(init=False, repr=False, eq=False)

    @enemy_bag.default
    def _enemy_bag(self) -> tuple[EnemyKind, ...]:
        return tuple([row for row in self.enemies for _ in range(row.weight)])

    @potion_bag.default
    def _potion_bag(self) -> tuple[Potion, ...]:
        return tuple([row for row in self.potions for _ in range(row.weight)])

    @pile_bag.default
    def _pile_bag(self) -> tuple[Pile, ...]:
        return tuple([row for row in self.piles for _ in range(row.weight)])

    @marks.default
    def _marks(self) -> dict[str, Thing]:
        marks: dict[str, Thing] = {kind.glyph: kind for kind in self.enemies}
        marks.update({potion.mark: potion for potion in self.potions})
        marks.update({pile.mark: pile for pile in self.piles})
        return marks

    def __attrs_post_init__(self) -> None:
        _check_names("races", [race.name for race in self.races])
        _check_names("enemies", [kind.name for kind in self.enemies])
        _check_names("potions", [potion.name for potion in self.potions])
        _check_names("piles", [pile.name for pile in self.piles])
        _check_keys([("key", race.key, race.name) for race in self.races])
        glyphs = [("glyph", kind.glyph, kind.name) for kind in self.enemies]
        marks = [("mark", potion.mark, potion.name) for potion in self.potions]
        marks += [("mark", pile.mark, pile.name) for pile in self.piles]
        _check_signs([*glyphs, *marks], _BOARD)
        for potion in self.potions:  # they may look like one another, but like nothing else
            _check_signs([*glyphs, ("glyph", potion.glyph, potion.name)], _BOARD - {chr(POTION)})
        for pile in self.piles:
            _check_signs([*glyphs, ("glyph", pile.glyph, pile.name)], _BOARD - {chr(GOLD)})

    def enemy(self, name: str) -> EnemyKind:
        """Return the kind of enemy of that name."""
        return next(kind for kind in self.enemies if kind.name == name)

    def race(self, key: str) -> Race | None:
        """Return the race chosen by that key, or None."""
        return next((race for race in self.races if race.key == key), None)


def _check_names(called: str, names: Iterable[str]) -> None:
    """Refuse two rows of one name in a table, by small letters as names are typed."""
    known = set[str]()
    for name in names:
        if name.lower() in known:
            message = f"found two {called} called {name!a}; expected a name for each"
            raise ValueError(message)
        known.add(name.lower())


def _check_keys(keys: Sequence[Sign]) -> None:
    """Refuse a key that cannot choose its race, as words are read in small letters (R33, R35)."""
    _check_signs(keys, frozenset())
    for sign, key, name in keys:
        if key.isspace() or key.lower() != key or key in VERDICT_KEYS:
            expected = f"no blank or capital letter, nor {' or '.join(VERDICT_KEYS)}"
            message = f"found the {sign} {key!a} of {name}; expected {expected}"
            raise ValueError(message)


def _check_signs(signs: Iterable[Sign], taken: frozenset[str]) -> None:
    """Refuse what is no single printable ASCII character, stands for two rows, or is taken."""
    owners: dict[str, str] = {}
    for sign, character, name in signs:
        found = f"found the {sign} {character!a} of"
        if len(character) != 1 or not character.isascii() or not character.isprintable():
            message = f"{found} {name}; expected one printable ASCII character"
            raise ValueError(message)
        if character in taken:
            message = f"{found} {name}, which the board shows for another thing; expected a new one"
            raise ValueError(message)
        if character in owners:
            message = f"{found} both {owners[character]} and {name}; expected one for each"
            raise ValueError(message)
        owners[character] = name
