"""Races as they are chosen: the goal of the game, and the races from the easiest to the hardest."""

from attrs import frozen

from cc3k.engine.hero import Race
from cc3k.engine.rules import Rules
from cc3k.play.messages import join_list

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def goal_sentence(rules: Rules) -> str:
    """Return the goal of the game (§5)."""
    floors = rules.floor_count
    count = _NUMBERS[floors] if floors < len(_NUMBERS) else str(floors)
    where = "each of " if floors > 1 else ""
    noun = "floors" if floors > 1 else "floor"
    return f"Find the stairs (\\) on {where}{count} {noun}; {_score_clause(rules)}."


def short_goal_sentence(rules: Rules) -> str:
    """Return the goal of the game for a screen with one row of messages (§5)."""
    return f"Find the stairs (\\) {rules.floor_count} times; {_score_clause(rules)}."


def single_row_goal(rules: Rules) -> str:
    return short_goal_sentence(rules).replace("the gold you carry out", "your gold")


def _score_clause(rules: Rules) -> str:
    """Return what a score is made of: the gold, and what expansions give points for (R15)."""
    reasons = [each.turns.score_reason for each in rules.expansions if each.turns.score_bonus]
    if not any(reasons):
        return "the gold you carry out is your score"
    told = join_list(["for the gold you carry out", *filter(None, reasons)])
    return f"you score {told}"


def races_by_ease(rules: Rules) -> tuple[Race, ...]:
    """Return the races, the easiest first; those without figures come last."""
    return tuple(sorted(rules.races, key=lambda race: -race.won_percent))


@frozen
class RaceRow:
    """A race to choose: its key, its figures in columns, and what it is good at."""

    race: Race
    figures: str
    strength: str


def race_heading(rules: Rules) -> str:
    """Return the heading of the columns of `RaceRow.figures`.

    How easy they are with expansions was not measured (X9).
    """
    return f"     {'race         ' if rules.expansions else 'easiest first'}   HP  Atk  Def"


STRENGTH_HEADING = "good at"


def race_rows(rules: Rules) -> list[RaceRow]:
    return [
        RaceRow(race, _figures(race), race.good_at or race.trait) for race in races_by_ease(rules)
    ]


def _figures(race: Race) -> str:
    figures = f"{race.hp:>3}  {race.stats.attack:>3}  {race.stats.defence:>3}"
    return f"  {race.key}  {race.name:<13}  {figures}"


def race_sentences(rules: Rules) -> list[str]:
    return [
        f"Races, the easiest{' without expansions' if rules.expansions else ''} first:",
        *[race_sentence(race, f" ({race.key})") for race in races_by_ease(rules)],
    ]


def race_sentence(race: Race, key: str = "") -> str:
    return (
        f"{race.name}{key}: {race.hp} HP, Atk {race.stats.attack}, Def {race.stats.defence}. "
        f"Good at {race.good_at or race.trait}."
    )
