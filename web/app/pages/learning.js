// Watch it learn: the curve of a training, and what its generations think of a position that one sets up.

import { t } from "../i18n/index.js";
import { Game } from "../model/game.js";
import { boardName } from "../view/names.js";
import { cellIndex, parseRules, rulesText } from "../model/rules.js";
import { toast } from "../ui/announce.js";
import { button, h, select } from "../ui/dom.js";
import { Board } from "../view/board.js";
import { learningCurve } from "../view/curve.js";

/** @typedef {import("../net/messages.js").Learning} Learning */

/** The board that is shown first: the one whose exact values are known. */
const FIRST = "6x7x4g";
export class LearningPanel {
  /** @param {import("../net/transport.js").Transport} transport */
  constructor(transport) {
    this.transport = transport;
    this.game = new Game(/** @type {import("../model/rules.js").Rules} */ (parseRules(FIRST)));
    /** Which of the generations is looked at; the last if it is none. @type {number | null} */
    this.shown = null;
    /** @type {Learning | null} */
    this.reply = null;
    this.board = new Board({ pick: (cell) => this.play(cell) });
    this.curve = h("div", {});
    this.choice = h("div", { class: "learning-choice" });
    this.slider = h("input", { type: "range", id: "learning-generation", min: 0, max: 0, "aria-label": t("learningGeneration"), oninput: () => this.look(Number(this.slider.value)) });
    this.words = h("p", { class: "explanation", id: "learning-words", role: "status" });
    const body = h("div", { class: "learning-body" }, h("p", { class: "about" }, t("learningAbout")),
      h("div", { class: "learning-curve" }, this.choice, this.curve, this.slider, this.words),
      h("div", { class: "learning-board mini" }, this.board.element, button(t("undo"), () => this.undo(), { kind: "quiet", id: "learning-undo" })));
    const details = h("details", { class: "card learning", id: "learning" }, h("summary", {}, t("learning")), body);
    details.addEventListener("toggle", () => details.open && !this.reply && this.ask());
    this.element = details;
  }

  /** Looks at another of the generations that were kept.  @param {number} index */
  look(index) {
    this.shown = this.reply?.generations[index]?.generation ?? null;
    this.update();
  }

  /** @param {number} cell */
  play(cell) {
    if (this.game.play(cell)) this.ask();
  }

  undo() {
    this.game.undo();
    this.ask();
  }

  async ask() {
    try {
      const reply = await this.transport.ask({ type: "learning", game: this.game.record() }).done;
      if (reply.type !== "learning") return;
      this.reply = reply;
      this.update();
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error));
    }
  }

  update() {
    if (!this.reply) return;
    const { boards, curve: log, generations } = this.reply;
    const rules = this.game.rules;
    const seen = generations.find(({ generation }) => generation === this.shown) ?? generations.at(-1);
    this.curve.replaceChildren(learningCurve(log, seen?.generation));
    const named = (/** @type {string} */ text) => { const one = parseRules(text); return one ? `${boardName(one)} · ${text}` : text; };
    this.choice.replaceChildren(select(t("learningBoard"), boards.map((text) => [text, named(text)]), rulesText(rules), (text) => this.open(text)));
    this.slider.hidden = generations.length < 2;
    this.slider.max = String(Math.max(0, generations.length - 1));
    this.slider.value = String(seen ? generations.indexOf(seen) : 0);
    this.slider.setAttribute("aria-valuetext", `${t("learningGeneration")} ${seen?.generation ?? ""}`);
    if (!seen) {
      this.words.textContent = "";
      return this.board.show(this.game, { playable: false });
    }
    const best = seen.policy.reduce((a, b) => (b[1] > a[1] ? b : a));
    const percent = (/** @type {number} */ share) => Math.round(share * 100);
    const marks = seen.policy.filter(([, share]) => share >= 0.01).map(([cell, share]) => (
      { cell: cellIndex(rules, cell), text: String(percent(share)), kind: /** @type {const} */ ("value"), tone: cell === best[0] ? "good" : "" }));
    this.board.show(this.game, { marks });
    this.words.textContent = t("learningValue", { n: seen.generation, chance: percent((seen.value + 1) / 2), cell: best[0], share: percent(best[1]) });
  }

  /** @param {string} text */
  open(text) {
    const rules = parseRules(text);
    if (!rules) return;
    this.game = new Game(rules);
    this.shown = null;
    this.ask();
  }
}
