// What the browser remembers between visits.

/** @type {Record<string, any>} */
let kept = {};
try {
  kept = JSON.parse(localStorage.getItem("filetto") ?? "{}");
} catch {
  // Broken or forbidden storage: begin anew.
}

/** @template T @param {string} name @param {T} otherwise @returns {T} */
export function recall(name, otherwise) {
  return kept[name] ?? otherwise;
}

/** @param {string} name @param {any} value */
export function remember(name, value) {
  kept[name] = value;
  try {
    localStorage.setItem("filetto", JSON.stringify(kept));
  } catch {
    // Not remembered, then.
  }
}

/** Light, dark, or as the system has it.  @param {string} theme */
export function applyTheme(theme) {
  if (theme === "auto") document.documentElement.removeAttribute("data-theme");
  else document.documentElement.setAttribute("data-theme", theme);
}
