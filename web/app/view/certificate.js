// A certificate: what it proves, how to check it, and the checker at the press of a button.
//
// State in: the certificate. Events out: `save(name)`, and `check(certificate)`, which gives what the checker says.

import { t } from "../i18n/index.js";
import { announce } from "../ui/announce.js";
import { errorText } from "../ui/complain.js";
import { button, h } from "../ui/dom.js";

/** Longer ones do not fit a message: the command checks them. */
const SENT = 120_000;

/** @typedef {{name: string, id?: string, size?: number, bytes?: string, save?: (name: string) => void}} Certificate
 * one that was made just now has `bytes` in hexadecimal, one of the program's own has only its name */

export class CertificateCard {
  /** @param {Certificate} certificate @param {(certificate: Certificate) => Promise<string>} check */
  constructor(certificate, check) {
    const { name, id, size, bytes, save } = certificate;
    this.said = h("p", { class: "checked", id: id && `${id}-checked`, "aria-live": "polite" });
    const keep = save ? button(t("certificate"), () => save(name), { id })
      : h("a", { class: "button", href: `certificates/${name}`, download: name, id }, t("certificate"));
    const kilobytes = size ? ` · ${Math.max(1, Math.round(size / 1024))} KB` : "";
    this.element = h("div", { class: "certificate" },
      h("p", { class: "file-name" }, name, kilobytes),
      h("div", { class: "row" }, keep,
        ...(!bytes || bytes.length / 2 <= SENT ? [button(t("checkNow"), () => this.check(() => check(certificate)), { id: id && `${id}-check` })] : [])),
      this.said,
      h("details", {}, h("summary", {}, t("whatProves")), h("p", {}, t("provesWords")),
        h("pre", {}, h("code", {}, `filetto verify ${name}`)), h("p", {}, t("provesFormat"))));
  }

  /** @param {() => Promise<string>} ask */
  async check(ask) {
    this.said.textContent = t("checking");
    try {
      this.said.textContent = t("checkedBy", { words: await ask() });
      announce(this.said.textContent ?? "");
    } catch (error) {
      this.said.textContent = errorText(error);
    }
  }
}
