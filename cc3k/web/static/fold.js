// Folding: rows of a wide screen on a narrow one, as columns of it one below another.

const GUTTER = 2, LEAST_COLUMN = 20;

/**
 * Return pieces of rows, each with the row and the column of its beginning, for a window that is so
 * many letters wide: columns of text that stand side by side come one below another, and sentences
 * are wrapped. A board stays whole, however wide. Blank rows are left out beyond that many rows.
 */
export function fold(rows, width, room) {
  const whole = rows.map(({ text, roles }, row) => ({ row, column: 0, text: [...text], roles }));
  const pieces = unstack(whole, width).flatMap((piece) => wrap(piece, width));
  for (let excess = pieces.length - room; excess > 0; excess--) {
    const at = blankest(pieces);
    if (at < 0) break;
    pieces.splice(at, 1);
  }
  return pieces.map((piece) => slice(piece, 0, lengthOf(piece)));
}

const lengthOf = ({ text }) => text.join("").trimEnd().length;
const slice = ({ row, column, text, roles }, start, end) => ({
  row, column: column + start, text: text.slice(start, end), roles: roles.slice(start, end),
});

/** A sentence: words in one role from the left, however long. */
function isSentence(piece) {
  const length = lengthOf(piece), text = piece.text.join("");
  return text.search(/\S/) < LEAST_COLUMN && /\p{L}{2,} \p{L}+/u.test(text) && !/ {3}/.test(text.trim())
    && [...piece.roles.slice(0, length)].every((role) => role === piece.roles[0]);
}

function unstack(pieces, width) {
  const wide = pieces.filter((piece) => !isSentence(piece));
  const most = Math.max(0, ...wide.map(lengthOf));
  if (most <= width) return pieces;
  const at = gutter(wide, width, most);
  if (!at) return pieces;
  const isBeside = (piece) => wide.includes(piece) && lengthOf(piece) > at;
  const first = pieces.findIndex(isBeside), last = pieces.findLastIndex(isBeside);
  const right = pieces.slice(first, last + 1).filter(isBeside).map((piece) => slice(piece, at));
  const left = pieces.map((piece) => (wide.includes(piece) ? slice(piece, 0, at) : piece));
  const below = left.findIndex((piece, row) => row > last && !lengthOf(piece)); // of all that stands there
  const end = below < 0 ? last + 1 : below;
  return [...left.slice(0, end), ...unstack(right, width), ...left.slice(end)];
}

/** Return where a column of text begins that may stand below: the last one in sight, or the first. */
function gutter(pieces, width, most) {
  const isBlank = (column) => pieces.every(({ text }) => (text[column] ?? " ") === " ");
  const starts = [];
  for (let column = LEAST_COLUMN, blank = 0; column < most; column++) {
    if (isBlank(column)) blank++;
    else {
      if (blank >= GUTTER) starts.push(column);
      blank = 0;
    }
  }
  return starts.findLast((start) => start <= width + GUTTER) ?? starts[0];
}

function wrap(piece, width) {
  if (lengthOf(piece) <= width || !/\p{L}{3,}.*\p{L}{3,}/u.test(piece.text.join(""))) return [piece];
  const at = piece.text.slice(0, width + 1).lastIndexOf(" ");
  if (at <= 0 || !piece.text.slice(0, at).join("").trim()) return [piece];
  return [slice(piece, 0, at), ...wrap(slice(piece, at + 1), width)];
}

/** Return a blank piece in the longest run of them that has more than one; -1 without any. */
function blankest(pieces) {
  let best = -1, longest = 1, run = 0;
  pieces.forEach((piece, at) => {
    run = lengthOf(piece) ? 0 : run + 1;
    if (run > longest) [best, longest] = [at, run];
  });
  return best;
}
