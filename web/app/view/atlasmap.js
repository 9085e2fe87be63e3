// The boards of one K as a grid: rows down, columns across, a sign in each whose value is known.

import { h } from "../ui/dom.js";
import { t } from "../i18n/index.js";

export const SIGNS = { first: "×", second: "○", draw: "=", unknown: "?" };

/** @param {Map<string, import("../net/messages.js").AtlasBoard>} known @param {number} k @param {boolean} gravity @param {number} longest
 * @param {string} chosen @param {(rules: string) => void} look */
export function atlasMap(known, k, gravity, longest, chosen, look) {
  const sizes = Array.from({ length: longest }, (_, i) => i + 1);
  const cell = (/** @type {number} */ rows, /** @type {number} */ cols) => {
    if (k > Math.max(rows, cols)) return h("td", {});
    const rules = `${rows}x${cols}x${k}${gravity ? "g" : ""}`;
    const board = known.get(rules);
    const family = board?.family ? `, ${t("familyOf", { family: board.family })}` : "";
    const words = board ? `${t(`value_${board.value}`)}, ${t(/** @type {any} */ (`how_${board.how}`))}${family}` : t("atlasOpen");
    return h("td", {}, h("button", {
      type: "button", class: board ? `${board.value} ${board.how}${board.family ? " family" : ""}` : "open", title: `${rules}: ${words}`, "aria-label": `${rules}: ${words}`,
      "aria-current": rules === chosen ? "true" : undefined, "data-rules": rules, onclick: () => look(rules),
    }, board ? SIGNS[board.value] : ""));
  };
  const table = h("table", { class: "map", "data-longest": longest }, h("caption", { class: "unseen" }, t("atlasMap", { k })),
    h("thead", {}, h("tr", {}, h("td", {}), ...sizes.map((cols) => h("th", { scope: "col" }, String(cols))))),
    h("tbody", {}, ...sizes.map((rows) => h("tr", {}, h("th", { scope: "row" }, String(rows)), ...sizes.map((cols) => cell(rows, cols))))));
  // Arrows walk over the map; empty places are stepped over.
  table.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
    const at = /** @type {HTMLElement} */ (event.target).dataset?.rules?.match(/\d+/g)?.map(Number);
    if (!step || !at) return;
    event.preventDefault();
    const [rows, cols] = [at[0] + step[0], at[1] + step[1]];
    /** @type {HTMLElement | null} */ (table.querySelector(`[data-rules="${rows}x${cols}x${k}${gravity ? "g" : ""}"]`))?.focus();
  });
  return table;
}

/** What the signs, lines and corners mean. */
export function atlasLegend() {
  const entry = (/** @type {string} */ kind, /** @type {string} */ sign, /** @type {string} */ words) =>
    h("li", {}, h("span", { class: `swatch ${kind}`, "aria-hidden": "true" }, sign), ` ${words}`);
  return h("ul", { class: "atlas-legend", id: "atlas-legend" },
    entry("first certificate", SIGNS.first, t("value_first")), entry("second certificate", SIGNS.second, t("value_second")), entry("draw certificate", SIGNS.draw, t("value_draw")),
    entry("open", "", t("atlasOpen")), entry("draw certificate", "", t("legendSolid")), entry("draw literature", "", t("legendDashed")), entry("draw certificate family", "", t("legendFamily")));
}
