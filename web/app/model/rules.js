// The rules of one game, and the names of cells. Rows count from the bottom, columns from the left, both from zero here.

/** @typedef {{rows: number, cols: number, k: number, gravity: boolean, exact: boolean}} Rules */

export const LONGEST_SIDE = 128;

/** The rules that a text such as 6x7x4g stands for; null if it stands for none.
 * @param {string} text @returns {Rules | null} */
export function parseRules(text) {
  const found = /^(\d{1,3})x(\d{1,3})x(\d{1,3})(g?)(e?)$/.exec(text.trim().toLowerCase());
  if (!found) return null;
  const [rows, cols, k] = found.slice(1, 4).map(Number);
  const fits = rows >= 1 && rows <= LONGEST_SIDE && cols >= 1 && cols <= LONGEST_SIDE && k >= 1 && k <= Math.max(rows, cols);
  return fits ? { rows, cols, k, gravity: found[4] === "g", exact: found[5] === "e" } : null;
}

/** @param {Rules} rules */
export function rulesText({ rows, cols, k, gravity, exact }) {
  return `${rows}x${cols}x${k}${gravity ? "g" : ""}${exact ? "e" : ""}`;
}

/** Letters of a column: a … z, aa, ab …  @param {number} col @returns {string} */
export function columnLetters(col) {
  const last = String.fromCharCode(97 + (col % 26));
  return col < 26 ? last : columnLetters(Math.floor(col / 26) - 1) + last;
}

/** The name of a cell by its index.  @param {Rules} rules @param {number} cell */
export function cellName(rules, cell) {
  return columnLetters(cell % rules.cols) + (Math.floor(cell / rules.cols) + 1);
}

/** The index of a named cell; -1 if it is not on the board.  @param {Rules} rules @param {string} name */
export function cellIndex(rules, name) {
  const found = /^([a-z]{1,2})(\d{1,3})$/.exec(name.trim().toLowerCase());
  if (!found) return -1;
  const col = [...found[1]].reduce((n, letter) => n * 26 + letter.charCodeAt(0) - 96, 0) - 1;
  const row = Number(found[2]) - 1;
  return row >= 0 && row < rules.rows && col < rules.cols ? row * rules.cols + col : -1;
}
