"""Sentences: every event, a row each, with a column for each of the two voices (R36).

The document's voice has letters for enemies: "PC deals 23 damage to E (117 HP)." The spoken one is
for people and has names: "You hit the elf for 23 (117 left)." In braces stand the event's fields;
in the spoken column some are words that depend on what was told before, or on what was joined.
"""

from collections.abc import Mapping

from cc3k.engine.events import (
    PC,
    ArrivedBesidePotions,
    Descended,
    Drained,
    Drank,
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
from cc3k.engine.game import GameState
from cc3k.engine.refusals import (
    BlockedByThing,
    BlockedByWall,
    ExpansionRefusal,
    Refusal,
    refusal_message,
)
from cc3k.engine.values import frozen
from cc3k.play.messages import (
    PLAY_AGAIN_QUESTION,
    potion_of_kind,
    score_line,
    with_article,
)


@frozen
class Sentence:
    """A row: how an event reads in the document's voice, and in the spoken one."""

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
"""The rows by their event; some events have one for each of their cases, as `sentence_of` tells."""


def sentence_of(event: Event) -> Sentence:
    """Return the row of an event."""
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
    """Return the fields of an event by their names, as a row has them in braces."""
    return {name: getattr(event, name) for name in event.__match_args__}


UNNAMED_LOSS = "You lose {damage} HP{outcome}."
"""The spoken sentence where there is no room to say who struck."""


def spoken_refusal(refusal: Refusal) -> str:
    """Return the reason of a refusal as a sentence to the player (R4)."""
    match refusal:
        case BlockedByWall(way):
            return f"There is no way to the {way}."
        case BlockedByThing(way, thing):
            return f"You cannot move {way}: {with_article(thing)} is in the way."
        case ExpansionRefusal(_, text):
            return text
        case _:
            return refusal_message(refusal)


def ending_lines(game: GameState) -> tuple[str, ...]:
    """Return the document's lines at the end of a game: outcome, score, what now (R15, R33)."""
    is_won = game.outcome is not None and game.outcome.won
    defeat = f"Defeat. PC died on floor {game.depth}."
    told = "Victory! PC has left the dungeon alive." if is_won else defeat
    return (told, score_line(game), PLAY_AGAIN_QUESTION)


def spoken_ending_lines(game: GameState) -> tuple[str, ...]:
    """Return the same lines as they are spoken."""
    return (ending_sentence(game), score_line(game), PLAY_AGAIN_QUESTION)


def ending_sentence(game: GameState) -> str:
    """Return the end of a game as it is spoken: who or what, where and when; else empty."""
    outcome = game.outcome
    if outcome is None:
        return ""
    if outcome.won:
        return f"Victory! You leave the dungeon alive on turn {game.turns}."
    potions = {potion.name: potion.full_name for potion in game.rules.potions}
    if outcome.slain_by in potions:
        killer = potion_of_kind(potions[outcome.slain_by])
    else:
        of_blood = any(isinstance(event, Sickened) for event in game.last_events)
        killer = f"{'the blood of ' if of_blood else ''}{with_article(outcome.slain_by)}"
    return f"Killed by {killer} on floor {game.depth}, turn {game.turns}."
