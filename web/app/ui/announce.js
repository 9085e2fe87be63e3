// Words for those who do not see the board, and short notices for everybody.

/** Says something to screen readers. @param {string} text */
export function announce(text) {
  const live = document.getElementById("live");
  // The same text twice would not be read twice.
  if (live) live.textContent = live.textContent === text ? `${text}\u00a0` : text;
}

let timer = 0;

/** Shows a notice for a few seconds, with something that can be done about it.  @param {string} text @param {{label: string, act: () => void}} [offer] */
export function toast(text, offer) {
  const box = document.getElementById("toast");
  if (!box) return;
  box.textContent = text;
  if (offer) {
    const act = document.createElement("button");
    Object.assign(act, { type: "button", id: "toast-act", textContent: offer.label, onclick: () => { box.classList.remove("shown"); offer.act(); } });
    box.append(" ", act);
  }
  box.classList.add("shown");
  clearTimeout(timer);
  timer = window.setTimeout(() => box.classList.remove("shown"), offer ? 9000 : 4500);
}
