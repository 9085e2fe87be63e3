// Analyse: what any position is; the game's course, its threats, the worth of every move. Bar, lines, values and reason are all parts of
// one answer of the server, so they cannot contradict each other.

import { current, t } from "../i18n/index.js";
import { Game } from "../model/game.js";
import { Line } from "../model/line.js";
import { link } from "../model/link.js";
import { answerMarks } from "../model/marked.js";
import { cellIndex, parseRules } from "../model/rules.js";
import { plays } from "../model/seats.js";
import { forX, shortText } from "../model/score.js";
import { announce, toast } from "../ui/announce.js";
import { complain } from "../ui/complain.js";
import { button, h, select } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { onKeys } from "../ui/keys.js";
import { recall, remember } from "../ui/settings.js";
import { shareLink } from "../ui/share.js";
import { Board } from "../view/board.js";
import { BoardChooser } from "../view/boardchooser.js";
import { EvaluationBar, EvaluationChart, worthWords } from "../view/evaluation.js";
import { exchange } from "./exchange.js";
import { ExplanationView, threatLegend } from "../view/explanation.js";
import { MoveList } from "../view/movelist.js";
import { positions } from "../view/numbers.js";
import { Editor } from "./editor.js";

/** @typedef {import("../model/score.js").Worth} Worth */
/** @typedef {import("../net/messages.js").Answer} Answer */

const THINKING = 30000;
/** The first answer comes in any time: for the curve and for the reason it is enough. */
const BRIEFLY = 1;

export class AnalysePage {
  /** @param {import("../net/transport.js").Transport} transport @param {Game | null} game @param {import("../main.js").Context} context */
  constructor(transport, game, { store, line }) {
    this.transport = transport;
    this.store = store;
    this.line = line ?? new Line(game ?? new Game(parseRules("15x15x5") ?? /** @type {any} */ (null)));
    /** @type {import("../net/transport.js").Ask[]} */
    this.asking = [];
    /** @type {Map<string, Worth>} What each position is worth to X, by its moves. */
    this.known = new Map();
    /** @type {Answer | null} What the position on the board is. */
    this.answer = null;
    this.explaining = false;
    this.on = recall("engine", true);
    this.options = recall("analysis", { player: "", values: false, threats: false, numbers: false });
    this.sweeping = false;
    this.board = new Board({ pick: (cell) => this.picked(cell) });
    this.bar = new EvaluationBar();
    this.chart = new EvaluationChart((ply) => this.go(ply));
    this.list = new MoveList((ply) => this.go(ply), (index) => { this.line.follow(index); this.changed(); });
    this.score = h("span", { class: "big-score", id: "score" });
    this.facts = h("span", { class: "facts", id: "facts" });
    this.pv = h("p", { class: "pv", id: "pv" });
    this.lines = h("ol", { class: "lines", id: "lines" });
    this.players = h("div", {});
    /** Cells that the explanation points at, and the moves of it that are played for show.  @type {{lit: number[], played: string[]}} */
    this.pointed = { lit: [], played: [] };
    this.why = new ExplanationView({ light: (lit) => this.point({ lit }), play: (played) => this.point({ played: played.length === this.pointed.played.length ? [] : played }) });
    this.legend = threatLegend();
    this.reason = h("div", { class: "reason", id: "reason", "aria-live": "polite" }, this.why.element);
    this.editor = new Editor(transport, this.line.game.rules, () => this.update(), (edited) => this.take(edited));
    this.element = this.layout();
    this.removeKeys = onKeys({
      ",": () => this.go(this.line.ply - 1), ".": () => this.go(this.line.ply + 1), ArrowLeft: () => this.go(this.line.ply - 1),
      ArrowRight: () => this.go(this.line.ply + 1), Home: () => this.go(0), End: () => this.go(Infinity), u: () => this.go(this.line.ply - 1), e: () => this.explain(), t: () => this.toggle(), v: () => this.review(), m: () => this.option({ numbers: !this.options.numbers }, false),
    });
    transport.hello.then((hello) => {
      const able = hello.players.filter((player) => plays(player, this.line.game.rules));
      const wanted = able.find((player) => player.name === this.options.player)?.name ?? hello.default_player;
      this.options.player = wanted;
      this.players.replaceChildren(select(t("engine"), able.map((player) => [player.name, player.name]), wanted, (name) => this.option({ player: name }), "player"));
      this.again();
    });
    this.update();
  }

  layout() {
    const step = (/** @type {import("../ui/icons.js").Icon} */ sign, /** @type {string} */ label, /** @type {() => void} */ act) =>
      h("button", { type: "button", class: "button", title: label, "aria-label": label, onclick: act }, icon(sign));
    const check = (/** @type {"values" | "threats" | "numbers"} */ name) => {
      const input = h("input", { type: "checkbox", role: "switch", id: name, onchange: () => this.option({ [name]: input.checked }, name !== "numbers") });
      input.checked = this.options[name];
      return h("label", { class: "switch", title: name === "threats" ? t("threatsHint") : name === "values" ? t("linesHint") : undefined }, input, h("span", { class: "knob", "aria-hidden": "true" }), h("span", {}, t(name)));
    };
    this.toggleButton = button(t("engineOn"), () => this.toggle(), { key: "t", id: "engine" });
    const chooser = new BoardChooser(this.line.game.rules, (rules) => this.take(new Game(rules)));
    return h("div", { class: "analyse layout" },
      h("h1", { class: "unseen" }, t("analyse")),
      h("div", { class: "stage" }, this.bar.element, this.board.element),
      h("aside", { class: "side" },
        h("section", { class: "card thinking-card", "aria-label": t("engine") },
          h("div", { class: "row" }, this.players, this.toggleButton),
          h("p", { class: "verdict" }, this.score, this.facts), this.pv,
          h("div", { class: "row switches" }, check("values"), check("threats"), check("numbers")), this.legend, this.lines),
        h("section", { class: "card", "aria-label": t("explanation") }, button(t("explain"), () => this.explain(), { key: "e", kind: "quiet", id: "explain" }), this.reason),
        h("div", { class: "steps" }, step("first", t("first"), () => this.go(0)), step("back", t("back"), () => this.go(this.line.ply - 1)),
          step("forward", t("forward"), () => this.go(this.line.ply + 1)), step("last", t("last"), () => this.go(Infinity))),
        h("section", { class: "card" }, this.chart.svg, button(t("sweep"), () => this.sweep(), { kind: "quiet", id: "sweep" })),
        this.list.element, this.editor.element,
        h("details", { class: "card" }, h("summary", {}, t("presets")), chooser.element),
        exchange(this.transport, () => this.line.game, (game) => this.imported(game)),
        h("div", { class: "row" }, button(t("review"), () => this.review(), { icon: icon("check"), key: "v", id: "review-game" }), button(t("share"), () => shareLink("analyse", this.line.game.at(this.line.ply)), { icon: icon("share"), id: "share" }),
          button(t("playFrom"), () => (location.hash = link("play", this.line.game.at(this.line.ply))), { icon: icon("play"), id: "play-from" }))));
  }

  /** @param {Partial<typeof this.options>} part @param {boolean} [anew] whether it must be thought again */
  option(part, anew = true) {
    Object.assign(this.options, part);
    remember("analysis", this.options);
    if (anew) this.changed();
    else this.update();
  }

  toggle() {
    this.on = !this.on;
    remember("engine", this.on);
    this.changed();
  }

  /** Another game altogether.  @param {Game} game */
  take(game) {
    if (JSON.stringify(game.rules) !== JSON.stringify(this.line.game.rules)) {
      // The players differ from board to board: the page is built anew.
      location.hash = link("analyse", game);
      return;
    }
    this.known.clear();
    this.line = new Line(game);
    this.changed();
  }

  /** A game that came from outside is one's own from now on, and can be reviewed.  @param {Game} game */
  imported(game) {
    const line = new Line(game);
    this.store.record(line, Date.now());
    toast(t("imported", { n: game.moves.length }), !game.moves.length ? undefined : { label: t("review"), act: () => (location.hash = link("review", game)) });
    this.take(game);
  }

  review() {
    if (this.line.game.moves.length) location.hash = link("review", this.line.game);
  }

  /** The server is back: what was being thought about goes on. */
  online() {
    this.again();
  }

  /** The position is the same and is thought about anew; the reason that was asked for stays asked for. */
  again() {
    const { explaining } = this;
    this.changed();
    if (explaining) this.explain();
  }

  /** @param {number} cell */
  picked(cell) {
    if (this.editor.active) return this.editor.pick(cell);
    if (this.line.play(cell)) this.changed();
  }

  /** @param {number} ply */
  go(ply) {
    this.line.go(ply);
    this.changed();
  }

  /** The key of the position after so many moves. */
  key(ply = this.line.ply) {
    return this.line.game.moves.slice(0, ply).join();
  }

  /** The position is another one: think again. */
  changed() {
    this.stop();
    this.answer = null;
    this.explaining = false;
    this.pointed = { lit: [], played: [] };
    history.replaceState(null, "", link("analyse", this.line.game));
    this.store.keep("analyse", this.line);
    this.update();
    if (this.on && this.options.player && !this.editor.active && !this.line.shown.outcome().over) this.think();
  }

  /** Asks what the position is.  @param {number} time_ms */
  think(time_ms = THINKING) {
    const game = this.line.shown;
    const key = this.key();
    const hear = (/** @type {any} */ reply) => {
      if (reply.type !== "answer") return;
      this.answer = reply;
      this.known.set(key, forX(reply.value, game.toMove));
      this.update();
    };
    this.follow(this.transport.ask({ type: "analyse", ...this.request(game), time_ms, values: this.options.values }, hear), () => {
      announce(`${this.score.textContent} ${this.pv.textContent}`);
    });
  }

  /** @param {Game} game */
  request(game) {
    return { game: game.record(), player: this.options.player || null, language: current() };
  }

  /** Says why the position is worth what it is. */
  explain() {
    if (this.editor.active) return;
    this.explaining = true;
    this.update();
    if (!this.answer && !this.asking.length) this.think(BRIEFLY);
  }

  /** @param {import("../net/transport.js").Ask} ask @param {(reply: any) => void} done */
  follow(ask, done) {
    this.asking.push(ask);
    ask.done.then((reply) => this.asking.includes(ask) && done(reply), (error) => {
      // A lost connection is told by itself, and thinking goes on when it is back.
      if (this.asking.includes(ask) && error.code !== "lost") complain(error);
    });
  }

  /** Thinks briefly about every position of the game, for the curve. */
  async sweep() {
    this.stop();
    this.sweeping = true;
    const { game } = this.line;
    for (let ply = 0; ply <= game.moves.length && this.sweeping && game === this.line.game; ply += 1) {
      const at = game.at(ply);
      if (this.known.has(this.key(ply)) || at.outcome().over) continue;
      try {
        await this.transport.ask({ type: "analyse", ...this.request(at), time_ms: BRIEFLY }, (reply) => {
          if (reply.type === "answer") this.known.set(this.key(ply), forX(reply.value, at.toMove));
        }).done;
      } catch (error) {
        complain(error);
        break;
      }
      this.update();
    }
    if (this.sweeping) this.changed();
  }

  stop() {
    this.sweeping = false;
    this.asking.splice(0).forEach((ask) => ask.stop());
  }

  update() {
    const shown = this.editor.active ? this.editor.game : this.line.shown;
    const outcome = shown.outcome();
    const worth = this.worth(this.line.ply);
    this.draw(shown);
    this.bar.show(worth);
    this.list.show(this.line);
    this.chart.show(Array.from({ length: this.line.game.moves.length + 1 }, (_, ply) => this.worth(ply)), this.line.ply);
    this.score.textContent = outcome.over ? (outcome.winner === null ? t("draw") : t("wins", { who: outcome.winner ? t("nought") : t("cross") })) : worth ? worthWords(worth) : "–";
    const answer = this.answer;
    this.facts.textContent = !answer || outcome.over ? "" : answer.proved ? t("provedBy", { who: t(/** @type {any} */ (`known_${answer.known_by}`)) })
      : `${t("estimated")} · ${t("depth")} ${answer.depth} · ${positions(answer.nodes)}`;
    this.legend.hidden = !this.options.threats;
    if (this.explaining) this.why.show(answer ? answer.text : t("explaining"), answer?.explanation, this.line.game.rules);
    else this.why.clear();
    this.pv.textContent = this.mainLine().slice(0, 14).map((cell, i) => `${i + 1}. ${cell}`).join("  ");
    if (this.toggleButton) {
      this.toggleButton.querySelector(".words")?.replaceChildren(this.on ? t("engineOff") : t("engineOn"));
      this.toggleButton.setAttribute("aria-pressed", String(this.on));
    }
    const best = this.options.values ? (answer?.values ?? []).slice(0, 5) : [];
    this.lines.replaceChildren(...best.map(({ value, line }) => h("li", {}, h("b", {}, shortText(value)), ` ${line.slice(0, 8).join(" ")}`)));
  }

  /** The line that is expected, the best move first. */
  mainLine() {
    return this.answer?.lines[0]?.line ?? [];
  }

  /** What is known about the position after so many moves, the end included.  @param {number} ply @returns {Worth | null} */
  worth(ply) {
    const { game } = this.line;
    if (ply === game.moves.length && ply > 0) {
      const { over, winner } = game.outcome();
      if (over) return winner === null ? { certain: "draw" } : winner ? { loss_in: 0 } : { win_in: 0 };
    }
    return this.known.get(this.key(ply)) ?? null;
  }

  /** What the explanation points at: lit cells, or its moves as far as they were chosen.  @param {Partial<typeof this.pointed>} part */
  point(part) {
    Object.assign(this.pointed, part);
    if (!this.editor.active) this.draw(this.line.shown);
  }

  /** @param {Game} shown */
  draw(shown) {
    const { lit, played } = this.pointed;
    const ahead = played.length && !this.editor.active ? shown.at(shown.moves.length) : null;
    ahead && played.forEach((name) => ahead.play(cellIndex(ahead.rules, name)));
    const marks = this.editor.active ? [] : ahead ? [] : answerMarks(shown, this.answer, this.options);
    for (const cell of lit) marks.push({ cell, kind: "hint", text: "" });
    this.board.show(ahead ?? shown, { marks, playable: !ahead, free: this.editor.active, numbers: this.options.numbers });
  }

  leave() {
    this.stop();
    this.removeKeys();
  }
}
