// A game as a small picture: no names, no moving parts.

import { s } from "../ui/dom.js";
import { CELL, centre, dressOf, gridPath } from "./stones.js";

/** @param {import("../model/game.js").Game} game */
export function picture(game) {
  const { rows, cols, gravity } = game.rules;
  const [w, h] = [cols * CELL, rows * CELL];
  const dress = dressOf(game.rules);
  const fine = Math.max(rows, cols) <= 20;
  const stones = [];
  for (const [cell, side] of game.board.entries()) {
    if (side < 0) continue;
    const { x, y } = centre(game.rules, cell);
    if (dress === "pencil" && fine) {
      const r = CELL * 0.27;
      stones.push(side ? s("circle", { class: "mini-o", cx: x, cy: y, r }) : s("path", { class: "mini-x", d: `M${x - r} ${y - r}l${2 * r} ${2 * r}m0 ${-2 * r}l${-2 * r} ${2 * r}` }));
    } else stones.push(s("circle", { class: `mini ${dress} side-${side}`, cx: x, cy: y, r: CELL * 0.42 }));
  }
  const holes = gravity && fine ? Array.from({ length: rows * cols }, (_, i) => i).filter((cell) => game.board[cell] < 0)
    .map((cell) => s("circle", { class: "mini-hole", cx: centre(game.rules, cell).x, cy: centre(game.rules, cell).y, r: CELL * 0.42 })) : [];
  const lines = game.lines().map((row) => {
    const [a, b] = [centre(game.rules, row[0]), centre(game.rules, row[row.length - 1])];
    return s("line", { class: "mini-win", x1: a.x, y1: a.y, x2: b.x, y2: b.y });
  });
  return s("svg", { class: "picture", viewBox: `-8 -8 ${w + 16} ${h + 16}`, "aria-hidden": "true" },
    s("rect", { class: `mini-sheet ${dress}`, x: -8, y: -8, width: w + 16, height: h + 16, rx: dress === "pencil" ? 5 : 14 }),
    gravity || !fine ? null : s("path", { class: "mini-grid", d: gridPath(game.rules) }), ...holes, ...stones, ...lines);
}
