// Solving, the laboratory, the atlas and the puzzles.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { PHONE, findings, open, play, stones } from "./browser.js";

let house;
before(async () => (house = await open()));
after(() => house.close());

const text = (page, selector) => page.textContent(selector);

test("4x4x4 is solved, its certificate saved and checked on request", async () => {
  const page = await house.visit("#solve/4x4x4");
  await page.click("#solve");
  await page.waitForSelector("#certificate");
  assert.equal(await text(page, "#verdict"), "A draw");
  assert.equal(await page.locator(".value-text").count(), 16);
  const [file] = await Promise.all([page.waitForEvent("download"), page.click("#certificate")]);
  assert.equal(file.suggestedFilename(), "4x4x4.cert");
  assert.match(String(await readFile(await file.path())), /^filetto/);
  assert.equal(await text(page, "#certificate-checked"), "");
  await page.click("#certificate-check");
  await page.waitForFunction(() => /positions/.test(document.querySelector("#certificate-checked")?.textContent));
  await page.click(".certificate summary");
  assert.match(await text(page, ".certificate pre"), /filetto verify 4x4x4\.cert/);
  await page.click('.tab[href="#atlas"]');
  await page.waitForSelector(".atlas");
  await page.goBack();
  await page.waitForSelector("#certificate");
  assert.equal(await text(page, "#verdict"), "A draw", "what was solved is still there");
  assert.deepEqual(await findings(page), []);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("a large board stays itself and is answered with its source, not with nothing to prove", async () => {
  const page = await house.visit("#solve/15x15x5");
  assert.match(page.url(), /#solve\/15x15x5/);
  assert.match(await page.getAttribute(".board", "aria-label"), /15 rows, 15 columns/);
  await page.click("#solve");
  await page.waitForFunction(() => document.querySelector("#verdict")?.textContent === "Cross wins");
  assert.match(await text(page, "#verdict-source"), /from the literature: .*Allis/);
  assert.doesNotMatch(await text(page, ".solve"), /nothing to prove/);
  await page.context().close();
});

test("what cannot be solved is refused in words", async () => {
  const page = await house.visit("#solve/15x15x5/setup:h8+h9-x");
  await page.click("#solve");
  await page.waitForFunction(() => document.querySelector("#verdict-source")?.textContent);
  assert.equal(await text(page, "#verdict"), "This board cannot be solved here");
  assert.match(await text(page, "#verdict-source"), /set-up position/);
  await page.context().close();
});

test("Connect Four is known at once, with every first move", async () => {
  const page = await house.visit("#solve/6x7x4g");
  await page.click("#solve");
  await page.waitForFunction(() => document.querySelectorAll(".value-text").length === 7);
  assert.equal(await text(page, "#verdict"), "Cross wins");
  assert.match(await text(page, "#verdict-source"), /opening book/);
  await page.context().close();
});

test("the bar of a solve only grows, and another tab does not cost it its minute", async () => {
  const page = await house.visit("#solve/8x8x5g/a1");
  await page.evaluate(() => {
    const bar = document.querySelector("#solve-bar");
    globalThis.seen = [];
    setInterval(() => bar.hidden || globalThis.seen.push(bar.value), 50);
  });
  await page.click("#solve");
  const others = await Promise.all([1, 2].map(() => house.visit("#analyse/15x15x5/h8.i9.h9.h10")));
  await page.waitForTimeout(5000);
  assert.equal(await text(page, "#verdict"), "Solving…", "it is still at work");
  const seen = await page.evaluate(() => globalThis.seen);
  // It goes on while another page is looked at, and in another language.
  await page.click('.tab[href="#atlas"]');
  await page.waitForSelector(".atlas");
  await page.selectOption("#language", "it");
  await page.click('.tab[href="#solve"]');
  await page.waitForSelector(".solve");
  assert.equal(await text(page, "#verdict"), "Risolvo…");
  assert.ok((await page.$eval("#solve-bar", (bar) => bar.value)) >= seen[seen.length - 1]);
  assert.ok(seen.length > 5 && seen.every((value, i) => i === 0 || value >= seen[i - 1]), String(seen));
  await page.click("#solve");
  await page.waitForFunction(() => document.querySelector("#verdict")?.textContent !== "Risolvo…");
  for (const other of others) await other.context().close();
  await page.context().close();
});

test("one position is no positions", async () => {
  const page = await house.visit("#solve/3x3x3/a1.b1.a2.b2");
  assert.equal(await page.evaluate(async () => (await import(new URL("view/numbers.js", document.querySelector("script[src$='main.js']").src))).positions(1)), "1 position");
  await page.context().close();
});

test("the laboratory begins before the first step and goes through its chapters", async () => {
  const page = await house.visit("#lab");
  await page.waitForSelector(".tree .node");
  assert.match(await text(page, "#explanation"), /Nothing has happened yet/);
  await page.keyboard.press(".");
  assert.match(await text(page, "#explanation"), /Enter root \(max\) with the window −∞ … \+∞/);
  assert.equal(await page.locator(".node.now .window").textContent(), "−∞ … +∞");
  // What will be cut nobody knows before; the nodes of a bare tree have names of their own.
  const crosses = () => page.locator('.tree .shape[d^="M-7"]').count();
  assert.equal(await crosses(), 0);
  const names = (await page.locator(".tree .cell-name").allTextContents()).filter(Boolean);
  assert.equal(new Set(names).size, 12);
  assert.ok(names.includes("B2"), String(names));
  await page.keyboard.press("End");
  assert.equal(await crosses(), 2);
  const visited = {};
  for (const chapter of ["minimax", "negamax", "alphaBeta", "goodOrder", "badOrder", "deepening", "mcts"]) {
    await page.click(`[data-chapter="${chapter}"]`);
    await page.waitForFunction(() => /Nothing has happened/.test(document.querySelector("#explanation")?.textContent));
    if (["minimax", "goodOrder", "badOrder"].includes(chapter)) {
      await page.selectOption("#example", "1");
      await page.waitForFunction(() => document.querySelectorAll(".tree .node").length > 13 && document.querySelector("#counts")?.textContent.startsWith("0 visited"));
    }
    await page.click("#to-end");
    visited[chapter] = Number(/(\d+) visited/.exec(await text(page, "#counts"))?.[1] ?? 0);
    if (chapter === "goodOrder") assert.ok((await page.locator(".node.cut").count()) >= 8, "an example with many cuts");
  }
  assert.ok(visited.goodOrder < visited.badOrder && visited.badOrder <= visited.minimax, JSON.stringify(visited));
  assert.match(await text(page, "#counts"), /30 simulations/);
  assert.deepEqual(await findings(page), []);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("a tree of one's own leaves is searched", async () => {
  const page = await house.visit("#lab");
  await page.waitForSelector(".tree .node");
  await page.fill("#leaves", "1 2 3 4 5 6 7 8");
  await page.press("#leaves", "Enter");
  await page.waitForFunction(() => document.querySelectorAll(".tree .node").length === 15 || document.querySelectorAll(".node").length > 13);
  await page.click("#to-end");
  assert.match(await text(page, "#explanation"), /the root is worth \+6/);
  await page.reload();
  await page.waitForFunction(() => document.querySelectorAll(".node").length > 13);
  assert.match(await page.locator("#example option:checked").textContent(), /1 2 3 4 5 6 7 8/, "it is there after a reload");
  await page.fill("#leaves", "one two");
  await page.press("#leaves", "Enter");
  await page.waitForFunction(() => /whole numbers/.test(document.querySelector("#toast")?.textContent));
  await page.context().close();
});

test("the atlas has the boards that are played, fills its width, and its details follow", async () => {
  const page = await house.visit("#atlas/15x15x5");
  await page.waitForSelector('[data-rules="15x15x5"].first');
  assert.ok(await page.locator('[data-rules="19x19x5"]').isVisible());
  const [map, room] = await page.evaluate(() => [".map", ".maps"].map((name) => document.querySelector(name).getBoundingClientRect().width));
  assert.ok(map > 0.95 * room, `${map} of ${room}`);
  await page.waitForSelector("#value");
  await page.selectOption("#k", "3");
  assert.equal(await page.locator("#value").count(), 0, "details of another map are gone");
  const family = page.locator(".map button.family").first();
  await family.click();
  await page.waitForSelector("#family");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.rules), await family.getAttribute("data-rules"));
  assert.equal(await page.locator("#atlas-legend li").count(), 7);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("a puzzle is solved, another is missed, and the streak counts", async () => {
  const page = await house.visit("#puzzles", PHONE);
  await page.waitForFunction(() => /to move and win/.test(document.querySelector("#puzzle-task")?.textContent));
  const answer = () => page.evaluate(async () => document.querySelector("#puzzle-score").textContent);
  assert.match(await answer(), /^0 of \d+ solved · streak 0/);
  const [task, asked] = [await text(page, "#puzzle-task"), await stones(page)];
  await page.click("#show-answer");
  // The answer is played, and the reason is that of the position after it: before it there may be other wins.
  await page.waitForSelector(".cell-link");
  assert.equal(await stones(page), asked + 1);
  assert.equal(await text(page, "#puzzle-task"), task);
  assert.match(await text(page, ".explained"), /^O is to move/);
  const cell = /answer is (\w+)\./.exec(await text(page, "#puzzle-verdict"))[1];
  await page.reload();
  await page.waitForFunction(() => /to move and win/.test(document.querySelector("#puzzle-task")?.textContent));
  const before = await stones(page);
  await play(page, cell);
  await page.waitForFunction(() => document.querySelector("#puzzle-verdict")?.textContent === "Right!");
  assert.equal(await stones(page), before + 1);
  assert.match(await answer(), /^1 of \d+ solved · streak 1 · best 1/);
  await page.waitForSelector(".cell-link");
  await page.focus(".cell-link");
  await page.waitForSelector(".mark.hint");
  await page.click("#next-puzzle");
  await page.waitForFunction(() => document.querySelector("#puzzle-verdict")?.textContent === "");
  await page.click("#next-puzzle");
  const shown = () => page.evaluate(() => [...document.querySelectorAll(".stones > [data-cell]")].map((stone) => stone.dataset.cell).join());
  const position = await shown();
  await page.reload();
  await page.waitForFunction(() => /to move/.test(document.querySelector("#puzzle-task")?.textContent));
  assert.equal(await shown(), position, "the puzzle that was being looked at");
  await page.selectOption("#theme-choice", "mine");
  await page.waitForSelector("#to-games");
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("an explanation points: names light their cells, steps are played, threats have a legend", async () => {
  const page = await house.visit("#analyse/3x3x3/a1.b1.b2");
  await page.click("#explain");
  await page.waitForSelector("#reason .cell-link[data-cell=c3]");
  await page.focus("#reason .cell-link[data-cell=c3] >> nth=0");
  await page.waitForSelector(".mark.hint");
  await page.hover("h1", { force: true }).catch(() => {});
  const before = await stones(page);
  await page.click('#reason [data-step="2"]');
  assert.equal(await stones(page), before + 2, "two steps are on the board");
  await page.click('#reason [data-step="2"]');
  assert.equal(await stones(page), before, "and back");
  await page.click("label:has(#threats)");
  await page.waitForSelector(".legend:not([hidden])");
  await page.waitForSelector('.threat-text:text-is("★")');
  assert.deepEqual(await findings(page), []);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});
