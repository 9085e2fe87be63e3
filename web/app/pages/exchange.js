// Import and export: texts and files in, texts and files out. The server reads and writes them, the same code as on the
// command line.

import { button, h, select } from "../ui/dom.js";
import { complain } from "../ui/complain.js";
import { current, t } from "../i18n/index.js";
import { Game } from "../model/game.js";
import { bareMoves, pastedLink } from "../model/pasted.js";
import { rulesText } from "../model/rules.js";
import { toast } from "../ui/announce.js";
import { download } from "../ui/share.js";

const KINDS = { moves: ["txt", "text/plain"], json: ["jsonl", "application/json"], psq: ["psq", "text/plain"], sgf: ["sgf", "text/plain"], svg: ["svg", "image/svg+xml"] };

/** A game from what somebody pasted; says what is wrong if it is none.
 * @param {import("../net/transport.js").Transport} transport @param {string} text @param {string} rules the board of bare moves @returns {Promise<Game | null>} */
export async function readGame(transport, text, rules) {
  const ours = pastedLink(text);
  if (ours) {
    if (ours.wrong) toast(t("wrongLink", { what: ours.wrong }));
    return ours.game;
  }
  try {
    const reply = await transport.ask({ type: "read", text: bareMoves(text), rules }).done;
    return reply.type === "game" ? Game.fromRecord(reply.game) : null;
  } catch (error) {
    // The server explains in English; what it quotes is what matters.
    const message = error instanceof Error ? error.message : String(error);
    const [, what] = /['"‘“]([^'"’”]+)['"’”]/.exec(message) ?? /\b([a-z]{1,2}\d{1,3})\b/.exec(message) ?? [];
    toast(current() === "en" ? message : what && /\w/.test(what) ? t("importWrong", { what }) : t("importNothing"));
    return null;
  }
}

/** @param {import("../net/transport.js").Transport} transport @param {() => Game} game @param {(game: Game) => void} take */
export function exchange(transport, game, take) {
  const text = h("textarea", { rows: 3, id: "game-text", "aria-label": t("pasteHere"), placeholder: t("pasteHere"), spellcheck: "false" });
  const file = h("input", { type: "file", class: "unseen", tabindex: -1, "aria-label": t("openFile"), accept: ".jsonl,.json,.psq,.sgf,.txt", onchange: async () => {
    text.value = (await file.files?.[0]?.text()) ?? "";
    await read();
  } });
  /** @type {import("../net/messages.js").TextFormat} */
  let format = "moves";

  async function read() {
    const found = await readGame(transport, text.value, rulesText(game().rules));
    if (found) take(found);
  }

  /** @param {boolean} save */
  async function write(save) {
    try {
      const reply = await transport.ask({ type: "write", game: game().record(), format }).done;
      if (reply.type !== "text") return;
      const [ending, kind] = KINDS[format];
      if (save || format === "svg") download(`filetto.${ending}`, reply.text, kind);
      else text.value = reply.text;
    } catch (error) {
      complain(error);
    }
  }

  const formats = /** @type {[string, string][]} */ ([["moves", t("moves")], ["json", "JSON"], ["psq", "PSQ"], ["sgf", "SGF"], ["svg", "SVG"]]);
  return h("details", { class: "card exchange" }, h("summary", {}, t("importExport")), text,
    h("div", { class: "row" }, button(t("import"), read, { id: "import" }), button(t("openFile"), () => file.click()), file),
    h("div", { class: "row" }, select(t("export"), formats, format, (value) => (format = /** @type {typeof format} */ (value)), "format"), button(t("export"), () => write(false), { id: "export" }), button(t("save"), () => write(true))));
}
