// Going through a page with the keyboard alone.

import assert from "node:assert/strict";

/**
 * Presses Tab until an element has the focus; the focus must be visible at every stop.
 * @param {import("playwright-core").Page} page
 * @param {string} selector
 * @param {number} [most]
 */
export async function tabTo(page, selector, most = 150) {
  for (let n = 0; n < most; n += 1) {
    await page.keyboard.press("Tab");
    const at = await page.evaluate((selector) => {
      const element = document.activeElement;
      if (!element || element === document.body) {
        return { there: false, seen: true, what: "body" };
      }
      // A field that is drawn elsewhere (a chip, a file button) shows its focus on its label.
      const label = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
      const ring = [element, ...label].some((one) => {
        const style = getComputedStyle(one);
        return (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0) || style.boxShadow !== "none" || style.strokeWidth !== "1px";
      });
      return { there: element.matches(selector), seen: ring, what: element.outerHTML.slice(0, 100) };
    }, selector);
    assert.ok(at.seen, `no focus is seen on ${at.what}`);
    if (at.there) {
      return;
    }
  }
  assert.fail(`${selector} is not reached by ${most} times Tab`);
}
