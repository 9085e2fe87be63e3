// Atlas: the map of boards, each with its value and how it is known.

import { t } from "../i18n/index.js";
import { Game } from "../model/game.js";
import { Line } from "../model/line.js";
import { link } from "../model/link.js";
import { boardName } from "../view/names.js";
import { playsPerfectly } from "../model/perfect.js";
import { cellIndex, parseRules, rulesText } from "../model/rules.js";
import { announce } from "../ui/announce.js";
import { complain } from "../ui/complain.js";
import { button, h, select } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { onKeys } from "../ui/keys.js";
import { recall, remember } from "../ui/settings.js";
import { Board } from "../view/board.js";
import { SIGNS, atlasLegend, atlasMap } from "../view/atlasmap.js";

/** @typedef {import("../net/messages.js").Chart} Chart */
/** @typedef {import("../net/messages.js").AtlasBoard} AtlasBoard */

/** Rows of K that the map has, without and with gravity. */
const KS = { free: [3, 4, 5, 6, 7, 8, 9], gravity: [3, 4, 5, 6] };
const LONGEST = { free: 19, gravity: 10 };

export class AtlasPage {
  /** @param {import("../net/transport.js").Transport} transport @param {Game | null} game */
  constructor(transport, game) {
    this.transport = transport;
    this.options = recall("atlas", { k: 4, gravity: false });
    if (game) Object.assign(this.options, { k: Math.max(3, Math.min(9, game.rules.k)), gravity: game.rules.gravity });
    /** @type {Map<string, AtlasBoard>} */
    this.known = new Map();
    /** @type {Chart | null} */
    this.chart = null;
    /** Whether the engine plays the board on view perfectly. */
    this.perfect = false;
    this.line = new Line(game ?? new Game(/** @type {import("../model/rules.js").Rules} */ (parseRules("3x3x3"))));
    this.map = h("div", { class: "wide", tabindex: 0, role: "region", "aria-label": t("atlas") });
    this.board = new Board();
    this.detail = h("section", { class: "card", id: "chart", "aria-live": "polite" });
    this.choice = h("div", { class: "row" });
    this.element = h("div", { class: "atlas layout" },
      h("h1", { class: "unseen" }, t("atlas")),
      h("div", { class: "maps" }, h("p", { class: "about" }, t("atlasIntro")), this.choice, this.map, atlasLegend()),
      h("aside", { class: "side" }, this.detail, this.board.element));
    this.removeKeys = onKeys({ g: () => this.option({ gravity: !this.options.gravity }), "+": () => this.turn(1), "-": () => this.turn(-1) });
    this.load(game);
    this.update();
  }

  /** @param {Game | null} game */
  async load(game) {
    try {
      const reply = await this.transport.ask({ type: "atlas" }).done;
      if (reply.type !== "atlas") return;
      this.known = new Map(reply.boards.map((board) => [board.rules, board]));
      this.update();
      if (game) await this.look(rulesText(game.rules));
    } catch (error) {
      complain(error);
    }
  }

  /** @param {Partial<typeof this.options>} part */
  option(part) {
    Object.assign(this.options, part);
    // Details are of a board of this map, or of none.
    const rules = this.chart && parseRules(this.chart.rules);
    if (rules && (rules.k !== this.options.k || rules.gravity !== this.options.gravity)) {
      this.chart = null;
      history.replaceState(null, "", "#atlas");
    }
    const ks = KS[this.options.gravity ? "gravity" : "free"];
    this.options.k = Math.max(ks[0], Math.min(this.options.k, ks[ks.length - 1]));
    remember("atlas", this.options);
    this.update();
  }

  /** @param {number} by */
  turn(by) {
    this.option({ k: this.options.k + by });
    announce(t("atlasMap", { k: this.options.k }));
  }

  /** What is known of a board.  @param {string} rules */
  async look(rules) {
    try {
      const reply = await this.transport.ask({ type: "chart", rules }).done;
      if (reply.type !== "chart") return;
      this.chart = reply;
      this.line = new Line(new Game(/** @type {import("../model/rules.js").Rules} */ (parseRules(rules))));
      this.perfect = false;
      history.replaceState(null, "", link("atlas", this.line.game));
      this.update();
      if (reply.rows.length) {
        playsPerfectly(this.transport, this.line.game.rules).then((yes) => {
          this.perfect = yes && this.chart === reply;
          if (this.perfect) this.detail.replaceChildren(...this.words(reply));
        });
      }
      // The map is drawn anew: the keyboard goes on from where it was.
      const chosen = /** @type {HTMLElement | null} */ (this.map.querySelector(`[data-rules="${rules}"]`));
      chosen?.focus({ preventScroll: true });
      chosen?.scrollIntoView({ block: "nearest", inline: "center" });
    } catch (error) {
      complain(error);
    }
  }

  /** Perfection as the opponent where it can be played, else the champion at its strongest. */
  play() {
    const kept = recall("arrangement", { clock: 0 });
    const seats = [{ who: "person", time: 1000 }, { who: this.perfect ? "perfect" : "level:10", time: 5000 }];
    remember("arrangement", { ...kept, rules: rulesText(this.line.game.rules), seats, clock: 0 });
    location.hash = link("play", this.line.game);
  }

  update() {
    const kind = this.options.gravity ? "gravity" : "free";
    const ks = /** @type {[string, string][]} */ (KS[kind].map((k) => [String(k), String(k)]));
    this.choice.replaceChildren(
      select("K", ks, String(this.options.k), (value) => this.option({ k: Number(value) }), "k"),
      select(t("gravity"), [["free", t("atlasWithout")], ["gravity", t("atlasWith")]], kind, (value) => this.option({ gravity: value === "gravity" }), "kind"));
    this.map.replaceChildren(atlasMap(this.known, this.options.k, this.options.gravity, LONGEST[kind], this.chart?.rules ?? "", (rules) => this.look(rules)));
    const chart = this.chart;
    const game = this.line.game;
    const marks = (chart?.first_moves ?? []).map(({ cell, value }) =>
      ({ cell: cellIndex(game.rules, cell), kind: /** @type {const} */ ("value"), text: SIGNS[value], tone: `verdict-${value}` }));
    this.board.element.hidden = !chart;
    this.board.show(game, { marks, playable: false });
    this.detail.replaceChildren(...(chart ? this.words(chart) : [h("p", { class: "about" }, t("atlasChoose"))]));
  }

  /** @param {Chart} chart */
  words(chart) {
    const best = chart.rows[0];
    const family = this.known.get(chart.rules)?.family;
    return [
      h("p", { class: "big-score", id: "value" }, `${boardName(this.line.game.rules)}: ${best ? t(`value_${best.value}`) : t("atlasOpen")}`),
      ...(family ? [h("p", { class: "about", id: "family" }, t("familyIs", { family }))] : []),
      ...(chart.rows.length ? [h("h2", {}, t("atlasHow")), h("ul", { class: "reasons" }, ...chart.rows.map((row) =>
        h("li", {}, `${t(/** @type {any} */ (`how_${row.how}`))} (${t(/** @type {any} */ (`kind_${row.kind.replace(" ", "_")}`))}): ${row.source}`)))] : []),
      h("p", { class: "about" }, chart.first_moves.length ? `${t("atlasFirst")}: ${t("perfect")}` : t("atlasNoFirst")),
      h("div", { class: "row" },
        button(t(this.perfect ? "atlasPlay" : "atlasChampion"), () => this.play(), { kind: "primary", icon: icon("play"), id: this.perfect ? "perfection" : "champion" }),
        button(t("atlasSolve"), () => (location.hash = link("solve", this.line.game)), { id: "solve-it" }),
        ...chart.certificates.map((name) => h("a", { class: "button", href: `certificates/${name}`, download: name }, t("atlasCertificate", { name })))),
    ];
  }

  leave() {
    this.removeKeys();
  }
}
