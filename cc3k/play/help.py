"""Help and information pages: races, keys, legend, message log, discoveries, the story."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise, takewhile, zip_longest
from typing import TypeAlias

from attrs import evolve

from cc3k.content.abilities import StatPotion
from cc3k.engine.enemies import always_hostile, never_evades
from cc3k.engine.game import GameState
from cc3k.engine.hero import Race
from cc3k.engine.rules import Rules
from cc3k.engine.text import article, count_text, plural, wrap_text
from cc3k.engine.values import frozen
from cc3k.engine.view import GameView
from cc3k.play.commands import COMMANDS_BY_WORDS, FREEZE_WORD
from cc3k.play.endings import Ending
from cc3k.play.frame import GLYPH_NAMES, glyph_legend
from cc3k.play.history import FloorTally, GameTally, MessageLog
from cc3k.play.messages import (
    FORECAST_HEADING,
    capitalized,
    count_names,
    goal_sentence,
    join_list,
    number_in_words,
    races_by_ease,
    with_article,
)
from cc3k.play.session import Session

HelpRow = tuple[str, str]
"""Keys or words, and their meaning."""

COMMAND_HELP: tuple[HelpRow, ...] = (
    ("no so ea we ne nw se sw", "move"),
    ("a and a direction", "attack there"),
    ("u and a direction", "use the potion there"),
    ("f", "hold enemies still"),
    ("r", "give up and restart"),
    ("q", "give up and quit"),
    ("z", "undo, in practice"),
)
"""The commands of the assignment, which act as soon as they are typed."""

_SPOKEN_WORDS = {word for command in COMMANDS_BY_WORDS for word in command.split()}

MIN_TABLE_COLUMNS = 39
"""Width of one of two columns of keys at least."""

TYPING_HELP: tuple[HelpRow, ...] = (
    ("Backspace Esc", "take back typing"),
    ("Space", "read on at --more--"),
)

MIN_NAME_COLUMNS = 9
"""Columns of the names of enemies, unless one is longer."""

UNCHANGED_GLYPHS: Mapping[str, str] = {}
"""No glyph is drawn differently."""


MOST_LINES = 10
"""Lines of a story: the first says who set out, the last how it ended."""

TOPIC_KEYS = "abcdefghijklmnopqrstuvwxyz"
"""The letters that go to the topics of a page, in their order."""

MOST_DEEDS = 4
"""Deeds of a line that are told one by one; of the others only their number."""


@frozen
class TwoColumns:
    """Rows of keys and meanings, in two columns where a screen is wide enough, else in one.

    They are read down the left column first; the right one is never the longer one.
    """

    rows: tuple[HelpRow, ...]

    def fold(self, columns: int) -> list[str]:
        if columns < 2 * MIN_TABLE_COLUMNS:
            return [line for block in _fold_table(self.rows, columns) for line in block]
        width = (columns - 1) // 2
        left, right = list[str](), [*_fold_table(self.rows, width)]
        while len(left) < sum(map(len, right)):
            left += right.pop(0)
        others = [line for block in right for line in block]
        pairs = zip_longest(left, others, fillvalue="")
        return [f"{one:<{width}} {other}".rstrip() for one, other in pairs]


@frozen
class TopicTable:
    """The topics of a page by letter, as many in a row as there is room for."""

    headings: tuple[tuple[str, str], ...]

    def fold(self, columns: int) -> list[str]:
        rows = [""]
        for key, text in self.headings:
            name = text.removeprefix("Expansion: ").partition(";")[0].partition(" (")[0]
            cell = f" {key} {name} "
            rows += [""] * (len(rows[-1]) + len(cell) > columns)
            rows[-1] += cell
        return rows


PageLine: TypeAlias = str | TwoColumns | TopicTable
"""A line of a page, a paragraph of it, or a table; each is folded to the width of a screen."""


@frozen
class KeyGuide:
    """A player's keys: those of a keymap with that name, and the player's own.

    The `first_keys` are those that a newcomer needs. `taken_letters` are keys, so that words which
    begin with them need `:` first; `actions_without_key` are key actions that the player's own keys
    have left without one.
    """

    keymap: str
    keys: tuple[HelpRow, ...]
    direction_lines: tuple[str, ...] = ()
    taken_letters: frozenset[str] = frozenset()
    actions_without_key: tuple[str, ...] = ()
    first_keys: tuple[HelpRow, ...] = ()


def help_page(
    rules: Rules,
    guide: KeyGuide,
    glyph_set: Mapping[str, str] = UNCHANGED_GLYPHS,
    foretold: Sequence[str] = (),
) -> list[PageLine]:
    """Return the help page: the player's keys, the guide, then who and what is on the board.

    The legend shows each glyph as it is in `glyph_set`. Pages of games with expansions are long:
    they begin with a screen of what is needed first, and the topics of the rest.
    """
    potions = [f"{f'{each.name} {each.effect_text}':<24}" for each in rules.potions]
    page: list[PageLine] = [
        *[FORECAST_HEADING] * bool(foretold),
        *[f"  {line}" for line in foretold],
        *key_page(guide),
        *expansion_help(rules, guide.taken_letters),
        *guide_page(rules),
        "On the board",
        f"  {'   '.join(glyph_legend(rules, glyph_set)[: len(GLYPH_NAMES)])}",
        *[f"  {trinket.glyph} {trinket.name}: {trinket.trait}" for trinket in rules.trinkets],
        *enemy_legend(rules),
        "Potions, each known once it has been used",
        *[
            f"  {''.join(potions[first : first + 3])}".rstrip()
            for first in range(0, len(potions), 3)
        ],
    ]
    return [*first_screen(rules, guide, page), *page] if rules.expansions else page


def first_screen(rules: Rules, guide: KeyGuide, page: Sequence[PageLine]) -> list[PageLine]:
    """Return what is needed now: the keys and words of this game, and the topics of a page."""
    words = [row for row in COMMAND_HELP if row[0] == FREEZE_WORD]
    words += [row for each in rules.expansions for row in each.commands.help_rows]
    rows = [
        (_briefly(text), meaning) for text, meaning in words if text[0] not in guide.taken_letters
    ]
    return [
        "What you need now (a way is the key of a direction)",
        TwoColumns((*guide.first_keys, *rows)),
        "Topics: a letter goes there",
        TopicTable(topics_of(page)),
    ]


def _briefly(words: str) -> str:
    """Return words and what follows them in fewer columns: `c slot way`."""
    text = words.replace(" and ", " ").replace(", ", " ").replace("a direction", "way")
    return text.replace("a slot", "slot").replace("a number", "number")


def topics_of(page: Sequence[PageLine]) -> tuple[tuple[str, str], ...]:
    """Return the headings that a letter goes to; what is foretold now and then comes last."""
    headings = [line for line in page if isinstance(line, str) and line[:1] != " "]
    topics = [text for text in headings if text.isascii() and not text.startswith(PARTS)]
    topics.sort(key=lambda text: text == FORECAST_HEADING)
    return tuple(zip(TOPIC_KEYS, topics, strict=False))


PARTS = ("Directions", "Words", "Potions,")
"""Headings that belong to the one before."""


def key_page(guide: KeyGuide) -> list[PageLine]:
    direct, others = list[HelpRow](), list[HelpRow]()
    for text, meaning in COMMAND_HELP:
        words = text.split()
        spoken = list(takewhile(_SPOKEN_WORDS.__contains__, words))
        if any(word[0] in guide.taken_letters for word in spoken):
            told = " ".join([*[f":{word}" for word in spoken], *words[len(spoken) :]])
            others.append((told, meaning))
        else:
            direct.append((text, meaning))
    lost = ", ".join(guide.actions_without_key)
    page: list[PageLine] = [
        f"Your keys ({guide.keymap})",
        TwoColumns((*guide.keys, *TYPING_HELP)),
        *[f"  Your own keys leave none for: {lost}."] * bool(lost),
        "Directions",
        *guide.direction_lines,
    ]
    if direct:
        page += ["Words, typed without Enter", TwoColumns(tuple(direct))]
    if others:
        heading = "Words after a colon, as your keys take their letters"
        page += [heading, TwoColumns(tuple(others))]
    return page


def expansion_help(rules: Rules, taken_letters: Collection[str] = ()) -> list[PageLine]:
    lines = list[PageLine]()
    for each in rules.expansions:
        rows = [
            (f":{words}" if words[0] in taken_letters else words, meaning)
            for words, meaning in each.commands.help_rows
        ]
        lines += [f"Expansion: {each.name}", f"  {each.sentence}"]
        lines += [f"  {note}" for note in each.texts.help_notes]
        lines += [TwoColumns(tuple(rows))] if rows else []
    # Imported only for the page: no game need wait for it.
    from cc3k.expansions.registry import OWN_EXPANSIONS

    names = {each.name for each in rules.expansions}
    off = [(each.name, each.sentence) for each in OWN_EXPANSIONS if each.name not in names]
    heading = "Expansions that are off; each can be switched on before a game"
    return [*lines, heading, TwoColumns(tuple(off))] if off else lines


SOMEBODY = "breaks a rule: a look tells it"


def enemy_legend(rules: Rules) -> list[str]:
    width = max([MIN_NAME_COLUMNS, *[len(kind.name) for kind in rules.enemy_kinds]])
    return [
        f"  {kind.glyph} {kind.name:<{width}} {kind.hp:>3} HP  {kind.stats.attack:>2} Atk"
        f"  {kind.stats.defence:>2} Def  {SOMEBODY if kind.is_named else kind.trait}"
        for kind in rules.enemy_kinds
    ]


def message_log_page(message_log: MessageLog) -> list[str]:
    return ["Messages, by turn", *message_log.lines()]


def discoveries_page(game: GameState, tally: GameTally) -> list[str]:
    known = GameView(game).known_kinds
    slain = [(tally.kills[kind.name], kind.name) for kind in game.rules.enemy_kinds]
    return [
        f"Potions known: {count_text(len(known), 'kind')} of {len(game.rules.potions)}",
        *[f"  {kind.full_name} ({kind.name}) {game.effect_text(kind)}" for kind in known],
        f"Enemies slain: {sum(count for count, _ in slain)}",
        *[f"  {count:>3} {name if count == 1 else plural(name)}" for count, name in slain if count],
    ]


def end_of_game_page(session: Session, game: GameState) -> list[str]:
    """Return the story of a finished game, and the command line to replay it (R33, R34)."""
    again = session.command_of(game)
    known = ", ".join(sorted([potion.name for potion in GameView(game).known_kinds]))
    return [
        *story_lines(game, session.tally),
        Ending(game).score_line,
        f"  potions known: {known or 'none'}",
        f"Seed {session.seed}, game {session.games_started}",
        *[f"  {again}"] * bool(again),
    ]


def _fold_table(rows: Sequence[HelpRow], columns: int) -> Iterator[list[str]]:
    label = min(max([len(keys) for keys, _ in rows], default=0), columns * 2 // 5)
    room = columns - label - 2
    for keys, meaning in rows:
        parts = zip_longest(wrap_text(keys, label), wrap_text(meaning, room), fillvalue="")
        yield [f" {one:<{label}} {other}".rstrip() for one, other in parts]


def guide_page(rules: Rules) -> list[str]:
    parts = {
        "The goal": (
            goal_sentence(rules),
            "The last stairs lead out, and you have won. A hero who dies is dead for good.",
        ),
        "Fighting": _fighting_sentences(rules),
        "Potions": _potion_sentences(rules),
        "Freezing enemies": _freeze_sentences(rules),
    }
    return [
        line
        for heading, sentences in parts.items()
        for line in (heading, *[f"  {sentence}" for sentence in sentences])
    ]


def _fighting_sentences(rules: Rules) -> list[str]:
    guardians = [pile.guardian for pile in rules.piles]
    guardians += [trinket.guardian for trinket in rules.trinkets]
    kinds = [kind for kind in rules.enemy_kinds if not kind.is_named]
    kinds = [kind for kind in kinds if kind.evades is not never_evades]
    evading = " and ".join([f"a {kind.name} {kind.trait}" for kind in kinds])
    neutral = [kind for kind in rules.enemy_kinds if kind.is_hostile is not always_hostile]
    words = [words for each in rules.expansions for words, _ in each.commands.actions]
    waiting = "5 or `wait` waits" if "wait" in words else "no key waits for them"
    return [
        "Walk into an enemy to attack it. A hit costs 100 * Atk / (100 + Def) HP.",
        "Enemies next to you, diagonally too, attack each turn; half of it misses.",
        *[
            f"{capitalized(with_article(name))} also strikes whoever is next to what it guards."
            for name in dict.fromkeys(filter(None, guardians))  # (R25)
        ],
        f"You never miss{f', but {evading}' if evading else ''}.",
        "Look first: the odds of one enemy are exact. Tab asks at each quarter lost.",
        "In a doorway or a passage fewer enemies can reach you.",
        *[f"The {kind.name} is {kind.trait}." for kind in neutral],
        f"HP come back by potions and by what your race can do; {waiting}.",
    ]


def _potion_sentences(rules: Rules) -> list[str]:
    lasting, passing = list[str](), list[str]()
    for potion in rules.potions:
        told = passing if isinstance(potion.effect, StatPotion) else lasting
        told.append(f"{potion.name} {potion.effect_text}")
    verbs = rules.hooks.pick_up_verb
    carrying = f"{verbs[0]} and a direction takes it along" if verbs else "you cannot carry them"
    count = number_in_words(len(rules.potions))
    return [
        f"Stand next to one and say u and a direction; {carrying}.",
        f"A kind is unknown until used (there are {count}); an unknown one can kill.",
        *[f"For good: {', '.join(lasting)}."] * bool(lasting),
        *[f"Until the floor ends: {', '.join(passing)}."] * bool(passing),
    ]


def _freeze_sentences(rules: Rules) -> list[str]:
    notes = rules.hooks.freeze_note
    lasting = " until you say it again" * (not notes)
    where = " ".join(notes) or "It holds on every floor."
    return [
        f"The word {FREEZE_WORD} holds all enemies still{lasting}; no turn passes.",
        f"{where} A held enemy still strikes whoever is next to it.",
    ]


@frozen
class RaceRow:
    """A race to choose: its key, its figures in columns, and what it is good at."""

    race: Race
    figures: str
    strength: str


def race_heading(rules: Rules) -> str:
    """Return the heading of the columns of `RaceRow.figures`.

    How easy they are with expansions was not measured (X9).
    """
    return f"     {'race         ' if rules.expansions else 'easiest first'}   HP  Atk  Def"


STRENGTH_HEADING = "good at"


def race_rows(rules: Rules) -> list[RaceRow]:
    rows = list[RaceRow]()
    for race in races_by_ease(rules):
        figures = f"{race.hp:>3}  {race.stats.attack:>3}  {race.stats.defence:>3}"
        text = f"  {race.key}  {race.name:<13}  {figures}"
        rows.append(RaceRow(race, text, race.good_at or race.trait))
    return rows


def race_sentences(rules: Rules) -> list[str]:
    return [
        f"Races, the easiest{' without expansions' if rules.expansions else ''} first:",
        *[race_sentence(race, f" ({race.key})") for race in races_by_ease(rules)],
    ]


def race_sentence(race: Race, key: str = "") -> str:
    return (
        f"{race.name}{key}: {race.hp} HP, Atk {race.stats.attack}, Def {race.stats.defence}. "
        f"Good at {race.good_at or race.trait}."
    )


def story_lines(game: GameState, tally: GameTally) -> tuple[str, ...]:
    """Return the story of a game so far, at most ten lines.

    Where there are more floors than lines, those next to one another on which least happened share
    one.
    """
    race, floors = game.race.name.lower(), count_text(game.rules.floor_count, "floor")
    first = f"{article(race).capitalize()} {race} goes down into a dungeon of {floors}."
    last = Ending(game).sentence
    told = list(tally.floors)
    while len(told) > MOST_LINES - 1 - bool(last):
        weights = [_weight(one) + _weight(other) for one, other in pairwise(told)]
        at = weights.index(min(weights))
        told[at : at + 2] = [_joined(*told[at : at + 2])]
    return (first, *_floor_lines(told), *[last] * bool(last))


def _weight(floor: FloorTally) -> int:
    return floor.kills.total() + floor.potions.total() + len(floor.deeds)


def _joined(one: FloorTally, other: FloorTally) -> FloorTally:
    """Return floors next to one another as one, with the number of the other."""
    return evolve(
        other,
        first=one.first,
        kills=one.kills + other.kills,
        potions=one.potions + other.potions,
        hp_lost=one.hp_lost + other.hp_lost,
        gold_lost=one.gold_lost + other.gold_lost,
        deeds=[*one.deeds, *other.deeds],
    )


def _floor_lines(told: Sequence[FloorTally]) -> Iterator[str]:
    before = 0
    for visit in told:
        where = f"Floor {visit.floor}"
        if visit.floor - before > 1:
            where = f"Floors {before + 1} to {visit.floor}"
        before = visit.floor
        cost = f"lost {visit.hp_lost or 'no'} HP to blows"
        done = join_list([*_deeds(visit)]) or "passed through" * (visit is not told[-1])
        done = "; ".join(filter(None, (done, cost)))
        yield f"{where}, {count_text(visit.turns, 'turn')}: {done}."


def _deeds(floor: FloorTally) -> Iterator[str]:
    if floor.kills:
        yield f"slew {count_names([*floor.kills.elements()])}"
    if floor.potions:
        drunk = [f"{count} {name}" if count > 1 else name for name, count in floor.potions.items()]
        yield f"drank {join_list(drunk)}"
    if taken := floor.gold + floor.gold_lost:
        yield f"took {taken} gold"
    if floor.gold_lost > 0:
        yield f"paid or lost {floor.gold_lost} gold"
    # Of several levels reached, the last one says it.
    deeds = [*{deed.rstrip("0123456789"): deed for deed in floor.deeds}.values()]
    yield from deeds[:MOST_DEEDS]
    if len(deeds) > MOST_DEEDS:
        yield f"did {count_text(len(deeds) - MOST_DEEDS, 'thing')} more"
