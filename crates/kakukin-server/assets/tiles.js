// The tiles of mahjong, drawn: what one sees, what a screen reader says, and how bags of them
// are written.

import { h, svg } from "./dom.js";
import { lang, word } from "./words.js";

/**
 * A tile by its name: `1m` to `9s`, `1z` to `7z`, red fives `0m`, `0p`, `0s`.
 * @typedef {string} TileName
 */

/** The suits, in the order in which hands are written. */
export const SUITS = ["m", "p", "s", "z"];

const NUMBERS = ["", "一", "二", "三", "四", "五", "六", "七", "八", "九"];
/** On the tiles five is written in full, as on real ones. */
const FACES = ["", "一", "二", "三", "四", "伍", "六", "七", "八", "九"];
const HONOURS = ["", "東", "南", "西", "北", "", "發", "中"];
/** What stands in the corner for those who do not read the characters. */
const CORNERS = ["", "E", "S", "W", "N", "", "F", "C"];

/** Width and height of the drawing. */
const WIDE = 60;
const HIGH = 80;

/**
 * Its kind: a red five is a five.
 * @param {TileName} name
 * @returns {TileName}
 */
export function kind(name) {
  return name.replace("0", "5");
}

/**
 * The place of a tile among all, red fives before the others.
 * @param {TileName} name
 */
export function place(name) {
  const number = Number(name.charAt(0));
  return 20 * SUITS.indexOf(name.charAt(1)) + 2 * (number === 0 ? 5 : number) - (number === 0 ? 1 : 0);
}

/**
 * What players call it.
 * @param {TileName} name
 */
export function called(name) {
  const [number, suit] = [name.charAt(0), name.charAt(1)];
  if (suit === "z") {
    return word(`mahjong.tile_z${number}`);
  }
  const n = Number(number === "0" ? "5" : number);
  const text = word(`mahjong.tile_${suit}`, { n: lang === "ja" ? NUMBERS[n] ?? "" : n });
  return number === "0" ? word("mahjong.tile_red", { tile: text }) : text;
}

/**
 * The tiles of a text in mpsz notation, in its order. Nothing if it is anything else: the server
 * reads more, and says what is wrong.
 * @param {string} text
 * @returns {TileName[] | null}
 */
export function tilesOf(text) {
  const plain = text.normalize("NFKC").replace(/[\s,]/g, "");
  const tiles = [];
  let rest = plain;
  while (rest !== "") {
    const found = /^([0-9]+)([mpsz])/.exec(rest);
    if (!found) {
      return null;
    }
    const [whole, numbers = "", suit = ""] = found;
    for (const number of numbers) {
      if (suit === "z" && !/[1-7]/.test(number)) {
        return null;
      }
      tiles.push(number + suit);
    }
    rest = rest.slice(whole.length);
  }
  return tiles;
}

/**
 * Tiles in mpsz notation, sorted.
 * @param {readonly TileName[]} tiles
 */
export function written(tiles) {
  const sorted = [...tiles].sort((a, b) => place(a) - place(b));
  let text = "";
  sorted.forEach((tile, k) => {
    const next = sorted[k + 1];
    text += next?.charAt(1) === tile.charAt(1) ? tile.charAt(0) : tile;
  });
  return text;
}

/**
 * A drawn tile. It is a picture with a name, unless what holds it says the name already.
 * @param {TileName} name
 * @param {{ quiet?: boolean, class?: string }} [options]
 * @returns {SVGSVGElement}
 */
export function tile(name, options = {}) {
  const [number, suit] = [Number(name.charAt(0)), name.charAt(1)];
  const red = number === 0;
  const n = red ? 5 : number;
  const speaks = options.quiet ? { "aria-hidden": "true" } : { role: "img", "aria-label": called(name) };
  const parts = suit === "m" ? man(n, red) : suit === "p" ? pin(n, red) : suit === "s" ? sou(n, red) : honour(n);
  return svg(
    "svg",
    { class: `tile ${options.class ?? ""}`.trim(), viewBox: `0 0 ${WIDE} ${HIGH}`, "data-tile": name, ...speaks },
    svg("rect", { class: "back", x: 1, y: 4, width: WIDE - 2, height: HIGH - 5, rx: 7 }),
    svg("rect", { class: "face", x: 1, y: 1, width: WIDE - 2, height: HIGH - 6, rx: 7 }),
    ...parts,
    // Not by colour alone.
    red ? svg("circle", { class: "red", cx: 53, cy: 38, r: 4 }) : null,
    lang === "en" && (suit === "m" || suit === "z") ? corner(n, suit) : null,
  );
}

/**
 * A row of tiles that is read as one.
 * @param {readonly TileName[]} tiles
 * @param {string} [className]
 */
export function tileRow(tiles, className = "") {
  const names = tiles.map(called).join(word("mahjong.tile_list"));
  return h(
    "span",
    { class: `tile-row ${className}`.trim(), role: "img", "aria-label": names },
    tiles.map((name) => tile(name, { quiet: true })),
  );
}

/**
 * @param {number} n
 * @param {string} suit
 */
function corner(n, suit) {
  const text = suit === "z" ? CORNERS[n] : String(n);
  return text ? svg("text", { class: "corner", x: 9, y: 16, "font-size": 14, "text-anchor": "middle" }, text) : null;
}

/**
 * A character in the middle of a box.
 * @param {string} text
 * @param {string} ink
 * @param {number} middle
 * @param {number} size
 */
function character(text, ink, middle, size) {
  // The middle of a character lies about 0.36 of its size above its foot.
  return svg(
    "text",
    { class: `character ${ink}`, lang: "ja", x: WIDE / 2, y: middle + 0.36 * size, "font-size": size, "text-anchor": "middle" },
    text,
  );
}

/**
 * @param {number} n
 * @param {boolean} red
 */
function man(n, red) {
  return [character(FACES[n] ?? "", red ? "red" : "ink", 22, 30), character("萬", "red", 55, 30)];
}

/** @param {number} n */
function honour(n) {
  if (n === 5) {
    return [
      svg("rect", { class: "blue line", x: 12, y: 13, width: 36, height: 50, rx: 3, "stroke-width": 4 }),
      svg("rect", { class: "blue line", x: 18, y: 19, width: 24, height: 38, rx: 2, "stroke-width": 1.5 }),
    ];
  }
  const ink = n === 6 ? "green" : n === 7 ? "red" : "ink";
  return [character(HONOURS[n] ?? "", ink, 38, 46)];
}

/** Where the dots of each number are: across, down, ink. @type {[number, number, string][][]} */
const DOTS = [
  [],
  [],
  [[30, 21, "green"], [30, 55, "blue"]],
  [[15, 17, "blue"], [30, 38, "red"], [45, 59, "green"]],
  [[17, 21, "blue"], [43, 21, "green"], [17, 55, "green"], [43, 55, "blue"]],
  [[15, 17, "blue"], [45, 17, "green"], [30, 38, "red"], [15, 59, "green"], [45, 59, "blue"]],
  [[18, 16, "green"], [42, 16, "green"], [18, 41, "red"], [42, 41, "red"], [18, 60, "red"], [42, 60, "red"]],
  [[13, 12, "green"], [30, 19, "green"], [47, 26, "green"], [19, 43, "red"], [41, 43, "red"], [19, 61, "red"], [41, 61, "red"]],
  [[18, 12.5, "blue"], [42, 12.5, "blue"], [18, 29.5, "blue"], [42, 29.5, "blue"], [18, 46.5, "blue"], [42, 46.5, "blue"], [18, 63.5, "blue"], [42, 63.5, "blue"]],
  [
    [13, 16, "green"], [30, 16, "green"], [47, 16, "green"],
    [13, 38, "red"], [30, 38, "red"], [47, 38, "red"],
    [13, 60, "blue"], [30, 60, "blue"], [47, 60, "blue"],
  ],
];
const RADIUS = [0, 0, 13, 10.5, 11, 10, 9.5, 8.2, 7.6, 7.8];

/**
 * @param {number} n
 * @param {boolean} red
 */
function pin(n, red) {
  if (n === 1) {
    const petals = [...Array(8).keys()].map((k) => {
      const [x, y] = [30 + 14 * Math.cos((k * Math.PI) / 4), 38 + 14 * Math.sin((k * Math.PI) / 4)];
      return svg("circle", { class: "green", cx: x.toFixed(1), cy: y.toFixed(1), r: 3 });
    });
    return [
      svg("circle", { class: "blue line", cx: 30, cy: 38, r: 21, "stroke-width": 4 }),
      ...petals,
      svg("circle", { class: "red", cx: 30, cy: 38, r: 7.5 }),
      svg("circle", { class: "hole", cx: 30, cy: 38, r: 2.5 }),
    ];
  }
  const radius = RADIUS[n] ?? 8;
  return (DOTS[n] ?? []).map(([x, y, own]) => {
    const ink = red ? "red" : own;
    return svg(
      "g",
      null,
      svg("circle", { class: ink, cx: x, cy: y, r: radius }),
      svg("circle", { class: "ring", cx: x, cy: y, r: 0.62 * radius, "stroke-width": 0.16 * radius }),
      svg("circle", { class: "hole", cx: x, cy: y, r: 0.26 * radius }),
    );
  });
}

/** Where the sticks of each number are: across, the middle, length, ink, lean in degrees. @type {[number, number, number, string, number?][][]} */
const STICKS = [
  [],
  [],
  [[30, 22, 26, "blue"], [30, 54, 26, "green"]],
  [[30, 21, 25, "blue"], [17, 55, 25, "green"], [43, 55, 25, "green"]],
  [[18, 22, 26, "blue"], [42, 22, 26, "green"], [18, 54, 26, "green"], [42, 54, 26, "blue"]],
  [[14, 21, 25, "green"], [46, 21, 25, "blue"], [30, 38, 25, "red"], [14, 55, 25, "blue"], [46, 55, 25, "green"]],
  [[14, 22, 26, "green"], [30, 22, 26, "green"], [46, 22, 26, "green"], [14, 54, 26, "blue"], [30, 54, 26, "blue"], [46, 54, 26, "blue"]],
  [[30, 14, 18, "red"], [14, 37, 18, "green"], [30, 37, 18, "blue"], [46, 37, 18, "green"], [14, 60, 18, "green"], [30, 60, 18, "blue"], [46, 60, 18, "green"]],
  [
    [12, 22, 26, "green"], [48, 22, 26, "green"], [24.5, 21, 22, "green", 28], [35.5, 21, 22, "green", -28],
    [12, 54, 26, "blue"], [48, 54, 26, "blue"], [24.5, 55, 22, "blue", -28], [35.5, 55, 22, "blue", 28],
  ],
  [
    [14, 14, 18, "green"], [30, 14, 18, "red"], [46, 14, 18, "blue"],
    [14, 37, 18, "green"], [30, 37, 18, "red"], [46, 37, 18, "blue"],
    [14, 60, 18, "green"], [30, 60, 18, "red"], [46, 60, 18, "blue"],
  ],
];

/**
 * @param {number} n
 * @param {boolean} red
 */
function sou(n, red) {
  if (n === 1) {
    return bird();
  }
  return (STICKS[n] ?? []).map(([x, y, length, own, lean]) => {
    const [ink, half, wide] = [red ? "red" : own, length / 2, 4.4];
    // A stick of bamboo: wide at its knots, narrow between them.
    const side = (/** @type {number} */ d) =>
      `Q ${x + d * 2.2} ${y - half / 2} ${x + d * wide} ${y} Q ${x + d * 2.2} ${y + half / 2} ${x + d * wide} ${y + half - 1}`;
    const back = `Q ${x - 2.2} ${y + half / 2} ${x - wide} ${y} Q ${x - 2.2} ${y - half / 2} ${x - wide} ${y - half + 1}`;
    const outline = `M ${x - wide} ${y - half + 1} Q ${x} ${y - half - 1.5} ${x + wide} ${y - half + 1} ${side(1)} Q ${x} ${y + half + 1.5} ${x - wide} ${y + half - 1} ${back} Z`;
    const turn = lean ? `rotate(${lean} ${x} ${y})` : null;
    return svg(
      "g",
      { transform: turn },
      svg("path", { class: ink, d: outline }),
      svg("path", { class: "gloss", d: `M ${x - 2.4} ${y} H ${x + 2.4}`, "stroke-width": 1.6 }),
    );
  });
}

/** The bird of the one of bamboo. */
function bird() {
  return [
    // Tail
    svg("path", { class: "green", d: "M 29 44 L 13 68 L 20 68 L 25 59 L 25 70 L 32 70 L 32 59 L 38 69 L 45 68 L 36 44 Z" }),
    svg("path", { class: "red", d: "M 29 48 L 26 58 L 32 58 L 33 50 Z" }),
    // Body and wing
    svg("path", { class: "green", d: "M 20 18 C 30 8 42 14 40 26 C 50 30 50 46 38 50 C 26 54 18 44 22 32 C 24 27 22 24 20 18 Z" }),
    svg("path", { class: "blue", d: "M 28 34 C 36 28 46 32 45 41 C 40 48 30 46 28 34 Z" }),
    svg("path", { class: "gloss", d: "M 32 36 C 36 40 40 41 44 40 M 34 33 C 38 36 42 36 45 36", "stroke-width": 1.6 }),
    // Head
    svg("path", { class: "red", d: "M 24 11 L 22 3 L 28 8 L 32 2 L 34 10 Z" }),
    svg("path", { class: "red", d: "M 19 18 L 9 21 L 19 24 Z" }),
    svg("circle", { class: "hole", cx: 27, cy: 18, r: 3.4 }),
    svg("circle", { class: "ink", cx: 27, cy: 18, r: 1.7 }),
  ];
}
