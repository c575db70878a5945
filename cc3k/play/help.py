"""What a player may read up: the races, the keys, who is who, all messages, and how it ended."""

from collections.abc import Collection, Iterable, Mapping

from cc3k.engine.game import Game
from cc3k.engine.rules import Rules
from cc3k.engine.stats import Innate
from cc3k.play.commands import COMMANDS
from cc3k.play.message_log import Chronicle
from cc3k.play.messages import ending, slayer

Row = tuple[str, str]
"""Keys or words, and what they do."""

WORDS: tuple[Row, ...] = (
    ("no so ea we ne nw se sw", "move"),
    ("a and a direction", "attack the enemy there"),
    ("u and a direction", "use the potion there"),
    ("f", "hold enemies still, or let them go"),
    ("r", "restart; asks first"),
    ("q", "give up and quit; asks first"),
    ("z", "take the last turn back, in practice"),
)
"""The document's commands, which act as soon as they are typed."""

TYPING: tuple[Row, ...] = (
    ("Backspace  Esc", "take back what has been typed"),
    ("Space", "read on where it says --more--"),
)

SIGNS: tuple[Row, ...] = (
    ("@", "you"),
    ("P", "potion"),
    ("G", "gold"),
    ("\\", "stairs"),
    ("+", "doorway"),
    ("#", "passage"),
    (".", "floor"),
)
"""The glyphs of the board that are no enemies."""

AS_THEY_ARE: Mapping[str, str] = {}
"""How glyphs are drawn where no other way is chosen."""


def race_menu(rules: Rules) -> list[str]:
    """Return the races and their figures, a line each."""
    return [
        f"  {race.key}  {race.name:<8} {_figures(race.hp, race.stats)}  {race.trait}"
        for race in rules.races
    ]


def help_page(
    rules: Rules,
    keys: Iterable[Row],
    ways: Iterable[str] = (),
    taken: Collection[str] = (),
    drawn: Mapping[str, str] = AS_THEY_ARE,
) -> list[str]:
    """Return the words, the ways, the legend of the board, made from the roster, and the keys.

    The letters that are `taken` by keys begin no word but after `:`. The legend shows each glyph
    as it is `drawn`.
    """
    return [
        "Words, without Enter",
        *_table([(words, meaning + _how(words, taken)) for words, meaning in WORDS]),
        *_table(TYPING),
        "Which way",
        *ways,
        "On the board",
        f"  {'   '.join(signs(drawn))}",
        *legend(rules),
        "Potions, each known once it has been used",
        *_in_rows([f"{potion.name} {potion.title}" for potion in rules.potions], 3),
        "Keys",
        *_table(keys),
    ]


def signs(drawn: Mapping[str, str]) -> list[str]:
    """Return what the glyphs of the board are, each as it is drawn."""
    return [f"{drawn.get(glyph, glyph)} {name}" for glyph, name in SIGNS]


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
    cause = slayer(game)
    return [
        *ending(game)[:2],
        *[f"  cause of death: {cause}"] * bool(cause),
        f"  {game.race.name}, {game.turns} turns, floor {game.depth} of {game.rules.floors}",
        f"  slain: {', '.join(slain) or 'nobody'}",
        f"  potions known: {', '.join(sorted(game.known)) or 'none'}",
        f"Seed {seed}, game {number}",
        again if number == 1 else f"  {command} --seed {seed}, and then its game {number}",
    ]


def _table(rows: Iterable[Row]) -> list[str]:
    return [f"  {names:<24} {meaning}" for names, meaning in rows]


def _how(words: str, taken: Collection[str]) -> str:
    """Return how to type those words where the first letter of one of them is taken."""
    spoken = {word for command in COMMANDS for word in command.split()}
    begun = [word[0] for word in words.split() if word in spoken]
    return ", typed after :" if any(letter in taken for letter in begun) else ""


def _figures(hp: int, stats: Innate) -> str:
    return f"{hp:>3} HP  {stats.attack:>2} Atk  {stats.defence:>2} Def"


def _in_rows(entries: list[str], count: int) -> Iterable[str]:
    for first in range(0, len(entries), count):
        yield "  " + "".join([f"{entry:<24}" for entry in entries[first : first + count]]).rstrip()
