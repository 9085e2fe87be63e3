// Where the page begins: the header, and whichever page the address asks for.

import { LANGUAGES, current, speak, t } from "./i18n/index.js";
import { PAGES, link, readLink } from "./model/link.js";
import { Store } from "./model/store.js";
import { Transport } from "./net/transport.js";
import { announce, toast } from "./ui/announce.js";
import { h } from "./ui/dom.js";
import { onKeys } from "./ui/keys.js";
import { applyTheme, recall, remember } from "./ui/settings.js";
import { help } from "./view/dialogs.js";
import { showHeader } from "./view/header.js";

/** @typedef {import("./model/line.js").Line} Line */

/** @typedef {new (transport: Transport, game: any, context: Context) => Page} View */
/** The pages, each fetched when it is wanted: the first is painted without the others.  @type {Record<import("./model/link.js").Page, () => Promise<View>>} */
const VIEWS = {
  play: async () => (await import("./pages/play.js")).PlayPage,
  analyse: async () => (await import("./pages/analyse.js")).AnalysePage,
  solve: async () => (await import("./pages/solve.js")).SolvePage,
  atlas: async () => (await import("./pages/atlas.js")).AtlasPage,
  arena: async () => (await import("./pages/arena.js")).ArenaPage,
  lab: async () => (await import("./pages/lab.js")).LabPage,
  puzzles: async () => (await import("./pages/puzzles.js")).PuzzlesPage,
  friend: async () => (await import("./pages/friend.js")).FriendPage,
  games: async () => (await import("./pages/games.js")).GamesPage,
  review: async () => (await import("./pages/review.js")).ReviewPage,
  welcome: async () => (await import("./pages/welcome.js")).WelcomePage,
};
/** Pages with a board of their own: the game of the page before does not go there. */
const APART = ["lab", "arena", "atlas", "puzzles", "friend", "games", "welcome"];

/** What a page asks for that a site without a server cannot grant. */
const NEEDS = /** @type {Record<string, string>} */ ({ arena: "event", friend: "invite" });

const transport = new Transport();
const store = new Store(sessionStorage, localStorage);
/** @typedef {{store: Store, line: Line | null}} Context  What a page gets besides the server and a game: the store, and its own line if it had one. */
/** @typedef {{element: HTMLElement, leave: () => void, save?: () => void, online?: () => void, line?: Line}} Page */
/** @type {Page | null} */
let page = null;
/** @type {import("./model/link.js").Page | null} */
let shown = null;
/** How often a page was asked for. */
let shows = 0;
/** The game of the page that was left last.  @type {import("./model/game.js").Game | null} */
let before = null;

/** Shows what the address asks for: its own game, or the one that the page had when it was left, or the one of the page before. */
async function show() {
  const turn = ++shows;
  const asked = readLink(location.hash || (recall("visited", false) ? "#play" : "#welcome"));
  const { page: name, game, wrong } = asked;
  if (page) before = page.line?.game ?? null;
  leave();
  page = null;
  const View = await VIEWS[name]().catch(() => null);
  // Whoever went on in the meantime is shown what was asked for last; a page that could not be fetched comes with the connection.
  if (turn !== shows || !View) return;
  if (name !== "welcome") remember("visited", true);
  const line = game ? store.lineOf(name, game) : store.line(name);
  page = new View(transport, line?.game ?? game ?? (APART.includes(name) ? null : before), { store, line });
  document.getElementById("page")?.replaceChildren(page.element);
  document.title = `Filetto · ${t(name)}`;
  // Whoever came by a tab finds the position in the address as well: it is what one copies.
  if (!game && !wrong && page.line && !APART.includes(name)) history.replaceState(null, "", link(name, page.line.game));
  header(name);
  transport.hello.then(({ without }) => {
    if (turn !== shows || !without.includes(NEEDS[name])) return;
    document.getElementById("page")?.prepend(h("p", { class: "warning", id: "needs-program" }, t("needsProgram")));
  });
  if (wrong) toast(t("wrongLink", { what: wrong }));
  // Whoever changes the page by key or tab goes on from its beginning; the first page keeps the focus where the browser has it.
  if (shown && shown !== name) {
    document.getElementById("page")?.focus({ preventScroll: true });
    scrollTo(0, 0);
    announce(t(name));
  }
  shown = name;
}

/** Keeps what is on the page. */
function save() {
  if (page?.save) page.save();
  else if (shown && page?.line) store.keep(shown, page.line);
}

function leave() {
  save();
  page?.leave();
}

/** @param {import("./model/link.js").Page} now */
function header(now) {
  showHeader(now, {
    speak: async (language) => { await speak(language); await show(); },
    redraw: () => header(now),
  });
}

applyTheme(recall("theme", "auto"));
let lost = false;
transport.onstate = (connected) => {
  if (connected !== !lost) toast(connected ? t("online") : t("offline"));
  if (connected && lost) page ? page.online?.() : show();
  lost = !connected;
};
onKeys({ "?": help, ...Object.fromEntries(PAGES.map((name, i) => [i + 1, () => (location.hash = link(name))])) });
// The skip link leads to the board, or to the page where there is none; an address it is not.
document.getElementById("skip")?.addEventListener("click", (event) => {
  event.preventDefault();
  /** @type {HTMLElement | SVGElement | null} */ (document.querySelector("#page .board") ?? document.querySelector("#page"))?.focus();
});
addEventListener("hashchange", show);
addEventListener("storage", (event) => store.changedElsewhere(event.key));
addEventListener("pagehide", save);
await speak(current() in LANGUAGES ? current() : "en");
await show();
// The other pages while nothing else is to be done: then they are there even when the server is away.
const idle = window.requestIdleCallback ?? ((/** @type {() => void} */ act) => setTimeout(act, 500));
idle(() => Object.values(VIEWS).forEach((view) => view().catch(() => {})));
