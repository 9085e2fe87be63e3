// Play: a person or two, players of every kind, any board.

import { t } from "../i18n/index.js";
import { Clocks } from "../model/clock.js";
import { Game } from "../model/game.js";
import { Line } from "../model/line.js";
import { link } from "../model/link.js";
import { cellIndex, cellName, parseRules, rulesText } from "../model/rules.js";
import { FIRST_LEVEL, isPerson, thinker } from "../model/seats.js";
import { announce, toast } from "../ui/announce.js";
import { button, h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { onKeys } from "../ui/keys.js";
import { recall, remember } from "../ui/settings.js";
import { shareLink } from "../ui/share.js";
import { BoardView } from "../view/board.js";
import { confirm } from "../view/dialogs.js";
import { MoveList } from "../view/movelist.js";
import { askForGame, plays, seatName } from "../view/newgame.js";

/** @typedef {import("../view/newgame.js").Arrangement} Arrangement */
/** @typedef {0 | 1} Side */

const CONNECT_FOUR = { rows: 6, cols: 7, k: 4, gravity: true, exact: false };

export class PlayPage {
  /** @param {import("../net/transport.js").Transport} transport @param {Game | null} game @param {import("../main.js").Context} context */
  constructor(transport, game, { store, line }) {
    this.transport = transport;
    this.store = store;
    const kept = recall("arrangement", { rules: "6x7x4g", seats: [{ who: "person", time: 1000 }, { who: `level:${FIRST_LEVEL}`, time: 1000 }], clock: 0 });
    const seats = /** @type {Arrangement["seats"]} */ (kept.seats);
    /** @type {Arrangement} */
    this.arrangement = { clock: kept.clock, seats, rules: game?.rules ?? parseRules(kept.rules) ?? CONNECT_FOUR };
    this.line = line ?? new Line(game ?? new Game(this.arrangement.rules));
    /** @type {import("../net/transport.js").Ask | null} */
    this.asking = null;
    /** @type {import("../view/board.js").Mark[]} */
    this.marks = [];
    this.clocks = new Clocks(this.arrangement.clock, () => this.tick());
    this.board = new BoardView((cell) => this.picked(cell));
    this.list = new MoveList((ply) => this.jump(ply));
    this.status = h("p", { class: "status", id: "status" });
    this.cards = /** @type {Side[]} */ ([0, 1]).map((side) => {
      const name = h("span", { class: "player-name" });
      const clock = h("span", { class: "clock" });
      return { name, clock, box: h("div", { class: `player side-${side}` }, h("span", { class: "symbol", "aria-hidden": "true" }, side ? "○" : "×"), name, h("span", { class: "dots", "aria-hidden": "true" }), clock) };
    });
    this.element = this.layout();
    this.removeKeys = onKeys({
      u: () => this.undo(), h: () => this.hint(), n: () => this.newGame(), r: () => this.resign(), s: () => this.swap(),
      a: () => (location.hash = link("analyse", this.line.game)), ",": () => this.jump(this.line.ply - 1), ".": () => this.jump(this.line.ply + 1),
    });
    this.update();
    this.next();
  }

  layout() {
    this.back = button(t("backToGame"), () => this.jump(this.line.game.moves.length), { kind: "quiet", id: "back" });
    const actions = h("div", { class: "actions" },
      button(t("newGame"), () => this.newGame(), { icon: icon("plus"), key: "n", kind: "primary", id: "new-game" }),
      button(t("undo"), () => this.undo(), { icon: icon("undo"), key: "u", id: "undo" }),
      button(t("hint"), () => this.hint(), { icon: icon("hint"), key: "h", id: "hint" }),
      button(t("swap"), () => this.swap(), { icon: icon("swap"), key: "s", id: "swap" }),
      button(t("resign"), () => this.resign(), { icon: icon("flag"), key: "r", id: "resign" }),
      button(t("analyseThis"), () => (location.hash = link("analyse", this.line.game)), { icon: icon("search"), key: "a", id: "analyse" }),
      button(t("share"), () => shareLink("play", this.line.game), { icon: icon("share"), id: "share" }));
    return h("div", { class: "play layout" },
      h("h1", { class: "unseen" }, t("play")),
      h("div", { class: "stage" }, this.board.element),
      h("aside", { class: "side" },
        h("section", { class: "card score" }, this.cards[0].box, this.cards[1].box, h("div", { class: "status-row" }, this.status, this.back)),
        actions, this.list.element));
  }

  /** The side that this seat's person would call theirs when the other is no person. */
  get solo() {
    return isPerson(this.arrangement.seats[0]) !== isPerson(this.arrangement.seats[1]);
  }

  /** @param {Side} side */
  nameOf(side) {
    const seat = this.arrangement.seats[side];
    if (isPerson(seat)) return this.solo ? t("you") : side ? t("nought") : t("cross");
    return seatName(seat);
  }

  update() {
    const shown = this.line.shown;
    const { game } = this.line;
    const outcome = game.outcome();
    const mine = isPerson(this.arrangement.seats[game.toMove]) && this.line.atEnd;
    this.board.show(shown, { marks: this.line.atEnd ? this.marks : [], playable: mine });
    this.list.show(this.line);
    this.cards.forEach(({ name, box }, side) => {
      name.textContent = this.nameOf(/** @type {Side} */ (side));
      box.classList.toggle("turn", !outcome.over && game.toMove === side);
      box.classList.toggle("thinking", !outcome.over && game.toMove === side && this.asking !== null && !isPerson(this.arrangement.seats[game.toMove]));
      box.classList.toggle("winner", outcome.over && outcome.winner === side);
    });
    this.status.textContent = this.line.atEnd ? this.statusText() : t("looking", { n: this.line.ply, all: game.moves.length });
    this.status.classList.toggle("over", outcome.over);
    if (this.back) this.back.hidden = this.line.atEnd;
    this.tick();
  }

  statusText() {
    const { game } = this.line;
    const { over, winner, reason } = game.outcome();
    if (!over) {
      const seat = this.arrangement.seats[game.toMove];
      if (!isPerson(seat)) return t("thinking", { who: this.nameOf(game.toMove) });
      return this.solo ? t("yourTurn") : t("turnOf", { who: this.nameOf(game.toMove) });
    }
    if (winner === null) return t("draw");
    const who = this.nameOf(winner);
    const you = this.solo && isPerson(this.arrangement.seats[winner]);
    if (reason === "resigned") return you ? t("youByResign") : this.solo ? t("resignedYou", { who }) : t("byResign", { who });
    if (reason === "time") return you ? t("youByTime") : t("byTime", { who });
    return you ? t("youWinBy", { k: game.rules.k }) : t("winsBy", { who, k: game.rules.k });
  }

  tick() {
    const { game } = this.line;
    this.cards.forEach(({ clock }, side) => (clock.textContent = this.clocks.text(/** @type {Side} */ (side))));
    const side = this.clocks.side;
    if (side !== null && this.clocks.expired(side) && !game.outcome().over) {
      game.ending = { winner: side ? 0 : 1, reason: "time" };
      this.stop();
      this.ended();
    }
  }

  /** @param {number} cell */
  picked(cell) {
    const { game } = this.line;
    if (!this.line.atEnd || !isPerson(this.arrangement.seats[game.toMove]) || game.outcome().over) return;
    this.stop();
    this.make(cell);
  }

  /** Puts the game into the address and the store. */
  record() {
    history.replaceState(null, "", link("play", this.line.game));
    this.store.keep("play", this.line);
  }

  /** @param {number} cell */
  make(cell) {
    const { game } = this.line;
    const side = game.toMove;
    if (!game.play(cell)) return;
    this.marks = [];
    if (this.line.ply === game.moves.length - 1) this.line.go(game.moves.length);
    this.record();
    announce(t("moved", { who: side ? t("nought") : t("cross"), cell: cellName(game.rules, cell) }) + ". " + (game.outcome().over ? this.statusText() : ""));
    this.update();
    this.next();
  }

  /** Lets whoever is to move get on with it. */
  next() {
    const { game } = this.line;
    if (game.outcome().over) return this.ended();
    this.clocks.run(game.moves.length || !isPerson(this.arrangement.seats[0]) ? game.toMove : null);
    if (!isPerson(this.arrangement.seats[game.toMove])) this.think();
  }

  async think() {
    const { game } = this.line;
    const hello = await this.transport.hello;
    if (game !== this.line.game || this.asking || game.outcome().over || isPerson(this.arrangement.seats[game.toMove])) return;
    const { player, time_ms, level } = thinker(this.arrangement.seats[game.toMove], hello.default_player);
    const started = performance.now();
    const ask = this.transport.ask({ type: "think", game: game.record(), player, time_ms, level });
    this.asking = ask;
    this.update();
    try {
      const reply = await ask.done;
      // A move that comes at once looks like a mistake; a short pause reads as an answer.
      await new Promise((wait) => setTimeout(wait, Math.max(0, 350 - (performance.now() - started))));
      if (this.asking !== ask || reply.type !== "choice") return;
      this.asking = null;
      this.make(cellIndex(game.rules, reply.cell));
    } catch (error) {
      if (this.asking !== ask) return;
      this.asking = null;
      toast(error instanceof Error ? error.message : String(error));
      setTimeout(() => this.line.game === game && this.next(), 2000);
    }
  }

  ended() {
    this.clocks.run(null);
    this.update();
    announce(this.statusText());
  }

  stop() {
    this.asking?.stop();
    this.asking = null;
  }

  /** Takes back to the last move that a person can make anew. */
  undo() {
    const { game } = this.line;
    if (!game.moves.length) return;
    this.stop();
    const resigned = game.ending !== null;
    game.undo();
    while (!resigned && game.moves.length && this.solo && !isPerson(this.arrangement.seats[game.toMove])) game.undo();
    this.marks = [];
    this.line.go(game.moves.length);
    this.record();
    this.update();
    this.next();
  }

  async hint() {
    const { game } = this.line;
    if (game.outcome().over || this.asking || !this.line.atEnd) return;
    const hello = await this.transport.hello;
    const card = hello.players.find((player) => player.name === hello.default_player);
    if (!card || !plays(card, game.rules)) return;
    const ask = this.transport.ask({ type: "think", game: game.record(), player: card.name, time_ms: 1500 });
    this.asking = ask;
    try {
      const reply = await ask.done;
      if (this.asking !== ask || reply.type !== "choice") return;
      this.marks = [{ cell: cellIndex(game.rules, reply.cell), text: "", kind: "hint" }];
      const words = t("hintIs", { who: card.name, cell: reply.cell });
      announce(words);
      this.update();
      this.status.textContent = words;
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error));
    } finally {
      if (this.asking === ask) this.asking = null;
    }
  }

  resign() {
    const { game } = this.line;
    if (game.outcome().over || !game.moves.length) return;
    confirm(t("sure"), t("confirmResign"), t("keepPlaying"), () => {
      const loser = this.solo ? (isPerson(this.arrangement.seats[0]) ? 0 : 1) : game.toMove;
      this.stop();
      game.ending = { winner: loser ? 0 : 1, reason: "resigned" };
      this.line.go(game.moves.length);
      this.ended();
    });
  }

  swap() {
    this.stop();
    this.arrangement.seats.reverse();
    this.keep();
    this.update();
    this.next();
  }

  /** @param {number} ply */
  jump(ply) {
    this.line.go(ply);
    this.update();
  }

  keep() {
    remember("arrangement", { ...this.arrangement, rules: rulesText(this.arrangement.rules) });
  }

  async newGame() {
    const hello = await this.transport.hello;
    const wanted = await askForGame(this.arrangement, hello);
    if (!wanted) return;
    this.stop();
    this.arrangement = wanted;
    this.keep();
    this.line = new Line(new Game(wanted.rules));
    this.marks = [];
    this.clocks.end();
    this.clocks = new Clocks(wanted.clock, () => this.tick());
    this.record();
    this.update();
    this.next();
    this.board.svg.focus({ preventScroll: true });
  }

  leave() {
    this.stop();
    this.clocks.end();
    this.removeKeys();
  }
}
