"""Messages: a table of what tells of each event, and sentences that several modules say (R36)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from operator import attrgetter

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
from cc3k.engine.text import article, count_text, escape_text, plural
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
    (Drank, True): Sentence("PC uses {potion}.", "{potion}: {changes}."),
    (Drank, False): Sentence("PC uses {potion}.", "You drink a potion: {potion}."),
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
        case Drank(before=before, after=after):
            case = before is not None and after is not None
        case Provoked(is_alone=is_alone):
            case = is_alone
        case FreezeToggled(enemies_frozen):
            case = enemies_frozen
        case _:
            return SENTENCES[type(event)]
    return SENTENCES[type(event), case]


def fields_of(event: Event) -> dict[str, object]:
    return {name: getattr(event, name) for name in event.__match_args__}


def join_messages(messages: Sequence[Message]) -> str:
    """Return messages as one line, in their order (R36)."""
    if len(messages) == 1:  # as most often, and then there is nothing to join
        return messages[0].text
    return " ".join(map(attrgetter("text"), messages))


def join_list(parts: Sequence[str]) -> str:
    """Return parts as a list in words: "a, b and c"."""
    *others, last = parts or [""]
    return f"{', '.join(others)}{' and ' if others else ''}{last}"


def potion_with_article(name: str | None) -> str:
    """Return a potion with its article: unknown until its kind has been used (R18)."""
    if name is None:
        return "an unknown potion"
    return f"{article(name)} {name} potion"


def potion_of_kind(full_name: str | None) -> str:
    """Return a potion by the full name of its kind, with its article; None for an unknown one."""
    name = "unknown" if full_name is None else full_name
    return f"{article(name.lower())} {name} potion"


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


def day_has_turned(date: str) -> str:
    return f"It is past midnight (UTC): this is {daily_label(date)}."


def news_before(rules: Rules, dice: Dice) -> tuple[str, ...]:
    """Return what expansions tell of the game with those dice, before it begins (X116)."""
    hooks = rules.hooks(lambda each: each.texts.before_game)
    return tuple([escape_text(line) for hook in hooks for line in hook(dice)])


def with_article(name: str) -> str:
    """Return a name with its article; "something", which nobody saw, and names have none."""
    is_name = name[:1].isupper() and not name.endswith(" potion")
    return name if name == SOMETHING or is_name else f"{article(name)} {name}"


def capitalized(text: str) -> str:
    """Return a text with its first letter in upper case, and all others as they are."""
    return f"{text[:1].upper()}{text[1:]}"


LEAVE_QUESTION = "Not all of this game is kept: leaving loses the rest. Leave?"

YES_OR_NO_KEYS = "Press y or n."

LOOK_HINT = "Tab: next thing. Enter: go."
LOOK_HINT_AT_VAULT = "Tab: next thing. x: next pedestal. Enter: go."
"""The keys of a look around, told where it begins."""

FORECAST_HEADING = "What would happen"
GAME_CONTINUES = "The game goes on."
KEY_FOR_HELP = "{help} for help."
HELP_HINT = "? or F1 shows your keys, explains the game, and tells who is who."


def paste_ignored(key_count: int) -> str:
    keys = "1 key" if key_count == 1 else f"{key_count} keys"
    return f"A paste of {keys} was ignored."


def unknown_command(typed: str) -> str:
    return f"There is no command '{escape_text(typed)}'."


def no_such_choice(typed: str) -> str:
    named = f"'{escape_text(typed)}'" if typed else "That"
    return f"{named} is no choice; Esc ends this."


VI_KEYS_HINT = "Arrows move; so do h, j, k and l in the keymap vi."
"""Said after one of these letters where it is no command, to players of other roguelikes."""


def unbound_key(label: str) -> str:
    return f"{label} does nothing here."


def nobody_walks_there(place: str) -> str:
    return f"There is {place}: nobody walks there."


def screen_too_small(size: tuple[int, int], needed: tuple[int, int], way_out: str) -> str:
    """Return the message for a screen that is too small to play on, both sizes in columns first.

    `way_out` is the key to leave by, and what it does: `Ctrl-D to leave`.
    """
    return (
        f"This screen has {size[0]} columns and {size[1]} rows; "
        f"the game needs {needed[0]} and {needed[1]}. "
        f"Make it larger to go on, or press {way_out}."
    )


NO_SUCH_COMMAND = "There is no such command."
"""The same of letters that have no place on the screen: they take two columns, or none."""
NEVER_MIND = "Never mind."
"""The reply to a question that was not answered yes, or a command that was taken back."""
END_STOP_HINT = "Press Enter."
GAME_SUMMARY_HINT = "(Enter: story)"

LAST_COMMAND_LOST = "The last command was cut off when this game ended, and is lost."
SAVING_AGAIN = "This game is kept again."
ENDED_GAME_KEPT = "The game before is kept after all."
ENDED_GAME_LOST = "The end of a game is not kept."
NO_HOME_FOLDER = "No folder is named by HOME"
GAME_OVER = "this game has ended"
NOTHING_TO_CONTINUE = "no unfinished game is kept; expected one to continue"


def not_saved_message(reason: str) -> str:
    return f"This game cannot be kept: {reason[:1].lower()}{reason[1:]}."


def kept_elsewhere_message(path: str) -> str:
    return f"This game is kept in {path}."


def nothing_more_saved_message(reason: str) -> str:
    why = f"{reason[:1].lower()}{reason[1:]}"
    return f"This game goes on from what is kept of it. Nothing more can be kept: {why}."


def attempt_unknown_message(label: str, reason: str) -> str:
    return f"It cannot be seen whether {label} is played ({reason}): this is practice."


def games_unknown_message(reason: str) -> str:
    return f"Your kept games cannot be offered: {reason}."


NO_FLOCK = "Nothing can be locked here: play no game in two programs at once."
HOME_RESTRICTED = "Others could write to the folder of your games; from now on only you can (0700)."
RESUME_KEYS_HINT = "c goes on with the marked game, l looks at it first; a race begins another one."
RESUME_WORDS_HINT = (
    "Say its number to go on with a game, `continue` for the first, "
    "`games` to hear of them again, or a race."
)
NOTHING_KEPT = "No unfinished game is kept."
RESUME_COMMAND = "cc3k --continue"


def game_saved_message(resume_command: str) -> str:
    return f"Your game is kept; `{resume_command}` goes on with it."


def race_menu_hint(enter_effect: str) -> str:
    return f"Choose a race by its letter; Enter {enter_effect}; q quits."


def enter_starts_race(race: str) -> str:
    return f"begins as {with_article(race.lower())}"


def no_race_has_letter(letter: str) -> str:
    return f"No race has the letter {escape_text(letter)}."


ENTER_NEEDS_CURSOR = "begins nothing until a row is marked with Up or Down"
ENTER_RESUMES_GAME = "goes on with the marked game"


def saved_games_heading(count: int) -> str:
    return "You left a game:" if count == 1 else f"You left {count} games, the last played first:"


def describe_saved_game(
    race: str, status: tuple[int, int, int, int], last_played: str, *more: str
) -> str:
    """Return a saved game as text: its floor, HP, gold, turn, and when it was played last.

    `more` has another label, such as practice, and the reason why it cannot be resumed; either may
    be empty.
    """
    floor, hp, gold, turn = status
    other, trouble = more
    time = f"{last_played[:10]} {last_played[11:16]} UTC"
    parts = [race, f"floor {floor}", f"{hp} HP", f"{gold} gold", f"turn {turn}", f"played {time}"]
    told = ", ".join([*parts, *[other] * bool(other)])
    return f"{told}; it cannot be gone on with: {trouble}." if trouble else f"{told}."


def unplayable_games_message(count: int) -> str:
    return f"{count_text(count, 'kept game')} cannot be gone on with: cc3k games says why."


def skipped_game_message(problem: str) -> str:
    return f"Passed over {problem}."


GO_THERE, FIGHT_ON = "to go there", "to fight on"
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


def stopped_by_enemies_in_view(enemies: Sequence[str]) -> str:
    come = "comes into view" if len(enemies) == 1 else "are in view"
    return f"Stopped: {count_names(enemies)} {come}."


def stopped_by_unique(reason: str, name: str, rule: str) -> str:
    """Return why a command stops, with the rule of a unique that came into view in that turn.

    The reason may be empty, or name somebody else, or the unique itself.
    """
    if name in reason:
        return f"{reason.removesuffix('.')}: {rule}."
    return f"{reason or 'Stopped:'} {name} comes into view: {rule}."


def stopped_before_crowd(enemies: Sequence[str]) -> str:
    return f"Stopped before the chamber: {count_names(enemies)} are in view."


def hunted_by(enemies: Sequence[str]) -> str:
    """Return a sentence about the enemies that hunt the PC; empty if there are none."""
    verb = "hunts" if len(enemies) == 1 else "hunt"
    return f"{capitalized(count_names(enemies))} {verb} you." if enemies else ""


def stopped_by_body(enemy: str, *, is_hunting: bool = False) -> str:
    what_helps = "; {fight} fights" * is_hunting
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
    cost = " and ".join([f"{damage} HP"] * bool(damage) + ["gold"] * is_robbed) or "nothing"
    return f"{capitalized(text)} can strike you on the way{killing} ({cost} at worst)"


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


def second_press_hint(reason: str, key: str, purpose: str) -> str:
    press = f"press {key}" if key else "click there"
    return f"{reason}: {press} again {purpose}." if purpose else reason
