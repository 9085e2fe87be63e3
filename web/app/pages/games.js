// My games: finished and unfinished, as pictures, with search, export, and a delete that can be undone.

import { t } from "../i18n/index.js";
import { Archive } from "../model/archive.js";
import { Game } from "../model/game.js";
import { Line } from "../model/line.js";
import { link } from "../model/link.js";
import { boardName } from "../view/names.js";
import { rulesText } from "../model/rules.js";
import { toast } from "../ui/announce.js";
import { complain } from "../ui/complain.js";
import { button, h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { download } from "../ui/share.js";
import { readGame } from "./exchange.js";
import { moves } from "../view/numbers.js";
import { sideName, statusText } from "../view/outcome.js";
import { picture } from "../view/picture.js";

/** @typedef {import("../model/archive.js").Kept} Kept */

/** Games that are drawn at first, and again on request. */
const SHOWN = 24;
const KINDS = /** @type {const} */ ({ json: ["jsonl", "application/json"], psq: ["psq", "text/plain"], sgf: ["sgf", "text/plain"] });

/** Formats that can hold a game: PSQ is for five in a row, SGF knows no gravity.  @param {Game} game */
function formats({ rules, setup }) {
  const { rows, cols, k, gravity, exact } = rules;
  const psq = k === 5 && !gravity && !exact && !setup.stones.length;
  return /** @type {("json" | "psq" | "sgf")[]} */ (["json", ...(psq ? ["psq"] : []), ...(!gravity && Math.max(rows, cols) <= 52 ? ["sgf"] : [])]);
}

export class GamesPage {
  /** @param {import("../net/transport.js").Transport} transport @param {Game | null} _game @param {import("../main.js").Context} context */
  constructor(transport, _game, { store }) {
    this.transport = transport;
    this.store = store;
    this.most = SHOWN;
    this.wanted = h("input", { type: "search", id: "search-games", placeholder: t("searchGames"), "aria-label": t("searchGames"), oninput: () => this.update() });
    this.summary = h("p", { class: "facts", id: "games-summary", "aria-live": "polite" });
    this.list = h("ul", { class: "game-list", id: "game-list" });
    this.text = h("textarea", { rows: 2, id: "import-text", placeholder: t("pasteHere"), "aria-label": t("pasteHere"), spellcheck: "false" });
    this.file = h("input", { type: "file", class: "unseen", tabindex: -1, "aria-label": t("openFile"), accept: ".jsonl,.json,.psq,.sgf,.txt", onchange: async () => {
      this.text.value = (await this.file.files?.[0]?.text()) ?? "";
      await this.import();
    } });
    this.element = h("div", { class: "my-games page-wide" },
      h("h1", {}, t("games")),
      h("div", { class: "games-bar" }, this.wanted, button(t("exportAll"), () => this.exportAll(), { icon: icon("share"), id: "export-all" })),
      h("details", { class: "card" }, h("summary", {}, t("importReview")), this.text,
        h("div", { class: "row" }, button(t("import"), () => this.import(), { id: "import-game" }), button(t("openFile"), () => this.file.click()), this.file)),
      this.summary, this.list);
    this.unsubscribe = store.subscribe("games", () => this.update());
    this.update();
  }

  /** Words by which a game is found.  @param {Kept} kept */
  words(kept) {
    const read = Game.fromRecord(kept.game);
    return [kept.game.rules, read ? boardName(read.rules) : "", ...this.names(kept), read ? this.result(kept, read) : "", kept.game.moves.join(" ")].join(" ");
  }

  /** Both sides in the language of the page where it is known who they were, else as the game has them.  @param {Kept} kept @returns {[string, string]} */
  names({ game, meta }) {
    const seats = meta?.seats;
    return seats ? [sideName(seats, 0), sideName(seats, 1)] : [game.first || t("cross"), game.second || t("nought")];
  }

  /** @param {Kept} kept @param {Game} game */
  result(kept, game) {
    const { over, winner } = game.outcome();
    if (!over) return t("unfinished");
    if (kept.meta?.seats) return statusText(game, kept.meta.seats);
    return winner === null ? t("draw") : t("wins", { who: this.names(kept)[winner] });
  }

  get found() {
    return this.store.archive.search(this.wanted.value, (kept) => this.words(kept));
  }

  update() {
    const { found } = this;
    const all = this.store.archive.all().length;
    this.summary.textContent = all ? t("gamesFound", { n: found.length, of: all }) : t("noGames");
    this.list.replaceChildren(...found.slice(0, this.most).flatMap((kept) => this.entry(kept) ?? []),
      ...(found.length > this.most ? [h("li", { class: "game-more" }, button(t("showMore"), () => { this.most += SHOWN; this.update(); }, { id: "show-more" }))] : []));
  }

  /** @param {Kept} kept */
  entry(kept) {
    const game = Game.fromRecord(kept.game);
    if (!game) return null;
    const over = game.outcome().over;
    const [first, second] = this.names(kept);
    const result = this.result(kept, game);
    const page = over ? "review" : "play";
    const name = boardName(game.rules);
    const when = new Date(kept.at).toLocaleDateString(document.documentElement.lang, { dateStyle: "medium" });
    const save = (/** @type {"json" | "psq" | "sgf"} */ format) => h("button", { type: "button", class: "link-button", "data-format": format, onclick: () => this.export(kept, format) }, { json: "JSON", psq: "PSQ", sgf: "SGF" }[format]);
    return h("li", { class: "card game-entry", "data-id": kept.id },
      h("a", { class: "game-picture", href: link(page, game), "aria-label": `${name}, ${result}: ${t(over ? "review" : "continueGame")}` }, picture(game)),
      h("div", { class: "game-words" }, h("h2", {}, name),
        h("p", { class: "game-players" }, h("span", { class: "x" }, "×"), ` ${first} `, h("span", { class: "o" }, "○"), ` ${second}`),
        h("p", { class: over ? "game-result" : "game-result open" }, result),
        h("p", { class: "facts" }, `${moves(game.moves.length)} · ${when}`)),
      h("div", { class: "game-actions" },
        h("a", { class: "button quiet primary", href: link(page, game) }, t(over ? "review" : "continueGame")),
        ...(over ? [] : [h("a", { class: "button quiet", href: link("review", game) }, t("review"))]),
        h("a", { class: "button quiet", href: link("analyse", game) }, t("analyse")),
        h("span", { class: "exports" }, ...formats(game).map(save),
          h("button", { type: "button", class: "tool delete", title: t("delete"), "aria-label": `${t("delete")}: ${name}, ${when}`, onclick: () => this.remove(kept) }, icon("trash")))));
  }

  /** @param {Kept} kept */
  remove(kept) {
    const undo = this.store.archive.remove(kept.id);
    toast(t("deleted"), { label: t("undoDelete"), act: undo });
  }

  /** @param {Kept} kept @param {"json" | "psq" | "sgf"} format */
  async export(kept, format) {
    const [ending, kind] = KINDS[format];
    try {
      const reply = await this.transport.ask({ type: "write", game: kept.game, format }).done;
      if (reply.type === "text") download(`filetto-${kept.game.rules}.${ending}`, reply.text, kind);
    } catch (error) {
      complain(error);
    }
  }

  exportAll() {
    download("filetto-games.jsonl", Archive.jsonLines(this.found), "application/json");
  }

  /** Reads a game, which is one's own from now on, and goes to its review. */
  async import() {
    const game = await readGame(this.transport, this.text.value, rulesText({ rows: 15, cols: 15, k: 5, gravity: false, exact: false }));
    if (!game) return;
    if (game.moves.length) this.store.record(new Line(game), Date.now());
    location.hash = link("review", game);
  }

  leave() {
    this.unsubscribe();
  }
}
