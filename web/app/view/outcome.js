// How a game stands, in words.

import { t } from "../i18n/index.js";
import { isPerfect, isPerson, isSolo } from "../model/seats.js";
import { levelOf } from "../model/levels.js";

/** @typedef {import("../model/game.js").Game} Game */
/** @typedef {import("../model/seats.js").Seat} Seat */
/** @typedef {0 | 1} Side */

/** A level with its word.  @param {number} n */
export const levelName = (n) => `${t("level", { n })} · ${t("levelWords").split(",")[n - 1]}`;

/** The name of whoever has a seat.  @param {Seat} seat */
export function seatName(seat) {
  if (isPerson(seat)) return t("person");
  if (isPerfect(seat)) return t("perfectPlayer");
  if (seat.who === "friend") return t("yourFriend");
  const level = levelOf(seat.who);
  return level ? levelName(level) : seat.who.replace("name:", "");
}

/** The name of a side of a game.  @param {Seat[]} seats @param {Side} side */
export function sideName(seats, side) {
  if (!isPerson(seats[side])) return seatName(seats[side]);
  return isSolo(seats) ? t("you") : side ? t("nought") : t("cross");
}

/** Whose turn it is, or how it ended.  @param {Game} game @param {Seat[]} seats */
export function statusText(game, seats) {
  const { over, winner, reason } = game.outcome();
  const solo = isSolo(seats);
  if (!over) {
    if (!isPerson(seats[game.toMove])) return t("thinking", { who: sideName(seats, game.toMove) });
    return solo ? t("yourTurn") : t("turnOf", { who: sideName(seats, game.toMove) });
  }
  if (winner === null) return t("draw");
  const who = sideName(seats, winner);
  const you = solo && isPerson(seats[winner]);
  if (reason === "resigned") return you ? t("youByResign") : solo ? t("resignedYou", { who }) : t("byResign", { who });
  if (reason === "time") return you ? t("youByTime") : t("byTime", { who });
  return you ? t("youWinBy", { k: game.rules.k }) : t("winsBy", { who, k: game.rules.k });
}

/** How it ended for the person, or won if there are two or none.  @param {Game} game @param {Seat[]} seats @returns {"won" | "lost" | "drawn"} */
export function mood(game, seats) {
  const { winner } = game.outcome();
  if (winner === null) return "drawn";
  return isSolo(seats) && !isPerson(seats[winner]) ? "lost" : "won";
}

/** Whether the row that won lies in the lower half of the board: what is shown over the board then goes above it.  @param {Game} game */
export function rowIsLow(game) {
  const cells = game.lines().flat();
  const sum = cells.reduce((sum, cell) => sum + Math.floor(cell / game.rules.cols), 0);
  return cells.length > 0 && sum / cells.length < (game.rules.rows - 1) / 2;
}
