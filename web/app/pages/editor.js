// Setting up a position: click through cross, nought, empty; say whose turn it is.

import { t } from "../i18n/index.js";
import { Game } from "../model/game.js";
import { complain } from "../ui/complain.js";
import { button, h, select } from "../ui/dom.js";

export class Editor {
  /** @param {import("../net/transport.js").Transport} transport @param {import("../model/rules.js").Rules} rules
   * @param {() => void} changed @param {(game: Game) => void} done */
  constructor(transport, rules, changed, done) {
    this.transport = transport;
    this.changed = changed;
    this.done = done;
    this.active = false;
    this.game = new Game(rules);
    /** @type {0 | 1} */
    this.toMove = 0;
    const turns = /** @type {[string, string][]} */ ([["0", `× ${t("cross")}`], ["1", `○ ${t("nought")}`]]);
    this.element = h("details", { class: "card editor", ontoggle: () => this.toggle() }, h("summary", {}, t("setup")), h("p", { class: "about" }, t("setupHint")),
      h("div", { class: "row" }, select(t("toMoveIs"), turns, "0", (value) => (this.toMove = value === "1" ? 1 : 0)),
        button(t("clear"), () => { this.game = new Game(rules); changed(); }), button(t("setupDone"), () => this.finish(), { kind: "primary", id: "setup-done" })));
  }

  toggle() {
    this.active = this.element.open;
    this.changed();
  }

  /** @param {number} cell */
  pick(cell) {
    const { board, rules } = this.game;
    board[cell] = board[cell] === 1 ? -1 : board[cell] + 1;
    // Set-up stones are no moves: the board alone says where they are.
    this.game = new Game(rules, { stones: stonesOf(board), toMove: 0 });
    this.changed();
  }

  /** The server says whether it is a position. */
  async finish() {
    const game = new Game(this.game.rules, { stones: stonesOf(this.game.board), toMove: this.toMove });
    try {
      await this.transport.ask({ type: "write", game: game.record(), format: "json" }).done;
      this.active = false;
      this.element.open = false;
      this.done(game);
    } catch (error) {
      complain(error);
    }
  }
}

/** @param {Int8Array} board @returns {[number, 0 | 1][]} */
function stonesOf(board) {
  return [...board.entries()].filter(([, side]) => side >= 0).map(([cell, side]) => [cell, /** @type {0 | 1} */ (side)]);
}
