// Small line drawings, the same on every system.

import { s } from "./dom.js";

const PATHS = {
  plus: "M12 5v14M5 12h14",
  undo: "M9 7L4 12l5 5M4 12h10a6 6 0 0 1 6 6",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.500c.8.8 1 1.5 1 2.500h6c0-1 .2-1.7 1-2.500A6 6 0 0 0 12 3z",
  swap: "M7 8h12l-3-3M17 16H5l3 3",
  flag: "M6 21V4h11l-2 4 2 4H6",
  search: "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l5 5",
  share: "M12 15V4M8 8l4-4 4 4M5 13v6h14v-6",
  first: "M18 6l-8 6 8 6zM6 6v12",
  back: "M15 6l-7 6 7 6z",
  forward: "M9 6l7 6-7 6z",
  last: "M6 6l8 6-8 6zM18 6v12",
  play: "M8 5l11 7-11 7z",
  pause: "M8 5v14M16 5v14",
};
/** @typedef {keyof typeof PATHS} Icon */

/** @param {Icon} name */
export function icon(name) {
  return s("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: PATHS[name] }));
}
