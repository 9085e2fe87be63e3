// English and Italian.

import { recall, remember } from "../ui/settings.js";
import { en } from "./en.js";
import { it } from "./it.js";

/** @typedef {keyof typeof en} Key */
const LANGUAGES = { en, it };

/** @type {"en" | "it"} */
let language = recall("language", navigator.language.toLowerCase().startsWith("it") ? "it" : "en");

export const current = () => language;

/** @param {"en" | "it"} wanted */
export function speak(wanted) {
  language = wanted;
  remember("language", wanted);
  document.documentElement.lang = wanted;
}

/** A text, with what goes in its braces.  @param {Key} key @param {Record<string, string | number>} [parts] */
export function t(key, parts = {}) {
  return LANGUAGES[language][key].replace(/\{(\w+)\}/g, (_, name) => String(parts[name] ?? ""));
}
