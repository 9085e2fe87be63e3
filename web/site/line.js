// The line to the engine where there is no server: workers that hold the module, one request each at a time.
//
// A worker hears nothing while it thinks. Where the page is isolated, a flag in shared memory stops it and its last reply comes as
// from the server; elsewhere it is ended, another takes its place, and what it had said so far is its answer.

import { FILES } from "./files.js";

/** @typedef {import("./messages.js").Request} Request */
/** @typedef {import("./messages.js").Reply} Reply */
/** @typedef {{opened: () => void, heard: (reply: Reply) => void, lost: () => void}} Ends  What the one who calls wants to know. */
/** @typedef {{request: any, stopped: boolean, told: Reply[]}} Job */
/** @typedef {{worker: Worker, job: Job | null, flag: Int32Array | null, since: number}} Hand */

/** Replies after which a request is answered. */
const LAST = new Set(["choice", "done", "tree", "game", "text", "solved", "atlas", "chart", "simulations", "learning", "puzzles", "review", "error"]);
/** Workers at once: one more than a phone has cores to spare, since what is quick must not wait for what is not. */
const MOST = Math.min(4, Math.max(2, navigator.hardwareConcurrency ?? 2));
/** Milliseconds after which a worker without work gives its memory back; one always stays. */
const IDLE = 30_000;

export class Line {
  /** @param {Ends} ends */
  constructor(ends) {
    this.ends = ends;
    /** @type {Hand[]} */
    this.hands = [];
    /** @type {Job[]} */
    this.waiting = [];
    this.greeted = false;
    /** @type {WebAssembly.Module | null} */
    this.module = null;
    this.load(1000);
    setInterval(() => this.tidy(), IDLE / 3);
  }

  /** Fetches and compiles the module; if that fails the page says that it is offline, and it is tried again.  @param {number} pause */
  async load(pause) {
    const place = new URL(FILES["filetto.wasm"], import.meta.url);
    // A host that does not know the type of the file sends it as any other.
    const whole = async () => WebAssembly.compile(await (await fetch(place)).arrayBuffer());
    try {
      this.module = await WebAssembly.compileStreaming(fetch(place)).catch(whole);
      this.deal();
    } catch {
      this.ends.lost();
      setTimeout(() => this.load(4000), pause);
    }
  }

  /** @param {Request} message */
  send(message) {
    if (message.type === "stop") return this.stop(message.id);
    this.waiting.push({ request: message, stopped: false, told: [] });
    this.deal();
  }

  /** Gives waiting requests to workers that are free, and to new ones. */
  deal() {
    if (!this.module) return;
    if (!this.hands.length) this.hire();
    while (this.waiting.length) {
      const hand = this.hands.find(({ job }) => !job) ?? (this.hands.length < MOST ? this.hire() : null);
      if (!hand) return;
      const job = /** @type {Job} */ (this.waiting.shift());
      hand.job = job;
      hand.flag = globalThis.crossOriginIsolated ? new Int32Array(new SharedArrayBuffer(4)) : null;
      hand.worker.postMessage({ request: job.request, stopped: job.stopped, flag: hand.flag });
    }
  }

  /** A new worker with the module.  @returns {Hand} */
  hire() {
    const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    /** @type {Hand} */
    const hand = { worker, job: null, flag: null, since: performance.now() };
    worker.onmessage = ({ data }) => this.hear(hand, data);
    worker.onerror = (event) => {
      event.preventDefault();
      const { job } = hand;
      this.dismiss(hand);
      if (job) this.ends.heard({ type: "error", id: job.request.id, code: "busy", message: "the engine broke off: ask again" });
    };
    worker.postMessage({ module: this.module });
    this.hands.push(hand);
    return hand;
  }

  /** @param {Hand} hand @param {Reply} reply */
  hear(hand, reply) {
    if (reply.type === "hello") {
      if (!this.greeted) this.ends.opened();
      if (!this.greeted) this.ends.heard(reply);
      this.greeted = true;
      return;
    }
    hand.job?.told.push(reply);
    const last = LAST.has(reply.type);
    if (last) Object.assign(hand, { job: null, flag: null, since: performance.now() });
    this.ends.heard(reply);
    if (last) this.deal();
  }

  /** @param {number} id */
  stop(id) {
    for (const job of this.waiting) if (job.request.id === id) job.stopped = true;
    const hand = this.hands.find(({ job }) => job?.request.id === id);
    if (!hand?.job) return;
    if (hand.flag) return void Atomics.store(hand.flag, 0, 1);
    const words = lastWords(hand.job);
    this.dismiss(hand);
    this.ends.heard(words);
    this.deal();
  }

  /** @param {Hand} hand */
  dismiss(hand) {
    hand.worker.terminate();
    this.hands = this.hands.filter((other) => other !== hand);
  }

  /** Ends workers that have had nothing to do for a while. */
  tidy() {
    const idle = this.hands.filter(({ job, since }) => !job && performance.now() - since > IDLE);
    for (const hand of idle.slice(this.hands.length === idle.length ? 1 : 0)) this.dismiss(hand);
  }
}

/** The last reply of a request whose worker was ended: what it had said so far.  @param {Job} job @returns {Reply} */
export function lastWords({ request, told }) {
  const { id, type } = request;
  if (type === "analyse") return { type: "done", id };
  if (type === "think") {
    const best = /** @type {import("./messages.js").Info | undefined} */ (told.findLast((reply) => reply.type === "info" && reply.rank === 0));
    if (best?.line.length) return { ...best, type: "choice", cell: best.line[0], solved: false };
  }
  if (type === "solve") {
    const verdict = /** @type {import("./messages.js").Verdict | undefined} */ (told.find((reply) => reply.type === "verdict"));
    const { nodes, ms } = /** @type {any} */ (verdict ?? told.findLast((reply) => reply.type === "progress") ?? { nodes: 0, ms: 0 });
    return { type: "solved", id, value: verdict?.value ?? "unknown", nodes, ms, certificates: [], files: [] };
  }
  return { type: "error", id, code: "busy", message: "it was stopped before it had an answer" };
}
