"""Pixels: pictures of cells in a font of our own, as PNG or SVG, where no font can be relied on."""

import os
import struct
import zlib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import chain

from attrs import define, field

from cc3k.export.svg import CellStyle
from cc3k.terminal.canvas import Line

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
        """Draw rows of cells, as `cc3k.export.svg.render_svg` does."""
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
    """Return the rows of each character of the font."""
    with open(FONT_FILE, encoding="ascii") as file:
        bands = file.read().split("\n\n")
    drawn = [list(zip(*map(str.split, band.splitlines()), strict=True)) for band in bands]
    return {chr(number): rows for number, rows in enumerate(chain(*drawn), FIRST_CHARACTER)}
