// One worker: answers one request after another with the module. The page's line (line.js) hands it requests and ends it when it must.

import { Filetto, Refused } from "./filetto.js";
import { FILES } from "./files.js";

/** @typedef {{module: WebAssembly.Module}} First  The first message. */
/** @typedef {{request: any, stopped: boolean, flag: Int32Array | null}} Order  Every further message. */

/** @type {Promise<Filetto> | null} */
let engine = null;

/** Fetches a file that a request needs. Without a connection, and with nothing kept, it is answered without: positions of a book are
 * solved, and of networks and certificates the module says that they are missing.  @param {string} name */
async function bring(name) {
  const place = FILES[name];
  const response = place ? await fetch(new URL(place, import.meta.url)) : null;
  return response?.ok ? new Uint8Array(await response.arrayBuffer()) : null;
}

/** @param {First | Order} order */
async function obey(order) {
  if ("module" in order) {
    engine = Filetto.load(order.module);
    return postMessage((await engine).hello);
  }
  const { request, stopped, flag } = order;
  const filetto = await /** @type {Promise<Filetto>} */ (engine);
  await filetto.supply(request, bring);
  try {
    filetto.ask(request, (reply) => postMessage(reply), { stopped: () => stopped || (flag !== null && Atomics.load(flag, 0) === 1) });
  } catch (error) {
    // The page has heard the refusal as it hears every reply.
    if (!(error instanceof Refused)) throw error;
  }
}

// Nobody hears of a promise that fails; of an error outside the page hears, and ends this worker.
onmessage = ({ data }) => obey(data).catch((error) => setTimeout(() => { throw error; }));
