// Signs of directions, drawn rather than written: no font of the system has to have them.

const SVG = "http://www.w3.org/2000/svg";
const ARROW = "M12 21V4M5 11l7-7 7 7", DEGREES = { "↑": 0, "↗": 45, "→": 90, "↘": 135, "↓": 180, "↙": 225, "←": 270, "↖": 315 };
const RING = "M12 6a6 6 0 1 0 .01 0zM12 11a1 1 0 1 0 .01 0z";
const DRAWN = { "◎": { path: RING, turn: 0 } };
for (const [sign, turn] of Object.entries(DEGREES)) DRAWN[sign] = { path: ARROW, turn };

/** Return what to show of a text: its letters, and a drawing in the place of each sign. */
export function withIcons(text) {
  const parts = text.split(new RegExp(`([${Object.keys(DRAWN).join("")}])`, "u"));
  return parts.filter(Boolean).map((part) => (DRAWN[part] ? icon(DRAWN[part]) : document.createTextNode(part)));
}

function icon({ path, turn }) {
  const svg = document.createElementNS(SVG, "svg"), line = document.createElementNS(SVG, "path");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  line.setAttribute("d", path);
  line.setAttribute("transform", `rotate(${turn} 12 12)`);
  svg.append(line);
  return svg;
}
