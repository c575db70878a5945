"""What stands beside the board on a wide screen."""

from cc3k.engine.enemies import Enemy
from cc3k.engine.states import CHARMED
from cc3k.play.messages import Message
from cc3k.ui.console import Console
from cc3k.ui.palette import ROLE_LETTERS
from cc3k.ui.renderer import lay_out
from cc3k.ui.settings import ScreenSettings
from tests.support.consoles import console, lines, playing, roles_of, with_keys
from tests.support.expansions import rules_of, session_of
from tests.support.scenarios import MISS, room, scenario
from tests.support.tables import for_each

WIDE = (115, 32)
TALL_HALL = room("@...", *["...."] * 21, "...\\")
HALL = room("@.......", "........", "..W....1", "........", ".......M", "....\\...")


def beside_of(shell: Console) -> list[str]:
    return [line[81:] for line in lines(shell)]


FAR = room("@" + "." * 30, "." * 9 + "WW" + "." * 20, ".........HHE....", "\\" + "." * 30)


def test_an_enemy_that_helps_is_listed_with_its_turns() -> None:
    shell = console(HALL, WIDE)
    for enemy in playing(shell).floor.enemies.values():
        enemy.set_status(CHARMED, 9)
    assert " W dwarf    ===== 100  2 helps 9" in beside_of(shell)


def test_unicode_draws_the_bars_of_enemies_as_that_of_the_hero() -> None:
    shell = console(HALL, WIDE, settings=ScreenSettings(glyphs="unicode"))
    enemies = playing(shell).floor.enemies.values()
    next(enemy for enemy in enemies if enemy.kind.name == "dwarf").hp = 50
    assert any(row.startswith(" W dwarf    ━━━──  50  2 ") for row in beside_of(shell))


def test_messages_move_up_by_several_rows_at_once() -> None:
    """A row that moves is painted again: most messages leave the rows above them alone."""
    shell, moved = console(HALL, WIDE), 0
    for turn in range(60):
        shell.session.message_log.add(turn, (Message(f"Turn {turn}."),), ())
        before = beside_of(shell)
        shell.session.message_log.add(turn, (Message(f"Later in turn {turn}."),), ())
        after = beside_of(shell)
        assert after[-1] == f" Later in turn {turn}." or after[-1] == ""
        assert f" Later in turn {turn}." in after
        first = before.index("Messages") + 1
        moved += before[first] != after[first]
    assert moved <= 20


@for_each(
    ("ascii", " + doorway  # passage  . floor"), ("unicode", " ╪ doorway  ░ passage  · floor")
)
def test_legend_shows_glyphs_as_they_are_drawn(glyphs: str, drawn: str) -> None:
    shell = console(HALL, WIDE, settings=ScreenSettings(glyphs=glyphs))
    assert drawn in [line[81:] for line in lines(shell)]


def test_a_mark_that_several_kinds_share_is_counted_once() -> None:
    """All enemies with a name are `U`."""
    game = scenario(FAR, rules=rules_of("uniques"), luck=[0] * 20)
    kind = next(each for each in game.rules.enemy_kinds if each.glyph == "U")
    game.place_enemy(max(game.floor.enemies) + 4, Enemy(kind))
    rows = beside_of(Console(session_of(game), *WIDE))
    assert "".join(rows).count("U 1") == 1


def test_no_message_stands_twice() -> None:
    for keys in ("ea", "eano", "eaeano", "eaeaeafno"):
        shell = with_keys(console(room("@....", "....\\"), WIDE), keys)
        shown = "\n".join(lines(shell))
        for entry in shell.session.message_log.entries:
            for message in entry.messages:
                assert shown.count(message.text) <= 1, (keys, message.text)


def test_message_longer_than_the_room_shows_its_end() -> None:
    shell = console(TALL_HALL, (115, 30))
    shell.session.message_log.add(1, (Message("Something happens. " * 60 + "The end."),), ())
    assert [line for line in beside_of(shell) if line][-1].endswith(" end.")


def test_message_rows_are_as_wide_as_the_screen() -> None:
    """What stands beside is beside the board: wide rows take long messages."""
    shell = console(TALL_HALL, (132, 24))
    shell.show(Message("x" * 66 + " " + "y" * 65))
    last_row = lay_out(shell, playing(shell)).layout.message_rows - 1
    assert lines(shell)[last_row] == "x" * 66 + " " + "y" * 65


def test_enemy_in_the_panel_has_the_colour_of_its_glyph() -> None:
    shell = console(HALL, WIDE, luck=[MISS])
    assert set(roles_of(shell, "M merchant")) == {ROLE_LETTERS["peaceful"]}
    assert set(roles_of(shell, "W dwarf")) == {ROLE_LETTERS["dwarf"]}
