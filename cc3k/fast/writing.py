"""Writing: the texts of the document's voice, and the message, figures and mask of a step.

No sentence is written here: each is asked of the voice once, with numbers or names put in, and the
gaps are where those come out. So a new wording, enemy or potion needs nothing here.
"""

from collections.abc import Iterator, Sequence

from cc3k.engine import events, refusals
from cc3k.engine.board import DIRECTIONS
from cc3k.engine.items import Item
from cc3k.engine.rules import Rules
from cc3k.engine.text import potion_name
from cc3k.fast import state
from cc3k.fast.compiler import compiled
from cc3k.fast.state import GameRow, beside, glyph_class, race_figure, towards
from cc3k.play.messages import join_list
from cc3k.play.voices import DocumentVoice

NEIGHBOURS = 8
_FIRST, _SECOND = 7_123_456_701, 7_123_456_702
FIRST_GAP, SECOND_GAP = 1, 2
"""The bytes that stand for a number in a text."""

(WALL_REFUSAL, THING_REFUSAL, NO_ENEMY, NO_POTION, OVER, SPAWNED) = range(6)
(MOVED, MOVED_SEEING, ARRIVED_SEEING, SEEING_END, POTIONS_SEEN, COMMA, AND) = range(6, 13)
(DESCENDED, ESCAPED, PICKED_UP, REGENERATED, DRAINED, SICKENED, LOOTED, STOLE) = range(13, 21)
(DRANK, STRIKES, IS_STRUCK_BY, MISSES, IS_MISSED_BY, SLAYS) = range(21, 27)
(SLAIN_BY_ENEMY, SLAIN_BY_POTION, PROVOKED, FREEZE) = range(27, 31)
"""Groups of texts. In a group there is one for each direction, enemy or potion.

`THING_REFUSAL` has for each direction the enemies and then the items, `POTIONS_SEEN` for each
potion, and then for an unknown one, the counts from 1 to 8.
"""


def read_texts(rules: Rules, items: Sequence[Item]) -> tuple[list[bytes], list[int]]:
    """Return all texts, and the number of the first one of each group."""
    groups = list(_text_groups(DocumentVoice(rules), rules, items))
    firsts = [sum(map(len, groups[:number])) for number in range(len(groups))]
    return [_with_gaps(text) for group in groups for text in group], firsts


def _text_groups(voice: DocumentVoice, rules: Rules, items: Sequence[Item]) -> Iterator[list[str]]:
    ways = [direction.name for direction in DIRECTIONS]
    things = [*[kind.name for kind in rules.enemy_kinds], *[item.role for item in items]]
    yield [voice.word_refusal(refusals.BlockedByWall(way)) for way in ways]
    yield [
        voice.word_refusal(refusals.BlockedByThing(way, thing)) for way in ways for thing in things
    ]
    yield [voice.word_refusal(refusals.NoEnemyThere(way)) for way in ways]
    yield [voice.word_refusal(refusals.NoPotionThere(way)) for way in ways]
    yield [voice.word_refusal(refusals.GameOver())]
    yield [voice.word_event(events.HeroSpawned())]
    yield from _step_groups(voice, ways, [potion.name for potion in rules.potions])
    groups = list(_event_groups(rules))
    yield [voice.word_event(events.Descended(way, _FIRST)) for way in ways]
    yield [voice.word_event(events.Escaped(way)) for way in ways]
    yield from [[voice.word_event(event) for event in group] for group in groups]


def _step_groups(
    voice: DocumentVoice, ways: Sequence[str], potions: Sequence[str]
) -> Iterator[list[str]]:
    unknown = potion_name(None)
    arrived, _, end = voice.word_event(events.ArrivedBesidePotions((None,))).partition(unknown)
    yield [voice.word_event(events.Moved(way)) for way in ways]
    yield [voice.word_event(events.Moved(way, (None,))).partition(unknown)[0] for way in ways]
    yield [arrived]
    yield [end]
    seen = [
        voice.word_event(events.ArrivedBesidePotions((name,) * count))
        for name in (*potions, None)
        for count in range(1, NEIGHBOURS + 1)
    ]
    yield [text.removeprefix(arrived).removesuffix(end) for text in seen]
    _, comma, last, _ = join_list(["<", "<", "<"]).split("<")
    yield [comma]
    yield [last]


def _event_groups(rules: Rules) -> Iterator[list[events.Event]]:
    enemies = [kind.name for kind in rules.enemy_kinds]
    potions = [potion.name for potion in rules.potions]
    yield [events.PickedUp(_FIRST)]
    yield [events.Regenerated(_FIRST)]
    yield [events.Drained(_FIRST)]
    yield [events.Sickened(name, _FIRST) for name in enemies]
    yield [events.Looted(name, _FIRST) for name in enemies]
    yield [events.Stole(_FIRST)]
    yield [events.Drank(name) for name in potions]
    yield [events.Struck(events.PC, name, _FIRST, _SECOND) for name in enemies]
    yield [events.Struck(name, events.PC, _FIRST, _SECOND) for name in enemies]
    yield [events.Missed(events.PC, name) for name in enemies]
    yield [events.Missed(name, events.PC) for name in enemies]
    yield [events.Slain(name, events.PC) for name in enemies]
    yield [events.Slain(events.PC, name) for name in enemies]
    yield [events.Slain(events.PC, name) for name in potions]
    yield [events.Provoked(name) for name in enemies]
    yield [events.FreezeToggled(enemies_frozen=held) for held in (False, True)]


def _with_gaps(text: str) -> bytes:
    gaps = text.replace(str(_FIRST), chr(FIRST_GAP)).replace(str(_SECOND), chr(SECOND_GAP))
    return gaps.encode("ascii", "replace")


_BLANK, _ZERO, _MINUS = 32, 48, 45


@compiled
def say(game: GameRow, group: int, row: int, first: int, second: int) -> None:
    """Add a sentence, after a blank if it is not the first; the numbers are for its gaps."""
    if game.rules[state.MESSAGE_LENGTH]:
        if game.numbers[state.LETTERS]:
            _put(game, _BLANK)
        put_text(game, group, row, first, second)


@compiled
def put_text(game: GameRow, group: int, row: int, first: int, second: int) -> None:
    rules = game.rules
    end = rules[state.TEXT_ENDS] + rules[rules[state.TEXT_GROUPS] + group] + row
    for at in range(rules[end], rules[end + 1]):
        letter = int(game.letters[at])
        if letter == FIRST_GAP:
            _put_number(game, first)
        elif letter == SECOND_GAP:
            _put_number(game, second)
        else:
            _put(game, letter)


@compiled
def _put(game: GameRow, letter: int) -> None:
    at = game.numbers[state.LETTERS]
    if at < game.rules[state.MESSAGE_LENGTH]:
        game.seen[game.rules[state.MESSAGE_AT] + at] = letter
        game.numbers[state.LETTERS] = at + 1


@compiled
def _put_number(game: GameRow, number: int) -> None:
    if number < 0:
        _put(game, _MINUS)
        number = -number
    unit = 1
    while number // unit >= 10:  # noqa: PLR2004 - digits
        unit *= 10
    while unit:
        _put(game, _ZERO + number // unit % 10)
        unit //= 10


@compiled
def potion_at(game: GameRow, cell: int) -> int:
    item = state.item_at(game, cell)
    return item if item < game.rules[state.POTION_COUNT] else -1


@compiled
def sees_potions(game: GameRow, cell: int) -> bool:
    for place in range(NEIGHBOURS):
        if potion_at(game, cell + beside(game, place)) >= 0:
            return True
    return False


@compiled
def say_potions(game: GameRow, cell: int, group: int, row: int, end: int) -> None:
    """Say that the potions next to a cell are seen: each kind once with its count (R18)."""
    if not game.rules[state.MESSAGE_LENGTH]:
        return
    say(game, group, row, 0, 0)
    kinds, at = 0, 0
    for place in range(NEIGHBOURS):
        kinds += _is_first_of_its_kind(game, cell, place)
    for place in range(NEIGHBOURS):
        if not _is_first_of_its_kind(game, cell, place):
            continue
        if at:
            put_text(game, AND if at == kinds - 1 else COMMA, 0, 0, 0)
        kind, count = _kind_seen(game, cell + beside(game, place)), 0
        for other in range(NEIGHBOURS):
            count += _kind_seen(game, cell + beside(game, other)) == kind
        put_text(game, POTIONS_SEEN, kind * NEIGHBOURS + count - 1, 0, 0)
        at += 1
    put_text(game, end, 0, 0, 0)


@compiled
def _kind_seen(game: GameRow, cell: int) -> int:
    potion = potion_at(game, cell)
    is_unknown = potion >= 0 and not game.seen[3 * game.rules[state.CELLS] + potion]
    return int(game.rules[state.POTION_COUNT]) if is_unknown else potion


@compiled
def _is_first_of_its_kind(game: GameRow, cell: int, place: int) -> bool:
    kind = _kind_seen(game, cell + beside(game, place))
    if kind < 0:
        return False
    for earlier in range(place):
        if _kind_seen(game, cell + beside(game, earlier)) == kind:
            return False
    return True


@compiled
def begin_message(game: GameRow) -> None:
    game.numbers[state.LETTERS_BEFORE] = game.numbers[state.LETTERS]
    game.numbers[state.LETTERS] = 0


@compiled
def end_message(game: GameRow) -> None:
    first = game.rules[state.MESSAGE_AT]
    for at in range(game.numbers[state.LETTERS], game.numbers[state.LETTERS_BEFORE]):
        game.seen[first + at] = 0


_WAYS = 8


@compiled
def score_of(game: GameRow) -> int:
    """Return the score so far (§5, R15)."""
    gold = int(game.numbers[state.GOLD])
    numerator = race_figure(game, state.SCORE_NUMERATOR)
    denominator = race_figure(game, state.SCORE_DENOMINATOR)
    scaled = abs(gold) * numerator // denominator
    return scaled if gold >= 0 else -scaled


@compiled
def observe(game: GameRow) -> None:
    numbers, stride = game.numbers, game.rules[state.STRIDE]
    _put_stat(game, 0, numbers[state.HP])
    _put_stat(game, 1, max(0, race_figure(game, state.MAX_HP)))
    _put_stat(game, 2, numbers[state.ATTACK])
    _put_stat(game, 3, numbers[state.DEFENCE])
    _put_stat(game, 4, numbers[state.GOLD])
    _put_stat(game, 5, score_of(game))
    _put_stat(game, 6, numbers[state.DEPTH])
    _put_stat(game, 7, numbers[state.TURNS])
    _put_stat(game, 8, numbers[state.HELD])
    _put_stat(game, 9, numbers[state.HERO] // stride)
    _put_stat(game, 10, numbers[state.HERO] % stride)
    _put_mask(game)


@compiled
def _put_stat(game: GameRow, number: int, value: int) -> None:
    first = game.rules[state.STATS_AT] + number * state.STAT_BYTES
    for byte in range(state.STAT_BYTES):
        game.seen[first + byte] = (value >> (8 * byte)) & 255


@compiled
def _put_mask(game: GameRow) -> None:
    """Write a 1 for each legal action, in the order of `ALL_ACTIONS` (R4)."""
    seen, mask, is_running = game.seen, game.rules[state.MASK_AT], game.numbers[state.OUTCOME] == 0
    for way in range(_WAYS):
        found = 0
        if is_running:
            found = glyph_class(game, int(seen[game.numbers[state.HERO] + towards(game, way)]))
        seen[mask + way] = (found & state.IS_PASSABLE) != 0
        seen[mask + _WAYS + way] = (found & state.IS_ENEMY) != 0
        seen[mask + 2 * _WAYS + way] = (found & state.IS_POTION) != 0
    seen[mask + 3 * _WAYS] = is_running
