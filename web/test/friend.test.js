// Two devices, a spectator, and somebody without the secret.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { PHONE, findings, goTo, open, play, stones } from "./browser.js";

let house;
before(async () => (house = await open()));
after(() => house.close());

/** A hash of a link that the page shows. */
const hashOf = async (page, selector) => new URL(await page.inputValue(selector)).hash;
const status = (page, words) => page.waitForFunction((words) => document.querySelector("#room-status")?.textContent.includes(words), words);

async function invited() {
  const host = await house.visit("#friend");
  await host.click('.chip[data-rules="3x3x3"]');
  await host.selectOption("#room-clock", "5");
  await host.click("#invite");
  await host.waitForSelector(".qr");
  return host;
}

test("a game with a friend: moves both ways, a lost connection, a spectator, a rematch", async () => {
  const host = await invited();
  assert.match(await host.textContent("#unreachable"), /--host/, "only this machine reaches a server on loopback");
  assert.deepEqual(await findings(host), []);
  const friend = await house.visit(await hashOf(host, "#friend-link"), PHONE);
  const watcher = await house.visit(await hashOf(host, "#watch-link"));
  await host.waitForFunction(() => !document.querySelector(".qr"));
  await status(host, "Your move");
  await status(friend, "Your friend’s move");
  await status(watcher, "You are watching");
  await play(friend, "a1");
  await play(watcher, "a2");
  await play(host, "b2");
  for (const page of [host, friend, watcher]) await page.waitForFunction(() => document.querySelectorAll(".stones .stone").length === 1);
  assert.match(await friend.textContent(".player.side-1 .clock"), /^[45]:\d\d$/);
  // The friend's phone loses everything but the address.
  await friend.reload();
  await status(friend, "Your move");
  assert.equal(await stones(friend), 1);
  await play(friend, "a1");
  await host.waitForFunction(() => document.querySelectorAll(".stones .stone").length === 2);
  // Whoever looks at another page finds the way back to the seat.
  await goTo(friend, "#atlas");
  await friend.evaluate(() => (location.hash = "#friend"));
  await friend.click("#room-back");
  await status(friend, "Your friend’s move");
  await host.click("#room-resign");
  await status(friend, "You win");
  await status(host, "Your friend wins");
  // The end is an event here too, and the game is one of one's own.
  await friend.waitForSelector("#end-card:not([hidden])");
  await friend.click("#rematch");
  await host.click("#room-again");
  await status(friend, "Your move");
  assert.equal(await stones(friend), 0);
  await goTo(host, "#games");
  assert.match(await host.textContent(".game-entry"), /You.*Your friend.*You resigned: Your friend wins/s);
  for (const page of [host, friend, watcher]) {
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  }
});

test("nobody comes in without the secret", async () => {
  const host = await invited();
  const other = await house.visit(`#friend/s${"0".repeat(32)}`);
  await status(other, "no game with this secret");
  await other.selectOption("#language", "it");
  await status(other, "Non c’è partita con questo segreto");
  assert.equal(await other.locator(".stones .stone").count(), 0);
  for (const page of [host, other]) await page.context().close();
});
