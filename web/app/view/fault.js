// A move of a review in words: what it gave away, what was better, what follows; and both sides' accuracy.
//
// State in: `show(move, …)`, `say(how, words)`. Events out: `light(cells)`, `show(from, cells)` and `run(from, cells)` for lines on the
// board, `retry(number)`, `stop()`.

import { t } from "../i18n/index.js";
import { steps } from "../model/explained.js";
import { button, h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { ExplanationView, pointing } from "./explanation.js";
import { signTone } from "./movelist.js";

/** @typedef {import("../model/judged.js").JudgedMove} JudgedMove */
/** @typedef {{light: (cells: number[]) => void, show: (from: number, cells: string[]) => void, run: (from: number, cells: string[]) => void, retry: (number: number) => void, stop: () => void}} Events */

/** A line is shown so far. */
const LONGEST = 15;

export class FaultView {
  /** @param {Events} events */
  constructor(events) {
    this.events = events;
    this.shown = "";
    this.number = 0;
    this.head = h("p", { class: "fault-head", id: "fault-head" });
    this.sentence = h("p", { class: "fault-sentence", id: "fault-sentence" });
    this.said = h("p", { class: "status", id: "fault-said", "aria-live": "polite" });
    this.better = new ExplanationView({ light: events.light, play: (cells) => events.show(this.number - 1, cells) });
    this.refutation = new ExplanationView({ light: events.light, play: (cells) => events.show(this.number, cells) });
    this.buttons = h("div", { class: "row fault-buttons" });
    this.element = h("section", { class: "card fault", id: "fault", "aria-label": t("theMove") }, this.head, this.sentence, this.buttons, this.said, this.better.element, this.refutation.element);
  }

  /** @param {string} how @param {string} words */
  say(how, words) {
    this.said.textContent = words;
    this.said.className = `status ${how}`;
    this.said.hidden = !words;
  }

  /** @param {JudgedMove | null} move @param {import("../model/rules.js").Rules} rules @param {boolean} proved whether it is a proved puzzle @param {boolean} any whether there is a move at all */
  show(move, rules, proved, any) {
    this.element.hidden = !any;
    const key = JSON.stringify([move?.judged.number, move?.sign, proved, any]);
    if (key === this.shown) return;
    this.shown = key;
    const { judged } = move ?? {};
    this.number = judged?.number ?? 0;
    this.say("", "");
    this.head.replaceChildren(...(move ? [`${judged.number}. ${judged.side === "second" ? "○" : "×"} ${judged.cell} `, h("b", { class: `sign-mark ${signTone(move.sign)}` }, move.sign), ` ${move.class}`] : [t("notJudged")]));
    this.sentence.replaceChildren(...pointing(move?.sentence ?? "", rules, this.events.light));
    const other = judged?.side === "first" ? "second" : "first";
    const lines = { better: { why: judged?.better, to_move: judged?.side }, refutation: { why: judged?.refutation, to_move: other } };
    this.better.show(move?.better ?? "", lines.better, rules);
    this.refutation.show(move?.refutation ?? "", lines.refutation, rules);
    const runs = (/** @type {"better" | "refutation"} */ which, /** @type {number} */ from) => {
      const cells = steps(lines[which]).slice(0, LONGEST).map(({ cell }) => cell);
      const first = which === "better" && !cells.length && judged?.best ? [judged.best] : cells;
      return first.length ? [button(t(which === "better" ? "showBetter" : "showFollows"), () => this.events.run(from, first), { icon: icon("play"), id: `run-${which}` })] : [];
    };
    const fault = Boolean(move?.sign.startsWith("?"));
    this.buttons.replaceChildren(...(move && fault ? [
      ...(judged.best ? [button(t("tryYourself"), () => this.events.retry(judged.number), { kind: "primary", icon: icon("puzzle"), id: "try-yourself" })] : []),
      ...runs("better", judged.number - 1), ...runs("refutation", judged.number),
      button(t("backToGame"), () => this.events.stop(), { kind: "quiet", id: "back-to-game" })] : []));
  }
}

const SIGNS = /** @type {const} */ (["!", "?!", "?", "??"]);

/** @param {import("../model/judged.js").Judgement} judgement @param {import("../model/game.js").Game} game */
export function accuracyTable(judgement, game) {
  const row = (/** @type {0 | 1} */ side) => {
    const name = /** @type {const} */ (["first", "second"])[side];
    const share = judgement.review?.accuracy[side];
    return h("tr", { class: `side-${side}` },
      h("th", { scope: "row" }, h("span", { class: "symbol", "aria-hidden": "true" }, side ? "○" : "×"), ` ${game.names[side] || (side ? t("nought") : t("cross"))}`),
      h("td", { class: "accuracy-number" }, typeof share === "number" ? `${Math.round(share)} %` : "–"),
      ...SIGNS.map((sign) => h("td", {}, String(judgement.count(name, sign)))));
  };
  return h("table", { class: "accuracy" }, h("caption", { class: "unseen" }, t("accuracy")),
    h("thead", {}, h("tr", {}, h("td", {}), h("th", { scope: "col" }, t("accuracy")), ...SIGNS.map((sign) => h("th", { scope: "col", title: t(/** @type {any} */ (`sign_${signTone(sign)}`)) }, h("b", { class: `sign-mark ${signTone(sign)}` }, sign), h("span", { class: "unseen" }, ` ${t(/** @type {any} */ (`sign_${signTone(sign)}`))}`))))),
    h("tbody", {}, row(0), row(1)));
}
