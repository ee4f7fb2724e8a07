// The words of the page, which the server puts into it, in its language.

/** @typedef {"en" | "ja"} Lang */

/** The language of the page. @type {Lang} */
export const lang = document.documentElement.lang === "ja" ? "ja" : "en";

/** @type {Map<string, string>} */
const words = new Map();

/**
 * Keys are written with dots, however deep the server nests them.
 * @param {unknown} value
 * @param {string} key
 */
function learn(value, key) {
  if (typeof value === "string") {
    words.set(key, value);
  } else if (value !== null && typeof value === "object") {
    for (const [name, inner] of Object.entries(value)) {
      learn(inner, key === "" ? name : `${key}.${name}`);
    }
  }
}

learn(JSON.parse(document.getElementById("words")?.textContent || "{}"), "");

/**
 * Whether there are words for a key.
 * @param {string} key
 */
export function known(key) {
  return words.has(key);
}

/**
 * The words of a key, `%{name}` replaced by its value; a missing key shows itself.
 * @param {string} key such as `common.cancel`
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export function word(key, values = {}) {
  const text = words.get(key);
  if (text === undefined) {
    console.error(`no words for ${key}`);
    return key;
  }
  return text.replace(/%\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}
