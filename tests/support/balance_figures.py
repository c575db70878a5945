"""The tables of `cc3k help balance` about expansions, from games that are kept in files.

`python -m tests.support.balance_figures play BOT SETS FIRST LAST FILE` plays the games of these
numbers of seed 11, each with the next race, and adds a line for each to a file. A line has what one
of `cc3k arena --results` has, and the floors' turns, offers and deeds besides.
`python -m tests.support.balance_figures without GAMES FILE` plays those of them again in which the
delver took a thing, once without each, and adds lines to another file: without a thing that it did
not take, it would play any other game as it did.
`python -m tests.support.balance_figures tell FILES` prints the tables, from either kind of line.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from unittest.mock import patch

from attrs import asdict, evolve, field, frozen

from cc3k.bots import tools
from cc3k.bots.bot import MAX_COMMANDS, create_bot
from cc3k.bots.plugins import load_bot
from cc3k.bots.statistics import CUT_SHORT, estimate_share, new_game
from cc3k.engine.board import Cell
from cc3k.engine.game import GameState
from cc3k.engine.view import GameView
from cc3k.expansions.registry import OWN_EXPANSIONS, rules_with
from cc3k.play.endings import cause_of_death
from cc3k.play.history import GameTally

SEED = 11
LOW_SHARE = 0.4
ALL, BASE = "all", "base"
NEVER = -1000
TOOK = "took the "
PAYMENTS = {"the key": " for the key", "gold": " gold", "blood": " HP"}
"""The payments of a vault, and how the deed ends that tells of one."""


@frozen
class Played:
    """A game played to its end: `cause` is empty for a victory.

    `floor_turns` are the turns of each floor, and `low` the floors on which HP fell under 40 %.
    `offers` are the things that it saw on pedestals, and `deeds` those of the game's story. It was
    played `without` a thing on a pedestal, if that is told.
    """

    bot: str
    expansions: Sequence[str]
    race: str
    game: int
    cause: str
    floors: int
    turns: int
    floor_turns: Sequence[int] = ()
    low: int = 0
    offers: Sequence[str] = ()
    deeds: Sequence[str] = ()
    without: str = ""
    seed: int = field(default=SEED, kw_only=True)

    @property
    def has_won(self) -> bool:
        return not self.cause

    @property
    def set_name(self) -> str:
        """The names of the sets of its tags, without their versions."""
        names = [tag.partition("-")[0] for tag in self.expansions]
        return ALL if len(names) == len(OWN_EXPANSIONS) else " ".join(names) or BASE

    @property
    def taken(self) -> Sequence[str]:
        took = [deed.removeprefix(TOOK) for deed in self.deeds if deed.startswith(TOOK)]
        return [*dict.fromkeys(thing.partition(" for ")[0] for thing in took)]


def play(bot_name: str, names: str, number: int) -> Played:
    chosen = [each for each in OWN_EXPANSIONS if names == ALL or each.name in names.split(",")]
    rules = rules_with(tuple(chosen))
    game = new_game(rules, rules.races[number % len(rules.races)], SEED, number)
    bot, tally = create_bot(game, load_bot(bot_name)), GameTally()
    low, offers = set[int](), dict[tuple[int, Cell], str]()
    for _ in range(MAX_COMMANDS):
        offers |= _things_offered(game)
        tally.add_turn(game, game.play(bot.choose(game)))
        if game.hero.hp < LOW_SHARE * game.hero.full_hp:
            low.add(game.depth)
        if game.outcome is not None:
            break
    return Played(
        bot_name,
        [*rules.expansion_tags],
        game.race.name,
        number,
        cause_of_death(game.outcome) if game.outcome is not None else CUT_SHORT,
        game.depth,
        game.turns,
        [floor.turns for floor in tally.floors],
        len(low),
        [*offers.values()],
        [deed for floor in tally.floors for deed in floor.deeds],
    )


def play_without(games: Iterable[Played]) -> Iterator[Played]:
    """Yield each game again without each of the things that it took, which it values least."""
    for game in games:
        for thing in game.taken:
            with patch.dict(tools.VALUES, {thing.rpartition(" of ")[2]: NEVER}):
                yield evolve(play(game.bot, ALL, game.game), without=thing)


def _things_offered(game: GameState) -> dict[tuple[int, Cell], str]:
    """Return the things on pedestals that the player has seen, by floor and cell."""
    things = GameView(game).pedestals
    return {(game.depth, cell): thing.name for cell, thing in things.items()}


def read_games(lines: Iterable[str]) -> Iterator[Played]:
    """Yield the games of some lines, of `play` or of an arena's results file."""
    for line in lines:
        values: Mapping[str, object] = json.loads(line)
        known = {name: values[name] for name in Played.__annotations__ if name in values}
        yield Played(**known)  # type: ignore[arg-type]


def tables(games: Sequence[Played]) -> Iterator[str]:
    again = [game for game in games if game.without]
    games = [game for game in games if not game.without]
    yield from _table_of_sets(games)
    whole = [game for game in games if game.bot == "delver" and game.set_name == ALL]
    if again:
        yield from ("", *_table_of_forbidden(whole, again))
    if whole:
        yield from ("", *_table_of_all(whole), "", *_tables_of_deaths(whole))
        yield from ("", *_table_of_things(whole))


def _table_of_sets(games: Sequence[Played]) -> Iterator[str]:
    yield "| bot | set | won | % | from-to | floors | turns |"
    yield "|---|---|---|---|---|---|---|"
    for bot, name in dict.fromkeys((game.bot, game.set_name) for game in games):
        hand = [game for game in games if (game.bot, game.set_name) == (bot, name)]
        floors, turns = (sum(getattr(game, of) for game in hand) for of in ("floors", "turns"))
        share = _share(sum(game.has_won for game in hand), len(hand))
        yield f"| {bot} | {name} | {share} | {floors / len(hand):.1f} | {turns // len(hand):,} |"


def _table_of_all(games: Sequence[Played]) -> Iterator[str]:
    wins = [game for game in games if game.has_won]
    yield "| figure | games | % | from-to | target |"
    yield "|---|---|---|---|---|"
    for race in (ALL, *sorted({game.race for game in games})):
        hand = [game.has_won for game in games if race in {ALL, game.race}]
        yield _row("won" if race == ALL else f"by a {race.lower()}", sum(hand), len(hand), "25-75")
    floors = sum(len(game.floor_turns) for game in games)
    yield _row("floors with HP under 40 %", sum(game.low for game in games), floors, "30-70")
    taken = [deed for game in games for deed in game.deeds if deed.startswith(TOOK)]
    for name, end in PAYMENTS.items():
        count = sum(deed.endswith(end) for deed in taken)
        yield _row(f"paid with {name}", count, len(taken), "15-60")
    paid = sum(any("paid the elder dragon" in deed for deed in game.deeds) for game in wins)
    yield _row("wins by the toll", paid, len(wins), "25-75")


def _tables_of_deaths(games: Sequence[Played]) -> Iterator[str]:
    lost = [game for game in games if not game.has_won]
    yield "| lost | games | % | from-to |"
    yield "|---|---|---|---|"
    for floor, count in sorted(Counter(game.floors for game in lost).items()):
        yield _row(f"on floor {floor}", count, len(lost))
    for cause, count in Counter(game.cause for game in lost).most_common():
        yield _row(f"to {cause}", count, len(lost))


def _table_of_things(games: Sequence[Played]) -> Iterator[str]:
    offers = Counter(name for game in games for name in game.offers)
    deeds = [deed for game in games for deed in game.deeds]
    yield "| thing | taken | % | from-to | target |"
    yield "|---|---|---|---|---|"
    for name, count in sorted(offers.items()):
        took = sum(deed.startswith(f"{TOOK}{name} for ") for deed in deeds)
        yield _row(name, took, count, "10-60")


def _table_of_forbidden(games: Sequence[Played], again: Sequence[Played]) -> Iterator[str]:
    """Yield how many of the games in which a thing was taken are won without it.

    The points are those that all games together lose by that.
    """
    yield "| forbidden | won with it | won without it | points |"
    yield "|---|---|---|---|"
    won = {game.game: game.has_won for game in games}
    for thing in sorted({game.without for game in again}):
        hand = [game for game in again if game.without == thing]
        before, after = sum(won[game.game] for game in hand), sum(game.has_won for game in hand)
        points = 100 * (before - after) / len(games)
        yield f"| {thing} | {before} of {len(hand)} | {after} of {len(hand)} | {points:.1f} |"


def _row(name: str, count: int, whole: int, *more: str) -> str:
    return f"| {' | '.join([name, _share(count, whole), *more])} |"


def _share(count: int, whole: int) -> str:
    if not whole:
        return f"{count} of {whole} | | "
    share = estimate_share([(count, whole)])
    value, low, high = (f"{100 * part:.0f}" for part in (share.value, share.low, share.high))
    return f"{count} of {whole} | {value} | {low}-{high}"


def _asked_for(what: str, words: Sequence[str]) -> Iterator[Played]:
    """Yield the games that a command asks for, each as soon as it is over."""
    if what == "without":
        (path,) = words
        return play_without(read_games(Path(path).read_text("ascii").splitlines()))
    bot_name, names, first, last = words
    return map(partial(play, bot_name, names), range(int(first), int(last) + 1))


if __name__ == "__main__":
    what, *words = sys.argv[1:]
    if what == "tell":
        lines = [line for path in words for line in Path(path).read_text("ascii").splitlines()]
        sys.stdout.writelines([f"{line}\n" for line in tables([*read_games(lines)])])
    else:
        *given, path = words
        with Path(path).open("a", encoding="ascii", buffering=1) as file:
            file.writelines(f"{json.dumps(asdict(game))}\n" for game in _asked_for(what, given))
