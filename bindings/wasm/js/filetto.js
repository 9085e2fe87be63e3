// Filetto in a page or in Node: a request in, replies out, no server. The messages are those of docs/app.md.

/** @typedef {import("./messages.js").Request} Request */
/** @typedef {import("./messages.js").Reply} Reply */
/** @typedef {import("./messages.js").Hello} Hello */
/** @template R @typedef {R extends any ? Omit<R, "id"> & {id?: number} : never} Unnumbered  A request; its number is 0 if it has none. */
/** @typedef {{think: import("./messages.js").Choice, analyse: import("./messages.js").Done, review: import("./messages.js").Review, tree: import("./messages.js").Tree, simulations: import("./messages.js").Simulations, learning: import("./messages.js").Learning, solve: import("./messages.js").Solved, atlas: import("./messages.js").Atlas, chart: import("./messages.js").Chart, puzzles: import("./messages.js").Puzzles, read: import("./messages.js").Game, write: import("./messages.js").Text, check: import("./messages.js").Text}} Last  The last reply to each kind of request; others are refused. */
/** @typedef {{stopped?: () => boolean}} Options  Asked again and again while a request is answered: true ends it early. */

/** What a request was refused for: `code` is one of `bad_message`, `bad_game`, `bad_player`, `too_much`, `busy`. */
export class Refused extends Error {
  /** @param {string} code @param {string} message */
  constructor(code, message) {
    super(message);
    this.name = "Refused";
    this.code = code;
  }
}

const clock = () => performance.now();
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The engine, the solvers, the explanations and the checker. One thread: it answers one request after another. */
export class Filetto {
  /** @type {(text: string) => void} Who hears what the module says. */
  #listener = () => {};
  #stopped = () => false;
  /** @type {any} */
  #module;

  /** Loads the module: compiled, as bytes, or as a response that is being fetched. In Node, without an argument, the one of this package.
   * @param {WebAssembly.Module | BufferSource | Response | Promise<Response>} [source] @returns {Promise<Filetto>} */
  static async load(source) {
    const filetto = new Filetto();
    const imports = {
      host: {
        now: clock,
        chance: Math.random,
        stopped: () => (filetto.#stopped() ? 1 : 0),
        hear: (/** @type {number} */ place, /** @type {number} */ length) => filetto.#listener(decoder.decode(filetto.#bytes(place, length))),
      },
    };
    const given = await (source ?? own());
    const { instance } = given instanceof WebAssembly.Module
      ? { instance: await WebAssembly.instantiate(given, imports) }
      : typeof Response !== "undefined" && given instanceof Response
        ? await WebAssembly.instantiateStreaming(given, imports)
        : await WebAssembly.instantiate(/** @type {BufferSource} */ (given), imports);
    filetto.#module = instance.exports;
    filetto.hello = /** @type {Hello} */ (JSON.parse(filetto.#hear(() => filetto.#module.begin())[0]));
    return filetto;
  }

  /** The version, the players, the heuristics and the limits.  @type {Hello} */
  hello = /** @type {any} */ (null);

  /** Answers a request. `hear` hears every reply at once; the last one is returned, a refusal is thrown.
   * @template {Unnumbered<Request>} R @param {R} request @param {(reply: any) => void} [hear] @param {Options} [options]
   * @returns {R["type"] extends keyof Last ? Last[R["type"]] : never} */
  ask(request, hear = () => {}, options = {}) {
    /** @type {any} */
    let last = null;
    this.#stopped = options.stopped ?? (() => false);
    this.#put(encoder.encode(JSON.stringify({ id: 0, ...request })));
    this.#hear(() => this.#module.ask(), (text) => {
      last = JSON.parse(text);
      hear(last);
    });
    if (last?.type === "error") throw new Refused(last.code, last.message);
    return last;
  }

  /** Brings the files that a request needs; says which could not be brought. In Node, and without a second argument, from beside this file.
   * @param {Unnumbered<Request>} request @param {(name: string) => Promise<Uint8Array | null>} [bring] @returns {Promise<string[]>} */
  async supply(request, bring = beside) {
    /** @type {string[]} */
    const missing = [];
    for (const name of this.needs(request)) {
      const file = await bring(name).catch(() => null);
      if (!file || !this.provide(name, file)) missing.push(name);
    }
    return missing;
  }

  /** Names of files that a request needs and that were not provided yet: `books/6x7x4g.book`, `networks/6x7x4g.net`, `certificates/…`.
   * @param {Unnumbered<Request>} request @returns {string[]} */
  needs(request) {
    this.#put(encoder.encode(JSON.stringify({ id: 0, ...request })));
    return JSON.parse(this.#hear(() => this.#module.needs())[0]);
  }

  /** Hands in a file; says whether it could be used.  @param {string} name @param {Uint8Array} file */
  provide(name, file) {
    const head = encoder.encode(name);
    const all = new Uint8Array(head.length + file.length);
    all.set(head);
    all.set(file, head.length);
    this.#put(all);
    return this.#module.provide(head.length) === 1;
  }

  /** Bytes of memory that the module holds. It gives none back: a page that wants it back loads the module anew. */
  get memory() {
    return this.#module.memory.buffer.byteLength;
  }

  /** What is said while something is done.  @param {() => void} act @param {(text: string) => void} [listener] */
  #hear(act, listener) {
    /** @type {string[]} */
    const said = [];
    this.#listener = listener ?? ((text) => said.push(text));
    try {
      act();
    } finally {
      this.#listener = () => {};
    }
    return said;
  }

  /** Lays bytes down where the module reads them.  @param {Uint8Array} bytes */
  #put(bytes) {
    const place = this.#module.room(bytes.length);
    this.#bytes(place, bytes.length).set(bytes);
  }

  /** @param {number} place @param {number} length */
  #bytes(place, length) {
    // Addresses come as signed numbers.
    return new Uint8Array(this.#module.memory.buffer, place >>> 0, length >>> 0);
  }
}

/** A file of this package.  @param {string} name @returns {Promise<Uint8Array | null>} */
async function beside(name) {
  const found = await own(name);
  if (!(found instanceof Response)) return found;
  return found.ok ? new Uint8Array(await found.arrayBuffer()) : null;
}

/** A file of this package, the module if none is named, as Node reads it or as it is fetched.  @returns {Promise<any>} */
async function own(name = "filetto.wasm") {
  const file = new URL(name, import.meta.url);
  if (file.protocol !== "file:") return fetch(file);
  // By a name that no bundler follows: a page has no files.
  const files = "node:fs/promises";
  return (await import(/* webpackIgnore: true */ /* @vite-ignore */ files)).readFile(file);
}
