// A friend on another device: an invitation with a link and a QR code, then a game that the server keeps.

import { t } from "../i18n/index.js";
import { Game } from "../model/game.js";
import { Line } from "../model/line.js";
import { link } from "../model/link.js";
import { cellIndex, cellName, parseRules, rulesText } from "../model/rules.js";
import { announce } from "../ui/announce.js";
import { complain, errorText } from "../ui/complain.js";
import { button, h, s, select } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { recall, remember } from "../ui/settings.js";
import { landed, sound } from "../ui/sound.js";
import { Board } from "../view/board.js";
import { BoardChooser } from "../view/boardchooser.js";
import { EndCard } from "../view/endcard.js";
import { MoveList } from "../view/movelist.js";
import { moves } from "../view/numbers.js";
import { rowIsLow } from "../view/outcome.js";

/** @typedef {import("../net/messages.js").Room} Room */
/** @typedef {import("../net/messages.js").Invited} Invited */

/** The secret that the address carries. */
const secretOf = (/** @type {string} */ hash) => /^#friend\/(s[0-9a-f]{32})$/.exec(hash)?.[1] ?? null;

/** The seat that this device has, and the number of the game there.  @returns {{secret: string, game: number} | null} */
const keptRoom = () => recall("room", null);

/** Rows of a QR code as a picture with its quiet zone.  @param {string[]} rows */
export function qrPicture(rows) {
  const dark = rows.flatMap((row, y) => [...row].flatMap((sign, x) => (sign === "#" ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
  const size = rows.length + 8;
  return s("svg", { class: "qr", viewBox: `-4 -4 ${size} ${size}`, role: "img", "aria-label": t("qrLabel") },
    s("rect", { class: "qr-paper", x: -4, y: -4, width: size, height: size }), s("path", { class: "qr-ink", d: dark }));
}

export class FriendPage {
  /** @param {import("../net/transport.js").Transport} transport @param {Game | null} game @param {import("../main.js").Context} context */
  constructor(transport, game, { store }) {
    this.transport = transport;
    this.store = store;
    this.secret = secretOf(location.hash);
    this.options = { minutes: 0, begin: true };
    const kept = /** @type {Invited | null} */ (recall("invited", null));
    /** Whoever invited has the links; the others have only their own.  @type {Invited | null} */
    this.invited = kept?.own === this.secret ? kept : null;
    /** @type {Room | null} */
    this.room = null;
    this.refusal = "";
    this.told = 0;
    this.gone = false;
    this.rules = game?.rules ?? /** @type {import("../model/rules.js").Rules} */ (parseRules("6x7x4g"));
    this.board = new Board({ pick: (cell) => this.play(cell), placed: landed });
    this.end = new EndCard();
    this.list = new MoveList((ply) => { this.looking.go(ply); this.update(); });
    this.looking = new Line(new Game(this.rules));
    this.status = h("p", { class: "status", id: "room-status", "aria-live": "polite" });
    this.players = h("div", { class: "score" });
    this.buttons = h("div", { class: "row" });
    this.invitation = h("section", { class: "card", id: "invitation" });
    this.element = this.secret ? this.table() : this.desk();
    if (this.secret) this.enter();
    this.timer = window.setInterval(() => this.room?.running && this.clocks(), 200);
  }

  /** Where an invitation is written. */
  desk() {
    const chooser = new BoardChooser(this.rules, (rules) => (this.rules = rules));
    const minutes = /** @type {[string, string][]} */ ([["0", t("noClock")], ...[1, 3, 5, 10, 30].map((n) => [String(n), t("minutes", { n })])]);
    const seat = keptRoom()?.secret;
    return h("div", { class: "friend desk" },
      h("h1", {}, t("friendTitle")), h("p", { class: "about" }, t("friendIntro")),
      seat ? h("a", { class: "button", href: `#friend/${seat}`, id: "room-back" }, icon("play"), t("backToGame")) : null,
      h("section", { class: "card" }, chooser.element),
      h("section", { class: "card row ends" },
        select(t("clock"), minutes, "0", (value) => (this.options.minutes = Number(value)), "room-clock"),
        select(t("whoBegins"), [["me", t("iBegin")], ["friend", t("friendBegins")]], "me", (value) => (this.options.begin = value === "me"), "room-begin"),
        button(t("invite"), () => this.invite(), { kind: "primary", id: "invite" })));
  }

  /** Where the game is played. */
  table() {
    return h("div", { class: "friend layout" },
      h("h1", { class: "unseen" }, t("friend")),
      h("div", { class: "stage" }, h("div", { class: "stage-board" }, this.board.element, this.end.element)),
      h("aside", { class: "side" }, h("section", { class: "card" }, this.players, this.status, this.buttons), this.invitation, this.list.element));
  }

  async invite() {
    try {
      const reply = await this.transport.ask({ type: "invite", rules: rulesText(this.rules), minutes: this.options.minutes || null, begin: this.options.begin }).done;
      if (reply.type !== "invited") return;
      remember("invited", reply);
      location.hash = `#friend/${reply.own}`;
    } catch (error) {
      complain(error);
    }
  }

  /** Comes in, and comes back after every lost connection. */
  async enter() {
    if (this.gone || !this.secret) return;
    this.asking = this.transport.ask({ type: "enter", secret: this.secret }, (reply) => reply.type === "room" && this.hear(reply));
    this.update();
    try {
      await this.asking.done;
    } catch (error) {
      const lost = error instanceof Error && "code" in error && error.code === "lost";
      if (this.gone) return;
      if (lost) setTimeout(() => this.enter(), 300);
      else {
        const unknown = error instanceof Error && "code" in error && error.code === "bad_game";
        this.refusal = unknown ? t("noRoom") : errorText(error);
        // A game that is no more is not offered again.
        if (unknown && keptRoom()?.secret === this.secret) remember("room", null);
      }
      this.update();
    }
  }

  /** @param {Room} room */
  hear(room) {
    const before = this.room?.game.moves.length ?? 0;
    this.room = room;
    this.told = performance.now();
    this.refusal = "";
    const rules = parseRules(room.game.rules);
    if (!rules) return;
    const game = new Game(rules);
    room.game.moves.forEach((/** @type {any} */ move) => game.play(cellIndex(rules, typeof move === "string" ? move : move.cell)));
    const { result, reason } = room.game;
    if (!game.outcome().over && result && result !== "ongoing") {
      game.ending = { winner: result === "draw" ? null : result === "second" || result === "O" ? 1 : 0, reason: reason ?? "agreed" };
    }
    this.looking = new Line(game);
    this.update();
    if (this.side !== null) this.seated(game, this.side);
    if (game.moves.length > before) announce(t("moved", { who: game.toMove ? t("cross") : t("nought"), cell: cellName(rules, game.moves[game.moves.length - 1]) }));
  }

  /** Whoever plays comes back to the seat, and has the game among one's games when it is over.  @param {Game} game @param {0 | 1} side */
  seated(game, side) {
    if (keptRoom()?.secret !== this.secret) remember("room", { secret: this.secret, game: 1 });
    const { over, winner } = game.outcome();
    if (!over) return this.end.hide();
    const seats = /** @type {import("../model/line.js").Meta["seats"]} */ ([0, 1].map((one) => ({ who: one === side ? "person" : "friend", time: 0 })));
    const record = game.record();
    // Every game of the room has a number; the same game comes again after each message.
    let number = keptRoom()?.game ?? 1;
    const before = this.store.archive.all().find(({ id }) => id === `${this.secret}-${number}`);
    const fresh = !before || JSON.stringify(before.game.moves) !== JSON.stringify(record.moves);
    if (before && fresh) number += 1;
    remember("room", { secret: this.secret, game: number });
    if (!fresh || !game.moves.length) return;
    this.store.record(new Line(game, { id: `${this.secret}-${number}`, seats }), Date.now());
    const mood = winner === null ? "drawn" : winner === side ? "won" : "lost";
    sound(mood);
    this.end.show({
      title: this.words(), mood, symbol: winner === null ? "=" : winner ? "○" : "×", high: rowIsLow(game), about: moves(game.moves.length),
      rematch: () => { this.end.hide(); this.act("again"); }, swap: null, review: () => (location.hash = link("review", game)), next: null,
    });
  }

  /** @returns {0 | 1 | null} the side that this page plays */
  get side() {
    return this.room?.role === "first" ? 0 : this.room?.role === "second" ? 1 : null;
  }

  get mayMove() {
    const { game } = this.looking;
    return this.room !== null && this.side === game.toMove && !game.outcome().over && this.looking.atEnd;
  }

  /** @param {number} cell */
  play(cell) {
    const { game } = this.looking;
    if (!this.mayMove) return;
    const landed = game.at(game.moves.length);
    if (!landed.play(cell)) return;
    this.act({ play: { cell: cellName(game.rules, landed.moves[landed.moves.length - 1]), after: game.moves.length } });
  }

  /** @param {any} act */
  async act(act) {
    try {
      await this.transport.ask({ type: "act", secret: /** @type {string} */ (this.secret), act }).done;
    } catch (error) {
      complain(error);
    }
  }

  /** What a side has left now.  @param {0 | 1} side */
  left(side) {
    const { room } = this;
    if (!room?.clock_ms) return "";
    const running = room.running && this.looking.game.toMove === side && !this.looking.game.outcome().over;
    const seconds = Math.max(0, room.clock_ms[side] - (running ? performance.now() - this.told : 0)) / 1000;
    return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
  }

  clocks() {
    this.players.querySelectorAll(".clock").forEach((clock, i) => (clock.textContent = this.left(i ? 1 : 0)));
  }

  /** Whose move it is, or how it ended. */
  words() {
    if (this.refusal) return this.refusal;
    const { room } = this;
    if (!room) return t("entering");
    const { game } = this.looking;
    const { over, winner, reason } = game.outcome();
    if (!over) return this.side === null ? t("watchingGame") : this.side === game.toMove ? t("yourTurn") : t("friendsTurn");
    if (winner === null) return t("draw");
    if (this.side === null) return t("wins", { who: winner ? t("nought") : t("cross") });
    const why = { resigned: t("endResigned"), time: t("endTime") }[/** @type {string} */ (reason ?? "")] ?? "";
    return `${t(winner === this.side ? "youWon" : "friendWon")}${why ? ` ${why}` : ""}`;
  }

  update() {
    if (!this.secret) return;
    const { room, looking } = this;
    const { over } = looking.game.outcome();
    this.board.show(looking.shown, { playable: this.mayMove });
    this.list.show(looking);
    this.status.textContent = this.words();
    const who = (/** @type {0 | 1} */ side) => (this.side === null ? (side ? t("nought") : t("cross")) : this.side === side ? t("you") : t("yourFriend"));
    this.players.replaceChildren(...(room ? /** @type {(0 | 1)[]} */ ([0, 1]).map((side) =>
      h("div", { class: `player side-${side}${looking.game.toMove === side && !over ? " turn" : ""}` },
        h("span", { class: "symbol", "aria-hidden": "true" }, side ? "○" : "×"), h("span", { class: "player-name" }, who(side)),
        h("span", { class: "presence" }, room.here[side] ? "" : t("away")), h("span", { class: "clock" }, this.left(side)))) : []));
    const mine = this.side;
    this.buttons.replaceChildren(
      ...(room && mine !== null && !over ? [button(t("resign"), () => this.act("resign"), { id: "room-resign", icon: icon("flag") })] : []),
      ...(room && mine !== null && over ? [button(room.again[mine] ? t("waitingAgain") : t("playAgain"), () => this.act("again"), { id: "room-again", kind: "primary" })] : []),
      ...(room && over ? [button(t("analyseThis"), () => (location.hash = link("analyse", looking.game)), { icon: icon("search") })] : []),
      ...(this.refusal ? [button(t("newInvitation"), () => (location.hash = "#friend"), { kind: "primary" })] : []),
      ...(room?.watching ? [h("span", { class: "about" }, t("nWatching", { n: room.watching }))] : []));
    this.invite_card();
  }

  /** The link and its picture, as long as the friend is not here. */
  invite_card() {
    const { invited, room } = this;
    const waiting = invited && room && this.side !== null && !room.here[1 - this.side];
    this.invitation.hidden = !invited || !room;
    if (!invited || !room) return;
    const address = (/** @type {string} */ secret) => `${invited.address}#friend/${secret}`;
    const copy = (/** @type {string} */ label, /** @type {string} */ secret, /** @type {string} */ id) => h("label", { class: "field" }, h("span", {}, label),
      h("input", { type: "text", readonly: true, value: address(secret), id, onfocus: (/** @type {any} */ event) => event.target.select() }));
    this.invitation.replaceChildren(
      ...(waiting ? [h("h2", {}, t("scanThis")), qrPicture(invited.qr),
        ...(invited.reachable ? [] : [h("p", { class: "warning", id: "unreachable" }, t("unreachable"))])] : []),
      copy(t("friendLink"), invited.friend, "friend-link"), copy(t("watchLink"), invited.watch, "watch-link"));
  }

  leave() {
    this.gone = true;
    clearInterval(this.timer);
    this.asking?.stop();
  }
}
