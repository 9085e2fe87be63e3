// Keeps the whole site on the device, so that it works without a connection after the first visit.
//
// `cargo xtask site` writes the version and the list of files. A new version is fetched whole before it takes over; pages that are open
// go on with the files of theirs, which stay until the version after. Answers carry the two headers that isolate a page: where they
// arrive, shared memory is there, and a request can be stopped by a flag.

const VERSION = "@VERSION@";
const FILES = /** @type {string[]} */ (JSON.parse('@FILES@'));
const NAME = "filetto-";
/** @type {any} The scope of a service worker, which the types of a page do not know. */
const scope = self;
const home = scope.registration.scope;

scope.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(keep().then(() => scope.skipWaiting())));
scope.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(settle()));
scope.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method === "GET" && request.url.startsWith(home)) event.respondWith(answer(request));
});

/** Fetches every file; what the last version has under the same hashed name is taken from there. */
async function keep() {
  const cache = await caches.open(NAME + VERSION);
  const fetched = FILES.map(async (file) => {
    const url = new URL(file, home).href;
    const known = /-[0-9a-f]{12}[./]/.test(file) ? await caches.match(url) : undefined;
    const response = known ?? (await fetch(url, { cache: "no-cache" }));
    if (!response.ok) throw new Error(`${file}: ${response.status}`);
    await cache.put(url, response);
  });
  const failed = (await Promise.allSettled(fetched)).find(({ status }) => status === "rejected");
  if (!failed) return;
  // Half a version is none: it would push out one that pages still use.
  await caches.delete(NAME + VERSION);
  throw /** @type {PromiseRejectedResult} */ (failed).reason;
}

/** Takes over, and throws away all versions but this one and the one before it. */
async function settle() {
  const old = (await caches.keys()).filter((name) => name.startsWith(NAME) && name !== NAME + VERSION);
  await Promise.all(old.slice(0, -1).map((name) => caches.delete(name)));
  await scope.clients.claim();
}

/** @param {Request} request */
async function answer(request) {
  const url = new URL(request.url);
  url.search = "";
  url.hash = "";
  if (url.href === home) url.pathname += "index.html";
  const cache = await caches.open(NAME + VERSION);
  const found = (await cache.match(url.href)) ?? (await caches.match(url.href)) ?? (await fetch(request));
  return isolated(found);
}

/** The same answer for an isolated page.  @param {Response} response */
function isolated(response) {
  if (response.type === "opaque" || response.status === 0) return response;
  const headers = new Headers(response.headers);
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Embedder-Policy", "require-corp");
  headers.set("Cross-Origin-Resource-Policy", "same-origin");
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}
