// Where perfection can be played: the value of the board is proved, and the answer has a move that keeps it. That a value stands in
// the atlas is not enough: for five in a row on 15x15 it is known who wins, but not by which moves.

import { Game } from "./game.js";
import { rulesText } from "./rules.js";

/** Who knows moves, not only a value. */
const PLAYS = new Set(["book", "repertoire", "solver", "strategy", "forced_win"]);
/** Cells of the largest board that is tried. */
const LARGEST = 64;
/** How long an answer is looked for, then a proof, which gets a thread of its own; and a proof of the empty board. */
const [ANSWER, PROOF, TRIAL] = [2000, 60000, 4000];
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
  if (rules.rows * rules.cols > LARGEST) return false;
  try {
    return (await perfectMove(transport, new Game(rules), TRIAL).done).proved;
  } catch {
    asked.delete(rulesText(rules)); // Asked again next time.
    return false;
  }
}


/** A move that keeps what the position is worth: the one of a proved answer, else the first that the solver proves to be as good as
 * the position; else the engine's guess, and `proved` says so.
 * @param {import("../net/transport.js").Transport} transport @param {Game} game @param {number} [proof] milliseconds @returns {{done: Promise<{cell: string | null, proved: boolean}>, stop: () => void}} */
export function perfectMove(transport, game, proof = PROOF) {
  /** @type {import("../net/transport.js").Ask | null} */
  let ask = null;
  let stopped = false;
  const find = async () => {
    /** @type {{cell: string | null, proved: boolean}} */
    let found = { cell: null, proved: false };
    ask = transport.ask({ type: "analyse", game: game.record(), player: null, time_ms: ANSWER, language: "en" }, (reply) => {
      if (reply.type === "answer") found = { cell: reply.best, proved: reply.proved && PLAYS.has(reply.known_by) };
    });
    await ask.done;
    if (found.proved || stopped) return found;
    let worth = "";
    ask = transport.ask({ type: "solve", game: game.record(), time_ms: proof }, (reply) => {
      if (reply.type === "verdict" && reply.value !== "unknown") worth = reply.value;
      if (reply.type !== "fact" || reply.value !== worth || found.proved) return;
      found = { cell: reply.cell, proved: true };
      ask?.stop();
    });
    await ask.done;
    return found;
  };
  return { done: find(), stop: () => { stopped = true; ask?.stop(); } };
}
