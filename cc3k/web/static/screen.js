// The screen of cells: rows of text in roles, as large as fits into the window.

import { recall } from "./recalled.js";

const LINE_HEIGHT = 1.2, SAMPLE = 80;
const MIN_FONT = 6, SMALLEST_USUAL_FONT = 12, MAX_FONT = 26;
// Columns and rows that are worth having, the best first, each if its letters are not too small:
// the board with the panel beside it, and the whole board. A narrow window shows a part of it.
const NARROW = [48, 30];
const SIZES = [{ size: [117, 31], font: 14 }, { size: [80, 24], font: SMALLEST_USUAL_FONT }];

export class Screen {
  constructor(element) {
    this.element = element;
    this.columns = 80;
    this.rows = 24;
    this.needs = [40, 12];
    this.textSize = Number(recall("cc3k text")) || 1;
    this.cellWidth = this.cellHeight = 1;
    this.frame = 0;
    this.lines = [];
    this.sample = document.createElement("span");
    this.sample.id = "measure";
    this.sample.textContent = "M".repeat(SAMPLE);
    this.sample.setAttribute("aria-hidden", "true");
  }

  /** Choose the size of the cells, and how many there are; return true if that has changed. */
  fit() {
    const { clientWidth: width, clientHeight: height } = this.element.parentElement;
    if (!width || !height) return false;
    const perPixel = this.measure(100) / 100;
    /** @param {number[]} size */
    const fontFor = ([columns, rows]) => Math.min(width / (columns * perPixel), height / (rows * LINE_HEIGHT));
    const shown = SIZES.find(({ size, font }) => fontFor(size) >= font);
    const usual = shown ? Math.min(fontFor(shown.size), MAX_FONT) : Math.max(fontFor(NARROW), SMALLEST_USUAL_FONT);
    const font = Math.max(MIN_FONT, Math.min(usual * this.textSize, fontFor(this.needs)));
    this.element.style.fontSize = `${font}px`;
    this.cellWidth = this.measure(font);
    this.cellHeight = Math.floor(font * LINE_HEIGHT);
    this.element.style.lineHeight = `${this.cellHeight}px`;
    const before = `${this.columns} ${this.rows}`;
    this.columns = Math.max(1, Math.floor(width / this.cellWidth));
    this.rows = Math.max(1, Math.floor(height / this.cellHeight));
    return before !== `${this.columns} ${this.rows}`;
  }

  /** Return the width of a cell in a font of that many pixels. */
  measure(font) {
    this.sample.style.fontSize = `${font}px`;
    this.element.append(this.sample);
    const { width } = this.sample.getBoundingClientRect();
    this.sample.remove();
    return width / SAMPLE;
  }

  /** Paint the rows that have changed. */
  paint({ columns, lines, rows, palette }) {
    if (this.lines.length !== lines || this.element.dataset.columns !== String(columns)) {
      this.lines = Array.from({ length: lines }, () => this.newLine());
      this.element.replaceChildren(...this.lines);
      this.element.dataset.columns = columns;
    }
    this.element.dataset.palette = palette;
    for (const [number, text, roles] of rows) this.lines[number].replaceChildren(...runs(text, roles));
    this.element.dataset.frame = ++this.frame;
  }

  newLine() {
    const line = document.createElement("div");
    line.className = "row";
    line.style.height = `${this.cellHeight}px`;
    line.setAttribute("aria-hidden", "true");
    return line;
  }

  /** Return the column and row at a point of the window; null beside the screen. */
  cellAt(x, y) {
    const { left, top } = this.element.getBoundingClientRect();
    const column = Math.floor((x - left) / this.cellWidth), row = Math.floor((y - top) / this.cellHeight);
    return column < 0 || row < 0 || column >= this.columns || row >= this.rows ? null : { column, row };
  }
}

/** Return elements for a row: text as it is, and a span for each run of one role. */
function runs(text, roles) {
  const characters = text.length === roles.length ? text : [...text], found = [];
  for (let start = 0; start < roles.length;) {
    let end = start + 1;
    while (end < roles.length && roles[end] === roles[start]) end++;
    const run = Array.prototype.slice.call(characters, start, end).join("");
    if (roles[start] === " ") {
      found.push(document.createTextNode(run));
    } else {
      const span = document.createElement("span");
      span.className = `role-${roles.charCodeAt(start)}`; // a letter may be a mark
      span.textContent = run;
      found.push(span);
    }
    start = end;
  }
  return found;
}
