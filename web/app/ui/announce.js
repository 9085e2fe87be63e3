// Words for those who do not see the board, and short notices for everybody.

/** Says something to screen readers. @param {string} text */
export function announce(text) {
  const live = document.getElementById("live");
  // The same text twice would not be read twice.
  if (live) live.textContent = live.textContent === text ? `${text}\u00a0` : text;
}

let timer = 0;

/** Shows a notice for a few seconds.  @param {string} text */
export function toast(text) {
  const box = document.getElementById("toast");
  if (!box) return;
  box.textContent = text;
  box.classList.add("shown");
  clearTimeout(timer);
  timer = window.setTimeout(() => box.classList.remove("shown"), 4500);
}
