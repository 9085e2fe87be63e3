// Puzzles: proved positions by theme and difficulty, and one's own mistakes. A streak counts what was solved in a row.

import { current, t } from "../i18n/index.js";
import { Game } from "../model/game.js";
import { Line } from "../model/line.js";
import { link } from "../model/link.js";
import { cellIndex, cellName, parseRules } from "../model/rules.js";
import { announce } from "../ui/announce.js";
import { complain } from "../ui/complain.js";
import { button, h, select } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { onKeys } from "../ui/keys.js";
import { recall, remember } from "../ui/settings.js";
import { Board } from "../view/board.js";
import { ExplanationView } from "../view/explanation.js";

/** @typedef {import("../net/messages.js").Puzzle} Puzzle */

/** Themes: what to do, on which kind of board; and one's own. */
const THEMES = /** @type {const} */ (["win_free", "hold_free", "win_gravity", "hold_gravity", "mine"]);
const DIFFICULTIES = /** @type {const} */ (["any", "easy", "middle", "hard"]);
/** How long another move than the known one is looked at. */
const JUDGING = 1500;

/** How hard a puzzle is: by the length of its proof, or by the stones on the board where it is one move.  @param {Puzzle} puzzle */
export function difficulty({ goal, plies, moves }) {
  const size = goal === "win" ? plies : moves.length * 0.6;
  return size <= 9 ? "easy" : size <= 13 ? "middle" : "hard";
}

export class PuzzlesPage {
  /** @param {import("../net/transport.js").Transport} transport @param {Game | null} _game @param {{store?: any}} [kept] */
  constructor(transport, _game = null, { store } = {}) {
    this.transport = transport;
    this.store = store;
    this.options = recall("puzzles", { theme: "win_free", difficulty: "any" });
    /** @type {{solved: string[], streak: number, best: number, at?: string}} */
    this.record = recall("puzzleRecord", { solved: [], streak: 0, best: 0 });
    /** @type {Puzzle[]} */
    this.all = [];
    /** @type {Puzzle | null} */
    this.puzzle = null;
    /** @type {"ask" | "judging" | "right" | "wrong" | "shown"} */
    this.state = "ask";
    this.hint = 0;
    /** @type {number[]} */
    this.lit = [];
    this.line = new Line(new Game(/** @type {import("../model/rules.js").Rules} */ (parseRules("3x3x3"))));
    this.board = new Board({ pick: (cell) => this.attempt(cell) });
    this.task = h("p", { class: "big-score", id: "puzzle-task" });
    this.verdict = h("p", { class: "status", id: "puzzle-verdict", "aria-live": "polite" });
    this.why = new ExplanationView({ light: (cells) => { this.lit = cells; this.draw(); }, play: (cells) => this.playLine(cells) });
    this.choice = h("div", { class: "row" });
    this.buttons = h("div", { class: "row" });
    this.score = h("p", { class: "facts", id: "puzzle-score" });
    this.element = h("div", { class: "puzzles layout" },
      h("h1", { class: "unseen" }, t("puzzles")),
      h("div", { class: "stage" }, this.board.element),
      h("aside", { class: "side" },
        h("section", { class: "card" }, this.task, this.verdict, this.buttons, this.why.element),
        h("section", { class: "card" }, this.choice, this.score)));
    this.removeKeys = onKeys({ n: () => this.next(), h: () => this.help(), r: () => this.again() });
    // A review in another tab finds mistakes too.
    this.unsubscribe = store?.subscribe("mistakes", () => this.update());
    this.load();
  }

  async load() {
    try {
      const reply = await this.transport.ask({ type: "puzzles" }).done;
      if (reply.type === "puzzles") this.all = reply.puzzles;
    } catch (error) {
      complain(error);
    }
    // The one that was being looked at, else the next one.
    const kept = this.list.find((one) => this.key(one) === this.record.at);
    if (kept) this.puzzle = kept;
    if (kept) this.again();
    else this.next();
  }

  /** One's own mistakes, as reviews keep them.  @returns {(Puzzle & {solutions: string[]})[]} */
  get mine() {
    return (this.store?.mistakes?.() ?? []).map((/** @type {any} */ one) =>
      ({ rules: one.rules, goal: one.win ? "win" : "hold", plies: one.plies ?? 0, answer: one.solutions[0], solutions: one.solutions, moves: one.moves }));
  }

  /** The puzzles of the theme and difficulty that were chosen. */
  get list() {
    const { theme, difficulty: wanted } = this.options;
    const [goal, kind] = theme.split("_");
    const fits = (/** @type {Puzzle} */ one) => one.goal === goal && one.rules.endsWith("g") === (kind === "gravity");
    const list = theme === "mine" ? this.mine : this.all.filter(fits);
    return list.filter((one) => wanted === "any" || difficulty(one) === wanted);
  }

  /** @param {Puzzle} puzzle */
  key(puzzle) {
    return `${puzzle.rules} ${puzzle.moves.join(" ")}`;
  }

  next() {
    const { list } = this;
    const open = list.filter((one) => !this.record.solved.includes(this.key(one)) && one !== this.puzzle);
    this.puzzle = open[0] ?? list.find((one) => one !== this.puzzle) ?? list[0] ?? null;
    this.record.at = this.puzzle ? this.key(this.puzzle) : "";
    remember("puzzleRecord", this.record);
    this.hint = 0;
    this.again();
  }

  /** The puzzle from its beginning. */
  again() {
    const rules = this.puzzle && parseRules(this.puzzle.rules);
    if (this.puzzle && rules) {
      const game = new Game(rules);
      this.puzzle.moves.forEach((name) => game.play(cellIndex(rules, name)));
      this.line = new Line(game);
    }
    Object.assign(this, { state: "ask", lit: [] });
    this.why.clear();
    this.update();
  }

  /** @param {number} cell */
  async attempt(cell) {
    const { puzzle } = this;
    if (!puzzle || (this.state !== "ask" && this.state !== "wrong")) return;
    const before = this.line.game.at(puzzle.moves.length);
    const after = before.at(puzzle.moves.length);
    if (!after.play(cell)) return;
    const name = cellName(after.rules, after.moves[after.moves.length - 1]);
    this.line = new Line(after);
    this.state = "judging";
    this.update();
    const known = /** @type {{solutions?: string[]}} */ (puzzle).solutions ?? [puzzle.answer];
    const right = known.includes(name) || (puzzle.goal === "win" && (await this.wins(after)));
    if (this.puzzle !== puzzle) return;
    this.judge(right, puzzle);
    this.explain(right ? after : before, right);
  }

  /** Whether the side that just moved wins for certain: there are other wins than the one that is known.  @param {Game} game */
  async wins(game) {
    const { over, winner } = game.outcome();
    if (over) return winner === 1 - game.toMove;
    let won = false;
    try {
      await this.transport.ask({ type: "analyse", game: game.record(), player: null, time_ms: JUDGING, language: current() }, (reply) => {
        if (reply.type === "answer") won = reply.proved && ("loss_in" in reply.value || reply.value.certain === "loss");
      }).done;
    } catch (error) {
      complain(error);
    }
    return won;
  }

  /** @param {boolean} right @param {Puzzle} puzzle */
  judge(right, puzzle) {
    const { record } = this;
    const key = this.key(puzzle);
    if (right && this.hint === 0 && !record.solved.includes(key)) record.streak += 1;
    if (!right) record.streak = 0;
    if (right && !record.solved.includes(key)) record.solved.push(key);
    record.best = Math.max(record.best, record.streak);
    remember("puzzleRecord", record);
    this.state = right ? "right" : "wrong";
    announce(t(right ? "puzzleRight" : "puzzleWrong"));
    this.update();
  }

  /** Why, in words that point.  @param {Game} game @param {boolean} tell */
  async explain(game, tell) {
    if (!tell || game.outcome().over) return;
    try {
      await this.transport.ask({ type: "analyse", game: game.record(), player: null, time_ms: 300, language: current() }, (reply) => {
        if (reply.type === "answer") this.why.show(reply.text, reply.explanation, game.rules);
      }).done;
    } catch {
      // The puzzle is solved without it.
    }
  }

  /** Shows a line on the board.  @param {string[]} cells */
  playLine(cells) {
    const { puzzle } = this;
    if (!puzzle) return;
    const start = puzzle.moves.length + (this.state === "ask" ? 0 : 1);
    const game = this.line.game.at(Math.min(start, this.line.game.moves.length));
    cells.forEach((name) => game.play(cellIndex(game.rules, name)));
    this.line = new Line(game);
    this.draw();
  }

  /** Plays the answer and says why it holds. */
  help() {
    if (!this.puzzle || this.state === "right" || this.state === "shown") return;
    this.again();
    this.hint = 1;
    this.record.streak = 0;
    remember("puzzleRecord", this.record);
    const game = this.line.game.at(this.puzzle.moves.length);
    const answer = cellIndex(game.rules, this.puzzle.answer);
    game.play(answer);
    this.line = new Line(game);
    this.lit = [answer];
    this.state = "shown";
    // Of the position after it: before it other moves may win too, and the reason would name one of them.
    this.explain(game, true);
    this.update();
  }

  draw() {
    const game = this.line.shown;
    const marks = this.lit.map((cell) => ({ cell, kind: /** @type {const} */ ("hint"), text: "" }));
    this.board.show(game, { marks, playable: this.state === "ask" || this.state === "wrong" });
  }

  update() {
    const { puzzle, state, record } = this;
    const side = this.line.game.mover(puzzle?.moves.length ?? 0) ? t("nought") : t("cross");
    if (state === "shown") this.verdict.textContent = t("puzzleShown", { cell: puzzle?.answer ?? "" });
    else this.verdict.textContent = { ask: "", judging: t("judging"), right: t("puzzleRight"), wrong: t("puzzleWrong") }[state];
    this.verdict.className = `status ${state}`;
    if (puzzle && (state === "ask" || state === "shown")) this.task.textContent = t(puzzle.goal === "win" ? "taskWin" : "taskHold", { who: side });
    if (!puzzle) this.task.textContent = t(this.options.theme === "mine" ? "noMistakes" : "noPuzzles");
    const count = (/** @type {string} */ theme) => (theme === "mine" ? this.mine.length : this.all.filter((one) => `${one.goal}_${one.rules.endsWith("g") ? "gravity" : "free"}` === theme).length);
    const option = (/** @type {Partial<typeof this.options>} */ part) => { Object.assign(this.options, part); remember("puzzles", this.options); this.puzzle = null; this.next(); };
    this.choice.replaceChildren(
      select(t("theme_puzzle"), THEMES.map((theme) => [theme, `${t(/** @type {any} */ (`theme_${theme}`))} (${count(theme)})`]), this.options.theme, (theme) => option({ theme }), "theme-choice"),
      select(t("difficulty"), DIFFICULTIES.map((one) => [one, t(/** @type {any} */ (`difficulty_${one}`))]), this.options.difficulty, (difficulty) => option({ difficulty }), "difficulty"));
    this.buttons.replaceChildren(
      ...(puzzle ? [button(t("nextPuzzle"), () => this.next(), { key: "n", id: "next-puzzle", kind: state === "right" || state === "shown" ? "primary" : "" })] : []),
      ...(!puzzle && this.options.theme === "mine" ? [h("a", { class: "button primary", href: "#games", id: "to-games" }, t("games"))] : []),
      ...(state === "wrong" ? [button(t("tryAgain"), () => this.again(), { key: "r", id: "again" })] : []),
      ...(puzzle && state !== "right" && state !== "shown" ? [button(t("showAnswer"), () => this.help(), { key: "h", id: "show-answer" })] : []),
      ...(puzzle ? [button(t("analyseThis"), () => (location.hash = link("analyse", this.line.game)), { icon: icon("search") })] : []));
    const list = this.list;
    const solved = list.filter((one) => record.solved.includes(this.key(one))).length;
    this.score.textContent = t("puzzleScore", { n: solved, of: list.length, streak: record.streak, best: record.best });
    this.board.element.hidden = !puzzle;
    this.draw();
  }

  leave() {
    this.unsubscribe?.();
    this.removeKeys();
  }
}
