"""Which style each role has, and with how many colours."""

from string import ascii_lowercase

from attrs import evolve

from cc3k.content.roster import BASE_RULES
from cc3k.export.pictures import BACKGROUND, LIGHT_COLOURS, RGB_COLOURS, cell_styles, parse_style
from cc3k.terminal.app import PLAIN_ROLE
from cc3k.ui.palette import (
    DEFAULT_STYLES,
    MONOCHROME_STYLES,
    PALETTES,
    ROLE_LETTERS,
    SPARE_ENEMY_ROLES,
    enemy_roles,
    glyph_roles,
    role_styles,
)
from tests.support.document import DOCUMENT_RULES
from tests.support.tables import for_each
from tests.support.terminal_codes import blessed_codes

COLOURS = ("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white")
ROLES = {*glyph_roles(BASE_RULES).values(), "peaceful"}

ENEMY_ROLES = tuple(dict.fromkeys((*enemy_roles(BASE_RULES).values(), *SPARE_ENEMY_ROLES)))
"""Those of the roster, and those of further rows."""

COLOURED = [("default", 16), ("default", 256), ("deuteran", 16), ("deuteran", 256)]
"""Palettes of sixteen colours and more."""

MIN_CONTRAST = 4.5
"""Ratio of luminances that text needs to be read (WCAG 2.1, level AA)."""


@for_each("role", sorted(ROLES))
@for_each("colours", [8, 16, 88, 256, 1 << 24])
def test_every_role_of_the_roster_has_a_style(role: str, colours: int) -> None:
    assert role_styles(colours)[role]


@for_each("colours", [0, 1, 2, 7])
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
    assert styles["orc"] == "bold_red"
    assert styles["wall"] == "normal"


def test_each_role_has_a_letter_of_its_own() -> None:
    """The roles of a line are noted in a string as long as the line."""
    assert ROLE_LETTERS.keys() == DEFAULT_STYLES.keys() >= MONOCHROME_STYLES.keys()
    assert len({*ROLE_LETTERS.values(), PLAIN_ROLE}) == len(ROLE_LETTERS) + 1


@for_each("palette", PALETTES)
def test_every_role_has_a_style_that_can_be_looked_up_in_every_palette(palette: str) -> None:
    assert PALETTES[palette].keys() <= ROLE_LETTERS.keys()
    assert palette == "mono" or PALETTES[palette].keys() == ROLE_LETTERS.keys()
    assert role_styles(256, palette)["flash"] != role_styles(256, palette)["hero"]


@for_each("palette", ["default", "deuteran"])
def test_roles_on_the_board_look_different_in_every_coloured_palette(palette: str) -> None:
    styles = role_styles(256, palette)
    apart = ("hero", *ENEMY_ROLES, "peaceful", "potion", "gold", "stairs", "wall", "flash")
    assert len({styles[role] for role in apart}) == len(apart)


def test_nothing_is_told_apart_by_red_and_green_in_the_palette_for_the_colour_blind() -> None:
    """`--palette deuteran` has neither, nor what is made of them by a little."""
    styles = " ".join(role_styles(256, "deuteran").values())
    assert not [colour for colour in ("red", "green", "magenta") if colour in styles]
    for one, other in (("hurt", "hit"), ("orc", "potion"), ("hp", "dying"), ("hp", "wounded")):
        assert role_styles(256, "deuteran")[one] != role_styles(256, "deuteran")[other]


def test_palette_for_the_colour_blind_is_exact_where_there_are_colours_enough() -> None:
    """What is safe must not depend on the theme of a terminal."""
    exact, named = role_styles(256, "deuteran"), role_styles(16, "deuteran")
    assert {role for role in exact if exact[role] != named[role]} >= {"orc", "potion", "hurt"}
    coloured = blessed_codes("deuteran", 1 << 24).styles
    assert coloured[ROLE_LETTERS["orc"]] == "\x1b[38;2;255;165;0m"
    assert blessed_codes("deuteran").styles[ROLE_LETTERS["orc"]] == "\x1b[38;5;214m"


@for_each("palette, colours", COLOURED)
def test_no_two_kinds_of_enemies_share_a_style(palette: str, colours: int) -> None:
    """A hue for each kind; the peaceful ones, of whatever kind, are apart from all of them."""
    styles = role_styles(colours, palette)
    roles = (*ENEMY_ROLES, "peaceful")
    assert len(SPARE_ENEMY_ROLES) >= 6
    assert len({*enemy_roles(BASE_RULES).values()}) == len(BASE_RULES.enemy_kinds)
    assert len({styles[role] for role in roles}) == len(roles)


def test_kinds_with_a_role_of_their_own_differ_on_eight_colours_too() -> None:
    own = [kind.role for kind in BASE_RULES.enemy_kinds if kind.role]
    styles = role_styles(8)
    assert len(own) >= 7
    assert len({styles[role] for role in (*own, "peaceful")}) == len(own) + 1


@for_each("palette, colours", COLOURED)
def test_contrast_of_whatever_is_on_the_board_stays(palette: str, colours: int) -> None:
    """Each style can be read on a dark background; a named hue of 256 is brighter than those."""
    for role in (*ENEMY_ROLES, *ROLES - {"wall", "passage"}):
        front, back, _ = parse_style(role_styles(colours, palette)[role])
        if front in RGB_COLOURS and not back:
            assert contrast(RGB_COLOURS[front], BACKGROUND) >= MIN_CONTRAST, role


@for_each("palette", PALETTES)
def test_each_role_can_be_read_on_dark_and_on_light(palette: str) -> None:
    """By WCAG AA, also where a role has a background of its own."""
    for colours in (RGB_COLOURS, LIGHT_COLOURS):
        for letter, style in cell_styles(palette, colours).items():
            assert contrast(style.foreground, style.background) >= MIN_CONTRAST, (letter, style)


@for_each("palette, colours", COLOURED)
def test_what_is_remembered_is_dim_and_can_be_read(palette: str, colours: int) -> None:
    """X40: dimmer than anything in sight but walls and passages, and no dimmer than text may be."""
    styles = role_styles(colours, palette)
    remembered, _, _ = parse_style(styles["remembered"])
    assert contrast(RGB_COLOURS[remembered], BACKGROUND) >= MIN_CONTRAST
    in_sight = [styles[role] for role in ROLES - {"wall", "passage"}]
    assert styles["remembered"] not in in_sight
    assert role_styles(0).get("remembered", "") == ""


def contrast(one: str, other: str) -> float:
    bright, dark = sorted(map(luminance, (one, other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour such as `#14161a`."""
    shares = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = [
        share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares
    ]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_peaceful_ones_are_apart_without_colours() -> None:
    styles = role_styles(0)
    assert {styles[role] for role in ENEMY_ROLES} == {"bold"}
    assert "peaceful" not in styles


def test_a_further_row_has_a_colour_of_its_own() -> None:
    """Content is tables of data: a row without a role is given a spare one."""
    human, *_ = BASE_RULES.enemy_kinds
    taken = {
        *[kind.glyph for kind in BASE_RULES.enemy_kinds],
        *[potion.mark for potion in BASE_RULES.potions],
        *[pile.mark for pile in BASE_RULES.piles],
    }
    letters = [letter for letter in ascii_lowercase if letter not in taken][:8]
    spare = [role for role in SPARE_ENEMY_ROLES if role not in enemy_roles(BASE_RULES).values()]
    bats = [evolve(human, name=f"bat {letter}", glyph=letter, role="") for letter in letters]
    rules = evolve(BASE_RULES, enemy_kinds=(*BASE_RULES.enemy_kinds, *bats))
    roles = enemy_roles(rules)
    assert [roles[bat.name] for bat in bats[: len(spare)]] == spare
    assert glyph_roles(rules)[letters[0]] == spare[0]
    assert all(roles[bat.name] in DEFAULT_STYLES for bat in bats)


def test_every_glyph_has_a_role_for_its_colour() -> None:
    """§3: what stands on a board; plain tiles and nothing at all have no colour."""
    roles = glyph_roles(DOCUMENT_RULES)
    assert roles == {
        **dict.fromkeys("|-", "wall"),
        "H": "human",
        "W": "dwarf",
        "E": "elf",
        "O": "orc",
        "L": "halfling",
        "+": "doorway",
        "#": "passage",
        "\\": "stairs",
        "@": "hero",
        "M": "merchant",
        "D": "dragon",
        "P": "potion",
        "G": "gold",
    }
