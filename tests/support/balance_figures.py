"""What games of all expansions cost and buy: the figures of `cc3k help balance` beyond the arena's.

`python -m tests.support.balance_figures FIRST LAST` plays the games of these numbers of seed 11
with the bot `delver`, each with the next race, and prints deaths by floor, floors on which HP fell
under 40 %, and the share of each payment, of each thing among its offers, and of the toll.
"""

import sys
from collections import Counter
from collections.abc import Iterable, Sequence

from attrs import frozen

from cc3k.bots.bot import create_bot
from cc3k.bots.plugins import load_bot
from cc3k.bots.statistics import MAX_COMMANDS, estimate_share, format_estimate, new_game
from cc3k.engine.game import GameState
from cc3k.expansions.registry import OWN_EXPANSIONS, rules_with
from cc3k.expansions.vaults import pedestal_at
from cc3k.play.tally import GameTally

BOT, SEED = "delver", 11
LOW_SHARE = 0.4
PAYMENTS = {"the key": " for the key", "gold": " gold", "blood": " HP"}
"""The payments of a vault, and how the deed ends that tells of one."""


@frozen
class Played:
    """A game played to its end: the `turns` of each floor, and the floors on which HP were `low`.

    `offers` are the things that stood on pedestals, and `deeds` those of the game's story.
    """

    race: str
    has_won: bool
    turns: Sequence[int]
    low: int
    offers: Sequence[str]
    deeds: Sequence[str]


def play(number: int) -> Played:
    rules = rules_with(OWN_EXPANSIONS)
    game = new_game(rules, rules.races[number % len(rules.races)], SEED, number)
    bot, tally = create_bot(game, load_bot(BOT)), GameTally()
    low, offers = set[int](), dict[int, list[str]]()
    for _ in range(MAX_COMMANDS):
        offers.setdefault(game.depth, _things_offered(game))
        tally.add_turn(game, game.play(bot.choose(game)))
        if game.hero.hp < LOW_SHARE * game.hero.full_hp:
            low.add(game.depth)
        if game.outcome is not None:
            break
    return Played(
        game.race.name,
        game.outcome is not None and game.outcome.won,
        [floor.turns for floor in tally.floors],
        len(low),
        [name for names in offers.values() for name in names],
        [deed for floor in tally.floors for deed in floor.deeds],
    )


def _things_offered(game: GameState) -> list[str]:
    things = [pedestal_at(game, cell) for cell in game.floor.items]
    return [thing.name for thing in things if thing is not None]


def figures(games: Sequence[Played]) -> Iterable[str]:
    """Yield the lines of the report."""
    wins = [game for game in games if game.has_won]
    yield f"Won: {_share(len(wins), len(games))}"
    for race in sorted({game.race for game in games}):
        hand = [game.has_won for game in games if game.race == race]
        yield f"Won by {race}: {_share(sum(hand), len(hand))}"
    deaths = Counter(len(game.turns) for game in games if not game.has_won)
    yield f"Deaths by floor: {dict(sorted(deaths.items()))}"
    floors = [turns for game in games for turns in game.turns]
    yield f"Turns: {sum(floors) // len(games)} a game, {sum(floors) // len(floors)} a floor"
    yield f"Floors under 40 % HP: {_share(sum(game.low for game in games), len(floors))}"
    deeds = [deed for game in games for deed in game.deeds]
    taken = [deed for deed in deeds if deed.startswith("took the ")]
    for name, end in PAYMENTS.items():
        yield f"Paid with {name}: {_share(sum(deed.endswith(end) for deed in taken), len(taken))}"
    offers = Counter(name for game in games for name in game.offers)
    for name, count in sorted(offers.items()):
        took = sum(deed.startswith(f"took the {name} for ") for deed in taken)
        yield f"Took the {name}: {_share(took, count)}"
    paid = [any("paid the elder dragon" in deed for deed in game.deeds) for game in wins]
    yield f"Wins by the toll: {_share(sum(paid), len(paid))}"


def _share(count: int, whole: int) -> str:
    estimate = format_estimate(estimate_share([(count, whole)]), ".0%") if whole else "none"
    return f"{count} of {whole}, {estimate}"


if __name__ == "__main__":
    first, last = map(int, sys.argv[1:])
    games = [play(number) for number in range(first, last + 1)]
    sys.stdout.writelines([f"{line}\n" for line in figures(games)])
