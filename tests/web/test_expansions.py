"""Expansions on the page: links, switches, menus, buttons, files, and what a reload shows."""

import json
from pathlib import Path
from random import Random

import pytest

from cc3k.cli.config import read_config
from cc3k.expansions.registry import OWN_EXPANSIONS
from cc3k.play.commands import parse_race
from cc3k.saves.journal import read_journal
from cc3k.saves.ledger import add_checksums
from cc3k.ui.palette import ROLE_LETTERS
from cc3k.web.links import link_of_game, parse_link
from cc3k.web.pad import WAY_SIGNS
from cc3k.web.site import roles_style
from tests.support.effort import EFFORT
from tests.support.pages import DESK, PHONE, Visitor, journals
from tests.support.processes import ROOT, run

NAMES = [each.name for each in OWN_EXPANSIONS]
ALL = "seed=42&race=drow&dlc=all"
PACK = "seed=42&race=drow&dlc=pack"
COLUMNS, ROWS = 79, 25
MESSAGE_ROWS = 4
"""Rows of messages above the board."""

KEYS = (
    *("up", "down", "left", "right", "tab", "o", ">", "G", "P", "Z", "l", "m", "D", "?", "escape"),
    *("enter", " ", "no", "so", "u", "a", "b", "g", "t", "i", "0", "3", "f", "q", "n", "y"),
    *("scroll down", "click 30 12", "shift-left", "page down"),
)


def buttons(visitor: Visitor) -> dict[str, list[str]]:
    """Return the keys of each button, by its label."""
    shown = json.loads(json.dumps(visitor.last_pad))
    return {button["label"]: button["keys"] for button in shown}


def row_with(visitor: Visitor, text: str) -> int:
    return next(at for at, row in enumerate(visitor.text.splitlines()) if text in row)


def board(visitor: Visitor) -> list[str]:
    """Return the rows of the board, without what stands beside it."""
    return [row[:COLUMNS].rstrip() for row in visitor.text.splitlines()[:ROWS]]


def switched_on(visitor: Visitor) -> list[str]:
    """Return the names of the expansions that the race screen, or their page, shows as on."""
    named = " ".join(visitor.text.split()).partition("Expansions on: ")[2].partition(";")[0]
    listed = [row.split()[2] for row in visitor.text.splitlines() if "[x]" in row]
    return listed if named in {"", "none"} else named.split(", ")


@pytest.mark.parametrize("dlc", ["all", *NAMES, "pack,shop"])
def test_a_link_names_expansions(visitor: Visitor, dlc: str) -> None:
    """As `--dlc` does; the journal has their tags, and the link to share names them."""
    visitor.open(f"seed=42&race=troll&dlc={dlc}")
    with journals(visitor)[0].open("rb") as file:
        header = read_journal(file, "").record.header
    names = NAMES if dlc == "all" else dlc.split(",")
    assert [tag.partition("-")[0] for tag in header.expansions] == names
    assert json.loads(visitor.page.share())["play"] == f"seed=42&race=troll&dlc={','.join(names)}"
    assert visitor.reloaded().text == visitor.text


def test_a_number_of_an_expansion_is_in_the_link(visitor: Visitor) -> None:
    """`#dlc=depths&floors=12` is `--dlc depths --floors 12`; the usual number is left out."""
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


def test_the_last_choice_is_offered_again_where_no_link_says_otherwise(visitor: Visitor) -> None:
    """As on a terminal: the digits of the race screen are kept."""
    visitor.open().press("1", "5")
    visitor.take(visitor.page.open_link("seed=1&race=troll"))
    visitor.take(visitor.page.open_link(""))
    assert switched_on(visitor) == ["pack", "hunters"]


@pytest.mark.slow_from(1)
@pytest.mark.parametrize("size", [DESK, PHONE])
@pytest.mark.parametrize("link", ["", "daily", "seed=7&dlc=fog"])
def test_the_race_screen_comes_back_as_it_was_switched(
    visitor: Visitor, link: str, size: tuple[int, int]
) -> None:
    """After each digit, on the page that lists them, and back; then the same game begins."""
    visitor.size = size
    visitor.open(link)
    for key in ("1", "4", "down", "1", "x", "down", "enter", "8", "escape", "2", "up"):
        visitor.press(key)
        assert visitor.reloaded().text == visitor.text, key
    again = visitor.reloaded()
    assert again.press("t").text == visitor.press("t").text
    assert again.reloaded().text == visitor.text


def test_a_race_screen_is_shared_as_it_is_switched(visitor: Visitor) -> None:
    """With its seed, which the address alone does not name."""
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
    """On a phone the race screen has a row for all of them, and a page with a row for each."""
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
    """Its row has no key of its own; the cursor is moved there."""
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
    """Taken along and opened by buttons, chosen from by a tap; a reload shows each moment."""
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


def test_a_merchant_is_a_menu_beside_it(visitor: Visitor) -> None:
    """A button opens it, as the words do, and says what is for sale."""
    visitor.open("seed=42&race=drow&dlc=shop&floor=merchants")
    visitor.press("f", "right", "right")
    merchants = [label for label in buttons(visitor) if label.startswith("For sale")]
    visitor.press(*buttons(visitor)[merchants[0]])
    assert visitor.text.splitlines()[0] == "For sale"
    assert "gold" in visitor.text
    assert visitor.said.count("For sale") == 1
    assert visitor.reloaded().text == visitor.text


@pytest.mark.walk
@pytest.mark.slow_from(1)
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("size", [DESK, PHONE])
def test_a_reload_amid_a_game_with_all_expansions_shows_the_same_frame(
    visitor: Visitor, seed: int, size: tuple[int, int]
) -> None:
    """Amid menus, throws and buys; what the fog hides is as it was remembered."""
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


def test_a_journal_with_expansions_goes_out_and_in(visitor: Visitor, tmp_path: Path) -> None:
    """`cc3k replay --verify` answers with 0, another page keeps it, watches it and goes on."""
    visitor.open(ALL).press("right", "o", "o", "i", "escape", "left")
    path = journals(visitor)[0]
    assert run("replay", str(path), "--verify").code == 0
    data = path.read_bytes()
    other = Visitor(tmp_path / "elsewhere/page-0000").open()
    other.take(other.page.import_file("sent.cc3k", data))
    assert other.told == ["sent.cc3k is kept."]
    kept = [each["path"] for each in json.loads(other.page.kept_files())]
    other.take(other.page.open_kept(next(each for each in kept if each.endswith("sent.cc3k"))))
    assert board(other)[MESSAGE_ROWS:] == board(visitor)[MESSAGE_ROWS:]
    link = json.loads(visitor.page.share())["watch"]
    other.take(other.page.open_link(link)).press(" ", "end")
    assert board(other)[MESSAGE_ROWS:] == board(visitor)[MESSAGE_ROWS:]
    assert other.reloaded().text == other.text


@pytest.mark.slow
@pytest.mark.seeded
@pytest.mark.parametrize("path", sorted((ROOT / "tests/expansions/journals").glob("*.cc3k")))
def test_whole_games_with_expansions_are_watched_to_their_ends(
    visitor: Visitor, path: Path
) -> None:
    """As a file, and as the link of their beginning, which the first game of a seed has."""
    with path.open("rb") as file:
        header = read_journal(file, path.name).record.header
    if header.game_number == 1:
        options = parse_link(link_of_game(header)).play_options()
        assert options.seed == header.seed
        assert options.race == parse_race(header.race)
    visitor.open()
    visitor.take(visitor.page.open_file(path.name, path.read_bytes()))
    visitor.wait_for_replay().press(" ", "end")
    assert visitor.told == []
    assert visitor.reloaded().wait_for_replay().text == visitor.text


def test_a_journal_of_an_expansion_that_is_not_there_is_told_of(visitor: Visitor) -> None:
    """By its name and version, and not kept."""
    visitor.open(PACK).press("right")
    lines = journals(visitor)[0].read_text("ascii").splitlines()
    texts = [line[9:].replace("pack-2", "moon-1") for line in lines]
    data = add_checksums(texts)[0].encode("ascii")
    visitor.take(visitor.page.import_file("moon.cc3k", data))
    assert "expansion moon 1, which is not installed" in visitor.told[-1]
    visitor.take(visitor.page.open_file("moon.cc3k", data))
    assert "expansion moon 1, which is not installed" in visitor.told[-1]


def test_a_layout_with_marks_of_expansions_needs_them(visitor: Visitor) -> None:
    """As `cc3k check` words it; with those that were chosen last it is played."""
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


def test_the_words_of_a_switch_are_said_once(visitor: Visitor) -> None:
    """Not the whole race screen anew, whose races lose a column with the first one (X9)."""
    visitor.open()
    visitor.press("1")
    visitor.said.clear()
    visitor.press("4")
    assert len([line for line in visitor.said if line.startswith("Expansions on: pack, fog;")]) == 1
    assert len(visitor.said) <= 3
    visitor.said.clear()
    visitor.press("x")
    assert visitor.said
    visitor.said.clear()
    visitor.press("down", "enter")
    assert any(
        line.startswith("5 [") or "hunters" in line or "shop" in line for line in visitor.said
    )


def test_every_role_has_a_style_on_the_page() -> None:
    """Those whose letter is a mark, too: what is remembered in a fog, and enemies that hunt."""
    styles = roles_style().splitlines()
    for role in ("remembered", "hunting orc", "hunting dragon"):
        found = [line for line in styles if f".role-{ord(ROLE_LETTERS[role])} " in line]
        assert len(found) == 2 * (3 if role.startswith("hunting") else 2), role
        if role.startswith("hunting"):
            assert "underline" in found[0]
    letters = [ord(letter) for letter in ROLE_LETTERS.values()]
    assert len(set(letters)) == len(letters)


def test_what_expansions_do_is_said_in_the_plain_voice(visitor: Visitor) -> None:
    """The sentences of `--plain`, and no others."""
    visitor.open("seed=42&race=troll&floor=potions&dlc=pack,levels")
    taken = [label for label in buttons(visitor) if label.startswith("Take ")]
    assert taken
    way = next(word for word, sign in WAY_SIGNS.items() if taken[0].endswith(sign))
    words = (f"g {way}", "u a", "so", "ea")
    visitor.said.clear()
    for word in words:
        visitor.press(*word.replace(" ", ""))
    dungeon = ("--seed", "42", "--race", "troll", "--floor", "potions", "--dlc", "pack,levels")
    plain = run("--plain", *dungeon, typed="\n".join([*words, ""]))
    told = " ".join(plain.out.split())
    spoken = [sentence for sentence in visitor.said if len(sentence) > len("u: which way?")]
    assert len(spoken) > len(words)
    for sentence in spoken:
        assert sentence in told or "which" in sentence, sentence


def test_help_tells_of_the_expansions_that_are_on(visitor: Visitor) -> None:
    """The same pages as on a terminal."""
    visitor.open(ALL).press("?")
    text = list[str]()
    for _ in range(12):
        text.append(visitor.text)
        visitor.press("page down")
    told = "\n".join(text)
    for name in ("pick up the potion there", "ask a merchant", "list your pack"):
        assert name in told
