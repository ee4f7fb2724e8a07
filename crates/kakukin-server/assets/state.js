// What is typed and chosen, kept in the fragment of the address as a query string, so that a
// link reproduces the page. Nothing of it is sent to the server by itself.

/** What the page wrote last, to tell its own changes from those of others. */
let written = "";

/**
 * The fragment of the address.
 * @returns {URLSearchParams}
 */
export function read() {
  return new URLSearchParams(location.hash.replace(/^#/, ""));
}

/**
 * Values as a fragment; empty ones are left out. What needs no escape is left readable.
 * @param {Record<string, string | number | boolean | null | undefined | readonly string[]>} values
 * @returns {string}
 */
export function fragment(values) {
  const parts = [];
  for (const [key, value] of Object.entries(values)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== null && one !== undefined && one !== "" && one !== false) {
        const text = encodeURIComponent(String(one));
        parts.push(`${key}=${text.replace(/%2F/g, "/").replace(/%2C/g, ",").replace(/%3A/g, ":").replace(/%20/g, "+")}`);
      }
    }
  }
  return parts.join("&");
}

/**
 * Writes values into the address, without a step in the history.
 * @param {Parameters<typeof fragment>[0]} values
 */
export function write(values) {
  written = fragment(values);
  const place = location.pathname + location.search;
  history.replaceState(history.state, "", written === "" ? place : `${place}#${written}`);
}

/**
 * Writes values into the address as a step that the back button takes back.
 * @param {Parameters<typeof fragment>[0]} values
 */
export function push(values) {
  const next = fragment(values);
  if (next !== location.hash.replace(/^#/, "")) {
    written = next;
    history.pushState(null, "", `${location.pathname}${location.search}#${next}`);
  }
}

/**
 * Calls back when the address was changed by somebody else: a link, the back button.
 * @param {() => void} action
 */
export function changed(action) {
  const look = () => {
    const now = location.hash.replace(/^#/, "");
    if (now !== written) {
      written = now;
      action();
    }
  };
  window.addEventListener("hashchange", look);
  window.addEventListener("popstate", look);
}
