// A game with a place in it: looking back, going on, and what was played instead.

import { Game } from "./game.js";

/** @typedef {{id: string, seats?: import("./seats.js").Seat[], clock?: number, used?: number[], counted?: boolean}} Meta
 * what a game is besides its moves: its number among one's games, who sits where, the clock and what is used of it, whether its result was counted */

/** A number that nothing else has. */
const fresh = () => `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;

export class Line {
  /** @param {Game} game @param {Partial<Meta>} [meta] */
  constructor(game, meta = {}) {
    this.game = game;
    /** @type {Meta} */
    this.meta = { ...meta, id: meta.id ?? fresh() };
    this.ply = game.moves.length;
    /** @type {{ply: number, moves: number[]}[]} Continuations that were left for others. */
    this.variations = [];
  }

  /** The position that is looked at. */
  get shown() {
    return this.ply === this.game.moves.length ? this.game : this.game.at(this.ply);
  }

  get atEnd() {
    return this.ply === this.game.moves.length;
  }

  /** @param {number} ply */
  go(ply) {
    this.ply = Math.max(0, Math.min(ply, this.game.moves.length));
  }

  /** Plays in the position that is looked at. What came after is kept as a variation.  @param {number} cell */
  play(cell) {
    if (!this.atEnd && this.game.moves[this.ply] === cell) {
      this.ply += 1;
      return true;
    }
    const shown = this.game.at(this.ply);
    shown.ending = null;
    if (!shown.play(cell)) return false;
    this.keep();
    this.game = shown;
    this.ply = shown.moves.length;
    this.variations = this.variations.filter((one) => one.ply <= this.ply);
    return true;
  }

  /** Puts the moves after the place aside. */
  keep() {
    const moves = this.game.moves.slice(this.ply);
    const known = this.variations.some((one) => one.ply === this.ply && one.moves.join() === moves.join());
    if (moves.length && !known) this.variations.push({ ply: this.ply, moves });
  }

  /** Takes a variation up again, and puts the present moves aside.  @param {number} index */
  follow(index) {
    const [{ ply, moves }] = this.variations.splice(index, 1);
    this.go(ply);
    this.keep();
    const game = this.game.at(ply);
    game.ending = null;
    moves.forEach((cell) => game.play(cell));
    this.game = game;
    this.ply = Math.min(ply + 1, game.moves.length);
  }

  /** All of it as plain data.  */
  record() {
    return { game: this.game.record(), ply: this.ply, variations: this.variations, meta: this.meta };
  }

  /** @param {any} record @returns {Line | null} */
  static fromRecord(record) {
    const game = Game.fromRecord(record?.game);
    if (!game) return null;
    const line = new Line(game, record.meta);
    line.go(Number(record.ply ?? Infinity));
    line.variations = (record.variations ?? []).filter((/** @type {any} */ one) => Number.isInteger(one?.ply) && Array.isArray(one?.moves));
    return line;
  }
}
