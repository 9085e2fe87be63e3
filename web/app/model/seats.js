// Who sits where: a person, a level, or a player by name with a time.

/** @typedef {{who: string, time: number}} Seat  `who` is person, level:1 … level:5, or name:NAME; `time` in milliseconds */

/** What a level is: who thinks, how long and how deep. The levels grow by what people can feel.
 * @type {Record<string, {player: string | null, time: number, depth?: number}>} */
const LEVELS = {
  "level:1": { player: "quasi-random", time: 300 },
  "level:2": { player: null, time: 300, depth: 1 },
  "level:3": { player: null, time: 600, depth: 3 },
  "level:4": { player: null, time: 1000 },
  "level:5": { player: null, time: 5000 },
};

/** @param {Seat} seat */
export const isPerson = (seat) => seat.who === "person";

/** What to ask the server for; the default player where a level names none.  @param {Seat} seat @param {string} otherwise */
export function thinker(seat, otherwise) {
  const level = LEVELS[seat.who];
  if (level) return { player: level.player ?? otherwise, time_ms: level.time, depth: level.depth };
  return { player: seat.who.replace(/^name:/, ""), time_ms: seat.time };
}
