// A game as the page holds it: moves are made and taken back here at once; the server checks them again whenever it is asked
// something.

import { cellIndex, cellName, parseRules, rulesText } from "./rules.js";

/** @typedef {import("./rules.js").Rules} Rules */
/** @typedef {0 | 1} Side  0 is X and begins, 1 is O. */
/** @typedef {{stones: [number, Side][], toMove: Side}} Setup */
/** @typedef {{over: boolean, winner: Side | null, reason: string | null}} Outcome */

const DIRECTIONS = [[0, 1], [1, 0], [1, 1], [1, -1]];

export class Game {
  /** @param {Rules} rules @param {Setup} [setup] */
  constructor(rules, setup = { stones: [], toMove: 0 }) {
    this.rules = rules;
    this.setup = setup;
    /** @type {number[]} */
    this.moves = [];
    /** @type {Int8Array} -1 empty, else the side */
    this.board = new Int8Array(rules.rows * rules.cols).fill(-1);
    for (const [cell, side] of setup.stones) this.board[cell] = side;
    /** @type {[string, string]} */
    this.names = ["", ""];
    /** @type {{winner: Side | null, reason: string} | null} An end otherwise than on the board. */
    this.ending = null;
  }

  /** @returns {Side} */
  get toMove() {
    return this.mover(this.moves.length);
  }

  /** Who makes the move with this number.  @param {number} ply @returns {Side} */
  mover(ply) {
    return /** @type {Side} */ ((this.setup.toMove + ply) % 2);
  }

  /** The cell where a stone would come to rest that is put here; -1 if it may not be.  @param {number} cell */
  landing(cell) {
    const { cols, gravity } = this.rules;
    if (cell < 0 || cell >= this.board.length) return -1;
    if (!gravity) return this.board[cell] < 0 ? cell : -1;
    for (let at = cell % cols; at < this.board.length; at += cols) if (this.board[at] < 0) return at;
    return -1;
  }

  /** Plays; says whether it could.  @param {number} cell */
  play(cell) {
    if (this.outcome().over || this.board[cell] !== -1 || this.landing(cell) !== cell) return false;
    this.board[cell] = this.toMove;
    this.moves.push(cell);
    return true;
  }

  undo() {
    if (this.ending) {
      this.ending = null;
      return -1;
    }
    const cell = this.moves.pop();
    if (cell === undefined) return -1;
    this.board[cell] = -1;
    return cell;
  }

  /** The unbroken row through a cell in a direction.  @param {number} cell @param {number[]} direction */
  run(cell, [up, right]) {
    const { rows, cols } = this.rules;
    const side = this.board[cell];
    const row = [cell];
    for (const sign of [-1, 1]) {
      let r = Math.floor(cell / cols) + sign * up;
      let c = (cell % cols) + sign * right;
      while (r >= 0 && r < rows && c >= 0 && c < cols && this.board[r * cols + c] === side) {
        if (sign < 0) row.unshift(r * cols + c);
        else row.push(r * cols + c);
        r += sign * up;
        c += sign * right;
      }
    }
    return row;
  }

  /** The rows through a stone that win.  @param {number} cell */
  winningRows(cell) {
    const { k, exact } = this.rules;
    if (cell === undefined || this.board[cell] < 0) return [];
    const rows = DIRECTIONS.map((direction) => this.run(cell, direction));
    return rows.filter((row) => (exact ? row.length === k : row.length >= k)).filter((row, i) => k > 1 || i === 0);
  }

  /** The rows that ended the game. */
  lines() {
    return this.winningRows(this.moves[this.moves.length - 1]);
  }

  /** @returns {Outcome} */
  outcome() {
    if (this.ending) return { over: true, ...this.ending };
    const last = this.moves.length - 1;
    if (last >= 0 && this.lines().length) return { over: true, winner: this.mover(last), reason: null };
    const full = this.moves.length + this.setup.stones.length === this.board.length;
    return { over: full, winner: null, reason: null };
  }

  /** Whether a stone of this side on this empty cell would win.  @param {number} cell @param {Side} side */
  wins(cell, side) {
    if (this.board[cell] >= 0) return false;
    this.board[cell] = side;
    const won = this.winningRows(cell).length > 0;
    this.board[cell] = -1;
    return won;
  }

  /** Cells where a stone may be put now. */
  legal() {
    const { cols, gravity } = this.rules;
    if (this.outcome().over) return [];
    if (gravity) return Array.from({ length: cols }, (_, col) => this.landing(col)).filter((cell) => cell >= 0);
    return [...this.board.keys()].filter((cell) => this.board[cell] < 0);
  }

  /** The same game after so many moves.  @param {number} ply */
  at(ply) {
    const copy = new Game(this.rules, this.setup);
    for (const cell of this.moves.slice(0, ply)) copy.play(cell);
    copy.names = [...this.names];
    if (ply >= this.moves.length) copy.ending = this.ending;
    return copy;
  }

  /** The object of a JSON lines file, which is how a game is sent. */
  record() {
    const name = (/** @type {number} */ cell) => cellName(this.rules, cell);
    const { stones, toMove } = this.setup;
    const { over, winner } = this.outcome();
    const of = (/** @type {Side} */ side) => stones.filter(([, s]) => s === side).map(([cell]) => name(cell));
    const words = ["first", "second"];
    return {
      format: "filetto-game",
      version: 1,
      rules: rulesText(this.rules),
      ...(stones.length || toMove ? { setup: { first: of(0), second: of(1), to_move: words[toMove] } } : {}),
      moves: this.moves.map(name),
      ...(this.names[0] ? { first: this.names[0] } : {}),
      ...(this.names[1] ? { second: this.names[1] } : {}),
      result: !over ? "ongoing" : winner === null ? "draw" : words[winner],
      ...(this.ending ? { reason: this.ending.reason } : {}),
    };
  }

  /** The game of such an object; null if it is none.  @param {any} record @returns {Game | null} */
  static fromRecord(record) {
    const rules = parseRules(String(record?.rules ?? ""));
    if (!rules) return null;
    const cells = (/** @type {string[]} */ names) => (names ?? []).map((name) => cellIndex(rules, name));
    /** @type {Setup} */
    const setup = { stones: [], toMove: record.setup?.to_move === "second" ? 1 : 0 };
    cells(record.setup?.first).forEach((cell) => setup.stones.push([cell, 0]));
    cells(record.setup?.second).forEach((cell) => setup.stones.push([cell, 1]));
    const game = new Game(rules, setup);
    if (!cells(record.moves).every((cell) => game.play(cell))) return null;
    game.names = [record.first ?? "", record.second ?? ""];
    if (record.reason) {
      const winner = record.result === "first" ? 0 : record.result === "second" ? 1 : null;
      game.ending = { winner, reason: record.reason };
    }
    return game;
  }
}
