// The moves of a game, each a button that jumps there.

import { h } from "../ui/dom.js";
import { t } from "../i18n/index.js";
import { cellName } from "../model/rules.js";

/** @typedef {import("../model/line.js").Line} Line */

/** How a sign of a review is coloured.  @param {string} sign */
export const signTone = (sign) => ({ "??": "worst", "?": "bad", "?!": "slight", "!": "good" }[sign] ?? "");

export class MoveList {
  /** @param {(ply: number) => void} jump @param {(index: number) => void} [follow] */
  constructor(jump, follow) {
    this.jump = jump;
    this.follow = follow;
    this.state = "";
    this.list = h("ol", { class: "moves" });
    this.others = h("div", { class: "variations" });
    this.element = h("section", { class: "card movelist", "aria-label": t("moves") }, h("h2", {}, t("moves")), this.list, this.others);
  }

  /** @param {Line} line @param {(number: number) => {sign: string, words: string} | null} [judged] what a review says of a move, from one */
  show(line, judged = () => null) {
    const { game } = line;
    // A player that thinks aloud redraws its page many times a second; the moves are the same.
    const state = `${game.moves.join()}:${line.ply}:${line.variations.map(({ ply, moves }) => `${ply}-${moves.join()}`)}:${game.moves.map((_, i) => judged(i + 1)?.sign ?? "")}`;
    if (state === this.state) return;
    this.state = state;
    const focused = this.list.contains(document.activeElement);
    const one = (/** @type {number} */ cell, /** @type {number} */ ply) => {
      const side = game.mover(ply);
      const now = line.ply === ply + 1;
      const found = judged(ply + 1);
      const name = cellName(game.rules, cell);
      return h("li", {}, h("button", { type: "button", class: `move side-${side}${now ? " now" : ""}`, title: found?.words || undefined, "aria-label": found?.sign ? `${ply + 1} ${name} ${found.sign} ${found.words}` : undefined, "aria-current": now ? "step" : undefined, onclick: () => this.jump(ply + 1) },
        h("span", { class: "number" }, `${ply + 1}`), h("span", { class: "symbol", "aria-hidden": "true" }, side ? "○" : "×"), name,
        found?.sign ? h("b", { class: `sign-mark ${signTone(found.sign)}` }, found.sign) : null));
    };
    this.list.replaceChildren(...game.moves.map(one));
    if (!game.moves.length) this.list.append(h("li", { class: "none" }, t("noMoves")));
    // Only the list scrolls, never the page.
    const now = /** @type {HTMLElement | null} */ (this.list.querySelector(".now"));
    if (now) this.list.scrollTop = now.offsetTop - this.list.offsetTop - this.list.clientHeight / 2;
    if (focused) now?.focus({ preventScroll: true });
    const follow = this.follow;
    this.others.replaceChildren(...(follow && line.variations.length ? [
      h("h3", {}, t("variations")),
      ...line.variations.map(({ ply, moves }, index) => h("button", { type: "button", class: "variation", onclick: () => follow(index) },
        `${ply + 1}. ${moves.slice(0, 6).map((cell) => cellName(game.rules, cell)).join(" ")}${moves.length > 6 ? " …" : ""}`)),
    ] : []));
  }
}
