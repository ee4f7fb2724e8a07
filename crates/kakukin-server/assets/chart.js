// Charts of the API in the page: the drawing, words on hover, focus and touch, and the table
// behind it.

import { address, get } from "./api.js";
import { $, fill, h, saysMore, scrolling, svg, table } from "./dom.js";
import { word } from "./words.js";

/**
 * @typedef {import("./api.js").Answer<"chart/eval">} Picture
 * @typedef {Picture["spots"][number]} Spot a place of the drawing that means something
 * @typedef {{ choose?: (spot: Spot) => void, choosable?: (spot: Spot) => boolean, chosen?: (spot: Spot) => boolean, svgAt?: string }} ChartOptions
 */

/** How near a pointer must be to a spot, in units of the drawing. */
const NEAR = 48;

/**
 * Asks the API for a chart and shows it.
 * @param {HTMLElement} place
 * @param {string} name as in `chart/eval`
 * @param {import("./api.js").Params} params
 * @param {import("./api.js").Options & ChartOptions} [options]
 * @returns {Promise<Picture>}
 */
export async function chart(place, name, params, options = {}) {
  /** @type {Picture} */
  const picture = await get(name, { ...params, format: "json" }, options);
  draw(place, picture, { svgAt: address(name, { ...params, format: "svg" }), ...options });
  return picture;
}

/**
 * Shows a chart that is here already.
 * @param {HTMLElement} place
 * @param {Picture} picture
 * @param {ChartOptions} [options]
 */
export function draw(place, picture, options = {}) {
  const drawing = parsed(picture);
  // Always there and only its text changes: what appears with its text is not read out.
  const says = h("div", { class: "chart-tip", role: "status" });
  const box = h("div", { class: "chart-box" }, drawing, says);
  const frame = saysMore(
    h("div", { class: "chart-scroll", tabindex: 0, role: "group", "aria-label": `${picture.title}. ${word("common.chart_keys")}` }, box),
  );
  const tip = new Tip(picture, drawing, box, says, frame);
  if (options.choose) {
    makeChoosable(picture, drawing, tip, options);
  }
  const { header, rows } = picture;
  fill(
    place,
    h(
      "figure",
      { class: "chart-figure" },
      frame,
      h(
        "figcaption",
        null,
        h(
          "details",
          null,
          h("summary", null, word("common.as_table")),
          scrolling(
            `${picture.title}: ${word("common.as_table")}`,
            table(header.map((cell) => cell || word("common.name")), rows, { caption: picture.title }),
          ),
        ),
        options.svgAt ? h("a", { href: options.svgAt, download: "chart.svg" }, word("common.as_svg")) : null,
      ),
    ),
  );
}

/**
 * The drawing as an element of this page.
 * @param {Picture} picture
 * @returns {SVGSVGElement}
 */
function parsed(picture) {
  const root = new DOMParser().parseFromString(picture.svg, "image/svg+xml").documentElement;
  const drawing = document.importNode(root, true);
  if (!(drawing instanceof SVGSVGElement)) {
    throw new Error("not a drawing");
  }
  // Browsers would show the title as a hint of their own on top of ours.
  drawing.querySelector("title")?.remove();
  drawing.querySelector("desc")?.remove();
  drawing.setAttribute("aria-label", `${picture.title}. ${picture.subtitle}`);
  return drawing;
}

/** The words beside a spot: by pointer, touch or arrow keys. */
class Tip {
  /**
   * @param {Picture} picture
   * @param {SVGSVGElement} drawing
   * @param {HTMLElement} box
   * @param {HTMLElement} says
   * @param {HTMLElement} frame
   */
  constructor(picture, drawing, box, says, frame) {
    this.drawing = drawing;
    this.box = box;
    this.says = says;
    this.frame = frame;
    this.spots = [...picture.spots].sort((a, b) => a.x - b.x || b.y - a.y);
    this.at = -1;
    this.mark = svg("rect", { class: "spotlight", rx: 3, "aria-hidden": "true" });
    this.mark.style.display = "none";
    drawing.append(this.mark);
    drawing.addEventListener("pointermove", (event) => this.near(event));
    drawing.addEventListener("pointerdown", (event) => this.near(event));
    // A finger that is lifted leaves the words to be read, until something else is touched.
    drawing.addEventListener("pointerleave", (event) => {
      if (event.pointerType !== "touch") {
        this.hide();
      }
    });
    frame.addEventListener("keydown", (event) => this.key(event));
    frame.addEventListener("blur", () => this.hide());
  }

  /** @param {PointerEvent} event */
  near(event) {
    const to = this.drawing.getScreenCTM()?.inverse();
    if (!to) {
      return;
    }
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(to);
    const far = (/** @type {Spot} */ spot) =>
      Math.hypot(
        Math.max(0, Math.abs(at.x - spot.x) - spot.wide / 2),
        Math.max(0, Math.abs(at.y - spot.y) - spot.high / 2),
      );
    let best = -1;
    let least = NEAR;
    this.spots.forEach((spot, k) => {
      const distance = far(spot);
      if (distance < least) {
        [best, least] = [k, distance];
      }
    });
    if (best < 0) {
      this.hide();
    } else {
      this.show(best);
    }
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.target !== this.frame || this.spots.length === 0) {
      return;
    }
    const last = this.spots.length - 1;
    /** @type {Record<string, number>} */
    const to = {
      ArrowRight: Math.min(this.at + 1, last),
      ArrowLeft: Math.max(this.at - 1, 0),
      Home: 0,
      End: last,
    };
    const next = to[event.key];
    if (next !== undefined) {
      event.preventDefault();
      this.show(next);
    } else if (event.key === "Escape") {
      this.hide();
    }
  }

  /** @param {number} k */
  show(k) {
    const spot = this.spots[k];
    if (!spot) {
      return;
    }
    if (this.at !== k) {
      fill(this.says, spot.words.map((line) => h("div", null, line)));
    }
    this.at = k;
    const [wide, high] = [spot.wide || 14, spot.high || 14];
    this.mark.setAttribute("x", String(spot.x - wide / 2));
    this.mark.setAttribute("y", String(spot.y - high / 2));
    this.mark.setAttribute("width", String(wide));
    this.mark.setAttribute("height", String(high));
    this.mark.style.display = "";
    this.put(spot);
  }

  /**
   * Above the spot, within the box.
   * @param {Spot} spot
   */
  put(spot) {
    const scale = this.drawing.clientWidth / (this.drawing.viewBox.baseVal.width || 1);
    const { offsetWidth, offsetHeight } = this.says;
    const left = spot.x * scale - offsetWidth / 2;
    const above = (spot.y - spot.high / 2) * scale - offsetHeight - 10;
    const below = (spot.y + spot.high / 2) * scale + 12;
    this.says.style.left = `${Math.max(0, Math.min(left, this.box.clientWidth - offsetWidth))}px`;
    this.says.style.top = `${above < 0 ? below : above}px`;
  }

  hide() {
    fill(this.says);
    this.mark.style.display = "none";
    this.at = -1;
  }
}

/**
 * Spots become buttons.
 * @param {Picture} picture
 * @param {SVGSVGElement} drawing
 * @param {Tip} tip
 * @param {ChartOptions} options
 */
function makeChoosable(picture, drawing, tip, options) {
  // What is inside of an image cannot be a button.
  drawing.setAttribute("role", "group");
  for (const spot of picture.spots) {
    if (options.choosable && !options.choosable(spot)) {
      continue;
    }
    const chosen = options.chosen?.(spot) ?? false;
    const choose = () => options.choose?.(spot);
    const button = svg(
      "circle",
      {
        class: chosen ? "choice chosen" : "choice",
        cx: spot.x,
        cy: spot.y,
        r: 11,
        tabindex: 0,
        role: "button",
        "aria-label": spot.words.join(", "),
        "aria-pressed": String(chosen),
        "data-row": spot.row,
        onclick: choose,
        onkeydown: (/** @type {KeyboardEvent} */ event) => {
          if (event.key === "Enter" || event.key === " ") {
            event.preventDefault();
            choose();
          }
        },
        onfocus: () => tip.show(tip.spots.indexOf(spot)),
        onblur: () => tip.hide(),
      },
    );
    drawing.append(button);
  }
}

/**
 * The chart that a place shows marks another choice.
 * @param {HTMLElement} place
 * @param {(row: number) => boolean} chosen
 */
export function mark(place, chosen) {
  for (const button of place.querySelectorAll(".choice")) {
    const is = chosen(Number(button.getAttribute("data-row")));
    button.classList.toggle("chosen", is);
    button.setAttribute("aria-pressed", String(is));
  }
}

/**
 * The drawing of a place, if it shows one.
 * @param {HTMLElement} place
 */
export function drawn(place) {
  return place.querySelector("svg.chart") !== null ? $("svg.chart", SVGSVGElement, place) : null;
}
