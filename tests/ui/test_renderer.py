"""What a console looks like, line by line and role by role (§3)."""

from collections.abc import Iterable
from unicodedata import east_asian_width

from cc3k.content.roster import BASE_RULES, STANDARD_BOARD
from cc3k.engine.board import board_from_rows
from cc3k.engine.events import Drank, Effect
from cc3k.engine.states import TRUCE
from cc3k.engine.stats import StatLine
from cc3k.engine.view import seen_glyphs
from cc3k.play.frame import frame_text
from cc3k.play.history import ScreenNote
from cc3k.play.messages import Message
from cc3k.terminal.app import PLAIN_ROLE
from cc3k.ui.console import Console
from cc3k.ui.game_app import FLASH_SECONDS, GameApp
from cc3k.ui.palette import GLYPH_SETS, ROLE_LETTERS, joined_walls
from cc3k.ui.renderer import ConsoleRenderer, lay_out
from cc3k.ui.settings import KEYMAP_NAMES, ScreenSettings
from tests.support.consoles import (
    LARGE,
    TIGHT,
    WHOLE,
    bound,
    console,
    console_at_menu,
    keeper,
    lines,
    playing,
    pressed,
    roles_of,
)
from tests.support.scenarios import HIT, MISS, room
from tests.support.tables import for_each

WIDE_HALL = room("@" + "." * 200 + "\\")


@for_each("size", [WHOLE, LARGE, (80, 30), (200, 31)])
@for_each("race", [race.key for race in BASE_RULES.races])
def test_documents_picture_row_by_row(size: tuple[int, int], race: str) -> None:
    """In a terminal: at 79x30 and up the document's picture; its figures share their rows."""
    shell = console_at_menu(size)
    pressed(shell, race)
    for word in ("no", "ne", "ea", "so", "f", "uno"):
        pressed(shell, word)
        expected = frame_text(playing(shell), shell.session.action_text).splitlines()
        rows = [line.text for line in ConsoleRenderer().draw(shell).lines]
        assert [row[:79] for row in rows[:25]] == expected[:25]
        first, *figures = expected[25:29]
        assert rows[25].startswith(f"{first.removesuffix('Floor 1').rstrip()}  ")
        assert rows[25][:79].endswith("  Floor 1/5")
        for row, figure in zip(rows[26:29], figures, strict=True):
            assert row.startswith((f"{figure} ", f"{figure}/"))
        assert rows[29].rstrip() == expected[29]
        assert size[0] >= 115 or not any(row[79:].strip() for row in rows)


@for_each("rows", range(24, 30))
def test_playable_rows_messages_and_figures_where_less_has_room(rows: int) -> None:
    shell = console_at_menu((80, rows))
    pressed(shell, "sf")
    board = seen_glyphs(playing(shell)).decode("ascii").splitlines()
    figures = 1 if rows == 24 else 2
    older = [*[""] * (rows - 21 - figures - 2), "You enter the dungeon."]
    message = [*older, "Enemies stand still."]
    assert len(message) >= 2
    shown = lines(shell)
    assert shown[:-figures] == [*message, *board[2:23]]
    assert len(shown) == rows
    text = " ".join(shown[-figures:])
    for part in ("Shade", "HP 125/125", "Atk 25", "Def 25", "FROZEN", "Gold 0", "1/5", "Turn 0"):
        assert part in text


@for_each("size", [(39, 30), (79, 11), (39, 11), (20, 5)])
def test_screen_too_small_says_what_is_needed(size: tuple[int, int]) -> None:
    """In a terminal: too small for both, say what is needed and wait."""
    for shell in (console_at_menu(size), console(WIDE_HALL, size)):
        text = " ".join(" ".join(lines(shell)).split())
        assert f"This screen has {size[0]} columns and {size[1]} rows; the game needs 40" in text
        assert "needs 40 and 12. Make it larger to go on, or" in text


def test_screen_too_small_names_the_key_that_loses_nothing() -> None:
    """Ctrl-D saves the game and leaves; only of a game that is not kept is `q` told."""
    small = (20, 20)
    assert "press Ctrl-D to leave." in " ".join(lines(console_at_menu(small)))
    shell = console(WIDE_HALL, small)
    assert "press q to give the game up and quit." in " ".join(lines(shell))
    shell = console(WIDE_HALL, small)
    shell.session.keeper = keeper(is_saved=True)
    assert "press Ctrl-D to save the game and leave." in " ".join(lines(shell))
    shell.press("ctrl-d")
    assert shell.session.is_ended
    shell = Console(shell.session, *small, bound({"ctrl-d": "help"}))
    assert "Ctrl-D" not in " ".join(lines(shell))


@for_each("keys", KEYMAP_NAMES)
def test_help_is_read_in_pages_on_the_smallest_screen(keys: str) -> None:
    large = console_at_menu((79, 100), settings=ScreenSettings(keys=keys))
    whole = [line for line in pressed_lines(large, "?") if line][:-1]
    shell = console_at_menu((79, 24), settings=ScreenSettings(keys=keys))
    read = pressed_lines(shell, "?")[:-1]
    while lines(shell)[:-1] != read[-23:] or len(read) < len(whole):
        shown = pressed_lines(shell, " ")[:-1]
        new = next(
            count for count in range(1, 24) if shown[:-count] == read[len(read) - 23 + count :]
        )
        read += shown[-new:]
    assert read == whole


def test_help_shows_the_seed_as_well() -> None:
    """R34: with `--race` there is no menu to show it."""
    shell = console(WIDE_HALL)
    assert "seed 42" in " ".join(pressed_lines(shell, "?"))


@for_each("seed", [424242, -(10**31)])
@for_each(
    "size", [(100, 25), (79, 29), (79, 30), (79, 31), (114, 60), (115, 24), (115, 30), (300, 24)]
)
def test_seed_is_shown_beside_the_board(size: tuple[int, int], seed: int) -> None:
    """R34: always, but where all figures have to share one row."""
    shell = console_at_menu(size, seed)
    pressed(shell, "s")
    assert "\n".join(lines(shell)).count(f"{seed}") == 1
    pressed(shell, "rys")
    text = "\n".join(lines(shell))
    assert (f"{seed}" in text, "game 2" in text) == (True, True)


def test_seed_stands_in_the_last_row_of_figures() -> None:
    """Messages have all rows after it, however long they are."""
    shell = console(room("@....", *["....."] * 21, "....\\"), (79, 32))
    shell.show(Message("Something happens. " * 40))
    assert lines(shell)[-1].endswith("--more--")
    assert lines(shell)[-4].split() == ["Def:", "25", "Seed", "42"]


def test_help_shows_glyphs_as_they_are_drawn() -> None:
    shell = console(WIDE_HALL, LARGE, settings=ScreenSettings(glyphs="unicode"))
    legend = pressed_lines(shell, ["?", "end"])
    assert any("╪ doorway   ░ passage   · floor" in line for line in legend)


def pressed_lines(shell: Console, keys: Iterable[str]) -> list[str]:
    for key in keys:
        shell.press(key)
    return lines(shell)


@for_each(
    ("@", "hero"),
    ("W", "dwarf"),
    ("H", "human"),
    ("M", "peaceful"),
    ("D", "dragon"),
    ("P", "potion"),
    ("G", "gold"),
    ("\\", "stairs"),
    ("+", "doorway"),
    ("#", "passage"),
    ("|", "wall"),
    ("-", "wall"),
)
@for_each("size", [WHOLE, TIGHT])
def test_glyph_on_the_board_has_its_role(glyph: str, role: str, size: tuple[int, int]) -> None:
    rows = ["...@.WHMD..3.6.\\", "...+##..........", *["." * 16] * 40]
    shell = console(room(*rows), size)
    assert roles_of(shell, glyph) == ROLE_LETTERS[role]


def test_a_provoked_kind_looks_hostile_and_a_peaceful_one_apart() -> None:
    """R21: merchants are hostile from the moment that one of them is attacked; X90: a truce."""
    shell = console(room("@..HM", "....\\"))
    assert roles_of(shell, "H") == ROLE_LETTERS["human"]
    playing(shell).hero.set_status(TRUCE, 9)
    assert roles_of(shell, "H") == ROLE_LETTERS["peaceful"]
    playing(shell).hero.set_status(TRUCE, 0)
    assert roles_of(shell, "M") == ROLE_LETTERS["peaceful"]
    playing(shell).hero.provoked_kinds.add("merchant")
    assert roles_of(shell, "M") == ROLE_LETTERS["merchant"]


def test_floor_and_figures_are_plain() -> None:
    shell = console(WIDE_HALL)
    for text in (".", "Race: Shade", "Atk: 25", "Action:"):
        assert set(roles_of(shell, text)) == {PLAIN_ROLE}


@for_each("keys", ["q", "n", "?"])
def test_what_waits_for_a_key_stands_out(keys: str) -> None:
    """A question, half a word and the way out of the help are what to look at."""
    shell = console(WIDE_HALL)
    pressed(shell, keys)
    text = {"q": "quit? (y/n)", "n": "Action: n", "?": "Arrows, PgUp"}[keys]
    assert set(roles_of(shell, text)) == {ROLE_LETTERS["asking"]}


def test_view_stops_at_the_ends_of_the_board() -> None:
    """The board is 204 columns wide, a view of it 80: between the ends it moves by a quarter."""
    shell = console(WIDE_HALL, TIGHT)
    columns = []
    for _ in range(200):
        hall = next(line for line in lines(shell) if "@" in line)
        columns.append(hall.index("@"))
        pressed(shell, ["right"])
    assert columns == [*range(1, 60), *[*range(40, 60)] * 6, *range(56, 77)]


STRUCK_TWICE = "It hits you for 24. It hits you for 24."


def test_messages_are_coloured_by_whom_they_hurt() -> None:
    shell = console(room("@E..\\"), (114, 40), luck=[HIT, HIT])
    pressed(shell, "aea")
    assert set(roles_of(shell, "You hit the elf for 23 (117 left).")) == {ROLE_LETTERS["hit"]}
    struck = roles_of(shell, STRUCK_TWICE)
    assert struck.count(ROLE_LETTERS["hurt"]) == len(STRUCK_TWICE) - 1


def test_a_brew_has_the_colour_of_harm_if_it_lowers_something() -> None:
    """All other events have theirs by what they are (`test_voices`)."""
    shell = console(room("@E..\\"), (114, 40))
    strong, weak = StatLine(50, 25, 25), StatLine(50, 20, 25)
    for event, letter in (
        (Drank("WA", strong, weak), ROLE_LETTERS["hurt"]),
        (Drank("BA", weak, strong), PLAIN_ROLE),
    ):
        shell.session.last_events = (event,)
        shell.session.use_voice(shell.session.voice)
        assert set(roles_of(shell, shell.session.action_text)) == {letter}
    assert roles_of(shell, "Action: ") == PLAIN_ROLE * len("Action: ")


def test_message_keeps_its_colour_where_it_is_folded_and_paged() -> None:
    """On a narrow screen a sentence may begin on one row, or page, and end on the next."""
    shell = console(room("@...\\", *["....."] * 20), (80, 24))
    hurt = Message("The elf hits you " + "hard " * 120 + "for 24.", Effect.HARM)
    shell.show(Message("You miss the elf."), hurt)
    pages = len(lay_out(shell, playing(shell)).pages)
    assert pages > 1
    for number in range(pages):
        shell.turn_to(number)
        for line in ConsoleRenderer().draw(shell).lines[:2]:
            body = line.text.partition("--more--")[0].rstrip()
            plain = len("You miss the elf. ") if body.startswith("You") else 0
            assert line.roles[plain : len(body)] == ROLE_LETTERS["hurt"] * (len(body) - plain)


def test_colours_are_of_messages_and_not_of_their_words() -> None:
    """A notice that quotes an event is plain, and an event with the words of a notice is not."""
    shell = console(room("@E..\\"), (114, 40), luck=[HIT, HIT])
    pressed(shell, "aea")
    quoted = "It hits you for 24."
    shell.show(Message(quoted))
    assert set(roles_of(shell, quoted)) == {PLAIN_ROLE}
    shell.note = ScreenNote()
    shell.add_notice("A notice.")
    assert set(roles_of(shell, "A notice.")) == {PLAIN_ROLE}
    assert set(roles_of(shell, "You hit the elf for 23 (117 left).")) == {ROLE_LETTERS["hit"]}


@for_each((True, "flash"), (False, "hero"))
def test_damage_flashes_on_the_board_unless_switched_off(effects: bool, role: str) -> None:
    shell = console(room("@W..\\"), luck=[HIT, MISS], settings=ScreenSettings(effects=effects))
    assert roles_of(shell, "@") == ROLE_LETTERS["hero"]
    pressed(shell, "aea")
    assert roles_of(shell, "@") == ROLE_LETTERS[role]
    pressed(shell, "aea")
    assert roles_of(shell, "@") == ROLE_LETTERS["hero"]


def test_cell_that_is_looked_at_is_marked() -> None:
    shell = console(room("@W..\\"))
    pressed(shell, ["l", "right"])
    assert roles_of(shell, "W") == ROLE_LETTERS["cursor"]


def test_unicode_glyphs_are_one_column_each_and_distinct() -> None:
    drawn = GLYPH_SETS["unicode"].values()
    assert len({*drawn, "@", "\\", "P", "G"}) == len(drawn) + 4
    assert all(len(glyph) == 1 and east_asian_width(glyph) not in "FW" for glyph in drawn)
    ascii_board = lines(console(WIDE_HALL, WHOLE))
    unicode = lines(console(WIDE_HALL, WHOLE, settings=ScreenSettings(glyphs="unicode")))
    assert [_redrawn(line)[1:-1] for line in ascii_board[:3]] == [row[1:-1] for row in unicode[:3]]
    assert GLYPH_SETS["ascii"] == {}


def _redrawn(line: str) -> str:
    return "".join([GLYPH_SETS["unicode"].get(glyph, glyph) for glyph in line])


def test_poison_flashes_the_hero_as_a_blow_does() -> None:
    """What it takes is no event of its own; a potion that heals takes none."""
    for mark, role in (("3", "flash"), ("0", "hero")):
        shell = console(room(f"@{mark}..\\"))
        pressed(shell, "uea")
        assert roles_of(shell, "@") == ROLE_LETTERS[role]


def test_whoever_is_hurt_flashes_for_a_moment() -> None:
    shell = console(room("@W..\\"), luck=[MISS, HIT])
    actor = GameApp(shell)
    assert not actor.tick_seconds
    pressed(shell, "aea")
    assert (roles_of(shell, "W"), roles_of(shell, "@")) == (
        ROLE_LETTERS["flash"],
        ROLE_LETTERS["hero"],
    )
    assert actor.tick_seconds == FLASH_SECONDS
    actor.tick()
    assert roles_of(shell, "W") == ROLE_LETTERS["dwarf"]
    assert not actor.tick_seconds
    pressed(shell, "aea")
    assert roles_of(shell, "@") == roles_of(shell, "W") == ROLE_LETTERS["flash"]


SMALL = (40, 12)


@for_each("size", [SMALL, (60, 15), (78, 24), (79, 23), (120, 12), WHOLE, TIGHT, LARGE])
def test_floor_is_walked_to_its_end_on_a_small_screen(size: tuple[int, int]) -> None:
    """A layout larger than the screen scrolls with the hero instead of being clipped."""
    shell = console(room("@" + "." * 90, *["." * 91] * 30, "." * 90 + "\\"), size)
    for turn in range(89):
        shown = lines(shell)
        assert len([line for line in shown if "@" in line.replace("@ you", "")]) == 1
        assert len(shown) <= size[1]
        pressed(shell, "se" if turn < 31 else "ea")
    assert playing(shell).turns == 89
    assert any("@\\" in line for line in lines(shell))


@for_each(
    ("q", "(y/n)"),
    ("?", "Arrows; / finds; others go on and act."),
    ("l", "You, a shade: scores half as much again."),
    ("m", "Press any key to go on and act."),
    ("D", "Potions known"),
)
def test_all_that_covers_a_game_has_room_on_the_smallest_screen(keys: str, text: str) -> None:
    shell = console(WIDE_HALL, SMALL)
    pressed(shell, keys)
    shown = lines(shell)
    assert text in " ".join(shown)
    assert len(shown) <= SMALL[1]


def drawn(*rows: str) -> list[str]:
    board = board_from_rows(rows)
    cells = list("\n".join(rows))
    for cell, character in joined_walls(board).items():
        cells[cell] = character
    return "".join(cells).split("\n")


@for_each(
    (  # corners are drawn with either character in a layout; only the neighbours tell
        ("|---|---|", "|...|...|", "|---+...|", "|...|...|", "|---|---|"),
        ("┌───┬───┐", "│...│...│", "├───╪...│", "│...│...│", "└───┴───┘"),
    ),
    (  # four chambers meet in one cell
        ("-------", "|..|..|", "|--|--|", "|..|..|", "-------"),
        ("┌──┬──┐", "│..│..│", "├──┼──┤", "│..│..│", "└──┴──┘"),
    ),
    (  # a wall runs up to its doorways on both sides, and the gap is across it
        ("|---|  |-|", "|...+##+.|", "|-+-|  |-|"),
        ("┌───┐  ┌─┐", "│...╪##╪.│", "└─╫─┘  └─┘"),
    ),
    (  # a layout may have a doorway in no wall, and a pillar without neighbours
        ("|-----|", "|.....|", "|.|.-.|", "|..+..|", "|.....|", "|-----|"),
        ("┌─────┐", "│.....│", "│.│.─.│", "│..╬..│", "│.....│", "└─────┘"),
    ),
    (  # a wall of two cells' thickness is two lines
        ("|--||--|", "|..||..|", "|--||--|", "|------|", "|......|", "|------|"),
        ("┌──┐┌──┐", "│..││..│", "├──┤├──┤", "├──┴┴──┤", "│......│", "└──────┘"),
    ),
)
def test_walls_and_doorways_are_joined(rows: tuple[str, ...], joined: tuple[str, ...]) -> None:
    assert drawn(*rows) == [*joined]


@for_each("size", [WHOLE, TIGHT])
def test_the_standard_board_is_drawn_with_joined_walls(size: tuple[int, int]) -> None:
    shell = console_at_menu(size, settings=ScreenSettings(glyphs="unicode"))
    pressed(shell, "s")
    top = size[1] - 22 if size == TIGHT else 2
    rows = lines(shell)[top : top + 21]
    assert not [row for row in rows if set(row) & set("|-+")]
    assert rows[0].startswith("│ ┌──────────────────────────┐        ┌───────────────────────┐")
    assert any("├─" in row for row in rows) is False
    terrain = STANDARD_BOARD.terrain
    assert sum(row.count("╪") + row.count("╫") for row in rows) == terrain.count(b"+")
    doorway = terrain.index(b"+")
    playing(shell).floor.glyphs[doorway] = ord("@")
    row, column = STANDARD_BOARD.row_and_column(doorway)
    assert lines(shell)[row - 2 + top][column] == "@", "who stands in a doorway is seen"
    assert BASE_RULES.standard_board is STANDARD_BOARD
