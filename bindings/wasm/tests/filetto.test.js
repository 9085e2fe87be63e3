// The package as somebody who installed it has it, in Node: the example of its README, the messages, refusals, stopping.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, cpSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const { Filetto, Refused } = await import(join(root, "target/npm/filetto.js"));
const filetto = await Filetto.load();

/** A game as messages carry it. */
export const game = (rules, moves = "") => ({ format: "filetto-game", version: 1, rules, moves: moves.split(" ").filter(Boolean), result: "ongoing" });

test("it says what can be asked for", () => {
  const { players, levels, without } = filetto.hello;
  assert.equal(levels, 10);
  assert.ok(players.some(({ name }) => name === "negascout"));
  assert.deepEqual(without, ["event", "invite"]);
  assert.deepEqual(players.find(({ name }) => name === "zero").only, ["3x3x3", "6x7x4g", "9x9x5"]);
});

test("the example of the README prints what the README says", () => {
  const folder = mkdtempSync(join(tmpdir(), "filetto-"));
  cpSync(join(root, "target/npm"), join(folder, "node_modules/filetto"), { recursive: true });
  const readme = readFileSync(join(root, "target/npm/README.md"), "utf8");
  const [, example, printed] = /```js\n(.*?)```.*?```text\n(.*?)```/s.exec(readme);
  assert.ok(example.trim().split("\n").length <= 10, "ten lines");
  writeFileSync(join(folder, "example.mjs"), example);
  assert.equal(execFileSync(process.execPath, ["example.mjs"], { cwd: folder, encoding: "utf8" }), printed);
  rmSync(folder, { recursive: true });
});

test("a program in TypeScript compiles against the types of the package, and does what they say", () => {
  const folder = mkdtempSync(join(tmpdir(), "filetto-"));
  cpSync(join(root, "target/npm"), join(folder, "node_modules/filetto"), { recursive: true });
  cpSync(join(root, "bindings/wasm/tests/program.ts"), join(folder, "program.mts"));
  const options = { target: "es2023", lib: ["es2023", "dom"], module: "nodenext", strict: true, types: [] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: options, files: ["program.mts"] }));
  const tsc = join(root, "web/test/node_modules/typescript/bin/tsc");
  const compiled = spawnSync(process.execPath, [tsc, "--project", folder], { encoding: "utf8" });
  assert.equal(compiled.stdout, "");
  assert.equal(compiled.status, 0);
  assert.equal(execFileSync(process.execPath, ["program.mjs"], { cwd: folder, encoding: "utf8" }), "c3 first 0 true bad_game\n");
  rmSync(folder, { recursive: true });
});

test("it plays, explains, solves, reviews, draws trees, and reads games", () => {
  const line = game("3x3x3", "a1 b1 b2");
  const choice = filetto.ask({ type: "think", game: line, player: "filetto", time_ms: 500 });
  assert.equal(choice.cell, "c3");
  const heard = [];
  filetto.ask({ type: "analyse", game: line, time_ms: 100, language: "it" }, (reply) => heard.push(reply));
  assert.match(heard[0].text, /O deve prendere c3/);
  const { value, certificates } = filetto.ask({ type: "solve", game: game("4x4x4"), time_ms: 60_000 });
  assert.deepEqual([value, certificates.length], ["draw", 1]);
  assert.match(filetto.ask({ type: "check", bytes: certificates[0].bytes }).text, /4x4x4/);
  const { moves, whole } = filetto.ask({ type: "review", game: { ...game("3x3x3", "a1 b1 b2 c3 a3 c1 a2"), result: "first" }, language: "en" });
  assert.deepEqual([moves[1].sign, whole], ["??", true]);
  assert.ok(filetto.ask({ type: "tree", game: game("3x3x3", "a1 b1 b2 c3"), heuristic: "chua", depth: 2 }).nodes.length > 5);
  assert.equal(filetto.ask({ type: "read", text: "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,7,0\n" }).game.moves.length, 2);
  assert.ok(filetto.ask({ type: "atlas" }).boards.length > 500);
  assert.ok(filetto.ask({ type: "puzzles" }).puzzles.length > 50);
});

test("what it cannot do is refused in a sentence", () => {
  const refused = (request) => assert.throws(() => filetto.ask(request), (error) => error instanceof Refused && error.message.length > 20);
  refused({ type: "event", players: [], boards: [], pairs: 1, time_ms: 10 });
  refused({ type: "nonsense" });
  refused({ type: "think", game: game("2x2x9"), player: "filetto", time_ms: 10 });
  refused({ type: "think", game: game("7x7x4"), player: "zero", time_ms: 10 });
});

test("books come from the package, and what it does not have is named", async () => {
  const solve = (rules, moves) => ({ type: "solve", game: game(rules, moves), time_ms: 60_000 });
  assert.deepEqual(filetto.needs(solve("6x7x4g", "d1")), ["books/6x7x4g.book", "books/6x7x4g.lines"]);
  assert.deepEqual(filetto.needs(solve("4x4x4g", "")), []);
  assert.ok(!filetto.provide("books/6x7x4g.book", readFileSync(join(root, "crates/solve/books/6x7x4g.lines"))), "another file");
  assert.deepEqual(await filetto.supply(solve("6x7x4g", "d1")), []);
  assert.deepEqual(filetto.needs(solve("6x7x4g", "d1")), []);
  let verdict = null;
  filetto.ask(solve("6x7x4g", "d1 d2 d3 d4 c1"), (reply) => (verdict = reply.type === "verdict" ? reply : verdict));
  assert.deepEqual([verdict.value, verdict.how], ["second", "book"]);
  assert.deepEqual(await filetto.supply({ type: "learning", game: game("6x7x4g") }), ["networks/6x7x4g.net"]);
  assert.deepEqual(await filetto.supply({ type: "learning", game: game("6x7x4g") }, async () => readFileSync(join(root, "crates/learn/models/6x7x4g.net"))), []);
});

test("networks and certificates are asked for by name and handed in", () => {
  const request = { type: "think", game: game("3x3x3"), player: "zero", time_ms: 300 };
  assert.deepEqual(filetto.needs(request), ["networks/3x3x3.net"]);
  assert.ok(!filetto.provide("networks/3x3x3.net", new Uint8Array(10)));
  assert.ok(filetto.provide("networks/3x3x3.net", readFileSync(join(root, "crates/learn/models/3x3x3.net"))));
  assert.deepEqual(filetto.needs(request), []);
  assert.match(filetto.ask(request).cell, /^[abc][123]$/);
  assert.equal(filetto.ask({ type: "learning", game: game("3x3x3") }).generations.length, 2);
  const name = "3x3x3_strong_draw.cert";
  assert.deepEqual(filetto.needs({ type: "check", name }), [`certificates/${name}`]);
  filetto.provide(`certificates/${name}`, readFileSync(join(root, "fixtures/certificates", name)));
  assert.match(filetto.ask({ type: "check", name }).text, /3x3x3/);
});

test("a wish to stop is heard while it thinks, and the last reply still comes", () => {
  let infos = 0;
  const hear = (reply) => (infos += reply.type === "info" ? 1 : 0);
  const choice = filetto.ask({ type: "think", game: game("15x15x5", "h8"), player: "filetto", time_ms: 600_000 }, hear, { stopped: () => infos >= 2 });
  assert.equal(choice.type, "choice");
  const solved = filetto.ask({ type: "solve", game: game("7x7x5", "a1 g7"), time_ms: 600_000 }, () => {}, { stopped: () => true });
  assert.equal(solved.value, "unknown");
});
