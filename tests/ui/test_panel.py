"""What stands beside the board on a wide screen."""

import pytest

from cc3k.play.messages import Message
from cc3k.ui.palette import ROLE_LETTERS
from cc3k.ui.settings import ScreenSettings
from tests.support.consoles import console, lines, playing, pressed, roles_of
from tests.support.scenarios import MISS, room

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
    """Nearest first, HP bar, steps away, and mood: a merchant, too, is somewhere."""
    assert beside()[1:4] == [
        "Enemies, and how many steps away",
        " W dwarf    ===== 100   2",
        " M merchant =====  30   7 peaceful",
    ]


CROWD = room("@" + "." * 30, "." * 31, "W" * 20 + "." * 11, "\\" + "." * 30)


@pytest.mark.parametrize(
    ("rows", "shown", "more"), [(30, 16, " and 4 more"), (32, 18, " and 2 more"), (33, 20, None)]
)
def test_enemies_are_listed_as_far_as_they_and_some_messages_have_room(
    rows: int, shown: int, more: str | None
) -> None:
    """All twenty of a floor on a high screen; else it is said how many more there are."""
    shell = console(CROWD, (115, rows))
    for turn in range(20):
        shell.message_log.add(turn, (Message(f"Turn {turn}."),), ())
    found = [line[81:] for line in lines(shell)]
    assert sum(line.startswith(" W dwarf") for line in found) == shown
    assert [line for line in found if "more" in line] == [more] * (more is not None)
    assert found[-5:] == [f" Turn {turn}." for turn in range(15, 20)]


def test_few_enemies_leave_their_room_to_messages() -> None:
    """What is not listed is no reason to say less."""
    shell = console(HALL, WIDE)
    for turn in range(40):
        shell.message_log.add(turn, (Message(f"Turn {turn}."),), ())
    found = [line[81:] for line in lines(shell)]
    assert len([line for line in found if line.startswith(" Turn")]) == 32 - 10


@pytest.mark.parametrize(
    ("glyphs", "drawn"),
    [("ascii", " + doorway  # passage  . floor"), ("unicode", " ▫ doorway  ░ passage  · floor")],
)
def test_legend_shows_glyphs_as_they_are_drawn(glyphs: str, drawn: str) -> None:
    """`--glyphs unicode` draws other characters, and a legend is of what is drawn."""
    shell = console(HALL, WIDE, settings=ScreenSettings(glyphs=glyphs))
    assert drawn in [line[81:] for line in lines(shell)]


def test_seed_heads_the_panel() -> None:
    """R34: the seed is shown, so that any game can be had again."""
    assert beside()[0] == "Seed 42"


def test_bar_shows_what_is_left() -> None:
    """A bar is full only for the unhurt, and never empty for the living."""
    shell = console(HALL, WIDE)
    enemies = playing(shell).floor.enemies.values()
    dwarf = next(enemy for enemy in enemies if enemy.kind.name == "dwarf")
    for hp, bar in ((99, "====="), (80, "===="), (40, "=="), (1, "=")):
        dwarf.hp = hp
        assert lines(shell)[2][81:].split()[2] == bar.ljust(5, ".")


def test_potions_are_named_once_known() -> None:
    """R18: a kind of potion is known once used."""
    assert " none yet" in beside()
    shell = console(room("@1..\\"), WIDE)
    pressed(shell, "uea")
    assert " BA raises Atk by 5" in [line[81:] for line in lines(shell)]


def test_last_messages_are_shown_whole() -> None:
    """The last messages, the newest last, repeats folded."""
    panel = [line for line in beside(keys="eaeaeaf") if line]
    assert panel[-3:] == ["Messages", " You move East. (x3)", " Enemies move again."]


def test_message_longer_than_the_room_shows_its_end() -> None:
    """Better the end of a message than nothing."""
    shell = console(HALL, WIDE)
    shell.message_log.add(1, (Message("Something happens. " * 60 + "The end."),), ())
    assert [line[81:] for line in lines(shell)][-1].endswith(" end.")


def test_panel_never_hides_the_message_rows() -> None:
    """What stands beside is beside: the rows of text are those of a narrower screen."""
    wide, narrow = console(HALL, WIDE), console(HALL, (79, 32))
    for shell in (wide, narrow):
        pressed(shell, "ea")
    assert [line[:79].rstrip() for line in lines(wide)[:-1]] == lines(narrow)[:-1]


def test_enemy_in_the_panel_has_the_colour_of_its_glyph() -> None:
    """One role, one colour, on the board and beside it."""
    shell = console(HALL, WIDE, luck=[MISS])
    assert set(roles_of(shell, "M merchant")) == {ROLE_LETTERS["merchant"]}
    assert set(roles_of(shell, "W dwarf")) == {ROLE_LETTERS["enemy"]}
