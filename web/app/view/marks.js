// What is drawn over a board beside its stones.

import { s } from "../ui/dom.js";
import { CELL, centre, sign } from "./stones.js";

/** @typedef {{cell: number, text: string, side?: 0 | 1, kind: "ghost" | "value" | "threat" | "hint" | "fault" | "better", tone?: string}} Mark
 * `ghost`: a move of a line, by number; `value`: what a move is worth; `hint`: a ring; `fault` and `better`: the moves of a review */

/** @param {import("../model/rules.js").Rules} rules @param {Mark} mark */
export function markView(rules, mark) {
  const { x, y } = centre(rules, mark.cell);
  const { side, kind, text } = mark;
  const inner = [];
  if (kind === "ghost" && side !== undefined) inner.push(s("circle", { class: `ghost side-${side}`, r: CELL * 0.36 }));
  if (kind === "hint") inner.push(s("circle", { class: "ring", r: CELL * 0.38 }));
  if (kind === "fault") inner.push(s("circle", { class: "fault-ring", r: CELL * 0.43 }));
  if (kind === "better") inner.push(s("circle", { class: "better-ring", r: CELL * 0.4 }));
  if (kind === "threat") inner.push(s("path", { class: `threat side-${side}`, d: `M0 ${-CELL * 0.3}L${CELL * 0.3} 0L0 ${CELL * 0.3}L${-CELL * 0.3} 0Z` }));
  // The sign of a fault stands at the stone's shoulder, as in a newspaper, and what is aside too.
  const aside = mark.tone === "aside" ? -1 : 1;
  const place = kind === "fault" || mark.tone === "aside" ? { transform: `translate(${aside * CELL * 0.36} ${-CELL * 0.36})` } : {};
  if (kind === "fault" && text) inner.push(s("circle", { class: `badge ${mark.tone ?? ""}`, r: CELL * 0.21, ...place }));
  if (text) inner.push(s("text", { class: `${kind}-text ${mark.tone ?? ""}${text.length > 3 ? " long" : ""}`, ...place }, text));
  if (kind === "ghost" && side !== undefined) {
    inner.push(s("g", { class: "ghost-sign", transform: `translate(${CELL * 0.27} ${-CELL * 0.27})` }, sign(side, CELL * 0.09)));
  }
  return s("g", { class: `mark ${kind}`, transform: `translate(${x} ${y})` }, ...inner);
}
