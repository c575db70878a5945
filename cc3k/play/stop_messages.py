"""Stop messages: why a command of many turns ended, and what another press of its key would do."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from cc3k.play.messages import join_list, plural, with_article

GO_THERE = "to go there"
TAB_DECLINES = "{fight} won't: {attacking} attacks."
"""Where a command of many turns does not fight, and what does."""

NO_PATH = "There is no way there."
NO_GOAL_HERE = "There is none to be had on this floor."
"""The same where not all of a floor can be seen."""
ALREADY_THERE = "You are there."
ALREADY_BESIDE = "You are next to it."
POTION_AHEAD = "Stopped: a potion is ahead."
STAIRS_AHEAD = "Stopped: the stairs are ahead."
WAY_CLOSED = "Stopped: the way is closed."
HUNTED = "You cannot rest while you are hunted."
LOW_HP = "Stopped: HP is low."
WEIGHING = "Weighing the odds..."
STOPPED_BY_KEY = "Stopped by your key."
NOTHING_LEFT = "No gold and no potion is left on this floor."
EXPLORED_AT_STAIRS = "All is explored; the stairs are beside you."
EXPLORED = "All that can be reached is explored."
"""The same where something else is told of the stairs."""
TRY_UNKNOWN = "to try the unknown"


def stopped_by_enemy(enemy: str) -> str:
    return f"Stopped: {with_article(enemy)} is close."


def hunted_by(enemies: Sequence[str]) -> str:
    """Return a sentence about the enemies that hunt the PC; empty if there are none."""
    if not enemies:
        return ""
    names = count_names(enemies)
    verb = "hunts" if len(enemies) == 1 else "hunt"
    return f"{names[:1].upper()}{names[1:]} {verb} you."


def stopped_by_body(enemy: str) -> str:
    return f"Stopped: {with_article(enemy)} is ahead."


def name_keys(text: str, phrases: Mapping[str, str]) -> str:
    """Return a message with the keys, or the words, of the commands that it names in braces."""
    return re.sub(r"\{(\w+)\}", lambda found: phrases.get(found[1], found[0]), text)


MAX_NAMES_WIDTH = 40
"""Columns of names in a warning: longer ones are only counted, so that it fits on two rows."""


def danger_on_the_way(enemies: Sequence[str], damage: int, hp: int) -> str:
    """Return that those enemies can strike on every way, and what it costs; without a full stop.

    `damage` are the HP that a turn in which all of them hit takes, of `hp`.
    """
    text = name_or_count(enemies)
    killing = " and may kill you" if damage >= hp else ""
    return f"{text[0].upper()}{text[1:]} can strike you on the way{killing} ({damage} HP at worst)"


def name_or_count(enemies: Sequence[str]) -> str:
    """Return names as a list if that is short, else only their number; empty if there are none."""
    names = count_names(enemies) if enemies else ""
    return names if len(names) <= MAX_NAMES_WIDTH else f"{len(enemies)} enemies"


def count_names(names: Sequence[str]) -> str:
    """Return names as a list, each once: `an elf, 2 orcs and a dwarf`."""
    return join_list(
        [
            with_article(name) if count == 1 else f"{count} {plural(name)}"
            for name, count in Counter(names).items()
        ]
    )


def go_on_question(reason: str, question: str) -> str:
    return f"{reason} {question} (y/n)"


def second_press_hint(reason: str, key: str, purpose: str) -> str:
    press = f"press {key}" if key else "click there"
    return f"{reason}: {press} again {purpose}."
