// How each game is dressed: noughts and crosses in pencil on paper, five in a row as stones on the crossings of lines, and discs
// that carry their sign where stones fall. Sides differ by sign and colour in every dress.

import { s } from "../ui/dom.js";

/** @typedef {import("../model/rules.js").Rules} Rules */
/** @typedef {"pencil" | "stones" | "discs"} Dress */

export const CELL = 40;
/** Boards from this size on with five or more in a row are played with stones. */
const STONES_FROM = 9;

/** @param {Rules} rules @returns {Dress} */
export function dressOf({ rows, cols, k, gravity }) {
  if (gravity) return "discs";
  return k >= 5 && Math.min(rows, cols) >= STONES_FROM ? "stones" : "pencil";
}

/** The middle of a cell in the drawing.  @param {Rules} rules @param {number} cell */
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

/** A number between -1 and 1 that is the same for the same cell: no hand draws twice alike.  @param {number} cell @param {number} n */
const waver = (cell, n) => (((cell + 3) * 7919 + n * 104729) % 199) / 99 - 1;

/** A sign as a pencil draws it.  @param {0 | 1} side @param {number} r @param {number} cell */
function pencilled(side, r, cell) {
  const w = (/** @type {number} */ n, size = 0.13) => (waver(cell, n) * size * r).toFixed(1);
  const at = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ n) => `${(x * r + Number(w(n))).toFixed(1)} ${(y * r + Number(w(n + 1))).toFixed(1)}`;
  if (side === 0) {
    const d = `M${at(-1, -1, 1)}Q${at(0.06, -0.1, 3)} ${at(1.05, 1, 5)}M${at(1, -1.05, 7)}Q${at(-0.06, 0.1, 9)} ${at(-1, 1, 11)}`;
    return s("path", { class: "sign x", d, pathLength: 2 });
  }
  // Round and a little farther, as one closes a ring by hand.
  const d = `M${at(0.15, -1.12, 1)}C${at(-0.85, -1.25, 3)} ${at(-1.45, 0.75, 5)} ${at(-0.1, 1.12, 7)}S${at(1.5, -0.65, 9)} ${at(0.05, -1.14, 11)}`;
  return s("path", { class: "sign o", d, pathLength: 2 });
}

/** A stone around the origin, with the number of its move if that is wanted.  @param {Rules} rules @param {0 | 1} side @param {{cell?: number, number?: number}} [which] */
export function stone(rules, side, { cell = 0, number } = {}) {
  const name = side === 0 ? "x" : "o";
  const dress = dressOf(rules);
  const label = number ? s("text", { class: `stone-number${number > 99 ? " long" : ""}` }, String(number)) : null;
  if (dress === "pencil") {
    return s("g", { class: `stone pen ${name}` }, pencilled(side, CELL * 0.26, cell), label && s("g", { transform: `translate(${CELL * 0.36} ${-CELL * 0.34}) scale(0.6)` }, label));
  }
  const small = sign(side, CELL * (dress === "stones" ? 0.12 : 0.15));
  if (dress === "stones") {
    return s("g", { class: `stone go ${name}` }, s("circle", { class: "body", r: CELL * 0.455 }),
      s("ellipse", { class: "shine", cx: -CELL * 0.14, cy: -CELL * 0.17, rx: CELL * 0.17, ry: CELL * 0.11, transform: "rotate(-38)" }), label ?? small);
  }
  return s("g", { class: `stone disc ${name}` },
    s("circle", { class: "body", r: CELL * 0.43 }), s("circle", { class: "rim", r: CELL * 0.36 }), label ?? small);
}

/** The lines of a board: between cells, through them, or none.  @param {Rules} rules */
export function gridPath(rules) {
  const { rows, cols } = rules;
  let path = "";
  if (dressOf(rules) === "stones") {
    const half = CELL / 2;
    for (let col = 0; col < cols; col += 1) path += `M${col * CELL + half} ${half}V${rows * CELL - half}`;
    for (let row = 0; row < rows; row += 1) path += `M${half} ${row * CELL + half}H${cols * CELL - half}`;
    return path;
  }
  // Drawn by hand on small boards: the lines bend a little.
  const bend = Math.max(rows, cols) <= 5 ? 2.2 : 0;
  for (let col = 1; col < cols; col += 1) path += `M${col * CELL + waver(col, 1) * bend} 3Q${col * CELL + waver(col, 2) * bend * 1.6} ${(rows * CELL) / 2} ${col * CELL + waver(col, 3) * bend} ${rows * CELL - 3}`;
  for (let row = 1; row < rows; row += 1) path += `M3 ${row * CELL + waver(row, 4) * bend}Q${(cols * CELL) / 2} ${row * CELL + waver(row, 5) * bend * 1.6} ${cols * CELL - 3} ${row * CELL + waver(row, 6) * bend}`;
  return path;
}

/** The marked crossings of a stones board: four corners, the centre, and the sides on large ones.  @param {Rules} rules @returns {number[]} */
export function starPoints({ rows, cols }) {
  const along = (/** @type {number} */ n) => {
    const edge = n >= 13 ? 3 : 2;
    const middle = n % 2 ? [(n - 1) / 2] : [];
    return n < 9 ? [] : [edge, ...middle, n - 1 - edge];
  };
  const [ups, rights] = [along(rows), along(cols)];
  const sides = Math.min(rows, cols) >= 19;
  const middle = (/** @type {number} */ at, /** @type {number} */ n) => 2 * at === n - 1;
  return ups.flatMap((row) => rights.filter((col) => sides || middle(row, rows) === middle(col, cols)).map((col) => row * cols + col));
}
