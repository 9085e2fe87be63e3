// What a player says a position is worth, and how it is shown.

/** @typedef {"win" | "draw" | "loss"} Sign */
/** @typedef {{win_in: number} | {loss_in: number} | {certain: Sign} | {chance: number} | {estimate: number}} Worth */

const OPPOSITE = /** @type {const} */ ({ win: "loss", draw: "draw", loss: "win" });

/** The same worth seen by the other side.  @param {Worth} worth @returns {Worth} */
export function turned(worth) {
  if ("win_in" in worth) return { loss_in: worth.win_in };
  if ("loss_in" in worth) return { win_in: worth.loss_in };
  if ("certain" in worth) return { certain: OPPOSITE[worth.certain] };
  if ("chance" in worth) return { chance: 1 - worth.chance };
  return { estimate: -worth.estimate };
}

/** The worth for X of what was said by the side to move.  @param {Worth} worth @param {0 | 1} toMove */
export function forX(worth, toMove) {
  return toMove ? turned(worth) : worth;
}

/** Short text with a sign.  @param {Worth} worth */
export function scoreText(worth) {
  if ("win_in" in worth) return `+#${worth.win_in}`;
  if ("loss_in" in worth) return `−#${worth.loss_in}`;
  if ("certain" in worth) return { win: "+#", draw: "=", loss: "−#" }[worth.certain];
  if ("chance" in worth) return `${Math.round(100 * worth.chance)} %`;
  const n = worth.estimate;
  const size = Math.abs(n);
  const digits = size >= 100000 ? `${Math.round(size / 1000)}k` : `${size}`;
  return n === 0 ? "0" : (n > 0 ? "+" : "−") + digits;
}

/** Moves of the winner that so many plies are.  @param {number} plies */
export const ownMoves = (plies) => Math.ceil(plies / 2);

/** Few signs for a board and a bar: `+5` wins in five moves of one's own, `−5` loses in five of the other's, `=`, a chance in per cent.  @param {Worth} worth */
export function shortText(worth) {
  if ("win_in" in worth) return `+${ownMoves(worth.win_in) || ""}`;
  if ("loss_in" in worth) return `−${ownMoves(worth.loss_in) || ""}`;
  if ("certain" in worth) return { win: "+", draw: "=", loss: "−" }[worth.certain];
  if ("chance" in worth) return `${Math.round(100 * worth.chance)}%`;
  return scoreText(worth);
}

/** Between -1 (lost) and 1 (won). Evaluations have no common unit, so only the order of magnitude is shown.
 * @param {Worth} worth */
export function share(worth) {
  if ("win_in" in worth) return 1;
  if ("loss_in" in worth) return -1;
  if ("certain" in worth) return { win: 1, draw: 0, loss: -1 }[worth.certain];
  if ("chance" in worth) return 2 * worth.chance - 1;
  const n = worth.estimate;
  return Math.sign(n) * Math.min(0.92, Math.log1p(Math.abs(n)) / Math.log1p(20000));
}

/** For sorting: the better, the larger.  @param {Worth | null} worth */
export function rank(worth) {
  if (!worth) return -3e9;
  if ("win_in" in worth) return 2e9 - worth.win_in;
  if ("loss_in" in worth) return -2e9 + worth.loss_in;
  if ("certain" in worth) return { win: 1.9e9, draw: 0, loss: -1.9e9 }[worth.certain];
  if ("chance" in worth) return Math.round(1e6 * (worth.chance - 0.5));
  return worth.estimate;
}
