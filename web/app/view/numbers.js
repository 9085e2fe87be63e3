// Numbers in words.

import { count } from "../i18n/index.js";

/** How many positions.  @param {number} n */
export const positions = (n) => (n === 1 ? count("onePosition", "nPositions", 1) : count("onePosition", "nPositions", n).replace(String(n), n.toLocaleString(document.documentElement.lang)));

/** How many moves.  @param {number} n */
export const moves = (n) => count("endOneMove", "endMoves", n);
