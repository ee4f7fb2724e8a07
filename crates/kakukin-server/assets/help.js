// The meaning of a figure, one click away: `?` buttons that open a popover.
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
  count += 1;
  const id = `help-${name}-${count}`;
  const button = h(
    "button",
    { type: "button", class: "help", popovertarget: id, "aria-label": word("common.help_about", { what: word(`term.${name}`) }) },
    "?",
  );
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
 * Words with the `?` of a figure behind them; its name unless others are given.
 * @param {string} name
 * @param {string} [text]
 */
export function explained(name, text = word(`term.${name}`)) {
  return h("span", { class: "explained" }, text, " ", help(name));
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
 * Puts `?` buttons where the markup asks for them: `<span data-help="bias"></span>`.
 * @param {ParentNode} root
 */
export function install(root) {
  for (const place of $$("[data-help]", HTMLElement, root)) {
    const name = place.dataset.help;
    if (name && !place.firstElementChild) {
      place.append(help(name));
    }
  }
}

install(document);
