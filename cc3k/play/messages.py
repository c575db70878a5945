"""Messages: a table of what tells of each event, and sentences that several modules say (R36)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from operator import attrgetter
from typing import NamedTuple

from attrs import field

from cc3k.engine.dice import Dice
from cc3k.engine.events import (
    PC,
    SOMETHING,
    ArrivedBesidePotions,
    Descended,
    Drained,
    Drank,
    Effect,
    Escaped,
    Event,
    ExpansionEvent,
    FreezeToggled,
    HeroSpawned,
    Looted,
    Missed,
    Moved,
    PickedUp,
    Provoked,
    Regenerated,
    Sickened,
    Slain,
    Stole,
    Struck,
    TookTrinket,
)
from cc3k.engine.hero import Race
from cc3k.engine.rules import Rules
from cc3k.engine.text import article, count_text, escape_text, plural, wrap_text
from cc3k.engine.values import frozen

PLAY_AGAIN_QUESTION = "Play again (r) or quit (q)?"


@frozen
class Message:
    """A sentence for the player, with its effect on whom it `concerns`, as an event has both.

    It may be of an expansion of another package: what a terminal would take for orders is escaped.
    """

    text: str = field(converter=escape_text)
    effect: Effect = Effect.NONE
    concerns: str = PC


@frozen
class Sentence:
    """A row: how an event reads in the document's voice, and in the spoken one (`voices`)."""

    document: str
    spoken: str


SHOT = "shot"
"""The case of an attack on the PC from afar."""

SENTENCES: Mapping[type[Event] | tuple[type[Event], bool | str], Sentence] = {
    HeroSpawned: Sentence("Player character has spawned.", "You enter the dungeon."),
    (Moved, False): Sentence("PC moves {direction}.", "You move {direction}."),
    (Moved, True): Sentence(
        "PC moves {direction} and sees {seen_potions}.",
        "You move {direction} and see {seen_potions}.",
    ),
    ArrivedBesidePotions: Sentence("PC sees {potions}.", "You see {potions}."),
    Descended: Sentence(
        "PC moves {direction} and goes down to floor {floor}.", "You go down to floor {floor}."
    ),
    Escaped: Sentence("PC moves {direction} and leaves the dungeon.", "You take the last stairs."),
    PickedUp: Sentence("PC picks up {gold} gold.", "You pick up {gold} gold."),
    TookTrinket: Sentence("PC picks up the {trinket}.", "You pick up the {trinket}."),
    Drank: Sentence("PC uses {potion}.", "{potion}: {changes}."),
    (Struck, True): Sentence(
        "PC deals {damage} damage to {defender} ({hp_left} HP).",
        "You hit the {enemy} for {damage}{outcome}.",
    ),
    (Struck, False): Sentence(
        "{attacker} deals {damage} damage to {defender}.",
        "{who} {hit} you{times} for {damage}{outcome}.",
    ),
    (Missed, True): Sentence("PC misses {defender}.", "You miss the {enemy}."),
    (Missed, False): Sentence("{attacker} misses {defender}.", "{who} {miss}{times}{outcome}."),
    (Slain, True): Sentence("{by} slays PC.", "{by} kills you."),
    (Slain, False): Sentence("{by} slays {victim}.", "You slay the {victim}."),
    (Struck, SHOT): Sentence(
        "{attacker} shoots {defender} for {damage} damage.",
        "The {attacker} shoots you for {damage}.",
    ),
    (Missed, SHOT): Sentence(
        "{attacker}'s arrow misses {defender}.", "The {attacker}'s arrow misses you."
    ),
    Regenerated: Sentence("PC regains {hp} HP.", "You regain {hp} HP."),
    Drained: Sentence("PC drains {hp} HP.", "You drain {hp} HP."),
    Sickened: Sentence(
        "{enemy} sickens PC, who loses {hp} HP.",
        "The blood of the {enemy} sickens you: you lose {hp} HP.",
    ),
    Looted: Sentence("PC takes {gold} gold from {enemy}.", "You take {gold} gold from {enemy}."),
    Stole: Sentence("PC steals {gold} gold.", "You steal {gold} gold."),
    (Provoked, False): Sentence(*["Every {enemy_kind} is hostile from now on."] * 2),
    (Provoked, True): Sentence(*["The {enemy_kind} is hostile from now on."] * 2),
    (FreezeToggled, True): Sentence(*["Enemies stand still."] * 2),
    (FreezeToggled, False): Sentence(*["Enemies move again."] * 2),
    ExpansionEvent: Sentence("{document_text}", "{spoken_text}"),  # it brings its own row
}
"""The rows by their event; some events have one for each of their cases, as `sentence_of` tells.

In braces stand the event's fields; in the spoken column some are words that depend on what was told
before, or on what was joined.
"""


def sentence_of(event: Event) -> Sentence:
    case: bool | str
    match event:
        case Struck(shot=True) | Missed(shot=True):
            case = SHOT
        case Moved(seen_potions=potions):
            case = bool(potions)
        case Struck(attacker) | Missed(attacker):
            case = attacker == PC
        case Slain(victim):
            case = victim == PC
        case Provoked(is_alone=is_alone):
            case = is_alone
        case FreezeToggled(enemies_frozen):
            case = enemies_frozen
        case _:
            return SENTENCES[type(event)]
    return SENTENCES[type(event), case]


def fields_of(event: Event) -> dict[str, object]:
    return {name: getattr(event, name) for name in event.__match_args__}


class MessageRoom(NamedTuple):
    """Room for messages: rows of columns, with text before them, and the end of a game after."""

    rows: int
    columns: int
    before: str = ""
    after: str = ""

    def holds(self, messages: Sequence[Message]) -> bool:
        text = f"{self.before} {join_messages(messages)} {self.after}"
        return len(wrap_text(" ".join(text.split()), self.columns)) <= self.rows


def join_messages(messages: Sequence[Message]) -> str:
    """Return messages as one line, in their order (R36)."""
    if len(messages) == 1:  # as most often, and then there is nothing to join
        return messages[0].text
    return " ".join(map(attrgetter("text"), messages))


def join_list(parts: Sequence[str]) -> str:
    """Return parts as a list in words: "a, b and c"."""
    *others, last = parts or [""]
    return f"{', '.join(others)}{' and ' if others else ''}{last}"


LASTING = ("until the next floor", "until the floor after the next")
"""How long a potion changes Atk and Def (R16), and a boost that the slow brew keeps (X104)."""


def race_prompt(rules: Rules) -> str:
    races = ", ".join([f"{race.name.lower()} ({race.key})" for race in rules.races])
    return f"Choose a race: {races}, or quit (q)."


_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def number_in_words(count: int) -> str:
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


FEW_REASONS = 2
"""So many bonuses fit into a sentence beside the board; more are told on the page of help."""


def goal_sentence(rules: Rules) -> str:
    return f"{_task(rules)}; {_score_clause(rules)}."


def opening_goal(rules: Rules) -> str:
    """Return the goal as a screen has room for it: the page of help tells of many bonuses."""
    return f"{_task(rules)}; {_brief_score_clause(rules)}."


def short_goal_sentence(rules: Rules) -> str:
    """Return the goal of the game for a screen with one row of messages (§5)."""
    return f"Find the stairs (\\) {rules.floor_count} times; {_brief_score_clause(rules)}."


def single_row_goal(rules: Rules) -> str:
    return short_goal_sentence(rules).replace("the gold you carry out", "your gold")


def _task(rules: Rules) -> str:
    count = number_in_words(rules.floor_count)
    where = f"each of {count} floors" if rules.floor_count > 1 else f"{count} floor"
    return f"Find the stairs (\\) on {where}"


def _score_clause(rules: Rules) -> str:
    turns = [each.turns for each in rules.expansions]
    reasons = _score_reasons(rules)
    factors = [f", times a factor {each.factor_reason}" for each in turns if each.score_factor]
    if not (reasons or factors):
        return "the gold you carry out is your score"
    told = join_list(["for the gold you carry out", *reasons])
    return f"you score {told}{''.join(factors)}"


def _brief_score_clause(rules: Rules) -> str:
    if len(_score_reasons(rules)) <= FEW_REASONS:
        return _score_clause(rules)
    return "you score for the gold you carry out, and for deeds that the help names"


def _score_reasons(rules: Rules) -> list[str]:
    return [reason for _, reason in rules.score_bonuses if reason]


def races_by_ease(rules: Rules) -> tuple[Race, ...]:
    return tuple(sorted(rules.races, key=lambda race: -race.won_percent))


def greeting_line(seed: int, game_number: int = 1) -> str:
    """Return the first line of a session, with the seed that makes it repeatable (R34)."""
    return f"ChamberCrawler3000, s{seed_line(seed, game_number)[1:]}."


def seed_line(seed: int, game_number: int) -> str:
    """Return the seed and the game's number; the first game needs no number."""
    return f"Seed {seed}, game {game_number}" if game_number > 1 else f"Seed {seed}"


def daily_label(date: str, *, is_practice: bool = False) -> str:
    return f"Daily {date}, practice" if is_practice else f"Daily {date}"


def news_before(rules: Rules, dice: Dice) -> tuple[str, ...]:
    """Return what expansions tell of the game with those dice, before it begins (X116)."""
    return tuple([escape_text(line) for hook in rules.hooks.before_game for line in hook(dice)])


def with_article(name: str) -> str:
    """Return a name with its article; "something", which nobody saw, and names have none."""
    is_name = name[:1].isupper() and not name.endswith(" potion")
    return name if name == SOMETHING or is_name else f"{article(name)} {name}"


def capitalized(text: str) -> str:
    """Return a text with its first letter in upper case, and all others as they are."""
    return f"{text[:1].upper()}{text[1:]}"


LEAVE_QUESTION = "Not all of this game is kept: leaving loses the rest. Leave?"

YES_OR_NO_KEYS = "Press y or n."


FORECAST_HEADING = "What would happen"
HELP_HINT = "? or F1 shows your keys, explains the game, and tells who is who."


def paste_ignored(key_count: int) -> str:
    return f"A paste of {count_text(key_count, 'key')} was ignored."


NEVER_MIND = "Never mind."
"""The reply to a question that was not answered yes, or a command that was taken back."""
END_STOP_HINT = "Press Enter."
GAME_SUMMARY_HINT = "(Enter: story)"

LAST_COMMAND_LOST = "The last command was cut off when this game ended, and is lost."
NO_HOME_FOLDER = "No folder is named by HOME"
GAME_OVER = "this game has ended"


def games_unknown_message(reason: str) -> str:
    return f"Your kept games cannot be offered: {reason}."


RESUME_KEYS_HINT = "c goes on with the marked game, l looks at it first; a race begins another one."
RESUME_COMMAND = "cc3k --continue"


def game_saved_message(resume_command: str) -> str:
    return f"Your game is kept; `{resume_command}` goes on with it."


def race_menu_hint(enter_effect: str) -> str:
    return f"Choose a race by its letter; Enter {enter_effect}; q quits."


def saved_games_heading(count: int) -> str:
    return "You left a game:" if count == 1 else f"You left {count} games, the last played first:"


GO_THERE, FIGHT_ON = "to go there", "to fight on"
TAB_DECLINES = "{fight} won't: {attacking} attacks."
"""Where a command of many turns does not fight, and what does."""

NO_PATH = "There is no way there."
NO_GOAL_HERE = "There is none to be had on this floor."
"""Of a floor that is seen whole."""
ALREADY_THERE = "You are there."
ALREADY_BESIDE = "You are next to it."
POTION_AHEAD = "Stopped: a potion is ahead."
WAY_CLOSED = "Stopped: the way is closed."
LOW_HP = "Stopped: HP is low."
STOPPED_BY_KEY = "Stopped by your key."
NOTHING_LEFT = "No gold and no potion is left on this floor."
EXPLORED_AT_STAIRS = "All is explored; the stairs are beside you."
EXPLORED = "All that can be reached is explored."
"""The same where something else is told of the stairs."""
TRY_UNKNOWN, GO_TO_VAULT = "to try the unknown", "to go to the vault"


def stopped_by_enemy(enemy: str) -> str:
    return f"Stopped: {with_article(enemy)} is close."


def hp_of_full(hp: int, full_hp: int) -> str:
    """Return HP, and of how many: of none where there are more, as a vampire may have."""
    return f"{hp} of {full_hp}" if hp <= full_hp else f"{hp}"


def stopped_by_limit(worst_hp: int, full_hp: int, limit: int) -> str:
    """Return that the next turn may leave so few HP at worst, or kill."""
    left = f"leave you {hp_of_full(worst_hp, full_hp)} HP; your limit is {limit}"
    return f"Stopped: a turn may {left if worst_hp else 'kill you'}."


def stopped_by_hunter(enemy: str) -> str:
    return f"Stopped: {with_article(enemy)} hunts you."


def stopped_by_body(enemy: str, *, is_fought: bool = False) -> str:
    what_helps = "; {fight} fights" * is_fought
    return f"Stopped: {with_article(enemy)} is ahead{what_helps}."


def name_keys(text: str, phrases: Mapping[str, str]) -> str:
    """Return a message with the keys, or the words, of the commands that it names in braces."""
    for name, phrase in phrases.items() if "{" in text else ():
        text = text.replace(f"{{{name}}}", phrase)
    return text


MAX_NAMES_WIDTH = 40
"""Columns of names in a warning: longer ones are only counted, so that it fits on two rows."""


def danger_on_the_way(
    enemies: Sequence[str], damage: int, hp: int, *, is_robbed: bool = False
) -> str:
    """Return that those enemies can strike on every way, and what it costs; without a full stop.

    `damage` are the HP that a turn in which all of them hit takes, of `hp`.
    """
    text = name_or_count(enemies)
    killing = " and may kill you" if damage >= hp else ""
    cost = " and ".join([f"up to {damage} HP"] * bool(damage) + ["gold"] * is_robbed) or "0 HP"
    return f"{capitalized(text)} can strike you on the way{killing} ({cost} a turn)"


def again_hint(reason: str, deed: str, purpose: str) -> str:
    """Return what doing the same again begins: a deed is to `press >`, or to `say` words."""
    return f"{reason}: {deed} again {purpose}."


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


def question_with_keys(question: str, keys: str) -> str:
    """Return a question with the keys that answer it, which a package may have written itself."""
    return f"{question.removesuffix(' (y/n)')} {keys}"
