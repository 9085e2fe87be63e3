// Links to the clipboard, texts to files.

import { t } from "../i18n/index.js";
import { link } from "../model/link.js";
import { showText } from "../view/dialogs.js";
import { toast } from "./announce.js";
import { h } from "./dom.js";

/** @param {import("../model/link.js").Page} page @param {import("../model/game.js").Game} game */
export async function shareLink(page, game) {
  const address = location.origin + location.pathname + link(page, game);
  try {
    await navigator.clipboard.writeText(address);
    toast(t("copied"));
  } catch {
    showText(t("copyThis"), address);
  }
}

/** @param {string} name @param {string | Uint8Array<ArrayBuffer>} text @param {string} kind */
export function download(name, text, kind) {
  const address = URL.createObjectURL(new Blob([text], { type: kind }));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
