// Elements without markup in strings: whatever people type becomes text, never HTML.

import { word } from "./words.js";

/**
 * @typedef {Node | string | number | null | undefined | false} Piece
 * @typedef {Piece | Piece[]} Child
 * @typedef {string | number | boolean | null | undefined | ((event: any) => void)} Prop
 */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Sets attributes; `on..` functions listen, true is an empty attribute, false and null none.
 * @param {Element} element
 * @param {Record<string, Prop> | null} props
 */
function dress(element, props) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (typeof value === "function") {
      element.addEventListener(name.replace(/^on/, ""), value);
    } else if (value === true) {
      element.setAttribute(name, "");
    } else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, String(value));
    }
  }
}

/**
 * @param {Child[]} children
 * @returns {(Node | string)[]}
 */
function nodes(children) {
  return children
    .flat()
    .filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => (child instanceof Node ? child : String(child)));
}

/**
 * An element with its attributes and children.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, Prop> | null} [props]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, props, ...children) {
  const element = document.createElement(tag);
  dress(element, props ?? null);
  element.append(...nodes(children));
  return element;
}

/**
 * The same for SVG.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, Prop> | null} [props]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function svg(tag, props, ...children) {
  const element = document.createElementNS(SVG, tag);
  dress(element, props ?? null);
  element.append(...nodes(children));
  return element;
}

/**
 * The element that a selector names, of the type it must have: `$("#p", HTMLInputElement)`.
 * @template {Element} [T=HTMLElement]
 * @param {string} selector
 * @param {{ new (): T }} [type]
 * @param {ParentNode} [root]
 * @returns {T}
 */
export function $(selector, type, root = document) {
  const element = root.querySelector(selector);
  if (!(element instanceof (type ?? HTMLElement))) {
    throw new Error(`${selector} is not on this page`);
  }
  return /** @type {T} */ (element);
}

/**
 * All elements that a selector names.
 * @template {Element} [T=HTMLElement]
 * @param {string} selector
 * @param {{ new (): T }} [type]
 * @param {ParentNode} [root]
 * @returns {T[]}
 */
export function $$(selector, type, root = document) {
  const all = [...root.querySelectorAll(selector)];
  return /** @type {T[]} */ (all.filter((element) => element instanceof (type ?? HTMLElement)));
}

/**
 * Puts children in place of what an element holds.
 * @param {Element} element
 * @param {...Child} children
 */
export function fill(element, ...children) {
  element.replaceChildren(...nodes(children));
}

/**
 * A function that runs once nobody has called it for a while; `now` does not wait.
 * @param {() => void} action
 * @param {number} pause milliseconds
 * @returns {(() => void) & { now: () => void }}
 */
export function debounced(action, pause) {
  let timer = 0;
  const later = () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(action, pause);
  };
  const now = () => {
    window.clearTimeout(timer);
    action();
  };
  return Object.assign(later, { now });
}

/**
 * A table. The first `words` columns are words, the others figures; the first cell of a row is
 * its heading.
 * @param {Child[]} header
 * @param {Child[][]} rows
 * @param {{ words?: number, caption?: Child, class?: string }} [options]
 */
export function table(header, rows, options = {}) {
  const words = options.words ?? 1;
  const kind = (/** @type {number} */ k) => (k < words ? "words" : "figure");
  return h(
    "table",
    { class: options.class ?? "data" },
    options.caption ? h("caption", null, options.caption) : null,
    h("thead", null, h("tr", null, header.map((cell, k) => h("th", { scope: "col", class: kind(k) }, cell)))),
    h(
      "tbody",
      null,
      rows.map((row) =>
        h(
          "tr",
          null,
          row.map((cell, k) =>
            k === 0 ? h("th", { scope: "row", class: kind(k) }, cell) : h("td", { class: kind(k) }, cell),
          ),
        ),
      ),
    ),
  );
}

/**
 * A box that a wide table scrolls in, reachable by keyboard.
 * @param {string} name
 * @param {...Child} children
 */
export function scrolling(name, ...children) {
  return saysMore(h("div", { class: "scroll", role: "region", "aria-label": name, tabindex: 0 }, ...children));
}

/** Sees when what is in a box becomes wider than it. */
const widths = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    const box = target.closest("[data-wider]");
    box?.setAttribute("data-wider", String(box.scrollWidth > box.clientWidth + 1));
  }
});

/**
 * A box that is marked as long as it holds more than it shows.
 * @template {HTMLElement} T
 * @param {T} box
 */
export function saysMore(box) {
  box.dataset.wider = "false";
  box.dataset.hint = word("common.wider");
  for (const one of [box, ...box.children]) {
    widths.observe(one);
  }
  return box;
}
