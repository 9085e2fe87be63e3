// What all browser tests need: the real binary or the static site, a real Chromium, pages that must not complain.

import { spawn } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const root = fileURLToPath(new URL("../..", import.meta.url));
const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** The binary under test: FILETTO, or what cargo built last. */
function binary() {
  const built = ["target/release/filetto", "target/debug/filetto"].map((path) => root + path).filter(existsSync);
  const newest = built.sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)[0];
  return process.env.FILETTO ?? newest ?? "filetto";
}

/** The static site under test instead of a server, if there is one. */
export const SITE = process.env.FILETTO_SITE;

const KINDS = { html: "text/html", js: "text/javascript", css: "text/css", svg: "image/svg+xml", png: "image/png", wasm: "application/wasm", webmanifest: "application/manifest+json" };

/** Serves the site as a plain host does: from a folder of its own, without any header that helps; `kill` stops it. What it holds is in
 * `folder` and can be another build; `asked` is what was asked for, `without` what it does not give. */
async function host(port) {
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://host").pathname).replace(/^\/filetto\//, "");
    server.asked.push(path);
    const file = join(server.folder, path || "index.html");
    const body = server.without?.test(path) ? null : await readFile(file).catch(() => null);
    response.writeHead(body ? 200 : 404, { "Content-Type": KINDS[file.split(".").pop()] ?? "application/octet-stream", "Cache-Control": "max-age=600" });
    response.end(body);
  });
  Object.assign(server, { folder: SITE, asked: [], without: null });
  await new Promise((resolve) => server.listen(Number(port), "127.0.0.1", resolve));
  server.kill = () => {
    server.closeAllConnections();
    server.close(() => server.emit("exit"));
  };
  return { server, address: `http://127.0.0.1:${server.address().port}/filetto/` };
}

/** Starts a server; gives it and its address. */
async function serve(port = "0") {
  if (SITE) return host(port);
  const server = spawn(binary(), ["serve", "--no-open", "--port", port], { stdio: ["ignore", "pipe", "inherit"] });
  const address = await new Promise((resolve, reject) => {
    server.once("error", reject);
    server.stdout.on("data", (text) => {
      const found = /http:\/\/\S+\//.exec(String(text));
      if (found) resolve(found[0]);
    });
  });
  return { server, address };
}

/** Waits until the service worker has everything and answers for the page. */
export const kept = (page) => page.evaluate(async () => {
  const { serviceWorker } = navigator;
  await serviceWorker.ready;
  if (!serviceWorker.controller) await new Promise((resolve, reject) => {
    serviceWorker.addEventListener("controllerchange", resolve, { once: true });
    setTimeout(reject, 60_000, new Error("the service worker does not take over"));
  });
});

/** Starts a server and a browser. Of a site a visit is offline unless `online`: the host is stopped when the page was loaded once. */
export async function open({ online = false } = {}) {
  const { server, address } = await serve();
  const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
  const args = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-dev-shm-usage"];
  const browser = await chromium.launch({ executablePath, args });
  return new House(server, address, browser, SITE !== undefined && !online);
}

export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
export const DESKTOP = { viewport: { width: 1280, height: 800 } };

export class House {
  constructor(server, address, browser, offline) {
    Object.assign(this, { server, address, browser, offline });
  }

  /** A page of a visitor who was never here. What it complains about is kept. */
  async visit(hash = "", options = {}) {
    const context = await this.browser.newContext({ ...DESKTOP, locale: "en-GB", reducedMotion: "reduce", ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    page.complaints = [];
    page.on("console", (message) => ["error", "warning"].includes(message.type()) && page.complaints.push(message.text()));
    page.on("pageerror", (error) => page.complaints.push(error.message));
    // One visitor after another: the host comes back for each.
    if (this.offline) await (this.turn = (this.turn ?? Promise.resolve()).then(() => this.#loadOnce(page)));
    await page.goto(this.address + hash);
    await page.waitForSelector("#page > *");
    return page;
  }

  /** The first visit of a site; from then on its host is gone. */
  async #loadOnce(page) {
    if (!this.server.listening) await this.#begin();
    await page.goto(`${this.address}#welcome`);
    await kept(page);
    await this.stop();
    await page.goto("about:blank");
  }

  /** Ends the server. */
  async stop() {
    const gone = new Promise((resolve) => this.server.once("exit", resolve));
    this.server.kill();
    await gone;
  }

  async #begin() {
    this.server = (await serve(new URL(this.address).port)).server;
  }

  /** Ends the server and starts it again where it was. */
  async restart() {
    await this.stop();
    await this.#begin();
  }

  async close() {
    await this.browser.close();
    this.server.kill();
  }
}

/** Clicks a cell by its name, where a person would. */
export async function play(page, cell) {
  const box = await page.locator(`#cell-${cell}`).boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

/** Waits until it is the person's turn. */
export const myTurn = (page) => page.waitForFunction(() => /Your move/.test(document.querySelector("#status")?.textContent));

/** How many stones are on the board. */
export const stones = (page) => page.locator(".stones .stone").count();

/** Goes to another page of the app as a link does: nothing is loaded again. Two links to the same page must not follow each other. */
export async function goTo(page, hash) {
  const title = await page.title();
  await page.evaluate((hash) => (location.hash = hash), hash);
  await page.waitForFunction((title) => document.title !== title, title);
}

/** What axe finds. */
export async function findings(page) {
  // Evaluated rather than added as a script: the page's policy admits no script but its own.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(await readFile(axe, "utf8"));
  const { violations } = await page.evaluate(() => globalThis.axe.run({ resultTypes: ["violations"] }));
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).slice(0, 4).join(", ")}`);
}
