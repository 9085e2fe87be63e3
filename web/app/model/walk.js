// A game tree as the steps of the search that made it: enter a position, leave it with a value, cut a move.

/** @typedef {import("../net/messages.js").TreeNode} TreeNode */
/** @typedef {{kind: "enter" | "leave" | "cut", node: number}} Step */

export class Walk {
  /** @param {TreeNode[]} nodes @param {boolean} [lettered] a tree of bare leaves: its nodes have no cells, they are called A, A1, A1a */
  constructor(nodes, lettered = false) {
    this.nodes = nodes;
    this.lettered = lettered;
    /** @type {number[][]} */
    this.children = nodes.map(() => []);
    nodes.forEach((node, i) => node.parent !== null && this.children[node.parent].push(i));
    /** @type {Step[]} */
    this.steps = [];
    /** When each node is entered, left and cut, as the number of the step. */
    this.times = nodes.map(() => ({ enter: Infinity, leave: Infinity, cut: Infinity }));
    this.visit(0);
    this.steps.forEach(({ kind, node }, i) => (this.times[node][kind] = i));
  }

  /** @param {number} node */
  visit(node) {
    this.steps.push({ kind: "enter", node });
    for (const child of this.children[node]) {
      if (this.nodes[child].value === null) this.steps.push({ kind: "cut", node: child });
      else this.visit(child);
    }
    this.steps.push({ kind: "leave", node });
  }

  /** Plies from the root.  @param {number} node @returns {number} */
  ply(node) {
    const { parent } = this.nodes[node];
    return parent === null ? 0 : this.ply(parent) + 1;
  }

  /** What a node is called; null for the root.  @param {number} node @returns {string | null} */
  name(node) {
    const { parent, cell } = this.nodes[node];
    if (parent === null || cell === null || !this.lettered) return cell;
    // The letter of its column says the how many'th child it is, whatever the order of the search.
    const letter = cell.replace(/\d+$/, "");
    const number = [...letter].reduce((sum, sign) => sum * 26 + sign.charCodeAt(0) - 96, 0);
    const ply = this.ply(node);
    return `${this.name(parent) ?? ""}${ply % 2 ? (ply === 1 ? letter.toUpperCase() : letter) : number}`;
  }

  /** The moves from the root.  @param {number} node @returns {string[]} */
  path(node) {
    const { parent, cell } = this.nodes[node];
    return parent === null || cell === null ? [] : [...this.path(parent), cell];
  }

  /** What else to write under a node after so many steps; null leaves its value.  @param {number} _node @param {number} _step @returns {string | null} */
  label(_node, _step) {
    return null;
  }

  /** Nodes whose way is drawn stronger.  @param {number} _step @returns {Set<number> | null} */
  way(_step) {
    return null;
  }

  /** Where to draw each node: leaves side by side, parents above the middle of their children. */
  layout() {
    let next = 0;
    const places = this.nodes.map(() => ({ x: 0, y: 0 }));
    const put = (/** @type {number} */ node, /** @type {number} */ y) => {
      const below = this.children[node];
      below.forEach((child) => put(child, y + 1));
      const x = below.length ? (places[below[0]].x + places[below[below.length - 1]].x) / 2 : next++;
      places[node] = { x, y };
    };
    put(0, 0);
    return { places, width: Math.max(1, next), height: Math.max(...places.map(({ y }) => y)) + 1 };
  }
}
