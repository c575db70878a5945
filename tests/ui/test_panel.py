"""What stands beside the board on a wide screen."""

from cc3k.engine.enemies import Enemy
from cc3k.engine.states import CHARMED
from cc3k.play.messages import Message
from cc3k.ui.console import Console
from cc3k.ui.palette import ROLE_LETTERS
from cc3k.ui.screen_layout import PANEL_COLUMNS, lay_out
from cc3k.ui.settings import ScreenSettings
from tests.support.consoles import console, lines, playing, pressed, roles_of, with_keys
from tests.support.expansions import expanded, rules_of, session_of
from tests.support.scenarios import MISS, room, scenario
from tests.support.tables import for_each

WIDE = (115, 32)
TALL_HALL = room("@...", *["...."] * 21, "...\\")
HALL = room("@.......", "........", "..W....1", "........", ".......M", "....\\...")


def beside(size: tuple[int, int] = WIDE, keys: str = "") -> list[str]:
    shell = with_keys(console(HALL, size), keys)
    return beside_of(shell)


def beside_of(shell: Console) -> list[str]:
    return [line[81:] for line in lines(shell)]


@for_each((114, False), (115, True), (200, True))
@for_each("rows", [24, 32])
def test_panel_is_beside_the_board_from_115_columns_on(
    columns: int, rows: int, there: bool
) -> None:
    assert any(line.startswith("Enemies near") for line in beside((columns, rows))) is there


@for_each((37, False), (38, True), (40, True), (60, True))
def test_panel_is_below_the_messages_where_it_fits_there(rows: int, there: bool) -> None:
    """At 100x40: what has no room beside the board stands below it, in two columns."""
    shell = console(TALL_HALL, (100, rows))
    headings = [line.split("   ")[0] for line in lines(shell)]
    assert ("Enemies near, steps and way" in headings) is there
    assert not there or any("   Potions known" in line for line in lines(shell))


def test_enemies_near_are_listed_with_bar_steps_and_mood() -> None:
    assert beside()[1:4] == [
        "Enemies near, steps and way",
        " W dwarf    ===== 100  2 se",
        " M merchant =====  30  7 peaceful",
    ]
    shell = console(HALL, WIDE)
    for enemy in playing(shell).floor.enemies.values():
        enemy.set_status(CHARMED, 9)
    assert " W dwarf    ===== 100  2 helps 9" in beside_of(shell)


FAR = room("@" + "." * 30, "." * 9 + "WW" + "." * 20, ".........HHE....", "\\" + "." * 30)


def test_enemies_far_away_are_counted_by_kind() -> None:
    """Those beyond nine steps have no row: it would change with every turn."""
    panel = beside_of(console(FAR, WIDE))
    near = panel.index("Enemies near, steps and way")
    assert panel[near + 1 : near + 3] == [
        " H human    ===== 140  9 ea",
        " W dwarf    ===== 100  9 ea",
    ]
    assert panel[panel.index("Further away") + 1] == " H 1  W 1  E 1"


TALL_CROWD = room("@" + "." * 9, "." * 10, "W" * 9 + ".", *["." * 10] * 19, "\\.........")


@for_each((24, 3), (30, 5), (40, 5))
def test_a_crowd_near_is_listed_as_far_as_there_is_room(rows: int, shown: int) -> None:
    found = beside_of(console(TALL_CROWD, (115, rows)))
    assert sum(line.startswith(" W dwarf") for line in found) == shown
    assert f" and {9 - shown} more" in found


def test_who_stands_beside_is_listed_first() -> None:
    shell = console(room("@L..", "...H", "..W.", "...\\"), WIDE)
    assert [line[1:2] for line in beside_of(shell)[2:5]] == ["L", "H", "W"]


def test_rows_of_enemies_stay_in_place_while_they_walk() -> None:
    """The order is by kind and HP, not by distance, so that a step changes figures alone."""
    hall = room("@......", *["......."] * 3, "...W...", ".....H.", "\\......")
    shell = console(hall, WIDE)
    before = beside_of(shell)
    pressed(shell, "soso")
    after = beside_of(shell)
    assert before != after
    assert [line[:20] for line in before[:10]] == [line[:20] for line in after[:10]]


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


def test_bar_shows_what_is_left() -> None:
    """A bar is full only for the unhurt, and never empty for the living."""
    shell = console(HALL, WIDE)
    enemies = playing(shell).floor.enemies.values()
    dwarf = next(enemy for enemy in enemies if enemy.kind.name == "dwarf")
    for hp, bar in ((99, "====="), (80, "===="), (40, "=="), (1, "=")):
        dwarf.hp = hp
        assert beside_of(shell)[2].split()[2] == bar.ljust(5, ".")


def test_potions_are_named_once_known() -> None:
    """R18: a kind of potion is known once used."""
    assert " none yet" in beside()
    shell = with_keys(console(room("@1..\\"), WIDE), "uea")
    assert " Boost Attack raises Atk by 5" in [line[81:] for line in lines(shell)]


def test_last_messages_are_shown_whole() -> None:
    panel = [line for line in beside(keys="noeaeanonofno") if line]
    refused = " There is no way to the North."
    assert panel[-5:] == ["Messages", refused, refused, " (x2)", " Enemies move again."]


def test_steps_are_left_out_of_what_else_a_turn_has_told() -> None:
    """With expansions, which tell more: the gold stays, the way there goes."""
    desk = with_keys(Console(session_of(expanded("gear", room("@6.7.\\"))), 115, 31), ["right"] * 4)
    told = [line for line in beside_of(desk) if line]
    assert told[-3:] == ["Messages", " You pick up 2 gold.", " You pick up 1 gold."]


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


def test_messages_are_not_repeated_where_they_have_rows_enough() -> None:
    """At 120x40 the message rows show more of the log than the panel could."""
    assert "Messages" in beside_of(console(TALL_HALL, (120, 32)))
    assert "Messages" not in beside_of(console(TALL_HALL, (120, 40)))


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


def test_things_and_long_names_of_expansions_stand_in_the_panel() -> None:
    """X4: the suit and the compass are in the legend; an elder dragon's bar stands apart."""
    hall = room("@..A...", "......\\", *["......."] * 20)
    panel = beside_of(Console(session_of(expanded("gear depths", hall, luck=[3, 0])), *WIDE))
    assert " B barrier suit  C compass" in panel
    assert " A elder dragon ===== 162  3 ea" in panel
    assert max(map(len, panel)) <= PANEL_COLUMNS
