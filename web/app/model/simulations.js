// Monte Carlo tree search as steps: go down the tree and add a position, play to the end at random, count the result on the way back.
// Has the interface of a walk, so that the same picture shows it.

import { Walk } from "./walk.js";

/** @typedef {{path: string[], result: number | null}} Run */

export class Simulations extends Walk {
  /** @param {Run[]} runs @param {0 | 1} toMove whose turn it is at the root */
  constructor(runs, toMove) {
    super([{ cell: null, parent: null, alpha: null, beta: null, value: { estimate: 0 } }]);
    this.toMove = toMove;
    /** @type {import("./walk.js").Step[]} */
    this.steps = [];
    // A position that is there has its count under it.
    this.times = [{ enter: -1, leave: -1, cut: Infinity }];
    /** Visits and points of each node by the step after which they hold.  @type {{step: number, visits: number, points: number}[][]} */
    this.counts = [[{ step: -1, visits: 0, points: 0 }]];
    /** What each step is about.  @type {{run: number, path: string[], inTree: number, result: number | null}[]} */
    this.about = [];
    runs.forEach((run, number) => this.simulate(run, number));
  }

  /** @param {Run} run @param {number} number */
  simulate({ path, result }, number) {
    const way = [0];
    for (const cell of path) {
      const at = way[way.length - 1];
      const child = this.children[at].find((node) => this.nodes[node].cell === cell);
      if (child !== undefined) {
        way.push(child);
        continue;
      }
      const node = this.nodes.length;
      this.nodes.push({ cell, parent: at, alpha: null, beta: null, value: { estimate: 0 } });
      this.children.push([]);
      this.children[at].push(node);
      this.counts.push([]);
      this.times.push({ enter: this.steps.length, leave: this.steps.length, cut: Infinity });
      way.push(node);
      break;
    }
    const last = way[way.length - 1];
    const about = { run: number, path, inTree: way.length - 1, result };
    for (const kind of /** @type {const} */ (["select", "playout", "backup"])) {
      this.steps.push({ kind: /** @type {any} */ (kind), node: last });
      this.about.push(about);
    }
    const step = this.steps.length - 1;
    for (const node of way) {
      const before = this.counts[node][this.counts[node].length - 1] ?? { visits: 0, points: 0 };
      this.counts[node].push({ step, visits: before.visits + 1, points: before.points + (result === null ? 0.5 : (result + 1) / 2) });
    }
  }

  /** Points of the player at the root and visits of a node after so many steps.  @param {number} node @param {number} step */
  label(node, step) {
    const now = this.counts[node].filter((count) => count.step < step).pop();
    return now ? `${now.points % 1 ? now.points.toFixed(1) : now.points}/${now.visits}` : "";
  }

  /** The nodes from the root to where the last step is.  @param {number} step */
  way(step) {
    const way = new Set([0]);
    for (let node = this.steps[step - 1]?.node ?? 0; node; node = this.nodes[node].parent ?? 0) way.add(node);
    return way;
  }

  /** The move that was tried most after so many steps.  @param {number} step */
  favourite(step) {
    const visits = (/** @type {number} */ node) => this.counts[node].filter((count) => count.step < step).pop()?.visits ?? 0;
    const best = this.children[0].reduce((a, b) => (visits(b) > visits(a) ? b : a), this.children[0][0]);
    return best === undefined ? "–" : this.nodes[best].cell ?? "–";
  }
}
