"""Plug-ins that misbehave: each ends in one line that names expansion and package (X5).

The loop goes over the fields of `Expansion`: a new one is tried without another line here.
"""

import os
import signal
import subprocess
from collections.abc import Callable
from copy import copy
from importlib import metadata
from operator import attrgetter
from typing import TypeAlias, TypeVar

import attrs
import pytest
from attrs import evolve, frozen

from cc3k.api import Game
from cc3k.bots.game import observe
from cc3k.cli.main import main
from cc3k.cli.race_screen_offers import read_last_choice
from cc3k.content.layout.reader import read_layout
from cc3k.content.roster import BASE_RULES
from cc3k.engine.actions import legal_actions
from cc3k.engine.arrivals import spawn_enemy
from cc3k.engine.enemies import Behaviour, Enemy, EnemyKind, Stage
from cc3k.engine.events import Event
from cc3k.engine.expansion import (
    GROUPS,
    BrokenExpansion,
    ChoiceMenu,
    Commands,
    Expansion,
    ExpansionHint,
    Figure,
    FloorHooks,
    Forecast,
    ItemHooks,
    KeyBinding,
    MenuCommand,
    MenuLine,
    NumberSetting,
    Rows,
    SightHooks,
    TextHooks,
    TurnHooks,
)
from cc3k.engine.game import GameState
from cc3k.engine.hero import Hero, Race
from cc3k.engine.items import GoldPile, Potion, Trinket
from cc3k.engine.running_game import ExpansionAction
from cc3k.engine.stats import BaseStats
from cc3k.engine.view import GameView
from cc3k.expansions.registry import UnknownExpansion, check_expansion, rules_with
from cc3k.play.help import expansion_help
from cc3k.play.look import describe_cell
from cc3k.play.session import Session
from cc3k.saves.expansion_plugins import guard_expansion, list_expansions, select_rules
from cc3k.saves.paths import CHOICE_FILE
from cc3k.saves.plugins import find_plugins
from cc3k.ui.console import Console
from cc3k.ui.settings import ScreenSettings
from tests.expansions.conftest import Site
from tests.support.consoles import lines, pressed
from tests.support.expansions import game_of
from tests.support.packages import ROOT_SOURCE
from tests.support.processes import COMMAND, PATIENCE, ROOT, environment, start_and_wait
from tests.support.tables import for_each
from tests.support.terminals import GAME, XTERM, Terminal

LABEL = "expansion 'thing' of thing 1.0"
DRAWING = b"|-------|\n|.0.0..\\|\n|.@HH.9.|\n|.1...D.|\n|-------|\n"
WORDS = "thing asks a ea f f we u so ea ea ea"

Value: TypeAlias = object
Thing = TypeVar("Thing")
Fault: TypeAlias = Callable[..., Value]


@frozen
class Shout(ExpansionAction):
    takes_turn = True

    def perform(self, game: GameState) -> list[Event]:
        del game
        return []

    def is_legal(self, game: GameState) -> bool:
        return not game.is_over


class Nothing:
    def copy(self) -> "Nothing":
        return Nothing()

    def digest_parts(self) -> object:
        return ()


def nothing(*_args: object) -> tuple[()]:
    return ()


ENEMY = EnemyKind("ogre", "%", 9, BaseStats(1, 1), 1)
LINE = MenuLine("a", "a thing", (MenuCommand("u", "use", "thing"),))

GOOD = Expansion(
    name="thing",
    sentence="It is 100 %z of a thing.",
    setting=NumberSetting("thing-size", "the size", 1, 9, 2),
    configure=lambda expansion, _number: expansion,
    new_part=Nothing,
    rows=Rows(
        races=(Race("Sprite", "p", 9, BaseStats(1, 1), 9),),
        enemy_kinds=(ENEMY,),
        potions=(Potion("XX", "does nothing", "x", lambda _hero: None),),
        piles=(GoldPile("heap", 3, "y"),),
        trinkets=(Trinket("ring", "=", "shines"),),
        behaviours=(Behaviour(Stage.HUNT, lambda _game, _cell, _enemy: None),),
        floor_count=5,
    ),
    floors=FloorHooks(
        draw_board=lambda _dice: BASE_RULES.standard_board,
        on_spawned=lambda _game, _cell, _dice: None,
        on_floor=lambda game, dice: spawn_enemy(game, ENEMY, dice),
        arrival_events=nothing,
        bars_stairs=nothing,
        deal_anew=lambda _game, _dice: None,
        hide_unseen=lambda _game, _dice: None,
    ),
    turns=TurnHooks(
        refuses=lambda _game, _action: None,
        all_refused=nothing,
        after_action=nothing,
        before_enemies=nothing,
        after_turn=nothing,
        filter_events=lambda _game, events: events,
        score_bonus=lambda _game: 1,
        score_reason="for being there",
        further_bonuses=((lambda _game: 1, "for staying there"),),
        score_factor=lambda _game: 120,
        factor_reason="for courage",
        forecast_kill=lambda _game, _hero, _kinds: None,
    ),
    sight=SightHooks(
        limit_sight=lambda _game, sight: sight,
        sees_cell=lambda _game, _cell: True,
        hidden_stairs_note=lambda _game: "The stairs are hidden.",
        unsearched_cells=lambda game: [game.floor.hero_cell],
    ),
    items=ItemHooks(
        potion_here=lambda _game, potion: potion,
        changes_price=lambda _game, gold: gold,
        stow_potion=lambda _game, _potion: None,
        has_room=lambda _game, _potion: True,
        pick_up_verb="thing",
    ),
    commands=Commands(
        actions=(("thing", Shout()),),
        legal_flags=lambda _game: b"\1",
        answers=(("asks", Shout()),),
        key_bindings=(KeyBinding("vi", "W", "thing", "shout"),),
        menus=(ChoiceMenu("asks", "Things", lambda _game: [LINE]),),
        help_rows=(("thing", "shout"),),
    ),
    texts=TextHooks(
        before_game=lambda _dice: ["A thing awaits you."],
        end_rows=lambda _game: [("Thing", "It was there.")],
        status_rows=lambda _game: ["Thing: 1"],
        short_rows=lambda _game: ["Th 1"],
        panel_lines=lambda _game: ["A thing"],
        figures=(Figure("things", 0, 9, lambda _game: 1),),
        enemy_notes=lambda _game, _cell: ["It sleeps."],
        barred_stairs_note=lambda _game: "slay it",
        way_out=lambda _game: "run",
        forecasts=lambda game, cell: [Forecast("after all", game.floor.enemies[cell])],
        help_notes=("It is a note.",),
        hints=(
            ExpansionHint("thing", "", lambda _game: False),
            *(ExpansionHint("more", "More.", lambda _game: False),),
        ),
    ),
)
"""An expansion that has all hooks."""


def changed(thing: Thing, name: str, value: Value) -> Thing:
    other = copy(thing)
    object.__setattr__(other, name, value)
    return other


def kill(game: object, *_args: object) -> tuple[()]:
    if isinstance(game, GameState):
        game.hero.hp = 0
    return ()


def raising(error: BaseException) -> Fault:

    def hook(*_args: object) -> Value:
        raise error

    return hook


def exercise(expansion: Expansion) -> None:
    """Play, look, ask and draw all that there is, with an expansion as a package brings it."""
    guarded = guard_expansion(expansion, LABEL)
    check_expansion(guarded)
    if guarded.setting is not None:
        guarded = guarded.with_setting(guarded.setting.default)
    rules = rules_with((guarded,))
    session = Session(rules, 1, read_layout(DRAWING, "drawn", rules).floor_layouts)
    session.frame_or_prompt()
    session.start_game(rules.races[0])
    game = game_of(session)
    draw(session, game)
    list(session.play_words(WORDS.split()))
    draw(session, game)
    game.hero.gold = 5
    game.take_stairs()
    Game(1, drawing=DRAWING.decode())
    expansion_help(rules)


def draw(session: Session, game: GameState) -> None:
    view = GameView(game)
    session.frame_or_prompt()
    observe(game)
    legal_actions(game)
    for cell in list(game.floor.enemies):
        describe_cell(game, cell)
        game.sees(cell)
    view.forecast_kill(Hero(game.race), [Enemy(ENEMY)])
    view.hints_of_expansions()
    assert isinstance(view.hidden_stairs_note, str)
    assert isinstance(view.unsearched_cells, list)
    assert isinstance(view.barred_stairs_note, str)
    assert isinstance(view.ways_out, list)
    for potion in game.rules.potions:
        game.potion_for_hero(potion)
        game.has_room_for(potion)
        list(game.stow_potion(potion) or ())
    assert isinstance(game.score, int)
    for each in game.rules.expansions:
        list(each.texts.end_rows(game) if each.texts.end_rows else ())
    game.price_here(3)
    f"{game.score}"
    game.copy_with_luck(1)
    game.copy_in_sight(1)
    game.digest()
    game.bar_stairs()
    for columns, rows in ((132, 40), (40, 12)):
        console = Console(session, columns, rows, ScreenSettings(keys="vi"))
        pressed(console, [":", "a", "s", "k", "s", "escape", "?", "escape", "o"])
        assert lines(console)


def outcome(expansion: Expansion) -> str:
    """Return the error that it ends in; empty if none; any other error fails the test."""
    try:
        exercise(expansion)
    except BrokenExpansion as error:
        return str(error)
    return ""


def test_an_expansion_with_all_hooks_plays() -> None:
    """X5: the guard lets through what is right, a percent sign in a sentence too."""
    assert outcome(GOOD) == ""


NAMES = [
    *[each.name for each in attrs.fields(Expansion)],
    *[f"{group}.{each.name}" for group, kind in GROUPS.items() for each in attrs.fields(kind)],
]
HOOKS = [name for name in NAMES if callable(attrgetter(name)(GOOD))]


def with_fault(name: str, value: Value) -> Expansion:
    group, _, field = name.rpartition(".")
    if not group:
        return changed(GOOD, name, value)
    return changed(GOOD, group, changed(getattr(GOOD, group), field, value))


@pytest.mark.slow
def test_every_hook_that_raises_is_named() -> None:
    """X5: whichever of them it is, with its package, in one line."""
    for name in HOOKS:
        for error in (ZeroDivisionError("no\nway"), SystemExit(3), GeneratorExit()):
            told = outcome(with_fault(name, raising(error)))
            assert told.startswith(f"{LABEL} failed in {name}: {type(error).__name__}"), name
            assert "\n" not in told
    behaviour = changed(Behaviour(Stage.FLEE, nothing), "act", raising(ZeroDivisionError("no")))
    rows = evolve(GOOD.rows, behaviours=(behaviour,))
    told = outcome(evolve(GOOD, rows=rows))
    assert told == f"{LABEL} failed in Behaviour.act: ZeroDivisionError: no"


def test_the_innermost_hook_is_named() -> None:
    """X5: the error of one that another has called is not that other's."""
    inner = raising(BrokenExpansion("expansion 'other' failed"))
    assert outcome(with_fault("turns.after_turn", inner)) == "expansion 'other' failed"


@for_each("turns.after_turn", "turns.filter_events", "floors.arrival_events")
def test_a_death_that_is_not_told_is_an_error(name: str) -> None:
    """X5: nobody would know what the PC died of."""
    expected = f"{LABEL}: found the PC without HP after {name}; expected the event Slain"
    assert outcome(with_fault(name, kill)).startswith(expected)


@pytest.mark.slow
def test_nothing_is_imported_or_read_before_it_is_asked_for(
    site: Site, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """X5: not for help, lists, completion or other games; metadata that is damaged is no error."""
    mark = site.folder / "mark"
    source = f"import pathlib\npathlib.Path({str(mark)!r}).touch()\n1 / 0"
    site.install("thing", source, {"thing": "thing:THING", "Bad Name": "thing:THING"})
    site.install("torn", "")
    about = site.folder / "torn-1.0.dist-info"
    monkeypatch.setenv("CC3K_CONFIG", str(site.folder / "none.toml"))
    for damage in (b"[cc3k.expansions]\nno equals sign\n", b"[cc3k.expansions]\n\xff\xfe = x:y\n"):
        (about / "entry_points.txt").write_bytes(damage)
        for words in (
            *(["--help"], ["arena", "--help"], ["check", "tiny"], ["help"]),
            *(["--dlc", "pack", "--script"], ["--plain", "--seed", "1"]),
        ):
            with monkeypatch.context() as patch:
                patch.setattr("sys.stdin", None)
                assert main(words) == 0, words
            assert "Traceback" not in capsys.readouterr().err
        assert [each.name for each in list_expansions()][-1] == "thing"
        assert not mark.exists()
        assert main(["--dlc", "torn", "--script"]) == 2
        error = capsys.readouterr().err
        assert "expansion 'torn': expected one of pack, " in error
    assert not mark.exists()
    ended = start_and_wait("--dlc", "thing", "--script", packages=site.folder)
    assert mark.exists()
    assert ended.code == 2
    told = f"cc3k: {LABEL}: found ZeroDivisionError: division by zero; expected an expansion at "
    assert ended.err == f"{told}thing:THING (CC3K_TRACEBACK=1 shows where)\n"


def test_damaged_entry_points_are_named_where_a_name_is_missed_and_hide_no_expansion(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """X5: by their package; in whatever order it and one without plug-ins are met."""
    site.install("thing", "")
    site.install("torn", "")
    path = site.folder / "torn-1.0.dist-info" / "entry_points.txt"
    path.write_text("[cc3k.expansions]\nno equals sign\n", "ascii")
    with pytest.raises(UnknownExpansion, match=r"the entry points of torn 1\.0 cannot be read"):
        select_rules(["torn"])
    packages = [*metadata.distributions()]
    for each in (packages, packages[::-1]):
        monkeypatch.setattr(metadata, "distributions", lambda order=each: order)
        assert "thing" in find_plugins("cc3k.expansions").by_name


def test_a_choice_that_is_kept_and_broken_keeps_nobody_from_playing(
    site: Site, capsys: pytest.CaptureFixture[str]
) -> None:
    """X1: it is told of, and the others are offered again."""
    site.install("thing", "1 / 0")
    (site.folder / CHOICE_FILE).write_text("pack thing\n", "ascii")
    assert read_last_choice({"CC3K_HOME": str(site.folder)}) == ["pack"]
    assert LABEL in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.parametrize("group", ["cc3k.expansions", "cc3k.bots"])
def test_ctrl_c_ends_an_import_that_hangs_with_a_sentence(site: Site, group: str) -> None:
    """X5: it names what was loaded and its package; on a pipe."""
    mark = site.folder / "mark"
    source = f"import pathlib, time\npathlib.Path({str(mark)!r}).touch()\ntime.sleep({PATIENCE})"
    site.install("thing", source)
    path = site.folder / "thing-1.0.dist-info" / "entry_points.txt"
    path.write_text(f"[{group}]\nthing = thing:THING\n", "ascii")
    option, what = ("--bot", "bot") if group == "cc3k.bots" else ("--dlc", "expansion")
    with subprocess.Popen(
        [*COMMAND, option, "thing", "--race", "s", "--script"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**environment(), "PYTHONPATH": f"{site.folder}{os.pathsep}{ROOT}"},
    ) as process:  # fmt: skip
        while not mark.exists():
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert told == f"cc3k: interrupted while {what} 'thing' of thing 1.0 was loaded\n"


def on_terminal(site: Site, *arguments: str) -> Terminal:
    paths = f"{site.folder}{os.pathsep}{ROOT}"
    env = {**XTERM, "PYTHONPATH": paths, "CC3K_HOME": str(site.folder / "home")}
    return Terminal([*GAME, *arguments], env=env)


@pytest.mark.slow
@pytest.mark.parametrize(
    "fault",
    [
        "turns.after_turn: 1 / 0 if game.turns > 1 else ()",
        "texts.status_rows: [3] if game.turns > 1 else []",
        "turns.after_turn: setattr(game.hero, 'hp', 0 if game.turns > 1 else 9) or ()",
        "turns.after_turn: setattr(game.floor, 'enemies', 3 if game.turns > 1 else {}) or ()",
    ],
)
def test_a_terminal_is_restored_and_the_journal_kept_after_a_fault(site: Site, fault: str) -> None:
    """X5: one line that names expansion and package, exit code 2, and the game is kept."""
    hook, _, expression = fault.partition(": ")
    group, _, name = hook.partition(".")
    hooks = f"{GROUPS[group].__name__}({name}=lambda game: {expression})"
    source = f"{ROOT_SOURCE}\nTHING = Expansion('thing', 'It is a thing.', {group}={hooks})\n"
    site.install("thing", source)
    with on_terminal(site, "--dlc", "thing", "--race", "troll", "--new") as terminal:
        terminal.wait_for("HP")
        terminal.type("ff")
        for keys in ("no", "so", "ea", "we", "no", "so"):
            terminal.type(keys)
        assert terminal.end() == 2
        told = " ".join(terminal.output.decode().split())  # it is folded
        assert LABEL in told
        assert "Traceback" not in terminal.output.decode()
        assert terminal.modes == terminal.modes_at_first
    (journal,) = (site.folder / "home" / "games").glob("*.cc3k")
    assert " expansions thing-1" in journal.read_text("ascii")
