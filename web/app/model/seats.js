// Who sits where: a person, a level, perfection, or a player by name with a time.

import { rulesText } from "./rules.js";

/** @typedef {{who: string, time: number}} Seat  `who` is person, level:1 … level:10, perfect, name:NAME, or friend in a game between two devices; `time` in milliseconds */

/** @typedef {import("./rules.js").Rules} Rules */

/** How long the champion itself may think; the levels below end by themselves, long before. */
const LEVEL_TIME = 3000;

/** @param {Seat} seat */
export const isPerson = (seat) => seat.who === "person";

/** @param {Seat} seat */
export const isPerfect = (seat) => seat.who === "perfect";

/** Whether exactly one side is a person, who is then called you.  @param {Seat[]} seats */
export const isSolo = (seats) => isPerson(seats[0]) !== isPerson(seats[1]);

/** What to ask the server for: levels are those of the default player.
 * @param {Seat} seat @param {any} game as it is sent @param {string} otherwise
 * @returns {import("../net/transport.js").Unnumbered<import("../net/messages.js").ThinkRequest>} */
export function thinking(seat, game, otherwise) {
  const level = /^level:(\d+)$/.exec(seat.who);
  if (level) return { type: "think", game, player: otherwise, time_ms: LEVEL_TIME, level: Number(level[1]) };
  return { type: "think", game, player: seat.who.replace(/^name:/, ""), time_ms: seat.time };
}

/** Whether a player is meant for such a board.  @param {import("../net/messages.js").PlayerCard} player @param {Rules} rules */
export const plays = (player, rules) => {
  if (player.only?.length) return player.only.includes(rulesText(rules));
  return player.boards === "any" || (player.boards === "gravity") === rules.gravity;
};
