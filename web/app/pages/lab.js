// Lab: the algorithms of the laboratory sheet at work on a small tree, step by step, a chapter each.

import { t } from "../i18n/index.js";
import { CHAPTERS, EXAMPLES, exampleText } from "../model/chapters.js";
import { readLink, link } from "../model/link.js";
import { Game } from "../model/game.js";
import { cellIndex } from "../model/rules.js";
import { scoreText, turned } from "../model/score.js";
import { Simulations } from "../model/simulations.js";
import { Walk } from "../model/walk.js";
import { announce, toast } from "../ui/announce.js";
import { complain } from "../ui/complain.js";
import { button, h, select } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { onKeys } from "../ui/keys.js";
import { recall, remember } from "../ui/settings.js";
import { Board } from "../view/board.js";
import { LearningPanel } from "./learning.js";
import { TreeView, windowText } from "../view/tree.js";

/** Simulations that are stepped through. */
const RUNS = 30;

export class LabPage {
  /** @param {import("../net/transport.js").Transport} transport @param {Game | null} game */
  constructor(transport, game) {
    this.transport = transport;
    this.chapter = CHAPTERS.find(({ name }) => name === recall("chapter", "alphaBeta")) ?? CHAPTERS[2];
    const fits = game && game.rules.rows * game.rules.cols <= 64 && !game.outcome().over;
    const leaves = /** @type {number[] | null} */ (recall("leaves", null));
    /** @type {import("../model/chapters.js").Example} */
    this.ground = fits ? { position: link("lab", game).slice(5), depth: 2 } : leaves && this.chapter.search !== "simulations" ? { leaves, depth: 2 } : EXAMPLES[this.chapter.example];
    this.heuristic = "chua";
    this.step = 0;
    /** Trees one after the other: one, or one a depth with iterative deepening.  @type {Walk[]} */
    this.stages = [];
    this.stage = -1;
    this.timer = 0;
    this.tree = new TreeView((node) => this.go(this.entered(node)));
    this.board = new Board({ pick: (cell) => this.play(cell) });
    this.title = h("h2", { id: "chapter-title" });
    this.about = h("p", { class: "about", id: "chapter-about" });
    this.words = h("p", { class: "explanation", id: "explanation" });
    this.counts = h("p", { class: "facts", id: "counts" });
    this.slider = h("input", { type: "range", min: 0, max: 1, "aria-label": t("step"), oninput: () => this.go(Number(this.slider.value)) });
    this.heuristics = h("div", {});
    this.fields = h("section", { class: "card fields" });
    this.leaves = h("input", { type: "text", id: "leaves", "aria-label": t("leaves"), placeholder: exampleText(EXAMPLES[0]), onchange: () => this.ownLeaves() });
    this.chapters = h("nav", { class: "chapters", "aria-label": t("chapters") }, ...CHAPTERS.map((chapter, i) =>
      h("button", { type: "button", class: "chapter", "data-chapter": chapter.name, onclick: () => this.open(chapter) }, `${i + 1}. ${t(/** @type {any} */ (`chapter_${chapter.name}`))}`)));
    this.element = this.layout();
    const by = (/** @type {number} */ n) => () => this.go(this.step + n);
    this.removeKeys = onKeys({ ".": by(1), ",": by(-1), ArrowRight: by(1), ArrowLeft: by(-1), Home: () => this.go(0), End: () => this.go(Infinity), e: () => this.run() });
    transport.hello.then((hello) => {
      this.heuristics.replaceChildren(select(t("heuristic"), hello.heuristics.map(({ name, description }) => [name, `${name}: ${description}`]), this.heuristic, (name) => { this.heuristic = name; this.grow(); }));
      this.grow();
    });
    this.update();
  }

  /** The position that the tree grows from; none for a tree of leaves. */
  get game() {
    if (!this.ground.position) return null;
    return readLink(`#lab/${this.ground.position}`).game ?? new Game({ rows: 3, cols: 3, k: 3, gravity: false, exact: false });
  }

  layout() {
    const at = (/** @type {import("../ui/icons.js").Icon} */ sign, /** @type {string} */ label, /** @type {() => void} */ act, /** @type {string} */ id) =>
      h("button", { type: "button", class: "button", title: label, "aria-label": label, onclick: act, id }, icon(sign));
    this.position = h("section", { class: "card mini" }, h("h2", {}, t("position")), this.board.element);
    return h("div", { class: "lab layout" },
      h("h1", { class: "unseen" }, t("lab")),
      h("div", { class: "lab-main" }, this.chapters, h("div", { class: "stage card" }, this.tree.svg),
        h("ul", { class: "tree-key" }, ...["▲ " + t("max"), "▽ " + t("min"), "✕ " + t("keyCut"), "#n " + t("keyMate")].map((words) => h("li", {}, words)))),
      h("aside", { class: "side" },
        h("section", { class: "card" }, this.title, this.about, this.words, this.slider,
          h("div", { class: "steps" }, at("first", t("toStart"), () => this.go(0), "to-start"), at("back", t("stepBack"), () => this.go(this.step - 1), "step-back"),
            at("forward", t("step"), () => this.go(this.step + 1), "step"), at("last", t("toEnd"), () => this.go(Infinity), "to-end")),
          button(t("run"), () => this.run(), { key: "e", kind: "quiet", id: "run", icon: icon("play") }), this.counts),
        this.position, this.fields),
      new LearningPanel(this.transport).element);
  }

  /** @param {import("../model/chapters.js").Chapter} chapter */
  open(chapter) {
    this.chapter = chapter;
    remember("chapter", chapter.name);
    // Playouts and depths need a game, and have examples of their own; the other chapters keep the tree that is being looked at.
    const game = chapter.search === "simulations" || chapter.search === "deepening";
    const fits = game ? this.ground.position && !EXAMPLES.includes(this.ground) : this.ground.leaves;
    if (!fits) this.ground = EXAMPLES[chapter.example];
    this.update();
    this.grow();
  }

  /** @param {number} index */
  example(index) {
    this.ground = EXAMPLES[index];
    remember("leaves", null);
    if (this.ground.leaves && this.chapter.search === "simulations") this.chapter = CHAPTERS[2];
    history.replaceState(null, "", this.ground.position ? `#lab/${this.ground.position}` : "#lab");
    this.update();
    this.grow();
  }

  /** Leaves that somebody typed. */
  ownLeaves() {
    const leaves = this.leaves.value.split(/[\s,;]+/).filter(Boolean).map(Number);
    if (leaves.length < 2 || !leaves.every(Number.isInteger)) return toast(t("leavesWrong"));
    this.ground = { leaves, depth: 2 };
    remember("leaves", leaves);
    history.replaceState(null, "", "#lab");
    if (this.chapter.search === "simulations") this.chapter = CHAPTERS[2];
    this.update();
    this.grow();
  }

  /** A click on the board plays on from the root.  @param {number} cell */
  play(cell) {
    const game = this.game;
    if (!game || !game.play(cell) || game.outcome().over) return;
    this.ground = { position: link("lab", game).slice(5), depth: this.ground.depth };
    history.replaceState(null, "", link("lab", game));
    this.update();
    this.grow();
  }

  async grow() {
    this.halt();
    const asked = (this.asked = {});
    try {
      const stages = await this.ask();
      if (this.asked !== asked) return;
      this.stages = stages;
      this.stage = -1;
      this.slider.max = String(this.length);
      // Before the first step: nothing has happened yet.
      this.go(0);
    } catch (error) {
      complain(error);
    }
  }

  /** @returns {Promise<Walk[]>} */
  async ask() {
    const { search } = this.chapter;
    const game = this.game;
    if (search === "simulations" && game) {
      const reply = await this.transport.ask({ type: "simulations", game: game.record(), count: RUNS, seed: 7 }).done;
      return reply.type === "simulations" ? [new Simulations(reply.runs, game.toMove)] : [];
    }
    const { leaves, branching = null, depth } = this.ground;
    const ground = leaves ? { leaves, branching } : { game: game?.record() };
    const depths = search === "deepening" && !leaves ? Array.from({ length: depth }, (_, i) => i + 1) : [depth];
    const replies = await Promise.all(depths.map((depth) =>
      this.transport.ask({ type: "tree", ...ground, depth, heuristic: this.heuristic, search: search === "simulations" ? "alpha_beta" : search }).done));
    return replies.flatMap((reply) => (reply.type === "tree" ? [new Walk(reply.nodes, Boolean(leaves))] : []));
  }

  /** Steps of all stages. */
  get length() {
    return this.stages.reduce((sum, walk) => sum + walk.steps.length, 0);
  }

  /** The stage that a step belongs to, and the step within it.  @param {number} step */
  place(step) {
    let stage = 0;
    while (stage < this.stages.length - 1 && step > this.stages[stage].steps.length) step -= this.stages[stage++].steps.length;
    return { stage, step };
  }

  /** @param {number} step */
  go(step) {
    if (!this.stages.length) return;
    this.step = Math.max(0, Math.min(step, this.length));
    this.slider.value = String(this.step);
    const at = this.place(this.step);
    const walk = this.stages[at.stage];
    if (this.stage !== at.stage) this.tree.build(walk, this.chapter.look);
    this.stage = at.stage;
    this.tree.show(at.step);
    this.words.textContent = this.explain(walk, at.step);
    announce(this.words.textContent);
    this.counts.textContent = this.count(walk, at.step);
    const game = this.game;
    if (!game) return;
    const shown = game.at(game.moves.length);
    const done = this.step === this.length;
    if (walk instanceof Simulations && walk.steps[at.step - 1]?.kind === /** @type {any} */ ("playout")) {
      for (const name of walk.about[at.step - 1].path) shown.play(cellIndex(shown.rules, name));
    } else for (const name of walk.path(walk.steps[at.step - 1]?.node ?? 0)) shown.play(cellIndex(shown.rules, name));
    this.board.show(done ? game : shown, { playable: done || this.step === 0 });
  }

  /** @param {Walk} walk @param {number} step */
  count(walk, step) {
    if (walk instanceof Simulations) return t("simulationsDone", { n: Math.floor(step / 3), cell: walk.favourite(step) });
    const visited = walk.times.filter(({ enter }) => enter < step).length;
    const cut = walk.times.filter((time) => time.cut < step).length;
    const stage = this.stages.length > 1 ? `${t("labDepth")} ${this.stage + 1}: ` : "";
    return `${stage}${visited} ${t("visited")}, ${cut} ${t("cut")}, ${t("ofTree", { n: walk.times.length })}`;
  }

  /** @param {Walk} walk @param {number} step */
  explain(walk, step) {
    const event = walk.steps[step - 1];
    if (!event) return t("labBegin");
    if (walk instanceof Simulations) return this.explainRun(walk, step);
    const { kind, node } = event;
    const { value, parent } = walk.nodes[node];
    const name = walk.name(node) ?? t("root");
    const odd = walk.ply(node) % 2 === 1;
    const negamax = Boolean(this.chapter.look.negamax);
    const seen = (/** @type {import("../model/score.js").Worth} */ worth) => scoreText(negamax && odd ? turned(worth) : worth);
    if (kind === "leave" && node === 0 && value) {
      const best = walk.children[0].find((child) => JSON.stringify(walk.nodes[child].value) === JSON.stringify(value));
      return t("labDone", { value: scoreText(value), best: best === undefined ? "–" : (walk.name(best) ?? "–") });
    }
    if (kind === "leave" && value) return t(negamax ? "leaveNegamax" : "leaveNode", { name, value: seen(value), turned: scoreText(odd ? value : turned(value)) });
    if (kind === "cut" && parent !== null) {
      const before = walk.children[parent].filter((child) => child < node && walk.nodes[child].value);
      const last = walk.nodes[before[before.length - 1]]?.value;
      return t("cutNode", { name, value: last ? scoreText(last) : "–", who: walk.ply(parent) % 2 ? t("max") : t("min") });
    }
    const who = odd && !negamax ? t("min") : t("max");
    return this.chapter.look.windows ? t("enterNode", { name, kind: who, window: windowText(walk.nodes[node]) }) : t("enterPlain", { name, kind: who });
  }

  /** @param {Simulations} walk @param {number} step */
  explainRun(walk, step) {
    const { run, path, inTree, result } = walk.about[step - 1];
    const kind = /** @type {string} */ (walk.steps[step - 1].kind);
    const way = path.slice(0, inTree).join(" ") || t("root");
    if (kind === "select") return t("runSelect", { n: run + 1, way });
    const end = result === null ? t("runKnown") : t(result > 0 ? "runWon" : result < 0 ? "runLost" : "runDrawn");
    return kind === "playout" ? t("runPlayout", { line: path.slice(inTree).join(" ") || "–", end }) : t("runBackup", { end });
  }

  /** The step at which a node was entered or cut, and one more: so that it is the last thing that happened.  @param {number} node */
  entered(node) {
    const before = this.stages.slice(0, this.stage).reduce((sum, walk) => sum + walk.steps.length, 0);
    const time = this.stages[this.stage]?.times[node];
    return time ? before + Math.max(0, Math.min(time.enter, time.cut)) + 1 : 0;
  }

  run() {
    if (this.timer) return this.halt();
    if (this.step >= this.length) this.go(0);
    this.timer = window.setInterval(() => {
      this.go(this.step + 1);
      if (this.step >= this.length) this.halt();
    }, 450);
  }

  halt() {
    clearInterval(this.timer);
    this.timer = 0;
  }

  update() {
    const { name, search } = this.chapter;
    this.title.textContent = t(/** @type {any} */ (`chapter_${name}`));
    this.about.textContent = t(/** @type {any} */ (`about_${name}`));
    for (const tab of this.chapters.children) {
      const now = tab.getAttribute("data-chapter") === name;
      tab.classList.toggle("now", now);
      if (now) tab.setAttribute("aria-current", "true");
      else tab.removeAttribute("aria-current");
    }
    const list = EXAMPLES.map((example, i) => /** @type {const} */ ([String(i), exampleText(example)])).filter(([i]) => search !== "simulations" || EXAMPLES[Number(i)].position);
    const own = EXAMPLES.indexOf(this.ground);
    const examples = /** @type {[string, string][]} */ (own < 0 ? [["own", exampleText(this.ground)], ...list] : list);
    const depths = /** @type {[string, string][]} */ ([1, 2, 3, 4, 5, 6].map((n) => [String(n), String(n)]));
    const game = this.game;
    if (this.position) this.position.hidden = !game;
    if (game) this.board.show(game);
    this.fields.replaceChildren(
      select(t("examples"), examples, own < 0 ? "own" : String(own), (value) => value !== "own" && this.example(Number(value)), "example"),
      ...(search === "simulations" ? [] : [h("label", { class: "field" }, h("span", {}, t("leaves")), this.leaves)]),
      ...(game && search !== "simulations" ? [select(t("labDepth"), depths, String(this.ground.depth), (value) => { this.ground = { ...this.ground, depth: Number(value) }; this.update(); this.grow(); }, "depth"), this.heuristics] : []));
  }

  leave() {
    this.halt();
    this.removeKeys();
  }
}
