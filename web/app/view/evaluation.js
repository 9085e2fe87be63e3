// How the game stands: a bar beside the board, a curve over the moves.

import { h, s } from "../ui/dom.js";
import { t } from "../i18n/index.js";
import { scoreText, share } from "../model/score.js";

/** @typedef {import("../model/score.js").Worth} Worth */

export class EvaluationBar {
  constructor() {
    this.level = h("div", { class: "level" });
    this.number = h("span", { class: "bar-number" });
    this.element = h("div", { class: "bar", role: "img" }, h("span", { class: "bar-sign high", "aria-hidden": "true" }, "○"), this.level, h("span", { class: "bar-sign low", "aria-hidden": "true" }, "×"), this.number);
    this.show(null);
  }

  /** @param {Worth | null} worth for X */
  show(worth) {
    this.level.style.height = `${50 + 50 * (worth ? share(worth) : 0)}%`;
    this.number.textContent = worth ? scoreText(worth) : "";
    this.element.setAttribute("aria-label", t("advantage", { score: worth ? scoreText(worth) : "?" }));
  }
}

const [WIDTH, HEIGHT] = [320, 96];

export class EvaluationChart {
  /** @param {(ply: number) => void} jump */
  constructor(jump) {
    this.jump = jump;
    this.svg = s("svg", { class: "chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": t("chart") });
    this.svg.addEventListener("click", (event) => {
      const box = this.svg.getBoundingClientRect();
      this.jump(Math.round(((event.clientX - box.left) / box.width) * this.plies));
    });
    this.plies = 1;
  }

  /** @param {(Worth | null)[]} worths for X, one a ply from the start @param {number} now */
  show(worths, now) {
    this.plies = Math.max(1, worths.length - 1);
    const x = (/** @type {number} */ ply) => (6 + (ply / this.plies) * (WIDTH - 12)).toFixed(1);
    const y = (/** @type {Worth} */ worth) => (HEIGHT / 2 - share(worth) * (HEIGHT / 2 - 8)).toFixed(1);
    const points = worths.flatMap((worth, ply) => (worth ? [{ x: x(ply), y: y(worth), ply }] : []));
    const path = points.map((point, i) => `${i ? "L" : "M"}${point.x} ${point.y}`).join("");
    this.svg.replaceChildren(
      s("rect", { class: "chart-x", width: WIDTH, height: HEIGHT / 2 }), s("rect", { class: "chart-o", y: HEIGHT / 2, width: WIDTH, height: HEIGHT / 2 }),
      s("line", { class: "chart-now", x1: x(now), x2: x(now), y1: 0, y2: HEIGHT }),
      s("path", { class: "chart-line", d: path }), ...points.map((point) => s("circle", { class: point.ply === now ? "chart-dot now" : "chart-dot", cx: point.x, cy: point.y, r: point.ply === now ? 4.5 : 2.2 })),
      s("text", { x: 6, y: 13 }, "×"), s("text", { x: 6, y: HEIGHT - 6 }, "○"));
  }
}
