"""Help and information pages: races, keys, legend, message log, discoveries, game summary."""

from collections.abc import Collection, Iterable, Mapping

from cc3k.engine.game import GameState
from cc3k.engine.rules import Rules
from cc3k.engine.stats import BaseStats
from cc3k.engine.view import GameView
from cc3k.play.commands import COMMANDS_BY_WORDS
from cc3k.play.message_log import MessageLog
from cc3k.play.messages import cause_of_death
from cc3k.play.spoken_sentences import spoken_ending_lines

HelpRow = tuple[str, str]
"""Keys or words, and their meaning."""

COMMAND_HELP: tuple[HelpRow, ...] = (
    ("no so ea we ne nw se sw", "move"),
    ("a and a direction", "attack the enemy there"),
    ("u and a direction", "use the potion there"),
    ("f", "hold enemies still, or let them go"),
    ("r", "restart; asks first"),
    ("q", "give up and quit; asks first"),
    ("z", "take the last turn back, in practice"),
)
"""The commands of the assignment, which act as soon as they are typed."""

TYPING_HELP: tuple[HelpRow, ...] = (
    ("Backspace  Esc", "take back what has been typed"),
    ("Space", "read on where it says --more--; any other key acts"),
)

GLYPH_NAMES: tuple[HelpRow, ...] = (
    ("@", "you"),
    ("P", "potion"),
    ("G", "gold"),
    ("\\", "stairs"),
    ("+", "doorway"),
    ("#", "passage"),
    (".", "floor"),
)
"""The glyphs of the board that are not enemies."""

UNCHANGED_GLYPHS: Mapping[str, str] = {}
"""No glyph is drawn differently."""


def race_menu_lines(rules: Rules) -> list[str]:
    """Return the races and their figures, a line each."""
    return [
        f"  {race.key}  {race.name:<8} {_format_stats(race.hp, race.stats)}  {race.trait}"
        for race in rules.races
    ]


def help_page(
    rules: Rules,
    keys: Iterable[HelpRow],
    direction_lines: Iterable[str] = (),
    taken_letters: Collection[str] = (),
    glyph_set: Mapping[str, str] = UNCHANGED_GLYPHS,
) -> list[str]:
    """Return the help page: commands, directions, board legend, enemies, potions and keys.

    The letters that are `taken` by keys begin no word but after `:`. The legend shows each
    glyph as it is `glyph_set`.
    """
    return [
        "Words, without Enter",
        *_help_table(
            [
                (words, meaning + _typing_hint(words, taken_letters))
                for words, meaning in COMMAND_HELP
            ]
        ),
        *_help_table(TYPING_HELP),
        "Which way",
        *direction_lines,
        "On the board",
        f"  {'   '.join(glyph_legend(glyph_set))}",
        *enemy_legend(rules),
        "Potions, each known once it has been used",
        *_in_columns([f"{potion.name} {potion.effect_text}" for potion in rules.potions], 3),
        "Keys",
        *_help_table(keys),
    ]


def glyph_legend(glyph_set: Mapping[str, str]) -> list[str]:
    """Return the names of the board's glyphs, each with the glyph as it is drawn."""
    return [f"{glyph_set.get(glyph, glyph)} {name}" for glyph, name in GLYPH_NAMES]


def enemy_legend(rules: Rules) -> list[str]:
    """Return the enemies and their figures, a line each."""
    return [
        f"  {kind.glyph} {kind.name:<9} {_format_stats(kind.hp, kind.stats)}  {kind.trait}"
        for kind in rules.enemy_kinds
    ]


def message_log_page(message_log: MessageLog) -> list[str]:
    """Return all messages of a game, each with its turn."""
    return ["Messages, by turn", *message_log.lines()]


def discoveries_page(game: GameState, message_log: MessageLog) -> list[str]:
    """Return the potions known so far (R18), and the enemies slain."""
    known = GameView(game).known_kinds
    slain = [(message_log.kills[kind.name], kind.name) for kind in game.rules.enemy_kinds]
    return [
        f"Potions known: {len(known)} kinds of {len(game.rules.potions)}",
        *[f"  {potion.full_name} ({potion.name}) {potion.effect_text}" for potion in known],
        f"Enemies slain: {sum(count for count, _ in slain)}",
        *[f"  {count:>3} {name}" for count, name in slain if count],
    ]


def end_of_game_page(
    game: GameState, message_log: MessageLog, seed: int, game_number: int, program: str
) -> list[str]:
    """Return a summary of a finished game, and the command line to replay it (R33, R34)."""
    kills = [(kind.glyph, message_log.kills[kind.name]) for kind in game.rules.enemy_kinds]
    slain = [f"{count} {glyph}" for glyph, count in sorted(kills) if count]
    again = f"  {program} --seed {seed} --race {game.race.name.lower()}"
    cause = cause_of_death(game)
    known = ", ".join(sorted([potion.name for potion in GameView(game).known_kinds]))
    return [
        *spoken_ending_lines(game)[:2],
        *[f"  cause of death: {cause}"] * bool(cause),
        f"  {game.race.name}, {game.turns} turns, floor {game.depth} of {game.rules.floor_count}",
        f"  slain: {', '.join(slain) or 'nobody'}",
        f"  potions known: {known or 'none'}",
        f"Seed {seed}, game {game_number}",
        again
        if game_number == 1
        else f"  {program} --seed {seed}, and then its game {game_number}",
    ]


def _help_table(rows: Iterable[HelpRow]) -> list[str]:
    return [f"  {names:<24} {meaning}" for names, meaning in rows]


def _typing_hint(words: str, taken_letters: Collection[str]) -> str:
    """Return how to type those words if a key takes the first letter of one."""
    spoken = {word for command in COMMANDS_BY_WORDS for word in command.split()}
    begun = [word[0] for word in words.split() if word in spoken]
    return ", typed after :" if any(letter in taken_letters for letter in begun) else ""


def _format_stats(hp: int, stats: BaseStats) -> str:
    return f"{hp:>3} HP  {stats.attack:>2} Atk  {stats.defence:>2} Def"


def _in_columns(entries: list[str], count: int) -> Iterable[str]:
    for first in range(0, len(entries), count):
        yield "  " + "".join([f"{entry:<24}" for entry in entries[first : first + count]]).rstrip()
