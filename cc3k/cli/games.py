"""`cc3k games`: list the saved games, or delete some."""

import json
import os
import shlex
from argparse import Namespace
from collections.abc import Callable, Sequence
from typing import TypeAlias

from cc3k.cli.arcade import describe_kept
from cc3k.cli.argument_parser import CommandParser, add_option, run_tool
from cc3k.cli.streams import fold_list, print_error, print_json_list, print_text
from cc3k.engine.text import escape_text, printable_name
from cc3k.exit_codes import EXIT_FAILED, EXIT_OK, EXIT_USAGE
from cc3k.saves.arcade_games import ArcadeGameOnDisk, unfinished_arcade_games
from cc3k.saves.journal_format import RecordError
from cc3k.saves.journal_reader import JOURNAL_SUFFIX, command_of_header, read_journal_by_name
from cc3k.saves.journal_writer import SaveContext
from cc3k.saves.open_files import describe_error, read_regular, reason_of
from cc3k.saves.paths import MORGUE_FOLDER, home_folder
from cc3k.saves.recorder import close_killed_games
from cc3k.saves.result_sources import MAX_PAGE_BYTES
from cc3k.saves.saved_games import SavedGame, delete_journal, delete_saved_game, load_saved_games

ListedGame: TypeAlias = SavedGame | ArcadeGameOnDisk

NO_SAVED_GAMES = "No unfinished game is kept: one that is left on a terminal will be."


class GamesOptions(Namespace):
    delete: list[str]
    page: str | None
    json: bool


def run(arguments: Sequence[str]) -> int:
    return run_tool(build_parser(), arguments, GamesOptions(), _list_or_delete)


def build_parser() -> CommandParser:
    parser = CommandParser(
        prog="cc3k games",
        description="List the games that are kept to be gone on with, the one played last first. "
        "`cc3k --continue` goes on with the first that can be, and the menu with any; "
        "games of the arcade are offered by their commands.",
    )
    add_option(parser, "--delete NAME", "delete these games for good", nargs="+", default=[])
    add_option(parser, "--page NAME", "print the page of a game: how it went, and ended")
    add_option(parser, "--json", "tell programs")
    return parser


def _list_or_delete(options: GamesOptions) -> int:
    if options.page is not None:
        return _print_page(options.page, is_json=options.json)
    folder, code, kept = home_folder(os.environ), EXIT_OK, list[ListedGame]()
    loaders: tuple[Callable[[str], Sequence[ListedGame]], ...]
    loaders = (load_saved_games, unfinished_arcade_games)
    if folder is not None:
        close_killed_games(folder)
        for load in loaders:
            try:
                kept += load(folder)
            except OSError as error:
                print_error(describe_error(error))
                code = EXIT_FAILED
    if options.delete:
        return _delete_named(options.delete, kept) if code == EXIT_OK else code
    if options.json:
        print_json_list(map(_game_to_json, kept))
        print_text("\n")
    else:
        listed = "".join([f"{printable_name(game.name)}\n  {_describe(game)}\n" for game in kept])
        if listed or code == EXIT_OK:
            print_text(fold_list(listed) or f"{NO_SAVED_GAMES}\n")
    return code


def _describe(game: ListedGame) -> str:
    return game.description if isinstance(game, SavedGame) else describe_kept(game)


def _print_page(name: str, *, is_json: bool) -> int:
    """Print the page of a game, over or not; return the exit code.

    The page of a game that cannot be replayed is the one that an earlier release wrote, if any.
    """
    from cc3k.saves.game_page import game_page, game_page_to_json, summarize_record

    home, root = home_folder(os.environ), os.path.basename(name).removesuffix(JOURNAL_SUFFIX)
    try:
        record = read_journal_by_name(name, home).record
        summary = summarize_record(record)
    except RecordError as error:
        code, reason = error.exit_code, error.told_of(printable_name(name))
    else:
        command, quoted = command_of_header(record.header), shlex.quote(name)
        if is_json:
            facts = game_page_to_json(summary, command or f"cc3k replay {quoted}", root)
            text = f"{json.dumps(facts, indent=1)}\n"
        else:
            text = game_page(summary, command, quoted)
        print_text(escape_text(text, "\n"))
        return EXIT_OK
    old = os.path.join(home or "", MORGUE_FOLDER, f"{root}.{'json' if is_json else 'txt'}")
    try:
        print_text(read_regular(old, MAX_PAGE_BYTES).decode("ascii", "replace"))
    except OSError:
        print_error(reason)
        return code
    return EXIT_OK


def _delete_named(names: Sequence[str], games: Sequence[ListedGame]) -> int:
    by_name = {game.name: game for game in games}
    wanted = [name.removesuffix(JOURNAL_SUFFIX) for name in names]
    for name in wanted:
        if name not in by_name:
            expected = ", ".join(map(printable_name, by_name)) or "none, as none is kept"
            print_error(f"games: found {printable_name(name)}; expected one of: {expected}")
            return EXIT_USAGE
    return max([_delete_game(by_name[name]) for name in dict.fromkeys(wanted)])


def _delete_game(game: ListedGame) -> int:
    context, done = SaveContext(), "deleted"
    try:
        if isinstance(game, ArcadeGameOnDisk):
            delete_journal(game.path, context)
        else:
            delete_saved_game(game, context)
            if game.is_daily_attempt:
                done = "given up, as a daily game is played once"
    except OSError as error:
        print_error(f"{printable_name(game.path)}: {reason_of(error)}")
        return EXIT_FAILED
    print_text(f"{printable_name(game.name)} is {done}.\n")
    return EXIT_OK


def _game_to_json(game: ListedGame) -> dict[str, object]:
    facts: dict[str, object] = {
        "name": game.name,
        "path": game.path,
        "played": game.last_played,
        "trouble": game.problem,
    }
    if isinstance(game, ArcadeGameOnDisk):
        if (inputs := game.record) is not None:
            facts |= {"arcade": inputs.game, "inputs": len(inputs.steps), "begun": inputs.begun}
    elif game.journal is not None:
        record = game.journal.record
        header, last = record.header, record.last_state
        facts |= {
            "race": header.race,
            "floor": last.floor,
            "hp": last.hp,
            "gold": last.gold,
            "turn": record.turn_count,
            "seed": header.seed,
            "game": header.game_number,
            "kind": header.game_kind,
            "layout": header.layout_name,
            "expansions": list(header.expansions),
            "begun": header.started_at,
        }
    return facts
