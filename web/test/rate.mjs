// `cargo xtask bench wasm`: how fast the module is in Chromium beside the program on the same machine, one thread each, in turn. Nothing is
// asserted about an absolute time.

import { spawnSync } from "node:child_process";
import { open } from "./browser.js";

/** Quiet positions: every node is a node of the search. */
const POSITIONS = { "15x15x5": ["h8", "i9", "h10", "g7"], "6x7x4g": ["a1", "g1", "a2", "g2", "b1", "f1", "e1", "c1"] };
/** On Connect Four the champion asks its solver and searches nothing. */
const PLAYERS = { "15x15x5": "filetto", "6x7x4g": "negascout" };
const NODES = 600_000;
const ROUNDS = 3;
/** Connect Four after 14 stones, whose exact value is wanted within two seconds. */
const FOURTEEN = "d1 d2 d3 c1 d4 d5 c2 c3 e1 b1 c4 e2 e3 b2".split(" ");

const game = (rules, moves) => ({ format: "filetto-game", version: 1, rules, moves, result: "ongoing" });
const median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];

const house = await open();
const page = await house.visit("#welcome");
await page.evaluate(async () => {
  const base = document.querySelector("script[src$='main.js']").src;
  const { Filetto } = await import(new URL("net/filetto.js", base));
  const { FILES } = await import(new URL("net/files.js", base));
  const file = (name) => fetch(new URL(FILES[name], new URL("net/", base)));
  const filetto = await Filetto.load(file("filetto.wasm"));
  globalThis.ask = async (request) => {
    await filetto.supply(request, async (name) => new Uint8Array(await (await file(name)).arrayBuffer()));
    return filetto.ask(request);
  };
});
const inPage = (request) => page.evaluate((request) => globalThis.ask(request), request);
const native = (request) => {
  const { stdout } = spawnSync(process.env.FILETTO_NATIVE, { input: `${JSON.stringify({ id: 1, ...request })}\n`, encoding: "utf8", maxBuffer: 1 << 28 });
  return JSON.parse(stdout.trim().split("\n").at(-1));
};

let low = 1;
for (const [rules, moves] of Object.entries(POSITIONS)) {
  const request = { type: "think", game: game(rules, moves), player: PLAYERS[rules], time_ms: 600_000, nodes: NODES };
  const rates = { native: [], page: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [where, ask] of [["native", native], ["page", inPage]]) {
      const { nodes, ms } = await ask(request);
      rates[where].push(nodes / ms);
    }
  }
  const [there, here] = [median(rates.native), median(rates.page)];
  low = Math.min(low, here / there);
  console.log(`${rules}: ${Math.round(there)} thousand nodes a second in the program, ${Math.round(here)} in Chromium: ${Math.round((100 * here) / there)} %`);
}
for (const [what, moves] of [["Connect Four's first moves", []], ["a position of 14 stones", FOURTEEN]]) {
  const { ms, value, type } = await inPage({ type: "solve", game: game("6x7x4g", moves), time_ms: 60_000 });
  console.log(`${what}: ${value ?? type} after ${ms} ms`);
}
await house.close();
if (low < 0.5) {
  console.error(`the module has ${Math.round(100 * low)} % of the program's speed: at least 50 % are wanted`);
  process.exit(1);
}
