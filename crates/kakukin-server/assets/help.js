// The meaning of a figure, one click away: terms, or `?` buttons beside other words, that open a
// popover.
//
// The words of `term.NAME` are its heading, `help.NAME` what it means, and
// `help.NAME_formula`, where there is one, how it is computed.

import { $$, h } from "./dom.js";
import { known, word } from "./words.js";

let count = 0;

/**
 * A `?` button with the meaning of a figure behind it.
 * @param {string} name
 * @returns {HTMLElement}
 */
export function help(name) {
  return behind(name, { class: "help", "aria-label": word("common.help_about", { what: word(`term.${name}`) }) }, "?");
}

/**
 * Words that are a button with the meaning of a figure behind it; its name unless others are given.
 * @param {string} name
 * @param {string} [text]
 * @returns {HTMLElement}
 */
export function explained(name, text = word(`term.${name}`)) {
  return behind(name, { class: "term" }, text);
}

/**
 * A button, and the box that it opens.
 * @param {string} name
 * @param {Record<string, string>} look
 * @param {string} text
 */
function behind(name, look, text) {
  count += 1;
  const id = `help-${name}-${count}`;
  const button = h("button", { type: "button", popovertarget: id, ...look }, text);
  const formula = `help.${name}_formula`;
  const box = h(
    "div",
    { id, class: "help-box", popover: "auto" },
    h("strong", null, word(`term.${name}`)),
    h("p", null, word(`help.${name}`)),
    known(formula) ? h("p", { class: "formula" }, word(formula)) : null,
    h("button", { type: "button", class: "small", popovertarget: id, popovertargetaction: "hide" }, word("common.close")),
  );
  box.addEventListener("beforetoggle", (event) => {
    if (/** @type {ToggleEvent} */ (event).newState === "open") {
      // Measured once it is laid out.
      requestAnimationFrame(() => place(box, button));
    }
  });
  return h("span", { class: "help-of" }, button, box);
}

/**
 * Puts a box below its button, within the window.
 * @param {HTMLElement} box
 * @param {HTMLElement} button
 */
function place(box, button) {
  const at = button.getBoundingClientRect();
  const { width, height } = box.getBoundingClientRect();
  const left = Math.max(8, Math.min(at.left, window.innerWidth - width - 8));
  const below = at.bottom + 6;
  const top = below + height > window.innerHeight ? Math.max(8, at.top - height - 6) : below;
  box.style.left = `${left}px`;
  box.style.top = `${top}px`;
}

/**
 * Puts buttons where the markup asks for them: `<span data-help="bias"></span>` for a `?`,
 * `<span data-term="bias">Bias</span>` for a term.
 * @param {ParentNode} root
 */
export function install(root) {
  for (const place of $$("[data-help]", HTMLElement, root)) {
    const name = place.dataset.help;
    if (name && !place.firstElementChild) {
      place.append(help(name));
    }
  }
  for (const place of $$("[data-term]", HTMLElement, root)) {
    const name = place.dataset.term;
    if (name && !place.firstElementChild) {
      place.replaceChildren(explained(name, place.textContent ?? ""));
    }
  }
}

install(document);
