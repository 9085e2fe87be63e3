// One worker: answers one request after another with the module. The page's line (line.js) hands it requests and ends it when it must.

import { Filetto, Refused } from "./filetto.js";
import { FILES } from "./files.js";

/** @typedef {{module: WebAssembly.Module}} First  The first message. */
/** @typedef {{request: any, stopped: boolean, flag: Int32Array | null}} Order  Every further message. */

/** @type {Promise<Filetto> | null} */
let engine = null;

/** Fetches what the request needs; without a connection, and with nothing kept, the module says what is missing.  @param {Filetto} filetto @param {any} request */
async function fetchFor(filetto, request) {
  for (const name of filetto.needs(request)) {
    const place = FILES[name];
    const response = place && await fetch(new URL(place, import.meta.url)).catch(() => null);
    if (response?.ok) filetto.provide(name, new Uint8Array(await response.arrayBuffer()));
  }
}

/** @param {First | Order} order */
async function obey(order) {
  if ("module" in order) {
    engine = Filetto.load(order.module);
    return postMessage((await engine).hello);
  }
  const { request, stopped, flag } = order;
  const filetto = await /** @type {Promise<Filetto>} */ (engine);
  await fetchFor(filetto, request);
  try {
    filetto.ask(request, (reply) => postMessage(reply), { stopped: () => stopped || (flag !== null && Atomics.load(flag, 0) === 1) });
  } catch (error) {
    // The page has heard the refusal as it hears every reply.
    if (!(error instanceof Refused)) throw error;
  }
}

// Nobody hears of a promise that fails; of an error outside the page hears, and ends this worker.
onmessage = ({ data }) => obey(data).catch((error) => setTimeout(() => { throw error; }));
