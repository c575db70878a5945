"""Expansions of other packages: on the same footing as ours, and named when they fail (X5)."""

import signal
import sys
import threading
from pathlib import Path

import pytest

from cc3k.api import BrokenExpansion, Game, Impossible
from cc3k.cli.help import help_pages
from cc3k.cli.main import main
from cc3k.engine.events import Struck, TookTrinket
from cc3k.engine.expansion import MOVED_FIELDS
from cc3k.expansions.registry import OWN_EXPANSIONS, MissingExpansion, UnknownExpansion, rules_with
from cc3k.export.pictures import render_game_svg
from cc3k.play.endings import Ending
from cc3k.play.session import Session
from cc3k.saves.expansion_plugins import (
    describe_broken,
    expansion_names,
    parse_selection,
    rules_of_tags,
    select_rules,
)
from cc3k.saves.plugins import describe_expansion_error
from cc3k.ui.console import Console
from cc3k.ui.renderer import ConsoleRenderer
from cc3k.ui.settings import ScreenSettings
from tests.expansions.conftest import Site
from tests.support.expansions import game_of
from tests.support.packages import ROOT_SOURCE, install_module
from tests.support.processes import run

Said = pytest.CaptureFixture[str]

SEED_OF_A_HIT = 3
"""A seed of which the first attack is none that misses."""

OWN_NAMES = [each.name for each in OWN_EXPANSIONS]


def expansion_source(name: str, more: str = "") -> str:
    return f"{ROOT_SOURCE}\nTHING = Expansion(name={name!r}, sentence='It is a thing.', {more})\n"


def error_of(name: str) -> str:
    with pytest.raises(BrokenExpansion) as refused:
        select_rules([name])
    return str(refused.value)


@pytest.mark.usefixtures("moon")
def test_a_package_adds_one_more_name_on_the_same_footing() -> None:
    """X5: races, enemies, potions, commands, rules of its own; its version in the tag."""
    assert expansion_names() == (*OWN_NAMES, "moon")
    rules = select_rules(["moon"], {"moon-days": 3})
    assert rules.expansion_tags == ("moon-1:3",)
    assert rules.races[-1].name == "Werewolf"
    assert rules.enemy_kinds[-1].name == "mooncalf"
    assert rules.potions[-1].name == "ML"
    game = Game(3, "werewolf", dlc="moon", moon_days=3)
    assert game.observe().figures == {"howls": 1}
    game.play("howl")
    assert game.observe().figures == {"howls": 0}
    with pytest.raises(Impossible, match="no howl left"):
        game.play("howl")
    assert "Moon: 0 howls\n" in game.frame()


@pytest.mark.usefixtures("moon")
def test_what_a_package_adds_is_played() -> None:
    """X5: the stone is taken, the calf is frightened, the moon shines, the potion heals."""
    drawing = "|------|\n|@*m.\\.|\n|Y.....|\n|------|\n"
    game = Game(SEED_OF_A_HIT, "werewolf", drawing=drawing, dlc="moon", moon_days=2)
    game.play("howl")
    assert [enemy.stats.attack for enemy in game.view.enemies.values()] == [10]
    before = game.observe().hp
    events = game.play("ea")
    assert TookTrinket("moonstone") in events
    assert game.observe().figures == {"howls": 1}
    [blow] = [event for event in events if isinstance(event, Struck)]
    assert game.observe().hp == before - blow.damage + 3
    assert "Y deals 9 damage to PC. The full moon heals PC.\n" in game.frame()
    game.play("u ea")
    assert game.observe().known_potions == ("ML",)


@pytest.mark.usefixtures("moon")
def test_names_add_up_and_none_takes_back() -> None:
    """X1, X2: `all` plays the same everywhere, whatever is installed; names beside it add to it."""
    assert [each.name for each in select_rules(["all"]).expansions] == OWN_NAMES
    both = select_rules(["moon", "all"])
    assert [each.name for each in both.expansions] == [*OWN_NAMES, "moon"]
    assert parse_selection("Moon, all") == ["moon", "all"]
    for text in ("moon,none", "none, moon"):
        with pytest.raises(ValueError, match="found none and other names"):
            parse_selection(text)
    assert select_rules(["moon", "none"]) is rules_with(()) is rules_with(())
    assert select_rules(["none", "moon"]).expansion_tags == ("moon-1:28",)
    assert select_rules(["moon", "moon"]).expansion_tags == ("moon-1:28",)
    with pytest.raises(ValueError, match="stars: expected no such number"):
        select_rules([], {"stars": 3})
    with pytest.raises(UnknownExpansion) as refused:
        select_rules(["sun"])
    known = ", ".join([*OWN_NAMES, "moon", "all", "none"])
    assert str(refused.value) == f"expansion 'sun': expected one of {known}"


@pytest.mark.usefixtures("moon")
def test_tags_give_the_rules_of_a_journal_again() -> None:
    """X3: with the number; another version, number or name is not installed."""
    assert rules_of_tags(("moon-1:7",)) is select_rules(["moon"], {"moon-days": 7})
    for tag, reason in (
        ("moon-2:7", "moon 2; installed is moon 1"),
        ("moon-0:7", "moon 0; installed is moon 1"),
        ("moon-1", "moon-1, with a number that moon does not know"),
        ("moon-1:100", "moon-1:100, with a number that moon does not know"),
        ("sun-1", "sun 1, which is not installed"),
        ("Pack", "'Pack', whose name and version cannot be read"),
    ):
        with pytest.raises(MissingExpansion) as refused:
            rules_of_tags((tag,))
        assert refused.value.args == (f"the expansion {reason}",)


UPPER_CASE = expansion_source("thing", "commands=Commands(actions=(('Go!', ListPack()),))")


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("1 / 0", "found ZeroDivisionError: division by zero; expected an expansion at "),
        ("import nowhere", "found ModuleNotFoundError: No module named 'nowhere'; "),
        ("raise SystemExit(3)", "found SystemExit: 3; expected an expansion at "),
        ("", "found AttributeError: "),
        ("THING = 3", "found a int; expected an expansion at broken:THING"),
        (expansion_source("Thing"), "found an expansion called 'Thing'; expected a name"),
        (UPPER_CASE, "found the command 'Go!'; expected up to four words"),
        (expansion_source("other"), "found one called 'other' at broken:THING; expected"),
        (expansion_source("thing", "version=10000"), "found a version or a number of more digits"),
        (expansion_source("thing", "rows=3"), "AttributeError: 'int' object has no attribute "),
        (expansion_source("thing", "commands=Commands(actions=3)"), "TypeError: "),
        (
            "from cc3k.engine.expansion import PackHooks\n"
            + expansion_source("thing", "pack=PackHooks(stow_potion=print)"),
            "found the fields pack, which moved; expected items, as in cc3k help expansions",
        ),
        (
            expansion_source("thing", "floors=FloorHooks(potion_here=print)"),
            "found the fields potion_here, which moved; expected items.potion_here, as in cc3k",
        ),
    ],
)
def test_what_cannot_be_loaded_is_named_with_its_package(
    site: Site, source: str, reason: str
) -> None:
    """X5: the error says whose it is, and what was expected."""
    site.install("broken", source, {"thing": "broken:THING"})
    assert error_of("thing").startswith(f"expansion 'thing' of broken 1.0: {reason}")
    assert expansion_names() == (*OWN_NAMES, "thing")
    assert describe_broken(["pack", "thing"]) == {"thing": error_of("thing")}


def test_two_packages_with_one_name_are_refused(site: Site) -> None:
    """X5: a journal could not tell them apart."""
    for name in ("first", "second"):
        site.install(name, expansion_source("thing"), {"thing": f"{name}:THING"})
    told = error_of("thing")
    assert told.endswith(": found two of that name; expected one")
    assert "first 1.0" in told
    assert "second 1.0" in told


RELEASE_2 = """
from cc3k.engine.enemies import EnemyKind
from cc3k.engine.expansion import Expansion, Figure
from cc3k.engine.running_game import ExpansionAction, RunningGame, part_of
from cc3k.engine.stats import BaseStats

def shine(game: RunningGame):
    return ()

CALF = EnemyKind("mooncalf", "Y", 60, BaseStats(15, 5), spawn_weight=4)
THING = Expansion("thing", "It is old.", enemy_kinds=(CALF,), after_turn=shine,
    enemy_phase=shine, hint="Shine!", is_hint_due=lambda game: True)
"""


UNNAMED = """
from cc3k.engine.expansion import Expansion
OLDMOON = Expansion("oldmoon", "The full moon heals.", 2, (), lambda game: ())
"""


def test_a_package_of_release_2_is_refused_with_the_fields_that_moved(site: Site) -> None:
    """X4: one line says where each is now; the help has a table of all."""
    site.install("thing", RELEASE_2)
    assert error_of("thing") == (
        "expansion 'thing' of thing 1.0: found the fields enemy_kinds, after_turn, enemy_phase, "
        "hint, is_hint_due, which moved; expected rows.enemy_kinds, turns.after_turn, "
        "rows.behaviours, texts.hints, as in cc3k help expansions"
    )
    ended = run("--dlc", "thing", "--script")
    assert ended.code == 2
    (told,) = ended.err.splitlines()
    assert told.startswith(f"cc3k: {error_of('thing')}")
    site.install("oldmoon", UNNAMED)
    assert error_of("oldmoon") == (
        "expansion 'oldmoon' of oldmoon 1.0: found 5 fields without names, of which some moved; "
        "expected no others than the name, the sentence and the version, "
        "as in cc3k help expansions"
    )
    site.install("asks", expansion_source("asks", "commands=Commands(questions=())"))
    assert error_of("asks") == (
        "expansion 'asks' of asks 1.0: found the fields questions, which moved; expected "
        "commands.answers, as in cc3k help expansions"
    )
    assert MOVED_FIELDS["Expansion"].keys() >= {"cells_without_stairs", "freeze_left"}
    page = Path(help_pages()["expansions"]).read_text("utf-8")
    for field, place in [each for moved in MOVED_FIELDS.values() for each in moved.items()]:
        begin = f"| `{place.partition('.')[0]}`"
        rows = [row for row in page.splitlines() if row.startswith(begin)]
        assert any(f"`{field}`" in row for row in rows), field


ENEMY = "rows=Rows(enemy_kinds=(EnemyKind({}, 9, BaseStats(1, 1), 1),))".format
POTION = "rows=Rows(potions=(Potion('XX', 'nothing', '0', Heal(1)),))"
RACE = "rows=Rows(races=(Race('Sprite', 's', 9, BaseStats(1, 1), 9),))"


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        (ENEMY("'orc', '%'"), "found two enemies called 'orc'"),
        (ENEMY("'ogre', 'O'"), "found the glyph 'O' of both orc and ogre"),
        (ENEMY("'PC', '%'"), "found two things called 'PC'"),
        (ENEMY("'rh', '%'"), "found two things called 'RH'"),
        (POTION, "found the mark '0' of both RH and XX"),
        (RACE, "found the key 's' of both Shade and Sprite"),
        ("commands=Commands(actions=(('no', ListPack()),))", "found two commands 'no'"),
    ],
)
def test_clashes_are_refused(site: Site, more: str, reason: str) -> None:
    """X5: names, glyphs, marks, keys and words: what both are, in a line with the package."""
    site.install("thing", expansion_source("thing", more))
    assert error_of("thing").startswith("expansion 'thing' of thing 1.0: ")
    assert reason in error_of("thing")


LOUD = r"""
from cc3k.engine.events import ExpansionEvent
from cc3k.engine.expansion import (
    ChoiceMenu, Commands, Expansion, ExpansionHint, KeyBinding, MenuLine, NumberSetting,
    SightHooks, TextHooks, TurnHooks,
)
from cc3k.engine.refusals import ExpansionRefusal, Impossible
from cc3k.engine.running_game import ExpansionAction

LOUD = "a\x1b[31mb\x9bc\u202ed"

class Shout(ExpansionAction):
    def perform(self, game):
        raise Impossible(ExpansionRefusal(LOUD, LOUD))

    def is_legal(self, game):
        return True

THING = Expansion(
    name="thing", sentence=LOUD,
    setting=NumberSetting("loud", LOUD, 1, 9, 3), configure=lambda own, number: own,
    turns=TurnHooks(
        after_turn=lambda game: [ExpansionEvent("thing.told", LOUD, LOUD)],
        score_bonus=lambda game: 7, score_reason=LOUD,
    ),
    sight=SightHooks(hidden_stairs_note=lambda game: LOUD),
    commands=Commands(
        actions=(("shout", Shout()),), help_rows=(("shout", LOUD),),
        key_bindings=(KeyBinding("words", "W", "shout", LOUD),),
        menus=(ChoiceMenu("zz", LOUD, lambda game: [MenuLine("a", LOUD)]),),
    ),
    texts=TextHooks(
        help_notes=(LOUD,), enemy_notes=lambda game, cell: [LOUD],
        status_rows=lambda game: [LOUD], panel_lines=lambda game: [LOUD],
        hints=(ExpansionHint("thing", LOUD, lambda game: True),),
    ),
)
"""


@pytest.mark.slow
def test_no_text_of_a_package_reaches_a_terminal_as_it_is(site: Site, capsys: Said) -> None:
    """X5: events, refusals, rows, help and score of a package, through a pipe and on a screen."""
    site.install("thing", LOUD)
    main(["--help"])
    told = capsys.readouterr().out
    for mode in ("--script", "--plain"):
        words = "no shout look 1 help guide score expansions map story q yes"
        ended = run("--dlc", "thing", "--race", "t", "--seed", "1", mode, typed=words,
                    folder=site.folder)  # fmt: skip
        assert ended.code == 0, ended.err
        told += ended.out + ended.err
    screen = Console(Session(select_rules(["thing"]), 1), 120, 40, ScreenSettings())
    view = ConsoleRenderer()
    for key in ("", "e", "t", "right", "l", "escape", "?", "escape", "m", "escape", "W", "q", "y"):
        screen.press(key)
        told += "\n".join([line.text for line in view.draw(screen).lines])
    game = game_of(screen.session)
    told += Ending(game).score_line + render_game_svg(screen.session, ScreenSettings())
    assert told.count("a\\x1b[31mb\\x9bc\\u202ed") > 10
    assert not {one for one in told if not one.isprintable()} - {"\n"}


def test_error_of_a_package_is_told_with_its_traceback_if_that_is_wanted(site: Site) -> None:
    """X5: the last package in the traceback is to blame; without one the error is the game's."""
    source = expansion_source("thing") + "def fail():\n    1 / 0\n"
    site.install("thing", source)
    select_rules(["thing"])
    told = "expansion 'thing' of thing 1.0 failed: ZeroDivisionError: division by zero"
    with pytest.raises(ZeroDivisionError) as raised:
        sys.modules["thing"].fail()
    error = raised.value
    assert describe_expansion_error(error, "TRACE") == [f"{told} (TRACE=1 shows where)"]
    site.monkeypatch.setenv("TRACE", "1")
    lines = describe_expansion_error(error, "TRACE")
    assert lines[:2] == [told, "Traceback (most recent call last):"]
    assert describe_expansion_error(BrokenExpansion("it"), "TRACE") == ["it"]
    assert describe_expansion_error(ValueError("ours"), "TRACE") == []


def test_ctrl_c_amid_an_import_names_the_package(site: Site) -> None:
    """X5: also where a screen queues signals; where they are ignored, or in a thread, as there."""
    source = "import os, signal\nos.kill(os.getpid(), signal.SIGINT)\n" + expansion_source("thing")
    before = signal.getsignal(signal.SIGINT)
    try:
        site.install("thing", source)
        signal.signal(signal.SIGINT, lambda *_: None)
        with pytest.raises(KeyboardInterrupt, match=r"'thing' of thing 1\.0 was loaded"):
            select_rules(["thing"])
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        assert select_rules(["thing"]).expansion_tags
    finally:
        signal.signal(signal.SIGINT, before)
    site.install("other", expansion_source("other"), {"other": "other:THING"})
    loader = threading.Thread(target=select_rules, args=(["other"],))
    loader.start()
    loader.join()
    assert "other" in sys.modules


def test_older_package_further_down_the_path_is_never_imported(site: Site, tmp_path: Path) -> None:
    """X5: as Python itself would not import it."""
    install_module(tmp_path / "older", "thing", "1 / 0", {"thing": "thing:OLD"})
    site.monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path / "older")])
    site.install("thing", expansion_source("thing"))
    assert select_rules(["thing"]).expansion_tags == ("thing-1",)


@pytest.mark.usefixtures("moon")
def test_errors_of_the_game_itself_are_nobody_elses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cc3k.cli.stats.run", lambda _arguments: 1 / 0)
    select_rules(["moon"])
    with pytest.raises(ZeroDivisionError):
        main(["stats"])
