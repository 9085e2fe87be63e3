// Thinking, sharing, importing, exporting.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { PHONE, open, play, stones } from "./browser.js";

let house;
before(async () => (house = await open()));
after(() => house.close());

test("a player thinks aloud and the game's course is drawn", async () => {
  const page = await house.visit("#analyse/15x15x5/h8.i9.h9.h10.g8");
  await page.waitForSelector(".mark.ghost");
  assert.match(await page.textContent("#facts"), /depth \d+ · [\d,.]+ positions/);
  assert.match(await page.textContent("#pv"), /^1\. [a-o]\d+/);
  await page.keyboard.press("ArrowLeft");
  assert.equal(await stones(page), 4);
  await play(page, "a1");
  assert.equal(await page.locator(".variation").count(), 1, "what was played before is kept");
  await page.click(".variation");
  await page.click("#sweep");
  await page.waitForFunction(() => document.querySelectorAll(".chart-dot").length === 6);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("a position is explained in words", async () => {
  const page = await house.visit("#analyse/3x3x3/a1.b1.b2");
  await page.keyboard.press("e");
  await page.waitForFunction(() => document.querySelector("#reason")?.textContent?.includes("O must take c3"));
  await play(page, "c3");
  assert.equal(await page.textContent("#reason"), "", "another position has another reason");
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("every move is valued and threats are marked", async () => {
  const page = await house.visit("#analyse/3x3x3/a1.b2.b1.c3");
  await page.click("label:has(#values)");
  await page.waitForFunction(() => document.querySelectorAll(".value-text").length === 5);
  assert.match(await page.textContent("#lines"), /\+1 c1/);
  await page.click("label:has(#threats)");
  await page.waitForFunction(() => document.querySelector(".threat-text")?.textContent === "★");
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("a position is shared by its address", async () => {
  const page = await house.visit("#play/6x7x4g");
  await play(page, "d1");
  await page.waitForFunction(() => document.querySelectorAll(".stones .stone").length === 2);
  const address = page.url();
  const other = await house.visit(new URL(address).hash, PHONE);
  assert.equal(await stones(other), 2);
  assert.match(other.url(), /#play\/6x7x4g\/d1\./);
  await page.context().close();
  await other.context().close();
});

test("games come in and go out as text", async () => {
  const page = await house.visit("#analyse/15x15x5");
  await page.click(".exchange summary");
  await page.fill("#game-text", "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,7,0\n8,7,0\n");
  await page.click("#import");
  await page.waitForFunction(() => document.querySelectorAll(".stones .stone").length === 3);
  for (const [format, text] of [["moves", /^h8 i9 h9/], ["json", /"filetto-game"/], ["sgf", /^\(;/], ["psq", /^Piskvorky/]]) {
    await page.selectOption("#format", format);
    await page.fill("#game-text", "");
    await page.click("#export");
    await page.waitForFunction(() => document.querySelector("#game-text").value !== "");
    assert.match(await page.inputValue("#game-text"), text);
  }
  await page.fill("#game-text", "no game at all 99");
  await page.click("#import");
  await page.waitForSelector("#toast.shown");
  await page.selectOption("#format", "svg");
  const [file] = await Promise.all([page.waitForEvent("download"), page.click("#export")]);
  assert.equal(file.suggestedFilename(), "filetto.svg");
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("a position is set up by clicks", async () => {
  const page = await house.visit("#analyse/3x3x3");
  await page.click(".editor summary");
  await play(page, "a1");
  await play(page, "b2");
  await play(page, "b2");
  await page.click("#setup-done");
  await page.waitForFunction(() => /setup:/.test(location.hash));
  assert.equal(await stones(page), 2);
  await page.waitForFunction(() => /wins|draw|%/.test(document.querySelector("#score")?.textContent));
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});
