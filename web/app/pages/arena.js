// Arena: a small event among the players, watched as it is played. It goes on while other pages are looked at, and what was
// played is there after a reload.

import { t } from "../i18n/index.js";
import { Game } from "../model/game.js";
import { Line } from "../model/line.js";
import { link } from "../model/link.js";
import { boardName } from "../view/names.js";
import { cellIndex, parseRules } from "../model/rules.js";
import { announce } from "../ui/announce.js";
import { complain } from "../ui/complain.js";
import { button, h, select } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { onKeys } from "../ui/keys.js";
import { recall, remember } from "../ui/settings.js";
import { download } from "../ui/share.js";
import { Board } from "../view/board.js";
import { MoveList } from "../view/movelist.js";
import { standingTable } from "../view/standing.js";

/** @typedef {import("../net/messages.js").Played} Played */
/** @typedef {import("../net/messages.js").Seen} Seen */

/** A board as people call it.  @param {string} text */
const nameOf = (text) => { const rules = parseRules(text); return rules ? boardName(rules) : text; };
/** Boards that end within a minute or two. */
const BOARDS = ["3x3x3", "4x4x3", "5x5x4", "7x7x5", "10x10x5", "15x15x5", "4x4x4g", "6x7x4g", "7x7x5g"];
const LEVELS = [2, 4, 6, 8];

const KEPT = "filetto-event";
/** Longer reports are not kept: the browser gives little room. */
const LONGEST_REPORT = 600_000;

/** The event that is being held or was held last; it outlives the page. */
class RunningEvent {
  constructor() {
    /** @type {import("../net/transport.js").Ask | null} */
    this.asking = null;
    /** @type {Played[]} */
    this.games = [];
    /** @type {any} */
    this.standing = null;
    this.report = "";
    this.of = 0;
    /** @type {(reply: any) => void} Who looks on. */
    this.onnews = () => {};
    try {
      Object.assign(this, JSON.parse(localStorage.getItem(KEPT) ?? "{}"));
    } catch {
      // Nothing readable is kept.
    }
  }

  /** @param {import("../net/transport.js").Transport} transport @param {any} request */
  async hold(transport, request) {
    Object.assign(this, { games: [], standing: null, report: "", of: 0 });
    const ask = transport.ask(request, (reply) => this.hear(reply));
    this.asking = ask;
    try {
      const reply = await ask.done;
      if (reply.type === "event") Object.assign(this, { standing: reply.standing, report: reply.report });
    } finally {
      this.asking = null;
      this.keep();
      this.onnews(null);
    }
  }

  /** @param {any} reply */
  hear(reply) {
    if (reply.type === "standing") this.standing = reply.standing;
    if (reply.type === "played") this.games.push(reply);
    if (reply.of) this.of = reply.of;
    if (reply.type !== "seen") this.keep();
    this.onnews(reply);
  }

  keep() {
    const { games, standing, report, of } = this;
    try {
      localStorage.setItem(KEPT, JSON.stringify({ games, standing, of, report: report.length < LONGEST_REPORT ? report : "" }));
    } catch {
      // Not kept, then.
    }
  }
}

/** @type {RunningEvent | null} */
let running = null;

export class ArenaPage {
  /** @param {import("../net/transport.js").Transport} transport */
  constructor(transport) {
    this.transport = transport;
    this.options = recall("event", { players: ["filetto", "filetto level 2", "mcts"], boards: ["5x5x4", "6x7x4g"], pairs: 1, time: 100 });
    this.event = running ??= new RunningEvent();
    this.event.onnews = (reply) => this.hear(reply);
    /** Whether the board follows the game that is being played. */
    this.live = true;
    this.line = new Line(new Game(/** @type {import("../model/rules.js").Rules} */ (parseRules("5x5x4"))));
    this.board = new Board();
    this.list = new MoveList((ply) => { this.live = false; this.line.go(ply); this.update(); });
    this.status = h("p", { class: "status", id: "event-status" });
    this.meter = h("progress", { max: 1, value: 0, "aria-label": t("eventGames") });
    this.table = h("div", { class: "wide", tabindex: 0, role: "region", "aria-label": t("standing") });
    this.played = h("ol", { class: "games", id: "games", tabindex: 0, "aria-label": t("eventGames") });
    this.players = h("div", { class: "picks" });
    this.boards = h("div", { class: "picks" });
    this.after = h("div", { class: "row" });
    this.element = this.layout();
    this.removeKeys = onKeys({
      e: () => this.toggle(), l: () => this.follow(),
      ",": () => this.step(-1), ".": () => this.step(1), ArrowLeft: () => this.step(-1), ArrowRight: () => this.step(1),
    });
    transport.hello.then((hello) => this.choices(hello));
    this.played.replaceChildren(...this.event.games.map((game) => this.entry(game)).reverse());
    const last = this.event.games[this.event.games.length - 1];
    if (last) this.show(last);
    this.update();
  }

  layout() {
    const pairs = /** @type {[string, string][]} */ ([1, 2, 3, 5].map((n) => [String(n), String(n)]));
    const times = /** @type {[string, string][]} */ ([["20", "20 ms"], ["100", "100 ms"], ["500", "0.5 s"], ["2000", "2 s"]]);
    this.start = button(t("eventStart"), () => this.toggle(), { kind: "primary", key: "e", id: "event" });
    return h("div", { class: "arena layout" },
      h("h1", { class: "unseen" }, t("arena")),
      h("div", { class: "stage" }, this.board.element),
      h("aside", { class: "side" },
        h("p", { class: "about" }, t("arenaIntro")),
        h("section", { class: "card" }, h("div", { class: "row" }, this.start, this.after), this.meter, this.status, this.table),
        h("details", { class: "card", open: !this.event.games.length && !this.event.asking, id: "entry" }, h("summary", {}, t("eventWho")),
          h("fieldset", {}, h("legend", {}, t("eventPlayers")), this.players),
          h("fieldset", {}, h("legend", {}, t("presets")), this.boards),
          h("div", { class: "row" },
            select(t("eventPairs"), pairs, String(this.options.pairs), (value) => this.option({ pairs: Number(value) }), "pairs"),
            select(t("time"), times, String(this.options.time), (value) => this.option({ time: Number(value) }), "event-time"))),
        h("section", { class: "card" }, h("h2", {}, t("eventGames")), this.played),
        this.list.element,
        h("div", { class: "row" }, button(t("analyseThis"), () => (location.hash = link("analyse", this.line.shown)), { icon: icon("play") }))));
  }

  /** @param {import("../net/messages.js").Hello} hello */
  choices(hello) {
    const names = hello.players.map(({ name }) => name);
    const all = [names[0], ...LEVELS.map((level) => `${names[0]} level ${level}`), ...names.slice(1)];
    /** @type {Map<string, string>} */
    const only = new Map(hello.players.map(({ name, boards }) => [name, boards]));
    const pick = (/** @type {"players" | "boards"} */ list, /** @type {string} */ value, /** @type {string} */ note) => {
      const input = h("input", { type: "checkbox", value, name: list, onchange: () => {
        const others = this.options[list].filter((one) => one !== value);
        this.option({ [list]: input.checked ? [...others, value] : others });
      } });
      input.checked = this.options[list].includes(value);
      return h("label", { class: "pick" }, input, h("span", {}, list === "boards" ? nameOf(value) : value, note ? h("small", {}, ` ${note}`) : null));
    };
    const note = (/** @type {string} */ name) => ({ free: t("onlyFree"), gravity: t("onlyGravity") })[only.get(name) ?? ""] ?? "";
    this.players.replaceChildren(...all.map((name) => pick("players", name, note(name))));
    this.boards.replaceChildren(...BOARDS.map((board) => pick("boards", board, board)));
  }

  /** @param {Partial<typeof this.options>} part */
  option(part) {
    Object.assign(this.options, part);
    remember("event", this.options);
  }

  toggle() {
    if (this.event.asking) return this.event.asking.stop();
    return this.hold();
  }

  async hold() {
    const players = this.options.players.map((text) => {
      const [name, level] = text.split(" level ");
      return { name, ...(level ? { level: Number(level) } : {}) };
    });
    this.live = true;
    this.played.replaceChildren();
    const held = this.event.hold(this.transport, { type: "event", players, boards: this.options.boards, pairs: this.options.pairs, time_ms: this.options.time });
    this.update();
    try {
      await held;
      announce(this.summary());
    } catch (error) {
      complain(error);
    }
  }

  /** @param {any} reply */
  hear(reply) {
    if (reply?.type === "seen" && this.live) this.show(reply);
    if (reply?.type === "played") {
      this.played.prepend(this.entry(reply));
      if (this.live) this.show(reply);
    }
    Object.assign(this.meter, { max: this.event.of || 1, value: this.event.games.length });
    this.update();
  }

  /** Puts a game on the board.  @param {Seen | Played} seen */
  show(seen) {
    const rules = parseRules(seen.rules);
    if (!rules) return;
    const game = new Game(rules);
    seen.moves.forEach((name) => game.play(cellIndex(rules, name)));
    game.names = seen.players;
    if (seen.type === "played" && !game.outcome().over) {
      game.ending = { winner: seen.result === "draw" ? null : seen.result === "first" ? 0 : 1, reason: "agreed" };
    }
    this.line = new Line(game);
    this.now = seen;
  }

  /** @param {Played} game */
  entry(game) {
    const score = { first: "1–0", second: "0–1", draw: "½–½" }[game.result];
    return h("li", {}, h("button", { type: "button", class: "game", title: game.ending, onclick: () => { this.live = false; this.show(game); this.update(); } },
      h("span", {}, `${game.number}. × ${game.players[0]} ${score} ○ ${game.players[1]}`), h("small", {}, ` ${nameOf(game.rules)}`)));
  }

  follow() {
    this.live = true;
    this.update();
  }

  /** @param {number} by */
  step(by) {
    this.live = false;
    this.line.go(this.line.ply + by);
    this.update();
  }

  /** Who leads, in a sentence. */
  summary() {
    const best = this.event.standing?.players?.[0];
    return best ? t("eventLeads", { who: best.name, n: this.event.standing.games, of: this.event.standing.of }) : "";
  }

  update() {
    this.board.show(this.line.shown, { playable: false });
    this.list.show(this.line);
    this.start?.querySelector(".words")?.replaceChildren(this.event.asking ? t("stopNow") : t("eventStart"));
    this.meter.hidden = !this.event.asking;
    const now = this.now;
    const game = now ? `${now.number}/${now.of} · × ${now.players[0]} – ○ ${now.players[1]} · ${nameOf(now.rules)}${now.type === "played" ? ` · ${now.ending}` : ""}` : "";
    this.status.textContent = game;
    this.table.replaceChildren(...(this.event.standing ? [standingTable(this.event.standing)] : []));
    this.after.replaceChildren(
      ...(this.event.report ? [button(t("eventReport"), () => download("event.html", this.event.report, "text/html"), { id: "report" })] : []),
      ...(this.event.asking && !this.live ? [button(t("eventLive"), () => this.follow(), { key: "l", id: "live-again" })] : []));
  }

  leave() {
    // The event goes on; only nobody looks.
    this.event.onnews = () => {};
    this.removeKeys();
  }
}
