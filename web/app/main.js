// Where the page begins: the header, and whichever page the address asks for.

import { current, speak, t } from "./i18n/index.js";
import { PAGES, link, readLink } from "./model/link.js";
import { Store } from "./model/store.js";
import { Transport } from "./net/transport.js";
import { AnalysePage } from "./pages/analyse.js";
import { ArenaPage } from "./pages/arena.js";
import { AtlasPage } from "./pages/atlas.js";
import { FriendPage } from "./pages/friend.js";
import { LabPage } from "./pages/lab.js";
import { PlayPage } from "./pages/play.js";
import { PuzzlesPage } from "./pages/puzzles.js";
import { SolvePage } from "./pages/solve.js";
import { toast } from "./ui/announce.js";
import { h } from "./ui/dom.js";
import { onKeys } from "./ui/keys.js";
import { applyTheme, recall, remember } from "./ui/settings.js";
import { help } from "./view/dialogs.js";

/** @typedef {import("./model/line.js").Line} Line */

const THEMES = /** @type {const} */ (["auto", "light", "dark"]);
const THEME_SIGNS = { auto: "◐", light: "☀", dark: "☾" };
const VIEWS = { play: PlayPage, analyse: AnalysePage, solve: SolvePage, atlas: AtlasPage, arena: ArenaPage, lab: LabPage, puzzles: PuzzlesPage, friend: FriendPage };
/** Pages with a board of their own: the game of the page before does not go there. */
const APART = ["lab", "arena", "atlas", "puzzles", "friend"];

const transport = new Transport();
const store = new Store(sessionStorage, localStorage);
/** @typedef {{store: Store, line: Line | null}} Context  What a page gets besides the server and a game: the store, and its own line if it had one. */
/** @type {{element: HTMLElement, leave: () => void, line?: Line} | null} */
let page = null;
/** @type {import("./model/link.js").Page | null} */
let shown = null;

/** Shows what the address asks for: its own game, or the one that the page had when it was left, or the one of the page before. */
function show() {
  const { page: name, game, wrong } = readLink(location.hash);
  const before = page?.line?.game ?? null;
  leave();
  const line = game ? store.lineOf(name, game) : store.line(name);
  page = new VIEWS[name](transport, line?.game ?? game ?? (APART.includes(name) ? null : before), { store, line });
  document.getElementById("page")?.replaceChildren(page.element);
  document.title = `Filetto · ${t(name)}`;
  header(name);
  if (wrong) toast(t("wrongLink", { what: wrong }));
  // Whoever changes the page by key or tab goes on from its beginning; the first page keeps the focus where the browser has it.
  if (shown && shown !== name) document.getElementById("page")?.focus({ preventScroll: true });
  shown = name;
}

/** Leaves the page and keeps what is on it. */
function leave() {
  if (shown && page?.line) store.keep(shown, page.line);
  page?.leave();
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
addEventListener("pagehide", () => shown && page?.line && store.keep(shown, page.line));
show();
