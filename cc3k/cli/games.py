"""`cc3k games`: the games that are kept to be gone on with, and how one is deleted."""

import os
from argparse import Namespace
from collections.abc import Sequence

from cc3k.cli.command import Parser, obey, say, say_list
from cc3k.content.roster import BASE
from cc3k.play.quoting import shown
from cc3k.storage.disk import Disk
from cc3k.storage.journal_file import Clerk
from cc3k.storage.lookup import SUFFIX
from cc3k.storage.paths import home
from cc3k.storage.saved_games import KeptGame, delete, kept_games
from cc3k.tty.streams import FAILED, OK, USAGE, complain

NOTHING = "No unfinished game is kept: one that is left on a terminal will be."


class Wanted(Namespace):
    """What the command line asks for."""

    delete: list[str]
    json: bool


def run(arguments: Sequence[str]) -> int:
    """List the games that are kept, or delete some; return the exit code."""
    return obey(_parser(), arguments, Wanted(), _answer)


def _parser() -> Parser:
    parser = Parser(
        prog="cc3k games",
        description="List the games that are kept to be gone on with, the one played last first. "
        "`cc3k --continue` goes on with the first that can be, and the menu with any.",
    )
    parser.add_argument(
        "--delete", nargs="+", default=[], metavar="NAME", help="delete these games for good"
    )
    parser.add_argument("--json", action="store_true", help="tell programs")
    return parser


def _answer(wanted: Wanted) -> int:
    folder = home(os.environ)
    games = [] if folder is None else kept_games(folder, BASE)
    if wanted.delete:
        return _delete(wanted.delete, games)
    if wanted.json:
        say_list(_facts(game) for game in games)
        say("\n")
    else:
        say("".join([f"{shown(game.name)}\n  {game.told}\n" for game in games]) or f"{NOTHING}\n")
    return OK


def _delete(names: Sequence[str], games: Sequence[KeptGame]) -> int:
    """Delete the games of those names, or none if one of them is unknown."""
    by_name = {game.name: game for game in games}
    wanted = [name.removesuffix(SUFFIX) for name in names]
    for name in wanted:
        if name not in by_name:
            expected = ", ".join([shown(game.name) for game in games]) or "none, as none is kept"
            complain(f"games: found {shown(name)}; expected one of: {expected}")
            return USAGE
    return max([_deleted(by_name[name]) for name in dict.fromkeys(wanted)])


def _deleted(game: KeptGame) -> int:
    try:
        delete(game, Clerk(Disk(), f"process {os.getpid()}"))
    except OSError as error:
        complain(f"{shown(game.path)}: {error.strerror or error}")
        return FAILED
    say(f"{shown(game.name)} is deleted.\n")
    return OK


def _facts(game: KeptGame) -> dict[str, object]:
    """Return what is told of a game to programs; without its figures where none can be read."""
    facts: dict[str, object] = {
        "name": game.name,
        "path": game.path,
        "played": game.when,
        "trouble": game.trouble,
    }
    if game.found is None:
        return facts
    record = game.found.record
    header, last = record.header, record.last
    return {
        **facts,
        "race": header.race,
        "floor": last.floor,
        "hp": last.hp,
        "gold": last.gold,
        "turn": record.turns,
        "seed": header.seed,
        "game": header.game,
        "kind": header.kind,
        "layout": header.called,
        "begun": header.begun,
    }
