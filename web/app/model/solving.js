// A solve as it goes on: what is known so far, and how far it is. It outlives the page, which only looks on: whoever changes the page or
// the language and comes back finds it at work or done.

/** @typedef {import("../net/messages.js").Fact} Fact */
/** @typedef {import("../net/messages.js").Verdict} Verdict */
/** @typedef {import("../net/messages.js").Solved} Solved */
/** @typedef {import("../net/messages.js").Progress} Progress */

export class Solving {
  /** @param {string} key the position, as an address */
  constructor(key) {
    this.key = key;
    /** @type {Fact[]} what each move is worth */
    this.facts = [];
    /** @type {Verdict | null} Known before the values of moves and the proof are. */
    this.answer = null;
    /** @type {Solved | null} */
    this.solved = null;
    /** @type {Progress | null} */
    this.progress = null;
    /** How much of the time is used, in thousandths; it only grows. */
    this.done = 0;
    /** @type {unknown} why there was no answer */
    this.error = null;
    /** @type {import("../net/transport.js").Ask | null} */
    this.asking = null;
    /** Who looks on.  @type {(reply: import("../net/messages.js").Reply | null) => void} */
    this.onnews = () => {};
  }

  /** Puts the question and hears the replies to the end.  @param {(hear: (reply: import("../net/messages.js").Reply) => void) => import("../net/transport.js").Ask} put */
  async hold(put) {
    const ask = put((reply) => this.hear(reply));
    this.asking = ask;
    this.onnews(null);
    try {
      const reply = await ask.done;
      if (reply.type === "solved") this.solved = reply;
    } catch (error) {
      this.error = error;
    } finally {
      this.asking = null;
      this.onnews(null);
    }
  }

  /** @param {import("../net/messages.js").Reply} reply */
  hear(reply) {
    if (reply.type === "fact") this.facts.push(reply);
    if (reply.type === "verdict") this.answer = reply;
    if (reply.type === "progress") {
      this.progress = reply;
      this.done = Math.max(this.done, reply.done);
    }
    this.onnews(reply);
  }

  stop() {
    this.asking?.stop();
  }
}
