"""What stands beside the board on a wide screen."""

import pytest

from cc3k.shell.terminal.palette import LETTERS
from tests.consoles import console, lines, playing, pressed, roles_of
from tests.scenarios import MISS, room

WIDE = (115, 32)
HALL = room("@.......", "........", "..W....1", "........", ".......M", "....\\...")


def beside(size: tuple[int, int] = WIDE, keys: str = "") -> list[str]:
    """Return the panel's lines of a console after some keys."""
    shell = console(HALL, size)
    pressed(shell, keys)
    return [line[81:] for line in lines(shell)]


@pytest.mark.parametrize(("columns", "there"), [(114, False), (115, True), (200, True)])
def test_panel_is_there_from_115_columns_on(columns: int, *, there: bool) -> None:
    """About 115 columns and up: the picture and a side panel."""
    assert any(beside((columns, 32))) is there


def test_enemies_are_listed_nearest_first_with_bar_and_mood() -> None:
    """The enemies in view, nearest first, HP bar, mood."""
    assert beside()[1:3] == [
        " W dwarf    ======== 100  2 away",
        " M merchant ========  30 peaceful",
    ]


def test_bar_shows_what_is_left() -> None:
    """A bar is full only for the unhurt, and never empty for the living."""
    shell = console(HALL, WIDE)
    enemies = playing(shell).floor.enemies.values()
    dwarf = next(enemy for enemy in enemies if enemy.kind.name == "dwarf")
    for hp, bar in ((99, "========"), (87, "======="), (50, "===="), (1, "=")):
        dwarf.hp = hp
        assert lines(shell)[1][81:].split()[2] == bar.ljust(8, ".")


def test_potions_are_named_once_known() -> None:
    """R18: a kind of potion is known once used."""
    assert " none yet" in beside()
    shell = console(room("@1..\\"), WIDE)
    pressed(shell, "uea")
    assert " BA raises Atk by 5" in [line[81:] for line in lines(shell)]


def test_last_messages_are_shown_whole() -> None:
    """The last messages, the newest last, repeats folded."""
    panel = [line for line in beside(keys="eaeaeaf") if line]
    assert panel[-3:] == ["Messages", " PC moves East. (x3)", " Enemies move again."]


def test_message_longer_than_the_room_shows_its_end() -> None:
    """Better the end of a message than nothing."""
    shell = console(HALL, WIDE)
    shell.chronicle.note(1, "Something happens. " * 60 + "The end.", ())
    assert [line[81:] for line in lines(shell)][-1].endswith(" end.")


def test_panel_never_hides_the_message_rows() -> None:
    """What stands beside is beside: the rows of text are those of a narrower screen."""
    wide, narrow = console(HALL, WIDE), console(HALL, (79, 32))
    for shell in (wide, narrow):
        pressed(shell, "ea")
    assert [line[:79].rstrip() for line in lines(wide)] == lines(narrow)


def test_enemy_in_the_panel_has_the_colour_of_its_glyph() -> None:
    """One role, one colour, on the board and beside it."""
    shell = console(HALL, WIDE, luck=[MISS])
    assert set(roles_of(shell, "M merchant")) == {LETTERS["merchant"]}
    assert set(roles_of(shell, "W dwarf")) == {LETTERS["enemy"]}
