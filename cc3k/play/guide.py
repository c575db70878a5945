"""Guide: the goal, fighting, potions and freezing, explained in a page."""

from collections.abc import Iterable

from cc3k.content.abilities import StatPotion
from cc3k.engine.enemies import always_hostile, never_evades
from cc3k.engine.items import Potion
from cc3k.engine.rules import Rules
from cc3k.play.commands import FREEZE_WORD
from cc3k.play.messages import article
from cc3k.play.races import goal_sentence

GUIDE_HEADINGS = {
    "goal": "The goal",
    "fighting": "Fighting",
    "potions": "Potions",
    "freeze": "Freezing enemies",
}
"""The parts of the guide, by the word that asks for one, and their headings."""

SMALL_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def guide_page(rules: Rules) -> list[str]:
    return [line for topic in GUIDE_HEADINGS for line in guide_part(rules, topic)]


def guide_part(rules: Rules, topic: str) -> list[str]:
    sentences = {
        "goal": _goal_sentences,
        "fighting": _fighting_sentences,
        "potions": _potion_sentences,
        "freeze": _freeze_sentences,
    }[topic](rules)
    return [GUIDE_HEADINGS[topic], *[f"  {sentence}" for sentence in sentences]]


def _goal_sentences(rules: Rules) -> list[str]:
    return [
        goal_sentence(rules),
        "The last stairs lead out, and you have won. A hero who dies is dead for good.",
    ]


def _fighting_sentences(rules: Rules) -> list[str]:
    return [
        "Walk into an enemy to attack it. A hit costs 100 * Atk / (100 + Def) HP.",
        "Enemies next to you, diagonally too, attack each turn; half of it misses.",
        *[
            f"{article(name).capitalize()} {name} also strikes whoever is next to what it guards."
            for name in guardians_of(rules)
        ],
        f"You never miss{_exceptions(rules)}.",
        "Look first: the odds of one enemy are exact. Tab asks at each quarter lost.",
        "In a doorway or a passage fewer enemies can reach you.",
        *[
            f"The {kind.name} is {kind.trait}."
            for kind in rules.enemy_kinds
            if kind.is_hostile is not always_hostile
        ],
        "HP come back by potions and by what your race can do, not by waiting.",
    ]


def guardians_of(rules: Rules) -> list[str]:
    """Return the names of the kinds of enemy that guard gold or anything else (R25)."""
    names = [*[pile.guardian for pile in rules.piles], *[each.guardian for each in rules.trinkets]]
    return list(dict.fromkeys(filter(None, names)))


def _exceptions(rules: Rules) -> str:
    evading = [
        f"a {kind.name} {kind.trait}"
        for kind in rules.enemy_kinds
        if kind.evades is not never_evades
    ]
    return f", but {' and '.join(evading)}" if evading else ""


def _potion_sentences(rules: Rules) -> list[str]:
    passing = [potion for potion in rules.potions if isinstance(potion.effect, StatPotion)]
    lasting = [potion for potion in rules.potions if potion not in passing]
    kinds = _number(len(rules.potions))
    return [
        f"Stand next to one and say u and a direction; {_carrying_text(rules)}.",
        f"A kind is unknown until used (there are {kinds}); an unknown one can kill.",
        *[f"For good: {_list_effects(lasting)}."] * bool(lasting),
        *[f"Until the floor ends: {_list_effects(passing)}."] * bool(passing),
    ]


def _carrying_text(rules: Rules) -> str:
    verbs = [each.pack.pick_up_verb for each in rules.expansions if each.pack.pick_up_verb]
    return f"{verbs[0]} and a direction takes it along" if verbs else "you cannot carry them"


def _freeze_sentences(rules: Rules) -> list[str]:
    notes = [each.texts.freeze_note for each in rules.expansions if each.texts.freeze_note]
    where = " ".join(notes) or "It holds on every floor."
    return [
        f"The word {FREEZE_WORD} holds all enemies still until you say it again; no turn passes.",
        f"{where} A held enemy still strikes whoever is next to it.",
    ]


def _list_effects(potions: Iterable[Potion]) -> str:
    return ", ".join([f"{potion.name} {potion.effect_text}" for potion in potions])


def _number(count: int) -> str:
    return SMALL_NUMBERS[count] if count < len(SMALL_NUMBERS) else str(count)
