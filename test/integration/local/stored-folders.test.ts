import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Route } from "../../../shared/api/route.ts";
import * as routes from "../../../shared/api/routes.ts";
import { callAt } from "../../stack/api.ts";
import { runCommand, runStack, type StackProcess } from "../../stack/run-stack.ts";
import { temporaryFolder } from "../../stack/temporary-folder.ts";
import { EVENTS } from "../../stored-folders/events.ts";

/*
 * The stored form of former days, written by their own commits (test/stored-folders). This version starts on each
 * folder, reads every list, recounts what its rules changed, and finds nothing wrong.
 */
const FOLDERS = new URL("../../stored-folders/", import.meta.url).pathname;
const archives = readdirSync(FOLDERS).filter((name) => name.endsWith(".tar.gz"));

/** Lists that need no more than a key. A period is one of the history. */
const QUERIES: Readonly<Record<string, string>> = {
  "/v1/reports/oss-quarterly-summary/export": "?period=2025-Q3&format=csv",
  "/v1/reports/country-vat-breakdown/export": "?period=2025-Q3&format=csv",
  "/v1/movements": "?month=2025-08",
  "/v1/movements/export": "?month=2025-08",
  "/v1/imports/bridge": "?source_id=shop",
};
const PERIOD = /^\/v1\/reports\/(?:oss-|country-|filing-prep|multi)/;

const paths = Object.values<Route>(routes)
  .filter(({ method, path, scope }) => method === "GET" && scope === "read" && !path.includes("{"))
  .map(({ path }) => path + (QUERIES[path] ?? (PERIOD.test(path) ? "?period=2025-Q3" : "")));

/** The paths below the items of a list. */
const BELOW: readonly [list: string, below: readonly string[]][] = [
  ["/v1/imports", ["", "/rows", "/findings", "/bridge"]],
  ["/v1/connections", ["", "/deliveries", "/open-orders"]],
  ["/v1/webhooks", ["/deliveries"]],
  ["/v1/records", [""]],
  ["/v1/transactions", [""]],
];

const RETURNS = ["2025-Q3", "2025-Q4", "2026-Q3"].flatMap((period) =>
  ["", "/events", "/country-breakdown", "/entry-sheet", "/working-paper", "/bridge"].map(
    (view) => `/v1/returns/union-oss/${period}${view}`,
  ),
);

describe.for(archives)("the folder %s", (name) => {
  const folder = temporaryFolder();
  const dataDir = join(folder, "data");
  const command = (script: string, ...flags: string[]) =>
    runCommand(`scripts/operate/${script}.ts`, flags, dataDir, {
      NODE_OPTIONS: `--import ${import.meta.resolve("../../stack/no-waiting.ts")}`,
    });
  let stack: StackProcess;
  let url: string;
  let key: string;
  beforeAll(async () => {
    execFileSync("tar", ["-xzf", join(FOLDERS, name), "-C", folder]);
    stack = runStack(dataDir, ["--no-demo", "--journal"]);
    url = (await stack.ready).url;
    key = (await command("issue-key", "--account", "kept", "--scope", "full")).stdout.trim();
  });
  afterAll(() => stack.end("SIGKILL"));

  const statusOf = async (path: string) => {
    const { status, text } = await callAt(url, key, "GET", path);
    return status === 200 || status === 302 ? [] : [`${path}: ${status} ${text.slice(0, 300)}`];
  };

  it("is started on, and every list of it is read", async () => {
    const items = await Promise.all(
      BELOW.map(async ([list, below]) => {
        type Listed = { items: { id?: string; transaction_id?: string }[] };
        const { body } = await callAt<Listed>(url, key, "GET", list);
        return body.items.flatMap(({ id, transaction_id }) =>
          below.map((one) => `${list}/${id ?? transaction_id}${one}`),
        );
      }),
    );
    const asked = [...paths, ...RETURNS, "/v1/reports/reconciliation/union-oss", ...items.flat()];
    const wrong = await Promise.all(asked.map(statusOf));
    expect(wrong.flat()).toEqual([]);
    expect(items.flat().length).toBeGreaterThan(10);
  });

  it("has every event that is sent again, and no other of its id", async () => {
    type Answer = { items: { status: string }[] };
    const send = (body: object) => callAt<Answer>(url, key, "POST", "/v1/supply-events", body);
    const { body } = await send({ events: EVENTS });
    expect(body.items.map(({ status }) => status)).toEqual(EVENTS.map(() => "duplicate"));
    const other = { ...EVENTS[0], supplier_role: "deemed_supplier" };
    expect(await send(other)).toMatchObject({ status: 409 });
  });

  it("is recounted by today's rules, and every verification finds nothing", async () => {
    expect(await command("recount", "--account", "kept")).toMatchObject({ code: 0 });
    const flags = ["--account", "kept"];
    for (const [script, ...more] of [
      ["verify-tallies", ...flags],
      ["verify-locks", ...flags],
      ["verify-journal", ...flags],
    ] as const) {
      const { code, stdout, stderr } = await command(script, ...more);
      expect([script, code, stdout, stderr].join("\n")).toBe(
        [script, 0, stdout, stderr].join("\n"),
      );
      // Rights of an earlier release are signed once.
      if (script === "verify-journal") expect(stdout).toMatch(/^baseline of \d+ rights/);
    }
    const again = await command("verify-journal", ...flags);
    expect([again.code, again.stdout]).toEqual([0, expect.not.stringContaining("baseline")]);
    // Goods into the own state used up the limit when the folder was written.
    const { body } = await callAt<{ current_minor: number }>(
      url,
      key,
      "POST",
      "/v1/vat/threshold-check",
      { threshold_type: "oss", from: "2025-01-01", to: "2025-12-31" },
    );
    expect(body).toMatchObject({ exceeded: false });
  });
});
