// What the browser remembers between visits.

/** @returns {Record<string, any>} */
function read() {
  try {
    return JSON.parse(localStorage.getItem("filetto") ?? "{}") ?? {};
  } catch {
    return {}; // Broken or forbidden storage: begin anew.
  }
}

let kept = read();

/** @template T @param {string} name @param {T} otherwise @returns {T} */
export function recall(name, otherwise) {
  return kept[name] ?? otherwise;
}

/** @param {string} name @param {any} value */
export function remember(name, value) {
  // Another tab may have written since: only what changes here is changed.
  kept = { ...kept, ...read(), [name]: value };
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
