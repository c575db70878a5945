"""What a player may read up: the races, the keys, who is who, all messages, and how it ended."""

from collections.abc import Iterable

from cc3k.engine.game import Game
from cc3k.engine.rules import Rules
from cc3k.engine.stats import Innate
from cc3k.play.chronicle import Chronicle
from cc3k.play.messages import ending

Row = tuple[str, str]
"""Keys or words, and what they do."""

WORDS: tuple[Row, ...] = (
    ("no so ea we ne nw se sw", "move"),
    ("a, u and a direction", "attack the enemy there, use the potion there"),
    ("f", "hold enemies still, or let them go"),
    ("r  q", "restart, quit: both ask first"),
    ("Backspace  Esc", "take back what has been typed"),
    ("Space", "read on where it says --more--"),
)
"""The document's commands, which act as soon as they are typed."""


def race_menu(rules: Rules) -> list[str]:
    """Return the races and their figures, a line each."""
    return [
        f"  {race.key}  {race.name:<8} {_figures(race.hp, race.stats)}  {race.trait}"
        for race in rules.races
    ]


def help_page(rules: Rules, keys: Iterable[Row]) -> list[str]:
    """Return the words, the keys and the legend of the board, made from the roster."""
    return [
        "Words, without Enter",
        *[f"  {words:<24} {meaning}" for words, meaning in WORDS],
        "On the board",
        "  @ you   P potion   G gold   \\ stairs   + doorway   # passage   . floor",
        *legend(rules),
        "Potions, each known once it has been used",
        *_in_rows([f"{potion.name} {potion.title}" for potion in rules.potions], 3),
        "Keys",
        *[f"  {names:<24} {meaning}" for names, meaning in keys],
    ]


def legend(rules: Rules) -> list[str]:
    """Return the enemies, a line each."""
    return [
        f"  {kind.glyph} {kind.name:<9} {_figures(kind.hp, kind.stats)}  {kind.trait}"
        for kind in rules.enemies
    ]


def log_page(chronicle: Chronicle) -> list[str]:
    """Return all messages of a game, each with its turn."""
    return ["Messages, by turn", *chronicle.lines()]


def discoveries(game: Game, chronicle: Chronicle) -> list[str]:
    """Return which potions are known by now (R18), and who has been slain."""
    known = [potion for potion in game.rules.potions if potion.name in game.known]
    slain = [(chronicle.slain[kind.glyph], kind.name) for kind in game.rules.enemies]
    return [
        f"Potions known: {len(known)} kinds of {len(game.rules.potions)}",
        *[f"  {potion.name} {potion.title}" for potion in known],
        f"Enemies slain: {sum(count for count, _ in slain)}",
        *[f"  {count:>3} {name}" for count, name in slain if count],
    ]


def story(game: Game, chronicle: Chronicle, seed: int, number: int, command: str) -> list[str]:
    """Return how a game went, and the command line that plays it again (R33, R34)."""
    slain = [f"{count} {glyph}" for glyph, count in sorted(chronicle.slain.items())]
    again = f"  {command} --seed {seed} --race {game.race.name.lower()}"
    return [
        *ending(game)[:2],
        *_cause_of_death(game),
        f"  {game.race.name}, {game.turns} turns, floor {game.depth} of {game.rules.floors}",
        f"  slain: {', '.join(slain) or 'nobody'}",
        f"  potions known: {', '.join(sorted(game.known)) or 'none'}",
        f"Seed {seed}, game {number}",
        again if number == 1 else f"  {command} --seed {seed}, and then its game {number}",
    ]


def _cause_of_death(game: Game) -> Iterable[str]:
    """Yield what slew the PC, if anything did: an enemy's blow, its blood, or a potion."""
    if game.outcome is not None and not game.outcome.won:
        slayer = game.outcome.slain_by
        enemies = {kind.glyph: kind.name for kind in game.rules.enemies}
        yield f"  cause of death: {enemies.get(slayer, f'{slayer} potion')}"


def _figures(hp: int, stats: Innate) -> str:
    return f"{hp:>3} HP  {stats.attack:>2} Atk  {stats.defence:>2} Def"


def _in_rows(entries: list[str], count: int) -> Iterable[str]:
    for first in range(0, len(entries), count):
        yield "  " + "".join([f"{entry:<24}" for entry in entries[first : first + count]]).rstrip()
