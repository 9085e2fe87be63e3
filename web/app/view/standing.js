// How an event stands, as a table.

import { h } from "../ui/dom.js";
import { t } from "../i18n/index.js";

/** A player's share of points.  @param {{wins: number, draws: number, losses: number}} results */
function share({ wins, draws, losses }) {
  const games = wins + draws + losses;
  return games ? `${Math.round((100 * (wins + draws / 2)) / games)} %` : "–";
}

/** @param {any} standing as `filetto arena --json` prints it */
export function standingTable(standing) {
  const head = ["", t("player"), "Elo", t("won"), t("drawn"), t("lost"), "×", "○", t("slowest")];
  const rows = standing.players.map((/** @type {any} */ player, /** @type {number} */ place) => h("tr", {},
    h("td", { class: "place" }, String(place + 1)), h("th", { scope: "row" }, player.name),
    h("td", { "data-label": "Elo" }, player.elo ? `${player.elo.value >= 0 ? "+" : "−"}${Math.abs(Math.round(player.elo.value))} ± ${Math.round(player.elo.error)}` : "–"),
    ...[player.results.wins, player.results.draws, player.results.losses].map((n, i) => h("td", { "data-label": head[3 + i] }, String(n))),
    h("td", { "data-label": "×" }, share(player.as_first)), h("td", { "data-label": "○" }, share(player.as_second)), h("td", { "data-label": t("slowest") }, `${player.slowest_ms} ms`)));
  return h("table", { class: "standing", id: "standing" }, h("caption", { class: "unseen" }, t("standing")),
    h("thead", {}, h("tr", {}, ...head.map((text) => h("th", { scope: "col" }, text)))), h("tbody", {}, ...rows));
}
