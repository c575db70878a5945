"""Manifest: how the game is shown outside its page: its name, icons, and the card of a link."""

import json

from cc3k.content.roster import BASE_RULES
from cc3k.export.colours import BACKGROUND, FOREGROUND, cell_styles
from cc3k.export.pixels import FONT_COLUMNS, FONT_ROWS, PixelImage
from cc3k.export.svg import render_game_lines
from cc3k.play.session import Session
from cc3k.ui.palette import ROLE_LETTERS
from cc3k.ui.settings import ScreenSettings

MANIFEST, CARD = "manifest.webmanifest", "card.png"

TITLE, SUBTITLE = "ChamberCrawler3000", "Leave five floors with all their gold."

ICON_UNITS = 32
PLAIN_ICON, MASKABLE_ICON = (1, 3), (7, 2)
"""Units between edge and wall, and the size of the PC. Of a maskable icon a system may cut all but
the middle circle, which has 80 % of the width."""

CARD_WIDTH, CARD_HEIGHT, CARD_SEED = 1200, 630, 42
"""Pixels of a card as sites of other people show it, and the game that is on it."""

_STYLES = cell_styles("default")


def manifest_files() -> dict[str, bytes]:
    """Return the manifest, by which a browser installs the page, and the pictures."""
    manifest = {
        "name": TITLE,
        "short_name": "CC3k",
        "description": SUBTITLE,
        "start_url": ".",
        "scope": ".",
        "display": "standalone",
        "background_color": BACKGROUND,
        "theme_color": BACKGROUND,
        "icons": [
            {"src": "icon.svg", "sizes": "any", "type": "image/svg+xml"},
            {"src": "icon-192.png", "sizes": "192x192", "type": "image/png"},
            {"src": "icon-512.png", "sizes": "512x512", "type": "image/png"},
            {
                "src": "icon-maskable.png",
                "sizes": "512x512",
                "type": "image/png",
                "purpose": "maskable",
            },
        ],
    }
    return {
        MANIFEST: f"{json.dumps(manifest, indent=1)}\n".encode("ascii"),
        "icon.svg": draw_icon(PLAIN_ICON).to_svg().encode("ascii"),
        "icon-192.png": draw_icon(PLAIN_ICON, 192 // ICON_UNITS).to_png(),
        "icon-512.png": draw_icon(PLAIN_ICON, 512 // ICON_UNITS).to_png(),
        "icon-maskable.png": draw_icon(MASKABLE_ICON, 512 // ICON_UNITS).to_png(),
        CARD: draw_card().to_png(),
    }


def draw_icon(shape: tuple[int, int], unit: int = 1) -> PixelImage:
    """Draw the PC in a chamber with a doorway; `unit` is in pixels."""
    margin, size = shape[0] * unit, shape[1] * unit
    whole, wall = ICON_UNITS * unit, size - unit
    image = PixelImage(whole, whole, [BACKGROUND])
    chamber, ground = whole - 2 * margin, whole - 2 * margin - 2 * wall
    image.fill(margin, margin, chamber, chamber, _colour("doorway"))
    image.fill(margin + wall, margin + wall, ground, ground, BACKGROUND)
    image.fill(whole // 2 - wall, whole - margin - wall, 2 * wall, wall, BACKGROUND)
    left, top = [(whole - each * size) // 2 for each in (FONT_COLUMNS - 1, FONT_ROWS - 2)]
    image.draw_text(left, top, "@", _colour("hero"), size)
    return image


def draw_card() -> PixelImage:
    """Draw the title above the board of a game."""
    image = PixelImage(CARD_WIDTH, CARD_HEIGHT, [BACKGROUND])
    session = Session(BASE_RULES, CARD_SEED)
    game = session.start_game(session.rules.races[0])
    lines = render_game_lines(session, game, ScreenSettings())
    left = (CARD_WIDTH - len(lines[0].text) * FONT_COLUMNS * 2) // 2
    image.draw_text(left, 22, TITLE, _colour("hero"), 4)
    right = CARD_WIDTH - left - len(SUBTITLE) * FONT_COLUMNS * 2
    image.draw_text(right, 36, SUBTITLE, FOREGROUND, 2)
    image.draw_lines(left, CARD_HEIGHT - len(lines) * FONT_ROWS * 2 - 14, lines, _STYLES, 2)
    return image


def _colour(role: str) -> str:
    return _STYLES[ROLE_LETTERS[role]].foreground
