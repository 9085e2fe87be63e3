// Welcome: three games to choose from with one click, and any other board.

import { t } from "../i18n/index.js";
import { Game } from "../model/game.js";
import { suggestion } from "../model/levels.js";
import { link } from "../model/link.js";
import { cellIndex, parseRules, rulesText } from "../model/rules.js";
import { h } from "../ui/dom.js";
import { remember } from "../ui/settings.js";
import { askForGame } from "../view/newgame.js";
import { picture } from "../view/picture.js";

/** Each with a position that shows what it is about. */
const GAMES = /** @type {const} */ ([
  { name: "connect4", about: "about_connect4", rules: "6x7x4g", moves: "d1 d2 e1 d3 c1 f1 b1" },
  { name: "gomoku", about: "about_gomoku", rules: "15x15x5", moves: "h8 i9 g8 i8 i7 h6 g7 f7 g6 g5 g9 g10 f8 e8 j7 h7 k7" },
  { name: "ttt", about: "about_ttt", rules: "3x3x3", moves: "b2 a1 c1 a3 a2 c2 b1" },
]);

/** @param {string} rules @param {string} moves */
function position(rules, moves) {
  const game = new Game(/** @type {import("../model/rules.js").Rules} */ (parseRules(rules)));
  moves.split(" ").filter(Boolean).forEach((name) => game.play(cellIndex(game.rules, name)));
  return game;
}

export class WelcomePage {
  /** @param {import("../net/transport.js").Transport} transport @param {Game | null} _game @param {import("../main.js").Context} context */
  constructor(transport, _game, { store }) {
    this.transport = transport;
    this.store = store;
    const tiles = GAMES.map(({ name, about, rules, moves }) =>
      h("button", { type: "button", class: "tile", "data-rules": rules, onclick: () => this.begin(this.arrangement(rules)) },
        picture(position(rules, moves)), h("span", { class: "tile-name" }, t(name)), h("span", { class: "tile-about" }, t(about))));
    this.element = h("div", { class: "welcome" },
      h("h1", {}, t("welcomeTitle")), h("p", { class: "welcome-about" }, t("welcomeAbout")),
      h("div", { class: "tiles" }, ...tiles),
      h("div", { class: "row welcome-more" },
        h("button", { type: "button", class: "button", id: "any-board", onclick: () => this.choose() }, t("anyBoard")),
        h("a", { class: "button", href: "#puzzles" }, t("puzzles")), h("a", { class: "button", href: "#atlas" }, t("welcomeAtlas")), h("a", { class: "button", href: "#lab" }, t("welcomeLab"))));
  }

  /** @param {string} rules @returns {import("../view/newgame.js").Arrangement} */
  arrangement(rules) {
    const level = suggestion(this.store.results);
    return { rules: /** @type {import("../model/rules.js").Rules} */ (parseRules(rules)), clock: 0, seats: [{ who: "person", time: 1000 }, { who: `level:${level}`, time: 1000 }] };
  }

  /** @param {import("../view/newgame.js").Arrangement} wanted */
  begin(wanted) {
    remember("arrangement", { ...wanted, rules: rulesText(wanted.rules) });
    location.hash = link("play", new Game(wanted.rules));
  }

  async choose() {
    const wanted = await askForGame(this.arrangement("9x9x5"), await this.transport.hello, this.store);
    if (wanted) this.begin(wanted);
  }

  leave() {}
}
