// A game reviewed in the browser: the same as `filetto review`, told while it works.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { PHONE, findings, open, play, stones } from "./browser.js";

let house;
before(async () => (house = await open()));
after(() => house.close());

/** O answers a corner beside it, X misses a fork, and so on. */
const GAME = "#review/3x3x3/a1.b1.b2.c3.a3.c1.a2";
const done = (page) => page.waitForFunction(() => /%/.test(document.querySelector("#accuracy")?.textContent) && document.querySelector("#review-bar").hidden);

for (const [size, options] of [["desktop", {}], ["phone", PHONE]]) {
  test(`a review has accuracy, signs, a curve and the first turning point, ${size}`, async () => {
    const page = await house.visit(GAME, options);
    await done(page);
    assert.equal(await page.locator(".chart-dot").count() >= 7, true);
    const signs = await page.locator(".moves .sign-mark").allTextContents();
    assert.equal(signs[0], "??");
    assert.match(await page.getAttribute(".moves li:nth-child(2) button", "aria-label"), /b1 \?\? draw thrown away/);
    assert.match(await page.textContent("#review-ground"), /proved values/);
    // It opens where it went wrong first, with the move played and the better one on the board.
    assert.match(await page.textContent("#fault-head"), /2\. ○ b1 \?\?/);
    assert.match(await page.textContent("#fault"), /would have kept the draw/);
    assert.equal(await page.locator(".mark.fault").count(), 1);
    assert.equal(await page.locator(".mark.better").count(), 1);
    assert.equal(await stones(page), 2);
    assert.deepEqual(await findings(page), []);
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });
}

test("the curve is clicked and dragged along", async () => {
  const page = await house.visit(GAME);
  await done(page);
  const box = await page.locator(".chart").boundingBox();
  const at = (ply) => box.x + (6 + (ply / 7) * 308) * (box.width / 320);
  await page.mouse.move(at(1), box.y + 20);
  await page.mouse.down();
  assert.equal(await stones(page), 1);
  await page.mouse.move(at(4), box.y + 20, { steps: 6 });
  assert.equal(await stones(page), 4);
  await page.mouse.up();
  await page.keyboard.press("Home");
  await page.keyboard.press("f");
  assert.equal(await stones(page), 2, "the next fault");
  await page.context().close();
});

test("a fault plays its better line by itself, and can be tried again", async () => {
  const page = await house.visit(GAME);
  await done(page);
  await page.click("#run-better");
  await page.waitForFunction(() => document.querySelectorAll(".stones .stone").length >= 3);
  await page.click("#try-yourself");
  assert.equal(await stones(page), 1);
  await play(page, "a2");
  assert.match(await page.textContent("#fault-said"), /does not do it/);
  await page.waitForFunction(() => document.querySelectorAll(".stones .stone").length === 1);
  await play(page, "b2");
  assert.match(await page.textContent("#fault-said"), /Right/);
  // The mistake is a puzzle from now on.
  const other = await page.context().newPage();
  await other.goto(`${house.address}#puzzles`);
  await other.waitForFunction(() => /My mistakes \([1-9]/.test(document.querySelector("#theme-choice")?.textContent ?? ""));
  const before = await other.textContent("#theme-choice");
  await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem("filetto.mistakes"));
    localStorage.setItem("filetto.mistakes", JSON.stringify([...kept, { ...kept[0], moves: ["c1"], solutions: ["b2"] }]));
  });
  await other.waitForFunction((before) => document.querySelector("#theme-choice").textContent !== before, before);
  await other.close();
  await page.goto(`${house.address}#puzzles`);
  await page.selectOption("#theme-choice", "mine");
  await page.waitForFunction(() => /only move|win/.test(document.querySelector("#puzzle-task")?.textContent));
  assert.match(await page.textContent("#theme-choice"), /My mistakes \([1-9]/);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("the button is at the end of a game, after an import, and in my games", async () => {
  const page = await house.visit("#analyse/15x15x5");
  await page.click(".exchange summary");
  await page.fill("#game-text", "1. h8 i9 2. h9 h10");
  await page.click("#import");
  await page.click("#toast-act");
  await page.waitForSelector(".review");
  assert.match(page.url(), /#review\/15x15x5\/h8\.i9\.h9\.h10$/);
  await page.goto(`${house.address}#games`);
  await page.waitForSelector('.game-actions a[href="#review/15x15x5/h8.i9.h9.h10"]');
  await page.context().close();
});
