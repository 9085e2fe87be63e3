// Cells that decide: where a side would win at once, and where it would get two ways to win.

/** @typedef {import("./game.js").Game} Game */
/** @typedef {{cell: number, sides: (0 | 1)[], steps: 1 | 2}} Threat */

/** @param {Game} game @returns {Threat[]} */
export function threats(game) {
  const found = [];
  const legal = new Set(game.legal());
  for (const [cell, stone] of game.board.entries()) {
    if (stone >= 0) continue;
    const sides = /** @type {(0 | 1)[]} */ ([0, 1]);
    // A cell that cannot be played yet decides too: with gravity that is what games are about.
    const now = sides.filter((side) => game.wins(cell, side));
    if (now.length) found.push({ cell, sides: now, steps: /** @type {1} */ (1) });
    else if (legal.has(cell)) {
      const soon = sides.filter((side) => ways(game, cell, side) >= 2);
      if (soon.length) found.push({ cell, sides: soon, steps: /** @type {2} */ (2) });
    }
  }
  return found;
}

/** How many cells would win for a side after a stone on this one.  @param {Game} game @param {number} cell @param {0 | 1} side */
function ways(game, cell, side) {
  const { rows, cols, k, gravity } = game.rules;
  const [row, col] = [Math.floor(cell / cols), cell % cols];
  const wins = new Set();
  game.board[cell] = side;
  for (const [up, right] of [[0, 1], [1, 0], [1, 1], [1, -1]]) {
    for (let n = 1 - k; n < k; n += 1) {
      const [r, c] = [row + n * up, col + n * right];
      const at = r * cols + c;
      if (r < 0 || r >= rows || c < 0 || c >= cols || game.board[at] >= 0 || wins.has(at)) continue;
      if (gravity && game.landing(at) !== at) continue;
      if (game.wins(at, side)) wins.add(at);
    }
  }
  game.board[cell] = -1;
  return wins.size;
}
