// Where the page begins: the header, and whichever page the address asks for.

import { LANGUAGES, current, speak, t } from "./i18n/index.js";
import { PAGES, link, readLink } from "./model/link.js";
import { Store } from "./model/store.js";
import { Transport } from "./net/transport.js";
import { AnalysePage } from "./pages/analyse.js";
import { ArenaPage } from "./pages/arena.js";
import { AtlasPage } from "./pages/atlas.js";
import { FriendPage } from "./pages/friend.js";
import { GamesPage } from "./pages/games.js";
import { LabPage } from "./pages/lab.js";
import { PlayPage } from "./pages/play.js";
import { PuzzlesPage } from "./pages/puzzles.js";
import { ReviewPage } from "./pages/review.js";
import { SolvePage } from "./pages/solve.js";
import { WelcomePage } from "./pages/welcome.js";
import { announce, toast } from "./ui/announce.js";
import { onKeys } from "./ui/keys.js";
import { applyTheme, recall, remember } from "./ui/settings.js";
import { help } from "./view/dialogs.js";
import { showHeader } from "./view/header.js";

/** @typedef {import("./model/line.js").Line} Line */

const VIEWS = { play: PlayPage, analyse: AnalysePage, solve: SolvePage, atlas: AtlasPage, arena: ArenaPage, lab: LabPage, puzzles: PuzzlesPage, friend: FriendPage, games: GamesPage, review: ReviewPage, welcome: WelcomePage };
/** Pages with a board of their own: the game of the page before does not go there. */
const APART = ["lab", "arena", "atlas", "puzzles", "friend", "games", "welcome"];

const transport = new Transport();
const store = new Store(sessionStorage, localStorage);
/** @typedef {{store: Store, line: Line | null}} Context  What a page gets besides the server and a game: the store, and its own line if it had one. */
/** @typedef {{element: HTMLElement, leave: () => void, save?: () => void, online?: () => void, line?: Line}} Page */
/** @type {Page | null} */
let page = null;
/** @type {import("./model/link.js").Page | null} */
let shown = null;

/** Shows what the address asks for: its own game, or the one that the page had when it was left, or the one of the page before. */
function show() {
  const asked = readLink(location.hash || (recall("visited", false) ? "#play" : "#welcome"));
  const { page: name, game, wrong } = asked;
  if (name !== "welcome") remember("visited", true);
  const before = page?.line?.game ?? null;
  leave();
  const line = game ? store.lineOf(name, game) : store.line(name);
  page = new VIEWS[name](transport, line?.game ?? game ?? (APART.includes(name) ? null : before), { store, line });
  document.getElementById("page")?.replaceChildren(page.element);
  document.title = `Filetto · ${t(name)}`;
  header(name);
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
    speak: async (language) => { await speak(language); show(); },
    redraw: () => header(now),
  });
}

applyTheme(recall("theme", "auto"));
let lost = false;
transport.onstate = (connected) => {
  if (connected !== !lost) toast(connected ? t("online") : t("offline"));
  if (connected && lost) page?.online?.();
  lost = !connected;
};
onKeys({ "?": help, ...Object.fromEntries(PAGES.map((name, i) => [i + 1, () => (location.hash = link(name))])) });
// The skip link leads to the board, or to the page where there is none; an address it is not.
document.getElementById("skip")?.addEventListener("click", (event) => {
  event.preventDefault();
  /** @type {HTMLElement | SVGElement | null} */ (document.querySelector("#page .board") ?? document.querySelector("#page"))?.focus();
});
addEventListener("hashchange", show);
addEventListener("pagehide", save);
await speak(current() in LANGUAGES ? current() : "en");
show();
