// What every page has: the switch of light and dark, links to the other language, help, links to
// the other pages as this tab left them, a link to copy, and rates typed as people say them.

import { $, $$ } from "./dom.js";
import "./help.js";
import { word } from "./words.js";

const root = document.documentElement;

/**
 * Does something before a link is followed, or taken elsewhere.
 * @param {HTMLAnchorElement} link
 * @param {() => void} action
 */
function before(link, action) {
  for (const event of ["pointerdown", "focus", "click", "contextmenu"]) {
    link.addEventListener(event, action);
  }
}

/** Whether the page is dark now. */
function dark() {
  return root.dataset.theme
    ? root.dataset.theme === "dark"
    : window.matchMedia("(prefers-color-scheme: dark)").matches;
}

for (const button of $$("#theme", HTMLButtonElement)) {
  const tell = () => button.setAttribute("aria-pressed", String(dark()));
  tell();
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", tell);
  button.addEventListener("click", () => {
    root.dataset.theme = dark() ? "light" : "dark";
    try {
      localStorage.setItem("theme", root.dataset.theme);
    } catch {
      // It then holds for this page only.
    }
    tell();
  });
}

// The fragment is the state of the page, so no link within the page may take its place.
for (const link of $$("a.skip", HTMLAnchorElement)) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    const main = $("#main");
    main.focus();
    main.scrollIntoView({ block: "start" });
  });
}

// Where the menu is wider than the window, the page that is open stays in sight.
for (const link of $$("header.site nav a[aria-current]", HTMLAnchorElement)) {
  const menu = link.closest("ul");
  menu?.scrollTo({ left: link.offsetLeft - (menu.clientWidth - link.offsetWidth) / 2, behavior: "instant" });
}

// The other language shows the same thing: the state is in the fragment, which pages rewrite.
for (const link of $$("a[hreflang]", HTMLAnchorElement)) {
  before(link, () => {
    link.hash = location.hash;
  });
}

/**
 * Where this tab keeps the state of a page.
 * @param {string} page
 */
function place(page) {
  return `kakukin-at-${page}`;
}

window.addEventListener("pagehide", () => {
  try {
    sessionStorage.setItem(place(document.body.dataset.page ?? ""), location.hash);
  } catch {
    // The menu then begins anew.
  }
});

// The menu goes back to what was left; the entry of the page that is open begins it anew.
for (const link of $$("header.site nav a:not([aria-current])", HTMLAnchorElement)) {
  before(link, () => {
    try {
      link.hash = sessionStorage.getItem(place(link.pathname.split("/").pop() ?? "")) ?? "";
    } catch {
      // As if nothing had been left.
    }
  });
}

// A button with `data-copy` copies the link of the page, and says so in the element behind it.
document.addEventListener("click", async ({ target }) => {
  const button = target instanceof Element ? target.closest("[data-copy]") : null;
  const says = button?.nextElementSibling;
  if (says) {
    try {
      await navigator.clipboard.writeText(location.href);
      says.textContent = word("common.copied");
    } catch {
      says.textContent = location.href;
    }
  }
});

// Whoever leaves a rate with 70 in it means 70%: nothing above 1 is a rate.
document.addEventListener(
  "change",
  ({ target }) => {
    if (target instanceof HTMLInputElement && ["p", "f", "band"].includes(target.id)) {
      const plain = target.value.normalize("NFKC").trim();
      // Nobody says by 100 points how far off a rate may be.
      const least = target.id === "band" ? 1 : 1 + Number.EPSILON;
      if (/^\d+(\.\d+)?$/.test(plain) && Number(plain) >= least && Number(plain) <= 100) {
        target.value = `${plain}%`;
        target.dispatchEvent(new Event("input", { bubbles: true }));
      }
    }
  },
  true,
);
