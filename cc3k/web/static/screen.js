// The screen of cells: rows of text in roles, as large as fits into the window.

import { fold } from "./fold.js";
import { recall } from "./recalled.js";

const LINE_HEIGHT = 1.2, SAMPLE = 80;
const MIN_FONT = 6, SMALLEST_USUAL_FONT = 12, MAX_FONT = 26;
const LEAST_FOLDED = { font: 14, columns: 42 }; // of a screen that is wider than the window
// Columns and rows that are worth having, the best first, each if its letters are not too small:
// the board with the panel beside it, and the whole board. A narrow window shows a part of it.
const NARROW = [48, 30];
const SIZES = [{ size: [117, 31], font: 14 }, { size: [80, 24], font: SMALLEST_USUAL_FONT }];

export class Screen {
  constructor(element) {
    this.element = element;
    this.columns = 80;
    this.rows = 24;
    this.window = [80, 24]; // what is seen of them at once
    this.needs = [40, 12];
    this.textSize = Number(recall("cc3k text")) || 1;
    this.cellWidth = this.cellHeight = 1;
    this.frame = 0;
    this.lines = [];
    this.rowsShown = [];
    this.isFolded = this.wasFolded = false;
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
    const whole = Math.min(usual * this.textSize, fontFor(this.needs)), least = this.foldedFont(width, perPixel);
    this.isFolded = fontFor(this.needs) < Math.min(least, usual) && this.needs[0] > NARROW[0];
    const font = Math.max(MIN_FONT, this.isFolded ? least : whole);
    this.element.style.fontSize = `${font}px`;
    this.cellWidth = this.measure(font);
    this.cellHeight = Math.floor(font * LINE_HEIGHT);
    this.element.style.lineHeight = `${this.cellHeight}px`;
    const before = this.shape;
    this.element.style.setProperty("--cell-height", `${this.cellHeight}px`);
    this.columns = Math.max(this.isFolded ? this.needs[0] : 1, Math.floor(width / this.cellWidth));
    this.rows = Math.max(this.isFolded ? this.needs[1] : 1, Math.floor(height / this.cellHeight));
    this.window = [Math.floor(width / this.cellWidth), Math.floor(height / this.cellHeight)];
    this.element.classList.toggle("folded", this.isFolded);
    return before !== this.shape;
  }

  /** What is shown in another way once it has changed. */
  get shape() {
    return [this.columns, this.rows, this.isFolded, ...(this.isFolded ? this.window : [])].join(" ");
  }

  /** Return the width of a cell in a font of that many pixels. */
  measure(font) {
    this.sample.style.fontSize = `${font}px`;
    this.element.append(this.sample);
    const { width } = this.sample.getBoundingClientRect();
    this.sample.remove();
    return width / SAMPLE;
  }

  /** Return the letters' size on a window that is too narrow for what it has to show. */
  foldedFont(width, perPixel) {
    const fits = width / (LEAST_FOLDED.columns * perPixel);
    return Math.min(Math.max(SMALLEST_USUAL_FONT, Math.min(fits, LEAST_FOLDED.font)) * Math.max(1, this.textSize), MAX_FONT);
  }

  /** Paint the rows that have changed. */
  paint({ columns, lines, rows, palette }) {
    const isSameSize = this.rowsShown.length === lines && this.element.dataset.columns === String(columns);
    if (!isSameSize) this.rowsShown = Array.from({ length: lines }, () => ({ text: "", roles: "" }));
    for (const [number, text, roles] of rows) this.rowsShown[number] = { text, roles };
    if (this.isFolded) this.paintFolded();
    else if (isSameSize && !this.wasFolded) rows.forEach(([number]) => this.paintRow(number));
    else {
      this.lines = this.rowsShown.map((_, row) => this.newLine(row, 0));
      this.element.replaceChildren(...this.lines);
      this.lines.forEach((_, number) => this.paintRow(number));
    }
    this.wasFolded = this.isFolded;
    this.element.dataset.columns = columns;
    this.element.dataset.palette = palette;
    this.element.dataset.frame = ++this.frame;
  }

  paintRow(number) {
    const { text, roles } = this.rowsShown[number];
    this.lines[number].replaceChildren(...runs(text, roles));
  }

  /** Paint all rows so that they are read on a narrow window, and show where the cursor is. */
  paintFolded() {
    this.lines = fold(this.rowsShown, ...this.window).map(({ row, column, text, roles }) => {
      const line = this.newLine(row, column);
      line.replaceChildren(...runs(text.join(""), roles));
      return line;
    });
    const { scrollLeft, scrollTop } = this.element;
    this.element.replaceChildren(...this.lines);
    this.element.scrollTo(scrollLeft, scrollTop);
    const cursor = getComputedStyle(this.element).getPropertyValue("--cursor").trim();
    this.element.querySelector(`.role-${cursor}`)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  newLine(row, column) {
    const line = document.createElement("div");
    line.className = "row";
    line.setAttribute("aria-hidden", "true");
    Object.assign(line.dataset, { row, column });
    return line;
  }

  /** Return the column and row at a point of the window; null beside the screen. */
  cellAt(x, y) {
    const { left, top } = this.element.getBoundingClientRect(), { scrollLeft, scrollTop } = this.element;
    const line = this.lines[Math.floor((y - top + scrollTop) / this.cellHeight)];
    const column = Math.floor((x - left + scrollLeft) / this.cellWidth);
    if (!line || column < 0 || column >= this.columns) return null;
    return { column: column + Number(line.dataset.column), row: Number(line.dataset.row) };
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
