// An explanation that points: names of cells light their cells, steps can be played, threats have shapes and a legend.
//
// State in: `show(text, explanation, rules)` with the words and the data of one answer. Events out: `light(cells)` when a name is
// hovered or focused (empty when no longer), `play(cells)` with the first moves of the line when a step is chosen.

import { t } from "../i18n/index.js";
import { THREAT_SHAPES, steps } from "../model/explained.js";
import { cellIndex } from "../model/rules.js";
import { h } from "../ui/dom.js";

/** @typedef {import("../model/rules.js").Rules} Rules */

/** Words with each name of a cell as something that can be pointed at.
 * @param {string} text @param {Rules} rules @param {(cells: number[]) => void} light @returns {(Node | string)[]} */
export function pointing(text, rules, light) {
  return text.split(/\b([a-z]{1,2}\d{1,3})\b/).map((part, i) => {
    const cell = i % 2 ? cellIndex(rules, part) : -1;
    if (cell < 0) return part;
    const on = () => light([cell]);
    const off = () => light([]);
    return h("span", { class: "cell-link", tabindex: 0, role: "button", "data-cell": part, onmouseenter: on, onfocus: on, onmouseleave: off, onblur: off, onclick: on }, part);
  });
}

/** What each shape means. */
export function threatLegend() {
  const kinds = /** @type {(keyof typeof THREAT_SHAPES)[]} */ (Object.keys(THREAT_SHAPES));
  return h("ul", { class: "legend", "aria-label": t("threats") }, ...kinds.map((kind) =>
    h("li", {}, h("span", { class: "legend-sign", "aria-hidden": "true" }, THREAT_SHAPES[kind]), ` ${t(/** @type {any} */ (`threat_${kind}`))}`)));
}

export class ExplanationView {
  /** @param {{light?: (cells: number[]) => void, play?: (cells: string[]) => void}} [events] */
  constructor({ light = () => {}, play = () => {} } = {}) {
    this.light = light;
    this.play = play;
    this.text = h("div", { class: "explained" });
    this.list = h("ol", { class: "explained-steps" });
    this.element = h("div", { class: "explanation-view" }, this.text, this.list);
    this.shown = "";
  }

  /** @param {string} text @param {any} explanation @param {Rules} rules */
  show(text, explanation, rules) {
    // Answers come again and again while the engine thinks: what is the same keeps its focus.
    const key = text + JSON.stringify(explanation?.why ?? null);
    if (key === this.shown) return;
    this.shown = key;
    const line = steps(explanation).slice(0, 14);
    let numbered = false;
    // A line of the text that is a step of the line is played by its number.
    const paragraph = (/** @type {string} */ part) => {
      const [, number, rest] = /^\s*(\d+)\. (.*)$/.exec(part) ?? [];
      if (!number || Number(number) > line.length) return h("p", {}, ...pointing(part, rules, this.light));
      numbered = true;
      const cells = line.slice(0, Number(number)).map((one) => one.cell);
      return h("p", {}, h("button", { type: "button", class: "step number", "data-step": number, title: t("step"), "aria-label": `${t("step")} ${number}`, onclick: () => this.play(cells) }, `${number}.`), " ", ...pointing(rest, rules, this.light));
    };
    this.text.replaceChildren(...text.split("\n").filter(Boolean).map(paragraph));
    this.list.hidden = !line.length || numbered;
    if (this.list.hidden) return this.list.replaceChildren();
    this.list.replaceChildren(...line.map((step, i) => {
      const effect = step.effects[0] ? t(/** @type {any} */ (`effect_${step.effects[0].what}`)) : "";
      const cell = [cellIndex(rules, step.cell)];
      const cells = line.slice(0, i + 1).map((one) => one.cell);
      return h("li", {}, h("button", { type: "button", class: `step side-${step.side}`, "data-step": i + 1, onclick: () => this.play(cells),
        onmouseenter: () => this.light(cell), onfocus: () => this.light(cell), onmouseleave: () => this.light([]), onblur: () => this.light([]) },
        h("span", { class: "symbol" }, step.side ? "○" : "×"), ` ${step.cell}`, effect ? h("small", {}, ` ${effect}`) : null));
    }));
  }

  clear() {
    this.shown = "";
    [this.text, this.list].forEach((part) => part.replaceChildren());
  }
}
