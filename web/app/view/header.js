// The header with its tabs and tools, and on a phone a bar at the bottom with the pages that are used most and a sheet with all.

import { LANGUAGES, current, t } from "../i18n/index.js";
import { PAGES, link } from "../model/link.js";
import { button, h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { applyTheme, recall, remember } from "../ui/settings.js";
import { setSound, sound, soundOn } from "../ui/sound.js";
import { help, sheet } from "./dialogs.js";

/** @typedef {import("../model/link.js").Page} Page */
/** @typedef {{speak: (language: import("../i18n/index.js").Language) => void, redraw: () => void}} Events */

const THEMES = /** @type {const} */ (["auto", "light", "dark", "contrast"]);
const THEME_SIGNS = { auto: "◐", light: "☀", dark: "☾", contrast: "◑" };
/** @type {Record<typeof PAGES[number], import("../ui/icons.js").Icon>} */
const ICONS = { play: "board", analyse: "search", puzzles: "puzzle", games: "list", solve: "check", atlas: "map", arena: "trophy", lab: "flask", friend: "people" };
/** Pages that have a place of their own in the bar. */
const FIRST = PAGES.slice(0, 4);

/** @param {Page} name @param {Page} now @param {string} kind */
function tab(name, now, kind) {
  const here = name === now || (name === "games" && now === "review");
  return h("a", { href: link(name), class: here ? `${kind} now` : kind, "aria-current": here ? "page" : undefined }, kind === "tab" ? null : icon(ICONS[/** @type {typeof PAGES[number]} */ (name)]), h("span", {}, t(name)));
}

/** @param {Page} now @param {Events} events */
export function showHeader(now, events) {
  document.getElementById("tabs")?.replaceChildren(...PAGES.map((name) => tab(name, now, "tab")));
  document.getElementById("tabs")?.setAttribute("aria-label", t("pages"));
  document.getElementById("bottom")?.setAttribute("aria-label", t("pages"));
  const elsewhere = !FIRST.some((name) => name === now) && now !== "review" && now !== "welcome";
  document.getElementById("bottom")?.replaceChildren(...FIRST.map((name) => tab(name, now, "bottom-tab")),
    h("button", { type: "button", class: elsewhere ? "bottom-tab now" : "bottom-tab", id: "more-pages", "aria-haspopup": "dialog", onclick: () => morePages(now) }, icon("more"), h("span", {}, t("more"))));
  const skip = document.getElementById("skip");
  if (skip) skip.textContent = t("skip");
  document.getElementById("tools")?.replaceChildren(...tools(events));
}

/** All pages, large enough for a thumb.  @param {Page} now */
function morePages(now) {
  sheet(t("pages"), (close) => [
    h("div", { class: "all-pages", onclick: close }, ...PAGES.map((name) => tab(name, now, "page-tile"))),
    h("div", { class: "dialog-buttons" }, button(t("close"), close)),
  ]);
}

/** @param {Events} events */
function tools({ speak, redraw }) {
  const tool = (/** @type {Node | string} */ face, /** @type {string} */ label, /** @type {() => void} */ onclick, /** @type {string} */ id, /** @type {boolean} */ pressed = false) =>
    h("button", { type: "button", class: "tool", title: label, "aria-label": label, "aria-pressed": pressed || undefined, onclick, id }, face);
  /** @type {typeof THEMES[number]} */
  const theme = recall("theme", "auto");
  const languages = h("select", { id: "language", class: "tool-select", "aria-label": t("languageTitle"), title: t("languageTitle"), onchange: () => speak(/** @type {any} */ (languages.value)) },
    ...Object.entries(LANGUAGES).map(([code, name]) => h("option", { value: code, lang: code }, name)));
  languages.value = current();
  return [
    languages,
    tool(icon(soundOn() ? "sound" : "mute"), soundOn() ? t("soundOff") : t("soundOn"), () => { setSound(!soundOn()); sound("stone"); redraw(); }, "sound", soundOn()),
    tool(THEME_SIGNS[theme], t(`theme_${theme}`), () => {
      const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
      remember("theme", next);
      applyTheme(next);
      redraw();
    }, "theme"),
    tool("?", t("help"), help, "help"),
  ];
}
