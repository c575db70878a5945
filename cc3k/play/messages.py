"""What is said: events, questions and endings as sentences (R36)."""

from collections.abc import Iterable
from typing import assert_never

from cc3k.engine.events import (
    PC,
    Descended,
    Drained,
    Drank,
    Escaped,
    Event,
    Held,
    Missed,
    Moved,
    PickedUp,
    Provoked,
    Regrew,
    Saw,
    Sickened,
    Slain,
    Spawned,
    Stole,
    Struck,
    Yielded,
)
from cc3k.engine.game import Game
from cc3k.engine.rules import Rules

AGAIN = "Play again (r) or quit (q)?"


def tell(events: Iterable[Event]) -> str:
    """Return what happened as one line, in the order in which it happened (R36)."""
    return " ".join(map(sentence, events))


def sentence(event: Event) -> str:  # noqa: C901, PLR0911, PLR0912 - one case an event
    """Return one event as a sentence."""
    match event:
        case Moved(way, sees):
            return f"PC moves {way}{f' and sees {_listed(sees)}' if sees else ''}."
        case Saw(potions):
            return f"PC sees {_listed(potions)}."
        case Struck(attacker, defender, damage, left):
            state = f" ({left} HP)" if attacker == PC else ""
            return f"{attacker} deals {damage} damage to {defender}{state}."
        case Missed(attacker, defender):
            return f"{attacker} misses {defender}."
        case Slain(victim, by):
            return f"{by} slays {victim}."
        case PickedUp(gold):
            return f"PC picks up {gold} gold."
        case Regrew(hp):
            return f"PC regains {hp} HP."
        case Drained(hp):
            return f"PC drains {hp} HP."
        case Sickened(enemy, hp):
            return f"{enemy} sickens PC, who loses {hp} HP."
        case Yielded(enemy, gold):
            return f"PC takes {gold} gold from {enemy}."
        case Stole(gold):
            return f"PC steals {gold} gold."
        case Drank(potion):
            return f"PC uses {potion}."
        case Provoked(kind):
            return f"Every {kind} is hostile from now on."
        case Held(still):
            return "Enemies stand still." if still else "Enemies move again."
        case Descended(way, floor):
            return f"PC moves {way} and goes down to floor {floor}."
        case Escaped(way):
            return f"PC moves {way} and leaves the dungeon."
        case Spawned():
            return "Player character has spawned."
        case _:
            assert_never(event)


def potion_named(name: str | None) -> str:
    """Return a potion with its article: unknown until its kind has been used (R18)."""
    if name is None:
        return "an unknown potion"
    article = "an" if name[0] in "AEFHILMNORSX" else "a"  # the letters are spelled out
    return f"{article} {name} potion"


def _listed(potions: tuple[str | None, ...]) -> str:
    *others, last = [_counted(kind, potions.count(kind)) for kind in dict.fromkeys(potions)]
    return f"{', '.join(others)}{' and ' if others else ''}{last}"


def _counted(kind: str | None, count: int) -> str:
    return potion_named(kind) + (f" (x{count})" if count > 1 else "")


def race_prompt(rules: Rules) -> str:
    """Return the question for a race (§4)."""
    races = ", ".join([f"{race.name.lower()} ({race.key})" for race in rules.races])
    return f"Choose a race: {races}, or quit (q)."


def greeting(seed: int) -> str:
    """Return the line that makes a run repeatable (R34)."""
    return f"ChamberCrawler3000, seed {seed}."


def seed_line(seed: int, number: int) -> str:
    """Return what makes the game of that number repeatable; the first one needs no number."""
    return f"Seed {seed}, game {number}" if number > 1 else f"Seed {seed}"


def ending(game: Game) -> tuple[str, ...]:
    """Return how a finished game ended, its score, and how that is made up (R15, R33)."""
    return (_fate(game), _score(game), AGAIN)


def _fate(game: Game) -> str:
    outcome = game.outcome
    if outcome is not None and outcome.won:
        return "Victory! PC has left the dungeon alive."
    return f"Defeat. PC died on floor {game.depth}."


def slayer(game: Game) -> str:
    """Return what slew the PC: a kind of enemy, or of potion; nothing if nobody did."""
    glyph = "" if game.outcome is None else game.outcome.slain_by
    names = {kind.glyph: kind.name for kind in game.rules.enemies}
    names.update({potion.name: f"{potion.name} potion" for potion in game.rules.potions})
    return names.get(glyph, glyph)


def _score(game: Game) -> str:
    gold, score = game.hero.gold, game.score
    extra = f" + {score - gold} for a {game.race.name.lower()}" if score != gold else ""
    return f"Score: {score} ({gold} gold{extra})"


def attack_question(enemy: str, way: str) -> str:
    """Return what is asked before a peaceful enemy is attacked."""
    return f"The {enemy} to the {way} is peaceful. Attack it? (y/n)"


def drink_question(potion: str | None, way: str) -> str:
    """Return what is asked before a potion is used that was walked into."""
    return f"There is {potion_named(potion)} to the {way}. Use it? (y/n)"


def enemy_in_the_way(enemy: str) -> str:
    """Return who bars every way to where a journey leads."""
    return f"{_article(enemy).capitalize()} {enemy} stands in the way."


def enemy_ahead(enemy: str) -> str:
    """Return why a run or a count goes no further."""
    return f"One step further {_article(enemy)} {enemy} could strike you."


def enemy_in_reach(enemy: str) -> str:
    """Return why a journey is interrupted where no event tells."""
    return f"{_article(enemy).capitalize()} {enemy} can strike you here."


def _article(name: str) -> str:
    return "an" if name[0] in "aeiou" else "a"


RESTART_QUESTION = "Give this game up and choose a race again? (y/n) Enter is y."
QUIT_QUESTION = "Give this game up and quit? (y/n) Enter is y."
"""On a screen, where Enter after `q` and `r` does what it does in the document's interpreter."""

RESTART_LINE = "Give this game up and choose a race again? (yes/no)"
QUIT_LINE = "Give this game up and quit? (yes/no)"
"""The same where every word is followed by Enter, so that it can be no answer."""

GOES_ON = "The game goes on."
ANY_KEY = "Press any key to go on."
HELP_HINT = "During the game, ? shows the keys and who is who."


def too_small(columns: int, rows: int, needed_columns: int, needed_rows: int) -> str:
    """Return what is said on a screen that is too small to play on."""
    return (
        f"This screen has {columns} columns and {rows} rows; "
        f"the game needs {needed_columns} and {needed_rows}. "
        "Make it larger to go on, or press q to quit."
    )


BOLD_QUESTION = "Every way there leads past an enemy. Go all the same? (y/n)"
NO_WAY = "There is no way there."
NONE_HERE = "There is none to be had on this floor."
THERE = "You are there."
BESIDE = "You are next to it."
POTION_IN_THE_WAY = "A potion lies in the way."
WAY_LOST = "An enemy now covers every way on."
STAIRS_NEXT = "The next step would take the stairs."
NO_HEALING = "Rest does not heal your race."
FULL_HP = "You are at full HP."
ENEMY_NEAR = "You cannot rest in an enemy's reach."
NO_QUIET_STEP = "There is no free and safe step to rest by."
HP_LOW = "You have too few HP left to go on like this."
SCROLL_KEYS = "Up, Down, PgUp, PgDn and the space bar turn the pages; any other key goes on."
MORE_TO_READ = "(Enter: story)"

TORN = "The last command was cut off when this game ended, and is lost."
KEPT_AGAIN = "This game is kept again."
NO_FOLDER = "No folder is named by HOME"
GAME_OVER = "this game has ended"
NOTHING_TO_CONTINUE = "no unfinished game is kept; expected one to continue"


def not_kept(reason: str, what: str = "This game") -> str:
    """Return why a game, or something of it, is not written down; it goes on all the same."""
    return f"{what} cannot be kept: {reason[:1].lower()}{reason[1:]}."


def not_yet(what: str, reason: str) -> str:
    """Return why something of a game that is kept is still missing, and that it will not be."""
    return f"{what} is made at the next start; now it cannot: {reason[:1].lower()}{reason[1:]}."


UNLOCKABLE = "Nothing can be locked here by `flock`: a file beside each journal does instead."
NO_GAME = "Removed, as no game was begun in it"
HALF_WRITTEN = "Removed, as it was half written and is whole elsewhere"
OFFER_KEYS = "c goes on with the marked game, l looks at it first; a race begins another one."
OFFER_WORDS = "Say its number to go on with a game, `games` to hear of them again, or a race."
CONTINUE = "cc3k --continue"


def kept(command: str) -> str:
    """Return that the game that was left is kept, and with which command it goes on."""
    return f"Your game is kept; `{command}` goes on with it."


def choice(marked: str) -> str:
    """Return what can be chosen at the menu, and what Enter takes."""
    return f"Choose a race by its letter; Enter {marked}; q quits."


def enter_begins(race: str) -> str:
    """Return what Enter does while a race is marked."""
    return f"begins as a {race.lower()}"


ENTER_GOES_ON = "goes on with the marked game"


def kept_heading(count: int) -> str:
    """Return what stands before the games that can be gone on with."""
    return "You left a game:" if count == 1 else f"You left {count} games, the last played first:"


def kept_game(race: str, figures: tuple[int, int, int, int], when: str, *more: str) -> str:
    """Return a game that is kept: its floor, HP, gold and turn, and when it was played last.

    `more` are what else it is, such as practice, and why it cannot be gone on with, if so.
    """
    floor, hp, gold, turn = figures
    other, trouble = more
    time = f"{when[:10]} {when[11:16]} UTC"
    parts = [race, f"floor {floor}", f"{hp} HP", f"{gold} gold", f"turn {turn}", f"played {time}"]
    told = ", ".join([*parts, *[other] * bool(other)])
    return f"{told}; it cannot be gone on with: {trouble}." if trouble else f"{told}."


def passed_over(trouble: str) -> str:
    """Return which game is not gone on with, so that an older one is."""
    return f"Passed over {trouble}."


WHICH_TURN = "Which turn?"
NO_FURTHER_FLOOR = "There is no further floor."
NO_FURTHER_FIGHT = "There is no further fight."
PAUSED = "paused"
KEYS_HINT = "? shows the keys."


def place_in_replay(turn: int, turns: int, floor: int) -> str:
    """Return where a game that is watched stands."""
    return f"turn {turn} of {turns}, floor {floor}"


def speed_of_replay(speed: int) -> str:
    """Return how many commands of a game that is watched go by in a second."""
    return f"{speed} a second"
