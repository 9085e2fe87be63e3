// What went wrong, in the user's language where it is of a known kind.

import { current, t } from "../i18n/index.js";
import { Refused } from "../net/transport.js";
import { toast } from "./announce.js";

const KNOWN = /** @type {const} */ (["busy", "lost", "too_much", "bad_game", "bad_player", "bad_message"]);

/** @param {unknown} error */
export function errorText(error) {
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof Refused ? KNOWN.find((known) => known === error.code) : undefined;
  // The server's own sentence says more, but only in English.
  if (!code || (current() === "en" && code !== "lost")) return message;
  return t(`error_${code}`);
}

/** @param {unknown} error */
export const complain = (error) => toast(errorText(error));
