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

/** Words that the players of a game say in another way, by game. @type {Record<string, Record<string, string>>} */
const ofGames = JSON.parse(document.getElementById("words-of-games")?.textContent || "{}");

/** Those of the game that is spoken of. @type {Record<string, string>} */
let own = {};

/** What stands on the page from the start and differs between games. @type {{ key: string, put: (text: string) => void }[] | null} */
let standing = null;

/**
 * Texts and names of the page that are words of some game; what people typed is not yet among them.
 */
function found() {
  const keys = new Map(Object.values(ofGames).flatMap(Object.keys).map((key) => [words.get(key) ?? "", key]));
  /** @type {NonNullable<typeof standing>} */
  const all = [];
  const note = (/** @type {string} */ whole, /** @type {(text: string) => void} */ put) => {
    const text = whole.trim();
    const key = keys.get(text);
    if (key !== undefined) {
      all.push({ key, put: (next) => put(whole.replace(text, () => next)) });
    }
  };
  for (const element of document.querySelectorAll("main, main *")) {
    for (const node of element.childNodes) {
      if (node instanceof Text) {
        note(node.data, (text) => (node.data = text));
      }
    }
    for (const name of ["aria-label", "placeholder"]) {
      note(element.getAttribute(name) ?? "", (text) => element.setAttribute(name, text));
    }
  }
  return all;
}

/**
 * Speaks of a game from now on as its players do, where it has words of its own; that goes for what
 * stands on the page, too.
 * @param {string} game
 */
export function speak(game) {
  standing ??= found();
  const next = ofGames[game] ?? {};
  if (next !== own) {
    own = next;
    for (const { key, put } of standing) {
      put(word(key));
    }
  }
}

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
  const text = own[key] ?? words.get(key);
  if (text === undefined) {
    console.error(`no words for ${key}`);
    return key;
  }
  return text.replace(/%\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}
