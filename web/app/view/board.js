// The board: an SVG that shows a game and says which cell was picked.

import { announce } from "../ui/announce.js";
import { h, s } from "../ui/dom.js";
import { t } from "../i18n/index.js";
import { cellName, columnLetters } from "../model/rules.js";
import { CELL, centre, sign, stone } from "./stones.js";
import { Zoom } from "./zoom.js";

/** @typedef {import("../model/game.js").Game} Game */
/** @typedef {{cell: number, text: string, side?: 0 | 1, kind: "ghost" | "value" | "threat" | "hint", tone?: string}} Mark */

/** Height of the letters around a board: readable on every size. */
const letters = (/** @type {number} */ side) => (side <= 15 ? Math.min(12, 2.2 + 0.9 * side) : 0.8 * side);
/** Up to so many cells each is an element for screen readers; on larger boards the cursor's cell is read out. */
const NAMED_CELLS = 400;
/** Cells across that are shown of a large board at first. */
const SEEN = 40;

export class BoardView {
  /** @param {(cell: number) => void} pick */
  constructor(pick) {
    this.pick = pick;
    /** @type {Game | null} */
    this.game = null;
    this.shape = "";
    this.cursor = 0;
    this.playable = true;
    /** Whether cells are picked as they are, as for setting up, or where a stone would land. */
    this.free = false;
    /** @type {Map<number, {side: number, element: SVGGElement}>} */
    this.stones = new Map();
    this.svg = s("svg", { class: "board", tabindex: 0 });
    this.zoom = new Zoom(this.svg, (x, y) => this.tapped(x, y));
    this.svg.addEventListener("pointermove", (event) => event.pointerType === "mouse" && this.hover(event));
    this.svg.addEventListener("pointerleave", () => this.layers?.hover.replaceChildren());
    this.svg.addEventListener("keydown", (event) => this.key(event));
    this.svg.addEventListener("blur", () => this.svg.classList.remove("keyboard"));
    const zoomButton = (/** @type {string} */ text, /** @type {string} */ label, /** @type {() => void} */ onclick) =>
      h("button", { type: "button", class: "zoom", title: label, "aria-label": label, onclick }, text);
    this.tools = h("div", { class: "zooms" },
      zoomButton("+", t("zoomIn"), () => this.zoom.by(1.5)), zoomButton("−", t("zoomOut"), () => this.zoom.by(1 / 1.5)),
      zoomButton("⤢", t("fit"), () => this.zoom.fit()));
    this.element = h("div", { class: "board-box" }, this.svg, this.tools);
  }

  /** Shows a position; a stone that is new since the last call arrives with a movement.
   * @param {Game} game @param {{marks?: Mark[], playable?: boolean, free?: boolean}} [options] */
  show(game, { marks = [], playable = true, free = false } = {}) {
    const fresh = this.shape !== JSON.stringify(game.rules);
    this.game = game;
    this.playable = playable;
    this.free = free;
    if (fresh) this.build(game);
    this.place(game, !fresh);
    this.mark(game, marks);
    this.label(game);
    this.svg.classList.toggle("playable", playable && (free || !game.outcome().over));
  }

  /** @param {Game} game */
  build(game) {
    const { rows, cols, gravity, k } = game.rules;
    const [width, height] = [cols * CELL, rows * CELL];
    this.shape = JSON.stringify(game.rules);
    this.stones.clear();
    const layer = (/** @type {string} */ name) => s("g", { class: name, "aria-hidden": "true" });
    const [paper, last, stones, face, names, hover, marks, line, cursor] =
      ["paper", "last", "stones", "face", "names", "hover", "marks", "line", "cursor"].map(layer);
    this.layers = { paper, last, stones, face, names, hover, marks, line, cursor };
    paper.append(s("rect", { class: gravity ? "sheet well" : "sheet", x: -6, y: -6, width: width + 12, height: height + 12, rx: 12 }));
    if (gravity) face.append(s("path", { class: "front", "fill-rule": "evenodd", d: frontPath(rows, cols) }));
    else paper.append(s("path", { class: "grid", d: gridPath(rows, cols) }));
    const size = letters(Math.max(rows, cols));
    const edge = 8 + size * 1.5;
    names.setAttribute("font-size", size.toFixed(1));
    const every = Math.max(rows, cols) > 40 ? 5 : 1;
    for (let col = 0; col < cols; col += 1) {
      if (col && (col + 1) % every) continue;
      names.append(s("text", { x: col * CELL + CELL / 2, y: height + 6 + size * 0.9 }, columnLetters(col)));
    }
    for (let row = 0; row < rows; row += 1) {
      if (row && (row + 1) % every) continue;
      names.append(s("text", { x: -8 - size * 0.7, y: height - row * CELL - CELL / 2 }, String(row + 1)));
    }
    const cells = this.cells(game);
    this.svg.replaceChildren(paper, last, stones, face, names, hover, marks, line, cursor, ...cells);
    this.svg.dataset.large = Math.max(rows, cols) > 20 ? "yes" : "no";
    this.svg.setAttribute("role", cells.length ? "grid" : "application");
    this.svg.setAttribute("aria-label", t("boardLabel", { rows, cols, k }));
    const top = gravity ? CELL * 0.62 : 10;
    this.zoom.fit({ x: -edge, y: -top, w: width + edge + 10, h: height + top + edge });
    // Cells too small to be hit are no board: a large one begins near the stones, or where the first will be.
    if (Math.max(rows, cols) > SEEN) {
      const last = game.moves[game.moves.length - 1] ?? Math.floor((gravity ? 0 : rows) / 2) * cols + Math.floor(cols / 2);
      const { x, y } = centre(game.rules, last);
      this.zoom.by(Math.max(rows, cols) / SEEN);
      Object.assign(this.zoom.box, { x: x - this.zoom.box.w / 2, y: y - this.zoom.box.h / 2 });
      this.zoom.apply();
    }
    this.element.style.setProperty("--ratio", String((width + edge + 10) / (height + top + edge)));
    this.element.classList.toggle("huge", Math.max(rows, cols) > 20);
    this.cursor = Math.floor(rows / 2) * cols + Math.floor(cols / 2);
    this.svg.removeAttribute("aria-activedescendant");
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
    for (const [cell, { side, element }] of this.stones) {
      if (game.board[cell] !== side) {
        element.remove();
        this.stones.delete(cell);
      }
    }
    game.board.forEach((side, cell) => {
      if (side < 0 || this.stones.has(cell)) return;
      const { x, y } = centre(game.rules, cell);
      const element = s("g", { transform: `translate(${x} ${y})` }, stone(game.rules, /** @type {0 | 1} */ (side)));
      this.layers?.stones.append(element);
      this.stones.set(cell, { side, element });
      added.push({ cell, element });
    });
    // One stone is a move; more are a jump to another position, which is simply there.
    if (moving && added.length === 1) this.arrive(game, added[0].cell, added[0].element);
    const lastMove = game.moves[game.moves.length - 1];
    this.layers.last.replaceChildren();
    this.layers.line.replaceChildren();
    if (lastMove !== undefined) {
      const { x, y } = centre(game.rules, lastMove);
      const round = game.rules.gravity;
      const target = round ? this.layers.line : this.layers.last;
      target.append(round ? s("circle", { class: "last-ring", cx: x, cy: y, r: CELL * 0.43 })
        : s("rect", { class: "last-cell", x: x - CELL / 2 + 1, y: y - CELL / 2 + 1, width: CELL - 2, height: CELL - 2, rx: 5 }));
    }
    for (const row of game.lines()) {
      const [a, b] = [centre(game.rules, row[0]), centre(game.rules, row[row.length - 1])];
      this.layers.line.append(s("line", { class: `win side-${game.board[row[0]]}`, x1: a.x, y1: a.y, x2: b.x, y2: b.y, pathLength: 1 }));
    }
  }

  /** @param {Game} game @param {number} cell @param {SVGGElement} element */
  arrive(game, cell, element) {
    const inner = /** @type {SVGGElement} */ (element.firstChild);
    if (game.rules.gravity) {
      const height = game.rules.rows - Math.floor(cell / game.rules.cols);
      inner.style.setProperty("--from", `${-height * CELL}px`);
      inner.style.setProperty("--fall", `${Math.round(160 * Math.sqrt(height) + 80)}ms`);
    }
    inner.classList.add("arriving");
  }

  /** @param {Game} game @param {Mark[]} marks */
  mark(game, marks) {
    this.layers?.marks.replaceChildren(...marks.map((mark) => {
      const { x, y } = centre(game.rules, mark.cell);
      const inner = [];
      if (mark.kind === "ghost" && mark.side !== undefined) inner.push(s("circle", { class: `ghost side-${mark.side}`, r: CELL * 0.36 }));
      if (mark.kind === "hint") inner.push(s("circle", { class: "hint", r: CELL * 0.38 }));
      if (mark.kind === "threat") inner.push(s("path", { class: `threat side-${mark.side}`, d: `M0 ${-CELL * 0.3}L${CELL * 0.3} 0L0 ${CELL * 0.3}L${-CELL * 0.3} 0Z` }));
      if (mark.text) inner.push(s("text", { class: `${mark.kind}-text ${mark.tone ?? ""}${mark.text.length > 4 ? " long" : ""}` }, mark.text));
      if (mark.kind === "ghost" && mark.side !== undefined) {
        const small = sign(mark.side, CELL * 0.09);
        inner.push(s("g", { class: "ghost-sign", transform: `translate(${CELL * 0.27} ${-CELL * 0.27})` }, small));
      }
      return s("g", { class: `mark ${mark.kind}`, transform: `translate(${x} ${y})` }, ...inner);
    }));
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

  /** @param {number} x @param {number} y */
  tapped(x, y) {
    const cell = this.cellAt(x, y);
    if (cell >= 0) this.choose(cell);
  }

  /** @param {number} cell */
  choose(cell) {
    if (!this.game || !this.playable) return;
    const landing = this.free ? cell : this.game.landing(cell);
    this.layers?.hover.replaceChildren();
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
    if (landing < 0) return;
    const at = centre(this.game.rules, landing);
    this.layers.hover.append(s("g", { class: "preview", transform: `translate(${at.x} ${at.y})` }, stone(this.game.rules, this.game.toMove)));
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

/** @param {number} rows @param {number} cols */
function gridPath(rows, cols) {
  let path = "";
  for (let col = 1; col < cols; col += 1) path += `M${col * CELL} 0V${rows * CELL}`;
  for (let row = 1; row < rows; row += 1) path += `M0 ${row * CELL}H${cols * CELL}`;
  return path;
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
