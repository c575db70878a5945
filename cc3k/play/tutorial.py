"""Tutorial: a first game with a dozen hints, each shown once, when it is due.

The first floor is the layout `tutorial`; further floors are as in any game.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, TypeAlias

from attrs import field

from cc3k.engine.board import DOORWAY, PASSAGE, Cell
from cc3k.engine.events import PC, Event, Slain
from cc3k.engine.values import define, frozen
from cc3k.engine.view import GameView

if TYPE_CHECKING:
    from cc3k.engine.expansion import ExpansionHint

TUTORIAL_LAYOUT = "tutorial"
"""Name of the shipped layout with which the tutorial begins."""

TUTORIAL_RACE = "troll"
"""The race of a tutorial unless another is asked for: it heals by itself, which forgives a lot."""

Moment: TypeAlias = Callable[[GameView, Sequence[Event]], bool]
"""Return True if a hint is due, by what the player sees and what has just happened."""

GLYPH_PHRASES: Mapping[str, str] = {"doorway": "+", "upright": "|", "level": "-", "passage": "#"}
"""The glyphs that hints name, by what stands for them in a text; a screen may draw others."""


@frozen
class Hint:
    """A hint of the tutorial; `{stairs}` in its text stands for the key, or the word, for that."""

    name: str
    text: str
    is_due: Moment

    def wording(self, phrases: Mapping[str, str]) -> str:
        """Return the text with the player's own keys, or words, and the glyphs of the board."""
        return self.text.format_map({**GLYPH_PHRASES, **phrases})


@define(eq=False)
class Tutorial:
    """The hints of one game, each given once."""

    _shown: set[str] = field(factory=set, init=False)

    def next_hint(self, view: GameView, events: Sequence[Event]) -> Hint | None:
        """Return the first hint that is due and was not given before; None if there is none."""
        hints = chain(HINTS, map(_hint_of_expansion, view.hints_of_expansions()))
        new = (hint for hint in hints if hint.name not in self._shown)
        due = next((hint for hint in new if hint.is_due(view, events)), None)
        if due is not None:
            self._shown.add(due.name)
        return due


def _hint_of_expansion(hint: "ExpansionHint") -> Hint:
    text = hint.text.replace("{", "{{").replace("}", "}}")
    return Hint(hint.name, text, lambda _view, _events: True)


def _hero_is_on(terrain: int) -> Moment:
    return lambda view, _events: view.terrain_at(view.hero_cell) == terrain


def _if_enemies(moment: Moment, *, come_out: bool) -> Moment:
    return lambda at, events: at.enemies_keep_to_chambers is not come_out and moment(at, events)


def _is_near(view: GameView, cells: Iterable[Cell], steps: int) -> bool:
    board, hero_cell = view.board, view.hero_cell
    here = {board.chamber_index.get(cell) for cell in board.neighbourhood[hero_cell]} - {None}
    row, column = board.row_and_column(hero_cell)

    def is_near(cell: Cell) -> bool:
        to_row, to_column = board.row_and_column(cell)
        distance = max(abs(row - to_row), abs(column - to_column))
        return board.chamber_index.get(cell) in here and distance <= steps

    return any(map(is_near, cells))


def _hostile_cells(view: GameView) -> list[Cell]:
    return [cell for cell, enemy in view.enemies.items() if view.is_hostile(enemy)]


def _are_enemies_near(count: int, steps: int, *, moving: bool = False) -> Moment:
    """Return the moment at which so many hostile enemies are near: of those moving, if asked."""

    def is_due(view: GameView, _events: Sequence[Event]) -> bool:
        left_out = view.stationary if moving else ()
        cells = [cell for cell in _hostile_cells(view) if cell not in left_out]
        return sum(_is_near(view, [cell], steps) for cell in cells) >= count

    return is_due


def _is_gold_near(steps: int, *, guarded: bool) -> Moment:
    return lambda view, _events: _is_near(
        view, [cell for cell in view.gold if view.is_guarded(cell) == guarded], steps
    )


def _is_peaceful_enemy_near(view: GameView, _events: Sequence[Event]) -> bool:
    hostile = _hostile_cells(view)
    return _is_near(view, [cell for cell in view.enemies if cell not in hostile], 12)


def _has_slain(events: Sequence[Event]) -> bool:
    return any(isinstance(each, Slain) and each.victim != PC for each in events)


def _are_freezes_limited(view: GameView) -> bool:
    return bool(view.rules.hooks.freeze_note)


HINTS: tuple[Hint, ...] = (
    Hint(
        "goal",
        r"You are the @. Find the stairs (\) on every floor; the gold you carry out is "
        "your score. {walking}: go East, through the doorway ({doorway}).",
        lambda _view, _events: True,
    ),
    Hint(
        "doors",
        "You stand in a doorway ({doorway}). {upright} and {level} are walls, {passage} is a "
        "passage. Enemies are letters, and none of them ever leaves its chamber: only you walk "
        "through doorways.",
        _if_enemies(_hero_is_on(DOORWAY), come_out=False),
    ),
    Hint(
        "open doors",
        "You stand in a doorway ({doorway}). {upright} and {level} are walls, {passage} is a "
        "passage. Enemies are letters, and those that have noticed you come through as well.",
        _if_enemies(_hero_is_on(DOORWAY), come_out=True),
    ),
    Hint(
        "travel",
        "There is no need to walk step by step: {stairs} travels to the stairs, {gold} to the "
        "nearest gold, {potion} to a potion. {running} along a passage.",
        _hero_is_on(PASSAGE),
    ),
    Hint(
        "gold",
        "G is gold, and gold is your score. Walk over it to pick it up; {collect} collects all "
        "that can be had safely.",
        _is_gold_near(16, guarded=False),
    ),
    Hint(
        "look",
        "An enemy! {looking} how strong it is, and how a fight against it would probably end.",
        _are_enemies_near(1, 16, moving=True),
    ),
    Hint(
        "fight",
        "It strikes when you are next to it, and misses half of the time. Attack it by walking "
        "into it; {fight} fights on until it is dead or your HP run low.",
        lambda view, _events: view.find_threat(view.hero_cell) is not None,
    ),
    Hint(
        "freeze",
        "Well fought. {freeze} freezes all enemies: they stand still, and strike only when you "
        "come next to them. It takes no turn; press it again to let them move.",
        lambda view, events: not _are_freezes_limited(view) and _has_slain(events),
    ),
    Hint(
        "freezes",
        "Well fought. {freeze} freezes all enemies: they stand still, and strike only when you "
        "come next to them. It takes no turn, but cannot be ended, and you have few of them.",
        lambda view, events: _are_freezes_limited(view) and _has_slain(events),
    ),
    Hint(
        "retreat",
        "Two of them: fight one at a time. Few can reach you in a doorway, and none in the "
        "passage behind it. Step back there when you are hurt; {rest} rests, if your race heals.",
        _if_enemies(_are_enemies_near(2, 10), come_out=False),
    ),
    Hint(
        "stand",
        "Two of them: fight one at a time. Few can reach you in a doorway, and only one from "
        "either side in a passage. {rest} rests, if your race heals and nobody comes after you.",
        _if_enemies(_are_enemies_near(2, 10), come_out=True),
    ),
    Hint(
        "potions",
        "P is a potion. Walk into it to use it. You learn a kind by using it: half of them heal "
        "or strengthen you, the others harm. Changed Atk and Def last until the next floor.",
        lambda view, _events: _is_near(view, view.potions, 6),
    ),
    Hint(
        "merchant",
        "M is a merchant: peaceful, and very strong. Leave it alone: attack one, and all of them "
        "are your enemies, on every floor.",
        _is_peaceful_enemy_near,
    ),
    Hint(
        "dragon",
        "D is a dragon. It never moves, but strikes whoever is next to it or to the gold it "
        "guards. That gold is yours once it is dead: fight it, or leave it be.",
        _is_gold_near(7, guarded=True),
    ),
    Hint(
        "stairs",
        r"\ are the stairs. They lead down, and never back: take the gold you want first. "
        "{leave} saves the game and leaves, whenever you like.",
        lambda view, _events: _is_near(view, view.known_stairs, 8),
    ),
    Hint(
        "real floor",
        "The tutorial ends here. This is a real floor: twenty enemies, ten potions, ten piles of "
        "gold, all at random, and no more hints. {help} shows all keys. Good luck!",
        lambda view, _events: view.depth > 1,
    ),
)
"""The hints, the more important first where two are due at once."""
