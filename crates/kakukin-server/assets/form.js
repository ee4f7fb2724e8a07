// What the forms of the pages share: their fields, what is wrong with one, files that are dropped.

import { ApiError, reason } from "./api.js";
import { $, $$, fill, h } from "./dom.js";

/** A box, by its id: the name of its parameter. @param {string} id */
export function box(id) {
  return $(`#${id}`, HTMLInputElement);
}

/** A list to choose from, by its id. @param {string} id */
export function choice(id) {
  return $(`#${id}`, HTMLSelectElement);
}

/**
 * Chooses a value of a list; its first one if it has no such value.
 * @param {string} id
 * @param {string} value
 */
export function pick(id, value) {
  choice(id).value = value;
  choice(id).selectedIndex = Math.max(0, choice(id).selectedIndex);
}

/** A part that can be folded, by its id. @param {string} id */
export function folded(id) {
  return $(`#${id}`, HTMLDetailsElement);
}

/**
 * Says what is wrong, once: at the field that it is about, which is unfolded, or else in
 * `#refused`, from where it is also read out. A field is found by its id, or by `data-field` where
 * its parameter has another name.
 * @param {unknown} error
 * @param {string} [words]
 */
export function showError(error, words = reason(error)) {
  clearError();
  const name = error instanceof ApiError ? error.field : "";
  const field = document.querySelector(`[data-field="${CSS.escape(name)}"]`) ?? document.getElementById(name);
  for (let part = field?.closest("details"); part; part = part.parentElement?.closest("details") ?? null) {
    part.open = true;
  }
  const place = field?.closest(".field, fieldset");
  const seen = place?.checkVisibility() ?? false;
  fill($("#refused"), h("p", { class: seen ? "sr-only" : "refusal" }, words));
  if (!field || !place || !seen) {
    return;
  }
  const id = `${name}-wrong`;
  place.append(h("p", { id, class: "wrong" }, words));
  place.scrollIntoView({ block: "nearest" });
  if (!(field instanceof HTMLFieldSetElement)) {
    field.setAttribute("aria-invalid", "true");
    field.setAttribute("aria-describedby", [field.getAttribute("aria-describedby"), id].filter((x) => x).join(" "));
  }
}

/** Nothing is wrong any more. */
export function clearError() {
  fill($("#refused"));
  for (const words of $$(".wrong")) {
    words.remove();
  }
  for (const field of $$("[aria-invalid]")) {
    field.removeAttribute("aria-invalid");
    field.setAttribute("aria-describedby", (field.getAttribute("aria-describedby") ?? "").replace(/ ?[^ ]*-wrong$/, ""));
  }
}

/**
 * Takes what is dropped on an element.
 * @param {HTMLElement} place
 * @param {(dropped: DataTransfer) => void} take
 */
export function onDrop(place, take) {
  for (const name of ["dragenter", "dragover", "dragleave", "drop"]) {
    place.addEventListener(name, (event) => {
      event.preventDefault();
      place.classList.toggle("over", name === "dragenter" || name === "dragover");
    });
  }
  place.addEventListener("drop", (event) => event.dataTransfer && take(event.dataTransfer));
}
