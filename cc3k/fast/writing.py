"""Writing: the message of a step, from the texts of the document's voice, figures and the mask."""

from cc3k.fast import rows, state, texts
from cc3k.fast.compiler import compiled
from cc3k.fast.rows import beside, glyph_class, race_figure, towards
from cc3k.fast.state import GameRow

_BLANK, _ZERO, _MINUS = 32, 48, 45


@compiled
def say(game: GameRow, group: int, row: int, first: int, second: int) -> None:
    """Add a sentence, after a blank if it is not the first; the numbers are for its gaps."""
    if game.rules[rows.MESSAGE_LENGTH]:
        if game.numbers[state.LETTERS]:
            _put(game, _BLANK)
        put_text(game, group, row, first, second)


@compiled
def put_text(game: GameRow, group: int, row: int, first: int, second: int) -> None:
    rules = game.rules
    end = rules[rows.TEXT_ENDS] + rules[rules[rows.TEXT_GROUPS] + group] + row
    for at in range(rules[end], rules[end + 1]):
        letter = int(game.letters[at])
        if letter == texts.FIRST_GAP:
            _put_number(game, first)
        elif letter == texts.SECOND_GAP:
            _put_number(game, second)
        else:
            _put(game, letter)


@compiled
def _put(game: GameRow, letter: int) -> None:
    at = game.numbers[state.LETTERS]
    if at < game.rules[rows.MESSAGE_LENGTH]:
        game.seen[game.rules[rows.MESSAGE_AT] + at] = letter
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
    item = (game.items[cell] & ((1 << state.VALUE_SHIFT) - 1)) - 1
    return int(item) if item < game.rules[rows.POTION_COUNT] else -1


@compiled
def sees_potions(game: GameRow, cell: int) -> bool:
    for place in range(texts.NEIGHBOURS):
        if potion_at(game, cell + beside(game, place)) >= 0:
            return True
    return False


@compiled
def say_potions(game: GameRow, cell: int, group: int, row: int, end: int) -> None:
    """Say that the potions next to a cell are seen: each kind once with its count (R18)."""
    if not game.rules[rows.MESSAGE_LENGTH]:
        return
    say(game, group, row, 0, 0)
    kinds, at = 0, 0
    for place in range(texts.NEIGHBOURS):
        kinds += _is_first_of_its_kind(game, cell, place)
    for place in range(texts.NEIGHBOURS):
        if not _is_first_of_its_kind(game, cell, place):
            continue
        if at:
            put_text(game, texts.AND if at == kinds - 1 else texts.COMMA, 0, 0, 0)
        kind, count = _kind_seen(game, cell + beside(game, place)), 0
        for other in range(texts.NEIGHBOURS):
            count += _kind_seen(game, cell + beside(game, other)) == kind
        put_text(game, texts.POTIONS_SEEN, kind * texts.NEIGHBOURS + count - 1, 0, 0)
        at += 1
    put_text(game, end, 0, 0, 0)


@compiled
def _kind_seen(game: GameRow, cell: int) -> int:
    potion = potion_at(game, cell)
    is_unknown = potion >= 0 and not game.seen[3 * game.rules[rows.CELLS] + potion]
    return int(game.rules[rows.POTION_COUNT]) if is_unknown else potion


@compiled
def _is_first_of_its_kind(game: GameRow, cell: int, place: int) -> bool:
    """Tell whether a potion is the first of its kind around a cell, in reading order."""
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
    first = game.rules[rows.MESSAGE_AT]
    for at in range(game.numbers[state.LETTERS], game.numbers[state.LETTERS_BEFORE]):
        game.seen[first + at] = 0


_WAYS = 8


@compiled
def score_of(game: GameRow) -> int:
    """Return the score so far (§5, R15)."""
    gold = int(game.numbers[state.GOLD])
    numerator, denominator = (
        race_figure(game, rows.SCORE_NUMERATOR),
        race_figure(game, rows.SCORE_DENOMINATOR),
    )
    scaled = abs(gold) * numerator // denominator
    return scaled if gold >= 0 else -scaled


@compiled
def observe(game: GameRow) -> None:
    numbers, stride = game.numbers, game.rules[rows.STRIDE]
    _put_stat(game, 0, numbers[state.HP])
    _put_stat(game, 1, max(0, race_figure(game, rows.MAX_HP)))
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
    first = game.rules[rows.STATS_AT] + number * state.STAT_BYTES
    for byte in range(state.STAT_BYTES):
        game.seen[first + byte] = (value >> (8 * byte)) & 255


@compiled
def _put_mask(game: GameRow) -> None:
    """Write a 1 for each legal action, in the order of `ALL_ACTIONS` (R4)."""
    seen, mask, is_running = game.seen, game.rules[rows.MASK_AT], game.numbers[state.OUTCOME] == 0
    for way in range(_WAYS):
        found = 0
        if is_running:
            found = glyph_class(game, int(seen[game.numbers[state.HERO] + towards(game, way)]))
        seen[mask + way] = (found & rows.IS_PASSABLE) != 0
        seen[mask + _WAYS + way] = (found & rows.IS_ENEMY) != 0
        seen[mask + 2 * _WAYS + way] = (found & rows.IS_POTION) != 0
    seen[mask + 3 * _WAYS] = is_running
