// What people paste: our own links, moves with numbers and dashes. What is left is read by the same code as on the command line.

import { readLink } from "./link.js";

/** @typedef {import("./game.js").Game} Game */

/** The game of a link of ours; null if the text is none.  @param {string} text @returns {{game: Game | null, wrong: string | null} | null} */
export function pastedLink(text) {
  const [, hash] = /^\s*\S*(#[a-z]+\/\S+)\s*$/.exec(text) ?? [];
  if (!hash) return null;
  const { game, wrong } = readLink(hash);
  return game || wrong ? { game, wrong } : null;
}

/** Moves without their numbers and dashes; other texts (JSON, PSQ, SGF, columns, coordinates) as they are.  @param {string} text */
export function bareMoves(text) {
  const plain = text.replace(/\b\d+\s*\.+/g, " ").replace(/[-–—>→]+/g, " ").replace(/\b[xo]\s*:?\s+(?=[a-z]{1,2}\d)/gi, " ");
  const words = plain.trim().split(/[\s,;.]+/).filter(Boolean);
  const cells = words.length > 0 && words.every((word) => /^[a-z]{1,2}\d{1,3}$/i.test(word));
  return cells ? words.join(" ") : text;
}
