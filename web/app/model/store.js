// What the app holds, in one place: the line of each tab, the games that were played, the results for each level. Pages take what they show from here,
// put back what changed and subscribe to what others may change; nothing of it needs a page.
//
// A line is kept twice: for this browser tab (so that two tabs do not disturb each other) and for the browser (so that it is there tomorrow).

import { Archive } from "./archive.js";
import { Line } from "./line.js";
import { link } from "./link.js";

/** @typedef {import("./link.js").Page} Page */
/** @typedef {"lines" | "games" | "results" | "mistakes"} Topic */
/** @typedef {{won: number, drawn: number, lost: number}} Results */
/** @typedef {{rules: string, moves: string[], win: boolean, plies: number | null, solutions: string[]}} Mistake  a position in which one went wrong */
/** @typedef {Pick<Storage, "getItem" | "setItem">} Memory */

export class Store {
  /** @param {Memory} tab @param {Memory} browser */
  constructor(tab, browser) {
    this.tab = tab;
    this.browser = browser;
    /** @type {Map<Topic, Set<() => void>>} */
    this.listeners = new Map();
    this.archive = new Archive(() => this.read(browser, "filetto.games") ?? [], (games) => { this.write(browser, "filetto.games", games); this.tell("games"); });
    /** @type {Record<string, Results>} by level, as `level:3` */
    this.results = this.read(browser, "filetto.results") ?? {};
  }

  /** Calls back whenever something of the topic changed; gives what ends that.  @param {Topic} topic @param {() => void} listener */
  subscribe(topic, listener) {
    const all = this.listeners.get(topic) ?? new Set();
    this.listeners.set(topic, all.add(listener));
    return () => all.delete(listener);
  }

  /** Another tab wrote: whoever shows it is told as if it had been changed here.  @param {string | null} name as the storage event has it */
  changedElsewhere(name) {
    const topics = /** @type {const} */ ({ "filetto.games": "games", "filetto.results": "results", "filetto.mistakes": "mistakes" });
    if (name === "filetto.results") this.results = this.read(this.browser, name) ?? {};
    const topic = topics[/** @type {keyof typeof topics} */ (name)];
    if (topic) this.tell(topic);
  }

  /** @param {Topic} topic */
  tell(topic) {
    this.listeners.get(topic)?.forEach((listener) => listener());
  }

  /** The line that a tab had; null if it had none.  @param {Page} page @returns {Line | null} */
  line(page) {
    const kept = this.read(this.tab, `filetto.line.${page}`) ?? this.read(this.browser, `filetto.line.${page}`);
    return kept ? Line.fromRecord(kept) : null;
  }

  /** The line that an address means, variations and place included: the tab's own, or a game of the archive.  @param {Page} page @param {import("./game.js").Game} game */
  lineOf(page, game) {
    const kept = this.line(page);
    const wanted = link("play", game);
    if (kept && link("play", kept.game) === wanted) return kept;
    // A position without moves is a new game, never an old one.
    const old = game.moves.length ? this.archive.all().map(Line.fromRecord) : [];
    return old.find((line) => line && link("play", line.game) === wanted) ?? null;
  }

  /** Keeps a game among one's games.  @param {Line} line @param {number} at */
  record(line, at) {
    this.archive.put(line.meta.id, line.game.record(), at, line.meta);
  }

  /** Positions in which one went wrong, newest first.  @returns {Mistake[]} */
  mistakes() {
    return (this.read(this.browser, "filetto.mistakes") ?? []).filter((/** @type {any} */ one) => one?.rules && one.solutions?.length);
  }

  /** @param {Mistake[]} found */
  addMistakes(found) {
    const key = (/** @type {Mistake} */ one) => `${one.rules} ${one.moves.join(" ")}`;
    const known = this.mistakes();
    const fresh = found.filter((one) => !known.some((old) => key(old) === key(one)));
    if (!fresh.length) return;
    this.write(this.browser, "filetto.mistakes", [...fresh, ...known].slice(0, 200));
    this.tell("mistakes");
  }

  /** Keeps the line of a tab.  @param {Page} page @param {Line} line */
  keep(page, line) {
    const record = line.record();
    this.write(this.tab, `filetto.line.${page}`, record);
    this.write(this.browser, `filetto.line.${page}`, record);
    this.tell("lines");
  }

  /** Counts a game against a level.  @param {string} who @param {"won" | "drawn" | "lost"} how */
  count(who, how) {
    const now = this.results[who] ?? { won: 0, drawn: 0, lost: 0 };
    this.results = { ...this.results, [who]: { ...now, [how]: now[how] + 1 } };
    this.write(this.browser, "filetto.results", this.results);
    this.tell("results");
  }

  /** @param {Memory} memory @param {string} name @returns {any} */
  read(memory, name) {
    try {
      return JSON.parse(memory.getItem(name) ?? "null");
    } catch {
      return null; // Broken or forbidden storage: begin anew.
    }
  }

  /** @param {Memory} memory @param {string} name @param {any} value */
  write(memory, name, value) {
    try {
      memory.setItem(name, JSON.stringify(value));
    } catch {
      // Full or forbidden: not kept, then.
    }
  }
}
