// Four languages, one file each; only English and the one that is spoken are fetched.

import { recall, remember } from "../ui/settings.js";
import { en } from "./en.js";

/** @typedef {keyof typeof en} Key */
/** @typedef {keyof typeof LANGUAGES} Language */

/** Each by its own name. */
export const LANGUAGES = { en: "English", it: "Italiano", es: "Español", ro: "Română" };
/** @type {Record<Language, () => Promise<Record<Key, string>>>} */
const FILES = {
  en: async () => en,
  it: async () => (await import("./it.js")).it,
  es: async () => (await import("./es.js")).es,
  ro: async () => (await import("./ro.js")).ro,
};
const codes = /** @type {Language[]} */ (Object.keys(LANGUAGES));

/** @type {Language} */
let language = recall("language", codes.find((code) => navigator.language.toLowerCase().startsWith(code)) ?? "en");
/** @type {Record<Key, string>} */
let words = en;

export const current = () => language;


/** @param {Language} wanted */
export async function speak(wanted) {
  words = await FILES[wanted]();
  language = wanted;
  remember("language", wanted);
  document.documentElement.lang = wanted;
}

/** A text, with what goes in its braces.  @param {Key} key @param {Record<string, string | number>} [parts] */
export function t(key, parts = {}) {
  return (words[key] ?? en[key]).replace(/\{(\w+)\}/g, (_, name) => String(parts[name] ?? ""));
}

/** A text for a number: one, or many.  @param {Key} one @param {Key} many @param {number} n @param {Record<string, string | number>} [parts] */
export const count = (one, many, n, parts = {}) => t(n === 1 ? one : many, { ...parts, n });
