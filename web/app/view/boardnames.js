// The names of columns and rows around a board. They stay in sight when only a part of the board is.

import { s } from "../ui/dom.js";
import { columnLetters } from "../model/rules.js";
import { CELL } from "./stones.js";

/** Height of the letters around a board: readable on every size.  @param {number} side */
export const letterSize = (side) => (side <= 15 ? Math.min(12, 2.2 + 0.9 * side) : 0.8 * side);

export class BoardNames {
  constructor() {
    this.layer = s("g", { class: "names", "aria-hidden": "true" });
    /** @type {{text: SVGTextElement, at: number, column: boolean}[]} */
    this.texts = [];
  }

  /** @param {import("../model/rules.js").Rules} rules */
  build({ rows, cols }) {
    const one = (/** @type {number} */ i, /** @type {boolean} */ column) => {
      const text = s("text", {}, column ? columnLetters(i) : String(i + 1));
      return { text, at: (column ? i : rows - 1 - i) * CELL + CELL / 2, column };
    };
    this.size = letterSize(Math.max(rows, cols));
    this.height = rows * CELL;
    this.texts = [...Array.from({ length: cols }, (_, i) => one(i, true)), ...Array.from({ length: rows }, (_, i) => one(i, false))];
    this.layer.replaceChildren(...this.texts.map(({ text }) => text));
  }

  /** Puts them where they are seen.  @param {import("./zoom.js").Box} box what is shown @param {import("./zoom.js").Box} full */
  place(box, full) {
    const part = box.w / full.w;
    const zoomed = part < 0.999;
    const size = zoomed ? Math.max(9 * part, Math.min(this.size ?? 10, 13 * part * (full.w / 640))) : (this.size ?? 10);
    const every = (size * 2.1) / CELL > 1 ? 5 : 1;
    this.layer.setAttribute("font-size", size.toFixed(2));
    this.layer.classList.toggle("floating", zoomed);
    const y = zoomed ? Math.min((this.height ?? 0) + 6 + size * 0.9, box.y + box.h - size * 0.8) : (this.height ?? 0) + 6 + size * 0.9;
    const x = zoomed ? Math.max(-8 - size * 0.7, box.x + size * 0.9) : -8 - size * 0.7;
    this.texts.forEach(({ text, at, column }) => {
      const number = Number(column ? Math.round((at - CELL / 2) / CELL) + 1 : text.textContent);
      text.setAttribute("visibility", number === 1 || number % every === 0 ? "visible" : "hidden");
      text.setAttribute("x", String(column ? at : x));
      text.setAttribute("y", String(column ? y : at));
    });
  }
}
