// The static site: it stays when the connection goes, it works from a folder of a plain host, and it says what it cannot do. What it can do
// is tested by the other files, against it as against the server.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { PHONE, SITE, findings, open, play, stones } from "./browser.js";

let house;
before(async () => (house = SITE && (await open())));
after(() => house?.close());

const skip = SITE ? false : "there is no site: cargo xtask test site";

/** Waits until the service worker has everything and answers for the page. */
const kept = (page) => page.evaluate(async () => {
  const { serviceWorker } = navigator;
  await serviceWorker.ready;
  if (!serviceWorker.controller) await new Promise((resolve) => serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
});

test("what it cannot do without a program it says, and it can be installed", { skip }, async () => {
  const page = await house.visit("#arena");
  await page.waitForSelector("#needs-program");
  assert.deepEqual(await findings(page), []);
  const manifest = await page.evaluate(async () => (await fetch(document.querySelector("link[rel=manifest]").href)).json());
  assert.deepEqual([manifest.start_url, manifest.display], ["./", "standalone"]);
  for (const { src } of manifest.icons) assert.equal(await page.evaluate(async (src) => (await fetch(src)).status, src), 200, src);
  await page.evaluate(() => (location.hash = "#friend"));
  await page.waitForFunction(() => /Friend/.test(document.title) && document.querySelector("#needs-program"));
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("without isolation a request is stopped by ending its worker, and what was found is the answer", { skip }, async () => {
  const page = await house.visit("#solve/8x8x5g/a1");
  assert.equal(await page.evaluate(() => globalThis.crossOriginIsolated), false, "the first visit is not isolated");
  await page.click("#solve");
  await page.waitForFunction(() => document.querySelector("#solve-bar").value > 0);
  await page.click("#solve");
  await page.waitForFunction(() => document.querySelector("#verdict").textContent !== "Solving…");
  // The next request has a worker of its own at once.
  await page.evaluate(() => (location.hash = "#solve/3x3x3"));
  await page.waitForFunction(() => /3 rows/.test(document.querySelector(".board").getAttribute("aria-label")));
  await page.click("#solve");
  await page.waitForFunction(() => document.querySelector("#verdict").textContent === "A draw");
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("the page is painted and the module answers soon, on a device four times as slow", { skip }, async () => {
  const page = await house.visit("#welcome");
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await page.reload();
  const times = await page.evaluate(async () => {
    const { Transport } = await import(new URL("net/transport.js", document.querySelector("script[src$='main.js']").src));
    await new Transport().hello;
    const [paint] = performance.getEntriesByName("first-contentful-paint");
    return { paint: Math.round(paint?.startTime ?? 0), ready: Math.round(performance.now()) };
  });
  // A loaded machine says nothing about a phone: the times are printed, not asserted.
  console.log(`first paint after ${times.paint} ms, a module ready after ${times.ready} ms, at a quarter of the speed`);
  assert.ok(times.ready > 0);
  await page.context().close();
});

test("after the first visit it needs no connection: play, reload, analyse, solve, on a phone", { skip }, async () => {
  const page = await house.visit("#play/6x7x4g", PHONE);
  await kept(page);
  const gone = new Promise((resolve) => house.server.once("exit", resolve));
  house.server.kill();
  await gone;
  await page.reload();
  await page.waitForSelector("#page > *");
  assert.equal(await page.evaluate(() => globalThis.crossOriginIsolated), true, "the service worker isolates the page");
  await play(page, "d1");
  await page.waitForFunction(() => document.querySelectorAll(".stones .stone").length === 2);
  if (process.env.FILETTO_PICTURES) await page.screenshot({ path: `${process.env.FILETTO_PICTURES}/site-phone.png` });
  await page.reload();
  await page.waitForSelector("#page > *");
  assert.equal(await stones(page), 2, "the game is still there");
  await page.evaluate(() => (location.hash = "#analyse/3x3x3/a1.b1.b2"));
  await page.waitForFunction(() => /wins|\+/.test(document.querySelector("#score")?.textContent ?? ""));
  await page.evaluate(() => (location.hash = "#solve/6x7x4g"));
  await page.click("#solve");
  await page.waitForFunction(() => document.querySelectorAll(".value-text").length === 7);
  await page.evaluate(() => (location.hash = "#lab/6x7x4g"));
  await page.waitForSelector(".tree .node");
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});
