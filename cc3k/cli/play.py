"""`cc3k` without a tool name: play a game, on a screen or in lines (§6)."""

import os
import sys
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from cc3k.cli.argument_parser import exit_code_of
from cc3k.cli.options import PlayOptions, choose_race, choose_rules, parse_play_options, random_seed
from cc3k.cli.script import run_script
from cc3k.cli.streams import is_interactive, print_error, read_standard_input, require_output
from cc3k.engine.board import FloorLayout
from cc3k.engine.hero import Race
from cc3k.engine.rules import Rules
from cc3k.exit_codes import EXIT_OK
from cc3k.play.messages import RESUME_COMMAND
from cc3k.play.quoting import printable_name
from cc3k.play.session import Session

if TYPE_CHECKING:
    from cc3k.cli.recorded_games import GameSetup
    from cc3k.play.interruptions import MultiTurnCommand
    from cc3k.saves.replay import TakeNotices
    from cc3k.ui.console import Console
    from cc3k.ui.game_screen import GameScreen
    from cc3k.ui.race_screen import RaceMenu
    from cc3k.ui.settings import ScreenSettings


def run(arguments: Sequence[str]) -> int:
    return exit_code_of(lambda options: play(parse_play_options(arguments, options)), PlayOptions())


def play(options: PlayOptions, *, is_daily: bool = False) -> int:
    on_terminal = not options.script and is_interactive()
    asked_race = options.race
    if on_terminal and options.svg is None:
        from cc3k.cli.streams import apply_config

        apply_config(options)
    is_begun = (options.race, options.bot, options.svg) != (None, None, None)
    has_race_screen = not (is_begun or options.resume or options.tutorial)
    offers_last_choice = on_terminal and not is_daily and has_race_screen
    if offers_last_choice and options.dlc is None:  # the game of the day is everybody's
        from cc3k.cli.expansion_switches import read_last_choice

        options.dlc = read_last_choice(os.environ) or None
    settle_rules(options, is_daily=is_daily, is_race_asked_for=asked_race is not None)
    is_played_otherwise = options.plain or options.svg is not None or options.bot is not None
    is_kept = options.resume or options.journal is not None
    if not (on_terminal or is_played_otherwise or is_kept):
        # Not by `_play_game`, for a fast start: what sets up a kept game is a tenth of all imports.
        session = begin_session(options)
        require_output()
        run_script(session, read_standard_input, sys.stdout)
        return EXIT_OK
    setup = _set_up_game(options, is_daily=is_daily, on_terminal=on_terminal)
    command = None
    if options.bot is not None:
        from cc3k.bots.plugins import load_bot
        from cc3k.cli.watched_bots import start_bot_game

        command = start_bot_game(setup.session, load_bot(options.bot))
    if options.svg is not None:
        return _write_picture(options.svg, setup.session, options)
    require_output()
    try:
        return _play_game(options, setup, command, on_terminal=on_terminal)
    finally:
        setup.recorder.close()
        _print_notices(setup.recorder.take_notices)


def settle_rules(options: PlayOptions, *, is_daily: bool, is_race_asked_for: bool) -> None:
    """Set the rules that the options ask for, and by them their race and the seed of the day.

    A race that is not asked for is the configuration's, and may be of an expansion that is off.
    Raises `BrokenExpansion`, and `SystemExit` for what cannot be played.
    """
    options.rules = choose_rules(options, for_layout=options.floor is not None)
    options.race = choose_race(options, options.rules, is_asked_for=is_race_asked_for)
    if is_daily and options.seed is not None and options.rules.expansions:
        from cc3k.saves.record import daily_seed

        options.seed = int(daily_seed(f"{options.seed}", options.rules.expansion_tags))


def _print_notices(take_notices: "TakeNotices") -> None:
    for text in take_notices():
        print_error(text)


def _play_game(
    options: PlayOptions,
    setup: "GameSetup",
    command: "MultiTurnCommand | None",
    *,
    on_terminal: bool,
) -> int:
    if on_terminal and not options.plain:
        code = _play_on_screen(options, setup, command)
        if code is not None:
            return code
    if command is not None:
        from cc3k.cli.watched_bots import print_bot_game

        print_bot_game(setup.session, command, sys.stdout)
    elif options.plain or on_terminal:
        _play_in_sentences(options, setup)
    else:
        run_script(
            setup.session,
            read_standard_input,
            sys.stdout,
            partial(_print_notices, setup.recorder.take_notices),
        )
    return EXIT_OK


def _play_on_screen(
    options: PlayOptions, setup: "GameSetup", command: "MultiTurnCommand | None"
) -> int | None:
    from cc3k.cli.streams import open_game_screen, screen_settings_for_terminal
    from cc3k.terminal.loop import run_app

    settings, notice = screen_settings_for_terminal(options, os.environ)
    screen = open_game_screen(settings, mouse=settings.mouse)
    if screen is None:
        return None
    app = create_game_screen(setup, settings, screen.size, is_watched=command is not None)
    app.resume_command, app.ring_bell = _resume_command(options.journal), screen.ring_bell
    app.console.running_command, app.keep_note = command, setup.recorder.keep_note
    if notice:
        app.console.add_notice(notice)
    return run_app(app, screen)


def create_game_screen(
    setup: "GameSetup",
    settings: "ScreenSettings",
    size: tuple[int, int],
    *,
    is_watched: bool = False,
    console_type: "type[Console] | None" = None,
) -> "GameScreen":
    """Return the screen of a setup, of that many columns and rows.

    A game that `is_watched` is nobody's: it shows no goal, and its end has no screen of its own.
    """
    from cc3k.cli.recorded_games import load_end_records
    from cc3k.ui.console import Console
    from cc3k.ui.game_screen import GameScreen

    console = (console_type or Console)(setup.session, *size, settings)
    console.make_menu = partial(_make_menu, setup)
    if not is_watched:
        console.shows_goal = True
        console.load_end_records = partial(load_end_records, setup, settings)
    return GameScreen(console, setup.recorder.take_notices, try_to_save=setup.recorder.try_to_save)


def _make_menu(setup: "GameSetup") -> "RaceMenu":
    from cc3k.play.messages import races_by_ease
    from cc3k.ui.race_screen import RaceMenu

    races, takes_default = races_by_ease(setup.session.rules), not setup.has_unlisted_games
    return RaceMenu(races, setup.resume_offers, takes_default, setup.news, setup.switches)


def _play_in_sentences(options: PlayOptions, setup: "GameSetup") -> None:
    from cc3k.cli.plain import PlainSession, play_words
    from cc3k.cli.recorded_games import load_end_records
    from cc3k.cli.streams import screen_settings_from_options

    settings = screen_settings_from_options(options)
    speaker = PlainSession(
        setup.session,
        sys.stdout,
        setup.resume_offers,
        setup.recorder.take_notices,
        limit=settings.fight_until,
        program=settings.command,
        resume_command=_resume_command(options.journal),
        news=setup.news,
        switches=setup.switches,
        load_end_records=partial(load_end_records, setup, settings),
    )
    play_words(speaker, read_standard_input)


def _resume_command(journal: str | None) -> str:
    if journal is None:
        return RESUME_COMMAND
    from shlex import quote

    return f"{RESUME_COMMAND} --journal {printable_name(quote(journal))}"


def _write_picture(path: str, session: Session, options: PlayOptions) -> int:
    from cc3k.cli.streams import screen_settings_from_options, try_write
    from cc3k.export.pictures import render_game_svg
    from cc3k.saves.disk import atomic_write_text
    from cc3k.saves.files import find_layout

    floors = [] if options.floor is None else [find_layout(options.floor)]

    def write() -> None:
        picture = render_game_svg(session, screen_settings_from_options(options))
        atomic_write_text(path, [picture])

    return try_write(path, write, floors)


def _set_up_game(options: PlayOptions, *, is_daily: bool, on_terminal: bool) -> "GameSetup":
    """Return the setup of the game, recorded if played on a terminal or if asked for.

    What a bot plays is not the player's, and is kept by nobody.
    """
    from cc3k.cli.recorded_games import set_up_recorded_game, set_up_unrecorded_game
    from cc3k.saves.record import DAILY, ORDINARY

    unwatched = options.svg is None and options.bot is None
    if unwatched and (on_terminal or options.resume or options.journal is not None):
        game_kind = DAILY if is_daily else ORDINARY
        return set_up_recorded_game(options, game_kind, lambda: create_session(options))
    return set_up_unrecorded_game(begin_session(options))


def begin_session(options: PlayOptions) -> Session:
    session = create_session(options)
    if isinstance(options.race, Race):
        session.start_game(options.race)
    return session


def create_session(options: PlayOptions) -> Session:
    session = Session(
        options.rules,
        random_seed() if options.seed is None else options.seed,
        load_floor_layouts(options.floor, options.rules),
        is_practice=options.practice,
    )
    if options.tutorial:
        from cc3k.play.tutorial import Tutorial

        session.tutorial = Tutorial()
    return session


def load_floor_layouts(floor: str | None, rules: Rules) -> Sequence[FloorLayout]:
    """Return the floors of a layout file, if one is named; print its warnings."""
    if floor is None:
        return ()
    from cc3k.saves.files import load_layout

    layout = load_layout(floor, rules)
    for warning in layout.warnings:
        print_error(f"warning: {warning}")
    return layout.floor_layouts
