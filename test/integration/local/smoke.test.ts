import { describe, expect, inject, it } from "vitest";
import { call, newAccount } from "../../stack/api.ts";
import { testKeysOf } from "../../stack/full-sandbox.ts";
import { runCommand } from "../../stack/run-stack.ts";
import { newSeller } from "../../stack/seller.ts";
import { temporaryFolder } from "../../stack/temporary-folder.ts";

const folder = temporaryFolder();
const smoke = (key: string | undefined, ...flags: string[]) =>
  runCommand("scripts/operate/smoke.ts", flags, folder, key === undefined ? {} : { KEY: key });

/** The beginnings of the lines of a report. */
const marks = (stdout: string): string[] =>
  stdout
    .trim()
    .split("\n")
    .map((line) => line.split(" ")[0] ?? "");

describe("npm run smoke", () => {
  it("finds nothing wrong with a service that works, and stores one event in the sandbox", async () => {
    const { full } = await testKeysOf(await newSeller("SE"));
    const { code, stdout } = await smoke(full, "--url", inject("stack").url);
    expect([code, marks(stdout)], stdout).toEqual([0, Array(10).fill("ok")]);
    const { body } = await call<{ items: unknown[] }>(full, "GET", "/v1/supply-events");
    expect(body.items).toHaveLength(1);
  });

  it("with a live key only reads", async () => {
    const { full } = await newAccount("smoke");
    const { code, stdout } = await smoke(full, "--url", inject("stack").url);
    expect([code, marks(stdout)], stdout).toEqual([0, [...Array(7).fill("ok"), "note"]]);
    const { body } = await call<{ items: unknown[] }>(full, "GET", "/v1/supply-events");
    expect(body.items).toEqual([]);
  });

  it("tells each wrong answer, and exits 1", async () => {
    const { code, stdout } = await smoke("vat_live_none", "--url", inject("stack").url);
    expect(code).toBe(1);
    expect(marks(stdout)).toEqual(["ok", "ok", "ok", "wrong", "wrong", "wrong", "wrong", "note"]);
    expect(stdout).toContain("wrong knows the key: GET /v1/account: answered 401, not 200: ");
    const silent = await smoke("vat_live_none", "--url", "http://127.0.0.1:1");
    expect([silent.code, marks(silent.stdout)]).toEqual([1, [...Array(7).fill("wrong"), "note"]]);
    expect(silent.stdout).toContain("did not answer: ");
  });

  it.each([
    { key: "vat_test_a", flags: [] },
    { key: "vat_test_a", flags: ["--url", "vat.example"] },
    { key: "vat_test_a", flags: ["--address", "https://vat.example"] },
    { key: "", flags: ["--url", "https://vat.example"] },
  ])("exits 2 for $key $flags", async ({ key, flags }) => {
    const { code, stderr } = await smoke(key, ...flags);
    expect([code, stderr.startsWith("usage: ")]).toEqual([2, true]);
  });
});

describe("npm run preflight", () => {
  it.each([
    { flags: [], said: "usage: " },
    { flags: ["staging"], said: "there is no infra/stages/staging.json" },
  ])("tells what is wrong in one line: $flags", async ({ flags, said }) => {
    const { code, stderr } = await runCommand("scripts/operate/preflight.ts", flags, folder);
    expect(code).toBeGreaterThan(0);
    expect(stderr).toMatch(new RegExp(`^${said}`));
  });
});
