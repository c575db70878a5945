"""The figures of a game on screens of all sizes: HP with a bar, attack, gold, floor, turn."""

from cc3k.content.roster import BASE_RULES
from cc3k.engine.dice import Dice
from cc3k.engine.game import GameState
from cc3k.engine.stats import StatModifier
from cc3k.expansions.registry import OWN_EXPANSIONS, rules_with
from cc3k.terminal.app import PLAIN_ROLE
from cc3k.ui.console import Console
from cc3k.ui.game_app import GameApp
from cc3k.ui.palette import ROLE_LETTERS
from cc3k.ui.settings import ScreenSettings
from tests.support.consoles import (
    LARGE,
    TIGHT,
    WHOLE,
    console,
    console_of,
    lines,
    playing,
    pressed,
    roles_of,
)
from tests.support.scenarios import HIT, MISS, race_named, room
from tests.support.tables import for_each

HALL = room("@...", *["...."] * 21, "...\\")
"""As high as the standard board, so that each size shows what it shows of that."""

SMALL = (40, 12)
SIZES = [WHOLE, TIGHT, LARGE, (80, 26), (132, 24), (100, 40), SMALL, (60, 20)]


def moving(size: tuple[int, int], race: str = "Shade", glyphs: str = "ascii") -> Console:
    """Return a console whose enemies are not held; those of scenarios are."""
    shell = console(HALL, size, race, settings=ScreenSettings(glyphs=glyphs))
    playing(shell).enemies_frozen = False
    return shell


def status(shell: Console) -> list[str]:
    """Return the rows with figures, found by the HP and the turn."""
    rows = lines(shell)
    first = next(number for number, row in enumerate(rows) if "HP" in row and "/" in row)
    last = next(number for number, row in enumerate(rows) if " T" in row and number >= first - 1)
    return rows[
        min(first, last) - (shell.rows >= 30 and shell.columns >= 79) : max(first, last) + 3
    ]


@for_each("race", [race.name for race in BASE_RULES.races])
@for_each("size", SIZES)
def test_all_figures_are_shown_on_every_screen(size: tuple[int, int], race: str) -> None:
    shell = moving(size, race)
    game = playing(shell)
    game.hero.hp, game.hero.gold = 9, 12
    base = game.race.stats
    game.hero.stats = StatModifier(base, -5, 5)
    pressed(shell, "f")
    game.turns = 1234
    shown = " ".join(status(shell))
    for part in (
        f"9/{game.race.hp}",
        f"{base.attack - 5} ({base.attack})v",
        f"{base.defence + 5} ({base.defence})^",
        "FROZEN",
        "12",
        "1/5",
        "1234",
    ):
        assert part in shown.replace(":", ""), part
    assert str(game.score) in shown
    assert all(len(row) <= size[0] for row in status(shell))


@for_each("size", SIZES)
def test_figures_are_as_they_are_where_no_potion_changed_them(size: tuple[int, int]) -> None:
    shell = moving(size)
    for keys in ("", "ff"):
        pressed(shell, keys)
        shown = " ".join(status(shell))
        assert not {"^", "v ", "FROZEN"} & set(shown.split())
        assert "(25)" not in shown


def test_at_80x24_all_figures_have_one_row() -> None:
    shell = moving(TIGHT, "Goblin")
    playing(shell).turns = 311
    row = lines(shell)[-1]
    assert row == (
        "Goblin HP 110/110 ========== Atk 15 Def 20 Gold 0 Score 0     Floor 1/5 Turn 311"
    )


@for_each("size", SIZES)
@for_each(
    "race, hp, role",
    [
        *[("Shade", hp, role) for hp, role in ((63, "hp"), (62, "wounded"), (32, "wounded"))],
        *[("Shade", 31, "dying"), ("Troll", 60, "wounded"), ("Troll", 30, "dying")],
        ("Vampire", 200, "hp"),
    ],
)
def test_bar_turns_yellow_and_red(size: tuple[int, int], race: str, hp: int, role: str) -> None:
    """§2.1: at a half and a quarter of the starting HP, for races without a maximum, too."""
    shell = console(HALL, size, race)
    playing(shell).hero.hp = hp
    assert set(roles_of(shell, f"{hp}/{playing(shell).race.hp}")) == {ROLE_LETTERS[role]}
    assert set(roles_of(shell, "==")) == {ROLE_LETTERS[role]}


def test_bar_is_full_only_for_the_unhurt_and_empty_only_for_the_dead() -> None:
    """Its end does not move when the HP have fewer digits."""
    shell = moving(TIGHT)
    found = {}
    for hp in (125, 124, 100, 99, 9, 1, 0):
        playing(shell).hero.hp = hp
        row = lines(shell)[-1]
        found[hp] = row[17:27]
        assert row[28:31] == "Atk"
    assert found == {
        125: "==========",
        124: "==========",
        100: "========..",
        99: "========..",
        9: "=.........",
        1: "=.........",
        0: "..........",
    }


def test_a_race_without_a_cap_says_so() -> None:
    """R10: a vampire may have more HP than it began with."""
    shell = moving(TIGHT, "Vampire")
    assert "HP 50/50+ ==========" in lines(shell)[-1]
    playing(shell).hero.hp = 75
    assert "HP 75/50+ ==========" in lines(shell)[-1]


def test_arrows_have_the_colour_of_what_they_mean() -> None:
    shell = moving(TIGHT)
    playing(shell).hero.stats = StatModifier(playing(shell).race.stats, -5, 5)
    assert set(roles_of(shell, "Atk 20 (25)v")) == {ROLE_LETTERS["lowered"]}
    assert set(roles_of(shell, "Def 30 (25)^")) == {ROLE_LETTERS["raised"]}
    assert set(roles_of(shell, "Gold 0")) == {PLAIN_ROLE}
    pressed(shell, "f")
    assert set(roles_of(shell, "FROZEN")) == {ROLE_LETTERS["frozen"]}


def test_a_race_keeps_its_name_where_figures_without_potions_are_left_out() -> None:
    """They are on the page of the race; the arrows still tell that they were changed."""
    rules = rules_with(OWN_EXPANSIONS)
    game = GameState(rules, race_named("Vampire", rules), Dice("status"))
    game.hero.stats, game.hero.hp = StatModifier(game.race.stats, 5, 5), 23
    game.enemies_frozen = True
    row = next(line for line in lines(console_of(game)) if "FROZEN" in line)
    assert row.startswith("Vampire HP 23/50+ ==.. Atk 30^ Def 30^ FROZEN $0 Score ")


def test_unicode_has_arrows_and_a_bar_of_its_own() -> None:
    shell = moving(TIGHT, glyphs="unicode")
    game = playing(shell)
    game.hero.hp, game.hero.stats = 60, StatModifier(game.race.stats, -5, 5)
    assert "━━━───" in lines(shell)[-1]
    assert "Atk 20 (25)↓ Def 30 (25)↑" in lines(shell)[-1]


@for_each("effects, role", [(True, "flash"), (False, "dying")])
@for_each("size", SIZES)
def test_a_heavy_blow_flashes_the_hp(size: tuple[int, int], role: str, effects: bool) -> None:
    """A turn that costs a quarter of the most; off with `--no-effects`, gone after a moment."""
    settings = ScreenSettings(effects=effects)
    shell = console(FIGHT, size, "Vampire", luck=[HIT, HIT], settings=settings)
    actor = GameApp(shell)
    pressed(shell, "ea")
    assert playing(shell).hero.hp == 2
    assert set(roles_of(shell, "2/50")) == {ROLE_LETTERS[role]}
    if effects:
        actor.tick()
    assert set(roles_of(shell, "2/50")) == {ROLE_LETTERS["dying"]}


FIGHT = room("@.E.", *["...."] * 21, "...\\")


@for_each(
    ("Vampire", [HIT, HIT], True, 1),
    ("Vampire", [HIT, MISS], True, 1),
    ("Vampire", [MISS, MISS], True, 0),
    ("Vampire", [HIT, HIT], False, 0),
    ("Shade", [HIT, MISS], True, 0),
)
def test_bell_rings_once_for_a_heavy_blow(
    race: str, luck: list[int], bell: bool, rings: int
) -> None:
    """`--bell`: 24 HP of 50 are a quarter, and less than that of a shade's 125."""
    rung: list[bool] = []
    settings = ScreenSettings(bell=True) if bell else ScreenSettings()
    shell = console(FIGHT, TIGHT, race, luck=luck, settings=settings)
    actor = GameApp(shell, ring_bell=lambda: rung.append(True))
    for key in ("e", "a", "f", "?", "escape"):
        actor.press_keys([key])
        actor.draw()
    assert len(rung) == rings


@for_each((0, "Shade"), (12_345_678_901, "Sha"))
def test_a_narrow_screen_names_the_race_where_there_is_room(gold: int, name: str) -> None:
    """On a phone, too, until gold and turns need the columns."""
    shell = moving((48, 32))
    assert shell.session.game is not None
    shell.session.game.hero.gold = gold
    row = lines(shell)[-1]
    assert row.startswith(f"{name} ${gold} Score " if gold else f"{name} Gold 0 Score 0 ")


@for_each(("", "Shade"), ("2026-11-22", "Vampire"))
def test_the_score_stands_at_every_size(date: str, race: str) -> None:
    """R15: boosted, frozen, rich, late, on the game of the day: whatever else needs columns."""
    for columns in (*range(40, 80, 5), 79, 80, 114, 115, 132):
        for rows in (12, 24, 30):
            shell = moving((columns, rows), race)
            shell.session.daily_date = date
            game = playing(shell)
            game.hero.gold, game.turns, game.depth = 234, 12_345, 5
            game.hero.stats = StatModifier(game.race.stats, 5, 15)
            for _ in range(2):
                pressed(shell, "f")
                shown = "\n".join(lines(shell)).replace(":", "")
                where = (columns, rows, shown)
                assert f"Score {game.score}" in shown, where
                assert ("FROZEN" in shown) == game.enemies_frozen, where
                assert "5/5" in shown, where
