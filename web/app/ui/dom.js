// Elements in one expression.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | null | undefined | false} Child */

/** @param {Element} element @param {Record<string, any>} attributes @param {Child[]} children */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" && "value" in element) /** @type {HTMLInputElement} */ (element).value = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.flatMap((child) => (child === null || child === undefined || child === false ? [] : [child])));
}

/** An HTML element.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag @param {Record<string, any>} [attributes] @param {...Child} children @returns {HTMLElementTagNameMap[T]} */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  fill(element, tag === "select" ? { ...attributes, value: undefined } : attributes, children);
  if (tag === "select" && attributes.value !== undefined) /** @type {any} */ (element).value = attributes.value;
  return element;
}

/** An SVG element.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag @param {Record<string, any>} [attributes] @param {...Child} children @returns {SVGElementTagNameMap[T]} */
export function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  fill(element, attributes, children);
  return element;
}

/** A button with a symbol and words; the words are for everybody, the key for those who like keys.
 * @param {string} label @param {() => void} onclick @param {{icon?: Node, key?: string, kind?: string, id?: string}} [more] */
export function button(label, onclick, { icon, key, kind = "", id } = {}) {
  const title = key ? `${label} (${key})` : label;
  return h("button", { type: "button", class: `button ${kind}`, title, onclick, id, "aria-keyshortcuts": key },
    icon, h("span", { class: "words" }, label));
}

/** A labelled choice.  @param {string} label @param {[string, string][]} options @param {string} value
 * @param {(value: string) => void} onchange @param {string} [id] */
export function select(label, options, value, onchange, id) {
  const list = h("select", { id, onchange: () => onchange(list.value) }, ...options.map(([v, text]) => h("option", { value: v }, text)));
  list.value = value;
  return h("label", { class: "field" }, h("span", {}, label), list);
}
