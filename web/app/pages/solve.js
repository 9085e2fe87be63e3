// Solve: who wins under best play, proved.

import { t } from "../i18n/index.js";
import { Game } from "../model/game.js";
import { Line } from "../model/line.js";
import { link } from "../model/link.js";
import { cellIndex, rulesText } from "../model/rules.js";
import { announce, toast } from "../ui/announce.js";
import { button, h, select } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { onKeys } from "../ui/keys.js";
import { download, shareLink } from "../ui/share.js";
import { BoardView } from "../view/board.js";
import { BoardChooser } from "../view/boardchooser.js";
import { MoveList } from "../view/movelist.js";

/** @typedef {import("../net/messages.js").Fact} Fact */
/** @typedef {import("../net/messages.js").Solved} Solved */
/** @typedef {import("../net/messages.js").Verdict} Verdict */

const SIGNS = { first: "×", second: "○", draw: "=", unknown: "?" };
const SMALL = { rows: 4, cols: 4, k: 4, gravity: false, exact: false };

export class SolvePage {
  /** @param {import("../net/transport.js").Transport} transport @param {Game | null} game */
  constructor(transport, game) {
    this.transport = transport;
    this.line = new Line(game && game.rules.rows * game.rules.cols <= 64 ? game : new Game(SMALL));
    this.time = 60000;
    /** @type {import("../net/transport.js").Ask | null} */
    this.asking = null;
    /** @type {Fact[]} */
    this.facts = [];
    /** @type {Verdict | Solved | null} Known before the values of moves and the proof are. */
    this.answer = null;
    this.board = new BoardView((cell) => { if (this.line.play(cell)) this.changed(); });
    this.list = new MoveList((ply) => { this.line.go(ply); this.changed(); });
    this.verdict = h("p", { class: "big-score", id: "verdict" });
    this.progress = h("p", { class: "facts", id: "progress" });
    this.meter = h("progress", { max: 1000, value: 0, "aria-label": t("solving") });
    this.result = h("div", { class: "row" });
    this.chooser = new BoardChooser(this.line.game.rules, (rules) => { this.line = new Line(new Game(rules)); this.changed(); }, 16);
    this.element = this.layout();
    this.removeKeys = onKeys({
      e: () => this.solve(), u: () => { this.line.go(this.line.ply - 1); this.changed(); },
      ",": () => { this.line.go(this.line.ply - 1); this.changed(); }, ".": () => { this.line.go(this.line.ply + 1); this.changed(); },
    });
    this.update();
  }

  layout() {
    const times = /** @type {[string, string][]} */ ([["10000", "10 s"], ["60000", "1 min"], ["600000", "10 min"]]);
    this.start = button(t("solveNow"), () => this.solve(), { kind: "primary", key: "e", id: "solve" });
    return h("div", { class: "solve layout" },
      h("h1", { class: "unseen" }, t("solve")),
      h("div", { class: "stage" }, this.board.element),
      h("aside", { class: "side" },
        h("p", { class: "about" }, t("solveIntro")),
        h("section", { class: "card" }, h("div", { class: "row" }, select(t("timeLimit"), times, String(this.time), (value) => (this.time = Number(value))), this.start),
          this.meter, this.verdict, this.progress, this.result),
        h("section", { class: "card" }, this.chooser.element),
        this.list.element,
        h("div", { class: "row" }, button(t("share"), () => shareLink("solve", this.line.shown), { icon: icon("share") }),
          button(t("playFrom"), () => (location.hash = link("play", this.line.shown)), { icon: icon("play") }))));
  }

  changed() {
    this.stop();
    this.facts = [];
    this.answer = null;
    this.progress.textContent = "";
    history.replaceState(null, "", link("solve", this.line.game));
    this.update();
  }

  update() {
    const game = this.line.shown;
    const marks = this.facts.map(({ cell, value }) => ({ cell: cellIndex(game.rules, cell), kind: /** @type {const} */ ("value"), text: SIGNS[value], tone: `verdict-${value}` }));
    this.board.show(game, { marks });
    this.list.show(this.line);
    this.meter.hidden = !this.asking;
    this.start?.querySelector(".words")?.replaceChildren(this.asking ? t("stopNow") : t("solveNow"));
    const answer = this.answer;
    const outcome = game.outcome();
    this.verdict.textContent = answer ? t(`value_${answer.value}`) : this.asking ? t("solving")
      : outcome.over ? t(outcome.winner === null ? "value_draw" : outcome.winner ? "value_second" : "value_first") : "";
    this.result.replaceChildren(...(answer?.type === "solved" ? answer.certificates : []).flatMap(({ bytes, checked }, i) => [
      h("p", { class: "about" }, t("checkedBy", { words: checked })),
      button(t("certificate"), () => this.save(bytes, i), { id: i ? `certificate-${i + 1}` : "certificate" }),
    ]), ...(this.facts.length ? [h("p", { class: "about" }, t("perfect"))] : []));
  }

  async solve() {
    if (this.asking) return this.asking.stop();
    const game = this.line.shown;
    if (game.outcome().over) return toast(t("nothing"));
    this.facts = [];
    this.answer = null;
    const ask = this.transport.ask({ type: "solve", game: game.record(), time_ms: this.time }, (reply) => {
      if (reply.type === "fact") this.facts.push(reply);
      if (reply.type === "verdict") {
        this.answer = /** @type {Verdict} */ (reply);
        announce(t(`value_${this.answer.value}`));
      }
      if (reply.type === "fact" || reply.type === "verdict") this.update();
      if (reply.type === "progress") this.tell(reply);
    });
    this.asking = ask;
    this.update();
    try {
      const reply = await ask.done;
      if (this.asking !== ask || reply.type !== "solved") return;
      this.answer = reply;
      this.progress.textContent = `${reply.nodes.toLocaleString()} ${t("nodes")} · ${(reply.ms / 1000).toFixed(2)} s`;
    } catch (error) {
      if (this.asking === ask) toast(error instanceof Error ? error.message : String(error));
    } finally {
      if (this.asking === ask) this.asking = null;
      this.update();
    }
  }

  /** @param {import("../net/messages.js").Progress} news */
  tell({ nodes, ms, table, numbers }) {
    this.meter.value = table;
    this.progress.textContent = [`${(ms / 1000).toFixed(1)} s`, `${nodes.toLocaleString()} ${t("nodes")}`, t("tableFull", { n: (table / 10).toFixed(0) }),
      numbers ? t("proofNumbers", { p: numbers[0], d: numbers[1] }) : ""].filter(Boolean).join(" · ");
  }

  /** @param {string} hexadecimal @param {number} i */
  save(hexadecimal, i) {
    const bytes = Uint8Array.from(hexadecimal.match(/../g) ?? [], (pair) => parseInt(pair, 16));
    download(`${rulesText(this.line.game.rules)}${i ? `.${i + 1}` : ""}.cert`, bytes, "application/octet-stream");
  }

  stop() {
    this.asking?.stop();
    this.asking = null;
  }

  leave() {
    this.stop();
    this.removeKeys();
  }
}
