// Keys that work anywhere on a page, except while somebody types.

/** @param {Record<string, () => void>} keys @returns {() => void} what takes them away again */
export function onKeys(keys) {
  const listen = (/** @type {KeyboardEvent} */ event) => {
    const typing = event.target instanceof Element && event.target.matches("input:not([type=range]):not([type=checkbox]), textarea, select");
    if (typing || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  document.addEventListener("keydown", listen);
  return () => document.removeEventListener("keydown", listen);
}
