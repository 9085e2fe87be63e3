// My games: finished and unfinished, newest first, each as the object of a JSON lines file with its number and its date.

/** @typedef {{id: string, at: number, game: any, meta?: import("./line.js").Meta}} Kept */

/** More than anybody looks through; the oldest make way. */
const MOST = 500;

export class Archive {
  /** @param {() => Kept[]} load @param {(games: Kept[]) => void} save */
  constructor(load, save) {
    this.load = load;
    this.save = save;
  }

  /** @returns {Kept[]} */
  all() {
    return this.load().filter((kept) => kept?.id && kept.game);
  }

  /** Keeps a game under its id, in place of what was there. A game without a move is none.  @param {string} id @param {any} game @param {number} at @param {import("./line.js").Meta} [meta] */
  put(id, game, at, meta) {
    if (!game.moves.length) return;
    const others = this.all().filter((kept) => kept.id !== id);
    this.save([{ id, at, game, meta }, ...others].slice(0, MOST));
  }

  /** All games as the text of a JSON lines file.  @param {Kept[]} games */
  static jsonLines(games) {
    return games.map(({ game }) => `${JSON.stringify(game)}\n`).join("");
  }

  /** Takes a game out; gives what puts it back.  @param {string} id */
  remove(id) {
    const before = this.all();
    const gone = before.find((kept) => kept.id === id);
    this.save(before.filter((kept) => kept.id !== id));
    return () => gone && this.save([...this.all(), gone].sort((a, b) => b.at - a.at));
  }

  /** Games in which every word is found: a board, a name, a result, a move.  @param {string} text @param {(kept: Kept) => string} words */
  search(text, words) {
    const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
    return this.all().filter((kept) => {
      const found = words(kept).toLowerCase();
      return wanted.every((word) => found.includes(word));
    });
  }
}
