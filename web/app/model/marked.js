// What an answer puts on the board: the expected line as numbered ghosts or the worth of every move, and threats by their shapes.

import { threatShapes } from "./explained.js";
import { cellIndex } from "./rules.js";
import { rank, shortText } from "./score.js";
import { threats as byRules } from "./threats.js";

/** @typedef {import("../view/marks.js").Mark} Mark */

/** Moves of the line that are shown. */
const GHOSTS = 9;
/** Larger boards have too many cells for threats by the rules alone. */
const LARGEST = 1600;

/** @param {import("./game.js").Game} game @param {import("../net/messages.js").Answer | null} answer @param {{threats: boolean, values: boolean}} shown @returns {Mark[]} */
export function answerMarks(game, answer, shown) {
  const moves = shown.values ? valueMarks(game, answer) : lineMarks(game, answer);
  const threats = shown.threats ? threatMarks(game, answer) : [];
  // Where a value or a move of the line stands too, the sign of a threat goes to the shoulder of the cell: both can be read.
  const taken = new Set(moves.map(({ cell }) => cell));
  return [...threats.map((mark) => (taken.has(mark.cell) ? { ...mark, tone: "aside" } : mark)), ...moves];
}

/** The shapes are those of the explanation's legend; until there is one, what the rules alone say.
 * @param {import("./game.js").Game} game @param {import("../net/messages.js").Answer | null} answer @returns {Mark[]} */
function threatMarks(game, answer) {
  const { rules } = game;
  if (rules.rows * rules.cols > LARGEST || game.outcome().over) return [];
  if (answer) return threatShapes(answer.explanation, rules).map(({ cell, side, text }) => ({ cell, kind: "threat", side, text }));
  return byRules(game).map(({ cell, sides, steps }) => ({ cell, kind: "threat", side: sides[0], text: sides.map((side) => (side ? "○" : "×")).join("") + steps }));
}

/** @param {import("./game.js").Game} game @param {import("../net/messages.js").Answer | null} answer @returns {Mark[]} */
function valueMarks({ rules }, answer) {
  const tone = (/** @type {number} */ n) => (n > 0 ? "good" : n < 0 ? "bad" : "");
  return (answer?.values ?? []).map(({ line, value }) => ({ cell: cellIndex(rules, line[0]), kind: "value", text: shortText(value), tone: tone(rank(value)) }));
}

/** @param {import("./game.js").Game} game @param {import("../net/messages.js").Answer | null} answer @returns {Mark[]} */
function lineMarks({ rules, toMove }, answer) {
  return (answer?.lines[0]?.line ?? []).slice(0, GHOSTS).map((name, i) =>
    ({ cell: cellIndex(rules, name), kind: "ghost", side: /** @type {0 | 1} */ ((toMove + i) % 2), text: String(i + 1) }));
}
