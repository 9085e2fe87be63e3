// The levels: how strong each is, what one has achieved against it, which to try next.

/** Elo points above level 1, from games between neighbouring levels on 10x10x5 (docs/champion.md): an estimate. */
export const STRENGTH = [0, 275, 555, 775, 885, 1040, 1270, 1400, 1515, 1695];

/** The level of somebody who has not played here before. */
export const FIRST_LEVEL = 2;

/** @param {string} who as `level:3`; 0 if it is none */
export const levelOf = (who) => Number(/^level:(\d+)$/.exec(who)?.[1] ?? 0);

/** The level to play next: the one above the highest that one beats more often than not, the one below where one only loses.
 * @param {Record<string, import("./store.js").Results>} results @param {number} [highest] */
export function suggestion(results, highest = STRENGTH.length) {
  let best = 0;
  let lost = 0;
  for (let level = 1; level <= highest; level += 1) {
    const { won = 0, lost: gone = 0 } = results[`level:${level}`] ?? {};
    if (won && won >= gone) best = level;
    else if (gone >= 2 && !won && !lost) lost = level;
  }
  if (best) return Math.min(highest, best + 1);
  return lost ? Math.max(1, lost - 1) : FIRST_LEVEL;
}
