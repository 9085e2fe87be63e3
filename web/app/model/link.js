// A position as the part of an address after the #, so that a link is all that is needed to share it.
//   #play/6x7x4g/d1.d2.e1      #analyse/3x3x3/b2    #analyse/5x5x4/a1+c3-b2-o/c1  (X on a1, O on c3 and b2, O to move)

import { Game } from "./game.js";
import { cellIndex, cellName, parseRules, rulesText } from "./rules.js";

/** Pages with a tab, in the order of the keys 1 to 9. */
export const PAGES = /** @type {const} */ (["play", "analyse", "puzzles", "games", "solve", "atlas", "arena", "lab", "friend"]);
/** Pages that are reached from others. */
export const OTHERS = /** @type {const} */ (["welcome", "review"]);
/** @typedef {typeof PAGES[number] | typeof OTHERS[number]} Page */

/** @param {Page} page @param {Game} [game] */
export function link(page, game) {
  if (!game) return `#${page}`;
  const name = (/** @type {number} */ cell) => cellName(game.rules, cell);
  const { stones, toMove } = game.setup;
  const setup = stones.map(([cell, side]) => name(cell) + (side ? "-" : "+")).join("") + (toMove ? "o" : "x");
  const parts = [page, rulesText(game.rules)];
  if (stones.length || toMove) parts.push("setup:" + setup);
  if (game.moves.length) parts.push(game.moves.map(name).join("."));
  return "#" + parts.join("/");
}

/** What an address asks for, and what of it makes no sense: a move or a stone that cannot be, or a board that is none.
 * @param {string} hash @returns {{page: Page, game: Game | null, wrong: string | null}} */
export function readLink(hash) {
  const [wanted, board, ...rest] = decoded(hash.replace(/^#/, "")).split("/");
  /** @type {string | null} */
  let wrong = null;
  const page = [...PAGES, ...OTHERS].find((page) => page === wanted) ?? "play";
  const rules = parseRules(board ?? "");
  if (!rules) return { page, game: null, wrong: board && /^\d/.test(board) ? board : null };
  const setupText = rest[0]?.startsWith("setup:") ? (rest.shift() ?? "").slice(6) : "";
  /** @type {import("./game.js").Setup} */
  const setup = { stones: [], toMove: setupText.endsWith("o") ? 1 : 0 };
  for (const [, name, sign] of setupText.matchAll(/([a-z]+\d+)([+-])/g)) {
    const cell = cellIndex(rules, name);
    if (cell >= 0 && !setup.stones.some(([taken]) => taken === cell)) setup.stones.push([cell, sign === "-" ? 1 : 0]);
    else wrong ??= name;
  }
  const game = new Game(rules, setup);
  for (const name of (rest[0] ?? "").split(".").filter(Boolean)) {
    if (game.play(cellIndex(rules, name))) continue;
    wrong ??= name;
    break;
  }
  return { page, game, wrong };
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // A stray per cent sign.
  }
}
