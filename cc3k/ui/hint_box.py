"""Hint box: a hint of the tutorial in a frame over the board, away from the hero."""

from collections.abc import Mapping, Sequence

from cc3k.play.commands import FREEZE_WORD
from cc3k.play.tutorial import GLYPH_PHRASES
from cc3k.terminal.canvas import PLAIN_ROLE, Line
from cc3k.ui.keymap import KEY_ACTIONS, PREFIXES, bound_letters, key_label
from cc3k.ui.palette import GLYPH_SETS, ROLE_LETTERS
from cc3k.ui.screen_layout import wrap_text

BOX_ROLE = "asking"
MAX_TEXT_COLUMNS = 60
BORDER_COLUMNS = 4
"""Columns of the frame and of the blanks inside it."""

TITLE, BOTTOM_TITLE = " Hint ", " any key goes on "

FRAMES = {"ascii": tuple("-|++++"), "unicode": tuple("─│┌┐└┘")}
"""Lines and corners of the frame, by glyph set."""

NO_KEY = "(no key)"
"""Label of a key action that no key is bound to."""

FREEZE = "freeze"
"""Name in hints of the document's word that freezes enemies; no key action does."""

PHRASES = {
    "walking": "The arrow keys move you",
    "steps": "the arrow keys",
    "attacking": "an arrow",
    "running": "Shift and an arrow runs",
    "looking": "{look} looks around: there Tab goes from enemy to enemy, and tells",
}
"""What hints say of keys that are more than one."""


def hint_phrases(keymap: Mapping[str, str], glyphs: str = "ascii") -> dict[str, str]:
    """Return what hints call things: each key action by the label of its first key in that keymap.

    And each glyph as it is drawn in the glyph set of that name.
    """
    labels = dict.fromkeys(KEY_ACTIONS, NO_KEY)
    for key, key_action in reversed([*keymap.items()]):
        labels[key_action.partition(" ")[0]] = key_label(key)
    prefix = PREFIXES["word"] if FREEZE_WORD in bound_letters(keymap) else ""
    phrases = {name: phrase.format_map(labels) for name, phrase in PHRASES.items()}
    glyph_set = GLYPH_SETS[glyphs]
    drawn = {name: glyph_set.get(glyph, glyph) for name, glyph in GLYPH_PHRASES.items()}
    return {**labels, **phrases, **drawn, FREEZE: f"{prefix}{FREEZE_WORD}"}


def leaves_hero_free(text: str, columns: int, rows: int, hero_row: int) -> bool:
    """Tell whether a hint fits over a board with that many rows, and does not cover the hero."""
    height = len(_box_rows(text, columns, FRAMES["ascii"]))
    top = _top_row(hero_row, rows, height)
    return height <= rows and not top <= hero_row < top + height


def draw_hint_box(  # noqa: PLR0913, PLR0917 - what is drawn, where, and in which words
    board: list[Line],
    text: str,
    columns: int,
    hero_row: int,
    glyphs: str = "ascii",
    bottom: str = BOTTOM_TITLE,
) -> list[Line]:
    box = _box_rows(text, columns, FRAMES[glyphs], bottom)
    top = _top_row(hero_row, len(board), len(box))
    covered = board[top : top + len(box)]
    return [
        *board[:top],
        *[_cover(line, row, columns) for line, row in zip(covered, box, strict=False)],
        *board[top + len(box) :],
    ]


def _top_row(hero_row: int, rows: int, height: int) -> int:
    return 0 if hero_row >= rows // 2 else max(0, rows - height)


def _box_rows(
    text: str, columns: int, frame: Sequence[str], bottom: str = BOTTOM_TITLE
) -> list[str]:
    level, upright, *corners = frame
    folded = wrap_text(text, min(MAX_TEXT_COLUMNS, columns - BORDER_COLUMNS))
    width = max(map(len, folded))
    top, below = [f"{level}{title:{level}<{width + 1}}" for title in (TITLE, bottom)]
    return [
        f"{corners[0]}{top}{corners[1]}",
        *[f"{upright} {row:<{width}} {upright}" for row in folded],
        f"{corners[2]}{below}{corners[3]}",
    ]


def _cover(line: Line, row: str, columns: int) -> Line:
    start = max(0, (columns - len(row)) // 2)
    padded = line.padded(max(len(line.text), start + len(row)))
    role = ROLE_LETTERS.get(BOX_ROLE, PLAIN_ROLE) * len(row)
    end = start + len(row)
    return Line(
        padded.text[:start] + row + padded.text[end:],
        padded.roles[:start] + role + padded.roles[end:],
    )
