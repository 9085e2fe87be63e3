// Who sits where: a person, a level, or a player by name with a time.

/** @typedef {{who: string, time: number}} Seat  `who` is person, level:1 … level:10, or name:NAME; `time` in milliseconds */

/** How long the champion itself may think; the levels below end by themselves, long before. */
const LEVEL_TIME = 3000;

/** The level of somebody who has not played here before. */
export const FIRST_LEVEL = 2;

/** @param {Seat} seat */
export const isPerson = (seat) => seat.who === "person";

/** What to ask the server for: levels are those of the default player.  @param {Seat} seat @param {string} otherwise
 * @returns {{player: string, time_ms: number, level?: number}} */
export function thinker(seat, otherwise) {
  const level = /^level:(\d+)$/.exec(seat.who);
  if (level) return { player: otherwise, time_ms: LEVEL_TIME, level: Number(level[1]) };
  return { player: seat.who.replace(/^name:/, ""), time_ms: seat.time };
}
