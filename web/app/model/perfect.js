// Where perfection can be played: the value of the board is proved, and the answer has a move that keeps it. That a value stands in
// the atlas is not enough: for five in a row on 15x15 it is known who wins, but not by which moves.

import { Game } from "./game.js";
import { rulesText } from "./rules.js";

/** Who knows moves, not only a value. */
const PLAYS = new Set(["book", "repertoire", "solver", "strategy", "forced_win"]);
/** @type {Map<string, Promise<boolean>>} */
const asked = new Map();

/** @param {import("../net/transport.js").Transport} transport @param {import("./rules.js").Rules} rules @returns {Promise<boolean>} */
export function playsPerfectly(transport, rules) {
  const name = rulesText(rules);
  const known = asked.get(name) ?? ask(transport, rules);
  asked.set(name, known);
  return known;
}

/** @param {import("../net/transport.js").Transport} transport @param {import("./rules.js").Rules} rules */
async function ask(transport, rules) {
  if (rules.rows * rules.cols > 64) return false;
  let able = false;
  try {
    await transport.ask({ type: "analyse", game: new Game(rules).record(), player: null, time_ms: 1, language: "en" }, (reply) => {
      if (reply.type === "answer") able = reply.proved && reply.best !== null && PLAYS.has(reply.known_by);
    }).done;
  } catch {
    asked.delete(rulesText(rules)); // Asked again next time.
  }
  return able;
}
