// Lab: alpha-beta at work on the game tree of a small position, step by step.

import { t } from "../i18n/index.js";
import { readLink, link } from "../model/link.js";
import { Game } from "../model/game.js";
import { cellIndex } from "../model/rules.js";
import { scoreText } from "../model/score.js";
import { Walk } from "../model/walk.js";
import { announce, toast } from "../ui/announce.js";
import { button, h, select } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { onKeys } from "../ui/keys.js";
import { BoardView } from "../view/board.js";
import { TreeView } from "../view/tree.js";

/** Positions with trees that fit a screen: address and depth. */
const EXAMPLES = /** @type {const} */ ([["3x3x3/a1.b2.c3.b1.b3", 4], ["3x3x3/b2.a1.c3", 3], ["3x3x3", 2], ["4x4x4g/b1.c1.b2.c2", 3], ["6x7x4g/d1.d2.d3.c1", 2]]);

export class LabPage {
  /** @param {import("../net/transport.js").Transport} transport @param {Game | null} game */
  constructor(transport, game) {
    this.transport = transport;
    this.game = game && game.rules.rows * game.rules.cols <= 64 && !game.outcome().over ? game : exampleGame(0);
    this.depth = game === null ? EXAMPLES[0][1] : 2;
    this.heuristic = "chua";
    this.step = 0;
    /** @type {Walk | null} */
    this.walk = null;
    this.timer = 0;
    this.tree = new TreeView((node) => this.go(this.entered(node)));
    this.board = new BoardView((cell) => this.play(cell));
    this.words = h("p", { class: "explanation", id: "explanation" });
    this.counts = h("p", { class: "facts", id: "counts" });
    this.slider = h("input", { type: "range", min: 0, max: 1, "aria-label": t("step"), oninput: () => this.go(Number(this.slider.value)) });
    this.heuristics = h("div", {});
    this.element = this.layout();
    this.removeKeys = onKeys({ ".": () => this.go(this.step + 1), ",": () => this.go(this.step - 1), ArrowRight: () => this.go(this.step + 1), ArrowLeft: () => this.go(this.step - 1), Home: () => this.go(0), End: () => this.go(Infinity), e: () => this.run() });
    transport.hello.then((hello) => {
      this.heuristics.replaceChildren(select(t("heuristic"), hello.heuristics.map(({ name, description }) => [name, `${name}: ${description}`]), this.heuristic, (name) => { this.heuristic = name; this.grow(); }));
      this.grow();
    });
    this.board.show(this.game);
  }

  layout() {
    const examples = /** @type {[string, string][]} */ (EXAMPLES.map(([text], i) => [String(i), text.replace("/", "  ").replaceAll(".", " ")]));
    const depths = /** @type {[string, string][]} */ ([1, 2, 3, 4, 5, 6].map((n) => [String(n), String(n)]));
    const at = (/** @type {import("../ui/icons.js").Icon} */ sign, /** @type {string} */ label, /** @type {() => void} */ act, /** @type {string} */ id) =>
      h("button", { type: "button", class: "button", title: label, "aria-label": label, onclick: act, id }, icon(sign));
    this.depthField = select(t("labDepth"), depths, String(this.depth), (value) => { this.depth = Number(value); this.grow(); }, "depth");
    return h("div", { class: "lab layout" },
      h("h1", { class: "unseen" }, t("lab")),
      h("div", { class: "stage card" }, this.tree.svg),
      h("aside", { class: "side" },
        h("p", { class: "about" }, t("labIntro")),
        h("section", { class: "card" }, this.words, this.slider,
          h("div", { class: "steps" }, at("first", t("toStart"), () => this.go(0), "to-start"), at("back", t("stepBack"), () => this.go(this.step - 1), "step-back"),
            at("forward", t("step"), () => this.go(this.step + 1), "step"), at("last", t("toEnd"), () => this.go(Infinity), "to-end")),
          button(t("run"), () => this.run(), { key: "e", kind: "quiet", id: "run", icon: icon("play") }), this.counts),
        h("section", { class: "card mini" }, h("h2", {}, t("position")), this.board.element),
        h("section", { class: "card fields" }, select(t("examples"), examples, "0", (value) => this.example(Number(value)), "example"), this.depthField, this.heuristics)));
  }

  /** @param {number} index */
  example(index) {
    this.game = exampleGame(index);
    this.depth = EXAMPLES[index][1];
    const field = this.depthField?.querySelector("select");
    if (field) field.value = String(this.depth);
    history.replaceState(null, "", link("lab", this.game));
    this.grow();
  }

  /** A click on the board plays on from the root.  @param {number} cell */
  play(cell) {
    const game = this.game.at(this.game.moves.length);
    if (!game.play(cell) || game.outcome().over) return;
    this.game = game;
    history.replaceState(null, "", link("lab", game));
    this.grow();
  }

  async grow() {
    clearInterval(this.timer);
    try {
      const reply = await this.transport.ask({ type: "tree", game: this.game.record(), depth: this.depth, heuristic: this.heuristic }).done;
      if (reply.type !== "tree") return;
      this.walk = new Walk(reply.nodes);
      this.tree.build(this.walk);
      this.slider.max = String(this.walk.steps.length);
      this.go(Infinity);
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error));
    }
  }

  /** @param {number} step */
  go(step) {
    if (!this.walk) return;
    this.step = Math.max(0, Math.min(step, this.walk.steps.length));
    this.slider.value = String(this.step);
    this.tree.show(this.step);
    const times = this.walk.times;
    const visited = times.filter(({ enter }) => enter < this.step).length;
    const cut = times.filter((time) => time.cut < this.step).length;
    this.counts.textContent = `${visited} ${t("visited")}, ${cut} ${t("cut")}, ${t("ofTree", { n: times.length })}`;
    this.words.textContent = this.explain();
    announce(this.words.textContent);
    const now = this.walk.steps[this.step - 1]?.node ?? 0;
    const shown = this.game.at(this.game.moves.length);
    for (const name of this.walk.path(now)) shown.play(cellIndex(shown.rules, name));
    this.board.show(this.step === this.walk.steps.length ? this.game : shown, { playable: this.step === this.walk.steps.length || this.step === 0 });
  }

  explain() {
    const { walk } = this;
    const event = walk?.steps[this.step - 1];
    if (!walk || !event) return t("zoomHint");
    const { kind, node } = event;
    const { cell, alpha, beta, value, parent } = walk.nodes[node];
    const name = cell ?? t("root");
    if (kind === "leave" && node === 0 && value) {
      const best = walk.children[0].find((child) => JSON.stringify(walk.nodes[child].value) === JSON.stringify(value));
      return t("labDone", { value: scoreText(value), best: best === undefined ? "–" : (walk.nodes[best].cell ?? "–") });
    }
    if (kind === "leave" && value) return t("leaveNode", { name, value: scoreText(value) });
    if (kind === "cut" && parent !== null) {
      const seen = walk.children[parent].filter((child) => child < node && walk.nodes[child].value);
      const last = walk.nodes[seen[seen.length - 1]]?.value;
      return t("cutNode", { name, value: last ? scoreText(last) : "–", who: walk.ply(parent) % 2 ? t("max") : t("min") });
    }
    const window = `${alpha ? scoreText(alpha) : "−∞"} … ${beta ? scoreText(beta) : "+∞"}`;
    return t("enterNode", { name, kind: walk.ply(node) % 2 ? t("min") : t("max"), window });
  }

  /** The step at which a node was entered or cut, and one more: so that it is the last thing that happened.  @param {number} node */
  entered(node) {
    const time = this.walk?.times[node];
    return time ? Math.min(time.enter, time.cut) + 1 : 0;
  }

  run() {
    if (this.timer) return this.halt();
    if (this.walk && this.step >= this.walk.steps.length) this.go(0);
    this.timer = window.setInterval(() => {
      this.go(this.step + 1);
      if (this.walk && this.step >= this.walk.steps.length) this.halt();
    }, 450);
  }

  halt() {
    clearInterval(this.timer);
    this.timer = 0;
  }

  leave() {
    this.halt();
    this.removeKeys();
  }
}

/** @param {number} index */
function exampleGame(index) {
  return readLink(`#lab/${EXAMPLES[index][0]}`).game ?? new Game({ rows: 3, cols: 3, k: 3, gravity: false, exact: false });
}
