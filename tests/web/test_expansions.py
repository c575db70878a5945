"""Expansions on the page: links, switches, menus, buttons, files, and what a reload shows."""

import json
from random import Random

import pytest

from cc3k.cli.config import read_config
from cc3k.engine.expansion import MenuLine
from cc3k.expansions.registry import OWN_EXPANSIONS
from cc3k.saves.journal_format import add_checksums, read_journal
from cc3k.ui.menus import ChoiceMode
from cc3k.ui.palette import ROLE_LETTERS
from cc3k.web.pad import menu_buttons
from cc3k.web.site import roles_style
from tests.support.effort import EFFORT
from tests.support.pages import DESK, PHONE, Visitor, buttons, journals
from tests.support.processes import ROOT, run

NAMES = [each.name for each in OWN_EXPANSIONS]
PACK = "seed=42&race=drow&dlc=pack"
COLUMNS, ROWS = 79, 25
KEYS = (
    *("up", "down", "left", "right", "tab", "o", ">", "G", "P", "Z", "l", "m", "D", "?", "escape"),
    *("enter", " ", "no", "so", "u", "a", "b", "g", "t", "i", "0", "3", "f", "q", "n", "y"),
    *("scroll down", "click 30 12", "shift-left", "page down"),
)


def row_with(visitor: Visitor, text: str) -> int:
    return next(at for at, row in enumerate(visitor.text.splitlines()) if text in row)


def board(visitor: Visitor) -> list[str]:
    return [row[:COLUMNS].rstrip() for row in visitor.text.splitlines()[:ROWS]]


def switched_on(visitor: Visitor) -> list[str]:
    named = " ".join(visitor.text.split()).partition("Expansions on: ")[2].partition(";")[0]
    listed = [row.split()[2] for row in visitor.text.splitlines() if "[x]" in row]
    return listed if named in {"", "none"} else named.split(", ")


@pytest.mark.parametrize("dlc", ["all", *NAMES, "pack,shop"])
def test_a_link_names_expansions(visitor: Visitor, dlc: str) -> None:
    visitor.open(f"seed=42&race=troll&dlc={dlc}")
    with journals(visitor)[0].open("rb") as file:
        header = read_journal(file, "").record.header
    names = NAMES if dlc == "all" else dlc.split(",")
    assert [tag.partition("-")[0] for tag in header.expansions] == names
    assert json.loads(visitor.page.share())["play"] == f"seed=42&race=troll&dlc={','.join(names)}"
    assert visitor.reloaded().text == visitor.text


def test_a_number_of_an_expansion_is_in_the_link(visitor: Visitor) -> None:
    visitor.open("seed=42&race=troll&dlc=depths&floors=12")
    assert "1/12" in visitor.text
    link = json.loads(visitor.page.share())["play"]
    assert link == "seed=42&race=troll&dlc=depths&floors=12"


def test_a_link_of_a_game_has_no_expansions_but_those_it_names(visitor: Visitor) -> None:
    """Whatever its reader has chosen last, or set: the same game as everywhere else."""
    visitor.open().press("1", "4")
    visitor.take(visitor.page.set_config('dlc = "levels"\n'))
    assert read_config({"HOME": str(visitor.folder)})["dlc"] == ["levels"]
    visitor.take(visitor.page.open_link("seed=42&race=troll&floor=dragon"))
    fresh = run("--seed", "42", "--race", "troll", "--floor", "dragon", "--script", typed="")
    assert board(visitor) == [row.rstrip() for row in fresh.out.splitlines()[-30:][:ROWS]]
    visitor.take(visitor.page.open_link("seed=42"))
    assert switched_on(visitor) == []
    visitor.take(visitor.page.open_link("daily"))
    assert switched_on(visitor) == []


@pytest.mark.slow_from(1)
@pytest.mark.parametrize("size", [DESK, PHONE])
@pytest.mark.parametrize("link", ["", "daily", "seed=7&dlc=fog"])
def test_the_race_screen_comes_back_as_it_was_switched(
    visitor: Visitor, link: str, size: tuple[int, int]
) -> None:
    visitor.size = size
    visitor.open(link)
    for key in ("1", "4", "down", "1", "x", "down", "enter", "8", "escape", "2", "up"):
        visitor.press(key)
        assert visitor.reloaded().text == visitor.text, key
    again = visitor.reloaded()
    assert again.press("t").text == visitor.press("t").text
    assert again.reloaded().text == visitor.text


def test_a_race_screen_is_shared_as_it_is_switched(visitor: Visitor) -> None:
    visitor.open().press("1", "5")
    link = json.loads(visitor.page.share())["play"]
    assert link.endswith("&dlc=pack,hunters")
    other = Visitor(visitor.folder.with_name("page-0001")).open(link)
    assert switched_on(other) == ["pack", "hunters"]
    assert other.text.splitlines()[0] == visitor.text.splitlines()[0]
    other.open("daily").press("2")
    assert json.loads(other.page.share())["play"] == "daily&dlc=shop"
    other.take(other.page.open_file("own.txt", (ROOT / "floors/tiny.txt").read_bytes()))
    assert json.loads(other.page.share())["play"] == ""


def test_expansions_are_switched_by_taps_and_buttons(visitor: Visitor) -> None:
    visitor.size = PHONE
    visitor.open()
    assert buttons(visitor)["Expansions"] == ["x"]
    visitor.take(visitor.page.tap(4, row_with(visitor, "Expansions on: none"), is_long=False))
    visitor.take(visitor.page.tap(9, row_with(visitor, " fog "), is_long=False))
    assert switched_on(visitor) == ["fog"]
    assert buttons(visitor)["[x] fog"] == ["4"]
    visitor.press(*buttons(visitor)["[ ] pack"])
    visitor.take(visitor.page.tap(4, 0, is_long=False))
    assert switched_on(visitor) == ["pack", "fog"]
    visitor.press(*buttons(visitor)["Close"])
    assert "Expansions on: pack, fog" in visitor.text


def test_the_number_of_an_expansion_has_buttons(visitor: Visitor) -> None:
    """X118: without keys there is no Left or Right; only what has a number shows them."""
    visitor.size = PHONE
    visitor.page.use_touch(is_by_touch=True)
    visitor.open().press("x", "8")
    assert "Less" in buttons(visitor), buttons(visitor)
    assert "[Less] and [More] change the number of floors: 8" in " ".join(visitor.text.split())
    for label, number in (("More", 9), ("Less", 8), ("Less", 7)):
        visitor.press(*buttons(visitor)[label])
        assert f"change the number of floors: {number}" in " ".join(visitor.text.split())
    visitor.press("1")
    assert "Less" not in buttons(visitor)


def test_a_tap_on_a_kept_game_goes_on_with_it(visitor: Visitor) -> None:
    for seed in (1, 2, 3):
        visitor.open(f"seed={seed}&race=troll&dlc=pack").press("ctrl-d")
    visitor.open()
    rows = [at for at, row in enumerate(visitor.text.splitlines()) if "with pack" in row]
    assert len(rows) == 3
    visitor.press("up", "up")
    for _ in range(2):  # the first tap marks it
        assert "Choose a race" in visitor.text
        visitor.take(visitor.page.tap(10, rows[1], is_long=False))
    assert visitor.text.splitlines()[0].endswith("  Seed 2")
    assert "Pack: empty" in visitor.text


def test_the_pack_is_a_menu_of_buttons_and_rows(visitor: Visitor) -> None:
    visitor.open(f"{PACK}&floor=potions")
    assert "Your pack" not in buttons(visitor)
    taken = [label for label in buttons(visitor) if label.startswith("Take ")]
    for key in buttons(visitor)[taken[0]]:
        visitor.press(key)
    assert "Pack: a " in visitor.text
    visitor.said.clear()
    visitor.press(*buttons(visitor)["Your pack"])
    assert visitor.text.splitlines()[0] == "Your pack"
    assert "Your pack" in visitor.said
    assert visitor.reloaded().text == visitor.text
    assert {"Use", "Throw", "Close"} <= buttons(visitor).keys()
    before = visitor.text
    visitor.take(visitor.page.tap(4, 0, is_long=False))
    assert visitor.text == before
    visitor.take(visitor.page.tap(4, row_with(visitor, " a  "), is_long=False))
    assert visitor.text == before
    visitor.press(*buttons(visitor)["Use"])
    assert "Pack: empty" in visitor.text
    assert visitor.reloaded().text == visitor.text


def test_a_button_of_a_menu_names_a_thing_and_its_meaning_what_it_does() -> None:
    lines = (MenuLine("k", "the key", effect="you have no key"),)
    *_, button = menu_buttons(ChoiceMode("x", "", lines))
    assert (button.label, button.meaning) == ("Key", "the key: you have no key")


@pytest.mark.walk
@pytest.mark.slow_from(1)
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("size", [DESK, PHONE])
def test_a_reload_amid_a_game_with_all_expansions_shows_the_same_frame(
    visitor: Visitor, seed: int, size: tuple[int, int]
) -> None:
    chance = Random(f"{seed} {size}")
    visitor.size = size
    visitor.open(f"seed={seed}&race=drow&dlc=all")
    pressed = list[str]()
    for _ in range(15 * EFFORT):
        pressed.append(chance.choice(KEYS))
        visitor.press(*(pressed[-1] if pressed[-1] in ("no", "so") else [pressed[-1]]))
        again = visitor.reloaded()
        assert again.text == visitor.text, (seed, pressed)
        again.page.close()


def test_a_journal_of_an_expansion_that_is_not_there_is_told_of(visitor: Visitor) -> None:
    visitor.open(PACK).press("right")
    lines = journals(visitor)[0].read_text("ascii").splitlines()
    texts = [line[9:].replace("pack-2", "moon-1") for line in lines]
    data = add_checksums(texts)[0].encode("ascii")
    visitor.take(visitor.page.import_file("moon.cc3k", data))
    assert "expansion moon 1, which is not installed" in visitor.told[-1]
    visitor.take(visitor.page.open_file("moon.cc3k", data))
    assert "expansion moon 1, which is not installed" in visitor.told[-1]


def test_a_layout_with_marks_of_expansions_needs_them(visitor: Visitor) -> None:
    compass = (ROOT / "floors/tiny.txt").read_text("ascii").replace("7", "C", 1)
    visitor.open()
    visitor.take(visitor.page.open_file("c.txt", compass.encode("ascii")))
    assert "gear" in "".join(visitor.told)
    assert "Choose a race" in visitor.text
    visitor.press("6")
    visitor.told.clear()
    visitor.take(visitor.page.open_file("c.txt", compass.encode("ascii")))
    assert visitor.told == []
    assert switched_on(visitor) == ["gear"]


def test_every_role_has_a_style_on_the_page() -> None:
    styles = roles_style().splitlines()
    for role in ("remembered", "hunting orc", "hunting dragon"):
        found = [line for line in styles if f".role-{ord(ROLE_LETTERS[role])} " in line]
        assert len(found) == 2 * (3 if role.startswith("hunting") else 2), role
        if role.startswith("hunting"):
            assert "underline" in found[0]
    letters = [ord(letter) for letter in ROLE_LETTERS.values()]
    assert len(set(letters)) == len(letters)
