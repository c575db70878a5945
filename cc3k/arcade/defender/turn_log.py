"""The log of the turn on a screen: in plain words, beside the lines of the transcript."""

import re

from cc3k.arcade.defender.board import SECTIONS, Battle
from cc3k.arcade.defender.parts import LETTERS
from cc3k.arcade.protocols import Row
from cc3k.arcade.rows import beside, wrapped

BOTH_COLUMNS = 110
"""Columns of a screen on which there is room for the plain words and the transcript's lines."""

GAP = 2
OUTDENT = 4
"""Blanks of the transcript's indents that a screen does without."""

_LOCATION = re.compile(r"\[([A-J]),([0-9]+)\]")


def log_rows(battle: Battle, columns: int, *, is_debug: bool, shows_transcript: bool) -> list[Row]:
    """Return what happened in the last turn, as far as the Starfighter saw it.

    In plain words, or as `shows_transcript` asks; where there is room in both, side by side.
    """
    both = columns >= BOTH_COLUMNS
    left = columns // 2 if both else 0
    rows = list[Row]()
    for section, lines in zip(SECTIONS, battle.log, strict=True):
        seen = [line for line in lines if is_debug or _is_seen(battle, line)]
        if seen and (both or shows_transcript):
            rows.append(((" " * left, ""), (f"{section}:", "heading")))
        for line in seen:
            words = _log_line(line, in_words(line), (left or columns) - GAP)
            written = _log_line(line, line.strip(), columns - left)
            if both:
                words = beside(words, written, left)
            rows += written if shows_transcript and not both else words
    return rows


def _log_line(line: str, told: str, columns: int) -> list[Row]:
    blank = " " * (len(line) - len(line.lstrip()) - OUTDENT)
    return [((blank, ""), *row) for row in wrapped(told, columns - len(blank), _log_role(line))]


def _is_seen(battle: Battle, line: str) -> bool:
    """Return whether a line is about the Starfighter, its projectiles, or a place in sight."""
    if "Starfighter" in line or "A friendly" in line:
        return True
    places = [(LETTERS.index(row) + 1, int(column)) for row, column in _LOCATION.findall(line)]
    return any(battle.sees(place) for place in places)


def _log_role(line: str) -> str:
    if "has been destroyed" in line:
        return "hurt" if "Starfighter" in line else "hit"
    return "hurt" if "collides with Starfighter" in line or "The Starfighter coll" in line else ""


_NAMES = tuple(
    (re.compile(pattern), name)
    for pattern, name in (
        (r"^(?:A|The) ", ""),
        (r"friendly projectile\(id:-(\d+)\)", r"your shot \1"),
        (r"enemy projectile\(id:-(\d+)\)", r"enemy shot \1"),
        (r"projectile\(id:-(\d+)\)", r"shot \1"),
        (r"Starfighter(?:\(id:0\))?", "you"),
        (r"(\w+)\(id:(\d+)\)", r"\1 \2"),
        (r"(?:location )?\[([A-J]),(\d+)\]", r"\1\2"),
    )
)
"""What ships, projectiles and places are called, in place of their names in the transcript."""

_SENTENCES = tuple(
    (re.compile(pattern), sentence)
    for pattern, sentence in (
        (r"(.+) moves: (.+) -> out of board", r"\1 leaves the board from \2."),
        (r"you moves: (.+) -> (.+)", r"you fly from \1 to \2."),
        (r"(.+) moves: (.+) -> (.+)", r"\1 flies from \2 to \3."),
        (r"(.+) stays at: (.+)", r"\1 stays at \2."),
        (r"(.+) spawns at location out of board\.", r"\1 appears off the board and is lost."),
        (r"(.+) spawns at (.+)", r"\1 appears at \2"),
        (r"you passes at (.+), doubling regen rate\.", r"you pass at \1 and regenerate twice."),
        (r"you fires at (.+)", r"you fire from \1"),
        (r"you uses special, teleporting to: (.+)", r"you teleport back to \1."),
        (r"you uses special, gaining (\d+) health\.", r"you repair \1 health."),
        (
            r"you uses special, gaining (\d+) energy at the expense of (\d+) health\.",
            r"you turn \2 health into \1 energy.",
        ),
        (r"you uses special, clearing .+", "your drones remove all shots."),
        (r"you uses special, unleashing .+", "you strike all enemies with a wave of energy."),
        (r"(shot .+) has been neutralized\.", r"\1 is removed."),
        (r"you at (.+) has been destroyed\.", r"you are destroyed at \1."),
        (r"(.+) has been destroyed\.", r"the \1 is destroyed."),
        (r"(.+) takes (\d+) damage\.", r"\1 takes \2 damage."),
        (
            r"(.+) gains (\d+) total health\.",
            r"\1 gains \2 health, and its total grows by as much.",
        ),
        (r"(.+) gains (\d+) regen\.", r"\1 regenerates \2 more a turn from now on."),
        (
            r"projectile collides with (.+), combining damage\.",
            r"it joins \1: their damage adds up.",
        ),
        (
            r"projectile collides with (.+), negating damage\.",
            r"it meets \1: the smaller damage is taken off the greater.",
        ),
        (r"projectile collides with (.+), dealing (\d+) damage\.", r"it hits \1 for \2 damage."),
        (r"projectile collides with (.+), healing (\d+) damage\.", r"it heals \1 by up to \2."),
        (r"you collides with (.+), taking (\d+) damage\.", r"you fly into \1 and lose \2 health."),
        (r"you collides with (.+), trading (\d+) damage\.", r"you ram \1 and lose \2 health."),
        (r"(\w+) collides with you (.+), trading (\d+) .+", r"it rams you \2: you lose \3 health."),
        (
            r"(\w+) collides with (.+), taking (\d+) damage\.",
            r"the \1 flies into \2 and takes \3 damage.",
        ),
        (
            r"(\w+) collides with (.+), healing (\d+) damage\.",
            r"the \1 takes in \2 and heals by up to \3.",
        ),
        (r"(\w+) heals (.+) for (\d+) damage\.", r"the \1 heals \2 by up to \3."),
    )
)
"""What happens, in place of the transcript's line with those names; the first that fits."""


def in_words(line: str) -> str:
    text = line.strip()
    for pattern, name in _NAMES:
        text = pattern.sub(name, text)
    for pattern, sentence in _SENTENCES:
        found = pattern.fullmatch(text)
        if found is not None:
            text = found.expand(sentence)
            break
    return text[:1].upper() + text[1:]
