// The first visit, the levels, and the end of a game.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { PHONE, findings, goTo, myTurn, open, play, stones } from "./browser.js";

let house;
before(async () => (house = await open()));
after(() => house.close());

test("the first visit shows three games, and one click plays", async () => {
  for (const options of [{}, PHONE]) {
    const page = await house.visit("", options);
    assert.equal(await page.locator(".tile .picture").count(), 3);
    assert.ok(await page.locator("#any-board").isVisible());
    const names = await page.locator(".tile-name").allTextContents();
    assert.deepEqual(names, ["Connect Four", "Gomoku", "Noughts and crosses"]);
    await page.click('.tile[data-rules="3x3x3"]');
    await page.waitForSelector(".play");
    assert.equal(await page.textContent("#board-name"), "Noughts and crosses");
    await play(page, "b2");
    await page.waitForFunction(() => document.querySelectorAll(".stones .stone").length === 2);
    await page.goto(house.address);
    await page.waitForSelector(".play");
    assert.equal(await stones(page), 2, "the second visit goes on");
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  }
});

test("the end is a card with rematch, review and the next level, and results are remembered", async () => {
  const page = await house.visit("#play/1x3x2");
  // Whoever begins in the middle wins with the next stone.
  await play(page, "b1");
  await myTurn(page);
  await page.evaluate(() => document.querySelector(".board").focus());
  const free = await page.evaluate(() => [...document.querySelectorAll(".cell")].find((cell) => cell.getAttribute("aria-label").endsWith("empty")).id.slice(5));
  await play(page, free);
  await page.waitForSelector("#end-card:not([hidden])");
  assert.match(await page.textContent("#end-title"), /You win with 2 in a row/);
  assert.match(await page.textContent("#end-about"), /1 won, 0 drawn, 0 lost/);
  assert.equal(await page.locator(".winning").count(), 2);
  await page.click('.tab[href="#games"]');
  assert.match(await page.textContent(".game-result"), /^You win with 2/, "said as one says it");
  await page.goBack();
  await page.waitForSelector(".play");
  await page.reload();
  await page.waitForSelector("#end-card:not([hidden])");
  assert.deepEqual(await findings(page), []);
  await page.click("#next-level");
  assert.match(await page.textContent(".player.side-1 .player-name"), /Level 3/);
  await page.click("#new-game");
  await page.waitForSelector("#start");
  const suggested = await page.locator("select[name=o] option", { hasText: "★" }).getAttribute("value");
  assert.equal(suggested, "level:3");
  await page.selectOption("select[name=o]", "level:2");
  assert.match(await page.textContent(".seat.side-1"), /strength \d+.*1 won/s);
  await page.selectOption("select[name=o]", "level:10");
  assert.match(await page.textContent(".seat.side-1"), /champion/);
  await page.keyboard.press("Escape");
  await page.context().close();
});

test("the card does not hide the row that won", async () => {
  for (const options of [{}, PHONE]) {
    const page = await house.visit("#lab", options);
    await page.evaluate(() => localStorage.setItem("filetto", JSON.stringify({ visited: true, arrangement: { rules: "6x7x4g", seats: [{ who: "person", time: 1 }, { who: "person", time: 1 }], clock: 0 } })));
    await page.reload();
    await page.waitForSelector(".lab");
    // A row low on the board, and one high up.
    for (const [moves, last] of [["d1.a1.d2.a2.d3.b1", "d4"], ["d1.d2.a1.a2.d3.a3.a4.a5.d4.d5.b1.b2.b3.c1.b4.b5.c2.c3", "c4"]]) {
      await goTo(page, `#play/6x7x4g/${moves}`);
      await play(page, last);
      await page.waitForSelector("#end-card:not([hidden])");
      const hidden = await page.evaluate(() => {
        const card = document.querySelector("#end-card").getBoundingClientRect();
        const boxes = [...document.querySelectorAll(".winning")].map((stone) => stone.getBoundingClientRect());
        return boxes.filter((box) => box.bottom > card.top + 4 && box.top < card.bottom - 4 && box.right > card.left && box.left < card.right).length;
      });
      assert.equal(await page.locator(".winning").count(), 4);
      assert.equal(hidden, 0, moves);
      await goTo(page, "#lab");
    }
    await page.context().close();
  }
});

test("swap and rematch lets the other side begin", async () => {
  const page = await house.visit("#play/1x3x2");
  await play(page, "b1");
  await myTurn(page);
  const free = await page.evaluate(() => [...document.querySelectorAll(".cell")].find((cell) => cell.getAttribute("aria-label").endsWith("empty")).id.slice(5));
  await play(page, free);
  await page.click("#swap-rematch");
  await page.waitForFunction(() => document.querySelectorAll(".stones .stone").length === 1);
  assert.match(await page.textContent(".player.side-0 .player-name"), /Level/);
  await page.context().close();
});

test("perfection is offered where it is proved and played: after a1 the second player wins Connect Four", async () => {
  const page = await house.visit("#atlas/6x7x4g");
  await page.waitForSelector("#perfection", { timeout: 60_000 });
  await page.goto(`${house.address}#atlas/15x15x5`);
  await page.waitForSelector("#champion");
  assert.equal(await page.locator("#perfection").count(), 0, "who wins is known, but not how");
  await page.goto(`${house.address}#atlas/6x7x4g`);
  await page.click("#perfection");
  await page.waitForSelector(".play");
  // After a1 the second player wins, by four of the seven replies.
  await play(page, "a1");
  await page.waitForFunction(() => document.querySelectorAll(".stones .stone").length === 2, null, { timeout: 60_000 });
  assert.match(await page.locator(".moves li:nth-child(2) button").textContent(), /[bcdf]1$/);
  assert.equal(await page.textContent("#toast"), "", "the move is proved");
  await page.context().close();
});

test("perfection proves every move of a whole game, and does not lose", async () => {
  const page = await house.visit("#atlas/4x5x4g");
  await page.click("#perfection", { timeout: 60_000 });
  await page.waitForSelector(".play");
  for (let turn = 0; turn < 10; turn += 1) {
    const open = await page.evaluate(() => [..."caebd"].find((col) => document.querySelector(`#cell-${col}4`).getAttribute("aria-label").endsWith("empty")));
    await play(page, `${open}4`);
    await page.waitForFunction((moves) => document.querySelector("#status.over") || document.querySelectorAll(".stones .stone").length > moves, 2 * turn + 1, { timeout: 60_000 });
    assert.equal(await page.textContent("#toast"), "", "every move is proved");
    if (await page.locator("#status.over").count()) break;
  }
  assert.match(await page.textContent("#status"), /Perfection wins|draw/i);
  await page.context().close();
});

test("sounds are off where less motion is wanted, and have a switch", async () => {
  const page = await house.visit("#play/3x3x3");
  assert.match(await page.getAttribute("#sound", "aria-label"), /on/);
  await page.click("#sound");
  assert.match(await page.getAttribute("#sound", "aria-label"), /off/);
  await play(page, "b2");
  assert.deepEqual(page.complaints, []);
  await page.context().close();
  const lively = await house.visit("#play/3x3x3", { reducedMotion: "no-preference" });
  assert.match(await lively.getAttribute("#sound", "aria-label"), /off/);
  await lively.context().close();
});
