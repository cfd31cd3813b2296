import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { it } from "node:test";
import { PROGRAM } from "./connected.mjs";

const https = "https://vat.example";

for (const [what, env, args, says] of [
  ["no address", { EU_VAT_KEY: "k" }, [], /EU_VAT_URL must be the address/],
  ["a key in the clear", { EU_VAT_URL: "http://vat.example", EU_VAT_KEY: "k" }, [], /https/],
  ["no credential", { EU_VAT_URL: https }, [], /either EU_VAT_KEY or EU_VAT_SESSION_FILE/],
  [
    "two credentials",
    { EU_VAT_URL: https, EU_VAT_KEY: "k", EU_VAT_SESSION_FILE: "f" },
    [],
    /either EU_VAT_KEY or EU_VAT_SESSION_FILE/,
  ],
  ["an unknown flag", { EU_VAT_URL: https, EU_VAT_KEY: "k" }, ["--write"], /--write/],
]) {
  it(`does not start with ${what}, says why, and leaves stdout to the protocol`, () => {
    const started = spawnSync(process.execPath, [PROGRAM, ...args], { env, encoding: "utf8" });
    assert.equal(started.status, 2);
    assert.match(started.stderr, says);
    assert.match(started.stderr, /usage: eu-vat-mcp/);
    assert.equal(started.stdout, "");
  });
}
