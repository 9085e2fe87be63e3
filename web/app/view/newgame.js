// The dialog in which a game is arranged.

import { button, h, select } from "../ui/dom.js";
import { t } from "../i18n/index.js";
import { FIRST_LEVEL, STRENGTH, levelOf, suggestion } from "../model/levels.js";
import { plays } from "../model/seats.js";
import { BoardChooser } from "./boardchooser.js";
import { levelName } from "./outcome.js";

/** @typedef {import("../model/seats.js").Seat} Seat */
/** @typedef {import("../model/rules.js").Rules} Rules */
/** @typedef {{rules: Rules, seats: [Seat, Seat], clock: number}} Arrangement */
/** @typedef {import("../net/messages.js").PlayerCard} PlayerCard */
/** @typedef {Pick<import("../model/store.js").Store, "results">} Known */

const TIMES = [100, 300, 1000, 2000, 5000, 10000, 30000];

/** What is said of a level: a sentence, how strong it is, how one did.  @param {number} level @param {Known} store */
function aboutLevel(level, { results }) {
  const { won, drawn, lost } = results[`level:${level}`] ?? { won: 0, drawn: 0, lost: 0 };
  const share = STRENGTH[level - 1] / STRENGTH[STRENGTH.length - 1];
  const bar = h("span", { class: "strength", role: "img", "aria-label": t("strength", { n: STRENGTH[level - 1] }), title: t("strengthHow") }, h("i", {}));
  bar.style.setProperty("--share", `${Math.round(6 + 94 * share)}%`);
  return h("div", { class: "about level-about" }, h("p", {}, t(/** @type {any} */ (`level_${level}`))),
    h("p", { class: "strength-row" }, bar, h("span", {}, t("strength", { n: STRENGTH[level - 1] }))),
    h("p", { class: "level-results" }, won + drawn + lost ? t("yourResults", { won, drawn, lost }) : t("noResults")));
}

/** Asks for a game; null if it was cancelled.
 * @param {Arrangement} before @param {{players: PlayerCard[], levels: number}} hello @param {Known} store
 * @param {(rules: Rules) => Promise<boolean>} [perfect] whether perfection can be played there @returns {Promise<Arrangement | null>} */
export function askForGame(before, { players, levels }, store, perfect = async () => false) {
  const seats = /** @type {[Seat, Seat]} */ (before.seats.map((seat) => ({ ...seat })));
  let clock = before.clock;
  let able = false;
  const next = suggestion(store.results, levels);
  const seatFields = h("div", { class: "seats" });
  const chooser = new BoardChooser(before.rules, changed);

  /** @param {Rules} rules */
  function changed(rules) {
    able = false;
    drawSeats(rules);
    perfect(rules).then((yes) => {
      if (!yes || rules !== chooser.rules) return;
      able = true;
      drawSeats(rules);
    });
  }

  /** @param {Rules} rules */
  function drawSeats(rules) {
    const focused = seatFields.querySelector("select:focus")?.getAttribute("name");
    seatFields.replaceChildren(...seats.map((seat, side) => seatField(seat, side, rules)));
    if (focused) /** @type {HTMLElement | null} */ (seatFields.querySelector(`select[name=${focused}]`))?.focus();
  }

  /** @param {Seat} seat @param {number} side @param {Rules} rules */
  function seatField(seat, side, rules) {
    const fit = players.filter((player) => plays(player, rules));
    const gone = seat.who.startsWith("name:") && !fit.some((player) => `name:${player.name}` === seat.who);
    if (gone) seat.who = `level:${FIRST_LEVEL}`;
    const offered = able || seat.who === "perfect";
    const level = (/** @type {number} */ n) => h("option", { value: `level:${n}` }, n === next ? `${levelName(n)} ★ ${t("suggested")}` : levelName(n));
    const who = h("select", { name: side ? "o" : "x", onchange: () => { seat.who = who.value; drawSeats(rules); } },
      h("option", { value: "person" }, t("person")),
      h("optgroup", { label: t("levels") }, ...Array.from({ length: levels }, (_, i) => level(i + 1))),
      offered ? h("option", { value: "perfect" }, t("perfectPlayer")) : null,
      h("optgroup", { label: t("named") }, ...fit.map((player) => h("option", { value: `name:${player.name}`, title: player.description }, player.name))));
    who.value = seat.who;
    const named = players.find((player) => seat.who === `name:${player.name}`);
    const times = TIMES.map((ms) => /** @type {[string, string]} */ ([String(ms), ms < 1000 ? `${ms} ms` : `${ms / 1000} s`]));
    return h("fieldset", { class: `seat side-${side}` },
      h("legend", {}, h("span", { class: "symbol", "aria-hidden": "true" }, side ? "○" : "×"), side ? t("opponentO") : t("opponentX")),
      h("label", { class: "field" }, h("span", { class: "unseen" }, side ? t("nought") : t("cross")), who),
      named && select(t("time"), times, String(seat.time), (value) => (seat.time = Number(value))),
      named && h("p", { class: "about" }, named.description),
      seat.who === "perfect" && h("p", { class: "about" }, t("perfectAbout")),
      levelOf(seat.who) ? aboutLevel(levelOf(seat.who), store) : null);
  }

  changed(chooser.rules);
  const clocks = /** @type {[string, string][]} */ ([["0", t("noClock")], ...[1, 3, 5, 10, 30].map((n) => [String(n), t("minutes", { n })])]);
  return new Promise((resolve) => {
    const close = (/** @type {Arrangement | null} */ result) => {
      resolve(result);
      dialog.close();
      dialog.remove();
    };
    const dialog = h("dialog", { class: "sheet-dialog", "aria-labelledby": "new-game-title", oncancel: () => close(null) },
      h("form", { method: "dialog", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); close({ rules: chooser.rules, seats, clock }); } },
        h("h2", { id: "new-game-title" }, t("newGame")), chooser.element, seatFields,
        select(t("clock"), clocks, String(clock / 60000), (value) => (clock = Number(value) * 60000)),
        h("div", { class: "dialog-buttons sticky" }, button(t("cancel"), () => close(null)), h("button", { class: "button primary", type: "submit", id: "start" }, t("start")))));
    document.body.append(dialog);
    dialog.showModal();
  });
}
