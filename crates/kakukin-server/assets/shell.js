// What every page has: the switch of light and dark, links to the other language, help.

import { $, $$ } from "./dom.js";
import "./help.js";

const root = document.documentElement;

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

// The other language shows the same thing: the state is in the fragment, which pages rewrite.
for (const link of $$("a[hreflang]", HTMLAnchorElement)) {
  const follow = () => {
    link.hash = location.hash;
  };
  for (const event of ["pointerdown", "focus", "click", "contextmenu"]) {
    link.addEventListener(event, follow);
  }
}
