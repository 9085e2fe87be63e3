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
  board: "M4 4h16v16H4zM4 9.300h16M4 14.700h16M9.300 4v16M14.700 4v16",
  puzzle: "M5 8h4a2.500 2.500 0 1 1 5 0h5v5a2.500 2.500 0 1 0 0 5v2H5z",
  list: "M4 6h3v3H4zM4 15h3v3H4zM11 7.500h9M11 16.500h9",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  check: "M5 13l4 4L19 7",
  map: "M9 4L4 6v14l5-2 6 2 5-2V4l-5 2zM9 4v14M15 6v14",
  trophy: "M8 4h8v6a4 4 0 0 1-8 0zM8 6H4c0 4 2 5 4 5M16 6h4c0 4-2 5-4 5M12 14v4M8 20h8",
  flask: "M10 4h4M11 4v6l-6 9a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1l-6-9V4",
  people: "M9 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zM3 20c0-4 3-6 6-6s6 2 6 6M16 5a3 3 0 0 1 0 6M18 14c2 1 3 3 3 6",
  sound: "M5 10v4h3l4 4V6L8 10zM15.500 9a4 4 0 0 1 0 6M18 6.500a8 8 0 0 1 0 11",
  mute: "M5 10v4h3l4 4V6L8 10zM16 10l4 4M20 10l-4 4",
  trash: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13",
  close: "M6 6l12 12M18 6L6 18",
};
/** @typedef {keyof typeof PATHS} Icon */

/** @param {Icon} name */
export function icon(name) {
  return s("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: PATHS[name] }));
}
