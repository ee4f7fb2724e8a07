// Figures as people read them, alike in both languages: a point for decimals, a space before %.

/** A space that does not break the line. */
const SPACE = "\u00a0";

/**
 * @param {number} x
 * @param {number} digits
 */
function fixed(x, digits) {
  const text = x.toFixed(digits);
  // No minus before a zero.
  return Number(text) === 0 ? text.replace("-", "") : text;
}

/**
 * A share: 0.4971 is `49.71 %`.
 * @param {number | null | undefined} share
 * @param {number} [digits]
 */
export function percent(share, digits = 2) {
  return share === null || share === undefined ? "-" : `${hundredths(share, digits)}${SPACE}%`;
}

/**
 * A share as percentage, digits only: for columns whose heading has the sign. What is more than
 * nothing, or less than all, but would print as that is said to be so.
 * @param {number | null | undefined} share
 * @param {number} [digits]
 */
export function hundredths(share, digits = 2) {
  if (share === null || share === undefined) {
    return "-";
  }
  const least = 10 ** -digits;
  // Sums of what is nothing are not always nothing to the last bit.
  if (share > 1e-12 && 100 * share < least / 2) {
    return `<${least.toFixed(digits)}`;
  }
  if (share < 1 && 100 * (1 - share) < least / 2 && 1 - share > 1e-12) {
    return `>${(100 - least).toFixed(digits)}`;
  }
  return fixed(100 * share, digits);
}

/**
 * A difference of shares in percentage points, with its sign: `+0.43`, `−0.29`, `0.00`.
 * @param {number | null | undefined} difference
 * @param {number} [digits]
 */
export function signed(difference, digits = 2) {
  if (difference === null || difference === undefined) {
    return "-";
  }
  const text = fixed(100 * Math.abs(difference), digits);
  if (Number(text) === 0) {
    return text;
  }
  return (difference > 0 ? "+" : "−") + text;
}

/**
 * A number with so many decimals.
 * @param {number | null | undefined} x
 * @param {number} [digits]
 */
export function number(x, digits = 2) {
  return x === null || x === undefined ? "-" : fixed(x, digits);
}

/**
 * A whole number with its thousands apart.
 * @param {number} x
 */
export function whole(x) {
  return Math.round(x).toLocaleString("en-US");
}

/**
 * A moment of a record (`2026-01-02T03:04:05Z`) on the clock of this computer.
 * @param {string} stamp
 */
export function moment(stamp) {
  const at = new Date(stamp);
  const two = (/** @type {number} */ x) => String(x).padStart(2, "0");
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join("-");
  return `${day} ${[at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(":")}`;
}

/**
 * The number of games that is typed, `5`, `5局` or `5 games`, also full-width; what is no such
 * number stays as it is.
 * @param {string} text
 */
export function games(text) {
  const plain = text.normalize("NFKC").trim();
  return /^(\d+)\s*(?:局|games?)?$/.exec(plain)?.[1] ?? text.trim();
}

/**
 * The value of a rate as it may be typed: `70%`, `0.7`, `7/10`, also full-width; null if it is
 * none. Only to place a slider: the server reads rates exactly.
 * @param {string} text
 * @returns {number | null}
 */
export function rate(text) {
  const plain = text.normalize("NFKC").replace(/\s/g, "");
  const found = /^(\d+(?:\.\d*)?|\.\d+)(?:\/(\d+(?:\.\d*)?))?(%?)$/.exec(plain);
  if (!found) {
    return null;
  }
  const value = (Number(found[1]) / Number(found[2] ?? 1)) * (found[3] ? 0.01 : 1);
  return value >= 0 && value <= 1 ? value : null;
}

/**
 * A fraction as a percentage to look at: `70%`; what is not a short one is rounded to `62.4%`.
 * @param {string} fraction
 */
export function rounded(fraction) {
  const short = typed(fraction);
  return short.includes("/") ? `${fixed(100 * (rate(fraction) ?? 0), 1)}%` : short;
}

/**
 * A rate as it was typed, as a sentence has it: `70%` is 70 %.
 * @param {string} text
 */
export function spaced(text) {
  return text.replace(/(\d)%/g, "$1 %");
}

/**
 * An exact fraction of a document (`7/10`) as a short percentage: `70%`, else the fraction.
 * @param {string} fraction
 */
export function typed(fraction) {
  const value = rate(fraction);
  if (value === null) {
    return fraction;
  }
  const short = String(Number((100 * value).toFixed(4)));
  return Math.abs(Number(short) / 100 - value) < 1e-15 ? `${short}%` : fraction;
}
