// Small settings that the browser keeps. Where it refuses to, they last as long as the page.

const unkept = new Map();

/** Return what was remembered under a name, or null; `area` is localStorage or sessionStorage. */
export function recall(name, area = "localStorage") {
  try {
    return globalThis[area].getItem(name) ?? unkept.get(name) ?? null;
  } catch {
    return unkept.get(name) ?? null;
  }
}

/** Remember a text under a name; null forgets it. */
export function remember(name, text, area = "localStorage") {
  if (text === null) unkept.delete(name);
  else unkept.set(name, text);
  try {
    if (text === null) globalThis[area].removeItem(name);
    else globalThis[area].setItem(name, text);
  } catch {
    // Denied, or full: it is remembered as long as the page is open.
  }
}
