// What is asked about a hand: the boxes with tiles, the picker, and the rest of the form.

import { $, $$, fill, h } from "./dom.js";
import { SUITS, called, kind, place, tile, tileRow, tilesOf, written } from "./tiles.js";
import { word } from "./words.js";

/**
 * @typedef {import("./tiles.js").TileName} TileName
 * @typedef {"hand" | "meld" | "dora" | "seen" | "river"} Target
 * @typedef {{ kind: string, tiles: TileName[], text: string }} Meld
 */

/** Boxes whose value is tiles, and those that hold one meld after another. */
const BOXES = ["hand", "dora", "seen", "river", "ura"];
const KAN = ["kan", "ankan", "kakan"];

/** The tiles that were added last, by box, so that they can be taken back. @type {Record<string, TileName[]>} */
const added = {};

/**
 * A box of the form.
 * @param {string} name
 */
export function box(name) {
  return $(`#${name}`, HTMLInputElement);
}

/**
 * The tiles of a box; nothing if only the server can read it.
 * @param {string} name
 */
export function tilesIn(name) {
  return tilesOf(box(name).value);
}

/**
 * The melds of their box, as far as they can be read here.
 * @returns {Meld[]}
 */
export function melds() {
  return box("meld")
    .value.normalize("NFKC")
    .split(/[\s、]+/)
    .filter((text) => text !== "")
    .map((text) => {
      const [name = "", tiles = ""] = text.split(":");
      return { kind: name, tiles: tilesOf(tiles) ?? [], text };
    });
}

/** Where picked tiles go. @returns {Target} */
function target() {
  return /** @type {Target} */ ($("input[name=target]:checked", HTMLInputElement).value);
}

/** Three play. */
function three() {
  return $("#players", HTMLSelectElement).value === "3";
}

/** How many copies of each kind are on the table or in the hand. */
function used() {
  /** @type {Map<TileName, number>} */
  const counts = new Map();
  const add = (/** @type {TileName} */ name) => {
    counts.set(name, (counts.get(name) ?? 0) + 1);
    if (name.startsWith("0")) {
      counts.set(kind(name), (counts.get(kind(name)) ?? 0) + 1);
    }
  };
  for (const name of ["hand", "dora", "seen", "river"]) {
    tilesIn(name)?.forEach(add);
  }
  melds().forEach((meld) => meld.tiles.forEach(add));
  return counts;
}

/**
 * How many of a tile there still are. There is one red five of a suit unless the rules say
 * otherwise, which the server knows.
 * @param {TileName} name
 * @param {Map<TileName, number>} counts
 */
function left(name, counts) {
  if (three() && /^[0-8]m$/.test(name) && name !== "1m") {
    return 0;
  }
  const ofKind = 4 - (counts.get(kind(name)) ?? 0);
  return Math.max(0, name.startsWith("0") ? Math.min(ofKind, 1 - (counts.get(name) ?? 0)) : ofKind);
}

/** The tiles of the picker, row by row. @type {TileName[][]} */
const ROWS = SUITS.map((suit) =>
  [...Array(suit === "z" ? 7 : 10).keys()].map((k) => (suit === "z" ? k + 1 : (k + 1) % 10) + suit),
);

/**
 * The form: tells of every change, and shows what its boxes hold.
 */
export class Input {
  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
    this.form = $("#question", HTMLFormElement);
    this.picker = $("#picker");
    /** @type {Map<TileName, HTMLButtonElement>} */
    this.buttons = new Map();
    this.lay();
    this.form.addEventListener("input", (event) => {
      if (event.target instanceof HTMLInputElement && event.target.type === "text") {
        added[event.target.name] = [];
      }
      this.show();
      changed();
    });
    for (const name of ["target", "kind"]) {
      for (const radio of $$(`input[name=${name}]`, HTMLInputElement)) {
        radio.addEventListener("change", () => this.show());
      }
    }
  }

  /** Makes the picker. */
  lay() {
    fill(
      this.picker,
      ROWS.map((row) =>
        h(
          "div",
          { class: "picker-row" },
          row.map((name) => {
            const count = h("span", { class: "left", "aria-hidden": "true" });
            const button = h(
              "button",
              { type: "button", class: "pick", tabindex: -1, "data-tile": name, onclick: () => this.pick(name) },
              tile(name, { quiet: true }),
              count,
              h("span", { class: "sr-only" }),
            );
            this.buttons.set(name, button);
            return button;
          }),
        ),
      ),
    );
    this.reach("1m");
    this.picker.addEventListener("keydown", (event) => this.key(event));
  }

  /**
   * One tile of the picker can be reached by Tab, the others by arrow keys.
   * @param {TileName} name
   */
  reach(name) {
    for (const [own, button] of this.buttons) {
      button.tabIndex = own === name ? 0 : -1;
    }
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const name = event.target instanceof HTMLElement ? event.target.dataset.tile ?? "" : "";
    const row = ROWS.findIndex((tiles) => tiles.includes(name));
    const column = ROWS[row]?.indexOf(name) ?? -1;
    if (column < 0) {
      return;
    }
    if (event.key === "Backspace" || event.key === "Delete") {
      event.preventDefault();
      this.takeBack();
      return;
    }
    const last = (ROWS[row]?.length ?? 1) - 1;
    /** @type {Record<string, [number, number]>} */
    const moves = {
      ArrowLeft: [row, Math.max(0, column - 1)],
      ArrowRight: [row, Math.min(last, column + 1)],
      ArrowUp: [Math.max(0, row - 1), column],
      ArrowDown: [Math.min(ROWS.length - 1, row + 1), column],
      Home: [row, 0],
      End: [row, last],
    };
    const to = moves[event.key];
    if (to) {
      event.preventDefault();
      const tiles = ROWS[to[0]] ?? [];
      const next = tiles[Math.min(to[1], tiles.length - 1)];
      if (next) {
        this.reach(next);
        this.buttons.get(next)?.focus();
      }
    }
  }

  /**
   * A tile of the picker was chosen.
   * @param {TileName} name
   */
  pick(name) {
    this.reach(name);
    if (this.buttons.get(name)?.getAttribute("aria-disabled") === "true") {
      return;
    }
    if (target() === "meld") {
      this.call(name);
    } else {
      this.put(target(), [...(tilesIn(target()) ?? []), name]);
      (added[target()] ??= []).push(name);
    }
    this.changed();
  }

  /**
   * A meld of the chosen kind with this tile.
   * @param {TileName} name
   */
  call(name) {
    const chosen = $("input[name=kind]:checked", HTMLInputElement).value;
    const [number, suit] = [Number(kind(name).charAt(0)), name.charAt(1)];
    let tiles = [name, kind(name), kind(name)];
    if (chosen === "chi") {
      // By its lowest tile; a run cannot begin with 8 or 9.
      const low = Math.min(number, 7);
      tiles = [low, low + 1, low + 2].map((n) => (n === number ? name : n + suit));
    } else if (KAN.includes(chosen)) {
      tiles.push(kind(name));
    }
    const list = melds().map((meld) => meld.text);
    box("meld").value = [...list, `${chosen}:${written(tiles)}`].join(" ");
    this.show();
  }

  /** Takes the last tile back. */
  takeBack() {
    const name = target();
    if (name === "meld") {
      box("meld").value = melds()
        .slice(0, -1)
        .map((meld) => meld.text)
        .join(" ");
      this.show();
    } else {
      const tiles = tilesIn(name) ?? [];
      const last = added[name]?.pop() ?? tiles.at(-1);
      if (last === undefined) {
        return;
      }
      this.put(name, without(tiles, last));
    }
    this.changed();
  }

  /**
   * Puts tiles into a box, sorted.
   * @param {string} name
   * @param {readonly TileName[]} tiles
   */
  put(name, tiles) {
    box(name).value = written(tiles);
    this.show();
  }

  /** Shows what the boxes hold, and what is left to pick. */
  show() {
    for (const name of BOXES) {
      const tiles = tilesIn(name) ?? [];
      const sorted = [...tiles].sort((a, b) => place(a) - place(b));
      fill(
        $(`#${name}-tiles`),
        sorted.map((one) => this.takeOut(word("mahjong.take_out", { tile: called(one) }), [one], () => this.put(name, without(tiles, one)))),
      );
    }
    const list = melds();
    fill(
      $("#meld-tiles"),
      list.map((meld, k) =>
        this.takeOut(word("mahjong.take_out_meld", { tiles: meld.text }), meld.tiles, () => {
          box("meld").value = list
            .filter((_, other) => other !== k)
            .map((other) => other.text)
            .join(" ");
          this.show();
        }),
      ),
    );
    const calls = target() === "meld";
    $("#meld-kinds").hidden = !calls;
    const chosen = $("input[name=kind]:checked", HTMLInputElement).value;
    const counts = used();
    for (const [name, button] of this.buttons) {
      const rest = left(name, counts);
      const needed = !calls || chosen === "chi" ? 1 : KAN.includes(chosen) ? 4 : 3;
      const possible = rest >= needed || (name.startsWith("0") && calls && rest === 1 && left(kind(name), counts) >= needed);
      const run = !calls || chosen !== "chi" || (!name.endsWith("z") && Number(kind(name).charAt(0)) <= 7 && !three());
      fill($(".sr-only", HTMLElement, button), word("mahjong.pick", { tile: called(name), left: rest }));
      button.setAttribute("aria-disabled", String(!(possible && run)));
      fill($(".left", HTMLElement, button), String(rest));
    }
    const improve = $("#improve", HTMLSelectElement).value;
    fill($("#improve-cost"), word(`mahjong.improve_cost_${improve === "" ? "none" : improve}`));
  }

  /**
   * Tiles that lie in a box; pressed, they leave it.
   * @param {string} name
   * @param {readonly TileName[]} tiles
   * @param {() => void} out
   */
  takeOut(name, tiles, out) {
    const leave = (/** @type {Event} */ event) => {
      const button = /** @type {HTMLElement} */ (event.currentTarget);
      const lies = button.parentElement;
      const at = [...(lies?.children ?? [])].indexOf(button);
      out();
      this.changed();
      // Whoever works with the keyboard stays where he is.
      const next = lies?.children[Math.min(at, lies.children.length - 1)];
      (next instanceof HTMLElement ? next : lies?.parentElement?.querySelector("input"))?.focus();
    };
    return h(
      "button",
      { type: "button", class: "lies", onclick: leave },
      tiles.map((one) => tile(one, { quiet: true })),
      h("span", { class: "sr-only" }, name),
    );
  }
}

/**
 * The same tiles without one of a name.
 * @param {readonly TileName[]} tiles
 * @param {TileName} name
 */
export function without(tiles, name) {
  const at = tiles.indexOf(name);
  return at < 0 ? [...tiles] : [...tiles.slice(0, at), ...tiles.slice(at + 1)];
}

/**
 * What a hand lacks and holds, as one types.
 * @param {any} document of `mahjong/shanten`
 */
export function nowOf(document) {
  const { shanten, forms, useful, useful_left: left, discards } = document;
  const say = (/** @type {number | null} */ n) =>
    n === null
      ? word("mahjong.impossible_now")
      : n === -1
        ? word("mahjong.won_now")
        : n === 0
          ? word("mahjong.ready_now")
          : word("mahjong.shanten_now", { n });
  const brief = (/** @type {number | null} */ n) => (n === null ? "-" : String(n));
  const names = (/** @type {{ tile: TileName }[]} */ list) => list.map((one) => one.tile);
  return [
    h("p", { class: "state" }, h("strong", { id: "shanten" }, say(shanten)), " ", h("span", { "data-help": "shanten" })),
    h(
      "p",
      { class: "note" },
      word("mahjong.forms", {
        standard: brief(forms.standard),
        seven_pairs: brief(forms.seven_pairs),
        thirteen_orphans: brief(forms.thirteen_orphans),
      }),
    ),
    discards.length === 0 && useful.length > 0
      ? h(
          "div",
          { id: "useful" },
          h("p", { class: "label" }, word("mahjong.useful_now", { kinds: useful.length, left }), " ", h("span", { "data-help": "useful" })),
          tileRow(names(useful), "small"),
        )
      : null,
    discards.length > 0 && shanten !== -1
      ? h(
          "div",
          { id: "useful" },
          h("p", { class: "label" }, word("mahjong.useful_most"), " ", h("span", { "data-help": "useful" })),
          h(
            "ul",
            { class: "after" },
            discards.slice(0, 4).map((/** @type {any} */ one) =>
              h(
                "li",
                null,
                tile(one.tile, { class: "small", quiet: true }),
                h("span", null, word("mahjong.useful_after", { tile: called(one.tile), kinds: one.useful.length, left: one.useful_left })),
                tileRow(names(one.useful), "tiny"),
              ),
            ),
          ),
        )
      : null,
  ];
}
