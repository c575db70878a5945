"""The page without a browser: taps, buttons, files in and out, and what is said."""

import html
import io
import json
import re
import zipfile
from pathlib import Path
from typing import TypedDict

import pytest
from attrs import evolve

from cc3k.content.roster import BASE_RULES
from cc3k.play.choices import parse_race
from cc3k.play.endings import GIVEN_UP
from cc3k.play.messages import races_by_ease
from cc3k.saves.record import Record
from cc3k.ui.palette import GLYPH_SETS, glyph_roles
from cc3k.web.links import parse_link
from cc3k.web.page import Page
from cc3k.web.site import STATIC_FOLDER
from cc3k.web.visit import COMMANDS_AT_ONCE, LONG_GAME
from tests.support.expansions import rules_of
from tests.support.pages import DESK, PHONE, Visitor, buttons, journals
from tests.support.processes import ROOT, run
from tests.support.records import header, journal_of, recorded
from tests.support.scenarios import room

GAME = "seed=42&race=troll&floor=dragon"
SHADE = "seed=42&race=shade"
BOARD_COLUMNS = 79
START = "Choose a race"
JOURNAL = (ROOT / "tests/journals/troll.cc3k").read_bytes()
LAYOUT = (ROOT / "floors/tiny.txt").read_bytes()


class Button(TypedDict):
    label: str
    keys: list[str]
    is_marked: bool


def shown_buttons(visitor: Visitor) -> list[Button]:
    shown: list[Button] = json.loads(json.dumps(visitor.last_pad))
    return shown


def test_a_tap_travels_and_a_long_tap_looks(visitor: Visitor) -> None:
    visitor.open(GAME)
    lines = visitor.text.splitlines()
    row = next(at for at, text in enumerate(lines) if "@" in text[:BOARD_COLUMNS])
    column = visitor.text.splitlines()[row].index("@")
    visitor.take(visitor.page.tap(column + 2, row, is_long=False)).wait()
    assert visitor.text.splitlines()[row].index("@") == column + 2
    visitor.take(visitor.page.tap(column + 2, row, is_long=True))
    assert "You" in visitor.text


@pytest.mark.slow_from(4)
@pytest.mark.parametrize("name", ["Drow", "Vampire", "Goblin"])
@pytest.mark.parametrize("size", [DESK, PHONE, (48, 20)])
@pytest.mark.parametrize("is_by_touch", [True, False])
def test_a_tap_marks_a_race_and_a_second_one_begins(
    visitor: Visitor, name: str, size: tuple[int, int], *, is_by_touch: bool
) -> None:
    """A mistaken tap begins nothing, and no row moves away from under the finger.

    Of the race that Enter would begin with anyway, too; any other row does nothing.
    """
    visitor.size = size
    visitor.page.use_touch(is_by_touch=is_by_touch)
    visitor.open()
    lines = visitor.text.splitlines()
    visitor.take(visitor.page.tap(3, 0, is_long=False))
    assert visitor.text.splitlines() == lines
    row = next(at for at, text in enumerate(lines) if f" {name} " in text)
    visitor.take(visitor.page.tap(12, row, is_long=False))
    assert not journals(visitor)
    assert f" {name} " in visitor.text.splitlines()[row]
    again = visitor.reloaded()
    again.page.use_touch(is_by_touch=is_by_touch)
    again.take(again.page.resize(*size))
    assert again.text == visitor.text
    visitor.take(visitor.page.tap(12, row, is_long=False))
    assert b"race " + name.encode() in journals(visitor)[0].read_bytes()


def test_a_marked_race_tells_its_figures_by_touch(visitor: Visitor) -> None:
    visitor.size = PHONE
    visitor.page.use_touch(is_by_touch=True)
    visitor.open()
    row = next(at for at, text in enumerate(visitor.text.splitlines()) if " Goblin " in text)
    visitor.said.clear()
    visitor.take(visitor.page.tap(9, row, is_long=False))
    told = "Goblin: 110 HP, Atk 15, Def 20. Good at"
    assert told in " ".join(visitor.text.split())
    assert told in " ".join(visitor.said)
    visitor.press(*buttons(visitor)["Drow"])
    assert "Drow: 150 HP, Atk 25, Def 15. Good at" in " ".join(visitor.text.split())
    assert not journals(visitor)
    marked = [each["label"] for each in shown_buttons(visitor) if each["is_marked"]]
    assert marked == ["Drow"]
    visitor.press(*buttons(visitor)["Play"])
    assert b"race Drow" in journals(visitor)[0].read_bytes()


def test_a_tap_below_a_row_is_on_that_row(visitor: Visitor) -> None:
    visitor.size = (48, 40)
    visitor.page.use_touch(is_by_touch=True)
    visitor.open()
    for part, label in (("looting: 5 gold", "Goblin"), ("dozen hints", "Learn")):
        row = next(at for at, text in enumerate(visitor.text.splitlines()) if part in text)
        visitor.take(visitor.page.tap(9, row, is_long=False))
        assert [each["label"] for each in shown_buttons(visitor) if each["is_marked"]] == [label]


def test_the_first_screen_begins_with_games_and_is_said_in_six_sentences(visitor: Visitor) -> None:
    visitor.open()
    races = [race.name for race in races_by_ease(BASE_RULES)]
    assert [*buttons(visitor)] == ["Play", "Daily", "Learn", *races, "Expansions", "?"]
    places = [visitor.text.index(told) for told in ("Daily 20", "A first game", *races)]
    assert places == sorted(places)
    assert "[ ]" not in visitor.text
    assert len(visitor.said) <= 6
    assert not [line for line in visitor.said if ". " in line]
    assert "Drow (d): 150 HP, Atk 25, Def 15, good at potions" in "\n".join(visitor.said)
    again = visitor.press("4", "t", "right", "ctrl-d").reloaded(in_new_tab=True)
    assert len(again.said) <= 6, "with a kept game, too"
    assert not [line for line in again.said if ". " in line]


def test_no_page_speaks_of_a_command_line(visitor: Visitor) -> None:
    command = re.compile(r"\bcc3k (-|[a-z])|(?<![\w-])--(?!more)[a-z]")
    visitor.size = (120, 400)
    shown = {"": "?x", SHADE: "?q", "gems": "?", "seed=x": "", "dlc=moon": "", "floor=/etc": ""}
    for is_by_touch in (False, True):
        visitor.page.use_touch(is_by_touch=is_by_touch)
        for link, keys in shown.items():
            visitor.take(visitor.page.open_link(link))
            for key in ("", *keys):
                visitor.press(*key)
                for text in (visitor.text, *visitor.said, *visitor.told):
                    assert not command.search(text), (link, key, text)
                visitor.press(*["escape"] * (key in set("?x")))


def test_tiles_are_told_where_the_board_is(visitor: Visitor) -> None:
    visitor.page.use_tiles(has_tiles=True)
    for size in (DESK, PHONE, (44, 20)):
        visitor.size = size
        visitor.take(visitor.page.open_link(GAME)).take(visitor.page.resize(*size))
        place = json.loads(json.dumps(visitor.update["board"]))
        board = [text[: place["columns"]] for text in visitor.text.splitlines()]
        shown = board[place["row"] : place["row"] + place["rows"]]
        assert sum("@" in row for row in shown) == 1
        assert not any("HP" in row or "Action" in row for row in shown)
        ((column, row),) = place["hoards"]
        assert shown[row][column] == "G"
        assert all(row[:1] in set("|- .#+") for row in shown), shown
    assert visitor.press("?").update["board"] is None
    assert visitor.press("escape", "l").update["board"] is not None
    assert visitor.take(visitor.page.open_link("gems")).update["board"] is None
    assert visitor.take(visitor.page.open_link("tutorial")).update["board"], "below a hint"
    visitor.page.use_tiles(has_tiles=False)
    assert visitor.take(visitor.page.open_link(GAME)).update["board"] is None


@pytest.mark.seeded
def test_each_mark_has_one_tile() -> None:
    tiles = (Path(STATIC_FOLDER) / "tiles.svg").read_text("utf-8")
    marks = [html.unescape(each) for each in re.findall(r'data-marks="([^"]*)"', tiles)]
    drawn = "".join(marks)
    rules = rules_of("all")
    other = "".join([*GLYPH_SETS["unicode"].values(), *"│─┌┐└┘├┤┬┴┼╪╫╬"])
    for mark in {*glyph_roles(rules), ".", *other}:
        assert drawn.count(mark) == 1, mark
    assert {"hoard", "letter"} <= {*re.findall(r'symbol id="(\w+)"', tiles)}


def test_another_game_is_marked_before_it_begins(visitor: Visitor) -> None:
    visitor.open()
    daily = next(label for label in buttons(visitor) if label.startswith("Daily"))
    visitor.press(*buttons(visitor)[daily])
    assert START in visitor.text
    before = visitor.text
    assert visitor.press(*buttons(visitor)[daily]).text != before
    assert "Daily" in visitor.text.splitlines()[0]


def test_taps_turn_pages_and_close_the_end_of_a_game(visitor: Visitor) -> None:
    visitor.open(GAME).press("?")
    first = visitor.text
    visitor.take(visitor.page.tap(10, 30, is_long=False))
    assert visitor.text != first
    visitor.take(visitor.page.tap(10, 1, is_long=False))
    assert visitor.text == first


def test_a_journal_is_watched_and_comes_back_where_it_was(visitor: Visitor) -> None:
    visitor.open(GAME).press("right", "down", "left")
    links = json.loads(visitor.page.share())
    assert parse_link(links["play"]).play_options().race == parse_race("troll")
    assert parse_link(links["watch"]).journal == journals(visitor)[0].read_bytes()
    visitor.take(visitor.page.open_link(links["watch"]))
    visitor.press(" ", "end", "left")
    assert "turn 2 of 3" in visitor.text
    assert visitor.reloaded().text == visitor.text
    visitor.press("q")
    assert "Choose a race" in visitor.text
    assert visitor.link == ""


def test_a_layout_file_is_played_and_its_errors_are_told(visitor: Visitor) -> None:
    visitor.open()
    visitor.take(visitor.page.open_file("C:\\games\\..\\mine.txt", LAYOUT)).press("t")
    assert "Race: Troll" in visitor.text
    assert visitor.reloaded().text == visitor.text
    broken = LAYOUT.replace(b".", b"?", 2)
    visitor.take(visitor.page.open_file("broken.txt", broken))
    assert len(visitor.told) > 1
    assert all(told.startswith("broken.txt:") and ": error: " in told for told in visitor.told)
    assert "Race: Troll" in visitor.text
    assert not any("broken" in path for path in visitor.kept)
    for text in (broken, LAYOUT + b"\n"):  # of the name of the one that is kept
        visitor.take(visitor.page.open_file("mine.txt", text))
    assert visitor.kept["layouts/mine.txt"][0] == LAYOUT
    assert visitor.kept["layouts/mine-2.txt"][0] == LAYOUT + b"\n"


@pytest.mark.seeded
def test_journals_go_out_and_come_in(visitor: Visitor, tmp_path: Path) -> None:
    visitor.open(GAME).press("right", "down", "ctrl-d")
    (listed,) = json.loads(visitor.page.kept_files())
    data = visitor.page.read_file(listed["path"])
    (tmp_path / "out.cc3k").write_bytes(data)
    assert run("replay", "--verify", "out.cc3k", folder=tmp_path).code == 0
    with zipfile.ZipFile(io.BytesIO(visitor.page.archive())) as archive:
        assert archive.read(listed["path"]) == data
    name = Path(listed["path"]).name
    visitor.take(visitor.page.import_file(name, data))
    assert visitor.told[-1] == f"{name} is kept already."
    visitor.take(visitor.page.import_file("../../x/theirs.cc3k", JOURNAL))
    assert visitor.told[-1] == "theirs.cc3k is kept."
    visitor.take(visitor.page.import_file("theirs.cc3k", JOURNAL.replace(b"Troll", b"Shade")))
    assert visitor.told[-1].startswith("theirs.cc3k is not kept: theirs.cc3k:")
    assert visitor.is_kept_whole()
    visitor.take(visitor.page.delete_file(listed["path"]))
    assert visitor.told[-1] == f"{name} is deleted."
    assert visitor.is_kept_whole()
    with pytest.raises(ValueError, match="expected a file of the player"):
        visitor.page.read_file("../../etc/passwd")


def test_a_kept_game_is_gone_on_with_and_the_open_one_is_not_deleted(visitor: Visitor) -> None:
    visitor.open(GAME).press("right")
    (listed,) = json.loads(visitor.page.kept_files())
    assert listed["open"]
    visitor.take(visitor.page.delete_file(listed["path"]))
    assert "is the game that is open" in visitor.told[-1]
    before = visitor.text
    visitor.press("ctrl-d")
    assert "Choose a race" in visitor.text
    visitor.take(visitor.page.open_kept(listed["path"]))
    assert visitor.text == before
    visitor.take(visitor.page.watch_kept(listed["path"])).press(" ")
    assert "turn" in visitor.text


def test_settings_are_the_configuration_file(visitor: Visitor) -> None:
    visitor.open(SHADE).press("right")
    visitor.take(visitor.page.set_config('palette = "mono"\nglyphs = "unicode"\nkeys = "vi"\n'))
    assert (visitor.told, visitor.update["palette"]) == ([], "mono")
    assert "│" in visitor.text
    assert "You move West." in visitor.press("h").text
    visitor.take(visitor.page.set_config("palette = 3"))
    assert visitor.told[-1].startswith("config.toml:1: found 'palette = 3'; expected one of")
    assert visitor.page.config().startswith('palette = "mono"')
    assert visitor.reloaded().text == visitor.text


def test_what_is_said_is_what_plain_mode_says(visitor: Visitor) -> None:
    visitor.open(GAME).press("right", "down")
    plain = run("--plain", "--seed", "42", "--race", "troll", "--floor", "dragon", typed="ea\nso\n")
    told = " ".join(plain.out.split())
    others = [sentence for sentence in visitor.said if sentence not in told]
    assert others == ["Question mark lists all keys."]
    assert "You move East." in visitor.said
    visitor.page.use_touch(is_by_touch=True)
    visitor.said.clear()
    assert "[?] lists all buttons." in visitor.open(SHADE).said


def test_a_journey_is_told_once_it_is_over(visitor: Visitor) -> None:
    visitor.open(GAME)
    visitor.said.clear()
    visitor.take(visitor.page.press([">"]))
    while visitor.update["tick"] is not None:
        assert not visitor.said
        visitor.take(visitor.page.tick())
    assert "You go down to floor 2. Left on floor 1: 6 gold." in visitor.said


def test_the_script_calls_what_there_is() -> None:
    script = (Path(STATIC_FOLDER) / "python.js").read_text(encoding="utf-8")
    called = {part.split("(")[0] for part in script.split("this.page.")[1:]}
    assert "press" in called
    assert all(hasattr(Page, name) for name in called)


COMMANDS = LONG_GAME + COMMANDS_AT_ONCE // 2
FLOOR = room("@..", "...") + "\n"


@pytest.fixture(scope="module")
def record() -> Record:
    words = ["ea", "we"] * (COMMANDS // 2)
    return recorded(header(FLOOR, BASE_RULES.races[4].name), *words, ending=GIVEN_UP)


def percents(visitor: Visitor) -> list[int]:
    """Return how far the opening is after each piece, until the replay is there."""
    found = list[int]()
    while shown := re.search(r"(\d+)% is done\.", visitor.text):
        assert visitor.update["tick"] == 0
        assert visitor.update["is_replay"]
        found.append(int(shown[1]))
        visitor.take(visitor.page.tick())
    return found


@pytest.mark.parametrize("size", [PHONE, (120, 36)])
def test_a_long_game_is_opened_in_pieces(
    visitor: Visitor, record: Record, size: tuple[int, int]
) -> None:
    visitor.size = size
    visitor.open().said.clear()
    visitor.take(visitor.page.open_file("long.cc3k", journal_of(record)))
    assert f"Opening a game of {COMMANDS:,} commands." in " ".join(visitor.text.split())
    found = percents(visitor)
    assert found == sorted(set(found))
    assert found[0] == 0
    assert len(found) == COMMANDS // COMMANDS_AT_ONCE + 1
    assert visitor.said == [f"Opening a game of {COMMANDS:,} commands."], "once"
    assert visitor.update["tick"]
    visitor.press(" ", "end")
    assert re.search(rf"[Tt]urn {COMMANDS}( of |/){COMMANDS}\b", visitor.text)
    assert visitor.is_kept_whole()


def test_a_reload_while_it_is_opened_opens_it_where_it_was(
    visitor: Visitor, record: Record
) -> None:
    visitor.open().take(visitor.page.open_file("long.cc3k", journal_of(record)))
    visitor.take(visitor.page.tick())
    again = visitor.reloaded()
    again.take(again.page.resize(*PHONE))
    percents(again)
    again.press("end", "left")
    assert (again.update["columns"], again.update["lines"]) == PHONE
    third = again.reloaded(PHONE)
    percents(third)
    assert third.text == again.text
    assert f"{COMMANDS - 1}" in third.text


@pytest.mark.parametrize("key", ["q", "escape", "leave replay"])
def test_whoever_does_not_want_to_wait_leaves(visitor: Visitor, record: Record, key: str) -> None:
    visitor.open().take(visitor.page.open_file("long.cc3k", journal_of(record)))
    before = visitor.text
    visitor.take(visitor.page.press(["right"]))
    visitor.take(visitor.page.paste(3))
    assert visitor.text == before
    visitor.take(visitor.page.press([key]))
    assert START in visitor.text
    assert not visitor.update["is_replay"]


def test_where_a_long_game_goes_another_way_is_told(visitor: Visitor, record: Record) -> None:
    wrong = evolve(record, start_state=record.steps[0].state)
    visitor.open().take(visitor.page.open_file("wrong.cc3k", journal_of(wrong)))
    assert START in visitor.text
    assert "the record has" in visitor.told[-1]
    steps = [*record.steps[:1_200], evolve(record.steps[1_200], command="no")]
    late = evolve(record, steps=(*steps, *record.steps[1_201:]))
    visitor.take(visitor.page.open_file("late.cc3k", journal_of(late)))
    percents(visitor)
    visitor.press(" ", "end")
    assert "the record has" in visitor.text
