// How the game stands: a bar beside the board, a curve over the moves.

import { h, s } from "../ui/dom.js";
import { count, t } from "../i18n/index.js";
import { ownMoves, scoreText, share, shortText } from "../model/score.js";

/** @typedef {import("../model/score.js").Worth} Worth */

/** What a worth is in words.  @param {Worth} worth for X */
export function worthWords(worth) {
  const wins = (/** @type {string} */ who, /** @type {number} */ plies) => count("winInOne", "winIn", ownMoves(plies), { who });
  if ("win_in" in worth) return wins(t("cross"), worth.win_in);
  if ("loss_in" in worth) return wins(t("nought"), worth.loss_in);
  if ("certain" in worth) return t(worth.certain === "draw" ? "value_draw" : worth.certain === "win" ? "value_first" : "value_second");
  if ("chance" in worth) return t("chanceOf", { n: Math.round(100 * worth.chance) });
  return scoreText(worth);
}

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
    // Without the sign of per cent: the bar is narrow.
    this.number.textContent = worth ? shortText(worth).replace("%", "") : "";
    this.element.setAttribute("aria-label", t("advantage", { score: worth ? shortText(worth) : "?" }));
  }
}

const [WIDTH, HEIGHT] = [320, 96];

/** The curve over a game. State in: `show(worths, now, marks)`; events out: `jump(ply)` when it is clicked or dragged along. */
export class EvaluationChart {
  /** @param {(ply: number) => void} jump */
  constructor(jump) {
    this.svg = s("svg", { class: "chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": t("chart") });
    this.plies = 1;
    this.now = 0;
    const go = (/** @type {PointerEvent} */ event) => {
      const box = this.svg.getBoundingClientRect();
      const at = ((event.clientX - box.left) / box.width) * WIDTH;
      const ply = Math.max(0, Math.min(this.plies, Math.round(((at - 6) / (WIDTH - 12)) * this.plies)));
      if (ply !== this.now) jump(ply);
    };
    this.svg.addEventListener("pointerdown", (event) => { this.svg.setPointerCapture(event.pointerId); go(event); });
    this.svg.addEventListener("pointermove", (event) => event.buttons && go(event));
  }

  /** @param {(Worth | null)[]} worths for X, one a ply from the start @param {number} now @param {{ply: number, tone: string}[]} [marks] moves to point out */
  show(worths, now, marks = []) {
    this.plies = Math.max(1, worths.length - 1);
    this.now = now;
    const x = (/** @type {number} */ ply) => (6 + (ply / this.plies) * (WIDTH - 12)).toFixed(1);
    const y = (/** @type {Worth} */ worth) => (HEIGHT / 2 - share(worth) * (HEIGHT / 2 - 8)).toFixed(1);
    const points = worths.flatMap((worth, ply) => (worth ? [{ x: x(ply), y: y(worth), ply }] : []));
    const path = points.map((point, i) => `${i ? "L" : "M"}${point.x} ${point.y}`).join("");
    const area = points.length > 1 ? `${path}L${points[points.length - 1].x} ${HEIGHT / 2}L${points[0].x} ${HEIGHT / 2}Z` : "";
    const tone = (/** @type {number} */ ply) => marks.find((mark) => mark.ply === ply)?.tone;
    this.svg.replaceChildren(
      s("rect", { class: "chart-x", width: WIDTH, height: HEIGHT / 2 }), s("rect", { class: "chart-o", y: HEIGHT / 2, width: WIDTH, height: HEIGHT / 2 }),
      s("path", { class: "chart-area", d: area }), s("line", { class: "chart-middle", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
      s("line", { class: "chart-now", x1: x(now), x2: x(now), y1: 0, y2: HEIGHT }), s("path", { class: "chart-line", d: path }),
      ...points.filter(({ ply }) => ply === now || tone(ply) || this.plies <= 40).map((point) => s("circle", { class: `chart-dot ${tone(point.ply) ?? ""}${point.ply === now ? " now" : ""}`, cx: point.x, cy: point.y, r: point.ply === now ? 4.5 : tone(point.ply) ? 3.6 : 1.8 })),
      s("text", { x: 6, y: 13 }, "×"), s("text", { x: 6, y: HEIGHT - 6 }, "○"));
  }
}
