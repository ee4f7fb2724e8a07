// Games for the pages about records: what is pasted, dropped and chosen, which of it counts,
// and what was left out. Files stay here; they are sent with a request and nowhere stored.

import { Latest, ApiError, aborted, reason, save, send, stream } from "./api.js";
import { $, $$, debounced, fill, h, scrolling, table } from "./dom.js";
import { clearError, folded, onDrop, showError } from "./form.js";
import { whole } from "./format.js";
import * as state from "./state.js";
import { known, lang, word } from "./words.js";

/**
 * @typedef {import("./api.js").Params} Params
 * @typedef {import("./api.js").Progress} Progress
 * @typedef {import("./api.js").Upload} Upload
 * @typedef {NonNullable<import("./api.js").Answer<"estimate">["read"]>} Read what was read and what was left out
 * @typedef {Read["skipped"]["list"][number]} Skipped
 * @typedef {import("./dom.js").Child} Child
 */

/** What the server takes at once. */
const MOST_FILES = Number($("#drop").dataset.mostFiles);
const MOST_BYTES = Number($("#drop").dataset.mostBytes);
/** Text up to this length goes into the address. */
const LONGEST_IN_ADDRESS = 4000;
/** What pasted text is called on its way; its content tells its format. */
const PASTED = "pasted.csv";
/** How much of what was left out is listed, and how much of it at the top. */
const LISTED = 200;
const FIRST = 3;
/** How long nothing must be typed before it is sent, in milliseconds. */
const PAUSE = 300;

/** The fields that choose games, named like their parameters. */
const WHICH = ["since", "until", "min_rating", "max_rating", "max_difference", "event", "player", "columns", "read", "encoding"];

/**
 * A box or a list to choose from, by its id.
 * @param {string} id
 * @returns {HTMLInputElement | HTMLSelectElement}
 */
export function field(id) {
  return /** @type {HTMLInputElement} */ ($(`#${id}`));
}

/** The games that the user pastes, drops and chooses. */
class GamesInput {
  /** @param {(added: boolean) => void} changed */
  constructor(changed) {
    this.text = $("#results", HTMLTextAreaElement);
    this.chosen = $("#chosen");
    this.changed = changed;
    /** @type {File[]} */
    this.files = [];
    for (const selector of ["#files", "#folder"]) {
      const input = $(selector, HTMLInputElement);
      input.addEventListener("change", () => {
        this.add([...(input.files ?? [])]);
        input.value = "";
      });
    }
    onDrop($("#drop"), (transfer) => void dropped(transfer).then((files) => this.add(files)));
    // A file that misses the field would otherwise take the place of the page.
    for (const name of ["dragover", "drop"]) {
      window.addEventListener(name, (event) => event.preventDefault());
    }
  }

  /** @param {File[]} files */
  add(files) {
    if (files.length > 0) {
      const here = new Set(this.files.map(identity));
      this.files.push(...files.filter((file) => !here.has(identity(file))));
      this.show();
      this.changed(true);
    }
  }

  clear() {
    this.text.value = "";
    this.files = [];
    this.show();
    this.changed(false);
  }

  show() {
    if (this.files.length === 0) {
      fill(this.chosen);
      return;
    }
    const bytes = this.files.reduce((sum, file) => sum + file.size, 0);
    const count = h("p", { class: "note" }, word("games.chosen", { files: whole(this.files.length), size: size(bytes) }));
    const items = this.files.slice(0, LISTED).map((file) =>
      h(
        "li",
        null,
        h("span", { class: "name" }, named(file)),
        h("span", { class: "size" }, size(file.size)),
        h(
          "button",
          {
            type: "button",
            class: "icon",
            "aria-label": word("games.remove", { file: named(file) }),
            onclick: () => this.remove(file),
          },
          "×",
        ),
      ),
    );
    fill(this.chosen, count, h("ul", { class: "files" }, items));
  }

  /** @param {File} file */
  remove(file) {
    this.files = this.files.filter((other) => other !== file);
    this.show();
    // The button is gone; whoever uses the keyboard goes on from here.
    const next = this.chosen.querySelector("button");
    (next instanceof HTMLElement ? next : $("#files")).focus();
    this.changed(false);
  }

  /** @returns {Upload[]} */
  uploads() {
    const text = this.text.value.trim() === "" ? [] : [{ name: PASTED, text: this.text.value }];
    return [...text, ...this.files];
  }

  /** Why this is too much for the server; nothing if it is not. */
  tooMuch() {
    const bytes = this.files.reduce((sum, file) => sum + file.size, this.text.value.length);
    if (this.files.length >= MOST_FILES) {
      return word("games.too_many", { most: whole(MOST_FILES) });
    }
    return bytes > MOST_BYTES ? word("games.too_large", { most: size(MOST_BYTES) }) : "";
  }
}

/** @param {File} file */
function named(file) {
  return file.webkitRelativePath || file.name;
}

/** @param {File} file */
function identity(file) {
  return `${named(file)}/${file.size}/${file.lastModified}`;
}

/** @param {number} bytes */
function size(bytes) {
  if (bytes < 1000) {
    return `${bytes} B`;
  }
  return bytes < 2 ** 20 ? `${(bytes / 1024).toFixed(1)} KB` : `${(bytes / 2 ** 20).toFixed(1)} MB`;
}

/**
 * The files of a drop, those in folders included.
 * @param {DataTransfer} transfer
 * @returns {Promise<File[]>}
 */
async function dropped(transfer) {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.() ?? null);
  const plain = [...transfer.files];
  /** @type {File[]} */
  const found = [];
  for (const entry of entries) {
    if (entry) {
      await walk(entry, found);
    }
  }
  return found.length > 0 ? found : plain;
}

/**
 * @param {FileSystemEntry} entry
 * @param {File[]} found
 */
async function walk(entry, found) {
  // One more than the server takes, so that the page says there are too many.
  if (found.length > MOST_FILES) {
    return;
  }
  if (entry.isFile) {
    const one = /** @type {FileSystemFileEntry} */ (entry);
    const file = await new Promise((/** @type {(file: File | null) => void} */ done) => {
      one.file(done, () => done(null));
    });
    if (file) {
      const path = entry.fullPath.replace(/^\//, "");
      const { lastModified, type } = file;
      found.push(path === file.name ? file : new File([file], path, { lastModified, type }));
    }
    return;
  }
  const reader = /** @type {FileSystemDirectoryEntry} */ (entry).createReader();
  for (;;) {
    const some = await new Promise((/** @type {(entries: FileSystemEntry[]) => void} */ done) => {
      reader.readEntries(done, () => done([]));
    });
    if (some.length === 0) {
      return;
    }
    for (const inner of some) {
      await walk(inner, found);
    }
  }
}

/**
 * What a page does with games: it asks whenever something was changed, shows how far that has
 * come, and keeps what is asked in the address.
 */
export class RecordsPage {
  /**
   * @param {{
   *   name: "estimate" | "epsilon/standings" | "match",
   *   settings: () => Params,
   *   restore: (from: URLSearchParams) => void,
   *   show: (document: any, signal: AbortSignal) => void | Promise<void>,
   *   empty: () => void,
   *   example: () => void,
   * }} page
   */
  constructor(page) {
    this.page = page;
    this.latest = new Latest();
    this.answer = $("#answer");
    this.later = debounced(() => void this.ask(), PAUSE);
    /** Whether what is asked is complete, so that its answer may take the place of the form. */
    this.whole = true;
    this.games = new GamesInput((added) => {
      this.whole ||= added;
      this.changed(true);
    });
    const form = $("#ask", HTMLFormElement);
    $("#change").addEventListener("click", () => this.unfold(!form.classList.contains("open")));
    $("#to-answer").addEventListener("click", () => this.toAnswer());
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("input", (event) => {
      const target = /** @type {Element | null} */ (event.target);
      if (!(target instanceof HTMLInputElement && target.type === "file")) {
        this.changed(false);
      }
    });
    $("#clear").addEventListener("click", () => this.games.clear());
    $("#example").addEventListener("click", () => {
      this.games.text.value = word("games.example_games");
      this.whole = true;
      page.example();
      this.changed(true);
    });
    $("#cancel").addEventListener("click", () => {
      this.latest.cancel();
      this.idle();
    });
    state.changed(() => {
      this.whole = true;
      this.restore();
      this.later.now();
    });
  }

  /** Begins with what the address says. */
  start() {
    this.restore();
    void this.ask();
  }

  /** Whether the form is shown where there is no room for it beside the answer. @param {boolean} open */
  unfold(open) {
    $("#ask").classList.toggle("open", open);
    $("#change").setAttribute("aria-expanded", String(open));
  }

  /** The form makes room for the answer, which comes into sight. */
  toAnswer() {
    this.unfold(false);
    const top = this.answer.getBoundingClientRect().top;
    if (top < 0 || top > 0.7 * window.innerHeight) {
      const change = $("#change");
      (change.checkVisibility() ? change : this.answer).scrollIntoView({ block: "start" });
    }
  }

  /** Says that there is an answer, or that there is none. @param {boolean} is */
  answered(is) {
    $("#change").hidden = !is;
    $("#to-answer").hidden = !is;
    const lines = this.games.text.value.split("\n").filter((line) => line.trim() !== "").length;
    const files = this.games.files.length;
    const asked = [lines > 0 && word("games.asked_text", { lines: whole(lines) }), files > 0 && word("games.asked_files", { files: whole(files) })];
    fill($("#asked"), asked.filter((words) => words).join(lang === "ja" ? "、" : ", "));
    if (!is) {
      this.unfold(true);
    } else if (this.whole) {
      this.toAnswer();
    }
    this.whole = false;
  }

  /** @param {boolean} now */
  changed(now) {
    this.remember();
    if (now) {
      this.later.now();
    } else {
      this.later();
    }
  }

  /** Which games count, as parameters. */
  which() {
    /** @type {Params} */
    const params = {};
    for (const name of WHICH) {
      params[name] = field(name).value.trim();
    }
    // The boxes come as the operation counts by default.
    const boxes = $$('[name="count"]', HTMLInputElement);
    const count = boxes.filter((box) => box.checked).map((box) => box.value);
    const usual = boxes.every((box) => box.checked === box.defaultChecked);
    params["count"] = usual ? "" : count.join(",") || "none";
    params["keep_duplicates"] = $("#keep_duplicates", HTMLInputElement).checked;
    return params;
  }

  params() {
    return { ...this.page.settings(), ...this.which() };
  }

  remember() {
    const text = this.games.text.value;
    state.write({ .../** @type {any} */ (this.params()), results: text.length <= LONGEST_IN_ADDRESS ? text : "" });
    this.short = this.complete();
  }

  /** Whether the address has all that was given. */
  complete() {
    return this.games.text.value.length <= LONGEST_IN_ADDRESS && this.games.files.length === 0;
  }

  restore() {
    const from = state.read();
    // Another address is another question: nothing of the old one stays.
    this.games.text.value = from.get("results") ?? "";
    for (const name of WHICH) {
      field(name).value = from.get(name) ?? "";
    }
    $("#keep_duplicates", HTMLInputElement).checked = from.has("keep_duplicates");
    const count = from.get("count");
    for (const box of $$('[name="count"]', HTMLInputElement)) {
      box.checked = count === null ? box.defaultChecked : count.split(",").includes(box.value);
    }
    if (WHICH.some((name) => from.has(name)) || from.has("keep_duplicates") || count !== null) {
      folded("which").open = true;
    }
    this.page.restore(from);
    this.short = this.complete();
  }

  async ask() {
    const files = this.games.uploads();
    const nothing = files.length === 0;
    $("#nothing").hidden = !nothing;
    clearError();
    alerts([]);
    const tooMuch = this.games.tooMuch();
    if (nothing || tooMuch) {
      this.latest.cancel();
      this.idle();
      this.page.empty();
      this.answered(false);
      if (tooMuch) {
        showError(new ApiError(tooMuch, { field: "files" }));
      }
      return;
    }
    const busy = $("#answer [aria-busy]");
    busy.setAttribute("aria-busy", "true");
    this.answer.classList.add("busy");
    try {
      await this.latest.run(async (signal) => {
        const progress = (/** @type {Progress} */ at) => this.progress(at);
        const document = await stream(this.page.name, this.params(), { signal, progress, files });
        if (!signal.aborted) {
          await this.page.show(document, signal);
          this.idle();
          this.answered(true);
        }
      });
    } catch (error) {
      if (!aborted(error)) {
        this.idle();
        this.page.empty();
        this.answered(false);
        showError(error, message(error));
        await this.latest.run((signal) => this.found(error, files, signal));
      }
    }
  }

  /**
   * Where nothing counts, what was found instead.
   * @param {unknown} error
   * @param {Upload[]} files
   * @param {AbortSignal} signal
   */
  async found(error, files, signal) {
    if (!(error instanceof ApiError && error.problem.startsWith("no_games"))) {
      return;
    }
    try {
      const which = this.which();
      const answer = await send("records", { read: which["read"], encoding: which["encoding"], columns: which["columns"] }, files, { signal });
      const { read } = await answer.json();
      if (!signal.aborted) {
        leftOut($("#left-out"), read, null);
      }
    } catch {
      // The error is shown already.
    }
  }

  /** @param {Progress} at */
  progress({ done, total }) {
    $("#progress").hidden = false;
    const bar = $("#bar", HTMLProgressElement);
    bar.max = total;
    bar.value = done;
    $("#progress-words").textContent = word("games.progress", { done: size(done), total: size(total) });
  }

  idle() {
    $("#progress").hidden = true;
    $("#progress-words").textContent = "";
    this.answer.classList.remove("busy");
    $("#answer [aria-busy]").setAttribute("aria-busy", "false");
  }

  /**
   * Buttons that save the answer as files.
   * @param {readonly { format: string, file: string, label?: string }[]} ways
   */
  downloads(ways) {
    const button = (/** @type {typeof ways[number]} */ way) =>
      h(
        "li",
        null,
        h(
          "button",
          { type: "button", class: "button", "data-format": way.format, onclick: () => void this.download(way) },
          way.label ? word(way.label) : way.format.toUpperCase(),
        ),
      );
    fill(
      $("#downloads"),
      h("h2", null, word("games.downloads")),
      h(
        "ul",
        { class: "downloads" },
        ways.map(button),
        h("li", null, h("button", { type: "button", class: "button", id: "print", onclick: () => window.print() }, word("common.print"))),
        h("li", null, h("span", { class: "row" }, h("button", { type: "button", class: "button", id: "copy-link", "data-copy": true }, word("common.copy_link")), h("span", { role: "status" }))),
      ),
      h("p", { class: "note", id: "link-note" }, word(this.short ? "games.link_whole" : "games.link_without")),
    );
  }

  /** @param {{ format: string, file: string }} way */
  async download(way) {
    try {
      const answer = await send(this.page.name, { ...this.params(), format: way.format }, this.games.uploads());
      save(way.file, await answer.blob(), answer.headers.get("content-type") ?? "application/octet-stream");
    } catch (error) {
      showError(error, message(error));
    }
  }
}

/**
 * What to say of an error; the words of some speak of the command line.
 * @param {unknown} error
 */
function message(error) {
  if (!(error instanceof ApiError)) {
    return reason(error);
  }
  const own = `games.refused_${error.problem}`;
  return known(own) ? word(own, { value: error.value.replaceAll(PASTED, word("games.pasted")) }) : reason(error);
}

/**
 * What must stand above every answer: a sentence each, with what shows it. None clears them.
 * @param {readonly Child[]} sentences
 */
export function alerts(sentences) {
  fill(
    $("#alerts"),
    sentences.map((sentence) => h("div", { class: "refusal" }, sentence)),
  );
}

/**
 * That something was left out: how much, why, and the first of it.
 * @param {Read | undefined} read
 * @param {Record<string, number>} [more] further reasons, by their words
 * @returns {Child[]}
 */
export function leftOutAlert(read, more = {}) {
  const skipped = Object.entries(read?.skipped.reasons ?? {}).map(([why, count]) => [word(`records.why.${why}`), count]);
  const reasons = /** @type {[string, number][]} */ ([...skipped, ...Object.entries(more)])
    .filter(([, count]) => count > 0)
    .sort((a, b) => b[1] - a[1]);
  if (reasons.length === 0) {
    return [];
  }
  const total = reasons.reduce((sum, [, count]) => sum + count, 0);
  const listed = new Intl.ListFormat(lang, { type: "conjunction" }).format(reasons.map(([why, count]) => `${why} ${whole(count)}`));
  const first = (read?.skipped.list ?? []).slice(0, FIRST).map((entry) => {
    const said = `${where(entry)}: ${word(`records.why.${entry.why}`)}`;
    return h("li", null, entry.detail === "" ? said : [`${said} (`, h("bdi", null, entry.detail), ")"]);
  });
  const again = read?.skipped.reasons["duplicate"] ?? 0;
  return [
    [
      word("records.alert", { total: whole(total), reasons: listed }),
      again > 0 ? word("records.alert_again", { count: whole(again) }) : "",
      " ",
      h("a", { href: "#left-out", onclick: showLeftOut }, word("games.see_left_out")),
      first.length > 0 ? h("ul", null, first) : null,
    ],
  ];
}

/** The address has what is asked, so that a link within the page is none. @param {Event} event */
function showLeftOut(event) {
  event.preventDefault();
  $("#left-out").scrollIntoView();
}

/** @param {Skipped} entry */
function where(entry) {
  const file = entry.file === PASTED ? word("games.pasted") : entry.file;
  return entry.line === null ? file : word("games.line", { file, line: entry.line });
}

/**
 * What was read, and what of it was left out, with the reasons.
 * @param {HTMLElement} place
 * @param {Read} read
 * @param {string[] | null} more sentences; null where no game counts, so that something is amiss
 */
export function leftOut(place, read, more) {
  const { total, reasons, list } = read.skipped;
  const formats = Object.entries(read.formats).map(([format, games]) => `${format.toUpperCase()} ${whole(games)}`);
  const files = whole(read.files);
  const said =
    read.games === 0
      ? word("records.read_none", { files })
      : word("records.read", { files, games: whole(read.games), formats: formats.join(", ") });
  const why = Object.entries(reasons).sort((a, b) => b[1] - a[1]);
  fill(
    place,
    h("h2", null, word("games.left_out")),
    h("p", null, said),
    (more ?? []).map((sentence) => h("p", null, sentence)),
    total === 0 && more?.length === 0 ? h("p", { class: "note" }, word("games.nothing_left_out")) : null,
    total > 0
      ? scrolling(
          word("games.reasons"),
          table(
            [word("games.reason"), word("games.number")],
            why.map(([name, count]) => [word(`records.why.${name}`), whole(count)]),
            { caption: word("games.reasons") },
          ),
        )
      : null,
    total > 0 ? entries(list, total) : null,
  );
}

/**
 * @param {Skipped[]} list
 * @param {number} total
 */
function entries(list, total) {
  const rows = list.slice(0, LISTED).map((entry) => [where(entry), word(`records.why.${entry.why}`), entry.detail]);
  const header = [word("games.where"), word("games.reason"), word("games.detail")];
  return h(
    "details",
    null,
    h("summary", null, word("games.one_by_one", { total: whole(total) })),
    scrolling(word("games.left_out"), table(header, rows, { words: 3, class: "data skipped" })),
    total > rows.length ? h("p", { class: "note" }, word("games.first_of", { shown: whole(rows.length), total: whole(total) })) : null,
  );
}
