// Solve: who wins under best play, proved. The verdict is shown as soon as it is known, then the moves one by one, then the proof.

import { t } from "../i18n/index.js";
import { Game } from "../model/game.js";
import { Line } from "../model/line.js";
import { link } from "../model/link.js";
import { cellIndex, rulesText } from "../model/rules.js";
import { Solving } from "../model/solving.js";
import { announce, toast } from "../ui/announce.js";
import { errorText } from "../ui/complain.js";
import { button, h, select } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { onKeys } from "../ui/keys.js";
import { download, shareLink } from "../ui/share.js";
import { Board } from "../view/board.js";
import { BoardChooser } from "../view/boardchooser.js";
import { CertificateCard } from "../view/certificate.js";
import { MoveList } from "../view/movelist.js";
import { positions } from "../view/numbers.js";

/** @typedef {import("../net/messages.js").Solved} Solved */
/** @typedef {import("../net/messages.js").Verdict} Verdict */

/** The solve that was begun last in this visit.  @type {Solving | null} */
let last = null;

const SIGNS = { first: "×", second: "○", draw: "=", unknown: "?" };
const SMALL = { rows: 4, cols: 4, k: 4, gravity: false, exact: false };
/** The sliders reach to the boards that people play. */
const LONGEST = 20;

export class SolvePage {
  /** @param {import("../net/transport.js").Transport} transport @param {Game | null} game @param {{line?: Line | null}} [kept] */
  constructor(transport, game, { line } = {}) {
    this.transport = transport;
    this.line = line ?? new Line(game ?? new Game(SMALL));
    this.time = 60000;
    this.solving = this.begin(last);
    this.board = new Board({ pick: (cell) => { if (this.line.play(cell)) this.changed(); } });
    this.list = new MoveList((ply) => { this.line.go(ply); this.changed(); });
    this.verdict = h("p", { class: "big-score", id: "verdict" });
    this.source = h("p", { class: "about", id: "verdict-source" });
    this.progress = h("p", { class: "facts", id: "progress" });
    this.meter = h("progress", { max: 1000, value: 0, id: "solve-bar", "aria-label": t("solving") });
    this.result = h("div", { class: "certificates", id: "certificates" });
    this.chooser = new BoardChooser(this.line.game.rules, (rules) => { this.line = new Line(new Game(rules)); this.changed(); }, Math.max(LONGEST, this.line.game.rules.rows, this.line.game.rules.cols));
    this.element = this.layout();
    const by = (/** @type {number} */ n) => () => { this.line.go(this.line.ply + n); this.changed(); };
    this.removeKeys = onKeys({ e: () => this.solve(), u: by(-1), ",": by(-1), ".": by(1) });
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
        h("section", { class: "card" }, h("div", { class: "row ends" }, select(t("timeLimit"), times, String(this.time), (value) => (this.time = Number(value))), this.start),
          this.meter, this.verdict, this.source, this.progress, this.result),
        h("section", { class: "card" }, this.chooser.element),
        this.list.element,
        h("div", { class: "row" }, button(t("share"), () => shareLink("solve", this.line.shown), { icon: icon("share") }),
          button(t("playFrom"), () => (location.hash = link("play", this.line.shown)), { icon: icon("play") }))));
  }

  /** The solve of the position on view: the one that is known if it is of this position, else one that has not begun.  @param {Solving | null} [known] */
  begin(known) {
    const key = link("solve", this.line.shown);
    if (last && last.key !== key) last.stop();
    const solving = known?.key === key ? known : new Solving(key);
    solving.onnews = (reply) => this.hear(reply);
    return solving;
  }

  changed() {
    this.solving.onnews = () => {};
    this.solving = this.begin(last);
    history.replaceState(null, "", link("solve", this.line.game));
    this.update();
  }

  /** @param {import("../net/messages.js").Reply | null} reply */
  hear(reply) {
    if (reply?.type === "verdict") announce(t(`value_${reply.value}`));
    this.update();
  }

  update() {
    const game = this.line.shown;
    const { answer, asking, solved, facts, error, done } = this.solving;
    const refusal = error ? errorText(error) : "";
    const marks = facts.map(({ cell, value }) => ({ cell: cellIndex(game.rules, cell), kind: /** @type {const} */ ("value"), text: SIGNS[value], tone: `verdict-${value}` }));
    this.board.show(game, { marks });
    this.list.show(this.line);
    this.meter.hidden = !asking;
    this.meter.value = done;
    this.progress.textContent = this.far();
    this.start?.querySelector(".words")?.replaceChildren(asking ? t("stopNow") : t("solveNow"));
    const outcome = game.outcome();
    this.verdict.textContent = refusal ? t("solveRefused") : answer ? t(`value_${answer.value}`) : asking ? t("solving")
      : outcome.over ? t(outcome.winner === null ? "value_draw" : outcome.winner ? "value_second" : "value_first") : "";
    this.source.textContent = refusal || (answer && answer.value !== "unknown" ? this.known(answer) : answer ? t("solveUnknownWhy") : "");
    this.result.replaceChildren(
      ...(facts.length ? [h("p", { class: "about" }, t("perfect"))] : []),
      ...(solved ? this.certificates(solved) : []));
  }

  /** How the verdict is known.  @param {Verdict} answer */
  known({ how, source }) {
    const words = t(/** @type {any} */ (`how_${how}`));
    return source ? `${words}: ${source}` : words;
  }

  /** @param {Solved} solved */
  certificates({ certificates, files }) {
    const name = rulesText(this.line.game.rules);
    const check = (/** @type {import("../view/certificate.js").Certificate} */ one) => this.check(one);
    const own = certificates.map(({ bytes, size }, i) => new CertificateCard({
      name: `${name}${i ? `-${i + 1}` : ""}.cert`, size, bytes, id: i ? `certificate-${i + 1}` : "certificate", save: (file) => this.saveCertificate(file, bytes) }, check).element);
    // One proof is enough: what comes with the program is offered where none was made here.
    return own.length ? own : files.map((file, i) => new CertificateCard({ name: file, id: i ? `certificate-${i + 1}` : "certificate" }, check).element);
  }

  /** What the checker says.  @param {import("../view/certificate.js").Certificate} certificate */
  async check({ bytes, name }) {
    const reply = await this.transport.ask({ type: "check", bytes: bytes ?? null, name: bytes ? null : name }).done;
    return reply.type === "text" ? reply.text : "";
  }

  solve() {
    if (this.solving.asking) return this.solving.stop();
    const game = this.line.shown;
    if (game.outcome().over) return toast(t("nothing"));
    last = this.solving = this.begin();
    return last.hold((hear) => this.transport.ask({ type: "solve", game: game.record(), time_ms: this.time }, hear));
  }

  /** How far it is, or how far it was. */
  far() {
    const { solved, progress, asking } = this.solving;
    if (solved) return solved.nodes ? `${positions(solved.nodes)} · ${(solved.ms / 1000).toFixed(2)} s` : "";
    if (!progress || !asking) return "";
    const { nodes, ms, table, numbers } = progress;
    return [`${(ms / 1000).toFixed(1)} s`, positions(nodes), t("tableFull", { n: (table / 10).toFixed(0) }),
      numbers ? t("proofNumbers", { p: numbers[0], d: numbers[1] }) : ""].filter(Boolean).join(" · ");
  }

  /** @param {string} name @param {string} hexadecimal */
  saveCertificate(name, hexadecimal) {
    const bytes = Uint8Array.from(hexadecimal.match(/../g) ?? [], (pair) => parseInt(pair, 16));
    download(name, bytes, "application/octet-stream");
  }

  leave() {
    // It goes on; only nobody looks.
    this.solving.onnews = () => {};
    this.removeKeys();
  }
}
