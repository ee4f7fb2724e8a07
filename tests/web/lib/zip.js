// Just enough of ZIP to look into a workbook.

import { inflateRawSync } from "node:zlib";

/**
 * The files of an archive by name.
 * @param {Buffer} bytes
 * @returns {Map<string, string>}
 */
export function unzip(bytes) {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  if (end < 0) {
    throw new Error("not a ZIP archive");
  }
  /** @type {Map<string, string>} */
  const files = new Map();
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [method, size] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 20)];
    const [name, extra, comment] = [28, 30, 32].map((place) => bytes.readUInt16LE(at + place));
    const local = bytes.readUInt32LE(at + 42);
    const begin = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const packed = bytes.subarray(begin, begin + size);
    const content = method === 0 ? packed : inflateRawSync(packed);
    files.set(bytes.toString("utf8", at + 46, at + 46 + (name ?? 0)), content.toString("utf8"));
    at += 46 + (name ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return files;
}

/**
 * The names of the sheets of a workbook; every part of it must be there.
 * @param {Buffer} bytes
 * @returns {{ sheets: string[], words: string }}
 */
export function workbook(bytes) {
  const files = unzip(bytes);
  const index = files.get("xl/workbook.xml") ?? "";
  const sheets = [...index.matchAll(/<sheet name="([^"]*)"/g)].map((found) => found[1] ?? "");
  sheets.forEach((_, k) => {
    if (!files.get(`xl/worksheets/sheet${k + 1}.xml`)?.includes("<sheetData")) {
      throw new Error(`sheet ${k + 1} is missing`);
    }
  });
  return { sheets, words: files.get("xl/sharedStrings.xml") ?? "" };
}
