// Events watched in the page, and the map of boards.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { PHONE, findings, open, stones } from "./browser.js";

let house;
before(async () => (house = await open()));
after(() => house.close());

/** Leaves only these players and boards ticked. */
async function enter(page, wanted) {
  await page.waitForSelector("input[name=players]");
  for (const input of await page.locator(".pick input").all()) await input.setChecked(wanted.includes(await input.getAttribute("value")));
}

test("an event is started by key, watched, and its report is saved", async () => {
  const page = await house.visit("#arena");
  await enter(page, ["random", "filetto level 2", "5x5x4", "4x4x4g"]);
  await page.selectOption("#event-time", "100");
  await page.locator("#page").focus();
  await page.keyboard.press("e");
  await page.waitForFunction(() => document.querySelectorAll(".stones .stone").length >= 3);
  await page.waitForSelector("#report");
  assert.equal(await page.locator("#games .game").count(), 4);
  assert.match(await page.textContent("#games"), /5×5, 4 in a row/, "a name, no code");
  const table = await page.textContent("#standing");
  assert.match(table, /filetto level 2/);
  const [wide, room] = await page.$eval(".arena .wide", (region) => [region.scrollWidth, region.clientWidth]);
  assert.ok(wide <= room, `the whole table is in sight: ${wide} of ${room}`);
  assert.match(await page.textContent("#live"), /leads after 4 of 4 games/);
  const [saved] = await Promise.all([page.waitForEvent("download"), page.click("#report")]);
  const html = await readFile(await saved.path(), "utf8");
  assert.match(html, /^<!doctype html>[^]*Who beat whom/i);
  // What was played is there again after another page and after a reload.
  await page.click('a[href="#atlas"]');
  await page.waitForSelector(".map");
  await page.click('a[href="#arena"]');
  await page.waitForSelector("#report");
  assert.equal(await page.locator("#games .game").count(), 4);
  await page.reload();
  await page.waitForSelector("#report");
  assert.equal(await page.locator("#games .game").count(), 4);
  // A finished game is looked at move by move.
  await page.locator("#games .game").first().click();
  const all = await stones(page);
  await page.keyboard.press(",");
  assert.equal(await stones(page), all - 1);
  assert.deepEqual(await findings(page), []);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("the start is above the fold, the board stays, the table fits a phone", async () => {
  const page = await house.visit("#arena", { viewport: { width: 1280, height: 720 } });
  const start = await page.locator("#event").boundingBox();
  assert.ok(start.y + start.height < 720);
  await page.evaluate(() => scrollTo(0, 400));
  assert.ok((await page.locator(".board").boundingBox()).y >= 0, "the board does not scroll away");
  await page.context().close();
});

test("what cannot be is said, and a stopped event keeps its games", async () => {
  const page = await house.visit("#arena", PHONE);
  await enter(page, ["luccioli", "random", "4x4x4g"]);
  await page.click("#event");
  await page.waitForFunction(() => /does not play 4x4x4g/.test(document.querySelector("#toast")?.textContent));
  await enter(page, ["mcts", "filetto", "3x3x3", "15x15x5"]);
  await page.selectOption("#event-time", "500");
  await page.click("#event");
  await page.waitForSelector("#games .game");
  await page.click("#event");
  await page.waitForFunction(() => document.querySelector("#event .words")?.textContent === "Start the event");
  assert.ok(await page.locator("#games .game").count() >= 1);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("the map shows what is known, with the reason, the first moves and a certificate", async () => {
  const page = await house.visit("#atlas");
  await page.selectOption("#k", "3");
  await page.waitForSelector('[data-rules="3x3x3"].draw');
  assert.equal(await page.textContent('[data-rules="3x3x3"]'), "=");
  assert.equal(await page.getAttribute('[data-rules="4x4x3"]', "class").then((names) => names.split(" ")[0]), "first");
  // By keyboard from board to board.
  await page.focus('[data-rules="3x4x3"]');
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await page.waitForSelector("#value");
  assert.match(await page.textContent("#value"), /Noughts and crosses: A draw/);
  assert.match(await page.textContent("#chart"), /with a certificate/);
  assert.equal(await page.locator(".value-text").count(), 9);
  const [saved] = await Promise.all([page.waitForEvent("download"), page.click("#chart a[download]")]);
  assert.match(String(await readFile(await saved.path())), /^filetto/);
  await page.selectOption("#kind", "gravity");
  await page.selectOption("#k", "4");
  await page.click('[data-rules="6x7x4g"]');
  await page.waitForFunction(() => /Connect Four: Cross wins/.test(document.querySelector("#value")?.textContent ?? ""));
  await page.click("#perfection");
  await page.waitForSelector(".play");
  assert.match(page.url(), /#play\/6x7x4g/);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("a board that nobody has solved says so", async () => {
  const page = await house.visit("#atlas/10x10x5", PHONE);
  await page.waitForFunction(() => /10×10, 5 in a row: open/.test(document.querySelector("#value")?.textContent ?? ""));
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("moves of a small position have exact values", async () => {
  const page = await house.visit("#analyse/4x4x4g/a1");
  await page.click("label:has(#values)");
  await page.waitForFunction(() => document.querySelectorAll(".value-text").length === 4);
  const signs = await page.locator(".value-text").allTextContents();
  assert.ok(signs.every((sign) => /^(=|[+−]\d*)$/.test(sign)), String(signs));
  assert.ok(signs.includes("="), String(signs));
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});
