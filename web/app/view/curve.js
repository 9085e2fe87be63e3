// The curve of a training.

import { t } from "../i18n/index.js";
import { h, s } from "../ui/dom.js";

/** @typedef {import("../net/messages.js").CurvePoint} CurvePoint */

const [WIDTH, HEIGHT, EDGE] = [480, 150, 34];

/** Where a generation is across the chart.  @param {number} n @param {number} last */
const across = (n, last) => EDGE + ((n - 1) / Math.max(last - 1, 1)) * (WIDTH - EDGE - 8);

/** One curve of an SVG chart.  @param {[number, number][]} points @param {string} kind @param {[number, number]} range @param {number} last */
function curve(points, kind, [low, high], last) {
  const x = (/** @type {number} */ n) => across(n, last);
  const y = (/** @type {number} */ v) => HEIGHT - 20 - ((v - low) / Math.max(high - low, 1e-9)) * (HEIGHT - 34);
  return s("polyline", { class: kind, fill: "none", points: points.map(([n, v]) => `${x(n).toFixed(1)},${y(v).toFixed(1)}`).join(" ") });
}

/** The chart of a training: shares of right moves where they are known, else the loss; and which generation is looked at.  @param {CurvePoint[]} log @param {number} [seen] */
export function learningCurve(log, seen) {
  const known = log.filter(({ keeps }) => keeps !== null);
  const last = log.at(-1)?.generation ?? 1;
  /** @type {[string, [number, number][]][]} */
  const curves = known.length
    ? [["keeps", known.map(({ generation, keeps }) => [generation, keeps ?? 0])], ["perfect", known.map(({ generation, perfect }) => [generation, perfect ?? 0])]]
    : [["loss", log.map(({ generation, policy_loss }) => [generation, policy_loss])]];
  const values = curves.flatMap(([, points]) => points.map(([, value]) => value));
  /** @type {[number, number]} */
  const range = [Math.min(...values), Math.max(...values)];
  const text = (/** @type {number} */ value) => (known.length ? `${Math.round(value * 100)} %` : value.toFixed(2));
  const title = known.length ? t("learningCurve") : t("learningLoss");
  return h("figure", { class: "learning-chart" },
    s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": title },
      seen === undefined ? null : s("line", { class: "seen", x1: across(seen, last), x2: across(seen, last), y1: 8, y2: HEIGHT - 18 }),
      s("text", { x: 2, y: 18 }, text(range[1])), s("text", { x: 2, y: HEIGHT - 18 }, text(range[0])),
      s("text", { x: EDGE, y: HEIGHT - 4 }, "1"), s("text", { x: WIDTH - 8, y: HEIGHT - 4, "text-anchor": "end" }, String(last)),
      ...curves.map(([kind, points]) => curve(points, kind, range, last))),
    h("figcaption", {}, title, known.length ? h("span", { class: "keeps" }, ` — ${t("learningKeeps")}`) : "", known.length ? h("span", { class: "perfect" }, ` — ${t("learningPerfect")}`) : ""));
}
