// A review as it grows: the moves judged so far, the curve, the turning points, one's own mistakes.

/** @typedef {import("../net/messages.js").JudgedMove} JudgedMove */

export class Judgement {
  constructor() {
    /** @type {JudgedMove[]} */
    this.moves = [];
    this.done = 0;
    this.of = 0;
    /** @type {any} The whole of it, once it is there: as `filetto review --json` prints it. */
    this.review = null;
    this.whole = false;
  }

  /** Hears a reply.  @param {import("../net/messages.js").Reply} reply */
  hear(reply) {
    if (reply.type === "judged") {
      Object.assign(this, { done: reply.done, of: reply.of });
      if (reply.judged) this.moves.push(reply.judged);
    } else if (reply.type === "review") {
      Object.assign(this, { moves: reply.moves, review: reply.review, whole: reply.whole });
    }
  }

  /** A move by its number, from one.  @param {number} number @returns {JudgedMove | null} */
  move(number) {
    return this.moves[number - 1] ?? null;
  }

  /** What the first player has after each move: 0 lost, 1 won.  @returns {number[]} */
  get chart() {
    if (this.review) return this.review.chart;
    const first = (/** @type {any} */ judged, /** @type {any} */ value) => (judged.side === "first" ? points(value) : 1 - points(value));
    const start = this.moves[0]?.judged;
    return [...(start ? [first(start, start.before)] : []), ...this.moves.map(({ judged }) => first(judged, judged.after))];
  }

  /** Numbers of the moves that are faults.  @returns {number[]} */
  get faults() {
    return this.moves.filter(({ sign }) => sign.startsWith("?")).map(({ judged }) => judged.number);
  }

  /** The fault after a place, or before it; 0 if there is none.  @param {number} ply @param {1 | -1} way */
  nextFault(ply, way) {
    const faults = way > 0 ? this.faults : this.faults.reverse();
    return faults.find((number) => (way > 0 ? number > ply : number < ply)) ?? 0;
  }

  /** How many moves of a side got a sign.  @param {"first" | "second"} side @param {string} sign */
  count(side, sign) {
    return this.moves.filter((move) => move.judged.side === side && move.sign === sign).length;
  }

  /** Whether every move was judged by proved values, some, or none.  @returns {"exact" | "mixed" | "chances"} */
  get ground() {
    const proved = (/** @type {any} */ value) => value.kind !== "chance";
    const exact = this.moves.filter(({ judged }) => proved(judged.before) && proved(judged.after)).length;
    return exact === this.moves.length ? "exact" : exact ? "mixed" : "chances";
  }

  /** The puzzle of a fault, if it is known what would have been right.  @param {number} number */
  puzzle(number) {
    return this.review?.puzzles.find((/** @type {any} */ one) => one.number === number) ?? null;
  }

  /** The mistakes of some sides, as the puzzles page wants them.  @param {string} rules @param {(side: 0 | 1) => boolean} own
   * @returns {import("./store.js").Mistake[]} */
  mistakes(rules, own) {
    return (this.review?.puzzles ?? []).filter((/** @type {any} */ one) => own(one.side === "second" ? 1 : 0))
      .map((/** @type {any} */ { moves, win, plies, solutions }) => ({ rules, moves, win, plies, solutions }));
  }
}

/** What a value is worth to whom it belongs, from 0 to 1.  @param {any} value as in the review @returns {number} */
export function points(value) {
  return { won: 1, drawn: 0.5, lost: 0, chance: value.chance }[/** @type {"won" | "drawn" | "lost" | "chance"} */ (value.kind)];
}
