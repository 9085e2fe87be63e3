// The end of a game as an event: a card over the board.
//
// It stands where it hides least of the winning row: at the top or the bottom of the board, on a phone at the bottom of the screen.
// State in: `show(end)`, `hide()`. Events out: the functions that `end` brings along, one a button.

import { button, h } from "../ui/dom.js";
import { t } from "../i18n/index.js";
import { icon } from "../ui/icons.js";

/** @typedef {{title: string, about: string, mood: "won" | "lost" | "drawn", symbol: string, high: boolean, rematch: () => void, swap: (() => void) | null, review: (() => void) | null, next: {label: string, act: () => void} | null}} End */

export class EndCard {
  constructor() {
    this.element = h("div", { class: "end-card", id: "end-card", role: "group", "aria-labelledby": "end-title", hidden: true });
  }

  /** @param {End} end */
  show({ title, about, mood, symbol, high, rematch, swap, review, next }) {
    const close = h("button", { type: "button", class: "tool end-close", "aria-label": t("close"), title: t("close"), onclick: () => this.hide() }, icon("close"));
    const sparks = mood === "won" ? h("div", { class: "sparks", "aria-hidden": "true" }, ...Array.from({ length: 14 }, (_, i) => {
      const spark = h("i", {});
      spark.style.setProperty("--turn", `${(360 / 14) * i}deg`);
      return spark;
    })) : null;
    this.element.className = `end-card ${mood}${high ? " high" : ""}`;
    this.element.replaceChildren(close, sparks ?? "", h("p", { class: "end-symbol", "aria-hidden": "true" }, symbol),
      h("div", { class: "end-words" }, h("p", { class: "end-title", id: "end-title" }, title), about ? h("p", { class: "about", id: "end-about" }, about) : ""),
      h("div", { class: "end-buttons" },
        ...(next ? [button(next.label, next.act, { kind: "primary", id: "next-level" })] : []),
        button(t("rematch"), rematch, { kind: next ? "" : "primary", id: "rematch" }),
        ...(swap ? [button(t("swapRematch"), swap, { icon: icon("swap"), id: "swap-rematch" })] : []),
        ...(review ? [button(t("review"), review, { icon: icon("search"), id: "review" })] : [])));
    this.element.hidden = false;
  }

  hide() {
    this.element.hidden = true;
  }
}
