// Tiles: the board as pictures, over its place on the screen of cells, which keeps its text.

import { recall } from "./recalled.js";

const UNITS = 16, LEAST_PIXELS = 8, DIM = 0.45;
/** How large a tile is: the whole board, as large as fills its place, or larger still. */
const ZOOMS = { whole: 0, fill: 1, close: 1.6 };
const FILLING_PIXELS = 22; // that a tile has at least if it fills a place: smaller ones are hard to tell

export class Tiles {
  /** `screen` has the cells of the page, over which the tiles are drawn. */
  constructor(screen) {
    this.screen = screen;
    this.zoom = recall("cc3k tiles") ?? "off";
    this.canvas = document.createElement("canvas");
    this.canvas.id = "tiles";
    this.canvas.setAttribute("aria-hidden", "true");
    this.canvas.hidden = true;
    screen.element.after(this.canvas);
    this.board = null;
    this.cells = [];
    this.left = this.top = this.size = 0;
    this.cursor = this.remembered = this.asking = this.paper = "";
    /** @type {Map<string, any>} */
    this.symbols = new Map();
    this.byMark = new Map();
    this.sprites = new Map();
    this.styles = new Map(); // of roles, in the colours that there are now
    matchMedia("(prefers-color-scheme: light)").addEventListener("change", () => this.repaint());
  }

  get isOn() {
    return this.zoom in ZOOMS;
  }

  /** Load the tile set, once; without it there is text. */
  async load() {
    if (!this.isOn || this.symbols.size) return;
    const answer = await fetch("tiles.svg");
    if (!answer.ok) throw new Error(`tiles.svg: ${answer.status}`);
    const drawing = new DOMParser().parseFromString(await answer.text(), "image/svg+xml");
    this.symbols = new Map([...drawing.querySelectorAll("symbol")].map((symbol) => [symbol.id, {
      marks: symbol.dataset.marks ?? "",
      needsFloor: symbol.dataset.floor === "yes",
      paths: [...symbol.querySelectorAll("path")].map((path) => ({
        line: new Path2D(path.getAttribute("d") ?? ""),
        fill: path.getAttribute("fill"),
        opacity: Number(path.getAttribute("opacity") ?? 1),
      })),
    }]));
    for (const [name, { marks }] of this.symbols) for (const mark of marks) this.byMark.set(mark, name);
  }

  /** Draw the board that is at a place of the screen; hide the tiles where there is none. */
  paint(board) {
    this.board = this.isOn && this.symbols.size && !this.screen.isFolded ? board : null;
    this.canvas.hidden = !this.board;
    if (!this.board) return;
    if (this.palette !== this.screen.element.dataset.palette) this.forgetColours();
    const { row, rows, columns } = this.board, { cellWidth, cellHeight } = this.screen;
    const width = columns * cellWidth, height = rows * cellHeight;
    const whole = Math.min(width / columns, height / rows), filling = Math.max(width / columns, height / rows, FILLING_PIXELS);
    this.size = Math.max(LEAST_PIXELS, this.zoom === "whole" ? whole : filling * ZOOMS[this.zoom]);
    this.cells = this.screen.rowsShown.slice(row, row + rows).map(({ text, roles }) => {
      const shown = roles.slice(0, columns), from = shown.indexOf(this.asking); // a hint lies over the rest
      return { text: from < 0 ? [...text].slice(0, columns) : [], roles: shown, from, to: shown.lastIndexOf(this.asking) + 1 };
    });
    const middle = this.findMiddle();
    this.left = start(middle.column, width / this.size, columns);
    this.top = start(middle.row, height / this.size, rows);
    const pixels = devicePixelRatio || 1, { style } = this.canvas;
    const size = [Math.round(width * pixels), Math.round(height * pixels)];
    if (size.join() !== [this.canvas.width, this.canvas.height].join()) [this.canvas.width, this.canvas.height] = size;
    [style.width, style.height, style.top] = [`${width}px`, `${height}px`, `${row * cellHeight}px`];
    this.draw(this.canvas.getContext("2d"), this.size * pixels);
  }

  /** Draw the same board in other colours. */
  repaint() {
    this.forgetColours();
    this.paint(this.board);
  }

  forgetColours() {
    this.sprites.clear();
    this.styles.clear();
    this.palette = this.screen.element.dataset.palette;
    const style = getComputedStyle(this.screen.element);
    const letter = (name) => String.fromCharCode(Number(style.getPropertyValue(`--${name}`)));
    this.paper = style.backgroundColor;
    [this.cursor, this.remembered, this.asking] = ["cursor", "remembered", "asking"].map(letter);
  }

  /** Return the cell in the middle of what is shown: where one looks, or stands. */
  findMiddle() {
    const looked = (cell) => cell.roles.indexOf(this.cursor), stood = (cell) => cell.text.indexOf("@");
    for (const find of [looked, stood]) {
      const row = this.cells.findIndex((cell) => find(cell) >= 0);
      if (row >= 0) return { row, column: find(this.cells[row]) };
    }
    return { row: this.board.rows / 2, column: this.board.columns / 2 };
  }

  draw(context, size) {
    const { canvas, left, top, styles, remembered } = this;
    const hoards = new Set(this.board.hoards.map(([column, row]) => `${column} ${row}`));
    context.fillStyle = this.paper;
    context.fillRect(0, 0, canvas.width, canvas.height);
    this.cells.forEach(({ text, roles }, row) => {
      for (let column = 0; column < this.board.columns; column++) {
        const mark = text[column] ?? " ";
        const x = Math.round((column - left) * size), y = Math.round((row - top) * size);
        const extent = Math.round((column - left + 1) * size) - x, height = Math.round((row - top + 1) * size) - y;
        if (mark === " " || x + extent <= 0 || y + height <= 0 || x >= canvas.width || y >= canvas.height) continue;
        const role = roles[column];
        if (!styles.has(role)) styles.set(role, this.styleOf(role));
        const name = hoards.has(`${column} ${row}`) ? "hoard" : this.byMark.get(mark) ?? "letter";
        context.globalAlpha = role === remembered ? DIM : 1;
        context.drawImage(this.sprite(name, mark, styles.get(role), Math.ceil(size)), x, y, extent, height);
      }
    });
    context.globalAlpha = 1;
    const height = canvas.height / this.cells.length, width = canvas.width / this.board.columns;
    this.cells.forEach(({ from, to }, row) => {
      if (to) context.clearRect(from * width, Math.round(row * height), (to - from) * width, Math.ceil(height));
    });
  }

  /** Return how a role looks: its colour, the background if that is of its own, and a line below. */
  styleOf(role) {
    const probe = document.createElement("span");
    probe.className = `role-${role.charCodeAt(0)}`;
    this.screen.element.append(probe);
    const { color, backgroundColor, textDecorationLine } = getComputedStyle(probe);
    const isOwn = backgroundColor !== this.paper && backgroundColor !== "rgba(0, 0, 0, 0)";
    const style = { color, background: isOwn ? backgroundColor : "", isUnderlined: textDecorationLine === "underline" };
    probe.remove();
    return style;
  }

  /** Return a picture of a tile, drawn once for each colour and size. */
  sprite(name, mark, style, size) {
    const key = [name, name === "letter" ? mark : "", style.color, style.background, style.isUnderlined, size].join("|");
    let found = this.sprites.get(key);
    if (!found) {
      found = document.createElement("canvas");
      found.width = found.height = size;
      this.drawTile(found.getContext("2d"), name, mark, style, size);
      this.sprites.set(key, found);
    }
    return found;
  }

  drawTile(context, name, mark, style, size) {
    const symbol = this.symbols.get(name), theme = getComputedStyle(document.documentElement);
    context.scale(size / UNITS, size / UNITS);
    if (symbol.needsFloor) fillPaths(context, this.symbols.get("floor"), style, theme);
    if (style.background) {
      context.fillStyle = style.background;
      context.fillRect(0, 0, UNITS, UNITS);
    }
    fillPaths(context, symbol, style, theme);
    if (name === "letter") {
      context.fillStyle = style.color;
      context.font = "bold 11px ui-monospace, monospace";
      context.textAlign = "center";
      context.textBaseline = "middle";
      context.fillText(mark, UNITS / 2, UNITS / 2 + 0.7);
    }
    if (style.isUnderlined) {
      context.fillStyle = style.color;
      context.fillRect(1, UNITS - 1, UNITS - 2, 1);
    }
  }

  /** Return the cell of the screen at a point of the window; null beside the tiles. */
  cellAt(x, y) {
    const { left, top, right, bottom } = this.canvas.getBoundingClientRect();
    if (!this.board || x < left || y < top || x >= right || y >= bottom) return null;
    const column = Math.floor(this.left + (x - left) / this.size), row = Math.floor(this.top + (y - top) / this.size);
    const isThere = column >= 0 && row >= 0 && column < this.board.columns && row < this.board.rows;
    return isThere ? { column, row: row + this.board.row } : null;
  }
}

/** Return where what is shown begins, so that the middle is in its middle, and nothing is beyond. */
function start(middle, shown, count) {
  if (shown >= count) return (count - shown) / 2;
  return Math.min(Math.max(0, middle + 0.5 - shown / 2), count - shown);
}

function fillPaths(context, { paths }, style, theme) {
  for (const { line, fill, opacity } of paths) {
    const [, name, usual] = /^var\((--[\w-]+), *(#\w+)\)$/.exec(fill) ?? [];
    context.fillStyle = name ? theme.getPropertyValue(name).trim() || usual : style.color;
    context.globalAlpha = opacity;
    context.fill(line);
  }
  context.globalAlpha = 1;
}
