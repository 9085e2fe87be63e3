// Small dialogs: a question, the help, a text to copy.

import { button, h } from "../ui/dom.js";
import { t } from "../i18n/index.js";
import { PAGES } from "../model/link.js";

/** A dialog with a heading.  @param {string} title @param {(close: () => void) => (Node | string)[]} content */
export function sheet(title, content) {
  const dialog = h("dialog", { class: "sheet-dialog small", "aria-labelledby": "dialog-title" });
  const close = () => {
    dialog.close();
    dialog.remove();
  };
  dialog.addEventListener("cancel", () => dialog.remove());
  dialog.addEventListener("click", (event) => event.target === dialog && close());
  dialog.append(h("h2", { id: "dialog-title" }, title), ...content(close));
  document.body.append(dialog);
  dialog.showModal();
}

/** @param {string} question @param {string} yes @param {string} no @param {() => void} act @param {string} [about] */
export function confirm(question, yes, no, act, about = "") {
  sheet(question, (close) => [about ? h("p", {}, about) : "", h("div", { class: "dialog-buttons" }, button(no, close), button(yes, () => { close(); act(); }, { kind: "primary" }))]);
}

/** All keys, and a way to the three games of the first visit. */
export function help() {
  /** @type {[string, Parameters<typeof t>[0]][]} */
  const keys = [
    ["← ↑ → ↓", "keyArrows"], ["Enter", "keyEnter"], ["u", "keyU"], ["h", "keyH"], ["n", "keyN"], ["r", "keyR"], ["s", "keyS"], ["v", "keyV"], ["m", "keyM"],
    [", .", "keyComma"], ["Home End", "keyEnds"], ["a", "keyA"], ["e", "keyE"], ["t", "keyT"], ["f", "keyF"], ["g", "keyG"], ["l", "keyL"], ["+ − 0", "keyPlus"],
  ];
  const row = (/** @type {string} */ key, /** @type {string} */ meaning) => [h("dt", {}, ...key.split(" ").map((one) => h("kbd", {}, one))), h("dd", {}, meaning)];
  // Enter closes it again: the focus begins there, not on the way out of the page.
  sheet(t("help"), (close) => [
    h("p", {}, t("about")), h("h3", {}, t("keys")),
    h("dl", { class: "keys" }, ...keys.flatMap(([key, meaning]) => row(key, t(meaning))),
      ...PAGES.flatMap((page, i) => row(String(i + 1), t(page))), ...row("?", t("keyHelp"))),
    h("div", { class: "dialog-buttons sticky" }, h("a", { class: "button", href: "#welcome", onclick: close }, t("welcomeBack")), first(button(t("close"), close, { kind: "primary" }))),
  ]);
}

/** Where the focus is when a dialog opens.  @param {HTMLElement} element */
function first(element) {
  element.setAttribute("autofocus", "");
  return element;
}

/** @param {string} title @param {string} text */
export function showText(title, text) {
  sheet(title, (close) => [
    h("textarea", { readonly: true, rows: 4, "aria-label": title }, text),
    h("div", { class: "dialog-buttons" }, button(t("close"), close, { kind: "primary" })),
  ]);
}
