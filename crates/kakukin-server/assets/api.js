// The HTTP API of this server: documents, errors, progress of long work.

import { known, lang, word } from "./words.js";

/**
 * @typedef {string | number | boolean | null | undefined} Value
 * @typedef {Record<string, Value | readonly Value[]>} Params
 * @typedef {{ signal?: AbortSignal }} Options
 * @typedef {{ done: number, total: number, unit: string }} Progress
 * @typedef {File | { name: string, text: string, part?: string } | { file: File, part: string }} Upload a file, in
 *   the part `files` unless another one is named
 */
/**
 * The document that an endpoint answers with, its type made from the OpenAPI document.
 * @template {string} Name
 * @typedef {import("api-types").Answer<Name>} Answer
 */

/**
 * What the server wants to see of those who send it files: pages of other sites cannot send it.
 * @type {Record<string, string>}
 */
export const MARK = { "X-Kakukin": "1" };

/** Seconds until a full server is asked again, where it does not say when. */
const AGAIN = 1;

/** Why there is no answer, in the language of the page. */
export class ApiError extends Error {
  /**
   * @param {string} message
   * @param {{ status?: number, field?: string, value?: string, problem?: string, allowed?: string, streamed?: boolean }} [about]
   */
  constructor(message, about = {}) {
    super(message);
    this.name = "ApiError";
    this.status = about.status ?? 0;
    this.field = about.field ?? "";
    this.value = about.value ?? "";
    this.problem = about.problem ?? "";
    this.allowed = about.allowed ?? "";
    /** Whether it came as an event, after the head of the answer. */
    this.streamed = about.streamed ?? false;
  }
}

/**
 * Whether an error only says that nobody waits for the answer any more.
 * @param {unknown} error
 */
export function aborted(error) {
  return error instanceof DOMException && error.name === "AbortError";
}

/**
 * What to say about an error. A parameter is called what the page calls it: its term, or the label
 * of its field.
 * @param {unknown} error
 */
export function reason(error) {
  if (!(error instanceof ApiError)) {
    return word("common.failed");
  }
  const { field, message } = error;
  const rest = message.slice(field.length);
  if (field === "" || !message.startsWith(field) || /^\w/.test(rest)) {
    return message;
  }
  const term = `term.${field}`;
  const label = document.querySelector(`label[for="${CSS.escape(field)}"]`)?.textContent?.replace(/\s*\?\s*$/, "");
  return (known(term) ? word(term) : label || field) + rest;
}

/**
 * The address of an answer, for links and downloads. Empty values are left out.
 * @param {string} name as in `find`, `chart/eval`
 * @param {Params} params
 */
export function address(name, params) {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries({ ...params, lang })) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== null && one !== undefined && one !== "" && one !== false) {
        query.append(key, String(one));
      }
    }
  }
  return `/api/v1/${name}?${query}`;
}

/**
 * @param {Response} response
 * @returns {Promise<ApiError>}
 */
async function errorOf(response) {
  try {
    const { error } = await response.json();
    return new ApiError(String(error.message), { ...error, status: response.status });
  } catch {
    const key = response.status === 503 ? "refused.full" : "common.failed";
    return new ApiError(word(key), { status: response.status });
  }
}

/**
 * @param {number} seconds
 * @param {AbortSignal} [signal]
 */
function pause(seconds, signal) {
  return new Promise((resolve, reject) => {
    const timer = window.setTimeout(resolve, 1000 * seconds);
    signal?.addEventListener("abort", () => {
      window.clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

/**
 * Asks, and once or twice more if the server is full and says when to come again.
 * @param {string} url
 * @param {RequestInit} init
 */
async function ask(url, init) {
  for (let attempt = 0; ; attempt += 1) {
    /** @type {Response} */
    let response;
    try {
      response = await fetch(url, init);
    } catch (error) {
      throw aborted(error) ? error : new ApiError(word("common.unreachable"));
    }
    if (response.ok) {
      return response;
    }
    const wait = Number(response.headers.get("retry-after"));
    if (response.status !== 503 || attempt === 2 || !(wait > 0 && wait <= 10)) {
      throw await errorOf(response);
    }
    await pause(wait, init.signal ?? undefined);
  }
}

/**
 * @param {readonly Upload[]} files
 */
function parcel(files) {
  const body = new FormData();
  for (const file of files) {
    if (file instanceof File) {
      // Of a dropped folder the path within it is the name.
      body.append("files", file, file.webkitRelativePath || file.name);
    } else if ("file" in file) {
      body.append(file.part, file.file, file.file.name);
    } else {
      body.append(file.part ?? "files", new Blob([file.text], { type: "text/plain" }), file.name);
    }
  }
  return body;
}

/**
 * The document that the API answers.
 * @template {string} Name
 * @param {Name} name
 * @param {Params} params
 * @param {Options} [options]
 * @returns {Promise<Answer<Name>>}
 */
export async function get(name, params, { signal } = {}) {
  const response = await ask(address(name, params), { signal: signal ?? null });
  return response.json();
}

/**
 * An answer as text, byte for byte.
 * @param {string} name
 * @param {Params} params
 * @param {Options} [options]
 * @returns {Promise<string>}
 */
export async function text(name, params, { signal } = {}) {
  const response = await ask(address(name, params), { signal: signal ?? null });
  return response.text();
}

/**
 * An answer as it is: to save it.
 * @param {string} name
 * @param {Params} params
 * @param {Options} [options]
 * @returns {Promise<Response>}
 */
export function fetched(name, params, { signal } = {}) {
  return ask(address(name, params), { signal: signal ?? null });
}

/**
 * The document that the API answers where files are sent along.
 * @template {string} Name
 * @param {Name} name
 * @param {Params} params
 * @param {readonly Upload[]} files
 * @param {Options} [options]
 * @returns {Promise<Answer<Name>>}
 */
export async function post(name, params, files, options = {}) {
  return (await send(name, params, files, options)).json();
}

/**
 * The answer to files as it is: to save it, or to read it as text.
 * @param {string} name
 * @param {Params} params
 * @param {readonly Upload[]} files
 * @param {Options} [options]
 * @returns {Promise<Response>}
 */
export function send(name, params, files, { signal } = {}) {
  return ask(address(name, params), { method: "POST", headers: MARK, body: parcel(files), signal: signal ?? null });
}

/**
 * A document that takes long, with what is said about it on the way; with files they are
 * sent along. Asks once or twice more if the server turned out to be full.
 * @template {string} Name
 * @param {Name} name
 * @param {Params} params
 * @param {Options & { progress?: (progress: Progress) => void, files?: readonly Upload[] }} [options]
 * @returns {Promise<Answer<Name>>}
 */
export async function stream(name, params, options = {}) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await events(name, params, options);
    } catch (error) {
      // Without this mark `ask` has tried already.
      if (!(error instanceof ApiError && error.streamed && error.status === 503) || attempt === 2) {
        throw error;
      }
    }
    await pause(AGAIN, options.signal);
  }
}

/**
 * The answer of one request that tells its progress.
 * @param {string} name
 * @param {Params} params
 * @param {Options & { progress?: (progress: Progress) => void, files?: readonly Upload[] }} options
 * @returns {Promise<any>}
 */
async function events(name, params, { signal, progress, files }) {
  const response = await ask(address(name, params), {
    headers: { accept: "text/event-stream", ...(files ? MARK : {}) },
    signal: signal ?? null,
    ...(files ? { method: "POST", body: parcel(files) } : {}),
  });
  if (!response.body || !response.headers.get("content-type")?.startsWith("text/event-stream")) {
    return response.json();
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    /** @type {ReadableStreamReadResult<string>} */
    let piece;
    try {
      piece = await reader.read();
    } catch (error) {
      throw aborted(error) ? error : new ApiError(word("common.unreachable"));
    }
    if (piece.done) {
      // The line was cut before the answer.
      throw new ApiError(word("common.unreachable"));
    }
    rest += piece.value.replaceAll("\r", "");
    for (let end = rest.indexOf("\n\n"); end >= 0; end = rest.indexOf("\n\n")) {
      const { event, data } = read(rest.slice(0, end));
      rest = rest.slice(end + 2);
      if (event === "progress") {
        progress?.(JSON.parse(data));
      } else if (event === "answer") {
        return JSON.parse(data);
      } else if (event === "refused") {
        const { status, error } = JSON.parse(data);
        throw new ApiError(String(error.message), { ...error, status, streamed: true });
      }
    }
  }
}

/**
 * One server-sent event.
 * @param {string} block
 */
function read(block) {
  let event = "";
  const data = [];
  for (const line of block.split("\n")) {
    // Only these line ends are ends: U+2028 and its like belong to the text.
    const colon = line.indexOf(":");
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "event") {
      event = value;
    } else if (field === "data") {
      data.push(value);
    }
  }
  return { event, data: data.join("\n") };
}

/** Work of which only the latest counts: what came before is cancelled. */
export class Latest {
  /** @type {AbortController | null} */
  #running = null;

  /**
   * @template T
   * @param {(signal: AbortSignal) => Promise<T>} work
   * @returns {Promise<T | undefined>} nothing if something later took its place
   */
  async run(work) {
    this.cancel();
    const control = new AbortController();
    this.#running = control;
    try {
      const result = await work(control.signal);
      return control.signal.aborted ? undefined : result;
    } catch (error) {
      if (control.signal.aborted) {
        return undefined;
      }
      throw error;
    } finally {
      if (this.#running === control) {
        this.#running = null;
      }
    }
  }

  /** Cancels what is running. */
  cancel() {
    this.#running?.abort();
    this.#running = null;
  }

  /** Whether something is running. */
  get busy() {
    return this.#running !== null;
  }
}

/**
 * Lets the user save text as a file.
 * @param {string} name
 * @param {BlobPart} content
 * @param {string} [type]
 */
export function save(name, content, type = "application/json") {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  window.setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
