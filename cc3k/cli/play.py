"""`cc3k` without a tool name: play a game, on a screen or in lines (§6); see `help/design.md`."""

import os
import sys
from collections.abc import Sequence
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, TextIO

from cc3k.cli import streams
from cc3k.cli.argument_parser import exit_code_of
from cc3k.cli.options import PlayOptions, parse_play_options, random_seed, settle_rules
from cc3k.engine.board import FloorLayout
from cc3k.engine.hero import Race
from cc3k.engine.rules import Rules
from cc3k.engine.text import printable_name
from cc3k.exit_codes import EXIT_OK
from cc3k.play.messages import RESUME_COMMAND
from cc3k.play.session import LINE_END, Session

if TYPE_CHECKING:
    from cc3k.bots.bot import Autoplay
    from cc3k.cli.recorded_games import GameSetup
    from cc3k.ui.race_screen import RaceMenu


def run(arguments: Sequence[str]) -> int:
    return exit_code_of(lambda options: play(parse_play_options(arguments, options)), PlayOptions())


def play(options: PlayOptions, *, is_daily: bool = False) -> int:
    """Settle what the options leave open, then play where they ask for it."""
    _settle(options, is_daily=is_daily)
    if options.svg is not None:
        return _write_picture(options.svg, options)
    session, setup, bot = _begin(options, is_daily=is_daily)
    streams.require_output()
    try:
        return _present(options, session, setup, bot)
    finally:
        if setup is not None:
            setup.recorder.close()
            streams.print_errors(setup.recorder.take_notices())


def _is_on_terminal(options: PlayOptions) -> bool:
    return not options.script and streams.is_interactive()


def _settle(options: PlayOptions, *, is_daily: bool) -> None:
    """Fill in what the player has configured and chosen last, as far as that is asked for."""
    is_race_asked_for = options.race is not None
    if _is_on_terminal(options) and options.svg is None:
        options.apply_config()
        is_begun = options.resume or options.tutorial or options.bot is not None
        # The game of the day is everybody's.
        if options.race is None and options.dlc is None and not (is_begun or is_daily):
            from cc3k.cli.race_screen_offers import read_last_choice

            options.dlc = read_last_choice(os.environ) or None
    settle_rules(options, is_daily=is_daily, is_race_asked_for=is_race_asked_for)


def _begin(
    options: PlayOptions, *, is_daily: bool
) -> tuple[Session, "GameSetup | None", "Autoplay | None"]:
    """Return the session, its setup if the game is recorded, and a bot, whose game nobody keeps."""
    if options.bot is not None:
        from cc3k.bots.bot import start_bot_game
        from cc3k.bots.plugins import load_bot

        session = begin_session(options)
        return session, None, start_bot_game(session, load_bot(options.bot))
    if not (_is_on_terminal(options) or options.resume or options.journal is not None):
        return begin_session(options), None, None
    # Imported here for a fast start of scripts: it takes a tenth of all imports.
    from cc3k.cli.recorded_games import set_up_recorded_game
    from cc3k.saves.record import DAILY, ORDINARY

    kind = DAILY if is_daily else ORDINARY
    setup = set_up_recorded_game(options, kind, lambda: create_session(options))
    return setup.session, setup, None


def _present(
    options: PlayOptions, session: Session, setup: "GameSetup | None", bot: "Autoplay | None"
) -> int:
    """Play on a screen, in sentences or in frames; return the exit code."""
    on_terminal = _is_on_terminal(options)
    on_screen = on_terminal and not options.plain
    if on_screen and (code := _play_on_screen(options, session, setup, bot)) is not None:
        return code
    if bot is not None:
        from cc3k.bots.bot import print_bot_game

        print_bot_game(session, bot, sys.stdout)
    elif options.plain or on_terminal:
        _play_in_sentences(options, session, setup)
    else:
        run_script(session, streams.read_standard_input, sys.stdout)
    return EXIT_OK


def run_script(session: Session, read_input: streams.ReadInput, out: TextIO) -> None:
    """Play the words of the input until input or session ends, and write the frame of each.

    Output is flushed whenever input runs dry, so a program at the other end of the pipe can play
    turn by turn. Notices are printed then, too.
    """
    streams.print_errors(session.take_notices())
    out.write(session.opening_text())
    out.flush()
    for words in chain(streams.read_words(read_input), [[LINE_END]]):
        out.writelines(session.play_words(words))
        out.flush()
        if session.is_ended:
            return
        streams.print_errors(session.take_notices())


def _play_in_sentences(options: PlayOptions, session: Session, setup: "GameSetup | None") -> None:
    from cc3k.cli.plain import PlainSession, play_words
    from cc3k.cli.recorded_games import load_past_games

    settings = options.screen_settings()
    speaker = PlainSession(
        session,
        sys.stdout,
        limit=settings.fight_until,
        resume_command=_resume_command(options.journal),
        load_past_games=partial(load_past_games, setup.recorder if setup else None, settings),
    )
    if setup is not None:
        speaker.resume_offers = setup.resume_offers
        speaker.news, speaker.switches = setup.news, setup.switches
    play_words(speaker, streams.read_standard_input)


def _play_on_screen(
    options: PlayOptions, session: Session, setup: "GameSetup | None", bot: "Autoplay | None"
) -> int | None:
    """Play on the terminal, or show what a bot plays; None if the terminal has no screen."""
    from cc3k.cli.recorded_games import load_past_games
    from cc3k.terminal.loop import run_app
    from cc3k.ui.console import Console
    from cc3k.ui.game_app import GameApp

    settings, notice = options.settings_for_terminal(os.environ)
    screen = streams.open_game_screen(settings, mouse=settings.mouse)
    if screen is None:
        return None
    load = None if setup is None else partial(load_past_games, setup.recorder, settings)
    console = Console(session, *screen.size, settings, load_past_games=load)
    console.running.command = bot
    if setup is not None:
        console.make_menu = partial(make_menu, setup)
    if notice:
        console.add_notice(notice)
    return run_app(GameApp(console, _resume_command(options.journal), screen.ring_bell), screen)


def make_menu(setup: "GameSetup") -> "RaceMenu":
    from cc3k.play.messages import races_by_ease
    from cc3k.ui.race_screen import RaceMenu

    races, takes_default = races_by_ease(setup.session.rules), not setup.has_unlisted_games
    return RaceMenu(races, setup.resume_offers, takes_default, setup.news, setup.switches)


def _resume_command(journal: str | None) -> str:
    if journal is None:
        return RESUME_COMMAND
    from shlex import quote

    return f"{RESUME_COMMAND} --journal {printable_name(quote(journal))}"


def _write_picture(path: str, options: PlayOptions) -> int:
    from cc3k.export.pictures import render_game_svg
    from cc3k.saves.disk import atomic_write_text
    from cc3k.saves.layout_files import find_layout

    session = begin_session(options)
    floors = [] if options.floor is None else [find_layout(options.floor)]

    def write() -> None:
        picture = render_game_svg(session, options.screen_settings())
        atomic_write_text(path, [picture])

    return streams.try_write(path, write, floors)


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
    if options.floor is not None:
        from shlex import quote

        session.layout_argument = quote(options.floor)
    if options.tutorial:
        from cc3k.play.tutorial import TUTORIAL_LAYOUT, Tutorial

        session.tutorial, session.layout_argument = Tutorial(), TUTORIAL_LAYOUT
    return session


def load_floor_layouts(floor: str | None, rules: Rules) -> Sequence[FloorLayout]:
    """Return the floors of a layout file, if one is named; print its warnings."""
    if floor is None:
        return ()
    from cc3k.saves.layout_files import load_layout

    layout = load_layout(floor, rules)
    for warning in layout.warnings:
        streams.print_error(f"warning: {warning}")
    return layout.floor_layouts
