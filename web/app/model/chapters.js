// The chapters of the laboratory: the algorithms of the laboratory sheet, each on an example that shows what it is about.

/** @typedef {"whole" | "alpha_beta" | "best_first" | "worst_first" | "deepening" | "simulations"} Search */
/** @typedef {{name: string, search: Search, look: import("../view/tree.js").Look, example: number}} Chapter */

/** @type {Chapter[]} */
export const CHAPTERS = [
  { name: "minimax", search: "whole", look: {}, example: 0 },
  { name: "negamax", search: "whole", look: { negamax: true }, example: 0 },
  { name: "alphaBeta", search: "alpha_beta", look: { windows: true }, example: 0 },
  { name: "goodOrder", search: "best_first", look: { windows: true }, example: 1 },
  { name: "badOrder", search: "worst_first", look: { windows: true }, example: 1 },
  { name: "deepening", search: "deepening", look: { windows: true }, example: 3 },
  { name: "mcts", search: "simulations", look: {}, example: 5 },
];

/** @typedef {{leaves?: number[], branching?: number, position?: string, depth: number, label?: string}} Example */

/** The textbook's tree; one with many cuts; positions. @type {Example[]} */
export const EXAMPLES = [
  { leaves: [3, 12, 8, 2, 4, 6, 14, 5, 2], branching: 3, depth: 2 },
  { leaves: [5, 6, 9, 7, 8, 9, 6, 9, 8, 3, 9, 9, 1, 9, 9, 8, 9, 2, 4, 7, 8, 2, 9, 8, 5, 9, 9], branching: 3, depth: 3 },
  { leaves: [8, 7, 3, 9, 9, 8, 2, 4, 1, 8, 8, 9, 9, 9, 3, 4], branching: 2, depth: 4 },
  { position: "3x3x3/a1.b2.c3.b1.b3", depth: 4 },
  { position: "3x3x3/b2.a1.c3", depth: 3 },
  { position: "3x3x3", depth: 2 },
  { position: "4x4x4g/b1.c1.b2.c2", depth: 3 },
  { position: "6x7x4g/d1.d2.d3.c1", depth: 2 },
];

/** @param {Example} example */
export const exampleText = ({ leaves, position }) => (leaves ? leaves.join(" ") : (position ?? "").replace("/", "  ").replaceAll(".", " "));
