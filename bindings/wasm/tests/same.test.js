// The module gives the answers of the program: the same requests to both, to the last node. Games are dealt by a generator with a seed, and
// limits are nodes, so nothing depends on the machine or on its load.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const { Filetto } = await import(join(root, "target/npm/filetto.js"));
const filetto = await Filetto.load();

/** Boards with what a search of them may cost. */
const BOARDS = [["15x15x5", 4000], ["6x7x4g", 20_000], ["7x7x4", 10_000], ["10x10x5", 4000], ["7x7x5g", 20_000], ["20x20x10g", 1000], ["9x9x5e", 3000], ["30x30x7", 1000]];
const EACH = 5;

/** Small numbers that look like chance: xorshift on 32 bits. */
let state = 20_26;
const below = (n) => {
  for (const shift of [13, -17, 5]) state ^= shift > 0 ? state << shift : state >>> -shift;
  return (state >>> 0) % n;
};

/** A game with some stones near the middle, none of which ends it. */
function deal(rules) {
  const [, rows, cols, , gravity] = /^(\d+)x(\d+)x(\d+)(g?)/.exec(rules).map((part, i) => (i && i < 4 ? Number(part) : part));
  const taken = new Set();
  const tall = Array(cols).fill(0);
  const moves = [];
  for (let wanted = 3 + below(6); moves.length < wanted;) {
    const col = Math.floor(cols / 2) - 3 + below(6);
    const row = gravity ? tall[col]++ : Math.floor(rows / 2) - 3 + below(6);
    const name = `${col < 26 ? "" : "a"}${String.fromCharCode(97 + (col % 26))}${row + 1}`;
    if (row >= rows || col < 0 || taken.has(name)) continue;
    taken.add(name);
    moves.push(name);
  }
  return { format: "filetto-game", version: 1, rules, moves, result: "ongoing" };
}

/** What may differ between machines: how long it took, and how a certificate is packed and which ones are
 * kept beside the program. */
const timeless = (reply) => JSON.stringify(reply, (key, value) => (["ms", "bytes", "size", "files"].includes(key) ? 0 : value));

async function both(requests) {
  const numbered = requests.map((request, i) => ({ ...request, id: i + 1 }));
  const input = numbered.map((request) => `${JSON.stringify(request)}\n`).join("");
  const { stdout, status } = spawnSync(process.env.FILETTO_NATIVE ?? join(root, "target/debug/examples/answer"), { input, encoding: "utf8", maxBuffer: 1 << 28 });
  assert.equal(status, 0);
  const native = new Map();
  for (const line of stdout.trim().split("\n")) native.set(JSON.parse(line).id, JSON.parse(line));
  const answers = [];
  for (const request of numbered) {
    await filetto.supply(request);
    let last = null;
    try {
      filetto.ask(request, (reply) => (last = reply));
    } catch (error) {
      assert.equal(error.name, "Refused");
    }
    answers.push([request, timeless(last), timeless(native.get(request.id))]);
  }
  return answers;
}

test("forty positions have the same move, score, line and nodes here and there", async () => {
  const requests = BOARDS.flatMap(([rules, nodes]) => Array.from({ length: EACH }, () => ({ type: "think", game: deal(rules), player: "filetto", time_ms: 600_000, nodes })));
  const answers = await both(requests);
  assert.equal(answers.length, 40);
  for (const [request, here, there] of answers) assert.equal(here, there, `${request.game.rules} ${request.game.moves.join(" ")}`);
  const chosen = answers.filter(([, here]) => JSON.parse(here).type === "choice");
  assert.ok(chosen.length >= 38, "positions, not refusals");
  assert.ok(chosen.filter(([, here]) => JSON.parse(here).nodes > 500).length > 20, "most of them are searched");
});

test("solvers, trees, reviews and the atlas answer to the last node as well", async () => {
  const line = { format: "filetto-game", version: 1, rules: "3x3x3", moves: ["a1", "b1", "b2", "c3", "a3", "c1", "a2"], result: "first" };
  const position = (rules, moves = []) => ({ ...line, rules, moves, result: "ongoing" });
  const answers = await both([
    { type: "solve", game: position("5x5x4"), time_ms: 600_000 },
    { type: "solve", game: position("5x5x4g"), time_ms: 600_000 },
    { type: "solve", game: position("6x7x4g", ["d1", "d2"]), time_ms: 600_000 },
    { type: "think", game: position("7x6x4g", ["d1"]), player: "filetto", time_ms: 600_000, nodes: 5000 },
    { type: "review", game: line, language: "ro" },
    { type: "tree", game: position("3x3x3", ["b2", "a1"]), heuristic: "chua", depth: 2, search: "deepening" },
    { type: "simulations", game: position("4x4x3"), count: 200, seed: 7 },
    { type: "think", game: position("3x3x3", ["b2"]), player: "negascout", time_ms: 600_000 },
    { type: "write", game: line, format: "svg" },
    { type: "atlas" },
  ]);
  for (const [request, here, there] of answers) assert.equal(here, there, request.type);
});
