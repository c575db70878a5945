"""Status rows of expansions: which wording they have where columns and rows are few."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import evolve

from cc3k.cli.help import help_pages
from cc3k.engine.board import DIRECTIONS
from cc3k.engine.enemies import Enemy
from cc3k.engine.game import GameState
from cc3k.engine.running_game import part_of
from cc3k.expansions.clock import Clock
from cc3k.expansions.gear import SUIT_LEFT, Outfit
from cc3k.expansions.hunters import Hunt
from cc3k.expansions.levels import Growth, experience_for_level
from cc3k.expansions.pack import LETTERS, Pack, Slot
from cc3k.expansions.registry import OWN_EXPANSIONS, ExpansionRegistry
from cc3k.expansions.shop import MOST_WARES
from cc3k.expansions.uniques import TROPHY_FACTS
from cc3k.expansions.vaults import RELIC_THINGS, RING_THINGS, WANDS, Treasures, Wand
from cc3k.play.session import Session
from cc3k.ui.console import Console
from cc3k.ui.menus import menu_of_words
from cc3k.ui.screen_layout import ELLIPSIS, RowWordings, fit_each_row, fit_rows
from cc3k.ui.settings import ScreenSettings
from cc3k.ui.status import expansion_wordings
from tests.support.consoles import lines, playing
from tests.support.tables import for_each

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cc3k.engine.items import Ware


def worded(long: str, short: str, widest: tuple[str, str] | None = None) -> RowWordings:
    return RowWordings(long, short, widest or (long, short))


ROWS = (
    worded("Pack: a unknown", "Pack a?"),
    worded("Gear: none", ""),
    worded("Level: 1 of 3", "Lv 1/3"),
)
KNOWN = ("RH", "BA", "BD", "PH", "WA", "WD")


NARROW, FIRST = 40, ("pack", "chambers", "hunters", "gear", "levels", "tactics")
"""On so few columns there is no room for more than the rows of these."""


@for_each(
    (3, 20, ["Pack: a unknown", "Gear: none", "Level: 1 of 3"]),
    (2, 30, ["Pack: a unknown  Gear: none", "Level: 1 of 3"]),
    (1, 80, ["Pack: a unknown  Gear: none  Level: 1 of 3"]),
    (1, 36, ["Pack: a unknown  Gear: none  Lv 1/3"]),
    (1, 33, ["Pack: a unknown  Level: 1 of 3"]),
    (2, 17, ["Pack: a unknown", "Level: 1 of 3"]),
    (1, 17, ["Pack a?  Lv 1/3"]),
    (1, 14, ["Pack a? Lv 1/3"]),
    (1, 13, ["Pack a? Lv..."]),
)
def test_the_last_expansions_are_shortened_first(most: int, width: int, shown: list[str]) -> None:
    """As they are where there is room; the end is cut only where the short ones do not fit."""
    assert fit_rows(ROWS, most, width) == shown


def test_a_row_that_has_room_after_all_stays_long() -> None:
    rows = (
        worded("Pack: a RH", "Pack a"),
        worded("Vault: 1 unknown, 2 slow 4; ring lore", "1? 2slow4 lore"),
        worded("Clock: 9 of 200", "Clock 9"),
    )
    assert fit_rows(rows, 1, 45) == ["Pack: a RH  1? 2slow4 lore  Clock: 9 of 200"]


@for_each(
    ("", "", ["                  1 of 9 turns", "Lv 2"]),
    ("Pack a?", "Suit", ["Pack a?  Suit     1 of 9 turns", "Lv 2"]),
    ("Pack abc?", "Suit 120", ["Pack abc?  Suit 120  1 of 9 turns", "Lv 2"]),
    ("Pack abcdefgh?", "Suit 120", ["Pack abcdefgh?  Suit 120  turn 1", "Lv 2"]),
    ("Pack abcdefgh?", "Suit 120 Compass", ["Pack abcdefgh? Suit 120 Compass", "turn 1 Lv 2"]),
)
def test_rows_keep_form_and_place_while_values_change(
    pack: str, gear: str, shown: list[str]
) -> None:
    """The widest usual values have room; what is wider than that moves or shortens the others."""
    rows = (
        worded(pack, pack, ("Pack a?", "Pack a?")),
        worded(gear, gear, ("Suit 12", "Suit 12")),
        worded("1 of 9 turns", "turn 1"),
        worded("Level: 2", "Lv 2", ("Level: 10 of 100, which is too long", "Lv 10")),
    )
    assert fit_rows(rows, 2, 34) == shown


@for_each("size", [(80, 24), (60, 20)])
def test_the_figures_have_one_form_with_expansions(size: tuple[int, int]) -> None:
    desk, words = burdened(size, 0, 0, 1), set()
    game = playing(desk)
    for gold, turns in ((0, 0), (9, 99), (80, 999), (250, 1200)):
        game.hero.gold, game.turns = gold, turns
        row = next(line for line in reversed(lines(desk)) if "Score" in line)
        words.add(" ".join(re.sub(r"[0-9]+", "9", row).split()))
    assert len(words) == 1, words


def test_a_row_of_its_own_is_shortened_by_itself() -> None:
    assert fit_each_row(ROWS, 14) == ["Pack a?", "Gear: none", "Level: 1 of 3"]
    assert fit_each_row(ROWS, 8) == ["Pack a?", "Gear:...", "Lv 1/3"]


def burdened(size: tuple[int, int], known: int, doubles: int, level: int) -> Console:
    """Return a console of a game with all expansions, ten things in the pack, and all gear.

    So many kinds are known, so many of them are there twice, and every second slot is unknown.
    Nobody hunts it.
    """
    names = [each.name for each in OWN_EXPANSIONS if size[0] > NARROW or each.name in FIRST]
    session = Session(ExpansionRegistry().select(names), 5)
    session.start_game(session.rules.races[0])
    desk = Console(session, *size, ScreenSettings())
    game = playing(desk)
    for enemy in game.floor.enemies.values():
        enemy.hunting_turns = 0
    game.known_names.update(KNOWN[:known])
    part_of(game, Pack).slots = slots_of(game, known, doubles)
    outfit, growth = part_of(game, Outfit), part_of(game, Growth)
    outfit.has_compass = True
    game.hero.set_fact(SUIT_LEFT, 84)
    part_of(game, Hunt).freezes, part_of(game, Hunt).turns_frozen = 2, 10
    growth.level, growth.experience = level, experience_for_level(level)
    growth.spent["a"] = growth.points - 1
    return desk


def slots_of(game: GameState, known: int, doubles: int) -> tuple[Slot | None, ...]:
    kinds = {kind.name: kind for kind in game.rules.potions}
    of_known = [Slot(kinds[name], 1 + (at < doubles)) for at, name in enumerate(KNOWN[:known])]
    unknown = [Slot(kinds[KNOWN[-1]])] * max(0, 10 - sum(slot.count for slot in of_known))
    mixed = [slot for pair in zip(of_known, unknown, strict=False) for slot in pair]
    rest = [*of_known[len(unknown) :], *unknown[len(of_known) :]]
    filled = [*mixed, *rest][: len(LETTERS)]
    return (*filled, *[None] * (len(LETTERS) - len(filled)))


@for_each("size", [(40, 12), (48, 32), (60, 20), (79, 24), (80, 24), (79, 33)])
def test_nothing_is_cut_on_any_screen(size: tuple[int, int]) -> None:
    """X6: with everything on, a full pack of any kind, the suit, the compass and a high level.

    On 40 columns of 12 rows, too: what lies in which slot, the freeze, what one wears, the level.
    """
    for known, doubles, level in ((0, 0, 1), (0, 3, 12), (5, 0, 12), (5, 3, 1)):
        desk = burdened(size, known, doubles, level)
        rows = lines(desk)
        first = next(at for at, row in enumerate(rows) if row.startswith("Pack"))
        shown = "\n".join([row for row in rows[first : first + 4] if "Action" not in row])
        assert ELLIPSIS not in shown
        for letter in LETTERS[: sum(map(bool, part_of(playing(desk), Pack).slots))]:
            assert f"{letter}" in shown.partition("Pack")[2].split("Freeze")[0]
        for part in ("10", "uit", "ompass", f"{level}"):
            assert part in shown, shown


def test_no_row_of_a_menu_is_cut() -> None:
    """At 80 x 24, with everything on: wares of all kinds, all prices, a full pack and wands."""
    desk, opened = burdened((80, 24), 6, 0, 12), set[str]()
    game, wands = playing(desk), [*WANDS.values()]
    part_of(game, Treasures).wands = tuple([Wand(name) for name in ("charm", "blink", "push")])
    game.known_names.update([wand.name for wand in wands])
    around = [game.floor.cell_towards(way) for way in DIRECTIONS]
    pedestal, stall, *_ = [cell for cell in around if game.floor.glyphs[cell] in b"."]
    merchant = Enemy(next(kind for kind in game.rules.enemy_kinds if kind.sells))
    game.place_enemy(stall, merchant)
    wares: Sequence[Ware] = (*game.rules.potions, *wands)
    menus = [menu for each in game.rules.expansions for menu in each.commands.menus]
    for thing in (*wands, *RING_THINGS.values(), *RELIC_THINGS.values()):
        game.floor.place_item(pedestal, evolve(thing, is_pedestal=True))
        merchant.wares, wares = tuple(wares[:MOST_WARES]), (*wares[1:], wares[0])
        for game.hero.gold in (0, 45):
            for menu in menus:
                desk.mode = menu_of_words(game, menu.words)
                if desk.mode is not None:
                    opened.add(menu.words.split()[0])
                    assert ELLIPSIS not in "\n".join(lines(desk)), menu.words
        game.floor.remove_item(pedestal)
    assert opened == {"b", "c", "i", "spend", "x"}


def test_a_screen_of_forty_columns_keeps_six_rows_of_the_board() -> None:
    desk = burdened((40, 12), 3, 0, 12)
    shown = lines(desk)
    assert len(shown) <= 12
    assert shown[-2:] == ["Pack aRH cBA fBD bdghijk? Freeze 2+10", "Suit 84 Compass Lv12 +120 p1"]
    assert sum("|" in row or "." in row for row in shown[2:8]) == 6


def test_the_help_shows_each_row_in_both_wordings_as_it_is() -> None:
    """`cc3k help expansions` tells how to read them, and the page of each shows its own."""
    desk = burdened((80, 24), 2, 1, 3)
    game = playing(desk)
    part_of(game, Hunt).turns_frozen, game.enemies_frozen = 3, True
    kinds = {kind.name: kind for kind in game.rules.potions}
    game.known_names.update({"WA"})
    growth = part_of(game, Growth)
    growth.experience = 50
    part_of(game, Clock).count = 140
    slots = [Slot(kinds["RH"], 2), Slot(kinds["WD"]), Slot(kinds["WA"]), Slot(kinds["WD"])]
    part_of(game, Pack).slots = (*slots, *[None] * 6)
    for name in ("Borin", "Ysil"):
        game.hero.set_fact(TROPHY_FACTS[name], 1)
    pages = {name: Path(path).read_text("utf-8") for name, path in help_pages().items()}
    told = {name: " ".join(page.split()) for name, page in pages.items()}
    names = [each.name for each in OWN_EXPANSIONS if each.texts.status_rows]
    for owner, row in zip(names, expansion_wordings(game), strict=True):
        assert row.short in told["expansions"]
        assert not row.short or f"`{row.short}`" in told[owner]
        assert owner == "pack" or f"`{row.long}`" in told["expansions"]
        assert owner == "pack" or f"`{row.long}`" in told[owner]


def test_long_wordings_are_kept_where_there_is_room() -> None:
    """As the frames of scripts have them."""
    shown = "\n".join(lines(burdened((120, 40), 3, 0, 12)))
    assert "Freeze: 2, on for 10 turns" in shown
    assert "Gear: suit 84, compass" in shown
    assert "Pack aRH cBA fBD bdghijk?" in shown
