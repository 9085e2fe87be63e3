// The static site: it stays when the connection goes, it works from a folder of a plain host, and it says what it cannot do. What it can do
// is tested by the other files, against it as against the server.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { PHONE, SITE, findings, kept, open, play, stones } from "./browser.js";

let house;
before(async () => (house = SITE && (await open({ online: true }))));
after(() => house?.close());

/** The same site after a change: another build. */
const NEXT = process.env.FILETTO_SITE_NEXT;
const skip = SITE && NEXT ? false : "there is no site: cargo xtask test site";

test("what it cannot do without a program it says, and it can be installed", { skip }, async () => {
  const page = await house.visit("#arena");
  await page.waitForSelector("#needs-program");
  assert.deepEqual(await findings(page), []);
  const manifest = await page.evaluate(async () => (await fetch(document.querySelector("link[rel=manifest]").href)).json());
  assert.deepEqual([manifest.start_url, manifest.display], ["./", "standalone"]);
  for (const { src } of manifest.icons) assert.equal(await page.evaluate(async (src) => (await fetch(src)).status, src), 200, src);
  await kept(page);
  const session = await page.context().newCDPSession(page);
  const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
  // A browser of tests keeps nothing and so installs nothing: that is all that is in the way.
  assert.deepEqual(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== "in-incognito"), []);
  assert.deepEqual((await session.send("Page.getAppManifest")).errors, []);
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

test("a new version comes whole and cleanly: the open page goes on, the next load has it, half of one is none", { skip }, async () => {
  const page = await house.visit("#play/6x7x4g");
  await kept(page);
  const build = () => page.evaluate(() => document.documentElement.dataset.build ?? "first");
  const versions = () => page.evaluate(() => caches.keys());
  const update = () => page.evaluate(async () => {
    const { serviceWorker } = navigator;
    const registration = await serviceWorker.getRegistration();
    await registration.update();
    const coming = registration.installing ?? registration.waiting;
    if (!coming) return "none";
    await new Promise((resolve) => coming.addEventListener("statechange", () => ["activated", "redundant"].includes(coming.state) && resolve()));
    return coming.state;
  });
  await page.reload();
  await page.waitForSelector("#page > *");
  await play(page, "d1");
  await page.waitForFunction(() => document.querySelectorAll(".stones .stone").length === 2);
  const [old] = await versions();
  // As if there had been one before it.
  await page.evaluate(async (old) => {
    const cache = await caches.open(old);
    const files = await Promise.all((await cache.keys()).map(async (request) => ({ request, response: await cache.match(request) })));
    await caches.delete(old);
    await caches.open("filetto-before");
    const again = await caches.open(old);
    for (const { request, response } of files) await again.put(request, response);
  }, old);
  // A host that breaks off while it is renewed: nothing changes.
  Object.assign(house.server, { folder: NEXT, without: /pages\/lab\.js$/, asked: [] });
  assert.equal(await update(), "redundant");
  assert.deepEqual(await versions(), ["filetto-before", old]);
  await page.reload();
  await page.waitForSelector("#page > *");
  assert.deepEqual([await build(), await stones(page)], ["first", 2]);
  // The whole of it, while the page is open.
  Object.assign(house.server, { without: null, asked: [] });
  assert.equal(await update(), "activated");
  assert.equal(house.server.asked.filter((path) => /\.(wasm|net|book|lines)$/.test(path)).length, 0, "what did not change is not fetched again");
  assert.deepEqual((await versions()).map((name) => name === old), [true, false], "the one before the last is thrown away");
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
  // Files of the old version that the page had not asked for yet are still there, on no host.
  await page.evaluate(() => (location.hash = "#lab/3x3x3"));
  await page.waitForSelector(".tree .node");
  assert.equal(await build(), "first");
  await page.evaluate(() => (location.hash = "#play"));
  await page.waitForFunction(() => document.querySelectorAll(".stones .stone").length === 2);
  await play(page, "a1");
  await page.waitForFunction(() => document.querySelectorAll(".stones .stone").length === 4);
  await page.reload();
  await page.waitForSelector("#page > *");
  assert.deepEqual([await build(), await stones(page)], ["next", 4]);
  // A host that goes back is followed as well.
  Object.assign(house.server, { folder: SITE });
  assert.equal(await update(), "activated");
  await page.reload();
  await page.waitForSelector("#page > *");
  assert.deepEqual([await build(), await stones(page)], ["first", 4]);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("after the first visit it needs no connection: play, reload, analyse, solve, on a phone", { skip }, async () => {
  const page = await house.visit("#play/6x7x4g", PHONE);
  await kept(page);
  await house.stop();
  await page.reload();
  await page.waitForSelector("#page > *");
  assert.equal(await page.evaluate(() => globalThis.crossOriginIsolated), true, "the service worker isolates the page");
  for (const [column, after] of [["d1", 2], ["c1", 4], ["g1", 6]]) {
    await play(page, column);
    await page.waitForFunction((after) => document.querySelectorAll(".stones .stone").length === after, after);
  }
  if (process.env.FILETTO_PICTURES) await page.screenshot({ path: `${process.env.FILETTO_PICTURES}/site-phone.png` });
  await page.reload();
  await page.waitForSelector("#page > *");
  assert.equal(await stones(page), 6, "the game is still there");
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
