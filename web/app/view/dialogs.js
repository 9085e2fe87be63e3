// Small dialogs: a question, the help, a text to copy.

import { button, h } from "../ui/dom.js";
import { t } from "../i18n/index.js";

/** @param {string} title @param {(close: () => void) => (Node | string)[]} content */
function open(title, content) {
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

/** @param {string} question @param {string} yes @param {string} no @param {() => void} act */
export function confirm(question, yes, no, act) {
  open(question, (close) => [h("div", { class: "dialog-buttons" }, button(no, close), button(yes, () => { close(); act(); }, { kind: "primary" }))]);
}

export function help() {
  /** @type {[string, Parameters<typeof t>[0]][]} */
  const keys = [
    ["← ↑ → ↓", "keyArrows"], ["Enter", "keyEnter"], ["u", "keyU"], ["h", "keyH"], ["n", "keyN"], ["r", "keyR"], ["s", "keyS"],
    [", .", "keyComma"], ["a", "keyA"], ["e", "keyE"], ["t", "keyT"], ["+ − 0", "keyPlus"], ["1 2 3 4", "key123"], ["?", "keyHelp"],
  ];
  open(t("help"), (close) => [
    h("p", {}, t("about")), h("h3", {}, t("keys")),
    h("dl", { class: "keys" }, ...keys.flatMap(([key, meaning]) => [h("dt", {}, ...key.split(" ").map((one) => h("kbd", {}, one))), h("dd", {}, t(meaning))])),
    h("div", { class: "dialog-buttons" }, button(t("close"), close, { kind: "primary" })),
  ]);
}

/** @param {string} title @param {string} text */
export function showText(title, text) {
  open(title, (close) => [
    h("textarea", { readonly: true, rows: 4, "aria-label": title }, text),
    h("div", { class: "dialog-buttons" }, button(t("close"), close, { kind: "primary" })),
  ]);
}
