// The one way to the engine. Pages see `hello` (what can be asked for), `ask` (a request, what comes of it on the way, its last
// reply, and a way to stop it) and `onstate`. What carries the messages is the business of line.js.

import { Line } from "./line.js";

/** @typedef {import("./messages.js").Reply} Reply */
/** @typedef {import("./messages.js").Hello} Hello */
/** @typedef {import("./messages.js").Request} Request */
/** @template R @typedef {R extends any ? Omit<R, "id"> : never} Unnumbered  Each kind of request without its number, which is given here. */
/** @typedef {{id: number, done: Promise<Reply>, stop: () => void}} Ask */

const LAST = new Set(["choice", "done", "tree", "game", "text", "solved", "event", "atlas", "chart", "simulations", "learning", "puzzles", "invited", "review", "error"]);

/** What the server refused, with its code.  */
export class Refused extends Error {
  /** @param {string} code @param {string} message */
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

export class Transport {
  constructor() {
    this.next = 1;
    /** @type {Map<number, {progress: (reply: Reply) => void, resolve: (reply: Reply) => void, reject: (e: Error) => void}>} */
    this.open = new Map();
    /** @type {(connected: boolean) => void} */
    this.onstate = () => {};
    /** @type {Promise<Hello>} */
    this.hello = new Promise((resolve) => (this.greet = resolve));
    this.line = new Line({ opened: () => this.onstate(true), heard: (reply) => this.receive(reply), lost: () => this.lose() });
  }

  /** The connection is gone, and with it everything that was asked. */
  lose() {
    this.onstate(false);
    for (const { reject } of this.open.values()) reject(new Refused("lost", "the connection was lost"));
    this.open.clear();
  }

  /** @param {Reply} reply */
  receive(reply) {
    if (reply.type === "hello") return this.greet?.(reply);
    const asked = reply.id === null ? undefined : this.open.get(reply.id);
    if (!asked) return;
    if (!LAST.has(reply.type)) return asked.progress(reply);
    this.open.delete(/** @type {number} */ (reply.id));
    if (reply.type === "error") asked.reject(new Refused(reply.code, reply.message));
    else asked.resolve(reply);
  }

  /** Sends a request; `progress` hears what comes before the last reply.
   * @param {Unnumbered<Request>} request @param {(reply: any) => void} [progress] @returns {Ask} */
  ask(request, progress = () => {}) {
    const id = this.next++;
    /** @type {Promise<Reply>} */
    const done = new Promise((resolve, reject) => this.open.set(id, { progress, resolve, reject }));
    this.send(/** @type {Request} */ ({ ...request, id }));
    // Whoever stops a request no longer listens to it.
    const stop = () => {
      if (this.open.has(id)) this.send({ type: "stop", id });
      const entry = this.open.get(id);
      if (entry) entry.progress = () => {};
    };
    return { id, done, stop };
  }

  /** @param {Request} message */
  send(message) {
    this.line.send(message);
  }
}
