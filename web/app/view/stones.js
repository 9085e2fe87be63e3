// How a cross and a nought look: strokes on paper, discs that carry their sign where stones fall.

import { s } from "../ui/dom.js";

export const CELL = 40;

/** The middle of a cell in the drawing.  @param {import("../model/rules.js").Rules} rules @param {number} cell */
export function centre(rules, cell) {
  const col = cell % rules.cols;
  const row = Math.floor(cell / rules.cols);
  return { x: col * CELL + CELL / 2, y: (rules.rows - 1 - row) * CELL + CELL / 2 };
}

/** The sign alone, around the origin.  @param {0 | 1} side @param {number} r */
export function sign(side, r) {
  return side === 0
    ? s("path", { class: "sign x", d: `M${-r} ${-r}L${r} ${r}M${r} ${-r}L${-r} ${r}`, pathLength: 2 })
    : s("circle", { class: "sign o", r: r * 1.12, pathLength: 2, transform: "rotate(-90)" });
}

/** A stone around the origin.  @param {import("../model/rules.js").Rules} rules @param {0 | 1} side */
export function stone(rules, side) {
  const name = side === 0 ? "x" : "o";
  if (!rules.gravity) return s("g", { class: `stone pen ${name}` }, sign(side, CELL * 0.26));
  return s("g", { class: `stone disc ${name}` },
    s("circle", { class: "body", r: CELL * 0.43 }), s("circle", { class: "rim", r: CELL * 0.36 }), sign(side, CELL * 0.15));
}
