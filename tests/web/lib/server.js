// The real program, started anew for every file of tests and ended with it.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

const PROGRAM = process.env.KAKUKIN_BIN;

/**
 * A server at any free port.
 * @param {string[]} [options]
 * @returns {Promise<Server>}
 */
export async function start(options = []) {
  if (!PROGRAM) {
    throw new Error("KAKUKIN_BIN is the path of the program to test (cargo xtask web sets it)");
  }
  const child = spawn(PROGRAM, ["serve", "--port", "0", "--lang", "en", ...options], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, KAKUKIN_LOG: "warn" },
  });
  let log = "";
  child.stderr.on("data", (/** @type {Buffer} */ piece) => {
    log += piece;
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const found = /http:\/\/[^\s]+/.exec(line);
    if (found) {
      return new Server(found[0], child, () => log);
    }
  }
  throw new Error(`the server did not say where it is: ${log}`);
}

/** A server that runs. */
export class Server {
  /**
   * @param {string} link with the key, if it has one
   * @param {import("node:child_process").ChildProcess} child
   * @param {() => string} log
   */
  constructor(link, child, log) {
    this.link = link;
    this.url = new URL(link).origin;
    this.child = child;
    this.log = log;
  }

  /** Ends it as a service manager would, and checks that it left in good order. */
  async stop() {
    if (this.child.exitCode === null) {
      this.child.kill("SIGTERM");
      await once(this.child, "exit");
    }
    if (this.child.exitCode !== 0 || /panicked/.test(this.log())) {
      throw new Error(`the server ended with ${this.child.exitCode}: ${this.log()}`);
    }
  }

  /** Waits until no worker computes. */
  async idle() {
    const end = Date.now() + 20_000;
    while ((await this.metric("workers_busy")) > 0) {
      assert.ok(Date.now() < end, "a worker still computes");
    }
  }

  /**
   * Does `work` while the program stands still: what it computes cannot end before.
   * @param {() => Promise<void>} work
   */
  async frozen(work) {
    this.child.kill("SIGSTOP");
    try {
      await work();
    } finally {
      this.child.kill("SIGCONT");
    }
  }

  /**
   * A figure of `/metrics`.
   * @param {string} name without the prefix
   * @returns {Promise<number>}
   */
  async metric(name) {
    const text = await (await fetch(`${this.url}/metrics`)).text();
    const found = new RegExp(`^kakukin_${name} (\\S+)$`, "m").exec(text);
    if (!found) {
      throw new Error(`no ${name} in ${text}`);
    }
    return Number(found[1]);
  }
}
