// Names of games before codes: what people call a board.

import { t } from "../i18n/index.js";
import { rulesText } from "../model/rules.js";

const NAMED = /** @type {const} */ ({ "3x3x3": "ttt", "6x7x4g": "connect4", "15x15x5": "gomoku", "15x15x5e": "standard" });

/** A board in words: a name if it has one, else its size and what wins.  @param {import("../model/rules.js").Rules} rules */
export function boardName(rules) {
  const name = NAMED[/** @type {keyof typeof NAMED} */ (rulesText(rules))];
  if (name) return t(name);
  const { rows, cols, k, gravity } = rules;
  return t(gravity ? "boardFalling" : "boardPlain", { rows, cols, k });
}
