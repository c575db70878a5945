"""What a player should know: the races to choose from, the keys, and who is who on the board."""

from collections.abc import Iterable

from cc3k.engine.rules import Rules
from cc3k.engine.stats import Innate

KEYS = (
    ("no so ea we ne nw se sw", "move; so do arrows, keypad, Home End PgUp PgDn"),
    ("a and a direction", "attack the enemy there; moving into it does so too"),
    ("u and a direction", "use the potion there; moving into it asks first"),
    ("f", "hold enemies still, or let them go"),
    ("r  q", "restart, quit: both ask first"),
    ("Backspace  Esc", "take back what has been typed"),
    ("Space", "read on where it says --more--"),
    ("?", "this page"),
)


def race_menu(rules: Rules) -> list[str]:
    """Return the races and their figures, a line each."""
    return [
        f"  {race.key}  {race.name:<8} {_figures(race.hp, race.stats)}  {race.trait}"
        for race in rules.races
    ]


def help_page(rules: Rules) -> list[str]:
    """Return the keys and the legend of the board, made from the roster."""
    potions = [f"{potion.name} {potion.title}" for potion in rules.potions]
    return [
        "Keys",
        *[f"  {keys:<24} {meaning}" for keys, meaning in KEYS],
        "On the board",
        "  @ you   P potion   G gold   \\ stairs   + doorway   # passage   . floor",
        *[
            f"  {kind.glyph} {kind.name:<9} {_figures(kind.hp, kind.stats)}  {kind.trait}"
            for kind in rules.enemies
        ],
        "Potions, each known once it has been used",
        *_in_rows(potions, 3),
    ]


def _figures(hp: int, stats: Innate) -> str:
    return f"{hp:>3} HP  {stats.attack:>2} Atk  {stats.defence:>2} Def"


def _in_rows(entries: list[str], count: int) -> Iterable[str]:
    for first in range(0, len(entries), count):
        yield "  " + "".join([f"{entry:<24}" for entry in entries[first : first + count]]).rstrip()
