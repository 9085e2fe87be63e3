// Any board: three sliders, a switch, and boards with a name.

import { h } from "../ui/dom.js";
import { t } from "../i18n/index.js";
import { boardName } from "./names.js";
import { PRESETS } from "../model/presets.js";
import { parseRules, rulesText } from "../model/rules.js";

/** @typedef {import("../model/rules.js").Rules} Rules */

/** A board's name with its code after it.  @param {string} text */
function nameOf(text) {
  const rules = parseRules(text);
  return rules ? `${boardName(rules)} · ${text}` : text;
}

export class BoardChooser {
  /** @param {Rules} rules @param {(rules: Rules) => void} [changed] @param {number} [longest] */
  constructor(rules, changed = () => {}, longest = 100) {
    this.rules = { ...rules };
    this.changed = changed;
    const slider = (/** @type {"rows" | "cols" | "k"} */ name, /** @type {string} */ label) => {
      const number = h("output", {});
      const input = h("input", { type: "range", min: 1, max: longest, step: 1, "aria-label": label, name, oninput: () => this.set({ [name]: Number(input.value) }) });
      return { input, number, row: h("label", { class: "slider" }, h("span", {}, label), input, number) };
    };
    this.sliders = { rows: slider("rows", t("rows")), cols: slider("cols", t("cols")), k: slider("k", t("inARow")) };
    this.gravity = h("input", { type: "checkbox", role: "switch", name: "gravity", onchange: () => this.set({ gravity: this.gravity.checked }) });
    this.chips = h("div", { class: "chips" }, ...PRESETS[0].boards.map(({ name, rules: text }) =>
      h("button", { type: "button", class: "chip", "data-rules": text, onclick: () => this.take(text) },
        h("span", {}, t(/** @type {any} */ (name))), h("small", {}, text))));
    this.more = h("select", { "aria-label": t("moreBoards"), onchange: () => this.take(this.more.value) },
      h("option", { value: "" }, t("moreBoards")),
      ...PRESETS.slice(1).map(({ group, boards }) => h("optgroup", { label: t(group) }, ...boards.map(({ rules: text }) => h("option", { value: text }, nameOf(text))))));
    this.preview = h("div", { class: "preview-board", "aria-hidden": "true" });
    this.element = h("div", { class: "chooser" },
      h("div", { class: "chooser-top" }, this.chips, this.more),
      h("div", { class: "chooser-main" },
        h("div", { class: "sliders" }, this.sliders.rows.row, this.sliders.cols.row, this.sliders.k.row,
          h("label", { class: "switch" }, this.gravity, h("span", { class: "knob", "aria-hidden": "true" }), h("span", {}, t("gravity"), h("small", {}, t("gravityHint"))))),
        this.preview));
    this.update();
  }

  /** @param {string} text */
  take(text) {
    const rules = parseRules(text);
    if (rules) this.set(rules);
  }

  /** @param {Partial<Rules>} part */
  set(part) {
    // Whoever moves a slider has left the preset, and its "exactly" with it.
    const exact = part.exact ?? (part.gravity === undefined && part.k === undefined ? this.rules.exact : false);
    this.rules = { ...this.rules, ...part, exact };
    this.rules.k = Math.min(this.rules.k, Math.max(this.rules.rows, this.rules.cols));
    this.update();
    this.changed(this.rules);
  }

  update() {
    const { rows, cols, k, gravity } = this.rules;
    const values = { rows, cols, k };
    this.sliders.k.input.max = String(Math.max(rows, cols));
    for (const name of /** @type {const} */ (["rows", "cols", "k"])) {
      this.sliders[name].input.value = String(values[name]);
      this.sliders[name].number.textContent = String(values[name]);
    }
    this.gravity.checked = gravity;
    const text = rulesText(this.rules);
    for (const chip of this.chips.children) {
      const chosen = chip.getAttribute("data-rules") === text;
      chip.classList.toggle("chosen", chosen);
      chip.setAttribute("aria-pressed", String(chosen));
    }
    this.more.value = [...this.more.options].some((option) => option.value === text) ? text : "";
    this.preview.textContent = text;
    this.preview.style.setProperty("--ratio", String(cols / rows));
    this.preview.style.setProperty("--step-x", `${100 / cols}%`);
    this.preview.style.setProperty("--step-y", `${100 / rows}%`);
  }
}
