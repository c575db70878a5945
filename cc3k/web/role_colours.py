"""Role colours: the style sheet of the page's screen, made of the palettes, on dark and on light."""

from collections.abc import Iterator, Mapping

from cc3k.export.colours import LIGHT_COLOURS, RGB_COLOURS, cell_styles
from cc3k.terminal.canvas import PLAIN_ROLE
from cc3k.ui.palette import ROLE_LETTERS
from cc3k.ui.settings import PALETTE_NAMES

ROLES_FOR_SCRIPTS = ("cursor", "remembered")
"""Roles that a script of the page looks for, by the number of their letter."""


def roles_style() -> str:
    numbers = [f"--{role}: {ord(ROLE_LETTERS[role])}" for role in ROLES_FOR_SCRIPTS]
    light = "".join(_rules(LIGHT_COLOURS))
    return (
        f"#screen {{ {'; '.join(numbers)}; }}\n{''.join(_rules(RGB_COLOURS))}"
        f"@media (prefers-color-scheme: light) {{\n{light}}}\n"
    )


def _rules(colours: Mapping[str, str]) -> Iterator[str]:
    for palette in PALETTE_NAMES:
        for letter, style in cell_styles(palette, colours).items():
            where = f'#screen[data-palette="{palette}"]'
            parts = [f"color: {style.foreground}", f"background: {style.background}"]
            parts += ["font-weight: bold"] * style.is_bold
            parts += ["text-decoration: underline"] * style.is_underlined
            # Who chose colours for all pages (forced colours) still sees where the cursor is.
            parts += ["forced-color-adjust: none"] * (style.background != colours["black"])
            place = where if letter == PLAIN_ROLE else f"{where} .role-{ord(letter)}"
            yield f"{place} {{ {'; '.join(parts)}; }}\n"
