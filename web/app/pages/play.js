// Play: a person or two, players of every kind, any board.

import { t } from "../i18n/index.js";
import { Clocks } from "../model/clock.js";
import { Game } from "../model/game.js";
import { FIRST_LEVEL, levelOf } from "../model/levels.js";
import { Line } from "../model/line.js";
import { link } from "../model/link.js";
import { boardName } from "../view/names.js";
import { perfectMove, playsPerfectly } from "../model/perfect.js";
import { cellIndex, cellName, parseRules, rulesText } from "../model/rules.js";
import { isPerfect, isPerson, isSolo, plays, thinking } from "../model/seats.js";
import { announce, toast } from "../ui/announce.js";
import { complain } from "../ui/complain.js";
import { button, h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { onKeys } from "../ui/keys.js";
import { recall, remember } from "../ui/settings.js";
import { shareLink } from "../ui/share.js";
import { landed, sound } from "../ui/sound.js";
import { Board } from "../view/board.js";
import { confirm } from "../view/dialogs.js";
import { EndCard } from "../view/endcard.js";
import { MoveList } from "../view/movelist.js";
import { askForGame } from "../view/newgame.js";
import { moves } from "../view/numbers.js";
import { levelName, mood, rowIsLow, sideName, statusText } from "../view/outcome.js";

/** @typedef {import("../view/newgame.js").Arrangement} Arrangement */
/** @typedef {0 | 1} Side */

const CONNECT_FOUR = { rows: 6, cols: 7, k: 4, gravity: true, exact: false };

export class PlayPage {
  /** @param {import("../net/transport.js").Transport} transport @param {Game | null} game @param {import("../main.js").Context} context */
  constructor(transport, game, { store, line }) {
    this.transport = transport;
    this.store = store;
    const kept = recall("arrangement", { rules: "6x7x4g", seats: [{ who: "person", time: 1000 }, { who: `level:${FIRST_LEVEL}`, time: 1000 }], clock: 0 });
    /** @type {Partial<import("../model/line.js").Meta>} */
    const meta = line?.meta ?? {};
    /** @type {Arrangement} */
    this.arrangement = { clock: meta.clock ?? kept.clock, seats: /** @type {Arrangement["seats"]} */ ((meta.seats ?? kept.seats).map((seat) => (seat.who === "friend" ? { ...seat, who: "person" } : seat))), rules: game?.rules ?? parseRules(kept.rules) ?? CONNECT_FOUR };
    this.line = line ?? new Line(game ?? new Game(this.arrangement.rules));
    /** @type {{stop: () => void} | null} */
    this.asking = null;
    this.hinting = false;
    /** @type {import("../view/marks.js").Mark[]} */
    this.marks = [];
    this.clocks = new Clocks(this.arrangement.clock, () => this.tick(), meta.used);
    this.board = new Board({ pick: (cell) => this.picked(cell), placed: landed });
    this.end = new EndCard();
    this.list = new MoveList((ply) => this.jump(ply));
    this.status = h("p", { class: "status", id: "status" });
    this.title = h("h1", { class: "board-name", id: "board-name" });
    this.cards = /** @type {Side[]} */ ([0, 1]).map((side) => {
      const name = h("span", { class: "player-name" });
      const clock = h("span", { class: "clock" });
      return { name, clock, box: h("div", { class: `player side-${side}` }, h("span", { class: "symbol", "aria-hidden": "true" }, side ? "○" : "×"), name, h("span", { class: "dots", "aria-hidden": "true" }), clock) };
    });
    this.numbers = recall("numbers", false);
    this.element = this.layout();
    this.removeKeys = onKeys({
      u: () => this.undo(), h: () => this.hint(), n: () => this.newGame(), r: () => this.resign(), s: () => this.swap(), v: () => this.review(), m: () => this.toggleNumbers(),
      a: () => (location.hash = link("analyse", this.line.game)), ",": () => this.jump(this.line.ply - 1), ".": () => this.jump(this.line.ply + 1),
    });
    this.update();
    this.next();
  }

  layout() {
    this.back = button(t("backToGame"), () => this.jump(this.line.game.moves.length), { kind: "quiet", id: "back" });
    this.buttons = {
      undo: button(t("undo"), () => this.undo(), { icon: icon("undo"), key: "u", id: "undo" }),
      hint: button(t("hint"), () => this.hint(), { icon: icon("hint"), key: "h", id: "hint" }),
      resign: button(t("resign"), () => this.resign(), { icon: icon("flag"), key: "r", id: "resign" }),
      review: button(t("review"), () => this.review(), { icon: icon("check"), key: "v", id: "review-game" }),
      numbers: button(t("numbers"), () => this.toggleNumbers(), { icon: icon("list"), key: "m", id: "numbers" }),
    };
    const { undo, hint, resign, review, numbers } = this.buttons;
    const actions = h("div", { class: "actions" },
      button(t("newGame"), () => this.newGame(), { icon: icon("plus"), key: "n", kind: "primary", id: "new-game" }), undo, hint,
      button(t("swap"), () => this.swap(), { icon: icon("swap"), key: "s", id: "swap" }), resign, review,
      button(t("analyseThis"), () => (location.hash = link("analyse", this.line.game)), { icon: icon("search"), key: "a", id: "analyse" }),
      button(t("share"), () => shareLink("play", this.line.game), { icon: icon("share"), id: "share" }), numbers);
    return h("div", { class: "play layout" },
      h("div", { class: "stage" }, h("div", { class: "stage-board" }, this.board.element, this.end.element)),
      h("aside", { class: "side" }, this.title,
        h("section", { class: "card score" }, this.cards[0].box, this.cards[1].box, h("div", { class: "status-row" }, this.status, this.back)),
        actions, this.list.element));
  }

  get seats() {
    return this.arrangement.seats;
  }

  update() {
    const shown = this.line.shown;
    const { game } = this.line;
    const outcome = game.outcome();
    const mine = isPerson(this.seats[game.toMove]) && this.line.atEnd;
    this.board.show(shown, { marks: this.line.atEnd ? this.marks : [], playable: mine, numbers: this.numbers });
    this.list.show(this.line);
    this.title.textContent = boardName(game.rules);
    this.cards.forEach(({ name, box }, side) => {
      name.textContent = sideName(this.seats, /** @type {Side} */ (side));
      box.classList.toggle("turn", !outcome.over && game.toMove === side);
      box.classList.toggle("thinking", !outcome.over && game.toMove === side && this.asking !== null && !this.hinting);
      box.classList.toggle("winner", outcome.over && outcome.winner === side);
    });
    this.status.textContent = this.hinting ? t("hintComing") : this.line.atEnd ? this.hintWords ?? statusText(game, this.seats) : t("looking", { n: this.line.ply, all: game.moves.length });
    this.status.classList.toggle("over", outcome.over);
    if (this.back) this.back.hidden = this.line.atEnd;
    if (this.buttons) {
      const { undo, hint, resign, review, numbers } = this.buttons;
      undo.disabled = !game.moves.length;
      resign.disabled = outcome.over || !game.moves.length;
      hint.disabled = outcome.over || !mine;
      hint.classList.toggle("waiting", this.hinting);
      hint.setAttribute("aria-busy", String(this.hinting));
      review.disabled = !game.moves.length;
      numbers.setAttribute("aria-pressed", String(this.numbers));
    }
    if (!outcome.over || !this.line.atEnd) this.end.hide();
    this.tick();
  }

  tick() {
    const { game } = this.line;
    this.cards.forEach(({ clock }, side) => (clock.textContent = this.clocks.text(/** @type {Side} */ (side))));
    const side = this.clocks.side;
    if (side !== null && this.clocks.expired(side) && !game.outcome().over) {
      game.ending = { winner: side ? 0 : 1, reason: "time" };
      this.stop();
      this.ended(true);
    }
  }

  /** @param {number} cell */
  picked(cell) {
    const { game } = this.line;
    if (!this.line.atEnd || !isPerson(this.seats[game.toMove]) || game.outcome().over) return;
    this.stop();
    this.make(cell);
  }

  /** Puts the game into the address, the tab's memory and one's games. */
  record() {
    history.replaceState(null, "", link("play", this.line.game));
    this.archive();
  }

  /** The same without the address, which belongs to another page when this one is left. */
  archive() {
    const { game, meta } = this.line;
    game.names = [sideName(this.seats, 0), sideName(this.seats, 1)];
    Object.assign(meta, { seats: this.seats, clock: this.arrangement.clock, used: [this.clocks.spent(0), this.clocks.spent(1)] });
    this.store.keep("play", this.line);
    this.store.record(this.line, Date.now());
  }

  save() {
    if (this.line.game.moves.length) this.archive();
    else this.store.keep("play", this.line);
  }

  /** @param {number} cell */
  make(cell) {
    const { game } = this.line;
    const side = game.toMove;
    if (!game.play(cell)) return;
    this.forgetHint();
    if (this.line.ply === game.moves.length - 1) this.line.go(game.moves.length);
    announce(t("moved", { who: side ? t("nought") : t("cross"), cell: cellName(game.rules, cell) }) + ". " + (game.outcome().over ? statusText(game, this.seats) : ""));
    this.update();
    this.next(true);
    this.record();
  }

  /** Lets whoever is to move get on with it.  @param {boolean} [now] whether somebody has just moved */
  next(now = false) {
    const { game } = this.line;
    if (game.outcome().over) return this.ended(now);
    this.clocks.run(game.moves.length || !isPerson(this.seats[0]) ? game.toMove : null);
    if (!isPerson(this.seats[game.toMove])) this.think();
  }

  async think() {
    const { game } = this.line;
    const hello = await this.transport.hello;
    const seat = this.seats[game.toMove];
    if (game !== this.line.game || this.asking || game.outcome().over || isPerson(seat)) return;
    const started = performance.now();
    const ask = isPerfect(seat) ? perfectMove(this.transport, game) : this.chosen(thinking(seat, game.record(), hello.default_player));
    this.asking = ask;
    this.update();
    try {
      const { cell, proved } = await ask.done;
      // A move that comes at once looks like a mistake; a short pause reads as an answer.
      await new Promise((wait) => setTimeout(wait, Math.max(0, 350 - (performance.now() - started))));
      if (this.asking !== ask || !cell) return;
      this.asking = null;
      if (isPerfect(seat) && !proved) toast(t("notProvedHere"));
      this.make(cellIndex(game.rules, cell));
    } catch (error) {
      if (this.asking !== ask) return;
      this.asking = null;
      complain(error);
      setTimeout(() => this.line.game === game && this.next(), 2000);
    }
  }

  /** A player's move.  @param {import("../net/transport.js").Unnumbered<import("../net/messages.js").ThinkRequest>} request */
  chosen(request) {
    const ask = this.transport.ask(request);
    return { stop: ask.stop, done: ask.done.then((reply) => ({ cell: reply.type === "choice" ? reply.cell : null, proved: false })) };
  }

  /** The card of the end; what else happens at an end happens once.  @param {boolean} now whether it ended just now */
  ended(now) {
    this.clocks.run(null);
    this.update();
    const { game, meta } = this.line;
    const how = mood(game, this.seats);
    const words = statusText(game, this.seats);
    const level = this.opponent;
    if (now) {
      announce(words);
      sound(how);
      if (level && !meta.counted) {
        meta.counted = true;
        this.store.count(`level:${level}`, how);
      }
      this.record();
    }
    const { winner } = game.outcome();
    const results = level ? this.store.results[`level:${level}`] : null;
    this.end.show({
      title: words, mood: how, symbol: winner === null ? "=" : winner ? "○" : "×", high: rowIsLow(game),
      about: level && results ? t("levelRecord", { level: levelName(level), ...results }) : moves(game.moves.length),
      rematch: () => this.begin(this.arrangement),
      swap: () => this.begin({ ...this.arrangement, seats: [this.seats[1], this.seats[0]] }),
      review: game.moves.length ? () => this.review() : null,
      next: level && how === "won" && level < 10 ? { label: t("nextLevel", { n: level + 1 }), act: () => this.againstLevel(level + 1) } : null,
    });
  }

  /** The level that the person plays against; 0 if it is none. */
  get opponent() {
    return isSolo(this.seats) ? levelOf(this.seats[isPerson(this.seats[0]) ? 1 : 0].who) : 0;
  }

  /** @param {number} level */
  againstLevel(level) {
    const seats = /** @type {Arrangement["seats"]} */ (this.seats.map((seat) => (isPerson(seat) ? seat : { ...seat, who: `level:${level}` })));
    this.begin({ ...this.arrangement, seats });
  }

  stop() {
    this.asking?.stop();
    this.asking = null;
    this.hinting = false;
  }

  forgetHint() {
    this.marks = [];
    this.hintWords = null;
  }

  /** Takes back to the last move that a person can make anew. */
  undo() {
    const { game } = this.line;
    if (!game.moves.length) return;
    this.stop();
    const resigned = game.ending !== null;
    game.undo();
    while (!resigned && game.moves.length && isSolo(this.seats) && !isPerson(this.seats[game.toMove])) game.undo();
    this.forgetHint();
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
    if (!card || !plays(card, game.rules) || this.asking) return;
    const ask = this.transport.ask({ type: "think", game: game.record(), player: card.name, time_ms: 1500 });
    this.asking = ask;
    this.hinting = true;
    this.update();
    try {
      const reply = await ask.done;
      if (this.asking !== ask || reply.type !== "choice") return;
      this.marks = [{ cell: cellIndex(game.rules, reply.cell), text: "", kind: "hint" }];
      this.hintWords = t("hintIs", { who: card.name, cell: reply.cell });
      announce(this.hintWords);
    } catch (error) {
      complain(error);
    } finally {
      if (this.asking === ask) this.stop();
      this.update();
    }
  }

  resign() {
    const { game } = this.line;
    if (game.outcome().over || !game.moves.length) return;
    confirm(t("sure"), t("confirmResign"), t("keepPlaying"), () => {
      const loser = isSolo(this.seats) ? (isPerson(this.seats[0]) ? 0 : 1) : game.toMove;
      this.stop();
      game.ending = { winner: loser ? 0 : 1, reason: "resigned" };
      this.line.go(game.moves.length);
      this.ended(true);
    });
  }

  swap() {
    this.stop();
    this.arrangement.seats = [this.seats[1], this.seats[0]];
    this.keep();
    this.save();
    this.update();
    this.next();
  }

  review() {
    if (this.line.game.moves.length) location.hash = link("review", this.line.game);
  }

  toggleNumbers() {
    this.numbers = !this.numbers;
    remember("numbers", this.numbers);
    this.update();
  }

  /** @param {number} ply */
  jump(ply) {
    this.line.go(ply);
    this.update();
  }

  keep() {
    remember("arrangement", { ...this.arrangement, rules: rulesText(this.arrangement.rules) });
  }

  /** A game that goes on is kept, but not left without a question. */
  newGame() {
    const { game } = this.line;
    const ask = async () => {
      const wanted = await askForGame(this.arrangement, await this.transport.hello, this.store, (rules) => playsPerfectly(this.transport, rules));
      if (wanted) this.begin(wanted);
    };
    if (game.moves.length && !game.outcome().over) confirm(t("leaveGame"), t("newGame"), t("keepPlaying"), ask, t("leaveGameKept"));
    else ask();
  }

  /** @param {Arrangement} wanted */
  begin(wanted) {
    this.stop();
    this.arrangement = wanted;
    this.keep();
    this.line = new Line(new Game(wanted.rules));
    this.forgetHint();
    this.clocks.end();
    this.clocks = new Clocks(wanted.clock, () => this.tick());
    // Back leads to the game that was played before.
    history.pushState(null, "", link("play", this.line.game));
    this.store.keep("play", this.line);
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
