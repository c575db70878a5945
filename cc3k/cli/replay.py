"""`cc3k replay`: watch a recorded game, print it, verify it, or export it."""

import os
import sys
from argparse import BooleanOptionalAction
from collections.abc import Iterable, Sequence
from typing import TextIO

from cc3k.cli import streams
from cc3k.cli.argument_parser import (
    CommandParser,
    add_option,
    parse_whole_number,
    require_parsed,
    run_tool,
)
from cc3k.cli.options import ScreenOptions
from cc3k.cli.plain import print_replay_sentences
from cc3k.engine.rules import Rules
from cc3k.engine.text import printable_name
from cc3k.exit_codes import EXIT_DAMAGED, EXIT_DIVERGED, EXIT_OK, EXIT_OTHER_RULES, EXIT_USAGE
from cc3k.play.messages import greeting_line
from cc3k.saves.arcade_games import find_arcade_journal
from cc3k.saves.journal_format import JournalError, RecordError
from cc3k.saves.journal_reader import (
    LAST_GAME,
    STANDARD_INPUT,
    find_journal,
    read_journal_by_name,
    rules_of_header,
)
from cc3k.saves.paths import home_folder
from cc3k.saves.record import Record
from cc3k.saves.replay import ReplayDiverged, replay_steps, start_session, verify_record
from cc3k.ui.settings import GLYPH_SET_NAMES, PALETTE_NAMES

LAST_TURN = 1_000_000_000
"""Stands for the last turn: a number that no game reaches."""


class ReplayOptions(ScreenOptions):
    file: str
    verify: bool
    script: bool
    plain: bool | None
    cast: str | None
    svg: str | None
    turn: int | None
    palette: str | None
    glyphs: str | None
    effects: bool | None = None


def build_parser() -> CommandParser:
    asked = CommandParser(
        prog="cc3k replay",
        description="Watch a game that is kept. In a terminal, ? shows the keys; through a pipe, "
        "its frames are printed again.",
        epilog=f"Exit codes: {EXIT_DIVERGED} for a game that goes another way than its journal "
        "says, "
        f"{EXIT_OTHER_RULES} for one of another ruleset, {EXIT_DAMAGED} for a damaged journal.",
    )
    add_option(
        asked,
        "file FILE",
        f"a journal, the name of one that is kept, '{LAST_GAME}' for the newest game that has "
        f"ended, or '{STANDARD_INPUT}' for standard input",
    )
    mode = asked.add_mutually_exclusive_group()
    add_option(mode, "--verify", "only see whether it is the same game")
    add_option(mode, "--script", "plain frames, even in a terminal")
    add_option(mode, "--plain", "sentences, for ears and slow lines", action=BooleanOptionalAction)
    add_option(mode, "--cast FILE.cast", "write a film for terminal players")
    add_option(mode, "--svg FILE.svg", "draw a moving picture")
    told = f"with --svg: draw only this turn, or '{LAST_GAME}'"
    add_option(asked, "--turn N", told, type=_parse_turn)
    add_option(asked, "--palette", "the colours", action="store", choices=PALETTE_NAMES)
    told = "how walls and floors are drawn"
    add_option(asked, "--glyphs", told, action="store", choices=GLYPH_SET_NAMES)
    return asked


def _parse_turn(text: str) -> int:
    if text == LAST_GAME:
        return LAST_TURN
    turn = parse_whole_number(text, 0, LAST_TURN - 1)
    return require_parsed(turn, text, f"a number, or '{LAST_GAME}'")


def run(arguments: Sequence[str]) -> int:
    return run_tool(build_parser(), arguments, ReplayOptions(), _run_replay)


def _run_replay(options: ReplayOptions) -> int:
    if options.turn is not None and options.svg is None:
        streams.print_error("--turn: found no --svg; expected one, for a picture of that turn")
        return EXIT_USAGE
    arcade_journal = find_arcade_journal(options.file, home_folder(os.environ))
    if arcade_journal is not None:
        return _replay_arcade_game(os.path.realpath(arcade_journal), options)
    name = printable_name(options.file)
    try:
        journal = read_journal_by_name(options.file, home_folder(os.environ))
    except RecordError as error:
        streams.print_error(error.told_of(name))
        whole = error.intact_record if isinstance(error, JournalError) else None
        if whole is not None and not options.verify:
            streams.print_error(f"{name}: {len(whole.steps)} commands before that are whole")
            _show_record(whole, options)
        return error.exit_code
    if journal.written.has_torn_line:
        streams.print_error(f"{name}: the last line was cut off and is left out")
    return _show_record(journal.record, options)


def _replay_arcade_game(path: str, options: ReplayOptions) -> int:
    from cc3k.cli.arcade import replay_arcade_game

    for option, value in (("--cast", options.cast), ("--svg", options.svg)):
        if value is not None:
            streams.print_error(
                f"{option}: found a game of the arcade; expected one of the dungeon"
            )
            return EXIT_USAGE
    on_screen = not (options.script or options.plain)
    return replay_arcade_game(path, options.file, verify=options.verify, on_screen=on_screen)


def _show_record(record: Record, options: ReplayOptions) -> int:
    name = printable_name(options.file)
    try:
        if options.verify:
            verify_record(record, rules_of_header(record.header))
            streams.print_text(f"{name}: the same in all of {len(record.steps)} commands\n")
            return EXIT_OK
        if options.cast is not None or options.svg is not None:
            return _export(record, options)
        if options.script or options.file == STANDARD_INPUT or not streams.is_interactive():
            return _print_replay(record, options)
        options.apply_config()
        return (_print_replay if options.plain else _show_on_screen)(record, options)
    except RecordError as error:
        sys.stdout.flush()
        streams.print_error(error.told_of(name))
        return error.exit_code


def _print_replay(record: Record, options: ReplayOptions) -> int:
    retell = print_replay_sentences if options.plain else print_replay_frames
    retell(record, rules_of_header(record.header), sys.stdout)
    return EXIT_OK


def print_replay_frames(record: Record, rules: Rules, out: TextIO) -> None:
    session = start_session(record.header, rules)
    out.write("\n".join([greeting_line(session.seed), *session.race_question, ""]))
    out.writelines(session.frame_or_prompt() for _ in replay_steps(record, session))


def _export(record: Record, options: ReplayOptions) -> int:
    from cc3k.export import films
    from cc3k.saves.disk import atomic_write_text
    from cc3k.ui.replay_screen import DEFAULT_SPEED, Playback

    playback = Playback.from_record(record, rules_of_header(record.header))
    path = (options.svg if options.cast is None else options.cast) or ""
    is_piped = options.file == STANDARD_INPUT
    source = 0 if is_piped else find_journal(options.file, home_folder(os.environ))
    if options.turn is not None and playback.total_turns < options.turn < LAST_TURN:
        name, last = printable_name(options.file), playback.total_turns
        streams.print_error(
            f"{name}: found no turn {options.turn}; expected 0 to {last}, or '{LAST_GAME}'"
        )
        return EXIT_USAGE

    def contents() -> Iterable[str]:
        settings = options.screen_settings()
        if options.cast is not None:
            return films.asciicast_lines(playback, settings, DEFAULT_SPEED)
        if options.turn is None:
            return [films.render_animated_svg(playback, settings, DEFAULT_SPEED)]
        playback.seek_turn(options.turn)
        return [films.render_current_frame(playback, settings)]

    try:
        code = streams.try_write(path, lambda: atomic_write_text(path, contents()), [source])
    except films.AnimationTooLong as error:
        name = printable_name(options.file)
        streams.print_error(f"{name}: found {error}; expected fewer, or --turn N for one of them")
        return EXIT_USAGE
    return code or _report_divergence(playback.divergence, options)


def _show_on_screen(record: Record, options: ReplayOptions) -> int:
    from cc3k.terminal.loop import run_app
    from cc3k.ui.console import Console
    from cc3k.ui.replay_screen import DEFAULT_SPEED, Playback, ReplayScreen

    settings, notice = options.settings_for_terminal(os.environ)
    playback = Playback.from_record(record, rules_of_header(record.header))
    screen = streams.open_game_screen(settings, mouse=False)
    if screen is None:
        return _print_replay(record, options)
    console = Console(playback.session, *screen.size, settings)
    code = run_app(ReplayScreen(playback, console, DEFAULT_SPEED, notice=notice), screen)
    return code or _report_divergence(playback.divergence, options)


def _report_divergence(divergence: ReplayDiverged | None, options: ReplayOptions) -> int:
    if divergence is None:
        return EXIT_OK
    streams.print_error(f"{printable_name(options.file)}: {divergence}")
    return EXIT_DIVERGED
