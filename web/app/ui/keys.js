// Keys that work anywhere on a page, except while somebody types.

/** @param {Record<string, () => void>} keys @returns {() => void} what takes them away again */
export function onKeys(keys) {
  const listen = (/** @type {KeyboardEvent} */ event) => {
    // A slider keeps the keys that move it.
    const sliding = event.target instanceof Element && event.target.matches("input[type=range]") && /^(Arrow|Home|End)/.test(event.key);
    const typing = event.target instanceof Element && event.target.matches("input:not([type=range]):not([type=checkbox]), textarea, select");
    if (typing || sliding || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  document.addEventListener("keydown", listen);
  return () => document.removeEventListener("keydown", listen);
}
