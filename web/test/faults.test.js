// Faults that were found by walking through the app, one test each; those of games that got lost are in games.test.js, of cut-off words
// in language.test.js, of help in page.test.js, of solving in study.test.js.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { PHONE, open, play, stones } from "./browser.js";

let house;
before(async () => (house = await open()));
after(() => house.close());

const middle = (box) => [box.x + box.width / 2, box.y + box.height / 2];

test("the ring of a hint stays on its cell, and a hint says that it is coming", async () => {
  const page = await house.visit("#play/15x15x5/h8.i9", { reducedMotion: "no-preference" });
  await page.click("#hint");
  assert.equal(await page.getAttribute("#hint", "aria-busy"), "true");
  assert.match(await page.textContent("#status"), /Looking for a hint/);
  await page.waitForSelector(".mark.hint");
  const cell = /would play ([a-z]+\d+)/.exec(await page.textContent("#status"))[1];
  assert.equal(await page.getAttribute("#hint", "aria-busy"), "false");
  for (let i = 0; i < 3; i += 1) {
    const [ring, place] = [await page.locator(".mark.hint .ring").boundingBox(), await page.locator(`#cell-${cell}`).boundingBox()].map(middle);
    assert.ok(Math.hypot(ring[0] - place[0], ring[1] - place[1]) < 4, `${ring} ${place}`);
    await page.waitForTimeout(400);
  }
  await page.context().close();
});

test("values and main line agree", async () => {
  const page = await house.visit("#analyse/15x15x5/h8.i9.h9.h10");
  await page.click("label:has(#values)");
  await page.waitForFunction(() => document.querySelectorAll(".value-text").length > 5, null, { timeout: 60_000 });
  const [best, main, score] = await page.evaluate(() => [
    document.querySelector("#lines li").textContent.trim().split(/\s+/)[1], /1\. (\w+)/.exec(document.querySelector("#pv").textContent)[1], document.querySelector("#lines li b").textContent]);
  assert.equal(best, main);
  const percent = Number(/(\d+) % for cross/.exec(await page.textContent("#score"))?.[1] ?? NaN);
  // And they can be read on the board, whatever its colours.
  const contrasts = () => page.evaluate(() => {
    const light = (colour) => colour.match(/[\d.]+/g).slice(0, 3).map((n) => n / 255).map((n) => (n <= 0.04045 ? n / 12.92 : ((n + 0.055) / 1.055) ** 2.4)).reduce((sum, n, i) => sum + n * [0.2126, 0.7152, 0.0722][i], 0);
    const ground = light(getComputedStyle(document.querySelector(".sheet")).fill);
    const ratio = (one) => (Math.max(one, ground) + 0.05) / (Math.min(one, ground) + 0.05);
    return [...new Set([...document.querySelectorAll(".value-text")].map((text) => getComputedStyle(text).fill))].map((fill) => ({ fill, ratio: ratio(light(fill)) }));
  });
  for (const theme of ["light", "dark", "contrast"]) {
    await page.click("#theme");
    const poor = (await contrasts()).filter(({ ratio }) => ratio < 4.5);
    assert.deepEqual(poor, [], theme);
  }
  if (!Number.isNaN(percent) && score.endsWith("%")) assert.equal(percent, parseInt(score, 10), "X is to move: the same chance");
  await page.context().close();
});

test("a click leaves no frame around the board, the keyboard does", async () => {
  const page = await house.visit("#play/3x3x3");
  await play(page, "b2");
  const outline = () => page.$eval(".board", (board) => getComputedStyle(board).outlineStyle);
  assert.equal(await outline(), "none");
  await page.waitForFunction(() => document.querySelectorAll(".stones .stone").length === 2);
  assert.equal(await outline(), "none");
  await page.focus(".board");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await outline(), "solid");
  await page.context().close();
});

for (const viewport of [{ width: 1280, height: 720 }, { width: 1440, height: 900 }, { width: 390, height: 844 }]) {
  test(`Start is in sight at ${viewport.width}x${viewport.height}`, async () => {
    const page = await house.visit("#play/6x7x4g", { viewport });
    await page.click("#new-game");
    await page.waitForSelector("#start");
    const box = await page.locator("#start").boundingBox();
    assert.ok(box.y + box.height <= viewport.height, JSON.stringify(box));
    await page.context().close();
  });
}

test("values stay inside their holes", async () => {
  const page = await house.visit("#analyse/4x4x4g/b1");
  await page.click("label:has(#values)");
  await page.waitForFunction(() => document.querySelectorAll(".value-text").length === 4, null, { timeout: 60_000 });
  for (const text of await page.locator(".value-text").all()) {
    const [own, hole] = [await text.boundingBox(), await page.locator("#cell-a1").boundingBox()];
    assert.ok(own.width <= hole.width * 0.82, `${await text.textContent()}: ${own.width} of ${hole.width}`);
    assert.doesNotMatch(await text.textContent(), /#/);
  }
  await page.context().close();
});

test("import errors are in the user's language", async () => {
  const page = await house.visit("#analyse/15x15x5", { locale: "it-IT" });
  await page.click(".exchange summary");
  await page.fill("#game-text", "h8 z99");
  await page.click("#import");
  await page.waitForFunction(() => document.querySelector("#toast")?.textContent);
  assert.match(await page.textContent("#toast"), /Non si legge come partita|Non è una partita/);
  await page.context().close();
});

test("our own links, dashes and numbers can be imported", async () => {
  const page = await house.visit("#analyse/15x15x5");
  await page.click(".exchange summary");
  for (const text of ["h8-i9-h9", "1. h8 i9 2. h9", `${house.address}#play/15x15x5/h8.i9.h9`]) {
    await page.fill("#game-text", text);
    await page.click("#import");
    await page.waitForFunction(() => document.querySelectorAll(".stones .stone").length === 3);
    await page.keyboard.press("Escape");
    await page.goto(`${house.address}#analyse/15x15x5/a1`);
    await page.waitForFunction(() => document.querySelectorAll(".stones .stone").length === 1);
    await page.evaluate(() => (document.querySelector(".exchange").open = true));
  }
  await page.context().close();
});

test("Undo, Resign and Hint look as they are", async () => {
  const page = await house.visit("#play/1x3x2");
  for (const id of ["#undo", "#resign", "#review-game"]) assert.ok(await page.locator(id).isDisabled(), id);
  await play(page, "b1");
  for (const id of ["#undo", "#resign", "#review-game"]) assert.ok(await page.locator(id).isEnabled(), id);
  await page.waitForFunction(() => /Your move/.test(document.querySelector("#status")?.textContent));
  await page.keyboard.press("r");
  await page.click("dialog .primary");
  assert.ok(await page.locator("#resign").isDisabled());
  assert.ok(await page.locator("#hint").isDisabled());
  await page.context().close();
});

test("the atlas of five in a row has 15x15 and 19x19", async () => {
  const page = await house.visit("#atlas/15x15x5");
  await page.waitForSelector('[data-rules="15x15x5"]');
  assert.ok(await page.locator('[data-rules="19x19x5"]').count());
  await page.waitForFunction(() => /Gomoku/.test(document.querySelector("#value")?.textContent ?? ""));
  await page.context().close();
});

test("the board of the arena stays in sight", async () => {
  const page = await house.visit("#arena", { viewport: { width: 1280, height: 720 } });
  await page.evaluate(() => document.querySelector(".arena").style.setProperty("min-height", "2000px"));
  await page.mouse.wheel(0, 500);
  await page.waitForFunction(() => scrollY > 100);
  const box = await page.locator(".arena .stage").boundingBox();
  assert.ok(box.y >= -1, JSON.stringify(box));
  await page.context().close();
});

test("on a phone the cells of a large board are large enough, and a tap shows before it plays", async () => {
  const page = await house.visit("#play/15x15x5", PHONE);
  await page.waitForFunction(() => document.querySelector("#cell-h8").getBoundingClientRect().width >= 27.9);
  const box = await page.locator("#cell-h8").boundingBox();
  await page.touchscreen.tap(...middle(box));
  await page.waitForSelector(".preview");
  assert.equal(await stones(page), 0);
  await page.touchscreen.tap(...middle(box));
  await page.waitForFunction(() => document.querySelectorAll(".stones .stone").length >= 1);
  // The names of columns and rows are still there.
  const names = await page.$$eval(".names.floating text", (all) => all.filter((text) => { const box = text.getBoundingClientRect(); return box.x >= 0 && box.right <= innerWidth; }).length);
  assert.ok(names > 10);
  await page.context().close();
});

test("five in a row is played with stones on crossings, noughts and crosses in pencil, Connect Four with discs", async () => {
  for (const [hash, dress, more] of [["#play/15x15x5/h8", "stones", ".star"], ["#play/3x3x3/b2", "pencil", ".pen"], ["#play/6x7x4g/d1", "discs", ".disc"]]) {
    const page = await house.visit(hash);
    assert.equal(await page.getAttribute(".board", "data-dress"), dress);
    assert.ok(await page.locator(more).count());
    await page.keyboard.press("m");
    assert.ok((await page.locator(".stone-number").allTextContents()).includes("1"));
    await page.context().close();
  }
});

test("the engine opens in the centre", async () => {
  const page = await house.visit("#play/15x15x5");
  await page.click("#swap");
  await page.waitForFunction(() => document.querySelectorAll(".stones .stone").length === 1, null, { timeout: 60_000 });
  const cell = (await page.locator(".moves button").first().textContent()).replace(/^1[×○]/, "");
  assert.match(cell, /^[ghi][789]$/);
  await page.context().close();
});
