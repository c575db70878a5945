"""Pictures of a game screen: SVG of text, PNG or SVG in a font of our own, and their colours.

None needs a font or a style from elsewhere.
"""

import os
import re
import struct
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain

from attrs import define, evolve, field, frozen

from cc3k.bots.statistics import RaceStatistics, format_estimate
from cc3k.engine.game import GameState
from cc3k.engine.text import escape_text
from cc3k.engine.view import GameView
from cc3k.play.session import Session
from cc3k.terminal.app import PLAIN_ROLE, Line
from cc3k.ui.console import Console
from cc3k.ui.palette import PALETTES, ROLE_LETTERS
from cc3k.ui.renderer import ConsoleRenderer
from cc3k.ui.screen_layout import STANDARD_COLUMNS, STANDARD_ROWS
from cc3k.ui.settings import ScreenSettings

BACKGROUND, FOREGROUND = "#14161a", "#c9ccd1"

_HUES = ("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white")
_COLOUR_NAMES = (*_HUES, *[f"bright_{hue}" for hue in _HUES])

_SHADES = (
    *(BACKGROUND, "#dd625b", "#4f9d4c", "#b58a2e", "#5a94da", "#b96cc7", "#2f9aa0", FOREGROUND),
    *("#7a808a", "#ff6b63", "#7fd77a", "#f2cb57", "#78aef5", "#e08bf0", "#5fdbe2", "#ffffff"),
)
RGB_COLOURS = dict(zip(_COLOUR_NAMES, _SHADES, strict=True))
"""The sixteen colours of a terminal, by their names in a style."""

_LIGHT_SHADES = (
    *("#fbfaf6", "#b3261e", "#1e6b1c", "#7a5a00", "#1f5aa6", "#8a2f9b", "#0f6a70", "#2b2e33"),
    *("#666c76", "#c8261b", "#287a24", "#8a6400", "#2563c9", "#a8259f", "#0b7580", "#000000"),
)
LIGHT_COLOURS = dict(zip(_COLOUR_NAMES, _LIGHT_SHADES, strict=True))
"""The same on paper: what is bright stands out from it, by its hue or by being darker."""

ON_COLOUR, COLOURED = "#ffffff", "#1f5aa6"
"""Letters of a style with a background of its own, which is blue wherever there is one."""

TEXT_ATTRIBUTES = ("bold", "underline", "reverse", "normal")
"""The words of a style that are not colours."""


@frozen
class CellStyle:
    """Style of a character: its colours, bold and underline."""

    foreground: str = FOREGROUND
    background: str = BACKGROUND
    is_bold: bool = False
    is_underlined: bool = False


CELL_WIDTH, CELL_HEIGHT, BASELINE, FONT_SIZE = 9, 18, 14, 15
"""Size of a character cell, its baseline, and the font size, in SVG units."""

MARGIN = 12
ROWS_BELOW_BOARD = 5
PLAIN_STYLE = CellStyle()

_ROLE_RUN = re.compile(r"(.)\1*")
_TEXT_PIECE = re.compile(r"\S+(?: \S+)*")
_XML_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})


def render_game_svg(session: Session, settings: ScreenSettings) -> str:
    """Return the SVG of a session's game; without one, it is started with the first race."""
    game = session.game or session.start_game(session.rules.races[0])
    title = f"{session.greeting} {game.race.name}, floor {game.depth}."
    lines = render_game_lines(session, game, settings)
    return render_svg(lines, cell_styles(settings.palette), title)


def render_game_lines(
    session: Session, game: GameState, settings: ScreenSettings
) -> tuple[Line, ...]:
    """Return the board of a game, and the lines of the document's frame below it."""
    plan = GameView(game).board
    columns, rows = max(STANDARD_COLUMNS, plan.width), plan.height + ROWS_BELOW_BOARD
    picture = evolve(settings, document=True)
    console = Console(session, columns, max(STANDARD_ROWS, rows), picture)
    canvas = ConsoleRenderer().draw(console)
    return canvas.lines[:rows]


def render_svg(lines: tuple[Line, ...], styles: Mapping[str, CellStyle], title: str) -> str:
    elements = [part for row, line in enumerate(lines) for part in line_elements(row, line, styles)]
    return svg_document(len(lines[0].text), len(lines), title, elements)


def svg_document(columns: int, rows: int, title: str, elements: Iterable[str]) -> str:
    width, height = columns * CELL_WIDTH + 2 * MARGIN, rows * CELL_HEIGHT + 2 * MARGIN
    inside = "\n".join(elements)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" '
        f'font-family="monospace" font-size="{FONT_SIZE}" fill="{FOREGROUND}">\n'
        f"<title>{_xml_text(title)}</title>\n"
        f'<rect width="{width}" height="{height}" fill="{BACKGROUND}"/>\n'
        f"{inside}\n</svg>\n"
    )


def line_elements(row: int, line: Line, styles: Mapping[str, CellStyle]) -> Iterator[str]:
    """Yield the SVG elements of a line in that row, one for each run of cells of one role.

    Blanks on the plain background need none.
    """
    top = MARGIN + row * CELL_HEIGHT
    for run in _ROLE_RUN.finditer(line.roles):
        style = styles.get(run[1], styles[" "])
        if style.background != BACKGROUND:
            left = MARGIN + run.start() * CELL_WIDTH
            yield (
                f'<rect x="{left}" y="{top}" width="{len(run[0]) * CELL_WIDTH}" '
                f'height="{CELL_HEIGHT}" fill="{style.background}"/>'
            )
        yield from text_elements(row, run.start(), line.text[run.start() : run.end()], style)


def text_elements(
    row: int, column: int, text: str, style: CellStyle = PLAIN_STYLE
) -> Iterator[str]:
    """Yield the SVG elements of a text that starts in that cell, without its background.

    None of them has two blanks in a row, as browsers show those as one.
    """
    text = escape_text(text)
    baseline, attributes = MARGIN + row * CELL_HEIGHT + BASELINE, _text_attributes(style)
    for piece in _TEXT_PIECE.finditer(text):
        yield (
            f'<text x="{MARGIN + (column + piece.start()) * CELL_WIDTH}" y="{baseline}" '
            f'textLength="{len(piece[0]) * CELL_WIDTH}"{attributes}>'
            f"{_xml_text(piece[0])}</text>"
        )


def _xml_text(text: str) -> str:
    """Return a text as it stands in XML, which no control character may."""
    return escape_text(text).translate(_XML_ESCAPES)


def _text_attributes(style: CellStyle) -> str:
    return "".join(
        [
            f' fill="{style.foreground}"' * (style.foreground != FOREGROUND),
            ' font-weight="bold"' * style.is_bold,
            ' text-decoration="underline"' * style.is_underlined,
        ]
    )


BAR_GAP = 2
"""Columns between a bar's longest length and its figures."""

_BAR_INSET = 2
"""SVG units by which a bar is smaller than its row, above and below."""

LABEL_COLUMNS, BAR_COLUMNS, FIGURE_COLUMNS = 9, 50, 45
"""Columns for the race names, for the bars, and for the figures behind them."""

ROWS_ABOVE, ROWS_PER_RACE = 2, 2

WON_COLOUR = "#3fb950"
CAUSE_COLOURS = ("#f85149", "#db6d28", "#d29922", "#a371f7", "#388bfd", "#39c5cf", "#8b949e")
"""Colours for the causes of death, the most common first; further ones share the last."""


def render_arena_svg(statistics: Sequence[RaceStatistics], title: str) -> str:
    causes = dict.fromkeys(cause for race in reversed(statistics) for cause in race.causes)
    colours = {
        cause: CAUSE_COLOURS[min(number, len(CAUSE_COLOURS) - 1)]
        for number, cause in enumerate(causes)
    }
    elements = list(text_elements(0, 0, title))
    for number, race in enumerate(statistics):
        elements += _race_elements(ROWS_ABOVE + ROWS_PER_RACE * number, race, colours)
    legend = {"won": WON_COLOUR, **colours}
    first = ROWS_ABOVE + ROWS_PER_RACE * len(statistics)
    for row, (cause, colour) in enumerate(legend.items(), first):
        elements.append(_box_element(row, LABEL_COLUMNS, 1, colour))
        elements += text_elements(row, LABEL_COLUMNS + 2, cause)
    columns = max(LABEL_COLUMNS + BAR_COLUMNS + FIGURE_COLUMNS, len(title))
    return svg_document(columns, first + len(legend), title, elements)


def _race_elements(row: int, race: RaceStatistics, colours: Mapping[str, str]) -> Iterator[str]:
    """Yield a race's bar of won and lost games, and across it the interval of those won."""
    yield from text_elements(row, 0, race.race)
    shares = [(race.won.value, WON_COLOUR)]
    shares += [(share.value, colours[cause]) for cause, share in race.causes.items()]
    start = float(LABEL_COLUMNS)
    for share, colour in shares:
        if share:
            yield _box_element(row, start, share * BAR_COLUMNS, colour)
        start += share * BAR_COLUMNS
    left, right = [
        MARGIN + (LABEL_COLUMNS + share * BAR_COLUMNS) * CELL_WIDTH
        for share in (race.won.low, race.won.high)
    ]
    middle = MARGIN + row * CELL_HEIGHT + CELL_HEIGHT / 2
    yield f'<path d="M{left:g} {middle:g}H{right:g}" stroke="{FOREGROUND}" stroke-width="2"/>'
    figures = f"{race.won.value:.1%} won, score {format_estimate(race.score, '.1f')}"
    yield from text_elements(row, LABEL_COLUMNS + BAR_COLUMNS + BAR_GAP, figures)


def _box_element(row: int, column: float, columns: float, colour: str) -> str:
    left, top = MARGIN + column * CELL_WIDTH, MARGIN + row * CELL_HEIGHT + _BAR_INSET
    width, height = columns * CELL_WIDTH, CELL_HEIGHT - 2 * _BAR_INSET
    return f'<rect x="{left:g}" y="{top}" width="{width:g}" height="{height}" fill="{colour}"/>'


def cell_styles(palette: str, colours: Mapping[str, str] = RGB_COLOURS) -> Mapping[str, CellStyle]:
    styles = PALETTES[palette]
    return {
        PLAIN_ROLE: _cell_style("", colours),
        **{ROLE_LETTERS[role]: _cell_style(style, colours) for role, style in styles.items()},
    }


def parse_style(style: str) -> tuple[str, str, list[str]]:
    """Return foreground, background and attributes of a style such as `bold_white_on_red`."""
    words = style.split("_")
    colours = "_".join([word for word in words if word not in TEXT_ATTRIBUTES])
    front, _, back = colours.partition("on_")
    return front.rstrip("_"), back, [word for word in words if word in TEXT_ATTRIBUTES]


def _cell_style(style: str, colours: Mapping[str, str]) -> CellStyle:
    front, back, attributes = parse_style(style)
    foreground, background = colours[front or "white"], colours["black"]
    if back:
        foreground, background = ON_COLOUR, COLOURED
    if "reverse" in attributes:
        foreground, background = background, foreground
    return CellStyle(
        foreground,
        background,
        is_bold="bold" in attributes,
        is_underlined="underline" in attributes,
    )


FONT_FILE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "font.txt")
"""The printable characters of ASCII, drawn side by side: `#` is ink."""

FIRST_CHARACTER = 32
FONT_COLUMNS, FONT_ROWS = 6, 9
"""Pixels of a cell; the last column of a letter is blank, and two rows are below its base line."""

PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
PALETTE_TYPE = 3


@define(eq=False)
class PixelImage:
    """A picture of pixels, each the number of a colour; the first colour is the background."""

    width: int
    height: int
    colours: list[str]
    rows: list[bytearray] = field(init=False)

    @rows.default
    def _default_rows(self) -> list[bytearray]:
        return [bytearray(self.width) for _ in range(self.height)]

    def fill(self, left: int, top: int, width: int, height: int, colour: str) -> None:
        if colour not in self.colours:
            self.colours.append(colour)
        ink = bytes([self.colours.index(colour)]) * width
        for row in self.rows[top : top + height]:
            row[left : left + width] = ink

    def draw_text(self, left: int, top: int, text: str, colour: str, scale: int) -> None:
        for column, character in enumerate(text):
            x = left + column * FONT_COLUMNS * scale
            for row, drawn in enumerate(letters()[character]):
                for at, ink in enumerate(drawn):
                    if ink == "#":
                        self.fill(x + at * scale, top + row * scale, scale, scale, colour)

    def draw_lines(
        self,
        left: int,
        top: int,
        lines: Iterable[Line],
        styles: Mapping[str, CellStyle],
        scale: int,
    ) -> None:
        """Draw rows of cells, as `cc3k.export.pictures.render_svg` does."""
        width, height = FONT_COLUMNS * scale, FONT_ROWS * scale
        for row, line in enumerate(lines):
            y = top + row * height
            for column, (character, role) in enumerate(zip(line.text, line.roles, strict=True)):
                x, style = left + column * width, styles.get(role, styles[" "])
                if style.background != self.colours[0]:
                    self.fill(x, y, width, height, style.background)
                self.draw_text(x, y, character, style.foreground, scale)

    def to_png(self) -> bytes:
        header = struct.pack(">IIBBBBB", self.width, self.height, 8, PALETTE_TYPE, 0, 0, 0)
        palette = b"".join([bytes.fromhex(colour.removeprefix("#")) for colour in self.colours])
        data = zlib.compress(b"".join([b"\0" + row for row in self.rows]), 9)
        chunks = {b"IHDR": header, b"PLTE": palette, b"IDAT": data, b"IEND": b""}
        return PNG_SIGNATURE + b"".join([_chunk(kind, data) for kind, data in chunks.items()])

    def to_svg(self) -> str:
        """Return an SVG file: a path of each colour, of a run of pixels after the other."""
        paths = [
            f'<path fill="{colour}" d="{"".join(self._runs(number))}"/>'
            for number, colour in enumerate(self.colours[1:], 1)
        ]
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}">'
            f'<path fill="{self.colours[0]}" d="M0 0h{self.width}v{self.height}H0z"/>'
            f"{''.join(paths)}</svg>\n"
        )

    def _runs(self, number: int) -> Iterator[str]:
        for y, row in enumerate(self.rows):
            start = 0
            while (start := row.find(number, start)) >= 0:
                end = start
                while end < self.width and row[end] == number:
                    end += 1
                yield f"M{start} {y}h{end - start}v1H{start}z"
                start = end


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


@cache
def letters() -> Mapping[str, tuple[str, ...]]:
    with open(FONT_FILE, encoding="ascii") as file:
        bands = file.read().split("\n\n")
    drawn = [list(zip(*map(str.split, band.splitlines()), strict=True)) for band in bands]
    return {chr(number): rows for number, rows in enumerate(chain(*drawn), FIRST_CHARACTER)}
