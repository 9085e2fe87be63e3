// Nothing is lost: games, variations, places, through reloads, languages, tabs and restarts.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { SITE, findings, myTurn, open, play, stones } from "./browser.js";

let house;
before(async () => (house = await open()));
after(() => house.close());

const TWO = { rules: "6x7x4g", seats: [{ who: "person", time: 1000 }, { who: "person", time: 1000 }], clock: 0 };
/** A visitor who plays both sides. */
async function visitTwo(hash) {
  const page = await house.visit("#lab");
  await page.evaluate((two) => localStorage.setItem("filetto", JSON.stringify({ visited: true, arrangement: two })), TWO);
  await page.goto("about:blank");
  await page.goto(house.address + hash);
  await page.waitForSelector("#page > *");
  return page;
}

test("a game survives reload, language, other pages and the back button", async () => {
  const page = await visitTwo("#play/6x7x4g");
  for (const cell of ["d1", "d2", "e1"]) await play(page, cell);
  await page.reload();
  await page.waitForSelector(".board");
  assert.equal(await stones(page), 3);
  await page.selectOption("#language", "ro");
  await page.waitForFunction(() => document.documentElement.lang === "ro");
  assert.equal(await stones(page), 3);
  await page.click('.tab[href="#atlas"]');
  await page.waitForSelector(".atlas");
  await page.click('.tab[href="#play"]');
  await page.waitForSelector(".play");
  assert.equal(await stones(page), 3, "Play → Atlas → Play");
  assert.match(page.url(), /#play\/6x7x4g\/d1\.d2\.e1$/, "a tab leads to a page, the address to a position");
  assert.match(await page.getAttribute(".board", "aria-label"), /7/);
  await page.click('.tab[href="#analyse"]');
  await page.waitForSelector(".analyse");
  assert.equal(await stones(page), 3);
  assert.match(page.url(), /#analyse\/6x7x4g\/d1\.d2\.e1$/);
  await page.goBack();
  await page.waitForSelector(".play");
  assert.equal(await stones(page), 3);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("back leads from a new game to the one before", async () => {
  const page = await visitTwo("#play/3x3x3");
  for (const cell of ["b2", "a1", "a2", "b1", "c2"]) await play(page, cell);
  await page.click("#rematch");
  assert.equal(await stones(page), 0);
  await page.goBack();
  await page.waitForFunction(() => document.querySelectorAll(".stones .stone").length === 5);
  assert.match(await page.textContent("#status"), /wins with 3/);
  await page.context().close();
});

test("variations and the place come back; Analyse → Solve → Analyse keeps them", async () => {
  const page = await house.visit("#analyse/3x3x3/b2.a1.c3");
  await page.keyboard.press("ArrowLeft");
  await play(page, "c1");
  await page.waitForSelector(".variation");
  await page.reload();
  await page.waitForSelector(".variation");
  assert.equal(await stones(page), 3);
  await page.click('.tab[href="#solve"]');
  await page.waitForSelector(".solve");
  assert.equal(await stones(page), 3);
  await page.click('.tab[href="#analyse"]');
  await page.waitForSelector(".variation");
  await page.context().close();
});

test("two tabs keep their own games", async () => {
  const one = await visitTwo("#play/6x7x4g");
  await play(one, "d1");
  const two = await one.context().newPage();
  await two.goto(`${house.address}#play/3x3x3`);
  await two.waitForSelector(".board");
  await play(two, "b2");
  await play(two, "a1");
  await one.reload();
  await one.waitForSelector(".board");
  assert.equal(await stones(one), 1);
  await two.reload();
  await two.waitForSelector(".board");
  assert.equal(await stones(two), 2);
  await one.context().close();
});

test("my games: pictures, search, export, delete and undo, continue", async () => {
  const page = await visitTwo("#play/3x3x3");
  for (const cell of ["b2", "a1", "a2", "b1", "c2"]) await play(page, cell);
  await page.waitForSelector("#end-card:not([hidden])");
  await page.goto(`${house.address}#play/15x15x5`);
  await page.waitForFunction(() => document.querySelector("#board-name")?.textContent === "Gomoku");
  await play(page, "h8");
  await page.click('.tab[href="#games"]');
  await page.waitForSelector(".game-entry");
  assert.match(page.url(), /#games$/);
  assert.equal(await page.locator(".game-entry .picture").count(), 2);
  assert.match(await page.textContent(".game-entry >> nth=0"), /1 move ·/);
  assert.match(await page.textContent(".game-entry >> nth=0"), /Gomoku.*not finished/s);
  assert.match(await page.textContent(".game-entry >> nth=1"), /Noughts and crosses.*wins/s);
  await page.fill("#search-games", "gomoku");
  assert.equal(await page.locator(".game-entry").count(), 1);
  for (const [format, beginning] of [["json", /^\{/], ["psq", /^Piskvorky/], ["sgf", /^\(;/]]) {
    const [file] = await Promise.all([page.waitForEvent("download"), page.click(`[data-format=${format}]`)]);
    assert.match(String(await readFile(await file.path())), beginning);
  }
  await page.fill("#search-games", "");
  const [all] = await Promise.all([page.waitForEvent("download"), page.click("#export-all")]);
  assert.equal(String(await readFile(await all.path())).trim().split("\n").length, 2);
  await page.click(".delete >> nth=0");
  assert.equal(await page.locator(".game-entry").count(), 1);
  await page.click("#toast-act");
  assert.equal(await page.locator(".game-entry").count(), 2);
  assert.deepEqual(await findings(page), []);
  await page.click("details summary");
  await page.fill("#import-text", `${house.address}#play/4x4x4/a1.b2`);
  await page.click("#import-game");
  await page.waitForSelector(".review");
  await page.goBack();
  await page.waitForFunction(() => document.querySelectorAll(".game-entry").length === 3);
  await page.click(".delete >> nth=0");
  await page.click(".game-actions a >> nth=0");
  await page.waitForSelector(".play");
  assert.equal(await stones(page), 1);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("a link with illegal moves says so", async () => {
  const page = await house.visit("#analyse/3x3x3/b2.b2");
  assert.match(await page.textContent("#toast"), /b2 cannot be/);
  assert.equal(await stones(page), 1);
  await page.context().close();
});

test("a restarted server goes on with the game and the analysis", { skip: SITE ? "a site has no server" : false }, async () => {
  const analysis = await house.visit("#analyse/5x5x4/c3.b2");
  const game = await house.visit("#play/6x7x4g/d1.d2");
  await analysis.waitForFunction(() => document.querySelector("#pv")?.textContent);
  await house.restart();
  // The analysis goes on by itself: what it said before is wiped away here, and comes again.
  await analysis.evaluate(() => (document.querySelector("#pv").textContent = ""));
  await analysis.waitForFunction(() => /Connected/.test(document.querySelector("#toast")?.textContent), null, { timeout: 60_000 });
  await analysis.waitForFunction(() => document.querySelector("#pv")?.textContent, null, { timeout: 60_000 });
  await game.waitForFunction(() => /Connected/.test(document.querySelector("#toast")?.textContent), null, { timeout: 60_000 });
  await play(game, "e1");
  await game.waitForFunction(() => document.querySelectorAll(".stones .stone").length === 4);
  await myTurn(game);
  await analysis.context().close();
  await game.context().close();
});

test("my games follow what another tab does", async () => {
  const first = await house.visit("#games");
  assert.equal(await first.locator(".game-picture").count(), 0);
  const second = await first.context().newPage();
  await second.goto(`${house.address}#play/3x3x3/a1.b1.b2`);
  await second.waitForSelector("#cell-c3");
  await myTurn(second);
  await play(second, "c1");
  await second.close();
  await first.waitForSelector(".game-picture");
  assert.deepEqual(first.complaints, []);
  await first.context().close();
});
