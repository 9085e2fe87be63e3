// The dialog in which a game is arranged.

import { button, h, select } from "../ui/dom.js";
import { t } from "../i18n/index.js";
import { rulesText } from "../model/rules.js";
import { FIRST_LEVEL } from "../model/seats.js";
import { BoardChooser } from "./boardchooser.js";

/** @typedef {import("../model/seats.js").Seat} Seat */
/** @typedef {import("../model/rules.js").Rules} Rules */
/** @typedef {{rules: Rules, seats: [Seat, Seat], clock: number}} Arrangement */
/** @typedef {import("../net/messages.js").PlayerCard} PlayerCard */

const TIMES = [100, 300, 1000, 2000, 5000, 10000, 30000];

/** Whether a player is meant for such a board.  @param {PlayerCard} player @param {Rules} rules */
export const plays = (player, rules) => {
  if (player.only.length) return player.only.includes(rulesText(rules));
  return player.boards === "any" || (player.boards === "gravity") === rules.gravity;
};

/** A level with its word.  @param {number} n */
export const levelName = (n) => `${t("level", { n })} · ${t("levelWords").split(",")[n - 1]}`;

/** The name of whoever has a seat.  @param {Seat} seat */
export function seatName(seat) {
  if (seat.who === "person") return t("person");
  return seat.who.startsWith("level:") ? levelName(Number(seat.who.slice(6))) : seat.who.replace("name:", "");
}

/** Asks for a game; null if it was cancelled.
 * @param {Arrangement} before @param {{players: PlayerCard[], levels: number}} hello @returns {Promise<Arrangement | null>} */
export function askForGame(before, { players, levels }) {
  const seats = /** @type {[Seat, Seat]} */ (before.seats.map((seat) => ({ ...seat })));
  let clock = before.clock;
  const seatFields = h("div", { class: "seats" });
  const chooser = new BoardChooser(before.rules, drawSeats);

  /** @param {Rules} rules */
  function drawSeats(rules) {
    seatFields.replaceChildren(...seats.map((seat, side) => seatField(seat, side, rules)));
  }

  /** @param {Seat} seat @param {number} side @param {Rules} rules */
  function seatField(seat, side, rules) {
    const able = players.filter((player) => plays(player, rules));
    if (seat.who.startsWith("name:") && !able.some((player) => `name:${player.name}` === seat.who)) seat.who = `level:${FIRST_LEVEL}`;
    const who = h("select", { name: side ? "o" : "x", onchange: () => { seat.who = who.value; drawSeats(rules); } },
      h("option", { value: "person" }, t("person")),
      h("optgroup", { label: t("levels") }, ...Array.from({ length: levels }, (_, i) => i + 1).map((n) => h("option", { value: `level:${n}` }, levelName(n)))),
      h("optgroup", { label: t("named") }, ...able.map((player) => h("option", { value: `name:${player.name}`, title: player.description }, player.name))));
    who.value = seat.who;
    const named = players.find((player) => seat.who === `name:${player.name}`);
    const times = TIMES.map((ms) => /** @type {[string, string]} */ ([String(ms), ms < 1000 ? `${ms} ms` : `${ms / 1000} s`]));
    return h("fieldset", { class: `seat side-${side}` },
      h("legend", {}, h("span", { class: "symbol", "aria-hidden": "true" }, side ? "○" : "×"), side ? t("opponentO") : t("opponentX")),
      h("label", { class: "field" }, h("span", { class: "unseen" }, side ? t("nought") : t("cross")), who),
      named && select(t("time"), times, String(seat.time), (value) => (seat.time = Number(value))),
      named && h("p", { class: "about" }, named.description));
  }

  drawSeats(before.rules);
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
        h("div", { class: "dialog-buttons" }, button(t("cancel"), () => close(null)), h("button", { class: "button primary", type: "submit", id: "start" }, t("start")))));
    document.body.append(dialog);
    dialog.showModal();
  });
}
