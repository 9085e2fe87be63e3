// Where the page begins: the header, and whichever page the address asks for.

import { current, speak, t } from "./i18n/index.js";
import { PAGES, link, readLink } from "./model/link.js";
import { Transport } from "./net/transport.js";
import { AnalysePage } from "./pages/analyse.js";
import { ArenaPage } from "./pages/arena.js";
import { AtlasPage } from "./pages/atlas.js";
import { LabPage } from "./pages/lab.js";
import { PlayPage } from "./pages/play.js";
import { SolvePage } from "./pages/solve.js";
import { toast } from "./ui/announce.js";
import { h } from "./ui/dom.js";
import { onKeys } from "./ui/keys.js";
import { applyTheme, recall, remember } from "./ui/settings.js";
import { help } from "./view/dialogs.js";

const THEMES = /** @type {const} */ (["auto", "light", "dark"]);
const THEME_SIGNS = { auto: "◐", light: "☀", dark: "☾" };
const VIEWS = { play: PlayPage, analyse: AnalysePage, solve: SolvePage, atlas: AtlasPage, arena: ArenaPage, lab: LabPage };
/** Pages with a board of their own: the game of the page before does not go there. */
const APART = ["lab", "arena", "atlas"];

const transport = new Transport();
/** @type {{element: HTMLElement, leave: () => void, line?: {game: import("./model/game.js").Game}} | null} */
let page = null;

/** Shows what the address asks for. The game goes along from page to page unless the address brings its own. */
function show() {
  const { page: name, game } = readLink(location.hash);
  const before = page?.line?.game ?? null;
  page?.leave();
  page = new VIEWS[name](transport, game ?? (APART.includes(name) ? null : before));
  document.getElementById("page")?.replaceChildren(page.element);
  document.title = `Filetto · ${t(name)}`;
  header(name);
}

/** @param {import("./model/link.js").Page} now */
function header(now) {
  document.getElementById("tabs")?.replaceChildren(...PAGES.map((name) =>
    h("a", { href: link(name), class: name === now ? "tab now" : "tab", "aria-current": name === now ? "page" : undefined }, t(name))));
  /** @type {typeof THEMES[number]} */
  const theme = recall("theme", "auto");
  const tool = (/** @type {string} */ text, /** @type {string} */ label, /** @type {() => void} */ onclick, /** @type {string} */ id) =>
    h("button", { type: "button", class: "tool", title: label, "aria-label": label, onclick, id }, text);
  document.getElementById("tools")?.replaceChildren(
    tool(current() === "en" ? "IT" : "EN", t("languageTitle"), () => { speak(current() === "en" ? "it" : "en"); show(); }, "language"),
    tool(THEME_SIGNS[theme], t(`theme_${theme}`), () => {
      const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
      remember("theme", next);
      applyTheme(next);
      header(now);
    }, "theme"),
    tool("?", t("help"), help, "help"));
}

applyTheme(recall("theme", "auto"));
speak(current());
let lost = false;
transport.onstate = (connected) => {
  if (connected !== !lost) toast(connected ? t("online") : t("offline"));
  lost = !connected;
};
onKeys({ "?": help, ...Object.fromEntries(PAGES.map((name, i) => [i + 1, () => (location.hash = link(name))])) });
addEventListener("hashchange", show);
show();
