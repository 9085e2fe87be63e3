// What an explanation holds besides its words: the line that it tells, and the threats with their signs.

import { cellIndex } from "./rules.js";

/** @typedef {import("./rules.js").Rules} Rules */
/** @typedef {{side: 0 | 1, cell: string, effects: {what: string, cells?: string[], cell?: string}[]}} Step */

/** The sign of each kind of threat: shapes that differ without colour. */
export const THREAT_SHAPES = { win: "★", open_one: "◆", one: "◇", open_two: "▲", fork: "✚", waiting: "▽" };

/** The line that an explanation tells: the winner's moves with the first reply of each group.  @param {any} explanation @returns {Step[]} */
export function steps(explanation) {
  const why = explanation?.why;
  /** @type {Step[]} */
  const line = [];
  const side = (/** @type {string} */ name) => /** @type {0 | 1} */ (name === "second" ? 1 : 0);
  const toMove = side(explanation?.to_move);
  const add = (/** @type {string} */ cell, /** @type {any[]} */ effects) =>
    line.push({ side: /** @type {0 | 1} */ ((toMove + line.length) % 2), cell, effects: effects ?? [] });
  const attack = (/** @type {any} */ one) => { add(one.cell, one.effects); then(one.then); };
  const then = (/** @type {any} */ next) => {
    const reply = next?.replies?.find((/** @type {any} */ one) => one.cells.length) ?? null;
    if (!reply) return;
    add(reply.cells[0], reply.effects);
    attack(reply.next);
  };
  if (why?.attack) attack(why.attack);
  else if (why?.then) then(why.then);
  else for (const one of why?.line ?? []) line.push({ side: side(one.side), cell: one.cell, effects: one.effects ?? [] });
  return line;
}

/** The cells of every threat with its sign, for marks on the board.
 * @param {any} explanation @param {Rules} rules @returns {{cell: number, side: 0 | 1, kind: keyof typeof THREAT_SHAPES, text: string}[]} */
export function threatShapes(explanation, rules) {
  /** @type {Map<number, {cell: number, side: 0 | 1, kind: keyof typeof THREAT_SHAPES, text: string}>} */
  const found = new Map();
  for (const threat of explanation?.threats ?? []) {
    const kind = /** @type {keyof typeof THREAT_SHAPES} */ (threat.kind);
    for (const name of threat.cells ?? [threat.cell]) {
      const cell = cellIndex(rules, name);
      // The first is the most urgent.
      if (cell >= 0 && !found.has(cell)) found.set(cell, { cell, side: threat.side === "second" ? 1 : 0, kind, text: THREAT_SHAPES[kind] ?? "•" });
    }
  }
  return [...found.values()];
}
