// The board: a component with state in and events out.
//
//   const board = new Board({ pick(cell) {}, placed(dress) {} });
//   parent.append(board.element);
//   board.show(game, { marks, playable, free, numbers });
//
// State: a game and what is drawn beside it. `marks` are rings, ghosts, values, threats and the moves of a review; `playable` says
// whether cells can be picked, `free` whether any cell can be (for setting up) or only where a stone would land, `numbers` whether
// stones show the numbers of their moves. Showing the same again changes nothing; a stone that is new arrives with a movement.
// Events: `pick` when a cell is chosen by mouse, touch or key; `placed` when a stone arrives.
// The component knows the drawing and the input, never the server, the store or a page.

import { announce } from "../ui/announce.js";
import { h, s } from "../ui/dom.js";
import { t } from "../i18n/index.js";
import { cellName } from "../model/rules.js";
import { BoardNames, letterSize } from "./boardnames.js";
import { markView } from "./marks.js";
import { CELL, centre, dressOf, gridPath, starPoints, stone } from "./stones.js";
import { Zoom } from "./zoom.js";

/** @typedef {import("../model/game.js").Game} Game */
/** @typedef {import("./marks.js").Mark} Mark */
/** @typedef {{marks?: Mark[], playable?: boolean, free?: boolean, numbers?: boolean}} Options */
/** @typedef {{pick?: (cell: number) => void, placed?: (dress: import("./stones.js").Dress) => void}} Events */

/** Up to so many cells each is an element for screen readers; on larger boards the cursor's cell is read out. */
const NAMED_CELLS = 400;
/** Cells across that are shown of a large board at first. */
const SEEN = 40;
/** A finger needs cells of so many pixels; smaller ones are zoomed. */
const FINGER = 28;
/** On cells smaller than this a first tap only shows where the stone would be. */
const SURE = 44;

export class Board {
  /** @param {Events} [events] */
  constructor({ pick = () => {}, placed = () => {} } = {}) {
    this.pick = pick;
    this.placed = placed;
    /** @type {Game | null} */
    this.game = null;
    this.shape = "";
    this.cursor = 0;
    this.playable = true;
    this.free = false;
    this.numbers = false;
    /** The last move that is marked, so that the same is not drawn again. */
    this.lastShown = "";
    this.fitted = false;
    /** The cell that was tapped once. */
    this.tapOnce = -1;
    /** @type {Map<number, {side: number, number: number, element: SVGGElement}>} */
    this.stones = new Map();
    this.names = new BoardNames();
    this.svg = s("svg", { class: "board", tabindex: 0 });
    this.zoom = new Zoom(this.svg, (x, y, event) => this.tapped(x, y, event), (box, full) => this.names.place(box, full));
    this.listen();
    const zoomButton = (/** @type {string} */ text, /** @type {string} */ label, /** @type {() => void} */ onclick) =>
      h("button", { type: "button", class: "zoom", title: label, "aria-label": label, onclick }, text);
    this.tools = h("div", { class: "zooms" },
      zoomButton("+", t("zoomIn"), () => this.zoom.by(1.5)), zoomButton("−", t("zoomOut"), () => this.zoom.by(1 / 1.5)),
      zoomButton("⤢", t("fit"), () => this.zoom.fit()));
    this.element = h("div", { class: "board-box" }, this.svg, this.tools);
    new ResizeObserver(() => this.forFingers()).observe(this.svg);
  }

  listen() {
    // The frame is for those who came by keyboard.
    let pointing = false;
    this.svg.addEventListener("pointerdown", () => { pointing = true; this.svg.classList.remove("keyboard"); });
    addEventListener("pointerup", () => setTimeout(() => (pointing = false)));
    this.svg.addEventListener("focus", () => !pointing && this.svg.matches(":focus-visible") && this.svg.classList.add("keyboard"));
    this.svg.addEventListener("blur", () => this.svg.classList.remove("keyboard"));
    this.svg.addEventListener("pointermove", (event) => event.pointerType === "mouse" && this.hover(event));
    this.svg.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && this.layers?.hover.replaceChildren());
    this.svg.addEventListener("keydown", (event) => this.key(event));
  }

  /** @param {Game} game @param {Options} [options] */
  show(game, { marks = [], playable = true, free = false, numbers = false } = {}) {
    const fresh = this.shape !== JSON.stringify(game.rules);
    Object.assign(this, { game, playable, free });
    if (fresh) this.build(game);
    if (numbers !== this.numbers) this.clear();
    this.numbers = numbers;
    this.place(game, !fresh);
    this.layers?.marks.replaceChildren(...marks.map((mark) => markView(game.rules, mark)));
    this.label(game);
    this.unpreview();
    this.svg.classList.toggle("playable", playable && (free || !game.outcome().over));
  }

  clear() {
    this.stones.clear();
    this.layers?.stones.replaceChildren();
  }

  /** @param {Game} game */
  build(game) {
    const { rows, cols, gravity, k } = game.rules;
    const [width, height] = [cols * CELL, rows * CELL];
    const dress = dressOf(game.rules);
    this.shape = JSON.stringify(game.rules);
    this.stones.clear();
    const layer = (/** @type {string} */ name) => s("g", { class: name, "aria-hidden": "true" });
    const [paper, last, stones, face, hover, marks, line, cursor] = ["paper", "last", "stones", "face", "hover", "marks", "line", "cursor"].map(layer);
    this.layers = { paper, last, stones, face, hover, marks, line, cursor };
    paper.append(s("rect", { class: `sheet ${dress}`, x: -6, y: -6, width: width + 12, height: height + 12, rx: dress === "pencil" ? 3 : 12 }));
    if (gravity) face.append(s("path", { class: "front", "fill-rule": "evenodd", d: frontPath(rows, cols) }));
    else paper.append(s("path", { class: `grid ${dress}`, d: gridPath(game.rules) }));
    if (dress === "stones") paper.append(...starPoints(game.rules).map((cell) => s("circle", { class: "star", cx: centre(game.rules, cell).x, cy: centre(game.rules, cell).y, r: 3.4 })));
    this.names.build(game.rules);
    const cells = this.cells(game);
    this.svg.replaceChildren(paper, last, stones, face, hover, marks, line, cursor, this.names.layer, ...cells);
    this.svg.dataset.large = Math.max(rows, cols) > 20 ? "yes" : "no";
    this.svg.dataset.dress = dress;
    this.svg.setAttribute("role", cells.length ? "grid" : "application");
    this.svg.setAttribute("aria-label", t("boardLabel", { rows, cols, k }));
    const top = gravity ? CELL * 0.62 : 10;
    const edge = 8 + letterSize(Math.max(rows, cols)) * 1.5;
    this.zoom.fit({ x: -edge, y: -top, w: width + edge + 10, h: height + top + edge });
    // Cells too small to be hit are no board: a large one begins near the stones, or where the first will be.
    if (Math.max(rows, cols) > SEEN) this.approach(Math.max(rows, cols) / SEEN);
    this.element.style.setProperty("--ratio", String((width + edge + 10) / (height + top + edge)));
    this.element.classList.toggle("huge", Math.max(rows, cols) > 20);
    this.cursor = Math.floor(rows / 2) * cols + Math.floor(cols / 2);
    this.svg.removeAttribute("aria-activedescendant");
    this.fitted = false;
    this.forFingers();
  }

  /** Zooms to where the game is.  @param {number} factor */
  approach(factor) {
    if (!this.game) return;
    const { rows, cols, gravity } = this.game.rules;
    const last = this.game.moves[this.game.moves.length - 1] ?? Math.floor((gravity ? 0 : rows) / 2) * cols + Math.floor(cols / 2);
    const { x, y } = centre(this.game.rules, last);
    this.zoom.by(factor);
    Object.assign(this.zoom.box, { x: x - this.zoom.box.w / 2, y: y - this.zoom.box.h / 2 });
    this.zoom.apply();
  }

  /** Pixels of a cell on the screen. */
  get cellSize() {
    return (this.svg.clientWidth * CELL) / this.zoom.box.w;
  }

  /** On a touch screen no cell is too small for a finger; once a board, as far as nobody zoomed by hand. */
  forFingers() {
    if (this.fitted || !this.svg.clientWidth || !this.game) return;
    this.fitted = true;
    const small = matchMedia("(pointer: coarse)").matches && this.cellSize < FINGER;
    if (small) this.approach(FINGER / this.cellSize);
    this.element.classList.toggle("huge", small || Math.max(this.game.rules.rows, this.game.rules.cols) > 20);
  }

  /** Elements for screen readers, row by row from the top.  @param {Game} game */
  cells(game) {
    const { rows, cols } = game.rules;
    if (rows * cols > NAMED_CELLS) return [];
    return Array.from({ length: rows }, (_, down) => s("g", { role: "row" }, ...Array.from({ length: cols }, (_, col) => {
      const cell = (rows - 1 - down) * cols + col;
      return s("rect", { class: "cell", role: "gridcell", id: `cell-${cellName(game.rules, cell)}`, x: col * CELL, y: down * CELL, width: CELL, height: CELL });
    })));
  }

  /** @param {Game} game @param {boolean} moving */
  place(game, moving) {
    if (!this.layers) return;
    /** @type {{cell: number, element: SVGGElement}[]} */
    const added = [];
    const before = this.stones.size;
    for (const [cell, { side, element }] of this.stones) {
      if (game.board[cell] !== side) {
        element.remove();
        this.stones.delete(cell);
      }
    }
    const numberOf = new Map(this.numbers ? game.moves.map((cell, i) => [cell, i + 1]) : []);
    game.board.forEach((side, cell) => {
      if (side < 0 || this.stones.has(cell)) return;
      const { x, y } = centre(game.rules, cell);
      const number = numberOf.get(cell) ?? 0;
      const element = s("g", { transform: `translate(${x} ${y})`, "data-cell": cell }, stone(game.rules, /** @type {0 | 1} */ (side), { cell, number }));
      this.layers?.stones.append(element);
      this.stones.set(cell, { side, number, element });
      added.push({ cell, element });
    });
    // One stone is a move; more are a jump to another position, which is simply there.
    const fall = moving && added.length === 1 && this.stones.size === before + 1 ? this.arrive(game, added[0].cell, added[0].element) : 0;
    this.lastAndLines(game, fall);
  }

  /** The last move and the rows that won, once the stone has landed.  @param {Game} game @param {number} fall */
  lastAndLines(game, fall) {
    if (!this.layers) return;
    const lastMove = game.moves[game.moves.length - 1];
    const key = `${lastMove}:${game.moves.length}:${this.numbers}`;
    if (key === this.lastShown && !fall && this.layers.last.childElementCount + this.layers.line.childElementCount) return;
    this.lastShown = key;
    this.svg.style.setProperty("--late", `${fall}ms`);
    this.layers.last.replaceChildren();
    this.layers.line.replaceChildren();
    this.stones.forEach(({ element }) => element.classList.remove("winning"));
    if (lastMove !== undefined) {
      const { x, y } = centre(game.rules, lastMove);
      const target = dressOf(game.rules) === "pencil" ? this.layers.last : this.layers.line;
      target.append(target === this.layers.line ? s("circle", { class: "last-ring late", cx: x, cy: y, r: CELL * 0.43 })
        : s("rect", { class: "last-cell late", x: x - CELL / 2 + 4, y: y - CELL / 2 + 4, width: CELL - 8, height: CELL - 8, rx: 6 }));
    }
    for (const row of game.lines()) {
      const [a, b] = [centre(game.rules, row[0]), centre(game.rules, row[row.length - 1])];
      row.forEach((cell) => this.stones.get(cell)?.element.classList.add("winning"));
      this.layers.line.append(s("line", { class: `win side-${game.board[row[0]]}`, x1: a.x, y1: a.y, x2: b.x, y2: b.y, pathLength: 1 }));
    }
  }

  /** Lets a stone arrive; says how long it takes.  @param {Game} game @param {number} cell @param {SVGGElement} element */
  arrive(game, cell, element) {
    const inner = /** @type {SVGGElement} */ (element.firstChild);
    const height = game.rules.rows - Math.floor(cell / game.rules.cols);
    const fall = game.rules.gravity ? Math.round(160 * Math.sqrt(height) + 80) : 120;
    inner.style.setProperty("--from", `${-height * CELL}px`);
    inner.style.setProperty("--fall", `${fall}ms`);
    inner.classList.add("arriving");
    this.placed(dressOf(game.rules));
    return fall;
  }

  /** Keeps what screen readers are told true.  @param {Game} game */
  label(game) {
    const words = [t("cross"), t("nought")];
    for (const cell of this.svg.querySelectorAll(".cell")) {
      const name = cell.id.slice(5);
      const col = Math.round(Number(cell.getAttribute("x")) / CELL);
      const row = game.rules.rows - 1 - Math.round(Number(cell.getAttribute("y")) / CELL);
      const side = game.board[row * game.rules.cols + col];
      cell.setAttribute("aria-label", `${name} ${side < 0 ? t("empty") : words[side]}`);
    }
  }

  /** The cell at a point of the drawing; -1 off the board.  @param {number} x @param {number} y */
  cellAt(x, y) {
    if (!this.game) return -1;
    const { rows, cols, gravity } = this.game.rules;
    const col = Math.floor(x / CELL);
    const down = Math.floor(y / CELL);
    const inside = col >= 0 && col < cols && down < rows && (down >= 0 || (gravity && !this.free));
    return inside ? (rows - 1 - Math.max(0, down)) * cols + col : -1;
  }

  /** @param {number} x @param {number} y @param {PointerEvent} event */
  tapped(x, y, event) {
    const cell = this.cellAt(x, y);
    if (cell < 0) return;
    const landing = this.free ? cell : (this.game?.landing(cell) ?? -1);
    const unsure = event.pointerType === "touch" && this.cellSize < SURE && !this.free && this.playable && landing >= 0;
    if (unsure && landing !== this.tapOnce) return this.preview(landing);
    this.choose(cell);
  }

  /** Shows where a stone would be; the next tap there plays it.  @param {number} landing */
  preview(landing) {
    if (!this.game || !this.layers || this.game.outcome().over) return;
    this.tapOnce = landing;
    this.ghost(landing);
    announce(t("tapAgain", { cell: cellName(this.game.rules, landing) }));
  }

  unpreview() {
    if (this.tapOnce >= 0) this.layers?.hover.replaceChildren();
    this.tapOnce = -1;
  }

  /** @param {number} cell */
  choose(cell) {
    if (!this.game || !this.playable) return;
    const landing = this.free ? cell : this.game.landing(cell);
    this.layers?.hover.replaceChildren();
    this.tapOnce = -1;
    if (landing >= 0) this.pick(landing);
  }

  /** @param {PointerEvent} event */
  hover(event) {
    if (!this.game || !this.layers) return;
    this.layers.hover.replaceChildren();
    const { x, y } = this.zoom.point(event);
    const cell = this.cellAt(x, y);
    if (cell < 0 || !this.playable || this.game.outcome().over || this.free) return;
    const landing = this.game.landing(cell);
    if (landing >= 0) this.ghost(landing);
  }

  /** A stone that is not there yet.  @param {number} landing */
  ghost(landing) {
    if (!this.game || !this.layers) return;
    const at = centre(this.game.rules, landing);
    this.layers.hover.replaceChildren(s("g", { class: "preview", transform: `translate(${at.x} ${at.y})` }, stone(this.game.rules, this.game.toMove, { cell: landing })));
    if (this.game.rules.gravity) this.layers.hover.append(s("path", { class: `arrow side-${this.game.toMove}`, d: `M${at.x - 7} -19h14l-7 11z` }));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!this.game || event.ctrlKey || event.metaKey || event.altKey) return;
    const { rows, cols } = this.game.rules;
    const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [1, 0], ArrowDown: [-1, 0] };
    const step = steps[/** @type {keyof typeof steps} */ (event.key)];
    if (step) {
      const row = Math.min(rows - 1, Math.max(0, Math.floor(this.cursor / cols) + step[0]));
      const col = Math.min(cols - 1, Math.max(0, (this.cursor % cols) + step[1]));
      this.point(row * cols + col);
    } else if (event.key === "Enter" || event.key === " ") this.choose(this.cursor);
    else if (event.key === "+") this.zoom.by(1.5);
    else if (event.key === "-") this.zoom.by(1 / 1.5);
    else if (event.key === "0") this.zoom.fit();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Moves the keyboard's cursor.  @param {number} cell */
  point(cell) {
    if (!this.game || !this.layers) return;
    this.cursor = cell;
    const { x, y } = centre(this.game.rules, cell);
    this.svg.classList.add("keyboard");
    this.layers.cursor.replaceChildren(s("rect", { x: x - CELL / 2 + 2, y: y - CELL / 2 + 2, width: CELL - 4, height: CELL - 4, rx: 7 }));
    this.zoom.reveal(x, y, CELL);
    const name = cellName(this.game.rules, cell);
    if (this.svg.getAttribute("role") === "grid") this.svg.setAttribute("aria-activedescendant", `cell-${name}`);
    else announce(`${name} ${[t("empty"), t("cross"), t("nought")][this.game.board[cell] + 1]}`);
  }
}

/** A plate with a hole for each cell; stones fall behind it.  @param {number} rows @param {number} cols */
function frontPath(rows, cols) {
  const [w, h2, r] = [cols * CELL + 12, rows * CELL + 12, 12];
  let path = `M-6 ${r - 6}a${r} ${r} 0 0 1 ${r} ${-r}h${w - 2 * r}a${r} ${r} 0 0 1 ${r} ${r}v${h2 - 2 * r}a${r} ${r} 0 0 1 ${-r} ${r}h${2 * r - w}a${r} ${r} 0 0 1 ${-r} ${-r}z`;
  const hole = CELL * 0.41;
  for (let row = 0; row < rows; row += 1) {
    for (let col = 0; col < cols; col += 1) {
      path += `M${col * CELL + CELL / 2 - hole} ${row * CELL + CELL / 2}a${hole} ${hole} 0 1 0 ${2 * hole} 0a${hole} ${hole} 0 1 0 ${-2 * hole} 0z`;
    }
  }
  return path;
}
