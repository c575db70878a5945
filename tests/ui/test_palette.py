"""Which style each role has, and with how many colours."""

import pytest

from cc3k.content.roster import BASE_RULES
from cc3k.engine.hero import Hero
from cc3k.play.frame import glyph_roles, health_role
from cc3k.tty.terminal_codes import PLAIN_ROLE
from cc3k.ui.palette import DEFAULT_STYLES, MONOCHROME_STYLES, PALETTES, ROLE_LETTERS, role_styles
from tests.support.terminal_codes import blessed_codes

COLOURS = ("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white")
ROLES = {
    *glyph_roles(BASE_RULES).values(),
    *[thing.role for thing in BASE_RULES.kinds_by_mark.values()],
}


@pytest.mark.parametrize("role", sorted(ROLES))
@pytest.mark.parametrize("colours", [8, 16, 88, 256, 1 << 24])
def test_every_role_of_the_roster_has_a_style(role: str, colours: int) -> None:
    """In a terminal: the frame in colour by role."""
    assert role_styles(colours)[role]


@pytest.mark.parametrize("hp", range(126))
def test_every_state_of_health_has_a_style(hp: int) -> None:
    """The figure of the HP warns: plain, yellow, red."""
    hero = Hero(BASE_RULES.races[0])
    hero.hp = hp
    assert role_styles(256)[health_role(hero)]


@pytest.mark.parametrize("colours", [0, 1, 2, 7])
def test_without_colours_no_style_names_one(colours: int) -> None:
    """`NO_COLOR` means a monochrome palette of bold and reverse."""
    styles = role_styles(colours)
    assert styles is MONOCHROME_STYLES
    assert not [style for style in styles.values() if any(name in style for name in COLOURS)]


def test_eight_colours_have_no_bright_ones() -> None:
    """On the Linux console bold is bright, and bright black would be hidden."""
    styles = role_styles(8)
    assert styles.keys() == DEFAULT_STYLES.keys()
    assert not [style for style in styles.values() if "bright" in style or "black" in style]
    assert styles["hero"] == "bold_cyan"
    assert styles["enemy"] == "bold_red"
    assert styles["wall"] == "normal"


def test_roles_that_matter_differ_in_colour() -> None:
    """A dragon, a merchant, any other enemy, a potion and gold are told apart at a glance."""
    styles = role_styles(256)
    apart = ("hero", "enemy", "merchant", "dragon", "potion", "gold", "stairs", "wall")
    assert len({styles[role] for role in apart}) == len(apart)


def test_each_role_has_a_letter_of_its_own() -> None:
    """The roles of a line are noted in a string as long as the line."""
    assert ROLE_LETTERS.keys() == DEFAULT_STYLES.keys() >= MONOCHROME_STYLES.keys()
    assert len({*ROLE_LETTERS.values(), PLAIN_ROLE}) == len(ROLE_LETTERS) + 1


@pytest.mark.parametrize("palette", PALETTES)
def test_every_role_has_a_style_that_can_be_looked_up_in_every_palette(palette: str) -> None:
    """A role without a style of its own is plain; none is unknown."""
    assert PALETTES[palette].keys() <= ROLE_LETTERS.keys()
    assert palette == "mono" or PALETTES[palette].keys() == ROLE_LETTERS.keys()


@pytest.mark.parametrize("palette", ["default", "deuteran"])
def test_roles_on_the_board_look_different_in_every_coloured_palette(palette: str) -> None:
    """Whoever sees the colours sees who is who."""
    styles = role_styles(256, palette)
    apart = ("hero", "enemy", "merchant", "dragon", "potion", "gold", "stairs", "wall", "flash")
    assert len({styles[role] for role in apart}) == len(apart)


def test_nothing_is_told_apart_by_red_and_green_in_the_palette_for_the_colour_blind() -> None:
    """`--palette deuteran` has neither, nor what is made of them by a little."""
    styles = " ".join(role_styles(256, "deuteran").values())
    assert not [colour for colour in ("red", "green", "magenta") if colour in styles]
    for one, other in (("hurt", "hit"), ("enemy", "potion"), ("hp", "dying"), ("hp", "wounded")):
        assert role_styles(256, "deuteran")[one] != role_styles(256, "deuteran")[other]


def test_palette_for_the_colour_blind_is_exact_where_there_are_colours_enough() -> None:
    """What is safe must not depend on the theme of a terminal."""
    exact, named = role_styles(256, "deuteran"), role_styles(16, "deuteran")
    assert {role for role in exact if exact[role] != named[role]} >= {"enemy", "potion", "hurt"}
    coloured = blessed_codes("deuteran", 1 << 24).styles
    assert coloured[ROLE_LETTERS["enemy"]] == "\x1b[38;2;255;165;0m"
    assert blessed_codes("deuteran").styles[ROLE_LETTERS["enemy"]] == "\x1b[38;5;214m"


def test_flash_differs_from_the_hero_in_every_palette() -> None:
    """Otherwise it would be none."""
    for palette in PALETTES:
        assert role_styles(256, palette)["flash"] != role_styles(256, palette)["hero"]
