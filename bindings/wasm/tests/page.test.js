// The page makes moves by itself, so that it answers at once; here its rules are held to those of the module, game by game.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const { Filetto } = await import(join(root, "target/npm/filetto.js"));
const { Game } = await import(join(root, "web/app/model/game.js"));
const { threats } = await import(join(root, "web/app/model/threats.js"));
const { cellName } = await import(join(root, "web/app/model/rules.js"));
const filetto = await Filetto.load();

/** How a game stands: first, second, draw, ongoing, or null if the module does not accept it. */
function result(record) {
  try {
    return JSON.parse(filetto.ask({ type: "write", game: record, format: "json" }).text).result;
  } catch {
    return null;
  }
}

const lines = readFileSync(join(root, "web/test/fixtures/games.jsonl"), "utf8").trim().split("\n").map((line) => JSON.parse(line).game);

test("every game stands as the module says, and what the page refuses the module refuses", () => {
  for (const record of lines) {
    const game = Game.fromRecord(record);
    assert.equal(result(game.record()), game.record().result, JSON.stringify(record));
    const taken = game.moves[0];
    if (taken === undefined) continue;
    const again = { ...game.record(), moves: [...game.record().moves, cellName(game.rules, taken)], result: "ongoing" };
    assert.ok(!game.play(taken) && result(again) === null, "a cell is not taken twice");
  }
});

test("the cells that win at once are those after which the module says so", () => {
  let found = 0;
  for (const record of lines.filter(({ rules }) => /^([3-7]x){2}/.test(rules))) {
    const game = Game.fromRecord(record);
    for (const ply of [game.moves.length - 1, game.moves.length - 3].filter((ply) => ply > 2)) {
      const before = game.at(ply);
      const side = before.toMove;
      const wins = new Set(threats(before).filter(({ sides, steps }) => steps === 1 && sides.includes(side)).map(({ cell }) => cell));
      for (const cell of before.legal()) {
        const after = { ...before.record(), moves: [...before.record().moves, cellName(before.rules, cell)], result: "ongoing" };
        // The module takes no game for ongoing that is over, and no game for won that is drawn.
        const winner = ["first", "second"][side];
        const won = result(after) === null && result({ ...after, result: winner }) === winner;
        assert.equal(wins.has(cell), won, `${record.rules} ${after.moves}`);
        found += wins.has(cell) ? 1 : 0;
      }
    }
  }
  assert.ok(found > 10, `${found} wins`);
});
