// Whole games in a real browser.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { PHONE, open, play, stones } from "./browser.js";

let house;
before(async () => (house = await open()));
after(() => house.close());

/** Arranges a game in the dialog. */
async function arrange(page, { rules, x = "person", o = "level:1" }) {
  await page.click("#new-game");
  await page.waitForSelector("#start");
  const chip = page.locator(`.chip[data-rules="${rules}"]`);
  if (await chip.count()) await chip.click();
  else await page.selectOption(".chooser select", rules);
  await page.selectOption("select[name=x]", x);
  await page.selectOption("select[name=o]", o);
  await page.click("#start");
}

for (const [rules, options] of [["3x3x3", {}], ["6x7x4g", {}], ["7x7x4", PHONE]]) {
  test(`a whole game of ${rules} against level 1${options.isMobile ? " on a phone" : ""}`, async () => {
    const page = await house.visit("#play", options);
    await arrange(page, { rules });
    for (let turn = 0; turn < 25; turn += 1) {
      await page.waitForFunction(() => document.querySelector("#status.over") || /Your move/.test(document.querySelector("#status")?.textContent));
      if (await page.locator("#status.over").count()) break;
      const name = await page.evaluate(() => [...document.querySelectorAll(".cell")].reverse().find((cell) => cell.getAttribute("aria-label").endsWith("empty")).id.slice(5));
      await play(page, name);
    }
    assert.match(await page.textContent("#status"), /\bwins? |draw/i);
    const moves = await page.locator(".moves button").count();
    assert.equal(await stones(page), moves);
    await page.waitForSelector("#end-card:not([hidden])");
    await page.click(".end-close");
    await page.click(".moves li:nth-child(2) button");
    assert.equal(await stones(page), 2, "the move list jumps");
    await page.click("#back");
    assert.equal(await stones(page), moves);
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });
}

test("two people, a winning line, undo and resign", async () => {
  const page = await house.visit("#play");
  await arrange(page, { rules: "6x7x4g", o: "person" });
  for (const cell of ["a1", "b1", "a2", "b2", "a3", "b3", "a6"]) await play(page, cell);
  assert.match(await page.textContent("#status"), /cross wins with 4 in a row/);
  assert.equal(await page.locator(".win").count(), 1);
  assert.equal(await page.locator(".winning").count(), 4);
  await page.click("#undo");
  assert.equal(await page.locator(".win").count(), 0);
  assert.equal(await stones(page), 6);
  await page.click("#resign");
  await page.click("dialog .primary");
  assert.match(await page.textContent("#status"), /nought wins: the other side resigned/);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("a game by keyboard only", async () => {
  const page = await house.visit("#play/3x3x3/b2.a1");
  await page.focus(".board");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await page.getAttribute(".board", "aria-activedescendant"), "cell-a2");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll(".stones .stone").length === 4);
  assert.match(await page.textContent("#live"), /nought/);
  await page.keyboard.press("h");
  await page.waitForSelector(".mark.hint");
  await page.keyboard.press("u");
  assert.equal(await stones(page), 2);
  await page.keyboard.press("?");
  assert.ok(await page.locator("dialog[open] .keys").isVisible());
  await page.keyboard.press("Escape");
  // A game that goes on is not left without a question.
  await page.keyboard.press("n");
  await page.waitForSelector("dialog[open]");
  assert.equal(await page.locator("#start").count(), 0);
  await page.click("dialog .primary");
  await page.waitForSelector("dialog[open] #start");
  await page.keyboard.press("Escape");
  await page.keyboard.press("2");
  await page.waitForSelector(".analyse");
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("a large board is zoomed, moved and played on", async () => {
  const page = await house.visit("#play/100x100x10/ax50", { ...PHONE });
  const width = () => page.$eval(".board", (board) => board.viewBox.baseVal.width);
  await page.waitForFunction(() => document.querySelectorAll(".stones .stone").length === 2);
  const whole = await width();
  for (let i = 0; i < 4; i += 1) await page.click(".zoom >> nth=0");
  assert.ok((await width()) < whole / 2);
  const box = await page.locator(".board").boundingBox();
  await page.mouse.click(box.x + box.width / 3, box.y + box.height / 3);
  await page.waitForFunction(() => document.querySelectorAll(".stones .stone").length === 4);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});
