// A game tree, drawn: triangles up maximise, triangles down minimise, crosses are cut. Beside an open position its window.

import { s } from "../ui/dom.js";
import { t } from "../i18n/index.js";
import { scoreText, turned } from "../model/score.js";
import { Zoom } from "./zoom.js";

const ACROSS = 46;
/** A window needs so much room beside its node; else it stands below. */
const BESIDE = 104;
const CROSS = "M-7 -7L7 7M7 -7L-7 7";

/** @typedef {import("../model/walk.js").Walk} Walk */
/** @typedef {{windows?: boolean, negamax?: boolean}} Look whether windows are drawn, and whether values are those of the side to move */

/** A window in few signs.  @param {import("../net/messages.js").TreeNode} node @param {boolean} [turn] */
export function windowText({ alpha, beta }, turn = false) {
  const low = turn ? beta && turned(beta) : alpha;
  const high = turn ? alpha && turned(alpha) : beta;
  return `${low ? scoreText(low) : "−∞"} … ${high ? scoreText(high) : "+∞"}`;
}

export class TreeView {
  /** @param {(node: number) => void} pick */
  constructor(pick) {
    this.svg = s("svg", { class: "tree", role: "img", "aria-label": t("lab") });
    this.svg.dataset.large = "yes";
    this.zoom = new Zoom(this.svg, (x, y) => {
      const near = this.places.map((place, node) => ({ node, far: Math.hypot(place.x * ACROSS - x, place.y * this.down - y) }));
      const best = near.reduce((a, b) => (b.far < a.far ? b : a), { node: -1, far: 30 });
      if (best.node >= 0) pick(best.node);
    });
    /** @type {{x: number, y: number}[]} */
    this.places = [];
    /** From one ply to the next: as much as the picture has room for. */
    this.down = 92;
    /** @type {{edge: SVGElement | null, node: SVGElement, shape: SVGElement, triangle: string, worth: SVGElement, window: SVGElement}[]} */
    this.parts = [];
  }

  /** @param {Walk} walk @param {Look} [look] */
  build(walk, { windows = false, negamax = false } = {}) {
    const { places, width, height } = walk.layout();
    this.walk = walk;
    this.places = places;
    const w = Math.max(width * ACROSS + 40, 320);
    const { clientWidth, clientHeight } = this.svg;
    const depth = clientWidth ? (w * clientHeight) / clientWidth - 120 : 0;
    this.down = Math.max(windows ? 104 : 92, Math.min(220, depth / Math.max(1, height - 1)));
    // From a node to the next one on its ply, or to the edge of the picture.
    const edge = ((width - 1) * ACROSS + w) / 2;
    const room = (/** @type {number} */ i) => Math.min(edge, ...places.filter(({ x, y }) => y === places[i].y && x > places[i].x).map(({ x }) => x * ACROSS)) - places[i].x * ACROSS;
    const { down } = this;
    const edges = s("g", {});
    const nodes = s("g", {});
    this.parts = walk.nodes.map((node, i) => {
      const x = places[i].x * ACROSS;
      const y = places[i].y * down;
      const odd = places[i].y % 2 === 1;
      const from = node.parent === null ? null : places[node.parent];
      const edge = from && s("path", { class: "edge", d: `M${from.x * ACROSS} ${from.y * down + 14}C${from.x * ACROSS} ${y - down / 2} ${x} ${y - down / 2} ${x} ${y - 14}` });
      if (edge) edges.append(edge);
      // Where everybody maximises for himself there is one shape.
      const triangle = odd && !negamax ? "M0 13L14 -11H-14Z" : "M0 -13L14 11H-14Z";
      const shape = s("path", { class: "shape", d: triangle });
      const value = node.value && (negamax && odd ? turned(node.value) : node.value);
      const worth = s("text", { class: "worth", y: 27 }, value ? scoreText(value) : "");
      const beside = walk.children[i].length > 0 && room(i) > BESIDE;
      const window = s("text", { class: beside ? "window beside" : "window", ...(beside ? { x: 19, y: 3 } : { y: 41 }) }, windows && node.value ? windowText(node, negamax && odd) : "");
      const group = s("g", { class: "node", transform: `translate(${x} ${y})` }, shape, s("text", { class: "cell-name", y: -22 }, walk.name(i) ?? ""), worth, window);
      nodes.append(group);
      return { edge, node: group, shape, triangle, worth, window };
    });
    this.svg.replaceChildren(edges, nodes);
    this.zoom.fit({ x: (width - 1) * ACROSS / 2 - w / 2, y: -46, w, h: (height - 1) * down + 106 });
  }

  /** Shows how things stand after so many steps.  @param {number} step */
  show(step) {
    const { walk } = this;
    if (!walk) return;
    const now = walk.steps[step - 1]?.node;
    const way = walk.way(step);
    this.parts.forEach(({ edge, node, shape, triangle, worth }, i) => {
      const { enter, leave, cut } = walk.times[i];
      const state = cut < step ? "cut" : leave < step ? "left" : enter < step ? "open" : "ahead";
      // Nobody knows beforehand what will be cut.
      shape.setAttribute("d", state === "cut" ? CROSS : triangle);
      node.setAttribute("class", `node ${state}${i === now ? " now" : ""}`);
      edge?.setAttribute("class", `edge ${state}${way?.has(i) ? " way" : ""}`);
      const label = walk.label(i, step);
      if (label !== null) worth.textContent = label;
    });
    if (now !== undefined) this.zoom.reveal(this.places[now].x * ACROSS, this.places[now].y * this.down, 60);
  }
}
