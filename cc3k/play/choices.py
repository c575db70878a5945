"""Choices before a game: its seed and race, and the HP at which fights stop."""

from cc3k.content.roster import BASE_RULES
from cc3k.engine.hero import Race
from cc3k.engine.rules import Rules
from cc3k.engine.text import escape_text
from cc3k.engine.values import frozen

MAX_SEED_DIGITS = 32
"""Digits of a seed: enough for a clock's nanoseconds, and short enough to show."""


def race_names(rules: Rules) -> str:
    return ", ".join([race.name.lower() for race in rules.races])


RACE_NAMES = race_names(BASE_RULES)
EXPECTED_SEED = f"a whole number of at most {MAX_SEED_DIGITS} digits"
EXPECTED_RACE = f"one of {RACE_NAMES}"


def parse_seed(text: str) -> int | None:
    """Return the seed that this text is, or None (R34)."""
    digits = text[text.startswith(("+", "-")) :]
    is_number = digits.isascii() and digits.isdecimal() and len(digits) <= MAX_SEED_DIGITS
    return int(text) if is_number else None


def parse_race(text: str, rules: Rules = BASE_RULES) -> Race | None:
    return rules.race_of(text.lower(), by_name=True)


@frozen
class HpLimit:
    """The HP below which a fight stops by itself: a number, or percent of the maximum HP."""

    amount: int
    is_percent: bool = False

    def hp(self, race: Race) -> int:
        """Return the limit in HP; a race without a maximum uses its starting HP (R10)."""
        return self.amount * (race.max_hp or race.hp) // 100 if self.is_percent else self.amount

    def __str__(self) -> str:
        return f"{self.amount}%" if self.is_percent else f"{self.amount}"


DEFAULT_HP_LIMIT = HpLimit(25, is_percent=True)
MAX_HP_LIMIT = 9999
EXPECTED_HP_LIMIT = (
    f"a percentage of the maximum HP, 0% to 100%, or a number of HP, 0 to {MAX_HP_LIMIT}"
)


def parse_hp_limit(text: str) -> HpLimit | None:
    """Parse a limit such as `40%` or `30`; return None for any other text."""
    number, is_percent = text.removesuffix("%").rstrip(), text.endswith("%")
    if not (number.isascii() and number.isdecimal()):
        return None
    digits = number.lstrip("0")[: len(str(MAX_HP_LIMIT)) + 1]
    limit = HpLimit(int(digits or "0"), is_percent)
    return limit if limit.amount <= (100 if is_percent else MAX_HP_LIMIT) else None


def command_of_game(rules: Rules, layout: str, seed: int, number: int, race: str) -> str:
    """Return the command line that plays the floors of a game again (R34).

    `layout` names the layout as a shell takes it. A game after the first of its seed is had by
    playing to it.
    """
    floors = [f"--floor {escape_text(layout)}"] if layout else []
    first = " ".join(["cc3k", *expansion_options(rules), *floors, f"--seed {seed}"])
    if number > 1:
        return f"{first}, and then its game {number}"
    return f"{first} --race {race.lower()}"


def expansion_options(rules: Rules) -> list[str]:
    """Return the options that choose the expansions of those rules: `--dlc all` if it is all."""
    # Imported here for a fast start: needed only for a command line.
    from cc3k.expansions.registry import ALL, OWN_EXPANSIONS

    names, own = [each.name for each in rules.expansions], {each.name for each in OWN_EXPANSIONS}
    if own.issubset(names):
        names = [ALL, *[name for name in names if name not in own]]
    numbers = [
        f"--{each.setting.option} {each.setting_value}"
        for each in rules.expansions
        if each.setting is not None and each.setting_value is not None
    ]
    return [f"--dlc {','.join(names)}", *numbers] if names else []
