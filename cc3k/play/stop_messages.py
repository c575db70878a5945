"""Stop messages: why a command of many turns ended, and what another press of its key would do."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from cc3k.play.messages import article, join_list, plural, with_article

GO_ALL_THE_SAME = "to go all the same"
GO_THERE = "to go there"
FIGHT_ALL_THE_SAME = "to fight all the same"
FIGHT_ON = "to fight on"
TAB_DECLINES = "{fight} won't: {attacking} attacks."
"""Where a command of many turns does not fight, and what does."""

LEAVE_ALL_THE_SAME = "to leave all the same"
NO_PATH = "There is no way there."
STAIRS_UNKNOWN = "You do not know where the stairs are."
MAY_BE_FOUND = "You do not know where the stairs are: {collect} explores."
WAY_TO_STAIRS_UNKNOWN = "The stairs are known, the way there is not: {collect} explores."
WAY_UNKNOWN = "No way there is known: {collect} explores."
NO_GOAL_HERE = "There is none to be had on this floor."
NO_GOAL_KNOWN = "You know of none on this floor."
ALL_GUARDED = "All gold that you know of on this floor is guarded."
"""The same where not all of a floor can be seen."""
ALREADY_THERE = "You are there."
ALREADY_BESIDE = "You are next to it."
POTION_AHEAD = "Stopped: a potion is ahead."
STAIRS_AHEAD = "Stopped: the stairs are ahead."
WAY_CLOSED = "Stopped: the way is closed."
NO_HEALING = "Rest does not heal your race."
FULL_HP = "You are at full HP."
ENEMY_NEAR = "You cannot rest in an enemy's reach."
HUNTED = "You cannot rest while you are hunted."
NO_SAFE_STEP = "There is no free and safe step to rest by."
LOW_HP = "Stopped: HP is low."
WEIGHING = "Weighing the odds..."
STOPPED_BY_KEY = "Stopped by your key."
NOTHING_LEFT = "No gold and no potion is left on this floor."
EXPLORED_AT_STAIRS = "All is explored; the stairs are beside you."
EXPLORED_NO_STAIRS = "All that can be reached is explored; you know of no stairs."
EXPLORED = "All that can be reached is explored."
"""The same where something else is told of the stairs."""
HIDDEN_STAIRS = "The stairs of this floor are hidden"
HIDDEN_STAIRS_AHEAD = f"{HIDDEN_STAIRS}, and any step may lead down them"
HIDDEN_STAIRS_OUTSIDE = f"{HIDDEN_STAIRS}, and any step out of this chamber may lead down them"
HIDDEN_STAIRS_TAKEN = "You could not see those stairs."
MORE_TO_COLLECT = "There is more to collect"
GO_ON = "to go on"
SEARCH_THE_FLOOR = "to walk over every tile in search of them"
EXPLORE_ALL_THE_SAME = "to explore all the same"
TRY_UNKNOWN = "to try the unknown"


def stopped_by_enemy(enemy: str) -> str:
    return f"Stopped: {with_article(enemy)} is close."


def stopped_by_newcomer(enemy: str) -> str:
    """Return the message that an enemy was not in sight before (X42)."""
    return f"Stopped: {with_article(enemy)} comes into view."


def stopped_by_hunter(enemy: str) -> str:
    return f"Stopped: {with_article(enemy)} hunts you."


def hunted_by(enemies: Sequence[str]) -> str:
    """Return a sentence about the enemies that hunt the PC; empty if there are none."""
    if not enemies:
        return ""
    names = count_names(enemies)
    verb = "hunts" if len(enemies) == 1 else "hunt"
    return f"{names[:1].upper()}{names[1:]} {verb} you."


def barred_by(enemy: str, place: str) -> str:
    return f"The {enemy} bars the stairs: slay it before you take them. It is {place} of you."


def far_enemy_message(enemy: str, steps: int, place: str, nearer: Sequence[str]) -> str:
    """Return whom a fight would go to far away, past whom, and where; without a full stop."""
    what = "enemy that it pays to fight" if nearer else "enemy"
    off = f"{steps} steps off, {place} of you"
    text = f"The nearest {what} is {with_article(enemy)}, {off}"
    return f"{text}, farther than {count_names(nearer)}" if nearer else text


def low_hp_message(worst: int, limit: int) -> str:
    """Return that a fight is broken off, with the HP that its next turn may leave."""
    if worst:
        return f"{LOW_HP} A turn may leave you {worst}; your limit is {limit}."
    return f"{LOW_HP} A turn may kill you."


def hp_lost_message(lost: int, left: int, most: int) -> str:
    """Return that a fight has cost so many HP, and how many of how many are left."""
    return f"Stopped: you have lost {lost} HP in this fight, {left} of {most} are left."


def last_seen_message(enemy: str, place: str) -> str:
    return f"{with_article(enemy).capitalize()} was last seen {place} of you"


def stopped_by_body(enemy: str) -> str:
    return f"Stopped: {with_article(enemy)} is ahead."


def not_exploring(enemies: Sequence[str], *, knows_stairs: bool) -> str:
    names = count_names(enemies)
    verb, them = ("is", "it") if len(enemies) == 1 else ("are", "them")
    flee = "{stairs} or {steps}" if knows_stairs else "{steps}"
    near = f"{names[:1].upper()}{names[1:]} {verb} close: nothing is explored or collected now"
    return f"{near}; {{attacking}} attacks {them}; to flee, use {flee}."


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
            f"{article(name)} {name}" if count == 1 else f"{count} {plural(name)}"
            for name, count in Counter(names).items()
        ]
    )


def go_on_question(reason: str, question: str) -> str:
    return f"{reason} {question} (y/n)"


def second_press_hint(reason: str, key: str, purpose: str) -> str:
    press = f"press {key}" if key else "click there"
    return f"{reason}: {press} again {purpose}."
