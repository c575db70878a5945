// Names of keys, as the game has them: what `keydown` of a browser says, in other words.

const NAMES = {
  ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right",
  Home: "home", End: "end", PageUp: "page up", PageDown: "page down", Clear: "center",
  Insert: "insert", Delete: "delete", Tab: "tab",
};
const UNSHIFTED = { Enter: "enter", Escape: "escape", Backspace: "backspace" };

/** Return the game's name of a key; null for one that is the browser's, not the game's. */
export function keyName(event, bound) {
  if (event.isComposing || event.metaKey) return null;
  const { key } = event;
  if (event.getModifierState("AltGraph")) return [...key].length === 1 ? key : null;
  if (event.altKey) return null;
  if (event.ctrlKey) {
    const name = `ctrl-${key.toLowerCase()}`;
    return !event.shiftKey && bound.has(name) ? name : null;
  }
  if (UNSHIFTED[key]) return UNSHIFTED[key];
  if (NAMES[key]) return event.shiftKey ? `shift-${NAMES[key]}` : NAMES[key];
  if (/^F\d+$/.test(key)) {
    const name = `${event.shiftKey ? "shift-" : ""}${key.toLowerCase()}`;
    return bound.has(name) ? name : null;
  }
  return [...key].length === 1 ? key : null;
}
