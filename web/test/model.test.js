// The model without a page: the page's rules against games made by the rules in Rust, links, pasted texts, what is kept.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { Archive } from "../app/model/archive.js";
import { Game } from "../app/model/game.js";
import { Judgement } from "../app/model/judged.js";
import { steps } from "../app/model/explained.js";
import { suggestion } from "../app/model/levels.js";
import { Line } from "../app/model/line.js";
import { link, readLink } from "../app/model/link.js";
import { answerMarks } from "../app/model/marked.js";
import { bareMoves, pastedLink } from "../app/model/pasted.js";
import { cellIndex, cellName, parseRules, rulesText } from "../app/model/rules.js";
import { ownMoves, shortText, turned } from "../app/model/score.js";
import { Solving } from "../app/model/solving.js";
import { Store } from "../app/model/store.js";
import { en } from "../app/i18n/en.js";
import { es } from "../app/i18n/es.js";
import { it } from "../app/i18n/it.js";
import { ro } from "../app/i18n/ro.js";

const fixtures = readFileSync(new URL("fixtures/games.jsonl", import.meta.url), "utf8").trim().split("\n").map((line) => JSON.parse(line));

/** Storage as a browser has it. */
function memory() {
  const kept = new Map();
  return { getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => kept.set(name, value) };
}

test("the page plays by the rules in Rust: moves, ends, winners, notation", () => {
  assert.ok(fixtures.length > 80);
  for (const { game: record, legal, over } of fixtures) {
    const game = Game.fromRecord(record);
    assert.ok(game, JSON.stringify(record));
    const { result } = game.record();
    assert.equal(game.outcome().over, over, JSON.stringify(record));
    assert.equal(result, record.result);
    assert.deepEqual(game.legal().map((cell) => cellName(game.rules, cell)).sort(), legal);
    assert.deepEqual(game.record().moves, record.moves);
    for (const name of record.moves) assert.equal(cellName(game.rules, cellIndex(game.rules, name)), name);
    const again = readLink(link("play", game));
    assert.equal(again.wrong, null);
    assert.deepEqual(again.game.moves, game.moves);
    assert.equal(rulesText(parseRules(record.rules)), record.rules);
  }
});

test("no move is made that the rules forbid", () => {
  for (const { game: record, over } of fixtures.filter(({ game }) => game.moves.length)) {
    const game = Game.fromRecord(record);
    assert.equal(game.play(game.moves[0]), false, "an occupied cell");
    if (over) assert.equal([...game.board.keys()].some((cell) => game.play(cell)), false, "after the end");
  }
});

test("a link with illegal moves says which, and shows what came before", () => {
  const { game, wrong } = readLink("#play/3x3x3/b2.b2.a1");
  assert.equal(wrong, "b2");
  assert.equal(game.moves.length, 1);
  assert.equal(readLink("#solve/15x15x99").wrong, "15x15x99");
});

test("moves with numbers and dashes, and our own links, can be pasted", () => {
  for (const text of ["1. h8 i9 2. h9 h10", "1.h8 i9 2.h9 h10", "h8-i9-h9-h10", "h8 – i9 — h9, h10", "h8 i9 h9 h10"]) {
    assert.equal(bareMoves(text), "h8 i9 h9 h10", text);
  }
  for (const text of ["4455", "7,7 8,6", "[0,1] [2,2]", "(;GM[4]SZ[15])", "{\"format\":1}"]) assert.equal(bareMoves(text), text);
  const { game } = pastedLink("http://127.0.0.1:7333/#analyse/15x15x5/h8.i9.h9");
  assert.equal(game.moves.length, 3);
  assert.equal(pastedLink("h8 i9"), null);
});

test("a line with its variations, place and seats comes back whole", () => {
  const line = new Line(Game.fromRecord({ rules: "3x3x3", moves: ["b2", "a1", "c3"] }), { seats: [{ who: "person", time: 1 }, { who: "level:3", time: 1 }] });
  line.go(1);
  line.play(cellIndex(line.game.rules, "c1"));
  const again = Line.fromRecord(JSON.parse(JSON.stringify(line.record())));
  assert.deepEqual(again.record(), line.record());
  assert.equal(again.variations.length, 1);
});

test("each tab keeps its own line; what another tab left is there in a new one", () => {
  const browser = memory();
  const [one, two] = [new Store(memory(), browser), new Store(memory(), browser)];
  const line = (moves) => new Line(Game.fromRecord({ rules: "3x3x3", moves }));
  one.keep("play", line(["b2"]));
  two.keep("play", line(["a1", "b2"]));
  assert.equal(one.line("play").game.moves.length, 1);
  assert.equal(two.line("play").game.moves.length, 2);
  assert.equal(new Store(memory(), browser).line("play").game.moves.length, 2);
});

test("one's games: kept once, found by words, deleted and brought back", () => {
  const store = new Store(memory(), memory());
  const line = new Line(Game.fromRecord({ rules: "6x7x4g", moves: ["d1", "d2"], first: "You" }));
  const told = [];
  store.subscribe("games", () => told.push(store.archive.all().length));
  store.record(new Line(Game.fromRecord({ rules: "3x3x3", moves: [] })), 1);
  store.record(line, 2);
  line.game.play(cellIndex(line.game.rules, "e1"));
  store.record(line, 3);
  store.record(new Line(Game.fromRecord({ rules: "3x3x3", moves: ["b2"] })), 4);
  assert.deepEqual(store.archive.all().map(({ game }) => game.moves.length), [1, 3]);
  const words = ({ game }) => `${game.rules} ${game.first ?? ""}`;
  assert.equal(store.archive.search("you 6X7", words).length, 1);
  assert.equal(store.archive.search("nobody", words).length, 0);
  const undo = store.archive.remove(line.meta.id);
  assert.equal(store.archive.all().length, 1);
  undo();
  assert.equal(store.archive.all().length, 2);
  assert.equal(Archive.jsonLines(store.archive.all()).trim().split("\n").length, 2);
  assert.ok(told.length >= 4);
  const back = store.lineOf("play", line.game);
  assert.equal(back.meta.id, line.meta.id, "an address finds its game again");
});

test("the next level is the one above what one beats", () => {
  assert.equal(suggestion({}), 2);
  assert.equal(suggestion({ "level:2": { won: 1, drawn: 0, lost: 0 } }), 3);
  assert.equal(suggestion({ "level:2": { won: 0, drawn: 0, lost: 2 } }), 1);
  assert.equal(suggestion({ "level:10": { won: 3, drawn: 0, lost: 0 } }), 10);
});

test("values are few signs, and turn with the side", () => {
  assert.equal(ownMoves(9), 5);
  assert.equal(shortText({ win_in: 9 }), "+5");
  assert.equal(shortText({ loss_in: 10 }), "−5");
  assert.equal(shortText(turned({ certain: "win" })), "−");
  assert.equal(shortText(turned({ chance: 0.25 })), "75%");
});

test("the model knows no page, views know neither server nor storage, and only the beginning knows the pages", () => {
  const sources = (folder) => readdirSync(new URL(`../app/${folder}/`, import.meta.url)).map((name) => ({ name: `${folder}/${name}`, text: readFileSync(new URL(`../app/${folder}/${name}`, import.meta.url), "utf8") }));
  const knows = ({ text }) => [...text.matchAll(/^(?:import .*|\} )from "([^"]+)";/gm)].map(([, path]) => path);
  for (const source of sources("model")) {
    assert.deepEqual(knows(source).filter((path) => !path.startsWith("./")), [], source.name);
    assert.doesNotMatch(source.text, /\bdocument\.|localStorage\b(?!, )/, source.name);
  }
  for (const source of sources("view")) {
    assert.deepEqual(knows(source).filter((path) => /\/(pages|net|main)\b/.test(path)), [], source.name);
    assert.doesNotMatch(source.text, /transport\.|\.ask\(|localStorage|sessionStorage|location\.hash =/, source.name);
  }
  for (const source of [...sources("ui"), ...sources("net")]) assert.deepEqual(knows(source).filter((path) => /\/pages\//.test(path)), [], source.name);
});

test("the help lists every key that a page hears", () => {
  const source = (path) => readFileSync(new URL(`../app/${path}`, import.meta.url), "utf8");
  const help = new Set([...source("view/dialogs.js").matchAll(/\["([^"]+)", "key[A-Z]/g)].flatMap(([, keys]) => keys.split(" ")));
  for (const name of readdirSync(new URL("../app/pages/", import.meta.url))) {
    const [, heard] = /onKeys\(\{([^]*?)\}\);/.exec(source(`pages/${name}`)) ?? [];
    for (const [, key] of (heard ?? "").matchAll(/(?:^|[,{\s])"(.)": /g)) assert.ok(help.has(key) || help.has({ "-": "−" }[key]), `${name}: ${key}`);
    for (const [, key] of (heard ?? "").matchAll(/(?:^|[,{\s])([a-z]|Home|End): /g)) assert.ok(help.has(key), `${name}: ${key}`);
  }
});

test("a solve goes on without anybody looking, and its bar only grows", async () => {
  const solving = new Solving("#solve/3x3x3");
  let hear, finish;
  const held = solving.hold((listen) => { hear = listen; return { stop: () => {}, done: new Promise((done) => (finish = done)) }; });
  for (const done of [10, 30, 20]) hear({ type: "progress", done, ms: 1, nodes: 1, table: 0 });
  assert.equal(solving.done, 30);
  hear({ type: "verdict", value: "draw", how: "solver" });
  hear({ type: "fact", cell: "a1", value: "draw" });
  assert.ok(solving.asking && solving.answer.value === "draw" && solving.facts.length === 1);
  const told = [];
  solving.onnews = (reply) => told.push(reply);
  finish({ type: "solved", nodes: 5, ms: 2, certificates: [], files: [] });
  await held;
  assert.deepEqual([solving.asking, solving.solved.nodes, told.length], [null, 5, 1]);
});

test("what an answer puts on the board: a line, values, threats by shape", () => {
  const game = Game.fromRecord({ rules: "3x3x3", moves: ["a1", "b2"] });
  const value = (cell, worth) => ({ line: [cell, "c2"], value: worth });
  const answer = { lines: [{ line: ["c3", "b1", "c1"] }], values: [value("c3", { certain: "draw" }), value("b1", { loss_in: 4 }), value("c1", { chance: 0.8 })],
    explanation: { to_move: "first", threats: [{ kind: "one", side: "second", cells: ["b1", "b3"] }], why: { line: [{ side: "first", cell: "c3" }, { side: "second", cell: "b1", effects: [{ what: "one" }] }] } } };
  const brief = (marks) => marks.map(({ cell, kind, text, side, tone }) => [cellName(game.rules, cell), kind, text, side ?? tone].join(" "));
  assert.deepEqual(brief(answerMarks(game, answer, { threats: false, values: false })), ["c3 ghost 1 0", "b1 ghost 2 1", "c1 ghost 3 0"]);
  assert.deepEqual(brief(answerMarks(game, answer, { threats: true, values: true })), ["b1 threat ◇ 1", "b3 threat ◇ 1", "c3 value = ", "b1 value −2 bad", "c1 value 80% good"]);
  assert.deepEqual(answerMarks(game, answer, { threats: true, values: true }).filter(({ kind }) => kind === "threat").map(({ tone }) => tone), ["aside", undefined], "a threat does not cover a value");
  assert.deepEqual(answerMarks(game, null, { threats: false, values: true }), []);
  assert.deepEqual(steps(answer.explanation).map(({ side, cell, effects }) => `${side} ${cell} ${effects.length}`), ["0 c3 0", "1 b1 1"]);
});

test("two tabs do not undo each other's settings", async () => {
  globalThis.localStorage = memory();
  const [one, two] = await Promise.all(["one", "two"].map((tab) => import(`../app/ui/settings.js?${tab}`)));
  one.remember("language", "it");
  two.remember("theme", "dark");
  assert.deepEqual(JSON.parse(localStorage.getItem("filetto")), { language: "it", theme: "dark" });
  delete globalThis.localStorage;
});

test("a review grows move by move, and the whole replaces the parts", () => {
  const judgement = new Judgement();
  const move = (number, side, sign, before, after) => ({ sign, class: "", sentence: "", better: "", refutation: "", judged: { number, side, cell: "a1", before, after } });
  const parts = [move(1, "first", "", { kind: "drawn" }, { kind: "drawn" }), move(2, "second", "??", { kind: "drawn" }, { kind: "lost" }), move(3, "first", "!", { kind: "chance", chance: 0.8 }, { kind: "won" })];
  parts.forEach((judged, i) => judgement.hear({ type: "judged", id: 1, done: i + 2, of: 4, judged }));
  assert.deepEqual(judgement.chart, [0.5, 0.5, 1, 1]);
  assert.deepEqual(judgement.faults, [2]);
  assert.equal(judgement.nextFault(0, 1), 2);
  assert.equal(judgement.nextFault(2, 1), 0);
  assert.equal(judgement.count("second", "??"), 1);
  assert.equal(judgement.ground, "mixed");
  const puzzle = { number: 2, side: "second", moves: ["a1"], win: false, plies: null, solutions: ["b2"] };
  judgement.hear({ type: "review", id: 1, whole: true, moves: parts, review: { chart: [0.5, 0.5, 1, 1], puzzles: [puzzle], turning_points: [2], accuracy: [100, 10] } });
  assert.equal(judgement.mistakes("3x3x3", (side) => side === 1).length, 1);
  assert.equal(judgement.mistakes("3x3x3", (side) => side === 0).length, 0);
});

test("every language says everything, with the same parts", () => {
  const parts = (text) => (text.match(/\{\w+\}/g) ?? []).sort().join();
  for (const [name, words] of Object.entries({ it, es, ro })) {
    assert.deepEqual(Object.keys(words).sort(), Object.keys(en).sort(), name);
    for (const [key, text] of Object.entries(en)) {
      assert.equal(parts(words[key]), parts(text), `${name} ${key}`);
      assert.ok(words[key].length > 0, `${name} ${key}`);
    }
    assert.equal(words.levelWords.split(",").length, 10, name);
  }
});
