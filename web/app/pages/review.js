// Review: where a game was won and lost. Every move is judged by the service of `filetto review`, told while it works; each fault is
// shown on the board with what was better and why, plays its line by itself, and can be tried again.

import { current, t } from "../i18n/index.js";
import { Game } from "../model/game.js";
import { Judgement } from "../model/judged.js";
import { Line } from "../model/line.js";
import { link } from "../model/link.js";
import { cellIndex, cellName, parseRules, rulesText } from "../model/rules.js";
import { isPerson } from "../model/seats.js";
import { announce } from "../ui/announce.js";
import { complain } from "../ui/complain.js";
import { button, h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { onKeys } from "../ui/keys.js";
import { shareLink } from "../ui/share.js";
import { Board } from "../view/board.js";
import { EvaluationBar, EvaluationChart } from "../view/evaluation.js";
import { MoveList, signTone } from "../view/movelist.js";
import { FaultView, accuracyTable } from "../view/fault.js";

/** Reviews of this visit: who comes back finds them done.  @type {Map<string, Judgement>} */
const known = new Map();
/** Between two moves of a line that plays itself. */
const STEP = 750;

export class ReviewPage {
  /** @param {import("../net/transport.js").Transport} transport @param {Game | null} game @param {import("../main.js").Context} context */
  constructor(transport, game, { store, line }) {
    this.transport = transport;
    this.store = store;
    this.line = line ?? new Line(game ?? new Game(/** @type {import("../model/rules.js").Rules} */ (parseRules("6x7x4g"))));
    this.key = `${current()} ${link("review", this.line.game)}`;
    this.judgement = known.get(this.key) ?? new Judgement();
    /** @type {import("../net/transport.js").Ask | null} */
    this.asking = null;
    /** A line that is shown on the board instead of the game: after which ply it begins, and its moves.  @type {{from: number, cells: string[]} | null} */
    this.ahead = null;
    /** The fault that is being tried again; 0 for none. */
    this.trying = 0;
    /** @type {number[]} */
    this.lit = [];
    this.timer = 0;
    this.board = new Board({ pick: (cell) => this.attempt(cell) });
    this.bar = new EvaluationBar();
    this.chart = new EvaluationChart((ply) => this.go(ply));
    this.list = new MoveList((ply) => this.go(ply));
    this.fault = new FaultView({
      light: (cells) => { this.lit = cells; this.draw(); }, show: (from, cells) => this.look({ from, cells }),
      run: (from, cells) => this.run(from, cells), retry: (number) => this.retry(number), stop: () => this.back(),
    });
    this.meter = h("progress", { id: "review-bar", max: 1, value: 0, "aria-label": t("reviewing") });
    this.status = h("p", { class: "facts", id: "review-status", "aria-live": "polite" });
    this.accuracy = h("div", { id: "accuracy" });
    this.ground = h("p", { class: "about", id: "review-ground" });
    this.turning = h("div", { class: "turning", id: "turning-points" });
    this.element = this.layout();
    const by = (/** @type {number} */ n) => () => this.go(this.line.ply + n);
    this.removeKeys = onKeys({ ",": by(-1), ".": by(1), ArrowLeft: by(-1), ArrowRight: by(1), Home: () => this.go(0), End: () => this.go(Infinity), f: () => this.toFault(1), a: () => (location.hash = link("analyse", this.line.game)) });
    this.update();
    if (this.line.game.moves.length && !this.judgement.whole) this.ask();
  }

  layout() {
    const step = (/** @type {import("../ui/icons.js").Icon} */ sign, /** @type {string} */ label, /** @type {() => void} */ act, /** @type {string} */ id) =>
      h("button", { type: "button", class: "button", title: label, "aria-label": label, onclick: act, id }, icon(sign));
    return h("div", { class: "review layout" },
      h("div", { class: "stage" }, this.bar.element, this.board.element),
      h("aside", { class: "side" },
        h("h1", { class: "board-name" }, t("review")),
        h("section", { class: "card", "aria-label": t("accuracy") }, this.accuracy, this.meter, this.status, this.ground),
        h("section", { class: "card", "aria-label": t("chart") }, this.chart.svg,
          h("div", { class: "steps" }, step("first", t("faultBefore"), () => this.toFault(-1), "fault-before"), step("back", t("back"), () => this.go(this.line.ply - 1), "step-back"),
            step("forward", t("forward"), () => this.go(this.line.ply + 1), "step-forward"), step("last", t("faultAfter"), () => this.toFault(1), "fault-after")), this.turning),
        this.fault.element, this.list.element,
        h("div", { class: "row" }, button(t("analyseThis"), () => (location.hash = link("analyse", this.line.game)), { icon: icon("search"), key: "a", id: "analyse" }),
          button(t("share"), () => shareLink("review", this.line.game), { icon: icon("share") }),
          h("a", { class: "button", href: "#games" }, t("games")))));
  }

  async ask() {
    this.judgement = new Judgement();
    const ask = this.transport.ask({ type: "review", game: this.line.game.record(), language: current() }, (reply) => {
      this.judgement.hear(reply);
      this.update();
    });
    this.asking = ask;
    this.update();
    try {
      const reply = await ask.done;
      if (this.asking !== ask) return;
      this.asking = null;
      this.judgement.hear(reply);
      if (this.judgement.whole) known.set(this.key, this.judgement);
      this.store.addMistakes(this.judgement.mistakes(rulesText(this.line.game.rules), (side) => !this.line.meta.seats || isPerson(this.line.meta.seats[side])));
      announce(t("reviewDone"));
      // The first thing to look at is where it went wrong first.
      const first = this.judgement.review?.turning_points[0] ?? this.judgement.faults[0];
      if (first && this.line.atEnd) this.go(first);
    } catch (error) {
      if (this.asking === ask) complain(error);
    } finally {
      if (this.asking === ask) this.asking = null;
      this.update();
    }
  }

  online() {
    if (!this.judgement.whole) this.ask();
  }

  /** @param {number} ply */
  go(ply) {
    this.quiet();
    this.line.go(ply);
    this.store.keep("review", this.line);
    this.update();
  }

  /** @param {1 | -1} way */
  toFault(way) {
    const number = this.judgement.nextFault(this.line.ply, way);
    if (number) this.go(number);
  }

  /** Ends whatever is shown instead of the game. */
  quiet() {
    clearInterval(this.timer);
    Object.assign(this, { ahead: null, trying: 0, lit: [] });
    this.fault.say("", "");
  }

  back() {
    this.quiet();
    this.update();
  }

  /** @param {{from: number, cells: string[]}} ahead */
  look(ahead) {
    clearInterval(this.timer);
    const same = this.ahead && this.ahead.from === ahead.from && this.ahead.cells.length === ahead.cells.length;
    this.ahead = same ? null : ahead;
    this.draw();
  }

  /** Lets a line play itself.  @param {number} from @param {string[]} cells */
  run(from, cells) {
    this.quiet();
    let shown = 0;
    const next = () => {
      this.ahead = { from, cells: cells.slice(0, shown) };
      shown += 1;
      this.draw();
      if (shown > cells.length) clearInterval(this.timer);
    };
    next();
    this.timer = window.setInterval(next, STEP);
  }

  /** The position before a fault, to be tried again.  @param {number} number */
  retry(number) {
    this.quiet();
    this.trying = number;
    this.ahead = { from: number - 1, cells: [] };
    this.fault.say("ask", t("tryFind"));
    this.draw();
    this.board.svg.focus({ preventScroll: true });
  }

  /** @param {number} cell */
  attempt(cell) {
    const found = this.trying ? this.judgement.move(this.trying) : null;
    if (!found) return;
    const { rules } = this.line.game;
    const solutions = this.judgement.puzzle(this.trying)?.solutions ?? [found.judged.best];
    const right = solutions.some((/** @type {string} */ name) => cellIndex(rules, name) === cell);
    const played = found.judged.cell === cellName(rules, cell);
    this.ahead = { from: this.trying - 1, cells: [cellName(rules, cell)] };
    this.fault.say(right ? "right" : "wrong", right ? t("puzzleRight") : played ? t("trySame") : t("puzzleWrong"));
    announce(right ? t("puzzleRight") : t("puzzleWrong"));
    if (right) this.trying = 0;
    this.draw();
    // A wrong stone is taken back.
    if (!right) this.timer = window.setTimeout(() => { if (this.trying) { this.ahead = { from: this.trying - 1, cells: [] }; this.draw(); } }, 900);
  }

  draw() {
    const { game, ply } = this.line;
    const found = this.judgement.move(ply);
    /** @type {import("../view/marks.js").Mark[]} */
    const marks = [];
    let shown = this.line.shown;
    if (this.ahead) {
      shown = game.at(this.ahead.from);
      shown.ending = null;
      const before = shown.moves.length;
      this.ahead.cells.forEach((name) => shown.play(cellIndex(game.rules, name)));
      shown.moves.slice(before).forEach((cell, i) => marks.push({ cell, kind: "value", text: String(i + 1), tone: "step-number" }));
    } else if (found) {
      const { cell, best } = found.judged;
      if (found.sign) marks.push({ cell: cellIndex(game.rules, cell), kind: "fault", text: found.sign, tone: signTone(found.sign) });
      if (best && best !== cell && found.sign.startsWith("?")) marks.push({ cell: cellIndex(game.rules, best), kind: "better", text: "" });
    }
    for (const cell of this.lit) marks.push({ cell, kind: "hint", text: "" });
    this.board.show(shown, { marks, playable: this.trying > 0 });
  }

  update() {
    const { judgement, line } = this;
    const { chart } = judgement;
    const worths = Array.from({ length: line.game.moves.length + 1 }, (_, ply) => (ply < chart.length ? { chance: chart[ply] } : null));
    this.draw();
    this.bar.show(worths[line.ply] ?? null);
    this.chart.show(worths, line.ply, judgement.moves.filter(({ sign }) => sign).map(({ sign, judged }) => ({ ply: judged.number, tone: signTone(sign) })));
    this.list.show(line, (number) => { const move = judgement.move(number); return move && { sign: move.sign, words: move.class }; });
    this.accuracy.replaceChildren(accuracyTable(judgement, line.game));
    this.meter.hidden = !this.asking;
    this.meter.max = Math.max(1, judgement.of);
    this.meter.value = judgement.done;
    this.status.textContent = this.asking ? t("reviewAt", { n: judgement.done, of: judgement.of }) : !line.game.moves.length ? t("reviewNothing") : judgement.whole && !judgement.faults.length ? t("faultless") : "";
    this.ground.textContent = judgement.moves.length ? t(`ground_${judgement.ground}`) : "";
    const turning = judgement.review?.turning_points ?? [];
    this.turning.replaceChildren(...(turning.length ? [h("h2", {}, t("turningPoints")), ...turning.map((/** @type {number} */ number) => {
      const move = judgement.move(number);
      return h("button", { type: "button", class: `chip-move${line.ply === number ? " now" : ""}`, "data-number": number, onclick: () => this.go(number) }, `${number}. ${move?.judged.cell ?? ""} `, h("b", { class: `sign-mark ${signTone(move?.sign ?? "")}` }, move?.sign ?? ""));
    })] : []));
    this.fault.show(judgement.move(line.ply), line.game.rules, judgement.puzzle(line.ply) !== null, line.ply > 0);
  }

  leave() {
    clearInterval(this.timer);
    this.asking?.stop();
    this.asking = null;
    this.removeKeys();
  }
}
